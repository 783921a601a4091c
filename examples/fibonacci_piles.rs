//! Two piles, taking Fibonacci numbers.
//!
//! **Problem.** From one of two piles a player takes 1, 2, 3, 5, 8 … stones; who takes the last wins. Each line gives
//! the piles m and n (at most 10 000), `0 0` ends the input; print `Xiaoai Win` if the first player wins, else
//! `Xiaobing Win`.
//! **Idea.** The sum of two games `take[fibs]`: the first player loses exactly if both values are equal.

use std::io::{self, Read};

use grundy::answer::Cells;
use grundy::{Context, Session, TableOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 24))?;
    let numbers: Vec<u64> = input.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let questions: Vec<&[u64]> = numbers.chunks_exact(2).take_while(|pair| *pair != [0, 0]).collect();
    let largest = questions.iter().flat_map(|pair| pair.iter().copied()).max().unwrap_or(0);

    let mut session = Session::new();
    let game = session.game("take[fibs]")?;
    let options = TableOptions::default().with_to(vec![largest]);
    let table = game.table_with(&options, &Context::default())?;
    let Cells::Values(rows) = &table.cells else { unreachable!("values were asked for") };

    for pair in questions {
        let equal = rows.get(0, pair[0] as usize) == rows.get(0, pair[1] as usize);
        println!("{}", if equal { "Xiaobing Win" } else { "Xiaoai Win" });
    }
    Ok(())
}
