package facts

import (
	"context"
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The exhaustive tests take their truth from the interpreter: it evaluates an opcode on all small
// operands, and every fact about operands of that size is tried against the results.

const (
	least = -8
	most  = 15
	span  = most - least + 1
)

// poisoned stands for a result that is poison.
const poisoned = int64(1) << 62

// opcode is an opcode with its number.
type opcode struct {
	op     ir.Op
	n      uint
	result int
	pred   ir.Pred
}

func (o opcode) String() string {
	return fmt.Sprintf("%s.%d.%d.%d", o.op.Info().Name, o.n, o.result, o.pred)
}

var binaries = []opcode{
	{op: ir.OpAdd}, {op: ir.OpSub}, {op: ir.OpMul}, {op: ir.OpDiv}, {op: ir.OpRem}, {op: ir.OpTDiv}, {op: ir.OpTRem},
	{op: ir.OpAnd}, {op: ir.OpOr}, {op: ir.OpXor}, {op: ir.OpShl}, {op: ir.OpShr}, {op: ir.OpMin}, {op: ir.OpMax},
	{op: ir.OpClMul}, {op: ir.OpMerge, n: 2}, {op: ir.OpRotateLeft, n: 4}, {op: ir.OpRotateRight, n: 3},
	{op: ir.OpICmp, pred: ir.EQ}, {op: ir.OpICmp, pred: ir.NE}, {op: ir.OpICmp, pred: ir.LT},
	{op: ir.OpICmp, pred: ir.LE}, {op: ir.OpICmp, pred: ir.GT}, {op: ir.OpICmp, pred: ir.GE},
}

var unaries = []opcode{
	{op: ir.OpNot}, {op: ir.OpCountOnes}, {op: ir.OpCountTrailingZeros}, {op: ir.OpCountLeadingZeros, n: 3},
	{op: ir.OpBSwap, n: 1}, {op: ir.OpBitReverse, n: 4}, {op: ir.OpBitReverse, n: 3},
	{op: ir.OpZExt, n: 2}, {op: ir.OpZExt, n: 4}, {op: ir.OpSExt, n: 1}, {op: ir.OpSExt, n: 3},
	{op: ir.OpSplit, n: 2}, {op: ir.OpSplit, n: 2, result: 1},
}

// collector takes the results of the instructions of an opcode, in order.
type collector struct {
	o   opcode
	out []int64
}

func (c *collector) Before(*interp.Step) error { return nil }
func (c *collector) After(s *interp.Step) error {
	if s.Func.Op(s.Inst) != c.o.op {
		return nil
	}
	switch v := s.Results()[c.o.result].(type) {
	case interp.Int:
		c.out = append(c.out, int64(v.V.Low64()))
	case interp.Bool:
		c.out = append(c.out, map[bool]int64{true: 1}[bool(v)])
	default:
		c.out = append(c.out, poisoned)
	}
	return nil
}

// table evaluates o on all small operands: results by x, and by y if it has two operands.
func table(t *testing.T, o opcode, two bool) []int64 {
	t.Helper()
	m := ir.NewModule()
	f := m.AddFunc("main", nil, nil)
	origin := ir.Synthetic
	b := f.At(f.AddBlock(ir.Body))
	var consts []ir.Value
	for x := least; x <= most; x++ {
		consts = append(consts, b.Int64(int64(x), origin))
	}
	a := ir.Attr{N: uint32(o.n), Pred: o.pred}
	if o.op.Info().Form == ir.FormWidth {
		a = ir.Attr{Imm: int64(o.n)}
	}
	for _, x := range consts {
		if !two {
			b.Op(o.op, a, origin, nil, x)
			continue
		}
		for _, y := range consts {
			b.Op(o.op, a, origin, nil, x, y)
		}
	}
	b.Ret(origin)
	c := &collector{o: o}
	out, err := interp.Run(context.Background(), m, interp.Options{Observer: c})
	if err != nil || out.Kind != interp.Returned {
		t.Fatalf("%s: %v %v", o, out, err)
	}
	return c.out
}

// smallBits are all known bits that allow only numbers of 4 bits, or of 4 bits below 0 (16 to the
// lower end), and fail to know at most 3 bits.
func smallBits() []Fact {
	var out []Fact
	for tail := range 2 {
		for code := range 81 {
			z, o := int64(-16), int64(0)
			if tail == 1 {
				z, o = 0, -16
			}
			for bit, rest := 0, code; bit < 4; bit, rest = bit+1, rest/3 {
				switch rest % 3 {
				case 0:
					z |= 1 << bit
				case 1:
					o |= 1 << bit
				}
			}
			f := Fact{Bits: Bits{num.New(z), num.New(o)}}
			if len(f.small()) > 0 && f.inside() {
				out = append(out, f)
			}
		}
	}
	return out
}

// smallRanges are the ranges of numbers of the tables, and some that are infinite: those are
// tried on what the tables have.
func smallRanges() []Fact {
	var out []Fact
	for l := least; l <= most; l += 2 {
		for h := l; h <= most; h++ {
			out = append(out, Fact{Range: Range{at(num.New(int64(l))), at(num.New(int64(h)))}})
		}
	}
	for _, x := range []int64{-8, -1, 0, 1, 5} {
		out = append(out, Fact{Range: Range{Lo: at(num.New(x))}}, Fact{Range: Range{Hi: at(num.New(x))}})
	}
	return append(out, Fact{})
}

// small is the numbers of the tables that f allows.
func (f Fact) small() []int64 {
	var out []int64
	for x := int64(least); x <= most; x++ {
		if f.Contains(num.New(x)) {
			out = append(out, x)
		}
	}
	return out
}

// candidate is a fact with the numbers that it allows.
type candidate struct {
	Fact
	nums []int64
	in   bool // there are no others
}

func candidates(fs []Fact) []candidate {
	var out []candidate
	for _, f := range fs {
		out = append(out, candidate{f, f.small(), f.inside()})
	}
	return out
}

// inside reports whether f allows only numbers of the tables.
func (f Fact) inside() bool {
	r := f.reduce().Range
	return r.Finite() && !r.Lo.V.Less(num.New(least)) && !num.New(most).Less(r.Hi.V)
}

// result is the rule under test.
type result struct {
	fact  Fact
	truth Truth
	bool  bool
}

func apply(o opcode, x, y *Fact) result {
	switch o.op {
	case ir.OpICmp:
		return result{truth: Compare(o.pred, x, y), bool: true}
	case ir.OpMerge, ir.OpRotateLeft, ir.OpRotateRight:
		return result{fact: Sized(o.op, o.n, x, y)}
	case ir.OpSplit:
		hi, lo := Split(o.n, x)
		if o.result == 1 {
			hi = lo
		}
		return result{fact: hi}
	}
	if y != nil {
		return result{fact: Binary(o.op, x, y)}
	}
	return result{fact: Unary(o.op, o.n, x)}
}

func (r result) allows(v int64) bool {
	if r.bool {
		return r.truth == Either || r.truth == truthOf(v == 1)
	}
	return r.fact.Contains(num.New(v))
}

// bestBits and bestRanges are the opcodes whose rules are the best possible for known bits alone
// and for ranges alone.
var bestBits = map[ir.Op]bool{
	ir.OpAdd: true, ir.OpSub: true, ir.OpAnd: true, ir.OpOr: true, ir.OpXor: true, ir.OpNot: true,
	ir.OpZExt: true, ir.OpSExt: true, ir.OpSplit: true, ir.OpMerge: true, ir.OpBitReverse: true, ir.OpBSwap: true,
}

var bestRanges = map[ir.Op]bool{
	ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpMin: true, ir.OpMax: true, ir.OpNot: true,
	ir.OpZExt: true, ir.OpSExt: true, ir.OpDiv: true, ir.OpTDiv: true,
}

// tried checks one rule on one pair of facts; best says that it must be the best possible.
func tried(o opcode, tab []int64, x, y *candidate, bits, ranges bool) error {
	var second *Fact
	if y != nil {
		second = &y.Fact
	}
	got := apply(o, &x.Fact, second)
	var lo, hi, and, or int64
	some := false
	ys := []int64{least}
	width := 1
	if y != nil {
		ys, width = y.nums, span
	}
	for _, a := range x.nums {
		for _, b := range ys {
			v := tab[int(a-least)*width+int(b-least)]
			if v == poisoned {
				continue
			}
			if !got.allows(v) {
				return fmt.Errorf("%s of %v and %v is %d, not in %v", o, a, b, v, got)
			}
			if !some {
				lo, hi, and, or, some = v, v, v, v, true
			}
			lo, hi, and, or = min(lo, v), max(hi, v), and&v, or|v
		}
	}
	if !some {
		return nil
	}
	want := Fact{Bits{num.New(^or), num.New(and)}, Range{at(num.New(lo)), at(num.New(hi))}}
	if bits && !got.fact.Bits.equal(want.Bits) {
		return fmt.Errorf("%s of %v and %v: %v, best is %v", o, x.Fact, second, got.fact, want)
	}
	if ranges && !got.fact.Range.equal(want.Range) {
		return fmt.Errorf("%s of %v and %v: %v, best is %v", o, x.Fact, second, got.fact, want)
	}
	return nil
}

func TestSmall(t *testing.T) {
	bits, ranges := candidates(smallBits()), candidates(smallRanges())
	mixed := candidates([]Fact{bits[3].reduce(), bits[40].reduce(), {bits[50].Bits, ranges[7].Range}})
	for _, o := range unaries {
		tab := table(t, o, false)
		for _, list := range [][]candidate{bits, ranges, mixed} {
			isBits, isRanges := &list[0] == &bits[0], &list[0] == &ranges[0]
			for _, x := range list {
				if err := tried(o, tab, &x, nil, x.in && isBits && bestBits[o.op], x.in && isRanges && bestRanges[o.op]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, o := range testseed.Sample(t, 3, binaries) {
		tab := table(t, o, true)
		for _, list := range [][]candidate{bits, ranges} {
			isBits := &list[0] == &bits[0]
			for _, x := range list {
				for _, y := range list {
					in := x.in && y.in
					if err := tried(o, tab, &x, &y, in && isBits && bestBits[o.op], in && !isBits && bestRanges[o.op]); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, x := range mixed {
				for _, y := range list {
					if err := tried(o, tab, &x, &y, false, false); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestAssume tries what a comparison says of its operands on all small ones.
func TestAssume(t *testing.T) {
	bits, ranges := candidates(smallBits()), candidates(smallRanges())
	for _, list := range [][]candidate{bits, ranges} {
		for _, o := range binaries[len(binaries)-6:] {
			tab := table(t, o, true)
			for _, x := range list {
				for _, y := range list {
					fx, fy := Assume(o.pred, &x.Fact, &y.Fact)
					for _, a := range x.nums {
						for _, b := range y.nums {
							if tab[int(a-least)*span+int(b-least)] == 1 && !(fx.Contains(num.New(a)) && fy.Contains(num.New(b))) {
								t.Fatalf("%s: %d, %d of %v, %v are not in %v, %v", o, a, b, x.Fact, y.Fact, fx, fy)
							}
						}
					}
				}
			}
		}
	}
}

// TestLattice tries join, meet, widening and the refinement of bits and ranges by each other.
func TestLattice(t *testing.T) {
	all := append(smallBits(), smallRanges()...)
	for _, x := range all {
		r := x.reduce()
		for _, v := range x.small() {
			if !r.Contains(num.New(v)) {
				t.Fatalf("%v reduced is %v, without %d", x, r, v)
			}
		}
		if len(r.small()) != len(x.small()) {
			t.Fatalf("%v reduced is %v, which allows more", x, r)
		}
		for _, y := range all {
			j, w, m := x.Join(&y), x.Widen(&y), x.Meet(&y)
			for v := int64(least); v <= most; v++ {
				c := num.New(v)
				either, both := x.Contains(c) || y.Contains(c), x.Contains(c) && y.Contains(c)
				if either && (!j.Contains(c) || !w.Contains(c)) || both != m.Contains(c) {
					t.Fatalf("%v and %v: join %v widen %v meet %v are wrong about %d", x, y, j, w, m, v)
				}
			}
		}
	}
}

// TestPlanted sees that a rule that is wrong is found.
func TestPlanted(t *testing.T) {
	bits, ranges := candidates(smallBits()), candidates(smallRanges())
	wrong := map[string]func(x, y *Fact) Fact{
		"carry forgotten": func(x, y *Fact) Fact { return Fact{Bits: x.Bits.xor(y.Bits)} },
		"unknown bit is kept": func(x, y *Fact) Fact {
			return Fact{Bits: Bits{x.Bits.Zeros.And(y.Bits.Zeros), x.Bits.Ones.Or(y.Bits.Ones)}}
		},
		"end is one too small": func(x, y *Fact) Fact {
			r := x.Range.add(y.Range)
			r.Hi = r.Hi.mapped(func(v num.Int) num.Int { return v.Sub(one) })
			return Fact{Range: r}
		},
		"ends exchanged": func(x, y *Fact) Fact { return Fact{Range: x.Range.sub(y.Range)} },
	}
	tab := table(t, opcode{op: ir.OpAdd}, true)
	for name, rule := range wrong {
		found := false
		for _, list := range [][]candidate{bits, ranges} {
			for _, x := range list {
				for _, y := range list {
					f := rule(&x.Fact, &y.Fact)
					for _, a := range x.nums {
						for _, b := range y.nums {
							found = found || !f.Contains(num.New(tab[int(a-least)*span+int(b-least)]))
						}
					}
				}
			}
		}
		if !found {
			t.Errorf("%s was not found", name)
		}
	}
}
