"""Games: undo and redo, forks, the record so far, and saving whole or not at all."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from biriba import (
    IllegalMove,
    InvalidRecord,
    InvalidState,
    Match,
    NotationError,
    Score,
    State,
    rules,
)
from biriba import record as records
from biriba.cards import deck_kinds, text_of
from biriba.game import Game
from biriba.scoring import ScoreLine, SideScore
from recorded import choose, played, played_match, playing

# --- Dealing -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic-5000", "canasta-2000", "greek-351"])
@pytest.mark.parametrize("seed", range(12))
def test_a_seed_deals_what_a_state_deals(name: str, seed: int) -> None:
    system = rules.named(name)
    expected = State.deal(system, 2, seed=seed, dealer=0)
    game = Game.deal(system, 2, seed=seed, dealer=0)
    assert game.state == expected
    assert game.record.dealer == 0
    assert Game.deal(system, 2, rng=random.Random(seed), dealer=0).state == expected
    again = Game.deal(system, 2, deck=iter(game.record.deck), dealer=0)
    assert again.state == expected


def test_a_generator_is_used_once_for_each_deal() -> None:
    one, other = random.Random(5), random.Random(5)
    for _ in range(3):
        game = Game.deal(rules.CLASSIC_5000, rng=one)
        assert game.state == State.deal(rules.CLASSIC_5000, rng=other)


def test_a_deck_is_dealt_as_it_lies() -> None:
    """G3: "The deck's order is data. From the top: hands, one card at a time"."""
    deck = text_of(deck_kinds(2, 4))
    game = Game.deal(rules.CLASSIC_5000, deck=deck)
    assert text_of(card.kind for card in game.record.deck) == deck
    assert "Ah" in game.state.hands[0]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"seed": 1, "rng": random.Random(1)},
        {"seed": 1, "deck": "Ah"},
        {"seed": "1"},
        {"seed": True},
        {"rng": 3},
        {"deck": "Ah Ah"},
        {"seed": 1, "dealer": 4},
    ],
)
def test_what_cannot_be_dealt_is_refused_as_a_state_does(arguments: Any) -> None:
    with pytest.raises(InvalidState) as expected:
        State.deal(rules.CLASSIC_5000, **arguments)
    with pytest.raises(InvalidState) as got:
        Game.deal(rules.CLASSIC_5000, **arguments)
    assert got.value.problems == expected.value.problems


def test_a_deck_of_other_words_is_refused() -> None:
    with pytest.raises(NotationError):
        Game.deal(rules.CLASSIC_5000, deck="Ah Bx")


def test_the_record_keeps_no_seed() -> None:
    seed = 987_654_321
    game = Game.deal(rules.CLASSIC_5000, seed=seed, meta={"table": "3"})
    assert str(seed) not in records.dump(game.record)
    assert game.record.meta == (("table", "3"),)


@pytest.mark.parametrize(
    ("meta", "problem"),
    [
        ({"a": "b", "table": 3}, "meta.table: expected text, not 3"),
        ({3: "table"}, "meta: a name is text, not 3"),
        ({3: "table", "a": "b"}, "meta: expected texts, each under a name"),
        ({"table": "x" * 10_001}, "meta.table: at most 10000 characters"),
        ({"x" * 10_001: ""}, "meta: a name has at most 10000 characters"),
        ("kitchen", "meta: expected texts, each under a name"),
        (7, "meta: expected texts, each under a name"),
    ],
)
def test_wrong_meta_is_named_with_its_key(meta: Any, problem: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        Game.deal(rules.CLASSIC_5000, seed=1, meta=meta)
    assert caught.value.problems == (problem,)


# --- The deals of a match ----------------------------------------------------------


@pytest.mark.parametrize("name", ["classic-5000", "canasta-2000", "greek-351"])
def test_the_games_of_a_match_make_its_record(tmp_path: Path, name: str) -> None:
    """C2, P2: the deal passes on; each game is dealt by the match's dealer."""
    system = rules.named(name)
    match = Match.start(system, 3, dealer=1)
    rng = random.Random(5)
    deals = []
    for number in range(3):
        game = match.game(seed=number, meta={"table": "kitchen"})
        assert game.state == match.deal(seed=number)
        assert (game.record.dealer, game.record.seats) == (match.dealer, 3)
        assert game.record.meta == (("table", "kitchen"),)
        while not game.state.is_over:
            game.play(choose(game.state, rng))
        deals.append(game.record)
        match = match.add(game.state.result())
        if match.is_over:
            break
    path = tmp_path / "match.json"
    records.save(records.MatchRecord.of(deals), path)
    record = records.open_record(path)
    assert isinstance(record, records.MatchRecord)
    assert records.replay_match(record)[0] == match


def test_a_match_deals_games_as_it_deals_states() -> None:
    match = Match.start(rules.CLASSIC_5000, 2)
    rng = random.Random(4)
    game = match.game(rng=rng)
    assert game.state == match.deal(rng=random.Random(4))
    assert match.game(deck=game.record.deck).state == game.state
    with pytest.raises(InvalidState):
        match.game()
    with pytest.raises(InvalidRecord, match=r"meta\.a"):
        match.game(seed=1, meta={"a": 1})  # type: ignore[dict-item]


def test_a_match_that_is_over_deals_no_game() -> None:
    line = ScoreLine("going-out", "going out", "C13", 5100, "")
    match = Match.start(rules.CLASSIC_5000, 2).add(
        Score((SideScore((line,)), SideScore(())))
    )
    assert match.is_over
    with pytest.raises(InvalidState, match="the match is over"):
        match.game(seed=1)


# --- Playing, back and forth -------------------------------------------------------


def test_undo_and_redo_walk_the_same_states() -> None:
    game = played(rules.CLASSIC_5000, seed=2, most=40)
    states, whole = game.states, game.record
    for expected in reversed(states[:-1]):
        assert game.undo() is expected
    with pytest.raises(InvalidState, match="no move to undo"):
        game.undo()
    assert game.record.moves == ()
    for expected in states[1:]:
        assert game.redo() is expected
    with pytest.raises(InvalidState, match="no move to redo"):
        game.redo()
    assert game.states == states
    assert game.record == whole


def test_a_move_forgets_what_was_undone() -> None:
    game = Game.deal(rules.CLASSIC_5000, seed=1)
    game.play("draw")
    game.undo()
    game.play("take")
    with pytest.raises(InvalidState, match="no move to redo"):
        game.redo()
    assert game.record.moves == ("take",)


def test_a_refused_move_changes_nothing() -> None:
    game = Game.deal(rules.CLASSIC_5000, seed=1)
    game.play("draw")
    game.undo()
    before = game.states
    for wrong in ("pass", "discard Ah"):
        with pytest.raises(IllegalMove):
            game.play(wrong)
    with pytest.raises(NotationError):
        game.play("fold")
    assert game.states == before
    assert game.redo().phase.value == "play"


def test_a_fork_goes_its_own_way() -> None:
    game = Game.deal(rules.CLASSIC_5000, seed=1, meta={"a": "b"})
    game.play("draw")
    game.undo()
    fork = game.fork()
    assert fork.state is game.state
    fork.redo()
    assert len(game.states) == 1
    assert fork.record.meta == game.record.meta
    assert fork.record.deck == game.record.deck
    game.play("take")
    assert fork.record.moves == ("draw",)
    assert game.record.moves == ("take",)
    with pytest.raises(InvalidState):
        game.redo()


def test_the_repr_tells_no_cards() -> None:
    game = played(rules.CLASSIC_5000, seed=2, most=3)
    assert repr(game) == f"<Game: move 3 of {game.state!r}>"
    assert not any(str(card) in repr(game) for card in game.state.stock)


# --- Saving ------------------------------------------------------------------------


def test_a_game_is_saved_after_every_move_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    rng = random.Random(3)
    game = Game.deal(rules.GREEK_351, rng=rng)
    for _ in range(25):
        game.save(path)
        game = Game.load(path)
        game.play(choose(game.state, rng))
    assert len(game.record.moves) == 25
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
    game.undo()
    game.save(path)
    assert Game.load(path).state == game.state


def test_only_the_record_of_a_deal_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    records.save(played_match(rules.TINY, 2, 3), path)
    with pytest.raises(InvalidRecord, match="of a match, not of a deal"):
        Game.load(path)


@pytest.mark.parametrize("text", ["", "PK\x03", "seats: 4", '{"a": 1, "a": 2}'])
def test_a_file_that_is_no_json_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    for read in (Game.load, records.open_record):
        with pytest.raises(InvalidRecord) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: ")


def test_a_loaded_game_has_been_checked(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = Game.deal(rules.CLASSIC_5000, seed=2)
    game.play("draw")
    game.save(path)
    path.write_text(path.read_text().replace('"moves": ["draw"', '"moves": ["pass"'))
    with pytest.raises(InvalidRecord, match=r"^move 1, 'pass' of seat 0: "):
        Game.load(path)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_crash_while_saving_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "game.json"
    game = Game.deal(rules.CLASSIC_5000, seed=1)
    game.save(path)
    old = path.read_bytes()
    game.play("draw")

    def crash(*args: object) -> None:
        # The old file is whole while the new one is being written.
        assert path.read_bytes() == old
        raise KeyboardInterrupt

    monkeypatch.setattr(os, call, crash)
    with pytest.raises(KeyboardInterrupt):
        game.save(path)
    monkeypatch.undo()
    assert path.read_bytes() == old
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
    game.save(path)
    assert Game.load(path).record.moves == ("draw",)


def test_the_new_file_is_on_the_disk_before_it_takes_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    told: list[str] = []
    fsync, replace = os.fsync, os.replace

    def watched_fsync(handle: int) -> None:
        told.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")
        fsync(handle)

    def watched_replace(source: str, target: str) -> None:
        assert Path(source).parent == Path(target).parent == tmp_path
        assert Path(source).read_text(encoding="utf-8").endswith("}\n")
        told.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    monkeypatch.setattr(os, "replace", watched_replace)
    Game.deal(rules.CLASSIC_5000, seed=1).save(path)
    assert [what for what in told if what != "folder"] == ["file", "rename"]
    assert len(told) == 3


def test_saving_keeps_the_mode_and_follows_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "game.json", tmp_path / "link.json"
    game = Game.deal(rules.CLASSIC_5000, seed=1)
    game.save(target)
    target.chmod(0o640)
    link.symlink_to(target)
    game.play("draw")
    game.save(link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert Game.load(target).record.moves == ("draw",)


def test_a_file_that_cannot_be_written_is_an_error_of_the_system(
    tmp_path: Path,
) -> None:
    game = Game.deal(rules.CLASSIC_5000, seed=1)
    missing = tmp_path / "no" / "game.json"
    with pytest.raises(FileNotFoundError) as caught:
        game.save(missing)
    # The file that was asked for, not the one beside it that is written first.
    assert caught.value.filename == str(missing)
    assert ".tmp" not in str(caught.value)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"folder'$") as other:
        game.save(tmp_path / "folder")
    assert other.value.filename == str(tmp_path / "folder")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]


# --- Threads -----------------------------------------------------------------------


def test_one_state_answers_the_same_to_many_threads() -> None:
    """A state is a value: what many threads ask of it, they are told alike."""
    *_, game = playing(rules.CLASSIC_5000, seed=6, most=60)
    states = game.states[-8:-1]
    barrier_free = list(range(16))

    def look(number: int) -> list[object]:
        told: list[object] = []
        order = states if number % 2 else tuple(reversed(states))
        for state in order:
            fresh = State(
                state.table,
                state.packed_hands,
                state.stock_kinds,
                state.biribakia_kinds,
            )
            moves = [str(move) for move in fresh.legal_moves]
            nexts = [hash(fresh.play(move)) for move in fresh.legal_moves]
            told.append((hash(fresh), moves, nexts, str(fresh.why_not("pass"))))
        return told if number % 2 else told[::-1]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(look, barrier_free))
    assert all(answer == answers[0] for answer in answers)


def test_forks_play_on_in_threads_of_their_own() -> None:
    game = played(rules.GREEK_351, seed=4, most=20)

    def go_on(number: int) -> State:
        fork = game.fork()
        rng = random.Random(number % 2)
        for _ in range(30):
            fork.play(choose(fork.state, rng))
        return fork.state

    with ThreadPoolExecutor(6) as pool:
        ends = list(pool.map(go_on, range(8)))
    assert len(set(ends)) == len({go_on(0), go_on(1)}) == 2
    assert len(game.states) == 21
