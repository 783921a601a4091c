//! What can be asked, as methods of what is asked about: a position, a game, a claim.
//!
//! Each question has a short form with the usual options and no limit of time and memory. A form `…_with` takes options and a
//! [`Context`](crate::Context) with a budget and a cancel flag: [`Position::solve_with`](crate::Position::solve_with) for the
//! outcome and the value too, and those of a game under a convention for what is asked of a game.
//!
//! | of a [`Position`](crate::Position) | of a [`Game`](crate::Game) | of a game under a convention, [`Game::under`](crate::Game::under) |
//! |---|---|---|
//! | [`solve`](crate::Position::solve), [`outcome`](crate::Position::outcome), [`value`](crate::Position::value) | [`value`](crate::Game::value), [`values`](crate::Game::values) | [`table_with`](crate::GameQuestion::table_with) |
//! | [`winning_moves`](crate::Position::winning_moves), [`moves`](crate::Position::moves), [`play`](crate::Position::play) | [`period`](crate::Game::period) | [`period_with`](crate::GameQuestion::period_with), [`equal_games_with`](crate::GameQuestion::equal_games_with), [`same_as`](crate::GameQuestion::same_as) |
//! | [`explain`](crate::Position::explain) | [`guess`](crate::Game::guess), [`prove`](crate::Game::prove) | [`guess_with`](crate::GameQuestion::guess_with), [`claim`](crate::GameQuestion::claim) |
//! | | [`emit`](crate::Game::emit) | [`emit_with`](crate::GameQuestion::emit_with), [`count_with`](crate::GameQuestion::count_with) |

mod game;
mod position;
