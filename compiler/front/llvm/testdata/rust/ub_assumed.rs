// An assertion that does not hold.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let v = [1, 2, 3];
    let n = std::hint::black_box(v.len());
    unsafe { std::hint::assert_unchecked(n < 3) }; //~ unreachable-reached
    v[n - 1]
}
