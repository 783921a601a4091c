use super::*;

fn read(text: &str) -> Simple {
    Simple::read(text).unwrap()
}

#[test]
fn named_graphs_are_what_they_are_called() {
    for (text, edges) in [
        ("path:4", "edges:0-1,1-2,2-3"),
        ("path:1", "edges:0"),
        ("path:0", "edges:"),
        ("cycle:4", "edges:0-1,0-3,1-2,2-3"),
        ("star:3", "edges:0-1,0-2,0-3"),
        ("complete:3", "edges:0-1,0-2,1-2"),
        ("bipartite:1,2", "edges:0-1,0-2"),
        ("grid:2x3", "edges:0-1,0-3,1-2,1-4,2-5,3-4,4-5"),
        ("graph6:DqK", "edges:0-1,0-2,1-3,2-4,3-4"),
        ("edges: 3, 1-0, 0-1", "edges:0-1,3"),
    ] {
        let graph = read(text);
        assert_eq!(graph, read(edges), "{text}");
        assert_eq!(graph.without(|_| false).to_string(), edges, "{text}");
        assert_eq!(read(&graph.to_string()), graph);
    }
    assert_eq!(read("path:4").to_string(), "path:4");
    assert_eq!((read("petersen:5,2").vertices().len(), read("petersen:5,2").edges().len()), (10, 15));
    assert_eq!((read("queens:3").vertices().len(), read("queens:3").edges().len()), (9, 28));
    for wrong in ["path", "path:x", "cycle:2", "petersen:4,2", "edges:1-1", "edges:0>1", "graph6:Dq", "path:1000"] {
        assert!(Simple::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn graphs_are_split_and_renumbered() {
    let parts = read("edges:7-5,5-9,2,4-3").components();
    assert_eq!(parts.iter().map(Simple::to_string).collect::<Vec<_>>(), ["edges:2", "edges:3-4", "edges:5-7,5-9"]);
    assert_eq!(parts[2].renumbered(), read("edges:1-4,4-2").renumbered());
    assert_eq!(read("edges:3-8,8-1,1-5,5-3").renumbered(), read("cycle:4").renumbered());
    assert_ne!(read("path:4").renumbered(), read("star:3").renumbered());
    assert_eq!(read("edges:1-9,2-9,9-3,9-5,3-5").twins(), [0, 0, 2, 2, 4]);
    assert_eq!(read("complete:4").twins(), [0; 4]);
    assert_eq!(read("path:4").twins(), [0, 1, 2, 3]);
    assert!(read("edges:").components().is_empty());
    let cycles = ["cycle:4", "cycle:5", "cycle:12", "grid:2x2", "edges:", "path:4", "edges:0-1,1-2,2-0,3-4,4-5,5-3"];
    assert_eq!(cycles.map(|text| read(text).is_even_cycle()), [true, false, true, true, false, false, false]);
}
