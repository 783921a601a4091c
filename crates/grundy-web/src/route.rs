//! The routes: what is asked for, and the status of the answer.
//!
//! | status | when |
//! |---|---|
//! | 200 | answered, also by "no" and `"complete":false` |
//! | 400 | not JSON |
//! | 403 | another host or origin |
//! | 404, 405 | no such path, verb, game or method |
//! | 408, 413, 415 | the body comes too slowly, is too large, is of another type |
//! | 422 | the program's error object |
//! | 429, 503 | too many of this reader, of all; `Retry-After` |

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use grundy::Diagnostic;
use http_body::Body as _;

use crate::answer::Fault;
use crate::assets::{Asset, Assets};
use crate::body::{Stream, refusal};
use crate::guard::{self, Names, Reader};
use crate::lane::Lanes;
use crate::openapi;
use crate::question::{Question, Unread, Verb};
use crate::task::{Event, Task};
use crate::{Limits, Options};

/// A body has arrived within this.
const ARRIVAL: Duration = Duration::from_secs(10);
/// So much of a body that is too large is read and forgotten, so that its sender reads our answer.
const FORGOTTEN: usize = 16 << 20;

/// What the routes share.
#[derive(Debug)]
pub(crate) struct Site {
    names: Names,
    limits: Limits,
    assets: Assets,
    pub(crate) lanes: Lanes,
}

impl Site {
    pub(crate) fn new(port: u16, options: &Options) -> io::Result<Site> {
        let lanes = Lanes::start(options.tidy)?;
        Ok(Site { names: Names::new(port, &options.hosts), limits: options.limits, assets: Assets::new(), lanes })
    }

    pub(crate) fn router(site: &Arc<Site>) -> Router {
        Router::new()
            .route("/api/v1/list", get(list))
            .route("/api/v1/describe/{name}", get(describe))
            .route("/api/v1/openapi.json", get(document))
            .route("/api/v1/health", get(|| async { json(StatusCode::OK, "{\"ok\":true}\n") }))
            .route("/api/v1/{verb}", post(ask))
            .fallback(page)
            .layer(from_fn_with_state(Arc::clone(site), admit))
            .with_state(Arc::clone(site))
    }
}

/// Refuses who may not ask; adds the headers of every answer.
async fn admit(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match site.names.admit(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => error(StatusCode::FORBIDDEN, &Diagnostic::input(why)),
    };
    guard::protect(response.headers_mut());
    response
}

fn response(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = response(status, "application/json", body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn error(status: StatusCode, fault: &Diagnostic) -> Response {
    json(status, Fault::new(fault, None).json)
}

async fn list() -> Response {
    let mut out = Vec::new();
    let _ = grundy_form::catalogue::list(&mut out, grundy::game::catalogue::all(), grundy::game::problems::all());
    json(StatusCode::OK, out)
}

async fn describe(Path(name): Path<String>) -> Response {
    match grundy_form::catalogue::find(&name) {
        Some(found) => {
            let mut out = Vec::new();
            let _ = grundy_form::catalogue::describe(&mut out, found);
            json(StatusCode::OK, out)
        }
        None => error(StatusCode::NOT_FOUND, &Diagnostic::input(format!("no game is called {name:?}"))),
    }
}

async fn document() -> Response {
    json(StatusCode::OK, openapi::document().to_string())
}

/// The page, or a file of it.
async fn page(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return error(
            StatusCode::NOT_FOUND,
            &Diagnostic::input("there is no such path; /api/v1/openapi.json names all"),
        );
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return error(StatusCode::METHOD_NOT_ALLOWED, &Diagnostic::input("pages are read by GET"));
    }
    let Some(Asset { kind, bytes, tag, .. }) = site.assets.find(path) else {
        return response(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "There is no such page.\n");
    };
    let same = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match same {
        true => response(StatusCode::NOT_MODIFIED, kind, Body::empty()),
        false => response(StatusCode::OK, kind, bytes.clone()),
    };
    let headers = response.headers_mut();
    // the next program has other pages at the same address
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A verb with its body.
async fn ask(State(site): State<Arc<Site>>, Path(verb): Path<String>, request: Request) -> Response {
    let Some(verb) = Verb::named(&verb) else {
        return error(StatusCode::NOT_FOUND, &Diagnostic::input(format!("there is no verb {verb:?}")));
    };
    let reader = request.extensions().get::<Reader>().map_or(std::net::Ipv4Addr::LOCALHOST.into(), |reader| reader.0);
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        let fault = Diagnostic::input("the body must be JSON").suggest("Content-Type: application/json");
        return error(StatusCode::UNSUPPORTED_MEDIA_TYPE, &fault);
    }
    let body = match tokio::time::timeout(ARRIVAL, read(body, site.limits.body)).await {
        Ok(Some(body)) => body,
        Ok(None) => {
            let fault = Diagnostic::input(format!("the body is longer than {} bytes", site.limits.body));
            return error(StatusCode::PAYLOAD_TOO_LARGE, &fault);
        }
        Err(_) => return error(StatusCode::REQUEST_TIMEOUT, &Diagnostic::input("the body did not come")),
    };
    let accept = |kind: &str| accepts(&head.headers, kind);
    let question = match Question::read(verb, &body, &site.limits) {
        Ok(question) => question.in_bytes(accept("application/octet-stream")),
        Err(Unread::NotJson(why)) => {
            return error(StatusCode::BAD_REQUEST, &Diagnostic::input(format!("the body is not JSON: {why}")));
        }
        Err(Unread::Field(fault)) => return error(StatusCode::UNPROCESSABLE_ENTITY, &fault),
    };
    let streamed = verb == Verb::Ask || accept("text/event-stream");
    let kind = if question.binary { "application/octet-stream" } else { "application/json" };
    let (task, mut waiting) = Task::new(question, reader);
    if let Err(busy) = site.lanes.take(task) {
        return refused(&Event::Busy(busy));
    }
    if streamed {
        let mut response = response(StatusCode::OK, "text/event-stream", Body::new(Stream::new(waiting)));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return response;
    }
    match waiting.events.recv().await {
        Some(Event::Object(_, bytes)) => {
            let mut answer = json(StatusCode::OK, bytes);
            answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            answer
        }
        Some(other) => refused(&other),
        None => refused(&Event::Broken),
    }
}

fn refused(event: &Event) -> Response {
    let (status, body) = refusal(event);
    let mut response = json(status, body);
    if matches!(event, Event::Busy(_)) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|value| value.to_str().is_ok_and(|value| value.contains(kind)))
}

/// The whole body; `None`: it is too large.
async fn read(mut body: Body, most: usize) -> Option<Vec<u8>> {
    let mut read = Vec::new();
    let mut length = 0;
    loop {
        match std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            Some(Ok(frame)) => {
                let Ok(data) = frame.into_data() else { continue };
                length += data.len();
                if length <= most {
                    read.extend_from_slice(&data);
                } else if length > FORGOTTEN {
                    return None;
                }
            }
            // who breaks off asks nothing: what came is no JSON
            Some(Err(_)) => return Some(Vec::new()),
            None if length > most => return None,
            None => return Some(read),
        }
    }
}
