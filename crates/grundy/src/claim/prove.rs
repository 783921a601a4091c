//! Refuted, proved, or checked: the three ends of a claim.
//!
//! The ways that are tried, in their order, are those of [`super::attempt`]. A claim that none of them decides is told as
//! checked, with the sum of coordinates up to which all positions were compared.

use grundy_core::{Context, Result};

use super::attempt::{FAR, judged};
use super::{ClaimQuestion, Judgement};
use crate::answer::Answer;

options! {
    /// What is wanted of [`ClaimQuestion::prove_with`].
    ///
    /// ```
    /// use grundy::claim::{ProveOptions, Verdict};
    /// use grundy::{Context, Convention, take};
    /// let question = take(1..=3).under(Convention::Normal).claim("P: n % 5 = 0").unwrap();
    /// let answer = question.prove_with(&ProveOptions::default().with_to(Some(50)), &Context::default())?;
    /// assert!(matches!(&answer.verdict, Verdict::Refuted(found) if found.position == [4u8.into()]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct ProveOptions {
        /// Where no proof is found, compare all positions whose coordinates have at most this sum; `None`: about
        /// 200 000 positions.
        to: Option<u64> = None, with_to;
    }
}

/// Is the claim true of all positions?
///
/// # Errors
/// Faults of the rule or of the claim that show only while working, such as a division by zero.
pub(crate) fn prove(question: &ClaimQuestion, options: &ProveOptions, cx: &Context) -> Result<Answer<Judgement>> {
    judged(question, options.to, FAR, cx)
}

/// The same for who only asks whether it is true: a counterexample that automata find far away need not be the smallest.
///
/// # Errors
/// As [`prove`].
pub(crate) fn judge(question: &ClaimQuestion, to: u64, cx: &Context) -> Result<Answer<Judgement>> {
    judged(question, Some(to), 0, cx)
}
