//! The relations, alone and in sentences, against arithmetic.

use super::building::{Building, Known, Shared};
use super::condition::{Bits, Condition, Form};
use super::floor::Floor;
use super::numeration::Numeration;
use super::table::Table;
use crate::testing::Random;
use crate::{Fault, Meter};

/// Multiples of 3 in base 2; in other systems the number 0 alone.
fn some_set(numeration: Numeration) -> Table {
    let mut table = Table::new(1, 1);
    table.row(true);
    table.arrow(0, 0);
    if numeration.digits == 2 && !numeration.ostrowski {
        table.arrow(1, 1);
        table.row(false);
        table.arrow(0, 2);
        table.arrow(1, 0);
        table.row(false);
        table.arrow(0, 1);
        table.arrow(1, 2);
    }
    table
}

/// The place of the lowest digit that is not 0.
fn lowest(numeration: Numeration, mut n: u64) -> Option<u64> {
    let factor = numeration.factor().unsigned_abs();
    let mut places = vec![1, factor + u64::from(numeration.ostrowski)];
    while places[places.len() - 1] <= n {
        let last = places.len() - 1;
        places.push(factor * places[last] + if numeration.ostrowski { places[last - 1] } else { 0 });
    }
    let mut found = None;
    for &place in places.iter().rev() {
        if n >= place {
            found = Some(place);
            n %= place;
        }
    }
    found
}

fn holds(numeration: Numeration, condition: &Condition, x: &[u64]) -> bool {
    let value = |f: &Form| f.constant + f.coefficients.iter().zip(x).map(|(c, v)| c * *v as i64).sum::<i64>();
    let naturals = |f: &[Form]| f.iter().map(|f| u64::try_from(value(f)).ok()).collect::<Option<Vec<u64>>>();
    match condition {
        Condition::Compare(form, sign) => value(form).signum() == i64::from(*sign),
        Condition::Congruent { modulus, residues, form } => {
            residues.contains(&(value(form).rem_euclid(*modulus as i64) as u64))
        }
        Condition::Member(_, f) => naturals(f).is_some_and(|n| {
            if numeration.digits == 2 && !numeration.ostrowski { n[0].is_multiple_of(3) } else { n[0] == 0 }
        }),
        Condition::Bits(how, f) => naturals(f).is_some_and(|n| match how {
            Bits::Xor => n.iter().fold(0, |x, y| x ^ y) == 0,
            Bits::And => n[0] & n[1] == n[2],
            Bits::Or => n[0] | n[1] == n[2],
        }),
        Condition::Floor(f) => naturals(f).is_some_and(|n| {
            let a = numeration.factor().unsigned_abs();
            n[1] == (a * n[0] + (n[0] * n[0] * (a * a + 4)).isqrt()) / 2
        }),
        Condition::Lowest(f) => naturals(f).is_some_and(|n| lowest(numeration, n[0]) == Some(n[1])),
        Condition::Not(inner) => !holds(numeration, inner, x),
        Condition::All(all) => all.iter().all(|c| holds(numeration, c, x)),
        Condition::Any(any) => any.iter().any(|c| holds(numeration, c, x)),
    }
}

impl Random {
    fn form(&mut self) -> Form {
        if self.below(3) == 0 {
            return Form::variable(self.below(2) as usize);
        }
        let mut one = |size: u64| self.below(2 * size + 1) as i64 - size as i64;
        Form { constant: one(9), coefficients: vec![one(3), one(3)] }
    }

    fn forms(&mut self, count: usize) -> Vec<Form> {
        (0..count).map(|_| self.form()).collect()
    }

    fn condition(&mut self, numeration: Numeration, depth: u64) -> Condition {
        let binary = numeration.digits == 2 && !numeration.ostrowski;
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => Condition::Compare(self.form(), self.below(3) as i8 - 1),
            2 => {
                Condition::Congruent { modulus: 5, residues: vec![self.below(2), 2 + self.below(3)], form: self.form() }
            }
            3 => Condition::Member(0, self.forms(1)),
            4 if numeration.ostrowski => Condition::Floor(self.forms(2)),
            4 if binary => match self.below(3) {
                0 => Condition::Bits(Bits::Xor, self.forms(3)),
                1 => Condition::Bits(Bits::And, self.forms(3)),
                _ => Condition::Bits(Bits::Or, self.forms(3)),
            },
            4 | 5 => Condition::Lowest(self.forms(2)),
            6 => Condition::Not(Box::new(self.condition(numeration, depth - 1))),
            7 => Condition::All((0..2).map(|_| self.condition(numeration, depth - 1)).collect()),
            _ => Condition::Any((0..2).map(|_| self.condition(numeration, depth - 1)).collect()),
        }
    }
}

#[test]
fn random_conditions_hold_where_arithmetic_says() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut held = 0;
    for (digits, ostrowski) in [(2, false), (3, false), (2, true), (3, true), (4, true)] {
        let numeration = Numeration { digits, ostrowski };
        let sets = [some_set(numeration)];
        let mut meter = Meter { steps: 1 << 40, bytes: 1 << 40, cancel: None };
        let known = [Known { table: &sets[0], living: sets[0].living(&mut meter).unwrap() }];
        let floor = Floor::new(numeration.factor()).filter(|_| ostrowski);
        let shared = Shared { numeration, sets: &sets, known: &known, floor };
        for _ in 0..24 {
            let condition = random.condition(numeration, if ostrowski { 1 } else { 2 });
            for _ in 0..4 {
                let x = [random.below(40), random.below(40)];
                let mut building = Building::new(&shared, 2);
                let mut all = vec![building.condition(&condition)];
                for (v, &n) in x.iter().enumerate() {
                    all.push(building.compare(&Form { constant: -(n as i64), ..Form::variable(v) }, 0));
                }
                let found = building.never(super::product::Sentence::All(all), 7, "met", &mut meter);
                let expected = holds(numeration, &condition, &x);
                held += u32::from(expected);
                match found {
                    Ok(()) => assert!(!expected, "{numeration:?} {condition} {x:?}"),
                    Err(Fault::False { reason, .. }) => {
                        assert!(expected, "{numeration:?} {condition} {x:?}: {reason}");
                        assert_eq!(reason, format!("met: x0 = {}, x1 = {}", x[0], x[1]));
                    }
                    Err(other) => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(held > 80, "{held}");
}
