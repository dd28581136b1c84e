package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The instructions that steps make: each gets its range at once, and claims it where the opcode
// does not give it.

// place makes new instructions stand before i, with its origin.
// Every maker below puts its instruction there; a step calls place before it makes the first one.
func (l *lowerer) place(i ir.Inst) { l.at, l.origin = l.f.Before(i), l.f.Origin(i) }

// placeIn makes new instructions stand at the start of block b.
func (l *lowerer) placeIn(b ir.Block) {
	i := l.f.FirstInst(b)
	l.at, l.origin = l.f.Before(i), l.f.Origin(i)
}

// note records the range of a new int.
// The caller has shown that the range holds whenever v is not poison.
func (l *lowerer) note(v ir.Value, r Range) ir.Value {
	l.ranges.grow()
	l.ranges.of.Set(v, r)
	return v
}

// make makes an instruction with one result, of which no range is known.
// The operands are in a scratch list, which the builder copies.
func (l *lowerer) make(op ir.Op, a ir.Attr, t ir.Type, args ...ir.Value) ir.Value {
	l.scratch = l.scratch[:0]
	for _, v := range args {
		l.scratch = append(l.scratch, ir.Operand{Value: v})
	}
	v := l.f.Result(l.at.Inst(op, a, l.scratch, nil, []ir.Type{t}, l.origin), 0)
	l.ranges.grow()
	if l.z.Made != nil {
		l.z.Made(l.origin)
	}
	return v
}

// inst makes an instruction with one result and derives its range.
// Its result is new, so nothing can have read it before its range is known.
func (l *lowerer) inst(op ir.Op, a ir.Attr, t ir.Type, args ...ir.Value) ir.Value {
	v := l.make(op, a, t, args...)
	if t == ir.Int {
		l.ranges.inst(l.f.Def(v))
	}
	return v
}

// num is the integer constant c.
func (l *lowerer) num(c int64) ir.Value {
	return l.inst(ir.OpIConst, ir.Attr{Imm: c}, ir.Int)
}

// big is the integer constant c.
// A wide one is kept in the pool of the function, hence not by inst.
func (l *lowerer) big(c num.Int) ir.Value {
	v := l.at.IConst(c, l.origin)
	if l.z.Made != nil {
		l.z.Made(l.origin)
	}
	l.ranges.grow()
	l.ranges.inst(l.f.Def(v))
	return v
}

// word is the constant w.
func (l *lowerer) word(w uint64) ir.Value { return l.big(num.FromUint64(w)) }

// truth is the bool constant b.
func (l *lowerer) truth(b bool) ir.Value {
	a := ir.Attr{}
	if b {
		a.Imm = 1
	}
	return l.inst(ir.OpBConst, a, ir.Bool)
}

// two is an operation of two ints.
func (l *lowerer) two(op ir.Op, x, y ir.Value) ir.Value { return l.inst(op, ir.Attr{}, ir.Int, x, y) }

// zext is the low n bits of x, as an unsigned number.
func (l *lowerer) zext(x ir.Value, n int) ir.Value {
	return l.inst(ir.OpZExt, ir.Attr{Imm: int64(n)}, ir.Int, x)
}

// sext is the low n bits of x, as a signed number.
func (l *lowerer) sext(x ir.Value, n int) ir.Value {
	return l.inst(ir.OpSExt, ir.Attr{Imm: int64(n)}, ir.Int, x)
}

// icmp compares two ints, at whatever width.
func (l *lowerer) icmp(p ir.Pred, x, y ir.Value) ir.Value {
	return l.inst(ir.OpICmp, ir.Attr{Pred: p}, ir.Bool, x, y)
}

// fcmp compares two floats of one type.
func (l *lowerer) fcmp(p ir.Pred, x, y ir.Value) ir.Value {
	return l.inst(ir.OpFCmp, ir.Attr{Pred: p}, ir.Bool, x, y)
}

// pick is x if c, else y.
func (l *lowerer) pick(c, x, y ir.Value) ir.Value {
	return l.inst(ir.OpSelect, ir.Attr{}, l.f.TypeOf(x), c, x, y)
}

// logic is an operation of two bools.
func (l *lowerer) logic(op ir.Op, x, y ir.Value) ir.Value {
	return l.inst(op, ir.Attr{}, ir.Bool, x, y)
}

// flag is 1 if c, else 0.
func (l *lowerer) flag(c ir.Value) ir.Value { return l.inst(ir.OpBoolToInt, ir.Attr{}, ir.Int, c) }

// cast is x as type t.
func (l *lowerer) cast(x ir.Value, t ir.Type) ir.Value {
	return l.inst(ir.OpBitCast, ir.Attr{}, t, x)
}

// float is an operation of floats of one type.
func (l *lowerer) float(op ir.Op, xs ...ir.Value) ir.Value {
	return l.inst(op, ir.Attr{}, l.f.TypeOf(xs[0]), xs...)
}

// fconst is the float whose bits are these.
func (l *lowerer) fconst(t ir.Type, bits uint64) ir.Value {
	return l.inst(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(bits)}, t)
}

// convert rounds or widens float x to t.
func (l *lowerer) convert(x ir.Value, t ir.Type) ir.Value {
	return l.inst(ir.OpFPConvert, ir.Attr{}, t, x)
}

// replace makes the readers of result n of i read v, which keeps the claim of the result if
// nothing else can read v.
// A claim can be moved only to a value that is new: an older one has readers for which it would
// be a check that the program does not have.
func (l *lowerer) replace(i ir.Inst, n int, v ir.Value, fresh bool) {
	f := l.f
	old := f.Result(i, n)
	if a := f.AnnotOf(old); fresh && f.AnnotOf(v) == ir.NoAnnot && a != ir.NoAnnot && f.TypeOf(v) == f.TypeOf(old) {
		// A claim :iN says nothing about the value itself.
		if _, low := Demanded(a); !low {
			f.SetAnnot(v, a)
			if f.TypeOf(v) == ir.Int {
				l.ranges.of.Set(v, l.ranges.of.Of(v).Meet(facts.ClaimedRange(a)))
			}
		}
	}
	f.ReplaceUses(old, v)
}

// each visits the instructions of reachable blocks, definitions before uses. Those for which do
// answers true have been replaced, and are removed in the end.
// New instructions stand before i, and are not visited. The limit on the size of the function is
// checked here, for all steps.
func (l *lowerer) each(do func(i ir.Inst) bool) {
	f := l.f
	start := len(l.dead)
	for _, b := range l.g.Order() {
		for i := f.FirstInst(b); i != ir.NoInst; {
			next := f.NextInst(i)
			if f.NumInsts() > l.most {
				panic(tooLarge{i})
			}
			if do(i) {
				l.dead = append(l.dead, i)
			}
			i = next
		}
	}
	l.bury(start)
}

// bury removes the dead instructions from number start on.
// The operands of all go first, since dead instructions may read each other in a loop.
func (l *lowerer) bury(start int) {
	for _, i := range l.dead[start:] {
		l.f.SetOperands(i, nil, nil)
	}
	for _, i := range l.dead[start:] {
		l.f.RemoveInst(i)
	}
	l.dead = l.dead[:start]
}

// token is a memory token that is valid everywhere: the one of the entry, which gets one if it
// has none, with the returns of the function.
// A function without one has no memory operations of its own, so that the entry's token is the
// only one.
func (l *lowerer) token() ir.Value {
	f := l.f
	entry := f.Entry()
	if args := f.Args(entry); len(args) > 0 {
		return args[0]
	}
	t := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	l.ranges.grow()
	for b := range f.Blocks() {
		i := f.Terminator(b)
		if i == ir.NoInst || f.Op(i) != ir.OpRet {
			continue
		}
		if n := f.NumFixed(i); n == 0 || f.TypeOf(f.Arg(i, n-1)) != ir.Mem {
			f.SetOperands(i, append(f.Operands(i), ir.Operand{Value: t}), nil)
		}
	}
	return t
}
