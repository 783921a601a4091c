use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::claim::{ProveOptions, Verdict, prove};
use crate::error::Diagnostic;
use crate::game::boards::Written;
use crate::game::boards::brussels::EULER;
use crate::game::open_text::OpenText;
use crate::game::{Game, Law, Place};
use crate::rules::{Rules, Visitor};
use crate::{Context, PeriodOptions, Session};

/// With # for the number: every family that has a law.
const FAMILIES: &[&str] = &[
    "turtles(#)", "twins(#)", "mockturtles(#)", "triplets(#)", "ruler(#)", "turnips(#)", "grunt(#)", "brussels(#)",
    "cram(\"1x#\")", "cram(\"#x1\")", "cram(\"2x#\")", "cram(\"#x2\")", "cram(\"4x#\")", "chomp(\"1x#\")",
    "chomp(\"#x1\")", "chomp(\"2x#\")", "chomp(\"#x3\")", "chomp(\"#x#\")", "hackenbush(\"path:#\")",
    "hackenbush(\"star:#\")", "hackenbush(\"cycle:#\")", "hackenbush(\"complete:#\")", "nodekayles(\"path:#\")",
    "nodekayles(\"star:#\")", "nodekayles(\"cycle:#\")", "nodekayles(\"complete:#\")", "arckayles(\"path:#\")",
    "arckayles(\"star:#\")", "arckayles(\"cycle:#\")", "arckayles(\"complete:#\")",
];

/// The values repeat so, from no earlier member and with no smaller period.
fn told_period_holds(text: &str, law: &dyn Law) {
    let Some(told) = law.period() else { return };
    let values: Vec<Option<Nat>> = (0..200u64).map(|n| law.value(&Place::heap(n))).collect();
    let holds = |from: usize, period: usize| {
        (from..values.len() - period).all(|n| match (&values[n], &values[n + period]) {
            (Some(one), Some(next)) => one + &told.saltus == *next,
            _ => false,
        })
    };
    let [from, period] = [&told.preperiod, &told.period].map(|n| usize::try_from(n).unwrap());
    assert!(holds(from, period) && (from == 0 || !holds(from - 1, period)), "{text}: {told:?}");
    assert!((1..period).all(|smaller| !holds(from, smaller)), "{text}: {told:?}");
}

#[test]
fn members_are_what_the_law_of_their_family_says() {
    let cx = Context::default();
    for text in FAMILIES {
        let family = Session::new().game(&text.replace('#', "n")).unwrap();
        let mut told = 0;
        for n in 0..=if text.starts_with("cram(\"4") { 5 } else { 9u64 } {
            let Ok(position) = Session::new().position(&text.replace('#', &n.to_string())) else {
                assert!(family.game.place(Place::heap(n)).is_err(), "{text}, {n}");
                continue;
            };
            let place = Place::heap(n);
            let [component] = &position.components()[..] else { continue };
            let value = component.0.game.value_at(&component.0.place, &cx).unwrap();
            match family.game.law() {
                Some(law) => {
                    told_period_holds(text, law);
                    let outcome = Outcome::lost_if(value.is_zero());
                    assert_eq!(law.outcome(&place), Some(outcome), "{text}, {n}");
                    assert!(law.value(&place).is_none_or(|is| is == value), "{text}, {n}");
                }
                None => assert_eq!(family.game.value_at(&place, &cx).unwrap(), value, "{text}, {n}"),
            }
            told += 1;
        }
        assert!(told > 4, "{text}");
    }
}

/// The claims of the laws are found, proved where they are asked, and wrong ones beside them refuted.
#[test]
fn what_laws_say_of_families_is_proved() {
    for (text, claim, holds) in [
        ("turtles(n)", "g = n+1", true),
        ("twins(n)", "P: n = 0", true),
        ("mockturtles(n)", "g = 2*n + (popcount(n)+1)%2", true),
        ("triplets(n)", "P: n < 2", true),
        ("ruler(n)", "g = lowbit(n+1)", true),
        ("brussels(n)", "P: n%2 = 0", true),
        ("brussels(n)", "n > 1000 => P", false),
        ("cram(\"2xn\")", "g = n%2", true),
        ("cram(\"6xn\")", "P: n%2 = 0", true),
        ("cram(\"2xn\")", "period 2 from 0", true),
        ("cram(\"2xn\")", "period 3 from 0", false),
        ("cram(\"nx2\")", "period 2 from 0 saltus 1", false),
        ("cram(\"1xn\")", "g > 0", false),
        ("cram(\"1xn\")", "n < 1 => N", true),
        ("cram(\"1xn\")", "P: n%34 in {5,9,21,25,29} or n in {1,15,35}", true),
        ("cram(\"nx1\")", "period 34 from 53", true),
        ("chomp(\"2xn\")", "N", true),
        ("chomp(\"nxn\")", "P: n = 1", true),
        ("chomp(\"axb\")", "P: a = 1 and b = 1", true),
        ("chomp(\"mxn\")", "m+n > 2 => N", true),
        ("chomp(\"axb\")", "P: a = 1", false),
        ("cram(\"axb\")", "a%2 = 0 and b%2 = 0 => P", true),
        ("cram(\"kxm\")", "(k+m)%2 = 1 => N", true),
        ("cram(\"axb\")", "(a+b)%2 = 0 => P", false),
        ("hackenbush(\"path:n\")", "g = max(n-1,0)", true),
        ("nodekayles(\"star:n\")", "g <= 2", true),
        ("arckayles(\"complete:n\")", "g = n//2 % 3", false),
        // laws of rows with numbers in them
        ("antonim(2,n)", "P: n = 1", true),
        ("antonim(2,5,n)", "P: n = 4", true),
        ("newstone(n,n)", "P", true),
        ("newstone(3,n)", "P: n = 3", true),
        ("pokernim[2](n,5)", "g = xor(n,5)", true),
        ("northcott((2,n))", "g = abs(n-2)-1", true),
        ("nimpass(n)", "g = n+1 if n%2 = 1 else max(n-1,0)", true),
        ("wythoff(n,n)", "P: n = 1", false),
    ] {
        let question = Session::new().claim(text, claim).unwrap();
        let verdict = prove(&question, &ProveOptions::default(), &Context::default()).unwrap().result.verdict;
        let is = if holds { verdict == Verdict::Proved } else { matches!(verdict, Verdict::Refuted(_)) };
        assert!(is, "{text}: {claim}: {verdict:?}");
    }
    let cx = Context::default();
    for (text, period) in [
        ("cram(\"1xn\")", [53, 34, 0]),
        ("chomp(\"1xn\")", [1, 1, 1]),
        ("cram(\"2xn\")", [1, 2, 0]),
        ("turtles(n)", [0, 1, 1]),
        ("brussels(n)", [0, 2, 0]),
    ] {
        let answer = Session::new().game(text).unwrap().period_with(&PeriodOptions::default(), &cx).unwrap();
        let found = answer.result.period.map(|p| [p.preperiod, p.period, p.saltus]);
        assert_eq!(found, Some(period.map(|n: u64| Nat::from(n))), "{text}");
        assert!(answer.evidence.is_proved(), "{text}");
    }
}

/// A row of n stones, of which a move takes one. It is written out, and that is counted.
#[derive(Debug, Default)]
struct Stones(Arc<AtomicUsize>);

impl Rules for Stones {
    type Position = String;

    fn options(&self, stones: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
        stones.get(1..).map_or(ControlFlow::Continue(()), |left| visit(&[left.to_owned()]))
    }
}

impl Written for Stones {
    fn read(&self, text: &str) -> Result<String, Diagnostic> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(text.parse().map_or_else(|_| text.to_owned(), |n| "o".repeat(n)))
    }

    fn numbers(&self) -> Option<usize> {
        Some(1)
    }

    fn is_start(&self, number: u64) -> bool {
        number <= 1000
    }

    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        (parts == ["", ""]).then(|| ByNumber::formula(&EULER, "n%2", [0, 2, 0], 0, |n| n % 2))
    }
}

/// A claim may be compared with a million members whose values a law tells.
#[test]
fn members_that_a_law_tells_are_not_made() {
    let made = Arc::new(AtomicUsize::new(0));
    let family = Game::from_written("stones", Stones(Arc::clone(&made))).with_text(OpenText::letter("n"));
    for n in 0..=1000u64 {
        let place = family.place(Place::heap(n)).unwrap();
        assert_eq!(family.value_at(&place, &Context::default()), Ok(Nat::from(n % 2)));
    }
    assert_eq!(made.load(Ordering::Relaxed), 0);
    family.place(Place::heap(1001u64)).unwrap();
    assert_eq!(made.load(Ordering::Relaxed), 1);
    let brussels = crate::game("brussels").unwrap();
    for (n, is_start) in [(0, true), (250_000, true), (250_001, false)] {
        assert_eq!(brussels.any().unwrap().is_start(&Nat::from(n as u64)), is_start, "{n}");
        assert_eq!(brussels.read_place(&n.to_string()).is_ok(), is_start, "{n}");
    }
}
