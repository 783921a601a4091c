//! The game in a pseudo-terminal, and line by line where there is none.

use crate::common::fed;

/// What `play` prints for these lines.
fn lines(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let output = fed(&[&["play"], arguments].concat(), input);
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn a_game_goes_line_by_line() {
    let (out, code) = lines(&["nim(2, 1)", "--level", "3"], "hint\nmoves\nnim(0)\nvalues\nundo\nnim(1)\n0\n");
    assert_eq!(code, Some(0), "{out}");
    for told in ["xor", "This wins: nim(2) → nim(1)", "   #2  nim(1) → nim(0)", "You won after 3 moves."] {
        assert!(out.contains(told), "{told}: {out}");
    }
    // the slip is told when the game is lost
    let (out, _) = lines(&["nim(2)", "--level", "3"], "nim(1)\n");
    assert!(out.contains("It won after 2 moves.") && out.contains("better: nim(2) → nim(0)"), "{out}");
    // a player who cannot move wins in misère play; a mistyped move is no move
    let (out, _) = lines(&["nim(1)", "--misere", "--second"], "nim(7)\n");
    assert!(out.contains("it plays: nim(1) → nim(0)") && out.contains("You won after 1 move."), "{out}");
    // where heaps of 1 decide, nobody moves to a sum of zero
    let (out, _) = lines(&["misere nim(1, 1, 2)"], "hint\n");
    assert!(
        out.contains("reduce it to 1") && out.contains("This wins: nim(2) → nim(1)") && !out.contains('↑'),
        "{out}"
    );
    let (out, _) = lines(&["misere nim(3, 2)"], "hint\n");
    assert!(out.contains("Strategy: ") && out.contains("ones.\n  nim(3)  3") && out.contains('↑'), "{out}");
    let (out, _) = lines(&["kayles(3)", "--lang", "zh"], "hint\nkayles(9)\n");
    assert!(out.contains("必胜：kayles(3) → kayles(1, 1)") && out.contains("没有走到 `kayles(9)` 的着法"), "{out}");
}

#[test]
fn a_big_start_is_short() {
    let (out, code) = lines(&["10^18*kayles(10^18)"], "moves\n");
    assert!(code == Some(0) && out.lines().count() < 80, "{out}");
    for told in ["… and 999999999999999997 more components", "more moves"] {
        assert!(out.contains(told), "{told}: {out}");
    }
    let (out, _) = lines(&["10^18*kayles(10^18)", "--lang", "zh"], "");
    assert!(out.contains("另有 999999999999999997 个分量") && out.contains("种走法"), "{out}");
    let (out, _) = lines(&["nim(3, 5, 7)"], "");
    assert!(!out.contains('…') && out.contains("nim(7)"), "{out}");
}

#[test]
fn moves_are_numbers_alone_as_well() {
    for (position, typed, move_) in [
        ("take[1..3](20)", "take 2", "take[1..3](20) → take[1..3](18)"),
        ("take[1..3](20)", "20 -> 18", "take[1..3](20) → take[1..3](18)"),
        ("take[1..3](20)", "(18)", "take[1..3](20) → take[1..3](18)"),
        ("take[1..3](20)", "18", "take[1..3](20) → take[1..3](18)"),
        ("nim(3, 5, 7)", "5 -> 1", "nim(5) → nim(1)"),
        ("nim(3, 5, 7)", "3 1 7", "nim(5) → nim(1)"),
        ("nim(3, 5, 7)", "nim(7)->2", "nim(7) → nim(2)"),
        ("nim(3, 5, 7)", "7 2", "nim(7) → nim(2)"),
        ("kayles(9) + nim(4)", "kayles(9) -> 2 6", "kayles(9) → kayles(2, 6)"),
        ("kayles(9)", "2 6", "kayles(9) → kayles(2, 6)"),
        ("wythoff(5, 7)", "3, 5", "wythoff(5, 7) → wythoff(3, 5)"),
        ("wythoff(5, 7)", "5 7 → 3 5", "wythoff(5, 7) → wythoff(3, 5)"),
    ] {
        let (out, _) = lines(&[position], &format!("{typed}\n"));
        assert!(out.contains(&format!("you play: {move_}")), "{position} {typed}: {out}");
    }
    for (position, typed) in [
        ("take[1..3](20)", "take 4"),
        ("nim(3, 5)", "take 2"),
        ("nim(3, 5, 7)", "3 2"),
        ("nim(3, 5, 7)", "7 8"),
        ("nim(3)", "5 -> 1"),
    ] {
        let (out, _) = lines(&[position], &format!("{typed}\n"));
        assert!(out.contains("there is no move"), "{position} {typed}: {out}");
    }
}

/// Moves in words, where one heap is meant; cells by their numbers; commands in Chinese.
#[test]
fn moves_are_told_in_words_and_by_cells() {
    for (position, typed, move_) in [
        ("nim(2, 4)", "take 3 from 4", "nim(4) → nim(1)"),
        ("nim(2, 4)", "from 2 take 1", "nim(2) → nim(1)"),
        ("nim(2, 4)", "heap 1: take 2", "nim(2) → nim(0)"),
        ("nim(2, 4)", "heap #2 take 1", "nim(4) → nim(3)"),
        ("nim(2, 4)", "take 3", "nim(4) → nim(1)"),
        ("nim(2, 2)", "take 1", "nim(2) → nim(1)"),
        ("nim(2, 4)", "从第 2 堆取 1 个", "nim(4) → nim(3)"),
        ("nim(2, 5, 5)", "从3堆取3", "nim(5) → nim(2)"),
        ("nim(4, 6)", "第二堆取两个", "nim(6) → nim(4)"),
        ("nim(4, 6)", "从６取２", "nim(6) → nim(4)"),
        ("chomp(\"3x4\")", "（2，3）", "chomp(\"3x4\") → chomp(\"....|..##|..##\")"),
        ("chomp(\"3x4\")", "2 3", "chomp(\"3x4\") → chomp(\"....|..##|..##\")"),
        ("chomp(\"3x4\")", "(3,1)", "chomp(\"3x4\") → chomp(\"....|....|####\")"),
        ("cram(\"2x3\")", "1 1 1 2", "cram(\"2x3\") → cram(\"##.|...\")"),
    ] {
        let (out, _) = lines(&[position], &format!("{typed}\n"));
        assert!(out.contains(&format!("you play: {move_}")), "{position} {typed}: {out}");
    }
    for (position, typed, told) in [
        ("nim(2, 3)", "take 2", "which heap? 2 -> 0, 3 -> 1"),
        ("nim(2, 3)", "heap 2 take 1", "which heap? 2 -> 1, 3 -> 2"),
        ("take[1,2](5)", "take 3 from 5", "`moves` lists"),
        ("nim(2, 3)", "take 1 from 4", "`moves` lists"),
        ("chomp(\"3x4\")", "4 5", "`moves` lists"),
        ("chomp(\"3x4\")", "1 2 3", "`moves` lists"),
        ("cram(\"2x3\")", "1 1", "`moves` lists"),
    ] {
        let (out, _) = lines(&[position], &format!("{typed}\n"));
        assert!(out.contains("there is no move") && out.contains(told), "{position} {typed}: {out}");
    }
    let (out, code) = lines(&["nim(2, 1)", "--lang", "zh"], "帮助\n提示\n着法\n取 3\n退出\n取 1\n");
    for told in ["hint、提示", "必胜：nim(2) → nim(1)", "#2  nim(1) → nim(0)", "没有走到 `取 3` 的着法"]
    {
        assert!(out.contains(told), "{told}: {out}");
    }
    assert!(code == Some(0) && !out.contains("你: "), "{out}");
}

/// A bare number may be a number of the list, what is left or what is taken.
#[test]
fn bare_numbers_that_are_not_clear_are_asked_about() {
    for (position, typed, told) in [
        ("take[1..3](10)", "2", vec!["#2  take[1..3](9)", "take 2  take[1..3](8)"]),
        ("nim(5)", "3", vec!["#3  nim(3)", "take 3  nim(2)"]),
        ("take[2,3](5)", "2", vec!["take 2  take[2,3](3)", "take[2,3](2)  take[2,3](2)"]),
    ] {
        let (out, _) = lines(&[position], &format!("{typed}\n"));
        assert!(out.contains("which move?") && !out.contains("you play"), "{position} {typed}: {out}");
        assert!(told.iter().all(|told| out.contains(told)), "{position} {typed}: {out}");
    }
    let (out, _) = lines(&["take[1..3](10)"], "#2\n");
    assert!(out.contains("you play: take[1..3](10) → take[1..3](9)"), "{out}");
    let (out, _) = lines(&["nim(1)"], "0\n");
    assert!(out.contains("you play: nim(1) → nim(0)"), "{out}");
}

#[test]
fn a_game_is_its_text_and_its_moves() {
    let play = |seed: &str| lines(&["nim(3, 5, 7)", "--moves", "2,0", "--seed", seed, "--json"], "").0;
    assert_eq!(play("7").split("\"cost\"").next(), play("7").split("\"cost\"").next());
    let object: serde_json::Value = serde_json::from_str(&play("7")).unwrap();
    crate::common::schema::check(&object).unwrap();
    assert_eq!(object["position"], "nim(0, 5, 7)");
    assert_eq!((&object["reply"], &object["over"]), (&serde_json::Value::Null, &false.into()));
    assert_eq!(object["history"].as_array().unwrap().len(), 2);
    let (out, code) = lines(&["nim(3)", "--moves", "9", "--json"], "");
    assert!(code == Some(2) && out.contains("no-move"), "{out}");
}

#[cfg(unix)]
mod screen {
    use std::ffi::OsStr;
    use std::fs::{File, OpenOptions};
    use std::io::{Read as _, Write as _};
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::{Child, Command};
    use std::sync::{Arc, Mutex};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    /// The program at a terminal of this size, and the other side of that terminal.
    fn opened(arguments: &[&str], (columns, rows): (u16, u16)) -> (Child, File) {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        // a child that holds this side keeps its terminal open
        rustix::io::fcntl_setfd(&master, rustix::io::FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let line = OpenOptions::new().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&line, size).unwrap();
        let end = || line.try_clone().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .arg("play")
            .args(arguments)
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .spawn()
            .unwrap();
        (child, File::from(master))
    }

    /// The program at a terminal, and what stands on its screen.
    struct Terminal {
        child: Child,
        keyboard: File,
        screen: Arc<Mutex<vt100::Parser>>,
    }

    impl Terminal {
        fn start(arguments: &[&str], (columns, rows): (u16, u16)) -> Terminal {
            let (child, keyboard) = opened(arguments, (columns, rows));
            let screen =
                Arc::new(Mutex::new(vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0)));
            let (mut from, shown) = (keyboard.try_clone().unwrap(), Arc::clone(&screen));
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(length @ 1..) = from.read(&mut bytes) {
                    shown.lock().unwrap().process(&bytes[..length]);
                }
            });
            Terminal { child, keyboard, screen }
        }

        fn text(&self) -> String {
            self.screen.lock().unwrap().screen().contents()
        }

        /// Waits until all this stands on the screen.
        fn sees(&self, wanted: &[&str]) {
            let until = Instant::now() + Duration::from_secs(60);
            while !wanted.iter().all(|text| self.text().contains(text)) {
                assert!(Instant::now() < until, "{wanted:?} is not on the screen:\n{}", self.text());
                thread::sleep(Duration::from_millis(20));
            }
        }

        fn types(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
            self.keyboard.flush().unwrap();
        }

        /// Quits; the terminal is as it was.
        fn ends(mut self) {
            self.types("q");
            let until = Instant::now() + Duration::from_secs(60);
            let code = loop {
                match self.child.try_wait().unwrap() {
                    Some(status) => break status.code(),
                    None => assert!(Instant::now() < until, "it does not end"),
                }
                thread::sleep(Duration::from_millis(20));
            };
            assert_eq!(code, Some(0));
            thread::sleep(Duration::from_millis(100));
            let parser = self.screen.lock().unwrap();
            assert!(!parser.screen().alternate_screen() && !parser.screen().hide_cursor());
            assert_eq!(parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        }
    }

    const RIGHT: &str = "\x1b[C";
    const DOWN: &str = "\x1b[B";

    #[test]
    fn a_wide_terminal_shows_board_and_moves() {
        let mut game = Terminal::start(&["nim(3, 5, 7)", "--level", "3", "--seed", "7"], (80, 24));
        game.sees(&[
            "nim(3, 5, 7) · level 3 (perfect)",
            "nim(7) ● ● ● ● ●  ● ●",
            "you",
            "start",
            "Your move.",
            "Q quit",
        ]);
        game.types("h");
        game.sees(&["xor", "This wins: nim("]);
        game.types("h\r");
        game.sees(&["It played", "nim(0, ", " 2 It "]);
        game.types("us");
        game.sees(&["nim(3, 5, 7)", "Your move.", "    1"]);
        // down to the second row and to its end: one stone of five
        game.types(&format!("{DOWN}{}\r", RIGHT.repeat(4)));
        game.sees(&["1 You nim(4)", "2 It "]);
        game.types("?");
        game.sees(&["hint, undo, new game"]);
        game.ends();
    }

    #[test]
    fn a_terminal_that_is_closed_ends_the_game() {
        let (mut child, mut terminal) = opened(&["nim(3, 5, 7)"], (80, 24));
        let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&shown).contains("quit") {
            let length = terminal.read(&mut bytes).unwrap();
            shown.extend_from_slice(&bytes[..length]);
        }
        drop(terminal);
        let until = Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > until {
                child.kill().unwrap();
                panic!("it goes on without a terminal");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn the_review_goes_on_from_a_slip() {
        let mut game = Terminal::start(&["nim(2)", "--level", "3"], (80, 24));
        game.sees(&["◌ ◌", "Your move."]);
        game.types(&format!("{RIGHT}\r"));
        game.sees(&["It won after 2 moves.", "slip 1 of 1", "better: nim(2) → nim(0)", "◌ ◌"]);
        game.types("\r");
        game.sees(&["nim(2) ·", "Your move."]);
        game.types("\r");
        game.sees(&["You won after 1 move.", "No slip of yours."]);
        game.types("n");
        game.sees(&["Your move."]);
        game.ends();
    }

    #[test]
    fn a_small_terminal_is_enough() {
        let mut game = Terminal::start(&["kayles(5)", "--seed", "1"], (40, 15));
        game.sees(&["kayles(5) · level 1", "▮ ▮ ▮ ▮", "Q quit"]);
        // the middle pin by mouse; it might go with a neighbour, so a second press decides
        game.types("\x1b[<0;5;2M\x1b[<0;5;2m");
        game.sees(&["→ kayles(2, 2)"]);
        game.types("\r");
        game.sees(&["It played"]);
        game.types("s");
        game.sees(&["you", "start", "1 You"]);
        game.types("sh");
        game.sees(&["xor"]);
        game.ends();
    }

    #[test]
    fn boards_of_every_kind_are_played() {
        for (text, seen, keys) in [
            ("chomp(\"3x4\")", "· ◌ ◌ ◌", "\r"),
            ("wythoff(2, 3)", "· · ·", "\r"),
            ("graph{a->b,c; b->d; c->d}(a)", "▸", "\r"),
            ("turtles(\"HTH\")", "T", "\r\r"),
            ("nim(10^18)", "▬", "\r"),
            ("selective(nim(2), kayles(3))", "▮ ▮", "\r\r"),
        ] {
            let mut game = Terminal::start(&[text, "--level", "0"], (80, 24));
            game.sees(&[seen, "Your move."]);
            game.types(keys);
            game.sees(&[" 1 You"]);
            game.ends();
        }
    }
}
