//! The walk of a proved automaton as a function.

use grundy_automata::outputs::Outputs;
use grundy_automata::search::Question;
use grundy_automata::{Engine, Obstacle};
use grundy_core::{Convention, Error, Evidence, Nat, Result, number::power};

use super::super::words::{plain, proved, wrapped};
use super::super::{EmitOptions, Style, Wanted, names};
use super::super::{from_automaton, from_claim};
use super::law::Stated;
use super::{Built, FAR, Says, Units, Whole};
use crate::automatic::proved::AutomaticLaw;
use crate::emit::program::{Function, Kind as Returns, Winner};
use crate::game::knowledge::Plan;
use crate::game::learnt::{Law, Wish};
use crate::game::{Game, Shape};
use crate::guess::learn;
use crate::statement::Claim;

/// Values of a heap that are outputs of an automaton, at most.
const VALUES: u64 = 32;
/// Joining the automata of the values may cost so many nodes.
const NODES: u64 = 12_000_000;

impl Units<'_> {
    /// Misère play of a rule whose P-positions a proved automaton tells.
    pub(in crate::emit) fn misere_law(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Whole>> {
        let max = options.max.unwrap_or(FAR[0]);
        self.check_max(max)?;
        if options.style != Wanted::Auto || !matches!(game.shape(), Shape::Heap | Shape::Tuple(_)) {
            return Ok(None);
        }
        let mut built = self.misere_claim(game, max)?;
        if built.is_none() {
            built = self.misere_automaton(game, max)?;
        }
        if built.is_none() {
            // runs end somewhere: the laws above hold of all heaps
            built = self.runs(game, Says::Winner, options.max.as_ref().map_or(&FAR, std::slice::from_ref))?;
        }
        let Some(built) = built else { return Ok(None) };
        let at = self.header.len();
        let of_sums = self.misere_sums(game, options)?;
        let sums = match (&of_sums, &game.knowledge()?.plan) {
            (Some(_), Plan::Subtraction(_)) if options.moves => {
                "first_wins and winning_moves are of one heap, and first_wins_sum of a sum of several; for the moves of sums \
                 ask for the style table."
            }
            (Some(_), _) => "first_wins tells it of one heap, and first_wins_sum of a sum of several.",
            (None, Plan::Subtraction(_)) => "For sums of several heaps ask for the style table.",
            (None, _) => "Of sums of several this program tells nothing.",
        };
        let told = self.header.split_off(at);
        self.say(&format!("Misere play of one such position: a player who cannot move wins. {sums}"));
        self.say_all(&built.words);
        self.header.extend(told);
        let mut whole = built.with_winner(Winner::Given);
        of_sums.iter().for_each(|evidence| whole.evidence.add(evidence));
        Ok(Some(whole))
    }

    /// Adds the functions for sums of heaps whose misère play is known, by their values or by their quotient, as far as the law of one
    /// heap reaches; what they rest on.
    fn misere_sums(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Evidence>> {
        let way = match &game.knowledge()?.plan {
            Plan::Subtraction(_) => Units::misere_values,
            Plan::Code(_) => Units::misere_quotient,
            _ => return Ok(None),
        };
        let (functions, header) = (self.functions.len(), self.header.len());
        match way(self, game, &options.with_style(Wanted::Table)) {
            Ok(Some(sums)) if options.max.is_some() || sums.max >= FAR[0] => {
                self.sums = Some(sums.winner);
                Ok(Some(sums.evidence))
            }
            Ok(_) | Err(Error::Stopped(_)) => {
                self.functions.truncate(functions);
                self.header.truncate(header);
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// A proved automaton that tells the misère P-positions.
    fn misere_automaton(&mut self, game: &Game, max: u64) -> Result<Option<Built>> {
        match game.automatic_law(Question::Misere, self.cx)? {
            Some(law) => self.reading(game, &law, Says::Winner, max),
            None => Ok(None),
        }
    }

    /// A law of the misère P-positions that is proved and that a program can say.
    fn misere_claim(&mut self, game: &Game, max: u64) -> Result<Option<Built>> {
        let Some(rule) = game.kind().as_rule() else { return Ok(None) };
        learn(game, Convention::Misere, rule.arity, Wish::Reason, self.cx)?;
        let (params, says) = (names::parameters(&rule), Says::Winner);
        for known in game.learnt().about(Convention::Misere, rule.arity) {
            let formula = match &known.law {
                Law::Claim(claim @ Claim::Previous(_)) => {
                    from_claim::formula(claim, says.name(), &params, &Nat::from(max)).ok()
                }
                Law::Scale(scale) => from_claim::scale(scale, says.name(), &params[0], max),
                _ => None,
            };
            let Some(formula) = formula else { continue };
            let (law, evidence) = (&known.words.english, known.evidence.clone());
            if let Some(built) = self.stated(formula, Stated { says, first: 0, max, params: &params, law, evidence }) {
                return Ok(Some(built));
            }
        }
        Ok(None)
    }

    /// A proved automaton that reads the digits: the values of a heap, or who wins.
    pub(super) fn automaton(&mut self, game: &Game, name: &str, max: u64, outcome: bool) -> Result<Option<Built>> {
        let (question, says) = match game.shape() {
            Shape::Heap => (Question::Values, Says::Value(name)),
            Shape::Tuple(_) if outcome => (Question::Kernel, Says::Winner),
            _ => return Ok(None),
        };
        let Some(law) = game.automatic_law(question, self.cx)? else { return Ok(None) };
        self.reading(game, &law, says, max)
    }

    /// The function that walks the table of a law.
    fn reading(&mut self, game: &Game, law: &AutomaticLaw, says: Says<'_>, max: u64) -> Result<Option<Built>> {
        let Some(rule) = game.kind().as_rule() else { return Ok(None) };
        let numeration = law.law.numeration;
        let outputs = if says.is_winner() {
            Outputs::of_set(&law.law.set)
        } else {
            let outputs = self.cx.trial(NODES, |part| {
                // values without bound, or automata that are too large
                match Engine::new(numeration, part).outputs(&law.law.set, VALUES) {
                    Err(Obstacle::Stopped(stopped)) => Err(stopped.into()),
                    outputs => Ok(outputs.ok().flatten()),
                }
            })?;
            let Some(outputs) = outputs.flatten() else { return Ok(None) };
            outputs
        };
        if outputs.table.len() as u64 > self.longest() {
            return Ok(None);
        }
        let params = names::parameters(&rule);
        let (kind, read) = match says {
            Says::Winner => (Returns::Bool, "whether it is a P-position"),
            Says::Value(_) => (Returns::Int, "it"),
        };
        let mut routine = from_automaton::walk(&outputs, numeration, says.name(), &params, kind);
        let call = format!("{}({})", says.name(), params.join(", "));
        let system = law.system();
        let doc = format!(
            "{call}: reads the digits in {system}, most significant first, and walks the table; the last state \
             tells {read}"
        );
        routine.doc = wrapped(&plain(&doc));
        self.functions.push(Function::Routine(routine));
        let evidence = law.evidence();
        let words = vec![
            format!("{call} is {}, exactly, for numbers from 0 to {}.", says.what(), power(max)),
            format!("Law, for all positions: {}.", law.said().english),
            proved(&evidence),
        ];
        Ok(Some(Built { style: Style::Automaton, max, evidence, words, outcome: says.is_winner() }))
    }
}
