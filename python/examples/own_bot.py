"""A bot in Python plays a match against the built-in bot: `own_bot.py [GAMES]`."""

import sys

import landfall as lf


def cost(board: lf.Board) -> int:
    """Ten for each empty cell below a block of its column, and the squares of the heights."""
    heights = [board.height(x) for x in range(10)]
    holes = sum(heights) - len(board.cells())
    return 10 * holes + sum(height * height for height in heights)


def low_stack(state: lf.State) -> lf.Placement | None:
    """The placement after which the cost is least."""

    def cost_after(placement: lf.Placement) -> int:
        after = state.copy()
        after.play(placement)
        return cost(after.board)

    return min(state.legal_placements(), key=cost_after, default=None)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    # A player is a function, a BuiltIn, or the command of any bot of the Tetris Bot Protocol.
    for game in lf.play_match(low_stack, lf.BuiltIn(50), games=games, seed=7):
        winner = {"a": "low_stack", "b": "the built-in bot", None: "nobody"}[game.winner]
        print(f"game {game.game}: {winner} wins after {game.frames / 60:.0f} s")
        for name, record in [("low_stack", game.a), ("built-in", game.b)]:
            print(f"  {name}: {record.pieces} pieces, {record.attack} lines sent, end: {record.end}")


if __name__ == "__main__":
    main()
