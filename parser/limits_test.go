package parser

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// bound is many times the processor time that a text of these tests takes: all are read in about linear time.
const bound = 30 * time.Second

// TestLimits gives texts at a limit and just beyond it.
func TestLimits(t *testing.T) {
	big1 := new(big.Int).Lsh(big.NewInt(1), MaxIntBits)
	most := new(big.Int).Sub(big1, big.NewInt(1)).String()
	regions := func(n int) string {
		return "func @f() {\n" + strings.Repeat("region loop {\n", n) + `bb0:
trap
` + strings.Repeat("}\n", n) + "}\n"
	}
	types := func(n int) string {
		return body("v5 = poison -> " + strings.Repeat("struct{", n) + "int" + strings.Repeat("}", n))
	}
	arrays := func(n int) string {
		return body("v5 = poison -> " + strings.Repeat("[", n) + "int" + strings.Repeat("; 1]", n))
	}
	for _, c := range []struct{ name, ok, bad, msg string }{
		{"decimal", body("v5 = iconst " + most), body("v5 = iconst " + big1.String()), "limit of 1048576 bits"},
		{"negative decimal", body("v5 = iconst -" + most), body("v5 = iconst -" + strings.Repeat("9", 1<<20)), "limit of 1048576 bits"},
		{"hexadecimal", body("v5 = iconst 0x" + strings.Repeat("f", MaxIntBits/4)), body("v5 = iconst 0x1" + strings.Repeat("0", MaxIntBits/4)), "limit of 1048576 bits"},
		{"long literals", body("v5 = iconst 0x" + strings.Repeat("f", 1<<18)), body(strings.Repeat("v5 = iconst 0x"+strings.Repeat("f", 1<<18)+"\n", 17)), "limit of 16777216 bits together"},
		{"regions", regions(MaxRegionDepth), regions(MaxRegionDepth + 1), "regions are nested deeper"},
		{"many regions", regions(MaxRegionDepth), regions(1 << 18), "regions are nested deeper"},
		{"structs", types(ir.MaxTypeDepth), types(ir.MaxTypeDepth + 1), "nested deeper"},
		{"arrays", arrays(ir.MaxTypeDepth), arrays(1 << 20), "nested deeper"},
		{"type bytes", body("v5 = poison -> [byte(2147483); 1000]"), body("v5 = poison -> [byte(2147484); 1001]"), "larger than the limit"},
		{"type fields", body("v5 = poison -> [bool; 65536]"), body("v5 = poison -> [bool; 65537]"), "more than the limit"},
		{"elements", body("v5 = poison -> [struct{}; 0]"), body("v5 = poison -> [int; 18446744073709551616]"), "over the limit"},
		{"address space", body("v5 = poison -> ptr(134217727)"), body("v5 = poison -> ptr(134217728)"), "over the limit"},
		{"annotation", body("v5:s1048576 = iconst 1"), body("v5:u1048577 = iconst 1"), "limit of 1048576 bits"},
		{"low bits", body("v5:i1048576 = iconst 1"), body("v5:i1048577 = iconst 1"), "limit of 1048576 bits"},
		{"pattern", body("v5:known(" + strings.Repeat("01", 1<<19) + ") = iconst 1"), body("v5:known(" + strings.Repeat("01", 1<<20) + ") = iconst 1"), "limit is 1048576"},
		{"alignment", body("v5 = stack_slot 1 align 2147483648"), body("v5 = stack_slot 1 align 4294967296"), "no power of two"},
		{"data", "data @d = {zero 1099511627775, \"a\"}", "data @d = {\"a\", zero 1099511627776}", "larger than the limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			usage.Within(t, bound, c.name, func() {
				m := mustParse(t, c.ok)
				if len(c.ok) < 1<<21 {
					checkRoundTrip(t, m)
				}
				_, err := Parse("t.tir", []byte(c.bad))
				if err == nil || !strings.Contains(err.Error(), c.msg) {
					t.Fatalf("got %v, want %q", err, c.msg)
				}
				checkErrorList(t, err, c.bad)
				if len(err.Error()) > 1<<16 {
					t.Errorf("message of %d bytes", len(err.Error()))
				}
			})
		})
	}
}

// TestOneErrorBeyondLimit: what follows a limit that ends the reading is not complained about,
// neither by syntax nor by names; what is wrong before it is.
func TestOneErrorBeyondLimit(t *testing.T) {
	after := `func @g() {
bb0:
` + strings.Repeat("  br bb1(v7)\n", 60) + "}\n"
	region := "func @main() {\n" + strings.Repeat("region loop {\n", 300) + `bb0:
br bb9
` + strings.Repeat("}\n", 300) + "}\n" + after
	structs := body("v5 = poison -> "+strings.Repeat("struct{", 70)+"int"+strings.Repeat("}", 70)) + after
	arrays := body("v5 = poison -> "+strings.Repeat("[", 70)+"int"+strings.Repeat("; 1]", 70)) + after
	signature := "func @main(" + strings.Repeat("struct{", 70) + "int" + strings.Repeat("}", 70) + `) {
bb0:
trap
}
` + after
	for name, text := range map[string]string{"regions": region, "structs": structs, "arrays": arrays, "signature": signature} {
		t.Run(name, func(t *testing.T) {
			for _, before := range []string{"", "nonsense\n"} {
				_, err := Parse("t.tir", []byte(before+text))
				var l ErrorList
				if !errors.As(err, &l) || len(l.Errors) != 1+strings.Count(before, "\n") || l.More != 0 ||
					!strings.Contains(l.Errors[len(l.Errors)-1].Msg, "nested deeper than the limit") {
					t.Errorf("after %q: got %v", before, err)
				}
			}
		})
	}
}

// TestCounts goes beyond the number of items and of operands; the limits of values and
// instructions are kept by the same counter.
func TestCounts(t *testing.T) {
	for _, c := range testseed.Every(2, []struct {
		text func() string
		msg  string
	}{
		{func() string { return strings.Repeat("data @d={}\n", MaxItems+1) }, "1048576 functions and symbols"},
		{func() string { return body("v5 = call v2(" + strings.Repeat("v1,", MaxOperands) + "v1), v0") }, "16777216 operands"},
	}) {
		text := c.text()
		usage.Within(t, bound, c.msg, func() {
			_, err := Parse("t.tir", []byte(text))
			if err == nil || !strings.Contains(err.Error(), "more than the limit of "+c.msg) {
				t.Fatalf("got %v, want %q", err, c.msg)
			}
			checkErrorList(t, err, text)
		})
	}
}

func TestInputSize(t *testing.T) {
	if _, err := Parse("t.tir", make([]byte, MaxInput+1)); err == nil || !strings.Contains(err.Error(), "the limit is") {
		t.Errorf("got %v", err)
	}
	if m, err := Parse("t.tir", nil); err != nil || len(m.Items) != 0 {
		t.Errorf("the empty text: %v", err)
	}
}

// TestHostile gives large texts that must fail fast and without a large message.
func TestHostile(t *testing.T) {
	mib := testseed.Rounds(1<<20, 1<<16)
	rng := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	garbage := make([]byte, mib)
	for i := range garbage {
		garbage[i] = byte(rng.Uint32())
	}
	var widths, meets strings.Builder
	for i := range testseed.Rounds(20000, 3000) {
		fmt.Fprintf(&widths, "v%d:i%d = iconst 1\n", i, 1000000+i)
		fmt.Fprintf(&meets, "v%d:i100000:i%d = iconst 1\n", i, 99999-i)
	}
	for name, text := range map[string]string{
		"one line of words": `func @f() {
bb0:
` + strings.Repeat("foo ", 10*mib/4),
		"one line of bytes":  strings.Repeat("\x00", 10*mib),
		"one line of braces": "func @f() {" + strings.Repeat("{", 4*mib),
		"closing braces":     "func @f() {" + strings.Repeat("}", 4*mib),
		"lines of garbage": `func @f() {
bb0:
` + strings.Repeat("x\n", 4*mib),
		"unknown instructions": `func @f() {
bb0:
` + strings.Repeat("v1 = icnst 1\n", mib/4),
		"binary": string(garbage),
		"binary in a function": `func @f() {
bb0:
` + string(garbage),
		"undefined values": `func @f() {
bb0:
` + strings.Repeat("ret v1\n", mib/4) + "}",
		"an open string":           "data @d = \"" + strings.Repeat("a", 10*mib),
		"an open comment":          "func @f() { //" + strings.Repeat("a", 10*mib),
		"open arrays":              body("v5 = poison -> " + strings.Repeat("[", 4*mib)),
		"distinct wide patterns":   body(widths.String()),
		"conjunctions of patterns": body(meets.String()),
		"operators":                strings.Repeat("func", mib) + strings.Repeat("\nfunc", mib),
	} {
		t.Run(name, func(t *testing.T) {
			usage.Within(t, bound, name, func() {
				_, err := Parse("t.tir", []byte(text))
				if err == nil {
					t.Fatal("the text parses")
				}
				checkErrorList(t, err, text)
				if n := len(err.Error()); n > 1<<16 {
					t.Errorf("message of %d bytes", n)
				}
			})
		})
	}
}

// TestLong gives large texts that are right.
func TestLong(t *testing.T) {
	n := testseed.Rounds(1<<17, 1<<14)
	var chain, args, params strings.Builder
	for i := range n {
		fmt.Fprintf(&chain, "v%d = freeze v%d\n", 10+i, 11+i)
	}
	fmt.Fprintf(&chain, "v%d = iconst 1", 10+n)
	params.WriteString("func @f(int")
	for i := range n / 8 {
		fmt.Fprintf(&params, ", %%p%d: int", i)
		fmt.Fprintf(&args, "v%d = param %%p%d\n", i, i)
	}
	params.WriteString(`) {
bb0:
` + args.String() + "}\n")
	for name, text := range map[string]string{
		"one line of operands": body("v5 = call v2(" + strings.Repeat("v1, ", n) + "v1), v0"),
		"types from the end":   body(chain.String()),
		"named parameters":     params.String(),
		"a string":             "data @d = \"" + strings.Repeat("a\\n", n) + "\"\n",
		"one line of cases": `func @f(int) {
bb0:
v0 = param 0
switch v0, [` + strings.Repeat("1: bb0, ", 65000) + "], bb0\n}",
		"functions": strings.Repeat("func @f() { bb0: trap }\n", n/8),
		"a symbol and calls of pairs": strings.Repeat(`func @f() -> int { bb0(v0: mem): v1 = symbol_addr @f
 v2, v3 = call v1(), v0 -> int
 v4: int = call_ret2 v2
 ret v3, v4, v2 }
`, n/64),
	} {
		t.Run(name, func(t *testing.T) {
			usage.Within(t, bound, name, func() { checkRoundTrip(t, mustParse(t, text)) })
		})
	}
}
