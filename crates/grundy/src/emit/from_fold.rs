//! Laws of lists as functions: a loop over the numbers.

use grundy_core::{Diagnostic, Int, Nat};

use super::ends;
use super::program::{Ex, Kind, List, Op, St, Test, binary, compare, int, var};
use super::range::Range;
use super::translate::{Translator, Variable};
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
    let declare = |name: &str, value: Ex, changes| St::Declare { name: name.to_owned(), value, changes };
    let assign = |name: &str, value: Ex| St::Assign(name.to_owned(), value);
    let entry = |index: Ex| Ex::Entry("row".to_owned(), Box::new(index));
    let number = || declare("number", entry(var("at")), false);
    let each = |step: i64, body: Vec<St>| St::For {
        var: "at".to_owned(),
        from: int(0),
        to: binary(Op::Subtract, var("count"), int(1)),
        step: int(step),
        body,
    };
    let over = |joined: St| match fold.every {
        Every::One => vec![each(1, vec![number(), joined])],
        Every::Second => vec![each(2, vec![number(), joined])],
        Every::SecondFromLast => {
            let left = assign("before", entry(binary(Op::Subtract, var("at"), int(1))));
            let body = vec![
                number(),
                declare("before", int(fold.wall), true),
                St::If(compare(var("at"), Relation::Greater, int(0)), vec![left]),
                joined,
                assign("at", binary(Op::Subtract, var("at"), int(2))),
            ];
            let last = declare("at", binary(Op::Subtract, var("count"), int(1)), true);
            vec![last, St::While(compare(var("at"), Relation::GreaterEqual, int(0)), body)]
        }
    };
    let (name, returns, body) = match fold.join {
        Join::Ends => {
            // one more than a pile at most
            translator.touch(Range::to(&(max + Nat::ONE)));
            ("first_wins", Kind::Bool, ends::body())
        }
        Join::Xor | Join::XorWithPairs(_) => {
            let joined = |term| assign("sum", binary(Op::Xor, var("sum"), term));
            let mut body = vec![declare("sum", int(0), true)];
            body.extend(match pair {
                None => over(joined(term)),
                Some(pair) => {
                    let pairs = St::For {
                        var: "other".to_owned(),
                        from: int(0),
                        to: binary(Op::Subtract, var("at"), int(1)),
                        step: int(1),
                        body: vec![declare("before", entry(var("other")), false), joined(pair)],
                    };
                    vec![each(1, vec![number(), joined(term), pairs])]
                }
            });
            body.push(St::Return(var("sum")));
            ("grundy", Kind::Int, body)
        }
        Join::AllZero => {
            let mut body =
                over(St::If(compare(term, Relation::NotEqual, int(0)), vec![St::ReturnTest(Test::All(Vec::new()))]));
            body.push(St::ReturnTest(Test::Any(Vec::new())));
            ("first_wins", Kind::Bool, body)
        }
        Join::Columns(modulus) => {
            let digit = binary(Op::Remainder, binary(Op::Quotient, term, var("power")), int(2));
            let mut column = vec![declare("ones", int(0), true)];
            column.extend(over(assign("ones", binary(Op::Add, var("ones"), digit))));
            let rest = binary(Op::Remainder, var("ones"), Ex::Int(Int::from(modulus)));
            column.push(St::If(compare(rest, Relation::NotEqual, int(0)), vec![St::ReturnTest(Test::All(Vec::new()))]));
            column.push(assign("power", binary(Op::Multiply, var("power"), int(2))));
            let bound = Ex::Int(Int::from(max.clone()));
            let body = vec![
                declare("power", int(1), true),
                St::While(compare(var("power"), Relation::LessEqual, bound), column),
                St::ReturnTest(Test::Any(Vec::new())),
            ];
            translator.touch(Range::to(&(max * 2u8)));
            translator.touch(Range::one(&Int::from(modulus)));
            ("first_wins", Kind::Bool, body)
        }
    };
    let list = List { name: name.to_owned(), returns, doc: Vec::new(), is_sorted: fold.is_sorted, body };
    Ok((list, translator.widest))
}
