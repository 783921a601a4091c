//! Recursive descent over the tokens, one file a layer of the grammar.
//!
//! `query` = `{ "let" … ";" } [ "misere" ] position`; positions are in `position`, games in `game`, codes in `code`,
//! rules in `rule`, sets in `set`, conditions in `cond`, expressions in `expr`; what names mean is in `scope`.
//!
//! Nothing is read twice: where the grammar leaves open what a `(` starts, the inside is read as the widest thing it
//! may be and what follows the `)` decides (`(n+1)//2..n` is an item, `(a-k,b)` a tuple, `(1.. except 3)` a set). So
//! reading is linear in the length of the text. Recursion is bounded by [`Limits::nesting`]: every bracket, sign and
//! operator that makes the tree deeper is counted.

mod claim;
mod code;
mod cond;
mod expr;
mod family;
mod game;
mod position;
mod rule;
mod scope;
mod set;

use grundy_core::{Diagnostic, ErrorKind, FaultCode, Nat};
use rustc_hash::FxHashMap;

use super::ast::{Definition, Name};
use super::lexer::{Lexer, Token, Word};
use super::memo::Memo;
use super::names::Games;
use super::nearest::nearest;
use super::{Limits, Span};

pub(super) use scope::{Introduced, NO_SENTENCE};

/// A result whose fault is boxed, since results are moved at every level.
type Parsed<T> = Result<T, Box<Diagnostic>>;

/// The state of reading one text.
pub(super) struct Parser<'t> {
    text: &'t str,
    limits: Limits,
    games: Games,
    lexer: Lexer<'t>,
    /// The next token, not yet taken.
    token: Token,
    /// Its place.
    span: Span,
    /// Where the token before it ended.
    previous_end: usize,
    /// Brackets, signs and operators that are open around the next token.
    depth: usize,
    /// Depth of the expression that was read last.
    height: usize,
    /// Brackets that are open, for messages.
    open: Vec<Span>,
    /// Digits of powers that were worked out.
    digits_spent: usize,
    memo: &'t mut Memo,
    kept: &'t FxHashMap<String, Introduced>,
    /// `let` names of this text.
    own: FxHashMap<String, Introduced>,
    /// Parameters of the `let` that is being read.
    parameters: Vec<Name>,
    /// Names of the text without a value: parameters of all its games.
    free: Vec<Name>,
    /// The name without a meaning that ended the reading, where a number or a set may have it.
    missing: Option<Name>,
    /// Coordinates and loop variables of the rule that is being read.
    variables: Vec<Name>,
    /// Names in the parts of a move that its `for` clauses must explain.
    pending: Vec<Name>,
    /// Are the parts of a move being read? Then names may be explained later, and `+` may be a slip for `&`.
    in_parts: bool,
    /// Is a claim being read, which may quantify and round irrational numbers down?
    claims: bool,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        text: &'t str,
        limits: Limits,
        games: Games,
        kept: &'t FxHashMap<String, Introduced>,
        memo: &'t mut Memo,
    ) -> Self {
        Parser {
            text,
            limits,
            games,
            lexer: Lexer::new(text, 0),
            token: Token::End,
            span: Span::default(),
            previous_end: 0,
            depth: 0,
            height: 0,
            open: Vec::new(),
            digits_spent: 0,
            memo,
            kept,
            own: FxHashMap::default(),
            parameters: Vec::new(),
            free: Vec::new(),
            missing: None,
            variables: Vec::new(),
            pending: Vec::new(),
            in_parts: false,
            claims: false,
        }
    }

    /// Takes the first token, if the text is not too long.
    fn start(&mut self) -> Parsed<()> {
        let (length, most) = (self.text.len(), self.limits.text);
        if length > most {
            let fault =
                Diagnostic::parse(Span::new(0, 0), format!("the text has {length} bytes, at most {most} are read"));
            return Err(Box::new(fault.suggest("ask a shorter question")));
        }
        self.advance();
        Ok(())
    }

    /// `{ definition }`
    fn definitions(&mut self) -> Parsed<Vec<Definition>> {
        let mut definitions = Vec::new();
        while self.token == Token::Word(Word::Let) {
            definitions.push(self.definition()?);
        }
        Ok(definitions)
    }

    /// A text of definitions only, or `None`.
    pub(super) fn definitions_only(&mut self) -> Parsed<Option<Vec<Definition>>> {
        self.start()?;
        if self.token != Token::Word(Word::Let) {
            return Ok(None);
        }
        let definitions = self.definitions()?;
        Ok((self.token == Token::End).then_some(definitions))
    }

    /// `"let" NAME [ "[" NAME { "," NAME } "]" ] "=" game ";"`
    fn definition(&mut self) -> Parsed<Definition> {
        self.advance();
        if self.own.len() + self.kept.len() >= self.limits.definitions {
            let message = format!("more than {} definitions", self.limits.definitions);
            return Err(self.fault(self.span, message, "ask with fewer names"));
        }
        let name = self.new_let()?;
        if self.token == Token::LeftBracket {
            self.open()?;
            loop {
                let parameter = self.new_name("a parameter's name")?;
                self.parameters.push(parameter);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.close(Token::RightBracket, "`,` or `]`")?;
        }
        self.expect(Token::Equal, "`=`")?;
        let game = self.game()?;
        if self.token == Token::LeftParen {
            let message = format!("`let` names a game, and `{}` is a position", self.shown(game.span));
            return Err(self.fault(self.span, message, "leave the parentheses out; write them where the name is used"));
        }
        self.expect(Token::Semicolon, "`;` at the end of the definition")?;
        let parameters = std::mem::take(&mut self.parameters);
        let definition = Definition { name, parameters, game: std::sync::Arc::new(game) };
        let introduced =
            Introduced::new(&definition, self.games, |name| self.introduced(name).is_some_and(|i| i.compound));
        self.own.insert(definition.name.text.clone(), introduced);
        Ok(definition)
    }

    /// Takes the next token.
    fn advance(&mut self) {
        self.previous_end = self.span.end;
        (self.token, self.span) = self.lexer.next();
        // parameters of families may be written in capitals, as sets are
        if self.token == Token::Upper && self.parameters.iter().any(|p| p.text == self.slice(self.span)) {
            self.token = Token::Name;
        }
    }

    /// Goes on at the byte `at`; what was read ends at `end`.
    fn jump(&mut self, end: usize, at: usize) {
        self.lexer = Lexer::new(self.text, at);
        (self.token, self.span) = self.lexer.next();
        self.previous_end = end;
    }

    /// The token behind the next one.
    fn peek(&self) -> Token {
        self.lexer.clone().next().0
    }

    fn eat(&mut self, token: Token) -> bool {
        let same = self.token == token;
        if same {
            self.advance();
        }
        same
    }

    fn eat_word(&mut self, word: Word) -> bool {
        self.eat(Token::Word(word))
    }

    fn expect(&mut self, token: Token, expected: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// From `start` to the end of what was taken last.
    fn since(&self, start: usize) -> Span {
        Span::new(start, self.previous_end.max(start))
    }

    /// The text of a place.
    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The text of a place for a message: not too long, on one line.
    fn shown(&self, span: Span) -> String {
        let text = self.slice(span);
        let mut shown: String = text.chars().take(40).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        shown
    }

    /// The next token as a name.
    fn take_name(&mut self) -> Name {
        let name = Name { text: self.slice(self.span).to_owned(), span: self.span };
        self.advance();
        name
    }

    /// One level deeper.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > self.limits.nesting { Err(self.too_deep(self.span)) } else { Ok(()) }
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&self, span: Span) -> Box<Diagnostic> {
        let message = format!("nested more than {} levels deep", self.limits.nesting);
        self.fault(span, message, "ask a simpler question, or name parts of it with `let`")
    }

    /// Takes an opening bracket.
    fn open(&mut self) -> Parsed<()> {
        self.enter()?;
        self.open.push(self.span);
        self.advance();
        Ok(())
    }

    /// Takes the closing bracket.
    fn close(&mut self, bracket: Token, expected: &str) -> Parsed<()> {
        if self.token != bracket {
            return Err(self.unexpected(expected));
        }
        self.open.pop();
        self.leave();
        self.advance();
        Ok(())
    }

    /// The value of the digits at a place.
    fn natural(&self, span: Span) -> Parsed<Nat> {
        let text = self.slice(span);
        if text.len() <= 19 && text.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(Nat::from(text.bytes().fold(0u64, |n, b| 10 * n + u64::from(b - b'0'))));
        }
        let mut digits: String = text.chars().map(super::lexer::plain).filter(char::is_ascii_digit).collect();
        let zeros = digits.len() - digits.trim_start_matches('0').len();
        if digits.len() - zeros > self.limits.digits {
            return Err(self.too_long(span));
        }
        digits.drain(..zeros.min(digits.len() - 1));
        Nat::from_str_radix(&digits, 10).map_err(|_| self.unexpected("a number"))
    }

    fn too_long(&self, span: Span) -> Box<Diagnostic> {
        let message = format!("a number of more than {} digits", self.limits.digits);
        Box::new(Diagnostic::new(ErrorKind::Input, message).at(span).suggest("ask with a smaller number"))
    }

    /// A fault in the text.
    fn fault(&self, span: Span, message: impl Into<String>, suggestion: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::parse(span, message).suggest(suggestion))
    }

    /// The next token is not what the grammar wants.
    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        self.unexpected_but(expected, "")
    }

    /// The same with a suggestion, which gives way to a better one that the token itself gives.
    fn unexpected_but(&self, expected: &str, suggestion: &str) -> Box<Diagnostic> {
        let closing = matches!(self.token, Token::RightParen | Token::RightBracket | Token::RightBrace);
        let found = match self.token {
            Token::End => "the end".to_owned(),
            Token::Word(_) => format!("the keyword `{}`", self.shown(self.span)),
            _ => format!("`{}`", self.shown(self.span)),
        };
        let message = format!("expected {expected}, found {found}");
        let general = if suggestion.is_empty() { format!("expected {expected}") } else { suggestion.to_owned() };
        match self.token {
            Token::Wrong(hint) if self.slice(self.span).starts_with('"') => {
                self.fault(self.span, format!("the text {found} has no closing quotation mark"), hint)
            }
            Token::Wrong(hint) if !hint.is_empty() => self.fault(self.span, message, hint),
            Token::Implies if !self.claims => {
                self.fault(self.span, message, "the arrow is written `->`, at least is written `>=`")
            }
            Token::Greater | Token::Less if self.is_shift() => {
                self.fault(self.span, message, "shifting right is `n//2^k`, shifting left is `n*2^k`")
            }
            Token::Point => {
                self.fault(self.span, message, "numbers are whole; a range is 1..3, a code starts a game: 0.77(5)")
            }
            Token::Upper => {
                let lower = self.slice(self.span).to_lowercase();
                if expected == "a game" && (self.games.find)(&lower).is_none() {
                    let near = || nearest(&lower, (self.games.names)()).filter(|_| !scope::is_sentence(self.text));
                    let near = || near().map(|near| format!("did you mean `{near}`?"));
                    let help = self.problem_at(self.span).or_else(near).unwrap_or_else(|| scope::NO_GAME.to_owned());
                    let fault = self.fault(self.span, format!("unknown game `{}`", self.shown(self.span)), help);
                    return Box::new(fault.coded(FaultCode::UnknownGame));
                }
                let message = format!("{message}; names start with a lower-case letter");
                self.fault(self.span, message, format!("write `{}`", lower.chars().take(40).collect::<String>()))
            }
            Token::Name if self.runs_on() && scope::is_sentence(self.text) => {
                self.fault(self.span, format!("{message} directly behind a number"), scope::sentence_help(self.text))
            }
            Token::Name if self.runs_on() => {
                let number = self.text[..self.span.start]
                    .rfind(|c: char| !matches!(c, '0'..='9' | '_'))
                    .map_or(0, |at| at + self.text[at..].chars().next().map_or(0, char::len_utf8));
                let product = format!("{}*{}", &self.text[number..self.span.start], self.shown(self.span));
                self.fault(
                    self.span,
                    format!("{message} directly behind a number"),
                    format!("a product is written `{product}`"),
                )
            }
            Token::LeftParen if suggestion.is_empty() => match self.open.last() {
                Some(&bracket) if !matches!(closing_of(self.slice(bracket)), ")") => self.still_open(bracket, &message),
                _ => self.fault(self.span, message, general),
            },
            _ if self.token == Token::End || closing => match self.open.last() {
                Some(&bracket) if !self.closes(bracket) => self.still_open(bracket, &message),
                None if closing => self.fault(self.span, format!("{message}, which nothing opens"), "leave it out"),
                _ => self.fault(self.span, message, general),
            },
            _ => self.fault(self.span, message, general),
        }
    }

    /// `POJ 1704`: a position of the judge's problem that this word and the number behind it name.
    fn problem_at(&self, word: Span) -> Option<String> {
        let rest = &self.text[word.end..];
        let number = rest.trim_start();
        // 1704, P1247, 603C
        let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len();
        let end = if digits > 0 { word.end + rest.len() - number.len() + digits } else { word.end };
        let problem = self.slice(Span::new(word.start, end));
        let Some(example) = (self.games.problem)(problem) else {
            let other = "`grundy list problems` shows the problems of judges that are known";
            return (self.games.numbered)(problem).then(|| other.to_owned());
        };
        Some(format!("{problem} is a judge's problem, as in `{example}`; `grundy describe '{problem}'` says more"))
    }

    fn still_open(&self, bracket: Span, message: &str) -> Box<Diagnostic> {
        let open = self.slice(bracket);
        let at = bracket.in_characters(self.text).0 + 1;
        let message = format!("{message}; the `{open}` at character {at} is still open");
        self.fault(self.span, message, format!("close the `{open}` with `{}`", closing_of(open)))
    }

    /// Does the next token stand directly behind a digit?
    fn runs_on(&self) -> bool {
        self.span.start == self.previous_end && self.text[..self.span.start].ends_with(|c: char| c.is_ascii_digit())
    }

    /// Is the next token doubled: `>>`, `<<`?
    fn is_shift(&self) -> bool {
        self.peek() == self.token && self.text[self.span.end..].starts_with(self.slice(self.span))
    }

    /// Does the next token close this bracket?
    fn closes(&self, bracket: Span) -> bool {
        matches!(
            (closing_of(self.slice(bracket)), self.token),
            (")", Token::RightParen) | ("]", Token::RightBracket) | ("}", Token::RightBrace)
        )
    }
}

/// `1 number`, `2 numbers`
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The bracket that closes an opening one.
fn closing_of(open: &str) -> &'static str {
    match open.chars().next().map(super::lexer::plain) {
        Some('[') => "]",
        Some('{') => "}",
        _ => ")",
    }
}
