//! A part of the screen to which text is written, clipped at the edges.

use super::Flash;
use super::View;
use super::style::{DOT, cell_style, flash_style};
use landfall_rules::board::CellKind;
use landfall_rules::{Cell, Playfield};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// A rectangle of the screen, with coordinates from its upper left corner.
pub struct Page<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
}

impl<'b> Page<'b> {
    /// Returns a page of `width` x `height` in the middle of an area, clipped to the area.
    pub fn centred(buffer: &'b mut Buffer, area: Rect, width: usize, height: usize) -> Page<'b> {
        let left = usize::from(area.width).saturating_sub(width) / 2;
        let top = usize::from(area.height).saturating_sub(height) / 2;
        let area = Rect::new(
            area.x + left as u16,
            area.y + top as u16,
            width.min(usize::from(area.width)) as u16,
            height.min(usize::from(area.height)) as u16,
        );
        let area = area.intersection(buffer.area);
        Page { buffer, area }
    }

    /// Writes text from a position on, clipped to the page.
    pub fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let (width, height) = (usize::from(self.area.width), usize::from(self.area.height));
        if x < width && y < height {
            let (left, top) = (self.area.x + x as u16, self.area.y + y as u16);
            self.buffer.set_stringn(left, top, text, width - x, style);
        }
    }

    /// Writes text so that it ends before column `end`.
    pub fn text_right(&mut self, end: usize, y: usize, text: &str, style: Style) {
        let x = end.saturating_sub(text.chars().count());
        self.text(x, y, text, style);
    }
}

/// The look of a cell of the playfield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellLook {
    /// An empty cell above the rows in which pieces may lock.
    Outside,
    /// Another empty cell.
    Empty,
    /// A block, or the piece in play.
    Block(CellKind),
    /// A block that lights up: 255 is white.
    Flash(CellKind, u8),
}

impl CellLook {
    /// Returns the look of a cell.
    pub fn of(view: &View, field: &Playfield, cell: Cell) -> CellLook {
        if let Some(block) = field.get(cell) {
            return match view.flash {
                Some(Flash { cells, .. }) if cells.contains(&cell) => CellLook::Flash(block, 110),
                Some(_) if field.full(cell.1 as usize) => CellLook::Flash(block, 190),
                _ => CellLook::Block(block),
            };
        }
        let in_play = view.game.spawn_cells().zip(view.game.state().queue.front());
        match in_play {
            Some((cells, &piece)) if view.flash.is_none() && cells.contains(&cell) => {
                CellLook::Block(CellKind::Piece(piece))
            }
            _ if cell.1 >= view.game.rules().lock_out_row as i8 => CellLook::Outside,
            _ => CellLook::Empty,
        }
    }

    /// Returns the text of a cell that is `2 * scale` columns wide, and its style.
    pub fn text(self, scale: usize) -> (String, Style) {
        let inside = 2 * scale - 2;
        match self {
            CellLook::Outside => (" ".repeat(2 * scale), DOT),
            CellLook::Empty => (format!("{:>1$}", ".", 2 * scale), DOT),
            CellLook::Block(kind) => (format!("[{}]", " ".repeat(inside)), cell_style(kind)),
            CellLook::Flash(kind, light) => ("#".repeat(2 * scale), flash_style(kind, light)),
        }
    }
}
