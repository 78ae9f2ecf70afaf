"""Records: written, read back, replayed, and refused with every problem at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biriba import AmbiguousMove, InvalidRecord, State, record, rules
from biriba._cli_replay import replay_command
from biriba._files import MOST_BYTES
from biriba.cli import main
from biriba.position import dump_position
from biriba.record import MatchRecord, Outcome, Record
from biriba.scoring import Score
from recorded import played, played_match, playing

RECORDS = Path(__file__).parent / "data" / "records"
FILES = sorted(path for path in RECORDS.iterdir() if path.suffix in (".json", ".jsonl"))
NAMES = ["classic-5000", "canasta-2000", "greek-351"]
NAMED = [
    ("classic-5000", None),
    ("classic-5000+wild-ratio", 3),
    ("classic-5000+joker-to-first-seat", 2),
    ("canasta-2000", None),
    ("canasta-2000+no-wild-twos", 6),
    ("greek-351", 3),
    ("greek-351+pile-for-melds+wild-ratio", 4),
]


@pytest.fixture(scope="module")
def deal() -> Record:
    return played(rules.CLASSIC_5000, seed=11, most=5000).record


@pytest.fixture(scope="module")
def match() -> MatchRecord:
    return played_match(rules.GREEK_351, None, 21)


LONG_DECK = "deck: expected text of 0 to 4000 characters, not 6000"
WRONG_OUT = "result.out: expected a whole number from 0 to 1000, not '0'"


def anything(value: Any) -> Any:
    """What a caller without a type checker may pass."""
    return value


def problems_of(call: Callable[[], object]) -> tuple[str, ...]:
    with pytest.raises(InvalidRecord) as caught:
        call()
    return caught.value.problems


def changed(one: record.AnyRecord, *path: object, to: object) -> Any:
    """The JSON of a record with one value changed, or taken out if `to` is ``...``."""
    data: Any = json.loads(record.dump(one))
    node = data
    for key in path[:-1]:
        node = node[key]
    if to is ...:
        del node[path[-1]]
    else:
        node[path[-1]] = to
    return data


@cache
def validator(name: str) -> Any:
    schema: Any = record.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def validate(data: object, name: str) -> None:
    validator(name).validate(data)


# --- There and back ----------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), NAMED)
def test_a_deal_is_written_and_replayed_identically(
    name: str, players: int | None
) -> None:
    game = played(rules.named(name), players, seed=5)
    again = record.load(record.dump(game.record))
    assert again == game.record
    assert again.moves
    states = record.replay_states(again)
    assert states == list(game.states)
    assert record.replay(again).history == game.state.history


@given(st.integers(0, 10**6), st.sampled_from(NAMES), st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_any_deal_comes_back(seed: int, name: str, dealer: int) -> None:
    game = played(rules.named(name), 4, seed=seed, dealer=dealer, most=80)
    again = record.load(record.dump(game.record, indent=1))
    assert again == game.record
    assert record.replay(again) == game.state


def test_every_moment_of_a_deal_can_be_recorded() -> None:
    for number, game in enumerate(playing(rules.TINY, seed=4)):
        if number % 7 and not game.state.is_over:
            continue
        one = record.load(record.dump(game.record))
        assert record.replay(one) == game.state
        assert (one.outcome is None) is not game.state.is_over
    assert game.state.is_over


def test_a_match_is_written_and_replayed_identically(match: MatchRecord) -> None:
    again = record.load_match(record.dump(match))
    assert again == match
    replayed, ends = record.replay_match(again)
    assert replayed.totals == match.totals
    assert replayed.is_over
    assert all(state.is_over for state in ends)
    assert len(ends) == len(match.deals) > 1
    # "The deal passes to the next seat in order of play" (C2; T says nothing else).
    assert [one.dealer for one in match.deals[:3]] == [3, 0, 1]


def test_the_last_deal_of_a_match_may_be_unfinished(match: MatchRecord) -> None:
    part = attrs.evolve(match.deals[1], moves=match.deals[1].moves[:9], outcome=None)
    longer = MatchRecord.of([match.deals[0], part])
    again = record.load_match(record.dump(longer))
    replayed, ends = record.replay_match(again)
    assert len(replayed.scores) == 1
    assert not ends[-1].is_over
    assert again.totals == replayed.totals


def test_meta_is_kept_in_one_order(deal: Record) -> None:
    one = attrs.evolve(deal, meta={"table": "7", "players": "Ελένη; \ud800"})
    assert one == attrs.evolve(
        deal, meta=[("players", "Ελένη; \ud800"), ("table", "7")]
    )
    assert record.load(record.dump(one)) == one


@pytest.mark.parametrize("seats", [2, 3])
def test_starting_totals_are_in_the_totals_of_a_match(seats: int) -> None:
    """T13: "Starting totals: four seats 0, three seats 100, two seats 50"."""
    start = {2: 50, 3: 100}[seats]
    one = played(rules.GREEK_351, seats, seed=3, most=5000).record
    assert one.outcome is not None
    expected = tuple(start + points for points in one.outcome.score.totals)
    assert MatchRecord.of([one]).totals == expected


# --- The rules in full -------------------------------------------------------------


def test_rules_are_written_in_full() -> None:
    house = rules.named("canasta-2000+hard-close").with_options(
        {"deal": {"hand": 13}, "target": {"points": 3000}}
    )
    written = record.rules_json(house)
    assert written["differences"] == {"deal": {"hand": 13}, "target": {"points": 3000}}
    assert written["options"] == house.options()
    own = attrs.evolve(house, name="our-table")
    assert record.rules_json(own)["differences"] is None
    game = played(own, seed=1, most=20)
    assert record.load(record.dump(game.record)).rules == own


def test_an_old_record_keeps_its_rules_when_a_preset_changes(
    monkeypatch: pytest.MonkeyPatch, deal: Record
) -> None:
    text = record.dump(deal)
    today = attrs.evolve(
        rules.CLASSIC_5000.with_options({"prices": {"going_out": 555}}), revision=2
    )
    monkeypatch.setattr(rules, "PRESETS", {"classic-5000": today})
    again = record.load(text)
    assert again.rules == deal.rules != rules.named("classic-5000")
    assert record.replay(again) == record.replay(deal)


def test_an_option_of_a_later_release_has_its_default(deal: Record) -> None:
    data = changed(deal, "rules", "options", "stock", to=...)
    data["rules"]["options"]["pile"].pop("hand_naturals")
    assert record.from_json(data) == deal


# --- What past releases wrote ------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_records_of_past_releases_load_for_ever(path: Path) -> None:
    for one in record.open_records(path):
        if isinstance(one, Record):
            record.replay(one)
        else:
            match, _ = record.replay_match(one)
            assert match.totals == one.totals
        assert record.load_any(record.dump(one)) == one


def test_every_release_left_records_of_every_system() -> None:
    found = {path.name for path in FILES}
    for name in rules.PRESETS:
        assert f"0.1.0-{name}.json" in found
        assert f"0.1.0-{name}-match.json" in found
        assert f"0.1.0-{name}-unfinished.json" in found
    stream = list(record.open_records(RECORDS / "0.1.0-stream.jsonl"))
    assert len(stream) == 14


# --- The schemas -------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_was_written_fits_the_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for line in text.splitlines() if path.suffix == ".jsonl" else [text]:
        data = json.loads(line)
        validate(
            data, {"biriba-record": "record", "biriba-match": "match"}[data["format"]]
        )


@pytest.mark.parametrize("name", NAMES)
def test_positions_fit_their_schema(name: str) -> None:
    for number, game in enumerate(playing(rules.named(name), seed=8)):
        if number % 25 == 0 or game.state.is_over:
            validate(dump_position(game.state), "position")
    own = attrs.evolve(rules.named(name), name="own")
    validate(dump_position(State.deal(own, seed=1)), "position")
    house = rules.named(name).with_options({"wild": {"limit": 3}})
    validate(dump_position(State.deal(house, seed=1)), "position")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "biriba"),
        (("version",), 2),
        (("extra",), 1),
        (("deck",), "Ah Ax"),
        (("moves", 0), "fold"),
        (("result", "totals"), ["1"]),
        (("rules", "options", "target", "points"), 0.3),
        (("rules", "options", "wild", "more"), 1),
        (("rules", "options", "seatings"), ...),
    ],
)
def test_the_schema_refuses_other_shapes(
    deal: Record, path: tuple[object, ...], value: object
) -> None:
    with pytest.raises(jsonschema.ValidationError):
        validate(changed(deal, *path, to=value), "record")


def test_the_schemas_know_every_option() -> None:
    def names(properties: Any) -> Any:
        if properties.get("type") == "array":
            properties = properties["items"]
        inner = properties.get("properties")
        return inner and {key: names(value) for key, value in inner.items()}

    def shape(value: Any) -> Any:
        if isinstance(value, list):
            value = value[0]
        return (
            {k: shape(v) for k, v in value.items()} if isinstance(value, dict) else None
        )

    everything = shape(rules.CLASSIC_5000.options())
    record_schema: Any = record.schema()
    match_schema: Any = record.schema("match")
    position_schema: Any = record.schema("position")
    assert names(record_schema["$defs"]["rules"]["properties"]["options"]) == everything
    assert record_schema["$defs"] == match_schema["$defs"]
    assert names(position_schema["properties"]["rules"]["oneOf"][1]) == everything


def test_there_are_only_these_schemas() -> None:
    assert problems_of(lambda: record.schema("../record")) == (
        "there are schemas of record, match, position",
    )


# --- Refused: the form -------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("format",), "x", "format: expected biriba-record or biriba-match"),
        (("format",), ..., "format: expected biriba-record or biriba-match"),
        (("format",), [], "format: expected biriba-record or biriba-match"),
        (("version",), 0, "version: expected a whole number from 1 to 1"),
        (("version",), True, "version: expected a whole number from 1 to 1"),
        (
            ("version",),
            2,
            "version: this document was written by a later release of biriba; "
            "this one reads up to version 1",
        ),
        (("rules",), ..., "rules: it is missing"),
        (("rules",), "classic-5000", "rules: expected an object, not 'classic-5000'"),
        (
            ("rules", "options"),
            [],
            "rules.options: expected an object of all the options",
        ),
        (
            ("rules", "options", "x"),
            {str(n): [] for n in range(3000)},
            "rules.options: there are not so many",
        ),
        (
            ("rules", "options"),
            {"x": [[0] * 20] * 200},
            "rules.options: there are not so many",
        ),
        (
            ("rules", "options", "wild", "limit"),
            -1,
            "rules.options: wild.limit: expected a whole number from 0 to 1000",
        ),
        (("rules", "name"), "x", "rules.name: it is not that of the options"),
        (("rules", "revision"), 9, "rules.revision: it is not that of the options"),
        (("rules", "differences"), 3, "rules.differences: the options do not say so"),
        (
            ("rules", "differences"),
            {"wild": {"limit": 2}},
            "rules.differences: the options do not say so",
        ),
        (
            ("rules", "differences"),
            {"revision": 3},
            "rules.differences: the options do not say so",
        ),
        (("seats",), 7, "seats: classic-5000 has no 7 seats; it has 2, 3, 4, 5, 6"),
        (("seats",), "4", "seats: expected a whole number from 0 to 1000, not '4'"),
        (("dealer",), 4, "dealer: there is no such seat; seats are 0 to 3"),
        (("dealer",), True, "dealer: expected a whole number from 0 to 1000, not true"),
        (("deck",), 5, "deck: expected text of 0 to 4000 characters, not 5"),
        (("deck",), "Jk " * 2000, LONG_DECK),
        (
            ("deck",),
            "Ah xx",
            "deck: 'xx' is no card; expected a rank (A 2-10 J Q K) and a suit "
            "(h d c s) such as 10h, or Jk, at character 3",
        ),
        (("moves",), "draw", "moves: expected a list, not 'draw'"),
        (("moves", 1), 7, "move 2: expected text of 1 to 1000 characters"),
        (("moves", 1), "", "move 2: expected text of 1 to 1000 characters"),
        (("moves", 1), "x" * 1001, "move 2: expected text of 1 to 1000 characters"),
        (("result", "out"), 4, "result.out: there is no such seat"),
        (("result", "out"), "0", WRONG_OUT),
        (("result", "score"), [], "result.totals: they are not the sums of the lines"),
        (
            ("result", "totals", 0),
            1,
            "result.totals: they are not the sums of the lines",
        ),
        (
            ("result", "totals", 0),
            None,
            "result.totals: points are a number, not null",
        ),
        (
            ("result", "score", 0),
            {},
            "result.score[0]: expected a list of at most 1000 lines",
        ),
        (("result", "score", 1, 0), 3, "result.score[1]: expected an object, not 3"),
        (
            ("result", "score", 1, 0, "points"),
            0.3,
            "result.score[1]: points: 0.3 is no multiple of one half",
        ),
        (
            ("result", "score", 1, 0, "code"),
            ...,
            "result.score[1]: code: it is missing",
        ),
        (
            ("result", "score", 1, 0, "points"),
            ...,
            "result.score[1]: points: it is missing",
        ),
        (("meta",), [], "meta: expected an object, not a list"),
        (("meta",), {"a": 1}, "meta.a: expected text, not 1"),
        (("seeds\n",), 1, "'seeds\\n': there is no such key"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named(
    deal: Record, path: tuple[object, ...], value: object, problem: str
) -> None:
    data = changed(deal, *path, to=value)
    assert problem in problems_of(lambda: record.load(json.dumps(data)))


def test_the_deck_must_be_the_systems(deal: Record) -> None:
    text = " ".join(str(card) for card in deal.deck).replace("Jk", "Ah", 1)
    assert problems_of(lambda: record.from_json(changed(deal, "deck", to=text))) == (
        "deck: it has too many of Ah (3, the deck has 2)",
        "deck: it lacks Jk (3 of 4)",
    )
    assert len(problems_of(lambda: record.from_json(changed(deal, "deck", to="")))) == 1


def test_the_score_must_have_the_sides_of_the_system(deal: Record) -> None:
    data = changed(deal, "result", "score", to=[])
    data["result"]["totals"] = []
    assert problems_of(lambda: record.from_json(data)) == (
        "result: it scores 0 sides of 2",
    )


def test_all_problems_are_reported_together(deal: Record) -> None:
    data = changed(deal, "dealer", to=9)
    data |= {"x": 1, "moves": {}, "meta": 3}
    data["rules"]["name"] = "other"
    del data["deck"]
    problems = problems_of(lambda: record.from_json(data))
    assert [p.split(":")[0] for p in problems] == [
        "deck", "x", "rules.name", "meta", "moves", "dealer",
    ]  # fmt: skip


def test_no_flood_of_problems(deal: Record) -> None:
    data = changed(deal, "x", to=1) | {f"key {n}": n for n in range(10_000)}
    assert len(problems_of(lambda: record.from_json(data))) <= 50


@pytest.mark.parametrize(
    ("data", "words"), [(None, "null"), ([], "a list"), ("x", "'x'"), (3, "3")]
)
def test_a_document_is_an_object(data: object, words: str) -> None:
    assert problems_of(lambda: record.from_json(data)) == (
        f"the document: expected an object, not {words}",
    )


def test_a_key_need_not_be_text_to_be_refused(deal: Record) -> None:
    data: Any = record.to_json(deal)
    assert problems_of(lambda: record.from_json(data | {5: 1})) == (
        "5: there is no such key",
    )


def test_a_deal_is_no_match(deal: Record, match: MatchRecord) -> None:
    with pytest.raises(InvalidRecord, match="of a match, not of a deal"):
        record.load(record.dump(match))
    with pytest.raises(InvalidRecord, match="of a deal, not of a match"):
        record.load_match(record.dump(deal))


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("totals", 0), 1, "totals: the record says 1, "),
        (("totals",), ..., "totals: it is missing"),
        (("deals",), 3, "deals: expected a list of at most 1000"),
        (("deals",), [0] * 1001, "deals: expected a list of at most 1000"),
        (("deals", 0, "result"), None, "deal 1: it has no result, and another deal"),
        (("deals", 1), None, "deal 2: expected an object"),
        (("deals", 1, "deck"), "Qq", "deal 2: deck: 'Qq' is no card"),
        (("deals", 1, "moves", 0), 1, "deal 2: move 1: expected text"),
        (("deals", 1, "seats"), 4, "deal 2: seats: there is no such key"),
        (
            ("deals", 0, "result", "out"),
            12,
            "deal 1: result.out: there is no such seat",
        ),
        (("seats",), 9, "seats: greek-351 has no 9 seats"),
        (("seats",), 0, "seats: greek-351 has no 0 seats"),
        (("dealer",), 4, "dealer: there is no such seat"),
        (("dealer",), ..., "dealer: it is missing"),
        (("rules",), 4, "rules: expected an object"),
    ],
)
def test_a_wrong_value_in_a_match_is_named(
    match: MatchRecord, path: tuple[object, ...], value: object, problem: str
) -> None:
    data = changed(match, *path, to=value)
    found = problems_of(lambda: record.from_json(data))
    assert any(p.startswith(problem) for p in found), found


def test_a_record_in_code_is_checked_too(deal: Record, match: MatchRecord) -> None:
    with pytest.raises(InvalidRecord, match="each a Card, got str"):
        attrs.evolve(deal, deck=anything("Ah"))
    with pytest.raises(InvalidRecord, match=r"expected Rules, got str; .*named"):
        attrs.evolve(deal, rules=anything("classic-5000"))
    with pytest.raises(InvalidRecord, match="expected the number of seats, got str"):
        attrs.evolve(deal, seats=anything("4"))
    with pytest.raises(InvalidRecord, match="dealer: there is no such seat"):
        attrs.evolve(deal, dealer=-1)
    with pytest.raises(InvalidRecord, match="deck: it lacks"):
        attrs.evolve(deal, deck=deal.deck[:-1])
    with pytest.raises(InvalidRecord, match="sides of 2"):
        attrs.evolve(deal, outcome=Outcome(None, Score(())))
    with pytest.raises(InvalidRecord, match=r"meta\.a: at most 10000 characters"):
        attrs.evolve(deal, meta={"a": "x" * 10_001})
    with pytest.raises(InvalidRecord, match=r"meta\.a: at most 10000 characters"):
        attrs.evolve(match, meta={"a": "x" * 10_001})
    with pytest.raises(InvalidRecord, match="dealer: there is no such seat"):
        attrs.evolve(match, dealer=7)
    with pytest.raises(InvalidRecord, match="at least one deal"):
        MatchRecord.of([])
    with pytest.raises(InvalidRecord, match="deal 2: seat 0 deals, not 3"):
        MatchRecord.of([match.deals[0], match.deals[0]])
    with pytest.raises(InvalidRecord, match="deal 2: it has other rules"):
        MatchRecord.of([match.deals[0], deal])
    with pytest.raises(InvalidRecord, match="at most 1000"):
        attrs.evolve(match, deals=(match.deals[0],) * 1001)


# --- Refused: the moves and the result ---------------------------------------------


def with_move(deal: Record, number: int, text: str) -> Record:
    moves = (*deal.moves[: number - 1], text, *deal.moves[number:])
    return attrs.evolve(deal, moves=moves)


@pytest.mark.parametrize(
    ("number", "text", "problem"),
    [
        (
            1,
            "pass",
            "move 1, 'pass' of seat 0: there are still cards in the stock (G13)",
        ),
        (1, "fold", "move 1, 'fold' of seat 0: no such move; expected draw, take"),
        (2, "draw", "move 2, 'draw' of seat 0: this turn's card is drawn already (G4)"),
        (2, "discard Xx", "move 2, 'discard Xx' of seat 0: 'Xx' is no card"),
        (2, "meld Ah 2h 4h", "move 2, 'meld Ah 2h 4h' of seat 0: "),
    ],
)
def test_the_first_wrong_move_is_named(number: int, text: str, problem: str) -> None:
    deal = record.load(
        (RECORDS / "0.1.0-classic-5000.json").read_text(encoding="utf-8")
    )
    wrong = with_move(deal, number, text)
    (found,) = problems_of(lambda: record.replay(wrong))
    assert found.startswith(problem)
    assert record.replay(wrong, number - 1) == record.replay(deal, number - 1)
    assert record.load(record.dump(wrong)) == wrong


def test_an_ambiguous_move_is_named() -> None:
    """G10: "The player chooses among the legal results": a record must say which."""
    system = rules.TINY
    for seed in range(200):
        for game in playing(system, seed=seed, most=30):
            if game.state.is_over:
                break
            for index, meld in enumerate(game.state.view().melds):
                for card in game.state.view().hand:
                    text = f"lay {index} + {card}"
                    before = game.record
                    try:
                        game.state.why_not(text)
                    except AmbiguousMove:
                        wrong = attrs.evolve(before, moves=(*before.moves, text))
                        (found,) = problems_of(partial(record.replay, wrong))
                        told = f"{text!r} can be read in several ways: lay {index}: "
                        assert told in found and str(meld) not in found
                        return
    pytest.fail("no ambiguous lay-off was found")


def test_no_move_follows_the_end(deal: Record) -> None:
    longer = attrs.evolve(deal, moves=(*deal.moves, "draw"))
    (problem,) = problems_of(lambda: record.replay(longer))
    assert problem.startswith(f"move {len(deal.moves) + 1}, 'draw' of seat ")
    assert problem.endswith("the deal is over (G4)")


def test_a_result_before_the_end_is_refused(deal: Record) -> None:
    shorter = attrs.evolve(deal, moves=deal.moves[:-1])
    assert problems_of(lambda: record.replay(shorter)) == (
        "result: the record has one, but the deal is not over",
    )
    assert record.replay(attrs.evolve(deal, outcome=None)).is_over


def test_another_score_is_reported_side_by_side(deal: Record) -> None:
    outcome = deal.outcome
    assert outcome is not None
    assert outcome.out is not None
    first, second = outcome.score.sides
    line = attrs.evolve(second.lines[0], points=second.lines[0].points + 5)
    side = attrs.evolve(second, lines=(line, *second.lines[1:]))
    wrong = attrs.evolve(
        deal, outcome=Outcome(None, attrs.evolve(outcome.score, sides=(first, side)))
    )
    found = problems_of(lambda: record.replay(wrong))
    assert found[0] == f"result.out: nobody went out, but seat {outcome.out} went out"
    assert found[1].startswith("result, side 1: the record says ")
    assert len(found) == 2
    # With `until`, the moves alone are asked for.
    assert record.replay(wrong, len(deal.moves)).is_over


def test_the_lines_of_a_score_are_compared_but_not_their_wording(deal: Record) -> None:
    outcome = deal.outcome
    assert outcome is not None

    def with_first_line(**changes: Any) -> Record:
        score = outcome.score
        lines = score.sides[0].lines
        line = attrs.evolve(lines[0], **changes)
        side = attrs.evolve(score.sides[0], lines=(line, *lines[1:]))
        new = attrs.evolve(score, sides=(side, *score.sides[1:]))
        return attrs.evolve(deal, outcome=Outcome(outcome.out, new))

    assert record.replay(with_first_line(label="something else")).is_over
    assert problems_of(lambda: record.replay(with_first_line(detail="Ah"))) == (
        "result, side 0: the lines of the score are not those of the replay",
    )


@pytest.mark.parametrize("until", [-1, 10_000, True, "3"])
def test_until_is_a_number_of_moves(deal: Record, until: Any) -> None:
    with pytest.raises(InvalidRecord, match=f"the record has {len(deal.moves)} moves"):
        record.replay(deal, until)


def test_until_stops_there(deal: Record) -> None:
    assert [len(record.replay(deal, n).history) for n in (0, 1, 10)] == [0, 1, 10]


def test_a_wrong_deal_in_a_match_is_named(match: MatchRecord) -> None:
    wrong = with_move(match.deals[1], 1, "pass")
    with pytest.raises(InvalidRecord, match=r"^deal 2: move 1, 'pass' of seat 1: "):
        record.replay_match(MatchRecord.of([match.deals[0], wrong]))


def test_no_deal_follows_a_decided_match(match: MatchRecord) -> None:
    """G15: "until a side reaches the target"."""
    dealer = (match.deals[-1].dealer + 1) % 4
    late = played(rules.GREEK_351, seed=2, dealer=dealer, most=5).record
    longer = MatchRecord.of([*match.deals, late])
    with pytest.raises(InvalidRecord, match="the match was over before it"):
        record.replay_match(longer)


# --- Streams and files -------------------------------------------------------------


def test_streams_of_deals(deal: Record, match: MatchRecord) -> None:
    lines = list(record.dump_lines([deal, match]))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    assert list(record.load_lines([lines[0], "  \n", lines[1]])) == [deal, match]
    stream = record.load_lines([lines[0], "\n", "{}\n", lines[1]])
    assert next(stream) == deal
    assert problems_of(lambda: next(stream)) == (
        "line 3: format: expected biriba-record or biriba-match",
    )


def test_files(tmp_path: Path, deal: Record, match: MatchRecord) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    record.save(match, one)
    many.write_text("".join(record.dump_lines([deal, match])), encoding="utf-8")
    assert record.open_record(one) == match
    assert list(record.open_records(one)) == [match]
    assert list(record.open_records(str(many))) == [deal, match]


def test_files_that_are_no_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"\xff\xfe{}")
    assert problems_of(lambda: record.open_record(path)) == (
        f"{path}: not UTF-8 text, at byte 0",
    )
    lines = path.with_suffix(".jsonl")
    lines.write_bytes(b"\xff\xfe{}")
    with pytest.raises(InvalidRecord, match=r"^line 1: "):
        list(record.open_records(lines))
    with pytest.raises(FileNotFoundError):
        record.open_record(tmp_path / "none.json")
    monkeypatch.setattr("biriba._files.MOST_BYTES", 3)
    assert MOST_BYTES == 64_000_000
    path.write_bytes(b"{  }")
    assert problems_of(lambda: record.open_record(path)) == (
        f"{path}: the file is larger than 3 bytes",
    )


# --- The command -------------------------------------------------------------------


def test_the_command_prints_the_score_sheet(tmp_path: Path, deal: Record) -> None:
    path = tmp_path / "deal.json"
    record.save(deal, path)
    assert deal.outcome is not None
    text = replay_command(path)
    count = len(deal.moves)
    assert text == (
        f"Deal: classic-5000, 4 seats, dealt by seat 3, moves: {count}; "
        f"seat {deal.outcome.out} went out\n{deal.outcome.score}"
    )
    assert replay_command(path, count) == text
    assert replay_command(path, 1) == (
        "Deal: classic-5000, 4 seats, dealt by seat 3, moves: 1; seat 0 to play"
    )
    data = json.loads(replay_command(path, as_json=True))
    assert data["deals"][0]["result"]["totals"] == list(deal.outcome.score.totals)
    assert data["deals"][0]["result"]["out"] == deal.outcome.out
    assert "winners" not in data
    data = json.loads(replay_command(path, 0, True))
    assert data["deals"][0]["phase"] == "draw"
    assert data["deals"][0]["result"] is None


def test_the_command_plays_a_match(tmp_path: Path, match: MatchRecord) -> None:
    path = tmp_path / "match.json"
    record.save(match, path)
    text = replay_command(path)
    assert text.count("\nDeal ") + 1 == len(match.deals)
    assert "Deal 1: greek-351, 4 seats, dealt by seat 3, " in text
    assert "nobody went out" in text
    assert text.endswith("\nSide 0 wins")
    data = json.loads(replay_command(path, as_json=True))
    assert data["winners"] == [0]
    assert len(data["deals"]) == len(match.deals)
    first = len(match.deals[0].moves)
    part = replay_command(path, first + 2)
    assert "Deal 2: greek-351, 4 seats, dealt by seat 0, moves: 2; seat 1 " in part
    assert "Match" not in part


def test_the_command_counts_moves_through_a_stream(
    tmp_path: Path, deal: Record, match: MatchRecord
) -> None:
    path = tmp_path / "stream.jsonl"
    path.write_text("".join(record.dump_lines([deal, match])), encoding="utf-8")
    count = len(deal.moves)
    assert len(json.loads(replay_command(path, as_json=True))) == 2
    assert len(json.loads(replay_command(path, count + 1, True))) == 2
    assert "deals" in json.loads(replay_command(path, count, True))
    total = count + sum(len(one.moves) for one in match.deals)
    assert replay_command(path, total) == replay_command(path)
    assert problems_of(lambda: replay_command(path, total + 1)) == (
        f"until: the file has {total} moves",
    )


@pytest.mark.parametrize("until", [-1, True, "x"])
def test_the_command_wants_a_number(until: Any) -> None:
    with pytest.raises(InvalidRecord, match="until: expected a number of moves"):
        replay_command("nowhere.json", until)


def test_the_command_says_what_is_wrong(tmp_path: Path, deal: Record) -> None:
    path = tmp_path / "deal.json"
    record.save(with_move(deal, 1, "pass"), path)
    with pytest.raises(InvalidRecord, match=r"^move 1, 'pass' of seat 0: "):
        replay_command(path)
    with pytest.raises(InvalidRecord, match=r"^cannot read the file: No such file"):
        replay_command(tmp_path / "none.json")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    assert problems_of(lambda: replay_command(empty)) == ("the file holds no record",)


def test_the_command_line_replays(
    tmp_path: Path, deal: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    good, wrong = tmp_path / "deal.json", tmp_path / "wrong.json"
    record.save(deal, good)
    record.save(with_move(deal, 1, "pass"), wrong)
    assert main(["replay", str(good)]) == 0
    assert capsys.readouterr().out == replay_command(good) + "\n"
    assert main(["replay", str(good), "--until", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"][0]["moves"] == 1
    assert main(["replay", str(wrong)]) == 1
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out == (
        "move 1, 'pass' of seat 0: there are still cards in the stock (G13)\n"
    )
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert main(["replay", str(good), "--until", "-1"]) == 2
