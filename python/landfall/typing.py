"""Types for annotations."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Union

if TYPE_CHECKING:
    from landfall._landfall import BuiltIn, Placement, State

__all__ = ["Cell", "Piece", "Player", "Rotation", "Spin"]

#: The letter of a piece.
Piece = Literal["I", "O", "T", "L", "J", "S", "Z"]
#: The state of a piece; it appears in "north".
Rotation = Literal["north", "east", "south", "west"]
#: What a lock counted as.
Spin = Literal["none", "mini", "full"]
#: Column from the left, row from the floor.
Cell = tuple[int, int]
#: A player of `landfall.play_match`: the command of a bot, the built-in bot, or a function.
Player = Union[str, "BuiltIn", Callable[["State"], "Placement | None"]]
