package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// Demands is what [Demanded] found: which bits of ints matter.
type Demands struct {
	values []Int
	d      *demander
}

// Of returns the mask of the bits of int v that some consumer looks at. Another value with the
// same bits there could stand in its place: every run would behave the same.
func (d *Demands) Of(v ir.Value) Int { return d.values[v] }

// Demanded computes which bits of the ints of f matter. A value with a check on it, or that is
// read under a check, is demanded in full, as the check reads all of it.
func Demanded(f *ir.Func) *Demands {
	d := &demander{f: f, cfg: cfg.New(f), grown: make([]uint8, f.NumValues()), values: make([]Int, f.NumValues()), queued: make([]bool, f.NumInsts())}
	for b := range f.Blocks() {
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			d.queue = append(d.queue, i)
			d.queued[i] = true
		}
	}
	// Consumers first: in reverse of the text, then what changed again.
	for len(d.queue) > 0 {
		i := d.queue[len(d.queue)-1]
		d.queue = d.queue[:len(d.queue)-1]
		d.queued[i] = false
		for n := range f.NumOperands(i) {
			o := f.Operand(i, n)
			if f.TypeOf(o.Value) == ir.Int {
				d.add(o.Value, d.use(i, n, o))
			}
		}
	}
	return &Demands{d.values, d}
}

// Use returns the mask of the bits of int operand n of i that matter to i. Another number with the same
// bits there could be read instead, at any number of uses at once: every run would behave the same.
func (d *Demands) Use(i ir.Inst, n int) Int { return d.d.use(i, n, d.d.f.Operand(i, n)) }

type demander struct {
	f      *ir.Func
	cfg    *cfg.CFG
	values []Int
	queue  []ir.Inst
	queued []bool
	edges  []ir.Edge
	grown  []uint8
}

// add joins m into what is demanded of v, and visits its definition again if that is more. Masks
// that keep growing, as around a loop that shifts, become everything.
func (d *demander) add(v ir.Value, m Int) {
	if d.f.AnnotOf(v) != ir.NoAnnot && m.Sign() != 0 {
		m = minusOne
	}
	old := d.values[v]
	m = m.Or(old)
	if m.Equal(old) {
		return
	}
	if d.grown[v]++; d.grown[v] > 16 || !fits(m) {
		d.grown[v] = 16
		m = minusOne
	}
	d.values[v] = m
	if i := d.f.Def(v); i != ir.NoInst {
		d.visit(i)
		return
	}
	for _, p := range d.cfg.Preds(d.f.DefBlock(v)) {
		d.visit(d.f.Terminator(p))
	}
}

func (d *demander) visit(i ir.Inst) {
	if !d.queued[i] {
		d.queued[i] = true
		d.queue = append(d.queue, i)
	}
}

// use is what instruction i demands of its operand n.
func (d *demander) use(i ir.Inst, n int, o ir.Operand) Int {
	if o.Annot != ir.NoAnnot {
		return d.annotated(i, n, o)
	}
	return d.plain(i, n)
}

// annotated is the demand through an annotation: all bits if it checks some, else less what it
// says is not looked at.
func (d *demander) annotated(i ir.Inst, n int, o ir.Operand) Int {
	if _, _, ok := o.Annot.Range(); ok {
		return minusOne
	}
	k := o.Annot.Known()
	if k == nil || k.Zeros.Sign() != 0 || k.Ones.Sign() != 0 {
		return minusOne
	}
	return d.plain(i, n).And(OfBig(k.DontCare).Not())
}

// result is what is demanded of the first result of i. A result that is checked is looked at in
// full, whoever reads it.
func (d *demander) result(i ir.Inst, n int) Int {
	v := d.f.Result(i, n)
	if d.f.AnnotOf(v) != ir.NoAnnot {
		return minusOne
	}
	return d.values[v]
}

// constant returns the value of operand n of i, if it is written in the program.
func (d *demander) constant(i ir.Inst, n int) (Int, bool) {
	o := d.f.Operand(i, n)
	c := d.f.Def(o.Value)
	if c == ir.NoInst || d.f.Op(c) != ir.OpIConst || o.Annot != ir.NoAnnot || d.f.AnnotOf(o.Value) != ir.NoAnnot {
		return Int{}, false
	}
	return OfBig(d.f.IntConst(c)), true
}

// plain is the demand of operand n of i without regard to its annotation.
func (d *demander) plain(i ir.Inst, n int) Int {
	f := d.f
	op := f.Op(i)
	if op.Is(ir.Term) {
		return d.passed(i, n)
	}
	if op == ir.OpStore && n == 0 {
		return mask(8 * uint(f.Attr(i).N))
	}
	if f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Int {
		return minusOne
	}
	m := d.result(i, 0)
	switch op {
	case ir.OpSplit:
		bits := uint(f.Attr(i).N)
		return m.Shl(bits).Or(d.result(i, 1).zext(bits))
	case ir.OpAnd, ir.OpOr:
		// A constant that spares the other operand bits is itself read in full: of two constants
		// neither may rely on the other.
		_, self := d.constant(i, n)
		if c, ok := d.constant(i, 1-n); ok && !self {
			return Demand(op, 0, m, c)
		}
		return m
	case ir.OpXor, ir.OpNot:
		return m
	case ir.OpSelect:
		if n > 0 {
			return m
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpBSwap, ir.OpBitReverse:
		return Demand(op, uint(f.Attr(i).N), m, Int{})
	case ir.OpZExt, ir.OpSExt:
		return Demand(op, uint(f.Attr(i).Imm), m, Int{})
	case ir.OpShl, ir.OpShr, ir.OpRotateLeft, ir.OpRotateRight:
		if c, ok := d.constant(i, 1); ok && n == 0 && !c.neg() && c.Width() < 12 {
			return Demand(op, uint(f.Attr(i).N), m, c)
		}
	case ir.OpMerge:
		if n == 0 {
			return Demand(op, uint(f.Attr(i).N), m, Int{})
		}
		return m.zext(uint(f.Attr(i).N))
	}
	return minusOne
}

// passed is the demand of a terminator: that of the block argument, or everything.
func (d *demander) passed(i ir.Inst, n int) Int {
	d.edges = d.f.Edges(d.edges[:0], i)
	m, found := Int{}, false
	for _, e := range d.edges {
		if n < e.Lo || n >= e.Hi {
			continue
		}
		v := d.f.Args(e.Block)[n-e.Lo]
		if d.f.AnnotOf(v) != ir.NoAnnot {
			return minusOne
		}
		m, found = m.Or(d.values[v]), true
	}
	if !found {
		return minusOne
	}
	return m
}

// Demand is which bits of the first operand matter if the bits in m matter of the result, among
// the opcodes not and or xor add sub mul shl shr zext sext merge bswap bit_reverse rotate_left
// rotate_right; n is the width in the mnemonic and c the second operand, a constant
// (lean/TuffyLean/Facts/Backward.lean, namespace Demand). Of any other all bits matter.
func Demand(op ir.Op, n uint, m, c Int) Int {
	switch op {
	case ir.OpNot, ir.OpXor:
		return m
	case ir.OpAnd:
		return m.And(c)
	case ir.OpOr:
		return m.And(c.Not())
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		if m.neg() {
			return minusOne
		}
		return mask(m.BitLen())
	case ir.OpShl:
		return m.Shr(c.shift())
	case ir.OpShr:
		return m.Shl(c.shift())
	case ir.OpZExt:
		return m.zext(n)
	case ir.OpSExt:
		low := m.zext(n)
		if m.Shr(n).Sign() != 0 {
			low = low.Or(power(n - 1))
		}
		return low
	case ir.OpMerge:
		return m.Shr(n).Shl(n)
	case ir.OpBSwap:
		return m.permute(8*n, func(i uint) uint { return 8*(n-1-i/8) + i%8 })
	case ir.OpBitReverse:
		return m.permute(n, func(i uint) uint { return n - 1 - i })
	case ir.OpRotateLeft:
		by := c.mod(n)
		return m.permute(n, func(i uint) uint { return (i + by) % n })
	case ir.OpRotateRight:
		by := c.Neg().mod(n)
		return m.permute(n, func(i uint) uint { return (i + by) % n })
	}
	return minusOne
}
