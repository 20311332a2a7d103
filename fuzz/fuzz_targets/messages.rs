#![no_main]

use std::panic::{set_hook, take_hook};

libfuzzer_sys::fuzz_target!(
    init: {
        let abort = take_hook();
        set_hook(Box::new(move |info| {
            if !ardoise_fuzz::catches() {
                abort(info);
            }
        }));
    },
    |bytes: &[u8]| ardoise_fuzz::messages(bytes)
);
