use super::super::brute_force::{canonical, check_law, lists, options, place, value};
use super::*;
use std::collections::{BTreeSet, HashMap};

fn moore(k: u64) -> Arc<dyn Row> {
    game(&[Bracket::Numbers(vec![k])]).unwrap()
}

#[test]
fn the_law_is_the_brute_force_outcome() {
    for (k, heaps, bound) in [(1, 3, 7), (2, 3, 7), (2, 4, 5), (3, 4, 5), (9, 3, 5)] {
        let game = moore(k);
        let mut known = HashMap::new();
        for row in lists(heaps, bound) {
            check_law(&*game, &canonical(&*game, &row), &mut known);
        }
    }
    assert_eq!(value(&*moore(2), &[1, 2, 3], &mut HashMap::new()), 6);
}

#[test]
fn winning_moves_are_all_balanced_rows() {
    for (k, heaps, bound) in [(2, 4, 5), (3, 5, 3), (2, 5, 3)] {
        let (game, law) = (moore(k), Moore { most_heaps: k });
        for row in lists(heaps, bound) {
            let row = canonical(&*game, &row);
            let at = place(&row);
            let wins = |to: &Vec<u64>| law.outcome(&place(to)) == Some(Outcome::Previous);
            let plain: Vec<Vec<u64>> = options(&*game, &row).into_iter().filter(wins).collect();
            let (count, first) = law.all_or_some_with_value(&at, &Nat::ZERO, 3).unwrap();
            assert_eq!(count, Some(Nat::from(plain.len())), "{k} {row:?}");
            let listed: Vec<Vec<Place>> = plain.iter().take(3).map(|to| vec![place(to)]).collect();
            assert_eq!(first, listed, "{k} {row:?}");
        }
    }
}

#[test]
fn of_many_winning_moves_some_are_told() {
    let law = Moore { most_heaps: 15 };
    for heaps in [30, 1000] {
        let row = vec![Nat::ONE << 200; heaps];
        let (count, first) = law.all_or_some_with_value(&row, &Nat::ZERO, 2).unwrap();
        assert_eq!((count, first.len()), (None, 2));
        for parts in first {
            assert_eq!(law.outcome(&parts[0]), Some(Outcome::Previous));
        }
        let none = law.all_or_some_with_value(&row, &Nat::ZERO, 0).unwrap();
        assert_eq!(none, (None, Vec::new()));
    }
    assert!(law.all_or_some_with_value(&vec![Nat::ONE << 5000; 30], &Nat::ZERO, 2).is_none());
}

#[test]
fn misere_play_is_the_brute_force_outcome() {
    fn wins(game: &dyn Row, row: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&wins) = known.get(row) {
            return wins;
        }
        let options = options(game, row);
        let result = options.is_empty() || options.iter().any(|to| !wins(game, to, known));
        known.insert(row.to_vec(), result);
        result
    }
    for (k, heaps, bound) in [(1, 4, 5), (2, 4, 5), (3, 5, 4), (4, 5, 3), (9, 3, 5)] {
        let game = moore(k);
        let mut known = HashMap::new();
        for row in lists(heaps, bound) {
            let row = canonical(&*game, &row);
            let (said, _) = game.law().unwrap().misere(&place(&row)).unwrap();
            assert_eq!(said == Outcome::Next, wins(&*game, &row, &mut known), "{k} {row:?}");
        }
    }
    let one = moore(u64::MAX).law().unwrap().misere(&place(&[1, 0])).unwrap();
    assert_eq!(one.0, Outcome::Previous);
}

#[test]
fn moves_are_smaller_lists_that_differ_in_at_most_k_places() {
    for k in 1..=3 {
        let game = moore(k);
        for row in lists(3, 4) {
            let below = |to: &[u64]| to.iter().zip(&row).all(|(a, b)| a <= b);
            let differ = |to: &[u64]| to.iter().zip(&row).filter(|(a, b)| a != b).count() as u64;
            let plain: BTreeSet<Vec<u64>> = lists(3, 4)
                .iter()
                .filter(|to| below(to) && (1..=k).contains(&differ(to)))
                .map(|to| canonical(&*game, to))
                .collect();
            assert_eq!(options(&*game, &canonical(&*game, &row)), plain, "{row:?}");
        }
    }
}

#[test]
fn the_bracket_is_one_positive_number() {
    assert!(game(&[]).is_err());
    assert!(game(&[Bracket::Numbers(vec![0])]).is_err());
    assert!(game(&[Bracket::Numbers(vec![1, 2])]).is_err());
    let all = moore(u64::MAX);
    assert_eq!(all.law().unwrap().outcome(&place(&[0])), Some(Outcome::Previous));
    assert_eq!(all.law().unwrap().value(&place(&[4, 5])), Some(Nat::from(9u8)));
    let huge = Nat::from(10u8).pow(100);
    let row = [huge.clone(), huge.clone(), huge];
    assert_eq!(moore(2).law().unwrap().outcome(&row), Some(Outcome::Previous));
}
