// An enum of a number that is none of its variants.
#![no_main]
#[repr(u8)]
#[derive(Clone, Copy)]
#[allow(dead_code)]
enum Color { Red = 1, Green, Blue }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let n = std::hint::black_box(7u8);
    let c: Color = unsafe { std::mem::transmute(n) }; //~ unreachable-reached
    match c { Color::Red => 1, Color::Green => 2, Color::Blue => 3 }
}
