// The address of a variable of a function that has returned.
#![no_main]
#[inline(never)]
fn escape() -> *const i32 { let x = 5; &x as *const i32 }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p = escape();
    unsafe { *p } //~ dead-stack-slot
}
