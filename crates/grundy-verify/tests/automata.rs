//! Certificates of laws, whole and damaged, against a plain reading of what they say.

use std::collections::HashMap;

use grundy_verify::{Budget, Refused, Verdict, digest, verify};

const BUDGET: Budget<'static> = Budget { steps: 1 << 28, bytes: 1 << 26, cancel: None };

const NIM: &str = include_str!("laws/nim.cert");
const MISERE: &str = include_str!("laws/misere-nim.cert");
const TAKE: &str = include_str!("laws/take-1-3.cert");
const LASKER: &str = include_str!("laws/lasker.cert");
const WYTHOFF: &str = include_str!("laws/wythoff.cert");
const FIBONACCI: &str = include_str!("laws/fibonacci.cert");

/// The text without its digest.
fn body(text: &str) -> &str {
    &text[..text.rfind("digest ").unwrap()]
}

/// With the digest that fits.
fn signed(body: &[u8]) -> Vec<u8> {
    let mut text = body.to_vec();
    text.extend(format!("digest {:016x}\n", digest(body)).bytes());
    text
}

fn is_law(text: &[u8]) -> bool {
    matches!(verify(text, &BUDGET), Ok(Verdict::Law(_)))
}

/// What a certificate claims, read without care.
struct Plain {
    ostrowski: bool,
    factor: u64,
    theorem: String,
    arity: usize,
    sets: Vec<Automaton>,
    moves: Vec<(usize, Vec<Vec<usize>>, Node)>,
    law: Automaton,
}

struct Automaton {
    tracks: usize,
    states: Vec<(bool, HashMap<u64, usize>)>,
}

type Form = Vec<i64>;

enum Node {
    Sign(Form, i64),
    Modulo(u64, Vec<u64>, Form),
    Member(usize, Vec<Form>),
    Bits(String, Vec<Form>),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

fn numbers<T: std::str::FromStr>(words: &str) -> Vec<T> {
    words.split(' ').filter_map(|w| w.parse().ok()).collect()
}

fn forms(words: &str) -> Vec<Form> {
    words.trim_matches(['{', '}']).split("} {").map(numbers).collect()
}

fn node<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Node {
    let line = lines.next().unwrap();
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "zero" => Node::Sign(numbers(rest), 0),
        "negative" => Node::Sign(numbers(rest), -1),
        "positive" => Node::Sign(numbers(rest), 1),
        "congruent" => {
            let (modulus, rest) = rest.split_once(" residues ").unwrap();
            let (residues, form) = rest.split_once(" form ").unwrap();
            Node::Modulo(modulus.parse().unwrap(), numbers(residues), numbers(form))
        }
        "member" => {
            let (set, rest) = rest.split_once(' ').unwrap();
            Node::Member(set.parse().unwrap(), forms(rest))
        }
        "xor" | "and" | "or" => Node::Bits(word.to_owned(), forms(rest)),
        "not" => Node::Not(Box::new(node(lines))),
        "all" => Node::All((0..rest.parse().unwrap()).map(|_| node(lines)).collect()),
        "any" => Node::Any((0..rest.parse().unwrap()).map(|_| node(lines)).collect()),
        other => panic!("{other}"),
    }
}

fn automaton<'t>(head: &str, lines: &mut impl Iterator<Item = &'t str>) -> Automaton {
    let words: Vec<&str> = head.split(' ').collect();
    let count: usize = words[words.len() - 1].parse().unwrap();
    let states = (0..count).map(|_| {
        let line = lines.next().unwrap().split('|').next().unwrap();
        let arrows = line.split(' ').filter_map(|w| w.split_once(':'));
        (line.starts_with('1'), arrows.map(|(s, t)| (s.parse().unwrap(), t.parse().unwrap())).collect())
    });
    Automaton { states: states.collect(), tracks: words[words.len() - 3].parse().unwrap() }
}

impl Plain {
    fn read(text: &str) -> Plain {
        let mut lines = text.lines().filter(|l| !l.starts_with('#')).skip(1);
        let numeration: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let theorem = lines.next().unwrap()[8..].to_owned();
        let arity = lines.next().unwrap()[6..].parse().unwrap();
        let (mut sets, mut moves) = (Vec::new(), Vec::new());
        let law = loop {
            let line = lines.next().unwrap();
            if line.starts_with("set") {
                sets.push(automaton(line, &mut lines));
            } else if let Some(variables) = line.strip_prefix("move variables ") {
                let mut parts = Vec::new();
                while let Some(part) = lines.next().unwrap().strip_prefix("part ") {
                    parts.push(numbers(part));
                }
                moves.push((variables.parse().unwrap(), parts, node(&mut lines)));
            } else if line.starts_with("law") {
                break automaton(line, &mut lines);
            }
        };
        let (ostrowski, factor) = (numeration[1] == "ostrowski", numeration[2].parse().unwrap());
        Plain { ostrowski, factor, theorem, arity, sets, moves, law }
    }

    fn accepts(&self, automaton: &Automaton, tuple: &[u64]) -> bool {
        assert_eq!(automaton.tracks, tuple.len());
        let mut places = vec![1, if self.ostrowski { self.factor + 1 } else { self.factor }];
        while places.len() < 9 {
            let n = places.len();
            places.push(self.factor * places[n - 1] + if self.ostrowski { places[n - 2] } else { 0 });
        }
        let digits = self.factor + u64::from(self.ostrowski);
        let mut rest = tuple.to_vec();
        let mut state = Some(0);
        for place in places.iter().rev() {
            let symbol = rest.iter_mut().fold(0, |s, n| {
                let digit = *n / place;
                *n %= place;
                s * digits + digit
            });
            state = state.and_then(|s: usize| automaton.states[s].1.get(&symbol).copied());
        }
        state.is_some_and(|s| automaton.states[s].0)
    }

    fn holds(&self, node: &Node, values: &[u64]) -> bool {
        let form = |f: &Form| f[0] + f[1..].iter().zip(values).map(|(c, v)| c * *v as i64).sum::<i64>();
        let natural = |f: &[Form]| f.iter().map(|f| u64::try_from(form(f)).ok()).collect::<Option<Vec<u64>>>();
        match node {
            Node::Sign(f, sign) => form(f).signum() == *sign,
            Node::Modulo(m, residues, f) => residues.contains(&(form(f).rem_euclid(*m as i64) as u64)),
            Node::Member(set, f) => natural(f).is_some_and(|t| self.accepts(&self.sets[*set], &t)),
            Node::Bits(how, f) => natural(f).is_some_and(|t| match how.as_str() {
                "xor" => t.iter().fold(0, |x, y| x ^ y) == 0,
                "and" => t[0] & t[1] == t[2],
                _ => t[0] | t[1] == t[2],
            }),
            Node::Not(inner) => !self.holds(inner, values),
            Node::All(all) => all.iter().all(|n| self.holds(n, values)),
            Node::Any(any) => any.iter().any(|n| self.holds(n, values)),
        }
    }

    /// The value; for outcomes 0 for P and 1 for N.
    fn value(&self, place: &[u64], most: u64, memory: &mut HashMap<Vec<u64>, u64>) -> u64 {
        if let Some(&known) = memory.get(place) {
            return known;
        }
        let mut seen = Vec::new();
        for (variables, parts, condition) in &self.moves {
            let chosen = variables - self.arity;
            for index in 0..(most + 1).pow(chosen as u32) {
                let others = (0..chosen).map(|i| index / (most + 1).pow(i as u32) % (most + 1));
                let values: Vec<u64> = place.iter().copied().chain(others).collect();
                if self.holds(condition, &values) {
                    let of = parts.iter().map(|part| {
                        let to: Vec<u64> = part.iter().map(|&v| values[v]).collect();
                        self.value(&to, most, memory)
                    });
                    seen.push(of.fold(0, |x, y| x ^ y));
                }
            }
        }
        let value = match self.theorem.as_str() {
            "values" => (0..).find(|g| !seen.contains(g)).unwrap(),
            "kernel" => u64::from(seen.contains(&0)),
            _ => u64::from(seen.contains(&0) || seen.is_empty()),
        };
        memory.insert(place.to_vec(), value);
        value
    }

    /// Is the claim right for coordinates up to `most`, if chosen numbers are at most `choices`?
    fn is_right(&self, most: u64, choices: u64) -> bool {
        let mut memory = HashMap::new();
        (0..(most + 1).pow(self.arity as u32)).all(|index| {
            let place: Vec<u64> = (0..self.arity).map(|i| index / (most + 1).pow(i as u32) % (most + 1)).collect();
            let value = self.value(&place, choices, &mut memory);
            if self.theorem == "values" {
                (0..=most + 1).all(|g| self.accepts(&self.law, &[&place[..], &[g]].concat()) == (g == value))
            } else {
                self.accepts(&self.law, &place) == (value == 0)
            }
        })
    }
}

#[test]
fn whole_certificates_are_accepted_and_say_what_is_proved() {
    for (text, theorem, states, most) in [
        (NIM, "kernel", 1, 6),
        (MISERE, "misere", 4, 6),
        (TAKE, "values", 0, 16),
        (LASKER, "values", 0, 9),
        (WYTHOFF, "kernel", 7, 7),
        (FIBONACCI, "kernel", 0, 5),
    ] {
        let verdict = verify(text.as_bytes(), &BUDGET);
        let Ok(Verdict::Law(law)) = verdict else { panic!("{verdict:?}") };
        assert_eq!(law.theorem, theorem);
        assert!(states == 0 || law.states == states, "{law:?}");
        assert!(Plain::read(text).is_right(most, 2 * most), "{text}");
    }
    let Ok(Verdict::Law(law)) = verify(NIM.as_bytes(), &BUDGET) else { panic!() };
    assert_eq!(
        law.statement,
        "(x0,x1) is a P-position of normal play if and only if it is in the law, an automaton of 1 state in base 2"
    );
    assert_eq!(law.rule[0], "(x0,x1) to (x2,x1) if x0 - x2 >= 0 and x0 - x2 - 1 >= 0");
}

#[test]
fn every_changed_byte_is_refused() {
    let mut text = NIM.as_bytes().to_vec();
    for at in 0..text.len() {
        let right = text[at];
        for byte in 0..=255u8 {
            text[at] = byte;
            assert!(byte == right || !is_law(&text), "{at} {byte}");
        }
        text[at] = right;
        assert!(!is_law(&text[..at]));
    }
}

/// Changes with a new digest: what is accepted must be right.
#[test]
fn what_is_changed_with_care_is_refused_or_still_right() {
    let mut accepted = 0;
    for (text, most, choices) in [(NIM, 4, 9), (MISERE, 4, 9), (TAKE, 14, 17)] {
        let body = body(text).as_bytes();
        let first = body.windows(10).position(|w| w == b"numeration").unwrap();
        let mut changed = body.to_vec();
        for at in first..body.len() {
            for &byte in b"0123456789 -:|{}\nazn" {
                changed[at] = byte;
                let text = signed(&changed);
                if byte != body[at] && is_law(&text) {
                    let text = String::from_utf8(text).unwrap();
                    assert!(Plain::read(&text).is_right(most, choices), "{at}: {}\n{text}", char::from(byte));
                    accepted += 1;
                }
            }
            changed[at] = body[at];
        }
    }
    // such as another measure that falls, too
    assert!(accepted > 10, "{accepted}");
    println!("{accepted} harmless changes");
}

/// The verdict on a body, in words.
fn reason(body: &str) -> String {
    match verify(&signed(body.as_bytes()), &BUDGET) {
        Ok(Verdict::Invalid { reason, .. }) => reason,
        Ok(_) => "valid".to_owned(),
        Err(refusal) => format!("{:?}: {}", refusal.kind, refusal.reason),
    }
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(body(text).contains(from), "{from}");
    body(text).replacen(from, to, 1)
}

#[test]
fn tricks_are_seen_through() {
    let nim = |from: &str, to: &str| reason(&changed(NIM, from, to));
    // the law: other sets, leading zeros that matter
    assert!(nim("states 1\n1 0:0 3:0", "states 1\n0 0:0 3:0").starts_with("this strategy does not"));
    assert!(nim("1 0:0 3:0", "1 0:0 1:0 2:0 3:0").starts_with("the law fails"));
    assert_eq!(nim("states 1\n1 0:0 3:0", "states 2\n0 0:1\n1 0:1 3:1"), "leading zeros change what it accepts");
    assert_eq!(nim("states 1\n1 0:0 3:0", "states 2\n1 0:1 3:1\n1 0:1"), "leading zeros change what it accepts");
    // measures
    assert!(nim("measure 0 1 1", "measure 0 1 -1").starts_with("Malformed"));
    assert!(nim("measure 0 1 1", "measure 0 1").starts_with("the measure does not fall"));
    assert!(nim("measure 0 1 1", "measure 0").starts_with("the measure does not fall"));
    assert!(nim("measure 0 1 1\n", "").starts_with("Malformed"));
    // strategies that do nothing, or what they should not
    assert!(nim("strategy tracks 3 states 2\n0 0:0 4:1 7:0\n1 0:1 3:1 4:1 7:1\n", "").starts_with("Malformed"));
    assert!(nim("0 0:0 4:1 7:0\n1 0:1 3:1 4:1 7:1", "1 0:0 4:1 7:0\n1 0:1 3:1 4:1 7:1").starts_with("this strategy"));
    assert!(nim("0 0:0 4:1 7:0\n1 0:1", "0 0:0 4:1 7:0\n0 0:1").contains("carries nothing that does"));
    // covers
    assert_eq!(nim("| 0:0 1:0", "| 0:0 0:1 1:0"), "the start carries what is not reached by zeros");
    assert_eq!(nim("0 0:0 1:1 2:2 3:0 |", "1 0:0 1:1 2:2 3:0 |"), "it accepts and carries nothing that does");
    assert_eq!(nim("| 1:1", "| 0:1"), "a successor carries what is not reached");
    assert_eq!(nim("| 1:1", "| 2:1"), "it carries a state that does not exist");
    assert!(nim("3:0 | 0:0 1:0", "3:0 | 0:0").contains("what is not reached"));
    assert!(nim("0 0:0 1:1 2:2 3:0 |", "0 0:0 2:2 3:0 |").starts_with("neither in the law nor won"));
    // a move less, with its strategy
    let second = NIM.find("move variables 3\npart 0 2").unwrap()..NIM.find("law").unwrap();
    let fewer =
        NIM.replace(&NIM[second], "").replace("strategy tracks 3 states 2\n0 0:0 2:1 7:0\n1 0:1 2:1 5:1 7:1\n", "");
    assert_eq!(reason(body(&fewer)), "it carries a state that does not exist");
    // another theorem
    assert!(nim("theorem kernel", "theorem misere").starts_with("Malformed"));
    assert!(reason(&changed(MISERE, "theorem misere", "theorem kernel")).starts_with("Malformed"));
    assert!(nim("part 2 1\n", "part 2 1\npart 2 1\n").starts_with("outcomes say nothing about several parts"));
    assert!(nim("part 2 1\n", "").starts_with("outcomes say nothing about several parts"));
}

/// Arrows taken away, bent, and added: what is accepted must be right.
#[test]
fn bent_arrows_are_refused_or_harmless() {
    for (text, most, choices, stride) in
        [(NIM, 4, 9, 1), (TAKE, 14, 17, 3), (LASKER, 7, 9, 61), (WYTHOFF, 6, 8, 61), (FIBONACCI, 4, 9, 41)]
    {
        let body = body(text);
        let lines: Vec<&str> = body.lines().collect();
        let (mut tried, mut accepted, mut no_numbers) = (0, 0, 0);
        let mut count = 0usize;
        let first = lines.iter().position(|l| l.starts_with("law")).unwrap();
        let mut states = 1;
        for at in first..lines.len() {
            let Some((row, carried)) = lines[at]
                .split_once('|')
                .map(|(r, c)| (r.trim_end(), format!(" |{c}")))
                .or_else(|| lines[at].starts_with(['0', '1']).then(|| (lines[at], String::new())))
            else {
                states = lines[at].rsplit(' ').next().unwrap().parse().unwrap_or(1);
                continue;
            };
            let words: Vec<&str> = row.split(' ').collect();
            let mut variants: Vec<Vec<String>> = Vec::new();
            let owned = || words.iter().map(|w| (*w).to_owned()).collect::<Vec<String>>();
            for symbol in 0..8 {
                let place = words.iter().position(|w| w.starts_with(&format!("{symbol}:")));
                let behind = 1 + words[1..]
                    .iter()
                    .filter(|w| w.split(':').next().unwrap().parse::<u32>().unwrap() < symbol)
                    .count();
                for to in 0..states {
                    let mut variant = owned();
                    match place {
                        Some(place) => variant[place] = format!("{symbol}:{to}"),
                        None => variant.insert(behind, format!("{symbol}:{to}")),
                    }
                    variants.push(variant);
                }
                if let Some(place) = place {
                    let mut variant = owned();
                    variant.remove(place);
                    variants.push(variant);
                }
            }
            for variant in variants {
                count += 1;
                let line = variant.join(" ") + &carried;
                if !count.is_multiple_of(stride) || line == lines[at] {
                    continue;
                }
                let mut all = lines.clone();
                all[at] = &line;
                let text = all.join("\n") + "\n";
                tried += 1;
                let why = reason(&text);
                no_numbers += usize::from(why == "it accepts words that are not numbers");
                if why == "valid" {
                    accepted += 1;
                    assert!(Plain::read(&text).is_right(most, choices), "line {}: {line}\n{text}", at + 1);
                }
            }
        }
        println!("{tried} tried, {accepted} harmless, {no_numbers} with words that are no numbers");
        assert!(tried > 30 && 2 * accepted < tried);
        assert!(no_numbers > 0 || !text.contains("ostrowski"));
    }
}

#[test]
fn hostile_sizes_end_soon() {
    let nim = |from: &str, to: &str| reason(&changed(NIM, from, to));
    for (from, to) in [
        ("law tracks 2 states 1", "law tracks 2 states 1000000000000"),
        ("law tracks 2 states 1", "law tracks 2 states 9223372036854775807"),
        ("law tracks 2 states 1", "law tracks 2 states 99999999999999999999999"),
        ("law tracks 2 states 1", "law tracks 9999999999 states 1"),
        ("law tracks 2 states 1", "law tracks 2 states 0"),
        ("arity 2", "arity 1000000000"),
        ("arity 2", "arity 0"),
        ("move variables 3", "move variables 1000000"),
        ("numeration base 2", "numeration base 17"),
        ("numeration base 2", "numeration ostrowski 0"),
        ("all 2", "all 1000000000000"),
        ("all 2", "member 0 {0 1}"),
        ("negative 0 1 0 -1", "negative 0 1 0 -99999999"),
        ("negative 0 1 0 -1", "negative 9999999999999 1 0 -1"),
        ("negative 0 1 0 -1", "floor {0 1} {0 1}"),
        ("negative 0 1 0 -1", "xor {0 1"),
        ("negative 0 1 0 -1", "congruent 0 residues 0 form 0 1"),
        ("negative 0 1 0 -1", "congruent 5 residues 3 2 form 0 1"),
        ("1 0:0 3:0", "1 0:0 3:7"),
        ("1 0:0 3:0", "1 0:0 4:0"),
        ("1 0:0 3:0", "1 3:0 0:0"),
        ("end\n", ""),
    ] {
        let why = nim(from, to);
        assert!(why.starts_with("Malformed"), "{to}: {why}");
    }
    let deep = "not\n".repeat(100_000);
    assert!(nim("all 2\n", &format!("{deep}all 2\n")).contains("too deep"));
    let many = "{0 1} ".repeat(100_000);
    assert!(nim("negative 0 1 0 -1", &format!("xor {many}{{0 1}}")).starts_with("Malformed"));
    // automata of conditions that are larger than the budget
    for condition in [
        "negative -1099511627776 1 0 -1",
        "congruent 4294967295 residues 1 form 0 1048576 77 -1",
        "any 3\ncongruent 4294967291 residues 1 form 0 1\ncongruent 4294967279 residues 7 form 0 1\nzero -999999999999 1",
    ] {
        let text = signed(changed(NIM, "negative 0 1 0 -1", condition).as_bytes());
        let started = std::time::Instant::now();
        let budget = Budget { steps: 1 << 28, bytes: 1 << 24, cancel: None };
        let refusal = verify(&text, &budget);
        assert!(
            !matches!(refusal, Ok(Verdict::Law(_))) && started.elapsed().as_secs() < 20,
            "{condition}: {refusal:?} {:?}",
            started.elapsed()
        );
        println!("{condition:?}: {refusal:?}, {:?}", started.elapsed());
    }
    let small = Budget { steps: 1000, bytes: 1 << 20, cancel: None };
    assert!(matches!(verify(NIM.as_bytes(), &small), Err(r) if r.kind == Refused::Steps));
    let small = Budget { steps: 1 << 20, bytes: 1000, cancel: None };
    assert!(matches!(verify(NIM.as_bytes(), &small), Err(r) if r.kind == Refused::Bytes));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let cancelled = Budget { cancel: Some(&cancel), ..BUDGET };
    assert!(matches!(verify(NIM.as_bytes(), &cancelled), Err(r) if r.kind == Refused::Cancelled));
}
