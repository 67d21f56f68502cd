//! The keys of a player.

/// A key of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Shifts to the left.
    Left,
    /// Shifts to the right.
    Right,
    /// Soft drop: lowers the piece faster while held.
    SoftDrop,
    /// Drops the piece and locks it.
    HardDrop,
    /// Turns by 90 degrees to the right.
    Clockwise,
    /// Turns by 90 degrees to the left.
    CounterClockwise,
    /// Turns by 180 degrees, where the rules have it.
    HalfTurn,
    /// Holds the piece.
    Hold,
}

impl Key {
    /// Every key.
    pub const ALL: [Key; 8] = [
        Key::Left,
        Key::Right,
        Key::SoftDrop,
        Key::HardDrop,
        Key::Clockwise,
        Key::CounterClockwise,
        Key::HalfTurn,
        Key::Hold,
    ];
}
