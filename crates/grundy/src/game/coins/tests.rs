//! Every game against its rule, read plainly: all sets of coins are tried, and those kept that the sentence allows.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::code::Code;
use super::line::{Line, Table, by_definition};
use crate::{Nat, Outcome, game};

/// May these coins, ascending, be turned?
fn is_legal(name: &str, set: &[usize]) -> bool {
    let gaps: Vec<usize> = set.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (count, last) = (set.len(), set[set.len() - 1]);
    let is_equal = gaps.windows(2).all(|pair| pair[0] == pair[1]);
    match name {
        "turtles" => count <= 2,
        "twins" => count == 2,
        "mockturtles" => count <= 3,
        "triplets" => count == 3,
        "ruler" | "turning[\"1+C\"]" => gaps.iter().all(|&gap| gap == 1),
        "moebius" => count <= 5,
        "mogul" => count <= 7,
        "moidores" => count <= 9,
        "turnips" | "turning[\"3E\"]" => count == 3 && is_equal,
        "grunt" => count == 4 && set[0] == 0 && set[1] + set[2] == last,
        "sym" => set.iter().all(|coin| set.contains(&(set[0] + last - coin))),
        "turning[\"2-3\"]" => (2..=3).contains(&count),
        "turning[\"2+C\"]" => count >= 2 && gaps.iter().all(|&gap| gap == 1),
        "turning[\"2-4E\"]" => (2..=4).contains(&count) && is_equal,
        "turning[\"1+\"]" => true,
        _ => panic!("{name}"),
    }
}

const NAMES: [&str; 17] = [
    "turtles", "twins", "mockturtles", "triplets", "ruler", "moebius", "mogul", "moidores", "turnips", "grunt", "sym",
    "turning[\"1+C\"]", "turning[\"3E\"]", "turning[\"2-3\"]", "turning[\"2+C\"]", "turning[\"2-4E\"]",
    "turning[\"1+\"]",
];

/// All legal sets of coins below `coins`, as bits.
fn legal(name: &str, coins: usize) -> Vec<u64> {
    let members = |set: u64| -> Vec<usize> { (0..coins).filter(|&coin| set >> coin & 1 == 1).collect() };
    (1..1u64 << coins).filter(|&set| is_legal(name, &members(set))).collect()
}

fn top(bits: u64) -> u32 {
    63 - bits.leading_zeros()
}

/// Value and misère outcome (does the player to move win?) of every position, by the definitions.
fn plainly(legal: &[u64], coins: usize, last_is_heads: impl Fn(u64, u64) -> bool) -> Vec<(u64, bool)> {
    let mut known: HashMap<u64, (u64, bool)> = HashMap::new();
    fn of(
        position: u64,
        legal: &[u64],
        fits: &dyn Fn(u64, u64) -> bool,
        known: &mut HashMap<u64, (u64, bool)>,
    ) -> (u64, bool) {
        if let Some(&told) = known.get(&position) {
            return told;
        }
        let options: Vec<(u64, bool)> = legal
            .iter()
            .filter(|&&set| fits(position, set))
            .map(|&set| of(position ^ set, legal, fits, known))
            .collect();
        let told = (crate::mex(options.iter().map(|o| o.0)), options.is_empty() || options.iter().any(|o| !o.1));
        known.insert(position, told);
        told
    }
    (0..1u64 << coins).map(|position| of(position, legal, &last_is_heads, &mut known)).collect()
}

fn row(position: u64, coins: usize) -> String {
    (0..coins).map(|coin| if position >> coin & 1 == 1 { 'H' } else { 'T' }).collect()
}

#[test]
fn rows_have_the_values_and_outcomes_of_the_definition() {
    const COINS: usize = 6;
    for name in NAMES {
        let (legal, game) = (legal(name, COINS), game(name).unwrap());
        let told = plainly(&legal, COINS, |position, set| position >> top(set) & 1 == 1);
        for (position, &(value, wins)) in told.iter().enumerate() {
            let text = row(position as u64, COINS);
            assert_eq!(game.at_text(&text).value(), Ok(Nat::from(value)), "{name} {text}");
            let outcome = Outcome::won_if(wins);
            assert_eq!(game.at_text(&text).misere().outcome(), Ok(outcome), "misere {name} {text}");
        }
    }
}

#[test]
fn moves_are_the_legal_sets_and_those_that_win_reach_zero() {
    const COINS: usize = 6;
    for name in NAMES {
        let (legal, game) = (legal(name, COINS), game(name).unwrap());
        let told = plainly(&legal, COINS, |position, set| position >> top(set) & 1 == 1);
        for position in [0b11_1111u64, 0b10_1101, 0b10_0000, 0b01_0110] {
            let options = legal.iter().filter(|&&set| position >> top(set) & 1 == 1).map(|&set| position ^ set);
            let shown = |option: u64| format!("{name}(\"{}\")", row(option, COINS));
            let all: BTreeSet<String> = options.clone().map(shown).collect();
            let wins: BTreeSet<String> = options.filter(|&o| told[o as usize].0 == 0).map(shown).collect();
            let at = game.at_text(&row(position, COINS));
            let moves = at.moves().unwrap().moves;
            let listed: Vec<String> = moves.iter().map(|m| m.to.clone()).collect();
            assert_eq!(listed, all.into_iter().collect::<Vec<_>>(), "{name}");
            let answer = at.solve().unwrap();
            let winning: Vec<String> = answer.moves.moves.iter().map(|m| m.to.clone()).collect();
            assert_eq!(winning, wins.into_iter().collect::<Vec<_>>(), "{name} {position:b}");
        }
    }
}

#[test]
fn boards_have_the_nim_products() {
    const SIDE: usize = 3;
    for first in ["turtles", "twins", "ruler", "mockturtles"] {
        for second in ["twins", "ruler", "triplets", "turning[\"3E\"]"] {
            let name = format!("tartan[{first},{second}]");
            let game = game(&name).unwrap();
            let mut sets = Vec::new();
            for rows in legal(first, SIDE) {
                for columns in legal(second, SIDE) {
                    let row = |r: usize| if rows >> r & 1 == 1 { columns << (SIDE * r) } else { 0 };
                    sets.push(((0..SIDE).fold(0, |board, r| board | row(r)), top(rows), top(columns)));
                }
            }
            let corner: HashMap<u64, u32> = sets.iter().map(|&(set, r, c)| (set, SIDE as u32 * r + c)).collect();
            let legal: Vec<u64> = sets.iter().map(|set| set.0).collect();
            let told = plainly(&legal, SIDE * SIDE, |position, set| position >> corner[&set] & 1 == 1);
            for (position, &(value, wins)) in told.iter().enumerate().step_by(3) {
                let rows: Vec<String> = (0..SIDE).map(|r| row(position as u64 >> (SIDE * r), SIDE)).collect();
                let text = rows.join("|");
                assert_eq!(game.at_text(&text).value(), Ok(Nat::from(value)), "{name} {text}");
                let outcome = Outcome::won_if(wins);
                assert_eq!(game.at_text(&text).misere().outcome(), Ok(outcome), "misere {name} {text}");
            }
        }
    }
}

/// The formulas, and the sets of bits, far beyond small rows.
#[test]
fn formulas_are_the_definition() {
    for (code, coins) in [
        ("1", 40),
        ("1-2", 60),
        ("2", 60),
        ("1-3", 60),
        ("3", 60),
        ("1+C", 80),
        ("3E", 1500),
        ("1-5", 22),
        ("2-3", 40),
        ("1+", 14),
    ] {
        let line = Code::read(code).unwrap();
        assert_eq!(line.values(coins), by_definition(&line, coins, u64::MAX), "{code}");
    }
    // the extended Golay code: 24 coins, 12 values that are powers of 2
    let mogul = Code::read("1-7").unwrap().values(24);
    assert_eq!(mogul.iter().filter(|v| v.is_power_of_two()).count(), 12);
    assert!(mogul.iter().all(|v| *v < 1 << 12));
}

#[test]
fn long_rows_are_answered() {
    let text = "HT".repeat(500_000);
    for name in ["turtles", "twins", "mockturtles", "triplets", "ruler"] {
        assert!(game(name).unwrap().at_text(&text).value().is_ok(), "{name}");
    }
}

/// A number is the place of a coin that alone shows heads: its values are those of the definition.
#[test]
fn coins_have_numbers() {
    let mut session = crate::Session::new();
    for name in ["turtles", "twins", "mockturtles", "ruler", "turning[\"1-3\"]"] {
        for n in 0..12usize {
            let row = format!("{name}(\"{}H\")", "T".repeat(n));
            let (by_number, by_text) = (session.position(&format!("{name}({n})")), session.position(&row));
            assert_eq!(by_number.unwrap().value().unwrap(), by_text.unwrap().value().unwrap(), "{row}");
        }
    }
    let table = |session: &mut crate::Session, text: &str| {
        let wanted = crate::TableOptions::default().with_to(vec![3]);
        let answer = session.game(text).unwrap().table_with(&wanted, &crate::Context::default()).unwrap();
        let crate::answer::Cells::Values(values) = &answer.cells else { panic!("{text}") };
        values.to_lists()
    };
    let numbers =
        |rows: &[&[u8]]| rows.iter().map(|row| row.iter().map(|&n| Nat::from(n)).collect()).collect::<Vec<Vec<Nat>>>();
    assert_eq!(table(&mut session, "ruler(n)"), numbers(&[&[1, 2, 1, 4]]));
    let products = numbers(&[&[1, 2, 3, 4], &[2, 3, 1, 8], &[3, 1, 2, 12], &[4, 8, 12, 6]]);
    assert_eq!(table(&mut session, "tartan[turtles,turtles]"), products);
    for (text, words) in [
        ("ruler(10^18)", "at most number 100000"),
        ("ruler(99999999999999999999999)", "at most number 100000"),
        ("ruler(\"3x4\")", "one number was expected"),
        ("tartan[twins,twins](\"3\")", "two numbers"),
    ] {
        let fault = text.parse::<crate::Position>().unwrap_err().to_string();
        assert!(fault.contains(words), "{text}: {fault}");
    }
}

#[test]
fn what_is_not_a_row_is_refused_with_its_place() {
    for (text, words, place) in [
        ("twins(\"HTX\")", "`X` is neither heads nor tails", Some(9..10)),
        ("twins(\"HT|TH\")", "played on one row", Some(9..10)),
        ("twins(\"\")", "there is no coin", None),
        ("tartan[twins,twins](\"HT|T\")", "different lengths", None),
        ("tartan[twins](\"HT\")", "two coin-turning games", None),
        ("tartan[twins,nim](\"HT\")", "two coin-turning games", None),
        ("tartan[twins,tartan[twins,twins]](\"HT\")", "two coin-turning games", None),
        ("turning[\"0-2\"](\"HT\")", "at least one coin", None),
        ("turning[\"3-2\"](\"HT\")", "smaller than the first", None),
        ("turning[\"many\"](\"HT\")", "not a code", None),
        ("turning(\"HT\")", "needs a code", None),
        ("twins[2](\"HT\")", "nothing in brackets", None),
    ] {
        let fault = text.parse::<crate::Position>().unwrap_err().to_string();
        let fault = fault.as_str();
        assert!(fault.contains(words), "{text}: {fault}");
        if let Some(place) = place {
            let error = text.parse::<crate::Position>().unwrap_err();
            let crate::Error::Bad(diagnostic) = error else { panic!("{text}") };
            assert_eq!(diagnostic.span.map(|s| s.start..s.end), Some(place), "{text}");
        }
    }
}

#[test]
fn winning_moves_of_longer_rows_are_those_of_the_full_list() {
    use crate::{Context, MovesOptions, Position};
    let every = MovesOptions::default().with_limit(usize::MAX);
    for (round, name) in
        ["turtles", "twins", "mockturtles", "triplets", "turning[\"2-3\"]", "ruler", "turnips"].iter().enumerate()
    {
        let coins: String =
            (0..36u64).map(|i| if (i * i + 7 * i * round as u64 + 3) % 5 < 2 { 'H' } else { 'T' }).collect();
        let position: Position = format!("{name}(\"{coins}\")").parse().unwrap();
        let texts = |wanted: &MovesOptions| -> Vec<String> {
            let moves = position.moves_with(wanted, &Context::default()).unwrap().result.moves;
            moves.into_iter().filter(crate::Move::wins).map(|mv| mv.to).collect()
        };
        assert_eq!(texts(&every.with_winning(true)), texts(&every), "{name}");
    }
}

/// Long rows are answered with moves that win; where these are too many to look for, some are shown and none counted.
#[test]
fn long_rows_have_winning_moves() {
    let coins: String = (0..20_000u32).map(|i| if i % 3 == 0 { 'H' } else { 'T' }).collect();
    let board = |rows: usize, columns: usize| vec![coins[..columns].to_owned(); rows].join("|");
    for (name, text, counted) in [
        ("turtles", coins.clone(), true),
        ("twins", coins.clone(), true),
        ("mockturtles", coins.clone(), false),
        ("triplets", coins.clone(), false),
        ("ruler", coins.clone(), false),
        ("ruler", "HHT".repeat(100_000), false),
        ("turnips", coins.clone(), false),
        ("grunt", coins.clone(), false),
        ("tartan[turtles,twins]", board(100, 101), false),
        ("tartan[ruler,mockturtles]", board(21, 211), false),
        ("moebius", coins[..500].to_owned(), false),
        ("sym", coins[..100].to_owned(), true),
    ] {
        let position: crate::Position = format!("{name}(\"{text}\")").parse().unwrap();
        let answer = position.solve().unwrap();
        let value = answer.value.clone().unwrap();
        assert!(answer.is_complete(), "{name}");
        assert_eq!(answer.moves.count.is_some(), counted || value == Nat::ZERO, "{name} of value {value}");
        assert_eq!(answer.moves.moves.is_empty(), value == Nat::ZERO, "{name} of value {value}");
        for mv in answer.moves.moves.iter().take(3) {
            let after: crate::Position = mv.to.parse().unwrap();
            assert_eq!(after.value(), Ok(Nat::ZERO), "{name}");
        }
    }
}

/// A line that counts the values it was asked for.
#[derive(Debug)]
struct Counted(Arc<AtomicUsize>);

impl Line for Counted {
    fn each_set(&self, _: usize, _: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Of 900 coins at most.
    fn values(&self, coins: usize) -> Vec<u128> {
        self.0.fetch_add(coins, Ordering::Relaxed);
        vec![0; coins.min(900)]
    }
}

#[test]
fn one_coin_after_the_other_costs_little_more_than_all() {
    let asked = Arc::new(AtomicUsize::new(0));
    let table = Table::new(Counted(Arc::clone(&asked)));
    for coins in 1..=1000 {
        assert_eq!(table.values(coins).is_some(), coins <= 900, "{coins}");
    }
    assert!(asked.load(Ordering::Relaxed) < 4000, "{asked:?}");
}
