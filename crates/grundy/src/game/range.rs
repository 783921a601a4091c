//! The game graph of all places in a box, and of what moves lead to from there.

use grundy_core::{Context, Diagnostic, Nat, Result, Spent, context::Hold, number::to_u64};
use grundy_graph::Arc;
use rustc_hash::FxHashMap;

use super::limits::{WATCHED, undertaken};
use super::options::canonical;
use super::{Component, Game, Place, Shape};

/// The moves between the places of a box, as a graph.
///
/// Vertices: first the places of the box in lexicographic order, then the places outside that moves lead to, in the
/// order in which they were met. Such moves are *followed*, so that the labels in the box are those of the game; where
/// they never end, the budget does.
#[derive(Debug, Clone)]
pub struct RangeGraph {
    /// The coordinates of each vertex, joined by commas: `3` or `3,5`.
    pub names: Vec<String>,
    /// How many vertices lie in the box.
    pub inside: usize,
    /// The moves; two ways to the same place are one arc.
    pub arcs: Vec<Arc>,
}

impl Game {
    /// The game graph of the places (0, …, 0) to `to`, both ends counted; one number a coordinate.
    ///
    /// Visits the options of every place; 8 bytes an arc and about 40 a vertex.
    ///
    /// # Errors
    /// A game whose places are rows or names of vertices; another number of coordinates; a rule with moves that leave
    /// several components, for there positions are sums; what is wrong with the rule; the budget.
    pub fn range_graph(&self, to: &[u64], cx: &Context) -> Result<RangeGraph> {
        let arity = match self.shape() {
            Shape::Heap => 1,
            Shape::Tuple(arity) => arity,
            Shape::Row | Shape::Vertex | Shape::Text | Shape::Positions => {
                let fault = Diagnostic::unsupported("only games of numbers have a graph of a range");
                return Err(fault.suggest("give a position without `to`").into());
            }
        };
        if to.len() != arity {
            let (numbers, coordinates) = (to.len(), if arity == 1 { "" } else { "s" });
            let fault = format!("`to` gives {numbers} numbers, and the game has {arity} coordinate{coordinates}");
            return Err(Diagnostic::input(fault).into());
        }
        cx.enter("game graph");
        let sides: Option<Vec<u64>> = to.iter().map(|n| n.checked_add(1)).collect();
        let inside = sides.as_ref().and_then(|sides| sides.iter().try_fold(1u64, |size, side| size.checked_mul(*side)));
        let Some((sides, inside)) = sides.zip(inside).filter(|&(_, n)| n < u64::from(u32::MAX)) else {
            return Err(cx.engine_limit(Spent::Memory, "a vertex for each of more than 2^32 places").into());
        };
        cx.reserve(40 * inside)?;
        let mut found = Vertices { sides, inside, outside: FxHashMap::default(), places: Vec::new() };
        let mut arcs: Vec<Arc> = Vec::new();
        let mut hold = Hold::new(cx);
        let gaps = !self.takes_all();
        let mut v = 0;
        while v < inside + found.places.len() as u64 {
            let place = found.place(v);
            undertaken(v.saturating_sub(inside), cx)?;
            // what grows plainly does so near the beginning, or near where moves leave the box
            if v < WATCHED || v.checked_sub(inside).is_some_and(|beyond| beyond < WATCHED) {
                self.must_stay_small(&place, cx)?;
            }
            if gaps
                && v < inside
                && let Err(fault) = self.place(place.clone())
            {
                let fault = Diagnostic::unsupported(fault.message);
                return Err(fault
                    .suggest("not all numbers are places: give a position without `to`, or ask for a table")
                    .into());
            }
            let first = arcs.len();
            self.try_each_option(&place, cx, |parts| {
                let w = match canonical(parts).as_slice() {
                    [only] if only.game == *self => found.number(only, cx)?,
                    _ => return Err(several(self, &place).into()),
                };
                hold.room(&mut arcs)?;
                arcs.push((v as u32, w));
                Ok(())
            })?;
            if let Some(new) = arcs.get_mut(first..) {
                new.sort_unstable();
            }
            let mut last = None;
            let mut kept = first;
            for i in first..arcs.len() {
                if last.replace(arcs[i]) != Some(arcs[i]) {
                    arcs[kept] = arcs[i];
                    kept += 1;
                }
            }
            arcs.truncate(kept);
            cx.tick(1)?;
            v += 1;
            if v.is_multiple_of(4096) {
                cx.progress(v, Some(inside + found.places.len() as u64));
            }
        }
        let vertices = inside + found.places.len() as u64;
        let name = |place: &Place| place.iter().map(Nat::to_string).collect::<Vec<_>>().join(",");
        let names = (0..vertices).map(|v| name(&found.place(v))).collect();
        // the arcs stay charged, without the room that was made for more
        drop(hold);
        arcs.shrink_to_fit();
        cx.reserve(8 * arcs.len() as u64)?;
        Ok(RangeGraph { names, inside: inside as usize, arcs })
    }
}

fn several(game: &Game, place: &Place) -> Diagnostic {
    let from = game.show(std::slice::from_ref(place));
    Diagnostic::unsupported(format!("a move from {from} leaves several components or another game"))
        .suggest("there positions are sums: give one without `to`, and its reachable graph is labelled")
}

/// The vertices of a box and beyond.
struct Vertices {
    sides: Vec<u64>,
    inside: u64,
    outside: FxHashMap<Place, u32>,
    places: Vec<Place>,
}

impl Vertices {
    fn place(&self, v: u64) -> Place {
        if let Some(place) = v.checked_sub(self.inside).and_then(|v| self.places.get(v as usize)) {
            return place.clone();
        }
        let mut rest = v;
        let mut place: Place = self.sides.iter().map(|_| Nat::ZERO).collect();
        for (coordinate, side) in place.iter_mut().zip(&self.sides).rev() {
            *coordinate = Nat::from(rest % side);
            rest /= side;
        }
        place
    }

    fn number(&mut self, at: &Component, cx: &Context) -> Result<u32> {
        let index = at.place.iter().zip(&self.sides).try_fold(0u64, |index, (coordinate, side)| {
            to_u64(coordinate).filter(|n| n < side).map(|n| index * side + n)
        });
        if let Some(index) = index {
            return Ok(index as u32);
        }
        if let Some(&number) = self.outside.get(&at.place) {
            return Ok(number);
        }
        let number = self.inside + self.places.len() as u64;
        if number >= u64::from(u32::MAX) {
            return Err(cx.engine_limit(Spent::Memory, "more than 2^32 places").into());
        }
        cx.reserve(200)?;
        self.places.push(at.place.clone());
        self.outside.insert(at.place.clone(), number as u32);
        Ok(number as u32)
    }
}

#[cfg(test)]
mod tests {
    use grundy_graph::{GrundyValues, Reverse};

    use crate::{Budget, Context, Error, Nat, Session, Spent};

    #[test]
    fn labels_in_a_box_are_the_values_of_the_game() {
        let cx = Context::default();
        for (text, to) in [
            ("wythoff", &[9, 6][..]),
            ("{(a,b) -> (a-k,b) for k in 1..3; (a-1,b-1)}", &[7, 7]),
            ("{(a,b) -> (a-1, b+3); (a,b-1) by 4*a+b}", &[4, 5]),
            ("take[1,3,4]", &[30]),
            ("nim", &[20]),
        ] {
            let question = Session::new().game(text).unwrap();
            let graph = question.game.range_graph(to, &cx).unwrap();
            assert_eq!(graph.inside as u64, to.iter().map(|n| n + 1).product::<u64>(), "{text}");
            let reverse = Reverse::from_arcs(graph.names.len(), &graph.arcs, &cx).unwrap();
            let values = GrundyValues::of(&reverse, &cx).unwrap();
            for (v, name) in (0..).zip(&graph.names) {
                let place: Vec<u64> = name.split(',').map(|n| n.parse().unwrap()).collect();
                let expected = match place.as_slice() {
                    [n] => question.game.value(*n).unwrap(),
                    [a, b] => question.game.value((*a, *b)).unwrap(),
                    _ => unreachable!(),
                };
                assert_eq!(values.get(v).map(Nat::from), Some(expected), "{text} at {name}");
            }
        }
    }

    #[test]
    fn sums_and_wrong_ranges_are_refused() {
        let cx = Context::default();
        let game = |text: &str| Session::new().game(text).unwrap().game;
        assert!(game("kayles").range_graph(&[5], &cx).is_err());
        assert!(game("wythoff").range_graph(&[5], &cx).is_err());
        assert!(game("staircase").range_graph(&[5], &cx).is_err());
        assert!(game("nim").range_graph(&[u64::MAX], &cx).is_err());
        assert!(game("nim").range_graph(&[1 << 40], &cx).is_err());
    }

    #[test]
    fn what_grows_without_end_is_refused_with_the_move() {
        let cx = Context::default();
        let game = Session::new().game("{n -> n-1; n+2 loopy}").unwrap().game;
        let Error::Bad(refused) = game.range_graph(&[3], &cx).unwrap_err() else { panic!() };
        assert!(refused.message.contains("`n+2`"), "{}", refused.message);
        let position = Session::new().position("{n -> n-1; n+2 loopy}(3)").unwrap();
        assert!(matches!(position.graph(&cx), Err(Error::Bad(_))));
        assert!(Session::new().game("{n -> n-1; n+2 if n < 9 loopy}").unwrap().game.range_graph(&[3], &cx).is_ok());
    }

    #[test]
    fn the_options_of_one_place_are_charged() {
        let far = "{n -> n+k for k in 1..10^9 if n < 1 by 10^10-n}";
        let game = Session::new().game(far).unwrap().game;
        let budget = Budget { memory: Some(1 << 20), nodes: Some(1_000_000), ..Budget::UNLIMITED };
        let Error::Stopped(stopped) = game.range_graph(&[3], &Context::new(budget)).unwrap_err() else { panic!() };
        assert_eq!((stopped.spent, stopped.engine), (Spent::Memory, "game graph"));
        // equal options are one arc, but each takes room until they are
        let equal = "{n -> 0*k for k in 1..10^9 if n > 0}";
        let game = Session::new().game(equal).unwrap().game;
        let Error::Stopped(stopped) = game.range_graph(&[3], &Context::new(budget)).unwrap_err() else { panic!() };
        assert_eq!(stopped.spent, Spent::Memory);
    }
}
