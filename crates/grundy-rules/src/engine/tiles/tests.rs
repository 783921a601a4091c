use grundy_core::{Budget, Context, Convention};
use proptest::prelude::*;

use super::moves::Bound;
use super::*;
use crate::engine::dense::{DenseTable, Order, Region};
use crate::rule::column::NoForeign;
use crate::rule::reading::tidied;

fn moves(rays: &[[usize; 2]], steps: &[[usize; 2]]) -> Moves {
    Moves::new(rays.iter().map(|&steps| Ray { steps, most: Vec::new() }).collect(), steps.to_vec())
}

/// The values by the definition: the mex over all options.
fn plainly(moves: &Moves, height: usize, width: usize) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0_u32; width]; height];
    for a in 0..height {
        for b in 0..width {
            let mut seen = Vec::new();
            let rays = moves.rays.iter().map(|ray| (ray.steps, ray.most_at([a, b])));
            for ([u, v], most) in rays.chain(moves.steps.iter().map(|&step| (step, 1))) {
                let mut k = 1;
                while k <= most && k * u <= a && k * v <= b {
                    seen.push(values[a - k * u][b - k * v]);
                    k += 1;
                }
            }
            values[a][b] = (0..).find(|value| !seen.contains(value)).unwrap();
        }
    }
    values
}

fn rows(grid: &Grid, height: usize, width: usize) -> Vec<Vec<u32>> {
    (0..height).map(|a| grid.row(a, 0..=width - 1).collect()).collect()
}

fn table(moves: &Moves, extents: [usize; 2], cx: &Context) -> Grid {
    let mut grid = None;
    moves.table(extents, &mut grid, cx).unwrap();
    grid.unwrap()
}

#[test]
fn wythoffs_queen_is_as_by_the_definition() {
    let queen = moves(&[[1, 0], [0, 1], [1, 1]], &[]);
    assert!(queen.is_symmetric());
    for extents in [[1, 1], [1, 9], [140, 130], [130, 140], [128, 257]] {
        let grid = table(&queen, extents, &Context::default());
        assert_eq!(rows(&grid, extents[0], extents[1]), plainly(&queen, extents[0], extents[1]), "{extents:?}");
    }
}

/// Bounds that are the same all along a line in this direction.
fn some_bounds([u, v]: [usize; 2]) -> impl Strategy<Value = Vec<Bound>> {
    let bound = (-3_i64..12, -2_i64..3, 1_i64..4).prop_map(move |(constant, times, divisor)| {
        let times = match [u, v] {
            [0, _] => [times, 0],
            [_, 0] => [0, times],
            _ => [0, 0],
        };
        Bound { constant, times, divisor }
    });
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(bound, 1..3)]
}

fn some_moves() -> impl Strategy<Value = Moves> {
    let steps = (0_usize..4, 0_usize..4).prop_map(|(u, v)| if u + v == 0 { [1, 0] } else { [u, v] });
    let ray = steps.prop_flat_map(|steps| some_bounds(steps).prop_map(move |most| Ray { steps, most }));
    let step = (0_usize..5, 0_usize..5).prop_map(|(i, j)| if i + j == 0 { [1, 2] } else { [i, j] });
    (prop::collection::vec(ray, 1..4), prop::collection::vec(step, 0..3), any::<bool>()).prop_map(
        move |(mut rays, mut steps, symmetric)| {
            if symmetric {
                rays = rays.iter().flat_map(|ray| [ray.clone(), ray.mirrored()]).collect();
                steps = steps.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
            }
            rays.iter_mut().for_each(|ray| ray.most.sort_unstable());
            Moves::new(rays, steps)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn random_moves_are_as_by_the_definition(
        moves in some_moves(),
        height in 1_usize..300,
        width in 1_usize..300,
        threads in 1_usize..4,
    ) {
        let cx = Context::default().with_threads(threads);
        let plain = plainly(&moves, height, width);
        let grid = table(&moves, [height, width], &cx);
        prop_assert_eq!(rows(&grid, height, width), plain.clone());
        let cells: Vec<[usize; 2]> = (0..9).map(|i| [i * 37 % height, i * 53 % width]).collect();
        let values: Vec<u32> = cells.iter().map(|&[a, b]| plain[a][b]).collect();
        prop_assert_eq!(moves.values(&cells, &cx).unwrap(), values);
    }
}

/// The moves of a rule, and the table of the engine for all rules.
fn beside(text: &str, extents: [u64; 2]) -> Option<(Moves, Vec<u32>)> {
    let rule = tidied(text);
    let moves = Moves::of(&rule).unwrap()?;
    let mut dense = DenseTable::new(&rule, Convention::Normal).unwrap();
    dense.fill(&Region::Box(extents.to_vec()), Order::Lexicographic, &NoForeign, &Context::default()).unwrap();
    Some((moves, dense.values().to_vec()))
}

#[test]
fn rules_of_rays_are_worked_out_and_others_are_not() {
    for text in [
        "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}",
        "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}",
        "{(a,b) -> (a-k,b) | (a-2*k,b-k) for k in 1..}",
        "{(a,b) -> (a,b-k) for k in 1..b; (a-2,b-3)}",
        "{(a,b) -> (a-k,b-k) for k in 2.. step 2; (a-k,b) for k in 1..}",
        "{(a,b) -> (a-k,b) for k in 1..3; (a,b-k) for k in 1..}",
        "{(a,b) -> (a-k,b) for k in 1..b}",
        "{(a,b) -> (a-k,b) for k in 1..b//3; (a,b-k) for k in 1..a; (a-k,b-k) for k in 1..min(7,a,b); (a-1,b-2)}",
        "{(a,b) -> (a-k,b) for k in 1..b; (a,b-k) for k in 1..a}",
    ] {
        let Some((moves, values)) = beside(text, [150, 200]) else { panic!("{text}") };
        let grid = table(&moves, [150, 200], &Context::default().with_threads(2));
        assert_eq!(rows(&grid, 150, 200).concat(), values, "{text}");
    }
    for text in [
        "{(a,b) -> (a-k,b) for k in 1.. if b > 1; (a,b-1)}",
        "{(a,b) -> (a-k,b) for k in 2..3; (a,b-k) for k in 1..}",
        "{(a,b) -> (a-1,b+1); (a,b-k) for k in 1..}",
        "{(a,b) -> (a-k,b) for k in {1,4}; (a,b-1)}",
        "{(a,b) -> (a-200,b); (a,b-k) for k in 1..}",
    ] {
        assert!(beside(text, [5, 5]).is_none(), "{text}");
    }
}

#[test]
fn what_was_finished_before_the_budget_ended_is_kept() {
    let queen = moves(&[[1, 0], [0, 1], [1, 1]], &[[2, 3], [3, 2]]);
    for threads in [1, 2] {
        let cx = Context::new(Budget { nodes: Some(1_000_000), ..Budget::UNLIMITED }).with_threads(threads);
        let mut kept = None;
        assert!(queen.table([2000, 2000], &mut kept, &cx).is_err());
        let grid = kept.unwrap();
        let [height, _] = grid.extents();
        assert!((SIDE..1000).contains(&height), "{height}");
        assert_eq!(rows(&grid, 128, 128), plainly(&queen, 128, 128));
        assert_eq!(grid.value(0, 1500), None);
    }
}

/// A table that is long and narrow stays so, whichever coordinate of a place is the larger.
#[test]
fn a_symmetric_table_grows_by_the_larger_coordinate() {
    let queen = moves(&[[1, 0], [0, 1], [1, 1]], &[]);
    let grid = table(&queen, [9, 400], &Context::default());
    assert_eq!((grid.extents(), grid.with([9, 401]), grid.with([300, 8])), ([400, 9], [401, 9], [400, 9]));
    assert!(grid.reaches(8, 399) && grid.reaches(399, 8) && !grid.reaches(9, 9));
}
