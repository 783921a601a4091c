//! Every theorem that an answer may name has a name and a statement of its own.

use grundy_graph::SMITH;
use grundy_sequence::heap::SPARSE_WINDOW;
use grundy_sequence::subtraction::{REMAINDERS_OF_MEMBERS, RESIDUE_WINDOW, WHOLE_CLASSES, WINDOW_PERIOD};
use grundy_sequence::take_and_break::{GUY_SMITH, SUM_BOUND, TAKE_AND_BREAK_PERIOD};

use crate::automatic::{KERNEL, LEVELS, MEX, MISERE};
use crate::engine::closed_form::{
    all_but_one, at_most_half, at_most_share, coprime, divisors, euclid, initial_segment, inner_divisors, lasker,
    leave_divisor, limited, mark, misere_nim, nim, powers, quotients, small_gaps, take_up_to, two_and_sum, two_numbers,
    wythoff,
};
use crate::evidence::{SPRAGUE_GRUNDY, Theorem};
use crate::game::compound::{conjunctive, continued, diminished, ordinal, selective, shortened, upto};
use crate::game::rows::moore::MOORE;
use crate::game::{boards, coins, rows};

static ALL: &[&Theorem] = &[
    &SPRAGUE_GRUNDY,
    &WINDOW_PERIOD,
    &nim::THEOREM,
    &take_up_to::THEOREM,
    &all_but_one::THEOREM,
    &small_gaps::AT_LEAST,
    &small_gaps::INTERVAL,
    &small_gaps::THEOREM,
    &two_numbers::THEOREM,
    &two_and_sum::THEOREM,
    &lasker::THEOREM,
    &powers::ODD,
    &powers::EVEN,
    &divisors::PROPER,
    &divisors::ALL,
    &inner_divisors::THEOREM,
    &leave_divisor::THEOREM,
    &quotients::THEOREM,
    &coprime::THEOREM,
    &at_most_half::THEOREM,
    &at_most_share::THEOREM,
    &initial_segment::THEOREM,
    &mark::THEOREM,
    &wythoff::CLASSIC,
    &wythoff::GENERAL,
    &euclid::ZERO_ALLOWED,
    &euclid::POSITIVE,
    &limited::THEOREM,
    &misere_nim::THEOREM,
    &misere_nim::LIKE_NIM,
    &MOORE,
    &SMITH,
    &KERNEL,
    &MEX,
    &LEVELS,
    &MISERE,
    &crate::claim::bound::THEOREM,
    &crate::claim::bound::OPTIONS,
    &crate::claim::interval::MULTIPLES,
    &crate::plan::tame::TAME,
    &crate::plan::tame::FERGUSON,
    &crate::plan::quotient::CERTIFICATE,
    &crate::plan::reflected::REFLECTION,
    &crate::solve::canonical::SIMPLEST,
    &crate::plan::quotient::PERIODICITY,
    &crate::plan::window::WINDOW,
    &crate::plan::stretches::STRETCHES,
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
    &crate::engine::runs::RUNS,
    &crate::engine::scale::RATIO,
    &crate::engine::strip::ROWS,
    &crate::game::typed::PAIRING,
    &coins::COINS,
    &coins::TARTAN,
    &coins::code::VALUES,
    &coins::code::TURNIPS,
    &rows::antonim::ANTONIM,
    &rows::end_nim::END_NIM,
    &rows::moore::MISERE,
    &rows::new_stone::NEW_STONE,
    &rows::nim_with_pass::PASS_USED,
    &rows::nim_with_pass::ONE_HEAP,
    &rows::northcott::NORTHCOTT,
    &rows::poker_nim::POKER_NIM,
    &rows::poker_nim::MISERE_POKER_NIM,
    &rows::silver_dollar::SILVER_DOLLAR,
    &rows::silver_dollar_bag::SILVER_DOLLAR_BAG,
    &rows::staircase::STAIRCASE,
    &rows::welter::WELTER,
    &RESIDUE_WINDOW,
    &REMAINDERS_OF_MEMBERS,
    &WHOLE_CLASSES,
    &GUY_SMITH,
    &TAKE_AND_BREAK_PERIOD,
    &SUM_BOUND,
    &SPARSE_WINDOW,
];

#[test]
fn names_are_unique() {
    let all = || ALL.iter().chain(boards::THEOREMS);
    let mut ids: Vec<_> = all().map(|t| t.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all().count());
    assert!(ALL.iter().all(|t| !t.statement.is_empty() && !t.statement.contains('\n')));
}

/// A theorem without a source is named in its Chinese statement: `可跳过的一堆尼姆定理：……`.
#[test]
fn every_theorem_is_told_in_chinese() {
    for theorem in ALL.iter().chain(boards::THEOREMS) {
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(chinese(theorem.chinese) && !theorem.chinese.contains(". "), "{}", theorem.id);
        let is_named = theorem.name() != theorem.id.replace('-', " ");
        assert!(is_named || chinese(&theorem.chinese_name()), "{}: {}", theorem.id, theorem.chinese);
    }
}
