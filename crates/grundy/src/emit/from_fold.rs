//! Laws of lists as functions: a loop over the numbers.

use dashu_int::ops::BitTest;
use grundy_core::{Diagnostic, Int, Nat};

use super::builtin::Builtin;
use super::program::{Ex, Kind, List, Op, St, binary, compare, int, var};
use super::range::Range;
use super::statements::{assign, entry, less, no, plus, set, start, xor, yes};
use super::translate::{Translator, Variable};
use super::{crosses, edges, ends};
use crate::game::{Every, Fold, Join};
use crate::notation::ast::Relation;

/// The function, and how large its results in between become: `grundy` where the law gives the value, else `first_wins`.
///
/// # Errors
/// What no program says.
pub(super) fn function(fold: &Fold, max: &Nat) -> Result<(List, Range), Diagnostic> {
    let before = Range::new(fold.wall.min(0), Int::from(max.clone()));
    let variables = vec![Variable::new("number", Range::to(max)), Variable::new("before", before)];
    let mut translator = Translator::new(variables);
    let (term, _) = translator.expr(&fold.term)?;
    let pair = match &fold.join {
        Join::XorWithPairs(pair) => Some(translator.expr(pair)?.0),
        _ => None,
    };
    let entry = |index: Ex| entry("row", index);
    let number = || set("number", entry(var("at")));
    let each = |step: i64, body: Vec<St>| St::For {
        var: "at".to_owned(),
        from: int(0),
        to: less(var("count"), int(1)),
        step: int(step),
        body,
    };
    let over = |joined: St| match fold.every {
        Every::One => vec![each(1, vec![number(), joined])],
        Every::Second => vec![each(2, vec![number(), joined])],
        Every::SecondFromLast => {
            let left = assign("before", entry(less(var("at"), int(1))));
            let body = vec![
                number(),
                start("before", int(fold.wall)),
                St::If(compare(var("at"), Relation::Greater, int(0)), vec![left]),
                joined,
                assign("at", less(var("at"), int(2))),
            ];
            let last = start("at", less(var("count"), int(1)));
            vec![last, St::While(compare(var("at"), Relation::GreaterEqual, int(0)), body)]
        }
    };
    let (name, returns, body) = match &fold.join {
        Join::Products(rows, columns) => {
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
            let head = vec![
                set("r", entry(var("at"))),
                set("c", entry(plus(var("at"), int(1)))),
                assign("sum", xor(var("sum"), product)),
            ];
            ("grundy", Kind::Int, vec![start("sum", int(0)), each(2, head), St::Return(var("sum"))])
        }
        Join::Edges => ("grundy", Kind::Int, edges::body()),
        Join::Crosses => ("first_wins", Kind::Bool, crosses::body()),
        Join::Ends => {
            // one more than a pile at most
            translator.touch(Range::to(&(max + Nat::ONE)));
            ("first_wins", Kind::Bool, ends::body())
        }
        Join::Xor | Join::XorWithPairs(_) => {
            let joined = |term| assign("sum", xor(var("sum"), term));
            let mut body = vec![start("sum", int(0))];
            body.extend(match pair {
                None => over(joined(term)),
                Some(pair) => {
                    let pairs = St::For {
                        var: "other".to_owned(),
                        from: int(0),
                        to: less(var("at"), int(1)),
                        step: int(1),
                        body: vec![set("before", entry(var("other"))), joined(pair)],
                    };
                    vec![each(1, vec![number(), joined(term), pairs])]
                }
            });
            body.push(St::Return(var("sum")));
            ("grundy", Kind::Int, body)
        }
        Join::AllZero => {
            let mut body = over(St::If(compare(term, Relation::NotEqual, int(0)), vec![yes()]));
            body.push(no());
            ("first_wins", Kind::Bool, body)
        }
        Join::Columns(modulus) => {
            let digit = binary(Op::Remainder, binary(Op::Quotient, term, var("power")), int(2));
            let mut column = vec![start("ones", int(0))];
            column.extend(over(assign("ones", binary(Op::Add, var("ones"), digit))));
            let rest = binary(Op::Remainder, var("ones"), Ex::Int(Int::from(*modulus)));
            column.push(St::If(compare(rest, Relation::NotEqual, int(0)), vec![yes()]));
            column.push(assign("power", binary(Op::Multiply, var("power"), int(2))));
            let bound = Ex::Int(Int::from(max.clone()));
            let body = vec![
                start("power", int(1)),
                St::While(compare(var("power"), Relation::LessEqual, bound), column),
                no(),
            ];
            translator.touch(Range::to(&(max * 2u8)));
            translator.touch(Range::one(&Int::from(*modulus)));
            ("first_wins", Kind::Bool, body)
        }
    };
    let list = List { name: name.to_owned(), returns, doc: Vec::new(), is_sorted: fold.is_sorted, body };
    Ok((list, translator.widest))
}
