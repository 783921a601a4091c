//! One graph in all forms, as networkx 3.6 writes it; and what is no graph.

use proptest::prelude::*;

use grundy_core::Context;

use super::*;
use crate::read::{LineFault, Names, text};

fn list(name: &str, bytes: &[u8]) -> Result<EdgeList, ReadError> {
    text::read(&mut &bytes[..], name, &Context::default())
}

/// The arcs of a file on disk, which can be read again.
fn file(name: &str, text: &str) -> Result<crate::read::Loaded, ReadError> {
    let path = std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let loaded = crate::read::load(&mut std::fs::File::open(&path).unwrap(), name, &Context::default());
    std::fs::remove_file(&path).unwrap();
    loaded
}

/// The arcs by name, and the vertices without arcs.
fn graph(name: &str, text: &str) -> (Format, Vec<String>, Vec<String>) {
    let list = list(name, text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut arcs: Vec<String> = Vec::new();
    let mut lone: Vec<u32> = match &list.names {
        // other numbers below the largest are not vertices
        Names::Dense { lone, .. } => lone.clone(),
        names => (0..names.len() as u32).collect(),
    };
    for (u, v) in list.parts.into_iter().flatten() {
        arcs.push(format!("{}-{}", list.names.name(u), list.names.name(v)));
        lone.retain(|&w| w != u && w != v);
    }
    arcs.sort();
    (list.spelling.format, arcs, lone.into_iter().map(|v| list.names.name(v).into_owned()).collect())
}

const GRAPHML: &str = r#"<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="weight" attr.type="long"/>
  <graph edgedefault="directed">
    <node id="0"/>
    <node id="1"/>
    <node id="2" />
    <edge source="0" target="1"><data key="d0">3</data></edge>
    <edge source="0" target="2"/>
    <edge source="1" target="2"/>
    <edge source="3" target="0"/>
    <node id="3"></node>
    <node id="4"/>
  </graph>
</graphml>
"#;

const MATRIX: &str =
    "%%MatrixMarket matrix coordinate integer general\n% by hand\n\n5 5 4\n1 2 7\n1 3 1\n2 3 1\n4 1 1\n";

#[test]
fn one_graph_in_all_forms() {
    let node_link = r#"{"directed": true, "multigraph": false, "graph": {},
        "nodes": [{"id": 0}, {"id": 1, "colour": "red"}, {"id": 2}, {"id": 3}, {"id": 4}],
        "edges": [{"source": 0, "target": 1, "weight": 2}, {"source": 0, "target": 2}, {"source": 1, "target": 2},
                  {"source": 3, "target": 0}]}"#;
    let links = node_link.replace("\"edges\"", "\"links\"");
    let bare = r#"{"nodes": [0, 1, 2, 3, 4], "edges": [[0, 1], [0, 2], {"source": 1, "target": 2}, [3, 0]]}"#;
    let adjacency = r#"{"directed": true, "multigraph": false, "graph": [], "nodes": [{"id": 0}, {"id": 1}, {"id": 2},
        {"id": 3}, {"id": 4}], "adjacency": [[{"id": 1}, {"id": 2}], [{"id": 2}], [], [{"id": 0}], []]}"#;
    let adjlist = "#/usr/bin/a.py\n# GMT Sat Nov 21 2026\n# \n0 1 2\n1 2\n2\n3 0\n4\n";
    for (name, text, format) in [
        ("g", "0 1 {}\n0 2 {'weight': 3}\n1 2 {'a': 'b c', 'd': (1, 2)}\n3 0 {}\n4\n", Format::Columns),
        ("g", "% sym\n0 1\n0 2\n1 2 % t\n3, 0 % t, u\n4 % t\n", Format::Edges),
        ("g", "% sym\n0 1 2 % t\n1 2 %t\n2\n3 0\n4\n", Format::Adjacency),
        ("g", "0 1 2.5\n0 2 1e3 % t\n1 2 -1\n3 0 7\n4\n", Format::Columns),
        ("g", "0 1 2.5\n0 2 1e3\n1 2 -1\n3 0 7\n4\n", Format::Columns),
        ("g", "source target\n0 1\n0 2\n1 2\n3 0\n4\n", Format::Columns),
        ("g", "\tu v\n0 1\n0 2\n1 2\n3 0\n4\n", Format::Columns),
        ("g", "u v\t# t\n0 1\n0 2\n1 2\n3 0\n4\n", Format::Columns),
        ("g", "Source,Target,Weight\n0,1,x\n0,2,\n1,2,5\n3,0,5\n4\n", Format::Columns),
        ("g.edgelist", "0 1 4\n0 2 4\n1 2 4\n3 0 4\n4\n", Format::Columns),
        ("g", "0 1\n0 2\n1 2\n3 0\n4\n", Format::Edges),
        ("g", "0: 1 2\n1: 2 # t\n2:\n3: 0\n4:\n", Format::Adjacency),
        ("g", "0->1,2\n1->2\n3->0\n4\n", Format::Arrows),
        ("g", "0 -> 1, 2;\n\n# t\n1 -> 2 # t\n3→0; % t\n4;\n", Format::Arrows),
        ("g", "4\n3 → 0\n0 -> 1 , 2; 1->2", Format::Arrows),
        ("g", "0 1 1 0 0\n0 0 1 0 0\n% t\n0 0 0 0 0\n1 0 0 0 0 # t\n0 0 0 0 0\n", Format::Matrix),
        ("g", "0,1,1,0,0\n0,0,1,0,0\n0,0,0,0,0\n1,0,0,0,0\n0,0,0,0,0", Format::Matrix),
        ("g", "01100\n00100\n00000\n10000\n00000\n", Format::Matrix),
        ("g", adjlist, Format::Adjacency),
        ("g.adjlist", adjlist, Format::Adjacency),
        ("g", "0 1 2\n1 2\n2\n3 0\n4\n", Format::Adjacency),
        ("g", "# GMT\n0 2\n1 {}\n2 {'weight': 3}\n1 1\n2\n2 0\n3 1\n0 {}\n4 0\n", Format::MultilineAdjacency),
        ("g", "from to\n0 1\n0 2\n1 2\n3 0\n4\n", Format::Columns),
        ("g", GRAPHML, Format::GraphMl),
        ("g", node_link, Format::Json),
        ("g", &links, Format::Json),
        ("g", adjacency, Format::Json),
        ("g", bare, Format::Json),
        ("g", r#"{"0": [1, "2"], "1": ["2"], "2": [], "3": [0], "4": []}"#, Format::Json),
        ("g", "&DWOC??", Format::Digraph6),
        ("g", ">>digraph6<<&DWOC??\n", Format::Digraph6),
    ] {
        let known = ["0-1", "0-2", "1-2", "3-0"].map(str::to_owned).to_vec();
        assert_eq!(graph(name, text), (format, known, vec!["4".to_owned()]), "{text}");
    }
    let shifted = ["1-2", "1-3", "2-3", "4-1"].map(str::to_owned).to_vec();
    assert_eq!(graph("g", MATRIX), (Format::MatrixMarket, shifted, vec!["5".to_owned()]));
}

#[test]
fn an_edge_without_a_direction_is_a_move_both_ways() {
    let both = ["0-1", "0-2", "0-3", "1-0", "1-2", "2-0", "2-1", "3-0"].map(str::to_owned).to_vec();
    let json = r#"{"directed": false, "nodes": [{"id": 0}, {"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}],
        "links": [{"source": 0, "target": 1}, {"source": 0, "target": 2}, {"source": 1, "target": 2},
        {"source": 0, "target": 3}]}"#;
    for text in
        ["D{?", ">>graph6<<D{?\n", ":Da@b", ">>sparse6<<:Da@b\n", &GRAPHML.replace("directed", "undirected"), json]
    {
        let (_, arcs, lone) = graph("g", text);
        assert_eq!((arcs, lone), (both.clone(), vec!["4".to_owned()]), "{text}");
    }
    let (_, arcs, _) = graph("g", &MATRIX.replace("general", "symmetric"));
    assert_eq!(arcs.len(), 8);
    for (text, format, both_ways) in [
        ("D{?", Format::Graph6, true),
        (">>graph6<<\nD{?", Format::Graph6, true),
        (":Da@b", Format::Sparse6, true),
        (">>sparse6<<:Da@b", Format::Sparse6, true),
        ("&DI?AO?", Format::Digraph6, false),
        (GRAPHML, Format::GraphMl, false),
        (&GRAPHML.replace("directed", "undirected"), Format::GraphMl, true),
        (json, Format::Json, true),
        ("0 1\n1 0\n", Format::Edges, false),
    ] {
        let spelling = list("g", text.as_bytes()).unwrap().spelling;
        assert_eq!((spelling.format, spelling.both_ways), (format, both_ways), "{text}");
    }
    assert_eq!(list("a.d6", b"&DI?AO?").unwrap().spelling.format, Format::Digraph6);
    // the examples of the description
    assert_eq!(graph("g", "DQc").1.join(" "), "0-2 0-4 1-3 2-0 3-1 3-4 4-0 4-3");
    assert_eq!(graph("g", "&DI?AO?").1.join(" "), "0-2 0-4 3-1 3-4");
    assert_eq!(graph("g", ":Fa@x^").1.join(" "), "0-1 0-2 1-0 1-2 2-0 2-1 5-6 6-5");
}

#[test]
fn texts_stay_edge_lists() {
    let dated = "#a.py\n# GMT Sat\n#\n0 1 2\n1 2 0\n2 0 1\n";
    assert_eq!(list("g", dated.as_bytes()).unwrap().spelling.format, Format::Adjacency);
    for text in [
        "a b\n", "# u v\n1 2\n", "u,v\n1,2\n", "a\n", "\"a b\",c\n", "DQc x\n", "x:1 y\n", "1 2 # 3 4 5\n",
        "% 0 1\na b % c d\n", "\"a\" b % \"c\"\n",
    ] {
        assert_eq!(list("g", text.as_bytes()).unwrap().spelling.format, Format::Edges, "{text}");
    }
}

#[test]
fn names_of_arrows_are_names() {
    let (format, arcs, lone) = graph("g", "the_end -> b-c, \"d e\"\n\"d e\"->x:y;f\nn>m\n");
    assert_eq!(format, Format::Arrows);
    assert_eq!(arcs, ["d e-x:y", "the_end-b-c", "the_end-d e"]);
    assert_eq!(lone, ["f", "n>m"]);
    // among arcs without a sign they are names too
    let (format, arcs, lone) = graph("g", "n->m m->n\n\"k->m\"\nNew-York a:b\nx-y\n");
    assert_eq!((format, arcs), (Format::Edges, ["New-York-a:b", "n->m-m->n"].map(str::to_owned).to_vec()));
    assert_eq!(lone, ["k->m", "x-y"]);
    // names alone
    assert_eq!(graph("g", "a\nb_1\nc.2\n-3\n\"d-e\"\n").2.len(), 5);
    assert_eq!(graph("g", "3\n17\n101\n").2.len(), 3);
}

#[test]
fn a_square_of_bits_is_a_matrix_and_nothing_else() {
    for (text, format) in [
        ("0 1 0\n0 0 1\n0 0 0\n", Format::Matrix),
        ("3\n0 1 0\n0 0 1\n0 0 0\n", Format::Matrix),
        ("3\n010\n001\n000\n", Format::Matrix),
        // vertices, two columns, a row too few, another number
        ("100\n110\n101\n", Format::Edges),
        ("0 1\n1 0\n", Format::Edges),
        ("0 1 0\n2 0 0\n", Format::Columns),
        ("0 1 1\n1 0 2\n0 0 1\n", Format::Columns),
    ] {
        let read = list("g", text.as_bytes());
        assert_eq!(read.map(|list| list.spelling.format).ok(), Some(format), "{text}");
    }
    assert_eq!(graph("g", "0 1 0\n0 0 1\n0 0 0\n").1, ["0-1", "1-2"]);
    // one that is longer than what the form is seen from
    let row = |u: usize| (0..1600).map(|v| if v == u + 1 { "1 " } else { "0 " }).collect::<String>();
    let text = (0..1600).map(|u| row(u) + "\n").collect::<String>();
    let (format, arcs, _) = graph("g", &text);
    assert_eq!((format, arcs.len()), (Format::Matrix, 1599));
}

#[test]
fn two_rows_of_two_are_arcs_or_a_matrix() {
    for (text, square) in [
        ("0 1\n0 0\n", true),
        ("2\n1,0\n0,1\n", true),
        ("0 1\n1 0\n", false),
        ("0 1\n0 2\n", false),
        ("0 1\n0 0\n1 1\n", false),
        ("01\n00\n", false),
    ] {
        let list = list("g", text.as_bytes()).unwrap();
        assert_eq!((list.spelling.format, list.spelling.square), (Format::Edges, square), "{text}");
    }
    let loop_at_1 = (Format::Matrix, vec!["0-1".to_owned(), "1-1".to_owned()], Vec::new());
    for text in ["0 1\n0 1\n", "2\n0 1\n0 1\n", "01\n01\n"] {
        assert_eq!(graph("g.matrix", text), loop_at_1, "{text}");
    }
    assert!(list("g.matrix", b"0 1\n0 2\n").is_err());
}

#[test]
fn rows_of_neighbours_are_told_by_a_line_far_down() {
    let mut text: String = (1..=5000).map(|v| format!("{v} {}\n", v - 1)).collect();
    text += "5001 1 2 3\n0\n";
    let loaded = file("far.txt", &text).unwrap();
    assert_eq!((loaded.spelling.format, loaded.graph.arcs()), (Format::Adjacency, 5003));
    // a line too long among arcs
    text += "5001 4\n";
    match file("arcs.txt", &text) {
        Err(ReadError::Line { line: 5001, fault: LineFault::Shape, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_none_of_them_is_named() {
    for (name, text, why) in [
        ("g", "digraph { a -> b }", "DOT"),
        ("g", "graph [\n  directed 1\n]", "GML"),
        ("g", "*Vertices 3\n", "Pajek"),
        ("g", "p edge 3 2\ne 1 2\n", "DIMACS"),
        ("g", "<gexf/>", "GEXF"),
        ("g", "<svg></svg>", "no GraphML: it begins with <svg>"),
        ("g", "<graphml><graph><node/></graph></graphml>", "line 1, column 17"),
        ("g", "<graphml><graph>\n<edge source='a' target='b'/></graph></graphml>", "line 2, column 1"),
        ("g", "<graphml>", "not closed"),
        ("g", "<graphml><node id='&bomb;'/></graphml>", "attributes"),
        ("g", "{\"nodes\": [],\n \"links\": 3}", "line 2"),
        ("g", "{\"nodes\": []}", "neither"),
        ("g", "{\"nodes\": [{\"id\":1},{\"id\":1}], \"links\": []}", "second node"),
        ("g", "{\"nodes\": [{\"id\":1}], \"links\": [{\"source\":1,\"target\":2}]}", "not a node"),
        ("g", "{\"nodes\": [{\"id\":1},\n {\"id\":1}], \"links\": []}", "line 2, column 2"),
        ("g", "{\"nodes\": [0, 1],\n \"edges\": [[0, 1],\n  [0, 7]]}", "line 3, column 3"),
        ("g", "{\"nodes\": [0],\n \"adjacency\": [[], []]}", "line 2, column 15"),
        ("g", "{\"nodes\": [0, 1], \"adjacency\": [[],\n [{\"key\": 0}]]}", "line 2, column 3"),
        ("g", "{\"a\": [\"b\"],\n \"b\": [{\"x\": 1}]}", "line 2, column 8"),
        ("g", "{\"a\": [\"b\"],\n \"a\": []}", "line 2, column 2"),
        ("g", "{\"a\": [\"b\"],\n \"b\": 5}", "line 2, column 7"),
        ("g", "[1]", "not a graph as JSON"),
        ("g", "{\"nodes\": [0, 2.5], \"edges\": []}", "found 2.5"),
        ("g", "{\"nodes\": [0, 1], \"edges\": [[0, 1.5]]}", "found 1.5"),
        ("g", "{\"nodes\": [0, 1], \"edges\": [[0, 1, 1]]}", "a pair of vertices, found [0,1,1]"),
        ("g", "{\"nodes\": [0, 1], \"edges\": [1]}", "a pair of vertices, found 1"),
        ("g", "{\"nodes\": [0], \"edges\": [{\"source\": 0}]}", "missing field `target`"),
        ("g", "{\"0\": [1, 2.5]}", "found 2.5"),
        ("g", "[[0, 1], [1, 2.5]]", "line 1, column 14"),
        ("g", "[[1, 2.5], [2]]", "found 2.5"),
        ("g", "1 2\r2 3\r", "carriage return alone"),
        ("g.adjlist", "1 2\r2 3\r", "carriage return alone"),
        ("g", "1 2\n2 3\r3 4\n", "carriage return alone"),
        ("g", "0 1 2\n1 2 0\n2 0 1\n", "weight, or a vertex with two neighbours"),
        ("g", "0 1 {}\n0 2 x\n", "line 2, column 5"),
        ("g", "0 1\n0 2 3\n0 3\n", "line 2"),
        ("g", "1 2\n2 3 4\n", "line 2"),
        ("g", "%%MatrixMarket matrix array real general\n1 1\n0\n", "array"),
        ("g", "%%MatrixMarket matrix coordinate real general\n2 3 0\n", "square"),
        ("g", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n", "2 entries are announced"),
        ("g", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n", "line 3"),
        ("g", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 1\n", "line 3"),
        ("g", "0-1\n1-2\n", "line 1 of \"g\" is not an arc: \"0-1\""),
        ("g", "# t\n\na:b\nb:c\n", "line 3 of \"g\" is not an arc: \"a:b\""),
        ("g", "0>1\n", "\">\" between two vertices"),
        ("g", "0--1\n1--2\n", "\"--\" between two vertices"),
        ("g", "0 -- 1\n1 -- 2\n", "\"--\" between two vertices"),
        ("g", "a b\nb : c\n", "line 2 of \"g\" is not an arc: \"b : c\""),
        ("g", "0;1\n1 ; 2 3\n", "line 2"),
        ("g", "0 ; 1\n1 2\n", "line 1"),
        ("g", "a\nb=c\n", "line 2"),
        ("g", "a b\nb->c\n", "line 2 of \"g\" is not an arc: \"b->c\""),
        ("g", "a b\nb -> c\n", "line 1, column 3"),
        ("g", "a->b\nb c\n", "line 2, column 3 of \"g\", read as arcs"),
        ("g", "a->b\nb->\n", "line 2, column 4"),
        ("g", "a->b,\n", "line 1, column 6"),
        ("g", "a->b\na->b,\n", "line 2, column 6"),
        ("g", "a->b->c\n", "line 1, column 5"),
        ("g", "->b\nb -> c\n", "line 1, column 3"),
        ("g", "a,b -> c\n", "line 1, column 2"),
        ("g", &format!("{}\n{}\n", "0 ".repeat(70), "1 ".repeat(70)), "only 2 rows"),
        ("g", "&AO\n&AO\n", "a second graph"),
        ("g.g6", "DQ", "5 vertices take 2 characters"),
        ("g.g6", "", "no graph"),
        ("g", "&~~~~~~~~", "vertices take"),
        ("g", ":~~~~~~~~\n", "too large"),
    ] {
        let error = match list(name, text.as_bytes()) {
            Err(error) => error.diagnostic().message,
            Ok(list) => panic!("{text}: {list:?}"),
        };
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// Pieces of all forms, so that random texts get behind the first line.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "0",
        "1",
        " ",
        "\n",
        ",",
        "{",
        "}",
        "'a'",
        "\"",
        "\"id\"",
        ":",
        "[",
        "]",
        "nodes",
        "\"links\"",
        "<",
        ">",
        "/",
        "graphml",
        "<graphml>",
        "<graph>",
        "<node id='a'/>",
        "<edge source='a' target='a'/>",
        "</graph>",
        "&",
        "&amp;",
        "=",
        "'",
        "%%MatrixMarket matrix coordinate pattern general\n",
        "2 2 1\n",
        "%",
        "#",
        ">>graph6<<",
        ">>sparse6<<:",
        "~",
        "D",
        "Qc",
        "@",
        "é",
        "\u{feff}",
        "4294967295",
        "99999999999999999999",
        "-1",
        "2.5",
        "a b\n",
        "0 1 {}\n",
        "0 1 2 3\n",
        "source target\n",
        "->",
        "→",
        "--",
        ";",
        "0 1 0\n",
        "a: ",
    ];
    prop_oneof![4 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

/// Lines of two numbers, and some that are none.
fn line() -> impl Strategy<Value = String> {
    let others = ["7\n", "0 1 0\n", "1 {}\n", "a b\n", "0 1 2\n", "1,2\n", "\n", "# 1 2\n", "1: 2\n", "1 -> 2\n"];
    let sign = prop::sample::select(vec![" ", "\t", "  "]);
    let end = prop::sample::select(vec!["\n", "\r\n", " \n"]);
    let pair = (0..4u32, sign, 0..4u32, end).prop_map(|(u, sign, v, end)| format!("{u}{sign}{v}{end}"));
    prop_oneof![15 => pair, 1 => prop::sample::select(others.to_vec()).prop_map(str::to_owned)]
}

fn small() -> Context {
    Context::new(grundy_core::Budget { memory: Some(1 << 26), ..grundy_core::Budget::UNLIMITED })
}

/// Whatever a file holds it is read or named, without a panic; faults have a line that is there.
fn survives(name: &str, bytes: &[u8]) {
    match text::read(&mut &bytes[..], name, &small()).and_then(|list| Ok(list.load(&small())?)) {
        Ok(loaded) => assert!(loaded.names.len() <= loaded.graph.vertices()),
        Err(ReadError::Place { line, column, why, .. }) => {
            let lines = bytes.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
            assert!(line >= 1 && line <= lines && column >= 1 && !why.is_empty());
        }
        Err(_) => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_named(bytes in prop::collection::vec(any::<u8>(), 0..200), end in 0..6usize) {
        survives(["g", "g.g6", "g.adjlist", "g.edgelist", "g.graphml", "g.json"][end], &bytes);
    }

    #[test]
    fn any_pieces_are_read_or_named(pieces in prop::collection::vec(piece(), 0..30), end in 0..4usize) {
        survives(["g", "g.g6", "g.adjlist", "g.edgelist"][end], pieces.concat().as_bytes());
    }

    /// What is taken for an edge list at the first look is one by all that is asked otherwise: of a text with a mark in front.
    #[test]
    fn plain_edge_lists_have_no_other_form(lines in prop::collection::vec(line(), 1..8), name in 0..3usize) {
        let text = lines.concat();
        if columns::are_plain(text.as_bytes()) {
            let name = ["g", "g.edgelist", "g.csv"][name];
            let form = Format::of(format!("\u{feff}{text}").as_bytes(), name);
            prop_assert!(matches!(form, Ok(Format::Edges)), "{:?}: {:?}", text, form.ok());
        }
    }

    #[test]
    fn damaged_files_are_read_or_named(which in 0..4usize, at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let whole = [GRAPHML, MATRIX, ":Fa@x^", r#"{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "a"}]}"#][which];
        let mut bytes = whole.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at);
        }
        survives("g", &bytes);
    }
}

#[test]
fn a_header_says_which_columns_are_the_ends() {
    let arcs = ["a-b", "b-c"].map(str::to_owned).to_vec();
    for text in ["id,u,v\n1,a,b\n2,b,c\n", "weight,target,source\n2.5,b,a\n1,c,b\n", "u,v,id\na,b,1\nb,c,2\n"] {
        assert_eq!(graph("g.csv", text), (Format::Columns, arcs.clone(), Vec::new()), "{text}");
    }
    // adjacency lists of vertices with such names
    assert_eq!(graph("g", "t u v w\nu v w x\nv w x y\n").1.len(), 9);
    assert_eq!(graph("g", "t u v\nu v\nv\n").1, ["t-u", "t-v", "u-v"]);
    // two words with a blank between them are a header if no other line names them
    assert_eq!(graph("g", "from to\na b\nb c\n").1, arcs);
    assert_eq!(graph("g", "start end\na start\n").1, ["a-start", "start-end"]);
    assert_eq!(graph("g", "start end\n").1, ["start-end"]);
    for text in ["0 2\n1 {}\n", "0 1\n1 {}\n2 x\n", "0 1\n1 {}\n1 2 3\n", "0 1\n1 {}\n2 1\n3 4\n"] {
        assert!(matches!(list("g", text.as_bytes()), Err(ReadError::Place { .. })), "{text}");
    }
    // these are vertices
    for (text, arcs) in [("v,u,1\nu,w,2\n", ["u-w", "v-u"]), ("j i 2.5\ni k 1\n", ["i-k", "j-i"])] {
        assert_eq!(graph("g", text).1, arcs, "{text}");
    }
    let Err(ReadError::Place { line, .. }) = list("g.csv", b"id,u,v\n1,a,b\n2,b\n") else { panic!("a short line") };
    assert_eq!(line, 3);
}

/// Columns as spreadsheets and Gephi write them.
#[test]
fn columns_of_other_programs() {
    let arcs = ["0-1", "1-2"].map(str::to_owned).to_vec();
    for text in [
        "0;1\n1;2\n",
        "source;target\n0;1\n1;2\n",
        "Source;Target;Weight\n0;1;2,5\n1; 2;1\n",
        "from_node,to_node\n0,1\n1,2\n",
        "id,from_node,to_node\n7,0,1\n8,1,2\n",
        "src,dst\n0,1\n1,2\n",
        "Source,Target,Type,Id\n0,1,Directed,0\n1,2,Directed,1\n",
        "0 1 {'weight': 3} # the first\n1 2 {'colour': '#ff0000'}\n",
        "0 1 2.5 // the first\n1 2 1.5\n",
    ] {
        assert_eq!(graph("g.csv", text), (Format::Columns, arcs.clone(), Vec::new()), "{text}");
    }
    let both = ["0-1", "1-0", "1-2"].map(str::to_owned).to_vec();
    let text = "Source,Target,Type\n0,1,Undirected\n1,2,directed\n";
    assert_eq!(graph("g.csv", text), (Format::Columns, both, Vec::new()));
    assert!(list("g.csv", text.as_bytes()).unwrap().spelling.both_ways);
    assert_eq!(graph("g", "0 1 // the first\n1 2\n//\n"), (Format::Edges, arcs.clone(), Vec::new()));
    assert_eq!(graph("g.tsv", "source\ttarget\n0\t1\n1\t2\n"), (Format::Edges, arcs, Vec::new()));
    // with blanks these are vertices
    assert_eq!(graph("g", "from to\n"), (Format::Edges, vec!["from-to".to_owned()], Vec::new()));
}

#[test]
fn lists_in_brackets() {
    let arcs = ["0-1", "0-2", "1-2"].map(str::to_owned).to_vec();
    for text in [
        "(0, 1)\n(0,2)\n(1, 2)\n",
        "[(0, 1), (0, 2), (1, 2)]",
        "[[0,1],[0,2],\n[1,2]]\n",
        "[0, 1]\n[0, 2]  # a comment\n[1, 2]\n",
        "(0, 1, 1); (0, 2, 1); (1, 2, 2.5)",
        "edges = [(0, 1), (0, 2), (1, 2)]  # as a program has them",
        "const edges =\n  [[0, 1], [0, 2], [1, 2]];\n",
        "// pairs\n# of vertices\n\n(0, 1)\n// more\n(0, 2)\n(1, 2)\n",
        "[('0', '1'), (\"0\", '2'), ('1', '2')]",
    ] {
        assert_eq!(graph("g", text), (Format::Brackets, arcs.clone(), Vec::new()), "{text}");
    }
    let lone = (Format::Brackets, vec!["a b-c".to_owned()], vec!["d".to_owned()]);
    assert_eq!(graph("g", "[(\"a b\", 'c'), (d)]"), lone);
    for (text, form) in [
        ("[[0, 1, 1], [0, 0, 1], [0, 0, 0]]", Format::Matrix),
        ("[[1, 2], [2], []]", Format::Neighbours),
        ("next = [[1, 2], [2], []]", Format::Neighbours),
    ] {
        assert_eq!(graph("g", text), (form, arcs.clone(), Vec::new()), "{text}");
    }
    let none = (Format::Neighbours, Vec::new(), vec!["0".to_owned(), "1".to_owned()]);
    assert_eq!(graph("g", "[[], []]"), none);
    for nothing in ["[]", "[ ]\n", "edges = []\n"] {
        assert_eq!(graph("g", nothing), (Format::Brackets, Vec::new(), Vec::new()), "{nothing}");
    }
    for (text, place) in [
        ("[(0, 1), (1, 2)", (1, 16)),
        ("[(0, 1)] x", (1, 10)),
        ("(0, 1)\n(1, (2))\n", (2, 5)),
        ("(0, 1)\n(1, 2, 3, 4)\n", (2, 1)),
        ("(0, 1)\n(1, 2, x)\n", (2, 1)),
        ("(0, 1, 2)\n(1, 2, x)\n", (2, 8)),
        ("(0, 1)\n1 2\n", (2, 1)),
        ("[(0, 'a)]", (1, 6)),
        ("[[1, 2], [5], []]", (1, 15)),
        ("[[1], [2], [3]]", (1, 2)),
        ("[[1, 2], [2], [9]]", (1, 16)),
        ("[[0, 1], [1, 2, 3]]", (1, 10)),
        ("(0, 1)\n(1, 2, 2.5)\n", (2, 1)),
        ("[[0,1,1],[1,2,1],[2,0,1]]", (1, 2)),
        ("(0,0),(0,1)\n(0,1),(1,1)\n", (1, 7)),
        ("(0, 1)\n(é", (2, 3)),
        ("(0, 1)\n(0, ])", (2, 5)),
    ] {
        match list("g", text.as_bytes()) {
            Err(ReadError::Place { line, column, .. }) => assert_eq!((line, column), place, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    // numbers with colons are no names, also where no arc is
    let none = (Format::Adjacency, Vec::new(), vec!["0".to_owned(), "1".to_owned()]);
    assert_eq!(graph("g", "0: \n1:\n"), none);
    // a line without the colon that the others have
    match list("g", b"0: 1\n1: 2\n5 7\n") {
        Err(ReadError::Place { line: 3, column: 1, why, .. }) => assert!(why.contains("a colon"), "{why}"),
        other => panic!("{other:?}"),
    }
    // pairs that are vertices, as networkx names those of a grid
    assert_eq!(Format::of(b"(0, 0) (0, 1) {}\n", "g").ok(), Some(Format::Columns));
    // vertices without arcs in front; arcs whose second number looks like a number of lines
    assert_eq!(Format::of(b"5 0\n6 0\n7 1\n5 {}\n", "g").ok(), Some(Format::MultilineAdjacency));
    assert_eq!(Format::of(b"5 2\n6 2\n7 1\n5 {}\n", "g").ok(), Some(Format::Edges));
}
