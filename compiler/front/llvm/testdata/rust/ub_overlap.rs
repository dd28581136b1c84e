// A copy of ranges that overlap, which was said not to.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut a = [1u8, 2, 3, 4, 5];
    let p = a.as_mut_ptr();
    unsafe { std::ptr::copy_nonoverlapping(p, p.add(1), std::hint::black_box(3)); } //~ overlapping-memcpy
    a[4] as i32
}
