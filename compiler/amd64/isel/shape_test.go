package isel_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

var counting = []target.Feature{"popcnt", "abm", "bmi1"}

// listing selects all functions of a text and prints them.
func listing(t *testing.T, name, text string, o isel.Options) string {
	t.Helper()
	m, err := parser.Parse(name, []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range m.Funcs {
		out, _, err := isel.Func(f, m, o)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(out.String())
	}
	return b.String()
}

func matches(list, demand string) bool {
	pattern, not := strings.CutPrefix(demand, "!")
	return regexp.MustCompile(pattern).MatchString(list) != not
}

// TestSlotInFlatLoop: a stack slot that is made again while the last one lives cannot be a place
// in the frame. In a loop region it can.
func TestSlotInFlatLoop(t *testing.T) {
	flat := "func @f(int:u8) {\nbb0(v0: mem):\nv1: int:u8 = param 0\nbr bb1(v0)\nbb1(v2: mem):\nv3: ptr = stack_slot 8\nv4 = store.1 v1, v3, v2\nv5: bool = int_to_bool v1\nbrif v5, bb1(v4), bb2(v4)\nbb2(v6: mem):\nret v6\n}"
	m := irtest.Parse(t, flat)
	if _, _, err := isel.Func(m.Funcs[0], m, isel.Options{}); err == nil || !strings.Contains(err.Error(), "test.tir:6") {
		t.Errorf("error %v, want one at test.tir:6", err)
	}
}

// TestShapes: what a function becomes. The body is in v1, v2, …, made of the parameters.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		demands    []string
	}{
		{"load in an operand", "func @f(ptr, int:u32) -> int:u32 {\nbb0(v0: mem):\nv1: ptr = param 0\nv2: int:u32 = param 1\nv3: int:u32 = load.4 v1, v0\nv4: int:u32 = add v2, v3\nret v4, v0\n}",
			[]string{`ADD_r32_rm32 [^\n]*\[`}},
		{"load before a store stays before it", "func @f(ptr, int:u32) -> int:u32 {\nbb0(v0: mem):\nv1: ptr = param 0\nv2: int:u32 = param 1\nv3: int:u32 = load.4 v1, v0\nv5 = store.4 v2, v1, v0\nv4: int:u32 = add v2, v3\nret v4, v5\n}",
			[]string{`(?s)MOV_r32_rm32.*MOV_rm32_r32`, `!ADD_r32_rm32 [^\n]*\[`}},
		{"load with two uses is done once", "func @f(ptr) -> int:u64 {\nbb0(v0: mem):\nv1: ptr = param 0\nv3: int:u64 = load.8 v1, v0\nv4: int:u64 = add v3, v3\nret v4, v0\n}",
			[]string{`MOV_r64_rm64 [^\n]*\[`, `!ADD[^\n]*\[`}},
		{"add in memory", "func @f(ptr) {\nbb0(v0: mem):\nv1: ptr = param 0\nv3: int:u32 = load.4 v1, v0\nv2: int:u1 = iconst 1\nv4: int:u32 = add v3, v2\nv5 = store.4 v4, v1, v0\nret v5\n}",
			[]string{`ADD_rm32_imm8 \[v\d+\], 1`, "!MOV_"}},
		{"index, scale and offset", "func @f(ptr, int:s32) -> int:u32 {\nbb0(v0: mem):\nv1: ptr = param 0\nv2: int:s32 = param 1\nv3: int:u1 = iconst 1\nv4: int:s32 = add v2, v3\nv5: int:u3 = iconst 4\nv6: int:s34 = mul v4, v5\nv7: ptr = ptradd v1, v6\nv8: int:u32 = load.4 v7, v0\nret v8, v0\n}",
			[]string{`\[v\d+\+v\d+\*4\+4\]`, "MOVSXD", "!ADD", "!IMUL", "!LEA"}},
		{"symbol and stack slot", "func @f() -> int:u32 {\nbb0(v0: mem):\nv1: ptr = symbol_addr @d\nv2: ptr = stack_slot 8\nv3: int:u32 = load.4 v1, v0\nv4 = store.4 v3, v2, v0\nv5: int:u32 = load.4 v2, v4\nret v5, v4\n}\ndata @d = zero 4",
			[]string{`\[@d\]`, `\[o1\]`, "!LEA", "!addr"}},
		{"zero extension of what 32 bits wrote", "func @f(int:u32, int:u32) -> int:u64 {\nbb0(v0: mem):\nv1: int:u32 = param 0\nv2: int:u32 = param 1\nv3: int:u32 = xor v1, v2\nv4: int:u64 = mul v3, v3\nret v4, v0\n}",
			[]string{"XOR_r32_rm32", "IMUL_r64_rm64", "!MOV"}},
		{"a dead value is not selected", "func @f(int:u32) -> int:u32 {\nbb0(v0: mem):\nv1: int:u32 = param 0\nv2: int:u64 = mul v1, v1\nret v1, v0\n}",
			[]string{"!MUL"}},
		{"dense cases in a table", "func @f(int:u8) -> int:u8 {\nbb0(v0: mem):\nv1: int:u8 = param 0\nv2: int:u8 = iconst 1\nv3: int:u8 = iconst 2\nswitch v1, [0: bb1(v2, v0), 1: bb1(v3, v0), 2: bb1(v2, v0), 3: bb1(v3, v0), 4: bb1(v2, v0)], bb1(v1, v0)\nbb1(v9: int:u8, v40: mem):\nret v9, v40\n}",
			[]string{"table", "branch.a"}},
		{"and with a mask in a shift", "func @f(int:u32, int:u32) -> int:u32 {\nbb0(v0: mem):\nv1: int:u32 = param 0\nv2: int:u32 = param 1\nv3: int:u5 = iconst 31\nv4: int:u5 = and v2, v3\nv5: int:u32 = shr v1, v4\nret v5, v0\n}",
			[]string{"SHR_rm32_cl", "!AND"}},
		{"division by a constant needs no guard", "func @f(int:u32) -> int:u32 {\nbb0(v0: mem):\nv1: int:u32 = param 0\nv2: int:u4 = iconst 10\nv3: int:u32 = tdiv v1, v2\nret v3, v0\n}",
			[]string{"DIV_rm32", "!ADC", "!CMP"}},
	} {
		list := listing(t, "test.tir", c.text, isel.Options{Opt: 2, Features: counting})
		for _, d := range c.demands {
			if !matches(list, d) {
				t.Errorf("%s: %s\n%s", c.name, d, list)
			}
		}
	}
}
