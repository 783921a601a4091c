use grundy_automata::search::{Found, Question, Settings, search};
use grundy_automata::{Engine, Moves, Numeration};
use grundy_core::{Context, Convention};

use crate::automatic::{labels, moves_of_rule};
use crate::rule::reading::rule;

fn found(text: &str, question: Question, settings: &Settings) -> Found {
    let cx = Context::default();
    let rule = rule(text);
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    let started = std::time::Instant::now();
    let mut labels = match (question, moves_of_rule(&rule, &mut engine)) {
        (Question::Values, _) => labels::values(&rule).unwrap(),
        (Question::Levels(most), _) => labels::values_below(&rule, most).unwrap(),
        (Question::Kernel, Ok(moves)) => labels::kernel(&rule, &moves, Convention::Normal).unwrap(),
        (Question::Kernel, Err(_)) => {
            let none = Moves { arity: rule.arity, moves: Vec::new(), next: 0 };
            labels::kernel(&rule, &none, Convention::Misere).unwrap()
        }
        (Question::Misere, moves) => labels::kernel(&rule, &moves.unwrap(), Convention::Misere).unwrap(),
    };
    let found = search(question, &mut |engine| moves_of_rule(&rule, engine), &mut *labels, settings, &cx).unwrap();
    match &found {
        Found::Law(law, failures) => println!(
            "{text:60} {} states, {}, s = {}, {:?}, {} failures, {:?}",
            law.set.states(),
            law.numeration,
            law.s,
            law.sizes,
            failures.len(),
            started.elapsed()
        ),
        Found::Nothing(failures) => println!("{text}: nothing, {} failures, {:?}", failures.len(), started.elapsed()),
    }
    found
}

#[test]
fn laws_are_found_and_proved_from_the_rule() {
    let settings = Settings::default();
    for (text, question, states) in [
        ("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}", Question::Kernel, 7),
        ("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}", Question::Misere, 13),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}", Question::Kernel, 1),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}", Question::Kernel, 3),
        ("{n -> n-k for k in {1,3,4}}", Question::Values, 0),
        ("{n -> n-k for k in powers(2)}", Question::Values, 6),
        ("{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}", Question::Values, 11),
        ("{n -> n-1; n//2 if n > 0}", Question::Values, 9),
        ("{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", Question::Kernel, 4),
    ] {
        let found = found(text, question, &settings);
        let law = found.law().unwrap_or_else(|| panic!("{text}: {found:?}"));
        if states > 0 {
            assert_eq!(law.set.states(), states, "{text}");
        }
    }
}

#[test]
fn three_wythoff_from_the_rule() {
    let settings = Settings::default();
    for (band, states) in [(2, 9), (3, 11)] {
        let text = format!(
            "{{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-j,b-k) for j in 1.. for k in 1.. if -{band} < j-k < {band}}}"
        );
        let found = found(&text, Question::Kernel, &settings);
        assert_eq!(found.law().map(|law| law.set.states()), Some(states), "{found:?}");
    }
}

#[test]
#[ignore = "long: searches to the end of the default settings"]
fn nothing_is_proved_where_nothing_is_known() {
    let settings = Settings::default();
    for (text, question) in [
        ("{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2) | (a-2,b-1)}", Question::Kernel),
        ("{(a,b) -> (a-k,b) | (a,b-k) | (a-2*k,b-2*k) for k in 1..}", Question::Kernel),
        ("{n -> n-k for k in 1..n//3}", Question::Values),
    ] {
        assert!(found(text, question, &settings).law().is_none(), "{text}");
    }
}
