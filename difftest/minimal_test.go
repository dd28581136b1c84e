package difftest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// plantedPair is a pair that differs where a predicate holds, of which a body makes the value v9.
func plantedPair(t *testing.T, params, body string) (before, after *ir.Module) {
	t.Helper()
	text := func(body string) string {
		return fmt.Sprintf(`func @f(%s) -> bool {
  bb0(v0: mem):
%s
    ret v9, v0
}`, params, body)
	}
	return irtest.Parse(t, text(body)), irtest.Parse(t, text("    v9 = bconst false"))
}

// TestPlantedMinimum: what the least input is follows from the predicate. The number of tries is that of an
// argument that is looked for by its bits, and not by its value.
func TestPlantedMinimum(t *testing.T) {
	zeros := strings.TrimSpace(strings.Repeat("00 ", 24))
	const big = "40000000000000000000000000000000000000000000000000000000000000000000000000000001"
	cmp := func(rel, c string) string {
		return fmt.Sprintf(`    v1 = param 0
    v2 = iconst %s
    v9 = icmp.%s v1, v2`, c, rel)
	}
	for _, row := range []struct {
		name, params, body string
		want               []string
		most               int // tries
	}{
		{"equal to a large number", "int:s64", cmp("eq", "123456789012345"), []string{`{"args":[123456789012345]}`}, 120},
		{"above a bound", "int:s64", cmp("gt", "1000"), []string{`{"args":[1001]}`}, 60},
		{"below a bound", "int:s64", cmp("lt", "-70000"), []string{`{"args":[-70001]}`}, 100},
		{"above a bound of 64 bits", "int:u64", cmp("gt", "9223372036854775813"), []string{`{"args":["9223372036854775814"]}`}, 200},
		{"above a bound of 128 bits", "int:s128", cmp("ge", "100000000000000000000000000000"), []string{`{"args":["100000000000000000000000000000"]}`}, 300},
		{"above a bound of any width", "int", cmp("gt", big), []string{`{"args":["` + strings.TrimSuffix(big, "1") + `2"]}`}, 900},
		{"any but 0", "int", cmp("ne", "0"), []string{`{"args":[1]}`}, 20},
		{"negative", "int", cmp("lt", "0"), []string{`{"args":[-1]}`}, 20},
		{"a bit", "int:u64", `    v1 = param 0
    v2 = iconst 17592186044416
    v3 = and v1, v2
    v4 = iconst 0
    v9 = icmp.ne v3, v4`, []string{`{"args":[17592186044416]}`}, 120},
		{"equal to each other, and large", "int:s64, int:s64", `    v1 = param 0
    v2 = param 1
    v3 = icmp.eq v1, v2
    v4 = iconst 99999
    v5 = icmp.gt v1, v4
    v6 = bconst false
    v9 = select v3, v5, v6`, []string{`{"args":[100000,100000]}`}, 300},
		{"three that are equal", "int:s32, int:s32, int:s32", `    v1 = param 0
    v2 = param 1
    v3 = param 2
    v4 = icmp.eq v1, v2
    v5 = icmp.eq v2, v3
    v6 = bconst false
    v7 = select v4, v5, v6
    v8 = iconst 2
    v10 = icmp.gt v1, v8
    v9 = select v7, v10, v6`, []string{`{"args":[3,3,3]}`}, 300},
		{"at a distance", "int:s64, int:s64", `    v1 = param 0
    v2 = param 1
    v3 = sub v1, v2
    v4 = iconst 1
    v5 = icmp.eq v3, v4
    v6 = bconst false
    v7 = icmp.gt v2, v4
    v9 = select v5, v7, v6`, []string{`{"args":[3,2]}`}, 300},
		{"one does not matter", "int:s64, int:s64", cmp("gt", "1000"), []string{`{"args":[1001,0]}`}, 120},
		{"a float above a bound", "f64", `    v1 = param 0
    v2 = fconst.f64 1000.3
    v9 = fcmp.ogt v1, v2`, []string{`{"args":[{"f64":"1001.0"}]}`}, 150},
		{"a float that is no integer", "f32", `    v1 = param 0
    v2 = fconst.f32 1.0
    v3 = frem v1, v2
    v4 = fconst.f32 0.0
    v9 = fcmp.one v3, v4`, []string{`{"args":[{"f32":"0.5"}]}`, `{"args":[{"f32":"1.5"}]}`}, 150},
		{"a NaN", "f64", `    v1 = param 0
    v9 = fcmp.uno v1, v1`, []string{`{"args":[{"f64":"nan"}]}`}, 60},
		{"a large float", "f64", `    v1 = param 0
    v2 = fconst.f64 1e300
    v9 = fcmp.oge v1, v2`, []string{`{"args":[{"f64":"1.3393857589828342e+300"}]}`}, 200},
		{"pointers that do not matter", "ptr, int:s32, ptr", `    v1 = param 1
    v2 = iconst 6
    v9 = icmp.gt v1, v2`, []string{`{"args":[null,7,null]}`}, 100},
		{"a word of memory", "ptr, ptr", `    v1 = param 1
    v2 = iconst 24
    v3 = ptradd v1, v2
    v4:u16 = load.2 v3, v0
    v5 = iconst 1000
    v9 = icmp.gt v4, v5`, []string{zeros + ` e9 03`}, 400},
		{"four bytes of memory, of which two matter", "ptr", `    v1 = param 0
    v4:u32 = load.4 v1, v0
    v5 = iconst 70000
    v9 = icmp.gt v4, v5`, []string{`71 11 01 00`}, 400},
		{"a field", "struct{int, int}", `    v1 = param 0
    v2 = extractvalue v1, [1]
    v3 = iconst 77
    v9 = icmp.gt v2, v3`, []string{`{"args":[[0,78]]}`}, 120},
	} {
		before, after := plantedPair(t, row.params, row.body)
		res, err := difftest.Check(t.Context(), before, after, difftest.Config{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := res.Pairs[0]
		if p.Divergence == nil {
			t.Errorf("%s: %s", row.name, res.Text())
			continue
		}
		got := p.Divergence.Input.String()
		if !slices.ContainsFunc(row.want, func(w string) bool {
			return got == w || !strings.HasPrefix(w, "{") && strings.Contains(got, `"bytes":"`+w+`"`) && strings.Count(got, "bytes") == 1
		}) || p.Shrinks > row.most {
			t.Errorf("%s: %s by %d tries, want %s by at most %d", row.name, got, p.Shrinks, strings.Join(row.want, " or "), row.most)
		}
	}
}

// TestShrinkGivenInput: an input that was given is made minimal on request alone. In these, numbers of memory must change
// together with others.
func TestShrinkGivenInput(t *testing.T) {
	for _, row := range []struct{ name, params, body, given, want string }{
		{"a byte beside an equal int", "ptr, int:u8", `    v1 = param 0
    v2 = param 1
    v3:u8 = load.1 v1, v0
    v4 = icmp.eq v2, v3
    v5 = iconst 9
    v6 = icmp.gt v2, v5
    v7 = bconst false
    v9 = select v4, v6, v7`, `{"args":[{"ptr":0},200],"buffers":[{"align":16,"bytes":"c8 00 00 07"}]}`,
			`{"args":[{"ptr":0},10],"buffers":[{"align":16,"bytes":"0a"}]}`},
		{"a word beside an equal int", "ptr, int:u16", `    v1 = param 0
    v2 = param 1
    v3:u16 = load.2 v1, v0
    v4 = icmp.eq v2, v3
    v5 = iconst 300
    v6 = icmp.gt v2, v5
    v7 = bconst false
    v9 = select v4, v6, v7`, `{"args":[{"ptr":0,"offset":1},65000],"buffers":[{"align":16,"bytes":"c8 e8 fd 07"}]}`,
			`{"args":[{"ptr":0},301],"buffers":[{"align":16,"bytes":"2d 01"}]}`},
		{"two equal words of memory", "ptr", `    v1 = param 0
    v10 = iconst 2
    v2 = ptradd v1, v10
    v3:u16 = load.2 v1, v0
    v11:u16 = load.2 v2, v0
    v4 = icmp.eq v11, v3
    v5 = iconst 300
    v6 = icmp.gt v11, v5
    v7 = bconst false
    v9 = select v4, v6, v7`, `{"args":[{"ptr":0}],"buffers":[{"align":16,"bytes":"c8 e8 c8 e8"},{"align":1,"bytes":"&0+0"}]}`,
			`{"args":[{"ptr":0}],"buffers":[{"align":16,"bytes":"2d 01 2d 01"}]}`},
		{"one of two places beside an equal int", "ptr, int:u8", `    v1 = param 0
    v2 = param 1
    v10 = iconst 1
    v11 = ptradd v1, v10
    v3:u8 = load.1 v1, v0
    v12:u8 = load.1 v11, v0
    v4 = icmp.eq v2, v3
    v5 = iconst 9
    v6 = icmp.gt v2, v5
    v7 = bconst false
    v8 = select v4, v6, v7
    v13 = iconst 200
    v14 = icmp.eq v12, v13
    v9 = select v8, v14, v7`, `{"args":[{"ptr":0},200],"buffers":[{"align":16,"bytes":"c8 c8"}]}`,
			`{"args":[{"ptr":0},10],"buffers":[{"align":16,"bytes":"0a c8"}]}`},
	} {
		before, after := plantedPair(t, row.params, row.body)
		for _, shrink := range []bool{false, true} {
			in, err := difftest.ParseInput("", []byte(row.given))
			if err != nil {
				t.Fatal(err)
			}
			res, err := difftest.Check(t.Context(), before, after, difftest.Config{Entry: "f", Inputs: []*difftest.Input{in}, Shrink: shrink})
			if err != nil || res.Pairs[0].Divergence == nil {
				t.Fatal(row.name, res, err)
			}
			want := row.given
			if shrink {
				want = row.want
			}
			if got := res.Pairs[0].Divergence.Input.String(); got != want {
				t.Errorf("%s, shrink %v: %s, want %s", row.name, shrink, got, want)
			}
		}
	}
}

// TestLocallyMinimal: of random pairs, no input that is simpler in one place shows the difference. The list of what is simpler
// is that of the documentation, written down once more; every input is compared anew.
func TestLocallyMinimal(t *testing.T) {
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	count, diverged := 400, 0
	if testing.Short() {
		count = 60
	}
	for range count {
		before, after := randomPair(r)
		b, a := irtest.Parse(t, before), irtest.Parse(t, after)
		res, err := difftest.Check(t.Context(), b, a, difftest.Config{Workers: 1, Runs: 300})
		if err != nil {
			t.Fatal(err)
		}
		p := res.Pairs[0]
		d := p.Divergence
		if d == nil {
			continue
		}
		diverged++
		for _, in := range simplerInputs(d.Input) {
			again, err := difftest.Check(t.Context(), b, a, difftest.Config{Workers: 1, Inputs: []*difftest.Input{in}})
			if err != nil {
				t.Fatal(err)
			}
			if e := again.Pairs[0].Divergence; e != nil && e.Shape() == d.Shape() {
				t.Fatalf("seed %d: %s is not minimal (%d tries): %s shows the same\n%s\n%s", seed, d.Input, p.Shrinks, in, before, after)
			}
		}
		if p.Shrinks > 1500 {
			t.Errorf("seed %d: %d tries for %s\n%s\n%s", seed, p.Shrinks, d.Input, before, after)
		}
	}
	if diverged < count/4 {
		t.Errorf("seed %d: %d of %d pairs diverge, which is too few to tell", seed, diverged, count)
	}
}

// randomPair is a function of three ints, and the same with a constant or an opcode changed.
func randomPair(r *rand.Rand) (before, after string) {
	ops := []string{"add", "sub", "mul", "and", "or", "xor", "min", "max"}
	rels := []string{"lt", "le", "eq", "ne", "gt", "ge"}
	constant := func() string {
		v := int64(r.Uint64() >> (1 + r.IntN(63)))
		if r.IntN(2) == 0 {
			v = -v
		}
		return fmt.Sprint(v)
	}
	var lines []string
	values := []string{"v1", "v2", "v3"}
	one := func() string { return values[r.IntN(len(values))] }
	next := 10
	def := func(format string, args ...any) string {
		v := fmt.Sprintf("v%d", next)
		next++
		lines = append(lines, "    "+v+" = "+fmt.Sprintf(format, args...))
		return v
	}
	for range 3 + r.IntN(6) {
		var v string
		switch r.IntN(4) {
		case 0:
			v = def("iconst %s", constant())
		case 1:
			c := def("icmp.%s %s, %s", rels[r.IntN(len(rels))], one(), one())
			v = def("select %s, %s, %s", c, one(), one())
		default:
			v = def("%s %s, %s", ops[r.IntN(len(ops))], one(), one())
		}
		values = append(values, v)
	}
	text := func(lines []string) string {
		return fmt.Sprintf(`func @f(int:s64, int, int:u32) -> int {
  bb0:
    v1 = param 0
    v2 = param 1
    v3 = param 2
%s
    ret %s
}
`, strings.Join(lines, "\n"), values[len(values)-1])
	}
	before = text(lines)
	changed := slices.Clone(lines)
	at := r.IntN(len(lines))
	head, rest, _ := strings.Cut(lines[at], " = ")
	op, operands, _ := strings.Cut(rest, " ")
	switch {
	case op == "iconst":
		operands = constant()
	case strings.HasPrefix(op, "icmp"):
		op = "icmp." + rels[r.IntN(len(rels))]
	case op == "select":
		c, arms, _ := strings.Cut(operands, ", ")
		x, y, _ := strings.Cut(arms, ", ")
		operands = c + ", " + y + ", " + x
	default:
		op = ops[r.IntN(len(ops))]
	}
	changed[at] = head + " = " + op + " " + operands
	return before, text(changed)
}

// simplerInputs are the inputs with ints that are simpler in one of them, or in some at once.
func simplerInputs(in *difftest.Input) (out []*difftest.Input) {
	with := func(change map[int]num.Int) {
		next := &difftest.Input{Args: slices.Clone(in.Args)}
		for n, v := range change {
			next.Args[n].Int = &v
		}
		out = append(out, next)
	}
	nearer := func(v num.Int) (out []num.Int) {
		all := []num.Int{num.New(0), num.New(1), num.New(-1), v.Neg(), v.TDiv(num.New(2))}
		for bit := range v.Abs().BitLen() {
			step := num.Pow2(bit)
			if v.Sign() < 0 {
				step = step.Neg()
			}
			all = append(all, v.Sub(step))
		}
		for _, w := range all {
			if c := w.Abs().Cmp(v.Abs()); c < 0 || c == 0 && w.Sign() > v.Sign() {
				out = append(out, w)
			}
		}
		return out
	}
	for n, a := range in.Args {
		if a.Poison {
			with(map[int]num.Int{n: {}})
			out[len(out)-1].Args[n].Poison = false
			continue
		}
		for _, w := range nearer(*a.Int) {
			with(map[int]num.Int{n: w})
			equal := map[int]num.Int{}
			for k, b := range in.Args {
				if b.Int != nil && b.Int.Equal(*a.Int) {
					equal[k] = w
				}
			}
			with(equal)
		}
		for k := range n {
			b := in.Args[k]
			if b.Int == nil || b.Int.Sign() == 0 || a.Int.Sign() == 0 {
				continue
			}
			with(map[int]num.Int{n: a.Int.TDiv(num.New(2)), k: b.Int.TDiv(num.New(2))})
			for bit := range min(a.Int.Abs().BitLen(), b.Int.Abs().BitLen()) {
				step := num.Pow2(bit)
				if step.Cmp(a.Int.Abs()) <= 0 && step.Cmp(b.Int.Abs()) <= 0 {
					with(map[int]num.Int{
						n: a.Int.Sub(step.Mul(num.New(int64(a.Int.Sign())))),
						k: b.Int.Sub(step.Mul(num.New(int64(b.Int.Sign())))),
					})
				}
			}
		}
	}
	return out
}
