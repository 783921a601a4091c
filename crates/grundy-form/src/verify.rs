//! The answers to `verify` as JSON: of a certificate, and of a b-file that is compared with a game.

use std::io::{self, Write};

use grundy::loopy::Value as Expected;
use grundy::{Evidence, Nat, Stopped, Words};
use grundy_verify::automaton::Law;
use grundy_verify::nimbers::Position;
use grundy_verify::quotient::Quotient;
use grundy_verify::{Claim, Verdict};
use serde_json::Value;

use crate::json::{Object, evidence, nat, no_evidence, number, or_null, proved};

/// What comparing a b-file with a game gave.
#[derive(Debug)]
pub struct Terms {
    /// The game in canonical spelling.
    pub game: String,
    /// The last index whose term is right, all before it being right too.
    pub checked: Option<u64>,
    /// The first wrong index, what the term should be, and what it is.
    pub wrong: Option<(u64, Expected, Nat)>,
    /// Where a term is wrong: the index with which the file would have to begin for all of its terms to be right.
    pub fits_from: Option<u64>,
    /// What the game's values rest on.
    pub evidence: Option<Evidence>,
    /// Why not all were compared.
    pub stopped: Option<Stopped>,
}

/// Whether a certificate is about the game that was asked about.
#[derive(Debug)]
pub struct AboutGame {
    /// The game in canonical spelling.
    pub game: String,
    /// Is its rule the one that was checked?
    pub same_rule: bool,
}

/// `verify` of a b-file as JSON.
///
/// # Errors
/// The writer fails.
pub fn terms(out: &mut dyn Write, terms: &Terms) -> io::Result<()> {
    let mut object = Object::open(out)?;
    let known = terms.wrong.is_some() || terms.stopped.is_none();
    object.field("game", terms.game.as_str())?;
    object.field("complete", known)?;
    object.field("valid", if known { terms.wrong.is_none().into() } else { Value::Null })?;
    object.field("first_wrong", or_null(terms.wrong.as_ref(), |w| number(w.0)))?;
    object.field("expected", or_null(terms.wrong.as_ref().and_then(|w| w.1.finite()), nat))?;
    object.field("found", or_null(terms.wrong.as_ref(), |w| nat(&w.2)))?;
    object.field("fits_from", or_null(terms.fits_from, number))?;
    object.field("right_to", or_null(terms.checked, number))?;
    object.field("evidence", terms.evidence.as_ref().map_or_else(no_evidence, evidence))?;
    object.finish(terms.stopped.as_ref().filter(|_| !known))
}

fn claimed(object: &mut Object<'_>, claim: &Claim) -> io::Result<()> {
    object.field("preperiod", number(claim.preperiod))?;
    object.field("period", number(claim.period))?;
    object.field("saltus", number(claim.saltus))?;
    object.field("last_exception", if claim.preperiod == 0 { (-1).into() } else { number(claim.preperiod - 1) })?;
    object.field("theorem", claim.theorem.as_str())?;
    object.list("rule", &claim.rule)?;
    object.list("comments", &claim.comments)?;
    object.field("values", number(claim.values))?;
    let by = Words::new(
        "certificate: all values it needs were computed again, and the theorem's hypotheses checked",
        "证书：重新算出了所需的全部值，并检查了定理的条件",
    );
    object.field("evidence", proved(&by, &[&claim.theorem]))
}

fn proved_law(object: &mut Object<'_>, law: &Law) -> io::Result<()> {
    object.field("claim", law.statement.as_str())?;
    object.field("theorem", law.theorem.as_str())?;
    object.field("numeration", law.numeration.as_str())?;
    object.field("states", number(law.states))?;
    object.field("all_states", number(law.all_states))?;
    object.list("rule", &law.rule)?;
    object.list("comments", &law.comments)?;
    let by = Words::new(
        "certificate: the equation was checked again by products of automata, and the measure falls with every move",
        "证书：用自动机的积重新检查了等式，且度量随每一步下降",
    );
    object.field("evidence", proved(&by, &[&law.theorem]))
}

fn proved_quotient(object: &mut Object<'_>, quotient: &Quotient) -> io::Result<()> {
    object.field("order", number(quotient.order))?;
    object.field("p_order", number(quotient.portion))?;
    object.field("components", number(quotient.components))?;
    object.field("preperiod", or_null(quotient.repeats, |(n0, _)| number(n0)))?;
    object.field("period", or_null(quotient.repeats, |(_, p)| number(p)))?;
    object.field("pairs", number(quotient.pairs))?;
    object.list("rule", &quotient.rule)?;
    object.list("comments", &quotient.comments)?;
    let by = Words::new(
        "certificate: the monoid, the classes of all options and the four conditions were checked again",
        "证书：重新检查了幺半群、全部后继的类与四个条件",
    );
    object.field("evidence", proved(&by, &["misere-quotient"]))
}

fn proved_value(object: &mut Object<'_>, position: &Position) -> io::Result<()> {
    object.field("value", number(position.value))?;
    object.field("exact", number(position.exact))?;
    object.field("excluded_values", number(position.excluded))?;
    object.list("rule", &position.rule)?;
    object.list("comments", &position.comments)?;
    let made = Words::new(
        "certificate: the moves of all parts were made again, and the value of each is the mex of what they lead to",
        "证书：重新走出了各部分的所有走法，每部分的值都是其走法所得之值的 mex",
    );
    let mirrored = Words::new(
        "certificate: each part is its own half turn, so the second player answers every move by its image",
        "证书：各部分旋转半周后与自身重合，后手以镜像应对每一步",
    );
    let both = Words::new(
        "certificate: parts that are their own half turn are worth 0, for every move is answered by its image; the moves of \
         the others were made again, and the value of each is the mex of what they lead to",
        "证书：旋转半周后与自身重合的部分值为 0，因每一步都以镜像应对；其余部分的所有走法都重新走出，其值是走法所得之值的 mex",
    );
    let by = match position.mirrored {
        0 => made,
        all if all == position.exact => mirrored,
        _ => both,
    };
    object.field("evidence", proved(&by, &["sprague-grundy"]))
}

/// `verify` of a certificate as JSON, with the game that it should be about.
///
/// # Errors
/// The writer fails.
pub fn verdict(out: &mut dyn Write, verdict: &Verdict, about: Option<&AboutGame>) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("complete", true)?;
    object.field("valid", !matches!(verdict, Verdict::Invalid { .. }))?;
    if let Some(AboutGame { game, same_rule }) = about {
        object.field("game", game.as_str())?;
        object.field("same_rule", *same_rule)?;
    }
    match verdict {
        Verdict::Valid(claim) => claimed(&mut object, claim)?,
        Verdict::Law(law) => proved_law(&mut object, law)?,
        Verdict::Quotient(quotient) => proved_quotient(&mut object, quotient)?,
        Verdict::Value(position) => proved_value(&mut object, position)?,
        Verdict::Invalid { line, reason } => {
            object.field("line", number(*line))?;
            object.field("reason", reason.as_str())?;
            let by =
                Words::new("the certificate was checked, and does not prove its claim", "已检查证书，它没有证明其论断");
            object.field("evidence", proved(&by, &[]))?;
        }
    }
    object.close()
}
