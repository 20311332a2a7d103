//! The kernel for processors with AMX: eight registers of 16 rows of 64 bytes, *tiles*, and an instruction that
//! multiplies two of them. It computes the convolution in 8 bits; AVX-512 does everything else.
//!
//! Rust has no stable intrinsics for tiles. Each [`Walk::multiply`] is one block of assembly that sets the tiles up,
//! uses and releases them, so that no state outlives it. On processors without tiles the tests emulate their
//! instructions.

use super::avx512::Vnni;
use super::entry::entry_points8;
use super::int8::{Affine, Boards8, Conv8, Convolve8, GROUP, Out, Place, finish};
use super::layout::{BLOCK, Bias};
use super::vector::Bytes;
use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use std::mem::offset_of;
use std::sync::LazyLock;

/// Rows of a tile: cells in a tile of activations or sums, groups of inputs in a tile of weights.
const ROWS: usize = 16;

/// Whether the processor has the unit and the operating system grants it to this process. The system is called once.
pub fn is_granted() -> bool {
    static GRANTED: LazyLock<bool> = LazyLock::new(|| is_present() && permission());
    *GRANTED
}

fn is_present() -> bool {
    /// The bits for: the system saves extended registers; the unit exists and multiplies in 8 bits; tiles are saved.
    const OSXSAVE: u32 = 1 << 27;
    const TILE_AND_INT8: u32 = 0b11 << 24;
    const TILES_SAVED: u64 = 0b11 << 17;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE == 0 || __cpuid_count(7, 0).edx & TILE_AND_INT8 != TILE_AND_INT8 {
        return false;
    }
    // SAFETY: if OSXSAVE is set, the instruction exists.
    unsafe { xcr0() & TILES_SAVED == TILES_SAVED }
}

#[target_feature(enable = "xsave")]
fn xcr0() -> u64 {
    // SAFETY: register 0 always exists.
    unsafe { _xgetbv(0) }
}

/// Linux reserves memory for the tiles of a process that requests it.
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

/// The shapes of the tiles, in the layout that the processor reads.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Shapes {
    /// Tiles 0 to 3 for sums, 4 and 5 for activations of this many groups, 6 and 7 for their weights.
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
#[repr(C, align(64))]
struct Sums([[Tile; 2]; 2]);

/// The sums in a tile, `[cell][output]`.
type Tile = [[i32; BLOCK]; ROWS];

/// Convolutions by the tiles of the unit, which must be granted.
struct Amx;

impl Convolve8 for Amx {
    #[inline(always)]
    unsafe fn convolve<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out) {
        let (board, width) = (input.board, input.board.cols + 2);
        // The groups of the three cells under a row of the filter, in equal parts that fit in a tile.
        let groups = 3 * conv.inputs / GROUP;
        let parts =
            (groups.div_ceil(ROWS)..).find(|&parts| groups.is_multiple_of(parts)).expect("at most one group each");
        let walk = Walk::new(conv.inputs, input.row_len(), parts, groups / parts);
        // From the first cell on the board to the last one: sums of the cells between rows are meaningless and skipped.
        let cells = board.rows * width - 2;
        let mut sums = Sums([[[[0; BLOCK]; ROWS]; 2]; 2]);
        for column in (0..conv.outputs).step_by(2 * BLOCK) {
            let blocks = 2.min((conv.outputs - column) / BLOCK);
            let weights = conv.weights[column / BLOCK * 3 * groups..].as_ptr().cast::<i8>();
            for position in 0..count {
                let around = input.activations[input.row(position, 0) - input.row_len()..].as_ptr();
                for first in (0..cells).step_by(2 * ROWS) {
                    let tiles = 2.min((cells - first).div_ceil(ROWS));
                    // SAFETY: the caller promises the unit. A tile of activations begins one row above and one column
                    // before a cell on the board, and ends at most `ROWS` cells behind the cells around the last one,
                    // which the boards have. There are weights for `blocks` blocks.
                    unsafe {
                        let from = around.add(first * conv.inputs);
                        match (tiles, blocks) {
                            (2, 2) => walk.multiply::<2, 2>(from, weights, &mut sums),
                            (2, _) => walk.multiply::<2, 1>(from, weights, &mut sums),
                            (_, 2) => walk.multiply::<1, 2>(from, weights, &mut sums),
                            _ => walk.multiply::<1, 1>(from, weights, &mut sums),
                        }
                    }
                    let (mut row, mut col) = (first / width, first % width);
                    for cell in first..cells.min(first + tiles * ROWS) {
                        for block in 0..if col < board.cols { blocks } else { 0 } {
                            let column = column + block * BLOCK;
                            let sums = &sums.0[(cell - first) / ROWS][block][cell % ROWS];
                            let place = Place { board, position, row, col, column };
                            // SAFETY: the caller promises the unit and a bias for each output; the cell is on the
                            // board.
                            unsafe {
                                let bias = bias.values.as_ptr().add(position * bias.stride + column);
                                let affine = Affine::<Vnni>::load(conv, column, bias);
                                finish::<Vnni, STREAM>(Vnni::load(sums.as_ptr().cast()), affine, place, out);
                            }
                        }
                        (row, col) = if col + 1 < width { (row, col + 1) } else { (row + 1, 0) };
                    }
                }
            }
        }
    }
}

entry_points8!(Amx, "avx512f", "avx512bw", "avx512vnni");

/// How to walk through the activations and the weights of a tile of cells; all distances are in bytes.
#[repr(C)]
struct Walk {
    shapes: Shapes,
    /// Number of parts of a row of the filter.
    parts: usize,
    /// Size of the activations of a part of one cell.
    part: usize,
    /// Distance from the weights of a part to those of the next one.
    weights: usize,
    /// Distance from the end of a row of the filter to the beginning of the next one.
    next_row: usize,
    /// Distance from one cell to the next.
    cell: usize,
    /// Distance from the weights of a block of outputs to those of the next one.
    block: usize,
}

/// Bytes of a row of weights or sums.
const LINE: usize = GROUP * BLOCK;

impl Walk {
    /// The walk over cells of `cell` bytes in rows of `row` bytes; a row of the filter is walked in `parts` of `groups`
    /// groups each.
    fn new(cell: usize, row: usize, parts: usize, groups: usize) -> Walk {
        let part = groups * GROUP;
        Walk {
            shapes: Shapes::new(groups),
            parts,
            part,
            weights: groups * LINE,
            next_row: row - parts * part,
            cell,
            block: 9 * cell / GROUP * LINE,
        }
    }

    /// The sums of `TILES` tiles of cells, one or two, for `BLOCKS` blocks of outputs, one or two.
    ///
    /// # Safety
    /// The unit is granted. `from` points to the activations around the first cell, `weights` to those of the first
    /// block; both are valid for the whole walk.
    #[inline(always)]
    unsafe fn multiply<const TILES: usize, const BLOCKS: usize>(
        &self,
        from: *const u8,
        weights: *const i8,
        sums: &mut Sums,
    ) {
        /// The block of assembly. Tile 4 holds activations of the first tile of cells, 5 of the second; 6 holds weights
        /// of the first block of outputs, 7 of the second; 0 to 3 hold their sums.
        macro_rules! block {
            (zero: [$($zero:literal),*], products: [$($product:literal),*], store: [$($store:literal),*]) => {
                asm!(
                    "ldtilecfg [{walk}]",
                    $($zero,)*
                    "mov {rows:e}, 3",
                    "2:",
                    "mov {parts}, qword ptr [{walk} + {PARTS}]",
                    "3:",
                    $($product,)*
                    "add {from0}, qword ptr [{walk} + {PART}]",
                    "add {from1}, qword ptr [{walk} + {PART}]",
                    "add {weights0}, qword ptr [{walk} + {WEIGHTS}]",
                    "add {weights1}, qword ptr [{walk} + {WEIGHTS}]",
                    "dec {parts}",
                    "jnz 3b",
                    "add {from0}, qword ptr [{walk} + {NEXT_ROW}]",
                    "add {from1}, qword ptr [{walk} + {NEXT_ROW}]",
                    "dec {rows:e}",
                    "jnz 2b",
                    $($store,)*
                    "tilerelease",
                    walk = in(reg) self,
                    sums = in(reg) sums,
                    cell = in(reg) self.cell,
                    line = in(reg) LINE,
                    from0 = inout(reg) from => _,
                    from1 = inout(reg) from.wrapping_add(ROWS * self.cell) => _,
                    weights0 = inout(reg) weights => _,
                    weights1 = inout(reg) weights.wrapping_add(self.block) => _,
                    rows = out(reg) _,
                    parts = out(reg) _,
                    PARTS = const offset_of!(Walk, parts),
                    PART = const offset_of!(Walk, part),
                    WEIGHTS = const offset_of!(Walk, weights),
                    NEXT_ROW = const offset_of!(Walk, next_row),
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack)
                )
            };
        }
        const { assert!(offset_of!(Walk, shapes) == 0 && size_of::<Tile>() == 1024) };
        // SAFETY: the caller promises the unit and the memory. The shapes lie at the beginning of the walk, the four
        // tiles of sums 1024 bytes apart; the assembly declares all registers that it changes.
        unsafe {
            match (TILES, BLOCKS) {
                (2, 2) => block!(
                    zero: ["tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3"],
                    products: [
                        "tileloadd tmm4, [{from0} + {cell}]",
                        "tileloadd tmm6, [{weights0} + {line}]",
                        "tdpbusd tmm0, tmm4, tmm6",
                        "tileloadd tmm7, [{weights1} + {line}]",
                        "tdpbusd tmm1, tmm4, tmm7",
                        "tileloadd tmm5, [{from1} + {cell}]",
                        "tdpbusd tmm2, tmm5, tmm6",
                        "tdpbusd tmm3, tmm5, tmm7"
                    ],
                    store: [
                        "tilestored [{sums} + {line}], tmm0",
                        "tilestored [{sums} + {line} + 1024], tmm1",
                        "tilestored [{sums} + {line} + 2048], tmm2",
                        "tilestored [{sums} + {line} + 3072], tmm3"
                    ]
                ),
                (2, _) => block!(
                    zero: ["tilezero tmm0", "tilezero tmm2"],
                    products: [
                        "tileloadd tmm4, [{from0} + {cell}]",
                        "tileloadd tmm6, [{weights0} + {line}]",
                        "tdpbusd tmm0, tmm4, tmm6",
                        "tileloadd tmm5, [{from1} + {cell}]",
                        "tdpbusd tmm2, tmm5, tmm6"
                    ],
                    store: ["tilestored [{sums} + {line}], tmm0", "tilestored [{sums} + {line} + 2048], tmm2"]
                ),
                (_, 2) => block!(
                    zero: ["tilezero tmm0", "tilezero tmm1"],
                    products: [
                        "tileloadd tmm4, [{from0} + {cell}]",
                        "tileloadd tmm6, [{weights0} + {line}]",
                        "tdpbusd tmm0, tmm4, tmm6",
                        "tileloadd tmm7, [{weights1} + {line}]",
                        "tdpbusd tmm1, tmm4, tmm7"
                    ],
                    store: ["tilestored [{sums} + {line}], tmm0", "tilestored [{sums} + {line} + 1024], tmm1"]
                ),
                _ => block!(
                    zero: ["tilezero tmm0"],
                    products: [
                        "tileloadd tmm4, [{from0} + {cell}]",
                        "tileloadd tmm6, [{weights0} + {line}]",
                        "tdpbusd tmm0, tmm4, tmm6"
                    ],
                    store: ["tilestored [{sums} + {line}], tmm0"]
                ),
            }
        }
    }
}
