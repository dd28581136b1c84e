// Floating point: formatting, parsing, rounding, classes, total order.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let v = [0.1f64 + 0.2, -0.0, 1e300 * 1e10, f64::NAN, 5e-324, 1.0 / 3.0];
    for x in v { println!("{x} {x:?} {x:.3} {:?} {}", x.classify(), x.to_bits() >> 52); }
    let mut w = [2.5f32, -1.5, f32::INFINITY, 0.5];
    w.sort_by(|a, b| a.total_cmp(b));
    println!("{w:?} {:?} {} {}", "3.25e-3".parse::<f64>(), 2.5f64.round_ties_even(), 7.0f64.mul_add(2.0, 0.5));
    0
}
