//! Claims about every position.

use grundy_core::testing::Random;

use super::*;
use crate::answer::Answer;
use crate::parametric::Ranges;
use crate::session::AskedClaim;
use crate::testing::cases;

fn asked(about: &str, claim: &str) -> Answer<Judgement> {
    let (options, cx) = (ProveOptions { to: Some(60) }, Context::default());
    match Session::new().asked_claim(about, claim, &Ranges::default()) {
        Ok(AskedClaim::Whole(question)) => question.prove_with(&options, &cx).unwrap(),
        Ok(AskedClaim::Parametric(claim)) => claim.prove(&Ranges::default(), &options, &cx).unwrap(),
        other => panic!("{about}: {claim}: {other:?}"),
    }
}

#[test]
fn what_is_true_of_every_position_is_proved() {
    for (about, claim) in [
        ("take[1,3,4]", "g <= 3"),
        ("take[1,3,4]", "g in {0,1,2,3}"),
        ("take[1,3,4]", "P => n % 7 in {0,2}"),
        ("take[1,3,4]", "n % 7 = 2 => P"),
        ("take[1,3,4]", "n % 7 = 3 => N"),
        ("take[1,3,4]", "N => n > 0"),
        ("take[1,3,4]", "n % 7 = 0 => g = 0"),
        ("take[1,3,4]", "g = 0 or n > 0"),
        ("kayles", "g <= 8"),
        ("kayles", "g != 9 and g >= 0"),
        ("kayles", "n > 0 => N"),
        ("kayles", "n % 12 = 1 and n > 70 => g = 1"),
        ("lasker", "n % 4 = 3 => g = n+1"),
        ("lasker", "g <= n+1"),
        ("nim(a,b,c)", "P => a <= b+c"),
        ("nim(a,b,c)", "P and a = b => c = 0"),
        ("wythoff", "P and a > 0 => b > 0"),
        ("take[1,3,4]", "n % 7 > 2 => N and n > 2"),
        ("take[1,3,4]", "not P => n > 0"),
        ("nim(a,b)", "a != b => not P"),
        ("kayles", "P => exists g: n = 2*g"),
        ("kayles", "g = g%16"),
        ("nim(a,b,c)", "g <= a+b+c"),
        ("nim(a,b)", "a = b => P"),
        ("wythoff", "P => 2*min(a,b) >= abs(a-b)"),
        ("wythoff", "g <= a+b"),
        ("euclid", "g <= a+b"),
        ("{(a,b) -> (a-k,b+1) for k in 2..; (a,b-1)}", "g < a+b+1"),
        ("{n -> a & n-1-a for a in 0..n-1}", "g <= n"),
        ("aliquot", "n > 0 => g = v2(n)"),
        ("aliquot", "n = 0 or g = v2(n)"),
        ("misere nim(a,b)", "P => a+b > 0"),
        ("misere take[1..3]", "P => n % 4 = 1"),
        ("misere take[1..3]", "n % 4 in {0,2} => N"),
        ("take[1..3](a) + nim(b)", "g <= b+3"),
        ("nim(n, 5)", "g >= n-5"),
        ("kayles(a,b)", "g <= 15"),
        ("grundy(a,a)", "g = 0 or a < 0"),
        ("{n -> n-1; n//2 if n > 1}", "g <= 2"),
        ("{n -> n-k for k in squares}(n)", "n = 0 => P"),
        ("take[1..m]", "g <= m"),
        ("take[1..m]", "P => n = 0 or n > m"),
    ] {
        let answer = asked(about, claim);
        let open = about.contains("squares");
        let wanted = if open { Verdict::Checked } else { Verdict::Proved };
        assert_eq!(answer.verdict, wanted, "{about}: {claim}: {:?}", answer.obstacles);
        assert_eq!(answer.evidence.is_proved(), !open, "{about}: {claim}");
    }
}

#[test]
fn what_is_not_falls_at_the_smallest_position() {
    for (about, claim, wanted) in [
        ("take[1,3,4]", "g <= 2", "5: is 3"),
        ("kayles", "g <= 7", "27: is 8"),
        ("kayles", "n > 57 => g != 7", "59: is 7"),
        ("take[1,3,4]", "P => n % 7 = 0", "2: Next is Previous -> -"),
        ("take[1,3,4]", "n % 7 < 3 => P", "1: Previous is Next -> 0"),
        ("nim(a,b)", "P => a < 5", "5,5: Next is Previous -> -"),
        ("nim(a,b)", "g <= 90", "0,91: is 91"),
        ("misere nim(a,b)", "P => a+b > 1", "0,1: Next is Previous -> -"),
        // nothing that was computed comes near
        ("take[1..10^6]", "g < 10^6", "1000000: is 1000000"),
        ("{n -> n-1; n//2 if n > 1}", "n > 10^5 => g <= 1", "100003: is 2"),
    ] {
        let name = |verdict: &Verdict| found_in(verdict.clone());
        assert_eq!(name(&asked(about, claim).verdict), wanted, "{about}: {claim}");
    }
}

/// What is no position refutes nothing, and is none of the positions that were compared.
#[test]
fn numbers_that_make_no_place_are_left_out() {
    for (claim, wanted) in [
        ("P: n in {2,3,4}", "proved"),
        ("P: n in {0,2,3,4}", "checked"),
        ("P: n in {2,3}", "4,3: Next is Previous -> -"),
    ] {
        assert_eq!(found("euclidpositive(n,3)", claim), wanted, "{claim}");
    }
}

#[test]
fn a_repetition_is_a_period() {
    for (text, wanted) in [
        ("g(n+12) = g(n) if n >= 71", "period 12 from 71"),
        ("g(n+7)=g(n)", "period 7 from 0"),
        ("g(n+4) = g(n)+4 for n >= 10^2", "period 4 from 100 saltus 4"),
    ] {
        let read = Session::new().claim("kayles", text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(read.text, wanted);
    }
}

#[test]
fn what_says_nothing_is_refused() {
    for (about, claim, told) in [
        ("kayles", "n > 0 => n > 1", "says nothing of the game"),
        ("{g -> g-1}", "g < 4 => g < 5", "says nothing of the game"),
        ("kayles", "P => n > 0 => n > 1", "expected the end"),
        ("misere kayles", "g <= 9", "no Grundy values"),
        ("kayles", "P or n > 0 => n > 4", "brackets around `or`"),
        ("kayles", "P and n > 0 or n = 2 => n > 4", "`=>` or the end"),
        ("nim(a,b)", "g(a+1) = g(a)", "expected"),
    ] {
        let fault = Session::new().claim(about, claim).expect_err(claim);
        let help = fault.diagnostic().suggestion.clone().unwrap_or_default();
        assert!(format!("{fault} {help}").contains(told), "{about}: {claim}: {fault} {help}");
    }
}

/// Of a rule that changes behind what is compared, the values on both sides of the change are told by what repeats there.
#[test]
fn claims_are_judged_before_and_behind_a_change_of_the_rule() {
    let mut random = Random::new(27);
    for _ in 0..cases(12, 100) {
        let [from, other] = [6000, 6000].map(|least| least + random.below(3000));
        let moves: Vec<(u64, bool)> = (0..3).map(|at| (1 + random.below(7), at == 0)).collect();
        let told = moves.iter().map(|(taken, always)| match always {
            true => format!("n-{taken}"),
            false => format!("n-{taken} if n >= {} and n != {other}", from - taken),
        });
        let rule = format!("{{n -> {}}}", told.collect::<Vec<_>>().join("; "));
        let mut values: Vec<u64> = Vec::new();
        for n in 0..20_000 {
            let may = |(taken, always): &&(u64, bool)| n >= *taken && (*always || n >= from - taken && n != other);
            let options: Vec<u64> = moves.iter().filter(may).map(|(taken, _)| values[(n - taken) as usize]).collect();
            values.push(grundy_core::mex(options));
        }
        for heap in [from - 8, from, other, other + 1, from + 1 + random.below(9), 19_000] {
            let value = values[heap as usize];
            let verdict = |value: u64| asked(&rule, &format!("n = {heap} => g = {value}")).result.verdict;
            assert_eq!(verdict(value), Verdict::Proved, "{rule}: {heap}");
            assert!(matches!(verdict(value + 1), Verdict::Refuted(_)), "{rule}: {heap}");
        }
    }
    let rule = "{n -> n-k for k in 1..3 if n < 10^15; n-k for k in 1..4 if n >= 10^15}";
    assert_eq!(asked(rule, "n < 10^15 => g = n%4").verdict, Verdict::Proved);
    assert_eq!(found(rule, "g = n%4 if n < 10^15 else (n+4)%5"), "proved");
    assert_eq!(found(rule, "g = n%4 if n < 10^15 else n%5"), "1000000000000000: 0 is 4");
}
