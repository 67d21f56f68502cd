"""Falling-block games: exact rules, the search of landfall, matches and environments.

Pieces are letters ("I", "O", "T", "L", "J", "S", "Z"), rotations "north", "east", "south", "west", spins
"none", "mini", "full". Rows are counted from the floor, columns from the left; drawings have the top row
first.
"""

from landfall import fumen, replay
from landfall._landfall import (
    Board,
    Bot,
    BotError,
    BotRecord,
    BuiltIn,
    Clear,
    FumenError,
    GameRecord,
    IllegalPlacementError,
    Line,
    LockResult,
    PieceSequence,
    Placement,
    ReplayError,
    Ruleset,
    SearchResult,
    Side,
    SideGarbage,
    State,
    __version__,
    play_match,
    search,
)

__all__ = [
    "Board",
    "Bot",
    "BotError",
    "BotRecord",
    "BuiltIn",
    "Clear",
    "FumenError",
    "GameRecord",
    "IllegalPlacementError",
    "Line",
    "LockResult",
    "PieceSequence",
    "Placement",
    "ReplayError",
    "Ruleset",
    "SearchResult",
    "Side",
    "SideGarbage",
    "State",
    "__version__",
    "fumen",
    "play_match",
    "replay",
    "search",
]
