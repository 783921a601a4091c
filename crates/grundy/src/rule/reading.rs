//! A small reader of rules for the tests of this folder, so that they do not depend on the notation.

use super::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, Part, Rule, Set};
use crate::notation::ast::{Operator, Relation};

/// Reads `{n -> n-k for k in 1..; …}`.
pub(crate) fn rule(text: &str) -> Rule {
    let mut reader = Reader { tokens: tokens(text), at: 0, names: Vec::new() };
    reader.rule()
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
    names: Vec<String>,
}

fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if c.is_whitespace() {
            i += 1;
            continue;
        }
        let mut j = i + 1;
        if c.is_alphanumeric() {
            while j < chars.len() && (chars[j].is_alphanumeric() || chars[j] == '_') {
                j += 1;
            }
        } else {
            let two: String = chars[i..(i + 2).min(chars.len())].iter().collect();
            if ["->", "..", "//", "!=", "<=", ">="].contains(&two.as_str()) {
                j = i + 2;
            }
        }
        out.push(chars[i..j].iter().collect());
        i = j;
    }
    out.push(String::new());
    out
}

impl Reader {
    fn peek(&self) -> &str {
        &self.tokens[self.at]
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, token: &str) {
        assert!(self.eat(token), "expected {token}, found {} of {:?}", self.peek(), self.tokens);
    }

    fn rule(&mut self) -> Rule {
        self.need("{");
        let mut names = Vec::new();
        if self.eat("(") {
            loop {
                names.push(self.next());
                if !self.eat(",") {
                    break;
                }
            }
            self.need(")");
        } else {
            names.push(self.next());
        }
        self.need("->");
        let mut alternatives = Vec::new();
        loop {
            self.names.clone_from(&names);
            self.one_move(&mut alternatives);
            if !self.eat(";") {
                break;
            }
        }
        self.names.clone_from(&names);
        let measure = self.eat("by").then(|| {
            let several = self.eat("(");
            let mut all = vec![self.expr()];
            while several && self.eat(",") {
                all.push(self.expr());
            }
            if several {
                self.need(")");
            }
            all
        });
        let loopy = self.eat("loopy");
        self.need("}");
        Rule { arity: names.len(), names, alternatives, measure, loopy }
    }

    fn one_move(&mut self, out: &mut Vec<Alternative>) {
        // Parts come before the loops that bind their names: read the loops first.
        let start = self.at;
        let mut depth = 0;
        loop {
            match self.peek() {
                "(" | "{" => depth += 1,
                ")" => depth -= 1,
                "}" if depth > 0 => depth -= 1,
                "for" | "if" | ";" | "by" | "}" | "" | "loopy" if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        let arity = self.names.len();
        let mut loops = Vec::new();
        let mut guards = Vec::new();
        while self.eat("for") {
            let name = self.next();
            self.need("in");
            let set = self.set();
            self.names.push(name.clone());
            loops.push(Loop { name, set });
        }
        while self.eat("if") {
            let cond = self.cond();
            let depth = cond.highest_variable().map_or(0, |v| (v + 1).saturating_sub(arity));
            guards.push(Guard { depth, cond });
        }
        guards.sort_by_key(|g| g.depth);
        let end = self.at;
        self.at = start;
        loop {
            let from = self.at;
            let mut parts = vec![self.part(arity)];
            while self.eat("&") {
                parts.push(self.part(arity));
            }
            let text = self.tokens[from..self.at].concat();
            out.push(Alternative { loops: loops.clone(), guards: guards.clone(), parts, text });
            if !self.eat("|") {
                break;
            }
        }
        self.at = end;
    }

    fn part(&mut self, arity: usize) -> Part {
        let mut coordinates = Vec::new();
        if arity > 1 {
            self.need("(");
            loop {
                coordinates.push(self.expr());
                if !self.eat(",") {
                    break;
                }
            }
            self.need(")");
        } else {
            coordinates.push(self.expr());
        }
        Part { game: None, coordinates }
    }

    fn set(&mut self) -> Set {
        let mut set = self.set_atom();
        while self.eat("except") {
            let other = self.set_atom();
            set.except.push(other);
        }
        set
    }

    fn set_atom(&mut self) -> Set {
        let mut items = Vec::new();
        if self.eat("{") {
            while !self.eat("}") {
                items.push(self.item());
                self.eat(",");
            }
        } else {
            items.push(self.item());
        }
        Set { items, except: Vec::new() }
    }

    fn item(&mut self) -> Item {
        let name = self.peek().to_owned();
        match name.as_str() {
            "squares" | "fibs" | "primes" | "odds" | "evens" => {
                self.at += 1;
                match name.as_str() {
                    "squares" => Item::Squares,
                    "fibs" => Item::Fibonacci,
                    "primes" => Item::Primes,
                    "odds" => Item::Odds,
                    _ => Item::Evens,
                }
            }
            "powers" | "divisors" => {
                self.at += 1;
                self.need("(");
                let e = self.expr();
                self.need(")");
                if name == "powers" { Item::Powers(e) } else { Item::Divisors(e) }
            }
            _ => {
                let from = self.expr();
                if !self.eat("..") {
                    return Item::One(from);
                }
                let ends = ["", "}", ",", "for", "if", "step", "except", ";", "and", "or", ")", "by"];
                let to = (!ends.contains(&self.peek())).then(|| self.expr());
                let step = if self.eat("step") { self.expr() } else { Expr::Constant(1.into()) };
                Item::Range { from, to, step }
            }
        }
    }

    fn cond(&mut self) -> Cond {
        let mut all = vec![self.cond_and()];
        while self.eat("or") {
            all.push(self.cond_and());
        }
        if all.len() == 1 { all.remove(0) } else { Cond::Any(all) }
    }

    fn cond_and(&mut self) -> Cond {
        let mut all = vec![self.cond_not()];
        while self.eat("and") {
            all.push(self.cond_not());
        }
        if all.len() == 1 { all.remove(0) } else { Cond::All(all) }
    }

    fn cond_not(&mut self) -> Cond {
        if self.eat("not") {
            // Conditions in parentheses are only read behind "not".
            self.need("(");
            let inner = self.cond();
            self.need(")");
            return Cond::Not(Box::new(inner));
        }
        let mut left = self.expr();
        let mut all = Vec::new();
        loop {
            let negated = self.eat("not");
            if self.eat("in") {
                let inside = Cond::In(left, self.set());
                return if negated { Cond::Not(Box::new(inside)) } else { inside };
            }
            let relation = match self.peek() {
                "=" => Relation::Equal,
                "!=" => Relation::NotEqual,
                "<" => Relation::Less,
                "<=" => Relation::LessEqual,
                ">" => Relation::Greater,
                ">=" => Relation::GreaterEqual,
                "divides" => Relation::Divides,
                _ => break,
            };
            self.at += 1;
            let right = self.expr();
            all.push(Cond::Compare(left, relation, right.clone()));
            left = right;
        }
        if all.len() == 1 { all.remove(0) } else { Cond::All(all) }
    }

    fn expr(&mut self) -> Expr {
        let mut left = self.term();
        loop {
            let operator = match self.peek() {
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                _ => return left,
            };
            self.at += 1;
            let right = self.term();
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn term(&mut self) -> Expr {
        let mut left = self.atom();
        loop {
            let operator = match self.peek() {
                "*" => Operator::Multiply,
                "//" => Operator::Divide,
                "%" => Operator::Remainder,
                "^" => Operator::Power,
                _ => return left,
            };
            self.at += 1;
            let right = self.atom();
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn atom(&mut self) -> Expr {
        if self.eat("(") {
            let e = self.expr();
            self.need(")");
            return e;
        }
        if self.eat("-") {
            return Expr::Negative(Box::new(self.atom()));
        }
        let token = self.next();
        if let Ok(n) = token.parse::<i64>() {
            return Expr::Constant(n.into());
        }
        if let Some(v) = self.names.iter().position(|n| *n == token) {
            return Expr::Variable(v);
        }
        let function = match token.as_str() {
            "min" => Function::Min,
            "max" => Function::Max,
            "gcd" => Function::Gcd,
            "abs" => Function::Absolute,
            "xor" => Function::Xor,
            "lowbit" => Function::LowBit,
            "isqrt" => Function::IntegerSquareRoot,
            "log2" => Function::Log2,
            "popcount" => Function::PopCount,
            "bits" => Function::BitLength,
            _ => panic!("unknown name {token} in {:?}", self.tokens),
        };
        self.need("(");
        let mut arguments = vec![self.expr()];
        while self.eat(",") {
            arguments.push(self.expr());
        }
        self.need(")");
        Expr::Call(function, arguments)
    }
}
