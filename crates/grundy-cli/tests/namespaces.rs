//! Two processes that have nothing in common but a cable: each in a network namespace of its own, which takes the rights
//! of root and the command `ip`. Run by hand, for few machines of tests allow it:
//! `cargo test -p grundy-cli --features cluster --test all namespaces -- --ignored --test-threads 1`
#![cfg(all(target_os = "linux", feature = "cluster"))]

use std::fs;
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Folder, Random, told};

/// Two namespaces and a cable between them, which go with this.
struct Cable {
    names: [String; 2],
}

fn ip(arguments: &str) {
    let output = Command::new("ip").args(arguments.split(' ')).output().expect("the command `ip` is there");
    assert!(output.status.success(), "ip {arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

impl Cable {
    fn new() -> Cable {
        let process = std::process::id();
        let cable = Cable { names: ["a", "b"].map(|side| format!("gr{process}{side}")) };
        for name in &cable.names {
            ip(&format!("netns add {name}"));
        }
        let [one, other] = &cable.names;
        ip(&format!("link add {one} netns {one} type veth peer name {other} netns {other}"));
        for (i, name) in cable.names.iter().enumerate() {
            ip(&format!("-n {name} addr add 10.77.0.{}/24 dev {name}", i + 1));
            ip(&format!("-n {name} link set {name} up"));
            ip(&format!("-n {name} link set lo up"));
        }
        cable
    }

    fn pull(&self) {
        ip(&format!("-n {0} link set {0} down", self.names[0]));
    }

    /// The program on both sides, with `--hosts` and `--process`.
    fn both(&self, folder: &Folder, arguments: &[&str]) -> [Child; 2] {
        fs::write(folder.0.join("hosts.txt"), "10.77.0.1:2101\n10.77.0.2:2101\n").unwrap();
        [0, 1].map(|process: usize| {
            let plain = folder.grundy(arguments);
            let mut command = Command::new("ip");
            command.args(["netns", "exec", &self.names[process]]).arg(plain.get_program()).args(plain.get_args());
            command.args(["--hosts", "hosts.txt", "--process", &process.to_string(), "--trust-network"]);
            command.current_dir(&folder.0).env("NO_COLOR", "1");
            command.stdin(std::process::Stdio::null());
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = Command::new("ip").args(["netns", "del", name]).output();
        }
    }
}

fn outputs(both: [Child; 2]) -> [Output; 2] {
    both.map(|child| child.wait_with_output().unwrap())
}

/// A graph of some kind: acyclic, cyclic, deep, wide.
fn graph(folder: &Folder, kind: u64, vertices: u64, arcs: u64) {
    let mut random = Random(kind + 1);
    let lines: String = (0..arcs)
        .map(|_| {
            let u = 1 + random.below(vertices - 1);
            let v = match kind {
                0 => random.below(u),
                1 => random.below(vertices),
                2 => u - 1 - random.below(u.min(8)),
                _ => random.below(1 + u / 8),
            };
            format!("{u} {v}\n")
        })
        .collect();
    fs::write(folder.0.join("g.txt"), lines).unwrap();
}

#[test]
#[ignore = "long: makes network namespaces, as root"]
fn labels_are_those_of_one_machine() {
    let (folder, cable) = (Folder::new(), Cable::new());
    let label = ["label", "g.txt", "--json", "-q"];
    for kind in 0..4 {
        graph(&folder, kind, 30_000, 200_000);
        let (code, one) = told(&folder.grundy(&label).args(["--workers", "1"]).output().unwrap());
        assert_eq!(code, 0, "{one}");
        for output in outputs(cable.both(&folder, &label)) {
            let (code, other) = told(&output);
            assert_eq!((code, &other["checksum"]), (0, &one["checksum"]), "kind {kind}: {other}");
        }
    }
}

/// Neither side is told that the other is out of reach: both see it from the silence.
#[test]
#[ignore = "long: makes network namespaces, as root"]
fn a_pulled_cable_ends_both() {
    let (folder, cable) = (Folder::new(), Cable::new());
    graph(&folder, 1, 1_000_000, 6_000_000);
    let mut both = cable.both(&folder, &["label", "g.txt", "--json", "-q"]);
    // at work, and not yet done
    sleep(Duration::from_millis(300));
    assert!(both.iter_mut().all(|child| child.try_wait().unwrap().is_none()));
    cable.pull();
    let began = Instant::now();
    for (i, output) in outputs(both).iter().enumerate() {
        let (code, value) = told(output);
        assert!(began.elapsed() < Duration::from_secs(120));
        assert_eq!((code, value["error"]["kind"].as_str()), (4, Some("io")), "{value}");
        let message = value["error"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("process {}", 1 - i)), "{message}");
    }
}
