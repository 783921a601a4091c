use std::sync::Arc;

use grundy_automata::certificate::Certificate;
use grundy_automata::engine::Combination;
use grundy_automata::search::{Law, Question, Settings, search};
use grundy_automata::{Dfa, Engine, Formula, Linear, Numeration, Relation};
use grundy_core::{Context, Convention, Nat};
use grundy_verify::{Budget, Verdict, verify};

use crate::automatic::proved::AutomaticLaw;
use crate::automatic::{certify, labels, moves_of_rule};
use crate::rule::reading::rule;

fn law(text: &str, question: Question) -> Law {
    let cx = Context::default();
    let rule = rule(text);
    let mut labels = match question {
        Question::Values => labels::values(&rule).unwrap(),
        _ => {
            let convention = if question == Question::Misere { Convention::Misere } else { Convention::Normal };
            let moves = moves_of_rule(&rule, &mut Engine::new(Numeration::BINARY, &cx)).unwrap();
            labels::kernel(&rule, &moves, convention).unwrap()
        }
    };
    let found = search(question, &mut |e| moves_of_rule(&rule, e), &mut *labels, &Settings::default(), &cx).unwrap();
    found.law().unwrap().clone()
}

/// What the verifier says, which shares no code with what made it.
fn holds(certificate: &Certificate) -> bool {
    let budget = Budget { steps: u64::MAX, bytes: u64::MAX, cancel: None };
    matches!(verify(certificate.to_text("").as_bytes(), &budget), Ok(Verdict::Law(_)))
}

fn certified(text: &str, question: Question, measure: &[Linear]) -> Certificate {
    let law = law(text, question);
    let cx = Context::default();
    let mut engine = Engine::new(law.numeration, &cx);
    let started = std::time::Instant::now();
    let certificate = Certificate::new(&law, question, measure, &mut engine).unwrap();
    let made = started.elapsed();
    assert!(holds(&certificate), "{text}");
    let strategies: Vec<usize> = certificate.strategies.iter().map(Dfa::states).collect();
    let lines = certificate.to_text(text);
    println!(
        "{text}: strategies {strategies:?}, cover {} states, {} bytes, made in {made:?}, checked in {:?}",
        certificate.wins[0].set.states(),
        lines.len(),
        started.elapsed() - made
    );
    assert!(lines.starts_with("grundy automata certificate 1\n# ") && lines.contains("\nend\ndigest "));
    certificate
}

fn sum(arity: usize) -> Vec<Linear> {
    vec![(0..arity).fold(Linear::default(), |sum, v| sum.plus(&Linear::variable(v)).unwrap())]
}

const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";

#[test]
fn certificates_hold_and_damaged_ones_do_not() {
    let certificate = certified(WYTHOFF, Question::Kernel, &sum(2));
    let cx = Context::default();
    let mut engine = Engine::new(certificate.numeration, &cx);
    // another law, a strategy that is missing, a cover that carries nothing
    let mut other = certificate.clone();
    other.law = Arc::new(engine.linear(&[1, -1], 0, Relation::Equal).unwrap().as_ref().clone());
    assert!(!holds(&other));
    let mut fewer = certificate.clone();
    fewer.strategies.pop();
    assert!(!holds(&fewer));
    let mut idle = certificate.clone();
    idle.wins[0].carried.iter_mut().for_each(Vec::clear);
    assert!(!holds(&idle));
    let mut rising = certificate.clone();
    rising.measure = vec![Linear::variable(0)];
    assert!(!holds(&rising));
    let mut fewer_moves = certificate.clone();
    fewer_moves.kinds[0].condition = Formula::Constant(false);
    assert!(!holds(&fewer_moves));
}

#[test]
fn certificates_of_other_laws() {
    certified(WYTHOFF, Question::Misere, &sum(2));
    let three = "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-j,b-k) for j in 1.. for k in 1.. if -3 < j-k < 3}";
    certified(three, Question::Kernel, &sum(2));
    certified("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}", Question::Kernel, &sum(2));
    certified("{n -> n-k for k in powers(2)}", Question::Values, &sum(1));
    certified("{n -> n-k for k in {1,3,4}}", Question::Values, &sum(1));
    certified("{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}", Question::Values, &sum(1));
    certified("{n -> n-1; n//2 if n > 0}", Question::Values, &sum(1));
    let lexicographic = vec![Linear::variable(0), Linear::variable(1)];
    certified("{(n,q) -> (n-j,2*j) for j in 1..q}", Question::Kernel, &lexicographic);
}

/// The proof of Wythoff's cells of value 0 and 1 is checked by the other program, and each change of it is found.
#[test]
fn single_values_are_certified() {
    let cx = Context::default();
    let rule = rule(WYTHOFF);
    let law = AutomaticLaw::find_levels(&rule, &cx).unwrap().unwrap();
    assert_eq!((law.question, law.law.set.states()), (Question::Levels(2), 806));
    let certificate = certify(&rule, &law.law, law.question, &cx).unwrap();
    assert!(holds(&certificate));
    let mut engine = Engine::new(certificate.numeration, &cx);
    // one position more has the value 1, or one fewer, or one of value 2 is said to have 1
    let at = |numbers: [i64; 3]| {
        let is = |(v, n): (usize, i64)| {
            Formula::compare(&Linear::variable(v), Relation::Equal, &Linear::constant(n)).unwrap()
        };
        Formula::all((0..3).zip(numbers).map(is))
    };
    for (numbers, how) in [
        ([7, 100, 1], Combination::Or),
        ([0, 1, 1], Combination::Without),
        ([0, 2, 2], Combination::Without),
        ([0, 1, 2], Combination::Or),
        ([0, 5, 3], Combination::Or),
    ] {
        let one = engine.compile(&at(numbers), &[0, 1, 2]).unwrap();
        let mut other = certificate.clone();
        other.law = Arc::new(engine.combined(&law.law.set, &one, how).unwrap());
        assert!(!holds(&other), "{numbers:?}");
    }
    let mut lower = certificate.clone();
    lower.question = Question::Levels(1);
    assert!(!holds(&lower));
    lower.question = Question::Levels(3);
    assert!(!holds(&lower));
    lower.question = Question::Values;
    assert!(!holds(&lower));
    for i in 0..3 {
        let mut fewer = certificate.clone();
        fewer.shown[i] = engine.everything(3).unwrap();
        assert!(!holds(&fewer), "shown {i}");
        let mut idle = certificate.clone();
        idle.wins[i].carried.iter_mut().for_each(Vec::clear);
        assert!(!holds(&idle), "win {i}");
        let mut other = certificate.clone();
        other.strategies.swap(i, (i + 1) % 3);
        assert!(!holds(&other), "strategy {i}");
    }
}

#[test]
fn winning_moves_are_read_off() {
    let certificate = certified(WYTHOFF, Question::Kernel, &sum(2));
    for a in 0..40u64 {
        for b in 0..40u64 {
            let place = [a.into(), b.into()];
            match certificate.winning_move(&place) {
                None => assert!(certificate.law.contains(&[a, b])),
                Some(choice) => {
                    let to: Vec<u64> = choice.parts[0].iter().map(|n| u64::try_from(n).unwrap()).collect();
                    assert!(!certificate.law.contains(&[a, b]) && certificate.law.contains(&to));
                    let (x, y) = (a - to[0], b - to[1]);
                    assert!(x + y > 0 && (x == 0 || y == 0 || x == y), "({a},{b}) to {to:?}");
                }
            }
        }
    }
    let large = Nat::from(10u8).pow(40);
    let choice = certificate.winning_move(&[large.clone(), large + 1u8]).unwrap();
    assert!(certificate.law.contains_big(&choice.parts[0]));
    // the option may have more digits than the position: (n, q) to (n − j, 2j)
    let lexicographic = vec![Linear::variable(0), Linear::variable(1)];
    let fibonacci = certified("{(n,q) -> (n-j,2*j) for j in 1..q}", Question::Kernel, &lexicographic);
    for (n, q) in [(20, 19), (12, 2), (13, 12), (13, 13), (100, 10)] {
        let choice = fibonacci.winning_move(&[Nat::from(n), Nat::from(q)]);
        assert_eq!(choice.is_none(), fibonacci.law.contains(&[n, q]), "({n},{q})");
        assert!(choice.is_none_or(|c| fibonacci.law.contains_big(&c.parts[0])));
    }
    // Lasker's game: every smaller value is reached, also by splitting
    let lasker = certified("{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}", Question::Values, &sum(1));
    for n in 0..60u64 {
        let value = (0..).find(|g| lasker.law.contains(&[n, *g])).unwrap();
        for h in 0..value {
            let choice = lasker.move_to_value(&[n.into()], &h.into()).unwrap();
            let parts: Vec<u64> = choice.parts.iter().map(|p| u64::try_from(&p[0]).unwrap()).collect();
            let of = |n: u64| (0..).find(|g| lasker.law.contains(&[n, *g])).unwrap();
            assert_eq!(parts.iter().fold(0, |x, &n| x ^ of(n)), h);
        }
        assert!(lasker.move_to_value(&[n.into()], &value.into()).is_none());
    }
}
