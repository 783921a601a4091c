//! Answers as they go to the reader: one object, or a stream of server-sent events.
//!
//! ```text
//! event: solve
//! data: {"schema":1,…}
//!
//! event: progress
//! data: {"engine":"…","nodes":3900000,"computed_to":null,"seconds":1.2}
//! ```

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use grundy::locked;
use http_body::{Body, Frame};
use serde_json::json;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::answer::Fault;
use crate::task::{Busy, Event, Waiting};

/// So often progress is told.
const TICK: Duration = Duration::from_millis(250);
/// So many ticks without a word, and a comment says that the server is still there.
const SILENT: u32 = 40;

/// The object of an event that is no answer, and its status.
pub(crate) fn refusal(event: &Event) -> (StatusCode, Vec<u8>) {
    let object = |kind: &str, message: &str| {
        let mut text =
            json!({"schema": 1, "error": {"kind": kind, "message": message, "span": null, "suggestion": null}})
                .to_string();
        text.push('\n');
        text.into_bytes()
    };
    match event {
        Event::Busy(Busy::Reader) => {
            (StatusCode::TOO_MANY_REQUESTS, object("busy", "four long questions of yours are at work already"))
        }
        Event::Busy(Busy::Everybody) => {
            (StatusCode::SERVICE_UNAVAILABLE, object("busy", "too many questions wait for an answer"))
        }
        Event::Fault(Fault { json }) => (StatusCode::UNPROCESSABLE_ENTITY, json.clone()),
        Event::Broken | Event::Object(..) => {
            (StatusCode::INTERNAL_SERVER_ERROR, object("io", "a fault in the program itself; please report it"))
        }
    }
}

/// The events of a task as a body.
#[derive(Debug)]
pub(crate) struct Stream {
    waiting: Waiting,
    ticks: Interval,
    silent: u32,
    answered: bool,
    over: bool,
}

impl Stream {
    pub(crate) fn new(waiting: Waiting) -> Stream {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Stream { waiting, ticks, silent: 0, answered: false, over: false }
    }

    fn progress(&self) -> Option<Vec<u8>> {
        let news = locked(self.waiting.news.lock());
        let seconds = news.began?.elapsed().as_secs_f64();
        let told = json!({
            "engine": news.engine,
            "nodes": news.done,
            "computed_to": news.of.map(|_| news.done),
            "of": news.of,
            "seconds": (seconds * 100.0).round() / 100.0,
        });
        Some(event("progress", told.to_string().as_bytes()))
    }
}

/// One event. Objects have no line ends inside.
fn event(name: &str, data: &[u8]) -> Vec<u8> {
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat()
}

impl Body for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.over {
            return Poll::Ready(None);
        }
        let frame = |bytes: Vec<u8>| Poll::Ready(Some(Ok(Frame::data(Bytes::from(bytes)))));
        match self.waiting.events.poll_recv(cx) {
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Ready(Some(Event::Object(name, data))) => {
                self.silent = 0;
                self.answered |= name == "answer";
                return frame(event(name, &data));
            }
            Poll::Ready(Some(other)) => {
                self.over = true;
                return frame(event("error", &refusal(&other).1));
            }
            // nothing is told behind the answer, however long its task takes to end
            Poll::Pending if self.answered => return Poll::Pending,
            Poll::Pending => {}
        }
        loop {
            ready!(self.ticks.poll_tick(cx));
            self.silent += 1;
            if let Some(progress) = self.progress() {
                self.silent = 0;
                return frame(progress);
            }
            if self.silent >= SILENT {
                self.silent = 0;
                return frame(b":\n\n".to_vec());
            }
        }
    }
}
