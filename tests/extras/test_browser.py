"""The referee for the web in real windows: two seats play it in Chromium."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from biriba import Cards, Discard, LayMeld, Meld, State, rules, svg
from biriba.game import Game
from biriba.languages import reason_text
from biriba.players import Greedy

playwright = pytest.importorskip("playwright.sync_api")
uvicorn = pytest.importorskip("uvicorn")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
    None,
)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the path"),
    # The servers of a library's own making are not ours to warn about.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

EXAMPLE = Path(__file__).parents[2] / "examples" / "asgi_referee.py"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[hdcs]\b|\bJk\b")


def deal() -> Game:
    """A deal in which seat 0 can meld at once, from any order of its cards."""
    for seed in range(100):
        game = Game.deal(rules.CLASSIC_5000, players=2, seed=seed)
        if first_meld(game.state.play("draw")) is not None:
            return game
    raise AssertionError("no such deal")


def first_meld(state: State) -> Meld | None:
    """A clean meld of three that the seat to play could lay now."""
    melds = [move.meld for move in state.legal_moves if isinstance(move, LayMeld)]
    return next((m for m in melds if m.is_clean and len(m) == 3), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, without a window to be seen."""
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS.split(), headless=True
        )
        yield chromium
        chromium.close()


class Web:
    """The example on a port of this machine, and the windows that look at it."""

    def __init__(self, browser: Any) -> None:
        spec = importlib.util.spec_from_file_location("asgi_referee", EXAMPLE)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        app = module.new_app(random.Random(7))
        self.referee: Any = app.referee
        self.referee.game = deal()
        config = uvicorn.Config(
            app, host="127.0.0.1", port=0, lifespan="off", ws="none", log_level="error"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"
        self.browser = browser
        self.contexts: list[Any] = []
        self.errors: list[str] = []

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.should_exit = True
        self.thread.join()

    def window(self, **settings: Any) -> Any:
        """A window of its own: it shares nothing with the others."""
        context = self.browser.new_context(locale="en", **settings)
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.url)
        return page

    @property
    def state(self) -> State:
        state: State = self.referee.game.state
        return state


@pytest.fixture
def web(browser: Any) -> Iterator[Web]:
    """A server of its own for each test; no script of the page may have failed."""
    served = Web(browser)
    try:
        yield served
    finally:
        served.close()
    assert served.errors == []


def sits(page: Any, seat: int) -> Any:
    """A window, once it shows a seat's hand."""
    page.wait_for_selector("#hand button")
    assert page.inner_text("#who") == f"You are seat {seat}"
    return page


def two(web: Web) -> tuple[Any, Any]:
    """A window for each seat."""
    return sits(web.window(), 0), sits(web.window(), 1)


def reads(page: Any, where: str, text: str) -> None:
    """Wait until an element reads so."""
    playwright.expect(page.locator(where)).to_contain_text(text, timeout=10_000)


def choose(page: Any, cards: list[str]) -> None:
    """Click on cards of the hand."""
    for card in cards:
        page.click(f'#hand button[value="{card}"][aria-pressed=false] >> nth=0')


def discard(web: Web, page: Any) -> None:
    """Discard the first card that may be."""
    moves = [move for move in web.state.legal_moves if isinstance(move, Discard)]
    choose(page, [str(moves[0].card)])
    page.click("#discard")
    reads(page, "#turn", "Wait")


def turn(web: Web, page: Any, how: str = "#draw") -> None:
    """Draw or take, and discard."""
    reads(page, "#turn", "Your turn: draw")
    page.click(how)
    reads(page, "#turn", "Your turn: meld")
    discard(web, page)


def test_two_windows_play_and_each_sees_its_own_cards(web: Web) -> None:
    """G4, G9, G11: drawing, taking the pile, melding, discarding, all by clicks.

    Whatever reaches a window, in answers or on the page, names only cards that its
    seat holds or held, or that have been on the table.
    """
    told: tuple[list[str], list[str]] = ([], [])
    pages = (web.window(), web.window())
    for page, heard in zip(pages, told, strict=True):
        page.on("response", lambda answer, heard=heard: heard.append(_heard(answer)))
    for seat, page in enumerate(pages):
        sits(page, seat)
    public: set[str] = set()
    mine: tuple[set[str], set[str]] = (set(), set())

    def look() -> None:
        state = web.state
        public.update(map(str, state.view(0).discard_pile))
        public.update(str(c) for s in state.sides for m in s.melds for c in m.cards)
        for seat in (0, 1):
            mine[seat].update(map(str, state.hands[seat]))
            told[seat].append(pages[seat].inner_text("body"))
            told[seat].append(pages[seat].inner_html("#hand"))
            told[seat].append(pages[seat].inner_html("#heaps"))

    look()
    pages[0].click("#draw")
    reads(pages[0], "#turn", "Your turn: meld")
    look()
    meld = first_meld(web.state)
    assert meld is not None
    choose(pages[0], [str(card) for card in reversed(meld.cards)])
    pages[0].click("#meld")
    pages[0].wait_for_selector(f'img[alt="{meld}"]')
    assert str(web.state.sides[0].melds[0]) == str(meld)
    pages[1].wait_for_selector(f'img[alt="{meld}"]')
    look()
    discard(web, pages[0])
    look()
    for seat, how in ((1, "#take"), (0, "#draw"), (1, "#draw"), (0, "#take")):
        turn(web, pages[seat], how)
        look()
    assert [seat for seat, _ in web.state.view(0).history].count(1) == 4
    assert pages[1].locator("#hand button").count() == len(web.state.hands[1])

    for seat in (0, 1):
        named = set(CARD.findall(" ".join(told[seat])))
        assert named <= mine[seat] | public
        assert mine[seat] <= named
        # There was something to give away.
        assert len(mine[1 - seat] - mine[seat] - public) > 3


def _heard(answer: Any) -> str:
    """The body of an answer, without drawings of melds, which all may see."""
    if "json" not in answer.headers["content-type"]:
        return str(answer.url)
    data = json.loads(answer.body())
    pictures = data.pop("pictures", [])
    if pictures:
        drawn = [
            [svg.render_meld(Meld.parse(m, rules.CLASSIC_5000)) for m in side["melds"]]
            for side in data["sides"]
        ]
        assert pictures == drawn
    return json.dumps(data)


def test_refusals_are_explained(web: Web) -> None:
    """A code and a sentence, in the player's language; and nothing changes."""
    first, second = two(web)
    before = web.state
    second.click("#draw")
    reads(second, "#said", "not-your-turn it is seat 0's turn (G4)")
    first.click("#discard")
    reads(first, "#said", "notation expected a card to discard")
    first.fill("#text", "drow")
    first.press("#text", "Enter")
    reads(first, "#said", "notation no such move")
    assert web.state == before

    first.click("#draw")
    reads(first, "#turn", "Your turn: meld")
    assert first.inner_text("#said") == ""
    drawn = web.state
    first.click("#draw")
    reads(first, "#said", "already-drawn")
    hand = [str(card) for card in drawn.hands[0]]
    choose(first, hand[:2])
    first.click("#meld")
    reads(first, "#said", "too-few-cards a meld has at least three cards (G5)")
    first.select_option("#lang", "el")
    playwright.expect(first.locator("#said")).to_be_empty()
    first.click("#draw")
    reason = drawn.why_not("draw")
    assert reason is not None
    reads(first, "#said", reason_text(reason, "el"))
    assert web.state == drawn


def test_a_choice_is_offered_where_a_wild_card_has_two_places(web: Web) -> None:
    """G10: the player says which; the options are buttons."""
    for seed in range(500):
        game = Game.deal(rules.CLASSIC_5000, players=2, seed=seed)
        state = game.play("draw")
        hand = state.hands[0]
        pair = next(
            (
                pair
                for suit in "hdcs"
                for low, high in (("5", "6"), ("6", "7"), ("7", "8"), ("8", "9"))
                if Cards.parse(pair := f"{low}{suit} {high}{suit}") == hand & pair
            ),
            None,
        )
        if pair and "Jk" in hand:
            break
    assert pair is not None
    web.referee.game = game
    page = sits(web.window(), 0)
    choose(page, ["Jk", *pair.split()])
    page.click("#meld")
    reads(page, "#said", "ambiguous which one?")
    page.click("#said button >> nth=0")
    page.wait_for_selector("#ours + .row img")
    assert str(web.state.sides[0].melds[0]) in (f"Jk {pair}", f"{pair} Jk")


def test_coming_back_keeps_the_seat(web: Web) -> None:
    """The seat is in the window's address; a third window has none."""
    first, second = two(web)
    turn(web, first)
    reads(second, "#turn", "Your turn")
    shown = [second.inner_text(part) for part in ("#heaps", "#held", "#match")]
    second.reload()
    sits(second, 1)
    assert [second.inner_text(p) for p in ("#heaps", "#held", "#match")] == shown
    turn(web, second, "#take")

    other = web.window()
    other.goto(first.url)
    sits(other, 0)
    reads(other, "#turn", "Your turn: draw")
    third = web.window()
    reads(third, "#said", "table-full both seats are taken")
    third.goto(f"{web.url}#guess")
    reads(third, "#said", "no-such-token this is no link to a seat")
    assert third.locator("#hand button").count() == 0


def test_requests_at_once(web: Web) -> None:
    """Of ten draws at the same time one is made, and each other is told why not."""
    first, _ = two(web)
    answers = first.evaluate(
        """() => Promise.all(Array.from({ length: 10 }, () =>
            ask("/move", "POST", { text: "draw" })))"""
    )
    codes = sorted(answer.get("code", "ok") for answer in answers)
    assert codes == ["already-drawn"] * 9 + ["ok"]
    assert len(web.state.hands[0]) == 12


def test_wrong_requests(web: Web) -> None:
    """Through a real server too, each is answered with a status and says why."""
    first, _ = two(web)
    token = first.url.partition("#")[2]
    ask: Callable[..., Any] = first.request.post
    headers = {"Authorization": f"Bearer {token}"}
    for path, sent, status, code in (
        ("move", {"data": b"{"}, 400, "not-json"),
        ("move", {"data": b"[1]"}, 400, "no-text"),
        ("move", {"data": b"x" * 3_000_000}, 413, "too-long"),
        ("move", {"data": b'{"text": "pass"}'}, 422, "stock-not-empty"),
        ("move", {"data": b'{"text": "draw"}', "headers": {}}, 401, "no-such-token"),
        ("next", {}, 409, "deal-in-play"),
        ("view", {}, 405, "wrong-method"),
        ("state", {}, 404, "not-found"),
    ):
        answer = ask(web.url + path, **{"headers": headers, **sent})
        assert (answer.status, answer.json()["code"]) == (status, code)
        assert answer.json()["text"]


def test_a_deal_ends_with_a_score_sheet_and_the_next_one_begins(web: Web) -> None:
    """G14, C2: the sheet is a table; both windows go on with the next deal."""
    first, second = two(web)
    tokens = [page.url.partition("#")[2] for page in (first, second)]
    greedy = Greedy()
    while not web.state.is_over:
        view = web.state.view()
        answer = first.request.post(
            f"{web.url}move",
            headers={"Authorization": f"Bearer {tokens[view.seat]}"},
            data=json.dumps({"text": str(greedy.choose(view))}),
        )
        assert answer.ok, answer.text()
    reads(first, "#turn", "The deal is over.")
    totals = [str(total).replace("-", "−") for total in web.referee.match.totals]
    shown = first.locator("#score tbody tr:last-child td").all_inner_texts()
    assert shown == totals
    assert first.locator("#score caption").inner_text() == "score sheet"
    first.click("#next")
    for page in (first, second):
        reads(page, "#match", "Deal 2")
        reads(page, "#held", "Your hand (11)")
        assert page.locator("#over").is_hidden()


@pytest.mark.parametrize("width", [400, 960])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_follows_light_and_dark(web: Web, scheme: str, width: int) -> None:
    """No sideways scrolling on a telephone, and the reader's own scheme."""
    page = web.window(color_scheme=scheme, viewport={"width": width, "height": 800})
    sits(page, 0)
    look = "getComputedStyle(document.body).backgroundColor"
    assert (page.evaluate(look) == "rgb(255, 255, 255)") is (scheme == "light")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    names = page.locator("#hand img").evaluate_all("all => all.map((one) => one.alt)")
    assert len(names) == 11 and all(names)
