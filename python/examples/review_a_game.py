"""Reads a finished game (TETR.IO, arena, fumen, TBP log) and prints its costliest moves:
`review_a_game.py FILE [NODES]`. Without a file it plays a short one."""

import json
import sys

import landfall as lf


def short_game() -> bytes:
    def random_bot(state: lf.State) -> lf.Placement | None:
        return state.legal_placements()[-1] if state.legal_placements() else None

    (game,) = lf.play_match(random_bot, lf.BuiltIn(50), games=1, replays=True)
    return (game.replay or "").encode()


def main() -> None:
    if len(sys.argv) > 1:
        game = lf.replay.read_file(sys.argv[1])
    else:
        game = lf.replay.read(short_game())
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    review = json.loads(game.review_json(nodes=nodes, threads=2))
    print(f"{game.recording}: {len(game.rounds)} rounds")
    for side in review["rounds"][0]["sides"]:
        print(f"player {side['player'] + 1}: accuracy {side['totals']['accuracy']:.1f}")
        for move in sorted(side["moves"], key=lambda move: -float(move["loss"]))[:3]:
            print(f"  move {move['move']}: {move['grade']}, {move['loss']:.2f} lines lost")


if __name__ == "__main__":
    main()
