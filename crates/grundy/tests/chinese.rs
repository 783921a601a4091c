//! Faults have their Chinese, whatever is mistyped.

use std::collections::BTreeSet;

use grundy::claim::ClaimFault;
use grundy::game::catalogue;
use grundy::words::fault_in_chinese;
use grundy::{Diagnostic, Session};
use grundy_core::testing::cases;

/// Where the examples of the catalogue have nothing like it.
const TEXTS: &[&str] = &[
    "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..a if a % 2 = 1 by a+b}(3,4)",
    "{n -> a & n-a for a in 1..; kayles(n-1) & n//2 times 2 if n > 0 and not n in {1,4..6}}(9)",
    "let t[m] = take[1..m except 2]; 2*t[3](21) + (t[5](40) + *7)",
    "graph{a->b,c; b->d; c->d}(a, a, b) + 4!.07[3](5) + {n -> n-1; n+1 loopy}(3)",
    "misere nim(3,5,?)",
];

const CLAIMS: &[(&str, &str)] = &[
    ("take[1,3,4]", "P: n % 7 in {0,2}"),
    ("wythoff", "P: exists k: a = 3*k and min(a,b) = floor(phi*abs(a-b))"),
    ("kayles(n)", "period 12 from 71 saltus 0"),
    ("nim(a,b)", "g = xor(a,b) if a != b else lowfib(a+1) - 1"),
];

/// What stands in the place of a character.
const SLIPS: &[&str] = &["", "(", ")", "x", "?", "-", "\"", "99", ",", "]", "|", "}", "a->a"];

/// Every text with one character left out, or another one in its place.
fn slips(text: &str) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    (0..characters.len()).flat_map(move |at| {
        let [before, after] = [&characters[..at], &characters[at + 1..]].map(|part| part.iter().collect::<String>());
        SLIPS.iter().map(move |other| format!("{before}{other}{after}"))
    })
}

/// Two English words side by side, outside quotations; a rule or a position that is shown as it is to be written has none.
fn is_english(text: &str) -> bool {
    let shown = text.starts_with(['{', '(']) || text.contains("->") || Session::new().position(text).is_ok();
    if shown || ["let ", "for ", "misere ", "prove "].iter().any(|word| text.starts_with(word)) {
        return false;
    }
    let outside = |text: String, marks: &[char]| text.split(marks).step_by(2).collect::<Vec<_>>().join("…");
    let text = ["`", "\"“”", "'"]
        .iter()
        .fold(text.to_owned(), |text, marks| outside(text, &marks.chars().collect::<Vec<_>>()));
    let is_word = |word: &&str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase());
    text.split(' ').collect::<Vec<_>>().windows(2).any(|pair| pair.iter().all(is_word))
}

#[test]
fn any_slip_of_one_character_is_told_in_chinese() {
    let mut english = BTreeSet::new();
    let mut look = |fault: Diagnostic| {
        for sentence in [Some(fault.message), fault.suggestion].into_iter().flatten() {
            if is_english(&fault_in_chinese(&sentence).unwrap_or_else(|| sentence.clone())) {
                english.insert(sentence);
            }
        }
    };
    let examples: Vec<&str> = catalogue::all().iter().map(|entry| entry.example).chain(TEXTS.iter().copied()).collect();
    let step = cases(3, 1);
    for text in examples {
        for slip in slips(text).step_by(step) {
            Session::new().position(&slip).map_or_else(&mut look, |_| ());
        }
        let game = text.split('(').next().unwrap_or_default();
        for slip in slips(game).step_by(step) {
            Session::new().game(&slip).map_or_else(&mut look, |_| ());
        }
    }
    for (subject, claim) in CLAIMS {
        let slips_of_both = slips(claim).map(|slip| ((*subject).to_owned(), slip));
        for (subject, claim) in slips_of_both.chain(slips(subject).map(|slip| (slip, (*claim).to_owned()))) {
            match Session::new().claim(&subject, &claim) {
                Err(ClaimFault::Subject(fault) | ClaimFault::Claim(fault)) => look(fault),
                Ok(_) => {}
            }
        }
    }
    assert!(english.is_empty(), "{english:#?}");
}

#[test]
fn numbers_of_sets_that_are_not_computed_are_told_with_their_limit() {
    let told = |text: &str| Session::new().game(text).unwrap_err();
    assert!(Session::new().game("take[1,2^4096*2^4096]").is_ok());
    for (text, message, chinese) in [
        ("take[1,1000^4000]", "a number beyond 2^32768", "一个数超过 2^32768"),
        ("take[1,2^5000]", "an exponent must be from 0 to 4096", "指数必须在 0 到 4096 之间"),
        ("take[1,gcd(4,6)]", "a number was expected here", "这里应为数"),
        ("take[1,1//0]", "a division by zero", "除以零"),
    ] {
        let fault = told(text);
        assert_eq!((&*fault.message, &fault.suggestion), (message, &None), "{text}");
        assert_eq!(fault_in_chinese(message).as_deref(), Some(chinese));
    }
}

#[test]
fn what_people_mistype_is_told_in_chinese() {
    let told = |text: &str| {
        let message = Session::new().position(text).unwrap_err().message;
        fault_in_chinese(&message).unwrap_or_else(|| panic!("{text}: {message}"))
    };
    for text in ["kayls(9)", "nim(", "nim(3", "take[1,2(3)", "nim(3))", "kayles(x)", "nim(?,?)", "nim(-3)", "cram(3)"] {
        let chinese = told(text);
        assert!(chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{text}: {chinese}");
    }
    assert_eq!(told("nim(3"), "这里应为`,` 或 `)`，却是结尾；第 4 个字符处的 `(` 还没有闭合");
}
