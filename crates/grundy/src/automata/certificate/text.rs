//! Certificates as text.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Certificate, Cover};
use crate::automata::dfa::Dfa;
use crate::automata::formula::{Bitwise, Formula};
use crate::automata::numeration::Numeration;
use crate::automata::search::Question;
use crate::notation::ast::Relation;
use crate::rule::linear::Linear;

impl Certificate {
    /// The certificate as lines of words, version 1; `comment` stands in front, for people.
    ///
    /// ```text
    /// grundy automata certificate 1
    /// # comment
    /// numeration ostrowski 1          or: base 2
    /// theorem kernel                  or: misere, values
    /// arity 2
    /// measure 0 1 1                   a linear form: constant, then the coefficient of each variable; one line each
    /// set 0 tracks 1 states 2 …       automata that conditions mention, numbered from 0
    /// move variables 3                position 0 … arity−1, then chosen variables
    /// part 2 1                        the coordinates of a part, as variables; one line each
    /// when all 2                      the condition as a tree in prefix order, one node a line:
    /// zero 0 1 0 -1                     form = 0 (negative, positive: form < 0, form > 0)
    /// not …, all n …, any n …           of the next n trees; `all 0` is true
    /// congruent 3 residues 0 2 form 0 1   form mod 3 in {0,2}
    /// member 0 variables 2              set number, variables
    /// xor 0 1 2 / and … / or …          x⊕y⊕… = 0; x∧y = z; x∨y = z: forms in braces {constant coefficients …}
    /// law tracks 2 states 7           an automaton, one line a state: 1 if accepting, then symbol:state …
    /// 1 0:0 1:2                         symbol = column of digits, the first track foremost; missing: dead
    /// strategy tracks 3 states 12     one for each move, in order
    /// win tracks 2 states 9           a cover: behind `|` the carried states source:state …
    /// mobile …, strategy …            misère: automata of moves, then their cover `able`
    /// total …                         values: a cover of everything by the law
    /// end
    /// ```
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
            moves.push_str("when ");
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
            Question::Kernel => "kernel",
            Question::Misere => "misere",
            Question::Values => "values",
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
        automaton(&mut text, "win", &self.win.set, Some(&self.win));
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
        text
    }
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
