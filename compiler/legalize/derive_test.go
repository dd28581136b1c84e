package legalize

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// numbersOf are the integers from lo to hi.
func numbersOf(lo, hi int64) Range {
	return Range{Lo: facts.End{V: num.New(lo), Finite: true}, Hi: facts.End{V: num.New(hi), Finite: true}}
}

// has reports whether x is in r.
func has(r Range, x *big.Int) bool { return r.Contains(num.FromBig(x)) }

// instRange is the range of an operation on numbers of two ranges, k the N of merge.
func instRange(t *testing.T) func(op ir.Op, x, y Range, k uint32) Range {
	m := irtest.Parse(t, `func @f(int, int) -> int {
 bb0:
 v0 = param 0
 v1 = param 1
 ret v0
}
`)
	f := m.Funcs[0]
	end := f.Terminator(f.Entry())
	var args []ir.Value
	for i := range f.Insts(f.Entry()) {
		if f.Op(i) == ir.OpParam {
			args = append(args, f.Result(i, 0))
		}
	}
	made := map[ir.Op]ir.Inst{}
	return func(op ir.Op, x, y Range, k uint32) Range {
		i, ok := made[op]
		if !ok {
			os := []ir.Operand{{Value: args[0]}, {Value: args[1]}}
			if op == ir.OpNot || op == ir.OpCountTrailingZeros {
				os = os[:1]
			}
			i = f.Before(end).Inst(op, ir.Attr{}, os, nil, []ir.Type{ir.Int}, ir.Synthetic)
			made[op] = i
		}
		f.SetAttr(i, ir.Attr{N: k})
		return facts.InstRange(f, i, 0, func(_ ir.Inst, n int) Range { return []Range{x, y}[n] })
	}
}

func eval(op ir.Op, x, y *big.Int, k int32) (*big.Int, bool) {
	z := new(big.Int)
	switch op {
	case ir.OpAdd:
		return z.Add(x, y), true
	case ir.OpSub:
		return z.Sub(x, y), true
	case ir.OpMul:
		return z.Mul(x, y), true
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		if y.Sign() == 0 {
			return nil, false
		}
		return map[ir.Op]func(x, y *big.Int) *big.Int{ir.OpDiv: z.Div, ir.OpRem: z.Mod, ir.OpTDiv: z.Quo, ir.OpTRem: z.Rem}[op](x, y), true
	case ir.OpAnd:
		return z.And(x, y), true
	case ir.OpOr:
		return z.Or(x, y), true
	case ir.OpXor:
		return z.Xor(x, y), true
	case ir.OpShl, ir.OpShr:
		if y.Sign() < 0 || y.BitLen() > 9 {
			return nil, false
		}
		if op == ir.OpShl {
			return z.Lsh(x, uint(y.Int64())), true
		}
		return z.Rsh(x, uint(y.Int64())), true
	case ir.OpMin, ir.OpMax:
		if (x.Cmp(y) < 0) == (op == ir.OpMin) {
			return x, true
		}
		return y, true
	case ir.OpMerge:
		hi := new(big.Int).Lsh(z.Rsh(x, uint(k)), uint(k))
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(k)), big.NewInt(1))
		return hi.Or(hi, mask.And(mask, y)), true
	}
	return nil, false
}

var derived = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem, ir.OpAnd, ir.OpOr, ir.OpXor,
	ir.OpShl, ir.OpShr, ir.OpMin, ir.OpMax, ir.OpMerge}

// TestDeriveSmall: all intervals with ends from -9 to 9, all numbers in them.
func TestDeriveSmall(t *testing.T) {
	const most = 9
	binary := instRange(t)
	for _, op := range derived {
		for a := int64(-most); a <= most; a += 3 {
			for b := a; b <= most; b += 3 {
				for c := int64(-most); c <= most; c += 3 {
					for d := c; d <= most; d += 3 {
						r := binary(op, numbersOf(a, b), numbersOf(c, d), 2)
						for x := a; x <= b; x++ {
							for y := c; y <= d; y++ {
								z, ok := eval(op, big.NewInt(x), big.NewInt(y), 2)
								if ok && !has(r, z) {
									t.Fatalf("%s of [%d, %d] and [%d, %d]: %d, %d gives %s, not in %+v", op, a, b, c, d, x, y, z, r)
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestDeriveWide: claims of widths around those of registers, at their ends.
func TestDeriveWide(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 7))
	widths := []uint32{1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 66, 100, 127, 128, 129, 200}
	pick := func() ir.Annot {
		w := widths[r.IntN(len(widths))]
		if r.IntN(2) == 0 {
			return ir.Signed(w)
		}
		return ir.Unsigned(w)
	}
	number := func(a ir.Annot) *big.Int {
		lo, hi, _ := a.Bounds()
		if r.IntN(2) == 0 {
			lo = hi
		}
		for {
			if y := lo.Add(num.New(int64(r.IntN(5) - 2))); a.Holds(y) {
				return y.Big()
			}
		}
	}
	binary := instRange(t)
	for range 200_000 {
		a, b := pick(), pick()
		if w, _, _ := b.Range(); w > 9 && r.IntN(3) > 0 {
			b = ir.Unsigned(uint32(r.IntN(9)))
		}
		op := derived[r.IntN(len(derived))]
		k := uint32(1 + r.IntN(130))
		x, y := number(a), number(b)
		z, ok := eval(op, x, y, int32(k))
		if !ok {
			continue
		}
		got := binary(op, facts.ClaimedRange(a), facts.ClaimedRange(b), k)
		if !has(got, z) {
			t.Fatalf("%s (merge %d) of %s and %s: %s, %s gives %s, not in %+v", op, k, a, b, x, y, z, got)
		}
		if n := binary(ir.OpNot, facts.ClaimedRange(a), everything, 0); !has(n, new(big.Int).Not(x)) {
			t.Fatalf("not of %s: %s is not in %+v", a, new(big.Int).Not(x), n)
		}
		if n := binary(ir.OpCountTrailingZeros, facts.ClaimedRange(a), everything, 0); x.Sign() != 0 && !has(n, big.NewInt(int64(x.TrailingZeroBits()))) {
			t.Fatalf("count_trailing_zeros of %s: of %s is not in %+v", a, x, n)
		}
	}
}

// TestClaims: the annotations that ranges are written as have all of the range, and no more words.
func TestClaims(t *testing.T) {
	for _, w := range []uint32{1, 5, 8, 9, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129} {
		for _, a := range []ir.Annot{ir.Signed(w), ir.Unsigned(w)} {
			r := facts.ClaimedRange(a)
			if got := r.Annot(); got != a {
				t.Errorf("%s is written %s", a, got)
			}
			lo, hi, _ := a.Bounds()
			one := num.New(1)
			if !r.Contains(lo) || !r.Contains(hi) || r.Contains(lo.Sub(one)) || r.Contains(hi.Add(one)) {
				t.Errorf("%s has the range %+v", a, r)
			}
		}
	}
	for n := uint32(1); n < 130; n++ {
		if got, ok := Demanded(ir.LowBits(n)); !ok || got != int(n) {
			t.Errorf(":i%d demands %d bits", n, got)
		}
	}
	for p, want := range map[string]Range{"0???": facts.Unsigned(3), "1????": numbersOf(-16, -1), "01": numbersOf(1, 1)} {
		a, err := ir.KnownBits(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := facts.ClaimedRange(a); !got.In(want) || !want.In(got) {
			t.Errorf(":known(%s) gives %+v", p, got)
		}
	}
}

// TestNeverTaken: where only an edge leads that is never taken, any range holds of what it passes, so the block has
// machine code as all others have.
func TestNeverTaken(t *testing.T) {
	for _, to := range []string{"brif v2, bb2, bb1(v1)", "switch v1, [0: bb2], bb1(v1)"} {
		m := irtest.Parse(t, `func @f() -> int:s64 {
  bb0:
    v1 = iconst 0
    v2 = bconst true
    `+to+`
  bb1(v3: int):
    v4:s64 = add v3, v1
    ret v4
  bb2:
    ret v1
}
`)
		var r ranges
		r.f = m.Funcs[0]
		r.ordered(cfg.New(m.Funcs[0]))
		for v := range ir.Value(m.Funcs[0].NumValues()) {
			if m.Funcs[0].TypeOf(v) == ir.Int && !r.of.Of(v).Finite() {
				t.Errorf("%s: v%d has no range", to, v)
			}
		}
	}
}
