#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ardoise_fuzz::generated_games(bytes));
