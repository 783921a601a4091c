use grundy_core::testing::Random;

use super::*;

/// Random linear forms.
trait Forms {
    fn form(&mut self, variables: usize, size: u64) -> Linear;
}

impl Forms for Random {
    fn form(&mut self, variables: usize, size: u64) -> Linear {
        let mut out = Linear::constant(self.below(2 * size * 3 + 1) as i64 - (size * 3) as i64);
        for v in 0..variables {
            let c = self.below(2 * size + 1) as i64 - size as i64;
            out = out.combine(1, &Linear::variable(v), c).unwrap();
        }
        out
    }
}

fn at(form: &Linear, point: &[i64]) -> i64 {
    form.constant + form.terms().map(|(v, c)| c * point[v]).sum::<i64>()
}

#[test]
fn a_contradiction_is_found_and_a_point_never_denied() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut proved, mut open, mut missed) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut system = System::default();
        for _ in 0..random.below(2) {
            system.equal.push(random.form(3, 2));
        }
        for _ in 0..2 + random.below(4) {
            system.at_least.push(random.form(3, 2));
        }
        for _ in 0..random.below(3) {
            system.multiple.push((random.form(3, 2), 2 + random.below(4) as i64));
        }
        for v in 0..3 {
            system.at_least.push(Linear::variable(v).shifted(3).unwrap());
            system.at_least.push(Linear::constant(3).minus(&Linear::variable(v)).unwrap());
        }
        let mut points = Vec::new();
        for x in 0..343 {
            let point = [x % 7 - 3, x / 7 % 7 - 3, x / 49 - 3];
            if system.equal.iter().all(|f| at(f, &point) == 0)
                && system.at_least.iter().all(|f| at(f, &point) >= 0)
                && system.multiple.iter().all(|(f, m)| at(f, &point) % m == 0)
            {
                points.push(point);
            }
        }
        let mut work = Work::new(100_000);
        let infeasible = system.infeasible(&mut work);
        assert!(!infeasible || points.is_empty(), "{system:?} has {points:?}");
        match (infeasible, points.is_empty()) {
            (true, _) => proved += 1,
            (false, true) => missed += 1,
            (false, false) => open += 1,
        }
        let form = random.form(3, 2);
        match system.shadow(&form, &mut work) {
            None => assert!(points.is_empty()),
            Some(shadow) => {
                for value in points.iter().map(|p| at(&form, p)) {
                    assert!(shadow.low.is_none_or(|low| low <= value), "{system:?} {form:?} {shadow:?}");
                    assert!(shadow.high.is_none_or(|high| value <= high));
                    assert_eq!(value.rem_euclid(shadow.modulus), shadow.residue);
                }
            }
        }
    }
    assert!(proved > 1000 && open > 1000, "{proved} proved, {open} open");
    assert!(missed * 10 < proved, "{missed} missed, {proved} proved");
}

#[test]
fn numbers_beyond_64_bits_prove_nothing_and_do_not_panic() {
    let huge = Linear::variable(0).scaled(i64::MAX).unwrap().shifted(i64::MIN).unwrap();
    let other = Linear::variable(1).combine(i64::MIN, &Linear::variable(0), -3).unwrap();
    let system = System {
        equal: vec![huge.clone()],
        at_least: vec![huge.clone(), other.clone()],
        multiple: vec![(other, i64::MAX), (huge, 7)],
    };
    let _ = system.infeasible(&mut Work::new(1000));
    let _ = system.shadow(&Linear::variable(0), &mut Work::new(1000));
}
