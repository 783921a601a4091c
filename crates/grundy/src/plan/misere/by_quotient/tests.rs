//! The class beside a component is that of the sum without it, and moves win by it as by the whole sum.

use super::*;
use crate::game::Place;
use crate::plan::misere::Won;
use crate::session::Session;
use crate::testing::Random;

#[test]
fn products_from_both_ends_are_those_of_the_rest() {
    let mut random = Random::new(5);
    let cx = Context::default();
    for texts in [&["kayles"][..], &["0.115"], &["kayles", "0.15"], &["take[1..3]", "dawson"]] {
        let games: Vec<_> = texts.iter().map(|text| Session::new().game(text).unwrap().game).collect();
        let shared = common(&games).unwrap().unwrap();
        for _ in 0..20 {
            let mut sum: Vec<(Component, Nat)> = Vec::new();
            for _ in 0..random.below(9) {
                let game = games[random.index(games.len())].clone();
                let component = Component { game, place: Place::heap(random.below(11)) };
                if sum.iter().all(|(known, _)| *known != component) {
                    sum.push((component, Nat::from(random.below(5))));
                }
            }
            let mut joint = opened(&shared);
            let wanted: Vec<_> = sum.iter().map(|(component, _)| component.clone()).collect();
            joint.reach(&wanted, &cx).unwrap();
            let beside = Beside::of(&sum, &joint).unwrap();
            for (moved, (component, count)) in sum.iter().enumerate().filter(|(_, (_, count))| !count.is_zero()) {
                let mut others = sum.clone();
                others[moved].1 -= Nat::ONE;
                assert_eq!(joint.class_of(&others), Some(beside.classes[moved]), "{component:?}, {count} copies");
            }
        }
    }
}

#[test]
fn moves_win_by_classes_as_by_the_sums_they_leave() {
    let mut random = Random::new(6);
    let cx = Context::default();
    for text in ["kayles", "0.115", "{n -> n-1; n-2; i & n-2-i for i in 1..n-3}"] {
        let game = Session::new().game(text).unwrap().game;
        for _ in 0..6 {
            // more than a short search takes
            let sum: Vec<(Component, Nat)> = (3u64..9)
                .map(|n| (Component { game: game.clone(), place: Place::heap(n) }, Nat::from(30 + random.below(2))))
                .collect();
            let mut judge = Judge::new();
            if judge.sum(&sum, &cx).unwrap() != Outcome::Next {
                continue;
            }
            let mut won = Won::new(&sum);
            for (moved, (component, _)) in sum.iter().enumerate() {
                let found = judge.winning(&mut won, moved, 1000, &cx).unwrap();
                let mut expected = game.each_of_few(&component.place, &cx).unwrap();
                expected.retain(|parts| {
                    let mut plain = Judge::new();
                    plain.after(&sum, moved, parts, &cx).unwrap() == Outcome::Previous && plain.quotient.is_some()
                });
                assert_eq!(found.count, Some(Nat::from(expected.len())), "{text} {component:?}");
                assert!(found.first.iter().all(|parts| expected.contains(parts)), "{text} {component:?}");
            }
        }
    }
}
