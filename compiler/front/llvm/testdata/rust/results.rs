// Errors: the question mark, conversion of errors, a trait object of an error.
#![no_main]
use std::error::Error;
use std::fmt;
#[derive(Debug)]
struct Zero;
impl fmt::Display for Zero { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "division by {}", 0) } }
impl Error for Zero {}
fn ratio(s: &str) -> Result<i32, Box<dyn Error>> {
    let (a, b) = s.split_once(',').ok_or("no comma")?;
    let (a, b): (i32, i32) = (a.parse()?, b.parse()?);
    if b == 0 { return Err(Box::new(Zero)); }
    Ok(a * 100 / b)
}
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    for s in ["4,5", "4,x", "", "9,0"] {
        match ratio(s) { Ok(r) => println!("{s:?} {r}"), Err(e) => println!("{s:?} error: {e}") }
    }
    0
}
