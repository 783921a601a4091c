//! Parts handed over to another game need no measure, and moves that no question reaches refuse nothing.

use grundy::answer::Cells;
use grundy::{Context, ErrorKind, Session, TableOptions};

fn mex(values: &[u64]) -> u64 {
    (0..).find(|n| !values.contains(n)).unwrap()
}

fn values(text: &str, to: u64) -> Vec<u64> {
    let question = Session::new().game(text).unwrap();
    let table = question.table_with(&TableOptions::default().with_to(vec![to]), &Context::default()).unwrap();
    let Cells::Values(rows) = table.result.cells else { panic!("{text}") };
    rows.iter().map(|v| u64::try_from(v).unwrap()).collect()
}

/// The values of a rule by direct recursion: from n the moves to own heaps, and the values of parts handed over.
fn recursion(to: u64, moves: impl Fn(u64) -> (Vec<u64>, Vec<u64>)) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=to {
        let (own, handed) = moves(n);
        let all: Vec<u64> = own.iter().map(|&m| values[m as usize]).chain(handed).collect();
        values.push(mex(&all));
    }
    values
}

#[test]
fn values_are_those_of_direct_recursion() {
    let lower = |n: u64, k: u64| n.checked_sub(k).into_iter().collect::<Vec<_>>();
    let kayles = values("kayles", 200);
    assert_eq!(values("{n -> nim(n)}", 60), recursion(60, |n| (vec![], vec![n])));
    assert_eq!(values("{n -> nim(n//3); n-2}", 60), recursion(60, |n| (lower(n, 2), vec![n / 3])));
    assert_eq!(values("{n -> nim(3*n+1); n-1}", 60), recursion(60, |n| (lower(n, 1), vec![3 * n + 1])));
    assert_eq!(values("{n -> kayles(n//2); n-3}", 60), recursion(60, |n| (lower(n, 3), vec![kayles[n as usize / 2]])));
    assert_eq!(
        values("{n -> kayles(n+k) for k in 0..n; n-1}", 60),
        recursion(60, |n| (lower(n, 1), (n..=2 * n).map(|m| kayles[m as usize]).collect()))
    );
    // heaps far off the table, and values that no table holds
    assert_eq!(values("{n -> nim(10^9*n); n-1}", 20), recursion(20, |n| (lower(n, 1), vec![1_000_000_000 * n])));
    assert_eq!(values("{n -> nim(10^10*n); n-1}", 20), recursion(20, |n| (lower(n, 1), vec![10_000_000_000 * n])));
    // own parts beside parts that are handed over
    let own = values("{n -> n-1 & nim(n+5); n-2}", 40);
    let mut expected: Vec<u64> = Vec::new();
    for n in 0..=40u64 {
        let mut all = Vec::new();
        if n >= 1 {
            all.push(expected[n as usize - 1] ^ (n + 5));
        }
        if n >= 2 {
            all.push(expected[n as usize - 2]);
        }
        expected.push(mex(&all));
    }
    assert_eq!(own, expected);
}

#[test]
fn an_empty_heap_that_hands_over_is_not_dropped() {
    let cx = Context::default();
    let mut session = Session::new();
    let rule = "{n -> nim(n+1); n-1}";
    // from 0 the move to nim(1) is left: a win
    let position = session.position(&format!("{rule}(0)")).unwrap();
    assert_eq!(position.moves_with(&grundy::MovesOptions::default(), &cx).unwrap().moves.len(), 1);
    for n in 0..5u64 {
        // misère: the player who takes last loses; nim(k) is lost for k = 1 alone
        let position = session.position(&format!("misere {rule}({n})")).unwrap();
        let lost = |n: u64| n == 1;
        let mut won: Vec<bool> = Vec::new();
        for m in 0..=n {
            won.push(lost(m + 1) || m > 0 && !won[m as usize - 1]);
        }
        let expected = if won[n as usize] { grundy::Outcome::Next } else { grundy::Outcome::Previous };
        assert_eq!(position.outcome().unwrap(), expected, "{n}");
    }
}

const EUCLID: &str = "{(a,b) -> (a-k*b,b) for k in 1.. if a-k*b > 0; (a,b-k*a) for k in 1.. if b-k*a > 0}";

#[test]
fn moves_that_are_never_reached_refuse_nothing() {
    let cx = Context::default();
    let mut brute = vec![vec![0u64; 13]; 13];
    for a in 1..13usize {
        for b in 1..13usize {
            let mut all: Vec<u64> = (1..).take_while(|k| k * b < a).map(|k| brute[a - k * b][b]).collect();
            all.extend((1..).take_while(|k| k * a < b).map(|k| brute[a][b - k * a]));
            brute[a][b] = mex(&all);
        }
    }
    let mut session = Session::new();
    for (a, row) in brute.iter().enumerate().skip(1) {
        for (b, expected) in row.iter().enumerate().skip(1) {
            let position = session.position(&format!("{EUCLID}({a},{b})")).unwrap();
            assert_eq!(u64::try_from(&position.value().unwrap()).unwrap(), *expected, "{a} {b}");
        }
    }
    let question = session.game(EUCLID).unwrap();
    let table = question.table_with(&TableOptions::default().with_to(vec![6]), &cx).unwrap();
    assert!(table.refused.is_some() && table.must_be_whole().is_err());
    let Cells::SomeValues(rows) = &table.cells else { panic!() };
    for (a, row) in rows.iter().enumerate() {
        for (b, cell) in row.iter().enumerate() {
            // (0,0) has no move; from (0,b) nothing gets smaller
            let expected = (a + b == 0 || a > 0 && b > 0).then_some(brute[a][b]);
            assert_eq!(cell.as_ref().map(|v| u64::try_from(v).unwrap()), expected, "{a} {b}");
        }
    }
}

#[test]
fn what_reaches_a_move_that_does_not_get_smaller_is_refused() {
    let cx = Context::default();
    let mut session = Session::new();
    for (rule, fine, bad) in [
        ("{n -> n+1 if n = 5; n-1}", 4, 7),
        ("{n -> n if n = 5; n-3}", 7, 8),
        ("{n -> n+1 if n = 0; n-2}", 3, 4),
        ("{n -> n+1 if n = 0; n-2 & n-3}", 2, 6),
    ] {
        session.position(&format!("{rule}({fine})")).unwrap().value().unwrap();
        for misere in ["", "misere "] {
            let refused = session.position(&format!("{misere}{rule}({bad})")).unwrap().outcome().unwrap_err();
            let grundy::Error::Bad(refused) = refused else { panic!("{rule}") };
            assert_eq!(refused.kind, ErrorKind::Rule, "{rule}");
        }
        // and what is fine stays fine
        session.position(&format!("{rule}({fine})")).unwrap().value().unwrap();
    }
    // nothing is left of the table
    let question = session.game("{n -> n+1}").unwrap();
    assert!(question.table_with(&TableOptions::default(), &cx).is_err());
    assert!(question.game.emit(grundy::Language::C).is_err());
}

/// Rows are brought to their canonical form, and what is no position is refused with the move, by every verb.
#[test]
fn what_is_handed_over_is_a_position() {
    let solved = |text: &str| {
        let position = Session::new().position(text).unwrap();
        position.solve_with(&Default::default(), &Context::default())
    };
    for (text, left) in [
        ("{n -> silverdollar(n+3,n)}(2)", "silverdollar(2, 5)"),
        ("{n -> newstone(n,1)}(3)", "newstone(1, 3)"),
        ("{n -> welter(n+3,n,1)}(4)", "welter(1, 4, 7)"),
        ("{n -> antonim(n+3,n)}(4)", "antonim(4, 7)"),
    ] {
        let position = Session::new().position(text).unwrap();
        let moves = position.moves().unwrap();
        assert_eq!(moves.moves[0].to, left, "{text}");
        // its value is that of the position asked directly
        let after = solved(left).unwrap();
        assert_eq!(moves.moves[0].value, after.value, "{text}");
    }
    for text in [
        "{n -> silverdollar(n,n)}(2)",
        "{n -> welter(n,n)}(1)",
        "{n -> euclidpositive(n,0)}(2)",
        "{n -> northcott(n,n)}(2)",
        "{n -> northcott(n,n+1,3)}(2)",
        "{n -> thirtyone(n+39)}(2)",
        "{n -> kotzig[3,{1,2}](n)}(5)",
        "{n -> antonim(n,n)}(2)",
        "{(a,b) -> welter(a,b); (a-1,b)}(3,3)",
    ] {
        let Err(grundy::Error::Bad(fault)) = solved(text) else { panic!("{text} is answered") };
        assert_eq!(fault.kind, ErrorKind::Rule, "{text}: {fault}");
        assert!(fault.message.contains("is no position, at "), "{text}: {fault}");
        assert!(grundy::words::fault_in_chinese(&fault.message).is_some(), "{fault}");
    }
}

/// A game of one heap takes any number of them, a short form stands for the long one.
#[test]
fn several_heaps_and_short_forms_are_handed_over() {
    let nim = values("{n -> nim(n-1,n-2)}", 20);
    assert_eq!(nim, recursion(20, |n| (vec![], n.checked_sub(2).map(|m| (m + 1) ^ m).into_iter().collect())));
    let pairs = values("{n -> kayles(n,2*n) times n%3}", 30);
    let kayles = values("kayles", 60);
    let both = |n: u64| (kayles[n as usize] ^ kayles[2 * n as usize]) * (n % 3 % 2);
    assert_eq!(pairs, recursion(30, |n| (vec![], vec![both(n)])));
    let short = values("{n -> fibonaccinim(n) if n > 1}", 20);
    let long = values("{n -> fibonaccinim(n,n-1) if n > 1}", 20);
    assert_eq!(short, long);
}
