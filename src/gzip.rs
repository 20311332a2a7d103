use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Compresses bytes; the same bytes always give the same result. `level` is 1 (fast) to 9 (small).
pub fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let pack = || -> io::Result<Vec<u8>> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::new(level));
        packed.write_all(bytes)?;
        packed.finish()
    };
    pack().expect("memory can be written")
}
