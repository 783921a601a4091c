//! From text to games, positions and claims that may have parameters.

use std::sync::Arc;

use grundy_notation::Reader;
use grundy_notation::ast::{Argument, Definition, Query};
use grundy_notation::claim::{Claim, Form, Subject};
use grundy_notation::lenient::Kind;
use grundy_notation::substitute::Substitution;

use super::claims::one_heap;
use super::heard::{self, Heard};
use super::{Result, Session};
use crate::claim::{self, ClaimFault, ClaimQuestion, no_values_in_misere};
use crate::error::{Diagnostic, FaultCode};
use crate::game::GameQuestion;
use crate::parametric::{
    Asked, Member, ParametricClaim, ParametricGame, PlacedClaim, Ranges, Values, law, number, without_value,
};
use crate::position::Position;
use crate::rule::lower::NODE_LIMIT;
use crate::scope::{Scope, convention};
use crate::statement::map::with_numbers;
use crate::statement::{self, lower};

/// What a claim is about.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of it a text")]
pub enum AskedClaim {
    /// All positions of a game.
    Whole(ClaimQuestion),
    /// All positions of all members of a game with parameters.
    Parametric(ParametricClaim),
    /// All positions of a sum of games with parameters.
    Placed(PlacedClaim),
}

impl Session {
    /// As [`Session::game`], where names without a value are parameters: of one letter, perhaps with digits behind it, or
    /// `given`.
    ///
    /// # Errors
    /// As [`Session::game`]; values of which none make a game.
    pub fn asked_game(&mut self, text: &str, given: &[String]) -> Result<Asked> {
        self.read(text, Kind::Game, |session, text| match session.strict_game(text) {
            Ok(question) => Ok(Asked::Whole(question)),
            Err(fault) => session.parametric(text, given, fault).map(Asked::Parametric),
        })
    }

    /// The game of open places whose game has parameters, each with one value: `moore[k](a,b)` for k = 2. `None`: a value is missing, or
    /// the text is nothing of that kind.
    ///
    /// ```
    /// use grundy::Session;
    /// let game = Session::new().game_of_places("moore[k](a,b)", &"k=2".parse()?).unwrap();
    /// assert_eq!(game.query, "moore[2](a, b)");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn game_of_places(&mut self, text: &str, values: &Ranges) -> Option<GameQuestion> {
        let (query, names) = self.reader.parametric_query(text, &values.names()).ok()?;
        let numbers = values.single(&names).filter(|_| !names.is_empty() && values.names().len() == names.len())?;
        let text = filled(&query, &names, &numbers).ok()?.to_string();
        self.game(&text).ok()
    }

    /// As [`Session::position`], where names without a value are parameters with these values, one for each.
    ///
    /// ```
    /// use grundy::Session;
    /// let position = Session::new().position_with("take[1..m](5) + nim(m)", &"m=3".parse()?)?;
    /// assert_eq!(position.query(), "take[1..3](5) + nim(3)");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::position`]; a parameter without a value or with several; a value for what is no parameter.
    pub fn position_with(&mut self, text: &str, values: &Ranges) -> Result<Position> {
        self.read(text, Kind::Position, |session, text| {
            let fault = match session.strict_position(text) {
                Ok(position) => return none_given(values).map(|()| position),
                Err(fault) => fault,
            };
            let query = session.valued(text, values, fault)?;
            session.placed(query)
        })
    }

    /// As [`Session::claim`], for games that may have parameters, and positions whose parameters have these values.
    ///
    /// # Errors
    /// As [`Session::claim`]; a parameter of a position without a value or with several.
    pub fn asked_claim(
        &mut self,
        about: &str,
        claim: &str,
        values: &Ranges,
    ) -> std::result::Result<AskedClaim, ClaimFault> {
        let fault = match self.claim(about, claim) {
            Ok(question) => {
                none_given(values).map_err(ClaimFault::Subject)?;
                return Ok(AskedClaim::Whole(question));
            }
            Err(ClaimFault::Subject(fault)) => fault,
            Err(fault) => return Err(fault),
        };
        if let Ok(Asked::Parametric(game)) = self.asked_game(about, &values.names()) {
            let (read, heard) = self.claim_of(claim, &game.all_names(), game.parameters().len())?;
            let claimed = game.claimed(&read).map_err(|fault| ClaimFault::Claim(heard.placed(fault)))?;
            return Ok(AskedClaim::Parametric(claimed));
        }
        let read = |session: &mut Session, about: &str| session.free_query(about, values, fault.clone());
        let (mut query, names) = self.read(about, Kind::Subject, read).map_err(ClaimFault::Subject)?;
        query.misere |= self.misere;
        match values.single(&names) {
            Some(numbers) => self.claim_at(&query, claim, &names, &numbers).map(|one| AskedClaim::Whole(one.question)),
            None => self.placed_claim(&query, claim, names, values).map(AskedClaim::Placed),
        }
    }

    /// The claim for each choice of values in the ranges.
    fn placed_claim(
        &mut self,
        query: &Query,
        claim: &str,
        parameters: Vec<String>,
        ranges: &Ranges,
    ) -> std::result::Result<PlacedClaim, ClaimFault> {
        // the others are made when they are asked for
        let (mut choices, mut refused) = (ranges.values(&parameters).map_err(ClaimFault::Subject)?, Vec::new());
        let first = loop {
            let Some(numbers) = choices.get(refused.len()) else {
                let fault = refused.into_iter().next().map(|(_, fault)| fault);
                return Err(ClaimFault::Subject(
                    fault.unwrap_or_else(|| Diagnostic::input("no values make this a game")),
                ));
            };
            match self.claim_at(query, claim, &parameters, numbers) {
                Ok(one) => break one,
                Err(ClaimFault::Subject(fault)) => refused.push((Values::new(&parameters, numbers), fault)),
                Err(fault) => return Err(fault),
            }
        };
        choices.drain(..refused.len());
        let before = self.scope.in_force();
        let law = law(query, &before, &first.claim, &first.names, &parameters);
        let (convention, text) = (convention(query.misere), first.question.text.clone());
        let is_about_period = matches!(first.claim, statement::Claim::Period { .. });
        let member = first.member_of(query.clone(), parameters.clone(), before);
        let (query, ranges) = (query.to_string(), ranges.clone());
        Ok(PlacedClaim { convention, query, text, parameters, ranges, choices, member, refused, is_about_period, law })
    }

    /// The claim about a position whose parameters have one value each.
    fn claim_at(
        &mut self,
        query: &Query,
        claim: &str,
        names: &[String],
        numbers: &[u64],
    ) -> std::result::Result<ClaimAt, ClaimFault> {
        let query = filled(query, names, numbers).map_err(ClaimFault::Subject)?;
        let of = Form::Position(query.position);
        let read = Subject { definitions: query.definitions, misere: query.misere, of };
        let subject = self.subject(read).map_err(ClaimFault::Subject)?;
        let first = subject.variables.len();
        let all: Vec<String> = subject.variables.iter().chain(names).cloned().collect();
        let (read, heard) = self.claim_of(claim, &all, names.len())?;
        no_values_in_misere(&read, subject.convention, "P: n % 4 = 1").map_err(ClaimFault::Claim)?;
        if matches!(read, Claim::Period { .. }) {
            one_heap(&subject).map_err(ClaimFault::Subject)?;
        }
        let lowered = lower(&read, &all).map_err(|fault| ClaimFault::Claim(heard.placed(fault)))?;
        let claim = with_numbers(first, numbers, |map| map.claim(&lowered));
        let question = ClaimQuestion { subject, claim, text: read.to_string() };
        Ok(ClaimAt { question, claim: lowered, names: all })
    }

    /// A claim about these variables, of which the last so many are parameters, as people write it.
    fn claim_of(
        &mut self,
        text: &str,
        names: &[String],
        parameters: usize,
    ) -> std::result::Result<(Claim, Heard), ClaimFault> {
        let strict = |reader: &mut Reader, text: &str| reader.claim(text, names);
        let variables = (names, names.len().saturating_sub(parameters));
        heard::claim(&mut self.reader, text, variables, self.spelling, strict).map_err(ClaimFault::Claim)
    }

    /// The position with free names, and these.
    fn free_query(&mut self, text: &str, values: &Ranges, fault: Diagnostic) -> Result<(Query, Vec<String>)> {
        let given = values.names();
        let Ok((query, mut names)) = self.reader.parametric_query(text, &given) else { return Err(fault) };
        let more: Vec<String> = given.into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(more);
        if names.is_empty() {
            return Err(fault);
        }
        let written = query.to_string();
        let words = written.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        match names.iter().find(|name| !words.clone().any(|word| word == **name)) {
            Some(name) => Err(no_parameter(name)),
            None => Ok((query, names)),
        }
    }

    /// The position with its parameters filled in: each needs one value.
    fn valued(&mut self, text: &str, values: &Ranges, fault: Diagnostic) -> Result<Query> {
        let (query, names) = self.free_query(text, values, fault)?;
        let Some(numbers) = values.single(&names) else {
            let name = names.iter().find(|&name| values.single(std::slice::from_ref(name)).is_none());
            let name = name.map_or("m", String::as_str);
            if values.names().iter().any(|given| given == name) {
                let fault = Diagnostic::input(format!("`{name}` has several values, and a position needs one"));
                return Err(fault.suggest(format!("`for {name}=3`")));
            }
            return Err(without_value(&[name.to_owned()], text));
        };
        filled(&query, &names, &numbers)
    }

    /// The game with parameters, or the fault of the text without.
    fn parametric(&mut self, text: &str, given: &[String], fault: Diagnostic) -> Result<ParametricGame> {
        match self.reader.parametric_game(text, given) {
            Ok((mut read, parameters)) if !parameters.is_empty() => {
                read.misere |= self.misere;
                ParametricGame::new(read, parameters, self.scope.in_force())
            }
            _ => Err(self.letters_in_brackets(text, given, fault)),
        }
    }

    /// What is wrong with a place whose game has letters in brackets: `moore[k](a, b)` is one game for each k.
    fn letters_in_brackets(&mut self, text: &str, given: &[String], fault: Diagnostic) -> Diagnostic {
        if !fault.is(FaultCode::UnknownName) {
            return fault;
        }
        let Ok((query, names)) = self.reader.parametric_query(text, given) else { return fault };
        let Some(name) = names.first() else { return fault };
        let message = format!("`{name}` is a parameter, and places of such a game are asked about with numbers for it");
        let with = |number: u64| filled(&query, &names, &vec![number; names.len()]).ok().map(|query| query.to_string());
        let mut others = [2, 3, 5, 7].into_iter().filter_map(with);
        let help = match others.find(|text| self.strict_game(text).is_ok()) {
            Some(text) => format!("a number in its place, as in {text}"),
            None => format!("`solve` with `for {name}=7`"),
        };
        Diagnostic::input(message).suggest(help)
    }
}

/// A claim about a position whose parameters were filled in.
struct ClaimAt {
    question: ClaimQuestion,
    /// The claim with the parameters as variables, behind those of the position …
    claim: statement::Claim,
    /// … and the names of all these.
    names: Vec<String>,
}

impl ClaimAt {
    /// The claim for other values of the parameters.
    fn member_of(self, query: Query, parameters: Vec<String>, before: Vec<Definition>) -> Member {
        let ClaimAt { question, claim, .. } = self;
        let text = question.text;
        Member(Arc::new(move |numbers| {
            let Query { definitions, misere, position } = filled(&query, &parameters, numbers)?;
            let mut scope = Scope::default();
            scope.enter(&before);
            scope.enter(&definitions);
            let of = Form::Position(position);
            let (summands, variables) = scope.subject(&of)?;
            let claim = with_numbers(variables.len(), numbers, |map| map.claim(&claim));
            let query = Subject { definitions, misere, of }.to_string();
            let subject = claim::Subject { convention: convention(misere), summands, variables, query };
            Ok(ClaimQuestion { subject, claim, text: text.clone() })
        }))
    }
}

/// The position with numbers in the place of its parameters.
fn filled(query: &Query, names: &[String], numbers: &[u64]) -> Result<Query> {
    let bindings: Vec<(&str, Argument)> =
        names.iter().map(String::as_str).zip(numbers.iter().map(|&n| number(n))).collect();
    let mut filled = Substitution::new(&bindings, NODE_LIMIT);
    let definitions = filled.definitions(&query.definitions)?;
    Ok(Query { definitions, misere: query.misere, position: filled.position(&query.position)? })
}

/// Refuses values where nothing has parameters.
///
/// # Errors
/// The first of the names.
fn none_given(values: &Ranges) -> Result<()> {
    values.names().first().map_or(Ok(()), |name| Err(no_parameter(name)))
}

fn no_parameter(name: &str) -> Diagnostic {
    Diagnostic::input(format!("`{name}` is not a parameter of the question"))
        .suggest("a parameter is a name without a value, such as m in take[1..m]")
}
