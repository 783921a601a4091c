//! What stands within conditions, sets and expressions: one walk for all who look for numbers, variables or functions.

use smallvec::{SmallVec, smallvec};

use super::ir::{Alternative, Cond, Expr, Item, Set};

impl Expr {
    /// The operands or arguments, from the left.
    #[must_use]
    pub fn children(&self) -> SmallVec<[&Expr; 2]> {
        match self {
            Expr::Constant(_) | Expr::Variable(_) => SmallVec::new(),
            Expr::Negative(x) => smallvec![&**x],
            Expr::Binary(_, a, b) => smallvec![&**a, &**b],
            Expr::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    /// The same, so that they can be changed.
    pub(crate) fn children_mut(&mut self) -> SmallVec<[&mut Expr; 2]> {
        match self {
            Expr::Constant(_) | Expr::Variable(_) => SmallVec::new(),
            Expr::Negative(x) => smallvec![&mut **x],
            Expr::Binary(_, a, b) => smallvec![&mut **a, &mut **b],
            Expr::Call(_, arguments) => arguments.iter_mut().collect(),
        }
    }

    /// The expression with others in the places of its operands or arguments.
    pub fn with_children(&self, with: &dyn Fn(&Expr) -> Expr) -> Expr {
        match self {
            Expr::Constant(_) | Expr::Variable(_) => self.clone(),
            Expr::Negative(x) => Expr::Negative(Box::new(with(x))),
            Expr::Binary(operator, a, b) => Expr::binary(*operator, with(a), with(b)),
            Expr::Call(function, arguments) => Expr::Call(*function, arguments.iter().map(with).collect()),
        }
    }

    /// Visits the expression and all that stand within it.
    pub fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.children().into_iter().for_each(|x| x.each(visit));
    }

    /// Is it such an expression, or does one stand within it?
    pub fn any(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|x| x.any(is))
    }

    /// Does such a variable occur?
    pub fn holds_variable(&self, is: &dyn Fn(usize) -> bool) -> bool {
        self.any(&|x| matches!(x, Expr::Variable(v) if is(*v)))
    }

    /// The highest number of a variable that occurs.
    pub(crate) fn highest_variable(&self) -> Option<usize> {
        let mut highest = None;
        self.each(&mut |x| {
            if let Expr::Variable(v) = x {
                highest = highest.max(Some(*v));
            }
        });
        highest
    }

    /// Gives every variable another number.
    pub(crate) fn renumber(&mut self, number: &dyn Fn(usize) -> usize) {
        match self {
            Expr::Variable(v) => *v = number(*v),
            _ => self.children_mut().into_iter().for_each(|x| x.renumber(number)),
        }
    }

    /// Puts an expression wherever another one stands.
    pub fn replace(&mut self, what: &Expr, by: &Expr) {
        if self == what {
            *self = by.clone();
        } else {
            self.children_mut().into_iter().for_each(|x| x.replace(what, by));
        }
    }
}

impl Alternative {
    /// Visits the expressions of the way to move, each as a whole.
    pub fn each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        self.loops.iter().for_each(|each| each.set.each_expr(visit));
        self.guards.iter().for_each(|guard| guard.cond.each_expr(visit));
        self.parts.iter().flat_map(|part| &part.coordinates).for_each(visit);
    }

    /// Visits the expressions of the way to move, each as a whole, so that they can be changed.
    pub(crate) fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.loops.iter_mut().for_each(|each| each.set.each_expr_mut(visit));
        self.guards.iter_mut().for_each(|guard| guard.cond.each_expr_mut(visit));
        self.parts.iter_mut().flat_map(|part| &mut part.coordinates).for_each(visit);
    }
}

impl Set {
    /// Visits the expressions of the set, each as a whole, so that they can be changed.
    pub(crate) fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for item in &mut self.items {
            match item {
                Item::One(x) | Item::Powers(x) | Item::Divisors(x) => visit(x),
                Item::Range { from, to, step } => {
                    [Some(from), to.as_mut(), Some(step)].into_iter().flatten().for_each(&mut *visit);
                }
                Item::Nested(inner) => inner.each_expr_mut(visit),
                Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
            }
        }
        self.except.iter_mut().for_each(|set| set.each_expr_mut(visit));
    }

    /// Visits the expressions of the set, each as a whole.
    pub fn each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        for item in &self.items {
            match item {
                Item::One(x) | Item::Powers(x) | Item::Divisors(x) => visit(x),
                Item::Range { from, to, step } => {
                    [Some(from), to.as_ref(), Some(step)].into_iter().flatten().for_each(&mut *visit);
                }
                Item::Nested(inner) => inner.each_expr(visit),
                Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens => {}
            }
        }
        self.except.iter().for_each(|set| set.each_expr(visit));
    }
}

impl Cond {
    /// Visits the expressions of the condition, each as a whole, so that they can be changed.
    pub(crate) fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Cond::All(all) | Cond::Any(all) => all.iter_mut().for_each(|c| c.each_expr_mut(visit)),
            Cond::Not(inner) => inner.each_expr_mut(visit),
            Cond::Compare(a, _, b) => [a, b].into_iter().for_each(visit),
            Cond::In(x, set) => {
                visit(x);
                set.each_expr_mut(visit);
            }
        }
    }

    /// Visits the expressions of the condition, each as a whole.
    pub fn each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Cond::All(all) | Cond::Any(all) => all.iter().for_each(|c| c.each_expr(visit)),
            Cond::Not(inner) => inner.each_expr(visit),
            Cond::Compare(a, _, b) => [a, b].into_iter().for_each(visit),
            Cond::In(x, set) => {
                visit(x);
                set.each_expr(visit);
            }
        }
    }

    /// The highest number of a variable that occurs.
    pub(crate) fn highest_variable(&self) -> Option<usize> {
        let mut highest = None;
        self.each_expr(&mut |x| highest = highest.max(x.highest_variable()));
        highest
    }
}
