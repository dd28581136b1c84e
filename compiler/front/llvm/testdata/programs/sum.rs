// Slices, iterators, a vector, a trait object, checked arithmetic; what it finds is its exit status.
trait Shape { fn area(&self) -> u32; }
struct Square(u32);
struct Pair(u32, u32);
impl Shape for Square { fn area(&self) -> u32 { self.0 * self.0 } }
impl Shape for Pair { fn area(&self) -> u32 { self.0.saturating_mul(self.1) } }
fn total(v: &[i32]) -> i32 { v.iter().map(|x| x * 2).filter(|x| x % 3 != 0).sum() }
fn main() {
    let mut v: Vec<i32> = Vec::new();
    for i in 1..8 { v.push(i); }
    v.swap(0, 6);
    let shapes: [Box<dyn Shape>; 2] = [Box::new(Square(3)), Box::new(Pair(2, 5))];
    let area: u32 = shapes.iter().map(|s| s.area()).sum();
    std::process::exit(total(&v) + area as i32 + v[0]);
}
