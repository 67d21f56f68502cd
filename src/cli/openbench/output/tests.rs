use super::*;
use landfall_arena::BotRecord;

fn texts() -> GameTexts {
    GameTexts {
        names: ["engine-dev", "engine-base"].map(str::to_string),
        first: 32,
        event: "preset ppt, seed 12".to_string(),
    }
}

fn bot(end: Option<EndReason>, failure: Option<PlayerErrorKind>) -> BotRecord {
    BotRecord {
        end,
        failure: failure
            .map(|kind| PlayerError::new(kind, "ended {3}:\n\tüber \"and\" out\u{7}".to_string())),
        ..BotRecord::default()
    }
}

fn game(game: u64, winner: Option<BotName>, a: BotRecord, b: BotRecord) -> GameRecord {
    GameRecord {
        game,
        winner,
        frames: 9,
        a,
        b,
    }
}

/// A game whose loser topped out.
fn top_out(number: u64, winner: BotName) -> GameRecord {
    let topped_out = || bot(Some(EndReason::TopOut), None);
    match winner {
        BotName::A => game(number, Some(winner), bot(None, None), topped_out()),
        BotName::B => game(number, Some(winner), topped_out(), bot(None, None)),
    }
}

#[test]
fn a_line_has_the_result_of_the_first_engine() {
    let line = |record| texts().line(&record);
    for (record, expected) in [
        (
            top_out(32, BotName::A),
            "Finished game 1 (engine-dev vs engine-base): 1-0 {engine-base tops out}",
        ),
        (
            top_out(33, BotName::A),
            "Finished game 2 (engine-base vs engine-dev): 0-1 {engine-base tops out}",
        ),
        (
            top_out(40, BotName::B),
            "Finished game 9 (engine-dev vs engine-base): 0-1 {engine-dev tops out}",
        ),
        (
            top_out(41, BotName::B),
            "Finished game 10 (engine-base vs engine-dev): 1-0 {engine-dev tops out}",
        ),
        (
            game(32, None, bot(None, None), bot(None, None)),
            "Finished game 1 (engine-dev vs engine-base): 1/2-1/2 {drawn}",
        ),
    ] {
        assert_eq!(line(record), expected);
    }
    let forfeit = bot(Some(EndReason::Forfeit), None);
    let forfeit = game(32, Some(BotName::B), forfeit, bot(None, None));
    assert!(line(forfeit).ends_with("0-1 {engine-dev resigns}"));
    let goal = bot(Some(EndReason::Goal), None);
    let goal = game(32, Some(BotName::A), goal, bot(None, None));
    assert!(line(goal).ends_with("1-0 {engine-dev reaches the goal}"));
}

/// A worker counts a line without these words as a game without errors.
#[test]
fn errors_are_described_by_the_words_that_a_worker_counts() {
    for (kind, word, termination) in [
        (PlayerErrorKind::Crash, "disconnect", "abandoned"),
        (PlayerErrorKind::InvalidOutput, "disconnect", "abandoned"),
        (PlayerErrorKind::Timeout, "stalls", "stalled"),
        (PlayerErrorKind::IllegalMove, "illegal", "illegal"),
    ] {
        let failed = bot(Some(EndReason::PlayerError), Some(kind));
        let record = game(33, Some(BotName::A), bot(None, None), failed);
        let line = texts().line(&record);
        let reason = line.split(':').nth(1).expect("a reason");
        assert!(
            reason.contains(word) && reason.contains("engine-base"),
            "{line}"
        );
        let entry = texts().entry(&record);
        let tag = entry.lines().find(|line| line.starts_with("[Termination"));
        assert!(tag.is_some_and(|tag| tag.contains(termination)), "{entry}");
        assert!(
            entry.contains("; ended (3):  ?ber \"and\" out?} 0-1"),
            "{entry}"
        );
    }
    let line = texts().line(&top_out(32, BotName::B));
    for word in ["disconnect", "stalls", "illegal", "on time"] {
        assert!(!line.contains(word), "{line}");
    }
}

#[test]
fn an_entry_has_tags_and_a_comment() {
    let entry = texts().entry(&top_out(33, BotName::A));
    assert_eq!(
        entry,
        "[Event \"preset ppt, seed 12\"]\n\
         [Round \"2\"]\n\
         [Game \"33\"]\n\
         [White \"engine-base\"]\n\
         [Black \"engine-dev\"]\n\
         [Result \"0-1\"]\n\
         [Termination \"normal\"]\n\
         \n\
         {engine-base tops out; pieces 0 and 0, lines sent 0 and 0} 0-1\n\
         \n"
    );
    let entry = texts().not_played("no\n\nway");
    let lines: Vec<&str> = entry.lines().collect();
    assert!(lines.contains(&"[Termination \"abandoned\"]"), "{entry}");
    assert_eq!(lines[lines.len() - 3..], ["", "{no  way} *", ""]);
    assert!(plain(&"x".repeat(9_999)).len() < 3_000);
}
