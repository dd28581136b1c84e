// Memory that is freed twice.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let b = Box::new(5i32);
    let c = unsafe { std::ptr::read(&b) };
    drop(b);
    drop(c); //~ double-free
    0
}
