//! Conditions of moves, and their spelling for people.

use std::fmt;

/// constant + Σ coefficients[v]·(variable v)
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) constant: i64,
    pub(super) coefficients: Vec<i64>,
}

impl Form {
    /// One variable alone.
    pub(super) fn variable(v: usize) -> Form {
        let mut coefficients = vec![0; v + 1];
        coefficients[v] = 1;
        Form { constant: 0, coefficients }
    }

    /// The variable, if the form is one alone.
    pub(super) fn plain(&self) -> Option<usize> {
        let last = self.coefficients.len().checked_sub(1)?;
        (*self == Form::variable(last)).then_some(last)
    }

    /// `self + factor·other`, small enough not to overflow.
    pub(super) fn plus(&self, factor: i64, other: &Form) -> Form {
        let length = self.coefficients.len().max(other.coefficients.len());
        let at = |form: &Form, v: usize| form.coefficients.get(v).copied().unwrap_or(0);
        Form {
            constant: self.constant + factor * other.constant,
            coefficients: (0..length).map(|v| at(self, v) + factor * at(other, v)).collect(),
        }
    }

    /// With other variables: `names[v]` for v. Several may become one.
    pub(super) fn renamed(&self, names: &[usize]) -> Form {
        let mut form = Form { constant: self.constant, coefficients: Vec::new() };
        for (&c, &v) in self.coefficients.iter().zip(names) {
            form = form.plus(c, &Form::variable(v));
        }
        form
    }
}

/// Relations bit by bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bits {
    /// The xor of all is 0.
    Xor,
    /// The third is the "and" of the others.
    And,
    /// The third is the "or" of the others.
    Or,
}

/// A condition without quantifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// The form has this sign.
    Compare(Form, i8),
    Congruent {
        modulus: u64,
        residues: Vec<u64>,
        form: Form,
    },
    Member(usize, Vec<Form>),
    Bits(Bits, Vec<Form>),
    /// The second is ⌊β·first⌋.
    Floor(Vec<Form>),
    /// The second is the place of the lowest digit of the first that is not 0.
    Lowest(Vec<Form>),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    /// Is there a floor in it?
    pub(super) fn has_floor(&self) -> bool {
        match self {
            Condition::Floor(_) => true,
            Condition::Not(inner) => inner.has_floor(),
            Condition::All(all) | Condition::Any(all) => all.iter().any(Condition::has_floor),
            _ => false,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (v, &c) in self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0) {
            let sign = if c < 0 {
                "-"
            } else if first {
                ""
            } else {
                "+"
            };
            f.write_str(if first {
                sign
            } else if c < 0 {
                " - "
            } else {
                " + "
            })?;
            match c.abs() {
                1 => write!(f, "x{v}")?,
                c => write!(f, "{c}*x{v}")?,
            }
            first = false;
        }
        match self.constant {
            c if first => write!(f, "{c}"),
            0 => Ok(()),
            c if c < 0 => write!(f, " - {}", -c),
            c => write!(f, " + {c}"),
        }
    }
}

fn list<T: fmt::Display>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Compare(form, 0) => write!(f, "{form} = 0"),
            Condition::Compare(form, s) if *s < 0 => write!(f, "{form} < 0"),
            Condition::Compare(form, _) => write!(f, "{form} > 0"),
            Condition::Congruent { modulus, residues, form } => {
                write!(f, "({form}) mod {modulus} in {{{}}}", list(residues, ","))
            }
            Condition::Member(set, forms) => write!(f, "({}) in set {set}", list(forms, ", ")),
            Condition::Bits(Bits::Xor, forms) => write!(f, "xor({}) = 0", list(forms, ", ")),
            Condition::Bits(how, forms) => {
                let word = if *how == Bits::And { "band" } else { "bor" };
                let (result, arguments) = forms.split_last().ok_or(fmt::Error)?;
                write!(f, "{result} = {word}({})", list(arguments, ", "))
            }
            Condition::Floor(forms) => {
                let (value, argument) = forms.split_last().ok_or(fmt::Error)?;
                write!(f, "{value} = floor(beta*({}))", list(argument, ", "))
            }
            Condition::Lowest(forms) => {
                let (value, argument) = forms.split_last().ok_or(fmt::Error)?;
                write!(f, "{value} = lowest place of ({})", list(argument, ", "))
            }
            Condition::Not(inner) => match &**inner {
                Condition::Compare(form, 0) => write!(f, "{form} != 0"),
                Condition::Compare(form, s) => write!(f, "{form} {} 0", if *s < 0 { ">=" } else { "<=" }),
                inner => write!(f, "not ({inner})"),
            },
            Condition::All(all) if all.is_empty() => f.write_str("true"),
            Condition::Any(any) if any.is_empty() => f.write_str("false"),
            Condition::All(all) => f.write_str(&list(all, " and ")),
            Condition::Any(any) => write!(f, "({})", list(any, " or ")),
        }
    }
}
