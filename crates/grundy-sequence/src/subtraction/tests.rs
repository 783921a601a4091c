use grundy_core::testing::{Random, cases};
use grundy_core::{Budget, Spent};

use super::*;
use crate::set::{Named, Piece, Pieces};

fn nat(n: u64) -> Nat {
    Nat::from(n)
}

/// Values and misère outcomes straight from the rule.
fn plain(set: &IntSet, size: u64) -> (Vec<u64>, Vec<u64>) {
    let members: Vec<u64> = set.members_up_to(size).collect();
    let (mut values, mut outcomes): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for n in 0..size {
        let options: Vec<usize> = members.iter().filter(|&&k| k <= n).map(|&k| (n - k) as usize).collect();
        values.push(grundy_core::mex(options.iter().map(|&x| values[x])));
        let won = options.is_empty() || options.iter().any(|&x| outcomes[x] == 0);
        outcomes.push(u64::from(won));
    }
    (values, outcomes)
}

/// A random set: few numbers, many numbers, ranges, residue classes, or all but a few.
fn random_set(r: &mut Random) -> IntSet {
    let singles = |r: &mut Random, count: u64, most: u64| -> Vec<Piece> {
        let mut all: Vec<u64> = (0..count).map(|_| 1 + r.below(most)).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(|k| Piece::single(nat(k))).collect()
    };
    let union = |a: Pieces, b: Pieces| a.combine(&b, crate::set::Combine::Union).unwrap();
    let few = {
        let count = 1 + r.below(7);
        let most = 1 + r.below(40);
        Pieces(singles(r, count, most))
    };
    match r.below(6) {
        0 => few.into(),
        1 => {
            let count = 8 + r.below(70);
            Pieces(singles(r, count, 150)).into()
        }
        2 => {
            let from = 1 + r.below(20);
            let range = Piece::clipped(&nat(from), Some(&nat(from + r.below(90))), 1, &[0]).unwrap();
            union(Pieces(vec![range]), few).into()
        }
        3 => {
            let all = Pieces(vec![Piece::clipped(&Nat::ONE, None, 1, &[0]).unwrap()]);
            let count = 1 + r.below(5);
            let but = Pieces(singles(r, count, 9));
            all.combine(&but, crate::set::Combine::Difference).unwrap().into()
        }
        _ => {
            let d = 1 + r.below(6);
            let residues: Vec<u64> = (0..d).filter(|_| r.below(2) == 0).collect();
            let from = 1 + r.below(12);
            match Piece::clipped(&nat(from), None, d, &residues) {
                Some(tail) => union(Pieces(vec![tail]), if r.below(2) == 0 { few } else { Pieces::default() }).into(),
                None => few.into(),
            }
        }
    }
}

#[test]
fn random_sets_agree_with_the_rule() {
    let mut r = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut found, mut rising) = (0, 0);
    let rounds = cases(800, 2500);
    for round in 0..rounds {
        let set = random_set(&mut r);
        let size = if round % 10 == 0 { 3000 } else { 500 };
        let (values, outcomes) = plain(&set, size);
        let cx = Context::default();
        let mut engine = SubtractionEngine::new(set.clone());
        // sometimes the period first, with no table to lean on
        if round % 2 == 0 {
            for (period, expected) in [
                (engine.period(Some(20_000), &cx).unwrap(), &values),
                (engine.misere_period(Some(20_000), &cx).unwrap(), &outcomes),
            ] {
                let Some((p, _)) = period else { continue };
                found += 1;
                rising += u64::from(p.saltus > 0);
                let (n0, q) = (p.preperiod, p.period);
                let fits = |n: u64, q: u64, s: u64| expected[(n + q) as usize] == expected[n as usize] + s;
                assert!((n0..size.saturating_sub(q)).all(|n| fits(n, q, p.saltus)), "{set} {p:?}");
                assert!(n0 == 0 || n0 + q > size || !fits(n0 - 1, q, p.saltus), "{set} {p:?} starts earlier");
                let smaller =
                    |m: u64| (p.saltus * m).is_multiple_of(q) && (n0..n0 + q).all(|n| fits(n, m, p.saltus * m / q));
                assert!(n0 + 2 * q > size || !(1..q).any(smaller), "{set} {p:?} is not minimal");
            }
        }
        for n in (0..size).step_by(1 + r.below(30) as usize) {
            assert_eq!(engine.value(&nat(n), &cx).unwrap().0, nat(values[n as usize]), "{set} {n}");
            let won = engine.misere_outcome(&nat(n), &cx).unwrap().0 == Outcome::Next;
            assert_eq!(won, outcomes[n as usize] == 1, "misère {set} {n}");
        }
        for _ in 0..4 {
            let n = r.below(size);
            let heaps: Vec<u64> = (0..n).filter(|x| set.contains(&nat(n - x))).collect();
            let check = |listing: Option<Listing>, wanted: Vec<u64>| {
                let listing = listing.unwrap();
                assert_eq!(listing.count, nat(wanted.len() as u64), "{set} {n}");
                let first: Vec<Nat> = listing.first.into_iter().map(|p| p[0].clone()).collect();
                assert_eq!(first, wanted.into_iter().take(5).map(nat).collect::<Vec<_>>(), "{set} {n}");
            };
            check(engine.options(&nat(n), 5, &cx).unwrap(), heaps.clone());
            let v = r.below(4);
            let with = heaps.iter().copied().filter(|&x| values[x as usize] == v).collect();
            check(engine.options_with_value(&nat(n), &nat(v), 5, &cx).unwrap().all(), with);
            let lost = heaps.iter().copied().filter(|&x| outcomes[x as usize] == 0).collect();
            check(engine.misere_winning_options(&nat(n), 5, &cx).unwrap().all(), lost);
        }
        if round % 50 == 0 {
            let all = engine.values(3, size - 1, &cx).unwrap().0;
            assert_eq!(all, values[3..].iter().map(|&v| nat(v)).collect::<Vec<_>>());
        }
    }
    assert!(found > rounds * 4 / 5 && rising > rounds as u64 / 15, "{found} {rising}");
}

#[test]
fn large_heaps_are_answered_by_their_period_and_listed_exactly() {
    let cx = Context::default();
    let huge = Nat::from(10u8).pow(100);
    let mut engine = SubtractionEngine::new([1, 3, 4].into_iter().collect());
    let (value, evidence) = engine.value(&huge, &cx).unwrap();
    let (values, _) = plain(engine.set(), 7);
    assert_eq!(value, nat(values[(&huge % 7u64) as usize]));
    assert!(evidence.theorems.contains(&&WINDOW_PERIOD));
    assert_eq!(engine.period(None, &cx).unwrap().unwrap().0, Period { preperiod: 0, period: 7, saltus: 0 });

    let odds: IntSet = Pieces(vec![Piece::clipped(&Nat::ONE, None, 2, &[1]).unwrap()]).into();
    let mut engine = SubtractionEngine::new(odds);
    let n = nat(1_000_000_000_000_000_001);
    let listing = engine.options(&n, 3, &cx).unwrap().unwrap();
    assert_eq!(listing.count, nat(500_000_000_000_000_001));
    assert_eq!(listing.first.iter().map(|p| p[0].clone()).collect::<Vec<_>>(), [nat(0), nat(2), nat(4)]);
    assert_eq!(engine.options_with_value(&n, &Nat::ZERO, 3, &cx).unwrap().all().unwrap(), listing);
    assert_eq!(engine.value(&n, &cx).unwrap().0, Nat::ONE);
    assert_eq!(engine.options_with_value(&n, &Nat::ONE, 3, &cx).unwrap().all().unwrap().count, Nat::ZERO);

    // all but 3, 5 and 8: shown by more than a thousand heaps only
    let mut pieces = Pieces(vec![Piece::clipped(&Nat::ONE, None, 1, &[0]).unwrap()]);
    let but = Pieces([3, 5, 8].map(|k| Piece::single(nat(k))).to_vec());
    pieces = pieces.combine(&but, crate::set::Combine::Difference).unwrap();
    let mut engine = SubtractionEngine::new(pieces.into());
    let period = engine.period(None, &cx).unwrap().unwrap().0;
    assert_eq!((period.period, period.saltus), (78, 26));
    let far = period.preperiod + 5;
    let (low, _) = engine.value(&nat(far), &cx).unwrap();
    assert_eq!(engine.value(&(nat(far) + nat(78) * &huge), &cx).unwrap().0, low + nat(26) * &huge);
    let target = nat(26) * Nat::from(10u8).pow(15);
    let hit = engine.options_with_value(&nat(10u64.pow(18)), &target, 9, &cx).unwrap().all().unwrap();
    assert!(hit.count >= Nat::ONE);
    for option in &hit.first {
        assert_eq!(engine.value(&option[0].clone(), &cx).unwrap().0, target);
    }
}

#[test]
fn huge_elements_need_only_reachable_heaps() {
    let cx = Context::default();
    let big = 10u64.pow(18);
    let mut engine = SubtractionEngine::new([big].into_iter().collect());
    assert_eq!(engine.value(&nat(big + 5), &cx).unwrap().0, Nat::ONE);
    assert_eq!(engine.value(&nat(5), &cx).unwrap().0, Nat::ZERO);
    let mut engine = SubtractionEngine::new([1, 2, big].into_iter().collect());
    // 10^18 − 1 ≡ 0 mod 3, so the heap of 10^18 has 1 by the small set, and an option 0 more: values 1 2 0 …
    assert_eq!(engine.value(&nat(big - 1), &cx).unwrap().0, Nat::ZERO);
    let table: Vec<u64> =
        (0..6).map(|i| grundy_core::number::to_u64(&engine.value(&nat(big + i), &cx).unwrap().0).unwrap()).collect();
    let mut by_hand = vec![2u64, 0];
    for i in 0..6u64 {
        let at = by_hand.len();
        by_hand.push(grundy_core::mex([by_hand[at - 1], by_hand[at - 2], i % 3]));
    }
    assert_eq!(table, by_hand[2..]);
    let options = engine.options_with_value(&nat(big + 1), &nat(table[0]), 9, &cx).unwrap().all().unwrap();
    assert!(options.first.contains(&vec![nat(big)]));
    // a long range with a hole
    let range = Pieces(vec![
        Piece::clipped(&Nat::ONE, Some(&nat(6)), 1, &[0]).unwrap(),
        Piece::clipped(&nat(8), Some(&nat(big)), 1, &[0]).unwrap(),
    ]);
    let mut engine = SubtractionEngine::new(range.into());
    let (values, _) = plain(engine.set(), 60);
    for n in 0..60 {
        assert_eq!(engine.value(&nat(n), &cx).unwrap().0, nat(values[n as usize]));
    }
    assert!(engine.value(&nat(big), &cx).unwrap().1.is_proved());
    assert!(matches!(engine.value(&nat(big + 1), &cx), Err(grundy_core::Error::Stopped(_))));
}

#[test]
fn budgets_stop_the_work() {
    let squares = |cx: &Context| SubtractionEngine::new(Named::Squares.into()).value(&nat(10u64.pow(18)), cx);
    assert!(matches!(squares(&Context::default()), Err(grundy_core::Error::Stopped(s)) if s.spent == Spent::Nodes));
    let tight = Context::new(Budget { nodes: Some(1000), ..Budget::UNLIMITED });
    let mut engine = SubtractionEngine::new([7, 50, 64].into_iter().collect());
    assert!(matches!(engine.value(&nat(10u64.pow(18)), &tight), Err(grundy_core::Error::Stopped(_))));
    let narrow = Context::new(Budget { memory: Some(1000), ..Budget::UNLIMITED });
    assert!(
        matches!(engine.value(&nat(10u64.pow(6)), &narrow), Err(grundy_core::Error::Stopped(s)) if s.spent == Spent::Memory)
    );
}

#[test]
fn wide_steps_and_many_elements_are_tabulated() {
    let cx = Context::default();
    let step = |from: u64, to: Option<u64>, step: u64| -> IntSet {
        Pieces(vec![Piece::clipped(&nat(from), to.map(nat).as_ref(), step, &[from % step]).unwrap()]).into()
    };
    for set in [
        step(1, None, 3_000_000),
        step(2, Some(40_000_000), 3),
        step(5, Some(10u64.pow(18)), 7),
        step(1, None, 2_000_003),
    ] {
        let (values, outcomes) = plain(&set, 300);
        let mut engine = SubtractionEngine::new(set.clone());
        for n in 0..300 {
            assert_eq!(engine.value(&nat(n), &cx).unwrap().0, nat(values[n as usize]), "{set} {n}");
            assert_eq!(engine.misere_outcome(&nat(n), &cx).unwrap().0 == Outcome::Next, outcomes[n as usize] == 1);
        }
    }
    // up to its end the range may as well be endless
    let mut engine = SubtractionEngine::new(step(5, Some(10u64.pow(18)), 7));
    let (values, _) = plain(engine.set(), 1500);
    let period = (1..300).find(|&q| (500..1500 - q).all(|n| values[n] == values[n + q])).unwrap();
    for (n, &v) in values.iter().enumerate().skip(500).take(20) {
        let far = nat(n as u64 + period as u64 * 10u64.pow(15));
        assert_eq!(engine.value(&far, &cx).unwrap().0, nat(v));
    }
}

#[test]
fn a_set_without_elements_has_no_move() {
    let cx = Context::default();
    let mut engine = SubtractionEngine::new(Pieces::default().into());
    assert_eq!(engine.value(&nat(10), &cx).unwrap().0, Nat::ZERO);
    assert_eq!(engine.misere_outcome(&nat(10), &cx).unwrap().0, Outcome::Next);
    assert_eq!(engine.options(&nat(10), 3, &cx).unwrap(), Some(Listing::default()));
    assert_eq!(engine.values(2, 4, &cx).unwrap().0, vec![Nat::ZERO; 3]);
    assert_eq!(engine.period(None, &cx).unwrap().unwrap().0, Period { preperiod: 0, period: 1, saltus: 0 });
}

#[test]
fn named_sets_are_tabulated() {
    let cx = Context::default();
    for named in [Named::Squares, Named::Primes, Named::Fibonacci, Named::Powers(nat(3))] {
        let set = IntSet::from(named);
        let (values, outcomes) = plain(&set, 700);
        let mut engine = SubtractionEngine::new(set);
        for n in (0..700).step_by(7) {
            assert_eq!(engine.value(&nat(n), &cx).unwrap().0, nat(values[n as usize]));
            assert_eq!(engine.misere_outcome(&nat(n), &cx).unwrap().0 == Outcome::Next, outcomes[n as usize] == 1);
        }
    }
}

#[test]
fn the_ring_gives_what_the_table_gives() {
    let cx = Context::default();
    let mut r = Random::new(77);
    for count in [1, 2, 5, 7, 8, 15, 16, 31, 40, 63] {
        let least = [1, 20, 40, 80][r.below(4) as usize];
        let set: IntSet = (0..count).map(|_| least + r.below(200)).collect();
        let (values, _) = plain(&set, 40_000);
        let mut seen = Vec::new();
        run(&set, 39_999, &cx, |at, block| {
            assert_eq!(at as usize, seen.len());
            seen.extend(block.iter().map(|&v| u64::from(v)));
        })
        .unwrap();
        assert_eq!(seen, values, "{set}");
        assert_eq!(u64::from(value_at(&set, 33_333, &cx).unwrap()), values[33_333]);
    }
}

/// `cargo test --release -p grundy-sequence --lib subtraction_speed -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn subtraction_speed() {
    let mut r = Random::new(4711);
    let cx = Context::default();
    let mut speeds: Vec<(u64, String)> = (0..41)
        .map(|_| {
            let count = 1 + r.below(7);
            let set: IntSet = (0..count).map(|_| 1 + r.below(64)).collect();
            let start = std::time::Instant::now();
            let n = 100_000_000;
            let _ = std::hint::black_box(value_at(&set, n, &cx));
            ((n as f64 / start.elapsed().as_secs_f64() / 1e6) as u64, set.to_string())
        })
        .collect();
    speeds.sort_unstable();
    println!("million values a second: least {:?}, median {:?}, most {:?}", speeds[0], speeds[20], speeds[40]);
}

/// Huge elements that join no two equal values change nothing; others are worked with the heaps that can be reached.
#[test]
fn huge_elements_that_change_nothing() {
    let cx = Context::default();
    let mut random = Random::new(20261129);
    let mut same = 0;
    for _ in 0..60 {
        let mut small: Vec<u64> = (0..1 + random.below(4)).map(|_| 1 + random.below(9)).collect();
        small.sort_unstable();
        small.dedup();
        let huge = Nat::from(10u8).pow(20) + nat(random.below(60));
        let pieces: Vec<Piece> =
            small.iter().map(|&k| Piece::single(nat(k))).chain([Piece::single(huge.clone())]).collect();
        let elements: Vec<Nat> = small.iter().map(|&k| nat(k)).chain([huge.clone()]).collect();
        let mut engine = SubtractionEngine::new(Pieces(pieces).into());
        let mut fewer = SubtractionEngine::new(Pieces(small.iter().map(|&k| Piece::single(nat(k))).collect()).into());
        for more in 0..40 {
            let n = &huge + nat(more);
            let (value, why) = engine.value(&n, &cx).unwrap();
            let searched = sparse::value(&elements, &huge, &mut fewer, Play::Normal, &n, &cx).unwrap().0;
            assert_eq!(value, searched, "{elements:?} {n}");
            let kept = why.theorems.iter().any(|theorem| theorem.id == "further-moves");
            same += usize::from(kept);
            assert!(why.is_proved() && (!kept || value == fewer.value(&n, &cx).unwrap().0));
        }
        let far = Nat::from(10u8).pow(40);
        if engine.value(&huge, &cx).unwrap().1.theorems.iter().any(|theorem| theorem.id == "further-moves") {
            assert_eq!(engine.value(&far, &cx).unwrap().0, fewer.value(&far, &cx).unwrap().0);
        }
    }
    assert!((400..2000).contains(&same), "{same}");
}
