//! The engine for browsers: a module of WebAssembly with four functions, which take and give JSON
//! (`docs/protocol.md`). It imports one function, the clock (see [`crate::clock`]).
//!
//! A request is written to memory from [`ardoise_alloc`]; a reply is a `u32` with the length, then its bytes, to be
//! freed by [`ardoise_free`]. There is one thread, and no call is made during another.

use super::request::{Request, RequestKind, Start, Step, Stop};
use super::{PageEngine, Refusal, Task};
use crate::clock::Instant;
use crate::compact::CompactNet;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The most bytes of a search tree: as many as even a phone's browser grants.
const MEMORY: usize = 256 << 20;

/// Bytes of the length before a reply.
const LENGTH: usize = size_of::<u32>();

struct Engine {
    page: PageEngine,
    tasks: BTreeMap<u32, Box<dyn Task>>,
    next: u32,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine {
        page: PageEngine::in_browser(),
        tasks: BTreeMap::new(),
        next: 0,
    });
}

impl Engine {
    fn answer(&mut self, request: Value) -> Result<Value, Refusal> {
        let request = Request::parse(request)?;
        match request.0 {
            RequestKind::Start(Start { task }) => {
                let task = self.page.ask(Request(*task), MEMORY)?.task()?;
                self.next += 1;
                self.tasks.insert(self.next, task);
                Ok(json!({"task": self.next}))
            }
            RequestKind::Step(Step { task: number, milliseconds }) => {
                let task = self.tasks.get_mut(&number).ok_or_else(|| Refusal::no_task(number))?;
                let moment = Instant::now() + Duration::from_millis(milliseconds.max(1).into());
                let mut events = Vec::new();
                let done = task.work(moment, NonZeroUsize::MIN, &mut |event| events.push(event));
                if !matches!(done, Ok(false)) {
                    self.tasks.remove(&number);
                }
                Ok(json!({"events": events, "done": done?}))
            }
            RequestKind::Stop(Stop { task }) => {
                self.tasks.remove(&task);
                Ok(json!({}))
            }
            asked => self.page.ask(Request(asked), MEMORY)?.reply(),
        }
    }
}

/// Memory for `size` bytes of a request.
#[unsafe(no_mangle)]
pub extern "C" fn ardoise_alloc(size: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; size].into_boxed_slice()).cast()
}

/// Answers a request.
///
/// # Safety
/// `request` comes from [`ardoise_alloc`] with this size; it is freed here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ardoise_call(request: *mut u8, size: usize) -> *mut u8 {
    // SAFETY: the caller promises this.
    let request = unsafe { take(request, size) };
    let answer = serde_json::from_slice(&request)
        .map_err(|error| Refusal::new(format!("the request is no JSON: {error}")))
        .and_then(|request| ENGINE.with_borrow_mut(|engine| engine.answer(request)));
    give(answer)
}

/// Makes an evaluator the released one of its variant.
///
/// # Safety
/// `file` comes from [`ardoise_alloc`] with this size; it is freed here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ardoise_net(file: *mut u8, size: usize) -> *mut u8 {
    // SAFETY: the caller promises this.
    let file = unsafe { take(file, size) };
    let net = CompactNet::from_bytes(&file).map_err(|error| Refusal::new(format!("not a usable evaluator: {error}")));
    give(net.map(|net| json!({"variant": ENGINE.with_borrow(|engine| engine.page.nets().put(net))})))
}

/// Frees a reply.
///
/// # Safety
/// `reply` comes from one of the functions above and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ardoise_free(reply: *mut u8) {
    // SAFETY: a reply begins with its length.
    let length = u32::from_le_bytes(unsafe { reply.cast::<[u8; LENGTH]>().read() });
    // SAFETY: the caller promises a reply.
    drop(unsafe { take(reply, LENGTH + length as usize) });
}

/// Memory that was handed out as a boxed slice.
///
/// # Safety
/// The memory was handed out with this size, and has no other owner.
unsafe fn take(start: *mut u8, size: usize) -> Box<[u8]> {
    // SAFETY: the caller promises this.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, size)) }
}

fn give(answer: Result<Value, Refusal>) -> *mut u8 {
    let text = match answer {
        Ok(reply) => reply.to_string(),
        Err(refusal) => serde_json::to_string(&refusal).expect("a refusal has only string keys"),
    };
    let mut reply = (text.len() as u32).to_le_bytes().to_vec();
    reply.extend_from_slice(text.as_bytes());
    Box::into_raw(reply.into_boxed_slice()).cast()
}
