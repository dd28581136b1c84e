// A bool of a byte that is neither 0 nor 1.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let b = std::hint::black_box(3u8);
    let t: bool = unsafe { std::mem::transmute(b) }; //~ unreachable-reached
    if t { 1 } else { 0 }
}
