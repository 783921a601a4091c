use grundy_core::{Context, Convention, Evidence};

use super::{Asked, ParametricGame, Ranges};
use crate::Session;
use crate::claim::{ProveOptions, Verdict};

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
    assert!(between.member(&[4, 2]).is_err());
    let (members, skipped) = between.members(&"p=1..3,q=1..3".parse().unwrap()).unwrap();
    assert_eq!((members.len(), skipped), (6, 3));
    assert!(between.members(&"r=1".parse().unwrap()).is_err());
    assert_eq!(game("let t[m] = take[1..m]; t[x]").member(&[4]).unwrap().game.value(9).unwrap(), 4u8.into());
}

#[test]
fn claims_are_proved_of_all_members() {
    for (text, claim) in [
        ("take[1..m]", "g = n % (m+1)"),
        ("take[1..m]", "g = n % (1+m)"),
        ("take[1..m]", "P: n % (m+1) = 0"),
        ("take[1..2*m]", "g = n % (2*m+1)"),
        ("take[p..q]", "g = n % (p+q) // p"),
        ("take[p..q]", "P: n % (p+q) < p"),
        ("misere take[1..m]", "P: n % (m+1) = 1"),
        ("misere take[p..q]", "P: p <= n % (p+q) < 2*p"),
        ("{n -> n-k for k in 1..m}", "g = n % (m+1)"),
        ("take[m..]", "g = n // m"),
    ] {
        let (verdict, evidence) = judged(text, claim);
        let open = text == "take[m..]";
        assert_eq!(verdict, if open { "checked" } else { "proved" }, "{text} {claim}");
        assert_eq!(evidence.is_proved(), !open, "{text} {claim}");
    }
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
    let (verdict, evidence) = judged("take[m..]", "g = n // m");
    assert_eq!(verdict, "checked");
    assert!(evidence.by().contains("for each m from 1 to 12"), "{}", evidence.by());
}

#[test]
fn laws_are_found_and_agree_with_the_members() {
    let cx = Context::default();
    for (text, claim) in [
        ("take[1..m]", "g = n % (m+1)"),
        ("take[p..q]", "g = n % (p+q) // p"),
        ("misere take[p..q]", "P: p <= n % (p+q) < 2*p"),
        ("misere take[1..m]", "P: n % (m+1) = 1"),
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
