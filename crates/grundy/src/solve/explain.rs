//! The reasons: options → values → mex; values in binary columns → xor → which bit → which heap → which move.

mod law;
mod repeating;

use super::alone::lone;
use super::components::{Worked, work};
use super::compound;
use super::{SolveOptions, solve};
use crate::plan::misere::{Judge, Product};
use dashu_int::ops::BitTest;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Status;
use crate::answer::{Answer, Explanation, Move, Reading, Step};
use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};
use crate::game::show_components;
use crate::game::{Component, Game, Shape};
use crate::number::{Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::position::Position;
use crate::words::Sentence;
use law::Because;

/// So many options of a component are shown, and so many rows of a sum.
pub(super) const SHOWN: usize = 24;
/// So many options of a component are looked at, to choose those that tell most.
const LOOKED_AT: usize = 2000;
/// So many distinct components are taken apart.
pub(super) const TAKEN_APART: usize = 8;

/// Explains an expression `mex(0, 1, 2, 4)`, if the text has that form.
pub(crate) fn explain_mex(text: &str) -> Option<Result<Answer<Explanation>>> {
    let inner = text.trim().strip_prefix("mex")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let numbers = inner.split(',').map(str::trim).filter(|s| !s.is_empty() || inner.trim() != "").map(|s| {
        s.replace('_', "")
            .parse::<Nat>()
            .map_err(|_| Diagnostic::input(format!("`{s}` is not a natural number")).suggest("mex(0, 1, 2, 4)").into())
    });
    Some(numbers.collect::<Result<Vec<Nat>>>().map(|numbers| mex_explained(&numbers)))
}

fn mex_explained(numbers: &[Nat]) -> Answer<Explanation> {
    let mut values = numbers.to_vec();
    values.sort();
    values.dedup();
    let mex = grundy_core::mex::mex_nat(&values);
    let list: Vec<String> = numbers.iter().map(Nat::to_string).collect();
    let query = format!("mex({})", list.join(", "));
    let steps = vec![
        Step::Say(Sentence::bare("mex")),
        Step::Mex { position: String::new(), options: Vec::new(), more: false, values, mex: mex.clone() },
    ];
    let conclusion = Sentence::plain(format!("{query} = {mex}"));
    Answer::new(query, Convention::Normal, Vec::new(), Explanation { steps, conclusion })
}

/// Explains a position.
///
/// # Errors
/// As [`solve`].
pub(crate) fn explain(position: &Position, cx: &Context) -> Result<Answer<Explanation>> {
    let options = SolveOptions { limit: SHOWN, ..SolveOptions::default() };
    let mut answer = solve(position, &options, cx)?;
    let mut steps: Vec<Step> = answer.reading.iter().map(said).collect();
    let mut stopped = answer.stopped.clone();
    if let Some(unknown) = &answer.unknown {
        let list: Vec<String> = unknown.iter().map(Nat::to_string).collect();
        if position.convention() == Convention::Normal {
            steps.push(Step::Say(Sentence::bare("lost-at-xor-0")));
            match unknown_row(position, &mut steps, cx) {
                Err(Error::Stopped(s)) => _ = stopped.get_or_insert(s),
                other => other?,
            }
        } else {
            steps.push(Step::Say(Sentence::bare("lost-when-all-win")));
        }
        let conclusion = match list.as_slice() {
            [] => Sentence::bare("no-number-fits"),
            list => Sentence::plain(format!("? = {}", list.join(", "))),
        };
        return Ok(answer.with(Explanation { steps, conclusion }));
    }
    let because = if answer.outcome.is_some() { Because::of(position, &mut steps, cx)? } else { None };
    if because.is_none()
        && position.convention() == Convention::Normal
        && let Some(component) = lone(position)
        && component.game.law_words().is_some()
    {
        say_law(&component.game, &mut steps);
        law::on_the_blackboard(&component, None, &mut steps, cx);
    }
    if let Some(because) = &because {
        because.apply(&answer, &mut steps, cx);
    }
    let result = match position.convention() {
        Convention::Normal if super::entailing::concerns(position) => {
            super::entailing::explain(position, &mut steps, cx)
        }
        Convention::Normal if super::loopy::concerns(position) => {
            super::loopy::explain(position, &answer, &mut steps, cx)
        }
        // the law says it all, and tables are out of reach
        _ if because.as_ref().is_some_and(Because::is_all) => Ok(()),
        Convention::Normal => normal(position, &answer, &mut steps, cx).and_then(|()| {
            // tokens are followed with the eyes: how long it takes, and the answer to each move
            if tokens(position) { super::loopy::play(position, &answer, &mut steps, cx) } else { Ok(()) }
        }),
        Convention::Misere => misere(position, &answer, &mut steps, cx),
    };
    match result {
        Ok(()) => {}
        Err(Error::Stopped(s)) => {
            stopped.get_or_insert(s);
        }
        Err(bad) => return Err(bad),
    }
    let reply = if answer.outcome == Some(Outcome::Next) && super::loopy::concerns(position) {
        // of the moves that win the one that makes progress
        match position.winning_reply(cx) {
            Ok(reply) => reply,
            Err(Error::Stopped(_)) => None,
            Err(bad) => return Err(bad),
        }
    } else {
        answer.moves.moves.first().cloned()
    };
    let words = because.as_ref().and_then(|because| because.words(&answer));
    let conclusion = conclusion(&answer, reply.as_ref(), words.as_deref());
    if let Some(because) = &because {
        answer.evidence.add(because.evidence());
    }
    answer.stopped = stopped;
    Ok(answer.with(Explanation { steps, conclusion }))
}

/// Is everything a token on a graph?
fn tokens(position: &Position) -> bool {
    let mut all = true;
    position.each(&mut |game, _, _| all &= game.shape() == Shape::Vertex);
    all
}

/// How a game was read: in English with the family that was recognised.
fn said(read: &Reading) -> Step {
    Step::Say(Sentence::new("read", [&read.sentence, &read.game, &read.words.chinese]))
}

fn conclusion(answer: &Answer, reply: Option<&Move>, because: Option<&str>) -> Sentence {
    let moved = reply.map(|m| format!("{} → {}", m.from, m.to));
    if let (Some(because), true) = (because, answer.evidence.is_proved()) {
        match (answer.outcome, &moved) {
            (Some(Outcome::Previous), _) => return Sentence::new("lost-because", [because]),
            (Some(Outcome::Next), Some(m)) => return Sentence::new("won-because-by", [because, m]),
            (Some(Outcome::Next), None) => return Sentence::new("won-because", [because]),
            _ => {}
        }
    }
    let keys = match answer.evidence.status {
        Status::Proved => ["lost-proved", "won-proved", "won-by-proved", "draw-proved"],
        Status::Checked { .. } => ["lost-checked", "won-checked", "won-by-checked", "draw-checked"],
        Status::Guess => ["lost-guess", "won-guess", "won-by-guess", "draw-guess"],
        Status::Nothing => ["lost-unknown", "won-unknown", "won-by-unknown", "draw-unknown"],
    };
    let key = match (answer.outcome, &moved) {
        (Some(Outcome::Previous), _) => keys[0],
        (Some(Outcome::Next), None) => keys[1],
        (Some(Outcome::Next), Some(_)) => keys[2],
        (Some(Outcome::Draw), _) => keys[3],
        (None, _) => return Sentence::bare("not-established"),
    };
    let up_to = if let Status::Checked { up_to } = &answer.evidence.status { shorten(up_to) } else { String::new() };
    Sentence::new(key, [moved.unwrap_or_default(), up_to])
}

fn normal(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    if let Some(only) = lone(position)
        && let Some(compound) = only.game.compound()
    {
        return compound::explain(&only, compound, answer, steps, cx);
    }
    say_compounds(position, steps);
    if let Some(only) = lone(position)
        && let Some((outcome, theorem)) = only.game.told(&only.place)
        && answer.evidence.theorems.contains(&theorem)
    {
        let (statement, reference) = (format!("{}.", theorem.statement), theorem.reference.to_owned());
        push_once(Step::Theorem { statement, reference }, steps);
        if outcome == Outcome::Next {
            for m in &answer.moves.moves {
                steps.push(Step::Say(Sentence::new("moves-to-theorem", [&m.from, &m.to])));
            }
        }
        return Ok(());
    }
    if answer.value.is_none() && answer.outcome.is_some() {
        if let Some((component, _)) = position.components().first() {
            say_law(&component.game, steps);
        }
        for m in &answer.moves.moves {
            steps.push(Step::Say(Sentence::new("moves-to-law", [&m.from, &m.to])));
        }
        return Ok(());
    }
    let (all, stopped) = work(position, cx)?;
    let total = match (stopped, &answer.value) {
        (None, Some(total)) => total,
        (stopped, _) => {
            taken_apart(&all, steps, cx)?;
            return stopped.map_or(Ok(()), |s| Err(s.into()));
        }
    };
    let rows = rows_of(all.iter().filter_map(|w| Some((&w.component, &w.count, w.value()?.clone()))), steps);
    if let [(name, value)] = rows.as_slice() {
        taken_apart(&all, steps, cx)?;
        alone(name, value, answer, steps);
        return Ok(());
    }
    in_columns(&rows, total, answer, steps);
    if total.is_zero() && has_ended(&all, cx)? {
        // nothing is left to be said of moves
        steps.pop();
        steps.push(Step::Say(Sentence::bare("no-move")));
    }
    Because::of_parts(position, steps, cx)?;
    taken_apart(&all, steps, cx)
}

/// Is there no move at all? Asked of few components.
fn has_ended(all: &[Worked], cx: &Context) -> Result<bool> {
    if all.len() > TAKEN_APART {
        return Ok(false);
    }
    for w in all {
        if !w.component.game.options(&w.component.place, 1, cx)?.count.is_zero() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values of the components from their options.
fn taken_apart(all: &[Worked], steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    for w in all.iter().take(TAKEN_APART) {
        say_law(&w.component.game, steps);
        if let Some(value) = w.value() {
            steps.push(mex_step(&w.component, value, cx)?);
        }
    }
    if all.len() > TAKEN_APART {
        let rest = all.len() - TAKEN_APART;
        steps.push(Step::Say(match rest {
            1 => Sentence::bare("other-component"),
            _ => Sentence::new("other-components", [rest.to_string()]),
        }));
    }
    Ok(())
}

/// A row for each component and copy; many copies cancel in pairs.
fn rows_of<'a>(
    components: impl Iterator<Item = (&'a Component, &'a Nat, Nat)>,
    steps: &mut Vec<Step>,
) -> Vec<(String, Nat)> {
    let mut rows = Vec::new();
    for (component, count, value) in components {
        let name = show_components(std::slice::from_ref(component));
        let copies = crate::number::to_u64(count).unwrap_or(u64::MAX);
        if copies <= 4 {
            rows.extend((0..copies).map(|_| (name.clone(), value.clone())));
        } else {
            let (kept, word) = if count.bit(0) { (1, "copies-leave-one") } else { (0, "copies-cancel") };
            if steps.len() < STEPS {
                steps.push(Step::Say(Sentence::new(word, [shorten(count), name.clone()])));
            }
            rows.extend((0..kept).map(|_| (name.clone(), value.clone())));
        }
    }
    rows
}

/// The values in binary, their xor, and the moves that make it 0.
fn in_columns(rows: &[(String, Nat)], total: &Nat, answer: &Answer, steps: &mut Vec<Step>) {
    if !rows.is_empty() {
        steps.push(Step::Columns { rows: first_rows(rows), xor: total.clone() });
    }
    if *total == Nat::ZERO {
        steps.push(Step::Say(Sentence::bare("xor-0")));
        return;
    }
    let bit = total.bit_len() - 1;
    let values: FxHashMap<&str, &Nat> = rows.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let mut told = FxHashSet::default();
    for m in &answer.moves.moves {
        // equal components have equal moves: said once
        let Some(&value) = values.get(m.from.as_str()) else { continue };
        if !told.insert((m.from.as_str(), m.to.as_str())) {
            continue;
        }
        if !value.bit(bit) {
            let arguments = [m.from.clone(), m.to.clone(), shorten(value), shorten(&(value ^ total))];
            steps.push(Step::Say(Sentence::new("raises-to-xor-0", arguments)));
        } else {
            let (component, to) = (m.from.clone(), m.to.clone());
            steps.push(Step::Choose { bit, component, value: value.clone(), target: value ^ total, to });
        }
        if told.len() >= SHOWN {
            break;
        }
    }
}

/// An explanation is not made longer by small remarks beyond so many steps.
const STEPS: usize = 64;

/// Winning moves that one sentence names.
const MOVES: usize = 8;

/// A single component needs no columns: 0 is lost, anything else has a move to 0.
fn alone(name: &str, value: &Nat, answer: &Answer, steps: &mut Vec<Step>) {
    let ended =
        |step: &Step| matches!(step, Step::Mex { position, values, .. } if position == name && values.is_empty());
    if steps.iter().any(ended) {
        steps.push(Step::Say(Sentence::bare("no-move")));
        return;
    }
    if *value == Nat::ZERO {
        steps.push(Step::Say(Sentence::new("value-0", [name])));
        return;
    }
    let mut moves: Vec<String> = Vec::new();
    let mut more = answer.moves.truncated();
    for m in &answer.moves.moves {
        let step = if m.from == name { m.to.clone() } else { format!("{} → {}", m.from, m.to) };
        if moves.contains(&step) {
            continue;
        }
        if moves.len() == MOVES {
            more = true;
            break;
        }
        moves.push(step);
    }
    if !moves.is_empty() {
        let key = if more { "option-0-and-more" } else { "option-0" };
        steps.push(Step::Say(Sentence::new(key, [moves.join("; ")])));
    }
}

/// The rows that a page holds; the rest is one row, so that the sum is right.
fn first_rows(rows: &[(String, Nat)]) -> Vec<(String, Nat)> {
    if rows.len() <= SHOWN {
        return rows.to_vec();
    }
    let (first, rest) = rows.split_at(SHOWN - 1);
    let xor = rest.iter().fold(Nat::ZERO, |xor, (_, value)| xor ^ value);
    let mut shown = first.to_vec();
    shown.push((format!("xor of {} more", rest.len()), xor));
    shown
}

/// For a position with `?`: the values of the other components, and what the last one must have.
fn unknown_row(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let Some(hole) = &position.hole else { return Ok(()) };
    let (mut rows, mut xor) = (Vec::new(), Nat::ZERO);
    let mut own = true;
    for (component, count) in position.components() {
        let count = if component == hole.component && std::mem::take(&mut own) { count - Nat::ONE } else { count };
        if count.bit(0) {
            let value = component.game.value_at(&component.place, cx)?;
            xor ^= &value;
            rows.push((show_components(std::slice::from_ref(&component)), value));
        }
    }
    if rows.is_empty() {
        steps.push(Step::Say(Sentence::bare("unknown-alone")));
        return Ok(());
    }
    let needed = Sentence::new("unknown-needs", [shorten(&xor)]);
    steps.push(Step::Columns { rows: first_rows(&rows), xor });
    steps.push(Step::Say(needed));
    Ok(())
}

/// The rules of the compounds in a sum.
fn say_compounds(position: &Position, steps: &mut Vec<Step>) {
    let mut told: Vec<Game> = Vec::new();
    for (component, _) in position.components() {
        if let Some(compound) = component.game.compound()
            && !told.contains(&component.game)
        {
            compound::say_rules(&component, compound, steps);
            told.push(component.game.clone());
        }
    }
}

pub(super) fn say_law(game: &Game, steps: &mut Vec<Step>) {
    if let Some((statement, reference)) = game.law_words() {
        push_once(Step::Theorem { statement, reference }, steps);
    }
}

/// Adds a sentence or theorem that was not said before.
fn push_once(step: Step, steps: &mut Vec<Step>) {
    let again = steps.iter().any(|s| match (s, &step) {
        (Step::Theorem { statement: a, .. }, Step::Theorem { statement: b, .. }) => a == b,
        (Step::Say(a), Step::Say(b)) => a == b,
        _ => false,
    });
    if !again {
        steps.push(step);
    }
}

/// The value of a component from its options. Of many options those are shown that tell most: one for each value
/// below the mex.
pub(super) fn mex_step(component: &Component, value: &Nat, cx: &Context) -> Result<Step> {
    let position = show_components(std::slice::from_ref(component));
    let listed = component.game.options(&component.place, LOOKED_AT, cx)?;
    if listed.count > Nat::from(listed.first.len()) {
        return witnesses(component, position, value, &listed.count, cx);
    }
    let mut all = Vec::with_capacity(listed.first.len());
    for parts in &listed.first {
        let mut v = Nat::ZERO;
        for part in parts {
            v ^= part.game.value_at(&part.place, cx)?;
        }
        all.push((parts, v));
    }
    let mut chosen: Vec<usize> = Vec::new();
    if all.len() > SHOWN {
        let mut seen = FxHashSet::default();
        chosen.extend((0..all.len()).filter(|&at| all[at].1 < *value && seen.insert(&all[at].1)));
        // the smallest values first, if they are too many
        chosen.sort_by(|&a, &b| all[a].1.cmp(&all[b].1));
        chosen.truncate(SHOWN);
        let taken: FxHashSet<usize> = chosen.iter().copied().collect();
        let room = SHOWN - chosen.len();
        chosen.extend((0..all.len()).filter(|at| !taken.contains(at)).take(room));
        chosen.sort_unstable();
    } else {
        chosen.extend(0..all.len());
    }
    let options: Vec<(String, Nat)> =
        chosen.iter().map(|&at| (show_components(all[at].0), all[at].1.clone())).collect();
    let mut values: Vec<Nat> = all.iter().map(|(_, v)| v.clone()).collect();
    values.sort();
    values.dedup();
    Ok(Step::Mex { position, more: all.len() > options.len(), options, values, mex: value.clone() })
}

/// One option for each value below the mex, where there are too many to look at all of them.
fn witnesses(component: &Component, position: String, value: &Nat, count: &Nat, cx: &Context) -> Result<Step> {
    let small = crate::number::to_usize(value).filter(|v| *v <= SHOWN);
    let (Some(mex), true) = (small, crate::number::to_u64(count).is_some_and(|c| c <= 1 << 20)) else {
        return Ok(Step::Say(Sentence::new("too-many-options", [position, shorten(count), shorten(value)])));
    };
    let mut examples = Vec::new();
    for v in (0..mex).map(Nat::from) {
        let found = component.game.options_with_value(&component.place, &v, 1, cx)?;
        if let Some(parts) = found.first.first() {
            examples.push((show_components(parts), shorten(&v)));
        }
    }
    let count = shorten(count);
    Ok(Step::Say(match examples.as_slice() {
        [] => Sentence::new("no-option-0", [position, count]),
        examples => {
            let list =
                |said: &str| examples.iter().map(|(to, v)| format!("{to}{said}{v}")).collect::<Vec<_>>().join(", ");
            let arguments = [position, count, list(" has the value "), mex.to_string(), list(" 的值为 ")];
            Sentence::new("witnesses", arguments)
        }
    }))
}

/// So many classes of P-positions are named.
const CLASSES: usize = 12;

/// Which elements, their product, in P or not.
fn in_the_quotient(product: &Product) -> [Sentence; 2] {
    let shown = |(component, count, class): &(Component, Nat, String)| {
        let name = show_components(std::slice::from_ref(component));
        if *count == Nat::ONE { format!("{name} = {class}") } else { format!("{count}*{name} = ({class})^{count}") }
    };
    let mut factors: Vec<String> = product.factors.iter().take(TAKEN_APART).map(shown).collect();
    let mut lost: Vec<String> = product.lost.iter().take(CLASSES).cloned().collect();
    for (list, all) in [(&mut factors, product.factors.len()), (&mut lost, product.lost.len())] {
        if all > list.len() {
            list.push("…".to_owned());
        }
    }
    let key = if product.is_p { "product-in-p" } else { "product-not-in-p" };
    [
        Sentence::new("in-the-quotient", [factors.join(", ")]),
        Sentence::new(key, [product.product.clone(), lost.join(", ")]),
    ]
}

fn misere(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    steps.push(Step::Say(Sentence::bare("misere-play")));
    say_compounds(position, steps);
    if let Some(strategy) = &answer.strategy {
        steps.push(Step::Say(Sentence::plain(strategy.clone())));
        let theorem = &crate::engine::closed_form::misere_nim::THEOREM;
        steps.push(Step::Theorem { statement: theorem.statement.to_owned(), reference: theorem.reference.to_owned() });
        let components = position.components();
        let rows = rows_of(components.iter().map(|(c, count)| (c, count, c.place[0].clone())), steps);
        let xor = rows.iter().fold(Nat::ZERO, |x, (_, v)| x ^ v);
        if !rows.is_empty() {
            steps.push(Step::Columns { rows: first_rows(&rows), xor });
        }
    }
    let Some(outcome) = answer.outcome else { return Ok(()) };
    let distinct = position.components();
    let mut judge = Judge::new();
    judge.sum(&distinct, cx)?;
    if let Some(product) = judge.product(&distinct) {
        steps.extend(in_the_quotient(&product).into_iter().map(Step::Say));
    }
    let mut options = Vec::new();
    let mut more = false;
    for (i, (component, count)) in distinct.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        if i >= TAKEN_APART {
            more = true;
            break;
        }
        let listed = component.game.options(&component.place, SHOWN, cx)?;
        more |= listed.count > Nat::from(listed.first.len());
        for parts in &listed.first {
            let name = format!("{} → {}", show_components(std::slice::from_ref(component)), show_components(parts));
            options.push((name, judge.after(&distinct, i, parts, cx)?));
        }
    }
    // a won position is explained by a move that wins, wherever it stands
    if outcome == Outcome::Next
        && options.iter().all(|(_, o)| *o != Outcome::Previous)
        && let Some(m) = answer.moves.moves.first()
    {
        options.push((format!("{} → {}", m.from, m.to), Outcome::Previous));
    }
    steps.push(Step::Outcomes { position: answer.query.clone(), options, more, outcome });
    if super::loopy::concerns(position) {
        super::loopy::play(position, answer, steps, cx)?;
    }
    Ok(())
}
