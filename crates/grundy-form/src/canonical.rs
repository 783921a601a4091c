//! The answer to `canonical` as JSON.

use std::io::{self, Write};

use grundy::answer::{Answer, CanonicalForm};
use serde_json::{Map, Value};

use crate::json::{Object, evidence, number};

/// `canonical` as JSON: fields are `null` where the budget ended before the form was found.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<Option<CanonicalForm>>) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    let told = |show: fn(&CanonicalForm) -> Value| answer.result.as_ref().map_or(Value::Null, show);
    object.field("form", told(|form| form.written.form.as_str().into()))?;
    let letters = |form: &CanonicalForm| {
        let letters = form.written.letters.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str())));
        Value::Object(letters.collect::<Map<_, _>>())
    };
    object.field("letters", told(letters))?;
    object.field("positions", told(|form| number(form.positions as u64)))?;
    object.field("birthday", told(|form| form.birthday.into()))?;
    object.field("genus", told(|form| form.genus.to_string().into()))?;
    object.field("temper", told(|form| form.temper.name().into()))?;
    object.field("outcome", told(|form| form.outcome.letter().to_string().into()))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}
