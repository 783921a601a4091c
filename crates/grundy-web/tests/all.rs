//! Tests from outside, over real connections of the loopback.

mod limits;
mod server;
mod stream;
mod verbs;
