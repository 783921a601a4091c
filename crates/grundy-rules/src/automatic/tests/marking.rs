use grundy_automata::marking::Marking;
use grundy_automata::{Engine, Numeration};
use grundy_core::Context;

use crate::automatic::moves_of_rule;
use crate::rule::reading::rule;
use crate::rule::testing::plain_options;

#[test]
fn marks_agree_with_looking_at_all_options() {
    let cx = Context::default();
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    for text in [
        "{n -> n-k for k in {1,3,4}}",
        "{n -> n-1; n//2 if n > 0}",
        "{n -> n-k for k in powers(2) if n % 5 != 3}",
        "{n -> n-k for k in 2..n//2 step 3}",
        "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
        "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-j,b-k) for j in 1.. for k in 1.. if -2 < j-k < 2}",
        "{(a,b) -> (a-2*k,b-k) for k in 1..; (a-1,b) if a > b; (a,b-3) | (a-1,b-1)}",
        "{(a,b) -> (a//2,b-1) if b > 0; (a-k,b) for k in 1..3 if not (k = 2)}",
        "{(a,b,c) -> (a-k,b,c) | (a,b-k,c-k) for k in 1..}",
    ] {
        let rule = rule(text);
        let moves = moves_of_rule(&rule, &mut engine).unwrap();
        let mut marking = Marking::new(&moves).unwrap_or_else(|| panic!("{text}"));
        let limit = if rule.arity == 1 { 200 } else { 60u64 / rule.arity as u64 };
        marking.fill(limit, &cx).unwrap();
        for index in 0..limit.pow(rule.arity as u32) {
            let place: Vec<u64> = (0..rule.arity as u32).rev().map(|i| index / limit.pow(i) % limit).collect();
            let options = plain_options(&rule, &place).unwrap();
            let p = !options.iter().any(|o| marking.is_p(&o[0].1).unwrap());
            assert_eq!(marking.is_p(&place), Some(p), "{text} {place:?}");
        }
    }
    for text in ["{(n,q) -> (n-j,2*j) for j in 1..q}", "{n -> a & n-a for a in 1.. if a < n-a}"] {
        assert!(Marking::new(&moves_of_rule(&rule(text), &mut engine).unwrap()).is_none(), "{text}");
    }
}
