"""A referee for the web: two seats play in the browser, and refusals are explained.

A plain ASGI application, without a framework. Run it with any ASGI server::

    pip install '.[web]'
    uvicorn --app-dir examples asgi_referee:app

and open http://127.0.0.1:8000 in two windows. Whoever joins gets a secret token for a
seat; with it come that seat's view, and moves are judged by that seat's view alone. The
whole deal never leaves the process.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from biriba import AmbiguousMove, NotationError, rules, svg
from biriba.game import Game
from biriba.languages import reason_text
from biriba.view_json import view_json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

SEATS = 2
LONGEST_BODY = 2000
PAGE = Path(__file__).with_suffix(".html")


class Refused(Exception):
    """A request that is answered with a status and no more."""

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        super().__init__(text)


class Referee:
    """One table: a game, and who may speak for which seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tokens: dict[str, int] = {}

    def join(self) -> dict[str, object]:
        """A seat and its secret."""
        if len(self.tokens) == SEATS:
            raise Refused(409, "both seats are taken")
        token = secrets.token_urlsafe(16)
        self.tokens[token] = len(self.tokens)
        return {"seat": self.tokens[token], "token": token}

    def seat(self, token: str) -> int:
        """The seat of a token."""
        if token not in self.tokens:
            raise Refused(403, "no such token")
        return self.tokens[token]

    def view(self, seat: int) -> dict[str, object]:
        """What a seat may see, and how many moves there have been."""
        view = self.game.view(seat)
        log = [str(entry) for entry in self.game.log(seat)[-8:]]
        return {**view_json(view), "moves": len(view.history), "log": log}

    def move(self, seat: int, text: str, language: str) -> dict[str, object]:
        """Judge a move by what the seat can see, then make it."""
        try:
            reason = self.game.view(seat).why_not(text)
        except AmbiguousMove as error:
            return {"ok": False, "code": "ambiguous", "options": error.options}
        except NotationError as error:
            return {"ok": False, "code": "notation", "text": error.problem}
        if reason is not None:
            told = reason_text(reason, language)
            return {"ok": False, "code": reason.code, "text": told}
        self.game.play(text)
        return {"ok": True}


class App:
    """The routes."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            kind, body = await self.answer(scope, receive)
            status = 200
        except Refused as refused:
            kind, body, status = "text/plain", str(refused).encode(), refused.status
        headers = [
            (b"content-type", f"{kind}; charset=utf-8".encode()),
            (b"cache-control", b"no-store"),
        ]
        await send(
            {"type": "http.response.start", "status": status, "headers": headers}
        )
        await send({"type": "http.response.body", "body": body})

    async def answer(self, scope: Scope, receive: Receive) -> tuple[str, bytes]:
        """The type and the bytes of an answer."""
        route = (scope["method"], scope["path"])
        query = parse_qs(scope["query_string"].decode("ascii", "replace"))
        token = query.get("token", [""])[0]
        if route == ("GET", "/"):
            return "text/html", PAGE.read_bytes()
        if route == ("POST", "/join"):
            return _json(self.referee.join())
        seat = self.referee.seat(token)
        if route == ("GET", "/view"):
            return _json(self.referee.view(seat))
        if route == ("GET", "/table.svg"):
            return "image/svg+xml", svg.render_view(
                self.referee.game.view(seat)
            ).encode()
        if route == ("POST", "/move"):
            language = query.get("lang", ["en"])[0]
            if language not in ("en", "el", "de"):
                raise Refused(400, "no such language")
            return _json(self.referee.move(seat, await _text(receive), language))
        raise Refused(404, "nothing here")


def _json(value: dict[str, object]) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode()


async def _text(receive: Receive) -> str:
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LONGEST_BODY:
            raise Refused(413, "that is no move")
        if not message.get("more_body"):
            break
    try:
        return bytes(body).decode()
    except UnicodeDecodeError:
        raise Refused(400, "moves are UTF-8 text") from None


def new_app(rng: random.Random | None = None) -> App:
    """An application with a new deal, from the system's own randomness."""
    source = random.SystemRandom() if rng is None else rng
    return App(Referee(Game.deal(rules.CLASSIC_5000, players=SEATS, rng=source)))


app = new_app()
