//! Families of games, elaborated: how many members, and the text of each by its number.
//!
//! Members are numbered from 0 in a fixed order, so that parts of a family can be worked anywhere: codes by their
//! digits (`0.0`, `0.1`, … `0.7`, `0.01`, `0.11`, …: the first digit runs fastest), draws with the last one fastest,
//! subsets by the binary number whose bit i says whether the i-th smallest element is in (so the empty set is first), the games of a
//! list, one a line, as they stand.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Diagnostic, Error, Nat};
use grundy_notation::Span;
use grundy_notation::ast::{Argument, Cond, Expr, Game, Item, Set, SetAtom, Simple};
use grundy_notation::family::{self, Draw, Members};
use grundy_notation::substitute::Substitution;

use crate::rule::alone::{self, Env};
use crate::rule::eval;
use crate::rule::ir;
use crate::rule::lower::{self, Lowering, NODE_LIMIT};

type Result<T> = std::result::Result<T, Diagnostic>;

/// A family may have so many members.
const MOST: u64 = 1 << 40;
/// A parameter may be drawn from so many numbers.
const NUMBERS: usize = 1_000_000;
/// Values of all parameters but the last may combine in so many ways.
const BLOCKS: usize = 1_000_000;
/// Subsets of at most so many elements are drawn.
const ELEMENTS: usize = 40;

/// A family of games whose members are numbered; made by [`Session::family`](super::Session::family).
///
/// ```
/// let family = grundy::Session::new().family("take[S] for S subset of {1..4}")?;
/// assert_eq!(family.len(), 16);
/// assert_eq!(family.member(11)?, "take[1,2,4]");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug, Clone)]
pub struct Family {
    text: String,
    /// `let …;` in front of every member.
    preamble: String,
    kind: Kind,
    len: u64,
}

#[derive(Debug, Clone)]
enum Kind {
    Codes { base: u64, digits: u32 },
    Games { game: Arc<Game>, names: Vec<String>, blocks: Vec<Block> },
    List(Vec<String>),
}

/// The members that differ in the last parameter only.
#[derive(Debug, Clone)]
struct Block {
    /// The number of the first one.
    first: u64,
    /// The other parameters.
    bound: Vec<Argument>,
    /// What the last one is drawn from; blocks that draw from the same numbers share them.
    numbers: Arc<[Nat]>,
    subset: bool,
    /// Which values of the last one fulfil the condition; `None`: all.
    accepted: Option<Vec<u64>>,
}

impl Family {
    pub(super) fn new(read: &family::Family) -> Result<Self> {
        let preamble: String = read.definitions.iter().map(|d| format!("{d} ")).collect();
        let (kind, len) = match &read.of {
            Members::Codes { base, digits } => {
                let len = u64::from(*base).checked_pow(*digits).filter(|len| *len <= MOST).ok_or_else(too_many)?;
                (Kind::Codes { base: (*base).into(), digits: *digits }, len)
            }
            Members::Games { game, draws, cond } => {
                let drawn = vec![None; draws.len()];
                let mut listing = Listing { draws, cond: cond.as_ref(), blocks: Vec::new(), len: 0, drawn };
                listing.draw(&mut Vec::new())?;
                let (blocks, len) = (listing.blocks, listing.len);
                let names = draws.iter().map(|d| d.name.text.clone()).collect();
                (Kind::Games { game: game.clone(), names, blocks }, len)
            }
        };
        if len == 0 {
            return Err(Diagnostic::input("the family has no members").suggest("take[S] for S subset of {1..12}"));
        }
        Ok(Family { text: read.to_string(), preamble, kind, len })
    }

    /// The family of these games, in canonical spelling.
    pub(super) fn of_list(games: Vec<String>) -> Self {
        let len = games.len() as u64;
        Family { text: games.join("\n"), preamble: String::new(), kind: Kind::List(games), len }
    }

    /// The canonical spelling; of a list a line a game.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many members it has, at least one.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no family is empty")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The member with this number, in canonical spelling.
    ///
    /// # Errors
    /// A number that is not below [`len`](Family::len), or parameters that make no game.
    pub fn member(&self, number: u64) -> Result<String> {
        if number >= self.len {
            return Err(Diagnostic::input(format!("the family has {} members, numbered from 0", self.len)));
        }
        match &self.kind {
            Kind::List(games) => Ok(games[number as usize].clone()),
            Kind::Codes { base, digits } => {
                let digit = |i| number / base.pow(i) % base;
                let last = (0..*digits).rev().find(|&i| digit(i) != 0).unwrap_or(0);
                let letters = (0..=last).filter_map(|i| char::from_digit(digit(i) as u32, 16));
                let code: String = letters.map(|c| c.to_ascii_uppercase()).collect();
                Ok(format!("{}0.{code}", self.preamble))
            }
            Kind::Games { game, names, blocks } => {
                let at = blocks.partition_point(|b| b.first <= number).saturating_sub(1);
                let Some(block) = blocks.get(at) else { return Err(too_many()) };
                let mut values = block.bound.clone();
                let inner = number - block.first;
                let inner = block.accepted.as_ref().map_or(Some(inner), |a| a.get(inner as usize).copied());
                values.push(block.value(inner.unwrap_or(0)));
                let bindings: Vec<(&str, Argument)> = names.iter().map(String::as_str).zip(values).collect();
                let mut game = Substitution::new(&bindings, NODE_LIMIT).game(game)?;
                game.alternatives.iter_mut().for_each(spread);
                Ok(format!("{}{game}", self.preamble))
            }
        }
    }
}

impl Block {
    /// How many values the last parameter has.
    fn values(&self) -> u64 {
        if self.subset { 1 << self.numbers.len() } else { self.numbers.len() as u64 }
    }

    /// The value with this number.
    fn value(&self, number: u64) -> Argument {
        let one = |n: &Nat| Item::One(Expr::Number(n.clone(), Span::default()));
        let base = if self.subset {
            let chosen = self.numbers.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
            SetAtom::Braces(chosen.map(|(_, n)| one(n)).collect())
        } else {
            SetAtom::Item(one(self.numbers.get(number as usize).unwrap_or(&Nat::ZERO)))
        };
        Argument::Set(Set { base, except: Vec::new(), span: Span::default() })
    }
}

/// `take[{1,3}]` is written `take[1,3]`.
fn spread(simple: &mut Simple) {
    if let Simple::Named { name, arguments } = simple
        && name.text == "take"
        && let [Argument::Set(Set { base: SetAtom::Braces(items), except, .. })] = arguments.as_slice()
        && except.is_empty()
        && !items.is_empty()
    {
        let set = |item: &Item| Set { base: SetAtom::Item(item.clone()), except: Vec::new(), span: Span::default() };
        *arguments = items.iter().map(|item| Argument::Set(set(item))).collect();
    }
}

/// Goes through the values of all parameters but the last.
struct Listing<'a> {
    draws: &'a [Draw],
    cond: Option<&'a Cond>,
    blocks: Vec<Block>,
    len: u64,
    /// For each parameter the set that it was drawn from last, and its numbers.
    drawn: Vec<Option<(String, Arc<[Nat]>)>>,
}

impl Listing<'_> {
    /// What a parameter is drawn from. Most sets do not depend on the other parameters.
    fn numbers(&mut self, parameter: usize, set: &Set) -> Result<Arc<[Nat]>> {
        let text = set.to_string();
        if let Some((_, numbers)) = self.drawn[parameter].as_ref().filter(|(known, _)| *known == text) {
            return Ok(Arc::clone(numbers));
        }
        let numbers: Arc<[Nat]> = members(set)?.into();
        self.drawn[parameter] = Some((text, Arc::clone(&numbers)));
        Ok(numbers)
    }

    fn draw(&mut self, bound: &mut Vec<Argument>) -> Result<()> {
        let Some(draw) = self.draws.get(bound.len()) else { return Ok(()) };
        let set = Substitution::new(&self.bindings(bound), NODE_LIMIT).set(&draw.set)?;
        let numbers = self.numbers(bound.len(), &set).map_err(|d| d.at(draw.set.span))?;
        if draw.subset && numbers.len() > ELEMENTS {
            let message = format!("the subsets of {} numbers are too many", numbers.len());
            return Err(Diagnostic::input(message).at(draw.set.span).suggest(format!("{ELEMENTS} numbers at most")));
        }
        let mut block = Block { first: self.len, bound: bound.clone(), numbers, subset: draw.subset, accepted: None };
        if bound.len() + 1 < self.draws.len() {
            if block.values() > BLOCKS as u64 {
                return Err(too_many());
            }
            for number in 0..block.values() {
                bound.push(block.value(number));
                self.draw(bound)?;
                bound.pop();
            }
            return Ok(());
        }
        if let Some(cond) = self.cond {
            if block.values() > NUMBERS as u64 {
                return Err(too_many());
            }
            let mut accepted = Vec::new();
            for number in 0..block.values() {
                bound.push(block.value(number));
                if self.holds(cond, bound)? {
                    accepted.push(number);
                }
                bound.pop();
            }
            block.accepted = Some(accepted);
        }
        let count = block.accepted.as_ref().map_or(block.values(), |a| a.len() as u64);
        self.len = self.len.saturating_add(count);
        if self.len > MOST || self.blocks.len() >= BLOCKS {
            return Err(too_many());
        }
        if count > 0 {
            self.blocks.push(block);
        }
        Ok(())
    }

    fn bindings(&self, bound: &[Argument]) -> Vec<(&str, Argument)> {
        self.draws.iter().map(|d| d.name.text.as_str()).zip(bound.iter().cloned()).collect()
    }

    fn holds(&self, cond: &Cond, bound: &[Argument]) -> Result<bool> {
        let cond = Substitution::new(&self.bindings(bound), NODE_LIMIT).cond(cond)?;
        let text = cond.to_string();
        let cond = Lowering::new(Vec::new()).cond(&cond)?;
        alone::cond(&cond, &Env::new(&[], Vec::new(), &text), &Context::default()).map_err(fault)
    }
}

/// The members of a set without variables, ascending.
fn members(set: &Set) -> Result<Vec<Nat>> {
    let text = set.to_string();
    let loops = vec![ir::Loop { name: text.clone(), set: lower::constant_set(set)? }];
    let parts = vec![ir::Part { game: None, coordinates: vec![ir::Expr::Variable(1)] }];
    let rule = ir::Rule {
        arity: 1,
        names: vec!["n".to_owned()],
        alternatives: vec![ir::Alternative { loops, guards: Vec::new(), parts, text }],
        measure: None,
        loopy: true,
    };
    let mut found = Vec::new();
    let visited = eval::options(&rule, &[Nat::ZERO], &Context::default(), &mut |_, parts| {
        found.extend(parts.iter().flat_map(|(_, place)| place.iter().cloned()));
        if found.len() > NUMBERS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if visited.map_err(fault)?.is_break() {
        return Err(too_many());
    }
    if found.is_empty() {
        let fault = Diagnostic::input(format!("`{set}` has no number for a parameter"));
        return Err(fault.suggest("a range goes up and has an end: 1..12"));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn too_many() -> Diagnostic {
    Diagnostic::input("the family has too many members").suggest("sweep a smaller one")
}

fn fault(error: Error) -> Diagnostic {
    match error {
        Error::Bad(fault) => *fault,
        Error::Stopped(stopped) => Diagnostic::input(stopped.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::session::Session;

    fn all(text: &str) -> Vec<String> {
        let family = Session::new().family(text).unwrap();
        assert_eq!(Session::new().family(family.text()).unwrap().text(), family.text());
        (0..family.len()).map(|i| family.member(i).unwrap()).collect()
    }

    #[test]
    fn members_are_listed_in_order() {
        assert_eq!(all("take[S] for S subset of {2,5}"), ["take[{}]", "take[2]", "take[5]", "take[2,5]"]);
        assert_eq!(
            all("{n -> n-k for k in {a,b}} for a in 1..2 for b in a+1..3 if a + b != 4"),
            ["{n -> n-k for k in {1,2}}", "{n -> n-k for k in {2,3}}"]
        );
        assert_eq!(all("wythoff[k] for k in 0..3 if k > 1"), ["wythoff[2]", "wythoff[3]"]);
        assert_eq!(
            all("let t[m] = take[1..m]; t[x] for x in {3,1}"),
            ["let t[m] = take[1..m]; t[1]", "let t[m] = take[1..m]; t[3]"]
        );
        let codes = all("octal codes of up to 2 digits");
        assert_eq!(codes.len(), 64);
        assert_eq!(codes[..10], ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.01", "0.11"]);
        assert_eq!(all("hexadecimal codes of up to 2 digits")[0xAF], "0.FA");
        assert_eq!(Session::new().family("octal 4").unwrap().len(), 4096);
        assert_eq!(Session::new().family("take[S] for S subset of {1..12}").unwrap().len(), 4096);
    }

    #[test]
    fn members_are_games() {
        for text in ["take[S, 9] for S subset of {1..3}", "octal 2", "{n -> n-k for k in 1..m} for m in 1..9"] {
            let family = Session::new().family(text).unwrap();
            for i in 0..family.len() {
                let member = family.member(i).unwrap();
                let read = Session::new().game(&member).unwrap_or_else(|d| panic!("{member}: {}", d.message));
                assert_eq!(read.query, member);
            }
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (text, at) in [
            ("take[S] for S subset {1..3}", Some(21)),
            ("take[S]", Some(5)),
            ("take[m] for n in 1..3", Some(5)),
            ("take[nim] for nim in 1..3", Some(14)),
            ("take[S] for S subset of 1..", Some(24)),
            ("take[S] for S subset of {1..99}", Some(24)),
            ("octal codes of up to 99 digits", Some(21)),
            ("octal codes", Some(11)),
            ("", Some(0)),
            ("take[m] for m in 1..3 if m > 7", None),
        ] {
            let fault = Session::new().family(text).unwrap_err();
            assert_eq!(fault.span.map(|s| s.start), at, "{text}: {}", fault.message);
        }
    }
}
