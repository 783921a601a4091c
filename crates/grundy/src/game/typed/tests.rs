use super::*;
use crate::rules::Visitor;
use crate::{Position, game, kayles, nim};

/// A row of pins as text: take one, or two that are adjacent; the string is split at blanks.
#[derive(Debug)]
struct Pins;

impl Rules for Pins {
    type Position = String;

    fn options(&self, row: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
        for taken in 1..=2 {
            for from in 0..(row.len() + 1).saturating_sub(taken) {
                let mut left = row.clone();
                left.replace_range(from..from + taken, &" ".repeat(taken));
                visit(&[left])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn split(&self, rows: String) -> Vec<String> {
        rows.split_whitespace().map(str::to_owned).collect()
    }
}

/// Take one or two stones; who leaves an even number may hand over to Kayles instead.
#[derive(Debug)]
struct Handing;

impl AnyGame for Handing {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn accept(&self, place: &Place) -> Option<Vec<Place>> {
        place.position::<u64>().map(|_| vec![place.clone()])
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let Some(&n) = place.position::<u64>() else { return Ok(ControlFlow::Continue(())) };
        for k in 1..=n.min(2) {
            cx.tick(1)?;
            let row = |n: u64| Component::new(&kayles(), [Nat::from(n)]);
            let own = Component { game: game.clone(), place: Place::of(n - k) };
            let mut flow = visit(&[own]);
            if flow.is_continue() && (n - k) % 2 == 0 {
                flow = visit(&[row(n - k), row(n - k), row(1)]);
            }
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[derive(Debug)]
struct Circle;

impl Rules for Circle {
    type Position = u8;
    fn options(&self, &n: &u8, visit: &mut Visitor<'_, u8>) -> ControlFlow<()> {
        visit(&[(n + 1) % 5])
    }
}

#[test]
fn rules_in_rust_agree_with_the_catalogue_in_any_sum() {
    let pins = Game::from_rules("pins", Pins);
    for n in 0..12 {
        let row = pins.at_position("|".repeat(n));
        assert_eq!(row.value(), kayles().value(n), "{n}");
        assert_eq!((row.clone() + kayles().at(n)).outcome(), Ok(Outcome::Previous));
        let sums = [row.clone() + nim().at(2), kayles().at(n) + nim().at(2)];
        let [mine, theirs] = sums.map(|sum| sum.misere().outcome());
        assert_eq!(mine, theirs, "{n}");
        let wins = (row + nim().at(3)).winning_moves().unwrap();
        let theirs = (kayles().at(n) + nim().at(3)).winning_moves().unwrap();
        assert_eq!(wins.count.is_some_and(|c| c > Nat::ZERO), theirs.count.is_some_and(|c| c > Nat::ZERO));
    }
    let two = pins.at_position("|| |||".to_owned());
    assert_eq!(two.to_string(), "pins(||, |||)");
    assert_eq!(two.value(), kayles().at([2, 3]).value());
    assert_eq!(pins.at_position("|".to_owned()).moves().unwrap().moves[0].to, "*0");
}

/// A ring of so many chairs, or a row of them: nobody takes a chair beside one that is taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Chairs {
    Ring(u32),
    Row(u32),
}

impl Display for Chairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(Debug)]
struct Seats {
    declares: bool,
}

impl Rules for Seats {
    type Position = Chairs;

    fn options(&self, chairs: &Chairs, visit: &mut Visitor<'_, Chairs>) -> ControlFlow<()> {
        match *chairs {
            Chairs::Ring(n) => visit(&[Chairs::Row(n.saturating_sub(3))]),
            Chairs::Row(n) => (0..n).try_for_each(|at| {
                visit(&[Chairs::Row(at.saturating_sub(1)), Chairs::Row((n - at).saturating_sub(2))])
            }),
        }
    }
}

impl NormalPlay for Seats {
    fn pairing(&self, chairs: &Chairs) -> Option<Outcome> {
        match *chairs {
            _ if !self.declares => None,
            Chairs::Ring(n) => (n % 2 == 0).then_some(Outcome::Previous),
            Chairs::Row(0) => Some(Outcome::Previous),
            // the chair in the middle, then the image
            Chairs::Row(n) => (n % 2 == 1).then_some(Outcome::Next),
        }
    }
}

#[test]
fn declared_symmetry_is_the_reason() {
    let [declared, silent] = [true, false].map(|declares| Game::from_normal_play("seats", Seats { declares }));
    let small = Context::new(grundy_core::Budget { nodes: Some(300_000), ..grundy_core::Budget::UNLIMITED });
    for (chairs, outcome) in [(Chairs::Ring(100_000), Outcome::Previous), (Chairs::Row(10_001), Outcome::Next)] {
        let place = declared.at_position(chairs);
        let answer = place.solve_with(&crate::SolveOptions::default(), &small).unwrap();
        assert_eq!((answer.outcome, answer.stopped), (Some(outcome), None), "{place}");
        assert_eq!(answer.evidence.theorems, [&PAIRING]);
        assert!(answer.evidence.is_proved());
        let named: Vec<&str> = answer.result.moves.moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(named, if outcome == Outcome::Next { vec!["seats(Row(4999), Row(4999))"] } else { vec![] });
    }
    for n in 3..40 {
        for chairs in [Chairs::Ring(n), Chairs::Row(n)] {
            let [declared, silent] = [&declared, &silent].map(|game| game.at_position(chairs.clone()));
            assert_eq!(declared.value(), silent.value(), "{chairs}");
            let [with, without] = [&declared, &silent].map(|place| (place.clone() + nim().at(1)).outcome());
            assert_eq!(with, without, "{chairs}");
            if n < 9 {
                // misère play does not ask for it
                assert_eq!(declared.misere().outcome(), silent.misere().outcome(), "{chairs}");
            }
        }
    }
}

/// Nim, whose empty heap is said to win.
#[derive(Debug)]
struct Boastful;

impl Rules for Boastful {
    type Position = u8;

    fn options(&self, &n: &u8, visit: &mut Visitor<'_, u8>) -> ControlFlow<()> {
        (0..n).try_for_each(|m| visit(&[m]))
    }
}

impl NormalPlay for Boastful {
    fn pairing(&self, &n: &u8) -> Option<Outcome> {
        (n == 0).then_some(Outcome::Next)
    }
}

#[test]
fn a_declared_winner_of_a_lost_position_is_a_fault() {
    let game = Game::from_normal_play("boastful", Boastful);
    for method in [None, Some(grundy_core::Method::Mex)] {
        let cx = Context::default().with_method(method);
        let answer = game.at_position(0u8).solve_with(&crate::SolveOptions::default(), &cx);
        let told = answer.map(|answer| (answer.outcome, answer.value.clone()));
        assert!(told.as_ref().is_err_and(|fault| fault.to_string().contains("but the value is 0")), "{told:?}");
    }
}

/// A small position has its value and the move that leaves nothing beside its reason.
#[test]
fn declared_symmetry_of_a_small_position() {
    let seats = Game::from_normal_play("seats", Seats { declares: true });
    let answer = seats.at_position(Chairs::Row(1)).solve().unwrap();
    assert_eq!((answer.outcome, &answer.value), (Some(Outcome::Next), &Some(Nat::ONE)));
    assert_eq!(
        (answer.evidence.theorems[0], &answer.result.moves.moves[0].to[..]),
        (&PAIRING, "seats(Row(0), Row(0))")
    );
}

#[test]
fn a_move_may_hand_over() {
    let handing = Game::of_any("handing", Handing);
    let same = game("{n -> n-k | 2*n-2*n for k in 1..2}").unwrap().value(3).is_err();
    assert!(same, "a rule in braces that does not end is refused");
    let mut values = Vec::new();
    for n in 0..30u64 {
        let mut options = Vec::new();
        for k in 1..=n.min(2) {
            let below = (n - k) as usize;
            options.push(values[below]);
            if below.is_multiple_of(2) {
                options.push(1);
            }
        }
        values.push(crate::mex(options));
        assert_eq!(handing.at_position(n).value(), Ok(Nat::from(values[n as usize])), "{n}");
    }
    assert!(handing.at_position(5u64).misere().outcome().is_ok());
}

#[test]
fn what_does_not_fit_is_told() {
    let circle = Game::from_rules("circle", Circle);
    let message = circle.at_position(3u8).value().unwrap_err().to_string();
    assert!(message.contains("circle(3)"), "{message}");
    assert!(circle.at_position(3u8).misere().outcome().is_err());
    assert!(circle.at_position(3u16).value().is_err());
    assert!(circle.at(3).value().is_err());
    assert!(nim().at_position(3u8).value().is_err());
    assert!(circle.values().next().unwrap().is_err());
}

#[test]
fn games_positions_and_answers_travel_between_threads() {
    fn travels<T: Send + Sync>() {}
    travels::<Game>();
    travels::<Position>();
    travels::<crate::Answer>();
    let pins = Game::from_rules("pins", Pins);
    let value = std::thread::spawn(move || pins.at_position("||||".to_owned()).value()).join().unwrap();
    assert_eq!(value, Ok(Nat::ONE));
}
