//! The definitions of a text with parameters, put in the places of their names: what is proved of `take[1..m]` holds for `t[k]`
//! with `let t[m] = take[1..m]`.

use std::sync::Arc;

use grundy_notation::ast::{Argument, Definition, Game, GameText, Simple};
use grundy_notation::substitute::Substitution;

use super::lift::mentions;
use crate::error::Diagnostic;
use crate::rule::lower::NODE_LIMIT;

/// The game with what its names stand for in their places, and the definitions that have parameters of their own.
pub(super) fn without_names(
    read: &GameText,
    parameters: &[String],
) -> Result<(Arc<Game>, Vec<Definition>), Diagnostic> {
    let mut known: Vec<(&str, Argument)> = Vec::new();
    let mut kept = Vec::new();
    for definition in &read.definitions {
        let mut filled = Substitution::new(&known, NODE_LIMIT).definitions(std::slice::from_ref(definition))?;
        match filled.pop() {
            Some(one) if one.parameters.is_empty() => known.push((&definition.name.text, Argument::Game(one.game))),
            one => kept.extend(one),
        }
    }
    let game = Substitution::new(&known, NODE_LIMIT).game(&read.game)?;
    let game = unfolded(&game, &kept, parameters).unwrap_or(game);
    if !kept.iter().any(|definition| speaks_of(&game, &definition.name.text)) {
        kept.clear();
    }
    Ok((Arc::new(game), kept))
}

/// The game with what its own definitions say in their places: `take[1..k]` for `t[k]`, where `let t[m] = take[1..m]`. `None` where a
/// parameter of the question stands in a definition as well: there it may mean something else.
fn unfolded(game: &Game, definitions: &[Definition], parameters: &[String]) -> Option<Game> {
    let mut alternatives = Vec::new();
    for simple in &game.alternatives {
        let Simple::Named { name, arguments } = simple else {
            alternatives.push(simple.clone());
            continue;
        };
        let Some(at) = definitions.iter().rposition(|definition| definition.name.text == name.text) else {
            alternatives.push(simple.clone());
            continue;
        };
        let definition = &definitions[at];
        if definition.parameters.len() != arguments.len() || mentions(&definition.game, parameters) {
            return None;
        }
        let names = definition.parameters.iter().map(|name| name.text.as_str());
        let bindings: Vec<(&str, Argument)> = names.zip(arguments.iter().cloned()).collect();
        let inside = Substitution::new(&bindings, NODE_LIMIT).game(&definition.game).ok()?;
        // a definition speaks of those before it
        alternatives.extend(unfolded(&inside, &definitions[..at], parameters)?.alternatives);
    }
    Some(Game { alternatives, span: game.span })
}

/// Does a name stand in the game?
fn speaks_of(game: &Game, name: &str) -> bool {
    mentions(&Arc::new(game.clone()), &[name.to_owned()])
}
