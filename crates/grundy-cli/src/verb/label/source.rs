//! Where the graph comes from: a file, standard input, or the moves of a rule.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, Session};
use grundy_graph::read::{self as graph, EdgeList, Format, Loaded, Miscounted, Names, ReadError, Spelling};

use crate::args::Label;
use crate::exit::Failure;
use crate::render::label::count;
use crate::terminal::Terminal;
use crate::verb::compressed::{begun, fault};

/// What reads the graph that another program prints.
pub(super) const ASKS: &str = "grundy label -";

/// What a graph is read from. A Parquet file is kept as a file.
pub(super) enum Input {
    Text(Box<dyn Read + Send>),
    /// Text that can be read again.
    File(File),
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only that build reads it"))]
    Parquet(File),
}

/// Opens a file, or standard input for `-`; with its name.
pub(super) fn open(path: &Path) -> Result<(Input, String), Failure> {
    let name = path.to_string_lossy().into_owned();
    if name == "-" {
        if io::stdin().is_terminal() {
            let fault = Diagnostic::input("standard input is a terminal: no graph comes from there");
            return Err(Failure::plain(fault.suggest("grundy label graph.txt")));
        }
        return Ok((Input::Text(Box::new(io::stdin())), name));
    }
    let unreadable = |error: io::Error| {
        let fault = Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be read: {error}"));
        let is_rule = error.kind() == io::ErrorKind::NotFound && name.contains("->");
        Failure::plain(if is_rule { fault.suggest(format!("grundy label --rule '{name}'")) } else { fault })
    };
    let file = File::open(path).map_err(unreadable)?;
    let meta = file.metadata().map_err(unreadable)?;
    if meta.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    let parquet = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
    let input = match (parquet, meta.is_file()) {
        (true, _) => Input::Parquet(file),
        (false, true) => Input::File(file),
        (false, false) => Input::Text(Box::new(file)),
    };
    Ok((input, name))
}

fn load(input: &mut Input, name: &str, cx: &Context) -> Result<Loaded, ReadError> {
    match input {
        Input::Text(file) => {
            let unreadable = |error: io::Error| ReadError::Unreadable { file: name.to_owned(), why: error.to_string() };
            let (head, mut whole) = begun(file).map_err(unreadable)?;
            if let Some(fault) = fault(name, &head, ASKS) {
                return Err(fault.into());
            }
            Ok(graph::text::read(&mut whole, name, cx)?.load(cx)?)
        }
        Input::File(file) => graph::load(file, name, cx),
        #[cfg(feature = "parquet")]
        Input::Parquet(file) => {
            let copy = file
                .try_clone()
                .map_err(|error| ReadError::Unreadable { file: name.to_owned(), why: error.to_string() })?;
            Ok(graph::parquet::read(copy, name, cx)?.load(cx)?)
        }
        #[cfg(not(feature = "parquet"))]
        Input::Parquet(_) => {
            let fault = format!("reading the Parquet file {name:?} needs a build with the feature `parquet`");
            Err(Diagnostic::unsupported(fault).into())
        }
    }
}

/// The graph of a file.
pub(super) fn read(
    (mut input, name): (Input, String),
    convention: Convention,
    terminal: &Terminal,
    cx: &Context,
) -> Result<Made, Error> {
    let file = Path::new(&name).file_name().unwrap_or_default().to_string_lossy();
    let misere = if convention == Convention::Misere { "misere " } else { "" };
    let reading = match name.as_str() {
        "-" => terminal.say("the graph on standard input", "标准输入中的图").to_owned(),
        name => terminal.say(format!("the graph of the file {name}"), format!("文件 {name} 中的图")),
    };
    Ok(Made {
        loaded: load(&mut input, &name, cx)?,
        convention,
        title: format!("{misere}{file}"),
        reading,
        origin: None,
    })
}

/// Bytes that a name takes beside its letters, in a list or a dictionary.
const NAME: usize = 48;

/// A graph, and what is told about where it comes from.
pub(super) struct Made {
    pub(super) loaded: Loaded,
    /// That of the text, or of `--misere`.
    pub(super) convention: Convention,
    /// What a picture is called, with `misere` in front in misère play.
    pub(super) title: String,
    /// How the graph was made, for people.
    pub(super) reading: String,
    /// The position that was asked about.
    pub(super) origin: Option<u32>,
}

/// What the form of a file is called in Chinese.
fn in_chinese(format: Format) -> &'static str {
    match format {
        Format::Edges => "边表",
        Format::Columns => "带表头或更多列的边表",
        Format::Adjacency => "邻接表",
        Format::MultilineAdjacency => "多行邻接表",
        Format::Arrows => "弧 `a -> b, c`",
        Format::Brackets => "括号中的点对",
        Format::Neighbours => "括号中的邻居列表",
        Format::Matrix => "邻接矩阵",
        other => other.name(),
    }
}

/// What the file is, unless it is a plain edge list, and what its first line is.
pub(super) fn spelt(spelling: &Spelling, terminal: &Terminal) -> String {
    let mut words = String::new();
    if spelling.format != Format::Edges {
        words += terminal.say(", read as ", "，格式：");
        words += terminal.say(spelling.format.name(), in_chinese(spelling.format));
    }
    if spelling.square {
        words += terminal.say(
            ", read as arcs; a matrix has to be in a file that ends in .matrix",
            "，读作弧；矩阵请放在以 .matrix 结尾的文件里",
        );
    }
    if let Some(Miscounted { vertices, arcs, found, .. }) = spelling.miscounted {
        words += &terminal.say(
            format!("; its first line, {vertices} {arcs}, is an arc: as a header it would say {arcs} arcs, and {found} follow"),
            format!("；第一行 {vertices} {arcs} 读作弧：若是表头，它说有 {arcs} 条弧，而后面有 {found} 条"),
        );
    }
    if spelling.both_ways {
        words += terminal.say("; an edge without a direction is a move both ways", "；无向边可以双向移动");
    }
    if spelling.header {
        words += terminal.say(", without its first line, which is a header", "，第一行是表头，不算");
    }
    if let Some(counts) = &spelling.counts {
        let vertices = count(u64::from(counts.vertices), "vertex", "vertices");
        let arcs = counts.arcs.map(|arcs| format!(" and {}", count(arcs, "arc", "arcs"))).unwrap_or_default();
        let also = counts.arcs.map(|arcs| format!("、{arcs} 条弧")).unwrap_or_default();
        let numbers = counts.numbers();
        let (first, last) = (numbers.start, numbers.end.saturating_sub(1));
        words += &terminal.say(
            format!("; the first line says {vertices}{arcs}, so the vertices are {first} to {last}"),
            format!("；第一行说有 {} 个顶点{also}，所以顶点是 {first} 到 {last}", counts.vertices),
        );
    }
    words
}

/// Is the first line a header?
pub(super) fn is_headed(spelling: &Spelling) -> bool {
    spelling.header || spelling.counts.is_some()
}

/// The graph of a rule: of a range, or of everything that can be reached from a position.
pub(super) fn generate(
    options: &Label,
    session: &mut Session,
    terminal: &Terminal,
    cx: &Context,
) -> Result<Made, Error> {
    let text = options.rule.as_deref().unwrap_or_default();
    let Some(to) = &options.to else {
        let position = session.position(text).map_err(|fault| match session.game(text) {
            Ok(_) => fault.suggest(format!("one position, or the places of a range: --rule '{text}' --to 9")),
            Err(_) => fault,
        })?;
        let graph = position.graph(cx)?;
        let (offsets, targets) = graph.rows();
        let named: usize = graph.names().iter().map(|name| name.len() + NAME).sum();
        cx.reserve(8 * targets.len() as u64 + 2 * named as u64)?;
        let mut arcs = Vec::with_capacity(targets.len());
        for (u, row) in (0..).zip(offsets.windows(2)) {
            arcs.extend(targets.get(row[0]..row[1]).unwrap_or_default().iter().map(|&v| (u, v)));
        }
        let list = EdgeList::new(Names::words(graph.names().to_vec()), vec![arcs]);
        let query = position.query();
        let reading = terminal
            .say(format!("everything that can be reached from {query}"), format!("从 {query} 可以到达的所有局面"));
        let convention = graph.convention();
        return Ok(Made { loaded: list.load(cx)?, convention, title: query, reading, origin: Some(0) });
    };
    let question = session.game(text)?;
    let mut to = to.0.clone();
    if let (grundy::game::Shape::Tuple(arity), [one]) = (question.game.shape(), to.as_slice()) {
        to = vec![*one; arity];
    }
    let graph = question.game.range_graph(&to, cx)?;
    let named: usize = graph.names.iter().map(|name| name.len() + NAME).sum();
    cx.reserve(named as u64)?;
    let corner: Vec<String> = to.iter().map(u64::to_string).collect();
    let outside = graph.names.len() - graph.inside;
    let (query, corner) = (&question.query, corner.join(","));
    let mut reading =
        terminal.say(format!("the places of {query} from 0 to {corner}"), format!("{query} 从 0 到 {corner} 的位置"));
    if outside > 0 {
        reading += &terminal.say(
            format!(", and {outside} places outside that moves lead to"),
            format!("，以及走法通向的 {outside} 个范围外的位置"),
        );
    }
    let list = EdgeList::new(Names::words(graph.names), vec![graph.arcs]);
    let (convention, title) = (question.convention, question.query);
    Ok(Made { loaded: list.load(cx)?, convention, title, reading, origin: None })
}
