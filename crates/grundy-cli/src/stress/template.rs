//! How a position is written for the program: `{heaps}`, or `1\n{k}\n{heaps}\n` as contests like it.

use grundy::Diagnostic;
use grundy::game::{Game, Shape};

use super::oracle::{Start, row};

/// One piece of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// All numbers, separated by blanks.
    Heaps,
    /// All numbers, a line each.
    Lines,
    /// A row of coins with heads at the numbers.
    Row,
    /// How many numbers.
    Count,
    /// The position as grundy reads it.
    Position,
    /// One number.
    Number(usize),
    /// A letter of the rule, with its value.
    Letter(String, u64),
}

/// A template, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

/// What may stand in braces.
const KNOWN: &str = "{heaps}, {lines}, {k}, {text}, or {n} and {a} {b} {c} … for single numbers";

impl Template {
    /// Reads a template for positions of this game, whose rule has these letters with their values.
    pub(crate) fn read(text: &str, game: &Game, rule: &[(String, u64)]) -> Result<Template, Diagnostic> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut letters = text.chars().peekable();
        while let Some(c) = letters.next() {
            match c {
                '\\' => match letters.next() {
                    Some('n') => plain.push('\n'),
                    Some('t') => plain.push('\t'),
                    Some('r') => plain.push('\r'),
                    Some('\\') => plain.push('\\'),
                    other => {
                        let what = other.map_or("the end".to_owned(), |c| format!("`{c}`"));
                        return Err(Diagnostic::input(format!("--format: `\\` is followed by {what}"))
                            .suggest("known are \\n, \\t, \\r and \\\\"));
                    }
                },
                '{' | '}' if letters.peek() == Some(&c) => {
                    letters.next();
                    plain.push(c);
                }
                '{' => {
                    let mut closed = false;
                    let mut inside = |&c: &char| {
                        closed = c == '}';
                        !closed
                    };
                    let name: String = letters.by_ref().take_while(&mut inside).collect();
                    if !closed {
                        return Err(
                            Diagnostic::input("--format: a `{` is not closed").suggest("a brace itself is `{{`")
                        );
                    }
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(piece(&name, game, rule)?);
                }
                '}' => {
                    return Err(Diagnostic::input("--format: a `}` without `{`").suggest("a brace itself is `}}`"));
                }
                c => plain.push(c),
            }
        }
        if !plain.ends_with('\n') {
            plain.push('\n');
        }
        pieces.push(Piece::Text(plain));
        if pieces.iter().all(|p| matches!(p, Piece::Text(_) | Piece::Count | Piece::Letter(..))) {
            return Err(
                Diagnostic::input("--format says nothing of the position").suggest(format!("known are {KNOWN}"))
            );
        }
        Ok(Template { pieces })
    }

    /// How many numbers a position must have, where the template names them one by one.
    pub(crate) fn numbers(&self) -> Option<usize> {
        let number = |p: &Piece| if let Piece::Number(i) = p { Some(i + 1) } else { None };
        self.pieces.iter().filter_map(number).max()
    }

    /// Is the program told how many numbers there are? Then it reads several.
    pub(crate) fn counts(&self) -> bool {
        self.pieces.contains(&Piece::Count)
    }

    /// Is the program told this letter of the rule?
    pub(crate) fn tells(&self, letter: &str) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Letter(name, _) if name == letter))
    }

    /// Is it told any letter of the rule?
    pub(crate) fn has_letters(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Letter(..)))
    }

    /// The input for the position `numbers`, which grundy reads as `text`.
    pub(crate) fn fill(&self, numbers: &[String], text: &str) -> String {
        let mut input = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(t) => input.push_str(t),
                Piece::Heaps => input.push_str(&numbers.join(" ")),
                Piece::Lines => input.push_str(&numbers.join("\n")),
                Piece::Row => {
                    input.push_str(&row(&numbers.iter().filter_map(|n| n.parse().ok()).collect::<Vec<_>>()));
                }
                Piece::Count => input.push_str(&numbers.len().to_string()),
                Piece::Position => input.push_str(text),
                Piece::Letter(_, value) => input.push_str(&value.to_string()),
                Piece::Number(i) => input.push_str(numbers.get(*i).map_or("", |n| n)),
            }
        }
        input
    }
}

fn piece(name: &str, game: &Game, rule: &[(String, u64)]) -> Result<Piece, Diagnostic> {
    match name {
        "heaps" => return Ok(Piece::Heaps),
        "row" if Start::of(game) == Some(Start::Heads) => return Ok(Piece::Row),
        "lines" => return Ok(Piece::Lines),
        "k" => return Ok(Piece::Count),
        "text" => return Ok(Piece::Position),
        _ => {}
    }
    let own = game.coordinate_names().iter().position(|n| n == name);
    let letter = match name.as_bytes() {
        [b'n'] => Some(0),
        [c @ b'a'..=b'h'] => Some(usize::from(c - b'a')),
        _ => None,
    };
    let arity = match (game.shape(), Start::of(game)) {
        (Shape::Tuple(n), _) => n,
        (_, Some(Start::Board)) => 2,
        _ => 8,
    };
    if let Some(i) = own.or(letter).filter(|&i| i < arity) {
        return Ok(Piece::Number(i));
    }
    // what means a number of the position keeps that meaning
    if let Some((letter, value)) = rule.iter().find(|(letter, _)| letter == name) {
        return Ok(Piece::Letter(letter.clone(), *value));
    }
    let fault = Diagnostic::input(format!("--format: `{{{name}}}` is not known"));
    let letters: Vec<String> = rule.iter().map(|(letter, _)| format!("{{{letter}}}")).collect();
    Err(match letters.is_empty() {
        true => fault.suggest(format!("known are {KNOWN}")),
        false => fault.suggest(format!("known are {}, {KNOWN}", letters.join(", "))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> Result<String, Diagnostic> {
        let read = Template::read(template, &grundy::nim(), &[])?;
        Ok(read.fill(&["3".to_owned(), "5".to_owned()], "nim(3, 5)"))
    }

    #[test]
    fn inputs_are_written_as_contests_like_them() {
        assert_eq!(filled("{heaps}").unwrap(), "3 5\n");
        assert_eq!(filled("1\\n{k}\\n{heaps}\\n").unwrap(), "1\n2\n3 5\n");
        assert_eq!(filled("{{{text}}}").unwrap(), "{nim(3, 5)}\n");
        assert_eq!(filled("{b},{a}").unwrap(), "5,3\n");
        assert_eq!(filled("{lines}").unwrap(), "3\n5\n");
        assert_eq!(Template::read("{n}", &grundy::nim(), &[]).unwrap().numbers(), Some(1));
        for wrong in ["", "{", "}", "{heap}", "{k}", "\\x{heaps}", "\\"] {
            assert!(filled(wrong).is_err(), "{wrong}");
        }
        let rule = [("m".to_owned(), 7), ("k".to_owned(), 9)];
        let told = Template::read("{n} {m}", &grundy::nim(), &rule).unwrap();
        assert_eq!(told.fill(&["3".to_owned()], "nim(3)"), "3 7\n");
        assert!(
            told.tells("m")
                && !told.tells("k")
                && !Template::read("{k} {n}", &grundy::nim(), &rule).unwrap().tells("k")
        );
        assert!(Template::read("{m}", &grundy::nim(), &rule).is_err());
        assert!(Template::read("{c}", &grundy::wythoff(), &[]).is_err());
    }
}
