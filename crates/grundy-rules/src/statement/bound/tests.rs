use grundy_core::Context;
use grundy_core::testing::Random;

use super::super::evaluate::holds;
use super::*;
use crate::rule::testing::{minus, number, variable};

fn compared(a: Expr, relation: Relation, b: Expr) -> Statement {
    Statement::Is(Cond::Compare(a, relation, b))
}

/// A comparison of two of these variables, or of one with a small number.
fn leaf(random: &mut Random, variables: usize) -> Statement {
    let mut side = || match random.below(3) {
        0 => number(random.below(4) as i64),
        1 => variable(random.below(variables as u64) as usize),
        _ => minus(variable(random.below(variables as u64) as usize), number(random.below(3) as i64)),
    };
    let (a, b) = (side(), side());
    compared(a, Relation::COMPARISONS[random.below(6) as usize], b)
}

/// A statement all of whose quantified variables are at most 4.
fn statement(random: &mut Random, variables: usize, depth: usize) -> Statement {
    let mut inner = |variables: usize| statement(random, variables, depth - 1);
    match depth {
        0 => leaf(random, variables),
        _ => match inner(variables) {
            first if random.below(5) == 0 => Statement::Not(Box::new(first)),
            first if random.below(4) == 0 => Statement::Any(vec![first, statement(random, variables, depth - 1)]),
            first if random.below(3) == 0 => Statement::All(vec![first, statement(random, variables, depth - 1)]),
            _ => {
                let small = compared(variable(variables), Relation::LessEqual, number(4));
                let said = statement(random, variables + 1, depth - 1);
                if random.below(4) == 0 {
                    let large = Statement::Not(Box::new(small));
                    return Statement::ForAll(variables, "k".to_owned(), Box::new(Statement::Any(vec![large, said])));
                }
                Statement::Exists(variables, "k".to_owned(), Box::new(Statement::All(vec![small, said])))
            }
        },
    }
}

/// The definition: each quantified variable is tried from 0 to 4.
fn plain(statement: &Statement, values: &mut Vec<i64>) -> bool {
    let tried = |inner: &Statement, values: &mut Vec<i64>, wanted: bool| {
        (0..=4).any(|k| {
            values.push(k);
            let found = plain(inner, values) == wanted;
            values.pop();
            found
        })
    };
    match statement {
        Statement::Is(cond) => crate::rule::eval::condition(cond, values, &Context::default()).unwrap(),
        Statement::All(all) => all.iter().all(|s| plain(s, values)),
        Statement::Any(any) => any.iter().any(|s| plain(s, values)),
        Statement::Not(inner) => !plain(inner, values),
        Statement::Exists(_, _, inner) => tried(inner, values, true),
        Statement::ForAll(_, _, inner) => !tried(inner, values, false),
    }
}

#[test]
fn what_is_tried_up_to_the_bound_is_what_the_definition_says() {
    let names = ["a".to_owned(), "b".to_owned()];
    let (mut random, mut both) = (Random::new(7), [0, 0]);
    for _ in 0..4000 {
        let said = statement(&mut random, 2, 4);
        for values in [[0, 0], [0, 1], [1, 0], [2, 3], [4, 1]] {
            let want = plain(&said, &mut values.map(|v| v as i64).to_vec());
            let found = holds(&said, &values, &names, "", &Context::default());
            assert_eq!(found, Ok(want), "{said:?} at {values:?}");
            both[usize::from(want)] += 1;
        }
    }
    assert!(both.iter().all(|&n| n > 2000), "{both:?}");
}

#[test]
fn variables_side_by_side_are_different_ones() {
    // exists j: (exists k: k = 0 and a = j+k) and (exists l: l = 1 and b+1 = j+l)
    let inner = |is: i64, sum: Expr| {
        let (fixed, equal) = (variable(3), variable(2) + variable(3));
        let all = vec![compared(fixed, Relation::Equal, number(is)), compared(sum, Relation::Equal, equal)];
        Statement::Exists(3, "k".to_owned(), Box::new(Statement::All(all)))
    };
    let both = Statement::All(vec![inner(0, variable(0)), inner(1, variable(1) + number(1))]);
    assert_eq!(largest(&both, &[3i64, 3]).unwrap(), Most::At(3));
}
