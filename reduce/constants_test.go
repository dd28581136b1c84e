package reduce_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/reduce"
)

// TestConstants: what is left of a constant follows from what must hold of it, and few questions are asked for it.
func TestConstants(t *testing.T) {
	number := func(s string) num.Int {
		v, ok := num.Parse(s, 10)
		if !ok {
			t.Fatal(s)
		}
		return v
	}
	for _, row := range []struct {
		name, start, want string
		holds             func(v num.Int) bool
	}{
		{"anything", "-918273645546372819", "0", func(num.Int) bool { return true }},
		{"not 0", "918273645546372819", "1", func(v num.Int) bool { return v.Sign() != 0 }},
		{"negative", "-918273645546372819", "-1", func(v num.Int) bool { return v.Sign() < 0 }},
		{"neither 0 nor 1", "918273645546372819", "-1", func(v num.Int) bool { return v.Sign() != 0 && !v.Equal(num.New(1)) }},
		{"from a bound on", "918273645546372819", "1000", func(v num.Int) bool { return v.Cmp(num.New(1000)) >= 0 }},
		{"from a negative bound on", "-918273645546372819", "-1000", func(v num.Int) bool { return v.Cmp(num.New(-1000)) <= 0 }},
		{"itself", "123456789012345", "123456789012345", func(v num.Int) bool { return v.Equal(number("123456789012345")) }},
		{"a bit", "918273645546372819", "1", func(v num.Int) bool { return v.Bit(0) == 1 && v.Sign() > 0 }},
		{"more than a word", "-99999999999999999999999999999", "18446744073709551616", func(v num.Int) bool { return v.Neg().BitLen() > 64 }},
		{"all bits of a byte", "918273645546372863", "255", func(v num.Int) bool { return v.Sign() > 0 && v.Low(8).Equal(num.New(255)) }},
		{"of any width", "1" + fmt.Sprintf("%0200d", 7), "256", func(v num.Int) bool { return v.Cmp(num.New(255)) > 0 }},
	} {
		m := irtest.Parse(t, fmt.Sprintf(`
func @main() -> int {
  bb0:
    v0 = iconst %s
    ret v0
}
`, row.start))
		asked := 0
		p := reduce.PredicateFunc(func(_ context.Context, c reduce.Case) (bool, error) {
			asked++
			for _, f := range c[0].Funcs {
				for i := range f.AllInsts() {
					if f.Op(i) == ir.OpIConst {
						return row.holds(f.IntConst(i)), nil
					}
				}
			}
			return false, nil
		})
		res, err := reduce.Run(t.Context(), reduce.Case{m}, p, reduce.Options{Keep: []string{"main"}, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range res.Best[0].Funcs[0].AllInsts() {
			if f := res.Best[0].Funcs[0]; f.Op(i) == ir.OpIConst {
				got = f.IntConst(i).String()
			}
		}
		if got != row.want || asked > 200 {
			t.Errorf("%s: %s by %d questions, want %s", row.name, got, asked, row.want)
		}
	}
}
