//! The library against the brute force, for one game and one sum of its places.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use grundy::answer::{Cells, MoveList, Show};
use grundy::{Budget, Context, Error, ErrorKind, MovesOptions, Nat, Outcome, Session, SolveOptions, TableOptions};

use crate::brute::{Brute, Component, Parts, places};
use crate::generate::{Game, Place};
use crate::panic_text;
use crate::patience::Patience;
use crate::random::Random;

/// One question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The rules.
    pub game: Game,
    /// The places; none: a table is asked for.
    pub sum: Vec<Place>,
    /// Which convention.
    pub misere: bool,
}

/// What became of it, if nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The library and the brute force agree.
    Agrees,
    /// The rule may not end, and the library said so.
    Endless,
    /// The library knows the question, but cannot answer it yet.
    Unsupported,
    /// The budget was spent.
    Budget,
}

/// Nothing small may take longer than this.
const SECONDS: u64 = 20;
const MANY: usize = 100_000;

impl Case {
    /// A table in both conventions, and some sums.
    pub fn of(game: &Game, random: &mut Random) -> Vec<Case> {
        let mut cases = vec![Case { game: game.clone(), sum: Vec::new(), misere: false }];
        cases.push(Case { misere: true, ..cases[0].clone() });
        for misere in [false, false, true] {
            let largest = match (game.arity(), misere, game.splits()) {
                (1, false, false) => 40,
                (1, false, true) => 18,
                (1, true, false) => 10,
                (1, true, true) => 7,
                (_, false, _) => 8,
                (_, true, _) => 4,
            };
            let components = random.between(1, if misere { 2 } else { 4 });
            let mut place = || (0..game.arity()).map(|_| random.between(0, largest)).collect();
            let sum = (0..components).map(|_| place()).collect();
            cases.push(Case { game: game.clone(), sum, misere });
        }
        cases
    }

    /// Ready to paste.
    #[must_use]
    pub fn text(&self) -> String {
        let misere = if self.misere { "misere " } else { "" };
        let lists: Vec<String> =
            self.sum.iter().map(|p| p.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")).collect();
        match lists.as_slice() {
            [] => format!("{misere}{}", self.game),
            [one] => format!("{misere}{}({one})", self.game),
            several if self.game.arity() == 1 => format!("{misere}{}({})", self.game, several.join(", ")),
            several => format!("{misere}{}(({}))", self.game, several.join("),(")),
        }
    }

    /// Where a table of this game ends.
    fn extent(&self) -> i64 {
        match (self.game.arity(), self.misere, self.game.splits()) {
            (1, false, false) => 60,
            (1, false, true) => 24,
            (1, true, _) => 9,
            _ => 8,
        }
    }
}

/// Asks the library, asks the brute force, compares; the text says what is wrong. Panics are caught.
pub fn check(case: &Case) -> Result<Verdict, String> {
    let patience = Patience::of(SECONDS);
    let verdict = catch_unwind(AssertUnwindSafe(|| if case.sum.is_empty() { table(case) } else { position(case) }))
        .unwrap_or_else(|payload| Err(panic_text(payload.as_ref())))?;
    patience.kept()?;
    Ok(verdict)
}

fn context() -> Context {
    let budget = Budget { time: Some(Duration::from_secs(10)), nodes: Some(50_000_000), memory: Some(1 << 30) };
    Context::new(budget)
}

/// Is it right to refuse? Only a rule that really has a move that does not shrink.
fn refusal(case: &Case, brute: &Brute<'_>, error: &Error) -> Result<Verdict, String> {
    match error {
        Error::Stopped(_) => Ok(Verdict::Budget),
        Error::Bad(diagnostic) if diagnostic.kind == ErrorKind::Unsupported => Ok(Verdict::Unsupported),
        Error::Bad(diagnostic) => {
            let far = if case.game.arity() == 1 { 150 } else { 30 };
            if diagnostic.kind == ErrorKind::Rule && !brute.ends(far) {
                return Ok(Verdict::Endless);
            }
            Err(format!("refused: {diagnostic}"))
        }
    }
}

fn position(case: &Case) -> Result<Verdict, String> {
    let mut brute = Brute::new(&case.game);
    let sum: Vec<Component> = case.sum.iter().cloned().map(Component::Own).collect();
    let mut session = Session::new();
    let position = match session.position(&case.text()) {
        Ok(position) => position,
        Err(diagnostic) => return refusal(case, &brute, &diagnostic.into()),
    };
    let options = SolveOptions::default().with_limit(MANY).with_value(true);
    let answer = match position.solve_with(&options, &context()) {
        Ok(answer) => answer,
        Err(error) => return refusal(case, &brute, &error),
    };
    if !answer.is_complete() {
        return Ok(Verdict::Budget);
    }
    if !brute.ends_from(&sum) {
        return Err("answered, though a play from there does not end".to_owned());
    }
    let loses = brute.loses(&sum, case.misere);
    let outcome = if loses { Outcome::Previous } else { Outcome::Next };
    if answer.outcome != Some(outcome) {
        return Err(format!("solve: outcome {:?}, brute force {outcome}", answer.outcome));
    }
    let value = (!case.misere).then(|| Nat::from(brute.total(&sum)));
    if answer.value != value {
        return Err(format!("solve: value {:?}, brute force {value:?}", answer.value));
    }
    let winning = brute.winning(&sum, case.misere);
    same_moves("winning moves", &brute, &answer.moves, &winning)?;

    let options = MovesOptions::default().with_limit(MANY);
    let all = match position.moves_with(&options, &context()) {
        Ok(all) if all.stopped.is_none() => all,
        Ok(_) => return Ok(Verdict::Budget),
        Err(error) => return refusal(case, &brute, &error),
    };
    let every = (0..sum.len()).flat_map(|at| brute.options(&sum[at]).into_iter().map(move |o| (at, o))).collect();
    same_moves("moves", &brute, &all.result, &every)?;
    for found in &all.moves {
        let Some((at, option)) = read_move(found, &brute) else { continue };
        let after: Vec<Component> = sum[..at].iter().chain(&option).chain(&sum[at + 1..]).cloned().collect();
        let outcome = if brute.loses(&after, case.misere) { Outcome::Previous } else { Outcome::Next };
        if found.outcome.is_some_and(|o| o != outcome) {
            return Err(format!("moves: {} has outcome {:?}, brute force {outcome}", found.position, found.outcome));
        }
        let value = (!case.misere).then(|| Nat::from(brute.total(&after)));
        if found.value.is_some() && found.value != value {
            return Err(format!("moves: {} has value {:?}, brute force {value:?}", found.position, found.value));
        }
    }
    Ok(Verdict::Agrees)
}

fn same_moves(
    what: &str,
    brute: &Brute<'_>,
    found: &MoveList,
    expected: &BTreeSet<(usize, Parts)>,
) -> Result<(), String> {
    let read: Option<Vec<(usize, Parts)>> = found.moves.iter().map(|m| read_move(m, brute)).collect();
    let read = read.ok_or_else(|| format!("{what}: a move cannot be read: {:?}", found.moves))?;
    let set: BTreeSet<(usize, Parts)> = read.iter().cloned().collect();
    if let Some(missing) = expected.difference(&set).next() {
        return Err(format!("{what}: {missing:?} is missing"));
    }
    if let Some(extra) = set.difference(expected).next() {
        return Err(format!("{what}: {extra:?} is none"));
    }
    // empty heaps of two games are told apart by their spelling only
    let spelt: BTreeSet<_> = found.moves.iter().map(|m| (&m.component, &m.to)).collect();
    if spelt.len() != found.moves.len() {
        return Err(format!("{what}: one is listed twice"));
    }
    if found.count != Some(Nat::from(spelt.len())) {
        return Err(format!("{what}: counted {:?}, there are {}", found.count, spelt.len()));
    }
    Ok(())
}

/// Reads a move's `to` back: its terms, of each the numbers behind the game.
fn read_move(found: &grundy::answer::Move, brute: &Brute<'_>) -> Option<(usize, Parts)> {
    let mut parts = Parts::new();
    for term in terms(&found.to) {
        let (game, places) = split_term(term)?;
        let nim = game == "nim";
        let mut coordinates: Vec<Place> = Vec::new();
        if places.starts_with('(') {
            for place in places.split(')') {
                let place = place.trim_start_matches([',', ' ', '(']);
                if !place.is_empty() {
                    coordinates.push(numbers(place)?);
                }
            }
        } else {
            coordinates.push(numbers(places)?);
        }
        // a heap game lists its heaps side by side, a game of two coordinates has one place
        for place in coordinates {
            match (nim, place.len()) {
                (true, _) => parts.extend(place.into_iter().map(Component::Nim)),
                (false, 2) if is_pair(&found.from) => parts.push(Component::Own(place)),
                (false, _) => parts.extend(place.into_iter().map(|n| Component::Own(vec![n]))),
            }
        }
    }
    Some((usize::try_from(&found.component).ok()?, brute.tidy(parts)))
}

fn is_pair(from: &str) -> bool {
    from.starts_with("{(")
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Splits at ` + ` outside all brackets.
fn terms(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '+' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

/// `kayles(2, 6)` → `kayles`, `2, 6`: the parenthesis that the last letter closes.
fn split_term(term: &str) -> Option<(&str, &str)> {
    let inside = term.strip_suffix(')')?;
    let mut depth = 1;
    for (at, letter) in inside.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((inside[..at].trim(), inside[at + 1..].trim()));
        }
    }
    None
}

fn table(case: &Case) -> Result<Verdict, String> {
    let mut brute = Brute::new(&case.game);
    let to = case.extent();
    let mut session = Session::new();
    let game = match session.game(&case.text()) {
        Ok(game) => game,
        Err(diagnostic) => return refusal(case, &brute, &diagnostic.into()),
    };
    let arity = case.game.arity();
    let shows: &[Show] = if case.misere { &[Show::Outcomes] } else { &[Show::Values, Show::Outcomes, Show::Previous] };
    for &show in shows {
        let options = TableOptions::default().with_to(vec![to as u64; arity]).with_show(show);
        let table = match game.table_with(&options, &context()) {
            Ok(table) if table.stopped.is_none() => table,
            Ok(_) => return Ok(Verdict::Budget),
            Err(error) => return refusal(case, &brute, &error),
        };
        let is_whole = table.refused.is_none();
        let wanted = places(arity, to * arity as i64).into_iter().filter(|place| place.iter().all(|n| *n <= to));
        for place in wanted {
            let sum = [Component::Own(place.clone())];
            let at = |i: usize| place[i] as usize;
            let (row, column) = if arity == 1 { (0, at(0)) } else { (at(0), at(1)) };
            if !brute.ends_from(&sum) {
                let is_empty = match &table.cells {
                    Cells::SomeValues(rows) => rows[row][column].is_none(),
                    Cells::SomeOutcomes(rows) => rows[row][column].is_none(),
                    Cells::Previous(list) => {
                        let key: Vec<u64> = place.iter().map(|n| *n as u64).collect();
                        !list.contains(&key)
                    }
                    _ => false,
                };
                if !is_empty {
                    return Err(format!("tabulated at {place:?}, though a play from there does not end"));
                }
                continue;
            }
            let loses = brute.loses(&sum, case.misere);
            let outcome = if loses { Outcome::Previous } else { Outcome::Next };
            let agrees = match &table.cells {
                Cells::Values(rows) => rows.get(row, column) == Some(Nat::from(brute.total(&sum))),
                Cells::Outcomes(rows) => rows[row][column] == outcome,
                // a cell is empty only where some move of the rule fits no measure
                Cells::SomeValues(rows) => match &rows[row][column] {
                    Some(value) => *value == Nat::from(brute.total(&sum)),
                    None => !brute.ends(to * arity as i64),
                },
                Cells::SomeOutcomes(rows) => match &rows[row][column] {
                    Some(found) => *found == outcome,
                    None => !brute.ends(to * arity as i64),
                },
                // no rule drawn here says `loopy`
                Cells::Loopy(_) | Cells::SomeLoopy(_) => false,
                Cells::Genera(rows) => rows[row][column].as_ref().is_none_or(|genus| {
                    let lost = genus.term(0) == 0;
                    u64::from(genus.value()) == brute.total(&sum) && lost == brute.loses(&sum, true)
                }),
                Cells::Previous(list) => {
                    let key: Vec<u64> = place.iter().map(|n| *n as u64).collect();
                    let is_listed = list.contains(&key);
                    is_listed == loses || !is_whole && !is_listed && !brute.ends(to * arity as i64)
                }
            };
            if !agrees {
                let value = if case.misere { String::new() } else { format!(", value {}", brute.total(&sum)) };
                return Err(format!("table ({show:?}): wrong at {place:?}; brute force: loses {loses}{value}"));
            }
        }
    }
    Ok(Verdict::Agrees)
}
