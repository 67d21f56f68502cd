"""The search: the same moves as the program with as many nodes."""

import json
import subprocess
import threading
from itertools import islice

import pytest

import landfall as lf

@pytest.mark.parametrize("rules", ["guideline", "tetrio-s2"])
def test_the_program_plays_the_same_moves(rules: str, program: str) -> None:
    """Each position in a session of its own: a session goes on from the search of the move before."""
    pieces = lf.PieceSequence(rules, 5)
    state = lf.State(rules, queue="".join(islice(pieces, 6)))
    for _ in range(12):
        best = lf.search(state, nodes=3_000).best
        assert best is not None
        messages = [json.dumps({"type": "rules", "ruleset": rules}), state.to_tbp(), '{"type":"suggest"}']
        run = subprocess.run(
            [program, "--nodes", "3000", "--moves", "1"],
            input="\n".join(messages),
            capture_output=True,
            text=True,
            check=True,
        )
        (move,) = json.loads(run.stdout.splitlines()[-1])["moves"]
        place = move["location"]
        assert best == lf.Placement(
            place["type"], place["orientation"], place["x"], place["y"], move["spin"]
        )
        state.play(best)
        while len(state.queue) < 6:
            state.push_piece(next(pieces))


def test_limits_lines_and_threads() -> None:
    state = lf.State(queue="TIOSZ")
    result = lf.search(state, nodes=4_000, lines=3)
    assert len(result.lines) == 3 and result.best == result.lines[0].placement
    assert result.lines[0].placements[0] == result.best and result.lines[0].value >= result.lines[1].value
    assert lf.search(state, nodes=4_000, lines=3, threads=2) == result
    assert lf.search(state, seconds=0.5).lines and lf.search(state, depth=1).nodes > 0
    assert lf.search(lf.State(), nodes=10).best is None
    other = lf.search(state, nodes=500, parameters={"holes": -1.0})
    assert other.lines
    with pytest.raises(ValueError, match="no end"):
        lf.search(state)
    with pytest.raises(ValueError, match="nonsense"):
        lf.search(state, nodes=1, parameters={"nonsense": 1.0})
    with pytest.raises(ValueError, match="seconds"):
        lf.search(state, seconds=float("nan"))


def test_other_threads_run_meanwhile() -> None:
    state, results = lf.State(queue="TIOSZ"), list[lf.SearchResult]()
    threads = [
        threading.Thread(target=lambda: results.append(lf.search(state, nodes=2_000)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(result == results[0] for result in results)
