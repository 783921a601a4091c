//! The table of known games.

/// One game of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
}

macro_rules! names { ($($n:literal)*) => { &[$(Entry { name: $n }),*] } }

static ENTRIES: &[Entry] = names!["nim" "take" "kayles" "dawsonskayles" "dawson" "dawsonschess" "grundy" "lasker" "mark"
    "aliquot" "atleasthalf" "atmosthalf" "nimble" "wythoff" "euclid" "euclidpositive" "fibonaccinim" "staircase" "moore"
    "newstone" "silverdollar" "welter" "endnim" "northcott" "nimpass" "kotzig" "thirtyone" "cram" "chomp" "nodekayles"
    "arckayles" "hackenbush" "geography" "nimstring" "dotsandcoins" "clobber" "nogo" "sprouts" "brussels" "treblecross"
    "notakto" "subsets" "posets" "turtles" "twins" "mockturtles" "triplets" "ruler" "moebius" "moidores" "mogul"
    "turning" "tartan" "conjunctive" "continued" "selective" "shortened" "diminished" "ordinal" "upto"];

/// The game with this name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|e| e.name == name)
}

/// All names and aliases, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|e| e.name)
}
