// Enums with data, matching with guards and bindings, niches, transparent options.
#![no_main]
#[derive(Debug)]
enum Expr { Num(i64), Add(Box<Expr>, Box<Expr>), Mul(Box<Expr>, Box<Expr>), Neg(Box<Expr>) }
impl Expr {
    fn eval(&self) -> i64 {
        match self { Expr::Num(n) => *n, Expr::Add(a, b) => a.eval() + b.eval(), Expr::Mul(a, b) => a.eval() * b.eval(), Expr::Neg(a) => -a.eval() }
    }
}
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let e = Expr::Add(Box::new(Expr::Num(4)), Box::new(Expr::Mul(Box::new(Expr::Num(-3)), Box::new(Expr::Neg(Box::new(Expr::Num(5)))))));
    println!("{} {:?}", e.eval(), e);
    let sizes = [size_of::<Option<Box<u8>>>(), size_of::<Option<bool>>(), size_of::<Option<char>>(), size_of::<Result<u8, u16>>()];
    println!("{sizes:?}");
    for x in [-5i64, 0, 3, 12, 100] {
        print!("{} ", match x { i64::MIN..=-1 => "neg", 0 => "zero", n @ 1..=9 if n % 2 == 1 => "odd", 1..=9 => "digit", n if n > 50 => "big", _ => "more" });
    }
    println!();
    0
}
