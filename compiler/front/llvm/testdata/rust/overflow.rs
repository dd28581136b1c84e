// Arithmetic that wraps, saturates, is checked or overflows openly.
#![no_main]
use std::hint::black_box;
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let (a, b) = (black_box(i32::MAX), black_box(-7i32));
    println!("{} {:?} {:?} {}", a.wrapping_add(9), a.checked_mul(2), a.overflowing_sub(b), b.saturating_sub(i32::MAX));
    println!("{} {} {} {:?}", b.rem_euclid(4), b.div_euclid(4), b.unsigned_abs(), i8::try_from(black_box(200i32)));
    println!("{} {} {} {}", (b as u8), (black_box(300u32) as u8 as char), (black_box(-1.5f64) as u32), black_box(f32::NAN) as i16);
    println!("{} {} {}", u64::MAX.count_ones(), black_box(40u8).rotate_left(3), black_box(0u16).leading_zeros());
    println!("{}", black_box(u128::MAX) / 1_000_000_007);
    0
}
