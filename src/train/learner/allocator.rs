/// Makes the allocator keep the memory of tensors for the next step. By default glibc returns large blocks to the
/// system, and a fifth of each step goes into page faults.
///
/// # Safety
/// No other thread has started: glibc's `mallopt` may not run beside one.
pub unsafe fn keep_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the caller promises that this is the only thread; the options only set which memory is kept.
    unsafe {
        // The largest value that glibc accepts.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
        libc::mallopt(libc::M_TOP_PAD, 64 << 20);
    }
}
