// A shift by as many bits as the number has.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let n = std::hint::black_box(32u32);
    let y = unsafe { 1i32.unchecked_shl(n) }; //~ branch-on-poison
    if y > 0 { 1 } else { 0 }
}
