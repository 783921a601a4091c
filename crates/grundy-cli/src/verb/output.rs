//! Files that a verb writes beside its answer: certificates, pictures.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use grundy::claim::Export;
use grundy::{Diagnostic, Error, ErrorKind};

use super::compressed;
use crate::exit::{Exit, Failure, Source};
use crate::guard;
use crate::render::diagnostics;
use crate::setting::{self, Setting};
use crate::stdout::Writing;
use crate::terminal::{Terminal, escape};

/// What names standard output among files.
const STDOUT: &str = "-";

/// A file that cannot be written. Standard output whose reader has left is none: who took enough of it is content.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe && descriptor(path) == Some(Open::Here(1)) {
        return Failure::Output(io::ErrorKind::BrokenPipe.into());
    }
    let name = path.to_string_lossy();
    Failure::plain(Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be written: {error}")))
}

/// Can these files be written? Long work asks before it begins: each needs a place, none may be an input, nor another
/// output, by whatever path or link it is named.
pub(crate) fn ready(outputs: &[Option<&Path>], inputs: &[Option<&Path>]) -> Result<(), Failure> {
    // standard input may be read too, and standard output is always written
    let read: Vec<Identity> =
        inputs.iter().copied().flatten().chain([Path::new("-")]).filter_map(Identity::of_input).collect();
    not_read(&read)?;
    if outputs.iter().flatten().filter(|path| path.as_os_str() == STDOUT).count() > 1 {
        return Err(Failure::plain(
            Diagnostic::input("two outputs cannot both be standard output").suggest("name a file"),
        ));
    }
    let mut taken: Vec<(Identity, &str)> = read.into_iter().map(|identity| (identity, "it is read")).collect();
    for path in outputs.iter().flatten().filter(|path| path.as_os_str() != STDOUT) {
        has_place(path)?;
        compressed::promised(path).map_or(Ok(()), |fault| Err(Failure::plain(fault)))?;
        let Some(identity) = Identity::of(path) else { continue };
        if let Some((_, why)) = taken.iter().find(|(other, _)| *other == identity) {
            let name = path.to_string_lossy();
            let fault = Diagnostic::input(format!("the file {name:?} is not written: {why} by the same question"));
            return Err(Failure::plain(fault.suggest("name another file")));
        }
        taken.push((identity, "it is written already"));
    }
    Ok(())
}

/// Is standard output a file that the question reads (`grundy solve - < a.txt >> a.txt`)? What is answered would be asked.
pub(crate) fn not_read_from(input: &Path) -> Result<(), Failure> {
    not_read(&Vec::from_iter(Identity::of_input(input)))
}

fn not_read(inputs: &[Identity]) -> Result<(), Failure> {
    let written = Identity::of(Path::new("/dev/stdout"));
    if cfg!(unix) && written.is_some_and(|written| inputs.contains(&written)) {
        let fault = Diagnostic::input("standard output is the file that is read by the same question");
        return Err(Failure::plain(fault.suggest("send the answers to another file")));
    }
    Ok(())
}

/// What makes a file the same, however it is named. Devices and pipes have none: they may be read and written at once.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// The file system, and the number of the file there.
    #[cfg(unix)]
    There(u64, u64),
    /// The place of a file, which may be one to be.
    Place(PathBuf),
}

impl Identity {
    fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(there) if !there.is_file() => None,
            #[cfg(unix)]
            Ok(there) => {
                use std::os::unix::fs::MetadataExt;
                Some(Identity::There(there.dev(), there.ino()))
            }
            #[cfg(not(unix))]
            Ok(_) => fs::canonicalize(path).ok().map(Identity::Place),
            Err(_) => {
                let path = std::path::absolute(path).ok()?;
                let folder = fs::canonicalize(path.parent()?).ok()?;
                Some(Identity::Place(folder.join(path.file_name()?)))
            }
        }
    }

    /// `-` is standard input.
    fn of_input(path: &Path) -> Option<Identity> {
        Identity::of(if path == Path::new("-") { Path::new("/dev/stdin") } else { path })
    }
}

/// Is there a place for this file?
fn has_place(path: &Path) -> Result<(), Failure> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let fault = match directory.map(fs::metadata) {
        Some(Err(error)) => error,
        Some(Ok(there)) if !there.is_dir() => io::ErrorKind::NotADirectory.into(),
        _ if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        _ => return Ok(()),
    };
    Err(cannot_write(path, &fault))
}

/// Writes the certificate of an answer. Where there is none a line says why, and the answer stands without it.
pub(crate) fn write_certificate(path: &Path, made: Result<String, Error>, about: &Source) -> Result<(), Failure> {
    match made {
        Ok(text) => write_whole(path, text.as_bytes()).map_err(|error| cannot_write(path, &error)),
        Err(Error::Bad(why)) if why.kind == ErrorKind::Unsupported => {
            eprintln!("--certificate: {}", why.message);
            Ok(())
        }
        Err(Error::Stopped(stopped)) => {
            eprintln!("--certificate: {stopped}");
            Ok(())
        }
        Err(bad) => Err(Failure::about(about)(bad)),
    }
}

/// Says where a picture stands.
pub(crate) fn drawn(out: &mut dyn Write, path: &Path, terminal: &Terminal) -> io::Result<()> {
    let words = format!("{}{}", terminal.say("drawn: ", "已绘制："), escape(&path.to_string_lossy()));
    writeln!(out, "{}", terminal.wrap("", &words))
}

/// Prints automata and sentences for another program.
pub(crate) fn exported(export: &Export) -> Result<Exit, Failure> {
    setting::print(|out| {
        for (name, text) in &export.files {
            writeln!(out, "# {name}\n{text}")?;
        }
        write!(out, "# commands\n{}", export.commands)
    })?;
    Ok(Exit::Answered)
}

/// Why there is no certificate of what was checked alone.
pub(crate) const NOT_PROVED: &str = "what is not proved has no certificate";

/// Says that no certificate was written, and why.
pub(crate) fn no_certificate(why: &'static str, setting: &Setting) {
    eprintln!("--certificate: {}", diagnostics::told(why, &setting.terminal));
}

/// Writes a file beside its place and then moves it there: nobody ever reads half of it. A link is followed; a pipe or a
/// device is written to and stays what it is, and so does what a descriptor of this process leads to (`/dev/stdout`).
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_through(path, |out| out.write_all(bytes))
}

/// The same for what is written piece by piece. If `write` fails, nothing is left.
pub(crate) fn write_through(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    guard::end();
    let _writing = Writing::begin();
    let buffered = |file: File| {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        write(&mut out)?;
        out.into_inner().map_err(IntoInnerError::into_error)
    };
    if let Some(open) = descriptor(path) {
        return opened(path, open).and_then(buffered).map(drop);
    }
    let place = fs::canonicalize(path);
    let path = place.as_deref().unwrap_or(path);
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if is_pipe(&there) => return open_pipe(path).and_then(buffered).map(drop),
        Ok(there) if !there.is_file() => return File::options().write(true).open(path).and_then(buffered).map(drop),
        _ => {}
    }
    tidy(path);
    let (file, beside) = create_beside(path)?;
    let written = buffered(file).and_then(|file| file.sync_all());
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Is it a named pipe?
fn is_pipe(there: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type());
    #[cfg(not(unix))]
    return {
        let _ = there;
        false
    };
}

/// A named pipe that somebody reads: who opens another one for writing waits for ever. It is not asked before the work, for
/// its reader would take that for the end.
fn open_pipe(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let unread = |error: io::Error| match error.raw_os_error() {
            Some(libc::ENXIO) => io::Error::other("it is a named pipe that nobody reads; start its reader first"),
            _ => error,
        };
        // who reads it is asked without waiting; what is written then waits for the reader
        let _asked = File::options().write(true).custom_flags(libc::O_NONBLOCK).open(path).map_err(unread)?;
        File::options().write(true).open(path)
    }
    #[cfg(not(unix))]
    File::options().write(true).open(path)
}

/// A new file beside this one, and where it is. Processes on machines that share a disk may have the same number.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut count = 0u32;
    loop {
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}.{count}.part", std::process::id()));
        let beside = path.with_file_name(beside);
        match File::create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && count < 100 => count += 1,
            file => {
                let file = file?;
                // as long as we live nobody takes it for one that was left behind
                let _ = file.try_lock();
                if beside.exists() {
                    return Ok((file, beside));
                }
            }
        }
    }
}

/// Removes what killed processes left half written of this file: nobody holds its lock.
fn tidy(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let left = entry.file_name();
        let numbers = left
            .to_str()
            .and_then(|left| left.strip_prefix('.')?.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".part"));
        let ours = numbers.is_some_and(|numbers| numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
        if ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Is this a file with a folder of its own, or one to be? Not a device, a pipe, or what is open already.
pub(crate) fn is_ordinary(path: &Path) -> bool {
    descriptor(path).is_none() && path.metadata().map_or(true, |there| there.is_file())
}

/// A file that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// In this process, with its number.
    Here(u32),
    /// In another one: `/proc/1/fd/1`.
    Elsewhere,
}

/// The open file that a path names, also by way of links: that of descriptor 1 for `/dev/stdout`, 3 for `/dev/fd/3`.
///
/// What is open there is to be written to. The name that it was opened by says less: another file may stand there by
/// now, or none, and what was written before would be lost.
fn descriptor(path: &Path) -> Option<Open> {
    if path.as_os_str() == STDOUT {
        return Some(Open::Here(1));
    }
    if cfg!(not(unix)) {
        return None;
    }
    let mut path = std::path::absolute(path).ok()?;
    // `/dev/fd` is a link to `/proc/self/fd`, and that to `/proc/1234/fd`; elsewhere it is a folder
    let own: Vec<PathBuf> =
        ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].iter().flat_map(fs::canonicalize).collect();
    // links that go round lead nowhere
    for _ in 0..40 {
        let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok())?;
        if own.contains(&folder) {
            return path.file_name()?.to_str()?.parse().ok().map(Open::Here);
        }
        if folder.starts_with("/proc") && folder.ends_with("fd") {
            return Some(Open::Elsewhere);
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// The file of a descriptor. The usual ones go on where they stand; others are opened again, at their end.
fn opened(path: &Path, open: Open) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        let copy = match open {
            Open::Here(1) => {
                io::stdout().flush()?;
                Some(io::stdout().as_fd().try_clone_to_owned()?)
            }
            Open::Here(2) => Some(io::stderr().as_fd().try_clone_to_owned()?),
            _ => None,
        };
        if let Some(copy) = copy {
            return Ok(File::from(copy));
        }
    }
    let _ = open;
    File::options().append(true).open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// An empty folder of this name.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("grundy-output-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn links_are_followed_and_devices_stay() {
        let folder = folder("links");
        let (target, link) = (folder.join("target"), folder.join("link"));
        fs::write(&target, "old").unwrap();
        symlink(&target, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(write_whole(&folder, b"x").is_err());
        assert!(write_whole(&folder.join("no").join("such"), b"x").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_write_that_fails_leaves_nothing() {
        let folder = folder("fails");
        let path = folder.join("out");
        // what another process writes just now is not ours; what one left behind goes
        let other = folder.join(format!(".out.{}.0.part", std::process::id()));
        for file in [&path, &other, &folder.join(".out.1.0.part")] {
            fs::write(file, "old").unwrap();
        }
        let at_work = File::open(&other).unwrap();
        at_work.lock().unwrap();
        let fails = |out: &mut dyn Write| out.write_all(&[0; 1 << 20]).and(Err(io::ErrorKind::StorageFull.into()));
        assert_eq!(write_through(&path, fails).unwrap_err().kind(), io::ErrorKind::StorageFull);
        let all =
            || fs::read_dir(&folder).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap()).collect::<Vec<_>>();
        assert_eq!(all(), [b"old", b"old"]);
        write_whole(&path, b"new").unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), fs::read(&other).unwrap(), all().len()),
            (b"new".into(), b"old".into(), 2)
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_input_is_no_output() {
        let folder = folder("inputs");
        let (input, link, hard) = (folder.join("in"), folder.join("link"), folder.join("hard"));
        fs::write(&input, "kept").unwrap();
        symlink("in", &link).unwrap();
        fs::hard_link(&input, &hard).unwrap();
        let around = folder.join("..").join(folder.file_name().unwrap()).join("in");
        for output in [&input, &link, &hard, &around] {
            assert!(ready(&[None, Some(output)], &[Some(&input)]).is_err(), "{output:?}");
        }
        let (new, same) = (folder.join("new"), folder.join(".").join("new"));
        assert!(ready(&[Some(&new), Some(&same)], &[Some(&input)]).is_err());
        assert!(ready(&[Some(&new), Some(&folder.join("other"))], &[Some(&input)]).is_ok());
        assert!(ready(&[Some(Path::new("/dev/null"))], &[Some(Path::new("/dev/null"))]).is_ok());
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;

            let open = File::options().append(true).open(&input).unwrap();
            let descriptor = PathBuf::from(format!("/dev/fd/{}", open.as_raw_fd()));
            assert!(ready(&[Some(&descriptor)], &[Some(&link)]).is_err());
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn open_descriptors_are_found() {
        let folder = folder("open");
        for (number, path) in [(1, "/dev/stdout"), (2, "/dev/stderr"), (3, "/dev/fd/3"), (7, "/dev/fd/../fd/7")] {
            let link = folder.join(number.to_string());
            symlink(path, &link).unwrap();
            let open = Some(Open::Here(number));
            assert_eq!((descriptor(Path::new(path)), descriptor(&link)), (open, open), "{path}");
            assert!(!is_ordinary(&link));
        }
        let round = folder.join("round");
        symlink(&round, &round).unwrap();
        for path in [folder.join("new"), round, "/dev/null".into(), "/dev/fd".into()] {
            assert_eq!(descriptor(&path), None, "{path:?}");
        }
        assert!(is_ordinary(&folder.join("new")));
        assert_eq!(descriptor(Path::new("-")), Some(Open::Here(1)));
        // one that is open: what is in it stays
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;

            let path = folder.join("file");
            fs::write(&path, "old ").unwrap();
            let file = File::options().append(true).open(&path).unwrap();
            write_whole(Path::new(&format!("/dev/fd/{}", file.as_raw_fd())), b"new").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"old new");
            // and one of another process
            let mut child = std::process::Command::new("sleep");
            let mut child = child.arg("60").stdout(File::options().append(true).open(&path).unwrap()).spawn().unwrap();
            let there = format!("/proc/{}/fd/1", child.id());
            let (open, written) = (descriptor(Path::new(&there)), write_whole(Path::new(&there), b"er"));
            child.kill().unwrap();
            child.wait().unwrap();
            written.unwrap();
            assert_eq!((open, fs::read(&path).unwrap()), (Some(Open::Elsewhere), b"old newer".into()));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
