//! The sentences of comments: plain ASCII, in lines that people read.
//!
//! `⌊mφ⌋` becomes `floor(m*phi)`: some compilers read a source in the locale of the machine.

use crate::evidence::Evidence;

/// Columns of comments.
const COLUMNS: usize = 96;

/// What is proved, with its sources.
pub(super) fn proved(evidence: &Evidence) -> String {
    let mut text = format!("Proved for all positions: {}.", evidence.by().english);
    let references: Vec<&str> = evidence.theorems.iter().map(|t| t.reference).filter(|r| !r.is_empty()).collect();
    if !references.is_empty() {
        text.push_str(&format!(" Reference: {}.", references.join("; ")));
    }
    if !evidence.is_proved() {
        text = format!("Not proved ({}): {}.", evidence.status_name(), evidence.by().english);
    }
    text
}

/// The words of a law with other letters for its numbers. Where one of them means something else in it, it keeps its own and
/// says so.
pub(super) fn renamed(words: &str, from: &[String], to: &[String]) -> String {
    let other = |name: &str| from.iter().position(|own| own == name).and_then(|at| to.get(at));
    let mut out = String::new();
    let (mut met, mut differs) = (Vec::new(), false);
    let mut rest = words;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let (before, at) = rest.split_at(start);
        let end = at.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(at.len());
        let (name, behind) = at.split_at(end);
        out.push_str(before);
        // the article, and what stands behind an apostrophe
        let is_article = name == "a"
            && (out.is_empty() || out.ends_with(' '))
            && behind.strip_prefix(' ').is_some_and(|next| next.starts_with(|c: char| c.is_ascii_alphabetic()));
        match other(name) {
            Some(to) if !is_article => {
                differs |= to != name;
                out.push_str(to);
            }
            _ => {
                if !is_article && !out.ends_with('\'') {
                    met.push(name);
                }
                out.push_str(name);
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    match differs && to.iter().any(|name| met.contains(&name.as_str())) {
        true => format!("{words} (written with {} for {})", from.join(", "), to.join(", ")),
        false => out,
    }
}

/// Text that every compiler reads in every locale: no letters beyond ASCII, no backslash, one line.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        // a product of letters
        if "φα√".contains(c) && out.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            out.push('*');
        }
        match c {
            '⌊' => out.push_str("floor("),
            '⌋' => out.push(')'),
            'φ' => out.push_str("phi"),
            'α' => out.push_str("alpha"),
            '√' => out.push_str("sqrt"),
            '≥' => out.push_str(">="),
            '≤' => out.push_str("<="),
            '²' => out.push_str("^2"),
            '·' => out.push('*'),
            '–' | '−' | '—' => out.push('-'),
            '‘' | '’' => out.push('\''),
            'Ä' | 'Ö' | 'Ü' => out.push_str(&format!("{}e", base(c).unwrap_or(c))),
            '…' => out.push_str("..."),
            '“' | '”' => out.push('"'),
            '→' => out.push_str("->"),
            '\\' => out.push('/'),
            c if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            c => out.push_str(&base(c).map_or("?".to_owned(), |letter| letter.to_string())),
        }
    }
    out
}

/// A Latin letter without its accent.
fn base(c: char) -> Option<char> {
    const LETTERS: &[(&str, char)] = &[
        ("àáâãäåăą", 'a'),
        ("ÀÁÂÃÄÅĂĄ", 'A'),
        ("çćč", 'c'),
        ("ÇĆČ", 'C'),
        ("ďđ", 'd'),
        ("ĎĐ", 'D'),
        ("èéêëęě", 'e'),
        ("ÈÉÊËĘĚ", 'E'),
        ("ğ", 'g'),
        ("Ğ", 'G'),
        ("ìíîïı", 'i'),
        ("ÌÍÎÏİ", 'I'),
        ("ł", 'l'),
        ("Ł", 'L'),
        ("ñńň", 'n'),
        ("ÑŃŇ", 'N'),
        ("òóôõöőø", 'o'),
        ("ÒÓÔÕÖŐØ", 'O'),
        ("řŕ", 'r'),
        ("ŘŔ", 'R'),
        ("śšş", 's'),
        ("ŚŠŞ", 'S'),
        ("ťţ", 't'),
        ("ŤŢ", 'T'),
        ("ùúûüűů", 'u'),
        ("ÙÚÛÜŰŮ", 'U'),
        ("ýÿ", 'y'),
        ("Ý", 'Y'),
        ("źžż", 'z'),
        ("ŹŽŻ", 'Z'),
    ];
    LETTERS.iter().find(|(accented, _)| accented.contains(c)).map(|&(_, letter)| letter)
}

/// Lines of at most [`COLUMNS`] columns where blanks allow it.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|l| !l.is_empty() && l.len() + 1 + word.len() > COLUMNS) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_accents_and_stay_letters() {
        assert_eq!(
            plain("Über mathematische Kampfspiele, Erdős, Łukasz, Dvořák"),
            "Ueber mathematische Kampfspiele, Erdos, Lukasz, Dvorak"
        );
        assert_eq!(plain("Bröcker, Poincaré, ⌊nφ⌋ − 1"), "Brocker, Poincare, floor(n*phi) - 1");
    }

    #[test]
    fn a_law_is_said_with_the_letters_of_the_program() {
        let told = |words: &str, from: &str, to: &str| {
            let list = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
            renamed(words, &list(from), &list(to))
        };
        let limited = "P iff n = 0 or q < the lowest binary digit of n, as a power of 2";
        assert_eq!(told(limited, "n q", "n l"), "P iff n = 0 or l < the lowest binary digit of n, as a power of 2");
        assert_eq!(told(limited, "n q", "q a"), "P iff q = 0 or a < the lowest binary digit of q, as a power of 2");
        assert_eq!(told("P iff min(a,b) = ⌊φ·abs(a-b)⌋", "a b", "b s"), "P iff min(b,s) = ⌊φ·abs(b-s)⌋");
        assert_eq!(told("n - 2n, Zeckendorf's sum", "n", "s"), "s - 2s, Zeckendorf's sum");
        let residue = "with m = n mod 5: g(n) = m // 2";
        assert_eq!(told(residue, "n", "m"), format!("{residue} (written with n for m)"));
        assert_eq!(told(residue, "n", "n"), residue);
    }
}
