use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_core::{Budget, Context, Convention, Error, Evidence};

use super::{Asked, ParametricGame, Ranges};
use crate::Session;
use crate::claim::{ProveOptions, Verdict};
use crate::session::AskedClaim;

fn game(text: &str) -> ParametricGame {
    match Session::new().asked_game(text, &[]) {
        Ok(Asked::Parametric(game)) => game,
        other => panic!("{text}: {other:?}"),
    }
}

/// `proved`, `checked` or the counterexample, and the evidence.
fn judged(text: &str, claim: &str) -> (String, Evidence) {
    let game = game(text);
    let claim = game.claim(claim).unwrap_or_else(|fault| panic!("{claim}: {fault}"));
    let answer = claim.prove(&Ranges::default(), &ProveOptions { to: Some(200) }, &Context::default()).unwrap();
    let verdict = match &answer.verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Checked => "checked".to_owned(),
        Verdict::Open => "open".to_owned(),
        Verdict::Refuted(found) => format!("{:?} {:?}", found.parameters, found.position),
    };
    (verdict, answer.evidence)
}

#[test]
fn names_without_a_value_are_parameters() {
    for (text, names) in [
        ("take[1..m]", &["m"][..]),
        ("take[p..q]", &["p", "q"]),
        ("take[1,2,k]", &["k"]),
        ("{n -> n-k for k in {1,m}}", &["m"]),
        ("{n -> n-m}", &["m"]),
        ("misere take[a1..b2]", &["a1", "b2"]),
        ("wythoff[k]", &["k"]),
        ("let t[m] = take[1..m]; t[x]", &["x"]),
        ("take[1..n]", &["n"]),
        ("let t = take[1..m]; t", &["m"]),
        ("let t = {n -> n-k for k in 1..m}; let u = t | take[j]; u", &["m", "j"]),
    ] {
        assert_eq!(game(text).parameters(), names, "{text}");
    }
    for text in ["take[odd]", "take[1..most]", "{n -> n-j for k in 1..3}", "take[m(3)]", "m", "take[1..3]"] {
        assert!(!matches!(Session::new().asked_game(text, &[]), Ok(Asked::Parametric(_))), "{text}");
    }
    let Ok(Asked::Parametric(long)) = Session::new().asked_game("take[1..most]", &["most".to_owned()]) else {
        panic!()
    };
    assert_eq!(long.parameters(), ["most"]);
}

#[test]
fn members_are_games_with_their_values() {
    let between = game("take[p..q]");
    assert_eq!(between.member(&[2, 5]).unwrap().query, "take[2..5]");
    assert_eq!(game("let t = take[1..m]; t").member(&[3]).unwrap().query, "take[1..3]");
    assert_eq!(game("let t[m] = take[1..m]; t[x]").member(&[4]).unwrap().query, "take[1..4]");
    let handed = game("let t[k] = take[j..k]; {n -> n-1; t[4](n-j)}");
    assert_eq!(handed.member(&[2]).unwrap().query, "let t[k] = take[2..k]; {n -> n-1; t[4](n-2)}");
    assert!(between.member(&[4, 2]).is_err());
    let free = Context::default();
    let members = between.members(&"p=1..3,q=1..3".parse().unwrap(), &free).unwrap();
    assert_eq!((members.games.len(), members.refused.len()), (6, 3));
    // what is no game here is none where it is asked for alone
    assert!(Session::new().game("take[4..2]").is_err());
    assert!(Session::new().position("take[4..2](5)").is_err());
    let nothing = game("take[1..m-1]").member(&[1]).unwrap();
    assert_eq!(nothing.game.value(5).unwrap(), 0u8.into());
    assert_eq!(Session::new().game("take[1..0]").unwrap().game.value(5).unwrap(), 0u8.into());
    assert!(between.members(&"r=1".parse().unwrap(), &free).is_err());
    assert_eq!(game("let t[m] = take[1..m]; t[x]").member(&[4]).unwrap().game.value(9).unwrap(), 4u8.into());
}

#[test]
fn members_that_stand_are_looked_for_within_the_budget() {
    let (game, ranges) = (game("{n -> n-j for j in {1,k}}"), "k=1..3".parse().unwrap());
    let free = Context::default();
    let members = game.members(&ranges, &free).unwrap();
    assert_eq!(game.first_in(&ranges, &free).unwrap().unwrap().1.query, "{n -> n-j for j in {1,1}}");
    let cancelled = Context::default().with_cancel(Arc::new(AtomicBool::new(true)));
    assert!(matches!(game.members(&ranges, &cancelled), Err(Error::Stopped(_))));
    assert!(matches!(game.first_in(&ranges, &cancelled), Err(Error::Stopped(_))));
    assert!(matches!(members.clone().that_stand(&cancelled), Err(Error::Stopped(_))));
    assert_eq!(members.that_stand(&free).unwrap().games.len(), 3);
}

#[test]
fn claims_are_proved_of_all_members() {
    for (text, claim) in [
        ("take[1..m]", "g = n % (m+1)"),
        ("take[1..m]", "g = n % (1+m)"),
        ("let t[m] = take[1..m]; t[k]", "g = n % (k+1)"),
        ("let t[p,q] = take[p..q]; let u[a] = t[a,2*a]; u[k]", "g = n % (3*k) // k"),
        ("take[1..m]", "P: n % (m+1) = 0"),
        ("take[1..2*m]", "g = n % (2*m+1)"),
        ("take[p..q]", "g = n % (p+q) // p"),
        ("take[p..q]", "P: n % (p+q) < p"),
        // a member without a move is a game too
        ("{n -> n-k for k in p..q}", "g = n % (p+q) // p if p <= q else 0"),
        ("{n -> n-k for k in p..q}", "P: p > q or n % (p+q) < p"),
        ("{n -> n-k for k in 2*m..q+1}", "P: 2*m > q+1 or n % (2*m+q+1) < 2*m"),
        ("misere {n -> n-k for k in p..q}", "P: p <= q and p <= n % (p+q) and n % (p+q) < 2*p"),
        ("misere take[1..m]", "P: n % (m+1) = 1"),
        ("take[1..m except k]", "g = n%(m+1) if k > m else n%k if 2*k > m else n%(m+k+1)%k + k*(n%(m+k+1)//(2*k))"),
        (
            "{n -> n-j for j in 1..2*m except m+1}",
            "g = n%(2*m+1) if m+1 > 2*m else n%(m+1) if 2*(m+1) > 2*m else n%(3*m+2)%(m+1) + (m+1)*(n%(3*m+2)//(2*(m+1)))",
        ),
        ("misere take[p..q]", "P: p <= n % (p+q) < 2*p"),
        ("{n -> n-k for k in 1..m}", "g = n % (m+1)"),
        ("take[m..]", "g = n // m"),
        ("{n -> n-k for k in m..}", "P: n < m"),
        ("take[1..m-1]", "g = n % m"),
    ] {
        let (verdict, evidence) = judged(text, claim);
        assert_eq!(verdict, "proved", "{text} {claim}");
        assert!(evidence.is_proved(), "{text} {claim}");
    }
}

#[test]
fn members_without_a_move_have_the_value_0() {
    let told = |text: &str| -> Vec<String> {
        let found = game(text).guess(&Ranges::default(), &Context::default()).unwrap();
        assert!(found.findings.iter().all(|finding| finding.evidence.is_proved()), "{text}");
        found.findings.iter().map(|finding| finding.text.replace(' ', "")).collect()
    };
    assert_eq!(told("{n -> n-k for k in p..q}"), ["g=n%(p+q)//pifp<=qelse0", "P:p>qorn%(p+q)<p"]);
    assert_eq!(told("take[1..m]"), ["g=n%(m+1)", "P:n%(m+1)=0"]);
}

#[test]
fn two_rounds_prove_what_no_theorem_names() {
    for (text, claim) in [
        ("take[1,2,k]", "g = n % 3 if k % 3 != 0 else 3 if n % (k+1) = k else n % (k+1) % 3"),
        ("take[m]", "P: n % (2*m) < m"),
        ("misere take[p..q] | {n -> 0 if 0 < n < p}", "P: 1 <= n % (p+q) < p+1"),
        ("take[1,m]", "g = n % 2 if m % 2 = 1 else 2 if n % (m+1) = m else n % (m+1) % 2"),
    ] {
        assert_eq!(judged(text, claim).0, "proved", "{text} {claim}");
    }
}

#[test]
fn wrong_claims_fall_with_the_values() {
    for (text, claim) in [
        ("take[1..m]", "g = n % m"),
        ("take[1..m]", "g = n % (m+2)"),
        ("take[p..q]", "g = n % (p+q)"),
        ("take[p..q]", "P: n % (p+q) <= p"),
        ("misere take[p..q]", "P: n % (p+q) < p"),
        ("take[p,q]", "g = n%(p+q)//p%2 if n%(p+q) < q else 2-n%(p+q)//p%2"),
        ("take[p,q]", "g = n%(p+q)//min(p,q)%2 if n%(p+q) <= max(p,q) else 2-n%(p+q)//min(p,q)%2"),
        ("take[1,2,k]", "g = n % 3"),
        ("{n -> n-k for k in p..q}", "g = n % (p+q) // p"),
    ] {
        let (verdict, _) = judged(text, claim);
        assert!(verdict.starts_with('['), "{text} {claim}: {verdict}");
    }
    // the laws of `take` are not those of a rule with empty ranges
    assert_eq!(judged("{n -> n-k for k in p..p+q}", "g = n % (2*p+q) // p").0, "proved");
}

#[test]
fn what_is_proved_of_each_member_only_is_checked() {
    let (verdict, evidence) = judged("{n -> n-k for k in 1..m*m}", "g = n % (m*m+1)");
    assert_eq!(verdict, "checked");
    assert!(evidence.by().english.contains("for each m from 1 to 12"), "{}", evidence.by().english);
}

#[test]
fn values_that_make_no_game_are_left_out_and_said_to_be() {
    let cx = Context::default();
    let rule = game("{n -> n+3-m; n-1}");
    let ranges: Ranges = "m=1..4".parse().unwrap();
    let answer = rule.claim("g = n % 2").unwrap().prove(&ranges, &ProveOptions { to: Some(50) }, &cx).unwrap();
    assert_eq!(answer.verdict, Verdict::Checked);
    assert!(
        answer.evidence.by().english.contains("3 choices of values make no game"),
        "{}",
        answer.evidence.by().english
    );
    assert!(
        answer.reading[0].sentence.contains("3 choices of values make no game, such as m = 1"),
        "{}",
        answer.reading[0].sentence
    );
    let guessed = rule.guess(&ranges, &cx).unwrap();
    assert!(guessed.reading[0].sentence.contains("does not get smaller"), "{}", guessed.reading[0].sentence);
    let none = rule.guess(&"m=1..3".parse().unwrap(), &cx).unwrap_err();
    assert!(none.to_string().contains("does not get smaller"), "{none}");
    assert!(
        game("take[1..n]").guess(&Ranges::default(), &cx).unwrap().reading[0].sentence.contains("heap is called x")
    );
}

#[test]
fn ranges_say_what_is_wrong_with_them() {
    let fault = |text: &str| text.parse::<Ranges>().unwrap_err().message;
    assert!(fault("m=0").contains("from 1 on"));
    assert!(fault("m=5..3").contains("5 is above 3"));
    assert!(fault("m=1,m=2").contains("twice"));
    assert!(fault("m=x").contains("no values"));
    let far: Ranges = "m=10^5,k=1e3..2_000".parse().unwrap();
    assert_eq!(far.given().collect::<Vec<_>>(), [("m", 100_000, 100_000), ("k", 1000, 2000)]);
}

#[test]
fn positions_and_periods_are_asked_of_one_member() {
    let one: Ranges = "m=3".parse().unwrap();
    let mut session = Session::new();
    assert_eq!(session.position_with("take[1..m](5) + nim(m)", &one).unwrap().query(), "take[1..3](5) + nim(3)");
    for (text, values) in
        [("take[1..m](5)", ""), ("take[1..m](5)", "m=1..3"), ("take[1..3](5)", "m=3"), ("nim(m)", "k=1")]
    {
        let values = if values.is_empty() { Ranges::default() } else { values.parse().unwrap() };
        assert!(session.position_with(text, &values).is_err(), "{text}");
    }
    let cx = Context::default();
    let mut asked = |about: &str, claim: &str| match session.asked_claim(about, claim, &one).unwrap() {
        crate::session::AskedClaim::Whole(question) => {
            question.prove_with(&ProveOptions::default(), &cx).unwrap().result.verdict
        }
        crate::session::AskedClaim::Parametric(claim) => {
            claim.member(&[3]).unwrap().prove_with(&ProveOptions::default(), &cx).unwrap().result.verdict
        }
        crate::session::AskedClaim::Placed(claim) => panic!("one value is given: {claim:?}"),
    };
    assert_eq!(asked("take[1..m](a, b)", "P: a % (m+1) = b % (m+1)"), Verdict::Proved);
    assert_eq!(asked("take[1..m](n)", "g = n % (m+1)"), Verdict::Proved);
    assert_eq!(asked("take[1..m](n)", "P: n % (m+1) = 0"), Verdict::Proved);
    assert!(matches!(asked("take[1..m](n)", "g = n % m"), Verdict::Refuted(_)));
    assert!(matches!(asked("take[1..m](a, b)", "P: a = b"), Verdict::Refuted(_)));
    assert_eq!(asked("take[1..m]", "period 4 from 0"), Verdict::Proved);
    let whole = game("take[1..m]").claim("period 4 from 0").unwrap();
    assert!(whole.prove(&Ranges::default(), &ProveOptions::default(), &cx).is_err());
}

#[test]
fn a_rule_whose_bound_is_a_coordinate_has_the_law_of_intervals() {
    let verdict = |about: &str, claim: &str| {
        let question = Session::new().claim(about, claim).unwrap();
        let answer = question.prove_with(&ProveOptions { to: Some(40) }, &Context::default());
        answer.map(|answer| answer.result.verdict).ok()
    };
    for (about, claim) in [
        ("{(n,m) -> (n-k,m) for k in 1..m}", "g = n % (m+1)"),
        ("{(n,m) -> (n-k,m) for k in 1..m}", "P: n % (1+m) = 0"),
        ("misere {(n,m) -> (n-k,m) for k in 1..m}", "P: n % (m+1) = 1"),
        ("{(m,n) -> (m,n-k) for k in 1..2*m}", "g = n % (2*m+1)"),
        ("{(n,m) -> (n-k,m) for k in m+1..}", "g = n // (m+1)"),
        ("{(n,p,q) -> (n-k,p,q) for k in p+1..p+q+1}", "g = n % (2*p+q+2) // (p+1)"),
        ("{(n,m) -> (n-k,m) for k in {m+1,2*m+2}}", "g = n % (3*m+3) // (m+1)"),
        ("misere {(n,m) -> (n-k,m) for k in {m+1,m+2,m+3}}", "P: m+1 <= n % (2*m+4) < 2*m+2"),
        ("{(n,m) -> (n-k,m) for k in 1.. except m+1}", "g = n % (m+1) + (m+1)*(n // (2*m+2))"),
        ("{(n,m) -> (n-k,m) for k in 1.. except m+1}", "P: n = 0 or n = m+1"),
    ] {
        assert_eq!(verdict(about, claim), Some(Verdict::Proved), "{about} {claim}");
    }
    for (about, claim) in [
        // at m = 0 nothing is left out, or the play does not end
        ("{(n,m) -> (n-k,m) for k in 1.. except m}", "g = n % (m+1) + (m+1)*(n // (2*m+2))"),
        ("{(n,m) -> (n-k,m) for k in 2.. except m+2}", "g = n % (m+2) + (m+2)*(n // (2*m+4))"),
        ("{(n,m) -> (n-k,m) for k in {m+1,3*m+3}}", "g = n % (4*m+4) // (m+1)"),
        ("{(n,m) -> (n-k,m) for k in {m+1,2*m+3}}", "g = n % (3*m+4) // (m+1)"),
        ("{(n,m) -> (n-k,m) for k in m..}", "g = n // (m+1)"),
        ("{(n,m) -> (n-k,m-1) for k in 1..m}", "g = n % (m+1)"),
        ("{(n,m) -> (n-k,m) for k in 1..m if k != 2}", "g = n % (m+1)"),
        ("{(n,m) -> (n-k,m) for k in 2..m}", "g = n % (m+2) // 2"),
    ] {
        assert!(verdict(about, claim) != Some(Verdict::Proved), "{about} {claim}");
    }
}

#[test]
fn programs_say_which_values_they_know() {
    let code = |text: &str, style: crate::emit::Wanted| {
        let options = crate::emit::EmitOptions::new(crate::Language::Python).with_style(style);
        game(text).emit(&Ranges::default(), &options, &Context::default()).unwrap().result.code
    };
    use crate::emit::Wanted::{Auto, Dfs};
    assert!(code("take[p..q]", Auto).contains("Parameters: p >= 1, q >= 1, p <= q."));
    assert!(code("take[1..m]", Auto).contains("Parameters: m >= 1."));
    assert!(code("take[m..]", Auto).contains("return n // m"));
    // from the largest heap with the largest m there are two positions, with m = 1 all
    assert!(!code("take[m..]", Dfs).contains("at most 2 positions"));
    assert!(code("{n -> n-k for k in 1..m if k != 2}", Auto).contains("Parameters: m >= 1."));
    // 1 has one power only
    assert!(code("take[powers(m)]", Auto).contains("Parameters: m >= 1."));
}

#[test]
fn laws_are_found_and_agree_with_the_members() {
    let cx = Context::default();
    for (text, claim) in [
        ("take[1..m]", "g = n % (m+1)"),
        ("take[p..q]", "g = n % (p+q) // p"),
        ("take[m..]", "g = n // m"),
        ("misere take[p..q]", "P: p <= n % (p+q) < 2*p"),
        ("misere take[1..m]", "P: n % (m+1) = 1"),
        ("take[k..2*k]", "g = n % (3*k) // k"),
        ("take[k,k+1]", "g = n % (2*k+1) // k"),
        ("take[m,2*m,3*m]", "g = n % (4*m) // m"),
        ("take[2*m,m]", "g = n % (3*m) // m"),
        ("misere take[2*m,3*m]", "P: 2*m <= n % (5*m) < 4*m"),
        ("take[1.. except m]", "g = n % m + m*(n // (2*m))"),
        ("take[p,q]", "g = n%(p+q)//min(p,q)%2 if n%(p+q) < max(p,q) else 2-n%(p+q)//min(p,q)%2"),
        ("take[m+7,m]", "g = n%(2*m+7)//m%2 if n%(2*m+7) < m+7 else 2-n%(2*m+7)//m%2"),
        // a template fits that is shorter, and only checked
        ("take[m,3*m]", "g = n%(4*m)//m%2 if n%(4*m) < 3*m else 2-n%(4*m)//m%2"),
        ("take[m,1]", "g = n%2 if m%2 != 0 else 2 if n%(m+1) = m else n%(m+1)%2"),
        ("take[1,2,k]", "g = n % 3 if k % 3 != 0 else 3 if n % (k+1) = k else n % (k+1) % 3"),
    ] {
        let found = game(text).guess(&Ranges::default(), &cx).unwrap();
        let plain = |text: &str| text.replace(' ', "");
        let finding = found.findings.iter().find(|f| f.claim.as_deref().map(plain) == Some(plain(claim)));
        let all: Vec<_> = found.findings.iter().map(|f| &f.text).collect();
        assert!(finding.is_some_and(|f| f.evidence.is_proved()), "{text}: {all:?}");
    }
    assert_eq!(game("misere take[1..m]").convention(), Convention::Misere);
}

/// Where no law of all members is found, each of the first has one.
#[test]
fn members_have_laws_of_their_own() {
    let laws = |text: &str| {
        let found = game(text).guess(&Ranges::default(), &Context::default()).unwrap().result.findings;
        found.into_iter().map(|found| (found.text, found.evidence.is_proved())).collect::<Vec<_>>()
    };
    let halves = laws("{n -> n-k for k in 1..n//m}");
    assert_eq!(halves.len(), 6);
    assert_eq!(halves[0], ("m = 1: g = n".to_owned(), true));
    assert!(laws("take[1..m except 2..3]").contains(&("m = 3: g = n%2".to_owned(), true)));
    // one law says more
    let law = "g = n%(m+1) if 3 > m else n%3 if 2*3 > m else n%(m+4)%3+3*(n%(m+4)//(2*3))";
    assert_eq!(laws("take[1..m except 3]")[0], (law.to_owned(), true));
    let [odd, even] = ["k%2 = 0 and n%(2*k) < k and n%(2*k)%2 = 0", "k%2 != 0 and n%(2*k+1) < k and n%(2*k+1)%2 = 0"];
    assert_eq!(laws("take[1,k,k+1]")[0].0, format!("P: {odd} or {even}"));
}

#[test]
fn claims_about_positions_of_all_members() {
    let judged = |about: &str, claim: &str| {
        let mut session = Session::new();
        let asked = session.asked_claim(about, claim, &"m=1..5".parse().unwrap()).unwrap();
        let crate::session::AskedClaim::Placed(placed) = asked else { panic!("{about}") };
        let answer = placed.prove(&ProveOptions { to: Some(30) }, &Context::default()).unwrap();
        let counterexample = match &answer.verdict {
            Verdict::Refuted(found) => format!("{:?} {:?}", found.parameters, found.position),
            _ => String::new(),
        };
        (answer.verdict == Verdict::Proved, counterexample, answer.evidence.is_proved())
    };
    for claim in ["P: a % (m+1) = b % (m+1)", "P: b % (m+1) = a % (m+1)", "g = xor(a % (m+1), b % (m+1))"] {
        assert_eq!(judged("take[1..m](a,b)", claim), (true, String::new(), true), "{claim}");
    }
    // checked for each m, not proved of all
    for claim in ["P: (m+1) divides n", "P: not (not m+1 divides n)", "P: (1+m) | n"] {
        let asked = Session::new().asked_claim("take[1..m]", claim, &Ranges::default()).unwrap();
        let crate::session::AskedClaim::Parametric(asked) = asked else { panic!("{claim}") };
        let answer = asked.prove(&Ranges::default(), &ProveOptions::default(), &Context::default()).unwrap();
        assert_eq!(answer.verdict, Verdict::Proved, "{claim}");
    }
    assert!(!judged("take[1..m](a,b)", "P: (a-b) % (m+1) = 0 and (b-a) % (m+1) = 0").0);
    let (proved, found, _) = judged("take[1..m](a,b)", "P: a % m = b % m");
    assert!(!proved && found.contains("(\"m\", 1)"), "{found}");
    assert!(judged("misere take[1..m](a,b)", "P: a % (m+1) = b % (m+1)").1.contains('m'));
    assert!(judged("take[2..m](a,b)", "P: a % (m+2) // 2 = b % (m+2) // 2").0);
    // beside heaps without parameters whose value a theorem writes with their size, or with a number
    for (about, claim) in [
        ("take[1..m](a) + nim(b)", "b > m => N"),
        ("nim(b) + take[1..m](a)", "P: a % (m+1) = b"),
        ("take[1..m](a) + 0.[3](b)", "b > m => N"),
        ("take[1..m](a) + take[1..4](b)", "a <= m and a > 4 => N"),
        ("take[1..m](a) + take[3..](b)", "P: a % (m+1) = b // 3"),
        ("take[1..m](a) + nim(3)", "m < 3 => N"),
    ] {
        assert_eq!(judged(about, claim), (true, String::new(), true), "{about}: {claim}");
    }
    assert!(judged("take[1..m](a) + nim(b)", "b >= m => N").1.contains("(\"m\", 1)"));
    // of Kayles no theorem writes the values, and two heaps of one name are two equal heaps
    assert!(!judged("take[1..m](a) + kayles(b)", "a <= m and a > 9 => N").0);
    assert!(judged("take[1..m](a) + nim(a)", "a <= m => P").0);
}

/// Members are made when they are asked for: the first are tried at once, and a law speaks of all, however many there are.
#[test]
fn members_of_positions_are_made_one_after_the_other() {
    let ranges: Ranges = "m=1..100000".parse().unwrap();
    let claim = |claim: &str| match Session::new().asked_claim("take[1..m](a,b)", claim, &ranges).unwrap() {
        AskedClaim::Placed(placed) => placed,
        other => panic!("{other:?}"),
    };
    let cx = Context::new(Budget { time: Some(std::time::Duration::from_secs(2)), ..Budget::UNLIMITED });
    let answer = claim("P: a % (m+1) = b % (m+1)").prove(&ProveOptions::default(), &cx).unwrap();
    assert_eq!(answer.verdict, Verdict::Proved);
    let wrong = claim("P: a = b").prove(&ProveOptions::default(), &Context::default()).unwrap();
    assert!(matches!(&wrong.verdict, Verdict::Refuted(found) if found.parameters == [("m".to_owned(), 1)]));
}

/// HDU 2897: who has fewer than p coins before them must take all, and who takes the last coin loses. For p > q no other
/// move is left.
#[test]
fn members_with_a_range_that_may_be_empty_are_told_apart() {
    let question = "misere {n -> n-k for k in p..q; 0 if 0 < n < p}";
    let mut session = Session::new();
    let asked = session.asked_game(question, &Ranges::default().names()).unwrap();
    let crate::parametric::Asked::Parametric(game) = asked else { panic!("{question}") };
    let answer = game.guess(&Ranges::default(), &Context::default()).unwrap();
    let found = &answer.findings[0];
    assert!(found.evidence.is_proved(), "{}", found.text);
    let claim = game.claim(found.claim.as_ref().unwrap()).unwrap();
    for (p, q) in [(1, 1), (2, 5), (5, 2), (3, 3), (20, 31), (31, 20)] {
        let mut won = vec![true];
        for n in 1..60usize {
            let taken = (p..=q.min(n)).any(|k| !won[n - k]) || (n < p && !won[0]);
            won.push(taken || n >= p && p > q);
        }
        let judged = claim.member(&[p as u64, q as u64]).unwrap();
        let answer = judged.prove_with(&ProveOptions { to: Some(150) }, &Context::default()).unwrap();
        assert_eq!(answer.verdict, Verdict::Proved, "{p} {q}");
        for (n, won) in won.iter().enumerate() {
            let position = format!("misere {{n -> n-k for k in {p}..{q}; 0 if 0 < n < {p}}}({n})");
            let outcome = session.position(&position).unwrap().solve().unwrap().outcome;
            assert_eq!(outcome == Some(grundy_core::Outcome::Next), *won, "{position}");
        }
    }
    // of both cases, and of one alone
    let wrong = game.claim("P: p <= q and 1 <= n % (p+q) < p+1 or p > q and 1 <= n <= p").unwrap();
    let judged = wrong.prove(&Ranges::default(), &ProveOptions { to: Some(60) }, &Context::default()).unwrap();
    assert!(matches!(judged.verdict, Verdict::Refuted(_)));
}

/// Two members tell all members whose parameter counts copies.
#[test]
fn copies_matter_by_their_parity() {
    let cx = Context::default();
    for rule in [
        "{n -> n-1; n//2 times k if n%2 = 0 and n > 0}",
        "{n -> n-1; n-2 times k}",
        "{n -> n-j times k for j in 2..3; n-1}",
        "{n -> n-2 & n-3 times k; n-1}",
    ] {
        let game = game(rule);
        let found = game.guess(&Ranges::default(), &cx).unwrap();
        assert!(found.findings.iter().any(|f| f.evidence.is_proved()), "{rule}: {found:?}");
        for finding in found.result.findings.iter().filter(|f| f.evidence.is_proved()) {
            let Some(text) = &finding.claim else { continue };
            let claim = game.claim(text).unwrap();
            // it is judged as proved again, and is true of other members
            let judged = claim.prove(&Ranges::default(), &ProveOptions::default(), &cx).unwrap();
            assert_eq!(judged.verdict, Verdict::Proved, "{rule}: {text}");
            for k in [3, 4] {
                let judged = claim.member(&[k]).unwrap().prove_with(&ProveOptions { to: Some(200) }, &cx).unwrap();
                assert!(!matches!(judged.verdict, Verdict::Refuted(_)), "{rule}: {text} for {k}");
            }
        }
        // a claim that speaks of more than the parity is judged for each member
        let more = game.claim("g = 0 if n = 0 else 1 if n = 1 else n % (k+7)").unwrap();
        assert_ne!(more.prove(&Ranges::default(), &ProveOptions::default(), &cx).unwrap().verdict, Verdict::Proved);
    }
    for other in ["{n -> n-1; n-k times k}", "misere {n -> n-1; n-2 times k}", "{n -> n-1; n-2 times (k-1)}"] {
        assert!(super::copies::Halves::of(&game(other)).is_none(), "{other}");
    }
}

/// Copies that cancel are positions all the same: where one is none, or is no smaller, there is no move, or no game.
#[test]
fn copies_that_cancel_must_be_positions() {
    let cx = Context::default();
    let judged = |rule: &str, claim: &str| {
        let claim = game(rule).claim(claim).unwrap();
        claim.prove(&Ranges::default(), &ProveOptions::default(), &cx)
    };
    for (rule, claim) in [
        ("{n -> n-1 & n-200 times 2*m if n >= 100; n-1 if n<100}", "g = n%2"),
        ("{n -> n-1 & n-90 times 2*m if n >= 70; n-1 if n<70}", "P: n%2 = 0"),
        ("{(a,b) -> (a-1,b) & (a-20,b) times 2*m if a>=10; (a,b-1); (a-1,b) if a<10}", "P: (a+b)%2 = 0"),
    ] {
        let answer = judged(rule, claim).unwrap();
        assert!(matches!(answer.verdict, Verdict::Refuted(_)), "{rule}: {claim}: {:?}", answer.verdict);
    }
    let endless = judged("{n -> n-1 & n+5 times 2*m if n >= 5000; n-1 if n<5000}", "g = n%2");
    assert!(!endless.is_ok_and(|answer| answer.verdict == Verdict::Proved), "no member is a game");
}

/// The lifted rule has the values of each member, with no copies, one, and several.
#[test]
fn lifted_rules_have_the_values_of_their_members() {
    let cx = Context::default();
    for rule in [
        "{n -> n-1 & n-20 times 2*m if n >= 10; n-1 if n<10}",
        "{n -> n-1 & n-3 times 2*m if n = 2; n-1 if n != 2}",
        "{n -> n-1 & n-4 times (m-1); n-2}",
        "{n -> n-1; n-2 & n-5 times m*m & n-3 times (4-m)}",
        "{n -> n//2 times m & n-k times (k+m) for k in 1..3 if n > 0}",
        "{n -> n-1 times n%3; n-k times m for k in 2..3}",
        "{n -> n-k & n//3 times m+k for k in 1..4; n-1 & nim(2) times m}",
    ] {
        let game = game(rule);
        let lifted = super::lift::lifted(&game).unwrap_or_else(|| panic!("{rule} is not lifted"));
        for m in 1..5 {
            let member = game.member(&[m]).unwrap();
            for n in 0..40u64 {
                let place = |numbers: &[u64]| numbers.iter().map(|&n| grundy_core::Nat::from(n)).collect();
                let own = member.game.value_at(&place(&[n]), &cx).unwrap();
                assert_eq!(lifted.game.value_at(&place(&[n, m]), &cx), Ok(own), "{rule} at {n} for m = {m}");
            }
        }
    }
}

/// `n-d if d divides n` is a game for each `d`, and may have been meant as a choice of `d`.
#[test]
fn what_a_condition_tells_of_a_parameter_may_be_a_loop() {
    let said =
        |text: &str| game(text).guess(&Ranges::default(), &Context::default()).unwrap().reading[0].sentence.clone();
    let meant = "d is a parameter; the player chooses it in `{n -> n-d for d in 1..n if d divides n}`";
    assert_eq!(said("{n -> n-d if d divides n}"), meant);
    // the plays of the rule that is shown end
    for (text, meant) in [
        ("{n -> a & b if a+b=n}", "{n -> a & b for a in 1..n-1 for b in 1..n-1 if a+b = n}"),
        ("{n -> k if k <= n}", "{n -> k for k in 1..n-1 if k <= n}"),
        ("{n -> k if k<n}", "{n -> k for k in 1..n if k < n}"),
    ] {
        let told = game(text).chosen().unwrap().english;
        assert!(told.ends_with(&format!("in `{meant}`")), "{told}");
        let shown = Session::new().game(meant).unwrap().game;
        assert!(shown.value_at(&crate::game::Place::heap(8u64), &Context::default()).is_ok(), "{meant}");
    }
    let refused =
        game("{(a,b) -> (a-i,b-j) if i+j in {1,2}}").guess(&Ranges::default(), &Context::default()).unwrap_err();
    let meant = "the player chooses them in `{(a,b) -> (a-i,b-j) for i in 0.. for j in 0.. if i+j in {1,2}}`";
    assert!(refused.to_string().contains(meant), "{refused}");
    for text in ["take[1..m]", "{n -> n-1; n-k}", "{n -> n-k for k in 1..3 if k != m}", "{n -> n-1 if n != m}"] {
        assert!(!said(text).contains("for"), "{text}");
    }
}
