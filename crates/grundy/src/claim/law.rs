//! Claims that say what a theorem says: the law of the game, or the theorem on intervals.

use grundy_core::{Convention, Evidence, Nat, Result};
use grundy_notation::{Limits, Reader};

use super::{Claim, ClaimQuestion, Coordinate, Subject, interval};
use crate::game::{Law, catalogue, letters};
use crate::plan::tame::FERGUSON;
use crate::statement::normal::key;
use crate::statement::{Spelt, lower};

/// The claim, where it is what the theorem on intervals says of a rule whose other coordinates no move changes.
pub(super) fn by_interval(question: &ClaimQuestion) -> Option<Evidence> {
    let Subject { convention, summands, variables, .. } = &question.subject;
    let [summand] = &summands[..] else { return None };
    let in_order = summand.place.iter().enumerate().all(|(i, c)| matches!(c, Coordinate::Variable(v) if *v == i));
    if summand.copies != Nat::ONE || !in_order {
        return None;
    }
    let rule = summand.game.kind().as_rule()?;
    let own = key(&question.claim);
    let laws = interval::of_rule(&rule, variables, *convention);
    laws.iter().find(|law| key(&law.claim) == own).map(|law| Evidence::theorem(law.theorem))
}

/// The law of the game, if the claim says what the law says.
pub(super) fn by_law(question: &ClaimQuestion) -> Result<Option<Evidence>> {
    let Some((evidence, claims)) = stated(&question.subject)? else { return Ok(None) };
    let own = key(&question.claim);
    let same = claims.iter().any(|claim| key(claim) == own);
    Ok(same.then_some(evidence))
}

/// What the law of a game says of the places that the subject speaks of, in its variables: of `antonim(2,n)` what is said of a and b,
/// with 2 for a; and what that rests on.
///
/// # Errors
/// A rule that is not a game.
pub(super) fn stated(subject: &Subject) -> Result<Option<(Evidence, Vec<Claim>)>> {
    let [summand] = &subject.summands[..] else { return Ok(None) };
    if summand.copies != Nat::ONE {
        return Ok(None);
    }
    let Some(law) = &summand.game.knowledge()?.law else { return Ok(None) };
    let read_all = |claims: Vec<Spelt>| claims.iter().filter_map(|claim| read(claim, &subject.variables)).collect();
    if subject.convention == Convention::Misere {
        let Some((theorem, spelt)) = law.misere_claim() else { return Ok(None) };
        let claims = at_place(vec![spelt], &summand.place, &subject.variables);
        return Ok(Some((Evidence::theorem(theorem).and(&Evidence::theorem(&FERGUSON)), read_all(claims))));
    }
    Ok(Some((law.evidence(), read_all(stated_at(&**law, &summand.place, &subject.variables)))))
}

/// The claims of a law about a place with numbers and variables in it.
pub(crate) fn stated_at(law: &dyn Law, place: &[Coordinate], variables: &[String]) -> Vec<Spelt> {
    at_place(law.claims_of(place.len()), place, variables)
}

/// These claims about a place with numbers and variables in it.
fn at_place(claims: Vec<Spelt>, place: &[Coordinate], variables: &[String]) -> Vec<Spelt> {
    let text = |coordinate: &Coordinate| match coordinate {
        Coordinate::Number(n) => n.to_string(),
        Coordinate::Variable(v) => variables[*v].clone(),
    };
    let texts: Vec<String> = place.iter().map(text).collect();
    said(claims, place.len()).into_iter().map(|said| said.spelt.renamed(&said.names, &texts)).collect()
}

/// The claim, whose variables have these names.
pub(crate) fn read(spelt: &Spelt, names: &[String]) -> Option<Claim> {
    let claim = Reader::new(Limits::default(), catalogue::GAMES).claim(&spelt.to_string(), names).ok()?;
    lower(&claim, names).ok()
}

/// What a law says: as it is written, and read.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) spelt: Spelt,
    /// Its variables.
    pub(crate) names: Vec<String>,
    pub(crate) claim: Claim,
}

/// The claims of a law, read as claims about places of so many numbers.
pub(crate) fn said(claims: Vec<Spelt>, arity: usize) -> Vec<Said> {
    let of_text = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<String>>();
    let names = match arity {
        1 => vec![of_text(&["n"])],
        2 => vec![letters(2), of_text(&["n", "q"])],
        _ => vec![letters(arity)],
    };
    let read = |spelt: Spelt| {
        names.iter().find_map(|names| {
            let claim = read(&spelt, names)?;
            Some(Said { spelt: spelt.clone(), names: names.clone(), claim })
        })
    };
    claims.into_iter().filter_map(read).collect()
}

/// What the law says of places of so many numbers, read alone.
pub(super) fn law_claims(law: &dyn Law, arity: usize) -> Vec<Claim> {
    said(law.claims_of(arity), arity).into_iter().map(|said| said.claim).collect()
}
