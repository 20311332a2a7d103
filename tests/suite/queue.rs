//! Runs whose games are played by workers through a real NATS server: the same bits as on one machine, whatever dies.

use super::bad_input::Place;
use ardoise::compact::{CompactNet, Kernel};
use ardoise::distributed::{Hash, Job, Pieces, Task};
use ardoise::game::Notation;
use ardoise::games::dualite::Dualite;
use ardoise::train::{Config, SelfPlay, SelfPlayGame, SelfPlayStats, Solvers};
use futures_util::StreamExt;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::Cell;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;

const GENERATIONS: u32 = 4;

/// A process that dies with the test.
pub struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Process {
        Process(command.stdin(Stdio::null()).spawn().expect("the program starts"))
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("a child can be asked").is_none()
    }

    /// `kill -9`.
    fn kill(&mut self) {
        let _ = self.0.kill();
        self.0.wait().expect("a child can be waited for");
    }

    /// As Ctrl-C does it; how the process ended.
    fn interrupt(&mut self) -> Option<i32> {
        use nix::sys::signal::{Signal, kill};
        kill(nix::unistd::Pid::from_raw(self.0.id() as i32), Signal::SIGINT).expect("a child can be signalled");
        self.0.wait().expect("a child can be waited for").code()
    }

    /// The most memory that it has had, in MiB, as far as the system tells.
    fn peak_memory(&self) -> Option<u64> {
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

    fn begin(&mut self) {
        let log = fs::File::create(self.place.path("log")).expect("created");
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(self.place.path("store"));
        command.stdout(Stdio::null()).stderr(log);
        self.process = Some(Process::start(&mut command));
        wait_until("the server", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    fn restart(&mut self) {
        // Dropped, it is killed.
        self.process = None;
        self.begin();
    }

    /// Its process, while it runs.
    pub fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Process::id)
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        // Long: the machine may have other things to do.
        assert!(begun.elapsed() < Duration::from_secs(500), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
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

fn log(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path(name)).unwrap_or_default()
}

/// What must be the same wherever games are played: everything that a run goes on from.
fn product(place: &Place) -> Vec<(String, Vec<u8>)> {
    let run = place.path("checkpoints/runs/tiny");
    let folder = |number: &u32| run.join(format!("generation-{number:04}"));
    let mut files = Vec::new();
    for generation in (0..).take_while(|number| folder(number).exists()) {
        for name in ["evaluator.ard", "games.bin", "learner.bin"] {
            if let Ok(bytes) = fs::read(folder(&generation).join(name)) {
                files.push((format!("{generation}/{name}"), bytes));
            }
        }
    }
    assert!(files.len() > 2 * GENERATIONS as usize, "{:?}", files.len());
    files
}

fn assert_same(one: &Place, other: &Place) {
    let [expected, given] = [one, other].map(product);
    assert_eq!(expected.len(), given.len());
    for ((name, expected), (_, given)) in expected.iter().zip(&given) {
        assert!(expected == given, "{name} differs");
    }
}

/// The newest complete generation.
fn newest(place: &Place) -> Option<u32> {
    let there = |number: &u32| place.path(&format!("checkpoints/runs/tiny/generation-{number:04}")).exists();
    (0..).take_while(there).last()
}

#[test]
fn a_run_with_workers_that_die_is_the_run_on_one_machine() {
    let Some(mut server) = Server::start("a run with workers") else { return };
    let games = 1200;
    let alone = place(games);
    alone.succeeds(&["train", "tiny.toml", "--threads", "1"]);

    let together = place(games);
    let url = server.url();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut workers: Vec<Process> = (0..3).map(|n| worker(&together, &url, &format!("w{n}"))).collect();
    let begin = ["train", "tiny.toml", "--queue", &url, "--no-self-play", "--threads", "1"];
    let mut learner = logged(&together, "learner", &begin);
    // Who is killed, in this order: ten workers, the learner twice, the server once.
    for (step, victim) in ["w", "w", "w", "l", "w", "w", "s", "w", "w", "l", "w", "w", "w"].into_iter().enumerate() {
        std::thread::sleep(Duration::from_millis(rng.random_range(200..900)));
        if step == 0 {
            wait_until("a generation", || newest(&together).is_some());
        }
        assert!(learner.is_running(), "step {step}: the run has ended\n{}", log(&together, "learner"));
        match victim {
            "w" => {
                let at = rng.random_range(0..workers.len());
                workers[at].kill();
                workers[at] = worker(&together, &url, &format!("w{at}"));
            }
            "l" => {
                learner.kill();
                learner = logged(&together, "learner", &[&begin[..], &["--resume"]].concat());
            }
            _ => server.restart(),
        }
    }
    // One that began while the server was away has said so, and ended.
    for (n, process) in workers.iter_mut().enumerate() {
        if !process.is_running() {
            let said = log(&together, &format!("w{n}"));
            assert!(!said.contains("panicked"), "{said}");
            *process = worker(&together, &url, &format!("w{n}"));
        }
    }
    wait_until("the run's end", || !learner.is_running());
    let said = log(&together, "learner");
    assert!(said.contains("run tiny is complete") && !said.contains("panicked"), "{said}");
    assert_eq!(newest(&together), Some(GENERATIONS));
    assert_same(&alone, &together);

    let listed = together.succeeds(&["workers", &url]);
    assert!(listed.contains("complete") && listed.contains("w0-") && listed.contains("no tasks"), "{listed}");
    for (n, worker) in workers.iter_mut().enumerate() {
        assert_eq!(worker.interrupt(), Some(0), "{}", log(&together, &format!("w{n}")));
    }
    let listed = together.succeeds(&["workers", &url]);
    assert_eq!(listed.matches("left ").count(), 3, "{listed}");
}

/// Killed after its last tasks were purged, `nats-server` 2.9 counts them from 1 again, and its consumer waits for those
/// that come after the last one before.
#[test]
fn a_server_that_lost_count_still_gives_tasks() {
    let Some(mut server) = Server::start("a queue that lost count") else { return };
    let url = server.url();
    // So few that even two tasks for each game do not reach the old count.
    let place = place(10);
    place.succeeds(&["workers", &url]);
    let _worker = worker(&place, &url, "steady");
    let mut engine = None;
    wait_until("the worker", || {
        let listed: serde_json::Value =
            serde_json::from_str(&place.succeeds(&["workers", &url, "--json"])).expect("JSON");
        engine = listed["workers"][0][0]["engine"].as_str().map(str::to_owned);
        engine.is_some()
    });
    let engine = engine.expect("just seen");
    {
        let stranger = Stranger::new(&url);
        for number in 0..40 {
            stranger.say(&format!("ardoise.tasks.{engine}.nobody.1.0-1.{number}"), b"no task".to_vec());
        }
        wait_until("their refusal", || {
            stranger.tasks().is_some_and(|tasks| tasks.last_sequence == 40 && tasks.messages == 0)
        });
        stranger.say("ardoise.tasks.other.nobody.1.0-1.1", b"of another engine".to_vec());
        wait_until("another task", || stranger.tasks().is_some_and(|tasks| tasks.messages == 1));
        stranger.purge("ardoise.tasks.other.>");
        // Time for the server to write down what its consumer has given out.
        std::thread::sleep(Duration::from_secs(1));
    }
    server.restart();
    let counts = Stranger::new(&url).counts();
    assert_eq!(counts, Some((0, 40)), "tasks that came, and that were given out: it has not lost count");
    let mut learner = logged(
        &place,
        "learner",
        &["train", "tiny.toml", "--queue", &url, "--no-self-play", "--threads", "1", "--set", "generations=1"],
    );
    wait_until("the run's end", || !learner.is_running());
    let said = log(&place, "learner");
    assert!(said.contains("run tiny is complete"), "{said}");
}

/// A client of the server that may say anything.
pub struct Stranger {
    pub runtime: tokio::runtime::Runtime,
    client: async_nats::Client,
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

    fn say(&self, subject: &str, message: Vec<u8>) {
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

    fn tasks(&self) -> Option<async_nats::jetstream::stream::State> {
        self.runtime.block_on(async {
            Some(self.jetstream.get_stream("ARDOISE_TASKS").await.ok()?.cached_info().state.clone())
        })
    }

    /// The sequences of the last task that came, and of the last one that a worker got.
    fn counts(&self) -> Option<(u64, u64)> {
        let came = self.tasks()?.last_sequence;
        self.runtime.block_on(async {
            let tasks = self.jetstream.get_stream("ARDOISE_TASKS").await.ok()?;
            let mut consumers = tasks.consumers();
            let given = consumers.next().await?.ok()?.delivered.stream_sequence;
            Some((came, given))
        })
    }

    fn purge(&self, subject: &str) {
        self.runtime.block_on(async {
            let tasks = self.jetstream.get_stream("ARDOISE_TASKS").await.expect("there");
            tasks.purge().filter(subject).await.expect("purged");
        });
    }

    fn blob(&self, hash: Hash) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.runtime.block_on(async {
            let blobs = self.jetstream.get_object_store("ardoise").await.expect("there is a store");
            let mut object = blobs.get(hash.to_string()).await.expect("what a task needs is there");
            object.read_to_end(&mut bytes).await.expect("readable");
        });
        bytes
    }
}

/// The games of a task, as an honest worker plays them.
pub fn played(stranger: &Stranger, task: &Task) -> Vec<SelfPlayGame<Dualite>> {
    let Ok(Job::SelfPlay { config, net, restarts, .. }) = serde_json::from_slice(&stranger.blob(task.job)) else {
        panic!("a generation of self-play is wanted")
    };
    let config = Config::parse("of the task", &config, &[]).expect("a config");
    let net = Arc::new(CompactNet::from_bytes(&stranger.blob(net)).expect("a net"));
    let game = Dualite::new(ardoise::games::rules::<&str, &str>("dualite", []).expect("there is such a game"));
    let kernel = Kernel::best();
    let position = |text: &String| game.parse_position(text).expect("a position");
    let restarts = restarts.iter().map(|(&index, text)| (index, position(text))).collect();
    let play = SelfPlay {
        game: &game,
        config: &config,
        generation: task.generation,
        net: &net,
        kernel,
        solvers: &Solvers::default(),
        restarts: &restarts,
    };
    let mut games = Vec::new();
    let next = Cell::new(task.first);
    let take = |_| (next.get() < task.end).then(|| next.replace(next.get() + 1));
    play.thread(take, || false, |game, _| games.push(game)).expect("a net of this game");
    games.sort_by_key(|game: &SelfPlayGame<_>| game.index);
    games
}

pub fn message(worker: &str, task: &Task, games: &[SelfPlayGame<Dualite>]) -> Vec<u8> {
    let pieces = games.iter().flat_map(|game| postcard::to_stdvec(game).expect("writable")).collect();
    Pieces { worker: worker.to_owned(), job: task.job, stats: SelfPlayStats::default(), pieces }.write()
}

pub fn subject(task: &Task, games: std::ops::Range<u32>) -> String {
    format!("ardoise.games.{}.{}.{}-{}", task.run, task.generation, games.start, games.end)
}

#[test]
fn strangers_and_liars_change_nothing() {
    let Some(server) = Server::start("a queue with hostile messages") else { return };
    let alone = place(300);
    alone.succeeds(&["train", "tiny.toml", "--threads", "1"]);
    let together = place(300);
    let url = server.url();
    let begin = ["train", "tiny.toml", "--queue", &url, "--no-self-play", "--threads", "1"];
    let mut learner = logged(&together, "learner", &begin);
    let stranger = Stranger::new(&url);
    let mut first = None;
    wait_until("a task", || {
        first = stranger.task();
        first.is_some()
    });
    let task = first.expect("just seen");

    // Good games but for one number; and games that cannot be.
    let honest = played(&stranger, &task);
    let mut lies = honest.clone();
    lies.iter_mut().flat_map(|game| &mut game.samples).for_each(|sample| sample.moves_left += 1);
    stranger.say(&subject(&task, task.first..task.end), message("liar-1", &task, &lies));
    let said = |what: &str| log(&together, "learner").contains(what);
    wait_until("a ban", || said("worker liar-1 is banned: its piece"));
    let mut nonsense = honest.clone();
    nonsense[0].samples[0].policy.push(1);
    stranger.say(&subject(&task, task.first..task.end - 1), message("liar-2", &task, &nonsense[..nonsense.len() - 1]));
    wait_until("another ban", || said("worker liar-2 is banned: what it sent"));

    let mut worker = worker(&together, &url, "honest");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let noise = |rng: &mut Xoshiro256PlusPlus, most: usize| -> Vec<u8> {
        (0..rng.random_range(0..most)).map(|_| rng.random()).collect()
    };
    let bent = |rng: &mut Xoshiro256PlusPlus, mut bytes: Vec<u8>| {
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..bytes.len());
            bytes[at] = rng.random();
        }
        bytes
    };
    let (whole, asked) = (message("stranger", &task, &honest), serde_json::to_vec(&task).expect("writable"));
    for turn in 0..100_000 {
        let generation = task.generation + rng.random_range(0..3);
        let task = Task { generation, ..task.clone() };
        let (first, count) = (rng.random_range(0..310), rng.random_range(0..40));
        let about = match turn % 10 {
            0..6 => subject(&task, first..first + count),
            6 => {
                format!("ardoise.games.{}.{generation}.{}", task.run, ["x", "5-1", "0-4294967295", "-"][turn / 10 % 4])
            }
            7 => format!("ardoise.tasks.{}.{}.{generation}.{first}-{}.{turn}", task.engine, task.run, first + count),
            8 => format!("ardoise.tasks.{}.{}.{generation}.{count}-4294967295.{turn}", task.engine, task.run),
            _ => format!(
                "ardoise.status.{}.{}",
                ["run", "worker", "ban"][turn / 10 % 3],
                ["x", &task.run][turn / 30 % 2]
            ),
        };
        let content = match turn % 7 {
            0 | 1 => noise(&mut rng, 200),
            2 | 3 => bent(&mut rng, whole.clone()),
            4 => bent(&mut rng, asked.clone()),
            5 => whole[..rng.random_range(0..whole.len())].to_vec(),
            _ => noise(&mut rng, 20_000),
        };
        stranger.say(&about, content);
    }
    stranger.runtime.block_on(stranger.client.flush()).expect("sent");
    let mut memory = [0; 2];
    wait_until("the run's end", || {
        for (memory, process) in memory.iter_mut().zip([&learner, &worker]) {
            *memory = process.peak_memory().unwrap_or_default().max(*memory);
        }
        !learner.is_running()
    });
    let [said, heard] = ["learner", "honest"].map(|name| log(&together, name));
    assert!(said.contains("run tiny is complete"), "{said}");
    for text in [&said, &heard] {
        assert!(!text.contains("panicked") && text.lines().count() < 100, "{text}");
    }
    assert!(!said.contains("worker honest"), "{said}");
    assert!(worker.is_running(), "{heard}");
    assert!(memory.iter().all(|&most| most < 1000), "{memory:?} MiB");
    assert_same(&alone, &together);
}

#[test]
fn matches_and_exams_of_workers_are_those_of_one_machine() {
    let Some(server) = Server::start("a match with workers") else { return };
    let url = server.url();
    let place = Place::new();
    let mut workers: Vec<Process> = (0..2).map(|n| worker(&place, &url, &format!("w{n}"))).collect();
    let queue = ["--queue", &url, "--no-play"];
    let twice = |args: &[&str], more: &[&str]| {
        let alone = place.succeeds(args);
        assert_eq!(alone, place.succeeds(&[args, &queue, more].concat()), "{args:?}");
        alone
    };
    let players = ["released@sims=8", "level:3", "mcts:20", "random"];
    let arena = |players: &[&str], more: &[&str]| {
        let [here, there] = ["here.jsonl", "there.jsonl"].map(|file| place.path(file));
        let args = [&["arena", "--game", "dualite", "--json"], players, more].concat();
        let alone = place.succeeds(&[&args[..], &["--record", "here.jsonl"]].concat());
        let together = place.succeeds(&[&args[..], &queue, &["--record", "there.jsonl"]].concat());
        assert_eq!(alone, together);
        assert_eq!(fs::read(&here).expect("written"), fs::read(&there).expect("written"));
        assert!(fs::metadata(here).expect("there").len() > 0);
    };
    arena(&players, &["--games", "24"]);
    // Decided long before the last opening, and not at the end of a round.
    arena(&["released@sims=8", "random"], &["--games", "4000", "--sprt", "0,50"]);
    let exam = ["exam", "dualite", "released@policy", "released@sims=8", "--positions", "100", "--json"];
    let grades = twice(&exam, &["--replay", "0.5"]);
    assert!(grades.contains("\"positions\": 100") || grades.contains("\"positions\":100"), "{grades}");
    // The coordinator's own worker alone: nobody else is needed.
    for worker in &mut workers {
        assert_eq!(worker.interrupt(), Some(0));
    }
    place.succeeds(&["arena", "--game", "zen", "released@policy", "random", "--games", "4", "--queue", &url]);
    let listed = place.succeeds(&["workers", &url]);
    assert!(listed.contains("arena-") && listed.contains("exam-") && !listed.contains("banned"), "{listed}");

    let by_the_clock = ["arena", "--game", "dualite", "random", "released@time=10ms", "--queue", &url];
    place.refuses(&by_the_clock, &["player `released@time=10ms` cannot play on other machines", "expected @sims=N"]);
}

#[test]
fn what_is_wrong_with_a_server_is_said() {
    let place = place(10);
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("it has one").port();
    let url = format!("nats://me:secret@127.0.0.1:{nobody}");
    let hint = "is `nats-server -js` running there";
    for arguments in [&["worker", &url][..], &["workers", &url], &["train", "tiny.toml", "--queue", &url]] {
        place.refuses(arguments, &[&format!("cannot connect to nats://127.0.0.1:{nobody}"), hint]);
    }
    place.refuses(&["worker", "nats://localhost:1", "--creds", "none.creds"], &["cannot read none.creds"]);
    place.refuses(&["worker", "nats://localhost:1", "--creds", "tiny.toml"], &["tiny.toml holds no credentials"]);
    place.refuses(&["worker", "nats://localhost:1", "--tls-ca", "none.pem"], &["cannot read none.pem"]);

    if Command::new("nats-server").arg("--version").output().is_err() {
        return;
    }
    let port = nobody.to_string();
    let begin = |arguments: &[&str]| {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &port]).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Process::start(&mut command);
        wait_until("the server", || TcpStream::connect(("127.0.0.1", nobody)).is_ok());
        process
    };
    let without_storage = begin(&[]);
    place.refuses(&["worker", &format!("nats://127.0.0.1:{port}")], &["keeps no tasks", "`nats-server -js`"]);
    drop(without_storage);
    let _guarded =
        begin(&["-js", "--user", "me", "--pass", "secret", "-sd", place.path("store").to_str().expect("UTF-8")]);
    place.refuses_run(
        place.command(&["worker", &format!("nats://127.0.0.1:{port}")]),
        &["does not know these credentials", "--creds"],
    );
    let listed = place.succeeds(&["workers", &url]);
    assert!(listed.contains("nobody was here"), "{listed}");
}
