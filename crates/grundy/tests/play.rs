//! Moves are listed, read and played in every game: what is printed is what is played, with the value that was told.

use std::ops::ControlFlow;

use grundy::game::Shape;
use grundy::game::catalogue::{self, Group};
use grundy::rules::{Rules, Visitor};
use grundy::{Error, Game, Position, Session, game, kayles, nim};
use grundy_core::testing::{Random, cases};

fn numbers(random: &mut Random, count: usize, below: u64) -> Vec<u64> {
    (0..count).map(|_| random.below(below)).collect()
}

/// So many moves of a position are played; positions with more are not asked about in misère play.
const MOVES: usize = 12;

/// The first moves, in normal and in misère play.
fn check(position: &Position, what: &str) -> usize {
    let Ok(list) = position.moves() else { return 0 };
    for m in list.moves.iter().take(MOVES) {
        let played = position.play(m);
        assert_eq!(played.to_string(), m.position, "{what}: {m}");
        if let Some(value) = &m.value {
            assert_eq!(played.value().as_ref(), Ok(value), "{what}: {m}");
        }
        if let Some(outcome) = m.outcome {
            assert_eq!(played.outcome(), Ok(outcome), "{what}: {m}");
        }
        let read = position.find_move(&m.to).unwrap_or_else(|e| panic!("{what}: {m}: {e}"));
        assert_eq!(read.to, m.to, "{what}");
        let whole = position.find_move(&m.position).unwrap_or_else(|e| panic!("{what}: {m}: {e}"));
        assert!(whole.position == m.position || whole.to == m.position, "{what}: {m} is read as {whole}");
    }
    if list.moves.len() > MOVES {
        return list.moves.len();
    }
    let misere = position.clone().misere();
    for m in misere.moves().map(|list| list.moves).unwrap_or_default() {
        let played = misere.play(&m);
        assert_eq!(played.to_string(), m.position, "{what}");
        assert_eq!(played.outcome().ok(), m.outcome, "{what}: misere {m}");
    }
    list.moves.len()
}

#[test]
fn moves_of_every_board_and_coin_game_are_played_as_they_print() {
    assert!(are_played_as_they_print(|group| matches!(group, Group::Boards | Group::Coins)) > 25);
}

#[test]
fn moves_of_every_other_catalogue_game_are_played_as_they_print() {
    assert!(are_played_as_they_print(|group| !matches!(group, Group::Boards | Group::Coins)) > 30);
}

/// Plays moves of every game of some groups; how many games that were.
fn are_played_as_they_print(wanted: impl Fn(Group) -> bool) -> usize {
    let mut random = Random::new(14);
    let mut games = 0;
    for entry in catalogue::all().iter().filter(|entry| wanted(entry.group)) {
        games += 1;
        let text = &entry.example[..entry.example.find('(').unwrap()];
        let game = game(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let example: Position = entry.example.parse().unwrap();
        let mut found = check(&example, entry.example);
        for round in 0..cases(1, 3) {
            let position = match (game.shape(), entry.group) {
                (Shape::Heap, _) => game.at(numbers(&mut random, 1 + round % 2, 9)),
                (Shape::Tuple(n), _) => game.at(numbers(&mut random, n, 5)),
                (Shape::Row, _) => game.at(numbers(&mut random, 1 + round % 3, 4)),
                (Shape::Positions, _) => {
                    game.of([kayles().at(random.below(4)), nim().at(random.below(3)) + kayles().at(1)])
                }
                (_, Group::Boards) if entry.name == "nodekayles" => {
                    let ends: Vec<String> =
                        (0..4).map(|_| format!("{}-{}", random.below(3), 3 + random.below(4))).collect();
                    game.at_text(&format!("edges:{}", ends.join(",")))
                }
                (_, Group::Boards) => game.at_text(&format!("{}x{}", 1 + random.below(3), 1 + random.below(3))),
                (_, Group::Coins) => {
                    let coins = |random: &mut Random| -> String {
                        (0..5).map(|_| if random.below(2) == 0 { 'H' } else { 'T' }).collect()
                    };
                    let row = coins(&mut random);
                    let below = if entry.name == "tartan" { format!("|{}", coins(&mut random)) } else { String::new() };
                    game.at_text(&format!("{row}{below}"))
                }
                other => panic!("{text}: {other:?}"),
            };
            found += check(&position, text);
            found += check(&(2 * position + nim().at(2)), text);
        }
        assert!(found > 0, "{text} has no move");
    }
    games
}

/// Take one letter; equal neighbours that meet go with it.
#[derive(Debug)]
struct Letters;

impl Rules for Letters {
    type Position = String;

    fn options(&self, word: &String, visit: &mut Visitor<'_, String>) -> ControlFlow<()> {
        for at in 0..word.len() {
            let (mut left, mut right) = (word[..at].to_owned(), &word[at + 1..]);
            while left.chars().last().is_some_and(|c| right.starts_with(c)) {
                left.pop();
                right = &right[1..];
            }
            visit(&[left, right.to_owned()])?;
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn moves_of_rules_in_rust_are_played() {
    let letters = Game::from_rules("letters", Letters);
    for word in ["abcba", "aab", "x"] {
        let position = letters.at_position(word.to_owned());
        assert_eq!(check(&position, word), position.moves().unwrap().moves.len());
        check(&(position + kayles().at(4)), word);
    }
}

/// A row of letters, of which one is taken; another program says so.
const CHILD: &str = r#"while read -r word; do
    line=; i=0
    while [ $i -lt ${#word} ]; do
        left=$(printf %s "$word" | cut -c1-$i 2>/dev/null); right=$(printf %s "$word" | cut -c$((i + 2))-)
        case "$left$right" in '') line="$line .";; *) line="$line $left${left:+${right:++}}$right";; esac
        i=$((i + 1))
    done
    case "$word" in .) echo;; *) echo "$line";; esac
done"#;

#[test]
#[cfg(unix)]
fn moves_that_another_program_lists_are_played() {
    let program = ["sh", "-c", CHILD].map(str::to_owned);
    let position = Position::of_program(&program, "abc + de").unwrap();
    assert_eq!(check(&position, "abc + de"), 5);
    let sum = Position::of_program(&program, "abc").unwrap() + nim().at(2);
    assert_eq!(check(&sum, "abc + nim(2)"), 5);
    let again = Position::of_program(&["sh".to_owned(), "-c".to_owned(), "cat".to_owned()], "a").unwrap();
    let Err(Error::Bad(fault)) = again.solve() else { panic!("the play does not end") };
    assert!(fault.suggestion.as_ref().is_some_and(|hint| hint.contains("graph{")), "{fault:?}");
}

#[test]
fn tokens_on_graphs_are_played() {
    for text in ["graph{a->b,c; b->d; c->d}(a, a, b)", "graph{a->b; b->a,c}(a, b)"] {
        let position: Position = text.parse().unwrap();
        assert!(check(&position, text) > 0);
        check(&(position + kayles().at(3)), text);
    }
}

#[test]
fn a_move_of_another_position_is_not_played() {
    let (here, there) = (nim().at([3, 5]), nim().at([4, 5]));
    let m = &here.moves().unwrap().moves[0];
    let refused = there.play(m);
    assert_eq!(refused.to_string(), there.to_string());
    assert!(refused.solve().unwrap_err().to_string().contains("is not nim(3)"));
    for wrong in ["nim(5)", "nim(9)", "kayles(2)", "", "nim(3) → nim(4)"] {
        assert!(here.find_move(wrong).is_err(), "{wrong}");
    }
    assert_eq!(here.find_move("nim(5) → nim(2)").unwrap().position, "nim(3, 2)");
    assert_eq!(here.find_move("nim(3,4)").unwrap().to, "nim(4)");
    // of many copies the first ones are looked at
    let copies: Position = "10^30*nim(3)".parse().unwrap();
    assert!(copies.find_move("5 -> 1").is_err());
    assert_eq!(copies.find_move("3 -> 1").unwrap().to_string(), "nim(3) → nim(1)");
    let large: Position = "take[1,3,4](10^30) + *7".parse().unwrap();
    let m = large.find_move("take[1,3,4](999999999999999999999999999997)").unwrap();
    assert_eq!(large.play(&m).to_string(), "take[1,3,4](999999999999999999999999999997) + *7");
    assert_eq!(large.find_move("*3").unwrap().to, "*3");
}

/// What is printed of the position after a move is a question of the same worth.
#[test]
fn the_position_after_a_move_is_read_again() {
    for text in [
        "let t[m] = {n -> n-k for k in 1..m}; t[3](4) + 2*t[5](6)",
        "let u = {n -> n-1; n-3}; misere u(5)",
        "endnim((1,2), (3,4))",
        "2*endnim((1,2), (3,4)) + nim(2)",
        "silverdollar[dollar]((1,4), (0,3))",
        "misere newstone((1,2), (3,4))",
        "conjunctive(nim(2), nim(3)) + kayles(4)",
    ] {
        let position = Session::new().position(text).unwrap();
        let listed = position.moves().unwrap();
        assert!(!listed.moves.is_empty(), "{text}");
        for mv in &listed.moves {
            let again = Session::new().position(&mv.position).unwrap_or_else(|e| panic!("{}: {e}", mv.position));
            assert_eq!(again.to_string(), position.play(mv).to_string(), "{text}");
            assert_eq!(Some(again.solve().unwrap().outcome), Some(mv.outcome), "{text}: {mv}");
        }
    }
}

/// Of equal heaps the one is moved whose number is told.
#[test]
fn the_heap_that_is_told_by_its_number_is_moved() {
    for (text, told, left) in [
        ("nim(4, 4, 3)", "heap 2 take 3", "nim(4, 1, 3)"),
        ("nim(4, 4, 3)", "take 3 from heap #1", "nim(1, 4, 3)"),
        ("nim(4, 4, 3)", "heap 4 take 3", "nim(1, 4, 3)"),
        ("nim(4, 4, 3)", "take 3 from 4", "nim(1, 4, 3)"),
        ("nim(4, 4, 3)", "从第二堆取３个", "nim(4, 1, 3)"),
        ("2*nim(4) + nim(3)", "heap 2 take 3", "nim(4) + nim(1) + nim(3)"),
    ] {
        let position = Session::new().position(text).unwrap();
        assert_eq!(position.find_move(told).unwrap().position, left, "{text}: {told}");
    }
}
