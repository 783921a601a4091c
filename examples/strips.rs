//! Coloured strips on a 1×p board.
//!
//! **Problem.** Two players put strips of length c, z or n on free neighbouring squares of a board of one row; who
//! cannot move loses. The first line gives c z n, the second the number m of boards, then m lengths p follow; print 1
//! or 2, the player who wins on each board.
//! **Idea.** A strip splits the board into two boards that never meet again, so a move leads to a sum. One table of
//! values serves all the questions.

use std::io::{self, Read};

use grundy::answer::Cells;
use grundy::{Context, Session, TableOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 24))?;
    let numbers: Vec<u64> = input.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [c, z, n, _, boards @ ..] = numbers.as_slice() else { return Err("c z n m expected".into()) };
    let longest = boards.iter().copied().max().unwrap_or(0);

    let rule = format!("{{p -> a & p-s-a for s in {{{c},{z},{n}}} for a in 0..p-s}}");
    let mut session = Session::new();
    let game = session.game(&rule)?;
    let options = TableOptions::default().with_to(vec![longest]);
    let table = game.table_with(&options, &Context::default())?;
    let Cells::Values(rows) = &table.cells else { unreachable!("values were asked for") };

    for &p in boards {
        println!("{}", if rows.get(0, p as usize).is_some_and(|value| value.is_zero()) { 2 } else { 1 });
    }
    Ok(())
}
