// The order in which values are dropped: locals, fields, temporaries, a vector that is truncated.
#![no_main]
struct Loud(&'static str);
impl Drop for Loud { fn drop(&mut self) { println!("drop {}", self.0); } }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let _a = Loud("a");
    let mut v = vec![Loud("v0"), Loud("v1"), Loud("v2")];
    v.truncate(1);
    {
        let _pair = (Loud("x"), Loud("y"));
        let _ = Loud("temporary");
        println!("inner");
    }
    let moved = v;
    std::mem::forget(Loud("never"));
    drop(moved);
    println!("end");
    0
}
