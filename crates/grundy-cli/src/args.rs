//! What can be written on the command line. Help, man page and completions come from this one list.

mod canonical;
mod claims;
mod counting;
mod label;
mod playing;
mod processes;
mod quotient;
mod sequences;
mod stress;
mod sweep;
mod web;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};

use crate::budget::{self, Corner};
use crate::render::unanswered::Asked;

pub(crate) use canonical::Canonical;
pub(crate) use claims::{Emit, EmitLanguage, EmitStyle, Guess, Prove};
pub(crate) use counting::Count;
pub(crate) use label::{Label, LabelFormat};
pub(crate) use playing::{Play, Scene};
pub(crate) use processes::Processes;
pub(crate) use quotient::Quotient;
pub(crate) use sequences::{Period, Same, Verify};
pub(crate) use stress::{Answers, Stress};
pub(crate) use sweep::{Sweep, SweepFormat};
pub(crate) use web::Web;

/// Ask any impartial game who wins, which moves win, and why.
///
/// `grundy 'POSITION'` without a verb is `grundy solve 'POSITION'`. Exit codes: 0 answered, 1 the answer is no,
/// 2 bad input or not supported, 3 budget spent or cancelled, 4 the machine failed.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "Examples:
  grundy 'nim(3,5,7)'
  grundy 'take[1,3,4](21, 17) + kayles(9)'
  grundy 'misere nim(1,2,3)'
  grundy '{n -> n-k for k in 1..n//2}(12, 7)'
  grundy table 'take[1,3,4]' --to 30
  grundy explain 'nim(13,12,8)'
  grundy list

Chapters of the manual: grundy help notation, grundy help claims, grundy help json")]
pub(crate) struct Arguments {
    /// The question.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// One verb, one question.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Solve),
    #[command(visible_alias = "value")]
    Sg(Sg),
    Mex(Mex),
    Nimber(Nimber),
    Explain(Explain),
    Moves(Moves),
    Scene(Scene),
    Table(Table),
    Period(Period),
    Verify(Verify),
    Same(Same),
    Guess(Guess),
    #[command(visible_alias = "check")]
    Prove(Prove),
    Count(Count),
    Stress(Stress),
    Emit(Emit),
    Quotient(Quotient),
    Canonical(Canonical),
    Sweep(Sweep),
    Label(Label),
    Play(Play),
    List(List),
    Describe(Describe),
    Repl(Repl),
    Web(Web),
    Completions(Completions),
    Man(Man),
}

/// The first example of a verb's help.
pub(crate) fn example(verb: &str) -> Option<String> {
    let command = Arguments::command();
    let help = command.find_subcommand(verb)?.get_after_help()?.to_string();
    help.lines().find_map(|line| line.trim().strip_prefix("grundy ")).map(|words| format!("grundy {words}"))
}

impl Verb {
    /// What is asked; of verbs of many questions, what each of them is.
    pub(crate) fn asked(&self) -> Asked {
        match self {
            Verb::Explain(_) => Asked::Explain,
            Verb::Moves(_) => Asked::Moves,
            Verb::Scene(_) => Asked::Scene,
            Verb::Table(_) => Asked::Table,
            Verb::Period(_) => Asked::Period,
            Verb::Same(_) => Asked::Same,
            Verb::Guess(_) => Asked::Guess,
            Verb::Prove(_) => Asked::Prove,
            Verb::Count(_) => Asked::Count,
            Verb::Emit(_) => Asked::Emit,
            Verb::Quotient(_) => Asked::Quotient,
            Verb::Canonical(_) => Asked::Canonical,
            Verb::Verify(_) => Asked::Verify,
            _ => Asked::Solve,
        }
    }

    /// Is there one question, which may end the program when it spends its budget?
    pub(crate) fn is_one_question(&self) -> bool {
        match self {
            Verb::Solve(solve) => !solve.text.is_lines() || solve.exec.is_some(),
            Verb::Sg(_) | Verb::Mex(_) | Verb::Nimber(_) => true,
            Verb::Explain(_)
            | Verb::Moves(_)
            | Verb::Scene(_)
            | Verb::Table(_)
            | Verb::Period(_)
            | Verb::Same(_)
            | Verb::Guess(_)
            | Verb::Prove(_)
            | Verb::Count(_)
            | Verb::Emit(_)
            | Verb::Quotient(_)
            | Verb::Canonical(_) => true,
            _ => false,
        }
    }

    /// The text of the question, where one belongs to the verb.
    fn text(&self) -> Option<&Text> {
        match self {
            Verb::Solve(Solve { text, .. })
            | Verb::Sg(Sg { text, .. })
            | Verb::Nimber(Nimber { text, .. })
            | Verb::Explain(Explain { text, .. })
            | Verb::Moves(Moves { text, .. })
            | Verb::Scene(Scene { text, .. })
            | Verb::Play(Play { text, .. })
            | Verb::Table(Table { text, .. })
            | Verb::Period(Period { text, .. })
            | Verb::Guess(Guess { text, .. })
            | Verb::Count(Count { text, .. })
            | Verb::Stress(Stress { text, .. })
            | Verb::Emit(Emit { text, .. })
            | Verb::Quotient(Quotient { text, .. })
            | Verb::Canonical(Canonical { text, .. })
            | Verb::Sweep(Sweep { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// Does it read standard input where it is told to, by `-`?
    pub(crate) fn reads_input(&self) -> bool {
        let file = match self {
            Verb::Verify(verify) => Some(&verify.file),
            Verb::Label(label) => label.graph.as_ref(),
            Verb::Prove(prove) => prove.file.as_ref(),
            Verb::Same(same) => same.file.as_ref(),
            _ => self.text().and_then(|text| text.file.as_ref()),
        };
        file.is_some_and(|file| file.as_os_str() == "-") || self.text().is_some_and(Text::is_lines)
    }

    /// The files that it writes beside its answer.
    fn outputs(&self) -> Vec<Option<&PathBuf>> {
        match self {
            Verb::Table(table) => vec![table.svg.as_ref(), table.png.as_ref()],
            Verb::Solve(solve) => vec![solve.certificate.as_ref()],
            Verb::Period(period) => vec![period.certificate.as_ref()],
            Verb::Prove(prove) => vec![prove.certificate.as_ref()],
            Verb::Quotient(quotient) => vec![quotient.certificate.as_ref(), quotient.svg.as_ref()],
            Verb::Scene(scene) => vec![scene.svg.as_ref()],
            Verb::Label(label) => vec![label.output.as_ref(), label.dot.as_ref(), label.svg.as_ref()],
            _ => Vec::new(),
        }
    }

    /// Is standard output for data, an output `-` or a table that is none for people? Then all else has to stand aside; who
    /// asks for JSON too hears there that the two contradict each other.
    pub(crate) fn writes_to_stdout(&self, json: bool) -> bool {
        let is_data = |table: &Table| !json && table.format.is_some_and(Format::is_data);
        self.outputs().into_iter().flatten().any(|path| path.as_os_str() == "-")
            || matches!(self, Verb::Table(table) if is_data(table))
    }

    /// Is the text to be Chinese? The locale counts where somebody reads it on a terminal.
    pub(crate) fn is_chinese(&self) -> bool {
        let said = match self {
            Verb::Solve(Solve { spoken, .. })
            | Verb::Sg(Sg { spoken, .. })
            | Verb::Mex(Mex { spoken, .. })
            | Verb::Nimber(Nimber { spoken, .. })
            | Verb::Explain(Explain { spoken, .. })
            | Verb::Moves(Moves { spoken, .. })
            | Verb::Scene(Scene { spoken, .. })
            | Verb::Play(Play { spoken, .. })
            | Verb::Table(Table { spoken, .. })
            | Verb::Period(Period { spoken, .. })
            | Verb::Verify(Verify { spoken, .. })
            | Verb::Same(Same { spoken, .. })
            | Verb::Guess(Guess { spoken, .. })
            | Verb::Prove(Prove { spoken, .. })
            | Verb::Count(Count { spoken, .. })
            | Verb::Stress(Stress { spoken, .. })
            | Verb::Quotient(Quotient { spoken, .. })
            | Verb::Canonical(Canonical { spoken, .. })
            | Verb::Sweep(Sweep { spoken, .. })
            | Verb::Label(Label { spoken, .. })
            | Verb::List(List { spoken, .. })
            | Verb::Describe(Describe { spoken, .. })
            | Verb::Repl(Repl { spoken, .. })
            | Verb::Web(Web { spoken, .. })
            | Verb::Completions(Completions { spoken, .. })
            | Verb::Man(Man { spoken, .. }) => spoken.lang,
            // there `--lang` names the language of the program
            Verb::Emit(_) => return false,
        };
        match said {
            Some(language) => language == Language::Zh,
            None => is_chinese_here(),
        }
    }

    /// The options that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Verb::Solve(Solve { common, .. })
            | Verb::Sg(Sg { common, .. })
            | Verb::Mex(Mex { common, .. })
            | Verb::Nimber(Nimber { common, .. })
            | Verb::Explain(Explain { common, .. })
            | Verb::Moves(Moves { common, .. })
            | Verb::Scene(Scene { common, .. })
            | Verb::Play(Play { common, .. })
            | Verb::Table(Table { common, .. })
            | Verb::Period(Period { common, .. })
            | Verb::Verify(Verify { common, .. })
            | Verb::Same(Same { common, .. })
            | Verb::Guess(Guess { common, .. })
            | Verb::Prove(Prove { common, .. })
            | Verb::Count(Count { common, .. })
            | Verb::Stress(Stress { common, .. })
            | Verb::Emit(Emit { common, .. })
            | Verb::Quotient(Quotient { common, .. })
            | Verb::Canonical(Canonical { common, .. })
            | Verb::Sweep(Sweep { common, .. })
            | Verb::Label(Label { common, .. })
            | Verb::List(List { common, .. })
            | Verb::Describe(Describe { common, .. })
            | Verb::Repl(Repl { common, .. })
            | Verb::Web(Web { common, .. })
            | Verb::Completions(Completions { common, .. })
            | Verb::Man(Man { common, .. }) => common,
        }
    }
}

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

/// Options of every verb.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON value instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Work with N threads (default: one for a question, for many what the machine has)
    #[arg(long, value_name = "N", value_parser = budget::threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<usize>,
    /// The bare answer: no echo of how the input was read, no evidence, no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// The theorems in words, references, what was recognised, engine and cost
    #[arg(long)]
    pub(crate) why: bool,
    /// Misère play: who cannot move wins (as `misere` in front of the text)
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

/// Who wins, the value, the winning moves, and why it is true.
///
/// `nim(3,5,?)` asks which numbers for `?` make it a P-position. `-` reads lines: one position in, one line out
/// (`N 5`, `P 0`, `D -`, `N -` where the value was not computed, `? 6 9` for a position with `?`,
/// `error LINE:COLUMN message`); `let` lines stay in force.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy 'nim(3,5,7)'
  grundy solve 'take[1,3,4](21, 17) + kayles(9)' --json
  grundy solve 'let t[m] = {n -> n-k for k in 1..m}; t[3](21) + 2*t[5](40)'
  grundy solve 'nim(3,5,?)'
  grundy solve --exec './options' '5 7'
  grundy solve - < positions.txt")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Show at most N winning moves (default: three lines of them; 100 with --why and --json)
    #[arg(long, value_name = "N", value_parser = budget::size, allow_hyphen_values = true)]
    pub(crate) limit: Option<usize>,
    /// Compute the value even where a theorem gives the outcome alone
    #[arg(long)]
    pub(crate) value: bool,
    /// Answer with an unproved pattern where nothing better is known, and say so
    #[arg(long)]
    pub(crate) guess: bool,
    /// Write the proof of one component (automata, a period, a rule in braces, Cram, Node and Arc Kayles, Nimstring, Sprouts) as
    /// a file that `verify` checks
    #[arg(long, value_name = "FILE", conflicts_with = "exec")]
    pub(crate) certificate: Option<PathBuf>,
    /// Keep the values that a search on a board finds in F (in a directory: in a file of the game's name), and go on from
    /// those that are there
    #[arg(long, value_name = "F", value_hint = ValueHint::AnyPath, conflicts_with = "exec")]
    pub(crate) store: Option<PathBuf>,
    /// With `-`: one JSON object a line
    #[arg(long)]
    pub(crate) jsonl: bool,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    /// Ask the program CMD for the options of a position; TEXT is the start
    #[arg(long, value_name = "CMD", conflicts_with = "file")]
    pub(crate) exec: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The Grundy value alone.
///
/// `-` where there is none: in misère play and of draws.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy sg nim 3 4 5
  grundy value 'kayles(9)'")]
pub(crate) struct Sg {
    #[command(flatten)]
    pub(crate) text: Text,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The least natural number that is not in the list.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy mex 0 1 3")]
pub(crate) struct Mex {
    /// The numbers
    #[arg(value_name = "N")]
    pub(crate) numbers: Vec<String>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Nim arithmetic: the field of nimbers below 2^128.
///
/// `+` is the nim-sum and `*` the nim-product, `/` and `^` go with it; `sqrt(a)`, `inv(a)`, `order(a)`, `log(base, a)`,
/// `mex(a, b, …)`, `solve(x^2 + x = c)`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy nimber '3*5 + 7^-1'
  grundy nimber 'solve(x^2 + x = 1)'
  grundy nimber --table 15")]
pub(crate) struct Nimber {
    #[command(flatten)]
    pub(crate) text: Text,
    /// The products of 0 to N in place of an expression
    #[arg(long, value_name = "N", conflicts_with_all = ["words", "file"])]
    pub(crate) table: Option<u16>,
    /// How the table is written
    #[arg(long, value_enum, default_value_t = NimberFormat::Text, requires = "table")]
    pub(crate) format: NimberFormat,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How a table of products is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NimberFormat {
    /// For people
    Text,
    /// A line a row
    Csv,
    /// An array for a paper
    Latex,
    /// A picture
    Svg,
}

/// The reasons: options → values → mex; binary columns → xor → which bit → which move.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy explain 'nim(13,12,8)'
  grundy explain 'mex(0,1,2,4)'
  grundy explain 'kayles(5, 2)' --html > why.html")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) text: Text,
    /// As a fragment of a web page
    #[arg(long, conflicts_with = "latex")]
    pub(crate) html: bool,
    /// As a fragment of a LaTeX document (uses amsmath)
    #[arg(long)]
    pub(crate) latex: bool,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Every move with the value it leads to.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy moves 'kayles(9)'
  grundy moves 'nim(10^18)' --limit 3
  grundy moves '2*nim(1) + nim(2)' --winning --json")]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) text: Text,
    /// Only the moves that win
    #[arg(long)]
    pub(crate) winning: bool,
    /// Show at most N moves
    #[arg(long, value_name = "N", default_value = "100", value_parser = budget::size, allow_hyphen_values = true)]
    pub(crate) limit: usize,
    /// Keep the values that a search on a board finds in F, as `solve --store F` does
    #[arg(long, value_name = "F", value_hint = ValueHint::AnyPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What a table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// Grundy values
    Values,
    /// Who wins: N, P or D
    Outcomes,
    /// The P-positions
    P,
    /// The Grundy value, and as exponent the misère values beside 0, 1, 2, … heaps of 2
    Genus,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// A line a cell, with a header
    Csv,
    /// One JSON object
    Json,
    /// As the OEIS keeps sequences: index and value
    Bfile,
    /// A NumPy array
    Npy,
    /// Columns (needs a build with the feature `parquet`)
    Parquet,
}

impl Format {
    /// Is it for programs, with no room for a remark?
    pub(crate) fn is_data(self) -> bool {
        !matches!(self, Format::Text | Format::Json)
    }
}

/// Values, outcomes or P-positions of a game.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy table 'take[1,3,4]' --to 30
  grundy table wythoff --to 12
  grundy table wythoff --to 3,5 --format csv
  grundy table kayles --to 143 --width 12
  grundy table 'misere take[1..3]' --show outcomes --to 9
  grundy table kayles --to 300 --svg kayles.svg")]
pub(crate) struct Table {
    #[command(flatten)]
    pub(crate) text: Text,
    /// First index; `M,N` for two coordinates
    #[arg(long, value_name = "M", value_parser = budget::corner, allow_hyphen_values = true)]
    pub(crate) from: Option<Corner>,
    /// Last index; `M,N` for two coordinates
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::corner, allow_hyphen_values = true)]
    pub(crate) to: Option<Corner>,
    /// What to show: values where nothing is said, outcomes in misère play
    #[arg(long, value_enum, value_name = "WHAT", hide_default_value = true)]
    pub(crate) show: Option<Shown>,
    /// Entries in a row of the text form or of the wrapped picture (default: what the terminal holds; a period)
    #[arg(long, value_name = "W", value_parser = budget::positive, allow_hyphen_values = true)]
    pub(crate) width: Option<u64>,
    /// How to write it
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Draw values against heaps and the wrapped picture, or a heat map, to F, in place of what is there
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// The same picture as PNG (needs a build with the feature `png`)
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// Keep the values in DIR, and go on from those that are there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
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

/// A language that answers are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

/// The language of what is said.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Spoken {
    /// Language of the text (default: English; on a terminal that of the locale)
    #[arg(long, value_enum, value_name = "LANG", help_heading = "Common options")]
    pub(crate) lang: Option<Language>,
}

/// The games of the catalogue.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy list
  grundy list coins
  grundy list --lang zh")]
pub(crate) struct List {
    /// Only games of which a name, the rule or the group has these words
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// One game of the catalogue: rule, names, how it is written, where it is treated.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy describe wythoff
  grundy describe 威佐夫博弈 --lang zh")]
pub(crate) struct Describe {
    /// Name or alias, English or Chinese
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A prompt: positions, `let`, and the verbs; `help` says more.
#[derive(Debug, Args)]
pub(crate) struct Repl {
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Completions for the shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The manual page, all verbs in one (roff).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy man | man -l -")]
pub(crate) struct Man {
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The options of a command that take a value in the next argument, long names with dashes and short ones.
pub(crate) fn options_with_values(command: &clap::Command) -> Vec<OsString> {
    let arguments = command.get_subcommands().flat_map(clap::Command::get_arguments);
    let mut names = Vec::new();
    for argument in arguments.filter(|a| matches!(a.get_action(), ArgAction::Set | ArgAction::Append)) {
        names.extend(argument.get_long().map(|long| OsString::from(format!("--{long}"))));
        names.extend(argument.get_short().map(|short| OsString::from(format!("-{short}"))));
    }
    names
}
