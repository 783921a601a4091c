//! The answer to `emit` as JSON; its text form is the program alone.

use std::io::{self, Write};

use grundy::answer::Answer;
use grundy::emit::Emitted;

use crate::json::{Object, cost, evidence, number};

/// `emit` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Emitted>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("game", answer.query.as_str())?;
    object.field("complete", true)?;
    object.field("lang", answer.language.name())?;
    object.field("style", answer.style.name())?;
    object.field("code", answer.code.as_str())?;
    object.field("max", number(answer.max))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.field("cost", cost(answer.cost))?;
    object.close()
}
