//! How matches end, and what remains known of them.

use super::*;
use crate::server::match_server::Publication;

/// Drops pieces of a client until its match is over.
fn lose(server: &mut MatchServer, client: &str, now: ServerTime) {
    for _ in 0..1000 {
        server.tick(now);
        if kind_of(&mv(server, client, Move::Drop, now)) == "MatchEnded" {
            return;
        }
    }
    panic!("the match never ends");
}

fn is_end(message: &StateMessage) -> bool {
    matches!(message, StateMessage::MatchEnd { .. })
}

#[test]
fn the_result_line_gives_the_winners_figures_first() {
    for loser in [0, 1] {
        let (mut server, _, clients) = two(settings());
        lose(&mut server, &clients[loser], ZERO);
        let winner = ["c", "a b"][loser];
        let expected =
            format!("\"{winner}\" wins the match (more games); games 1 : 0, points 0 : 0");
        let events = server.drain_events();
        assert!(
            events.iter().any(|line| line.ends_with(&expected)),
            "{events:?}"
        );
    }
}

#[test]
fn an_ended_match_is_known_for_ten_minutes() {
    let (mut server, token, [a, _]) = two(settings());
    lose(&mut server, &a, ZERO);
    server.tick(at(599.0));
    assert_move(&mut server, &a, at(599.0), "MatchEnded");
    assert_refused(&mut server, [&token, "a b", "pw"], "MatchEnded");
    server.tick(at(601.0));
    assert_move(&mut server, &a, at(601.0), "UnknownClient");
    assert_refused(&mut server, [&token, "a b", "pw"], "UnknownMatch");
}

#[test]
fn of_many_ended_matches_the_oldest_are_forgotten() {
    let mut server = MatchServer::new(settings(), 5, 6);
    let tokens: Vec<String> = (0..300)
        .map(|_| server.open_match(MatchSpec::default()))
        .collect();
    server.stop(ZERO);
    assert_eq!(messages(&mut server).len(), 300);
    server.tick(ZERO);
    for (number, token) in tokens.iter().enumerate() {
        let known = if number < 300 - 256 {
            "UnknownMatch"
        } else {
            "MatchEnded"
        };
        assert_refused(&mut server, [token, "a", ""], known);
    }
}

#[test]
fn the_teams_of_a_forgotten_match_stay_the_only_ones() {
    let mut server = by_invitation();
    let clients = [("a", "1"), ("b", "2")]
        .map(|(team, password)| token_of(connect(&mut server, "t", team, password)));
    lose(&mut server, &clients[0], ZERO);
    server.tick(at(10_000.0));
    assert_refused(&mut server, ["t", "a", "1"], "UnknownMatch");
    assert!(server.open_test_match("c", "1", ZERO).is_err());
    assert!(server.open_test_match("a", "1", ZERO).is_ok());
}

#[test]
fn a_stopped_server_decides_its_games_and_ends_its_matches() {
    let (mut server, playing, [a, _]) = two(settings());
    let waiting = server.open_match(MatchSpec::default());
    server.tick(ZERO);
    mv(&mut server, &a, Move::Drop, ZERO);
    messages(&mut server);
    server.stop(at(1.0));
    server.stop(at(1.0));
    let read = |sent: Publication| {
        let message = StateMessage::parse(sent.json.as_bytes()).expect("a state");
        (sent.match_token, message)
    };
    let said: Vec<_> = server.drain_messages().into_iter().map(read).collect();
    assert!(matches!(said[0], (ref token, StateMessage::GameEnd { .. }) if *token == playing));
    assert!(said[1].0 == playing && is_end(&said[1].1), "{said:?}");
    assert!(said[2].0 == waiting && is_end(&said[2].1), "{said:?}");
    assert_eq!(said.len(), 3);
    assert!(server.all_ended());
    assert_move(&mut server, &a, at(1.0), "MatchEnded");
    assert!(server.open_test_match("d", "1", at(1.0)).is_err());
    let events = server.drain_events();
    assert!(
        events.iter().any(|line| line.contains("wins the match")),
        "{events:?}"
    );
}
