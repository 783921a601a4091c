//! POJ 1740, A New Stone Game.
//!
//! **Problem.** A player takes at least one stone from a pile and may then move any of its remaining stones to other
//! piles that are not empty; who takes the last stone wins. Each case is n and n piles, 0 ends the input; print 1 if
//! the first player wins, else 0.
//! **Idea.** `newstone` of the catalogue: the first player loses exactly if the piles pair up equal.

use std::io::{self, Read};

use grundy::{Context, Outcome, Session, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 24))?;
    let mut words = input.split_whitespace();
    let mut session = Session::new();
    while let Some(count) = words.next() {
        let count: usize = count.parse()?;
        if count == 0 {
            break;
        }
        let piles: Vec<&str> = words.by_ref().take(count).collect();
        let position = session.position(&format!("newstone({})", piles.join(", ")))?;
        let options = SolveOptions::default().with_moves(false);
        let answer = position.solve_with(&options, &Context::default())?;
        println!("{}", u8::from(answer.outcome == Some(Outcome::Next)));
    }
    Ok(())
}
