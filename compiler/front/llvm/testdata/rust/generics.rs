// Generic functions and types: constants as parameters, associated types, operators.
#![no_main]
use std::ops::{Add, Mul};
#[derive(Clone, Copy)]
struct Matrix<T, const N: usize>([[T; N]; N]);
impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>, const N: usize> Mul for Matrix<T, N> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let mut r = [[T::default(); N]; N];
        for i in 0..N { for j in 0..N { for k in 0..N { r[i][j] = r[i][j] + self.0[i][k] * o.0[k][j]; } } }
        Matrix(r)
    }
}
struct Stack<T, const N: usize> { items: [Option<T>; N], n: usize }
impl<T: Copy, const N: usize> Stack<T, N> {
    fn new() -> Self { Stack { items: [None; N], n: 0 } }
    fn push(&mut self, x: T) -> bool { if self.n == N { return false; } self.items[self.n] = Some(x); self.n += 1; true }
    fn pop(&mut self) -> Option<T> { self.n = self.n.checked_sub(1)?; self.items[self.n].take() }
}
fn largest<T: PartialOrd + Copy>(v: &[T]) -> Option<T> { let mut it = v.iter().copied(); let mut m = it.next()?; for x in it { if x > m { m = x; } } Some(m) }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let a = Matrix([[1i64, 2], [3, 4]]);
    let b = Matrix([[0i64, 1], [1, 1]]);
    let mut p = a;
    for _ in 0..10 { p = p * b; }
    let mut s = Stack::<u8, 3>::new();
    let pushed: Vec<bool> = (1..=4).map(|x| s.push(x)).collect();
    println!("{:?} {pushed:?} {:?} {:?}", p.0, s.pop(), largest(&[2.5, -1.0, 9.25]));
    0
}
