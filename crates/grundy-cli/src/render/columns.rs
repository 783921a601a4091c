//! Tables by columns, for the forms that are no text: the coordinates of a cell, and what stands there.
//!
//! | form | columns | |
//! |---|---|---|
//! | CSV, Parquet | `n,value`; with two coordinates `a,b,value`; P-positions have no last column | outcomes are letters; where the play need not end, a column `loopy` holds K, and an infinite value is an empty cell |
//! | NumPy | the cells alone, in the shape of the table | |
//! | b-file of the OEIS | index and number, separated by a blank | P-positions are numbered from 1; two coordinates are read by antidiagonals |

use std::borrow::Cow;
use std::io::{self, Write};

use grundy::answer::{CellRows, Cells as Content, Genus, Table};
use grundy::loopy::Value;
use grundy::{Diagnostic, Nat, Outcome};
#[cfg(feature = "parquet")]
use grundy_form::columns::parquet;
use grundy_form::columns::{self, Batch, Cell, Column, Columns, Kind, csv, npy};

use crate::args::Format;

/// What stands before the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    Coordinates,
    Index,
    Nothing,
}

/// A table as rows of cells.
struct Rows<'a> {
    table: &'a Table,
    lead: Lead,
}

impl Rows<'_> {
    fn of(table: &Table, format: Format) -> Rows<'_> {
        let lead = match format {
            Format::Npy => Lead::Nothing,
            Format::Bfile => Lead::Index,
            _ => Lead::Coordinates,
        };
        Rows { table, lead }
    }

    /// Rows of cells, each led by its place.
    fn led<'a, R: IntoIterator<Item = Cell<'a>>>(
        &'a self,
        rows: impl Iterator<Item = impl Iterator<Item = R> + 'a> + 'a,
        most: usize,
    ) -> Box<dyn Iterator<Item = Batch<'a>> + 'a> {
        let from = |at: usize| self.table.from.get(at).copied().unwrap_or(0);
        let coordinates = if self.lead == Lead::Nothing { 0 } else { self.table.from.len().clamp(1, 2) };
        let (first, second) = (from(0), from(usize::from(self.table.from.len() == 2)));
        let all =
            (first..).zip(rows).flat_map(move |(a, row)| (second..).zip(row).map(move |(b, cells)| ([a, b], cells)));
        let row =
            move |(place, cells): ([u64; 2], R)| place.into_iter().skip(2 - coordinates).map(Cell::Number).chain(cells);
        columns::batches(all.map(row), most)
    }
}

impl Columns for Rows<'_> {
    fn columns(&self) -> Vec<Column> {
        let positions = matches!(self.table.cells, Content::Previous(_));
        let coordinates = match self.table.from.len() {
            0 | 1 => vec!["n".to_owned()],
            many => (0..many).map(name).collect(),
        };
        let mut columns: Vec<Column> = match (self.lead, positions) {
            (Lead::Nothing, false) => Vec::new(),
            (Lead::Index, true) => ["index".to_owned()].into_iter().chain(coordinates).map(place).collect(),
            _ => coordinates.into_iter().map(place).collect(),
        };
        match &self.table.cells {
            Content::Values(_) => columns.push(Column::new("value", Kind::Number)),
            Content::Loopy(_) | Content::SomeLoopy(_) => {
                columns.push(Column::new("value", Kind::Number).optional());
                columns.extend((self.lead != Lead::Index).then(|| Column::new("loopy", Kind::Text).optional()));
            }
            Content::Outcomes(_) => columns.push(Column::new("outcome", Kind::Letter)),
            Content::SomeValues(_) => columns.push(Column::new("value", Kind::Number).optional()),
            Content::SomeOutcomes(_) => columns.push(Column::new("outcome", Kind::Letter).optional()),
            Content::Genera(_) => columns.push(Column::new("genus", Kind::Text).optional()),
            Content::Previous(_) => {}
        }
        columns
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_> {
        match &self.table.cells {
            Content::Values(rows) => {
                let row = |row| (rows as &dyn CellRows<Nat>).row(row).map(|value| [number(value)]);
                self.led((0..rows.height()).map(row), most)
            }
            Content::Outcomes(rows) => self.led(each(rows, |o| [Cell::Letter(o.letter() as u8)]), most),
            Content::SomeValues(rows) => {
                self.led(each(rows, |value| [value.as_ref().map_or(Cell::Nothing, Cell::Large)]), most)
            }
            Content::SomeOutcomes(rows) => {
                let letter = |o: &Option<Outcome>| [o.map_or(Cell::Nothing, |o| Cell::Letter(o.letter() as u8))];
                self.led(each(rows, letter), most)
            }
            Content::Genera(rows) => {
                let text =
                    |g: &Option<Genus>| [g.as_ref().map_or(Cell::Nothing, |g| Cell::Text(Cow::Owned(g.to_string())))];
                self.led(each(rows, text), most)
            }
            Content::Loopy(rows) => {
                let count = if self.lead == Lead::Index { 1 } else { 2 };
                self.led(each(rows, move |value| loopy(value).into_iter().take(count)), most)
            }
            Content::SomeLoopy(rows) => {
                let count = if self.lead == Lead::Index { 1 } else { 2 };
                self.led(each(rows, move |value| maybe_loopy(value).into_iter().take(count)), most)
            }
            Content::Previous(places) => {
                let row = move |(index, place): (u64, &Vec<u64>)| {
                    let index = (self.lead == Lead::Index).then_some(index);
                    index.into_iter().chain(place.iter().copied()).map(Cell::Number).collect::<Vec<_>>()
                };
                columns::batches((1..).zip(places).map(row), most)
            }
        }
    }
}

/// What each cell of each row is made of.
fn each<'a, T, R>(
    rows: &'a [Vec<T>],
    cells: impl Fn(&'a T) -> R + Copy + 'a,
) -> impl Iterator<Item = impl Iterator<Item = R> + 'a> + 'a {
    rows.iter().map(move |row| row.iter().map(cells))
}

/// A value; where it is made for the moment it is a small one.
fn number(value: Cow<'_, Nat>) -> Cell<'_> {
    match value {
        Cow::Borrowed(value) => Cell::Large(value),
        Cow::Owned(value) => grundy::number::to_u64(&value).map_or(Cell::Nothing, Cell::Number),
    }
}

/// A finite value, or K of an infinite one.
fn loopy(value: &Value) -> [Cell<'_>; 2] {
    let numbers = |set: &[Nat]| set.iter().map(Nat::to_string).collect::<Vec<_>>().join(" ");
    let set = value.loopy().map_or(Cell::Nothing, |set| Cell::Text(Cow::Owned(numbers(set))));
    [value.finite().map_or(Cell::Nothing, Cell::Large), set]
}

fn maybe_loopy(value: &Option<Value>) -> [Cell<'_>; 2] {
    value.as_ref().map_or([Cell::Nothing, Cell::Nothing], loopy)
}

fn place(name: String) -> Column {
    // indices grow by equal steps
    Column::new(name, Kind::Number).steady()
}

/// What a coordinate is called: `a`, `b`, …, after `z` numbered.
fn name(coordinate: usize) -> String {
    match u8::try_from(coordinate) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("x{coordinate}"),
    }
}

/// Can this table be written in this form?
pub(crate) fn fits(table: &Table, format: Format) -> Result<(), Diagnostic> {
    let many = table.from.len() > 1;
    let endless = |what: &str| {
        let fault = format!("values of games whose play need not end are not written {what}");
        Err(Diagnostic::unsupported(fault).suggest("--format csv, or --show outcomes"))
    };
    let too_large = |what: &str| Err(Diagnostic::input(what).suggest("--format csv"));
    let widths = || match &table.cells {
        Content::Values(rows) => (0..rows.height()).map(|row| rows.width(row)).collect(),
        Content::Outcomes(rows) => rows.iter().map(Vec::len).collect(),
        Content::Previous(_)
        | Content::Loopy(_)
        | Content::SomeLoopy(_)
        | Content::SomeValues(_)
        | Content::SomeOutcomes(_)
        | Content::Genera(_) => Vec::new(),
    };
    match (format, &table.cells) {
        (Format::Bfile | Format::Npy | Format::Parquet, _) if table.refused.is_some() => {
            return table.must_be_whole().map_err(|refused| refused.suggest("--format csv leaves such cells empty"));
        }
        _ => {}
    }
    match (format, &table.cells) {
        (Format::Bfile, Content::Previous(_)) if many => {
            too_large("a b-file holds a sequence of numbers, and these are places of more than one coordinate")
        }
        (Format::Bfile, Content::Outcomes(_)) => {
            Err(Diagnostic::input("a b-file holds numbers, not outcomes").suggest("--show values or --show p"))
        }
        (Format::Bfile | Format::Npy, Content::Genera(_)) => {
            Err(Diagnostic::input("this form holds numbers, not genera").suggest("--format csv"))
        }
        (Format::Bfile, Content::Loopy(rows)) if rows.iter().flatten().any(|v| v.finite().is_none()) => {
            too_large("a b-file holds numbers, and some values are infinite")
        }
        (Format::Npy, Content::Loopy(_)) => endless("as an array"),
        (Format::Parquet, Content::Loopy(_)) => endless("to Parquet"),
        (Format::Npy, _) if !columns::are_small(&Rows::of(table, format)) => {
            too_large("a value is too large for a NumPy array of 64-bit integers")
        }
        (Format::Npy, _) if widths().windows(2).any(|w: &[usize]| w[0] != w[1]) => {
            too_large("the last row is not complete")
        }
        (Format::Parquet, _) if !columns::are_small(&Rows::of(table, format)) => {
            too_large("a number is too large for a Parquet column of 64-bit integers")
        }
        _ => Ok(()),
    }
}

/// The table of a question in one of these forms, if it [`fits`].
pub(crate) fn table(out: &mut dyn Write, query: &str, table: &Table, format: Format) -> io::Result<()> {
    let rows = Rows::of(table, format);
    match format {
        Format::Bfile if table.from.len() > 1 => antidiagonals(out, query, table),
        Format::Bfile => csv::rows(out, &rows, b' '),
        Format::Npy => npy::array(out, &rows, &shape(table)),
        #[cfg(feature = "parquet")]
        Format::Parquet => out.write_all(&parquet::file(&rows, "table")?),
        _ => csv::write(out, &rows),
    }
}

/// A table of two coordinates as the OEIS reads arrays: antidiagonals downwards, those that are whole.
///
/// ```text
/// A(0,0) A(0,1) A(0,2)      0 A(0,0)
/// A(1,0) A(1,1)         →   1 A(0,1)   2 A(1,0)
/// A(2,0)                    3 A(0,2)   4 A(1,1)   5 A(2,0)
/// ```
fn antidiagonals(out: &mut dyn Write, query: &str, table: &Table) -> io::Result<()> {
    let at = |i: usize, j: usize| -> Option<Cow<'_, Nat>> {
        match &table.cells {
            Content::Values(rows) => rows.cell(i, j),
            Content::Loopy(rows) => rows.get(i)?.get(j)?.finite().map(Cow::Borrowed),
            Content::Outcomes(_)
            | Content::Previous(_)
            | Content::SomeLoopy(_)
            | Content::SomeValues(_)
            | Content::SomeOutcomes(_)
            | Content::Genera(_) => None,
        }
    };
    let whole = (0..).take_while(|&sum| (0..=sum).all(|i| at(i, sum - i).is_some())).count();
    let (a, b) = (table.from.first().copied().unwrap_or(0), table.from.get(1).copied().unwrap_or(0));
    // an array from (0,0) begins with the index 0, as its places do
    let offset = u64::from(a > 0 || b > 0);
    writeln!(
        out,
        "# {query}: array A(a,b) read by downward antidiagonals A({a},{b}), A({a},{}), A({},{b}), ...; the first {whole} antidiagonals, \
         flattened",
        b + 1,
        a + 1
    )?;
    let cells = (0..whole).flat_map(|sum| (0..=sum).filter_map(move |i| at(i, sum - i)));
    for (index, value) in (offset..).zip(cells) {
        writeln!(out, "{index} {value}")?;
    }
    Ok(())
}

/// The shape of an array of the cells.
fn shape(table: &Table) -> Vec<usize> {
    let (rows, columns) = match &table.cells {
        Content::Values(rows) => (rows.height(), rows.width(0)),
        Content::Loopy(rows) => (rows.len(), rows.first().map_or(0, Vec::len)),
        Content::Outcomes(rows) => (rows.len(), rows.first().map_or(0, Vec::len)),
        // genera and what has empty cells do not fit
        Content::SomeLoopy(_) | Content::SomeValues(_) | Content::SomeOutcomes(_) | Content::Genera(_) => (0, 0),
        Content::Previous(places) => {
            return if table.from.len() < 2 { vec![places.len()] } else { vec![places.len(), table.from.len()] };
        }
    };
    if table.from.len() < 2 { vec![columns] } else { vec![rows, columns] }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use std::fs::File;

    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;
    use grundy::answer::Show;
    use grundy::{Context, Session, TableOptions};

    use super::*;

    /// The rows of the file that is written for a question.
    fn read_back(game: &str, from: &[u64], to: &[u64], show: Show) -> (Vec<String>, Vec<Vec<Field>>) {
        let question = Session::new().game(game).unwrap();
        let options = TableOptions::default().with_from(from.to_vec()).with_to(to.to_vec()).with_show(show);
        let answer = question.table_with(&options, &Context::default()).unwrap();
        fits(&answer, Format::Parquet).unwrap();
        let mut bytes = Vec::new();
        table(&mut bytes, &answer.query, &answer, Format::Parquet).unwrap();
        let path = std::env::temp_dir().join(format!("grundy-{}-{}.parquet", std::process::id(), bytes.len()));
        std::fs::write(&path, &bytes).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let columns = reader.metadata().file_metadata().schema_descr().columns().iter().map(|c| c.name().to_owned());
        let rows = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect::<Vec<_>>());
        (columns.collect(), rows.collect())
    }

    #[test]
    fn files_are_read_back() {
        let (names, rows) = read_back("kayles", &[3], &[6], Show::Values);
        assert_eq!(names, ["n", "value"]);
        let number = |n: i64| Field::Long(n);
        let expected = [[3, 3], [4, 1], [5, 4], [6, 3]].map(|row| row.map(number).to_vec());
        assert_eq!(rows, expected);

        let (names, rows) = read_back("wythoff", &[1, 0], &[2, 2], Show::Values);
        assert_eq!(names, ["a", "b", "value"]);
        let expected = [[1, 0, 1], [1, 1, 2], [1, 2, 0], [2, 0, 2], [2, 1, 0], [2, 2, 1]];
        assert_eq!(rows, expected.map(|row| row.map(number).to_vec()));

        let (names, rows) = read_back("misere take[1..3]", &[0], &[2], Show::Outcomes);
        assert_eq!(names, ["n", "outcome"]);
        let outcomes: Vec<String> = rows.iter().map(|row| row[1].to_string()).collect();
        assert_eq!(outcomes, ["\"N\"", "\"P\"", "\"N\""]);

        let (names, rows) = read_back("wythoff", &[0], &[5], Show::Previous);
        assert_eq!(names, ["a", "b"]);
        let expected = [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]].map(|row| row.map(number).to_vec());
        assert_eq!(rows, expected);
    }
}
