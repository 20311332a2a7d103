use super::message::MOST_JSON;
use super::names;
use super::notify::Notify;
use crate::files::{LONGEST_TEXT, read_text};
use anyhow::{Context, Result, anyhow, ensure};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Access {
    /// The server's address, such as `nats://host:4222` or `tls://host:4222`; several with commas between.
    pub url: String,
    /// A file of credentials, as written by `nsc`.
    pub credentials: Option<PathBuf>,
    /// A file with the server's CA certificate, in PEM.
    pub certificates: Option<PathBuf>,
}

impl Access {
    /// The address without a password.
    fn shown(&self) -> String {
        let hide = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(hide).collect::<Vec<_>>().join(",")
    }
}

/// After this time without a message of its worker, a task is handed out again.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// How long the server keeps tasks, games and statuses that nobody fetches.
const DAY: Duration = Duration::from_secs(86_400);

/// A connection with the streams and the object store.
#[derive(Clone)]
pub(super) struct Link {
    pub client: Client,
    pub jetstream: jetstream::Context,
    pub tasks: Stream,
    pub games: Stream,
    pub status: Stream,
    pub blobs: ObjectStore,
    pub connected: Arc<AtomicBool>,
    /// The server's address, without a password.
    pub shown: String,
}

impl Link {
    /// Connects, and creates missing streams.
    pub async fn open(access: &Access, name: &str, notify: &Notify) -> Result<Link> {
        let shown = access.shown();
        let connected = Arc::new(AtomicBool::new(true));
        let mut options = ConnectOptions::new()
            .name(format!("ardoise {name}"))
            .connection_timeout(Duration::from_secs(10))
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(|attempts| Duration::from_millis(250 * attempts.min(20) as u64))
            .event_callback({
                let (connected, notify, shown) = (Arc::clone(&connected), Arc::clone(notify), shown.clone());
                move |event| {
                    let now = match &event {
                        Event::Connected => Some(true),
                        Event::Disconnected => Some(false),
                        Event::ServerError(error) => {
                            notify(&format!("the server reports: {error}"));
                            None
                        }
                        _ => None,
                    };
                    if let Some(now) = now
                        && connected.swap(now, Ordering::Relaxed) != now
                    {
                        notify(&match now {
                            true => format!("connected to {shown} again"),
                            false => format!("the connection to {shown} is lost: trying again until it is back"),
                        });
                    }
                    async {}
                }
            });
        if let Some(path) = &access.certificates {
            let text = read_text(path, LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
            ensure!(
                text.contains("-----BEGIN CERTIFICATE-----"),
                "{} holds no certificate: expected a file in PEM, as `openssl x509` writes them",
                path.display()
            );
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some(path) = &access.credentials {
            let text = read_text(path, LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
            let wrong = || format!("{} holds no credentials: expected a file as `nsc` writes them", path.display());
            options = options.credentials(&text).with_context(wrong)?;
        }
        let mut servers = Vec::new();
        for url in access.url.split(',') {
            let wrong = || format!("`{shown}` is not a server's address: expected one such as nats://host:4222");
            let server: ServerAddr = url.trim().parse().with_context(wrong)?;
            options = match (server.username(), server.password()) {
                (Some(user), Some(password)) => options.user_and_password(user.to_owned(), password.to_owned()),
                (Some(token), None) => options.token(token.to_owned()),
                _ => options,
            };
            servers.push(server);
        }
        let client = options.connect(servers).await.map_err(|error| {
            let what_to_do = match error.kind() {
                _ if is_about_certificates(&error) => {
                    "no secure connection: does the server use TLS, does its certificate name this host, and is --tls-ca \
                     FILE its CA certificate?"
                }
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    "the server rejects these credentials: expected --creds FILE, or nats://user:password@host"
                }
                ConnectErrorKind::Tls => {
                    "no secure connection: expected --tls-ca FILE with the server's CA certificate"
                }
                ConnectErrorKind::ServerParse => "expected an address such as nats://host:4222",
                _ => "is `nats-server -js` running there, and does a firewall let it through?",
            };
            anyhow!("cannot connect to {shown} ({error}): {what_to_do}")
        })?;
        let jetstream = context::ContextBuilder::new().timeout(Duration::from_secs(10)).build(client.clone());
        Link::streams(client, jetstream, connected, shown).await
    }

    async fn streams(
        client: Client,
        jetstream: jetstream::Context,
        connected: Arc<AtomicBool>,
        shown: String,
    ) -> Result<Link> {
        let stream = |name: &str, subject: &str, config: Config| Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            ..config
        };
        let tasks = Config { retention: RetentionPolicy::WorkQueue, max_age: DAY, ..Config::default() };
        let games = Config { max_age: 7 * DAY, ..Config::default() };
        let status =
            Config { max_messages_per_subject: 1, max_age: DAY, discard: DiscardPolicy::Old, ..Config::default() };
        let cannot = |what: &str| {
            let hint = "does it run with JetStream (`nats-server -js`), and with room on its disk?";
            format!("{shown} keeps no {what}: {hint}")
        };
        let make = async |config: Config| twice(async || jetstream.get_or_create_stream(config.clone()).await).await;
        let tasks = make(stream(names::TASKS, "ardoise.tasks.>", tasks)).await.with_context(|| cannot("tasks"))?;
        let games = make(stream(names::GAMES, "ardoise.games.>", games)).await.with_context(|| cannot("games"))?;
        let most = MOST_JSON as i32;
        let status = stream(names::STATUS, "ardoise.status.>", status);
        let status = Config { discard: DiscardPolicy::Old, max_message_size: most, ..status };
        let status = make(status).await.with_context(|| cannot("status"))?;
        let blobs = twice(async || match jetstream.get_object_store(names::BUCKET).await {
            Ok(blobs) => Ok(blobs),
            Err(_) => {
                let config = object_store::Config { bucket: names::BUCKET.to_owned(), ..Default::default() };
                jetstream.create_object_store(config).await
            }
        });
        let blobs = blobs.await.with_context(|| cannot("nets"))?;
        Ok(Link { client, jetstream, tasks, games, status, blobs, connected, shown })
    }

    /// Creates everything again that the server has lost.
    pub async fn mend(&mut self) -> Result<()> {
        let (client, jetstream) = (self.client.clone(), self.jetstream.clone());
        *self = Link::streams(client, jetstream, Arc::clone(&self.connected), self.shown.clone()).await?;
        Ok(())
    }

    /// The consumer through which all workers of an engine receive tasks.
    pub async fn workers(&self, engine: &str) -> Result<PullConsumer> {
        let name = names::workers(engine);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: names::tasks_of_engine(engine),
            ack_policy: AckPolicy::Explicit,
            ack_wait: PATIENCE,
            // Thousands of workers may wait, and hold several tasks each.
            max_waiting: 1 << 16,
            max_ack_pending: 1 << 20,
            // The server drops a consumer after this time without use.
            inactive_threshold: 7 * DAY,
            ..pull::Config::default()
        };
        let consumer = self.tasks.get_or_create_consumer(&name, config).await;
        consumer.with_context(|| format!("{} delivers no tasks", self.shown))
    }

    /// Resets the workers' consumer: every task in the queue is delivered, even one that a worker holds. Workers create
    /// the consumer again with their next request.
    pub async fn begin_again(&self, engine: &str) -> Result<()> {
        let deleted = self.tasks.delete_consumer(&names::workers(engine)).await;
        deleted.with_context(|| format!("{} keeps back tasks", self.shown))?;
        Ok(())
    }

    /// Reads the messages of a stream with that subject from a sequence number on; without a number, the newest message
    /// of each subject.
    pub async fn reader(&self, stream: &Stream, subject: &str, from: Option<u64>) -> Result<PullConsumer> {
        let config = pull::Config {
            filter_subject: subject.to_owned(),
            ack_policy: AckPolicy::None,
            deliver_policy: match from {
                Some(start_sequence) => DeliverPolicy::ByStartSequence { start_sequence },
                None => DeliverPolicy::LastPerSubject,
            },
            inactive_threshold: Duration::from_secs(300),
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.with_context(|| format!("{} does not allow reading {subject}", self.shown))
    }

    /// Whether the connection is up, as far as known.
    pub fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }

    /// Publishes to a subject that has no message yet.
    ///
    /// # Errors
    /// The server rejects the message; of the kind `WrongLastSequence` if the subject has a message.
    pub async fn publish_once(&self, subject: &str, message: Vec<u8>) -> Result<(), PublishError> {
        let message = PublishMessage::build().payload(message.into()).expected_last_subject_sequence(0);
        self.jetstream.send_publish(subject.to_owned(), message).await?.await.map(drop)
    }

    /// Publishes the status of a run or a worker, or a ban.
    pub async fn publish_status(&self, kind: &str, name: &str, message: Vec<u8>) -> Result<()> {
        let sent = self.jetstream.publish(names::status(kind, name), message.into()).await;
        sent.context("cannot send")?.await.context("the server does not accept it")?;
        Ok(())
    }
}

/// Whether a connection failed because of TLS. The client reports such errors as input and output errors.
fn is_about_certificates(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        let text = format!("{cause:?}");
        ["Certificate", "InvalidContentType", "AlertReceived"].iter().any(|sign| text.contains(sign))
    })
}

/// Requests something that is created if missing. If two clients create it at once, one is refused, and its second
/// attempt succeeds.
async fn twice<T, E>(ask: impl AsyncFn() -> std::result::Result<T, E>) -> std::result::Result<T, E> {
    match ask().await {
        Ok(found) => Ok(found),
        Err(_) => {
            tokio::time::sleep(Duration::from_millis(200)).await;
            ask().await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| Access { url: url.to_owned(), credentials: None, certificates: None }.shown();
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://token@a:1,me:secret@b:2"), "tls://a:1,b:2");
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
    }
}
