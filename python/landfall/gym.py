"""Gymnasium environments over placements, with action masks.

`Solo` is a game alone, `Versus` one against an opponent who sends garbage; `VectorEnv` is many of either, stepped
in Rust. Ids for `gymnasium.make` and `make_vec`: "landfall/Solo-v0" and "landfall/Versus-v0".

Actions are `Discrete(1920)`: `((hold * 4 + rotation) * 10 + x) * 24 + y`, where `hold` is 1 if the piece is held
first, `rotation` 0 to 3 for north, east, south, west, and `x` and `y` are the cell of its centre, from the left and
from the floor. `info["action_mask"]` (int8, 1 for legal) says which are legal, `action_masks()` the same as bool, as
MaskablePPO of sb3-contrib calls it. An illegal action loses the
game, or with `illegal_actions="raise"` raises ValueError, as one that is no action does.

Observations are a dict:

| key | shape, dtype | what |
|---|---|---|
| board | (24, 10), uint8 | 1 for a filled cell, the floor first |
| pieces | (1 + visible,), uint8 | hold, then the known pieces, the one in play first; 0 to 6 for I O T L J S Z, 7 for none |
| counters | (4,), int32 | combo, back-to-back, lines of garbage that wait for the agent and for the opponent |
| opponent_board | (24, 10), uint8 | `Versus` only: as board |

`reward` is "lines" (rows cleared), "attack" (lines sent) or "outcome" (1 for a win, -1 for a loss). `info` has
"lines" and "attack" of the step. A game ends (terminated) when the agent has no legal action or tops out, or when
the opponent has lost, and is cut off (truncated) after `max_pieces`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from landfall._landfall import Batch, Board, Placement, Ruleset

__all__ = ["Observation", "Solo", "VectorEnv", "Versus"]

Observation = dict[str, NDArray[Any]]


class LegalActions(spaces.Discrete):
    """All actions. Without a mask `sample` draws from those that are legal now."""

    def __init__(self, masks: NDArray[np.int8]) -> None:
        super().__init__(masks.shape[-1])
        self.masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.masks[0]
        return super().sample(mask=mask, probability=probability)


def observation_space(visible: int, versus: bool) -> Any:
    """The observations of one game: a `spaces.Dict`, which versions of Gymnasium type differently."""
    board = spaces.Box(0, 1, (24, 10), np.uint8)
    parts: dict[str, spaces.Space[Any]] = {
        "board": board,
        "pieces": spaces.Box(0, 7, (1 + visible,), np.uint8),
        "counters": spaces.Box(0, np.iinfo(np.int32).max, (4,), np.int32),
    }
    if versus:
        parts["opponent_board"] = board
    return spaces.Dict(parts)


def observation(batch: Batch, versus: bool) -> Observation:
    """The arrays of a batch that are observed."""
    parts: Observation = {"board": batch.boards, "pieces": batch.pieces, "counters": batch.counters}
    if versus:
        parts["opponent_board"] = batch.opponents
    return parts


class _Game(gymnasium.Env[Observation, np.int64]):
    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules: Ruleset | str,
        visible: int,
        max_pieces: int | None,
        reward: str,
        illegal_actions: str,
        opponent_nodes: int | None,
        render_mode: str | None,
    ) -> None:
        self._versus = opponent_nodes is not None
        self._batch = Batch(
            1,
            rules,
            visible=visible,
            max_pieces=max_pieces,
            opponent_nodes=opponent_nodes,
            reward=reward,
            illegal_actions=illegal_actions,
        )
        self._over = True
        self.render_mode = render_mode
        self.observation_space = observation_space(visible, self._versus)
        self.action_space = LegalActions(self._batch.masks)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the game of a seed; without one the next game of the last seed's sequence."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._over = False
        return self._observe(), self._info()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a legal action."""
        if self._over:
            raise ValueError("the game is over: reset it")
        batch = self._batch
        batch.step(np.array([action], np.int64))
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        self._over = terminated or truncated
        return self._observe(), float(batch.rewards[0]), terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO of sb3-contrib asks."""
        masks: NDArray[np.bool_] = self._batch.masks.view(np.bool_)[0].copy()
        return masks

    def placement(self, action: int | np.integer[Any]) -> Placement | None:
        """The placement of an action; None if it is not legal."""
        return self._batch.placement(0, int(action))

    def render(self) -> str | None:
        """The board as a drawing, top row first, in the render mode "ansi"."""
        return str(Board.from_numpy(self._batch.boards[0])) if self.render_mode == "ansi" else None

    def _observe(self) -> Observation:
        arrays = observation(self._batch, self._versus)
        return {name: array[0].copy() for name, array in arrays.items()}

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        return {
            "action_mask": batch.masks[0].copy(),
            "lines": int(batch.lines[0]),
            "attack": int(batch.attack[0]),
        }


class Solo(_Game):
    """A game alone."""

    def __init__(
        self,
        rules: Ruleset | str = "guideline",
        *,
        visible: int = 6,
        max_pieces: int | None = None,
        reward: str = "lines",
        illegal_actions: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(rules, visible, max_pieces, reward, illegal_actions, None, render_mode)


class Versus(_Game):
    """A game against an opponent, who places a piece after each of the agent's, gets the same pieces, and sends
    garbage. It searches `opponent_nodes` for each placement; 0 is an opponent that plays at random."""

    def __init__(
        self,
        rules: Ruleset | str = "guideline",
        *,
        visible: int = 6,
        max_pieces: int | None = None,
        reward: str = "outcome",
        illegal_actions: str = "lose",
        opponent_nodes: int = 100,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            rules, visible, max_pieces, reward, illegal_actions, opponent_nodes, render_mode
        )


class VectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games, stepped in Rust at once. With `opponent_nodes` they are those of `Versus`.

    Observations, rewards and masks are the same arrays all the time: each step writes into them, so copy what you
    keep. Game number i has the seed `seed + i` and is the game that `Solo` or `Versus` has with that seed. A step
    after the end of a game begins the next one with reward 0, whatever its action; its mask then allows action 0.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        rules: Ruleset | str = "guideline",
        *,
        visible: int = 6,
        max_pieces: int | None = None,
        reward: str = "lines",
        illegal_actions: str = "lose",
        opponent_nodes: int | None = None,
    ) -> None:
        versus = opponent_nodes is not None
        self._batch = Batch(
            num_envs,
            rules,
            visible=visible,
            max_pieces=max_pieces,
            opponent_nodes=opponent_nodes,
            reward=reward,
            illegal_actions=illegal_actions,
        )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(visible, versus)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self._batch.masks.shape[1])
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observation = observation(self._batch, versus)
        self._info = {
            "action_mask": self._batch.masks,
            "lines": self._batch.lines,
            "attack": self._batch.attack,
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games: that of number i with the seed `seed + i`."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self._observation, self._info

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays a legal action in each game."""
        batch = self._batch
        batch.step(np.asarray(actions, np.int64))
        return self._observation, batch.rewards, batch.terminated, batch.truncated, self._info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, of shape (num_envs, 1920)."""
        return self._batch.masks.view(np.bool_)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action of each game, drawn in Rust."""
        return self._batch.random_actions()


def _make_vec(num_envs: int, **options: Any) -> VectorEnv:
    options.pop("render_mode", None)
    return VectorEnv(num_envs, **options)


def _make_versus_vec(num_envs: int, **options: Any) -> VectorEnv:
    return _make_vec(num_envs, **{"opponent_nodes": 100, "reward": "outcome", **options})


gymnasium.register(
    "landfall/Solo-v0", "landfall.gym:Solo", vector_entry_point="landfall.gym:_make_vec"
)
gymnasium.register(
    "landfall/Versus-v0", "landfall.gym:Versus", vector_entry_point="landfall.gym:_make_versus_vec"
)
