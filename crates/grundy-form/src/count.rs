//! The answer to `count` as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::CountAnswer;
use serde_json::Value;

use crate::json::{Object, budget, cost, evidence, nat, no_evidence, number};

/// `count` as JSON.
pub fn json(out: &mut dyn Write, answer: &CountAnswer) -> io::Result<()> {
    let mut object = Object::open(out)?;
    let known = |n: &Option<Nat>| n.as_ref().map_or(Value::Null, nat);
    object.field("game", answer.game.as_str())?;
    object.field("convention", answer.convention.name())?;
    object.field("complete", answer.stopped.is_none())?;
    object.field("heaps", number(answer.heaps))?;
    object.field("min", number(answer.min))?;
    object.field("max", number(answer.max))?;
    object.field("unordered", answer.unordered)?;
    object.field("previous", known(&answer.previous))?;
    object.field("next", known(&answer.next))?;
    object.field("evidence", if answer.stopped.is_some() { no_evidence() } else { evidence(&answer.evidence) })?;
    object.field("cost", cost(answer.cost))?;
    if let Some(stopped) = &answer.stopped {
        object.field("budget", budget(stopped))?;
    }
    object.close()
}
