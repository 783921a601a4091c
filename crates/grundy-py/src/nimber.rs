//! Nim arithmetic: expressions, numbers below 2^128, and arrays of 64-bit numbers.

use grundy_nimber::{Nimber, Nimber64, Value, product_many};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::error;

/// The value of an expression; several where it is an equation.
#[pyfunction]
pub(crate) fn nimber_expression(py: Python<'_>, text: &str) -> PyResult<(Vec<u128>, bool)> {
    match grundy_nimber::value(text) {
        Ok(Value::One(number)) => Ok((vec![number.0], false)),
        Ok(Value::Several(numbers)) => Ok((numbers.into_iter().map(|n| n.0).collect(), true)),
        Err(fault) => Err(error::bad(py, &grundy_form::nimber::diagnostic(text, &fault), Some(text))),
    }
}

/// What is worked out of one number, or of two.
fn operation<T: Copy + Into<Nimber>>(what: &str, a: T, b: T) -> Option<Nimber> {
    let (a, b) = (a.into(), b.into());
    match what {
        "product" => Some(a * b),
        "quotient" => a / b,
        "root" => Some(a.square_root()),
        _ => None,
    }
}

/// The operation of two numbers; `None` where there is no result. A root looks at the first alone.
#[pyfunction]
pub(crate) fn nimber_operation(what: &str, a: u128, b: u128) -> Option<u128> {
    operation(what, Nimber(a), Nimber(b)).map(|n| n.0)
}

/// The same number by number; `None` where one of them has no result.
#[pyfunction]
pub(crate) fn nimber_operations<'py>(
    py: Python<'py>,
    what: &str,
    a: PyReadonlyArray1<'py, u64>,
    b: PyReadonlyArray1<'py, u64>,
) -> PyResult<Option<Bound<'py, PyArray1<u64>>>> {
    let not_plain = |_| error::internal("an array has gaps");
    let (a, b) = (a.as_slice().map_err(not_plain)?, b.as_slice().map_err(not_plain)?);
    if what == "product" {
        let mut out = vec![0; a.len()];
        product_many(a, b, &mut out);
        return Ok(Some(out.into_pyarray(py)));
    }
    let each = a.iter().zip(b).map(|(a, b)| Some(operation(what, Nimber64(*a), Nimber64(*b))?.0 as u64));
    Ok(each.collect::<Option<Vec<u64>>>().map(|out| out.into_pyarray(py)))
}

/// The number to the power of an integer.
#[pyfunction]
pub(crate) fn nimber_power(a: u128, exponent: i128) -> Option<u128> {
    Nimber(a).power(exponent).map(|n| n.0)
}

/// The order of a number other than 0.
#[pyfunction]
pub(crate) fn nimber_order(a: u128) -> Option<u128> {
    Nimber(a).order()
}

/// The logarithm of a number.
#[pyfunction]
pub(crate) fn nimber_log(py: Python<'_>, base: u128, a: u128) -> PyResult<u128> {
    Nimber(a).log(Nimber(base)).map_err(|why| error::input(py, &why.to_string()))
}
