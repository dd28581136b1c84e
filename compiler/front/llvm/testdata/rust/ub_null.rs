// A null pointer is read.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p: *const i32 = std::hint::black_box(std::ptr::null());
    unsafe { *p } //~ null-pointer
}
