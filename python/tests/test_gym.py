"""The environments: what Gymnasium checks, and that they play the games of the rules."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import landfall as lf
from landfall.gym import Solo, VectorEnv, Versus


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("env_id", ["landfall/Solo-v0", "landfall/Versus-v0"])
def test_gymnasium_checks_them(env_id: str) -> None:
    check_env(gymnasium.make(env_id).unwrapped)
    vector = gymnasium.make_vec(env_id, num_envs=3)
    observations, info = vector.reset(seed=1)
    assert vector.observation_space.contains(observations) and info["action_mask"].shape == (3, 1920)


def test_actions_are_the_legal_placements() -> None:
    env = Solo("tetrio-s2", render_mode="ansi")
    observation, info = env.reset(seed=4)
    side = lf.Side("tetrio-s2", seed=4)
    for number in range(40):
        legal = np.flatnonzero(info["action_mask"])
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        placements = [env.placement(action) for action in legal]
        assert all(placements)
        assert {frozenset(mv.cells("tetrio-s2")) for mv in placements if mv} == {frozenset(mv.cells("tetrio-s2")) for mv in side.state.legal_placements()}
        action = int(legal[number * 7 % len(legal)])
        placement = env.placement(action)
        assert placement is not None
        lock = side.play(placement)
        observation, reward, terminated, _, info = env.step(action)
        assert (observation["board"] == side.state.board.to_numpy(24)).all()
        assert "IOTLJSZ"[observation["pieces"][1]] == side.state.queue[0]
        assert reward == lock.clear.lines == info["lines"]
        if terminated:
            return
    assert env.render() == str(side.state.board)


def random_rewards(env: gymnasium.Env[Any, Any], seed: int) -> list[float]:
    env.reset(seed=seed)
    env.action_space.seed(seed)
    rewards = []
    while True:
        _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        rewards.append(float(reward))
        if terminated or truncated:
            return rewards


def test_seeds_are_deterministic_and_games_end() -> None:
    env = Versus(opponent_nodes=20)
    rewards = random_rewards(env, 7)
    assert rewards == random_rewards(env, 7) and rewards[-1] == -1.0
    assert len(random_rewards(Solo(max_pieces=5), 1)) == 5


def test_a_vector_has_the_games_of_single_environments() -> None:
    vector, singles = VectorEnv(4), [Solo() for _ in range(4)]
    observations, _ = vector.reset(seed=10)
    for number, env in enumerate(singles):
        env.reset(seed=10 + number)
    for _ in range(10):
        actions = vector.random_actions()
        assert (vector.action_masks()[np.arange(4), actions]).all()
        again, rewards, terminated, *_ = vector.step(actions)
        assert again is observations
        for number, env in enumerate(singles):
            single, reward, ended, *_ = env.step(actions[number])
            assert all((single[key] == observations[key][number]).all() for key in single)
            assert (reward, ended) == (rewards[number], terminated[number])


def test_games_of_a_vector_begin_again() -> None:
    vector = VectorEnv(16, "tetrio-s2", opponent_nodes=0, reward="outcome")
    vector.reset(seed=0)
    ended = 0
    for _ in range(200):
        observations, rewards, terminated, _, _ = vector.step(vector.random_actions())
        ended += int(terminated.sum())
        assert (rewards[~terminated] == 0).all() and (np.abs(rewards[terminated]) == 1).all()
    assert ended > 16 and observations["opponent_board"].any()


def test_bad_actions_and_options_raise() -> None:
    env = Solo(illegal_actions="raise")
    with pytest.raises(ValueError, match="reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    masked = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action, text in [(masked, "not legal"), (-1, "no action"), (5000, "no action")]:
        with pytest.raises(ValueError, match=text):
            env.step(action)
    versus = Versus(opponent_nodes=0)
    versus.reset(seed=1)
    _, reward, terminated, *_ = versus.step(masked)
    assert (reward, terminated) == (-1.0, True)
    vector = VectorEnv(2)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="3 actions for 2 games"):
        vector.step(np.zeros(3, np.int64))
    with pytest.raises((TypeError, ValueError)):
        vector.step(np.zeros((2, 2), np.int64))
    with pytest.raises((TypeError, ValueError)):
        vector.step(np.array(["a", "b"]))  # type: ignore[arg-type,unused-ignore]
    vector._batch.boards.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        vector.step(vector.random_actions())
    for options, text in [({"visible": 0}, "visible"), ({"reward": "fun"}, "no reward")]:
        with pytest.raises(ValueError, match=text):
            VectorEnv(2, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="games"):
        VectorEnv(0)
