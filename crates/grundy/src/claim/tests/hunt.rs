//! A hunt for wrong proofs: random claims about many games are decided *without* being compared with positions first, and
//! what is proved, or refuted at the smallest place, is compared with the values.

use super::*;
use crate::claim::automatic::{Decided, decide};
use crate::claim::pairing::Reduced;
use crate::number::Nat;
use crate::testing::Random;

/// Games of one heap.
const HEAPS: &[&str] = &[
    "take[1..3]",
    "take[2,3,7]",
    "take[1,3,4]",
    "take[2..]",
    "take[powers(2)]",
    "nim",
    "lasker",
    "mark",
    "kayles",
    "0.137",
    "4.[3]",
    "0.6",
    "0.333",
    "atleasthalf",
    "atmosthalf",
    "grundy",
    "{n -> n-1; n//2 if n > 0}",
    "{n -> n-2; n//2 if n > 0}",
    "{n -> n-1; n//3 if n > 0}",
    "{n -> n-k for k in {1,2} if n % 3 != 1}",
    "{n -> a & n-1-a for a in 0..n-1}",
    "{n -> a & n-2-a for a in 0..n-2; n-1}",
    "{n -> a & n-k-a for k in {1,2} for a in 0..n-k if a != n-k-a}",
    "{n -> n//2 & n//2 if n > 1; n-1}",
    "{n -> n//2 & (n+1)//2 if n > 1; n-3}",
    "{n -> n-k for k in 1..3 if popcount(n) % 2 = 0; n-1}",
    "{n -> n-k for k in 1..4 if n > 0 and v2(n) % 2 = 1; n-2}",
    "{n -> n-k for k in squares}",
    "{n -> n-k for k in squares; n//2 & n//2 if n > 1}",
    "{n -> n-k for k in divisors(n) if k < n}",
    "{n -> a & b for a in 0.. for b in a+1.. if a+b < n; n-1}",
];

/// Games of two numbers.
const PLANES: &[&str] = &[
    "wythoff",
    "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..2}",
    "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}",
    "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1) if a != b}",
    "{(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)}",
    "{(a,b) -> (a-2,b+1); (a,b-1); (a-k,b-k) for k in 1.. by 2*a+b}",
    "{(a,b) -> (a-k,b) for k in 1..b; (a,b-k) for k in 1..a}",
    "{(a,b) -> (k,b) & (a-k,b) for k in 1..a-1; (a,k) & (a,b-k) for k in 1..b-1}",
    "{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}",
];

struct Draw(Random);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        self.0.pick(all)
    }

    fn term(&mut self, names: &[&str]) -> String {
        let (x, y) = (self.of(names), self.of(names));
        match self.below(9) {
            0..=3 => x.to_owned(),
            4 => format!("({x}+{})", self.below(3)),
            5 => format!("abs({x}-{y})"),
            6 => format!("{x}//2"),
            7 => format!("xor({x},{y})"),
            _ => format!("min({x},{y})"),
        }
    }

    fn atom(&mut self, names: &[&str]) -> String {
        let (x, y) = (self.term(names), self.term(names));
        let m = 2 + self.below(4);
        match self.below(12) {
            0..=2 => format!("{x} = {}", self.below(4)),
            3..=4 => format!("{x} % {m} = {}", self.below(m)),
            5 => format!("{x} % {m} in {{0,{}}}", self.below(m)),
            6 => format!("v2({x}+1) % 2 = {}", self.below(2)),
            7 => format!("popcount({x}) % 2 = {}", self.below(2)),
            8 => format!("bits({x}) % {m} = {}", self.below(2)),
            9 => format!("{x} = {y}"),
            10 => format!("{x} < {y} + {}", self.below(2)),
            _ => format!("({x})*({y}) % {m} = {}", self.below(m)),
        }
    }

    fn statement(&mut self, names: &[&str]) -> String {
        let (a, b) = (self.atom(names), self.atom(names));
        match self.below(5) {
            0 | 1 => a,
            2 => format!("{a} or {b}"),
            3 => format!("{a} and {b}"),
            _ => format!("not {a}"),
        }
    }

    /// What is claimed of every position.
    fn every(&mut self, names: &[&str], misere: bool) -> String {
        let (cond, x) = (self.statement(names), self.term(names));
        match self.below(if misere { 4 } else { 8 }) {
            0 => format!("P => {cond}"),
            1 => format!("{cond} => P"),
            2 => format!("N => {cond}"),
            3 => format!("{cond} => N"),
            4 => format!("g <= {x}+{}", self.below(5)),
            5 => format!("g in 0..{}", self.below(12)),
            6 => format!("{cond} => g > {}", self.below(2)),
            _ => format!("g % 2 = 0 => {cond}"),
        }
    }

    fn subject(&mut self) -> (String, Vec<&'static str>) {
        let heap = self.of(HEAPS);
        let other = self.of(HEAPS);
        let plane = self.of(PLANES);
        match self.below(9) {
            0..=2 => (format!("{heap}(n)"), vec!["n"]),
            3 => (format!("{heap}(a) + {other}(b)"), vec!["a", "b"]),
            4 => (format!("{heap}(a,a) + {other}(b)"), vec!["a", "b"]),
            5 => (format!("2*{heap}(b) + {other}(a)"), vec!["b", "a"]),
            6 => (format!("{plane}(a,b)"), vec!["a", "b"]),
            7 => (format!("{plane}(a,a)"), vec!["a"]),
            _ => (format!("{plane}(a,{})", self.below(4)), vec!["a"]),
        }
    }
}

/// Hunts with so many claims; returns how many were proved, refuted at the smallest place, and left open.
fn hunt(seed: u64, rounds: usize, nodes: u64) -> [u32; 3] {
    let mut draw = Draw(Random::new(seed));
    let mut found = [0; 3];
    for _ in 0..rounds {
        let (about, names) = draw.subject();
        let misere = if draw.below(8) == 0 { "misere " } else { "" };
        let about = format!("{misere}{about}");
        let claim = match draw.below(6) {
            4..=5 => draw.every(&names, !misere.is_empty()),
            0 if misere.is_empty() => {
                let (cond, x, y) = (draw.statement(&names), draw.term(&names), draw.term(&names));
                let m = 1 + draw.below(4);
                match draw.below(3) {
                    0 => format!("g = {x} % {m}"),
                    1 => format!("g = {x} if {cond} else {y} % {m}"),
                    _ => format!("g = v2({x}+1) % {m} if {cond} else {y}"),
                }
            }
            _ => format!("P: {}", draw.statement(&names)),
        };
        let question = Session::new().claim(&about, &claim).unwrap_or_else(|d| panic!("{about}: {claim}: {d}"));
        // is it true as far as we see?
        let arity = question.subject.variables.len() as u32;
        let side: u64 = if arity == 1 { 130 } else { 16 };
        let cx = Context::default();
        let mut judge = crate::plan::misere::Judge::new();
        let mut wrong: Option<(u64, Vec<u64>)> = None;
        let weights = question.subject.weights();
        for code in 0..side.pow(arity) {
            let place: Vec<u64> = (0..arity).rev().map(|i| code / side.pow(i) % side).collect();
            let sum = place.iter().zip(&weights).map(|(n, w)| n * w).sum();
            let before = wrong.as_ref().is_none_or(|(s, _)| sum < *s);
            if before && super::super::test::compare(&question, &super::any(&place), &mut judge, &cx).unwrap().is_some()
            {
                wrong = Some((sum, place));
            }
        }
        let reduced = Reduced::of(&question);
        for asked in [Some(&question), reduced.as_ref().map(|r| &r.question)].into_iter().flatten() {
            match decide(asked, &cx.part(nodes)) {
                Ok(Decided::Proved { .. }) => {
                    assert!(wrong.is_none(), "proved, and false at {wrong:?}: {about}: {claim}");
                    found[0] += 1;
                }
                Ok(Decided::Refuted { at, smallest: true }) => {
                    let sum: Nat = at.iter().zip(asked.subject.weights()).map(|(n, w)| n * w).sum();
                    if let Some((least, _)) = &wrong {
                        let same = asked.subject.variables.len() == question.subject.variables.len();
                        assert!(
                            !same || sum <= Nat::from(*least),
                            "{about}: {claim}: {at:?} is not the smallest: {wrong:?}"
                        );
                    } else {
                        assert!(sum >= Nat::from(side), "refuted at {at:?}, and true: {about}: {claim}");
                    }
                    found[1] += 1;
                }
                _ => found[2] += 1,
            }
        }
    }
    found
}

#[test]
fn random_claims_are_not_proved_if_false() {
    let found = hunt(0x2545_f491_4f6c_dd1d, 60, 200_000);
    assert!(found[0] + found[1] >= 5, "{found:?}");
}

#[test]
#[ignore = "long: minutes"]
fn many_random_claims_are_not_proved_if_false() {
    let mut all = [0; 3];
    for seed in 1..=4u64 {
        let found = hunt(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), 100, 3_000_000);
        println!("seed {seed}: {found:?}");
        all.iter_mut().zip(found).for_each(|(all, n)| *all += n);
    }
    println!("{} proved, {} refuted, {} open", all[0], all[1], all[2]);
    assert!(all[0] >= 50, "{all:?}");
}
