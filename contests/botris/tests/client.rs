//! The client against servers that break the protocol.

use landfall_bot::{BotKind, DriverOptions, Settings};
use landfall_botris::Secret;
use landfall_botris::client::{
    Address, ClientError, ClientOptions, Event, Record, RoomChoice, run,
};
use landfall_search::SearchOptions;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket, accept};

const TOKEN: &str = "s3cret&token";
const KEY: &str = "s3cret-key";

type Client = WebSocket<TcpStream>;

/// The behaviour of a server on one connection.
type Script = Box<dyn FnOnce(Client) + Send>;

/// Runs a client for one game against a server with these behaviours, one per connection. Returns
/// the client's result and its reports.
fn play(connections: Vec<Script>, stop: &AtomicBool) -> (Result<Record, ClientError>, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        for connection in connections {
            let (stream, _) = listener.accept().unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(120)))
                .unwrap();
            connection(accept(stream).unwrap());
        }
    });
    let options = ClientOptions {
        address: Address::parse(&url).unwrap(),
        token: Secret::word(TOKEN).unwrap(),
        room: RoomChoice::Key(Secret::word(KEY).unwrap()),
        think: Some(Duration::ZERO),
        games: Some(1),
    };
    let search = DriverOptions {
        search: SearchOptions {
            memory: 1 << 24,
            ..SearchOptions::default()
        },
        nodes: Some(200),
        ..DriverOptions::default()
    };
    let bot = BotKind::BuiltIn(Box::new(Settings::new(search)));
    let told = Mutex::new(Vec::new());
    let result = run(&options, bot, stop, |event: &Event| {
        told.lock().unwrap().push(event.to_string());
    });
    server.join().expect("the server's side is content");
    let told = told.into_inner().unwrap();
    for text in told
        .iter()
        .map(String::as_str)
        .chain(result.as_ref().err().map(ToString::to_string).as_deref())
    {
        assert!(!text.contains("s3cret"), "{text}");
    }
    (result, told)
}

fn say(client: &mut Client, message: &Value) {
    client.send(Message::text(message.to_string())).unwrap();
}

fn welcome(client: &mut Client) {
    say(
        client,
        &json!({"type": "room_data", "payload": {"roomData": {"settings": {"pps": 30}}}}),
    );
    say(
        client,
        &json!({"type": "authenticated", "payload": {"sessionId": "me"}}),
    );
}

fn ask(client: &mut Client) {
    let game = json!({"board": [], "queue": ["O", "S"], "held": null, "current": {"piece": "T"}});
    say(
        client,
        &json!({"type": "request_move", "payload": {"gameState": game}}),
    );
}

fn answer(client: &mut Client) -> Value {
    loop {
        if let Message::Text(text) = client.read().expect("an answer") {
            return serde_json::from_str(text.as_str()).expect("JSON");
        }
    }
}

/// Plays the only game of the client.
fn finish(mut client: Client) {
    welcome(&mut client);
    ask(&mut client);
    assert_eq!(answer(&mut client)["type"], "action");
    say(
        &mut client,
        &json!({"type": "game_over", "payload": {"winnerId": "me", "roomData": {}}}),
    );
    let closed = std::iter::repeat_with(|| client.read()).find_map(|read| match read {
        Ok(Message::Close(frame)) => Some(frame.map(|frame| u16::from(frame.code))),
        Ok(_) => None,
        Err(error) => panic!("no goodbye: {error}"),
    });
    assert_eq!(closed, Some(Some(1000)));
}

fn close(client: &mut Client, code: u16, reason: &str) {
    let reason = reason.to_string().into();
    let frame = CloseFrame {
        code: code.into(),
        reason,
    };
    client.close(Some(frame)).unwrap();
    while client.read().is_ok() {}
}

#[test]
fn a_game_is_played_and_left() {
    let (result, told) = play(vec![Box::new(finish)], &AtomicBool::new(false));
    let record = result.unwrap();
    assert_eq!((record.moves, record.games.won), (1, 1));
    assert_eq!(told, ["in the room", "game won"]);
}

/// Returns the code with which the client closes the connection.
fn close_code(client: &mut Client) -> Option<u16> {
    loop {
        match client.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// The codes of RFC 6455, section 7.4.1, and the answer to a frame that closes (5.5.1).
#[test]
fn the_client_says_why_it_closes() {
    let (to, codes) = channel();
    let mut scripts: Vec<Script> = Vec::new();
    // Text that is not UTF-8, a binary frame, a frame of an unknown kind, a text of 2 MiB.
    let long = [&[0x81, 127][..], &(2_u64 << 20).to_be_bytes()].concat();
    for frame in [
        vec![0x81, 2, 0xff, 0xfe],
        vec![0x82, 1, 7],
        vec![0x83, 0],
        long,
    ] {
        let to = to.clone();
        scripts.push(Box::new(move |mut client: Client| {
            welcome(&mut client);
            client.get_mut().write_all(&frame).unwrap();
            to.send(close_code(&mut client)).unwrap();
        }));
    }
    scripts.push(Box::new(move |mut client: Client| {
        welcome(&mut client);
        client.close(None).unwrap();
        // The answer, then the end.
        let answered = std::iter::repeat_with(|| client.read()).find_map(Result::err);
        assert!(
            matches!(answered, Some(tungstenite::Error::ConnectionClosed)),
            "{answered:?}"
        );
        to.send(None).unwrap();
    }));
    scripts.push(Box::new(finish));
    let (result, _) = play(scripts, &AtomicBool::new(false));
    assert_eq!(result.unwrap().games.won, 1);
    let codes: Vec<_> = codes.iter().collect();
    assert_eq!(
        codes,
        [Some(1007), Some(1003), Some(1002), Some(1009), None]
    );
}

#[test]
fn after_a_broken_connection_the_client_reconnects() {
    let breaks = |mut client: Client| {
        welcome(&mut client);
        for message in [
            Message::text("no JSON"),
            Message::text("{\"type\":\"request_move\",\"payload\":{\"gameState\":7}}"),
            Message::Ping(vec![3].into()),
        ] {
            client.send(message).unwrap();
        }
        // The client answers even a request that it cannot parse.
        assert_eq!(answer(&mut client)["payload"]["commands"], json!([]));
        ask(&mut client);
        answer(&mut client);
        say(
            &mut client,
            &json!({"type": "error", "payload": format!("bad token {TOKEN}")}),
        );
        // This frame is too long.
        let _ = client.send(Message::text("x".repeat((1 << 20) + 1)));
        while client.read().is_ok() {}
    };
    let (result, told) = play(
        vec![Box::new(breaks), Box::new(finish)],
        &AtomicBool::new(false),
    );
    assert_eq!(result.unwrap().moves, 3);
    assert!(
        told.iter()
            .any(|text| text == "the server reports: bad token ***"),
        "{told:?}"
    );
    assert!(
        told.iter()
            .any(|text| text.ends_with("more than 1 MiB; connects again in 1 s")),
        "{told:?}"
    );
}

#[test]
fn a_refusal_ends_it() {
    for code in [4000, 4001, 4004, 4005] {
        let refuses =
            move |mut client: Client| close(&mut client, code, &format!("no {TOKEN} for {KEY}"));
        let (result, _) = play(vec![Box::new(refuses)], &AtomicBool::new(false));
        let error = result.unwrap_err().to_string();
        assert_eq!(
            error,
            format!("the server refuses: no *** for *** (code {code})")
        );
    }
}

#[test]
fn it_can_be_stopped_at_any_time() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let silent = |mut client: Client| {
        welcome(&mut client);
        STOP.store(true, Ordering::Relaxed);
        while client.read().is_ok() {}
    };
    let (result, _) = play(vec![Box::new(silent)], &STOP);
    assert_eq!(result.unwrap().moves, 0);
}
