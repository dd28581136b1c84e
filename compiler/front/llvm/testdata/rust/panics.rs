// Checked arithmetic that overflows: a panic, which ends the program.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut x = std::hint::black_box(1i32);
    for i in 1..40 {
        println!("{x}");
        x *= 7 * i;
    }
    x
}
