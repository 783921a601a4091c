//! Lexicodes from coin turning.
//!
//! **Problem.** The lexicode of length n and distance d takes the words of n bits in the order of the numbers, each that
//! differs from all taken before in at least d bits. For each line `n d` print how many words it has, then the pairs
//! `weight:words`. For `24 8` it is the extended Golay code.
//! **Idea.** Let a move turn at most d−1 coins, of which the rightmost goes from heads to tails. Two P-positions cannot
//! be one move apart, and the words of the code are the P-positions: those where the values of the heads have the xor 0.
//! (J. H. Conway, N. J. A. Sloane, Lexicographic codes: error-correcting codes from game theory, 1986.)

use std::collections::BTreeMap;
use std::io;

use grundy::{Context, Session, SolveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new();
    for line in io::stdin().lines() {
        let line = line?;
        let Some((length, distance)) = line.trim().split_once(' ') else { continue };
        let (length, distance): (usize, usize) = (length.parse()?, distance.parse()?);
        let mut values = Vec::new();
        for coin in 0..length {
            let row = format!("{}H", "T".repeat(coin));
            let position = session.position(&format!("turning[\"1-{}\"](\"{row}\")", distance - 1))?;
            let answer = position.solve_with(&SolveOptions::default().with_moves(false), &Context::default())?;
            values.push(answer.value.clone().ok_or("a row of coins has a value")?.to_string().parse::<u64>()?);
        }
        let words = kernel(&values);
        let mut weights: BTreeMap<u32, u64> = BTreeMap::new();
        for choice in 0u64..1 << words.len() {
            let word = (0..words.len()).filter(|i| choice >> i & 1 == 1).fold(0, |sum, i| sum ^ words[i]);
            *weights.entry(word.count_ones()).or_default() += 1;
        }
        let told: Vec<String> = weights.iter().map(|(weight, words)| format!("{weight}:{words}")).collect();
        println!("{} {}", 1u64 << words.len(), told.join(" "));
    }
    Ok(())
}

/// A basis of the words whose coins have values of xor 0, by elimination.
fn kernel(values: &[u64]) -> Vec<u64> {
    let (mut reduced, mut words): (Vec<(u64, u64)>, Vec<u64>) = (Vec::new(), Vec::new());
    for (coin, &value) in values.iter().enumerate() {
        let (mut value, mut word) = (value, 1 << coin);
        for &(pivot, of) in &reduced {
            if value ^ pivot < value {
                (value, word) = (value ^ pivot, word ^ of);
            }
        }
        if value == 0 {
            words.push(word);
        } else {
            reduced.push((value, word));
            reduced.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    words
}
