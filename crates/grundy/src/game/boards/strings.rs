//! Strings and coins: the graphs of Nimstring. Coins are vertices, strings are edges; the ground `g` is no coin.
//!
//! | text | |
//! |---|---|
//! | `3x4` | 3 rows of 4 boxes with all strings: each coin has one to its neighbours and, at the rim, to the ground |
//! | `edges:0-1,0-g` | any; repeated strings are different strings |
//!
//! A coin without a string is captured and no longer there.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::error::Diagnostic;
use crate::game::boards::graph::Item;
use crate::game::drawing::network::Network;

/// The ground.
const GROUND: u32 = u32::MAX;
/// So many strings at most.
const MOST: usize = 4096;

/// Strings between coins and the ground.
#[derive(Debug, Clone)]
pub(crate) struct Strings {
    /// The smaller end first, ascending, with repetitions.
    strings: Box<[(u32, u32)]>,
    /// As it was written, if it was; plays no part in what is equal.
    written: Option<Arc<str>>,
}

impl PartialEq for Strings {
    fn eq(&self, other: &Strings) -> bool {
        self.strings == other.strings
    }
}

impl Eq for Strings {}

impl Hash for Strings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.strings.hash(state);
    }
}

impl Strings {
    fn new(strings: impl IntoIterator<Item = (u32, u32)>) -> Strings {
        let mut strings: Vec<(u32, u32)> = strings.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        strings.sort_unstable();
        Strings { strings: strings.into(), written: None }
    }

    /// Reads one of the text forms.
    ///
    /// # Errors
    /// Another text; a string from the ground to itself; more than 4096 strings.
    pub(crate) fn read(text: &str) -> Result<Strings, Diagnostic> {
        let many = || Diagnostic::input(format!("there are {MOST} strings at most"));
        let Some(list) = text.strip_prefix("edges:") else {
            let sides = text.split_once('x').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
            let Some((rows, columns)) = sides.filter(|&(r, c): &(u32, u32)| r > 0 && c > 0) else {
                return Err(Diagnostic::input(format!("`{text}` is not a board of strings"))
                    .suggest("\"3x4\" boxes, or \"edges:0-1,0-g\" with the ground g"));
            };
            if rows.checked_mul(columns).is_none_or(|boxes| boxes as usize > MOST / 2) {
                return Err(many());
            }
            let at = |row: u32, column: u32| row * columns + column;
            let across = (0..rows).flat_map(|r| {
                let ends = [(at(r, 0), GROUND), (at(r, columns - 1), GROUND)];
                (1..columns).map(move |c| (at(r, c - 1), at(r, c))).chain(ends)
            });
            let down = (0..columns).flat_map(|c| {
                let ends = [(at(0, c), GROUND), (at(rows - 1, c), GROUND)];
                (1..rows).map(move |r| (at(r - 1, c), at(r, c))).chain(ends)
            });
            return Ok(Strings { written: Some(text.into()), ..Strings::new(across.chain(down)) });
        };
        let mut strings = Vec::new();
        for item in Item::all(list, "edges:".len()) {
            let Some((a, b)) = item.cut('-') else {
                let fault = Diagnostic::input(format!("`{}` is not a string", item.text));
                return Err(
                    item.blame(fault.suggest("a string joins two coins, `0-1`, or a coin and the ground, `0-g`"))
                );
            };
            let end = |item: Item<'_>| if item.text == "g" { Ok(GROUND) } else { item.vertex() };
            match (end(a)?, end(b)?) {
                (a, b) if a == b => {
                    return Err(item.blame(Diagnostic::input("a string joins two different ends")));
                }
                ends => strings.push(ends),
            }
        }
        if strings.len() > MOST {
            return Err(many());
        }
        Ok(Strings::new(strings))
    }

    /// The strings as a drawing, with the ground as a vertex.
    pub(crate) fn network(&self) -> Network {
        let mut ends: Vec<u32> = self.strings.iter().flat_map(|&(a, b)| [a, b]).collect();
        ends.sort_unstable();
        ends.dedup();
        let at = |end: u32| ends.partition_point(|&e| e < end);
        let lines = self.strings.iter().enumerate().map(|(i, &(a, b))| (format!("e{i}"), at(a), at(b)));
        Network::of(ends.iter().map(|&end| end_text(end)), lines)
    }

    /// The number of the first string that was cut, where one was.
    pub(crate) fn cut_to(&self, left: &Strings) -> Option<usize> {
        (0..self.strings.len()).find(|&at| left.strings.get(at) != Some(&self.strings[at]))
    }

    /// How many coins are there.
    pub(crate) fn coins(&self) -> usize {
        self.ends().len()
    }

    /// The coins, ascending.
    fn ends(&self) -> Vec<u32> {
        let mut coins: Vec<u32> = self.strings.iter().flat_map(|&(a, b)| [a, b]).filter(|&end| end != GROUND).collect();
        coins.sort_unstable();
        coins.dedup();
        coins
    }

    /// What is left after each string that is cut.
    pub(crate) fn cut(&self) -> impl Iterator<Item = Strings> {
        let differs = |at: usize| at == 0 || self.strings[at - 1] != self.strings[at];
        (0..self.strings.len()).filter(move |&at| differs(at)).map(|at| {
            let rest = self.strings.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &string)| string);
            Strings { strings: rest.collect(), written: None }
        })
    }

    /// What is left when every capture is made that costs nothing; `None`: a player who is to move here has a choice that wins
    /// every sum.
    pub(crate) fn settled(&self) -> Option<Strings> {
        let coins = self.ends();
        let at = |end: u32| coins.binary_search(&end).ok();
        let mut left = self.strings.to_vec();
        let mut valence = vec![0; coins.len()];
        left.iter().flat_map(|&(a, b)| [a, b]).filter_map(at).for_each(|coin| valence[coin] += 1);
        loop {
            let lone = |end: u32| at(end).is_some_and(|coin| valence[coin] == 1);
            let Some(string) = left.iter().position(|&(a, b)| lone(a) || lone(b)) else { break };
            let (a, b) = left.swap_remove(string);
            let next = if lone(a) { b } else { a };
            let behind = |&(a, b): &(u32, u32)| (a == next).then_some(b).or((b == next).then_some(a));
            if at(next).is_some_and(|coin| valence[coin] == 2)
                && left.iter().find_map(behind).is_some_and(|end| !lone(end))
            {
                return None;
            }
            [a, b].into_iter().filter_map(at).for_each(|coin| valence[coin] -= 1);
        }
        Some(Strings::new(left))
    }

    /// How many strings there are.
    pub(crate) fn len(&self) -> usize {
        self.strings.len()
    }

    /// The parts that are joined by strings between coins, their coins numbered anew in order.
    pub(crate) fn parts(&self) -> Vec<Strings> {
        let coins = self.ends();
        let at = |coin: u32| coins.partition_point(|&c| c < coin);
        let mut of: Vec<usize> = (0..coins.len()).collect();
        fn top(of: &mut [usize], mut at: usize) -> usize {
            while of[at] != at {
                of[at] = of[of[at]];
                at = of[at];
            }
            at
        }
        for &(a, b) in self.strings.iter().filter(|&&(_, b)| b != GROUND) {
            let (a, b) = (top(&mut of, at(a)), top(&mut of, at(b)));
            of[a] = b;
        }
        let mut parts: Vec<Vec<(u32, u32)>> = vec![Vec::new(); coins.len()];
        for &(a, b) in &self.strings {
            parts[top(&mut of, at(a))].push((a, b));
        }
        parts.into_iter().filter(|part| !part.is_empty()).map(|part| Strings::new(part).renumbered()).collect()
    }

    /// The strings with points between, `-` where there are none: how certificates write them.
    pub(crate) fn joined(&self) -> String {
        let texts = self.strings.iter().map(|&(a, b)| format!("{}-{}", end_text(a), end_text(b)));
        let text = texts.collect::<Vec<_>>().join(".");
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn renumbered(&self) -> Strings {
        let coins = self.ends();
        let number = |end: u32| if end == GROUND { GROUND } else { coins.partition_point(|&c| c < end) as u32 };
        Strings::new(self.strings.iter().map(|&(a, b)| (number(a), number(b))))
    }
}

fn end_text(end: u32) -> String {
    if end == GROUND { "g".to_owned() } else { end.to_string() }
}

impl fmt::Display for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(written) = &self.written {
            return f.write_str(written);
        }
        let texts: Vec<String> =
            self.strings.iter().map(|&(a, b)| format!("{}-{}", end_text(a), end_text(b))).collect();
        write!(f, "edges:{}", texts.join(","))
    }
}
