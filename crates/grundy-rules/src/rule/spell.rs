//! Expressions of a rule as text, for messages and for the words of a recognised family.

use grundy_notation::ast::Operator;

use super::ir::{Expr, Function};

/// An expression in the notation, with as few parentheses as it needs.
#[must_use]
pub fn expr(e: &Expr, names: &[String]) -> String {
    spell(e, names, 0)
}

/// `level` is how tightly the surroundings bind: 0 a sum, 1 the right of a minus or a product, 2 the right of a product, 3 a
/// power.
fn spell(e: &Expr, names: &[String], level: u8) -> String {
    match e {
        Expr::Constant(c) if *c < grundy_core::number::Int::ZERO && level > 0 => format!("({c})"),
        Expr::Constant(c) => c.to_string(),
        Expr::Variable(v) => names.get(*v).cloned().unwrap_or_else(|| format!("v{v}")),
        // whether the sign or the power comes first is not obvious
        Expr::Negative(e) if level > 0 => format!("(-{})", spell(e, names, 3)),
        Expr::Negative(e) => format!("-{}", spell(e, names, 3)),
        Expr::Call(function, arguments) => {
            let mut arguments: Vec<String> = arguments.iter().map(|a| spell(a, names, 0)).collect();
            if let Function::SmallestPart(c @ 3..) = function {
                arguments.push(c.to_string());
            }
            format!("{}({})", name(*function), arguments.join(", "))
        }
        Expr::Binary(operator, a, b) => {
            let own = match operator {
                Operator::Add | Operator::Subtract => 0,
                Operator::Multiply | Operator::Divide | Operator::Remainder => 1,
                Operator::Power => 2,
            };
            // sums and products group to the left, and nothing says how powers do
            let (left, right) = if own == 2 { (3, 3) } else { (own, own + 1) };
            let text = format!("{}{operator}{}", spell(a, names, left), spell(b, names, right));
            if level > own { format!("({text})") } else { text }
        }
    }
}

fn name(function: Function) -> &'static str {
    match function {
        Function::FloorSurd(_) => "floor",
        Function::SmallestPart(..=2) => "lowfib",
        Function::SmallestPart(3..) => "lowschwenk",
        named => Function::NAMES.iter().find(|(_, of)| *of == named).map_or("", |(name, _)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_stand_where_they_are_needed() {
        let n = || Box::new(Expr::Variable(0));
        let c = |c: i32| Box::new(Expr::Constant(c.into()));
        let half = Expr::Binary(Operator::Divide, Box::new(Expr::Binary(Operator::Add, n(), c(1))), c(2));
        assert_eq!(expr(&half, &["n".to_owned()]), "(n+1)//2");
        let rest = Expr::Binary(Operator::Subtract, n(), Box::new(Expr::Binary(Operator::Subtract, n(), c(1))));
        assert_eq!(expr(&rest, &["n".to_owned()]), "n-(n-1)");
    }
}
