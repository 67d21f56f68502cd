//! Environments play the games of the rules.

use landfall_environment::{
    Batch, Buffers, Environment, EnvironmentOptions, IllegalAction, IllegalActions, Opponent,
    Reward, action_of,
};
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Ruleset, Side, State};
use std::collections::BTreeSet;

fn options(rules: &Ruleset) -> EnvironmentOptions {
    EnvironmentOptions {
        rules: *rules,
        ..EnvironmentOptions::default()
    }
}

/// Returns the actions of a position, by the list of its placements.
fn actions_of(rules: &Ruleset, state: &State) -> BTreeSet<u16> {
    let placements = state.legal_placements(rules).into_iter();
    let actions = placements.filter_map(|mv| action_of(&mv, state.needs_hold(&mv)));
    actions.collect()
}

#[test]
fn a_game_alone_is_that_of_a_side() {
    for rules in [Ruleset::ALL[0], &TETRIO_S2] {
        let mut rng = SplitMix64::new(3);
        let mut game = Environment::new(options(rules)).unwrap();
        for seed in 0..5 {
            game.reset(seed);
            let garbage = SideGarbage::new(rules, &HoleSettings::default(), 0);
            let mut side = Side::new(rules, 6, PieceSequence::new(rules, seed), garbage);
            while !game.is_over() {
                let legal = game.legal_actions();
                let actions: BTreeSet<u16> = legal.iter().map(|(action, _)| *action).collect();
                assert_eq!(actions, actions_of(rules, side.state()));
                assert_eq!(actions.len(), legal.len());
                let (action, placement) = legal[rng.below(legal.len() as u32) as usize];
                let lock = side.play(placement, 0);
                let step = game.step(action.into()).unwrap();
                assert_eq!(
                    (step.lines, step.attack),
                    (lock.clear.lines, lock.clear.attack)
                );
                assert_eq!(step.reward, lock.clear.lines as f32);
            }
        }
    }
}

#[test]
fn illegal_actions_change_nothing() {
    let mut games = Batch::new(EnvironmentOptions::default(), 2).unwrap();
    let mut buffers = Buffers::new(&games);
    games.reset(1, &mut buffers.views());
    let before = buffers.boards.clone();
    let legal = games.random_actions();
    let error = games
        .step(&[legal[0], -1], &mut buffers.views())
        .unwrap_err();
    assert!(
        error.to_string().contains("game 1: -1 is no action"),
        "{error}"
    );
    assert!(games.step(&legal[..1], &mut buffers.views()).is_err());
    let masked = (0..1920)
        .find(|&action| buffers.masks[action] == 0)
        .unwrap() as i64;
    assert!(
        games
            .step(&[masked, legal[1]], &mut buffers.views())
            .is_err()
    );
    assert_eq!(buffers.boards, before);
    games.step(&legal, &mut buffers.views()).unwrap();
    assert_ne!(buffers.boards, before);
}

#[test]
fn an_illegal_action_loses_where_that_is_wanted() {
    let options = EnvironmentOptions {
        illegal: IllegalActions::Lose,
        reward: Reward::Outcome,
        ..EnvironmentOptions::default()
    };
    let mut game = Environment::new(options).unwrap();
    game.reset(1);
    let illegal = (0..1920).find(|action| game.placement(*action) == Ok(None));
    let step = game.step(illegal.unwrap()).unwrap();
    assert!(step.terminated && step.reward == -1.0 && game.is_over());
    assert_eq!(game.step(1_920), Err(IllegalAction::Over));
}

#[test]
fn the_next_game_begins_after_the_end() {
    let options = EnvironmentOptions {
        max_pieces: Some(3),
        ..EnvironmentOptions::default()
    };
    let mut games = Batch::new(options, 1).unwrap();
    let mut buffers = Buffers::new(&games);
    games.reset(1, &mut buffers.views());
    for number in 1..=9 {
        let actions = games.random_actions();
        games.step(&actions, &mut buffers.views()).unwrap();
        assert_eq!(buffers.truncated[0], number % 4 == 3, "step {number}");
        assert_eq!(games.games()[0].is_over(), number % 4 == 3);
        assert!(buffers.masks.contains(&1));
    }
}

#[test]
fn games_against_an_opponent_end_with_its_loss_or_ones_own() {
    for opponent in [Opponent::Random, Opponent::Search { nodes: 100 }] {
        let options = EnvironmentOptions {
            opponent: Some(opponent),
            reward: Reward::Outcome,
            ..options(&TETRIO_S2)
        };
        let mut game = Environment::new(options).unwrap();
        let mut rewards = Vec::new();
        for seed in 0..4 {
            game.reset(seed);
            loop {
                let action = game.random_action();
                let step = game.step(action.into()).unwrap();
                assert_eq!(step.reward != 0.0, step.terminated);
                if step.terminated {
                    rewards.push(step.reward);
                    break;
                }
            }
            assert_eq!(game.step(0), Err(IllegalAction::Over));
        }
        if opponent != Opponent::Random {
            assert_eq!(rewards, [-1.0; 4]);
        }
    }
}

#[test]
fn a_seed_gives_the_same_games() {
    let play = || {
        let mut games = Batch::new(options(&TETRIO_S2), 3).unwrap();
        let mut buffers = Buffers::new(&games);
        games.reset(9, &mut buffers.views());
        for _ in 0..200 {
            let actions = games.random_actions();
            games.step(&actions, &mut buffers.views()).unwrap();
        }
        buffers.boards
    };
    assert_eq!(play(), play());
}
