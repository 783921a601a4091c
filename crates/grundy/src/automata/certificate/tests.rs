use super::*;
use crate::automata::data::{Kernel, Labels, Values};
use crate::automata::search::{Law, Settings, search};
use crate::automata::{Engine, Moves};
use crate::context::Context;
use crate::notation::ast::Relation;
use crate::outcome::Convention;
use crate::rule::reading::rule;

fn law(text: &str, question: Question) -> Law {
    let cx = Context::default();
    let rule = rule(text);
    let mut labels: Box<dyn Labels> = match question {
        Question::Values => Box::new(Values::new(&rule).unwrap()),
        _ => {
            let convention = if question == Question::Misere { Convention::Misere } else { Convention::Normal };
            let moves = Moves::of_rule(&rule, &mut Engine::new(Numeration::Base(2), &cx)).unwrap();
            Box::new(Kernel::new(&rule, &moves, convention).unwrap())
        }
    };
    let found = search(question, &mut |e| Moves::of_rule(&rule, e), &mut *labels, &Settings::default(), &cx).unwrap();
    found.law().unwrap().clone()
}

fn certified(text: &str, question: Question, measure: &[Linear]) -> Certificate {
    let law = law(text, question);
    let cx = Context::default();
    let mut engine = Engine::new(law.numeration, &cx);
    let started = std::time::Instant::now();
    let certificate = Certificate::new(&law, question, measure, &mut engine).unwrap();
    let made = started.elapsed();
    let mut engine = Engine::new(law.numeration, &cx);
    assert!(certificate.check(&mut engine).unwrap(), "{text}");
    let strategies: Vec<usize> = certificate.strategies.iter().map(|s| s.states()).collect();
    let lines = certificate.to_text(text);
    println!(
        "{text}: strategies {strategies:?}, cover {} states, {} bytes, made in {made:?}, checked in {:?}",
        certificate.win.set.states(),
        lines.len(),
        started.elapsed() - made
    );
    assert!(lines.starts_with("grundy automata certificate 1\n# ") && lines.ends_with("\nend\n"));
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
    assert!(!other.check(&mut engine).unwrap());
    let mut fewer = certificate.clone();
    fewer.strategies.pop();
    assert!(!fewer.check(&mut engine).unwrap());
    let mut idle = certificate.clone();
    idle.win.carried.iter_mut().for_each(Vec::clear);
    assert!(!idle.check(&mut engine).unwrap());
    let mut rising = certificate.clone();
    rising.measure = vec![Linear::variable(0)];
    assert!(!rising.check(&mut engine).unwrap());
    let mut fewer_moves = certificate.clone();
    fewer_moves.kinds[0].condition = Formula::Constant(false);
    assert!(!fewer_moves.check(&mut engine).unwrap());
}

#[test]
fn certificates_of_other_laws() {
    certified(WYTHOFF, Question::Misere, &sum(2));
    certified("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}", Question::Kernel, &sum(2));
    certified("{n -> n-k for k in powers(2)}", Question::Values, &sum(1));
    certified("{n -> n-k for k in {1,3,4}}", Question::Values, &sum(1));
    certified("{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}", Question::Values, &sum(1));
    certified("{n -> n-1; n//2 if n > 0}", Question::Values, &sum(1));
    let lexicographic = vec![Linear::variable(0), Linear::variable(1)];
    certified("{(n,q) -> (n-j,2*j) for j in 1..q}", Question::Kernel, &lexicographic);
}
