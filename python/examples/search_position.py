"""Searches a position and prints its best moves with their lines: `search_position.py [NODES]`."""

import sys

import landfall as lf

BOARD = """
    #.........
    ##.....###
    ####.#####
    ####.#####
"""


def main() -> None:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    state = lf.State("tetrio-s2", board=lf.Board(BOARD), queue="TIOLSZ")
    # Two threads give the same result as one.
    result = lf.search(state, nodes=nodes, lines=3, threads=2)
    print(f"{result.nodes} nodes")
    for line in result.lines:
        moves = ", ".join(map(str, line.placements))
        print(f"value {line.value:.2f} lines, depth {line.depth}: {moves}")


if __name__ == "__main__":
    main()
