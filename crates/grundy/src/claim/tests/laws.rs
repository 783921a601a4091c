//! Claims that must be proved, refuted, or stay open.

use super::{WYTHOFF, found};
use crate::answer::Answer;
use crate::claim::{Disagreement, Judgement, ProveOptions, Verdict, prove};
use crate::context::Context;
use crate::game::{Component, Place};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::session::Session;
use crate::testing::Random;

/// The laws that are to be proved from the rules, for all positions.
const PROVED: &[(&str, &str)] = &[
    ("nim(a,b)", "P: a = b"),
    ("nim(a,b,c)", "P: xor(a,b,c) = 0"),
    ("nim(a,b)", "g = xor(a,b)"),
    ("take[1..3]", "g = n % 4"),
    ("take[1,3,4]", "g = n%7 if n%7 < 2 else 0 if n%7 = 2 else 1 if n%7 = 3 else n%7-2 if n%7 < 6 else 2"),
    ("take[1,3,4](n)", "P: n % 7 in {0,2}"),
    ("lasker", "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n"),
    (
        "{n -> n-k for k in 1..; a & n-a for a in 1.. if a <= n-a}",
        "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n",
    ),
    ("take[powers(2)]", "g = n % 3"),
    ("mark", "P: n = 0 or v2(n) % 2 = 1"),
    ("{n -> n-1; n//2 if n > 0}", "P: n = 0 or v2(n) % 2 = 1"),
    (WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))"),
    (WYTHOFF, "P: exists k: min(a,b) = floor(phi*k) and max(a,b) = floor(phi^2*k)"),
    ("wythoff[2]", "P: abs(a-b)%2 = 0 and min(a,b) = floor(sqrt(2)*(abs(a-b)//2))"),
    (
        "misere wythoff",
        "P: a = 2 and b = 2 or a = 0 and b = 1 or a = 1 and b = 0 or min(a,b) > 2 and min(a,b) = floor(phi*abs(a-b))",
    ),
    ("fibonaccinim(n,q)", "P: lowfib(n) > q"),
    ("{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", "P: lowfib(n) > q"),
    ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "P: n = 0 or lowbit(n) > q"),
    ("{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}", "P: lowschwenk(n,3) > q"),
    ("misere nim(a,b)", "P: a = b and a > 1 or a + b = 1"),
    ("take[1..3](a) + take[odds](b) + nim(c)", "P: xor(a%4, b%2, c) = 0"),
    ("silverdollar(a,b)", "P: abs(a-b) = 1"),
    ("silverdollar(a,b)", "P: b = a+1 or a = b+1"),
    ("silverdollar(a,b,c)", "P: a+b+c+1 = 2*max(a,b,c)"),
    ("silverdollar(a,b,c,d)", "P: 2*(min(a,b,c,d) + max(a,b,c,d)) = a+b+c+d"),
    ("staircase(a,b,c,d)", "P: a = c"),
    (
        "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}",
        "P: (a%3 = b%3 and a//3 = b//3) and a = b and a%3 = 0 or a//3 = b//3 and a%3+b%3 = 3",
    ),
    ("kayles(n)", "P: n = 0"),
    ("take[1..3](a) + *2", "P: a%4 = 2"),
    ("2*kayles(a) + nim(b)", "P: b = 0"),
    ("misere kayles", "P: n in {1,4,9,12,20}"),
    ("misere 0.123", "P: n % 5 in {0,1} and n > 0"),
    ("misere take[2,5,7]", "P: n % 22 in {2,3,6,12,15,16}"),
];

/// True claims that no way proves.
const OPEN: &[(&str, &str)] = &[("nim(a,b)", "P: a*a = b*b")];

fn ask(about: &str, claim: &str, to: Option<u64>) -> Answer<Judgement> {
    let question = Session::new().claim(about, claim);
    let question = question.unwrap_or_else(|d| panic!("{about}: {claim}: {d}"));
    prove(&question, &ProveOptions { to }, &Context::default()).unwrap()
}

#[test]
fn laws_are_proved_from_the_rules() {
    for (about, claim) in PROVED {
        let answer = ask(about, claim, Some(12));
        let proved = answer.verdict == Verdict::Proved && answer.evidence.is_proved();
        assert!(proved, "{about}: {claim}: {:?} {:?}", answer.verdict, answer.obstacles);
        if let Some(proof) = &answer.proof {
            match proof.certificate(
                "a test",
                &Context::new(crate::Budget { nodes: Some(20_000_000), ..crate::Budget::UNLIMITED }),
            ) {
                Ok(text) => {
                    assert!(text.starts_with("grundy automata certificate 1\n# a test\n"), "{about}: {claim}");
                }
                // a component without automata has none
                Err(_) => assert!(proof.walnut().is_none(), "{about}: {claim}"),
            }
            assert!(proof.walnut().is_none_or(|w| w.commands.contains("eval")), "{about}: {claim}");
        }
    }
}

/// There are 32 totals: who has compared them all has proved the claim.
#[test]
fn claims_about_finitely_many_positions_are_proved_by_all_of_them() {
    let (about, claim) = ("thirtyone(n)", "P: n in {2,3,10,17,24,31}");
    for (to, verdict) in [(None, Verdict::Proved), (Some(31), Verdict::Proved), (Some(30), Verdict::Checked)] {
        assert_eq!(ask(about, claim, to).verdict, verdict, "{to:?}");
    }
    assert_eq!(found(about, "P: n in {2,3,10,17,24}"), "31: Next is Previous -> -");
}

#[test]
fn what_is_true_and_not_proved_is_called_checked() {
    let (about, claim) = OPEN[0];
    let answer = ask(about, claim, Some(20));
    assert_eq!(
        (answer.verdict.clone(), answer.checked_to, answer.evidence.status_name()),
        (Verdict::Checked, Some(20), "checked")
    );
    assert!(answer.obstacles.iter().any(|o| o.contains("a*a")), "{:?}", answer.obstacles);
}

/// Wrong variants of true laws.
const WRONG: &[(&str, &str)] = &[
    ("nim(a,b)", "P: a = b and a != 9"),
    ("nim(a,b,c)", "P: xor(a,b,c) = 0 and a < 6 or a > 30"),
    ("nim(a,b)", "g = bor(a,b)"),
    ("nim(a,b)", "g = a+b"),
    ("take[1..3]", "g = n % 4 if n < 100 else (n+1) % 4"),
    ("take[1,3,4]", "P: n % 7 = 0 or n % 7 = 2 and n < 50"),
    ("lasker", "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 else n"),
    ("lasker", "g = n"),
    ("take[powers(2)]", "g = n % 3 if n % 512 != 511 else 2"),
    ("mark", "P: n = 0 or v2(n) % 2 = 1 and n < 40"),
    (WYTHOFF, "P: a = 2*b or b = 2*a"),
    (WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b)) and a != 24"),
    (WYTHOFF, "P: min(a,b) = floor(8*abs(a-b)//5)"),
    ("wythoff[2]", "P: min(a,b) = floor(phi*abs(a-b))"),
    ("misere wythoff", "P: min(a,b) = floor(phi*abs(a-b))"),
    ("fibonaccinim(n,q)", "P: lowfib(n) > q+1"),
    ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "P: lowbit(n) > q"),
    ("{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}", "P: lowschwenk(n,4) > q"),
    ("misere nim(a,b)", "P: a = b"),
    ("take[1..3](a) + take[odds](b) + nim(c)", "P: xor(a%4, b%2, c%4) = 0"),
    ("silverdollar(a,b,c,d)", "P: xor(b-a-1, d-c) = 0"),
    ("silverdollar(a,b)", "P: b = a+1"),
    ("silverdollar(a,b,c)", "P: c = a+b+1"),
    ("silverdollar(a,b,c,d)", "P: b+c = a+d"),
    ("staircase(a,b,c,d)", "P: a = c and b = d"),
    ("kayles(n) + *2", "P: n % 12 = 2"),
    ("kayles", "period 11 from 71"),
    ("take[1,3,4]", "period 6 from 0"),
];

/// The first position at which the claim is wrong, by plain loops over boxes: least sum, then lexicographic.
#[test]
fn wrong_laws_are_refuted_at_their_smallest_counterexample() {
    for (about, claim) in WRONG {
        let answer = ask(about, claim, None);
        let Verdict::Refuted(found) = &answer.verdict else { panic!("{about}: {claim}: {:?}", answer.verdict) };
        assert!(answer.evidence.is_proved());
        let question = Session::new().claim(about, claim).unwrap();
        let arity = question.subject.variables.len();
        let sum: u64 = found.position.iter().map(|n| u64::try_from(n).unwrap()).sum();
        // every smaller position agrees: ask about each alone, as a claim without variables
        let mut smaller = 0;
        let mut place = vec![0u64; arity];
        let side = sum + 1;
        let total = side.pow(arity as u32);
        for code in 0..total {
            for (i, n) in place.iter_mut().enumerate() {
                *n = code / side.pow((arity - 1 - i) as u32) % side;
            }
            let coordinates = question.subject.coordinates(&place);
            let own: u64 = coordinates.iter().map(|n| u64::try_from(n).unwrap()).sum();
            if (own, &coordinates) < (sum, &found.position) && smaller < 3000 {
                let mut judge = crate::plan::misere::Judge::new();
                let wrong =
                    super::super::test::compare(&question, &super::any(&place), &mut judge, &Context::default())
                        .unwrap();
                assert!(wrong.is_none(), "{about}: {claim}: {place:?} before {:?}", found.position);
                smaller += 1;
            }
        }
        if let Disagreement::Outcome { claimed: Outcome::Previous, outcome: Outcome::Next, to } = &found.found {
            // in misère play the end is N without a move
            let ended = sum == 0 && about.starts_with("misere");
            assert!(to.is_some() || found.leads_to.is_some() || ended, "{about}: {claim}: no winning move");
        }
    }
}

/// Random claims about random small rules: nothing is proved that a table contradicts, nothing refuted that it confirms.
#[test]
fn random_claims_are_judged_as_tables_judge_them() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let (mut proved, mut refuted) = (0, 0);
    for round in 0..160 {
        let steps = ["(a-k,b)", "(a,b-k)", "(a-k,b-k)", "(a-2*k,b-k)", "(a-k,b-2*k)"];
        let mut moves = vec![format!("{} for k in 1..", steps[random.below(5) as usize])];
        for _ in 0..1 + random.below(3) {
            moves.push(match random.below(3) {
                0 => format!("{} for k in 1..", steps[random.below(5) as usize]),
                1 => format!("(a-{},b-{})", 1 + random.below(2), random.below(3)),
                _ => format!("(a-{},b-{})", random.below(3), 1 + random.below(2)),
            });
        }
        let (about, claim) = if round % 2 == 0 {
            let sides = ["a", "b", "a+1", "2*a", "a-b", "max(a,b)", "min(a,b)", "abs(a-b)", "a+b", "xor(a,b)"];
            let mut atom = || {
                let (x, y) = (sides[random.below(10) as usize], sides[random.below(10) as usize]);
                match random.below(4) {
                    0 => format!("{x} = {y}"),
                    1 => format!("({x}) % {} = {}", 2 + random.below(3), random.below(2)),
                    2 => format!("{x} <= {y}"),
                    _ => "a = b".to_owned(),
                }
            };
            let (x, y) = (atom(), atom());
            let word = if random.below(2) == 0 { "and" } else { "or" };
            (format!("{{(a,b) -> {}}}", moves.join("; ")), format!("P: {x} {word} {y}"))
        } else {
            // values of subtraction games: right, or wrong in one residue
            let mut set: Vec<u64> = (1..=6).filter(|_| random.below(2) == 0).collect();
            set.push(1 + random.below(6));
            let list: Vec<String> = set.iter().map(u64::to_string).collect();
            let game = Session::new().game(&format!("take[{}]", list.join(","))).unwrap().game;
            let period = game.values().take(60).map(|v| u64::try_from(v.unwrap()).unwrap()).collect::<Vec<_>>();
            let p = (1..20).find(|&p| period.iter().skip(p).zip(&period).all(|(x, y)| x == y));
            let Some(p) = p else { continue };
            let wrong = random.below(3) == 0;
            let value = |r: usize| period[r] + u64::from(wrong && r == p - 1);
            let mut text = value(p - 1).to_string();
            for r in (0..p - 1).rev() {
                text = format!("{} if n % {p} = {r} else {text}", value(r));
            }
            (format!("{{n -> n-k for k in {{{}}}}}", list.join(",")), format!("g = {text}"))
        };
        let Ok(question) = Session::new().claim(&about, &claim) else { panic!("{about}: {claim}") };
        let answer = prove(&question, &ProveOptions { to: Some(6) }, &Context::default()).unwrap();
        let arity = question.subject.variables.len();
        let mut judge = crate::plan::misere::Judge::new();
        let mut agrees = true;
        for a in 0..if arity == 1 { 300u64 } else { 32 } {
            for b in 0..if arity == 1 { 1u64 } else { 32 } {
                let place = if arity == 1 { vec![a] } else { vec![a, b] };
                agrees &= super::super::test::compare(&question, &super::any(&place), &mut judge, &Context::default())
                    .unwrap()
                    .is_none();
            }
        }
        match answer.verdict {
            Verdict::Proved => {
                assert!(agrees, "proved, and false: {about}: {claim}");
                proved += 1;
            }
            Verdict::Refuted(_) => {
                assert!(!agrees || answer.checked_to.is_none_or(|to| to > 40), "refuted, and true: {about}: {claim}");
                refuted += 1;
            }
            Verdict::Checked | Verdict::Open => {}
        }
    }
    assert!(proved >= 20 && refuted >= 40, "{proved} proved, {refuted} refuted");
    assert_eq!(found("nim(a,b)", "P: a = b"), "proved");
}

/// Which lone heaps lose is searched plainly; the table of them is proved exactly where the quotient repeats, and one
/// heap too many or too few is refuted there, however far behind the preperiod.
#[test]
fn misere_heaps_of_random_codes_are_judged_as_the_search_judges_them() {
    const SEARCHED: u64 = 40;
    let mut random = Random::new(17);
    let mut proved = 0;
    for _ in 0..120 {
        let digits: Vec<String> = (0..1 + random.below(3)).map(|_| random.below(8).to_string()).collect();
        let text = format!("0.{}{}", digits.concat(), 1 + random.below(7));
        let game = Session::new().game(&text).unwrap().game;
        let mut search = grundy_search::MisereSearch::new();
        let mut loses = |n: u64| {
            let heap = Component { game: game.clone(), place: Place::heap(n) };
            search.outcome(&[heap], &Context::default()).unwrap() == Outcome::Previous
        };
        let Some((period, _)) =
            Context::default().trial(1_000_000, |part| game.misere_period(100, part)).unwrap().flatten()
        else {
            continue;
        };
        let end = period.preperiod + period.period;
        if end > SEARCHED - 2 {
            continue;
        }
        let lost: Vec<u64> = (0..SEARCHED).filter(|&n| loses(n)).collect();
        let list = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let before: Vec<u64> = lost.iter().copied().filter(|&n| n < period.preperiod).collect();
        let behind: Vec<u64> =
            (period.preperiod..end).filter(|n| lost.contains(n)).map(|n| n % period.period).collect();
        let [before, behind] = [before, behind].map(|all| list(&all));
        let claim = |more: &str| {
            format!(
                "P: n < {from} and n in {{{before}}} or n >= {from} and n % {} in {{{behind}}}{more}",
                period.period,
                from = period.preperiod,
            )
        };
        let about = format!("misere {text}");
        let right = ask(&about, &claim(""), Some(12));
        assert_eq!(right.verdict, Verdict::Proved, "{about}: {}", claim(""));
        let far = 5_000 + random.below(1_000);
        let is_lost = period.reduce(&Nat::from(far)).0;
        let other = if lost.contains(&is_lost) { format!(" and n != {far}") } else { format!(" or n = {far}") };
        let wrong = ask(&about, &claim(&other), Some(12));
        assert!(
            matches!(&wrong.verdict, Verdict::Refuted(found) if found.position == [far.into()]),
            "{about}: {wrong:?}"
        );
        proved += 1;
    }
    assert!(proved > 15, "{proved}");
}

#[test]
fn a_number_beyond_64_bits_that_a_claim_names_is_tried_where_a_law_gives_the_value() {
    let judged = |game: &str, claim: &str| {
        let question = Session::new().claim(game, claim).expect("a claim");
        prove(&question, &ProveOptions::default(), &Context::default()).expect("a verdict")
    };
    let large = Nat::from(10u8).pow(30);
    for (game, claim, place) in [
        ("nim", "P: n = 0 or n = 10^30", vec![large.clone()]),
        ("nim", "g = n if n != 10^30 else 5", vec![large.clone()]),
        ("take[1..3]", "g = n%4 if n < 10^30 else 0", vec![large.clone() + Nat::ONE]),
        ("nim(a,b)", "P: a = b and a != 10^30", vec![large.clone(), large]),
    ] {
        let answer = judged(game, claim);
        let Verdict::Refuted(found) = &answer.verdict else { panic!("{game} {claim}: {:?}", answer.verdict) };
        assert_eq!(found.position, place, "{game} {claim}");
        assert!(!found.smallest, "{game} {claim}");
    }
    // what is right is not refuted
    assert!(!matches!(judged("nim", "P: n = 0 and n != 10^30").verdict, Verdict::Refuted(_)));
    let told = judged("take[1..3]", "g = n%4 if n < 10^30 else n%4").obstacles.join("; ");
    assert!(!told.contains("a linear term"), "{told}");
}

/// A loony position has no value, and is N all the same.
#[test]
fn outcomes_of_loony_positions_are_claimed() {
    let family = "nimstring(\"edges:0-n,0-g\")";
    assert_eq!(found(family, "N"), "checked");
    assert!(found(family, "P").starts_with("1: "), "{}", found(family, "P"));
    assert!(found(&format!("{family} + nim(2)"), "P").contains(": "), "a sum with a loony component is N");
}
