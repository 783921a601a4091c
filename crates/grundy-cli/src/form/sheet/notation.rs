//! Which parts of a sentence are notation: positions, formulas, what stands in backticks.
//!
//! `the P-positions are those with min(a,b) = floor(phi*abs(a-b))` has the words up to `with`, and one formula. A name with
//! brackets right behind it is notation, and so are brackets without words in them and what is written with signs of
//! arithmetic. Signs with blanks around them, such as `=` and `→`, join what stands on both sides.

use super::{Line, Span};

/// Signs that make a piece without blanks a formula.
const SIGNS: &[char] = &['*', '^', '_', '=', '<', '>', '+', '|', '≤', '≥', '≠', '∞', '%', '⊕'];
/// What joins two formulas, with blanks around it.
const BETWEEN: &[&str] = &[
    "=", "≠", "<", ">", "≤", "≥", "+", "-", "−", "*", "/", "%", "⊕", "→", "->", "&", "|", "×", "==", "!=", "<=", ">=",
];
/// How a command begins.
const COMMAND: &str = "grundy ";
/// What may stand behind a formula and is not of it.
const MARKS: &[char] = &['.', ',', ';', ':', '!', '?'];

/// The pieces of a sentence.
pub(super) fn spans(text: &str) -> Line {
    // a command is typed as it stands
    if let Some(at) = text.find(COMMAND).filter(|at| text[*at..].contains(['\'', '"']) && !text.contains('`')) {
        let (words, command) = text.split_at(at);
        let before = (!words.is_empty()).then(|| spans(words));
        return before.into_iter().flatten().chain([Span::Code(command.to_owned())]).collect();
    }
    let letters: Vec<char> = text.chars().collect();
    let (mut line, mut words, mut at) = (Line::new(), String::new(), 0);
    while at < letters.len() {
        let begins = at == 0 || letters[at - 1].is_whitespace() || "(“「（，。；：".contains(letters[at - 1]);
        let quoted = (letters[at] == '`').then(|| letters[at + 1..].iter().position(|&c| c == '`')).flatten();
        let (code, end) = if let Some(length) = quoted.filter(|&length| length > 0) {
            (letters[at + 1..at + 1 + length].iter().collect(), at + length + 2)
        } else if let Some(end) = begins.then(|| formula(&letters, at)).flatten() {
            (letters[at..end].iter().collect::<String>(), end)
        } else {
            words.push(letters[at]);
            at += 1;
            continue;
        };
        if !words.is_empty() {
            line.push(Span::Words(std::mem::take(&mut words)));
        }
        line.push(Span::Code(code));
        at = end;
    }
    if !words.is_empty() {
        line.push(Span::Words(words));
    }
    line
}

/// Where the formula that begins here ends; `None`: words begin here.
fn formula(letters: &[char], from: usize) -> Option<usize> {
    let (mut end, mut is_formula) = piece(letters, from)?;
    // `a = b`: a sign, and another piece
    while let Some((sign, behind)) = word(letters, end).filter(|(sign, _)| BETWEEN.contains(&sign.as_str())) {
        // `N - the player` is a dash
        let Some((next, is_next)) = start_of_word(letters, behind).and_then(|start| piece(letters, start)) else {
            break;
        };
        let is_dash = ["-", "−", "/", "|"].contains(&sign.as_str());
        if is_dash && !(is_formula || is_next) {
            break;
        }
        (end, is_formula) = (next, true);
    }
    is_formula.then_some(end)
}

/// The word behind one blank here, and where it ends.
fn word(letters: &[char], at: usize) -> Option<(String, usize)> {
    let start = start_of_word(letters, at)?;
    let length = letters[start..].iter().take_while(|c| !c.is_whitespace()).count();
    (length > 0).then(|| (letters[start..start + length].iter().collect(), start + length))
}

fn start_of_word(letters: &[char], at: usize) -> Option<usize> {
    (letters.get(at) == Some(&' ')).then_some(at + 1)
}

/// The piece without blanks outside of brackets that begins here: where it ends, and whether it is a formula by itself. Of
/// others only names of one letter and numbers can be sides of one. Words are none.
fn piece(letters: &[char], from: usize) -> Option<(usize, bool)> {
    let (mut at, mut has_brackets, mut has_signs) = (from, false, false);
    while let Some(&c) = letters.get(at).filter(|c| !c.is_whitespace()) {
        match c {
            '(' | '[' | '{' => {
                let close = closing(letters, at)?;
                if at == from && !is_formal(&letters[at + 1..close]) {
                    return None;
                }
                has_brackets = true;
                at = close + 1;
                continue;
            }
            ')' | ']' | '}' | '`' | '“' | '”' | '"' => break,
            // sentences without blanks
            c if is_chinese(c) => break,
            c if SIGNS.contains(&c) => has_signs = true,
            _ => {}
        }
        at += 1;
    }
    while at > from && MARKS.contains(&letters[at - 1]) {
        at -= 1;
    }
    let text = &letters[from..at];
    let is_number = !text.is_empty() && text.iter().all(|c| c.is_ascii_digit() || *c == '.');
    let is_letter = text.len() == 1 && text[0].is_alphabetic();
    match text {
        [] => None,
        // a sign alone is a dash or a mark in a text
        _ if !text.iter().any(|c| c.is_alphanumeric()) && !has_brackets => None,
        _ if has_brackets || has_signs => Some((at, true)),
        _ if is_number || is_letter => Some((at, false)),
        _ => None,
    }
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// The bracket that closes the one here.
fn closing(letters: &[char], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in letters.iter().enumerate().skip(open) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Is this inside of brackets no text: several numbers or a formula, whose words are names of one letter, or of functions?
fn is_formal(letters: &[char]) -> bool {
    // `(2)` and `(n)` are remarks
    if letters.iter().all(|c| c.is_alphanumeric()) {
        return false;
    }
    let words = letters.split(|c| !c.is_alphabetic());
    let mut at = 0;
    words.into_iter().all(|word| {
        let behind = letters.get(at + word.len());
        at += word.len() + 1;
        word.len() < 2 || matches!(behind, Some('(' | '[' | '{'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line with its formulas in ‹›.
    fn marked(text: &str) -> String {
        let piece = |span: &Span| match span {
            Span::Words(words) | Span::Term(words) => words.clone(),
            Span::Code(code) => format!("‹{code}›"),
        };
        spans(text).iter().map(piece).collect()
    }

    #[test]
    fn formulas_are_told_from_words() {
        for line in [
            "the P-positions are exactly those with ‹min(a,b) = floor(phi*abs(a-b))›",
            "proved: ‹g(a + 24, b) = g(a, b) + 24› for all ‹a ≥ 102› and ‹b ≤ 8›",
            "winning moves (2): ‹kayles(5) → kayles(2, 2)›, ‹kayles(5) → kayles(4)›",
            "Recognised as ‹take[1..]›.",
            "more winning moves: ‹grundy moves --winning 'nim(3, 5)'›",
            "N — the player to move wins",
            "proved (Sprague–Grundy; Bouton)",
            "proved (a table of all values up to this place, computed from the rule)",
            "‹(0, 1)› can be moved to ‹(0, 0)›, a P-position",
            "the values are those of 4.4, 4.6, one heap later: ‹G(n) = H(n + 1)› for all n; proved",
            "relations: ‹a^2 = 1›, ‹b^3 = b›",
            "values of kayles",
            "N - the player to move",
            "3 heaps - 2 of them equal",
            "证明：‹g(n) = n›，对所有 n",
            "no end: ‹nim(3› is open (",
            "the heap(s) of a rule",
        ] {
            let plain: String = line.chars().filter(|c| !['‹', '›'].contains(c)).collect();
            let expected = match line {
                // brackets that are not closed make no formula
                "no end: ‹nim(3› is open (" => "no end: nim(3 is open (",
                // as a name with brackets does
                "the heap(s) of a rule" => "the ‹heap(s)› of a rule",
                line => line,
            };
            assert_eq!(marked(&plain), expected);
        }
        assert_eq!(marked("say `--help` or ``"), "say ‹--help› or ``");
    }
}
