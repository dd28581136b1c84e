// Closures: by move, boxed, that return closures, that change what they hold.
#![no_main]
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C { move |x| g(f(x)) }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut count = 0;
    let mut bump = |by: i32| { count += by; count };
    bump(3);
    bump(4);
    let adders: Vec<Box<dyn Fn(i32) -> i32>> = (1..4).map(|k| Box::new(move |x| x * k + 1) as Box<dyn Fn(i32) -> i32>).collect();
    let all = adders.iter().fold(2, |x, f| f(x));
    let both = compose(|x| x + 1, |x: i32| x.to_string());
    let once: Box<dyn FnOnce() -> String> = Box::new(move || both(41));
    println!("{count} {all} {}", once());
    0
}
