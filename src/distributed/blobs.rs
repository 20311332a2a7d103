use super::hash::Hash;
use super::link::Link;
use super::names;
use anyhow::{Context, Result, anyhow, bail};
use async_nats::jetstream::object_store::ObjectMetadata;
use futures_util::StreamExt;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Largest size of a net, in bytes.
const MOST: usize = 1 << 28;

/// Number of parts of an object, of 128 KiB each, that are requested at once.
const AT_ONCE: usize = 8;

/// Timeout of a request for a part.
const WAIT: Duration = Duration::from_secs(20);

/// A fetch fails when no part has arrived for this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Pause after an error.
const PAUSE: Duration = Duration::from_millis(500);

impl Link {
    /// Stores a net or a job of a run, unless it is stored already.
    pub async fn put(&self, run: &str, bytes: &[u8]) -> Result<Hash> {
        let hash = Hash::of(bytes);
        let name = hash.to_string();
        if self.blobs.info(&name).await.is_ok_and(|there| !there.deleted && there.size == bytes.len()) {
            return Ok(hash);
        }
        self.store(run, &name, bytes).await?;
        Ok(hash)
    }

    /// Stores a net or a job again if the stored one is damaged or incomplete; returns whether it was.
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
        self.blobs.put(what, &mut left).await.with_context(|| format!("{} does not accept a net", self.shown))?;
        Ok(())
    }

    /// The net or the job with that hash, of at most [`MOST`] bytes.
    ///
    /// The object is requested in small parts, and after a lost connection only missing parts are requested: a server
    /// that may send all parts at once drops slow clients.
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
                // Requesting more parts than exist would make the server wait.
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
                went_well.with_context(|| format!("cannot fetch {hash}: received {given} of {all} bytes"))?;
                bail!("cannot fetch {hash}: no more data after {given} of {all} bytes");
            }
            if went_well.is_err() {
                reader = None;
                sleep(PAUSE).await;
            }
        }
        // Neither the announced size nor the content can be trusted.
        if Hash::of(&bytes) != hash {
            bail!("the file at {hash} has another hash: it is damaged");
        }
        Ok(bytes)
    }

    /// Removes all nets and jobs of a run but these.
    pub async fn keep_only(&self, run: &str, kept: &[Hash]) -> Result<()> {
        let mut objects = self.blobs.list().await.context("cannot list the nets")?;
        while let Some(object) = objects.next().await {
            // Entries of strangers may be malformed.
            let Ok(object) = object else { continue };
            let of_run = object.description.as_deref() == Some(run);
            if of_run && !kept.iter().any(|hash| hash.to_string() == object.name) {
                self.blobs.delete(&object.name).await.context("cannot remove a net")?;
            }
        }
        Ok(())
    }
}
