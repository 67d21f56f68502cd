"""Recorded games and boards of TETR.IO's league replay exactly: all of them where they lie beside the
checkout, otherwise the part in the repository."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import landfall as lf

ROOT = Path(__file__).parents[2]
RULES = lf.Ruleset("tetrio-s2")
OPENER_PIECES = 14


def lines(name: str) -> Iterator[Any]:
    beside = ROOT.parent / "shared/data/tetrio-s2" / name
    path = beside if beside.exists() else ROOT / "crates/arena/tests/league" / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    with path.open() as file:
        yield from map(json.loads, file)


def drawing(rows: list[str]) -> str:
    return "\n".join(reversed(rows))


class Game:
    """A recorded game, replayed lock by lock."""

    def __init__(self, head: Any) -> None:
        rows = head.get("board", [])
        self.multiplier = head.get("multiplier", 1.0)
        self.state = lf.State(
            RULES,
            board=lf.Board(drawing(rows)),
            combo=head.get("combo", 0),
            back_to_back=head.get("b2b", 0),
        )
        self.state.garbage_rows = next((y for y, row in enumerate(rows) if "G" not in row), len(rows))
        self.pieces = lf.PieceSequence(RULES, head["seed"])
        self.garbage = lf.SideGarbage(RULES, head["seed"])
        self.locks = 0
        self.deal()

    def deal(self) -> None:
        while len(self.state.queue) < 6:
            self.state.push_piece(next(self.pieces))

    def lock(self, line: Any) -> None:
        for rows in line["arrived"]:
            self.garbage.push(rows)
        if line["held"]:
            self.state.hold_piece()
        piece = self.state.queue[0]
        placement = next(
            mv
            for mv in self.state.legal_placements()
            if mv.piece == piece
            and mv.spin == line["spin"]
            and sorted(map(list, mv.cells(RULES))) == line["cells"]
        )
        clear = self.state.play(placement, multiplier=self.multiplier)
        self.locks += 1
        sent = self.garbage.cancel(clear.packets, opener=self.locks <= OPENER_PIECES)
        rose = [] if clear.lines else self.garbage.take_due()[::-1]
        lost = self.state.raise_garbage(rose) or clear.topped_out
        self.deal()
        holes = [(~row & 1023).bit_length() - 1 for row in rose]
        expected = {
            "piece": piece,
            "lines": clear.lines,
            "garbage_lines": clear.garbage_lines,
            "all_clear": clear.perfect,
            "combo": self.state.combo,
            "b2b": self.state.back_to_back,
            "packets": clear.packets,
            "sent": sent,
            "rose": holes,
            "waiting": self.garbage.packets,
            "hold": self.state.hold,
            "next": list(self.state.queue[:5]),
        }
        assert expected == {name: line[name] for name in expected}
        assert self.state.board == lf.Board(drawing(line["board"]))
        assert line.get("dead", False) or not lost


@pytest.mark.parametrize("name", ["games.jsonl", "games_long.jsonl"])
def test_games_replay_lock_by_lock(name: str) -> None:
    game, locks = None, 0
    for line in lines(name):
        if "seed" in line:
            game = Game(line)
        elif game is not None and "cells" in line:
            game.lock(line)
            locks += 1
    assert locks > 100


def test_boards_have_the_same_placements() -> None:
    boards = 0
    for line in lines("placements.jsonl"):
        board = lf.Board(drawing(line["board"]))
        for piece, (_, distinct) in line["counts"].items():
            placements = lf.State(RULES, board=board, queue=piece).legal_placements()
            assert len(placements) == distinct
            if "placements" in line:
                found = [[sorted(map(list, mv.cells(RULES))), mv.spin] for mv in placements]
                assert sorted(found) == sorted(line["placements"][piece])
        boards += 1
    assert boards > 10
