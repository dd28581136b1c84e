// Package fold evaluates instructions whose operands are known: integers, truth values and
// poison. It is written independently of the interpreter, and tested against it and against the
// vectors that the Lean definitions computed.
//
// Floats, pointers and aggregates are not evaluated; an instruction with such an operand is
// known only if poison decides it.
// It is a second author of the semantics on purpose: a mistake in the interpreter does not become one of the
// optimizer.
package fold

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Kind says what a [Const] is.
type Kind uint8

// The kinds.
const (
	Unknown Kind = iota
	Int
	Bool
	Poison
)

// Const is a known value. The zero Const is unknown.
// An Int is small whenever it fits, so == of small ones is equality; Equal is for all of them.
type Const struct {
	Kind Kind
	n    num.Int // of an Int; 1 of a true Bool
}

// The constants that need no number.
var (
	PoisonConst = Const{Kind: Poison}
	True        = Const{Kind: Bool, n: num.New(1)}
	False       = Const{Kind: Bool}
)

// OfBool is a truth value.
func OfBool(b bool) Const {
	if b {
		return True
	}
	return False
}

// OfInt64 is an integer.
func OfInt64(n int64) Const { return OfInt(num.New(n)) }

// OfInt is an integer.
// It does not look at the length: what folding makes itself goes through out.
func OfInt(v num.Int) Const { return Const{Kind: Int, n: v} }

// Truth is the value of a Bool.
func (c Const) Truth() bool { return c.n.Sign() != 0 }

// Small returns an Int that fits 64 bits.
func (c Const) Small() (int64, bool) {
	v, ok := c.n.Int64()
	return v, ok && c.Kind == Int
}

// Int is the value of an Int, and of a Bool as 0 or 1.
func (c Const) Int() num.Int { return c.n }

// Equal reports whether two constants are the same.
func (c Const) Equal(d Const) bool { return c.Kind == d.Kind && c.n.Equal(d.n) }

// Of is the constant that instruction i writes down, unknown if it writes none.
// A poison of an aggregate or a vector is left unknown, as its parts may be read one by one.
func Of(f *ir.Func, i ir.Inst) Const {
	switch f.Op(i) {
	case ir.OpIConst:
		return OfInt(f.IntConst(i))
	case ir.OpBConst:
		return OfBool(f.Attr(i).Imm != 0)
	case ir.OpPoison:
		if t := f.TypeOf(f.Result(i, 0)); whole(t) {
			return PoisonConst
		}
	}
	return Const{}
}

// whole reports whether a value of type t is poison as a whole or not at all.
// Of others, such as vectors, a part may be poison, which is no constant here.
func whole(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindInt, ir.KindBool, ir.KindFloat, ir.KindPtr:
		return true
	}
	return false
}

// Check is the constant after a check: poison if it violates a.
// The first case decides ranges of machine words without a big integer: most claims are such.
func Check(c Const, a ir.Annot) Const {
	if a == ir.NoAnnot || c.Kind != Int {
		return c
	}
	if a.Holds(c.n) {
		return c
	}
	return PoisonConst
}

// Inst evaluates a pure instruction with one result; args are its operands before the checks on
// them, and are overwritten. The result has passed the check on it.
// An unknown result is no failure: the value depends on what is not known, or is not worth knowing.
func Inst(f *ir.Func, i ir.Inst, args []Const) Const {
	op := f.Op(i)
	if !op.Is(ir.Pure) || f.NumResults(i) != 1 {
		return Const{}
	}
	if len(args) == 0 {
		return Check(Of(f, i), f.AnnotOf(f.Result(i, 0)))
	}
	for n := range args {
		args[n] = Check(args[n], f.Operand(i, n).Annot)
	}
	return Check(value(f, i, args), f.AnnotOf(f.Result(i, 0)))
}

// value evaluates after the operand checks: select looks at the arm that is taken, freeze is never known,
// since each one may choose, and for the rest poison in any operand that is poison as a whole decides.
// What remains is arithmetic on known numbers, in 64 bits where that suffices.
func value(f *ir.Func, i ir.Inst, args []Const) Const {
	op := f.Op(i)
	t := f.TypeOf(f.Result(i, 0))
	if op == ir.OpSelect {
		switch {
		case args[0].Kind == Poison && whole(t):
			return PoisonConst
		case args[0].Kind != Bool:
			return Const{}
		case args[0].Truth():
			return args[1]
		}
		return args[2]
	}
	// Two freezes of one poison may differ, so that no constant stands for both.
	if op == ir.OpFreeze || !whole(t) {
		return Const{}
	}
	known := true
	for n := range args {
		if args[n].Kind == Poison && whole(f.TypeOf(f.Arg(i, n))) {
			return PoisonConst
		}
		known = known && (args[n].Kind == Int || args[n].Kind == Bool)
	}
	if !known {
		return Const{}
	}
	a := f.Attr(i)
	switch len(args) {
	case 1:
		return unary(op, a, args[0])
	case 2:
		if args[0].Kind == Bool {
			return truth(op, args[0].Truth(), args[1].Truth())
		}
		return binary(op, a, args[0].n, args[1].n)
	}
	return Const{}
}

// truth is an operation on two truth values.
// An operation that is not here is unknown, never wrong: a new opcode of bools folds once it has a case.
func truth(op ir.Op, x, y bool) Const {
	switch op {
	case ir.OpBAnd:
		return OfBool(x && y)
	case ir.OpBOr:
		return OfBool(x || y)
	case ir.OpBXor:
		return OfBool(x != y)
	}
	return Const{}
}

// maxBits bounds the integers that folding makes: a function of many instructions could make as many
// constants of that size. It is that of the widest ints that are compiled. The interpreter's own limit is
// larger.
// What is longer is not known: that loses a rewrite and no meaning.
const maxBits = 1 << 13

// out is the constant, unknown if it is too long.
func out(v num.Int) Const {
	if v.BitLen() > maxBits {
		return Const{}
	}
	return OfInt(v)
}
