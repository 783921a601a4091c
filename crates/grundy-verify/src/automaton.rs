//! Proofs by automata, checked again by products and tests for emptiness: no automaton is made deterministic here.
//!
//! # What is proved
//! The certificate spells the moves in numbers (`move`, with a condition on the position x0 … and chosen numbers) and holds an
//! automaton P, the law. All variables stand for natural numbers. A word of columns of digits stands for a tuple; a tuple
//! has words of all lengths from some one on. Four theorems:
//!
//! * `kernel`: P is the set of P-positions of normal play (a player who cannot move loses), every move leaving one part;
//! * `misere`: the same for misère play (a player who cannot move wins);
//! * `values`: P is the set of (position, g) with g the Grundy value, where moves may leave any number of parts;
//! * `levels m`: the same for the values g < m, and (position, m) where the value is m or larger; every move leaves one part.
//!
//! # What is checked, and why it suffices
//! M is a kind of move, w (w₁, w₂, …) its parts, S its strategy. "Never" is a search that finds no words.
//!
//! 1. P and the sets that conditions mention accept no words that are no numbers (a digit a of an Ostrowski system that
//!    another than 0 follows), and from the start as from its successor by zeros the same words. So membership is a
//!    property of tuples, however they are padded.
//! 2. Strategies accept words of numbers only. What else they accept does not matter, as 5 speaks of every word.
//! 3. The measure, linear forms with natural coefficients, falls lexicographically: M(v, w) without a smaller measure of
//!    each part never holds. So plays end, and induction along the measure is allowed.
//! 4. P(v), M(v, w) and P(w) never hold together; for values P(v, g), M(v, w₁, …), P(wᵢ, pᵢ) and g = p₁ ⊕ p₂ ⊕ ….
//! 5. S without M(v, w) and P(w), for values without M, P(wᵢ, pᵢ) and h = p₁ ⊕ …, never holds.
//! 6. `win` is a cover: a deterministic automaton whose states carry states of strategies; the start carries states that
//!    columns of zeros on the position's tracks reach; each state's successor by a column carries states that carried ones
//!    reach by this column and some digits on the further tracks; a state that accepts carries one that does. By induction
//!    along a word, each carried state is reached by it behind some zeros with some further digits. So if `win` accepts
//!    some word of v, a strategy accepts v with a choice, which by 2 is a tuple of numbers and by 5 a move to the goal.
//!    Neither leading zeros nor invalid words need care: `win` is asked about words of numbers only, and every
//!    question below has all words of v among its own.
//! 7. *kernel*: "not P(v) and not `win`(v)" never holds. Then P(v) ⇔ no move leads to P: the set of P-positions is the
//!    only one with this property, by 3.
//! 8. *misere*: "not P(v), not `win`(v), and M(v, w)" never holds, so v ∉ P has a move to P or no move at all; `mobile`
//!    without M never holds, `able` is a cover by `mobile` (as 6), "P(v) and not `able`(v)" never holds, so v ∈ P has a
//!    move and, by 4, none to P. Again only one set is like that.
//! 9. *values*: "P(v, g), h < g, and not `win`(v, h)" never holds; `total` is a cover by P itself, and "not `total`(v)"
//!    never holds. Let P be right below v. Then P(v, g) for some g by `total`; no option has the value g by 4, for
//!    its parts have P(wᵢ, pᵢ) with their values pᵢ; each h < g is the value of an option by 6, 5 and the induction. So g is
//!    the mex, and only the mex. (A move to no parts at all has the value 0.)
//!
//! 10. *levels*: each strategy has a cover `win` of its own (as 6) and a set `shown`: "`shown`(v, h) and not `win`(v, h)"
//!     never holds, and in 9 the sets `shown` together take the place of `win`. All else is as for *values*, where "has value h" in 4 and 5 is "P(w, h) and h < m". By 9 no g is larger than m, for no
//!     strategy reaches m. Let P be right below v, and P(v, g). Each h < g is the value of an option. If g < m, no option has the
//!     value g, so g is the mex; if g = m, the mex is m or larger. Of two such g the smaller would be reached and not
//!     reached, so there is one only.
//!
//! A fifth theorem, `sum`, combines proofs by `values` in base 2. Let the components of a sum have the values g₁, g₂, …;
//! by Sprague and Grundy its value is their xor. Each part proves that there is exactly one gᵢ for each place. So P is
//! the set of P-positions if "P(v), all gᵢ are the values, and their xor is not 0" and "not P(v), all gᵢ are the values, and
//! their xor is 0" never hold; it is the set of positions and values if the same is true with g among the xor.
//!
//! The claim concerns the moves as they are written here: whether they are those of the game that a comment names,
//! the reader decides; they are in [`Law::rule`].
//!
//! # The format
//! Lines and numbers as for the other certificates, words separated by one blank, each line in one spelling:
//!
//! | line | meaning |
//! |---|---|
//! | `grundy automata certificate 1` | format and version |
//! | `# text` | comments |
//! | `numeration base 2` or `numeration ostrowski 1` | base 2 to 16; Ostrowski 1 (Zeckendorf) to 15 |
//! | `theorem kernel` | or `misere`, `values`, `levels 2` |
//! | `arity 2` | coordinates of a position |
//! | `measure 0 1 1` | constant and coefficients, the last not 0; a line for each form, the most important first |
//! | `set 0 tracks 1 states 2` | an automaton that conditions mention: a line for each state follows |
//! | `1 0:0 1:1` | a state: 1 if accepting, then symbol:state; a symbol is a column, the first track foremost |
//! | `move variables 3` | a kind of move: its variables, the position first |
//! | `part 2 1` | a part that is left: a variable for each coordinate |
//! | `when` | and behind it the condition as a tree, root first, a line a node: `not`, `all 2`, `any 2` and so many trees; atoms: |
//! | `zero 0 1 -1` | a linear form is 0; `negative`, `positive` |
//! | `congruent 3 residues 0 2 form 0 1` | a form modulo 3 |
//! | `member 0 {0 1} {1 0 1}` | forms are natural and in set 0 |
//! | `xor {0 1} {0 0 1}` | base 2: the xor is 0; `and`, `or`: the third is that of the others |
//! | `floor {0 1} {0 0 1}` | Ostrowski a: the second is ⌊βx⌋, β = (a+√(a²+4))/2; `lowest`: its lowest place |
//! | `law tracks 2 states 7` | P |
//! | `strategy tracks 3 states 12` | one for each move: position, for values h, the other variables, values of several parts |
//! | `win tracks 2 states 9` | a cover: behind `\|` of each state what it carries, source:state |
//! | `mobile …`, `able …` | (misere) one for each move, and the cover by them |
//! | `shown …` | (levels) one for each `win`, of which there is one for each strategy: a set inside it |
//! | `total …` | (values, levels) the cover by P |
//! | `theorem sum`, `values 0`, `arity 2` | of a sum, instead of all above behind `numeration`; 1: the law has the value behind |
//! | `part 1234` | so many bytes follow: a certificate of values |
//! | `component 0 {0 1}` | its values are those of part 0 at these forms; then come `law`, `end`, `digest` |
//! | `end`, `digest 0123456789abcdef` | the digest of all bytes above, as in the other certificates |

mod atoms;
mod building;
mod check;
mod condition;
mod floor;
mod numeration;
mod product;
mod sum;
mod table;
mod text;

#[cfg(test)]
mod tests;

use crate::{Fault, Meter};

/// A law that an automata certificate proves for all positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    /// The comments, for people: they were not checked.
    pub comments: Vec<String>,
    /// What is proved, in words.
    pub statement: String,
    /// The moves that were checked: the position is (x0, x1, …), the other variables are natural numbers.
    pub rule: Vec<String>,
    /// Which theorem: `kernel`, `misere`, `values`, `levels` or `sum`.
    pub theorem: String,
    /// The numeration system, in words.
    pub numeration: String,
    /// How many coordinates a position has.
    pub coordinates: u64,
    /// States of the law.
    pub states: u64,
    /// States of all automata together.
    pub all_states: u64,
    /// Steps that the check took.
    pub steps: u64,
}

/// Reads and checks.
pub(crate) fn verify(text: &[u8], meter: &mut Meter<'_>) -> Result<Law, Fault> {
    let before = meter.steps;
    match text::Certificate::read(text, true, meter)? {
        text::Read::One(certificate) => {
            check::check(&certificate, meter)?;
            Ok(law(*certificate, before - meter.steps))
        }
        text::Read::Sum(sum) => {
            sum::check(&sum, meter)?;
            Ok(sum::law(sum, before - meter.steps))
        }
    }
}

fn law(certificate: text::Certificate, steps: u64) -> Law {
    let names: Vec<String> = (0..certificate.arity).map(|v| format!("x{v}")).collect();
    let names = names.join(",");
    let states = certificate.law.states();
    let numeration = certificate.numeration.name();
    let noun = if states == 1 { "state" } else { "states" };
    let automaton = format!("the law, an automaton of {states} {noun} in {numeration}");
    let (theorem, statement) = match certificate.theorem {
        text::Theorem::Kernel => {
            ("kernel", format!("({names}) is a P-position of normal play if and only if it is in {automaton}"))
        }
        text::Theorem::Misere => {
            ("misere", format!("({names}) is a P-position of misère play if and only if it is in {automaton}"))
        }
        text::Theorem::Values => {
            ("values", format!("({names}) has the value g if and only if ({names},g) is in {automaton}"))
        }
        text::Theorem::Levels(most) => (
            "levels",
            format!(
                "({names}) has the value g < {most} if and only if ({names},g) is in {automaton}, which has ({names},{most}) \
                 where the value is {most} or larger"
            ),
        ),
    };
    let rule = certificate.moves.iter().map(|one| {
        let parts = one.parts.iter().map(|part| {
            let names: Vec<String> = part.iter().map(|v| format!("x{v}")).collect();
            format!("({})", names.join(","))
        });
        let parts: Vec<String> = parts.collect();
        let left = if parts.is_empty() { "nothing".to_owned() } else { parts.join(" & ") };
        format!("({names}) to {left} if {}", one.condition)
    });
    let mut rule: Vec<String> = rule.collect();
    if rule.is_empty() {
        rule.push("no moves".to_owned());
    }
    let covers = certificate.wins.iter().chain(&certificate.able).chain(&certificate.total).map(|c| &c.table);
    let tables = certificate.sets.iter().chain([&certificate.law]).chain(&certificate.strategies);
    let all_states: usize =
        tables.chain(&certificate.mobile).chain(&certificate.shown).chain(covers).map(table::Table::states).sum();
    Law {
        statement,
        rule,
        theorem: theorem.to_owned(),
        numeration,
        coordinates: certificate.arity as u64,
        states: states as u64,
        all_states: all_states as u64,
        steps,
        comments: certificate.comments,
    }
}
