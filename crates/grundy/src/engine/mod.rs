//! Engines: each works out values of one family of games.

