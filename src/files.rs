//! Files that are never seen half-written.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file durably and at once, by way of a temporary one in the same directory: at any moment the path holds the
/// old content or the whole new one.
///
/// # Errors
/// The file cannot be written, for instance because the disk is full; the path is then as it was.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".ardoise-").tempfile_in(directory)?;
    file.write_all(content)?;
    // Temporary files are private to their owner; what takes their place is an ordinary file.
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_directory(directory)
}

/// Makes renames in a directory durable.
///
/// # Errors
/// The directory cannot be opened or synced.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    // Other systems give no handle to a directory, and need none.
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
