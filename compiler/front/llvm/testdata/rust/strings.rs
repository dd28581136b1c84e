// Strings: UTF-8, splitting, replacing, parsing, formatting with widths.
#![no_main]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let s = String::from("grüße, 世界; tuffy=42; x = -7");
    let upper: String = s.chars().rev().filter(|c| c.is_alphabetic()).collect();
    let mut sum = 0i64;
    for part in s.split(';') {
        if let Some((k, v)) = part.split_once('=') {
            sum += v.trim().parse::<i64>().unwrap_or(0) * k.trim().len() as i64;
        }
    }
    println!("{upper} {sum} {:>8}|{:<6}|{:^7}|{:#06x}|{:e}", s.replace("ü", "ue").len(), "ab", 'c', 255, 1234.5);
    println!("{:?} {:?} {:?}", "a\tb\u{e9}", s.find('世'), "12x".parse::<u8>().is_err());
    0
}
