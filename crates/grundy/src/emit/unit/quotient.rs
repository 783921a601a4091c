//! A game of heaps in misère play, by its quotient: each heap is an element, a sum is their product.

use grundy_core::{Nat, NatPeriod, Period, Result, number::power};
use grundy_notation::ast::Relation;

use super::super::from_claim;
use super::super::program::{
    Ex, Function, Kind as Returns, Op, Routine, SUMS, St, WINS, Winner, binary, compare, int, var,
};
use super::super::words::{plain, proved, wrapped};
use super::super::{EmitOptions, Style, Wanted};
use super::{FAR, Units, Whole};
use crate::game::Game;
use crate::game::knowledge::Plan;
use crate::plan::quotient::{common, opened};

/// The search for the quotient of all heaps may cost so much.
const NODES: u64 = 20_000_000;

impl Units<'_> {
    /// Misère sums of a game whose heaps have one finite quotient: `first_wins` of a list of heaps.
    ///
    /// Where no move splits a heap, a law for one heap is shorter; the tables are written where tables are asked for.
    pub(in crate::emit) fn misere_quotient(&mut self, game: &Game, options: &EmitOptions) -> Result<Option<Whole>> {
        let style = match (options.style, &game.knowledge()?.plan) {
            (Wanted::Auto, Plan::Code(code)) if code.splits() => Style::Period,
            (Wanted::Table, Plan::Code(_)) => Style::Table,
            _ => return Ok(None),
        };
        let max = options.max.unwrap_or(FAR[0]);
        self.check_max(max)?;
        let Some(shared) = common(std::slice::from_ref(game))? else { return Ok(None) };
        let mut joint = opened(&shared);
        let Some(whole) = self.cx.trial(NODES, |part| joint.repetition(game, &[], part))?.flatten() else {
            return Ok(None);
        };
        let Some((classes, _)) = joint.heaps(game) else { return Ok(None) };
        let monoid = joint.quotient().monoid();
        let order = monoid.order() as u64;
        let Period { preperiod, period, .. } = whole.into();
        let heaps = preperiod + period;
        if heaps + order * order + order > self.longest() {
            return Ok(None);
        }
        let elements = || 0..order as u32;
        let classes = classes[..heaps as usize].iter().map(|&class| u64::from(class)).collect();
        let products = elements().flat_map(|x| elements().map(move |y| u64::from(monoid.times(x, y)))).collect();
        let wins = elements().map(|x| u64::from(!monoid.is_p(x))).collect();

        let mut element =
            from_claim::period(&NatPeriod::from(Period::from(whole)), classes, "element", &Nat::from(max)).routine;
        element.doc = wrapped(&format!(
            "The element of a heap: those of the first {heaps}, then element(n + {period}) = element(n) for all n >= {preperiod}"
        ));
        let entry = |array: &str, index: Ex| Ex::Entry(array.to_owned(), Box::new(index));
        let row = binary(Op::Multiply, var("x"), int(order as i64));
        let times = Routine {
            doc: wrapped("The product of two elements: that of the sum"),
            arrays: vec![("PRODUCTS".to_owned(), products)],
            ..Routine::new(
                "times",
                &["x".to_owned(), "y".to_owned()],
                Returns::Int,
                vec![St::Return(entry("PRODUCTS", binary(Op::Add, row, var("y"))))],
            )
        };
        let won = compare(entry("WINS", var("x")), Relation::NotEqual, int(0));
        let wins = Routine {
            doc: wrapped("Does the first player win sums of this element?"),
            arrays: vec![("WINS".to_owned(), wins)],
            ..Routine::new("wins", &["x".to_owned()], Returns::Bool, vec![St::ReturnTest(won)])
        };
        self.functions.extend([element, times, wins].map(Function::Routine));
        let evidence = joint.whole();
        self.say("Misere play of a sum of heaps: a player who cannot move wins.");
        // beside a law of one heap
        let name = if self.functions.iter().any(|function| function.name() == WINS) { SUMS } else { WINS };
        self.say(&format!("{name}(heaps) is who wins, exactly, for heaps from 0 to {}.", power(max)));
        self.say(&plain(&format!(
            "Misere quotient: each heap is one of {order} elements, and the product of those of all heaps tells who wins."
        )));
        self.say(&proved(&evidence));
        Ok(Some(Whole { style, max, evidence, winner: Winner::MisereQuotient }))
    }
}
