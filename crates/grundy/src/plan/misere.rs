//! Sums in misère play: the ladder of what tells who wins.
//!
//! | rung | tells |
//! |---|---|
//! | Bouton's theorem | sums of heaps of Nim, and of codes that are won like Nim |
//! | the strategies of a lone component ([`Strategy::misere`](super::strategy::Strategy::misere)) | single subtraction heaps by their misère period, compounds, far places by a proved law |
//! | a short search, then the common misère quotient of the games ([`quotient`](super::quotient)) | sums of heaps, of any size where the quotient is that of the whole game |
//! | a search that knows whose turn it is ([`turns`](super::turns)) | sums in which moves may keep the turn |
//! | labels of the graph of sums | where the play of some component need not end |
//! | a search over multisets of components | all else: see [`grundy_search::misere`] |
//!
//! Values say nothing here, so what one component is worth depends on the others: only lone components have laws.

use std::borrow::Cow;
use std::collections::BTreeMap;

use grundy_search::MisereSearch;
use grundy_search::quotient::presentation::Presentation;
use grundy_sequence::take_and_break::by_classes;

use super::Found;
use super::automaton::is_far;
use super::outcome::Stage;
use super::quotient::{Shared, common, opened};
use super::sparse::cycle;
use super::turns::Turns;
use crate::context::{Context, Spent};
use crate::engine::closed_form::misere_nim::{self, MisereNim, misere_nim};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, Theorem};
use crate::game::knowledge::Plan;
use crate::game::options::{Options, Parts};
use crate::game::{Component, Shape, one_by_one};
use crate::loopy::labelled::Labelled;
use crate::number::{Nat, to_u64};
use crate::outcome::{Convention, Outcome};
use crate::rules::Turn;
use crate::words::Words;

/// What the theorem of misère Nim says of a sum, if every component is a heap that is won like one of Nim.
#[derive(Debug)]
pub(crate) struct LikeNim {
    pub(crate) told: MisereNim,
    pub(crate) theorem: &'static Theorem,
}

impl LikeNim {
    pub(crate) fn of(components: &[(Component, Nat)]) -> Option<LikeNim> {
        let mut theorem = &misere_nim::THEOREM;
        let mut heaps = Vec::with_capacity(components.len());
        for (component, count) in components {
            let of = component.game.misere_nim()?;
            if of.id != theorem.id {
                theorem = &misere_nim::LIKE_NIM;
            }
            heaps.push((component.place[0].clone(), count.clone()));
        }
        Some(LikeNim { told: misere_nim(&heaps), theorem })
    }
}

impl grundy_search::misere::Component for Component {
    fn each_option(&self, cx: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        self.game.try_each_option(&self.place, cx, visit)
    }

    fn size(&self) -> u32 {
        self.game.any().map_or(0, |rules| rules.extent(&self.place))
    }

    fn cycle(&self) -> Error {
        cycle(&self.game, &self.place).into()
    }
}

/// Judges misère sums, and remembers what it judged them by.
#[derive(Debug)]
pub(crate) struct Judge {
    search: MisereSearch<Component>,
    theorem: Option<&'static Theorem>,
    /// What told single components, by engine.
    alone: BTreeMap<Cow<'static, str>, Evidence>,
    searched: bool,
    /// The graph of all sums, where the play of some component need not end.
    graph: Labelled,
    /// Sums in which moves may keep the turn.
    turns: Turns,
    /// The quotient that sums are judged by, once a short search was not enough.
    quotient: Option<Shared>,
    /// Components that it judged, the farthest heap of each game.
    judged: Vec<Component>,
    /// It did not help within its part of the budget.
    unfit: bool,
}

/// A search over what a lone component can become may look at so many sums before a law is asked for.
const TRIAL: u64 = 100_000;
/// A search over a sum may look at so many sums before a quotient is asked for, …
const SHORT: u64 = 20_000;
/// … which may take so many nodes before the search goes on.
const LONG: u64 = 60_000_000;
/// Such a search is begun for heaps of so much together.
const SMALL: u64 = 400;
/// The search takes sums of so many single components at most.
const COMPONENTS: usize = 100_000;

impl Judge {
    pub(crate) fn new() -> Self {
        Judge {
            search: MisereSearch::new(),
            theorem: None,
            alone: BTreeMap::new(),
            searched: false,
            graph: Labelled::new(Convention::Misere),
            turns: Turns::default(),
            quotient: None,
            judged: Vec::new(),
            unfit: false,
        }
    }

    /// The outcome after the component `moved` (one copy of it) became `parts`. Where that ended the play, the player who
    /// moved has lost.
    pub(crate) fn after(
        &mut self,
        distinct: &[(Component, Nat)],
        moved: usize,
        parts: &Parts,
        cx: &Context,
    ) -> Result<Outcome> {
        if distinct[moved].0.turn_after(parts) == Turn::Ends {
            return Ok(Outcome::Next);
        }
        let mut sum = distinct.to_vec();
        sum[moved].1 -= Nat::ONE;
        for part in parts {
            match sum.iter_mut().find(|(c, _)| c == part) {
                Some((_, count)) => *count += Nat::ONE,
                None => sum.push((part.clone(), Nat::ONE)),
            }
        }
        self.sum(&sum, cx)
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// A spent budget; faults of a rule.
    pub(crate) fn sum(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Outcome> {
        if let Some(LikeNim { told, theorem }) = LikeNim::of(sum) {
            self.theorem = Some(theorem);
            return Ok(told.outcome);
        }
        let live: Vec<&(Component, Nat)> = sum.iter().filter(|(_, count)| *count > Nat::ZERO).collect();
        let lone = match live.as_slice() {
            [(component, count)] if *count == Nat::ONE => Some(component),
            _ => None,
        };
        if let Some(component) = lone
            && let Some(found) = component.game.misere_alone(&component.place, Stage::First, cx)?
        {
            return Ok(self.told(found));
        }
        if let Some(outcome) = self.by_quotient(sum, cx)? {
            return Ok(outcome);
        }
        if let Some(component) = lone
            && let Some(outcome) = self.far(component, cx)?
        {
            return Ok(outcome);
        }
        let all = one_by_one(live.into_iter().cloned(), COMPONENTS).map_err(|copies| {
            cx.enter("misère search");
            cx.engine_limit(Spent::Memory, format!("a search over {copies} copies"))
        })?;
        if all.iter().any(Component::is_over) {
            return Ok(Outcome::Next);
        }
        if all.iter().any(|c| c.game.is_entailing()) {
            return self.turns.outcome(&all, cx);
        }
        if all.iter().any(|c| c.game.is_loopy()) {
            return self.graph.outcome(&all, cx).map(|(outcome, _)| outcome);
        }
        self.searched = true;
        self.search.outcome(&all, cx)
    }

    /// Were quotients of heaps looked for in vain, so that each sum is searched by itself?
    pub(crate) fn searches_heaps(&self) -> bool {
        self.unfit
    }

    /// What a law of a lone component tells.
    fn told(&mut self, found: Found<Outcome>) -> Outcome {
        // the last evidence of an engine holds what it said before
        self.alone.insert(found.engine, found.evidence);
        found.what
    }

    /// Who wins a lone component that is far away: by a short search, or a law.
    fn far(&mut self, component: &Component, cx: &Context) -> Result<Option<Outcome>> {
        let Component { game, place } = component;
        if !is_far(place) || game.is_loopy() {
            return Ok(None);
        }
        let alone = std::slice::from_ref(component);
        if let Some(outcome) = cx.trial(TRIAL, |part| self.search.outcome(alone, part))? {
            self.searched = true;
            return Ok(Some(outcome));
        }
        Ok(game.misere_alone(place, Stage::Last, cx)?.map(|found| self.told(found)))
    }

    /// Who wins a sum of heaps, by a short search or by the common quotient of their games.
    fn by_quotient(&mut self, sum: &[(Component, Nat)], cx: &Context) -> Result<Option<Outcome>> {
        let is_heap = |c: &Component| c.game.shape() == Shape::Heap && !c.game.is_loopy();
        let live = || sum.iter().filter(|(_, count)| *count > Nat::ZERO);
        if self.unfit || !live().all(|(component, _)| is_heap(component)) {
            return Ok(None);
        }
        if let Some(shared) = &self.quotient {
            let shared = Shared::clone(shared);
            let mut joint = opened(&shared);
            let wanted: Vec<Component> = live().map(|(component, _)| component.clone()).collect();
            // half of a budget is left for the search
            let trial = cx.nodes_left().map_or(LONG, |left| LONG.min(left / 2));
            let reached = match cx.trial(trial, |part| joint.reach(&wanted, part)) {
                // heaps that the sum does not reach may have faults of their own
                Err(Error::Bad(_)) => None,
                done => done?,
            };
            if reached.is_none() {
                self.unfit = true;
                if self.judged.is_empty() {
                    self.quotient = None;
                }
                return Ok(None);
            }
            let class = joint.class_of(sum);
            self.note(&wanted);
            return Ok(class.map(|class| outcome_of(joint.quotient().monoid().is_p(class))));
        }
        let games: Vec<_> = live().map(|(component, _)| component.game.clone()).collect();
        let Some(shared) = common(&games)? else { return Ok(None) };
        if opened(&shared).class_of(sum).is_some() {
            self.quotient = Some(shared);
            return self.by_quotient(sum, cx);
        }
        // an empty heap is a component, too
        let sizes = live().map(|(c, count)| Some(to_u64(&c.place[0])?.max(1).checked_mul(to_u64(count)?)));
        let total = sizes.map(Option::flatten).try_fold(0u64, |total, size| total.checked_add(size?));
        if total.is_some_and(|total| total <= SMALL)
            && let Ok(all) = one_by_one(live().cloned(), SMALL as usize)
            && let Some(outcome) = cx.trial(SHORT, |part| self.search.outcome(&all, part))?
        {
            self.searched = true;
            return Ok(Some(outcome));
        }
        self.quotient = Some(shared);
        self.by_quotient(sum, cx)
    }

    /// Remembers what was judged through the quotient.
    fn note(&mut self, components: &[Component]) {
        for component in components {
            match self.judged.iter_mut().find(|known| known.game == component.game) {
                Some(known) if known.place[0] >= component.place[0] => {}
                Some(known) => *known = component.clone(),
                None => self.judged.push(component.clone()),
            }
        }
    }

    /// The winning options of one component of a sum that the quotient judged, where they are too many to be tried one by
    /// one and the classes of the heaps repeat.
    pub(crate) fn winning_by_classes(
        &mut self,
        distinct: &[(Component, Nat)],
        moved: usize,
        limit: usize,
        cx: &Context,
    ) -> Result<Option<Options>> {
        let Some(shared) = &self.quotient else { return Ok(None) };
        let joint = opened(shared);
        let (component, _) = &distinct[moved];
        let game = &component.game;
        let mut others = distinct.to_vec();
        others[moved].1 -= Nat::ONE;
        let (Plan::Code(code), Some((classes, Some(whole))), Some(rest)) =
            (&game.knowledge()?.plan, joint.heaps(game), joint.class_of(&others))
        else {
            return Ok(None);
        };
        let monoid = joint.quotient().monoid();
        let loses = |parts: &[&Nat]| {
            let classes = parts.iter().map(|part| classes[whole.representative(part)]);
            monoid.is_p(monoid.times(rest, monoid.product(classes)))
        };
        let listing = by_classes(code, &component.place[0], whole.into(), &loses, limit, cx)?;
        Ok(listing.map(|listing| Options::of_listing(game, listing)))
    }

    /// How the quotient judges a sum: each component with its class, the product, whether that is in P.
    pub(crate) fn product(&self, sum: &[(Component, Nat)]) -> Option<Product> {
        let joint = opened(self.quotient.as_ref()?);
        let quotient = joint.quotient();
        let told = Presentation::of(quotient.monoid(), quotient.phi());
        let class = joint.class_of(sum)?;
        let factors = sum
            .iter()
            .filter(|(_, count)| *count > Nat::ZERO)
            .map(|(component, count)| Some((component.clone(), count.clone(), told.name(joint.class(component)?))));
        Some(Product {
            factors: factors.collect::<Option<_>>()?,
            product: told.name(class),
            is_p: quotient.monoid().is_p(class),
            lost: quotient.monoid().portion().iter().map(|x| told.name(x)).collect(),
        })
    }

    /// Winning moves from a heap of Nim by the theorem.
    pub(crate) fn nim_moves(&mut self, distinct: &[(Component, Nat)], moved: usize, limit: usize) -> Option<Options> {
        let game = &distinct[moved].0.game;
        let LikeNim { told, theorem } = LikeNim::of(distinct).filter(|_| game.is_nim())?;
        self.theorem = Some(theorem);
        let moves = told.moves.into_iter().filter(|(heap, _)| *heap == moved);
        let parts = |size: Nat| vec![Component { game: game.clone(), place: [size].into_iter().collect() }];
        Some(Options::of(moves.map(|(_, size)| parts(size)).collect(), limit))
    }

    /// What the judgements so far rest on.
    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::trivial();
        if let Some(theorem) = self.theorem {
            evidence.add(&Evidence::theorem(theorem));
        }
        self.alone.values().for_each(|why| evidence.add(why));
        if self.searched {
            evidence.add(&searched(self.search.len()));
        }
        if self.turns.len() > 0 {
            evidence.add(&searched(self.turns.len()));
        }
        if let Some(shared) = &self.quotient {
            evidence.add(&opened(shared).evidence(&self.judged));
        }
        if self.graph.vertices() > 0 {
            evidence.add(&self.graph.evidence());
        }
        evidence
    }

    /// The engines that told, in words.
    pub(crate) fn engine(&self) -> String {
        let theorem = self.theorem.map(|_| "closed form");
        let searched = self.searched.then_some("misère search");
        let graph = (self.graph.vertices() > 0).then_some("reachable graph");
        let quotient = self.quotient.is_some().then_some("misère quotient");
        let used: Vec<&str> = theorem
            .into_iter()
            .chain(self.alone.keys().map(AsRef::as_ref))
            .chain(searched)
            .chain(quotient)
            .chain(graph)
            .collect();
        if used.is_empty() { "misère search".to_owned() } else { used.join(", ") }
    }
}

fn outcome_of(is_p: bool) -> Outcome {
    Outcome::lost_if(is_p)
}

/// A sum as a product in a misère quotient, in words of its generators.
#[derive(Debug)]
pub(crate) struct Product {
    /// The components, how many copies, and their classes.
    pub(crate) factors: Vec<(Component, Nat, String)>,
    /// The class of the sum.
    pub(crate) product: String,
    /// Is it a P-position?
    pub(crate) is_p: bool,
    /// The classes of P-positions.
    pub(crate) lost: Vec<String>,
}

/// Everything that decides was opened.
fn searched(sums: usize) -> Evidence {
    Evidence::computed(match sums {
        1 => Words::new("misère search: one sum matters", "反常规则下的搜索：只涉及一个和"),
        sums => Words::new(
            format!("misère search of all {sums} sums that matter"),
            format!("反常规则下搜索了全部 {sums} 个有关的和"),
        ),
    })
}
