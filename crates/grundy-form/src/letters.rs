//! Letters for long games: `A = {n -> n-k for k in 1..n//2}`, so that `A(12) → A(7)` can be read.
//!
//! For people only: data formats spell every game out. A capital letter cannot be a name of the notation, so a letter
//! never means something else.

use crate::plain::columns;

/// Games shorter than this stand as they are.
const LONG: usize = 18;

/// The long games of one answer, each with its letter.
#[derive(Debug, Clone, Default)]
pub struct Letters {
    /// Game and letter, the longest game first.
    pairs: Vec<(String, char)>,
}

impl Letters {
    /// Letters for the rules in braces, the graphs and the games with long parameters that stand in this position.
    #[must_use]
    pub fn of(query: &str) -> Letters {
        let mut pairs: Vec<(String, char)> = Vec::new();
        for game in games(query) {
            let letter = u8::try_from(pairs.len()).ok().filter(|n| *n < 26).map(|n| char::from(b'A' + n));
            if let Some(letter) = letter
                && columns(game) >= LONG
                && pairs.iter().all(|(known, _)| known != game)
            {
                pairs.push((game.to_owned(), letter));
            }
        }
        pairs.sort_by_key(|(game, _)| std::cmp::Reverse(game.len()));
        Letters { pairs }
    }

    /// The letters in order, each with its game.
    pub fn pairs(&self) -> impl Iterator<Item = (char, &str)> {
        let mut pairs: Vec<&(String, char)> = self.pairs.iter().collect();
        pairs.sort_by_key(|(_, letter)| *letter);
        pairs.into_iter().map(|(game, letter)| (*letter, game.as_str()))
    }

    /// The text with letters for the long games.
    #[must_use]
    pub fn short(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (game, letter) in &self.pairs {
            if text.contains(game) {
                text = text.replace(game, &letter.to_string());
            }
        }
        text
    }

    /// A line on how the input was read, with the letter that stands for its game from then on.
    #[must_use]
    pub fn introduce(&self, line: &str) -> String {
        let game = self
            .pairs
            .iter()
            .find(|(game, _)| line.strip_prefix(game.as_str()).is_some_and(|rest| rest.starts_with([':', '：'])));
        game.map_or_else(|| line.to_owned(), |(_, letter)| format!("{letter} = {line}"))
    }

    /// `A = …` for every game that no line on the reading introduces.
    pub fn definitions<'a>(&'a self, reading: &'a [String]) -> impl Iterator<Item = String> + 'a {
        let mut pairs: Vec<&(String, char)> = self.pairs.iter().collect();
        pairs.sort_by_key(|(_, letter)| *letter);
        pairs.into_iter().filter_map(move |(game, letter)| {
            let told = reading.iter().any(|line| line.strip_prefix(game.as_str()).is_some_and(|r| r.starts_with(':')));
            (!told).then(|| format!("{letter} = {game}"))
        })
    }
}

/// The games of a position in canonical spelling: what stands directly before a parenthesis with places, braces and
/// brackets included. Definitions are left out: their games go by their names.
fn games(query: &str) -> Vec<&str> {
    let position = query.rfind(';').filter(|at| depth_at(query, *at) == 0).map_or(query, |at| &query[at + 1..]);
    let mut found = Vec::new();
    let (mut depth, mut quoted, mut start) = (0usize, false, None);
    for (at, c) in position.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' => {
                depth += 1;
                start.get_or_insert(at);
            }
            '}' | ']' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => {
                if let Some(from) = start.take()
                    && at > from
                {
                    found.push(&position[from..at]);
                }
            }
            _ if depth > 0 => {}
            c if c.is_alphanumeric() || c == '_' || c == '.' => {
                start.get_or_insert(at);
            }
            // the games of a union belong together
            ' ' | '|' if start.is_some() && in_union(position, at) => {}
            _ => start = None,
        }
    }
    found
}

/// Is this blank or bar part of ` | ` between two games?
fn in_union(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'|' || bytes.get(at + 1) == Some(&b'|') || (at > 0 && bytes[at - 1] == b'|')
}

/// How many braces and brackets are open at this place.
fn depth_at(text: &str, at: usize) -> usize {
    text[..at].chars().fold(0usize, |depth, c| match c {
        '{' | '[' => depth + 1,
        '}' | ']' => depth.saturating_sub(1),
        _ => depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_get_letters() {
        let half = "{n -> n-k for k in 1..n//2}";
        let letters =
            Letters::of(&format!("misere {half}(12, 7) + 2*nim(5) + 3*(graph{{a->b,c; b->d; c->d}}(a) + {half}(3))"));
        assert_eq!(letters.short(&format!("{half}(12) + nim(5)")), "A(12) + nim(5)");
        assert_eq!(letters.short("graph{a->b,c; b->d; c->d}(a)"), "B(a)");
        assert_eq!(letters.introduce(&format!("{half}: recognised as x.")), format!("A = {half}: recognised as x."));
        assert_eq!(letters.definitions(&[]).count(), 2);
        assert_eq!(letters.definitions(&[format!("{half}: …")]).count(), 1);
    }

    #[test]
    fn unions_are_one_game_and_names_stay() {
        let query = "let t[m] = {n -> n-k for k in 1..m}; t[3](21) + {n -> n-1} | take[2,4](9)";
        let letters = Letters::of(query);
        assert_eq!(letters.short("{n -> n-1} | take[2,4](7) + t[3](5)"), "A(7) + t[3](5)");
        assert!(Letters::of("kayles(9) + take[1,3,4](21)").definitions(&[]).next().is_none());
        for odd in ["", "}", "((", "\"", "{", "nim(10^3)", "取石子(5)"] {
            assert!(Letters::of(odd).pairs.is_empty(), "{odd}");
        }
    }
}
