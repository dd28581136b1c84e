// The address of a variable whose block has ended.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p: *const u64;
    {
        let x = std::hint::black_box(9u64);
        p = &x;
    }
    (unsafe { *p }) as i32 //~ branch-on-poison
}
