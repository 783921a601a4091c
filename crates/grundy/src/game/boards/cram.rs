//! **Cram**: place a domino on two free squares that are neighbours; who cannot loses.
//!
//! ```text
//! ...       .##       a domino in the first row: what is left is one piece of four squares
//! ...   →   ...
//! ```
//!
//! What is left falls into pieces, so values are searched over pieces ([`cells`](crate::game::boards::cells)); a piece that does not fit into a word of
//! 128 bits is searched as a board.
//!
//! **Symmetry** tells who wins many boards at once. Let a board be its own half turn. If its centre is neither a free square
//! nor the middle of a free domino, the second player answers every domino with its image: P. If the centre is the middle of
//! a free domino, the first player takes it and answers from then on: N. So boards of even × even squares are P, those of
//! even × odd are N (M. Gardner 1974).
//!
//! Cost: about 2^(squares/2) nodes.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Evidence, NormalPlay, Outcome, Result, Theorem};
use grundy_sequence::Code;

use crate::error::Diagnostic;
use crate::game::boards::board::Board;
use crate::game::boards::cells::{Cells, Places, Taking, symmetry};
use crate::game::boards::proof::{Connected, OfBoard, Proof};
use crate::game::boards::{Written, made_with};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members, Side, Tells, sides};
use crate::game::nimbers::store::NimberStore;
use crate::game::nimbers::{Kept, Values, searched, sum_is};
use crate::rules::{Rules, Visitor};
use crate::statement::Spelt;
use crate::words::Words;

/// Cram in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "cram",
    english: "Cram",
    chinese: "无差别多米诺",
    other_names: &["Impartial domineering", "放骨牌"],
    rule_english: "Place a domino on two neighbouring free squares of a board.",
    rule_chinese: "在棋盘上放一张多米诺骨牌，盖住两个相邻的空格。",
    group: Group::Boards,
    signature: "cram(\"RxC\")",
    example: "cram(\"4x5\")",
    references: &[
        "M. Gardner, Cram, crosscram and quadraphage: new games having elusive winning strategies, 1974",
        "J. Lemoine, S. Viennot, Nimbers are inevitable, 2012",
    ],
    definition: Definition::Rules(|brackets| made_with("cram", brackets, Cram, Found::default())),
    ..Entry::USUAL
};

/// The second player answers with the image.
pub(crate) static POINT_SYMMETRY: Theorem = Theorem {
    id: "point-symmetry",
    statement: "A Cram board that is its own half turn is P if its centre is neither a free square nor the middle of a \
                free domino, for every domino is answered by its image; if the centre is the middle of a free domino, it \
                is N: take that domino, then answer by images",
    chinese: "转半圈后不变的 无差别多米诺棋盘，若中心既不是空格也不是一块可放骨牌的中点，则是 P 局面，因为每块骨牌都以它的像应对；若中心是一块可放骨牌的中点，则是 N 局面：先放那块，再以像应对",
    reference: "M. Gardner, Cram, crosscram and quadraphage: new games having elusive winning strategies, 1974",
};

/// Boards of two rows.
pub(crate) static TWO_ROWS: Theorem = Theorem {
    id: "cram-two-rows",
    statement: "A Cram board of two rows and n columns is worth n%2: beside a heap of n%2, the second player answers a domino along a row \
                by the one in the other row, and a domino across the rows by another one, or by the heap, of which together an odd number \
                is left",
    chinese: "两行多米诺定理：两行 n 列的无差别多米诺棋盘的值为 n%2：旁边放一堆 n%2 枚，后手以另一行的同样位置应对横放的骨牌，以另一块竖放的骨牌或那一堆应对竖放的骨牌，\
              两者合计总还剩奇数个",
    reference: "",
};

/// The rules on boards.
#[derive(Debug, Clone, Copy)]
struct Cram;

/// The free squares that a domino may take with this one: to the right and below.
fn neighbours(board: &Board, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let free = |&(r, c): &(usize, usize)| board.get(r, c) == Some(b'.');
    [(row, column + 1), (row + 1, column)].into_iter().filter(free)
}

impl Rules for Cram {
    type Position = Board;

    fn options(&self, board: &Board, visit: &mut Visitor<'_, Board>) -> ControlFlow<()> {
        board.marked(b'.').try_for_each(|first| {
            neighbours(board, first).try_for_each(|second| {
                let mut left = board.clone();
                [first, second].into_iter().for_each(|(row, column)| left.set(row, column, b'#'));
                visit(&[left])
            })
        })
    }

    fn canonical(&self, board: Board) -> Board {
        board.least_image()
    }

    fn split(&self, board: Board) -> Vec<Board> {
        let pieces = board.pieces(|board, square| board.get(square.0, square.1) == Some(b'.'));
        pieces.into_iter().filter(|piece| piece.marked(b'.').nth(1).is_some()).collect()
    }
}

impl NormalPlay for Cram {
    fn pairing(&self, board: &Board) -> Option<Outcome> {
        symmetry::told(Taking::Dominoes, &places(board))
    }

    fn size(&self, board: &Board) -> u32 {
        board.marked(b'.').count() as u32
    }

    fn effort(&self, board: &Board) -> u64 {
        board.effort()
    }
}

impl Written for Cram {
    fn read(&self, text: &str) -> Result<Board, Diagnostic> {
        Board::read(text, ".#")
    }

    fn numbers(&self) -> Option<usize> {
        Some(2)
    }

    /// A row is cut by a domino into two rows.
    fn members(&self, parts: &[&str], letters: &[usize]) -> Option<Members> {
        let sides = sides(parts, letters)?;
        let side = match sides {
            [Side::Given(side), Side::Open(_)] | [Side::Open(_), Side::Given(side)] => side,
            [Side::Open(rows), Side::Open(columns)] if rows != columns => {
                let claims = ["a%2 = 0 and b%2 = 0 => P", "(a+b)%2 = 1 => N"];
                let words = Words::new(
                    "P if both numbers are even, N if one of them is",
                    "两数都是偶数则为 P 局面，恰有一个是偶数则为 N 局面",
                );
                let tells = Tells::OfNumbers(|sides| {
                    let odd = sides.iter().filter(|&side| side % 2 == 1).count();
                    (odd < 2).then_some(odd == 0)
                });
                let claims = claims.map(|claim| Spelt::Every(claim.to_owned()));
                return Some(ByNumber::members(&POINT_SYMMETRY, words, &claims, None, 1, tells));
            }
            _ => return None,
        };
        Some(match side {
            1 => Members::CodeFromOne(Code::octal(0, [0, 7])),
            2 => ByNumber::formula(&TWO_ROWS, "n%2", [1, 2, 0], 1, |n| n % 2),
            even if even > 0 && even.is_multiple_of(2) => {
                ByNumber::lost(&POINT_SYMMETRY, "n%2 = 0", "n 为偶数", 1, |n| n.is_multiple_of(2))
            }
            _ => return None,
        })
    }
}

/// What was found: of pieces that fit into a word by words, of others by boards.
#[derive(Debug)]
struct Found {
    cells: Cells,
    boards: Kept<Cram>,
}

impl Default for Found {
    fn default() -> Self {
        Found { cells: Cells::new(Taking::Dominoes), boards: Kept::new(Cram) }
    }
}

/// The rows and columns of the free squares of a piece.
fn places(piece: &Board) -> Places {
    piece.marked(b'.').map(|(row, column)| (row as u32, column as u32)).collect()
}

impl Values<Board> for Found {
    fn value(&self, board: &Board, cx: &Context) -> Result<(u64, Evidence)> {
        let mut value = 0;
        for piece in Cram.split(board.clone()) {
            value ^= match self.cells.value(places(&piece), cx) {
                Some(found) => found?,
                None => self.boards.value_of(&piece, cx)?,
            };
        }
        Ok((value, searched()))
    }

    fn is(&self, board: &Board, number: u64, cx: &Context) -> Option<Result<bool>> {
        let value = |piece: &Board| Ok(self.value(piece, cx)?.0);
        let is = |piece: &Board, rest| {
            self.cells.is(places(piece), rest, cx).unwrap_or_else(|| self.boards.is_of(piece, rest, cx))
        };
        Some(sum_is(Cram.split(board.clone()), number, |piece| Cram.size(piece), value, is))
    }

    fn told(&self, board: &Board) -> Option<(Outcome, &'static Theorem)> {
        Cram.pairing(board).map(|outcome| (outcome, &POINT_SYMMETRY))
    }

    fn cost(&self, board: &Board) -> Option<u64> {
        let largest = Cram.split(board.clone()).iter().map(|piece| Cram.size(piece)).max().unwrap_or_default();
        Some(1u64.checked_shl(largest / 2).unwrap_or(u64::MAX))
    }

    fn excluded(&self, board: &Board, cx: &Context) -> Vec<u64> {
        let pieces = Cram.split(board.clone());
        let [piece] = pieces.as_slice() else { return Vec::new() };
        self.cells.excluded(places(piece), cx).unwrap_or_else(|| self.boards.excluded_of(piece, cx))
    }

    fn certificate(&self, board: &Board, comment: &str, cx: &Context) -> Option<Result<String>> {
        let (ground, squares) = (OfBoard { cells: &self.cells, takes_edges: true }, places(board));
        let head = ground.head(&squares)?;
        let play = Connected(ground);
        Some(Proof::text(&play, &play.parts(squares), &head, comment, cx))
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep_in(&self, store: &Arc<NimberStore>, cx: &Context) -> Result<()> {
        self.cells.keep_in(store);
        self.boards.keep_found(store, cx)
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::game::boards::cells::Pieces;
    use crate::game::boards::testing::{Plain, random_board};
    use crate::{Nat, game};

    /// The boards after each domino, from the text alone.
    fn options(board: &String) -> Vec<String> {
        let width = board.find('|').map_or(usize::MAX / 2, |at| at + 1);
        let mut left = Vec::new();
        for first in 0..board.len() {
            for second in [first + 1, first + width] {
                if board.as_bytes()[first] == b'.' && board.as_bytes().get(second) == Some(&b'.') {
                    let mut board = board.clone().into_bytes();
                    (board[first], board[second]) = (b'#', b'#');
                    left.push(String::from_utf8(board).unwrap());
                }
            }
        }
        left
    }

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let (mut random, mut plain) = (Random::new(1), Plain::new(options));
        for _ in 0..300 {
            let (rows, columns) = (1 + random.index(4), 1 + random.index(5));
            let board = random_board(&mut random, rows, columns, "....#");
            plain.agrees("cram", [(board.clone(), board)]);
        }
    }

    /// Words of any length and boards say the same.
    #[test]
    fn words_and_boards_agree() {
        let (mut random, cx) = (Random::new(2), Context::default());
        let (boards, short, long) =
            (Kept::new(Cram), Pieces::<u64>::new(Taking::Dominoes, 6), Pieces::<u128>::new(Taking::Dominoes, 6));
        let (short, long) = (Kept::new(short), Kept::new(long));
        for _ in 0..30 {
            let board = Board::read(&random_board(&mut random, 4, 6, "..#"), ".#").unwrap();
            let word = board.marked(b'.').fold(0u64, |word, (row, column)| word | 1 << (row * 6 + column));
            let value = boards.value_of(&board, &cx).unwrap();
            assert_eq!(short.value_of(&word, &cx).unwrap(), value, "{board}");
            assert_eq!(long.value_of(&word.into(), &cx).unwrap(), value, "{board}");
        }
    }

    #[test]
    fn a_number_is_the_value_or_not() {
        let (mut random, cx) = (Random::new(4), Context::default());
        for _ in 0..60 {
            let (rows, columns) = (1 + random.index(5), 1 + random.index(5));
            let board = Board::read(&random_board(&mut random, rows, columns, "....#"), ".#").unwrap();
            let (value, _) = Found::default().value(&board, &cx).unwrap();
            let found = Found::default();
            for number in (0..6).rev() {
                assert_eq!(found.is(&board, number, &cx), Some(Ok(number == value)), "{number} in {board}");
            }
        }
    }

    #[test]
    fn symmetry_tells_who_wins() {
        let cram = game("cram").unwrap();
        for (text, outcome) in [("6x6", Outcome::Previous), ("100x100", Outcome::Previous), ("99x100", Outcome::Next)] {
            let answer = cram.at_text(text).solve().unwrap();
            assert_eq!(answer.outcome, Some(outcome), "{text}");
            assert_eq!(answer.evidence.theorems, [&POINT_SYMMETRY]);
            assert_eq!(answer.moves.moves.len(), usize::from(outcome == Outcome::Next));
        }
        // what symmetry tells is what the search finds
        let (mut random, found) = (Random::new(3), Found::default());
        let mut told = [0, 0];
        for _ in 0..400 {
            let (rows, columns) = (1 + random.index(4), 1 + random.index(5));
            let half = random_board(&mut random, rows, columns, "..#").replace('|', "");
            let all: String = half.chars().chain(half.chars().rev().skip(random.index(2))).collect();
            let columns = (1..=all.len()).filter(|c| all.len().is_multiple_of(*c)).nth(random.index(3)).unwrap_or(1);
            let rows: Vec<&str> = all.as_bytes().chunks(columns).map(|row| std::str::from_utf8(row).unwrap()).collect();
            let board = Board::read(&rows.join("|"), ".#").unwrap();
            if let Some((outcome, _)) = found.told(&board) {
                let value = found.value(&board, &Context::default()).unwrap().0;
                assert_eq!(outcome == Outcome::Previous, value == 0, "{board}");
                told[usize::from(value > 0)] += 1;
            }
        }
        assert!(told.iter().all(|&n| n > 40), "{told:?}");
    }

    /// Symmetry alone says that the board is worth 0; its moves are not searched for one of value 3.
    #[test]
    fn a_board_told_by_symmetry_is_judged_at_once_in_a_sum() {
        let answer = crate::Session::new().position("cram(\"10x10\") + nim(3)").unwrap().solve().unwrap();
        assert_eq!((answer.outcome, &answer.value), (Some(Outcome::Next), &Some(Nat::from(3u8))));
        assert!(answer.stopped.is_none() && answer.moves.count.is_none());
        assert_eq!(answer.moves.moves[0].to, "nim(0)");
    }

    #[test]
    fn a_board_that_is_too_dear_says_what_is_known() {
        let cx = Context::new(grundy_core::Budget { nodes: Some(200_000), ..grundy_core::Budget::UNLIMITED });
        let cram = game("cram").unwrap();
        let board = "......|......|......|......|......|......|.....#";
        let answer = cram.at_text(board).solve_with(&crate::SolveOptions::default(), &cx).unwrap();
        assert!(answer.stopped.is_some() && answer.value.is_none());
        assert_eq!(cram.at_text("4x5").value(), Ok(Nat::from(2u8)));
    }
}
