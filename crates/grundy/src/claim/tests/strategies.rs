//! Pairs, symmetry, strategy stealing.

use super::*;
use crate::testing::Random;

const CHOMP: &str = "{(x,y,z) -> (k,min(y,k),min(z,k)) for k in 1..x-1; (x,k,min(z,k)) for k in 0..y-1; \
    (x,y,k) for k in 0..z-1}(a,a,a)";

/// True of all positions, and proved without values.
const STRATEGIES: &[(&str, &str)] = &[
    ("kayles(n)", "P: n = 0"),
    ("grundy(a,a)", "P: 0 = 0"),
    ("grundy(a,a)", "g = 0"),
    ("grundy(a,b,a,b)", "P: b >= 0"),
    ("grundy(a,a) + take[1..3](b)", "P: b % 4 = 0"),
    ("grundy(a,a) + take[1..3](b)", "g = b % 4"),
    ("4*grundy(a) + 3*nim(b)", "P: b = 0"),
    ("wythoff(a,a)", "P: a = 0"),
    // from the law of all positions
    ("wythoff(a,1)", "P: a = 2"),
    ("misere nim(a,a)", "P: a > 1"),
    ("take[1..3](a) + nim(a)", "P: a < 4"),
    ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}(a,4)", "P: a = 5"),
    // a piece from the middle
    ("{n -> a & n-k-a for k in {1,2} for a in 0..n-k}(n)", "P: n = 0"),
    ("{p -> a & p-c-a for c in {3,4} for a in 0..p-c}(p)", "P: p < 3"),
    // Chomp with three rows of the same length: who takes the corner square can do what the other would do
    (CHOMP, "P: a = 0"),
    // she loves me, she loves me not
    ("{n -> a & n-1-a for a in 0..n-1}(n)", "P: n % 2 = 0"),
    ("{n -> a & n-k-a for k in {1,3,7} for a in 0..n-k; n-k for k in {5,9}}(n)", "P: n % 2 = 0"),
    // answered move by move
    ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1) if a != b}(a,a)", "P: 0 = 0"),
    ("{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) for k in 1..}(a,a,b)", "P: b = 0"),
    // rows and columns of a bar of chocolate
    (
        "{(a,b) -> (k,b) & (a-k,b) for k in 1..a-1; (a,k) & (a,b-k) for k in 1..b-1}(a,b)",
        "P: (a % 2 = 1 or a = 0) and (b % 2 = 1 or b = 0)",
    ),
    // squares have no automaton
    ("{n -> n//2 & n//2 if n > 1; n-k for k in squares}(n)", "P: n = 0"),
    ("{n -> n-k for k in divisors(n) if k < n and k % 3 != 0}(n)", "P: n % 2 = 1 or n = 0"),
];

#[test]
fn strategies_prove() {
    for (about, claim) in STRATEGIES {
        let started = std::time::Instant::now();
        let answer = ask(about, claim);
        println!("{about}: {claim}: {:?}, {:?}", started.elapsed(), answer.automata.as_ref().map(|a| a.sizes));
        let plain = true_below(about, claim, 14);
        if !plain {
            panic!("{about}: {claim} is false");
        }
        assert_eq!(answer.verdict, Verdict::Proved, "{about}: {claim}: {:?}", answer.obstacles);
        assert!(answer.evidence.is_proved());
    }
}

/// By values alone.
fn true_below(about: &str, claim: &str, side: u64) -> bool {
    let question = Session::new().claim(about, claim).unwrap();
    let arity = question.subject.variables.len() as u32;
    let (cx, mut judge) = (Context::default(), crate::plan::misere::Judge::new());
    (0..side.pow(arity)).all(|code| {
        let place: Vec<u64> = (0..arity).map(|i| code / side.pow(i) % side).collect();
        super::super::test::compare(&question, &super::any(&place), &mut judge, &cx).unwrap().is_none()
    })
}

/// Nearly the same, and false.
#[test]
fn near_misses_are_not_proved() {
    let cases = [
        ("grundy(a,b)", "P: a = b"),
        ("grundy(a,a,b)", "P: b = 0"),
        ("2*grundy(a) + nim(b)", "P: b < 2"),
        ("kayles(n)", "P: n < 1 or n = 70"),
        ("{n -> a & n-k-a for k in {1,3} for a in 0..n-k}(n)", "P: n = 0"),
        ("{n -> a & n-k-a for k in {1,2} for a in 0..n-k if a != n-k-a}(n)", "P: n = 0"),
        ("{p -> a & p-c-a for c in {3,5} for a in 0..p-c}(p)", "P: p < 3"),
        ("{n -> a & n-2-a for a in 0..n-2; n-1}(n)", "P: n % 2 = 0"),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..; (a-1,b-1)}(a,a)", "P: 0 = 0"),
        ("{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) for k in 1..}(a,a,b)", "P: b < 2"),
        (CHOMP, "P: a < 2"),
        // the corner square may not be taken alone
        ("{(x,y) -> (k,min(y,k)) for k in 1..x-1; (x,k) for k in 0..y-2}(a,a)", "P: a = 0"),
        ("misere nim(a,a)", "P: 0 = 0"),
        ("wythoff(a,a)", "P: a < 2"),
        ("{n -> n-k for k in squares}(n)", "P: n % 2 = 0 and n < 2"),
    ];
    for (about, claim) in cases {
        let answer = ask(about, claim);
        assert_ne!(answer.verdict, Verdict::Proved, "{about}: {claim}");
    }
}

/// Random rules that split, claims that are right for small positions: what is proved is true further out.
#[test]
fn what_strategies_prove_is_true() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut proved, mut held) = (0, 0);
    for _ in 0..120 {
        let mut moves = Vec::new();
        for _ in 0..1 + random.below(3) {
            let k = 1 + random.below(4);
            moves.push(match random.below(7) {
                0 => format!("n -> n-{k}"),
                1 => format!("n -> n-k for k in {{{k},{}}}", k + 2),
                2 => format!("n -> a & n-{k}-a for a in 0..n-{k}"),
                3 => format!("n -> a & n-{k}-a for a in 0..n-{k} if a % 2 = {}", random.below(2)),
                4 => format!("n -> n//2 & n//2 if n > {k}"),
                5 => format!("n -> a & b for a in 0.. for b in a+{}.. if a+b < n", random.below(2)),
                _ => "n -> n-k for k in squares".to_owned(),
            });
        }
        let about = format!("{{{}}}(n)", moves.join("; ").replace("; n -> ", "; "));
        // the law that the first values suggest
        let game = match Session::new().game(about.trim_end_matches("(n)")) {
            Ok(read) => read.game,
            Err(d) => panic!("{about}: {d}"),
        };
        let zero: Vec<bool> =
            game.values().take(90).map(|v| v.map(|v| v == crate::Nat::ZERO)).collect::<Result<_, _>>().unwrap();
        let claim = match (1..7).find(|&p| (p..24).all(|n| zero[n] == zero[n - p])) {
            Some(p) => {
                let residues: Vec<String> = (0..p).filter(|&r| zero[r]).map(|r| r.to_string()).collect();
                format!("P: n % {p} in {{{}}}", residues.join(","))
            }
            None => {
                let all: Vec<String> = (0..24).filter(|&n| zero[n]).map(|n| n.to_string()).collect();
                format!("P: n in {{{}}}", all.join(","))
            }
        };
        let question = Session::new().claim(&about, &claim).unwrap();
        let cx = Context::default();
        let true_far = (0..90).all(|n| crate::claim::holds_at(&question, &[n], &cx) == zero[n as usize]);
        held += u32::from(true_far);
        let decided = crate::claim::automatic::strategy::decide(&question, &Context::default());
        if let Ok(crate::claim::automatic::Decided::Proved { .. }) = decided {
            assert!(true_far, "proved, and false: {about}: {claim}");
            proved += 1;
        }
    }
    assert!(proved >= 25 && held > proved, "{proved} proved of {held}");
}

#[test]
fn claims_about_no_position() {
    for (about, claim) in [("welter(a,a)", "P: 0 = 0"), ("welter(3,3)", "P: 0 = 0"), ("welter(a,a,b)", "P: b = 0")] {
        let question = Session::new().claim(about, claim).unwrap();
        let answer = prove(&question, &ProveOptions { to: Some(12) }, &Context::default());
        assert!(answer.is_err(), "{about}");
    }
    let fault = Session::new().claim("let a = kayles; a(3) + nim(a)", "P: a = 3").unwrap_err();
    let fault = fault.diagnostic();
    assert!(fault.message.contains("`a`") && fault.suggestion.is_some());
}

/// A sum proved by components has a certificate that holds one for each game.
#[test]
fn sums_have_certificates() {
    let cases = [
        (
            "lasker(a) + 0.333(b) + *2",
            "P: b%4 = 2 and a = 0 or b%4 = 3 and a = 1 or b%4 = 0 and a = 2 or b%4 = 1 and a = 4",
            3,
        ),
        ("lasker(a) + lasker(b) + 2*grundy(c)", "P: a = b", 1),
    ];
    for (about, claim, games) in cases {
        let answer = ask(about, claim);
        assert_eq!(answer.verdict, Verdict::Proved, "{about}: {claim}");
        let text = answer.result.proof.unwrap().certificate(&format!("{about}\n{claim}"), &Context::default()).unwrap();
        println!("{text}");
        assert!(text.starts_with("grundy automata certificate 1\n# ") && text.contains("\ntheorem sum\n"));
        assert_eq!(text.matches("theorem values").count(), games, "{about}");
    }
}
