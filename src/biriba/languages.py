"""What players read, in English, Greek and German, as plain tables of messages.

A table maps a key such as ``suit.hearts``, ``refusal.draw-first`` or ``score.hand`` to
a text; fields in braces are filled in. The English texts of refusals and score lines
are those of their own registries, so that nothing is said in two places. Every table
has the same keys and the same fields, and nothing falls back to English: a text that
is missing is an error, and the tests compare the tables.

Cards inside a text stay in the library's notation (``10h``, ``Jk``), which is the same
in every language and can be typed back. Only whole names are translated.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from biriba import _command_texts, _rule_texts
from biriba._checks import expect
from biriba._options import Rules, checked
from biriba._sentences import SENTENCES, ambiguous
from biriba._words import printable
from biriba.cards import Card, Rank, Suit, one_card
from biriba.errors import (
    AmbiguousMove,
    BiribaError,
    IllegalMeld,
    IllegalMove,
    NotationError,
)
from biriba.melds import Meld
from biriba.moves import (
    MOVES,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Pass,
    Phase,
    TakePile,
)
from biriba.reasons import REFUSALS, Reason
from biriba.rules import PRESETS
from biriba.scoring import LABELS

_ENGLISH: Final = {
    "language": "English",
    "rules.changed": "{name}, changed",
    # Suits by themselves, and as they stand in the name of a card.
    "suit.hearts": "hearts",
    "suit.diamonds": "diamonds",
    "suit.clubs": "clubs",
    "suit.spades": "spades",
    "suit-of-card.hearts": "hearts",
    "suit-of-card.diamonds": "diamonds",
    "suit-of-card.clubs": "clubs",
    "suit-of-card.spades": "spades",
    "rank.ace": "ace",
    "rank.two": "two",
    "rank.three": "three",
    "rank.four": "four",
    "rank.five": "five",
    "rank.six": "six",
    "rank.seven": "seven",
    "rank.eight": "eight",
    "rank.nine": "nine",
    "rank.ten": "ten",
    "rank.jack": "jack",
    "rank.queen": "queen",
    "rank.king": "king",
    "rank.joker": "joker",
    "card": "{rank} of {suit}",
    "meld.run": "run",
    "meld.set": "set",
    "meld.clean": "clean",
    "meld.dirty": "dirty",
    "meld.clean-run": "clean run",
    "meld.dirty-run": "dirty run",
    "meld.clean-set": "clean set",
    "meld.dirty-set": "dirty set",
    "meld.clean-biriba": "clean biriba",
    "meld.dirty-biriba": "dirty biriba",
    "meld.clean-full": "clean full biriba",
    "meld.dirty-full": "dirty full biriba",
    "phase.name": "name the bonus suit",
    "phase.draw": "draw or take the pile",
    "phase.play": "meld, lay off and discard",
    "phase.over": "the deal is over",
    "move.draw": "draw from the stock",
    "move.take": "take the discard pile",
    "move.take-with": "take the discard pile and {use}",
    "move.meld": "meld {meld}",
    "move.lay": "lay off on meld {index}: {meld}",
    "move.discard": "discard {card}",
    "move.pass": "pass",
    "move.name": "name {suit} as the bonus suit",
    "biribaki.none": "no biribaki taken",
    "biribaki.taken": "biribaki taken, not yet played",
    "biribaki.played": "biribaki taken",
    "word.wild": "wild card",
    "word.stands-for": "stands for {card}",
    "word.stock": "stock",
    "word.discard-pile": "discard pile",
    "word.biribaki": "biribaki",
    "word.biribakia": "biribakia",
    "word.bonus-suit": "bonus suit",
    "word.none": "none",
    "word.hand": "hand",
    "word.seat": "seat {seat}",
    "word.side": "side {side}",
    "word.you": "you",
    "word.to-play": "seat {seat} to play",
    "word.cards": "cards: {count}",
    "word.face-down": "face down",
    "word.no-melds": "no melds yet",
    "word.empty": "empty",
    "word.out": "out",
    "word.table": "Biriba table",
    "word.score-sheet": "score sheet",
    "word.total": "total",
    "word.for": "for",
    "word.of-cards": "cards",
    "word.clause": "clause",
    "word.points": "points",
    "word.as-text": "as text",
    "word.meld": "meld",
} | {f"error.{code}": text for code, text in SENTENCES.items()} | {
    f"refusal.{code}": refusal.template for code, refusal in REFUSALS.items()
} | {f"score.{code}": label for code, label in LABELS.items()}  # fmt: skip

_GREEK: Final = {
    "language": "Ελληνικά",
    "rules.changed": "{name}, με αλλαγές",
    "suit.hearts": "κούπες",
    "suit.diamonds": "καρό",
    "suit.clubs": "σπαθιά",
    "suit.spades": "μπαστούνια",
    "suit-of-card.hearts": "κούπα",
    "suit-of-card.diamonds": "καρό",
    "suit-of-card.clubs": "σπαθί",
    "suit-of-card.spades": "μπαστούνι",
    "rank.ace": "άσος",
    "rank.two": "δύο",
    "rank.three": "τρία",
    "rank.four": "τέσσερα",
    "rank.five": "πέντε",
    "rank.six": "έξι",
    "rank.seven": "επτά",
    "rank.eight": "οκτώ",
    "rank.nine": "εννέα",
    "rank.ten": "δέκα",
    "rank.jack": "βαλές",
    "rank.queen": "ντάμα",
    "rank.king": "ρήγας",
    "rank.joker": "μπαλαντέρ",
    "card": "{rank} {suit}",
    "meld.run": "κέντα",
    "meld.set": "σετ ίδιων φύλλων",
    "meld.clean": "καθαρή",
    "meld.dirty": "βρόμικη",
    "meld.clean-run": "καθαρή κέντα",
    "meld.dirty-run": "βρόμικη κέντα",
    "meld.clean-set": "καθαρό σετ",
    "meld.dirty-set": "βρόμικο σετ",
    "meld.clean-biriba": "καθαρή μπιρίμπα",
    "meld.dirty-biriba": "βρόμικη μπιρίμπα",
    "meld.clean-full": "καθαρή πλήρης μπιρίμπα",
    "meld.dirty-full": "βρόμικη πλήρης μπιρίμπα",
    "phase.name": "ορισμός του ατού",
    "phase.draw": "τράβηγμα φύλλου ή πάρσιμο των πεταμένων",
    "phase.play": "κατέβασμα, προσθήκη και πέταγμα φύλλου",
    "phase.over": "ο γύρος τελείωσε",
    "move.draw": "τράβηγμα φύλλου από την τράπουλα",
    "move.take": "πάρσιμο των πεταμένων φύλλων",
    "move.take-with": "πάρσιμο των πεταμένων φύλλων και {use}",
    "move.meld": "κατέβασμα {meld}",
    "move.lay": "προσθήκη στον συνδυασμό {index}: {meld}",
    "move.discard": "πέταγμα {card}",
    "move.pass": "πάσο",
    "move.name": "ορισμός ατού: {suit}",
    "biribaki.none": "χωρίς μπιριμπάκι",
    "biribaki.taken": "πήρε μπιριμπάκι, δεν το έπαιξε ακόμη",
    "biribaki.played": "πήρε μπιριμπάκι",
    "word.wild": "μπαλαντέρ",
    "word.stands-for": "στη θέση: {card}",
    "word.stock": "τράπουλα",
    "word.discard-pile": "πεταμένα φύλλα",
    "word.biribaki": "μπιριμπάκι",
    "word.biribakia": "μπιριμπάκια",
    "word.bonus-suit": "ατού",
    "word.none": "κανένα",
    "word.hand": "χέρι",
    "word.seat": "θέση {seat}",
    "word.side": "ομάδα {side}",
    "word.you": "εσείς",
    "word.to-play": "παίζει η θέση {seat}",
    "word.cards": "φύλλα: {count}",
    "word.face-down": "κλειστά",
    "word.no-melds": "τίποτα κάτω ακόμη",
    "word.empty": "άδειο",
    "word.out": "έκλεισε",
    "word.table": "Τραπέζι μπιρίμπας",
    "word.score-sheet": "σκορ",
    "word.total": "σύνολο",
    "word.for": "για",
    "word.of-cards": "φύλλα",
    "word.clause": "άρθρο",
    "word.points": "πόντοι",
    "word.as-text": "ως κείμενο",
    "word.meld": "συνδυασμός",
    "error.no-card": (
        "«{card}»: δεν είναι φύλλο· γράφεται η αξία (A 2-10 J Q K) και το χρώμα "
        "(h d c s), για παράδειγμα 10h, ή Jk για τον μπαλαντέρ"
    ),
    "error.no-suit": "«{suit}»: δεν είναι χρώμα· γράφεται h, d, c ή s",
    "error.not-one-card": "εδώ μπαίνει ένα φύλλο, δόθηκαν {count}",
    "error.no-such-move": (
        "δεν υπάρχει τέτοια κίνηση· γράφεται draw, take, take with …, meld …, "
        "lay N: …, lay N + …, discard …, pass ή name …"
    ),
    "error.move-too-long": "μια κίνηση έχει το πολύ {most} χαρακτήρες",
    "error.meld-too-long": (
        "το κείμενο είναι μεγάλο· ένας συνδυασμός με σημειώσεις έχει το πολύ {most} "
        "χαρακτήρες"
    ),
    "error.discard-missing": "λείπει το φύλλο που πετιέται",
    "error.meld-missing": "λείπουν τα φύλλα του συνδυασμού",
    "error.cards-missing": "λείπουν τα φύλλα",
    "error.sign-without-card": "λείπει ένα φύλλο πριν από το '='",
    "error.use-missing": "μετά το 'take with' ακολουθεί meld … ή lay …",
    "error.lay-unclear": (
        "λείπει ο αριθμός του συνδυασμού, και μετά ': ' με τον νέο συνδυασμό ή '+ ' "
        "με τα φύλλα που προστίθενται"
    ),
    "error.illegal-move": "η κίνηση «{move}» δεν επιτρέπεται: {why}",
    "error.illegal-meld": "«{cards}»: δεν είναι συνδυασμός: {why}",
    "error.ambiguous": "«{text}»: διαβάζεται με πολλούς τρόπους: {options}",
    "error.ambiguous-more": (
        "«{text}»: διαβάζεται με πολλούς τρόπους: {options}· και άλλοι {more}"
    ),
    "error.ambiguous-beyond": (
        "«{text}»: διαβάζεται με περισσότερους από 10.000 τρόπους"
    ),
    "refusal.deal-over": "ο γύρος τελείωσε",
    "refusal.not-your-turn": "παίζει η θέση {seat}",
    "refusal.name-suit-first": "ο πρώτος παίκτης πρέπει να ορίσει το ατού",
    "refusal.no-suit-to-name": "δεν υπάρχει ατού να οριστεί τώρα",
    "refusal.draw-first": (
        "πρώτα τραβάτε ένα φύλλο από την τράπουλα ή παίρνετε τα πεταμένα"
    ),
    "refusal.already-drawn": "έχετε ήδη τραβήξει φύλλο",
    "refusal.stock-empty": "η τράπουλα τελείωσε",
    "refusal.pile-empty": "δεν υπάρχουν πεταμένα φύλλα",
    "refusal.stock-not-empty": "υπάρχουν ακόμη φύλλα στην τράπουλα",
    "refusal.not-in-hand": "δεν υπάρχει στο χέρι: {cards}",
    "refusal.no-such-meld": (
        "δεν υπάρχει συνδυασμός {index}· η ομάδα έχει {count}, από το 0 και μετά"
    ),
    "refusal.too-few-cards": "ένας συνδυασμός έχει τουλάχιστον τρία φύλλα",
    "refusal.not-a-meld": "τα φύλλα δεν είναι ούτε ίδιας αξίας ούτε ίδιου χρώματος",
    "refusal.not-consecutive": (
        "τα φύλλα, με αυτή τη διάταξη, δεν είναι συνεχόμενα του ίδιου χρώματος"
    ),
    "refusal.corner": "η κέντα δεν συνεχίζει από τον ρήγα και τον άσο στο δύο",
    "refusal.run-too-long": "μια κέντα έχει το πολύ {most} φύλλα",
    "refusal.two-aces": (
        "ο άσος μπαίνει στην αρχή ή στο τέλος της κέντας, ποτέ και στα δύο"
    ),
    "refusal.ace-not-here": "σε αυτό το σύστημα ο άσος δεν μπαίνει σε αυτή τη θέση",
    "refusal.too-few-naturals": (
        "ένας συνδυασμός θέλει φυσικά φύλλα: τουλάχιστον {least}"
    ),
    "refusal.too-many-wild": "ένας συνδυασμός έχει το πολύ {most} μπαλαντέρ",
    "refusal.wild-ratio": (
        "κάθε μπαλαντέρ ενός συνδυασμού θέλει φυσικά φύλλα: τουλάχιστον {each}"
    ),
    "refusal.no-sets": "σε αυτό το σύστημα κατεβαίνουν μόνο κέντες",
    "refusal.set-of-twos": "τα δυάρια είναι μπαλαντέρ και δεν κατεβαίνουν μεταξύ τους",
    "refusal.set-of-jokers": "οι μπαλαντέρ δεν κατεβαίνουν μεταξύ τους",
    "refusal.set-too-large": ("ένα σετ ίδιων φύλλων έχει φυσικά φύλλα: το πολύ {most}"),
    "refusal.not-as-written": "αυτά τα φύλλα δεν διαβάζονται ως {text}",
    "refusal.nothing-laid": "μια προσθήκη βάζει τουλάχιστον ένα φύλλο",
    "refusal.meld-changed": (
        "η προσθήκη δεν αλλάζει τα φύλλα, το είδος ή το χρώμα του συνδυασμού"
    ),
    "refusal.natural-moved": "το {card} είναι φυσικό φύλλο και μένει στη θέση του",
    "refusal.wild-for-wild": "τη θέση του {card} δεν την παίρνει άλλος μπαλαντέρ",
    "refusal.wild-fixed": "σε αυτό το σύστημα το {card} μένει στη θέση του",
    "refusal.no-place": "δεν γίνεται προσθήκη: {cards} στον συνδυασμό {meld}",
    "refusal.pile-not-earned": (
        "για να πάρετε τα πεταμένα πρέπει να παίξετε αμέσως ένα από τα φύλλα τους"
    ),
    "refusal.pile-is-free": (
        "τα πεταμένα παίρνονται ελεύθερα· κατεβάστε φύλλα με επόμενη κίνηση"
    ),
    "refusal.top-card-unused": "το πάνω φύλλο {card} δεν παίζεται",
    "refusal.pile-card-unused": "δεν παίζεται κανένα από τα πεταμένα φύλλα",
    "refusal.pile-needs-lay-off": "τα πεταμένα παίρνονται μόνο με προσθήκη",
    "refusal.too-few-from-hand": (
        "ο νέος συνδυασμός θέλει φυσικά φύλλα από το χέρι: τουλάχιστον {least}"
    ),
    "refusal.own-meld-first": (
        "πρώτα κατεβάζει κανείς δικό του συνδυασμό και μετά προσθέτει"
    ),
    "refusal.rediscard": "το {card} μόλις πάρθηκε από τα πεταμένα",
    "refusal.last-discard-wild": "το τελευταίο φύλλο δεν μπορεί να είναι μπαλαντέρ",
    "refusal.hand-emptied": (
        "εδώ το χέρι δεν επιτρέπεται να αδειάσει με κατέβασμα ή προσθήκη"
    ),
    "refusal.no-discard-left": "δεν θα έμενε φύλλο που να μπορεί να πεταχτεί",
    "refusal.last-card": "εδώ δεν επιτρέπεται να πεταχτεί το τελευταίο φύλλο",
    "score.meld": "κατεβασμένα φύλλα",
    "score.clean-biriba-run": "καθαρή μπιρίμπα",
    "score.dirty-biriba-run": "βρόμικη μπιρίμπα",
    "score.clean-biriba-set": "καθαρή μπιρίμπα, ίδια φύλλα",
    "score.dirty-biriba-set": "βρόμικη μπιρίμπα, ίδια φύλλα",
    "score.clean-full-run": "καθαρή πλήρης μπιρίμπα",
    "score.dirty-full-run": "βρόμικη πλήρης μπιρίμπα",
    "score.clean-super-biriba": "καθαρή σούπερ μπιρίμπα",
    "score.dirty-super-biriba": "βρόμικη σούπερ μπιρίμπα",
    "score.clean-set-of-aces": "καθαροί άσοι",
    "score.dirty-set-of-aces": "βρόμικοι άσοι",
    "score.dirty-semi-clean-run": "ημικαθαρή μπιρίμπα",
    "score.dirty-semi-clean-set": "ημικαθαρή μπιρίμπα, ίδια φύλλα",
    "score.clean-ace-to-ace": "καθαρή μπιρίμπα από άσο σε άσο",
    "score.hand": "φύλλα στο χέρι",
    "score.unplayed-biribaki": "φύλλα από μπιριμπάκι που δεν παίχτηκε",
    "score.going-out": "κλείσιμο",
    "score.no-biribaki": "χωρίς μπιριμπάκι",
    "score.no-biriba": "χωρίς μπιρίμπα",
    "score.biribaki-not-played": "μπιριμπάκι που δεν παίχτηκε",
}

_GERMAN: Final = {
    "language": "Deutsch",
    "rules.changed": "{name}, geändert",
    "suit.hearts": "Herz",
    "suit.diamonds": "Karo",
    "suit.clubs": "Kreuz",
    "suit.spades": "Pik",
    "suit-of-card.hearts": "Herz",
    "suit-of-card.diamonds": "Karo",
    "suit-of-card.clubs": "Kreuz",
    "suit-of-card.spades": "Pik",
    "rank.ace": "Ass",
    "rank.two": "Zwei",
    "rank.three": "Drei",
    "rank.four": "Vier",
    "rank.five": "Fünf",
    "rank.six": "Sechs",
    "rank.seven": "Sieben",
    "rank.eight": "Acht",
    "rank.nine": "Neun",
    "rank.ten": "Zehn",
    "rank.jack": "Bube",
    "rank.queen": "Dame",
    "rank.king": "König",
    "rank.joker": "Joker",
    "card": "{suit}-{rank}",
    "meld.run": "Folge",
    "meld.set": "Satz",
    "meld.clean": "rein",
    "meld.dirty": "unrein",
    "meld.clean-run": "reine Folge",
    "meld.dirty-run": "unreine Folge",
    "meld.clean-set": "reiner Satz",
    "meld.dirty-set": "unreiner Satz",
    "meld.clean-biriba": "reine Biriba",
    "meld.dirty-biriba": "unreine Biriba",
    "meld.clean-full": "reine volle Biriba",
    "meld.dirty-full": "unreine volle Biriba",
    "phase.name": "Bonusfarbe nennen",
    "phase.draw": "ziehen oder den Ablagestapel nehmen",
    "phase.play": "auslegen, anlegen und abwerfen",
    "phase.over": "die Runde ist beendet",
    "move.draw": "vom Stapel ziehen",
    "move.take": "den Ablagestapel nehmen",
    "move.take-with": "den Ablagestapel nehmen und {use}",
    "move.meld": "auslegen: {meld}",
    "move.lay": "an Figur {index} anlegen: {meld}",
    "move.discard": "{card} abwerfen",
    "move.pass": "passen",
    "move.name": "{suit} als Bonusfarbe nennen",
    "biribaki.none": "kein Biribaki genommen",
    "biribaki.taken": "Biribaki genommen, noch nicht gespielt",
    "biribaki.played": "Biribaki genommen",
    "word.wild": "wilde Karte",
    "word.stands-for": "steht für {card}",
    "word.stock": "Stapel",
    "word.discard-pile": "Ablagestapel",
    "word.biribaki": "Biribaki",
    "word.biribakia": "Biribakia",
    "word.bonus-suit": "Bonusfarbe",
    "word.none": "keine",
    "word.hand": "Hand",
    "word.seat": "Platz {seat}",
    "word.side": "Partei {side}",
    "word.you": "Sie",
    "word.to-play": "Platz {seat} ist am Zug",
    "word.cards": "Karten: {count}",
    "word.face-down": "verdeckt",
    "word.no-melds": "noch nichts ausgelegt",
    "word.empty": "leer",
    "word.out": "hat ausgemacht",
    "word.table": "Biriba-Tisch",
    "word.score-sheet": "Abrechnung",
    "word.total": "Summe",
    "word.for": "für",
    "word.of-cards": "Karten",
    "word.clause": "Klausel",
    "word.points": "Punkte",
    "word.as-text": "als Text",
    "word.meld": "Figur",
    "error.no-card": (
        "„{card}“ ist keine Karte; man schreibt den Rang (A 2-10 J Q K) und die Farbe "
        "(h d c s), zum Beispiel 10h, oder Jk"
    ),
    "error.no-suit": "„{suit}“ ist keine Farbe; man schreibt h, d, c oder s",
    "error.not-one-card": "hier steht eine einzige Karte, gegeben sind {count}",
    "error.no-such-move": (
        "diesen Zug gibt es nicht; man schreibt draw, take, take with …, meld …, "
        "lay N: …, lay N + …, discard …, pass oder name …"
    ),
    "error.move-too-long": "ein Zug hat höchstens {most} Zeichen",
    "error.meld-too-long": (
        "der Text ist zu lang; eine Figur mit Angaben hat höchstens {most} Zeichen"
    ),
    "error.discard-missing": "es fehlt die Karte, die abgeworfen wird",
    "error.meld-missing": "es fehlen die Karten der Figur",
    "error.cards-missing": "es fehlen die Karten",
    "error.sign-without-card": "vor '=' fehlt eine Karte",
    "error.use-missing": "nach 'take with' folgt meld … oder lay …",
    "error.lay-unclear": (
        "es fehlt die Nummer der Figur, danach ': ' und die Figur nachher oder '+ ' "
        "und die angelegten Karten"
    ),
    "error.illegal-move": "der Zug „{move}“ ist nicht erlaubt: {why}",
    "error.illegal-meld": "„{cards}“ ist keine Figur: {why}",
    "error.ambiguous": "„{text}“ lässt sich verschieden lesen: {options}",
    "error.ambiguous-more": (
        "„{text}“ lässt sich verschieden lesen: {options}; und noch {more}"
    ),
    "error.ambiguous-beyond": ("„{text}“ lässt sich auf mehr als 10.000 Arten lesen"),
    "refusal.deal-over": "die Runde ist beendet",
    "refusal.not-your-turn": "Platz {seat} ist am Zug",
    "refusal.name-suit-first": "zuerst muss der erste Platz die Bonusfarbe nennen",
    "refusal.no-suit-to-name": "jetzt ist keine Bonusfarbe zu nennen",
    "refusal.draw-first": (
        "ein Zug beginnt damit, eine Karte zu ziehen oder den Ablagestapel zu nehmen"
    ),
    "refusal.already-drawn": "in diesem Zug ist schon gezogen worden",
    "refusal.stock-empty": "der Stapel ist leer",
    "refusal.pile-empty": "der Ablagestapel ist leer",
    "refusal.stock-not-empty": "im Stapel liegen noch Karten",
    "refusal.not-in-hand": "nicht auf der Hand: {cards}",
    "refusal.no-such-meld": (
        "es gibt keine Figur {index}; diese Partei hat {count}, von 0 an"
    ),
    "refusal.too-few-cards": "eine Figur hat mindestens drei Karten",
    "refusal.not-a-meld": "die Karten haben weder denselben Rang noch dieselbe Farbe",
    "refusal.not-consecutive": (
        "die Karten folgen in dieser Ordnung nicht in einer Farbe aufeinander"
    ),
    "refusal.corner": "eine Folge geht nicht über König und Ass zur Zwei weiter",
    "refusal.run-too-long": "eine Folge hat höchstens {most} Karten",
    "refusal.two-aces": (
        "das Ass liegt in einer Folge unten oder oben, nie an beiden Enden"
    ),
    "refusal.ace-not-here": "in diesem System liegt das Ass nicht an dieser Stelle",
    "refusal.too-few-naturals": (
        "eine Figur braucht natürliche Karten: mindestens {least}"
    ),
    "refusal.too-many-wild": "wilde Karten einer Figur: höchstens {most}",
    "refusal.wild-ratio": (
        "jede wilde Karte einer Figur braucht natürliche Karten: mindestens {each}"
    ),
    "refusal.no-sets": "in diesem System gibt es keine Sätze",
    "refusal.set-of-twos": "wilde Zweien bilden keinen Satz",
    "refusal.set-of-jokers": "Joker bilden keinen Satz",
    "refusal.set-too-large": "ein Satz hat natürliche Karten: höchstens {most}",
    "refusal.not-as-written": "diese Karten lassen sich nicht als {text} lesen",
    "refusal.nothing-laid": "wer anlegt, legt mindestens eine Karte an",
    "refusal.meld-changed": (
        "beim Anlegen bleiben Karten, Art und Farbe einer Figur erhalten"
    ),
    "refusal.natural-moved": "{card} liegt als natürliche Karte und bleibt liegen",
    "refusal.wild-for-wild": "den Platz von {card} nimmt nie eine wilde Karte ein",
    "refusal.wild-fixed": "in diesem System bleibt {card} liegen",
    "refusal.no-place": "{cards} lässt sich nicht an {meld} anlegen",
    "refusal.pile-not-earned": (
        "wer den Ablagestapel nimmt, muss sofort eine Karte daraus verwenden"
    ),
    "refusal.pile-is-free": (
        "der Ablagestapel ist frei; ausgelegt wird in den Zügen danach"
    ),
    "refusal.top-card-unused": "die oberste Karte {card} wird nicht verwendet",
    "refusal.pile-card-unused": "keine Karte des Ablagestapels wird verwendet",
    "refusal.pile-needs-lay-off": "nur wer anlegt, darf den Ablagestapel nehmen",
    "refusal.too-few-from-hand": (
        "die neue Figur braucht natürliche Karten von der Hand: mindestens {least}"
    ),
    "refusal.own-meld-first": (
        "anlegen darf erst, wer selbst eine Figur ausgelegt hat"
    ),
    "refusal.rediscard": "{card} kam in diesem Zug aus dem Ablagestapel",
    "refusal.last-discard-wild": "die letzte Karte zum Abwerfen darf nicht wild sein",
    "refusal.hand-emptied": (
        "die letzte Karte darf hier nicht ausgelegt oder angelegt werden"
    ),
    "refusal.no-discard-left": "es bliebe keine Karte, die abgeworfen werden darf",
    "refusal.last-card": "die letzte Karte darf hier nicht abgeworfen werden",
    "score.meld": "ausgelegte Karten",
    "score.clean-biriba-run": "reine Biriba",
    "score.dirty-biriba-run": "unreine Biriba",
    "score.clean-biriba-set": "reine Biriba, ein Satz",
    "score.dirty-biriba-set": "unreine Biriba, ein Satz",
    "score.clean-full-run": "reine volle Biriba",
    "score.dirty-full-run": "unreine volle Biriba",
    "score.clean-super-biriba": "reine Super-Biriba",
    "score.dirty-super-biriba": "unreine Super-Biriba",
    "score.clean-set-of-aces": "reiner Satz Asse",
    "score.dirty-set-of-aces": "unreiner Satz Asse",
    "score.dirty-semi-clean-run": "halbreine Biriba",
    "score.dirty-semi-clean-set": "halbreine Biriba, ein Satz",
    "score.clean-ace-to-ace": "reine Biriba von Ass zu Ass",
    "score.hand": "Karten auf der Hand",
    "score.unplayed-biribaki": "nicht gespielte Karten des Biribaki",
    "score.going-out": "Ausmachen",
    "score.no-biribaki": "kein Biribaki genommen",
    "score.no-biriba": "keine Biriba gelegt",
    "score.biribaki-not-played": "Biribaki genommen, nicht gespielt",
}

TABLES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": MappingProxyType(
            {**_ENGLISH, **_rule_texts.ENGLISH, **_command_texts.ENGLISH}
        ),
        "el": MappingProxyType({**_GREEK, **_rule_texts.GREEK, **_command_texts.GREEK}),
        "de": MappingProxyType(
            {**_GERMAN, **_rule_texts.GERMAN, **_command_texts.GERMAN}
        ),
    }
)
"""The messages of every language, by its two-letter code (ISO 639-1)."""

# What people write for a language and mean; a suggestion, not a second spelling.
_MEANT: Final = {
    "english": "en", "eng": "en", "us": "en", "gb": "en", "uk": "en",
    "greek": "el", "ell": "el", "gre": "el", "gr": "el", "ελληνικά": "el",
    "german": "de", "ger": "de", "deu": "de", "deutsch": "de", "at": "de",
}  # fmt: skip


def language_code(language: str) -> str:
    """The code of a language: ``en``, ``el`` or ``de``; also from ``el_GR.UTF-8``.

    Raises:
        NotationError: if there are no messages in that language; the text suggests
            the closest code.

    >>> language_code("de-AT")
    'de'
    >>> language_code("greek")
    Traceback (most recent call last):
        ...
    biriba.errors.NotationError: no language 'greek'; did you mean 'el'? (en, el, de)
      greek
      ^
    """
    word = expect(language, str, words="a language, such as 'el'").strip().lower()
    if not word:
        raise NotationError(
            f"the language is empty; expected one of ({', '.join(TABLES)})", language
        )
    code = word.replace("_", "-").partition("-")[0].partition(".")[0]
    if code in TABLES:
        return code
    near = get_close_matches(code[:30], [*TABLES, *_MEANT], n=1, cutoff=0.6)
    hint = f"; did you mean {_MEANT.get(near[0], near[0])!r}?" if near else ""
    raise NotationError(
        f"no language {language[:20]!r}{hint} ({', '.join(TABLES)})", language
    )


def message(key: str, language: str = "en", **data: str | int) -> str:
    """One message of a table, with its fields filled in.

    Raises:
        NotationError: if there is no such language, no message of that key, or a
            field of it is not given.

    >>> message("word.to-play", "de", seat=2)
    'Platz 2 ist am Zug'
    """
    code = language_code(language)
    template = TABLES[code].get(expect(key, str, words="the key of a message"))
    if template is None:
        raise NotationError(f"there is no message {key[:40]!r}", key)
    missing = sorted(fields(template) - data.keys())
    if missing:
        raise NotationError(f"message {key!r} needs {', '.join(missing)}", key)
    return template.format(**data)


def fields(template: str) -> frozenset[str]:
    """The names of the fields in a template.

    >>> sorted(fields("{suit}-{rank}"))
    ['rank', 'suit']
    """
    return frozenset(
        name for _, name, _, _ in string.Formatter().parse(template) if name
    )


def rules_name(rules: Rules, language: str = "en", *, longest: int = 500) -> str:
    """The name of rules, cut to a length; it says so where they have been changed.

    >>> from biriba import rules
    >>> rules_name(rules.GREEK_351.with_options({"wild": {"limit": 2}}), "de")
    'greek-351, geändert'
    """
    name = checked(rules).name[: expect(longest, int)]
    if not rules.is_changed:
        language_code(language)
        return name
    return message("rules.changed", language, name=name)


def rules_title(rules: Rules, language: str = "en") -> str:
    """The title of rules; that of a system of one's own stays as it is.

    >>> from biriba import rules
    >>> rules_title(rules.GREEK_351, "el")
    'Ελληνική μπιρίμπα στους 351'
    """
    preset = PRESETS.get(checked(rules).name.partition("+")[0])
    if preset is None or preset.title != rules.title:
        language_code(language)
        return rules.title
    return message(f"system.{preset.name}", language)


def suit_name(suit: Suit, language: str = "en") -> str:
    """A suit's name.

    >>> suit_name(Suit.HEARTS, "el"), suit_name(Suit.CLUBS, "de")
    ('κούπες', 'Kreuz')
    """
    return message(f"suit.{expect(suit, Suit).name.lower()}", language)


def rank_name(rank: Rank, language: str = "en") -> str:
    """A rank's name, the joker's too.

    >>> rank_name(Rank.QUEEN, "el"), rank_name(Rank.ACE, "de")
    ('ντάμα', 'Ass')
    """
    return message(f"rank.{expect(rank, Rank).name.lower()}", language)


def card_name(card: Card | str, language: str = "en") -> str:
    """A card's name.

    Raises:
        NotationError: if text is no card, or there is no such language.

    >>> [card_name("10h", code) for code in ("en", "el", "de")]
    ['ten of hearts', 'δέκα κούπα', 'Herz-Zehn']
    """
    card = one_card(card)
    rank = rank_name(card.rank, language)
    if card.suit is None:
        return rank
    suit = message(f"suit-of-card.{card.suit.name.lower()}", language)
    return message("card", language, rank=rank, suit=suit)


def meld_name(meld: Meld, language: str = "en", *, biriba: bool = False) -> str:
    """What kind of meld this is; `biriba` says that it counts as one.

    Which melds are biribas is a matter of the rules (C8, P7, T7):
    ``biriba.melds.is_biriba`` answers it.

    >>> from biriba import rules
    >>> meld_name(Meld.parse("4h 5h Jk", rules.CLASSIC_5000), "de")
    'unreine Folge'
    """
    clean = "clean" if expect(meld, Meld).is_clean else "dirty"
    if not biriba:
        return message(f"meld.{clean}-{meld.kind.value}", language)
    kind = message(f"meld.{meld.kind.value}", language)
    full = "full" if meld.is_full else "biriba"
    return f"{kind}, {message(f'meld.{clean}-{full}', language)}"


def phase_text(phase: Phase, language: str = "en") -> str:
    """What the seat to play may do in a phase.

    >>> phase_text(Phase.OVER, "el")
    'ο γύρος τελείωσε'
    """
    return message(f"phase.{expect(phase, Phase).value}", language)


def move_text(move: Move, language: str = "en") -> str:
    """A move in words, for people; ``str(move)`` is the notation.

    >>> move_text(Discard(Card.parse("9s")), "de")
    'Pik-Neun abwerfen'
    """
    expect(move, *MOVES, words="a move")
    if isinstance(move, LayMeld):
        return message("move.meld", language, meld=str(move.meld))
    if isinstance(move, LayOff):
        return message("move.lay", language, index=move.index, meld=str(move.result))
    if isinstance(move, TakePile) and move.use is not None:
        return message("move.take-with", language, use=move_text(move.use, language))
    if isinstance(move, Discard):
        return message("move.discard", language, card=card_name(move.card, language))
    if isinstance(move, NameSuit):
        return message("move.name", language, suit=suit_name(move.suit, language))
    plain: dict[type, str] = {DrawStock: "draw", TakePile: "take", Pass: "pass"}
    return message(f"move.{plain[type(move)]}", language)


def reason_text(reason: Reason, language: str = "en") -> str:
    """Why something is refused, with its clause; in English the same as ``str``.

    Raises:
        NotationError: if there is no such language, or the reason's code is not in
            the registry.

    >>> import biriba
    >>> state = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7)
    >>> reason_text(state.why_not("pass"), "el")
    'υπάρχουν ακόμη φύλλα στην τράπουλα (G13)'
    """
    code = expect(reason, Reason).code
    text = message(f"refusal.{code}", language, **dict(reason.data))
    return f"{text} ({reason.clause})"


def error_text(error: BiribaError, language: str = "en") -> str:
    """What an error says, in one sentence for players.

    Wrong text, illegal moves and melds, and texts with several readings are told in
    every language. Errors about documents and settings are for programmers, and are
    told in English. Where in a text the fault lies is in the ``position`` of a
    :class:`~biriba.NotationError`.

    >>> import biriba
    >>> state = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7)
    >>> for text in ("discard", "pass"):
    ...     try:
    ...         state.play(text)
    ...     except biriba.BiribaError as error:
    ...         print(error_text(error, "de"))
    es fehlt die Karte, die abgeworfen wird
    der Zug „pass“ ist nicht erlaubt: im Stapel liegen noch Karten (G13)
    """
    code, data = _sentence(expect(error, BiribaError, words="an error"), language)
    if code:
        return message(f"error.{code}", language, **data)
    language_code(language)
    return error.problem if isinstance(error, NotationError) else str(error)


def _sentence(error: BiribaError, language: str) -> tuple[str, dict[str, str | int]]:
    if isinstance(error, NotationError):
        return error.code, dict(error.data)
    if isinstance(error, AmbiguousMove):
        return ambiguous(error.text, error.options)
    if isinstance(error, IllegalMove):
        why = reason_text(error.reason, language)
        return "illegal-move", {"move": printable(error.move), "why": why}
    if isinstance(error, IllegalMeld):
        why = reason_text(error.reason, language)
        return "illegal-meld", {"cards": printable(error.cards), "why": why}
    return "", {}


def score_label(code: str, language: str = "en") -> str:
    """The label of a score line; a house bonus of one's own is shown by its code.

    >>> score_label("going-out", "de"), score_label("clean-biriba-run", "el")
    ('Ausmachen', 'καθαρή μπιρίμπα')
    >>> score_label("clean-four-kings", "de")
    'clean four kings'
    """
    # House rules may price anything; their codes are in no table (as in `scoring`).
    if expect(code, str, words="the code of a score line") not in LABELS:
        language_code(language)
        return code.replace("-", " ")
    return message(f"score.{code}", language)
