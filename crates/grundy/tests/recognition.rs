//! A family is recognised however it is spelt, and nothing else is taken for it.
//!
//! Each family is written in a few ways by hand; small rewritings of the text make many more that mean the same, and
//! small changes make near misses. A plain evaluator ([`brute`]) decides which is which: it lists the options of every
//! small place, and values are compared with what the library says.

#[path = "recognition/brute.rs"]
mod brute;

use std::collections::{BTreeSet, HashMap};

use brute::{Move, Place, Rule, options, value};
use grundy::answer::Cells;
use grundy::{Budget, Context, Session, SolveOptions, TableOptions};
use grundy_core::testing::Random;

/// A family under test.
struct Case {
    /// What the library must call it.
    words: &'static str,
    /// The same rule, written by hand in several ways; the first is the usual one.
    spellings: &'static [&'static str],
    /// A large place, and the theorems that its answer must rest on.
    large: Option<(&'static str, &'static [&'static str])>,
}

const fn case(words: &'static str, spellings: &'static [&'static str]) -> Case {
    Case { words, spellings, large: None }
}

const fn lawful(
    words: &'static str,
    spellings: &'static [&'static str],
    place: &'static str,
    theorems: &'static [&'static str],
) -> Case {
    Case { words, spellings, large: Some((place, theorems)) }
}

include!("recognition/families.rs");

/// A rule that is not recognised is given up on soon.
fn small() -> Context {
    let time = Some(std::time::Duration::from_secs(2));
    Context::new(Budget { time, memory: Some(1 << 28), nodes: Some(2_000_000) })
}

/// Rewritings made of one family, and near misses.
const WANTED: usize = 24;

/// Places that are looked at.
fn places(arity: usize) -> Vec<Place> {
    match arity {
        1 => (0..=22).map(|n| vec![n]).collect(),
        _ => (0..=8).flat_map(|a| (0..=8).map(move |b| vec![a, b])).collect(),
    }
}

fn all_options(rule: &Rule) -> Vec<BTreeSet<brute::Parts>> {
    places(rule.names.len()).iter().map(|p| options(rule, p)).collect()
}

/// The words behind "recognised as" in how the library read the game.
fn family(reading: &str) -> Option<String> {
    let (_, words) = reading.split_once("ecognised as ")?;
    Some(words.trim_end_matches('.').to_owned())
}

/// Replaces a name by an expression.
fn replace(text: &str, name: &str, with: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(if word == name { with } else { &word });
        word.clear();
        out.push(c);
    }
    out.pop();
    out
}

fn map_text(m: &Move, change: &dyn Fn(&str) -> String) -> Move {
    Move {
        alternatives: m.alternatives.iter().map(|a| a.iter().map(|p| change(p)).collect()).collect(),
        loops: m.loops.iter().map(|(n, s)| (change(n), change(s))).collect(),
        guards: m.guards.iter().map(|g| change(g)).collect(),
    }
}

/// Rewritings that the recogniser does not see through in a family: cases that look at a coordinate which a move of a
/// sum leaves alone, products counted from zero, and coprime numbers of a finite list.
fn is_dark(kind: usize, words: &str) -> bool {
    match kind {
        8..=10 => words.starts_with("the sum"),
        11 => words.contains("coprime"),
        12 => words.contains("stay positive"),
        _ => false,
    }
}

/// One rewriting that keeps the meaning.
fn rewrite(rule: &mut Rule, words: &str, random: &mut Random) {
    let at = random.index(rule.moves.len());
    let kind = random.index(13);
    if is_dark(kind, words) {
        return;
    }
    match kind {
        // other names for the coordinates …
        0 => {
            for (i, new) in ["heap", "other"].iter().enumerate().take(rule.names.len()) {
                let old = rule.names[i].clone();
                rule.moves = rule.moves.iter().map(|m| map_text(m, &|t| replace(t, &old, new))).collect();
                rule.measure = rule.measure.as_ref().map(|t| replace(t, &old, new));
                rule.names[i] = (*new).to_owned();
            }
        }
        // … and for what is bound
        1 => {
            for (i, new) in ["x", "y", "z"].iter().enumerate().take(rule.moves[at].loops.len()) {
                let old = rule.moves[at].loops[i].0.clone();
                rule.moves[at] = map_text(&rule.moves[at], &|t| replace(t, &old, new));
            }
        }
        2 => rule.moves.reverse(),
        3 => rule.moves.iter_mut().for_each(|m| m.alternatives.reverse()),
        4 => rule.moves.iter_mut().flat_map(|m| &mut m.alternatives).for_each(|parts| parts.reverse()),
        5 => {
            let again = rule.moves[at].clone();
            rule.moves.push(again);
        }
        6 => {
            let again = rule.moves[at].alternatives[0].clone();
            rule.moves[at].alternatives.push(again);
        }
        // a move for each alternative
        7 => {
            let Move { alternatives, loops, guards } = rule.moves.remove(at);
            let alone = |a| Move { alternatives: vec![a], loops: loops.clone(), guards: guards.clone() };
            rule.moves.extend(alternatives.into_iter().map(alone));
        }
        // guards that always hold
        8 => {
            let n = rule.names[0].clone();
            let always = [format!("{n} >= 0"), format!("{n} > 7 or {n} <= 7"), format!("not {n} < 0")];
            let guard = always[random.index(always.len())].clone();
            rule.moves[at].guards.insert(0, guard);
        }
        // the same move for even and for odd numbers, for small and for large ones
        9 | 10 => {
            let n = rule.names[random.index(rule.names.len())].clone();
            let halves = [(format!("{n} % 2 = 0"), format!("{n} % 2 = 1")), (format!("{n} < 5"), format!("{n} >= 5"))];
            let (one, other) = halves[random.index(halves.len())].clone();
            let mut again = rule.moves[at].clone();
            again.guards.push(other);
            rule.moves[at].guards.push(one);
            rule.moves.push(again);
        }
        // the range in two pieces
        11 => {
            let mut again = rule.moves[at].clone();
            for i in 0..again.loops.len() {
                let (from, to) = match again.loops[i].1.split_once("..") {
                    Some((from, to))
                        if from.parse::<i64>().is_ok() && !to.contains("step") && !to.contains("except") =>
                    {
                        (from, to)
                    }
                    _ => continue,
                };
                let from: i64 = from.parse().expect("checked");
                // the first piece may not run past the end of the range
                let end =
                    if to.trim().is_empty() { format!("{}", from + 2) } else { format!("min({},{to})", from + 2) };
                rule.moves[at].loops[i].1 = format!("{from}..{end}");
                again.loops[i].1 = format!("{}..{to}", from + 3);
                rule.moves.push(again);
                return;
            }
        }
        // counted from one less
        _ => {
            for i in 0..rule.moves[at].loops.len() {
                let (name, set) = rule.moves[at].loops[i].clone();
                let Some((from, to)) = set.split_once("..") else { continue };
                let Ok(from) = from.parse::<i64>() else { continue };
                if to.contains("step") || to.contains("except") {
                    continue;
                }
                let to = if to.trim().is_empty() { String::new() } else { format!("{to}-1") };
                let shifted = map_text(&rule.moves[at], &|t| replace(t, &name, &format!("({name}+1)")));
                let old = rule.moves[at].loops.clone();
                rule.moves[at] = shifted;
                rule.moves[at].loops[..=i].clone_from_slice(&old[..=i]);
                rule.moves[at].loops[i].1 = format!("{}..{to}", from - 1);
                return;
            }
        }
    }
}

/// The rule as a game: as it stands, behind a name, or as the union of its moves.
fn as_game(rule: &Rule, random: &mut Random) -> String {
    match random.index(5) {
        0 => format!("let mine = {}; mine", rule.text()),
        1 => {
            // the first 1 becomes a parameter
            let text = rule.text();
            let ones: Vec<usize> = text.match_indices('1').map(|(i, _)| i).collect();
            let alone = |i: &usize| {
                let near = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !near(text[..*i].chars().next_back()) && !near(text[i + 1..].chars().next())
            };
            match ones.iter().find(|i| alone(i)) {
                Some(i) => format!("let mine[one] = {}one{}; mine[1]", &text[..*i], &text[i + 1..]),
                None => text,
            }
        }
        2 if rule.moves.len() > 1 && rule.measure.is_none() => {
            let one = |m: &Move| Rule { moves: vec![m.clone()], ..rule.clone() }.text();
            rule.moves.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        3 => format!("{0} | {0}", rule.text()),
        _ => rule.text(),
    }
}

/// One small change, which often changes the meaning.
fn damage(rule: &mut Rule, random: &mut Random) {
    let at = random.index(rule.moves.len());
    let name = rule.names[random.index(rule.names.len())].clone();
    let number = 2 + random.index(8);
    match random.index(9) {
        // an option less at some places
        0 => {
            let guards = [
                format!("{name} != {number}"),
                format!("{name} < 8"),
                format!("{name} > {number}"),
                format!("{name} % 3 != 0"),
            ];
            let guard = guards[random.index(guards.len())].clone();
            rule.moves[at].guards.push(guard);
        }
        1 => {
            let Some((k, _)) = rule.moves[at].loops.last().cloned() else { return };
            let guards = [format!("{k} != {number}"), format!("{k} > 1"), format!("{k} < {name}"), format!("{k} < 6")];
            let guard = guards[random.index(guards.len())].clone();
            rule.moves[at].guards.push(guard);
        }
        // an option more at some places
        2 => {
            let (parts, guard) = match rule.names.len() {
                1 => {
                    let all = [vec!["0"], vec!["1"], vec!["1", "1"], vec!["2", "0"], vec!["1", "1", "1"]];
                    (all[random.index(all.len())].clone(), format!("{name} = {}", number + 2))
                }
                _ => {
                    let all = [vec!["(0,0)"], vec!["(1,0)"], vec!["(1,1)"]];
                    (
                        all[random.index(all.len())].clone(),
                        format!("{} = {number} and {} = 3", rule.names[0], rule.names[1]),
                    )
                }
            };
            let alternatives = vec![parts.into_iter().map(str::to_owned).collect()];
            rule.moves.push(Move { alternatives, loops: Vec::new(), guards: vec![guard] });
        }
        // another lower or upper end
        3 | 4 => {
            let loops = rule.moves[at].loops.len();
            if loops == 0 {
                return;
            }
            let set = &mut rule.moves[at].loops[random.index(loops)].1;
            let Some((from, to)) = set.split_once("..") else { return };
            let sets = [format!("{from}+1..{to}"), format!("{from}..{}", if to.is_empty() { "7" } else { "9" })];
            *set = sets[random.index(sets.len())].clone();
        }
        5 if rule.moves.len() > 1 => drop(rule.moves.remove(at)),
        5 | 6 if rule.moves[at].alternatives.len() > 1 => {
            let which = random.index(rule.moves[at].alternatives.len());
            rule.moves[at].alternatives.remove(which);
        }
        // parts one smaller
        6 | 7 if rule.names.len() == 1 => {
            let parts = &mut rule.moves[at].alternatives[0];
            let which = random.index(parts.len());
            parts[which] = format!("{}-1", parts[which]);
        }
        // strict for weak and weak for strict
        _ => {
            for guard in &mut rule.moves[at].guards {
                *guard = if guard.contains("<=") {
                    guard.replace("<=", "<")
                } else if guard.contains('<') {
                    guard.replace('<', "<=")
                } else {
                    guard.replacen("> 0", "> 1", 1)
                };
            }
        }
    }
}

/// The library's values of the small places.
fn values(session: &mut Session, game: &str, arity: usize) -> Result<(String, Vec<u64>), String> {
    let question = session.game(game).map_err(|e| format!("{game}: {e}"))?;
    let to = if arity == 1 { vec![22] } else { vec![8, 8] };
    let wanted = TableOptions::default().with_to(to);
    let found = question.table_with(&wanted, &small()).map_err(|e| format!("{game}: {e}"))?;
    found.must_be_whole().map_err(|refused| refused.message)?;
    let Cells::Values(rows) = found.result.cells else { return Err(format!("{game}: no values")) };
    let numbers = rows.iter().map(|v| u64::try_from(v).unwrap_or(u64::MAX)).collect();
    Ok((question.game.reading(), numbers))
}

fn plain_values(rule: &Rule) -> Vec<u64> {
    let mut memo = HashMap::new();
    places(rule.names.len()).iter().map(|p| value(rule, p, &mut memo)).collect()
}

/// Does every move make every part smaller? Only such rules may be evaluated.
fn ends(rule: &Rule) -> bool {
    let (mut by_sum, mut by_order) = (true, true);
    for place in places(rule.names.len()) {
        for part in options(rule, &place).iter().flatten() {
            by_sum &= part.iter().sum::<i64>() < place.iter().sum();
            by_order &= *part < place;
        }
    }
    by_sum || by_order
}

#[test]
fn variants_are_recognised() {
    let mut random = Random::new(20);
    let (mut wrong, mut made) = (Vec::new(), 0);
    for case in FAMILIES {
        let usual = Rule::read(case.spellings[0]);
        let right = all_options(&usual);
        let numbers = plain_values(&usual);
        let mut texts: Vec<String> = Vec::new();
        for spelling in case.spellings {
            assert_eq!(all_options(&Rule::read(spelling)), right, "{spelling} is not {}", case.words);
            texts.push((*spelling).to_owned());
        }
        for _ in 0..1000 {
            if texts.len() >= WANTED {
                break;
            }
            let mut rule = Rule::read(random.pick(case.spellings));
            for _ in 0..1 + random.index(2) {
                rewrite(&mut rule, case.words, &mut random);
            }
            assert_eq!(all_options(&rule), right, "{} is not {}", rule.text(), case.words);
            let text = as_game(&rule, &mut random);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        assert!(texts.len() >= 20, "{}: {} variants", case.words, texts.len());
        for text in &texts {
            made += 1;
            match values(&mut Session::new(), text, usual.names.len()) {
                Err(e) => wrong.push(e),
                Ok((reading, _)) if family(&reading).as_deref() != Some(case.words) => {
                    wrong.push(format!("{text} is {}; read as {reading}", case.words));
                }
                Ok((_, found)) if found != numbers => wrong.push(format!("{text}: {found:?}, not {numbers:?}")),
                Ok(_) => {}
            }
            if let Some((place, theorems)) = case.large {
                let found = theorems_of(&mut Session::new(), &format!("{text}({place})"));
                if found.as_deref() != Ok(theorems) {
                    wrong.push(format!("{text}({place}) rests on {found:?}"));
                }
            }
        }
    }
    println!("{made} variants of {} families", FAMILIES.len());
    assert!(wrong.is_empty(), "{} of {made}:\n{}", wrong.len(), wrong.join("\n"));
}

fn theorems_of(session: &mut Session, text: &str) -> Result<Vec<&'static str>, String> {
    let position = session.position(text).map_err(|e| e.to_string())?;
    let cx = small();
    let answer = position.solve_with(&SolveOptions::default(), &cx).map_err(|e| e.to_string())?;
    Ok(answer.evidence.theorems.iter().map(|t| t.id).collect())
}

#[test]
fn rules_that_divide_are_recognised() {
    for &(text, words, theorem) in DIVIDING {
        let (reading, found) = values(&mut Session::new(), text, 1).unwrap();
        assert_eq!(family(&reading).as_deref(), Some(words), "{text}");
        assert_eq!(found, plain_values(&Rule::read(text)), "{text}");
        let far = theorems_of(&mut Session::new(), &format!("{text}(10^40)"));
        assert_eq!(far, Ok(vec![theorem]), "{text}");
    }
}

#[test]
fn near_misses_are_not() {
    let mut random = Random::new(70);
    let (mut wrong, mut made, mut families) = (Vec::new(), 0, 0);
    for case in FAMILIES {
        let right = all_options(&Rule::read(case.spellings[0]));
        let mut texts: BTreeSet<String> = BTreeSet::new();
        for _ in 0..3000 {
            if texts.len() >= WANTED {
                break;
            }
            let mut rule = Rule::read(random.pick(case.spellings));
            damage(&mut rule, &mut random);
            if random.index(2) == 0 {
                rewrite(&mut rule, case.words, &mut random);
            }
            if !ends(&rule) || all_options(&rule) == right || !texts.insert(rule.text()) {
                continue;
            }
            made += 1;
            match values(&mut Session::new(), &rule.text(), rule.names.len()) {
                // a move that is no move at small places, but grows at larger ones, is refused
                Err(e) if e.contains("smaller") => {}
                Err(e) => wrong.push(e),
                Ok((reading, found)) => {
                    let family = family(&reading);
                    families += usize::from(family.is_some());
                    if family.as_deref() == Some(case.words) {
                        wrong.push(format!("{} is not {}", rule.text(), case.words));
                    }
                    let numbers = plain_values(&rule);
                    if found != numbers {
                        wrong.push(format!("{} ({family:?}): {found:?}, not {numbers:?}", rule.text()));
                    }
                }
            }
        }
        assert!(texts.len() >= 20, "{}: {} near misses", case.words, texts.len());
    }
    println!("{made} near misses of {} families; {families} of them are other families", FAMILIES.len());
    assert!(wrong.is_empty(), "{} of {made}:\n{}", wrong.len(), wrong.join("\n"));
}
