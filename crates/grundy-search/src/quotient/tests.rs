//! Published quotients, and agreement with the plain search.

use grundy_core::testing::Random;
use grundy_core::{Budget, Context, Nat, Outcome, Result};

use super::presentation::Presentation;
use super::repeats::{Repeats, Repetition, Shape};
use super::tame::tame;
use super::*;
use crate::misere::{Component, MisereSearch};

/// Octal digits d_1, d_2, …, and d_0 in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Heap<const N: usize> {
    digits: [u32; N],
    size: u32,
}

fn options(digits: &[u32], n: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for (taken, digit) in (0..).zip(digits) {
        let Some(left) = n.checked_sub(taken) else { break };
        if digit & 1 != 0 && left == 0 && n > 0 {
            all.push(vec![]);
        }
        if digit & 2 != 0 && left > 0 && taken > 0 {
            all.push(vec![left]);
        }
        if digit & 4 != 0 {
            all.extend((1..=left / 2).map(|a| vec![a, left - a]));
        }
    }
    all
}

impl<const N: usize> Component for Heap<N> {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        let heap = |size: u32| Heap { size, ..*self };
        options(&self.digits, self.size)
            .iter()
            .try_for_each(|parts| visit(&parts.iter().map(|&p| heap(p)).collect::<Vec<_>>()))
    }

    fn cycle(&self) -> grundy_core::Error {
        unreachable!("heaps get smaller")
    }
}

fn whole(digits: &[u32], most: u32, cx: &Context) -> (Quotient, Option<Repetition>) {
    let (mut quotient, mut repeats, mut grown) = (Quotient::new(), Repeats::default(), 0);
    for n in 0..=most {
        if quotient.add(options(digits, n), cx).is_err() {
            break;
        }
        if quotient.grown() != grown {
            (repeats, grown) = (Repeats::default(), quotient.grown());
        }
        repeats.watch(quotient.phi());
        let found = repeats.proved(Shape { parts: 2, taken: digits.len() - 1 });
        if found.is_some() {
            return (quotient, found);
        }
    }
    (quotient, None)
}

/// |Q|, |P|, preperiod and period of Φ, as Plambeck and Siegel published them.
#[test]
fn published_quotients_of_whole_games() {
    let cx = Context::default();
    let cases: [(&[u32], _); 3] =
        [(&[0, 7, 7], (40, 9, 71, 12)), (&[0, 1, 2, 3], (20, 5, 5, 5)), (&[0, 7, 5], (8, 2, 8, 2))];
    for (digits, expected) in cases {
        let (quotient, found) = whole(digits, 400, &cx);
        let found = found.expect("these games repeat");
        let q = quotient.monoid();
        assert_eq!((q.order(), q.portion().len(), found.preperiod, found.period), expected, "{digits:?}");
        assert_eq!(tame(q), None);
    }
}

#[test]
fn quotients_of_nim_are_tame() {
    let (cx, mut nim) = (Context::default(), Quotient::new());
    let orders = [1, 2, 6, 6, 10, 10, 10, 10, 18];
    for (n, order) in (0..).zip(orders) {
        nim.add((0..n).map(|k| vec![k]).collect(), &cx).unwrap();
        assert_eq!(nim.monoid().order(), order, "heaps up to {n}");
        assert!(tame(nim.monoid()).is_some(), "heaps up to {n}");
    }
}

#[test]
fn nim_up_to_three_is_presented() {
    let (cx, mut nim) = (Context::default(), Quotient::new());
    for n in 0..4 {
        nim.add((0..n).map(|k| vec![k]).collect(), &cx).unwrap();
    }
    let told = Presentation::of(nim.monoid(), nim.phi());
    let relations: Vec<String> =
        told.relations.iter().map(|(l, r)| format!("{} = {}", told.show(l), told.show(r))).collect();
    assert_eq!(relations, ["a^2 = 1", "b^3 = b"]);
    assert_eq!(nim.phi().iter().map(|&x| told.name(x)).collect::<Vec<_>>(), ["1", "a", "b", "ab"]);
}

/// Random sums, those of the quotient against those of the search.
fn agree<const N: usize>(digits: [u32; N], most: u32, sums: u32, cx: &Context) {
    // some quotients are large: of them what is certified within the budget is asked
    let short = Context::new(Budget { nodes: Some(300_000), ..Budget::UNLIMITED });
    let (quotient, repeats) = whole(&digits, most, &short);
    let most = if repeats.is_some() { most } else { quotient.phi().len() as u32 - 1 };
    let class = |n: u32| repeats.map_or(n, |r| r.representative(&Nat::from(n)) as u32);
    let (mut search, mut random) = (MisereSearch::new(), Random::new(88_172_645_463_325_252));
    for _ in 0..sums {
        let sum: Vec<u32> = (0..random.below(6)).map(|_| random.below(u64::from(most) + 1) as u32).collect();
        let heaps: Vec<Heap<N>> = sum.iter().map(|&size| Heap { digits, size }).collect();
        let lost = search.outcome(&heaps, cx).unwrap() == Outcome::Previous;
        assert_eq!(quotient.is_p(sum.iter().map(|&n| class(n))), lost, "{digits:?} {sum:?}");
    }
}

#[test]
fn random_sums_agree_with_the_search() {
    random_sums(100);
}

#[test]
#[ignore = "long: a million sums"]
fn a_million_random_sums_agree_with_the_search() {
    random_sums(5_000);
}

/// So many sums of each of 208 games.
fn random_sums(sums: u32) {
    let cx = Context::default();
    for a in 0..8 {
        for b in 0..8 {
            agree([0, a, b], 11, sums, &cx);
            agree([0, a, b, 3], 11, sums, &cx);
        }
        for b in 0..5 {
            agree([4, a, b], 9, sums, &cx);
            agree([0, 0, a, b, 7], 13, sums, &cx);
        }
    }
}

/// A play of heap n that moves to two heaps of n - 1 has 2^n - 1 moves: what does not fit is refused, and changes nothing.
#[test]
fn plays_of_too_many_moves_are_refused() {
    let (cx, mut quotient) = (Context::default(), Quotient::new());
    quotient.add(Vec::new(), &cx).unwrap();
    let mut refused = 0;
    for n in 1..70u32 {
        let last = quotient.phi().len() as u32 - 1;
        match quotient.add(vec![vec![last, last]], &cx) {
            // heaps 1, 2, … are {0}, {1 + 1}: star and what equals it
            Ok(class) => assert_eq!(class, quotient.phi()[1], "{n}"),
            Err(error) => {
                assert!(error.to_string().contains("moves"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && quotient.phi().len() > 40);
    assert!(quotient.is_p([quotient.phi().len() as u32 - 1]));
}

#[test]
fn a_budget_keeps_what_is_certified() {
    let (cx, mut quotient) = (Context::default(), Quotient::new());
    for n in 0..9 {
        quotient.add(options(&[0, 7, 7], n), &cx).unwrap();
    }
    let before = quotient.phi().to_vec();
    let small = Context::new(Budget { nodes: Some(3), ..Budget::UNLIMITED });
    assert!((9..30).any(|n| quotient.add(options(&[0, 7, 7], n), &small).is_err()));
    assert!(quotient.phi().starts_with(&before));
    quotient.add(options(&[0, 7, 7], quotient.phi().len() as u32), &cx).unwrap();
}
