//! Every fact of `corpus/`, asked through the front door; all disagreements are reported together.
//!
//! The tables and fields are described in `corpus/README.md`.

use std::collections::BTreeSet;
use std::time::Duration;

use facts::Fact;
use grundy::answer::{Cells, Show, Table};
use grundy::{Budget, Context, Diagnostic, Error, Nat, Outcome, PeriodOptions, Session, SolveOptions, TableOptions};

#[path = "corpus/facts.rs"]
mod facts;

/// More winning moves than any fact has.
const MANY: usize = 10_000;

type Checked = Result<(), String>;

/// No fact may take longer: a slow one is told with the rest instead of stopping the test.
fn context() -> Context {
    Context::new(Budget { time: Some(Duration::from_secs(20)), ..Budget::UNLIMITED })
}

#[test]
fn every_fact_holds() {
    let facts = facts::all();
    let wrong: Vec<String> =
        facts.iter().filter_map(|fact| check(fact).err().map(|message| format!("{}: {message}", fact.file))).collect();
    assert!(wrong.is_empty(), "{} of {} facts do not hold:\n{}", wrong.len(), facts.len(), wrong.join("\n"));
    println!("{} facts hold", facts.len());
}

/// A question that its budget ended leaves nothing behind that is wrong: each fact holds in a session that was stopped again
/// and again before.
#[test]
fn facts_hold_after_questions_that_were_stopped() {
    let facts = facts::all();
    let (mut asked, mut stopped, mut wrong) = (0, 0, Vec::new());
    for fact in &facts {
        let checked = match fact.kind.as_str() {
            "position" => position_after_stops(fact, &mut stopped),
            "values" => values_after_stops(fact, &mut stopped),
            _ => continue,
        };
        asked += 1;
        wrong.extend(checked.err().map(|message| format!("{}: {message}", fact.file)));
    }
    assert!(wrong.is_empty(), "{} of {asked} facts do not hold:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked > 500 && stopped > 1_000, "{asked} facts, {stopped} stops");
}

/// Budgets of few nodes, which end in the middle of all kinds of work.
fn short() -> impl Iterator<Item = Context> {
    let nodes = [1, 5, 17, 60, 130, 400, 1_000, 3_000, 7_000, 20_000];
    nodes.into_iter().map(|nodes| Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED }))
}

fn position_after_stops(fact: &Fact, stopped: &mut u32) -> Checked {
    let question = fact.text("text")?;
    let mut session = Session::new();
    let position = session.position(question).map_err(|e| format!("{question}: {e}"))?;
    let options = SolveOptions::default().with_value(fact.has("value"));
    for cx in short() {
        // what is told of a question that was stopped is looked at elsewhere
        *stopped += u32::from(position.solve_with(&options, &cx).is_ok_and(|answer| answer.stopped.is_some()));
    }
    let answer = position.solve_with(&options, &context()).map_err(|e| format!("{question}: {e}"))?;
    let letter = answer.outcome.map_or_else(|| "none".to_owned(), |o| o.to_string());
    expect(question, &fact.text("outcome")?.to_owned(), &letter)?;
    match fact.has("value") {
        true => expect(question, &nats(&[fact.nat("value")?])?.pop(), &answer.value),
        false => Ok(()),
    }
}

fn values_after_stops(fact: &Fact, stopped: &mut u32) -> Checked {
    let game = fact.text("game")?;
    let expected: Vec<Nat> = nats(&fact.nats("values")?)?;
    let from = fact.number("from", 0);
    let mut session = Session::new();
    let question = session.game(game).map_err(|e| format!("{game}: {e}"))?;
    let options = TableOptions::default().with_from(vec![from]).with_to(vec![from + expected.len() as u64 - 1]);
    for cx in short() {
        *stopped += u32::from(question.table_with(&options, &cx).is_ok_and(|answer| answer.stopped.is_some()));
    }
    let table = question.table_with(&options, &context()).map_err(|e| format!("{game}: {e}"))?;
    match table.result.cells {
        Cells::Values(rows) => expect(game, &expected, &rows.iter().collect()),
        other => Err(format!("{game}: values were expected, found {other:?}")),
    }
}

fn check(fact: &Fact) -> Checked {
    if !fact.has("source") {
        return Err(format!("no source: {fact:?}"));
    }
    match fact.kind.as_str() {
        "position" => position(fact),
        "values" => values(fact),
        "grid" => grid(fact),
        "previous" => previous(fact),
        "outcomes" => outcomes(fact),
        "same" => same(fact),
        "period" => period(fact),
        "rows" => rows(fact),
        "unknown" => unknown(fact),
        "error" => error(fact),
        other => Err(format!("unknown table {other}")),
    }
}

/// Numbers of any size.
fn nats(digits: &[String]) -> Result<Vec<Nat>, String> {
    digits.iter().map(|digits| digits.parse().map_err(|_| format!("{digits} is no number"))).collect()
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
    let options = SolveOptions::default().with_limit(MANY).with_value(value);
    let answer = position.solve_with(&options, &context()).map_err(|e| format!("{text}: {e}"))?;
    match &answer.stopped {
        Some(stopped) => Err(format!("{text}: {stopped}")),
        None => Ok(answer),
    }
}

fn position(fact: &Fact) -> Checked {
    let question = fact.text("text")?;
    let answer = solve(question, fact.has("value"))?;
    let letter = answer.outcome.map_or_else(|| "none".to_owned(), |o| o.to_string());
    expect(question, &fact.text("outcome")?.to_owned(), &letter)?;
    if fact.has("value") {
        expect(question, &nats(&[fact.nat("value")?])?.pop(), &answer.value)?;
    }
    if fact.has("loopy") {
        let expected: Vec<Nat> = nats(&fact.nats("loopy")?)?;
        expect(&format!("{question}: loopy"), &Some(expected), &answer.loopy)?;
        expect(&format!("{question}: value"), &None, &answer.value)?;
    }
    if fact.flag("misere") {
        expect(&format!("{question}: value"), &None, &answer.value)?;
    }
    if !answer.evidence.is_proved() {
        return Err(format!("{question}: {} by {}", answer.evidence.status_name(), answer.evidence.by().english));
    }
    if fact.has("winning") {
        let expected: BTreeSet<String> = fact.texts("winning")?.into_iter().map(dense).collect();
        let moves = &answer.moves;
        let found: BTreeSet<String> = moves.moves.iter().map(|m| dense(&format!("{} {}", m.component, m.to))).collect();
        expect(&format!("{question}: winning moves"), &expected, &found)?;
        expect(&format!("{question}: number of winning moves"), &Some(Nat::from(expected.len())), &moves.count)?;
    }
    // the canonical spelling must mean the same
    let again = solve(&answer.query, fact.has("value"))?;
    expect(&format!("{question} as {}", answer.query), &answer.outcome, &again.outcome)?;
    expect(&format!("{question}: canonical spelling"), &answer.query, &again.query)
}

fn table(game: &str, misere: bool, from: Vec<u64>, to: Vec<u64>, show: Show) -> Result<grundy::Answer<Table>, String> {
    let game = if misere { format!("misere {game}") } else { game.to_owned() };
    let mut session = Session::new();
    let question = session.game(&game).map_err(|e| format!("{game}: {e}"))?;
    let options = TableOptions::default().with_from(from).with_to(to).with_show(show);
    let table = question.table_with(&options, &context()).map_err(|e| format!("{game}: {e}"))?;
    match &table.stopped {
        Some(stopped) => Err(format!("{game}: {stopped}")),
        None => Ok(table),
    }
}

fn heap_values(game: &str, from: u64, to: u64) -> Result<Vec<Nat>, String> {
    match table(game, false, vec![from], vec![to], Show::Values)?.result.cells {
        Cells::Values(rows) if rows.to_lists().len() == 1 => Ok(rows.iter().collect()),
        other => Err(format!("{game}: one row of values was expected, found {other:?}")),
    }
}

fn values(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    let expected: Vec<Nat> = nats(&fact.nats("values")?)?;
    let from = fact.number("from", 0);
    let found = heap_values(game, from, from + expected.len() as u64 - 1)?;
    if let Some(n) = (0..expected.len()).find(|&n| found.get(n) != expected.get(n)) {
        let heap = from + n as u64;
        return Err(format!("{game}: heap {heap}: expected {}, found {:?}", expected[n], found.get(n)));
    }
    expect(&format!("{game}: number of values"), &expected.len(), &found.len())
}

fn grid(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    let expected: Vec<Vec<Nat>> = fact.rows("rows")?.iter().map(|row| nats(row)).collect::<Result<_, _>>()?;
    let to = vec![expected.len() as u64 - 1, expected[0].len() as u64 - 1];
    match table(game, false, vec![0, 0], to, Show::Values)?.result.cells {
        Cells::Values(found) => expect(game, &expected, &found.to_lists()),
        other => Err(format!("{game}: values were expected, found {other:?}")),
    }
}

fn previous(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    let place = |row: Vec<String>| row.iter().filter_map(|n| n.parse().ok()).collect();
    let expected: Vec<Vec<u64>> = fact.rows("places")?.into_iter().map(place).collect();
    let arity = expected.first().map_or(1, Vec::len);
    let to = vec![fact.number("to", 0); arity];
    match table(game, fact.flag("misere"), vec![0; arity], to, Show::Previous)?.result.cells {
        Cells::Previous(found) => expect(game, &expected, &found),
        other => Err(format!("{game}: P-positions were expected, found {other:?}")),
    }
}

fn outcomes(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    let expected = fact.text("outcomes")?;
    let to = vec![expected.len() as u64 - 1];
    match table(game, fact.flag("misere"), vec![0], to, Show::Outcomes)?.result.cells {
        Cells::Outcomes(rows) => {
            let found: String = rows.iter().flatten().map(|outcome: &Outcome| outcome.letter()).collect();
            expect(game, &expected.to_owned(), &found)
        }
        other => Err(format!("{game}: outcomes were expected, found {other:?}")),
    }
}

fn same(fact: &Fact) -> Checked {
    let to = fact.number("to", 0);
    let games: Vec<&str> = fact.texts("games")?;
    let first = heap_values(games[0], 0, to)?;
    for game in &games[1..] {
        expect(&format!("{game} = {}", games[0]), &first, &heap_values(game, 0, to)?)?;
    }
    Ok(())
}

/// The least preperiod and period, read off the values up to several periods.
fn period(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    let (preperiod, period) = (fact.number("preperiod", 0), fact.number("period", 1));
    let saltus = Nat::from(fact.number("saltus", 0));
    let values = heap_values(game, 0, preperiod + 8 * period + 40)?;
    let repeats = |from: u64, p: u64| {
        (from..values.len() as u64 - p).all(|n| values[(n + p) as usize] == &values[n as usize] + &saltus)
    };
    expect(&format!("{game}: period {period} from {preperiod}"), &true, &repeats(preperiod, period))?;
    if preperiod > 0 {
        expect(&format!("{game}: repeats already before {preperiod}"), &false, &repeats(preperiod - 1, period))?;
    }
    if !fact.has("saltus") {
        let shorter = (1..period).find(|&p| repeats(preperiod, p));
        expect(&format!("{game}: a shorter period"), &None, &shorter)?;
    }
    Ok(())
}

/// Preperiod and period of each row, with a proof.
fn rows(fact: &Fact) -> Checked {
    let game = fact.text("game")?;
    for (b, expected) in fact.rows("periods")?.iter().enumerate() {
        let question = format!("{game}(n, {b})");
        let asked = Session::new().game(&question).map_err(|error| error.to_string())?;
        let answer = asked.period_with(&PeriodOptions::default(), &context()).map_err(|error| error.to_string())?;
        let found = answer.period.as_ref().map(|p| vec![p.preperiod.clone(), p.period.clone(), p.saltus.clone()]);
        let expected = nats(expected)?;
        let expected = vec![expected[0].clone(), expected[1].clone(), expected[1].clone()];
        expect(&question, &Some(expected), &found)?;
        expect(&format!("{question}: proved"), &true, &answer.evidence.is_proved())?;
    }
    Ok(())
}

fn unknown(fact: &Fact) -> Checked {
    let question = fact.text("text")?;
    let expected: Vec<Nat> = nats(&fact.nats("numbers")?)?;
    let answer = solve(question, true)?;
    expect(question, &Some(expected), &answer.unknown)
}

fn error(fact: &Fact) -> Checked {
    let question = fact.text("text")?;
    let as_game = fact.flag("game");
    let mut session = Session::new();
    let found: Result<(), Error> = if as_game {
        let options = TableOptions::default().with_to(vec![10]);
        match session.game(question) {
            Ok(game) => game.table_with(&options, &context()).map(drop),
            Err(diagnostic) => Err(diagnostic.into()),
        }
    } else {
        match session.position(question) {
            Ok(position) => position.solve().map(drop),
            Err(diagnostic) => Err(diagnostic.into()),
        }
    };
    let Err(Error::Bad(diagnostic)) = found else {
        return Err(format!("{question:.60}: must be refused, found {found:?}"));
    };
    let fault = fact.text("fault")?;
    if fault != "any" {
        let found = diagnostic.kind.name();
        expect(&format!("{question}: “{}”", diagnostic.message), &fault.to_owned(), &found.to_owned())?;
    }
    match fact.text("suggestion") {
        Ok(word) => suggests(question, &diagnostic, word),
        Err(_) => Ok(()),
    }
}

fn suggests(question: &str, diagnostic: &Diagnostic, word: &str) -> Checked {
    let found = diagnostic.suggestion.as_deref().is_some_and(|s| s.contains(word));
    if found { Ok(()) } else { Err(format!("{question}: suggests {:?}, not {word}", diagnostic.suggestion)) }
}
