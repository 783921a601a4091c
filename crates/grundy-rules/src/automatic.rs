//! Laws of rules by automata: a rule as data becomes formulas, its P-positions or values are learnt and proved.
//!
//! The crate [`grundy_automata`] knows formulas and no rules; here rules are said in its words. A rule becomes [`Moves`]
//! ([`moves_of_rule`]); its first positions are labelled by tables or by marking ([`labels`]); a law is searched for,
//! proved for all positions, and certified ([`law_of_rule`], [`certify`]).
//!
//! | file | holds |
//! |---|---|
//! | [`terms`] | expressions and conditions of rules as formulas |
//! | [`moves`] | the moves of a rule |
//! | [`cells`] | the cells of single values, row by row, to learn from |
//! | [`labels`] | P-positions and values computed one by one, to learn from |
//! | [`law`] | the whole road: play ends, a law, its certificate |
//! | `proved` | a law as an engine: outcomes, values and moves of places of any size |
//!
//! [`Moves`]: grundy_automata::Moves

pub mod cells;
pub mod labels;
pub mod law;
pub mod moves;
pub mod proved;
pub mod terms;
#[cfg(test)]
mod tests;

use grundy_automata::{Numeration, Sizes};
use grundy_core::evidence::Theorem;

use crate::words::Words;

pub use law::{certify, law_of_rule};
pub use moves::moves_of_rule;

/// One equation, solved by one set.
pub static KERNEL: Theorem = Theorem {
    id: "kernel-equation",
    statement: "a set is the set of P-positions if it holds exactly the positions from which no move leads into it; automata decide this for all positions",
    chinese: "一个集合是 P 局面的集合，当且仅当它恰由一步走不进它的局面组成；自动机对所有局面判定这一点",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// The same where the last mover loses.
pub static MISERE: Theorem = Theorem {
    id: "misere-kernel-equation",
    statement: "in misère play a set is the set of P-positions if it holds exactly the positions that have a move, but none into the set; automata decide this for all positions",
    chinese: "反常规则下，一个集合是 P 局面的集合，当且仅当它恰由有路可走、但一步走不进它的局面组成；自动机对所有局面判定这一点",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// The equation of values.
pub static MEX: Theorem = Theorem {
    id: "mex-equation",
    statement: "a relation is the Grundy value if it gives each position the least number that it gives to no option; automata decide this for all positions",
    chinese: "一个关系是 Grundy 值，当且仅当它给每个局面的是没有给任何后继的最小数；自动机对所有局面判定这一点",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// An equation for each value.
pub static LEVELS: Theorem = Theorem {
    id: "level-equations",
    statement: "a set holds the positions of value m if it holds exactly the positions of no smaller value from which no move leads into it; automata decide this for all positions, one value after the other",
    chinese: "一个集合恰由值为 m 的局面组成，当且仅当它恰由值不小于 m、且一步走不进它的局面组成；自动机对所有局面逐个值判定这一点",
    reference: "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960",
};

/// A number of states in words: `1 state`, `7 states`.
#[must_use]
pub fn states_in_words(states: usize) -> String {
    format!("{states} {}", if states == 1 { "state" } else { "states" })
}

/// A numeration in Chinese.
#[must_use]
pub fn system_in_chinese(numeration: Numeration) -> String {
    match numeration.restricted() {
        None => format!("{} 进制", numeration.digits()),
        Some(_) if numeration == Numeration::ZECKENDORF => "齐肯多夫记数法".to_owned(),
        Some(a) => format!("{a} 的奥斯特洛夫斯基记数法"),
    }
}

/// How large the automata of a proof were; `what` is what was proved: a law, a claim.
#[must_use]
pub fn automata_in_words(numeration: Numeration, what: [&str; 2], states: usize, sizes: Sizes) -> Words {
    let largest = sizes.largest.max(sizes.largest_projection);
    let ([english, chinese], count) = (what, states_in_words(states));
    let system = system_in_chinese(numeration);
    Words::new(
        format!("automata in {numeration}: the {english} has {count}, the largest automaton on the way {largest}"),
        format!("{system}的自动机：{chinese}有 {states} 个状态，途中最大的自动机有 {largest} 个状态"),
    )
}
