//! **Treblecross**: put a cross on a free square of a strip; who makes three in a row wins at once.
//!
//! ```text
//! ..x....      two squares on either side of a cross are no place to play: the opponent would make three
//! ```
//!
//! Where three can be made, whoever moves wins every sum: the strip is *loony*. Everywhere else nobody plays within two
//! squares of a cross while there is another move, and a stretch of m other squares is the code 0.007 on m + 2 pins: a cross
//! in it takes two squares on either side, as far as there are any (Winning Ways, chapter 4). Who has only moves within two
//! squares of a cross loses, as one who has none. (On strips of one or two squares nobody can make three, and all are filled.)
//!
//! Cost: O(length²) for a value.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 4.

use std::fmt;
use std::ops::ControlFlow;

use grundy_core::{Context, Evidence, Result, Theorem, Turn, mex};

use crate::error::Diagnostic;
use crate::game::boards::board::Board;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::{Asked, Drawn, cells};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Values;
use crate::game::{Every, Fold, Join, Listed};
use crate::rules::{Rules, Visitor};
use crate::words::Words;

/// Treblecross in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "treblecross",
    english: "Treblecross",
    chinese: "三连叉",
    other_names: &["One-dimensional tic-tac-toe", "一维井字棋"],
    rule_english: "Put a cross on a free square of a strip; who makes three in a row wins, and loses in misère play.",
    rule_chinese: "在一行格子的空格中画叉；先连成三个者胜，反规则下则负。",
    group: Group::Boards,
    signature: "treblecross(n)",
    example: "treblecross(9)",
    references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4, 1982"],
    definition: Definition::Rules(|brackets| made_with("treblecross", brackets, Treblecross, Stretches)),
    ..Entry::USUAL
};

/// What a strip is worth.
pub(crate) static STRETCHES: Theorem = Theorem {
    id: "treblecross",
    statement: "a strip of Treblecross on which three in a row can be made is loony: whoever moves wins every sum with it; \
                on any other of three squares or more only those that are not within two squares of a cross count, and a \
                stretch of m of them is worth m + 2 pins of the code 0.007; in a sum the values are xored",
    chinese: "能连成三个叉的条是疯狂局面：轮到者赢得含它的任何和；其余三格以上的条只看离叉超过两格的格，连续 m 格的值等于代码 0.007 的 m + 2 枚；和取各值的异或",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4, 1982",
};

/// A strip: is there a cross on each square?
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Strip(Vec<bool>);

impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&cross| f.write_str(if cross { "x" } else { "." }))
    }
}

impl Strip {
    /// Are there three crosses in a row?
    fn is_won(&self) -> bool {
        self.0.windows(3).any(|three| three == [true; 3])
    }

    /// Can three crosses in a row be made?
    fn can_be_won(&self) -> bool {
        self.0.windows(3).any(|three| three.iter().filter(|&&cross| cross).count() == 2)
    }

    /// The lengths of the stretches of squares that are not within two squares of a cross.
    fn stretches(&self) -> Vec<usize> {
        let near = |at: usize| (at.saturating_sub(2)..=at + 2).any(|other| self.0.get(other) == Some(&true));
        let (mut lengths, mut length) = (Vec::new(), 0);
        for at in 0..=self.0.len() {
            if at < self.0.len() && !near(at) {
                length += 1;
            } else if length > 0 {
                lengths.push(std::mem::take(&mut length));
            }
        }
        lengths
    }
}

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Treblecross;

impl Rules for Treblecross {
    type Position = Strip;

    fn options(&self, strip: &Strip, visit: &mut Visitor<'_, Strip>) -> ControlFlow<()> {
        if strip.is_won() {
            return ControlFlow::Continue(());
        }
        (0..strip.0.len()).filter(|&at| !strip.0[at]).try_for_each(|at| {
            let mut after = strip.clone();
            after.0[at] = true;
            visit(&[after])
        })
    }
}

/// Squares at most.
const MOST: usize = 4000;

impl Written for Treblecross {
    fn read(&self, text: &str) -> Result<Strip, Diagnostic> {
        let strip = match text.trim().parse::<usize>() {
            Ok(length) if length <= MOST => Strip(vec![false; length]),
            Ok(_) => return Err(Diagnostic::input(format!("a strip has {MOST} squares at most"))),
            Err(_) => {
                let board = Board::read(text, ".x")
                    .map_err(|fault| fault.suggest("treblecross(7), treblecross(\"..x....\")"))?;
                if board.rows() > 1 {
                    return Err(
                        Diagnostic::input("Treblecross is played on one row").suggest("treblecross(\"..x....\")")
                    );
                }
                let mut strip = vec![false; board.columns()];
                board.marked(b'x').for_each(|(_, column)| strip[column] = true);
                Strip(strip)
            }
        };
        Ok(strip)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let strip: &Strip = asked.place().position()?;
        let mark = |strip: &Strip, at: [usize; 2]| if strip.0.get(at[1]) == Some(&true) { b'x' } else { b'.' };
        cells::marks(asked, [1, strip.0.len()], &|at| mark(strip, at), &|i| match asked.moves[i].1 {
            [one] => one.place.position::<Strip>().map(|left| Box::new(move |at| mark(left, at)) as Box<_>),
            _ => None,
        })
    }

    fn numbers(&self) -> Option<usize> {
        Some(1)
    }

    fn weight(&self, strip: &Strip) -> u64 {
        strip.0.len() as u64
    }
}

/// Values by stretches.
#[derive(Debug)]
struct Stretches;

impl Values<Strip> for Stretches {
    fn value(&self, strip: &Strip, cx: &Context) -> Result<(u64, Evidence)> {
        let loony = || Diagnostic::unsupported(format!("treblecross(\"{strip}\") is loony: it has no value"));
        let worth = self.worth(strip, cx)?.ok_or_else(loony)?;
        Ok((
            worth,
            Evidence::computed(Words::new(
                "the values of all shorter stretches, as of the code 0.007",
                "所有更短的段的值，与代码 0.007 相同",
            )),
        ))
    }

    fn entailing(&self) -> Option<&'static Theorem> {
        Some(&STRETCHES)
    }

    fn is_over(&self, strip: &Strip) -> bool {
        strip.is_won()
    }

    fn worth(&self, strip: &Strip, cx: &Context) -> Result<Option<u64>> {
        if strip.is_won() {
            return Ok(Some(0));
        }
        if strip.can_be_won() {
            return Ok(None);
        }
        if strip.0.len() < 3 {
            // nobody can make three: all squares are filled
            return Ok(Some(strip.0.iter().filter(|&&cross| !cross).count() as u64 % 2));
        }
        let stretches = strip.stretches();
        let longest = stretches.iter().copied().max().unwrap_or_default();
        let mut values = vec![0u64];
        for length in 1..=longest {
            cx.tick(length as u64)?;
            let after = |at: usize| values[at.saturating_sub(2)] ^ values[(length - 1 - at).saturating_sub(2)];
            values.push(mex((0..length).map(after)));
        }
        Ok(Some(stretches.into_iter().fold(0, |value, length| value ^ values[length])))
    }

    fn fold(&self) -> Option<Listed> {
        let list = "a strip: a list of its squares, 1 with a cross and 0 without";
        let law = "who can make three wins; else the stretches of squares that are not within two of a cross are xored, \
                   each with its value by mex";
        Some(Listed { fold: Fold { list, ..Fold::of_numbers(Every::One, Join::Crosses) }, law, theorem: &STRETCHES })
    }

    fn turn(&self, _: &Strip, to: &Strip) -> Turn {
        if to.is_won() { Turn::Ends } else { Turn::Passes }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::{Outcome, Session};

    /// Does whoever moves win the strips beside a heap of Nim, by definition? A player who cannot move has won if `end` says so;
    /// then who makes three has lost.
    fn wins(strip: &str, heap: u32, end: bool, known: &mut HashMap<(String, u32), bool>) -> bool {
        if heap == 0 && !strip.contains('.') {
            return end;
        }
        if let Some(&known) = known.get(&(strip.to_owned(), heap)) {
            return known;
        }
        let mut won = (0..heap).any(|h| !wins(strip, h, end, known));
        for at in (0..strip.len()).filter(|&at| strip.as_bytes()[at] == b'.') {
            let after = [&strip[..at], "x", &strip[at + 1..]].concat();
            won = won || if after.contains("xxx") { !end } else { !wins(&after, heap, end, known) };
        }
        known.insert((strip.to_owned(), heap), won);
        won
    }

    #[test]
    fn strips_are_won_as_the_definition_says() {
        let mut known = [HashMap::new(), HashMap::new()];
        let mut strips: Vec<String> = (0..=10).map(|n| ".".repeat(n)).collect();
        strips.extend(["..x....", "x..x.....", "x.x...", "....xx..", "x....x....x"].map(str::to_owned));
        for strip in strips.iter().filter(|strip| !strip.is_empty()) {
            for heap in 0..4 {
                for (end, known) in [false, true].into_iter().zip(&mut known) {
                    let convention = if end { "misere " } else { "" };
                    let text = format!("{convention}treblecross(\"{strip}\") + nim({heap})");
                    let answer = Session::new().position(&text).unwrap().solve().unwrap();
                    let expected = if wins(strip, heap, end, known) { Outcome::Next } else { Outcome::Previous };
                    assert_eq!(answer.outcome, Some(expected), "{text}");
                    assert_eq!(answer.moves.moves.is_empty(), expected == Outcome::Previous, "{text}");
                    assert!(answer.moves.moves.iter().all(crate::answer::Move::wins), "{text}");
                }
            }
        }
    }

    /// With three in a row the play is over, whatever stands beside the strip; every position that a move prints is read.
    #[test]
    fn ended_strips_are_positions_without_moves() {
        let mut session = Session::new();
        for (text, outcome) in [
            ("treblecross(\"xxx\")", Outcome::Previous),
            ("treblecross(\".xxx..\") + nim(3)", Outcome::Previous),
            ("treblecross(\"xxx\", \"xx.\")", Outcome::Previous),
            ("misere treblecross(\"xxx\")", Outcome::Next),
            ("misere treblecross(\".xxx\") + nim(3)", Outcome::Next),
        ] {
            let position = session.position(text).unwrap();
            let answer = position.solve().unwrap();
            assert_eq!((answer.outcome, answer.moves.count.clone()), (Some(outcome), Some(crate::Nat::ZERO)), "{text}");
            assert!(answer.evidence.is_proved() && position.moves().unwrap().moves.is_empty(), "{text}");
        }
        for text in ["treblecross(\"xx.\") + nim(3)", "misere treblecross(\"x.x.\", 4) + nim(1)"] {
            for mv in &session.position(text).unwrap().moves().unwrap().moves {
                let after = session.position(&mv.position).unwrap().solve().unwrap();
                assert_eq!(after.outcome, mv.outcome, "{text} -> {}", mv.position);
            }
        }
    }

    /// A loony strip wins for whoever moves, however many copies there are: no number completes a P-position.
    #[test]
    fn loony_strips_do_not_cancel() {
        for (text, numbers) in [
            ("2*treblecross(\"xx..\") + nim(?)", vec![]),
            ("treblecross(\"xx..\") + nim(?)", vec![]),
            ("2*treblecross(5) + nim(?)", vec![0u8]),
            ("treblecross(5) + nim(?)", vec![2]),
        ] {
            let answer = Session::new().position(text).unwrap().solve().unwrap();
            assert_eq!(answer.unknown, Some(numbers.into_iter().map(crate::Nat::from).collect()), "{text}");
            assert!(answer.stopped.is_none() && answer.evidence.is_proved(), "{text}");
        }
    }

    /// Beside a strip large heaps move as they do elsewhere.
    #[test]
    fn heaps_beside_a_strip_may_be_large() {
        let answer = Session::new().position("treblecross(5) + take[1..3](10^30)").unwrap().solve().unwrap();
        assert_eq!((answer.outcome, &answer.value), (Some(Outcome::Next), &Some(crate::Nat::from(2u8))));
        let to: Vec<&str> = answer.moves.moves.iter().map(|m| m.to.as_str()).collect();
        assert_eq!(to.len(), 2, "{to:?}");
    }
}
