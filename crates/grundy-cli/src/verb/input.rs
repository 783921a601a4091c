//! Lines of a stream, of bounded length, with a word on whether the next one is already here.

use std::io::{self, BufRead, BufReader, Read};

/// Reads lines; one that is too long is cut and reported.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    from: BufReader<R>,
    /// The longest line, in bytes.
    longest: usize,
    /// Was the first line read?
    begun: bool,
}

/// What reading a line came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// A line, without its end.
    Line,
    /// A line over the limit; the rest of it was skipped.
    TooLong,
    /// No more lines.
    End,
}

impl<R: Read> Lines<R> {
    /// Lines of `from` of at most `longest` bytes.
    pub(crate) fn new(from: R, longest: usize) -> Lines<R> {
        Lines { from: BufReader::with_capacity(1 << 17, from), longest, begun: false }
    }

    /// Is a whole line here, so that reading it does not wait?
    pub(crate) fn is_ready(&self) -> bool {
        self.from.buffer().contains(&b'\n')
    }

    /// Reads the next line into `line`, which is emptied first. A byte order mark at the very start is no part of it.
    pub(crate) fn read(&mut self, line: &mut Vec<u8>) -> io::Result<Next> {
        line.clear();
        let most = self.longest as u64 + 1;
        if self.from.by_ref().take(most).read_until(b'\n', line)? == 0 {
            return Ok(Next::End);
        }
        if !std::mem::replace(&mut self.begun, true) && line.starts_with("\u{feff}".as_bytes()) {
            line.drain(..3);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        }
        if line.len() <= self.longest {
            return Ok(Next::Line);
        }
        self.from.skip_until(b'\n')?;
        Ok(Next::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_counted() {
        let long = "x".repeat(3 << 20);
        let text = format!("\u{feff}a\r\n\n{long}\nlast");
        let mut lines = Lines::new(text.as_bytes(), 1 << 20);
        let mut line = Vec::new();
        let mut seen = Vec::new();
        loop {
            match lines.read(&mut line).unwrap() {
                Next::End => break,
                next => seen.push((next, line.len())),
            }
        }
        let cut = (1 << 20) + 1;
        assert_eq!(seen, [(Next::Line, 1), (Next::Line, 0), (Next::TooLong, cut), (Next::Line, 4)]);
    }
}
