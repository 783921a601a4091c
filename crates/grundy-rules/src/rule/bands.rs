//! Bands: a second loop that stays near the first is a few loops side by side.
//!
//! ```text
//! (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 2    is    (a-i,b-i+1) for i in 2..
//!                                                              (a-i,b-i)   for i in 1..
//!                                                              (a-i,b-i-1) for i in 1..
//! ```
//!
//! **When.** Both loops are ranges in steps of 1 whose first members are numbers, every condition on both variables is a
//! bound on j − i, and no part has a coordinate that grows by what the loops say. Then j = i + d for a few numbers d, and
//! for each of them one loop is left: a ray of [`super::column`], which costs a few words a cell in place of a look at
//! each option. A loop without end stops at the size of the position; both readings leave out what makes a coordinate
//! negative, so some coordinate must lose each variable.

use std::borrow::Cow;

use grundy_notation::ast::Relation;

use crate::rule::affine::Form;
use crate::rule::ir::{Alternative, Cond, Expr, Function, Item, Part, Rule, Set};

/// Bands wider than this stay as they are.
const WIDEST: i64 = 64;

/// The rule with every band as loops side by side; most rules have none.
pub fn apart(rule: &Rule) -> Cow<'_, Rule> {
    let bands: Vec<_> = rule.alternatives.iter().map(|a| side_by_side(rule.arity, a)).collect();
    if bands.iter().all(Option::is_none) {
        return Cow::Borrowed(rule);
    }
    let alternatives = rule.alternatives.iter().zip(bands);
    let alternatives = alternatives.flat_map(|(a, band)| band.unwrap_or_else(|| vec![a.clone()])).collect();
    Cow::Owned(Rule { alternatives, ..rule.clone() })
}

fn side_by_side(arity: usize, alternative: &Alternative) -> Option<Vec<Alternative>> {
    let [first, second] = &alternative.loops[..] else { return None };
    let start = |set: &Set| match (&set.items[..], &set.except[..]) {
        ([Item::Range { from, to: None, step }], []) if Form::of(step).as_constant() == Some(1) => {
            Form::of(from).as_constant()
        }
        _ => None,
    };
    let (from_i, from_j) = (start(&first.set)?, start(&second.set)?);
    if from_i.min(from_j) < 0 {
        return None;
    }
    let (i, j) = (arity, arity + 1);
    let mut lost = [false; 2];
    for coordinate in alternative.parts.iter().flat_map(|part| &part.coordinates) {
        let Form::Linear { constant, terms } = Form::of(coordinate) else { return None };
        for &(variable, times) in &terms {
            if if variable < arity { times != 1 } else { times > 0 } {
                return None;
            }
        }
        let places = terms.iter().filter(|(variable, _)| *variable < arity).count();
        if constant > 0 || places != 1 {
            return None;
        }
        for (lost, variable) in lost.iter_mut().zip([i, j]) {
            *lost |= terms.iter().any(|&(v, times)| v == variable && times < 0);
        }
    }
    if lost != [true; 2] {
        return None;
    }
    let mut band = Band { i, j, least: i64::MIN, most: i64::MAX };
    let (both, outer): (Vec<_>, Vec<_>) = alternative.guards.iter().partition(|guard| guard.depth == 2);
    both.iter().try_for_each(|guard| band.narrow(&guard.cond))?;
    if outer.iter().any(|guard| guard.depth == 1) || band.least == i64::MIN || band.most == i64::MAX {
        return None;
    }
    let width = band.most.checked_sub(band.least)?;
    if width >= WIDEST {
        return None;
    }
    let distances = band.least..=band.most;
    Some(distances.filter_map(|d| shifted(alternative, [i, j], from_i.max(from_j.checked_sub(d)?), d)).collect())
}

/// The loop with j = i + distance.
fn shifted(alternative: &Alternative, [i, j]: [usize; 2], from: i64, distance: i64) -> Option<Alternative> {
    let in_one = |expr: &Expr| {
        let mut expr = expr.clone();
        expr.replace(&Expr::Variable(j), &(Expr::Variable(i) + Expr::from(distance)));
        expr
    };
    let parts = alternative
        .parts
        .iter()
        .map(|part| Part { game: part.game.clone(), coordinates: part.coordinates.iter().map(in_one).collect() });
    let mut entered = alternative.loops.first()?.clone();
    entered.set.items = vec![Item::Range { from: from.into(), to: None, step: 1.into() }];
    Some(Alternative {
        loops: vec![entered],
        guards: alternative.guards.iter().filter(|guard| guard.depth == 0).cloned().collect(),
        parts: parts.collect(),
        text: alternative.text.clone(),
    })
}

/// How far the second variable is from the first.
struct Band {
    i: usize,
    j: usize,
    least: i64,
    most: i64,
}

impl Band {
    /// One condition more; `None`: it says something else.
    fn narrow(&mut self, cond: &Cond) -> Option<()> {
        match cond {
            Cond::All(conds) => conds.iter().try_for_each(|cond| self.narrow(cond)),
            Cond::Compare(a, relation, b) => {
                // the absolute value first, and all else on its side
                let (inside, relation, bound) = match (a, b) {
                    (Expr::Call(Function::Absolute, x), bound) => (x, *relation, bound),
                    (bound, Expr::Call(Function::Absolute, x)) => (x, relation.turned(), bound),
                    _ => return self.compare(&(a.clone() - b.clone()), *relation, 0),
                };
                let ([inside], Some(bound)) = (&inside[..], Form::of(bound).as_constant()) else { return None };
                match relation {
                    Relation::Less | Relation::LessEqual => {
                        self.compare(inside, relation, bound)?;
                        self.compare(inside, relation.turned(), bound.checked_neg()?)
                    }
                    _ => None,
                }
            }
            Cond::Any(_) | Cond::Not(_) | Cond::In(..) => None,
        }
    }

    /// `expr relation bound`, where the expression is ±(j − i) and a number.
    fn compare(&mut self, expr: &Expr, relation: Relation, bound: i64) -> Option<()> {
        let Form::Linear { constant, terms } = Form::of(expr) else { return None };
        let times = |variable: usize| terms.iter().find(|term| term.0 == variable).map(|term| term.1);
        let bound = bound.checked_sub(constant)?;
        let (relation, bound) = match (terms.len(), times(self.i)?, times(self.j)?) {
            (2, -1, 1) => (relation, bound),
            (2, 1, -1) => (relation.turned(), bound.checked_neg()?),
            _ => return None,
        };
        match relation {
            Relation::Less => self.most = self.most.min(bound.checked_sub(1)?),
            Relation::LessEqual => self.most = self.most.min(bound),
            Relation::Greater => self.least = self.least.max(bound.checked_add(1)?),
            Relation::GreaterEqual => self.least = self.least.max(bound),
            Relation::Equal => (self.least, self.most) = (self.least.max(bound), self.most.min(bound)),
            Relation::NotEqual | Relation::Divides => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grundy_core::Context;
    use grundy_core::outcome::Convention;

    use super::*;
    use crate::engine::dense::{DenseTable, Order};
    use crate::rule::column::NoForeign;
    use crate::rule::reading::rule;
    use crate::rule::testing::{plain_options, plain_value};

    #[test]
    fn a_band_is_the_same_moves_side_by_side() {
        for (text, loops) in [
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 1}", 1),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 3}", 5),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if 2 >= abs(j-i)}", 5),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 0.. if i-j <= 2 and j < i+1}", 3),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 0.. if j = i+2}", 1),
            ("{(a,b) -> (a-i,b-2*j) for i in 1.. for j in 3.. if abs(i-j) < 2 if a > b}", 3),
            ("{(a,b) -> (a-i-1,b-j) for i in 1.. for j in 1.. if j-i in {0}}", 0),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) > 1}", 0),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1.. if i+j < 3}", 0),
            ("{(a,b) -> (a-i,b-j) for i in 1.. for j in 1..i if abs(i-j) < 2}", 0),
            ("{(a,b) -> (a-i,b+j) for i in 2.. for j in 1.. if j = i-1}", 0),
            ("{(a,b) -> (a-j,b-j) for i in 1.. for j in 1.. if abs(i-j) < 2}", 0),
        ] {
            let plain = rule(text);
            let new = apart(&plain);
            let expected = if loops == 0 { plain.alternatives.len() } else { loops };
            assert_eq!(new.alternatives.len(), expected, "{text}");
            assert_eq!(new.alternatives.iter().all(|a| a.loops.len() == 1), loops > 0, "{text}");
            for place in (0..12).flat_map(|a| (0..12).map(move |b| [a, b])) {
                let (a, b) = (plain_options(&plain, &place).unwrap(), plain_options(&new, &place).unwrap());
                assert_eq!(a, b, "{text} {place:?}");
            }
        }
    }

    #[test]
    fn tables_of_shifted_rays_agree_with_brute_force() {
        let axes = "(a-k,b) | (a,b-k) for k in 1..;";
        for moves in [
            format!("{axes} (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 2"),
            format!("{axes} (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < 4"),
            format!("{axes} (a-i,b-j) for i in 1.. for j in 3.. if i-j in {{-1}} or j = i"),
            "(a-k-1,b-k-3) | (a-k,b-k) for k in 1..".to_owned(),
            "(a-k-2,b) | (a-3,b-k) for k in 1..; (a-1,b-1)".to_owned(),
            "(a-2*k-1,b-k-1) for k in 0..; (a,b-k) for k in 1..4".to_owned(),
            "(a-k,b-2-k) for k in 1.. if a > b; (a-k-1,b) for k in 2..; (a,b-1)".to_owned(),
            "(a-k,b-k-1) for k in 2.. step 3; (a-1,b) | (a,b-2)".to_owned(),
            // the loop ends at the size of the position, before the coordinate leaves the board
            "(a,b-i+1) | (a-i+3,b) for i in 4..; (a-1,b-1)".to_owned(),
            "(a-2*i+1,b-i+2) for i in 3..; (a-1,b) | (a,b-1)".to_owned(),
        ] {
            let text = format!("{{(a,b) -> {moves}}}");
            let rule = rule(&text);
            let mut known = BTreeMap::new();
            for order in [Order::Sum, Order::Lexicographic] {
                let mut table = DenseTable::new(&rule, Convention::Normal).unwrap();
                table.cover(&[17, 12], order, &NoForeign, &Context::default()).unwrap();
                for (a, b) in (0..=17).flat_map(|a| (0..=12).map(move |b| (a, b))) {
                    let expected = plain_value(&rule, &(false, vec![a, b]), &mut known);
                    assert_eq!(table.value(&[a, b]).map(u64::from), expected, "{text} ({a},{b})");
                }
            }
        }
    }
}
