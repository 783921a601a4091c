//! The answer to `count` as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::{Answer, Counts};
use serde_json::Value;

use crate::json::{Object, evidence, nat, number};

/// `count` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Counts>) -> io::Result<()> {
    let known = |n: &Option<Nat>| n.as_ref().map_or(Value::Null, nat);
    let mut object = Object::of(out, "game", answer)?;
    object.field("heaps", number(answer.heaps))?;
    object.field("min", number(answer.min))?;
    object.field("max", number(answer.max))?;
    object.field("unordered", answer.unordered)?;
    object.field("previous", known(&answer.previous))?;
    object.field("next", known(&answer.next))?;
    if let Some(refused) = &answer.refused {
        object.field("refused", refused.message.as_str())?;
    }
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}
