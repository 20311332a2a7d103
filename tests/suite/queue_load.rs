//! The throughput of a server and a learner: many imitated workers whose games are played already. Long, and not for
//! a busy machine: `cargo test --release --test suite -- --ignored --nocapture queue_load`.

use crate::support::program::processor_seconds;
use crate::support::queue::{Server, Stranger, logged, message, place, played, subject};
use crate::support::waiting::wait_until;
use ardoise::distributed::{Task, VERSION, WorkerStatus, write_json};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The message with the games of each task that an imitated worker may get.
type PreparedGames = Arc<dyn Fn(&Task, &str) -> Vec<u8> + Send + Sync>;

#[test]
#[ignore = "a measurement"]
fn a_thousand_workers() {
    let Some(server) = Server::start("a load of imitated workers") else { return };
    let url = server.url();
    for (workers, games) in [(10, 20_000), (100, 20_000), (1000, 20_000)] {
        let place = place(games);
        let one = ["--set", "generations=1", "--replay", "0", "--set", "learner.passes=0.01"];
        let name = format!("load-{workers}");
        let begin = ["train", "tiny.toml", "--run", &name, "--queue", &url, "--no-self-play", "--threads", "1"];
        let mut learner = logged(&place, "learner", &[&begin[..], &one].concat());
        let stranger = Stranger::new(&url);
        let mut task = None;
        wait_until("a task", || {
            task = stranger.task().filter(|task| task.run.starts_with(&name));
            task.is_some()
        });
        let whole = Task { first: 0, end: games, ..task.expect("just seen") };
        let begun = Instant::now();
        let all = Arc::new(played(&stranger, &whole));
        println!("{games} games played by one thread in {:.1} s", begun.elapsed().as_secs_f64());
        let prepared: PreparedGames = {
            let all = Arc::clone(&all);
            Arc::new(move |task, worker| message(worker, task, &all[task.first as usize..task.end as usize]))
        };
        let (bytes, tasks) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (server_before, learner_before) = (processor_seconds(server.id()), processor_seconds(learner.id()));
        let begun = Instant::now();
        stranger.runtime.block_on(async {
            for number in 0..workers {
                let (url, engine, prepared) = (url.clone(), whole.engine.clone(), Arc::clone(&prepared));
                let (bytes, tasks) = (Arc::clone(&bytes), Arc::clone(&tasks));
                tokio::spawn(async move {
                    let worker = format!("imitated-{number}");
                    let client = async_nats::connect(url).await.expect("connects");
                    let jetstream = async_nats::jetstream::new(client.clone());
                    let stream = jetstream.get_stream_no_info("ARDOISE_TASKS").await.expect("there");
                    let consumer: PullConsumer =
                        stream.get_consumer(&format!("workers-{engine}")).await.expect("there");
                    loop {
                        let asked = consumer.batch().max_messages(1).expires(Duration::from_secs(5)).messages().await;
                        let Ok(mut batch) = asked else { continue };
                        while let Some(Ok(given)) = batch.next().await {
                            let Ok(task) = Task::read(&given.payload) else { continue };
                            let message = prepared(&task, &worker);
                            bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
                            let publish =
                                PublishMessage::build().payload(message.into()).expected_last_subject_sequence(0);
                            if let Ok(sent) =
                                jetstream.send_publish(subject(&task, task.first..task.end), publish).await
                            {
                                drop(sent.await);
                            }
                            drop(given.ack().await);
                            tasks.fetch_add(1, Ordering::Relaxed);
                            let status = WorkerStatus {
                                version: VERSION,
                                worker: worker.clone(),
                                program: "imitated".to_owned(),
                                engine: engine.clone(),
                                threads: 1,
                                games: 0,
                                rate: 0.0,
                                idle: Vec::new(),
                                seconds: 0.0,
                                left: false,
                            };
                            drop(
                                client
                                    .publish(format!("ardoise.status.worker.{worker}"), write_json(&status).into())
                                    .await,
                            );
                        }
                    }
                });
            }
        });
        wait_until("the generation's end", || {
            !learner.is_running() || place.path(&format!("checkpoints/runs/{name}/generation-0001")).exists()
        });
        let seconds = begun.elapsed().as_secs_f64();
        let (server_seconds, learner_seconds) =
            (processor_seconds(server.id()) - server_before, processor_seconds(learner.id()) - learner_before);
        let (bytes, tasks) = (bytes.load(Ordering::Relaxed), tasks.load(Ordering::Relaxed));
        println!(
            "{workers} workers: {games} games in {tasks} tasks in {seconds:.1} s, {:.0} games/s, {:.0} kB/s, {:.0} bytes a \
             game; server {server_seconds:.1}, learner {learner_seconds:.1} processor seconds",
            f64::from(games) / seconds,
            bytes as f64 / seconds / 1e3,
            bytes as f64 / f64::from(games),
        );
        wait_until("the run's end", || !learner.is_running());
        println!("{}", fs::read_to_string(place.path("learner")).expect("readable"));
    }
}
