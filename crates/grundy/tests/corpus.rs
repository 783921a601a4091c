//! Every fact of `corpus/`, asked through the front door; all disagreements are reported together.
//!
//! The tables and fields are described in `corpus/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use grundy::answer::{Cells, Show, Table};
use grundy::{Budget, Context, Diagnostic, Error, Nat, Outcome, Session, SolveOptions, TableOptions};
use toml::Value;

/// More winning moves than any fact has.
const MANY: usize = 10_000;

type Checked = Result<(), String>;

/// No fact may take longer: a slow one is told with the rest instead of stopping the test.
fn context() -> Context {
    Context::new(Budget { time: Some(Duration::from_secs(20)), ..Budget::UNLIMITED })
}

#[test]
fn every_fact_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files: Vec<_> = fs::read_dir(folder).expect("the corpus").map(|e| e.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let (mut facts, mut wrong) = (0, Vec::new());
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("a readable file");
        let tables: toml::Table = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        for (kind, entries) in &tables {
            for fact in entries.as_array().unwrap_or_else(|| panic!("{name}: {kind} is no list")) {
                facts += 1;
                if let Err(message) = check(kind, fact) {
                    wrong.push(format!("{name}: {message}"));
                }
            }
        }
    }
    assert!(files.len() >= 10 && facts >= 300, "only {facts} facts in {} files", files.len());
    assert!(wrong.is_empty(), "{} of {facts} facts do not hold:\n{}", wrong.len(), wrong.join("\n"));
    println!("{facts} facts hold");
}

fn check(kind: &str, fact: &Value) -> Checked {
    if fact.get("source").is_none() {
        return Err(format!("{kind}: no source: {fact:?}"));
    }
    match kind {
        "position" => position(fact),
        "values" => values(fact),
        "grid" => grid(fact),
        "previous" => previous(fact),
        "outcomes" => outcomes(fact),
        "same" => same(fact),
        "period" => period(fact),
        "unknown" => unknown(fact),
        "error" => error(fact),
        other => Err(format!("unknown table {other}")),
    }
}

fn text<'a>(fact: &'a Value, key: &str) -> Result<&'a str, String> {
    fact.get(key).and_then(Value::as_str).ok_or_else(|| format!("{key} is missing: {fact:?}"))
}

fn number(fact: &Value, key: &str, default: u64) -> u64 {
    fact.get(key).and_then(Value::as_integer).map_or(default, |n| n as u64)
}

fn list<'a>(fact: &'a Value, key: &str) -> Result<&'a [Value], String> {
    fact.get(key).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| format!("{key} is missing: {fact:?}"))
}

fn nat(value: &Value) -> Result<Nat, String> {
    match value {
        Value::Integer(n) => u64::try_from(*n).map(Nat::from).map_err(|e| e.to_string()),
        Value::String(digits) => digits.parse().map_err(|_| format!("{digits} is no number")),
        other => Err(format!("{other:?} is no number")),
    }
}

fn is_misere(fact: &Value) -> bool {
    fact.get("misere").and_then(Value::as_bool).unwrap_or(false)
}

/// Blanks do not count.
fn dense(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Checked {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}

/// Solves a text; `value`: also where a theorem gives the outcome alone.
fn solve(text: &str, value: bool) -> Result<grundy::answer::Answer, String> {
    let mut session = Session::new();
    let position = session.position(text).map_err(|e| format!("{text}: {e}"))?;
    let options = SolveOptions { limit: MANY, value, ..SolveOptions::default() };
    let answer = grundy::solve(&position, &options, &context()).map_err(|e| format!("{text}: {e}"))?;
    match &answer.stopped {
        Some(stopped) => Err(format!("{text}: {stopped}")),
        None => Ok(answer),
    }
}

fn position(fact: &Value) -> Checked {
    let question = text(fact, "text")?;
    let answer = solve(question, fact.get("value").is_some())?;
    let letter = answer.outcome.map_or_else(|| "none".to_owned(), |o| o.to_string());
    expect(question, &text(fact, "outcome")?.to_owned(), &letter)?;
    if let Some(value) = fact.get("value") {
        expect(question, &Some(nat(value)?), &answer.value)?;
    }
    if fact.get("loopy").is_some() {
        let expected: Vec<Nat> = list(fact, "loopy")?.iter().map(nat).collect::<Result<_, _>>()?;
        expect(&format!("{question}: loopy"), &Some(expected), &answer.loopy)?;
        expect(&format!("{question}: value"), &None, &answer.value)?;
    }
    if is_misere(fact) {
        expect(&format!("{question}: value"), &None, &answer.value)?;
    }
    if !answer.evidence.is_proved() {
        return Err(format!("{question}: {} by {}", answer.evidence.status_name(), answer.evidence.by()));
    }
    if fact.get("winning").is_some() {
        let expected: BTreeSet<String> = list(fact, "winning")?.iter().filter_map(Value::as_str).map(dense).collect();
        let moves = &answer.moves;
        let found: BTreeSet<String> = moves.moves.iter().map(|m| dense(&format!("{} {}", m.component, m.to))).collect();
        expect(&format!("{question}: winning moves"), &expected, &found)?;
        expect(&format!("{question}: number of winning moves"), &Some(Nat::from(expected.len())), &moves.count)?;
    }
    // the canonical spelling must mean the same
    let again = solve(&answer.query, fact.get("value").is_some())?;
    expect(&format!("{question} as {}", answer.query), &answer.outcome, &again.outcome)?;
    expect(&format!("{question}: canonical spelling"), &answer.query, &again.query)
}

fn table(game: &str, misere: bool, from: Vec<u64>, to: Vec<u64>, show: Show) -> Result<grundy::Answer<Table>, String> {
    let game = if misere { format!("misere {game}") } else { game.to_owned() };
    let mut session = Session::new();
    let question = session.game(&game).map_err(|e| format!("{game}: {e}"))?;
    let options = TableOptions { from, to, show };
    let table = grundy::table(&question, &options, &context()).map_err(|e| format!("{game}: {e}"))?;
    match &table.stopped {
        Some(stopped) => Err(format!("{game}: {stopped}")),
        None => Ok(table),
    }
}

fn heap_values(game: &str, from: u64, to: u64) -> Result<Vec<Nat>, String> {
    match table(game, false, vec![from], vec![to], Show::Values)?.result.cells {
        Cells::Values(mut rows) if rows.len() == 1 => Ok(rows.remove(0)),
        other => Err(format!("{game}: one row of values was expected, found {other:?}")),
    }
}

fn values(fact: &Value) -> Checked {
    let game = text(fact, "game")?;
    let expected: Vec<Nat> = list(fact, "values")?.iter().map(nat).collect::<Result<_, _>>()?;
    let from = number(fact, "from", 0);
    let found = heap_values(game, from, from + expected.len() as u64 - 1)?;
    if let Some(n) = (0..expected.len()).find(|&n| found.get(n) != expected.get(n)) {
        let heap = from + n as u64;
        return Err(format!("{game}: heap {heap}: expected {}, found {:?}", expected[n], found.get(n)));
    }
    expect(&format!("{game}: number of values"), &expected.len(), &found.len())
}

fn grid(fact: &Value) -> Checked {
    let game = text(fact, "game")?;
    let mut expected = Vec::new();
    for row in list(fact, "rows")? {
        expected.push(row.as_array().into_iter().flatten().map(nat).collect::<Result<Vec<_>, _>>()?);
    }
    let to = vec![expected.len() as u64 - 1, expected[0].len() as u64 - 1];
    match table(game, false, vec![0, 0], to, Show::Values)?.result.cells {
        Cells::Values(found) => expect(game, &expected, &found),
        other => Err(format!("{game}: values were expected, found {other:?}")),
    }
}

fn previous(fact: &Value) -> Checked {
    let game = text(fact, "game")?;
    let place = |value: &Value| -> Vec<u64> {
        match value {
            Value::Array(numbers) => numbers.iter().filter_map(Value::as_integer).map(|n| n as u64).collect(),
            other => other.as_integer().map(|n| n as u64).into_iter().collect(),
        }
    };
    let expected: Vec<Vec<u64>> = list(fact, "places")?.iter().map(place).collect();
    let arity = expected.first().map_or(1, Vec::len);
    let to = vec![number(fact, "to", 0); arity];
    match table(game, is_misere(fact), vec![0; arity], to, Show::Previous)?.result.cells {
        Cells::Previous(found) => expect(game, &expected, &found),
        other => Err(format!("{game}: P-positions were expected, found {other:?}")),
    }
}

fn outcomes(fact: &Value) -> Checked {
    let game = text(fact, "game")?;
    let expected = text(fact, "outcomes")?;
    let to = vec![expected.len() as u64 - 1];
    match table(game, is_misere(fact), vec![0], to, Show::Outcomes)?.result.cells {
        Cells::Outcomes(rows) => {
            let found: String = rows.iter().flatten().map(|outcome: &Outcome| outcome.letter()).collect();
            expect(game, &expected.to_owned(), &found)
        }
        other => Err(format!("{game}: outcomes were expected, found {other:?}")),
    }
}

fn same(fact: &Value) -> Checked {
    let to = number(fact, "to", 0);
    let games: Vec<&str> = list(fact, "games")?.iter().filter_map(Value::as_str).collect();
    let first = heap_values(games[0], 0, to)?;
    for game in &games[1..] {
        expect(&format!("{game} = {}", games[0]), &first, &heap_values(game, 0, to)?)?;
    }
    Ok(())
}

/// The least preperiod and period, read off the values up to several periods.
fn period(fact: &Value) -> Checked {
    let game = text(fact, "game")?;
    let (preperiod, period) = (number(fact, "preperiod", 0), number(fact, "period", 1));
    let saltus = Nat::from(number(fact, "saltus", 0));
    let values = heap_values(game, 0, preperiod + 8 * period + 40)?;
    let repeats = |from: u64, p: u64| {
        (from..values.len() as u64 - p).all(|n| values[(n + p) as usize] == &values[n as usize] + &saltus)
    };
    expect(&format!("{game}: period {period} from {preperiod}"), &true, &repeats(preperiod, period))?;
    if preperiod > 0 {
        expect(&format!("{game}: repeats already before {preperiod}"), &false, &repeats(preperiod - 1, period))?;
    }
    if fact.get("saltus").is_none() {
        let shorter = (1..period).find(|&p| repeats(preperiod, p));
        expect(&format!("{game}: a shorter period"), &None, &shorter)?;
    }
    Ok(())
}

fn unknown(fact: &Value) -> Checked {
    let question = text(fact, "text")?;
    let expected: Vec<Nat> = list(fact, "numbers")?.iter().map(nat).collect::<Result<_, _>>()?;
    let answer = solve(question, true)?;
    expect(question, &Some(expected), &answer.unknown)
}

fn error(fact: &Value) -> Checked {
    let question = text(fact, "text")?;
    let as_game = fact.get("game").and_then(Value::as_bool).unwrap_or(false);
    let mut session = Session::new();
    let found: Result<(), Error> = if as_game {
        let options = TableOptions { to: vec![10], ..TableOptions::default() };
        match session.game(question) {
            Ok(game) => grundy::table(&game, &options, &context()).map(drop),
            Err(diagnostic) => Err(diagnostic.into()),
        }
    } else {
        match session.position(question) {
            Ok(position) => grundy::solve(&position, &SolveOptions::default(), &context()).map(drop),
            Err(diagnostic) => Err(diagnostic.into()),
        }
    };
    let Err(Error::Bad(diagnostic)) = found else {
        return Err(format!("{question:.60}: must be refused, found {found:?}"));
    };
    let fault = text(fact, "fault")?;
    if fault != "any" {
        let found = diagnostic.kind.name();
        expect(&format!("{question}: “{}”", diagnostic.message), &fault.to_owned(), &found.to_owned())?;
    }
    match fact.get("suggestion").and_then(Value::as_str) {
        Some(word) => suggests(question, &diagnostic, word),
        None => Ok(()),
    }
}

fn suggests(question: &str, diagnostic: &Diagnostic, word: &str) -> Checked {
    let found = diagnostic.suggestion.as_deref().is_some_and(|s| s.contains(word));
    if found { Ok(()) } else { Err(format!("{question}: suggests {:?}, not {word}", diagnostic.suggestion)) }
}
