//! `label`: every vertex of a game graph.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::time::Instant;

use grundy::answer::Cost;
use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, Session};
#[cfg(feature = "parquet")]
use grundy_form::columns::parquet;
use grundy_form::columns::{csv, npy};
use grundy_form::layers::{MOST, MOST_ARCS};
use grundy_graph::read::{self, EdgeList, Format, Loaded, Names, ReadError, Spelling};

use crate::args::{Label, LabelFormat};
use crate::exit::{Exit, Failure, Source};
use crate::graph::Rows;
use crate::graph::labels::Labels;
use crate::guard;
use crate::render::label::files::{self, Labelled};
use crate::render::label::{self as render, Summary, count, dot, layers};
use crate::setting::{self, Setting};
use crate::terminal::Terminal;
use crate::verb::output::{cannot_write, ready, write_through};
use crate::verb::{label_at_scale, reading};

/// Labels the graph, writes what is asked for, and prints the summary.
pub(crate) fn run(options: &Label, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let format = format(options).map_err(Failure::plain)?;
    if options.graph.is_some() && options.to.is_some() {
        let fault = Diagnostic::input("the argument '--to <N>' cannot be used with '[FILE]': a file is a whole graph");
        let suggestion = "without --to; or the graph of a game: grundy label --rule GAME --to N";
        return Err(Failure::plain(fault.suggest(suggestion)));
    }
    ready(
        &[options.output.as_deref(), options.dot.as_deref(), options.svg.as_deref()],
        &[options.graph.as_deref(), options.processes.hosts.as_deref()],
    )?;
    let mut convention = if options.common.misere { Convention::Misere } else { Convention::Normal };
    // processes that work together end together
    if options.processes.hosts.is_none() {
        guard::one(&setting.budget, setting.json, move |out, stopped| render::stopped(out, convention, stopped));
    }
    if options.workers.is_some() || options.processes.hosts.is_some() || options.keep.is_some() {
        return label_at_scale::by_workers(options, format, setting);
    }
    let began = Instant::now();
    let rule = options.rule.clone().unwrap_or_default();
    let mut source = Source::typed("question", &rule);
    reading::prepare(session, &source, setting);
    let file = options.graph.as_deref().map(open).transpose()?;
    let terminal = &setting.terminal;
    let asked = setting.ask(|cx| -> Result<_, Error> {
        let Made { loaded, convention: said, mut reading, origin } = match file {
            Some((mut file, name)) => Made {
                loaded: load(&mut file, &name, cx)?,
                convention: Convention::Normal,
                reading: terminal.say(format!("the graph of the file {name}"), format!("文件 {name} 中的图")),
                origin: None,
            },
            None => generate(options, session, terminal, cx)?,
        };
        if said == Convention::Misere {
            convention = said;
        }
        reading += &spelt(&loaded.spelling, terminal);
        let header = is_headed(&loaded.spelling);
        let needs_suspense = options.output.is_some();
        let labels = Labels::of(loaded, convention, needs_suspense, cx)?;
        let start = match (&options.start, origin) {
            (Some(text), _) => {
                let position = options.rule.as_deref().filter(|_| origin.is_some());
                Some(labels.start(standing(&labels, text, position)?, cx)?)
            }
            (None, Some(v)) => Some(labels.start(vec![v], cx)?),
            (None, None) => None,
        };
        Ok((labels, start, reading, header, cx.nodes()))
    });
    reading::heard(session, &mut source, setting);
    let (labels, start, reading, header, nodes) = match asked {
        Ok(asked) => asked,
        Err(Error::Stopped(stopped)) if !format.has_arcs() && label_at_scale::helps(options, &stopped) => {
            return label_at_scale::from_disk(options, format, &stopped, setting);
        }
        Err(Error::Stopped(stopped)) if setting.json => {
            setting::print(|out| render::stopped(out, convention, &stopped))?;
            return Ok(Exit::Spent);
        }
        Err(error) => return Err(Failure::about(&source)(error)),
    };
    let report = labels.report();
    let cycle = if report.finite < report.vertices { labels.cycle() } else { None };
    let drawn = report.vertices;
    if options.dot.is_some() && drawn > dot::MOST {
        return Err(too_many(drawn, dot::MOST, "--dot"));
    }
    if options.svg.is_some() && (drawn > MOST || labels.graph.arcs() > MOST_ARCS) {
        return Err(too_many(drawn, MOST, "--svg"));
    }
    let mut written = Vec::new();
    let title = options.rule.clone().unwrap_or_else(|| {
        let name = options.graph.as_deref().and_then(Path::file_name).unwrap_or_default();
        name.to_string_lossy().into_owned()
    });
    let misere = if convention == Convention::Misere && !title.contains("misere") { "misere " } else { "" };
    let title = format!("{misere}{title}");
    let mut save = |what: &'static str, path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
        written.push((what, path.to_string_lossy().into_owned()));
        write_through(path, write).map_err(|error| cannot_write(path, &error))
    };
    if let Some(path) = &options.dot {
        save("graph in DOT", path, &|out| dot::dot(out, &labels))?;
    }
    if let Some(path) = &options.svg {
        save("picture", path, &|out| layers::svg(out, &labels, &title))?;
    }
    if let Some(path) = &options.output {
        save("labels", path, &|out| match format.has_arcs() {
            true => files::graph(out, format, &labels),
            false => write_labels(out, format, &labels),
        })?;
    }
    let cost = Cost::new(began.elapsed().as_secs_f64(), nodes);
    let summary = Summary {
        report: &report,
        convention: labels.convention(),
        labels: Some(&labels),
        names: &labels.names,
        reading,
        header,
        cycle,
        start,
        numbered: labels.is_numbered(),
        at_scale: false,
        written,
        cost,
    };
    setting.print(|out| render::json(out, &summary), |out| render::text(out, &summary, &setting.terminal))?;
    Ok(Exit::Answered)
}

/// Writes the table of the labels.
pub(super) fn write_labels(out: &mut dyn Write, format: LabelFormat, labels: &impl Rows) -> io::Result<()> {
    match format {
        LabelFormat::Csv => csv::write(out, &Labelled(labels)),
        LabelFormat::Json => files::json(out, labels),
        LabelFormat::Npy => npy::records(out, &Labelled(labels)),
        #[cfg(feature = "parquet")]
        LabelFormat::Parquet => out.write_all(&parquet::file(&Labelled(labels), "labels")?),
        #[cfg(not(feature = "parquet"))]
        LabelFormat::Parquet => Err(io::ErrorKind::Unsupported.into()),
        // runs that do not hold the arcs refuse these before they begin
        LabelFormat::Graphml | LabelFormat::NodeLink => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn too_many(vertices: u64, most: u64, option: &str) -> Failure {
    let fault = format!("a graph of {vertices} vertices is too large to be drawn");
    Failure::plain(Diagnostic::input(fault).suggest(format!("{option} draws at most {most} vertices")))
}

/// How labels are to be written: as said, or by the extension of the file.
fn format(options: &Label) -> Result<LabelFormat, Diagnostic> {
    let extension = options.output.as_deref().and_then(Path::extension).unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    if let ("svg" | "dot", None, Some(file)) = (extension.as_str(), options.format, &options.output) {
        let fault =
            Diagnostic::input(format!("`-o` writes the labels of the vertices, and `.{extension}` is a picture"));
        return Err(fault.suggest(format!("--{extension} {}", file.display())));
    }
    let by_extension = match extension.as_str() {
        "npy" => LabelFormat::Npy,
        "parquet" => LabelFormat::Parquet,
        "json" => LabelFormat::Json,
        "graphml" => LabelFormat::Graphml,
        _ => LabelFormat::Csv,
    };
    let format = options.format.unwrap_or(by_extension);
    if format == LabelFormat::Parquet && options.output.is_some() && cfg!(not(feature = "parquet")) {
        return Err(Diagnostic::unsupported("labels as Parquet need a build with the feature `parquet`"));
    }
    let by_others = options.workers.is_some() || options.processes.hosts.is_some() || options.keep.is_some();
    if format.has_arcs() && by_others {
        let fault = "several workers write labels, and not the graph";
        return Err(
            Diagnostic::unsupported(fault).suggest("--format csv, or label it without --workers, --hosts and --keep")
        );
    }
    Ok(format)
}

/// Something to read, with its name; a Parquet file is kept as a file.
enum Input {
    Text(Box<dyn Read + Send>),
    /// Text that can be read again.
    File(File),
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only that build reads it"))]
    Parquet(File),
}

fn open(path: &Path) -> Result<(Input, String), Failure> {
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

/// Reads a graph.
fn load(input: &mut Input, name: &str, cx: &Context) -> Result<Loaded, ReadError> {
    match input {
        Input::Text(file) => Ok(read::text::read(file.as_mut(), name, cx)?.load(cx)?),
        Input::File(file) => read::load(file, name, cx),
        #[cfg(feature = "parquet")]
        Input::Parquet(file) => {
            let copy = file
                .try_clone()
                .map_err(|error| ReadError::Unreadable { file: name.to_owned(), why: error.to_string() })?;
            Ok(read::parquet::read(copy, name, cx)?.load(cx)?)
        }
        #[cfg(not(feature = "parquet"))]
        Input::Parquet(_) => {
            let fault = format!("reading the Parquet file {name:?} needs a build with the feature `parquet`");
            Err(Diagnostic::unsupported(fault).into())
        }
    }
}

/// Bytes that a name takes beside its letters, in a list or a dictionary.
const NAME: usize = 48;

/// A graph, and what is told about where it comes from.
struct Made {
    loaded: Loaded,
    convention: Convention,
    reading: String,
    /// The position that was asked about.
    origin: Option<u32>,
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
fn generate(options: &Label, session: &mut Session, terminal: &Terminal, cx: &Context) -> Result<Made, Error> {
    let text = options.rule.as_deref().unwrap_or_default();
    let Some(to) = &options.to else {
        let position = session.position(text)?;
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
        return Ok(Made { loaded: list.load(cx)?, convention: graph.convention(), reading, origin: Some(0) });
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
    Ok(Made { loaded: list.load(cx)?, convention: question.convention, reading, origin: None })
}

/// The vertex that `--start` names. Blanks in names of positions mean nothing, and the `position` that was asked about
/// may be spelt as it was there.
fn named(labels: &Labels, name: &str, position: Option<&str>) -> Option<u32> {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let spelt = || {
        let name = bare(name);
        match position {
            Some(position) if bare(position) == name => Some(0),
            Some(_) => labels.vertices().find(|&v| bare(&labels.names.name(v)) == name),
            None => None,
        }
    };
    let place = |name: &str| name.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    let inner = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).map(str::trim);
    let inner = inner.and_then(|name| labels.find(name).or_else(|| labels.find(&place(name))));
    labels.find(name).or(inner).or_else(spelt)
}

/// The tokens of `--start` on these vertices. A fault tells what some of them are called.
fn standing(labels: &Labels, text: &str, position: Option<&str>) -> Result<Vec<u32>, Diagnostic> {
    tokens(text, |name| named(labels, name, position)).map_err(|fault| {
        let called: Vec<String> = labels.vertices().take(3).map(|v| format!("`{}`", labels.names.name(v))).collect();
        if called.is_empty() { fault } else { fault.suggest(format!("vertices are called {}, …", called.join(", "))) }
    })
}

/// The tokens of `--start`: one name, or names with commas between them; parentheses keep commas together.
pub(super) fn tokens(text: &str, find: impl Fn(&str) -> Option<u32>) -> Result<Vec<u32>, Diagnostic> {
    if let Some(v) = find(text.trim()) {
        return Ok(vec![v]);
    }
    let mut tokens = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || at == text.len() => {
                let name = text[from..at].trim();
                tokens.push(find(name).ok_or_else(|| no_vertex(name))?);
                from = at + 1;
            }
            _ => {}
        }
    }
    Ok(tokens)
}

/// What is said of a token that stands nowhere.
pub(super) fn no_vertex(name: &str) -> Diagnostic {
    Diagnostic::input(format!("--start names {name:?}, which is not a vertex"))
}
