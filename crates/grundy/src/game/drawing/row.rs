//! Things in a row, in groups of five so that they can be counted at a glance; long rows wrap, and of very long ones only
//! the ends are drawn, with a bar between them. Where a gap would say that a thing is missing, as among the pins of Kayles,
//! every fifth has its number instead.
//!
//! ```text
//! ●●●●● ●●●●● ●●●●● ●●●●● ▬▬▬▬▬      the first twenty, the bar
//! ●●●●● ●●●●● ●●●●● ●●●●●            the last twenty
//!
//! ▮▮▮▮▮▮▮                            seven pins
//!     5
//! ```

use grundy_core::Nat;
use grundy_core::number::to_usize;

use super::{Form, Part};

/// More things than this are not all drawn.
const WHOLE: usize = 60;
/// So many are drawn at each end then.
const END: usize = 20;
/// So many things are counted at a glance.
const GROUP: usize = 5;
/// The gap behind them.
const APART: f64 = 0.35;
/// The height of a number.
const NUMBER: f64 = 0.6;

/// Where the things of a row stand.
pub(super) struct Row {
    /// How many there are.
    size: Nat,
    /// So many at each end, where not all are drawn.
    ends: Option<usize>,
    line: usize,
    top: f64,
    /// Has every fifth thing its number below it, in place of a gap behind it?
    numbered: bool,
}

impl Row {
    /// A row of so many things below `top`, of which `room` may be drawn.
    pub(super) fn new(size: &Nat, room: usize, line: usize, top: f64) -> Row {
        let whole = *size <= Nat::from(WHOLE.min(room));
        let ends = (!whole).then(|| END.min(room.saturating_sub(1) / 2));
        Row { size: size.clone(), ends, line: line.max(1), top, numbered: false }
    }

    /// Numbers below the things, and no gaps: a gap has a meaning in the game.
    pub(super) fn numbered(self) -> Row {
        Row { numbered: true, ..self }
    }

    /// How far one line stands below another.
    fn step(&self) -> f64 {
        if self.numbered && self.size >= Nat::from(GROUP) { 1.0 + NUMBER } else { 1.0 }
    }

    /// The thing's place in the drawing, counted without the bar; `None`: it is behind the bar.
    fn slot(&self, index: &Nat) -> Option<usize> {
        let Some(ends) = self.ends else { return to_usize(index) };
        if *index < Nat::from(ends) {
            return to_usize(index);
        }
        // the last ones begin a line of their own behind that of the bar
        let behind = (&self.size - index - Nat::ONE).try_into().ok().filter(|behind: &usize| *behind < ends)?;
        Some((ends / self.line + 1) * self.line + ends - 1 - behind)
    }

    fn point(&self, slot: usize) -> [f64; 2] {
        let column = slot % self.line;
        let apart = if self.numbered { 0.0 } else { (column / GROUP) as f64 * APART };
        [column as f64 + 0.5 + apart, self.top + (slot / self.line) as f64 * self.step() + 0.5]
    }

    /// Where a thing stands, if it is drawn.
    pub(super) fn at(&self, index: &Nat) -> Option<[f64; 2]> {
        if *index >= self.size { None } else { self.slot(index).map(|slot| self.point(slot)) }
    }

    /// Where the gap before a thing is, if that is drawn.
    pub(super) fn gap(&self, index: &Nat) -> Option<[f64; 2]> {
        let [x, y] = self.at(index)?;
        let column = self.slot(index)? % self.line;
        let is_apart = !self.numbered && column > 0 && column.is_multiple_of(GROUP);
        let half = if is_apart { 0.5 + APART / 2.0 } else { 0.5 };
        Some([x - half, y])
    }

    /// Where one more thing would stand behind the last.
    pub(super) fn behind(&self, further: usize) -> [f64; 2] {
        match self.ends {
            None => self.point(to_usize(&self.size).unwrap_or(0) + further),
            Some(ends) => self.point((ends / self.line + 1) * self.line + ends + further),
        }
    }

    /// The things that are drawn, in order.
    pub(super) fn indices(&self) -> Vec<Nat> {
        match self.ends {
            None => (0..to_usize(&self.size).unwrap_or(0)).map(Nat::from).collect(),
            Some(ends) => {
                let first = (0..ends).map(Nat::from);
                first.chain((0..ends).rev().map(|back| &self.size - Nat::from(back) - Nat::ONE)).collect()
            }
        }
    }

    /// The bar with the number of things behind it, where not all are drawn.
    pub(super) fn bar(&self, id: &str) -> Option<Part> {
        let ends = self.ends?;
        let hidden = &self.size - Nat::from(2 * ends);
        let (from, to) = (self.point(ends), self.point((ends / self.line + 1) * self.line - 1));
        let count = grundy_core::number::shorten(&hidden);
        let part = Part::new(id, Form::Bar, from).to(to).text(count.clone());
        Some(part.say(format!("{count} more, not drawn"), format!("另有 {count} 枚，未画出")))
    }

    /// The height that the row takes.
    pub(super) fn height(&self) -> f64 {
        let last = match self.ends {
            None => to_usize(&self.size).unwrap_or(0).saturating_sub(1),
            Some(ends) => (ends / self.line + 1) * self.line + ends.saturating_sub(1),
        };
        ((last / self.line) + 1) as f64 * self.step()
    }

    /// The numbers below every fifth thing that is drawn, counted from 1.
    pub(super) fn numbers(&self) -> Vec<Part> {
        let places = self.indices().into_iter().filter(|_| self.numbered).map(|index| index + Nat::ONE);
        let fifth = places.filter(|number| (number % &Nat::from(GROUP)) == Nat::ZERO);
        let part = |number: Nat| {
            let [x, y] = self.at(&(&number - Nat::ONE))?;
            let text = grundy_core::number::shorten(&number);
            let part = Part::new(format!("n{number}"), Form::Text, [x, y + 0.5 + NUMBER / 2.0]).text(text.clone());
            Some(part.tone("column").say(format!("number {text}"), format!("第 {text}")))
        };
        fifth.filter_map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_keep_their_ends() {
        let row = Row::new(&Nat::from(1000u16), 600, 25, 0.0);
        let indices = row.indices();
        assert_eq!((indices.len(), indices[20].clone()), (40, Nat::from(980u16)));
        assert_eq!(row.at(&Nat::from(20u8)), None);
        assert_eq!(row.at(&Nat::from(980u16)), Some([0.5, 1.5]));
        assert_eq!(row.bar("bar").unwrap().text.as_deref(), Some("960"));
        assert_eq!(row.height(), 2.0);
        let short = Row::new(&Nat::from(7u8), 600, 25, 0.0);
        assert_eq!((short.at(&Nat::from(5u8)), short.gap(&Nat::from(5u8))), (Some([5.85, 0.5]), Some([5.175, 0.5])));
        assert_eq!((short.at(&Nat::from(7u8)), short.behind(0)), (None, [7.85, 0.5]));
    }

    #[test]
    fn pins_have_numbers_and_no_gaps() {
        let row = Row::new(&Nat::from(12u8), 600, 10, 0.0).numbered();
        assert_eq!((row.at(&Nat::from(5u8)), row.gap(&Nat::from(5u8))), (Some([5.5, 0.5]), Some([5.0, 0.5])));
        assert_eq!((row.at(&Nat::from(11u8)), row.height()), (Some([1.5, 2.1]), 3.2));
        let numbers: Vec<_> = row.numbers().into_iter().map(|part| (part.text, part.at)).collect();
        assert_eq!(numbers, [(Some("5".to_owned()), [4.5, 1.3]), (Some("10".to_owned()), [9.5, 1.3])]);
        let few = Row::new(&Nat::from(4u8), 600, 10, 0.0).numbered();
        assert_eq!((few.numbers().len(), few.height()), (0, 1.0));
        assert!(Row::new(&Nat::from(12u8), 600, 10, 0.0).numbers().is_empty());
    }
}
