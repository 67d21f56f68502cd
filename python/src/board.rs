//! Boards.

use crate::errors::{parse, value_error};
use landfall_rules::Board;
use landfall_rules::board::{Cell, MAX_HEIGHT, WIDTH};
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;

/// A board of ten columns: filled cells and empty ones. It does not change.
///
/// `Board("#.........\n##........")` reads a drawing, top row first; `Board()` is empty.
#[pyclass(name = "Board", module = "landfall", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyBoard(pub Board);

#[pymethods]
#[allow(clippy::wrong_self_convention, reason = "Python passes references")]
impl PyBoard {
    #[new]
    #[pyo3(signature = (text = ""))]
    fn new(text: &str) -> PyResult<PyBoard> {
        parse(text).map(PyBoard)
    }

    /// The board of these filled cells, (x, y). Cells outside are an error.
    #[staticmethod]
    fn from_cells(cells: Vec<(i64, i64)>) -> PyResult<PyBoard> {
        let mut board = Board::EMPTY;
        for (x, y) in cells {
            if !(0..WIDTH as i64).contains(&x) || !(0..64).contains(&y) {
                return Err(value_error(format_args!(
                    "cell x={x} y={y} is not on a board: x is from 0 to 9, y from 0 to 63"
                )));
            }
            board.fill(x as i8, y as i8);
        }
        Ok(PyBoard(board))
    }

    /// The board of an array of rows, the floor first, of ten cells each; 0 is empty.
    #[staticmethod]
    fn from_numpy(array: PyReadonlyArray2<u8>) -> PyResult<PyBoard> {
        let array = array.as_array();
        let (rows, columns) = array.dim();
        if columns != WIDTH || rows > 64 {
            return Err(value_error(format_args!(
                "the array has the shape ({rows}, {columns}): a board has at most 64 rows of 10 cells"
            )));
        }
        let filled = array.indexed_iter().filter(|(_, cell)| **cell != 0);
        let cells = filled.map(|((y, x), _)| (x as i8, y as i8));
        Ok(PyBoard(cells.collect()))
    }

    /// The lowest rows as an array of shape (rows, 10) and dtype uint8, the floor first.
    #[pyo3(signature = (rows = MAX_HEIGHT))]
    fn to_numpy<'py>(&self, py: Python<'py>, rows: usize) -> Bound<'py, PyArray2<u8>> {
        let row = |y: usize| {
            let cell = |x| u8::from(self.0.filled(x as i8, y as i8));
            (0..WIDTH).map(cell).collect::<Vec<u8>>()
        };
        let rows: Vec<Vec<u8>> = (0..rows.clamp(1, 64)).map(row).collect();
        PyArray2::from_vec2(py, &rows).unwrap_or_else(|_| PyArray2::zeros(py, [0, WIDTH], false))
    }

    /// A mask of filled rows for each column, the floor the lowest bit.
    #[getter]
    fn columns(&self) -> Vec<u64> {
        self.0.columns.to_vec()
    }

    /// Whether a cell is filled; outside the columns and below the floor everything is.
    fn filled(&self, x: i8, y: i8) -> bool {
        self.0.filled(x, y)
    }

    /// The filled cells (x, y), column by column.
    fn cells(&self) -> Vec<Cell> {
        self.0.cells().collect()
    }

    /// The rows up to and with the highest filled cell of a column.
    fn height(&self, x: usize) -> PyResult<u32> {
        match x < WIDTH {
            true => Ok(self.0.height(x)),
            false => Err(value_error(format_args!(
                "there is no column {x}, but 0 to 9"
            ))),
        }
    }

    /// The rows up to and with the highest filled cell.
    fn max_height(&self) -> u32 {
        self.0.max_height()
    }

    /// Whether no cell is filled.
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This board, moved up, with rows of garbage below: masks of filled columns, the floor first.
    fn raised(&self, rows: Vec<u16>) -> PyBoard {
        let mut board = self.0;
        board.raise(&rows);
        PyBoard(board)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board(\"\"\"\n{}\n\"\"\")", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}
