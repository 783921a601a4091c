//! The spelling of sets, conditions and expressions.

use std::fmt::{Display, Formatter, Result};

use super::super::ast::{Cond, Expr, Item, Operator, Set, SetAtom};
use super::{enclosed, joined};

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.base.fmt(f)?;
        for atom in &self.except {
            write!(f, " except {atom}")?;
        }
        Ok(())
    }
}

impl Display for SetAtom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            SetAtom::Braces(items) => enclosed(f, "{", items, "}"),
            SetAtom::Item(item) => item.fmt(f),
            SetAtom::Group(set) => write!(f, "({set})"),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Item::One(expr) => expr.fmt(f),
            Item::Range { from, to, step } => {
                write!(f, "{from}..")?;
                if let Some(to) = to {
                    to.fmt(f)?;
                }
                if let Some(step) = step {
                    write!(f, " step {step}")?;
                }
                Ok(())
            }
            Item::Named(name, arguments) if arguments.is_empty() => name.fmt(f),
            Item::Named(name, arguments) => {
                name.fmt(f)?;
                enclosed(f, "(", arguments, ")")
            }
        }
    }
}

impl Cond {
    /// Inside another condition, in parentheses if it is one of those that need them there.
    fn inside(&self, f: &mut Formatter<'_>, bare: impl Fn(&Cond) -> bool) -> Result {
        if bare(self) { self.fmt(f) } else { write!(f, "({self})") }
    }

    fn is_relation(&self) -> bool {
        matches!(self, Cond::Compare(..) | Cond::In { .. })
    }

    fn chain(f: &mut Formatter<'_>, all: &[Cond], word: &str, bare: impl Fn(&Cond) -> bool) -> Result {
        for (i, cond) in all.iter().enumerate() {
            if i > 0 {
                f.write_str(word)?;
            }
            cond.inside(f, &bare)?;
        }
        Ok(())
    }
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::Or(all) => {
                Cond::chain(f, all, " or ", |c| c.is_relation() || matches!(c, Cond::And(_) | Cond::Not(_)))
            }
            Cond::And(all) => Cond::chain(f, all, " and ", |c| c.is_relation() || matches!(c, Cond::Not(_))),
            Cond::Not(inner) => {
                f.write_str("not ")?;
                inner.inside(f, Cond::is_relation)
            }
            Cond::Compare(first, chain) => {
                first.fmt(f)?;
                for (relation, expr) in chain {
                    write!(f, " {relation} {expr}")?;
                }
                Ok(())
            }
            Cond::In { expr, negated, set } => write!(f, "{expr} {}in {set}", if *negated { "not " } else { "" }),
            Cond::Exists(names, inner) => {
                f.write_str("exists ")?;
                joined(f, names, ", ")?;
                write!(f, ": {inner}")
            }
            Cond::ForAll(names, inner) => {
                f.write_str("forall ")?;
                joined(f, names, ", ")?;
                write!(f, ": {inner}")
            }
        }
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "//",
            Operator::Remainder => "%",
            Operator::Power => "^",
        })
    }
}

/// How strongly the outermost operator binds: 0 sums, 1 products, 2 signs, 3 powers, 4 the rest.
fn binding(expr: &Expr) -> u8 {
    match expr {
        Expr::Binary(Operator::Add | Operator::Subtract, ..) => 0,
        Expr::Binary(Operator::Multiply | Operator::Divide | Operator::Remainder, ..) => 1,
        Expr::Negative(..) => 2,
        Expr::Binary(Operator::Power, ..) => 3,
        Expr::Number(..) | Expr::Name(_) | Expr::Call(..) => 4,
    }
}

/// In parentheses unless it binds at least so strongly.
fn operand(f: &mut Formatter<'_>, expr: &Expr, least: u8) -> Result {
    if binding(expr) >= least { expr.fmt(f) } else { write!(f, "({expr})") }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Expr::Number(number, _) => number.fmt(f),
            Expr::Name(name) => name.fmt(f),
            Expr::Negative(inner, _) => {
                f.write_str("-")?;
                // A power behind a sign is not read without parentheses.
                if matches!(**inner, Expr::Negative(..)) { inner.fmt(f) } else { operand(f, inner, 4) }
            }
            Expr::Binary(operator, left, right) => {
                // Sums and products lean to the left, powers to the right; a sign is fine behind `^`, not before.
                let (before, behind) = match operator {
                    Operator::Add | Operator::Subtract => (0, 1),
                    Operator::Multiply | Operator::Divide | Operator::Remainder => (1, 2),
                    Operator::Power => (4, 2),
                };
                operand(f, left, before)?;
                operator.fmt(f)?;
                operand(f, right, behind)
            }
            Expr::Call(name, arguments) => {
                name.fmt(f)?;
                enclosed(f, "(", arguments, ")")
            }
        }
    }
}
