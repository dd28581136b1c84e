package legalize

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// refines legalizes text and compares the functions @t….
func refines(t testing.TB, text, features string) {
	t.Helper()
	m := irtest.Parse(t, text)
	before := m.Clone()
	if _, err := Module(m, machine(t, features)); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	for _, f := range before.Funcs {
		if !strings.HasPrefix(f.Name, "t") {
			continue
		}
		r, err := difftest.Check(context.Background(), before, m, difftest.Config{Entry: f.Name, Workers: 1, Runs: 80, Options: interp.Options{Fuel: 50_000_000}})
		if err != nil {
			t.Fatal(err)
		}
		switch p := r.Pairs[0]; {
		case p.Verdict == difftest.Diverged:
			t.Fatalf("@%s: %v\nbefore %v\nafter %v\n%s\n---\n%s", f.Name, p.Divergence.Diff, p.Divergence.Before.Text(), p.Divergence.After.Text(), before.Func(f.Name), m)
		case p.Verdict != difftest.Refined:
			t.Fatalf("@%s: %v %s", f.Name, p.Reasons, p.Skipped)
		}
	}
}

// opText is a function @f of two ints that does op in the way of its number, and its result type.
func opText(op string, a, b ir.Annot, low int) (text, result string) {
	body, typ := "", "int"
	switch name, _, _ := strings.Cut(op, "."); name {
	case "icmp":
		body, typ = op+" v1, v2", "bool"
	case "not", "count_ones", "count_leading_zeros", "count_trailing_zeros", "bswap", "bit_reverse":
		body = op + " v1"
	case "zext", "sext":
		name, n, _ := strings.Cut(op, ".")
		body = name + " v1, " + n
	default:
		body = op + " v1, v2"
	}
	if typ == "bool" {
		return fmt.Sprintf(`func @f(int%s, int%s) -> bool {
 bb0:
 v1 = param 0
 v2 = param 1
 v3 = %s
 ret v3
}
`, a, b, body), typ
	}
	last, claim := "", ":s700"
	ret := "v3"
	if low > 0 {
		last, ret, claim = fmt.Sprintf(" v4 = zext v3, %d\n", low), "v4", fmt.Sprintf(":u%d", low)
	}
	return fmt.Sprintf(`func @f(int%s, int%s) -> int%s {
 bb0:
 v1 = param 0
 v2 = param 1
 v3 = %s
%s ret %s
}
`, a, b, claim, body, last, ret), typ
}

// program calls @f with all pairs and returns what it gives, some at a time.
func program(f, result string, xs, ys []*big.Int) string {
	var s strings.Builder
	s.WriteString(f)
	n, k := 0, 0
	var body strings.Builder
	var rets []string
	flush := func() {
		if len(rets) == 0 {
			return
		}
		types := strings.TrimSuffix(strings.Repeat("int:u64, ", len(rets)), ", ")
		fmt.Fprintf(&s, `func @t%d() -> (%s) {
 bb0(v0: mem):
 v1 = symbol_addr @f
%s ret %s, v0
}
`, k, types, body.String(), strings.Join(rets, ", "))
		body.Reset()
		rets, n, k = nil, 0, k+1
	}
	n = 2
	v := func() string { n++; return fmt.Sprintf("v%d", n) }
	for _, x := range xs {
		for _, y := range ys {
			a, b, m, r := v(), v(), v(), v()
			fmt.Fprintf(&body, " %s = iconst %s\n %s = iconst %s\n", a, x, b, y)
			if result == "bool" {
				q := v()
				fmt.Fprintf(&body, " %s, %s = call v1(%s, %s), v0 -> bool\n %s = bool_to_int %s\n", m, r, a, b, q, r)
				rets = append(rets, q)
			} else {
				fmt.Fprintf(&body, " %s, %s:s700 = call v1(%s, %s), v0 -> int\n", m, r, a, b)
				for _, by := range []int{0, 64, 128, 640} {
					c, h, q := v(), v(), v()
					fmt.Fprintf(&body, " %s = iconst %d\n %s = shr %s, %s\n %s = zext %s, 64\n", c, by, h, r, c, q, h)
					rets = append(rets, q)
				}
			}
			if len(rets) >= 64 {
				flush()
				n = 2
			}
		}
	}
	flush()
	return s.String()
}

// ends are the numbers of a claim that matter.
func ends(a ir.Annot) []*big.Int {
	var out []*big.Int
	seen := map[string]bool{}
	add := func(v num.Int) {
		if a.Holds(v) && !seen[v.String()] {
			seen[v.String()] = true
			out = append(out, v.Big())
		}
	}
	lo, hi, _ := a.Bounds()
	for _, c := range []num.Int{lo, hi, {}, num.Pow2(64), num.Pow2(63).Neg(), hi.Shr(3)} {
		for d := int64(-1); d <= 1; d++ {
			add(c.Add(num.New(d)))
		}
	}
	add(hi.Xor(num.New(0x123456789abcdef5)))
	add(num.New(77))
	return out
}

var allOps = []string{"add", "sub", "mul", "div", "rem", "tdiv", "trem", "and", "or", "xor", "min", "max", "clmul", "not",
	"merge.1", "merge.64", "merge.70", "icmp.eq", "icmp.ne", "icmp.lt", "icmp.le", "icmp.gt", "icmp.ge",
	"count_ones", "count_trailing_zeros", "count_leading_zeros.7", "count_leading_zeros.64", "count_leading_zeros.130",
	"bswap.1", "bswap.3", "bswap.4", "bswap.8", "bswap.17", "bit_reverse.5", "bit_reverse.64", "bit_reverse.100",
	"rotate_left.8", "rotate_left.11", "rotate_right.64", "rotate_right.65", "rotate_left.129", "zext.1", "zext.64", "zext.65", "zext.200",
	"sext.1", "sext.64", "sext.65", "sext.200"}

// TestSmallInts: every operation on every pair of small numbers.
func TestSmallInts(t *testing.T) {
	all := func(lo, hi int64) (out []*big.Int) {
		for v := lo; v <= hi; v++ {
			out = append(out, big.NewInt(v))
		}
		return out
	}
	for n, op := range testseed.Sample(t, 6, append([]string{"shl", "shr"}, allOps...)) {
		a, b := ir.Signed(4), ir.Unsigned(3)
		xs, ys := all(-8, 7), all(0, 7)
		if n%2 == 0 && n > 0 {
			a, b, xs, ys = ir.Unsigned(3), ir.Signed(4), ys, xs
		}
		f, typ := opText(op, a, b, 0)
		refines(t, program(f, typ, xs, ys), "")
	}
}

// TestWideInts: every operation at the ends of claims around one and two registers.
func TestWideInts(t *testing.T) {
	claims := testseed.Every(5, []ir.Annot{ir.Unsigned(64), ir.Signed(64), ir.Signed(65), ir.Unsigned(127), ir.Signed(128), ir.Signed(129), ir.Unsigned(200)})
	for n, op := range testseed.Every(2, allOps) {
		for k, a := range claims {
			b := claims[(n+2*k)%len(claims)]
			if (n+k)%5 > 0 && (a != ir.Signed(128) || b.IsInt() && strings.Contains(op, "_")) {
				continue
			}
			for _, low := range []int{0, 40, 100} {
				if low > 0 && (strings.HasPrefix(op, "icmp") || k%3 != 0) {
					continue
				}
				f, typ := opText(op, a, b, low)
				xs, ys := ends(a), ends(b)
				if op == "clmul" || strings.Contains(op, "div") || strings.Contains(op, "rem") {
					xs, ys = xs[:min(len(xs), 4)], ys[len(ys)-3:]
				} else {
					xs, ys = xs[:min(len(xs), 9)], ys[max(len(ys)-9, 0):]
				}
				refines(t, program(f, typ, xs, ys), "+popcnt")
			}
		}
	}
}

// TestSame: an opcode without a row of its own becomes what the opcode table says is the same, of wide
// numbers too, and loses no claim of its operands.
func TestSame(t *testing.T) {
	for text, op := range map[string]ir.Op{"min": ir.OpMin, "max": ir.OpMax, "sub": ir.OpSub, "merge.70": ir.OpMerge,
		"rotate_right.65": ir.OpRotateRight, "rem": ir.OpRem} {
		rule, row := rules[op], expansions[op]
		rules[op], expansions[op] = nil, nil
		for _, a := range []ir.Annot{ir.Signed(4), ir.Unsigned(65)} {
			f, typ := opText(text, a, ir.Unsigned(3), 0)
			m := irtest.Parse(t, f)
			if _, err := Module(m, machine(t, "")); err != nil || m.Funcs[0].Count(op) > 0 {
				t.Errorf("%s: %v\n%s", op, err, m)
			}
			xs := ends(a)
			refines(t, program(f, typ, xs[:min(len(xs), 4)], []*big.Int{big.NewInt(1), big.NewInt(7)}), "")
		}
		rules[op], expansions[op] = rule, row
	}
}

// TestLongDivision: two words by one or two.
func TestLongDivision(t *testing.T) {
	for _, op := range []string{"div", "rem", "tdiv", "trem"} {
		for _, a := range testseed.Every(3, []ir.Annot{ir.Unsigned(128), ir.Signed(128), ir.Unsigned(100)}) {
			for _, b := range testseed.Every(2, []ir.Annot{ir.Unsigned(33), ir.Unsigned(64), ir.Signed(64), ir.Unsigned(128)}) {
				f, typ := opText(op, a, b, 0)
				xs, ys := ends(a), ends(b)
				xs, ys = xs[max(len(xs)-4, 0):], ys[max(len(ys)-4, 0):]
				for _, x := range slices.Clone(xs) { // and numbers with bits all over
					xs = append(xs, new(big.Int).Quo(x, big.NewInt(3)))
				}
				refines(t, program(f, typ, xs, ys), "")
			}
		}
	}
}

// TestShifts: amounts at and beyond the ends of registers.
func TestShifts(t *testing.T) {
	var by []*big.Int
	for _, n := range []int64{0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 255} {
		by = append(by, big.NewInt(n))
	}
	for _, a := range testseed.Every(3, []ir.Annot{ir.Unsigned(8), ir.Signed(8), ir.Signed(17), ir.Unsigned(64), ir.Signed(64), ir.Signed(70), ir.Unsigned(128), ir.Signed(200)}) {
		for _, low := range testseed.Every(3, []int{0, 8, 64, 65, 128}) {
			for _, op := range []string{"shl", "shr"} {
				f, typ := opText(op, a, ir.Unsigned(8), low)
				refines(t, program(f, typ, ends(a), by), "")
			}
		}
	}
}

// TestIndexLowBits: of an index the low 64 bits count, and so they are all that legal text has of one that claims
// to be wider, or of which nothing looks at the others.
func TestIndexLowBits(t *testing.T) {
	for _, annot := range testseed.Every(2, []string{":s67", ":s64", ":s128", ":s200"}) {
		for _, use := range []string{"", ":i64"} {
			for _, body := range []string{
				`
    v3 = ptradd v1, v2%s
    v4 = load.1 v3, v0
    ret v4, v0`,
				`
    v3 = ptradd v1, v2%s
    v4 = ptrdiff v3, v1
    ret v4, v0`,
				`
    v3 = iconst 3
    v4 = mul v2%s, v3
    v5 = ptradd v1, v4
    v6 = ptrdiff v1, v5
    ret v6, v0`,
				`
    v3 = ptradd v1, v2%s
    v4 = iconst 9223372036854775808
    v5 = ptradd v3, v4
    v6 = ptradd v5, v4
    v7 = load.1 v6, v0
    ret v7, v0`,
				`
    v3 = inttoptr v2%s
    v4 = ptrtoaddr v3
    ret v4, v0`,
			} {
				refines(t, fmt.Sprintf(`
func @f(ptr, int%[1]s) -> int:s66 {
  bb0(v0: mem):
    v1 = param 0
    v2%[1]s = param 1
    %[2]s
}
func @t(int:u3) -> int {
  bb0(v0: mem):
    v1:u3 = param 0
    v2 = stack_slot 16
    v3 = iconst 0x1122334455667788
    v4 = store.8 v3, v2, v0
    v5 = iconst 8
    v6 = ptradd v2, v5
    v7 = sub v1, v5
    v8 = symbol_addr @f
    v9, v10:s66 = call v8(v6, v7), v4 -> int:s66
    v11 = zext v10, 64
    ret v11, v9
}
`, annot, fmt.Sprintf(body, use)), "")
			}
		}
	}
}
