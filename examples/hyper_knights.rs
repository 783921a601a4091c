//! LightOJ 1315, Game of Hyper Knights.
//!
//! **Problem.** Several knights stand on a 500×500 board; a player moves one of them by (−2,+1), (−3,−1), (−2,−1),
//! (−1,−2), (−1,−3) or (+1,−2); who cannot move loses. T cases, each n and then n squares; print `Case 1: Alice` if
//! the first player wins, else `Case 1: Bob`.
//! **Idea.** Knights do not disturb each other: a sum. The sum of the coordinates falls with every move, so one table
//! of the squares in that order answers all cases.

use std::io::{self, Read};

use grundy::answer::Cells;
use grundy::{Context, Nat, Session, TableOptions};

const KNIGHT: &str = "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}";
const LARGEST: u64 = 499;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new();
    let game = session.game(KNIGHT)?;
    let options = TableOptions::default().with_to(vec![LARGEST, LARGEST]);
    let table = game.table_with(&options, &Context::default())?;
    let Cells::Values(rows) = &table.cells else { unreachable!("values were asked for") };

    let input = io::read_to_string(io::stdin().lock().take(1 << 26))?;
    let mut numbers = input.split_whitespace().map(str::parse::<usize>);
    let mut next = || numbers.next().ok_or("the input ends too early")?.map_err(|_| "a number was expected");
    for case in 1..=next()? {
        let mut value = Nat::ZERO;
        for _ in 0..next()? {
            let (x, y) = (next()?, next()?);
            value ^= rows.get(x, y).ok_or("a knight stands outside the board")?;
        }
        println!("Case {case}: {}", if value.is_zero() { "Bob" } else { "Alice" });
    }
    Ok(())
}
