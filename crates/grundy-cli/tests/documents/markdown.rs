//! What a document holds for the tests: fenced blocks, and the cells of its tables.

/// A fenced block: ```` ```LANGUAGE file=NAME ````, its text, and the number of its first line (from 0).
pub(crate) struct Block<'a> {
    pub(crate) language: &'a str,
    /// The text is a file of this name, which the commands of the document may read.
    pub(crate) file: Option<&'a str>,
    pub(crate) first: usize,
    pub(crate) lines: Vec<&'a str>,
}

pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                let mut words = info.split([' ', ',']);
                let language = words.next().unwrap_or_default();
                let file = words.find_map(|word| word.strip_prefix("file="));
                found.push(Block { language, file, first: number + 1, lines: Vec::new() });
            }
        } else if inside && let Some(block) = found.last_mut() {
            block.lines.push(line);
        }
    }
    assert!(!inside, "a block is not closed");
    found
}

/// A row of a table: the texts in backticks of each cell, by the words at the head of the column.
pub(crate) type Row = Vec<(String, Vec<String>)>;

/// The rows of all tables.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    let (mut found, mut heads, mut fenced) = (Vec::new(), Vec::new(), false);
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if fenced || !line.starts_with('|') {
            heads.clear();
        } else if heads.is_empty() {
            heads = cells(line);
        } else if !line.starts_with("|-") {
            found.push(heads.iter().cloned().zip(cells(line).iter().map(|cell| codes(cell))).collect());
        }
    }
    found
}

/// The cells of a line; `\|` is a bar in a cell, everywhere.
fn cells(line: &str) -> Vec<String> {
    let marked = line.trim().trim_matches('|').replace("\\|", "\0");
    marked.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// The texts in backticks.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn tables_and_blocks_are_read() {
    let text = "| what | position |\n|---|---|\n| `x` | `a \\| b`, `c` |\n\n```console\n$ a\nb\n```\n```python file=p.py\n```\n";
    let row = |a: &str, b: &[&str]| (a.to_owned(), b.iter().map(|&s| s.to_owned()).collect::<Vec<_>>());
    assert_eq!(rows(text), [vec![row("what", &["x"]), row("position", &["a | b", "c"])]]);
    let blocks = blocks(text);
    assert_eq!((blocks[0].language, blocks[0].first, &blocks[0].lines[..]), ("console", 5, &["$ a", "b"][..]));
    assert_eq!((blocks[1].language, blocks[1].file), ("python", Some("p.py")));
}
