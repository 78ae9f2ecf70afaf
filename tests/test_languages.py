"""The tables of messages: complete in every language, with the same fields."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import biriba
from biriba import (
    AmbiguousMove,
    Card,
    Discard,
    IllegalMeld,
    LayMeld,
    LayOff,
    Meld,
    NameSuit,
    NotationError,
    Phase,
    Rank,
    Reason,
    Suit,
    TakePile,
    rules,
)
from biriba._sentences import UNREAD
from biriba.cards import KINDS
from biriba.languages import (
    TABLES,
    card_name,
    error_text,
    fields,
    language_code,
    meld_name,
    message,
    move_text,
    phase_text,
    rank_name,
    reason_text,
    score_label,
    suit_name,
)
from biriba.moves import DRAW, PASS, TAKE
from biriba.reasons import REFUSALS
from biriba.scoring import LABELS, BiribakiStatus

CODES = sorted(TABLES)
RUN = Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000)
GREEK_LETTERS = re.compile("[Ͱ-Ͽἀ-῿]")


@pytest.mark.parametrize("code", CODES)
class TestTables:
    """Nothing falls back to English: every table says everything."""

    def test_has_the_same_keys_as_english(self, code: str) -> None:
        assert sorted(TABLES[code]) == sorted(TABLES["en"])

    def test_has_the_same_fields_in_every_message(self, code: str) -> None:
        for key, template in TABLES[code].items():
            assert fields(template) == fields(TABLES["en"][key]), key

    def test_no_message_is_empty_or_padded(self, code: str) -> None:
        for key, template in TABLES[code].items():
            assert template == template.strip() != "", key

    def test_fields_are_plain_names(self, code: str) -> None:
        """A format such as ``{seat!r}`` or ``{0}`` has no place in a message."""
        for key, template in TABLES[code].items():
            assert all(name.isidentifier() for name in fields(template)), key
            assert not re.search(r"\{[^}]*[!:.\[]", template), key

    def test_says_every_refusal_and_score_line(self, code: str) -> None:
        said = {k.partition(".")[2] for k in TABLES[code] if k.startswith("refusal.")}
        assert said == set(REFUSALS)
        said = {k.partition(".")[2] for k in TABLES[code] if k.startswith("score.")}
        assert said == set(LABELS)

    def test_every_phase_and_status_has_a_text(self, code: str) -> None:
        for phase in Phase:
            assert phase_text(phase, code)
        for status in BiribakiStatus:
            assert message(f"biribaki.{status.value}", code)

    def test_names_of_cards_suits_and_ranks_differ(self, code: str) -> None:
        cards = [card_name(Card.of_kind(kind), code) for kind in range(KINDS)]
        assert len(set(cards)) == KINDS
        assert len({suit_name(suit, code) for suit in Suit}) == 4
        assert len({rank_name(rank, code) for rank in Rank}) == 14

    def test_refusals_differ(self, code: str) -> None:
        """Two reasons with one text would leave the player guessing."""
        texts = [t for k, t in TABLES[code].items() if k.startswith("refusal.")]
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("code", ["el", "de"])
def test_translated_refusals_are_not_the_english_ones(code: str) -> None:
    for key, template in TABLES[code].items():
        if key.startswith(("refusal.", "score.", "phase.", "move.")):
            assert template != TABLES["en"][key], key


def test_greek_is_in_greek_letters_alone() -> None:
    """No Latin look-alike hides in a Greek word; notation is as in English."""
    for key, template in TABLES["el"].items():
        bare = re.sub(r"\{[a-z]+\}", "", template)
        words = set(re.findall(r"\w+", bare)) - set(
            re.findall(r"\w+", TABLES["en"][key])
        )
        assert not re.search("[A-Za-z]", " ".join(words)), key
        assert GREEK_LETTERS.search(bare) or key == "card", key


def test_the_others_have_no_greek_letters() -> None:
    for code in ("en", "de"):
        for key, template in TABLES[code].items():
            assert not GREEK_LETTERS.search(template), key


def test_names() -> None:
    assert card_name("Jk", "el") == "μπαλαντέρ"
    assert card_name(Card.parse("As"), "el") == "άσος μπαστούνι"
    assert card_name("Kc", "de") == "Kreuz-König"
    assert [suit_name(suit, "el") for suit in Suit] == [
        "κούπες",
        "καρό",
        "σπαθιά",
        "μπαστούνια",
    ]
    assert message("word.wild", "el") == "μπαλαντέρ"
    assert message("word.stock", "de") == "Stapel"
    with pytest.raises(NotationError):
        card_name("11h", "el")


def test_melds() -> None:
    long = Meld.parse("5c 6c 7c 8c 9c 10c Jc", rules.CLASSIC_5000)
    full = Meld.parse("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", rules.CLASSIC_5000)
    trio = Meld.parse("8h 8d 8s", rules.CLASSIC_5000)
    assert meld_name(RUN) == "dirty run"
    assert meld_name(trio, "de") == "reiner Satz"
    assert meld_name(long, "el", biriba=True) == "κέντα, καθαρή μπιρίμπα"
    assert meld_name(full, "de", biriba=True) == "Folge, reine volle Biriba"


def test_moves() -> None:
    lay = LayOff(2, RUN)
    assert move_text(DRAW, "de") == "vom Stapel ziehen"
    assert move_text(PASS, "el") == "πάσο"
    assert move_text(TAKE) == "take the discard pile"
    assert move_text(LayMeld(RUN)) == "meld 4h 5h Jk 7h"
    assert move_text(lay, "de") == "an Figur 2 anlegen: 4h 5h Jk 7h"
    assert move_text(TakePile(lay)) == (
        "take the discard pile and lay off on meld 2: 4h 5h Jk 7h"
    )
    assert move_text(Discard(Card.parse("9s")), "el") == "πέταγμα εννέα μπαστούνι"
    assert move_text(NameSuit(Suit.HEARTS), "de") == "Herz als Bonusfarbe nennen"


@pytest.mark.parametrize("code", CODES)
def test_every_legal_move_has_a_text(code: str) -> None:
    state = biriba.State.deal(rules.CLASSIC_5000, seed=11)
    for _ in range(30):
        moves = list(state.legal_moves)
        assert all("{" not in move_text(move, code) for move in moves)
        state = state.play(moves[-1])


def test_english_reasons_are_those_of_the_library() -> None:
    """One English text for one refusal, wherever it is asked for."""
    for code, refusal in REFUSALS.items():
        data = tuple((name, "7h") for name in sorted(fields(refusal.template)))
        reason = Reason(code, "G4", data)
        assert reason_text(reason) == str(reason)
        for language in CODES:
            text = reason_text(reason, language)
            assert text.endswith(" (G4)")
            assert text.count("7h") == len(data)


def test_a_reason_from_a_deal() -> None:
    state = biriba.State.deal(rules.CLASSIC_5000, seed=7)
    reason = state.view(2).why_not("draw")
    assert reason is not None
    assert reason_text(reason, "el") == "παίζει η θέση 0 (G4)"
    assert reason_text(reason, "de") == "Platz 0 ist am Zug (G4)"


def test_score_labels() -> None:
    for code, label in LABELS.items():
        assert score_label(code) == label
    assert score_label("no-biribaki", "el") == "χωρίς μπιριμπάκι"
    assert score_label("clean-four-kings", "el") == "clean four kings"
    with pytest.raises(NotationError):
        score_label("clean-four-kings", "xx")


@pytest.mark.parametrize(
    ("given", "code"),
    [("en", "en"), ("EL", "el"), (" de ", "de"), ("de-AT", "de"), ("el_GR.UTF-8", "el"),
     ("de.UTF-8", "de")],
)  # fmt: skip
def test_language_codes(given: str, code: str) -> None:
    assert language_code(given) == code


@pytest.mark.parametrize(
    ("given", "meant"),
    [("gr", "el"), ("greek", "el"), ("ελληνικά", "el"), ("German", "de"),
     ("englsh", "en"), ("deutsch", "de")],
)  # fmt: skip
def test_unknown_language_suggests_the_closest(given: str, meant: str) -> None:
    with pytest.raises(NotationError, match=f"did you mean '{meant}'"):
        language_code(given)


@pytest.mark.parametrize("given", ["", " ", "qq", "zz-ZZ", "x" * 5000])
def test_unknown_language_lists_them_all(given: str) -> None:
    with pytest.raises(NotationError, match=r"\(en, el, de\)") as caught:
        language_code(given)
    assert "mean" not in caught.value.problem


def test_an_empty_language_is_said_to_be_empty() -> None:
    with pytest.raises(NotationError) as caught:
        language_code(" ")
    assert caught.value.problem == (
        "the language is empty; expected one of (en, el, de)"
    )


def test_a_language_is_text() -> None:
    with pytest.raises(
        NotationError, match="expected a language, such as 'el', got int"
    ):
        language_code(3)  # type: ignore[arg-type]


def test_no_such_message_and_missing_fields() -> None:
    with pytest.raises(NotationError, match=r"no message 'word\.nothing'"):
        message("word.nothing")
    with pytest.raises(NotationError, match="needs rank, suit"):
        message("card", "el")
    with pytest.raises(NotationError, match=r"no message 'refusal\.nonsense'"):
        reason_text(Reason("nonsense", "G4"), "de")


# One wrong text for each code of a NotationError, and what reads it.
VIEW = biriba.State.deal(rules.CLASSIC_5000, seed=7).view(0)
WRONG_TEXTS: dict[str, tuple[Callable[[str], object], str]] = {
    "no-card": (Card.parse, "5x"),
    "no-suit": (Suit.parse, "x"),
    "not-one-card": (Card.parse, "5h 6h"),
    "no-such-move": (VIEW.why_not, "shuffle"),
    "move-too-long": (VIEW.why_not, "meld " + "5h " * 400),
    "meld-too-long": (lambda text: Meld.parse(text, VIEW.rules), "set " + "5h " * 2000),
    "discard-missing": (VIEW.why_not, "discard"),
    "meld-missing": (VIEW.why_not, "meld"),
    "cards-missing": (VIEW.why_not, "lay 0 + "),
    "sign-without-card": (lambda text: Meld.parse(text, VIEW.rules), "run =6h"),
    "use-missing": (VIEW.why_not, "take with 5h"),
    "lay-unclear": (VIEW.why_not, "lay 0 6h"),
}


@pytest.mark.parametrize("code", sorted(UNREAD))
def test_every_code_of_wrong_text_is_told_in_every_language(code: str) -> None:
    read, text = WRONG_TEXTS[code]
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.code == code
    told = {language: error_text(caught.value, language) for language in CODES}
    assert told["en"] == caught.value.problem
    assert GREEK_LETTERS.search(told["el"])
    assert len(set(told.values())) == len(CODES)


def test_few_readings_and_an_illegal_meld_are_told() -> None:
    """Each error about cards has a sentence in every language."""
    loose = rules.CLASSIC_5000.with_options({"wild": {"limit": 2, "min_naturals": 1}})
    with pytest.raises(AmbiguousMove) as two:
        Meld.parse("Jk 6h 2s", loose)
    assert error_text(two.value, "de").endswith("run Jk=5h 6h 2s=7h; set 6h 2s Jk")
    with pytest.raises(IllegalMeld) as wrong:
        Meld.parse("4h 5h 9h", loose)
    assert "(G6)" in error_text(wrong.value, "el")


def test_of_many_readings_the_first_are_told() -> None:
    """Ten are enough to see what is unclear; how many there are is said."""
    many = [f"reading {number}" for number in range(12)]
    told = error_text(AmbiguousMove("Jk 6h", many), "en")
    assert "reading 9" in told and "reading 10" not in told
    assert told.endswith("and 2 more")
