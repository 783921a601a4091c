//! Couples (G, n): is the value of the component G the number n?
//!
//! The sum G + \*n is lost for the player to move exactly if G has the value n. To find the outcome of a sum it is never
//! worse to compute the value of some of its components than to develop the tree of the sum (Lemoine and Viennot 2012,
//! Theorem 1), so all components of an option but the largest are worked out and the largest makes a couple:
//!
//! ```text
//! value(G)     n = 0, 1, 2, …  until  has(G, n)
//! has(G, n)    some option has the value n                      → no
//!              some m < n is the value of no option             → no, the value is m
//!              else                                             → yes
//! option C1 + … + Cr has the value m:  x = value(C1) ⊕ … ⊕ value(Cr−1),  then  has(Cr, m ⊕ x)
//! ```
//!
//! What carries the speed, in the order of what it brings: options whose components are all known are looked at while
//! options are still generated, and the first with the value n ends it; n is looked for before the smaller numbers; values
//! that are excluded are remembered; a large component first looks at its options shallowly and goes deep where the fewest
//! replies are open (`WINDOW`), for n as for the smaller numbers: the latter alone is worth 3 % of the components opened on
//! Cram of 5 × 8. An option costs no allocation: the components of all options of a component stand in one list,
//! and lists are used again.
//!
//! Cost: a tick an option generated; memory for the values found, and a stack frame a move of depth.
//!
//! Reference: J. Lemoine, S. Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462, 2012.

mod list;

use std::hash::Hash;
use std::ops::ControlFlow;

use grundy_core::{Context, Diagnostic, Error, NormalPlay, Stopped};

use super::counted::Counted;
use super::member::{Claim, Fact, Member};
use super::table::{Exact, Excluded, VALUES, hash};
use list::{List, Sum, lightest_first};

/// Progress is told once in so many components that are opened.
const REPORTED: u64 = 1 << 12;
/// The stack is the machine's: longer plays go to the walker, whose stack is not.
const DEPTH: u32 = 600;
/// So many options of a large component are looked at shallowly at a time.
const WINDOW: usize = 16;

/// Why a search gave up.
#[derive(Debug)]
pub(super) enum Ended {
    /// The budget is spent.
    Stopped(Stopped),
    /// What was found cannot be kept.
    Unkept(Diagnostic),
    /// A value of 64 or more, or a play too long for the stack: couples do not suit this game.
    Unfit,
    /// The question is large enough to be shared.
    Large,
    /// Another thread has found what this one was looking for.
    Elsewhere,
}

impl Ended {
    /// The error that it is; `None`: another search may find the value.
    pub(super) fn error(self) -> Option<Error> {
        match self {
            Ended::Stopped(stopped) => Some(stopped.into()),
            Ended::Unkept(fault) => Some(fault.into()),
            Ended::Unfit | Ended::Large | Ended::Elsewhere => None,
        }
    }
}

impl From<Diagnostic> for Ended {
    fn from(fault: Diagnostic) -> Self {
        Ended::Unkept(fault)
    }
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Ended::Stopped(stopped)
    }
}

/// A couple whose options were generated and could not be decided by what was known.
#[derive(Debug)]
struct Opened<P> {
    list: List<P>,
    /// Values of options: the component has none of them.
    excluded: u64,
}

/// What a couple is, or is made of.
#[derive(Debug)]
enum Couple<P> {
    Decided(bool),
    Open(Opened<P>),
}

/// What is known of a component.
enum Known {
    Value(u64),
    Excluded(u64),
}

/// The tables of a search.
#[derive(Debug)]
pub(super) struct Tables<P> {
    pub(super) exact: Exact<P>,
    excluded: Excluded<P>,
    /// Components whose options were generated, with repetitions.
    pub(super) expansions: u64,
    /// Components of this size or more use the window.
    pub(super) window_from: u32,
    /// When so many components were opened, the question is large.
    pub(super) alone_until: u64,
    /// The value that is asked for is known to be at least this.
    pub(super) least: u64,
    /// The others that work at the same question.
    pub(super) member: Option<Member<P>>,
    /// Lists that are used again.
    spare: Vec<List<P>>,
}

impl<P: Clone + Eq + Hash> Tables<P> {
    pub(super) fn new() -> Self {
        Tables {
            exact: Exact::new(),
            excluded: Excluded::new(),
            expansions: 0,
            window_from: u32::MAX,
            alone_until: u64::MAX,
            least: 0,
            member: None,
            spare: Vec::new(),
        }
    }

    fn list(&mut self) -> List<P> {
        self.spare.pop().unwrap_or_else(List::new)
    }

    fn put_back(&mut self, mut list: List<P>) {
        list.sums.clear();
        list.parts.clear();
        self.spare.push(list);
    }
}

/// One question.
pub(super) struct Couples<'a, R: NormalPlay> {
    pub(super) rules: &'a R,
    pub(super) tables: &'a mut Tables<R::Position>,
    pub(super) cx: &'a Context,
}

pub(super) type Answer<T> = Result<T, Ended>;

impl<R: NormalPlay> Couples<'_, R> {
    /// The value of a component.
    pub(super) fn value(&mut self, g: &R::Position, depth: u32) -> Answer<u64> {
        let mut n = 0;
        loop {
            // what is excluded the cache may forget: n is not lowered again
            n = match self.known(g) {
                Known::Value(value) => return Ok(value),
                Known::Excluded(excluded) if n < VALUES => n + u64::from((excluded >> n).trailing_ones()),
                Known::Excluded(_) => return Err(Ended::Unfit),
            };
            if depth == 0 {
                self.tables.least = n;
            }
            if self.has(g, n, depth)? {
                return Ok(n);
            }
            n += 1;
        }
    }

    /// The values below 64 that a component is known not to have.
    pub(super) fn excluded(&self, g: &R::Position) -> u64 {
        match self.known(g) {
            Known::Value(_) => 0,
            Known::Excluded(excluded) => excluded,
        }
    }

    #[inline]
    fn look(&self, hash: u64, g: &R::Position) -> Option<u64> {
        self.rules.known_value(g).or_else(|| self.tables.exact.get(hash, g).map(u64::from))
    }

    fn known(&self, g: &R::Position) -> Known {
        let hash = hash(g);
        match self.look(hash, g) {
            Some(value) => Known::Value(value),
            None => Known::Excluded(self.tables.excluded.get(hash, g)),
        }
    }

    fn exclude(&mut self, g: &R::Position, excluded: u64) {
        self.tables.excluded.insert(g, excluded, self.tables.exact.len(), self.cx);
        if let Some(member) = self.tables.member.as_ref().filter(|member| member.divides(self.rules.size(g))) {
            member.tell(g, Fact::Not(excluded));
        }
    }

    fn settle(&mut self, g: &R::Position, value: u64) -> Answer<()> {
        if let Some(member) = &self.tables.member {
            member.tell(g, Fact::Value(value as u8));
        }
        Ok(self.tables.exact.insert(g, value as u8, self.cx)?)
    }

    /// Takes in what other threads have told.
    pub(super) fn hear(&mut self) -> Answer<()> {
        let Some(member) = &mut self.tables.member else { return Ok(()) };
        member.count(self.cx)?;
        for (position, fact) in member.news() {
            match fact {
                Fact::Value(value) => self.tables.exact.insert(&position, value, self.cx)?,
                Fact::Not(more) => {
                    let excluded = more | self.tables.excluded.get(hash(&position), &position);
                    self.tables.excluded.insert(&position, excluded, self.tables.exact.len(), self.cx);
                }
            }
        }
        Ok(())
    }

    /// Is the value of g the number n?
    pub(super) fn has(&mut self, g: &R::Position, n: u64, depth: u32) -> Answer<bool> {
        match self.open(g, n)? {
            Couple::Decided(decided) => Ok(decided),
            Couple::Open(opened) => self.search(g, n, opened, depth + 1),
        }
    }

    /// Tells how many components were opened, how many values are kept and what is known of the value that is asked for.
    fn report(&self) {
        let (opened, stored, cx) = (self.tables.expansions, self.tables.exact.len(), self.cx);
        let filled = cx.budget().memory.map_or(0, |bytes| cx.reserved() * 100 / bytes.max(1));
        let room = if filled > 0 { format!(" ({filled} % of the memory)") } else { String::new() };
        let known =
            if self.tables.least > 0 { format!(", value at least {}", self.tables.least) } else { String::new() };
        cx.progress_with(opened, None, format_args!("{stored} values kept{room}{known}"));
    }

    /// Decides a couple by what is known, or lists what is open.
    fn open(&mut self, g: &R::Position, n: u64) -> Answer<Couple<R::Position>> {
        let mut excluded = match self.known(g) {
            Known::Value(value) => return Ok(Couple::Decided(value == n)),
            Known::Excluded(excluded) => excluded,
        };
        if n > self.rules.bound(g) {
            return Ok(Couple::Decided(false));
        }
        if n >= VALUES {
            return Err(Ended::Unfit);
        }
        if excluded >> n & 1 == 1 {
            return Ok(Couple::Decided(false));
        }
        if n == 0
            && let Some(zero) = self.rules.is_zero(g)
        {
            if zero {
                self.settle(g, 0)?;
            } else {
                self.exclude(g, excluded | 1);
            }
            return Ok(Couple::Decided(zero));
        }
        self.tables.expansions += 1;
        if self.tables.expansions.is_multiple_of(REPORTED) {
            self.report();
        }
        let (mut list, mut counted) = (self.tables.list(), Counted::new(self.cx, self.rules.effort(g)));
        let (rules, exact) = (self.rules, &self.tables.exact);
        let flow = rules.reduced_options(g, &mut |parts| {
            counted.one()?;
            let value = list.add(rules, exact, 0, parts.iter().map(|part| (hash(part), part)));
            if let Some(value) = value.filter(|value| *value < VALUES) {
                excluded |= 1 << value;
                if value == n {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        let count = counted.end()?;
        let found = flow.is_break();
        if found || count < n {
            self.tables.put_back(list);
            if found {
                self.exclude(g, excluded);
            }
            return Ok(Couple::Decided(false));
        }
        lightest_first(&mut list.sums);
        Ok(Couple::Open(Opened { list, excluded }))
    }

    /// Goes through the options that were open, beside other threads if there are any.
    fn search(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>, depth: u32) -> Answer<bool> {
        if depth > DEPTH {
            return Err(Ended::Unfit);
        }
        if self.tables.expansions >= self.tables.alone_until {
            return Err(Ended::Large);
        }
        let Some(member) = &mut self.tables.member else { return self.go_through(g, n, opened, depth) };
        let divided = member.divides(self.rules.size(g));
        if divided {
            member.enter(g, n);
        }
        let answer = match self.hear() {
            Ok(()) if self.tables.member.as_ref().is_some_and(Member::is_over) => Err(Ended::Elsewhere),
            Ok(()) => self.go_through(g, n, opened, depth),
            Err(ended) => Err(ended),
        };
        let decided = self.tables.member.as_mut().filter(|_| divided).and_then(Member::leave);
        match (answer, decided) {
            (Err(Ended::Elsewhere), Some(decided)) => Ok(decided),
            (answer, _) => answer,
        }
    }

    fn go_through(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>, depth: u32) -> Answer<bool> {
        let Opened { mut list, excluded } = opened;
        let large = self.rules.size(g) >= self.tables.window_from;
        let refuted = self.find(&list, n, large, depth)?.is_some();
        let mut value = n;
        for m in (0..n).filter(|m| !refuted && excluded >> m & 1 == 0) {
            let Some(at) = self.find(&list, m, large, depth)? else {
                value = m;
                break;
            };
            list.sums.remove(at);
        }
        if refuted {
            self.exclude(g, excluded | 1 << n);
        } else {
            self.settle(g, value)?;
        }
        self.tables.put_back(list);
        Ok(!refuted && value == n)
    }

    /// An option with the value m.
    fn find(&mut self, list: &List<R::Position>, m: u64, large: bool, depth: u32) -> Answer<Option<usize>> {
        if large {
            return self.by_window(list, m, depth);
        }
        let mut claimed = Vec::new();
        for (at, &sum) in list.sums.iter().enumerate() {
            let (largest, value) = self.but_largest(list, sum, m, depth)?;
            let claim = self.claim(largest, value);
            if claim == Claim::Taken {
                claimed.push((at, largest, value));
                continue;
            }
            let answer = self.has(largest, value, depth);
            self.release(claim);
            if answer? {
                return Ok(Some(at));
            }
        }
        for (at, largest, value) in claimed {
            if self.has(largest, value, depth)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Lets other threads leave this couple for last, where none of them is at it.
    fn claim(&self, g: &R::Position, n: u64) -> Claim {
        match &self.tables.member {
            Some(member) if member.divides(self.rules.size(g)) => member.claim(g, n),
            _ => Claim::Unmarked,
        }
    }

    fn release(&self, claim: Claim) {
        if let Some(member) = &self.tables.member {
            member.release(claim);
        }
    }

    /// The largest component of an option, and the value that it has if the option has the value m.
    fn but_largest<'a>(
        &mut self,
        list: &'a List<R::Position>,
        sum: Sum,
        m: u64,
        depth: u32,
    ) -> Answer<(&'a R::Position, u64)> {
        let largest = sum.to as usize - 1;
        let mut value = sum.xor ^ m;
        for (_, part) in &list.parts[sum.from as usize..largest] {
            value ^= self.value(part, depth)?;
        }
        Ok((&list.parts[largest].1, value))
    }

    /// An option with the value m: those that a shallow look does not refute are looked at deeply, the one with the fewest
    /// open replies first.
    fn by_window(&mut self, list: &List<R::Position>, m: u64, depth: u32) -> Answer<Option<usize>> {
        for start in (0..list.sums.len()).step_by(WINDOW) {
            let mut open = Vec::with_capacity(WINDOW);
            for (at, &sum) in list.sums.iter().enumerate().skip(start).take(WINDOW) {
                let (largest, value) = self.but_largest(list, sum, m, depth)?;
                match self.open(largest, value)? {
                    Couple::Decided(true) => return Ok(Some(at)),
                    Couple::Decided(false) => {}
                    Couple::Open(opened) => {
                        let replies = &opened.list;
                        let left = replies.sums.iter().filter(|&&reply| self.is_open(replies, reply, value)).count();
                        open.push((left, at, largest, value, opened));
                    }
                }
            }
            open.sort_by_cached_key(|(left, ..)| *left);
            let mut claimed = Vec::new();
            for (_, at, g, value, opened) in open {
                let claim = self.claim(g, value);
                if claim == Claim::Taken {
                    claimed.push((at, g, value, opened));
                    continue;
                }
                let answer = self.go_deep(g, value, opened, depth);
                self.release(claim);
                if answer? {
                    return Ok(Some(at));
                }
            }
            for (at, g, value, opened) in claimed {
                if self.go_deep(g, value, opened, depth)? {
                    return Ok(Some(at));
                }
            }
        }
        Ok(None)
    }

    /// A couple that was opened before: is it decided by now?
    fn go_deep(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>, depth: u32) -> Answer<bool> {
        match self.look_again(g, n, opened) {
            Couple::Decided(decided) => Ok(decided),
            Couple::Open(opened) => self.search(g, n, opened, depth + 1),
        }
    }

    /// May this option have the value m, as far as is known?
    fn is_open(&self, list: &List<R::Position>, sum: Sum, m: u64) -> bool {
        let [(hash, part)] = list.parts(sum) else { return true };
        let m = sum.xor ^ m;
        m >= VALUES || self.tables.excluded.get(*hash, part) >> m & 1 == 0
    }

    /// Looks at what was learnt since a couple was opened.
    fn look_again(&mut self, g: &R::Position, n: u64, opened: Opened<R::Position>) -> Couple<R::Position> {
        let Opened { list: before, mut excluded } = opened;
        match self.known(g) {
            Known::Value(value) => return Couple::Decided(value == n),
            Known::Excluded(more) => excluded |= more,
        }
        let mut list = self.tables.list();
        for &sum in &before.sums {
            let parts = before.parts(sum).iter().map(|(hash, part)| (*hash, part));
            let value = list.add(self.rules, &self.tables.exact, sum.xor, parts);
            if let Some(value) = value.filter(|value| *value < VALUES) {
                excluded |= 1 << value;
            }
        }
        self.tables.put_back(before);
        if excluded >> n & 1 == 1 {
            self.tables.put_back(list);
            self.exclude(g, excluded);
            return Couple::Decided(false);
        }
        lightest_first(&mut list.sums);
        Couple::Open(Opened { list, excluded })
    }
}
