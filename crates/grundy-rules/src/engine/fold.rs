//! What a law of lists computes of a list, as data: one term of every number or of every second one, and one of every pair.
//!
//! The silver dollar game pairs its coins from the right and takes the xor of the gaps: in ascending order, of every second
//! number from the last back, the term x − y − 1, with a wall at −1. Programs are written from it (`emit`), and the tests of
//! `emit` hold it against the law itself.

use grundy_core::Theorem;

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
    /// The numbers are pairs; the xor of the nim products of these terms of the first and of the second of each, variable 0,
    /// is the value.
    Products(Expr, Expr),
    /// The pairs are the edges of a graph; its value by fusion, 0 being the ground, is the value.
    Edges,
    /// The same for misère play, where the graph is a forest: P exactly if the xor of its branches is 0 where one of them is 2
    /// or more, and 1 where none is.
    Branches,
    /// The numbers are the squares of a strip of Treblecross, 1 where a cross stands; P exactly if that is lost.
    Crosses,
}

impl Join {
    /// The largest number that programs answer for where nobody asks for another.
    #[must_use]
    pub fn far(&self) -> u64 {
        match self {
            // what 64 bits hold of nim products
            Join::Products(..) => 1_000_000_000,
            // as many vertices
            Join::Edges | Join::Branches => 1_000_000,
            Join::Crosses => 1,
            _ => 1_000_000_000_000_000_000,
        }
    }

    /// What a program costs that does more than look at each number.
    #[must_use]
    pub fn cost(&self) -> Option<&'static str> {
        match self {
            Join::Branches => Some(
                "Time and memory grow with the number of edges and the largest vertex. A graph that is no forest stops the program.",
            ),
            Join::Edges => Some("Time and memory grow with the number of edges and the largest vertex."),
            Join::Crosses => Some("Time grows with the square of the length."),
            Join::Ends => Some("Time grows with the square of the number of piles."),
            _ => None,
        }
    }

    /// The largest number that programs can answer for, where that is no matter of their integers: they make lists as long.
    #[must_use]
    pub fn farthest(&self) -> Option<u64> {
        matches!(self, Join::Edges | Join::Branches).then_some(100_000_000)
    }

    /// Are the numbers marks, 0 and 1, and not sizes?
    #[must_use]
    pub fn has_marks(&self) -> bool {
        matches!(self, Join::Crosses)
    }
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
    /// What the list stands for, in words for a comment.
    pub list: &'static str,
}

/// What a theorem computes of the positions of a board that are given as lists.
#[derive(Debug, Clone)]
pub struct Listed {
    /// What is computed.
    pub fold: Fold,
    /// The same in words, for a comment.
    pub law: &'static str,
    /// The theorem.
    pub theorem: &'static Theorem,
}

impl Fold {
    /// The numbers as they are, all of them or every second one.
    #[must_use]
    pub fn of_numbers(every: Every, join: Join) -> Fold {
        let list = "a position of the game with numbers";
        Fold { is_sorted: false, every, term: Expr::Variable(0), wall: 0, join, list }
    }
}
