"""A referee for the web: two seats play in the browser, and refusals are explained.

A plain ASGI application, without a framework. Run it with any ASGI server::

    pip install '.[web]'
    uvicorn --app-dir examples asgi_referee:app

and open http://127.0.0.1:8000 in two windows. Whoever joins gets a secret token for a
seat, which the page keeps in its own address; with it come that seat's view, and moves
are judged by that seat's view alone. The whole deal never leaves the process.

Every answer but the page and the pictures is JSON. What is refused has a status from
400 on, a ``code`` for programs and a ``text`` for people; a move against the rules is
422, with the code of the library's own reason.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from biriba import AmbiguousMove, NotationError, html, rules, svg
from biriba.languages import error_text, language_code, reason_text
from biriba.match import Match
from biriba.melds import arrange, spelled
from biriba.points import points_text
from biriba.view_json import view_json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

SEATS: Final = 2
LONGEST_BODY: Final = 2000
PAGE: Final = Path(__file__).with_suffix(".html")
ROUTES: Final = {
    "/": "GET",
    "/card": "GET",
    "/join": "POST",
    "/view": "GET",
    "/meld": "POST",
    "/move": "POST",
    "/next": "POST",
}
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'",
    ),
)


class Refused(Exception):
    """What is not done: a status, a code for programs, a text for people."""

    def __init__(self, status: int, code: str, text: str, **more: object) -> None:
        self.status = status
        self.answer = {"ok": False, "code": code, "text": text, **more}
        super().__init__(text)


class Referee:
    """One table: a match, its deal in play, and who may speak for which seat."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match = match
        self.rng = rng
        self.game = match.game(rng=rng)
        self.tokens: dict[str, int] = {}

    def join(self) -> dict[str, object]:
        """A seat and its secret."""
        if len(self.tokens) == SEATS:
            raise Refused(409, "table-full", "both seats are taken")
        token = secrets.token_urlsafe(16)
        self.tokens[token] = len(self.tokens)
        return {"ok": True, "seat": self.tokens[token], "token": token}

    def seat(self, token: str) -> int:
        """The seat of a token."""
        if token not in self.tokens:
            raise Refused(401, "no-such-token", "this is no link to a seat")
        return self.tokens[token]

    def view(self, seat: int, language: str) -> dict[str, object]:
        """What a seat may see, and nothing else."""
        view = self.game.view(seat)
        return {
            **view_json(view, rules=False, history=False),
            "moves": len(view.history),
            "log": [str(entry) for entry in self.game.log(seat)[-8:]],
            "pictures": [
                [svg.render_meld(meld, view.rules, language) for meld in side.melds]
                for side in view.sides
            ],
            "deal": len(self.match.scores) + (not view.is_over),
            "totals": [points_text(total) for total in self.match.totals],
            "winners": self.match.winners,
            "score": html.render_score(self.match.scores[-1], language)
            if view.is_over
            else None,
        }

    def move(self, seat: int, text: str, language: str) -> dict[str, object]:
        """Judge a move by what the seat can see, then make it."""
        try:
            reason = self.game.view(seat).why_not(text)
        except AmbiguousMove as error:
            raise _which(error.options) from None
        except NotationError as error:
            raise Refused(422, "notation", error_text(error, language)) from None
        if reason is not None:
            raise Refused(422, reason.code, reason_text(reason, language))
        state = self.game.play(text)
        if state.is_over:
            self.match = self.match.add(state.result())
        return {"ok": True}

    def meld(self, seat: int, cards: str, language: str) -> dict[str, object]:
        """Lay cards that were chosen in any order."""
        try:
            melds = arrange(cards, self.match.rules)
        except (AmbiguousMove, NotationError):
            melds = ()
        if len(melds) > 1:
            raise _which([f"meld {spelled(meld)}" for meld in melds])
        # Where there is no meld in them, judging what was asked for says why.
        return self.move(seat, f"meld {melds[0] if melds else cards}", language)

    def next_deal(self) -> dict[str, object]:
        """Deal again, in a new match if this one is decided."""
        if not self.game.state.is_over:
            raise Refused(409, "deal-in-play", "this deal is not over")
        if self.match.is_over:
            self.match = Match.start(self.match.rules, SEATS)
        self.game = self.match.game(rng=self.rng)
        return {"ok": True}


class App:
    """The routes."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        status = 200
        try:
            kind, body = await self.answer(scope, receive)
        except Refused as refused:
            status = refused.status
            kind, body = _json(refused.answer)
        cache = b"max-age=86400" if kind == "image/svg+xml" else b"no-store"
        headers = [
            (b"content-type", f"{kind}; charset=utf-8".encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", cache),
            *HEADERS,
        ]
        await send(
            {"type": "http.response.start", "status": status, "headers": headers}
        )
        await send({"type": "http.response.body", "body": body})

    async def answer(self, scope: Scope, receive: Receive) -> tuple[str, bytes]:
        """The type and the bytes of an answer."""
        path = scope["path"]
        if path not in ROUTES:
            raise Refused(404, "not-found", "nothing here")
        if scope["method"] != ROUTES[path]:
            raise Refused(405, "wrong-method", f"use {ROUTES[path]} here")
        if path == "/":
            return "text/html", PAGE.read_bytes()
        if path == "/card":
            return "image/svg+xml", _card(scope)
        if path == "/join":
            return _json(self.referee.join())
        seat = self.referee.seat(_header(scope, b"authorization")[len("Bearer ") :])
        language = _language(scope)
        if path == "/view":
            return _json(self.referee.view(seat, language))
        if path == "/next":
            return _json(self.referee.next_deal())
        # Wait for the whole text first: judging and playing happen in one go.
        text = await _text(receive)
        act = self.referee.meld if path == "/meld" else self.referee.move
        return _json(act(seat, text, language))


def _which(options: Sequence[str]) -> Refused:
    """The player is to choose among moves."""
    return Refused(422, "ambiguous", "which one?", options=list(options))


def _json(value: dict[str, object]) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode()


def _header(scope: Scope, name: bytes) -> str:
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def _language(scope: Scope) -> str:
    first = _header(scope, b"accept-language").partition(",")[0].partition(";")[0]
    try:
        return language_code(first)
    except NotationError:
        return "en"


def _card(scope: Scope) -> bytes:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    try:
        return svg.render_card(query.get("of", [""])[0]).encode()
    except NotationError as error:
        raise Refused(404, "not-found", error.problem) from None


async def _text(receive: Receive) -> str:
    """The text in a body such as ``{"text": "draw"}``."""
    body = bytearray()
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LONGEST_BODY:
            raise Refused(413, "too-long", "that is no move")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "not-json", "the body is no JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("text"), str):
        raise Refused(400, "no-text", 'expected {"text": "…"}, a move in notation')
    return str(data["text"])


def new_app(rng: random.Random | None = None) -> App:
    """An application with a new match, dealt from the system's own randomness."""
    source = random.SystemRandom() if rng is None else rng
    return App(Referee(Match.start(rules.CLASSIC_5000, SEATS), source))


app = new_app()
