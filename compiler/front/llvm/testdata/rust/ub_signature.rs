// A function pointer of another type than the function.
#![no_main]
#[inline(never)]
fn one(x: u32) -> u32 { x + 1 }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let f: fn(u32, u32) -> u32 = unsafe { std::mem::transmute(one as fn(u32) -> u32) };
    f(1, 2) as i32 //~ wrong-signature
}
