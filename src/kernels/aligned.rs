//! Arrays that begin at a cache line.

use std::ops::{Deref, DerefMut};

/// A fixed-size array of numbers that begins at a cache line, so that no aligned vector crosses one.
#[derive(Debug, Default)]
pub struct Aligned {
    memory: Vec<f32>,
    start: usize,
    len: usize,
}

/// Bytes of a cache line and of the widest vector.
const LINE: usize = 64;

impl Aligned {
    pub fn zeros(len: usize) -> Aligned {
        let memory = vec![0.0f32; len.checked_add(LINE / size_of::<f32>()).expect("the array is too large")];
        let start = memory.as_ptr().align_offset(LINE);
        Aligned { memory, start, len }
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.memory[self.start..self.start + self.len]
    }
}
