//! Emulates the tile instructions of AMX, so that its kernel can be tested on processors without them: there each
//! instruction raises SIGILL, whose handler executes it and continues after it.
//!
//! Encodings and operations are those of Intel's Software Developer's Manual, volume 2. The process is aborted if an
//! instruction is another one, or would fault: without a configuration, or with tiles whose shapes do not fit.

use std::cell::UnsafeCell;
use std::sync::Once;

/// The tile registers of a thread.
struct Tiles {
    configured: bool,
    rows: [usize; 8],
    row_bytes: [usize; 8],
    bytes: [[[u8; 64]; 16]; 8],
}

thread_local! {
    static TILES: UnsafeCell<Tiles> = const {
        UnsafeCell::new(Tiles { configured: false, rows: [0; 8], row_bytes: [0; 8], bytes: [[[0; 64]; 16]; 8] })
    };
}

/// Makes this process emulate the instructions from now on.
pub fn install() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // SAFETY: the handler has the signature required by SA_SIGINFO; it allocates nothing and takes no lock.
        let result = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER;
            libc::sigaction(libc::SIGILL, &action, std::ptr::null_mut())
        };
        assert_eq!(result, 0);
    });
}

fn check(condition: bool) {
    if !condition {
        std::process::abort();
    }
}

unsafe extern "C" fn handle(_: i32, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes a context that is ours until we return.
    let registers = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    // SAFETY: no instruction of the emulator raises the signal, so that the tiles are not borrowed yet. The instruction
    // and the memory it names belong to the program that executes it.
    let len = TILES.with(|tiles| unsafe { execute(&mut *tiles.get(), registers) });
    registers[libc::REG_RIP as usize] += len as i64;
}

/// Executes the instruction at the instruction pointer and returns its length.
unsafe fn execute(tiles: &mut Tiles, registers: &[i64; 23]) -> usize {
    use libc::{REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    use libc::{REG_RAX, REG_RBP, REG_RBX, REG_RCX, REG_RDI, REG_RDX, REG_RSI, REG_RSP};
    const ORDER: [i32; 16] = [
        REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI, //
        REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
    ];
    let register = |index: usize| registers[ORDER[index] as usize] as usize;
    let instruction = registers[libc::REG_RIP as usize] as *const u8;
    // SAFETY: the caller's instruction pointer is at an instruction of at least five bytes, more if these say so.
    let byte = |index: usize| unsafe { *instruction.add(index) };

    // A three-byte VEX prefix of map 0F38, with W and L zero.
    check(byte(0) == 0xc4 && byte(1) & 0x1f == 2 && byte(2) & 0x84 == 0);
    let high = |bit: u8| if byte(1) & bit == 0 { 8 } else { 0 };
    let (third, prefix) = (usize::from(!byte(2) >> 3 & 15), byte(2) & 3);
    let (opcode, modrm) = (byte(3), byte(4));
    let (mode, reg, rm) = (modrm >> 6, usize::from(modrm >> 3 & 7) + high(0x80), usize::from(modrm & 7));
    let (mut len, mut address, mut stride) = (5, 0, 0);
    if mode != 3 {
        if rm == 4 {
            let sib = byte(5);
            len += 1;
            check(mode != 0 || sib & 7 != 5);
            let index = usize::from(sib >> 3 & 7) + high(0x40);
            stride = if index == 4 { 0 } else { register(index) << (sib >> 6) };
            address = register(usize::from(sib & 7) + high(0x20));
        } else {
            check(mode != 0 || rm != 5);
            address = register(rm + high(0x20));
        }
        let displacement = match mode {
            0 => 0,
            1 => byte(len) as i8 as isize,
            _ => i32::from_le_bytes(std::array::from_fn(|index| byte(len + index))) as isize,
        };
        len += [0, 1, 4][usize::from(mode)];
        address = address.wrapping_add_signed(displacement);
    }

    if (opcode, prefix, mode == 3) == (0x49, 0, false) {
        // ldtilecfg
        // SAFETY: the program promises a configuration at the address.
        let config = unsafe { (address as *const [u8; 64]).read() };
        check(
            config[0] == 1 && config[1..16].iter().chain(&config[32..48]).chain(&config[56..]).all(|&byte| byte == 0),
        );
        for tile in 0..8 {
            tiles.row_bytes[tile] = usize::from(u16::from_le_bytes([config[16 + 2 * tile], config[17 + 2 * tile]]));
            tiles.rows[tile] = usize::from(config[48 + tile]);
            check((1..=64).contains(&tiles.row_bytes[tile]) && (1..=16).contains(&tiles.rows[tile]));
        }
        tiles.configured = true;
        tiles.bytes = [[[0; 64]; 16]; 8];
        return len;
    }
    check(tiles.configured && reg < 8);
    match (opcode, prefix, mode == 3) {
        // tilerelease: the content of tiles is undefined afterwards.
        (0x49, 0, true) if modrm == 0xc0 => {
            tiles.configured = false;
            tiles.bytes = [[[0xee; 64]; 16]; 8];
        }
        // tilezero
        (0x49, 3, true) if rm == 0 => tiles.bytes[reg] = [[0; 64]; 16],
        // tileloadd
        (0x4b, 3, false) if rm == 4 => {
            tiles.bytes[reg] = [[0; 64]; 16];
            for row in 0..tiles.rows[reg] {
                let from = (address + row * stride) as *const u8;
                // SAFETY: the program promises the rows of the tile at the address.
                unsafe { from.copy_to_nonoverlapping(tiles.bytes[reg][row].as_mut_ptr(), tiles.row_bytes[reg]) };
            }
        }
        // tilestored
        (0x4b, 2, false) if rm == 4 => {
            for row in 0..tiles.rows[reg] {
                let to = (address + row * stride) as *mut u8;
                // SAFETY: the program promises room for the rows of the tile at the address.
                unsafe { to.copy_from_nonoverlapping(tiles.bytes[reg][row].as_ptr(), tiles.row_bytes[reg]) };
            }
        }
        // tdpbusd
        (0x5e, 1, true) => {
            let (sums, left, right) = (reg, rm + high(0x20), third);
            check(left < 8 && right < 8 && sums != left && sums != right && left != right);
            check(tiles.rows[sums] == tiles.rows[left] && tiles.row_bytes[sums] == tiles.row_bytes[right]);
            check(tiles.row_bytes[left] == 4 * tiles.rows[right]);
            for row in 0..tiles.rows[sums] {
                for column in (0..tiles.row_bytes[sums]).step_by(4) {
                    let lane: [u8; 4] = std::array::from_fn(|index| tiles.bytes[sums][row][column + index]);
                    let mut sum = i32::from_le_bytes(lane);
                    for k in 0..tiles.row_bytes[left] {
                        let weight = tiles.bytes[right][k / 4][column + k % 4] as i8;
                        sum = sum.wrapping_add(i32::from(tiles.bytes[left][row][k]) * i32::from(weight));
                    }
                    tiles.bytes[sums][row][column..column + 4].copy_from_slice(&sum.to_le_bytes());
                }
            }
        }
        _ => check(false),
    }
    len
}
