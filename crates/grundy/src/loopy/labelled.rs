//! The reachable graph of positions whose play need not end, with its labels.
//!
//! A vertex is a sum: components whose play need not end, in a fixed order, and in normal play one number beside them,
//! the xor of all components whose play ends. (In every sum these are as good as a heap of Nim; in misère play they are
//! not, so there they stay components.) The graph is grown from the vertices that are asked about, labelled as a whole,
//! and kept: who asks about another vertex that was met already gets its label at once.
//!
//! **When the budget ends** while the graph grows, the vertices whose followers are not known are given a loop, which
//! makes each of them a draw for the time being. The labels that are found nevertheless are right: a number, a win or a
//! loss is a finite plan, and it uses none of these vertices but as places that cannot be answered.

use grundy_core::{Context, Convention, Diagnostic, Error, Evidence, Nat, Outcome, Result, Spent, number::to_u64};
use grundy_graph::{Arc, LoopyValue, Outcomes, Reverse, SMITH, SmithValues};

use super::Value;
use super::expansion::{Expansion, Found};
use super::growth::multiplying;
use crate::game::Component;
use crate::game::limits::{WATCHED, undertaken};
use crate::words::Words;

/// A sum: components in order, and a heap of Nim beside them (misère: 0).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Vertex {
    parts: Box<[Component]>,
    nimber: u64,
}

impl Vertex {
    fn bytes(&self) -> u64 {
        size_of_val(&*self.parts) as u64
    }
}

/// Labels of a graph that may have grown since.
#[derive(Debug)]
struct Labels {
    smith: Option<SmithValues>,
    outcomes: Outcomes,
    /// How many vertices were met and how many expanded when the labels were given.
    state: (usize, usize),
}

impl Labels {
    /// The first so many vertices have their final label.
    fn vertices(&self) -> usize {
        let (met, expanded) = self.state;
        if met == expanded { met } else { 0 }
    }
}

/// A growing graph and its labels.
#[derive(Debug)]
pub(crate) struct Labelled {
    convention: Convention,
    /// Are components whose play ends kept as they are? They must be in misère play, and where moves are counted.
    whole: bool,
    expansion: Expansion<Vertex>,
    labels: Option<Labels>,
    /// A move by which what was reached grows without end.
    growing: Option<Diagnostic>,
}

/// So many vertices are expanded where they grow without end: a win or a loss may be certain all the same.
const TRIAL: u64 = 1 << 11;
/// So many parts more than were asked about are worth a look at whether they have an end.
const MANY: usize = 8;

impl Labelled {
    /// Nothing is reached yet.
    pub(crate) fn new(convention: Convention) -> Self {
        Labelled {
            convention,
            whole: convention == Convention::Misere,
            expansion: Expansion::default(),
            labels: None,
            growing: None,
        }
    }

    /// The same, with every component kept as it is, so that moves can be counted.
    pub(crate) fn whole(convention: Convention) -> Self {
        Labelled { whole: true, ..Labelled::new(convention) }
    }

    /// Does what was reached last grow without end? Then it was walked a little, and is not known as a whole.
    pub(crate) fn grows(&self) -> bool {
        self.growing.is_some()
    }

    /// How many vertices were met.
    pub(crate) fn vertices(&self) -> usize {
        self.expansion.vertices().len()
    }

    /// Is it a part of a vertex? Else it counts by its value, or not at all.
    fn is_kept(&self, component: &Component) -> bool {
        !component.is_empty_heap() && (self.whole || component.game.is_loopy())
    }

    /// The vertex of a sum.
    ///
    /// # Errors
    /// A spent budget, in the values of components whose play ends.
    fn vertex(&self, components: &[Component], cx: &Context) -> Result<Vertex> {
        let mut parts = Vec::with_capacity(components.len());
        let mut nimber = Nat::ZERO;
        for component in components.iter().filter(|c| !c.is_empty_heap()) {
            if self.is_kept(component) {
                parts.push(component.clone());
            } else {
                nimber ^= component.game.value_at(&component.place, cx)?;
            }
        }
        parts.sort_by(|a: &Component, b: &Component| a.game.id().cmp(&b.game.id()).then_with(|| a.place.cmp(&b.place)));
        let nimber = to_u64(&nimber)
            .ok_or_else(|| cx.engine_limit(Spent::Memory, format!("a graph with the heap of Nim {nimber}")))?;
        Ok(Vertex { parts: parts.into(), nimber })
    }

    /// The options of a vertex.
    fn options(&self, vertex: &Vertex, cx: &Context, found: &mut Found<'_, Vertex>) -> Result<()> {
        for nimber in 0..vertex.nimber {
            cx.tick(1)?;
            found.push(Vertex { parts: vertex.parts.clone(), nimber }, vertex.bytes())?;
        }
        for (i, component) in vertex.parts.iter().enumerate() {
            if i > 0 && vertex.parts[i - 1] == *component {
                continue;
            }
            let mut rest: Vec<Component> = Vec::with_capacity(vertex.parts.len() + 1);
            component.game.try_each_option(&component.place, cx, |parts| {
                rest.clear();
                rest.extend_from_slice(&vertex.parts[..i]);
                rest.extend_from_slice(parts);
                rest.extend_from_slice(&vertex.parts[i + 1..]);
                let option = self.vertex(&rest, cx)?;
                let bytes = option.bytes();
                Ok(found.push(Vertex { nimber: option.nimber ^ vertex.nimber, ..option }, bytes)?)
            })?;
        }
        Ok(())
    }

    /// Expands everything that can be reached from these sums, and labels it. What was reached before is not walked again.
    ///
    /// # Errors
    /// Faults of a rule; a spent budget, after which what is certain can still be asked for.
    pub(crate) fn reach<'c>(&mut self, sums: impl IntoIterator<Item = &'c [Component]>, cx: &Context) -> Result<()> {
        let before = cx.enter("reachable graph");
        if self.growing.take().is_some() {
            // its end is never reached, and other sums may have one
            (self.expansion, self.labels) = (Expansion::default(), None);
        }
        let (mut watched, mut growing, mut asked) = (0u64, None, 0);
        // that many parts ask for a look at what leaves them
        let (mut most, mut start) = (MANY, Vec::new());
        let mut expansion = std::mem::take(&mut self.expansion);
        let grown = sums
            .into_iter()
            .try_for_each(|sum| {
                let vertex = self.vertex(sum, cx)?;
                let bytes = vertex.bytes();
                asked += 1;
                most = most.max(vertex.parts.len() + MANY);
                start.extend(vertex.parts.iter().cloned());
                expansion.add(vertex, bytes, cx).map(|_| ())
            })
            .and_then(|()| {
                expansion.grow(cx, &mut |vertex, found| {
                    watched += 1;
                    undertaken(watched.saturating_sub(asked), cx)?;
                    if watched <= WATCHED && growing.is_none() {
                        let small = |part: &Component| part.game.must_stay_small(&part.place, cx);
                        growing = vertex.parts.iter().find_map(|part| small(part).err());
                    }
                    if vertex.parts.len() > most && growing.is_none() {
                        most = usize::MAX;
                        growing = multiplying(&start, |part| self.is_kept(part), cx)?;
                    }
                    if let Some(growing) = growing.as_ref().filter(|_| watched > TRIAL) {
                        return Err(cx.engine_limit(Spent::Nodes, growing.message.clone()).into());
                    }
                    self.options(vertex, cx, found)
                })
            });
        self.expansion = expansion;
        self.growing = growing;
        let result = match grown {
            Ok(()) => self.label(cx),
            // labels of what is certain cost little beside the walk, and are given though the budget is spent
            Err(Error::Stopped(stopped)) => {
                let rest = Context::default();
                self.label(&rest).and(Err(stopped.into()))
            }
            Err(bad) => Err(bad),
        };
        cx.enter(before);
        result
    }

    fn label(&mut self, cx: &Context) -> Result<()> {
        let vertices = self.vertices();
        let expanded = self.expansion.expanded();
        if self.labels.as_ref().is_some_and(|labels| labels.state == (vertices, expanded)) {
            return Ok(());
        }
        let (offsets, targets) = (self.expansion.offsets(), self.expansion.targets());
        let bytes = size_of::<Arc>() as u64 * (targets.len() + vertices - expanded) as u64;
        cx.reserve(bytes)?;
        let mut arcs: Vec<Arc> = Vec::with_capacity(targets.len() + vertices - expanded);
        for (from, row) in offsets.windows(2).enumerate() {
            let row = targets.get(row[0]..row[1]).unwrap_or(&[]);
            arcs.extend(row.iter().map(|&to| (from as u32, to)));
        }
        arcs.extend((expanded..vertices).map(|v| (v as u32, v as u32)));
        let graph = Reverse::from_arcs(vertices, &arcs, cx)?;
        drop(arcs);
        cx.release(bytes);
        let smith = match self.convention {
            Convention::Normal => Some(SmithValues::of(&graph, cx)?),
            Convention::Misere => None,
        };
        let outcomes = Outcomes::of(&graph, self.convention, cx)?;
        self.labels = Some(Labels { smith, outcomes, state: (vertices, expanded) });
        Ok(())
    }

    /// The labels and the vertex of a sum, after it was reached; and whether everything reachable is known.
    fn find(&mut self, sum: &[Component], cx: &Context) -> Result<(u32, Option<Error>)> {
        let vertex = self.vertex(sum, cx)?;
        let known = |this: &Self| {
            let number = this.expansion.number(&vertex)?;
            this.labels.as_ref().filter(|l| (number as usize) < l.vertices()).map(|_| number)
        };
        if let Some(number) = known(self) {
            return Ok((number, None));
        }
        // a win or a loss that is certain stays so, wherever positions grow
        if let (Some(growing), Some(number), Some(labels)) =
            (&self.growing, self.expansion.number(&vertex), &self.labels)
            && labels.outcomes.outcome(number) != Outcome::Draw
        {
            return Ok((number, Some(cx.engine_limit(Spent::Nodes, growing.message.clone()).into())));
        }
        let trouble = match self.reach([sum], cx) {
            Ok(()) => None,
            Err(Error::Stopped(stopped)) => Some(Error::Stopped(stopped)),
            Err(bad) => return Err(bad),
        };
        match (self.expansion.number(&vertex), trouble) {
            (Some(number), trouble) if self.labels.is_some() => Ok((number, trouble)),
            (_, Some(trouble)) => Err(trouble),
            (_, None) => Err(Diagnostic::rule("the graph lost a vertex").into()),
        }
    }

    /// Why a vertex has no label, where positions grow without end and neither a win nor a loss is certain.
    fn refusal(&self, number: u32) -> Option<Error> {
        let drawn = self.labels.as_ref().is_some_and(|labels| labels.outcomes.outcome(number) == Outcome::Draw);
        self.growing.clone().filter(|_| drawn).map(Error::from)
    }

    /// The value of a sum in normal play.
    ///
    /// # Errors
    /// Faults of a rule, positions that grow without end; a spent budget, unless what was reached fixes the value.
    pub(crate) fn value(&mut self, sum: &[Component], cx: &Context) -> Result<Value> {
        let (number, trouble) = self.find(sum, cx)?;
        let smith = self.labels.as_ref().and_then(|l| l.smith.as_ref());
        let Some(smith) = smith else { return Err(Diagnostic::input("misère play has no values").into()) };
        match (smith.get(number), trouble) {
            (LoopyValue::Finite(value), _) => Ok(Value::Finite(Nat::from(value))),
            (LoopyValue::Infinite(_), Some(trouble)) => Err(self.refusal(number).unwrap_or(trouble)),
            (LoopyValue::Infinite(numbers), None) => Ok(Value::infinite(numbers)),
        }
    }

    /// Who wins a sum, and in how many moves if the winner hurries and the loser delays.
    ///
    /// # Errors
    /// As [`Labelled::value`].
    pub(crate) fn outcome(&mut self, sum: &[Component], cx: &Context) -> Result<(Outcome, Option<u32>)> {
        let (number, trouble) = self.find(sum, cx)?;
        let Some(labels) = &self.labels else { return Err(Diagnostic::rule("the graph has no labels").into()) };
        match (labels.outcomes.outcome(number), trouble) {
            (Outcome::Draw, Some(trouble)) => Err(self.refusal(number).unwrap_or(trouble)),
            (outcome, _) => Ok((outcome, labels.outcomes.remoteness(number))),
        }
    }

    /// How many moves the play lasts if the winner hurries and the loser does not; `None`: a draw. It is known only when
    /// everything reachable is.
    ///
    /// # Errors
    /// As [`Labelled::value`].
    pub(crate) fn remoteness(&mut self, sum: &[Component], cx: &Context) -> Result<Option<u32>> {
        let (number, trouble) = self.find(sum, cx)?;
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok(self.labels.as_ref().and_then(|labels| labels.outcomes.remoteness(number))),
        }
    }

    /// When the label of this component was given, from 1; 0 where it has no number or was never reached.
    ///
    /// A position with the label m that the opponent moved up can be moved back to a position with the label m and a
    /// smaller counter.
    pub(crate) fn counter(&self, component: &Component) -> u64 {
        let vertex = Vertex { parts: Box::from([component.clone()]), nimber: 0 };
        let smith = self.labels.as_ref().and_then(|l| l.smith.as_ref());
        let counter = self.expansion.number(&vertex).and_then(|number| smith?.counter(number));
        counter.map_or(0, |counter| u64::from(counter) + 1)
    }

    /// What the labels rest on.
    pub(crate) fn evidence(&self) -> Evidence {
        let vertices = self.vertices();
        let positions = if vertices == 1 { "position" } else { "positions" };
        let computed = Evidence::computed(if self.expansion.is_closed() {
            Words::new(
                format!("the labels of all {vertices} {positions} that can be reached"),
                format!("全部 {vertices} 个可达局面的标号"),
            )
        } else {
            Words::new(
                format!("the labels that {vertices} of the {positions} that can be reached are enough for"),
                format!("由 {vertices} 个可达局面就能确定的标号"),
            )
        });
        match self.convention {
            Convention::Normal => Evidence::theorem(&SMITH).and(&computed),
            Convention::Misere => computed,
        }
    }
}

impl Component {
    /// The value in normal play, of any game: a number where the play ends, else what Smith's labelling gives.
    ///
    /// # Errors
    /// Faults of a rule; a spent budget.
    pub(crate) fn value(&self, cx: &Context) -> Result<Value> {
        if self.game.is_loopy() {
            self.game.loopy_value(&self.place, cx)
        } else {
            self.game.value_at(&self.place, cx).map(Value::Finite)
        }
    }
}

/// The value of components side by side.
///
/// # Errors
/// As [`Component::value`].
pub(crate) fn value_of(parts: &[Component], cx: &Context) -> Result<Value> {
    parts.iter().try_fold(Value::ZERO, |sum, part| Ok(&sum + &part.value(cx)?))
}
