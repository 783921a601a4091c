//! What stands below a table of cells, in both languages: a page says it in another way than the text.

/// What the stars of values say.
pub(crate) const STARS: [&str; 2] = ["* a P-position: the player to move loses", "* P 局面：轮到者输"];
/// What the letters of outcomes say.
pub(crate) const LETTERS: [&str; 2] =
    ["P: the player to move loses; ·: the player to move wins; D: a draw", "P：轮到者输；·：轮到者胜；D：和局"];
