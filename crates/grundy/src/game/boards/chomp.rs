//! **Chomp**: a bar of chocolate whose top-left square is poisoned. A move eats a square that is left with everything to
//! its right and below; the poisoned square is never eaten, so who has nothing else left to eat loses.
//!
//! ```text
//! ....      eat row 2, column 3      ....
//! ....      ───────────────────►     ..##
//! ....                               ..##
//! ```
//!
//! The first player wins every bar but the single square (strategy stealing: the far corner is an answer or a move), and
//! no rule is known that tells how. Two rows are lost when the lower one is one shorter, `...|..#`; squares by eating
//! row 2, column 2. Values are searched, over bars that differ by turning rows and columns over as one.
//!
//! Cost: a bar of r rows and c columns has C(r+c, r) positions, half of them when r = c.
//!
//! Reference: F. Schuh, *Spel van delers*, 1952; D. Gale, *A curious Nim-type game*, 1974.

use std::ops::ControlFlow;

use crate::error::Diagnostic;
use crate::game::boards::board::Board;
use crate::game::boards::{Written, made};
use crate::game::drawing::{Asked, Drawn, cells};
use crate::game::catalogue::{Definition, Entry, Group};
use crate::rules::{Rules, Visitor};

/// Chomp in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "chomp",
    aliases: &[],
    english: "Chomp",
    chinese: "巧克力游戏",
    other_names: &["吃巧克力", "咬巧克力"],
    rule_english: "Eat a square of the bar with everything to its right and below; the top-left square is poisoned.",
    rule_chinese: "吃掉一格以及它右方和下方的全部；左上角一格有毒。",
    group: Group::Boards,
    signature: "chomp(\"RxC\")",
    example: "chomp(\"4x5\")",
    references: &["F. Schuh, Spel van delers, 1952", "D. Gale, A curious Nim-type game, 1974"],
    problems: &[],
    definition: Definition::Rules(|brackets| made("chomp", brackets, Chomp)),
    expand: None,
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Chomp;

impl Rules for Chomp {
    type Position = Board;

    fn options(&self, bar: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
        bar.marked(b'.').filter(|&square| square != (0, 0)).try_for_each(|(row, column)| {
            let mut left = bar.clone();
            bar.marked(b'.').filter(|&(r, c)| r >= row && c >= column).for_each(|(r, c)| left.set(r, c, b'#'));
            visit(&[left])
        })
    }

    fn canonical(&self, bar: Board) -> Board {
        let bar = bar.cropped();
        let turned = bar.transposed();
        if turned.key() < bar.key() { turned } else { bar }
    }
}

impl Written for Chomp {
    fn read(&self, text: &str) -> Result<Board, Diagnostic> {
        let bar = Board::read(text, ".#")?;
        match bar.get(0, 0) {
            Some(b'.') => Ok(bar),
            _ => Err(Diagnostic::input("the poisoned square, at the top left, is gone").suggest("\"...|..#\"")),
        }
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        cells::draw_by_corner(asked)
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use crate::game::boards::testing::Plain;
    use crate::{Outcome, game};

    /// The bars after each bite, by the lengths of the rows.
    fn bites(rows: &[usize]) -> Vec<Vec<usize>> {
        let mut left = Vec::new();
        for row in 0..rows.len() {
            for column in usize::from(row == 0)..rows[row] {
                let length = |(r, &length): (usize, &usize)| if r < row { length } else { length.min(column) };
                left.push(rows.iter().enumerate().map(length).collect());
            }
        }
        left
    }

    #[test]
    fn bars_have_the_values_of_the_definition() {
        let (chomp, mut plain, mut random) = (game("chomp").unwrap(), Plain::new(|rows: &Vec<usize>| bites(rows)), Random::new(12));
        for rows in 1..=4 {
            for columns in 1..=5 {
                plain.agrees("chomp", [(format!("{rows}x{columns}"), vec![columns; rows])]);
            }
        }
        for _ in 0..150 {
            let (rows, columns) = (1 + random.index(4), 1 + random.index(6));
            let mut lengths: Vec<usize> = (0..rows).map(|_| random.index(columns + 1)).collect();
            lengths[0] = columns;
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            let texts: Vec<String> = lengths.iter().map(|&n| ".".repeat(n) + &"#".repeat(columns - n)).collect();
            plain.agrees("chomp", [(texts.join("|"), lengths)]);
        }
        assert_eq!(chomp.at_text("...|..#").outcome(), Ok(Outcome::Previous));
        assert_eq!(chomp.at_text("...|..#").misere().outcome(), Ok(Outcome::Next));
        assert!(chomp.at_text("#..").solve().is_err());
    }

    #[test]
    fn a_move_keeps_the_frame() {
        let moves = game("chomp").unwrap().at_text("2x2").moves().unwrap().moves;
        let texts: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(texts, ["chomp(\".#|.#\")", "chomp(\"..|##\")", "chomp(\"..|.#\")"]);
        assert_eq!(moves.iter().map(crate::answer::Move::wins).collect::<Vec<_>>(), [false, false, true]);
    }
}
