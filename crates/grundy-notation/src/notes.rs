//! Notes beside an answer: what was read as it stands, and may have been meant otherwise.
//!
//! `take[5-2]` takes 3, and may have been meant as a range; `巴什博弈[3]` takes exactly 3; in a claim and
//! of a heap `a^b` is a power.
//! The reading stands as it is: a note is told beside the answer.

use grundy_core::number::Nat;

use super::Span;
use super::ast::{
    Argument, Clause, Cond, Coordinate, Expr, Game, Item, Move, Operator, Part, Place, Position, Primary, Rule, Set,
    SetAtom, Simple,
};
use super::choices;
pub use super::choices::mentions;
use super::claim::{Claim, Form, Side, Value};
use super::names::Games;

/// Notes on a position.
#[must_use]
pub fn of_position(position: &Position, games: Games) -> Vec<String> {
    let of_term = |primary: &Primary| match primary {
        Primary::Game { game, places } => {
            let mut notes = of_game(game, games);
            notes.extend(of_dollar(game, places));
            notes.extend(of_thousands(places));
            notes.extend(of_coins(game, places, games));
            notes
        }
        Primary::Group(inner) => of_position(inner, games),
        Primary::Nimber(_) => Vec::new(),
    };
    let mut notes: Vec<String> = position.terms.iter().flat_map(|term| of_term(&term.primary)).collect();
    notes.dedup();
    notes
}

/// The dollar is the coin on the right, and not the one that is written last.
fn of_dollar(game: &Game, places: &[Place]) -> Option<String> {
    let [Simple::Named { name, arguments }] = &game.alternatives[..] else { return None };
    let is_dollar = |argument: &Argument| matches!(argument, Argument::Word(word) if word.text == "dollar");
    if !arguments.iter().any(is_dollar) {
        return None;
    }
    let square = |place: &Place| match place {
        Place::Coordinate(Coordinate::Number(square, _)) => Some(square.clone()),
        _ => None,
    };
    let squares: Vec<Nat> = places.iter().filter_map(square).collect();
    let (last, right) = (squares.last()?, squares.iter().max()?);
    let name = &name.text;
    (last != right)
        .then(|| format!("the dollar of `{name}[dollar]` is the coin farthest to the right, on square {right}"))
}

/// `turtles("1001")` is the coin with this number, and may have been meant as a row.
fn of_coins(game: &Game, places: &[Place], games: Games) -> Option<String> {
    let [Simple::Named { name, .. }] = &game.alternatives[..] else { return None };
    let [Place::Text(text, _)] = places else { return None };
    let is_row =
        text.bytes().all(|b| matches!(b, b'0' | b'1')) && (text.len() > 2 || text.len() > 1 && text.starts_with('0'));
    if !is_row || !(games.turns)(&name.text) {
        return None;
    }
    let row: String = text.chars().map(|c| if c == '1' { 'H' } else { 'T' }).collect();
    let name = &name.text;
    Some(format!("`\"{text}\"` is the number of one coin that shows heads; the row is written `{name}(\"{row}\")`"))
}

/// Notes on a game.
#[must_use]
pub fn of_game(game: &Game, games: Games) -> Vec<String> {
    let taking = game.alternatives.iter().filter_map(|simple| match simple {
        Simple::Named { name, arguments } if (games.takes)(&name.text) => Some((&name.text, arguments)),
        _ => None,
    });
    let mut notes: Vec<String> = taking.flat_map(|(name, arguments)| of_taking(name, arguments)).collect();
    for simple in &game.alternatives {
        if let Simple::Rule(rule) = simple {
            notes.extend(of_rule(rule));
        }
    }
    notes
}

/// Notes on a rule: powers, and forms of a move that its loops have nothing to do with.
fn of_rule(rule: &Rule) -> Vec<String> {
    let mut told: Vec<String> = of_powers(rule);
    told.extend(choices::of_heaps(rule));
    told.extend(rule.moves.iter().filter_map(|one| of_idle_form(one, rule.pattern.len())));
    told
}

/// `n-1 | n-k for k in primes`: the loop stands behind both forms, and where it has no member `n-1` is no move either.
fn of_idle_form(one: &Move, coordinates: usize) -> Option<String> {
    let loops = one.clauses.iter().filter_map(|clause| match clause {
        Clause::For(name, set) if may_be_empty(set, coordinates) => Some((name, set)),
        _ => None,
    });
    let says = |form: &[Part], name: &str| {
        let mut counted = form.iter().flat_map(|part| part.coordinates.iter().chain(&part.times));
        counted.any(|expr| mentions(expr, name))
    };
    for (name, set) in loops {
        let (says_it, idle): (Vec<_>, Vec<_>) = one.alternatives.iter().partition(|form| says(form, &name.text));
        if let (false, Some(idle)) = (says_it.is_empty(), idle.first()) {
            let form: Vec<String> = idle.iter().map(ToString::to_string).collect();
            let (form, name) = (form.join(" & "), &name.text);
            return Some(format!(
                "`{form}` has no `{name}`, but `for {name} in {set}` stands behind it too: where that has no number, `{form}` is \
                 no move; write it apart, with `;` in place of `|`"
            ));
        }
    }
    None
}

/// May a loop over the set have no number at a place with moves? Not over numbers that are written, nor from 0 or 1 on without end.
fn may_be_empty(set: &Set, coordinates: usize) -> bool {
    let is_number = |expr: &Expr| matches!(expr, Expr::Number(..));
    let is_filled = |item: &Item| match item {
        Item::One(expr) => is_number(expr),
        Item::Range { from: Expr::Number(from, _), to: None, .. } => *from <= Nat::ONE,
        // of one heap `1..n` has a number wherever there is one to take
        Item::Range { from: Expr::Number(from, _), to: Some(Expr::Name(_)), .. } => {
            *from <= Nat::ONE && coordinates == 1
        }
        Item::Range { from: Expr::Number(from, _), to: Some(Expr::Number(to, _)), .. } => from <= to,
        Item::Range { .. } | Item::Named(..) => false,
    };
    let filled = match &set.base {
        SetAtom::Braces(items) => items.iter().any(is_filled),
        SetAtom::Item(item) => is_filled(item),
        SetAtom::Group(inner) => !may_be_empty(inner, coordinates),
    };
    !filled || !set.except.is_empty()
}

/// A coordinate to the power of a variable is hardly a power: `n^k`. That of a loop may be one: `p^k for p in primes`.
fn of_powers(rule: &Rule) -> Vec<String> {
    let mut powers = Vec::new();
    for one in &rule.moves {
        one.alternatives.iter().flatten().flat_map(|part| &part.coordinates).for_each(|e| of_expr(e, &mut powers));
        for clause in &one.clauses {
            if let Clause::If(cond) = clause {
                of_cond(cond, &mut powers);
            }
        }
    }
    let is_coordinate = |typed: &String| rule.pattern.iter().any(|name| typed.starts_with(&format!("{}^", name.text)));
    let mut told = Vec::new();
    for note in powers.into_iter().filter(|(typed, _)| is_coordinate(typed)).map(is_power) {
        if !told.contains(&note) {
            told.push(note);
        }
    }
    told
}

/// Who writes `n^k` may have meant `xor(n,k)`.
#[must_use]
pub fn is_power((typed, xor): (String, String)) -> String {
    format!("in `{typed}` the sign `^` is a power; for the nim-sum write `{xor}`")
}

/// Notes on what a claim is about.
#[must_use]
pub fn of_subject(form: &Form, games: Games) -> Vec<String> {
    match form {
        Form::Game(game) => of_game(game, games),
        Form::Position(position) => of_position(position, games),
    }
}

/// `nim(1,000,000)` has three heaps, of which two are written like the groups of a million.
fn of_thousands(places: &[Place]) -> Option<String> {
    let mut groups = places.iter().map(|place| match place {
        Place::Coordinate(Coordinate::Number(n, span)) => Some((n, *span)),
        _ => None,
    });
    let (first, leading) = groups.next()??;
    let rest: Vec<(&Nat, Span)> = groups.collect::<Option<_>>()?;
    // digits and commas of full width are three bytes each
    let is_plain = first.to_string().len() == leading.end - leading.start;
    let before = std::iter::once(leading).chain(rest.iter().map(|&(_, span)| span));
    let is_group = |((n, span), before): (&(&Nat, Span), Span)| {
        span.start == before.end + 1 && span.end - span.start == 3 && **n < Nat::from(1000u16)
    };
    let zero = rest.iter().any(|(n, _)| **n < Nat::from(100u8));
    if !is_plain
        || leading.end - leading.start > 3
        || first.is_zero()
        || !zero
        || !rest.iter().zip(before).all(is_group)
    {
        return None;
    }
    let number: String = rest.iter().fold(first.to_string(), |number, (n, _)| format!("{number}_{n:0>3}"));
    Some(format!("these are {} numbers; one number is written `{number}`", places.len()))
}

/// `take[1.. except 1,2]`: the comma ends what is left out, and 2 is taken.
fn of_exceptions(name: &str, arguments: &[Argument]) -> Option<String> {
    let is_number = |item: &Item| matches!(item, Item::One(Expr::Number(..)));
    let (at, set, last) = arguments.iter().enumerate().find_map(|(at, argument)| match argument {
        Argument::Set(set) => match set.except.as_slice() {
            [SetAtom::Item(last)] if is_number(last) => Some((at, set, last)),
            _ => None,
        },
        _ => None,
    })?;
    let taken = arguments[at + 1..].iter().map_while(|argument| match argument {
        Argument::Set(Set { base: SetAtom::Item(item), except, .. }) if except.is_empty() && is_number(item) => {
            Some(item)
        }
        _ => None,
    });
    let taken: Vec<&Item> = taken.collect();
    let is_held = |item: &&Item| match (&set.base, item) {
        (SetAtom::Item(Item::Range { from: Expr::Number(from, _), to, .. }), Item::One(Expr::Number(number, _))) => {
            number >= from && !matches!(to, Some(Expr::Number(to, _)) if number > to)
        }
        (SetAtom::Item(Item::Named(..)), _) => true,
        _ => false,
    };
    if taken.is_empty() || !taken.iter().all(is_held) {
        return None;
    }
    let all: Vec<String> = std::iter::once(last).chain(taken.iter().copied()).map(ToString::to_string).collect();
    let (taken, all) = (all[1..].join(","), all.join(","));
    Some(format!(
        "only {last} is left out, and {taken} may be taken; to leave out all write `{name}[{} except {{{all}}}]`",
        set.base
    ))
}

fn of_taking(name: &str, arguments: &[Argument]) -> Vec<String> {
    let mut notes: Vec<String> = of_exceptions(name, arguments).into_iter().collect();
    let plain = |argument: &Argument| match argument {
        Argument::Set(set) if set.except.is_empty() => match &set.base {
            SetAtom::Item(Item::One(expr)) => Some(expr.clone()),
            _ => None,
        },
        _ => None,
    };
    for expr in arguments.iter().filter_map(plain) {
        match &expr {
            Expr::Binary(Operator::Subtract, a, b) => {
                if let (Expr::Number(a, _), Expr::Number(b, _)) = (&**a, &**b)
                    && a > b
                {
                    notes.push(format!("`{expr}` is the number {}; a range is written `{name}[{b}..{a}]`", a - b));
                }
            }
            Expr::Number(most, _) if name != "take" && arguments.len() == 1 && !most.is_zero() && !most.is_one() => {
                notes.push(format!("`{name}[{most}]` takes exactly {most}; from 1 to {most} is `{name}[1..{most}]`"));
            }
            _ => {}
        }
    }
    notes
}

/// Notes on a claim: `a^b^c` is no xor.
pub fn of_claim(claim: &Claim) -> Vec<String> {
    nim_sums(claim).into_iter().map(is_power).collect()
}

/// The powers of variables by variables in a claim, and the nim-sums that they may be meant as: `a^b^c`, `xor(a,b,c)`.
#[must_use]
pub fn nim_sums(claim: &Claim) -> Vec<(String, String)> {
    let mut powers = Vec::new();
    match claim {
        Claim::Previous(cond) => of_cond(cond, &mut powers),
        Claim::Value(value) => of_value(value, &mut powers),
        Claim::Every(every) => {
            for side in every.given.iter().chain([&every.then]) {
                if let Side::Holds(cond) | Side::Both(_, cond) = side {
                    of_cond(cond, &mut powers);
                }
            }
        }
        Claim::Period { .. } => {}
    }
    powers
}

fn of_value(value: &Value, into: &mut Vec<(String, String)>) {
    of_expr(&value.expr, into);
    if let Some((cond, rest)) = &value.otherwise {
        of_cond(cond, into);
        of_value(rest, into);
    }
}

fn of_cond(cond: &Cond, into: &mut Vec<(String, String)>) {
    cond.each_expr(&mut |expr| of_expr(expr, into));
}

fn of_expr(expr: &Expr, into: &mut Vec<(String, String)>) {
    match expr {
        Expr::Binary(Operator::Power, base, exponent) if looks_like_xor(base, exponent) => {
            let mut factors = vec![base.to_string()];
            let mut rest = &**exponent;
            while let Expr::Binary(Operator::Power, base, exponent) = rest {
                factors.push(base.to_string());
                rest = exponent;
            }
            factors.push(rest.to_string());
            into.push((expr.to_string(), format!("xor({})", factors.join(","))));
        }
        _ => expr.children().into_iter().for_each(|x| of_expr(x, into)),
    }
}

/// A variable to the power of a variable, or of 0 or 1, is hardly a power.
fn looks_like_xor(base: &Expr, exponent: &Expr) -> bool {
    let variable = |expr: &Expr| matches!(expr, Expr::Name(_));
    match exponent {
        Expr::Number(n, _) => variable(base) && (n.is_zero() || n.is_one()),
        Expr::Name(_) => variable(base),
        Expr::Binary(Operator::Power, inner, rest) => variable(base) && looks_like_xor(inner, rest),
        _ => false,
    }
}
