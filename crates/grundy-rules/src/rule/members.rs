//! The members of a set, one by one, and membership.
//!
//! `1.. except {2}` at a position of size 5 is 1, 3, 4, 5. Nothing is listed beforehand: `1..10^9` costs only the
//! members inside the window that the move leaves open. Ascending within each entry; entries follow each other as
//! written and may repeat a number. Open ranges and the infinite named sets end at the size of the position.
//! Membership knows no such end: `x in 5..` is `x >= 5`.

use std::ops::ControlFlow;

use grundy_core::context::Context;
use grundy_core::error::{Diagnostic, Error};
use grundy_core::prime;

use super::affine::Window;
use super::arithmetic::{Number, expression};
use super::ir::{Expr, Function, Item, Set};
use super::trouble::{Fault, Step, Trouble};

/// What an evaluation needs besides the variables.
#[derive(Debug)]
pub struct Scope<'a, N> {
    /// The size of the position: the sum of its coordinates.
    pub size: &'a N,
    /// The budget.
    pub cx: &'a Context,
}

/// Sets whose members are left out, the innermost first.
struct Except<'a> {
    sets: &'a [Set],
    outer: Option<&'a Except<'a>>,
}

/// Called with the variables once the member is among them.
pub type Visit<'a, N> = dyn FnMut(&mut [N]) -> Step<ControlFlow<()>> + 'a;

struct Walk<'a, 'v, N> {
    slot: usize,
    values: &'a mut [N],
    scope: &'a Scope<'a, N>,
    window: &'a Window<N>,
    visit: &'a mut Visit<'v, N>,
}

/// Puts each member of the set inside the window into `values[slot]` and visits. A tick each.
pub(crate) fn members<N: Number>(
    set: &Set,
    slot: usize,
    values: &mut [N],
    scope: &Scope<'_, N>,
    window: &Window<N>,
    visit: &mut Visit<'_, N>,
) -> Step<ControlFlow<()>> {
    let except = Except { sets: &set.except, outer: None };
    let mut walk = Walk { slot, values, scope, window, visit };
    for item in &set.items {
        if walk.item(item, &except)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The bounds of a range at a position.
pub(crate) fn range<N: Number>(
    (from, to, step): (&Expr, Option<&Expr>, &Expr),
    values: &[N],
    size: &N,
) -> Step<(N, N, N)> {
    let from = expression(from, values)?;
    let to = to.map_or_else(|| Ok(size.clone()), |to| expression(to, values))?;
    let step = expression(step, values)?;
    if step.polarity() < 1 {
        return Err(Trouble::Fault(Fault::Step));
    }
    Ok((from, to, step))
}

impl<N: Number> Walk<'_, '_, N> {
    fn offer(&mut self, value: N, except: &Except<'_>) -> Step<ControlFlow<()>> {
        self.scope.cx.tick(1)?;
        if !self.window.admits(&value) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut level = Some(except);
        while let Some(Except { sets, outer }) = level {
            for set in *sets {
                if contains_to(set, &value, self.values, Some(self.scope.size), self.scope.cx)? {
                    return Ok(ControlFlow::Continue(()));
                }
            }
            level = *outer;
        }
        self.values[self.slot] = value;
        (self.visit)(self.values)
    }

    fn item(&mut self, item: &Item, except: &Except<'_>) -> Step<ControlFlow<()>> {
        let word = N::from_word;
        let size = self.scope.size.clone();
        match item {
            Item::One(expr) => {
                let value = expression(expr, self.values)?;
                self.offer(value, except)
            }
            Item::Range { from, to, step } => {
                let (from, to, step) = range((from, to.as_ref(), step), self.values, &size)?;
                self.progression(from, to, &step, except)
            }
            Item::Odds => self.progression(word(1), size, &word(2), except),
            Item::Evens => self.progression(word(2), size, &word(2), except),
            Item::Nested(set) => {
                let inner = Except { sets: &set.except, outer: Some(except) };
                for item in &set.items {
                    if self.item(item, &inner)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Item::Powers(base) => {
                let base = base_of_powers(base, self.values)?;
                let limit = self.limit(size);
                let mut power = word(1);
                while power <= limit {
                    if self.offer(power.clone(), except)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    if base <= word(1) || power > limit.divide(&base)? {
                        break;
                    }
                    power = power.multiply(&base)?;
                }
                Ok(ControlFlow::Continue(()))
            }
            Item::Squares => {
                let limit = self.limit(size);
                let mut root = word(1);
                if let Some(low) = self.window.low.as_ref().filter(|low| low.polarity() > 0) {
                    root = square_root(low)?;
                }
                while root <= limit.divide(&root)? {
                    if self.offer(root.multiply(&root)?, except)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    root = root.add(&word(1))?;
                }
                Ok(ControlFlow::Continue(()))
            }
            Item::Fibonacci => {
                let limit = self.limit(size);
                let (mut this, mut next) = (word(1), word(2));
                while this <= limit {
                    if self.offer(this.clone(), except)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    (this, next) = (next.clone(), this.add(&next)?);
                }
                Ok(ControlFlow::Continue(()))
            }
            Item::Primes => self.primes(size, except),
            Item::Divisors(expr) => {
                let of = N::call(Function::Absolute, &[expression(expr, self.values)?])?;
                self.divisors(&of, word(1), of.clone(), except)
            }
        }
    }

    /// The last member worth trying.
    fn limit(&self, size: N) -> N {
        if self.window.empty {
            return N::from_word(0);
        }
        match &self.window.high {
            Some(high) if *high < size => high.clone(),
            _ => size,
        }
    }

    fn progression(&mut self, from: N, to: N, step: &N, except: &Except<'_>) -> Step<ControlFlow<()>> {
        if self.window.empty {
            return Ok(ControlFlow::Continue(()));
        }
        let to = self.limit(to);
        let mut value = from;
        if let Some(low) = self.window.low.as_ref().filter(|low| **low > value) {
            let gap = low.subtract(&value)?;
            let steps = gap.add(&step.subtract(&N::from_word(1))?)?.divide(step)?;
            value = value.add(&steps.multiply(step)?)?;
        }
        if let Some(of) = self.window.multiple.clone()
            && value.polarity() > 0
            && *step == N::from_word(1)
            && value <= to
            && to.subtract(&value)? > square_root(&of)?
        {
            return self.divisors(&of, value, to, except);
        }
        while value <= to {
            if self.offer(value.clone(), except)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if to.subtract(&value)? < *step {
                break;
            }
            value = value.add(step)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn primes(&mut self, size: N, except: &Except<'_>) -> Step<ControlFlow<()>> {
        if let Some(of) = self.window.multiple.clone() {
            return self.prime_factors(of, &self.limit(size), except);
        }
        let (limit, two) = (self.limit(size), N::from_word(2));
        let mut value = self.window.low.clone().filter(|low| *low > two).unwrap_or(two);
        while value <= limit {
            if is_prime(&value, self.scope.cx)? {
                if self.offer(value.clone(), except)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else {
                self.scope.cx.tick(1)?;
            }
            value = value.add(&N::from_word(1))?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The prime factors of a number, which is 1 or more, up to the limit, upwards: by division up to the root of what is left.
    fn prime_factors(&mut self, of: N, limit: &N, except: &Except<'_>) -> Step<ControlFlow<()>> {
        let [zero, one, two, three] = [0, 1, 2, 3].map(N::from_word);
        let low = self.window.low.clone().unwrap_or(zero);
        let (mut rest, mut factor) = (of, two.clone());
        while rest > one {
            if factor > *limit {
                return Ok(ControlFlow::Continue(()));
            }
            if factor > rest.divide(&factor)? {
                // what is left is prime
                factor = rest.clone();
            }
            if rest.remainder(&factor)?.is_zero() {
                while rest.remainder(&factor)?.is_zero() {
                    rest = rest.divide(&factor)?;
                }
                if low <= factor && factor <= *limit && self.offer(factor.clone(), except)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else {
                self.scope.cx.tick(1)?;
            }
            factor = if factor == two { three.clone() } else { factor.add(&two)? };
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The divisors from `least`, which is 1 or more, to `most`: those of a number of 64 bits by its factors, of a larger one small
    /// ones upwards to the root, then their opposites upwards.
    fn divisors(&mut self, of: &N, least: N, most: N, except: &Except<'_>) -> Step<ControlFlow<()>> {
        let one = N::from_word(1);
        if of.is_zero() || self.window.empty {
            return Ok(ControlFlow::Continue(()));
        }
        let root = square_root(of)?;
        let high = self.limit(most);
        let low = self.window.low.clone().filter(|low| *low > least).unwrap_or(least);
        // up to the root of n the factors take half of its divisions, and find those beyond it
        let by_factors = root > N::from_word(FEW_DIVISIONS)
            && (high >= root || high > low && high.subtract(&low)? > root.divide(&N::from_word(2))?);
        let word = if by_factors { of.to_nat().and_then(|n| i64::try_from(&n).ok()) } else { None };
        if let Some(word) = word {
            for divisor in prime::divisors(word.unsigned_abs(), self.scope.cx)? {
                let divisor = N::from_word(divisor.cast_signed());
                if divisor > high {
                    break;
                }
                if divisor >= low && self.offer(divisor, except)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let mut divisor = low.clone();
        while divisor <= root && divisor <= high {
            if of.remainder(&divisor)?.is_zero() {
                if self.offer(divisor.clone(), except)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else {
                self.scope.cx.tick(1)?;
            }
            divisor = divisor.add(&one)?;
        }
        if high <= root {
            return Ok(ControlFlow::Continue(()));
        }
        let mut cofactor = of.divide(&low)?.min(root.clone());
        while cofactor >= one {
            if of.remainder(&cofactor)?.is_zero() {
                let divisor = of.divide(&cofactor)?;
                if divisor > high {
                    break;
                }
                if divisor > root && self.offer(divisor, except)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else {
                self.scope.cx.tick(1)?;
            }
            cofactor = cofactor.subtract(&one)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Fewer numbers are tried one by one.
const FEW_DIVISIONS: i64 = 32;

fn square_root<N: Number>(number: &N) -> Step<N> {
    N::call(Function::IntegerSquareRoot, std::slice::from_ref(number))
}

fn base_of_powers<N: Number>(base: &Expr, values: &[N]) -> Step<N> {
    let base = expression(base, values)?;
    if base.polarity() < 0 { Err(Trouble::Fault(Fault::NegativeBase)) } else { Ok(base) }
}

fn is_prime<N: Number>(value: &N, cx: &Context) -> Step<bool> {
    let Some(value) = value.to_nat() else { return Ok(false) };
    grundy_core::prime::is_prime_nat(&value, cx)?.ok_or_else(|| {
        let text = grundy_core::number::shorten(&value);
        let message = format!("whether {text} is prime is not decided: it is beyond 3·10^24");
        Error::from(Diagnostic::unsupported(message)).into()
    })
}

/// Is the value in the set? Named sets and open ranges are infinite here.
pub(crate) fn contains<N: Number>(set: &Set, value: &N, values: &[N], cx: &Context) -> Step<bool> {
    contains_to(set, value, values, None, cx)
}

/// The same; open ranges end at `end`, if it is given: in what a loop leaves out they end where those of the loop do.
fn contains_to<N: Number>(set: &Set, value: &N, values: &[N], end: Option<&N>, cx: &Context) -> Step<bool> {
    let mut found = false;
    for item in &set.items {
        if item_contains(item, value, values, end, cx)? {
            found = true;
            break;
        }
    }
    if !found {
        return Ok(false);
    }
    for except in &set.except {
        if contains_to(except, value, values, end, cx)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn item_contains<N: Number>(item: &Item, value: &N, values: &[N], end: Option<&N>, cx: &Context) -> Step<bool> {
    let word = N::from_word;
    let positive = value.polarity() > 0;
    Ok(match item {
        Item::One(expr) => expression(expr, values)? == *value,
        Item::Range { from, to, step } => {
            // without an end the value itself is one
            let (from, to, step) = range((from, to.as_ref(), step), values, end.unwrap_or(value))?;
            from <= *value && *value <= to && value.subtract(&from)?.remainder(&step)?.is_zero()
        }
        Item::Powers(base) => {
            let base = base_of_powers(base, values)?;
            let mut rest = value.clone();
            if base > word(1) && positive {
                while rest.remainder(&base)?.is_zero() {
                    rest = rest.divide(&base)?;
                }
            }
            rest == word(1)
        }
        Item::Squares => {
            positive && {
                let root = N::call(Function::IntegerSquareRoot, std::slice::from_ref(value))?;
                root.multiply(&root)? == *value
            }
        }
        Item::Fibonacci => {
            let (mut this, mut next) = (word(1), word(2));
            while this < *value {
                (this, next) = (next.clone(), this.add(&next)?);
            }
            this == *value
        }
        Item::Primes => is_prime(value, cx)?,
        Item::Odds => positive && value.remainder(&word(2))? == word(1),
        Item::Evens => positive && value.remainder(&word(2))?.is_zero(),
        Item::Divisors(expr) => {
            let of = expression(expr, values)?;
            positive && !of.is_zero() && of.remainder(value)?.is_zero()
        }
        Item::Nested(set) => contains_to(set, value, values, end, cx)?,
    })
}

#[cfg(test)]
mod tests;
