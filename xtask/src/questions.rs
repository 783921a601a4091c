//! Questions drawn from what exists already: the lines of the benchmark, the random rules and slips of `fuzz/`, the facts
//! of `corpus/`, and every game of the catalogue with random numbers.
//!
//! [`Drawn`] has nine in ten positions, for `solve - --jsonl`; the rest goes round the other verbs, a process each.
//! [`Draw`] draws one after the other; [`Draw::large`] makes them large.

mod large;
mod manual;
mod tools;

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::generate::{self, Game};
use crate::lines::Lines;
use crate::random::Random;
use crate::texts::Texts;

/// One question for one process.
#[derive(Debug)]
pub(crate) struct Question {
    /// The verb.
    pub(crate) verb: &'static str,
    /// All arguments, the verb first.
    pub(crate) arguments: Vec<String>,
    /// Standard input in words, where the question is not all in its arguments.
    note: String,
}

/// All questions of a comparison.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// Positions, one a line.
    pub(crate) lines: Vec<String>,
    /// Questions of the other verbs.
    pub(crate) single: Vec<Question>,
}

/// The verbs beside `solve`.
const VERBS: [&str; 17] = [
    "moves", "explain", "table", "period", "same", "guess", "prove", "count", "emit", "label", "unknown", "nimber",
    "verify", "sweep", "quotient", "canonical", "scene",
];

/// Positions with a number for each `#`; `##` is a large one.
const POSITIONS: &[&str] = &[
    "nim(#, #, #)",
    "nim(##, ##)",
    "2*nim(#) + 3*kayles(#) + *#",
    "take[1..#](#, ##)",
    "take[#,#,#](#, ##)",
    "take[#..](##)",
    "take[1.. except #](##)",
    "take[primes](#) + take[squares](#) + take[fibs](#)",
    "kayles(#, ##) + dawsonskayles(#)",
    "dawsonschess(#) + 0.6(#)",
    "grundy(#) + lasker(##)",
    "mark(##) + aliquot(##) + atleasthalf(##) + atmosthalf(##, #)",
    "nimble(#, #, #)",
    "wythoff(#, #)",
    "wythoff(##, ##)",
    "wythoff((#, #), (#, #)) + nim(#)",
    "euclid(##, ##)",
    "euclidpositive(#, #) + nim(#)",
    "fibonaccinim(##)",
    "staircase(#, #, #, #)",
    "moore[2](#, #, #)",
    "newstone(#, #, #)",
    "silverdollar(0, 2, #, 30)",
    "welter(1, 4, #)",
    "endnim(#, #, #)",
    "northcott((1, 6), (3, #))",
    "nimpass(#, #, #)",
    "kotzig[7, {1, 2}](0)",
    "thirtyone(#)",
    "conjunctive(kayles(#), nim(#))",
    "continued(take[1..#](#), nim(#))",
    "selective(nim(#), kayles(#))",
    "shortened(nim(#), take[1,3,4](#))",
    "ordinal(nim(#), kayles(#))",
    "upto[2](nim(#), nim(#), kayles(#))",
    "product(nim(#), nim(#))",
    "nim(#, #, ?)",
    "kayles(#, ?)",
    "take[1,3,4](#, ?) + nim(#)",
    "wythoff(#, ?)",
    "let t[m] = {n -> n-k for k in 1..m}; t[#](#) + 2*t[3](##)",
    "let g = nim | take[#]; g(#, #)",
    "take[30000000000](90000000007, 90000000000#)",
    "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}(#)",
    "{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}(#)",
    "{n -> n//2; n//3; n//# if n > 0}(##)",
    "{n -> k for k in 0..n//#  if n > 0}(##)",
    "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..#}(#, #)",
    "{n -> n+1 if 0 < n < #; n-2 loopy}(2, 3)",
];

/// Boards, graphs and coins, the same way.
const BOARDS: &[&str] = &[
    "cram(\"2x#\")",
    "cram(\"#x#\")",
    "nogo(\"2x#\") + nim(#)",
    "clobber(\"2x#\")",
    "chomp(\"3x#\")",
    "nodekayles(\"path:#\")",
    "nodekayles(\"cycle:#\") + kayles(#)",
    "arckayles(\"complete:#\")",
    "hackenbush(\"path:#\")",
    "nimstring(\"1x#\")",
    "treblecross(#) + nim(#)",
    "notakto(\"3x#\")",
    "subsets(#)",
    "sprouts(#)",
    "brussels(#)",
    "turtles(\"HTHHT\")",
    "ruler(\"THTHHTTH\") + nim(#)",
    "turning[\"1-3\"](\"HTTHH\")",
];

/// Games with a number for each `#`.
const GAMES: &[&str] = &[
    "nim",
    "kayles",
    "dawsonskayles",
    "grundy",
    "lasker",
    "mark",
    "aliquot",
    "atleasthalf",
    "atmosthalf",
    "fibonaccinim",
    "wythoff",
    "euclid",
    "take[1..#]",
    "take[#,#]",
    "take[#,#,#]",
    "take[odds]",
    "take[powers(2)]",
    "take[1.. except #]",
    "0.77",
    "0.137",
    "0.156",
    "0.007",
    "4.[3]",
    "{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}",
    "{n -> n-k for k in 3..5; 0 if n>0 and n<3}",
    "{n -> n-k for k in 1..#; n//2 if n > 0}",
    "{n -> n-k for k in {#,#,#}}",
    "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..#}",
];

/// Claims, right, wrong and unproved.
const CLAIMS: &[(&str, &str)] = &[
    ("take[1..#]", "P: n % # = 0"),
    ("take[1..3]", "P: n % 4 = 0"),
    ("take[1..3]", "g = n % 4"),
    ("kayles", "period 12 from 71"),
    ("kayles", "period # from #"),
    ("take[1,3,4]", "period 7 from 0"),
    ("nim(a,b,c)", "P: xor(a,b,c) = 0"),
    ("nim(a,b)", "P: a = b + #"),
    ("wythoff", "P: min(a,b) = floor(phi*abs(a-b))"),
    ("lasker", "g = n+1 if n % 4 = 3 else n-1 if n % 4 = 0 and n > 0 else n"),
    ("take[odds]", "g = n % 2"),
    ("mark", "P: v2(n) % 2 = 1"),
    ("misere take[1..#]", "P: n % # = 1"),
    ("misere nim(a,b)", "P: a = b and a > 1"),
    ("atleasthalf", "P: n = 0"),
];

impl Drawn {
    /// The questions of a seed; graphs are written to `folder`.
    pub(crate) fn new(seed: u64, count: u64, only: Option<&str>, folder: &Path) -> Result<Drawn> {
        let mut draw = Draw::new(seed);
        let (mut lines, mut single) = (Vec::new(), Vec::new());
        for i in 0..count {
            let verb = VERBS[(i / 10) as usize % VERBS.len()];
            match only {
                Some("solve") => lines.push(draw.line()),
                Some(verb) => single.push(draw.single(verb, folder)?),
                None if i % 10 == 9 => single.push(draw.single(verb, folder)?),
                None => lines.push(draw.line()),
            }
        }
        lines.retain(|line| is_question(line));
        Ok(Drawn { lines, single })
    }
}

/// Takes away the rows that these arguments made when they were asked before: a sweep goes on where it was.
pub(crate) fn forget_rows(arguments: &[String], folder: &Path) -> Result<()> {
    let rows = arguments.iter().skip_while(|word| *word != "-o").nth(1).map(|name| folder.join(name));
    match rows.filter(|rows| rows.is_dir()) {
        Some(rows) => Ok(fs::remove_dir_all(rows)?),
        None => Ok(()),
    }
}

/// What `solve -` gives no line for is no question there.
pub(crate) fn is_question(line: &str) -> bool {
    !line.trim().is_empty() && !line.contains(['\n', '\r', '#']) && line != "-"
}

impl Question {
    fn new(verb: &'static str, arguments: &[&str]) -> Self {
        let mut all = vec![verb.to_owned()];
        all.extend(arguments.iter().map(|&a| a.to_owned()));
        Question { verb, arguments: all, note: String::new() }
    }

    /// One position alone.
    pub(crate) fn solve(line: &str) -> Self {
        Question::new("solve", &["--json", "--", line])
    }

    /// As it would be typed.
    pub(crate) fn shown(&self) -> String {
        let plain = |a: &String| !a.is_empty() && a.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,/^".contains(c));
        let quoted = |a: &String| if plain(a) { a.clone() } else { format!("'{}'", a.replace('\'', "'\\''")) };
        let words: Vec<String> = self.arguments.iter().map(quoted).collect();
        format!("{}{}", words.join(" "), self.note)
    }
}

/// Draws questions; the same seed draws the same ones.
#[derive(Debug)]
pub(crate) struct Draw {
    seed: u64,
    random: Random,
    lines: Lines,
    texts: Texts,
    files: u64,
}

impl Draw {
    /// From this seed on.
    pub(crate) fn new(seed: u64) -> Draw {
        Draw { seed, random: Random::new(seed), lines: Lines::new(seed), texts: Texts::new(), files: 0 }
    }

    fn number(&mut self) -> i64 {
        let to = *self.random.pick(&[3, 8, 20, 40]);
        self.random.between(0, to)
    }

    fn filled(&mut self, template: &str) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find('#') {
            text.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('#') {
                rest = after;
                let to = *self.random.pick(&[100, 10_000, 1_000_000_000, 1_000_000_000_000_000_000]);
                text.push_str(&self.random.between(0, to).to_string());
            } else {
                text.push_str(&self.number().to_string());
            }
        }
        text + rest
    }

    /// A line of the benchmark.
    pub(crate) fn plain(&mut self) -> String {
        self.lines.next().unwrap_or_default()
    }

    /// A position on one line, some of them misère, few of them readable by nobody.
    pub(crate) fn line(&mut self) -> String {
        let text = match self.random.index(20) {
            0..=3 => self.plain(),
            4..=9 => self.rule_position(),
            10..=13 => {
                let template = *self.random.pick(POSITIONS);
                self.filled(template)
            }
            14 | 15 => self.texts.position(&mut self.random),
            16 if self.random.one_in(2) => {
                let template = *self.random.pick(BOARDS);
                self.filled(template)
            }
            16 => self.graph_position(),
            17 => {
                let (a, b) = (self.rule_position(), self.texts.position(&mut self.random));
                format!("{a} + {b}")
            }
            18 => {
                let text = self.texts.position(&mut self.random);
                self.other_number(&text)
            }
            // no argument of a process holds a NUL
            _ => self.texts.next(&mut self.random).replace('\0', ""),
        };
        if !text.contains("misere") && !text.contains("let") && self.random.one_in(6) {
            return format!("misere {text}");
        }
        text
    }

    fn rule_position(&mut self) -> String {
        let (_, game) = generate::game(&mut self.random);
        // far places are few: most laws and periods need none, and tables of them are dear
        let to = if game.splits() { *self.random.pick(&[8, 15, 30]) } else { *self.random.pick(&[8, 40, 1000]) };
        let places: Vec<String> = (0..self.random.between(1, 3)).map(|_| self.place(&game, to)).collect();
        match places.as_slice() {
            [one] => format!("{game}({one})"),
            several if game.arity() == 1 => format!("{game}({})", several.join(", ")),
            several => format!("{game}(({}))", several.join("),(")),
        }
    }

    fn place(&mut self, game: &Game, to: i64) -> String {
        let to = if game.arity() == 1 { to } else { to.min(15) };
        let numbers: Vec<String> = (0..game.arity()).map(|_| self.random.between(0, to).to_string()).collect();
        numbers.join(",")
    }

    /// Another number in the place of one.
    fn other_number(&mut self, text: &str) -> String {
        let starts: Vec<usize> = text
            .char_indices()
            .filter(|(at, c)| c.is_ascii_digit() && !text[..*at].ends_with(|p: char| p.is_alphanumeric()))
            .map(|(at, _)| at)
            .collect();
        if starts.is_empty() {
            return text.to_owned();
        }
        let at = *self.random.pick(&starts);
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{}{}{rest}", &text[..at], self.number())
    }

    /// Arcs on up to eight vertices; one graph in three may have cycles.
    fn arcs(&mut self) -> Vec<(i64, i64)> {
        let (vertices, cyclic) = (self.random.between(2, 8), self.random.one_in(3));
        let mut arcs = Vec::new();
        for _ in 0..self.random.between(1, 2 * vertices) {
            let (a, b) = (self.random.between(0, vertices - 1), self.random.between(0, vertices - 1));
            if cyclic || a != b {
                arcs.push(if cyclic { (a, b) } else { (a.max(b), a.min(b)) });
            }
        }
        arcs.push((1, 0));
        arcs.sort_unstable();
        arcs.dedup();
        arcs
    }

    fn graph_position(&mut self) -> String {
        let arcs = self.arcs();
        let name = |v: i64| char::from(b'a' + v as u8);
        let edges: Vec<String> = arcs.iter().map(|&(a, b)| format!("{}->{}", name(a), name(b))).collect();
        let tokens: Vec<String> =
            (0..self.random.between(1, 3)).map(|_| name(self.random.pick(&arcs).0).to_string()).collect();
        format!("graph{{{}}}({})", edges.join("; "), tokens.join(", "))
    }

    /// A game, one in eight misère where `misere` is allowed.
    fn game(&mut self, misere: bool) -> String {
        let game = match self.random.index(4) {
            0 | 1 => generate::game(&mut self.random).1.to_string(),
            2 => {
                let template = *self.random.pick(GAMES);
                self.filled(template)
            }
            _ => self.texts.game(&mut self.random),
        };
        if misere && !game.contains("misere") && self.random.one_in(8) { format!("misere {game}") } else { game }
    }

    fn single(&mut self, verb: &str, folder: &Path) -> Result<Question> {
        Ok(match verb {
            "moves" => Question::new("moves", &["--json", "--limit", "30", "--", &self.line()]),
            "explain" => Question::new("explain", &["--json", "--", &self.line()]),
            "table" => {
                let to = self.random.between(0, 60).to_string();
                let show = *self.random.pick(&["values", "values", "outcomes", "p", "genus"]);
                Question::new("table", &["--json", "--to", &to, "--show", show, "--", &self.game(show != "values")])
            }
            "period" => Question::new("period", &["--json", "--to", "2000", "--", &self.game(true)]),
            "same" => {
                let left = self.game(false);
                // often really the same
                let right = if self.random.one_in(3) { left.clone() } else { self.game(false) };
                Question::new("same", &["--json", "--to", "300", "--", &left, &right])
            }
            "guess" => Question::new("guess", &["--json", "--to", "200", "--", &self.game(true)]),
            "prove" => {
                let (about, claim) = if self.random.one_in(2) {
                    let (about, claim) = *self.random.pick(CLAIMS);
                    (self.filled(about), self.filled(claim))
                } else {
                    let claim =
                        *self.random.pick(&["period # from #", "P: n % # = 0", "g = n", "P: n = 0", "g = n % #"]);
                    (self.game(true), self.filled(claim))
                };
                Question::new("prove", &["--json", "--to", "100", "--", &about, &claim])
            }
            "count" => {
                let heaps = self.random.between(1, 4).to_string();
                let max = self.random.pick(&["5", "12", "100", "10^6"]);
                let mut arguments = vec!["--json", "--heaps", &heaps, "--max", max];
                if self.random.one_in(3) {
                    arguments.push("--unordered");
                }
                let game = self.game(true);
                arguments.extend(["--", game.as_str()]);
                Question::new("count", &arguments)
            }
            "emit" => {
                let language = self.random.pick(&["cpp", "c", "python", "rust", "java"]);
                Question::new("emit", &["--json", "--max", "1000", "--lang", language, "--", &self.game(true)])
            }
            "unknown" => {
                let template =
                    *self.random.pick(&["nim(#, #, ?)", "kayles(#, ?)", "wythoff(#, ?)", "moore[2](#, #, ?)"]);
                Question::new("solve", &["--json", "--", &self.filled(template)])
            }
            "label" => self.label(folder)?,
            "nimber" => self.nimber(),
            "quotient" => {
                let heaps = self.random.between(1, 25).to_string();
                Question::new("quotient", &["--json", "--heaps", &heaps, "--", &self.game(true)])
            }
            "canonical" => {
                let position = self.line();
                let misere = if position.contains("misere") { "" } else { "misere " };
                Question::new("canonical", &["--json", "--", &format!("{misere}{position}")])
            }
            "scene" => Question::new("scene", &["--json", "--", &self.line()]),
            "verify" => self.verify(folder)?,
            "sweep" => self.sweep(),
            other => anyhow::bail!("no questions for {other}: {}", VERBS.join(", ")),
        })
    }

    /// A name that no other question has.
    fn new_name(&mut self, kind: &str) -> String {
        self.files += 1;
        format!("{kind}-{:x}-{}", self.seed, self.files)
    }

    fn file(&mut self, folder: &Path, kind: &str, text: &[u8]) -> Result<String> {
        let path = folder.join(self.new_name(kind));
        fs::write(&path, text)?;
        Ok(path.display().to_string())
    }

    fn label(&mut self, folder: &Path) -> Result<Question> {
        if self.random.one_in(3) {
            let to = self.random.between(0, 12).to_string();
            return Ok(Question::new("label", &["--json", "--rule", &self.game(true), "--to", &to]));
        }
        let arcs = self.arcs();
        let text: Vec<String> = arcs.iter().map(|(a, b)| format!("{a} {b}")).collect();
        let path = self.file(folder, "graph", (text.join("\n") + "\n").as_bytes())?;
        let mut arguments = vec!["--json", path.as_str()];
        if self.random.one_in(3) {
            arguments.push("--misere");
        }
        let start = arcs[0].0.to_string();
        if self.random.one_in(2) {
            arguments.extend(["--start", start.as_str()]);
        }
        let mut question = Question::new("label", &arguments);
        question.note = format!("  # arcs: {}", text.join(", "));
        Ok(question)
    }
}
