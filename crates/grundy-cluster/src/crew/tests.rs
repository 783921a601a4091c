//! How processes meet, played by threads.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Context, Error};

use super::*;

const WORK: Work = Work { engine: "test", subject: "test", kept: "nothing" };

/// What a process waits for when it connects to the others.
fn meet(network: &Network) -> Result<Links, Error> {
    Links::connect(network, &WORK, 1, 7, &Context::default())
}

/// Networks of all processes of some hosts.
fn networks(processes: usize, patience: u64) -> Vec<Network> {
    let hosts = free_hosts(processes);
    let patience = Duration::from_secs(patience);
    (0..processes).map(|process| Network { patience, ..Network::new(hosts.clone(), process) }).collect()
}

#[test]
fn a_stranger_that_drips_holds_nobody_up() {
    let networks = networks(2, 6);
    let (zero, over) = (&networks[0], &AtomicBool::new(false));
    thread::scope(|scope| {
        let first = scope.spawn(|| meet(zero));
        let address = zero.hosts.address(0).unwrap();
        let began = Instant::now();
        let mut stranger = loop {
            match TcpStream::connect(address) {
                Ok(stream) => break stream,
                Err(error) => assert!(began.elapsed() < Duration::from_secs(5), "{error}"),
            }
        };
        // always in time for the next byte, and long not at the end when the others lose patience
        let dripping = scope.spawn(move || {
            let mut sent = 0;
            for byte in b"grundy-crew-2\n".iter().chain(&[0; 24]) {
                if over.load(Ordering::SeqCst) || stranger.write_all(&[*byte]).is_err() {
                    break;
                }
                sent += 1;
                thread::sleep(Duration::from_millis(250));
            }
            sent
        });
        let second = meet(&networks[1]);
        over.store(true, Ordering::SeqCst);
        assert!(second.is_ok(), "{second:?}");
        assert!(first.join().unwrap().is_ok());
        assert!(dripping.join().unwrap() > 2, "it was sent away too early");
    });
}
