//! Random syntax trees for tests: every tree that reading can give, and no other.
//!
//! A [`Generator`] walks the grammar with a seeded generator of numbers and keeps account of the names in force, so
//! that what it makes prints as a text without faults.

use std::sync::Arc;

use grundy_core::number::Nat;
use grundy_core::outcome::Outcome;
use grundy_sequence::code::{Code, Digit, Modifier};

use super::Span;
use super::ast::*;
use super::claim::{Claim, Every, Side, Value};

const HERE: Span = Span { start: 0, end: 0 };
const COMPOUNDS: &[&str] = &["conjunctive", "continued", "selective", "shortened", "diminished", "ordinal", "upto"];
const NAMES: &[&str] = &["n", "a", "b", "k", "j", "x", "y", "p_1", "取", "堆2", "größe", "m", "ｚ"];

/// Makes trees from a seed.
#[derive(Debug)]
pub struct Generator {
    state: u64,
    /// How many nodes may still be made freely.
    fuel: u32,
    variables: Vec<String>,
    parameters: Vec<String>,
    /// `let` names with their numbers of parameters and whether their places are positions.
    lets: Vec<(String, usize, bool)>,
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: HERE }
}

impl Generator {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let (variables, parameters, lets) = Default::default();
        Generator { state: seed | 1, fuel: 60 + (seed >> 32) as u32 % 100, variables, parameters, lets }
    }

    fn bits(&mut self) -> u64 {
        // xorshift64*, by Marsaglia and Vigna
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A choice among `n`, the first where little may still be made.
    fn choice(&mut self, n: usize) -> usize {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 { 0 } else { self.below(n) }
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.choice(one_in) == one_in - 1
    }

    fn some<T>(&mut self, least: usize, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = least + self.choice(most - least + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn natural(&mut self) -> Nat {
        match self.choice(12) {
            0..=8 => Nat::from(self.below(20)),
            9 => Nat::from(self.bits()),
            10 => Nat::from(10u8).pow(18 + self.below(30)),
            _ => Nat::from(self.bits()).pow(5),
        }
    }

    fn fresh(&mut self) -> Name {
        let taken = |g: &Self, text: &str| {
            g.variables.iter().chain(&g.parameters).chain(g.lets.iter().map(|l| &l.0)).any(|known| known == text)
        };
        let mut text = NAMES[self.below(NAMES.len())].to_owned();
        while taken(self, &text) {
            text = format!("{}{}", text, self.below(10));
        }
        name(&text)
    }

    pub fn query(&mut self) -> Query {
        let definitions = self.definitions();
        Query { definitions, misere: self.chance(4), position: self.position() }
    }

    pub fn game_text(&mut self) -> GameText {
        let definitions = self.definitions();
        GameText { definitions, misere: self.chance(4), game: Arc::new(self.game()) }
    }

    fn definitions(&mut self) -> Vec<Definition> {
        self.some(0, 3, |g| {
            let name = g.fresh();
            // The name itself may be a parameter, as everywhere before it is introduced.
            for _ in 0..g.below(3) {
                let parameter = loop {
                    let parameter = g.fresh();
                    if parameter.text != name.text {
                        break parameter;
                    }
                };
                g.parameters.push(parameter.text);
            }
            let game = Arc::new(g.game());
            let parameters: Vec<Name> = g.parameters.drain(..).map(|p| self::name(&p)).collect();
            let compound = g.is_compound(&game);
            g.lets.push((name.text.clone(), parameters.len(), compound));
            Definition { name, parameters, game }
        })
    }

    fn is_compound(&self, game: &Game) -> bool {
        game.alternatives.iter().any(|simple| match simple {
            Simple::Named { name, .. } => {
                COMPOUNDS.contains(&name.text.as_str())
                    || self.lets.iter().any(|(text, _, compound)| *text == name.text && *compound)
            }
            _ => false,
        })
    }

    pub fn position(&mut self) -> Position {
        Position { terms: self.some(1, 3, Self::term) }
    }

    fn term(&mut self) -> Term {
        let copies = if self.chance(4) { Some(self.natural()) } else { None };
        let primary = match self.choice(8) {
            0..=5 => {
                let game = Arc::new(self.game());
                let compound = self.is_compound(&game);
                let places = self.some(0, 4, |g| g.place(compound));
                Primary::Game { game, places }
            }
            6 => Primary::Nimber(self.natural()),
            _ => Primary::Group(self.position()),
        };
        Term { copies, primary, span: HERE }
    }

    fn place(&mut self, compound: bool) -> Place {
        // the components of a compound are positions mostly; whether a number may be one is settled later
        match self.choice(if compound { 20 } else { 9 }) {
            0..=4 => Place::Coordinate(self.coordinate()),
            5 | 6 => Place::Tuple(self.some(2, 4, Self::coordinate)),
            7 => Place::Text(self.text(), HERE),
            8 => {
                let value = if self.chance(2) {
                    NamedValue::Text(self.text(), HERE)
                } else {
                    NamedValue::Coordinate(self.coordinate())
                };
                Place::Named(name(["start", "width", "odds"][self.below(3)]), value)
            }
            _ => Place::Position(self.position()),
        }
    }

    fn coordinate(&mut self) -> Coordinate {
        match self.choice(8) {
            0..=5 => Coordinate::Number(self.natural(), HERE),
            6 => Coordinate::Name(name(["a", "b", "kayles", "取"][self.below(4)])),
            _ => Coordinate::Unknown(HERE),
        }
    }

    fn text(&mut self) -> String {
        ["5x6", "", "..#|...|#..", "graph6:DqK", "0.0.AB.}AB.}]!", "＃中 文", "\t(", "edges:0-1,1-2"][self.below(8)]
            .to_owned()
    }

    pub fn game(&mut self) -> Game {
        Game { alternatives: self.some(1, 2, |g| g.simple(true)), span: HERE }
    }

    fn simple(&mut self, parameters: bool) -> Simple {
        match self.choice(9) {
            0 | 1 => {
                Simple::Named { name: name(["kayles", "nim", "grundy", "cram"][self.below(4)]), arguments: vec![] }
            }
            2 => {
                let items = self.some(1, 3, |g| Item::One(Expr::Number(Nat::from(1 + g.below(9)), HERE)));
                let base = SetAtom::Braces(items);
                Simple::Named {
                    name: name("take"),
                    arguments: vec![Argument::Set(Set { base, except: vec![], span: HERE })],
                }
            }
            3 => {
                let arguments = self.some(0, 3, Self::argument);
                let known =
                    if self.chance(2) { ["tartan", "wythoff"][self.below(2)] } else { COMPOUNDS[self.below(7)] };
                Simple::Named { name: name(known), arguments }
            }
            4 if !self.lets.is_empty() => {
                let at = self.below(self.lets.len());
                let (text, count, _) = self.lets[at].clone();
                let arguments = (0..count).map(|_| self.argument()).collect();
                Simple::Named { name: name(&text), arguments }
            }
            5 if parameters && !self.parameters.is_empty() => {
                let at = self.below(self.parameters.len());
                Simple::Named { name: name(&self.parameters[at].clone()), arguments: vec![] }
            }
            6 => Simple::Graph(self.some(1, 3, |g| Edge { from: g.vertex(), to: g.some(0, 3, Self::vertex) })),
            7 => Simple::Code(self.code()),
            _ => Simple::Rule(self.rule()),
        }
    }

    fn vertex(&mut self) -> Vertex {
        Vertex { text: ["a", "b", "0", "17", "kayles", "取"][self.below(6)].to_owned(), span: HERE }
    }

    fn argument(&mut self) -> Argument {
        match self.choice(9) {
            0..=4 => Argument::Set(self.set()),
            5 => Argument::Text(self.text(), HERE),
            6 => Argument::Named(name(["width", "kayles"][self.below(2)]), Box::new(self.argument())),
            _ => {
                let game = self.game();
                match &game.alternatives[..] {
                    // A parameter alone is read as a set.
                    [Simple::Named { name, .. }] if self.parameters.contains(&name.text) => Argument::Set(self.set()),
                    _ => Argument::Game(Arc::new(game)),
                }
            }
        }
    }

    pub fn code(&mut self) -> Code {
        let mut zero = self.digit();
        zero.counts.retain(|&count| count > 1);
        if zero.from.is_some_and(|from| from < 2) {
            zero.from = None;
        }
        let repeating = if self.chance(3) { self.some(1, 2, Self::digit) } else { vec![] };
        let digits = self.some(usize::from(repeating.is_empty()), 4, Self::digit);
        Code { zero, digits, repeating }
    }

    fn digit(&mut self) -> Digit {
        let modifier =
            [Modifier::Any, Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual, Modifier::Equal][self.below(5)];
        let mut counts: Vec<u32> = (0..self.below(4)).map(|_| self.below(7) as u32).collect();
        counts.sort_unstable();
        counts.dedup();
        let from = if self.chance(5) { Some(self.below(8) as u32) } else { None };
        counts.retain(|&count| from.is_none_or(|from| count < from));
        Digit { counts, from, modifier }
    }

    pub fn rule(&mut self) -> Rule {
        let outer = std::mem::take(&mut self.variables);
        for _ in 0..1 + self.below(3) {
            let name = self.fresh();
            self.variables.push(name.text);
        }
        let pattern = self.variables.iter().map(|v| name(v)).collect();
        let moves = self.some(1, 3, Self::one_move);
        let measure = if self.chance(3) { Some(self.some(1, 2, Self::expr)) } else { None };
        let loopy = self.chance(5);
        self.variables = outer;
        Rule { pattern, moves, measure, loopy, span: HERE }
    }

    fn one_move(&mut self) -> Move {
        let arity = self.variables.len();
        let mut clauses = Vec::new();
        for _ in 0..self.below(3) {
            let (set, name) = (self.set(), self.fresh());
            self.variables.push(name.text.clone());
            clauses.push(Clause::For(name, set));
        }
        let conditions = self.some(0, 2, |g| Clause::If(g.cond()));
        clauses.extend(conditions);
        let mut alternatives = self.some(1, 3, |g| g.some(1, 3, Self::part));
        if arity == 1 {
            for parts in &mut alternatives {
                self.no_slip(parts);
            }
        }
        self.variables.truncate(arity);
        Move { alternatives, clauses, span: HERE }
    }

    /// A lone sum that may be the coordinate itself is taken for a slip; a factor makes it none.
    fn no_slip(&self, parts: &mut [Part]) {
        if let [Part { game: None, coordinates, times: None, .. }] = parts
            && let [expr @ Expr::Binary(Operator::Add | Operator::Subtract, ..)] = &mut coordinates[..]
            && expr.to_string().contains(&self.variables[0])
        {
            let two = Expr::Number(Nat::from(2u8), HERE);
            *expr = Expr::Binary(Operator::Multiply, Box::new(two), Box::new(expr.clone()));
        }
    }

    fn part(&mut self) -> Part {
        if self.chance(4) {
            let variables = std::mem::take(&mut self.variables);
            // A parameter hands over alone: in front of `|` it would be a number.
            let alternatives =
                if self.chance(4) { vec![self.simple(true)] } else { self.some(1, 2, |g| g.simple(false)) };
            self.variables = variables;
            let game = Some(Arc::new(Game { alternatives, span: HERE }));
            let coordinates = self.some(1, 3, Self::expr);
            return Part { game, coordinates, times: self.times(), span: HERE };
        }
        let coordinates = self.some(1, 3, Self::expr);
        Part { game: None, coordinates, times: self.times(), span: HERE }
    }

    /// Copies of a part.
    fn times(&mut self) -> Option<Expr> {
        if self.chance(8) { Some(self.expr()) } else { None }
    }

    pub fn set(&mut self) -> Set {
        Set { base: self.atom(), except: self.some(0, 2, Self::atom), span: HERE }
    }

    fn atom(&mut self) -> SetAtom {
        match self.choice(6) {
            0..=3 => SetAtom::Item(self.item()),
            4 => SetAtom::Braces(self.some(0, 3, Self::item)),
            _ => match self.set() {
                // A number in parentheses is the number.
                Set { base: SetAtom::Item(Item::One(expr)), except, .. } if except.is_empty() => {
                    SetAtom::Item(Item::One(expr))
                }
                set => SetAtom::Group(Box::new(set)),
            },
        }
    }

    fn item(&mut self) -> Item {
        match self.choice(6) {
            0..=2 => Item::One(self.expr()),
            3 | 4 => Item::Range {
                from: self.expr(),
                to: if self.chance(2) { Some(self.expr()) } else { None },
                step: if self.chance(4) { Some(self.expr()) } else { None },
            },
            _ => match self.below(3) {
                0 => Item::Named(name("powers"), vec![self.expr()]),
                1 => Item::Named(name("divisors"), vec![self.expr()]),
                _ => Item::Named(name(["odds", "fibs", "squares"][self.below(3)]), vec![]),
            },
        }
    }

    pub fn cond(&mut self) -> Cond {
        match self.choice(8) {
            0..=3 => {
                let first = self.expr();
                Cond::Compare(first, self.some(1, 2, |g| (g.relation(), g.expr())))
            }
            4 => Cond::In { expr: self.expr(), negated: self.chance(2), set: self.set() },
            5 => Cond::Or(self.some(2, 3, Self::cond)),
            6 => Cond::And(self.some(2, 3, Self::cond)),
            _ => Cond::Not(Box::new(self.cond())),
        }
    }

    fn relation(&mut self) -> Relation {
        use Relation::*;
        [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Divides][self.below(7)]
    }

    pub fn expr(&mut self) -> Expr {
        use Operator::*;
        match self.choice(9) {
            0..=1 => Expr::Number(self.natural(), HERE),
            2..=4 => {
                let all: Vec<&String> = self.variables.iter().chain(&self.parameters).collect();
                if all.is_empty() {
                    return Expr::Number(Nat::from(1u8), HERE);
                }
                let (count, all) = (all.len(), all.into_iter().cloned().collect::<Vec<_>>());
                Expr::Name(name(&all[self.below(count)]))
            }
            5 => Expr::Negative(Box::new(self.expr()), HERE),
            6 | 7 => {
                let operator = [Add, Subtract, Multiply, Divide, Remainder, Power][self.below(6)];
                Expr::Binary(operator, Box::new(self.expr()), Box::new(self.expr()))
            }
            _ => match self.below(3) {
                0 => Expr::Call(name("xor"), self.some(1, 3, Self::expr)),
                1 => Expr::Call(name("mex"), self.some(0, 2, Self::expr)),
                _ => Expr::Call(name("isqrt"), vec![self.expr()]),
            },
        }
    }

    /// A claim about these variables.
    pub fn claim(&mut self, variables: &[String]) -> Claim {
        self.variables = variables.to_vec();
        match self.choice(4) {
            0 => Claim::Previous(self.quantified()),
            1 => Claim::Value(self.value()),
            2 => Claim::Every(self.every()),
            _ => {
                let saltus = if self.chance(2) { Some(self.natural()) } else { None };
                Claim::Period { period: self.natural() + 1u8, from: self.natural(), saltus }
            }
        }
    }

    fn every(&mut self) -> Every {
        let outcome = if self.chance(2) { Outcome::Previous } else { Outcome::Next };
        let winner = Side::Winner(outcome);
        let value = self.chance(2);
        if value {
            self.variables.push("g".to_owned());
        }
        let holds = Side::Holds(Box::new(self.quantified()));
        let above = Name { text: "g".to_owned(), span: Span::default() };
        let above =
            Cond::Compare(Expr::Name(above), vec![(Relation::Greater, Expr::Number(Nat::ONE, Span::default()))]);
        if self.chance(4) {
            let above = Side::Holds(Box::new(above));
            return Every { given: Some(Side::Both(outcome, Box::new(self.cond()))), then: above, value: true };
        }
        match (value, self.chance(2)) {
            (false, false) => Every { given: Some(winner), then: holds, value },
            (false, true) => Every { given: Some(holds), then: winner, value },
            (true, false) => Every { given: Some(holds), then: Side::Holds(Box::new(above)), value },
            (true, true) => {
                let then = Cond::And(vec![above, Cond::Not(Box::new(self.cond()))]);
                Every { given: None, then: Side::Holds(Box::new(then)), value }
            }
        }
    }

    fn quantified(&mut self) -> Cond {
        if !self.chance(3) {
            return self.cond();
        }
        let names: Vec<Name> = self.some(1, 2, Self::fresh_variable);
        let inner = Box::new(self.quantified());
        let exists = self.chance(2);
        self.variables.truncate(self.variables.len() - names.len());
        if exists { Cond::Exists(names, inner) } else { Cond::ForAll(names, inner) }
    }

    fn fresh_variable(&mut self) -> Name {
        let name = self.fresh();
        self.variables.push(name.text.clone());
        name
    }

    fn value(&mut self) -> Value {
        let expr = self.expr();
        let otherwise = if self.chance(2) { Some((self.quantified(), Box::new(self.value()))) } else { None };
        Value { expr, otherwise }
    }
}
