package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Int makes an int instruction.
func (x *Func) Int(op ir.Op, a ir.Attr, s span.Span, operands ...Value) Value {
	i := x.Emit(op, a, nil, operands...)
	return x.Define(i, 0, Value{Span: s, Flags: Flow(operands...)})
}

// Int64 makes a constant.
func (x *Func) Int64(v int64) Value { return x.Big(num.New(v)) }

// Big makes a constant.
func (x *Func) Big(v num.Int) Value {
	a := ir.Attr{}
	if n, ok := v.Int64(); ok {
		a.Imm = n
	} else {
		a.Aux = x.F.AddConst(v)
	}
	return x.Int(ir.OpIConst, a, span.Exactly(v))
}

// Bool makes a truth value.
func (x *Func) Bool(v bool) Value {
	a := ir.Attr{}
	if v {
		a.Imm = 1
	}
	return x.Define(x.Emit(ir.OpBConst, a, nil), 0, Value{})
}

// Compare makes icmp.
func (x *Func) Compare(p ir.Pred, a, b Value) Value {
	i := x.Emit(ir.OpICmp, ir.Attr{Pred: p}, nil, a, b)
	return x.Define(i, 0, Value{Flags: Flow(a, b)})
}

// Extend makes sext or zext; where it can, the use says that the high bits do not matter.
func (x *Func) Extend(op ir.Op, v Value, n uint) Value {
	i := x.Emit(op, ir.Attr{Imm: int64(n)}, nil, v)
	x.IgnoreHigh(i, 0, n)
	return x.Define(i, 0, Value{Span: span.Extend(v.Span, n, op == ir.OpSExt), Flags: Flow(v)})
}

// Binary makes an int operation that is never poison for the operands given.
func (x *Func) Binary(op ir.Op, a, b Value) Value {
	return x.Int(op, ir.Attr{}, Spans[op](a.Span, b.Span), a, b)
}

// Spans are the ranges of what operations of two ints give. What the opcode table tells by these has
// the range of its first template.
var Spans = map[ir.Op]func(a, b span.Span) span.Span{
	ir.OpAdd: span.Add, ir.OpSub: span.Sub, ir.OpMul: span.Mul, ir.OpDiv: span.Quotient, ir.OpTDiv: span.Quotient,
	ir.OpRem: span.Rem, ir.OpTRem: span.TRem, ir.OpAnd: span.And, ir.OpOr: span.Or, ir.OpXor: span.Xor,
	ir.OpShl: span.Shl, ir.OpShr: span.Shr, ir.OpMin: span.Min, ir.OpMax: span.Max, ir.OpClMul: span.ClMul,
}

// Templated are the operations of two ints that only the opcode table tells of: the generator makes
// them as it makes additions.
// A new opcode of the table that has such a row is made without a change here.
var Templated []ir.Op

// Opcodes are in the order of the table, so that a template may use one whose range was found before.
func init() {
	for op := range ir.Op(ir.NumOps) {
		row := op.Info()
		if Spans[op] != nil || row.Sig != "ii" || row.Form != ir.FormPlain || len(row.Suffix) > 0 || len(op.Same()) == 0 {
			continue
		}
		if template := op.Same()[0]; spannable(template) {
			Spans[op] = func(a, b span.Span) span.Span { return spanOf(template, a, b) }
			Templated = append(Templated, op)
		}
	}
}

// spannable reports whether all parts of a template have ranges.
func spannable(t *ir.Template) bool {
	for _, l := range t.Args {
		if l.N || l.Sub != nil && !spannable(l.Sub) {
			return false
		}
	}
	return Spans[t.Op] != nil || t.Op == ir.OpNot
}

// spanOf is the range of a template of ints in a and b.
func spanOf(t *ir.Template, a, b span.Span) span.Span {
	var args [2]span.Span
	for n, l := range t.Args {
		switch {
		case l.Sub != nil:
			args[n] = spanOf(l.Sub, a, b)
		case l.Operand >= 0:
			args[n] = [...]span.Span{a, b}[l.Operand]
		default:
			args[n] = span.Within(l.Const, l.Const)
		}
	}
	if t.Op == ir.OpNot {
		return span.Not(args[0], args[0])
	}
	return Spans[t.Op](args[0], args[1])
}
