//! The answer to `explain`: its steps as data.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation, Step};
use grundy::loopy::Value as Loopy;
use grundy::{Nat, Words};
use serde_json::{Map, Value, json};

use super::{Object, evidence, nat, numbers, or_null, outcome, sentence};
use crate::binary::{binary, binary_width};

/// The reasons, as data.
///
/// # Errors
/// The writer fails.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("query", explanation.query.as_str())?;
    object.field("complete", explanation.stopped.is_none())?;
    object.read(&explanation.reading)?;
    object.list("steps", explanation.steps.iter().map(step))?;
    object.field("conclusion", explanation.conclusion.english())?;
    object.field("concluded", Value::Object(sentence(&explanation.conclusion)))?;
    object.field("evidence", evidence(&explanation.evidence))?;
    object.finish(&explanation.stopped)
}

fn step(step: &Step) -> Value {
    match step {
        Step::Say(sentence) => {
            let mut fields = Map::from_iter([("kind".to_owned(), Value::from("say"))]);
            fields.extend(self::sentence(sentence));
            Value::Object(fields)
        }
        Step::Theorem { statement, reference } => {
            json!({
                "kind": "theorem",
                "statement": statement.english,
                "zh": statement.chinese,
                "reference": reference,
            })
        }
        Step::Mex { position, options, more, values, mex } => json!({
            "kind": "mex",
            "position": position,
            "options": options.iter().map(|(p, v)| json!({"position": p, "value": nat(v)})).collect::<Vec<_>>(),
            "more": more,
            "values": values.iter().map(nat).collect::<Vec<_>>(),
            "mex": nat(mex),
        }),
        Step::Loopy { position, options, more, value, reason } => {
            let option = |(p, v): &(String, Loopy)| json!({"position": p, "value": or_null(v.finite(), nat), "loopy": or_null(v.loopy(), numbers)});
            json!({
                "kind": "loopy",
                "position": position,
                "options": options.iter().map(option).collect::<Vec<_>>(),
                "more": more,
                "value": or_null(value.finite(), nat),
                "loopy": or_null(value.loopy(), numbers),
                "text": reason.english,
                "zh": reason.chinese,
            })
        }
        Step::Columns { rows, xor } => {
            let width = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
            let row = |(name, v): &(Words, Nat)| {
                let mut row = json!({"position": name.english, "value": nat(v), "binary": digits(v, width)});
                if name.chinese != name.english {
                    row["zh"] = name.chinese.as_str().into();
                }
                row
            };
            json!({
                "kind": "columns",
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
                "xor": nat(xor),
                "binary": digits(xor, width),
            })
        }
        Step::Ones { rows, modulus, ones } => {
            let width = ones.len();
            let row = |(name, v): &(Words, Nat)| json!({"name": name.english, "zh": name.chinese, "value": nat(v), "binary": digits(v, width)});
            json!({
                "kind": "ones",
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
                "modulus": modulus,
                "ones": ones.iter().rev().collect::<Vec<_>>(),
            })
        }
        Step::Choose { bit, component, value, target, to } => json!({
            "kind": "choose", "bit": bit, "component": component, "value": nat(value), "target": nat(target), "to": to,
        }),
        Step::Outcomes { position, options, more, outcome: follows } => json!({
            "kind": "outcomes",
            "position": position,
            "options": options.iter().map(|(p, o)| json!({"position": p, "outcome": outcome(*o)})).collect::<Vec<_>>(),
            "more": more,
            "outcome": outcome(*follows),
        }),
    }
}

/// A number in so many binary digits.
fn digits(n: &Nat, width: usize) -> String {
    binary(n, width).into_iter().map(|bit| if bit { '1' } else { '0' }).collect()
}
