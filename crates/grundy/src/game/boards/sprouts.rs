//! **Sprouts**: join two spots, or a spot to itself, by a curve that crosses nothing, and put a new spot on it; no spot has
//! more than three ends.
//!
//! ```text
//! o   o      o---o---o     the new spot in the middle has two ends and one life left, the outer ones have two lives each:
//!                          sprouts("1a1a.}]!")
//! ```
//!
//! A spot has three lives; a move takes two and gives one, so n spots last at most 3n − 1 moves. A closed curve has an inside
//! and an outside. Regions that no living spot joins are independent *lands*, so positions fall apart, and their values are
//! searched over lands in canonical form, by proof numbers: what a move leaves open differs much. In misère play the same
//! lands are searched as sums.
//!
//! | file | holds |
//! |---|---|
//! | `sprouts/position.rs` | texts and lists of tokens |
//! | `sprouts/moves.rs` | what a move leaves |
//! | `sprouts/tidying.rs` | what can be left out, and lands |
//! | `sprouts/canonical.rs` | canonical forms |
//! | `sprouts/drawing.rs` | the regions as rows |
//! | `sprouts/proof.rs` | values, and their proofs |
//!
//! It is conjectured that the first player wins n spots exactly if n mod 6 is 3, 4 or 5 (Applegate, Jacobson and Sleator
//! 1991); nothing here uses it.
//!
//! Cost: couples of a land and a number that are opened, lands whose value is kept, and seconds of processor time; an option takes
//! about 3 microseconds:
//!
//! ```text
//! spots        11      12      13      14      16      18      20       23       24
//! opened    9 977   9 827  24 587  54 864  28 901  67 314  71 354  168 606  449 943
//! kept      1 122   1 083   3 683   5 750   2 060   4 238   5 828    9 369   24 542
//! seconds     0.8     0.9     2.0     7.1     3.6      12      13       45      200
//! ```
//!
//! Reference: J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers*, 2010.

mod canonical;
mod drawing;
mod moves;
mod position;
mod proof;
#[cfg(test)]
mod tests;
mod tidying;

use std::io::Write as _;
use std::ops::{ControlFlow, Range};

use grundy_core::NormalPlay;
use grundy_search::nimbers::Method;
use smallvec::SmallVec;

use self::position::{Spots, lives};
use self::proof::Found;
use self::tidying::Tidying;
use crate::error::Diagnostic;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Kept;
use crate::game::nimbers::store::{Keyed, Kind, Writer};
use crate::rules::{Rules, Visitor};

/// Sprouts in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "sprouts",
    english: "Sprouts",
    chinese: "豆芽游戏",
    other_names: &["萌芽游戏"],
    rule_english: "Join two spots by a curve that crosses nothing and put a new spot on it; no spot may have more than three ends.",
    rule_chinese: "用一条不与其他线相交的曲线连接两点，并在线上加一个新点；每点至多连三条线头。",
    group: Group::Boards,
    signature: "sprouts(n)",
    example: "sprouts(5)",
    references: &[
        "M. Gardner, Of sprouts and Brussels sprouts, games with a topological flavor, 1967",
        "J. Lemoine, S. Viennot, Computer analysis of Sprouts with nimbers, 2010",
    ],
    definition: Definition::Rules(|brackets| {
        made_with("sprouts", brackets, Sprouts, Found(Kept::by(Lands, Method::Proof)))
    }),
    ..Entry::USUAL
};

/// The rules on whole positions.
#[derive(Debug, Clone, Copy)]
struct Sprouts;

impl Rules for Sprouts {
    type Position = Spots;

    fn options(&self, spots: &Spots, visit: &mut Visitor<'_, Spots>) -> ControlFlow<()> {
        moves::each(spots, &mut |_, draft| visit(&[tidying::whole(draft)]))
    }

    fn split(&self, spots: Spots) -> Vec<Spots> {
        Lands.split(spots)
    }
}

/// The rules on lands in which small regions are merged.
#[derive(Debug, Clone, Copy)]
struct Lands;

impl Rules for Lands {
    type Position = Spots;

    fn options(&self, land: &Spots, visit: &mut Visitor<'_, Spots>) -> ControlFlow<()> {
        let (mut tidying, mut lands) = (Tidying::default(), SmallVec::<[Spots; 4]>::new());
        moves::each(land, &mut |_, draft| {
            lands.clear();
            tidying.lands(draft, true, &mut lands);
            visit(&lands)
        })
    }

    fn split(&self, spots: Spots) -> Vec<Spots> {
        let mut lands = Vec::new();
        Tidying::default().lands(&mut spots.draft().0, true, &mut lands);
        lands
    }
}

impl NormalPlay for Lands {
    fn bound(&self, land: &Spots) -> u64 {
        moves::longest(land).into()
    }

    /// Few spots in a region leave few moves: the root of the squares of its lives, summed.
    fn size(&self, land: &Spots) -> u32 {
        let of = |region: &Vec<Range<usize>>| {
            let spots = region.iter().flat_map(|boundary| &land.0[boundary.clone()]);
            spots.map(|&spot| lives(spot)).sum::<u32>().pow(2)
        };
        land.regions().iter().map(of).sum::<u32>().isqrt()
    }

    /// Equal lands cancel.
    fn reduced(&self, spots: Spots) -> Vec<Spots> {
        let mut lands: Vec<Spots> = Vec::new();
        for land in self.split(spots) {
            match lands.iter().position(|other| *other == land) {
                Some(at) => _ = lands.swap_remove(at),
                None => lands.push(land),
            }
        }
        lands
    }

    fn reduced_options(&self, land: &Spots, visit: &mut Visitor<'_, Spots>) -> ControlFlow<()> {
        self.options(land, visit)
    }
}

impl Keyed for Lands {
    const KIND: Kind = Kind::Texts;

    fn writer(&self) -> Writer<Spots> {
        // a list of bytes takes all that is written
        Box::new(|land, out| _ = write!(out, "{land}"))
    }

    fn component(&self, written: &[u8]) -> Result<Option<Spots>, Diagnostic> {
        let text = std::str::from_utf8(written).map_err(|_| Diagnostic::input("a position is no text"))?;
        let lands = self.split(Spots::read(text)?);
        Ok(<[Spots; 1]>::try_from(lands).ok().map(|[land]| land))
    }
}

impl Written for Sprouts {
    fn read(&self, text: &str) -> Result<Spots, Diagnostic> {
        Spots::read(text)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        drawing::draw(asked)
    }

    fn show(&self, spots: &Spots) -> String {
        spots.all_free().map_or_else(|| format!("\"{spots}\""), |count| count.to_string())
    }

    fn weight(&self, spots: &Spots) -> u64 {
        spots.0.len() as u64
    }

    fn extent(&self, spots: &Spots) -> u32 {
        Lands.size(spots)
    }

    fn numbers(&self) -> Option<usize> {
        Some(1)
    }
}
