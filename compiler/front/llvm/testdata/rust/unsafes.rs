// Unsafe code that is right: raw parts, unions, MaybeUninit, transmute, pointers that move.
#![no_main]
use std::mem::MaybeUninit;
union Bits { f: f32, i: u32 }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut v: Vec<u16> = Vec::with_capacity(8);
    unsafe {
        let p = v.as_mut_ptr();
        for i in 0..5 { p.add(i).write((i * i) as u16); }
        v.set_len(5);
    }
    let u = Bits { f: 1.5 };
    let mut a: [MaybeUninit<u32>; 4] = [const { MaybeUninit::uninit() }; 4];
    for (i, x) in a.iter_mut().enumerate() { x.write(i as u32 + 10); }
    let a: [u32; 4] = unsafe { std::mem::transmute(a) };
    let (p, n, c) = { let mut v = std::mem::ManuallyDrop::new(v); (v.as_mut_ptr(), v.len(), v.capacity()) };
    let v = unsafe { Vec::from_raw_parts(p, n, c) };
    let s = unsafe { std::slice::from_raw_parts(v.as_ptr().cast::<u8>(), 4) };
    let b = Box::into_raw(Box::new(77u64));
    let x = unsafe { *b + (*Box::from_raw(b)) };
    println!("{v:?} {:#x} {a:?} {s:?} {x} {}", unsafe { u.i }, unsafe { a.as_ptr().add(3).offset_from(a.as_ptr().add(1)) });
    0
}
