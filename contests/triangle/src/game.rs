//! The game as far as the adapter reports it: it sends the position when garbage has risen; between
//! these messages the bot's own moves are played here.

use super::messages::StateMessage;
use landfall_rules::board::MAX_HEIGHT;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::{Board, Piece, Placement, Randomizer, Ruleset, Side, State};
use landfall_tbp::convert::{ConvertError, to_field, to_start, to_state};
use landfall_tbp::messages::{IncomingGarbage, Start};

/// Most pieces that are known ahead. An adapter sends about 40.
const MOST_KNOWN_PIECES: usize = 200;

/// Most waiting lines of garbage.
const MOST_WAITING_LINES: u32 = 1000;

/// Pieces of a bag.
const BAG: usize = 7;

/// A game from the player's side.
#[derive(Debug)]
pub struct Game {
    rules: Ruleset,
    side: Side,
    unnamed: UnnamedPiece,
    /// The frame, estimated from attacks.
    frame: u64,
}

/// The place of the unnamed piece: the first of a game, unless bags identify it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnnamedPiece {
    /// There is none.
    None,
    /// In play, before the queue.
    InPlay,
    /// In hold.
    Held,
}

/// A position in which to find a move.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position. If the held piece has no name, a copy of the piece in play is held, so that no
    /// move uses hold.
    pub state: State,
    /// The same as a message.
    pub start: Start,
    /// Whether the piece in play has no name and goes into hold before the move.
    pub holds_first: bool,
}

/// Whether the reported board is the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It is, with rows below it.
    Same,
    /// A piece has locked elsewhere.
    Differs,
}

/// Why a reported position is ignored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The board has another shape.
    #[error("`state` was ignored: {0}")]
    Board(#[from] ConvertError),
    /// There is no piece in play.
    #[error("`state` was ignored: `state.current` is missing")]
    NoPiece,
}

impl Game {
    /// Returns the game of a configuration: `queue` begins after the piece in play.
    pub fn new(rules: &Ruleset, queue: &[Piece]) -> Game {
        let first = first_of_bags(queue);
        let randomizer = match first {
            Some(_) => Randomizer::SEVEN_BAG,
            None => Randomizer::unknown(),
        };
        let mut game = Game {
            rules: *rules,
            side: new_side(rules),
            unnamed: match first {
                Some(_) => UnnamedPiece::None,
                None => UnnamedPiece::InPlay,
            },
            frame: 0,
        };
        game.side
            .set_position(State::new(randomizer), to_field(&[]));
        for &piece in first.iter().chain(queue) {
            game.push_piece(piece);
        }
        game
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Appends pieces to the queue. Those above the limit are left out.
    pub fn push_pieces(&mut self, pieces: &[Piece]) {
        for &piece in pieces {
            self.push_piece(piece);
        }
    }

    fn push_piece(&mut self, piece: Piece) {
        if self.side.state().queue.len() < MOST_KNOWN_PIECES {
            self.side.push_piece(piece);
        }
    }

    /// Sets the attack multiplier, from which the frame is estimated.
    pub fn set_multiplier(&mut self, multiplier: f64) {
        let margin = self.rules.margin_time;
        self.frame = margin.map_or(0, |margin| margin.frame_of(multiplier));
    }

    /// Applies the adapter's position. Returns whether the moves that were played here have landed
    /// on their targets.
    ///
    /// # Errors
    /// The position is invalid; the game is unchanged.
    pub fn set_state(&mut self, message: &StateMessage) -> Result<Agreement, StateError> {
        let current = message.current.ok_or(StateError::NoPiece)?;
        let start = Start {
            board: message.board.clone(),
            combo: message.combo,
            back_to_back: message.back_to_back,
            ..Start::default()
        };
        let mut state = to_state(&self.rules, &start, Randomizer::unknown())?;
        state.hold = message.hold;
        let queue = message.queue.iter().copied();
        let queue = std::iter::once(current).chain(queue);
        let queue: Vec<Piece> = queue.take(MOST_KNOWN_PIECES).collect();
        if self.side.state().queue.iter().eq(&queue) {
            // What is known of the bags remains valid.
            state.randomizer = self.side.state().randomizer.clone();
            state.queue.extend(queue);
        } else {
            queue.into_iter().for_each(|piece| state.push_piece(piece));
        }
        let agreement = match is_raised(&self.side.state().board, &state.board) {
            true => Agreement::Same,
            false => Agreement::Differs,
        };
        self.side.set_position(state, to_field(&message.board));
        self.unnamed = UnnamedPiece::None;
        self.side.garbage = no_garbage(&self.rules);
        let mut room = MOST_WAITING_LINES;
        for &lines in &message.garbage {
            let lines = lines.min(room);
            room -= lines;
            self.side.garbage.push(lines, 0);
        }
        Ok(agreement)
    }

    /// Returns the position in which to find a move; `None` if no piece is known.
    pub fn position(&self) -> Option<Position> {
        let mut state = self.side.state().clone();
        let current = *state.queue.front()?;
        if self.unnamed != UnnamedPiece::None {
            state.hold = Some(current);
        }
        let start = Start {
            incoming_garbage: IncomingGarbage::Rows(self.side.garbage.pending()),
            pieces_placed: u32::try_from(self.side.totals().pieces).ok(),
            frame: self.rules.margin_time.map(|_| self.frame),
            ..to_start(&state, self.side.field(), None)
        };
        Some(Position {
            state,
            start,
            holds_first: self.unnamed == UnnamedPiece::InPlay,
        })
    }

    /// Plays a legal move of [`Game::position`].
    pub fn play(&mut self, mv: Placement) {
        let lock = self.side.play(mv, self.frame);
        self.side.cancel(&self.side.packets(&lock.clear));
        if self.unnamed == UnnamedPiece::InPlay {
            self.unnamed = UnnamedPiece::Held;
        }
    }
}

/// Returns a side with the adapter's pieces and garbage.
fn new_side(rules: &Ruleset) -> Side {
    Side::new(rules, 0, PieceSequence::new(rules, 0), no_garbage(rules))
}

fn no_garbage(rules: &Ruleset) -> SideGarbage {
    SideGarbage::new(rules, &HoleSettings::default(), 0)
}

/// Returns whether a board is another board with rows below it.
fn is_raised(before: &Board, after: &Board) -> bool {
    let raised_by = |rows: usize| {
        let mut columns = before.columns.iter().zip(&after.columns);
        columns.all(|(before, after)| after >> rows == *before)
    };
    (0..MAX_HEIGHT).any(raised_by)
}

/// Returns the piece before a queue if all pieces come from bags of seven and it is the first of
/// its bag: the piece that is missing among the first six. Two complete bags must prove that there
/// are bags.
fn first_of_bags(queue: &[Piece]) -> Option<Piece> {
    let (first, others) = queue.split_at_checked(BAG - 1)?;
    let is_mixed = |pieces: &[Piece]| {
        let twice = |(i, piece)| pieces[..i].contains(piece);
        !pieces.iter().enumerate().any(twice)
    };
    let are_bags = others.len() >= 2 * BAG && others.chunks(BAG).all(is_mixed);
    let missing = Piece::ALL.into_iter().find(|piece| !first.contains(piece));
    missing.filter(|_| are_bags && is_mixed(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::TETRIO_S2;
    use landfall_rules::{Queue, Rotation};

    fn pieces(letters: &str) -> Vec<Piece> {
        letters
            .replace(' ', "")
            .parse::<Queue>()
            .expect("a queue")
            .into_iter()
            .collect()
    }

    const BAGS: &str = "OSTIJZ LZJTSOI TOISZLJ";

    #[test]
    fn the_first_piece_is_the_one_that_its_bag_lacks() {
        assert_eq!(first_of_bags(&pieces(BAGS)), Some(Piece::L));
        for no_bags in [
            "OSTIJZ",
            "OSTIJZ LZJTSOI",
            "OSTIJO LZJTSOI TOISZLJ",
            "OSTIJZ LZJTSOO TOISZLJ",
            "STIJZ LZJTSOI TOISZLJ",
            "",
        ] {
            assert_eq!(first_of_bags(&pieces(no_bags)), None, "{no_bags}");
        }
    }

    #[test]
    fn bags_are_known_to_the_end_of_the_queue() {
        let game = Game::new(&TETRIO_S2, &pieces(&format!("{BAGS} ZT")));
        let state = game.position().unwrap().state;
        assert_eq!((state.queue.len(), state.queue[0]), (23, Piece::L));
        let odds = state.randomizer.odds();
        assert_eq!((odds[Piece::Z.index()], odds[Piece::S.index()]), (0, 1));
    }

    #[test]
    fn an_unnamed_piece_is_held_and_stays_held() {
        let mut game = Game::new(&TETRIO_S2, &pieces("OOSS"));
        let position = game.position().unwrap();
        assert!(position.holds_first);
        let moves = position.state.legal_placements(&TETRIO_S2);
        assert!(moves.iter().all(|mv| mv.piece == Piece::O));
        game.play(Placement::new(Piece::O, Rotation::North, 0, 0));
        let position = game.position().unwrap();
        assert!(!position.holds_first);
        assert_eq!(position.state.queue, pieces("OSS"));
        let moves = position.state.legal_placements(&TETRIO_S2);
        assert!(moves.iter().all(|mv| mv.piece == Piece::O));
        let told = StateMessage {
            current: Some(Piece::O),
            hold: Some(Piece::T),
            ..StateMessage::default()
        };
        game.set_state(&told).unwrap();
        assert_eq!(game.position().unwrap().state.hold, Some(Piece::T));
    }

    #[test]
    fn a_state_replaces_all_but_what_is_known_of_bags() {
        let queue = pieces(BAGS);
        let mut game = Game::new(&TETRIO_S2, &queue);
        let bags = game.position().unwrap().state.randomizer;
        let row = |hole: usize| {
            let cell = |x| (x != hole).then(|| "GB".to_string());
            (0..10).map(cell).collect::<Vec<_>>()
        };
        let mut told = StateMessage {
            board: vec![row(3), row(3)],
            current: Some(Piece::L),
            queue,
            garbage: vec![3, u32::MAX],
            combo: 2,
            back_to_back: 7,
            hold: None,
        };
        assert_eq!(game.set_state(&told), Ok(Agreement::Same));
        let position = game.position().unwrap();
        assert_eq!(position.state.randomizer, bags);
        let counters = position.state.clear_state;
        assert_eq!((counters.combo, counters.back_to_back), (2, 7));
        assert_eq!(counters.garbage_rows, 2);
        assert_eq!(position.start.incoming_garbage, IncomingGarbage::Rows(1000));
        told.queue.pop();
        game.set_state(&told).unwrap();
        assert_ne!(game.position().unwrap().state.randomizer, bags);
    }

    #[test]
    fn an_unexpected_board_is_noticed() {
        let [flat, raised, other] = [
            ".....#....",
            ".....#....\n####.#####",
            "....##....\n####.#####",
        ]
        .map(|drawn| drawn.parse::<Board>().unwrap());
        assert!(is_raised(&flat, &flat) && is_raised(&flat, &raised));
        assert!(!is_raised(&flat, &other) && !is_raised(&raised, &flat));
    }

    #[test]
    fn invalid_positions_change_nothing() {
        let mut game = Game::new(&TETRIO_S2, &pieces(BAGS));
        let before = game.position().unwrap().state;
        let no_piece = StateMessage::default();
        assert_eq!(game.set_state(&no_piece), Err(StateError::NoPiece));
        let narrow = StateMessage {
            board: vec![vec![None; 9]],
            current: Some(Piece::T),
            ..no_piece
        };
        assert!(matches!(game.set_state(&narrow), Err(StateError::Board(_))));
        assert_eq!(game.position().unwrap().state, before);
    }

    #[test]
    fn the_multiplier_gives_the_frame() {
        let mut game = Game::new(&TETRIO_S2, &pieces(BAGS));
        for (multiplier, frame) in [(1.0, 0), (f64::NAN, 0), (1.008, 10_859)] {
            game.set_multiplier(multiplier);
            let found = game.position().unwrap().start.frame.unwrap();
            assert!(found.abs_diff(frame) < 3, "{multiplier}: {found}");
        }
        game.set_multiplier(f64::INFINITY);
    }
}
