"""The networkx program of `cargo xtask bench --graphs`: graphs_networkx.py FILE.

Prints as graphs_beside.rs does: seconds of CPU time and of what, then the sum of all values.
"""

import sys
import time

import networkx as nx


def main(path):
    last = time.process_time()

    def tell(what):
        nonlocal last
        now = time.process_time()
        print(f"{now - last:.4f} {what}")
        last = now

    with open(path) as file:
        arcs = [tuple(map(int, line.split())) for line in file]
    tell("parse")
    graph = nx.DiGraph(arcs)
    tell("build")
    values = {}
    for v in reversed(list(nx.topological_sort(graph))):
        seen = {values[w] for w in graph.successors(v)}
        k = 0
        while k in seen:
            k += 1
        values[v] = k
    tell("labels")
    print(sum(values.values()), "sum")


main(sys.argv[1])
