//! Tables of two coordinates that keep no more rows than the moves look back.

use grundy_core::{Context, Result};

use crate::rule::column::{Cell, Column, Layout, NoForeign, Wanted};
use crate::rule::ir::Rule;
use crate::rule::trouble::Trouble;

/// Works a box of two coordinates out row by row and hands each row on; only so many rows are kept as single steps lead
/// back, and what the lines of rays have seen. Says whether it could: other moves need the whole table, and so does a move
/// that is at fault.
///
/// # Errors
/// The budget.
pub fn rows(
    rule: &Rule,
    extents: [u64; 2],
    wanted: Wanted,
    cx: &Context,
    visit: &mut dyn FnMut(u64, &[u32]) -> Result<()>,
) -> Result<bool> {
    let mut column = Column::new(rule)?;
    let Some(back) = column.looks_back().filter(|&back| back < MOST_ROWS && rule.arity == 2) else { return Ok(false) };
    let [Ok(height), Ok(width)] = extents.map(i64::try_from) else { return Ok(false) };
    let layout = Layout {
        extents: [height, width].into_iter().collect(),
        strides: [width, 1].into_iter().collect(),
        by_sum: false,
        kept: back + 1,
    };
    let Some(cells) = usize::try_from(width).ok().and_then(|width| width.checked_mul(back as usize + 1)) else {
        return Ok(false);
    };
    cx.reserve(4 * cells as u64)?;
    let mut table = vec![0; cells];
    column.begin(&layout, cx)?;
    let mut done = Ok(column.sees_all_rays());
    'rows: for a in 0..height {
        if !matches!(done, Ok(true)) {
            break;
        }
        let first = layout.index(&[a, 0]);
        let row = first..first + width as usize;
        for b in 0..width {
            let place = [a, b];
            let cell = Cell { layout: &layout, table: &table, place: &place, foreign: &NoForeign, cx };
            match column.value(&cell, wanted) {
                Ok(value) => table[layout.index(&place)] = value,
                Err((_, Trouble::Other(error))) => {
                    done = Err(*error);
                    break 'rows;
                }
                Err(_) => {
                    done = Ok(false);
                    break 'rows;
                }
            }
        }
        cx.progress(a as u64, Some(height as u64));
        if let Err(error) = visit(a as u64, &table[row]) {
            done = Err(error);
        }
    }
    column.end(cx);
    cx.release(4 * cells as u64);
    done
}

/// Single steps that lead further back need the whole table.
pub(super) const MOST_ROWS: i64 = 256;
