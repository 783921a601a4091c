//! What is learnt about a game once: its rule, its family, its law, and the engine that fits.
//!
//! | made of | recognised as | engine |
//! |---|---|---|
//! | `take[S]`, or a rule equal to one | nim, 1..m, c.., powers … | closed form |
//! | | any other set | subtraction sequences, certified periods |
//! | a code, or a rule equal to one | Lasker's Nim | closed form |
//! | | any other code | take-and-break table, certified periods |
//! | a rule | Wythoff, Euclid, halves, divisors … | closed form (and tables for what it leaves open) |
//! | | each move changes one coordinate | sum of one-heap games |
//! | | unknown | values that repeat by a factor, by remainders or along rows, automata, dense table or sparse memo |
//! | a compound | | law of its kind for the outcome, sparse memo for the value |
//! | a game with some coordinates given | | the whole game |
//! | a board, a graph, rules with a search of their own | | that search |
//! | a row game, rules in Rust, a union of these | | closed form if it has one, else sparse memo |
//! | a graph with a cycle, a rule that says `loopy` and may be | | Smith's labels of the reachable graph |

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use grundy_core::{Budget, Context, Diagnostic, Nat, number::to_u64};
use grundy_notation::ast::Simple;
use grundy_notation::{Limits, Reader};
use grundy_sequence::code::{Code, Digit, Modifier};
use grundy_sequence::set::{IntSet, Piece};
use rustc_hash::FxHashMap;

use super::catalogue;
use super::derived::{Reflected, factors};
use super::entry::{Definition, Entry};
use super::{Game, Kind, Law};
use crate::engine::closed_form as law;
use crate::rule::alone::Formula;
use crate::rule::column::free_coordinates;
use crate::rule::division::Division;
use crate::rule::eval::Prepared;
use crate::rule::family::{Family, is_root, recognise, rule_of};
use crate::rule::ir;
use crate::rule::measure::{Termination, never_increases, termination};
use crate::rule::running::RunningMeasure;
use crate::rule::set::int_set;

/// What is known about a game before any place of it is asked about.
#[derive(Debug)]
pub(crate) struct Knowledge {
    /// The rule, ready to be evaluated, where the game is made of one.
    pub(crate) rule: Option<Prepared>,
    /// Whether it ends, where the game is made of a rule.
    pub(crate) termination: Option<Termination>,
    /// The games that parts are handed to.
    pub(crate) others: Vec<Game>,
    /// The measure while running, where it could not be proved.
    pub(crate) running: RunningMeasure,
    /// No coordinate ever grows: a box around the start holds everything reachable.
    pub(crate) shrinks: bool,
    /// The closed form.
    pub(crate) law: Option<Arc<dyn Law>>,
    /// The engine for what the law leaves open.
    pub(crate) plan: Plan,
    /// What the game was recognised as, in words.
    pub(crate) family: Option<String>,
    /// What the rule was recognised as.
    pub(crate) recognised: Option<Family>,
    /// One game for each coordinate, where every move changes one and asks about no other.
    pub(crate) factors: Option<Vec<Game>>,
    /// The game turned round, where the rule counts upwards to a number.
    pub(crate) reflected: Option<Reflected>,
    /// Its moves, where each of them divides.
    pub(crate) division: Option<Division>,
    /// From any place each smaller value of this coordinate can be reached, so at most one value of it is P.
    pub(crate) free_coordinates: Vec<usize>,
    /// May a heap of 0 have moves? Only where no sum of coordinates falls: the rule declares its measure, says `loopy`, or
    /// hands over.
    pub(crate) moves_from_zero: bool,
    /// May a move of a game whose play need not end leave several parts?
    pub(crate) splits: bool,
}

/// The engine that computes values.
#[derive(Debug)]
pub(crate) enum Plan {
    /// Subtraction sequences.
    Subtraction(IntSet),
    /// Take-and-break tables.
    Code(Code),
    /// Dense tables or sparse memo of a rule.
    Rule,
    /// One game for each coordinate.
    Product,
    /// Sparse memo over what is reachable.
    Search,
    /// The play need not end: Smith's labels of the reachable graph.
    Loopy,
}

/// Values of smaller heaps come from a table, where a law takes long for each of them.
const TABULATED: u64 = 1 << 22;

impl Knowledge {
    fn new(plan: Plan) -> Self {
        Knowledge {
            rule: None,
            termination: None,
            others: Vec::new(),
            running: RunningMeasure::default(),
            shrinks: false,
            law: None,
            plan,
            family: None,
            recognised: None,
            factors: None,
            reflected: None,
            division: None,
            free_coordinates: Vec::new(),
            moves_from_zero: false,
            splits: false,
        }
    }

    /// The set, where the values are those of a subtraction game.
    pub(crate) fn set(&self) -> Option<&IntSet> {
        match &self.plan {
            Plan::Subtraction(set) => Some(set),
            _ => None,
        }
    }

    /// The code, where the values are those of its sequence.
    pub(crate) fn code(&self) -> Option<&Code> {
        match &self.plan {
            Plan::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Need the play not end?
    pub(crate) fn is_loopy(&self) -> bool {
        matches!(self.plan, Plan::Loopy)
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// A rule that evaluates to nonsense before any place is known.
    pub(crate) fn of(game: &Game) -> Result<Self, Diagnostic> {
        match game.kind() {
            Kind::Take(set, _) => Ok(Knowledge::of_set(set.clone())),
            Kind::Code(code) => Ok(Knowledge::of_code(code.clone())),
            Kind::Rule(rule) => Knowledge::of_rule(rule),
            Kind::Other(rules) => Ok(Knowledge {
                law: rules.law(),
                splits: rules.splits_loopy(),
                ..Knowledge::new(if rules.is_loopy() { Plan::Loopy } else { Plan::Search })
            }),
            Kind::Refused(fault) => Err((**fault).clone()),
        }
    }

    fn of_set(set: IntSet) -> Self {
        let mut knowledge = Knowledge::new(Plan::Subtraction(set.clone()));
        knowledge.law = law_of_set(&set);
        knowledge.family = Some(format!("take[{set}]"));
        if set == IntSet::all() {
            knowledge.free_coordinates = vec![0];
        }
        knowledge
    }

    /// What the shortest spelling of a code is known for: 0.770 is Kayles.
    fn of_code(code: Code) -> Self {
        let code = code.shortest();
        if let Some(set) = set_of_code(&code) {
            let mut knowledge = Knowledge::of_set(set);
            knowledge.family = Some(format!("{code}, which is {}", knowledge.family.unwrap_or_default()));
            return knowledge;
        }
        let mut knowledge = Knowledge::new(Plan::Code(code.clone()));
        if is_lasker(&code) {
            knowledge.law = Some(Arc::new(law::Lasker));
        }
        if code.lowers_at_will() {
            knowledge.free_coordinates = vec![0];
        }
        knowledge.family = Some(match known_code(&code) {
            Some(entry) => format!("the code {code} ({})", entry.english),
            None => format!("the code {code}"),
        });
        knowledge
    }

    fn of_rule(rule: &ir::Rule) -> Result<Self, Diagnostic> {
        let loopy = rule
            .alternatives
            .iter()
            .flat_map(|a| &a.parts)
            .filter_map(|p| p.game.as_ref())
            .any(|g| Game::other(g).is_loopy());
        let ending;
        let mut rule = rule;
        let mut termination = termination(rule);
        if termination == Termination::Loopy {
            // a rule may say `loopy` and end all the same
            ending = ir::Rule { loopy: false, ..rule.clone() };
            let proved = crate::rule::measure::termination(&ending);
            if matches!(proved, Termination::Proved(_)) {
                (rule, termination) = (&ending, proved);
            }
        }
        if loopy || termination == Termination::Loopy {
            return Knowledge::of_loopy(rule, termination);
        }
        // a declared measure that is not proved is tested move by move, so every move must be met
        let running = !matches!(termination, Termination::Proved(_));
        let declared = rule.measure.is_some() && running;
        let family = if declared { None } else { recognise(rule) };
        let respelt = family.as_ref().filter(|f| matches!(f, Family::Wythoff { .. })).and_then(rule_of);
        let mut knowledge = match &family {
            Some(Family::Subtraction(set)) => Knowledge::of_set(int_set(set)?),
            Some(Family::Code(code)) => Knowledge::of_code(code.clone()),
            _ => Knowledge::new(Plan::Rule),
        };
        knowledge.recognised = family.clone();
        if let Some(family) = family {
            knowledge.take_over(family);
        }
        if matches!(knowledge.plan, Plan::Rule) && !running {
            knowledge.factors = factors(rule);
        }
        if rule.measure.is_some() && !running && knowledge.family.is_none() {
            knowledge.turn_round(rule);
        }
        knowledge.shrinks = (0..rule.arity).all(|i| never_increases(rule, i));
        for other in rule.alternatives.iter().flat_map(|a| &a.parts).filter_map(|p| p.game.as_ref()).map(Game::other) {
            if !knowledge.others.contains(other) {
                knowledge.others.push(other.clone());
            }
        }
        // the same moves in the family's own spelling, which has fewer loops than some that are written
        let prepared = Prepared::new(respelt.as_ref().unwrap_or(rule)).map_err(as_diagnostic)?;
        let may = running || rule.measure.is_some() || !knowledge.others.is_empty();
        knowledge.moves_from_zero = may && may_move_from_zero(&prepared);
        knowledge.division = if declared { None } else { Division::of(prepared.rule()) };
        if matches!(knowledge.plan, Plan::Rule) && !running && knowledge.free_coordinates.is_empty() {
            knowledge.free_coordinates = free_coordinates(&prepared);
        }
        knowledge.rule = Some(prepared);
        knowledge.termination = Some(termination);
        Ok(knowledge)
    }

    /// Name and law of the family that the rule was recognised as. Sets and codes have theirs already.
    fn take_over(&mut self, family: Family) {
        match family {
            Family::Subtraction(_) | Family::Code(_) => {}
            Family::AllDivisors => self.name("take a divisor", law::AllDivisors),
            Family::ProperDivisors => self.name("aliquot: take a proper divisor", law::ProperDivisors),
            Family::InnerDivisors => {
                self.name("take a divisor that is neither 1 nor all", law::InnerDivisors);
            }
            Family::LeaveDivisor => self.name("leave a proper divisor", law::LeaveDivisor),
            Family::Quotients { least, less, up } => {
                let to = if less == 0 { "n".to_owned() } else { format!("n-{less}") };
                let rounding = if up { ", rounding up" } else { "" };
                let words = format!("divide by any number from {least} to {to}{rounding}");
                self.name_with(words, law::Quotients::new(least, less, up));
            }
            Family::Coprime => self.name("take a number coprime to the heap", law::Coprime),
            Family::AtMostHalf => self.name("take at most half", law::AtMostHalf),
            Family::AtMostShare { times, plus, over } => {
                let [times, over] = [times, over].map(i64::unsigned_abs);
                self.name_with("take at most a share".to_owned(), law::AtMostShare::new(times, plus, over));
            }
            Family::AtMostSlow(h) => self.at_most_slow(h),
            Family::Mark => self.name("mark: n-1 or n//2", law::Mark),
            Family::InitialSegment(h) => self.initial_segment(h),
            Family::Wythoff { k } => {
                let words = if k == 1 { "wythoff".to_owned() } else { format!("wythoff[{k}]") };
                self.name_with(words, law::Wythoff::new(Nat::from(k)));
                self.free_coordinates = vec![0, 1];
            }
            Family::Euclid => self.name("euclid, zero allowed", law::Euclid),
            Family::EuclidPositive => self.name("euclid, entries stay positive", law::EuclidPositive),
            Family::Limited { factor } => {
                self.name_with(at_most_before(factor), law::LimitedTakeAway::new(Nat::from(factor)));
            }
            Family::Product(factors) => self.of_factors(&factors),
        }
    }

    /// A sum, coordinate by coordinate.
    fn of_factors(&mut self, factors: &[Family]) {
        let games = factors.iter().map(|factor| match factor {
            Family::Subtraction(set) => Game::of_set(set.clone()).ok(),
            Family::Code(code) => Some(Game::of_code(code.clone())),
            _ => None,
        });
        let Some(games) = games.collect::<Option<Vec<Game>>>() else { return };
        let names: Vec<&str> = games.iter().map(Game::text).collect();
        self.family = Some(format!("the sum, coordinate by coordinate, of {}", names.join(", ")));
        self.free_coordinates = (0..games.len()).filter(|&i| games[i].lowers_at_will(0, 1)).collect();
        self.factors = Some(games);
        self.plan = Plan::Product;
    }

    /// A rule whose play need not end.
    fn of_loopy(rule: &ir::Rule, termination: Termination) -> Result<Self, Diagnostic> {
        let prepared = Prepared::new(rule).map_err(as_diagnostic)?;
        let mut knowledge = Knowledge::new(Plan::Loopy);
        knowledge.moves_from_zero = may_move_from_zero(&prepared);
        let mut parts =
            rule.alternatives.iter().flat_map(|a| &a.parts).filter_map(|p| p.game.as_ref()).map(Game::other);
        knowledge.splits = rule.alternatives.iter().any(|a| a.parts.len() > 1) || parts.any(Game::splits_loopy);
        knowledge.rule = Some(prepared);
        knowledge.termination = Some(termination);
        Ok(knowledge)
    }

    /// Turns round a rule that counts upwards, and names what it is then.
    fn turn_round(&mut self, rule: &ir::Rule) {
        let Some(turned) = Reflected::of(rule) else { return };
        let family = turned.game.known().and_then(|known| known.family.clone());
        self.family =
            family.zip(rule.names.first()).map(|(family, s)| format!("{family} with {}-{s} tokens", turned.top()));
        self.reflected = Some(turned);
    }

    fn name(&mut self, words: &str, law: impl Law + 'static) {
        self.family = Some(words.to_owned());
        self.law = Some(Arc::new(law));
    }

    /// A family whose law has parameters that may be out of its range.
    fn name_with(&mut self, words: String, law: Option<impl Law + 'static>) {
        self.family = Some(words);
        self.law = law.map(|law| Arc::new(law) as Arc<dyn Law>);
    }

    /// At most h(n) may be taken, and h grows by 0 or 1 from heap to heap; that was proved when the rule was recognised.
    fn at_most_slow(&mut self, h: ir::Expr) {
        let text = crate::rule::spell::expr(&h, &["n".to_owned()]);
        self.family = Some(format!("take at most {text}"));
        if is_root(&h) {
            self.law = Some(Arc::new(law::AtMostSlow::root()));
            return;
        }
        let Some(bound) = Formula::new(h) else { return };
        self.law = Some(Arc::new(law::AtMostSlow::new(text, move |n| bound.at(n)).from_heap(TABULATED)));
    }

    /// The options of n are exactly 0..h(n), and h never falls; both were proved when the rule was recognised.
    fn initial_segment(&mut self, h: ir::Expr) {
        let text = crate::rule::spell::expr(&h, &["n".to_owned()]);
        self.family = Some(format!("the options of n are exactly 0..{text}"));
        let Some(highest) = Formula::new(h) else { return };
        self.law = Some(Arc::new(law::InitialSegment::new(text, move |n| highest.at(n))));
    }
}

/// The game of at most so many times what was taken before.
fn at_most_before(factor: u64) -> String {
    match factor {
        1 => "take at most as many as were just taken".to_owned(),
        _ => format!("take at most {factor} times what was taken before"),
    }
}

/// A move from 0 is looked for among so many.
const TRIED: u64 = 10_000;

/// Does a heap of 0 have a move, as far as a short look tells?
fn may_move_from_zero(rule: &Prepared) -> bool {
    if rule.rule().arity != 1 {
        return false;
    }
    let cx = Context::new(Budget { nodes: Some(TRIED), ..Budget::UNLIMITED });
    let mut found = false;
    let flow = rule.options(&[Nat::ZERO], &cx, &mut |_, _| {
        found = true;
        ControlFlow::Break(())
    });
    found || flow.is_err()
}

fn as_diagnostic(e: crate::Error) -> Diagnostic {
    match e {
        crate::Error::Bad(d) => *d,
        crate::Error::Stopped(s) => Diagnostic::rule(s.to_string()),
    }
}

/// Of numbers up to here a window of values tells the period; beyond, a closed form does.
const LONG: u64 = 1 << 20;

/// Is there a number among those that tell the set from which on no window of values is long enough?
pub(crate) fn is_long(set: &IntSet) -> bool {
    let is_long = |piece: &Piece| piece.to.as_ref().unwrap_or(&piece.from) > &Nat::from(LONG);
    set.pieces().is_some_and(|pieces| pieces.0.iter().any(is_long))
}

/// The closed form of a subtraction set, where there is one.
fn law_of_set(set: &IntSet) -> Option<Arc<dyn Law>> {
    if let Some(base) = set.powers_base() {
        return Some(Arc::new(law::TakePowers::new(base)?));
    }
    if set.is_finite() && set.max().is_some_and(|most| most > Nat::from(LONG)) {
        let members: Vec<Nat> = set.pieces()?.members().take(4).collect();
        if let [one] | [one, _] = members.as_slice() {
            let other = members.last().unwrap_or(one);
            return Some(Arc::new(law::TwoNumbers::new(one.clone(), other.clone())?));
        }
        if let [a, b, both] = members.as_slice()
            && *both == a + b
            && let Some(law) = law::TwoAndSum::new(a.clone(), b.clone())
        {
            return Some(Arc::new(law));
        }
    }
    let pieces = set.pieces()?;
    if let [piece] = pieces.0.as_slice()
        && piece.is_interval()
    {
        match &piece.to {
            None if piece.from == Nat::ONE => return Some(Arc::new(law::Nim)),
            Some(m) if piece.from == Nat::ONE => return Some(Arc::new(law::TakeUpTo::new(m.clone()))),
            None => return Some(Arc::new(law::SmallGaps::new(pieces)?)),
            Some(_) => {}
        }
    }
    if !is_long(set) {
        return None;
    }
    match law::AllButOne::new(pieces) {
        Some(law) => Some(Arc::new(law)),
        None => Some(Arc::new(law::SmallGaps::new(pieces)?)),
    }
}

/// The subtraction set that a code is, if it never splits and every removal may or may not empty the heap.
fn set_of_code(code: &Code) -> Option<IntSet> {
    let takes = |d: &Digit| match (d.counts.as_slice(), d.from, d.modifier) {
        ([], None, _) => Some(false),
        ([0, 1], None, Modifier::Any) => Some(true),
        _ => None,
    };
    if takes(&code.zero)? {
        return None;
    }
    let one = |n: usize| ir::Expr::Constant(n.into());
    let mut items = Vec::new();
    for (i, digit) in code.digits.iter().enumerate() {
        if takes(digit)? {
            items.push(ir::Item::One(one(i + 1)));
        }
    }
    for (i, digit) in code.repeating.iter().enumerate() {
        if takes(digit)? {
            let from = one(code.digits.len() + i + 1);
            items.push(ir::Item::Range { from, to: None, step: one(code.repeating.len()) });
        }
    }
    int_set(&ir::Set { items, except: Vec::new() }).ok()
}

/// Lasker's Nim, 4.[3]: take any number, or split into two without taking.
fn is_lasker(code: &Code) -> bool {
    let digit = |counts: &[u32]| Digit { counts: counts.to_vec(), ..Digit::default() };
    code.zero == digit(&[2]) && code.digits.is_empty() && code.repeating == [digit(&[0, 1])]
}

/// The catalogue's name for a code.
pub(super) fn known_code(code: &Code) -> Option<&'static Entry> {
    static NAMES: LazyLock<FxHashMap<Code, &'static Entry>> = LazyLock::new(|| {
        let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
        let named = catalogue::all().iter().filter_map(|entry| {
            let Definition::Text { text, .. } = entry.definition else { return None };
            // each of the other texts begins with a word or a brace
            text.starts_with(|c: char| c.is_ascii_digit()).then_some(())?;
            match &reader.game(text).ok()?.game.alternatives[..] {
                [Simple::Code(code)] => Some((code.clone().shortest(), entry)),
                _ => None,
            }
        });
        named.collect()
    });
    NAMES.get(&code.clone().shortest()).copied()
}

impl Kind {
    /// The rule as data, where the game is a rule, a set or a code with few parts.
    pub(crate) fn as_rule(&self) -> Option<ir::Rule> {
        match self {
            Kind::Rule(rule) => Some(rule.clone()),
            Kind::Take(_, written) => rule_of(&Family::Subtraction(written.clone())),
            Kind::Code(code) => rule_of(&Family::Code(code.clone())),
            Kind::Other(_) | Kind::Refused(_) => None,
        }
    }
}

/// A number of small places, for estimates.
pub(crate) fn volume(place: &[Nat]) -> Option<u64> {
    place.iter().try_fold(1u64, |v, n| v.checked_mul(to_u64(n)?.checked_add(1)?))
}

#[cfg(test)]
mod tests;
