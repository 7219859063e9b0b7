//! Giving up work that nobody waits for any more.
//!
//! The caller keeps an [`Interrupt`] and can raise it from any thread. Long loops call [`check`], or
//! [`Pace::step`] where they are tight; once the interrupt is raised, that unwinds out of the work. Values that the work
//! was filling in lazily stay empty, so they can be asked for again.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// What ends the work that this thread does now.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// Ends some work early, once it is raised.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The work was given up before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Interrupt {
    /// Ends the work, which may not even have begun.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has ended the work.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does some work on this thread, which ends early where this is raised.
    ///
    /// # Errors
    /// Where it was.
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        let before = CURRENT.replace(Some(self.clone()));
        // What the work has left half-done goes with it: nothing else is handed out.
        let outcome = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        outcome.map_err(|payload| if payload.is::<Interrupted>() { Interrupted } else { resume_unwind(payload) })
    }
}

/// Unwinds to [`Interrupt::guard`] if the work of this thread was interrupted.
pub fn check() {
    if CURRENT.with_borrow(|current| current.as_ref().is_some_and(Interrupt::is_raised)) {
        // A panic would be reported as one.
        resume_unwind(Box::new(Interrupted));
    }
}

/// Calls [`check`] now and then, for loops whose steps take less time than that.
#[derive(Debug, Default)]
pub struct Pace(u32);

impl Pace {
    /// So many steps take a few milliseconds at most.
    const STEPS: u32 = 4096;

    /// One step of the loop.
    pub fn step(&mut self) {
        self.0 += 1;
        if self.0 == Self::STEPS {
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
        assert_eq!(interrupt.guard(|| 7), Ok(7), "work that does not look is done");
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
