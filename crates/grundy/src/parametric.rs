//! Games with free parameters: `take[1..m]` is one game for each m = 1, 2, 3, …
//!
//! A [`ParametricGame`] is a text with names that have no value yet. [`ParametricGame::member`] gives them values, and what
//! comes out is an ordinary game, so nothing else of the library knows of parameters. What is asked of all members at once
//! goes two ways:
//!
//! - **symbolically**, where the parameters become coordinates that no move changes (`lift`):
//!   `take[1..m]` is `{(n,m) -> (n-k,m) for k in 1..m}`, a rule like any other. A theorem about intervals
//!   (`interval`) and the theorem of two rounds (`rounds`) prove claims of all members; where a parameter only counts
//!   copies of a part, two members tell all (`copies`);
//! - **one by one**, for the values of [`Ranges`]: then the answer is `checked`, and says for which values.
//!
//! A name is a parameter if it is one letter, perhaps with digits behind it, or if values are given for it. Values are
//! natural numbers from 1 on. A member that is no game (`take[4..2]`, or a rule whose play may not end) is passed over, and
//! the answer says so.

mod claim;
mod copies;
mod each;
mod emit;
mod guess;
mod interval;
mod judge;
mod lift;
mod placed;
mod prove;
mod ranges;
pub(crate) mod rounds;
mod table;
mod unfold;

use std::sync::Arc;

use grundy_core::{Context, Convention, Diagnostic, Error, Nat, Words};
use grundy_notation::Span;
use grundy_notation::ast::{self, Argument, Definition, Expr, GameText, Item, Set, SetAtom, Simple};
use grundy_notation::choices::{Choice, told_without_loop};
use grundy_notation::substitute::Substitution;

use crate::answer::Reading;
use crate::game::{Game, GameQuestion, Place};
use crate::rule::lower::NODE_LIMIT;
use crate::scope::{Scope, convention};
pub use claim::ParametricClaim;
pub use placed::PlacedClaim;
pub(crate) use placed::{Member, law};
pub use ranges::{Ranges, Values};
pub use table::{Row, Rows};
use unfold::without_names;

/// So many heaps of a member are looked at to see whether it is a game, and what law it may have.
const HEAPS: u64 = 240;
/// The same for places of several coordinates, by their sum.
const SUM: u64 = 12;

/// Whether plays end in which the player chooses is tried for so many nodes.
const TRIED: u64 = 1_000_000;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A game with free parameters; made by [`Session::asked_game`](crate::Session::asked_game).
///
/// ```
/// use grundy::parametric::Asked;
/// use grundy::Session;
/// let Asked::Parametric(game) = Session::new().asked_game("take[1..m]", &[])? else { panic!() };
/// assert_eq!(game.parameters(), ["m"]);
/// assert_eq!(game.member(&[3])?.query, "take[1..3]");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug, Clone)]
pub struct ParametricGame {
    convention: Convention,
    query: String,
    tree: Arc<ast::Game>,
    /// Those in force, and how many of them stand in the text itself.
    definitions: Vec<Definition>,
    own: usize,
    parameters: Vec<String>,
    variables: Vec<String>,
    /// The name that the heap would have, if a parameter has it.
    renamed: Option<String>,
}

/// The members of a game with parameters for some values.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Members {
    /// Those that are games.
    pub games: Vec<(Values, GameQuestion)>,
    /// The values that make no game, and why.
    pub refused: Vec<(Values, Diagnostic)>,
}

impl Members {
    /// These, if there is one.
    ///
    /// # Errors
    /// Why the first is none, where there is no game.
    fn any(self) -> Result<Self> {
        match self.refused.first() {
            Some((_, fault)) if self.games.is_empty() => Err(fault.clone()),
            _ => Ok(self),
        }
    }

    /// Those among them whose first places have values; a rule may turn out to be no game only there.
    ///
    /// # Errors
    /// A spent budget; why the first is no game, where none is.
    fn that_stand(self, cx: &Context) -> grundy_core::Result<Self> {
        let mut sifted = Members { refused: self.refused, ..Members::default() };
        for (values, member) in self.games {
            match stands(&member.game, member.variables.len(), cx) {
                Ok(()) => sifted.games.push((values, member)),
                Err(Error::Bad(fault)) => sifted.refused.push((values, *fault)),
                Err(stopped) => return Err(stopped),
            }
        }
        sifted.refused.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(sifted.any()?)
    }
}

/// Do the first places of the game, of so many coordinates, have values?
fn stands(game: &Game, arity: usize, cx: &Context) -> grundy_core::Result<()> {
    // there may be 10^5 members, and knowledge of a rule takes longer than the few nodes of its first places tell
    cx.check()?;
    game.knowledge()?;
    if !game.shape().has_numbers() {
        return Ok(());
    }
    let (count, arity) = match arity {
        0 | 1 => (HEAPS, 1),
        many => (SUM / many as u64, many),
    };
    for n in 0..=count {
        if let Ok(place) = game.place(std::iter::repeat_n(Nat::from(n), arity).collect::<Place>()) {
            game.value_at(&place, cx)?;
        }
    }
    Ok(())
}

/// Values that make no game, and why.
type Refusal = (Values, Diagnostic);

/// What a text asks about: a game, or one with parameters.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of it a text")]
pub enum Asked {
    /// A game.
    Whole(GameQuestion),
    /// A game with free parameters.
    Parametric(ParametricGame),
}

impl Asked {
    /// The member, where each of the parameters has exactly one value here; otherwise the same.
    ///
    /// # Errors
    /// As [`ParametricGame::member`].
    pub fn valued(self, values: &Ranges) -> Result<Asked> {
        match &self {
            Asked::Parametric(game) => match values.single(&game.parameters) {
                Some(values) => game.member(&values).map(Asked::Whole),
                None => Ok(self),
            },
            Asked::Whole(_) => Ok(self),
        }
    }
}

impl ParametricGame {
    /// The game that was read, with its free names and the definitions that were in force before it.
    ///
    /// # Errors
    /// What is no game for any small values.
    pub(crate) fn new(read: GameText, parameters: Vec<String>, before: Vec<Definition>) -> Result<Self> {
        let query = read.to_string();
        let (tree, kept) = without_names(&read, &parameters)?;
        let own = kept.len();
        let definitions = before.into_iter().chain(kept).collect();
        let mut game = ParametricGame {
            convention: convention(read.misere),
            query,
            tree,
            definitions,
            own,
            parameters,
            variables: Vec::new(),
            renamed: None,
        };
        game.variables = game.first_member()?.variables;
        // the heap of a game without a name for it gets one that no parameter has
        if let [name] = game.variables.as_mut_slice()
            && game.parameters.contains(name)
        {
            game.renamed = Some(name.clone());
            let free =
                ["n", "x", "y", "z", "h", "u", "v", "w"].into_iter().find(|v| !game.parameters.iter().any(|p| p == v));
            free.unwrap_or("heap").clone_into(name);
        }
        Ok(game)
    }

    /// The first member that is a game; the fault of the very first where none is.
    fn first_member(&self) -> Result<GameQuestion> {
        let mut fault = None;
        for values in Ranges::default().values(&self.parameters)? {
            match self.member(&values) {
                Ok(member) => return Ok(member),
                Err(bad) => _ = fault.get_or_insert(bad),
            }
        }
        Err(fault.unwrap_or_else(|| Diagnostic::input("no values make this a game")))
    }

    /// Normal or misère.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The canonical spelling.
    #[must_use]
    pub fn query(&self) -> &str {
        &self.query
    }

    /// The names without a value, in the order in which they stand.
    #[must_use]
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// The names of the coordinates in claims; behind them stand the parameters.
    pub(crate) fn all_names(&self) -> Vec<String> {
        self.variables.iter().chain(&self.parameters).cloned().collect()
    }

    /// The game for these values, one for each parameter.
    ///
    /// # Errors
    /// Values that make no game, such as `take[4..2]`.
    pub fn member(&self, values: &[u64]) -> Result<GameQuestion> {
        let bindings: Vec<(&str, Argument)> =
            self.parameters.iter().map(String::as_str).zip(values.iter().map(|&n| number(n))).collect();
        let mut filled = Substitution::new(&bindings, NODE_LIMIT);
        let definitions = filled.definitions(&self.definitions)?;
        self.question(filled.game(&self.tree)?, definitions)
    }

    /// A game with these definitions and the convention of this one.
    fn question(&self, tree: ast::Game, mut definitions: Vec<Definition>) -> Result<GameQuestion> {
        let tree = Arc::new(tree);
        let mut scope = Scope::default();
        scope.enter(&definitions);
        let game = scope.game(&tree, 0)?;
        let variables = match &tree.alternatives[..] {
            [Simple::Rule(rule)] => rule.pattern.iter().map(|n| n.text.clone()).collect(),
            _ => game.usual_variables(),
        };
        definitions.drain(..definitions.len() - self.own);
        let text = GameText { definitions, misere: self.convention == Convention::Misere, game: tree };
        Ok(GameQuestion { convention: self.convention, game, query: text.to_string(), variables })
    }

    /// The members for all values in the ranges. What is learnt of each takes its time: there may be 10^5.
    ///
    /// # Errors
    /// A spent budget; names that are no parameters of the game, too many members, no member at all.
    pub fn members(&self, ranges: &Ranges, cx: &Context) -> grundy_core::Result<Members> {
        let mut members = Members::default();
        for numbers in ranges.values(&self.parameters)? {
            cx.check()?;
            let values = Values::new(&self.parameters, &numbers);
            match self.member(&numbers) {
                Ok(member) => members.games.push((values, member)),
                Err(bad) => members.refused.push((values, bad)),
            }
        }
        Ok(members.any()?)
    }

    /// The first of the members; `None` where the ranges are empty.
    ///
    /// # Errors
    /// As [`ParametricGame::members`].
    pub fn first_in(&self, ranges: &Ranges, cx: &Context) -> grundy_core::Result<Option<(Values, GameQuestion)>> {
        let mut refused = None;
        for numbers in ranges.values(&self.parameters)? {
            cx.check()?;
            match self.member(&numbers) {
                Ok(member) => return Ok(Some((Values::new(&self.parameters, &numbers), member))),
                Err(bad) => refused = refused.or(Some(bad)),
            }
        }
        refused.map_or(Ok(None), |bad| Err(bad.into()))
    }

    /// Values to show how they are given: `m=3`.
    fn example(&self) -> String {
        self.parameters.iter().map(|name| format!("{name}=3")).collect::<Vec<_>>().join(",")
    }

    /// How the game was read, in a sentence: its parameters, what the heap is called where that may surprise, and what is no
    /// game.
    fn reading(&self, members: &Members) -> Reading {
        self.read_as(!members.games.is_empty(), &members.refused)
    }

    /// The same where these values make no game, and others do or do not.
    fn read_as(&self, is_game: bool, refused: &[(Values, Diagnostic)]) -> Reading {
        if !is_game {
            return Reading::sentence(format!("no values make it a game{}", not_a_game(refused)));
        }
        let mut told = are_parameters(&self.parameters);
        if let Some(chosen) = self.chosen() {
            told = Words::new(
                format!("{}; {}", told.english, chosen.english),
                format!("{}；{}", told.chinese, chosen.chinese),
            );
        }
        let mut sentence = told.english.clone();
        if let (Some(name), [heap]) = (&self.renamed, &self.variables[..]) {
            sentence.push_str(&format!("; the heap is called {heap}, for {name} is taken"));
        }
        let read = Reading::sentence(sentence + &not_a_game(refused));
        Reading { words: told, ..read }
    }

    /// What a player would choose, if a loop behind the move said so.
    fn chosen(&self) -> Option<Words> {
        let choices = [Choice::UpToHeap, Choice::BelowHeap];
        let mut told = choices.into_iter().map(|choice| told_without_loop(&self.tree, &self.parameters, choice));
        let (names, game) = told.find_map(|told| told.filter(|(names, game)| self.ends(names, game)))?;
        let [it, names] = [if names.len() > 1 { "them" } else { "it" }, &names.join("`, `")];
        let play = if self.convention == Convention::Misere { "misere " } else { "" };
        Some(Words::new(
            format!("the player chooses {it} in `{play}{game}`"),
            format!("写 `{play}{game}` 则由玩家选取 `{names}`"),
        ))
    }

    /// Do the plays of the game end in which the player chooses numbers with these names? Other parameters are small ones.
    fn ends(&self, names: &[String], game: &ast::Game) -> bool {
        let others = self.parameters.iter().filter(|name| !names.contains(name));
        let bindings: Vec<(&str, Argument)> = others.map(|name| (name.as_str(), number(2))).collect();
        let mut filled = Substitution::new(&bindings, NODE_LIMIT);
        let mut read = || {
            let definitions = filled.definitions(&self.definitions)?;
            self.question(filled.game(game)?, definitions)
        };
        read().is_ok_and(|question: GameQuestion| {
            let few = Context::default().part(TRIED);
            !matches!(stands(&question.game, question.variables.len(), &few), Err(Error::Bad(_)))
        })
    }

    /// The fault of a game about which this cannot be asked, with what its letters are.
    fn refused(&self, fault: Diagnostic, help: &str) -> Diagnostic {
        match self.chosen() {
            Some(chosen) => {
                let told = are_parameters(&self.parameters);
                fault.suggest(format!("{}; {}", told.english, chosen.english))
            }
            None => fault.suggest(help),
        }
    }
}

/// `m is a parameter`
fn are_parameters(names: &[String]) -> Words {
    match names {
        [one] => Words::new(format!("{one} is a parameter"), format!("{one} 是参数")),
        [many @ .., last] => Words::new(
            format!("{} and {last} are parameters", many.join(", ")),
            format!("{} 和 {last} 是参数", many.join("、")),
        ),
        [] => Words::same(String::new()),
    }
}

/// `; p = 2, q = 1 makes no game: …`, if something does.
fn not_a_game(refused: &[(Values, Diagnostic)]) -> String {
    match refused {
        [] => String::new(),
        [(values, fault)] => format!("; {values} makes no game: {}", fault.message),
        [(values, fault), ..] => {
            format!("; {} choices of values make no game, such as {values}: {}", refused.len(), fault.message)
        }
    }
}

/// A number as an argument.
pub(crate) fn number(n: u64) -> Argument {
    let base = SetAtom::Item(Item::One(Expr::Number(Nat::from(n), Span::default())));
    Argument::Set(Set { base, except: Vec::new(), span: Span::default() })
}

/// The fault of parameters that have no value, with the way to give them one; in a rule a loop may have been forgotten.
#[must_use]
pub fn without_value(names: &[String], text: &str) -> Diagnostic {
    let fault = match names {
        [one] => format!("`{one}` is a parameter without a value"),
        many => format!("`{}` are parameters without values", many.join("`, `")),
    };
    let values: Vec<String> = names.iter().map(|name| format!("{name}=3")).collect();
    let values = values.join(",");
    let help = match names {
        [one] if text.contains("->") => {
            format!("`for {values}`; a variable of a move is said behind it: `for {one} in 1..3`")
        }
        [one] => match base_of_power(one, text) {
            Some(base) => format!("`for {values}`; all powers of {base} are `powers({base})`"),
            None => format!("`for {values}`"),
        },
        _ => format!("`for {values}`"),
    };
    Diagnostic::input(fault).suggest(help)
}

/// The 2 of `2^k`.
fn base_of_power<'t>(exponent: &str, text: &'t str) -> Option<&'t str> {
    let before = text[..text.find(&format!("^{exponent}"))?].trim_end();
    let base = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    (!base.is_empty()).then_some(base)
}

#[cfg(test)]
mod tests;
