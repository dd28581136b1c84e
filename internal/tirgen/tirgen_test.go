package tirgen_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/tirgen"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// control has each statement of the subset; of is the same function in Go.
const control = `package p

const step = 3

func odd(x u32) u1 { return x & 1 }

func of(n u32, m u32) u64 {
	sum := u64(0)
	cell := slot(8)
	for i := u32(0); i < n; i++ {
		if i%step == 2 || i == m && odd_is(i) {
			continue
		}
		var k u32 = m
		for k > 0 {
			k--
			if k == 5 {
				break
			} else if !(k < 3) && k != 4 {
				continue
			}
			store64(cell, 0, sum+k)
			sum = load64(cell, 0)
		}
		if odd(i) == 1 {
			sum += i
		} else {
			sum ^= (m << 1) | 1
		}
		for {
			if sum < 100000 {
				break
			}
			sum /= 7
		}
	}
	if n > m {
		return sum
	}
	return max(sum-1, 0)
}
`

func of(n, m uint32) uint64 {
	sum := uint64(0)
	for i := uint32(0); i < n; i++ {
		if i%3 == 2 || i == m && i&1 == 1 {
			continue
		}
		for k := m; k > 0; {
			k--
			if k == 5 {
				break
			} else if !(k < 3) && k != 4 {
				continue
			}
			sum += uint64(k)
		}
		if i&1 == 1 {
			sum += uint64(i)
		} else {
			sum ^= uint64(m<<1 | 1)
		}
		for sum >= 100000 {
			sum /= 7
		}
	}
	if n > m {
		return sum
	}
	return max(sum, 1) - 1
}

// TestControl: a translated function computes what the same Go function does.
func TestControl(t *testing.T) {
	text, err := tirgen.Translate("p.go", []byte(strings.Replace(control, "odd_is(i)", "(i&1) == 1", 1)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse("p.tir", []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err, text)
	}
	for n := range uint32(12) {
		for k := range uint32(12) {
			o, err := interp.Run(context.Background(), m, interp.Options{Entry: "of", Strict: true, CheckMemSSA: true, Args: []interp.Value{interp.NewInt(int64(n)), interp.NewInt(int64(k))}})
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("[%d]", of(n, k)); o.Kind != interp.Returned || fmt.Sprint(o.Values) != want {
				t.Errorf("of(%d, %d): %s %v %v, want %s", n, k, o.Kind, o.Values, o.UB, want)
			}
		}
	}
}

// TestMistakes: what is not in the subset is an error at its place.
func TestMistakes(t *testing.T) {
	for body, want := range map[string]string{
		"x := 1 + 2":                   "p.go:4:1: x has no claim: want var or a conversion",
		"y = 1":                        "p.go:4:1: no variable y",
		"var x u8 = y":                 "p.go:4:12: no y",
		"var x byte = 1":               "p.go:4:1: no type byte",
		"g()":                          "p.go:4:1: no function g",
		"f(1)":                         "p.go:4:1: f takes 0 arguments",
		"load8(1, 0)":                  "p.go:4:7: int where ptr is wanted",
		"if 1 {\n}":                    "p.go:4:4: no condition",
		"break":                        "p.go:4:1: no loop",
		"return\nf()":                  "p.go:5:1: nothing reaches this",
		"switch {\n}":                  "p.go:4:1: *ast.SwitchStmt is not in the subset",
		"var x u1 = 1 && 0":            "p.go:4:12: && only stands in conditions",
		"if h() == 1 && h() == 1 {\n}": "p.go:4:4: the second side of && has an effect",
		"x, y := 1, 2":                 "p.go:4:1: one variable at a time",
		"var x u64 = 1.5":              "p.go:4:13: no constant of the subset",
	} {
		_, err := tirgen.Translate("p.go", []byte("package p\n\nfunc f() {\n"+body+"\n}\nfunc h() u1\n"))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", body, err, want)
		}
	}
}
