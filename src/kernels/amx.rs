//! For processors with AMX: eight registers of 16 rows of 64 bytes, *tiles*, and an instruction that multiplies two of
//! them. It convolves in 8 bits; all else is left to AVX-512.
//!
//! Rust has no intrinsics for it yet, but the compiler never uses tiles on its own: what one piece of assembly leaves in
//! them, the next one finds.

use super::avx512::Vnni;
use super::int8::{GROUP, Out, Place, Tiles, Worth, finish};
use super::vector::{Bytes, entry_points8};
use super::{BLOCK, Bias, Boards8, Conv8};
use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use std::sync::LazyLock;

/// Rows of a tile: cells in one of activations or sums, groups of inputs in one of weights.
const ROWS: usize = 16;

/// Whether the processor has the unit, and the operating system lets this process use it. Asks for permission once.
pub fn is_granted() -> bool {
    static GRANTED: LazyLock<bool> = LazyLock::new(|| is_present() && permission());
    *GRANTED
}

fn is_present() -> bool {
    /// Bits that say: the system saves extended registers; the unit is there, and multiplies in 8 bits; tiles are saved.
    const OSXSAVE: u32 = 1 << 27;
    const TILE_AND_INT8: u32 = 0b11 << 24;
    const TILES_SAVED: u64 = 0b11 << 17;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE == 0 || __cpuid_count(7, 0).edx & TILE_AND_INT8 != TILE_AND_INT8 {
        return false;
    }
    // SAFETY: the instruction is there where OSXSAVE says so.
    unsafe { xcr0() & TILES_SAVED == TILES_SAVED }
}

#[target_feature(enable = "xsave")]
fn xcr0() -> u64 {
    // SAFETY: register 0 is always there.
    unsafe { _xgetbv(0) }
}

/// Linux keeps room for the tiles of a process that has asked for it.
#[cfg(target_os = "linux")]
fn permission() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XTILEDATA: libc::c_long = 18;
    // SAFETY: the call takes two numbers and touches no memory of this process.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XTILEDATA) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn permission() -> bool {
    false
}

/// The shapes of the tiles, as the processor reads them.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Shapes {
    /// Tiles 0 to 3 for sums, 4 and 5 for activations of so many groups, 6 and 7 for their weights.
    fn new(groups: usize) -> Shapes {
        let mut shapes = Shapes { palette: 1, start_row: 0, reserved: [0; 14], row_bytes: [0; 16], rows: [0; 16] };
        for tile in 0..8 {
            let (rows, row_bytes) = match tile {
                0..4 => (ROWS, 4 * BLOCK),
                4..6 => (ROWS, GROUP * groups),
                _ => (groups, GROUP * BLOCK),
            };
            (shapes.rows[tile], shapes.row_bytes[tile]) = (rows as u8, row_bytes as u16);
        }
        shapes
    }
}

/// Sums of two tiles of cells for two blocks of outputs: `[cell tile][block][cell][output]`.
#[repr(align(64))]
struct Sums([[[[i32; BLOCK]; ROWS]; 2]; 2]);

/// Convolutions by the tiles of the unit, which must be granted.
struct Amx;

impl Tiles for Amx {
    #[inline(always)]
    unsafe fn all<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out) {
        let (board, width) = (input.board, input.board.cols + 2);
        // The groups of the three cells that a row of the filter meets, in equal parts that fit in a tile.
        let groups = 3 * conv.inputs / GROUP;
        let parts =
            (groups.div_ceil(ROWS)..).find(|&parts| groups.is_multiple_of(parts)).expect("at most one group each");
        let walk = Walk { parts, groups: groups / parts, cell: conv.inputs, row: input.row_len() };
        // From the first cell on the board to the last one: sums of the cells between rows mean nothing and are left.
        let cells = board.rows * width - 2;
        let mut sums = Sums([[[[0; BLOCK]; ROWS]; 2]; 2]);
        let shapes = Shapes::new(walk.groups);
        // SAFETY: as the caller promises: the unit is granted. Tiles of activations begin one row above and one column before
        // a cell on the board and end at most `ROWS` cells behind those around the last one, which the boards have.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &shapes, options(nostack, preserves_flags, readonly));
            for column in (0..conv.outputs).step_by(2 * BLOCK) {
                let blocks = 2.min((conv.outputs - column) / BLOCK);
                let weights = conv.weights.as_ptr().add(column / BLOCK * 3 * groups).cast::<i8>();
                for position in 0..count {
                    let around = input.numbers.as_ptr().add(input.row(position, 0) - input.row_len());
                    let bias = bias.values.as_ptr().add(position * bias.stride + column);
                    for first in (0..cells).step_by(2 * ROWS) {
                        let tiles = 2.min((cells - first).div_ceil(ROWS));
                        let from = around.add(first * conv.inputs);
                        match (tiles, blocks) {
                            (2, 2) => walk.multiply::<2, 2>(from, weights, &mut sums),
                            (2, _) => walk.multiply::<2, 1>(from, weights, &mut sums),
                            (_, 2) => walk.multiply::<1, 2>(from, weights, &mut sums),
                            _ => walk.multiply::<1, 1>(from, weights, &mut sums),
                        }
                        let (mut row, mut col) = (first / width, first % width);
                        for cell in first..cells.min(first + tiles * ROWS) {
                            for block in 0..if col < board.cols { blocks } else { 0 } {
                                let column = column + block * BLOCK;
                                let worth = Worth::<Vnni>::load(conv, column, bias.add(block * BLOCK));
                                let sums = &sums.0[(cell - first) / ROWS][block][cell % ROWS];
                                let place = Place { board, position, row, col, column };
                                finish::<Vnni, STREAM>(Vnni::load(sums.as_ptr().cast()), worth, place, out);
                            }
                            (row, col) = if col + 1 < width { (row, col + 1) } else { (row + 1, 0) };
                        }
                    }
                }
            }
            asm!("tilerelease", options(nostack, preserves_flags, nomem));
        }
    }
}

entry_points8!(Amx, "avx512f", "avx512bw", "avx512vnni");

/// How to walk through the activations and weights of a tile.
#[derive(Clone, Copy)]
struct Walk {
    /// Tiles of a row of the filter.
    parts: usize,
    /// Groups of a tile.
    groups: usize,
    /// Bytes from cell to cell.
    cell: usize,
    /// Bytes from row to row of the board.
    row: usize,
}

impl Walk {
    /// The sums of up to two tiles of cells for up to two blocks of outputs.
    #[inline(always)]
    unsafe fn multiply<const TILES: usize, const BLOCKS: usize>(
        self,
        from: *const u8,
        weights: *const i8,
        sums: &mut Sums,
    ) {
        /// Bytes of a row of weights or sums.
        const LINE: usize = GROUP * BLOCK;
        macro_rules! load {
            ($tile:literal, $from:expr, $stride:expr) => {
                asm!(
                    concat!("tileloadd tmm", $tile, ", [{} + {}]"), in(reg) $from, in(reg) $stride,
                    options(nostack, preserves_flags, readonly)
                )
            };
        }
        macro_rules! multiply {
            ($sums:literal, $activations:literal, $weights:literal) => {
                asm!(
                    concat!("tdpbusd tmm", $sums, ", tmm", $activations, ", tmm", $weights),
                    options(nostack, preserves_flags, nomem)
                )
            };
        }
        macro_rules! store {
            ($tile:literal, $to:expr) => {
                asm!(
                    concat!("tilestored [{} + {}], tmm", $tile), in(reg) $to.as_mut_ptr(), in(reg) LINE,
                    options(nostack, preserves_flags)
                )
            };
        }
        // SAFETY: as the caller promises: the unit is granted, the tiles have their shapes, and memory is there.
        unsafe {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "tilezero tmm2",
                "tilezero tmm3",
                options(nostack, preserves_flags, nomem)
            );
            // The lines of a block's weights follow one another in the order of this walk.
            let block = 9 * self.cell / GROUP * LINE;
            let mut weights = weights;
            for filter_row in 0..3 {
                let mut from = from.add(filter_row * self.row);
                for _ in 0..self.parts {
                    load!(4, from, self.cell);
                    load!(6, weights, LINE);
                    multiply!(0, 4, 6);
                    if BLOCKS == 2 {
                        load!(7, weights.add(block), LINE);
                        multiply!(1, 4, 7);
                    }
                    if TILES == 2 {
                        load!(5, from.add(ROWS * self.cell), self.cell);
                        multiply!(2, 5, 6);
                        if BLOCKS == 2 {
                            multiply!(3, 5, 7);
                        }
                    }
                    from = from.add(self.groups * GROUP);
                    weights = weights.add(self.groups * LINE);
                }
            }
            let [[sums0, sums1], [sums2, sums3]] = &mut sums.0;
            store!(0, sums0);
            store!(1, sums1);
            store!(2, sums2);
            store!(3, sums3);
        }
    }
}
