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
//! no rule is known that tells how. Two rows are lost when the lower one is one shorter, `...|..#`; squares are won by eating
//! row 2, column 2: what is left is its own image, and no square is its own. Values are searched, over bars that differ by
//! turning rows and columns over as one.
//!
//! Cost: a bar of r rows and c columns has C(r+c, r) positions, half of them when r = c.
//!
//! Reference: F. Schuh, *Spel van delers*, 1952; D. Gale, *A curious Nim-type game*, 1974.

use std::ops::ControlFlow;

use grundy_core::{NormalPlay, Outcome, Theorem};

use crate::engine::closed_form::nim;
use crate::error::Diagnostic;
use crate::game::boards::board::{Board, drawing};
use crate::game::boards::{Written, made_with};
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members, Side, Tells, sides};
use crate::game::nimbers::Beside;
use crate::rules::{Rules, Visitor};
use crate::statement::Spelt;
use crate::words::Words;

/// Chomp in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "chomp",
    english: "Chomp",
    chinese: "巧克力游戏",
    other_names: &["吃巧克力", "咬巧克力"],
    rule_english: "Eat a square of the bar with everything to its right and below; the top-left square is poisoned.",
    rule_chinese: "吃掉一格以及它右方和下方的全部；左上角一格有毒。",
    group: Group::Boards,
    signature: "chomp(\"RxC\")",
    example: "chomp(\"4x5\")",
    references: &["F. Schuh, Spel van delers, 1952", "D. Gale, A curious Nim-type game, 1974"],
    definition: Definition::Rules(|brackets| made_with("chomp", brackets, Chomp, Beside::new(Chomp, told, cost))),
    ..Entry::USUAL
};

/// The first player could have made the winning answer.
pub(crate) static STEALING: Theorem = Theorem {
    id: "chomp-stealing",
    statement: "A bar of more than one square whose last row and last column meet in a square is N: eating that far corner wins, \
                or else the answer that wins against it wins as a first bite, for it eats the far corner as well; the theorem \
                names no move (strategy stealing)",
    chinese: "多于一格的一条，若其最后一行与最后一列相交的那一格还在，则是 N 局面：吃掉这个远角或者取胜，或者对方有一步取胜的应对；那一步也吃掉远角，所以本可以第一口就走（策略盗用，不指出是哪一步）",
    reference: "D. Gale, A curious Nim-type game, 1974",
};

/// The second player answers with the image.
pub(crate) static MIRROR: Theorem = Theorem {
    id: "chomp-mirror",
    statement: "A bar that stays the same when rows and columns change places is P if no square of its diagonal is left but the \
                poisoned one, for every bite is answered by its image; else it is N: eat the first square of the diagonal, \
                then answer by images",
    chinese: "行列互换后不变的一条，若对角线上除有毒的一格外已没有格子，则是 P 局面，因为每一口都以它的像应对；否则是 N 局面：先吃对角线上的第一格，再以像应对",
    reference: "D. Gale, A curious Nim-type game, 1974",
};

/// Who wins a bar that is its own image when rows and columns change places.
///
/// No square is above its image in the order of the squares, so a bite leaves the image of the square that was chosen; but
/// squares of the diagonal are their own image.
fn mirrored(bar: &Board) -> Option<Outcome> {
    let is_square = |&(row, column): &(usize, usize)| bar.get(column, row) == Some(b'.');
    let has_diagonal = || bar.marked(b'.').any(|(row, column)| row == column && row > 0);
    let outcome = || Outcome::won_if(has_diagonal());
    bar.marked(b'.').all(|square| is_square(&square)).then(outcome)
}

/// Who wins, where a theorem tells.
fn told(bar: &Board) -> Option<(Outcome, &'static Theorem)> {
    if let Some(outcome) = mirrored(bar) {
        return Some((outcome, &MIRROR));
    }
    let bar = bar.cropped();
    let corner = bar.get(bar.rows() - 1, bar.columns() - 1);
    (corner == Some(b'.') && (bar.rows(), bar.columns()) != (1, 1)).then_some((Outcome::Next, &STEALING))
}

/// The positions of the bar, each with its bites: C(r+c, r) by r·c.
fn cost(bar: &Board) -> u64 {
    let bar = bar.cropped();
    let (rows, columns) = (bar.rows() as u64, bar.columns() as u64);
    let positions = (1..=rows).try_fold(1u64, |all, k| Some(all.checked_mul(columns + k)? / k));
    positions.map_or(u64::MAX, |positions| positions.saturating_mul(rows * columns))
}

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

impl NormalPlay for Chomp {
    fn pairing(&self, bar: &Board) -> Option<Outcome> {
        mirrored(bar)
    }

    fn effort(&self, bar: &Board) -> u64 {
        bar.effort()
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
        drawing::draw_by_corner(asked)
    }

    fn numbers(&self) -> Option<usize> {
        Some(2)
    }

    /// One row is a heap, of which a bite leaves a smaller one; other bars are won but for the poisoned square.
    fn members(&self, parts: &[&str], letters: &[usize]) -> Option<Members> {
        let sides = sides(parts, letters)?;
        let all_won = Words::new("N, whatever n is", "无论 n 是多少都是 N 局面");
        Some(match sides {
            [Side::Open(rows), Side::Open(columns)] if rows != columns => {
                let is_lost = "a = 1 and b = 1";
                let words = Words::new(format!("P exactly if {is_lost}"), format!("P 当且仅当 {is_lost}"));
                let tells = Tells::OfNumbers(|sides| Some(sides.iter().all(|&side| side == 1)));
                ByNumber::members(&STEALING, words, &[Spelt::p_positions(is_lost)], None, 1, tells)
            }
            [Side::Open(_), Side::Open(_)] => ByNumber::lost(&STEALING, "n = 1", "n = 1", 1, |n| n == 1),
            [Side::Given(1), Side::Open(_)] | [Side::Open(_), Side::Given(1)] => {
                ByNumber::formula(&nim::THEOREM, "n-1", [1, 1, 1], 1, |n| n - 1)
            }
            [Side::Given(2..), Side::Open(_)] | [Side::Open(_), Side::Given(2..)] => {
                let claims = [Spelt::Every("N".to_owned())];
                ByNumber::members(&STEALING, all_won, &claims, None, 1, Tells::Previous(|_| false))
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::game;
    use crate::game::boards::testing::Plain;

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
        let (chomp, mut plain, mut random) =
            (game("chomp").unwrap(), Plain::new(|rows: &Vec<usize>| bites(rows)), Random::new(12));
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
    fn theorems_tell_who_wins() {
        let chomp = game("chomp").unwrap();
        for (text, theorem, moves) in [("30x31", &STEALING, 0), ("30x30", &MIRROR, 1)] {
            let answer = chomp.at_text(text).solve().unwrap();
            assert_eq!((answer.outcome, answer.stopped), (Some(Outcome::Next), None), "{text}");
            assert_eq!(answer.evidence.theorems, [theorem], "{text}");
            assert_eq!((answer.result.moves.moves.len(), answer.result.moves.count), (moves, None), "{text}");
        }
        // any squares may be gone: what theorems tell is what the bites say
        let (mut random, mut count) = (Random::new(9), [0; 3]);
        let mut plain = Plain::new(|left: &Vec<(usize, usize)>| {
            let rest = |&(r, c): &(usize, usize)| left.iter().copied().filter(|&(x, y)| x < r || y < c).collect();
            left.iter().filter(|square| **square != (0, 0)).map(rest).collect()
        });
        for case in 0..600 {
            let (rows, columns) = if case % 2 == 0 { (3, 4) } else { (4, 4) };
            let mut bar = Board::read(&format!("{rows}x{columns}"), ".#").unwrap();
            for square in 1..rows * columns {
                let (row, column) = (square / columns, square % columns);
                if random.below(3) == 0 || random.below(4) > 0 && case % 4 == 1 && row == column {
                    bar.set(row, column, b'#');
                    // every other bar of four rows is its own image
                    if case % 4 == 1 {
                        bar.set(column, row, b'#');
                    }
                }
            }
            let Some((outcome, theorem)) = told(&bar) else { continue };
            let squares: Vec<(usize, usize)> = bar.marked(b'.').collect();
            assert_eq!(outcome == Outcome::Previous, plain.of(&squares).0 == 0, "{bar}");
            count[if theorem == &STEALING { 2 } else { usize::from(outcome == Outcome::Next) }] += 1;
        }
        assert!(count.iter().all(|&n| n > 20), "{count:?}");
    }

    #[test]
    fn a_move_keeps_the_frame() {
        let moves = game("chomp").unwrap().at_text("2x2").moves().unwrap().moves;
        let texts: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(texts, ["chomp(\".#|.#\")", "chomp(\"..|##\")", "chomp(\"..|.#\")"]);
        assert_eq!(moves.iter().map(crate::answer::Move::wins).collect::<Vec<_>>(), [false, false, true]);
    }
}
