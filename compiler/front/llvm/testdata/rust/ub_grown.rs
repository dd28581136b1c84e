// A reference into a vector that has grown since.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut v = vec![1i32];
    let p = v.as_ptr();
    for i in 0..40 { v.push(i); }
    unsafe { *p } //~ use-after-free
}
