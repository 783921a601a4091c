//! Reasons from laws that are proved for all places of a game.
//!
//! A game with a closed form has its theorem. For any other a law is guessed and proved, or found as an automaton
//! ([`crate::guess::reason`]); then the place is put into it: "P because a = b holds at (a, b) = (4, 4) (proved for all
//! positions)".

use std::sync::Arc;

use dashu_int::ops::BitTest;

use super::{push_once, repeating, say_law};
use crate::answer::{Answer, Step};
use crate::claim::{Said, said};
use crate::context::Context;
use crate::engine::scale::{About, Scale};
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::learnt::{Law, Learnt, Wish};
use crate::game::rows::heap_of;
use crate::game::{Component, Working, show_components};
use crate::guess::learn;
use crate::number::{Nat, shorten};
use crate::outcome::{Convention, Outcome};
use crate::plan::automaton::is_far;
use crate::plan::unless_stopped;
use crate::position::Position;
use crate::rule::ir::Rule;
use crate::solve::alone::lone;
use crate::statement::{Claim, Spelt};
use crate::words::{Sentence, Words};

/// So many distinct components of a sum are asked for a law.
const ASKED: usize = 3;
/// So many winning moves are put into the law.
const MOVES: usize = 3;
/// So many numbers of a xor are written in a sentence.
const NUMBERS: usize = 12;

/// Laws of more bytes are said once.
const LONG: usize = 60;

/// The law of the position, if it is a single component with a proved one.
#[derive(Debug)]
pub(super) struct Because {
    component: Component,
    reason: Arc<Learnt>,
}

impl Because {
    /// Looks for the law; tells it. A sum has none.
    ///
    /// # Errors
    /// A rule that is not a game; a spent budget is no error here: what was established stands without the law.
    pub(super) fn of(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<Option<Because>> {
        let convention = position.convention();
        let Some(component) = lone(position) else {
            return Ok(None);
        };
        // before a period begins it says nothing: the value itself is the reason
        let told = |reason: &Arc<Learnt>| match &reason.law {
            Law::Claim(Claim::Period { from, .. }) => component.place[0] >= *from,
            _ => true,
        };
        let Some(reason) = law_of(&component, convention, cx)?.filter(told) else { return Ok(None) };
        tell(&component, &reason, convention, steps);
        Ok(Some(Because { component, reason }))
    }

    /// Tells the laws of the components of a sum, each once, and puts their places into them.
    ///
    /// # Errors
    /// A rule that is not a game.
    pub(super) fn of_parts(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
        for (component, _) in position.components().iter().take(ASKED) {
            say_law(&component.game, steps);
            let found = match component.game.law_words() {
                Some(_) => None,
                None => law_of(component, Convention::Normal, cx)?
                    .filter(|found| found.claim.as_ref().is_some_and(|claim| !matches!(claim, Spelt::PPositions(_)))),
            };
            if let Some(found) = &found {
                tell(component, found, Convention::Normal, steps);
            }
            let name = show_components(std::slice::from_ref(component));
            for line in worked(component, found.as_deref(), cx) {
                if let Some(said) = sentence(&line) {
                    push_once(Step::Say(Sentence::new("law-at", [&name, &said.english, &said.chinese])), steps);
                }
            }
        }
        Ok(())
    }

    /// Why the outcome is what it is, by the law.
    pub(super) fn words(&self, answer: &Answer) -> Option<Words> {
        let outcome = answer.outcome?;
        let at = self.at(&self.component.place);
        let (reason, value) = (&self.reason, answer.value.as_ref().map(shorten));
        Some(match &reason.claim {
            Some(claim) => match (claim, value) {
                (Spelt::PPositions(law), _) => {
                    let Words { english, chinese, .. } = short(law);
                    match outcome == Outcome::Previous {
                        true => Words::new(format!("{english} holds at {at}"), format!("{chinese} 在 {at} 处成立")),
                        false => Words::new(
                            format!("{english} does not hold at {at}"),
                            format!("{chinese} 在 {at} 处不成立"),
                        ),
                    }
                }
                (Spelt::Values(law), Some(value)) => Words::new(
                    format!("the Grundy value is {law}, which is {value} at {at}"),
                    format!("Grundy 值为 {law}，在 {at} 处是 {value}"),
                ),
                (Spelt::Values(law), None) => Words::new(
                    format!("the Grundy value is {law}, which is not 0 at {at}"),
                    format!("Grundy 值为 {law}，在 {at} 处不是 0"),
                ),
                (Spelt::Period { .. }, Some(value)) => Words::new(
                    format!("{}, and the value is {value} at {at}", reason.words.english),
                    format!("{}，在 {at} 处值为 {value}", reason.words.chinese),
                ),
                (Spelt::Every(_), _) | (Spelt::Period { .. }, None) => reason.words.clone(),
            },
            None => match (reason.automaton(), &reason.law) {
                (Some(_), _) if outcome == Outcome::Previous => Words::new(
                    format!("the automaton of the P-positions accepts {at}"),
                    format!("P 局面的自动机接受 {at}"),
                ),
                (Some(_), _) => Words::new(
                    format!("the automaton of the P-positions does not accept {at}"),
                    format!("P 局面的自动机不接受 {at}"),
                ),
                (None, Law::Scale(scale)) => {
                    comes_down(scale, &self.component.place[0]).unwrap_or_else(|| reason.words.clone())
                }
                (None, _) => reason.words.clone(),
            },
        })
    }

    /// What the law rests on.
    pub(super) fn evidence(&self) -> &Evidence {
        &self.reason.evidence
    }

    /// Is the place out of reach of tables, so that the law alone gives the reason?
    pub(super) fn is_all(&self) -> bool {
        is_far(&self.component.place)
    }

    /// Puts the place and the first winning moves into the law.
    pub(super) fn apply(&self, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) {
        let Some(words) = self.words(answer) else { return };
        let is_worked = answer.convention == Convention::Normal
            && on_the_blackboard(&self.component, Some(&self.reason), steps, cx);
        if !is_worked {
            steps.push(Step::Say(Sentence::new("here", [words.english, words.chinese])));
        }
        let law = match &self.reason.claim {
            Some(Spelt::PPositions(law)) => {
                let Words { english, chinese, .. } = short(law);
                Words::new(format!("{english} holds there"), format!("{chinese} 在那里成立"))
            }
            Some(_) => return,
            None if self.reason.automaton().is_some() => Words::new("the automaton accepts it", "自动机接受它"),
            None => return,
        };
        // a law about single places says nothing about what a split leaves
        let whole = |rule: Rule| rule.alternatives.iter().all(|a| a.parts.len() == 1 && a.parts[0].game.is_none());
        if !self.component.game.kind().as_rule().is_some_and(whole) {
            return;
        }
        if answer.outcome == Some(Outcome::Previous) {
            let misere = answer.convention == Convention::Misere;
            steps.push(Step::Say(Sentence::bare(if misere { "kernel-misere" } else { "kernel" })));
        }
        for m in answer.moves.moves.iter().take(MOVES) {
            steps.push(Step::Say(Sentence::new("wins-by-law", [&m.from, &m.to, &law.english, &law.chinese])));
        }
    }

    fn at(&self, place: &[Nat]) -> String {
        let numbers = self.numbers(place);
        match &self.reason.names[..] {
            [name] => format!("{name} = {numbers}"),
            names => format!("({}) = {numbers}", names.join(", ")),
        }
    }

    fn numbers(&self, place: &[Nat]) -> String {
        let numbers: Vec<String> = place.iter().map(shorten).collect();
        match &numbers[..] {
            [one] => one.clone(),
            _ => format!("({})", numbers.join(", ")),
        }
    }
}

/// What a heap comes down to by division, in values that repeat by a factor.
fn comes_down(scale: &Scale, n: &Nat) -> Option<Words> {
    let (small, divisions) = scale.reduced(n).filter(|(_, divisions)| *divisions > 0)?;
    let (small, n, value, factor) = (shorten(&small), shorten(n), scale.value(n)?, scale.factor);
    let (is, zh) = match (scale.about, value) {
        (About::Values, _) => (format!("g({small}) = {value}"), format!("g({small}) = {value}")),
        (About::Outcomes, 0) => (format!("{small} is a P-position"), format!("{small} 是 P 局面")),
        (About::Outcomes, _) => (format!("{small} is an N-position"), format!("{small} 是 N 局面")),
    };
    Some(Words::new(
        format!("{n} comes down to {small} by {divisions} divisions by {factor}, and {is}"),
        format!("{n} 除以 {factor} 共 {divisions} 次后为 {small}，而 {zh}"),
    ))
}

/// A law as it is said the second time: a long one was told above.
fn short(law: &str) -> Words {
    if law.len() > LONG { Words::new("the law", "该规律") } else { Words::same(law) }
}

/// A proved law of a component's game. Games with a closed form have theirs.
fn law_of(component: &Component, convention: Convention, cx: &Context) -> Result<Option<Arc<Learnt>>> {
    let game = &component.game;
    if convention == Convention::Normal
        && let Some(reason) = closed_form(component)
    {
        return Ok(reason.map(Arc::new));
    }
    // the answer is known: the law would only have said why
    unless_stopped(learn(game, convention, component.place.len(), Wish::Reason, cx))
}

/// The closed form, as far as it covers the place and is a claim; `Some(None)` where there is one that is no claim.
fn closed_form(component: &Component) -> Option<Option<Learnt>> {
    let law = component.game.law()?;
    let place = &component.place;
    let outcome = law.outcome(place)?;
    let claims = said(law.claims(), place.len());
    let of_values = |said: &&Said| matches!(said.claim, Claim::Value(_));
    let fits = |said: &&Said| !of_values(said) || law.value(place).is_some();
    // a law of values says more, but not more about a P-position
    let claim = claims.iter().filter(fits).find(|said| of_values(said) || outcome == Outcome::Previous);
    let Some(said) = claim.or_else(|| claims.iter().find(fits)) else { return Some(None) };
    Some(Some(Learnt {
        words: law.words(),
        claim: Some(said.spelt.clone()),
        names: said.names.clone(),
        evidence: law.evidence(),
        convention: Convention::Normal,
        law: Law::Words,
        weight: 0,
        proof: None,
    }))
}

/// How the law is put to use at the place.
fn worked(component: &Component, found: Option<&Learnt>, cx: &Context) -> Vec<Working> {
    let place = &component.place;
    if let Some(law) = component.game.law() {
        return law.working(place);
    }
    let Some(Learnt { law: Law::Claim(claim), names, .. }) = found else { return Vec::new() };
    repeating::worked(claim, names, component, cx).into_iter().map(Working::Say).collect()
}

/// Draws how the law is put to use at the place of a position that is one component; false where there is nothing to say.
pub(super) fn on_the_blackboard(
    component: &Component,
    found: Option<&Learnt>,
    steps: &mut Vec<Step>,
    cx: &Context,
) -> bool {
    let lines = worked(component, found, cx);
    for line in &lines {
        steps.extend(shown(line, &component.place));
    }
    !lines.is_empty()
}

/// A line of the blackboard in words, without its full stop.
fn sentence(line: &Working) -> Option<Words> {
    match line {
        Working::Say(words) => Some(words.clone()),
        Working::Xor { what, rows } if rows.len() > 1 => {
            let xor = rows.iter().fold(Nat::ZERO, |xor, (_, n)| xor ^ n);
            let numbers: Vec<String> = rows.iter().take(NUMBERS).map(|(_, n)| shorten(n)).collect();
            let more = if rows.len() > NUMBERS { " xor …" } else { "" };
            let equation = format!("{}{more} = {}", numbers.join(" xor "), shorten(&xor));
            Some(colon(what, &equation))
        }
        Working::Xor { rows, .. } => rows.first().map(|(name, n)| colon(name, &shorten(n))),
        Working::Ones(_) => None,
    }
}

/// `the heaps: 3 xor 5 = 6`
fn colon(what: &Words, equation: &str) -> Words {
    Words::new(format!("{}: {equation}", what.english), format!("{}：{equation}", what.chinese))
}

/// A line of the blackboard as it is drawn for a position that is one component.
fn shown(line: &Working, place: &[Nat]) -> Vec<Step> {
    let said = |words: Words| Step::Say(Sentence::new("worked", [capital(&words.english), words.chinese]));
    let said = sentence(line).map(said);
    let drawn = match line {
        Working::Say(_) => None,
        Working::Xor { rows, .. } if rows.len() < 2 => None,
        Working::Xor { rows, .. } => {
            let xor = rows.iter().fold(Nat::ZERO, |xor, (_, n)| xor ^ n);
            Some(Step::Columns { rows: super::columns::first_rows(rows), xor })
        }
        Working::Ones(modulus) if place.len() <= super::SHOWN => {
            let width = place.iter().map(BitTest::bit_len).max().unwrap_or(0).max(1);
            let count = |bit: usize| place.iter().filter(|n| n.bit(bit)).count() as u64;
            let rows = place.iter().map(|n| (heap_of(n), n.clone())).collect();
            Some(Step::Ones { rows, modulus: *modulus, ones: (0..width).map(count).collect() })
        }
        Working::Ones(_) => None,
    };
    said.into_iter().chain(drawn).collect()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn tell(component: &Component, reason: &Learnt, convention: Convention, steps: &mut Vec<Step>) {
    if convention == Convention::Normal && component.game.law_words().is_some() {
        say_law(&component.game, steps);
        return;
    }
    let references: Vec<&str> =
        reason.evidence.theorems.iter().map(|t| t.reference).filter(|r| !r.is_empty()).collect();
    let (game, Words { english, chinese, .. }) = (component.game.text(), &reason.words);
    let [misere, fan_chang] = if convention == Convention::Misere { ["misere ", "反常"] } else { [""; 2] };
    let statement = Words::new(
        format!("Proved for all positions of {misere}{game}: {english}."),
        format!("对{fan_chang} {game} 的所有局面已证明：{chinese}。"),
    );
    push_once(Step::Theorem { statement, reference: references.join("; ") }, steps);
}
