package parser

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

func mustParse(t *testing.T, src string) *ir.Module {
	t.Helper()
	m, err := Parse("test.tir", []byte(src))
	if err != nil {
		t.Fatalf("%v\n--- text:\n%s", err, src)
	}
	return m
}

// TestEveryOpcode reads a text that is written as the printer writes: every opcode, form,
// suffix and kind of item occurs in it.
func TestEveryOpcode(t *testing.T) {
	src, err := os.ReadFile("testdata/ops.tir")
	if err != nil {
		t.Fatal(err)
	}
	m := mustParse(t, string(src))
	got, want := strings.Split(m.Canonical(), "\n"), strings.Split(string(src), "\n")
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("testdata/ops.tir:%d:\nwritten %s\nprinted %s", i+1, want[i], got[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines printed, %d written", len(got), len(want))
	}
	checkRoundTrip(t, m)
	seen := map[ir.Op]bool{}
	for _, op := range opcodes(m) {
		seen[op] = true
	}
	for op := range ir.Op(ir.NumOps) {
		if !seen[op] {
			t.Errorf("testdata/ops.tir does not cover %v", op)
		}
	}
}

// body puts lines into the entry block of a function with the arguments that the lines use.
func body(lines string) string {
	var s strings.Builder
	s.WriteString(`func @f(%a: int:s32, ptr) -> int {
  bb0(v0: mem, v1: int, v2: ptr, v3: bool, v4: f32):
`)
	for _, l := range strings.Split(strings.TrimSpace(lines), "\n") {
		s.WriteString("    " + strings.TrimSpace(l) + "\n")
	}
	s.WriteString("}\n")
	return s.String()
}

// TestSpellings gives other spellings and what the book's printer makes of them.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"typed binding", "v5: int:s32 = add v1, v1", "v5:s32 = add v1, v1"},
		{"typed binding, annotation first", "v5:s32: int = add v1, v1", "v5:s32 = add v1, v1"},
		{"typed binding with two annotations", "v5:s32: int:u8 = add v1, v1", "v5:u8 = add v1, v1"},
		{"typed binding against the opcode", "v5: ptr = add v1, v1", "v5 = add v1, v1 -> ptr"},
		{"typed binding for an arrow", "v5: f64 = bitcast v1", "v5 = bitcast v1 -> f64"},
		{"arrow on any instruction", "v5 = add v1, v1 -> bool", "v5 = add v1, v1 -> bool"},
		{"arrow that says nothing new", "v5 = add v1, v1 -> int", "v5 = add v1, v1"},
		{"arrow with annotation", "v5:s16 = add v1, v1 -> int:u8", "v5:u8 = add v1, v1"},
		{"arrow on split", "v5, v6 = split.3 v1 -> (int, bool)", "v5, v6 = split.3 v1 -> (int, bool)"},
		{"call in both spellings", "v5: mem, v6: int:s8 = call v2(v1), v0 -> int:s8", "v5, v6:s8 = call v2(v1), v0 -> int"},
		{"call without a token", "v5 = call v2(v1)", "v5 = call v2(v1)"},
		{"call with a token as an argument", "v5 = call v2(v1, v0)", "v5 = call v2(v1), v0"},
		{"annotations compose", "v5:s32:u32 = add v1:u8:s8, v1:known(0??):known(?1?)", "v5:u31 = add v1:u7, v1:known(01?)"},
		{"underscores in a pattern", "v5:known(0_1?_x) = iconst 2", "v5:known(01?x) = iconst 2"},
		{"low bits as a pattern", "v5:known(xx??) = iconst 2", "v5:i2 = iconst 2"},
		{"empty range", "v5:s0 = iconst 0", "v5:s0 = iconst 0"},
		{"classes", "v5:nofpclass(snan, qnan zero) = fneg v4", "v5:nofpclass(nan zero) = fneg v4"},
		{"hexadecimal", "v5 = iconst -0xFf", "v5 = iconst -255"},
		{"leading zeros", "v5 = iconst 007", "v5 = iconst 7"},
		{"decimal floats", `
v5 = fconst.f32 1.5
v6 = fconst.f64 -0.0
v7 = fconst.f16 inf
v8 = fconst.bf16 nan
v9 = fconst.f64 1e300
v10 = fconst.f32 -inf
v11 = fconst.float 1e300
v12 = fconst.double 25e-2`,
			`
v5 = fconst.f32 0x3fc00000
v6 = fconst.f64 0x8000000000000000
v7 = fconst.f16 0x7c00
v8 = fconst.bf16 0x7fc0
v9 = fconst.f64 0x7e37e43c8800759c
v10 = fconst.f32 0xff800000
v11 = fconst.f32 0x7f800000
v12 = fconst.f64 0x3fd0000000000000`},
		{"alignment anywhere", "v5 = load.4 align=8, v2, v0\nv6 = store.4 v1, align=2, v2, v0", "v5 = load.4 v2, align=8, v0\nv6 = store.4 v1, v2, align=2, v0"},
		{"memcopy", "v5 = memcopy v2, v2, v1, align=1, v0", "v5 = memcpy v2, v2, v1, align=1, v0"},
		{"slot", "v5 = stack_slot 0x10 align=4", "v5 = stack_slot 16 align 4"},
		{"types", `
v5 = poison -> b<64>
v6 = poison -> vec<vscale x 128>
v7 = poison -> [struct{float, double}; 0x2]
v8 = poison -> ptr(0)`,
			`
v5 = poison -> byte(8)
v6 = poison -> vec<vscale x 128>
v7 = poison -> [struct{f32, f64}; 2]
v8 = poison -> ptr`},
		{"claims on fields, after an arrow", `v5: struct{int:s8, ptr} = poison
v6 = poison -> [int:u8:s4; 3]
v7: struct{int, int:known(0?)} = poison -> struct{int:u4, int}`,
			`
v5 = poison -> struct{int:s8, ptr}
v6 = poison -> [int:u3; 3]
v7 = poison -> struct{int:u4, int:known(0?)}`},
		{"claims on fields, bound", `
v5 = poison -> struct{int, int}
v6: struct{int:i8, int:s8} = freeze v5
v7: struct{struct{int}, [int; 2]} = poison`,
			`
v5 = poison -> struct{int, int}
v6: struct{int:i8, int:s8} = freeze v5
v7 = poison -> struct{struct{int}, [int; 2]}`},
		{"numbers are names", "v4294967295 = add v1, v1\nv77 = mul v4294967295, v1", "v5 = add v1, v1\nv6 = mul v5, v1"},
		{"uses before definitions", `
v6 = add v7, v8
v7 = freeze v8
v8 = select v3, v9, v1
v9 = freeze v10
v10 = iconst 1`,
			`
v5 = add v6, v7
v6 = freeze v7
v7 = select v3, v8, v1
v8 = freeze v9
v9 = iconst 1`},
		{"lines continue after a comma", "v5 = add v1,\n v1", "v5 = add v1, v1"},
		{"comments", `
v5 = add v1, v1 // ; x
v6 = add v1, v1 ; // [int; 3]
v7: [int; 3] = poison ; y`, `
v5 = add v1, v1
v6 = add v1, v1
v7 = poison -> [int; 3]`},
		{"ill-typed", `
v5 = load.4 v1, v0
v6 = add v3, v4
v7 = extractvalue v1, [0, 1] -> int`, `
v5 = load.4 v1, v0
v6 = add v3, v4
v7 = extractvalue v1, [0, 1] -> int`},
		{"too few operands", "v5 = add v1\nv6: int = freeze", "v5 = add v1\nv6 = freeze -> int"},
		{"overflow", "v5: int:s8, v6: bool = sadd_overflow.8 v1:s8, v1", `
v5 = add v1:s8, v1
v6:s8 = sext v5, 8
v7 = icmp.ne v6, v5`},
		{"null", `v5 = null
v6 = null -> ptr(3)
v7: ptr(3) = null
v8:align8 = null
v9 = store.8 v5, v5:align8, v0`,
			`
v5 = iconst 0
v6 = bitcast v5 -> ptr
v7 = iconst 0
v8 = bitcast v7 -> ptr(3)
v9 = iconst 0
v10 = bitcast v9 -> ptr(3)
v11 = iconst 0
v12:align8 = bitcast v11 -> ptr
v13 = store.8 v6, v6:align8, v0`},
		{"saturation", "v5:u8 = saturating_sub.8 v1, v1\nv6 = ssaturating_add.64 v5, v1",
			`
v5 = sub v1, v1
v6 = iconst 0
v7 = max v5, v6
v8 = iconst 255
v9:u8 = min v7, v8
v10 = add v9, v1
v11 = iconst -9223372036854775808
v12 = max v10, v11
v13 = iconst 9223372036854775807
v14 = min v12, v13`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustParse(t, body(c.in))
			if got, want := m.Canonical(), body(c.want); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			checkRoundTrip(t, m)
		})
	}
}

// bookExample is the "Complete Example" of the book.
const bookExample = `func @factorial(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1 = iconst 1
    v2 = iconst 1
    br bb1(v2, v1)

  region loop {
    bb1(v4: int, v5: int):
      v6 = icmp.le v5:s32, v0:s32
      brif v6, bb2, bb3

    bb2:
      v8 = mul v4, v5
      v9 = sub v5, v1
      continue v8, v9
  }

  bb3:
    ret v4:s32
}
`

func TestModuleSpellings(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one line", "func @f() { bb0: ret }", `func @f() {
  bb0:
    ret
}
`},
		{"labels in any order", `func @f() {
bb9: br bb3(v1)
v1 = iconst 1
bb3(v8: int): br bb9
}`,
			`func @f() {
  bb0:
    br bb1(v1)
    v1 = iconst 1

  bb1(v2: int):
    br bb0
}
`},
		{"parameters", "func @f(%a: int, %b:u8: int, ptr:align4) -> (int) { }", `func @f(%a: int, %b: int:u8, ptr:align4) -> int {
}
`},
		{"the book's complete example", bookExample, bookExample},
		{"no result", "func @f() -> () { }", `func @f() {
}
`},
		{"crlf", "func @f() {\r\n  bb0:\r\n    trap\r\n}\r\n", `func @f() {
  bb0:
    trap
}
`},
		{"inline assembly", "extern func @a( ptr )asm\"bswap %eax\"code\"\\x0f\\xc8\"in[rax 0:4,xmm1 16:16]out[rax 0:8 ptr,ccz 32:1]clobbers[cc,memory,rbx]writes[48:4]",
			"extern func @a(ptr) asm \"bswap %eax\" code \"\\x0f\\xc8\" in [rax 0:4, xmm1 16:16] out [rax 0:8 ptr, ccz 32:1] clobbers [cc, memory, rbx] writes [48:4]\n"},
		{"inline assembly of nothing", "extern func @a(ptr) asm \"\" code \"\"\nextern func @b()", `extern func @a(ptr) asm "" code ""
extern func @b()
`},
		{"data", "data @d=\"\\r\\0\\x41\"relocs[0:@d+0x10]", "data @d = \"\\x0d\\x00A\" relocs [0: @d+16]\n"},
		{"second result of a call", `
func @caller() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @pair
    v2, v3 = call v1(), v0 -> int
    v4:u8 = call_ret2 v2
    v5, v6 = call v1(), v2 -> int
    v7:u8 = call_ret2 v2
    ret v7, v5
}
func @pair() -> int { bb0(v0: mem):
    v1 = iconst 1
    v2 = bconst true
    ret v1, v2, v0
}`, `func @caller() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @pair
    v2, v3, v4:u8 = call v1(), v0 -> (int, bool)
    v5, v6, v7 = call v1(), v2 -> (int, bool)
    ret v4, v5
}

func @pair() -> (int, bool) {
  bb0(v0: mem):
    v1 = iconst 1
    v2 = bconst true
    ret v1, v2, v0
}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustParse(t, c.in)
			if got := m.Canonical(); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
			checkRoundTrip(t, m)
		})
	}
}

func TestPositions(t *testing.T) {
	m := mustParse(t, `extern func @e()
 data @d = "" relocs [0: @e,
  8: @d]
func @f() {
  region loop {
	bb0:
    v1 = iconst 1
    ret v1 }
}
`)
	f := m.Funcs[0]
	at := func(line, col int) ir.Position { return ir.Position{Line: line, Col: col} }
	for _, c := range []struct {
		what      string
		got, want ir.Position
	}{
		{"extern", m.Externs[0].Pos, at(1, 13)},
		{"data", m.Data[0].Pos, at(2, 7)},
		{"first relocation", m.Data[0].Relocs[0].Pos, at(2, 23)},
		{"second relocation", m.Data[0].Relocs[1].Pos, at(3, 3)},
		{"function", f.Pos, at(4, 6)},
		{"region", f.RegionPos(1), at(5, 3)},
		{"block", f.BlockPos(0), at(6, 2)},
		{"iconst", m.TextPos(f.Origin(f.FirstInst(0))), at(7, 5)},
		{"ret", m.TextPos(f.Origin(f.LastInst(0))), at(8, 5)},
	} {
		if c.got != c.want {
			t.Errorf("position of %s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}
