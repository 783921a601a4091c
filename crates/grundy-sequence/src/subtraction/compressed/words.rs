//! A value among others, the root of a word, the factors of a period.

use grundy_core::prime::is_prime;
use grundy_core::{Context, Stopped};

use super::super::Play;

/// A number is divided by primes up to here, and by what is left if that is prime.
const PRIMES: u64 = 1 << 20;

/// The least value that is no option's, or 1 where a misère player wins.
pub(super) fn worth(play: Play, options: impl Iterator<Item = u16>, seen: &mut Vec<bool>) -> u16 {
    seen.clear();
    for value in options {
        let value = usize::from(value);
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    let mex = seen.iter().position(|&is_seen| !is_seen).unwrap_or(seen.len()) as u16;
    match play {
        Play::Normal => mex,
        Play::Misere if seen.is_empty() => 1,
        Play::Misere => mex.min(1),
    }
}

/// The shortest word of which this is a power.
pub(super) fn root(word: &[u16]) -> &[u16] {
    // the longest proper border of each beginning (D. E. Knuth, J. H. Morris, V. R. Pratt, 1977)
    let mut borders = vec![0usize; word.len()];
    for at in 1..word.len() {
        let mut border = borders[at - 1];
        while border > 0 && word[at] != word[border] {
            border = borders[border - 1];
        }
        borders[at] = border + usize::from(word[at] == word[border]);
    }
    let length = word.len() - borders.last().copied().unwrap_or(0);
    if word.len().is_multiple_of(length) { &word[..length] } else { word }
}

/// The prime factors, each as often as it divides; false: what is left of it is no prime, and stands for no factor.
pub(super) fn prime_factors(mut n: u64, cx: &Context) -> Result<(Vec<u64>, bool), Stopped> {
    let mut factors = Vec::new();
    let mut by = 2;
    while by <= PRIMES && by * by <= n {
        cx.tick(1)?;
        while n.is_multiple_of(by) {
            factors.push(by);
            n /= by;
        }
        by += 1 + by % 2;
    }
    let is_whole = n == 1 || by * by > n || is_prime(n);
    if n > 1 && is_whole {
        factors.push(n);
    }
    Ok((factors, is_whole))
}
