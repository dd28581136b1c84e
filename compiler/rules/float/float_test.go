package float

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// subject is a function made from the pattern of a rule, and what it computes as an expression.
type subject struct {
	r      *rand.Rand
	rule   *rule
	typ    ir.Type
	flags  func(place int) ir.FPFlags // of each operation of the pattern, in the order of a walk from the root
	extra  ir.FPFlags                 // that operations may have besides
	m      *ir.Module
	f      *ir.Func
	b      *ir.Builder
	names  []string
	values []ir.Value
	bits   []uint64 // of constants
	params []int    // leaves that are parameters
	places int
}

func format(t ir.Type) ieee754.Format { return interp.FloatFormat(t) }

// number is a pattern of t: one that matters, any, or one of ordinary size.
func number(r *rand.Rand, t ir.Type) uint64 {
	x := (r.Float64() - 0.5) * math.Exp2(float64(r.IntN(60)-30))
	switch r.IntN(8) {
	case 0:
		x = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 3, 0x1p-126, math.MaxFloat32}[r.IntN(12)]
	case 1:
		return r.Uint64() & (1<<t.FloatBits() - 1)
	case 2:
		x = float64(r.IntN(9) - 4)
	}
	return ofFloat(t, x)
}

func ofFloat(t ir.Type, x float64) uint64 {
	if t == ir.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// build makes the instructions of a term.
func (s *subject) build(t *schema.Term) (ir.Value, *expr) {
	if t.Var != "" {
		n := slices.Index(s.names, t.Var)
		return s.values[n], &expr{op: ir.OpParam, leaf: n}
	}
	op := opcodes[t.Op]
	a := ir.Attr{}
	if op.Is(ir.HasFPFlags) {
		a.Flags = s.flags(s.places) | ir.FPFlags(s.r.IntN(4))&s.extra
		s.places++
	}
	args, parts := make([]ir.Value, len(t.Args)), make([]*expr, len(t.Args))
	for n, x := range t.Args {
		args[n], parts[n] = s.build(x)
	}
	if op.Is(ir.Commutes) && s.r.IntN(2) == 0 {
		args[0], args[1] = args[1], args[0]
		parts[0], parts[1] = parts[1], parts[0]
	}
	return s.f.Result(s.b.Op(op, a, ir.Synthetic, nil, args...), 0), &expr{op: op, flags: a.Flags, args: parts}
}

// variables lists those of a term.
func variables(t *schema.Term, out []string) []string {
	if t.Var != "" && !slices.Contains(out, t.Var) {
		out = append(out, t.Var)
	}
	for _, a := range t.Args {
		out = variables(a, out)
	}
	return out
}

// program makes @f: parameters for the variables, constants where the rule wants them.
func (s *subject) program() *expr {
	s.names = variables(s.rule.LHS, nil)
	var params []ir.Param
	for _, n := range s.names {
		if !slices.Contains(s.rule.Consts, n) {
			params = append(params, ir.Param{Type: s.typ})
		}
	}
	s.m = ir.NewModule()
	s.f = s.m.AddFunc("f", params, []ir.Param{{Type: s.typ}})
	s.b = s.f.At(s.f.AddBlock(ir.Body))
	for n, name := range s.names {
		s.bits = append(s.bits, 0)
		if slices.Contains(s.rule.Consts, name) {
			s.bits[n] = ofFloat(s.typ, (s.r.Float64()-0.5)*math.Exp2(float64(s.r.IntN(24)-8)))
			s.values = append(s.values, s.b.FConst(s.typ, s.bits[n], ir.Synthetic))
			continue
		}
		s.values = append(s.values, s.b.Param(len(s.params), ir.Synthetic))
		s.params = append(s.params, n)
	}
	v, e := s.build(s.rule.LHS)
	s.b.Ret(ir.Synthetic, v)
	return e
}

// all are the flags of a subject whose operations all carry what the rule needs.
func all(r *rule) func(int) ir.FPFlags { return func(int) ir.FPFlags { return r.info.Needs } }

// only lets one rule fire.
func only(r *rule, o Options) Options {
	o.Allow = func(x Firing) bool { return x.Rule.Name == r.Name }
	return o
}

func run(t testing.TB, m *ir.Module, typ ir.Type, args []uint64) uint64 {
	o := interp.Options{Entry: "f"}
	for _, a := range args {
		o.Args = append(o.Args, interp.Float{Type: typ, Lo: a})
	}
	out, err := interp.Run(context.Background(), m, o)
	if err != nil || out.Kind != interp.Returned {
		t.Fatalf("%v %v\n%s", err, out, m)
	}
	return out.Values[0].(interp.Float).Lo
}

// leaves draws operands; near ones cancel.
func (s *subject) leaves() []uint64 {
	out := slices.Clone(s.bits)
	for _, n := range s.params {
		out[n] = number(s.r, s.typ)
		if k := s.r.IntN(len(out)); s.r.IntN(4) == 0 && out[k] != 0 {
			out[n] = out[k] ^ uint64(s.r.IntN(4)) ^ uint64(s.r.IntN(2))<<(s.typ.FloatBits()-1)
		}
	}
	return out
}

func (s *subject) args(leaves []uint64) (out []uint64) {
	for _, n := range s.params {
		out = append(out, leaves[n])
	}
	return out
}

// results are those that expressions have.
func results(exprs []*expr, f ieee754.Format, leaves []uint64) map[uint64]bool {
	out := map[uint64]bool{}
	for _, e := range exprs {
		out[e.value(f, leaves)] = true
	}
	return out
}

func member(f ieee754.Format, set map[uint64]bool, v uint64) bool {
	if !f.IsNaN(v) {
		return set[v]
	}
	for x := range set {
		if f.IsNaN(x) {
			return true
		}
	}
	return false
}

// trial applies the rule to a subject and runs both on inputs. It returns on how many the results
// differ, and the first that is not permitted.
func (s *subject) trial(t testing.TB, exprs []*expr, after *ir.Module, inputs int) (differ int, bad string) {
	f := format(s.typ)
	for range inputs {
		leaves := s.leaves()
		before, got := run(t, s.m, s.typ, s.args(leaves)), run(t, after, s.typ, s.args(leaves))
		set := results(exprs, f, leaves)
		if !member(f, set, before) {
			t.Fatalf("the interpreter's result 0x%x is not permitted: %x\n%s", before, leaves, s.m)
		}
		if before != got && !(f.IsNaN(before) && f.IsNaN(got)) {
			differ++
		}
		if !member(f, set, got) && bad == "" {
			bad = fmt.Sprintf("operands %x: 0x%x before, 0x%x after, which is none of %d permitted results\n%s\n%s", leaves, before, got, len(set), s.m, after)
		}
	}
	return differ, bad
}

// TestEveryRuleRuns writes programs from the pattern of each rule, lets Apply find the rule, and
// runs both: the result is one of those that the expressions have which permitted steps lead to.
func TestEveryRuleRuns(t *testing.T) {
	first := testseed.Seed(t)
	want := 1000
	if testing.Short() {
		want = 200
	}
	const inputs = 50
	for n := range prepared {
		r := &prepared[n]
		t.Run(r.Name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(first, uint64(n)))
			fired, runs, differ, most := 0, 0, 0, 0
			for tries := 0; runs < want; tries++ {
				if tries > want {
					t.Fatalf("fired in %d of %d programs", fired, tries)
				}
				s := &subject{r: rnd, rule: r, typ: []ir.Type{ir.F32, ir.F64}[rnd.IntN(2)], flags: all(r), extra: ir.Reassoc | ir.Contract}
				if tries%2 == 0 {
					s.extra = 0
				}
				e := s.program()
				after := s.m.Clone()
				k, endless := Apply(after.Func("f"), only(r, Options{AllowedFlags: ir.Reassoc | ir.Contract}))
				if endless {
					t.Fatalf("rewritten for ever:\n%s", s.m)
				}
				if k == 0 {
					continue
				}
				fired++
				if err := ir.Verify(after); err != nil {
					t.Fatalf("%v\n%s\n%s", err, s.m, after)
				}
				exprs := permitted(e)
				most = max(most, len(exprs))
				d, bad := s.trial(t, exprs, after, inputs)
				if bad != "" {
					t.Fatal(bad)
				}
				differ, runs = differ+d, runs+inputs
			}
			t.Logf("fired in %d programs, %d runs, other results in %d, up to %d expressions", fired, runs, differ, most)
			if differ == 0 {
				t.Error("it never changes a result: no rule that needs a flag")
			}
		})
	}
}

// TestPermittedByDifftest: comparing programs as the optimizer's checks do finds no divergence after a
// rule, and one after a replacement with another sign.
func TestPermittedByDifftest(t *testing.T) {
	first := testseed.Seed(t)
	check := func(before, after *ir.Module) (difftest.Verdict, string) {
		res, err := difftest.Check(context.Background(), before, after, difftest.Config{Runs: 100, Seed: first, Permitted: true, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return res.Verdict(), res.Text()
	}
	for n := 0; n < len(prepared); n += testseed.Rounds(1, 16) {
		r := &prepared[n]
		rnd := rand.New(rand.NewPCG(first, uint64(n)))
		for done := false; !done; {
			s := &subject{r: rnd, rule: r, typ: ir.F32, flags: all(r)}
			s.program()
			after := s.m.Clone()
			f := after.Func("f")
			if k, _ := Apply(f, only(r, Options{AllowedFlags: ir.Reassoc | ir.Contract})); k == 0 {
				continue
			}
			done = true
			if v, text := check(s.m, after); v == difftest.Diverged {
				t.Errorf("%s: %s\n%s\n%s", r.Name, text, s.m, after)
			}
			last := f.Terminator(f.Entry())
			f.SetOperand(last, 0, ir.Operand{Value: f.Before(last).Unary(ir.OpFNeg, f.Arg(last, 0), ir.Synthetic)})
			if v, _ := check(s.m, after); v != difftest.Diverged {
				t.Errorf("%s with another sign: %s\n%s\n%s", r.Name, v, s.m, after)
			}
		}
	}
}

// TestRational: with leaves that no operation rounds, all expressions that steps lead to, and what
// rules make, have one value.
func TestRational(t *testing.T) {
	first := testseed.Seed(t)
	for n := range prepared {
		r := &prepared[n]
		rnd := rand.New(rand.NewPCG(first, uint64(n)))
		s := &subject{r: rnd, rule: r, typ: ir.F64, flags: all(r)}
		e := s.program()
		leaves := make([]*big.Rat, len(s.names))
		for n := range leaves {
			leaves[n] = big.NewRat(rnd.Int64N(1000)-500, 1+rnd.Int64N(50))
		}
		want := e.rational(leaves)
		for _, x := range permitted(e) {
			if x.rational(leaves).Cmp(want) != 0 {
				t.Errorf("%s: a step changes %v", r.Name, want)
			}
		}
		var w strings.Builder
		_, rhs := (&subject{r: rnd, rule: r, f: s.f, b: s.f.At(s.f.AddBlock(ir.Body)), names: s.names, values: s.values, flags: all(r)}).build(r.RHS)
		if rhs.key(&w); rhs.rational(leaves).Cmp(want) != 0 {
			t.Errorf("%s: %s is another number", r.Name, w.String())
		}
	}
}

// spare are flags that the theorem of a rule asks for though no step of its proof takes the operation
// apart: the rule could do without.
var spare = map[string]bool{"fadd_pairs 2 reassoc": true, "fmul_pairs 2 reassoc": true, "fma_sum 1 contract": true, "fma_sum 2 reassoc": true}

// TestFlags: no rule fires without the flags, or where one operation of the pattern lacks a flag
// that the rule needs. What would be made then is not permitted.
func TestFlags(t *testing.T) {
	first := testseed.Seed(t)
	for n := 0; n < len(prepared); n += testseed.Rounds(1, 3) {
		r := &prepared[n]
		rnd := rand.New(rand.NewPCG(first, uint64(n)))
		for place := -1; place < 6; place++ {
			for _, f := range r.Needs {
				seen, same := false, place < 0
				for tries := 0; tries < 40 && !seen; tries++ {
					s := &subject{r: rnd, rule: r, typ: ir.F32, flags: func(p int) ir.FPFlags {
						if p == place {
							return r.info.Needs &^ schema.Flags[f]
						}
						return r.info.Needs
					}}
					e := s.program()
					if place >= s.places {
						same = true
						break
					}
					after := s.m.Clone()
					o := Options{AllowedFlags: ir.Reassoc | ir.Contract}
					if place < 0 {
						o.AllowedFlags &^= schema.Flags[f]
					}
					if k, _ := Apply(after.Func("f"), only(r, o)); k != 0 {
						t.Fatalf("%s fires without %s of operation %d\n%s", r.Name, f, place, s.m)
					}
					forced := forced(s)
					if same || forced == nil {
						continue
					}
					_, bad := s.trial(t, permitted(e), forced, 50)
					seen = bad != ""
				}
				if !same && seen == spare[fmt.Sprint(r.Name, " ", place, " ", f)] {
					t.Errorf("%s without %s of operation %d: seen to be wrong: %v", r.Name, f, place, seen)
				}
			}
		}
	}
}

// forced applies the rule to a subject as if all operations carried all flags.
func forced(s *subject) *ir.Module {
	m := s.m.Clone()
	f := m.Func("f")
	for i := range f.Insts(f.Entry()) {
		if f.Op(i).Is(ir.HasFPFlags) {
			f.SetAttr(i, ir.Attr{Flags: ir.Reassoc | ir.Contract})
		}
	}
	if k, _ := Apply(f, only(s.rule, Options{AllowedFlags: ir.Reassoc | ir.Contract})); k == 0 {
		return nil
	}
	return m
}

// TestPlanted changes replacements; each must be seen to make what is not permitted.
func TestPlanted(t *testing.T) {
	first := testseed.Seed(t)
	v := func(n string) *schema.Term { return &schema.Term{Var: n, Type: "float"} }
	op := func(o string, args ...*schema.Term) *schema.Term { return &schema.Term{Op: o, Args: args} }
	for k, x := range []struct {
		rule string
		rhs  *schema.Term
	}{
		{"fadd_const", op("fadd", v("x"), op("fsub", v("c"), v("d")))},
		{"fsub_const", op("fsub", v("x"), op("fsub", v("c"), v("d")))},
		{"fmul_const", op("fmul", v("x"), v("c"))},
		{"const_fsub_difference", op("fsub", op("fsub", v("c"), v("d")), v("x"))},
		{"fsub_pair_const", op("fadd", op("fadd", v("x"), v("y")), op("fsub", v("c"), v("d")))},
		{"fadd_pairs", op("fadd", op("fadd", v("x"), v("y")), op("fadd", v("x"), v("x")))},
		{"fma_fsub", op("fma", v("x"), v("y"), v("z"))},
		{"fma_rsub", op("fma", v("x"), v("y"), v("z"))},
		{"fma_sum", op("fma", v("x"), v("y"), op("fma", v("z"), v("w"), op("fneg", v("c"))))},
	} {
		n := slices.IndexFunc(prepared, func(r rule) bool { return r.Name == x.rule })
		wrong := prepared[n]
		data := *wrong.RelaxedRule
		data.RHS = x.rhs
		wrong.RelaxedRule = &data
		seen := false
		for tries := 0; tries < 100 && !seen; tries++ {
			s := &subject{r: rand.New(rand.NewPCG(first, uint64(100*k+tries))), rule: &wrong, typ: ir.F32, flags: all(&wrong)}
			e := s.program()
			after := s.m.Clone()
			g := after.Func("f")
			m := &matcher{f: g, o: &Options{}}
			if !m.match(&wrong, g.Def(g.Arg(g.Terminator(g.Entry()), 0))) {
				continue
			}
			if _, ok := m.fire(&wrong); !ok {
				continue
			}
			_, bad := s.trial(t, permitted(e), after, 20)
			seen = bad != ""
		}
		if !seen {
			t.Errorf("%s: the wrong replacement is not noticed", x.rule)
		}
	}
}

// TestFold: constants are what exact arithmetic rounds to.
func TestFold(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for _, typ := range []ir.Type{ir.F32, ir.F64} {
		f, n := format(typ), 0
		for range 30000 {
			a, b := number(r, typ), number(r, typ)
			var x ieee754.Exact
			for op, want := range map[ir.Op]uint64{ir.OpFAdd: x.Add(f, a, b), ir.OpFSub: x.Sub(f, a, b), ir.OpFMul: x.Mul(f, a, b)} {
				got, ok := fold(op, typ, a, b)
				if ok && got != want {
					t.Fatalf("%s %s 0x%x, 0x%x is 0x%x, want 0x%x", op, typ, a, b, got, want)
				}
				if ok {
					n++
				}
				normal := ieee754.Class(ir.ClassNNorm|ir.ClassPNorm)&f.Classify(want) != 0
				zero := ieee754.Class(ir.ClassNZero|ir.ClassPZero)&f.Classify(want) != 0
				if ok != (normal || zero && op != ir.OpFMul) {
					t.Fatalf("%s %s 0x%x, 0x%x = 0x%x: taken %v", op, typ, a, b, want, ok)
				}
			}
		}
		if n < 30000 {
			t.Errorf("%s: only %d constants taken", typ, n)
		}
	}
}

// TestChains rewrites long expressions by all rules. Their numbers are small integers, on which
// nothing is rounded in any order, so that the result is the same but for the sign of zero.
func TestChains(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	counts := map[string]int{}
	for range 3000 {
		m := ir.NewModule()
		f := m.AddFunc("f", []ir.Param{{Type: ir.F64}, {Type: ir.F64}, {Type: ir.F64}}, []ir.Param{{Type: ir.F64}})
		b := f.At(f.AddBlock(ir.Body))
		var vals []ir.Value
		for n := range 3 {
			vals = append(vals, b.Param(n, ir.Synthetic))
		}
		last, products := vals[0], 0
		for range 2 + r.IntN(14) {
			other := vals[r.IntN(len(vals))]
			if r.IntN(2) == 0 {
				other = b.FConst(ir.F64, ofFloat(ir.F64, float64(1+r.IntN(5))), ir.Synthetic)
			}
			op := []ir.Op{ir.OpFAdd, ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFNeg}[r.IntN(5)]
			if op == ir.OpFMul {
				if products++; products > 5 {
					op = ir.OpFAdd
				}
			}
			args := []ir.Value{last, other}
			if r.IntN(2) == 0 {
				args[0], args[1] = other, last
			}
			a := ir.Attr{Flags: ir.FPFlags(r.IntN(4)) | ir.Reassoc}
			if op == ir.OpFNeg {
				a, args = ir.Attr{}, args[:1]
			}
			last = f.Result(b.Op(op, a, ir.Synthetic, nil, args...), 0)
			if r.IntN(3) == 0 {
				vals = append(vals, last)
			}
		}
		b.Ret(ir.Synthetic, last)
		after := m.Clone()
		if _, endless := Apply(after.Func("f"), Options{AllowedFlags: ir.FPFlags(1 + r.IntN(3)), Allow: func(x Firing) bool { counts[x.Rule.Name]++; return true }}); endless {
			t.Fatalf("rewritten for ever:\n%s", m)
		}
		if err := ir.Verify(after); err != nil {
			t.Fatalf("%v\n%s\n%s", err, m, after)
		}
		for range 3 {
			args := make([]uint64, 3)
			for n := range args {
				args[n] = ofFloat(ir.F64, float64(r.IntN(7)-3))
			}
			x, y := math.Float64frombits(run(t, m, ir.F64, args)), math.Float64frombits(run(t, after, ir.F64, args))
			if x != y && math.Abs(x) < 1<<52 {
				t.Fatalf("%v before, %v after\n%s\n%s", x, y, m, after)
			}
		}
	}
	t.Log(len(counts), "rules fired:", counts)
	if len(counts) < len(prepared)-4 {
		t.Errorf("only %d of %d rules fired", len(counts), len(prepared))
	}
}
