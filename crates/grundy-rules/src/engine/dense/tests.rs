use std::collections::{BTreeMap, BTreeSet};

use grundy_core::Budget;
use grundy_core::testing::Random;
use grundy_notation::ast::{Operator, Relation};
use grundy_search::Memo;

use super::*;
use crate::rule::column::NoForeign;
use crate::rule::ir::{Alternative, Cond};
use crate::rule::reading::tidied;
use crate::rule::testing::{
    NimValues, PlainRules, alternative, foreign_nim, grundys_game, hyper_knight, minus, number, op, over, plain_misere,
    plain_options, plain_value, plus, random_rule, range, rule, strips, times, variable, wythoff,
};

fn heaps(rule: &Rule, upto: u64) -> Vec<u32> {
    let mut table = DenseTable::new(rule, Convention::Normal).unwrap();
    table.extend_to(upto, &NimValues, &Context::default()).unwrap();
    table.values().to_vec()
}

fn at(rule: &Rule, place: &[u64], order: Order) -> u32 {
    let mut table = DenseTable::new(rule, Convention::Normal).unwrap();
    table.cover(place, order, &NoForeign, &Context::default()).unwrap();
    table.value(place).unwrap()
}

fn positive(v: usize) -> Cond {
    Cond::Compare(variable(v), Relation::Greater, number(0))
}

#[test]
fn known_heap_games() {
    let (n, k) = (variable(0), variable(1));
    let take = |set, guards| alternative(vec![set], guards, vec![vec![minus(n.clone(), k.clone())]], "n-k");
    let at_least = range(over(plus(n.clone(), number(1)), number(2)), Some(n.clone()));
    assert_eq!(
        heaps(&rule(&["n"], vec![take(at_least, vec![(0, positive(0))])]), 12),
        [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]
    );
    let at_most = range(number(1), Some(over(n.clone(), number(2))));
    assert_eq!(heaps(&rule(&["n"], vec![take(at_most, vec![])]), 15), [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0]);
    let rest = minus(n.clone(), k.clone());
    let not_larger = Cond::Compare(k.clone(), Relation::LessEqual, rest.clone());
    let split =
        alternative(vec![range(number(1), None)], vec![(1, not_larger)], vec![vec![k.clone()], vec![rest]], "a & n-a");
    let lasker = rule(&["n"], vec![take(range(number(1), None), vec![]), split]);
    assert_eq!(heaps(&lasker, 12), [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]);
    assert_eq!(heaps(&strips(&[1, 5, 1]), 6)[6], 0);
    assert_eq!(heaps(&grundys_game(), 20), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]);
}

#[test]
fn known_games_of_two_coordinates() {
    assert_eq!(at(&hyper_knight(), &[5, 8], Order::Sum), 6);
    assert_eq!(at(&wythoff(), &[4, 7], Order::Sum), 0);
    let (a, b, k) = (variable(0), variable(1), variable(2));
    let all = || vec![range(number(1), None)];
    let euclid = rule(
        &["a", "b"],
        vec![
            alternative(
                all(),
                vec![(0, positive(1))],
                vec![vec![minus(a.clone(), times(k.clone(), b.clone())), b.clone()]],
                "(a-k*b,b)",
            ),
            alternative(
                all(),
                vec![(0, positive(0))],
                vec![vec![a.clone(), minus(b.clone(), times(k.clone(), a.clone()))]],
                "(a,b-k*a)",
            ),
        ],
    );
    assert_eq!(at(&euclid, &[25, 7], Order::Sum), 3);
    let not_larger = |whole| (1, Cond::Compare(k.clone(), Relation::LessEqual, minus(whole, k.clone())));
    let cut = |whole: &crate::rule::ir::Expr, parts| alternative(all(), vec![not_larger(whole.clone())], parts, "cut");
    let rectangle = rule(
        &["a", "b"],
        vec![
            cut(&a, vec![vec![k.clone(), b.clone()], vec![minus(a.clone(), k.clone()), b.clone()]]),
            cut(&b, vec![vec![a.clone(), k.clone()], vec![a.clone(), minus(b.clone(), k.clone())]]),
        ],
    );
    assert_eq!(at(&rectangle, &[4, 6], Order::Sum), 1);
    // {(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}: the box must grow
    let part = vec![minus(a.clone(), k.clone()), times(number(2), k.clone())];
    let fibonacci =
        rule(&["n", "q"], vec![alternative(vec![range(number(1), Some(b))], vec![], vec![part], "(n-j,2*j)")]);
    assert_eq!(at(&fibonacci, &[13, 12], Order::Lexicographic), 0);
    assert_ne!(at(&fibonacci, &[12, 11], Order::Lexicographic), 0);
}

/// Heaps through lists and slices, and rays of two coordinates, which look along lines.
#[test]
fn a_condition_without_a_value_is_a_fault_only_with_a_member() {
    use crate::rule::reading::rule as read;
    assert_eq!(heaps(&read("{n -> n-k for k in 1..0 if n//(n-1) = 1}"), 6), [0; 7]);
    assert_eq!(heaps(&read("{n -> n-k for k in 1..n-1 if n//(n-1) > 0}"), 6), [0, 0, 1, 2, 3, 4, 5]);
    let guarded = read("{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if (a+b)//(a+b) = 1}");
    assert_eq!([at(&guarded, &[0, 0], Order::Sum), at(&guarded, &[5, 3], Order::Sum)], [0, 6]);
    let mut table = DenseTable::new(&read("{n -> n-k for k in 1.. if n//(n-1) > 0}"), Convention::Normal).unwrap();
    let error = table.extend_to(6, &NimValues, &Context::default()).unwrap_err();
    assert_eq!(error.to_string(), "division by zero at n = 1 in `n//(n-1) > 0`");
}

#[test]
fn parts_are_handed_over() {
    // {n -> nim(n-1); n-2}
    let mut away: Alternative = alternative(vec![], vec![], vec![vec![minus(variable(0), number(1))]], "nim(n-1)");
    away.parts[0].game = Some(foreign_nim());
    let stay = alternative(vec![], vec![], vec![vec![minus(variable(0), number(2))]], "n-2");
    assert_eq!(heaps(&rule(&["n"], vec![away, stay]), 6), [0, 1, 2, 0, 0, 1, 1]);
}

#[test]
fn a_move_that_does_not_decrease_is_shown() {
    let swap = vec![vec![variable(1), variable(0)]];
    let rule = rule(&["a", "b"], vec![alternative(vec![], vec![(0, positive(0))], swap, "(b,a)")]);
    let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
    let error = table.cover(&[3, 3], Order::Sum, &NoForeign, &Context::default()).unwrap_err();
    assert_eq!(error.to_string(), "from (1,0) to (0,1): not smaller, in `(b,a)`");
    assert!(table.value(&[0, 0]).is_none());
}

#[test]
fn random_heap_rules_agree_with_brute_force() {
    let (mut games, mut rich) = (0, 0);
    for seed in 0..800 {
        let mut random = Random::new(seed);
        let rule = random_rule(&mut random, 1, Some(&foreign_nim()));
        let mut known = BTreeMap::new();
        let expected: Vec<Option<u64>> = (0..16).map(|n| plain_value(&rule, &(false, vec![n]), &mut known)).collect();
        let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
        let outcome = table.extend_to(15, &NimValues, &Context::default());
        if expected.iter().all(Option::is_some) {
            assert_eq!(outcome, Ok(()), "seed {seed}: {rule:#?}");
            games += 1;
            rich += usize::from(expected.iter().flatten().max() > Some(&3));
        }
        for (n, value) in table.values().iter().enumerate() {
            if let Some(expected) = expected[n] {
                assert_eq!(u64::from(*value), expected, "seed {seed} at {n}: {rule:#?}");
            }
        }
        // column and interpreter find the same faults
        let meaning = |n: usize| {
            crate::rule::eval::options(&rule, &[n.into()], &Context::default(), &mut |_, _| {
                std::ops::ControlFlow::Continue(())
            })
        };
        let done = table.values().len();
        assert!((0..done).all(|n| meaning(n).is_ok()), "seed {seed}: {rule:#?}");
        if outcome.as_ref().is_err_and(|error| !error.to_string().contains("not smaller")) {
            let (column, interpreter) = (outcome.clone().unwrap_err(), meaning(done).unwrap_err());
            assert_eq!(column, interpreter, "seed {seed} at {done}: {rule:#?}");
        }
        let grows = |n: u64| {
            plain_options(&rule, &[n])
                .is_ok_and(|options| options.iter().flatten().any(|(away, part)| !away && part[0] >= n))
        };
        if (0..16).any(grows) {
            assert!(outcome.is_err(), "seed {seed}: {rule:#?}");
        }
    }
    assert!(games > 80 && rich > 15, "{games} games, {rich} of them with values above 3");
}

/// More members than a block has, and blocks that have to be looked at one by one.
#[test]
fn blocks_of_members_have_the_options_of_the_plain_reading() {
    use crate::rule::eval::options;
    use crate::rule::reading::rule as read;
    let cx = Context::default();
    for text in [
        "{n -> n%k for k in 1..n}",
        "{n -> n//k for k in 2..n}",
        "{n -> n-gcd(n,k) for k in 1..n-1}",
        "{n -> xor(n,k) for k in 1..2*n+9 if xor(n,k) < n}",
        "{n -> a & n-a for a in 1..n-1 if a*(n-a) % 5 = 1}",
        "{n -> a & n//2-3 & n-a for a in 1..n-1 if a*a % 3 = n % 2}",
        "{n -> n-k for k in squares if k % 3 = 1 or k > n//2}",
        "{n -> n-k for k in {1, 4, 5, 9..n step 2} except {11, n//2} if k*k % 7 = 2}",
        "{n -> n-k for k in 1..n if k^40 % 3 = 1}",
        "{n -> n-k-1 for k in 0..n if k = 0 or n%k = 1}",
        "{n -> n-k for k in 1..n if gcd(k, 12) = 2 or min(k, n-k) in primes}",
        "{n -> k%5 & n-k for k in 1..n if k*n % 4 = 3 if k%5 < n}",
        "{n -> n%a + b for a in 1..9 for b in 1..n if b*b % a = 1 if n%a + b < n}",
        "{n -> abs(n-2*k)-1 for k in 1..n-1 if max(k, n-k) % 3 > 0}",
    ] {
        let own = read(text);
        let mut handed_over = own.clone();
        handed_over.alternatives[0].parts[0].game = Some(foreign_nim());
        for rule in [own, handed_over] {
            let values = heaps(&rule, 600);
            for n in 0..values.len() {
                let mut seen = BTreeSet::new();
                let _ = options(&rule, &[n.into()], &cx, &mut |_, parts| {
                    let heap = |place: &crate::place::Place| usize::try_from(place.first().unwrap()).unwrap();
                    let value = |away: bool, heap: usize| if away { heap as u32 } else { values[heap] };
                    seen.insert(parts.iter().fold(0, |sum, (game, place)| sum ^ value(game.is_some(), heap(place))));
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
                let least = (0..).find(|value| !seen.contains(value)).unwrap();
                assert_eq!(values[n], least, "{text} at {n}");
            }
        }
    }
}

#[test]
fn random_rules_of_two_coordinates_agree_with_brute_force_and_memo() {
    let mut games = 0;
    for seed in 0..1500 {
        let mut random = Random::new(seed + 10_000);
        let rule = random_rule(&mut random, 2, Some(&foreign_nim()).filter(|_| seed % 2 == 0));
        let mut known = BTreeMap::new();
        let cx = Context::default();
        let all = (0..=9_u64).flat_map(|a| (0..=9 - a).map(move |b| (a, b)));
        let sound = all.clone().all(|(a, b)| plain_value(&rule, &(false, vec![a, b]), &mut known).is_some());
        let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
        let outcome = table.cover(&[4, 5], Order::Sum, &NimValues, &cx);
        if sound {
            assert_eq!(outcome, Ok(()), "seed {seed}: {rule:#?}");
            games += 1;
            let plain = PlainRules(&rule);
            let value = Memo::new(&plain).value(&(false, vec![4, 5]), &cx);
            assert_eq!(value, Ok(u64::from(table.value(&[4, 5]).unwrap())), "seed {seed}: {rule:#?}");
        }
        for (a, b) in all {
            if let (Some(value), Some(Some(expected))) = (table.value(&[a, b]), known.get(&(false, vec![a, b]))) {
                assert_eq!(u64::from(value), *expected, "seed {seed} at ({a},{b}): {rule:#?}");
            }
        }
    }
    assert!(games > 30, "{games} games");
}

#[test]
fn misere_outcomes_agree_with_recursion() {
    let mut games = 0;
    for seed in 0..1000 {
        let mut random = Random::new(seed + 20_000);
        let rule = random_rule(&mut random, 1, None);
        let Ok(mut table) = DenseTable::new(&rule, Convention::Misere) else { continue };
        if table.extend_to(15, &NoForeign, &Context::default()).is_err() {
            continue;
        }
        games += 1;
        let plain = PlainRules(&rule);
        let mut known = BTreeMap::new();
        for n in 0..=15 {
            // the engine may leave out a fault that a window excludes, the plain reading does not
            if (0..=n).any(|m| plain_options(&rule, &[m]).is_err()) {
                break;
            }
            let next = plain_misere(&plain, vec![(false, vec![n])], &mut known);
            let expected = if next { Outcome::Next } else { Outcome::Previous };
            assert_eq!(table.outcome(&[n]), Some(expected), "seed {seed} at {n}: {rule:#?}");
        }
    }
    assert!(games > 100, "{games} games");
    assert!(DenseTable::new(&grundys_game(), Convention::Misere).is_err());
}

#[test]
fn a_table_keeps_to_the_budget() {
    let cx = Context::new(Budget { memory: Some(1000), ..Budget::UNLIMITED });
    let mut table = DenseTable::new(&wythoff(), Convention::Normal).unwrap();
    assert!(matches!(table.cover(&[100, 100], Order::Sum, &NoForeign, &cx), Err(Error::Stopped(_))));
    assert!(matches!(table.cover(&[1 << 60, 1 << 60], Order::Sum, &NoForeign, &cx), Err(Error::Stopped(_))));
    // n^40 leaves the words, and nothing is lost by it
    let power = op(Operator::Power, variable(0), number(40));
    let rule = rule(
        &["n"],
        vec![alternative(
            vec![range(number(1), Some(power))],
            vec![],
            vec![vec![minus(variable(0), variable(1))]],
            "n-k",
        )],
    );
    assert_eq!(heaps(&rule, 5), [0, 1, 2, 3, 4, 5]);
}

/// The generic search of `grundy-search`, on rules as data.
#[test]
fn random_sums_by_the_generic_search_agree_with_recursion() {
    let mut games = 0;
    for seed in 0..600 {
        let mut random = Random::new(seed + 40_000);
        let rule = random_rule(&mut random, 1, Some(&foreign_nim()));
        let mut known = BTreeMap::new();
        let sound = (0..5).all(|n| plain_value(&rule, &(false, vec![n]), &mut known).is_some());
        if !sound || (0..5).all(|n| plain_options(&rule, &[n]).unwrap().is_empty()) {
            continue;
        }
        games += 1;
        let plain = PlainRules(&rule);
        let (mut memo, mut misere, cx) = (Memo::new(&plain), BTreeMap::new(), Context::default());
        for _ in 0..3 {
            let mut sum: Vec<_> = (0..2).map(|_| (false, vec![random.below(5)])).collect();
            sum.sort();
            let value = sum.iter().map(|p| plain_value(&rule, p, &mut known).unwrap()).fold(0, |a, b| a ^ b);
            assert_eq!(memo.sum_value(&sum, &cx), Ok(value), "seed {seed}");
            let next = plain_misere(&plain, sum.clone(), &mut misere);
            let expected = Outcome::won_if(next);
            assert_eq!(memo.outcome(&sum, Convention::Misere, &cx), Ok(expected), "seed {seed} {sum:?}");
        }
    }
    assert!(games > 60, "{games} games");
}

/// A move along a line, or a single step, as it is written.
fn random_move(random: &mut Random, names: &[&str]) -> String {
    let arity = names.len();
    let steps: Vec<u64> = (0..arity).map(|_| random.pick(&[0, 0, 1, 1, 1, 2, 3])).collect();
    let Some(lowered) = (0..arity).find(|&i| steps[i] > 0) else { return format!("({})", one_less(names)) };
    if random.chance(25) {
        let to: Vec<String> = names.iter().zip(&steps).map(|(name, step)| format!("{name}-{step}")).collect();
        return format!("({})", to.join(","));
    }
    let to: Vec<String> = names
        .iter()
        .zip(&steps)
        .map(|(name, step)| match step {
            0 => (*name).to_owned(),
            1 => format!("{name}-k"),
            step => format!("{name}-{step}*k"),
        })
        .collect();
    let any = names[random.below(arity as u64) as usize];
    let to_end = [
        String::new(),
        String::new(),
        "3".to_owned(),
        "0".to_owned(),
        any.to_owned(),
        format!("{any}+1"),
        format!("2*{}", names[lowered]),
        format!("min({}, {any})", names[lowered]),
        format!("{any}-2"),
        format!("{any}//2"),
    ];
    let from = random.pick(&[1, 1, 1, 1, 2, 3]);
    let step = random.pick(&["", "", "", " step 2", " step 3"]);
    let guard = match random.below(8) {
        0 => format!(" if {any} > 1"),
        1 => format!(" if {any} % 2 = 0"),
        2 => format!(" if k <= {any}"),
        3 => format!(" if {any} >= k"),
        _ => String::new(),
    };
    let last = &to_end[random.below(to_end.len() as u64) as usize];
    format!("({}) for k in {from}..{last}{step}{guard}", to.join(","))
}

fn one_less(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name}-1")).collect::<Vec<_>>().join(",")
}

#[test]
fn random_rules_of_rays_agree_with_the_plain_reading() {
    const SIDES: [u64; 3] = [24, 7, 4];
    let (mut compared, mut swept) = (0, 0);
    for seed in 0..900 {
        let mut random = Random::new(seed + 70_000);
        let arity = 1 + (seed % 3) as usize;
        let names = &["a", "b", "c"][..arity];
        let moves: Vec<String> = (0..1 + random.below(4)).map(|_| random_move(&mut random, names)).collect();
        let pattern = if arity == 1 { names[0].to_owned() } else { format!("({})", names.join(",")) };
        let text = format!("{{{pattern} -> {}}}", moves.join("; "));
        let rule = crate::rule::reading::rule(&text);
        let side = SIDES[arity - 1];
        let cx = Context::default();
        let plain = PlainRules(&rule);
        let mut known = BTreeMap::new();
        let mut misere = BTreeMap::new();
        let mut tables = [Convention::Normal, Convention::Misere].map(|c| DenseTable::new(&rule, c).unwrap());
        for table in &mut tables {
            table.cover(&vec![side; arity], Order::Lexicographic, &NoForeign, &cx).unwrap();
        }
        // the same row by row, of which few are kept
        let wanted: [fn(Convention) -> Wanted; 2] = [Wanted::Values, Wanted::Outcomes];
        let wanted = [Convention::Normal, Convention::Misere].map(|convention| wanted.map(|of| of(convention)));
        let mut misere_values = DenseTable::of_misere_values(&rule).unwrap();
        misere_values.cover(&vec![side; arity], Order::Lexicographic, &NoForeign, &cx).unwrap();
        let by_rows: Vec<Option<Vec<u32>>> = wanted
            .into_iter()
            .flatten()
            .map(|wanted| {
                let mut all = Vec::new();
                let mut keep = |_: u64, row: &[u32]| {
                    all.extend_from_slice(row);
                    Ok(())
                };
                rows(&rule, [side + 1; 2], wanted, &cx, &mut keep).unwrap().then_some(all)
            })
            .collect();
        swept += usize::from(by_rows[0].is_some());
        let mut by_sum = DenseTable::new(&rule, Convention::Normal).unwrap();
        by_sum.fill(&Region::Sum(side), Order::Sum, &NoForeign, &cx).unwrap();
        for number in 0..(side + 1).pow(arity as u32) {
            let place: Vec<u64> = (0..arity).map(|i| number / (side + 1).pow(i as u32) % (side + 1)).collect();
            let expected = plain_value(&rule, &(false, place.clone()), &mut known).unwrap();
            assert_eq!(tables[0].value(&place).map(u64::from), Some(expected), "{text} {place:?}");
            let at = || (place[0] * (side + 1) + place[1]) as usize;
            if let Some(values) = &by_rows[0] {
                assert_eq!(u64::from(values[at()]), expected, "{text} {place:?} by rows");
            }
            if let Some(outcomes) = &by_rows[1] {
                assert_eq!(outcomes[at()], u32::from(expected > 0), "{text} {place:?} by rows");
            }
            if let Some(value) = by_sum.value(&place) {
                assert_eq!(u64::from(value), expected, "{text} {place:?} by sum");
            }
            let next = plain_misere(&plain, vec![(false, place.clone())], &mut misere);
            let expected = Outcome::won_if(next);
            assert_eq!(tables[1].outcome(&place), Some(expected), "misere {text} {place:?}");
            if let Some(outcomes) = &by_rows[3] {
                assert_eq!(outcomes[at()], u32::from(next), "misere {text} {place:?} by rows");
            }
            let options = plain_options(&rule, &place).unwrap();
            let of_options = options.iter().map(|option| misere_values.value(&option[0].1).unwrap());
            let of_options: BTreeSet<u32> = of_options.collect();
            let expected = (0..).find(|n| !of_options.contains(n)).filter(|_| !options.is_empty()).unwrap_or(1);
            assert_eq!(misere_values.value(&place), Some(expected), "misere {text} {place:?}");
            if let Some(values) = &by_rows[2] {
                assert_eq!(values[at()], expected, "misere {text} {place:?} by rows");
            }
            compared += 1;
        }
    }
    assert!(compared > 50_000 && swept > 100, "{compared} {swept}");
}

#[test]
fn heaps_of_rays_grow_in_pieces() {
    let rule =
        crate::rule::reading::rule("{n -> n-k for k in 2..; n-k for k in 1..4 if n % 3 = 0; n-2*k for k in 1..}");
    let mut known = BTreeMap::new();
    let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
    for to in [0, 1, 7, 63, 64, 200] {
        table.extend_to(to, &NoForeign, &Context::default()).unwrap();
        for n in 0..=to {
            let expected = plain_value(&rule, &(false, vec![n]), &mut known);
            assert_eq!(table.value(&[n]).map(u64::from), expected, "{n}");
        }
    }
}

/// The lines of rays ask for memory when the table stands already: it must not answer if they get none.
#[test]
fn a_table_without_memory_for_its_lines_has_no_values() {
    let rule = tidied("{(a,b) -> (a-k,b) for k in 3..min(3,b)}");
    let mut cut = 0;
    for memory in (60_000..140_000).step_by(2_000) {
        let cx = Context::new(grundy_core::Budget { memory: Some(memory), ..grundy_core::Budget::UNLIMITED });
        let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
        let done = table.fill(&Region::Box(vec![131, 141]), Order::Lexicographic, &NoForeign, &cx);
        assert_eq!(table.value(&[3, 3]), done.is_ok().then_some(1), "{memory}");
        cut += usize::from(done.is_err());
    }
    assert!((1..40).contains(&cut), "{cut}");
}

/// What was worked out before the budget ended stays, whole rows or whole sums of it, and outlives what is refused later.
#[test]
fn a_table_that_is_stopped_keeps_what_is_whole() {
    let nodes = |nodes| Context::new(grundy_core::Budget { nodes: Some(nodes), ..grundy_core::Budget::UNLIMITED });
    let rules = [
        "{(a,b) -> (a-1,b-1)}",
        "{(a,b) -> (a-k,b-k) for k in 1.. if k <= b or k <= a}",
        "{(a,b) -> (a-2,b+1) | (a+1,b-2) | (a-1,b-1)}",
    ];
    for text in rules {
        let rule = tidied(text);
        let mut whole = DenseTable::new(&rule, Convention::Normal).unwrap();
        whole.cover(&[19, 23], Order::Sum, &NoForeign, &Context::default()).unwrap();
        let (mut some, mut last) = (0, 0);
        for most in std::iter::successors(Some(0), |n| Some(n + n / 8 + 20)).take_while(|n| *n < 60_000) {
            let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
            let done = table.cover(&[19, 23], Order::Sum, &NoForeign, &nodes(most));
            // nothing more is asked of a spent budget, or of one without room
            let none = Context::new(grundy_core::Budget { memory: Some(0), ..grundy_core::Budget::UNLIMITED });
            for cx in [&nodes(0), &none] {
                assert!(table.cover(&[40, 40], Order::Sum, &NoForeign, cx).is_err(), "{text} {most}");
            }
            let mut known = 0;
            for (a, b) in (0..20).flat_map(|a| (0..24).map(move |b| [a, b])).map(|[a, b]| (a, b)) {
                if let Some(value) = table.value(&[a, b]) {
                    assert_eq!(Some(value), whole.value(&[a, b]), "{text} {most} ({a}, {b})");
                    known += 1;
                }
            }
            assert!(done.is_err() || known == 480, "{text} {most}: {known}");
            last = known;
            some += usize::from((1..480).contains(&known));
        }
        assert!(some > 3 && last == 480, "{text}: {some} {last}");
    }
}
