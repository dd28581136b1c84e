package value_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

const exported = "../../../lean/export/rules.json"

func readRules(t testing.TB) *schema.Set {
	t.Helper()
	data, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	set, err := schema.Read(exported, data)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// instance makes programs from the pattern of a rule.
type instance struct {
	r      *rand.Rand
	f      *ir.Func
	b      *ir.Builder
	consts map[string]*big.Int
	vars   map[string]ir.Value
	annots map[string]ir.Annot // of the parameters, so that facts hold
	shapes map[string]string   // the facts that make floats constants
	metas  map[string]ir.Annot
}

// numbers are constants that matter.
func number(r *rand.Rand) *big.Int {
	switch r.IntN(4) {
	case 0:
		return big.NewInt(r.Int64N(10) - 2)
	case 1:
		return big.NewInt(r.Int64N(70))
	case 2:
		return new(big.Int).Lsh(big.NewInt(1), uint(r.IntN(66)))
	}
	v := new(big.Int).Lsh(big.NewInt(1), uint(r.IntN(66)))
	v.Add(v, big.NewInt(r.Int64N(3)-1))
	if r.IntN(2) == 0 {
		v.Neg(v)
	}
	return v
}

// width is a number that fits where a number of bits is wanted.
func width(r *rand.Rand) *big.Int {
	return big.NewInt(int64([]int{1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 1 + r.IntN(70)}[r.IntN(17)]))
}

// eval computes a constant expression; nil if it means nothing.
func (x *instance) eval(e *schema.Expr) *big.Int {
	switch {
	case e.Const != "":
		return x.consts[e.Const]
	case e.Lit != "":
		v, _ := new(big.Int).SetString(e.Lit, 10)
		return v
	}
	var args []*big.Int
	for _, a := range e.Args {
		v := x.eval(a)
		if v == nil {
			return nil
		}
		args = append(args, v)
	}
	var c calc.Calc
	if v := c.Do(step.Func(e.Fn), num.FromBig(args[0]), num.FromBig(args[len(args)-1])); !c.Bad {
		return v.Big()
	}
	return nil
}

// mask is 2^n - 1.
func mask(n uint) *big.Int { return num.Mask(n).Big() }

// widths lists the constants that a term uses as a number of bits.
func widths(t *schema.Term, out map[string]bool) {
	for n, a := range t.Args {
		if n >= len(t.Args)-t.Imm && a.Calc != nil {
			out[a.Calc.Const] = true
		}
		widths(a, out)
	}
	for _, c := range []*schema.Claims{t.Use, t.Res} {
		if c != nil {
			for _, k := range c.Claims {
				out[k.Args[0].Const] = true
			}
		}
	}
	if t.Of != nil {
		widths(t.Of, out)
	}
}

func names(t *schema.Term, vars map[string]string, consts map[string]bool) {
	if t.Var != "" {
		vars[t.Var] = t.Type
	}
	if t.Calc != nil && t.Calc.Const != "" {
		consts[t.Calc.Const] = true
	}
	for _, c := range []*schema.Claims{t.Use, t.Res} {
		if c != nil {
			for _, k := range c.Claims {
				consts[k.Args[0].Const] = true
			}
		}
	}
	for _, a := range t.Args {
		names(a, vars, consts)
	}
	if t.Of != nil {
		names(t.Of, vars, consts)
	}
}

// draw chooses constants that satisfy the preconditions and annotations that make the facts
// true; false if none were found.
func (x *instance) draw(rule *schema.Rule) bool {
	consts, wide := map[string]bool{}, map[string]bool{}
	kinds := map[string]string{}
	names(rule.LHS, kinds, consts)
	delete(consts, "")
	widths(rule.LHS, wide)
	widths(rule.RHS, wide)
	var order []string
	for _, p := range rule.Pre {
		for _, b := range p.Binds() {
			if p.Fn == "inU" || p.Fn == "inS" {
				wide[b] = true
			}
			consts[b] = true
		}
	}
	for n := range consts {
		order = append(order, n)
	}
	sortStrings(order)
	shifts := map[string]bool{}
	shiftAmounts(rule.LHS, shifts)
	for range 20000 {
		x.consts, x.annots, x.shapes = map[string]*big.Int{}, map[string]ir.Annot{}, map[string]string{}
		for _, n := range order {
			switch {
			case wide[n]:
				x.consts[n] = width(x.r)
			case shifts[n]:
				x.consts[n] = big.NewInt(x.r.Int64N(70) - 1)
			default:
				x.consts[n] = number(x.r)
			}
		}
		ok := true
		for _, p := range rule.Pre {
			ok = ok && x.arrange(p)
		}
		if ok {
			return true
		}
	}
	return false
}

func sortStrings(s []string) {
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

// shiftAmounts lists the constants that shift something.
func shiftAmounts(t *schema.Term, out map[string]bool) {
	if (t.Op == "shl" || t.Op == "shr") && t.Args[1].Calc != nil {
		out[t.Args[1].Calc.Const] = true
	}
	for _, a := range t.Args {
		shiftAmounts(a, out)
	}
	if t.Of != nil {
		shiftAmounts(t.Of, out)
	}
}

// arrange checks a condition on constants, or makes a fact true by annotating the variable.
func (x *instance) arrange(p *schema.Pre) bool {
	var args []*big.Int
	for _, e := range p.Args {
		v := x.eval(e)
		if v == nil {
			return false
		}
		args = append(args, v)
	}
	add := func(a ir.Annot) bool {
		both, err := x.annots[p.Var].Meet(a)
		x.annots[p.Var] = both
		return err == nil
	}
	fits := func(v *big.Int) bool { return v.Sign() > 0 && v.Cmp(big.NewInt(200)) < 0 }
	pattern := func(mask *big.Int, bit byte) bool {
		if mask.BitLen() > 80 {
			return false
		}
		if mask.Sign() == 0 {
			return true
		}
		top := byte('?')
		if mask.Sign() < 0 {
			top = bit
		}
		text := []byte{top}
		for n := max(mask.BitLen(), 1) - 1; n >= 0; n-- {
			if mask.Bit(n) != 0 {
				text = append(text, bit)
			} else {
				text = append(text, '?')
			}
		}
		a, err := ir.KnownBits(string(text))
		return err == nil && add(a)
	}
	switch p.Fn {
	case "cmp":
		pred, _ := ir.ParsePred(p.Pred, false)
		return pred.Holds(args[0].Cmp(args[1]))
	case "isPow2":
		return num.FromBig(args[0]).IsPow2()
	case "not":
		return !x.arrange(p.Of[0])
	case "and":
		return x.arrange(p.Of[0]) && x.arrange(p.Of[1])
	case "or":
		return x.arrange(p.Of[0]) || x.arrange(p.Of[1])
	case "inU":
		return fits(args[0]) && add(ir.Unsigned(uint32(args[0].Int64())))
	case "inS":
		return fits(args[0]) && add(ir.Signed(uint32(args[0].Int64())))
	case "zeros":
		return pattern(args[0], '0')
	case "ones":
		return pattern(args[0], '1')
	case "fpNotIn":
		return add(ir.NoFPClass(ir.FPClass(args[0].Int64())))
	case "fpZero", "fpNegZero", "fpOne", "fpNegOne", "fpTwo", "fpRecip":
		x.shapes[p.Var] = p.Fn
		return true
	}
	// range: a range that annotations can say
	lo, hi := args[0], args[1]
	if len(p.Binds()) > 0 {
		n := uint32(1 + x.r.IntN(40))
		a := ir.Unsigned(n)
		l, h := new(big.Int), mask(uint(n))
		switch x.r.IntN(4) {
		case 0:
			a, h = ir.Signed(n), mask(uint(n)-1)
			l = new(big.Int).Not(h)
		case 1: // negative
			a, _ = ir.KnownBits("1" + strings.Repeat("?", int(n)))
			l, h = new(big.Int).Not(mask(uint(n))), big.NewInt(-1)
		case 2: // positive
			a, _ = ir.KnownBits("01" + strings.Repeat("?", int(n)))
			l, h = new(big.Int).Add(mask(uint(n)), big.NewInt(1)), mask(uint(n)+1)
		}
		for k, e := range p.Args {
			for _, b := range p.Binds() {
				if e.Const == b {
					x.consts[b] = []*big.Int{l, h}[k]
				}
			}
		}
		lo, hi = x.eval(p.Args[0]), x.eval(p.Args[1])
		return lo.Cmp(l) <= 0 && h.Cmp(hi) <= 0 && add(a)
	}
	if lo.Sign() > 0 || hi.Cmp(lo) < 0 {
		return false
	}
	if lo.Sign() == 0 {
		return add(ir.Unsigned(uint32(new(big.Int).Add(hi, big.NewInt(1)).BitLen() - 1)))
	}
	n := min(new(big.Int).Not(lo).BitLen(), hi.BitLen())
	if hi.Sign() < 0 || mask(uint(n)).Cmp(hi) > 0 || new(big.Int).Not(mask(uint(n))).Cmp(lo) < 0 {
		return false
	}
	return add(ir.Signed(uint32(n) + 1))
}

// build makes the instructions of a term; false if a number cannot be written.
func (x *instance) build(t *schema.Term) (v ir.Value, a ir.Annot, ok bool) {
	switch {
	case t.Var != "":
		return x.vars[t.Var], 0, true
	case t.Calc != nil:
		k := x.eval(t.Calc)
		if k == nil {
			return 0, 0, false
		}
		return x.b.IConst(num.FromBig(k), ir.Synthetic), 0, true
	case t.Bool != nil:
		return x.b.BConst(*t.Bool, ir.Synthetic), 0, true
	case t.Use != nil:
		v, _, ok := x.build(t.Of)
		a, ok2 := x.claims(t.Use)
		return v, a, ok && ok2
	case t.Res != nil:
		v, _, ok := x.build(t.Of)
		a, ok2 := x.claims(t.Res)
		if ok && ok2 {
			both, err := x.f.AnnotOf(v).Meet(a)
			x.f.SetAnnot(v, both)
			ok = err == nil
		}
		return v, 0, ok && ok2
	}
	op, pred, _ := schema.Opcode(t.Op)
	attr := ir.Attr{Pred: pred, Sat: schema.Saturates(t.Op)}
	var arrow []ir.Type
	if t.To != "" {
		arrow = []ir.Type{schema.Types[t.To]}
	}
	var args []ir.Operand
	var types []ir.Type
	for n, a := range t.Args {
		if n >= len(t.Args)-t.Imm {
			k := x.eval(a.Calc)
			if k == nil || k.Sign() <= 0 || k.BitLen() > 12 {
				return 0, 0, false
			}
			if op.Info().Form == ir.FormWidth {
				attr.Imm = k.Int64()
			} else {
				attr.N = uint32(k.Int64())
			}
			continue
		}
		v, use, ok := x.build(a)
		if !ok {
			return 0, 0, false
		}
		args = append(args, ir.Operand{Value: v, Annot: use})
		types = append(types, x.f.TypeOf(v))
	}
	results, err := ir.ResultTypes(op, attr, types, arrow, nil, nil)
	if err != nil {
		return 0, 0, false
	}
	return x.f.Result(x.b.Inst(op, attr, args, nil, results, ir.Synthetic), t.N), 0, true
}

func (x *instance) claims(c *schema.Claims) (ir.Annot, bool) {
	a := ir.NoAnnot
	for _, m := range c.Metas {
		a = x.metas[m]
		if a == 0 {
			a = ir.Signed(uint32(2 + x.r.IntN(30)))
			x.metas[m] = a
		}
	}
	for _, k := range c.Claims {
		n := x.eval(k.Args[0])
		if n == nil || n.Sign() <= 0 || n.BitLen() > 10 {
			return 0, false
		}
		b := ir.Unsigned(uint32(n.Int64()))
		if k.Fn == "signed" {
			b = ir.Signed(uint32(n.Int64()))
		}
		var err error
		if a, err = a.Meet(b); err != nil {
			return 0, false
		}
	}
	return a, true
}

// program makes one from the pattern of a rule; nil if the numbers drawn cannot be written.
func program(rule *schema.Rule, r *rand.Rand, extra bool) *ir.Module {
	x := &instance{r: r, vars: map[string]ir.Value{}, metas: map[string]ir.Annot{}}
	if !x.draw(rule) {
		return nil
	}
	kinds := map[string]string{}
	names(rule.LHS, kinds, map[string]bool{})
	var order []string
	for n := range kinds {
		order = append(order, n)
	}
	sortStrings(order)
	m := ir.NewModule()
	var params []ir.Param
	types := map[string]ir.Type{"any": []ir.Type{ir.Int, ir.Int, ir.Bool, ir.F32, ir.Ptr}[r.IntN(5)], "float": floatType(rule.LHS, r)}
	here := map[string]bool{} // variables that the function makes itself
	for _, n := range order {
		typ, ok := types[kinds[n]]
		if !ok {
			typ = schema.Types[kinds[n]]
		}
		if here[n] = x.shapes[n] != "" || typ == ir.Ptr && r.IntN(4) > 0; !here[n] {
			params = append(params, ir.Param{Type: typ, Annot: x.annots[n]})
		}
	}
	x.f = m.AddFunc("f", params, nil)
	x.b = x.f.At(x.f.AddBlock(ir.Body))
	next := 0
	for _, name := range order {
		switch {
		case !here[name]:
			x.vars[name] = x.b.Param(next, ir.Synthetic)
			next++
		case x.shapes[name] != "":
			typ, ok := types[kinds[name]]
			if !ok {
				typ = schema.Types[kinds[name]]
			}
			x.vars[name] = x.b.FConst(typ, shaped(typ, x.shapes[name], r), ir.Synthetic)
		default:
			x.vars[name] = x.b.StackSlot(64, 8, ir.Synthetic)
		}
	}
	v, _, ok := x.build(rule.LHS)
	if !ok {
		return nil
	}
	x.f.Returns = []ir.Param{{Type: x.f.TypeOf(v)}}
	x.b.Ret(ir.Synthetic, v)
	if extra {
		for i := range x.f.Insts(x.f.Entry()) {
			for _, v := range x.f.Results(i) {
				if op := x.f.Op(i); op != ir.OpParam && op != ir.OpIConst && x.f.TypeOf(v) == ir.Int && r.IntN(2) == 0 {
					if both, err := x.f.AnnotOf(v).Meet(ir.Signed(uint32(1 + r.IntN(40)))); err == nil {
						x.f.SetAnnot(v, both)
					}
				}
			}
		}
	}
	return m
}

// floatType chooses the type of the floats of a pattern; nothing is converted to its own.
func floatType(t *schema.Term, r *rand.Rand) ir.Type {
	to := map[ir.Type]bool{}
	var walk func(t *schema.Term)
	walk = func(t *schema.Term) {
		to[schema.Types[t.To]] = t.To != ""
		for _, a := range t.Args {
			walk(a)
		}
		if t.Of != nil {
			walk(t.Of)
		}
	}
	walk(t)
	for {
		if typ := []ir.Type{ir.BF16, ir.F16, ir.F32, ir.F64}[r.IntN(4)]; !to[typ] {
			return typ
		}
	}
}

// shaped is a constant of which a fact is true.
func shaped(t ir.Type, fact string, r *rand.Rand) uint64 {
	text := map[string]string{"fpZero": "0", "fpNegZero": "-0", "fpOne": "1", "fpNegOne": "-1", "fpTwo": "2"}[fact]
	if fact == "fpRecip" {
		v := math.Ldexp(1, r.IntN(29)-14)
		if r.IntN(2) == 0 {
			v = -v
		}
		text = strconv.FormatFloat(v, 'g', -1, 64)
	}
	f, err := interp.ParseFloat(t, text)
	if err != nil {
		panic(err)
	}
	return f.Lo
}

// floatInput is a pattern of a float type: special ones, numbers of all sizes, numbers around 1, small
// integers.
func floatInput(t ir.Type, r *rand.Rand) uint64 {
	n := uint(t.FloatBits())
	frac := map[ir.Type]uint{ir.BF16: 7, ir.F16: 10, ir.F32: 23, ir.F64: 52}[t]
	inf := (uint64(1)<<(n-1-frac) - 1) << frac
	one := inf >> 1 &^ (1<<frac - 1)
	bits := r.Uint64() & (1<<n - 1)
	switch r.IntN(5) {
	case 0:
		special := []uint64{0, 1, 1<<frac - 1, 1 << frac, one, one + 1, one - 1, one + 1<<frac, inf - 1, inf, inf + 1, inf + 1<<(frac-1), inf + 1<<(frac-1) + 5}
		bits = special[r.IntN(len(special))] | bits&(1<<(n-1))
	case 1:
		bits = one + bits%(4<<frac) - 2<<frac | bits&(1<<(n-1))
	case 2:
		f, err := interp.ParseFloat(t, strconv.Itoa(r.IntN(41)-20))
		if err != nil {
			panic(err)
		}
		bits = f.Lo
	}
	return bits
}

// inputs makes arguments: boundary values of the annotations and of the constants, poison.
func inputs(f *ir.Func, r *rand.Rand) []interp.Value {
	var out []interp.Value
	for _, p := range f.Params {
		if r.IntN(12) == 0 {
			out = append(out, interp.PoisonInput(p.Type, 0))
			continue
		}
		switch {
		case p.Type == ir.Bool:
			out = append(out, interp.Bool(r.IntN(2) == 0))
			continue
		case p.Type.Kind() == ir.KindFloat:
			bits := floatInput(p.Type, r)
			for n := 0; n < 20 && ir.FPClass(interp.FloatFormat(p.Type).Classify(bits))&p.Annot.FPClasses() != 0; n++ {
				bits = floatInput(p.Type, r)
			}
			out = append(out, interp.Float{Type: p.Type, Lo: bits})
			continue
		case p.Type == ir.Ptr:
			kind := []memory.ProvKind{memory.ProvNone, memory.ProvWildcard}[r.IntN(2)]
			addr := []uint64{0, 1, 4096, 1 << 32, math.MaxUint64, math.MaxUint64 - 100, r.Uint64()}[r.IntN(7)]
			out = append(out, interp.Ptr{Pointer: memory.Pointer{Addr: addr, Kind: kind}})
			continue
		}
		v := number(r)
		if lo, hi, ok := p.Annot.Bounds(); ok && r.IntN(8) > 0 {
			switch r.IntN(3) {
			case 0:
				v = hi.Sub(num.New(int64(r.IntN(3)))).Big()
			case 1:
				v = lo.Add(num.New(int64(r.IntN(3)))).Big()
			default:
				v = num.FromBig(v).Rem(hi.Sub(lo).Add(num.New(1))).Add(lo).Big()
			}
		}
		if k := p.Annot.Known(); k != nil && r.IntN(8) > 0 {
			v = num.FromBig(v).AndNot(k.Zeros).Or(k.Ones).Big()
		}
		out = append(out, interp.Int{V: num.FromBig(v)})
	}
	return out
}

// TestEveryRuleRuns: each rule fires on programs made from its pattern, with and without
// annotations that the pattern does not know, and the result refines the program on every
// input.
func TestEveryRuleRuns(t *testing.T) {
	runs, perProgram := testseed.Rounds(1000, 10), testseed.Rounds(20, 10)
	first := testseed.Seed(t)
	for _, rule := range readRules(t).Rules {
		t.Run(rule.Name, func(t *testing.T) {
			h := first
			for _, c := range rule.Name {
				h = h*31 + uint64(c)
			}
			r := rand.New(rand.NewPCG(h, 3))
			fired, ran, defined := 0, 0, 0
			for try := 0; ran < runs && try < 50*runs/perProgram; try++ {
				before := program(rule, r, try%3 == 2)
				if before == nil {
					continue
				}
				if err := ir.Verify(before); err != nil {
					t.Fatalf("%v\n%s", err, before)
				}
				after := before.Clone()
				res := value.Apply(after.Func("f"), value.Options{Only: map[string]bool{rule.Name: true}, Experimental: true})
				if res.Endless {
					t.Fatalf("fires without end:\n%s", before)
				}
				if res.Fired == 0 {
					continue
				}
				fired++
				if err := ir.Verify(after); err != nil {
					t.Fatalf("%v\n%s\nbecame\n%s", err, before, after)
				}
				for range perProgram {
					args := inputs(before.Func("f"), r)
					ran++
					b, a := call(t, before, args), call(t, after, args)
					if b.Kind == interp.Unsupported || a.Kind == interp.Unsupported {
						continue
					}
					if _, poison := b.Values[0].(interp.Poison); !poison {
						defined++
					}
					if d := difftest.Refines(b, a, before.Func("f").Returns); d.Verdict == difftest.Diverged {
						t.Fatalf("%s on %s\n%s\nbecame\n%s", d.Why, show(args), before, after)
					}
				}
			}
			if ran < runs || defined < runs/20 {
				t.Errorf("fired in %d programs, %d inputs, %d with a value", fired, ran, defined)
			}
		})
	}
}

func call(t *testing.T, m *ir.Module, args []interp.Value) *interp.Outcome {
	t.Helper()
	out, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Args: args, Strict: true, PoisonResult: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func show(args []interp.Value) string {
	s := ""
	for _, a := range args {
		s += fmt.Sprint(" ", interp.FormatValue(a, nil))
	}
	return s
}
