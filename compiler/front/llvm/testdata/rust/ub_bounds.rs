// An index that nothing checks, behind the end of a vector.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let v = vec![1, 2, 3];
    let i = std::hint::black_box(3);
    unsafe { *v.get_unchecked(i) } //~ unreachable-reached
}
