//! Sums: the values of the components are proved, and the law says when their xor is 0.

use super::building::{Building, Known, Shared};
use super::condition::{Bits, Form};
use super::product::Sentence;
use super::text::Sum;
use super::{Law, check};
use crate::{Fault, Meter};

/// Checks the parts, and what they make together.
pub(super) fn check(sum: &Sum, meter: &mut Meter<'_>) -> Result<(), Fault> {
    for part in &sum.parts {
        check::check(part, meter)?;
    }
    let Some(first) = sum.parts.first() else { return Ok(()) };
    sum.law.check_words(first.numeration, meter)?;
    sum.law.check_zeros(meter)?;
    let mut known = Vec::new();
    for table in sum.parts.iter().map(|p| &p.law).chain([&sum.law]) {
        known.push(Known { table, living: table.living(meter)? });
    }
    let shared = Shared { numeration: first.numeration, sets: &[], known: &known, floor: None };
    let tracks = sum.law.tracks;
    for inside in [true, false] {
        // the coordinates, the value of the sum if it is meant, the values of the components
        let mut building = Building::new(&shared, tracks + sum.components.len());
        let mut all = Vec::new();
        let mut values: Vec<usize> = if sum.values { vec![tracks - 1] } else { Vec::new() };
        for (value, (part, forms)) in (tracks..).zip(&sum.components) {
            let mut arguments = forms.clone();
            arguments.push(Form::variable(value));
            let table = &sum.parts[*part].law;
            all.push(building.applied(&arguments, |building, tracks| building.table(table, tracks)));
            values.push(value);
        }
        let law = building.table(&sum.law, (0..tracks).collect());
        let even = building.bits(Bits::Xor, values);
        all.extend(if inside { [law, even.negated()] } else { [law.negated(), even] });
        let reason = if inside { "in the law with another value" } else { "not in the law with this value" };
        building.never(Sentence::All(all), sum.law.line, reason, meter)?;
    }
    Ok(())
}

/// What is proved.
pub(super) fn law(sum: Sum, steps: u64) -> Law {
    let arity = sum.law.tracks - usize::from(sum.values);
    let names: Vec<String> = (0..arity).map(|v| format!("x{v}")).collect();
    let names = names.join(",");
    let components = sum.components.iter().map(|(part, forms)| {
        let forms: Vec<String> = forms.iter().map(Form::to_string).collect();
        format!("game {part} at ({})", forms.join(","))
    });
    let components = components.collect::<Vec<_>>().join(" + ");
    let states = sum.law.states();
    let noun = if states == 1 { "state" } else { "states" };
    let automaton = format!("the law, an automaton of {states} {noun} in base 2");
    let statement = if sum.values {
        format!("{components} has the value g if and only if ({names},g) is in {automaton}")
    } else {
        format!("{components} is a P-position of normal play if and only if ({names}) is in {automaton}")
    };
    let (mut rule, mut all_states) = (Vec::new(), states as u64);
    for (number, part) in sum.parts.into_iter().enumerate() {
        let law = super::law(part, 0);
        rule.extend(law.rule.into_iter().map(|line| format!("game {number}: {line}")));
        all_states += law.all_states;
    }
    Law {
        comments: sum.comments,
        statement,
        rule,
        theorem: "sum".to_owned(),
        numeration: "base 2".to_owned(),
        coordinates: arity as u64,
        states: states as u64,
        all_states,
        steps,
    }
}
