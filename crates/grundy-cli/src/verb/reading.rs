//! From a source to positions and games: spelt as the source allows, with a word on what was heard.

use grundy::{GameQuestion, Position, Session, Spelling};

use crate::exit::{Failure, Source};
use crate::setting::Setting;

/// Reads a position.
pub(crate) fn position(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<Position, Failure> {
    prepare(session, source, setting);
    let position = session.position(&source.text).map_err(Failure::reading(source))?;
    heard(session, source, setting);
    Ok(position)
}

/// Reads a game.
pub(crate) fn game(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<GameQuestion, Failure> {
    prepare(session, source, setting);
    let question = session.game(&source.text).map_err(Failure::reading(source))?;
    heard(session, source, setting);
    Ok(question)
}

/// Texts of this source may be spelt like this.
pub(crate) fn prepare(session: &mut Session, source: &Source, setting: &Setting) {
    session.set_misere(setting.misere);
    session.set_spelling(match (setting.strict, source.typed) {
        (true, _) => Spelling::Strict,
        (false, true) => Spelling::Spoken,
        (false, false) => Spelling::Lenient,
    });
}

/// Keeps how the source was understood, for faults that are found later and for the answer.
pub(crate) fn heard(session: &Session, source: &mut Source, setting: &Setting) {
    source.heard = session.heard().clone();
    setting.note(source.heard.notes());
}
