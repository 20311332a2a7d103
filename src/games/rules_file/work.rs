use crate::rbg::{Moves, Rules, Scratch, State, Step};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory for following the rules from a position; kept per thread, since positions are examined millions of times.
pub struct Work {
    pub state: State,
    /// The image of a state under a symmetry.
    pub image: State,
    pub scratch: Scratch,
    pub steps: Vec<Step>,
    pub moves: Moves,
}

/// Identifies the memory for one rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkId(u64);

/// Number of files whose memory a thread keeps.
const KEPT: usize = 8;

impl WorkId {
    /// An identifier that no other file has.
    pub fn new() -> WorkId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        WorkId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Lends this thread's memory for `rules`, always the same for one identifier. Calls must not be nested.
    pub fn with<T>(self, rules: &Rules, work: impl FnOnce(&mut Work) -> T) -> T {
        thread_local! {
            /// Kept works, the most recently used first.
            static KEEP: RefCell<Vec<(WorkId, Work)>> = const { RefCell::new(Vec::new()) };
        }
        KEEP.with_borrow_mut(|keep| {
            match keep.iter().position(|(id, _)| *id == self) {
                Some(0) => {}
                Some(place) => keep.swap(0, place),
                None => {
                    keep.truncate(KEPT - 1);
                    let own = Work {
                        state: rules.start(),
                        image: rules.start(),
                        scratch: rules.scratch(),
                        steps: Vec::new(),
                        moves: Moves::default(),
                    };
                    keep.insert(0, (self, own));
                }
            }
            work(&mut keep[0].1)
        })
    }
}
