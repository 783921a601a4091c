//! What to do about a program that cannot be started: compile it, name its interpreter, or say where it is.
//!
//! Only a file that is there is spoken of.

use std::path::Path;

use crate::shell::quoted;

/// How a source becomes a program.
enum Way {
    /// By a compiler, which is told the name of the program and that of the source.
    Compiled(&'static str),
    /// An interpreter reads it.
    Read(&'static str),
}

fn way(extension: &str) -> Option<Way> {
    Some(match extension {
        "cpp" | "cc" | "cxx" | "c++" | "C" => Way::Compiled("g++ -O2 -o"),
        "c" => Way::Compiled("gcc -O2 -o"),
        "rs" => Way::Compiled("rustc -O -o"),
        "go" => Way::Compiled("go build -o"),
        "hs" => Way::Compiled("ghc -O2 -o"),
        "py" => Way::Read("python3"),
        "java" => Way::Read("java"),
        "js" | "mjs" => Way::Read("node"),
        "rb" => Way::Read("ruby"),
        "pl" => Way::Read("perl"),
        "sh" => Way::Read("sh"),
        _ => return None,
    })
}

/// What to do about the command that cannot be started, where `flag` names it.
pub(crate) fn help(flag: &str, command: &[String]) -> Option<String> {
    let (name, arguments) = command.split_first()?;
    let path = Path::new(name);
    if !path.is_file() {
        return None;
    }
    let told = |program: &str| {
        let words: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
        let line = [&[program.to_owned()], &words[..]].concat().join(" ");
        format!("{flag} {}", quoted(&line))
    };
    match path.extension().and_then(|extension| way(extension.to_str()?)) {
        Some(Way::Compiled(compiler)) => {
            let program = quoted(path.file_stem()?.to_str()?);
            Some(format!(
                "it is a source: `{compiler} {program} {}`, then `{}`",
                quoted(name),
                told(&format!("./{program}"))
            ))
        }
        Some(Way::Read(interpreter)) => Some(told(&format!("{interpreter} {}", quoted(name)))),
        // a name without a slash is looked for where the system keeps its programs
        None if !name.contains('/') => Some(told(&quoted(&format!("./{name}")))),
        None => Some(format!("may it be run? `chmod +x {}`", quoted(name))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_spoken_of() {
        assert_eq!(help("--cmd", &["no-such.cpp".to_owned()]), None);
        assert_eq!(help("--cmd", &[]), None);
        assert_eq!(help("--cmd", &[".".to_owned()]), None);
    }
}
