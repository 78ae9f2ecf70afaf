"""The words of the rule book, in every language: tables for ``languages``.

They are part of ``languages.TABLES`` and follow its rules. `OPTIONS` says, for every
option, which clause it belongs to in each system, and how a person reads it; what an
option may say in a word is in the tables too, such as ``choice.pile.take.free``.
"""

from __future__ import annotations

from typing import Final

from biriba.rules import PRESETS, VARIANTS

# Option, its clauses (one for all systems, or one for each letter), and its words.
OPTIONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("seatings", "C2 P2 T2 F2", "seats"),
    ("default_seats", "C2 P2 T2 F2", "usual number of seats"),
    ("deal.hand", "C3 P3 T3 F3", "cards dealt to each seat"),
    ("deal.biribaki", "C3 P3 T3 F3", "cards in a biribaki"),
    ("deal.passes", "C2 P2 T2 F2", "seat that deals next, in order of play"),
    ("deal.bonus_suit", "C4 P4 T3 F4", "the turned card's suit is the bonus suit"),
    ("deal.turned_joker", "G16", "a turned joker whose suit is needed"),
    ("deal.bury_wild_cards", "C4 P4 T3 F4", "a turned wild card goes under the stock"),
    ("deal.bury_red_threes", "C4 P4 T3 F4", "a turned red Three goes under the stock"),
    ("deal.ranks", "G1", "ranks in a pack"),
    ("deal.suits", "G1", "suits in a pack"),
    ("wild.twos", "G7", "Twos are wild"),
    ("wild.limit", "C7 P6 T4 F5", "most wild cards in a meld"),
    ("wild.naturals_per_wild", "C7 P6 T4 F5", "natural cards for each wild card"),
    ("wild.min_naturals", "G8", "least natural cards in a meld"),
    ("wild.relocate", "G10", "a lay-off may move the wild cards of a run"),
    ("melds.sets", "G5 F6", "there are sets"),
    ("melds.set_of_twos", "G7", "Twos are natural in a set of Twos"),
    ("melds.max_set_naturals", "C7 G5", "most natural cards in a set"),
    ("melds.ace_low", "G6", "the ace is low in runs"),
    ("melds.ace_high", "G6", "the ace is high in runs"),
    ("melds.longest_run", "G6 F6", "longest run"),
    ("melds.own_first", "T5 G9", "a seat lays off only after a meld of its own"),
    ("melds.both_aces", "X1", "a run of fourteen may have both aces natural"),
    ("pile.take", "C5 P5 T6 F7", "taking the pile"),
    ("pile.new_meld", "C5 P5 T6 F7", "a new meld earns the pile too"),
    ("pile.hand_naturals", "C5 P5 T6 F7", "natural cards from the hand in that meld"),
    ("pile.rediscard", "C6 P5 T6 F7", "discarding a card taken in the same turn"),
    ("biriba.length", "C8 P7 T7 F8", "least cards in a biriba"),
    ("biriba.sets", "C8 P7 T7 F8", "sets can be biribas"),
    ("biribaki.when", "C9 P8 T8 F9", "a biribaki is taken"),
    ("biribaki.needs_biriba", "C9 P8 T8 F9", "taking it needs a biriba"),
    ("going_out.biribas", "C11 P9 T9 F10", "biribas needed to go out"),
    ("going_out.clean_biribas", "C11 P9 T9 F10", "clean ones among them"),
    ("going_out.biribaki", "C11 P9 T9 F10", "going out needs the biribaki taken"),
    ("going_out.run_and_set", "C11 P9 T9 F10", "going out needs a run and a set"),
    ("going_out.by_discard", "C11 P9 T9 F10", "only a discard goes out"),
    ("going_out.last_discard_natural", "C11 P9 T9 F10", "not with a wild card"),
    ("stock.when_empty", "G13 F11", "when the stock is empty"),
    ("stock.dead_cards", "G13 F11", "cards of the stock that are never drawn"),
    ("stock.idle_rounds", "G13", "rounds without a stock and a meld that end a deal"),
    ("prices.cards", "C12 P11 T10 F12", "card values"),
    ("prices.bonuses", "C15 P11 T11 F13", "bonuses"),
    ("prices.going_out", "C13 P11 T12 F14", "points for going out"),
    ("prices.no_biribaki", "C13 P11 T12 F14", "points of a side without a biribaki"),
    ("prices.no_biriba", "C13 P11 T12 F14", "points of a side without a biriba"),
    ("prices.penalties_when", "C13 P11 T12 F14", "those two count"),
    (
        "prices.biribaki_not_played",
        "C14 P11 T12 F14",
        "points of a biribaki not played",
    ),
    ("prices.unplayed_exempt", "C14 P11 T12 F14", "its cards do not count"),
    ("target.points", "C16 P12 T13 F15", "points that win"),
    ("target.inclusive", "C16 P12 T13 F15", "reaching them exactly is enough"),
    ("target.ties", "G15", "equal totals over the target"),
)

_CHOICES: Final = {
    "deal.passes": ("next", "previous"),
    "deal.turned_joker": ("bury", "no-bonus-suit", "first-seat"),
    "pile.take": ("free", "top-card", "any-card"),
    "pile.rediscard": ("free", "lone-card", "barred"),
    "biribaki.when": ("hand-emptied", "first-biriba"),
    "stock.when_empty": ("pass", "end", "biribaki"),
    "prices.penalties_when": ("always", "another-went-out"),
    "target.ties": ("deal-again", "shared"),
}

ENGLISH: Final = (
    {f"option.{path}": words for path, _, words in OPTIONS}
    | {
        f"choice.{path}.{word}": word.replace("-", " ")
        for path, words in _CHOICES.items()
        for word in words
    }
    | {f"system.{name}": rules.title for name, rules in PRESETS.items()}
    | {f"variant.{name}": variant.text for name, variant in VARIANTS.items()}
    | {
        "rule.head": "{title} ({label}, revision {revision})",
        "rule.source": "Source: {source}",
        "rule.system": "{name}: {title}; seats: {seats}",
        "rule.yes": "yes",
        "rule.no": "no",
        "rule.no-limit": "no limit",
        "rule.not-asked": "not asked for",
        "rule.seating": (
            "seats: {seats}, sides: {sides}, packs: {packs}, jokers: {jokers}, "
            "biribakia: {biribakia}; a match starts from {start}"
        ),
        "rule.value.ace": "ace {points}",
        "rule.value.two": "two {points}",
        "rule.value.three_to_seven": "three to seven {points}",
        "rule.value.eight_to_king": "eight to king {points}",
        "rule.value.joker": "joker {points}",
        "rule.no-bonuses": "no bonuses",
        "rule.bonus.run": "run of {length} or more",
        "rule.bonus.set": "set of {length} or more",
        "rule.bonus.rank": "{bonus}, of rank {rank}",
        "rule.bonus.in_a_row": "{bonus}, {row} of them natural and in a row (X2)",
        "rule.price.clean": "clean {points}",
        "rule.price.dirty": "dirty {points}",
        "rule.price.in_bonus_suit_clean": "clean in the bonus suit {points}",
        "rule.price.in_bonus_suit_dirty": "dirty in the bonus suit {points}",
        "rule.same": "the same in every option",
        "statistics.deals": "deals: {count}, with 95 % confidence intervals",
        "statistics.points": "side {side}: points {points}, spread {spread}",
        "statistics.lead": "lead of side 0: {lead}",
        "statistics.length": "moves: {moves}; turns: {turns}",
        "statistics.out": "ended by going out: {share}",
        "statistics.clean-run": "biribas, clean run: {share}",
        "statistics.dirty-run": "biribas, dirty run: {share}",
        "statistics.clean-set": "biribas, clean set: {share}",
        "statistics.dirty-set": "biribas, dirty set: {share}",
    }
)

GREEK: Final = {
    "option.seatings": "θέσεις",
    "option.default_seats": "συνήθης αριθμός θέσεων",
    "option.deal.hand": "φύλλα που μοιράζονται σε κάθε θέση",
    "option.deal.biribaki": "φύλλα σε ένα μπιριμπάκι",
    "option.deal.passes": "θέση που μοιράζει μετά, κατά τη φορά του παιχνιδιού",
    "option.deal.bonus_suit": "το χρώμα του φύλλου που γυρίζει είναι ατού",
    "option.deal.turned_joker": "όταν γυρίζει μπαλαντέρ και χρειάζεται χρώμα",
    "option.deal.bury_wild_cards": "μπαλαντέρ που γυρίζει μπαίνει κάτω στην τράπουλα",
    "option.deal.bury_red_threes": (
        "κόκκινο τρία που γυρίζει μπαίνει κάτω στην τράπουλα"
    ),
    "option.deal.ranks": "αξίες σε μία τράπουλα",
    "option.deal.suits": "χρώματα σε μία τράπουλα",
    "option.wild.twos": "τα δυάρια είναι μπαλαντέρ",
    "option.wild.limit": "το πολύ μπαλαντέρ σε έναν συνδυασμό",
    "option.wild.naturals_per_wild": "φυσικά φύλλα για κάθε μπαλαντέρ",
    "option.wild.min_naturals": "λιγότερα φυσικά φύλλα σε έναν συνδυασμό",
    "option.wild.relocate": (
        "μια προσθήκη μπορεί να μετακινεί τους μπαλαντέρ της κέντας"
    ),
    "option.melds.sets": "υπάρχουν σετ",
    "option.melds.set_of_twos": "τα δυάρια είναι φυσικά σε σετ από δυάρια",
    "option.melds.max_set_naturals": "το πολύ φυσικά φύλλα σε ένα σετ",
    "option.melds.ace_low": "ο άσος μπαίνει στην αρχή της κέντας",
    "option.melds.ace_high": "ο άσος μπαίνει στο τέλος της κέντας",
    "option.melds.longest_run": "μεγαλύτερη κέντα",
    "option.melds.own_first": "κάθε θέση προσθέτει μόνο μετά από δικό της συνδυασμό",
    "option.melds.both_aces": "κέντα δεκατεσσάρων μπορεί να έχει και τους δύο άσους",
    "option.pile.take": "πάρσιμο των πεταμένων",
    "option.pile.new_meld": "και νέος συνδυασμός δίνει τα πεταμένα",
    "option.pile.hand_naturals": "φυσικά φύλλα από το χέρι σε αυτόν τον συνδυασμό",
    "option.pile.rediscard": "πέταγμα φύλλου που πάρθηκε την ίδια φορά",
    "option.biriba.length": "λιγότερα φύλλα σε μια μπιρίμπα",
    "option.biriba.sets": "και τα σετ γίνονται μπιρίμπες",
    "option.biribaki.when": "το μπιριμπάκι παίρνεται",
    "option.biribaki.needs_biriba": "το μπιριμπάκι θέλει πρώτα μπιρίμπα",
    "option.going_out.biribas": "μπιρίμπες που χρειάζονται για το κλείσιμο",
    "option.going_out.clean_biribas": "καθαρές ανάμεσά τους",
    "option.going_out.biribaki": "το κλείσιμο θέλει παρμένο μπιριμπάκι",
    "option.going_out.run_and_set": "το κλείσιμο θέλει μία κέντα και ένα σετ",
    "option.going_out.by_discard": "μόνο με πέταγμα φύλλου κλείνει κανείς",
    "option.going_out.last_discard_natural": "όχι με μπαλαντέρ",
    "option.stock.when_empty": "όταν τελειώσει η τράπουλα",
    "option.stock.dead_cards": "φύλλα της τράπουλας που δεν τραβιούνται ποτέ",
    "option.stock.idle_rounds": (
        "κύκλοι χωρίς τράπουλα και χωρίς κατέβασμα που τελειώνουν τον γύρο"
    ),
    "option.prices.cards": "αξία των φύλλων",
    "option.prices.bonuses": "μπόνους",
    "option.prices.going_out": "πόντοι για το κλείσιμο",
    "option.prices.no_biribaki": "πόντοι της ομάδας χωρίς μπιριμπάκι",
    "option.prices.no_biriba": "πόντοι της ομάδας χωρίς μπιρίμπα",
    "option.prices.penalties_when": "αυτά τα δύο μετρούν",
    "option.prices.biribaki_not_played": "πόντοι για μπιριμπάκι που δεν παίχτηκε",
    "option.prices.unplayed_exempt": "τα φύλλα του δεν μετρούν",
    "option.target.points": "πόντοι που κερδίζουν",
    "option.target.inclusive": "αρκεί να φτάσει κανείς ακριβώς εκεί",
    "option.target.ties": "ισοπαλία πάνω από το όριο",
    "choice.deal.passes.next": "η επόμενη",
    "choice.deal.passes.previous": "η προηγούμενη",
    "choice.deal.turned_joker.bury": "μπαίνει κάτω στην τράπουλα",
    "choice.deal.turned_joker.no-bonus-suit": "ο γύρος δεν έχει ατού",
    "choice.deal.turned_joker.first-seat": (
        "τον παίρνει η πρώτη θέση και ορίζει το ατού"
    ),
    "choice.pile.take.free": "ελεύθερο",
    "choice.pile.take.top-card": "παίζοντας το πάνω φύλλο",
    "choice.pile.take.any-card": "παίζοντας οποιοδήποτε από τα φύλλα τους",
    "choice.pile.rediscard.free": "ελεύθερο",
    "choice.pile.rediscard.lone-card": "όχι αν τα πεταμένα ήταν ένα μόνο φύλλο",
    "choice.pile.rediscard.barred": "δεν επιτρέπεται",
    "choice.biribaki.when.hand-emptied": "όταν αδειάσει ένα χέρι",
    "choice.biribaki.when.first-biriba": "με την πρώτη μπιρίμπα",
    "choice.stock.when_empty.pass": "παίζουν τα πεταμένα ή πάσο",
    "choice.stock.when_empty.end": "ο γύρος τελειώνει",
    "choice.stock.when_empty.biribaki": "ένα μπιριμπάκι γίνεται τράπουλα",
    "choice.prices.penalties_when.always": "πάντα",
    "choice.prices.penalties_when.another-went-out": "όταν κλείσει άλλη ομάδα",
    "choice.target.ties.deal-again": "μοιράζεται ακόμη ένας γύρος",
    "choice.target.ties.shared": "η νίκη μοιράζεται",
    "system.classic-5000": "Κλασική μπιρίμπα στους 5000",
    "system.canasta-2000": "Μπιρίμπα με τον τρόπο της κανάστας, στους 2000",
    "system.greek-351": "Ελληνική μπιρίμπα στους 351",
    "system.usual-3000": "Μπιρίμπα όπως στα βιβλία των παιχνιδιών, στους 3000",
    "system.greek-3030": "Ελληνική μπιρίμπα στους 3030",
    "system.online-3000": "Μπιρίμπα των ελληνικών διαδικτυακών αιθουσών, στους 3000",
    "system.burraco-2005": "Ιταλικό μπουράκο στους 2005",
    "system.buraco-3000": "Βραζιλιάνικο μπουράκο με κλειστά πεταμένα, στους 3000",
    "variant.no-wild-twos": (
        "Μόνο οι μπαλαντέρ αντικαθιστούν φύλλα· τα δυάρια είναι απλά φύλλα αξίας 2."
    ),
    "variant.super-biriba": (
        "Κέντα από 11 φύλλα παίρνει 400 καθαρή και 200 βρόμικη αντί για 200 και 100."
    ),
    "variant.six-seats": (
        "Έξι θέσεις σε τρία ζευγάρια, τρεις τράπουλες, τρία μπιριμπάκια."
    ),
    "variant.solo": "Κάθε θέση για τον εαυτό της με δικό της μπιριμπάκι· όριο 1500.",
    "variant.hard-close": "Για το κλείσιμο χρειάζονται δύο μπιρίμπες.",
    "variant.four-jokers": "Τέσσερις μπαλαντέρ αντί για δύο: 108 φύλλα.",
    "variant.wild-ratio": (
        "Ένας μπαλαντέρ για κάθε δύο φυσικά φύλλα του συνδυασμού, όχι έναν συνολικά."
    ),
    "variant.pile-for-melds": (
        "Και νέος συνδυασμός με φύλλο από τα πεταμένα δίνει τα πεταμένα."
    ),
    "variant.free-rediscard": "Φύλλο που πάρθηκε από τα πεταμένα πετιέται και αμέσως.",
    "variant.lone-card-rediscard": (
        "Μόνο ένα μοναδικό πεταμένο φύλλο δεν μπορεί να παρθεί και να ξαναπεταχτεί."
    ),
    "variant.joker-no-bonus": (
        "Ο μπαλαντέρ που γυρίζει μένει, και ο γύρος δεν έχει ατού."
    ),
    "variant.joker-to-first-seat": (
        "Η πρώτη θέση παίρνει στο χέρι τον μπαλαντέρ που γυρίζει και ορίζει το ατού."
    ),
    "variant.to-2500": "Κερδίζουν οι 2500 πόντοι, αντί για 3000.",
    "variant.with-jokers": "Και τέσσερις μπαλαντέρ: 108 φύλλα.",
    "variant.with-sets": (
        "Και τα σετ είναι συνδυασμοί, και μπιρίμπες από επτά φύλλα: καθαρή 200, "
        "βρόμικη 100."
    ),
    "variant.open-pile": "Το ανοιχτό παιχνίδι: τα πεταμένα παίρνονται ελεύθερα.",
    "rule.head": "{title} ({label}, αναθεώρηση {revision})",
    "rule.source": "Πηγή: {source}",
    "rule.system": "{name}: {title}· θέσεις: {seats}",
    "rule.yes": "ναι",
    "rule.no": "όχι",
    "rule.no-limit": "χωρίς όριο",
    "rule.not-asked": "δεν ζητείται αναλογία",
    "rule.seating": (
        "θέσεις: {seats}, ομάδες: {sides}, τράπουλες: {packs}, μπαλαντέρ: {jokers}, "
        "μπιριμπάκια: {biribakia}· η παρτίδα ξεκινά από {start}"
    ),
    "rule.value.ace": "άσος {points}",
    "rule.value.two": "δύο {points}",
    "rule.value.three_to_seven": "τρία έως επτά {points}",
    "rule.value.eight_to_king": "οκτώ έως ρήγας {points}",
    "rule.value.joker": "μπαλαντέρ {points}",
    "rule.no-bonuses": "χωρίς μπόνους",
    "rule.bonus.run": "κέντα με {length} ή περισσότερα",
    "rule.bonus.set": "σετ με {length} ή περισσότερα",
    "rule.bonus.rank": "{bonus}, αξίας {rank}",
    "rule.bonus.in_a_row": "{bonus}, από τα οποία {row} φυσικά και συνεχόμενα (X2)",
    "rule.price.clean": "καθαρή {points}",
    "rule.price.dirty": "βρόμικη {points}",
    "rule.price.in_bonus_suit_clean": "καθαρή στο ατού {points}",
    "rule.price.in_bonus_suit_dirty": "βρόμικη στο ατού {points}",
    "rule.same": "ίδιες σε όλες τις επιλογές",
    "statistics.deals": "γύροι: {count}, με διαστήματα εμπιστοσύνης 95 %",
    "statistics.points": "ομάδα {side}: πόντοι {points}, τυπική απόκλιση {spread}",
    "statistics.lead": "προβάδισμα της ομάδας 0: {lead}",
    "statistics.length": "κινήσεις: {moves}· σειρές: {turns}",
    "statistics.out": "τελείωσαν με κλείσιμο: {share}",
    "statistics.clean-run": "μπιρίμπες, καθαρή κέντα: {share}",
    "statistics.dirty-run": "μπιρίμπες, βρόμικη κέντα: {share}",
    "statistics.clean-set": "μπιρίμπες, καθαρό σετ: {share}",
    "statistics.dirty-set": "μπιρίμπες, βρόμικο σετ: {share}",
}

GERMAN: Final = {
    "option.seatings": "Plätze",
    "option.default_seats": "übliche Zahl der Plätze",
    "option.deal.hand": "Karten für jeden Platz",
    "option.deal.biribaki": "Karten in einem Biribaki",
    "option.deal.passes": "Platz, der als nächster gibt, in Spielrichtung",
    "option.deal.bonus_suit": "die Farbe der aufgedeckten Karte ist Bonusfarbe",
    "option.deal.turned_joker": "ein aufgedeckter Joker, dessen Farbe gebraucht wird",
    "option.deal.bury_wild_cards": (
        "eine aufgedeckte wilde Karte kommt unter den Stapel"
    ),
    "option.deal.bury_red_threes": "eine aufgedeckte rote Drei kommt unter den Stapel",
    "option.deal.ranks": "Ränge in einem Spiel",
    "option.deal.suits": "Farben in einem Spiel",
    "option.wild.twos": "Zweien sind wild",
    "option.wild.limit": "höchstens wilde Karten in einer Figur",
    "option.wild.naturals_per_wild": "natürliche Karten für jede wilde Karte",
    "option.wild.min_naturals": "mindestens natürliche Karten in einer Figur",
    "option.wild.relocate": "beim Anlegen dürfen wilde Karten einer Folge wandern",
    "option.melds.sets": "es gibt Sätze",
    "option.melds.set_of_twos": "Zweien sind natürlich in einem Satz Zweien",
    "option.melds.max_set_naturals": "höchstens natürliche Karten in einem Satz",
    "option.melds.ace_low": "das Ass steht in Folgen unten",
    "option.melds.ace_high": "das Ass steht in Folgen oben",
    "option.melds.longest_run": "längste Folge",
    "option.melds.own_first": "ein Platz legt erst nach einer eigenen Figur an",
    "option.melds.both_aces": "eine Folge von vierzehn darf beide Asse natürlich haben",
    "option.pile.take": "Nehmen des Ablagestapels",
    "option.pile.new_meld": "auch eine neue Figur verdient den Ablagestapel",
    "option.pile.hand_naturals": "natürliche Karten von der Hand in dieser Figur",
    "option.pile.rediscard": "Abwerfen einer im selben Zug genommenen Karte",
    "option.biriba.length": "mindestens Karten in einer Biriba",
    "option.biriba.sets": "Sätze können Biribas sein",
    "option.biribaki.when": "ein Biribaki wird genommen",
    "option.biribaki.needs_biriba": "dafür braucht es eine Biriba",
    "option.going_out.biribas": "Biribas zum Ausmachen",
    "option.going_out.clean_biribas": "reine darunter",
    "option.going_out.biribaki": "Ausmachen verlangt das genommene Biribaki",
    "option.going_out.run_and_set": "Ausmachen verlangt eine Folge und einen Satz",
    "option.going_out.by_discard": "nur durch Abwerfen wird ausgemacht",
    "option.going_out.last_discard_natural": "nicht mit einer wilden Karte",
    "option.stock.when_empty": "wenn der Stapel leer ist",
    "option.stock.dead_cards": "Karten des Stapels, die nie gezogen werden",
    "option.stock.idle_rounds": "Umläufe ohne Stapel und Figur, die eine Runde beenden",
    "option.prices.cards": "Kartenwerte",
    "option.prices.bonuses": "Bonus",
    "option.prices.going_out": "Punkte für das Ausmachen",
    "option.prices.no_biribaki": "Punkte einer Partei ohne Biribaki",
    "option.prices.no_biriba": "Punkte einer Partei ohne Biriba",
    "option.prices.penalties_when": "diese beiden zählen",
    "option.prices.biribaki_not_played": "Punkte für ein nicht gespieltes Biribaki",
    "option.prices.unplayed_exempt": "seine Karten zählen nicht",
    "option.target.points": "Punkte, die gewinnen",
    "option.target.inclusive": "genau so viele genügen",
    "option.target.ties": "Gleichstand über dem Ziel",
    "choice.deal.passes.next": "der nächste",
    "choice.deal.passes.previous": "der vorige",
    "choice.deal.turned_joker.bury": "kommt unter den Stapel",
    "choice.deal.turned_joker.no-bonus-suit": "keine Bonusfarbe",
    "choice.deal.turned_joker.first-seat": (
        "der erste Platz nimmt ihn und nennt die Farbe"
    ),
    "choice.pile.take.free": "frei",
    "choice.pile.take.top-card": "mit der obersten Karte",
    "choice.pile.take.any-card": "mit irgendeiner seiner Karten",
    "choice.pile.rediscard.free": "frei",
    "choice.pile.rediscard.lone-card": "nicht, wenn er nur diese eine Karte hatte",
    "choice.pile.rediscard.barred": "verboten",
    "choice.biribaki.when.hand-emptied": "wenn eine Hand leer wird",
    "choice.biribaki.when.first-biriba": "mit der ersten Biriba",
    "choice.stock.when_empty.pass": "Ablagestapel nehmen oder passen",
    "choice.stock.when_empty.end": "die Runde endet",
    "choice.stock.when_empty.biribaki": "ein Biribaki wird zum Stapel",
    "choice.prices.penalties_when.always": "immer",
    "choice.prices.penalties_when.another-went-out": "wenn eine andere Partei ausmacht",
    "choice.target.ties.deal-again": "es wird noch einmal gegeben",
    "choice.target.ties.shared": "der Sieg wird geteilt",
    "system.classic-5000": "Klassisches Biriba bis 5000",
    "system.canasta-2000": "Biriba nach Art von Canasta, bis 2000",
    "system.greek-351": "Griechisches Biriba bis 351",
    "system.usual-3000": "Biriba, wie es Spielbücher haben, bis 3000",
    "system.greek-3030": "Griechisches Biriba bis 3030",
    "system.online-3000": "Biriba der griechischen Spielportale, bis 3000",
    "system.burraco-2005": "Italienisches Burraco bis 2005",
    "system.buraco-3000": (
        "Brasilianisches Buraco mit geschlossenem Ablagestapel, bis 3000"
    ),
    "variant.no-wild-twos": (
        "Nur Joker sind wild; Zweien sind gewöhnliche Karten vom Rang 2, mit ihrem "
        "eigenen Wert."
    ),
    "variant.super-biriba": (
        "Eine Folge von 11 oder mehr bringt rein 400 und unrein 200 statt 200 und 100."
    ),
    "variant.six-seats": "Sechs Plätze als drei Paare, drei Spiele und drei Biribakia.",
    "variant.solo": "Jeder Platz für sich, mit eigenem Biribaki; das Ziel ist 1500.",
    "variant.hard-close": "Zum Ausmachen braucht es zwei Biribas.",
    "variant.four-jokers": "Vier Joker statt zwei: 108 Karten.",
    "variant.wild-ratio": (
        "Eine wilde Karte für je zwei natürliche Karten einer Figur, statt einer im "
        "Ganzen."
    ),
    "variant.pile-for-melds": (
        "Auch eine neue Figur mit einer Karte des Ablagestapels verdient ihn."
    ),
    "variant.free-rediscard": (
        "Eine Karte aus dem Ablagestapel darf sofort abgeworfen werden."
    ),
    "variant.lone-card-rediscard": (
        "Nur eine einzelne Ablagekarte darf nicht genommen und wieder abgelegt werden."
    ),
    "variant.joker-no-bonus": (
        "Ein aufgedeckter Joker bleibt liegen; die Runde hat keine Bonusfarbe."
    ),
    "variant.joker-to-first-seat": (
        "Der erste Platz nimmt einen aufgedeckten Joker auf die Hand und nennt die "
        "Bonusfarbe."
    ),
    "variant.to-2500": "2500 Punkte gewinnen, statt 3000.",
    "variant.with-jokers": "Dazu vier Joker: 108 Karten.",
    "variant.with-sets": (
        "Auch Sätze sind Figuren, und Biribas ab sieben Karten: rein 200, unrein 100."
    ),
    "variant.open-pile": "Das offene Spiel (aberto): der Ablagestapel ist frei.",
    "rule.head": "{title} ({label}, Fassung {revision})",
    "rule.source": "Quelle: {source}",
    "rule.system": "{name}: {title}; Plätze: {seats}",
    "rule.yes": "ja",
    "rule.no": "nein",
    "rule.no-limit": "unbegrenzt",
    "rule.not-asked": "nicht verlangt",
    "rule.seating": (
        "Plätze: {seats}, Parteien: {sides}, Spiele: {packs}, Joker: {jokers}, "
        "Biribakia: {biribakia}; ein Match beginnt mit {start}"
    ),
    "rule.value.ace": "Ass {points}",
    "rule.value.two": "Zwei {points}",
    "rule.value.three_to_seven": "Drei bis Sieben {points}",
    "rule.value.eight_to_king": "Acht bis König {points}",
    "rule.value.joker": "Joker {points}",
    "rule.no-bonuses": "kein Bonus",
    "rule.bonus.run": "Folge ab {length} Karten",
    "rule.bonus.set": "Satz ab {length} Karten",
    "rule.bonus.rank": "{bonus}, vom Rang {rank}",
    "rule.bonus.in_a_row": "{bonus}, davon {row} natürlich hintereinander (X2)",
    "rule.price.clean": "rein {points}",
    "rule.price.dirty": "unrein {points}",
    "rule.price.in_bonus_suit_clean": "rein in der Bonusfarbe {points}",
    "rule.price.in_bonus_suit_dirty": "unrein in der Bonusfarbe {points}",
    "rule.same": "in allen Optionen gleich",
    "statistics.deals": "Runden: {count}, mit 95-%-Konfidenzintervallen",
    "statistics.points": "Partei {side}: Punkte {points}, Standardabweichung {spread}",
    "statistics.lead": "Vorsprung von Partei 0: {lead}",
    "statistics.length": "Einzelzüge: {moves}; ganze Züge: {turns}",
    "statistics.out": "durch Ausmachen beendet: {share}",
    "statistics.clean-run": "Biribas, reine Folge: {share}",
    "statistics.dirty-run": "Biribas, unreine Folge: {share}",
    "statistics.clean-set": "Biribas, reiner Satz: {share}",
    "statistics.dirty-set": "Biribas, unreiner Satz: {share}",
}
