package ir_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestDefaults lists the opcodes that rely on the default of a column, which says that nothing is
// known. A new opcode stands here until its row says more.
func TestDefaults(t *testing.T) {
	ints := []ir.ResultRule{ir.ResInt, ir.ResIntInt, ir.ResArrowInt, ir.ResMemArrowInt}
	alike := func(o *ir.OpInfo) bool {
		return len(o.Sig) >= 2 && o.Sig[0] == o.Sig[1] && strings.IndexByte("ibfv", o.Sig[0]) >= 0
	}
	scalar := func(o *ir.OpInfo) bool { return slices.Contains([]string{"i", "ii", "b", "bb", "e"}, o.Sig) }
	for _, c := range []struct {
		what    string
		matters func(op ir.Op, o *ir.OpInfo) bool // the column can say something that it does not say
		want    string
	}{
		{"may be undefined where it did not run", func(op ir.Op, o *ir.OpInfo) bool { return op.Is(ir.Pure) && !op.Is(ir.Speculates) }, "landing_pad"},
		{"dear", func(op ir.Op, o *ir.OpInfo) bool { return op.Is(ir.Speculates) && !op.Is(ir.Cheap|ir.Free) },
			"div rem tdiv trem fdiv frem fsqrt vec.div vec.rem vec.fdiv"},
		{"does not commute", func(op ir.Op, o *ir.OpInfo) bool { return alike(o) && !op.Is(ir.Commutes) },
			"sub div rem tdiv trem shl shr rotate_left rotate_right merge icmp fsub fdiv frem copysign fma fminnum fmaxnum fcmp " +
				"vec.add vec.sub vec.mul vec.div vec.rem vec.shl vec.shr vec.min vec.max vec.and vec.or vec.xor " +
				"vec.fadd vec.fsub vec.fmul vec.fdiv vec.fmin vec.fmax vec.icmp vec.fcmp vec.shuffle"},
		{"commutes, does not associate", func(op ir.Op, o *ir.OpInfo) bool { return op.Is(ir.Commutes) && !op.Is(ir.Associates) }, "clmul fadd fmul"},
		{"reads any memory", func(op ir.Op, o *ir.OpInfo) bool {
			return op.Is(ir.MemUse|ir.MemDef|ir.Calls) && o.Reads == ir.Anywhere
		},
			"call target.intrinsic load.volatile store.volatile memcpy.volatile memmove.volatile memset.volatile setjmp longjmp"},
		{"writes any memory", func(op ir.Op, o *ir.OpInfo) bool {
			return op.Is(ir.MemUse|ir.MemDef|ir.Calls) && o.Writes == ir.Anywhere
		},
			"call target.intrinsic load.volatile store.volatile memcpy.volatile memmove.volatile memset.volatile setjmp longjmp"},
		{"accesses any number of bytes", func(op ir.Op, o *ir.OpInfo) bool {
			return o.Len == ir.LenUnknown && (o.Reads.Operand() >= 0 || o.Writes.Operand() >= 0)
		}, "stack_end vec.gather vec.scatter vec.load vec.store"},
		{"makes any int", func(op ir.Op, o *ir.OpInfo) bool {
			return slices.Contains(ints, o.Result) && o.Range == ir.RangeUnknown
		}, "iconst add sub mul div rem tdiv trem and or xor shl shr min max clmul count_ones count_trailing_zeros merge setjmp " +
			"vec.reduce.add vec.reduce.mul vec.reduce.smin vec.reduce.smax vec.reduce.umin vec.reduce.umax vec.reduce.and vec.reduce.or vec.reduce.xor"},
		{"low bits may depend on high ones", func(op ir.Op, o *ir.OpInfo) bool {
			return op.Is(ir.Pure) && (o.Sig == "e" || o.Sig == "ii") && o.Result != ir.ResBool && !op.Is(ir.Modular)
		},
			"div rem tdiv trem shl shr min max clmul rotate_left rotate_right merge"},
		{"may be poison of any numbers", func(op ir.Op, o *ir.OpInfo) bool {
			return op.Is(ir.Pure) && scalar(o) && o.Poison == ir.PoisonUnknown
		}, "si_to_fp ui_to_fp inttoptr"},
		{"is not told by others", func(op ir.Op, o *ir.OpInfo) bool { return op.Is(ir.Pure) && scalar(o) && o.Same == "" },
			"div tdiv clmul not count_ones count_leading_zeros bswap bit_reverse rotate_left split icmp si_to_fp ui_to_fp inttoptr"},
	} {
		var got []string
		for n := range ir.Ops {
			if c.matters(ir.Op(n), &ir.Ops[n]) {
				got = append(got, ir.Op(n).String())
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.what, got, c.want)
		}
	}
}

// made is a function of parameters that an opcode or a template makes, to be evaluated.
type made struct {
	t *testing.T
	m *ir.Module
}

// function returns what evaluates the value that build makes of parameters. The number of an
// opcode in it is n.
func function(t *testing.T, types []ir.Type, build func(b *ir.Builder, params []ir.Operand) ir.Value) made {
	m := ir.NewModule()
	params := make([]ir.Param, len(types))
	for n, typ := range types {
		params[n].Type = typ
	}
	f := m.AddFunc("f", params, nil)
	b := f.At(f.AddBlock(ir.Body))
	args := make([]ir.Operand, len(types))
	for n := range types {
		args[n].Value = b.Param(n, ir.Synthetic)
	}
	v := build(b, args)
	f.Returns = []ir.Param{{Type: f.TypeOf(v)}}
	b.Ret(ir.Synthetic, v)
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	return made{t, m}
}

// of evaluates: the result as text, "poison", or how the run ended.
func (f made) of(args ...interp.Value) string {
	out, err := interp.Run(context.Background(), f.m, interp.Options{Entry: "f", Args: args, PoisonResult: true, NoEvents: true, Strict: true, Exact: true})
	if err != nil {
		f.t.Fatalf("%v\n%s", err, f.m)
	}
	if out.Kind != interp.Returned {
		return out.Kind.String()
	}
	return interp.FormatValue(out.Values[0], nil)
}

// opcode is a function that applies op, with number n, to parameters.
func opcode(t *testing.T, op ir.Op, n uint32, a ir.Attr, types ...ir.Type) made {
	return function(t, types, func(b *ir.Builder, params []ir.Operand) ir.Value { return apply(b, op, n, a, params...) })
}

func apply(b *ir.Builder, op ir.Op, n uint32, a ir.Attr, params ...ir.Operand) ir.Value {
	if op.Info().Form == ir.FormWidth {
		a.Imm = int64(n)
	} else if numbered(op) {
		a.N = n
	}
	var values []ir.Value
	for _, o := range params {
		values = append(values, o.Value)
	}
	i := b.Op(op, a, ir.Synthetic, nil, values...)
	return b.F.Result(i, b.F.NumResults(i)-1)
}

// numbered reports whether an opcode carries a number of bits or bytes.
func numbered(op ir.Op) bool {
	return op.Info().Form == ir.FormWidth || slices.Contains(op.Info().Suffix, ir.SufBits) || slices.Contains(op.Info().Suffix, ir.SufBytes)
}

// scalarOps are the opcodes on ints and bools alone, and the types of their operands.
func scalarOps(each func(op ir.Op, types []ir.Type)) {
	for n := range ir.NumOps {
		op := ir.Op(n)
		if sig := op.Info().Sig; op.Is(ir.Pure) && sig != "" && strings.Trim(sig, "ibe") == "" && op.Info().Result != ir.ResArrow && op.Info().Result != ir.ResArrowPtr {
			types := make([]ir.Type, len(sig))
			for k := range sig {
				types[k] = map[byte]ir.Type{'i': ir.Int, 'b': ir.Bool, 'e': ir.Int}[sig[k]]
			}
			each(op, types)
			if sig == "e" {
				each(op, []ir.Type{ir.Bool})
			}
		}
	}
}

// small are the values of each type that all laws are tried on.
func small(t ir.Type) (out []interp.Value) {
	if t == ir.Bool {
		return []interp.Value{interp.Bool(false), interp.Bool(true)}
	}
	for v := int64(-4); v <= 5; v++ {
		out = append(out, interp.NewInt(v))
	}
	return out
}

// tuples calls each with all choices of small values, one of each type.
func tuples(types []ir.Type, each func(args []interp.Value)) {
	args := make([]interp.Value, len(types))
	var choose func(n int)
	choose = func(n int) {
		if n == len(types) {
			each(args)
			return
		}
		for _, v := range small(types[n]) {
			args[n] = v
			choose(n + 1)
		}
	}
	choose(0)
}

// TestLaws holds the columns Commutes and Associates to the reference evaluator, both ways: a law
// that is claimed holds of all small values, and one that holds of all of them is claimed.
func TestLaws(t *testing.T) {
	unclaimed := map[string]bool{"clmul associates": true, "merge associates": true} // no pass would use it
	scalarOps(func(op ir.Op, types []ir.Type) {
		if len(types) != 2 || types[0] != types[1] || op.Info().Result == ir.ResBool && types[0] == ir.Int {
			return
		}
		typ := types[0]
		f := opcode(t, op, 3, ir.Attr{}, typ, typ)
		commutes, associates := true, true
		tuples(types, func(v []interp.Value) { commutes = commutes && f.of(v[0], v[1]) == f.of(v[1], v[0]) })
		three := []ir.Type{typ, typ, typ}
		ab := function(t, three, func(b *ir.Builder, p []ir.Operand) ir.Value {
			return apply(b, op, 3, ir.Attr{}, ir.Operand{Value: apply(b, op, 3, ir.Attr{}, p[0], p[1])}, p[2])
		})
		bc := function(t, three, func(b *ir.Builder, p []ir.Operand) ir.Value {
			return apply(b, op, 3, ir.Attr{}, p[0], ir.Operand{Value: apply(b, op, 3, ir.Attr{}, p[1], p[2])})
		})
		tuples(three, func(v []interp.Value) { associates = associates && ab.of(v...) == bc.of(v...) })
		for _, law := range []struct {
			name string
			flag ir.OpFlags
			true bool
		}{{"commutes", ir.Commutes, commutes}, {"associates", ir.Associates, associates}} {
			if says := op.Is(law.flag); says != law.true && !(law.true && unclaimed[op.String()+" "+law.name]) {
				t.Errorf("%s %s: the table says %v, the reference evaluator %v", op, law.name, says, law.true)
			}
		}
	})
	floats := []uint64{0, 1 << 63, 0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000, 1, 0x3fb999999999999a}
	for _, op := range []ir.Op{ir.OpFAdd, ir.OpFMul, ir.OpFSub, ir.OpFDiv} {
		f := opcode(t, op, 0, ir.Attr{}, ir.F64, ir.F64)
		same := true
		for _, x := range floats {
			for _, y := range floats {
				a, b := interp.Float{Type: ir.F64, Lo: x}, interp.Float{Type: ir.F64, Lo: y}
				same = same && f.of(a, b) == f.of(b, a)
			}
		}
		if op.Is(ir.Commutes) != same {
			t.Errorf("%s commutes: the table says %v, the reference evaluator %v", op, !same, same)
		}
	}
}

// TestPoison holds the column of poison to the reference evaluator, both ways.
func TestPoison(t *testing.T) {
	scalarOps(func(op ir.Op, types []ir.Type) {
		f := opcode(t, op, 3, ir.Attr{}, types...)
		tuples(types, func(v []interp.Value) {
			x, isInt := v[0].(interp.Int)
			y, _ := v[len(v)-1].(interp.Int)
			says := isInt && op.Info().Poison.Of(x.V, y.V)
			if got := f.of(v...); says != (got == "poison") || op.Info().Poison == ir.PoisonUnknown {
				t.Errorf("%s on %v: %s, the table says poison: %v", op, v, got, says)
			}
		})
	})
}

// TestModular holds the column to the reference evaluator, both ways: numbers that agree in their low n
// bits make numbers that do.
func TestModular(t *testing.T) {
	unclaimed := []ir.Op{ir.OpClMul, ir.OpMerge, ir.OpSExt, ir.OpZExt} // those who ask know them by name, or not
	scalarOps(func(op ir.Op, types []ir.Type) {
		if result := op.Info().Result; types[0] != ir.Int || result == ir.ResBool || result == ir.ResIntInt {
			return
		}
		f, modular := opcode(t, op, 3, ir.Attr{}, types...), true
		tuples(types, func(v []interp.Value) {
			x, poison := strconv.Atoi(f.of(v...))
			for k := range v {
				for n := 1; n <= 3; n++ {
					w := slices.Clone(v)
					w[k] = interp.Int{V: v[k].(interp.Int).V.Add(num.Pow2(uint(n)))}
					y, poison2 := strconv.Atoi(f.of(w...))
					modular = modular && (poison != nil || poison2 != nil || (x-y)%(1<<n) == 0)
				}
			}
		})
		if says := op.Is(ir.Modular); says != modular && (says || !slices.Contains(unclaimed, op)) {
			t.Errorf("%s is modular: the table says %v, the reference evaluator %v", op, says, modular)
		}
	})
}

// TestSame holds each template to the opcode that it is the same as: equal on all small values where the
// opcode is not poison.
func TestSame(t *testing.T) {
	templates := 0
	scalarOps(func(op ir.Op, types []ir.Type) {
		for k, same := range op.Same() {
			templates++
			for n := uint32(1); n <= 4; n++ {
				f := opcode(t, op, n, ir.Attr{}, types...)
				g := function(t, types, func(b *ir.Builder, p []ir.Operand) ir.Value { return b.Expand(same, n, ir.Synthetic, p...) })
				tuples(types, func(v []interp.Value) {
					if x, y := f.of(v...), g.of(v...); x != "poison" && x != y {
						t.Errorf("%s, template %d of number %d, on %v: %s, not %s", op, k+1, n, v, y, x)
					}
				})
				if !numbered(op) {
					break
				}
			}
		}
	})
	// A template of pointers is tried on slots: inside, at the end, outside, from outside.
	templates += len(ir.OpPtrAddInBounds.Same())
	for _, p := range []int64{-1, 0, 3, 8, 9} {
		for d := int64(-10); d <= 10; d++ {
			at := func(apply func(b *ir.Builder, p, d ir.Value) ir.Value) string {
				return function(t, nil, func(b *ir.Builder, _ []ir.Operand) ir.Value {
					s := b.StackSlot(8, 8, ir.Synthetic)
					q := apply(b, b.Binary(ir.OpPtrAdd, s, b.Int64(p, ir.Synthetic), ir.Synthetic), b.Int64(d, ir.Synthetic))
					return b.Binary(ir.OpPtrDiff, q, s, ir.Synthetic)
				}).of()
			}
			x := at(func(b *ir.Builder, p, d ir.Value) ir.Value { return b.Binary(ir.OpPtrAddInBounds, p, d, ir.Synthetic) })
			y := at(func(b *ir.Builder, p, d ir.Value) ir.Value {
				return b.Expand(ir.OpPtrAddInBounds.Same()[0], 0, ir.Synthetic, ir.Operand{Value: p}, ir.Operand{Value: d})
			})
			inside := p >= 0 && p <= 8 && p+d >= 0 && p+d <= 8 || d == 0
			if y != strconv.FormatInt(p+d, 10) || x != map[bool]string{true: y, false: "poison"}[inside] {
				t.Errorf("a slot of 8 bytes, %d moved by %d: %s, its template %s", p, d, x, y)
			}
		}
	}
	listed := 0
	for n := range ir.NumOps {
		op := ir.Op(n)
		listed += len(op.Same())
		for _, s := range op.Simpler() {
			for _, leaf := range s.Args {
				if leaf.Operand < 0 || leaf.Operand >= len(strings.TrimSuffix(op.Info().Sig, "?k")) {
					t.Errorf("%s: simpler %s takes operand %d", op, s.Op, leaf.Operand)
				}
			}
			if s.Op == op || len(s.Args) != len(strings.TrimSuffix(s.Op.Info().Sig, "?k")) {
				t.Errorf("%s: simpler %s with %d operands", op, s.Op, len(s.Args))
			}
		}
	}
	if templates != listed || templates < 40 {
		t.Errorf("%d of %d templates were evaluated", templates, listed)
	}
}

// TestSpeculates: what may run where it did not is defined on all small values and on poison.
func TestSpeculates(t *testing.T) {
	scalarOps(func(op ir.Op, types []ir.Type) {
		f := opcode(t, op, 3, ir.Attr{}, types...)
		try := func(v []interp.Value) {
			if got := f.of(v...); op.Is(ir.Speculates) && strings.Contains(got, " ") {
				t.Errorf("%s on %v: %s", op, v, got)
			}
		}
		tuples(types, try)
		for k := range types {
			v := []interp.Value{small(types[0])[0], small(types[len(types)-1])[0]}[:len(types)]
			v[k] = interp.Poison{}
			try(v)
		}
	})
	m := irtest.Parse(t, `func @f() -> ptr {
bb0:
  v0 = landing_pad
  ret v0
}
`)
	if got := (made{t, m}).of(); got != "undefined behaviour" || ir.OpLandingPad.Is(ir.Speculates) {
		t.Errorf("landing_pad: %s", got)
	}
}

// TestIntBits holds the ranges of results to what comes out of numbers of all sizes.
func TestIntBits(t *testing.T) {
	var numbers []interp.Value
	for _, k := range []uint{0, 1, 2, 3, 7, 8, 9, 31, 63, 64, 65, 90} {
		p := new(big.Int).Lsh(big.NewInt(1), k)
		for d := int64(-2); d <= 2; d++ {
			v := new(big.Int).Add(p, big.NewInt(d))
			numbers = append(numbers, interp.Int{V: num.FromBig(v)}, interp.Int{V: num.FromBig(v).Neg()})
		}
	}
	within := func(f made, what string, args ...interp.Value) (reached bool) {
		i := f.m.Funcs[0].Def(f.m.Funcs[0].Arg(f.m.Funcs[0].Terminator(f.m.Funcs[0].Entry()), 0))
		n, signed, ok := f.m.Funcs[0].IntBits(i)
		if !ok {
			return false
		}
		v, isInt := new(big.Int).SetString(f.of(args...), 10)
		if !isInt {
			return false
		}
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n))
		if signed {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if v.Cmp(lo) < 0 || v.Cmp(hi) >= 0 {
			t.Errorf("%s on %v: %v is not of %d bits, signed %v", what, args, v, n, signed)
		}
		return new(big.Int).Add(v, big.NewInt(1)).Cmp(hi) == 0
	}
	seen := map[ir.Op]bool{}
	try := func(op ir.Op, n uint32, types []ir.Type, choices ...[]interp.Value) {
		f, most := opcode(t, op, n, ir.Attr{}, types...), false
		for _, a := range choices[0] {
			args := []interp.Value{a}
			if len(types) > 1 {
				args = append(args, interp.NewInt(1))
			}
			most = within(f, op.String(), args...) || most
		}
		seen[op] = true
		if !most && op != ir.OpCountLeadingZeros {
			t.Errorf("%s of number %d never reaches the end of its range", op, n)
		}
	}
	scalarOps(func(op ir.Op, types []ir.Type) {
		if op.Info().Range == ir.RangeUnknown {
			return
		}
		for _, n := range []uint32{1, 2, 8} {
			v := numbers
			if types[0] == ir.Bool {
				v = small(ir.Bool)
			}
			try(op, n, types, v)
		}
	})
	for _, op := range []ir.Op{ir.OpFPToSI, ir.OpFPToUI} {
		for _, x := range []uint64{0, 0x406fe00000000000, 0xc060000000000000, 0x405fc00000000000, 0x7ff0000000000000} {
			within(opcode(t, op, 8, ir.Attr{Sat: true}, ir.F64), op.String(), interp.Float{Type: ir.F64, Lo: x})
			within(opcode(t, op, 8, ir.Attr{}, ir.F64), op.String(), interp.Float{Type: ir.F64, Lo: x})
		}
		seen[op] = true
	}
	// What reads bytes or addresses makes the largest and the smallest of them here.
	for text, op := range map[string]ir.Op{ // v0 is the memory token
		"v7 = load.2 v1, v0":                            ir.OpLoad,
		"v7 = load.expose.2 v1, v0":                     ir.OpLoadExpose,
		"v6, v7 = load.atomic.seqcst.2 v1, v0":          ir.OpAtomicLoad,
		"v6, v7 = load.volatile.2 v1, v0":               ir.OpVolatileLoad,
		"v6, v7 = rmw.xchg.seqcst v1, v2, v0":           ir.OpRMW,
		"v6, v7 = cmpxchg.seqcst.seqcst v1, v2, v2, v0": ir.OpCmpXchg,
		"v7 = ptrtoint v1":                              ir.OpPtrToInt,
		"v7 = ptrtoaddr v1":                             ir.OpPtrToAddr,
		"v7 = ptrdiff v1, v3":                           ir.OpPtrDiff,
		"v7 = bitcast v4 -> int":                        ir.OpBitCast,
		"v7 = bitcast.expose v4 -> int":                 ir.OpBitCastExpose,
		"v7 = vec.extract.u8 v5, v2":                    ir.OpVecExtract,
		"v7 = vec.extract.s8 v5, v2":                    ir.OpVecExtract,
	} {
		for _, fill := range []string{"ff", "80", "7f", "00"} {
			token := "v0"
			if strings.HasPrefix(text, "v6") {
				token = "v6"
			}
			src := fmt.Sprintf(`data @d align 8 = "%s"
func @f() -> int {
bb0(v0: mem):
  v1 = symbol_addr @d
  v2 = iconst 1
  v3 = ptradd v1, v2
`+
				`  v4 = load.2 v1, v0 -> byte(2)
  v5 = load.8 v1, v0 -> vec<64>
  %s
  ret v7, %s
}
`, strings.Repeat("\\x"+fill, 8), text, token)
			within(made{t, irtest.Parse(t, src)}, text)
		}
		seen[op] = true
	}
	for _, v := range []string{"-1", "-32768", "0", "65535"} {
		src := fmt.Sprintf(`func @g(...) -> int {
bb0(v0: mem):
  v1 = stack_slot 24
  v2 = va_start v1, v0
  v3, v4 = va_arg.2 v1, v2 -> int
  ret v4, v3
}

func @f() -> int {
bb0(v0: mem):
  v1 = symbol_addr @g
  v2 = iconst %s
  v3, v4 = call v1(v2), v0 -> int
  ret v4, v3
}
`, v)
		most := within(made{t, irtest.Parse(t, src)}, "va_arg of "+v)
		if want := v == "-1" || v == "65535"; most != want {
			t.Errorf("va_arg.2 of %s reaches the end of its range: %v", v, most)
		}
	}
	seen[ir.OpVaArg] = true
	for n := range ir.NumOps {
		if op := ir.Op(n); (op.Info().Range != ir.RangeUnknown) != seen[op] {
			t.Errorf("%s: it has a range %v, it was tried %v", op, !seen[op], seen[op])
		}
	}
}
