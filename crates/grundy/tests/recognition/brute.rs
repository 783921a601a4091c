//! A plain evaluator of rules, sharing no code with the library: for the small part of the notation that the
//! recognition tests write.

use std::collections::{BTreeSet, HashMap};

/// A move as text, taken apart, so that it can be rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    /// Alternatives, each a list of parts.
    pub(crate) alternatives: Vec<Vec<String>>,
    /// Bound names and their sets.
    pub(crate) loops: Vec<(String, String)>,
    /// Conditions that must all hold.
    pub(crate) guards: Vec<String>,
}

/// A rule as text, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The coordinates.
    pub(crate) names: Vec<String>,
    /// The moves.
    pub(crate) moves: Vec<Move>,
    /// The declared measure.
    pub(crate) measure: Option<String>,
}

/// Splits outside of brackets.
pub(crate) fn split(text: &str, separator: &str) -> Vec<String> {
    let (mut depth, mut start, mut out) = (0i32, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ if depth == 0 && i >= start && text[i..].starts_with(separator) => {
                out.push(text[start..i].trim().to_owned());
                start = i + separator.len();
            }
            _ => {}
        }
    }
    out.push(text[start..].trim().to_owned());
    out
}

impl Rule {
    /// Takes `{n -> …}` apart.
    pub(crate) fn read(text: &str) -> Rule {
        let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).expect("a rule in braces");
        let (pattern, body) = inner.split_once("->").expect("an arrow");
        let names = split(pattern.trim().trim_matches(|c| c == '(' || c == ')'), ",");
        let mut by = split(body, " by ");
        let measure = if by.len() > 1 { by.pop() } else { None };
        let moves = split(&by[0], ";").iter().map(|m| Move::read(m)).collect();
        Rule { names, moves, measure }
    }

    /// The text again.
    pub(crate) fn text(&self) -> String {
        let pattern = if self.names.len() == 1 { self.names[0].clone() } else { format!("({})", self.names.join(",")) };
        let moves: Vec<String> = self.moves.iter().map(Move::text).collect();
        let measure = self.measure.as_ref().map(|m| format!(" by {m}")).unwrap_or_default();
        format!("{{{pattern} -> {}{measure}}}", moves.join("; "))
    }
}

impl Move {
    fn read(text: &str) -> Move {
        let mut guards = split(text, " if ");
        let head = guards.remove(0);
        let mut loops = split(&head, " for ");
        let parts = loops.remove(0);
        let bound = |l: &String| {
            let (name, set) = l.split_once(" in ").expect("for NAME in SET");
            (name.trim().to_owned(), set.trim().to_owned())
        };
        Move {
            alternatives: split(&parts, "|").iter().map(|p| split(p, "&")).collect(),
            loops: loops.iter().map(bound).collect(),
            guards,
        }
    }

    fn text(&self) -> String {
        let all: Vec<String> = self.alternatives.iter().map(|parts| parts.join(" & ")).collect();
        let loops: String = self.loops.iter().map(|(name, set)| format!(" for {name} in {set}")).collect();
        let guards: String = self.guards.iter().map(|g| format!(" if {g}")).collect();
        format!("{}{loops}{guards}", all.join(" | "))
    }
}

/// A position: one place.
pub(crate) type Place = Vec<i64>;

/// What a move leaves: sorted parts, empty heaps left out.
pub(crate) type Parts = Vec<Place>;

/// The distinct options of a place.
pub(crate) fn options(rule: &Rule, place: &[i64]) -> BTreeSet<Parts> {
    let mut out = BTreeSet::new();
    let mut names: Vec<(String, i64)> = rule.names.iter().cloned().zip(place.iter().copied()).collect();
    let size: i64 = place.iter().sum();
    for m in &rule.moves {
        bind(m, 0, &mut names, size, rule.names.len(), &mut out);
    }
    out
}

fn bind(m: &Move, depth: usize, names: &mut Vec<(String, i64)>, size: i64, arity: usize, out: &mut BTreeSet<Parts>) {
    if let Some((name, set)) = m.loops.get(depth) {
        for k in Eval::of(set, names, size).whole(Eval::set) {
            names.push((name.clone(), k));
            bind(m, depth + 1, names, size, arity, out);
            names.pop();
        }
        return;
    }
    if !m.guards.iter().all(|g| Eval::of(g, names, size).whole(Eval::either)) {
        return;
    }
    for alternative in &m.alternatives {
        let place = |part: &String| -> Place {
            let inner = if arity == 1 { part.as_str() } else { &part[1..part.len() - 1] };
            split(inner, ",").iter().map(|e| Eval::of(e, names, size).whole(Eval::sum)).collect()
        };
        let mut parts: Parts = alternative.iter().map(place).collect();
        if parts.iter().flatten().any(|n| *n < 0) {
            continue;
        }
        parts.retain(|p| arity > 1 || p[0] > 0);
        parts.sort();
        out.insert(parts);
    }
}

/// Values by the definition.
pub(crate) fn value(rule: &Rule, place: &[i64], memo: &mut HashMap<Place, u64>) -> u64 {
    if let Some(&known) = memo.get(place) {
        return known;
    }
    let mut seen = BTreeSet::new();
    for parts in options(rule, place) {
        seen.insert(parts.iter().fold(0, |xor, part| xor ^ value(rule, part, memo)));
    }
    let mex = (0..).find(|v| !seen.contains(v)).expect("a mex");
    memo.insert(place.to_vec(), mex);
    mex
}

/// Reads and evaluates in one go.
struct Eval<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    names: &'a [(String, i64)],
    size: i64,
}

fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let two = ["..", "//", "!=", "<=", ">="].iter().any(|t| rest.starts_with(t));
        let length = if first.is_alphanumeric() { word } else { 1 + usize::from(two) };
        out.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    out
}

impl<'a> Eval<'a> {
    fn of(text: &'a str, names: &'a [(String, i64)], size: i64) -> Self {
        Eval { tokens: tokens(text), at: 0, names, size }
    }

    fn whole<T>(mut self, read: impl Fn(&mut Self) -> T) -> T {
        let value = read(&mut self);
        assert_eq!(self.at, self.tokens.len(), "left over in {:?}", self.tokens);
        value
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> i64 {
        let mut value = self.product();
        loop {
            if self.eat("+") {
                value += self.product();
            } else if self.eat("-") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> i64 {
        let mut value = self.atom();
        loop {
            if self.eat("*") {
                value *= self.atom();
            } else if self.eat("//") {
                value = value.div_euclid(self.atom());
            } else if self.eat("%") {
                value = value.rem_euclid(self.atom());
            } else {
                return value;
            }
        }
    }

    fn atom(&mut self) -> i64 {
        let token = self.peek();
        self.at += 1;
        match token {
            "-" => -self.atom(),
            "(" => {
                let value = self.sum();
                assert!(self.eat(")"), "a bracket in {:?}", self.tokens);
                value
            }
            "min" | "max" | "gcd" => {
                assert!(self.eat("("));
                let mut value = self.sum();
                while self.eat(",") {
                    let other = self.sum();
                    value = match token {
                        "min" => value.min(other),
                        "max" => value.max(other),
                        _ => gcd(value, other),
                    };
                }
                assert!(self.eat(")"));
                value
            }
            "abs" => self.atom().abs(),
            name => match self.names.iter().rev().find(|(n, _)| n == name) {
                Some((_, value)) => *value,
                None => name.parse().unwrap_or_else(|_| panic!("{name} in {:?}", self.tokens)),
            },
        }
    }

    fn either(&mut self) -> bool {
        let mut value = self.both();
        while self.eat("or") {
            value |= self.both();
        }
        value
    }

    fn both(&mut self) -> bool {
        let mut value = self.negated();
        while self.eat("and") {
            value &= self.negated();
        }
        value
    }

    fn negated(&mut self) -> bool {
        if self.eat("not") {
            return !self.negated();
        }
        if self.peek() == "(" && self.condition_in_brackets() {
            self.at += 1;
            let value = self.either();
            assert!(self.eat(")"));
            return value;
        }
        let mut left = self.sum();
        let mut holds = true;
        loop {
            let relation = self.peek();
            self.at += 1;
            if relation == "in" {
                return self.set().contains(&left);
            }
            if relation == "not" {
                self.at += 1;
                return !self.set().contains(&left);
            }
            let right = self.sum();
            holds &= match relation {
                "=" => left == right,
                "!=" => left != right,
                "<" => left < right,
                "<=" => left <= right,
                ">" => left > right,
                ">=" => left >= right,
                "divides" => left != 0 && right % left == 0 || left == 0 && right == 0,
                other => panic!("{other} in {:?}", self.tokens),
            };
            left = right;
            if !["=", "!=", "<", "<=", ">", ">="].contains(&self.peek()) {
                return holds;
            }
        }
    }

    /// Does the bracket that opens here hold a relation?
    fn condition_in_brackets(&self) -> bool {
        let mut depth = 0;
        for token in &self.tokens[self.at..] {
            match *token {
                "(" => depth += 1,
                ")" => depth -= 1,
                "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "divides" => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    fn set(&mut self) -> Vec<i64> {
        let mut all = self.set_atom();
        while self.eat("except") {
            let without = self.set_atom();
            all.retain(|k| !without.contains(k));
        }
        all
    }

    fn set_atom(&mut self) -> Vec<i64> {
        if !self.eat("{") {
            return self.item();
        }
        let mut all = Vec::new();
        while !self.eat("}") {
            all.extend(self.item());
            self.eat(",");
        }
        all
    }

    fn item(&mut self) -> Vec<i64> {
        let size = self.size;
        let token = self.peek();
        match token {
            "odds" | "evens" | "squares" | "fibs" | "primes" => {
                self.at += 1;
                (1..=size).filter(|&k| named(token, k)).collect()
            }
            "powers" | "divisors" => {
                self.at += 2;
                let b = self.sum();
                assert!(self.eat(")"));
                let is = |k: i64| if token == "divisors" { b % k == 0 } else { power(k, b) };
                (1..=if token == "divisors" { b } else { size }).filter(|&k| is(k)).collect()
            }
            _ => {
                let from = self.sum();
                if !self.eat("..") {
                    return vec![from];
                }
                let ends = ["", "}", ",", "step", "except", ")", "and", "or"];
                let to = if ends.contains(&self.peek()) { size } else { self.sum() };
                let step = if self.eat("step") { self.sum() } else { 1 };
                (from..=to).step_by(usize::try_from(step).expect("a positive step")).collect()
            }
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn power(k: i64, b: i64) -> bool {
    k == 1 || k % b == 0 && power(k / b, b)
}

fn named(name: &str, k: i64) -> bool {
    match name {
        "odds" => k % 2 == 1,
        "evens" => k % 2 == 0,
        "squares" => (1..=k).any(|i| i * i == k),
        "primes" => k > 1 && (2..k).all(|d| k % d != 0),
        _ => {
            let (mut a, mut b) = (1, 2);
            while a < k {
                (a, b) = (b, a + b);
            }
            a == k
        }
    }
}
