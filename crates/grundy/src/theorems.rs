//! Every theorem that an answer may name has a name and a statement of its own.

use grundy_sequence::subtraction::WINDOW_PERIOD;

use crate::automatic::{KERNEL, LEVELS, MEX, MISERE};
use crate::engine::closed_form::{
    at_most_half, coprime, divisors, euclid, initial_segment, lasker, limited, mark, misere_nim, nim, powers,
    take_at_least, take_up_to, two_numbers, wythoff,
};
use crate::engine::graph::SMITH;
use crate::evidence::{SPRAGUE_GRUNDY, Theorem};
use crate::game::catalogue::THEOREMS_OF_BOARDS;
use crate::game::compound::{conjunctive, continued, diminished, ordinal, selective, shortened, upto};
use crate::game::rows::moore::MOORE;

static ALL: &[&Theorem] = &[
    &SPRAGUE_GRUNDY,
    &WINDOW_PERIOD,
    &nim::THEOREM,
    &take_up_to::THEOREM,
    &take_at_least::THEOREM,
    &two_numbers::THEOREM,
    &lasker::THEOREM,
    &powers::ODD,
    &powers::EVEN,
    &divisors::PROPER,
    &divisors::ALL,
    &coprime::THEOREM,
    &at_most_half::THEOREM,
    &initial_segment::THEOREM,
    &mark::THEOREM,
    &wythoff::CLASSIC,
    &wythoff::GENERAL,
    &euclid::ZERO_ALLOWED,
    &euclid::POSITIVE,
    &limited::THEOREM,
    &misere_nim::THEOREM,
    &MOORE,
    &SMITH,
    &KERNEL,
    &MEX,
    &LEVELS,
    &MISERE,
    &crate::claim::interval::THEOREM,
    &crate::plan::quotient::CERTIFICATE,
    &crate::solve::canonical::SIMPLEST,
    &crate::plan::quotient::PERIODICITY,
    &crate::parametric::rounds::THEOREM,
    &conjunctive::THEOREM,
    &continued::THEOREM,
    &selective::THEOREM,
    &shortened::THEOREM,
    &diminished::THEOREM,
    &ordinal::THEOREM,
    &upto::ONE,
    &upto::FEW,
    &upto::ONE_MORE,
    &upto::MOORE,
    &crate::solve::entailing::LOONY,
];

#[test]
fn names_are_unique() {
    let all = || ALL.iter().chain(THEOREMS_OF_BOARDS);
    let mut ids: Vec<_> = all().map(|t| t.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all().count());
    assert!(ALL.iter().all(|t| !t.statement.is_empty() && !t.statement.contains('\n')));
}
