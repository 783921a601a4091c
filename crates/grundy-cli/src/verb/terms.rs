//! The terms of a sequence, as people write them down.
//!
//! ```text
//! 0 0      0: 0      n,g      0 1 2 3 1 4      [0, 1, 2,      0
//! 1 1      1: 1      0,0                        3, 1, 4]      1
//! 2 2      2: 2      1,1                                      2
//! ```
//!
//! Two numbers on the first line are an index and a value, as a b-file has them. More, or one, begin a list, whose first
//! term is that of the game's first place. A line of three numbers may be a place of two coordinates with its value, so
//! lines of three are no list, and a list has four terms at least. Brackets stand around the whole list: pairs in
//! brackets, a name and a colon before several values, and a row of indices above a row of values are none.

use grundy::Nat;

/// A term has so many digits at most.
const DIGITS: usize = 10_000;
/// A shorter list may be something else.
const FEWEST: usize = 4;

/// The words of a list: between commas, semicolons and blanks.
pub(crate) fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c == ';' || c.is_whitespace()).filter(|word| !word.is_empty())
}

/// The terms: the first index, and the values from there on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) first: u64,
    pub(crate) values: Vec<Nat>,
    /// The lines of a list; 0 where each term has its index.
    pub(crate) lines: usize,
}

/// How the lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// An index and a value each.
    Indexed,
    List,
}

/// Reads terms line by line.
#[derive(Debug)]
pub(crate) struct Terms {
    found: Sequence,
    form: Option<Form>,
    /// A line with the names of the columns was read.
    titled: bool,
    /// All lines, more than one, have three numbers.
    in_threes: Option<bool>,
    /// Brackets that were opened.
    opened: usize,
    /// The numbers of the first line of a list, if all others have as many.
    width: Option<usize>,
}

impl Terms {
    /// No term yet; a list begins with this index.
    pub(crate) fn new(first: u64) -> Terms {
        let found = Sequence { first, values: Vec::new(), lines: 0 };
        Terms { found, form: None, titled: false, in_threes: None, opened: 0, width: None }
    }

    /// So many were read.
    pub(crate) fn len(&self) -> usize {
        self.found.values.len()
    }

    /// Reads one more line, which may have a comment: what is wrong with it, if it cannot be read.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), &'static str> {
        let text = text.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default();
        // the names of the columns, `n,a(n)`
        let is_title = |word: &str| word.trim_start_matches(['"', '\'']).starts_with(char::is_alphabetic);
        if self.form.is_none() && !self.titled && (1..=2).contains(&listed(text).count()) && listed(text).all(is_title)
        {
            self.titled = true;
            return Ok(());
        }
        let is_bracketed = text.contains(['[', '(', '{']);
        self.opened += text.matches(['[', '(', '{']).count();
        if self.opened > 1 {
            return Err("expected an index and a value");
        }
        let plain = text.replace(['[', ']', '(', ')', '{', '}', ':', '"', '\'', '|', '='], " ").replace("->", " ");
        let words: Vec<&str> = listed(&plain).collect();
        if words.len() != 2 && text.contains(':') {
            return Err("expected an index and a value");
        }
        match (words.len(), self.form) {
            (0, _) => return Ok(()),
            (2, None) if !is_bracketed => self.form = Some(Form::Indexed),
            (_, None) if words.iter().all(|word| digits(word).is_none()) => return Err("a value is a natural number"),
            (_, None) => self.form = Some(Form::List),
            (2, Some(_)) | (_, Some(Form::List)) => {}
            (_, Some(Form::Indexed)) => return Err("expected an index and a value"),
        }
        if self.form == Some(Form::Indexed) {
            return self.indexed(words[0], words[1]);
        }
        self.in_threes = Some(match self.in_threes {
            None => words.len() == 3 && !is_bracketed,
            Some(before) => before && words.len() == 3,
        });
        self.found.lines += 1;
        self.width = match (self.width, self.found.lines) {
            (None, 1) => Some(words.len()),
            (width, _) => width.filter(|width| *width == words.len()),
        };
        for word in words {
            self.found.values.push(value(word)?);
        }
        Ok(())
    }

    fn indexed(&mut self, index: &str, word: &str) -> Result<(), &'static str> {
        let index: u64 = digits(index).and_then(|i| i.parse().ok()).ok_or("an index is a natural number below 2^64")?;
        let value = value(word)?;
        if self.found.values.is_empty() {
            self.found.first = index;
        } else if index.checked_sub(self.found.first) != Some(self.found.values.len() as u64) {
            return Err("the index does not follow the one before");
        }
        self.found.values.push(value);
        Ok(())
    }

    /// All terms, once the last line was read.
    pub(crate) fn end(self) -> Result<Sequence, &'static str> {
        let few = self.form == Some(Form::List) && self.found.values.len() < FEWEST;
        // `0 1 2 3` above `0 1 0 2`
        let above = self.width.filter(|width| *width > 1 && self.found.lines == 2);
        let is_index = |row: &[Nat]| row.windows(2).all(|pair| pair[1] == &pair[0] + Nat::ONE);
        let is_indexed = above.is_some_and(|width| is_index(&self.found.values[..width]));
        if few || is_indexed || self.in_threes == Some(true) {
            return Err("expected an index and a value");
        }
        Ok(self.found)
    }
}

fn value(word: &str) -> Result<Nat, &'static str> {
    digits(word).and_then(|v| v.parse().ok()).ok_or("a value is a natural number")
}

fn digits(word: &str) -> Option<&str> {
    (word.len() <= DIGITS && word.bytes().all(|b| b.is_ascii_digit())).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(u64, Vec<u64>)> {
        let mut terms = Terms::new(0);
        text.lines().try_for_each(|line| terms.line(line)).ok()?;
        let found = terms.end().ok()?;
        Some((found.first, found.values.iter().map(|value| grundy::number::to_u64(value).unwrap()).collect()))
    }

    #[test]
    fn lists_and_tables_are_read() {
        let kayles = vec![0, 1, 2, 3, 1, 4];
        for text in [
            "0 1 2 3 1 4",
            "0, 1, 2, 3, 1, 4,",
            "[0,1,2,3,1,4]",
            "[0, 1,\n2, 3, 1,\n 4]",
            "0\n1\n2\n3\n1\n4\n",
            "g\n0\n1\n2\n3\n1\n4\n",
            "0 1 2 3\n1 4\n",
            "n,g\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n",
            "\"n\",\"g\"\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n",
            "n\tvalue\n0\t0\n1\t1\n2\t2\n3\t3\n4\t1\n5\t4\n",
            "0: 0\n1: 1\n2: 2\n3: 3\n4: 1\n5: 4\n",
            "\u{feff}# Kayles\n0 0\n1 1 # one\n\n2 2\n3 3\n4 1\n5 4\n",
        ] {
            assert_eq!(read(text), Some((0, kayles.clone())), "{text}");
        }
        assert_eq!(read("3 3\n4 1\n"), Some((3, vec![3, 1])));
        assert_eq!(read("0 1\n"), Some((0, vec![1])));
        for text in [
            "1 2 3",
            "0",
            "0 0\n2 2\n",
            "-1 0\n",
            "0 x\n",
            "0 1.5\n",
            "0 1 2 3 x",
            "a,b,value\n0,0,0\n0,1,1\n",
            "0 0 0\n0 1 1\n1 0 1\n",
            "0 0\n1 1 1\n",
            "n,g\nm,h\n0,0\n",
            "0 1 -2 3 4",
            "[[0,0],[1,1],[2,2]]",
            "[[0,0],\n[1,1],\n[2,2]]",
            "{\"0\": 0, \"1\": 1, \"2\": 2}",
            "[(0, 0), (1, 1), (2, 2)]",
            "0: 0 1 2 3\n4: 1 4 3 2\n",
            "0 1 2 3 4\n0 1 2 0 1\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
