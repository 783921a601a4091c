use super::*;
use crate::context::{Budget, Spent};
use crate::game::Component;
use crate::game::Place;
use crate::outcome::Outcome;
use crate::plan::misere::Judge;
use crate::session::Session;
use crate::testing::Random;

fn ask(text: &str, heaps: u64, min: u64, max: u64, unordered: bool) -> Answer<Counts> {
    let question = Session::new().game(text).unwrap();
    count(&question, &CountOptions { heaps, min, max, unordered }, &Context::default()).unwrap()
}

fn numbers(answer: &Answer<Counts>) -> (u64, u64) {
    let small = |n: &Option<Nat>| crate::number::to_u64(n.as_ref().unwrap()).unwrap();
    (small(&answer.previous), small(&answer.next))
}

/// Every tuple by the outcome of the sum.
fn plain(text: &str, k: usize, min: u64, max: u64, unordered: bool) -> (u64, u64) {
    let question = Session::new().game(text).unwrap();
    let cx = Context::default();
    let values: Vec<Nat> = match question.convention {
        Convention::Normal => (min..=max).map(|n| question.game.value_at(&Place::heap(n), &cx).unwrap()).collect(),
        Convention::Misere => Vec::new(),
    };
    let mut judge = Judge::new();
    let (mut previous, mut all) = (0, 0);
    let mut at = vec![min; k];
    loop {
        if !unordered || at.is_sorted() {
            all += 1;
            previous += u64::from(match question.convention {
                Convention::Normal => at.iter().fold(Nat::ZERO, |x, &n| x ^ &values[(n - min) as usize]).is_zero(),
                Convention::Misere => {
                    let heap = |&n: &u64| {
                        let place = Place::heap(n);
                        (Component { game: question.game.clone(), place }, Nat::ONE)
                    };
                    judge.sum(&at.iter().map(heap).collect::<Vec<_>>(), &cx).unwrap() == Outcome::Previous
                }
            });
        }
        let Some(i) = at.iter().rposition(|&n| n < max) else { return (previous, all - previous) };
        at[i] += 1;
        at[i + 1..].fill(min);
    }
}

#[test]
fn agrees_with_every_tuple_tried() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let games = [
        "nim",
        "take[1..3]",
        "take[1,3,4]",
        "kayles",
        "lasker",
        "take[evens]",
        "{n -> n//2 if n > 0; n-1 if n > 0}",
        "4!.0",
        "take[3..]",
        "misere nim",
        "misere take[1,3]",
        "misere kayles",
        "aliquot",
    ];
    for round in 0..240 {
        let game = games[round % games.len()];
        let k = random.below(5);
        let max = random.below(if k == 4 { 8 } else { 13 });
        let min = random.below(max + 1).min(random.below(3));
        let unordered = random.below(2) == 1;
        let answer = ask(game, k, min, max, unordered);
        assert_eq!(
            numbers(&answer),
            plain(game, k as usize, min, max, unordered),
            "{game}, {k} heaps {min}..{max}, unordered {unordered}"
        );
        assert!(answer.evidence.is_proved(), "{game}");
    }
}

#[test]
fn ranges_of_nim_have_the_sums_of_their_histogram() {
    let cx = Context::default();
    for max in 0..70u64 {
        for min in 0..=max {
            let mut histogram = vec![0i64; (max + 1).next_power_of_two() as usize];
            histogram[min as usize..=max as usize].fill(1);
            let transformed = Spectrum::of_histogram(histogram, &cx).unwrap();
            assert_eq!(Spectrum::of_interval(min, max), transformed, "{min}..{max}");
        }
    }
    let whole = Spectrum::of_interval(0, u64::MAX);
    // all numbers of 64 digits: the last heap is decided by the others
    assert_eq!(whole.tuples(3, &cx).unwrap(), Nat::from(2u8).pow(128));
}

#[test]
fn periods_stand_for_long_ranges() {
    // of 10^18 + 1 heaps those with n mod 4 = 0 are P
    let answer = ask("take[1..3]", 1, 0, 1_000_000_000_000_000_000, false);
    assert_eq!(numbers(&answer), (250_000_000_000_000_001, 750_000_000_000_000_000));
    for (game, min, max) in [("kayles", 0, 9000), ("kayles", 75, 5001), ("0.156", 1, 20_000), ("take[1,3,4]", 7, 4100)]
    {
        let question = Session::new().game(game).unwrap();
        let cx = Context::default();
        for heaps in 1..4 {
            for unordered in [false, true] {
                let mut histogram = vec![0i64; 64];
                for n in min..=max {
                    let value = question.game.value_at(&Place::heap(n), &cx).unwrap();
                    histogram[usize::try_from(&value).unwrap()] += 1;
                }
                let plain = Spectrum::of_histogram(histogram, &cx).unwrap();
                let expected = match unordered {
                    true => plain.multisets(heaps, &cx).unwrap(),
                    false => plain.tuples(heaps, &cx).unwrap(),
                };
                assert_eq!(ask(game, heaps, min, max, unordered).previous, Some(expected), "{game} {heaps}");
            }
        }
    }
}

#[test]
fn growing_values_have_the_sums_of_their_histogram() {
    let cx = Context::default();
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for _ in 0..400 {
        let low = random.below(4) as u32;
        let runs: Vec<progressions::Run> = (0..1 + random.below(5))
            .map(|_| progressions::Run {
                first: random.below(40),
                count: if random.below(3) == 0 { 1 } else { random.below(30).into() },
            })
            .collect();
        let values: Vec<u64> =
            runs.iter().flat_map(|r| (0..r.count as u64).map(move |q| r.first + (q << low))).collect();
        let Ok(spectrum) = progressions::of_runs(&runs, low, &cx) else { continue };
        let mut histogram = vec![0i64; 512];
        values.iter().for_each(|&v| histogram[v as usize] += 1);
        let plain = Spectrum::of_histogram(histogram, &cx).unwrap();
        for k in 1..5 {
            assert_eq!(spectrum.tuples(k, &cx).unwrap(), plain.tuples(k, &cx).unwrap(), "{runs:?} {low} {k}");
            assert_eq!(spectrum.multisets(k, &cx).unwrap(), plain.multisets(k, &cx).unwrap(), "{runs:?} {low} {k}");
        }
    }
    for (game, min, max) in [
        ("lasker", 0, 5000),
        ("lasker", 3, 4099),
        ("take[3..]", 0, 6001),
        ("take[evens]", 17, 4500),
        ("take[1.. except 2..4]", 0, 5003),
        ("take[2, 5..]", 1, 4999),
    ] {
        let question = Session::new().game(game).unwrap();
        let mut histogram = vec![0i64; 8192];
        for n in min..=max {
            let value = question.game.value_at(&Place::heap(n), &cx).unwrap();
            histogram[usize::try_from(&value).unwrap()] += 1;
        }
        let plain = Spectrum::of_histogram(histogram, &cx).unwrap();
        assert_eq!(ask(game, 3, min, max, false).previous, Some(plain.tuples(3, &cx).unwrap()), "{game}");
        assert_eq!(ask(game, 2, min, max, true).previous, Some(plain.multisets(2, &cx).unwrap()), "{game}");
    }
    // ranges that nobody could walk through
    assert!(ask("lasker", 3, 0, 1_000_000_000_000_000_000, false).previous.is_some());
    assert!(ask("take[evens]", 4, 5, 1_000_000_000_000_000_000, true).previous.is_some());
}

#[test]
fn large_numbers_are_exact() {
    let cx = Context::default();
    // kayles, 40 heaps: both ways must divide without rest and agree with the recurrence over heaps
    let question = Session::new().game("kayles").unwrap();
    let values: Vec<usize> =
        (0..=20u64).map(|n| usize::try_from(&question.game.value_at(&Place::heap(n), &cx).unwrap()).unwrap()).collect();
    let mut ways = vec![Nat::ZERO; 16];
    ways[0] = Nat::ONE;
    let mut sets = vec![vec![Nat::ZERO; 16]; 41];
    sets[0][0] = Nat::ONE;
    for _ in 0..40 {
        let mut next = vec![Nat::ZERO; 16];
        for (x, n) in ways.iter().enumerate() {
            values.iter().for_each(|v| next[x ^ v] += n);
        }
        ways = next;
    }
    for v in values {
        // as often as one likes
        for j in 1..=40 {
            for x in 0..16 {
                let fewer = sets[j - 1][x ^ v].clone();
                sets[j][x] += fewer;
            }
        }
    }
    assert_eq!(ask("kayles", 40, 0, 20, false).previous.as_ref(), Some(&ways[0]));
    assert_eq!(ask("kayles", 40, 0, 20, true).previous.as_ref(), Some(&sets[40][0]));
}

#[test]
fn games_of_several_coordinates_have_places_for_heaps() {
    // the P-positions of Wythoff's game with both numbers at most 10
    assert_eq!(numbers(&ask("wythoff", 1, 0, 10, false)), (9, 112));
    let pairs = ask("wythoff", 2, 0, 4, false);
    let question = Session::new().game("wythoff").unwrap();
    let value = |a: u64, b: u64| {
        question.game.value_at(&[Nat::from(a), Nat::from(b)].into_iter().collect(), &Context::default()).unwrap()
    };
    let all: Vec<Nat> = (0..5).flat_map(|a| (0..5).map(move |b| (a, b))).map(|(a, b)| value(a, b)).collect();
    let equal = all.iter().flat_map(|x| all.iter().map(move |y| u64::from(x == y))).sum::<u64>();
    assert_eq!(numbers(&pairs), (equal, 625 - equal));
}

#[test]
fn rows_are_tried() {
    // Moore's game with k = 1 is Nim
    assert_eq!(numbers(&ask("moore[1]", 3, 0, 7, false)), (64, 448));
    // coins of Welter's game stand on different squares
    let (previous, next) = numbers(&ask("welter", 2, 0, 5, false));
    assert_eq!(previous + next, 30);
    // every order of the coins is a tuple: (0,1), (1,2), (2,3) and these turned round are P
    assert_eq!(numbers(&ask("silverdollar", 2, 0, 3, false)), (6, 6));
}

/// Of the pairs up to 3 those with a 0 are none of the game.
#[test]
fn pairs_that_are_no_places_are_not_counted() {
    let (previous, next) = numbers(&ask("euclidpositive", 1, 0, 3, false));
    assert_eq!((previous, next), numbers(&ask("euclidpositive", 1, 1, 3, false)));
    assert_eq!(previous + next, 9);
}

#[test]
fn misere_positions_are_counted_by_classes() {
    for (text, heaps, max) in [("misere kayles", 4, 14), ("misere 0.123", 3, 30), ("misere take[1,3,4]", 5, 11)] {
        for unordered in [false, true] {
            let question = Session::new().game(text).unwrap();
            let wanted = CountOptions { heaps, min: 1, max, unordered };
            let counted = numbers(&ask(text, heaps, 1, max, unordered));
            // the definition, position by position
            let (mut judge, mut lost, mut all) = (crate::plan::misere::Judge::new(), 0, 0);
            let mut list = vec![1; heaps as usize];
            loop {
                if !unordered || list.is_sorted() {
                    let heap = |&n: &u64| {
                        let place = crate::game::Place::heap(n);
                        (crate::game::Component { game: question.game.clone(), place }, Nat::ONE)
                    };
                    let sum: Vec<_> = list.iter().map(heap).collect();
                    let outcome = judge.sum(&sum, &Context::default()).unwrap();
                    lost += u64::from(outcome == crate::Outcome::Previous);
                    all += 1;
                }
                let Some(at) = list.iter().rposition(|&n| n < wanted.max) else { break };
                list[at] += 1;
                list[at + 1..].fill(1);
            }
            assert_eq!(counted, (lost, all - lost), "{text} {unordered}");
        }
    }
    // more than can be tried
    let question = Session::new().game("misere kayles").unwrap();
    let huge = CountOptions { heaps: 3, min: 0, max: 1_000_000_000_000_000_000, unordered: false };
    let answer = count(&question, &huge, &Context::default()).unwrap();
    assert!(answer.evidence.is_proved() && answer.previous.is_some());
}

#[test]
fn what_exceeds_the_budget_is_refused() {
    let question = Session::new().game("nim").unwrap();
    let wanted = CountOptions { heaps: 1_000_000_000_000_000_000, min: 0, max: 1000, unordered: false };
    let cx = Context::new(Budget { memory: Some(1 << 30), ..Budget::UNLIMITED });
    for unordered in [false, true] {
        let answer = count(&question, &CountOptions { unordered, ..wanted }, &cx).unwrap();
        assert!(answer.previous.is_none());
        let stopped = answer.stopped.unwrap();
        assert!(stopped.needed.unwrap().contains("digits"));
    }
    for text in ["{n -> n//2 if n > 0; n//3 if n > 0}", "misere grundy", "misere lasker", "staircase", "wythoff"] {
        let question = Session::new().game(text).unwrap();
        let huge = CountOptions { heaps: 20, min: 0, max: u64::MAX, unordered: false };
        let answer = count(&question, &huge, &cx).unwrap();
        assert!(answer.stopped.is_some_and(|s| s.spent != Spent::Cancelled), "{text}");
    }
    assert!(count(&question, &CountOptions { min: 5, max: 4, ..wanted }, &cx).is_err());
}

#[test]
fn laws_that_repeat_count_far_ranges() {
    let rule = "{n -> n-1 if n%3 != 0; n-2 if n%3 = 0}";
    for text in [rule.to_owned(), format!("misere {rule}"), "misere {n -> n-k for k in {1,3,4} if n > 2}".to_owned()] {
        let modulus = if text.contains('k') { 7u64 } else { 3 };
        // what repeats from early on adds the same in each round
        let (near, later) = (ask(&text, 1, 0, 200 * modulus, false), ask(&text, 1, 0, 201 * modulus, false));
        let round = numbers(&later).0 - numbers(&near).0;
        let far = ask(&text, 1, 0, modulus * 10u64.pow(12), false);
        assert!(far.evidence.is_proved(), "{text}: {:?}", far.stopped);
        assert_eq!(numbers(&far).0, numbers(&near).0 + round * (10u64.pow(12) - 200), "{text}");
    }
}

/// Heaps are counted by their runs of equal values, as they are one by one.
#[test]
fn runs_of_equal_values_are_counted() {
    const ROOTS: &str = "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}";
    const HALVES: &str = "{n -> y for y in isqrt(n)..n//2 if n > 1}";
    for (game, heaps, max) in [(ROOTS, 1, 5000), (ROOTS, 2, 4100), (HALVES, 1, 7001)] {
        let min = 77;
        let answer = ask(game, heaps, min, max, false);
        assert_eq!(numbers(&answer), plain(game, heaps as usize, min, max, false), "{game}");
        let why = answer.evidence.names().english;
        assert!(answer.evidence.is_proved() && why.contains("runs of values"), "{why}");
    }
    let (game, max) = (format!("misere {HALVES}"), 6000);
    assert_eq!(numbers(&ask(&game, 1, 10, max, false)), plain(&game, 1, 10, max, false));
    // 0..3 and 82..6723 lose, and the other runs up to 10^18 do not
    let answer = ask(ROOTS, 1, 0, 10u64.pow(9), false);
    assert_eq!(numbers(&answer), (4 + 6724 - 82, 10u64.pow(9) + 1 - 4 - 6724 + 82));
}

/// Numbers that make no place are not counted, in any convention, wherever they lie in the range, and the first is told.
#[test]
fn numbers_that_make_no_place_are_left_out() {
    for (text, max, gaps) in [
        ("welter(n,3)", 8, vec![3]),
        ("welter(n,3)", 3, vec![3]),
        ("euclidpositive(n,3)", 6, vec![0]),
        ("silverdollar(n,2)", 6, vec![2]),
        ("welter(n,3)+nim(n)", 5, vec![3]),
    ] {
        for misere in ["", "misere "] {
            let text = format!("{misere}{text}");
            let places: Vec<u64> = (0..=max).filter(|n| !gaps.contains(n)).collect();
            let lost: Vec<bool> = places
                .iter()
                .map(|n| {
                    let position = text.replace("(n", &format!("({n}"));
                    Session::new().position(&position).unwrap().outcome().unwrap() == Outcome::Previous
                })
                .collect();
            let previous = lost.iter().filter(|lost| **lost).count() as u64;
            let answer = ask(&text, 1, 0, max, false);
            assert_eq!(numbers(&answer), (previous, places.len() as u64 - previous), "{text} to {max}");
            assert!(answer.refused.is_some() && answer.evidence.is_proved(), "{text}");
            let pairs = numbers(&ask(&text, 2, 0, max, false));
            assert_eq!(pairs.0 + pairs.1, (places.len() * places.len()) as u64, "{text}, pairs");
        }
    }
    assert!(ask("wythoff(n,4)", 1, 0, 8, false).refused.is_none());
    let places = numbers(&ask("antonim(n,m,1)", 1, 0, 5, false));
    assert_eq!(places.0 + places.1, 21);
    let question = Session::new().game("misere welter(n,3)").unwrap();
    let nothing = CountOptions { heaps: 1, min: 3, max: 3, unordered: false };
    assert!(count(&question, &nothing, &Context::default()).unwrap_err().to_string().contains("square 3"));
}

/// Whoever moves wins a sum with a loony place: it is counted, and is no P-position.
#[test]
fn loony_places_are_counted_as_won() {
    let text = "nimstring(\"edges:0-1,1-2,2-g,n-g\")";
    // 0 is worth 0, 1 is worth 1, and the others are loony
    assert_eq!(numbers(&ask(text, 1, 0, 5, false)), (1, 5));
    assert_eq!(numbers(&ask(text, 2, 0, 5, false)), (2, 34));
    assert_eq!(numbers(&ask(text, 2, 0, 5, true)), (2, 19));
    assert_eq!(numbers(&ask(text, 1, 2, 5, false)), (0, 4));
}
