use super::*;
use crate::session::Session;

#[test]
fn values_are_compared() {
    let mut session = Session::new();
    let mut ask = |a: &str, b: &str, to| {
        let (a, b) = (session.game(a).unwrap(), session.game(b).unwrap());
        same(&a, &b, to, &Context::default()).unwrap()
    };
    let differ = ask("0.161", "0.36", Some(1000));
    assert_eq!((differ.equal, differ.first_difference), (Some(false), Some(519)));
    assert_eq!(differ.values, Some([Nat::from(2u8), Nat::from(4u8)]));
    let equal = ask("dawsonskayles", "0.07", Some(200));
    assert_eq!((equal.equal, equal.compared_to), (Some(true), Some(200)));
    assert!(equal.evidence.is_proved());
    assert!(ask("take[1..3]", "{n -> n-k for k in 1..3}", None).evidence.is_proved());
    // without a period
    for (a, b) in [("take[primes]", "take[primes]"), ("grundy", "{n -> a & n-a for a in 1.. if a < n-a}")] {
        assert!(ask(a, b, Some(50)).evidence.is_proved(), "{a} {b}");
    }
    let rings = ask("nodekayles(\"cycle:n\")", "nodekayles(\"cycle:n\")", Some(9));
    assert_eq!((rings.equal, rings.evidence.is_proved()), (Some(true), true));
    // where one has no board yet nothing is compared
    let opened = ask("nodekayles(\"path:n\")", "nodekayles(\"cycle:n\")", None);
    assert_eq!((opened.equal, opened.first_difference.is_some_and(|n| n >= 3)), (Some(false), true));
    assert_eq!(ask("cram(\"1xn\")", "0.07", Some(20)).equal, Some(true));
    // nor is what makes no place
    let gap = ask("euclidpositive(n,3)", "euclidpositive(3,n)", Some(60));
    assert_eq!((gap.equal, gap.compared_to), (Some(true), Some(60)));
    assert_eq!(ask("silverdollar(n,2)", "nim", Some(60)).first_difference, Some(0));
    let growing = ask("take[1..30000]", "nim", None);
    assert_eq!((growing.equal, growing.first_difference), (Some(false), Some(30001)));
    // by a formula that is proved of both
    let spelt = ["!= 0", "> 0"].map(|is| format!("{{n -> n-1 if n%3 {is}; n-2 if n%3 = 0}}"));
    assert!(ask(&spelt[0], &spelt[1], None).evidence.is_proved());
    // finite sets are decided, however few heaps are asked for
    for (a, b) in [("take[1,3,5]", "take[1]"), ("take[2,5,9]", "take[2,5,9,13]"), ("take[1,4]", "take[1,4,9]")] {
        let few = ask(a, b, Some(3));
        let values = |text: &str| -> Vec<Nat> {
            let game = Session::new().game(text).unwrap().game;
            (0u64..2000).map(|n| game.value_at(&Place::heap(n), &Context::default()).unwrap()).collect()
        };
        let difference = values(a).iter().zip(values(b)).position(|(a, b)| *a != b).map(|n| n as u64);
        assert_eq!((few.equal, few.first_difference), (Some(difference.is_none()), difference), "{a} {b}");
        assert!(few.evidence.is_proved(), "{a} {b}");
    }
    // large numbers are looked at from the smaller ones
    for (a, b, first) in [
        ("take[1,10^9]", "take[1,3]", 1_000_000_000),
        ("take[1,2,10^9+2]", "take[1,2]", 1_000_000_002),
        ("take[10^9]", "take[10^12]", 1_000_000_000),
        ("take[1,2,5,10^6+2,10^12]", "take[1,2,10^6+5]", 1_000_002),
    ] {
        let differ = ask(a, b, None);
        assert_eq!((differ.equal, differ.first_difference), (Some(false), Some(first)), "{a} {b}");
    }
    let equal = ask("take[1,2,10^9]", "take[1,2]", None);
    assert_eq!((equal.equal, equal.evidence.is_proved()), (Some(true), true));
    // what was left out for a set stays out only while no other number comes
    for (set, k, others) in [(vec![1, 2], 4, vec![]), (vec![1, 2], 4, vec![6]), (vec![1, 3], 9, vec![10, 11])] {
        let whole: Vec<u64> = set.iter().copied().chain([k]).chain(others).collect();
        let needed = without_idle(&whole, 3, &Context::default()).unwrap();
        let values = |set: &[u64]| -> Vec<Nat> {
            let game = taking(set).unwrap();
            (0u64..500).map(|n| game.value_at(&Place::heap(n), &Context::default()).unwrap()).collect()
        };
        assert_eq!(values(&whole), values(&needed), "{whole:?} {needed:?}");
    }
    for to in [Some(50), None] {
        let differ = ask("nim", "take[1..100]", to);
        assert!(differ.evidence.is_proved() && differ.first_difference == Some(101), "{to:?}");
    }
}

/// A path of Node Kayles is the code 0.137: one game, which is introduced once.
#[test]
fn two_spellings_of_one_game_are_read_once() {
    let mut session = Session::new();
    let mut game = |text: &str| session.game(text).unwrap();
    let (code, path, other) = (game("0.137"), game("nodekayles(\"path:n\")"), game("0.77"));
    let readings = |a, b| same(a, b, Some(100), &Context::default()).unwrap().reading.len();
    assert_eq!((readings(&code, &path), readings(&code, &other)), (1, 2));
}

/// Sets that are alike up to a large number differ there first.
#[test]
fn the_first_number_apart_is_looked_at() {
    for (a, b, first) in [
        ("nim", "take[1..10^18]", Some(1_000_000_000_000_000_001)),
        ("take[1..10^18]", "take[1..10^18+1]", Some(1_000_000_000_000_000_001)),
        ("take[1..10^6]", "take[1..10^6+1]", Some(1_000_001)),
        ("take[odds]", "take[1..10^12 step 2]", None),
        ("mark", "{n -> n-1 ; n//2 if n>0}", None),
        ("aliquot", "{n -> n-k for k in divisors(n) if k<n}", None),
    ] {
        let question = |text: &str| Session::new().game(text).unwrap();
        let answer = same(&question(a), &question(b), None, &Context::default()).unwrap();
        assert_eq!(answer.first_difference, first, "{a}, {b}");
        assert_eq!(answer.equal, Some(first.is_none()), "{a}, {b}");
    }
    let proved = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Session::new().game(text).unwrap());
        same(&a, &b, None, &Context::default()).unwrap().evidence.is_proved()
    };
    assert!(proved("mark", "{n -> n-1 ; n//2 if n>0}") && proved("nim", "take[1..10^18]"));
}

/// Games that differ by a shift alone are told so, as `period` tells of known games; with a proof only where there is one.
#[test]
fn a_shift_is_told() {
    let mut session = Session::new();
    let mut ask = |a: &str, b: &str, to| {
        let (a, b) = (session.game(a).unwrap(), session.game(b).unwrap());
        let answer = same(&a, &b, to, &Context::default()).unwrap();
        assert_eq!(answer.equal, Some(false), "{} {}", a.query, b.query);
        answer.shifted.clone().map(|found| (found.shift, found.from, found.evidence.is_proved()))
    };
    assert_eq!(ask("0.07", "0.4", None), Some((1, 0, true)));
    assert_eq!(ask("0.4", "0.07", None), Some((-1, 1, true)));
    assert_eq!(ask("kayles", "4.4", None).map(|(shift, from, _)| (shift, from)), Some((1, 0)));
    assert_eq!(ask("0.137", "0.07", None), Some((1, 0, true)));
    // a path is a code
    assert_eq!(ask("nodekayles(\"path:n\")", "0.07", None), Some((1, 0, true)));
    // the period of 0.007 is not known
    assert_eq!(ask("0.007", "0.0007", None), None);
    for (a, b) in [("nim", "take[1..3]"), ("0.161", "0.36"), ("take[1]", "take[1,2]")] {
        assert_eq!(ask(a, b, None), None, "{a} {b}");
    }
}

/// Codes agree on the heaps that were asked for, and what is behind them is found out all the same.
#[test]
fn codes_are_compared_beyond_what_was_asked() {
    let mut session = Session::new();
    let mut ask = |a: &str, b: &str, to| {
        let (a, b) = (session.game(a).unwrap(), session.game(b).unwrap());
        same(&a, &b, to, &Context::default()).unwrap()
    };
    let differ = ask("0.161", "0.36", Some(100));
    assert_eq!((differ.equal, differ.first_difference), (Some(false), Some(519)));
    assert!(differ.evidence.is_proved());
    // a zero at the end allows nothing
    for (a, b) in [("0.104", "0.1040"), ("0.16", "0.1600"), ("4.0", "4.00")] {
        let equal = ask(a, b, Some(50));
        assert_eq!((equal.equal, equal.evidence.is_proved()), (Some(true), true), "{a} {b}");
    }
    // without a period nothing is proved, and more heaps are compared
    let open = ask("0.6", "0.61", Some(100));
    assert_eq!((open.equal, open.evidence.is_proved()), (Some(true), false));
    // by no clock: each machine compares as many
    assert_eq!(open.compared_to, Some(100_000));
}

/// Random codes and sets against their values: what is proved equal is equal as far as one looks, and a first difference is one.
#[test]
fn proved_equalities_hold_and_differences_are_the_first() {
    let mut random = grundy_core::testing::Random::new(3);
    let mut decided = 0;
    for _ in 0..grundy_core::testing::cases(60, 1000) {
        let code = |random: &mut grundy_core::testing::Random| {
            let digits: String =
                (0..1 + random.below(3)).map(|_| random.pick(&["0", "1", "2", "3", "6", "7"])).collect();
            format!("0.{digits}")
        };
        let (a, b) = (code(&mut random), code(&mut random));
        let mut session = Session::new();
        let (Ok(one), Ok(other)) = (session.game(&a), session.game(&b)) else { continue };
        let found = same(&one, &other, Some(5), &Context::default()).unwrap();
        let values = |question: &GameQuestion| -> Vec<Nat> {
            (0u64..3000).map(|n| question.game.value_at(&Place::heap(n), &Context::default()).unwrap()).collect()
        };
        let first = values(&one).iter().zip(values(&other)).position(|(a, b)| *a != b).map(|n| n as u64);
        match found.first_difference {
            Some(n) if n < 3000 => assert_eq!(first, Some(n), "{a} {b}"),
            _ if found.evidence.is_proved() || found.compared_to.is_some_and(|to| to >= 3000) => {
                assert_eq!(first, None, "{a} {b}");
            }
            // busy neighbours
            _ => {}
        }
        decided += u64::from(found.evidence.is_proved());
    }
    assert!(decided > 40, "{decided}");
}

/// Sets of large numbers are compared by runs of equal values, and decided as those of small numbers are.
#[test]
fn large_sets_are_compared_by_their_runs() {
    let ask = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Session::new().game(text).unwrap());
        let found = same(&a, &b, None, &Context::default()).unwrap();
        (found.first_difference, found.evidence.is_proved())
    };
    for (a, b, first) in [
        ("take[21000000,24000000]", "take[21000000]", Some(42_000_000)),
        ("take[10^15,10^15+7]", "take[10^15]", Some(2_000_000_000_000_000)),
        ("take[30000001..60000000]", "take[30000001..60000001]", Some(90_000_001)),
        ("take[10^9]", "take[10^9,3*10^9]", None),
        ("take[10^8..]", "take[10^8.. except 10^9]", None),
    ] {
        assert_eq!(ask(a, b), (first, true), "{a} {b}");
    }
    let mut random = grundy_core::testing::Random::new(7);
    for _ in 0..grundy_core::testing::cases(40, 1000) {
        let mut numbers = || -> Vec<u64> { (0..1 + random.below(3)).map(|_| 1 + random.below(12)).collect() };
        let (a, b) = (numbers(), numbers());
        let taken = |numbers: &[u64], by: u64| {
            let numbers: Vec<String> = numbers.iter().map(|k| (k * by).to_string()).collect();
            format!("take[{}]", numbers.join(","))
        };
        let (small, by) = (ask(&taken(&a, 1), &taken(&b, 1)), 1_000_003);
        assert!(small.1, "{a:?} {b:?}");
        let first = small.0.map(|first| first * by);
        assert_eq!(ask(&taken(&a, by), &taken(&b, by)), (first, true), "{a:?} {b:?}");
    }
}
