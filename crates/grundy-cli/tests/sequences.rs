//! Periods, certificates, b-files and comparisons, through the program; and finder and checker against each other.

use std::fs;

use crate::common::{Folder, Random, told};
use grundy::period::certificate;
use grundy::{Context, Session};
use grundy_verify::{Budget, Verdict, verify};
use serde_json::Value;

const BUDGET: Budget<'static> = Budget { steps: 1 << 36, bytes: 1 << 28, cancel: None };

/// A game of every kind that has a certificate.
const GAMES: [&str; 26] = [
    "kayles",
    "0.07",
    "0.137",
    "0.156",
    "0.45",
    "0.05!",
    "0.05?",
    "0.A2",
    "0.F2",
    "0.0",
    "0.3301",
    "nim",
    "0.[3]",
    "take[1..3]",
    "take[1,3,4]",
    "take[2,5,9..11]",
    "take[1..100, 150]",
    "take[3..]",
    "take[1.. except 2..4]",
    "take[evens]",
    "take[1, 4, 6.., 2 step 1]",
    "{n -> n-k for k in {2,7,11}}",
    "wythoff(n, 8)",
    "wythoff(3, n)",
    "wythoff[2](n, 3)",
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..; (a-1,b-2); (a-2,b-1)}(n, 3)",
];

fn written(game: &str) -> Option<String> {
    let question = Session::new().game(game).ok()?;
    certificate(&question.game, &Context::default()).ok()
}

#[test]
fn the_checker_accepts_what_the_finder_proves() {
    let mut valid = 0;
    for game in GAMES {
        // some spellings may not be in the language; most must be
        let Some(text) = written(game) else { continue };
        let verdict = verify(text.as_bytes(), &BUDGET);
        assert!(matches!(verdict, Ok(Verdict::Valid(_))), "{game}: {verdict:?}\n{text}");
        valid += 1;
    }
    assert!(valid >= 24, "{valid}");
}

#[test]
fn a_row_is_proved_certified_and_used_far_out() {
    let folder = Folder::new();
    let (code, found) = folder.sequence(&["period", "wythoff(n, 4)", "--certificate", "row.cert"]);
    assert_eq!((code, &found["preperiod"], &found["period"]), (0, &9.into(), &12.into()));
    assert_eq!((&found["saltus"], &found["evidence"]["status"]), (&12.into(), &"proved".into()));
    let (code, checked) = folder.sequence(&["verify", "row.cert"]);
    assert_eq!((code, &checked["valid"], &checked["period"]), (0, &true.into(), &12.into()));
    let (code, far) = folder.sequence(&["solve", "wythoff(10^18, 5)"]);
    assert_eq!((code, &far["value"]), (0, &"1000000000000000002".into()));
    assert_eq!((&far["evidence"]["status"], &far["moves_truncated"]), (&"proved".into(), &false.into()));
    let wins: Vec<&str> = far["moves"].as_array().unwrap().iter().filter_map(|m| m["to"].as_str()).collect();
    assert_eq!(wins, ["wythoff(3, 5)"]);
}

#[test]
fn random_rules_are_certified() {
    // not `Random`: what it draws decides how long this takes
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    let mut valid = 0;
    for round in 0..120 {
        let game = if round % 2 == 0 {
            let head: Vec<String> = (0..1 + random(4)).map(|_| (1 + random(12)).to_string()).collect();
            let tail = match random(3) {
                0 => format!(", {}..", 5 + random(12)),
                1 => format!(", {}.. step {}", 5 + random(12), 2 + random(3)),
                _ => String::new(),
            };
            format!("take[{}{tail}]", head.join(", "))
        } else {
            let digits: String = (0..1 + random(3)).map(|_| char::from(b'0' + random(8) as u8)).collect();
            format!("0.{digits}{}", if random(4) == 0 { "!" } else { "" })
        };
        let question = Session::new().game(&game).unwrap();
        let cx = Context::new(grundy::Budget { nodes: Some(20_000_000), ..grundy::Budget::UNLIMITED });
        let Ok(text) = certificate(&question.game, &cx) else { continue };
        let verdict = verify(text.as_bytes(), &BUDGET);
        assert!(matches!(verdict, Ok(Verdict::Valid(_))), "{game}: {verdict:?}\n{text}");
        valid += 1;
    }
    assert!(valid > 60, "{valid}");
}

#[test]
fn a_changed_byte_is_found() {
    let mut random = Random(2);
    for game in GAMES {
        let Some(text) = written(game) else { continue };
        for _ in 0..500 {
            let mut changed = text.clone().into_bytes();
            let at = random.below(changed.len() as u64) as usize;
            changed[at] ^= 1 + random.below(255) as u8;
            assert!(!matches!(verify(&changed, &BUDGET), Ok(Verdict::Valid(_))), "{game} {at}");
        }
    }
}

impl Folder {
    fn sequence(&self, arguments: &[&str]) -> (i32, Value) {
        told(&self.grundy(&[arguments, &["--json"]].concat()).output().unwrap())
    }
}

/// What others found of a code is told where no period was found, and zeros at its end are no digits more.
#[test]
fn what_is_published_of_a_code_is_told() {
    let folder = Folder::new();
    let (code, officers) = folder.sequence(&["period", "0.60", "--to", "1000"]);
    let published = &officers["published"];
    assert_eq!((code, &published["status"], &published["when"]), (1, &"unsolved".into(), &2025.into()));
    assert_eq!(published["values"], 140_000_000_000_000u64);
    let (_, open) = folder.sequence(&["period", "0.04", "--to", "1000"]);
    assert_eq!((&open["published"]["status"], &open["published"]["values"]), (&"unsolved".into(), &Value::Null));
    let (_, kenyon) = folder.sequence(&["period", "0.3F00"]);
    assert_eq!(kenyon["published"]["status"], "known");
    // of another code with the same values
    let (_, two) = folder.sequence(&["period", "0.2"]);
    let published = &two["published"];
    assert_eq!(
        (&published["status"], &published["of"], &published["period"]),
        (&"known".into(), &"4.0".into(), &2.into())
    );
    assert_eq!(folder.sequence(&["period", "0.8"]).1["published"]["status"], "new");
    for (language, told) in [("en", "published: no period is known, T. Czajka"), ("zh", "文献：周期未知，T. Czajka")]
    {
        let output = folder.grundy(&["period", "grundy", "--to", "500", "--lang", language]).output().unwrap();
        let (text, news) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(text.contains(told), "{text}");
        assert_eq!(news, "");
    }
}

/// Of Grundy's game T. Czajka counts 1274 rare values with that of heap 0, the last at 82860.
#[test]
fn the_sparse_space_of_a_code_is_told() {
    let folder = Folder::new();
    let (_, grundys) = folder.sequence(&["period", "grundy", "--to", "100000"]);
    let space = &grundys["sparse"];
    assert_eq!((&space["mask"], &space["rares"], &space["last_rare"]), (&254.into(), &1273.into(), &82_860.into()));
    let output = folder.grundy(&["period", "grundy", "--to", "100000"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("of the bits of 254; of the heaps 1 to 100000 1273 do, the last of them heap 82860"),
        "{text}"
    );
    // rare heaps have ended, and each heap costs the same: an hour was told
    assert!(grundys["further"]["seconds"].as_f64().is_some_and(|seconds| seconds < 600.0), "{}", grundys["further"]);
    assert!(folder.sequence(&["period", "kayles"]).1["sparse"].is_null());
}

#[test]
fn periods_are_told_and_certified() {
    let folder = Folder::new();
    let (code, answer) = folder.sequence(&["period", "kayles", "--certificate", "k.cert"]);
    assert_eq!((code, &answer["period"], &answer["published"]["status"]), (0, &12.into(), &"known".into()));
    // the file is whole, and nothing else is left behind
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    let (code, verdict) = folder.sequence(&["verify", "k.cert"]);
    assert_eq!((code, &verdict["valid"], &verdict["last_exception"]), (0, &true.into(), &70.into()));
    assert_eq!(folder.sequence(&["verify", "k.cert", "--nodes", "10"]).0, 3);

    let text = fs::read_to_string(folder.0.join("k.cert")).unwrap();
    fs::write(folder.0.join("changed"), text.replace("period 12", "period 24")).unwrap();
    assert_eq!(folder.sequence(&["verify", "changed"]).0, 2);
    // signed again it can be read, and is false
    let body = text.replace("period 12", "period 24");
    let body = &body[..body.len() - 24];
    let signed = format!("{body}digest {:016x}\n", grundy_verify::digest(body.as_bytes()));
    fs::write(folder.0.join("false"), signed).unwrap();
    let (code, verdict) = folder.sequence(&["verify", "false"]);
    assert_eq!((code, &verdict["valid"]), (1, &false.into()));

    let (code, answer) = folder.sequence(&["period", "4!.0", "--to", "2000"]);
    assert_eq!((code, &answer["found"]), (1, &false.into()));
    // the trial at a law has a proof where the first values have none
    let (code, answer) = folder.sequence(&["period", "kayles", "--limit", "130"]);
    assert_eq!((code, &answer["evidence"]["status"], &answer["found"]), (0, &"proved".into(), &true.into()));
    let (code, answer) = folder.sequence(&["period", "{n -> n-1; n-2 if n % 5 = 0}", "--limit", "500"]);
    assert_eq!((code, &answer["evidence"]["status"], &answer["period"]), (0, &"proved".into(), &5.into()));
    // no automaton computes square roots
    let (code, answer) = folder.sequence(&["period", "{n -> n-1; n-2 if isqrt(n) = 2}", "--limit", "500"]);
    assert_eq!((code, &answer["evidence"]["status"], &answer["found"]), (0, &"checked".into(), &true.into()));
    let (code, answer) = folder.sequence(&["period", "4!.0", "--nodes", "10^5"]);
    assert_eq!((code, &answer["complete"], &answer["found"]), (3, &false.into(), &Value::Null));
    // the answer stands where there is no certificate for its theorem
    let (code, answer) = folder.sequence(&["period", "lasker", "--certificate", "l"]);
    assert_eq!((code, &answer["found"]), (0, &true.into()));
    assert!(!folder.0.join("l").exists());
    assert_eq!(folder.sequence(&["period", "misere kayles"]).0, 2);
    assert_eq!(folder.sequence(&["period", "kayles", "--certificate", "nowhere/k"]).0, 4);
    assert_eq!(folder.sequence(&["verify", "nowhere"]).0, 4);
}

#[test]
fn terms_and_games_are_compared() {
    let folder = Folder::new();
    let write = |text: &str| fs::write(folder.0.join("b.txt"), text).unwrap();
    write("# Kayles\n0 0\n1 1\n2 2\n\n3 3 # three\n4 1\n");
    let (code, answer) = folder.sequence(&["verify", "b.txt", "--game", "kayles"]);
    assert_eq!((code, &answer["valid"], &answer["right_to"]), (0, &true.into(), &4.into()));
    write("2 2\n3 3\n4 2\n");
    let (code, answer) = folder.sequence(&["verify", "b.txt", "--game", "kayles"]);
    assert_eq!(
        (code, &answer["first_wrong"], &answer["expected"], &answer["found"]),
        (1, &4.into(), &1.into(), &2.into())
    );
    // where play need not end, a term that no number can be is wrong
    let loopy = "{n -> n-1; n if n = 4 loopy}";
    write("0 0\n1 1\n2 0\n3 1\n");
    let (code, answer) = folder.sequence(&["verify", "b.txt", "--game", loopy]);
    assert_eq!((code, &answer["valid"], &answer["right_to"]), (0, &true.into(), &3.into()));
    write("0 0\n1 1\n2 0\n3 1\n4 7\n");
    let (code, answer) = folder.sequence(&["verify", "b.txt", "--game", loopy]);
    assert_eq!(
        (code, &answer["first_wrong"], &answer["expected"], &answer["found"]),
        (1, &4.into(), &Value::Null, &7.into())
    );
    write("0 0\n1 0\n2 1\n3 5\n");
    let pairs = "{(a,b) -> (a-1,b); (a,b-1) loopy}";
    assert_eq!(folder.sequence(&["verify", "b.txt", "--game", pairs]).1["first_wrong"], 1);
    for bad in ["", "1 2 3\n", "0 0\n2 2\n", "-1 0\n", "0 x\n", "0\n", "0 1.5\n"] {
        write(bad);
        assert_eq!(folder.sequence(&["verify", "b.txt", "--game", "kayles"]).0, 2, "{bad}");
    }
    let (code, answer) = folder.sequence(&["same", "0.161", "0.36"]);
    assert_eq!((code, &answer["first_difference"]), (1, &519.into()));
    let (code, answer) = folder.sequence(&["same", "kayles", "0.77", "--to", "1000"]);
    assert_eq!((code, &answer["evidence"]["status"]), (0, &"proved".into()));
    assert_eq!(folder.sequence(&["same", "kayles", "wythoff"]).0, 2);
}

/// A list has no index; one that is right a place further on is said to be.
#[test]
fn lists_are_compared_and_a_shift_is_told() {
    let folder = Folder::new();
    let checked = |text: &str| {
        fs::write(folder.0.join("v"), text).unwrap();
        folder.sequence(&["verify", "v", "--game", "kayles"])
    };
    for right in ["0 1 2 3 1 4", "[0,1,2,3,1,4]", "0\n1\n2\n3\n1\n", "n,g\n0,0\n1,1\n2,2\n", "0: 0\n1: 1\n"] {
        let (code, answer) = checked(right);
        assert_eq!(
            (code, &answer["valid"], &answer["fits_from"]),
            (0, &true.into(), &Value::Null),
            "{right}: {answer}"
        );
    }
    for (text, from) in [("1 2 3 1 4 3", 1), ("1 0\n2 1\n3 2\n4 3\n5 1\n", 0), ("3,1,4,3,2", 3)] {
        let (code, answer) = checked(text);
        assert_eq!((code, &answer["fits_from"]), (1, &from.into()), "{text}: {answer}");
        let said = folder.grundy(&["verify", "v", "--game", "kayles"]).output().unwrap().stdout;
        let expected = format!("the first one is that of n = {from}");
        assert!(String::from_utf8(said).unwrap().contains(&expected), "{text}");
    }
    for wrong in ["0 1 2 3 1 5", "5 5 5 5", "1 2 4 1 4 3"] {
        let (code, answer) = checked(wrong);
        assert_eq!((code, &answer["fits_from"]), (1, &Value::Null), "{wrong}: {answer}");
    }
}

/// What `table --format bfile` writes of two coordinates, `verify` reads so; a wrong term is found.
#[test]
fn arrays_are_compared_by_antidiagonals() {
    let folder = Folder::new();
    for (game, from) in
        [("wythoff", "0"), ("wythoff", "1"), ("{(a,b) -> (a-1,b) | (a,b-2)}", "0"), ("moore[2]", "0"), ("cram", "1")]
    {
        let to = if game == "cram" { "4" } else { "20" };
        let mut table = folder.grundy(&["table", game, "--from", from, "--to", to, "--format", "bfile"]);
        let text = String::from_utf8(table.output().unwrap().stdout).unwrap();
        let last = text.lines().last().unwrap();
        let (index, value) = last.split_once(' ').unwrap();
        let other = format!("{index} {}", value.parse::<u64>().unwrap() + 1);
        let checked = |text: &str| {
            fs::write(folder.0.join("a.txt"), text).unwrap();
            folder.sequence(&["verify", "a.txt", "--game", game])
        };
        let (code, answer) = checked(&text);
        assert_eq!((code, answer["right_to"].to_string().as_str()), (0, index), "{game} from {from}");
        assert_eq!(checked(&text.replace(last, &other)).0, 1, "{game} from {from}");
    }
}

/// A code without a period says how far a longer search would come, and what that takes.
#[test]
fn a_longer_search_of_a_code_is_told() {
    let said = |lang: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["period", "0.104", "--to", "70000", "--lang", lang])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    };
    let english = said("en");
    assert!(english.contains("--to 10^") && english.contains("goes on: "), "{english}");
    let chinese = said("zh");
    assert!(chinese.contains("可继续查找：按此速度"), "{chinese}");
}
