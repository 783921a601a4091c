use grundy_core::testing::Random;
use grundy_core::{Budget, Visitor};

use super::*;

/// Kayles: take one or two adjacent pins, perhaps splitting the row.
#[derive(Debug)]
struct Kayles;

impl Rules for Kayles {
    type Position = u32;
    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        for taken in 1..=2.min(n) {
            for left in 0..=n - taken {
                visit(&[left, n - taken - left])?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[derive(Debug)]
struct OneByOne;

impl Rules for OneByOne {
    type Position = u32;
    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        if n > 0 { visit(&[n - 1]) } else { ControlFlow::Continue(()) }
    }
}

#[derive(Debug)]
struct Circle;

impl Rules for Circle {
    type Position = u32;
    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        visit(&[(n + 1) % 5])
    }
}

#[test]
fn kayles_and_its_winning_moves() {
    let cx = Context::default();
    let mut memo = Memo::new(&Kayles);
    let values: Vec<u64> = (0..12).map(|n| memo.value(&n, &cx).unwrap()).collect();
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(memo.sum_value(&[11, 10], &cx), Ok(4));
    let moves = memo.winning_moves(&[5, 5, 3], Convention::Normal, &cx).unwrap();
    assert!(moves.contains(&Move { component: 2, parts: vec![1, 1] }));
    assert!(moves.iter().all(|m| m.component != 1), "the second 5 is like the first");
    for m in moves {
        let mut left = vec![5, 5, 3];
        left.remove(m.component);
        left.extend(m.parts);
        assert_eq!(memo.sum_value(&left, &cx), Ok(0));
    }
    // misère Kayles: P at 1, 4, 9, 12, 20 … (Sibert and Conway 1992)
    let previous: Vec<u32> =
        (0..=20).filter(|n| memo.outcome(&[*n], Convention::Misere, &cx) == Ok(Outcome::Previous)).collect();
    assert_eq!(previous, [1, 4, 9, 12, 20]);
    for m in memo.winning_moves(&[5, 3], Convention::Misere, &cx).unwrap() {
        let mut left = vec![5, 3];
        left.remove(m.component);
        left.extend(m.parts);
        assert_eq!(memo.outcome(&left, Convention::Misere, &cx), Ok(Outcome::Previous));
    }
}

#[test]
fn a_million_moves_deep() {
    let cx = Context::default();
    let mut memo = Memo::new(&OneByOne);
    assert_eq!(memo.value(&1_000_001, &cx), Ok(1));
    assert_eq!(memo.outcome(&[1_000_000], Convention::Misere, &cx), Ok(Outcome::Next));
}

#[test]
fn a_cycle_is_named() {
    let cx = Context::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let error = Memo::new(&Circle).outcome(&[3], convention, &cx).unwrap_err();
        assert_eq!(error.to_string(), "the game may not end: 3 can be reached from itself");
    }
}

#[test]
fn an_empty_budget_leaves_a_usable_memo() {
    let mut memo = Memo::new(&Kayles);
    let cx = Context::new(Budget { nodes: Some(50), ..Budget::UNLIMITED });
    assert!(matches!(memo.value(&30, &cx), Err(Error::Stopped(_))));
    assert!(matches!(memo.outcome(&[30], Convention::Misere, &cx), Err(Error::Stopped(_))));
    assert_eq!(memo.value(&11, &Context::default()), Ok(6));
    assert_eq!(memo.outcome(&[9], Convention::Misere, &Context::default()), Ok(Outcome::Previous));
}

/// Position n has the listed options, each a sum of smaller positions.
#[derive(Debug)]
struct Listed(Vec<Vec<Vec<usize>>>);

impl Rules for Listed {
    type Position = usize;
    fn options(&self, &n: &usize, visit: &mut Visitor<'_, usize>) -> ControlFlow<()> {
        self.0[n].iter().try_for_each(|parts| visit(parts))
    }
}

fn plain_value(game: &Listed, n: usize) -> u64 {
    let values: Vec<u64> =
        game.0[n].iter().map(|parts| parts.iter().fold(0, |x, &part| x ^ plain_value(game, part))).collect();
    (0..).find(|g| !values.contains(g)).unwrap()
}

/// Does the player to move win in misère play?
fn plain_misere(game: &Listed, sum: &[usize]) -> bool {
    let mut options = sum
        .iter()
        .enumerate()
        .flat_map(|(at, &n)| game.0[n].iter().map(move |parts| [&sum[..at], &sum[at + 1..], parts].concat()));
    let mut moves = false;
    options.any(|option| {
        moves = true;
        !plain_misere(game, &option)
    }) || !moves
}

#[test]
fn random_games_agree_with_recursion() {
    let mut random = Random::new(40_000);
    for round in 0..300 {
        let game = Listed(
            (0..7u64)
                .map(|n| {
                    let options = if n == 0 { 0 } else { random.below(4) };
                    let part = |random: &mut Random| random.below(n) as usize;
                    (0..options).map(|_| (0..random.below(3)).map(|_| part(&mut random)).collect()).collect()
                })
                .collect(),
        );
        let (mut memo, cx) = (Memo::new(&game), Context::default());
        for sum in [[6, 5], [4, 4], [6, 3]] {
            let value = plain_value(&game, sum[0]) ^ plain_value(&game, sum[1]);
            assert_eq!(memo.sum_value(&sum, &cx), Ok(value), "{round} {game:?}");
            let next = plain_misere(&game, &sum);
            let expected = Outcome::won_if(next);
            assert_eq!(memo.outcome(&sum, Convention::Misere, &cx), Ok(expected), "{round} {game:?} {sum:?}");
        }
    }
}

/// What the lists of a question hold is given back with its answer.
#[test]
fn room_for_winning_moves_is_given_back() {
    let cx = Context::new(Budget { memory: Some(1 << 20), ..Budget::UNLIMITED });
    let mut memo = Memo::new(&Kayles);
    let first = memo.winning_moves(&[100, 7], Convention::Normal, &cx).unwrap();
    let reserved = cx.reserved();
    for _ in 0..50 {
        assert_eq!(memo.winning_moves(&[100, 7], Convention::Normal, &cx).unwrap(), first);
    }
    assert_eq!(cx.reserved(), reserved);
}
