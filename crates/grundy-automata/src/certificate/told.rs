//! The moves that a certificate tells, read again from its text and compared with those of a game.
//!
//! Two rules are one game where the relation between a position and what a move leaves is the same set, and minimal automata of
//! equal sets are equal. So it does not matter how either rule was written. What leaves two parts is compared in any order of
//! the parts.
//!
//! Cost: that of the automata of both relations, on the coordinates of the position and of all parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Relation;
use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Engine, Obstacle};
use crate::formula::{Bitwise, Formula, Variable};
use crate::linear::Linear;
use crate::moves::Moves;
use crate::numeration::Numeration;
use crate::search::Question;

/// Conditions may be nested so deep.
const DEPTH: usize = 64;
/// Coordinates and other variables of a move, at most.
const VARIABLES: usize = 64;

/// What the text of a certificate says of the game.
#[derive(Debug, Clone)]
pub struct Told {
    /// The numeration system.
    pub numeration: Numeration,
    /// Which equation is proved.
    pub question: Question,
    /// Number of coordinates.
    pub arity: usize,
    moves: Vec<OneMove>,
}

#[derive(Debug, Clone)]
struct OneMove {
    variables: usize,
    parts: Vec<Vec<usize>>,
    condition: Formula,
}

impl Told {
    /// Reads the lines that tell the game, after the certificate was checked; `None`: it is that of a sum, or not written as
    /// [`Certificate::to_text`](super::Certificate::to_text) writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Told> {
        let lines = text.lines().skip(1).skip_while(|line| line.starts_with('#'));
        let mut lines = Lines { lines: lines.collect::<Vec<_>>().into_iter(), sets: Vec::new() };
        let numeration = match lines.behind("numeration")?.split_once(' ')? {
            ("base", k) => Numeration::base(k.parse().ok()?)?,
            (_, a) => Numeration::ostrowski(a.parse().ok()?)?,
        };
        let question = match lines.behind("theorem")? {
            "kernel" => Question::Kernel,
            "misere" => Question::Misere,
            "values" => Question::Values,
            other => Question::Levels(other.strip_prefix("levels ")?.parse().ok()?),
        };
        let arity: usize = lines.behind("arity")?.parse().ok().filter(|arity| *arity <= VARIABLES)?;
        while lines.behind("measure").is_some() {}
        while let Some(head) = lines.behind("set") {
            let set = lines.set(head, numeration)?;
            lines.sets.push(Arc::new(set));
        }
        let mut moves = Vec::new();
        while let Some(head) = lines.behind("move") {
            let variables = head.strip_prefix("variables ")?.parse().ok().filter(|count| *count <= VARIABLES)?;
            let mut parts = Vec::new();
            while let Some(words) = lines.behind("part") {
                let part: Vec<usize> = words.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
                parts.push(Some(part).filter(|part| part.len() == arity && part.iter().all(|v| *v < variables))?);
            }
            (lines.lines.next()? == "when").then_some(())?;
            moves.push(OneMove { variables, parts, condition: lines.condition(DEPTH)? });
        }
        Some(Told { numeration, question, arity, moves })
    }

    /// Are there moves with so many parts in both, whatever their number?
    #[must_use]
    pub fn has_as_many_parts_as(&self, moves: &Moves) -> bool {
        let told: BTreeSet<usize> = self.moves.iter().map(|one| one.parts.len()).collect();
        told == moves.moves.iter().map(|one| one.parts).collect()
    }

    /// Are these the same moves? The engine has the numeration of the certificate.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn has_the_moves(&self, moves: &Moves, engine: &mut Engine<'_>) -> Built<bool> {
        if moves.arity != self.arity {
            return Ok(false);
        }
        let own = moves.moves.iter().map(|one| one.parts);
        let most = self.moves.iter().map(|one| one.parts.len()).chain(own).max().unwrap_or(0);
        for count in 0..=most {
            let told = self.moves.iter().filter(|one| one.parts.len() == count).map(|one| self.relation(one));
            let told: Vec<Formula> = told.collect::<Option<_>>().ok_or_else(Obstacle::overflow)?;
            let own = moves.moves.iter().filter(|one| one.parts == count).map(|one| one.formula.clone());
            let (told, own) = (Formula::any(told), Formula::any(own));
            let names: Vec<Variable> = (0..(self.arity * (count + 1)) as Variable).collect();
            let told = self.in_any_order(engine.compile(&told, &names)?, count, engine)?;
            let own = self.in_any_order(engine.compile(&own, &names)?, count, engine)?;
            if told != own {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The relation between a position and so many parts, with the parts in every order.
    fn in_any_order(&self, set: Dfa, count: usize, engine: &mut Engine<'_>) -> Built<Dfa> {
        if count < 2 {
            return Ok(set);
        }
        let names: Vec<Variable> = (0..set.tracks() as Variable).collect();
        let (mut known, mut one) = (set.clone(), Arc::new(set));
        // neighbours changed, again and again, make every order
        loop {
            let mut all = vec![Formula::Member(Arc::clone(&one), names.iter().map(|&v| variable(v)).collect())];
            for part in 1..count {
                let changed = |v: Variable| match v as usize / self.arity {
                    at if at == part => variable(v + self.arity as Variable),
                    at if at == part + 1 => variable(v - self.arity as Variable),
                    _ => variable(v),
                };
                all.push(Formula::Member(Arc::clone(&one), names.iter().map(|&v| changed(v)).collect()));
            }
            let next = engine.compile(&Formula::any(all), &names)?;
            if next == known {
                return Ok(known);
            }
            (known, one) = (next.clone(), Arc::new(next));
        }
    }

    /// The move as a relation between the position and the coordinates of the parts, which stand behind it.
    fn relation(&self, one: &OneMove) -> Option<Formula> {
        let behind = self.arity * (one.parts.len() + 1);
        let chosen = self.arity..one.variables;
        let moved = |v: usize| if v < self.arity { v } else { v - self.arity + behind };
        let mut condition = one.condition.clone();
        // by way of large numbers, so that none meets another
        let far = behind + one.variables;
        for v in chosen.clone() {
            condition = condition.substituted(v as Variable, &Linear::variable(far + v))?;
        }
        for v in chosen.clone() {
            condition = condition.substituted((far + v) as Variable, &Linear::variable(moved(v)))?;
        }
        let mut all = vec![condition];
        for (at, &v) in (self.arity..).zip(one.parts.iter().flatten()) {
            let difference = Linear::variable(at).minus(&Linear::variable(moved(v)))?;
            all.push(Formula::compared(difference, Relation::Equal));
        }
        Some(Formula::exists(chosen.map(|v| moved(v) as Variable), Formula::all(all)))
    }
}

fn variable(v: Variable) -> Linear {
    Linear::variable(v as usize)
}

/// The lines that are still to be read.
struct Lines<'t> {
    lines: std::vec::IntoIter<&'t str>,
    sets: Vec<Arc<Dfa>>,
}

impl<'t> Lines<'t> {
    /// What stands behind the word on the next line, if it begins with that.
    fn behind(&mut self, word: &str) -> Option<&'t str> {
        let rest = self.lines.as_slice().first()?.strip_prefix(word)?.strip_prefix(' ')?;
        self.lines.next();
        Some(rest)
    }

    /// `I tracks T states S`, and a line for each state.
    fn set(&mut self, head: &str, numeration: Numeration) -> Option<Dfa> {
        let words: Vec<&str> = head.split(' ').collect();
        let [_, "tracks", tracks, "states", states] = words[..] else { return None };
        let (tracks, states): (usize, usize) = (tracks.parse().ok()?, states.parse().ok()?);
        let symbols = numeration.digits().checked_pow(u32::try_from(tracks).ok()?)?;
        if states > self.lines.len() || symbols > 1 << 16 {
            return None;
        }
        let (mut table, mut accepting) = (vec![DEAD; states * symbols], Vec::new());
        for state in 0..states {
            let mut words = self.lines.next()?.split(' ');
            accepting.push(words.next()? == "1");
            for word in words {
                let (symbol, to) = word.split_once(':')?;
                let symbol: usize = symbol.parse().ok().filter(|symbol| *symbol < symbols)?;
                table[state * symbols + symbol] = to.parse().ok()?;
            }
        }
        Dfa::from_table(numeration, tracks, table, accepting).ok()
    }

    fn condition(&mut self, depth: usize) -> Option<Formula> {
        let depth = depth.checked_sub(1)?;
        let line = self.lines.next()?;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let compared = |relation| Some(Formula::compared(form(rest)?, relation));
        match word {
            "zero" => compared(Relation::Equal),
            "negative" => compared(Relation::Less),
            "positive" => compared(Relation::Greater),
            "congruent" => {
                let (modulus, rest) = rest.split_once(" residues ")?;
                let (residues, of) = rest.split_once(" form ")?;
                let residues: Vec<u64> = residues.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
                Some(Formula::congruent(form(of)?, modulus.parse().ok()?, residues))
            }
            "not" => Some(self.condition(depth)?.negated()),
            "all" | "any" => {
                let count: usize = rest.parse().ok()?;
                let inner: Vec<Formula> = (0..count).map(|_| self.condition(depth)).collect::<Option<_>>()?;
                Some(if word == "all" { Formula::all(inner) } else { Formula::any(inner) })
            }
            "member" => {
                let (number, arguments) = rest.split_once(' ')?;
                let set = self.sets.get(number.parse::<usize>().ok()?)?;
                let arguments = forms(arguments)?;
                (arguments.len() == set.tracks()).then(|| Formula::Member(Arc::clone(set), arguments))
            }
            "xor" => Some(Formula::Bits(Bitwise::XorZero, forms(rest)?)),
            "and" | "or" => {
                let arguments = forms(rest).filter(|forms| forms.len() == 3)?;
                Some(Formula::Bits(if word == "and" { Bitwise::And } else { Bitwise::Or }, arguments))
            }
            "floor" | "lowest" => {
                let [argument, value] = <[Linear; 2]>::try_from(forms(rest)?).ok()?;
                Some(match word {
                    "floor" => Formula::Floor { argument, value },
                    _ => Formula::LowestPlace { argument, value },
                })
            }
            _ => None,
        }
    }
}

/// A constant, and the coefficients of the variables.
fn form(words: &str) -> Option<Linear> {
    let mut words = words.split(' ');
    let constant = Linear::constant(words.next()?.parse().ok()?);
    words
        .zip(0..VARIABLES)
        .try_fold(constant, |sum, (word, v)| sum.plus(&Linear::variable(v).scaled(word.parse().ok()?)?))
}

fn forms(words: &str) -> Option<Vec<Linear>> {
    words.strip_prefix('{')?.strip_suffix('}')?.split("} {").map(form).collect()
}
