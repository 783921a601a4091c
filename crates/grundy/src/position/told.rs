//! A move that is told in words: `take 3 from 4`, `heap 2: take 1`, `从第 2 堆取 1 个`.
//!
//! What follows `from` is the size of a heap. `heap 2` may be the second heap or a heap of two: both are looked for, and a
//! move is made only if they come to the same. A word that is not known makes the whole unread.

use grundy_notation::lenient::number_at;

use crate::number::Nat;

/// Which heap is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heap {
    /// The one of this size.
    Size(Nat),
    /// The one of this number, from 1 on.
    Number(Nat),
    /// One or the other.
    Either(Nat),
}

impl Heap {
    /// `从 3 堆`: what was a size may be a number, too.
    fn named_a_heap(self) -> Heap {
        match self {
            Heap::Size(n) => Heap::Either(n),
            told => told,
        }
    }
}

/// How much is taken, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) taken: Nat,
    pub(super) heap: Option<Heap>,
}

impl Told {
    /// Is the heap told by its number, and is it this one?
    pub(super) fn names(&self, number: usize) -> bool {
        matches!(&self.heap, Some(Heap::Number(n) | Heap::Either(n)) if *n == Nat::from(number))
    }

    /// Is it this heap, the one of this number?
    pub(super) fn is_from(&self, heap: &Nat, number: usize) -> bool {
        let number = Nat::from(number);
        match &self.heap {
            None => true,
            Some(Heap::Size(size)) => size == heap,
            Some(Heap::Number(n)) => *n == number,
            Some(Heap::Either(n)) => n == heap || *n == number,
        }
    }
}

/// A word, by what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    Take,
    From,
    Heap,
    /// `#2`, `第 2`: behind it a number is an ordinal.
    Ordinal,
    Idle,
    Number(Nat),
}

const WORDS: [(&[&str], Word); 5] = [
    (&["take", "remove", "subtract", "取走", "拿走", "取掉", "取", "拿"], Word::Take),
    (&["from", "off", "从", "在"], Word::From),
    (&["heap", "pile", "stack", "堆"], Word::Heap),
    (&["#", "number", "第"], Word::Ordinal),
    (
        &[
            "the", "stones", "stone", "counters", "counter", "coins", "coin", "matches", "match", "tokens", "token",
            "objects", "object", ":", ",", "：", "，", "个", "枚", "颗", "石子", "里", "中",
        ],
        Word::Idle,
    ),
];

/// The words of a text; `None`: one is not known.
fn words(text: &str) -> Option<Vec<Word>> {
    let (mut rest, mut found) = (text.trim(), Vec::new());
    while let Some(first) = rest.chars().next() {
        if let Some((number, behind)) = number_at(rest) {
            found.push(Word::Number(number.into()));
            rest = behind.trim_start();
            continue;
        }
        // digits, letters and signs are words of their own; Chinese ones stand side by side
        let kind = |c: char| (c.is_ascii_digit(), c.is_ascii_alphabetic());
        let end = match kind(first) {
            (false, false) => {
                let known = WORDS.iter().flat_map(|(names, _)| names.iter()).filter(|name| rest.starts_with(**name));
                known.map(|name| name.len()).max()?
            }
            own => rest.find(|c| kind(c) != own).unwrap_or(rest.len()),
        };
        let (word, behind) = rest.split_at(end);
        found.push(match word.parse() {
            Ok(number) => Word::Number(number),
            Err(_) => {
                let word = word.to_ascii_lowercase();
                WORDS.iter().find(|(names, _)| names.contains(&word.as_str()))?.1.clone()
            }
        });
        rest = behind.trim_start();
    }
    Some(found)
}

/// How much these words take, and from where; `None`: they tell no move.
pub(super) fn told(text: &str) -> Option<Told> {
    let (mut taken, mut heap) = (None, None);
    let mut before: Vec<Word> = Vec::new();
    let mut behind_heap = false;
    for word in words(text)? {
        match word {
            Word::Idle => continue,
            Word::Number(n) => {
                behind_heap = !matches!(before.last(), Some(Word::Take));
                match &before[..] {
                    [.., Word::Take] if taken.is_none() => taken = Some(n),
                    _ if heap.is_some() => return None,
                    [.., Word::Ordinal] => heap = Some(Heap::Number(n)),
                    [.., Word::Heap] => heap = Some(Heap::Either(n)),
                    [.., Word::From] => heap = Some(Heap::Size(n)),
                    _ => return None,
                }
                before.clear();
            }
            // `第 2 堆`, `从 3 堆`
            Word::Heap if before.is_empty() && heap.is_some() => {
                heap = heap.map(|heap| if behind_heap { heap.named_a_heap() } else { heap });
            }
            word => before.push(word),
        }
    }
    // what is left over is no sentence
    before.is_empty().then_some(Told { taken: taken?, heap })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_a_number_and_a_heap() {
        let told = |text: &str| told(text).map(|told| (told.taken, told.heap));
        let nat = |n: u8| Nat::from(n);
        for (text, heap) in [
            ("take 3", None),
            ("Take 3 stones", None),
            ("取 3 个", None),
            ("拿3", None),
            ("take 3 from 4", Some(Heap::Size(nat(4)))),
            ("remove 3 from the heap 4", Some(Heap::Either(nat(4)))),
            ("from 4 take 3", Some(Heap::Size(nat(4)))),
            ("heap 4: take 3", Some(Heap::Either(nat(4)))),
            ("pile #4 take 3", Some(Heap::Number(nat(4)))),
            ("从 4 取 3", Some(Heap::Size(nat(4)))),
            ("从第4堆取3个", Some(Heap::Number(nat(4)))),
            ("第四堆取三个", Some(Heap::Number(nat(4)))),
            ("从4堆取3", Some(Heap::Either(nat(4)))),
            ("从四里拿三颗", Some(Heap::Size(nat(4)))),
        ] {
            assert_eq!(told(text), Some((nat(3), heap)), "{text}");
        }
        for text in [
            "", "3", "take", "take all", "take 3 4", "take 3 from", "from 4", "take 3 from 4 and 5", "takes 3", "2 6",
            "取三五",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
