package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Operations on vectors that the IR has are one instruction; the others are made of the elements (vector.go).

// laneOf is the lane that elements of type e are, with their sign if it matters; ok is false if the IR has none.
func (g *fn) laneOf(e cc.Type, signs bool) (l ir.Lane, ok bool) {
	l.Bits = uint16(8 * g.u.sizeof(e))
	switch {
	case isFloat(e):
		l.Kind = ir.LaneF
		return l, l.Bits == 32 || l.Bits == 64
	case !isInt(e) || l.Bits > 64:
		return l, false
	case signs && signed(e):
		l.Kind = ir.LaneS
	case signs:
		l.Kind = ir.LaneU
	default:
		l.Kind = ir.LaneI
	}
	return l, true
}

// laneOps are the operations on ints and on floats.
var laneOps = map[binOp][2]ir.Op{
	opAdd: {ir.OpVecAdd, ir.OpVecFAdd}, opSub: {ir.OpVecSub, ir.OpVecFSub}, opMul: {ir.OpVecMul, ir.OpVecFMul},
	opDiv: {0, ir.OpVecFDiv}, opAnd: {ir.OpVecAnd, 0}, opOr: {ir.OpVecOr, 0}, opXor: {ir.OpVecXor, 0},
}

// laneOp makes op of two vectors with elements of type e, if the IR has it. Comparisons give -1 or 0, of the type t.
func (g *fn) laneOp(op binOp, x, y value, e, t cc.Type) (ir.Value, bool) {
	if op == opShl || op == opShr {
		return g.laneShift(op, x, y, e)
	}
	l, ok := g.laneOf(e, op >= opEq)
	switch {
	case !ok:
		return 0, false
	case op >= opEq:
		return g.laneCompare(op, l, x, y, t)
	}
	o := laneOps[op][0]
	if l.Kind == ir.LaneF {
		o = laneOps[op][1]
	}
	if o == 0 {
		return 0, false
	}
	return g.vec(o, ir.Attr{Lane: l}, nil, x.v, y.v), true
}

// vec is a vector instruction.
func (g *fn) vec(op ir.Op, a ir.Attr, arrow []ir.Type, args ...ir.Value) ir.Value {
	b := g.live()
	return g.f.Result(b.Op(op, a, g.o, arrow, args...), 0)
}

// laneSplat is x in all lanes.
func (g *fn) laneSplat(l ir.Lane, t ir.Type, x ir.Value) ir.Value {
	return g.vec(ir.OpVecSplat, ir.Attr{Lane: l}, []ir.Type{t}, x)
}

// laneShift shifts all lanes by one constant amount, below the bits of a lane.
func (g *fn) laneShift(op binOp, x, y value, e cc.Type) (ir.Value, bool) {
	l, ok := g.laneOf(e, op == opShr)
	d := g.f.Def(y.v)
	if !ok || l.Kind == ir.LaneF || d == ir.NoInst || g.f.Op(d) != ir.OpVecSplat {
		return 0, false
	}
	n, known := g.constOf(g.f.Arg(d, 0))
	if k, small := n.Int64(); !known || !small || k < 0 || k >= int64(l.Bits) {
		return 0, false
	}
	o := ir.OpVecShl
	if op == opShr {
		o = ir.OpVecShr
	}
	return g.vec(o, ir.Attr{Lane: l}, nil, x.v, y.v), true
}

// laneCompare compares lane by lane.
func (g *fn) laneCompare(op binOp, l ir.Lane, x, y value, t cc.Type) (ir.Value, bool) {
	a := ir.Attr{Lane: l, Pred: [...]ir.Pred{opEq: ir.EQ, opNe: ir.NE, opLt: ir.LT, opLe: ir.LE, opGt: ir.GT, opGe: ir.GE}[op]}
	o := ir.OpVecICmp
	if l.Kind == ir.LaneF {
		a.Pred = [...]ir.Pred{opEq: ir.FOEQ, opNe: ir.FUNE, opLt: ir.FOLT, opLe: ir.FOLE, opGt: ir.FOGT, opGe: ir.FOGE}[op]
		o = ir.OpVecFCmp
	}
	m := g.vec(o, a, nil, x.v, y.v)
	to := ir.Lane{Kind: ir.LaneI, Bits: l.Bits}
	r := g.u.irType(t)
	return g.vec(ir.OpVecSelect, ir.Attr{Lane: to}, nil, m, g.laneSplat(to, r, g.int(-1)), g.laneSplat(to, r, g.int(0))), true
}
