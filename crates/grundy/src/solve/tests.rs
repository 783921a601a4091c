mod laws_by_automata;
