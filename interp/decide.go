package interp

import (
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Decision is a moment of a run at which the semantics leaves more than one way to continue.
// A run is a function of the module, the options and the answers: package difftest enumerates the runs of a
// program by answering differently.
type Decision struct {
	Kind  DecisionKind
	Func  *ir.Func // nil of DecideThread
	Inst  ir.Inst
	Where Frame
	// Bits says which numbers the decision is among: those below 2^Bits, any integer if it is 0.
	// Of DecideNaN the highest bit is the sign, the others are the payload without the quiet bit.
	Bits  uint
	Count int            // of DecideThread: it is a number below Count
	Value num.Int        // what the run takes unless it is told otherwise
	Alloc memory.AllocID // of DecideAddress: the allocation whose base, Value, the run is about to look at
	Off   uint64         // how far behind it, modulo 2^64
}

// DecisionKind is what is decided.
type DecisionKind uint8

// What the semantics leaves open. A base address is decided when the allocation is made
// ([Options.Bases]); DecideAddress says that what the run does from here on may depend on it.
const (
	DecideFreeze DecisionKind = iota
	DecideNaN
	DecideAddress
	DecideThread
)

// String is the word that reports use.
func (k DecisionKind) String() string {
	return [...]string{"freeze", "the bits of a NaN", "an address", "the order of threads"}[k]
}

// decide asks the caller of the run, if he wants to be asked, and gives what is taken.
// An answer is reduced to the numbers that are allowed, so no answer can make a run that the semantics does
// not have.
// Decide is not nil: callers ask before they make a Decision, which costs a frame.
func (w *world) decide(d Decision) num.Int {
	v, ok := w.o.Decide(d)
	switch {
	case !ok || d.Kind == DecideAddress:
		return d.Value
	case d.Bits > 0:
		return v.Low(d.Bits)
	}
	return v
}

// someNaN is a quiet NaN with a sign and payload that --nan chooses.
// The sign and the payload are unspecified, the quiet bit is not (docs/spec, floats).
// Bit 63 of the drawn word is the sign, the low ones are the payload.
func (x *inst) someNaN(f ieee754.Format) ieee754.Bits {
	w := x.w
	payload := uint(f.Precision() - 2)
	random := uint64(0)
	switch w.o.NaN.Kind {
	case ChooseOne:
		random = 1<<64 - 1
	case ChooseRandom:
		random = w.nan.next()
	}
	v := random&(1<<payload-1) | random>>63<<payload
	if w.o.Decide != nil {
		v = w.decide(Decision{Kind: DecideNaN, Func: x.f, Inst: x.i, Where: w.frame(x.f, x.i), Bits: payload + 1, Value: num.FromUint64(v)}).Low64()
	}
	b := f.NaNBits()
	b.Lo |= v & (1<<payload - 1)
	if v>>payload != 0 {
		b = f.NegBits(b)
	}
	return b
}

// frozen is v with every poison part, and every uninit byte, replaced by a fixed value.
// Pointers that freeze invents have no provenance.
// Fragments are kept: they are neither poison nor uninit.
func (x *inst) frozen(v Value, t ir.Type) Value {
	switch v := v.(type) {
	case Bytes:
		out := append([]memory.Byte(nil), v.B...)
		for i, b := range out {
			if b.Kind == memory.Poison || b.Kind == memory.Uninit {
				out[i] = memory.BitsByte(byte(x.anything(8).Low64()))
			}
		}
		return Bytes{out}
	case Aggregate:
		out := make([]Value, len(v.Fields))
		for i, f := range v.Fields {
			ft, _ := t.Field(uint64(i))
			out[i] = x.frozen(f, ft)
		}
		return Aggregate{out}
	case Poison:
		switch t.Kind() {
		case ir.KindInt:
			return Int{x.anything(0)}
		case ir.KindBool:
			return Bool(x.anything(1).Sign() != 0)
		case ir.KindPtr:
			return Ptr{memory.Pointer{Addr: x.anything(64).Low64(), AS: t.AddrSpace()}}
		case ir.KindFloat:
			bits := x.anything(uint(t.FloatBits()))
			return Float{t, bits.Shr(64).Low64(), bits.Low64()}
		}
		return Unit{}
	}
	return v
}

// anything is what freeze yields next: a number of that many bits, any integer for 0.
// The stream is advanced also where the caller decides, so that later choices are those of the same seed.
func (x *inst) anything(bits uint) num.Int {
	w, v := x.w, num.Int{}
	switch w.o.Freeze.Kind {
	case ChooseOne:
		if v = num.New(-1); bits > 0 {
			v = num.Mask(bits)
		}
	case ChooseRandom:
		word := w.freeze.next()
		switch {
		case bits == 0:
			v = w.anyInt(word)
		case bits <= 64:
			v = num.FromUint64(word).Low(bits)
		default:
			v = num.FromWords(word, w.freeze.next())
		}
	}
	if w.o.Decide == nil {
		return v
	}
	return w.decide(Decision{Kind: DecideFreeze, Func: x.f, Inst: x.i, Where: w.frame(x.f, x.i), Bits: bits, Value: v})
}

// anyInt makes a random word an integer: small ones, those of a word, and those beyond, of both signs.
func (w *world) anyInt(word uint64) num.Int {
	v := num.FromUint64(word)
	switch word & 7 {
	case 0:
		v = num.FromWords(word, w.freeze.next())
	case 1, 2, 3:
		v = num.FromUint64(word >> 56)
	case 4:
		v = num.FromUint64(word >> 33)
	}
	if word>>3&1 != 0 {
		return v.Not()
	}
	return v
}

// looksAt notes that what the run does may depend on the address of what p points into.
// Only pointers with provenance: other addresses are numbers that the program has made itself.
func (w *world) looksAt(f *ir.Func, i ir.Inst, p memory.Pointer) {
	if w.o.Decide == nil || p.Kind != memory.ProvAlloc {
		return
	}
	base := w.space.Record(p.Alloc).Base
	d := Decision{Kind: DecideAddress, Func: f, Inst: i, Bits: 64, Alloc: p.Alloc, Off: p.Addr - base, Value: num.FromUint64(base)}
	if f != nil && i != ir.NoInst {
		d.Where = w.frame(f, i)
	}
	w.decide(d)
}

// onlyNullTests reports whether the address that i makes is only compared with 0, which that of no allocation is: the
// answer does not depend on where one lies.
func onlyNullTests(f *ir.Func, i ir.Inst) bool {
	for u := range f.Uses(f.Result(i, 0)) {
		switch f.Op(u.Inst) {
		case ir.OpIntToBool:
		case ir.OpICmp:
			if p := f.Attr(u.Inst).Pred; p != ir.EQ && p != ir.NE {
				return false
			}
			if d := f.Def(f.Arg(u.Inst, 1-u.Index)); d == ir.NoInst || f.Op(d) != ir.OpIConst || f.IntConst(d).Sign() != 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// looksAtAlign is looksAt for whether p is a multiple of align, where the allocation does not say.
func (w *world) looksAtAlign(f *ir.Func, i ir.Inst, p memory.Pointer, align uint64) {
	if w.o.Decide == nil || p.Kind != memory.ProvAlloc || align <= 1 || w.space.Record(p.Alloc).Align%align == 0 {
		return
	}
	w.looksAt(f, i, p)
}

// pickThread is the place of the next thread among n that can run.
// The stream advances even when the caller decides, so that a caller who answers nil gets the run he would have had.
func (w *world) pickThread(n int) int {
	k := w.schedule.below(n)
	if w.o.Decide == nil || n == 1 {
		return k
	}
	d := Decision{Kind: DecideThread, Count: n, Value: num.New(int64(k))}
	if fr := w.here(); fr != nil {
		d.Where = *fr
	}
	return int(w.decide(d).Rem(num.New(int64(n))).Low64())
}
