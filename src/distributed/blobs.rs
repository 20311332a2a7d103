use super::link::Link;
use super::message::Hash;
use anyhow::{Context, Result, bail};
use async_nats::jetstream::object_store::ObjectMetadata;
use futures_util::StreamExt;
use tokio::io::AsyncReadExt;

/// Most bytes of a net.
pub(super) const MOST: usize = 1 << 28;

impl Link {
    /// Stores a net or a job of a run, unless it is there.
    pub async fn put(&self, run: &str, bytes: &[u8]) -> Result<Hash> {
        let hash = Hash::of(bytes);
        let name = hash.to_string();
        if self.blobs.info(&name).await.is_ok_and(|there| !there.deleted && there.size == bytes.len()) {
            return Ok(hash);
        }
        let what = ObjectMetadata { name, description: Some(run.to_owned()), ..ObjectMetadata::default() };
        let mut left = bytes;
        self.blobs.put(what, &mut left).await.with_context(|| format!("{} does not take a net", self.shown))?;
        Ok(hash)
    }

    /// The net or the job with that hash, of at most [`MOST`] bytes.
    pub async fn get(&self, hash: Hash) -> Result<Vec<u8>> {
        let object = self.blobs.get(hash.to_string()).await.with_context(|| format!("{} has no {hash}", self.shown))?;
        let size = object.info().size;
        if size > MOST {
            bail!("{hash} has {size} bytes, expected at most {MOST}");
        }
        let mut bytes = Vec::new();
        // What it says of its size need not be true.
        object.take(MOST as u64 + 1).read_to_end(&mut bytes).await.with_context(|| format!("cannot fetch {hash}"))?;
        if Hash::of(&bytes) != hash {
            bail!("what lies at {hash} has another hash: it is damaged");
        }
        Ok(bytes)
    }

    /// Removes a run's nets and jobs but those.
    pub async fn keep_only(&self, run: &str, kept: &[Hash]) -> Result<()> {
        let mut objects = self.blobs.list().await.context("cannot list the nets")?;
        while let Some(object) = objects.next().await {
            let object = object.context("cannot list the nets")?;
            let of_run = object.description.as_deref() == Some(run);
            if of_run && !kept.iter().any(|hash| hash.to_string() == object.name) {
                self.blobs.delete(&object.name).await.context("cannot remove a net")?;
            }
        }
        Ok(())
    }
}
