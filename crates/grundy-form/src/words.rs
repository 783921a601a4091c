//! Words that several forms use.

use grundy::Nat;
use grundy::number::shorten;

/// Sorted numbers with commas; a run of six or more is cut in the middle: `0, 1, …, 49`.
pub fn set(values: &[Nat]) -> String {
    let mut words = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let run = (at + 1..values.len()).take_while(|&i| values[i] == &values[i - 1] + Nat::ONE).count() + 1;
        if run >= 6 {
            let (first, second, last) = (&values[at], &values[at + 1], &values[at + run - 1]);
            words.push(format!("{}, {}, …, {}", shorten(first), shorten(second), shorten(last)));
        } else {
            words.extend(values[at..at + run].iter().map(shorten));
        }
        at += run;
    }
    if words.len() > SET {
        let rest = words.len() - SET;
        words.truncate(SET);
        words.push(format!("… and {rest} more"));
    }
    words.join(", ")
}

/// Numbers and runs of a set that are shown.
const SET: usize = 100;

/// The value of a binary column: `8` for the third, `2^70` where the number says less.
#[must_use]
pub fn place_value(bit: usize) -> String {
    if bit < 20 { (1u64 << bit).to_string() } else { format!("2^{bit}") }
}
