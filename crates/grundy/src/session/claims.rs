//! From text to claims.

use grundy_core::{Diagnostic, FaultCode, Nat};
use grundy_notation::ast::{self, Primary, Simple};
use grundy_notation::claim::{self as ast_claim, Claim, Form};
use grundy_notation::lenient::{Kind, mend};
use grundy_notation::{Limits, Reader, names, notes};

use super::letters::{must_be_unnamed, no_numbers, of_text};
use super::{Result, Session, Spelling, heard};
use crate::claim::{ClaimFault, ClaimQuestion, Coordinate, Subject, Summand, no_values_in_misere};
use crate::game::{Game, GameQuestion, Shape, catalogue};
use crate::outcome::Convention;
use crate::scope::{Scope, convention, grouped};
use crate::statement::lower;

/// A claim in which more letters are unknown is not about heaps.
const MOST_LETTERS: usize = 8;

impl Session {
    /// Reads a game or a position with variables, and a claim about it.
    ///
    /// # Errors
    /// As [`Session::position`], with the text at fault.
    pub fn claim(&mut self, about: &str, claim: &str) -> std::result::Result<ClaimQuestion, ClaimFault> {
        let subject = self.read(about, Kind::Subject, Session::strict_subject);
        let subject = subject.or_else(|fault| match self.compound_with_letters(about) {
            Some(Ok(compound)) => Ok(all_of(compound)),
            _ => Err(ClaimFault::Subject(fault)),
        })?;
        let (heap, own) = (heap(&subject), subject.variables.clone());
        let (question, notes) =
            judged(&mut self.reader, subject, claim, self.spelling).map_err(|fault| match (fault, heap) {
                (ClaimFault::Claim(fault), Some(heap)) if fault.is(FaultCode::UnknownName) => {
                    ClaimFault::Claim(match self.of_more_heaps(&heap, &own, claim) {
                        Some(help) => fault.suggest(help),
                        None => fault,
                    })
                }
                (fault, _) => fault,
            })?;
        self.heard.notes.extend(notes);
        Ok(question)
    }

    /// A claim with other letters than the one of its game is about so many heaps: `prove 'nim(a,b)' 'P: a = b'`. Beside that
    /// one the others have some other meaning.
    fn of_more_heaps(&mut self, heap: &str, own: &[String], claim: &str) -> Option<String> {
        let mut letters: Vec<String> = Vec::new();
        while let Err(fault) = {
            let strict = |reader: &mut Reader, text: &str| reader.claim(text, &letters);
            heard::claim(&mut self.reader, claim, (&letters, letters.len()), self.spelling, strict)
        } {
            let span = fault.span.filter(|_| fault.is(FaultCode::UnknownName))?;
            let name = claim.get(span.start..span.end)?;
            let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase());
            if !is_letter || letters.len() == MOST_LETTERS || letters.iter().any(|known| known == name) {
                return None;
            }
            letters.push(name.to_owned());
        }
        if letters.iter().any(|letter| own.contains(letter)) {
            return None;
        }
        letters.sort_unstable();
        let about = format!("{heap}({})", letters.join(","));
        let is_plain = !about.contains('\'') && !claim.contains(['\'', '\n']);
        let subject = self.strict_subject(&about).ok().filter(|_| is_plain)?;
        judged(&mut self.reader, subject, claim, self.spelling).ok()?;
        let strict = |reader: &mut Reader, text: &str| reader.claim(text, &letters);
        let (read, _) = heard::claim(&mut self.reader, claim, (&letters, letters.len()), self.spelling, strict).ok()?;
        // several heaps are hardly raised to the power of each other
        let sums = notes::nim_sums(&read);
        let claim = match sums.is_empty() {
            true => claim.trim().to_owned(),
            false => sums.iter().fold(read.to_string(), |claim, (power, xor)| claim.replace(power, xor)),
        };
        Some(format!("prove '{about}' '{claim}'"))
    }

    pub(super) fn strict_subject(&mut self, about: &str) -> Result<Subject> {
        let read = self.reader.subject(about)?;
        self.subject(read)
    }

    pub(super) fn subject(&mut self, mut read: ast_claim::Subject) -> Result<Subject> {
        read.misere |= self.misere;
        let mark = self.scope.enter(&read.definitions);
        let built = self.scope.subject(&read.of);
        self.scope.leave(mark);
        let (summands, variables) = built?;
        // a name means one thing: NOTATION, section 1
        if let Some(name) = variables.iter().find(|v| read.definitions.iter().any(|d| d.name.text == **v)) {
            let message = format!("`{name}` is the name of a game (by `let`) and a variable of the claim");
            let free = (2..).map(|i| format!("{name}{i}")).find(|other| !variables.contains(other));
            let fault = Diagnostic::input(message);
            return Err(fault.suggest(format!("another name for the game, such as `{}`", free.unwrap_or_default())));
        }
        self.heard.notes = notes::of_subject(&read.of, catalogue::GAMES);
        Ok(Subject { convention: convention(read.misere), summands, variables, query: read.to_string() })
    }
}

/// A claim about all positions of a game.
pub(crate) fn claim_about(question: &GameQuestion, claim: &str) -> std::result::Result<ClaimQuestion, ClaimFault> {
    claimable(&question.game).map_err(ClaimFault::Subject)?;
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    judged(&mut reader, all_of(question.clone()), claim, Spelling::default()).map(|(question, _)| question)
}

/// All positions of a game.
fn all_of(GameQuestion { convention, game, query, variables }: GameQuestion) -> Subject {
    let place = (0..variables.len()).map(Coordinate::Variable).collect();
    Subject { convention, summands: vec![Summand { copies: Nat::ONE, game, place }], variables, query }
}

/// The game of a claim about one heap, of which every number is a place.
fn heap(subject: &Subject) -> Option<String> {
    let [Summand { game, place, copies }] = &subject.summands[..] else { return None };
    let is_heap = game.shape() == Shape::Heap && matches!(place[..], [Coordinate::Variable(_)]) && *copies == Nat::ONE;
    let misere = if subject.convention == Convention::Misere { "misere " } else { "" };
    (is_heap && !game.is_family()).then(|| format!("{misere}{}", game.text()))
}

/// A name that is unknown because the subject is a single position.
fn about(subject: &Subject, fault: Diagnostic) -> Diagnostic {
    match subject.summands.as_slice() {
        [only] if subject.variables.is_empty() && !only.game.is_closed() && fault.is(FaultCode::UnknownName) => {
            let game = only.game.text();
            fault.suggest(format!("a claim about all positions: `{game}` in place of `{}`", subject.query))
        }
        _ => fault,
    }
}

/// Reads a claim about this subject, with notes on what may have been meant otherwise.
fn judged(
    reader: &mut Reader,
    subject: Subject,
    typed: &str,
    spelling: Spelling,
) -> std::result::Result<(ClaimQuestion, Vec<String>), ClaimFault> {
    let (first, second) = (ClaimFault::Subject, ClaimFault::Claim);
    let strict = |reader: &mut Reader, text: &str| reader.claim(text, &subject.variables);
    let (claim, understood) =
        heard::claim(reader, typed, (&subject.variables, subject.variables.len()), spelling, strict)
            .map_err(|fault| second(about(&subject, fault)))?;
    no_values_in_misere(&claim, subject.convention, "P: n % 4 = 1").map_err(second)?;
    let subject = match claim {
        Claim::Period { .. } => subject.into_heap(),
        _ => subject,
    };
    if matches!(claim, Claim::Period { .. }) {
        one_heap(&subject).map_err(first)?;
    }
    let lowered = lower(&claim, &subject.variables).map_err(|fault| {
        let fault = understood.placed(fault);
        let variables = &subject.variables;
        let strict = |reader: &mut Reader, text: &str| lower(&reader.claim(text, variables)?, variables);
        let mut reads = |text: &str| heard::claim(reader, text, (variables, variables.len()), spelling, strict).is_ok();
        second(match mend::rounded(typed, &fault).filter(|rounded| reads(rounded)) {
            Some(rounded) => fault.suggest(rounded),
            None => fault,
        })
    })?;
    Ok((ClaimQuestion::new(subject, lowered, claim.to_string()), notes::of_claim(&claim)))
}

pub(super) fn one_heap(subject: &Subject) -> Result<()> {
    let heap = |s: &Summand| s.game.shape() == Shape::Heap && matches!(s.place[..], [Coordinate::Variable(_)]);
    match &subject.summands[..] {
        [summand] if heap(summand) && summand.copies == Nat::ONE => Ok(()),
        _ => Err(Diagnostic::input("a period is claimed of the values of one heap").suggest("prove kayles 'period …'")),
    }
}

impl Scope {
    /// The components, and the names of the variables in order of first appearance.
    pub(super) fn subject(&mut self, form: &Form) -> Result<(Vec<Summand>, Vec<String>)> {
        let mut summands = Vec::new();
        let mut variables = Vec::new();
        match form {
            Form::Game(tree) => {
                let game = self.game(tree, 0)?;
                variables = own_variables(&game, tree)?;
                let place = (0..variables.len()).map(Coordinate::Variable).collect();
                summands.push(Summand { copies: Nat::ONE, game, place });
            }
            Form::Position(position) => self.summands(position, &Nat::ONE, &mut summands, &mut variables)?,
        }
        Ok((summands, variables))
    }

    /// The components of a compound, each a sum.
    pub(super) fn components(
        &mut self,
        places: &[ast::Place],
        variables: &mut Vec<String>,
    ) -> Result<Vec<Vec<Summand>>> {
        let mut all = Vec::with_capacity(places.len());
        for place in places {
            let mut summands = Vec::new();
            match place {
                ast::Place::Position(position) => self.summands(position, &Nat::ONE, &mut summands, variables)?,
                _ => return Err(Diagnostic::input("the components of a compound are positions")),
            }
            all.push(summands);
        }
        Ok(all)
    }

    fn summands(
        &mut self,
        position: &ast::Position,
        times: &Nat,
        into: &mut Vec<Summand>,
        variables: &mut Vec<String>,
    ) -> Result<()> {
        for term in &position.terms {
            let copies = times * term.copies.clone().unwrap_or(Nat::ONE);
            match &term.primary {
                Primary::Group(inner) => self.summands(inner, &copies, into, variables)?,
                Primary::Nimber(size) => {
                    into.push(Summand { copies, game: Game::star(), place: vec![Coordinate::Number(size.clone())] });
                }
                Primary::Game { game, places } => {
                    let game = self.game(game, 0)?;
                    if game.shape() == Shape::Text {
                        must_be_unnamed(&game, places)?;
                        for place in places {
                            let open = of_text(&game, place)
                                .map_err(|fault| if fault.span.is_some() { fault } else { fault.at(term.span) })?;
                            let place = open.names().iter().map(|name| variable(name, variables)).collect();
                            into.push(Summand { copies: copies.clone(), game: game.with_text(open), place });
                        }
                        continue;
                    }
                    if game.shape() == Shape::Positions {
                        let summand = self.compound(&game, places, copies, variables);
                        into.push(summand.map_err(|d| if d.span.is_some() { d } else { d.at(term.span) })?);
                        continue;
                    }
                    if !game.shape().has_numbers() {
                        return Err(no_numbers(&game).at(term.span));
                    }
                    for list in grouped(&game, places).map_err(|d| d.at(term.span))? {
                        let place = coordinates(&list, variables)?;
                        if let Shape::Tuple(n) = game.shape()
                            && place.len() != n
                            && game.short_form().is_none()
                        {
                            let message =
                                format!("`{}` has {n} numbers per place, and {} are given", game.text(), place.len());
                            return Err(Diagnostic::input(message).at(term.span));
                        }
                        into.push(Summand { copies: copies.clone(), game: game.clone(), place });
                    }
                }
            }
        }
        Ok(())
    }
}

impl Scope {
    /// A compound as one component, whose coordinates are the letters in it.
    fn compound(
        &mut self,
        game: &Game,
        places: &[ast::Place],
        copies: Nat,
        variables: &mut Vec<String>,
    ) -> Result<Summand> {
        let mut own = Vec::new();
        let components = self.components(places, &mut own)?;
        let game = game.with_components(components, &own)?;
        let place = own.iter().map(|name| variable(name, variables)).collect();
        Ok(Summand { copies, game, place })
    }
}

/// The variable with this name.
fn variable(name: &str, variables: &mut Vec<String>) -> Coordinate {
    let at = variables.iter().position(|known| known == name);
    Coordinate::Variable(at.unwrap_or_else(|| {
        variables.push(name.to_owned());
        variables.len() - 1
    }))
}

fn coordinates(list: &[&ast::Coordinate], variables: &mut Vec<String>) -> Result<Vec<Coordinate>> {
    let one = |coordinate: &&ast::Coordinate| match coordinate {
        ast::Coordinate::Number(n, _) => Ok(Coordinate::Number(n.clone())),
        ast::Coordinate::Unknown(span) => {
            Err(Diagnostic::input("`?` asks for a number; a claim has variables").at(*span).suggest("nim(a, b)"))
        }
        ast::Coordinate::Name(name) => {
            if names::meaning(&name.text, catalogue::GAMES).is_some() {
                let message = format!("`{}` has a meaning already and cannot be a variable", name.text);
                return Err(Diagnostic::parse(name.span, message).suggest("variables: a, b, c, n, x …"));
            }
            Ok(variable(&name.text, variables))
        }
    };
    list.iter().map(one).collect()
}

/// The variables of a bare game: a rule's own names, `n`, or `a`, `b`, …; none for rows, whose length is open.
pub(super) fn variables(game: &Game, tree: &ast::Game) -> Vec<String> {
    match &tree.alternatives[..] {
        [Simple::Rule(rule)] => rule.pattern.iter().map(|n| n.text.clone()).collect(),
        _ => game.usual_variables(),
    }
}

/// The same, for a claim.
fn own_variables(game: &Game, tree: &ast::Game) -> Result<Vec<String>> {
    claimable(game).map_err(|fault| fault.at(tree.span))?;
    Ok(variables(game, tree))
}

/// Has a bare game variables for a claim?
fn claimable(game: &Game) -> Result<()> {
    match game.shape() {
        Shape::Vertex | Shape::Text | Shape::Positions => Err(no_numbers(game)),
        Shape::Row if game.row_length() > 1 => {
            let message = format!("`{}` has rows of any length: write a position with variables", game.text());
            Err(Diagnostic::input(message).suggest(format!("{}(a, b, c)", game.text())))
        }
        Shape::Row | Shape::Heap | Shape::Tuple(_) => Ok(()),
    }
}
