//! Words that every form of an explanation uses.

use grundy::answer::{Explanation, Step};
use grundy::number::shorten;
use grundy::{Nat, Outcome};

use crate::letters::Letters;

/// The lines on how the input was read, which stand first.
pub fn introduced(explanation: &Explanation, letters: &Letters) -> Vec<String> {
    let lines =
        explanation.steps.iter().map_while(|s| if let Step::Say(line) = s { Some(line.english()) } else { None });
    lines.filter(|line| letters.introduce(line) != *line).collect()
}

/// Does the step before this one choose for the same component, so that only the move is new?
pub fn said_before(steps: &[Step], at: usize) -> bool {
    let choice = |at: usize| match steps.get(at) {
        Some(Step::Choose { component, target, .. }) => Some((component, target)),
        _ => None,
    };
    at > 0 && choice(at).is_some() && choice(at) == choice(at - 1)
}

/// Is the list of options of this step left out, so that its mex stands on one line? In a sum the columns come first, and
/// long lists would hide them; a list that counts 0, 1, 2, … as in Nim says no more than its mex.
pub fn is_folded(steps: &[Step], at: usize) -> bool {
    let Step::Mex { options, more, .. } = &steps[at] else { return false };
    let counts = options.iter().enumerate().all(|(i, (_, value))| *value == Nat::from(i));
    if !more && counts && options.len() > COUNTED {
        return true;
    }
    let long = *more || options.len() > UNFOLDED;
    long && steps[..at].iter().any(|step| matches!(step, Step::Columns { .. } | Step::Ones { .. }))
}

/// Options of a component of a sum that are listed.
const UNFOLDED: usize = 6;

/// Options that count 0, 1, 2, … and are listed.
const COUNTED: usize = 8;

/// What the counts of the columns say.
pub fn counted(ones: &[u64], modulus: u64) -> String {
    if ones.iter().all(|ones| ones.is_multiple_of(modulus)) {
        format!("Every column has a multiple of {modulus} ones: a P-position.")
    } else {
        format!("Not every column has a multiple of {modulus} ones: an N-position.")
    }
}

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

/// Why a position has this outcome in misère play, given those of its options.
pub fn outcome_reason(outcome: Outcome, has_options: bool) -> String {
    match outcome {
        Outcome::Next if !has_options => {
            "N: there is no move, and in misère play a player who cannot move wins".to_owned()
        }
        Outcome::Next => "N: an option is a P-position, and moving there wins".to_owned(),
        Outcome::Previous => "P: no option is a P-position, so every move loses".to_owned(),
        Outcome::Draw => "D: no option is a P-position, but one is a draw".to_owned(),
    }
}

/// The value of a binary column: `8` for the third, `2^70` where the number says less.
pub fn place_value(bit: usize) -> String {
    if bit < 20 { (1u64 << bit).to_string() } else { format!("2^{bit}") }
}
