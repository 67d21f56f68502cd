"""Fumens, replays, reviews, bots and matches."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import landfall as lf
from landfall import fumen, replay

CRATES = Path(__file__).parents[2] / "crates"
FILES = CRATES / "replay/tests/files"
# Their README describes the format.
KEY_GAMES = CRATES / "play/tests/key_games/games.jsonl"
KEYS = dict(zip("lrsdcwhx", ["moveLeft", "moveRight", "softDrop", "hardDrop", "rotateCW", "rotateCCW", "rotate180", "hold"]))


def lowest(state: lf.State) -> lf.Placement | None:
    """A bot: the lowest placement."""
    return min(state.legal_placements(), key=lambda mv: (max(y for _, y in mv.cells()), mv), default=None)


def test_fumens_come_back() -> None:
    piece = lf.Placement("T", "south", 2, 1)
    pages = [fumen.Page("G.GGGGGGGG", piece=piece, comment="#Q=[T](I)OS"), fumen.Page()]
    text = fumen.encode(pages)
    assert text.startswith("v115@") and fumen.decode(f"see https://x.org/?{text}") == pages
    assert pages[0].board.filled(0, 0) and len(fumen.decode_all(f"{text} v110@7eAA4G")) == 2
    with pytest.raises(lf.FumenError, match="v115@"):
        fumen.decode("hello")


def test_replays_are_positions_that_can_be_played_on() -> None:
    game = replay.read_file(FILES / "arena-tetrio-s2.jsonl")
    assert game.recording == "replay of the arena" and game.goal is None
    for side in game.rounds[0].sides:
        for move in side.moves:
            state = move.state
            assert state.validate(move.placement) == move.placement
            cleared = state.play(move.placement)
            assert cleared.lines == move.clear.lines
    with pytest.raises(lf.ReplayError, match="empty"):
        replay.read(b"")


def tetrio_match(game: dict[str, Any]) -> bytes:
    """A match as TETR.IO saves it: a game by keys without garbage, against a player who presses none."""
    frame, events = 0, list[dict[str, Any]]([{"frame": 0, "type": "start", "data": {}}])
    for frames, key, hoisted, tenths in re.findall(r"(\d+)|([a-z])(\^?)(?:\.(\d))?", game["events"], re.I):
        frame += int(frames or 0)
        if key:
            data = {"key": KEYS[key.lower()], "subframe": int(tenths or 0) / 10, "hoisted": bool(hoisted)}
            events.append({"frame": frame, "type": "keydown" if key.islower() else "keyup", "data": data})
    options = {"version": 19} | {name: game[name] for name in ("seed", "g", "garbagespeed", "handling")}
    sides = [
        {"username": name, "replay": {"frames": game["frame"], "events": keys, "options": options}}
        for name, keys in (("first", events), ("second", []))
    ]
    return json.dumps({"gamemode": "league", "version": 1, "replay": {"rounds": [sides]}}).encode()


def test_a_replay_of_tetrio_is_positions_that_can_be_reviewed(tmp_path: Path) -> None:
    # No garbage, and no options but those that `tetrio_match` copies.
    played = json.loads(KEY_GAMES.read_text().splitlines()[41])
    path = tmp_path / "match.ttrm"
    path.write_bytes(tetrio_match(played))
    game = replay.read_file(path)
    assert game.recording.startswith("TETR.IO match")
    (side, _) = game.rounds[0].sides
    assert side.name == "first" and side.rules.name == "tetrio-s2" and side.stopped_reason is None
    assert repr(side) == f"<RecordedSide: player 0, {len(side.moves)} moves>"
    assert repr(side.moves[0]).startswith(f"<RecordedMove: {side.moves[0].placement}, frame")
    boards = [move.state.board for move in side.moves[1:]] + [side.end.board]
    for move, board in zip(side.moves, boards, strict=True):
        state = move.state
        state.play(move.placement)
        assert state.board == board
    assert len(side.moves) == played["sums"]["pieces"]
    assert sum(move.clear.lines for move in side.moves) == played["sums"]["lines"]
    review = json.loads(game.review_json(nodes=1_000, player=0))
    assert len(review["rounds"][0]["sides"][0]["moves"]) == len(side.moves)


def test_reviews_judge_every_move() -> None:
    text = fumen.encode([fumen.Page(piece=lf.Placement("I", "east", 5, 2), comment="#Q=[](I)OTSZ")])
    review = json.loads(replay.read(text.encode()).review_json(nodes=1_000))
    (move,) = review["rounds"][0]["sides"][0]["moves"]
    assert move["loss"] >= 0.0 and move["grade"]


def test_a_bot_suggests_until_it_is_closed() -> None:
    state = lf.State(queue="TIOSZ")
    with lf.Bot.built_in(nodes=500) as bot:
        bot.set_position(state)
        best = bot.suggest()[0]
        assert bot.name == "landfall" and best == lf.search(state, nodes=500).best
        state.play(best)
        bot.play(best, "L")
        state.push_piece("L")
        assert state.validate(bot.suggest()[0])
    with pytest.raises(lf.BotError, match="closed"):
        bot.suggest()
    bot.close()


def test_programs_are_started_and_play(program: str) -> None:
    command, state = f"'{program}' --nodes 500 --name own", lf.State("tetrio-s2", queue="TIOSZ")
    with lf.Bot.launch(command, "tetrio-s2", time_limit=300.0) as bot:
        assert bot.name == "own" and bot.process_id is not None
        bot.set_position(state)
        assert bot.suggest()[0] == lf.search(state, nodes=500).best
    games = lf.play_match(command, lowest, games=1, preset="tetrio-s2", time_limit=300.0)
    assert games[0].winner == "a" and games[0].a.failure is None


def test_bots_that_do_not_start_say_why() -> None:
    with pytest.raises(lf.BotError, match="no-such-bot"):
        lf.Bot.launch("no-such-bot --fast")
    with pytest.raises(lf.BotError, match="info"):
        lf.Bot.launch("true")
    with pytest.raises(lf.BotError, match="within"):
        lf.Bot.launch("sleep 60", time_limit=0.2)


def test_matches_between_functions_and_the_built_in_bot() -> None:
    games = lf.play_match(lf.BuiltIn(100), lowest, games=2, seed=3, replays=True)
    assert [game.winner for game in games] == ["a", "a"] and games[0].b.end == "top_out"
    text = games[0].replay
    assert text is not None
    sides = replay.read(text.encode()).rounds[0].sides
    assert [len(side.moves) for side in sides] == [games[0].a.pieces, games[0].b.pieces]

    def broken(_: lf.State) -> lf.Placement | None:
        raise KeyError("out of ideas")

    game = lf.play_match(broken, lambda _: None, games=1)[0]
    assert game.a.failure is not None and "out of ideas" in game.a.failure
    with pytest.raises(ValueError, match="a player is"):
        lf.play_match(3, lowest)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="preset"):
        lf.play_match(lowest, lowest, preset="chess")
    with pytest.raises(lf.BotError, match="no-such-bot"):
        lf.play_match("no-such-bot", lowest)
