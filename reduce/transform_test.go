package reduce

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// body makes a program of one function without parameters that returns an int.
func body(s string) string { return "func @main() -> int {\n" + s + "}\n" }

const ifElse = `  bb0:
    v0 = iconst 5
    v1 = bconst true
    brif v1, bb1, bb2

  bb1:
    br bb3(v0)

  bb2:
    v4 = iconst 9
    br bb3(v4)

  bb3(v6: int):
    ret v6
`

const counting = `  bb0:
    v0 = iconst 0
    br bb1(v0)

  region loop {
    bb1(v2: int):
      v3 = iconst 4
      v4 = add v2, v3
      v5 = icmp.lt v4, v3
      brif v5, bb2, bb3

    bb2:
      continue v4
  }

  bb3:
    ret v4
`

const calls = `func @f(int, int) -> (int, int) {
  bb0:
    v0 = param 0
    v1 = param 1
    ret v1, v0
}

func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 1
    v2 = iconst 2
    v3 = symbol_addr @f
    v4, v5, v6 = call v3(v1, v2), v0 -> (int, int)
    ret v6, v4
}
`

const structs = "func @h(struct{int, bool}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = insertvalue v0, v1, [0]\nv3 = extractvalue v2, [0]\nv4 = extractvalue v0, [1]\nret v3\n}"

const memoryCall = "func @g() {\nbb0(v0: mem):\nv1 = stack_slot 4\nv2 = iconst 77777777777777777777\nv3 = store.4 v2, v1, v0\nret v3\n}\n" +
	"func @h() {\nbb0(v0: mem):\nv1 = symbol_addr @g\nv2 = call v1(), v0\nret v2\n}"

// pointerCall ends with a call.
const pointerCall = "func @g(int) -> int {\nbb0:\nv0 = iconst 1\nret v0\n}\nfunc @h(ptr) {\nbb0(v0: mem):\nv1 = param 0\nv2 = load.8 v1, v0 -> ptr\nv3 = iconst 3\n"

// fn makes a function of one block with a memory token.
func fn(signature, s string) string {
	return "func @h" + signature + " {\nbb0(v0: mem):\n" + s + "\n}"
}

// vectors makes a function that starts with two vectors and a mask.
func vectors(s string) string {
	return "func @h(vec<128>, vec<128>, vec<32>) -> vec<128> {\nbb0:\nv0 = param 0\nv1 = param 1\nv2 = param 2\n" + s + "\n}"
}

// transformRows have one edit of a list each; want is what the program must become. Lines are
// compared without indentation and empty lines.
var transformRows = []struct {
	name string
	edit int
	src  string
	want string
}{
	{"functions", 0, calls, "func @main() -> int {\nbb0(v0: mem):\nv1 = iconst 1\nv2 = iconst 2\nv3 = symbol_addr @f\nv4, v5, v6 = call v3(v1, v2), v0 -> (int, int)\nret v6, v4\n}"},
	{"functions", 1, "extern func @g(int)\nfunc @h() {\n bb0:\n ret\n}", "func @h() {\nbb0:\nret\n}"},
	{"bodies", 0, body(ifElse), body("bb0:\nv0 = iconst 0\nret v0\n")},
	{"data", 0, "data @d = \"abc\"\nfunc @h() {\n bb0:\n ret\n}", "func @h() {\nbb0:\nret\n}"},
	{"stop", 1, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nbrif v1, bb1, bb2\nbb1:\nunreachable\nbb2:\nv4 = iconst 9\nbr bb3(v4)\nbb3(v6: int):\nret v6\n")},
	{"stop", 0, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nunreachable\n")},
	{"return", 0, body(ifElse), body("bb0:\nv0 = iconst 0\nv1 = iconst 5\nv2 = bconst true\nret v0\n")},
	{"return values", 0, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nret v0\n")},
	{"branches", 1, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nbr bb1\nbb1:\nv3 = iconst 9\nbr bb2(v3)\nbb2(v5: int):\nret v5\n")},
	{"cases", 0, body("bb0:\nv0 = iconst 5\nswitch v0, [1: bb1, 2: bb2], bb2\nbb1:\nret v0\nbb2:\nret v0\n"), body("bb0:\nv0 = iconst 5\nswitch v0, [2: bb1], bb1\nbb1:\nret v0\n")},
	{"bypass", 0, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nbrif v1, bb2(v0), bb1\nbb1:\nv3 = iconst 9\nbr bb2(v3)\nbb2(v5: int):\nret v5\n")},
	{"dead blocks", 0, body("bb0:\nv0 = iconst 1\nret v0\nbb1:\nret v0\n"), body("bb0:\nv0 = iconst 1\nret v0\n")},
	{"dead blocks", 2, body("bb0:\nv0 = iconst 1\nret v0\nbb1:\nbr bb2\nbb2:\nbr bb1\n"), body("bb0:\nv0 = iconst 1\nret v0\n")},
	{"unloop", 0, body(counting), body("bb0:\nv0 = iconst 0\nbr bb1(v0)\nbb1(v2: int):\nv3 = iconst 4\nv4 = add v2, v3\nv5 = icmp.lt v4, v3\nbrif v5, bb2, bb3\nbb2:\nunreachable\nbb3:\nret v4\n")},
	{"flatten loops", 0, body(counting), body("bb0:\nv0 = iconst 0\nbr bb1(v0)\nbb1(v2: int):\nv3 = iconst 4\nv4 = add v2, v3\nv5 = icmp.lt v4, v3\nbrif v5, bb2, bb3\nbb2:\nbr bb1(v4)\nbb3:\nret v4\n")},
	{"flatten", 0, body("bb0:\nv0 = iconst 0\nbr bb1\nregion plain {\nbb1:\nregion_yield v0\n}\nbb2(v3: int):\nret v3\n"), body("bb0:\nv0 = iconst 0\nbr bb1\nbb1:\nbr bb2(v0)\nbb2(v3: int):\nret v3\n")},
	{"unused", 0, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v0\n"), body("bb0:\nv0 = iconst 1\nret v0\n")},
	{"to zero", 0, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 0\nv1 = iconst 1\nret v0\n")},
	{"to operand", 0, body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nv2 = sub v1, v0\nret v2\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nret v1\n")},
	{"to value", 0, body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nv2 = bconst true\nv3 = bool_to_int v2\nret v3\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nv2 = bconst true\nret v1\n")},
	{"to next constant", 0, body("bb0:\nv0 = iconst 1\nv1 = not v0\nv2 = iconst 2\nv3 = add v2, v1\nret v3\n"), body("bb0:\nv0 = iconst 2\nv1 = not v0\nv2 = add v0, v1\nret v2\n")},
	{"to observed", 0, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 77\nret v1\n")},
	{"to constant", 0, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 0\nret v1\n")},
	{"to constant", 1, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 1\nret v1\n")},
	{"to constant", 2, body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = poison -> int\nret v1\n")},
	{"merge blocks", 0, body("bb0:\nv0 = iconst 1\nbr bb1(v0)\nbb1(v2: int):\nv3 = add v2, v0\nret v3\n"), body("bb0:\nv0 = iconst 1\nv1 = add v0, v0\nret v1\n")},
	{"block arguments", 0, body("bb0:\nv0 = iconst 1\nbr bb1(v0)\nbb1(v2: int):\nret v2\n"), body("bb0:\nv0 = iconst 1\nbr bb1\nbb1:\nret v0\n")},
	{"block arguments", 0, body(ifElse), body("bb0:\nv0 = iconst 0\nv1 = iconst 5\nv2 = bconst true\nbrif v2, bb1, bb2\nbb1:\nbr bb3\nbb2:\nv5 = iconst 9\nbr bb3\nbb3:\nret v0\n")},
	{"block arguments", 0, body(counting), body("bb0:\nv0 = iconst 0\nbr bb1\nregion loop {\nbb1:\nv2 = iconst 4\nv3 = add v0, v2\nv4 = icmp.lt v3, v2\nbrif v4, bb2, bb3\nbb2:\ncontinue\n}\nbb3:\nret v3\n")},
	{"block arguments", 0, fn("(int) -> int", "v1 = param 0\nret v1, v0"), "func @h(int) -> int {\nbb0:\nv0 = param 0\nret v0\n}"},
	{"parameters", 1, calls, "func @f(int) -> (int, int) {\nbb0:\nv0 = iconst 0\nv1 = param 0\nret v1, v0\n}\nfunc @main() -> int {\nbb0(v0: mem):\nv1 = iconst 1\nv2 = iconst 2\nv3 = symbol_addr @f\nv4, v5, v6 = call v3(v2), v0 -> (int, int)\nret v6, v4\n}"},
	{"results", 1, calls, "func @f(int, int) -> int {\nbb0:\nv0 = param 0\nv1 = param 1\nret v0\n}\nfunc @main() -> int {\nbb0(v0: mem):\nv1 = iconst 1\nv2 = iconst 2\nv3 = symbol_addr @f\nv4, v5 = call v3(v1, v2), v0 -> int\nret v5, v4\n}"},
	{"operands", 0, body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nv2 = add v1, v1\nret v2\n"), body("bb0:\nv0 = iconst 1\nv1 = iconst 2\nv2 = add v0, v1\nret v2\n")},
	{"opcodes", 0, body("bb0:\nv0 = iconst 1\nv1:s8 = mul v0:u4, v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1:s8 = add v0:u4, v0\nret v1\n")},
	{"opcodes", 1, "func @h(ptr) -> int {\nbb0(v0: mem):\nv1 = param 0\nv2, v3 = load.atomic.seqcst.4 v1, align=4, v0 -> int\nret v3, v2\n}", "func @h(ptr) -> int {\nbb0(v0: mem):\nv1 = param 0\nv2, v3 = load.atomic.relaxed.4 v1, v0\nret v3, v2\n}"},
	{"opcodes", 0, fn("(ptr) -> int", "v1 = param 0\nv2, v3 = load.atomic.seqcst.4 v1, align=4, v0 -> int\nret v3, v2"), fn("(ptr) -> int", "v1 = param 0\nv2 = load.4 v1, v0\nret v2, v0")},
	{"opcodes", 0, fn("(ptr) -> ptr", "v1 = param 0\nv2 = store.atomic.relaxed v1, v1, v0\nret v1, v2"), fn("(ptr) -> ptr", "v1 = param 0\nv2 = store.8 v1, v1, v0\nret v1, v2")},
	{"opcodes", 0, fn("(ptr) -> int", "v1 = param 0\nv2 = iconst 3\nv3, v4 = rmw.add.relaxed.4 v1, v2, v0\nret v4, v3"), fn("(ptr) -> int", "v1 = param 0\nv2 = iconst 3\nv3 = load.4 v1, v0\nret v3, v0")},
	{"opcodes", 1, fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3, v4 = rmw.add.relaxed.4 v1, v2, v0\nret v3"), fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = store.4 v2, v1, v0\nret v3")},
	{"opcodes", 2, fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3, v4 = rmw.add.relaxed.4 v1, v2, v0\nret v3"), fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3, v4 = rmw.xchg.relaxed.4 v1, v2, v0\nret v3")},
	{"opcodes", 1, fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3, v4 = cmpxchg.relaxed.relaxed.4 v1, v2, v2, v0\nret v3"), fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = store.4 v2, v1, v0\nret v3")},
	{"opcodes", 0, fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = memset v1, v2, v2, v0\nret v3"), fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = store.1 v2, v1, v0\nret v3")},
	{"opcodes", 0, fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = memmove v1, v1, v2, v0\nret v3"), fn("(ptr)", "v1 = param 0\nv2 = iconst 3\nv3 = memcpy v1, v1, v2, v0\nret v3")},
	{"opcodes", 0, body("bb0:\nv0 = iconst 3\nv1 = bswap.4 v0\nret v1\n"), body("bb0:\nv0 = iconst 3\nv1 = not v0\nret v1\n")},
	{"opcodes", 0, body("bb0:\nv0 = iconst 3\nv1 = rotate_left.4 v0, v0\nret v1\n"), body("bb0:\nv0 = iconst 3\nv1 = add v0, v0\nret v1\n")},
	{"opcodes", 0, body("bb0:\nv0 = iconst 3\nv1 = zext v0, 9\nret v1\n"), body("bb0:\nv0 = iconst 3\nv1 = sext v0, 9\nret v1\n")},
	{"opcodes", 0, "func @h(f32) -> f32 {\nbb0:\nv0 = param 0\nv1 = fma v0, v0, v0\nret v1\n}", "func @h(f32) -> f32 {\nbb0:\nv0 = param 0\nv1 = fadd v0, v0\nret v1\n}"},
	{"opcodes", 0, "func @h(f32) -> int {\nbb0:\nv0 = param 0\nv1 = fp_to_ui.sat.8 v0\nret v1\n}", "func @h(f32) -> int {\nbb0:\nv0 = param 0\nv1 = fp_to_si.sat.8 v0\nret v1\n}"},
	{"opcodes", 1, "func @h(f32) -> int {\nbb0:\nv0 = param 0\nv1 = fp_to_ui.sat.8 v0\nret v1\n}", "func @h(f32) -> int {\nbb0:\nv0 = param 0\nv1 = fp_to_ui.8 v0\nret v1\n}"},
	{"opcodes", 0, "func @h(f32) -> bool {\nbb0:\nv0 = param 0\nv1 = fcmp.ult v0, v0\nret v1\n}", "func @h(f32) -> bool {\nbb0:\nv0 = param 0\nv1 = fcmp.false v0, v0\nret v1\n}"},
	{"opcodes", 0, vectors("v3 = vec.mul.s32 v0, v1, v2\nret v3"), vectors("v3 = vec.add.s32 v0, v1\nret v3")},
	{"opcodes", 1, vectors("v3 = vec.mul.s32 v0, v1, v2\nret v3"), vectors("v3 = vec.add.s32 v0, v1, v2\nret v3")},
	{"opcodes", 0, vectors("v3 = vec.fdiv.f32 v0, v1\nret v3"), vectors("v3 = vec.fadd.f32 v0, v1\nret v3")},
	{"opcodes", 0, vectors("v3 = vec.reduce.smax.i32 v0, v2\nv4 = vec.splat.i32 v3 -> vec<128>\nret v4"), vectors("v3 = vec.reduce.add.i32 v0\nv4 = vec.splat.i32 v3 -> vec<128>\nret v4")},
	{"opcodes", 0, fn("(ptr, vec<128>, vec<32>) -> vec<128>", "v1 = param 0\nv2 = param 1\nv3 = param 2\nv4, v5 = vec.gather.i32 v1, v2, v3, v0 -> vec<128>\nret v5, v4"), fn("(ptr, vec<128>, vec<32>) -> vec<128>", "v1 = param 0\nv2 = param 1\nv3 = param 2\nv4 = vec.load.i32 v1, v3, v0 -> vec<128>\nret v4, v0")},
	{"opcodes", 0, fn("(ptr, vec<128>, vec<32>)", "v1 = param 0\nv2 = param 1\nv3 = param 2\nv4 = vec.store.i32 v2, v1, v3, v0\nret v4"), fn("(ptr, vec<128>, vec<32>)", "v1 = param 0\nv2 = param 1\nv3 = param 2\nv4 = store.16 v2, v1, v0\nret v4")},
	{"stub calls", 0, calls, strings.Replace(strings.Replace(calls, "v3 = symbol_addr @f\n    v4, v5, v6 = call v3(v1, v2), v0 -> (int, int)\n", "v3 = symbol_addr @f\nv4 = iconst 77\n", 1), "ret v6, v4", "ret v4, v0", 1)},
	{"types", 0, "func @h(f64) -> f64 {\nbb0:\nv0 = param 0\nv1 = fconst.f64 0x3ff0000000000000\nv2 = fadd v0, v1\nret v2\n}", "func @h(f32) -> f32 {\nbb0:\nv0 = param 0\nv1 = fconst.f32 0x3f800000\nv2 = fadd v0, v1\nret v2\n}"},
	{"types", 1, fn("(ptr) -> int", "v1 = param 0\nv2 = load.8 v1, v0 -> f64\nv3 = fp_to_si.8 v2\nret v3, v0"), fn("(ptr) -> int", "v1 = param 0\nv2 = load.4 v1, v0 -> f32\nv3 = fp_to_si.8 v2\nret v3, v0")},
	{"types", 2, vectors("v3 = vec.select.i32 v2, v0, v1\nret v3"), "func @h(vec<64>, vec<64>, vec<16>) -> vec<64> {\nbb0:\nv0 = param 0\nv1 = param 1\nv2 = param 2\nv3 = vec.select.i32 v2, v0, v1\nret v3\n}"},
	{"types", 0, fn("(ptr) -> ptr", "v1 = param 0\nv2 = load.8 v1, v0 -> byte(8)\nv3 = store.8 v2, v1, v0\nret v1, v3"), fn("(ptr) -> ptr", "v1 = param 0\nv2 = load.1 v1, v0 -> byte(1)\nv3 = store.1 v2, v1, v0\nret v1, v3")},
	{"types", 0, structs, "func @h(struct{bool}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = iconst 0\nv3 = extractvalue v0, [0]\nret v2\n}"},
	{"types", 2, structs, "func @h(struct{int}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = insertvalue v0, v1, [0]\nv3 = extractvalue v2, [0]\nv4 = bconst false\nret v3\n}"},
	{"types", 0, "func @h(struct{struct{int}}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = insertvalue v0, v1, [0, 0]\nv3 = extractvalue v2, [0, 0]\nret v3\n}", "func @h(struct{int}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = insertvalue v0, v1, [0]\nv3 = extractvalue v2, [0]\nret v3\n}"},
	{"types", 0, "func @h(struct{int}) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nv2 = insertvalue v0, v1, [0]\nv3 = extractvalue v2, [0]\nret v3\n}", "func @h(int) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 7\nret v1\n}"},
	{"types", 0, "func @h([int; 4]) -> int {\nbb0:\nv0 = param 0\nv1 = extractvalue v0, [0]\nv2 = extractvalue v0, [1]\nret v1\n}", "func @h([int; 1]) -> int {\nbb0:\nv0 = param 0\nv1 = extractvalue v0, [0]\nv2 = iconst 0\nret v1\n}"},
	{"types", 0, "func @h(ptr(3)) -> ptr(3) {\nbb0:\nv0 = param 0\nret v0\n}", "func @h(ptr) -> ptr {\nbb0:\nv0 = param 0\nret v0\n}"},
	{"sizes", 1, body("bb0:\nv0 = iconst 1\nv1 = sext v0, 64\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = sext v0, 8\nret v1\n")},
	{"sizes", 2, body("bb0:\nv0 = iconst 1\nv1 = bit_reverse.64 v0\nret v1\n"), body("bb0:\nv0 = iconst 1\nv1 = bit_reverse.32 v0\nret v1\n")},
	{"sizes", 1, fn("(ptr) -> int", "v1 = param 0\nv2, v3 = load.atomic.relaxed v1, v0 -> int\nret v3, v2"), fn("(ptr) -> int", "v1 = param 0\nv2, v3 = load.atomic.relaxed.4 v1, v0\nret v3, v2")},
	{"switch to brif", 0, body("bb0:\nv0 = iconst 5\nswitch v0, [1: bb1, 2: bb2], bb2\nbb1:\nret v0\nbb2:\nret v0\n"), body("bb0:\nv0 = iconst 5\nv1 = iconst 1\nv2 = icmp.eq v0, v1\nbrif v2, bb1, bb2\nbb1:\nret v0\nbb2:\nret v0\n")},
	{"peel", 0, body(counting), body("bb0:\nv0 = iconst 0\nbr bb1(v0)\nregion plain {\nbb1(v2: int):\nv3 = iconst 4\nv4 = add v2, v3\nv5 = icmp.lt v4, v3\nbrif v5, bb2, bb5(v4)\nbb2:\nbr bb3(v4)\n}\nregion loop {\nbb3(v8: int):\nv9 = iconst 4\nv10 = add v8, v9\nv11 = icmp.lt v10, v9\nbrif v11, bb4, bb5(v10)\nbb4:\ncontinue v10\n}\nbb5(v14: int):\nret v14\n")},
	{"peel", 0, body("bb0:\nv0 = iconst 0\nbr bb1(v0)\nregion loop {\nbb1(v2: int):\nregion_yield v2\n}\nbb2(v4: int):\nret v4\n"), body("bb0:\nv0 = iconst 0\nbr bb1(v0)\nregion plain {\nbb1(v2: int):\nbr bb3(v2)\n}\nregion loop {\nbb2(v4: int):\nregion_yield v4\n}\nbb3(v6: int):\nret v6\n")},
	{"named callees", 0, pointerCall + "v4, v5 = call v2(v3), v0 -> int\nret v4\n}", pointerCall + "v4 = symbol_addr @g\nv5, v6 = call v4(v3), v0 -> int\nret v5\n}"},
	{"parameters", 0, pointerCall + "v4, v5 = call v2(v3), v0 -> int\nret v4\n}", "func @g() -> int {\nbb0:\nv0 = iconst 1\nret v0\n}\nfunc @h(ptr) {\nbb0(v0: mem):\nv1 = param 0\nv2 = load.8 v1, v0 -> ptr\nv3 = iconst 3\nv4, v5 = call v2(), v0 -> int\nret v4\n}"},
	{"results", 0, pointerCall + "v4, v5 = call v2(v3), v0 -> int\nret v4\n}", "func @g(int) {\nbb0:\nv0 = iconst 1\nret\n}\nfunc @h(ptr) {\nbb0(v0: mem):\nv1 = param 0\nv2 = load.8 v1, v0 -> ptr\nv3 = iconst 3\nv4 = call v2(v3), v0\nret v4\n}"},
	{"zero vectors", 0, vectors("v3 = vec.add.s8 v0, v1\nret v3"), "func @h(vec<128>, vec<128>, vec<32>) -> vec<128> {\nbb0:\nv0 = iconst 0\nv1 = param 0\nv2 = param 1\nv3 = param 2\nv4 = vec.splat.s8 v0 -> vec<128>\nret v4\n}"},
	{"inline", 0, calls, "func @f(int, int) -> (int, int) {\nbb0:\nv0 = param 0\nv1 = param 1\nret v1, v0\n}\nfunc @main() -> int {\nbb0(v0: mem):\nv1 = iconst 1\nv2 = iconst 2\nv3 = symbol_addr @f\nbr bb1\nregion plain {\nbb1:\nbr bb2(v0, v2, v1)\n}\nbb2(v6: mem, v7: int, v8: int):\nret v8, v6\n}"},
	{"inline", 0, memoryCall, strings.Replace(memoryCall, "v2 = call v1(), v0\nret v2", "br bb1\nregion plain {\nbb1:\nv3 = stack_slot 4\nv4 = iconst 77777777777777777777\nv5 = store.4 v4, v3, v0\nbr bb2(v5)\n}\nbb2(v7: mem):\nret v7", 1)},
	{"annotations", 0, body("bb0:\nv0:s8 = iconst 1\nret v0:u4\n"), body("bb0:\nv0 = iconst 1\nret v0:u4\n")},
	{"annotations", 2, body("bb0:\nv0 = poison -> [struct{int:s8, int:u4}; 2]\nv1 = iconst 1\nret v1\n"), body("bb0:\nv0 = poison -> [struct{int:s8, int}; 2]\nv1 = iconst 1\nret v1\n")},
	{"wider ranges", 1, body("bb0:\nv0:s8 = iconst 1\nret v0:u4\n"), body("bb0:\nv0:s8 = iconst 1\nret v0:u8\n")},
	{"data bytes", 0, "data @d = \"abcd\"\n", "data @d = zero 4"},
	{"data bytes", 3, "data @d = \"abcd\"\n", "data @d = \"ab\""},
	{"data bytes", 0, "data @d = zero 8 relocs [0: @d]\n", "data @d = zero 8"},
	{"sizes", 1, "func @h() {\nbb0:\nv0 = stack_slot 16 align 8\nret\n}", "func @h() {\nbb0:\nv0 = stack_slot 1\nret\n}"},
	{"sizes", 1, "func @h(ptr) -> int {\nbb0(v0: mem):\nv1 = param 0\nv2 = load.8 v1, v0\nret v2, v0\n}", "func @h(ptr) -> int {\nbb0(v0: mem):\nv1 = param 0\nv2 = load.4 v1, v0\nret v2, v0\n}"},
	{"constants", 2, body("bb0:\nv0 = iconst 1000000000000000000000000000000\nret v0\n"), body("bb0:\nv0 = iconst 500000000000000000000000000000\nret v0\n")},
	{"constants", 0, "func @h() -> f32 {\nbb0:\nv0 = fconst.f32 0x40490fdb\nret v0\n}", "func @h() -> f32 {\nbb0:\nv0 = fconst.f32 0x0\nret v0\n}"},
	{"names", 2, "func @h(%x: int) noinline {\nbb0:\nv0 = param %x\nret\n}", "func @h(%x: int) {\nbb0:\nv0 = param %x\nret\n}"},
	{"names", 3, "func @h(%x: int) noinline {\nbb0:\nv0 = param %x\nret\n}", "func @h(int) noinline {\nbb0:\nv0 = param 0\nret\n}"},
	{"names", 2 + 2, "func @long() {\nbb0:\nv0 = symbol_addr @long\nret\n}\ndata @d = zero 8 relocs [0: @long]", "func @a() {\nbb0:\nv0 = symbol_addr @a\nret\n}\ndata @d = zero 8 relocs [0: @a]"},
	{"names", 2 + 2, "func @long() {\nbb0:\nv0 = symbol_addr @a\nret\n}\ndata @b = zero 1", "func @c() {\nbb0:\nv0 = symbol_addr @a\nret\n}\ndata @b = zero 1"},
	{"unreached functions", 0, calls, "func @main() -> int {\nbb0(v0: mem):\nv1 = iconst 1\nv2 = iconst 2\nv3 = symbol_addr @f\nv4, v5, v6 = call v3(v1, v2), v0 -> (int, int)\nret v6, v4\n}"},
	{"unreached blocks", 0, body(ifElse), body("bb0:\nv0 = iconst 5\nv1 = bconst true\nbr bb1\nbb1:\nbr bb2(v0)\nbb2(v4: int):\nret v4\n")},
}

// plainText drops indentation and empty lines.
func plainText(s string) string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// observed says that everything but @f and block 2 ran, and that ints were 77.
type observed struct{ PredicateFunc }

func (observed) Facts(_ context.Context, c Case) []Facts {
	f := Facts{Executed: map[string]map[ir.Block]bool{}, Constant: map[string]map[ir.Value]*big.Int{}}
	for _, fn := range c[0].Funcs {
		if fn.Name == "f" {
			continue
		}
		ran, constant := map[ir.Block]bool{}, map[ir.Value]*big.Int{}
		for b := range fn.Blocks() {
			ran[b] = b != 2
		}
		for v := range fn.NumValues() {
			constant[ir.Value(v)] = big.NewInt(77)
		}
		f.Executed[fn.Name], f.Constant[fn.Name] = ran, constant
	}
	return []Facts{f}
}

func TestTransforms(t *testing.T) {
	covered := map[string]bool{}
	for _, row := range transformRows {
		covered[row.name] = true
		t.Run(row.name, func(t *testing.T) {
			r := &reducer{p: observed{}, best: Case{irtest.Parse(t, row.src)}}
			for _, tr := range Transforms() {
				if tr.Name != row.name {
					continue
				}
				edits := r.list(tr, -1)
				if row.edit >= len(edits) {
					t.Fatalf("only %d edits", len(edits))
				}
				c := r.best.Clone()
				before := reachAll(c)
				edits[row.edit](c)
				if tr.flow {
					sweepAll(c, before)
				}
				if err := ir.Verify(c[0]); err != nil {
					t.Errorf("does not verify: %v", err)
				}
				if got, want := plainText(c.Text()), plainText(row.want); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				return
			}
			t.Fatal("no such transformation")
		})
	}
	for _, tr := range Transforms() {
		if !covered[tr.Name] {
			t.Errorf("transformation %q has no row", tr.Name)
		}
	}
}

// TestModel: the first subset is everything, failures of singletons close, and the search
// always ends.
func TestModel(t *testing.T) {
	for n := 1; n <= 40; n++ {
		m := newModel(n)
		if got := len(m.next()); got != n {
			t.Errorf("the first subset of %d has %d", n, got)
		}
		steps := 0
		alone := map[int]bool{}
		for set := m.next(); len(set) > 0; set = m.next() {
			if len(set) == 1 {
				alone[set[0]] = true
			}
			m.fail(set)
			if steps++; steps > 20*n+20 {
				t.Fatalf("no end with %d edits", n)
			}
		}
		if len(alone) != n {
			t.Errorf("%d of %d edits were tried alone", len(alone), n)
		}
	}
}
