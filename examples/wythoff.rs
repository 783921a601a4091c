//! POJ 1067, Wythoff's game.
//!
//! **Problem.** Of two piles a player takes any number from one, or equal numbers from both; who takes the last stone
//! wins. Each line holds the piles (up to 10^9); print 1 if the first player wins, else 0.
//! **Idea.** `wythoff` of the catalogue knows the P-pairs by whole numbers, so any size answers at once.

use std::io::{self, BufRead};

use grundy::{Context, Outcome, Session, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let piles: Vec<&str> = line.split_whitespace().collect();
        if piles.is_empty() {
            continue;
        }
        let position = session.position(&format!("wythoff({})", piles.join(", ")))?;
        let options = SolveOptions::default().with_moves(false);
        let answer = position.solve_with(&options, &Context::default())?;
        println!("{}", u8::from(answer.outcome == Some(Outcome::Next)));
    }
    Ok(())
}
