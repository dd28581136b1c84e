package verb

// moreMistakes are what nobody had tried when the first were written down, in the same form.
var moreMistakes = []mistaken{
	{twoOf, "tuffy-interp --entry f --args [1.5,null] DIR/a.tir", 65, `error: --args:1:2: argument "1.5": expected an integer, true, false, null, "poison", [fields], or an object with one of the keys f64, ptr, symbol, addr, bytes
`},
	{twoOf, "tuffy-interp --entry f --args [1,] DIR/a.tir", 65, `error: --args:1:4: invalid character ']' looking for beginning of value: the comma before it is too many
`},
	{twoOf, "tuffy-interp --entry f --args [1,'x'] DIR/a.tir", 65, `error: --args:1:4: invalid character '\'' looking for beginning of value: strings take double quotes
`},
	{twoOf, "tuffy-interp --entry f --args 1,2 DIR/a.tir", 65, `error: --args:1:1: input "1,2": expected a list of arguments, or an object with the keys args and buffers
`},
	{twoOf, "tuffy-interp --entry f --args [1,{\"pointer\":0}] DIR/a.tir", 65, `error: --args:1:4: argument key "pointer": expected one of bf16, f16, f32, f64, f80, f128, ptr, symbol, addr, bytes
`},
	{twoOf, "tuffy-interp --entry f --args [1,{\"ptr\":\"a\"}] DIR/a.tir", 65, `error: --args:1:4: ptr: expected the number of a buffer, not "a"
`},
	{twoOf, "tuffy-interp --entry f --args [1,{\"ptr\":-1}] DIR/a.tir", 65, `error: --args:1:4: argument 1: there is no buffer -1: give the memory as {"args": […], "buffers": [{"bytes": "2a00"}]}
`},
	{twoOf, "tuffy-interp --entry f --args [1,{\"ptr\":0,\"offset\":\"x\"}] DIR/a.tir", 65, `error: --args:1:4: offset: expected a whole number of 64 bits, not "x"
`},
	{twoOf, "tuffy-interp --entry f --args {\"arg\":[1]} DIR/a.tir", 65, `error: --args:1:2: unknown key "arg": expected args, buffers, data, fail_alloc, seed
`},
	{twoOf, "tuffy-interp --entry f --args {\"args\":[1,{\"ptr\":0}],\"buffers\":[{\"bytes\":\"zz\"}]} DIR/a.tir", 65, `error: --args:1:43: buffer 0: byte "zz": expected two hexadecimal digits, __, ?? or &BUFFER+OFFSET
`},
	{twoOf, "tuffy-interp --entry f --args {\"args\":[1,{\"ptr\":0}],\"buffers\":[{\"bytes\":\"00\",\"align\":3}]} DIR/a.tir", 65, `error: --args:1:56: buffer 0: alignment 3 is no power of two up to 2^20
`},
	{twoOf, "tuffy-interp --entry f --args [1,null]x DIR/a.tir", 65, `error: --args:1:9: more text after the input
`},
	{mixedOf, "tuffy-interp --entry g --args [1,true,[1,2]] DIR/a.tir", 65, `error: --args:1:10: argument 2: field 0: 1 is no value of type byte(1): write {"bytes": "2a 00"}
`},
	{mixedOf, "tuffy-interp --entry g --args [{\"f64\":\"abc\"},true,{\"bytes\":\"0102\"}] DIR/a.tir", 65, `error: --args:1:2: argument 0: f64 literal "abc": not a number; write a decimal, 0x1.8p3, inf, nan or the bits in hexadecimal
`},
	{mixedOf, "tuffy-interp --entry g --args [{\"f32\":\"1\"},true,{\"bytes\":\"0102\"}] DIR/a.tir", 65, `error: --args:1:2: argument 0: expected {"f64": "bits or decimal"}
`},
	{mixedOf, "tuffy-interp --entry g --args [{\"f64\":\"1\"},1,{\"bytes\":\"0102\"}] DIR/a.tir", 65, `error: --args:1:14: argument 1: 1 is no value of type bool: write true or false
`},
	{"", "tuffy-interp --input DIR/a.tir DIR/a.tir", 65, `error: DIR/a.tir:1:1: input "": expected a list of arguments, or an object with the keys args and buffers
`},
	{mainOf, "tuffy-interp --extern malloc DIR/a.tir", 64, `error: --extern malloc: expected the name of a function and what it does, as in name:havoc
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --extern malloc:havoc DIR/a.tir", 64, `error: --extern malloc:havoc: malloc is a host function, which always does what 'explain host malloc' says
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --mem-limit 1GB DIR/a.tir", 64, `error: --mem-limit 1GB: expected a whole number of bytes, as in 1073741824
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --time 5 DIR/a.tir", 64, `error: --time 5: expected a duration such as 30s, 5m or 1h30m
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --entry main() DIR/a.tir", 65, `error: DIR/a.tir: there is no function @"main()" to run; choose one with --entry: @main
`},
	{mainOf, "tuffy-interp -entry main DIR/a.tir", 64, `error: unknown flag -entry; did you mean --entry?
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --freeze one DIR/a.tir", 64, `error: --freeze one: expected zero or random:SEED
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --vscale 3 DIR/a.tir", 64, `error: --vscale 3: expected a power of two from 1 to 65536
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --max-depth -1 DIR/a.tir", 64, `error: --max-depth is -1, expected at least 1
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --leaks=no DIR/a.tir", 64, `error: --leaks no: expected list or fail
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --track v4 DIR/a.tir", 64, `error: --track v4: expected the number of an allocation, such as 4 or alloc4
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp --trace=@f,add DIR/a.tir", 65, `error: --trace @f: there is no such function
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 5
    v1:s32 = add v0 v0
    ret v1
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:4:21: the end of the line expected, found v0 (a comma stands between operands)
      v1:s32 = add v0 v0
                      ^
`},
	{`func @main() -> int:s32 {
    v0:s32 = iconst 5
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:2:5: instruction outside a block (write a label such as bb0: before it)
      v0:s32 = iconst 5
      ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 5,
    return v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:22: the end of the line expected, found ,
      v0:s32 = iconst 5,
                       ^
DIR/a.tir:4:5: unknown instruction return (did you mean ret?)
      return v0
      ^
`},
	{`func @main() -> int:s32 {
  bb0(v0: mem):
    v1 = call @puts("hi"), v0
    ret v1
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:15: a value such as v0 expected, found @puts (an address is an instruction: v9 = symbol_addr @puts)
      v1 = call @puts("hi"), v0
                ^
`},
	{`data @x = 5
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:1:11: a string, zero N, uninit N or {pieces} expected, found 5 (a number is its bytes: "\x05\x00\x00\x00")
  data @x = 5
            ^
`},
	{`func @main() -> int:s32 {
  bb0(v0: mem):
    v1 = symbol_addr @x
    v2 = load v1, v0
    ret v2, v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:4:10: load lacks a number of bytes (write load.BYTES)
      v2 = load v1, v0
           ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0 = iconst 1
    br bb1(v0)
  bb1(v1):
    ret v1
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:5:9: block argument v1 has no type: write v1: type
    bb1(v1):
          ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0 = iconst 1
    brif v0, bb1, bb1
  bb1:
    ret v0
}
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:4:5: @main, bb0: operand 1 of brif is int, not bool: icmp or int_to_bool makes a truth value
      brif v0, bb1, bb1
      ^
`},
	{`func @main() -> int {
  bb0:
    v0 = bconst true
    v1 = and v0, v0
    ret v1
}
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:4:5: @main, bb0: operand 1 of and is bool, not int: band takes truth values
      v1 = and v0, v0
      ^
DIR/a.tir:4:5: @main, bb0: operand 2 of and is bool, not int: band takes truth values
      v1 = and v0, v0
      ^
`},
	{`func @main() -> int {
  bb0:
    v0 = fconst.f64 1.5
    v1 = add v0, v0
    ret v1
}
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:4:5: @main, bb0: operand 1 of add is f64, not int: fadd takes floats
      v1 = add v0, v0
      ^
DIR/a.tir:4:5: @main, bb0: operand 2 of add is f64, not int: fadd takes floats
      v1 = add v0, v0
      ^
`},
	{`func @main() -> void {
  bb0:
    ret
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:1:17: unknown type void (a function without results has no arrow)
  func @main() -> void {
                  ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0 = fconst 1.5
    v1 = icmp v0, v0
    v2 = iconst 0x
    ret v2
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:10: fconst lacks a float type (write fconst.f32)
      v0 = fconst 1.5
           ^
DIR/a.tir:4:10: icmp lacks an integer predicate (write icmp.eq|ne|lt|le|gt|ge)
      v1 = icmp v0, v0
           ^
DIR/a.tir:5:17: 0x is no integer
      v2 = iconst 0x
                  ^
`},
	{`func @main() -> int:s32 {
  bb0:
    v0 = sdiv v1, v2
    v3 = phi v1, v2
    ret v0
}
`, "tuffy-interp DIR/a.tir", 65, `DIR/a.tir:3:10: unknown instruction sdiv (did you mean tdiv?)
      v0 = sdiv v1, v2
           ^
DIR/a.tir:4:10: unknown instruction phi (a block takes arguments: bb1(v5: int), and br gives them: br bb1(v4))
      v3 = phi v1, v2
           ^
`},
	{mainOf, "tuffy DIR/a.tir -o", 64, `error: --output needs a value: a FILE
run 'tuffy --help' for usage
`},
	{mainOf, "tuffy --run=foo DIR/a.tir", 64, `error: --run foo: expected interp, sim or native
run 'tuffy --help' for usage
`},
	{mainOf, "tuffy opt --passes dce,,gvn DIR/a.tir", 64, `error: --passes: a word is empty: a comma is too many
run 'tuffy opt --help' for usage
`},
	{mainOf, "tuffy opt -O DIR/a.tir", 64, `error: --optimize DIR/a.tir: expected 0, 1, 2, 3, s or fast
run 'tuffy opt --help' for usage
`},
	{mainOf, "tuffy fmt -w --check DIR/a.tir", 64, `error: --write and --check exclude each other
run 'tuffy fmt --help' for usage
`},
	{mainOf, "tuffy sim DIR/a.tir", 65, `error: DIR/a.tir: sim: no ELF file: want an executable, such as a linker makes with -static; tuffy --run=sim takes a program in Tuffy IR
`},
	{mainOf, "tuffy -o DIR DIR/a.tir", 65, `error: cannot write the output: DIR is a directory
`},
	{mainOf, "tuffy-reduce --ub 99 DIR/a.tir -o DIR/x", 64, `error: --ub 99: expected a word such as branch-on-poison, TUF-UB-001, switch-on-poison
run 'tuffy-reduce --help' for usage
`},
	{mainOf, "tuffy-reduce --ub 12 -o DIR/x", 64, `error: expected 1 input file, got 0
run 'tuffy-reduce --help' for usage
`},
	{mainOf, "tuffy-fuzz run --out DIR/a.tir", 65, `error: mkdir DIR/a.tir: not a directory
`},
	{mainOf, "tuffy-fuzz run --out DIR/o --checks nope", 64, `error: --checks nope: expected a word such as engines, normal, tools
run 'tuffy-fuzz run --help' for usage
`},
	{mainOf, "tuffy-replay --trace DIR/a.tir --input DIR/a.tir", 65, `error: DIR/a.tir:1: expected the header of a trace, which tuffy opt --trace=FILE writes: invalid character 'u' in literal false (expecting 'a')
`},
	{mainOf, "tuffy-interp explain a b c", 64, `error: expected a topic, or host and a function, got 3 words
run 'tuffy-interp explain --help' for usage
`},
	{mainOf, "tuffy-interp explain host strtoll2", 65, `error: there is no host function @strtoll2; 'explain host' lists them, and docs/reference/host.md says why others are left out; did you mean @strtoll?
`},
	{mainOf, "tuffy-interp explain a b", 64, `error: expected one topic, got 2: a b
run 'tuffy-interp explain --help' for usage
`},
}

const mixedOf = `func @g(f64, bool, [byte(1); 2]) -> f64 {
  bb0:
    v0 = param 0
    ret v0
}
`

// thirdMistakes are those of the wrong tool, of folders, and of texts that are something else, at every command.
var thirdMistakes = []mistaken{
	{"\ufeff" + mainOf, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \xef\xbb\xbf
  \xef\xbb\xbffunc @main() -> int:s32 {
  ^
DIR/a.tir: the file starts with a byte order mark: save it as UTF-8 without one
`},
	{"\ufeff" + mainOf, "tuffy fmt DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \xef\xbb\xbf
  \xef\xbb\xbffunc @main() -> int:s32 {
  ^
DIR/a.tir: the file starts with a byte order mark: save it as UTF-8 without one
`},
	{"\ufeff" + mainOf, "tuffy-fuzz check DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \xef\xbb\xbf
  \xef\xbb\xbffunc @main() -> int:s32 {
  ^
DIR/a.tir: the file starts with a byte order mark: save it as UTF-8 without one
`},
	{"\x7fELF\x02\x00", "tuffy verify DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \x7f
  \x7fELF\x02\x00
  ^
DIR/a.tir: the file is binary and no text
`},
	{"\x7fELF\x02\x00", "tuffy-replay bisect DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \x7f
  \x7fELF\x02\x00
  ^
DIR/a.tir: the file is binary and no text
`},
	{"int main(void) { return 0; }\n", "tuffy fmt --check DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found int
  int main(void) { return 0; }
  ^
DIR/a.tir: the file looks like C: name it .c, and it is compiled; docs/spec/README.md describes Tuffy IR
`},
	{"", "tuffy verify DIR/a.tir", 0, "1 file verifies\n"},
	{"", "tuffy DIR/a.tir -o DIR/x", 65, "error: DIR/a.tir: there is no function @main to start a program with; -c makes an object without one\n"},
	{"", "tuffy-replay report DIR/a.tir", 65, "error: DIR/a.tir:1: an empty file: expected a trace\n"},
	{"", "tuffy sim DIR/a.tir", 65, "error: DIR/a.tir: sim: the ELF file is cut off, or none; tuffy --run=sim takes a program in Tuffy IR\n"},
	{mainOf, "tuffy verify DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy fmt -w DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy opt DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy sim DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-interp --input DIR DIR/a.tir", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-interp --differential DIR/a.tir DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-replay report DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-replay diff DIR DIR/a.tir", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-fuzz check DIR", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-reduce --ub 12 DIR -o DIR/x", 65, "error: DIR is a directory: name a file in it\n"},
	{mainOf, "tuffy-reduce --ub 12 DIR/a.tir -o DIR", 65, "error: cannot write the output: DIR is a directory\n"},
	{"\ufeff[]", "tuffy-interp --input DIR/a.tir DIR/a.tir", 65, `DIR/a.tir:1:1: func, extern func, data, asm or debug expected, found \xef\xbb\xbf
  \xef\xbb\xbf[]
  ^
DIR/a.tir: the file starts with a byte order mark: save it as UTF-8 without one
`},
	{twoOf, "tuffy-interp --entry f --args \ufeff[1,null] DIR/a.tir", 65, "error: --args:1:1: the text starts with a byte order mark: save it as UTF-8 without one\n"},
	{mainOf, "tuffy-fuzz run --out DIR/o --listen nonsense", 64, `error: --listen nonsense: expected a host and a port, as in localhost:8080
run 'tuffy-fuzz run --help' for usage
`},
	{mainOf, "tuffy-fuzz serve DIR --listen 8080", 64, `error: --listen 8080: expected a host and a port, as in localhost:8080
run 'tuffy-fuzz serve --help' for usage
`},
	{mainOf, "tuffy explain use-after-free", 64, `error: "explain" is neither a file nor a verb; tuffy-interp explain is one
run 'tuffy --help' for usage
`},
	{mainOf, "tuffy-interp verify DIR/a.tir", 64, `error: "verify" is neither a file nor a verb; tuffy verify is one
run 'tuffy-interp --help' for usage
`},
	{mainOf, "tuffy-interp bisect DIR/a.tir", 64, `error: "bisect" is neither a file nor a verb; tuffy-replay bisect is one
run 'tuffy-interp --help' for usage
`},
	{`func @main() -> int:s32 {
  bb0:
    v0:s32 = param 0
    ret v0
}
`, "tuffy verify DIR/a.tir", 65, `DIR/a.tir:3:5: cannot infer the type of v0: the function has no parameter 0 (write the result type after the operands: -> type)
      v0:s32 = param 0
      ^
`},
	{mainOf + "garbage\n", "tuffy verify DIR/a.tir", 65, `DIR/a.tir:6:1: func, extern func, data, asm or debug expected, found garbage
  garbage
  ^
`},
	{mainOf, "tuffy-replay --trace DIR/a.tir --input DIR/a.tir --only 3", 64, `error: unknown flag --only; did you mean --only-function?
run 'tuffy-replay --help' for usage
`},
}
