//! What names mean at each place, and who may be given a name.

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::ast::{Definition, Game, Name, Simple};
use super::super::lexer::{Token, Word};
use super::super::names::{self, Games, Meaning, Places};
use super::super::nearest::nearest;
use super::super::series;
use super::{Parsed, Parser};

/// What the parser knows of a `let` name.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Introduced {
    /// Number of parameters.
    pub(in super::super) parameters: usize,
    /// Are its places positions?
    pub(in super::super) compound: bool,
}

/// Of a game of another kind.
const NOT_IMPARTIAL: &str = "in an impartial game both players have the same moves, and the last move decides";

/// The help for a name that is no game.
pub(super) const NO_GAME: &str = "`grundy list` shows the games, `let` introduces a name";
/// The help for a sentence.
pub(in super::super) const NO_SENTENCE: &str =
    "sentences are read as in `21 stones, take 1 to 3`; rules can be written down, as `grundy help notation` says";
/// The help for a sentence in Chinese.
const NO_CHINESE: &str =
    "sentences are read as in `21个石子，每次取1到3个`; rules can be written down, as `grundy help notation` says";

impl Introduced {
    /// `known`: is this `let` name a compound?
    pub(in super::super) fn new(definition: &Definition, games: Games, known: impl Fn(&str) -> bool) -> Self {
        Introduced { parameters: definition.parameters.len(), compound: is_compound(&definition.game, games, known) }
    }
}

/// Are the places of the game positions?
pub(super) fn is_compound(game: &Game, games: Games, known: impl Fn(&str) -> bool) -> bool {
    game.alternatives.iter().any(|simple| match simple {
        Simple::Named { name, .. } => (games.find)(&name.text) == Some(Places::Positions) || known(&name.text),
        _ => false,
    })
}

/// What a name means here.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sense {
    /// A coordinate or a loop variable.
    Variable,
    /// A parameter of the `let` that is being read.
    Parameter,
    /// A game named by `let`.
    Let(Introduced),
    /// A word of the table of names.
    Word(Meaning),
}

/// What sort of thing was looked for when a name was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Game,
    Number,
    Set,
    Argument,
}

impl Parser<'_> {
    pub(super) fn introduced(&self, name: &str) -> Option<Introduced> {
        self.own.get(name).or_else(|| self.kept.get(name)).copied()
    }

    /// What the name means, if anything.
    pub(super) fn sense(&self, name: &str) -> Option<Sense> {
        if self.variables.iter().any(|v| v.text == name) {
            Some(Sense::Variable)
        } else if self.parameters.iter().chain(&self.free).any(|p| p.text == name) {
            Some(Sense::Parameter)
        } else if let Some(introduced) = self.introduced(name) {
            Some(Sense::Let(introduced))
        } else {
            names::meaning(name, self.games).map(Sense::Word)
        }
    }

    /// What the next token means as a name.
    pub(super) fn next_sense(&self) -> Option<Sense> {
        if self.token == Token::Name { self.sense(self.slice(self.span)) } else { None }
    }

    /// Does the next token certainly start a game? (A parameter may stand for a game or for a number.)
    pub(super) fn at_game(&self) -> bool {
        match self.token {
            Token::LeftBrace | Token::Word(Word::Graph) => true,
            Token::Name => matches!(self.next_sense(), Some(Sense::Let(_) | Sense::Word(Meaning::Game))),
            _ => self.at_code(),
        }
    }

    /// A name that is introduced here, by a pattern, a `for` or as a parameter: no other thing may have it.
    pub(super) fn new_name(&mut self, expected: &str) -> Parsed<Name> {
        if self.token != Token::Name {
            return Err(self.unexpected_but(expected, "a name starts with a lower-case letter: n"));
        }
        let text = self.slice(self.span);
        let taken = match self.sense(text) {
            None if self.variables.len() + self.parameters.len() < self.limits.nesting => return Ok(self.take_name()),
            None => {
                let message = format!("more than {} names at once", self.limits.nesting);
                return Err(self.fault(self.span, message, "use fewer names"));
            }
            Some(Sense::Variable) => "bound here already",
            Some(Sense::Parameter) => "a parameter already",
            Some(Sense::Let(_)) => "the name of a game (by `let`)",
            Some(Sense::Word(meaning)) => word(meaning),
        };
        Err(self.clash(text, taken))
    }

    /// The name of a `let`. What it is called, nothing else in force may be called.
    pub(super) fn new_let(&mut self) -> Parsed<Name> {
        if self.token != Token::Name {
            return Err(self.unexpected_but("a name behind `let`", "let t = take[1..3];"));
        }
        let text = self.slice(self.span);
        match names::meaning(text, self.games) {
            Some(meaning) => Err(self.clash(text, word(meaning))),
            None if self.introduced(text).is_some() => Err(self.clash(text, "defined already")),
            None => Ok(self.take_name()),
        }
    }

    fn clash(&self, name: &str, taken: &str) -> Box<Diagnostic> {
        let message = format!("`{}` is {taken}", self.shown(self.span));
        let free = (2..).map(|i| format!("{name}{i}")).find(|other| self.sense(other).is_none()).unwrap_or_default();
        let shown =
            if free.len() <= 60 { format!("another name, such as `{free}`") } else { "another name".to_owned() };
        self.fault(self.span, message, shown)
    }

    /// The name means nothing, or nothing that may stand here.
    pub(super) fn unknown(&mut self, name: &str, span: Span, wanted: Wanted) -> Box<Diagnostic> {
        let called = self.text[span.end..].trim_start().starts_with('(');
        if wanted != Wanted::Game && !called {
            self.missing = Some(Name { text: name.to_owned(), span });
        }
        let mut known: Vec<&str> = self.variables.iter().chain(&self.parameters).map(|n| n.text.as_str()).collect();
        // no game stands inside an expression
        let is_operand = wanted == Wanted::Number || self.in_parts && !begins_part(&self.text[..span.start]);
        if matches!(wanted, Wanted::Game | Wanted::Argument) && !is_operand {
            known.extend((self.games.names)().into_iter().chain(["graph"]));
            known.extend(self.own.keys().chain(self.kept.keys()).map(String::as_str));
        }
        if matches!(wanted, Wanted::Set | Wanted::Argument) {
            known.extend(names::SETS.iter().map(|s| s.0));
        }
        if wanted != Wanted::Game {
            known.extend(names::FUNCTIONS.iter().map(|f| f.0));
        }
        if wanted == Wanted::Game
            && let Some(game) = names::not_impartial(&self.text[span.start..])
        {
            let message = format!("`{}` is not impartial", self.shown(Span::new(span.start, span.start + game.len())));
            return self.fault(span, message, NOT_IMPARTIAL);
        }
        let what = if wanted == Wanted::Game { "game" } else { "name" };
        let near = nearest(name, known);
        let suggestion = match near {
            _ if wanted == Wanted::Game && !called && is_sentence(self.text) => sentence_help(self.text).to_owned(),
            _ if wanted != Wanted::Game && missed(name).is_some() => missed(name).unwrap_or_default().to_owned(),
            _ if wanted != Wanted::Game && series::rule_of(name).is_some() => {
                format!("write `{}`", series::rule_of(name).unwrap_or_default())
            }
            Some(near) => format!("did you mean `{near}`?"),
            None if wanted == Wanted::Game && (self.games.titled)(name).is_some() => {
                format!("did you mean `{}`?", (self.games.titled)(name).unwrap_or_default())
            }
            None if wanted == Wanted::Game => self.problem_at(span).unwrap_or_else(|| NO_GAME.to_owned()),
            None if called && is_operand => {
                let functions: Vec<&str> = names::FUNCTIONS.iter().map(|function| function.0).collect();
                format!("the functions of rules: {}", functions.join(", "))
            }
            None if self.variables.is_empty() => {
                "numbers, sets such as odds and games such as kayles may stand here".to_owned()
            }
            None => {
                let known: Vec<&str> =
                    self.variables.iter().chain(&self.parameters).map(|n| &*n.text).take(8).collect();
                format!("known here: {}; `for` introduces a name", known.join(", "))
            }
        };
        let fault = self.fault(span, format!("unknown {what} `{}`", self.shown(span)), suggestion);
        Box::new(fault.coded(if wanted == Wanted::Game { FaultCode::UnknownGame } else { FaultCode::UnknownName }))
    }

    /// The name means something else than is wanted here.
    pub(super) fn misplaced(&self, name: &str, sense: Sense, wanted: &str) -> Box<Diagnostic> {
        let (is, suggestion) = match sense {
            Sense::Variable => ("a variable", format!("a product is written `{name}*(…)`")),
            Sense::Parameter => ("a parameter", "leave out what follows it".to_owned()),
            Sense::Let(_) | Sense::Word(Meaning::Game) if self.in_parts => {
                ("a game", format!("hand a part over as `{name}(…)`, joined to the others by `&`"))
            }
            Sense::Let(_) | Sense::Word(Meaning::Game) => ("a game", format!("a position in it is `{name}(…)`")),
            Sense::Word(Meaning::Set) => ("a set", format!("a set stands behind `in`: `for k in {name}`")),
            Sense::Word(Meaning::Function) => ("a function", format!("it is used in rules, as `{name}(…)`")),
            Sense::Word(Meaning::Keyword) => ("a keyword", "another name".to_owned()),
        };
        let fault = self.fault(self.span, format!("expected {wanted}, but `{name}` is {is}"), suggestion);
        Box::new(fault.coded(FaultCode::MisplacedName))
    }
}

/// What people look for among functions and sets, and what says the same.
fn missed(name: &str) -> Option<&'static str> {
    match name {
        "digit" | "digits" | "digitsum" | "digit_sum" | "sumdigits" => {
            Some("the last digit of `n` is `n%10`, the one before it `n//10%10`")
        }
        "factorial" | "factorials" => Some("list the numbers: `take[1,2,6,24,120,720](1000)`"),
        "totient" | "eulerphi" | "euler_phi" => Some("Euler's totient is no function here"),
        _ => None,
    }
}

/// Does a part of a move begin here, perhaps behind a number of copies?
fn begins_part(before: &str) -> bool {
    let before = before.trim_end();
    let copies = before.strip_suffix('*').map(|copies| copies.trim_end().trim_end_matches(char::is_alphanumeric));
    copies.unwrap_or(before).trim_end().ends_with(['>', ';', '|', '&'])
}

/// Is it several words after each other, as people write them?
pub(super) fn is_sentence(text: &str) -> bool {
    if is_chinese(text) {
        return true;
    }
    let is_word = |word: &&str| word.trim_end_matches([',', '.', ';', ':', '?', '!']).chars().all(char::is_alphabetic);
    !text.contains(['(', '{', '[']) && text.split_whitespace().filter(is_word).count() >= 4
}

/// Is it told in Chinese what is done with stones?
fn is_chinese(text: &str) -> bool {
    let told =
        ["石子", "每次", "轮流", "一堆", "两堆", "硬币", "火柴"].iter().filter(|word| text.contains(**word)).count();
    told > 0 && text.contains(['，', ',', '。', '；']) && !text.contains(['(', '{', '['])
}

/// The help for a sentence, in its language.
pub(super) fn sentence_help(text: &str) -> &'static str {
    if is_chinese(text) { NO_CHINESE } else { NO_SENTENCE }
}

fn word(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Keyword => "a keyword",
        Meaning::Function => "a function",
        Meaning::Set => "a set",
        Meaning::Game => "a game of the catalogue",
    }
}
