//! Certificates as text.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Certificate, Cover};
use crate::Relation;
use crate::dfa::Dfa;
use crate::formula::{Bitwise, Formula};
use crate::linear::Linear;
use crate::numeration::Numeration;
use crate::search::Question;

impl Certificate {
    /// The certificate as lines of words, version 1; `comment` stands in front, for people.
    ///
    /// Every line is a list of words. A *form* is `constant c₀ c₁ …` (coefficients of the variables 0, 1, …; the rest are 0).
    ///
    /// | line | meaning |
    /// |---|---|
    /// | `numeration base 2`, `numeration ostrowski 1` | the system |
    /// | `theorem kernel`, `misere`, `values`, `levels 2` | which equation |
    /// | `arity 2` | number of coordinates |
    /// | `measure FORM` | one line a form, most important first |
    /// | `set I tracks T states S` | an automaton (below) that conditions mention; I = 0, 1, … |
    /// | `move variables V` | a kind of move; variables 0 … arity−1 are the position, the others are chosen |
    /// | `part 2 1` | the coordinates of one part, as variables |
    /// | `when`, then a tree | the condition, in prefix order, one node a line |
    /// | `law tracks T states S` | P, or R with the value as last track |
    /// | `strategy tracks T states S` | one for each move, in order; tracks: position, for values h, chosen variables, and for several parts the value of each |
    /// | `win tracks T states S` | the cover of what wins, by the strategies; levels: one for each strategy |
    /// | `shown …` | levels: for each cover an automaton inside it |
    /// | `mobile …` | misère: for each move an automaton on position and chosen variables |
    /// | `able …` | misère: the cover of P by them |
    /// | `total …` | values: the cover of all positions by the law |
    /// | `end`, `digest 0123456789abcdef` | the checksum of all bytes above, as in certificates of periods |
    ///
    /// Nodes of conditions: `zero FORM`, `negative FORM`, `positive FORM`; `congruent M residues R… form FORM`; `not` (one
    /// tree follows), `all N`, `any N` (N trees follow; `all 0` is true); `member I {FORM} {FORM} …`: these numbers, all
    /// natural, are in set I; `xor {FORM} …`: the xor is 0; `and {x} {y} {z}`, `or …`: z is the bitwise and, or;
    /// `floor {x} {y}`: y = ⌊βx⌋; `lowest {x} {y}`: y is the place of the lowest digit of x that is not 0.
    ///
    /// An automaton has one line a state, beginning with the start: `1` if it accepts, else `0`, then `symbol:state` for
    /// the transitions that are not dead. A symbol is a column of digits read as a number, the first track foremost. In
    /// covers `| source:state …` follows, what the state carries.
    #[must_use]
    pub fn to_text(&self, comment: &str) -> String {
        let mut sets: Vec<Arc<Dfa>> = Vec::new();
        let mut moves = String::new();
        for kind in &self.kinds {
            let _ = writeln!(moves, "move variables {}", kind.variables);
            for part in &kind.parts {
                let list: Vec<String> = part.iter().map(u32::to_string).collect();
                let _ = writeln!(moves, "part {}", list.join(" "));
            }
            moves.push_str("when\n");
            condition(&mut moves, &kind.condition, &mut sets);
        }
        let mut text = String::from("grundy automata certificate 1\n");
        for line in comment.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = match self.numeration {
            Numeration::Base(k) => writeln!(text, "numeration base {k}"),
            Numeration::Ostrowski(a) => writeln!(text, "numeration ostrowski {a}"),
        };
        let theorem = match self.question {
            Question::Kernel => "kernel".to_owned(),
            Question::Misere => "misere".to_owned(),
            Question::Values => "values".to_owned(),
            Question::Levels(most) => format!("levels {most}"),
        };
        let _ = writeln!(text, "theorem {theorem}\narity {}", self.arity);
        for measure in &self.measure {
            let _ = writeln!(text, "measure {}", form(measure));
        }
        for (i, set) in sets.iter().enumerate() {
            automaton(&mut text, &format!("set {i}"), set, None);
        }
        text.push_str(&moves);
        automaton(&mut text, "law", &self.law, None);
        for strategy in &self.strategies {
            automaton(&mut text, "strategy", strategy, None);
        }
        for win in &self.wins {
            automaton(&mut text, "win", &win.set, Some(win));
        }
        for shown in &self.shown {
            automaton(&mut text, "shown", shown, None);
        }
        if let Some((mobile, cover)) = &self.mobile {
            for set in mobile {
                automaton(&mut text, "mobile", set, None);
            }
            automaton(&mut text, "able", &cover.set, Some(cover));
        }
        if let Some(total) = &self.total {
            automaton(&mut text, "total", &total.set, Some(total));
        }
        text.push_str("end\n");
        let digest = grundy_core::digest(&text);
        let _ = writeln!(text, "digest {digest:016x}");
        text
    }
}

/// Certificates of values of components, and the law of their sum, as one certificate. A component is the number of a part
/// and what stands at its coordinates, in the coordinates of the law. The law is in base 2; if it is about values the
/// last of its tracks is the value.
#[must_use]
pub fn sum_to_text(
    parts: &[String],
    components: &[(usize, Vec<Linear>)],
    law: &Dfa,
    values: bool,
    comment: &str,
) -> String {
    let mut text = String::from("grundy automata certificate 1\n");
    for line in comment.lines() {
        let _ = writeln!(text, "# {line}");
    }
    let arity = law.tracks() - usize::from(values);
    let _ = writeln!(text, "numeration base 2\ntheorem sum\nvalues {}\narity {arity}", u8::from(values));
    for part in parts {
        let _ = writeln!(text, "part {}", part.len());
        text.push_str(part);
    }
    for (part, forms) in components {
        let _ = writeln!(text, "component {part} {}", braces(forms));
    }
    automaton(&mut text, "law", law, None);
    text.push_str("end\n");
    let digest = grundy_core::digest(&text);
    let _ = writeln!(text, "digest {digest:016x}");
    text
}

/// The constant, then the coefficients up to the last that is not 0.
fn form(form: &Linear) -> String {
    let mut text = form.constant_term().to_string();
    let last = form.terms().last().map_or(0, |(v, _)| v + 1);
    for v in 0..last {
        let _ = write!(text, " {}", form.coefficient(v));
    }
    text
}

fn braces(forms: &[Linear]) -> String {
    forms.iter().map(|f| format!("{{{}}}", form(f))).collect::<Vec<_>>().join(" ")
}

fn condition(text: &mut String, formula: &Formula, sets: &mut Vec<Arc<Dfa>>) {
    let _ = match formula {
        Formula::Constant(true) => writeln!(text, "all 0"),
        Formula::Constant(false) => writeln!(text, "any 0"),
        Formula::Compare(linear, relation) => {
            let word = match relation {
                Relation::Equal => "zero",
                Relation::NotEqual => "not\nzero",
                Relation::Less => "negative",
                Relation::LessEqual => "not\npositive",
                Relation::Greater => "positive",
                Relation::GreaterEqual => "not\nnegative",
                // never in a formula
                Relation::Divides => "any 0\n#",
            };
            writeln!(text, "{word} {}", form(linear))
        }
        Formula::Congruent { form: linear, modulus, residues } => {
            let list: Vec<String> = residues.iter().map(u64::to_string).collect();
            writeln!(text, "congruent {modulus} residues {} form {}", list.join(" "), form(linear))
        }
        Formula::Member(set, arguments) => {
            let number = sets.iter().position(|s| s == set).unwrap_or_else(|| {
                sets.push(Arc::clone(set));
                sets.len() - 1
            });
            writeln!(text, "member {number} {}", braces(arguments))
        }
        Formula::Bits(how, arguments) => {
            let word = match how {
                Bitwise::XorZero => "xor",
                Bitwise::And => "and",
                Bitwise::Or => "or",
            };
            writeln!(text, "{word} {}", braces(arguments))
        }
        Formula::Floor { argument, value } => {
            writeln!(text, "floor {}", braces(&[argument.clone(), value.clone()]))
        }
        Formula::LowestPlace { argument, value } => {
            writeln!(text, "lowest {}", braces(&[argument.clone(), value.clone()]))
        }
        Formula::All(all) | Formula::Any(all) => {
            let word = if matches!(formula, Formula::All(_)) { "all" } else { "any" };
            let _ = writeln!(text, "{word} {}", all.len());
            all.iter().for_each(|f| condition(text, f, sets));
            Ok(())
        }
        Formula::Not(inner) => {
            text.push_str("not\n");
            condition(text, inner, sets);
            Ok(())
        }
        // kinds of moves have no quantifiers
        Formula::Exists(..) => writeln!(text, "any 0"),
    };
}

fn automaton(text: &mut String, name: &str, set: &Dfa, cover: Option<&Cover>) {
    let _ = writeln!(text, "{name} tracks {} states {}", set.tracks(), set.states());
    for state in 0..set.states() as u32 {
        text.push(if set.accepts_at(state) { '1' } else { '0' });
        for symbol in 0..set.symbols() {
            if let Some(to) = set.next(state, symbol) {
                let _ = write!(text, " {symbol}:{to}");
            }
        }
        if let Some(carried) = cover.and_then(|c| c.carried.get(state as usize)) {
            text.push_str(" |");
            for (source, state) in carried {
                let _ = write!(text, " {source}:{state}");
            }
        }
        text.push('\n');
    }
}
