"""What the command ``biriba`` says, in every language: tables for ``languages``.

They are part of ``languages.TABLES`` and follow its rules: the same keys and the same
fields in every table. ``command.`` is what commands print, ``usage.`` what is said of
wrong usage. What ``argparse`` says, and errors about documents, stay English inside.
"""

from __future__ import annotations

from typing import Final

ENGLISH: Final = {
    "command.meld": "{meld}: {kind}; cards {cards}, bonus {bonus}, together {total}",
    "command.no-meld": "no meld: {why}",
    "command.no-arrangement": "no arrangement is a meld",
    "command.no-lay-off": "no lay-off: {why}",
    "command.legal": "legal",
    "command.illegal": "illegal: {why}",
    "command.wrong-move": "move {number}, seat {seat}, illegal move {move}: {why}",
    "command.moves": "seat {seat}, phase {phase}, moves: {count}",
    "command.match": "Side {side}, match: {before} → {now}",
    "command.turn": "seat {seat} to play, phase {phase}",
    "command.to": "seat {seat} to {phase}",
    "command.out": "seat {seat} went out",
    "command.nobody-out": "nobody went out",
    "command.stock": "cards in the stock: {count}; biribakia left: {left}",
    "command.seats": "{rules}, {seats} seats",
    "command.taken": "taken this turn: {cards}",
    "command.hand": "hand of seat {seat}: {cards}",
    "command.deal": "Deal",
    "command.replayed": "dealt by seat {dealer}, moves: {count}",
    "command.totals": "Match, deals: {count}",
    "command.wins": "Side {side} wins",
    "command.demo": ("{title} ({label}), seats: {seats}, sides: {sides}, seed: {seed}"),
    "command.progress": "deal {deal}, move {move}",
    "command.no-winner": (
        "No winner yet, deals: {count}; nobody has {points} points alone, and {option} "
        "lets the match go on"
    ),
    "command.simulated": "{rules}, {seats} seats, {players}, seed {seed}",
    "command.unread-move": "move {number}, seat {seat}, {move}: {why}",
    "command.wrong-result": "the result is not that of the moves: {problems}",
    # Wrong usage.
    "usage.parsed": "{problem} (see {help})",
    "usage.option": "{option}: {why}",
    "usage.too-many-rules": "rules prints one system or compares two, not {count}",
    "usage.command-missing": "a command is missing: {names} (see {help})",
    "usage.near-command": "no command {command}; did you mean {near}?",
    "usage.no-command": "no command {command}; there are {names}",
    "usage.no-option": "{command} has no {option}",
    "usage.cannot-read": "cannot read {where}: {why}",
    "usage.cannot-read-input": "cannot read standard input: {why}",
    "usage.cannot-write": "cannot write: {why}",
    "usage.move": "move {number}: {why}",
    "usage.at": "{problem} (at {position}, in {near})",
    "usage.interrupted": "interrupted",
}

GREEK: Final = {
    "command.meld": "{meld}: {kind}; φύλλα {cards}, μπόνους {bonus}, σύνολο {total}",
    "command.no-meld": "δεν είναι συνδυασμός: {why}",
    "command.no-arrangement": "με καμία διάταξη δεν γίνεται συνδυασμός",
    "command.no-lay-off": "δεν προστίθεται: {why}",
    "command.legal": "επιτρέπεται",
    "command.illegal": "δεν επιτρέπεται: {why}",
    "command.wrong-move": (
        "κίνηση {number}, θέση {seat}, {move}, δεν επιτρέπεται: {why}"
    ),
    "command.moves": "θέση {seat}: {phase}· κινήσεις: {count}",
    "command.match": "Ομάδα {side}, παρτίδα: {before} → {now}",
    "command.turn": "παίζει η θέση {seat}: {phase}",
    "command.to": "παίζει η θέση {seat}: {phase}",
    "command.out": "έκλεισε η θέση {seat}",
    "command.nobody-out": "δεν έκλεισε κανείς",
    "command.stock": "φύλλα στην τράπουλα: {count}· μένουν μπιριμπάκια: {left}",
    "command.seats": "{rules}, θέσεις: {seats}",
    "command.taken": "πάρθηκαν αυτή τη φορά: {cards}",
    "command.hand": "χέρι της θέσης {seat}: {cards}",
    "command.deal": "Γύρος",
    "command.replayed": "μοίρασε η θέση {dealer}, κινήσεις: {count}",
    "command.totals": "Παρτίδα, γύροι: {count}",
    "command.wins": "Κερδίζει η ομάδα {side}",
    "command.demo": (
        "{title} ({label}), θέσεις: {seats}, ομάδες: {sides}, σπόρος: {seed}"
    ),
    "command.progress": "γύρος {deal}, κίνηση {move}",
    "command.no-winner": (
        "Χωρίς νικητή ακόμη, γύροι: {count}· κανείς δεν έχει μόνος του {points} "
        "πόντους, και με {option} η παρτίδα συνεχίζεται"
    ),
    "command.simulated": "{rules}, θέσεις: {seats}, {players}, σπόρος: {seed}",
    "command.unread-move": "κίνηση {number}, θέση {seat}, {move}: {why}",
    "command.wrong-result": "το αποτέλεσμα δεν βγαίνει από τις κινήσεις: {problems}",
    "usage.parsed": "λάθος εντολή: {problem} (βλ. {help})",
    "usage.option": "επιλογή {option}: {why}",
    "usage.too-many-rules": (
        "η εντολή rules δείχνει ένα σύστημα ή συγκρίνει δύο, όχι {count}"
    ),
    "usage.command-missing": "λείπει η εντολή: {names} (βλ. {help})",
    "usage.near-command": "δεν υπάρχει εντολή {command}· μήπως εννοείτε {near};",
    "usage.no-command": "δεν υπάρχει εντολή {command}· υπάρχουν {names}",
    "usage.no-option": "η εντολή {command} δεν έχει {option}",
    "usage.cannot-read": "δεν διαβάζεται το {where}: {why}",
    "usage.cannot-read-input": "δεν διαβάζεται η τυπική είσοδος: {why}",
    "usage.cannot-write": "δεν γράφεται η έξοδος: {why}",
    "usage.move": "κίνηση {number}: {why}",
    "usage.at": "{problem} (στη θέση {position}, στο {near})",
    "usage.interrupted": "διακόπηκε",
}

GERMAN: Final = {
    "command.meld": "{meld}: {kind}; Karten {cards}, Bonus {bonus}, zusammen {total}",
    "command.no-meld": "keine Figur: {why}",
    "command.no-arrangement": "in keiner Anordnung eine Figur",
    "command.no-lay-off": "kein Anlegen: {why}",
    "command.legal": "erlaubt",
    "command.illegal": "nicht erlaubt: {why}",
    "command.wrong-move": (
        "Zug {number}, Platz {seat}, {move}, ist nicht erlaubt: {why}"
    ),
    "command.moves": "Platz {seat}: {phase}; Züge: {count}",
    "command.match": "Partei {side}, Match: {before} → {now}",
    "command.turn": "Platz {seat} ist am Zug: {phase}",
    "command.to": "Platz {seat} ist am Zug: {phase}",
    "command.out": "Platz {seat} hat ausgemacht",
    "command.nobody-out": "niemand hat ausgemacht",
    "command.stock": "Karten im Stapel: {count}; Biribakia übrig: {left}",
    "command.seats": "{rules}, Plätze: {seats}",
    "command.taken": "in diesem Zug genommen: {cards}",
    "command.hand": "Hand von Platz {seat}: {cards}",
    "command.deal": "Runde",
    "command.replayed": "Platz {dealer} hat gegeben, Züge: {count}",
    "command.totals": "Match, Runden: {count}",
    "command.wins": "Partei {side} gewinnt",
    "command.demo": (
        "{title} ({label}), Plätze: {seats}, Parteien: {sides}, Startwert: {seed}"
    ),
    "command.progress": "Runde {deal}, Zug {move}",
    "command.no-winner": (
        "Noch kein Sieger, Runden: {count}; niemand hat allein {points} Punkte, und "
        "mit {option} geht das Match weiter"
    ),
    "command.simulated": "{rules}, Plätze: {seats}, {players}, Startwert: {seed}",
    "command.unread-move": "Zug {number}, Platz {seat}, {move}: {why}",
    "command.wrong-result": "das Ergebnis passt nicht zu den Zügen: {problems}",
    "usage.parsed": "falscher Aufruf: {problem} (siehe {help})",
    "usage.option": "Option {option}: {why}",
    "usage.too-many-rules": (
        "rules zeigt ein System oder vergleicht zwei, nicht {count}"
    ),
    "usage.command-missing": "es fehlt ein Befehl: {names} (siehe {help})",
    "usage.near-command": "kein Befehl {command}; gemeint ist vielleicht {near}?",
    "usage.no-command": "kein Befehl {command}; es gibt {names}",
    "usage.no-option": "{command} kennt {option} nicht",
    "usage.cannot-read": "{where} ist nicht lesbar: {why}",
    "usage.cannot-read-input": "die Standardeingabe ist nicht lesbar: {why}",
    "usage.cannot-write": "die Ausgabe ist nicht schreibbar: {why}",
    "usage.move": "Zug {number}: {why}",
    "usage.at": "{problem} (an Stelle {position}, in {near})",
    "usage.interrupted": "abgebrochen",
}
