// Atomics, a mutex and a cell that is set once, in one thread.
#![no_main]
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    static COUNT: AtomicU32 = AtomicU32::new(5);
    static NAME: OnceLock<String> = OnceLock::new();
    let m = Mutex::new(vec![1]);
    m.lock().unwrap().push(COUNT.fetch_add(2, Ordering::SeqCst));
    let old = COUNT.compare_exchange(7, 70, Ordering::AcqRel, Ordering::Relaxed);
    println!("{:?} {old:?} {} {}", m.into_inner().unwrap(), COUNT.load(Ordering::Acquire), NAME.get_or_init(|| "set".into()));
    0
}
