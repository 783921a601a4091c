//! Data for machines: schema 1 of JSON, one object a line.
//!
//! Lists are written as they are walked, so that a table of a hundred million values needs no second copy.
//!
//! # Errors
//! All writers here give back what writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::answer::{Answer, CellRows, Cells, Cost, Explanation, Genus, Move, MoveList, Reading, Step, Table};
use grundy::game::{Component, Shape};
use grundy::loopy::Value as Loopy;
use grundy::parametric::Rows;
use grundy::rules::Turn;
use grundy::{Diagnostic, Evidence, Nat, Outcome, Sentence, Spent, Status, Stopped, Words, fault_in_chinese};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::binary::{binary, binary_width};
use crate::works::{sources, works};

/// The largest integer that every reader of JSON keeps exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// An object that is being written, field by field.
pub struct Object<'w> {
    out: &'w mut dyn Write,
    first: bool,
}

impl<'w> Object<'w> {
    /// Opens an object with its schema.
    pub fn open(out: &'w mut dyn Write) -> io::Result<Object<'w>> {
        out.write_all(b"{")?;
        let mut object = Object { out, first: true };
        object.field("schema", 1)?;
        Ok(object)
    }

    /// Opens the object of an answer: the question under the key that its verb uses, convention, and whether everything
    /// that was asked was established.
    pub fn of<T>(out: &'w mut dyn Write, key: &str, answer: &Answer<T>) -> io::Result<Object<'w>> {
        let mut object = Object::open(out)?;
        object.field(key, answer.query.as_str())?;
        object.field("convention", answer.convention.name())?;
        object.field("complete", answer.is_complete())?;
        object.read(&answer.reading)?;
        Ok(object)
    }

    /// How each game of the question was read.
    pub fn read(&mut self, reading: &[Reading]) -> io::Result<()> {
        self.list("read", reading.iter().filter(|read| !read.game.is_empty()).map(reading_of))
    }

    /// The fields that end every answer, and the end of the object.
    pub fn end<T>(mut self, answer: &Answer<T>) -> io::Result<()> {
        self.field("cost", cost(answer.cost))?;
        if let Some(stopped) = &answer.stopped {
            self.field("budget", budget(stopped))?;
        }
        self.close()
    }

    fn key(&mut self, key: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            self.out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *self.out, key)?;
        self.out.write_all(b":")
    }

    /// One field.
    pub fn field(&mut self, key: &str, value: impl Into<Value>) -> io::Result<()> {
        self.key(key)?;
        Ok(serde_json::to_writer(&mut *self.out, &value.into())?)
    }

    /// A field that is a list, an entry at a time.
    pub fn list(&mut self, key: &str, entries: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
        self.key(key)?;
        list(self.out, entries)
    }

    /// A field that is a list of lists.
    fn rows<T: Clone, C: Serialize>(
        &mut self,
        key: &str,
        rows: &dyn CellRows<T>,
        cell: impl Fn(&T) -> C,
    ) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(b"[")?;
        for row in 0..rows.height() {
            if row > 0 {
                self.out.write_all(b",")?;
            }
            list(self.out, rows.row(row).map(|told| cell(&told)))?;
        }
        self.out.write_all(b"]")
    }

    /// A field that is a list of objects, each written as it comes.
    fn objects<T>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Object<'_>, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(b"[")?;
        for (at, entry) in entries.into_iter().enumerate() {
            self.out.write_all(if at > 0 { &b",{"[..] } else { b"{" })?;
            write(&mut Object { out: &mut *self.out, first: true }, entry)?;
            self.out.write_all(b"}")?;
        }
        self.out.write_all(b"]")
    }

    /// The end of the object and of the line.
    pub fn close(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

impl std::fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Object").finish_non_exhaustive()
    }
}

fn list(out: &mut dyn Write, entries: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
    out.write_all(b"[")?;
    for (at, entry) in entries.into_iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &entry)?;
    }
    out.write_all(b"]")
}

/// A number, exact for every reader: decimal text above 2^53 − 1.
pub fn nat(n: &Nat) -> Value {
    match grundy::number::to_u64(n) {
        Some(small) => number(small),
        None => Value::String(n.to_string()),
    }
}

/// A number, exact for every reader: decimal text above 2^53 − 1.
pub fn number(n: u64) -> Value {
    if n <= LARGEST_EXACT { Value::from(n) } else { Value::String(n.to_string()) }
}

fn maybe<T: ?Sized>(value: Option<&T>, show: impl Fn(&T) -> Value) -> Value {
    value.map_or(Value::Null, show)
}

fn outcome(outcome: Outcome) -> Value {
    Value::String(outcome.letter().to_string())
}

fn maybe_outcome(known: Option<Outcome>) -> Value {
    known.map_or(Value::Null, outcome)
}

/// What an answer rests on.
pub fn evidence(evidence: &Evidence) -> Value {
    if evidence.status == Status::Nothing {
        return no_evidence();
    }
    let up_to = if let Status::Checked { up_to } = &evidence.status { nat(up_to) } else { Value::Null };
    let by = evidence.by();
    let references: Vec<&str> = evidence.theorems.iter().flat_map(|t| works(t.reference)).collect();
    json!({
        "status": evidence.status_name(),
        "by": by.english,
        "zh": by.chinese,
        "theorems": evidence.theorems.iter().map(|t| t.id).collect::<Vec<_>>(),
        "up_to": up_to,
        "sources": sources(&references),
        "references": references,
    })
}

/// What was checked again, or is arithmetic: proved by this, without sources.
pub fn proved(by: &Words, theorems: &[&str]) -> Value {
    json!({
        "status": "proved",
        "by": by.english,
        "zh": by.chinese,
        "theorems": theorems,
        "up_to": null,
        "sources": [],
        "references": [],
    })
}

/// Where nothing is known.
pub fn no_evidence() -> Value {
    json!({"status": Evidence::nothing().status_name()})
}

/// Seconds and nodes.
pub fn cost(cost: Cost) -> Value {
    json!({"seconds": (cost.seconds * 1e6).round() / 1e6, "nodes": number(cost.nodes)})
}

/// Why an answer is not complete: what was spent, how much was allowed (nodes, bytes, seconds; `null`: nobody set a limit)
/// and taken, and whether the same question goes on from what is stored.
pub fn budget(stopped: &Stopped) -> Value {
    let amount = |amount: u64| match stopped.spent {
        Spent::Time => json!(amount as f64 / 1000.0),
        _ => number(amount),
    };
    json!({
        "spent": stopped.spent.name(),
        "engine": stopped.engine,
        "needed": stopped.needed,
        "needed_zh": stopped.needed_in_words().map(|needed| needed.chinese),
        "limit": maybe(stopped.limit.as_ref(), |n| amount(*n)),
        "reached": maybe(stopped.reached.as_ref(), |n| amount(*n)),
        "resumes": stopped.resumes,
    })
}

/// The answer to `solve`.
pub fn answer(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    object.field("outcome", maybe_outcome(answer.outcome))?;
    object.field("value", maybe(answer.value.as_ref(), nat))?;
    object.field("value_status", answer.value_status.name())?;
    object.field("loopy", maybe(answer.loopy.as_deref(), numbers))?;
    if let Some(numbers) = &answer.unknown {
        object.list("unknown", numbers.iter().map(nat))?;
    }
    if let Some(set) = &answer.unknown_set {
        object.field("unknown_set", set.as_str())?;
    }
    object.field("evidence", evidence(&answer.evidence))?;
    let components = answer.components.iter().map(|component| {
        let mut entry = Map::new();
        entry.insert("position".into(), component.position.as_str().into());
        stands(&component.component, &mut entry);
        if component.count != Nat::ONE {
            entry.insert("count".into(), nat(&component.count));
        }
        entry.insert("value".into(), maybe(component.value.as_ref(), nat));
        if let Some(loopy) = &component.loopy {
            entry.insert("loopy".into(), numbers(loopy));
        }
        Value::Object(entry)
    });
    object.list("components", components)?;
    if answer.stopped.is_some() && answer.moves.count.is_none() && answer.moves.moves.is_empty() {
        object.field("moves", Value::Null)?;
    } else {
        object.list("moves", answer.moves.moves.iter().map(|m| Value::Object(move_fields(m))))?;
    }
    object.field("moves_count", maybe(answer.moves.count.as_ref(), nat))?;
    object.field("moves_truncated", answer.moves.truncated())?;
    object.field("options_count", maybe(answer.options.as_ref(), nat))?;
    object.field("remoteness", answer.remoteness)?;
    if let Some(guess) = &answer.guess {
        object.field("guess", guess.english.as_str())?;
        object.field("guess_zh", guess.chinese.as_str())?;
    }
    if let Some(strategy) = &answer.strategy {
        object.field("strategy", strategy.english())?;
        object.field("strategy_zh", strategy.chinese())?;
    }
    object.field("engine", answer.engine.as_str())?;
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("excluded", json!(answer.excluded))?;
        object.field("budget", budget(stopped))?;
    }
    object.close()
}

fn move_fields(m: &Move) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("component".into(), nat(&m.component));
    fields.insert("from".into(), m.from.as_str().into());
    fields.insert("to".into(), m.to.as_str().into());
    fields.insert("position".into(), m.position.as_str().into());
    stands(m.origin(), &mut fields);
    fields.insert("index".into(), maybe(m.index.as_ref(), nat));
    if m.turn != Turn::Passes {
        fields.insert("again".into(), (m.turn == Turn::Stays).into());
    }
    fields
}

/// The game of a component and its place there: numbers, or the text of a board.
fn stands(component: &Component, fields: &mut Map<String, Value>) {
    let game = &component.game;
    fields.insert("game".into(), if game.text() == "*" { "nim" } else { game.text() }.into());
    let text = || game.show_place(&component.place);
    let place = match game.shape() {
        Shape::Heap | Shape::Tuple(_) | Shape::Row => component.place.iter().map(nat).collect(),
        // a place with something named behind the text, `"edges:0-1", start=0`, stands as it is written
        Shape::Text => {
            let text = text();
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            Value::String(inner.unwrap_or(&text).to_owned())
        }
        Shape::Vertex | Shape::Positions => Value::String(text()),
    };
    fields.insert("place".into(), place);
}

/// A sentence in both languages.
pub fn words(words: &Words) -> Value {
    json!({"en": words.english, "zh": words.chinese})
}

/// A sentence as data: its key with its arguments, and both languages.
fn sentence(sentence: &Sentence) -> Map<String, Value> {
    let field = |name: &str, value: Value| (name.to_owned(), value);
    Map::from_iter([
        field("text", sentence.english().into()),
        field("key", sentence.key.into()),
        field("args", sentence.arguments.iter().map(String::as_str).collect()),
        field("zh", sentence.chinese().into()),
    ])
}

fn reading_of(read: &Reading) -> Value {
    json!({"part": read.game, "family": read.family, "en": read.words.english, "zh": read.words.chinese})
}

/// A move with what it leads to.
pub(crate) fn valued_move(m: &Move) -> Map<String, Value> {
    let mut fields = move_fields(m);
    fields.insert("value".into(), maybe(m.value.as_ref(), nat));
    if let Some(loopy) = &m.loopy {
        fields.insert("loopy".into(), numbers(loopy));
    }
    fields.insert("outcome".into(), maybe_outcome(m.outcome));
    fields.insert("wins".into(), m.outcome.map_or(Value::Null, |_| m.wins().into()));
    fields
}

/// The answer to `moves`.
pub fn moves(out: &mut dyn Write, answer: &Answer<MoveList>) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    object.list("moves", answer.moves.iter().map(|m| Value::Object(valued_move(m))))?;
    object.field("moves_count", maybe(answer.count.as_ref(), nat))?;
    object.field("moves_truncated", answer.truncated())?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}

/// The answer to `table`. `from` is one number where all coordinates start at the same.
pub fn table(out: &mut dyn Write, table: &Answer<Table>) -> io::Result<()> {
    table_of_member(out, table, &[])
}

/// The answer to `table` about a game whose parameters have these values: as a row too, as where there are several.
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
    if let Cells::Loopy(rows) = &table.cells {
        // the sets K of ∞(K), in the order of `values`, which are null there
        let set = |v: &Loopy| maybe(v.loopy(), numbers);
        match flat {
            true => object.list("loopy", rows.iter().flatten().map(set))?,
            false => object.rows("loopy", rows, set)?,
        }
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
    object.field("evidence", evidence(&table.evidence))?;
    object.end(table)
}

fn genus(genus: &Option<Genus>) -> Value {
    maybe(genus.as_ref(), |genus| genus.to_string().into())
}

/// The answer to `table` about a game with parameters: an entry a member.
pub fn table_of_members(out: &mut dyn Write, answer: &Answer<Rows>) -> io::Result<()> {
    let mut object = Object::of(out, "game", answer)?;
    object.objects("rows", &answer.rows, |row, member| {
        row.field("for", assigned(member.values.all().iter().map(|(name, n)| (name.as_str(), *n))))?;
        match &member.table {
            Ok(table) => {
                cells(row, table)?;
                table.refused.as_ref().map_or(Ok(()), |refused| row.field("refused", refused.message.as_str()))
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
        Cells::Outcomes(rows) => field(object, "outcomes", table, rows, |o| o.letter()),
        Cells::SomeOutcomes(rows) => field(object, "outcomes", table, rows, |o| o.map(Outcome::letter)),
        Cells::Genera(rows) => field(object, "genus", table, rows, genus),
        Cells::Previous(places) => field(object, "positions", table, places, |n| number(*n)),
    }
}

/// The reasons, as data.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("query", explanation.query.as_str())?;
    object.field("complete", explanation.stopped.is_none())?;
    object.read(&explanation.reading)?;
    object.list("steps", explanation.steps.iter().map(step))?;
    object.field("conclusion", explanation.conclusion.english())?;
    object.field("concluded", Value::Object(sentence(&explanation.conclusion)))?;
    object.field("evidence", evidence(&explanation.evidence))?;
    if let Some(stopped) = &explanation.stopped {
        object.field("budget", budget(stopped))?;
    }
    object.close()
}

/// A set of numbers.
fn numbers(set: &[Nat]) -> Value {
    set.iter().map(nat).collect()
}

fn step(step: &Step) -> Value {
    match step {
        Step::Say(sentence) => {
            let mut fields = Map::from_iter([("kind".to_owned(), Value::from("say"))]);
            fields.extend(self::sentence(sentence));
            Value::Object(fields)
        }
        Step::Theorem { statement, reference } => {
            json!({
                "kind": "theorem",
                "statement": statement.english,
                "zh": statement.chinese,
                "reference": reference,
            })
        }
        Step::Mex { position, options, more, values, mex } => json!({
            "kind": "mex",
            "position": position,
            "options": options.iter().map(|(p, v)| json!({"position": p, "value": nat(v)})).collect::<Vec<_>>(),
            "more": more,
            "values": values.iter().map(nat).collect::<Vec<_>>(),
            "mex": nat(mex),
        }),
        Step::Loopy { position, options, more, value, reason } => {
            let option = |(p, v): &(String, Loopy)| json!({"position": p, "value": maybe(v.finite(), nat), "loopy": maybe(v.loopy(), numbers)});
            json!({
                "kind": "loopy",
                "position": position,
                "options": options.iter().map(option).collect::<Vec<_>>(),
                "more": more,
                "value": maybe(value.finite(), nat),
                "loopy": maybe(value.loopy(), numbers),
                "text": reason.english,
                "zh": reason.chinese,
            })
        }
        Step::Columns { rows, xor } => {
            let width = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
            let digits =
                |v: &Nat| -> String { binary(v, width).into_iter().map(|bit| if bit { '1' } else { '0' }).collect() };
            let row = |(name, v): &(Words, Nat)| {
                let mut row = json!({"position": name.english, "value": nat(v), "binary": digits(v)});
                if name.chinese != name.english {
                    row["zh"] = name.chinese.as_str().into();
                }
                row
            };
            json!({
                "kind": "columns",
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
                "xor": nat(xor),
                "binary": digits(xor),
            })
        }
        Step::Ones { rows, modulus, ones } => {
            let digits = |v: &Nat| -> String {
                binary(v, ones.len()).into_iter().map(|bit| if bit { '1' } else { '0' }).collect()
            };
            let row = |(name, v): &(Words, Nat)| json!({"name": name.english, "zh": name.chinese, "value": nat(v), "binary": digits(v)});
            json!({
                "kind": "ones",
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
                "modulus": modulus,
                "ones": ones.iter().rev().collect::<Vec<_>>(),
            })
        }
        Step::Choose { bit, component, value, target, to } => json!({
            "kind": "choose", "bit": bit, "component": component, "value": nat(value), "target": nat(target), "to": to,
        }),
        Step::Outcomes { position, options, more, outcome: follows } => json!({
            "kind": "outcomes",
            "position": position,
            "options": options.iter().map(|(p, o)| json!({"position": p, "outcome": outcome(*o)})).collect::<Vec<_>>(),
            "more": more,
            "outcome": outcome(*follows),
        }),
    }
}

/// What a press would write into the question instead.
fn fixes(fault: &Diagnostic, text: Option<&str>) -> Value {
    let all = fault.fixes().iter().filter_map(|(span, insert)| {
        let (start, end) = span.in_characters(text?);
        Some(json!({"span": [start, end], "insert": insert}))
    });
    all.collect()
}

/// A fault in the input; `line` is the line of `solve -`.
pub fn error(out: &mut dyn Write, fault: &Diagnostic, text: Option<&str>, line: Option<u64>) -> io::Result<()> {
    let span = match (fault.span, text) {
        (Some(span), Some(text)) => {
            let (start, end) = span.in_characters(text);
            json!([start, end])
        }
        _ => Value::Null,
    };
    let mut fields = json!({
        "kind": fault.kind.name(),
        "message": fault.message,
        "span": span,
        "suggestion": fault.suggestion,
        "code": fault.code(),
        "fixes": fixes(fault, text),
    });
    if let Value::Object(fields) = &mut fields {
        fields.extend(line.map(|line| ("line".to_owned(), number(line))));
        let both = |english: &str, chinese: String| words(&Words::new(english, chinese));
        // where the usual sentence is not known in Chinese, the English one stands alone
        let say = fault_in_chinese(&fault.message).map(|chinese| both(&fault.message, chinese));
        fields.extend(say.map(|say| ("say".to_owned(), say)));
        let advice = fault.suggestion.as_deref().and_then(|text| Some(both(text, fault_in_chinese(text)?)));
        fields.extend(advice.map(|advice| ("say_suggestion".to_owned(), advice)));
    }
    let mut object = Object::open(out)?;
    object.field("error", fields)?;
    object.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::notation::Span;

    #[test]
    fn large_numbers_are_text() {
        assert_eq!(nat(&Nat::from(9_007_199_254_740_991u64)).to_string(), "9007199254740991");
        assert_eq!(nat(&Nat::from(9_007_199_254_740_992u64)).to_string(), "\"9007199254740992\"");
        assert_eq!(nat(&Nat::from(10u8).pow(30)).to_string(), "\"1000000000000000000000000000000\"");
    }

    #[test]
    fn places_are_counted_in_characters() {
        let mut out = Vec::new();
        let fault = Diagnostic::parse(Span::new(3, 4), "what?");
        error(&mut out, &fault, Some("取x"), Some(7)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "{\"schema\":1,\"error\":{\"kind\":\"parse\",\"message\":\"what?\",\"span\":[1,2],\"suggestion\":null,\"code\":\"parse\",\"fixes\":[],\"line\":7}}\n"
        );
    }
}
