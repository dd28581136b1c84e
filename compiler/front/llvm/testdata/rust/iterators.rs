// Iterator adapters: zip, scan, flat_map, peekable, step_by, fold, take_while.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let squares = (1..=10u64).map(|x| x * x);
    let odd: Vec<u64> = squares.clone().filter(|x| x % 2 == 1).collect();
    let running: Vec<u64> = squares.clone().scan(0, |s, x| { *s += x; Some(*s) }).take_while(|&s| s < 200).collect();
    let pairs: u64 = odd.iter().zip(running.iter()).map(|(a, b)| a * b).sum();
    let flat: Vec<char> = ["ab", "c", "def"].iter().flat_map(|s| s.chars()).collect();
    let mut p = flat.iter().peekable();
    let mut groups = 0;
    while let Some(c) = p.next() {
        if p.peek().is_some_and(|d| **d as u32 == *c as u32 + 1) { groups += 1; }
    }
    let steps = (0..50).step_by(7).fold(String::new(), |s, x| s + &x.to_string());
    println!("{odd:?} {running:?} {pairs} {groups} {steps} {:?}", squares.max());
    0
}
