//! MIPT 100, Nim Game: who is the winner?
//!
//! **Problem.** Nim with n heaps; the first line gives n, then n numbers follow. Print `First wins.` or
//! `Second wins.`.
//! **Idea.** The nim-sum of the heaps is 0 exactly if the second player wins (Bouton 1902).

use std::io::{self, Read};

use grundy::{Context, Outcome, Session, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 20))?;
    let mut words = input.split_whitespace();
    let count: usize = words.next().ok_or("the number of heaps was expected")?.parse()?;
    let mut heaps: Vec<&str> = words.take(count).collect();
    if heaps.is_empty() {
        heaps.push("0");
    }
    let mut session = Session::new();
    let position = session.position(&format!("nim({})", heaps.join(", ")))?;
    let options = SolveOptions::default().with_moves(false);
    let answer = position.solve_with(&options, &Context::default())?;
    println!("{} wins.", if answer.outcome == Some(Outcome::Next) { "First" } else { "Second" });
    Ok(())
}
