//! Published periods of octal games, found again and certified; the checker shares no code with the finder.

use grundy::period::{certificate, published};
use grundy::{Budget, Context, PeriodOptions, Session};
use grundy_verify::{Verdict, verify};

use std::fs;

use crate::common::{Folder, run, told};

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

/// What people call the game is a comment that nothing checks: the rule is compared with that of the game.
#[test]
fn a_certificate_is_held_against_a_game() {
    let folder = Folder::new();
    for arguments in [
        ["period", "kayles", "--certificate", "k.cert"],
        ["period", "take[1,2]", "--certificate", "t.cert"],
        ["period", "take[1,4..]", "--certificate", "tail.cert"],
        ["quotient", "kayles", "--certificate", "q.cert"],
        ["solve", "cram(\"2x3\")", "--certificate", "c.cert"],
    ] {
        assert!(run(&mut folder.grundy(&arguments)).status.success(), "{arguments:?}");
    }
    // the file, the game, the exit code, and whether the rule is that of the game
    let cases = [
        ("k.cert", "0.77", 0, Some(true)),
        ("k.cert", "{n -> n-k for k in 1..2}", 1, Some(false)),
        ("k.cert", "0.07", 1, Some(false)),
        ("k.cert", "wythoff", 1, Some(false)),
        ("t.cert", "0.33", 0, Some(true)),
        ("t.cert", "take[1..3]", 1, Some(false)),
        ("tail.cert", "{n -> n-1; n-k for k in 4..}", 0, Some(true)),
        ("tail.cert", "take[1,5..]", 1, Some(false)),
        ("q.cert", "misere kayles", 0, Some(true)),
        ("q.cert", "kayles", 0, Some(true)),
        ("q.cert", "misere dawsonkayles", 1, Some(false)),
        ("k.cert", "misere kayles", 2, None),
        ("c.cert", "cram", 2, None),
    ];
    for (file, game, code, same) in cases {
        let (ended, object) = told(&run(&mut folder.grundy(&["verify", file, "--game", game, "--json"])));
        assert_eq!((ended, object["same_rule"].as_bool()), (code, same), "{file} {game}: {object}");
        assert_eq!(object["valid"].as_bool(), same.map(|_| true), "{file} {game}: {object}");
    }
    let said = run(&mut folder.grundy(&["verify", "k.cert", "--game", "nim"]));
    assert!(String::from_utf8(said.stdout).unwrap().contains("another game"));
    // what is packed says what unpacks it
    fs::write(folder.0.join("k.cert.gz"), b"\x1f\x8b\x08\0\0\0\0\0").unwrap();
    let (_, object) = told(&run(&mut folder.grundy(&["verify", "k.cert.gz", "--game", "0.77", "--json"])));
    assert_eq!(object["error"]["suggestion"], "zcat k.cert.gz | grundy verify - --game 0.77");
}

/// Of laws the moves are compared, however they were written; who proves a claim of one game has not proved it of another in which
/// it is true as well.
#[test]
fn a_law_is_held_against_a_game() {
    let folder = Folder::new();
    let lasker = "{n -> n-k for k in 1..; a & n-a for a in 1..n-1}";
    for arguments in [
        ["prove", "{n -> n-1; n-2}", "P: n % 3 = 0", "--certificate", "heap.cert"],
        ["prove", "misere {n -> n-1; n-2}", "P: n % 3 = 1", "--certificate", "misere.cert"],
        ["prove", "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}", "P: a = b", "--certificate", "rook.cert"],
        [
            "prove",
            lasker,
            "g = n - 1 if n > 0 and n % 4 = 0; n + 1 if n % 4 = 3; n otherwise",
            "--certificate",
            "two.cert",
        ],
        ["prove", "take[1,2](a) + nim(b)", "P: a % 3 = b", "--certificate", "sum.cert"],
    ] {
        let output = run(&mut folder.grundy(&arguments));
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let cases = [
        ("heap.cert", "take[1,2]", 0, Some(true)),
        ("heap.cert", "0.33", 0, Some(true)),
        ("heap.cert", "{n -> n-k for k in 1..2}", 0, Some(true)),
        // the same P-positions
        ("heap.cert", "take[1,2,4]", 1, Some(false)),
        ("heap.cert", "nim", 1, Some(false)),
        ("heap.cert", "wythoff", 1, Some(false)),
        ("heap.cert", "misere take[1,2]", 2, None),
        ("misere.cert", "misere take[1,2]", 0, Some(true)),
        ("misere.cert", "misere take[1,3]", 1, Some(false)),
        ("misere.cert", "take[1,2]", 2, None),
        ("rook.cert", "{(x,y) -> (i,y) for i in 0..x-1; (x,j) for j in 0..y-1}", 0, Some(true)),
        ("rook.cert", "wythoff", 1, Some(false)),
        ("two.cert", "{n -> i for i in 0..n-1; n-a & a for a in 1..n//2}", 0, Some(true)),
        ("two.cert", "{n -> n-k for k in 1..; a & n-a for a in 2..n-1}", 1, Some(false)),
        ("two.cert", "lasker", 0, Some(true)),
        ("rook.cert", "nim(a,b)", 0, Some(true)),
        ("sum.cert", "take[1,2](a) + nim(b)", 0, Some(true)),
        ("sum.cert", "take[1,2]", 1, Some(false)),
    ];
    for (file, game, code, same) in cases {
        let (ended, object) = told(&run(&mut folder.grundy(&["verify", file, "--game", game, "--json"])));
        assert_eq!((ended, object["same_rule"].as_bool()), (code, same), "{file} {game}: {object}");
    }
}
