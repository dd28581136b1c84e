package interp_test

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestDecide: a run asks for each decision that the semantics leaves open, in order, and takes what it is told;
// what is fixed is not asked for.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name, body string
		kinds      []interp.DecisionKind
		bits       []uint
		take       int64
		want       string // result under take
	}{
		{"nothing left open", `
v1 = iconst 5
v2 = freeze v1
ret v2, v0`, nil, nil, 7, "5"},
		{"freeze of an int", `
v1 = poison -> int
v2 = freeze v1
ret v2, v0`, []interp.DecisionKind{interp.DecideFreeze}, []uint{0}, -12345, "-12345"},
		{"freeze of bytes", `
v1 = stack_slot 2
v2 = load.2 v1, v0 -> byte(2)
v3 = freeze v2
v4 = bitcast v3 -> int
ret v4, v0`, []interp.DecisionKind{interp.DecideFreeze, interp.DecideFreeze}, []uint{8, 8}, 3, "771"},
		{"NaN", `
v1 = fconst.f32 0.0
v2 = fdiv v1, v1
v3 = bitcast v2 -> byte(4)
v4 = bitcast v3 -> int
ret v4, v0`, []interp.DecisionKind{interp.DecideNaN}, []uint{23}, 1<<22 | 5, "4290772997"},
		{"number", `
v1 = fconst.f32 0.0
v2 = fadd v1, v1
v3 = bitcast v2 -> byte(4)
v4 = bitcast v3 -> int
ret v4, v0`, nil, nil, 1, "0"},
		{"address compared with itself", `
v1 = stack_slot 2
v2 = ptrtoaddr v1
v3 = sub v2, v2
ret v3, v0`, []interp.DecisionKind{interp.DecideAddress}, []uint{64}, 1, "0"},
		{"address compared with null", `
v1 = stack_slot 2
v2 = ptrtoaddr v1
v3 = int_to_bool v2
v4 = bool_to_int v3
v5 = iconst 0
v6 = icmp.ne v2, v5
v7 = bool_to_int v6
v8 = add v4, v7
ret v8, v0`, nil, nil, 1, "2"},
		{"address compared with a number", `
v1 = stack_slot 2
v2 = ptrtoaddr v1
v5 = iconst 1
v6 = icmp.eq v2, v5
v7 = bool_to_int v6
ret v7, v0`, []interp.DecisionKind{interp.DecideAddress}, []uint{64}, 1, "0"},
		{"distance of pointers", `
v1 = stack_slot 2
v4 = iconst 1
v2 = ptradd v1, v4
v3 = ptrdiff v2, v1
ret v3, v0`, nil, nil, 1, "1"},
		{"alignment that is given", `
v1 = stack_slot 8 align 8
v2 = iconst 3
v3 = store.8 v2, v1, align=8, v0
ret v2, v3`, nil, nil, 1, "3"},
	} {
		m := irtest.Parse(t, `func @main() -> int {
bb0(v0: mem):
`+c.body+"\n}\n")
		var kinds []interp.DecisionKind
		var bits []uint
		out, err := interp.Run(context.Background(), m, interp.Options{PoisonResult: true, Decide: func(d interp.Decision) (num.Int, bool) {
			kinds, bits = append(kinds, d.Kind), append(bits, d.Bits)
			return num.New(c.take), true
		}})
		if err != nil {
			t.Fatal(err)
		}
		if len(kinds) != len(c.kinds) {
			t.Errorf("%s: decisions %v, want %v", c.name, kinds, c.kinds)
			continue
		}
		for n := range kinds {
			if kinds[n] != c.kinds[n] || bits[n] != c.bits[n] {
				t.Errorf("%s: decision %d is %v of %d bits, want %v of %d", c.name, n, kinds[n], bits[n], c.kinds[n], c.bits[n])
			}
		}
		if got := interp.FormatValue(out.Values[0], out.Space); got != c.want {
			t.Errorf("%s: result %s, want %s", c.name, got, c.want)
		}
	}
}
