//! Which function fits a game: its law, its period, the sum of its coordinates' games, an automaton, a table, a recursion.

mod automaton;
mod list;
mod quotient;
mod several;
mod tables;

use dashu_int::ops::BitTest;
use grundy_core::period::{NatPeriod, Period};
use grundy_core::{Context, Convention, Diagnostic, Evidence, Nat, Result, Theorem, number::to_u64};
use rustc_hash::FxHashMap;

use super::builtin::Builtin;
use super::from_claim::{self, Formula};
use super::names;
use super::program::{Ex, Function, Kind as Returns, Routine, St, Winner, var};
use super::range::Range;
use super::words::{plain, proved, short, wrapped};
use super::{EmitOptions, Language, Style, Wanted};
use crate::claim::{Claim, law_claims};
use crate::engine::scale::About;
use crate::game::learnt::{Law, Wish};
use crate::game::{Game, Place, Shape};
use crate::guess::learn;
use crate::rule::family::Family;

/// Formulas and periods answer up to here where nothing is said, or up to the first of the smaller ones that fits.
const FAR: [u64; 6] =
    [1_000_000_000_000_000_000, 1_000_000_000_000_000, 1_000_000_000_000, 1_000_000_000, 1_000_000, 1000];
/// A period with more values is no array that people paste.
const LONGEST_PERIOD: u64 = 100_000;
/// Java's limit of 64 KiB for the code that fills arrays.
const LONGEST_JAVA: u64 = 8_000;
/// Laws that walk from heap to heap are written for larger numbers only.
const SMALL_TABLE: u64 = 1000;
/// A loop of a formula may be entered so often.
const STEPS: u64 = 1_000_000;
/// A period is looked for among so many values at least.
const FEW_VALUES: u64 = 1 << 11;
/// Values of a code that are computed for a period.
const CODE_VALUES: u64 = 1 << 15;
/// Values of a set that are computed for a period.
const SET_VALUES: u64 = 1 << 20;
/// Options that are looked at for a period.
const PERIOD_NODES: u64 = 2_000_000_000;

/// What was built for a game.
struct Built {
    style: Style,
    max: u64,
    evidence: Evidence,
    /// Lines for the comment at the top.
    words: Vec<String>,
    /// Only who wins, as `first_wins`.
    outcome: bool,
}

/// The functions of a program while it is put together.
pub(super) struct Units<'c> {
    language: Language,
    /// How many of the last coordinates are parameters.
    parameters: usize,
    cx: &'c Context,
    pub(super) functions: Vec<Function>,
    pub(super) header: Vec<String>,
    /// Functions for other games, by the game's number.
    others: Others,
    /// How many names were given to them.
    named: usize,
}

/// Name, largest number, reasons and style of the function for a game.
type Others = FxHashMap<u32, (String, u64, Evidence, Style)>;

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

    /// Misère Nim by Bouton's theorem, and what is won like it.
    pub(super) fn misere_nim(
        &mut self,
        theorem: &'static Theorem,
        options: &EmitOptions,
    ) -> Result<(Style, u64, Evidence, Winner)> {
        if options.style != Wanted::Auto {
            return Err(Diagnostic::unsupported("misère Nim is emitted as a formula only")
                .suggest("leave `style` out")
                .into());
        }
        let evidence = Evidence::theorem(theorem);
        let max = options.max.unwrap_or(FAR[0]);
        self.check_max(max)?;
        self.say("first_wins(heaps) says who wins misère play.");
        self.say(&proved(&evidence));
        Ok((Style::Formula, max, evidence, Winner::MisereNim))
    }

    /// The program for a game in normal play.
    pub(super) fn whole(&mut self, game: &Game, options: &EmitOptions) -> Result<(Style, u64, Evidence, Winner)> {
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        let built = self.build(game, "grundy", options.max, options.style, true)?;
        for line in &built.words {
            self.say(line);
        }
        if built.outcome {
            self.say("It says nothing about sums: for those the styles table and dfs compute the Grundy value.");
        }
        if game.short_form().is_some() {
            self.say("With n alone, where the first move may not take all, ask first_wins(n, n - 1).");
        }
        let winner = match (built.outcome, game.shape()) {
            (true, _) => Winner::Given,
            (false, Shape::Heap) => Winner::Heaps,
            (false, _) => Winner::Place,
        };
        Ok((built.style, built.max, built.evidence, winner))
    }

    /// The program of a law with parameters.
    pub(super) fn law(
        &mut self,
        law: &super::Law<'_>,
        evidence: Evidence,
        options: &EmitOptions,
    ) -> Result<Option<(Style, u64, Evidence, Winner)>> {
        if let Some(max) = options.max {
            self.check_max(max)?;
        }
        let far: &[u64] = options.max.as_ref().map_or(&FAR, std::slice::from_ref);
        let params: Vec<String> = law.names.iter().map(|name| names::safe(name, law.names.len(), &[])).collect();
        let outcome = matches!(law.claim, Claim::Previous(_));
        let (name, kind) = if outcome { ("first_wins", "who wins") } else { ("grundy", "the Grundy value") };
        for &max in far {
            let low = |at: usize| u64::from(at >= law.first);
            let ranges: Vec<Range> = (0..params.len()).map(|at| Range::new(low(at), max)).collect();
            let Ok(formula) = from_claim::formula_within(law.claim, name, &params, ranges) else { return Ok(None) };
            let evidence = evidence.clone();
            let Some(built) = self.stated(formula, outcome, name, kind, max, &params, law.text, evidence) else {
                continue;
            };
            for line in &built.words {
                self.say(line);
            }
            self.say(law.words);
            let winner = if outcome { Winner::Given } else { Winner::Place };
            return Ok(Some((built.style, built.max, built.evidence, winner)));
        }
        Ok(None)
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

    /// The function with this name; the last of [`Units::functions`].
    fn build(&mut self, game: &Game, name: &str, max: Option<u64>, wanted: Wanted, outcome: bool) -> Result<Built> {
        if wanted == Wanted::Auto {
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
                return self.product(games, name, max);
            }
        }
        self.by_rule(game, name, max, wanted, outcome)
    }

    /// The law of the game.
    fn formula(&mut self, game: &Game, name: &str, max: u64, outcome: bool) -> Result<Option<Built>> {
        let known = game.knowledge()?;
        let Some(law) = &known.law else { return Ok(None) };
        let rule = game.kind().as_rule();
        let arity = rule.as_ref().map_or(1, |r| r.arity);
        let params = match &rule {
            Some(rule) => names::parameters(rule),
            None => from_claim::names(arity),
        };
        let most = Nat::from(max);
        let mut words = law.words().english;
        // laws that are procedures rather than claims come first
        let procedure = match &known.recognised {
            Some(Family::InitialSegment(h)) => {
                let steps = law.value(std::slice::from_ref(&most)).and_then(|v| to_u64(&v));
                match from_claim::steps(h, name, &params, &most) {
                    Ok(formula) if steps.is_some_and(|s| s <= STEPS) => Some(formula),
                    _ => None,
                }
            }
            // a small table is looked up sooner than heaps of the same value are walked
            Some(Family::AtMostShare { times, plus, over }) if max > SMALL_TABLE => {
                from_claim::share(*times, *plus, *over, name, &params, &most)
            }
            Some(Family::Mark) => {
                words = "g(n) = 0 if n = 0 or v2(n) is odd; other values are 1 or 2".to_owned();
                let body = vec![St::Return(Ex::Call(Builtin::Mark, vec![var(&params[0])]))];
                Some(Formula::small(Routine::new(name, &params, Returns::Int, body), &most))
            }
            Some(Family::Euclid) => Some(from_claim::euclid(true, name, &params, &most)),
            Some(Family::EuclidPositive) => Some(from_claim::euclid(false, name, &params, &most)),
            _ => None,
        };
        let claims = law_claims(&**law, arity);
        let value = claims.iter().find(|c| matches!(c, Claim::Value(_)));
        let previous = claims.iter().find(|c| matches!(c, Claim::Previous(_)));
        let (found, outcome) = match (procedure, value, previous) {
            (Some(formula), ..) => (Ok(formula), false),
            (None, Some(claim), _) => (from_claim::formula(claim, name, &params, &most), false),
            (None, None, Some(claim)) if outcome => (from_claim::formula(claim, "first_wins", &params, &most), true),
            _ => return Ok(None),
        };
        // what no program says is computed from the rule instead
        let Some(formula) = found.ok() else { return Ok(None) };
        let kind = if outcome { "who wins" } else { "the Grundy value" };
        Ok(self.stated(formula, outcome, name, kind, max, &params, &words, law.evidence()))
    }

    /// A formula of the values that is proved of the game.
    fn learnt(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<Built>> {
        let Some(rule) = game.kind().as_rule() else { return Ok(None) };
        learn(game, Convention::Normal, rule.arity, Wish::Values, self.cx)?;
        let params = names::parameters(&rule);
        for known in game.learnt().about(Convention::Normal, rule.arity) {
            let Law::Claim(claim @ Claim::Value(_)) = &known.law else { continue };
            let Ok(formula) = from_claim::formula(claim, name, &params, &Nat::from(max)) else { continue };
            let evidence = known.evidence.clone();
            let built =
                self.stated(formula, false, name, "the Grundy value", max, &params, &known.words.english, evidence);
            if built.is_some() {
                return Ok(built);
            }
        }
        Ok(None)
    }

    /// Values that repeat by a factor.
    fn scale(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<Built>> {
        let (Some(rule), Shape::Heap) = (game.kind().as_rule(), game.shape()) else { return Ok(None) };
        let Some((scale, known)) = game.scale(Convention::Normal, About::Values, self.cx)? else { return Ok(None) };
        let params = names::parameters(&rule);
        let Some(formula) = from_claim::scale(&scale, name, &params[0], max) else { return Ok(None) };
        let (words, evidence) = (&known.words.english, known.evidence.clone());
        Ok(self.stated(formula, false, name, "the Grundy value", max, &params, words, evidence))
    }

    /// The function of a law, with what is said of it, if the integers of the language hold it.
    #[allow(clippy::too_many_arguments, reason = "one sentence with its parts")]
    fn stated(
        &mut self,
        mut formula: Formula,
        outcome: bool,
        name: &str,
        kind: &str,
        max: u64,
        params: &[String],
        words: &str,
        evidence: Evidence,
    ) -> Option<Built> {
        if !self.fits(&formula) {
            return None;
        }
        let what = if outcome { "first_wins" } else { name };
        let list = params.join(", ");
        formula.routine.doc = wrapped(&plain(&format!("{what}({list}): {words}")));
        self.functions.push(Function::Routine(formula.routine));
        let words = vec![
            format!("{what}({list}) is {kind}, exactly, for numbers from 0 to {}.", short(max)),
            format!("Law: {words}."),
            proved(&evidence),
        ];
        Some(Built { style: Style::Formula, max, evidence, words, outcome })
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
            format!("{name}(n) is the Grundy value, exactly, for n from 0 to {}.", short(max)),
            format!("Period {period} with preperiod {preperiod}: {law}."),
            proved(&evidence),
        ];
        Ok(Some(Built { style: Style::Period, max, evidence, words, outcome: false }))
    }

    fn known_period(&self, game: &Game, asked: u64) -> Result<Option<(NatPeriod, Evidence)>> {
        let last = if game.periods()?.is_some_and(|periods| periods.streams) { SET_VALUES } else { CODE_VALUES };
        let last = last.min(asked.saturating_mul(4).max(FEW_VALUES));
        Ok(self.cx.trial(PERIOD_NODES, |part| game.known_period(Some(last), part))?.flatten())
    }

    /// A function for another game, with numbers up to `max`.
    fn other(&mut self, game: &Game, max: u64) -> Result<(String, Evidence, Style)> {
        if let Some((name, known, evidence, style)) = self.others.get(&game.id())
            && *known >= max
        {
            return Ok((name.clone(), evidence.clone(), *style));
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
            let doc = match last {
                Function::Routine(r) => &mut r.doc,
                Function::Table(t) => &mut t.doc,
                Function::Memo(m) => &mut m.doc,
                Function::List(l) => &mut l.doc,
            };
            doc.extend(wrapped(&plain(&format!("The game {}: {}", game.text(), built.evidence.by().english))));
        }
        self.others.insert(game.id(), (name.clone(), max, built.evidence.clone(), built.style));
        Ok((name, built.evidence, built.style))
    }
}
