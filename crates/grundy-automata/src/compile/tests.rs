use grundy_core::Context;
use grundy_core::testing::Random;

use super::*;

const SYSTEMS: [Numeration; 4] =
    [Numeration::BINARY, Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)];

/// A form over variables below `variables`.
fn form(random: &mut Random, variables: u64) -> Linear {
    let mut out = Linear::constant(random.below(13) as i64 - 6);
    for v in 0..variables {
        out = out.combine(1, &Linear::variable(v as usize), random.below(5) as i64 - 2).unwrap();
    }
    out
}

/// Variables below `next` are known; quantified ones stay below a bound that is part of the formula.
fn random_formula(random: &mut Random, next: u64, depth: u64, system: Numeration) -> Formula {
    let relations =
        [Relation::Equal, Relation::Equal, Relation::NotEqual, Relation::Less, Relation::LessEqual, Relation::Greater];
    if depth == 0 || random.chance(20) {
        return match random.below(8) {
            0 => Formula::congruent(form(random, next), 2 + random.below(3), [random.below(2), random.below(3)]),
            1 if system == Numeration::BINARY => {
                let any = |r: &mut Random| Linear::variable(r.below(next) as usize);
                let how = [Bitwise::XorZero, Bitwise::And, Bitwise::Or][random.below(3) as usize];
                Formula::Bits(how, vec![any(random), any(random), form(random, next)])
            }
            1 if system == Numeration::ZECKENDORF => {
                Formula::Floor { argument: form(random, next), value: Linear::variable(random.below(next) as usize) }
            }
            2 => Formula::LowestPlace {
                argument: Linear::variable(random.below(next) as usize),
                value: form(random, next),
            },
            _ => Formula::compared(form(random, next), relations[random.below(6) as usize]),
        };
    }
    match random.below(5) {
        0 => Formula::all((0..2).map(|_| random_formula(random, next, depth - 1, system)).collect::<Vec<_>>()),
        1 => Formula::any((0..2).map(|_| random_formula(random, next, depth - 1, system)).collect::<Vec<_>>()),
        2 => random_formula(random, next, depth - 1, system).negated(),
        _ => {
            let inner = random_formula(random, next + 1, depth - 1, system);
            let mut all =
                vec![inner, Formula::compared(Linear::variable(next as usize).shifted(-12).unwrap(), Relation::Less)];
            if random.chance(50) {
                let by = form(random, next);
                let c = 1 + random.below(2) as i64;
                all.push(Formula::compared(
                    by.combine(1, &Linear::variable(next as usize), c).unwrap(),
                    Relation::Equal,
                ));
            }
            Formula::exists([next as Variable], Formula::all(all))
        }
    }
}

fn value(form: &Linear, values: &[i64]) -> i64 {
    form.constant_term() + form.terms().map(|(v, c)| c * values[v]).sum::<i64>()
}

fn evaluate(formula: &Formula, values: &mut Vec<i64>, system: Numeration) -> bool {
    match formula {
        Formula::Constant(value) => *value,
        Formula::Compare(form, relation) => relation.holds(value(form, values).cmp(&0)),
        Formula::Congruent { form, modulus, residues } => {
            residues.contains(&value(form, values).rem_euclid(*modulus as i64).unsigned_abs())
        }
        Formula::Member(set, arguments) => {
            let all: Option<Vec<u64>> = arguments.iter().map(|f| u64::try_from(value(f, values)).ok()).collect();
            all.is_some_and(|all| set.contains(&all))
        }
        Formula::Bits(how, arguments) => {
            let all: Vec<i64> = arguments.iter().map(|f| value(f, values)).collect();
            all.iter().all(|x| *x >= 0)
                && match how {
                    Bitwise::XorZero => all.iter().fold(0, |a, b| a ^ b) == 0,
                    Bitwise::And => all[0] & all[1] == all[2],
                    Bitwise::Or => all[0] | all[1] == all[2],
                }
        }
        Formula::Floor { argument, value: y } => {
            let (x, y) = (value(argument, values), value(y, values));
            x >= 0 && y >= 0 && y == (x as f64 * f64::midpoint(1.0, 5f64.sqrt())).floor() as i64
        }
        Formula::LowestPlace { argument, value: y } => {
            let (x, y) = (value(argument, values), value(y, values));
            let word = system.encode(x.unsigned_abs());
            let place = word.iter().rev().position(|&d| d > 0).and_then(|i| system.place(i as u32));
            place.is_some_and(|p| p as i64 == y)
        }
        Formula::All(all) => all.iter().all(|f| evaluate(f, values, system)),
        Formula::Any(any) => any.iter().any(|f| evaluate(f, values, system)),
        Formula::Not(inner) => !evaluate(inner, values, system),
        Formula::Exists(bound, inner) => {
            let v = bound[0] as usize;
            let saved = values.clone();
            let found = (0..12).any(|x| {
                values.resize(values.len().max(v + 1), 0);
                values[v] = x;
                evaluate(inner, values, system)
            });
            *values = saved;
            found
        }
    }
}

#[test]
fn random_formulas_agree_with_their_meaning() {
    let cx = Context::default();
    let mut random = Random::new(77);
    let (mut yes, mut no) = (0, 0);
    for round in 0..600 {
        let system = SYSTEMS[round % 4];
        let formula = random_formula(&mut random, 2, 3, system);
        let mut engine = Engine::new(system, &cx);
        let set = match engine.compile(&formula, &[0, 1]) {
            Ok(set) => set,
            Err(e) => panic!("{round}: {e} {formula:?}"),
        };
        assert!(set.is_empty() || set.next(0, 0) == Some(0));
        for x in 0..12 {
            for y in 0..12 {
                let expected = evaluate(&formula, &mut vec![x, y], system);
                assert_eq!(set.contains(&[x as u64, y as u64]), expected, "{round} {system} ({x},{y}): {formula:?}");
                if expected { yes += 1 } else { no += 1 }
            }
        }
    }
    assert!(yes > 5000 && no > 5000, "{yes} {no}");
}

#[test]
fn sentences_are_decided() {
    let cx = Context::default();
    let (x, y) = (Linear::variable(0), Linear::variable(1));
    // every number is even or odd: for all x there is y with x = 2y or x = 2y + 1
    let double = y.scaled(2).unwrap();
    let parity = Formula::for_all(
        [0],
        Formula::exists(
            [1],
            Formula::any([
                Formula::compare(&x, Relation::Equal, &double).unwrap(),
                Formula::compare(&x, Relation::Equal, &double.shifted(1).unwrap()).unwrap(),
            ]),
        ),
    );
    // there is a largest number
    let largest = Formula::exists([0], Formula::for_all([1], Formula::compare(&y, Relation::LessEqual, &x).unwrap()));
    for system in SYSTEMS {
        let mut engine = Engine::new(system, &cx);
        assert!(engine.decide(&parity).unwrap());
        assert!(!engine.decide(&largest).unwrap());
    }
    let mut engine = Engine::new(Numeration::Base(3), &cx);
    let bits = Formula::Bits(Bitwise::XorZero, vec![x, y]);
    assert!(matches!(engine.compile(&bits, &[0, 1]), Err(Obstacle::NotAutomatic { .. })));
    assert!(matches!(engine.compile(&parity.clone().negated(), &[]), Ok(set) if set.is_empty()));
}

#[test]
fn what_is_no_formula_is_refused() {
    let cx = Context::default();
    let mut engine = Engine::new(Numeration::BINARY, &cx);
    let (x, y) = (Linear::variable(0), Linear::variable(1));
    let congruent = |modulus, residue| Formula::Congruent { form: x.clone(), modulus, residues: vec![residue] };
    let negated = Formula::Not(Box::new(Formula::Bits(Bitwise::And, vec![x.clone(), y.clone()])));
    for formula in [
        Formula::Bits(Bitwise::Or, vec![x.clone()]),
        Formula::All(vec![Formula::Constant(true), negated]),
        congruent(3, 5),
        Formula::Exists(vec![1], Box::new(congruent(0, 0))),
        Formula::Compare(x.clone(), Relation::Divides),
    ] {
        let refused = engine.compile(&formula, &[0, 1]);
        assert!(matches!(refused, Err(Obstacle::Malformed(_))), "{formula:?}");
    }
    let fine = congruent(3, 2);
    for variables in [&[0, 0][..], &[], &[0, Variable::MAX]] {
        assert!(matches!(engine.compile(&fine, variables), Err(Obstacle::Malformed(_))), "{variables:?}");
    }
    assert!(engine.compile(&fine, &[1, 0]).unwrap().contains(&[7, 5]));
}
