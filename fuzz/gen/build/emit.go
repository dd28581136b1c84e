package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Poison makes poison, which does not join the pool.
func (x *Func) Poison(t ir.Type) Value {
	i := x.Emit(ir.OpPoison, ir.Attr{}, []ir.Type{t})
	return Value{ID: x.F.Result(i, 0), Type: t}
}

// Inserted makes insertvalue without joining the pool; the result knows what v knew.
func (x *Func) Inserted(v, field Value, path []uint32) Value {
	x.Prog.path = path
	i := x.Emit(ir.OpInsertValue, ir.Attr{Aux: x.F.AddPath(path)}, nil, v, field)
	v.ID = x.F.Result(i, 0)
	return v
}

// Extracted makes extractvalue.
func (x *Func) Extracted(v Value, path []uint32) ir.Inst {
	x.Prog.path = path
	return x.Emit(ir.OpExtractValue, ir.Attr{Aux: x.F.AddPath(path)}, nil, v)
}

// Raw makes an instruction of one result, which does not join the pool.
// Its range is a guess that suits a byte; who needs another one gives it.
func (x *Func) Raw(op ir.Op, a ir.Attr, operands ...Value) Value {
	i := x.Emit(op, a, nil, operands...)
	v := Value{ID: x.F.Result(i, 0), Span: span.Unsigned(8)}
	v.Type = x.F.TypeOf(v.ID)
	return v
}

// Typed is raw for an operation whose result type is written.
func (x *Func) Typed(op ir.Op, a ir.Attr, t ir.Type, operands ...Value) Value {
	i := x.Emit(op, a, []ir.Type{t}, operands...)
	return Value{ID: x.F.Result(i, 0), Type: t, Span: span.Unsigned(8)}
}

// Call makes a call through a pointer with results of the types given.
// A call always takes the token at hand, so that the function must have one.
func (x *Func) Call(callee Value, args []Value, results []ir.Type) ir.Inst {
	fixed := []ir.Operand{x.Operand(callee)}
	types := []ir.Type{ir.Ptr}
	for _, v := range args {
		fixed = append(fixed, x.Operand(v))
		types = append(types, v.Type)
	}
	fixed = append(fixed, ir.Operand{Value: x.Mem})
	return x.make(ir.OpCall, ir.Attr{}, results, fixed, append(types, ir.Mem))
}

// External calls a library function; a result of type unit is none.
func (x *Func) External(name string, args []Value, result ir.Type) Value {
	f := x.SymbolOf(name, nil)
	var results []ir.Type
	if result != ir.Unit {
		results = []ir.Type{result}
	}
	i := x.Call(f, args, results)
	if len(results) == 0 {
		return Value{}
	}
	return Value{ID: x.F.Result(i, 1), Type: result}
}

// Emit makes an instruction at the end of the block. Its operands get claims.
func (x *Func) Emit(op ir.Op, a ir.Attr, arrow []ir.Type, operands ...Value) ir.Inst {
	fixed := make([]ir.Operand, len(operands))
	types := make([]ir.Type, len(operands))
	for n := range operands {
		fixed[n] = x.Operand(operands[n])
		types[n] = operands[n].Type
	}
	if op.Is(ir.MemUse | ir.MemDef) {
		fixed = append(fixed, ir.Operand{Value: x.Mem})
		types = append(types, ir.Mem)
	}
	return x.make(op, a, arrow, fixed, types)
}

// Result types are computed as the parser does, so that an instruction that the generator gets wrong is found
// here and not by the verifier, far from where it was made.
func (x *Func) make(op ir.Op, a ir.Attr, arrow []ir.Type, fixed []ir.Operand, types []ir.Type) ir.Inst {
	var path []uint32
	if ir.Ops[op].Form == ir.FormPath {
		path = x.Prog.path
	}
	res, err := ir.ResultTypes(op, a, types, arrow, path, x.F.Params)
	if err != nil {
		panic("BUG: generating " + op.String() + ": " + err.Error())
	}
	x.Count()
	i := x.At.Inst(op, a, fixed, nil, res, ir.Synthetic)
	if len(res) > 0 && res[0] == ir.Mem {
		x.Mem = x.F.Result(i, 0)
	}
	return i
}

// Count accounts for one instruction more.
// Cost is what a run may take, Budget what the text may: a loop multiplies the one and not the other.
func (x *Func) Count() {
	x.Budget--
	x.Cost += x.Times
}

// Operand is a use of v, perhaps with a claim.
func (x *Func) Operand(v Value) ir.Operand {
	return ir.Operand{Value: v.ID, Annot: x.useClaim(v)}
}

// Define makes a result known: it gets a claim and joins the pool.
func (x *Func) Define(i ir.Inst, n int, v Value) Value {
	v.ID = x.F.Result(i, n)
	v.Type = x.F.TypeOf(v.ID)
	x.F.SetAnnot(v.ID, x.ResultClaim(&v))
	return x.Push(v)
}

// Flow joins what is wrong with the operands.
// Fragments do not flow: an operation on a number has no bytes of pointers.
func Flow(operands ...Value) Flags {
	var f Flags
	for n := range operands {
		f |= operands[n].Flags &^ Fragments
		if operands[n].NaN {
			f |= Unspecified
		}
	}
	return f
}

// ConstantIn makes a constant in a range: a bound, zero, or something between.
func (x *Func) ConstantIn(r *choice.Record, want span.Span) Value {
	switch r.Below(6) {
	case 0:
		if want.Contains(num.Int{}) {
			v := num.New(int64(r.Byte()))
			if want.Contains(v) {
				return x.Big(v)
			}
		}
		return x.Big(want.Lo)
	case 1:
		return x.Big(want.Hi)
	case 2:
		return x.Big(want.Lo)
	}
	width := want.Hi.Sub(want.Lo)
	v := num.Int{}
	for v.BitLen() <= width.BitLen() {
		v = v.Shl(8).Or(num.New(int64(r.Byte()) | 1))
		if r.IsZero() {
			break
		}
	}
	v = v.Shr(uint(r.Below(int(width.BitLen())+1) % 256))
	if v.Cmp(width) > 0 {
		v = v.Rem(width.Add(num.New(1)))
	}
	return x.Big(v.Add(want.Lo))
}
