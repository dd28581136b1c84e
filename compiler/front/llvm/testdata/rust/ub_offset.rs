// A pointer that is moved out of its allocation.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let a = [1u8; 4];
    let p = a.as_ptr();
    let q = unsafe { p.add(std::hint::black_box(6)) }; //~ branch-on-poison
    q.is_null() as i32
}
