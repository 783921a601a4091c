//! The certificate of a game's period: see [`grundy_sequence::certificate`].
//!
//! ```
//! use grundy::{Context, Session, period::certificate};
//!
//! let game = Session::new().game("kayles")?.game;
//! let text = certificate(&game, &Context::default())?;
//! assert!(text.contains("\ndigit 2 any 0 1 2\ntheorem guy-smith\npreperiod 71\nperiod 12\n"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Cost: the search for the period, and what the certificate itself costs.

use grundy_core::{Context, Diagnostic, Result};
use grundy_sequence::certificate::Proof;
use grundy_sequence::period::ProvedPeriod;

use crate::game::{Game, Place};
use crate::period::search::search;
use crate::plan::period::Periods;

/// Where no period of a code is known yet it is looked for among so many values.
const SEARCHED: u64 = 10_000_000;

/// The certificate of the game's period: the one that was proved before (`crate::period`), or a new one, for codes
/// among the first 10^7 values.
///
/// # Errors
/// A game whose period no engine proves, among as many values as the budget allows ([`Unsupported`]); a spent budget.
///
/// [`Unsupported`]: crate::ErrorKind::Unsupported
pub fn certificate(game: &Game, cx: &Context) -> Result<String> {
    let none = |why: &str| Diagnostic::unsupported(format!("there is no certificate for {}: {why}", game.text()));
    if let Some(slice) = game.slice() {
        let text = slice.certificate(game.text(), cx)?;
        return text.ok_or_else(|| none("its rows are not known to repeat, or its moves depend on the place").into());
    }
    let Some(Periods { streams, certificate: Some(certificate) }) = game.periods()? else {
        return Err(none("no theorem on periods that can be checked speaks of it").into());
    };
    let proved = if !streams {
        let found = search(game, SEARCHED, true, cx)?;
        match (found.proved, found.stopped) {
            (None, Some(stopped)) => return Err(stopped.into()),
            (proved, _) => proved,
        }
    } else {
        game.proved_period(None, cx)?
    };
    let Some(proved) = proved else {
        return Err(none("no period is proved by its values").into());
    };
    let mut value = |n: u64| game.value_at(&Place::heap(n), cx);
    let text = certificate.text(game.text(), &proved, &mut value, cx)?;
    let why = || match proved.period.saltus {
        saltus if saltus > 0 && !streams => {
            format!("its values grow (saltus {saltus}), and certificates do not hold the theorem that proves this")
        }
        _ => "its proof needs 2^64 values or more".to_owned(),
    };
    text.ok_or_else(|| none(&why()).into())
}

/// What the theorem behind a period asks for.
fn proof(game: &Game, proved: &ProvedPeriod) -> Option<Proof> {
    game.periods().ok()??.certificate?.proof(proved)
}

/// So many values were needed for the proof of a period, where that is known.
pub(crate) fn values_needed(game: &Game, proved: &ProvedPeriod) -> Option<u64> {
    match (game.slice(), proved.returned) {
        (Some(_), Some((from, period))) => Some(from + period),
        _ => proof(game, proved).map(|proof| proof.values),
    }
}
