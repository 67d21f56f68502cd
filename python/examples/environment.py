"""Plays many games at random in the vector environment, against an opponent who sends garbage."""

import numpy as np

from landfall.gym import VectorEnv


def main() -> None:
    env = VectorEnv(64, "tetrio-s2", opponent_nodes=0, reward="outcome")
    observations, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    wins = losses = 0
    for _ in range(200):
        # A policy chooses among the legal actions: here any of them.
        scores = rng.random(info["action_mask"].shape) * info["action_mask"]
        observations, rewards, terminated, truncated, info = env.step(scores.argmax(axis=1))
        wins += int((rewards == 1).sum())
        losses += int((rewards == -1).sum())
    print(f"{wins} games won, {losses} lost; the stacks have {observations['board'].sum()} blocks")


if __name__ == "__main__":
    main()
