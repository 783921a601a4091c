//! Lamps on a grid, as in HDU 3404, Switch lights.
//!
//! **Problem.** Some lamps of a grid with rows and columns 0, 1, 2 … are lit. A move chooses a rectangle and switches the
//! lamps at its four corners; the one in the largest row and column must be lit before. Who switches last wins. T cases,
//! each n and n lit lamps (row, column); print `Have a try, lxhgww.` where the first player wins, else
//! `Don't waste your time.`
//! **Idea.** On one line a move switches two lamps: Twins, where lamp x has the value x. By the Tartan theorem the lamp
//! (x, y) has the nim product x ⊗ y.

use std::io::{self, Read};

use grundy_nimber::Nimber64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = io::read_to_string(io::stdin().lock().take(1 << 24))?;
    let numbers: Vec<u64> = input.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let mut rest = numbers.get(1..).unwrap_or_default();
    for _ in 0..numbers.first().copied().unwrap_or(0) {
        let (&count, after) = rest.split_first().ok_or("the input ends too early")?;
        let (lamps, after) = after.split_at_checked(2 * count as usize).ok_or("the input ends too early")?;
        rest = after;
        let lamp = |at: &[u64]| Nimber64(at[0]) * Nimber64(at[1]);
        let value = lamps.chunks_exact(2).map(lamp).fold(Nimber64::default(), |sum, lamp| sum + lamp);
        let is_lost = value == Nimber64::default();
        println!("{}", if is_lost { "Don't waste your time." } else { "Have a try, lxhgww." });
    }
    Ok(())
}
