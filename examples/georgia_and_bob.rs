//! POJ 1704, Georgia and Bob.
//!
//! **Problem.** Chessmen stand on a strip of squares 1, 2, 3 …; a player moves one to the left, not onto or over
//! another and not off the board; who cannot move loses, Georgia begins. T cases, each n and n squares in any order;
//! print who will win.
//! **Idea.** This is `silverdollar`, which counts squares from 0: only the gaps of the men paired from the right
//! matter.

use std::io::{self, Read};

use grundy::{Context, Outcome, Session, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 24))?;
    let numbers: Vec<u64> = input.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let mut rest = numbers.get(1..).unwrap_or_default();
    let mut session = Session::new();
    for _ in 0..numbers.first().copied().unwrap_or(0) {
        let (&count, after) = rest.split_first().ok_or("the input ends too early")?;
        let (men, after) = after.split_at_checked(count as usize).ok_or("the input ends too early")?;
        rest = after;
        let squares: Vec<String> = men.iter().map(|man| man.saturating_sub(1).to_string()).collect();
        let position = session.position(&format!("silverdollar({})", squares.join(", ")))?;
        let options = SolveOptions::default().with_moves(false);
        let answer = position.solve_with(&options, &Context::default())?;
        println!("{} will win", if answer.outcome == Some(Outcome::Next) { "Georgia" } else { "Bob" });
    }
    Ok(())
}
