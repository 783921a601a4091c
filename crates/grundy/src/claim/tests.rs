mod digits;
mod every;
mod hunt;
mod large;
mod laws;
mod repeating;
mod strategies;

use super::*;
use crate::answer::Answer;
use crate::context::{Budget, Context};
use crate::session::Session;

/// The place as numbers of any size.
fn any(place: &[u64]) -> Vec<crate::Nat> {
    place.iter().copied().map(crate::Nat::from).collect()
}

fn ask(about: &str, claim: &str) -> Answer<Judgement> {
    let question = Session::new().claim(about, claim).unwrap_or_else(|d| panic!("{about}: {claim}: {d}"));
    prove(&question, &ProveOptions { to: Some(40) }, &Context::default()).unwrap()
}

fn found(about: &str, claim: &str) -> String {
    found_in(ask(about, claim).result.verdict)
}

fn found_in(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Checked => "checked".to_owned(),
        Verdict::Open => "open".to_owned(),
        Verdict::Refuted(c) => {
            let numbers = |all: &[crate::Nat]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            match c.found {
                Disagreement::Outcome { claimed, outcome, to } => {
                    format!(
                        "{}: {claimed:?} is {outcome:?} -> {}",
                        numbers(&c.position),
                        to.map_or("-".into(), |t| numbers(&t))
                    )
                }
                Disagreement::Value { claimed, value } => format!("{}: {claimed} is {value}", numbers(&c.position)),
                Disagreement::Excluded { value } => format!("{}: is {value}", numbers(&c.position)),
            }
        }
    }
}

const WYTHOFF: &str = "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}";

#[test]
fn wrong_claims_fall_at_the_smallest_position() {
    let cases = [
        (WYTHOFF, "P: a = 2*b or b = 2*a", "2,4: Previous is Next -> 2,1"),
        ("take[1..3](n)", "g = n % 5", "4: 4 is 0"),
        ("take[1,3,4](n)", "P: n % 7 = 0", "2: Next is Previous -> -"),
        ("nim(a,b)", "P: a = b and a < 7", "7,7: Next is Previous -> -"),
        ("misere nim(a,b)", "P: a = b", "0,0: Previous is Next -> -"),
        ("kayles", "period 12 from 70", "82: 6 is 2"),
        ("kayles", "period 6 from 71", "77: 7 is 4"),
        ("nim", "period 1 from 0", "1: 0 is 1"),
        ("kayles(n) + *1", "g = 1 if n = 0 else 0", "2,1: 0 is 3"),
        ("silverdollar(a,b)", "P: b = a + 2", "0,1: Next is Previous -> -"),
        // the order of these lists has no meaning, so a claim is about every order
        ("silverdollar(a,b)", "P: b = a + 1", "1,0: Next is Previous -> -"),
        ("silverdollar(a,b,c)", "P: a+b+1 = c", "0,2,1: Next is Previous -> -"),
        ("silverdollar(a,b,c,d)", "P: b+c = a+d", "0,1,3,2: Next is Previous -> -"),
        ("silverdollar[dollar](a,b)", "P: b = a + 1 and a > 0", "0,1: Next is Previous -> -"),
        ("newstone(a,b,c)", "P: a+c = b or b+c = a", "1,2,1: Previous is Next -> 1,1"),
        ("welter(a,b)", "P: b = a + 1 and a % 2 = 0", "1,0: Next is Previous -> -"),
        ("antonim(a,b)", "P: a = 0 and b = 0 or a = 1 and b = 2", "2,1: Next is Previous -> -"),
    ];
    for (about, claim, expected) in cases {
        assert_eq!(found(about, claim), expected, "{about}: {claim}");
    }
}

#[test]
fn true_claims_are_never_refuted() {
    let cases = [
        (WYTHOFF, "P: min(a,b) = floor(phi*abs(a-b))"),
        ("wythoff", "P: exists k: min(a,b) = floor(phi*k) and max(a,b) = floor(phi^2*k)"),
        ("wythoff[2]", "P: min(a,b) = floor(sqrt(2)*(abs(a-b)//2)) and abs(a-b) % 2 = 0"),
        ("fibonaccinim(n,q)", "P: lowfib(n) > q"),
        ("nim(a,b,c)", "P: xor(a,b,c) = 0"),
        ("nim(a,a)", "P: 0 = 0"),
        ("misere nim(a,b)", "P: a = b and a > 1 or a + b = 1"),
        ("lasker", "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n"),
        ("atleasthalf", "g = bits(n)"),
        ("kayles", "period 12 from 71"),
        ("kayles", "period 24 from 80"),
        ("take[1..3](n) + take[1..4](m)", "P: n % 4 = m % 5"),
        ("silverdollar(a,b,c,d)", "P: 2*(min(a,b,c,d) + max(a,b,c,d)) = a+b+c+d"),
        ("staircase(a,b,c,d)", "P: xor(a,c) = 0"),
        ("nim(a,b)", "P: forall k: (k > a or k <= b) and (k > b or k <= a)"),
        ("2*nim(a) + nim(b)", "P: b = 0"),
    ];
    for (about, claim) in cases {
        let verdict = found(about, claim);
        assert!(verdict == "proved" || verdict == "checked", "{about}: {claim}: {verdict}");
    }
    assert_eq!(found("kayles", "period 24 from 80"), "proved");
    assert_eq!(found("lasker", "period 4 from 1 saltus 4"), "proved");
    assert_eq!(found("nim(3,5,6)", "P: 0 = 0"), "proved");
}

/// What has no value matters only where the truth hangs on it.
#[test]
fn and_and_or_do_not_depend_on_the_order() {
    for claim in ["P: n = 0 or v2(n) >= 1", "P: v2(n) >= 1 or n = 0", "P: not (v2(n) = 0 and n > 0)"] {
        assert_eq!(found("{n -> n-1}", claim), "proved", "{claim}");
    }
    for game in ["{n -> n-1 if v2(n) >= 0 and n > 0}", "{n -> n-1 if n > 0 and v2(n) >= 0}"] {
        assert_eq!(crate::game(game).unwrap().value(0).unwrap(), crate::Nat::ZERO, "{game}");
    }
    assert!(crate::game("{n -> n-1 if v2(n) >= 0}").unwrap().value(0).is_err());
}

#[test]
fn what_cannot_be_claimed_is_refused_with_its_place() {
    let cases = [
        ("nim(a,b)", "P: c = 0", true),
        ("nim(a,b)", "P: phi*a = b", true),
        ("nim(a,b)", "P: a = floor(sqrt(2)*sqrt(3)*b)", true),
        ("nim(a,?)", "P: a = 0", false),
        ("nim(a,b", "P: a = 0", false),
        ("nim(min,b)", "P: b = 0", false),
        ("staircase", "P: a = 0", false),
        ("misere kayles", "g = n", true),
        ("wythoff", "period 3 from 1", false),
        ("graph{x->y}(x)", "P: x = 0", false),
        ("kayles", "period 0 from 1", true),
        ("kayles", "Q: n = 0", true),
        ("kayles", "P: n = ", true),
        ("kayles", "P: exists n: n = 0", true),
    ];
    for (about, claim, second) in cases {
        let fault = Session::new().claim(about, claim).map(|_| ()).expect_err(claim);
        assert_eq!(matches!(fault, ClaimFault::Claim(_)), second, "{about}: {claim}: {fault}");
        assert!(fault.diagnostic().suggestion.is_some(), "{about}: {claim}: {fault}");
    }
    // the bound variable cancels, and is mentioned
    for claim in ["P: exists k: abs(k-k) = 0 and k = a and a = b", "P: exists k: max(k-k,0) = 0 and k <= a and a = b"] {
        assert_eq!(found("nim(a,b)", claim), "proved", "{claim}");
    }
    let question = Session::new().claim("nim(a,b)", "P: exists k: k > a").unwrap();
    let fault = prove(&question, &ProveOptions::default(), &Context::default()).unwrap_err();
    assert!(fault.to_string().contains("no bound is seen for `k`"), "{fault}");
}

#[test]
fn boards_that_are_too_large_were_not_compared() {
    for (game, claim, last) in
        [("chomp(\"nxn\")", "n > 100 => P", 100), ("subsets(n)", "n > 6 => P", 6), ("subsets(n)", "n > 6 => N", 6)]
    {
        let question = Session::new().claim(game, claim).unwrap();
        let answer = prove(&question, &ProveOptions { to: Some(5000) }, &Context::default()).unwrap();
        assert_eq!(answer.checked_to, Some(last), "{game} {claim}");
    }
}

#[test]
fn far_beyond_all_sums_no_number_is_too_large() {
    assert!(found("take[1..3]", "period 3 from 10^19").contains("10000000000000000003"));
}

#[test]
fn a_number_in_a_text_is_a_variable() {
    assert_eq!(found("turtles(n)", "g = n+1"), "proved");
    assert_eq!(found("treblecross(n)", "g <= 9"), "checked");
    assert_eq!(found("turtles(n)", "g = n"), "0: 0 is 1");
    assert_eq!(found("nodekayles(\"path:n\")", "period 34 from 52"), "proved");
    assert_eq!(found("nodekayles(\"path:n\")", "P: n = 0"), "4: Next is Previous -> -");
    assert_eq!(found("cram(\"2xn\")", "g = n"), "2: 2 is 0");
    assert_eq!(found("nodekayles(\"path:n\")", "g <= 9"), "proved");
    assert_eq!(found("nodekayles(\"grid:nxm\")", "P: n = 0"), "1,0: Next is Previous -> -");
    // what is no text of the game, and a place, in which no letter stands
    for about in ["nodekayles(\"grid:n m\")", "turtles(3)"] {
        assert!(Session::new().claim(about, "P: n = 0").is_err(), "{about}");
    }
}

#[test]
fn laws_say_what_is_true_and_are_found_in_other_words() {
    let proved = [
        ("aliquot", "g = 0 if n = 0 else v2(n)"),
        ("aliquot", "P: n % 2 = 1 or n = 0"),
        ("atmosthalf", "g = (1+n)//2^(1+v2(n+1))"),
        ("atmosthalf", "P: band(n+1, n) = 0"),
        ("atleasthalf", "g = bits(n)"),
        ("euclid", "P: 0 = min(b,a) or not b = a and floor(phi*min(a,b)) >= max(a,b)"),
        ("euclidpositive(a,b)", "P: not max(b,a) > floor(phi*min(a,b))"),
        ("{(n,q) -> (n-j,j) for j in 1..q by (n,q)}", "P: lowbit(n) > q or n = 0"),
    ];
    for (about, claim) in proved {
        assert_eq!(found(about, claim), "proved", "{about}: {claim}");
    }
    // every law that says something in the notation says what its procedure computes
    let mut said = 0;
    for name in (crate::game::catalogue::GAMES.names)() {
        let Ok(question) = Session::new().game(name) else { continue };
        let Ok(known) = question.game.knowledge() else { continue };
        let Some(law) = &known.law else { continue };
        for claim in law.claims() {
            let claim =
                claim.to_string().replace("lowbit(n) > q", "lowbit(a) > b").replace("lowfib(n) > q", "lowfib(a) > b");
            let verdict = found(name, &claim);
            assert!(verdict == "proved" || verdict == "checked", "{name}: {claim}: {verdict}");
            said += 1;
        }
    }
    assert!(said > 10, "{said}");
    for (game, least) in
        [("take[1..4]", 2), ("take[3..]", 2), ("take[powers(2)]", 2), ("take[powers(4)]", 2), ("wythoff[3]", 1)]
    {
        let question = Session::new().game(game).unwrap();
        let law = question.game.knowledge().unwrap().law.clone().unwrap();
        let claims = law.claims();
        assert!(claims.len() >= least, "{game}");
        for claim in claims {
            assert_eq!(found(game, &claim.to_string()), "proved", "{game}: {claim}");
        }
    }
}

#[test]
fn far_counterexamples_are_found_by_automata() {
    let cases = [
        ("nim(a,b)", "P: a = b or a = 5100 and b = 5105", "5100,5105: Previous is Next -> 5100,5100"),
        ("nim(a,b)", "P: a = b and not (a >= 875834 and b >= 875837)", "875837,875837: Next is Previous -> -"),
        ("nim(a,b)", "P: a = b and a < 20000", "20000,20000: Next is Previous -> -"),
        ("take[1,3,4]", "P: n%7 in {0,2} and n < 10^9", "1000000001: Next is Previous -> -"),
        ("take[1..3]", "g = n%4 if n < 10^12 else 0", "1000000000001: 0 is 1"),
    ];
    for (about, claim, expected) in cases {
        assert_eq!(found(about, claim), expected, "{about}: {claim}");
    }
}

/// A law gives the value at the number that the claim names, however far it is.
#[test]
fn what_a_claim_says_of_a_number_is_compared_there() {
    for (about, claim, at) in [
        ("{n -> n-k for k in 1..n//2}", "g = (n+1)//2^(v2(n+1)+1) if n != 999999 else 5", 999_999u64),
        ("{n -> n-k for k in 1..n//2}", "g = (n+1)//2^(v2(n+1)+1) if n < 10^6 else 5", 1_000_000),
        ("{n -> n-k for k in 1..n//2}", "P: band(n,n+1) = 0 and n < 2^30-1", (1 << 30) - 1),
    ] {
        let answer = ask(about, claim);
        let Verdict::Refuted(found) = &answer.verdict else { panic!("{claim}: {:?}", answer.verdict) };
        assert_eq!(found.position, [at.into()], "{claim}");
    }
}

/// Where a run of equal values begins a claim falls that all heaps before it obey.
#[test]
fn what_holds_of_the_first_runs_is_compared_with_the_next() {
    const LATE: &str = "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4+10^12}";
    for (about, claim) in [
        (LATE.to_owned(), "P: n <= 0"),
        ("{n -> 0 if n > 0; y for y in 10^12..n//2}".to_owned(), "period 1 from 1"),
        (format!("misere {LATE}"), "P: n = 1"),
    ] {
        let answer = ask(&about, claim);
        let Verdict::Refuted(found) = &answer.verdict else { panic!("{about} {claim}: {:?}", answer.verdict) };
        assert!(found.position[0] > 10u64.pow(9).into(), "{about} {claim}: {found:?}");
    }
}

#[test]
fn a_winning_move_out_of_the_claim_is_told_as_a_position() {
    let leads_to = |about: &str, claim: &str| match &ask(about, claim).verdict {
        Verdict::Refuted(found) => match &found.found {
            Disagreement::Outcome { to, .. } => (to.is_some(), found.leads_to.clone()),
            other => panic!("{about}: {other:?}"),
        },
        other => panic!("{about}: {other:?}"),
    };
    assert_eq!(leads_to("nimpass(a,b)", "P: xor(a,b) = 0"), (false, Some("nimpass[0](1, 1)".to_owned())));
    assert_eq!(leads_to("nimpass(a) + nim(b)", "P: a = b"), (false, Some("nimpass[0](1) + nim(1)".to_owned())));
    assert_eq!(leads_to("nim(a,b)", "P: a+b < 9"), (true, None));
    // the end of a misère game is N, and has no move
    assert_eq!(leads_to("misere nim(a,b)", "P: a = b"), (false, None));
}

/// A board has no coordinates: the counterexample and the move are told as texts.
#[test]
fn a_board_is_named_where_a_claim_about_it_is_wrong() {
    let named = |about: &str| match &ask(about, "P").verdict {
        Verdict::Refuted(found) => (found.text.clone(), found.leads_to.clone()),
        other => panic!("{about}: {other:?}"),
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(named("cram(\"2x3\")"), (text("cram(\"2x3\")"), text("cram(\"#..|#..\")")));
    assert_eq!(named("cram(\"2x3\") + nim(n)").0, text("cram(\"2x3\") + nim(0)"));
    assert_eq!((named("nim(3,5)"), named("cram(\"2xn\")").0), ((None, None), None));
    for (about, is_of_one) in [("nim(3,3)", true), ("cram(\"2x2\")", true), ("nim(a,a)", false)] {
        let answer = ask(about, "P");
        assert_eq!((&answer.verdict, answer.is_of_one), (&Verdict::Proved, is_of_one), "{about}");
    }
}

#[test]
fn nothing_below_its_beginning_speaks_for_a_period() {
    let about = "{n -> n-1; n//2 if n > 0; n//3 if n%5 = 0 and n > 0}";
    let answer = ask(about, "period 7 from 1000");
    assert_eq!((answer.verdict.clone(), answer.checked_to), (Verdict::Open, None));
    assert!(answer.stopped.is_some() && !answer.evidence.is_proved());
    assert_ne!(answer.evidence.status_name(), "checked");
}

/// Where a move doubles a number, the 300 smallest positions take millions of places: the proof does not wait for them.
#[test]
fn positions_that_are_dear_do_not_keep_a_proof_waiting() {
    const DOUBLING: &str = "{(a,b) -> (a-1,2*b) | (a,b-1)}";
    let decided = |claim: &str| {
        let question = Session::new().claim(DOUBLING, claim).unwrap();
        let few = crate::Budget { nodes: Some(4_000_000), ..crate::Budget::UNLIMITED };
        let answer = prove(&question, &ProveOptions::default(), &Context::new(few)).unwrap();
        found_in(answer.result.verdict)
    };
    assert_eq!(decided("P: a%2=0 and b%2=0"), "proved");
    assert_eq!(decided("g = b%2 if a = 0 else 2 if b%2=1 else a%2"), "proved");
    assert_eq!(decided("P: a%2=0 and b%2=0 and a+b < 10"), "0,10: Next is Previous -> -");
}

/// Automata find 10^12 at once; to work it out from the rules is a search over as many places, and must not take all there is.
#[test]
fn a_far_place_is_not_worked_out_at_any_cost() {
    let mut session = Session::new();
    // where a heap may be halved, its value does not follow from the last few
    let question = session.claim("{n -> n-1; n-2 if n = 10^12; n//2 if n = 10^13}", "g = n%2").unwrap();
    let cx = Context::new(Budget { nodes: Some(12_000_000), ..Budget::UNLIMITED });
    let answer = attempt::judged(&question, Some(2000), 0, &cx).unwrap();
    let far = "the equation of the claim fails near (1000000000000)";
    assert!(answer.obstacles.iter().any(|why| why.starts_with(far)), "{:?}", answer.obstacles);
    assert!(matches!(answer.verdict, Verdict::Checked), "{answer:?}");
    // the value there of a rule that looks back a little is known
    for (game, claim) in
        [("{n -> n-1; n-2 if n = 10^12}", "g = n%2"), ("{(a,b) -> (a-1,b); (a-2,b) if a = 10^12}", "g = a%2")]
    {
        let question = session.claim(game, claim).unwrap();
        let answer = attempt::judged(&question, Some(200), 0, &Context::default()).unwrap();
        assert!(matches!(answer.verdict, Verdict::Refuted(_)), "{answer:?}");
    }
}
