//! The reasons where some moves keep the turn, in normal play: what each component is worth.

use grundy_core::{Context, Convention, Result};

use super::{TAKEN_APART, told};
use crate::answer::Step;
use crate::game::show_components;
use crate::position::Position;
use crate::solve::entailing::{Sum, theorems};
use crate::words::Sentence;

pub(super) fn explain(position: &Position, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    debug_assert_eq!(position.convention(), Convention::Normal);
    if position.is_over() {
        return Ok(());
    }
    let sum = Sum::of(position, cx)?;
    steps.extend(theorems(position).into_iter().map(told));
    for (component, _, worth) in sum.0.iter().take(TAKEN_APART) {
        let name = show_components(std::slice::from_ref(component));
        steps.push(Step::Say(match worth {
            Some(value) => Sentence::new("is-worth", [name, value.to_string()]),
            None => Sentence::new("is-loony", [name]),
        }));
    }
    if sum.0.len() > 1
        && let Some(value) = sum.without(None)
    {
        steps.push(Step::Say(Sentence::new("xor-is", [value.to_string()])));
    }
    Ok(())
}
