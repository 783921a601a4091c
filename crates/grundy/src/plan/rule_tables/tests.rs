use grundy_core::{Budget, Context, Convention, Error, Nat};

use crate::answer::{CellRows as _, Cells, Show};
use crate::engine::dense::{DenseTable, Order};
use crate::game::Place;
use crate::rule::column::NoForeign;
use crate::rule::measure::Termination;
use crate::{Outcome, Session, TableOptions};

const QUEEN: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}";

#[test]
fn a_place_alone_has_the_value_and_the_moves_of_a_table() {
    let cx = Context::default();
    let game = Session::new().game(QUEEN).unwrap().game;
    let place: Place = [2900u64, 2901].map(Nat::from).into_iter().collect();
    let found = game.find_value(&place, &cx).unwrap();
    let rule = game.knowledge().unwrap().rule.as_ref().unwrap().rule();
    let mut table = DenseTable::new(rule, Convention::Normal).unwrap();
    table.cover(&[2900, 2901], Order::Lexicographic, &NoForeign, &cx).unwrap();
    assert_eq!(found.what, Nat::from(table.value(&[2900, 2901]).unwrap()));
    let winning = game.options_with_value(&place, &Nat::ZERO, 100, &cx).unwrap();
    let lost: Vec<[u64; 2]> = (0..2900)
        .flat_map(|k| [[k, 2901], [2900, k], [k, k + 1]])
        .chain([[2900, 2900], [2899, 2899], [2898, 2900]])
        .filter(|to| table.value(to) == Some(0))
        .collect();
    assert_eq!(winning.count, Some(Nat::from(lost.len())));
}

/// No measure is proved of this rule, and a search over its options is too long.
#[test]
fn heaps_of_a_rule_that_is_only_checked_have_a_table() {
    let game = Session::new().game("{n -> n*k%(k+1) for k in 2..n if n*k%(k+1) < n}").unwrap().game;
    assert_eq!(game.knowledge().unwrap().termination, Some(Termination::Running));
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=3000 {
        let smaller = (2..=n).map(|k| n * k % (k + 1)).filter(|&heap| heap < n);
        values.push(grundy_core::mex::mex(smaller.map(|heap| values[heap as usize])));
    }
    let value = game.find_value(&Place::heap(3000_u64), &Context::default()).unwrap().what;
    assert_eq!(value, Nat::from(values[3000]));
}

#[test]
fn large_tables_of_outcomes_are_the_outcomes_of_their_places() {
    let cx = Context::default();
    for text in [QUEEN.to_owned(), format!("misere {QUEEN}")] {
        let question = Session::new().game(&text).unwrap();
        let wanted = |to| TableOptions::default().with_to(to).with_show(Show::Outcomes);
        let large = question.table_with(&wanted(vec![299, 300]), &cx).unwrap();
        let small = Session::new().game(&text).unwrap().table_with(&wanted(vec![30, 40]), &cx).unwrap();
        let (Cells::Outcomes(large), Cells::Outcomes(small)) = (&large.cells, &small.cells) else { unreachable!() };
        assert!(large.len() == 300 && large.iter().all(|row| row.len() == 301));
        for (a, b) in (0..=30).flat_map(|a| (0..=40).map(move |b| (a, b))) {
            assert_eq!(large[a][b], small[a][b], "{text} ({a}, {b})");
        }
        let places = TableOptions::default().with_to(vec![299, 300]).with_show(Show::Previous);
        let places = question.table_with(&places, &cx).unwrap();
        let lost = large.iter().flatten().filter(|outcome| **outcome == Outcome::Previous).count();
        assert!(matches!(&places.cells, Cells::Previous(all) if all.len() == lost && places.evidence.is_proved()));
    }
}

#[test]
fn a_table_that_is_cut_holds_a_rectangle_from_its_first_corner() {
    for (text, to) in [
        ("wythoff", [900, 900]),
        ("wythoff", [30, 9000]),
        ("{(a,b) -> (a-k,b) | (a-k,b-k) for k in 1..b}", [900, 300]),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..5}", [900, 900]),
        ("{(a,b) -> (a-1,b-1)}", [900, 900]),
        ("{(a,b) -> (a-k,b-k) for k in 1.. if k <= b or k <= a}", [120, 130]),
    ] {
        let question = Session::new().game(text).unwrap();
        let wanted = TableOptions::default().with_from(vec![2, 1]).with_to(to.to_vec());
        let Cells::Values(whole) = question.table_with(&wanted, &Context::default()).unwrap().result.cells else {
            panic!("{text}");
        };
        let question = Session::new().game(text).unwrap();
        let cx = Context::new(Budget { nodes: Some(300_000), ..Budget::UNLIMITED });
        let table = question.table_with(&wanted, &cx).unwrap();
        let Cells::Values(part) = &table.cells else { panic!("{text}") };
        assert!(table.stopped.is_some() && table.evidence.is_proved(), "{text}");
        let (height, width) = (part.height(), part.width(0));
        assert!(height > 0 && width > 0 && height * width < whole.height() * whole.width(0), "{text} {height} {width}");
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            assert_eq!(part.get(row, column), whole.get(row, column), "{text} at {row}, {column}");
        }
    }
}

#[test]
fn what_is_held_is_not_laid_out_again_and_far_cells_need_no_table() {
    let ask = |question: &crate::GameQuestion, from: [u64; 2], to: [u64; 2], cx: &Context| {
        let wanted = TableOptions::default().with_from(from.to_vec()).with_to(to.to_vec());
        let table = question.table_with(&wanted, cx).unwrap();
        let Cells::Values(values) = &table.cells else { panic!("values") };
        (values.height(), table.stopped.is_some())
    };
    let few = || Context::new(Budget { nodes: Some(10_000), ..Budget::UNLIMITED });
    let question = Session::new().game(QUEEN).unwrap();
    assert_eq!(ask(&question, [0, 0], [300, 300], &Context::default()), (301, false));
    assert_eq!(ask(&question, [5, 7], [6, 9], &few()), (2, false));
    // a larger table that is cut does not replace it
    assert!(ask(&question, [0, 0], [900, 900], &few()).1);
    assert_eq!(ask(&question, [0, 0], [300, 300], &few()), (301, false));
    // a board of four columns, and then a square that is not finished: only four columns are known below the fourth row
    let question = Session::new().game("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..2; (a-1,b-2); (a-2,b-1)}").unwrap();
    assert_eq!(ask(&question, [0, 0], [3, 800], &Context::default()), (4, false));
    let poor = Context::new(Budget { memory: Some(1 << 10), ..Budget::UNLIMITED });
    let wanted = TableOptions::default().with_from(vec![1, 1]).with_to(vec![9, 800]);
    let table = question.table_with(&wanted, &poor).unwrap();
    let Cells::Values(values) = &table.cells else { panic!("values") };
    assert!(
        (0..values.height()).all(|row| (0..values.width(row)).all(|column| values.get(row, column).is_some())),
        "{values:?}"
    );
    for (text, from, to) in [
        ("wythoff", [0, 1_000_000_000], [3, 1_000_000_005]),
        ("{(a,b) -> (a-2*k,b-k) for k in 1..3}", [100_000; 2], [100_003; 2]),
    ] {
        let question = Session::new().game(text).unwrap();
        assert_eq!(ask(&question, from, to, &Context::default()), (4, false), "{text}");
    }
}

/// Where a move enlarges a number, what is reached from a place is no box up to it.
#[test]
fn no_table_is_named_that_would_not_do() {
    let told = |text: &str, place: [u64; 2]| {
        let question = Session::new().game(text).unwrap();
        match question.game.value_at(&place.into_iter().map(Nat::from).collect(), &Context::default()) {
            Err(Error::Stopped(stopped)) => stopped.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    };
    let growing = told("{(a,b) -> (a-1,b*b) | (a,b-1)}", [4, 3]);
    assert!(growing.contains("a search of more than 2000000 options") && !growing.contains("table"), "{growing}");
}

/// A million options of one position would take hundreds of MiB before the search gives up.
#[test]
fn more_options_than_may_wait_are_refused_at_the_first_position() {
    let question = Session::new().game("{n -> n-k for k in 2..isqrt(n)}").unwrap();
    let asked = |heap: u64| {
        let place = [Nat::from(heap)].into_iter().collect();
        match question.game.value_at(&place, &Context::default()) {
            Err(Error::Stopped(stopped)) => stopped.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let told = asked(1_000_000_000_000);
    assert!(told.contains("more than 500000 options of one position, or a table of 1000000000001 places"), "{told}");
    let told = asked(10_000_000_000_000_000);
    assert!(told.contains("more than 500000 options of one position"), "{told}");
}
