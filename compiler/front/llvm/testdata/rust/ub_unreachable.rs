// Code that was said to be unreachable.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let n = std::hint::black_box(4);
    match n {
        0..=3 => n,
        _ => unsafe { std::hint::unreachable_unchecked() }, //~ unreachable-reached
    }
}
