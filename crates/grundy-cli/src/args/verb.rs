//! The verbs, and what each of them reads and writes.

use std::path::PathBuf;

use clap::Subcommand;
use grundy_form::unanswered::Asked;

use super::{
    Canonical, Common, Completions, Count, Deferred, Describe, Emit, Explain, Format, Guess, Label, Language, List,
    Man, Mex, Moves, Nimber, Period, Play, Prove, Quotient, Repl, Same, Scene, Sg, Solve, Spoken, Stress, Sweep, Table,
    Text, Verify, Web, is_chinese_here,
};

/// One verb, one question.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Who wins, the value, the winning moves, and why it is true.
    ///
    /// `nim(3,5,?)` asks which numbers for `?` make it a P-position. `-` reads lines: one position in, one line out
    /// (`N 5`, `P 0`, `D -`, `N -` where the value was not computed, `? 6 9` for a position with `?`,
    /// `error LINE:COLUMN message`); `let` lines stay in force.
    Solve(Deferred<Solve>),
    /// The Grundy value alone.
    ///
    /// `-` where there is none: in misère play and of draws.
    #[command(visible_alias = "value")]
    Sg(Deferred<Sg>),
    /// The least natural number that is not in the list.
    Mex(Deferred<Mex>),
    /// Nim arithmetic: the field of nimbers below 2^128.
    ///
    /// `+` is the nim-sum and `*` the nim-product, `/` and `^` go with it; `sqrt(a)`, `inv(a)`, `order(a)`, `log(base, a)`,
    /// `mex(a, b, …)`, `solve(x^2 + x = c)`.
    Nimber(Deferred<Nimber>),
    /// The reasons: options → values → mex; binary columns → xor → which bit → which move.
    Explain(Deferred<Explain>),
    /// Every move with the value it leads to.
    Moves(Deferred<Moves>),
    /// What to draw for a position, and which parts a move presses (JSON, or a picture).
    Scene(Deferred<Scene>),
    /// Values, outcomes or P-positions of a game.
    Table(Deferred<Table>),
    /// Preperiod, period, saltus and last exception of the values of a one-heap game, and how far that is proved.
    Period(Deferred<Period>),
    /// Checks a certificate again; or a b-file against a game, up to its first wrong term.
    Verify(Deferred<Verify>),
    /// Do two one-heap games have the same values? Else the first difference.
    Same(Deferred<Same>),
    /// What the first values suggest: formula, period, digits, P-positions, known games and sequences, each with how far it
    /// is proved.
    Guess(Deferred<Guess>),
    /// Is a claim true of all positions? Else the smallest counterexample, or how far it was compared.
    #[command(visible_alias = "check")]
    Prove(Deferred<Prove>),
    /// How many positions of K heaps are P-positions, exactly.
    ///
    /// The heaps have the sizes 0 to M, or `--min` to M, and come in order: (1, 2) and (2, 1) are two positions, one with
    /// `--unordered`. In games of several coordinates K places are counted, each coordinate from 0 to M; in row games one
    /// row of K numbers.
    Count(Deferred<Count>),
    /// Runs another program on small, random and nasty positions; prints the smallest input on which it errs.
    ///
    /// The program is started once for each position, never through a shell, as many at a time as `--threads` says. It reads the position on standard input, by
    /// default the numbers on one line (`3 5 7`), and prints one answer: `first` or `second` (also N/P, next/previous,
    /// win/lose, yes/no, Alice/Bob, true/false), or the Grundy value. A wrong answer, a crash, a hang, anything else
    /// printed, too much output or memory is a finding.
    Stress(Deferred<Stress>),
    /// A self-contained function in another language for the Grundy value, with a comment that says what is proved.
    Emit(Deferred<Emit>),
    /// The misère quotient: sums of any number of heaps, judged by one product.
    ///
    /// Heaps 0, 1, 2, … are added, and each step is certified. Where the classes of the heaps repeat for long enough, the
    /// quotient is proved to be that of the whole game. A position has a quotient too: that of all it can become.
    Quotient(Deferred<Quotient>),
    /// The misère canonical form: the simplest game that may stand for a position in every misère sum.
    ///
    /// Two positions have the same form exactly if they have the same misère outcome in any company. 3 is a heap of Nim, 2₊ is
    /// {2}, whose only option is 2, and a set holds its options. Forms may be as large as the tree of the game, so the
    /// positions are small ones. In normal play the form of a position is the heap of its value: `grundy value`.
    Canonical(Deferred<Canonical>),
    /// A row of facts for each game of a family: period, how far it is proved, largest value, what it cost.
    ///
    /// A family is a game with parameters, `take[S] for S subset of {1..12}`, `{n -> n-k for k in {a,b}} for a in 1..5 for
    /// b in a+1..9 if a + b != 7`, or `octal codes of up to 4 digits` (or `hexadecimal`), or a list of games,
    /// one a line, as in a file (`-f`). The rows are files in
    /// DIR that are written atomically. A run that was stopped or killed goes on where it was, with any number of workers;
    /// `sweep -o DIR` alone does that. Other processes and machines that see DIR may work at the same time. The rows are the same however they came about.
    /// When the last one is there, `equal.csv` tells which of the games have equal values (not with `--misere`).
    ///
    /// `--to` and `--nodes` hold for each row and belong to the sweep, as the family does: a row that reaches `--nodes` is
    /// finished, with the status `stopped`, so that a sweep is complete when all of its rows are there, whatever their
    /// status. `--time` ends the run and changes no row; `--memory` limits how many rows are worked on at a time.
    ///
    /// `--misere` tells the misère quotient of each game: its order and that of P, tame or wild, the period of the classes of
    /// heaps; `proved` is the quotient of the whole game, all others are certified to a heap. A row ends at 2·10^7 nodes where
    /// `--nodes` says nothing.
    ///
    /// Machines without a common disk each take a share, `--shard i/n`; then the files of all shares are copied into one
    /// directory, and the same command without `--shard` finds the equal games.
    Sweep(Deferred<Sweep>),
    /// Every vertex of a game graph: outcome, value, loopy value, remoteness, suspense.
    ///
    /// A move follows an arc; a player who cannot move loses. FILE is an edge list: `u v` or `u,v` on each line for the arc
    /// u → v, all numbers or all names, a vertex alone on a line, `#` and `%` comments. A first line `u,v`,
    /// `source,target` or `from,to` (in any case, with the comma) is a header and is skipped. So is a first line `n m` or
    /// `n` that says how many vertices and arcs there are: exactly m arcs follow, and all numbers are 1 to n, or 0 to n-1.
    /// Only the countdown `3 2`, `2 1`, `1 0` is a path. A Parquet file has the columns u, v or source, target (in builds
    /// with the feature).
    ///
    /// Other forms are recognised by how they begin: arcs `a -> b, c`, edge lists with attributes or weights (`0 1
    /// {'weight': 3}`), adjacency lists (`0 1 2` or `0: 1 2`: arcs from 0), lists in brackets (the pairs `[(0, 1), (1, 2)]`,
    /// the neighbours of 0, 1, 2 `[[1, 2], [2], []]`), square matrices of 0 and 1 (of two rows only in a file that ends in
    /// `.matrix`), GraphML, node-link JSON, MatrixMarket, graph6, digraph6 and sparse6. An edge without a direction is a move
    /// both ways. `-` is standard input.
    ///
    /// With `--rule` the graph is made from rules: of a game with `--to`, every place from 0 to the range (moves that leave
    /// it are followed); of a position everything that can be reached from it. `longest_win` is the length of the longest
    /// win: the most moves that a won play takes when the winner hurries and the loser delays.
    ///
    /// A file of numbers whose list of arcs does not fit into memory is read twice. Where the graph does not fit either, it
    /// is labelled from disk: the arcs are kept in a temporary file beside OUT, else in TMPDIR (else /tmp). The labels are
    /// the same from disk and by several workers, but there are no pictures; `--start` names a move to play of several
    /// tokens only where there is no cycle, and takes one token in misère play.
    Label(Deferred<Label>),
    /// A game against the program, in the terminal.
    ///
    /// Arrow keys walk over the board, Enter presses, and so does the mouse; `?` shows all keys. Without a terminal the
    /// game goes line by line: a line is a move, its number, or a word (`help` lists them).
    Play(Deferred<Play>),
    /// The games of the catalogue.
    List(Deferred<List>),
    /// One game of the catalogue: rule, names, how it is written, where it is treated.
    Describe(Deferred<Describe>),
    /// A prompt: positions, `let`, and the verbs; `help` says more.
    Repl(Deferred<Repl>),
    /// The page: ask, play, explore and learn in a browser, from this one program.
    ///
    /// It listens on this machine alone (`--public`: for everybody who can reach it) and needs no network. `--time`, `--memory`
    /// and `--nodes` are what one request may take: 5 s and 512 MiB where nothing is said. Ctrl-C ends it.
    Web(Deferred<Web>),
    /// Completions for the shell.
    Completions(Deferred<Completions>),
    /// The manual page, all verbs in one (roff).
    Man(Deferred<Man>),
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

    /// Its name on the command line, where a text may be missing.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Verb::Sg(_) => "sg",
            Verb::Nimber(_) => "nimber",
            Verb::Play(_) => "play",
            Verb::Stress(_) => "stress",
            Verb::Sweep(_) => "sweep",
            _ => self.asked().verb(),
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
            Verb::Solve(Deferred(Solve { text, .. }))
            | Verb::Sg(Deferred(Sg { text, .. }))
            | Verb::Nimber(Deferred(Nimber { text, .. }))
            | Verb::Explain(Deferred(Explain { text, .. }))
            | Verb::Moves(Deferred(Moves { text, .. }))
            | Verb::Scene(Deferred(Scene { text, .. }))
            | Verb::Play(Deferred(Play { text, .. }))
            | Verb::Table(Deferred(Table { text, .. }))
            | Verb::Period(Deferred(Period { text, .. }))
            | Verb::Guess(Deferred(Guess { text, .. }))
            | Verb::Count(Deferred(Count { text, .. }))
            | Verb::Stress(Deferred(Stress { text, .. }))
            | Verb::Emit(Deferred(Emit { text, .. }))
            | Verb::Quotient(Deferred(Quotient { text, .. }))
            | Verb::Canonical(Deferred(Canonical { text, .. }))
            | Verb::Sweep(Deferred(Sweep { text, .. })) => Some(text),
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
            Verb::Guess(guess) => vec![guess.certificate.as_ref()],
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
        match self.spoken() {
            Ok(Spoken { lang: Some(language), .. }) => *language == Language::Zh,
            Ok(_) => is_chinese_here(),
            Err(_) => false,
        }
    }

    /// The options that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self.spoken() {
            Ok(spoken) => spoken,
            Err(common) => common,
        }
    }

    /// The options of a verb that answers in words; the common ones alone of `emit`.
    fn spoken(&self) -> Result<&Spoken, &Common> {
        match self {
            Verb::Emit(Deferred(Emit { common, .. })) => Err(common),
            Verb::Solve(Deferred(Solve { common, .. }))
            | Verb::Sg(Deferred(Sg { common, .. }))
            | Verb::Mex(Deferred(Mex { common, .. }))
            | Verb::Nimber(Deferred(Nimber { common, .. }))
            | Verb::Explain(Deferred(Explain { common, .. }))
            | Verb::Moves(Deferred(Moves { common, .. }))
            | Verb::Scene(Deferred(Scene { common, .. }))
            | Verb::Play(Deferred(Play { common, .. }))
            | Verb::Table(Deferred(Table { common, .. }))
            | Verb::Period(Deferred(Period { common, .. }))
            | Verb::Verify(Deferred(Verify { common, .. }))
            | Verb::Same(Deferred(Same { common, .. }))
            | Verb::Guess(Deferred(Guess { common, .. }))
            | Verb::Prove(Deferred(Prove { common, .. }))
            | Verb::Count(Deferred(Count { common, .. }))
            | Verb::Stress(Deferred(Stress { common, .. }))
            | Verb::Quotient(Deferred(Quotient { common, .. }))
            | Verb::Canonical(Deferred(Canonical { common, .. }))
            | Verb::Sweep(Deferred(Sweep { common, .. }))
            | Verb::Label(Deferred(Label { common, .. }))
            | Verb::List(Deferred(List { common, .. }))
            | Verb::Describe(Deferred(Describe { common, .. }))
            | Verb::Repl(Deferred(Repl { common, .. }))
            | Verb::Web(Deferred(Web { common, .. }))
            | Verb::Completions(Deferred(Completions { common, .. }))
            | Verb::Man(Deferred(Man { common, .. })) => Ok(common),
        }
    }
}
