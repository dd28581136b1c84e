// A box is read after it was dropped.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p = Box::into_raw(Box::new(5i32));
    unsafe { drop(Box::from_raw(p)); }
    unsafe { *p } //~ use-after-free
}
