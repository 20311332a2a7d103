//! A NATS server, workers, and a client of the server that may send any message.

use super::place::Place;
use super::waiting::wait_until;
use ardoise::compact::CompactNet;
use ardoise::distributed::{Hash, Job, Pieces, Task};
use ardoise::game::{AnyGame, Notation};
use ardoise::samples::SelfPlayGame;
use ardoise::train::{Config, SelfPlay, SelfPlayStats};
use futures_util::StreamExt;
use std::cell::Cell;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use tokio::io::AsyncReadExt;

/// Number of generations of a run in a [`place`].
pub const GENERATIONS: u32 = 4;

/// A process that dies with the test.
pub struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Process {
        Process(command.stdin(Stdio::null()).spawn().expect("the program starts"))
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("a child can be asked").is_none()
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        self.0.wait().expect("a child can be waited for");
    }

    /// As Ctrl-C does it; how the process ended.
    pub fn interrupt(&mut self) -> Option<i32> {
        use nix::sys::signal::{Signal, kill};
        kill(nix::unistd::Pid::from_raw(self.0.id() as i32), Signal::SIGINT).expect("a child can be signalled");
        self.0.wait().expect("a child can be waited for").code()
    }

    /// The most memory that it has had, in MiB, as far as the system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A NATS server with JetStream, its files in a folder of the test.
pub struct Server {
    process: Option<Process>,
    place: Place,
    port: u16,
}

impl Server {
    /// `None` where there is no `nats-server`: the test is then skipped, and says so.
    pub fn start(test: &str) -> Option<Server> {
        if Command::new("nats-server").arg("--version").output().is_err() {
            let required = std::env::var_os("ARDOISE_REQUIRE_NATS").is_some();
            assert!(!required, "`nats-server` is not on PATH, and ARDOISE_REQUIRE_NATS says that it is");
            eprintln!("\n*** SKIPPED: {test} needs `nats-server` on PATH (Debian: apt-get install nats-server) ***\n");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("it has one").port();
        drop(free);
        let mut server = Server { process: None, place: Place::new(), port };
        server.begin();
        Some(server)
    }

    pub fn begin(&mut self) {
        let log = fs::File::create(self.place.path("log")).expect("created");
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(self.place.path("store"));
        command.stdout(Stdio::null()).stderr(log);
        self.process = Some(Process::start(&mut command));
        wait_until("the server", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    pub fn restart(&mut self) {
        // Dropped, it is killed.
        self.process = None;
        self.begin();
    }

    pub fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Process::id)
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// A folder with a tiny config of that many games a generation.
pub fn place(games: u32) -> Place {
    let place = Place::new();
    let config = format!(
        "generations = {GENERATIONS}\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
         [selfplay]\ngames = {games}\nsimulations = 24\nfast_simulations = 8\n\
         starts = {{ restart_share = 0.3 }}\n[learner]\nbatch = 32\nwindow = 2000\npasses = 0.1\n[report]\nevery = 0\n"
    );
    fs::write(place.path("tiny.toml"), config).expect("written");
    place
}

/// A program whose output goes to a file of that name, after what is there.
pub fn logged(place: &Place, name: &str, args: &[&str]) -> Process {
    let log = fs::OpenOptions::new().create(true).append(true).open(place.path(name)).expect("opened");
    Process::start(place.command(args).stdout(log.try_clone().expect("a file")).stderr(log))
}

pub fn worker(place: &Place, url: &str, name: &str) -> Process {
    logged(place, name, &["worker", url, "--threads", "1", "--name", name])
}

/// A client of the server that may send any message.
pub struct Stranger {
    pub runtime: tokio::runtime::Runtime,
    pub client: async_nats::Client,
    jetstream: async_nats::jetstream::Context,
}

impl Stranger {
    pub fn new(url: &str) -> Stranger {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("starts");
        let client = runtime.block_on(async_nats::connect(url)).expect("connects");
        let inside = runtime.enter();
        let jetstream = async_nats::jetstream::new(client.clone());
        drop(inside);
        Stranger { runtime, jetstream, client }
    }

    pub fn say(&self, subject: &str, message: Vec<u8>) {
        let sent = self.client.publish(subject.to_owned(), message.into());
        self.runtime.block_on(sent).expect("sent");
    }

    /// The first task in the queue.
    pub fn task(&self) -> Option<Task> {
        self.runtime.block_on(async {
            let tasks = self.jetstream.get_stream("ARDOISE_TASKS").await.ok()?;
            let message = tasks.get_first_raw_message_by_subject("ardoise.tasks.>", 1).await.ok()?;
            Task::read(&message.payload).ok()
        })
    }

    pub fn tasks(&self) -> Option<async_nats::jetstream::stream::State> {
        self.state("ARDOISE_TASKS")
    }

    /// What a stream holds.
    pub fn state(&self, stream: &str) -> Option<async_nats::jetstream::stream::State> {
        self.runtime.block_on(async { Some(self.jetstream.get_stream(stream).await.ok()?.cached_info().state.clone()) })
    }

    /// The sequences of the last task that came, and of the last one that a worker got.
    pub fn counts(&self) -> Option<(u64, u64)> {
        let came = self.tasks()?.last_sequence;
        self.runtime.block_on(async {
            let tasks = self.jetstream.get_stream("ARDOISE_TASKS").await.ok()?;
            let mut consumers = tasks.consumers();
            let given = consumers.next().await?.ok()?.delivered.stream_sequence;
            Some((came, given))
        })
    }

    pub fn purge(&self, subject: &str) {
        self.runtime.block_on(async {
            let tasks = self.jetstream.get_stream("ARDOISE_TASKS").await.expect("there");
            tasks.purge().filter(subject).await.expect("purged");
        });
    }

    pub fn blob(&self, hash: Hash) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.runtime.block_on(async {
            let blobs = self.jetstream.get_object_store("ardoise").await.expect("there is a store");
            let mut object = blobs.get(hash.to_string()).await.expect("what a task needs is there");
            object.read_to_end(&mut bytes).await.expect("readable");
        });
        bytes
    }

    /// Replaces a net or a job by something else.
    pub fn damage(&self, hash: Hash) {
        let mut bytes = self.blob(hash);
        bytes[0] ^= 1;
        self.runtime.block_on(async {
            let blobs = self.jetstream.get_object_store("ardoise").await.expect("there is a store");
            blobs.put(hash.to_string().as_str(), &mut &bytes[..]).await.expect("it is taken");
        });
    }

    /// Removes a net or a job.
    pub fn remove(&self, hash: Hash) {
        self.runtime.block_on(async {
            let blobs = self.jetstream.get_object_store("ardoise").await.expect("there is a store");
            blobs.delete(hash.to_string()).await.expect("it was there");
        });
    }

    /// The net and the job of a task.
    pub fn needs(&self, task: &Task) -> [Hash; 2] {
        let Ok(Job::SelfPlay { net, .. }) = serde_json::from_slice(&self.blob(task.job)) else {
            panic!("a generation of self-play is wanted")
        };
        [net, task.job]
    }

    /// Puts a message into the store that describes no object.
    pub fn litter(&self) {
        self.say("$O.ardoise.M.bm8gb2JqZWN0", b"no object".to_vec());
    }
}

/// The games of a task, as an honest worker plays them.
pub fn played(stranger: &Stranger, task: &Task) -> Vec<SelfPlayGame<String>> {
    let Ok(Job::SelfPlay { config, net, restarts, .. }) = serde_json::from_slice(&stranger.blob(task.job)) else {
        panic!("a generation of self-play is wanted")
    };
    let config = Config::parse("of the task", &config, &[]).expect("a config");
    let net = Arc::new(CompactNet::from_bytes(&stranger.blob(net)).expect("a net"));
    let game = AnyGame::new(ardoise::games::rules::<&str, &str>("dualite", []).expect("there is such a game"))
        .expect("a game");
    let position = |text: &String| game.parse_position(text).expect("a position");
    let restarts = restarts.iter().map(|(&index, text)| (index, position(text))).collect();
    let play = SelfPlay::new(&game, &config, task.generation, &net).with_restarts(&restarts);
    let mut games = Vec::new();
    let next = Cell::new(task.first);
    let take = |_| (next.get() < task.end).then(|| next.replace(next.get() + 1));
    play.thread(take, || false, |played, _| games.push(played.written(&game))).expect("a net of this game");
    games.sort_by_key(|game: &SelfPlayGame<_>| game.index);
    games
}

pub fn message(worker: &str, task: &Task, games: &[SelfPlayGame<String>]) -> Vec<u8> {
    let pieces = games.iter().flat_map(|game| postcard::to_stdvec(game).expect("writable")).collect();
    Pieces { worker: worker.to_owned(), job: task.job, stats: SelfPlayStats::default(), pieces }.write()
}

pub fn subject(task: &Task, games: std::ops::Range<u32>) -> String {
    format!("ardoise.games.{}.{}.{}-{}", task.run, task.generation, games.start, games.end)
}
