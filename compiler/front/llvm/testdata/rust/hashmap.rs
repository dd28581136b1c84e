// A hash map that counts words, with removal and growth.
#![no_main]
use std::collections::HashMap;
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let text = "the quick fox and the lazy dog and the end";
    let mut m: HashMap<&str, u32> = HashMap::new();
    for w in text.split(' ') { *m.entry(w).or_insert(0) += 1; }
    m.remove("fox");
    let mut n: HashMap<u64, u64> = HashMap::with_capacity(2);
    for i in 0..40 { n.insert(i * 7919, i); }
    n.retain(|_, v| *v % 3 == 0);
    let mut v: Vec<_> = m.into_iter().collect();
    v.sort();
    for (k, c) in v { println!("{k} {c}"); }
    println!("{} {:?}", n.len(), n.get(&(9 * 7919)));
    0
}
