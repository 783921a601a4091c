//! Plain readings for the tests: values by mex over all options, and the laws held against them.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::Row;
use crate::game::{Game, Law, Listing, Place, Working};
use crate::number::Nat;
use crate::outcome::Outcome;
use grundy_core::Context;
use grundy_core::mex::mex;

pub(super) fn place(numbers: &[u64]) -> Place {
    numbers.iter().map(|&n| Nat::from(n)).collect()
}

pub(super) fn small(place: &[Nat]) -> Vec<u64> {
    place.iter().map(|n| u64::try_from(n).unwrap()).collect()
}

/// The canonical form of a place as written.
pub(super) fn canonical(game: &dyn Row, written: &[u64]) -> Vec<u64> {
    small(&game.place(place(written)).unwrap())
}

/// The options, without repetition; each must be in canonical form.
pub(super) fn options(game: &dyn Row, row: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    let _ = game.options(row, &mut |option| {
        all.insert(option.to_vec());
        ControlFlow::Continue(())
    });
    for option in &all {
        assert_eq!(canonical(game, option), *option, "an option of {row:?} that is not canonical");
    }
    // a visitor that stops is not called again
    let mut calls = 0;
    let stopped = game.options(row, &mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((calls == 1, stopped.is_break()), (!all.is_empty(), !all.is_empty()));
    all
}

/// The Grundy value from the options alone. Options elsewhere are not looked at.
pub(super) fn value(game: &dyn Row, row: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    if let Some(&v) = known.get(row) {
        return v;
    }
    let values: Vec<u64> = options(game, row).iter().map(|option| value(game, option, known)).collect();
    let v = mex(values);
    known.insert(row.to_vec(), v);
    v
}

/// Holds the law of the game against brute force at this place: value, outcome, and every listing it offers.
pub(super) fn check_law(game: &dyn Row, row: &[u64], known: &mut HashMap<Vec<u64>, u64>) {
    let law = game.law().unwrap();
    let at = place(row);
    let true_value = value(game, row, known);
    if let Some(v) = law.value(&at) {
        assert_eq!(v, Nat::from(true_value), "value of {row:?}");
    }
    if let Some(outcome) = law.outcome(&at) {
        assert_eq!(outcome == Outcome::Previous, true_value == 0, "outcome of {row:?}");
    }
    for line in law.working(&at) {
        match line {
            Working::Xor { rows, .. } => {
                let xor = rows.iter().fold(Nat::ZERO, |xor, (_, n)| xor ^ n);
                assert_eq!(xor, Nat::from(true_value), "the xor that is told of {row:?}");
            }
            Working::Ones(modulus) => {
                let ones = |bit: u32| row.iter().filter(|&&n| n >> bit & 1 == 1).count() as u64;
                let all = (0..u64::BITS).all(|bit| ones(bit).is_multiple_of(modulus));
                assert_eq!(all, true_value == 0, "the columns that are told of {row:?}");
            }
            Working::Say(_) => {}
        }
    }
    let all: Vec<Vec<u64>> = options(game, row).into_iter().collect();
    for limit in [0, 1, 3, 1000] {
        if let Some(listing) = Law::options(&*law, &at, limit) {
            same_listing(&listing, &all, limit, row);
        }
        for target in 0..true_value + 4 {
            if let Some(listing) = law.options_with_value(&at, &Nat::from(target), limit) {
                let fitting: Vec<Vec<u64>> = all.iter().filter(|o| known[*o] == target).cloned().collect();
                same_listing(&listing, &fitting, limit, row);
            }
        }
    }
}

fn same_listing(listing: &Listing, all: &[Vec<u64>], limit: usize, row: &[u64]) {
    assert_eq!(listing.count, Nat::from(all.len()), "number of options of {row:?}");
    let first: Vec<Vec<u64>> =
        listing.first.iter().map(|parts| parts.iter().flat_map(|p| small(p)).collect()).collect();
    assert!(listing.first.iter().all(|parts| parts.len() == 1));
    assert_eq!(first, all[..limit.min(all.len())], "options of {row:?}, limit {limit}");
}

/// All lists of `length` numbers below `bound`.
pub(super) fn lists(length: usize, bound: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|l| (0..bound).map(move |n| [l.as_slice(), &[n]].concat())).collect()
    })
}

/// All ascending lists of `length` distinct numbers below `bound`.
pub(super) fn subsets(length: usize, bound: u64) -> Vec<Vec<u64>> {
    lists(length, bound).into_iter().filter(|l| l.is_sorted_by(|a, b| a < b)).collect()
}

/// Can each smaller value of this number be reached from every place below the bound?
pub(in crate::game) fn can_be_lowered(game: &Game, coordinate: usize, length: usize, bound: u64) -> bool {
    let cx = Context::default();
    lists(length, bound).into_iter().all(|written| {
        let Ok(at) = game.place(place(&written)) else { return true };
        let mut options = BTreeSet::new();
        game.try_each_option(&at, &cx, |parts| {
            // a chip that was put on, or a pass, is played in another game
            options.extend(parts.iter().filter(|part| part.game == *game).map(|part| part.place.clone()));
            Ok(())
        })
        .unwrap();
        (0..written[coordinate]).all(|less| {
            let mut lowered = written.clone();
            lowered[coordinate] = less;
            // where another number is the same it may be no place
            game.place(place(&lowered)).map_or(true, |to| options.contains(&to))
        })
    })
}
