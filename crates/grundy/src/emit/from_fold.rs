//! Laws of lists as functions: a loop over the numbers.

use dashu_int::ops::BitTest;
use grundy_core::{Diagnostic, Int, Nat};
use grundy_notation::ast::Relation;

use super::builtin::Builtin;
use super::program::{Ex, Kind, List, Op, St, binary, compare, int, var};
use super::range::Range;
use super::statements::{assign, entry, less, no, plus, set, start, xor, yes};
use super::translate::{Translator, Variable};
use super::{crosses, edges, ends};
use crate::game::{Every, Fold, Join};
use crate::rule::ir::Expr;

/// The function, and how large its results in between become: `grundy` where the law gives the value, else `first_wins`.
///
/// # Errors
/// What no program says.
pub(super) fn function(fold: &Fold, max: &Nat) -> Result<(List, Range), Diagnostic> {
    let before = Range::new(fold.wall.min(0), Int::from(max.clone()));
    let variables = vec![Variable::new("number", Range::to(max)), Variable::new("before", before)];
    let mut translator = Translator::new(variables);
    let (term, _) = translator.expr(&fold.term)?;
    let walk = Walk { every: fold.every, wall: fold.wall };
    let (name, returns) = match &fold.join {
        Join::Products(..) | Join::Edges | Join::Xor | Join::XorWithPairs(_) => ("grundy", Kind::Int),
        Join::Branches | Join::Crosses | Join::Ends | Join::AllZero | Join::Columns(_) => ("first_wins", Kind::Bool),
    };
    let body = match &fold.join {
        Join::Products(rows, columns) => products(rows, columns, max, &mut translator)?,
        Join::Edges => edges::value(),
        Join::Branches => edges::misere_winner(),
        Join::Crosses => crosses::body(),
        Join::Ends => {
            // one more than a pile at most
            translator.touch(Range::to(&(max + Nat::ONE)));
            ends::body()
        }
        Join::Xor => summed(walk.over(to_sum(term))),
        Join::XorWithPairs(pair) => summed(with_pairs(term, translator.expr(pair)?.0)),
        Join::AllZero => {
            let mut body = walk.over(St::If(compare(term, Relation::NotEqual, int(0)), vec![yes()]));
            body.push(no());
            body
        }
        Join::Columns(modulus) => {
            translator.touch(Range::to(&(max * 2u8)));
            translator.touch(Range::one(&Int::from(*modulus)));
            columns(term, *modulus, max, walk)
        }
    };
    let list = List { name: name.to_owned(), returns, doc: Vec::new(), is_sorted: fold.is_sorted, body };
    Ok((list, translator.widest))
}

/// Which numbers of the row are looked at.
#[derive(Clone, Copy)]
struct Walk {
    every: Every,
    /// What stands before the first one.
    wall: i64,
}

impl Walk {
    /// A loop that does this with each `number`, and with the one `before`.
    fn over(self, joined: St) -> Vec<St> {
        match self.every {
            Every::One => vec![each(1, vec![number(), joined])],
            Every::Second => vec![each(2, vec![number(), joined])],
            Every::SecondFromLast => {
                let left = assign("before", of_row(less(var("at"), int(1))));
                let body = vec![
                    number(),
                    start("before", int(self.wall)),
                    St::If(compare(var("at"), Relation::Greater, int(0)), vec![left]),
                    joined,
                    assign("at", less(var("at"), int(2))),
                ];
                let last = start("at", less(var("count"), int(1)));
                vec![last, St::While(compare(var("at"), Relation::GreaterEqual, int(0)), body)]
            }
        }
    }
}

fn of_row(index: Ex) -> Ex {
    entry("row", index)
}

fn number() -> St {
    set("number", of_row(var("at")))
}

/// A loop over the places of the row.
fn each(step: i64, body: Vec<St>) -> St {
    St::For { var: "at".to_owned(), from: int(0), to: less(var("count"), int(1)), step: int(step), body }
}

fn to_sum(term: Ex) -> St {
    assign("sum", xor(var("sum"), term))
}

/// The sum that these statements add up.
fn summed(adding: Vec<St>) -> Vec<St> {
    let mut body = vec![start("sum", int(0))];
    body.extend(adding);
    body.push(St::Return(var("sum")));
    body
}

/// A term of each number and one of each pair.
fn with_pairs(term: Ex, pair: Ex) -> Vec<St> {
    let pairs = St::For {
        var: "other".to_owned(),
        from: int(0),
        to: less(var("at"), int(1)),
        step: int(1),
        body: vec![set("before", of_row(var("other"))), to_sum(pair)],
    };
    vec![each(1, vec![number(), to_sum(term), pairs])]
}

/// Nim products of the terms of a row and a column.
fn products(rows: &Expr, columns: &Expr, max: &Nat, translator: &mut Translator) -> Result<Vec<St>, Diagnostic> {
    let of = |name: &str| Translator::new(vec![Variable::new(name, Range::to(max))]);
    let (mut row, mut column) = (of("r"), of("c"));
    let factors = [row.expr(rows)?, column.expr(columns)?];
    // the field that holds both
    let bits = factors.iter().map(|(_, range)| range.magnitude().bit_len()).max().unwrap_or(1);
    let field = bits.max(1).next_power_of_two();
    for range in [row.widest, column.widest, Range::to(&((Nat::ONE << field) - Nat::ONE))] {
        translator.touch(range);
    }
    let product = Ex::Call(Builtin::NimProduct, factors.map(|(factor, _)| factor).to_vec());
    let head = vec![set("r", of_row(var("at"))), set("c", of_row(plus(var("at"), int(1)))), to_sum(product)];
    Ok(summed(vec![each(2, head)]))
}

/// Every binary column has a multiple of `modulus` ones exactly where the player to move loses.
fn columns(term: Ex, modulus: u64, max: &Nat, walk: Walk) -> Vec<St> {
    let digit = binary(Op::Remainder, binary(Op::Quotient, term, var("power")), int(2));
    let mut column = vec![start("ones", int(0))];
    column.extend(walk.over(assign("ones", binary(Op::Add, var("ones"), digit))));
    let rest = binary(Op::Remainder, var("ones"), Ex::Int(Int::from(modulus)));
    column.push(St::If(compare(rest, Relation::NotEqual, int(0)), vec![yes()]));
    column.push(assign("power", binary(Op::Multiply, var("power"), int(2))));
    let bound = Ex::Int(Int::from(max.clone()));
    vec![start("power", int(1)), St::While(compare(var("power"), Relation::LessEqual, bound), column), no()]
}
