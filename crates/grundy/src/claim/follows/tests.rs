use grundy_core::testing::{Random, cases};
use grundy_core::{Budget, Context, Evidence};

use crate::Session;
use crate::claim::{ProveOptions, Verdict};
use crate::parametric::{Asked, Ranges};
use crate::session::AskedClaim;

/// The evidence of a proof of all members.
fn proof(game: &str, claim: &str) -> Option<Evidence> {
    let Ok(Asked::Parametric(asked)) = Session::new().asked_game(game, &[]) else { panic!("{game}") };
    let claim = asked.claim(claim).unwrap_or_else(|fault| panic!("{claim}: {fault}"));
    claim.proved(&Context::default()).unwrap()
}

#[test]
fn what_follows_from_a_law_is_proved() {
    for claim in [
        "not m+1 divides n => N",
        "m+1 divides n => P",
        "P: m+1 divides n",
        "P: not n % (m+1) >= 1",
        "n % (m+1) > 0 => N",
        "n % (1+m) != 0 => N",
        "n % (m+1) = 0 => g = 0",
        "g >= 1 => N",
        "P => g = 0",
        "g = n or n > m",
        "g = n if n <= m else n % (m+1)",
        "n >= 1 and n <= m => N",
        "n = m => g = m",
        "n = 2*m+1 => g = m",
        "n = 3*m+3 => P",
        "P: n < m+1 and n = 0 or n > m and m+1 divides n",
        "g <= m and g <= n",
        "m = 1 => g = n % 2",
    ] {
        assert!(proof("take[1..m]", claim).is_some(), "{claim}");
    }
    for (game, claim) in [
        ("take[p..q]", "n % (p+q) >= p => N"),
        ("take[p..q]", "n < p => g = 0"),
        ("take[p..q]", "n >= p and n < p+q => N"),
        ("take[m..]", "n >= m => g >= 1"),
        ("take[m..]", "n >= 2*m and n < 3*m => g = 2"),
        ("take[1.. except m]", "n > 0 and n != m => N"),
        ("take[1.. except m]", "n = m => P"),
        ("misere take[1..m]", "n % (m+1) != 1 => N"),
        ("misere take[1..m]", "m+1 divides n => N"),
        ("{n -> n-k for k in 1..m}", "n % (m+1) != 0 => N"),
        ("{n -> n-k for k in p..q}", "p > q => P"),
        ("{n -> n-k for k in p..q}", "p <= q and n % (p+q) >= p => N"),
        ("misere {n -> n-k for k in p..q}", "p > q => N"),
    ] {
        assert!(proof(game, claim).is_some(), "{game} {claim}");
    }
}

/// Many members are asked about, and the budget does not do for a look at each.
#[test]
fn a_law_needs_no_look_at_each_member() {
    let Ok(Asked::Parametric(game)) = Session::new().asked_game("take[1..m]", &[]) else { panic!("a family") };
    let ranges: Ranges = "m=1..5000".parse().unwrap();
    let brief = || Context::new(Budget { nodes: Some(100_000), ..Budget::UNLIMITED });
    let judged =
        |claim: &str| game.claim(claim).unwrap().prove(&ranges, &ProveOptions { to: Some(12) }, &brief()).unwrap();
    let proved = judged("n % (m+1) != 0 => N");
    assert!(proved.verdict == Verdict::Proved && proved.stopped.is_none(), "{proved:?}");
    // of what is not proved nothing is known, and nothing is called proved
    let open = judged("n < 5000 => g < 2000");
    assert!(open.verdict == Verdict::Open && open.stopped.is_some() && !open.evidence.is_proved(), "{open:?}");
}

#[test]
fn sums_of_heaps_follow_too() {
    let proved = |text: &str, claim: &str| {
        let asked = Session::new().asked_claim(text, claim, &Ranges::default()).unwrap();
        let AskedClaim::Placed(claim) = asked else { panic!("{text}") };
        let answer = claim.prove(&ProveOptions { to: Some(12) }, &Context::default()).unwrap();
        answer.verdict == Verdict::Proved
    };
    assert!(proved("take[1..m](a, b)", "a % (m+1) != b % (m+1) => N"));
    assert!(proved("take[1..m](a, b)", "a = b => P"));
    assert!(proved("take[1..m](a) + take[1..](b)", "b > m => N"));
    assert!(!proved("take[1..m](a, b)", "a != b => N"));
}

/// A claim of random parts about a heap n of `take[1..m]`.
fn any_claim(random: &mut Random) -> String {
    const NUMBERS: [&str; 9] = ["n", "m", "m+1", "2*m", "n % (m+1)", "n % m", "n // (m+1)", "0", "2"];
    const SIGNS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];
    let holds = |random: &mut Random| {
        let (a, b) = (random.pick(&NUMBERS), random.pick(&NUMBERS));
        match random.below(8) {
            0 => "m+1 divides n".to_owned(),
            1 => "not m+1 divides n".to_owned(),
            _ => format!("{a} {} {b}", random.pick(&SIGNS)),
        }
    };
    let (one, other) = (holds(random), holds(random));
    let given = match random.below(3) {
        0 => one,
        1 => format!("{one} and {other}"),
        _ => format!("{one} or {other}"),
    };
    match random.below(6) {
        0 => format!("{given} => N"),
        1 => format!("{given} => P"),
        2 => format!("P: {given}"),
        3 => format!("{given} => g {} {}", random.pick(&SIGNS), random.pick(&NUMBERS)),
        4 => format!("g {} {} => {given}", random.pick(&SIGNS), random.pick(&NUMBERS)),
        _ => format!("g = {} if {given} else {}", random.pick(&NUMBERS), random.pick(&NUMBERS)),
    }
}

/// What is proved of all members is true of each, and most of what is true of many is proved.
#[test]
fn random_claims_are_judged_as_the_members_say() {
    let mut random = Random::new(1);
    let (mut proved, mut open) = (0, 0);
    for _ in 0..cases(150, 2000) {
        let text = any_claim(&mut random);
        let misere = random.chance(20) && !text.contains('g');
        let game = if misere { "misere take[1..m]" } else { "take[1..m]" };
        let Ok(Asked::Parametric(asked)) = Session::new().asked_game(game, &[]) else { panic!() };
        let Ok(claim) = asked.claim(&text) else { continue };
        let is_true = (1..=6).all(|m| {
            let member = claim.member(&[m]).unwrap();
            let judged = crate::claim::prove(&member, &ProveOptions { to: Some(60) }, &Context::default());
            judged.is_ok_and(|judged| !matches!(judged.verdict, Verdict::Refuted(_) | Verdict::Open))
        });
        let found = claim.proved(&Context::default()).unwrap().is_some();
        assert!(is_true || !found, "{game}: {text} is proved and false");
        proved += u64::from(found);
        open += u64::from(is_true && !found);
    }
    assert!(proved > 10 && proved > open, "{proved} proved, {open} open");
}
