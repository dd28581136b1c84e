package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// faultCodes says which undefined behaviour a memory fault is. A read of code is out of
// bounds: a function has no bytes.
var faultCodes = map[memory.FaultCode]Code{
	memory.FaultNull: UBNull, memory.FaultDangling: UBDangling, memory.FaultUseAfterFree: UBUseAfterFree,
	memory.FaultDeadStackSlot: UBDeadSlot, memory.FaultOutOfBounds: UBOutOfBounds,
	memory.FaultMisaligned: UBMisaligned, memory.FaultReadOnly: UBWriteConst, memory.FaultWildcard: UBWildcard,
	memory.FaultStrictProvenance: UBStrictProvenance, memory.FaultNotData: UBOutOfBounds,
	memory.FaultDoubleFree: UBDoubleFree, memory.FaultInvalidFree: UBInvalidFree, memory.FaultVolatile: UBSource,
}

// faultCode is the code of a fault.
// Writing to code counts as writing to constant memory.
// Every fault code of package memory has a row above: a missing one would report code 0.
func faultCode(f *memory.Fault) Code {
	if f.Code == memory.FaultNotData && f.Write {
		return UBWriteConst
	}
	return faultCodes[f.Code]
}

// reach finds the bytes that operand n points to. ok is false if they cannot be accessed; the
// run may have ended then, and if it has not the report says that fallback is done instead.
// A poison operand is reported before the address is looked at, as there is none.
// n is the number of the operand and size may be 0, which accesses nothing.
func (x *inst) reach(n int, size uint64, align uint32, kind, fallback string) (a *memory.Alloc, off uint64, ok bool) {
	w := x.w
	w.checked(UBPoisonPointer, x.f, x.i)
	if v, bad := x.args[n].(Poison); bad {
		w.fail(x.f, x.i, &UB{Code: UBPoisonPointer, Message: accessText(kind, size) + " through a poison pointer",
			Operands: x.operands(), Cause: v.Cause, Fallback: fallback})
		return nil, 0, false
	}
	return x.reachPointer(x.args[n].(Ptr).Pointer, size, align, kind, fallback)
}

// A misaligned access is made after its report, in runs that continue: the machine would make it, too.
func (x *inst) reachPointer(p memory.Pointer, size uint64, align uint32, kind, fallback string) (a *memory.Alloc, off uint64, ok bool) {
	w := x.w
	// A slot that ends is written after it is known to be one: other memory has no slot that ends.
	write := kind != "load" && kind != "read" && kind != endKind
	// Before the check: whether an address that is chosen by the run is a multiple of align is such a choice.
	w.looksAtAlign(x.f, x.i, p, uint64(align))
	if p.View != 0 && (x.op.Is(ir.Atomic) || x.op.IsVolatile()) {
		p = w.space.Without(p, memory.VolatileView)
	}
	a, off, flt := w.mem.Check(p, size, uint64(align), write)
	// Counted whether or not the check failed: failAccess counts the failure.
	w.countAccess(x.f, x.i, p, align, write)
	if flt == nil {
		return a, off, x.touch(a, off, size, write)
	}
	if flt.Code != memory.FaultMisaligned {
		w.failAccess(x.f, x.i, flt, kind, x.operands(), fallback)
		return nil, 0, false
	}
	if !w.failAccess(x.f, x.i, flt, kind, x.operands(), "the access is made all the same") {
		return nil, 0, false
	}
	return a, off, x.touch(a, off, size, write)
}

// touch records the access for the race detector; atomic ones come when it is known what
// they do.
// A misaligned or overlapping access is recorded by the bytes that it covers.
func (x *inst) touch(a *memory.Alloc, off, n uint64, write bool) bool {
	return x.op.Is(ir.Atomic) || x.w.touch(x.f, x.i, a, off, n, write, false)
}

// failAccess reports a memory fault.
func (w *world) failAccess(f *ir.Func, i ir.Inst, flt *memory.Fault, kind string, operands []Operand, fallback string) bool {
	return w.failAccessOf("", f, i, flt, kind, operands, fallback)
}

// failAccessOf is failAccess for an access that the function by makes.
// The text is made only if somebody will read it: a loop that continues after a fault would spend its time on
// reports.
// by is empty for an instruction, and ends with a colon and a blank for a library function.
func (w *world) failAccessOf(by string, f *ir.Func, i ir.Inst, flt *memory.Fault, kind string, operands []Operand, fallback string) bool {
	w.life.noteRefused(w, f, i, flt, by+kind)
	u := &UB{Code: faultCode(flt), Operands: operands, Fallback: fallback, what: by + kind}
	if fallback == "" || w.o.Strict || w.tells(f, i, u) {
		u.Message = by + fmt.Sprintf("%s at %s: %s", accessText(kind, flt.Size), formatPointer(flt.Pointer, w.space), w.faultText(flt))
		u.Access = w.access(kind, flt.Pointer, flt.Size, flt.Align, flt.Alloc, uint64(flt.Offset))
		u.Access.view = flt.View
	}
	return w.fail(f, i, u)
}

// accessText is what was tried, with the bytes where it is about bytes.
func accessText(kind string, size uint64) string {
	if kind == "free" || kind == "call" || kind == endKind {
		return kind
	}
	return fmt.Sprintf("%s of %s", kind, ir.Counted(size, "byte"))
}

// faultText says in words what is wrong.
// Each fault tells the numbers that decide it: offsets and sizes, the alignment asked for, which allocation it was.
// It names allocations by ID and name, and addresses only where they decide.
func (w *world) faultText(f *memory.Fault) string {
	switch f.Code {
	case memory.FaultOutOfBounds:
		if f.View.Size > 0 {
			return fmt.Sprintf("bytes [%d, %d) of %s leave '%s', a part of it with %s", f.Offset, uint64(f.Offset)+f.Size, allocName(f.Alloc), f.View.What, ir.Counted(f.View.Size, "byte"))
		}
		if f.Size == 0 {
			return fmt.Sprintf("offset %d lies outside of %s, which has %s", f.Offset, allocName(f.Alloc), ir.Counted(f.Alloc.Size, "byte"))
		}
		// The offset may be negative and the sum beyond 64 bits.
		end := num.FromUint64(f.Size).Add(num.New(f.Offset))
		how := "lie outside of"
		if f.Offset >= 0 && uint64(f.Offset) < f.Alloc.Size {
			how = "reach beyond"
		}
		return fmt.Sprintf("bytes [%d, %s) %s %s, which has %s", f.Offset, end, how, allocName(f.Alloc), ir.Counted(f.Alloc.Size, "byte"))
	case memory.FaultMisaligned:
		return fmt.Sprintf("address 0x%x is not a multiple of %d", f.Pointer.Addr, f.Align)
	case memory.FaultUseAfterFree, memory.FaultDoubleFree:
		return fmt.Sprintf("%s is freed", allocName(f.Alloc))
	case memory.FaultDeadStackSlot:
		if fr, ok := w.at(f.Alloc.Death); ok && fr.fn.Op(fr.inst) == ir.OpStackEnd {
			return fmt.Sprintf("the life of %s has ended", allocName(f.Alloc))
		}
		return fmt.Sprintf("control has left the region of %s", allocName(f.Alloc))
	case memory.FaultNotData:
		if f.Alloc.Kind != memory.Function {
			return fmt.Sprintf("%s is a %s and has no bytes", allocName(f.Alloc), f.Alloc.Kind)
		}
	case memory.FaultVolatile:
		return fmt.Sprintf("'%s' is volatile, and is accessed by an lvalue that is not (C11 6.7.3p6)", f.View.What)
	case memory.FaultReadOnly:
		if f.View.Size > 0 {
			return fmt.Sprintf("'%s' is constant, in %s", f.View.What, allocName(f.Alloc))
		}
		return fmt.Sprintf("%s is constant", allocName(f.Alloc))
	case memory.FaultInvalidFree:
		if f.Alloc != nil {
			return fmt.Sprintf("offset %d of %s, a %s, is no start of a heap allocation", f.Offset, allocName(f.Alloc), f.Alloc.Kind)
		}
	}
	return f.Code.String()
}

// allocName is the ID, and the name that the program gave it.
func allocName(a *memory.Alloc) string {
	if a.Name == "" {
		return fmt.Sprintf("alloc%d", a.ID)
	}
	return fmt.Sprintf("alloc%d (%s)", a.ID, a.Name)
}

// missing is the poison that stands for what could not be read.
// The poison's cause says that it comes of a mistake that was reported before.
func (x *inst) missing() Value {
	t := x.f.TypeOf(x.f.Result(x.i, x.f.NumResults(x.i)-1))
	return x.w.poison(t, x.born(CauseMissing, "nothing could be read"))
}

// fresh checks that the memory token of a read, which is the last operand, is not older than
// what it reads.
// A program whose loads use tokens that are too old would be broken by a pass that trusts tokens, though it
// runs well today: this is what --check-memssa finds.
func (x *inst) fresh(a *memory.Alloc, off, n uint64) bool {
	w := x.w
	if !w.o.CheckMemSSA || n == 0 {
		return true
	}
	tok, ok := x.args[len(x.args)-1].(Token)
	if !ok {
		return true
	}
	w.checked(UBStaleToken, x.f, x.i)
	// The newest byte decides: one stale byte makes the whole access stale.
	newest := w.space.MaxVersion(a, off, n)
	if newest <= uint32(tok) {
		return true
	}
	u := &UB{Code: UBStaleToken, Operands: x.operands(), Fallback: "the bytes are read as they are", Access: w.access("load", w.space.Pointer(a.ID, off), n, 0, a, off),
		Message: fmt.Sprintf("the memory token is version %d, but bytes [%d, %d) of %s were written by version %d", uint32(tok), off, off+n, allocName(a), newest)}
	if fr, ok := w.at(w.writer(newest)); ok {
		u.Other = &fr
	}
	return w.fail(x.f, x.i, u)
}

// wrote marks bytes as written by a new memory version.
func (x *inst) wrote(a *memory.Alloc, off, n uint64) { x.w.wrote(x.f, x.i, a, off, n) }

// Each write makes a version, so that a token can be compared with the newest byte that a load reads.
func (w *world) wrote(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64) {
	if !w.o.CheckMemSSA || n == 0 {
		return
	}
	v := w.newVersion()
	// Versions beyond the bound are made and compared all the same; only their writers have no name.
	if len(w.writers) < maxWriters {
		w.writers = append(w.writers, w.site(f, i))
	}
	if err := w.space.SetVersion(a, off, n, uint32(v)); err != nil {
		w.limit("%s", err)
	}
}

// maxWriters bounds the memory versions whose writer a report can name.
const maxWriters = 1 << 20

// writer is where a version was made, 0 if that was not kept.
// Version 0 is that of the start of the run and has no writer.
func (w *world) writer(version uint32) memory.Site {
	if n := int64(version) - 1; n >= 0 && n < int64(len(w.writers)) {
		return w.writers[n]
	}
	return 0
}

// read decodes n bytes as type t.
// The first case is the common one and makes no list of bytes.
// LoadN is false unless all bytes are Bits: then the long way says what is wrong.
func (x *inst) read(a *memory.Alloc, off, n uint64, t ir.Type) Value {
	if t == ir.Int && n <= 8 && n > 0 && x.w.mem == programMemory(x.w.space) {
		if v, ok := a.LoadN(off, n); ok {
			return Int{num.FromUint64(v)}
		}
	}
	b := make([]memory.Byte, n)
	x.w.mem.ReadBytes(a, off, b)
	return x.w.decode(x.numbers(b), t, func(bad badBytes) *Cause {
		return x.w.badCause(bad, x.f, x.i, off, allocName(a), t, x.operands())
	})
}

// write stores bytes that reach has allowed.
// An error can only be the memory limit, as reach has checked the bounds.
func (x *inst) write(a *memory.Alloc, off uint64, b []memory.Byte) {
	if err := x.w.mem.WriteBytes(a, off, b); err != nil {
		x.w.limit("%s", err)
		return
	}
	x.wrote(a, off, uint64(len(b)))
}

// memoryOp executes a load, a store or a bulk operation.
// All but the load give a token, whatever happened.
// A fault from which the run continues gives a token all the same: later instructions need one.
func (x *inst) memoryOp() []Value {
	switch x.op.Plain() {
	case ir.OpLoad, ir.OpLoadExpose:
		v := x.load()
		if x.op == ir.OpVolatileLoad && x.w.ended == nil {
			return []Value{x.token(), v}
		}
		return x.w.one(v)
	case ir.OpStore:
		x.store()
	case ir.OpMemSet:
		x.memset()
	case ir.OpStackEnd:
		x.stackEnd()
	default:
		x.memcpy()
	}
	if x.w.ended != nil {
		return nil
	}
	return x.w.one(x.token())
}

// token is the memory token after a definition.
func (x *inst) token() Value { return Token(x.w.version) }

// maxValueBytes bounds the bytes of one value.
const maxValueBytes = 1 << 24

// fits ends the run if a value of n bytes is beyond the limit.
func (x *inst) fits(n uint64) bool {
	if n > maxValueBytes {
		x.w.limit("value too large: more than %d bytes", maxValueBytes)
		return false
	}
	return true
}

// tooLarge ends the run because an int would be longer than ints may be.
func (x *inst) tooLarge() bool {
	x.w.limit("%s", tooLarge.limit)
	return false
}

// load reads a value.
// What cannot be read is poison in runs that continue; bytes that are no value of the type are poison without
// any report, as reading them is defined.
// nil says that the run has ended.
func (x *inst) load() Value {
	t := x.f.TypeOf(x.f.Result(x.i, x.f.NumResults(x.i)-1))
	n := x.w.sizeIn(t, uint64(x.attr.N))
	if !x.fits(n) || t == ir.Int && n > MaxShiftBits/8 && !x.tooLarge() {
		return nil
	}
	a, off, ok := x.reach(0, n, x.attr.Align, "load", "the result is poison")
	if x.w.ended != nil {
		return nil
	}
	if !ok {
		return x.missing()
	}
	if !x.fresh(a, off, n) {
		return nil
	}
	x.event(a, off, n)
	return x.read(a, off, n, t)
}

// store writes a value, poison included: storing poison is defined.
// The value is encoded before the address is looked at: encoding has no effect but on handles of causes.
func (x *inst) store() {
	t := x.f.TypeOf(x.f.Arg(x.i, 0))
	if !x.fits(x.w.sizeIn(t, uint64(x.attr.N))) {
		return
	}
	b := x.w.encode(x.args[0], t, uint64(x.attr.N))
	if a, off, ok := x.reach(1, uint64(len(b)), x.attr.Align, "store", "nothing is stored"); ok {
		x.write(a, off, b)
		x.event(a, off, uint64(len(b)))
	}
}

// length is the byte count of a bulk operation, operand 2. A count beyond 64 bits is out of
// bounds of everything and stands as the largest one.
// A negative length is a mistake of the program and no large one.
func (x *inst) length() (n uint64, ok bool) {
	w := x.w
	w.checked(UBPoisonLength, x.f, x.i)
	u := &UB{Code: UBPoisonLength, Operands: x.operands(), Fallback: "no byte is accessed"}
	switch v := x.args[2].(type) {
	case Poison:
		u.Message, u.Cause = "the length is poison", v.Cause
	case Int:
		if v.V.Sign() >= 0 {
			// No allocation is that large, so the access fails at its end.
			if v.V.BitLen() > 63 {
				return 1<<64 - 1, true
			}
			return v.V.Low64(), true
		}
		u.Message = fmt.Sprintf("the length is %s", formatInt(v.V))
	}
	w.fail(x.f, x.i, u)
	return 0, false
}

// nothing handles bulk operations of zero bytes, which need no valid pointers but may not
// have poison ones.
// size and alignment 0 make reach look at the operand and at nothing else.
func (x *inst) nothing(pointers ...int) {
	for _, n := range pointers {
		if _, bad := x.args[n].(Poison); bad {
			x.reach(n, 0, 0, "store", "nothing is stored")
			return
		}
	}
}

// memset fills with the low byte of operand 1. Zero bytes need no valid pointer; a poison one is undefined all the same.
func (x *inst) memset() {
	w := x.w
	n, ok := x.length()
	if !ok {
		return
	}
	if p, bad := x.args[1].(Poison); bad {
		w.fail(x.f, x.i, &UB{Code: UBPoisonLength, Message: "the byte to fill with is poison", Operands: x.operands(), Cause: p.Cause,
			Fallback: "no byte is accessed"})
		return
	}
	if n == 0 {
		x.nothing(0)
		return
	}
	a, off, ok := x.reach(0, n, x.attr.Align, "store", "nothing is stored")
	if !ok {
		return
	}
	if err := w.mem.Fill(a, off, n, intBytes(x.args[1].(Int).V, 1)[0]); err != nil {
		w.limit("%s", err)
		return
	}
	x.wrote(a, off, n)
	x.event(a, off, n)
}

// memcpy copies bytes in all their states, so pointers keep their provenance and uninit stays uninit.
// Destination first, then source: the order in which mistakes are reported is part of what engines agree on.
func (x *inst) memcpy() {
	w := x.w
	n, ok := x.length()
	if !ok {
		return
	}
	if n == 0 {
		x.nothing(0, 1)
		return
	}
	dst, doff, okDst := x.reach(0, n, x.attr.Align, "store", "nothing is copied")
	if w.ended != nil {
		return
	}
	src, soff, okSrc := x.reach(1, n, x.attr.Align, "load", "nothing is copied")
	if w.ended != nil || !okDst || !okSrc || !x.fresh(src, soff, n) {
		return
	}
	if x.op.Plain() == ir.OpMemCpy {
		w.checked(UBOverlap, x.f, x.i)
		if dst.ID == src.ID && doff < soff+n && soff < doff+n {
			u := &UB{Code: UBOverlap, Operands: x.operands(), Fallback: "the bytes are copied as memmove does",
				Access:  w.access("copy", w.space.Pointer(dst.ID, doff), n, 0, dst, doff),
				Message: fmt.Sprintf("memcpy of bytes [%d, %d) to bytes [%d, %d) of %s overlaps", soff, soff+n, doff, doff+n, allocName(dst))}
			if !w.fail(x.f, x.i, u) {
				return
			}
		}
	}
	if err := w.mem.Copy(dst, doff, src, soff, n); err != nil {
		w.limit("%s", err)
		return
	}
	x.wrote(dst, doff, n)
	x.event(dst, doff, n, Ptr{w.space.Pointer(src.ID, soff)})
}

// event records a volatile access: where it is, from where else it takes its bytes, and the bytes that are there now.
func (x *inst) event(a *memory.Alloc, off, n uint64, from ...Value) {
	w := x.w
	if !x.op.IsVolatile() || w.o.NoEvents || w.ended != nil || !w.keep(eventBytes+(2+uint64(len(from)))*cellBytes+n*byteBytes) {
		return
	}
	b := make([]memory.Byte, n)
	w.mem.ReadBytes(a, off, b)
	args := append([]Value{Ptr{w.space.Pointer(a.ID, off)}}, from...)
	w.events = append(w.events, Event{Name: x.op.String(), Args: append(args, Bytes{b}), Frame: w.frame(x.f, x.i)})
}
