//! Reading: strict, line by line; lengths are compared with the text before anything is made.

use super::condition::{Bits, Condition, Form};
use super::numeration::Numeration;
use super::table::{Cover, Table};
use crate::text::{Lined, malformed, number};
use crate::{Meter, Refusal};

/// Coordinates and other variables of a move, at most.
pub(super) const VARIABLES: usize = 16;
/// Coefficients are at most so large, in absolute value.
const COEFFICIENT: i64 = 1 << 20;
/// So are constants.
const CONSTANT: i64 = 1 << 40;
/// Symbols of an automaton, at most.
const SYMBOLS: usize = 1 << 24;
/// Conditions may be nested so deep.
const DEPTH: usize = 64;
/// Sets, moves, parts and forms of a measure, at most.
const MANY: usize = 4096;

/// Which theorem is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Theorem {
    Kernel,
    Misere,
    Values,
    /// The values below this number, which stands for larger ones.
    Levels(u32),
}

impl Theorem {
    /// Has the law a track for the value?
    pub(super) fn has_values(self) -> bool {
        matches!(self, Theorem::Values | Theorem::Levels(_))
    }
}

/// A kind of move.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) line: u64,
    pub(super) variables: usize,
    pub(super) parts: Vec<Vec<usize>>,
    pub(super) condition: Condition,
}

/// A certificate as it was written.
#[derive(Debug)]
pub(super) struct Certificate {
    pub(super) comments: Vec<String>,
    pub(super) numeration: Numeration,
    pub(super) theorem: Theorem,
    pub(super) arity: usize,
    pub(super) measure: Vec<Form>,
    pub(super) sets: Vec<Table>,
    pub(super) moves: Vec<Move>,
    pub(super) law: Table,
    pub(super) strategies: Vec<Table>,
    /// By all strategies; for levels one for each.
    pub(super) wins: Vec<Cover>,
    /// Levels: for each cover a set inside it.
    pub(super) shown: Vec<Table>,
    pub(super) mobile: Vec<Table>,
    pub(super) able: Option<Cover>,
    pub(super) total: Option<Cover>,
}

/// The values of components, and what they make of a sum.
#[derive(Debug)]
pub(super) struct Sum {
    pub(super) comments: Vec<String>,
    /// Is the last track of the law the value of the sum? Otherwise the law holds its P-positions.
    pub(super) values: bool,
    /// The proofs of the values.
    pub(super) parts: Vec<Certificate>,
    /// By which part, at which forms in the coordinates of the law.
    pub(super) components: Vec<(usize, Vec<Form>)>,
    pub(super) law: Table,
}

/// What was written.
pub(super) enum Read {
    One(Box<Certificate>),
    Sum(Sum),
}

impl Certificate {
    /// Reads the whole text. A sum has no sums as parts.
    pub(super) fn read(text: &[u8], sums: bool, meter: &mut Meter<'_>) -> Result<Read, Refusal> {
        // a word of three bytes takes eight, a node of a condition a few dozen
        meter.reserve((text.len() as u64).saturating_mul(32))?;
        let (lined, comments) = Lined::open(text, "grundy automata certificate 1")?;
        let mut reader = Reader { lined, numeration: Numeration::BINARY };
        reader.numeration = reader.numeration()?;
        let read = if sums && reader.lined.line == "theorem sum" {
            Read::Sum(reader.sum(comments, meter)?)
        } else {
            Read::One(Box::new(reader.all(comments)?))
        };
        let lined = &reader.lined;
        // the digest was compared above
        if lined.behind("digest").is_none() || !lined.rest.is_empty() {
            return lined.wrong("the digest, and nothing behind it");
        }
        Ok(read)
    }
}

struct Reader<'t> {
    lined: Lined<'t>,
    numeration: Numeration,
}

impl Reader<'_> {
    fn sum(&mut self, comments: Vec<String>, meter: &mut Meter<'_>) -> Result<Sum, Refusal> {
        if self.numeration != Numeration::BINARY {
            return self.lined.wrong("`numeration base 2` before a sum");
        }
        self.lined.advance()?;
        let values = self.count("values", 0, 1)?;
        let arity = self.count("arity", 1, VARIABLES - 1 - values)?;
        let (mut parts, mut components) = (Vec::new(), Vec::new());
        while let Some(bytes) = self.lined.behind("part").and_then(small) {
            let Some((part, rest)) = self.lined.rest.split_at_checked(bytes) else {
                return self.lined.wrong("as many bytes as follow");
            };
            let Read::One(part_read) = Certificate::read(part, false, meter)? else {
                return self.lined.wrong("a part that is not a sum");
            };
            let binary = part_read.numeration == Numeration::BINARY;
            if part_read.theorem != Theorem::Values || !binary {
                return self.lined.wrong("the certificate of values in base 2");
            }
            self.push(&mut parts, *part_read)?;
            self.lined.number += part.iter().filter(|b| **b == b'\n').count() as u64;
            self.lined.rest = rest;
            self.lined.advance()?;
        }
        while let Some(words) = self.lined.behind("component") {
            let (number, forms) = words.split_once(' ').unwrap_or((words, ""));
            let Some((number, part)) = small(number).and_then(|n| Some((n, parts.get(n)?))) else {
                return self.lined.wrong("the number of a part");
            };
            let forms = self.forms(forms, arity)?;
            if forms.len() != part.arity || components.len() >= VARIABLES {
                return self.lined.wrong("as many forms as the part has coordinates");
            }
            // places are natural numbers: what is proved of them says nothing of the others
            if forms.iter().any(|form| form.constant < 0 || form.coefficients.iter().any(|c| *c < 0)) {
                return self.lined.wrong("forms that are never negative");
            }
            self.push(&mut components, (number, forms))?;
            self.lined.advance()?;
        }
        if components.is_empty() {
            return self.lined.wrong("`component`, the number of a part, and forms");
        }
        let law = self.automaton("law", Some((arity + values, false)))?.table;
        self.lined.must_be("end")?;
        Ok(Sum { comments, values: values == 1, parts, components, law })
    }

    fn all(&mut self, comments: Vec<String>) -> Result<Certificate, Refusal> {
        let theorem = match self.lined.line {
            "theorem kernel" => Theorem::Kernel,
            "theorem misere" => Theorem::Misere,
            "theorem values" => Theorem::Values,
            line => match line.strip_prefix("theorem levels ").and_then(small).filter(|most| (1..=MANY).contains(most))
            {
                Some(most) => Theorem::Levels(most as u32),
                None => {
                    return self.lined.wrong("`theorem` and `kernel`, `misere`, `values` or `levels` with a number");
                }
            },
        };
        self.lined.advance()?;
        let arity = self.count("arity", 1, VARIABLES - 1)?;
        let mut measure = Vec::new();
        while let Some(words) = self.lined.behind("measure") {
            let form = self.form(words, arity)?;
            if form.constant < 0 || form.coefficients.iter().any(|&c| c < 0) {
                return self.lined.wrong("a measure that is never negative");
            }
            self.push(&mut measure, form)?;
            self.lined.advance()?;
        }
        if measure.is_empty() {
            return self.lined.wrong("`measure` and a linear form");
        }
        let mut sets = Vec::new();
        while self.lined.behind("set").is_some() {
            let name = format!("set {}", sets.len());
            let set = self.automaton(&name, None)?.table;
            self.push(&mut sets, set)?;
        }
        let mut moves = Vec::new();
        while self.lined.behind("move").is_some() {
            let one = self.one_move(arity, &sets)?;
            self.push(&mut moves, one)?;
        }
        let values = usize::from(theorem.has_values());
        let law = self.automaton("law", Some((arity + values, false)))?.table;
        let mut strategies = Vec::new();
        for one in &moves {
            let parts = if one.parts.len() > 1 { one.parts.len() } else { 0 };
            let tracks = one.variables + values * (1 + parts);
            strategies.push(self.automaton("strategy", Some((tracks, false)))?.table);
        }
        let (mut wins, mut shown) = (Vec::new(), Vec::new());
        if matches!(theorem, Theorem::Levels(_)) {
            for _ in &moves {
                wins.push(self.automaton("win", Some((arity + values, true)))?);
            }
            for _ in &moves {
                shown.push(self.automaton("shown", Some((arity + values, false)))?.table);
            }
        } else {
            wins.push(self.automaton("win", Some((arity + values, true)))?);
        }
        let (mut mobile, mut able, mut total) = (Vec::new(), None, None);
        if theorem == Theorem::Misere {
            for one in &moves {
                mobile.push(self.automaton("mobile", Some((one.variables, false)))?.table);
            }
            able = Some(self.automaton("able", Some((arity, true)))?);
        }
        if theorem.has_values() {
            total = Some(self.automaton("total", Some((arity, true)))?);
        }
        self.lined.must_be("end")?;
        let numeration = self.numeration;
        Ok(Certificate {
            comments,
            numeration,
            theorem,
            arity,
            measure,
            sets,
            moves,
            law,
            strategies,
            wins,
            shown,
            mobile,
            able,
            total,
        })
    }

    fn push<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), Refusal> {
        if list.len() >= MANY {
            return Err(malformed(self.lined.number, format!("more than {MANY} of these")));
        }
        list.push(item);
        Ok(())
    }

    fn numeration(&mut self) -> Result<Numeration, Refusal> {
        let base = self.lined.behind("numeration base").and_then(number).filter(|k| (2..=16).contains(k));
        let ostrowski = self.lined.behind("numeration ostrowski").and_then(number).filter(|a| (1..=15).contains(a));
        let numeration = match (base, ostrowski) {
            (Some(k), _) => Numeration { digits: k as usize, ostrowski: false },
            (_, Some(a)) => Numeration { digits: a as usize + 1, ostrowski: true },
            _ => return self.lined.wrong("`numeration base` 2 to 16, or `numeration ostrowski` 1 to 15"),
        };
        self.lined.advance()?;
        Ok(numeration)
    }

    /// The line `keyword number`.
    fn count(&mut self, keyword: &str, least: usize, most: usize) -> Result<usize, Refusal> {
        let found = self.lined.behind(keyword).and_then(small).filter(|n| (least..=most).contains(n));
        let Some(found) = found else {
            return self.lined.wrong(&format!("`{keyword}` and a number from {least} to {most}"));
        };
        self.lined.advance()?;
        Ok(found)
    }

    /// Constant and coefficients of at most so many variables; the last is not 0.
    fn form(&self, words: &str, variables: usize) -> Result<Form, Refusal> {
        let mut numbers = words.split(' ').map(integer);
        let constant = numbers.next().flatten().filter(|c| c.abs() <= CONSTANT);
        let coefficients: Option<Vec<i64>> =
            numbers.take(VARIABLES + 1).map(|c| c.filter(|c| c.abs() <= COEFFICIENT)).collect();
        match (constant, coefficients) {
            (Some(constant), Some(coefficients))
                if coefficients.len() <= variables && coefficients.last() != Some(&0) =>
            {
                Ok(Form { constant, coefficients })
            }
            _ => self.lined.wrong("a linear form in these variables"),
        }
    }

    fn forms(&self, words: &str, variables: usize) -> Result<Vec<Form>, Refusal> {
        let inner = words.strip_prefix('{').and_then(|w| w.strip_suffix('}'));
        let Some(inner) = inner else { return self.lined.wrong("linear forms in braces") };
        if inner.split("} {").take(VARIABLES + 1).count() > VARIABLES {
            return self.lined.wrong("fewer linear forms");
        }
        inner.split("} {").map(|words| self.form(words, variables)).collect()
    }

    fn one_move(&mut self, arity: usize, sets: &[Table]) -> Result<Move, Refusal> {
        let line = self.lined.number;
        let variables = self.count("move variables", arity, VARIABLES)?;
        let mut parts = Vec::new();
        while let Some(words) = self.lined.behind("part") {
            let part: Option<Vec<usize>> =
                words.split(' ').take(arity + 1).map(|w| small(w).filter(|v| *v < variables)).collect();
            let Some(part) = part.filter(|p| p.len() == arity) else {
                return self.lined.wrong("a variable for each coordinate");
            };
            if parts.len() >= VARIABLES {
                return self.lined.wrong("fewer parts");
            }
            parts.push(part);
            self.lined.advance()?;
        }
        if self.lined.line != "when" {
            return self.lined.wrong("`part` and variables, or `when`");
        }
        self.lined.advance()?;
        let first = self.lined.line;
        let condition = self.condition(first, variables, sets, 0)?;
        Ok(Move { line, variables, parts, condition })
    }

    /// The tree whose root is the current line, read up to behind it.
    fn condition(&mut self, line: &str, variables: usize, sets: &[Table], depth: usize) -> Result<Condition, Refusal> {
        if depth > DEPTH {
            return Err(malformed(self.lined.number, "the condition is nested too deep"));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let forms = |reader: &Self, count: usize| -> Result<Vec<Form>, Refusal> {
            let forms = reader.forms(rest, variables)?;
            if forms.len() == count {
                Ok(forms)
            } else {
                reader.lined.wrong(&format!("{count} linear forms in braces"))
            }
        };
        let atom = match word {
            "zero" => Condition::Compare(self.form(rest, variables)?, 0),
            "negative" => Condition::Compare(self.form(rest, variables)?, -1),
            "positive" => Condition::Compare(self.form(rest, variables)?, 1),
            "congruent" => self.congruent(rest, variables)?,
            "member" => {
                let (set, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
                let Some((number, set)) = small(set).and_then(|n| Some((n, sets.get(n)?))) else {
                    return self.lined.wrong("the number of a set");
                };
                let arguments = self.forms(arguments, variables)?;
                if arguments.len() != set.tracks {
                    return self.lined.wrong("as many forms as the set has tracks");
                }
                Condition::Member(number, arguments)
            }
            "xor" => Condition::Bits(Bits::Xor, self.forms(rest, variables)?),
            "and" => Condition::Bits(Bits::And, forms(self, 3)?),
            "or" => Condition::Bits(Bits::Or, forms(self, 3)?),
            "floor" => Condition::Floor(forms(self, 2)?),
            "lowest" => Condition::Lowest(forms(self, 2)?),
            "not" if line == "not" => {
                self.lined.advance()?;
                let next = self.lined.line;
                return Ok(Condition::Not(Box::new(self.condition(next, variables, sets, depth + 1)?)));
            }
            "all" | "any" => {
                let Some(count) = small(rest).filter(|n| *n <= MANY) else { return self.lined.wrong("a number") };
                self.lined.advance()?;
                let mut inner = Vec::new();
                for _ in 0..count {
                    let next = self.lined.line;
                    inner.push(self.condition(next, variables, sets, depth + 1)?);
                }
                return Ok(if word == "all" { Condition::All(inner) } else { Condition::Any(inner) });
            }
            _ => return self.lined.wrong("a condition"),
        };
        if matches!(atom, Condition::Bits(..)) && self.numeration != Numeration::BINARY {
            return self.lined.wrong("base 2 for a relation of bits");
        }
        if matches!(atom, Condition::Floor(_)) && !self.numeration.ostrowski {
            return self.lined.wrong("an Ostrowski numeration for `floor`");
        }
        self.lined.advance()?;
        Ok(atom)
    }

    /// `3 residues 0 2 form 0 1`
    fn congruent(&self, rest: &str, variables: usize) -> Result<Condition, Refusal> {
        let parts = rest.split_once(" residues ").and_then(|(m, rest)| Some((m, rest.split_once(" form ")?)));
        let Some((modulus, (residues, form))) = parts else {
            return self.lined.wrong("`congruent`, a modulus, `residues`, numbers, `form`, a linear form");
        };
        let modulus = number(modulus).filter(|m| (1..1 << 32).contains(m));
        let residues: Option<Vec<u64>> = residues.split(' ').map(number).collect();
        match (modulus, residues) {
            (Some(modulus), Some(residues))
                if residues.windows(2).all(|w| w[0] < w[1]) && residues.iter().all(|r| *r < modulus) =>
            {
                Ok(Condition::Congruent { modulus, residues, form: self.form(form, variables)? })
            }
            _ => self.lined.wrong("a modulus and smaller residues, ascending"),
        }
    }

    /// `name tracks t states s` and the states; for covers with what they carry.
    fn automaton(&mut self, name: &str, shape: Option<(usize, bool)>) -> Result<Cover, Refusal> {
        let line = self.lined.number;
        let head =
            self.lined.behind(name).and_then(|h| h.strip_prefix("tracks ")).and_then(|h| h.split_once(" states "));
        let Some((tracks, states)) = head.and_then(|(t, s)| Some((small(t)?, small(s)?))) else {
            return self.lined.wrong(&format!("`{name} tracks`, a number, `states`, a number"));
        };
        let wanted = shape.is_none_or(|(t, _)| t == tracks) && (1..=VARIABLES).contains(&tracks);
        let symbols = u32::try_from(tracks).ok().and_then(|t| self.numeration.digits.checked_pow(t));
        let Some(symbols) = symbols.filter(|s| wanted && *s <= SYMBOLS) else {
            return self.lined.wrong("the number of tracks that fits what was said before");
        };
        // every state has a line of at least two bytes
        if states == 0 || states > self.lined.rest.len() / 2 || u32::try_from(states).is_err() {
            return self.lined.wrong("as many states as lines follow");
        }
        let carries = shape.is_some_and(|(_, carries)| carries);
        let mut cover = Cover { table: Table::new(line, tracks), carried: Vec::new() };
        for _ in 0..states {
            self.lined.advance()?;
            let (row, carried) = match self.lined.line.split_once(" |") {
                Some((row, carried)) if carries => (row, carried),
                None if !carries => (self.lined.line, ""),
                _ => return self.lined.wrong("what a state carries, for covers and only there"),
            };
            let mut words = row.split(' ');
            let accepting = match words.next() {
                Some("0") => false,
                Some("1") => true,
                _ => return self.lined.wrong("0 or 1"),
            };
            let mut before = None;
            cover.table.row(accepting);
            for word in words {
                let arrow = pair(word).filter(|&(symbol, to)| {
                    (symbol as usize) < symbols && (to as usize) < states && before.is_none_or(|b| b < symbol)
                });
                let Some((symbol, to)) = arrow else { return self.lined.wrong("symbol:state, ascending") };
                before = Some(symbol);
                cover.table.arrow(symbol, to);
            }
            let mut list = Vec::new();
            for word in carried.split(' ').skip(1) {
                let Some(item) = pair(word).filter(|p| list.last().is_none_or(|last| last < p)) else {
                    return self.lined.wrong("source:state, ascending");
                };
                list.push(item);
            }
            if !carried.is_empty() && !carried.starts_with(' ') {
                return self.lined.wrong("a blank behind `|`");
            }
            if carries {
                cover.carried.push(list);
            }
        }
        self.lined.advance()?;
        Ok(cover)
    }
}

fn small(word: &str) -> Option<usize> {
    number(word).and_then(|n| usize::try_from(n).ok())
}

fn integer(word: &str) -> Option<i64> {
    match word.strip_prefix('-') {
        Some(positive) => number(positive).filter(|n| *n > 0).map(|n| -(n as i64)),
        None => number(word).map(|n| n as i64),
    }
}

fn pair(word: &str) -> Option<(u32, u32)> {
    let (left, right) = word.split_once(':')?;
    Some((u32::try_from(number(left)?).ok()?, u32::try_from(number(right)?).ok()?))
}
