//! Automata and equations in the text format that Walnut reads.
//!
//! An automaton is a file of the folder `Automata Library`: the numeration of each track, then for
//! each state its number and output and the lines `d1 d2 -> state`. Equations become the commands `def` and `eval`. Walnut
//! knows `msd_2`, `msd_fib` …; the systems of a ≥ 2 have to be declared to it under the name used here. The output was
//! not run in Walnut: its syntax is from its documentation. Source: Mousavi, *Automatic theorem proving in Walnut*, 2016.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::Relation;
use crate::dfa::Dfa;
use crate::formula::{Bitwise, Formula, Variable};
use crate::linear::Linear;
use crate::moves::Moves;
use crate::numeration::Numeration;
use crate::search::Question;

impl Dfa {
    /// The automaton as a file of Walnut.
    #[must_use]
    pub fn to_walnut(&self) -> String {
        let mut text = vec![self.numeration().walnut(); self.tracks()].join(" ");
        text.push('\n');
        for state in 0..self.states() as u32 {
            let _ = writeln!(text, "\n{state} {}", u8::from(self.accepts_at(state)));
            for symbol in 0..self.symbols() {
                if let Some(to) = self.next(state, symbol) {
                    let digits: Vec<String> = self.column(symbol).iter().map(u8::to_string).collect();
                    let _ = writeln!(text, "{} -> {to}", digits.join(" "));
                }
            }
        }
        text
    }
}

/// Files and commands for Walnut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Export {
    /// Automata: name and contents.
    pub files: Vec<(String, String)>,
    /// Commands, one a line.
    pub commands: String,
}

/// The equation of a law for Walnut: the law is the automaton `name`, the moves are `name_move0` …
#[must_use]
pub fn export(name: &str, moves: &Moves, law: &Arc<Dfa>, question: Question) -> Export {
    let mut writer =
        Writer { name, numeration: law.numeration(), sets: vec![(name.to_owned(), Arc::clone(law))], next: moves.next };
    let system = law.numeration().walnut();
    let mut commands = String::new();
    let mut reached = Vec::new();
    let mut possible = Vec::new();
    let (value, other) = (writer.fresh(), writer.fresh());
    for (i, one) in moves.moves.iter().enumerate() {
        let body = writer.formula(&one.formula);
        let _ = writeln!(commands, "def {name}_move{i} \"?{system} {body}\":");
        let parts: Vec<Vec<Variable>> = (0..one.parts).map(|p| moves.part(p)).collect();
        // tracks of a definition are in alphabetical order of the names, and ours are numbered with leading zeros
        let mut mentioned = one.formula.free();
        let bound: Vec<Variable> = parts.concat();
        mentioned.sort_unstable();
        let call = format!("${name}_move{i}({})", list(&mentioned));
        let mut goals = Vec::new();
        let mut choices = bound.clone();
        if question.has_values() {
            let own: Vec<Variable> =
                if one.parts == 1 { vec![other] } else { (0..one.parts).map(|_| writer.fresh()).collect() };
            for (part, own) in parts.iter().zip(&own) {
                goals.push(format!("${name}({},{})", list(part), variable(*own)));
            }
            if one.parts > 1 {
                choices.extend(&own);
                let xor = own.iter().copied().chain([other]).map(|v| Linear::variable(v as usize)).collect();
                goals.push(writer.formula(&Formula::Bits(Bitwise::XorZero, xor)));
            }
        } else {
            goals.extend(parts.iter().map(|part| format!("${name}({})", list(part))));
        }
        reached.push(format!("(E{} {call} & {})", list(&choices), goals.join(" & ")));
        possible.push(format!("(E{} {call})", list(&bound)));
    }
    let either = |all: &[String]| if all.is_empty() { "0=1".to_owned() } else { all.join(" | ") };
    let (reached, possible) = (either(&reached), either(&possible));
    let origin = list(&moves.origin());
    let _ = match question {
        Question::Kernel => {
            writeln!(commands, "eval {name}_holds \"?{system} A{origin} (${name}({origin}) <=> ~({reached}))\":")
        }
        Question::Misere => writeln!(
            commands,
            "eval {name}_holds \"?{system} A{origin} (${name}({origin}) <=> (({possible}) & ~({reached})))\":"
        ),
        Question::Values | Question::Levels(_) => {
            let (g, h) = (variable(value), variable(other));
            // the largest level stands for all larger values: moves may lead from it to it
            let misses = format!("~${name}_to({origin},{g})");
            let (below, misses) = match question.most() {
                Some(most) => (format!("{g}<={most} & "), format!("({g}={most} | {misses})")),
                None => (String::new(), misses),
            };
            let _ = writeln!(commands, "def {name}_to \"?{system} {reached}\":");
            writeln!(
                commands,
                "eval {name}_holds \"?{system} A{origin},{g} (${name}({origin},{g}) <=> ({below}{misses} & \
                 (A{h} {h}<{g} => ${name}_to({origin},{h}))))\":"
            )
        }
    };
    let files = writer.sets.iter().map(|(name, set)| (format!("{name}.txt"), set.to_walnut())).collect();
    Export { files, commands }
}

struct Writer<'n> {
    name: &'n str,
    numeration: Numeration,
    sets: Vec<(String, Arc<Dfa>)>,
    next: Variable,
}

impl Writer<'_> {
    fn fresh(&mut self) -> Variable {
        self.next += 1;
        self.next - 1
    }

    /// The name of a set, which becomes a file.
    fn set(&mut self, set: &Arc<Dfa>) -> String {
        if let Some((name, _)) = self.sets.iter().find(|(_, known)| known == set) {
            return name.clone();
        }
        let name = format!("{}_set{}", self.name, self.sets.len());
        self.sets.push((name.clone(), Arc::clone(set)));
        name
    }

    /// The name of a relation that has a file of its own.
    fn relation(&mut self, name: &str, build: &dyn Fn(&mut crate::Engine<'_>) -> crate::engine::Built<Dfa>) -> String {
        let name = format!("{}_{name}", self.name);
        if !self.sets.iter().any(|(known, _)| *known == name) {
            let cx = grundy_core::Context::default();
            // where it is not automatic the formula has no automaton either, and its export is empty
            if let Ok(set) = build(&mut crate::Engine::new(self.numeration, &cx)) {
                self.sets.push((name.clone(), Arc::new(set)));
            }
        }
        name
    }

    fn formula(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::Constant(true) => "0=0".to_owned(),
            Formula::Constant(false) => "0=1".to_owned(),
            Formula::Compare(form, relation) => {
                if *relation == Relation::Divides {
                    return "0=1".to_owned();
                }
                sides(form, &relation.to_string())
            }
            Formula::Congruent { form, modulus, residues } => {
                let times = self.fresh();
                let any: Vec<String> = residues
                    .iter()
                    .flat_map(|r| {
                        // form − r = ± modulus·k
                        [1i64, -1].map(|sign| {
                            let by = i64::try_from(*modulus).ok()?.checked_mul(sign)?;
                            let rest = form.shifted(-i64::try_from(*r).ok()?)?;
                            Some(sides(&rest.combine(1, &Linear::variable(times as usize), by)?, "="))
                        })
                    })
                    .flatten()
                    .collect();
                format!("(E{} {})", variable(times), any.join(" | "))
            }
            Formula::Member(set, arguments) => {
                let name = self.set(set);
                self.call(&name, arguments)
            }
            Formula::Bits(how, arguments) => {
                let name = match how {
                    Bitwise::XorZero => format!("xor{}", arguments.len()),
                    Bitwise::And => "bitand".to_owned(),
                    Bitwise::Or => "bitor".to_owned(),
                };
                let name = self.relation(&name, &|engine| engine.bitwise(*how, arguments.len()));
                self.call(&name, arguments)
            }
            Formula::Floor { argument, value } => {
                let name = self.relation("floor", &|engine| Ok((*engine.floor()?).clone()));
                self.call(&name, &[argument.clone(), value.clone()])
            }
            Formula::LowestPlace { argument, value } => {
                let name = self.relation("lowest", &|engine| engine.lowest_place());
                self.call(&name, &[argument.clone(), value.clone()])
            }
            Formula::All(all) => self.joined(all, " & "),
            Formula::Any(any) => self.joined(any, " | "),
            Formula::Not(inner) => format!("~({})", self.formula(inner)),
            Formula::Exists(bound, inner) => format!("(E{} {})", list(bound), self.formula(inner)),
        }
    }

    fn joined(&mut self, all: &[Formula], with: &str) -> String {
        let all: Vec<String> = all.iter().map(|f| self.formula(f)).collect();
        format!("({})", all.join(with))
    }

    /// A call with linear arguments, which Walnut evaluates itself.
    fn call(&mut self, name: &str, arguments: &[Linear]) -> String {
        let mut names = Vec::new();
        let mut bound = Vec::new();
        let mut equations = Vec::new();
        for argument in arguments {
            match crate::compile::plain(argument) {
                Some(v) => names.push(variable(v)),
                None => {
                    let fresh = self.fresh();
                    bound.push(variable(fresh));
                    names.push(variable(fresh));
                    let difference = argument.minus(&Linear::variable(fresh as usize)).unwrap_or_default();
                    equations.push(sides(&difference, "="));
                }
            }
        }
        let call = format!("${name}({})", names.join(","));
        if bound.is_empty() { call } else { format!("(E{} {} & {call})", bound.join(","), equations.join(" & ")) }
    }
}

fn variable(v: Variable) -> String {
    format!("x{v:03}")
}

fn list(all: &[Variable]) -> String {
    all.iter().map(|v| variable(*v)).collect::<Vec<_>>().join(",")
}

/// `form sign 0` with natural numbers on both sides.
fn sides(form: &Linear, sign: &str) -> String {
    let side = |positive: bool| {
        let terms = form.terms().filter(|(_, c)| (*c > 0) == positive).map(|(v, c)| match c.unsigned_abs() {
            1 => variable(v as Variable),
            c => format!("{c}*{}", variable(v as Variable)),
        });
        let constant = form.constant_term();
        let constant = (constant != 0 && (constant > 0) == positive).then(|| constant.unsigned_abs().to_string());
        let all: Vec<String> = terms.chain(constant).collect();
        if all.is_empty() { "0".to_owned() } else { all.join("+") }
    };
    format!("{}{sign}{}", side(true), side(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Move};
    use grundy_core::Context;

    #[test]
    fn nim_in_walnuts_words() {
        let cx = Context::default();
        let mut engine = Engine::new(Numeration::BINARY, &cx);
        // some k ≥ 1 is taken from one heap, the other stays
        let x = |v: usize| Linear::variable(v);
        let take = |k: usize, from: usize, other: usize| {
            let taken = x(k).plus(&x(from + 2)).unwrap().minus(&x(from)).unwrap();
            let at_least_one = Formula::compared(x(k).shifted(-1).unwrap(), Relation::GreaterEqual);
            let mut heaps = vec![
                Formula::compared(taken, Relation::Equal),
                Formula::compare(&x(other + 2), Relation::Equal, &x(other)).unwrap(),
            ];
            heaps.rotate_left(from);
            let all = Formula::all([at_least_one].into_iter().chain(heaps));
            Move { parts: 1, formula: Formula::exists([k as Variable], all), text: String::new() }
        };
        let moves = Moves { arity: 2, moves: vec![take(4, 0, 1), take(5, 1, 0)], next: 6 };
        let law = engine.linear(&[1, -1], 0, Relation::Equal).unwrap();
        let export = export("nim2", &moves, &law, Question::Kernel);
        assert_eq!(export.files[0].0, "nim2.txt");
        assert_eq!(export.files[0].1, "msd_2 msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 0\n");
        assert_eq!(
            export.commands,
            "def nim2_move0 \"?msd_2 (Ex004 (x004>=1 & x002+x004=x000 & x003=x001))\":\n\
             def nim2_move1 \"?msd_2 (Ex005 (x005>=1 & x002=x000 & x003+x005=x001))\":\n\
             eval nim2_holds \"?msd_2 Ax000,x001 ($nim2(x000,x001) <=> ~((Ex002,x003 \
             $nim2_move0(x000,x001,x002,x003) & $nim2(x002,x003)) | (Ex002,x003 \
             $nim2_move1(x000,x001,x002,x003) & $nim2(x002,x003))))\":\n"
        );
    }
}
