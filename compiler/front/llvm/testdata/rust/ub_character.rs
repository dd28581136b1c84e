// A char beyond the last one.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let n = std::hint::black_box(0x11_0000u32);
    let c = unsafe { char::from_u32_unchecked(n) }; //~ unreachable-reached
    let all = [c; 2];
    all[1].len_utf8() as i32
}
