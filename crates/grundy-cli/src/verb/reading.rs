//! From a source to positions and games: spelt as the source allows, with a word on what was heard.

use grundy::parametric::{Asked, ParametricGame};
use grundy::session::Spelling;
use grundy::{Diagnostic, GameQuestion, Position, Session};

use crate::exit::{Failure, Source};
use crate::setting::Setting;

/// Reads a position.
pub(crate) fn position(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<Position, Failure> {
    prepare(session, source, setting);
    prepared(session, source, setting)
}

/// Reads a position for a question that is about misère play whatever is said: no note recalls it.
pub(crate) fn misere_position(
    session: &mut Session,
    source: &mut Source,
    setting: &Setting,
) -> Result<Position, Failure> {
    prepare(session, source, setting);
    session.set_misere(true);
    prepared(session, source, setting)
}

fn prepared(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<Position, Failure> {
    let position = session.position_with(&source.text, &setting.values).map_err(Failure::reading(source))?;
    heard(session, source, setting);
    Ok(position)
}

/// Reads a game; one with parameters needs a value for each.
pub(crate) fn game(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<GameQuestion, Failure> {
    whole(asked(session, source, setting)?, source, setting)
}

/// Reads two games, of which one or both may have the parameters that were given a value.
pub(crate) fn games(
    session: &mut Session,
    sources: [&mut Source; 2],
    setting: &Setting,
) -> Result<[GameQuestion; 2], Failure> {
    let mut taken = false;
    let mut read = |source: &mut Source| {
        let asked = unvalued(session, source, setting)?;
        taken |= matches!(asked, Asked::Parametric(_));
        whole(asked.valued(&setting.values).map_err(Failure::reading(source))?, source, setting)
    };
    let [left, right] = sources;
    let both = [read(left)?, read(right)?];
    if !taken {
        no_parameters(setting)?;
    }
    Ok(both)
}

/// The game, if its parameters have a value each.
fn whole(asked: Asked, source: &Source, setting: &Setting) -> Result<GameQuestion, Failure> {
    match asked {
        Asked::Whole(question) => Ok(question),
        Asked::Parametric(game) => Err(without_value(&game, source, setting)),
    }
}

/// The fault of a game whose parameters need a value each.
pub(crate) fn without_value(game: &ParametricGame, source: &Source, setting: &Setting) -> Failure {
    let names = game.parameters();
    let given = setting.values.names();
    let fault = match !names.is_empty() && names.iter().all(|name| given.contains(name)) {
        true => {
            let values: Vec<String> = names.iter().map(|name| format!("{name}=3")).collect();
            Diagnostic::input("one value is needed for each parameter, and `--for` gives several")
                .suggest(format!("`for {}`", values.join(",")))
        }
        false => grundy::parametric::without_value(names, &source.text),
    };
    Failure::reading(source)(fault)
}

/// Reads a game that may have parameters; where each of them was given one value, it is the member.
pub(crate) fn asked(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<Asked, Failure> {
    let asked = match unvalued(session, source, setting) {
        Ok(asked) => asked,
        Err(failure) => {
            let places = session.game_of_places(&source.text, &setting.values);
            return places.map(Asked::Whole).ok_or(failure);
        }
    };
    if let Asked::Whole(_) = asked {
        no_parameters(setting)?;
    }
    asked.valued(&setting.values).map_err(Failure::reading(source))
}

fn unvalued(session: &mut Session, source: &mut Source, setting: &Setting) -> Result<Asked, Failure> {
    prepare(session, source, setting);
    let asked = session.asked_game(&source.text, &setting.values.names()).map_err(Failure::reading(source))?;
    heard(session, source, setting);
    Ok(asked)
}

/// Refuses values where nothing has parameters.
pub(crate) fn no_parameters(setting: &Setting) -> Result<(), Failure> {
    match setting.values.names().first() {
        None => Ok(()),
        Some(name) => {
            let fault = Diagnostic::input(format!("`{name}` is not a parameter of the question"));
            Err(Failure::plain(fault.suggest("a parameter is a name without a value: table 'take[1..m]' --for m=1..6")))
        }
    }
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
