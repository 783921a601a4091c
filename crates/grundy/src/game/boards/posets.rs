//! **Poset games**: take an element of a partially ordered set with everything above it.
//!
//! ```text
//! b   c      take b:   c          posets("a<b,a<c"): take a, and nothing is left
//!  \ /                 |
//!   a                  a
//! ```
//!
//! Nim is a poset game (chains), and so are Chomp without its poisoned square (a product of two chains) and green Hackenbush
//! on trees. A greatest element makes a win: to take it wins, or the answer that wins takes it as well and was a first move
//! (strategy stealing); values are searched. To tell who wins is PSPACE-complete.
//!
//! Cost: one state an upper set that can be taken away, of each part.
//!
//! Reference: S. Byrnes, *Poset game periodicity*, 2003.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{NormalPlay, Outcome, Theorem};

use super::connected::connected;
use crate::error::Diagnostic;
use crate::game::boards::graph::Item;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::network::Network;
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Beside;
use crate::rules::{Rules, Visitor};

/// Poset games in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "posets",
    english: "Poset game",
    chinese: "偏序集游戏",
    other_names: &["Partially ordered set game", "偏序集博弈"],
    rule_english: "Choose an element of a partially ordered set and remove it with everything above it.",
    rule_chinese: "选偏序集中一个元素，把它和所有不小于它的元素一起删去。",
    group: Group::Boards,
    signature: "posets(\"RELATIONS\")",
    example: "posets(\"a<b,a<c,b<d,c<d,e\")",
    references: &["S. Byrnes, Poset game periodicity, 2003"],
    definition: Definition::Rules(|brackets| made_with("posets", brackets, Posets, Beside::new(Posets, told, cost))),
    ..Entry::USUAL
};

/// The first player could have made the winning answer.
pub(crate) static STEALING: Theorem = Theorem {
    id: "poset-stealing",
    statement: "A poset with a greatest element is N: taking that element wins, or else the answer that wins against it wins as \
                a first move, for it takes the greatest element as well; the theorem names no move (strategy stealing)",
    chinese: "有最大元的偏序集是 N 局面：取走最大元或者取胜，或者对方有一步取胜的应对；那一步也取走最大元，所以本可以第一步就走（策略盗用，不指出是哪一步）",
    reference: "S. Byrnes, Poset game periodicity, 2003",
};

/// Who wins, where the theorem tells.
fn told(left: &Left) -> Option<(Outcome, &'static Theorem)> {
    let greatest = bits(left.elements).fold(left.elements, |all, v| all & left.poset.above[v]);
    (greatest != 0).then_some((Outcome::Next, &STEALING))
}

/// What is left of a poset is known by what is left of each chain of a cover, which is taken as it comes.
fn cost(left: &Left) -> u64 {
    let (mut rest, mut positions) = (left.elements, 1u64);
    while rest != 0 {
        // the element with the most above it, then again of those above it
        let (mut among, mut length) = (rest, 0u64);
        while let Some(next) = bits(among).max_by_key(|&v| (left.poset.above[v] & among).count_ones()) {
            rest &= !(1 << next);
            among &= left.poset.above[next] & !(1 << next);
            length += 1;
        }
        positions = positions.saturating_mul(length + 1);
    }
    positions.saturating_mul(left.elements.count_ones().into())
}

/// Elements at most: sets of them are words.
const MOST: usize = 128;

/// What is left of a poset.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Left {
    poset: Arc<Poset>,
    elements: u128,
}

/// Names, and for each element all that is not below it but itself or above.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Poset {
    names: Vec<String>,
    above: Vec<u128>,
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |at| set >> at & 1 == 1)
}

impl Left {
    /// Is a < b, with nothing between that is left?
    fn covers(&self, a: usize, b: usize) -> bool {
        let above = |v: usize| self.poset.above[v] & self.elements & !(1 << v);
        above(a) >> b & 1 == 1 && !bits(above(a)).any(|between| above(between) >> b & 1 == 1)
    }
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |v: usize| &self.poset.names[v];
        let mut items: Vec<String> = Vec::new();
        let mut joined = 0u128;
        for a in bits(self.elements) {
            for b in bits(self.elements).filter(|&b| self.covers(a, b)) {
                joined |= 1 << a | 1 << b;
                items.push(format!("{}<{}", name(a), name(b)));
            }
        }
        items.extend(bits(self.elements & !joined).map(|v| name(v).clone()));
        items.sort_unstable();
        f.write_str(&items.join(","))
    }
}

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Posets;

impl Rules for Posets {
    type Position = Left;

    fn options(&self, left: &Left, visit: &mut Visitor<'_, Left>) -> ControlFlow<()> {
        bits(left.elements)
            .try_for_each(|taken| visit(&[Left { elements: left.elements & !left.poset.above[taken], ..left.clone() }]))
    }

    /// Elements that are joined by comparisons stay together.
    fn split(&self, left: Left) -> Vec<Left> {
        let above = &left.poset.above;
        let near = |v: usize| bits(left.elements).filter(move |&w| (above[v] >> w | above[w] >> v) & 1 == 1);
        let parts = connected(128, bits(left.elements), near).into_iter();
        parts.map(|part| Left { elements: part.iter().fold(0, |all, v| all | 1 << v), ..left.clone() }).collect()
    }
}

impl NormalPlay for Posets {
    fn size(&self, left: &Left) -> u32 {
        left.elements.count_ones()
    }

    fn bound(&self, left: &Left) -> u64 {
        left.elements.count_ones().into()
    }
}

impl Written for Posets {
    fn read(&self, text: &str) -> Result<Left, Diagnostic> {
        let mut names: Vec<String> = Vec::new();
        let mut pairs = Vec::new();
        let mut number = |item: Item<'_>| {
            let is_name = !item.text.is_empty() && item.text.chars().all(|c| c.is_alphanumeric() || c == '_');
            if !is_name {
                let fault = Diagnostic::input(format!("`{}` is not an element", item.text));
                return Err(item.blame(fault.suggest("posets(\"a<b,a<c,b<d,c<d,e\")")));
            }
            if let Some(known) = names.iter().position(|name| name == item.text) {
                return Ok(known);
            }
            if names.len() == MOST {
                return Err(Diagnostic::input(format!("a poset has {MOST} elements at most")));
            }
            names.push(item.text.to_owned());
            Ok(names.len() - 1)
        };
        for item in Item::all(text, 0) {
            // a chain a<b<c says two relations
            let (mut lower, mut rest) = match item.cut('<') {
                None => {
                    number(item)?;
                    continue;
                }
                Some((first, rest)) => (number(first)?, Some(rest)),
            };
            while let Some(item) = rest {
                let (next, behind) = item.cut('<').map_or((item, None), |(next, behind)| (next, Some(behind)));
                let upper = number(next)?;
                pairs.push((lower, upper));
                (lower, rest) = (upper, behind);
            }
        }
        let mut above: Vec<u128> = (0..names.len()).map(|v| 1 << v).collect();
        for _ in 0..names.len() {
            for &(a, b) in &pairs {
                above[a] |= above[b];
            }
        }
        if let Some(&(a, b)) = pairs.iter().find(|&&(a, b)| above[b] >> a & 1 == 1) {
            let message = format!("`{}` would be both below and above `{}`", names[a], names[b]);
            return Err(Diagnostic::input(message).suggest("the relations of a partial order have no cycle"));
        }
        let elements = if names.len() == MOST { u128::MAX } else { (1 << names.len()) - 1 };
        Ok(Left { poset: Arc::new(Poset { names, above }), elements })
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let here: &Left = asked.place().position()?;
        let elements: Vec<usize> = bits(here.elements).collect();
        let mut lines = Vec::new();
        for (i, &a) in elements.iter().enumerate() {
            for (j, _) in elements.iter().enumerate().filter(|&(_, &b)| here.covers(a, b)) {
                lines.push((format!("e{i}-{j}"), i, j));
            }
        }
        let mut network = Network::of(elements.iter().map(|&v| here.poset.names[v].clone()), lines);
        network.one_way = true;
        network.draw(asked, |left| {
            let taken = here.elements & !left.place.position::<Left>()?.elements;
            let least = bits(taken).find(|&v| here.poset.above[v] & here.elements == taken)?;
            Some(format!("v{}", here.poset.names[least]))
        })
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::game::boards::testing::Plain;
    use crate::{Nat, game};

    #[test]
    fn posets_have_the_values_of_the_definition() {
        let mut random = Random::new(11);
        for _ in 0..80 {
            let size = 1 + random.below(7);
            // numbers are in the order that the relations keep
            let relations: Vec<(u64, u64)> =
                (0..random.below(9)).map(|_| (random.below(size), random.below(size))).collect();
            let relations: Vec<(u64, u64)> = relations.into_iter().filter(|(a, b)| a < b).collect();
            let below = |a: u64, b: u64| {
                let mut reached = vec![a];
                for _ in 0..size {
                    let more: Vec<u64> =
                        relations.iter().filter(|(x, _)| reached.contains(x)).map(|&(_, y)| y).collect();
                    reached.extend(more);
                    reached.sort_unstable();
                    reached.dedup();
                }
                reached.contains(&b)
            };
            let mut plain = Plain::new(|left: &Vec<u64>| {
                left.iter().map(|&v| left.iter().copied().filter(|&w| !below(v, w)).collect()).collect()
            });
            let mut texts: Vec<String> = relations.iter().map(|(a, b)| format!("v{a}<v{b}")).collect();
            texts.extend((0..size).map(|v| format!("v{v}")));
            plain.agrees("posets", [(texts.join(","), (0..size).collect())]);
        }
        // told by a theorem
        let mut grid: Vec<String> = Vec::new();
        for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
            grid.extend(
                [(row + 1, column), (row, column + 1)]
                    .iter()
                    .filter(|(r, c)| *r < 9 && *c < 9)
                    .map(|(r, c)| format!("e{row}{column}<e{r}{c}")),
            );
        }
        let answer = game("posets").unwrap().at_text(&grid.join(",")).solve().unwrap();
        assert_eq!((answer.outcome, answer.stopped), (Some(Outcome::Next), None));
        assert_eq!(answer.evidence.theorems, [&STEALING]);
        // two chains are heaps of Nim; moves keep the names
        let posets = game("posets").unwrap();
        assert_eq!(posets.at_text("a<b<c,d<e").value(), Ok(Nat::ONE));
        let moves = posets.at_text("a<b,a<c").moves().unwrap().moves;
        let texts: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(texts, ["posets(\"\")", "posets(\"a<b\")", "posets(\"a<c\")"]);
        assert!(posets.at_text("a<b,b<a").solve().is_err());
    }
}
