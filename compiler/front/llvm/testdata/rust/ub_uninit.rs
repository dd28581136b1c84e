// A number that nobody has written.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let m = std::mem::MaybeUninit::<[i32; 4]>::uninit();
    let x = unsafe { (*m.as_ptr())[2] }; //~ branch-on-poison
    x
}
