//! Scratch memory of the Winograd convolutions.

use super::aligned::AlignedArray;
use super::layout::{BLOCK, pad, size};

/// Number of tiles that pass through the products of a convolution together: few enough to stay in the second-level
/// cache beside the weights, enough to read the weights rarely.
const TILES: usize = 16;

/// [`TILES`] for gradients: enough tiles that the sums, which do not fit in the first-level cache, are read and written
/// rarely, few enough to stay in the second-level cache.
const GRADIENT_TILES: usize = 64;

/// Distance between two of the 16 sheets of tiles; the extra block keeps them out of each other's cache sets.
#[inline(always)]
pub(super) fn sheet(tiles: usize, channels: usize) -> usize {
    tiles * channels + BLOCK
}

/// Scratch memory for convolutions, one for each thread.
#[derive(Debug)]
pub struct Workspace {
    /// Input tiles in Winograd's form.
    pub(super) before: AlignedArray,
    /// Output tiles in Winograd's form.
    pub(super) after: AlignedArray,
    /// One cell of zeros, read for cells off the board.
    pub(super) zeros: AlignedArray,
    pub(super) channels: usize,
    /// Number of tiles that pass through the products together.
    pub(super) tiles: usize,
}

impl Workspace {
    /// Memory for convolutions with at most this many input and output channels.
    pub fn new(channels: usize) -> Workspace {
        Workspace::with_tiles(channels, TILES)
    }

    /// Memory for the gradients of convolutions with at most this many channels.
    pub fn for_gradients(channels: usize) -> Workspace {
        Workspace::with_tiles(channels, GRADIENT_TILES)
    }

    fn with_tiles(channels: usize, tiles: usize) -> Workspace {
        let channels = pad(channels);
        assert!(size([16, tiles + 1, channels]) > 0, "a convolution without channels");
        let sheets = || AlignedArray::zeros(16 * sheet(tiles, channels));
        Workspace { before: sheets(), after: sheets(), zeros: AlignedArray::zeros(channels), channels, tiles }
    }
}
