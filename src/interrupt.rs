//! Interrupts work whose result is no longer wanted.
//!
//! The caller keeps an [`Interrupt`] and can raise it from any thread. Long loops call [`check`]; tight loops call
//! [`Pace::step`]. Once the interrupt is raised, that call unwinds out of the work. Lazy values that the work was
//! computing stay empty, so they can be computed later.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The interrupt of the work that this thread is doing.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// Ends some work early when it is raised.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The work was interrupted before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was interrupted")
    }
}

impl Error for Interrupted {}

impl Interrupt {
    /// Ends the work, even if it has not begun yet.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the interrupt was raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs some work on this thread. The work ends early if this is raised.
    ///
    /// # Errors
    /// [`Interrupted`] if the work ended early.
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        let before = CURRENT.replace(Some(self.clone()));
        // Anything half-done is dropped with the work: nothing but its result gets out.
        let outcome = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        outcome.map_err(|payload| if payload.is::<Interrupted>() { Interrupted } else { resume_unwind(payload) })
    }
}

/// Unwinds to [`Interrupt::guard`] if the work of this thread was interrupted.
pub fn check() {
    if CURRENT.with_borrow(|current| current.as_ref().is_some_and(Interrupt::is_raised)) {
        // `panic!` would print a message.
        resume_unwind(Box::new(Interrupted));
    }
}

/// Calls [`check`] once in a while, for loops whose steps are cheaper than a check.
#[derive(Debug, Default)]
pub struct Pace(usize);

impl Pace {
    /// This many steps take a few milliseconds at most.
    const STEPS: usize = 4096;

    /// One step of the loop.
    pub fn step(&mut self) {
        self.steps(1);
    }

    /// Counts several steps at once, and then checks at most once.
    pub fn steps(&mut self, count: usize) {
        self.0 += count;
        if self.0 >= Self::STEPS {
            self.0 = 0;
            check();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn work_ends_at_the_first_look_after_the_interrupt() {
        let interrupt = Interrupt::default();
        let steps = Cell::new(0);
        let outcome = interrupt.guard(|| {
            loop {
                steps.set(steps.get() + 1);
                check();
                if steps.get() == 3 {
                    interrupt.raise();
                }
            }
        });
        assert_eq!((outcome, steps.get()), (Err::<(), _>(Interrupted), 4));
        assert_eq!(interrupt.guard(|| 7), Ok(7), "work that never checks is done");
        check();
    }

    #[test]
    fn a_tight_loop_looks_now_and_then() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let steps = Cell::new(0);
        let outcome = interrupt.guard(|| {
            let mut pace = Pace::default();
            loop {
                pace.step();
                steps.set(steps.get() + 1);
            }
        });
        assert_eq!((outcome, steps.get()), (Err::<(), _>(Interrupted), Pace::STEPS - 1));
    }

    #[test]
    fn only_the_innermost_work_is_interrupted() {
        let (outer, inner) = (Interrupt::default(), Interrupt::default());
        inner.raise();
        assert_eq!(outer.guard(|| inner.guard(check)), Ok(Err(Interrupted)));
        outer.raise();
        assert_eq!(outer.guard(|| (inner.guard(check), check())), Err(Interrupted));
    }

    #[test]
    fn a_panic_goes_on() {
        let panic = catch_unwind(|| Interrupt::default().guard(|| resume_unwind(Box::new("a bug")) as ()));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"a bug"));
        check();
    }
}
