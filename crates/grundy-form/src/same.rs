//! The answer to `same` as JSON.

use std::io::{self, Write};

use grundy::answer::{Answer, Equality};
use serde_json::{Value, json};

use crate::json::{Object, evidence, nat, number, or_null};

/// `same` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Equality>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.list("games", answer.games.iter().map(|g| Value::from(g.as_str())))?;
    object.field("complete", answer.stopped.is_none())?;
    object.field("equal", or_null(answer.equal, Value::from))?;
    object.field("first_difference", or_null(answer.first_difference, number))?;
    object.field("values", or_null(answer.values.as_ref(), |v| v.iter().map(nat).collect()))?;
    object.field("compared_to", or_null(answer.compared_to, number))?;
    if let Some(found) = &answer.shifted {
        let (from, evidence) = (number(found.from), evidence(&found.evidence));
        object.field("shifted", json!({"shift": found.shift, "from": from, "evidence": evidence}))?;
    }
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}
