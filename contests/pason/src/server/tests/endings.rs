//! How matches end, and what is known of them afterwards.

use super::*;

/// Drops pieces of a client until its match is over.
fn lose(hub: &mut MatchServer, client: &str, now: ServerTime) {
    for _ in 0..1000 {
        hub.tick(now);
        if kind_of(&mv(hub, client, Move::Drop, now)) == "MatchEnded" {
            return;
        }
    }
    panic!("the match never ends");
}

fn is_end(message: &StateMessage) -> bool {
    matches!(message, StateMessage::MatchEnd { .. })
}

#[test]
fn the_verdict_gives_the_winners_figures_first() {
    for loser in [0, 1] {
        let (mut hub, _, clients) = two(settings());
        lose(&mut hub, &clients[loser], ZERO);
        let winner = ["c", "a b"][loser];
        let expected =
            format!("\"{winner}\" wins the match (more games); games 1 : 0, points 0 : 0");
        let news = hub.drain_events();
        assert!(
            news.iter().any(|line| line.ends_with(&expected)),
            "{news:?}"
        );
    }
}

#[test]
fn an_ended_match_is_known_for_ten_minutes() {
    let (mut hub, token, [a, _]) = two(settings());
    lose(&mut hub, &a, ZERO);
    hub.tick(at(599.0));
    assert_eq!(
        kind_of(&mv(&mut hub, &a, Move::Left, at(599.0))),
        "MatchEnded"
    );
    assert_eq!(
        kind_of(&connect(&mut hub, &token, "a b", "pw")),
        "MatchEnded"
    );
    hub.tick(at(601.0));
    assert_eq!(
        kind_of(&mv(&mut hub, &a, Move::Left, at(601.0))),
        "UnknownClient"
    );
    assert_eq!(
        kind_of(&connect(&mut hub, &token, "a b", "pw")),
        "UnknownMatch"
    );
}

#[test]
fn of_many_ended_matches_the_oldest_are_forgotten() {
    let mut hub = MatchServer::new(settings(), 5, 6);
    let tokens: Vec<String> = (0..300)
        .map(|_| hub.open_match(MatchSpec::default()))
        .collect();
    hub.stop(ZERO);
    assert_eq!(messages(&mut hub).len(), 300);
    hub.tick(ZERO);
    let mut known = Vec::new();
    for token in &tokens {
        known.push(kind_of(&connect(&mut hub, token, "a", "")) == "MatchEnded");
    }
    assert_eq!(known.iter().filter(|known| **known).count(), 256);
    assert!(known.is_sorted(), "the first ones go first");
}

#[test]
fn the_teams_of_a_forgotten_match_stay_the_only_ones() {
    let json = r#"[{"match_token":"t","teams":{"a":"1","b":"2"}}]"#;
    let mut hub = MatchServer::new(settings(), 5, 6);
    for booking in parse_match_specs(json).expect("bookings") {
        hub.open_match(booking);
    }
    let clients = [("a", "1"), ("b", "2")]
        .map(|(team, password)| token_of(connect(&mut hub, "t", team, password)));
    lose(&mut hub, &clients[0], ZERO);
    hub.tick(at(10_000.0));
    assert_eq!(kind_of(&connect(&mut hub, "t", "a", "1")), "UnknownMatch");
    assert!(hub.open_test_match("c", "1", ZERO).is_err());
    assert!(hub.open_test_match("a", "1", ZERO).is_ok());
}

#[test]
fn a_stopped_server_decides_its_games_and_ends_its_matches() {
    let (mut hub, playing, [a, _]) = two(settings());
    let waiting = hub.open_match(MatchSpec::default());
    hub.tick(ZERO);
    mv(&mut hub, &a, Move::Drop, ZERO);
    messages(&mut hub);
    hub.stop(at(1.0));
    hub.stop(at(1.0));
    let said = hub.drain_messages();
    let said: Vec<_> = said
        .iter()
        .map(|one| {
            (
                one.match_token.as_str(),
                StateMessage::parse(one.json.as_bytes()).expect("a state"),
            )
        })
        .collect();
    assert!(matches!(said[0], (token, StateMessage::GameEnd { .. }) if token == playing));
    assert!(said[1].0 == playing && is_end(&said[1].1), "{said:?}");
    assert!(said[2].0 == waiting && is_end(&said[2].1), "{said:?}");
    assert_eq!(said.len(), 3);
    assert!(hub.all_ended());
    assert_eq!(
        kind_of(&mv(&mut hub, &a, Move::Left, at(1.0))),
        "MatchEnded"
    );
    assert!(hub.open_test_match("d", "1", at(1.0)).is_err());
    let news = hub.drain_events();
    assert!(
        news.iter().any(|line| line.contains("wins the match")),
        "{news:?}"
    );
}
