//! A mixed game: every pile has a rule of its own.
//!
//! **Problem.** From pile 1 one takes 1 to 3 stones, from pile 2 an odd number, from every other pile any number; who
//! takes the last stone wins. Each line is n and n piles; print `First` and a winning move (the pile, counted from 1,
//! and what is left of it), or `Second`.
//! **Idea.** A sum of different games is still a sum: three rules side by side, one answer.

use std::io::{self, BufRead};

use grundy::Session;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let piles: Vec<&str> = line.split_whitespace().skip(1).collect();
        if piles.is_empty() {
            continue;
        }
        let rules = ["take[1..3]", "take[odds]"];
        let terms: Vec<String> =
            piles.iter().enumerate().map(|(i, n)| format!("{}({n})", rules.get(i).unwrap_or(&"nim"))).collect();
        let position = session.position(&terms.join(" + "))?;
        let answer = position.solve()?;
        match answer.moves.moves.first() {
            Some(found) => {
                let left = found.to.rsplit('(').next().unwrap_or_default().trim_end_matches(')');
                println!("First: pile {} to {left}", &found.component + grundy::Nat::ONE);
            }
            None => println!("Second"),
        }
    }
    Ok(())
}
