//! The functions of claims that have automata in some numeration: bit by bit, rounding down, smallest parts.

use grundy_automata::formula::{Bitwise, Formula};
use grundy_automata::{Built, Linear, Numeration, Obstacle, Relation};

use super::{Case, Terms, together, under};
use crate::rule::ir::{Expr, Function};

impl Terms<'_, '_> {
    /// `xor`, `band` or `bor` of two numbers, in base 2. A negative number has infinitely many binary digits 1: with
    /// −u−1 for it, xor(−u−1, b) = −xor(u, b)−1.
    pub(super) fn bitwise(&mut self, expr: &Expr, function: Function, a: &Case, b: &Case) -> Built<Vec<Case>> {
        if self.engine.numeration() != Numeration::BINARY {
            return self.refuse(expr, "it needs base 2");
        }
        let how = match function {
            Function::BitAnd => Bitwise::And,
            Function::BitOr => Bitwise::Or,
            _ => Bitwise::XorZero,
        };
        let may_be_negative = [!a.value.is_natural(), !b.value.is_natural()];
        if may_be_negative != [false, false] && how != Bitwise::XorZero {
            return self.refuse(expr, "an argument may be negative");
        }
        let mut out = Vec::new();
        for signs in [[false, false], [false, true], [true, false], [true, true]] {
            if signs[0] && !may_be_negative[0] || signs[1] && !may_be_negative[1] {
                continue;
            }
            let mut case = together(&[a, b], Linear::default());
            let mut arguments = Vec::new();
            for ((form, negative), unsure) in [&a.value, &b.value].into_iter().zip(signs).zip(may_be_negative) {
                if unsure {
                    let relation = if negative { Relation::Less } else { Relation::GreaterEqual };
                    case.conditions.push(Formula::compared(form.clone(), relation));
                }
                arguments.push(if negative { turned(form)? } else { form.clone() });
            }
            let result = self.fresh();
            let value = Linear::variable(result as usize);
            case.auxiliary.push(result);
            arguments.push(value.clone());
            case.conditions.push(Formula::Bits(how, arguments));
            case.value = if signs[0] == signs[1] { value } else { turned(&value)? };
            out.push(case);
        }
        Ok(out)
    }

    /// The smallest Zeckendorf part of numbers that are at least 1.
    pub(super) fn smallest_part(&mut self, expr: &Expr, arguments: &[Case]) -> Built<Vec<Case>> {
        if self.engine.numeration() != Numeration::ZECKENDORF {
            return self.refuse(expr, "it needs the Zeckendorf system");
        }
        let mut out = Vec::new();
        for case in arguments {
            self.fault(under(case.clone(), Formula::compared(case.value.clone(), Relation::LessEqual)));
            let place = self.fresh();
            let value = Linear::variable(place as usize);
            let mut part = together(&[case], value.clone());
            part.auxiliary.push(place);
            part.conditions.push(Formula::LowestPlace { argument: case.value.clone(), value });
            out.push(part);
        }
        Ok(out)
    }

    /// ⌊(x + y√d)/z⌋ of linear x and y and a number z ≥ 1, in the Ostrowski system of a where a² + 4 = d·s²: then
    /// √d = (2β − a)/s, and the number is ⌊(s·x − a·y + 2y·β)/(s·z)⌋ = ⌊(s·x − a·y + ⌊β·2y⌋)/(s·z)⌋.
    pub(super) fn floor(&mut self, expr: &Expr, d: u64, [x, y, z]: [&Linear; 3]) -> Built<Vec<Case>> {
        let Some(z) = z.value().filter(|z| *z >= 1) else {
            return self.refuse(expr, "division by a variable has no automaton");
        };
        let Some((a, s)) = self.engine.numeration().root(d) else {
            return self
                .refuse(expr, &format!("floor of a multiple of sqrt({d}) needs the numeration system of that root"));
        };
        let (a, s) = (a.cast_signed(), s.cast_signed());
        let rest = x.combine(s, y, -a).ok_or_else(Obstacle::overflow)?;
        let double = y.scaled(2).ok_or_else(Obstacle::overflow)?;
        let by = s.checked_mul(z).ok_or_else(Obstacle::overflow)?;
        // a common factor of all is left out: ⌊φ·x⌋ itself instead of ⌊⌊φ·2x⌋/2⌋
        let (rest, argument, by) = match (divided(&rest, by), divided(&double, by)) {
            (Some(rest), Some(argument)) => (rest, argument, 1),
            _ => (rest, double, by),
        };
        let mut out = Vec::new();
        let signs: &[bool] = if argument.is_natural() { &[false] } else { &[false, true] };
        for &negative in signs {
            // ⌊−β·u⌋ = −⌊β·u⌋ − 1 for u ≥ 1, since β is irrational
            let mut case = Case::default();
            let of = if negative { argument.scaled(-1).ok_or_else(Obstacle::overflow)? } else { argument.clone() };
            if signs.len() > 1 {
                let relation = if negative { Relation::Less } else { Relation::GreaterEqual };
                case.conditions.push(Formula::compared(argument.clone(), relation));
            }
            let variable = self.fresh();
            let value = Linear::variable(variable as usize);
            case.auxiliary.push(variable);
            case.conditions.push(Formula::Floor { argument: of, value: value.clone() });
            let value = if negative { turned(&value)? } else { value };
            let numerator = rest.plus(&value).ok_or_else(Obstacle::overflow)?;
            for quotient in self.quotient(&numerator, by)? {
                out.push(together(&[&case, &quotient], quotient.value.clone()));
            }
        }
        Ok(out)
    }
}

/// −form − 1
fn turned(form: &Linear) -> Built<Linear> {
    form.scaled(-1).and_then(|f| f.shifted(-1)).ok_or_else(Obstacle::overflow)
}

/// The form over a number that divides all its coefficients.
fn divided(form: &Linear, by: i64) -> Option<Linear> {
    if form.constant_term() % by != 0 || form.terms().any(|(_, c)| c % by != 0) {
        return None;
    }
    form.terms().try_fold(Linear::constant(form.constant_term() / by), |sum, (v, c)| {
        sum.plus(&Linear::variable(v).scaled(c / by)?)
    })
}

#[cfg(test)]
mod tests {
    use grundy_automata::Engine;
    use grundy_automata::formula::Variable;
    use grundy_core::context::Context;
    use grundy_core::number::Int;
    use grundy_notation::ast::Operator;

    use super::*;
    use crate::rule::surd;

    /// ⌊(u·x + v + (w·x + k)√d)/t⌋ as an automaton, against integer square roots.
    #[test]
    fn multiples_of_roots_are_rounded_down() {
        let cx = Context::default();
        for d in [2u64, 5, 10, 13] {
            let system = (1..16).filter_map(Numeration::ostrowski).find(|s| s.root(d).is_some()).unwrap();
            for (u, v, w, k, t) in
                [(0, 0, 1, 0, 1), (1, 0, 1, 0, 2), (7, 3, -1, 0, 3), (3, 1, 1, 2, 5), (9, 0, -1, 4, 1)]
            {
                let mut engine = Engine::new(system, &cx);
                let mut terms = Terms {
                    engine: &mut engine,
                    next: 2,
                    names: vec!["x".to_owned()],
                    size: Linear::variable(0),
                    faults: Vec::new(),
                };
                let times = |factor: i64, plus: i64| {
                    let product = Expr::Binary(
                        Operator::Multiply,
                        Box::new(Expr::Constant(factor.into())),
                        Box::new(Expr::Variable(0)),
                    );
                    product + Expr::Constant(plus.into())
                };
                let floor =
                    Expr::Call(Function::FloorSurd(d), vec![times(u, v), times(w, k), Expr::Constant(t.into())]);
                let cases = terms.cases(&floor, &[Linear::variable(0)]).unwrap();
                let value = Linear::variable(1);
                let equal = cases.into_iter().map(|case| {
                    let here = Formula::compare(&value, Relation::Equal, &case.value).unwrap();
                    let auxiliary: Vec<Variable> = case.auxiliary;
                    Formula::exists(auxiliary, Formula::all(case.conditions.into_iter().chain([here])))
                });
                let formula = Formula::any(equal.collect::<Vec<_>>());
                let set = engine.compile(&formula, &[0, 1]).unwrap();
                for x in 0..1000i64 {
                    let exact = surd::floor(d, &Int::from(u * x + v), &Int::from(w * x + k), &Int::from(t)).unwrap();
                    let place = x.unsigned_abs();
                    match u64::try_from(&exact) {
                        Ok(y) => {
                            assert!(set.contains(&[place, y]), "√{d}: {u} {v} {w} {k} {t}: {x}");
                            assert!(!set.contains(&[place, y + 1]) && (y == 0 || !set.contains(&[place, y - 1])));
                        }
                        // no natural number is below zero
                        Err(_) => assert!(!set.contains(&[place, 0]), "√{d}: {u} {v} {w} {k} {t}: {x}"),
                    }
                }
            }
        }
        assert!((1..16).filter_map(Numeration::ostrowski).all(|s| s.root(3).is_none() && s.root(0).is_none()));
        assert_eq!(Numeration::ZECKENDORF.root(5), Some((1, 1)));
    }
}
