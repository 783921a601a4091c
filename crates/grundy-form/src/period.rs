//! The answer to `period` as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::{Answer, PeriodFound, SparseSpace};
use grundy::equal_games::EqualGame;
use grundy::period::NatPeriod;
use grundy::period::published::{self, Comparison, Published};
use serde_json::{Value, json};

use crate::json::{Object, evidence, nat, number, or_null};

fn last_exception(p: &NatPeriod) -> Value {
    if p.preperiod == Nat::ZERO { Value::from(-1) } else { nat(&(&p.preperiod - Nat::ONE)) }
}

fn comparison(found: Option<Comparison>) -> Value {
    let entry = |status: &str, p: &Published| json!({"status": status, "period": p.period, "preperiod": p.preperiod, "saltus": p.saltus, "who": p.who, "when": p.when});
    match found {
        None => Value::Null,
        Some(Comparison::New) => json!({"status": "new"}),
        Some(Comparison::Known(p)) => entry("known", p),
        Some(Comparison::Conflict(p)) => entry("conflict", p),
        Some(Comparison::Beyond(p)) => entry("beyond", p),
        Some(Comparison::Unsolved(open)) => {
            json!({"status": "unsolved", "values": open.values, "who": open.who, "when": open.when})
        }
    }
}

/// What is published of a code with the same values, where nothing is of this one: 0.2 has the values of 4.0.
#[must_use]
pub fn published_of_equal(answer: &PeriodFound) -> Option<&'static Published> {
    let (Some(Comparison::New), Some(period)) = (answer.published, &answer.period) else { return None };
    let equal = answer.equal.iter().filter(|equal| equal.shift == 0 && equal.evidence.is_proved());
    let mut compared = equal.map(|equal| published::compare(&equal.game, period));
    compared.find_map(|comparison| match comparison {
        Comparison::Known(found) => Some(found),
        _ => None,
    })
}

/// One known game with the same values.
fn json_equal(equal: &EqualGame) -> Value {
    json!({
        "game": equal.game,
        "name": equal.name,
        "shift": equal.shift,
        "from": equal.from,
        "evidence": evidence(&equal.evidence),
    })
}

/// `period` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<PeriodFound>) -> io::Result<()> {
    let period = answer.period.as_ref();
    let mut object = Object::of(out, "game", answer)?;
    // where the search was stopped nothing says that there is none
    object
        .field("found", if answer.found() || answer.stopped.is_none() { answer.found().into() } else { Value::Null })?;
    object.field("preperiod", or_null(period, |p| nat(&p.preperiod)))?;
    object.field("period", or_null(period, |p| nat(&p.period)))?;
    object.field("saltus", or_null(period, |p| nat(&p.saltus)))?;
    object.field("last_exception", or_null(period, last_exception))?;
    if answer.first > 0 {
        object.field("first", number(answer.first))?;
    }
    object.field("computed_to", or_null(answer.computed_to, number))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.field(
        "law",
        answer.law.as_ref().map_or(
            Value::Null,
            |law| json!({"text": law.text, "zh": law.chinese, "claim": law.claim, "evidence": evidence(&law.evidence)}),
        ),
    )?;
    let mut known = comparison(answer.published.map(|own| published_of_equal(answer).map_or(own, Comparison::Known)));
    if let (Some(found), Some(known)) = (published_of_equal(answer), known.as_object_mut()) {
        known.insert("of".to_owned(), found.code.into());
    }
    object.field("published", known)?;
    if let Some(SparseSpace { mask, parity, rares, last_rare, heaps, .. }) = answer.sparse {
        let space = json!({
            "mask": number(mask), "parity": parity, "rares": number(rares), "last_rare": number(last_rare),
            "heaps": number(heaps),
        });
        object.field("sparse", space)?;
    }
    if let Some(further) = answer.further {
        object
            .field("further", json!({"to": number(further.to), "seconds": (further.seconds * 10.0).ceil() / 10.0}))?;
    }
    object.list("equal", answer.equal.iter().map(json_equal))?;
    object.end(answer)
}
