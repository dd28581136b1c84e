package float

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// expr is an expression as FloatFlags.lean has it: an operation with its flags, or a leaf.
type expr struct {
	op    ir.Op // of a leaf, OpParam
	leaf  int
	flags ir.FPFlags
	args  []*expr
}

func (e *expr) key(b *strings.Builder) {
	if e.op == ir.OpParam {
		fmt.Fprintf(b, "%d", e.leaf)
		return
	}
	fmt.Fprintf(b, "(%d.%d", e.op, e.flags)
	for _, a := range e.args {
		b.WriteByte(' ')
		a.key(b)
	}
	b.WriteByte(')')
}

func (e *expr) with(n int, a *expr) *expr {
	x := *e
	x.args = append([]*expr(nil), e.args...)
	x.args[n] = a
	return &x
}

func make2(op ir.Op, flags ir.FPFlags, args ...*expr) *expr {
	return &expr{op: op, flags: flags, args: args}
}

// steps calls yield with what each permitted step makes of e. They are those of `Step` in
// FloatFlags.lean, written again, but for the ones that only give up flags.
func (e *expr) steps(yield func(*expr)) {
	for n, a := range e.args {
		a.steps(func(x *expr) { yield(e.with(n, x)) })
	}
	s := e.flags
	neg := func(x *expr) *expr { return make2(ir.OpFNeg, 0, x) }
	may := func(x *expr, op ir.Op, f ir.FPFlags) bool { return x.op == op && s&x.flags&f != 0 }
	switch e.op {
	case ir.OpFAdd:
		x, y := e.args[0], e.args[1]
		yield(make2(ir.OpFAdd, s, y, x))
		if y.op == ir.OpFNeg {
			yield(make2(ir.OpFSub, s, x, y.args[0]))
		}
		if may(x, ir.OpFAdd, ir.Reassoc) {
			yield(make2(ir.OpFAdd, s, x.args[0], make2(ir.OpFAdd, x.flags, x.args[1], y)))
		}
		if may(y, ir.OpFAdd, ir.Reassoc) {
			yield(make2(ir.OpFAdd, s, make2(ir.OpFAdd, y.flags, x, y.args[0]), y.args[1]))
		}
		if may(x, ir.OpFMA, ir.Reassoc) {
			yield(make2(ir.OpFMA, x.flags, x.args[0], x.args[1], make2(ir.OpFAdd, s, x.args[2], y)))
		}
		if may(x, ir.OpFMul, ir.Contract) {
			yield(make2(ir.OpFMA, s, x.args[0], x.args[1], y))
		}
		if x.op == ir.OpFNeg && may(x.args[0], ir.OpFMul, ir.Contract) {
			yield(make2(ir.OpFMA, s, neg(x.args[0].args[0]), x.args[0].args[1], y))
		}
	case ir.OpFSub:
		x, y := e.args[0], e.args[1]
		yield(make2(ir.OpFAdd, s, x, neg(y)))
		if y.op == ir.OpFNeg {
			yield(make2(ir.OpFAdd, s, x, y.args[0]))
		}
		if may(x, ir.OpFSub, ir.Reassoc) {
			yield(make2(ir.OpFSub, s, x.args[0], make2(ir.OpFAdd, x.flags, x.args[1], y)))
		}
		if may(y, ir.OpFAdd, ir.Reassoc) {
			yield(make2(ir.OpFSub, s, make2(ir.OpFSub, y.flags, x, y.args[0]), y.args[1]))
		}
	case ir.OpFMul:
		x, y := e.args[0], e.args[1]
		yield(make2(ir.OpFMul, s, y, x))
		if may(x, ir.OpFMul, ir.Reassoc) {
			yield(make2(ir.OpFMul, s, x.args[0], make2(ir.OpFMul, x.flags, x.args[1], y)))
		}
		if may(y, ir.OpFMul, ir.Reassoc) {
			yield(make2(ir.OpFMul, s, make2(ir.OpFMul, y.flags, x, y.args[0]), y.args[1]))
		}
	}
}

// permitted are all expressions that permitted steps lead to. Double negations, of which an
// expression may grow any number, are bounded by its size.
func permitted(e *expr) []*expr {
	var b strings.Builder
	key := func(x *expr) string { b.Reset(); x.key(&b); return b.String() }
	longest := len(key(e)) + 12
	all, seen := []*expr{e}, map[string]bool{key(e): true}
	for n := 0; n < len(all); n++ {
		all[n].steps(func(x *expr) {
			if k := key(x); !seen[k] && len(k) <= longest {
				seen[k] = true
				all = append(all, x)
			}
		})
	}
	return all
}

// value computes an expression on big integers.
func (e *expr) value(f ieee754.Format, leaves []uint64) uint64 {
	if e.op == ir.OpParam {
		return leaves[e.leaf]
	}
	var v [3]uint64
	for n, a := range e.args {
		v[n] = a.value(f, leaves)
	}
	var x ieee754.Exact
	switch e.op {
	case ir.OpFAdd:
		return x.Add(f, v[0], v[1])
	case ir.OpFSub:
		return x.Sub(f, v[0], v[1])
	case ir.OpFMul:
		return x.Mul(f, v[0], v[1])
	case ir.OpFMA:
		return x.FMA(f, v[0], v[1], v[2])
	}
	return f.Neg(v[0])
}

// rational is the value of an expression over the rational numbers, every leaf being one.
func (e *expr) rational(leaves []*big.Rat) *big.Rat {
	if e.op == ir.OpParam {
		return leaves[e.leaf]
	}
	var v []*big.Rat
	for _, a := range e.args {
		v = append(v, a.rational(leaves))
	}
	switch e.op {
	case ir.OpFAdd:
		return new(big.Rat).Add(v[0], v[1])
	case ir.OpFSub:
		return new(big.Rat).Sub(v[0], v[1])
	case ir.OpFMul:
		return new(big.Rat).Mul(v[0], v[1])
	case ir.OpFMA:
		p := new(big.Rat).Mul(v[0], v[1])
		return p.Add(p, v[2])
	}
	return new(big.Rat).Neg(v[0])
}
