use grundy_core::testing::Random;

use super::*;
use crate::game::boards::testing::{Plain, random_graph};

/// Edges as they are left, and the vertex of the token.
type Left = (Vec<(u32, u32)>, u32);

/// What is wrong is marked: the name, what stands behind it, or an edge.
#[test]
fn faults_of_the_token_are_marked() {
    for (text, marked) in [
        ("geography(\"path:4\", start=5)", "5"),
        ("geography(\"path:4\", start=a)", "a"),
        ("geography(\"path:4\", start=\"17\")", "\"17\""),
        ("geography(\"path:4\", stat=1)", "stat"),
        ("geography(\"edges:0-1,1-x\", start=1)", "x"),
        ("cram(\"2x3\", start=1)", "start"),
        ("geography(\"path:4\")", "\"path:4\""),
    ] {
        let fault = crate::Session::new().position(text).unwrap_err();
        let span = fault.span.unwrap_or_else(|| panic!("{text}: {fault}"));
        assert_eq!(text.get(span.start..span.end), Some(marked), "{fault}");
    }
}

#[test]
fn matchings_tell_what_the_search_tells() {
    let mut random = Random::new(8);
    let mut plain = Plain::new(|(arcs, start): &Left| {
        let rest: Vec<_> = arcs.iter().copied().filter(|(a, b)| a != start && b != start).collect();
        arcs.iter().filter(|(a, _)| a == start).map(|&(_, b)| (rest.clone(), b)).collect()
    });
    for round in 0..400 {
        let (text, edges) = random_graph(&mut random, 9, 14);
        let Some(&(start, _)) = edges.first() else { continue };
        let both = round % 2 == 0;
        let arcs: Vec<(u32, u32)> =
            edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).take(if both { 99 } else { 0 }).collect();
        let (text, arcs) = if both { (text, arcs) } else { (text.replace('-', ">"), edges) };
        let (value, next) = plain.of(&(arcs, start));
        let token = Geography.read_named(&text, "start", &start.to_string()).unwrap();
        if let Some(outcome) = told(&token) {
            assert_eq!(outcome == Outcome::Previous, value == 0, "{text} from {start}");
        }
        let place = crate::Session::new().position(&format!("geography(\"{text}\", start={start})")).unwrap();
        assert_eq!(place.value(), Ok(crate::Nat::from(value)), "{text} from {start}");
        let expected = Outcome::won_if(next);
        assert_eq!(place.misere().outcome(), Ok(expected), "misere {text} from {start}");
    }
}
