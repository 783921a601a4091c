//! Which function fits a game: its law, its period, the sum of its coordinates' games, an automaton, a table, a recursion.

mod automaton;
mod law;
mod list;
mod misere;
mod moves;
mod quotient;
mod several;
mod sieve;
mod slow;
mod sparse;
mod tables;

use dashu_int::ops::BitTest;
use grundy_core::period::{NatPeriod, Period};
use grundy_core::{
    Context, Diagnostic, Evidence, Nat, Result,
    number::{power, to_u64},
};
use rustc_hash::FxHashMap;

use super::from_claim::{self, Formula};
use super::program::{Function, Winner};
use super::words::{plain, proved, wrapped};
use super::{EmitOptions, Language, Style, Wanted};
use crate::game::{Game, Place, Shape};

/// Formulas and periods answer up to here where nothing is said, or up to the first of the smaller ones that fits.
const FAR: [u64; 6] =
    [1_000_000_000_000_000_000, 1_000_000_000_000_000, 1_000_000_000_000, 1_000_000_000, 1_000_000, 1000];
/// A period with more values is no array that people paste.
const LONGEST_PERIOD: u64 = 100_000;
/// Java's limit of 64 KiB for the code that fills arrays.
const LONGEST_JAVA: u64 = 8_000;
/// A period is looked for among so many values at least.
const FEW_VALUES: u64 = 1 << 11;
/// Values of a code that are computed for a period.
const CODE_VALUES: u64 = 1 << 15;
/// Values of a set that are computed for a period.
const SET_VALUES: u64 = 1 << 20;
/// Options that are looked at for a period.
const PERIOD_NODES: u64 = 2_000_000_000;

/// What a function says of a place.
#[derive(Debug, Clone, Copy)]
enum Says<'n> {
    /// Its Grundy value, under this name.
    Value(&'n str),
    /// Who wins it.
    Winner,
}

impl<'n> Says<'n> {
    /// What the function is called.
    fn name(self) -> &'n str {
        match self {
            Says::Value(name) => name,
            Says::Winner => "first_wins",
        }
    }

    /// What it gives, in words.
    fn what(self) -> &'static str {
        match self {
            Says::Value(_) => "the Grundy value",
            Says::Winner => "who wins",
        }
    }

    fn is_winner(self) -> bool {
        matches!(self, Says::Winner)
    }
}

/// The function that was built for a game, the last one of the program.
struct Built {
    style: Style,
    max: u64,
    evidence: Evidence,
    /// Lines for the comment at the top.
    words: Vec<String>,
    /// Only who wins, as `first_wins`.
    outcome: bool,
}

impl Built {
    /// The program, if the rest of it finds the winner so.
    fn with_winner(self, winner: Winner) -> Whole {
        Whole { style: self.style, max: self.max, evidence: self.evidence, winner }
    }
}

/// All functions of a program are there; what else must be known to print it.
pub(super) struct Whole {
    pub(super) style: Style,
    /// It answers for numbers up to this one.
    pub(super) max: u64,
    pub(super) evidence: Evidence,
    pub(super) winner: Winner,
}

/// The functions of a program while it is put together.
pub(super) struct Units<'c> {
    language: Language,
    /// How many of the last coordinates are parameters.
    parameters: usize,
    cx: &'c Context,
    /// Do tables and recursions compute misère values?
    misere: bool,
    /// Who wins sums of heaps, beside a law for one of them: `first_wins_sum`.
    pub(super) sums: Option<Winner>,
    pub(super) functions: Vec<Function>,
    pub(super) header: Vec<String>,
    /// Functions for other games, by the game's number.
    others: Others,
    /// How many names were given to them.
    named: usize,
}

/// The function for another game.
#[derive(Clone)]
struct OtherFunction {
    name: String,
    /// It answers for numbers up to this one.
    max: u64,
    evidence: Evidence,
    style: Style,
}

/// Functions by the number of their game.
type Others = FxHashMap<u32, OtherFunction>;

/// What stood there before something was tried.
struct Before {
    functions: usize,
    others: Others,
}

impl<'c> Units<'c> {
    pub(super) fn new(language: Language, parameters: usize, cx: &'c Context) -> Self {
        Units {
            language,
            parameters,
            cx,
            misere: false,
            sums: None,
            functions: Vec::new(),
            header: Vec::new(),
            others: Others::default(),
            named: 0,
        }
    }

    fn before(&self) -> Before {
        Before { functions: self.functions.len(), others: self.others.clone() }
    }

    /// Takes back what was added since.
    fn take_back(&mut self, before: &Before) {
        self.functions.truncate(before.functions);
        self.others.clone_from(&before.others);
    }

    /// The program for a game in normal play.
    pub(super) fn whole(&mut self, game: &Game, options: &EmitOptions) -> Result<Whole> {
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        let built = self.build(game, "grundy", options.max, options.style, true)?;
        self.say_all(&built.words);
        if built.outcome {
            self.say("It says nothing about sums: for those the styles table and dfs compute the Grundy value.");
        }
        if game.short_form().is_some_and(|expand| expand(&[Nat::from(3u8)]).is_some()) {
            self.say("With n alone, where the first move may not take all, ask first_wins(n, n - 1).");
        }
        let winner = match (built.outcome, game.shape()) {
            (true, _) => Winner::Given,
            (false, Shape::Heap) => Winner::Heaps,
            (false, _) => Winner::Place,
        };
        Ok(built.with_winner(winner))
    }

    fn check_max(&self, max: u64) -> Result<()> {
        if self.language != Language::Python && max > i64::MAX as u64 / 2 {
            return Err(Diagnostic::input(format!("a `max` of {max} is too large for the integers of this language"))
                .suggest("Python, whose integers have no limit, or a `max` of 10^18")
                .into());
        }
        Ok(())
    }

    /// A line of the comment at the top, wrapped.
    pub(super) fn say(&mut self, text: &str) {
        self.header.extend(wrapped(&plain(text)));
    }

    fn say_all(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.say(line));
    }

    /// The function with this name; the last of [`Units::functions`].
    fn build(&mut self, game: &Game, name: &str, max: Option<u64>, wanted: Wanted, outcome: bool) -> Result<Built> {
        if wanted == Wanted::Auto {
            if let Some(built) = self.sieve(game, name, max)? {
                return Ok(built);
            }
            if let Some(turned) = &game.knowledge()?.reflected
                && let Some(built) = self.reflected(turned, name, max)?
            {
                return Ok(built);
            }
            let far: &[u64] = max.as_ref().map_or(&FAR, std::slice::from_ref);
            for &max in far {
                if let Some(built) = self.formula(game, name, max, outcome)? {
                    return Ok(built);
                }
            }
            if let Some(built) = self.period(game, name, far[0], max)? {
                return Ok(built);
            }
            if let Some(built) = self.scale(game, name, far[0])? {
                return Ok(built);
            }
            if let Some(games) = game.factors()? {
                return self.product(games, &from_claim::names(games.len()), name, max);
            }
            if let Some(sum) = game.open_sum()
                && let Some(games) = sum.one_for_each()
            {
                return self.product(&games, sum.names(), name, max);
            }
        }
        self.by_rule(game, name, max, wanted, outcome)
    }

    /// The most numbers of a program's arrays.
    fn longest(&self) -> u64 {
        if self.language == Language::Java { LONGEST_JAVA } else { LONGEST_PERIOD }
    }

    /// Do the integers of the language hold the formula?
    fn fits(&self, formula: &Formula) -> bool {
        // a root is found bit by bit from 2^62 down
        let root = formula.under_root.bit_len() <= 126;
        self.language == Language::Python || root && formula.widest.fits(64)
    }

    /// A period that is proved; looked for not much further than was asked for.
    fn period(&mut self, game: &Game, name: &str, max: u64, asked: Option<u64>) -> Result<Option<Built>> {
        if game.shape() != Shape::Heap {
            return Ok(None);
        }
        let known = self.known_period(game, asked.unwrap_or(u64::MAX))?;
        let Some((period, evidence)) = known.and_then(|(period, why)| Some((period.small()?, why))) else {
            return Ok(None);
        };
        let entries = period.preperiod.saturating_add(period.period);
        if entries > self.longest() {
            return Ok(None);
        }
        let mut values = Vec::new();
        for n in 0..entries {
            match to_u64(&game.value_at(&Place::heap(n), self.cx)?) {
                Some(value) if i32::try_from(value).is_ok() => values.push(value),
                _ => return Ok(None),
            }
        }
        let mut formula = from_claim::period(&NatPeriod::from(period), values, name, &Nat::from(max));
        if !self.fits(&formula) {
            return Ok(None);
        }
        let Period { preperiod, period, saltus } = period;
        let law = match saltus {
            0 => format!("{name}(n + {period}) = {name}(n) for all n >= {preperiod}"),
            _ => format!("{name}(n + {period}) = {name}(n) + {saltus} for all n >= {preperiod}"),
        };
        formula.routine.doc = wrapped(&plain(&format!("{name}(n): the first {entries} values, then {law}")));
        self.functions.push(Function::Routine(formula.routine));
        let words = vec![
            format!("{name}(n) is the Grundy value, exactly, for n from 0 to {}.", power(max)),
            format!("Period {period} with preperiod {preperiod}: {law}."),
            proved(&evidence),
        ];
        Ok(Some(Built { style: Style::Period, max, evidence, words, outcome: false }))
    }

    fn known_period(&self, game: &Game, asked: u64) -> Result<Option<(NatPeriod, Evidence)>> {
        let last = if game.periods()?.is_some_and(|periods| periods.streams) { SET_VALUES } else { CODE_VALUES };
        self.period_among(game, last.min(asked.saturating_mul(4).max(FEW_VALUES)), PERIOD_NODES)
    }

    /// A period that the first values prove, at such a cost.
    fn period_among(&self, game: &Game, last: u64, nodes: u64) -> Result<Option<(NatPeriod, Evidence)>> {
        Ok(self.cx.trial(nodes, |part| game.known_period(Some(last), part))?.flatten())
    }

    /// A function for another game, with numbers up to `max`.
    fn other(&mut self, game: &Game, max: u64) -> Result<OtherFunction> {
        if let Some(known) = self.others.get(&game.id()).filter(|known| known.max >= max) {
            return Ok(known.clone());
        }
        if !matches!(game.shape(), Shape::Heap | Shape::Tuple(_)) {
            return Err(Diagnostic::unsupported(format!("`{}` is handed over to, and is not emitted", game.text()))
                .suggest("hand over to sets, codes and rules in braces")
                .into());
        }
        self.named += 1;
        let name = format!("grundy_{}", self.named);
        let parameters = std::mem::take(&mut self.parameters);
        let built = self.build(game, &name, Some(max), Wanted::Auto, false);
        self.parameters = parameters;
        let built = built?;
        if let Some(last) = self.functions.last_mut() {
            last.doc().extend(wrapped(&plain(&format!("The game {}: {}", game.text(), built.evidence.by().english))));
        }
        let made = OtherFunction { name, max, evidence: built.evidence, style: built.style };
        self.others.insert(game.id(), made.clone());
        Ok(made)
    }
}
