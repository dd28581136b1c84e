// Nothing of the libraries but core: a state machine over bytes, and printf of C.
#![no_main]
#![no_std]
use core::ffi::{c_char, c_int};
#[link(name = "c")]
unsafe extern "C" { fn printf(format: *const c_char, ...) -> c_int; }
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
#[derive(PartialEq, Clone, Copy)]
enum State { Space, Word, Number, Mark }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let text = b"let x1 = (12+3)*4; // end";
    let (mut words, mut numbers, mut marks) = (0i32, 0i32, 0i32);
    let mut state = State::Space;
    for &b in text {
        let next = match b { b'0'..=b'9' if matches!(state, State::Word) => State::Word, b'0'..=b'9' => State::Number, b'a'..=b'z' => State::Word, b' ' => State::Space, _ => State::Mark };
        if next != state || next == State::Mark {
            match next { State::Word => words += 1, State::Number => numbers += 1, State::Mark => marks += 1, State::Space => {} }
        }
        state = next;
    }
    unsafe { printf(c"%d words, %d numbers, %d marks\n".as_ptr(), words, numbers, marks); }
    words
}
