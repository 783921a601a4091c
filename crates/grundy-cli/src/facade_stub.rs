//! Stand-in for the library's front door until it is merged: knows `nim` and nothing else.

#![allow(dead_code, missing_docs, clippy::unnecessary_wraps)]

use grundy::answer::*;
use grundy::context::Stopped;
use grundy::game::{Game, Kind, Shape};
use grundy::notation::Span;
use grundy::set::IntSet;
use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, Evidence, Nat, Outcome, Result};

#[derive(Debug, Default)]
pub(crate) struct Session {
    names: Vec<String>,
}
#[derive(Debug)]
pub(crate) struct Position {
    misere: bool,
    heaps: Vec<u64>,
    unknown: bool,
}
#[derive(Debug)]
pub(crate) struct GameQuestion {
    pub(crate) convention: Convention,
    pub(crate) game: Game,
}
#[derive(Debug)]
pub(crate) struct SolveOptions {
    pub(crate) limit: usize,
    pub(crate) value: bool,
    pub(crate) guess: bool,
    pub(crate) moves: bool,
}
#[derive(Debug)]
pub(crate) struct MovesOptions {
    pub(crate) limit: usize,
    pub(crate) winning: bool,
}
#[derive(Debug)]
pub(crate) struct TableOptions {
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) show: Show,
}

impl Session {
    pub(crate) fn new() -> Session {
        Session::default()
    }
    pub(crate) fn position(&mut self, text: &str) -> Result<Position, Diagnostic> {
        let bare = text.trim();
        let (misere, bare) = bare.strip_prefix("misere ").map_or((false, bare), |b| (true, b));
        let bad = |at: usize, what: &str| Diagnostic::parse(Span::new(at, at + 1), what).suggest("nim(3, 5)");
        let inside = bare
            .strip_prefix("nim(")
            .or_else(|| bare.strip_prefix("t(").filter(|_| self.names.iter().any(|n| n == "t")))
            .ok_or_else(|| bad(0, "only nim is known here"))?;
        let inside = inside.strip_suffix(')').ok_or_else(|| bad(text.len(), "expected )"))?;
        let mut position = Position { misere, heaps: Vec::new(), unknown: false };
        for part in inside.split(',') {
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            match part.trim() {
                "?" => position.unknown = true,
                number => position.heaps.push(number.parse().map_err(|_| bad(at, "expected a number"))?),
            }
        }
        Ok(position)
    }
    pub(crate) fn game(&mut self, text: &str) -> Result<GameQuestion, Diagnostic> {
        let shape = match text.trim() {
            "nim" => Shape::Heap,
            "nim2" => Shape::Tuple(2),
            _ => return Err(Diagnostic::parse(Span::new(0, text.len()), "only nim is known here")),
        };
        let game = Game::new(text.trim().to_owned(), shape, Kind::Take(IntSet::Finite(Vec::new())));
        Ok(GameQuestion { convention: Convention::Normal, game })
    }
    pub(crate) fn define(&mut self, text: &str) -> Result<bool, Diagnostic> {
        let Some(rest) = text.trim().strip_prefix("let ") else { return Ok(false) };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        if self.names.contains(&name) {
            return Err(Diagnostic::parse(Span::new(4, 5), "the name is taken"));
        }
        if !rest.trim_end().ends_with(';') {
            return Ok(false);
        }
        self.names.push(name);
        Ok(true)
    }
}

fn value(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |a, b| a ^ b)
}
fn spell(heaps: &[u64]) -> String {
    format!("nim({})", heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
}
fn outcome(v: u64) -> Outcome {
    if v == 0 { Outcome::Previous } else { Outcome::Next }
}

fn list(heaps: &[u64], limit: usize, only_winning: bool) -> MoveList {
    let mut list = MoveList::default();
    let mut count = 0u64;
    for (i, &h) in heaps.iter().enumerate() {
        for to in 0..h {
            let mut after = heaps.to_vec();
            after[i] = to;
            let v = value(&after);
            if only_winning && v != 0 {
                continue;
            }
            count += 1;
            if list.moves.len() < limit {
                list.moves.push(Move {
                    component: Nat::from(i),
                    from: spell(&[h]),
                    to: spell(&[to]),
                    position: spell(&after),
                    value: Some(Nat::from(v)),
                    outcome: Some(outcome(v)),
                });
            }
        }
    }
    list.count = Some(Nat::from(count));
    list
}

pub(crate) fn solve(p: &Position, o: &SolveOptions, cx: &Context) -> Result<Answer> {
    cx.tick(p.heaps.iter().sum::<u64>())?;
    let v = value(&p.heaps);
    Ok(Answer {
        query: spell(&p.heaps),
        convention: if p.misere { Convention::Misere } else { Convention::Normal },
        reading: vec!["nim: take any number from one heap; the nim-heap".to_owned()],
        outcome: (!p.unknown).then(|| outcome(v)),
        value: (!p.misere && !p.unknown).then(|| Nat::from(v)),
        value_status: if p.misere { ValueStatus::None } else { ValueStatus::Exact },
        evidence: Evidence::computed("all positions enumerated"),
        components: p
            .heaps
            .iter()
            .map(|h| ComponentValue {
                position: spell(&[*h]),
                count: Nat::ONE,
                value: Some(Nat::from(*h)),
                evidence: Evidence::trivial(),
            })
            .collect(),
        moves: if o.moves { list(&p.heaps, o.limit, true) } else { MoveList::default() },
        strategy: None,
        unknown: p.unknown.then(|| vec![Nat::from(v)]),
        engine: "stub".to_owned(),
        cost: Cost::default(),
        stopped: None,
    })
}

pub(crate) fn moves(p: &Position, o: &MovesOptions, cx: &Context) -> Result<MovesAnswer> {
    cx.tick(p.heaps.iter().sum::<u64>())?;
    Ok(MovesAnswer {
        query: spell(&p.heaps),
        convention: Convention::Normal,
        reading: vec!["nim: take any number from one heap".to_owned()],
        moves: list(&p.heaps, o.limit, o.winning),
        evidence: Evidence::computed("all positions enumerated"),
        cost: Cost::default(),
        stopped: None,
    })
}

pub(crate) fn table(q: &GameQuestion, o: &TableOptions, cx: &Context) -> Result<Table> {
    cx.tick(1)?;
    let one = q.game.shape() == Shape::Heap;
    let rows: Vec<Vec<u64>> = if one {
        vec![(o.from[0]..=o.to[0]).collect()]
    } else {
        (o.from[0]..=o.to[0]).map(|a| (o.from[1]..=o.to[1]).map(|b| a ^ b).collect()).collect()
    };
    let cells = match o.show {
        Show::Values => Cells::Values(rows.iter().map(|r| r.iter().map(|v| Nat::from(*v)).collect()).collect()),
        Show::Outcomes => Cells::Outcomes(rows.iter().map(|r| r.iter().map(|v| outcome(*v)).collect()).collect()),
        Show::Previous => {
            Cells::Previous(if one { vec![vec![0]] } else { (o.from[0]..=o.to[0]).map(|a| vec![a, a]).collect() })
        }
    };
    Ok(Table {
        game: q.game.text().to_owned(),
        convention: q.convention,
        reading: Vec::new(),
        from: o.from.clone(),
        to: o.to.clone(),
        cells,
        evidence: Evidence::computed("all positions enumerated"),
        cost: Cost::default(),
        stopped: None,
    })
}

pub(crate) fn explain(text: &str, session: &mut Session, cx: &Context) -> Result<Explanation> {
    cx.check()?;
    let p = session.position(text)?;
    let v = Nat::from(value(&p.heaps));
    let rows = p.heaps.iter().map(|h| (spell(&[*h]), Nat::from(*h))).collect();
    let steps = vec![
        Step::Theorem { statement: "g(n) = n in Nim".to_owned(), reference: "C. L. Bouton, Nim, 1901".to_owned() },
        Step::Mex {
            position: "nim(2)".to_owned(),
            options: vec![("nim(0)".to_owned(), Nat::ZERO), ("nim(1)".to_owned(), Nat::ONE)],
            more: false,
            values: vec![Nat::ZERO, Nat::ONE],
            mex: Nat::from(2u8),
        },
        Step::Columns { rows, xor: v.clone() },
        Step::Choose {
            bit: 3,
            component: "nim(13)".to_owned(),
            value: v.clone(),
            target: Nat::ONE,
            to: "nim(4)".to_owned(),
        },
        Step::Outcomes {
            position: "nim(1)".to_owned(),
            options: vec![("nim(0)".to_owned(), Outcome::Previous)],
            more: true,
            outcome: Outcome::Next,
        },
    ];
    Ok(Explanation {
        query: spell(&p.heaps),
        steps,
        conclusion: "N: take 9 from the first heap".to_owned(),
        evidence: Evidence::computed("values"),
        stopped: None,
    })
}

pub(crate) fn solve_exec(program: &[String], _start: &str, _o: &SolveOptions, _cx: &Context) -> Result<Answer> {
    let _: Option<Stopped> = None;
    Err(Error::from(Diagnostic::new(ErrorKind::Io, format!("the program {:?} cannot be started", program[0]))))
}

pub(crate) mod game {
    pub(crate) mod catalogue {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Group {
            Heaps,
            FixedArity,
            Rows,
            Boards,
            Coins,
            Compounds,
        }
        #[derive(Debug)]
        pub(crate) struct Entry {
            pub(crate) name: &'static str,
            pub(crate) aliases: &'static [&'static str],
            pub(crate) english: &'static str,
            pub(crate) chinese: &'static str,
            pub(crate) other_names: &'static [&'static str],
            pub(crate) rule_english: &'static str,
            pub(crate) rule_chinese: &'static str,
            pub(crate) group: Group,
            pub(crate) signature: &'static str,
            pub(crate) example: &'static str,
            pub(crate) references: &'static [&'static str],
            pub(crate) problems: &'static [&'static str],
            built: bool,
        }
        impl Entry {
            pub(crate) fn is_built(&self) -> bool {
                self.built
            }
        }
        static ALL: [Entry; 4] = [
            Entry {
                name: "nim",
                aliases: &[],
                english: "Nim",
                chinese: "取石子",
                other_names: &["尼姆"],
                rule_english: "take any number from one heap",
                rule_chinese: "从一堆中取任意多个",
                group: Group::Heaps,
                signature: "nim(n, …)",
                example: "nim(3,5,7)",
                references: &["C. L. Bouton, Nim, a game with a complete mathematical theory, 1901"],
                problems: &["MIPT 100 Nim"],
                built: true,
            },
            Entry { name: "kayles", group: Group::Heaps, english: "Kayles", chinese: "", ..OTHER },
            Entry {
                name: "wythoff",
                group: Group::FixedArity,
                english: "Wythoff's game",
                chinese: "威佐夫博弈",
                ..OTHER
            },
            Entry { name: "cram", group: Group::Boards, english: "Cram", built: false, ..OTHER },
        ];
        const OTHER: Entry = Entry {
            name: "",
            aliases: &["alias"],
            english: "",
            chinese: "",
            other_names: &[],
            rule_english: "a rule",
            rule_chinese: "规则",
            group: Group::Boards,
            signature: "name(n)",
            example: "name(5)",
            references: &[],
            problems: &[],
            built: true,
        };
        pub(crate) fn all() -> &'static [Entry] {
            &ALL
        }
        pub(crate) fn find(name: &str) -> Option<&'static Entry> {
            ALL.iter().find(|e| e.name == name || e.chinese == name)
        }
    }
}
