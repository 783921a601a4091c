//! What stands in the brackets of a game.

use grundy_notation::Span;
use grundy_notation::ast::{self, Argument};

use super::Result;
use crate::error::Diagnostic;
use crate::game::catalogue::Bracket;
use crate::number::{Int, Nat};
use crate::rule::set::int_set;
use crate::rule::{alone, ir, lower};

pub(super) fn too_many(name: &ast::Name, most: usize) -> Diagnostic {
    Diagnostic::input(match most {
        0 => format!("`{}` has no parameters", name.text),
        n => format!("`{}` has {n} parameter{} at most", name.text, if n == 1 { "" } else { "s" }),
    })
}

pub(super) fn number_argument(n: u64) -> Argument {
    let span = Span::default();
    let expr = ast::Expr::Number(Nat::from(n), span);
    Argument::Set(ast::Set { base: ast::SetAtom::Item(ast::Item::One(expr)), except: Vec::new(), span })
}

pub(super) fn single_number(argument: &Argument) -> Option<u64> {
    match bracket(argument) {
        Ok(Bracket::Numbers(n)) if n.len() == 1 => Some(n[0]),
        _ => None,
    }
}

/// A range that is empty because its ends are the wrong way round is a slip, or a member that is no game; `1..0` is how one
/// writes that nothing may be taken.
pub(super) fn not_reversed(set: &ir::Set) -> Result<()> {
    let ([ir::Item::Range { from, to: Some(to), .. }], []) = (&set.items[..], &set.except[..]) else { return Ok(()) };
    let value = |e: &ir::Expr| alone::expr(e, &alone::Env::new(&[], Vec::new(), "a range"));
    let (Ok(from), Ok(to)) = (value(from), value(to)) else { return Ok(()) };
    if from <= to || from == Int::ONE && to.is_zero() {
        return Ok(());
    }
    let fault = Diagnostic::rule(format!("`take[{from}..{to}]` allows no number to be taken: {from} is above {to}"));
    Err(if to >= Int::ONE { fault.suggest(format!("take[{to}..{from}]")) } else { fault })
}

/// Numbers in the brackets of a row game are few and small; 0 is allowed.
pub(super) fn bracket(argument: &Argument) -> Result<Bracket> {
    let wrong = || {
        Diagnostic::input("a small finite set of numbers belongs in these brackets").suggest("such as [2] or [1,2,5]")
    };
    let Argument::Set(set) = argument else { return Err(wrong()) };
    let (written, span) = (&set.base, set.span);
    let set = lower::constant_set(set)?;
    if set.except.is_empty()
        && let [ir::Item::One(e)] = set.items.as_slice()
    {
        let value = alone::expr(e, &alone::Env::new(&[], Vec::new(), "a parameter")).map_err(|_| wrong())?;
        if value < Int::ZERO {
            let fault = Diagnostic::input(format!("the number in these brackets is {value}, below 0")).at(span);
            let is_difference = matches!(written, ast::SetAtom::Item(ast::Item::One(ast::Expr::Binary(..))));
            let help = "a range is 1..3, and a code of coins stands in quotation marks: turning[\"1-3\"]";
            return Err(if is_difference { fault.suggest(help) } else { fault });
        }
        let number = u64::try_from(value).map_err(|_| {
            let fault = Diagnostic::input("the number in these brackets is too large").at(span);
            fault.suggest(format!("a number of at most {}", u64::MAX))
        })?;
        return Ok(Bracket::Numbers(vec![number]));
    }
    int_set(&set)?.small_list(1000).map(Bracket::Numbers).ok_or_else(wrong)
}
