"""Boards, placements, rulesets, positions and sides, as the Rust crate has them."""

import copy
import pickle
from itertools import islice

import numpy as np
import pytest

import landfall as lf

BOARD = """
    xx........
    x...xxxxxx
    xx.xxxxxxx
"""


def test_the_example_of_the_crate() -> None:
    state = lf.State("guideline", board=lf.Board(BOARD), queue="TIO")
    placements = state.legal_placements()
    assert (len(placements), sum(mv.spin == "full" for mv in placements)) == (55, 2)
    best = max(placements, key=lambda mv: state.copy().play(mv).attack)
    assert best == lf.Placement.parse("T south x=2 y=1 spin full")
    assert best.cells() == [(3, 1), (2, 1), (1, 1), (2, 0)]
    clear = state.play(best)
    assert (clear.attack, clear.lines, clear.spin, clear.label) == (4, 2, "full", "T-SPIN DOUBLE")
    assert (str(state.board), state.queue, state.back_to_back) == ("##........", "IO", 1)


def test_boards_and_arrays() -> None:
    board = lf.Board("#.........\n##........")
    array = board.to_numpy(4)
    assert array.shape == (4, 10) and array.dtype == np.uint8 and array.sum() == 3
    assert lf.Board.from_numpy(array) == board == lf.Board.from_cells(board.cells())
    assert board.raised([0b11_1111_1110]).height(1) == 2
    with pytest.raises(ValueError, match=r"shape \(4, 9\)"):
        lf.Board.from_numpy(np.zeros((4, 9), np.uint8))
    with pytest.raises(TypeError):
        lf.Board.from_numpy(np.zeros((4, 10), np.float64))  # type: ignore[arg-type,unused-ignore]
    with pytest.raises(ValueError, match="line 1 has 3 cells"):
        lf.Board("...")


def test_illegal_placements_say_why() -> None:
    state = lf.State(queue="TIO")
    with pytest.raises(lf.IllegalPlacementError, match="floats"):
        state.play(lf.Placement("T", "north", 4, 9))
    with pytest.raises(lf.IllegalPlacementError, match="O is not at hand"):
        state.play(lf.Placement("O", "north", 4, 0))
    with pytest.raises(ValueError, match="piece"):
        lf.Placement("X", "north", 0, 0)
    with pytest.raises(OverflowError):
        lf.Placement("T", "north", 999, 0)
    with pytest.raises(ValueError, match="no ruleset"):
        lf.State("tetris")


def test_routes_lead_to_placements() -> None:
    state = lf.State(queue="TO")
    mv = lf.Placement("O", "north", 6, 0)
    assert state.needs_hold(mv) and state.route(mv) == ["right", "right"]


def test_rulesets_of_ones_own() -> None:
    base = lf.Ruleset("guideline")
    rules = base.replace(height=18, spawn=(4, 15), hold=False, plain=[0, 0, 4, 2, 4], bag=[0] * 7)
    side = lf.Side(rules, seed=3)
    assert side.rules.height == 18 and side.rules != base and base.replace() == base
    assert {mv.piece for mv in side.state.legal_placements()} == {side.state.queue[0]}
    spins = base.replace(kickset="srs_plus", spins="all-mini+")
    with pytest.raises(ValueError, match="from 4 to 40"):
        base.replace(height=99)
    with pytest.raises(ValueError, match="spawn.y"):
        base.replace(height=10)
    with pytest.raises(ValueError, match="has no `gravity`"):
        base.replace(gravity=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="five numbers"):
        base.replace(plain=[1, 2])
    assert spins.replace(kickset="srs", spins="t-spins").name == "guideline"


def test_seeds_deal_the_same_pieces() -> None:
    assert "".join(islice(lf.PieceSequence("tetrio-s2", 42), 7)) == "OTILJSZ"
    assert lf.Side("tetrio-s2", seed=42).state.queue == "OTILJS"


def test_a_side_plays_until_it_is_lost() -> None:
    side = lf.Side("guideline", seed=1)
    while side.loss is None:
        highest = max(side.state.legal_placements(), key=lambda mv: mv.y)
        side.play(highest)
    assert side.loss in ("block out", "lock out", "top out") and side.pieces > 5
    side = lf.Side("guideline", seed=1, garbage_seed=2)
    lock = side.play(side.state.legal_placements()[0])
    assert len(lock.dealt) == 1 and len(side.state.queue) == 6
    side.push_garbage(3, 60)
    assert side.pending_garbage == 3 and side.cancel([1]) == [] and side.pending_garbage == 2
    assert len(side.raise_garbage(60)) == 2 and "G" in side.field


def test_values_are_copied_and_pickled() -> None:
    state = lf.State("tetrio-s2", board=lf.Board(BOARD), hold="I", queue="TOS", combo=2, back_to_back=3)
    for value in (state, state.board, lf.Ruleset("botris"), state.legal_placements()[-1]):
        assert pickle.loads(pickle.dumps(value)) == value
    other = copy.deepcopy(state)
    other.play(other.legal_placements()[0])
    assert other != state and copy.copy(state) == state
    assert hash(state.board) == hash(lf.Board(BOARD))
    with pytest.raises(ValueError, match="cannot be pickled"):
        pickle.dumps(lf.Ruleset().replace(hold=False))
