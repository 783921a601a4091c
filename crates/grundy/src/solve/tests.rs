mod cut_short;
mod laws_by_automata;
