//! Lines of standard input, of bounded length. What was read and not yet taken is kept where others can look at it.

use std::io::{self, BufRead as _, Read};

/// So much is read in one go.
const CHUNK: usize = 1 << 16;

/// What was read from a stream, cut into lines; a line that is too long is skipped and reported.
#[derive(Debug)]
pub(crate) struct Input {
    read: Vec<u8>,
    /// What stands before this was taken, and up to `searched` there is no end of a line.
    taken: usize,
    searched: usize,
    /// The longest line, in bytes.
    longest: usize,
    state: State,
}

/// Where in the stream it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first byte, where a byte order mark may stand.
    Start,
    Lines,
    /// In the rest of a line that is too long.
    Skipping,
    /// Everything was read.
    End,
}

/// What taking a line came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// A line, without its end.
    Line(&'a [u8]),
    /// A line over the limit.
    TooLong,
    /// No more lines.
    End,
}

impl Input {
    /// Lines of at most `longest` bytes.
    pub(crate) fn new(longest: usize) -> Input {
        Input { read: Vec::new(), taken: 0, searched: 0, longest, state: State::Start }
    }

    /// Goes on where another one stopped: with what it had read, perhaps in a line that is skipped.
    pub(crate) fn resumed(longest: usize, rest: Vec<u8>, skipping: bool) -> Input {
        let state = if skipping { State::Skipping } else { State::Lines };
        Input { read: rest, taken: 0, searched: 0, longest, state }
    }

    /// What was read and not taken.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.read[self.taken..]
    }

    /// Is the rest of a line being skipped?
    pub(crate) fn is_skipping(&self) -> bool {
        self.state == State::Skipping
    }

    /// Takes the next line, if it is here; otherwise more must be read.
    pub(crate) fn take(&mut self) -> Option<Next<'_>> {
        loop {
            let Some(end) = newline(&self.read[self.searched..]).map(|at| self.searched + at) else {
                return self.take_unended();
            };
            let start = std::mem::replace(&mut self.taken, end + 1);
            self.searched = self.taken;
            if self.state == State::Skipping {
                self.state = State::Lines;
                continue;
            }
            let line = &self.read[start..end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            return Some(if line.len() > self.longest { Next::TooLong } else { Next::Line(line) });
        }
    }

    /// There is no end of a line in what was read.
    fn take_unended(&mut self) -> Option<Next<'_>> {
        let (start, end) = (self.taken, self.read.len());
        self.searched = end;
        match self.state {
            State::End if start == end => Some(Next::End),
            State::End => {
                self.taken = end;
                Some(Next::Line(&self.read[start..end]))
            }
            State::Skipping => {
                self.taken = end;
                None
            }
            // a carriage return may belong to the end that is not here yet
            _ if end - start > self.longest + 1 => {
                self.taken = end;
                self.state = State::Skipping;
                Some(Next::TooLong)
            }
            _ => None,
        }
    }

    /// Reads more; waits if there is nothing yet.
    pub(crate) fn fill(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.read.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        let before = self.read.len();
        self.read.resize(before + CHUNK, 0);
        let got = loop {
            match from.read(&mut self.read[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                got => break got,
            }
        };
        self.read.truncate(before + *got.as_ref().unwrap_or(&0));
        if got? == 0 {
            // nothing of a line that was skipped is left to be one
            self.state = State::End;
        } else if self.state == State::Start {
            self.begin();
        }
        Ok(())
    }

    /// A byte order mark at the very start is no part of the first line.
    fn begin(&mut self) {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        if self.read.len() >= MARK.len() || !MARK.starts_with(&self.read) {
            self.state = State::Lines;
            if self.read.starts_with(MARK) {
                self.read.drain(..MARK.len());
                self.searched = 0;
            }
        }
    }
}

/// Where the first line ends.
fn newline(mut bytes: &[u8]) -> Option<usize> {
    let all = bytes;
    // reading from memory cannot fail
    let end = bytes.skip_until(b'\n').ok()?.checked_sub(1)?;
    (all[end] == b'\n').then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of a text that comes in pieces of this size, by their lengths.
    fn lengths(text: &str, piece: usize) -> Vec<Option<usize>> {
        let mut input = Input::new(1 << 20);
        let mut pieces = text.as_bytes().chunks(piece);
        let mut seen = Vec::new();
        loop {
            match input.take() {
                Some(Next::End) => return seen,
                Some(Next::Line(line)) => seen.push(Some(line.len())),
                Some(Next::TooLong) => seen.push(None),
                None => input.fill(&mut pieces.next().unwrap_or_default()).unwrap(),
            }
        }
    }

    #[test]
    fn lines_are_cut_and_counted() {
        let long = "x".repeat(3 << 20);
        let text = format!("\u{feff}a\r\n\n{long}\nlast");
        for piece in [CHUNK, 1000, 7] {
            assert_eq!(lengths(&text, piece), [Some(1), Some(0), None, Some(4)], "{piece}");
        }
        assert_eq!(lengths("\u{feff}ab\n", 1), [Some(2)]);
        assert_eq!(lengths("ab", 1), [Some(2)]);
        assert_eq!(lengths(&long, 1000), [None]);
        assert_eq!(lengths("", 1), []);
        let most = "x".repeat(1 << 20);
        assert_eq!(
            lengths(&format!("{most}\r\n{most}\n{most}x\n{most}"), 4096),
            [Some(1 << 20), Some(1 << 20), None, Some(1 << 20)]
        );
    }

    #[test]
    fn what_is_left_is_read_on() {
        let mut input = Input::new(100);
        input.fill(&mut &b"one\ntwo\nthr"[..]).unwrap();
        assert_eq!(input.take(), Some(Next::Line(b"one")));
        let mut other = Input::resumed(100, input.rest().to_vec(), input.is_skipping());
        assert_eq!(other.take(), Some(Next::Line(b"two")));
        assert_eq!(other.take(), None);
        other.fill(&mut &b"ee"[..]).unwrap();
        other.fill(&mut &b""[..]).unwrap();
        assert_eq!(other.take(), Some(Next::Line(b"three")));
        assert_eq!(other.take(), Some(Next::End));
    }
}
