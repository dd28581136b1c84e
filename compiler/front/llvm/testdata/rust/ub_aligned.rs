// A number is read at an address that is not aligned.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let a = [0u64; 2];
    let p = unsafe { a.as_ptr().cast::<u8>().add(1).cast::<u32>() };
    (unsafe { *p }) as i32 //~ misaligned
}
