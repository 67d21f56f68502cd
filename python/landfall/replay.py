"""Finished games as positions: replays of TETR.IO and of the arena, fumens, logs of TBP messages."""

from os import PathLike
from pathlib import Path

from landfall._landfall import (
    RecordedGame,
    RecordedMove,
    RecordedSide,
    ReplayError,
    Round,
    Ruleset,
    read,
)

__all__ = [
    "RecordedGame",
    "RecordedMove",
    "RecordedSide",
    "ReplayError",
    "Round",
    "read",
    "read_file",
]


def read_file(
    path: str | PathLike[str], *, rules: Ruleset | str = "guideline", previews: int = 5
) -> RecordedGame:
    """Reads the finished game of a file, as `read` does with its bytes."""
    return read(Path(path).read_bytes(), rules=rules, previews=previews)
