//! Sums in which some moves keep the turn: Nimstring beside anything else, in normal play. (Misère sums are searched:
//! [`crate::plan::turns`].)
//!
//! A component of such a game is worth a nim-heap or is loony ([`grundy_search::entailing`]). A sum with a loony component
//! is won by whoever moves. Otherwise the values are xored as ever. A move that keeps the turn wins where what is left is
//! won for the player to move, any other where it is lost.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapters 12 and 16.

use dashu_int::ops::BitTest;
use grundy_core::{Context, Convention, Error, Evidence, Nat, Outcome, Result, Stopped, Theorem, Turn};

use super::list::{OptionsOf, list, options_of};
use super::{SolveOptions, as_far_as, blank};
use crate::answer::{Answer, ComponentValue, MoveList, ValueStatus};
use crate::game::options::{Options, Parts};
use crate::game::{Component, show_components};
use crate::loopy::Value;
use crate::position::Position;
use crate::words::Words;

/// Does a component have moves that may keep the turn?
pub(crate) fn concerns(position: &Position) -> bool {
    let mut found = false;
    position.each(&mut |game, _, _| found |= game.is_entailing());
    found
}

/// What a component is worth; `None`: it is loony.
pub(super) fn worth(component: &Component, cx: &Context) -> Result<Option<Nat>> {
    let Component { game, place } = component;
    match game.any().filter(|rules| rules.entailing().is_some()) {
        Some(rules) => rules.worth(place, cx),
        None => game.value_at(place, cx).map(Some),
    }
}

/// The components with their copies and what they are worth.
#[derive(Debug)]
pub(super) struct Sum(pub(super) Vec<(Component, Nat, Option<Nat>)>);

impl Sum {
    pub(super) fn of(position: &Position, cx: &Context) -> Result<Self> {
        let components = position.components().into_iter().filter(|(_, count)| *count > Nat::ZERO);
        components.map(|(c, count)| worth(&c, cx).map(|w| (c, count, w))).collect::<Result<_>>().map(Sum)
    }

    /// The value of all but one copy of a component; `None`: it is loony.
    pub(super) fn without(&self, moved: Option<&Component>) -> Option<Nat> {
        let mut value = Nat::ZERO;
        for (component, count, worth) in &self.0 {
            let left = if moved == Some(component) { count - Nat::ONE } else { count.clone() };
            match worth {
                None if left > Nat::ZERO => return None,
                Some(worth) if left.bit(0) => value ^= worth,
                _ => {}
            }
        }
        Some(value)
    }

    /// Who wins the sum after a move, and its value unless that is loony or the play is over.
    fn after(&self, moved: &Component, parts: &Parts, cx: &Context) -> Result<(Option<Nat>, Outcome)> {
        if moved.turn_after(parts) == Turn::Ends {
            return Ok((None, Outcome::Previous));
        }
        let mut value = self.without(Some(moved));
        for part in parts {
            value = value.zip(worth(part, cx)?).map(|(a, b)| a ^ b);
        }
        let outcome = outcome(value.as_ref());
        Ok((value, outcome))
    }

    /// The options of a component that win.
    fn winning(&self, moved: &Component, limit: usize, cx: &Context) -> Result<Options> {
        let Component { game, place } = moved;
        if !game.is_entailing() {
            return match self.without(Some(moved)) {
                Some(target) => game.options_with_value(place, &target, limit, cx),
                // who leaves a loony component loses
                None => Ok(Options::default()),
            };
        }
        let mut wins = Vec::new();
        for parts in game.every_option(place, cx)? {
            if moved.turn_after(&parts).wins(self.after(moved, &parts, cx)?.1) {
                wins.push(parts);
            }
        }
        Ok(Options::of(wins, limit))
    }
}

fn outcome(value: Option<&Nat>) -> Outcome {
    if value == Some(&Nat::ZERO) { Outcome::Previous } else { Outcome::Next }
}

/// The theorems on the games of which moves may keep the turn or end the play.
pub(super) fn theorems(position: &Position) -> Vec<&'static Theorem> {
    let mut all = Vec::new();
    position.each(&mut |game, _, _| {
        if let Some(theorem) = game.entailing().filter(|theorem| !all.contains(theorem)) {
            all.push(theorem);
        }
    });
    all
}

pub(super) fn evidence(position: &Position) -> Evidence {
    let how = Evidence::computed(Words::new("what every position that decides is worth", "起决定作用的各局面的值"));
    theorems(position)
        .into_iter()
        .map(Evidence::theorem)
        .chain([how])
        .reduce(|all, one| all.and(&one))
        .unwrap_or_else(Evidence::trivial)
}

/// The answer where the play is over: nobody has a move. Who made the last one has won, and lost in misère play.
pub(super) fn ended(position: &Position) -> Answer {
    let mut answer = blank(position);
    answer.outcome = Some(match position.convention() {
        Convention::Normal => Outcome::Previous,
        Convention::Misere => Outcome::Next,
    });
    answer.value_status = ValueStatus::None;
    answer.moves.count = Some(Nat::ZERO);
    answer.evidence = Evidence::computed(Words::new("the play is over", "对局已结束"));
    answer.engine = "rules".to_owned();
    answer
}

pub(super) fn solve(position: &Position, options: &SolveOptions, cx: &Context) -> Result<Answer> {
    let mut answer = blank(position);
    answer.engine = "search with loony values".to_owned();
    let sum = match Sum::of(position, cx) {
        Ok(sum) => sum,
        Err(Error::Stopped(stopped)) => {
            answer.stopped = Some(stopped);
            return Ok(answer);
        }
        Err(bad) => return Err(bad),
    };
    let value = sum.without(None);
    answer.outcome = Some(outcome(value.as_ref()));
    answer.value_status = if value.is_some() { ValueStatus::Exact } else { ValueStatus::Loony };
    answer.value = value;
    answer.evidence = evidence(position);
    let shown = |(component, count, worth): &(Component, Nat, Option<Nat>)| ComponentValue {
        component: component.clone(),
        position: show_components(std::slice::from_ref(component)),
        count: count.clone(),
        value: worth.clone(),
        loopy: None,
        evidence: answer.evidence.clone(),
    };
    answer.components = sum.0.iter().map(shown).collect();
    if options.moves && answer.outcome == Some(Outcome::Next) {
        (answer.moves, answer.stopped) = winning(position, &sum, options.limit, cx)?;
    } else {
        answer.moves.count = Some(Nat::ZERO);
    }
    Ok(answer)
}

/// The moves that win. Where the budget ends, those of some components are missing.
fn winning(position: &Position, sum: &Sum, limit: usize, cx: &Context) -> Result<(MoveList, Option<Stopped>)> {
    let (mut table, mut stopped) = (OptionsOf::default(), None);
    for (component, ..) in &sum.0 {
        table.insert(component.clone(), as_far_as(&mut stopped, sum.winning(component, limit, cx))?);
    }
    Ok((listed(position, sum, &table, limit, cx)?, stopped))
}

/// Moves with what they lead to.
fn listed(position: &Position, sum: &Sum, table: &OptionsOf, limit: usize, cx: &Context) -> Result<MoveList> {
    let mut trouble = None;
    let moves = list(position, table, limit, cx, &mut |component, parts| match sum.after(component, parts, cx) {
        Ok((value, outcome)) => (value.map(Value::Finite), Some(outcome)),
        Err(error) => {
            trouble.get_or_insert(error);
            (None, None)
        }
    });
    trouble.map_or(Ok(moves), Err)
}

pub(super) fn moves(position: &Position, limit: usize, cx: &Context) -> Result<(MoveList, Evidence)> {
    let sum = Sum::of(position, cx)?;
    let table = options_of(position, limit, cx)?;
    Ok((listed(position, &sum, &table, limit, cx)?, evidence(position)))
}
