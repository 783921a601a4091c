//! Programs that compute from the rule: a table filled by mex, or a recursion with a memo; which of them fits.

use grundy_core::{
    Diagnostic, Error, Evidence, Nat, Result,
    evidence::SPRAGUE_GRUNDY,
    number::{power, to_u64},
};
use grundy_notation::ast::Relation;

use super::super::builtin::Builtin;
use super::super::from_rule::{self, Leaf, Loops};
use super::super::primes;
use super::super::program::{Filling, Function, Memo, St, Table, builtins, compare, int, var};
use super::super::range::Range;
use super::super::reach::{is_from_the_largest, reachable};
use super::super::statements::{assign, rewritten, start};
use super::super::{Language, Style, Wanted};
use super::{Built, FAR, Says, Units};
use crate::game::Game;
use crate::rule::bands;
use crate::rule::ir::Rule;
use crate::rule::measure::{Measure, Termination, never_increases, termination};
use crate::words::Words;

/// Tables answer up to the first of these that is affordable.
const NEAR: [u64; 6] = [1_000_000, 100_000, 10_000, 1000, 100, 10];
/// Where even the smallest of them is not, a recursion is tried up to these.
const TINY: [u64; 3] = [1, 2, 5];
/// A table may have so many entries.
const ENTRIES: u64 = 10_000_000;
/// A position may have so many options, counted as they are met.
const MARKS: u64 = 20_000_000;
/// What else may help where a style was asked for.
const NO_STYLE: &str = "leave `style` out";
/// Was there a move?
const MOVES: &str = "moves";
/// A recursion may meet so many positions where nothing is said …
const SHALLOW: usize = 20_000;
/// … and so many where it is asked for.
const DEEP: usize = 1_000_000;

impl Units<'_> {
    /// A table, a formula that is proved, the walk of an automaton, or a recursion.
    pub(super) fn by_rule(
        &mut self,
        game: &Game,
        name: &str,
        max: Option<u64>,
        wanted: Wanted,
        outcome: bool,
    ) -> Result<Built> {
        game.must_get_smaller()?;
        let Some(rule) = game.kind().as_rule() else {
            return Err(Diagnostic::unsupported(format!(
                "`{}` has no rule that is short enough, and no period was proved",
                game.text()
            ))
            .suggest("emit a set, a code with up to four parts, or a rule in braces")
            .into());
        };
        // a loop for each difference in place of one in the other
        let rule = bands::apart(&rule);
        match (wanted, max) {
            (Wanted::Table, Some(max)) => match self.table(&rule, name, max)? {
                Some(built) => Ok(built),
                None => Err(self.no_table(&rule, name, max, wanted, None)?),
            },
            (Wanted::Dfs, Some(max)) => match self.dfs(&rule, name, max, DEEP)? {
                Some(built) => Ok(built),
                None => Err(self.no_recursion(&rule, name, Some(max), wanted)?),
            },
            (Wanted::Auto, Some(max)) => {
                if let Some(built) = self.table(&rule, name, max)? {
                    return Ok(built);
                }
                if let Some(built) = self.by_law(game, name, &[max], outcome)? {
                    return Ok(built);
                }
                if let Some(built) = self.long_period(game, name, max)? {
                    return Ok(built);
                }
                match self.dfs(&rule, name, max, DEEP)? {
                    Some(built) => Ok(built),
                    None if filling(&rule).is_none() => Err(self.no_recursion(&rule, name, Some(max), wanted)?),
                    None => {
                        let law = self.law_below(game, name, max)?;
                        Err(self.no_table(&rule, name, max, wanted, law)?)
                    }
                }
            }
            (Wanted::Table, None) => match self.first_table(&rule, name)? {
                Some(built) => Ok(built),
                None => Err(self.no_table(&rule, name, NEAR[NEAR.len() - 1], wanted, None)?),
            },
            (Wanted::Dfs, None) => self.first_recursion(&rule, name, wanted),
            (Wanted::Auto, None) => {
                // a recursion that meets few positions reaches further than any table
                if let Some(built) = self.dfs(&rule, name, FAR[0], SHALLOW)? {
                    return Ok(built);
                }
                if let Some(built) = self.by_law(game, name, &FAR, outcome)? {
                    return Ok(built);
                }
                if let Some(built) = self.first_table(&rule, name)? {
                    return Ok(built);
                }
                self.first_recursion(&rule, name, wanted)
            }
        }
    }

    /// A law of the values of normal play, up to the first of these numbers that fits.
    fn by_law(&mut self, game: &Game, name: &str, far: &[u64], outcome: bool) -> Result<Option<Built>> {
        if self.misere {
            return Ok(None);
        }
        for &max in far {
            if let Some(built) = self.learnt(game, name, max)? {
                return Ok(Some(built));
            }
        }
        if let Some(built) = self.automaton(game, name, far[0], outcome)? {
            return Ok(Some(built));
        }
        // runs end somewhere: the laws above hold of all heaps
        self.runs(game, Says::Value(name), far)
    }

    fn first_table(&mut self, rule: &Rule, name: &str) -> Result<Option<Built>> {
        for max in NEAR {
            let before = self.before();
            if let Some(built) = self.table(rule, name, max)? {
                // what is asked for may take some seconds, what is not no more than one
                if !self.is_slow(rule, max)? {
                    return Ok(Some(built));
                }
                self.take_back(&before);
            }
        }
        Ok(None)
    }

    fn first_recursion(&mut self, rule: &Rule, name: &str, wanted: Wanted) -> Result<Built> {
        for max in FAR[..1].iter().chain(&NEAR) {
            if let Some(built) = self.dfs(rule, name, *max, SHALLOW)? {
                return Ok(built);
            }
        }
        Err(self.no_recursion(rule, name, None, wanted)?)
    }

    /// The largest of the usual numbers below `max` for which a law is a program.
    fn law_below(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<u64>> {
        if self.misere {
            return Ok(None);
        }
        let before = self.before();
        let mut largest = None;
        for smaller in FAR.into_iter().filter(|&smaller| smaller < max) {
            let mut built = self.learnt(game, name, smaller)?;
            if built.is_none() {
                built = self.runs(game, Says::Value(name), &[smaller])?;
            }
            if built.is_some() {
                largest = Some(smaller);
                break;
            }
        }
        self.take_back(&before);
        Ok(largest)
    }

    /// Why there is no table up to `max`; `law`: up to this number there is a program without one.
    fn no_table(&mut self, rule: &Rule, name: &str, max: u64, wanted: Wanted, law: Option<u64>) -> Result<Error> {
        if filling(rule).is_none() {
            let fault = "no order is known in which a table could be filled: coordinates may grow";
            return Ok(Diagnostic::unsupported(fault).suggest("the `style` dfs").into());
        }
        let before = self.before();
        let mut largest = self.first_table(rule, name)?.map(|b| b.max);
        for larger in between(largest, max) {
            if self.table(rule, name, larger)?.is_some() {
                largest = Some(larger);
                break;
            }
        }
        self.take_back(&before);
        let largest = largest.max(law);
        let limits = "a table may have 10^7 entries and cost about a second, a recursion may meet 10^6 positions";
        Ok(match largest.filter(|&l| l < max) {
            Some(largest) => too_large(max, limits, largest, None),
            // no style was asked for, so none is spoken of
            None if wanted == Wanted::Auto => return self.no_recursion(rule, name, Some(max), wanted),
            None => Diagnostic::input(format!("no table of this game is affordable: {limits}"))
                .suggest("the `style` dfs with a small `max`"),
        }
        .into())
    }

    /// Why there is no recursion up to `max`, or up to the smallest number that is tried unasked.
    fn no_recursion(&mut self, rule: &Rule, name: &str, max: Option<u64>, wanted: Wanted) -> Result<Error> {
        let otherwise = (wanted == Wanted::Dfs).then_some(NO_STYLE);
        let before = self.before();
        let below = max.unwrap_or(NEAR[NEAR.len() - 1] + 1);
        let mut largest = None;
        for smaller in TINY.into_iter().chain(NEAR.into_iter().rev()).take_while(|smaller| *smaller < below) {
            match self.dfs(rule, name, smaller, DEEP)? {
                Some(_) => largest = Some(smaller),
                None => break,
            }
        }
        for larger in between(largest, below) {
            if self.dfs(rule, name, larger, DEEP)?.is_some() {
                largest = Some(larger);
                break;
            }
        }
        self.take_back(&before);
        let limits = "a recursion may meet 10^6 positions and take 3·10^6 steps of the rule";
        let none = |limits: &str| Diagnostic::input(format!("no recursion for this game is affordable: {limits}"));
        Ok(match (largest, max) {
            (Some(largest), Some(max)) => too_large(max, limits, largest, otherwise),
            (Some(largest), None) => none("where no `max` is said, a recursion may meet 20000 positions")
                .suggest(instead(largest, otherwise)),
            (None, _) => match otherwise {
                Some(otherwise) => none(limits).suggest(otherwise),
                None => none(limits),
            },
        }
        .into())
    }

    /// The loops of a rule with numbers up to `most`, and what the functions they call rest on.
    pub(super) fn loops(&mut self, rule: &Rule, most: u64) -> Result<(Loops, Evidence)> {
        let mut evidence = if self.misere { Evidence::trivial() } else { Evidence::theorem(&SPRAGUE_GRUNDY) };
        let max = vec![Nat::from(most); rule.arity];
        let mut stopped = None;
        let mut find = |game: &Game, ranges: &[Range]| {
            let most = ranges.iter().filter_map(|r| u64::try_from(&r.high).ok()).max().unwrap_or(0);
            match self.other(game, most) {
                Ok(other) => {
                    evidence.add(&other.evidence);
                    Ok(other.name)
                }
                Err(Error::Bad(diagnostic)) => Err(*diagnostic),
                Err(Error::Stopped(spent)) => {
                    stopped = Some(spent);
                    Err(Diagnostic::unsupported("the budget is spent"))
                }
            }
        };
        let loops = from_rule::loops(rule, &max, Leaf::Marked, &mut find);
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let mut loops = loops?;
        if self.misere {
            loops.body = misere_values(&loops.body);
        }
        Ok((loops, evidence))
    }

    /// Do the integers of the language hold all that the loops work out?
    pub(super) fn holds(&self, loops: &Loops) -> bool {
        self.language == Language::Python || loops.widest.fits(64)
    }

    fn table(&mut self, rule: &Rule, name: &str, max: u64) -> Result<Option<Built>> {
        let Some(filling) = filling(rule) else { return Ok(None) };
        let last = if filling == Filling::Box { max } else { max.saturating_mul(2) };
        let fixed = if filling == Filling::Box { self.parameters } else { 0 };
        let entries = (0..rule.arity - fixed).try_fold(1u64, |n, _| n.checked_mul(last.checked_add(1)?));
        let Some(entries) = entries.filter(|&e| e <= ENTRIES) else { return Ok(None) };
        let before = self.before();
        let (half, _) = self.loops(rule, last / 2)?;
        self.take_back(&before);
        let mut price = Nat::from(entries) * (&half.marks + Nat::ONE);
        let (_, half) = primes::sieved(&half.body, last);
        builtins(&half, &mut |h| {
            if h == Builtin::IsPrime {
                price = &price * Nat::from(8u8);
            }
        });
        let limit: u64 = if self.language == Language::Python { 20_000_000 } else { 200_000_000 };
        if price > Nat::from(limit) {
            return Ok(None);
        }
        let (loops, mut evidence) = self.loops(rule, last)?;
        let mut marks = loops.marks.clone();
        let single = rule.alternatives.iter().all(|a| a.parts.len() == 1 && a.parts[0].game.is_none());
        let termination = termination(rule);
        if single && matches!(termination, Termination::Proved(Measure::Sum)) {
            // every move lowers the sum, so no value is above it
            marks = marks.min(Nat::from(last) * Nat::from(rule.arity));
        }
        let Some(marks) = to_u64(&marks).filter(|&m| m <= MARKS && self.holds(&loops)) else {
            self.take_back(&before);
            return Ok(None);
        };
        let call = format!("{name}({})", loops.params.join(", "));
        let what =
            if fixed == 0 { "A table filled by mex" } else { "A table filled by mex for the parameters of a question" };
        let mut words = self.computed(&mut evidence, &termination, &call, max, what);
        if fixed > 0 {
            let order =
                "Ask about all heaps of one choice of parameters before the next: the table is filled anew for each.";
            words.push(order.to_owned());
        }
        let (before, body) = primes::sieved(&loops.body, last);
        self.functions.push(Function::Table(Table {
            name: name.to_owned(),
            params: loops.params,
            doc: vec![format!("{call}: the {}, for numbers from 0 to {}", self.value(), power(max))],
            fixed,
            last,
            filling,
            marks,
            before,
            body,
        }));
        Ok(Some(Built { style: Style::Table, max, evidence, words, outcome: false }))
    }

    fn dfs(&mut self, rule: &Rule, name: &str, max: u64, most: usize) -> Result<Option<Built>> {
        let Some(positions) = reachable(rule, self.parameters, &Nat::from(max), most, self.cx)? else {
            return Ok(None);
        };
        let before = self.before();
        let (loops, mut evidence) = self.loops(rule, max)?;
        // the printed loops may be longer than those that grundy itself enters
        let work = Nat::from(positions) * (&loops.marks + Nat::ONE);
        if work > Nat::from(20_000_000_000u64) || !self.holds(&loops) {
            self.take_back(&before);
            return Ok(None);
        }
        let call = format!("{name}({})", loops.params.join(", "));
        let what = "A recursion that remembers what it computed";
        let mut words = self.computed(&mut evidence, &termination(rule), &call, max, what);
        let stack = "Give it a large stack where that is above 10^4.";
        words.push(match self.parameters {
            0 if is_from_the_largest(rule) => format!(
                "From the largest place {positions} positions are met; the recursion is at most so deep. {stack}"
            ),
            0 => format!(
                "At most {positions} positions are met from the largest place and from those that were tried beside it, and \
                 the recursion is at most so deep; other places may need more. {stack}"
            ),
            _ => format!(
                "From the largest heap at most {positions} positions are met where each parameter is 1, 2, 3 or the \
                 largest, and the recursion is at most so deep; other values may need more. {stack}"
            ),
        });
        self.functions.push(Function::Memo(Memo {
            name: name.to_owned(),
            params: loops.params,
            doc: vec![format!("{call}: the {}", self.value())],
            body: primes::by_tests(&loops.body),
        }));
        Ok(Some(Built { style: Style::Dfs, max, evidence, words, outcome: false }))
    }

    /// The value that is computed.
    fn value(&self) -> &'static str {
        if self.misere { "misere value" } else { "Grundy value" }
    }

    /// What is said of a function that computes from the rule; `what` is the program.
    fn computed(
        &self,
        evidence: &mut Evidence,
        termination: &Termination,
        call: &str,
        max: u64,
        what: &str,
    ) -> Vec<String> {
        evidence.add(&Evidence::computed(itself(max)));
        let how = if self.misere {
            "1 without a move, else mex of the options"
        } else {
            "mex of the options, xor of the parts"
        };
        let mut words = vec![
            format!("{call} is the {}, for numbers from 0 to {}.", self.value(), power(max)),
            format!("{what}: computed from the rule ({how}); no law is used."),
        ];
        if matches!(termination, Termination::Running) {
            let caution = "that every move is smaller was not proved; this program does not check it";
            let unchecked = Words::new(caution, "没有证明每一步都变小；这个程序也不检查");
            evidence.add(&Evidence::checked(Nat::ZERO, unchecked));
            words.push(format!("Caution: {caution}."));
        }
        words
    }
}

/// Where the value of a place is the mex, that of a place without moves becomes 1: as if it had an option of value 0.
fn misere_values(body: &[St]) -> Vec<St> {
    let mut all = vec![start(MOVES, int(0))];
    all.extend(rewritten(body, &mut |statement| match statement {
        St::Mark(_) => vec![statement, assign(MOVES, int(1))],
        other => vec![other],
    }));
    all.push(St::If(compare(var(MOVES), Relation::Equal, int(0)), vec![St::Mark(int(0))]));
    all
}

/// The order in which a table can be filled.
fn filling(rule: &Rule) -> Option<Filling> {
    let shrinks = (0..rule.arity).all(|i| never_increases(rule, i));
    if shrinks || rule.arity == 1 && rule.measure.is_none() {
        return Some(Filling::Box);
    }
    (rule.arity == 2 && termination(rule) == Termination::Proved(Measure::Sum)).then_some(Filling::Diagonals)
}

/// Five times and twice a number that does, below what was asked for.
fn between(largest: Option<u64>, max: u64) -> impl Iterator<Item = u64> {
    largest.into_iter().flat_map(|largest| [5, 2].map(|times| largest.saturating_mul(times))).filter(move |&n| n < max)
}

/// A smaller number would do, or something else.
fn too_large(max: u64, limits: &str, largest: u64, otherwise: Option<&str>) -> Diagnostic {
    Diagnostic::input(format!("a `max` of {max} is too large for this game: {limits}"))
        .suggest(instead(largest, otherwise))
}

/// What would do.
fn instead(largest: u64, otherwise: Option<&str>) -> String {
    let otherwise = otherwise.map_or(String::new(), |otherwise| format!(", or {otherwise}"));
    format!("a `max` of {largest}{otherwise}")
}

/// What the printed program does itself.
fn itself(max: u64) -> Words {
    Words::new(
        format!("computed from the rule by the program itself, for numbers up to {}", power(max)),
        format!("由程序自己按规则计算，数至 {}", power(max)),
    )
}
