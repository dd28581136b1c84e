// A slice that is longer than what it is made of.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let a = [1u8, 2, 3, 4];
    let s = unsafe { std::slice::from_raw_parts(a.as_ptr(), std::hint::black_box(6)) };
    let mut n = 0;
    for x in s { //~ branch-on-poison
        n += *x as i32;
    }
    n
}
