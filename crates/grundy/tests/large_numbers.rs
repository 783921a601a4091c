//! Numbers near 2^64 and 2^4096 are numbers like others: nothing wraps round, and what cannot be worked out is no answer.

use grundy::claim::{ProveOptions, Verdict};
use grundy::{Budget, Context, CountOptions, Nat, Outcome, Session, SolveOptions};

const LAST: u64 = u64::MAX;

fn outcome(text: &str) -> Option<Outcome> {
    let position = Session::new().position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.solve().unwrap_or_else(|error| panic!("{text}: {error}")).outcome
}

#[test]
fn heaps_up_to_the_last_number_are_counted() {
    for text in ["kayles", "take[1,3,4]", "take[1..7]", "0.33", "misere kayles", "{n -> n-1 if n < 0}"] {
        let game = Session::new().game(text).expect("a game");
        for (heaps, below) in [(1, 0), (2, 0), (1, 5), (2, 5)] {
            let options = CountOptions::new(heaps, LAST).with_min(LAST - below);
            let answer = game.count_with(&options, &Context::default()).expect("a count");
            let all = answer.previous.clone().expect("P-positions") + answer.next.clone().expect("N-positions");
            let expected = Nat::from(below + 1).pow(heaps as usize);
            assert_eq!(all, expected, "{text}, {heaps} heaps, the last {}", below + 1);
            if heaps == 2 && !text.starts_with("misere") {
                // equal values, two by two
                let position =
                    |n: u64, m: u64| outcome(&format!("{text}({n}) + {text}({m})")) == Some(Outcome::Previous);
                let range = || LAST - below..=LAST;
                let previous = range().flat_map(|n| range().map(move |m| (n, m))).filter(|&(n, m)| position(n, m));
                assert_eq!(answer.previous, Some(Nat::from(previous.count())), "{text}");
            }
        }
    }
}

#[test]
fn sums_with_very_many_copies_are_answered_or_refused() {
    // an odd number of copies of one value
    assert_eq!(outcome(&format!("kayles(3) + {LAST}*kayles(4)")), Some(Outcome::Next));
    assert_eq!(outcome(&format!("nim(4) + {LAST}*nim(4)")), Some(Outcome::Previous));
    // tame positions are worth their values, however many there are
    assert_eq!(
        outcome(&format!("misere wythoff(1,3) + {LAST}*wythoff(1,2)")),
        outcome("misere wythoff(1,3) + wythoff(1,2)")
    );
    // a search over so many is refused
    assert_eq!(outcome(&format!("misere chomp(\"3x3\") + {LAST}*chomp(\"2x2\")")), None);
    let compound = Session::new().position(&format!("selective(nim(3), {LAST}*nim(1))"));
    assert!(compound.is_err_and(|fault| fault.to_string().contains("more than 1000")));
}

#[test]
fn many_empty_heaps_are_no_work() {
    for empty in ["10^18*kayles(0)", "10^18*{n -> n-2; n-3}(1)", "30000000*kayles(0)"] {
        // nobody can move: who is to move wins
        assert_eq!(outcome(&format!("misere {empty}")), Some(Outcome::Next), "{empty}");
    }
    assert_eq!(outcome("misere 30000000*kayles(0) + kayles(5)"), outcome("misere kayles(5)"));
}

#[test]
fn a_number_to_take_near_the_last_one_is_not_idle() {
    let of = |text: &str| Session::new().game(text).expect("a game");
    for far in [LAST, LAST - 2, LAST - 3] {
        let set = format!("take[1,20,{far}]");
        let answer = of("take[1,20]").same_as(&of(&set), None, &Context::default()).expect("an answer");
        let proved = answer.equal == Some(true) && answer.evidence.is_proved();
        assert!(!proved, "{set} has other values than take[1,20] at {far} + 8");
    }
}

#[test]
fn variables_side_by_side_in_a_claim_are_different_ones() {
    let judged = |claim: &str| {
        let mut session = Session::new();
        let question = session.claim("nim(a,b)", claim).unwrap_or_else(|fault| panic!("{claim}: {fault:?}"));
        question
            .prove_with(&ProveOptions::default().with_to(Some(20)), &Context::default())
            .expect("a verdict")
            .verdict
            .clone()
    };
    for equal in [
        "P: exists j: (exists k: k = 0 and a = j+k) and (exists l: l = 1 and b+1 = j+l)",
        "P: exists j: (exists k: k = 1 and a+1 = j+k) and (exists l: l = 0 and b = j+l)",
    ] {
        assert!(matches!(judged(equal), Verdict::Proved | Verdict::Checked), "{equal}");
    }
    let more = "P: a = b or (exists j: (exists k: k = 0 and a = j+k) and (exists l: l = 1 and b = j+l))";
    assert!(matches!(judged(more), Verdict::Refuted(_)), "{more}");
}

#[test]
fn a_wrong_period_is_refuted_where_it_is_claimed() {
    let judged = |claim: &str| {
        let question = Session::new().claim("take[1..3](n)", claim).expect("a claim");
        question.prove_with(&ProveOptions::default(), &Context::default()).expect("a verdict").verdict.clone()
    };
    // the values are n % 4
    let Verdict::Refuted(found) = judged("period 3 from 10^12") else { panic!("not refuted") };
    assert_eq!(found.position, [Nat::from(1_000_000_000_003u64)]);
    let Verdict::Refuted(found) = judged("period 3 from 18446744073709551610") else { panic!("not refuted") };
    assert_eq!(found.position, [Nat::from(18_446_744_073_709_551_613u64)]);
    assert_eq!(judged("period 3 from 18446744073709551614"), Verdict::Open, "its first heap is beyond 2^64");
    assert_eq!(judged("period 8 from 18446744073709551614"), Verdict::Proved);
}

/// A misère search lists all options of a heap before it looks at one: where they are too many it is not begun.
#[test]
fn misere_searches_that_no_budget_allows_are_not_begun() {
    for text in ["misere grundy(10^18)", "misere 0.07(10^18)", "misere grundy(10^18) + kayles(3)"] {
        let cx = Context::new(Budget { nodes: Some(200_000_000), memory: Some(1 << 34), ..Budget::UNLIMITED });
        let answer = Session::new().position(text).unwrap().solve_with(&SolveOptions::default(), &cx).unwrap();
        let stopped = answer.stopped.as_ref().unwrap_or_else(|| panic!("{text} is answered"));
        let needed = stopped.needed.as_deref().unwrap_or_default();
        assert!(needed.starts_with("a list of all options of a heap, at least"), "{text}: {stopped}");
    }
    assert_eq!(outcome("misere grundy(40)"), Some(Outcome::Next));
}
