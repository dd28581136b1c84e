// Slices: windows, chunks, splitting, binary search, sorting, copying.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut v = [9u32, 4, 7, 1, 8, 2, 6, 3, 5, 0];
    let windows: u32 = v.windows(3).map(|w| w[0] * w[2]).sum();
    let chunks: Vec<u32> = v.chunks(4).map(|c| c.iter().sum()).collect();
    let (a, b) = v.split_at_mut(5);
    a.swap_with_slice(b);
    v.sort_unstable();
    let at = v.binary_search(&7);
    let mut w = [0u32; 4];
    w.copy_from_slice(&v[3..7]);
    w.rotate_left(1);
    println!("{windows} {chunks:?} {at:?} {w:?} {:?}", v.iter().rev().take(3).collect::<Vec<_>>());
    0
}
