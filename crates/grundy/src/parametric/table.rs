//! Tables of the members, one below the other: `table 'take[1..m]' --for m=1..6`.

use grundy_core::{Context, Diagnostic, Error, Evidence, Result, Stopped};

use super::{Members, ParametricGame, Ranges, Values};
use crate::answer::{Answer, Table};
use crate::solve::{TableOptions, table};

/// The tables of the members.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Rows {
    /// In the order of the values.
    pub rows: Vec<Row>,
}

/// The table of one member.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Row {
    /// The values of the parameters.
    pub values: Values,
    /// What is known, or why the values make no game.
    pub table: std::result::Result<Table, Diagnostic>,
}

impl Rows {
    /// How many cells the tables have; of P-positions how many numbers.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.rows.iter().filter_map(|row| row.table.as_ref().ok()).map(|table| table.cells.count()).sum()
    }
}

impl Answer<Rows> {
    /// Leaves out what lies behind the first so many cells, as many of each member, and says why, as
    /// [`Answer<Table>::shorten`](Answer::shorten).
    pub fn shorten(&mut self, cells: u64, why: impl FnOnce() -> Stopped) {
        if self.count() > cells {
            let each = cells / self.rows.len().max(1) as u64;
            self.result.rows.iter_mut().flat_map(|row| &mut row.table).for_each(|table| table.cells.keep(each));
            self.stopped.get_or_insert_with(why);
        }
    }

    /// Pieces at the ends of the tables, of at most so many cells together, as
    /// [`Answer<Table>::sample`](Answer::sample).
    #[must_use]
    pub fn sample(&self, cells: u64) -> Self {
        let some = self.rows.len().min(usize::try_from(cells).unwrap_or(usize::MAX));
        let each = cells / some.max(1) as u64;
        let piece = |row: &Row| Row {
            values: row.values.clone(),
            table: row.table.as_ref().map(|table| table.sample(each)).map_err(Clone::clone),
        };
        self.beside(Rows { rows: self.rows[..some].iter().map(piece).collect() })
    }
}

impl ParametricGame {
    /// The tables of the members for all values in the ranges. When the budget ends, those that were finished are told.
    ///
    /// # Errors
    /// Names that are no parameters, too many members; as [`GameQuestion::table_with`](crate::GameQuestion::table_with).
    pub fn table(&self, ranges: &Ranges, options: &TableOptions, cx: &Context) -> Result<Answer<Rows>> {
        // the rows tell what is no game
        let games = self.first_in(ranges, cx)?.into_iter().collect();
        let reading = vec![self.reading(&Members { games, ..Members::default() })];
        let choices = ranges.values(&self.parameters)?;
        Answer::new(self.query.clone(), self.convention, reading, Rows::default()).filled_as_far_as(cx, |answer| {
            for numbers in choices {
                let values = Values::new(&self.parameters, &numbers);
                cx.check()?;
                let member = self.member(&numbers).map_err(Error::from);
                let table = match member.and_then(|member| table(&member, options, cx)) {
                    Ok(found) => {
                        let why = if answer.rows.is_empty() { Evidence::trivial() } else { answer.evidence.clone() };
                        answer.evidence = why.and(&found.evidence);
                        answer.stopped.clone_from(&found.stopped);
                        Ok(found.result)
                    }
                    Err(Error::Bad(bad)) => Err(*bad),
                    Err(Error::Stopped(stopped)) => return Err(stopped.into()),
                };
                answer.result.rows.push(Row { values, table });
                if answer.stopped.is_some() {
                    break;
                }
            }
            Ok(())
        })
    }
}
