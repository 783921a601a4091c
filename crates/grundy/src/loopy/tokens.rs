//! Misère play of several tokens on one graph.
//!
//! In normal play the values of the tokens decide a sum. In misère play no label of a single token is enough, so the sum
//! is played out: every multiset of tokens that can be reached is a vertex of a graph of its own, and that graph is
//! labelled by retrograde analysis, whether it has cycles or not.
//!
//! ```text
//! graph 2 → 1 → 0, 2 → 0       {1,2} → {2}, {1,1}, {1}       {1,1} → {1} → {}      {2} → {1}, {}
//! ```
//!
//! Two things keep it small, and change no play: the order of the tokens is forgotten, and a token that cannot move is
//! taken off the board.
//!
//! Cost: with k tokens up to C(n + k, k) multisets of the n vertices behind them, each with the moves of all its tokens;
//! about 150 bytes a multiset and 16 an arc between them; beside it the graph by followers, 4 bytes an arc and a vertex.
//! Measured: 2.5·10^6 moves between the 1.7·10^5 multisets of three heaps up to 100 of take[1..5] take 0.4 s.

use grundy_core::{Context, Convention, Diagnostic, Outcome, Result, context::Hold};
use grundy_graph::{Arc, Lists, Outcomes, Reverse, SumMove};

use super::expansion::Expansion;

/// Who wins a sum of tokens in misère play, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereSum {
    /// N, P, or a draw.
    pub outcome: Outcome,
    /// How many moves of all tokens together the play lasts when the winner hurries and the loser delays; none for a draw.
    pub remoteness: Option<u32>,
    /// The winning moves, the fastest first, then by token and vertex; empty unless the sum is N. Who always plays the
    /// first one wins in `remoteness` moves at most. An N-sum without a winning move is one in which nobody can move.
    pub moves: Vec<SumMove>,
    /// How many multisets of tokens can be reached, those that cannot move left out of each.
    pub positions: usize,
}

/// The answer to a sum of tokens in misère play, on any graph: a move is a move of one token along an arc, and who
/// cannot move any wins.
///
/// ```
/// use grundy::graph::Reverse;
/// use grundy::loopy::misere_sum;
/// use grundy::{Context, Outcome};
///
/// let cx = Context::default();
/// let graph = Reverse::from_arcs(3, &[(1, 0), (2, 1), (2, 0)], &cx)?;
/// // heaps of one and two counters: take both of the two, and one is left to the opponent
/// let sum = misere_sum(&graph, &[1, 2], &cx)?;
/// assert_eq!((sum.outcome, sum.remoteness), (Outcome::Next, Some(2)));
/// assert_eq!((sum.moves[0].token, sum.moves[0].to), (1, 0));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// A token that stands on no vertex; a spent budget; 2^32 − 1 multisets or moves between them.
pub fn misere_sum(graph: &Reverse, tokens: &[u32], cx: &Context) -> Result<MisereSum> {
    let before = cx.enter("misère sum of tokens");
    if let Some(v) = tokens.iter().find(|&&v| v as usize >= graph.vertices()) {
        return Err(Diagnostic::input(format!("a token stands on {v}, which is not a vertex")).into());
    }
    let mut hold = Hold::new(cx);
    hold.more(4 * (graph.arcs() + graph.vertices()) as u64 + 4)?;
    let rows = Rows::of(graph, cx)?;
    let mut expansion = Expansion::<Box<[u32]>>::default();
    let start = rows.sum(tokens.iter().copied());
    let bytes = size_of_val(&*start) as u64;
    let start = expansion.add(start, bytes, cx)?;
    expansion.grow(cx, &mut |sum, found| {
        for (i, &from) in sum.iter().enumerate() {
            if i > 0 && sum.get(i - 1) == Some(&from) {
                continue;
            }
            for to in rows.followers(from) {
                cx.tick(1)?;
                let option = rows.sum(sum.iter().enumerate().map(|(j, &v)| if i == j { to } else { v }));
                let bytes = size_of_val(&*option) as u64;
                found.push(option, bytes)?;
            }
        }
        Ok(())
    })?;
    // the moves of the tokens in their own order, with what they lead to
    let mut moves: Vec<(SumMove, u32)> = Vec::new();
    for (token, &from) in tokens.iter().enumerate() {
        for to in rows.followers(from) {
            let option = rows.sum(tokens.iter().enumerate().map(|(i, &v)| if i == token { to } else { v }));
            hold.room(&mut moves)?;
            moves.extend(expansion.number(&option).map(|option| (SumMove { token, to }, option)));
        }
    }
    drop(rows);
    let positions = expansion.vertices().len();
    let (offsets, targets) = expansion.into_rows(cx);
    let bytes = (size_of::<Arc>() * targets.len()) as u64;
    cx.reserve(bytes)?;
    let mut arcs: Vec<Arc> = Vec::with_capacity(targets.len());
    for (from, row) in (0..).zip(offsets.windows(2)) {
        arcs.extend(targets.get(row[0]..row[1]).unwrap_or(&[]).iter().map(|&to| (from, to)));
    }
    // what `grow` asked for
    cx.release(4 * targets.len() as u64 + 8 * positions as u64);
    drop((offsets, targets));
    let sums = Reverse::from_arcs(positions, &arcs, cx)?;
    drop(arcs);
    cx.release(bytes);
    let outcomes = Outcomes::of(&sums, Convention::Misere, cx)?;
    cx.release(4 * sums.arcs() as u64 + 12 * positions as u64 + 4);
    moves.retain(|&(_, option)| outcomes.outcome(option) == Outcome::Previous);
    moves.sort_by_key(|&(m, option)| (outcomes.remoteness(option), m));
    cx.enter(before);
    Ok(MisereSum {
        outcome: outcomes.outcome(start),
        remoteness: outcomes.remoteness(start),
        moves: moves.into_iter().map(|(m, _)| m).collect(),
        positions,
    })
}

/// A graph by followers: a list for each vertex, ascending, repeated arcs as often as they occur.
struct Rows(Lists);

impl Rows {
    /// Counting sort: one pass over the vertices and one over the arcs. Only what the tokens can reach is needed, but
    /// finding that out without the followers takes as many passes as the play is long.
    fn of(graph: &Reverse, cx: &Context) -> Result<Rows> {
        let mut followers = Lists::with_lengths(graph.out_degrees());
        for v in 0..graph.vertices() as u32 {
            let predecessors = graph.predecessors(v);
            cx.tick(predecessors.len() as u64)?;
            followers.put(predecessors.iter().map(|&u| (u as usize, v)));
        }
        Ok(Rows(followers))
    }

    /// The followers of a vertex, ascending, each once.
    fn followers(&self, u: u32) -> impl Iterator<Item = u32> + '_ {
        let row = self.0.of(u as usize);
        row.iter().enumerate().filter(|&(i, v)| i == 0 || row.get(i - 1) != Some(v)).map(|(_, &v)| v)
    }

    /// The sum of these tokens: sorted, without those that cannot move.
    fn sum(&self, tokens: impl Iterator<Item = u32>) -> Box<[u32]> {
        let mut sum: Vec<u32> = tokens.filter(|&v| !self.0.of(v as usize).is_empty()).collect();
        sum.sort_unstable();
        sum.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{Budget, Spent};
    use crate::error::Error;
    use crate::testing::Random;

    /// All places of k tokens in their order, as numbers in base n, and who can force the end within h moves for
    /// h = 0, 1, 2, …: the remoteness is the least such h.
    struct Plain {
        followers: Vec<Vec<u32>>,
        known: Vec<Option<u32>>,
    }

    impl Plain {
        fn of(n: u32, arcs: &[Arc], k: u32) -> Plain {
            let mut followers = vec![Vec::new(); n as usize];
            for &(u, v) in arcs {
                followers[u as usize].push(v);
            }
            let mut plain = Plain { followers, known: vec![None; n.pow(k) as usize] };
            loop {
                let round: Vec<Option<u32>> = (0..n.pow(k)).map(|place| plain.decide(place, k)).collect();
                if round == plain.known {
                    return plain;
                }
                plain.known = round;
            }
        }

        fn n(&self) -> u32 {
            self.followers.len() as u32
        }

        fn tokens(&self, place: u32, k: u32) -> Vec<u32> {
            (0..k).map(|i| place / self.n().pow(i) % self.n()).collect()
        }

        fn place(&self, tokens: &[u32]) -> usize {
            tokens.iter().rev().fold(0, |place, &v| place * self.n() + v) as usize
        }

        fn options(&self, tokens: &[u32]) -> Vec<(SumMove, usize)> {
            let mut options = Vec::new();
            for (token, &from) in tokens.iter().enumerate() {
                for &to in &self.followers[from as usize] {
                    let mut after = tokens.to_vec();
                    after[token] = to;
                    options.push((SumMove { token, to }, self.place(&after)));
                }
            }
            options.sort_unstable();
            options.dedup();
            options
        }

        /// Misère: an even remoteness is a win.
        fn decide(&self, place: u32, k: u32) -> Option<u32> {
            let options = self.options(&self.tokens(place, k));
            let remoteness = || options.iter().map(|&(_, option)| self.known[option]);
            if options.is_empty() {
                return Some(0);
            }
            let lost = remoteness().flatten().filter(|r| r % 2 == 1).min();
            let all: Option<Vec<u32>> = remoteness().collect();
            lost.or_else(|| all?.into_iter().max()).map(|r| r + 1)
        }

        fn sum(&self, tokens: &[u32]) -> (Outcome, Option<u32>, Vec<SumMove>) {
            let remoteness = self.known[self.place(tokens)];
            let outcome = match remoteness {
                None => Outcome::Draw,
                Some(r) if r % 2 == 0 => Outcome::Next,
                Some(_) => Outcome::Previous,
            };
            let mut moves: Vec<(u32, SumMove)> = Vec::new();
            for (m, option) in self.options(tokens) {
                moves.extend(self.known[option].filter(|r| r % 2 == 1).map(|r| (r, m)));
            }
            moves.sort_unstable();
            (outcome, remoteness, moves.into_iter().map(|(_, m)| m).collect())
        }
    }

    #[test]
    fn sums_are_those_of_the_definition() {
        let cx = Context::default();
        let mut random = Random::new(7);
        let mut seen = [0; 3];
        for round in 0..60u64 {
            let (k, n) = if round % 2 == 0 { (2, 7) } else { (3, 4) };
            let arcs: Vec<Arc> = (0..random.below(2 * n))
                .map(|_| {
                    let u = 1 + random.below(n - 1);
                    // without cycles, or with some
                    let v = if round % 4 < 2 { random.below(u) } else { random.below(n) };
                    (u as u32, v as u32)
                })
                .collect();
            let plain = Plain::of(n as u32, &arcs, k);
            let graph = Reverse::from_arcs(n as usize, &arcs, &cx).unwrap();
            for place in 0..(n as u32).pow(k) {
                let tokens = plain.tokens(place, k);
                let sum = misere_sum(&graph, &tokens, &cx).unwrap();
                seen[sum.outcome as usize] += 1;
                assert_eq!((sum.outcome, sum.remoteness, sum.moves), plain.sum(&tokens), "{arcs:?} {tokens:?}");
            }
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }

    #[test]
    fn one_token_has_the_labels_of_its_vertex_and_none_has_won() {
        let cx = Context::default();
        let graph = Reverse::from_arcs(5, &[(4, 3), (3, 4), (3, 2), (2, 1), (1, 0), (2, 0)], &cx).unwrap();
        let outcomes = Outcomes::of(&graph, Convention::Misere, &cx).unwrap();
        for v in 0..5 {
            let sum = misere_sum(&graph, &[v], &cx).unwrap();
            assert_eq!((sum.outcome, sum.remoteness), (outcomes.outcome(v), outcomes.remoteness(v)));
        }
        let none = misere_sum(&graph, &[], &cx).unwrap();
        assert_eq!((none.outcome, none.remoteness, none.positions), (Outcome::Next, Some(0), 1));
        assert!(matches!(misere_sum(&graph, &[1, 5], &cx), Err(Error::Bad(_))));
    }

    #[test]
    fn a_spent_budget_is_told_and_all_memory_given_back() {
        let arcs: Vec<Arc> = (1..40).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
        let graph = Reverse::from_arcs(40, &arcs, &Context::default()).unwrap();
        let tokens = [39, 38, 37];
        for (budget, spent) in [
            (Budget { memory: Some(100_000), ..Budget::UNLIMITED }, Spent::Memory),
            (Budget { nodes: Some(5_000), ..Budget::UNLIMITED }, Spent::Nodes),
        ] {
            let Err(Error::Stopped(stopped)) = misere_sum(&graph, &tokens, &Context::new(budget)) else {
                panic!("{budget:?} is enough")
            };
            assert_eq!((stopped.spent, stopped.engine), (spent, "misère sum of tokens"));
        }
        // Nim heaps: misère play is that of normal play where one is larger than 1
        let cx = Context::new(Budget { memory: Some(16 << 20), ..Budget::UNLIMITED });
        let sum = misere_sum(&graph, &[39, 38, 1], &cx).unwrap();
        assert_eq!(sum.outcome, Outcome::Previous);
        assert!(cx.reserve(16 << 20).is_ok());
    }
}
