// A number is made a pointer that points to nothing.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p = std::hint::black_box(0x1234_5678usize) as *mut u32;
    unsafe { *p = 1; } //~ wildcard-unresolved
    0
}
