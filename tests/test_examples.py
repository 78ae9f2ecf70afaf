"""Every example runs, and the referee for the web gives nothing away."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import attrs
import pytest

from biriba import LayMeld, Run, rules
from biriba.game import Game
from biriba.players import Greedy
from biriba.points import points_text

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_quickstart(capsys: pytest.CaptureFixture[str]) -> None:
    """It plays to the end and prints a score."""
    load("quickstart").main()
    told = capsys.readouterr().out
    assert "On the table: 5h 6h 7h" in told
    assert "Side 1" in told


def test_score_pad(capsys: pytest.CaptureFixture[str]) -> None:
    """The sums are those of the clauses (T10–T12), counted by hand."""
    load("score_pad").main()
    told = capsys.readouterr().out
    # 5½ + 60 + 3 + 4 − ½ − 1 = 71, and 3 − ½ − 10 = −7½.
    assert "Totals: 63½, 13½" in told
    assert "The match goes on." in told


def test_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """They allow what the published rules refuse."""
    load("house_rules").main()
    told = capsys.readouterr().out
    assert "Ours: Run('Jk 5h 6h 2s')" in told
    assert "Theirs: no meld" in told
    assert "did you mean limit?" in told


def test_bot_match(capsys: pytest.CaptureFixture[str]) -> None:
    """Two deals are played and added up."""
    load("bot_match").main(2)
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith("after 2 deals")
    assert told[-1].startswith("greedy: ")


def test_show_each_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four pictures, and only the drawing seat's log names the card drawn."""
    load("show_each_seat").main(tmp_path)
    assert len(list(tmp_path.glob("seat-?.svg"))) == 4
    logs = capsys.readouterr().out.split("Seat ")[1:]
    assert "(received" in logs[0]
    assert all("1. seat 0: draw\n" in log for log in logs[1:])


def test_notebook() -> None:
    """Every cell runs, in order."""
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert "state" in names


def test_every_example_is_listed() -> None:
    """The table in the README has each file, and no other."""
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = {
        path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")
    }
    assert all(f"[{name}]({name})" in listed for name in files)
    assert listed.count("](") == len(files)


# --- The referee for the web ---


class Client:
    """Speaks to an ASGI application without a network."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.headers: dict[str, str] = {}

    def ask(
        self, method: str, path: str, token: str = "", body: bytes = b"", more: str = ""
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; the request comes in two parts."""
        half = len(body) // 2
        parts: list[dict[str, Any]] = [
            {"type": "http.request", "body": body[:half], "more_body": True},
            {"type": "http.request", "body": body[half:]},
        ]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return parts.pop(0)

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        path, _, query = path.partition("?")
        headers = [(b"accept-language", more.encode())] if more else []
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
        }
        asyncio.run(self.app(scope, receive, send))
        self.headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
        return sent[0]["status"], sent[1]["body"]

    def json(self, *asked: Any, status: int = 200, **more: Any) -> dict[str, Any]:
        """The same, for an answer in JSON."""
        got, body = self.ask(*asked, **more)
        assert got == status, body
        assert self.headers["content-type"] == "application/json; charset=utf-8"
        return cast("dict[str, Any]", json.loads(body))

    def move(self, token: str, text: str, status: int = 200, **more: Any) -> Any:
        """The answer to a move."""
        body = json.dumps({"text": text}).encode()
        return self.json("POST", "/move", token, body, status=status, **more)

    def join(self) -> str:
        """The token of the next seat."""
        return str(self.json("POST", "/join")["token"])


@pytest.fixture
def client() -> Client:
    """A referee with a known deal."""
    return Client(load("asgi_referee").new_app(random.Random(7)))


def test_two_seats_play_over_the_web(client: Client) -> None:
    """Joining, looking, moving; a refusal is explained and changes nothing."""
    status, page = client.ask("GET", "/")
    assert status == 200 and b"<title>Biriba</title>" in page
    first, second = client.json("POST", "/join"), client.json("POST", "/join")
    assert (first["seat"], second["seat"]) == (0, 1)
    assert client.json("POST", "/join", status=409)["code"] == "table-full"
    mine, other = first["token"], second["token"]

    assert client.move(other, "draw", 422) == {
        "ok": False,
        "code": "not-your-turn",
        "text": "it is seat 0's turn (G4)",
    }
    assert "draw" in client.json("GET", "/view", mine)["legal_moves"]
    assert client.move(mine, "draw") == {"ok": True}
    no = client.move(mine, "pass", 422, more="de-AT,de;q=0.9")
    assert no["code"] == "already-drawn" and "gezogen" in no["text"]
    # Of a language that is not there, English.
    no = client.move(mine, "pass", 422, more="tlh")
    assert "drawn" in no["text"]
    assert client.move(mine, "drow", 422)["code"] == "notation"

    view = client.json("GET", "/view", mine)
    assert view["moves"] == 1 and len(view["hand"].split()) == 12


def test_one_seat_never_sees_the_other_seats_cards(client: Client) -> None:
    """Not in its view, not in its log."""
    mine, other = client.join(), client.join()
    game = client.app.referee.game
    hand = game.view(0).hand
    told = client.ask("GET", "/view", other)[1]
    client.move(mine, "draw")
    drawn = next(iter(game.view(0).hand - hand))
    log = client.json("GET", "/view", other)["log"]
    assert log == ["1. seat 0: draw"]
    log = client.json("GET", "/view", mine)["log"]
    assert log == [f"1. seat 0: draw (received {drawn})"]
    assert str(hand).encode() not in told


def test_what_is_ambiguous_is_asked_back(client: Client) -> None:
    """The player chooses where a wild card goes (G10); a natural run has one order."""
    # The first deal in which seat 0 can lay a run in the middle and has a joker left.
    for seed in range(200):
        game = Game.deal(rules.CLASSIC_5000, players=2, seed=seed)
        state = game.play("draw")
        melds = [move.meld for move in state.legal_moves if isinstance(move, LayMeld)]
        runs = [m for m in melds if isinstance(m, Run) and m.is_clean and m.start > 2]
        if runs and runs[0].end < 14 and "Jk" in state.hands[0]:
            break
    client.app.referee.game = game
    token = client.join()
    cards = " ".join(reversed(str(runs[0]).split()))

    def lay(cards: str, status: int = 200) -> dict[str, Any]:
        body = json.dumps({"text": cards}).encode()
        return client.json("POST", "/meld", token, body, status=status)

    assert lay("Jk " + " ".join(cards.split()[1:]), 422)["code"] == "ambiguous"
    assert lay("", 422)["code"] == "notation"
    assert lay("3h 9s", 422)["code"] == "too-few-cards"
    assert lay(cards) == {"ok": True}
    said = client.move(token, "lay 0 + Jk", 422)
    assert said["code"] == "ambiguous" and len(said["options"]) == 2
    assert client.move(token, said["options"][0])["ok"]


def test_a_match_goes_on_over_the_web(client: Client) -> None:
    """G14, G15: a score after each deal, the next deal, a new match after the last."""
    tokens = [client.join(), client.join()]
    referee = client.app.referee
    referee.match = attrs.evolve(
        referee.match, rules=rules.CLASSIC_5000.with_options({"target": {"points": 1}})
    )
    over = client.json("POST", "/next", tokens[0], status=409)
    assert over["code"] == "deal-in-play"
    assert client.json("GET", "/view", tokens[0])["score"] is None
    while not referee.game.state.is_over:
        view = referee.game.state.view()
        client.move(tokens[view.seat], str(Greedy().choose(view)))
    view = client.json("GET", "/view", tokens[1], more="el")
    assert "<caption>σκορ</caption>" in view["score"]
    assert (view["deal"], len(view["winners"])) == (1, 1)
    assert view["totals"] == [points_text(total) for total in referee.match.totals]
    assert client.json("POST", "/next", tokens[1]) == {"ok": True}
    view = client.json("GET", "/view", tokens[1])
    assert (view["deal"], view["moves"], view["totals"]) == (1, 0, ["0", "0"])


TOKEN = "TOKEN"


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        (("GET", "/nowhere"), 404, "not-found"),
        (("POST", "/nowhere", TOKEN), 404, "not-found"),
        (("GET", "/move", TOKEN), 405, "wrong-method"),
        (("GET", "/view"), 401, "no-such-token"),
        (("GET", "/view", "guess"), 401, "no-such-token"),
        (("GET", "/card?of=11h"), 404, "not-found"),
        (("GET", "/card"), 404, "not-found"),
        (("POST", "/move", TOKEN), 400, "not-json"),
        (("POST", "/move", TOKEN, b"draw"), 400, "not-json"),
        (("POST", "/move", TOKEN, b"\xff\xff"), 400, "not-json"),
        (("POST", "/move", TOKEN, b"[" * 2000), 400, "not-json"),
        (("POST", "/move", TOKEN, b'["draw"]'), 400, "no-text"),
        (("POST", "/move", TOKEN, b'{"text": 5}'), 400, "no-text"),
        (("POST", "/move", TOKEN, b'{"text": "\\ud800"}'), 422, "notation"),
        (("POST", "/move", TOKEN, b"x" * 5000), 413, "too-long"),
        (("POST", "/meld", TOKEN, b"{}"), 400, "no-text"),
    ],
)
def test_wrong_requests_get_a_status(
    client: Client, asked: tuple[Any, ...], status: int, code: str
) -> None:
    """Nothing that a client sends ends in a traceback, and each is told why."""
    token = client.join()
    method, path, *rest = asked
    if rest and rest[0] == TOKEN:
        rest[0] = token
    answer = client.json(method, path, *rest, status=status)
    assert answer["code"] == code and answer["text"]
    assert answer["ok"] is False


def test_pictures_of_cards_may_be_kept_and_views_may_not(client: Client) -> None:
    """A view kept by something in between would be a hand told."""
    status, picture = client.ask("GET", "/card?of=Qh")
    assert status == 200 and b"queen of hearts" in picture
    assert client.headers["cache-control"] == "max-age=86400"
    client.json("GET", "/view", client.join())
    assert client.headers["cache-control"] == "no-store"
    assert client.headers["referrer-policy"] == "no-referrer"


def test_other_kinds_of_connection_are_left_alone(client: Client) -> None:
    """A lifespan message is no request."""
    assert asyncio.run(client.app({"type": "lifespan"}, None, None)) is None
