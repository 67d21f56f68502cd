//! A random review for tests of pages: losses, remarks and lines of a recorded game by a seed. The
//! placements are legal.

use landfall_replay::{RecordedGame, RecordedMove, RecordedSide};
use landfall_review::report::{
    ClearReport, Grade, LineReport, LossUnit, MoveReport, OtherMove, Phase, PlacedPiece,
    PlayerReport, PositionReport, Reason, Remark, Report, RoundReport, Settings, SideReport,
    TimeReport, Totals, TrustReport, VERSION,
};
use landfall_rules::rng::SplitMix64;
use landfall_rules::{Placement, Ruleset, State};

/// Pieces of a line.
const LINE: usize = 6;

/// Returns a review of a game.
pub fn report(game: &RecordedGame, seed: u64) -> Report {
    let mut rng = SplitMix64::new(seed);
    let rounds: Vec<RoundReport> = game
        .rounds
        .iter()
        .map(|played| RoundReport {
            round: played.number,
            winner: played.winner.map(|seat| played.sides[seat].player),
            sides: played
                .sides
                .iter()
                .map(|side| review_side(side, &mut rng))
                .collect(),
        })
        .collect();
    let players = 0..game.rounds[0].sides.len();
    Report {
        review: VERSION,
        program: "landfall 0.0.0".into(),
        recording: game.recording.to_string(),
        notes: game.notes.clone(),
        unit: LossUnit::Lines,
        settings: Settings {
            nodes: Some(20_000),
            depth: None,
            seconds: None,
        },
        most_loss: 9.5,
        players: players
            .map(|player| player_report(player, &rounds))
            .collect(),
        rounds,
    }
}

/// Returns a review of the game as one for 40 lines, with one finesse fault in each move.
pub fn for_lines(game: &RecordedGame, seed: u64) -> Report {
    let mut report = report(game, seed);
    report.unit = LossUnit::Points;
    for side in report.rounds.iter_mut().flat_map(|round| &mut round.sides) {
        for mv in &mut side.moves {
            (mv.keys, mv.fewest_keys) = (Some(4), Some(3));
        }
        side.time = Some(TimeReport::of(40, &side.moves));
    }
    report
}

fn player_report(player: usize, rounds: &[RoundReport]) -> PlayerReport {
    let sides = || {
        let sides = rounds.iter().flat_map(|round| &round.sides);
        sides.filter(move |side| side.player == player)
    };
    let moves = || sides().flat_map(|side| &side.moves);
    PlayerReport {
        player,
        name: None,
        won: rounds
            .iter()
            .filter(|round| round.winner == Some(player))
            .count() as u32,
        totals: Totals::of(LossUnit::Lines, moves()),
        phases: Totals::of_phases(LossUnit::Lines, moves()),
    }
}

fn review_side(side: &RecordedSide, rng: &mut SplitMix64) -> SideReport {
    let moves: Vec<MoveReport> = side
        .moves
        .iter()
        .map(|played| review_move(&side.rules, played, rng))
        .collect();
    SideReport {
        player: side.player,
        rules: side.rules.name.into(),
        trust: TrustReport::Verified {
            compared: vec!["boards".into()],
        },
        time: None,
        totals: Totals::of(LossUnit::Lines, &moves),
        phases: Totals::of_phases(LossUnit::Lines, &moves),
        moves,
    }
}

fn review_move(rules: &Ruleset, played: &RecordedMove, rng: &mut SplitMix64) -> MoveReport {
    let number = played.pieces_placed + 1;
    let placements = played.state.legal_placements(rules);
    let chance = |rng: &mut SplitMix64, of: u64| rng.next_u64().is_multiple_of(of);
    let better = placements[(rng.next_u64() % placements.len() as u64) as usize];
    let bad = chance(rng, 3) && better != played.placement;
    let loss = match bad {
        true => {
            (rng.next_u64() % 1000) as f64 / 1000.0 * [0.6, 2.0, 8.0][(rng.next_u64() % 3) as usize]
        }
        false => 0.0,
    };
    let grade = match loss {
        0.0 => Grade::Best,
        _ if loss < 0.3 => Grade::Good,
        _ if loss < 1.0 => Grade::Inaccuracy,
        _ if loss < 3.0 => Grade::Mistake,
        _ => Grade::Blunder,
    };
    let remarks = [
        Remark::WastedT,
        Remark::MissedDownstack,
        Remark::BrokenBackToBack,
        Remark::DangerousHeight,
    ];
    let height = played.state.board.max_height();
    let best = if bad { better } else { played.placement };
    let others = |rng: &mut SplitMix64| {
        let others = placements
            .iter()
            .filter(|p| **p != played.placement && **p != best);
        let other = |p: &Placement| OtherMove {
            placed: placed(rules, &played.state, p),
            loss: (!chance(rng, 3)).then(|| (rng.next_u64() % 9000) as f64 / 1000.0),
        };
        others.map(other).collect()
    };
    MoveReport {
        number,
        appeared: played.appeared,
        locked: played.locked,
        before: position(played),
        played: line(rules, &played.state, played.placement, 1.0 - loss),
        best: line(rules, &played.state, best, 1.0),
        depth: 7,
        loss,
        loses_game: loss > 6.0,
        grade,
        keys: None,
        fewest_keys: None,
        misdrop: loss > 1.0 && chance(rng, 4),
        reasons: match loss > 1.0 {
            true => vec![Reason {
                remark: remarks[(rng.next_u64() % 4) as usize],
                share: 0.5,
                text: "leaves 2 more holes".into(),
            }],
            false => vec![],
        },
        phase: match (number, height) {
            (..=14, _) => Phase::Opener,
            (_, 12..) => Phase::Pressure,
            _ => Phase::Midgame,
        },
        danger: (f64::from(height) / 20.0).min(1.0),
        others: if loss > 0.3 { others(rng) } else { vec![] },
    }
}

fn position(played: &RecordedMove) -> PositionReport {
    PositionReport {
        board: vec![],
        hold: played.state.hold.map(char::from),
        queue: played.state.queue.to_string(),
        combo: 0,
        back_to_back: 0,
        waiting: played.waiting.iter().map(|packet| packet.lines).collect(),
    }
}

/// A line that goes on with the placements that lie lowest.
fn line(rules: &Ruleset, state: &State, first: Placement, value: f64) -> LineReport {
    let mut after = state.clone();
    let clear = after.play(rules, &first);
    let mut then = Vec::new();
    while then.len() + 1 < LINE && after.queue.len() > 1 {
        let lowest = after.legal_placements(rules).into_iter().min_by_key(|p| {
            let cells = p.cells(rules);
            (cells.map(|(_, y)| y).iter().sum::<i8>(), *p)
        });
        let Some(lowest) = lowest else { break };
        then.push(placed(rules, &after, &lowest));
        after.play(rules, &lowest);
    }
    LineReport {
        placed: placed(rules, state, &first),
        value: Some(value),
        attack: clear.attack,
        lines: clear.lines,
        label: ["", "single", "double", "triple", "four lines"][clear.lines as usize].into(),
        then,
        clears: vec![ClearReport {
            step: 2,
            label: "SINGLE".into(),
            attack: 1,
        }],
    }
}

fn placed(rules: &Ruleset, state: &State, placement: &Placement) -> PlacedPiece {
    PlacedPiece {
        piece: char::from(placement.piece),
        hold: state.needs_hold(placement),
        cells: placement.cells(rules).map(|(x, y)| [x, y]),
        spin: placement.spin.to_string(),
    }
}
