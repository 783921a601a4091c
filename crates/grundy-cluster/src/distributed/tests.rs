//! How processes meet, played by threads.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Context, Error};

use super::greeting::{GREETING, Greeting, Purpose, Side, said};
use super::secret::proof;
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

/// A connection to a process that is about to listen.
fn reach(network: &Network) -> TcpStream {
    let began = Instant::now();
    loop {
        match TcpStream::connect(network.hosts.address(network.process).unwrap()) {
            Ok(stream) => break stream,
            Err(error) => assert!(began.elapsed() < Duration::from_secs(5), "{error}"),
        }
    }
}

/// The hosts, where this is asked of everybody.
fn with_secret(mut networks: Vec<Network>, secret: &str) -> Vec<Network> {
    for network in &mut networks {
        network.hosts = network.hosts.clone().with_secret(Secret::new(secret).unwrap());
    }
    networks
}

/// These processes and the one that waits for them meet, and stay until all have met.
fn all_meet<'a>(scope: &'a thread::Scope<'a, '_>, waiting: thread::ScopedJoinHandle<'_, Met>, others: &'a [Network]) {
    let others: Vec<_> = others.iter().map(|network| scope.spawn(move || meet(network))).collect();
    let met: Vec<Met> = others.into_iter().chain([waiting]).map(|process| process.join().unwrap()).collect();
    assert!(met.iter().all(Met::is_ok), "{met:?}");
}

/// What a stranger says who knows the forms; how many bytes were heard before it was turned away.
fn talk(network: &Network, greeting: &[u8], answer: impl Fn(&[u8; GREETING]) -> Vec<u8>) -> usize {
    let mut stream = reach(network);
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(greeting).unwrap();
    let mut heard = [0; GREETING];
    if stream.read_exact(&mut heard).is_err() {
        return 0;
    }
    let _ = stream.write_all(&answer(&heard));
    let mut rest = Vec::new();
    // how it was turned away does not matter
    let _ = stream.read_to_end(&mut rest);
    GREETING + rest.len()
}

#[test]
fn silent_strangers_end_nothing() {
    let networks = networks(2, 6);
    thread::scope(|scope| {
        let zero = scope.spawn(|| meet(&networks[0]));
        let silent: Vec<TcpStream> = (0..16).map(|_| reach(&networks[0])).collect();
        let began = Instant::now();
        let one = meet(&networks[1]);
        assert!(one.is_ok(), "{one:?}");
        assert!(zero.join().unwrap().is_ok());
        assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
        drop(silent);
    });
}

#[test]
fn more_strangers_than_are_heard_end_nothing() {
    let networks = networks(2, 6);
    thread::scope(|scope| {
        let zero = scope.spawn(|| meet(&networks[0]));
        let silent: Vec<TcpStream> = (0..300).map(|_| reach(&networks[0])).collect();
        let one = meet(&networks[1]);
        assert!(one.is_ok(), "{one:?}");
        assert!(zero.join().unwrap().is_ok());
        drop(silent);
    });
}

/// Right forms, wrong contents: other hosts, another run, a number that is taken or does not call, a version before.
#[test]
fn who_quarrels_is_turned_away() {
    static LINES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let (mut networks, others) = (networks(3, 10), free_hosts(3));
    networks[0].notice = |line| LINES.lock().unwrap().push(line.to_owned());
    let (zero, hosts) = (&networks[0], &networks[0].hosts);
    let said_by = |hosts: &Hosts, purpose, process, workers, run| {
        let greeting = Greeting::new(purpose, process, hosts, workers, run).unwrap();
        talk(zero, greeting.bytes(), move |heard| {
            let theirs = Greeting::read(heard).unwrap();
            proof(None, said(Side::Caller, &greeting, &theirs)).to_vec()
        })
    };
    thread::scope(|scope| {
        let met = scope.spawn(|| meet(zero));
        // the answerer of a quarrel says who it is
        assert_eq!(said_by(&others, Purpose::Meet, 1, 1, 7), GREETING + 32);
        assert_eq!(said_by(hosts, Purpose::Meet, 1, 2, 7), GREETING + 32);
        assert_eq!(said_by(hosts, Purpose::Meet, 1, 1, 8), GREETING + 32);
        assert_eq!(said_by(&others, Purpose::Leave, 1, 0, 0), GREETING);
        assert_eq!(said_by(hosts, Purpose::Meet, 0, 1, 7), GREETING);
        assert_eq!(said_by(hosts, Purpose::Meet, 77, 1, 7), GREETING);
        assert_eq!(talk(zero, b"grundy-cluster-4\n\0\0\0", |_| Vec::new()), 0);
        assert_eq!(talk(zero, b"GET / HTTP/1.1\r\nHost: somewhere.example\r\n\r\n", |_| Vec::new()), 0);
        assert_eq!(talk(zero, &[0xff; 4096], |_| Vec::new()), 0);
        // the proof is none of a process without a secret
        let greeting = Greeting::new(Purpose::Meet, 1, hosts, 1, 7).unwrap();
        assert_eq!(talk(zero, greeting.bytes(), |_| vec![7; 32]), GREETING);
        all_meet(scope, met, &networks[1..]);
    });
    let lines = LINES.lock().unwrap();
    for (line, why) in lines.iter().zip([
        "another host file", "another number of workers", "asked for another test", "process 0 as well",
        "process 77 as well", "another version of grundy", "not a process of a run", "does not know the secret",
    ]) {
        assert!(line.starts_with("turned away 127.0.0.1:") && line.contains(why), "{line}");
    }
    assert_eq!(lines.len(), 8, "{lines:?}");
}

#[test]
fn a_secret_is_asked_of_everybody() {
    let networks = with_secret(networks(3, 20), "correct-horse");
    let (zero, hosts) = (&networks[0], &networks[0].hosts);
    let secret = hosts.secret();
    let greeting = |purpose| Greeting::new(purpose, 1, hosts, 1, 7).unwrap();
    let wrong = Secret::new("wrong-horse").unwrap();
    thread::scope(|scope| {
        let met = scope.spawn(|| meet(zero));
        for purpose in [Purpose::Meet, Purpose::Leave] {
            for known in [None, Some(&wrong)] {
                let ours = greeting(purpose);
                let heard = talk(zero, ours.bytes(), |heard| {
                    let theirs = Greeting::read(heard).unwrap();
                    proof(known, said(Side::Caller, &ours, &theirs)).to_vec()
                });
                assert_eq!(heard, GREETING, "it was told more than a greeting");
            }
            // what the answerer would have to say is no proof of a caller
            let ours = greeting(purpose);
            let reflected = talk(zero, ours.bytes(), |heard| {
                proof(secret, said(Side::Answerer, &ours, &Greeting::read(heard).unwrap())).to_vec()
            });
            assert_eq!(reflected, GREETING);
        }
        // an honest process 1, which is overheard and then dies
        let (ours, overheard) = (greeting(Purpose::Meet), std::cell::RefCell::new(Vec::new()));
        let mut stream = reach(zero);
        stream.write_all(ours.bytes()).unwrap();
        let mut heard = [0; GREETING];
        stream.read_exact(&mut heard).unwrap();
        overheard.borrow_mut().extend(proof(secret, said(Side::Caller, &ours, &Greeting::read(&heard).unwrap())));
        stream.write_all(&overheard.borrow()).unwrap();
        let mut welcome = [0; 32];
        stream.read_exact(&mut welcome).unwrap();
        assert_eq!(welcome, proof(secret, said(Side::Answerer, &ours, &Greeting::read(&heard).unwrap())));
        drop(stream);
        thread::sleep(Duration::from_millis(100));
        assert_eq!(talk(zero, ours.bytes(), |_| overheard.borrow().clone()), GREETING, "a replay was taken");
        all_meet(scope, met, &networks[1..]);
    });
}

#[test]
fn who_has_another_secret_does_not_come() {
    let mut networks = with_secret(networks(2, 1), "correct-horse");
    networks[1].hosts = networks[1].hosts.clone().with_secret(Secret::new("wrong").unwrap());
    thread::scope(|scope| {
        let zero = scope.spawn(|| meet(&networks[0]));
        let one = refused(meet(&networks[1]), Instant::now());
        assert!(one.contains("no connection to process 0") && one.contains("same secret"), "{one}");
        let zero = refused(zero.join().unwrap(), Instant::now());
        assert!(zero.contains("no connection to process 1") && zero.contains("does not know the secret"), "{zero}");
        assert!(!(one + &zero).contains("horse"));
    });
}

/// One that is out of reach, or silent, costs the others no time.
#[test]
fn all_that_are_missing_are_called_at_once() {
    let networks = networks(4, 10);
    // it takes calls and never says a word
    let silent = std::net::TcpListener::bind(networks[0].hosts.address(0).unwrap()).unwrap();
    let began = Instant::now();
    thread::scope(|scope| {
        let networks = &networks;
        let three = scope.spawn(|| meet(&networks[3]));
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            drop(silent);
        });
        thread::sleep(Duration::from_millis(600));
        all_meet(scope, three, &networks[..3]);
    });
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn a_stranger_that_drips_holds_nobody_up() {
    let networks = networks(2, 6);
    let (zero, over) = (&networks[0], &AtomicBool::new(false));
    thread::scope(|scope| {
        let first = scope.spawn(|| meet(zero));
        let mut stranger = reach(zero);
        // always in time for the next byte, and long not at the end when the others lose patience
        let dripping = scope.spawn(move || {
            let mut sent = 0;
            for byte in b"grundy-cluster-5\n".iter().chain(&[0; 56]) {
                if over.load(Ordering::SeqCst) || stranger.write_all(&[*byte]).is_err() {
                    break;
                }
                sent += 1;
                thread::sleep(Duration::from_millis(250));
            }
            sent
        });
        // while it is being heard
        thread::sleep(Duration::from_secs(1));
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
