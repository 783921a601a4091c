//! Programs that say who wins, compiled and run: all games of a test in one compilation, where the language lets them stand
//! side by side.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// All languages.
pub(super) const LANGUAGES: [Language; 5] =
    [Language::Cpp, Language::C, Language::Python, Language::Rust, Language::Java];

/// A game, and what its program ought to answer.
pub(super) struct Asked {
    pub(super) game: String,
    pub(super) style: Wanted,
    /// What stands between the brackets of `first_wins`, numbers or a list of them.
    pub(super) questions: Vec<Vec<u64>>,
    pub(super) is_list: bool,
    /// A 1 for each question that the first player wins.
    pub(super) won: String,
}

/// The programs of all games say who wins, in each of these languages that the machine has a compiler of; Rust's is there
/// wherever tests are built.
pub(super) fn programs_say(languages: &[Language], all: &[Asked], code: &dyn Fn(&Asked, Language) -> String) {
    for asked in all {
        assert!(asked.won.contains('0') && asked.won.contains('1'), "{}: {}", asked.game, asked.won);
    }
    let mut compared = 0;
    for &language in languages {
        if !compilers(language).iter().all(|(program, argument)| has(program, argument)) {
            continue;
        }
        let codes: Vec<String> = all.iter().map(|asked| code(asked, language)).collect();
        let told = answers(language, all, &codes);
        assert_eq!(told.lines().count(), all.len(), "{language:?}: {told}");
        for (asked, told) in all.iter().zip(told.lines()) {
            assert_eq!(told, asked.won, "{} {language:?}", asked.game);
            compared += 1;
        }
    }
    assert!(compared >= all.len());
}

/// What is needed to run a program, with the argument that shows it to be there.
pub(super) fn compilers(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::Cpp => &[("g++", "--version")],
        Language::C => &[("gcc", "--version")],
        Language::Python => &[("python3", "--version")],
        Language::Rust => &[("rustc", "--version")],
        Language::Java => &[("javac", "-version"), ("java", "-version")],
    }
}

/// Each test has directories of its own: tests run side by side.
static DIRECTORIES: AtomicU32 = AtomicU32::new(0);

/// A new one for a test of this language.
pub(super) fn folder(language: Language) -> PathBuf {
    let number = DIRECTORIES.fetch_add(1, Ordering::Relaxed);
    directory(&format!("{}-{number}", language.name()))
}

/// What the programs print, a line for each game.
fn answers(language: Language, all: &[Asked], codes: &[String]) -> String {
    let path = folder(language);
    let games = || all.iter().zip(codes).enumerate();
    let mut text = String::new();
    let mut main = String::new();
    let printed = match language {
        Language::Cpp => {
            HEADERS.iter().for_each(|name| text += &format!("#include <{name}>\n"));
            for (i, (asked, code)) in games() {
                let body = asked.lines(language, &|ask| format!("printf(\"%d\", (int){ask});"));
                let code = inside(code);
                text += &format!("namespace g{i} {{\n{code}\nvoid probe() {{\n{body}\nputs(\"\"); }}\n}}\n");
                main += &format!("g{i}::probe();\n");
            }
            told(language, &path, &format!("{text}int main() {{\n{main}}}"))
        }
        // the names of C are those of the whole program
        Language::C => games()
            .map(|(_, (asked, code))| {
                let body = asked.lines(language, &|ask| format!("printf(\"%d\", (int){ask});"));
                let main = format!("int main(void) {{\n{body}\nputs(\"\");\nreturn 0; }}");
                told(language, &path, &format!("#include <stdio.h>\n{code}\n{main}"))
            })
            .collect(),
        Language::Rust => {
            for (i, (asked, code)) in games() {
                let body = asked.lines(language, &|ask| format!("print!(\"{{}}\", u8::from({ask}));"));
                // of two functions that tell who wins one is called here
                let has_two = code.contains("first_wins_sum") || code.contains("fn alone(");
                text += if has_two { "#[allow(dead_code)]\n" } else { "" };
                text += &format!("mod g{i} {{\n{code}\npub fn probe() {{\n{body}\nprintln!(); }}\n}}\n");
                main += &format!("g{i}::probe();\n");
            }
            told(language, &path, &format!("{text}fn main() {{\n{main}}}"))
        }
        Language::Java => {
            let mut methods = String::new();
            for (i, (asked, code)) in games() {
                text += &code.replace("final class Grundy {", &format!("final class G{i} {{"));
                let body = asked.lines(language, &|ask| format!("System.out.print(G{i}.{ask} ? 1 : 0);"));
                methods += &format!("static void probe{i}() {{\n{body}\nSystem.out.println(); }}\n");
                main += &format!("probe{i}();\n");
            }
            let main = format!("public static void main(String[] a) {{\n{main}}}");
            told(language, &path, &format!("{text}\nfinal class Main {{\n{methods}{main}\n}}"))
        }
        Language::Python => games()
            .map(|(_, (asked, code))| {
                let body = asked.lines(language, &|ask| format!("print(int({ask}), end='')"));
                told(language, &path, &format!("{code}\n{body}\nprint()"))
            })
            .collect(),
    };
    std::fs::remove_dir_all(path).unwrap();
    printed
}

/// What one program prints, compiled in this folder without a warning and run.
pub(super) fn told(language: Language, path: &Path, text: &str) -> String {
    let write = |name: &str| std::fs::write(path.join(name), text).unwrap();
    let here = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(path);
        command
    };
    let built = || run(&mut here(path.join("all").to_str().unwrap()));
    match language {
        Language::Cpp => {
            write("all.cpp");
            run(here("g++").args(["-std=c++17", "all.cpp", "-o", "all"]).args(STRICT));
            built()
        }
        Language::C => {
            write("all.c");
            run(here("gcc").args(["-std=c99", "all.c", "-o", "all"]).args(STRICT));
            built()
        }
        Language::Rust => {
            write("all.rs");
            run(here("rustc").args(["--edition", "2021", "-D", "warnings", "-C", "debug-assertions", "all.rs"]));
            built()
        }
        Language::Java => {
            write("Main.java");
            run(here("javac").args(["--release", "11", "Main.java"]));
            run(here("java").arg("Main"))
        }
        Language::Python => {
            write("main.py");
            run(here("python3").arg("main.py"))
        }
    }
}

impl Asked {
    /// A line for each call of `first_wins`; of lists a loop, which compilers translate in a tenth of the time.
    fn lines(&self, language: Language, line: &dyn Fn(String) -> String) -> String {
        if self.is_list && language != Language::Python {
            return self.table(language, line);
        }
        let literal = |numbers: &Vec<u64>| {
            let all = literals(language, numbers);
            if self.is_list { format!("[{all}]") } else { all }
        };
        let calls = self.questions.iter().map(|question| line(format!("first_wins({})", literal(question))));
        calls.collect::<Vec<_>>().join("\n")
    }

    /// The numbers of all lists, how many each has, and a loop over them.
    fn table(&self, language: Language, line: &dyn Fn(String) -> String) -> String {
        let all = literals(language, &self.questions.concat());
        let counts: Vec<String> = self.questions.iter().map(|list| list.len().to_string()).collect();
        let counts = counts.join(", ");
        let call = |list: &str| line(format!("first_wins({list})"));
        match language {
            Language::Cpp => format!(
                "static const long long all[] = {{{all}}};\nconst long long *at = all;\n\
                 for (int count : {{{counts}}}) {{ {} at += count; }}",
                call("std::vector<long long>(at, at + count)")
            ),
            Language::C => format!(
                "static long long all[] = {{{all}}};\nstatic int counts[] = {{{counts}}};\nlong long *at = all;\n\
                 for (int i = 0; i < {}; at += counts[i++]) {{ {} }}",
                self.questions.len(),
                call("at, counts[i]")
            ),
            Language::Rust => format!(
                "let all = [{all}];\nlet mut at = 0;\nfor count in [{counts}] {{ {} at += count; }}",
                call("&all[at..at + count]")
            ),
            Language::Java => format!(
                "long[] all = {{{all}}};\nint at = 0;\nfor (int count : new int[] {{{counts}}}) {{ {} at += count; }}",
                call("java.util.Arrays.copyOfRange(all, at, at + count)")
            ),
            Language::Python => unreachable!("a line for each call"),
        }
    }
}

/// The numbers as the language writes them, with commas between them.
pub(super) fn literals(language: Language, numbers: &[u64]) -> String {
    let end = if language == Language::Java { "L" } else { "" };
    numbers.iter().map(|n| format!("{n}{end}")).collect::<Vec<_>>().join(", ")
}
