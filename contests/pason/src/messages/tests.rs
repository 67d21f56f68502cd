//! Round trips, tolerated input and rejected input.

use super::*;

fn states(json: &str) -> StateMessage {
    StateMessage::parse(json.as_bytes()).expect("a state message")
}

#[test]
fn a_board_is_fifty_digits_top_left_first() {
    // Seen in a message of the live server: an O dropped from the spawn at column 5.
    let board = BoardState::from_hex(&format!("{}c030", "0".repeat(46))).expect("a board");
    assert_eq!(board.rows[18], 0b11 << 4);
    assert_eq!(board.rows[19], 0b11 << 4);
    assert!(board.filled(19, 4) && board.filled(19, 5) && !board.filled(19, 6));
    assert_eq!(board.to_hex(), format!("{}c030", "0".repeat(46)));
    let corner = BoardState::from_hex(&format!("8{}", "0".repeat(49))).expect("a board");
    assert!(corner.filled(0, 0) && !corner.filled(0, 1));
    let both = [format!("{:0<50}", "AbC"), format!("{:0<50}", "aBc")];
    assert_eq!(
        BoardState::from_hex(&both[0]),
        BoardState::from_hex(&both[1])
    );
    for wrong in [
        "0".repeat(49),
        "0".repeat(55),
        format!("{:0<50}", "g"),
        "é".repeat(25),
    ] {
        assert_eq!(BoardState::from_hex(&wrong), None, "{wrong}");
    }
}

#[test]
fn a_message_one_byte_too_long_is_refused() {
    let mut message = br#"{"comm_type":"MatchEnd"}"#.to_vec();
    message.resize(MAX_MESSAGE_BYTES, b' ');
    assert!(StateMessage::parse(&message).is_ok());
    message.push(b' ');
    let refused = ParseError::TooLong(MAX_MESSAGE_BYTES + 1);
    assert_eq!(StateMessage::parse(&message), Err(refused.clone()));
    assert_eq!(Response::parse(&message), Err(refused.clone()));
    assert_eq!(Request::parse(&message), Err(refused));
}

#[test]
fn the_samples_of_the_specification_are_read() {
    let zeros = "0".repeat(50);
    let board = states(&format!(
        r#"{{"comm_type":"GameBoardState","game_name":"My New Game","sequence":"1",
        "timestamp":1349298294.465858,"states":{{"client1":{{"board_state":"{zeros}",
        "piece_number":3,"cleared_rows":[7,8,9]}},"client2":{{"board_state":"{zeros}",
        "piece_number":-1,"cleared_rows":[]}}}}}}"#
    ));
    let StateMessage::GameBoardState {
        header,
        states: teams,
    } = board
    else {
        panic!("{board:?}");
    };
    assert_eq!(header.sequence, Some(1));
    assert_eq!(header.timestamp, Some(1349298294.465858));
    assert_eq!(teams["client1"].cleared_rows, [7, 8, 9]);
    assert_eq!(teams["client1"].piece_number, Some(3));
    assert_eq!(teams["client2"].piece_number, None);

    let pieces = states(
        r#"{"queue":["Z","I","Z","J","L"],"states":{"Team 148":{"orient":"3","piece":"T",
        "number":3,"row":1.0,"col":2,"mood":"good"},"Test Client":null,"a":{},"b":-1},
        "sequence":2,"comm_type":"GamePieceState","weather":[1]}"#,
    );
    let StateMessage::GamePieceState {
        states: teams,
        queue,
        header,
    } = pieces
    else {
        panic!("{pieces:?}");
    };
    let piece = teams["Team 148"].expect("a piece");
    assert_eq!((piece.piece, piece.orient), (Piece::T, 3));
    assert_eq!((piece.row, piece.col), (1, 2));
    assert_eq!(teams["Test Client"], None);
    assert_eq!((teams["a"], teams["b"]), (None, None));
    assert_eq!(queue[0], Piece::Z);
    assert_eq!((queue.len(), header.timestamp), (5, None));

    let end = states(
        r#"{"comm_type":"GameEnd","game_name":"My New Game","sequence":352,
        "timestamp":1350082490.358995,"scores":{"client1":0,"client2":"100"},
        "winner":"client2","match_token":"d0d3"}"#,
    );
    assert!(
        matches!(end, StateMessage::GameEnd { winner: Some(w), scores, .. }
        if w == "client2" && scores["client2"] == 100)
    );
    let end =
        states(r#"{"comm_type":"MatchEnd","match_name":"M","match_token":"t","status":"ENDED"}"#);
    assert!(matches!(end, StateMessage::MatchEnd { status, .. } if status == "ENDED"));
}

#[test]
fn the_type_identifies_answers_and_resp_ignores_case() {
    for resp in ["ok", "OK", "Ok", "fine"] {
        let json = format!(r#"{{"resp":"{resp}","comm_type":"GameMoveResp"}}"#);
        let read = Response::parse(json.as_bytes()).expect("a response");
        assert_eq!(read, Response::GameMoveResp { resp: resp.into() });
        assert_eq!(read.accepts_move(), resp != "fine");
    }
    assert!(Response::parse(br#"{"comm_type":"GameMoveResp"}"#).is_ok());
    assert!(Response::parse(br#"{"comm_type":"MatchConnectResp","resp":"ok"}"#).is_err());
}

#[test]
fn an_unknown_type_is_no_error_and_case_counts() {
    let name = || "gamemoveresp".to_string();
    let json = br#"{"comm_type":"gamemoveresp"}"#;
    assert_eq!(
        Response::parse(json),
        Ok(Response::Unknown { name: name() })
    );
    assert_eq!(Request::parse(json), Ok(Request::Unknown { name: name() }));
    assert_eq!(
        StateMessage::parse(json),
        Ok(StateMessage::Unknown { name: name() })
    );
}

#[test]
fn values_that_lead_to_wrong_moves_are_refused() {
    let piece = |change: (&str, &str)| {
        let json = r#"{"comm_type":"GamePieceState","states":{"a":{"orient":1,"piece":"I",
            "number":3,"row":1,"col":2}},"queue":["Z"]}"#
            .replace(change.0, change.1);
        StateMessage::parse(json.as_bytes())
    };
    assert!(piece(("none", "none")).is_ok());
    for change in [
        (r#""orient":1"#, r#""orient":2"#),
        (r#""orient":1"#, r#""orient":-1"#),
        (r#""orient":1,"#, ""),
        (r#""I""#, r#""i""#),
        (r#""I""#, r#""IO""#),
        (r#""I""#, r#""""#),
        (r#""row":1"#, r#""row":1.5"#),
        (r#""row":1"#, r#""row":100"#),
        (r#""row":1"#, r#""row":-9223372036854775808"#),
        (r#""number":3"#, r#""number":"x""#),
        (r#"["Z"]"#, r#"["X"]"#),
        (r#"["Z"]"#, "7"),
    ] {
        assert!(piece(change).is_err(), "{change:?}");
    }
    for json in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"comm_type":1}"#,
        r#"{"comm_type":"GameMove"}"#,
        r#"{"comm_type":"GameMove","client_token":"a","move":"LEFT"}"#,
        r#"{"comm_type":"GameMove","client_token":1,"move":"left"}"#,
        r#"{"comm_type":"MatchConnect","match_token":"a","team_name":"b"}"#,
    ] {
        assert!(Request::parse(json.as_bytes()).is_err(), "{json}");
    }
}

#[test]
fn an_error_quotes_few_characters() {
    let long = "x".repeat(1_000_000);
    let json = format!(r#"{{"comm_type":"GameMove","client_token":"a","move":"{long}"}}"#);
    let error = Request::parse(json.as_bytes()).expect_err("no move");
    assert!(error.to_string().len() < 300, "{error}");
}

#[test]
fn messages_survive_a_round_trip() {
    for mv in Move::ALL {
        for piece_number in [None, Some(10)] {
            let client_token = "dc8d".to_string();
            let request = Request::GameMove {
                client_token,
                mv,
                piece_number,
            };
            assert_eq!(Request::parse(request.to_json().as_bytes()), Ok(request));
        }
    }
    let request = Request::MatchConnect {
        match_token: "t".into(),
        team_name: "Team \"148\" é".into(),
        password: "".into(),
    };
    assert!(
        request
            .to_json()
            .starts_with(r#"{"comm_type":"MatchConnect","match_token":"t""#)
    );
    assert_eq!(Request::parse(request.to_json().as_bytes()), Ok(request));
    for response in [
        Response::MatchConnectResp {
            resp: "ok".into(),
            client_token: "c".into(),
        },
        Response::GameMoveResp { resp: "OK".into() },
        Response::ErrorResp {
            error: "E".into(),
            message: "m".into(),
        },
    ] {
        assert_eq!(Response::parse(response.to_json().as_bytes()), Ok(response));
    }
    let header = Header {
        game_name: "g".into(),
        sequence: Some(7),
        timestamp: Some(1.5),
    };
    let report = |piece_number| BoardReport {
        board: BoardState {
            rows: [0b10_0000_0001; ROWS],
        },
        piece_number,
        cleared_rows: vec![3],
    };
    let piece = FallingPiece {
        piece: Piece::J,
        orient: 2,
        number: 4,
        row: -1,
        col: 5,
    };
    let boards = [("a b", report(None)), ("c", report(Some(3)))];
    for message in [
        StateMessage::GameBoardState {
            header: header.clone(),
            states: boards.map(|(team, state)| (team.to_string(), state)).into(),
        },
        StateMessage::GamePieceState {
            header: header.clone(),
            states: [("a b".to_string(), Some(piece)), ("c".to_string(), None)].into(),
            queue: Piece::ALL.to_vec(),
        },
        StateMessage::GameEnd {
            header,
            scores: [("a b".to_string(), 100)].into(),
            winner: Some("a b".into()),
            match_token: "t".into(),
        },
        StateMessage::MatchEnd {
            match_name: "m".into(),
            match_token: "t".into(),
            status: "ENDED".into(),
        },
    ] {
        assert_eq!(
            StateMessage::parse(message.to_json().as_bytes()),
            Ok(message)
        );
    }
}
