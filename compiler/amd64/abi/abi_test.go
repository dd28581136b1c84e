package abi

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

func places(ps []Place) string {
	var s []string
	for _, p := range ps {
		s = append(s, p.String())
	}
	return strings.Join(s, " ")
}

// TestExample is the example of the ABI (figures 3.5 and 3.6).
func TestExample(t *testing.T) {
	i, d := ctype.Int(4), ctype.Real(8)
	ld := ctype.Param{Type: ctype.LongDouble()}
	s := ctype.Signature{Params: []ctype.Param{{Type: i}, {Type: i}, {Type: ctype.Struct(i, i, d)}, {Type: i}, {Type: i}, ld, {Type: d},
		{Type: ctype.Vec(32)}, {Type: d}, {Type: i}, {Type: i}, {Type: i}}}
	a := AMD64.Assign(&s)
	want := "rdi rsi rdx+xmm0 rcx r8 [0] xmm1 xmm2 xmm3 r9 [16] [24]"
	if got := places(a.Params); got != want || a.StackBytes != 32 || a.VectorRegs != 4 {
		t.Errorf("got  %s, %d bytes, al = %d\nwant %s, 32 bytes, al = 4", got, a.StackBytes, a.VectorRegs, want)
	}
}

// TestX87Results: a long double and a complex number of two are returned on the stack of the x87, a struct of more than
// one is not (ABI, 3.2.3), and they do not mix with others.
func TestX87Results(t *testing.T) {
	ld := ctype.LongDouble()
	for _, row := range []struct {
		results []ctype.Type
		want    string
	}{
		{[]ctype.Type{ld}, "st0"}, {[]ctype.Type{ctype.Classified(16, 16, "xx")}, "st0"}, {[]ctype.Type{ctype.Struct(ld, ld)}, "st0+st1"},
		{[]ctype.Type{ctype.Classified(32, 16, "m")}, "[0]"}, {[]ctype.Type{ld, ctype.Int(8)}, "[0] [16]"}, {[]ctype.Type{ctype.Struct(ld, ctype.Int(8))}, "[0]"},
	} {
		a := AMD64.Assign(&ctype.Signature{Results: row.results})
		if got := places(a.Results); got != row.want || a.HasSret != (row.want[0] == '[') {
			t.Errorf("%v: %s, not %s", row.results, got, row.want)
		}
	}
}

// TestClassify: rows from the rules of section 3.2.3.
func TestClassify(t *testing.T) {
	c, s, i, l, f, d, p := ctype.Int(1), ctype.Int(2), ctype.Int(4), ctype.Int(8), ctype.Real(4), ctype.Real(8), ctype.Int(8)
	for _, row := range []struct {
		t    ctype.Type
		want string
	}{
		{c, "INTEGER"}, {ctype.Int(16), "INTEGER INTEGER"}, {f, "SSE"}, {ctype.Real(2), "SSE"}, {ctype.Vec(16), "SSE SSEUP"}, {ctype.Vec(32), "SSE SSEUP SSEUP SSEUP"},
		{ctype.Struct(), ""}, {ctype.Struct(c), "INTEGER"}, {ctype.Struct(f, f), "SSE"}, {ctype.Struct(f, i), "INTEGER"}, {ctype.Struct(f, f, f), "SSE SSE"},
		{ctype.Struct(d, l), "SSE INTEGER"}, {ctype.Struct(l, f), "INTEGER SSE"}, {ctype.Struct(p, p, c), "MEMORY MEMORY MEMORY"}, {ctype.Struct(i, i, i, i), "INTEGER INTEGER"},
		{ctype.Struct(c, s, i, d), "INTEGER SSE"}, {ctype.Array(f, 4), "SSE SSE"}, {ctype.Array(c, 16), "INTEGER INTEGER"}, {ctype.Array(c, 17), "MEMORY MEMORY MEMORY"},
		{ctype.Struct(ctype.Array(c, 3), f), "INTEGER"}, {ctype.Struct(ctype.Vec(16)), "SSE SSEUP"}, {ctype.Struct(ctype.Vec(32)), "SSE SSEUP SSEUP SSEUP"}, {ctype.Struct(d, d, d), "MEMORY MEMORY MEMORY"},
		{ctype.Struct(ctype.Struct(f), ctype.Struct(f, c)), "SSE INTEGER"},
		{ctype.Type{Kind: ctype.Aggregate, Size: 5, Align: 1, Members: []ctype.Member{{Type: c}, {Offset: 1, Type: i}}}, "MEMORY"},
		{ctype.Type{Kind: ctype.Aggregate, Size: 8, Align: 8, Members: []ctype.Member{{Type: d}, {Type: l}}}, "INTEGER"},
	} {
		var got []string
		for _, c := range Classify(row.t) {
			got = append(got, c.String())
		}
		if g := strings.Join(got, " "); g != row.want {
			t.Errorf("%+v is %s, not %s", row.t, g, row.want)
		}
	}
}

// TestMerge: the order in which parts of an eightbyte are looked at does not matter.
func TestMerge(t *testing.T) {
	all := []Class{NoClass, InInteger, InSSE, InMemory}
	for _, a := range all {
		for _, b := range all {
			if a.merge(b) != b.merge(a) {
				t.Errorf("%s and %s", a, b)
			}
			for _, c := range all {
				if a.merge(b).merge(c) != a.merge(b.merge(c)) {
					t.Errorf("%s, %s and %s", a, b, c)
				}
			}
		}
	}
}

// TestResults: one result, several, and those in memory.
func TestResults(t *testing.T) {
	l, d := ctype.Int(8), ctype.Real(8)
	for _, row := range []struct {
		results []ctype.Type
		want    string
		sret    bool
	}{
		{[]ctype.Type{l}, "rax", false}, {[]ctype.Type{l, l}, "rax rdx", false}, {[]ctype.Type{l, d}, "rax xmm0", false}, {[]ctype.Type{d, d}, "xmm0 xmm1", false},
		{[]ctype.Type{ctype.Struct(l, d)}, "rax+xmm0", false}, {[]ctype.Type{ctype.Vec(32)}, "xmm0", false}, {[]ctype.Type{l, l, l}, "[0] [8] [16]", true},
		{[]ctype.Type{ctype.Struct(l, l, l)}, "[0]", true}, {[]ctype.Type{d, d, d}, "[0] [8] [16]", true}, {[]ctype.Type{ctype.Int(1), ctype.Real(4), l}, "[0] [8] [16]", true}, {nil, "", false},
	} {
		a := AMD64.Assign(&ctype.Signature{Params: []ctype.Param{{Type: l}}, Results: row.results})
		first := "rdi"
		if row.sret {
			first = "rsi"
		}
		if got := places(a.Results); got != row.want || a.HasSret != row.sret || places(a.Params) != first {
			t.Errorf("%+v: %s, %v, parameter in %s", row.results, got, a.HasSret, places(a.Params))
		}
	}
}

// TestI386: everything is on the stack, in words.
func TestI386(t *testing.T) {
	a := I386.Assign(&ctype.Signature{Params: []ctype.Param{{Type: ctype.Int(4)}, {Type: ctype.Int(8)}, {Type: ctype.Real(8)}, {Type: ctype.Struct(ctype.Int(1), ctype.Int(4))}, {Type: ctype.Vec(16)}}, Results: []ctype.Type{ctype.Int(8)}})
	if got := places(a.Params); got != "[0] [4] [12] [20] xmm0" || places(a.Results) != "rax+rdx" || a.StackBytes != 32 {
		t.Errorf("%s, %s, %d", got, places(a.Results), a.StackBytes)
	}
}

// TestOfIR: what C calls the types of the IR.
func TestOfIR(t *testing.T) {
	of := func(text ...ir.Type) ir.Type { s, _ := ir.Struct(text...); return s }
	arr := func(e ir.Type, n uint64) ir.Type { a, _ := ir.Array(e, n); return a }
	for _, row := range []struct {
		t           ir.Type
		size, align uint64
		classes     string
	}{
		{ir.Int, 8, 8, "INTEGER"}, {ir.Ptr, 8, 8, "INTEGER"}, {ir.Bool, 1, 1, "INTEGER"}, {ir.F16, 2, 2, "SSE"}, {ir.BF16, 2, 2, "SSE"},
		{ir.F32, 4, 4, "SSE"}, {ir.F64, 8, 8, "SSE"}, {ir.F128, 16, 16, "SSE SSEUP"}, {ir.Unit, 0, 1, ""}, {ir.Bytes(3), 3, 1, "INTEGER"},
		{ir.Bytes(16), 16, 16, "INTEGER INTEGER"}, {ir.Bytes(17), 17, 1, "MEMORY MEMORY MEMORY"}, {ir.Vec(64, false), 8, 8, "SSE"},
		{ir.Vec(128, false), 16, 16, "SSE SSEUP"}, {ir.Vec(64, true), 16, 16, "SSE SSEUP"}, {ir.Vec(256, false), 32, 32, "MEMORY MEMORY MEMORY MEMORY"},
		{ir.Vec(96, false), 12, 1, "INTEGER INTEGER"},
		{of(ir.F32, ir.F32), 8, 4, "SSE"}, {of(ir.F32, ir.Bytes(4)), 8, 4, "INTEGER"}, {of(ir.F64, ir.F32), 16, 8, "SSE SSE"},
		{of(ir.Bytes(1), ir.F64), 9, 1, "MEMORY MEMORY"}, {of(ir.Bytes(1), ir.Bytes(2)), 3, 1, "MEMORY"}, {of(ir.Bytes(1), ir.Bytes(3)), 4, 1, "INTEGER"}, {of(ir.Bytes(1), ir.Bytes(7), ir.F64), 16, 8, "INTEGER SSE"},
		{of(ir.Int, ir.Int), 16, 8, "INTEGER INTEGER"}, {of(ir.F64, ir.F64, ir.F64), 24, 8, "MEMORY MEMORY MEMORY"},
		{of(of(), ir.Unit, of(ir.F16, ir.BF16), ir.F32), 8, 4, "SSE"}, {arr(ir.F32, 4), 16, 4, "SSE SSE"}, {arr(of(ir.F64, ir.F32), 2), 24, 1, "MEMORY MEMORY MEMORY"},
		{of(ir.Vec(128, false)), 16, 16, "SSE SSEUP"}, {of(ir.Vec(128, false), ir.Bytes(1)), 32, 16, "MEMORY MEMORY MEMORY MEMORY"},
	} {
		c := ctype.OfIR(row.t, 2, func(int) uint64 { return 1 })
		var s []string
		for _, cl := range Classify(c) {
			s = append(s, cl.String())
		}
		if got := strings.Join(s, " "); got != row.classes || c.Size != row.size || c.Align != row.align {
			t.Errorf("%s is %s of %d bytes, aligned to %d; want %s, %d, %d", row.t, got, c.Size, c.Align, row.classes, row.size, row.align)
		}
	}
	two := ctype.OfIR(of(ir.Int, ir.Int), 1, func(n int) uint64 { return uint64(n + 1) })
	if two.Size != 24 || two.Align != 1 { // an __int128 after a long is not aligned
		t.Errorf("%+v", two)
	}
	if c := AMD64.Clobbered(); c.Has(x86.RBX) || !c.Has(x86.RAX) || !c.Has(x86.XMM15) || c.Has(x86.RSP) {
		t.Errorf("a call clobbers %x", c)
	}
}

// mark is byte j of the value of argument k.
func mark(k, j int) int { return (17*k + 5*j + 1) & 0xff }

// TestCompiler compares with gcc: a caller in assembler text puts marks where this package says that
// the parts of the arguments are, and a callee in C says whether it finds them.
func TestCompiler(t *testing.T) {
	types := []struct {
		c string
		t ctype.Type
	}{
		{"char", ctype.Int(1)}, {"int", ctype.Int(4)}, {"long", ctype.Int(8)}, {"__int128", ctype.Int(16)}, {"float", ctype.Real(4)}, {"double", ctype.Real(8)},
		{"struct{int a;float b;}", ctype.Struct(ctype.Int(4), ctype.Real(4))}, {"struct{float a,b;}", ctype.Struct(ctype.Real(4), ctype.Real(4))}, {"struct{double a;long b;}", ctype.Struct(ctype.Real(8), ctype.Int(8))},
		{"struct{long a,b;}", ctype.Struct(ctype.Int(8), ctype.Int(8))}, {"struct{long a,b,c;}", ctype.Struct(ctype.Int(8), ctype.Int(8), ctype.Int(8))}, {"struct{char a[9];}", ctype.Struct(ctype.Array(ctype.Int(1), 9))},
		{"struct{float a,b,c;}", ctype.Struct(ctype.Real(4), ctype.Real(4), ctype.Real(4))},
	}
	var c, s strings.Builder
	c.WriteString("#include <string.h>\nextern unsigned char marks[64][64];\n")
	s.WriteString(".section .note.GNU-stack,\"\",@progbits\n.data\n.globl marks\nmarks:\n")
	for k := range 64 {
		for j := range 64 {
			fmt.Fprintf(&s, ".byte %d\n", mark(k, j))
		}
	}
	s.WriteString(".text\n")
	const rows, args = 60, 9
	x := uint32(12345)
	for n := range rows {
		var params []ctype.Param
		var decl []string
		var body strings.Builder
		for k := range args {
			x = x*1664525 + 1013904223
			y := types[(x>>16)%uint32(len(types))]
			params = append(params, ctype.Param{Type: y.t})
			fmt.Fprintf(&c, "typedef %s t%d_%d;\n", y.c, n, k)
			decl = append(decl, fmt.Sprintf("t%d_%d p%d", n, k, k))
			fmt.Fprintf(&body, " if (memcmp(&p%d, marks[%d], %d)) return %d;\n", k, k, y.t.Size, k+1)
		}
		fmt.Fprintf(&c, "int callee%d(%s) {\n%s return 0;\n}\n", n, strings.Join(decl, ", "), body.String())
		a := AMD64.Assign(&ctype.Signature{Params: params})
		fmt.Fprintf(&s, ".globl caller%d\ncaller%d:\n push %%rbp\n mov %%rsp, %%rbp\n sub $%d, %%rsp\n", n, n, a.StackBytes)
		for k, p := range a.Params {
			off := uint64(0)
			for _, part := range p {
				from := fmt.Sprintf("marks+%d(%%rip)", 64*k+int(off))
				switch {
				case part.Reg == x86.NoReg:
					for b := uint64(0); b < part.Size; b++ {
						fmt.Fprintf(&s, " movb $%d, %d(%%rsp)\n", mark(k, int(b)), part.Offset+b)
					}
				case part.Reg.IsXMM():
					fmt.Fprintf(&s, " movq %s, %%%s\n", from, RegName(part.Reg))
				default:
					fmt.Fprintf(&s, " movq %s, %%%s\n", from, RegName(part.Reg))
				}
				off += part.Size
			}
		}
		fmt.Fprintf(&s, ` xor %%eax, %%eax
 call callee%d
 leave
 ret
`, n)
	}
	c.WriteString("#include <stdio.h>\nint main(void) {\n")
	for n := range rows {
		fmt.Fprintf(&c, " { extern int caller%d(void); int r = caller%d(); if (r) printf(\"call %d: argument %%d\\n\", r); }\n", n, n, n)
	}
	c.WriteString(" return 0;\n}\n")
	msg, err := exec.Command(gcctest.Build(t, map[string]string{"a.c": c.String(), "b.s": s.String()}, "-w", "-O1")).CombinedOutput()
	if err != nil || len(msg) > 0 {
		lines := strings.Split(string(msg), "\n")
		t.Errorf("%v\n%s", err, strings.Join(lines[:min(len(lines), 8)], "\n"))
	}
}
