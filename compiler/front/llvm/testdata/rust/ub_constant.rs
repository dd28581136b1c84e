// A static that cannot be changed is written.
#![no_main]
static TABLE: [u32; 3] = [1, 2, 3];
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let p = &raw const TABLE as *mut [u32; 3];
    unsafe { (*p)[1] = 7; } //~ write-to-constant
    TABLE[1] as i32
}
