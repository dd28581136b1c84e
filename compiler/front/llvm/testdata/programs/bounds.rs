// Reads behind the end of a slice where nothing checks it; the report names the line.
fn pick(v: &[u32], i: usize) -> u32 {
    unsafe { *v.get_unchecked(i) }
}
fn main() {
    let v = [1u32, 2, 3];
    std::process::exit(pick(&v, 3) as i32);
}
