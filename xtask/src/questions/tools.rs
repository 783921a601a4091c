//! Questions of the verbs whose text is no position and no game: `nimber`, `verify`, `sweep`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::{Draw, Question};
use crate::damage;
use crate::run::root;

/// Families with a number for each `#`.
const FAMILIES: &[&str] = &[
    "take[S] for S subset of {1..#}",
    "take[a,b] for a in 1..# for b in a+1..#",
    "{n -> n-k for k in {a,b}} for a in 1..5 for b in a+1..# if a + b != 7",
    "{n -> n-k for k in 1..m; n//2 if n > 0} for m in 1..#",
    "misere take[1..m] for m in 1..#",
    "octal codes of up to 2 digits",
    "hexadecimal codes of up to 1 digits",
    "nim | take[#] for k in 1..#",
];

/// Numbers of a calculator, the last ones too wide for it.
const NIMBERS: &[&str] =
    &["0", "1", "2", "3", "8", "16", "255", "65536", "2^32", "2^64 - 1", "340282366920938463463374607431768211455"];

impl Draw {
    /// An expression, or a table of products.
    pub(super) fn nimber(&mut self) -> Question {
        if self.random.one_in(8) {
            let to = self.number().to_string();
            return Question::new("nimber", &["--json", "--table", &to]);
        }
        let text = match self.random.index(6) {
            0 => {
                let (a, b) = (self.nim_term(1), self.nim_term(1));
                format!("log({a}, {b})")
            }
            1 => format!("order({})", self.nim_term(1)),
            2 => format!("solve(x^2 + {}*x = {})", self.nim_term(0), self.nim_term(0)),
            _ => self.nim_term(3),
        };
        Question::new("nimber", &["--json", "--", &text])
    }

    fn nim_term(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(4) {
            return if self.random.one_in(3) {
                (*self.random.pick(NIMBERS)).to_owned()
            } else {
                self.number().to_string()
            };
        }
        let left = self.nim_term(depth - 1);
        match self.random.index(9) {
            0 => format!("sqrt({left})"),
            1 => format!("inv({left})"),
            2 => format!("({left})^{}", self.number()),
            3 => format!("mex({left}, {})", self.nim_term(depth - 1)),
            n => format!("({left}) {} ({})", ["+", "*", "*", "/", "+"][n - 4], self.nim_term(depth - 1)),
        }
    }

    /// A certificate of the verifier's own tests, two in three of them damaged.
    pub(super) fn verify(&mut self, folder: &Path) -> Result<Question> {
        let laws = root().join("crates/grundy-verify/tests/laws");
        let mut all: Vec<_> = fs::read_dir(&laws)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        all.retain(|path| path.extension().is_some_and(|extension| extension == "cert"));
        all.sort();
        let path = all.get(self.random.index(all.len())).context("no certificate is there")?;
        let mut text = fs::read(path)?;
        let mut note = format!("  # {}", path.file_name().unwrap_or_default().display());
        match self.random.index(3) {
            0 => {}
            1 => {
                // one number of it is another
                text = self.other_number(&String::from_utf8(text)?).into_bytes();
                note.push_str(", one number changed");
            }
            _ => {
                damage::change(&mut self.random, &mut text);
                note.push_str(", damaged");
            }
        }
        let path = self.file(folder, "certificate", &text)?;
        let mut question = Question::new("verify", &["--json", &path]);
        question.note = note;
        Ok(question)
    }

    /// A sweep over a small family; the folder of its rows stands where the process works.
    pub(super) fn sweep(&mut self) -> Question {
        let template = *self.random.pick(FAMILIES);
        let family = self.filled(template);
        let out = self.new_name("sweep");
        let to = self.random.pick(&["50", "300", "10^4"]);
        Question::new("sweep", &["--json", "-o", &out, "--to", to, "--", &family])
    }
}
