// Two threads change a variable without order.
#![no_main]
use std::ffi::{c_int, c_void};
unsafe extern "C" {
    fn pthread_create(t: *mut usize, attr: *const c_void, f: extern "C" fn(*mut c_void) -> *mut c_void, arg: *mut c_void) -> c_int;
    fn pthread_join(t: usize, result: *mut *mut c_void) -> c_int;
}
static mut COUNT: u32 = 0;
extern "C" fn other(_: *mut c_void) -> *mut c_void {
    unsafe { COUNT += 1; }
    std::ptr::null_mut()
}
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut t = 0usize;
    unsafe {
        pthread_create(&mut t, std::ptr::null(), other, std::ptr::null_mut());
        COUNT += 1; //~ data-race
        pthread_join(t, std::ptr::null_mut());
        COUNT as i32
    }
}
