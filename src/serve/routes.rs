use super::event_queues::EventQueues;
use super::guard::Access;
use super::page::{Page, json_reply};
use super::places::Trust;
use super::tables::Tables;
use super::timeouts::Timeouts;
#[cfg(feature = "learn")]
use super::training::Training;
use super::turns::{Limits, Turns};
use crate::assets;
use crate::web::{Answer, PageEngine, Refusal, Request, RequestKind, Start, Step, Stop};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::future::{Either, select};
use futures_util::{StreamExt, stream};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The longest request, in bytes: a long game with its evaluations fits.
const LONGEST_BODY: usize = 1 << 20;

/// The longest request with records to load, in bytes: some ten thousand games.
const LONGEST_RECORDS: usize = 64 << 20;

/// The most texts of records longer than [`MUCH`] that are processed at once: until games are checked, they take a
/// hundred times the memory of their text.
const LONG_AT_ONCE: usize = 2;

/// Length in bytes from which a text of records needs a permit.
const MUCH: usize = 64 << 10;

/// The most requests that are answered at once, each on its thread; others wait.
const ANSWERED_AT_ONCE: usize = 16;

/// The longest time for an answer, except a task's.
const LONGEST_ANSWER: Duration = Duration::from_secs(60);

/// The most streams at once: each holds a connection as long as its reader wants. Pages use steps.
const STREAMS: usize = 128;

/// The most events that are queued for a slow reader before its task waits.
const WAITING_EVENTS: usize = 16;

/// The folder for games between people while no server runs, below the current directory.
const TABLES: &str = if cfg!(windows) { r"checkpoints\tables" } else { "checkpoints/tables" };

/// The list of the variants that have a report.
const REPORTS: &str = "reports.json";

/// The longest time without an event in a stream: a line is then sent to find out whether the reader still exists.
const SILENCE: Duration = Duration::from_secs(15);

pub(super) struct ServerState {
    engine: PageEngine,
    access: Access,
    turns: Arc<Turns>,
    followed: Arc<EventQueues>,
    tables: Tables,
    long: Arc<Semaphore>,
    answering: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    page: Page,
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

impl ServerState {
    pub fn new(engine: PageEngine, access: Access, limits: Limits) -> ServerState {
        let tables = Tables::of_folder(TABLES.into(), engine.games());
        ServerState {
            engine,
            access,
            turns: Arc::new(Turns::new(limits)),
            followed: Arc::default(),
            tables,
            long: Arc::new(Semaphore::new(LONG_AT_ONCE)),
            answering: Arc::new(Semaphore::new(ANSWERED_AT_ONCE)),
            streams: Arc::new(Semaphore::new(STREAMS)),
            page: Page::new(),
            #[cfg(feature = "learn")]
            training: None,
        }
    }

    #[cfg(feature = "learn")]
    pub fn with_training(self, training: Training) -> ServerState {
        ServerState { training: Some(training), ..self }
    }

    /// A report, or the list of existing ones, if training runs have reports besides the page's own.
    fn report_of_run(&self, path: &str) -> Option<String> {
        if path == REPORTS {
            let own: Vec<String> = serde_json::from_str(assets::text(REPORTS)?).expect("a list of names");
            let mut more = self.engine.reports();
            more.retain(|variant| !own.contains(variant));
            return Some(json!([own, more].concat()).to_string());
        }
        let variant = path.strip_prefix("reports/")?.strip_suffix(".json")?;
        self.engine.report(&percent_decode_str(variant).decode_utf8().ok()?)
    }

    /// Does work without blocking other requests. `work` gets a function that is true as long as the client waits and
    /// there is time left.
    async fn aside<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&ServerState, &dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let shared = Arc::clone(self);
        let place = Arc::clone(&self.answering).acquire_owned().await.expect("nobody closes it");
        // Dropped when this future is dropped.
        let (waits, begun) = (Arc::new(()), Instant::now());
        let left = Arc::downgrade(&waits);
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&shared, &|| left.strong_count() > 0 && begun.elapsed() < LONGEST_ANSWER);
            drop(place);
            done
        });
        let done = done.await;
        drop(waits);
        let defect = "the engine failed: this is a defect of the program";
        done.map_err(|_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, defect))
    }

    /// Answers a request without blocking others.
    async fn ask_aside(self: &Arc<Self>, request: Request, memory: usize) -> Result<Answer, Failure> {
        Ok(self.aside(move |shared, go_on| shared.ask(request, memory, go_on)).await??)
    }

    fn ask(&self, request: Request, memory: usize, go_on: &dyn Fn() -> bool) -> Result<Answer, Refusal> {
        #[cfg(feature = "learn")]
        if let Some(reply) = self.training.as_ref().and_then(|training| training.ask(&request.0, self.engine.games())) {
            return reply.map(Answer::Reply);
        }
        match self.tables.ask(&request.0, &self.engine) {
            Some(reply) => reply.map(Answer::Reply),
            None => self.engine.ask_while(request, memory, go_on),
        }
    }

    /// The events of a task, which works as long as they are read.
    async fn begin(self: &Arc<Self>, request: Request) -> Result<mpsc::Receiver<Value>, Failure> {
        if !request.is_task() {
            return Err(
                Refusal::new("this request is answered at once: expected it at /api, and not in `start`").into()
            );
        }
        #[cfg(feature = "learn")]
        if let (Some(training), RequestKind::Watch(_)) = (&self.training, &request.0) {
            return Ok(training.watch());
        }
        let (sender, events) = mpsc::channel(WAITING_EVENTS);
        let urgent = request.is_urgent();
        if let Some(place) = self.turns.try_place(urgent) {
            // Parsed now, so that an error sets the status.
            let task = self.ask_aside(request, place.memory()).await?.task()?;
            let turns = Arc::clone(&self.turns);
            tokio::spawn(async move { turns.work(place, task, sender).await });
            return Ok(events);
        }
        // Errors are reported now, before a place is free.
        drop(self.ask_aside(request.clone(), 1 << 20).await?);
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            let place = match select(pin!(shared.turns.place(urgent)), pin!(sender.closed())).await {
                Either::Left((place, _)) => place,
                Either::Right(_) => return,
            };
            let task = shared.ask_aside(request, place.memory()).await;
            match task.and_then(|answer| Ok(answer.task()?)) {
                Ok(task) => shared.turns.work(place, task, sender).await,
                Err(Failure(_, refusal)) => drop(sender.send(json!(refusal)).await),
            }
        });
        Ok(events)
    }
}

pub(super) fn router(shared: Arc<ServerState>) -> Router {
    Router::new()
        .route("/api", post(ask))
        .route("/api/stream", post(ask_stream))
        .fallback(file)
        .method_not_allowed_fallback(|| async { wrong_method() })
        .layer(middleware::map_response(protect))
        .with_state(shared)
}

/// Adds headers to every response that restrict its use to this page.
async fn protect(mut response: Response) -> Response {
    let policy = HeaderValue::from_static(assets::CONTENT_SECURITY_POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
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

async fn file(
    State(shared): State<Arc<ServerState>>,
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
    let own = shared.page.reply(path, &headers).filter(|_| path != REPORTS);
    let of_run = || shared.report_of_run(path).map(|report| json_reply(StatusCode::OK, report, &headers));
    own.or_else(of_run).ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "the page has no such file"))
}

/// A permitted request, and the permit that a long one holds until its reply is read.
struct PermittedRequest(Request, Option<OwnedSemaphorePermit>);

/// The request in a body, which is only read if the client may use the engine.
async fn read(
    shared: &Arc<ServerState>,
    known: &Trust,
    headers: &HeaderMap,
    body: Body,
) -> Result<PermittedRequest, Failure> {
    shared.access.may_ask(headers).map_err(|words| Failure::new(StatusCode::FORBIDDEN, words))?;
    known.set();
    let too_long = |most: usize| {
        let words = format!("the request is too long: expected at most {most} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, words)
    };
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let place = || Arc::clone(&shared.long).acquire_owned();
    let (mut long, most) = match length {
        Some(length) if length > LONGEST_RECORDS => return Err(too_long(LONGEST_RECORDS)),
        Some(length) if length > LONGEST_BODY => (place().await.ok(), LONGEST_RECORDS),
        _ => (None, LONGEST_BODY),
    };
    let Timeouts { write, slowest, .. } = Timeouts::USUAL;
    let time = write + slowest * (length.unwrap_or(most) / 1024) as u32;
    let body = tokio::time::timeout(time, to_bytes(body, most)).await.map_err(|_| {
        let words = format!("the request did not come within {} s", time.as_secs());
        Failure::new(StatusCode::REQUEST_TIMEOUT, words)
    })?;
    let body = body.map_err(|error| {
        let words = format!("the request could not be read: {error}; expected at most {most} bytes");
        Failure::new(StatusCode::BAD_REQUEST, words)
    })?;
    let (is_long, is_much) = (long.is_some(), body.len() > MUCH);
    let request = shared.aside(move |_, _| match is_long && !Request::is_load(&body)? {
        true => Ok(None),
        false => Request::read(&body).map(Some),
    });
    let request = request.await?.map_err(|refusal: Refusal| Failure(StatusCode::BAD_REQUEST, refusal))?;
    let request = request.ok_or_else(|| too_long(LONGEST_BODY))?;
    if is_much && !is_long && matches!(request.0, RequestKind::Load(_) | RequestKind::Convert(_)) {
        long = place().await.ok();
    }
    Ok(PermittedRequest(request, long))
}

fn reply_with(reply: &Value, headers: &HeaderMap) -> Response {
    let status = if reply.get("error").is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    json_reply(status, reply.to_string(), headers)
}

/// A response that holds its permit until it is written: until then it takes memory.
fn keeping(place: OwnedSemaphorePermit, response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    // A stream does not know its length.
    if let Some(length) = body.size_hint().exact() {
        head.headers.insert(header::CONTENT_LENGTH, length.into());
    }
    let pieces = stream::unfold((body.into_data_stream(), place), |(mut pieces, place)| async {
        pieces.next().await.map(|piece| (piece, (pieces, place)))
    });
    Response::from_parts(head, Body::from_stream(pieces))
}

/// `POST /api`: a reply, or a task's last event.
async fn ask(
    State(shared): State<Arc<ServerState>>,
    Extension(known): Extension<Trust>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let PermittedRequest(request, long) = read(&shared, &known, &headers, body).await?;
    let is_task = request.is_task();
    let reply = match request.0 {
        RequestKind::Start(Start { task }) => {
            let events = shared.begin(Request(*task)).await?;
            json!({"task": shared.followed.add(events)?})
        }
        RequestKind::Step(Step { task, milliseconds }) => shared.followed.step(task, milliseconds).await?,
        RequestKind::Stop(Stop { task }) => {
            shared.followed.stop(task);
            json!({})
        }
        asked if is_task => {
            let mut events = shared.begin(Request(asked)).await?;
            let mut last = Value::Null;
            while let Some(event) = events.recv().await {
                last = event;
            }
            last
        }
        asked => {
            // Serialised on the same thread: it may be long.
            let response = shared.aside(move |shared, go_on| {
                let reply = shared.ask(Request(asked), 0, go_on)?.reply()?;
                Ok::<_, Refusal>(reply_with(&reply, &headers))
            });
            let response = response.await??;
            return Ok(match long {
                Some(place) => keeping(place, response),
                None => response,
            });
        }
    };
    Ok(reply_with(&reply, &headers))
}

/// `POST /api/stream`: a task's events.
async fn ask_stream(
    State(shared): State<Arc<ServerState>>,
    Extension(known): Extension<Trust>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let PermittedRequest(request, _) = read(&shared, &known, &headers, body).await?;
    let place = Arc::clone(&shared.streams).try_acquire_owned().map_err(|_| {
        let words = format!("{STREAMS} streams are open: expected the task in `start`, and its events by `step`");
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, words)
    })?;
    let events = shared.begin(request).await?;
    let lines = stream::unfold((events, place), |(mut events, place)| async {
        let line = match tokio::time::timeout(SILENCE, events.recv()).await {
            Ok(Some(event)) => format!("data: {event}\n\n"),
            Ok(None) => return None,
            Err(_) => ":\n\n".to_owned(),
        };
        Some((Ok::<_, Infallible>(Bytes::from(line)), (events, place)))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, Body::from_stream(lines)).into_response())
}
