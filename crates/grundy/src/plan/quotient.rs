//! Misère quotients of games: the components of one or several games, found as far as they are asked about.
//!
//! `misere kayles(10^18, 5, 77)`: the heaps 0, 1, 2, … of Kayles are added to one [`Quotient`] until their classes repeat
//! in the way that the periodicity theorem asks for. Then every heap has the class of one in the table, and the sum is
//! a product of three. Sums of several games go through a common quotient of all of them: each game's heaps are a row of
//! its own, and the theorem is checked for each row in the quotient of all.
//!
//! What is not of one heap, or of a rule that the theorem does not speak of, is added with all that it can become.
//!
//! Cost: that of [`grundy_search::quotient`], once for each set of games; then one look-up for each heap.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use grundy_core::{Period, locked};
use grundy_search::quotient::Quotient;
use grundy_search::quotient::monoid::ONE;
use grundy_search::quotient::repeats::{Repeats, Repetition, Shape};
use grundy_sequence::code::{Code, Modifier};
use rustc_hash::{FxHashMap, FxHashSet};

use super::quotient_store::QuotientStore;
use super::sparse::cycle;
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::{Evidence, Theorem};
use crate::game::knowledge::Plan;
use crate::game::{Component, Game, Place, Shape as PlaceShape};
use crate::number::{Nat, to_usize};
use crate::words::Words;

/// The four conditions make a monoid the quotient.
pub(crate) static CERTIFICATE: Theorem = Theorem {
    id: "misere-quotient",
    statement: "misère quotient: sums of the same class in a finite commutative monoid have the same misère outcome, if its classes are told apart by P, the end is not in P, no option of a sum in P is in P, and every other sum with options has one in P",
    chinese: "反常商：若有限交换幺半群的各类可由 P 区分，终局不在 P 中，P 中的和没有后继在 P 中，其余有后继的和都有一个后继在 P 中，则同一类的和在反常规则下胜负相同",
    reference: "T. E. Plambeck, Taming the wild in impartial combinatorial games, 2005",
};

/// Classes that repeat for long enough repeat for ever.
pub(crate) static PERIODICITY: Theorem = Theorem {
    id: "misere-quotient-period",
    statement: "periodicity of misère quotients: if a code leaves at most c parts and takes at most k, and the classes of its heaps up to c(n0 + p) + k repeat with period p from n0, then the quotient is that of the whole game and the classes repeat for ever",
    chinese: "反常商的周期性：若一个代码至多留下 c 部分、至多取 k 个，且直到 c(n0 + p) + k 的各堆所在的类自 n0 起以 p 为周期重复，则这就是整个游戏的商，各类永远重复",
    reference: "T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, 2008",
};

/// The misère quotient of what was asked about so far, in one or several games.
#[derive(Debug, Default)]
pub(crate) struct Joint {
    quotient: Quotient,
    rows: Vec<Row>,
    /// Components that are in no row.
    others: FxHashMap<Component, u32>,
    /// Where the quotient is kept while it grows.
    store: Option<QuotientStore>,
}

/// The heaps 0, 1, 2, … of a game.
#[derive(Debug)]
struct Row {
    game: Game,
    shape: Option<Shape>,
    /// The number of each heap among the components of the quotient.
    heaps: Vec<u32>,
    /// Numbers that make no place: a component without moves stands for them.
    gaps: Vec<u64>,
    /// That component.
    over: Option<u32>,
    /// Their classes in the quotient of this age.
    classes: Vec<u32>,
    grown: u32,
    repeats: Repeats,
    whole: Option<Repetition>,
}

/// A component of more options is not added: its quotient would be larger than any table.
const OPTIONS: usize = 1 << 18;

/// Where no theorem tells that classes repeat, heaps are added up to here at most.
const FARTHEST: u64 = 20_000;

/// A component whose options are being looked up.
#[derive(Debug)]
struct Frame {
    component: Component,
    options: Vec<Vec<u32>>,
    /// Parts that are not known yet, with the option they belong to.
    missing: Vec<(usize, Component)>,
}

/// What the periodicity theorem needs to know of a game.
fn shape(game: &Game) -> Option<Shape> {
    match &game.knowledge().ok()?.plan {
        Plan::Code(code) => shape_of_code(code),
        Plan::Subtraction(set) if set.is_finite() => {
            let taken = set.max().map_or(Some(0), |most| to_usize(&most))?;
            Some(Shape { parts: 1, taken })
        }
        _ => None,
    }
}

fn shape_of_code(code: &Code) -> Option<Shape> {
    let digits = || std::iter::once(&code.zero).chain(&code.digits);
    let free = digits().all(|digit| digit.from.is_none() && (digit.most() < 2 || digit.modifier == Modifier::Any));
    let endless = code.repeating.iter().any(grundy_sequence::code::Digit::allows_any);
    let parts = digits().map(|digit| digit.most() as usize).max().unwrap_or(0).max(1);
    (free && !endless).then_some(Shape { parts, taken: code.digits.len() })
}

impl Joint {
    /// One that is kept in a file, and goes on from what is there.
    pub(crate) fn stored(store: QuotientStore) -> Joint {
        Joint { store: Some(store), ..Joint::default() }
    }

    /// Is there something in a store that was not checked yet?
    pub(crate) fn is_reading(&self) -> bool {
        self.store.as_ref().is_some_and(QuotientStore::is_reading)
    }

    /// Where the store has more components than were added, the quotient becomes that of those that were added.
    ///
    /// # Errors
    /// A store that is wrong; a spent budget.
    pub(crate) fn take_stored(&mut self, cx: &Context) -> Result<()> {
        if let Some(store) = &mut self.store
            && store.is_reading()
        {
            store.restore(&mut self.quotient, cx)?;
            self.settle();
        }
        Ok(())
    }

    /// Returns when all that was written is safe: is there a store?
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn sync_store(&mut self) -> Result<bool> {
        self.store.as_mut().map(QuotientStore::sync).transpose().map(|store| store.is_some())
    }

    /// The quotient of the heaps of a game alone, with their classes: what a heap that was not finished can become is left out.
    pub(crate) fn of_heaps(&self, game: &Game) -> (Cow<'_, Quotient>, Vec<u32>) {
        let heaps = self.rows.iter().find(|row| row.game == *game).map_or(&[][..], |row| &row.heaps);
        let components = heaps.iter().max().map_or(0, |&last| last as usize + 1);
        let quotient = if components < self.quotient.phi().len() {
            self.quotient.first(components).map_or(Cow::Borrowed(&self.quotient), Cow::Owned)
        } else {
            Cow::Borrowed(&self.quotient)
        };
        let classes = heaps.iter().map_while(|&at| quotient.phi().get(at as usize).copied()).collect();
        (quotient, classes)
    }

    /// The heaps of a game that made the quotient grow: their numbers, and the orders of Q and P from there on.
    pub(crate) fn growth(&self, game: &Game) -> Vec<(u64, usize, usize)> {
        let Some(row) = self.rows.iter().find(|row| row.game == *game) else { return Vec::new() };
        let mut growth: Vec<(u64, usize, usize)> = Vec::new();
        for (component, order, lost) in self.quotient.growth() {
            // a heap comes behind all that it can become
            let Some(heap) = row.heaps.iter().position(|&at| at >= component) else { break };
            let heap = heap as u64;
            growth.retain(|(before, ..)| *before != heap);
            growth.push((heap, order, lost));
        }
        growth
    }

    /// The quotient itself.
    pub(crate) fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The classes of the heaps of a game that were added, and the repetition that is proved of them.
    pub(crate) fn heaps(&self, game: &Game) -> Option<(&[u32], Option<Repetition>)> {
        let row = self.rows.iter().find(|row| row.game == *game)?;
        Some((&row.classes, row.whole))
    }

    /// The class of a component, where it is known.
    pub(crate) fn class(&self, component: &Component) -> Option<u32> {
        if let [n] = component.place.as_slice()
            && let Some(row) = self.rows.iter().find(|row| row.game == component.game)
        {
            let known = to_usize(n).and_then(|n| row.classes.get(n));
            if let Some(&class) = known {
                return Some(class);
            }
            if let Some(whole) = row.whole {
                return Some(row.classes[whole.representative(n)]);
            }
        }
        // what a store still has to give is not certified yet
        self.others.get(component).and_then(|&at| self.quotient.phi().get(at as usize)).copied()
    }

    /// The class of a sum, where those of its components are known.
    pub(crate) fn class_of(&self, sum: &[(Component, Nat)]) -> Option<u32> {
        sum.iter().try_fold(ONE, |product, (component, count)| {
            Some(self.quotient.monoid().times(product, self.class_of_copies(component, count)?))
        })
    }

    /// The class of so many copies of a component; where there is none, it need not be known.
    pub(crate) fn class_of_copies(&self, component: &Component, count: &Nat) -> Option<u32> {
        if count.is_zero() {
            return Some(ONE);
        }
        let class = self.class(component)?;
        Some(if *count == Nat::ONE { class } else { self.quotient.monoid().power(class, count) })
    }

    /// Adds these components and all that they can become.
    ///
    /// # Errors
    /// A spent budget; faults of a rule; a play that comes back.
    pub(crate) fn reach(&mut self, wanted: &[Component], cx: &Context) -> Result<()> {
        while let Some(missing) = wanted.iter().find(|component| self.class(component).is_none()) {
            match missing.place.as_slice() {
                [n] if missing.game.shape() == PlaceShape::Heap && shape(&missing.game).is_some() => {
                    let row = self.row(&missing.game);
                    // a row that another one unsettled may have to go on, too
                    let known = |row: &Row| row.whole.is_some() || to_usize(n).is_some_and(|n| n < row.heaps.len());
                    while !known(&self.rows[row]) {
                        self.heap(row, cx)?;
                    }
                }
                _ => self.add(missing, cx)?,
            }
        }
        Ok(())
    }

    /// Adds these components, and the heaps of a game until their classes repeat for ever; `None`: no theorem tells that of it.
    ///
    /// # Errors
    /// As [`Joint::reach`].
    pub(crate) fn repetition(&mut self, game: &Game, others: &[Component], cx: &Context) -> Result<Option<Repetition>> {
        let row = self.row(game);
        if self.rows[row].shape.is_none() {
            return Ok(None);
        }
        loop {
            self.reach(others, cx)?;
            if let Some(whole) = self.rows[row].whole {
                return Ok(Some(whole));
            }
            self.heap(row, cx)?;
        }
    }

    /// Adds just this component and what it can become.
    ///
    /// # Errors
    /// As [`Joint::reach`].
    pub(crate) fn add(&mut self, component: &Component, cx: &Context) -> Result<()> {
        self.component(component, cx).map(drop)
    }

    /// Adds the next heap of a game; returns how many there are.
    ///
    /// # Errors
    /// As [`Joint::reach`].
    pub(crate) fn next_heap(&mut self, game: &Game, cx: &Context) -> Result<usize> {
        let row = self.row(game);
        self.heap(row, cx)?;
        Ok(self.rows[row].heaps.len())
    }

    /// Adds the heaps of a game up to this one, unless all are known by their period.
    ///
    /// # Errors
    /// As [`Joint::reach`].
    pub(crate) fn all_heaps(&mut self, game: &Game, last: u64, cx: &Context) -> Result<()> {
        let row = self.row(game);
        if self.rows[row].shape.is_none() && last > FARTHEST {
            return Err(cx.engine_limit(Spent::Nodes, format!("the classes of all heaps up to {last}")).into());
        }
        while self.rows[row].whole.is_none() && self.rows[row].heaps.len() as u64 <= last {
            self.heap(row, cx)?;
        }
        Ok(())
    }

    fn row(&mut self, game: &Game) -> usize {
        if let Some(at) = self.rows.iter().position(|row| row.game == *game) {
            return at;
        }
        self.rows.push(Row {
            game: game.clone(),
            shape: shape(game),
            heaps: Vec::new(),
            gaps: Vec::new(),
            over: None,
            classes: Vec::new(),
            grown: self.quotient.grown(),
            repeats: Repeats::default(),
            whole: None,
        });
        self.rows.len() - 1
    }

    fn heap(&mut self, row: usize, cx: &Context) -> Result<()> {
        let n = self.rows[row].heaps.len();
        // each heap is compared with all before it
        cx.tick(n as u64 / 64)?;
        let component = Component { game: self.rows[row].game.clone(), place: Place::heap(n) };
        let at = match self.component(&component, cx) {
            Err(Error::Bad(bad)) if component.game.may_have_gaps() && component.game.is_no_place(&bad) => {
                let over = match self.rows[row].over {
                    Some(over) => over,
                    None => self.take_in(Vec::new(), cx)?,
                };
                self.rows[row].over = Some(over);
                self.rows[row].gaps.push(n as u64);
                over
            }
            known => known?,
        };
        self.rows[row].heaps.push(at);
        self.settle();
        Ok(())
    }

    /// The numbers up to here that make no place of the game.
    pub(crate) fn gaps(&self, game: &Game) -> Vec<u64> {
        self.rows.iter().find(|row| row.game == *game).map_or_else(Vec::new, |row| row.gaps.clone())
    }

    /// Brings the rows up to what the quotient is now.
    fn settle(&mut self) {
        if self.is_reading() {
            return;
        }
        for row in &mut self.rows {
            if row.grown != self.quotient.grown() {
                (row.grown, row.repeats, row.whole) = (self.quotient.grown(), Repeats::default(), None);
                row.classes.clear();
            }
            let fresh = row.heaps[row.classes.len()..].iter();
            row.classes.extend(fresh.map(|&at| self.quotient.phi()[at as usize]));
            row.repeats.watch(&row.classes);
            if let (Some(shape), None) = (row.shape, row.whole) {
                row.whole = row.repeats.proved(shape);
            }
        }
    }

    /// The number of a component in the quotient, if it was added.
    fn number(&self, component: &Component) -> Option<u32> {
        if let [n] = component.place.as_slice()
            && let Some(row) = self.rows.iter().find(|row| row.game == component.game)
            && let Some(&at) = to_usize(n).and_then(|n| row.heaps.get(n))
        {
            return Some(at);
        }
        self.others.get(component).copied()
    }

    /// Adds a component by its options.
    fn take_in(&mut self, options: Vec<Vec<u32>>, cx: &Context) -> Result<u32> {
        match &mut self.store {
            Some(store) => store.add(options, &mut self.quotient, cx),
            None => self.quotient.add(options, cx).map(|_| self.quotient.phi().len() as u32 - 1),
        }
    }

    /// Adds a component with all that it can become.
    fn component(&mut self, wanted: &Component, cx: &Context) -> Result<u32> {
        if let Some(at) = self.number(wanted) {
            return Ok(at);
        }
        let mut stack = vec![self.open(wanted, cx)?];
        let mut open = FxHashSet::from_iter([wanted.clone()]);
        let mut last = 0;
        while let Some(frame) = stack.last_mut() {
            let Some((option, part)) = frame.missing.last() else {
                let Some(Frame { component, options, .. }) = stack.pop() else { break };
                last = self.take_in(options, cx)?;
                open.remove(&component);
                cx.progress(u64::from(last), None);
                cx.reserve(64)?;
                self.others.insert(component, last);
                self.settle();
                continue;
            };
            if let Some(at) = self.number(part) {
                frame.options[*option].push(at);
                frame.missing.pop();
            } else if open.insert(part.clone()) {
                let part = part.clone();
                stack.push(self.open(&part, cx)?);
            } else {
                return Err(cycle(&part.game, &part.place).into());
            }
        }
        Ok(last)
    }

    fn open(&self, component: &Component, cx: &Context) -> Result<Frame> {
        component.game.must_end("the misère quotient")?;
        let (mut options, mut missing) = (Vec::new(), Vec::new());
        component.game.try_each_option(&component.place, cx, |parts| {
            cx.reserve(24 + 4 * parts.len() as u64)?;
            let mut option = Vec::with_capacity(parts.len());
            for part in parts {
                match self.number(part) {
                    Some(at) => option.push(at),
                    None => missing.push((options.len(), part.clone())),
                }
            }
            options.push(option);
            if options.len() > OPTIONS {
                return Err(cx
                    .engine_limit(Spent::Nodes, format!("a component with more than {OPTIONS} options"))
                    .into());
            }
            Ok(())
        })?;
        cx.release(options.iter().map(|option: &Vec<u32>| 24 + 4 * option.len() as u64).sum());
        Ok(Frame { component: component.clone(), options, missing })
    }

    /// What every judgement rests on.
    fn certified(&self) -> Evidence {
        let monoid = self.quotient.monoid();
        let order = of_order(monoid.order(), monoid.portion().len());
        let components = self.quotient.phi().len();
        Evidence::theorem(&CERTIFICATE).and(&Evidence::computed(Words::new(
            format!("a misère quotient of {}, certified with {components} components", order.english),
            format!("反常商有 {}，以 {components} 个分量认证", order.chinese),
        )))
    }

    /// What judgements of all heaps of a game rest on.
    pub(crate) fn whole(&self) -> Evidence {
        self.certified().and(&Evidence::theorem(&PERIODICITY))
    }

    /// What judgements of these components rest on.
    pub(crate) fn evidence(&self, used: &[Component]) -> Evidence {
        let mut evidence = self.certified();
        let beyond = |component: &Component| {
            let row = self.rows.iter().find(|row| row.game == component.game);
            row.is_some_and(|row| to_usize(&component.place[0]).is_none_or(|n| n >= row.heaps.len()))
        };
        if used.iter().any(beyond) {
            evidence.add(&Evidence::theorem(&PERIODICITY));
        }
        evidence
    }
}

impl Game {
    /// How the classes of its heaps repeat in its misère quotient, and so the outcomes in misère play; `None`: no theorem tells that.
    ///
    /// # Errors
    /// As [`Joint::reach`].
    pub(super) fn period_of_classes(&self, cx: &Context) -> Result<Option<(Period, Evidence)>> {
        let Some(shared) = common(std::slice::from_ref(self))? else { return Ok(None) };
        let mut joint = opened(&shared);
        let found = joint.repetition(self, &[], cx)?;
        Ok(found.map(|whole| (whole.into(), joint.whole())))
    }
}

/// `40 elements, 9 of them P`
pub(crate) fn of_order(order: usize, lost: usize) -> Words {
    let elements = if order == 1 { "element" } else { "elements" };
    match lost {
        0 => Words::new(format!("{order} {elements}, none of them P"), format!("{order} 个元素，没有 P 元素")),
        lost => {
            Words::new(format!("{order} {elements}, {lost} of them P"), format!("{order} 个元素，其中 {lost} 个为 P"))
        }
    }
}

/// A common quotient of some games, shared by all questions about just these.
pub(crate) type Shared = Arc<Mutex<Joint>>;

/// Opens a shared quotient. What is kept in it is certified whenever it was left.
pub(crate) fn opened(shared: &Shared) -> MutexGuard<'_, Joint> {
    locked(shared.lock())
}

/// The quotients that are kept with a game: by the games they are common to.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<FxHashMap<Vec<u32>, Shared>>);

/// The common quotient of these games, as far as it is known.
///
/// # Errors
/// A rule that is not a game.
pub(crate) fn common(games: &[Game]) -> Result<Option<Shared>, Diagnostic> {
    let mut games: Vec<&Game> = games.iter().collect();
    games.sort_by_key(|game| game.id());
    games.dedup();
    let Some(first) = games.first() else { return Ok(None) };
    let key = games.iter().map(|game| game.id()).collect();
    let kept = &first.strategies()?.quotients.0;
    let mut kept = locked(kept.lock());
    Ok(Some(Arc::clone(kept.entry(key).or_default())))
}
