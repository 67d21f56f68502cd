"""Bad input raises exceptions: a panic of Rust is a BaseException, which fails these tests, and a crash ends them."""

import copy
import multiprocessing
import os
import pickle
import random
import shlex
import signal
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import landfall as lf
from landfall import fumen, gym, replay
from landfall._landfall import Batch

JUNK: list[Any] = [
    None,
    0,
    -1,
    7,
    2**40,
    2**70,
    1.5,
    float("nan"),
    float("inf"),
    True,
    "",
    "T",
    "TIO",
    "guideline",
    "é\0☃",
    "#.........\n" * 64,
    "v115@vhAAgH",
    b"",
    b'{"type":"start"}',
    [],
    [1, 2],
    [2**16],
    [(1, 1)],
    (0, 0),
    {},
    {"holes": 1.0},
    np.zeros((3, 10), np.uint8),
    np.zeros((10, 3), np.uint8).T,
    np.zeros(4, np.int64)[::2],
    object(),
    len,
    lf.Placement("T", "south", 2, 1),
    lf.Placement("I", "east", 127, -128),
    lf.Board("##########"),
    lf.Ruleset("pason"),
    lf.State("tetrio-s2", queue="TIOSZ"),
    lf.Side(seed=1),
]
KEYWORDS = ["seed", "rules", "queue", "board", "hold", "nodes", "visible", "games", "spin", "lines", "threads"]


def values() -> list[Any]:
    """Objects whose methods are called."""
    state = lf.State("tetrio-s2", queue="TIOSZ")
    page = fumen.Page("G.GGGGGGGG", piece=lf.Placement("T", "south", 1, 1))
    game = replay.read(fumen.encode([page]).encode())
    bot = lf.Bot.built_in(nodes=10)
    bot.close()
    batch = gym.VectorEnv(2)._batch
    objects = [state, state.board, lf.Ruleset(), lf.Side(seed=2), state.legal_placements()[0], page, game, bot]
    objects += [game.rounds[0], game.rounds[0].sides[0], game.rounds[0].sides[0].moves[0], batch]
    objects += [lf.SideGarbage("tetrio-s2", 1), lf.PieceSequence("guideline", 1), lf.search(state, nodes=5)]
    return objects


def harmless(name: str) -> bool:
    # Bots would start programs of these names; matches and reviews take long.
    return name not in ("launch", "play_match", "review_json", "__class__", "__reduce_ex__")


def test_nonsense_raises_exceptions() -> None:
    rng = random.Random(1)
    callables = [getattr(lf, name) for name in lf.__all__ if name not in ("play_match",)]
    callables += [fumen.decode, fumen.decode_all, fumen.encode, fumen.Page, replay.read, Batch]
    callables = [call for call in callables if callable(call) and call is not lf.Bot]
    raised = 0
    for _ in range(6_000):
        if rng.random() < 0.7:
            target = rng.choice(OBJECTS)
            names = [name for name in dir(target) if harmless(name)]
            call = getattr(target, rng.choice(names), None)
        else:
            call = rng.choice(callables)
        if not callable(call):
            continue
        arguments = [rng.choice(JUNK) for _ in range(rng.randrange(4))]
        keywords = {rng.choice(KEYWORDS): rng.choice(JUNK)} if rng.random() < 0.3 else {}
        if call is lf.search:
            # Without a small limit a valid search would not end.
            keywords = {**keywords, "nodes": rng.choice([-1, 0, 5, 2**70]), "memory": 1 << 20}
        try:
            call(*arguments, **keywords)
        except Exception:  # noqa: BLE001
            raised += 1
    assert raised > 1_000


OBJECTS = values()


def test_positions_of_any_kind_can_be_played_and_searched() -> None:
    rng = random.Random(2)
    for number in range(300):
        rules = lf.Ruleset(rng.choice(lf.Ruleset.names()))
        if number % 3 == 0:
            height = rng.randrange(4, 41)
            rules = rules.replace(height=height, spawn=(rng.randrange(1, 8), 0), bag=[rng.randrange(3) for _ in range(7)])
        height = rng.choice([0, 3, 20, 40, 64])
        cells = [(x, y) for x in range(10) for y in range(height) if rng.random() < 0.6]
        state = lf.State(
            rules,
            board=lf.Board.from_cells(cells),
            hold=rng.choice([None, *"IOTLJSZ"]),
            queue="".join(rng.choices("IOTLJSZ", k=rng.randrange(8))),
            combo=rng.choice([0, 5, 65_535]),
            back_to_back=rng.choice([0, 3, 65_535]),
        )
        state.garbage_rows = rng.randrange(256)
        lf.search(state, nodes=50, memory=1 << 20)
        assert lf.State.from_json(rules, state.to_json()) == state
        for _ in range(5):
            placements = state.legal_placements()
            if not placements:
                break
            placement = rng.choice(placements)
            state.route(placement)
            state.play(placement, multiplier=rng.choice([0.0, 1.0, 1000.0]))
            state.raise_garbage([rng.randrange(65_536) for _ in range(rng.choice([0, 1, 80]))])


def test_threads_share_objects() -> None:
    side, state, errors = lf.Side(seed=1), lf.State(queue="TIO" * 10), list[BaseException]()

    def work() -> None:
        try:
            for _ in range(200):
                try:
                    state.play(state.legal_placements()[0])
                    state.queue = "TIO"
                    state.board = lf.Board()
                    side.copy().play(side.state.legal_placements()[0])
                except (lf.IllegalPlacementError, IndexError, RuntimeError):
                    pass  # Another thread was faster, or has it borrowed.
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


SILENT_BOT = """
import time
print('{"type":"info","name":"silent","version":"1","author":"a","features":[]}', flush=True)
input()
print('{"type":"ready"}', flush=True)
time.sleep(600)
"""


def test_a_bot_is_closed_while_another_thread_waits_for_it() -> None:
    command = shlex.join([sys.executable, "-c", SILENT_BOT])
    bot = lf.Bot.launch(command, time_limit=300.0)
    bot.set_position(lf.State(queue="TIOSZ"))
    threading.Timer(0.1, bot.close).start()
    with pytest.raises(lf.BotError, match="closed"):
        bot.suggest()


def test_what_cannot_be_copied_says_so() -> None:
    for value in (lf.PieceSequence("guideline", 1), lf.Bot.built_in(nodes=5), gym.VectorEnv(1)._batch):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(value)
        with pytest.raises(TypeError, match="pickle"):
            copy.deepcopy(value)
    with pytest.raises(ValueError, match="bag"):
        lf.State.from_json("guideline", lf.State().to_json().replace("1", "0"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_goes_on() -> None:
    state, env = lf.State(queue="TIOSZ"), gym.VectorEnv(4)
    env.reset(seed=1)
    best = lf.search(state, nodes=500, threads=2).best
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(best_of, [state] * 4) == [best] * 4
    env.step(env.random_actions())


def best_of(state: lf.State) -> lf.Placement | None:
    return lf.search(state, nodes=500, threads=2).best


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_ctrl_c_ends_a_search() -> None:
    begun = time.monotonic()
    # Python leaves the signal ignored where a shell started it in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            lf.search(lf.State(queue="TIOSZ"), seconds=600)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 300
