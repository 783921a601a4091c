//! Rules: `{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}`.

use std::sync::Arc;

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::ast::{Clause, Cond, Expr, Move, Name, Operator, Part, Relation, Rule};
use super::super::lexer::{Lexer, Token, Word};
use super::super::names::Meaning;
use super::scope::{Sense, Wanted};
use super::{Parsed, Parser};

/// What `&` in a condition may have meant.
pub(super) const BITS: &str = "`and` joins conditions; the bits of both numbers are band(k,n)";

impl Parser<'_> {
    /// `"{" pattern "->" move { ";" move } [ "by" measure ] [ "loopy" ] "}"`
    pub(super) fn rule(&mut self) -> Parsed<Rule> {
        let start = self.span.start;
        // A rule sees its own names only.
        let variables = std::mem::take(&mut self.variables);
        let pending = std::mem::take(&mut self.pending);
        let in_parts = std::mem::replace(&mut self.in_parts, false);
        self.open()?;
        self.pattern()?;
        if self.token != Token::Arrow {
            return Err(self.unexpected_but("`->` behind the names of the coordinates", "a rule looks like {n -> n-1}"));
        }
        self.advance();
        let mut moves = vec![self.one_move()?];
        while self.eat(Token::Semicolon) {
            moves.push(self.one_move()?);
        }
        let measure = if self.eat_word(Word::By) { Some(self.measure()?) } else { None };
        let loopy = self.eat_word(Word::Loopy);
        if loopy && self.token == Token::Word(Word::By) {
            return Err(self.unexpected_but("`}`", "`by` stands before `loopy`"));
        }
        let expected = "`|`, `&`, `;`, `for`, `if` or `}`";
        if self.token == Token::Ampersand {
            // behind a condition
            return Err(self.unexpected_but(expected, BITS));
        }
        self.close(Token::RightBrace, expected)?;
        let pattern = std::mem::replace(&mut self.variables, variables);
        self.pending = pending;
        self.in_parts = in_parts;
        Ok(Rule { pattern, moves, measure, loopy, span: self.since(start) })
    }

    /// `NAME | "(" NAME "," NAME { "," NAME } ")"`, into `variables`
    fn pattern(&mut self) -> Parsed<()> {
        let hint = match self.token {
            Token::Number => "a set has no name, it is written where it stands: take[1,3]",
            _ => "a rule looks like {n -> n-1}, a subtraction game like take[1,3]",
        };
        if self.token != Token::LeftParen {
            if self.token != Token::Name {
                return Err(self.unexpected_but("the name of the coordinate", hint));
            }
            let name = self.new_name("the name of the coordinate")?;
            self.variables.push(name);
            return Ok(());
        }
        self.open()?;
        loop {
            let name = self.new_name("the name of a coordinate")?;
            self.variables.push(name);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if self.variables.len() == 1 && self.token == Token::RightParen {
            let suggestion = format!("one coordinate stands without parentheses: {{{} -> …}}", self.variables[0].text);
            return Err(self.unexpected_but("`,`", &suggestion));
        }
        self.close(Token::RightParen, "`,` or `)`")
    }

    /// `expr | "(" expr "," expr { "," expr } ")"`
    fn measure(&mut self) -> Parsed<Vec<Expr>> {
        self.tuple_or_expr()
    }

    /// `parts { "|" parts } { "for" NAME "in" set } { "if" cond }`
    fn one_move(&mut self) -> Parsed<Move> {
        let start = self.span.start;
        let arity = self.variables.len();
        let mut alternatives = Vec::new();
        self.in_parts = true;
        loop {
            alternatives.push(self.parts()?);
            if !self.eat(Token::Bar) {
                break;
            }
        }
        self.in_parts = false;
        let mut clauses = Vec::new();
        while self.eat_word(Word::For) {
            let name = self.new_name("the name of a loop variable")?;
            if self.token != Token::Word(Word::In) {
                let suggestion = format!("for {} in 1..3", name.text);
                return Err(self.unexpected_but("`in`", &suggestion));
            }
            self.advance();
            let set = self.set()?;
            self.variables.push(name.clone());
            clauses.push(Clause::For(name, set));
        }
        while self.eat_word(Word::If) {
            clauses.push(Clause::If(self.cond()?));
        }
        if self.token == Token::Word(Word::For) {
            let suggestion = "put all `for` before the first `if`: a condition may use every variable of the move";
            return Err(self.fault(self.span, "a `for` behind an `if`", suggestion));
        }
        for name in std::mem::take(&mut self.pending) {
            let bound = self.variables.iter().chain(&self.free).any(|v| v.text == name.text);
            if !bound {
                let unused = self.variables[arity..].iter().any(|v| !self.occurs_again(v));
                let fault = self.unknown(&name.text, name.span, Wanted::Number);
                if unused {
                    // more likely a slip than a parameter
                    self.missing = None;
                }
                return Err(fault);
            }
        }
        if arity == 1 {
            for parts in &alternatives {
                self.adds_up_to_itself(parts, &clauses)?;
            }
        }
        self.variables.truncate(arity);
        Ok(Move { alternatives, clauses, span: self.since(start) })
    }

    /// Does the name of this loop variable stand in its move outside its `for` as well?
    fn occurs_again(&self, variable: &Name) -> bool {
        let start = self.text[..variable.span.start].rfind([';', '{']).map_or(0, |at| at + 1);
        let mut lexer = Lexer::new(self.text, start);
        let mut count = 0;
        loop {
            match lexer.next() {
                (Token::End, _) => return count > 1,
                (_, span) if span.start >= self.previous_end => return count > 1,
                (Token::Name, span) if self.slice(span) == variable.text => count += 1,
                _ => {}
            }
        }
    }

    /// `part { "&" part }`
    fn parts(&mut self) -> Parsed<Vec<Part>> {
        let mut parts = vec![self.part()?];
        while self.eat(Token::Ampersand) {
            parts.push(self.part()?);
        }
        Ok(parts)
    }

    /// Does a game start here that a part is handed over to?
    pub(super) fn at_part_game(&self) -> bool {
        self.at_game() || self.at_parameter() && self.peek() == Token::LeftParen
    }

    /// `[ copies "*" ] part [ "times" expr ]`
    ///
    /// Copies stand in front of games and tuples only: in front of a number they would be a product.
    fn part(&mut self) -> Parsed<Part> {
        let start = self.span.start;
        let copies = self.copies_in_front()?;
        let mut part = self.one_part()?;
        part.times = match copies {
            None if self.eat_word(Word::Times) => Some(self.expr()?),
            copies => copies,
        };
        part.span = self.since(start);
        Ok(part)
    }

    /// `3*` of `3*kayles(n-1)`, `k*` of `k*(a,b)`, `(n//2)*` of `(n//2)*nim(3)`.
    fn copies_in_front(&mut self) -> Parsed<Option<Expr>> {
        let mut ahead = self.lexer;
        match self.token {
            Token::Number if !self.at_code() => {}
            // the variable of a loop is bound behind the move
            Token::Name if matches!(self.next_sense(), None | Some(Sense::Variable | Sense::Parameter)) => {}
            Token::LeftParen if !passes_tuple(&mut ahead) => {}
            _ => return Ok(None),
        }
        if ahead.next().0 != Token::Star {
            return Ok(None);
        }
        let (token, span) = ahead.next();
        let copied = match token {
            Token::Name => matches!(self.sense(self.slice(span)), Some(Sense::Let(_) | Sense::Word(Meaning::Game))),
            Token::LeftBrace => true,
            Token::LeftParen => passes_tuple(&mut ahead),
            _ => starts_code(&self.text[span.start..]),
        };
        if !copied {
            return Ok(None);
        }
        let copies = self.atom()?;
        self.advance();
        Ok(Some(copies))
    }

    /// `expr | "(" expr "," expr { "," expr } ")" | game "(" expr { "," expr } ")"`
    ///
    /// A parameter in front of `(` is a game, elsewhere a number.
    fn one_part(&mut self) -> Parsed<Part> {
        let start = self.span.start;
        if !self.at_part_game() {
            let coordinates = self.tuple_or_expr()?;
            return Ok(Part { game: None, coordinates, times: None, span: self.since(start) });
        }
        // The game is the same for all positions: it sees no variables of the rule.
        let variables = std::mem::take(&mut self.variables);
        self.in_parts = false;
        let game = self.game().map_err(|fault| self.no_variables_here(fault, &variables))?;
        self.in_parts = true;
        self.variables = variables;
        if self.token != Token::LeftParen {
            let suggestion = format!("{}(n-1)", self.shown(game.span));
            return Err(self.unexpected_but("the coordinates in parentheses", &suggestion));
        }
        let coordinates = self.arguments()?;
        if coordinates.is_empty() {
            let message = "a part needs its coordinates";
            return Err(self.fault(self.since(start), message, format!("{}(n-1)", self.shown(game.span))));
        }
        let span = self.since(start);
        match self.token {
            Token::Plus | Token::CirclePlus => {
                let sign = self.span;
                self.advance();
                Err(self.joined_by_plus(start, sign))
            }
            sign if sign.is_operator() => {
                let suggestion = "a part that is handed over is a position: nothing is computed with it";
                Err(self.unexpected_but("`&`, `|`, `for`, `if`, `;` or `}`", suggestion))
            }
            _ => Ok(Part { game: Some(Arc::new(game)), coordinates, times: None, span }),
        }
    }

    /// Names of the rule are unknown in a game that a part is handed over to; say why.
    fn no_variables_here(&self, fault: Box<Diagnostic>, variables: &[super::Name]) -> Box<Diagnostic> {
        let Some(span) = fault.span else { return fault };
        let name = self.slice(span);
        let is_unknown = fault.is(FaultCode::UnknownName) || fault.is(FaultCode::UnknownGame);
        if !is_unknown || !variables.iter().any(|v| v.text == name) {
            return fault;
        }
        let message =
            format!("`{name}` is a variable of the rule, and the game of a part is the same for all positions");
        self.fault(span, message, "give numbers in [] and use variables in () only")
    }

    /// One expression, or several in parentheses.
    fn tuple_or_expr(&mut self) -> Parsed<Vec<Expr>> {
        if self.token != Token::LeftParen {
            return Ok(vec![self.expr()?]);
        }
        self.open()?;
        let first = self.expr()?;
        if self.token != Token::Comma {
            self.close(Token::RightParen, "an operator, `,` or `)`")?;
            return Ok(vec![self.expr_from(first)?]);
        }
        let mut coordinates = vec![first];
        while self.eat(Token::Comma) {
            coordinates.push(self.expr()?);
        }
        self.close(Token::RightParen, "an operator, `,` or `)`")?;
        Ok(coordinates)
    }

    /// `kayles(n-1) + n-2`: the part that starts at `start` and the next one are joined by a plus sign.
    pub(super) fn joined_by_plus(&mut self, start: usize, sign: Span) -> Box<Diagnostic> {
        let left = self.slice(Span::new(start, sign.start)).trim_end().to_owned();
        let next = self.span.start;
        // A depth is left over where this fails; the text is at fault anyway and reading ends here.
        let right = if self.enter().is_ok() && self.part().is_ok() {
            self.slice(self.since(next)).to_owned()
        } else {
            "…".to_owned()
        };
        let suggestion =
            if left.len() + right.len() <= 200 { format!("{left} & {right}") } else { "… & …".to_owned() };
        self.fault(sign, "inside a rule `+` is arithmetic; the components of a move are joined by `&`", suggestion)
    }

    /// The slip `a + n-a` for `a & n-a`: one part that adds up to the coordinate itself, or is said to do so,
    /// `a + b … if a+b = n`.
    fn adds_up_to_itself(&self, parts: &[Part], clauses: &[Clause]) -> Parsed<()> {
        let [Part { game: None, coordinates, times: None, span }] = parts else { return Ok(()) };
        let ([expr], Some(coordinate)) = (&coordinates[..], self.variables.first()) else { return Ok(()) };
        // the parts of such a move are named in its loops: `n-1+1` is no slip of this kind
        if !names_another(expr, &coordinate.text) {
            return Ok(());
        }
        let mut groups: Vec<String> = Vec::new();
        let mut terms = Vec::new();
        let mut node = expr;
        while let Expr::Binary(operator @ (Operator::Add | Operator::Subtract), left, right) = node {
            terms.push((*operator, &**right));
            node = left;
        }
        terms.push((Operator::Add, node));
        for &(operator, term) in terms.iter().rev() {
            match (operator, groups.last_mut()) {
                (Operator::Subtract, Some(group)) => {
                    let whole = Expr::Binary(
                        Operator::Subtract,
                        Box::new(Expr::Name(coordinate.clone())),
                        Box::new(term.clone()),
                    );
                    group.push_str(&whole.to_string()[coordinate.text.len()..]);
                }
                _ => groups.push(term.to_string()),
            }
        }
        if groups.len() < 2 || !cancels(expr, &coordinate.text) && !is_said_to_be(expr, &coordinate.text, clauses) {
            return Ok(());
        }
        let message = format!(
            "this is `{}` itself: inside a rule `+` is arithmetic, and the components of a move are joined by `&`",
            coordinate.text
        );
        Err(self.fault(*span, message, groups.join(" & ")))
    }
}

/// Is something else named in it than the coordinate?
fn names_another(expr: &Expr, coordinate: &str) -> bool {
    match expr {
        Expr::Number(..) => false,
        Expr::Name(name) => name.text != coordinate,
        Expr::Negative(inner, _) => names_another(inner, coordinate),
        Expr::Binary(_, a, b) => names_another(a, coordinate) || names_another(b, coordinate),
        Expr::Call(_, arguments) => arguments.iter().any(|e| names_another(e, coordinate)),
    }
}

/// Is the expression the coordinate, after terms that occur with both signs are crossed out?
fn cancels(expr: &Expr, coordinate: &str) -> bool {
    let mut left: Vec<(bool, &Expr)> = Vec::new();
    let mut work = vec![(true, expr)];
    while let Some((positive, expr)) = work.pop() {
        // Nobody writes so long a slip; comparing all pairs of many terms would be slow.
        if left.len() > 64 {
            return false;
        }
        match expr {
            Expr::Binary(Operator::Add, a, b) => work.extend([(positive, &**a), (positive, &**b)]),
            Expr::Binary(Operator::Subtract, a, b) => work.extend([(positive, &**a), (!positive, &**b)]),
            Expr::Negative(inner, _) => work.push((!positive, inner)),
            _ => match left.iter().position(|&(sign, other)| sign != positive && other == expr) {
                Some(at) => drop(left.swap_remove(at)),
                None => left.push((positive, expr)),
            },
        }
    }
    matches!(left[..], [(true, Expr::Name(name))] if name.text == coordinate)
}

/// Does a condition of the move say that the expression is the coordinate: `if a+b = n`?
fn is_said_to_be(expr: &Expr, coordinate: &str, clauses: &[Clause]) -> bool {
    let is_coordinate = |expr: &Expr| matches!(expr, Expr::Name(name) if name.text == coordinate);
    let says = |cond: &Cond| match cond {
        Cond::Compare(left, chain) => match &chain[..] {
            [(Relation::Equal, right)] => left == expr && is_coordinate(right) || right == expr && is_coordinate(left),
            _ => false,
        },
        _ => false,
    };
    clauses.iter().any(|clause| match clause {
        Clause::If(Cond::And(all)) => all.iter().any(says),
        Clause::If(cond) => says(cond),
        Clause::For(..) => false,
    })
}

/// Passes what stands behind a `(`, up to its `)`: is it a tuple?
fn passes_tuple(ahead: &mut Lexer<'_>) -> bool {
    let (mut depth, mut tuple) = (1usize, false);
    while depth > 0 {
        match ahead.next().0 {
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace => depth += 1,
            Token::RightParen | Token::RightBracket | Token::RightBrace => depth -= 1,
            Token::Comma if depth == 1 => tuple = true,
            Token::End => break,
            _ => {}
        }
    }
    tuple
}

/// Does a code stand here, such as `0.77` and `4!.0`, and no range, `0..7`?
fn starts_code(text: &str) -> bool {
    let Some(behind) = text.strip_prefix(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase()) else { return false };
    let point = behind.strip_prefix(['!', '?', '=']).unwrap_or(behind);
    point.strip_prefix('.').is_some_and(|digits| !digits.starts_with('.'))
}
