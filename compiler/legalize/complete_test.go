package legalize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// handled are the opcodes without a rule that makes them legal, and the step that replaces them.
var handled = map[ir.Op]string{
	ir.OpPoison: "expand", ir.OpDiv: "expand", ir.OpRem: "expand", ir.OpClMul: "expand", ir.OpBitReverse: "expand",
	ir.OpCopySign: "floats", ir.OpFRem: "floats", ir.OpFMinNum: "floats", ir.OpFMaxNum: "floats", ir.OpUIToFP: "floats", ir.OpFPToUI: "floats",
	ir.OpExtractValue: "parts", ir.OpInsertValue: "parts", ir.OpTargetIntrinsic: "rejected",
}

// TestComplete: every opcode is legal in some form, replaced by a step, or rejected.
func TestComplete(t *testing.T) {
	for n := range ir.Ops {
		op := ir.Op(n)
		how := ""
		switch {
		case rules[op] != nil:
			how = "rule"
		case op.IsVector():
			how = "parts"
		case Templated(op):
			how = "open"
		}
		if want := handled[op]; want != "" {
			if how != "" {
				t.Errorf("%s has a rule, and is replaced", op)
			}
			how = want
			replaced := map[string]bool{"expand": expansions[op] != nil, "floats": floatRows[op] != nil, "parts": true, "rejected": true}
			if !replaced[want] {
				t.Errorf("%s has no row in %s", op, want)
			}
		}
		if how == "" {
			t.Errorf("nothing is said about %s", op)
		}
	}
}

// products are n products of wide ints, each of the one before.
func products(n int) string {
	var s strings.Builder
	for k := range n {
		fmt.Fprintf(&s, "  v%d = mul v%d, v0\n  v%d = zext v%d, 4000\n", 2*k+1, 2*k, 2*k+2, 2*k+1)
	}
	return s.String()
}

// TestErrors: what cannot be compiled says where it is and what would help.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"range": {"func @f(int) -> bool {\n bb0:\n  v1 = param 0\n  v2 = iconst 1\n  v3 = icmp.lt v1, v2\n  ret v3\n}\n",
			"a.tir:3:3: @f: v0 has no finite range: claim one, such as :s64, on it or on what it is computed from"},
		"signature": {"func @f(" + strings.Repeat("[int; 65536], ", 50) + "int) {\n bb0:\n  ret\n}\n", "a.tir:1:6: @f: the parameters have more than 16384 parts, or one has more than 4096"},
		"results":   {"func @f([int; 4000]) -> (" + strings.Repeat("[int; 4000], ", 4) + "[int; 4000]) {\n bb0:\n v0 = param 0\n ret v0, v0, v0, v0, v0\n}\n", "a.tir:1:6: @f: the results have more than 16384 parts, or one has more than 4096"},
		"growth": {"func @f(int:u4000) -> int:u4000 {\n bb0:\n  v0 = param 0\n" + products(100) + "  ret v200\n}\n",
			"a.tir:77:3: @f: the function takes more than the limit of 1048576 instructions up to here: wide ints take many"},
		"argument": {"func @f(bool) {\n bb0:\n  v1 = param 0\n  v2 = iconst 1\n  br bb1(v2)\n bb1(v3: int):\n  v4 = add v3, v2\n  brif v1, bb1(v4), bb2\n bb2:\n  ret\n}\n", ""},
		"growing": {"func @f(bool) -> bool {\n bb0:\n  v1 = param 0\n  v2 = iconst 1\n  br bb1(v2)\n bb1(v3: int):\n  v4 = add v3, v2\n  brif v1, bb1(v4), bb2\n bb2:\n  v5 = icmp.lt v3, v2\n  ret v5\n}\n",
			"a.tir:6:2: @f: v3 has no finite range: claim one, such as :s64, on it or on what it is computed from"},
		"bits": {"func @f(int:u9000) -> int:u9000 {\n bb0:\n  v1 = param 0\n  ret v1\n}\n",
			"a.tir:3:3: @f: v0 needs 9000 bits: at most 8192 are supported"},
		"atomic": {"func @f(ptr) {\n bb0(v0: mem):\n  v1 = param 0\n  v2, v3 = load.atomic.seqcst.16 v1, v0\n  ret v2\n}\n",
			"a.tir:4:3: @f: load.atomic.seqcst.16 is not supported by code generation"},
		"intrinsic": {"func @f() {\n bb0:\n  target.intrinsic \"rdtsc\"\n  ret\n}\n",
			"a.tir:3:3: @f: target.intrinsic is not supported by code generation"},
		"pointer": {"func @a() -> int:u70 {\n bb0:\n  v0 = iconst 1\n  ret v0\n}\nfunc @b() -> int {\n bb0:\n  v0 = iconst 1\n  ret v0\n}\ndata @d = zero 16 relocs [0: @a, 8: @b]\nfunc @f(ptr) {\n bb0(v0: mem):\n  v1 = param 0\n  v2, v3 = call v1(), v0 -> int\n  ret v2\n}\n",
			"a.tir:15:3: @f: v1 may point to functions that take numbers of different sizes, more than 64 bits among them: claim the same for the parameters and results of all of them"},
		"pointer to an external function": {"extern func @memcmp(ptr, ptr, int:u64) -> int:s32\nfunc @a(ptr, ptr, int:u64) -> int:u70 {\n bb0:\n  v0 = iconst 1\n  ret v0\n}\ndata @d = zero 16 relocs [0: @memcmp, 8: @a]\nfunc @f(ptr) {\n bb0(v0: mem):\n  v1 = param 0\n  v2 = iconst 1\n  v3, v4 = call v1(v1, v1, v2), v0 -> int\n  ret v3\n}\n",
			"a.tir:12:3: @f: v1 may point to functions that take numbers of different sizes, more than 64 bits among them: claim the same for the parameters and results of all of them"},
		"pointer to one word": {"func @a() -> int {\n bb0:\n  v0 = iconst 1\n  ret v0\n}\ndata @d = zero 8 relocs [0: @a]\nfunc @f(ptr) -> bool {\n bb0(v0: mem):\n  v1 = param 0\n  v2, v3:s65 = call v1(), v0 -> int\n  v4 = iconst 0\n  v5 = icmp.lt v3, v4\n  ret v5, v2\n}\n",
			"a.tir:10:3: @f: v3 is read as a number of more than 64 bits, but arrives in one register: claim its range where it is declared"},
		"parts": {"func @f(ptr) {\n bb0(v0: mem):\n  v1 = param 0\n  v2 = load.8000 v1, v0 -> [bool; 8000]\n  v3 = store.8000 v2, v1, v0\n  ret v3\n}\n",
			"a.tir:4:3: @f: v2 of type [bool; 8000] has more than 4096 parts"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := parser.Parse("a.tir", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			_, err = Module(m, machine(t, ""))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
