use super::*;
use crate::{Session, SolveOptions};

fn sum(text: &str) -> Sum {
    Sum::of(&Session::new().position(text).unwrap(), &Context::default()).unwrap().0
}

#[test]
fn what_is_left_is_added_up() {
    let games = ["nim(3)", "2*kayles(5)", "graph{a->b; b->a,c}(b)", "graph{a->b; b->a}(a)", "nimstring(\"1x1\")"];
    for one in games {
        for other in games.iter().filter(|other| **other != one) {
            if [one, other].iter().any(|game| game.contains("b->a}")) && format!("{one}{other}").contains("nimstring") {
                continue;
            }
            let sum = sum(&format!("{one} + {other} + nim(6)"));
            for index in 0..sum.summands.len() {
                assert_eq!(sum.rest(index), sum.without(Some(index)), "{one} {other} {index}");
            }
        }
    }
}

/// One table serves all places, in whatever order they stand.
#[test]
fn many_places_cost_what_the_largest_costs() {
    for rule in ["wythoff", "{(a,b) -> (a-k,b) for k in 1.. if a > b; (a,b-k) for k in 1.. if b >= a}"] {
        let mut places: Vec<String> = (0..200).map(|i| format!("({i}, {})", 200 + i / 2)).collect();
        let nodes = |places: &[String]| {
            let position = Session::new().position(&format!("{rule}({})", places.join(", "))).unwrap();
            let cx = Context::default();
            assert!(Sum::of(&position, &cx).unwrap().1.is_none());
            cx.nodes()
        };
        let (one, rising) = (nodes(&places[199..]), nodes(&places));
        places.reverse();
        let falling = nodes(&places);
        assert!(rising.max(falling) < 2 * one + 1000, "{rule}: {one}, {rising} rising, {falling} falling");
    }
}

#[test]
fn every_component_gives_its_reasons() {
    let evidence = sum("nimstring(\"1x1\") + nim(3)").evidence();
    let theorems: Vec<&str> = evidence.theorems.iter().map(|theorem| theorem.id).collect();
    assert_eq!(theorems, ["loony", "nim-heap"]);
    // so does one whose play need not end
    let position = "nimstring(\"1x1\") + graph{a->b; b->a,c}(a)".parse::<Position>().unwrap();
    let answer = position.solve_with(&SolveOptions::default(), &Context::default()).unwrap();
    assert!(
        answer.evidence.is_proved() && answer.evidence.theorems.iter().any(|theorem| theorem.id == "smith-labelling")
    );
}
