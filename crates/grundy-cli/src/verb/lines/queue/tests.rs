use super::*;

#[test]
fn definitions_are_told_from_names() {
    assert!(is_definition(b"  let t = kayles;") && is_definition(b"let"));
    assert!(!is_definition(b"letter(3)") && !is_definition(b"nim(3)"));
}

#[test]
fn what_is_left_is_what_was_not_answered() {
    let shared = SharedQueue::new(100, None);
    shared.lock().input.fill(&mut &b"nim(1)\nlet t = nim;\nt(2)\nt(3)\nt(4)\nt("[..]).unwrap();
    let one = |defined: &[&str]| {
        let mut queue = shared.lock();
        if queue.begin(|_| true).is_none() {
            assert!(queue.cut());
        }
        drop(queue);
        let batch = shared.lock().open.front().map(Arc::clone).unwrap();
        batch.begin(|_| true);
        let (_, line) = batch.lines().next().unwrap();
        batch.answered(b"", Tally { bad: line == b"t(2)", spent: false });
        if batch.lines().count() == 1 {
            shared.finished(&batch, &mut defined.iter().map(|&text| text.to_owned()).collect());
        }
    };
    one(&[]);
    one(&["let t = nim;"]);
    one(&[]);
    shared.lock().past.refused.push((5, Spent::Time));
    assert!(shared.lock().open.front().is_some_and(|batch| batch.line_in_work() == Some(4)));
    assert_eq!(shared.lock().late(None), None);
    shared.lock().seen[0].1 -= Duration::from_secs(3);
    let left = shared.lock().state();
    assert_eq!(left.rest, b"t(3)\nt(4)\nt(");
    let after = SharedQueue::new(100, Some(left));
    let mut queue = after.lock();
    assert_eq!((queue.taken, queue.tally, queue.definitions.len()), (3, Tally { bad: true, spent: false }, 1));
    assert_eq!(queue.past.refused(5), Some(Spent::Time));
    assert!(queue.past.begun(4) >= Duration::from_secs(3) && queue.past.begun(5).is_zero());
    assert!(queue.cut());
    assert!(queue.begin(|_| true).is_some());
    let late = |queue: &mut Queue, seconds| queue.late(Some(Duration::from_secs(seconds)));
    assert_eq!((late(&mut queue, 2), late(&mut queue, 60)), (Some(4), None));
    assert_eq!((queue.open[0].first, queue.open[0].text.as_slice()), (4, &b"t(3)\nt(4)\n"[..]));
}
