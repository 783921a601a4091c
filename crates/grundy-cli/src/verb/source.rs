//! Where the text of a question comes from: the command line, a file or standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use grundy::game::Shape;
use grundy::session::Heard;
use grundy::{Diagnostic, ErrorKind, Session};

use super::compressed;
use super::output::not_read_from;
use crate::args::{self, Text};
use crate::exit::{Failure, Source};
use crate::setting::Setting;
use crate::shell::quoted;

/// Opens a file for reading. A named pipe without a writer would block for ever, so it is refused. Pipes that the shell
/// opens (`/dev/fd/…`) have a writer.
///
/// # Errors
/// What the system says; a named pipe.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let handed = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        if !handed && path.metadata()?.file_type().is_fifo() {
            return Err(io::Error::other("it is a named pipe; say `-` and send the text to standard input"));
        }
    }
    File::open(path)
}

/// Reads the text of the question and guards it from then on.
pub(crate) fn read_text(text: &Text, setting: &Setting) -> Result<Source, Failure> {
    let source = read(text, setting)?;
    if setting.guarded {
        setting.guard(&source.text);
    }
    Ok(source)
}

/// Reads two texts: a game, and a claim about it or another game. With only one text on the command line, the game comes
/// from a file or from standard input.
pub(crate) fn read_two(
    [game, other]: [&'static str; 2],
    first: &str,
    second: Option<&str>,
    file: Option<&PathBuf>,
    setting: &Setting,
) -> Result<(Source, Source), Failure> {
    match second {
        Some(second) => Ok((Source::typed(game, first), Source::typed(other, second))),
        None => {
            let text = Text { words: Vec::new(), file: file.cloned() };
            if text.file.is_none() && io::stdin().is_terminal() {
                return Err(one_missing(game, other, first));
            }
            let source = read_what_is_there(&text, setting)?.ok_or_else(|| one_missing(game, other, first))?;
            Ok((source, Source::typed(other, first)))
        }
    }
}

/// The fault of one text where two are needed: the help has it in front, if it is a game.
fn one_missing(game: &str, other: &str, typed: &str) -> Failure {
    let fault = Diagnostic::input(format!("one text is there, and two are needed: a {game} and a {other}"));
    let shape = Session::new().game(typed).ok().map(|question| question.game.shape());
    let typed = quoted(typed);
    Failure::plain(fault.suggest(match (other, shape) {
        ("claim", Some(Shape::Heap)) => format!("grundy prove {typed} 'g = n % 4'"),
        ("claim", Some(Shape::Tuple(2))) => format!("grundy prove {typed} 'P: a = b'"),
        ("claim", _) => "grundy prove 'take[1,3,4]' 'n % 7 in {0,2}'".to_owned(),
        (_, Some(_)) => format!("grundy same {typed} 0.77"),
        (_, None) => "grundy same kayles 0.77".to_owned(),
    }))
}

fn read(text: &Text, setting: &Setting) -> Result<Source, Failure> {
    read_what_is_there(text, setting)?.ok_or_else(|| nothing_asked(setting.verb))
}

/// `None`: standard input has nothing.
fn read_what_is_there(text: &Text, setting: &Setting) -> Result<Option<Source>, Failure> {
    // `guess -`, `nim -`: what the sign stands for comes on standard input
    let before = match text.words.as_slice() {
        [sign] if sign == "-" => Some(String::new()),
        [game, sign] if sign == "-" && game.chars().all(char::is_alphabetic) => Some(format!("{game} ")),
        _ => None,
    };
    let before = before.filter(|_| !setting.input_is_taken && !io::stdin().is_terminal());
    if before.is_none() && !text.words.is_empty() {
        return Ok(Some(Source::typed("question", &text.words.join(" "))));
    }
    let before = before.unwrap_or_default();
    let input = Path::new("-");
    let path = match &text.file {
        Some(path) => path.as_path(),
        None if setting.input_is_taken || io::stdin().is_terminal() => return Ok(None),
        None => input,
    };
    not_read_from(path)?;
    let name = path.to_string_lossy().into_owned();
    let io_error = |error: io::Error| {
        Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be read: {error}")))
    };
    let mut bytes = Vec::new();
    let most = setting.limits.text as u64 + 1;
    // somebody may still be typing: Ctrl-C then ends the program
    setting.cancel.set_waiting(true);
    let read = if name == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    setting.cancel.set_waiting(false);
    read.map_err(io_error)?;
    if bytes.len() > setting.limits.text {
        return Err(too_long(format!("the file {name:?} is longer than {} bytes", setting.limits.text)));
    }
    if let Some(fault) = compressed::fault(&name, &bytes, &format!("grundy {} -f -", setting.verb)) {
        return Err(Failure::plain(fault));
    }
    let what = if name == "-" { "standard input".to_owned() } else { format!("the file {name:?}") };
    let read =
        String::from_utf8(bytes).map_err(|_| Failure::plain(Diagnostic::input(format!("{what} is not UTF-8 text"))))?;
    if text.file.is_none() && read.trim().is_empty() {
        return Ok(None);
    }
    let read = read.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(read);
    let read = before + &read;
    Ok(Some(Source { name, text: read, typed: text.file.is_none(), heard: Heard::default() }))
}

/// The numbers of a line that has nothing else: `3 5 7`.
pub(crate) fn numbers_alone(line: &str) -> Option<Vec<&str>> {
    let words = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let numbers: Vec<&str> =
        words.map(|word| word.bytes().all(|b| b.is_ascii_digit()).then_some(word)).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// A note on several lines of numbers that are one position: a judge's file has a case a line.
pub(crate) fn lines_as_one(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let several = lines.clone().count() > 1;
    (several && lines.all(|line| numbers_alone(line).is_some())).then(|| {
        "these lines are one position with all their heaps; `grundy solve -` answers each line `nim(3,5,7)`".to_owned()
    })
}

/// The fault of a question without a text.
fn nothing_asked(verb: &str) -> Failure {
    let example = args::example(verb).unwrap_or_else(|| "grundy 'nim(3,5,7)'".to_owned());
    Failure::plain(Diagnostic::input("nothing is asked").suggest(format!("{example}; `grundy --help` says more")))
}

/// The fault of a text over the limit.
pub(crate) fn too_long(message: String) -> Failure {
    Failure::plain(Diagnostic::input(message).suggest("`--max-text SIZE` allows more"))
}
