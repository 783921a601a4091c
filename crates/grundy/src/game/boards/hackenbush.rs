//! **Green Hackenbush**: cut an edge of a graph; what is no longer joined to the ground, vertex 0, is gone.
//!
//! ```text
//! 2       cut 1-2:   1        cut 0-1:   everything is gone
//! |                  |
//! 1                  0
//! |
//! 0       worth 2
//! ```
//!
//! **Fusion principle.** All vertices of a cycle may be fused into one without changing the value: the cycle's edges become
//! loops. **Colon principle.** Branches that meet in a vertex may be replaced by one stalk as long as the xor of their
//! values. So let the parts without a bridge be points: a bridge is worth one more than what stands on it, an edge inside a
//! part is a loop, worth 1, and all that meets in a part is xored (Winning Ways, chapter 7).
//!
//! Cost: O(edges) for a value, O(edges²) for the moves.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 7.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, Nat, Result, Theorem};
use rustc_hash::FxHashMap;

use crate::error::Diagnostic;
use crate::game::boards::graph::{Item, Simple};
use crate::game::boards::{Written, made_with};
use crate::game::drawing::network::Network;
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members};
use crate::game::nimbers::Values;
use crate::game::{Every, Fold, Join, Listed};
use crate::outcome::Outcome;
use crate::rules::{Rules, Visitor};

/// Green Hackenbush in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "hackenbush",
    english: "Green Hackenbush",
    chinese: "绿色砍灌木",
    other_names: &["Hackenbush", "删边游戏", "无差别砍树", "树上删边"],
    rule_english: "Cut an edge of a graph; what is no longer joined to the ground is gone.",
    rule_chinese: "砍掉图中一条边，不再与地面相连的部分随之消失。",
    group: Group::Boards,
    signature: "hackenbush(\"GRAPH\")",
    example: "hackenbush(\"edges:0-1,1-2,1-1\")",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7, 1982"],
    definition: Definition::Rules(|brackets| made_with("hackenbush", brackets, Hackenbush, Fusion)),
    ..Entry::USUAL
};

pub(crate) static COLON: Theorem = Theorem {
    id: "colon-principle",
    statement: "Colon principle: in green Hackenbush branches that meet in a vertex may be replaced by a stalk as long as the \
                xor of their values",
    chinese: "冒号原理：在绿色砍灌木中，交于一点的各枝可换成一根长度为各枝的值异或的茎",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7, 1982",
};

pub(crate) static FUSION: Theorem = Theorem {
    id: "fusion-principle",
    statement: "Fusion and colon principles: in green Hackenbush the vertices of a cycle may be fused, and branches that \
                meet in a vertex may be replaced by a stalk as long as the xor of their values",
    chinese: "融合原理与冒号原理：在绿色砍灌木中，环上的顶点可以融合为一点，交于一点的各枝可换成一根长度为各枝的值异或的茎",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7, 1982",
};

/// Branches: what stands on one edge at the ground. A branch has the value 0 only where nothing is left of it, for it is worth
/// one more than what stands on its edge. So forests are won in misère play as Nim is, with branches for heaps.
///
/// *Proof*, by induction on the edges; a forest is *lost* if the xor of its branches is 0 where one of them is 2 or more, and 1
/// where none is. A branch of value v can be given every smaller value, and a move gives it another one. (1) A lost forest has
/// no lost option: of branches of value 1, an odd number, one goes away or becomes 2 or more, and both are not lost; where one
/// is 2 or more, the xor is 0, so two are, and a move leaves one of these and another xor. (2) A forest that is not lost has a
/// lost option or no move: of an even number of branches of value 1 one goes away; where the xor x is not 0 a move makes it 0
/// as in Nim, and if that leaves no branch of 2 or more, there was one, which may become 0 or 1 instead, whichever leaves an
/// odd number of ones. A heap of Nim beside the forest is one more branch, so the misère value of the forest is its value,
/// but with 0 and 1 swapped where no branch is 2 or more: it is tame. ∎
pub(crate) static BRANCHES: Theorem = Theorem {
    id: "misere-hackenbush-trees",
    statement: "Misère trees theorem: green Hackenbush on trees is tame. Branches at the ground are worth one more than what stands on their edge, \
                so none has the value 0, and in misère play they are as heaps of Nim of these sizes",
    chinese: "反常规则树定理：树上的绿色砍灌木是驯服的。从地面长出的每一枝的值等于其边上部分的值加一，不会为 0；在反常规则下，这些枝相当于同样大小的尼姆堆",
    reference: "",
};

/// Edges, loops and repetitions allowed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Bush(Arc<[(u32, u32)]>);

impl fmt::Display for Bush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        write!(f, "edges:{}", texts.join(","))
    }
}

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Hackenbush;

/// The edges at each vertex, the ground first: one list of neighbours with the numbers of the edges, and where each vertex
/// begins in it.
struct Beside {
    from: Vec<u32>,
    list: Vec<(u32, u32)>,
}

impl Beside {
    fn of(edges: &[(u32, u32)]) -> Self {
        let largest = edges.iter().map(|&(a, b)| a.max(b) as usize).max().unwrap_or(0);
        if largest <= 4 * edges.len() + 64 {
            return Beside::dense(edges.iter().copied(), largest + 1);
        }
        // few vertices with large numbers
        let mut numbers = FxHashMap::from_iter([(0u32, 0u32)]);
        let mut number = |v: u32| {
            let next = numbers.len() as u32;
            *numbers.entry(v).or_insert(next)
        };
        let ends: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (number(a), number(b))).collect();
        Beside::dense(ends.into_iter(), numbers.len())
    }

    fn dense(edges: impl Iterator<Item = (u32, u32)> + Clone, vertices: usize) -> Self {
        let mut from = vec![0u32; vertices + 1];
        for (a, b) in edges.clone() {
            from[a as usize] += 1;
            from[b as usize] += u32::from(a != b);
        }
        let mut all = 0;
        for start in &mut from {
            all += *start;
            *start = all;
        }
        let mut list = vec![(0, 0); all as usize];
        // filled from behind, so that each vertex ends up with its start
        let mut put = |v: u32, w: u32, edge: usize| {
            let start = &mut from[v as usize];
            *start -= 1;
            list[*start as usize] = (w, edge as u32);
        };
        for (edge, (a, b)) in edges.enumerate() {
            put(a, b, edge);
            if a != b {
                put(b, a, edge);
            }
        }
        Beside { from, list }
    }

    fn vertices(&self) -> usize {
        self.from.len() - 1
    }

    fn at(&self, v: u32) -> &[(u32, u32)] {
        &self.list[self.from[v as usize] as usize..self.from[v as usize + 1] as usize]
    }
}

/// What is still joined to the ground.
fn standing(edges: Vec<(u32, u32)>) -> Bush {
    let beside = Beside::of(&edges);
    let (mut seen, mut kept, mut ready) = (vec![false; beside.vertices()], vec![false; edges.len()], vec![0]);
    seen[0] = true;
    while let Some(v) = ready.pop() {
        for &(w, edge) in beside.at(v) {
            kept[edge as usize] = true;
            if !std::mem::replace(&mut seen[w as usize], true) {
                ready.push(w);
            }
        }
    }
    Bush(edges.into_iter().zip(kept).filter(|&(_, kept)| kept).map(|(edge, _)| edge).collect())
}

/// A vertex of the walk that finds bridges.
#[derive(Debug, Clone, Copy)]
struct Met {
    /// Its number in the order of the walk.
    order: u32,
    /// The earliest vertex that is reached from it and from below.
    low: u32,
    /// The xor of what stands here as far as it is one point.
    worth: u64,
}

/// The value by fusion: bridges and points are found in one walk, depth first, on a stack of its own. What a walk from the
/// ground and back adds to the value is visited: of a forest each branch.
fn value(edges: &[(u32, u32)], mut branch: impl FnMut(u64)) -> u64 {
    let beside = Beside::of(edges);
    let mut met = vec![Met { order: u32::MAX, low: u32::MAX, worth: 0 }; beside.vertices()];
    let mut stack = vec![(0u32, u32::MAX, 0u32)];
    (met[0].order, met[0].low) = (0, 0);
    let mut count = 1;
    while let Some(top) = stack.last_mut() {
        let (v, by, next) = *top;
        if let Some(&(w, edge)) = beside.at(v).get(next as usize) {
            top.2 += 1;
            if edge == by {
                continue;
            }
            let other = met[w as usize].order;
            if other == u32::MAX {
                (met[w as usize].order, met[w as usize].low) = (count, count);
                count += 1;
                stack.push((w, edge, 0));
            } else {
                let here = &mut met[v as usize];
                here.low = here.low.min(other);
                // an edge back, or a loop, is inside a part: counted from its later end
                if other <= here.order {
                    here.worth ^= 1;
                }
            }
            continue;
        }
        stack.pop();
        if let Some(&(parent, ..)) = stack.last() {
            let Met { order, low, worth } = met[v as usize];
            let parent = &mut met[parent as usize];
            parent.low = parent.low.min(low);
            let is_bridge = low == order;
            let added = if is_bridge { worth + 1 } else { worth ^ 1 };
            parent.worth ^= added;
            if stack.len() == 1 {
                branch(added);
            }
        }
    }
    met[0].worth
}

/// Has what stands a cycle, a loop, or an edge twice? All of it is joined to the ground.
fn has_cycle(edges: &[(u32, u32)]) -> bool {
    let mut vertices: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    !edges.is_empty() && edges.len() + 1 > vertices.len()
}

impl Rules for Hackenbush {
    type Position = Bush;

    fn options(&self, bush: &Bush, visit: &mut Visitor<'_, Bush>) -> ControlFlow<()> {
        (0..bush.0.len()).filter(|&at| at == 0 || bush.0[at - 1] != bush.0[at]).try_for_each(|at| {
            let rest = bush.0.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &edge)| edge);
            visit(&[standing(rest.collect())])
        })
    }
}

impl Written for Hackenbush {
    fn read(&self, text: &str) -> Result<Bush, Diagnostic> {
        let mut edges = Vec::new();
        match text.strip_prefix("edges:") {
            None => edges.extend_from_slice(Simple::read(text)?.edges()),
            Some(list) => {
                for item in Item::all(list, "edges:".len()) {
                    let Some((a, b)) = item.cut('-') else {
                        let fault = Diagnostic::input(format!("`{}` is not an edge", item.text));
                        return Err(item.blame(fault.suggest("\"edges:0-1,1-2,1-1\"")));
                    };
                    let (a, b) = (a.vertex()?, b.vertex()?);
                    edges.push((a.min(b), a.max(b)));
                }
            }
        }
        let typed = edges.clone();
        edges.sort_unstable();
        let bush = standing(edges.clone());
        if bush.0.len() < edges.len() {
            let fault = Diagnostic::input("a part of the graph is not joined to the ground, vertex 0");
            // the least vertex of judges is 1
            let least = edges.iter().map(|&(a, _)| a).min().unwrap_or(0);
            let lowered: Vec<(u32, u32)> = typed.iter().map(|&(a, b)| (a - least, b - least)).collect();
            let stands = least > 0 && standing(lowered.clone()).0.len() == typed.len();
            let help = match stands {
                true => format!("with {least} as the ground: \"{}\"", Bush(lowered.into())),
                false => "\"edges:0-1,1-2,1-1\"".to_owned(),
            };
            return Err(fault.suggest(help));
        }
        Ok(bush)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let edges = &asked.place().position::<Bush>()?.0;
        let mut vertices: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).chain([0]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let at = |v: u32| vertices.partition_point(|&w| w < v);
        let lines = edges.iter().enumerate().map(|(i, &(a, b))| (format!("e{i}"), at(a), at(b)));
        let network = Network::of(vertices.iter().map(u32::to_string), lines).on_ground(0);
        let cut = |i: usize| standing(edges.iter().enumerate().filter(|&(at, _)| at != i).map(|(_, &e)| e).collect());
        network.draw(asked, |left| {
            let left = left.place.position::<Bush>()?;
            (0..edges.len()).find(|&i| cut(i) == *left).map(|i| format!("e{i}"))
        })
    }

    /// A stalk of so many edges is a path of one vertex more.
    fn heap_text(&self, number: &Nat) -> Option<String> {
        Some(format!("path:{}", number + &Nat::ONE))
    }

    fn weight(&self, bush: &Bush) -> u64 {
        bush.0.len() as u64
    }

    /// A path is a stalk; the edges of a star stand beside each other; on a cycle and a complete graph all vertices are fused.
    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        Some(match parts {
            ["path:", ""] => ByNumber::formula(&FUSION, "max(n-1,0)", [1, 1, 1], 0, |n| n.saturating_sub(1)),
            ["star:", ""] => ByNumber::formula(&FUSION, "n%2", [0, 2, 0], 0, |n| n % 2),
            ["cycle:", ""] => ByNumber::formula(&FUSION, "n%2", [3, 2, 0], 3, |n| n % 2),
            ["complete:", ""] => ByNumber::formula(&FUSION, "n//2 % 2", [0, 4, 0], 0, |n| n / 2 % 2),
            _ => return None,
        })
    }
}

/// Values by the theorem.
#[derive(Debug)]
struct Fusion;

impl Values<Bush> for Fusion {
    fn value(&self, bush: &Bush, _: &Context) -> Result<(u64, Evidence)> {
        let theorem = if has_cycle(&bush.0) { &FUSION } else { &COLON };
        Ok((value(&bush.0, |_| {}), Evidence::theorem(theorem)))
    }

    fn cost(&self, _: &Bush) -> Option<u64> {
        Some(0)
    }

    fn told_misere(&self, bush: &Bush) -> Option<(Outcome, &'static Theorem)> {
        let (value, fickle, theorem) = self.tame(bush)?;
        Some((Outcome::lost_if(value == u64::from(fickle)), theorem))
    }

    fn tame(&self, bush: &Bush) -> Option<(u64, bool, &'static Theorem)> {
        if has_cycle(&bush.0) {
            return None;
        }
        let mut fickle = true;
        let value = value(&bush.0, |branch| fickle &= branch < 2);
        Some((value, fickle, &BRANCHES))
    }

    fn fold(&self) -> Option<Listed> {
        let list =
            "a graph: the list of its edges, vertex, vertex, vertex, vertex, ... (0 is the ground), with vertices";
        let law = "a bridge is worth one more than what stands on it, an edge that is no bridge 1, and all that meets \
                   in a point is xored";
        Some(Listed { fold: Fold { list, ..Fold::of_numbers(Every::Second, Join::Edges) }, law, theorem: &FUSION })
    }

    fn misere_fold(&self) -> Option<Listed> {
        let list =
            "a forest: the list of its edges, vertex, vertex, vertex, vertex, ... (0 is the ground), with vertices";
        let law = "a branch is worth one more than the xor of what stands on its edge, and the branches at the ground are \
                   heaps of misere Nim";
        Some(Listed { fold: Fold { list, ..Fold::of_numbers(Every::Second, Join::Branches) }, law, theorem: &BRANCHES })
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::{COLON, FUSION};

    use crate::game::boards::testing::Plain;

    #[test]
    fn the_principle_that_was_used_is_named() {
        let told = |text: &str| {
            let answer =
                crate::Session::new().position(&format!("hackenbush(\"edges:{text}\")")).unwrap().solve().unwrap();
            answer.evidence.theorems.clone()
        };
        for tree in ["0-1", "0-1,1-2,1-3", "0-5,5-7,0-2"] {
            assert_eq!(told(tree), [&COLON], "{tree}");
        }
        for cycle in ["0-0", "0-1,0-1", "0-1,1-2,2-0,2-3", "0-1,1-2,2-2"] {
            assert_eq!(told(cycle), [&FUSION], "{cycle}");
        }
        assert_eq!(
            (COLON.name(), FUSION.name()),
            ("Colon principle".to_owned(), "Fusion and colon principles".to_owned())
        );
        assert_eq!(COLON.chinese_name(), "冒号原理");
    }

    #[test]
    fn bushes_have_the_values_of_the_definition() {
        let mut random = Random::new(9);
        // edges that are joined to the ground by a growing set of vertices
        let joined = |edges: Vec<(u32, u32)>| {
            let mut reached = std::collections::BTreeSet::from([0]);
            for _ in 0..=edges.len() {
                let more = edges.iter().filter(|(a, b)| reached.contains(a) || reached.contains(b));
                let more: Vec<u32> = more.flat_map(|&(a, b)| [a, b]).collect();
                reached.extend(more);
            }
            edges.into_iter().filter(|(a, _)| reached.contains(a)).collect::<Vec<_>>()
        };
        let mut plain = Plain::new(|edges: &Vec<(u32, u32)>| {
            let without = |at| edges.iter().enumerate().filter(move |&(i, _)| i != at).map(|(_, &edge)| edge);
            (0..edges.len()).map(|at| joined(without(at).collect())).collect()
        });
        for _ in 0..150 {
            let mut edges: Vec<(u32, u32)> =
                (0..random.below(9)).map(|_| (random.below(5) as u32, random.below(5) as u32)).collect();
            edges.iter_mut().for_each(|(a, b)| (*a, *b) = ((*a).min(*b), (*a).max(*b)));
            edges.sort_unstable();
            let edges = joined(edges);
            let texts: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            plain.agrees("hackenbush", [(format!("edges:{}", texts.join(",")), edges)]);
        }
    }

    /// Two trees and a heap of Nim in misère play, with the number of moves that win.
    #[test]
    fn forests_are_won_as_nim_in_misere_play() {
        type Sum = (Vec<(u32, u32)>, Vec<(u32, u32)>, u64);
        let mut random = Random::new(17);
        // each vertex hangs on an earlier one, so what falls hangs on what was cut
        let cut = |edges: &Vec<(u32, u32)>, at: usize| {
            let mut fallen = vec![edges[at].1];
            edges
                .iter()
                .enumerate()
                .filter(|&(other, &(a, b))| {
                    let falls = other == at || fallen.contains(&a);
                    if falls {
                        fallen.push(b);
                    }
                    !falls
                })
                .map(|(_, &edge)| edge)
                .collect::<Vec<_>>()
        };
        let mut plain = Plain::new(|(one, two, heap): &Sum| {
            let first = (0..one.len()).map(|at| (cut(one, at), two.clone(), *heap));
            let second = (0..two.len()).map(|at| (one.clone(), cut(two, at), *heap));
            let third = (0..*heap).map(|less| (one.clone(), two.clone(), less));
            first.chain(second).chain(third).collect()
        });
        let mut drawn = |most: u64| -> Vec<(u32, u32)> {
            (1..=random.below(most) as u32).map(|vertex| (random.below(u64::from(vertex)) as u32, vertex)).collect()
        };
        for round in 0..150 {
            let sum: Sum = (drawn(8), drawn(6), round % 4);
            let texts = [&sum.0, &sum.1].map(|edges| {
                let texts: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
                format!("\"edges:{}\"", texts.join(","))
            });
            let text = format!("misere hackenbush({}) + nim({})", texts.join(", "), sum.2);
            let answer = crate::Session::new().position(&text).unwrap().solve().unwrap();
            let (_, next) = plain.of(&sum);
            assert_eq!(answer.outcome, Some(crate::Outcome::won_if(next)), "{text}");
            if sum.0.len() + sum.1.len() > 0 && next {
                assert!(answer.evidence.theorems.contains(&&super::BRANCHES), "{text}: {:?}", answer.evidence);
            }
            for mv in &answer.moves.moves {
                let after = crate::Session::new().position(&mv.position).unwrap();
                assert_eq!(after.outcome(), Ok(crate::Outcome::Previous), "{text}: {}", mv.position);
            }
            let is_over = sum.0.is_empty() && sum.1.is_empty() && sum.2 == 0;
            assert_eq!(answer.moves.moves.is_empty(), !next || is_over, "{text}");
        }
    }
}
