package interp

import (
	"fmt"
	"math"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// inst is the execution of one instruction.
// It lives as long as the instruction; methods may replace args, which nothing else holds once checkedRun has
// copied it.
// f, i, op and attr never change while it executes.
type inst struct {
	w    *world
	t    *thread
	f    *ir.Func
	i    ir.Inst
	op   ir.Op
	attr ir.Attr
	args []Value // after the use-side checks
}

// exec executes an instruction that is neither terminator nor call nor param. args are the
// values of the operands before the use-side checks. It returns the results after the
// result-side checks; world.ended says whether the run ended.
// It is the one place where both engines get the meaning of an instruction from; it depends on the values of
// the operands, the world and the instruction only, not on how an engine holds values.
// args stay the caller's; results are good until the next instruction, so he stores them.
func (w *world) exec(t *thread, f *ir.Func, i ir.Inst, args []Value) []Value {
	x := &w.scratch.inst
	*x = inst{w: w, t: t, f: f, i: i, op: f.Op(i), attr: f.Attr(i), args: args}
	// Before anything is made: the size of what an instruction makes is known from types and operands.
	if !x.afford() {
		return nil
	}
	results := x.checkedRun()
	if w.ended != nil {
		return nil
	}
	work := int64(0)
	for _, v := range args {
		if v, ok := v.(Int); ok {
			work = max(work, size(v))
		}
	}
	for n := range results {
		if v, ok := results[n].(Int); ok {
			if n := wideBytes(v.V); n > 0 && !w.grow(n) {
				return nil
			}
		}
		results[n] = w.defCheck(f, i, n, results[n])
		work = max(work, size(results[n]))
	}
	if w.o.SourceUB && f.HasMarks() {
		if w.sourceUB(f, i, args, results); w.ended != nil {
			return nil
		}
	}
	// After the results exist, since their size is what they cost.
	// An instruction that would exceed every limit was refused by its operation.
	w.charge(work)
	if len(args) == 2 {
		if a, ok := args[0].(Int); ok {
			if b, ok := args[1].(Int); ok {
				w.charge(hardWork(f.Op(i), a.V, b.V))
			}
		}
	}
	if bulkLength[f.Op(i)] > 0 {
		if v, ok := args[bulkLength[f.Op(i)]].(Int); ok {
			if n, ok := v.V.Int64(); ok {
				w.charge(n / bulkWork)
			}
		}
	}
	return results
}

// execScratch is what the execution of an instruction takes, kept for the next one.
type execScratch struct {
	inst inst
	eval evalArgs
	args []Value
	out  [1]Value
}

// argsOf is place for n operands, until the next instruction.
func (w *world) argsOf(n int) []Value {
	w.scratch.args = slices.Grow(w.scratch.args[:0], n)[:n]
	return w.scratch.args
}

// one makes v the only result.
func (w *world) one(v Value) []Value {
	w.scratch.out[0] = v
	return w.scratch.out[:]
}

// bulkLength is the operand that holds the length of a bulk memory operation.
// 0 says that the operation is none; no bulk operation has its length first.
// Work of a bulk operation follows from its length and not from a value that it makes.
var bulkLength = [ir.NumOps]int{ir.OpMemCpy: 2, ir.OpMemMove: 2, ir.OpMemSet: 2,
	ir.OpVolatileMemCpy: 2, ir.OpVolatileMemMove: 2, ir.OpVolatileMemSet: 2}

// bulkWork is how many bytes of a bulk memory operation are as much work as one of what charge counts.
const bulkWork = 64

// workPerStep is how much work an instruction may make on average: fields of an aggregate,
// bytes of a vector, words of an integer. It bounds the time of a run whose fuel is bounded.
const workPerStep = 4

// charge counts work beyond the instruction itself. A run whose instructions work on large
// values runs out of fuel before it has executed as many of them as its fuel allows.
// It is deterministic, as it counts the program's work and not time; only the context looks at a clock.
// n is not negative.
func (w *world) charge(n int64) {
	if w.work += n; w.work/workPerStep > w.o.Fuel {
		w.end(&Outcome{Kind: OutOfFuel, Reason: fmt.Sprintf("the limit of %s is reached by work on large values", ir.Counted(w.o.Fuel, "instruction")), Where: w.here()})
	}
	if w.ctx != nil && w.work-w.workAsked >= stopInterval {
		if w.workAsked = w.work; w.cancelled() {
			w.end(&Outcome{Kind: OutOfFuel, Reason: w.stopReason(), Where: w.here()})
		}
	}
}

// hardWork is the work of an operation on wide ints that takes more than a walk over their words.
// a and b are the operands in their order; for operations not listed exec's walk over the words is all.
func hardWork(op ir.Op, a, b num.Int) int64 {
	n, m := intWork(a), intWork(b)
	if min(n, m) == 0 {
		return 0
	}
	switch op {
	case ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		// n·sqrt(m) is near the n·m^0.585 of Karatsuba's product, which is what math/big makes.
		return max(n, m) * int64(math.Sqrt(float64(min(n, m))))
	case ir.OpClMul: // no machine instruction does it by the word
		return 16 * max(n, m) * int64(math.Sqrt(float64(min(n, m))))
	}
	return 0
}

// intWork is the work of making or reading an int: its words, but none for one that is free.
func intWork(v num.Int) int64 {
	n := v.BitLen()
	if n <= freeBits {
		return 0
	}
	return int64(n / 64)
}

// size is the work of making a value, or of reading an int: 0 for small ones.
// The count of a nested aggregate is exact for arrays of arrays, which is what can be large.
// Words of an int, bytes of a vector, fields of an aggregate: each counts one.
func size(v Value) int64 {
	switch v := v.(type) {
	case Int:
		return intWork(v.V)
	case Bytes:
		if len(v.B) <= 8 { // what the fast engine handles as a word
			return 0
		}
		return int64(len(v.B))
	case Aggregate:
		n := int64(len(v.Fields))
		if n > 0 {
			if f, ok := v.Fields[0].(Aggregate); ok {
				n *= 1 + size(f)
			}
		}
		return n
	}
	return 0
}

// checkedRun makes the use-side checks. A violation makes every result of a pure operation
// poison; for what touches or makes memory the operand itself is poison, and means what poison means
// there.
// A select checks the arm that it takes and no other: an unused arm may be anything.
// The first violation, in the order of operands, is the one that is told.
func (x *inst) checkedRun() []Value {
	copied := false
	var first *Cause
	for n := range x.args {
		if x.f.Operand(x.i, n).Annot == 0 || x.op == ir.OpSelect && n > 0 && !x.takes(n) {
			continue
		}
		v := x.w.useCheck(x.f, x.i, n, x.args[n])
		if p, ok := v.(Poison); ok && first == nil && !isPoison(x.args[n]) {
			first = p.Cause
		}
		// The caller's operands stay as they are: reports of the reference evaluator's observers show them
		// unchecked.
		if !copied {
			x.args, copied = append([]Value(nil), x.args...), true
		}
		x.args[n] = v
	}
	if first != nil && !x.op.Is(ir.MemUse|ir.MemDef|ir.Allocates) && !x.attr.Memory {
		return x.poisons(first)
	}
	return x.run()
}

// takes reports whether a select reads arm n, which is no arm if the condition is poison.
func (x *inst) takes(n int) bool {
	c, ok := x.args[0].(Bool)
	return ok && (n == 1) == bool(c)
}

// run dispatches by families: what touches the machine is here, what is a function of its operands in evalTable.
// Operands are those after the checks; results are checked by the caller.
func (x *inst) run() []Value {
	w := x.w
	for n := range x.f.NumResults(x.i) {
		t := x.f.TypeOf(x.f.Result(x.i, n))
		if size, sized := t.Size(w.o.VScale); sized && !x.fits(size) {
			return nil
		}
	}
	switch x.op {
	case ir.OpPoison:
		return x.poisons(w.born(CauseInstruction, "", x.f, x.i))
	case ir.OpSymbolAddr:
		return x.w.one(Ptr{w.symbolPointer(x.f, x.f.SymbolOf(x.i))})
	case ir.OpFreeze:
		return x.w.one(x.frozen(x.args[0], x.f.TypeOf(x.f.Result(x.i, 0))))
	case ir.OpBitCast, ir.OpBitCastExpose:
		return x.w.one(x.bitcast())
	case ir.OpPtrAdd, ir.OpPtrAddInBounds, ir.OpPtrDiff, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr:
		return x.pointerOp()
	case ir.OpStackSlot:
		return x.w.one(x.stackSlot())
	case ir.OpStackSlotDyn:
		return x.w.one(x.stackSlotDyn())
	case ir.OpLandingPad:
		w.checked(UBLandingPad, x.f, x.i)
		w.fail(x.f, x.i, &UB{Code: UBLandingPad, Message: "landing_pad was reached, but no call unwinds"})
		return nil
	case ir.OpLoad, ir.OpLoadExpose, ir.OpStore, ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet, ir.OpStackEnd,
		ir.OpVolatileLoad, ir.OpVolatileStore, ir.OpVolatileMemCpy, ir.OpVolatileMemMove, ir.OpVolatileMemSet:
		return x.memoryOp()
	case ir.OpAtomicLoad, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg, ir.OpFence:
		return x.atomicOp()
	case ir.OpVaStart, ir.OpVaArg, ir.OpVaCopy, ir.OpVaEnd:
		return x.listOp()
	case ir.OpSetJmp:
		return x.setJump()
	case ir.OpVecLoad, ir.OpVecStore, ir.OpVecGather, ir.OpVecScatter:
		return x.vectorMemory()
	}
	return x.pure()
}

// poisons makes every result poison for the reason c.
// A memory token is never poison: the state of memory is what it is.
func (x *inst) poisons(c *Cause) []Value {
	out := make([]Value, x.f.NumResults(x.i))
	for n := range out {
		t := x.f.TypeOf(x.f.Result(x.i, n))
		if t == ir.Mem {
			out[n] = x.w.newVersion()
		} else {
			out[n] = x.w.poison(t, c)
		}
	}
	return out
}

// flows makes every result poison because operand n is.
// The cause is the one of the operand's first poison part.
func (x *inst) flows(n int) []Value {
	return x.poisons(x.w.flow(x.f, x.i, causeIn(x.args[n], x.w), n))
}

// operands names the values of the operands.
func (x *inst) operands() []Operand { return x.w.operands(x.f, x.i, x.args) }

// born makes a first cause with the operands as they are.
// It is asked before anything is written, so the operands are those that the instruction saw.
func (x *inst) born(kind CauseKind, format string, args ...any) *Cause {
	return x.w.born(kind, fmt.Sprintf(format, args...), x.f, x.i, x.operands()...)
}

// pure evaluates an operation that is a function of its operands, and gives its poison a history. evalPure
// itself knows neither the world nor causes, so that Lean's vectors can be run on it alone.
func (x *inst) pure() []Value {
	w := x.w
	results, why, limit := evalPure(x.f, x.i, x.args, x.context())
	switch {
	case limit != "":
		w.limit("%s", limit)
		return nil
	case why == nil:
		return results
	// Poison from inside a vector has the handle of its byte; poison of a scalar its own cause.
	case why.Kind == CauseFlow:
		parent := w.causeOf(why.Byte)
		if why.Operand >= 0 && why.Byte == 0 {
			parent = causeIn(x.args[why.Operand], w)
		}
		return x.poisons(w.flow(x.f, x.i, parent, why.Operand))
	}
	return x.poisons(x.born(why.Kind, "%s", why.Detail))
}

// context is what a pure operation may ask of the run: choices of NaNs, and causes for single lanes.
// Closures are made only where they can be called.
func (x *inst) context() evalCtx {
	w := x.w
	c := evalCtx{vscale: w.o.VScale, scratch: &w.scratch.eval}
	if w.o.NaN.Kind != ChooseDefault || w.o.Decide != nil {
		c.nan = x.someNaN
	}
	if x.op.IsVector() || x.op == ir.OpTargetIntrinsic {
		c.causeHandle = w.causeHandle
		c.lanePoison = func(kind CauseKind, detail string) uint32 {
			return w.causeHandle(x.born(kind, "%s", detail))
		}
	}
	return c
}

// bitcast goes through memory's bytes, as the semantics defines it: the value is encoded as its old type and
// decoded as its new one.
// An int has the size of the other side.
// Poison in a part of a vector or aggregate goes through as bytes do.
func (x *inst) bitcast() Value {
	w := x.w
	from, to := x.f.TypeOf(x.f.Arg(x.i, 0)), x.f.TypeOf(x.f.Result(x.i, 0))
	if from == to && x.op == ir.OpBitCast {
		return x.args[0]
	}
	if _, ok := x.args[0].(Poison); ok {
		return x.flows(0)[0]
	}
	n := w.sizeIn(from, w.sizeIn(to, ir.IntBytes))
	if to == ir.Int && n > MaxShiftBits/8 {
		x.tooLarge()
		return nil
	}
	b := x.numbers(w.encode(x.args[0], from, n))
	return w.decode(b, to, func(bad badBytes) *Cause {
		return w.badCause(bad, x.f, x.i, 0, w.number(x.f).Name(x.f.Arg(x.i, 0)), to, x.operands())
	})
}

// numbers are the bytes as the instruction reads them: one that exposes reads bytes of pointers as those of addresses.
func (x *inst) numbers(b []memory.Byte) []memory.Byte {
	if !x.op.Is(ir.Exposes) {
		return b
	}
	for i := range b {
		if b[i].Kind != memory.Fragment {
			continue
		}
		if p := b[i].Frag; i == 0 || b[i-1].Frag != p { // those of bits are null
			x.w.looksAt(x.f, x.i, p)
			x.w.expose(x.f, x.i, p)
		}
	}
	for i := range b {
		if b[i].Kind != memory.Fragment {
			continue
		}
		b[i] = memory.BitsByte(uint8(b[i].Frag.Addr >> (8 * b[i].Value)))
	}
	return b
}

// pointerOp is arithmetic on pointers, none of which accesses memory: addresses wrap modulo 2^64, provenance stays,
// and a pointer may lie anywhere unless ptradd.inbounds made it. ptrtoint exposes the allocation, ptrtoaddr does not (docs/spec, provenance).
func (x *inst) pointerOp() []Value {
	w := x.w
	for n := range x.args {
		if isPoison(x.args[n]) {
			return x.flows(n)
		}
	}
	if x.op == ir.OpIntToPtr {
		t := x.f.TypeOf(x.f.Result(x.i, 0))
		return x.w.one(Ptr{memory.Pointer{Addr: x.args[0].(Int).V.Low64(), Kind: memory.ProvWildcard, AS: t.AddrSpace()}})
	}
	p := x.args[0].(Ptr).Pointer
	switch x.op {
	case ir.OpPtrAdd:
		p.Addr += x.args[1].(Int).V.Low64()
		return x.w.one(Ptr{p})
	case ir.OpPtrAddInBounds:
		d := x.args[1].(Int).V.Low64()
		if why := w.leavesObject(p, d); why != "" {
			return x.poisons(x.born(CauseInBounds, "%s", why))
		}
		p.Addr += d
		return x.w.one(Ptr{p})
	case ir.OpPtrDiff:
		q := x.args[1].(Ptr).Pointer
		a, b := w.allocationOf(p), w.allocationOf(q)
		if a != b || a == memory.NoAlloc {
			return x.poisons(x.born(CausePtrDiff, "%s and %s do not point into one allocation", formatPointer(p, w.space), formatPointer(q, w.space)))
		}
		if why := w.otherPart(p, q); why != "" && x.f.Mark(x.i).Rule == ir.RulePointerSubtract {
			return x.poisons(x.born(CausePtrDiff, "%s", why))
		}
		// The difference modulo 2^64 is read as signed, so pointers in either order are right.
		return x.w.one(Int{num.New(int64(p.Addr - q.Addr))}) // it does not depend on where the allocation is
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		if x.op == ir.OpPtrToInt || !onlyNullTests(x.f, x.i) {
			w.looksAt(x.f, x.i, p)
		}
		// Exposure stays for the life of the allocation: no later operation takes it back.
		if x.op == ir.OpPtrToInt {
			w.expose(x.f, x.i, p)
		}
	}
	return x.w.one(Int{num.FromUint64(p.Addr)})
}

// leavesObject says why p may not be moved by d bytes in its allocation; no move needs none.
func (w *world) leavesObject(p memory.Pointer, d uint64) string {
	if d == 0 {
		return ""
	}
	at, moved := formatPointer(p, w.space), "moved by "+ir.Counted(d, "byte")
	if int64(d) < 0 {
		moved = "moved back by " + ir.Counted(-d, "byte")
	}
	id := w.allocationOf(p)
	if id == memory.NoAlloc {
		return fmt.Sprintf("%s, which points into no allocation, is %s", at, moved)
	}
	a := w.space.Record(id)
	off := p.Addr - a.Base
	switch {
	case a.State != memory.Live:
		return fmt.Sprintf("%s, whose allocation is %s, is %s", at, a.State, moved)
	case off > a.Size:
		return fmt.Sprintf("%s, which is outside of its %s, is %s", at, ir.Counted(a.Size, "byte"), moved)
	case off+d > a.Size:
		return fmt.Sprintf("%s is %s, out of its %s", at, moved, ir.Counted(a.Size, "byte"))
	}
	if v := w.space.ViewOf(p); v != nil && v.Kind.Bounded() && off+d-v.Off > v.Size {
		return fmt.Sprintf("%s is %s, out of '%s', a part of its object with %s", at, moved, v.What, ir.Counted(v.Size, "byte"))
	}
	return ""
}

// allocationOf is what p points into, by its provenance.
// A wildcard means an allocation only while it points into an exposed one that lives.
func (w *world) allocationOf(p memory.Pointer) memory.AllocID {
	switch p.Kind {
	case memory.ProvAlloc:
		return p.Alloc
	case memory.ProvWildcard:
		if id, ok := w.mem.Resolve(p.Addr, 0); ok && !w.o.StrictProvenance {
			return id
		}
	}
	return memory.NoAlloc
}

// floatClass is the class that annotations of floats speak of.
// Class bits of ir and ieee754 are in one order, which lets one be converted to the other.
func floatClass(v Float) ir.FPClass {
	return ir.FPClass(FloatFormat(v.Type).ClassifyBits(v.Bits()))
}
