//! Why an evaluation ends without a value: `n//0` has none, `n^200` leaves the machine words.

use std::fmt;

use grundy_core::number::shorten;
use grundy_core::{Diagnostic, Error, Int, Stopped};
use grundy_notation::notes::is_power;

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Divided by 0, or a remainder by 0.
    Division,
    /// A logarithm of a number below 1.
    Logarithm,
    /// The root of a negative number.
    SquareRoot,
    /// `v2(0)`.
    TwoAdicOrder,
    /// Bits of a negative number.
    NegativeBits,
    /// A negative exponent.
    NegativePower,
    /// All powers of a negative number.
    NegativeBase,
    /// A step of a range that is not above 0.
    Step,
    /// A number beyond what is evaluated.
    TooLarge,
    /// A function without arguments that needs one.
    NoArgument,
    /// The smallest part of a number below 1.
    SmallestPart,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Division => "division by zero",
            Fault::Logarithm => "log2 of a number below 1",
            Fault::SquareRoot => "isqrt of a negative number",
            Fault::TwoAdicOrder => "v2 of zero",
            Fault::NegativeBits => "bits of a negative number",
            Fault::NegativePower => "a negative exponent",
            Fault::NegativeBase => "powers of a negative number",
            Fault::Step => "a step below 1",
            Fault::TooLarge => "a result beyond 2^4096",
            Fault::NoArgument => "a function without arguments",
            Fault::SmallestPart => "a smallest part of a number below 1",
        })
    }
}

/// What ends an evaluation early.
#[derive(Debug)]
pub enum Trouble {
    /// A step left the range of machine words: start again over integers of any size.
    Large,
    /// The expression has no value.
    Fault(Fault),
    /// A part that does not come earlier in the order of evaluation.
    NotSmaller(Box<[i64]>),
    /// A part that comes earlier but lies outside the table.
    Outside(Box<[i64]>),
    /// A part that is no position of the game that it is handed to, and why.
    NoPlace(Box<[String; 2]>),
    /// The budget is spent, or another game has no answer.
    Other(Box<Error>),
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Self {
        Trouble::Other(Box::new(stopped.into()))
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Other(Box::new(error))
    }
}

/// The result of one step.
pub type Step<T> = Result<T, Trouble>;

/// A trouble as an error that names the position: ``division by zero at n = 4 in `n//k` ``.
pub fn explain(trouble: Trouble, names: &[String], place: &[Int], text: &str) -> Error {
    let fault = match trouble {
        Trouble::Other(error) => return *error,
        Trouble::NoPlace(told) => {
            let [shown, why] = *told;
            return Diagnostic::rule(format!("`{shown}` is no position, at {} in `{text}`: {why}", at(names, place)))
                .into();
        }
        Trouble::Fault(fault) => fault,
        Trouble::NotSmaller(to) | Trouble::Outside(to) => {
            let message = format!("{}: not smaller, in `{text}`", journey(place, &to));
            return Diagnostic::rule(message).into();
        }
        // cannot happen over big integers, which have no range to leave
        Trouble::Large => Fault::TooLarge,
    };
    let said = Diagnostic::rule(format!("{fault} at {} in `{text}`", at(names, place)));
    let help = match fault {
        Fault::TooLarge => nim_sum(text, names).map(is_power),
        Fault::Logarithm | Fault::TwoAdicOrder if place.iter().all(Int::is_zero) => {
            Some(format!("`if {} > 0` leaves it out", names.join("+")))
        }
        Fault::Division => divisor(text).map(|divisor| format!("`if {divisor} != 0` leaves it out")),
        _ => None,
    };
    match help {
        Some(help) => said.suggest(help).into(),
        None => said.into(),
    }
}

/// The first name alone by which a text divides: `k` in `n%k`.
fn divisor(text: &str) -> Option<&str> {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(['/', '%']).find_map(|(at, sign)| {
        let right = text[at + sign.len()..].trim_start();
        let (name, behind) = right.split_at(right.find(|c| !of_word(c)).unwrap_or(right.len()));
        (name.starts_with(char::is_alphabetic) && !behind.starts_with('(')).then_some(name)
    })
}

/// The first power of a coordinate to a variable in the text, and the nim-sum of both: `n^k`, `xor(n,k)`.
fn nim_sum(text: &str, names: &[String]) -> Option<(String, String)> {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices('^').find_map(|(at, sign)| {
        let (left, right) = (text[..at].trim_end(), text[at + sign.len()..].trim_start());
        let base = &left[left.trim_end_matches(of_word).len()..];
        let behind = right.trim_start_matches(of_word);
        let exponent = &right[..right.len() - behind.len()];
        let is_variable = exponent.starts_with(|c: char| c.is_alphabetic()) && !behind.starts_with('(');
        let is_coordinate = names.iter().any(|name| name == base);
        (is_coordinate && is_variable).then(|| (format!("{base}^{exponent}"), format!("xor({base},{exponent})")))
    })
}

/// The place: `n = 4`, `a = 2, b = 3`.
fn at(names: &[String], place: &[Int]) -> String {
    let unnamed = String::from("?");
    let all: Vec<String> = place
        .iter()
        .enumerate()
        .map(|(i, n)| {
            let sign = if *n < Int::ZERO { "-" } else { "" };
            format!("{} = {sign}{}", names.get(i).unwrap_or(&unnamed), shorten(&n.clone().into_parts().1))
        })
        .collect();
    all.join(", ")
}

/// `from 5 to 6`, `from (2,3) to (3,2)`
pub(crate) fn journey(from: &[impl ToString], to: &[impl ToString]) -> String {
    fn place(numbers: &[impl ToString]) -> String {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(",")) }
    }
    format!("from {} to {}", place(from), place(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_divides_is_told() {
        for (text, expected) in [
            ("n%k", Some("k")),
            ("n // q + 1", Some("q")),
            ("n//2 % k_1", Some("k_1")),
            ("n//(n-1)", None),
            ("n % gcd(n,k)", None),
            ("n//2", None),
        ] {
            assert_eq!(divisor(text), expected, "{text}");
        }
    }

    #[test]
    fn a_power_of_a_coordinate_may_be_meant_as_a_nim_sum() {
        let names = ["n".to_owned(), "q".to_owned()];
        let found = |text| nim_sum(text, &names).map(|(_, xor)| xor);
        for (text, expected) in [
            ("n^k < n", Some("xor(n,k)")),
            ("2^k + q ^ k", Some("xor(q,k)")),
            ("2^n", None),
            ("n^2", None),
            ("n^v2(n)", None),
            ("mn^k", None),
            ("n-k", None),
        ] {
            assert_eq!(found(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_fault_is_said_in_two_languages() {
        for fault in [
            Fault::Division,
            Fault::Logarithm,
            Fault::SquareRoot,
            Fault::TwoAdicOrder,
            Fault::NegativeBits,
            Fault::NegativePower,
            Fault::NegativeBase,
            Fault::Step,
            Fault::TooLarge,
            Fault::NoArgument,
            Fault::SmallestPart,
        ] {
            let chinese = crate::words::fault_in_chinese(&format!("{fault} at n = 4 in `n//k`")).unwrap();
            assert!(!chinese.contains(&fault.to_string()), "{chinese}");
        }
    }
}
