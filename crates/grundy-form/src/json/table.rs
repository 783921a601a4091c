//! The answers to `table`, with each cell written as it is met.

use std::io::{self, Write};

use grundy::answer::{Answer, CellRows, Cells, Genus, Table};
use grundy::loopy::Value as Loopy;
use grundy::parametric::Rows;
use grundy::{Nat, Outcome};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{LARGEST_EXACT, Object, evidence, number, numbers, or_null};

/// The answer to `table`. `from` is one number where all coordinates start at the same.
///
/// # Errors
/// The writer fails.
pub fn table(out: &mut dyn Write, table: &Answer<Table>) -> io::Result<()> {
    table_of_member(out, table, &[])
}

/// The answer to `table` about a game whose parameters have these values: as a row too, as where there are several.
///
/// # Errors
/// The writer fails.
pub fn table_of_member(out: &mut dyn Write, table: &Answer<Table>, values: &[(&str, u64)]) -> io::Result<()> {
    let corner = |corner: &[u64]| match corner {
        [first, rest @ ..] if rest.iter().all(|c| c == first) => number(*first),
        _ => corner.iter().copied().map(number).collect(),
    };
    let mut object = Object::of(out, "game", table)?;
    object.field("from", corner(&table.from))?;
    object.field("to", corner(&table.to))?;
    let flat = table.from.len() < 2;
    cells(&mut object, table)?;
    // the sets K of ∞(K), in the order of `values`, which are null there
    let set = |v: &Loopy| or_null(v.loopy(), numbers);
    let some = |v: &Option<Loopy>| v.as_ref().map_or(Value::Null, set);
    match (&table.cells, flat) {
        (Cells::Loopy(rows), true) => object.list("loopy", rows.iter().flatten().map(set))?,
        (Cells::Loopy(rows), false) => object.rows("loopy", rows, set)?,
        (Cells::SomeLoopy(rows), true) => object.list("loopy", rows.iter().flatten().map(some))?,
        (Cells::SomeLoopy(rows), false) => object.rows("loopy", rows, some)?,
        _ => {}
    }
    if !values.is_empty() {
        object.objects("rows", [()], |row, ()| {
            row.field("for", assigned(values.iter().copied()))?;
            cells(row, table)
        })?;
    }
    if let Some(refused) = &table.refused {
        object.field("refused", refused.message.as_str())?;
    }
    if let Some(loony) = &table.loony {
        object.field("loony_at", loony.message.as_str())?;
    }
    object.field("evidence", evidence(&table.evidence))?;
    object.end(table)
}

fn genus(genus: &Option<Genus>) -> Value {
    or_null(genus.as_ref(), |genus| genus.to_string().into())
}

/// The answer to `table` about a game with parameters: an entry a member.
///
/// # Errors
/// The writer fails.
pub fn table_of_members(out: &mut dyn Write, answer: &Answer<Rows>) -> io::Result<()> {
    let mut object = Object::of(out, "game", answer)?;
    object.objects("rows", &answer.rows, |row, member| {
        row.field("for", assigned(member.values.all().iter().map(|(name, n)| (name.as_str(), *n))))?;
        match &member.table {
            Ok(table) => {
                cells(row, table)?;
                if let Some(refused) = &table.refused {
                    row.field("refused", refused.message.as_str())?;
                }
                table.loony.as_ref().map_or(Ok(()), |loony| row.field("loony_at", loony.message.as_str()))
            }
            Err(fault) => row.field("error", fault.message.as_str()),
        }
    })?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}

/// `{"m":3}`
fn assigned<'a>(values: impl Iterator<Item = (&'a str, u64)>) -> Value {
    Value::Object(values.map(|(name, n)| (name.to_owned(), number(n))).collect())
}

/// One of very many numbers, as [`nat`] has it, without a tree of its own.
enum Entry {
    Exact(u64),
    Large(String),
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Entry::Exact(n) => to.serialize_u64(*n),
            Entry::Large(text) => to.serialize_str(text),
        }
    }
}

impl Entry {
    fn of(n: &Nat) -> Entry {
        match grundy::number::to_u64(n).filter(|n| *n <= LARGEST_EXACT) {
            Some(exact) => Entry::Exact(exact),
            None => Entry::Large(n.to_string()),
        }
    }
}

/// The cells of a table, written one by one: flat for one coordinate, rows for two.
fn cells(object: &mut Object<'_>, table: &Table) -> io::Result<()> {
    fn field<T: Clone, C: Serialize>(
        object: &mut Object<'_>,
        key: &str,
        table: &Table,
        rows: &dyn CellRows<T>,
        cell: impl Fn(&T) -> C,
    ) -> io::Result<()> {
        match table.from.len() < 2 {
            true => object.list(key, rows.cells().map(|told| cell(&told))),
            false => object.rows(key, rows, cell),
        }
    }
    match &table.cells {
        Cells::Values(rows) => field(object, "values", table, rows, Entry::of),
        Cells::SomeValues(rows) => field(object, "values", table, rows, |v| v.as_ref().map(Entry::of)),
        Cells::Loopy(rows) => field(object, "values", table, rows, |v| v.finite().map(Entry::of)),
        Cells::SomeLoopy(rows) => {
            field(object, "values", table, rows, |v| v.as_ref().and_then(Loopy::finite).map(Entry::of))
        }
        Cells::Outcomes(rows) => field(object, "outcomes", table, rows, |o| o.letter()),
        Cells::SomeOutcomes(rows) => field(object, "outcomes", table, rows, |o| o.map(Outcome::letter)),
        Cells::Genera(rows) => field(object, "genus", table, rows, genus),
        Cells::Previous(places) => field(object, "positions", table, places, |n| number(*n)),
    }
}
