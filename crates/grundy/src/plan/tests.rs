use super::*;
use crate::session::Session;
use crate::solve::{SolveOptions, solve};

#[test]
fn values_of_any_number_of_heaps_come_with_their_reasons() {
    let cx = Context::default();
    for count in [10_000u64, 10_001] {
        let heaps: Vec<String> = (0..count).map(|i| (90_000_000_000 + 7 * i).to_string()).collect();
        let text = format!("take[30000000000]({})", heaps.join(", "));
        let position = Session::new().position(&text).unwrap();
        let options = SolveOptions { limit: 0, moves: false, ..SolveOptions::default() };
        let answer = solve(&position, &options, &cx).unwrap();
        assert!(answer.evidence.is_proved(), "{count} heaps: {:?}", answer.evidence.status);
        assert!(answer.components.iter().all(|c| c.evidence.is_proved()));
    }
}

#[test]
fn the_number_alone_is_the_one_that_comes_with_reasons() {
    let cx = Context::default();
    let heaps = ["take[1,3,4]", "take[squares]", "kayles", "nim", "4.[3]", "{n -> n-k*k for k in 1..; n-2}"];
    let pairs = ["wythoff", "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..3}", "{(a,b) -> (a-1,b) | (a-1,b-1)}"];
    let all = heaps.iter().map(|text| (text, 1)).chain(pairs.iter().map(|text| (text, 2)));
    for (text, arity) in all {
        for n in [0u64, 1, 7, 40] {
            let place = || -> Place { (0..arity).map(|i| Nat::from(n + 3 * i)).collect() };
            // each in a game of its own: what one road has learnt is unknown to the other
            let ask = || Session::new().game(text).unwrap().game;
            let found = ask().find_value(&place(), &cx).unwrap();
            assert_eq!(ask().value_at(&place(), &cx).unwrap(), found.what, "{text} {n}");
            assert!(found.evidence.is_proved() && !found.engine.is_empty());
        }
    }
}
