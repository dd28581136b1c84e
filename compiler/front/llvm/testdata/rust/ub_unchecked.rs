// An addition that was said not to overflow.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let x = std::hint::black_box(i32::MAX);
    let y = unsafe { x.unchecked_add(1) }; //~ branch-on-poison
    if y > 0 { 1 } else { 0 }
}
