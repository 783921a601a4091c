//! **Brussels Sprouts**: join two free arms of crosses by a curve that crosses nothing, and put a bar across it, which gives
//! two new arms, one on either side.
//!
//! ```text
//!   |   |   |          two crosses are joined: six old arms and two new ones around one boundary,
//! --+---+---+--        brussels("8.}")
//!   |   |   |
//! ```
//!
//! Free arms never become fewer, and each region keeps at least one. So it ends where every region has exactly one, and how one
//! plays does not matter: a region with a arms on c boundaries lasts a + c − 2 moves, for c − 1 of them join boundaries and
//! a − 1 make a region more. From n crosses that is 5n − 2 (Gardner 1967, after J. H. Conway and M. Paterson).
//!
//! A text lists the arms of each boundary, with ends as in Sprouts: `brussels("4.4.}")` is `brussels(2)`. Crosses may have any
//! number of arms.
//!
//! Cost: O(boundaries) for a value.
//!
//! Reference: M. Gardner, *Of sprouts and Brussels sprouts, games with a topological flavor*, Scientific American, July 1967.

use std::fmt;
use std::ops::ControlFlow;

use grundy_core::{Context, Evidence, Outcome, Result, Span, Theorem};
use rustc_hash::FxHashMap;

use crate::error::Diagnostic;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::regions::{self, spot, stroke};
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::members::{ByNumber, Members};
use crate::game::nimbers::Values;
use crate::rules::{Rules, Visitor};

/// Brussels Sprouts in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "brussels",
    english: "Brussels Sprouts",
    chinese: "球芽甘蓝游戏",
    other_names: &["布鲁塞尔豆芽"],
    rule_english: "Join two free arms of crosses by a curve that crosses nothing and put a bar across it, which gives two new arms.",
    rule_chinese: "用一条不相交的曲线连接两个空臂，并在线上画一短横，产生两个新臂。",
    group: Group::Boards,
    signature: "brussels(n)",
    example: "brussels(3)",
    references: &["M. Gardner, Of sprouts and Brussels sprouts, games with a topological flavor, 1967"],
    definition: Definition::Rules(|brackets| made_with("brussels", brackets, Brussels, Counted)),
    ..Entry::USUAL
};

/// The number of moves is known.
pub(crate) static EULER: Theorem = Theorem {
    id: "brussels-sprouts",
    statement: "Brussels Sprouts from n crosses ends after exactly 5n - 2 moves, however one plays: a region with a arms on c \
                boundaries lasts a + c - 2 moves (Euler's formula)",
    chinese: "从 n 个十字开始的球芽甘蓝游戏无论怎么走都恰好在 5n - 2 步后结束：一个区域若在 c 条边界上有 a 条臂，则还有 a + c - 2 步（Euler 公式）",
    reference: "M. Gardner, Of sprouts and Brussels sprouts, games with a topological flavor, 1967",
};

/// For each region in which there are moves the free arms of each boundary, in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Arms(Vec<Vec<u32>>);

impl Arms {
    fn new(mut regions: Vec<Vec<u32>>) -> Arms {
        regions.retain(|region| region.len() > 1 || region.iter().any(|&arms| arms > 1));
        regions.iter_mut().for_each(|region| region.sort_unstable());
        regions.sort_unstable();
        Arms(regions)
    }

    /// How many moves are left.
    fn moves(&self) -> u64 {
        let of = |region: &Vec<u32>| region.iter().map(|&arms| u64::from(arms) + 1).sum::<u64>() - 2;
        self.0.iter().map(of).sum()
    }

    /// So many crosses.
    fn crosses(&self) -> Option<usize> {
        match self.0.as_slice() {
            [] => Some(0),
            [region] if region.iter().all(|&arms| arms == 4) => Some(region.len()),
            _ => None,
        }
    }
}

impl fmt::Display for Arms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for region in &self.0 {
            region.iter().try_for_each(|arms| write!(f, "{arms}."))?;
            f.write_str("}")?;
        }
        Ok(())
    }
}

/// What a move joins: boundaries of a region, or a boundary to itself.
#[derive(Debug, Clone)]
enum Choice {
    Two(usize, usize),
    /// The boundary, the arms on the one side, and the boundaries there.
    One(usize, u32, Vec<usize>),
}

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Brussels;

/// Visits every move: the region, what is joined, and what is left.
fn each(arms: &Arms, visit: &mut dyn FnMut(usize, &Choice, Arms) -> ControlFlow<()>) -> ControlFlow<()> {
    for (at, region) in arms.0.iter().enumerate() {
        let mut left = |choice: Choice, new: &[Vec<u32>]| {
            let others = arms.0.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, region)| region.clone());
            visit(at, &choice, Arms::new(others.chain(new.iter().cloned()).collect()))
        };
        // boundaries with as many arms are alike, and neighbours
        let first_of = |a: usize| a == 0 || region[a] != region[a - 1];
        for a in (0..region.len()).filter(|&a| first_of(a)) {
            for b in (a + 1..region.len()).filter(|&b| b == a + 1 || region[b] != region[b - 1]) {
                let rest = region.iter().enumerate().filter(|&(other, _)| other != a && other != b);
                let rest = rest.map(|(_, &arms)| arms);
                left(Choice::Two(a, b), &[rest.chain([region[a] + region[b]]).collect()])?;
            }
            let rest: Vec<usize> = (0..region.len()).filter(|&other| other != a).collect();
            for between in 0..region[a].saturating_sub(1) {
                let sides = [between, region[a] - 2 - between];
                shares(region, &rest, &mut |inside| {
                    let mut regions = sides.map(|arms| vec![arms + 1]);
                    for &other in &rest {
                        regions[usize::from(!inside.contains(&other))].push(region[other]);
                    }
                    left(Choice::One(a, sides[0], inside.to_vec()), &regions)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The ways to take some of these boundaries; which of those that are alike does not matter.
fn shares(region: &[u32], rest: &[usize], visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
    let kinds: Vec<&[usize]> = rest.chunk_by(|&a, &b| region[a] == region[b]).collect();
    let mut taken = vec![0; kinds.len()];
    loop {
        let inside: Vec<usize> =
            kinds.iter().zip(&taken).flat_map(|(kind, &taken)| kind[..taken].iter().copied()).collect();
        visit(&inside)?;
        let Some(more) = (0..kinds.len()).find(|&kind| taken[kind] < kinds[kind].len()) else { break };
        taken[more] += 1;
        taken[..more].fill(0);
    }
    ControlFlow::Continue(())
}

impl Rules for Brussels {
    type Position = Arms;

    fn options(&self, arms: &Arms, visit: &mut Visitor<'_, Arms>) -> ControlFlow<()> {
        each(arms, &mut |_, _, left| visit(&[left]))
    }

    fn split(&self, arms: Arms) -> Vec<Arms> {
        arms.0.into_iter().map(|region| Arms(vec![region])).collect()
    }
}

/// Boundaries and arms at most.
const MOST: u64 = 1_000_000;

/// An example to show beside a fault.
const EXAMPLE: &str = "brussels(3), brussels(\"4.4.}2.}\")";

impl Written for Brussels {
    fn read(&self, text: &str) -> Result<Arms, Diagnostic> {
        let many = || Diagnostic::input(format!("crosses have {MOST} arms together at most")).suggest(EXAMPLE);
        if let Ok(crosses) = text.trim().parse::<u64>() {
            return if self.is_start(crosses) { Ok(Arms::new(vec![vec![4; crosses as usize]])) } else { Err(many()) };
        }
        let (mut regions, mut at, mut sum) = (Vec::new(), 0, 0u64);
        for region in text.split_inclusive('}') {
            let mut boundaries = Vec::new();
            for boundary in region.trim_end_matches('}').split_inclusive('.') {
                let span = Span::new(at, at + boundary.len());
                let written = boundary.trim().trim_end_matches('.');
                at += boundary.len();
                if written.is_empty() && boundary.trim().is_empty() {
                    continue;
                }
                let Some(arms) = written.parse::<u32>().ok().filter(|&arms| arms > 0) else {
                    let fault = Diagnostic::input(format!("`{written}` is not a number of arms"));
                    return Err(fault.at(span).suggest(EXAMPLE));
                };
                sum += u64::from(arms);
                if sum > MOST {
                    return Err(many().at(span));
                }
                boundaries.push(arms);
            }
            at += usize::from(region.ends_with('}'));
            regions.push(boundaries);
        }
        Ok(Arms::new(regions))
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let arms: &Arms = asked.place().position()?;
        let names = |&arms: &u32| (1..=arms).map(|arm| arm.to_string()).collect();
        let count = arms.0.iter().flatten().map(|&arms| arms as usize).sum::<usize>();
        if count > asked.room {
            return None;
        }
        let written: Vec<Vec<Vec<String>>> = arms.0.iter().map(|region| region.iter().map(names).collect()).collect();
        let mut chosen: FxHashMap<Arms, Vec<String>> = FxHashMap::default();
        let _ = each(arms, &mut |region, choice, left| {
            chosen.entry(left).or_insert_with(|| match choice {
                Choice::Two(a, b) => vec![spot(region, *a, 0), spot(region, *b, 0)],
                Choice::One(a, between, inside) => {
                    let ends = [spot(region, *a, 0), spot(region, *a, *between as usize + 1)];
                    ends.into_iter().chain(inside.iter().map(|&other| stroke(region, other))).collect()
                }
            });
            ControlFlow::Continue(())
        });
        regions::draw(asked, &written, |left| chosen.get(left.place.position::<Arms>()?).cloned())
    }

    fn show(&self, arms: &Arms) -> String {
        arms.crosses().map_or_else(|| format!("\"{arms}\""), |crosses| crosses.to_string())
    }

    fn weight(&self, arms: &Arms) -> u64 {
        arms.0.iter().map(Vec::len).sum::<usize>() as u64
    }

    fn numbers(&self) -> Option<usize> {
        Some(1)
    }

    /// All crosses are written out in a position.
    fn is_start(&self, crosses: u64) -> bool {
        crosses <= MOST / 4
    }

    /// 5n - 2 moves.
    fn members(&self, parts: &[&str], _letters: &[usize]) -> Option<Members> {
        (parts == ["", ""]).then(|| ByNumber::formula(&EULER, "n%2", [0, 2, 0], 0, |n| n % 2))
    }
}

/// Values by the theorem.
#[derive(Debug)]
struct Counted;

impl Values<Arms> for Counted {
    fn value(&self, arms: &Arms, _: &Context) -> Result<(u64, Evidence)> {
        Ok((arms.moves() % 2, Evidence::theorem(&EULER)))
    }

    fn cost(&self, _: &Arms) -> Option<u64> {
        Some(0)
    }

    fn told_misere(&self, arms: &Arms) -> Option<(Outcome, &'static Theorem)> {
        let outcome = Outcome::won_if(arms.moves().is_multiple_of(2));
        Some((outcome, &EULER))
    }

    fn lasts(&self, arms: &Arms) -> Option<(u64, &'static Theorem)> {
        Some((arms.moves(), &EULER))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::testing::Random;

    use super::*;
    use crate::game::boards::testing::Plain;
    use crate::{Nat, game};

    /// The moves by definition: every pair of arms of each region, and every set of the other boundaries on the one side.
    fn options(regions: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
        let mut all = Vec::new();
        for (at, region) in regions.iter().enumerate() {
            let others: Vec<Vec<u32>> =
                regions.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, r)| r.clone()).collect();
            let mut push = |new: Vec<Vec<u32>>| {
                let mut left = [others.clone(), new].concat();
                left.iter_mut().for_each(|region| region.sort_unstable());
                left.sort_unstable();
                all.push(left);
            };
            for a in 0..region.len() {
                let rest: Vec<u32> =
                    region.iter().enumerate().filter(|&(i, _)| i != a).map(|(_, &arms)| arms).collect();
                for b in 0..rest.len() {
                    let third = rest.iter().enumerate().filter(|&(i, _)| i != b).map(|(_, &arms)| arms);
                    push(vec![third.chain([region[a] + rest[b]]).collect()]);
                }
                for first in 0..region[a] {
                    for second in first + 1..region[a] {
                        for set in 0..1u32 << rest.len() {
                            let side = |inside: u32| {
                                let of = rest.iter().enumerate().filter(move |&(i, _)| set >> i & 1 == inside);
                                of.map(|(_, &arms)| arms)
                            };
                            let between = second - first - 1;
                            push(vec![
                                side(1).chain([between + 1]).collect(),
                                side(0).chain([region[a] - 2 - between + 1]).collect(),
                            ]);
                        }
                    }
                }
            }
        }
        all
    }

    #[test]
    fn crosses_have_the_values_of_the_definition() {
        let mut plain = Plain::new(|regions: &Vec<Vec<u32>>| options(regions));
        plain.agrees("brussels", (0..=2).map(|n| (n.to_string(), vec![vec![4; n]])));
        let mut random = Random::new(11);
        for _ in 0..60 {
            let regions: Vec<Vec<u32>> = (0..1 + random.index(2))
                .map(|_| (0..1 + random.index(2)).map(|_| 1 + random.below(3) as u32).collect())
                .collect();
            let region = |region: &Vec<u32>| region.iter().map(|arms| format!("{arms}.")).collect::<String>() + "}";
            let text = regions.iter().map(region).collect();
            plain.agrees("brussels", [(text, regions)]);
        }
    }

    #[test]
    fn crosses_last_as_long_as_the_theorem_says() {
        let brussels = game("brussels").unwrap();
        for n in 0..40u64 {
            let value = brussels.at_text(&n.to_string()).value();
            assert_eq!(value, Ok(Nat::from((n * 5).saturating_sub(2) % 2)), "{n}");
        }
        let mut here = Brussels.read("3").unwrap();
        for left in (0..13).rev() {
            assert_eq!(Brussels.read(&here.to_string()).unwrap(), here);
            let mut options = Vec::new();
            let _ = Brussels.options(&here, &mut |left| {
                options.extend_from_slice(left);
                ControlFlow::Continue(())
            });
            here = options.swap_remove(left * 5 % options.len());
            assert_eq!(here.moves(), left as u64);
        }
        assert_eq!(Brussels.show(&here), "0");
    }

    /// The least and the greatest number of moves that are left, by all plays.
    fn lengths(arms: &Arms, known: &mut FxHashMap<Arms, (u64, u64)>) -> (u64, u64) {
        if let Some(&known) = known.get(arms) {
            return known;
        }
        let mut options = Vec::new();
        let _ = Brussels.options(arms, &mut |left| {
            options.extend_from_slice(left);
            ControlFlow::Continue(())
        });
        let all: Vec<(u64, u64)> = options.iter().map(|option| lengths(option, known)).collect();
        let least = all.iter().map(|(least, _)| least + 1).min().unwrap_or(0);
        let most = all.iter().map(|(_, most)| most + 1).max().unwrap_or(0);
        known.insert(arms.clone(), (least, most));
        (least, most)
    }

    #[test]
    fn every_play_is_as_long_as_the_theorem_says() {
        let mut known = FxHashMap::default();
        for n in 0..=3 {
            let start = Brussels.read(&n.to_string()).unwrap();
            lengths(&start, &mut known);
            assert_eq!(start.moves(), (5 * n as u64).saturating_sub(2));
        }
        assert!(known.len() > 300, "{}", known.len());
        for (arms, lengths) in known {
            let (moves, _) = Counted.lasts(&arms).unwrap();
            assert_eq!(lengths, (moves, moves), "{arms}");
        }
    }

    #[test]
    fn faults_are_told() {
        for text in ["4.0.}", "4.x.}", "4.4.}1000000.}", "300000", "-1"] {
            assert!(game("brussels").unwrap().at_text(text).solve().is_err(), "{text}");
        }
    }
}
