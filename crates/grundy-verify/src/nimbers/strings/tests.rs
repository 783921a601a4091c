//! Strings by the definition: every cut is a move, a cut that frees a coin keeps the turn.

use std::collections::HashMap;

use super::*;
use crate::nimbers::testing::{meter, value};
use crate::testing::Random;

/// The value by the definition; `None`: loony.
fn literal(strings: &Strings, known: &mut HashMap<Strings, Option<u64>>) -> Option<u64> {
    if let Some(&value) = known.get(strings) {
        return value;
    }
    let coins = |strings: &Strings| {
        let mut coins: Vec<u32> = strings.iter().flat_map(|&(a, b)| [a, b]).filter(|&end| end != GROUND).collect();
        coins.sort_unstable();
        coins.dedup();
        coins.len()
    };
    let (mut kept, mut passed) = (Vec::new(), Vec::new());
    for at in 0..strings.len() {
        let mut left = strings.clone();
        left.remove(at);
        let value = literal(&left, known);
        if coins(&left) < coins(strings) { kept.push(value) } else { passed.push(value) }
    }
    let value = match kept.first() {
        None => (0..).find(|&n| !passed.contains(&Some(n))),
        Some(&first) => first.filter(|k| kept.iter().all(|v| *v == first) && !passed.contains(&Some(*k))),
    };
    known.insert(strings.clone(), value);
    value
}

/// Captures and moves of random strings say what the definition says.
#[test]
fn strings_are_worth_what_the_definition_says() {
    let (mut random, mut seen) = (Random::new(5), [0; 4]);
    let mut checked = HashMap::new();
    for round in 0..3000 {
        let coins = 2 + random.below(5) as u32;
        let count = random.below(if round % 50 == 0 { 11 } else { 9 });
        let mut strings: Strings = Vec::new();
        while (strings.len() as u64) < count {
            let end = |n: u64| if n == 0 { GROUND } else { n as u32 };
            let (a, b) = (end(random.below(u64::from(coins))), end(random.below(u64::from(coins))));
            if a != b {
                strings.push((a.min(b), a.max(b)));
            }
        }
        strings.sort_unstable();
        let expected = literal(&strings, &mut HashMap::new());
        let found = settled(strings.clone()).map(|left| {
            cancelled(parts(&left)).iter().fold(0, |xor, part| xor ^ value(&Nimstring, part, &mut checked))
        });
        assert_eq!(found, expected, "{strings:?}");
        seen[expected.map_or(0, |value| 1 + value.min(2) as usize)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
}

/// All positions of a board of 2 × 2 boxes.
#[test]
fn all_positions_of_a_board_are_worth_what_the_definition_says() {
    let board: Strings = [
        (0, 1),
        (0, 2),
        (1, 3),
        (2, 3),
        (0, GROUND),
        (0, GROUND),
        (1, GROUND),
        (1, GROUND),
        (2, GROUND),
        (2, GROUND),
        (3, GROUND),
        (3, GROUND),
    ]
    .to_vec();
    let (mut known, mut checked) = (HashMap::new(), HashMap::new());
    for set in 0..1u32 << board.len() {
        let strings: Strings = (0..board.len()).filter(|i| set >> i & 1 == 1).map(|i| board[i]).collect();
        let found = settled(strings.clone()).map(|left| {
            cancelled(parts(&left)).iter().fold(0, |xor, part| xor ^ value(&Nimstring, part, &mut checked))
        });
        assert_eq!(found, literal(&strings, &mut known), "{strings:?}");
    }
}

#[test]
fn words_are_read() {
    let read = |word: &str| Nimstring.position(word);
    assert_eq!(read("-"), Ok(vec![]));
    assert_eq!(read("0-1.1-2"), Ok(vec![]));
    assert!(read("0-1.1-2.2-g").unwrap_err().contains("loony"));
    let two = vec![(0, 1), (0, GROUND), (1, GROUND)];
    assert_eq!(read("7-g.3-g.7-3.3-8"), Ok(vec![two.clone()]));
    assert_eq!(Nimstring.moves(&two, &mut meter()).unwrap(), [Vec::<Strings>::new()]);
    for word in ["", "0", "0-0", "g-g", "0-1,1-2", "0-1.", "-1-0", "01-2", "0-x", "4294967295-0"] {
        assert!(read(word).is_err(), "{word}");
    }
}
