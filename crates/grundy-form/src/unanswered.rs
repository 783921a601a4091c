//! The object of a question about which nothing is known, because the budget was spent: that of its verb, with `null` for
//! what is unknown.
//!
//! ```text
//! {"schema":1,"game":"kayles","convention":null,"complete":false,"from":null,"to":null,"values":null,
//!  "evidence":{"status":"none"},"excluded":[],"budget":{"spent":"time",…}}
//! ```
//!
//! # Errors
//! What writing to `out` failed with, and nothing else.

use std::io::{self, Write};

use grundy::Stopped;
use serde_json::{Value, json};

use crate::json::{Object, no_evidence};

/// What was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
    /// Who wins a position.
    #[default]
    Solve,
    /// The reasons.
    Explain,
    /// The moves of a position.
    Moves,
    /// What to draw for a position.
    Scene,
    /// The values of a game.
    Table,
    /// The period of a game.
    Period,
    /// Whether two games have the same values.
    Same,
    /// Laws of a game.
    Guess,
    /// Whether a claim is true.
    Prove,
    /// How many positions are lost.
    Count,
    /// A program.
    Emit,
    /// The misère quotient of a game.
    Quotient,
    /// The misère canonical form of a position.
    Canonical,
    /// Whether a file is right.
    Verify,
}

impl Asked {
    /// The verb of the command line.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Asked::Solve => "solve",
            Asked::Explain => "explain",
            Asked::Moves => "moves",
            Asked::Scene => "scene",
            Asked::Table => "table",
            Asked::Period => "period",
            Asked::Same => "same",
            Asked::Guess => "guess",
            Asked::Prove => "prove",
            Asked::Count => "count",
            Asked::Emit => "emit",
            Asked::Quotient => "quotient",
            Asked::Canonical => "canonical",
            Asked::Verify => "verify",
        }
    }

    /// The key of the question's text, and those of what is unknown.
    fn keys(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Asked::Solve => (
                "query",
                &["convention", "outcome", "value", "loopy", "components", "moves", "moves_count", "moves_truncated"],
            ),
            Asked::Explain => ("query", &["steps", "conclusion"]),
            Asked::Moves => ("query", &["convention", "moves", "moves_count", "moves_truncated"]),
            Asked::Scene => {
                ("query", &["convention", "box", "say", "parts", "moves", "moves_count", "moves_truncated"])
            }
            Asked::Table => ("game", &["convention", "from", "to", "values"]),
            Asked::Period => (
                "game",
                &[
                    "convention", "found", "preperiod", "period", "saltus", "last_exception", "computed_to", "law",
                    "published", "equal",
                ],
            ),
            Asked::Same => ("game", &["games", "equal", "first_difference", "values", "compared_to"]),
            Asked::Guess => ("game", &["convention", "findings", "computed_to"]),
            Asked::Prove => {
                ("query", &["claim", "result", "counterexample", "checked_to", "automata", "obstacles", "obstacles_zh"])
            }
            Asked::Count => ("game", &["convention", "heaps", "min", "max", "unordered", "previous", "next"]),
            Asked::Verify => ("file", &["valid", "first_wrong", "expected", "found", "right_to"]),
            Asked::Quotient => {
                ("game", &["convention", "heaps", "order", "p_order", "tame", "phi", "preperiod", "period"])
            }
            Asked::Canonical => {
                ("query", &["convention", "form", "letters", "positions", "birthday", "genus", "temper", "outcome"])
            }
            Asked::Emit => ("game", &["lang", "style", "code", "max"]),
        }
    }
}

/// The object of the question `query`.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, asked: Asked, query: &str, stopped: &Stopped) -> io::Result<()> {
    let (question, unknown) = asked.keys();
    let mut object = Object::open(out)?;
    object.field(question, query)?;
    object.field("complete", false)?;
    for key in unknown {
        object.field(key, Value::Null)?;
    }
    if asked == Asked::Solve {
        object.field("value_status", "not_computed")?;
        object.field("engine", stopped.engine)?;
    }
    object.field("evidence", no_evidence())?;
    object.field("excluded", json!([]))?;
    object.finish(stopped)
}
