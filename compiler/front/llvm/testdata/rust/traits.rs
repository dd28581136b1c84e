// Trait objects: dispatch, a default method, a supertrait, Any.
#![no_main]
use std::any::Any;
trait Named { fn name(&self) -> String; }
trait Shape: Named { fn area(&self) -> u32; fn as_any(&self) -> &dyn Any; fn twice(&self) -> u32 { 2 * self.area() } }
struct Square(u32);
struct Rect(u32, u32);
impl Named for Square { fn name(&self) -> String { format!("square {}", self.0) } }
impl Named for Rect { fn name(&self) -> String { "rect".to_string() } }
impl Shape for Square { fn area(&self) -> u32 { self.0 * self.0 } fn as_any(&self) -> &dyn Any { self } }
impl Shape for Rect { fn area(&self) -> u32 { self.0 * self.1 } fn as_any(&self) -> &dyn Any { self } fn twice(&self) -> u32 { self.0 } }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let all: Vec<Box<dyn Shape>> = vec![Box::new(Square(3)), Box::new(Rect(2, 5)), Box::new(Square(1))];
    for s in &all { println!("{} {} {}", s.name(), s.area(), s.twice()); }
    let n = all.iter().filter(|s| s.as_any().downcast_ref::<Square>().is_some()).count();
    n as i32
}
