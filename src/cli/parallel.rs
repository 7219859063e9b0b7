//! Work on many items at a time, with results in the order of the items.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::progress::Progress;

/// How many items are worked on before their results are passed on.
const AT_ONCE: usize = 256;

/// Does the work for each number below `count`, for as many at a time as there are `jobs`, or else processors; `then`
/// gets the results in order. At most [`AT_ONCE`] results are kept at a time.
pub(super) fn in_order<T: Send>(
    count: usize,
    jobs: Option<NonZeroUsize>,
    work: impl Fn(usize) -> T + Sync,
    mut then: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let workers = ThreadPoolBuilder::new().num_threads(jobs.min(count.max(1)).min(AT_ONCE)).build();
    let workers = workers.map_err(io::Error::other)?;
    let progress = Progress::begin(count);
    let work = |item: usize| {
        let result = work(item);
        progress.advance();
        result
    };
    for first in (0..count).step_by(AT_ONCE) {
        let items = first..count.min(first + AT_ONCE);
        let results: Vec<T> = workers.install(|| items.into_par_iter().map(&work).collect());
        progress.hidden_while(|| results.into_iter().try_for_each(&mut then))?;
    }
    Ok(())
}
