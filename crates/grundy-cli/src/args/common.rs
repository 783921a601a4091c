//! The options that every verb has, the language that most have, and the text of a question.

use std::io::IsTerminal;
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use crate::budget;
use crate::form::Form;

/// How values of positions that fall apart are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Has a part this value? 0, 1, 2 … are asked in turn (Lemoine and Viennot)
    Couples,
    /// Pruning with sets of values that matter (Beling and Rogalski)
    BelingRogalski,
    /// Proof numbers: the part that is easiest to decide goes first (Allis; Nagai)
    ProofNumbers,
    /// Every option of every part is worked out
    Mex,
}

impl From<Method> for grundy::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Couples => grundy::Method::Couples,
            Method::BelingRogalski => grundy::Method::Pruning,
            Method::ProofNumbers => grundy::Method::Proof,
            Method::Mex => grundy::Method::Mex,
        }
    }
}

impl Common {
    /// The form that was asked for.
    pub(crate) fn form(&self) -> Option<Form> {
        if self.json { Some(Form::Json) } else { self.form }
    }
}

/// Options of every verb.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON value instead of text
    #[arg(long, conflicts_with = "form")]
    pub(crate) json: bool,
    /// Print the answer in another form
    #[arg(long = "as", value_name = "FORM")]
    pub(crate) form: Option<Form>,
    /// Work with N threads (default: one for a question, for many what the machine has)
    #[arg(long, value_name = "N", value_parser = budget::threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<usize>,
    /// The bare answer: no echo of how the input was read, no evidence, no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// The theorems in words, references, what was recognised, engine and cost
    #[arg(long)]
    pub(crate) why: bool,
    /// Misère play: a player who cannot move wins (as `misere` in front of the text)
    #[arg(long, alias = "misère")]
    pub(crate) misere: bool,
    /// Values for the parameters of a game: m=1..6,q=4 (default: 1..12 each)
    #[arg(long = "for", value_name = "VALUES")]
    pub(crate) values: Option<grundy::Ranges>,
    /// Refuse what the notation does not say: nim 3 4 5, Nim(3), take[1-3] …
    #[arg(long)]
    pub(crate) strict: bool,
    /// Stop after this time: 500ms, 30s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = budget::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Memory for tables: 512MB, 4GiB (default: half of what is free)
    #[arg(long, value_name = "SIZE", value_parser = budget::memory, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,
    /// Positions and options that may be looked at: 10^9, 5e6 (default: as many as the engine undertakes)
    #[arg(long, value_name = "COUNT", value_parser = budget::number, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// How values of boards and graphs are searched (default: couples)
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<Method>,
    /// Longest text, in bytes (default: 1 MiB)
    #[arg(long, value_name = "SIZE", value_parser = budget::text, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits of the notation", hide_short_help = true)]
    pub(crate) max_text: Option<usize>,
    /// Deepest nesting of brackets and operators, at most 1000 (default: 200)
    #[arg(long, value_name = "N", value_parser = budget::nesting, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits of the notation", hide_short_help = true)]
    pub(crate) max_nesting: Option<usize>,
    /// Most `let` definitions in force (default: 1000)
    #[arg(long, value_name = "N", value_parser = budget::size, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits of the notation", hide_short_help = true)]
    pub(crate) max_definitions: Option<usize>,
    /// Most decimal digits of a number, at most 10^7 (default: 10000)
    #[arg(long, value_name = "N", value_parser = budget::digits, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits of the notation", hide_short_help = true)]
    pub(crate) max_digits: Option<usize>,
}

/// A language that answers are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

/// The options of a verb that answers in words: all but `emit`, where `--lang` names the language of the program.
#[derive(Debug, Clone, Args)]
pub(crate) struct Spoken {
    /// Language of the text (default: English; on a terminal that of the locale)
    #[arg(long, value_enum, value_name = "LANG", help_heading = "Common options")]
    pub(crate) lang: Option<Language>,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Deref for Spoken {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

/// Does somebody read it on a terminal, and does the locale say Chinese? The first variable that is set decides, as for all
/// programs.
pub(crate) fn is_chinese_here() -> bool {
    if !std::io::stdout().is_terminal() {
        return false;
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(std::env::var_os).find(|l| !l.is_empty());
    locale.is_some_and(|locale| locale.to_string_lossy().to_lowercase().starts_with("zh"))
}

/// The text of a question, or the file that holds it.
#[derive(Debug, Args)]
pub(crate) struct Text {
    /// The text of the question, in one word or several (default: standard input)
    #[arg(value_name = "TEXT", conflicts_with = "file")]
    pub(crate) words: Vec<String>,
    /// Read the text from FILE (`-` is standard input)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

impl Text {
    /// `-`: lines, one question each.
    pub(crate) fn is_lines(&self) -> bool {
        self.words == ["-"]
    }
}
