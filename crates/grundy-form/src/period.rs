//! The answer to `period` as JSON.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::{Answer, PeriodFound, SparseSpace};
use grundy::equal_games::EqualGame;
use grundy::period::NatPeriod;
use grundy::period::published::{Comparison, Published};
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
    object.field("published", comparison(answer.published))?;
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
