//! The scales on which compounds compare their components.
//!
//! * **Remoteness** R: 0 at the end; 1 + the least even R of an option if there is one, else 1 + the greatest odd one. It
//!   is the number of moves if the winner hurries and the loser delays (Steinhaus).
//! * **Suspense** S: 0 at the end; 1 + the greatest even S of an option if there is one, else 1 + the least odd one: the
//!   winner delays and the loser hurries.
//! * **Foreclosed value**: *over*; *foreclosed*, if an option is over; else the mex of the foreclosed values of the
//!   options, those that are foreclosed left out.

use grundy_core::Nat;
use grundy_core::number::{shorten, to_u64};

/// What a law wants to know of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scale {
    /// The number of moves if the winner hurries.
    Remoteness,
    /// The number of moves if the winner delays.
    Suspense,
    /// [`OVER`], [`FORECLOSED`], or the foreclosed value plus [`VALUES`].
    Foreclosed,
    /// 0: P; 1: N.
    Outcome,
    /// 0: over; 1: P; 2: N.
    Ending,
    /// The Grundy value.
    Value,
}

/// On the scale of foreclosed values: the component is over.
pub(crate) const OVER: u32 = 0;
/// On the scale of foreclosed values: an option is over.
pub(crate) const FORECLOSED: u32 = 1;
/// On the scale of foreclosed values: where values start.
pub(crate) const VALUES: u32 = 2;

impl Scale {
    /// The name in a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scale::Remoteness => "remoteness",
            Scale::Suspense => "suspense",
            Scale::Foreclosed => "foreclosed value",
            Scale::Outcome | Scale::Ending => "outcome",
            Scale::Value => "Grundy value",
        }
    }

    /// The same in Chinese.
    pub(crate) fn chinese_name(self) -> &'static str {
        match self {
            Scale::Remoteness => "步数",
            Scale::Suspense => "悬念数",
            Scale::Foreclosed => "预截值",
            Scale::Outcome | Scale::Ending => "胜负",
            Scale::Value => " Grundy 值",
        }
    }

    /// How a class reads in a Chinese sentence.
    pub(crate) fn spell_in_chinese(self, class: &Nat) -> String {
        match self.spell(class).as_str() {
            "over" => "已结束".to_owned(),
            "foreclosed" => "已预截".to_owned(),
            other => other.to_owned(),
        }
    }

    /// How a class reads in a sentence.
    pub(crate) fn spell(self, class: &Nat) -> String {
        let small = to_u64(class);
        match (self, small) {
            (Scale::Outcome, Some(0)) | (Scale::Ending, Some(1)) => "P".to_owned(),
            (Scale::Outcome, _) | (Scale::Ending, Some(2..)) => "N".to_owned(),
            (Scale::Ending, _) => "over".to_owned(),
            (Scale::Foreclosed, Some(0)) => "over".to_owned(),
            (Scale::Foreclosed, Some(1)) => "foreclosed".to_owned(),
            (Scale::Foreclosed, Some(value)) => (value - u64::from(VALUES)).to_string(),
            _ => shorten(class),
        }
    }
}

/// Remoteness or suspense from that of the options.
pub(super) fn hurry(options: impl Iterator<Item = u32>, scale: Scale) -> u32 {
    let (mut even, mut odd) = (None, None);
    let shorter = scale == Scale::Remoteness;
    for option in options {
        // the winner hurries and the loser delays where remoteness counts; the other way round for suspense
        if option % 2 == 0 {
            even = Some(even.map_or(option, |e: u32| if shorter { e.min(option) } else { e.max(option) }));
        } else {
            odd = Some(odd.map_or(option, |o: u32| if shorter { o.max(option) } else { o.min(option) }));
        }
    }
    even.or(odd).map_or(0, |best| best + 1)
}

/// The foreclosed value from those of the options.
pub(super) fn foreclosed(options: impl Iterator<Item = u32>, seen: &mut Vec<u32>) -> u32 {
    seen.clear();
    let mut any = false;
    for option in options {
        any = true;
        match option {
            OVER => return FORECLOSED,
            FORECLOSED => {}
            value => seen.push(value - VALUES),
        }
    }
    if !any {
        return OVER;
    }
    seen.sort_unstable();
    seen.dedup();
    VALUES + seen.iter().zip(0..).take_while(|&(&value, at)| value == at).count() as u32
}
