//! Games that are won in misère play as Nim is, and near misses, against the definition.

use std::collections::HashMap;

use grundy::{Nat, Outcome, Session};
use grundy_core::testing::cases;

/// What a heap may become, as sorted heaps: so many are taken, and one of these numbers of heaps is left.
fn options(heap: u32, allowed: &dyn Fn(u32, usize) -> bool) -> Vec<Vec<u32>> {
    fn into_parts(total: u32, least: u32, parts: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        if total == 0 {
            all.push(parts.clone());
        }
        for part in least..=total {
            parts.push(part);
            into_parts(total - part, part, parts, all);
            parts.pop();
        }
    }
    let mut all = Vec::new();
    for taken in 0..=heap {
        let mut left = Vec::new();
        into_parts(heap - taken, 1, &mut Vec::new(), &mut left);
        all.extend(left.into_iter().filter(|parts| allowed(taken, parts.len())));
    }
    all
}

/// Does the next player win, where the player who cannot move wins?
fn wins(heaps: &[u32], allowed: &dyn Fn(u32, usize) -> bool, known: &mut HashMap<Vec<u32>, bool>) -> bool {
    let mut sorted: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable();
    if let Some(&told) = known.get(&sorted) {
        return told;
    }
    let (mut any, mut winning) = (false, false);
    for at in 0..sorted.len() {
        for parts in options(sorted[at], allowed) {
            let mut next = sorted.clone();
            next.remove(at);
            next.extend(parts);
            any = true;
            winning |= !wins(&next, allowed, known);
        }
    }
    known.insert(sorted, winning || !any);
    winning || !any
}

type Allowed = fn(u32, usize) -> bool;

#[test]
fn codes_that_are_won_like_nim() {
    let games: [(&str, bool, Allowed); 6] = [
        ("0.[7]", true, |taken, left| taken > 0 && left <= 2),
        ("0.[F]", true, |taken, left| taken > 0 && left <= 3),
        ("0.37[3]", true, |taken, left| taken > 0 && left <= 1 + usize::from(taken == 2)),
        ("rims", true, |taken, left| taken > 0 && left <= 2),
        // taking nothing and splitting leaves as much as there was; a single heap is not always allowed
        ("4.[3]", false, |taken, left| if taken == 0 { left == 2 } else { left <= 1 }),
        ("0.5[7]", false, |taken, left| taken > 0 && if taken == 1 { left != 1 && left <= 2 } else { left <= 2 }),
    ];
    let mut session = Session::new();
    for (game, like_nim, allowed) in games {
        let mut known = HashMap::new();
        for heaps in (0..6u32).flat_map(|a| (a..6).flat_map(move |b| (b..6).map(move |c| [a, b, c]))) {
            let text = format!("misere {game}({}, {}, {})", heaps[0], heaps[1], heaps[2]);
            let solved = session.position(&text).unwrap().solve().unwrap();
            let expected = Outcome::won_if(wins(&heaps, &allowed, &mut known));
            assert_eq!(solved.outcome, Some(expected), "{text}");
            let by_theorem = solved.evidence.theorems.iter().any(|theorem| theorem.id == "misere-nim-like");
            assert_eq!(by_theorem, like_nim, "{text}");
            let winning = (0..3).map(|at| {
                let mut kinds = options(heaps[at], &allowed);
                kinds.retain(|parts| {
                    let mut next = heaps.to_vec();
                    next.remove(at);
                    next.extend(parts);
                    !wins(&next, &allowed, &mut known)
                });
                kinds.len()
            });
            assert_eq!(solved.moves.count, Some(Nat::from(winning.sum::<usize>())), "{text}");
        }
    }
}

/// Sums of several such games, and the number that is asked for.
#[test]
fn sums_of_games_that_are_won_like_nim() {
    let mut session = Session::new();
    let mut solve = |text: &str| session.position(text).unwrap().solve().unwrap();
    for [a, b, c] in (0..5).flat_map(|a| (0..5).flat_map(move |b| (0..5).map(move |c| [a, b, c]))) {
        let nim = solve(&format!("misere nim({a}, {b}, {c})"));
        let sum = solve(&format!("misere rims({a}) + 0.[F]({b}) + nim({c})"));
        assert_eq!(sum.outcome, nim.outcome, "{a} {b} {c}");
        if c == 0 {
            let asked =
                [format!("misere rims({a}, {b}, ?)"), format!("misere nim({a}, {b}, ?)")].map(|text| solve(&text));
            assert_eq!(asked[0].unknown, asked[1].unknown, "{a} {b}");
            assert!(asked[0].evidence.is_proved(), "{a} {b}");
        }
    }
    let far = solve("misere rims(1000000000000, 5, 1000000000005)");
    assert_eq!((far.outcome, far.evidence.is_proved()), (Some(Outcome::Previous), true));
}

/// Too many options to be tried: one that wins is known by the theorem, or by the law of the values.
#[test]
fn a_heap_that_becomes_every_smaller_one_is_lowered() {
    let mut session = Session::new();
    let far = cases(20_000, 1_000_000);
    for (text, to) in [
        ("misere rims(FAR)", "rims(1)"),
        ("misere rims(FAR) + nim(1)", "rims(0)"),
        ("misere rims(FAR) + 0.[7](5) + take[1..3](2)", "rims(7)"),
        ("rims(FAR)", "rims(0)"),
        ("rims(FAR) + nim(5)", "rims(5)"),
        ("0.[7](10^18, 77)", "0.[7](77)"),
    ] {
        let text = text.replace("FAR", &far.to_string());
        let solved = session.position(&text).unwrap().solve().unwrap();
        assert!(solved.is_complete() && solved.evidence.is_proved(), "{text}");
        assert_eq!((solved.outcome, solved.moves.count.clone()), (Some(Outcome::Next), None), "{text}");
        assert!(solved.moves.moves.iter().any(|m| m.to == to), "{text}: {:?}", solved.moves.moves);
    }
}
