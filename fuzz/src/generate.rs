//! Random rules as data: printed as notation text for the library, evaluated directly by [`crate::brute`].
//!
//! Drawn by family, so that every engine of the library gets its share; the targets report what was really drawn.

use std::fmt;

use crate::random::Random;

/// Coordinates of one component.
pub type Place = Vec<i64>;

/// A linear expression, floored by a divisor: `(constant + Σ factor·variable) // divisor`.
///
/// Variables: the coordinates first, then the loop variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The constant.
    pub constant: i64,
    /// A factor a variable.
    pub factors: Vec<i64>,
    /// At least 1; 1 prints nothing.
    pub divisor: i64,
}

impl Form {
    /// `constant + Σ factors`
    #[must_use]
    pub fn linear(constant: i64, factors: &[i64]) -> Self {
        Form { constant, factors: factors.to_vec(), divisor: 1 }
    }

    /// The same, rounded down after division.
    #[must_use]
    pub fn over(mut self, divisor: i64) -> Self {
        self.divisor = divisor;
        self
    }

    /// Its value.
    #[must_use]
    pub fn at(&self, variables: &[i64]) -> i64 {
        let sum: i64 = self.factors.iter().zip(variables).map(|(f, v)| f * v).sum();
        (self.constant + sum).div_euclid(self.divisor)
    }

    fn show(&self, names: &[&str]) -> String {
        let mut text = String::new();
        for (&factor, name) in self.factors.iter().zip(names) {
            match factor {
                0 => continue,
                1 if text.is_empty() => {}
                1 => text.push('+'),
                -1 => text.push('-'),
                f if f > 0 && !text.is_empty() => text.push_str(&format!("+{f}*")),
                f => text.push_str(&format!("{f}*")),
            }
            text.push_str(name);
        }
        if text.is_empty() {
            text = self.constant.to_string();
        } else if self.constant != 0 {
            text.push_str(&format!("{:+}", self.constant));
        }
        if self.divisor == 1 { text } else { format!("({text})//{}", self.divisor) }
    }
}

/// A condition that binds a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// `left < right`
    Less(Form, Form),
    /// `left <= right`
    AtMost(Form, Form),
    /// `left != right`
    Differs(Form, Form),
    /// `left % modulus = residue`
    Residue(Form, i64, i64),
    /// `form in from.. step s`, which has no end; with `false`: `not in`
    From(Form, i64, i64, bool),
}

impl Guard {
    /// Does it hold?
    #[must_use]
    pub fn holds(&self, variables: &[i64]) -> bool {
        match self {
            Guard::Less(a, b) => a.at(variables) < b.at(variables),
            Guard::AtMost(a, b) => a.at(variables) <= b.at(variables),
            Guard::Differs(a, b) => a.at(variables) != b.at(variables),
            Guard::Residue(a, modulus, residue) => a.at(variables).rem_euclid(*modulus) == *residue,
            Guard::From(a, from, step, inside) => {
                let above = a.at(variables) - from;
                (above >= 0 && above % step == 0) == *inside
            }
        }
    }

    fn show(&self, names: &[&str]) -> String {
        match self {
            Guard::Less(a, b) => format!("{} < {}", a.show(names), b.show(names)),
            Guard::AtMost(a, b) => format!("{} <= {}", a.show(names), b.show(names)),
            Guard::Differs(a, b) => format!("{} != {}", a.show(names), b.show(names)),
            Guard::Residue(a, modulus, residue) => format!("({}) % {modulus} = {residue}", a.show(names)),
            Guard::From(a, from, step, inside) => {
                format!("{} {}in {from}.. step {step}", a.show(names), if *inside { "" } else { "not " })
            }
        }
    }
}

/// What the loop variable runs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Set {
    /// These numbers, in this order.
    List(Vec<i64>),
    /// `from..to step s`; without `to` up to the size of the position.
    Range(Form, Option<Form>, i64),
}

/// One move: a loop, a guard, the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// At most one loop.
    pub set: Option<Set>,
    /// At most one guard.
    pub guard: Option<Guard>,
    /// What is left: `true` for a heap handed over to Nim, `false` for the game itself, and the coordinates.
    pub parts: Vec<(bool, Vec<Form>)>,
}

/// A game as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Game {
    /// `take[…]` of these numbers, of all from a number on, or of all but these.
    Take(Vec<i64>),
    /// `take[from..]`
    TakeFrom(i64),
    /// `take[1.. except …]`
    TakeExcept(Vec<i64>),
    /// A take-and-break code: digit 0 and the others.
    Code(u8, Vec<u8>),
    /// A rule in braces.
    Braces(usize, Vec<Alternative>),
    /// The moves of either.
    Union(Box<Game>, Box<Game>),
}

/// Where a game was drawn from, for the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Finite subtraction set, in brackets or braces.
    Subtraction,
    /// Subtraction of infinitely many numbers.
    Infinite,
    /// Octal or hexadecimal code.
    Code,
    /// The options are an initial segment.
    Segment,
    /// Floor divisions.
    Floors,
    /// Removal and splitting in braces.
    Splitting,
    /// Anything linear in one coordinate.
    Linear,
    /// Two coordinates.
    Pair,
    /// Two games at once.
    Union,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&["n", "k"]))
    }
}

impl Game {
    /// How many coordinates.
    #[must_use]
    pub fn arity(&self) -> usize {
        match self {
            Game::Braces(arity, _) => *arity,
            _ => 1,
        }
    }

    /// Can a move leave more than one part?
    #[must_use]
    pub fn splits(&self) -> bool {
        match self {
            Game::Code(zero, digits) => *zero > 3 || digits.iter().any(|d| *d > 3),
            Game::Braces(_, alternatives) => alternatives.iter().any(|a| a.parts.len() > 1),
            Game::Union(a, b) => a.splits() || b.splits(),
            _ => false,
        }
    }
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Take(numbers) => write!(f, "take[{}]", list(numbers)),
            Game::TakeFrom(from) => write!(f, "take[{from}..]"),
            Game::TakeExcept(numbers) => write!(f, "take[1.. except {{{}}}]", list(numbers)),
            Game::Code(zero, digits) => {
                write!(f, "{zero}.")?;
                digits.iter().try_for_each(|d| write!(f, "{d:X}"))
            }
            Game::Braces(arity, alternatives) => {
                let names: &[&str] = if *arity == 1 { &["n", "k"] } else { &["a", "b", "k"] };
                write!(f, "{{{} -> ", if *arity == 1 { "n" } else { "(a,b)" })?;
                for (i, alternative) in alternatives.iter().enumerate() {
                    if i > 0 {
                        f.write_str("; ")?;
                    }
                    let parts: Vec<String> = alternative
                        .parts
                        .iter()
                        .map(|(nim, forms)| {
                            let inside: Vec<String> = forms.iter().map(|form| form.show(names)).collect();
                            match (nim, *arity) {
                                (true, _) => format!("nim({})", inside[0]),
                                (false, 1) => inside[0].clone(),
                                (false, _) => format!("({})", inside.join(",")),
                            }
                        })
                        .collect();
                    f.write_str(&parts.join(" & "))?;
                    match &alternative.set {
                        Some(Set::List(numbers)) => write!(f, " for k in {{{}}}", list(numbers))?,
                        Some(Set::Range(from, to, step)) => {
                            write!(f, " for k in {}..", from.show(names))?;
                            if let Some(to) = to {
                                f.write_str(&to.show(names))?;
                            }
                            if *step != 1 {
                                write!(f, " step {step}")?;
                            }
                        }
                        None => {}
                    }
                    if let Some(guard) = &alternative.guard {
                        write!(f, " if {}", guard.show(names))?;
                    }
                }
                f.write_str("}")
            }
            Game::Union(a, b) => write!(f, "{a} | {b}"),
        }
    }
}

/// A random game and where it comes from.
pub fn game(random: &mut Random) -> (Family, Game) {
    match random.index(18) {
        0 => (Family::Subtraction, Game::Take(numbers(random))),
        1 | 2 => (Family::Subtraction, subtraction_in_braces(random)),
        3 => (Family::Infinite, Game::TakeFrom(random.between(1, 6))),
        4 => (Family::Infinite, Game::TakeExcept(numbers(random))),
        5 | 6 => (Family::Code, code(random)),
        7 => (Family::Segment, segment(random)),
        8 => (Family::Floors, floors(random)),
        9..=11 => (Family::Splitting, splitting(random)),
        12 | 13 => (Family::Linear, linear(random)),
        14..=16 => (Family::Pair, pair(random)),
        _ => (Family::Union, Game::Union(Box::new(one_heap(random)), Box::new(one_heap(random)))),
    }
}

fn one_heap(random: &mut Random) -> Game {
    match random.index(5) {
        0 => Game::Take(numbers(random)),
        1 => subtraction_in_braces(random),
        2 => code(random),
        3 => splitting(random),
        _ => linear(random),
    }
}

fn numbers(random: &mut Random) -> Vec<i64> {
    let count = random.between(1, 4);
    let mut numbers: Vec<i64> = (0..count).map(|_| random.between(1, 9)).collect();
    if random.one_in(4) {
        numbers.sort_unstable();
    }
    numbers.dedup();
    numbers
}

fn only(parts: Vec<(bool, Vec<Form>)>, set: Option<Set>, guard: Option<Guard>) -> Alternative {
    Alternative { set, guard, parts }
}

fn own(form: Form) -> (bool, Vec<Form>) {
    (false, vec![form])
}

fn subtraction_in_braces(random: &mut Random) -> Game {
    let less = || own(Form::linear(0, &[1, -1]));
    let alternative = match random.index(4) {
        0 => only(vec![less()], Some(Set::List(numbers(random))), None),
        1 => {
            let from = random.between(1, 3);
            let to = from + random.between(0, 5);
            let range = Set::Range(Form::linear(from, &[]), Some(Form::linear(to, &[])), random.between(1, 2));
            only(vec![less()], Some(range), None)
        }
        2 => {
            let guard = Guard::AtMost(Form::linear(0, &[0, 1]), Form::linear(0, &[1]));
            only(vec![less()], Some(Set::List(numbers(random))), Some(guard))
        }
        _ => {
            let residue = random.between(0, 2);
            let guard = Guard::Residue(Form::linear(0, &[random.between(0, 1), 1]), 3, residue);
            only(vec![less()], Some(Set::Range(Form::linear(1, &[]), None, 1)), Some(guard))
        }
    };
    let mut alternatives = vec![alternative];
    if random.one_in(3) {
        alternatives.push(only(vec![own(Form::linear(-random.between(1, 8), &[1]))], None, None));
    }
    Game::Braces(1, alternatives)
}

fn code(random: &mut Random) -> Game {
    let hexadecimal = random.one_in(4);
    let digits = (0..random.between(1, 4)).map(|_| random.between(0, if hexadecimal { 15 } else { 7 }) as u8).collect();
    Game::Code(if random.one_in(4) { 4 } else { 0 }, digits)
}

fn segment(random: &mut Random) -> Game {
    // n - k for k from (n+c)//d to n: the options are 0 .. n - (n+c)//d
    let divisor = random.between(1, 3);
    let from = Form::linear(random.between(0, 3), &[1]).over(divisor);
    let set = Set::Range(from, Some(Form::linear(0, &[1])), 1);
    let guard = Guard::Less(Form::linear(0, &[]), Form::linear(0, &[if random.one_in(4) { 0 } else { 1 }, 1]));
    Game::Braces(1, vec![only(vec![own(Form::linear(0, &[1, -1]))], Some(set), Some(guard))])
}

fn floors(random: &mut Random) -> Game {
    let positive = || Some(Guard::Less(Form::linear(0, &[]), Form::linear(0, &[1])));
    let count = random.between(1, 3);
    let alternatives = (0..count)
        .map(|_| {
            let floor = Form::linear(random.between(-2, 1), &[1]).over(random.between(2, 5));
            only(vec![own(floor)], None, if random.one_in(8) { None } else { positive() })
        })
        .collect();
    Game::Braces(1, alternatives)
}

fn splitting(random: &mut Random) -> Game {
    let removed = random.between(0, 3);
    let (a, b) = (Form::linear(0, &[0, 1]), Form::linear(-removed, &[1, -1]));
    let from = Form::linear(random.between(0, 2), &[]);
    let to = random.one_in(2).then(|| Form::linear(-random.between(0, 3), &[1]));
    let guard = match random.index(5) {
        0 => None,
        1 => Some(Guard::Less(a.clone(), b.clone())),
        2 | 3 => Some(Guard::AtMost(a.clone(), b.clone())),
        _ => Some(Guard::Differs(a.clone(), b.clone())),
    };
    let parts = match random.index(8) {
        0 => vec![own(a.clone()), own(a)],
        1 => vec![own(b), (true, vec![a])],
        2 => vec![own(a.clone()), own(a), own(Form::linear(-removed - 1, &[1, -2]))],
        _ => vec![own(a), own(b)],
    };
    let mut alternatives = vec![only(parts, Some(Set::Range(from, to, 1)), guard)];
    if random.one_in(2) {
        alternatives.push(only(vec![own(Form::linear(-random.between(1, 4), &[1]))], None, None));
    }
    if random.one_in(3) {
        alternatives.push(only(vec![own(Form::linear(0, &[1, -1]))], Some(Set::List(numbers(random))), None));
    }
    Game::Braces(1, alternatives)
}

fn linear(random: &mut Random) -> Game {
    let count = random.between(1, 3);
    let alternatives = (0..count)
        .map(|_| {
            let set = match random.index(3) {
                0 => None,
                1 => Some(Set::List(numbers(random))),
                _ => {
                    let from = Form::linear(random.between(1, 3), &[]);
                    let to =
                        random.one_in(2).then(|| Form::linear(random.between(-2, 4), &[1]).over(random.between(1, 3)));
                    Some(Set::Range(from, to, random.between(1, 3)))
                }
            };
            let k = if set.is_some() { -random.between(1, 2) } else { 0 };
            // sometimes the heap does not shrink, and the rule must be refused
            let constant = if set.is_some() { random.between(-2, 0) } else { random.between(-5, 0) };
            let form = Form::linear(constant, &[1, k]).over(if random.one_in(5) { 2 } else { 1 });
            let hands_over = random.one_in(8);
            let guard = match random.index(7) {
                0 => Some(Guard::Residue(Form::linear(0, &[1]), random.between(2, 3), random.between(0, 1))),
                1 => Some(Guard::Less(Form::linear(random.between(0, 6), &[]), Form::linear(0, &[1]))),
                2 => Some(Guard::Differs(Form::linear(random.between(0, 9), &[]), form.clone())),
                3 => {
                    let tested = Form::linear(random.between(-2, 3), &[random.between(1, 2), k]);
                    Some(Guard::From(tested, random.between(0, 9), random.between(1, 3), !random.one_in(3)))
                }
                _ => None,
            };
            only(vec![(hands_over, vec![form])], set, guard)
        })
        .collect();
    Game::Braces(1, alternatives)
}

fn pair(random: &mut Random) -> Game {
    let to = |x: Form, y: Form| (false, vec![x, y]);
    let up = || Some(Set::Range(Form::linear(1, &[]), None, 1));
    let mut alternatives = Vec::new();
    match random.index(4) {
        0 => {
            // rays, as in Wythoff's game
            for _ in 0..random.between(1, 3) {
                let (x, y) = *random.pick(&[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)]);
                let part = to(Form::linear(0, &[1, 0, -x]), Form::linear(0, &[0, 1, -y]));
                alternatives.push(only(vec![part], up(), None));
            }
        }
        1 | 2 => {
            // steps, some of which raise a coordinate
            for _ in 0..random.between(1, 5) {
                let (x, y) = (random.between(-1, 3), random.between(-1, 3));
                let part = to(Form::linear(-x, &[1, 0]), Form::linear(-y, &[0, 1]));
                alternatives.push(only(vec![part], None, None));
            }
        }
        _ => {
            // cuts
            let half = Guard::AtMost(Form::linear(0, &[0, 0, 1]), Form::linear(0, &[1, 0, -1]));
            let parts = vec![
                to(Form::linear(0, &[0, 0, 1]), Form::linear(0, &[0, 1])),
                to(Form::linear(0, &[1, 0, -1]), Form::linear(0, &[0, 1])),
            ];
            alternatives.push(only(parts, up(), Some(half)));
            let part = to(Form::linear(0, &[1]), Form::linear(-random.between(0, 2), &[0, 1]));
            alternatives.push(only(vec![part], None, None));
        }
    }
    Game::Braces(2, alternatives)
}
