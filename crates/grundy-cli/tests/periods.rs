//! Published periods of octal games, found again and certified; the checker shares no code with the finder.

use grundy::period::{certificate, published};
use grundy::{Budget, Context, PeriodOptions, Session};
use grundy_verify::{Verdict, verify};

/// What the search may hold: a stored sequence would need hundreds of megabytes.
const MEMORY: u64 = 64 << 20;

/// Finds the period with heaps up to `to`, and has it checked.
fn certified(game: &str, to: u64, expected: (u64, u64), theorem: &str) {
    let question = Session::new().game(game).unwrap();
    let cx = Context::new(Budget { memory: Some(MEMORY), ..Budget::UNLIMITED });
    let answer = question.period_with(&PeriodOptions::default().with_to(Some(to)), &cx).unwrap();
    assert!(answer.found() && answer.evidence.is_proved(), "{game}: {:?}", answer.stopped);
    assert!(answer.evidence.theorems.iter().any(|t| t.id == theorem), "{game}: {:?}", answer.evidence);
    let text = certificate(&question.game, &cx).unwrap();
    assert!(text.contains(&format!("\ntheorem {theorem}\n")), "{game}");
    let budget = grundy_verify::Budget { steps: 1 << 40, bytes: MEMORY, cancel: None };
    let verdict = verify(text.as_bytes(), &budget);
    let Ok(Verdict::Valid(claim)) = verdict else { panic!("{game}: {verdict:?}") };
    assert_eq!((claim.preperiod, claim.period), expected, "{game}");
    if let Some(known) = published::all().iter().find(|p| p.code == game) {
        assert_eq!((known.preperiod, known.period), expected, "{game}");
    }
    // one rare heap less, signed again
    if let Some((head, rest)) = text.split_once("\nrares ") {
        let (_, rest) = rest.split_once(' ').unwrap();
        let body = format!("{head}\nrares {}", &rest[..rest.rfind("digest").unwrap()]);
        let signed = format!("{body}digest {:016x}\n", grundy_verify::digest(body.as_bytes()));
        assert!(!matches!(verify(signed.as_bytes(), &budget), Ok(Verdict::Valid(_))), "{game}");
    }
}

#[test]
fn published_periods_are_certified() {
    certified("0.156", 100_000, (3479, 349), "guy-smith");
    certified("0.356", 100_000, (7315, 142), "guy-smith");
    certified("0.644", 100_000, (3256, 442), "guy-smith");
    certified("0.165", 100_000, (5181, 1550), "guy-smith");
    certified("0.127", 1_000_000, (46_578, 4), "sparse-window");
    certified("0.16", 1_000_000, (105_351, 149_459), "sparse-window");
    certified("0.56", 1_000_000, (326_640, 144), "sparse-window");
}

#[test]
#[ignore = "long: a minute in a release build"]
fn long_published_periods_are_certified() {
    certified("0.354", 100_000_000, (10_061_916, 1180), "sparse-window");
    certified("0.376", 100_000_000, (2_268_248, 4), "sparse-window");
    certified("0.104", 1_000_000_000, (197_769_598, 11_770_282), "sparse-window");
    certified("0.054", 1_000_000_000, (193_235_616, 10_015_179), "sparse-window");
    certified("0.454", 1_000_000_000, (160_949_019, 60_620_715), "sparse-window");
}
