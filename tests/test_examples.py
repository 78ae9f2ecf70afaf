"""Every example runs, and the referee for the web gives nothing away."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from biriba import LayMeld, Run, rules
from biriba.game import Game

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

    def ask(
        self, method: str, path: str, query: str = "", body: bytes = b""
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

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
        }
        asyncio.run(self.app(scope, receive, send))
        return sent[0]["status"], sent[1]["body"]

    def json(self, *asked: Any) -> dict[str, Any]:
        """The same, for an answer in JSON."""
        status, body = self.ask(*asked)
        assert status == 200, body
        return cast("dict[str, Any]", json.loads(body))


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
    assert client.ask("POST", "/join")[0] == 409
    mine, other = f"token={first['token']}", f"token={second['token']}"

    no = client.json("POST", "/move", other, b"draw")
    assert no == {
        "ok": False,
        "code": "not-your-turn",
        "text": "it is seat 0's turn (G4)",
    }
    assert "draw" in client.json("GET", "/view", mine)["legal_moves"]
    assert client.json("POST", "/move", mine, b"draw") == {"ok": True}
    no = client.json("POST", "/move", mine + "&lang=de", b"pass")
    assert no["code"] == "already-drawn" and "gezogen" in no["text"]
    assert client.json("POST", "/move", mine, b"drow")["code"] == "notation"

    view = client.json("GET", "/view", mine)
    assert view["moves"] == 1 and len(view["hand"].split()) == 12
    assert client.ask("GET", "/table.svg", mine)[1].startswith(b"<svg")


def test_one_seat_never_sees_the_other_seats_cards(client: Client) -> None:
    """Not in its view, not in its picture, not in its log."""
    first, second = client.json("POST", "/join"), client.json("POST", "/join")
    other = f"token={second['token']}"
    game = client.app.referee.game
    hand = game.view(0).hand
    told = (
        client.ask("GET", "/view", other)[1] + client.ask("GET", "/table.svg", other)[1]
    )
    client.json("POST", "/move", f"token={first['token']}", b"draw")
    drawn = next(iter(game.view(0).hand - hand))
    log = client.json("GET", "/view", other)["log"]
    assert log == ["1. seat 0: draw"]
    mine = client.json("GET", "/view", f"token={first['token']}")["log"]
    assert mine == [f"1. seat 0: draw (received {drawn})"]
    assert str(hand).encode() not in told


def test_what_is_ambiguous_is_asked_back(client: Client) -> None:
    """The player chooses where a wild card goes (G10)."""
    module = load("asgi_referee")
    # The first deal in which seat 0 can lay a run in the middle and has a joker left.
    for seed in range(200):
        game = Game.deal(rules.CLASSIC_5000, players=2, seed=seed)
        state = game.play("draw")
        melds = [move.meld for move in state.legal_moves if isinstance(move, LayMeld)]
        runs = [m for m in melds if isinstance(m, Run) and m.is_clean and m.start > 2]
        if runs and runs[0].end < 14 and "Jk" in state.hands[0]:
            break
    one = Client(module.App(module.Referee(game)))
    token = f"token={one.json('POST', '/join')['token']}"
    assert one.json("POST", "/move", token, f"meld {runs[0]}".encode()) == {"ok": True}
    said = one.json("POST", "/move", token, b"lay 0 + Jk")
    assert said["code"] == "ambiguous" and len(said["options"]) == 2
    assert one.json("POST", "/move", token, said["options"][0].encode())["ok"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (("GET", "/nowhere"), 403),
        (("GET", "/view", "token=guess"), 403),
        (("POST", "/nowhere", "TOKEN"), 404),
        (("POST", "/move", "TOKEN&lang=xx", b"draw"), 400),
        (("POST", "/move", "TOKEN", b"\xff\xff"), 400),
        (("POST", "/move", "TOKEN", b"x" * 3000), 413),
    ],
)
def test_wrong_requests_get_a_status(
    client: Client, asked: tuple[Any, ...], status: int
) -> None:
    """Nothing that a client sends ends in a traceback."""
    token = f"token={client.json('POST', '/join')['token']}"
    method, path, *rest = asked
    if rest:
        rest[0] = rest[0].replace("TOKEN", token)
    assert client.ask(method, path, *rest)[0] == status


def test_other_kinds_of_connection_are_left_alone(client: Client) -> None:
    """A lifespan message is no request."""
    assert asyncio.run(client.app({"type": "lifespan"}, None, None)) is None
