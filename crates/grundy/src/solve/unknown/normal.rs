//! The number that gives its place the value of the rest.

use dashu_int::ops::BitTest;

use super::super::residues::heaps_that_lose;
use super::{FIRST, Found, Missing, TRIES};
use crate::claim::{Claim, Said, Spelt, said};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::evidence::{Evidence, SPRAGUE_GRUNDY};
use crate::game::{Candidates, Component, Law};
use crate::loopy::Value;
use crate::number::{Int, Nat};
use crate::outcome::{Convention, Outcome};
use crate::plan::numbers::Numbers;
use crate::plan::sums::{Sum, Worth};
use crate::position::Hole;
use crate::rule::ir::Expr;

/// From here on twice as many numbers are made ready at a time.
const AHEAD: u64 = 32;

pub(super) fn look(missing: &Missing<'_>, found: &mut Found, cx: &Context) -> Result<()> {
    let Some(rest) = rest(missing, found, cx)? else { return Ok(()) };
    let Missing { hole, others, .. } = missing;
    let Component { game, place } = &hole.component;
    let alone = others.iter().all(|(c, count)| !count.bit(0) && !c.game.is_loopy());
    if missing.is_heap() {
        let heaps = match game.heaps_of_value(&rest, cx)? {
            None if alone => heaps_that_lose(game, Convention::Normal, cx)?,
            heaps => heaps,
        };
        if let Some((heaps, why)) = heaps {
            found.evidence.add(&why);
            found.told(heaps);
            return Ok(());
        }
    }
    let (numbers, why) = game.numbers_of_value(place, hole.coordinate, &rest, cx)?;
    found.evidence.add(&why);
    let mut range = Range::of(numbers);
    if range.condition.is_none() && !range.ends {
        range.condition = game.law().and_then(|law| condition(law, hole, &rest));
    }
    let limit = if range.condition.is_some() { FIRST } else { missing.limit };
    let mut ready = Nat::from(AHEAD);
    for number in range.numbers.by_ref() {
        cx.tick(1)?;
        if range.in_order && !missing.is_heap() && number >= ready {
            ready = &number * 2u8;
            // the far end first: a table is then laid out once for all before it; where it is too dear each is searched
            // and what is wrong out there may not matter
            if let Some(far) = missing.filled(&ready)
                && let Err(Error::Stopped(spent)) = cx.trial_of_half(|part| game.find_value(&far.place, part))
            {
                return Err(spent.into());
            }
        }
        let Some(component) = missing.filled(&number) else { continue };
        let fits = match alone {
            true => game.find_outcome(&component.place, cx)?.map(|outcome| outcome == Outcome::Previous),
            false => game.find_value(&component.place, cx)?.map(|value| value == rest),
        };
        found.evidence.add(&fits.evidence);
        if range.in_order {
            found.tried = Some(number.clone());
        }
        if fits.what {
            found.numbers.push(number);
            if missing.is_unique() {
                found.complete = true;
                return Ok(());
            }
            if found.numbers.len() >= limit {
                found.condition = range.condition;
                break;
            }
        }
    }
    found.complete = found.condition.is_some() || range.ends && range.numbers.next().is_none();
    Ok(())
}

/// The value of what stands beside the number; `None` where no number does.
fn rest(missing: &Missing<'_>, found: &mut Found, cx: &Context) -> Result<Option<Nat>> {
    let (sum, stopped) = Sum::of_components(missing.others.clone(), cx)?;
    found.evidence.add(&sum.evidence());
    match sum.total() {
        Some(Worth::Value(Value::Finite(rest))) => {
            if !missing.others.is_empty() {
                found.evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
            }
            return Ok(Some(rest.clone()));
        }
        // with a loony or an infinite value the sum is not lost, whatever is added
        Some(_) => {}
        None => {
            if let Some(stopped) = stopped {
                return Err(stopped.into());
            }
        }
    }
    found.complete = true;
    Ok(None)
}

/// The numbers that are tried.
struct Range {
    numbers: Box<dyn Iterator<Item = Nat>>,
    /// All numbers from 0 on.
    in_order: bool,
    /// Is there none beyond them?
    ends: bool,
    /// What is true of all that do, where that is known.
    condition: Option<String>,
}

impl Range {
    fn of(numbers: Numbers) -> Range {
        let tries = Nat::from(TRIES);
        match numbers {
            Numbers::ByLaw(Candidates::Among(mut numbers)) => {
                numbers.sort_unstable();
                numbers.dedup();
                Range::among(numbers, true)
            }
            Numbers::Among(numbers) => Range::among(numbers, true),
            Numbers::ByLaw(Candidates::First(numbers)) if !numbers.is_empty() => Range::among(numbers, false),
            Numbers::ByLaw(Candidates::All) => {
                let condition = Some("? >= 0".to_owned());
                Range { condition, ..Range::among((0..FIRST).map(Nat::from).collect(), true) }
            }
            Numbers::ByLaw(Candidates::UpTo(last)) if last > tries => Range::up_to(tries, false),
            Numbers::ByLaw(Candidates::UpTo(last)) | Numbers::UpTo(last) => Range::up_to(last, true),
            Numbers::ByLaw(Candidates::First(_)) | Numbers::Any => Range::up_to(tries, false),
        }
    }

    fn among(numbers: Vec<Nat>, ends: bool) -> Range {
        Range { numbers: Box::new(numbers.into_iter()), in_order: false, ends, condition: None }
    }

    fn up_to(last: Nat, ends: bool) -> Range {
        let all = std::iter::successors(Some(Nat::ZERO), |n| Some(n + Nat::ONE));
        Range { numbers: Box::new(all.take_while(move |n| *n <= last)), in_order: true, ends, condition: None }
    }
}

/// What the game's law says of the number, as a condition: `? = 0 or ? in fibs`.
fn condition(law: &dyn Law, hole: &Hole, value: &Nat) -> Option<String> {
    let place = &hole.component.place;
    let numbers: Vec<String> =
        (0..place.len()).map(|at| if at == hole.coordinate { "?".to_owned() } else { place[at].to_string() }).collect();
    let claims = said(law.claims_of(place.len()), place.len());
    let put_in = |said: &Said| said.spelt.renamed(&said.names, &numbers);
    if value.is_zero()
        && let Some(Spelt::PPositions(condition)) =
            claims.iter().find(|said| matches!(said.claim, Claim::Previous(_))).map(put_in)
    {
        return Some(condition);
    }
    claims.iter().find_map(|said| {
        let (Claim::Value(read), Spelt::Values(cases)) = (&said.claim, put_in(said)) else { return None };
        match (cases.parts(), read.last()) {
            (([], formula), _) => Some(format!("{formula} = {value}")),
            // everywhere else it is another number
            (([(first, when)], _), Some((None, Expr::Constant(other)))) if *other != Int::from(value.clone()) => {
                Some(format!("{when} and {first} = {value}"))
            }
            _ => None,
        }
    })
}
