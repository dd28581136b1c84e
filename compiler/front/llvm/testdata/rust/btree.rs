// An ordered map and set: ranges, splitting off, the first and the last.
#![no_main]
use std::collections::{BTreeMap, BTreeSet};
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut m = BTreeMap::new();
    for i in 0..60u32 { m.insert(i * 37 % 61, i); }
    let tail = m.split_off(&40);
    let sum: u32 = m.range(10..20).map(|(_, v)| v).sum();
    let s: BTreeSet<u32> = tail.values().copied().filter(|v| v % 2 == 0).collect();
    println!("{} {} {sum} {:?} {:?} {:?}", m.len(), tail.len(), m.first_key_value(), tail.last_key_value(), s.iter().next());
    0
}
