//! Questions with `?`, against the outcomes of the positions with each number in its place.

use grundy::{Evidence, Nat, Outcome, Session};

/// Numbers that are tried here.
const TO: u64 = 24;

/// Is the number named? By the list up to its end, beyond it by nothing.
fn check(session: &mut Session, question: &str) -> Result<(), String> {
    let answer = session.position(question).map_err(|d| format!("{question}: {d}"))?.solve();
    let answer = answer.map_err(|e| format!("{question}: {e}"))?;
    let found = answer.unknown.as_ref().ok_or("no list")?;
    if answer.stopped.is_some() {
        return Err(format!("{question}: not complete, {found:?}"));
    }
    if !found.is_sorted() {
        return Err(format!("{question}: {found:?} is not in order"));
    }
    let end = found.last().filter(|_| answer.unknown_set.is_some()).cloned();
    for n in 0..=TO {
        if end.as_ref().is_some_and(|end| Nat::from(n) > *end) {
            break;
        }
        let text = question.replace('?', &n.to_string());
        // a number may make no place: two coins on one square
        let Ok(position) = session.position(&text) else { continue };
        let Ok(solved) = position.solve() else { continue };
        let lost = solved.outcome == Some(Outcome::Previous);
        if lost != found.contains(&Nat::from(n)) {
            return Err(format!("{text}: lost is {lost}, but {question} answers {found:?}, {:?}", answer.unknown_set));
        }
    }
    Ok(())
}

#[test]
fn what_laws_say_of_a_number_is_all_of_it() {
    let mut questions: Vec<String> = [
        "fibonaccinim(?)",
        "fibonaccinim(?, 3)",
        "fibonaccinim(21, ?)",
        "fibonaccinim(0, ?)",
        "wythoff(0, ?)",
        "wythoff(7, ?)",
        "wythoff(?, 11)",
        "wythoff[2](?, 5)",
        "wythoff[3](14, ?)",
        "euclid(0, ?)",
        "euclidpositive(7, ?)",
        "atmosthalf(?)",
        "atmosthalf(?) + nim(3)",
        "aliquot(?)",
        "mark(?)",
        "staircase(1, ?)",
        "staircase(0, ?, 0)",
        "{n -> n-k for k in divisors(n)}(?) + nim(2)",
        "{n -> n-k for k in divisors(n) if k < n}(?) + nim(3)",
        "antonim(2, 3, ?)",
        "antonim(?, 5)",
        "newstone(3, ?, 3)",
        "newstone(2, 3, 4, ?)",
        "newstone(4, 2, 4, ?)",
        "endnim(2, 5, ?)",
        "endnim(?, 5, 2)",
        "endnim(3, ?, 3)",
        "endnim(3, ?, 4)",
        "endnim(1, 2, ?, 0, 2)",
        "endnim(2, ?, 3, 1, 4)",
        "misere endnim(3, ?, 3)",
        "misere endnim(1, ?, 2, 1)",
        "moore[3](1, 3, ?)",
        "moore[2](1, 1, ?) + nim(0)",
        "northcott((1, ?))",
        "treblecross(\"xxx\") + nim(?)",
        "northcott((?, 9))",
        "silverdollar(?)",
        "silverdollar(2, 2, ?)",
        "silverdollar(?, 4, 4)",
        "thirtyone(?)",
        "thirtyone(4, 0, ?, 4, 0, 4, 4) + nim(1)",
    ]
    .map(str::to_owned)
    .to_vec();
    for a in 0..5u32 {
        for b in 0..5u32 {
            questions.push(format!("staircase({a}, 3, ?, {b})"));
            questions.push(format!("staircase({a}, ?) + nim({b})"));
            questions.push(format!("moore[2]({a}, {b}, ?)"));
            questions.push(format!("endnim({a}, ?) + nim({b})"));
            questions.push(format!("nimpass[0]({a}, {b}, ?)"));
            questions.push(format!("euclid({a}, ?) + nim({b})"));
            questions.push(format!("northcott((?, {a}), ({b}, 12)) + nim({a})"));
            if a < b {
                questions.push(format!("silverdollar({a}, {b}, ?)"));
                questions.push(format!("silverdollar({a}, {b}, ?, 15) + nim({b})"));
                questions.push(format!("welter({a}, {b}, ?)"));
            }
        }
    }
    let mut session = Session::new();
    let wrong: Vec<String> = questions.iter().filter_map(|question| check(&mut session, question).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), questions.len(), wrong.join("\n"));
}

/// From q = n on all memories are the same: what the value of the rest needs may have no end.
#[test]
fn values_that_no_law_knows_are_not_said_to_be_all() {
    for question in ["fibonaccinim(9, ?) + nim(5)", "fibonaccinim(11, ?) + nim(5)", "fibonaccinim(?) + nim(3)"] {
        let answer = Session::new().position(question).unwrap().solve().unwrap();
        assert!(answer.stopped.is_some() && answer.unknown_set.is_none(), "{question}: {:?}", answer.unknown);
    }
    // where none was found there is nothing that could be proved
    let answer = Session::new().position("welter(10^90, ?, 4)").unwrap().solve().unwrap();
    assert!(answer.stopped.is_some() && answer.unknown.as_ref().is_some_and(Vec::is_empty));
    assert_eq!(answer.evidence, Evidence::nothing());
    let answer = Session::new().position("fibonaccinim(9, ?) + nim(5)").unwrap().solve().unwrap();
    assert!(answer.unknown.as_ref().is_some_and(|all| all.contains(&Nat::from(100u8))), "{:?}", answer.unknown);
}

#[test]
fn sets_without_end_are_said_as_conditions() {
    let ask = |question: &str| Session::new().position(question).unwrap().solve().unwrap();
    for (question, set) in [
        ("fibonaccinim(?)", "? = 0 or ? in fibs"),
        ("fibonaccinim(?, 3)", "lowfib(?) > 3"),
        ("atmosthalf(?)", "band(?, ?+1) = 0"),
        ("mark(?)", "? = 0 or v2(?) % 2 = 1"),
        ("aliquot(?) + nim(5)", "? > 0 and v2(?) = 5"),
        ("staircase(0, ?)", "? >= 0"),
        ("endnim(3, ?, 3)", "? in {0,1,2} or ? >= 4"),
    ] {
        let answer = ask(question);
        assert_eq!(answer.unknown_set.as_deref(), Some(set), "{question}");
        assert_eq!(answer.unknown.as_ref().map(Vec::len), Some(100), "{question}");
        assert!(answer.stopped.is_none(), "{question}");
    }
    // the hundredth Fibonacci number but one: 0 is the first that loses
    let last = ask("fibonaccinim(?)").unknown.as_ref().and_then(|all| all.last().cloned()).unwrap();
    assert_eq!(last, "354224848179261915075".parse::<Nat>().unwrap());
}

/// Every number stands in one P-position of Wythoff's game, however large.
#[test]
fn the_partner_of_a_large_number_is_named() {
    let answer = Session::new().position("wythoff(10^12, ?)").unwrap().solve().unwrap();
    assert_eq!(answer.unknown, Some(vec![Nat::from(1_618_033_988_750u64)]));
    assert!(answer.stopped.is_none() && answer.evidence.is_proved());
}

/// Sets of one or two numbers that are too large for any window have a closed form: heaps far out, and their moves.
#[test]
fn a_coordinate_that_is_lowered_at_will_is_found_beyond_the_first_numbers() {
    let mut session = Session::new();
    for question in [
        "wythoff(1000, ?) + nim(3)",
        "{(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-2*k) for k in 1.. if k <= a and 2*k <= b}(300, ?) + nim(5)",
    ] {
        let answer = session.position(question).unwrap().solve().unwrap();
        let found = answer.unknown.clone().unwrap();
        let [number] = &*found else { panic!("{question}: {found:?}") };
        assert!(answer.stopped.is_none() && *number > Nat::from(256u32), "{question}: {found:?}");
        let solved = session.position(&question.replace('?', &number.to_string())).unwrap().solve().unwrap();
        assert_eq!(solved.outcome, Some(Outcome::Previous), "{question}: {number}");
    }
}

#[test]
fn two_numbers_of_any_size_are_answered() {
    let mut session = Session::new();
    for (question, value, winning) in
        [("take[1,10^12](10^15)", 1u8, 2), ("take[10^9](10^18)", 0, 0), ("take[10^9](10^18 + 10^9)", 1, 1)]
    {
        let question = question.replace("10^18 + 10^9", "1000000001000000000");
        let position = session.position(&question).unwrap();
        let answer = position.solve().unwrap();
        assert_eq!((answer.value.clone(), answer.evidence.is_proved()), (Some(value.into()), true), "{question}");
        assert_eq!(position.winning_moves().unwrap().moves.len(), winning, "{question}");
    }
}

/// Large numbers beside small ones: the values are few stretches. A value is the mex of those that the moves leave.
#[test]
fn sets_with_large_numbers_are_answered() {
    let mut session = Session::new();
    for (set, large) in [
        ("2,3,5,10^7", vec![2u64, 3, 5, 10_000_000]),
        ("1,4,10^9", vec![1, 4, 1_000_000_000]),
        ("2,7,3*10^8,10^9", vec![2, 7, 300_000_000, 1_000_000_000]),
        // by the law of two numbers and their sum
        ("2,10^9+3,10^9+5", vec![2, 1_000_000_003, 1_000_000_005]),
        ("10^9,3*10^9,4*10^9", vec![1_000_000_000, 3_000_000_000, 4_000_000_000]),
    ] {
        let mut ask = |convention: &str, n: u64| {
            let position = session.position(&format!("{convention}take[{set}]({n})")).unwrap();
            let answer = position.solve().unwrap();
            assert!(answer.evidence.is_proved(), "{convention}take[{set}]({n})");
            let value = answer.value.as_ref().map(|value| u64::try_from(value).unwrap());
            (value, answer.outcome, position.winning_moves().unwrap().count)
        };
        for n in [1_000_000_000_000_000u64, 7_000_000_123] {
            let (value, outcome, count) = ask("", n);
            let left: Vec<u64> = large.iter().filter(|&&k| k <= n).map(|k| n - k).collect();
            let values: Vec<u64> = left.iter().map(|&n| ask("", n).0.unwrap()).collect();
            assert_eq!(value, Some(grundy::mex(values.iter().copied())), "{set}: {n}");
            let winning = values.iter().filter(|&&value| value == 0).count();
            assert_eq!(count, Some(Nat::from(winning)), "{set}: {n}");
            assert_eq!(outcome, Some(Outcome::lost_if(value == Some(0))), "{set}: {n}");
            let (_, outcome, count) = ask("misere ", n);
            let lost = left.iter().filter(|&&n| ask("misere ", n).1 == Some(Outcome::Previous)).count();
            assert_eq!(outcome, Some(Outcome::lost_if(lost == 0)), "misère {set}: {n}");
            assert_eq!(count, Some(Nat::from(lost)), "misère {set}: {n}");
        }
    }
}

/// Sets whose members lie close together have a closed form, in misère play too, and in sums.
#[test]
fn ranges_of_any_size_are_answered() {
    let mut session = Session::new();
    for (question, value, winning) in [
        ("take[3..10^9](10^15+7)", Some(332_333_336u64), 3u8),
        ("take[3..10^9 step 2](10^15+7)", Some(332_666_669), 2),
        ("take[10^9.. step 10^7](10^15)", Some(1_000_000), 100),
        ("take[1..10^9 except 10^8](10^15)", Some(499_090_910), 2),
        ("take[1.. except 10^9](10^15)", Some(500_000_000_000_000), 2),
        ("misere take[3..10^9](10^15+7)", None, 3),
        ("misere take[3..10^9](10^15+7, 10^9+5)", None, 6),
        ("misere take[1..10^30](10^40, 7)", None, 1),
        ("misere take[1..10^30](10^40)", None, 1),
    ] {
        let position = session.position(question).unwrap();
        let answer = position.solve().unwrap();
        assert_eq!((answer.value.clone(), answer.evidence.is_proved()), (value.map(Nat::from), true), "{question}");
        assert_eq!(answer.outcome, Some(Outcome::Next), "{question}");
        assert_eq!(position.winning_moves().unwrap().count, Some(Nat::from(winning)), "{question}");
    }
}

/// A quotient that is too much for the trial does not end it: the search goes on.
#[test]
fn numbers_of_misere_play_are_tried_further_than_a_quotient_reaches() {
    let mut session = Session::new();
    for (question, known) in [("misere mark(?)", 1000), ("misere {n -> n-1; n//3 if n > 0}(?)", 1000)] {
        let answer = session.position(question).unwrap().solve().unwrap();
        let found = answer.unknown.clone().unwrap();
        assert!(found.iter().any(|n| *n > Nat::from(known as u32)), "{question}: {found:?}");
        let needed = answer.stopped.as_ref().and_then(|stopped| stopped.needed.clone()).unwrap();
        assert!(needed.starts_with("a trial of numbers beyond "), "{needed}");
        for n in (0..40).chain(known - 2..known) {
            let solved = session.position(&question.replace('?', &n.to_string())).unwrap().solve().unwrap();
            let lost = solved.outcome == Some(Outcome::Previous);
            assert_eq!(lost, found.contains(&Nat::from(n as u32)), "{question}: {n}");
        }
    }
}
