use grundy_core::{Budget, Context, Nat, Outcome};
use grundy_search::MisereSearch;

use super::super::Judge;
use crate::game::{Component, one_by_one};
use crate::number::to_usize;
use crate::session::Session;
use crate::solve::{SolveOptions, solve};
use crate::testing::Random;

fn any<'a>(random: &mut Random, moves: &'a [String]) -> &'a str {
    &moves[random.below(moves.len() as u64) as usize]
}

/// A random game of one heap whose moves leave one heap.
fn heap(random: &mut Random) -> String {
    let mut number = |most: u64| 1 + random.below(most);
    let numbers: [u64; 5] = std::array::from_fn(|_| number(5));
    let [a, b, c, d, e] = numbers;
    let moves = [
        format!("n-{a}"),
        format!("n-{}", a + b),
        format!("n-k for k in {a}..{} if n%{} = {}", a + b, c + 1, d % (c + 1)),
        format!("n-k for k in 1..n//{}", e + 1),
        format!("n//{} if n > 0", a + 1),
        format!("n-k for k in 1.. if n-k in evens or k = {b}"),
        format!("n-isqrt(n) if n > {c}"),
        format!("n-k for k in 1..n if n%k = 0 and k < n or n = {d}"),
        format!("{} if n > {}", e - 1, 2 * e),
    ];
    match random.below(4) {
        0 => format!("take[{a},{},{}]", a + b, a + b + c),
        1 => format!("{{n -> {}}}", any(random, &moves)),
        _ => format!("{{n -> {}; {}}}", any(random, &moves), any(random, &moves)),
    }
}

/// A random game of two coordinates.
fn pair(random: &mut Random) -> String {
    let n = 1 + random.below(3);
    let moves = [
        "(a-k,b) for k in 1..".to_owned(),
        "(a,b-k) for k in 1..".to_owned(),
        "(a-k,b-k) for k in 1..".to_owned(),
        format!("(a-k,b) | (a,b-k) for k in 1..{n}"),
        format!("(a-{n},b-1)"),
        format!("(a-1,b+{n}) if a%2 = 1"),
        format!("(a-k,b-{n}*k) for k in 1.."),
        "(b-1,a-1) if a > 0".to_owned(),
        format!("(b-{n},a)"),
        "(min(a,b),max(a,b)-1) if a != b".to_owned(),
        "(a,b-k*a) for k in 1.. if a > 0".to_owned(),
    ];
    let moves: Vec<&str> = (0..1 + random.below(3)).map(|_| any(random, &moves)).collect();
    format!("{{(a,b) -> {}}}", moves.join("; "))
}

/// Outcomes and numbers of winning moves of sums, by values where all components are tame, as the search over sums has them.
#[test]
fn sums_are_won_as_the_search_says() {
    let (cx, mut tame, mut wild, mut moves) = (Context::default(), 0, 0, 0);
    for seed in 0..700 {
        let mut random = Random::new(seed + 910_000);
        let mut parts = Vec::new();
        for _ in 0..2 + random.below(2) {
            let [a, b] = [random.below(12), random.below(9)];
            parts.push(match random.below(7) {
                0 => format!("nim({a})"),
                1 => format!("rims({})", b.min(5)),
                2 | 3 => format!("{}({}, {})", pair(&mut random), a.min(5), b.min(4)),
                _ => format!("{}({a})", heap(&mut random)),
            });
        }
        let text = format!("misere {}", parts.join(" + "));
        let Ok(position) = Session::new().position(&text) else { panic!("{text}") };
        let sum = position.components();
        let mut judge = Judge::new();
        // a rule that is at fault somewhere below is no matter here
        let Ok(found) = judge.tame(&sum, &cx) else { continue };
        let all = one_by_one(sum.iter().cloned(), 10).unwrap();
        let mut search = MisereSearch::new();
        let Ok(expected) = search.outcome(&all, &cx) else { continue };
        match found {
            Some(found) if all.len() > 1 => {
                assert_eq!(found.outcome(), expected, "{text}: {found:?}");
                tame += 1;
            }
            _ => wild += 1,
        }
        let options = SolveOptions::default().with_limit(100);
        let answer = solve(&position, &options, &cx).unwrap();
        assert_eq!(answer.outcome, Some(expected), "{text}");
        let mut wins = 0;
        for (i, (component, count)) in sum.iter().enumerate() {
            for parts in component.game.every_option(&component.place, &cx).unwrap() {
                let copies = |(j, (c, count)): (usize, &(Component, Nat))| {
                    let count = if i == j { count - Nat::ONE } else { count.clone() };
                    (c.clone(), count)
                };
                let mut after = one_by_one(sum.iter().enumerate().map(copies), 10).unwrap();
                after.extend(parts);
                if search.outcome(&after, &cx).unwrap() == Outcome::Previous {
                    wins += to_usize(count).unwrap();
                }
            }
        }
        assert_eq!(answer.moves.count, Some(Nat::from(wins)), "{text}");
        moves += wins;
    }
    assert!(tame > 200 && wild > 100 && moves > 500, "{tame} tame, {wild} others, {moves} moves");
}

/// Single places by the table of who wins, beyond what is searched at once.
#[test]
fn places_are_won_as_the_search_says() {
    let (cx, mut compared) = (Context::default(), 0);
    for seed in 0..150 {
        let mut random = Random::new(seed + 920_000);
        let game = if seed % 2 == 0 { heap(&mut random) } else { pair(&mut random) };
        let mut session = Session::new();
        for _ in 0..8 {
            let [a, b] = [random.below(60), random.below(7)];
            let at = if seed % 2 == 0 { a.to_string() } else { format!("{}, {b}", a % 9) };
            let Ok(position) = session.position(&format!("misere {game}({at})")) else { panic!("{game}") };
            let all = one_by_one(position.components(), 2).unwrap();
            let Ok(expected) = MisereSearch::new().outcome(&all, &cx) else { continue };
            let answer = solve(&position, &SolveOptions::default(), &cx).unwrap();
            assert_eq!(answer.outcome, Some(expected), "misere {game}({at})");
            compared += 1;
        }
    }
    assert!(compared > 800, "{compared}");
}

/// Tables of many places, far heaps of sets, and moves that are listed by their values.
#[test]
fn large_sums_are_answered_within_a_small_budget() {
    let cx = Context::new(Budget { nodes: Some(30_000_000), ..Budget::UNLIMITED });
    for (text, outcome, moves) in [
        (
            "misere {(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}(300, 301)",
            Outcome::Next,
            2,
        ),
        ("misere wythoff(300, 301) + wythoff(30, 41)", Outcome::Next, 2),
        ("misere take[1,4,9](10^18) + nim(10^15) + take[1..3](1)", Outcome::Next, 1),
        ("misere take[squares](10000, 200, 30)", Outcome::Next, 3),
        ("misere take[1..3](4*10^17) + take[1..4](5*10^17 + 1)", Outcome::Previous, 0),
    ] {
        let answer = solve(&Session::new().position(text).unwrap(), &SolveOptions::default(), &cx).unwrap();
        assert_eq!(
            (answer.outcome, answer.moves.count.clone()),
            (Some(outcome), Some(Nat::from(moves as u64))),
            "{text}"
        );
        assert!(answer.evidence.is_proved(), "{text}");
    }
}

/// Tables that are kept and enlarged from question to question, in any order, by boxes and by sums.
#[test]
fn one_game_is_asked_again_and_again() {
    let (cx, mut compared, mut tame) = (Context::default(), 0, 0);
    for seed in 0..250 {
        let mut random = Random::new(seed + 930_000);
        let text = pair(&mut random);
        let mut session = Session::new();
        let [game, nim] = [text.as_str(), "nim"].map(|text| session.game(text).unwrap().game);
        let mut search = MisereSearch::new();
        for _ in 0..5 {
            let places = 1 + random.below(2);
            let mut sum: Vec<(Component, Nat)> = (0..places)
                .map(|_| {
                    let [a, b] = [random.below(7), if random.chance(40) { 0 } else { random.below(6) }];
                    let place = game.place_at(&[a, b]).unwrap();
                    (Component { game: game.clone(), place }, Nat::ONE)
                })
                .collect();
            let heap = nim.place_at(&[1 + random.below(3)]).unwrap();
            sum.push((Component { game: nim.clone(), place: heap }, Nat::ONE));
            let all = one_by_one(sum.iter().cloned(), 10).unwrap();
            let Ok(expected) = search.outcome(&all, &cx) else { continue };
            let nodes = random.chance(30).then(|| 50 + random.below(400));
            let part = Context::new(Budget { nodes, ..Budget::UNLIMITED });
            let mut judge = Judge::new();
            match judge.tame(&sum, &part) {
                Ok(Some(found)) => assert_eq!(found.outcome(), expected, "{text} {all:?}"),
                _ if nodes.is_some() => continue,
                _ => {}
            }
            tame += usize::from(judge.tame_sum(&sum).is_some());
            compared += 1;
        }
    }
    assert!(compared > 800 && tame > 400, "{compared} {tame}");
}

/// A place on the edge fills all places of no larger sum; one inside that square and beyond the sum fills the square, which has as
/// many cells.
#[test]
fn places_beyond_a_sum_are_compared_too() {
    for (text, expected) in [
        ("misere {(a,b) -> (b,a-1); (a,b-k*a) for k in 1.. if a > 0}((4,0),(2,3)) + nim(3)", Outcome::Next),
        (
            "misere {(a,b) -> (a-k,b) for k in squares; (b-1,a-1) | (a-1,b); (min(a,b),max(a,b)-1) if a!=b; \
             (a-2,b-3)}((4,0),(4,4)) + nim(3)",
            Outcome::Next,
        ),
        (
            "misere {(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in {2,8}; (a-3,b-1); (b-2,a)}((0,8),(8,8)) + nim(1)",
            Outcome::Next,
        ),
    ] {
        let position = Session::new().position(text).unwrap();
        let all = one_by_one(position.components(), 10).unwrap();
        assert_eq!(MisereSearch::new().outcome(&all, &Context::default()), Ok(expected), "{text}");
        let answer = solve(&position, &SolveOptions::default(), &Context::default()).unwrap();
        assert_eq!(answer.outcome, Some(expected), "{text}");
    }
}
