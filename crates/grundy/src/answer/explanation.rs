//! The reasons behind an answer, step by step.

use grundy_core::{Nat, Outcome};

use crate::loopy::Value;
use crate::words::{Sentence, Words};

/// The reasons behind an answer, as data.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The result in one sentence.
    pub conclusion: Sentence,
}

/// One step of an explanation.
#[derive(Debug, Clone)]
pub enum Step {
    /// A sentence.
    Say(Sentence),
    /// A sentence about the rule, with its source.
    Theorem {
        /// What holds here: `g(n) = n mod 4`.
        statement: Words,
        /// Author, title, year.
        reference: String,
    },
    /// The value of a component from its options.
    Mex {
        /// The component.
        position: String,
        /// Its options with their values, the first ones in order.
        options: Vec<(String, Nat)>,
        /// Are there more options than are listed?
        more: bool,
        /// The distinct values of all options up to the first gap and some beyond, sorted.
        values: Vec<Nat>,
        /// The least natural number not among them.
        mex: Nat,
    },
    /// The value of a component whose play need not end, from its options.
    Loopy {
        /// The component.
        position: String,
        /// Its options with their values, the first ones in order.
        options: Vec<(String, Value)>,
        /// Are there more options than are listed?
        more: bool,
        /// Its value.
        value: Value,
        /// Why it is that, in words.
        reason: Words,
    },
    /// The binary columns of a sum.
    Columns {
        /// Name and value of each component.
        rows: Vec<(Words, Nat)>,
        /// Their xor.
        xor: Nat,
    },
    /// The ones of the binary columns, counted.
    Ones {
        /// Name and number of each row.
        rows: Vec<(Words, Nat)>,
        /// P exactly if every count is a multiple of this.
        modulus: u64,
        /// The count of each column, the column of 1 first.
        ones: Vec<u64>,
    },
    /// The winning move read off the columns.
    Choose {
        /// The highest bit of the xor, counted from 0.
        bit: usize,
        /// The component that has this bit.
        component: String,
        /// Its value.
        value: Nat,
        /// The value it must get.
        target: Nat,
        /// The move.
        to: String,
    },
    /// The outcomes that the options lead to (misère).
    Outcomes {
        /// The position.
        position: String,
        /// Its options with outcomes, the first ones.
        options: Vec<(String, Outcome)>,
        /// Are there more?
        more: bool,
        /// The outcome that follows.
        outcome: Outcome,
    },
}
