use super::guard::Access;
#[cfg(feature = "learn")]
use super::training::Training;
use super::turns::{Limits, Place, Turns};
use crate::page;
use crate::web::{Answer, Desk, Refusal};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::future::{Either, select};
use futures_util::stream;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest request: a record of a long game with evaluations fits.
const LONGEST_BODY: usize = 1 << 20;

/// Events that wait for a slow reader before its task waits, too.
const WAITING_EVENTS: usize = 16;

/// How long a stream of events may be silent: a line then shows whether anybody still listens.
const SILENCE: Duration = Duration::from_secs(15);

/// What all requests share.
pub(super) struct Shared {
    desk: Desk,
    access: Access,
    turns: Arc<Turns>,
    /// Of each file of the page: its content and the tag by which a browser knows that it has it.
    files: BTreeMap<&'static str, (&'static [u8], HeaderValue)>,
    #[cfg(feature = "learn")]
    training: Option<Training>,
}

/// An error with its status.
struct Failure(StatusCode, Refusal);

impl Failure {
    fn new(status: StatusCode, words: impl std::fmt::Display) -> Failure {
        Failure(status, Refusal::new(words))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure(StatusCode::BAD_REQUEST, refusal)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, [(header::CONTENT_TYPE, "application/json")], json!(self.1).to_string()).into_response()
    }
}

impl Shared {
    pub fn new(desk: Desk, access: Access, limits: Limits) -> Shared {
        let file = |&(path, content): &(&'static str, &'static [u8])| {
            let tag: String = Sha256::digest(content).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let tag = HeaderValue::from_str(&format!("\"{tag}\"")).expect("hexadecimal digits");
            (path, (content, tag))
        };
        Shared {
            desk,
            access,
            turns: Arc::new(Turns::new(limits)),
            files: page::files().iter().map(file).collect(),
            #[cfg(feature = "learn")]
            training: None,
        }
    }

    #[cfg(feature = "learn")]
    pub fn with_training(self, training: Training) -> Shared {
        Shared { training: Some(training), ..self }
    }

    /// Asks without holding up other requests.
    async fn ask_aside(self: &Arc<Self>, request: Value, memory: usize) -> Result<Result<Answer, Refusal>, Failure> {
        let shared = Arc::clone(self);
        let defect = "the engine failed: this is a defect of the program";
        tokio::task::spawn_blocking(move || shared.ask(request, memory))
            .await
            .map_err(|_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, defect))
    }

    /// Works on a task that has a place.
    async fn work(self: Arc<Self>, place: Place, answer: Answer, events: mpsc::Sender<Value>) {
        match answer {
            Answer::Task(task) => self.turns.work(place, task, events).await,
            Answer::Reply(reply) => drop(events.send(reply).await),
        }
    }

    fn ask(&self, request: Value, memory: usize) -> Result<Answer, Refusal> {
        #[cfg(feature = "learn")]
        if let Some(training) = &self.training
            && let Some(answer) = training.ask(&request, self.desk.games())
        {
            return answer;
        }
        self.desk.ask(request, memory)
    }
}

pub(super) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api", post(ask))
        .route("/api/stream", post(ask_stream))
        .fallback(file)
        .method_not_allowed_fallback(|| async { wrong_method() })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::map_response(protect))
        .with_state(shared)
}

/// Adds to every response what keeps it to this page.
async fn protect(mut response: Response) -> Response {
    let policy = HeaderValue::from_static(page::CONTENT_SECURITY_POLICY);
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn wrong_method() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "expected GET for the page's files and POST for /api and /api/stream")
}

/// A file of the page.
async fn file(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(wrong_method());
    }
    shared.access.may_read(&headers).map_err(|words| Failure::new(StatusCode::FORBIDDEN, words))?;
    let path = match uri.path().strip_prefix('/') {
        Some("") | None => "index.html",
        Some(path) => path,
    };
    let found = shared.files.get(path);
    let (content, tag) = found.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "the page has no such file"))?;
    let caching = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")), (header::ETAG, tag.clone())];
    if headers.get(header::IF_NONE_MATCH) == Some(tag) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let content = if method == Method::HEAD { &[] } else { *content };
    let kind = [
        (header::CONTENT_TYPE, page::media_type(path)),
        (header::CONTENT_SECURITY_POLICY, page::security_policy(path)),
    ];
    Ok((caching, kind, content).into_response())
}

type Posted = Result<Bytes, BytesRejection>;

/// The request in a body.
fn request(shared: &Shared, headers: &HeaderMap, body: Posted) -> Result<Value, Failure> {
    shared.access.may_ask(headers).map_err(|words| Failure::new(StatusCode::FORBIDDEN, words))?;
    let body = body.map_err(|error| {
        let words = match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => format!("the request is too long: expected at most {LONGEST_BODY} bytes"),
            _ => "the request could not be read".to_owned(),
        };
        Failure::new(error.status(), words)
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| Failure::new(StatusCode::BAD_REQUEST, format!("the request is no JSON: {error}")))
}

/// What a request leads to.
enum Begun {
    Reply(Value),
    Events(mpsc::Receiver<Value>),
}

async fn begin(shared: &Arc<Shared>, request: Value) -> Result<Begun, Failure> {
    #[cfg(feature = "learn")]
    if let (Some(training), Some("watch")) = (&shared.training, request["do"].as_str()) {
        return Ok(Begun::Events(training.watch(&request)?));
    }
    if !Desk::is_task(&request) {
        return match shared.ask_aside(request, 0).await?? {
            Answer::Reply(reply) => Ok(Begun::Reply(reply)),
            Answer::Task(_) => unreachable!("tasks are told apart by their name"),
        };
    }
    let (sender, events) = mpsc::channel(WAITING_EVENTS);
    match shared.turns.try_place() {
        Some(place) => {
            // Asked now, so that what is wrong is said with the status.
            let answer = shared.ask_aside(request, place.memory()).await??;
            tokio::spawn(Arc::clone(shared).work(place, answer, sender));
        }
        None => {
            // What is wrong is said now, not when a place is free.
            drop(shared.ask_aside(request.clone(), 1 << 20).await??);
            let shared = Arc::clone(shared);
            tokio::spawn(async move {
                let place = match select(pin!(shared.turns.place()), pin!(sender.closed())).await {
                    Either::Left((place, _)) => place,
                    Either::Right(_) => return,
                };
                match shared.ask_aside(request, place.memory()).await {
                    Ok(Ok(answer)) => shared.work(place, answer, sender).await,
                    Ok(Err(refusal)) | Err(Failure(_, refusal)) => drop(sender.send(json!(refusal)).await),
                }
            });
        }
    }
    Ok(Begun::Events(events))
}

/// `POST /api`: a reply, or a task's last event.
async fn ask(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Posted) -> Result<Response, Failure> {
    let request = request(&shared, &headers, body)?;
    let reply = match begin(&shared, request).await? {
        Begun::Reply(reply) => reply,
        Begun::Events(mut events) => {
            let mut last = Value::Null;
            while let Some(event) = events.recv().await {
                last = event;
            }
            last
        }
    };
    let status = if reply.get("error").is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], reply.to_string()).into_response())
}

/// `POST /api/stream`: a task's events.
async fn ask_stream(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Posted) -> Result<Response, Failure> {
    let request = request(&shared, &headers, body)?;
    let events = match begin(&shared, request).await? {
        Begun::Events(events) => events,
        Begun::Reply(_) => return Err(Refusal::new("this request is answered at once: expected it at /api").into()),
    };
    let lines = stream::unfold(events, |mut events| async {
        let line = match tokio::time::timeout(SILENCE, events.recv()).await {
            Ok(Some(event)) => format!("data: {event}\n\n"),
            Ok(None) => return None,
            Err(_) => ":\n\n".to_owned(),
        };
        Some((Ok::<_, Infallible>(Bytes::from(line)), events))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, Body::from_stream(lines)).into_response())
}
