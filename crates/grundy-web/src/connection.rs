//! Connections: how many, and how long each may keep us waiting.
//!
//! | who | is cut after |
//! |---|---|
//! | sends no whole head | 5 s ([`HEAD`]) |
//! | sends no whole body | 10 s (in [`route`](crate::route)) |
//! | takes no byte of an answer | 10 s ([`PATIENCE`]) |

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep};
use tower_service::Service as _;

use crate::guard::Reader;
use crate::route::Site;

/// A request has its head within this.
const HEAD: Duration = Duration::from_secs(5);
/// A reader takes something within this.
const PATIENCE: Duration = Duration::from_secs(10);
/// Connections at once.
const CONNECTIONS: usize = 2048;
/// Bytes of a head.
const HEAD_BYTES: usize = 32 << 10;
/// How often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Accepts connections until `stop` is set.
pub(crate) async fn accept(listener: TcpListener, site: &Arc<Site>, stop: &Arc<AtomicBool>) {
    let router = Site::router(site);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    while !stop.load(Ordering::Relaxed) {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = sleep(GLANCE) => continue,
        };
        let Ok((stream, peer)) = accepted else {
            // no descriptors are left: others end soon
            sleep(GLANCE).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let reader = Reader(peer.ip());
        tokio::spawn(async move {
            let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(reader);
                let mut router = router.clone();
                async move { Ok::<_, Infallible>(router.call(request).await.unwrap_or_else(|never| match never {})) }
            });
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES).max_headers(64);
            // a connection that breaks concerns nobody
            let _ = server.serve_connection(TokioIo::new(Patient::new(stream)), service).await;
            drop(place);
        });
    }
}

/// A connection that breaks when nothing can be written for too long.
struct Patient<S> {
    stream: S,
    /// Runs while a write waits.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    fn new(stream: S) -> Self {
        Patient { stream, until: None }
    }

    fn timed<T>(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.until = None;
            return polled;
        }
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        match until.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.timed(cx, polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(cx);
        self.timed(cx, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.timed(cx, polled)
    }
}
