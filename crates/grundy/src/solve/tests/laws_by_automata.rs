//! Far places answered by proved laws of automata are those that a search finds, with their moves and reasons.

use grundy_automata::search::Question;

use crate::answer::Answer;
use crate::context::Context;
use crate::game::{Component, Game};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::place::Place;
use crate::plan::automaton::is_far;
use crate::plan::misere::Judge;
use crate::session::Session;
use crate::solve::{SolveOptions, solve};

fn game(text: &str) -> Game {
    Session::new().game(text).unwrap().game
}

fn place(numbers: &[u64]) -> Place {
    numbers.iter().map(|&n| Nat::from(n)).collect()
}

fn answer(session: &mut Session, text: &str, cx: &Context) -> Answer {
    let position = session.position(text).unwrap();
    solve(&position, &SolveOptions::default(), cx).unwrap()
}

fn places(arity: usize, last: u64) -> Vec<Place> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        all = all.iter().flat_map(|p: &Vec<u64>| (0..=last).map(move |n| [&p[..], &[n]].concat())).collect();
    }
    all.iter().map(|p| place(p)).collect()
}

/// The results of moves as lists of places.
fn plain(options: &[Vec<Component>]) -> Vec<Vec<Place>> {
    options.iter().map(|parts| parts.iter().map(|c| c.place.clone()).collect()).collect()
}

#[test]
fn one_state_is_singular() {
    // no move at all: every place is a P-position
    let rule = "{(a,b) -> (a-1,b-1) if a < 0}";
    let position = Session::new().position(&format!("{rule}(10^30, 10^30)")).unwrap();
    let answer = solve(&position, &SolveOptions::default(), &Context::default()).unwrap();
    assert!(!answer.evidence.by().english.contains("1 states"), "{}", answer.evidence.by().english);
}

const PAIRS: [&str; 3] = [
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-1) for k in 1..}",
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-2) | (a-2,b-1) for k in 1..}",
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1.. if b > 1}",
];

#[test]
fn outcomes_and_moves_are_those_of_a_search() {
    let cx = Context::default();
    for text in PAIRS {
        let game = game(text);
        let law = game.automatic_law(Question::Kernel, &cx).unwrap().unwrap_or_else(|| panic!("{text}"));
        for place in places(2, 8) {
            let lost = game.value_at(&place, &cx).unwrap() == Nat::ZERO;
            assert_eq!(law.is_previous(&place), lost, "{text} {place:?}");
            let known = game.options_with_value(&place, &Nat::ZERO, usize::MAX, &cx).unwrap();
            for limit in [2, 100] {
                let found = law.moves_to(&place, &Nat::ZERO, limit, &cx).unwrap().unwrap();
                let first = plain(&known.first);
                assert_eq!(Some(found.count), known.count, "{text} {place:?}");
                assert_eq!(found.first, first[..first.len().min(limit)], "{text} {place:?}");
            }
        }
    }
}

#[test]
fn values_and_moves_to_values_are_those_of_a_search() {
    let cx = Context::default();
    for text in ["{n -> n-1; n//3 if n > 0}", "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}"] {
        let game = game(text);
        let law = game.automatic_law(Question::Values, &cx).unwrap().unwrap_or_else(|| panic!("{text}"));
        for place in places(1, 24) {
            assert_eq!(law.value(&place), Some(game.value_at(&place, &cx).unwrap()), "{text} {place:?}");
            for value in (0..6u32).map(Nat::from) {
                let known = game.options_with_value(&place, &value, usize::MAX, &cx).unwrap();
                let found = law.moves_to(&place, &value, 1000, &cx).unwrap().unwrap();
                assert_eq!(found.first, plain(&known.first), "{text} {place:?} {value}");
                assert_eq!(Some(found.count), known.count);
            }
        }
    }
}

#[test]
fn misere_outcomes_are_those_of_a_search() {
    let cx = Context::default();
    let game = game("wythoff");
    let law = game.automatic_law(Question::Misere, &cx).unwrap().unwrap();
    let mut judge = Judge::new();
    for place in places(2, 6) {
        let sum = [(Component { game: game.clone(), place: place.clone() }, Nat::ONE)];
        let lost = judge.sum(&sum, &cx).unwrap() == Outcome::Previous;
        assert_eq!(law.is_previous(&place), lost, "{place:?}");
    }
}

#[test]
fn far_places_are_answered_with_their_moves() {
    let cx = Context::default();
    let mut session = Session::new();
    let mut ask = |text: &str| answer(&mut session, text, &cx);
    let rook = PAIRS[1];
    let answer = ask(&format!("{rook}(10^30, 10^30)"));
    assert_eq!((answer.outcome, answer.stopped.is_none()), (Some(Outcome::Previous), true));
    let answer = ask(&format!("{rook}(10^30, 77)"));
    assert!(answer.evidence.is_proved() && answer.outcome == Some(Outcome::Next));
    assert_eq!(answer.moves.count, Some(Nat::ONE));
    assert!(answer.moves.moves[0].to.ends_with("(77, 77)"), "{:?}", answer.moves.moves);
    // a law of values serves in sums
    let half = "{n -> n-1; n//3 if n > 0}";
    let value = ask(&format!("{half}(10^30)")).result.value.unwrap();
    let answer = ask(&format!("{half}(10^30) + *{value}"));
    assert_eq!(answer.outcome, Some(Outcome::Previous));
    let misere = ask("misere wythoff(10^30, 10^40)");
    assert!(misere.evidence.is_proved() && misere.outcome == Some(Outcome::Next));
    assert!(misere.result.moves.count.is_some_and(|count| count > Nat::ZERO));
    assert!(is_far(&place(&[u64::MAX, 1])) && !is_far(&place(&[1000, 1000])));
}

/// A table of so many heaps with so many moves each takes half a minute; the law takes a tenth of a second.
#[test]
fn heaps_with_many_moves_are_asked_for_a_law() {
    let cx = Context::default();
    let rule = "{n -> n-k for k in 1..n if k%3 != n%3}";
    let mut session = Session::new();
    let mut ask = |n: u64| answer(&mut session, &format!("{rule}({n})"), &cx);
    for n in 90_001..90_004u64 {
        let answer = ask(n);
        assert_eq!(answer.value, Some(Nat::from(2 * n / 3)), "{n}");
        assert!(answer.evidence.is_proved() && answer.engine == "automaton", "{n}: {}", answer.engine);
        assert_eq!(answer.moves.count, ask(n % 3 + 3).moves.count, "{n}");
    }
    assert!(cx.nodes() < 100_000_000);
    assert_eq!(ask(300).engine, "dense table");
}

/// The engine of a sequence goes through 10^9 values before they repeat; the law of these is proved at once.
#[test]
fn far_heaps_of_sequences_are_answered_by_laws() {
    let cx = Context::default();
    let mut session = Session::new();
    let mut ask = |text: &str| answer(&mut session, text, &cx);
    for n in 0..3u64 {
        let far = ask(&format!("take[1,2,10^9+1](3*10^17+{n})"));
        assert_eq!((far.value.clone(), far.stopped.is_none()), (Some(Nat::from(n)), true), "{n}");
        // n - 10^9 - 1 leaves the remainder of n - 2
        assert_eq!(far.moves.count, Some(Nat::from([0u32, 1, 2][n as usize])), "{:?}", far.moves);
        assert!(far.evidence.is_proved());
    }
    // who wins is a law of all heaps, the value is not known
    let code = ask("0.7777777777777777777777777777777777777777(10^30)");
    assert!(code.outcome == Some(Outcome::Next) && code.evidence.is_proved() && code.value.is_none());
    assert!(code.stopped.is_some() && cx.nodes() < 500_000_000, "{}", cx.nodes());
}

#[test]
fn reasons_name_the_proved_law() {
    let cx = Context::default();
    let mut session = Session::new();
    let rook = PAIRS[1];
    let automaton = PAIRS[0];
    for (text, words) in [
        (format!("{rook}(30, 47)"), "N because the Grundy value is xor(a,b), which is 49 at (a, b) = (30, 47)"),
        (format!("{automaton}(1, 2)"), "P because "),
        (format!("{automaton}(10^30, 10^30)"), " because "),
        ("wythoff(4, 7)".to_owned(), "P because min(a,b) = floor(phi*abs(a-b)) holds at (a, b) = (4, 7)"),
        ("take[1,3,4](21)".to_owned(), "P because the values have period 7"),
        ("misere wythoff(2, 2)".to_owned(), "P because "),
    ] {
        let told = session.explain(&text, &cx).unwrap();
        assert!(told.conclusion.english().contains(words), "{text}: {}", told.conclusion);
        assert!(told.conclusion.english().contains("(proved for all positions)"), "{text}: {}", told.conclusion);
        assert!(told.evidence.is_proved() && told.stopped.is_none());
    }
    let told = session.explain("take[squares](20)", &cx).unwrap();
    assert!(!told.conclusion.english().contains("all positions"), "{}", told.conclusion);
}

/// Cells of value 1 of Wythoff's game far beyond any table: a greedy scan of the rows, by somebody else's program, gave the
/// first ones.
#[test]
fn single_values_are_known_far_out() {
    let cx = Context::default();
    let wanted = SolveOptions::default().with_value(true);
    let game = game("wythoff");
    let law = game.levels_law(&cx).unwrap().unwrap();
    for (a, b) in [(100_000u64, 161_805u64), (999_999, 618_034), (1_000_001, 1_618_037), (1_199_999, 1_941_639)] {
        assert_eq!(law.value(&place(&[a, b])), Some(Nat::ONE), "({a}, {b})");
        assert_eq!(law.value(&place(&[b, a])), Some(Nat::ONE), "({b}, {a})");
        // beside it the value is larger, and not told
        assert_eq!(law.value(&place(&[a, b + 2])), None);
        for (coordinate, number) in [(0, a), (1, b)] {
            let numbers = law.numbers(&place(&[a, b]), coordinate, &Nat::ONE, &cx).unwrap();
            assert_eq!(numbers, Some(vec![Nat::from(number)]));
        }
    }
    let position = game.at((1_000_000, 1_618_035));
    let answer = solve(&position, &wanted, &cx).unwrap();
    assert_eq!((answer.value.clone(), answer.evidence.is_proved()), (Some(Nat::ONE), true));
    assert!(answer.moves.moves.iter().all(crate::Move::wins) && !answer.moves.moves.is_empty());
    assert!(position.certificate(&cx).unwrap().contains("\ntheorem levels 2\n"));
}
