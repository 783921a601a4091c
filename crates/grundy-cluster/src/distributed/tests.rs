//! How processes meet, played by threads.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Context, Error};

use super::transport::Transport;
use super::*;

const WORK: Work = Work { engine: "test", subject: "test", kept: "nothing" };

/// The connections of a process to the others.
type Met = Result<Vec<Option<Transport>>, Error>;

/// What a process waits for when it connects to the others.
fn meet(network: &Network) -> Met {
    asked(network, 7)
}

/// The same for other questions.
fn asked(network: &Network, run: u32) -> Met {
    let cx = Context::default();
    network.connect(&Shared::new(&cx, &WORK), 1, run, &cx)
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
            for byte in b"grundy-cluster-4\n".iter().chain(&[0; 24]) {
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

/// The message of a process that did not get what it waited for, soon.
fn refused(met: Met, began: Instant) -> String {
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let Err(Error::Bad(fault)) = met else { panic!("{met:?}") };
    fault.message
}

#[test]
fn who_fails_before_all_have_met_tells_the_others() {
    // each of three in turn
    for failing in 0..3 {
        let networks = networks(3, 20);
        let began = Instant::now();
        thread::scope(|scope| {
            let others: Vec<_> = (0..3).filter(|&process| process != failing).collect();
            let networks = &networks;
            let waiting: Vec<_> =
                others.into_iter().map(|process| scope.spawn(move || meet(&networks[process]))).collect();
            thread::sleep(Duration::from_millis(300));
            networks[failing].give_up(&grundy::Diagnostic::input("no such graph").into());
            for process in waiting {
                let message = refused(process.join().unwrap(), began);
                assert!(message.contains(&format!("process {failing} gave up: ")), "{failing}: {message}");
                assert!(message.contains("no such graph"), "{failing}: {message}");
            }
        });
    }
}

#[test]
fn a_quarrel_of_two_is_told_to_the_third() {
    let networks = networks(3, 20);
    let began = Instant::now();
    thread::scope(|scope| {
        let all: Vec<_> = networks
            .iter()
            .map(|network| {
                let run = if network.process == 1 { 8 } else { 7 };
                scope.spawn(move || asked(network, run))
            })
            .collect();
        for process in all {
            let message = refused(process.join().unwrap(), began);
            assert!(message.contains("other options") || message.contains("gave up"), "{message}");
        }
    });
}

#[test]
fn a_second_process_of_a_number_speaks_for_nobody() {
    let networks = networks(2, 20);
    thread::scope(|scope| {
        let zero = scope.spawn(|| meet(&networks[0]));
        thread::sleep(Duration::from_millis(200));
        // the address is taken
        networks[0].give_up(&grundy::Diagnostic::input("by mistake").into());
        assert!(meet(&networks[0]).is_err());
        let one = meet(&networks[1]);
        assert!(one.is_ok(), "{one:?}");
        assert!(zero.join().unwrap().is_ok());
    });
}
