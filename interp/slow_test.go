package interp

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// slowOps runs m and counts the instructions that the reference evaluator's functions execute for the fast engine.
func slowOps(t *testing.T, m *ir.Module, args ...Value) (ops map[ir.Op]int) {
	t.Helper()
	ops = map[ir.Op]int{}
	onSlow = func(f *ir.Func, i ir.Inst) { ops[f.Op(i)]++ }
	defer func() { onSlow = nil }()
	out, err := Run(context.Background(), m, Options{Args: args, Fuel: 1000, NoEvents: true})
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind == Unsupported || len(out.Reports) > 0 {
		t.Fatalf("%s\n%s", out.Text(), m)
	}
	return ops
}

// intClass is a way to hold an int: an annotation, and numbers of it.
type intClass struct {
	name, annot string
	values      []num.Int
}

func intClasses() []intClass {
	big := func(n uint, d int64) num.Int { return num.Pow2(n).Add(num.New(d)) }
	return []intClass{
		{"u8", ":u8", []num.Int{num.New(1), num.New(200)}},
		{"s8", ":s8", []num.Int{num.New(-1), num.New(100)}},
		{"s64", ":s64", []num.Int{num.New(-9), big(63, -1)}},
		{"u64", ":u64", []num.Int{num.New(3), big(64, -1)}},
		{"any, a word", "", []num.Int{num.New(-3), num.New(1 << 40)}},
		{"any, 65 bits", "", []num.Int{big(64, 5), big(64, 3).Neg()}},
		{"u128", ":u128", []num.Int{num.New(5), big(127, 1)}},
		{"s128", ":s128", []num.Int{num.New(-5), big(100, 1).Neg()}},
		{"known", ":known(0????????0)", []num.Int{num.New(2), num.New(260)}},
		{"with a claim on the use", "", []num.Int{num.New(77), num.New(50)}},
	}
}

// intForms are the int instructions; A and B stand for operands. What is poison for most operands has its own
// second one.
var intForms = []string{
	"add A, B", "sub A, B", "mul A, B", "and A, B", "or A, B", "xor A, B", "min A, B", "max A, B", "not A", "div A, B", "rem A, B",
	"tdiv A, B", "trem A, B", "shl A, v8", "shr A, v8", "shr A, v9", "zext A, 8", "zext A, 64", "sext A, 33", "sext A, 128", "icmp.lt A, B", "icmp.eq A, B",
	"select v10, A, B", "bswap.4 A", "bswap.16 A", "bit_reverse.64 A", "rotate_left.64 A, B", "rotate_right.37 A, v8", "count_leading_zeros.64 A",
	"count_trailing_zeros A", "merge.9 A, B", "merge.64 A, B", "split.32 A", "split.64 A", "int_to_bool A",
}

// TestSlowIntClasses runs every int instruction on every pair of classes of operands, whatever they hold, and finds none that
// leaves for the reference evaluator.
func TestSlowIntClasses(t *testing.T) {
	classes := intClasses()
	for _, form := range intForms {
		for _, a := range classes {
			for _, b := range classes {
				use := func(name string, c intClass) string {
					if strings.HasPrefix(c.name, "with") {
						return name + ":s9:known(0?????????)"
					}
					return name
				}
				inst := strings.NewReplacer("A", use("v1", a), "B", use("v2", b)).Replace(form)
				result := "v3"
				if strings.HasPrefix(form, "split") {
					result = "v3, v4"
				}
				text := fmt.Sprintf(`func @main(int%[1]s, int%[2]s) {
  bb0(v0: mem):
    v1%[1]s = param 0
    v2%[2]s = param 1
    v8 = iconst 3
    v9 = iconst 70
    v10 = icmp.ne v1, v2
    %[3]s = %[4]s
    brif v10, bb1, bb1

  bb1:
    ret v0
}
`, a.annot, b.annot, result, inst)
				m := parse(t, text)
				for _, x := range a.values {
					for _, y := range b.values {
						if slow := slowOps(t, m, Int{x}, Int{y}); len(slow) > 0 {
							t.Errorf("%s, %s and %s: slow\n%s", x, y, inst, text)
						}
					}
				}
			}
		}
	}
}

// typedForms are loads, stores and moves by type; a bare form stands for the whole list of types.
var typedForms = []struct{ typ, size, poison string }{
	{"int", "1", ""}, {"int", "2", ""}, {"int", "3", ""}, {"int", "4", ""}, {"int", "7", ""}, {"int", "8", ""}, {"int", "16", ""},
	{"f16", "2", ""}, {"bf16", "2", ""}, {"f32", "4", ""}, {"f64", "8", ""}, {"f128", "16", ""}, {"bool", "1", ""}, {"ptr", "8", ""},
	{"byte(1)", "1", ""}, {"byte(8)", "8", ""}, {"byte(16)", "16", ""}, {"vec<128>", "16", ""}, {"vec<256>", "32", ""}, {"vec<512>", "64", ""},
	{"struct{int, f64}", "16", ""}, {"[int; 4]", "32", ""},
}

// otherForms are operations in forms beside the usual one; v20 is the last token.
var otherForms = func() (forms []string) {
	for _, n := range []string{"1", "2", "4", "8"} {
		forms = append(forms, "v20, v21 = load.atomic.acquire."+n+" v2, v5", "v20 = store.atomic.release."+n+" v4, v2, v5",
			"v20, v21 = cmpxchg.acqrel.acquire."+n+" v2, v4, v3, v5", "v20, v21 = cmpxchg.acqrel.acquire."+n+" v2, v1, v3, v5")
		for _, op := range []string{"xchg", "add", "sub", "and", "or", "xor"} {
			forms = append(forms, "v20, v21 = rmw."+op+".relaxed."+n+" v2, v1, v5")
		}
	}
	for _, order := range []string{"acquire", "release", "acqrel", "seqcst"} {
		forms = append(forms, "v20 = fence."+order+" v5")
	}
	forms = append(forms, "v20, v21 = load.atomic.seqcst v2, v5 -> f64", "v20 = store.atomic.seqcst v10, v2, v5", "v20, v21 = rmw.xchg.seqcst v2, v10, v5 -> ptr")
	for _, lane := range []string{"i8", "s8", "u8", "i16", "s16", "u16", "i32", "s32", "u32", "i64", "s64", "u64"} {
		for _, op := range []string{"add", "mul", "smin", "umax", "and", "or", "xor"} {
			if (op == "smin" || op == "umax" || op == "and" || op == "or" || op == "xor") && lane[0] != 'i' {
				continue
			}
			if op == "mul" && lane[0] != 'i' && lane[1] != '8' {
				continue // the product has more than 64 bits
			}
			forms = append(forms, fmt.Sprintf("v21 = vec.reduce.%s.%s v6\nv20 = store.8 v21, v2, v5", op, lane))
		}
	}
	return append(forms, "v21 = vec.reduce.mul.s8 v11\nv20 = store.8 v21, v2, v5", "v21 = clmul v3, v9\nv20 = store.16 v21, v2, v5", "v21 = ptrdiff v10, v2\nv20 = store.8 v21, v2, v5",
		"v21 = load.12 v2, v5\nv20 = store.9 v21, v2, v5", "v21 = iconst -18446744073709551617\nv20 = store.16 v21, v2, v5")
}()

// TestSlowPath writes the list of what takes the slow path to docs/lab/slow-path.md: of every opcode in its usual
// form, and of loads, stores and selects of every type.
func TestSlowPath(t *testing.T) {
	var rows []string
	for n := range ir.NumOps {
		op := ir.Op(n)
		switch op {
		case ir.OpUnreachable, ir.OpTrap, ir.OpLongJmp, ir.OpLandingPad, ir.OpContinue: // the end of a run, or none
			continue
		}
		if slowOps(t, opProgram(op), NewInt(3))[op] > 0 {
			rows = append(rows, fmt.Sprintf("`%s`", op))
		}
	}
	rows = slices.Compact(rows)
	var typed []string
	for _, x := range typedForms {
		text := fmt.Sprintf(`func @main(int) {
  bb0(v0: mem):
    v1 = param 0
    v2 = stack_slot 64
    v3 = iconst 64
    v4 = iconst 1
    v5 = memset v2, v4, v3, v0
    v6 = load.%[2]s v2, v5 -> %[1]s
    v7 = store.%[2]s v6, v2, v5
    v8 = icmp.eq v1, v4
    v9 = select v8, v6, v6
    ret v7
}
`, x.typ, x.size)
		if x.typ == "int" {
			text = strings.Replace(text, " -> int", "", 1)
		}
		slow := slowOps(t, parse(t, text), NewInt(1))
		for _, op := range []ir.Op{ir.OpLoad, ir.OpStore, ir.OpSelect} {
			if slow[op] > 0 {
				name := fmt.Sprintf("`%s` of `%s`", op, x.typ)
				if x.typ == "int" {
					name += fmt.Sprintf(" of %s bytes", x.size)
				}
				typed = append(typed, name)
			}
		}
	}
	for _, x := range otherForms {
		text := fmt.Sprintf(`func @main(int) {
  bb0(v0: mem):
    v1 = param 0
    v2 = stack_slot 64 align 16
    v3 = iconst 64
    v4 = iconst 1
    v5 = memset v2, v4, v3, v0
    v6 = load.16 v2, v5 -> vec<128>
    v7 = load.4 v2, v5 -> byte(4)
    v8 = symbol_addr @main
    v9 = iconst 8
    v10 = ptradd v2, v9
    v11 = bitcast v7 -> vec<32>
    %s
    ret v20
}
`, x)
		slow := slowOps(t, parse(t, text), NewInt(1))
		if len(slow) > 0 {
			typed = append(typed, "`"+strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(x, "v20 = iconst 1", ""), "\n", "; "), "; ")+"`")
		}
	}
	var s strings.Builder
	s.WriteString(`# What takes the slow path

The fast engine executes these instructions with the reference evaluator's functions, at some hundreds of nanoseconds
each. Everything else has code of its own, on operands of every class: ints of up to 129 bits with any
annotation (` + "`TestSlowIntClasses`" + ` runs every int instruction on every pair), floats, pointers and bytes. What is
poison where it may not be, or violates a claim, goes the slow way too, as a report needs the values; so does every
access to memory while there is more than one thread, as the race detector sees it.

` + "`go test -run TestSlowPath ./interp -update`" + ` writes this page by running every opcode in its usual form, loads, stores
and selects of every type, and atomic operations and reductions of every size.

`)
	list := func(of []string) string {
		if len(of) == 0 {
			return "none"
		}
		return strings.Join(of, ", ")
	}
	fmt.Fprintf(&s, "Opcodes: %s.\n\nBy type and size: %s.\n", list(rows), list(typed))
	const page = "../docs/lab/slow-path.md"
	if golden.Updating() {
		if err := os.WriteFile(page, []byte(s.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != s.String() {
		t.Errorf("%s is not what runs take: go test -run TestSlowPath ./interp -update\n%s", page, s.String())
	}
}
