//! What stands in the parentheses of a game: the places of its components.

use grundy_notation::Span;
use grundy_notation::ast::{self, Coordinate};

use super::Result;
use crate::error::{Diagnostic, ErrorKind};
use crate::game::open_text::OpenText;
use crate::game::{Component, Game, Place, Shape};
use crate::number::Nat;
use crate::position::Hole;

/// The components that the parentheses of a position stand for.
pub(super) fn places_of(game: &Game, places: &[ast::Place], hole: &mut Option<Hole>) -> Result<Vec<Place>> {
    if game.shape() == Shape::Text {
        let mut all = Vec::new();
        let mut rest = places;
        while let Some((place, behind)) = rest.split_first() {
            let named = match (place, behind.first()) {
                (ast::Place::Text(..), Some(ast::Place::Named(name, value))) => Some((name, value)),
                _ => None,
            };
            let placed = text_of(game, place, named);
            all.push(placed.map_err(|fault| match by_sides(game, places).or_else(|| by_heaps(game, places)) {
                Some(help) => fault.suggest(help),
                None => fault,
            })?);
            rest = if named.is_some() { &behind[1..] } else { behind };
        }
        return Ok(all);
    }
    grouped(game, places)?.into_iter().map(|list| place_of(game, &list, hole)).collect()
}

/// `cram(4, 5)` as a board, where the example of the game is one.
fn by_sides(game: &Game, places: &[ast::Place]) -> Option<String> {
    let [ast::Place::Coordinate(Coordinate::Number(rows, _)), ast::Place::Coordinate(Coordinate::Number(columns, _))] =
        places
    else {
        return None;
    };
    let (a, b) = game.entry()?.example.split('"').nth(1)?.split_once('x')?;
    let is_board = [a, b].iter().all(|side| !side.is_empty() && side.bytes().all(|digit| digit.is_ascii_digit()));
    is_board.then(|| format!("{}(\"{rows}x{columns}\")", game.text()))
}

/// `hackenbush(3, 4, 5)` as stalks, where a number is a place of the game in another spelling.
fn by_heaps(game: &Game, places: &[ast::Place]) -> Option<String> {
    let rules = game.any()?;
    let heap = |place: &ast::Place| match place {
        ast::Place::Coordinate(Coordinate::Number(n, _)) => Some(format!("\"{}\"", rules.heap_text(n)?)),
        _ => None,
    };
    let heaps: Vec<String> = places.iter().map(heap).collect::<Option<_>>()?;
    Some(format!("{}({})", game.text(), heaps.join(", ")))
}

/// The place that a text between quotation marks means, with what is named behind it.
fn text_of(game: &Game, place: &ast::Place, named: Option<(&ast::Name, &ast::NamedValue)>) -> Result<Place> {
    let span = match place {
        ast::Place::Text(text, span) => {
            let inside = |within: Span| Span::new(span.start + 1 + within.start, span.start + 1 + within.end);
            let place = match (named, game.any()) {
                (Some((name, value)), Some(rules)) => {
                    let (value, at) = match value {
                        ast::NamedValue::Text(text, span) => (text.clone(), *span),
                        ast::NamedValue::Coordinate(Coordinate::Number(n, span)) => (n.to_string(), *span),
                        ast::NamedValue::Coordinate(Coordinate::Name(name)) => (name.text.clone(), name.span),
                        ast::NamedValue::Coordinate(Coordinate::Unknown(span)) => {
                            return Err(Diagnostic::input("`?` stands for the size of a heap").at(*span));
                        }
                    };
                    return rules.read_named(game, text, &name.text, &value).map_err(|fault| {
                        if let Some(fault) = left_open_beside(game, text, &name.text, &value) {
                            return fault.at(*span);
                        }
                        // what has no place in the text is the name or what stands behind it
                        let behind = if fault.kind == ErrorKind::Parse { name.span } else { at };
                        Diagnostic { span: Some(fault.span.map_or(behind, inside)), ..fault }
                    });
                }
                _ => game.read_place(text),
            };
            if place.is_err()
                && let Some(fault) = left_open(game, text)
            {
                return Err(fault.at(*span));
            }
            return place.map_err(|fault| Diagnostic { span: Some(fault.span.map_or(*span, inside)), ..fault });
        }
        ast::Place::Coordinate(Coordinate::Number(n, span)) if game.reads_numbers() => {
            return game.read_place(&n.to_string()).map_err(|fault| Diagnostic { span: Some(*span), ..fault });
        }
        ast::Place::Coordinate(Coordinate::Unknown(span)) if game.reads_numbers() => {
            let fault = format!("`?` in `{}`, where each number is a board of its own, is not supported", game.text());
            return Err(Diagnostic::unsupported(fault).at(*span));
        }
        ast::Place::Coordinate(Coordinate::Number(_, span) | Coordinate::Unknown(span)) => Some(*span),
        ast::Place::Coordinate(Coordinate::Name(name)) if game.reads_numbers() => {
            return Err(letter_of_board(game, &name.text).at(name.span));
        }
        // `cram(axb)`: letters without quotation marks
        ast::Place::Coordinate(Coordinate::Name(name)) if let Some(fault) = left_open(game, &name.text) => {
            return Err(fault.at(name.span));
        }
        ast::Place::Coordinate(Coordinate::Name(name)) | ast::Place::Named(name, _) => Some(name.span),
        ast::Place::Tuple(_) | ast::Place::Position(_) => None,
    };
    let fault = Diagnostic::input(format!("the positions of `{}` are texts between quotation marks", game.text()));
    let example = game.entry().map_or_else(|| format!("{}(\"…\")", game.text()), |entry| entry.example.to_owned());
    Err(Diagnostic { span, ..fault }.suggest(example))
}

/// Of a text with letters in place of numbers: the same with numbers.
fn left_open(game: &Game, text: &str) -> Option<Diagnostic> {
    if let Some(capital) = capital_letter(game, text) {
        return Some(capital);
    }
    let open = OpenText::read_for(game, text)?;
    let letter = &open.names()[0];
    let fault = Diagnostic::input(format!("`{letter}` stands for a number, and one position has a number there"));
    let closed = open.with(&vec![4; open.names().len()]);
    Some(fault.suggest(format!("\"{closed}\"; `table`, `guess` and `prove` take the letter")))
}

/// Of a text with a capital letter in place of a number: the same with a small one.
pub(crate) fn capital_letter(game: &Game, text: &str) -> Option<Diagnostic> {
    let letter = text.chars().find(char::is_ascii_uppercase)?;
    let open = OpenText::read_for(game, &text.to_ascii_lowercase())?;
    let fault = Diagnostic::input(format!("`{letter}` is a capital letter, and small ones stand for numbers"));
    Some(fault.suggest(open.spelt(open.names())))
}

/// Of a text with letters and something named behind it, which makes a place if the letters are some number.
fn left_open_beside(game: &Game, text: &str, name: &str, value: &str) -> Option<Diagnostic> {
    let (open, rules) = (OpenText::read(text)?, game.any()?);
    let closed = open.with(&vec![4; open.names().len()]);
    rules.read_named(game, &closed, name, value).ok()?;
    let letter = &open.names()[0];
    let fault = Diagnostic::input(format!("`{letter}` stands for a number, and one position has a number there"));
    Some(fault.suggest(format!("{}(\"{closed}\", {name}={value})", game.text())))
}

/// Of a letter where a number is needed.
fn variable(name: &str) -> Diagnostic {
    Diagnostic::input(format!("`{name}` is a variable, and a number is needed here"))
        .suggest("`?` asks which numbers lose; positions with variables belong to `prove`")
}

/// The same where the number is that of a board or a row of coins.
fn letter_of_board(game: &Game, name: &str) -> Diagnostic {
    Diagnostic::input(format!("`{name}` is a variable, and a number is needed here"))
        .suggest(format!("{}(4); `table`, `guess` and `prove` take the letter", game.text()))
}

/// The position that stands where a compound has a component.
pub(super) fn position_of<'p>(game: &Game, place: &'p ast::Place) -> Result<&'p ast::Position> {
    let (name, suggestion) = (game.text(), format!("{}(nim(3), kayles(4))", game.text()));
    let (what, span) = match place {
        ast::Place::Position(position) => return Ok(position),
        ast::Place::Coordinate(Coordinate::Number(_, span) | Coordinate::Unknown(span)) => ("a number", Some(*span)),
        ast::Place::Coordinate(Coordinate::Name(name)) => ("a name", Some(name.span)),
        ast::Place::Tuple(_) => ("a list of numbers", None),
        ast::Place::Text(_, span) => ("a text", Some(*span)),
        ast::Place::Named(name, _) => ("a named place", Some(name.span)),
    };
    let fault = Diagnostic::input(format!("the components of `{name}` are positions, and this is {what}"));
    Err(Diagnostic { span, ..fault }.suggest(suggestion))
}

/// The coordinates of each component.
pub(crate) fn grouped<'p>(game: &Game, places: &'p [ast::Place]) -> Result<Vec<Vec<&'p Coordinate>>> {
    if game.shape() == Shape::Positions {
        return Err(Diagnostic::unsupported(format!(
            "claims about `{}` and other compounds are not supported",
            game.text()
        ))
        .suggest("`solve` answers for each position"));
    }
    let mut coordinates: Vec<&Coordinate> = Vec::new();
    let mut tuples: Vec<Vec<&Coordinate>> = Vec::new();
    for place in places {
        match place {
            ast::Place::Coordinate(c) => coordinates.push(c),
            ast::Place::Tuple(all) => tuples.push(all.iter().collect()),
            ast::Place::Text(_, span) => {
                return Err(Diagnostic::input(format!("`{}` has numbers, not a text", game.text())).at(*span));
            }
            ast::Place::Named(name, _) => {
                return Err(
                    Diagnostic::input(format!("`{}` has no place called `{}`", game.text(), name.text)).at(name.span)
                );
            }
            ast::Place::Position(_) => {
                return Err(Diagnostic::input(format!("`{}` has numbers, not positions", game.text())));
            }
        }
    }
    if !coordinates.is_empty() && !tuples.is_empty() {
        return Err(Diagnostic::input("single numbers and tuples are mixed"));
    }
    Ok(match game.shape() {
        Shape::Heap | Shape::Vertex if tuples.is_empty() => coordinates.into_iter().map(|c| vec![c]).collect(),
        Shape::Heap | Shape::Vertex => {
            return Err(Diagnostic::input(format!("the heaps of `{}` are single numbers", game.text()))
                .suggest(format!("{}(3, 5)", game.text())));
        }
        _ if game.pairs_in_one_place() => {
            vec![if tuples.is_empty() { coordinates } else { tuples.into_iter().flatten().collect() }]
        }
        _ if tuples.is_empty() => vec![coordinates],
        _ => tuples,
    })
}

pub(super) fn place_of(game: &Game, list: &[&Coordinate], hole: &mut Option<Hole>) -> Result<Place> {
    let mut place = Place::new();
    let mut unknown = None;
    for coordinate in list {
        let number = match (coordinate, game.shape()) {
            (Coordinate::Number(n, span), Shape::Vertex) => vertex(game, &n.to_string(), *span)?,
            (Coordinate::Name(name), Shape::Vertex) => vertex(game, &name.text, name.span)?,
            (Coordinate::Number(n, _), _) => n.clone(),
            (Coordinate::Name(name), _) => {
                return Err(variable(&name.text).at(name.span));
            }
            (Coordinate::Unknown(span), _) => {
                if game.shape() == Shape::Vertex {
                    return Err(Diagnostic::input("`?` stands for a number, and the places of a graph are vertices")
                        .at(*span)
                        .suggest("ask about each vertex"));
                }
                if hole.is_some() || unknown.is_some() {
                    return Err(Diagnostic::input("only one `?` per position").at(*span));
                }
                unknown = Some(place.len());
                Nat::ZERO
            }
        };
        place.push(number);
    }
    if unknown.is_none() {
        place = game.place(place)?;
    } else if let Shape::Tuple(n) = game.shape()
        && place.len() != n
        && game.place(place.clone()).is_err()
    {
        return Err(Diagnostic::input(format!(
            "`{}` has {n} numbers per place, and {} are given",
            game.text(),
            place.len()
        )));
    }
    if let Some(coordinate) = unknown {
        *hole = Some(Hole { component: Component { game: game.clone(), place: place.clone() }, coordinate });
    }
    Ok(place)
}

/// The number of a vertex with this name.
fn vertex(game: &Game, name: &str, span: Span) -> Result<Nat> {
    let place = game.read_place(name).map_err(|fault| fault.at(span))?;
    Ok(place.into_iter().next().unwrap_or_default())
}
