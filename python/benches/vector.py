"""Measures random play: the vector environment with masks beside the Rust figure of the same run, and
tetris-gymnasium if it is installed. `python benches/vector.py [SECONDS]` in a checkout, after
`maturin develop --release`."""

import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

from landfall.gym import Solo, VectorEnv

ROOT = Path(__file__).parents[2]
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
ROUNDS = 3
RULESETS = ("guideline", "tetrio-s2")


def rate(step: Callable[[], int]) -> float:
    """Steps per second of a function that returns how many it has done."""
    done, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        done += step()
    return done / elapsed


def vector(games: int, rules: str) -> float:
    env = VectorEnv(games, rules)
    env.reset(seed=1)

    def step() -> int:
        for _ in range(50):
            env.step(env.random_actions())
        return 50 * games

    return rate(step)


def single() -> float:
    env = Solo()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> int:
        legal = np.flatnonzero(env.action_masks())
        _, _, terminated, truncated, _ = env.step(int(rng.choice(legal)))
        if terminated or truncated:
            env.reset()
        return 1

    return rate(step)


def rust() -> dict[str, float]:
    """Placements per second of random play in Rust, by ruleset, on one core."""
    command = ["cargo", "run", "--quiet", "--release", "-p", "landfall-rules", "--example", "random_play"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rows = [line.split() for line in run.stdout.splitlines()[1:]]
    return {row[0]: float(row[1]) for row in rows}


def tetris_gymnasium() -> float | None:
    """Placements per second of tetris-gymnasium's grouped actions at random."""
    try:
        from tetris_gymnasium.envs.tetris import Tetris
        from tetris_gymnasium.wrappers.grouped import GroupedActionsObservations
    except ImportError:
        return None
    env = GroupedActionsObservations(Tetris())
    _, info = env.reset(seed=1)

    def step() -> int:
        nonlocal info
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(int(np.random.choice(legal)))
        if terminated or truncated:
            _, info = env.reset()
        return 1

    return rate(step)


def main() -> None:
    # In turns, the best of each: other work on the machine slows either.
    best: dict[tuple[str, str], float] = defaultdict(float)
    for _ in range(ROUNDS):
        figures = rust()
        for rules in RULESETS:
            best["rust", rules] = max(best["rust", rules], figures[rules])
            best["vector", rules] = max(best["vector", rules], vector(64, rules))
    for rules in RULESETS:
        own, other = best["vector", rules], best["rust", rules]
        print(f"VectorEnv(64, {rules!r}): {own:,.0f} placements/s, Rust {other:,.0f}, ratio {own / other:.2f}")
    print(f"Solo(): {single():,.0f} placements/s")
    others = tetris_gymnasium()
    print(f"tetris-gymnasium: {others:,.0f} placements/s" if others else "no tetris-gymnasium here")


if __name__ == "__main__":
    main()
