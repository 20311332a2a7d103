use super::hash::Hash;
use super::link::Link;
use super::names;
use anyhow::{Context, Result, anyhow, bail};
use async_nats::jetstream::object_store::ObjectMetadata;
use futures_util::StreamExt;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Most bytes of a net.
const MOST: usize = 1 << 28;

/// Parts of an object, of 128 KiB each, that are asked for at once.
const AT_ONCE: usize = 8;

/// How long such a request waits.
const WAIT: Duration = Duration::from_secs(20);

/// How long nothing may come before a fetch is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long it waits after an error.
const PAUSE: Duration = Duration::from_millis(500);

impl Link {
    /// Stores a net or a job of a run, unless it is there.
    pub async fn put(&self, run: &str, bytes: &[u8]) -> Result<Hash> {
        let hash = Hash::of(bytes);
        let name = hash.to_string();
        if self.blobs.info(&name).await.is_ok_and(|there| !there.deleted && there.size == bytes.len()) {
            return Ok(hash);
        }
        self.store(run, &name, bytes).await?;
        Ok(hash)
    }

    /// Stores a net or a job anew where what lies there is damaged or incomplete; whether that was so.
    pub async fn renew(&self, run: &str, bytes: &[u8]) -> Result<bool> {
        let hash = Hash::of(bytes);
        if self.get(hash).await.is_ok() {
            return Ok(false);
        }
        self.store(run, &hash.to_string(), bytes).await?;
        Ok(true)
    }

    async fn store(&self, run: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let name = name.to_owned();
        let what = ObjectMetadata { name, description: Some(run.to_owned()), ..ObjectMetadata::default() };
        let mut left = bytes;
        self.blobs.put(what, &mut left).await.with_context(|| format!("{} does not take a net", self.shown))?;
        Ok(())
    }

    /// The net or the job with that hash, of at most [`MOST`] bytes.
    ///
    /// It is asked for in small parts, and goes on after a lost connection with what is still missing: a server that
    /// may send all of it at once drops those who are slow.
    pub async fn get(&self, hash: Hash) -> Result<Vec<u8>> {
        let object = self.blobs.info(hash.to_string()).await;
        let object = object.with_context(|| format!("{} has no {hash}", self.shown))?;
        if object.size > MOST {
            bail!("{hash} has {} bytes, expected at most {MOST}", object.size);
        }
        let stream = self.jetstream.get_stream(format!("OBJ_{}", names::BUCKET)).await?;
        let subject = format!("$O.{}.C.{}", names::BUCKET, object.nuid);
        let (mut bytes, mut chunks, mut next, mut reader) = (Vec::new(), 0, 1, None);
        let mut came = Instant::now();
        while bytes.len() < object.size {
            let part = async {
                let reader = match &mut reader {
                    Some(reader) => reader,
                    None => reader.insert(self.reader(&stream, &subject, Some(next)).await?),
                };
                // Not more than there are, or the server waits for them.
                let asked = object.chunks.saturating_sub(chunks).clamp(1, AT_ONCE);
                let mut batch = reader.batch().max_messages(asked).expires(WAIT).messages().await?;
                while let Some(chunk) = batch.next().await {
                    let chunk = chunk.map_err(|error| anyhow!("{error}"))?;
                    next = chunk.info().map_err(|error| anyhow!("{error}"))?.stream_sequence + 1;
                    bytes.extend_from_slice(&chunk.payload);
                    chunks += 1;
                    came = Instant::now();
                }
                Ok::<(), anyhow::Error>(())
            };
            let went_well = part.await;
            if came.elapsed() > PATIENCE {
                let (given, all) = (bytes.len(), object.size);
                went_well.with_context(|| format!("cannot fetch {hash}: {given} of {all} bytes came"))?;
                bail!("cannot fetch {hash}: after {given} of {all} bytes no more came");
            }
            if went_well.is_err() {
                reader = None;
                sleep(PAUSE).await;
            }
        }
        // What it says of its size need not be true, nor what lies there.
        if Hash::of(&bytes) != hash {
            bail!("what lies at {hash} has another hash: it is damaged");
        }
        Ok(bytes)
    }

    /// Removes a run's nets and jobs but those.
    pub async fn keep_only(&self, run: &str, kept: &[Hash]) -> Result<()> {
        let mut objects = self.blobs.list().await.context("cannot list the nets")?;
        while let Some(object) = objects.next().await {
            // What others put there may be no object at all.
            let Ok(object) = object else { continue };
            let of_run = object.description.as_deref() == Some(run);
            if of_run && !kept.iter().any(|hash| hash.to_string() == object.name) {
                self.blobs.delete(&object.name).await.context("cannot remove a net")?;
            }
        }
        Ok(())
    }
}
