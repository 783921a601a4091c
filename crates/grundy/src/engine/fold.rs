//! What a law of lists computes of a list, as data: one term of every number or of every second one, and one of every pair.
//!
//! The silver dollar game pairs its coins from the right and takes the xor of the gaps: in ascending order, of every second
//! number from the last back, the term x − y − 1, with a wall at −1. Programs are written from it (`emit`), and the tests of
//! `emit` hold it against the law itself.

use crate::rule::ir::Expr;

/// Which numbers of a list have a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// All of them.
    One,
    /// The first, the third, …
    Second,
    /// The last, the one two before it, …; only here a term may ask for the number before.
    SecondFromLast,
}

/// What is made of the terms, none of which is negative.
#[derive(Debug, Clone, PartialEq)]
pub enum Join {
    /// Their xor is the value.
    Xor,
    /// Their xor together with this term of every pair of numbers, variables 0 and 1: that is the value. All numbers have a
    /// term here.
    XorWithPairs(Expr),
    /// P exactly if all are 0.
    AllZero,
    /// P exactly if the number of ones in every binary column is a multiple of this.
    Columns(u64),
    /// P exactly if the first number that is not 0 is the one that makes the others P in End-Nim.
    Ends,
}

/// A law of lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold {
    /// Are the numbers put in ascending order first?
    pub is_sorted: bool,
    /// Which of them have a term.
    pub every: Every,
    /// The term of a number, variable 0, with the number before it in the list, variable 1.
    pub term: Expr,
    /// What stands before the first number.
    pub wall: i64,
    /// What the terms say.
    pub join: Join,
}

impl Fold {
    /// The numbers as they are, all of them or every second one.
    pub(crate) fn of_numbers(every: Every, join: Join) -> Fold {
        Fold { is_sorted: false, every, term: Expr::Variable(0), wall: 0, join }
    }
}
