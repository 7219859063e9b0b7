//! Work on many items at a time, with results in the order of the items.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
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
    then: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    in_pieces(count, jobs, 1, |items| items.map(&work).collect(), then)
}

/// Like [`in_order`], but `work` gets up to `most` numbers at once, so that these can share preparations.
pub(super) fn in_pieces<T: Send>(
    count: usize,
    jobs: Option<NonZeroUsize>,
    most: usize,
    work: impl Fn(Range<usize>) -> Vec<T> + Sync,
    mut then: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let workers = ThreadPoolBuilder::new().num_threads(jobs.min(count.max(1)).min(AT_ONCE)).build();
    let workers = workers.map_err(io::Error::other)?;
    let progress = Progress::begin(count);
    // Several pieces for each worker, since some take longer than others.
    let length = (AT_ONCE / jobs.saturating_mul(4)).clamp(1, most);
    let piece = |items: Range<usize>| {
        let results = work(items);
        progress.advance(results.len());
        results
    };
    for first in (0..count).step_by(AT_ONCE) {
        let end = count.min(first + AT_ONCE);
        let pieces: Vec<Range<usize>> =
            (first..end).step_by(length).map(|first| first..end.min(first + length)).collect();
        let results: Vec<Vec<T>> = workers.install(|| pieces.into_par_iter().map(piece).collect());
        progress.hidden_while(|| results.into_iter().flatten().try_for_each(&mut then))?;
    }
    Ok(())
}
