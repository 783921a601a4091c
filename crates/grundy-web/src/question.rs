//! What a request asks: the verb of its path and the fields of its body.
//!
//! ```text
//! POST /api/v1/table {"text":"kayles","to":20}
//! ```
//!
//! A field that the verb does not know is refused, so that a misspelt one is not silently left out.

use std::time::Duration;

use grundy::answer::Show;
use grundy::emit::Language;
use grundy::play::Level;
use grundy::{Budget, Diagnostic, Ranges};
use grundy_form::explanation::Spoken;
use serde_json::{Map, Value};

use crate::Limits;

/// What can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Ask,
    Solve,
    Explain,
    Moves,
    Scene,
    Play,
    Table,
    Period,
    Guess,
    Prove,
    Label,
    Emit,
}

/// A verb, its name in the path, and the fields that it takes besides `text` and `limits`.
pub(crate) const VERBS: &[(Verb, &str, &[&str])] = &[
    (Verb::Ask, "ask", &["lang", "line"]),
    (Verb::Solve, "solve", &["limit", "value"]),
    (Verb::Explain, "explain", &["form", "lang"]),
    (Verb::Moves, "moves", &["limit", "winning"]),
    (Verb::Scene, "scene", &["limit", "line"]),
    (Verb::Play, "play", &["moves", "level", "seed", "line"]),
    (Verb::Table, "table", &["from", "to", "show"]),
    (Verb::Period, "period", &["to"]),
    (Verb::Guess, "guess", &["to"]),
    (Verb::Prove, "prove", &["claim", "to"]),
    (Verb::Label, "label", &[]),
    (Verb::Emit, "emit", &["lang"]),
];

impl Verb {
    /// The verb with this name.
    pub(crate) fn named(name: &str) -> Option<Verb> {
        VERBS.iter().find(|verb| verb.1 == name).map(|verb| verb.0)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        VERBS.iter().find(|verb| verb.0 == self).map_or("", |verb| verb.1)
    }

    fn fields(self) -> &'static [&'static str] {
        VERBS.iter().find(|verb| verb.0 == self).map_or(&[], |verb| verb.2)
    }
}

/// A request that was read.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) verb: Verb,
    pub(crate) text: String,
    pub(crate) claim: String,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) show: Show,
    pub(crate) limit: Option<usize>,
    pub(crate) winning: bool,
    pub(crate) value: bool,
    pub(crate) values: Ranges,
    /// Of a program.
    pub(crate) language: Language,
    /// Of sentences, where they are not sent in both languages.
    pub(crate) spoken: Spoken,
    pub(crate) budget: Budget,
    /// Things in a row of a drawing before it wraps.
    pub(crate) line: usize,
    /// The moves of a game that were made, by their numbers.
    pub(crate) moves: Vec<usize>,
    /// How well the opponent plays whose reply is wanted.
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    /// Reasons as LaTeX, and not as data.
    pub(crate) latex: bool,
    /// A table as bytes, and not as JSON.
    pub(crate) binary: bool,
}

/// Why a body is no question.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is not JSON.
    NotJson(String),
    /// A field is wrong.
    Field(Diagnostic),
}

impl Question {
    /// Reads the body of a request.
    pub(crate) fn read(verb: Verb, body: &[u8], limits: &Limits) -> Result<Question, Unread> {
        let body: Value = serde_json::from_slice(body).map_err(|fault| Unread::NotJson(fault.to_string()))?;
        let Value::Object(fields) = body else {
            return Err(Unread::Field(Diagnostic::input("the body must be a JSON object")));
        };
        Fields { verb, fields: &fields }.question(limits).map_err(Unread::Field)
    }

    /// The same, whose table is wanted as bytes.
    pub(crate) fn in_bytes(self, wanted: bool) -> Question {
        Question { binary: wanted && self.verb == Verb::Table, ..self }
    }

    /// The last place asked for, where the verb takes one number.
    pub(crate) fn last(&self) -> Option<u64> {
        self.to.first().copied()
    }
}

struct Fields<'a> {
    verb: Verb,
    fields: &'a Map<String, Value>,
}

/// The most cells of a table that is sent.
const CELLS: u64 = 1 << 21;
/// The most moves of a list.
const MOVES: u64 = 10_000;
/// The most moves of a game that is played.
const PLIES: usize = 1000;
/// Things in a row of a drawing where nothing is said.
const LINE: usize = 25;

impl Fields<'_> {
    fn question(&self, limits: &Limits) -> Result<Question, Diagnostic> {
        for name in self.fields.keys() {
            if !["text", "limits", "for"].contains(&name.as_str()) && !self.verb.fields().contains(&name.as_str()) {
                let fault = Diagnostic::input(format!("`{}` takes no field {name:?}", self.verb.name()));
                return Err(fault.suggest(format!("it takes text, limits, {}", self.verb.fields().join(", "))));
            }
        }
        let text = self.word("text")?.ok_or_else(|| Diagnostic::input("the field \"text\" is missing"))?;
        let claim = self.word("claim")?;
        if self.verb == Verb::Prove && claim.is_none() {
            return Err(Diagnostic::input("the field \"claim\" is missing"));
        }
        let question = Question {
            verb: self.verb,
            text: text.to_owned(),
            claim: claim.unwrap_or_default().to_owned(),
            from: self.corner("from")?,
            to: self.corner("to")?,
            show: match self.word("show")? {
                None | Some("values") => Show::Values,
                Some("outcomes") => Show::Outcomes,
                Some("p") => Show::Previous,
                Some(other) => return Err(fault("show", &format!("values, outcomes or p, not {other:?}"))),
            },
            limit: self.number("limit")?.map(|n| n.min(MOVES) as usize),
            winning: self.flag("winning")?,
            value: self.flag("value")?,
            values: match self.word("for")? {
                Some(values) => values.parse()?,
                None => Ranges::default(),
            },
            language: if self.verb == Verb::Emit { self.language()? } else { Language::Cpp },
            spoken: if self.verb == Verb::Emit { Spoken::English } else { self.spoken()? },
            budget: self.budget(limits)?,
            line: self.number("line")?.map_or(LINE, |n| n.clamp(1, 200) as usize),
            moves: self.indices()?,
            level: match self.number("level")? {
                None => None,
                Some(n) => Some(Level::of(n).ok_or_else(|| fault("level", "0, 1, 2 or 3"))?),
            },
            seed: self.number("seed")?.unwrap_or(0),
            latex: match self.word("form")? {
                None | Some("json") => false,
                Some("latex") => true,
                Some(other) => return Err(fault("form", &format!("json or latex, not {other:?}"))),
            },
            binary: false,
        };
        let side = |at: usize| {
            let from = question.from.get(at).or(question.from.first()).copied().unwrap_or(0);
            question.to.get(at).map_or(1, |to| to.saturating_sub(from).saturating_add(1))
        };
        // one number may stand for two coordinates
        let cells = if question.to.len() == 1 { side(0) } else { side(0).saturating_mul(side(1)) };
        if self.verb == Verb::Table && cells > CELLS {
            let fault = Diagnostic::input(format!("a table of {cells} cells is not sent"));
            return Err(fault.suggest(format!("at most {CELLS} cells")));
        }
        Ok(question)
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    fn word(&self, name: &str) -> Result<Option<&str>, Diagnostic> {
        self.get(name).map(|value| value.as_str().ok_or_else(|| fault(name, "text"))).transpose()
    }

    fn number(&self, name: &str) -> Result<Option<u64>, Diagnostic> {
        self.get(name).map(|value| value.as_u64().ok_or_else(|| fault(name, "a natural number"))).transpose()
    }

    fn flag(&self, name: &str) -> Result<bool, Diagnostic> {
        self.get(name).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| fault(name, "true or false")))
    }

    /// A number, or a list of one number a coordinate.
    fn corner(&self, name: &str) -> Result<Vec<u64>, Diagnostic> {
        let wrong = || fault(name, "a natural number, or a list of at most four");
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(all)) if all.len() <= 4 => all.iter().map(|n| n.as_u64().ok_or_else(wrong)).collect(),
            Some(one) => one.as_u64().map(|n| vec![n]).ok_or_else(wrong),
        }
    }

    /// The numbers of moves.
    fn indices(&self) -> Result<Vec<usize>, Diagnostic> {
        let wrong = || fault("moves", &format!("a list of at most {PLIES} natural numbers"));
        match self.get("moves") {
            None => Ok(Vec::new()),
            Some(Value::Array(all)) if all.len() <= PLIES => {
                all.iter().map(|n| n.as_u64().and_then(|n| usize::try_from(n).ok()).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    fn language(&self) -> Result<Language, Diagnostic> {
        match self.word("lang")? {
            None => Ok(Language::Cpp),
            Some(name) => {
                name.parse().map_err(|_| fault("lang", &format!("cpp, c, python, rust or java, not {name:?}")))
            }
        }
    }

    fn spoken(&self) -> Result<Spoken, Diagnostic> {
        match self.word("lang")? {
            None | Some("en") => Ok(Spoken::English),
            Some("zh") => Ok(Spoken::Chinese),
            Some(other) => Err(fault("lang", &format!("en or zh, not {other:?}"))),
        }
    }

    /// The budget of the request: what it asks for, but never more than the server allows.
    fn budget(&self, limits: &Limits) -> Result<Budget, Diagnostic> {
        let mut budget = Budget { time: Some(limits.time), memory: Some(limits.memory), nodes: limits.nodes };
        let Some(asked) = self.get("limits") else { return Ok(budget) };
        let Value::Object(asked) = asked else { return Err(fault("limits", "an object")) };
        for (name, value) in asked {
            match name.as_str() {
                "seconds" => {
                    let seconds = value.as_f64().filter(|s| *s >= 0.0).ok_or_else(|| fault("seconds", "a number"))?;
                    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                    budget.time = Some(time.min(limits.time));
                }
                "bytes" => {
                    let bytes = value.as_u64().ok_or_else(|| fault("bytes", "a natural number"))?;
                    budget.memory = Some(bytes.min(limits.memory));
                }
                "nodes" => {
                    let nodes = value.as_u64().ok_or_else(|| fault("nodes", "a natural number"))?;
                    budget.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
                }
                other => return Err(Diagnostic::input(format!("\"limits\" has no field {other:?}"))),
            }
        }
        Ok(budget)
    }
}

fn fault(field: &str, must_be: &str) -> Diagnostic {
    Diagnostic::input(format!("the field {field:?} must be {must_be}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(verb: Verb, body: &str) -> Result<Question, Unread> {
        Question::read(verb, body.as_bytes(), &Limits::default())
    }

    #[test]
    fn limits_only_lower() {
        let question =
            read(Verb::Solve, r#"{"text":"nim(3)","limits":{"seconds":60,"bytes":1000,"nodes":7}}"#).unwrap();
        assert_eq!(question.budget.time, Some(Duration::from_secs(5)));
        assert_eq!((question.budget.memory, question.budget.nodes), (Some(1000), Some(7)));
        let question = read(Verb::Solve, r#"{"text":"nim(3)","limits":{"seconds":1e300}}"#).unwrap();
        assert_eq!(question.budget.time, Some(Duration::from_secs(5)));
    }

    #[test]
    fn wrong_fields_are_named() {
        let wrong = [
            (Verb::Solve, "{}", "text"),
            (Verb::Solve, r#"{"text":3}"#, "text"),
            (Verb::Solve, r#"{"text":"nim(3)","claim":"x"}"#, "claim"),
            (Verb::Prove, r#"{"text":"nim"}"#, "claim"),
            (Verb::Table, r#"{"text":"nim","to":-1}"#, "to"),
            (Verb::Table, r#"{"text":"nim","to":[99999,99999]}"#, "cells"),
            (Verb::Table, r#"{"text":"nim","show":"all"}"#, "show"),
            (Verb::Solve, r#"{"text":"nim(3)","limits":{"seconds":"x"}}"#, "seconds"),
            (Verb::Solve, "[]", "object"),
        ];
        for (verb, body, word) in wrong {
            match read(verb, body) {
                Err(Unread::Field(fault)) => assert!(fault.message.contains(word), "{body}: {}", fault.message),
                other => panic!("{body}: {other:?}"),
            }
        }
        assert!(matches!(read(Verb::Solve, "{"), Err(Unread::NotJson(_))));
        let deep = "[".repeat(10_000);
        assert!(matches!(read(Verb::Solve, &deep), Err(Unread::NotJson(_))));
    }
}
