"""What each seat sees of one deal: a picture for each, and the log of its moves."""

from __future__ import annotations

import sys
from pathlib import Path

from biriba import svg
from biriba.game import Game
from biriba.players import Greedy
from biriba.rules import CLASSIC_5000


def main(folder: Path) -> None:
    """Write ``seat-0.svg`` to ``seat-3.svg`` into a folder."""
    game = Game.deal(CLASSIC_5000, players=4, seed=11)
    player = Greedy()
    for _ in range(30):
        game.play(player.choose(game.view(game.state.seat)))
    for seat in range(4):
        view = game.view(seat)
        path = folder / f"seat-{seat}.svg"
        path.write_text(svg.render_view(view), encoding="utf-8")
        print(f"Seat {seat} holds {view.hand}; drawn in {path.name}")
        for entry in game.log(seat)[:4]:
            print(" ", entry)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
