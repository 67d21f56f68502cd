"""Lists where a T can lock on a board, and the inputs to its spins."""

import landfall as lf

BOARD = """
    xx........
    x...xxxxxx
    xx.xxxxxxx
"""


def main() -> None:
    state = lf.State("guideline", board=lf.Board(BOARD), queue="TIO")
    placements = state.legal_placements()
    print(f"{len(placements)} placements")
    for placement in placements:
        if placement.spin != "none":
            clear = state.copy().play(placement)
            inputs = " ".join(state.route(placement))
            print(f"{placement}: {inputs}; {clear.label}, {clear.attack} lines sent")


if __name__ == "__main__":
    main()
