//! The engines against the definitions on random small graphs, and against theorems on large ones.

use grundy_core::testing::Random;
use grundy_core::{Budget, Context, Convention, Error, Outcome, Spent};

use crate::*;

/// Random graphs.
trait Graphs {
    fn graph(&mut self, most: u64) -> (usize, Vec<Arc>);
}

impl Graphs for Random {
    /// A graph of 1 to `most` vertices, thin or dense, every third one without a cycle, with repeated arcs and loops.
    fn graph(&mut self, most: u64) -> (usize, Vec<Arc>) {
        let n = 1 + self.below(most);
        let acyclic = self.below(3) == 0;
        let degree = 1 + self.below(3);
        let arcs = self.below(1 + n * degree);
        let mut list = Vec::new();
        for _ in 0..arcs {
            let (u, v) = (self.below(n) as u32, self.below(n) as u32);
            match acyclic {
                true if u == v => {}
                true => list.push((u.max(v), u.min(v))),
                false => list.push((u, v)),
            }
        }
        (n as usize, list)
    }
}

fn check_values(seed: u64, rounds: u32) {
    let mut random = Random::new(seed);
    let cx = Context::default();
    let mut draws = [0u32; 2];
    for round in 0..rounds {
        let (n, arcs) = random.graph(9);
        let graph = Reverse::from_arcs(n, &arcs, &cx).unwrap();
        let plain = plain::graph(n, &arcs);
        let values = GrundyValues::of(&graph, &cx).unwrap();
        let expected = plain::grundy(&plain);
        assert!(values.iter().eq(expected.iter().copied()), "round {round}: values of {arcs:?}");
        assert_eq!(values.is_acyclic(), expected.iter().all(Option::is_some));
        let cycle = find_cycle(&graph, |v| values.get(v).is_none());
        assert_eq!(cycle.is_none(), values.is_acyclic(), "round {round}: cycle of {arcs:?}");
        for (i, &u) in cycle.iter().flatten().enumerate() {
            let cycle = cycle.as_ref().unwrap();
            assert!(arcs.contains(&(u, cycle[(i + 1) % cycle.len()])), "round {round}: cycle {cycle:?} of {arcs:?}");
        }
        for (i, convention) in [Convention::Normal, Convention::Misere].into_iter().enumerate() {
            let outcomes = Outcomes::of(&graph, convention, &cx).unwrap();
            let suspense = Suspense::of(&graph, convention, &cx).unwrap();
            let expected_suspense = plain::suspense(&plain, convention);
            for (v, (outcome, remoteness)) in plain::outcomes(&plain, convention).into_iter().enumerate() {
                let what = format!("round {round}, {convention:?}, vertex {v} of {arcs:?}");
                assert_eq!(outcomes.outcome(v as u32), outcome, "{what}");
                assert_eq!(outcomes.remoteness(v as u32), remoteness, "{what}");
                let expected = expected_suspense[v].filter(|_| expected_well_founded(&expected, v));
                assert_eq!(suspense.get(v as u32), expected, "{what}");
                draws[i] += u32::from(outcome == Outcome::Draw);
            }
        }
    }
    assert!(draws[0] > rounds / 2 && draws[1] > rounds / 2, "the graphs have draws: {draws:?}");
}

fn expected_well_founded(values: &[Option<u32>], v: usize) -> bool {
    values[v].is_some()
}

fn check_smith(seed: u64, rounds: u32) {
    let mut random = Random::new(seed);
    let cx = Context::default();
    let (mut loopy, mut finite_behind_cycles) = (0, 0);
    for round in 0..rounds {
        let (n, arcs) = random.graph(10);
        let graph = Reverse::from_arcs(n, &arcs, &cx).unwrap();
        let plain = plain::graph(n, &arcs);
        let smith = SmithValues::of(&graph, &cx).unwrap();
        let mex = GrundyValues::of(&graph, &cx).unwrap();
        assert_eq!(smith.is_acyclic(), mex.is_acyclic());
        let (_, together) = SmithValues::with_outcomes(&graph, &cx).unwrap();
        let alone = Outcomes::of(&graph, Convention::Normal, &cx).unwrap();
        assert!((0..n as u32).all(|v| together.remoteness(v) == alone.remoteness(v)), "round {round}: {arcs:?}");
        assert!((0..n as u32).all(|v| smith.is_well_founded(v) == mex.get(v).is_some()));
        let mut infinite = 0;
        let mut largest = 0;
        for (u, expected) in plain::smith(&plain).into_iter().enumerate() {
            let u = u as u32;
            assert_eq!(smith.get(u), expected, "round {round}: vertex {u} of {arcs:?}");
            infinite += usize::from(expected.loopy().is_some());
            largest = largest.max(expected.finite().copied().unwrap_or(0));
            finite_behind_cycles += u32::from(expected.finite().is_some() && mex.get(u).is_none());
            let Some(&label) = expected.finite() else { continue };
            // every follower with a greater label or none has the reply that ends the play
            for &v in &plain[u as usize] {
                let below = smith.finite(v as u32).is_some_and(|other| other < label);
                let replies = plain[v]
                    .iter()
                    .any(|&w| smith.finite(w as u32) == Some(label) && smith.counter(w as u32) < smith.counter(u));
                assert!(below || replies, "round {round}: {u} → {v} of {arcs:?} has no reply");
            }
        }
        assert_eq!(smith.infinite(), infinite);
        assert!(smith.passes() <= largest + 2, "round {round}: {arcs:?}");
        loopy += infinite;
    }
    assert!(loopy > 0 && finite_behind_cycles > 0);
}

/// Two tokens against the product graph, and the winner's play to its end against every defence.
fn check_sums(seed: u64, rounds: u32) {
    let mut random = Random::new(seed);
    let cx = Context::default();
    let mut won = 0;
    for round in 0..rounds {
        let (n, arcs) = random.graph(5);
        let graph = Reverse::from_arcs(n, &arcs, &cx).unwrap();
        let mut plain = plain::graph(n, &arcs);
        for followers in &mut plain {
            followers.sort_unstable();
            followers.dedup();
        }
        let smith = SmithValues::of(&graph, &cx).unwrap();
        let product = plain::product(&plain);
        let outcomes = plain::outcomes(&product, Convention::Normal);
        let winning = |pair: usize| {
            let tokens = [(pair / n) as u32, (pair % n) as u32];
            let moves = winning_moves(&smith, &tokens, &graph.followers(&tokens));
            let to = |m: &SumMove| match m.token {
                0 => m.to as usize * n + pair % n,
                _ => pair / n * n + m.to as usize,
            };
            moves.iter().map(to).collect::<Vec<usize>>()
        };
        // round by round the pairs from which the first winning move always ends the play
        let strategy: Vec<Vec<usize>> = (0..n * n).map(winning).collect();
        for pair in 0..n * n {
            let tokens = [(pair / n) as u32, (pair % n) as u32];
            assert_eq!(sum_outcome(&smith, &tokens), outcomes[pair].0, "round {round}: {tokens:?} of {arcs:?}");
            let mut moves = strategy[pair].clone();
            moves.sort_unstable();
            let mut expected: Vec<usize> = product[pair].clone();
            expected.retain(|&to| outcomes[to].0 == Outcome::Previous);
            expected.sort_unstable();
            // a loop of one token counts once, though both tokens may stand on the same vertex
            assert_eq!(moves, expected, "round {round}: {tokens:?} of {arcs:?}");
        }
        let mut ends = vec![false; n * n];
        for _ in 0..=n * n {
            for pair in 0..n * n {
                ends[pair] |=
                    outcomes[pair].0 == Outcome::Next && product[strategy[pair][0]].iter().all(|&reply| ends[reply]);
            }
        }
        for pair in 0..n * n {
            assert_eq!(ends[pair], outcomes[pair].0 == Outcome::Next, "round {round}: pair {pair} of {arcs:?} circles");
            won += u32::from(ends[pair]);
        }
    }
    assert!(won > rounds);
}

#[test]
fn values_and_outcomes_are_those_of_the_definitions() {
    check_values(1, 10_000);
}

#[test]
fn more_values_and_outcomes() {
    check_values(2, 30_000);
}

#[test]
fn loopy_values_are_those_of_smiths_rule() {
    check_smith(3, 20_000);
}

#[test]
fn more_loopy_values() {
    check_smith(4, 30_000);
}

#[test]
fn sums_and_their_play_are_those_of_the_product() {
    check_sums(5, 10_000);
}

/// In the complete graph u → v for all v < u the value of u is u: values beyond the mask. Each arc to a value ≥ 64 that
/// is superfluous changes nothing.
#[test]
fn values_beyond_the_mask() {
    let cx = Context::default();
    let n = 300u32;
    let mut arcs: Vec<Arc> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    // one that sees a high value only, one that misses 64 of the first hundred
    arcs.extend([(300, 299), (300, 299)]);
    arcs.extend((0..100).filter(|&v| v != 64).map(|v| (301, v)));
    // and on a cycle: K has high values
    arcs.extend([(302, 303), (303, 302), (302, 70), (302, 299), (302, 5), (302, 70)]);
    let graph = Reverse::from_arcs(304, &arcs, &cx).unwrap();
    let values = GrundyValues::of(&graph, &cx).unwrap();
    let smith = SmithValues::of(&graph, &cx).unwrap();
    let outcomes = Outcomes::of(&graph, Convention::Normal, &cx).unwrap();
    for u in 0..n {
        assert_eq!(values.get(u), Some(u));
        assert_eq!(smith.finite(u), Some(u));
        assert_eq!(outcomes.remoteness(u), Some(u32::from(u > 0)));
    }
    assert_eq!((values.get(300), values.get(301), values.get(302)), (Some(0), Some(64), None));
    assert_eq!(smith.get(302), LoopyValue::Infinite(vec![5, 70, 299]));
    assert_eq!(smith.get(303), LoopyValue::Infinite(vec![]));
}

/// Loopy stages beyond the mask: each vertex of a complete graph gets a twin that a loop-like pair leads back from.
#[test]
fn stages_beyond_the_mask() {
    let cx = Context::default();
    let n = 70u32;
    // u → v for v < u, and u → twin(u) → u's own followers' twin … : twin(u) → a vertex with the label of u
    let mut arcs: Vec<Arc> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    // w sees 0 … 68 and a vertex x that goes back to w, and x also to 69: x reverts, so w has the label 69
    arcs.extend((0..69).map(|v| (70, v)));
    arcs.extend([(70, 71), (71, 70), (71, 69)]);
    let graph = Reverse::from_arcs(72, &arcs, &cx).unwrap();
    let smith = SmithValues::of(&graph, &cx).unwrap();
    assert_eq!(smith.get(70), LoopyValue::Finite(69));
    assert_eq!(smith.get(71), LoopyValue::Finite(0));
    let plain = plain::smith(&plain::graph(72, &arcs));
    assert!((0..72).all(|v| smith.get(v) == plain[v as usize]));
}

/// A path of a million vertices: nothing here is recursive.
#[test]
fn a_long_path() {
    let cx = Context::default();
    let n = 1_000_000u32;
    let mut arcs: Vec<Arc> = (1..n).map(|u| (u, u - 1)).collect();
    let graph = Reverse::from_arcs(n as usize, &arcs, &cx).unwrap();
    let outcomes = Outcomes::of(&graph, Convention::Misere, &cx).unwrap();
    assert_eq!(outcomes.remoteness(n - 1), Some(n - 1));
    assert_eq!(outcomes.outcome(n - 1), Outcome::Previous);
    assert_eq!(Suspense::of(&graph, Convention::Misere, &cx).unwrap().get(n - 1), Some(n - 1));
    arcs.push((0, n - 1));
    let ring = Reverse::from_parts(n as usize, vec![arcs[..10].to_vec(), arcs[10..].to_vec()], &cx).unwrap();
    assert_eq!(GrundyValues::of(&ring, &cx).unwrap().labelled(), 0);
    assert_eq!(find_cycle(&ring, |_| true).unwrap().len(), n as usize);
    assert_eq!(SmithValues::of(&ring, &cx).unwrap().infinite(), n as usize);
}

#[test]
fn budgets_and_bad_arcs() {
    let arcs: Vec<Arc> = (1..1000).map(|u| (u, u - 1)).collect();
    let stopped = |budget: Budget| {
        let cx = Context::new(budget);
        let graph = Reverse::from_arcs(1000, &arcs, &cx)?;
        SmithValues::of(&graph, &cx).map(|_| ())
    };
    let spent = |budget| match stopped(budget) {
        Err(Error::Stopped(stopped)) => Some(stopped.spent),
        _ => None,
    };
    assert_eq!(spent(Budget { memory: Some(1000), ..Budget::UNLIMITED }), Some(Spent::Memory));
    assert_eq!(spent(Budget { memory: Some(26_000), ..Budget::UNLIMITED }), Some(Spent::Memory));
    assert_eq!(spent(Budget { nodes: Some(500), ..Budget::UNLIMITED }), Some(Spent::Nodes));
    assert_eq!(spent(Budget { nodes: Some(1500), ..Budget::UNLIMITED }), Some(Spent::Nodes));
    assert_eq!(spent(Budget::UNLIMITED), None);
    let cx = Context::default();
    assert!(matches!(Reverse::from_arcs(2, &[(0, 2)], &cx), Err(Error::Bad(_))));
    assert!(matches!(Reverse::from_arcs(2, &[(2, 0)], &cx), Err(Error::Bad(_))));
    let empty = Reverse::from_arcs(0, &[], &cx).unwrap();
    assert!(GrundyValues::of(&empty, &cx).unwrap().is_acyclic());
    assert_eq!(find_cycle(&empty, |_| true), None);
    assert_eq!(empty.predecessors(0), &[] as &[u32]);
    assert_eq!(Outcomes::of(&empty, Convention::Normal, &cx).unwrap().remoteness(0), None);
}
