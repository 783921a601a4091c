//! The moves of a compound without listing their products: counted over classes, the first ones in order.
//!
//! Of each component the options are grouped by class. How many choices for the components from here on lead to a lost
//! position depends only on what the law keeps of those in front ([`Seen`]) and on how many were moved in, so each such
//! state is counted once. The first moves in the stated order are put together from the first ones of the components
//! behind; where options of one component have different numbers of coordinates, or two the same, all of them are tried
//! and sorted.
//!
//! On the scale of values almost every option is a class of its own. There the law says which classes an option may have
//! in a lost position ([`Law::targets`]), and these are looked up; a long list of options is refused before it is made.
//!
//! The last component that is moved in is looked up too, once all the others are chosen ([`Law::wanted`]).
//!
//! Cost: states times classes for the count, and the limit times the options of a component for the list.

use std::cmp::Ordering;
use std::rc::Rc;

use grundy_core::{Context, Nat, Result, Spent};
use rustc_hash::FxHashMap;

use super::super::options::{Options, Parts};
use super::{Compound, Law, Scale, Seen, Sum, Turn, sum};
use crate::game::show_components;
use crate::game::{Component, Game, Place};

/// One component: to stay, or one of its options.
struct Choice {
    /// `None`: it stays.
    to: Option<Sum>,
    numbers: Vec<Nat>,
    class: Nat,
}

/// What one component may become.
struct Column {
    /// Over at the start, where that ends nothing: it plays no part.
    idle: bool,
    /// Class, whether it was moved in, how many.
    groups: Vec<(Nat, bool, Nat)>,
    /// Where the group of a class stands.
    places: FxHashMap<(Nat, bool), usize>,
    /// The component as it stands.
    sum: Sum,
    /// In order.
    choices: Vec<Choice>,
    /// Which choices are of a class, by whether they are moves.
    listed: FxHashMap<(Nat, bool), Vec<usize>>,
    /// The class if it stays, where it may.
    stay: Option<Nat>,
    /// All choices have the same number of coordinates, and no two the same coordinates: their order is that of all
    /// that is put together from them.
    even: bool,
}

/// A way to choose for the components from one on.
struct Way {
    choice: usize,
    next: Option<Rc<Way>>,
}

type State = (usize, usize, Seen);

struct Product<'a> {
    columns: Vec<Column>,
    law: Option<&'a dyn Law>,
    turn: Turn,
    limit: usize,
    cx: &'a Context,
    counts: FxHashMap<State, Nat>,
    ways: FxHashMap<State, Rc<[Rc<Way>]>>,
}

/// Bytes that one state takes, roughly.
const BYTES: u64 = 160;

/// Bytes that a listed option takes, roughly.
const CHOICE: u64 = 160;

/// Options of one component are listed one by one up to so many.
const LISTED: u64 = 50_000_000;

/// Where a look may go over all options, so many classes are looked up at most.
const FEW: usize = 8;

impl Compound {
    /// The moves that lead to lost positions by a law; all moves, if no law is given. Not for ordinal sums.
    ///
    /// # Errors
    /// A spent budget.
    pub(super) fn product(
        &self,
        game: &Game,
        place: &Place,
        law: Option<&dyn Law>,
        limit: usize,
        cx: &Context,
    ) -> Result<Options> {
        if self.is_over(place, cx)? {
            return Ok(Options::default());
        }
        let (turn, row) = (self.turn(), self.row(place));
        cx.enter("moves of the compound");
        let targets = self.targets(&row, law, cx)?;
        let columns = row
            .iter()
            .zip(targets)
            .map(|(&number, targets)| self.column(&self.sum(number), law, targets, limit, cx))
            .collect::<Result<Vec<_>>>()?;
        let (counts, ways) = Default::default();
        let mut product = Product { columns, law, turn, limit, cx, counts, ways };
        let count = product.count(0, 0, &Seen::new())?;
        let ways = product.first(0, 0, &Seen::new())?;
        let mut first: Vec<Parts> = Vec::with_capacity(ways.len());
        for way in ways.iter() {
            let mut left = Vec::with_capacity(row.len());
            let mut way = Some(way);
            while let Some(here) = way {
                let choice = &product.columns[left.len()].choices[here.choice];
                left.push(choice.to.as_ref().map_or(row[left.len()], |sum| self.number(sum.clone())));
                way = here.next.as_ref();
            }
            first.push(vec![Component { game: game.clone(), place: self.place(&left) }]);
        }
        Ok(Options { count: Some(count), first })
    }

    /// Of each component the classes that are looked up, where the law knows them.
    fn targets(&self, row: &[u32], law: Option<&dyn Law>, cx: &Context) -> Result<Vec<Option<Vec<Nat>>>> {
        let Some(law) = law.filter(|law| law.scale() == Scale::Value) else { return Ok(vec![None; row.len()]) };
        let mut classes = Vec::with_capacity(row.len());
        for &number in row {
            let sum = self.sum(number);
            let idle = sum::is_over(&sum, cx)? && !self.turn().first_ends;
            classes.push(if idle { None } else { Some(self.class(law.scale(), &sum, cx)?) });
        }
        let looked_up = |at: usize| {
            let targets = law.targets(&classes, at)?;
            // elsewhere every look may go over all options
            let heap = matches!(&*self.sum(row[at]), [heap] if heap.game.is_nim());
            (heap || targets.len() <= FEW).then_some(targets)
        };
        (0..row.len())
            .map(|at| {
                cx.tick(1)?;
                let targets = looked_up(at);
                cx.reserve(targets.as_ref().map_or(0, |targets| 24 * targets.len() as u64))?;
                Ok(targets)
            })
            .collect()
    }

    fn column(
        &self,
        sum: &Sum,
        law: Option<&dyn Law>,
        targets: Option<Vec<Nat>>,
        limit: usize,
        cx: &Context,
    ) -> Result<Column> {
        let turn = self.turn();
        let over = sum::is_over(sum, cx)?;
        let idle = over && !turn.first_ends;
        let (groups, places, choices, listed) = Default::default();
        let mut column = Column { idle, groups, places, sum: sum.clone(), choices, listed, stay: None, even: true };
        let class = |sum: &Sum| law.map_or(Ok(Nat::ZERO), |law| self.class(law.scale(), sum, cx));
        if over || !turn.all {
            let class = if column.idle { Nat::ZERO } else { class(sum)? };
            column.add(class, None, sum, 1, limit);
        }
        if !over {
            let heap = match &**sum {
                [heap] => Some(heap),
                _ => None,
            };
            match law.map(Law::scale) {
                None | Some(Scale::Outcome) => {
                    // of outcomes, only lost options make a lost position
                    let (count, first) = match law {
                        None => sum::first_options(sum, limit, cx)?,
                        Some(_) => sum::lost_options(sum, limit, cx)?,
                    };
                    let listed = Nat::from(first.len());
                    first.iter().for_each(|option| column.add(Nat::ZERO, Some(option), option, 1, usize::MAX));
                    if count > listed {
                        column.more(Nat::ZERO, count - listed);
                    }
                }
                Some(scale)
                    if scale != Scale::Value && heap.is_some_and(|h| h.game.is_nim() && h.place[0] > Nat::ONE) =>
                {
                    self.nim(&mut column, sum, scale, limit, cx)?;
                }
                Some(_) if targets.is_some() => {
                    for target in targets.into_iter().flatten() {
                        cx.tick(1)?;
                        let (count, first) = sum::options_with_value(sum, &target, limit, cx)?;
                        if count == Nat::ZERO {
                            continue;
                        }
                        cx.reserve(CHOICE * first.len() as u64)?;
                        let listed = Nat::from(first.len());
                        first.iter().for_each(|option| column.add(target.clone(), Some(option), option, 1, usize::MAX));
                        if count > listed {
                            column.more(target, count - listed);
                        }
                    }
                }
                Some(_) => match (sum::subtraction(sum), heap) {
                    (Some((set, n)), Some(heap)) => {
                        afford(sum::count(sum), cx)?;
                        let mut left = Vec::new();
                        for k in set.members_up_to(n) {
                            cx.tick(1)?;
                            cx.reserve(8)?;
                            left.push(n - k);
                        }
                        left.reverse();
                        for &left in &left {
                            cx.tick(1)?;
                            cx.reserve(CHOICE)?;
                            let option = one(&heap.game, Nat::from(left));
                            column.add(class(&option)?, Some(&option), &option, 1, limit);
                        }
                        cx.release(8 * left.len() as u64);
                    }
                    _ => {
                        afford(sum::count(sum), cx)?;
                        for option in sum::options(sum, cx)? {
                            cx.tick(1)?;
                            cx.reserve(CHOICE)?;
                            // lists of different lengths are sorted with what follows, so none is left out
                            column.add(class(&option)?, Some(&option), &option, 1, usize::MAX);
                        }
                    }
                },
            }
        }
        column.choices.sort_by(|a, b| a.numbers.cmp(&b.numbers));
        for (at, choice) in column.choices.iter().enumerate() {
            column.listed.entry((choice.class.clone(), choice.to.is_some())).or_default().push(at);
        }
        column.stay = column.groups.iter().find(|group| !group.1).map(|group| group.0.clone());
        let in_order = |a: &Choice, b: &Choice| a.numbers.len() == b.numbers.len() && a.numbers < b.numbers;
        column.even = column.choices.windows(2).all(|pair| in_order(&pair[0], &pair[1]));
        Ok(column)
    }

    /// The options of a heap of Nim: the empty heap, and others that are all alike.
    fn nim(&self, column: &mut Column, sum: &Sum, scale: Scale, limit: usize, cx: &Context) -> Result<()> {
        let game = &sum[0].game;
        let empty = one(game, Nat::ZERO);
        column.add(self.class(scale, &empty, cx)?, Some(&empty), &empty, 1, limit);
        let class = self.class(scale, &one(game, Nat::ONE), cx)?;
        let mut size = Nat::ONE;
        while size < sum[0].place[0] && size <= Nat::from(limit) {
            let option = one(game, size.clone());
            column.add(class.clone(), Some(&option), &option, 1, limit);
            size += Nat::ONE;
        }
        if size < sum[0].place[0] {
            column.more(class, &sum[0].place[0] - size);
        }
        Ok(())
    }
}

/// Refuses lists of options that are too long to be made, before they are.
fn afford(options: usize, cx: &Context) -> Result<()> {
    let needed = || format!("a list of {options} options of one component");
    if options as u64 > LISTED {
        return Err(cx.engine_limit(Spent::Nodes, needed()).into());
    }
    if cx.nodes_left().is_some_and(|left| options as u64 > left) {
        return Err(cx.stopped(Spent::Nodes, Some(needed())).into());
    }
    let bytes = CHOICE * options as u64;
    cx.reserve(bytes).map_err(|stopped| stopped.needing(needed()))?;
    cx.release(bytes);
    Ok(())
}

fn one(game: &Game, size: Nat) -> Sum {
    Sum::from([Component { game: game.clone(), place: Place::heap(size) }])
}

impl Column {
    /// Takes in a choice; of each class so many are listed.
    fn add(&mut self, class: Nat, to: Option<&Sum>, sum: &Sum, count: u8, limit: usize) {
        let moved = to.is_some();
        let listed = self.group(class.clone(), moved, Nat::from(count));
        if listed <= Nat::from(limit) {
            self.choices.push(Choice { to: to.cloned(), numbers: sum::numbers(sum), class });
        }
    }

    /// Options that are counted only.
    fn more(&mut self, class: Nat, count: Nat) {
        self.group(class, true, count);
    }

    /// How many there are now.
    fn group(&mut self, class: Nat, moved: bool, count: Nat) -> Nat {
        let Column { groups, places, .. } = self;
        let at = *places.entry((class, moved)).or_insert_with_key(|(class, moved)| {
            groups.push((class.clone(), *moved, Nat::ZERO));
            groups.len() - 1
        });
        groups[at].2 += count;
        groups[at].2.clone()
    }
}

impl Product<'_> {
    /// What is kept after this choice for a component; `None` if it may not be moved in.
    fn step(&self, at: usize, moved: usize, seen: &Seen, class: &Nat, moves: bool) -> Option<(usize, Seen)> {
        let most = self.turn.most;
        if moves && moved >= most {
            return None;
        }
        // where there is no limit, one counts like many
        let moved = if moves { (moved + 1).min(if most > self.columns.len() { 1 } else { most }) } else { moved };
        let mut seen = seen.clone();
        if let (Some(law), false) = (self.law, self.columns[at].idle) {
            law.see(&mut seen, class);
        }
        Some((moved, seen))
    }

    /// If no component behind this one may be moved in after a move here, the law may say which class this move must
    /// lead to: then one option is looked up, and no list is gone through. Inner `None`: no move here is wanted.
    fn wanted(&self, at: usize, moved: usize, seen: &Seen) -> Option<Option<Nat>> {
        let law = self.law?;
        let behind = self.columns.get(at + 1..)?;
        if self.columns[at].idle || moved + 1 < self.turn.most && !behind.is_empty() {
            return None;
        }
        let mut seen = seen.clone();
        for column in behind.iter().filter(|column| !column.idle) {
            law.see(&mut seen, column.stay.as_ref()?);
        }
        let wanted = law.wanted(&seen)?;
        Some(wanted.filter(|_| moved < self.turn.most))
    }

    /// The groups that come into question by [`Product::wanted`]; `None`: all.
    fn few(&self, at: usize, moved: usize, seen: &Seen) -> Option<impl Iterator<Item = (Nat, bool)> + use<>> {
        let class = self.wanted(at, moved, seen)?;
        let stay = self.columns[at].stay.clone().map(|stay| (stay, false));
        Some(stay.into_iter().chain(class.map(|class| (class, true))))
    }

    /// How many ways lead from here to what is wanted.
    fn count(&mut self, at: usize, moved: usize, seen: &Seen) -> Result<Nat> {
        if at == self.columns.len() {
            let wanted = moved > 0 && self.law.is_none_or(|law| law.is_previous(seen));
            return Ok(Nat::from(u8::from(wanted)));
        }
        let state = (at, moved, seen.clone());
        if let Some(known) = self.counts.get(&state) {
            return Ok(known.clone());
        }
        self.cx.reserve(BYTES)?;
        let mut sum = Nat::ZERO;
        let column = &self.columns[at];
        let groups: Vec<usize> = match self.few(at, moved, seen) {
            None => (0..column.groups.len()).collect(),
            Some(few) => few.filter_map(|group| column.places.get(&group).copied()).collect(),
        };
        for group in groups {
            self.cx.tick(1)?;
            let (class, moves, count) = self.columns[at].groups[group].clone();
            if let Some((moved, seen)) = self.step(at, moved, seen, &class, moves) {
                sum += count * self.count(at + 1, moved, &seen)?;
            }
        }
        self.counts.insert(state, sum.clone());
        Ok(sum)
    }

    /// The first ways in order.
    fn first(&mut self, at: usize, moved: usize, seen: &Seen) -> Result<Rc<[Rc<Way>]>> {
        let state = (at, moved, seen.clone());
        if let Some(known) = self.ways.get(&state) {
            return Ok(Rc::clone(known));
        }
        let last = at + 1 == self.columns.len();
        let even = self.columns[at].even;
        let mut ways: Vec<Rc<Way>> = Vec::new();
        let column = &self.columns[at];
        let choices: Vec<usize> = match self.few(at, moved, seen) {
            None => (0..column.choices.len()).collect(),
            Some(few) => {
                let mut choices: Vec<usize> =
                    few.filter_map(|group| column.listed.get(&group)).flatten().copied().collect();
                choices.sort_unstable();
                choices
            }
        };
        for choice in choices {
            if even && ways.len() >= self.limit {
                break;
            }
            self.cx.tick(1)?;
            let Choice { class, to, .. } = &self.columns[at].choices[choice];
            let Some((moved, seen)) = self.step(at, moved, seen, class, to.is_some()) else { continue };
            if self.count(at + 1, moved, &seen)? == Nat::ZERO {
                continue;
            }
            if last {
                ways.push(Rc::new(Way { choice, next: None }));
            } else {
                let behind = self.first(at + 1, moved, &seen)?;
                ways.extend(behind.iter().map(|next| Rc::new(Way { choice, next: Some(Rc::clone(next)) })));
            }
        }
        if !even {
            ways.sort_by(|a, b| self.compare(at, a, b));
        }
        ways.truncate(self.limit);
        let ways: Rc<[Rc<Way>]> = Rc::from(ways);
        self.cx.reserve(BYTES + 40 * ways.len() as u64)?;
        self.ways.insert(state, Rc::clone(&ways));
        Ok(ways)
    }

    fn compare(&self, at: usize, a: &Rc<Way>, b: &Rc<Way>) -> Ordering {
        let by_numbers = self.numbers(at, a).cmp(self.numbers(at, b));
        by_numbers.then_with(|| self.texts(at, a).cmp(self.texts(at, b)))
    }

    /// What a way makes of each component.
    fn texts(&self, at: usize, way: &Rc<Way>) -> impl Iterator<Item = String> {
        let ways = std::iter::successors(Some(way), |way| way.next.as_ref());
        ways.zip(&self.columns[at..])
            .map(|(way, column)| show_components(column.choices[way.choice].to.as_ref().unwrap_or(&column.sum)))
    }

    /// The coordinates of a way, one component after the other.
    fn numbers<'w>(&'w self, at: usize, way: &'w Rc<Way>) -> impl Iterator<Item = &'w Nat> {
        let ways = std::iter::successors(Some(way), |way| way.next.as_ref());
        ways.zip(&self.columns[at..]).flat_map(|(way, column)| &column.choices[way.choice].numbers)
    }
}
