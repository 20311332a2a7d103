//! Arrays that begin at a cache line.

use std::ops::{Deref, DerefMut};

/// A fixed-size array of numbers that begins at a cache line, so that no aligned vector crosses one.
#[derive(Debug, Default)]
pub struct AlignedArray {
    memory: Vec<f32>,
    start: usize,
    len: usize,
}

/// Bytes of a cache line and of the widest vector.
const LINE: usize = 64;

impl AlignedArray {
    pub fn zeros(len: usize) -> AlignedArray {
        let memory = vec![0.0f32; len.checked_add(LINE / size_of::<f32>()).expect("the array is too large")];
        let start = memory.as_ptr().align_offset(LINE);
        AlignedArray { memory, start, len }
    }
}

impl Deref for AlignedArray {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl DerefMut for AlignedArray {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.memory[self.start..self.start + self.len]
    }
}
