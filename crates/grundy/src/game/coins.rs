//! Coin-turning games: a row or a board of coins, given as text; a move turns coins of a legal set, of which the last one
//! goes from heads to tails.
//!
//! ```text
//! HTTHHT      turn coins 1 and 4      HHTHTT
//! 012345      ─────────────────►          ▲ the last one: from heads to tails
//! ```
//!
//! **Theorem** (a position is the sum of its heads). Let each move turn a set of coins whose last coin goes from heads to
//! tails, whichever sides the others show. Then g of a position is the ⊕ of the values of its heads, each alone. *Proof.*
//! Two heads on one coin cancel in the sum of single heads, just as two turns of one coin do: turning the set S ∪ {x} of
//! a position is the move in the component x that leaves the components S. ∎ In misère play equal components do not
//! cancel, so those positions are searched as they stand.
//!
//! **Theorem** (Tartan). A move of the product of two games turns the coins (i, j), i in a legal set of the first game and
//! j in one of the second. Then g(r, c) = g₁(r) ⊗ g₂(c), the nim product.
//!
//! One file a game, with its entry in the catalogue; this file lists them. [`code`] has the games that turn so many coins,
//! neighbours or equally spaced ones, and `coded` their entries; `line` says what a game on a row is; `heads` reads and
//! prints rows and boards.
//!
//! Cost: a value is linear in the coins once the values of single coins are known; these are told by a formula, or each
//! once by its definition. Winning moves look at every legal set of every head, up to [`MOST_SETS`]; on a row with coins
//! anywhere the last coin but one is looked up by its value, so that Twins and Turning Turtles take n log n.
//!
//! References: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 14, 1982; H. W. Lenstra, *Nim
//! multiplication*, 1978.

pub mod code;
mod coded;
pub(crate) mod grunt;
mod heads;
pub mod line;
pub(crate) mod sym;
pub(crate) mod tartan;
#[cfg(test)]
mod tests;
pub(crate) mod turning;

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{Context, Diagnostic, Nat, Result, Spent, Theorem, Words};
use grundy_nimber::Nimber;

use super::any::{OptionVisitor, Visited, visited};
use super::drawing::{Asked, Drawn, cells};
use super::entry::{self, Bracket, Entry};
use super::members::Members;
use super::{AnyGame, Component, Every, Fold, Game, Join, Law, Listing, Place, Shape, Working};
use heads::Heads;
use line::{Line, Single, Table};

/// The coin-turning games, in the order in which they are listed.
pub(super) const ENTRIES: &[Entry] = &[
    coded::TURTLES,
    coded::TWINS,
    coded::MOCKTURTLES,
    coded::TRIPLETS,
    coded::RULER,
    coded::MOEBIUS,
    coded::MOIDORES,
    coded::MOGUL,
    coded::TURNIPS,
    grunt::ENTRY,
    sym::ENTRY,
    turning::ENTRY,
    tartan::ENTRY,
];

/// Sets that are looked at for the winning moves of one position.
pub const MOST_SETS: u64 = 20_000_000;

/// Larger boards are not searched where the values of single coins are out of reach: these cost less than the search.
const MOST_SEARCHED: usize = 40;

/// Heads that the winning moves of one position show together.
const MOST_WRITTEN: usize = 1_000_000;

/// A position is the sum of its heads.
pub static COINS: Theorem = Theorem {
    id: "coin-turning",
    statement: "where the last coin turned goes from heads to tails, a position is the sum of its heads, each alone",
    chinese: "若翻动的最后一枚由正面变反面，则局面是各枚正面单独的和",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
};

/// The value of a product.
pub static TARTAN: Theorem = Theorem {
    id: "tartan",
    statement: "in the product of two coin-turning games the value of the coin in row r and column c is the nim product \
        of the value of r in the first game and of c in the second",
    chinese: "在两个翻硬币游戏的积中，第 r 行第 c 列的硬币的值，是第一个游戏中 r 的值与第二个游戏中 c 的值的尼姆积",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
};

/// Takes a legal set: the rows and the columns whose coins are turned.
type SetVisitor<'a> = dyn FnMut(&[usize], &[usize]) -> ControlFlow<()> + 'a;

/// A coin-turning game. A row is a board of one row, on which the first game turns single coins.
#[derive(Debug, Clone)]
pub(crate) struct Coins {
    rows: Arc<Table>,
    columns: Arc<Table>,
    is_board: bool,
}

/// A game on a row of coins as the catalogue keeps it: nothing stands in its brackets.
///
/// # Errors
/// Something does.
pub(crate) fn made(name: &str, brackets: &[Bracket], line: impl Line) -> entry::Made {
    if brackets.is_empty() {
        return Ok(Arc::new(Coins::row(line)));
    }
    Err(Diagnostic::input(format!("`{name}` has nothing in brackets")).suggest(format!("write {name}(\"HTTH\")")))
}

impl Coins {
    /// A row.
    pub(crate) fn row(line: impl Line) -> Coins {
        Coins { rows: Arc::new(Table::new(Single)), columns: Arc::new(Table::new(line)), is_board: false }
    }

    /// The product of two games on rows; `None` if one is a product itself.
    pub(crate) fn product(first: &Coins, second: &Coins) -> Option<Coins> {
        let rows = Arc::clone(&first.columns);
        (!first.is_board && !second.is_board).then(|| Coins {
            rows,
            columns: Arc::clone(&second.columns),
            is_board: true,
        })
    }

    /// The values of the coins of a board of this size.
    fn values(&self, heads: &Heads) -> Option<Values> {
        let (rows, columns) = (self.rows.values(heads.rows)?, self.columns.values(heads.columns)?);
        Some(Values { rows, columns })
    }

    /// The legal sets of one head: each as rows and columns beside its own, whose products are turned.
    fn each_set(&self, (row, column): (usize, usize), visit: &mut SetVisitor<'_>) -> ControlFlow<()> {
        self.rows.line().each_set(row, &mut |rows| {
            let rows: Vec<usize> = rows.iter().copied().chain([row]).collect();
            self.columns.line().each_set(column, &mut |columns| {
                let columns: Vec<usize> = columns.iter().copied().chain([column]).collect();
                visit(&rows, &columns)
            })
        })
    }

    /// Visits the legal sets of one head that change the value by so much, as the coins turned, the head last; breaks when
    /// what is left to look at is spent.
    fn each_turn(
        &self,
        (heads, values, by_value): (&Heads, &Values, Option<&line::Values<'_>>),
        (head, change): (usize, u128),
        left: &mut u64,
        visit: &mut dyn FnMut(Vec<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match by_value {
            Some(columns) => {
                let (row, last) = heads.at(head);
                let rest = values.columns[last] ^ change;
                self.columns.line().each_set_with(last, rest, columns, left, &mut |set| {
                    let mut turned = heads.coins(&[row], set);
                    turned.push(head);
                    visit(turned)
                })
            }
            None => self.each_set(heads.at(head), &mut |rows, columns| {
                line::spend(left, rows.len() * columns.len())?;
                match values.product_of(rows, columns) == change {
                    true => visit(heads.coins(rows, columns)),
                    false => ControlFlow::Continue(()),
                }
            }),
        }
    }

    /// The boards that moves lead to, as the coins that they turn: all of them, or some where those are too many to look for
    /// (`None` in place of how many).
    ///
    /// Where the value v of a head falls with the change, one of its sets makes it, for v is the least number that no
    /// set gives: heads without such a promise are left out when only some are looked for.
    fn moves_to(&self, heads: &Heads, target: u128, limit: usize) -> Option<(Option<u64>, Vec<Vec<usize>>)> {
        let values = self.values(heads)?;
        let change = values.total(heads) ^ target;
        let by_value = (!self.is_board).then(|| line::Values::new(&values.columns[..heads.columns]));
        let board = (heads, &values, by_value.as_ref());
        let (mut left, mut found) = (MOST_SETS, Vec::new());
        let all = heads.heads.iter().try_for_each(|&head| {
            self.each_turn(board, (head, change), &mut left, &mut |turned| {
                found.push(turned);
                ControlFlow::Continue(())
            })
        });
        if all.is_break() {
            (left, found) = (MOST_SETS, Vec::new());
            let falls = |head: &&usize| {
                let value = values.coin(heads.at(**head));
                value ^ change < value
            };
            _ = heads.heads.iter().filter(falls).try_for_each(|&head| {
                self.each_turn(board, (head, change), &mut left, &mut |turned| {
                    found.push(turned);
                    if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            });
        }
        let count = all.is_continue().then_some(found.len() as u64);
        found.sort_unstable_by(|a, b| heads.order(a, b));
        found.truncate(limit);
        Some((count, found))
    }
}

/// The values of rows and columns.
struct Values {
    rows: Arc<[u128]>,
    columns: Arc<[u128]>,
}

impl Values {
    fn coin(&self, (row, column): (usize, usize)) -> u128 {
        (Nimber(self.rows[row]) * Nimber(self.columns[column])).0
    }

    fn total(&self, heads: &Heads) -> u128 {
        heads.heads.iter().fold(0, |xor, &head| xor ^ self.coin(heads.at(head)))
    }

    /// ⊕ over the product of two sets, which is the product of their sums.
    fn product_of(&self, rows: &[usize], columns: &[usize]) -> u128 {
        let sum = |of: &[u128], at: &[usize]| at.iter().fold(0, |xor, &i| xor ^ of[i]);
        (Nimber(sum(&self.rows, rows)) * Nimber(sum(&self.columns, columns))).0
    }
}

impl AnyGame for Coins {
    fn shape(&self) -> Shape {
        Shape::Text
    }

    fn each_option(&self, game: &Game, place: &Place, cx: &Context, visit: &mut OptionVisitor<'_>) -> Visited {
        let heads = Heads::of(place);
        let coins = heads.rows * heads.columns;
        if coins > MOST_SEARCHED && self.values(&heads).is_none() {
            return Err(cx.stopped(Spent::Nodes, Some(format!("the values of {coins} coins"))).into());
        }
        visited(|trouble| {
            let mut turn = |rows: &[usize], columns: &[usize]| {
                trouble.keep(cx.tick((rows.len() * columns.len()) as u64))?;
                let turned = heads.turned(&heads.coins(rows, columns));
                visit(&[Component { game: game.clone(), place: turned.place() }])
            };
            Ok(heads.heads.iter().try_for_each(|&head| self.each_set(heads.at(head), &mut turn)))
        })
    }

    fn read(&self, _game: &Game, text: &str) -> Result<Place, Diagnostic> {
        Heads::read(text, self.is_board).map(|heads| heads.place())
    }

    /// A number stands for a coin that alone shows heads: it is a component of every position with a head there.
    fn reads_numbers(&self) -> bool {
        !self.is_board
    }

    /// Row and column of such a coin.
    fn start_numbers(&self) -> Option<usize> {
        self.is_board.then_some(2)
    }

    fn place(&self, numbers: Place) -> Result<Place, Diagnostic> {
        if Some(numbers.len()) != self.start_numbers() {
            return Ok(numbers);
        }
        let text: Vec<String> = numbers.iter().map(Nat::to_string).collect();
        Heads::read(&text.join("x"), self.is_board).map(|heads| heads.place())
    }

    fn show(&self, place: &Place) -> String {
        format!("\"{}\"", Heads::of(place))
    }

    /// Coins behind the last head are never turned again.
    fn parts(&self, place: &Place) -> Option<Vec<Place>> {
        Some(vec![Heads::of(place).cropped().place()])
    }

    fn law(&self) -> Option<Arc<dyn Law>> {
        Some(Arc::new(self.clone()))
    }

    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        if parts == ["", ""] && !self.is_board { self.columns.line().members() } else { None }
    }

    fn ends(&self) -> bool {
        true
    }

    fn compare(&self, a: &Place, b: &Place) -> Ordering {
        self.show(a).cmp(&self.show(b))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let before = Heads::of(asked.place());
        let side = |heads: &Heads, [row, column]: [usize; 2]| {
            if heads.heads.binary_search(&(row * heads.columns + column)).is_ok() { b'H' } else { b'T' }
        };
        cells::marks(asked, [before.rows, before.columns], &|at| side(&before, at), &|i| match asked.moves[i].1 {
            [one] => {
                let after = Heads::of(&one.place);
                Some(Box::new(move |at| side(&after, at)))
            }
            _ => None,
        })
    }
}

impl Law for Coins {
    fn theorem(&self) -> &'static Theorem {
        if self.is_board { &TARTAN } else { self.columns.line().theorem() }
    }

    fn words(&self) -> Words {
        if !self.is_board {
            let coin = self.columns.line().words();
            return Words::new(
                format!("g = xor of the values of the heads; coin n has {}", coin.english),
                format!("g = 各枚正面的值的异或；第 n 枚的值：{}", coin.chinese),
            );
        }
        let (row, column) = (self.rows.line().words(), self.columns.line().words());
        Words::new(
            format!(
                "g = xor of the nim products of row and column of the heads; row n has {}, column n has {}",
                row.english, column.english
            ),
            format!(
                "g = 各枚正面所在行与列的值的尼姆积的异或；第 n 行的值：{}；第 n 列的值：{}",
                row.chinese, column.chinese
            ),
        )
    }

    /// The xor of the values of the heads, whose places are the numbers of the list, row and column of each on a board.
    fn fold(&self) -> Option<Fold> {
        let term = self.columns.line().term()?;
        if self.is_board {
            let join = Join::Products(self.rows.line().term()?, term);
            let list = "a board of coins: the list of row, column, row, column, ... of its heads, which are numbers";
            return Some(Fold { list, ..Fold::of_numbers(Every::Second, join) });
        }
        let list = "a row of coins: the list of the places of its heads, which are numbers";
        Some(Fold { term, list, ..Fold::of_numbers(Every::One, Join::Xor) })
    }

    fn working(&self, place: &[Nat]) -> Vec<Working> {
        let heads = Heads::of_numbers(place);
        let Some(values) = self.values(&heads) else { return Vec::new() };
        let row = |&head: &usize| {
            let (row, column) = heads.at(head);
            let name = match self.is_board {
                true => Words::same(format!("({row}, {column}): {} ⊗ {}", values.rows[row], values.columns[column])),
                false => Words::new(format!("coin {column}"), format!("硬币 {column}")),
            };
            (name, Nat::from(values.coin((row, column))))
        };
        let rows: Vec<(Words, Nat)> = heads.heads.iter().map(row).collect();
        let what = match rows.len() {
            0 => return vec![Working::Say(Words::new("no coin shows heads", "没有正面朝上的硬币"))],
            1 => Words::new("the head", "唯一的正面"),
            _ => Words::new("the heads", "各枚正面"),
        };
        vec![Working::Xor { what, rows }]
    }

    fn value(&self, place: &[Nat]) -> Option<Nat> {
        let heads = Heads::of_numbers(place).cropped();
        Some(Nat::from(self.values(&heads)?.total(&heads)))
    }

    fn options_with_value(&self, place: &[Nat], target: &Nat, limit: usize) -> Option<Listing> {
        let (count, first) = self.all_or_some_with_value(place, target, limit)?;
        Some(Listing { count: count?, first })
    }

    fn all_or_some_with_value(
        &self,
        place: &[Nat],
        target: &Nat,
        limit: usize,
    ) -> Option<(Option<Nat>, Vec<Vec<Place>>)> {
        let heads = Heads::of_numbers(place);
        // of long rows fewer moves are written out than were asked for
        let limit = limit.min((MOST_WRITTEN / heads.heads.len().max(1)).max(1));
        let (count, moves) = self.moves_to(&heads, u128::try_from(target).ok()?, limit)?;
        // some were looked for and none found: the budget for sets was too small
        if count.is_none() && moves.is_empty() {
            return None;
        }
        let first = moves.into_iter().map(|turned| vec![heads.turned(&turned).place()]).collect();
        Some((count.map(Nat::from), first))
    }
}
