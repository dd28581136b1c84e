package compiler

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// homes gives every value of a function that people have a name for a place in the frame, and stores it there where
// it is made: a debugger then finds it by that name wherever the function is stopped, whatever registers are
// used for meanwhile. Before a value is made, its place holds what was there, as it is with other compilers
// without optimization.
//
// In a program with locations of another source the names are those of !var and of parameters; else
// they are those of the text: v3, and %x of a parameter.
func homes(f *ir.Func) {
	entry := f.Entry()
	if entry == ir.NoBlock || f.Attrs.Debug != 0 {
		return // the variables of a source with types are in slots as it is
	}
	names := f.Names()
	f.SetNames(names) // messages go by them
	h := &home{f: f, names: names, text: !f.Module.HasLocations(), first: f.FirstInst(entry)}
	h.token = ir.NoValue
	for _, v := range f.Args(entry) {
		h.token = v
	}
	if h.token == ir.NoValue {
		if entered(f, entry) {
			return // its branches would have to pass a token
		}
		h.token = f.AddArg(entry, ir.Mem, 0)
	}
	var blocks []ir.Block
	for b := range f.Blocks() {
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		h.block(b)
	}
	if !h.any {
		return
	}
	for _, b := range blocks {
		if i := f.LastInst(b); f.Op(i) == ir.OpRet && edit.MemOperand(f, i) == ir.NoValue {
			f.SetOperands(i, append(f.Operands(i), ir.Operand{Value: h.token}), nil)
		}
	}
	edit.Chain(f)
}

// entered reports whether a branch goes to b.
// The entry of such a function has no argument to spare: each branch to it would have to pass a token.
func entered(f *ir.Func, b ir.Block) bool {
	for from := range f.Blocks() {
		i := f.LastInst(from)
		for n := range f.NumTargets(i) {
			if f.TargetBlock(i, n) == b {
				return true
			}
		}
	}
	return false
}

// token is that of the entry, which every store takes at first: edit.Chain puts them in order at the end.
type home struct {
	f     *ir.Func
	names ir.Numbering
	text  bool // the names are those of the text
	token ir.Value
	first ir.Inst // of the function: slots come before it, in the order of the text
	any   bool
}

// block stores what a block makes. Its instructions are listed first, as stores come between them.
// A value is stored right behind the instruction that makes it, so that a debugger that stops at the next line
// finds it.
func (h *home) block(b ir.Block) {
	f := h.f
	first := f.FirstInst(b)
	var insts []ir.Inst
	for i := range f.Insts(b) {
		insts = append(insts, i)
	}
	if h.text && b != f.Entry() { // which has a token at most
		for _, v := range f.Args(b) {
			h.store(v, first, h.names.Name(v), f.Origin(first), false)
		}
	}
	for _, i := range insts {
		next := f.NextInst(i)
		if next == ir.NoInst || f.Op(i).Is(ir.Allocates) && !h.text {
			continue // what a slot is the home of is named by the slot
		}
		o := f.Origin(i)
		if f.Op(i) == ir.OpParam && h.param(i, next, o) && !h.text {
			continue
		}
		if h.text {
			for n := range f.NumResults(i) {
				h.store(f.Result(i, n), next, h.names.Name(f.Result(i, n)), o, false)
			}
		} else if x, ok := f.Module.Variable(o); ok && f.NumResults(i) > 0 {
			h.store(f.Result(i, f.NumResults(i)-1), next, x.Name, o, false)
		}
	}
}

// param stores a parameter under its own name, or that which !var gives it.
func (h *home) param(i, next ir.Inst, o ir.Origin) bool {
	name := h.f.Params[h.f.Attr(i).Imm].Name
	if x, ok := h.f.Module.Variable(o); ok {
		name = x.Name
	}
	if name == "" {
		return false
	}
	h.store(h.f.Result(i, 0), next, name, o, true)
	return true
}

// store gives v a slot, and writes it before an instruction. What has no size, as a memory token or a vector
// of a length that the machine decides, has no place.
func (h *home) store(v ir.Value, at ir.Inst, name string, o ir.Origin, param bool) {
	f := h.f
	t := f.TypeOf(v)
	a := f.AnnotOf(v)
	if d := f.Def(v); d != ir.NoInst && f.Op(d) == ir.OpParam {
		a = f.Params[f.Attr(d).Imm].Annot
	}
	size := uint64(0)
	switch {
	case t == ir.Int:
		size = intBytes(a)
	case t != ir.Mem:
		size, _ = t.Size(1)
		if t.HasScalable() {
			return
		}
	}
	if size == 0 || size > maxHome {
		return
	}
	own := f.Module.SourceOrigin(f.Module.TextPos(o))
	f.Module.SetVariable(own, ir.Variable{Name: name, Type: t, Annot: a, Param: param})
	slot := f.Before(h.first).StackSlot(int64(size), uint32(min(size&-size, 8)), own)
	f.Before(at).Store(uint32(size), v, slot, h.token, o)
	h.any = true
}

// maxHome bounds a place: larger values are aggregates that live in memory as it is.
const maxHome = 256

// intBytes is the size of the place of an int: that of a claim's machine integer, or as many words as it needs.
// An int that nothing is claimed of is shown by its low 64 bits.
func intBytes(a ir.Annot) uint64 {
	lo, hi, ok := a.Bounds()
	if !ok {
		return 8
	}
	bits := hi.BitLen()
	if lo.Sign() < 0 {
		bits = max(bits, lo.Width()) + 1
	}
	n := uint64(1)
	for n*8 < uint64(bits) && n < 8 {
		n *= 2
	}
	if bits > 64 {
		n = uint64(bits+63) / 64 * 8
	}
	return n
}
