//! A proved automaton as a table that a program walks, digit by digit.
//!
//! The largest place of the numeration is found first; then each step takes one digit of every number, looks up the next
//! state, and goes to the place below. In base k the places are divided by k. In an Ostrowski system two neighbouring
//! places are kept, and the next one below is `high − a·low`; digits are taken greedily, which gives the one valid word.
//! No number on the way is larger than the largest coordinate.

use grundy_automata::Numeration;
use grundy_automata::outputs::Outputs;
use grundy_notation::ast::Relation;

use super::builtin::Builtin;
use super::program::{Ex, Kind, Op, Routine, St, Test, binary, compare, int, var};
use crate::number::Int;

fn declare(name: &str, value: Ex, changes: bool) -> St {
    St::Declare { name: name.to_owned(), value, changes }
}

fn assign(name: &str, value: Ex) -> St {
    St::Assign(name.to_owned(), value)
}

/// The function that walks the table: who wins, from the set of P-positions (outputs 0 and 1), or the value.
pub(super) fn walk(outputs: &Outputs, numeration: Numeration, name: &str, params: &[String], returns: Kind) -> Routine {
    let digits = numeration.digits() as i64;
    let upper = name.to_uppercase();
    let (next, last) = (format!("{upper}_NEXT"), format!("{upper}_LAST"));
    let rests: Vec<String> = (1..=params.len()).map(|i| format!("rest_{i}")).collect();
    let mut body: Vec<St> = rests.iter().zip(params).map(|(rest, param)| declare(rest, var(param), true)).collect();
    let most = params.iter().map(|p| var(p)).reduce(|a, b| Ex::Call(Builtin::Max, vec![a, b])).unwrap_or(int(0));
    body.push(declare("most", most, false));
    body.push(declare("high", int(1), true));
    let times = |n: i64, name: &str| if n == 1 { var(name) } else { binary(Op::Multiply, int(n), var(name)) };
    // one column: the next state, and what is left of the numbers
    let column = rests.iter().map(|rest| binary(Op::Quotient, var(rest), var("high")));
    let symbol = column.reduce(|sum, digit| binary(Op::Add, binary(Op::Multiply, sum, int(digits)), digit));
    let row = binary(Op::Multiply, var("state"), Ex::Int(Int::from(outputs.symbols)));
    let entry = Ex::Entry(next.clone(), Box::new(binary(Op::Add, row, symbol.unwrap_or(int(0)))));
    let mut step = vec![assign("state", entry)];
    step.extend(rests.iter().map(|rest| assign(rest, binary(Op::Remainder, var(rest), var("high")))));
    let state = declare("state", int(0), true);
    // the digit a of an Ostrowski system is followed by 0
    match numeration.restricted() {
        None => {
            let room = compare(var("high"), Relation::LessEqual, binary(Op::Quotient, var("most"), int(digits)));
            body.push(St::While(room, vec![assign("high", times(digits, "high"))]));
            body.push(state);
            step.push(assign("high", binary(Op::Quotient, var("high"), int(digits))));
            body.push(St::While(compare(var("high"), Relation::Greater, int(0)), step));
        }
        Some(a) => {
            let a = i64::from(a);
            body.push(declare("low", int(1), true));
            body.push(declare("places", int(1), true));
            let left = binary(Op::Subtract, var("most"), var("low"));
            let most = if a == 1 { left } else { binary(Op::Quotient, left, int(a)) };
            let room = Test::All(vec![
                compare(var("low"), Relation::LessEqual, var("most")),
                compare(var("high"), Relation::LessEqual, most),
            ]);
            body.push(St::While(
                room,
                vec![
                    declare("above", binary(Op::Add, times(a, "high"), var("low")), false),
                    assign("low", var("high")),
                    assign("high", var("above")),
                    assign("places", binary(Op::Add, var("places"), int(1))),
                ],
            ));
            body.push(state);
            step.extend([
                declare("below", binary(Op::Subtract, var("high"), times(a, "low")), false),
                assign("high", var("low")),
                assign("low", var("below")),
                assign("places", binary(Op::Subtract, var("places"), int(1))),
            ]);
            body.push(St::While(compare(var("places"), Relation::Greater, int(0)), step));
        }
    }
    let found = Ex::Entry(last.clone(), Box::new(var("state")));
    body.push(match returns {
        Kind::Int => St::Return(found),
        Kind::Bool => St::ReturnTest(compare(found, Relation::Equal, int(0))),
    });
    Routine {
        arrays: vec![(next, outputs.table.iter().map(|&s| u64::from(s)).collect()), (last, outputs.output.clone())],
        ..Routine::new(name, params, returns, body)
    }
}
