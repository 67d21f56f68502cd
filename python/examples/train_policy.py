"""Trains a small policy on the CPU by the cross-entropy method, one candidate a game of the vector environment:
`train_policy.py [GENERATIONS]`. It scores the board after each legal action by six features; a greedy baseline
plays what clears most rows, then what stays lowest. The game is hard: twelve rows, no hold, pieces drawn
independently, none but the one in play known. Both are measured on games that were not trained on."""

import sys

import numpy as np
from numpy.typing import NDArray

import landfall as lf
from landfall.gym import VectorEnv

GAMES, PIECES, ELITE = 64, 300, 10
RULES = lf.Ruleset().replace(height=12, spawn=(4, 9), hold=False, bag=[0] * 7)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def piece_cells() -> Ints:
    """The cells (x, y) of each piece and rotation relative to its centre, of shape (7, 4, 4, 2)."""
    rotations = ("north", "east", "south", "west")
    return np.array([[lf.Placement(p, r, 0, 0).cells() for r in rotations] for p in "IOTLJSZ"])


CELLS = piece_cells()


def boards_after(
    boards: NDArray[np.uint8], pieces: NDArray[np.uint8], games: Ints, actions: Ints
) -> NDArray[np.uint8]:
    """The board after each action of a game, full rows still in it, of shape (actions, 24, 10)."""
    rest, y = np.divmod(actions, 24)
    rotation, x = np.divmod(rest, 10)
    cells = CELLS[pieces[games, 1], rotation] + np.stack([x, y], axis=1)[:, None]
    after = boards[games]
    inside = cells[..., 1] < 24
    number = np.broadcast_to(np.arange(len(actions))[:, None], inside.shape)
    after[number[inside], cells[..., 1][inside], cells[..., 0][inside]] = 1
    return after


def features(after: NDArray[np.uint8]) -> Floats:
    """Rows cleared, highest column, sum of heights, holes, differences of neighbours, deep wells."""
    rows = after.min(axis=2) > 0
    cleared = rows.sum(axis=1)
    full = np.expand_dims(rows, 2)
    filled = after.astype(bool) & ~full
    above = np.arange(1, 25)[None, :, None]
    tops = (filled * above).max(axis=1)
    # Full rows below the top of a column go.
    heights = tops - (full & (above < np.expand_dims(tops, 1))).sum(axis=1)
    holes = heights.sum(axis=1) - filled.sum(axis=(1, 2))
    walls = np.pad(heights, ((0, 0), (1, 1)), constant_values=24)
    wells = np.clip(np.minimum(walls[:, :-2], walls[:, 2:]) - heights - 2, 0, None).sum(axis=1)
    steps = np.abs(np.diff(heights, axis=1)).sum(axis=1)
    return np.stack([cleared, heights.max(axis=1), heights.sum(axis=1), holes, steps, wells], 1)


def play(weights: Floats, seed: int) -> Floats:
    """Rows that the policy of each game clears in at most `PIECES` pieces."""
    env = VectorEnv(GAMES, RULES, visible=1, max_pieces=PIECES)
    observation, info = env.reset(seed=seed)
    lines, alive = np.zeros(GAMES), np.ones(GAMES, bool)
    while alive.any():
        games, actions = np.nonzero(info["action_mask"])
        values = np.full(info["action_mask"].shape, -np.inf)
        played = alive[games]
        values[~alive, 0] = 0
        games, actions = games[played], actions[played]
        after = boards_after(observation["board"], observation["pieces"], games, actions)
        values[games, actions] = (features(after) * weights[games]).sum(axis=1)
        # Games that are over go on with any legal action, uncounted.
        chosen = np.where(alive, values.argmax(axis=1), env.random_actions())
        observation, rewards, terminated, truncated, info = env.step(chosen)
        lines += rewards * alive
        alive &= ~(terminated | truncated)
    return lines


def main() -> None:
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    greedy = np.tile([100.0, -1.0, -0.01, 0.0, 0.0, 0.0], (GAMES, 1))
    print(f"greedy baseline: {play(greedy, 10**6).mean():.1f} rows per game of {PIECES} pieces")
    rng, mean, spread = np.random.default_rng(1), np.zeros(6), np.full(6, 10.0)
    for generation in range(1, generations + 1):
        weights = rng.normal(mean, spread, (GAMES, 6))
        best = np.argsort(play(weights, generation * GAMES))[-ELITE:]
        mean = weights[best].mean(axis=0)
        # Noise that fades keeps the search from ending too soon.
        spread = weights[best].std(axis=0) + max(0.0, 1.0 - generation / 10)
        rows = play(np.tile(mean, (GAMES, 1)), 10**6).mean()
        print(f"generation {generation}: {rows:.1f} rows per game, weights {mean.round(1).tolist()}")


if __name__ == "__main__":
    main()
