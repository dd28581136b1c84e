package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// pureFault says why a pure operation has no value: its result is poison for the reason
// Kind, or, when limit is set, the interpreter cannot compute it.
// It is data of the operation and names no instruction, so that one operation can serve an instruction, a
// lane and a vector of Lean's.
// A fault is not changed after it is made: tooLarge is shared by all runs.
type pureFault struct {
	Kind    CauseKind
	Detail  string
	Operand int    // of CauseFlow: the operand that is poison; -1 otherwise
	Byte    uint32 // of CauseFlow from inside an operand: the cause handle of the poison byte
	limit   string // the named limit, empty if the result is poison
}

// evalCtx is what the pure operations take from the run. Functions may be nil.
// The zero context is that of Lean's vectors: the canonical NaN, one vector unit, no history.
// The functions may count memory against the run, which is how an operation can end it.
type evalCtx struct {
	vscale uint64 // 0 is 1

	// nan chooses the bits of a NaN result; nil is the canonical quiet NaN.
	nan func(ieee754.Format) ieee754.Bits
	// lanePoison records the birth of poison in one lane and returns the cause handle that
	// the bytes of the lane carry.
	lanePoison func(kind CauseKind, detail string) uint32
	// causeHandle returns the cause handle for bytes that take their poison from a scalar.
	causeHandle func(*Cause) uint32

	scratch *evalArgs // to be used for the operation, nil for a new one
}

// evalArgs is one application of a pure operation. Attr and the types are kept apart from
// the instruction because an intrinsic is evaluated as another opcode.
// args have the types of the operands, and none that decides the result alone is a Poison: poisonOperand came
// before.
type evalArgs struct {
	evalCtx
	f      *ir.Func
	i      ir.Inst
	attr   ir.Attr
	result ir.Type // of the first result
	args   []Value
	out    [1]Value // see one
}

// tooLarge is the limit on the size of integers.
var tooLarge = &pureFault{Operand: -1, limit: fmt.Sprintf("integer too large: more than %d bits", MaxShiftBits)}

// fault is a birth of poison.
func fault(kind CauseKind, format string, args ...any) *pureFault {
	return &pureFault{Kind: kind, Detail: fmt.Sprintf(format, args...), Operand: -1}
}

// flowFault is poison that operand has brought, or the byte of it with that handle.
func flowFault(operand int, handle uint32) *pureFault {
	return &pureFault{Kind: CauseFlow, Operand: operand, Byte: handle}
}

// evalPure evaluates instruction i of f, whose opcode has an entry in [evalTable] or which
// is a target intrinsic that is a vector operation, on the values of its operands. A fault
// means that every result is poison; a limit that is not empty is one that the run ended at.
// But for the functions of c it reads its arguments alone and changes nothing.
// Operands are those after the use-side checks, and results those before the result-side ones.
func evalPure(f *ir.Func, i ir.Inst, args []Value, c evalCtx) (results []Value, why *pureFault, limit string) {
	op := f.Op(i)
	e := c.scratch
	if e == nil {
		e = &evalArgs{}
	}
	*e = evalArgs{evalCtx: c, f: f, i: i, attr: f.Attr(i), args: args}
	if f.NumResults(i) > 0 {
		e.result = f.TypeOf(f.Result(i, 0))
	}
	if f.IsConstantP(i) {
		return []Value{Bool(false)}, nil, ""
	}
	if op == ir.OpTargetIntrinsic {
		var info ir.IntrinsicInfo
		if info, limit = recogniseIntrinsic(f, i); limit != "" {
			return nil, nil, limit
		}
		op = info.Op
		// The intrinsic's own attributes say nothing of lanes.
		e.attr = ir.Attr{Lane: info.Lane}
	}
	fn := evalTable[op]
	if fn == nil {
		panic("BUG: no pure evaluation of " + op.String())
	}
	if why = poisonOperand(op, args); why == nil {
		results, why = fn(e)
	}
	if why != nil {
		return nil, why, why.limit
	}
	return results, nil, ""
}

// recogniseIntrinsic returns the vector operation that target intrinsic i is, or the reason
// why the run cannot continue.
func recogniseIntrinsic(f *ir.Func, i ir.Inst) (info ir.IntrinsicInfo, limit string) {
	name := f.Module.SymbolName(f.SymbolOf(i))
	info, ok := f.IntrinsicOf(i)
	if ok {
		return info, ""
	}
	if _, known := ir.LookupIntrinsic(name); known {
		return info, fmt.Sprintf("target intrinsic %q with these operands", name)
	}
	return info, fmt.Sprintf("target intrinsic %q", name)
}

// poisonOperand finds the scalar poison that makes every result of op poison. Operands that
// may be poison in part, the arms of select, and what is put into a vector or an aggregate
// are looked at by the operations themselves.
// The first one in the order of operands is named, on every run alike.
func poisonOperand(op ir.Op, args []Value) *pureFault {
	for n, a := range args {
		if _, ok := a.(Poison); !ok {
			continue
		}
		if op == ir.OpSelect && n > 0 || (op == ir.OpInsertValue || op == ir.OpVecInsert) && n == 1 {
			continue
		}
		return flowFault(n, 0)
	}
	return nil
}

func (e *evalArgs) int(n int) num.Int       { return e.args[n].(Int).V }
func (e *evalArgs) bool(n int) bool         { return bool(e.args[n].(Bool)) }
func (e *evalArgs) float(n int) Float       { return e.args[n].(Float) }
func (e *evalArgs) bits(n int) ieee754.Bits { return e.float(n).Bits() }
func (e *evalArgs) bytes(n int) Bytes       { return e.args[n].(Bytes) }

func (e *evalArgs) scale() uint64 { return max(e.vscale, 1) }

// quiet replaces a NaN that an operation of format f made by the one that the run chooses.
func (e *evalArgs) quiet(f ieee754.Format, bits ieee754.Bits) ieee754.Bits {
	if e.nan != nil && f.IsNaNBits(bits) {
		return e.nan(f)
	}
	return bits
}

// evalFunc is an entry of [evalTable].
type evalFunc func(e *evalArgs) ([]Value, *pureFault)

// evalTable has an entry for each pure opcode that needs neither memory nor the state of the
// machine.
var evalTable [ir.NumOps]evalFunc

// Filled in by init because the entries of the vector family refer to the scalar ones.
// The table is the list of pure operations; a test holds it against the opcode table.
func init() {
	evalTable = [ir.NumOps]evalFunc{
		ir.OpIConst: func(e *evalArgs) ([]Value, *pureFault) { return e.one(Int{e.f.IntConst(e.i)}), nil },
		ir.OpBConst: func(e *evalArgs) ([]Value, *pureFault) { return e.one(Bool(e.attr.Imm != 0)), nil },
		ir.OpFConst: func(e *evalArgs) ([]Value, *pureFault) {
			hi, lo := e.f.FloatConst(e.i)
			return e.one(Float{e.result, hi, lo}), nil
		},

		ir.OpAdd: intBinary(evalAdd), ir.OpSub: intBinary(evalSub), ir.OpMul: intBinary(evalMul),
		ir.OpDiv: intBinary(evalDiv), ir.OpRem: intBinary(evalRem),
		ir.OpTDiv: intBinary(evalTDiv), ir.OpTRem: intBinary(evalTRem),
		ir.OpAnd: intBinary(evalAnd), ir.OpOr: intBinary(evalOr), ir.OpXor: intBinary(evalXor),
		ir.OpShl: intBinary(evalShl), ir.OpShr: intBinary(evalShr),
		ir.OpMin: intBinary(evalMin), ir.OpMax: intBinary(evalMax), ir.OpClMul: intBinary(evalClmul),
		ir.OpCountOnes: intUnary(evalCountOnes), ir.OpCountTrailingZeros: intUnary(evalCountTrailingZeros),
		ir.OpCountLeadingZeros: intSized(evalCountLeadingZeros), ir.OpBSwap: intSized(evalBswap),
		ir.OpBitReverse: intSized(evalBitReverse),
		ir.OpRotateLeft: rotation(evalRotateLeft), ir.OpRotateRight: rotation(evalRotateRight),
		ir.OpMerge: rotation(evalMerge), ir.OpSplit: splitEntry,
		ir.OpSExt: extension(evalSext), ir.OpZExt: extension(evalZext),
		ir.OpICmp: func(e *evalArgs) ([]Value, *pureFault) {
			return e.one(Bool(evalICmp(e.attr.Pred, e.int(0), e.int(1)))), nil
		},

		ir.OpNot: notEntry, ir.OpBAnd: boolBinary(evalBand), ir.OpBOr: boolBinary(evalBor), ir.OpBXor: boolBinary(evalBxor),
		ir.OpSelect: selectEntry,
		ir.OpBoolToInt: func(e *evalArgs) ([]Value, *pureFault) {
			return e.one(Int{evalBoolToInt(e.bool(0))}), nil
		},
		ir.OpIntToBool: func(e *evalArgs) ([]Value, *pureFault) {
			return e.one(Bool(evalIntToBool(e.int(0)))), nil
		},

		ir.OpExtractValue: func(e *evalArgs) ([]Value, *pureFault) {
			return e.one(evalExtractValue(e.args[0], e.f.Path(e.i))), nil
		},
		ir.OpInsertValue: func(e *evalArgs) ([]Value, *pureFault) {
			return e.one(evalInsertValue(e.args[0], e.args[1], e.f.Path(e.i))), nil
		},
	}
	floatEntries()
	vecEntries()
}

// The functions below adapt a definition on numbers to a row of the table: what they are called with has the
// type and is not poison.

func intBinary(eval func(a, b num.Int) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.oneInt(eval(e.int(0), e.int(1))) }
}

func intUnary(eval func(a num.Int) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.oneInt(eval(e.int(0))) }
}

func intSized(eval func(a num.Int, n uint32) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.oneInt(eval(e.int(0), e.attr.N)) }
}

func rotation(eval func(a, b num.Int, n uint32) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.oneInt(eval(e.int(0), e.int(1), e.attr.N)) }
}

func extension(eval func(a num.Int, n int64) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.oneInt(eval(e.int(0), e.attr.Imm)) }
}

func boolBinary(eval func(a, b bool) bool) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) { return e.one(Bool(eval(e.bool(0), e.bool(1)))), nil }
}

// one makes v the only result. The list is good until the next operation.
func (e *evalArgs) one(v Value) []Value {
	e.out[0] = v
	return e.out[:]
}

// oneInt makes an int the only result.
func (e *evalArgs) oneInt(v num.Int, why *pureFault) ([]Value, *pureFault) {
	if why != nil {
		return nil, why
	}
	return e.one(Int{v}), nil
}

// splitEntry has two results, which are poison together.
func splitEntry(e *evalArgs) ([]Value, *pureFault) {
	hi, why := evalSplitHi(e.int(0), e.attr.N)
	if why != nil {
		return nil, why
	}
	lo, why := evalSplitLo(e.int(0), e.attr.N)
	if why != nil {
		return nil, why
	}
	return []Value{Int{hi}, Int{lo}}, nil
}

// notEntry is one opcode for ints and bools.
func notEntry(e *evalArgs) ([]Value, *pureFault) {
	if b, ok := e.args[0].(Bool); ok {
		return e.one(Bool(evalBnot(bool(b)))), nil
	}
	return e.oneInt(evalNot(e.int(0)))
}

// selectEntry looks at the arm that is taken and at no other.
// An aggregate or vector that is poison in part is taken as it is.
func selectEntry(e *evalArgs) ([]Value, *pureFault) {
	n := 2
	if e.bool(0) {
		n = 1
	}
	if _, ok := e.args[n].(Poison); ok {
		return nil, flowFault(n, 0)
	}
	return e.one(evalSelect(e.bool(0), e.args[1], e.args[2])), nil
}
