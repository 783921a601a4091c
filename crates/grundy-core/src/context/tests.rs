use super::*;

#[test]
fn a_budget_ends_the_work() {
    let cx = Context::new(Budget { nodes: Some(10), ..Budget::UNLIMITED });
    assert!(cx.tick(10).is_ok());
    assert_eq!(cx.tick(1).unwrap_err(), Stopped::new(Spent::Nodes, "none").of(Some(10), Some(11)));
    // no number of nodes is so large that what is spent begins anew
    assert!(cx.tick(u64::MAX).is_err() && cx.tick(1).is_err() && cx.tick(u64::MAX).is_err());
    let cx = Context::new(Budget { memory: Some(100), ..Budget::UNLIMITED });
    assert!(cx.reserve(60).is_ok());
    assert_eq!(cx.reserve(60).unwrap_err().spent, Spent::Memory);
    cx.release(60);
    assert!(cx.reserve(60).is_ok());
}

/// Who goes through many things is stopped at each of them, not only at the next look at the clock.
#[test]
fn what_ended_stays_ended() {
    let cancel = Arc::new(AtomicBool::new(false));
    let cx = Context::default().with_cancel(Arc::clone(&cancel));
    cx.tick(1 << 20).unwrap();
    cancel.store(true, Ordering::Relaxed);
    while cx.tick(1).is_ok() {}
    assert!((0..100).all(|_| cx.tick(1).is_err_and(|stopped| stopped.spent == Spent::Cancelled)));
}

/// What a trial was given is nobody's budget: it is not told.
#[test]
fn a_part_speaks_of_what_was_asked() {
    let free = Context::default();
    assert_eq!(free.part(5).tick(6).unwrap_err().limit, None);
    let cx = Context::new(Budget { nodes: Some(10), memory: Some(100), time: Some(Duration::from_secs(60)) });
    cx.tick(3).unwrap();
    cx.reserve(40).unwrap();
    let part = cx.part(5);
    assert_eq!(part.tick(6).unwrap_err(), Stopped::new(Spent::Nodes, "none").of(Some(10), Some(9)));
    let stopped = part.reserve(61).unwrap_err();
    assert_eq!((stopped.limit, stopped.reached), (Some(100), Some(40)));
    let helper = cx.for_thread(None).begin();
    assert_eq!(helper.tick(8).unwrap_err(), Stopped::new(Spent::Nodes, "none").of(Some(10), Some(11)));
    let late = Context::new(*cx.budget()).begun(Duration::from_secs(61)).check().unwrap_err();
    assert_eq!((late.spent, late.limit), (Spent::Time, Some(60_000)));
    assert!(late.reached >= Some(61_000));
}

/// An engine that tells nothing is shown by the nodes it spends, one that tells something by that alone.
#[test]
fn progress_of_any_engine() {
    let told: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let news = Arc::clone(&told);
    let cx = Context::default().with_progress(move |now| {
        news.lock().unwrap().push(format!("{} {} {:?} {}", now.engine, now.done, now.of, now.detail));
    });
    cx.enter("silent");
    cx.tick(STRIDE).unwrap();
    cx.enter("talking");
    cx.progress_with(3, Some(7), format_args!("at least {}", 2));
    cx.tick(STRIDE).unwrap();
    cx.enter("silent");
    cx.tick(STRIDE).unwrap();
    let nodes = [STRIDE, 3 * STRIDE].map(|n| format!("silent {n} None "));
    assert_eq!(*told.lock().unwrap(), [&nodes[0][..], "talking 3 Some(7) at least 2", &nodes[1]]);
}

/// The first nodes may be the slowest.
#[test]
fn a_slow_node_is_noticed_soon() {
    let flag = Arc::new(AtomicBool::new(false));
    for cx in [
        Context::new(Budget { time: Some(Duration::from_millis(20)), ..Budget::UNLIMITED }),
        Context::default().with_cancel(Arc::clone(&flag)),
    ] {
        let slow = |n: u64| {
            std::thread::sleep(Duration::from_millis(2));
            flag.store(n > 10, Ordering::Relaxed);
            cx.tick(1).is_err()
        };
        assert!((0..100).any(slow));
    }
}

#[test]
fn a_flag_cancels() {
    let flag = Arc::new(AtomicBool::new(true));
    let cx = Context::default().with_cancel(flag);
    assert_eq!(cx.check().unwrap_err().spent, Spent::Cancelled);
}

/// Nobody asked for the clock of a part, so nobody is told that a time is up.
#[test]
fn a_part_with_a_clock_ends_as_one_of_nodes() {
    let (free, none) = (Context::default(), Duration::ZERO);
    for nodes in [None, Some(100)] {
        let part = free.part_for(nodes, none);
        assert_eq!((part.budget().nodes, part.time_left()), (nodes, Some(none)));
        assert_eq!(part.check().unwrap_err(), Stopped::new(Spent::Nodes, "none").of(None, Some(0)));
        assert_eq!(part.part(5).check().unwrap_err().spent, Spent::Nodes);
        assert!(free.part_for(nodes, Duration::from_secs(1000)).check().is_ok());
    }
    assert_eq!(free.trial_for(100, none, |part| Ok(part.check()?)), Ok(None));
    assert!(free.check().is_ok() && free.time_left().is_none());
    let hour = Context::new(Budget { time: Some(Duration::from_secs(3600)), ..Budget::UNLIMITED });
    assert!(hour.part_for(None, none).check().is_ok(), "who set a time has set it");
}
