// A binary heap, a deque, Dijkstra's algorithm.
#![no_main]
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let edges = [(0, 1, 7), (0, 2, 9), (0, 5, 14), (1, 2, 10), (1, 3, 15), (2, 3, 11), (2, 5, 2), (3, 4, 6), (4, 5, 9u32)];
    let mut d = vec![u32::MAX; 6];
    let mut h = BinaryHeap::new();
    d[0] = 0;
    h.push(Reverse((0u32, 0usize)));
    while let Some(Reverse((c, u))) = h.pop() {
        if c > d[u] { continue; }
        for &(a, b, w) in &edges {
            for (x, y) in [(a, b), (b, a)] {
                if x == u && c + w < d[y] { d[y] = c + w; h.push(Reverse((d[y], y))); }
            }
        }
    }
    let mut q: VecDeque<u32> = d.iter().copied().collect();
    q.rotate_left(2);
    q.push_front(99);
    println!("{d:?} {q:?} {:?}", q.iter().rev().position(|&x| x == 0));
    0
}
