//! The reasons where some moves keep the turn, in normal play: what each component is worth.

use grundy_core::{Context, Convention, Nat, Result};

use super::{TAKEN_APART, push_once, told};
use crate::answer::Step;
use crate::game::show_components;
use crate::plan::sums::{Sum, Worth};
use crate::position::Position;
use crate::words::Sentence;

pub(super) fn explain(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    assert_eq!(position.convention(), Convention::Normal);
    if position.is_over() {
        return Ok(());
    }
    let (sum, stopped) = Sum::of(position, cx)?;
    sum.summands
        .iter()
        .filter_map(|s| s.component.game.entailing())
        .for_each(|theorem| push_once(told(theorem), steps));
    for summand in sum.summands.iter().filter(|s| s.count > Nat::ZERO).take(TAKEN_APART) {
        let name = show_components(std::slice::from_ref(&summand.component));
        match summand.worth() {
            Some(Worth::Loony) => steps.push(Step::Say(Sentence::new("is-loony", [name]))),
            Some(Worth::Value(value)) => steps.push(Step::Say(Sentence::new("is-worth", [name, value.to_string()]))),
            None => {}
        }
    }
    if sum.summands.len() > 1
        && let Some(value) = sum.total().and_then(Worth::number)
    {
        steps.push(Step::Say(Sentence::new("xor-is", [value.to_string()])));
    }
    stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
}
