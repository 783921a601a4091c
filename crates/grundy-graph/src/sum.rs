//! Sums of tokens on one graph: a move is a move of one token, and a player who cannot move any loses.

use grundy_core::Outcome;

use crate::{LoopyValue, SmithValues};

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
    let mut moves = moves_to_zero(|v| values.finite(v), tokens, followers);
    let measure = |m: &SumMove| {
        let mut measure = (0u64, 0u64);
        for (i, &at) in tokens.iter().enumerate() {
            let at = if i == m.token { m.to } else { at };
            measure.0 += u64::from(values.finite(at).unwrap_or(0));
            measure.1 += u64::from(values.counter(at).unwrap_or(0));
        }
        measure
    };
    if let Some((first, _)) = moves.iter().enumerate().min_by_key(|(_, m)| measure(m)) {
        moves[..=first].rotate_right(1);
    }
    moves
}

/// The winning moves of a sum of tokens by token and vertex, from the finite values alone; `finite` says nothing for
/// ∞(K). Where every play is finite each of them wins; else the play may come back to where it was unless one is chosen
/// as [`winning_moves`] does, which needs to know when each label was given.
#[must_use]
pub fn moves_to_zero(finite: impl Fn(u32) -> Option<u32>, tokens: &[u32], followers: &[Vec<u32>]) -> Vec<SumMove> {
    let labels: Vec<Option<u32>> = tokens.iter().map(|&v| finite(v)).collect();
    // a zero sum is finite in every token: with two infinite ones no single move leads there
    let infinite: Vec<usize> = (0..tokens.len()).filter(|&i| labels[i].is_none()).collect();
    if infinite.len() > 1 {
        return Vec::new();
    }
    let xor = labels.iter().flatten().fold(0, |a, b| a ^ b);
    let mut moves = Vec::new();
    for (token, (options, label)) in followers.iter().zip(&labels).enumerate() {
        if infinite.first().is_some_and(|&i| i != token) {
            continue;
        }
        let wanted = label.unwrap_or(0) ^ xor;
        let wins = options.iter().filter(|&&to| finite(to) == Some(wanted));
        moves.extend(wins.map(|&to| SumMove { token, to }));
    }
    moves
}

/// The value of a sum of tokens. A vertex that the graph does not have counts as one that is drawn, ∞(∅).
#[must_use]
pub fn sum_value(values: &SmithValues, tokens: &[u32]) -> LoopyValue {
    tokens.iter().fold(LoopyValue::Finite(0), |sum, &v| &sum + &values.get(v))
}

/// The outcome of a sum of tokens; of vertices that the graph does not have as in [`sum_value`].
#[must_use]
pub fn sum_outcome(values: &SmithValues, tokens: &[u32]) -> Outcome {
    sum_value(values, tokens).outcome()
}
