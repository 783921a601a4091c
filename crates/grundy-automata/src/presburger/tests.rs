use grundy_core::Context;
use grundy_core::testing::Random;

use super::*;
use crate::numeration::Numeration;

pub(crate) const SYSTEMS: [Numeration; 5] = [
    Numeration::BINARY,
    Numeration::Base(3),
    Numeration::Ostrowski(1),
    Numeration::Ostrowski(2),
    Numeration::Ostrowski(3),
];

#[test]
fn relations_agree_with_arithmetic() {
    let cx = Context::default();
    let mut random = Random::new(11);
    for system in SYSTEMS {
        let mut engine = Engine::new(system, &cx);
        for _ in 0..150 {
            let n = 1 + random.below(3) as usize;
            let c: Vec<i64> = (0..n).map(|_| random.below(9) as i64 - 4).collect();
            let constant =
                if random.chance(20) { random.below(400) as i64 - 200 } else { random.below(21) as i64 - 10 };
            let relation = Relation::COMPARISONS[random.below(6) as usize];
            let dfa = engine.linear(&c, constant, relation).unwrap();
            assert!(dfa.is_empty() || dfa.next(0, 0) == Some(0), "leading zeros matter: {system} {c:?}");
            let modulus = 1 + random.below(6);
            let residues = [random.below(modulus), random.below(modulus)];
            let congruence = engine.congruence(&c, constant, modulus, &residues).unwrap();
            for _ in 0..200 {
                let limit = [6, 40, 1000][random.below(3) as usize];
                let x: Vec<u64> = (0..n).map(|_| random.below(limit)).collect();
                let value = x.iter().zip(&c).map(|(&x, c)| x as i64 * c).sum::<i64>() + constant;
                assert_eq!(
                    dfa.contains(&x),
                    relation.holds(value.cmp(&0)),
                    "{system} {c:?} {constant} {relation:?} {x:?}"
                );
                assert_eq!(
                    congruence.contains(&x),
                    residues.contains(&value.rem_euclid(modulus as i64).unsigned_abs())
                );
            }
        }
    }
}

#[test]
fn adders_have_the_known_sizes() {
    let cx = Context::default();
    for a in 1..=3 {
        let mut engine = Engine::new(Numeration::Ostrowski(a), &cx);
        assert_eq!(engine.linear(&[1, 1, -1], 0, Relation::Equal).unwrap().states(), 16);
        let states = engine.linear(&[1, -1, -1, 1], 0, Relation::Equal).unwrap().states();
        assert_eq!(states, [66, 70, 70][usize::from(a) - 1], "a = {a}");
    }
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    assert_eq!(engine.linear(&[1, 1, -1], 0, Relation::Equal).unwrap().states(), 2);
    assert_eq!(engine.linear(&[1, -1], 0, Relation::Less).unwrap().states(), 2);
}

#[test]
fn projection_keeps_numbers_that_need_more_digits() {
    let cx = Context::default();
    for system in SYSTEMS {
        let mut engine = Engine::new(system, &cx);
        // there is a y with y = 5x + 7
        let graph = engine.linear(&[5, -1], 7, Relation::Equal).unwrap();
        let all = engine.exists(&graph, 1).unwrap();
        assert_eq!(all, engine.everything(1).unwrap(), "{system}");
        let image = engine.exists(&graph, 0).unwrap();
        for y in 0..200 {
            assert_eq!(image.contains(&[y]), y >= 7 && y % 5 == 2);
        }
        let twelve = engine.number(12).unwrap();
        assert_eq!(twelve.tuples(12).collect::<Vec<_>>(), [vec![12u8.into()]]);
        assert_eq!(engine.linear(&[1], -100_000, Relation::Less).unwrap().count(40), 100_000u32.into());
        let odd = engine.congruence(&[1], 0, 2, &[1]).unwrap();
        assert_eq!(odd.shortest_tuple(), Some(vec![1u8.into()]));
        let even = engine.complement(&odd).unwrap();
        assert!((0..100).all(|n| even.contains(&[n]) == (n % 2 == 0)));
    }
}

#[test]
fn caps_and_budgets_are_kept() {
    let cx = Context::default();
    let mut engine = Engine::new(Numeration::BINARY, &cx).with_cap(10);
    assert!(matches!(engine.congruence(&[1], 0, 101, &[1]), Err(Obstacle::TooLarge { .. })));
    let cx = Context::new(grundy_core::Budget { memory: Some(10_000), ..grundy_core::Budget::UNLIMITED });
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    assert!(matches!(engine.congruence(&[1, 1], 0, 1001, &[1]), Err(Obstacle::Stopped(_))));
    assert!(matches!(engine.everything(30), Err(Obstacle::TooLarge { .. })));
}
