//! Sums of tokens on one graph: a move is a move of one token, and who cannot move any loses.

use crate::outcome::Outcome;

use super::smith::{LoopyValue, SmithValues};

/// A move in a sum: this token goes to that vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumMove {
    /// Which token, from 0.
    pub token: usize,
    /// Where it goes.
    pub to: u32,
}

/// The winning moves of a sum of tokens, **the one to play first**, then the others by token and vertex; none unless the
/// sum is N. `followers[i]` are the followers of `tokens[i]`.
///
/// A player who always plays the first one wins in finitely many moves: it leads to the zero sum with the least pair
/// (sum of labels, sum of counters). Whatever the opponent does from a zero sum, a reply exists that makes this pair
/// smaller: a move as in Nim lowers the labels, and a move that reverts keeps the labels and lowers the counters
/// (Fraenkel–Yesha 1986). So the pair falls with every reply, and the play ends.
#[must_use]
pub fn winning_moves(values: &SmithValues, tokens: &[u32], followers: &[Vec<u32>]) -> Vec<SumMove> {
    let labels: Vec<LoopyValue> = tokens.iter().map(|&v| values.get(v)).collect();
    // a zero sum is finite in every token: with two infinite ones no single move leads there
    let infinite: Vec<usize> = (0..tokens.len()).filter(|&i| labels[i].finite().is_none()).collect();
    if infinite.len() > 1 {
        return Vec::new();
    }
    let xor = labels.iter().filter_map(LoopyValue::finite).fold(0, |a, b| a ^ b);
    let mut moves = Vec::new();
    let mut best: Option<((u64, u64), usize)> = None;
    for (token, options) in followers.iter().enumerate().take(tokens.len()) {
        if infinite.first().is_some_and(|&i| i != token) {
            continue;
        }
        let wanted = labels[token].finite().copied().unwrap_or(0) ^ xor;
        for &to in options {
            if values.finite(to) != Some(wanted) {
                continue;
            }
            let mut measure = (0u64, 0u64);
            for (i, &at) in tokens.iter().enumerate() {
                let at = if i == token { to } else { at };
                measure.0 += u64::from(values.finite(at).unwrap_or(0));
                measure.1 += u64::from(values.counter(at).unwrap_or(0));
            }
            if best.is_none_or(|(least, _)| measure < least) {
                best = Some((measure, moves.len()));
            }
            moves.push(SumMove { token, to });
        }
    }
    if let Some((_, first)) = best {
        moves[..=first].rotate_right(1);
    }
    moves
}

/// The value of a sum of tokens.
#[must_use]
pub fn sum_value(values: &SmithValues, tokens: &[u32]) -> LoopyValue {
    tokens.iter().fold(LoopyValue::Finite(0), |sum, &v| &sum + &values.get(v))
}

/// The outcome of a sum of tokens.
#[must_use]
pub fn sum_outcome(values: &SmithValues, tokens: &[u32]) -> Outcome {
    sum_value(values, tokens).outcome()
}
