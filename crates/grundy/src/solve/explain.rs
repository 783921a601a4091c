//! The reasons: options → values → mex; values in binary columns → xor → which bit → which heap → which move.

use super::components::work;
use super::misere::Judge;
use super::{SolveOptions, solve};
use dashu_int::ops::BitTest;

use crate::answer::{Answer, Explanation, Step};
use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::Evidence;
use crate::game::{Component, Game};
use crate::number::{Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::position::{Position, show_components};
use crate::session::Session;

/// So many options of a component are shown.
const SHOWN: usize = 24;
/// So many distinct components are taken apart.
const TAKEN_APART: usize = 8;

/// Explains a position, or an expression `mex(0, 1, 2, 4)`.
///
/// # Errors
/// As [`solve`], and faults of the text.
pub fn explain(text: &str, session: &mut Session, cx: &Context) -> Result<Explanation> {
    if let Some(numbers) = mex_expression(text) {
        return Ok(explain_mex(&numbers?));
    }
    let position = session.position(text)?;
    explain_position(&position, cx)
}

/// The numbers of `mex(…)`, if the text has that form.
fn mex_expression(text: &str) -> Option<Result<Vec<Nat>>> {
    let inner = text.trim().strip_prefix("mex")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let numbers = inner.split(',').map(str::trim).filter(|s| !s.is_empty() || inner.trim() != "").map(|s| {
        s.replace('_', "")
            .parse::<Nat>()
            .map_err(|_| Diagnostic::input(format!("`{s}` is not a natural number")).suggest("mex(0, 1, 2, 4)").into())
    });
    Some(numbers.collect())
}

fn explain_mex(numbers: &[Nat]) -> Explanation {
    let mut values = numbers.to_vec();
    values.sort();
    values.dedup();
    let mex = crate::nimber::mex_nat(&values);
    let list: Vec<String> = numbers.iter().map(Nat::to_string).collect();
    let query = format!("mex({})", list.join(", "));
    Explanation {
        query: query.clone(),
        steps: vec![
            Step::Say("mex is the minimal excluded value: the least of 0, 1, 2, … that is not in the list.".to_owned()),
            Step::Mex { position: query.clone(), options: Vec::new(), more: false, values, mex: mex.clone() },
        ],
        conclusion: format!("{query} = {mex}"),
        evidence: Evidence::trivial(),
        stopped: None,
    }
}

/// Explains a position.
///
/// # Errors
/// As [`solve`].
pub fn explain_position(position: &Position, cx: &Context) -> Result<Explanation> {
    let options = SolveOptions { limit: SHOWN, value: false, guess: false, moves: true };
    let answer = solve(position, &options, cx)?;
    let mut steps: Vec<Step> = answer.reading.iter().cloned().map(Step::Say).collect();
    let mut stopped = answer.stopped.clone();
    if let Some(unknown) = &answer.unknown {
        let list: Vec<String> = unknown.iter().map(Nat::to_string).collect();
        steps.push(Step::Say(
            "A position is lost for the player to move exactly when the xor of its values is 0.".to_owned(),
        ));
        return Ok(Explanation {
            query: answer.query,
            steps,
            conclusion: if list.is_empty() { "no number fits".to_owned() } else { format!("? = {}", list.join(", ")) },
            evidence: answer.evidence,
            stopped,
        });
    }
    let result = match position.convention() {
        Convention::Normal => normal(position, &answer, &mut steps, cx),
        Convention::Misere => misere(position, &answer, &mut steps, cx),
    };
    match result {
        Ok(()) => {}
        Err(Error::Stopped(s)) => {
            stopped.get_or_insert(s);
        }
        Err(bad) => return Err(bad),
    }
    Ok(Explanation { conclusion: conclusion(&answer), query: answer.query, steps, evidence: answer.evidence, stopped })
}

fn conclusion(answer: &Answer) -> String {
    let how = match answer.evidence.status {
        crate::Status::Proved => "proved".to_owned(),
        crate::Status::Checked { ref up_to } => format!("checked up to {}", shorten(up_to)),
        crate::Status::Guess => "a guess".to_owned(),
    };
    match answer.outcome {
        Some(Outcome::Previous) => format!("P: the player to move loses against best play ({how})"),
        Some(Outcome::Next) => match answer.moves.moves.first() {
            Some(m) => format!("N: the player to move wins, for example by {} → {} ({how})", m.from, m.to),
            None => format!("N: the player to move wins ({how})"),
        },
        Some(Outcome::Draw) => format!("D: neither player can force the end ({how})"),
        None => "not established within the budget".to_owned(),
    }
}

fn normal(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    if answer.value.is_none() && answer.outcome.is_some() {
        if let Some((component, _)) = position.components().first() {
            say_law(&component.game, steps);
        }
        for m in &answer.moves.moves {
            steps.push(Step::Say(format!("{} → {} leads to a P-position of this law.", m.from, m.to)));
        }
        return Ok(());
    }
    let (all, stopped) = work(position, cx)?;
    for w in all.iter().take(TAKEN_APART) {
        say_law(&w.component.game, steps);
        if let Some(value) = &w.value {
            steps.push(mex_step(&w.component, value, cx)?);
        }
    }
    if all.len() > TAKEN_APART {
        steps.push(Step::Say(format!("… and {} more components in the same way.", all.len() - TAKEN_APART)));
    }
    if let Some(s) = stopped {
        return Err(s.into());
    }
    let Some(total) = &answer.value else { return Ok(()) };
    let mut rows = Vec::new();
    for w in &all {
        let name = show_components(std::slice::from_ref(&w.component));
        let Some(value) = &w.value else { continue };
        let copies = crate::number::to_u64(&w.count).unwrap_or(u64::MAX);
        if copies <= 4 {
            rows.extend((0..copies).map(|_| (name.clone(), value.clone())));
        } else {
            let (kept, word) = if w.is_odd() { (1, "one is left") } else { (0, "none is left") };
            steps.push(Step::Say(format!("{} copies of {name} cancel in pairs: {word}.", shorten(&w.count))));
            rows.extend((0..kept).map(|_| (name.clone(), value.clone())));
        }
    }
    if rows.len() != 1 {
        steps.push(Step::Columns { rows: rows.clone(), xor: total.clone() });
    }
    if *total == Nat::ZERO {
        steps.push(Step::Say(
            "The xor is 0: every move changes exactly one row, so it makes the xor different from 0, and the opponent \
             can make it 0 again. Who is to move loses."
                .to_owned(),
        ));
        return Ok(());
    }
    let bit = total.bit_len() - 1;
    for m in &answer.moves.moves {
        let Some((name, value)) = rows.iter().find(|(name, _)| *name == m.from) else { continue };
        let target = value ^ total;
        steps.push(Step::Choose { bit, component: name.clone(), value: value.clone(), target, to: m.to.clone() });
        if steps.len() > 64 {
            break;
        }
    }
    Ok(())
}

fn say_law(game: &Game, steps: &mut Vec<Step>) {
    if let Some((statement, reference)) = game.law_words() {
        let step = Step::Theorem { statement, reference };
        let again = steps.iter().any(|s| match (s, &step) {
            (Step::Theorem { statement: a, .. }, Step::Theorem { statement: b, .. }) => a == b,
            _ => false,
        });
        if !again {
            steps.push(step);
        }
    }
}

fn mex_step(component: &Component, value: &Nat, cx: &Context) -> Result<Step> {
    let listed = component.game.options(&component.place, SHOWN, cx)?;
    let mut options = Vec::new();
    let mut values = Vec::new();
    for parts in &listed.first {
        let mut v = Nat::ZERO;
        for part in parts {
            v ^= part.game.value_at(&part.place, cx)?;
        }
        options.push((show_components(parts), v.clone()));
        values.push(v);
    }
    values.sort();
    values.dedup();
    Ok(Step::Mex {
        position: show_components(std::slice::from_ref(component)),
        more: listed.count > Nat::from(options.len()),
        options,
        values,
        mex: value.clone(),
    })
}

fn misere(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    steps.push(Step::Say("Misère play: who cannot move wins, so Grundy values do not add up here.".to_owned()));
    if let Some(strategy) = &answer.strategy {
        steps.push(Step::Say(strategy.clone()));
        let theorem = &crate::engine::closed_form::misere_nim::THEOREM;
        steps.push(Step::Theorem { statement: theorem.statement.to_owned(), reference: theorem.reference.to_owned() });
        let rows: Vec<(String, Nat)> = position
            .components()
            .into_iter()
            .filter(|(_, n)| n.bit(0))
            .map(|(c, _)| (show_components(std::slice::from_ref(&c)), c.place[0].clone()))
            .collect();
        let xor = rows.iter().fold(Nat::ZERO, |x, (_, v)| x ^ v);
        if !rows.is_empty() {
            steps.push(Step::Columns { rows, xor });
        }
    }
    let Some(outcome) = answer.outcome else { return Ok(()) };
    let distinct = position.components();
    let mut judge = Judge::new();
    let mut options = Vec::new();
    let mut more = false;
    for (i, (component, count)) in distinct.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        let listed = component.game.options(&component.place, SHOWN, cx)?;
        more |= listed.count > Nat::from(listed.first.len());
        for parts in &listed.first {
            let name = format!("{} → {}", show_components(std::slice::from_ref(component)), show_components(parts));
            options.push((name, judge.after(&distinct, i, parts, cx)?));
        }
    }
    steps.push(Step::Outcomes { position: answer.query.clone(), options, more, outcome });
    Ok(())
}
