// Stable sorting by keys of many values, deduplication, partitions.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut x = 12345u32;
    let mut v: Vec<(u32, u32)> = (0..200).map(|i| { x = x.wrapping_mul(1664525).wrapping_add(1013904223); (x >> 27, i) }).collect();
    v.sort_by_key(|p| p.0);
    let stable = v.windows(2).all(|w| w[0].0 < w[1].0 || w[0].0 == w[1].0 && w[0].1 < w[1].1);
    let mut keys: Vec<u32> = v.iter().map(|p| p.0).collect();
    keys.dedup();
    let (even, odd): (Vec<u32>, Vec<u32>) = keys.iter().partition(|k| **k % 2 == 0);
    v.select_nth_unstable_by_key(100, |p| p.1);
    println!("{stable} {} {} {} {:?} {}", keys.len(), even.len(), odd.len(), v[0].1 < 101, v[100].1);
    0
}
