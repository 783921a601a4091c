//! The drawing of a position, and the parts that each move presses.
//!
//! # Errors
//! What writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::answer::Answer;
use grundy::game::drawing::{Part, Press};
use grundy::scene::{Scene, Way};
use serde_json::{Map, Value, json};

use crate::json::{Object, evidence, nat, words};

/// A length in cells, to a thousandth: what a renderer can show.
fn length(x: f64) -> Value {
    json!((x * 1000.0).round() / 1000.0)
}

fn point(at: [f64; 2]) -> Value {
    at.iter().map(|x| length(*x)).collect()
}

/// A part.
#[must_use]
pub fn part(part: &Part) -> Value {
    let mut fields = Map::new();
    fields.insert("id".into(), part.id.as_str().into());
    fields.insert("shape".into(), part.form.name().into());
    fields.insert("at".into(), point(part.at));
    fields.extend(part.to.map(|to| ("to".to_owned(), point(to))));
    fields.extend(part.text.as_deref().map(|text| ("text".to_owned(), text.into())));
    fields.extend(part.tone.map(|tone| ("tone".to_owned(), tone.into())));
    fields.extend(part.say.as_ref().map(|say| ("say".to_owned(), words(say))));
    Value::Object(fields)
}

fn way(way: &Way) -> Value {
    let Press { press, takes, puts, .. } = &way.press;
    let mv = &way.mv;
    json!({
        "press": press,
        "takes": takes,
        "puts": puts.iter().map(part).collect::<Value>(),
        "move": way.index,
        "to": mv.to,
        "value": mv.value.as_ref().map(nat),
        "outcome": mv.outcome.map(|o| o.letter().to_string()),
        "wins": mv.outcome.map(|_| mv.wins()),
    })
}

/// What is drawn.
#[must_use]
pub fn drawing(scene: &Scene) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("box".into(), scene.bounds.iter().map(|x| length(*x)).collect());
    fields.insert("say".into(), words(&scene.say));
    fields.insert("parts".into(), scene.parts.iter().map(part).collect());
    fields.insert("moves".into(), scene.moves.iter().map(way).collect());
    fields.insert("moves_count".into(), scene.count.as_ref().map_or(Value::Null, nat));
    fields.insert("moves_truncated".into(), scene.truncated.into());
    fields
}

/// The answer to `scene`.
///
/// # Errors
/// The writer fails.
pub fn scene(out: &mut dyn Write, answer: &Answer<Scene>) -> io::Result<()> {
    let mut object = Object::of(out, "query", answer)?;
    for (key, value) in drawing(answer) {
        object.field(&key, value)?;
    }
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}
