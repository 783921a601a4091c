//! The game graph of a position: everything that can be reached from it, with names.

use grundy_core::{Context, Convention, Diagnostic, Nat, Result, Spent, context::ALLOCATION};

use super::Position;
use crate::game::limits::{WATCHED, undertaken};
use crate::game::{Component, Game, one_by_one, show_components};
use crate::loopy::expansion::{Expansion, Found};

/// A sum in canonical form: components in order; those of one game stand together, their places ascending.
pub(crate) type Sum = Box<[Component]>;

/// A sum of more single components is not expanded.
const COMPONENTS: usize = 100_000;

/// The graph of all positions that can be reached from one, the position itself first.
///
/// Vertices are whole sums in canonical form: games in the order in which they were first met, the places of one game
/// ascending, empty heaps left out; where nothing else is left, the one that was met first stands for all. Two sums that
/// differ in the order of their components
/// are one vertex. Followers are without repetition.
///
/// ```
/// use grundy::{Context, nim};
///
/// let graph = nim().at([2, 1]).graph(&Context::default())?;
/// assert_eq!(graph.short_names().join(" | "), "1, 2 | 2 | 1, 1 | 1 | 0");
/// assert_eq!(graph.name(0), "nim(1, 2)");
/// assert_eq!(graph.followers(0), [1, 2, 3]);
/// assert_eq!(graph.arcs(), 7);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct GameGraph {
    convention: Convention,
    names: Vec<String>,
    short_names: Vec<String>,
    offsets: Vec<usize>,
    targets: Vec<u32>,
}

impl GameGraph {
    /// Normal or misère, as the position was asked about; the graph is the same.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of vertices. The position that was asked about is vertex 0.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.names.len()
    }

    /// The number of arcs.
    #[must_use]
    pub fn arcs(&self) -> usize {
        self.targets.len()
    }

    /// The position that a vertex stands for, as text that can be read again; empty for a number that is no vertex.
    #[must_use]
    pub fn name(&self, vertex: u32) -> &str {
        self.names.get(vertex as usize).map_or("", String::as_str)
    }

    /// The positions of all vertices.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Names for pictures: where a single game is played, the places alone, `2, 4, 5` for `nim(2, 4, 5)`; else as
    /// [`GameGraph::names`].
    #[must_use]
    pub fn short_names(&self) -> &[String] {
        &self.short_names
    }

    /// The followers of a vertex, ascending; none for a number that is no vertex.
    #[must_use]
    pub fn followers(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        match (self.offsets.get(at), self.offsets.get(at + 1)) {
            (Some(&from), Some(&to)) => &self.targets[from..to],
            _ => &[],
        }
    }

    /// The arcs in compressed rows: the followers of vertex v are `targets[offsets[v]..offsets[v + 1]]`.
    #[must_use]
    pub fn rows(&self) -> (&[usize], &[u32]) {
        (&self.offsets, &self.targets)
    }
}

impl Position {
    /// The graph of everything that can be reached from this position, whether the play ends or not.
    ///
    /// Takes time in proportion to the vertices, their components and their options. There may be very many, or
    /// infinitely many: give a budget.
    ///
    /// # Errors
    /// What is wrong with the position or a rule in it, a `?`; a spent budget.
    pub fn graph(&self, cx: &Context) -> Result<GameGraph> {
        self.sound()?;
        if self.hole.is_some() {
            let fault = Diagnostic::input("a position with `?` has no graph");
            return Err(fault.suggest("ask `solve` for the number first").into());
        }
        let before = cx.enter("game graph");
        let mut sums = Sums::of(self);
        let mut expansion = Expansion::default();
        let start = sums.canonical(&single_components(self, cx)?);
        let bytes = bytes_of(&start);
        expansion.add(start, bytes, cx)?;
        let mut watched = 0;
        expansion.grow(cx, &mut |sum, found| {
            watched += 1;
            undertaken(watched, cx)?;
            if watched <= WATCHED {
                sum.iter().try_for_each(|component| component.game.must_stay_small(&component.place, cx))?;
            }
            sums.options(sum, cx, found)
        })?;
        let alone = sums.order.len() == 1;
        let mut names = Vec::with_capacity(expansion.vertices().len());
        let mut short_names = Vec::with_capacity(expansion.vertices().len());
        for sum in expansion.vertices() {
            let name = match (sums.empty.as_ref(), sum.is_empty()) {
                (Some(end), true) => show_components(std::slice::from_ref(end)),
                (None, true) => self.query(),
                (_, false) => show_components(sum),
            };
            cx.reserve(2 * ((name.len() + size_of::<String>()) as u64 + ALLOCATION))?;
            short_names.push(if alone { bare(&name, &sums.order[0]) } else { name.clone() });
            names.push(name);
        }
        let (offsets, targets) = expansion.into_rows(cx);
        cx.enter(before);
        Ok(GameGraph { convention: self.convention, names, short_names, offsets, targets })
    }
}

/// The name without the game and its parentheses.
fn bare(name: &str, game: &Game) -> String {
    let inner = name.strip_prefix(game.text()).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    inner.unwrap_or(name).to_owned()
}

/// Every single component, copies included.
///
/// # Errors
/// Too many of them.
pub(crate) fn single_components(position: &Position, cx: &Context) -> Result<Vec<Component>> {
    one_by_one(position.components(), COMPONENTS)
        .map_err(|copies| cx.engine_limit(Spent::Memory, format!("the graph of a sum of {copies} components")).into())
}

/// Bytes that the components of a sum take.
pub(crate) fn bytes_of(sum: &[Component]) -> u64 {
    size_of_val(sum) as u64
}

/// Brings sums to canonical form and lists their options.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// The games in the order in which they were met.
    order: Vec<Game>,
    /// The first empty heap that was left out: what is left in the end.
    empty: Option<Component>,
}

impl Sums {
    /// For sums that come from this position.
    pub(crate) fn of(position: &Position) -> Self {
        let mut sums = Sums::default();
        position.each(&mut |game, _, _| {
            sums.rank(game);
        });
        sums
    }

    fn rank(&mut self, game: &Game) -> usize {
        self.order.iter().position(|g| g == game).unwrap_or_else(|| {
            self.order.push(game.clone());
            self.order.len() - 1
        })
    }

    /// The canonical form of a sum.
    pub(crate) fn canonical(&mut self, components: &[Component]) -> Sum {
        let mut kept: Vec<(usize, &Component)> = Vec::with_capacity(components.len());
        for component in components {
            if component.is_empty_heap() {
                self.empty.get_or_insert_with(|| component.clone());
            } else {
                kept.push((self.rank(&component.game), component));
            }
        }
        kept.sort_by(|(i, a), (j, b)| i.cmp(j).then_with(|| a.place.cmp(&b.place)));
        kept.into_iter().map(|(_, component)| component.clone()).collect()
    }

    /// The options of a sum in canonical form.
    ///
    /// # Errors
    /// As those of a rule's options.
    pub(crate) fn options(&mut self, sum: &Sum, cx: &Context, found: &mut Found<'_, Sum>) -> Result<()> {
        let mut rest: Vec<Component> = Vec::with_capacity(sum.len() + 1);
        for (i, component) in sum.iter().enumerate() {
            // equal neighbours have equal moves
            if i > 0 && sum[i - 1] == *component {
                continue;
            }
            component.game.try_each_move(&component.place, cx, |parts| {
                rest.clear();
                rest.extend_from_slice(&sum[..i]);
                rest.extend_from_slice(parts);
                rest.extend_from_slice(&sum[i + 1..]);
                let option = self.canonical(&rest);
                let bytes = bytes_of(&option);
                Ok(found.push(option, bytes)?)
            })?;
        }
        Ok(())
    }
}

impl Component {
    /// A heap of nothing, from which no move leads: it can be left out of any sum.
    pub(crate) fn is_empty_heap(&self) -> bool {
        self.game.shape() == crate::game::Shape::Heap && self.place[0] == Nat::ZERO && !self.game.may_move_from_zero()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Context, Outcome, Session, Spent};

    #[test]
    fn the_graph_is_what_moves_lead_to() {
        let mut session = Session::new();
        for text in [
            "nim(2, 1, 2)",
            "kayles(4) + 2*nim(1)",
            "wythoff((1,2),(1,1))",
            "{n -> a & n-a for a in 1.. if a < n-a; *5(n) if n < 0}(7)",
            "{n -> kayles(n-1) & n-2}(5) + take[2,3](3)",
            "graph{a->b,c; b->d; c->d}(a, b)",
            "staircase(1,1)",
            "{n -> n+1 & 0 if n < 5 by (10-n)}(2)",
            "0*nim(3)",
        ] {
            let Ok(position) = session.position(text) else { continue };
            // a rule may be refused for a move that is met
            let Ok(graph) = position.graph(&Context::default()) else { continue };
            assert_eq!(graph.names().len(), graph.short_names().len());
            // the games of a sum stand as they were met, and so does what is left in the end
            let key = |name: &str| {
                let mut games: Vec<String> = name.split(" + ").map(str::to_owned).collect();
                games.sort();
                if games.len() == 1 && name.ends_with("(0)") { "the end".to_owned() } else { games.join(" + ") }
            };
            for v in 0..graph.vertices() as u32 {
                let here = session.position(graph.name(v)).unwrap();
                let again = here.graph(&Context::default()).unwrap();
                assert_eq!(key(again.name(0)), key(graph.name(v)), "one spelling a sum");
                // moves that lead to one sum are one arc
                let mut ends: Vec<String> = Vec::new();
                for m in here.moves().unwrap().moves {
                    let after = session.position(&m.position).unwrap().graph(&Context::default()).unwrap();
                    ends.push(key(after.name(0)));
                }
                let mut followers: Vec<String> = graph.followers(v).iter().map(|&w| key(graph.name(w))).collect();
                ends.sort_unstable();
                ends.dedup();
                followers.sort_unstable();
                assert_eq!(ends, followers, "{}", graph.name(v));
                let lost = here.outcome().unwrap() == Outcome::Previous;
                let to_lost =
                    |&w: &u32| session.position(graph.name(w)).unwrap().outcome().unwrap() == Outcome::Previous;
                assert_eq!(lost, !graph.followers(v).iter().any(to_lost));
            }
        }
    }

    #[test]
    fn a_budget_ends_the_expansion() {
        let position: crate::Position = "nim(10^18)".parse().unwrap();
        let cx = Context::new(Budget { nodes: Some(1000), ..Budget::UNLIMITED });
        let crate::Error::Stopped(stopped) = position.graph(&cx).unwrap_err() else { panic!() };
        assert_eq!(stopped.spent, Spent::Nodes);
        assert_eq!(stopped.engine, "game graph");
    }

    /// One vertex has more options than the budget holds: it is the list of them that ends the work, early.
    #[test]
    fn the_options_of_one_vertex_are_charged() {
        let mut session = Session::new();
        for text in ["nim(10^9)", "{n -> n-k for k in 1..n}(10^9)", "nim(1, 10^9, 10^9)"] {
            let position = session.position(text).unwrap();
            // the nodes are an upper bound of the options that were walked
            let budget = Budget { memory: Some(1 << 20), nodes: Some(100_000), ..Budget::UNLIMITED };
            let crate::Error::Stopped(stopped) = position.graph(&Context::new(budget)).unwrap_err() else { panic!() };
            assert_eq!((stopped.spent, stopped.engine), (Spent::Memory, "game graph"), "{text}");
        }
        // what one list held is given back: many short ones fit
        let position = session.position("nim(200)").unwrap();
        let budget = Budget { memory: Some(1 << 20), ..Budget::UNLIMITED };
        assert_eq!(position.graph(&Context::new(budget)).unwrap().arcs(), 20_100);
    }
}
