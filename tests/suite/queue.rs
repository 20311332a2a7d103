//! Runs whose games are played by workers through a real NATS server: the same bits as on one machine, whatever dies.

use crate::support::place::Place;
use crate::support::queue::{GENERATIONS, Process, Server, Stranger, logged, message, place, played, subject, worker};
use crate::support::waiting::wait_until;
use ardoise::distributed::{Ban, RunStatus, Task, VERSION, WorkerStatus, write_json};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

fn log(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path(name)).unwrap_or_default()
}

/// The files that must be the same wherever games are played: everything that a run goes on from.
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

fn newest(place: &Place) -> Option<u32> {
    let there = |number: &u32| place.path(&format!("checkpoints/runs/tiny/generation-{number:04}")).exists();
    (0..).take_while(there).last()
}

#[test]
fn a_run_with_workers_that_die_is_the_run_on_one_machine() {
    let Some(mut server) = Server::start("a run with workers") else { return };
    // More generations than any machine makes while the workers die, and a rate that does not depend on their number.
    let games = 400;
    let endless = ["--set", "learner.final_rate=1e-3", "--set", "generations=100000"];
    let together = place(games);
    let url = server.url();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut workers: Vec<Process> = (0..3).map(|n| worker(&together, &url, &format!("w{n}"))).collect();
    let begin = ["train", "tiny.toml", "--queue", &url, "--no-self-play", "--threads", "1"];
    let mut learner = logged(&together, "learner", &[&begin[..], &endless].concat());
    // Who is killed, in this order: ten workers, the learner twice, the server once.
    for (step, victim) in ["w", "w", "w", "l", "w", "w", "s", "w", "w", "l", "w", "w", "w"].into_iter().enumerate() {
        if step % 4 == 0 {
            let before = newest(&together);
            wait_until("a generation", || newest(&together) > before);
        }
        std::thread::sleep(Duration::from_millis(rng.random_range(0..300)));
        assert!(learner.is_running(), "step {step}: the run has ended\n{}", log(&together, "learner"));
        match victim {
            "w" => {
                let at = rng.random_range(0..workers.len());
                workers[at].kill();
                workers[at] = worker(&together, &url, &format!("w{at}"));
            }
            "l" => {
                learner.kill();
                learner = logged(&together, "learner", &[&begin[..], &endless, &["--resume"]].concat());
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
    learner.kill();
    let last = newest(&together).expect("some").max(GENERATIONS) + 1;
    together.shorten(last);
    let end = format!("generations={last}");
    let mut learner = logged(&together, "learner", &[&begin[..], &endless, &["--resume", "--set", &end]].concat());
    wait_until("the run's end", || !learner.is_running());
    let said = log(&together, "learner");
    assert!(said.contains("run tiny is complete") && !said.contains("panicked"), "{said}");
    assert_eq!(newest(&together), Some(last));
    let alone = place(games);
    alone.succeeds(&[&["train", "tiny.toml", "--threads", "1"], &endless[..], &["--set", &end]].concat());
    assert_same(&alone, &together);

    let listed = together.succeeds(&["workers", &url]);
    assert!(listed.contains("complete") && listed.contains("w0-") && listed.contains("no tasks"), "{listed}");
    for (n, worker) in workers.iter_mut().enumerate() {
        assert_eq!(worker.interrupt(), Some(0), "{}", log(&together, &format!("w{n}")));
    }
    let listed = together.succeeds(&["workers", &url]);
    assert_eq!(listed.matches("left ").count(), 3, "{listed}");
}

#[test]
fn workers_may_play_beside_the_learner() {
    let Some(server) = Server::start("a run that plays beside its learner") else { return };
    let [together, alone] = [(); 2].map(|()| place(120));
    let url = server.url();
    let mut worker = worker(&together, &url, "w0");
    let overlap = ["train", "tiny.toml", "--threads", "1", "--set", "selfplay.overlap=true"];
    together.succeeds(&[&overlap[..], &["--queue", &url, "--no-self-play"]].concat());
    assert_eq!(worker.interrupt(), Some(0), "{}", log(&together, "w0"));
    alone.succeeds(&overlap);
    assert_same(&alone, &together);
}

/// Killed after its last tasks were purged, `nats-server` 2.9 counts them from 1 again, and its consumer waits for
/// those that come after the last one before.
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

#[test]
fn what_is_damaged_in_the_store_is_stored_again() {
    let Some(server) = Server::start("a store that forgets") else { return };
    let url = server.url();
    let place = place(10);
    place.succeeds(&["workers", &url]);
    let stranger = Stranger::new(&url);
    stranger.litter();
    for name in ["damaged", "removed"] {
        let begin = ["train", "tiny.toml", "--run", name, "--queue", &url, "--no-self-play", "--threads", "1"];
        let mut learner = logged(&place, name, &[&begin[..], &["--set", "generations=1"]].concat());
        let mut task = None;
        wait_until("a task", || {
            task = stranger.task().filter(|task| task.run.starts_with(name));
            task.is_some()
        });
        for hash in stranger.needs(&task.expect("just seen")) {
            if name == "damaged" { stranger.damage(hash) } else { stranger.remove(hash) }
        }
        let _worker = worker(&place, &url, &format!("patient-{name}"));
        wait_until("the run's end", || !learner.is_running());
        let said = log(&place, name);
        let complete = format!("run {name} is complete");
        assert!(said.contains("storing it again") && said.contains(&complete), "{said}");
    }
}

/// A worker receives every message: malformed ones are ignored, on every subject.
#[test]
fn malformed_statuses_stop_no_worker() {
    let Some(server) = Server::start("statuses that are none") else { return };
    let (place, url) = (place(10), server.url());
    let mut worker = worker(&place, &url, "steady");
    let name = || {
        let said = log(&place, "steady");
        let (_, name) = said.split_once("worker steady-")?;
        Some(format!("steady-{}", name.split_once(':')?.0))
    };
    wait_until("its name", || name().is_some());
    let (name, stranger) = (name().expect("just seen"), Stranger::new(&url));
    let of_another = Ban { version: VERSION, worker: "another".to_owned(), reason: "that one".to_owned() };
    let of_later = Ban { version: VERSION + 1, worker: name.clone(), reason: "later".to_owned() };
    let messages = [
        b"{}".to_vec(),
        Vec::new(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\xff\xfe".to_vec(),
        format!(r#"{{"version":{VERSION}}}"#).into_bytes(),
        format!(r#"{{"version":{VERSION},"worker":"{name}"}}"#).into_bytes(),
        write_json(&of_another),
        write_json(&of_later),
        vec![b'['; 4000],
    ];
    let subjects =
        [&name, "another"].map(|name| ["ban", "run", "worker", "other"].map(|kind| format!("{kind}.{name}")));
    for subject in subjects.concat().iter().chain(&["ban".to_owned(), format!("ban.{name}.more")]) {
        messages.iter().for_each(|message| stranger.say(&format!("ardoise.status.{subject}"), message.clone()));
    }
    wait_until("a refusal", || log(&place, "steady").contains("a ban is refused: it is malformed"));
    let begin = ["train", "tiny.toml", "--queue", &url, "--no-self-play", "--threads", "1", "--set", "generations=1"];
    let mut learner = logged(&place, "learner", &begin);
    wait_until("the run's end", || !learner.is_running());
    assert!(log(&place, "learner").contains("run tiny is complete"), "{}", log(&place, "learner"));
    assert!(worker.is_running(), "{}", log(&place, "steady"));
}

#[test]
fn strangers_and_liars_change_nothing() {
    strange_messages_change_nothing(5_000);
}

#[test]
#[ignore = "takes a minute: `cargo test --release -- --ignored`"]
fn many_strange_messages_change_nothing() {
    strange_messages_change_nothing(100_000);
}

fn strange_messages_change_nothing(count: usize) {
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
    wait_until("a ban", || said("worker liar-1 is banned: its piece "));
    let mut nonsense = honest.clone();
    nonsense[0].samples[0].policy.push(1);
    stranger.say(&subject(&task, task.first..task.end - 1), message("liar-2", &task, &nonsense[..nonsense.len() - 1]));
    wait_until("another ban", || said("worker liar-2 is banned: its pieces of"));

    // What a terminal would obey: in a subject, and in words that say what is wrong.
    stranger.say(&format!("ardoise.games.{}.{}.\u{1b}[31m", task.run, task.generation), b"no pieces".to_vec());
    let field = format!(r#"{{"version":{VERSION},"\u001b[32m":1}}"#);
    stranger.say(&format!("ardoise.tasks.{}.nobody.1.0-1.1", task.engine), field.into_bytes());
    wait_until("a refusal", || said("\u{fffd}[31m"));
    let mut worker = worker(&together, &url, "honest");
    // Before the flood, of which a worker says only the first refusals.
    wait_until("another refusal", || log(&together, "honest").contains("\u{fffd}[32m"));
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
    for turn in 0..count {
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
        assert!(!text.contains('\u{1b}'), "{text:?}");
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
fn large_statuses_are_not_kept() {
    let Some(server) = Server::start("statuses of strangers") else { return };
    let (place, url) = (place(10), server.url());
    assert!(place.succeeds(&["workers", &url]).contains("no worker was here"));
    let stranger = Stranger::new(&url);
    let say = |worker: &str, idle: usize| {
        let status = WorkerStatus {
            version: VERSION,
            worker: worker.to_owned(),
            program: "ardoise".to_owned(),
            engine: "abc".to_owned(),
            threads: 2,
            games: 7,
            rate: 1.5,
            idle: vec![("no task".to_owned(), 0.01); idle],
            seconds: 100.0,
            left: false,
        };
        stranger.say(&format!("ardoise.status.worker.{worker}"), write_json(&status));
    };
    for number in 0..500 {
        say(&format!("w{number}"), 900);
    }
    say("honest", 2);
    let hostile = "\u{1b}[2J\u{9b}1m\nw1 was here\u{7f}";
    let run = RunStatus {
        version: VERSION,
        run: "loud".to_owned(),
        program: hostile.to_owned(),
        engine: hostile.to_owned(),
        generation: 3,
        left: false,
    };
    stranger.say("ardoise.status.run.loud", write_json(&run));
    let ban = Ban { version: VERSION, worker: "loud".to_owned(), reason: hostile.to_owned() };
    stranger.say("ardoise.status.ban.loud", write_json(&ban));
    let kept = || stranger.state("ARDOISE_STATUS").expect("there is one");
    wait_until("the last status", || kept().messages > 2);
    assert!(kept().bytes < 2000, "{:?}", kept());
    let listed = place.succeeds(&["workers", &url]);
    assert!(listed.contains("honest") && !listed.contains("w0"), "{listed}");
    // Two tables of one row each, and who is banned.
    let shown = "\u{fffd}[2J\u{fffd}1m w1 was here\u{fffd}";
    assert_eq!((listed.lines().count(), listed.matches(shown).count()), (7, 3), "{listed}");
    let json = place.succeeds(&["workers", &url, "--json"]);
    for text in [&listed, &json] {
        assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{7f}']), "{text:?}");
    }
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["bans"][0]["reason"], hostile);
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
        &["rejects these credentials", "--creds"],
    );
    let listed = place.succeeds(&["workers", &url]);
    assert!(listed.contains("no worker was here"), "{listed}");
}
