// A vector whose length was set to more than was written.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut v: Vec<u32> = Vec::with_capacity(4);
    v.push(1);
    unsafe { v.set_len(3); }
    let mut s = 0;
    for x in &v {
        s += *x; //~ branch-on-poison
    }
    s as i32
}
