//! **Subset takeaway**: name a nonempty proper subset of n things that contains none of those named before.
//!
//! ```text
//! subsets(2): {1} or {2} is named, then the other: two moves, P
//! ```
//!
//! A text lists n and the sets that were named, without those that hold another: `subsets("4:12,3")`. Naming a set takes
//! every set that contains it away, so this is a poset game. For n up to 6 the second player is known to win; Gale and Neyman
//! conjectured it for all n, and it fails for n = 7 (Brouwer and Christensen 2017).
//!
//! Cost: one state an antichain of sets up to renaming the things; n = 5 takes a moment.
//!
//! Reference: D. Gale, A. Neyman, *Nim-type games*, 1982.

use std::fmt;
use std::ops::ControlFlow;

use grundy_core::NormalPlay;

use crate::error::Diagnostic;
use crate::game::boards::graph::Item;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::network::Network;
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Kept;
use crate::rules::{Rules, Visitor};

/// Subset takeaway in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "subsets",
    english: "Subset takeaway",
    chinese: "子集游戏",
    other_names: &["Gale–Neyman game", "取子集"],
    rule_english: "Name a nonempty proper subset that contains none of those named before.",
    rule_chinese: "说出一个非空真子集，它不包含此前说过的任何一个。",
    group: Group::Boards,
    signature: "subsets(n)",
    example: "subsets(4)",
    references: &["D. Gale, A. Neyman, Nim-type games, 1982"],
    definition: Definition::Rules(|brackets| made_with("subsets", brackets, Subsets, Kept::new(Subsets))),
    ..Entry::USUAL
};

/// Things at most: sets of sets are words.
const MOST: u32 = 6;

/// The sets that may still be named: bit s is the set whose things are the bits of s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    things: u32,
    sets: u64,
}

impl Left {
    fn all(things: u32) -> Left {
        let full = (1u64 << things) - 1;
        Left { things, sets: (1..full).fold(0, |sets, set| sets | 1 << set) }
    }

    fn is_left(&self, set: u64) -> bool {
        self.sets >> set & 1 == 1
    }

    /// The things of a set, from 1.
    fn name(&self, set: u64) -> String {
        (0..self.things).filter(|thing| set >> thing & 1 == 1).map(|thing| (thing + 1).to_string()).collect()
    }

    fn named(self, set: u64) -> Left {
        let holds = |&other: &u64| other & set == set;
        Left { sets: (0..64).filter(holds).fold(self.sets, |sets, other| sets & !(1 << other)), ..self }
    }

    /// The least sets that are gone: those that were named.
    fn gone(&self) -> impl Iterator<Item = u64> + '_ {
        let is_gone = |set: u64| !self.is_left(set);
        let full = (1u64 << self.things).saturating_sub(1);
        (1..full).filter(move |&set| {
            is_gone(set)
                && !(0..self.things)
                    .any(|thing| set >> thing & 1 == 1 && set != 1 << thing && is_gone(set & !(1 << thing)))
        })
    }
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sets: Vec<String> = self.gone().map(|set| self.name(set)).collect();
        sets.sort_unstable();
        write!(f, "{}:{}", self.things, sets.join(","))
    }
}

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Subsets;

impl Rules for Subsets {
    type Position = Left;

    fn options(&self, left: &Left, visit: &mut Visitor<'_, Left>) -> ControlFlow<()> {
        (1..64).filter(|&set| left.is_left(set)).try_for_each(|set| visit(&[left.named(set)]))
    }

    /// The things in the order of how many sets they are in; those that are alike stay as they are.
    fn canonical(&self, left: Left) -> Left {
        let sets = || (1..64u64).filter(|&set| left.is_left(set));
        let kind = |thing: u32| {
            let mut sizes = [0u32; MOST as usize + 1];
            sets().filter(|set| set >> thing & 1 == 1).for_each(|set| sizes[set.count_ones() as usize] += 1);
            sizes
        };
        let mut order: Vec<u32> = (0..left.things).collect();
        order.sort_by_cached_key(|&thing| kind(thing));
        let renamed = |set: u64| order.iter().enumerate().fold(0u64, |new, (at, thing)| new | (set >> thing & 1) << at);
        Left { sets: sets().fold(0, |all, set| all | 1 << renamed(set)), ..left }
    }
}

impl NormalPlay for Subsets {
    fn size(&self, left: &Left) -> u32 {
        left.sets.count_ones()
    }

    fn bound(&self, left: &Left) -> u64 {
        left.sets.count_ones().into()
    }
}

impl Written for Subsets {
    fn read(&self, text: &str) -> Result<Left, Diagnostic> {
        let (things, named) = text.split_once(':').unwrap_or((text, ""));
        let number = things.trim().parse().ok().filter(|n| (1..=MOST).contains(n));
        let wrong = || Diagnostic::input(format!("subsets of 1 to {MOST} things are supported")).suggest("subsets(4)");
        let mut left = Left::all(number.ok_or_else(wrong)?);
        for item in Item::all(named, things.len() + 1) {
            let thing = |c: char| c.to_digit(10).filter(|t| (1..=left.things).contains(t)).map(|t| 1u64 << (t - 1));
            let set = item.text.chars().map(thing).try_fold(0, |set, thing| Some(set | thing?));
            match set.filter(|&set| set > 0 && set < (1 << left.things) - 1) {
                Some(set) => left = left.named(set),
                None => {
                    let message = format!("`{}` is not a nonempty proper subset of 1 to {}", item.text, left.things);
                    return Err(item.blame(Diagnostic::input(message).suggest("subsets(\"4:12,3\")")));
                }
            }
        }
        Ok(left)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let here: &Left = asked.place().position()?;
        let sets: Vec<u64> = (1..64).filter(|&set| here.is_left(set)).collect();
        let network = Network::of(sets.iter().map(|&set| here.name(set)), []);
        network.draw(asked, |left| {
            let left = left.place.position::<Left>()?;
            sets.iter().find(|&&set| here.named(set) == *left).map(|&set| format!("v{}", here.name(set)))
        })
    }

    fn show(&self, left: &Left) -> String {
        if *left == Left::all(left.things) { left.things.to_string() } else { format!("\"{left}\"") }
    }

    fn numbers(&self) -> Option<usize> {
        Some(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::boards::testing::Plain;
    use crate::{Outcome, game};

    #[test]
    fn subsets_are_taken_as_the_definition_says() {
        let mut plain = Plain::new(|named: &Vec<u32>| {
            let free = |set: &u32| named.iter().all(|other| set & other != *other);
            let with = |set: u32| {
                let mut named = [named.as_slice(), &[set]].concat();
                named.sort_unstable();
                named
            };
            (1..7).filter(free).map(with).collect()
        });
        plain.agrees(
            "subsets",
            [("3".to_owned(), vec![]), ("3:12".to_owned(), vec![3]), ("3:1,23".to_owned(), vec![1, 6])],
        );
        for things in 1..=5 {
            assert_eq!(
                game("subsets").unwrap().at_text(&things.to_string()).outcome(),
                Ok(Outcome::Previous),
                "{things}"
            );
        }
    }
}
