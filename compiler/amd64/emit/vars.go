package emit

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Variables says where the variables of a function are: a forward analysis of the finished code. A
// value starts in the register that its instruction leaves it in; moves, stores to the frame and
// loads from there copy it, everything else that writes a place destroys it. Where paths meet, the
// value is in what holds it on all of them. So the answer is right whatever the register allocator
// did, and it says nothing where it does not know. With homes the variables are the slots alone: each value
// that has a name has one.
func Variables(f *mach.Func, a *mach.Alloc, o *object.Func, homes bool) []object.VarLoc {
	src := f.Source
	var out []object.VarLoc
	for _, s := range o.Slots {
		if _, ok := src.Module.Variable(src.Origin(s.Inst)); ok {
			out = append(out, object.VarLoc{Inst: s.Inst, Start: 0, End: uint32(len(o.Code)), InFrame: true, Offset: s.Offset, Variable: true})
		}
	}
	if homes {
		// In the order of the text, in which debuggers list them.
		slices.SortFunc(out, func(x, y object.VarLoc) int { return int(x.Inst) - int(y.Inst) })
		return out
	}
	starts := bindings(f, a, o)
	if len(starts) == 0 {
		return out
	}
	t := newTracker(o)
	if t == nil {
		return out
	}
	for _, b := range starts {
		out = append(out, t.follow(b)...)
	}
	return out
}

// binding is a value of a variable: the code that makes it ends at one of the offsets, and leaves
// it in reg.
type binding struct {
	inst ir.Inst
	reg  x86.Reg
	at   []uint32
}

// bindings finds the instructions that bind variables, parameters among them.
func bindings(f *mach.Func, a *mach.Alloc, o *object.Func) []binding {
	src := f.Source
	names := func(i ir.Inst) bool {
		if int(i) >= src.NumInsts() || src.Op(i).Is(ir.Allocates) || src.NumResults(i) == 0 {
			return false
		}
		_, ok := src.Module.Variable(src.Origin(i))
		return ok || src.Op(i) == ir.OpParam && src.Params[src.Attr(i).Imm].Name != ""
	}
	var out []binding
	regs := map[ir.Inst]x86.Reg{}
	var entry []mach.Loc // of the parameters, if each is in one register
	for i := range f.Insts {
		in := &f.Insts[i]
		for n, op := range f.Ops(uint32(i)) {
			loc := a.Locs[int(in.First)+n]
			if in.Kind == mach.Params {
				entry = append(entry, loc)
			} else if op.Def && in.Origin != ir.NoInst && names(in.Origin) {
				regs[in.Origin] = x86.Reg(loc.Reg()) // the last definition is the result
			}
		}
	}
	for b := range src.Blocks() {
		for i := range src.Insts(b) {
			if src.Op(i) != ir.OpParam || !names(i) || len(entry) != len(src.Params) {
				continue
			}
			if r := x86.Reg(entry[src.Attr(i).Imm].Reg()); r != x86.NoReg {
				out = append(out, binding{i, r, []uint32{0}})
				delete(regs, i)
			}
		}
	}
	for i, r := range regs {
		if r == x86.NoReg {
			continue
		}
		b := binding{inst: i, reg: r}
		for n, l := range o.Lines {
			if l.Inst == i && n+1 < len(o.Lines) {
				b.at = append(b.at, o.Lines[n+1].Offset)
			}
		}
		out = append(out, b)
	}
	slices.SortFunc(out, func(x, y binding) int { return int(x.inst) - int(y.inst) })
	return out
}

// places are where a value is: registers, and offsets from the CFA.
// Slots are what a debugger prefers: a call destroys registers and leaves the frame alone.
type places struct {
	regs  x86.RegSet
	slots []int32 // sorted
}

// No place means that the debugger shows the variable as optimized out.
func (p places) empty() bool { return p.regs == 0 && len(p.slots) == 0 }

// meet keeps the places that hold the variable on both paths.
func (p places) meet(q places) places {
	r := places{regs: p.regs & q.regs}
	for _, s := range p.slots {
		if slices.Contains(q.slots, s) {
			r.slots = append(r.slots, s)
		}
	}
	return r
}

// tracker is the code of a function, decoded.
type tracker struct {
	offs  []uint32 // of the instructions, and the end
	insts []x86.Inst
	index map[uint32]int
	cfa   []object.Unwind // at each instruction
	succ  [][]int
}

// newTracker decodes; nil if there is data in the code.
// It reads the bytes and not the machine instructions: what the emitter did to them is seen as well.
func newTracker(o *object.Func) *tracker {
	t := &tracker{index: map[uint32]int{}}
	row := 0
	for off := 0; off < len(o.Code); {
		i, n, err := x86.Decode(o.Code[off:])
		if err != nil {
			return nil
		}
		for row+1 < len(o.Unwind) && int(o.Unwind[row+1].Offset) <= off {
			row++
		}
		var u object.Unwind
		if len(o.Unwind) > 0 {
			u = o.Unwind[row]
		}
		t.index[uint32(off)] = len(t.insts)
		t.offs, t.insts, t.cfa = append(t.offs, uint32(off)), append(t.insts, i), append(t.cfa, u)
		off += n
	}
	t.offs = append(t.offs, uint32(len(o.Code)))
	t.succ = make([][]int, len(t.insts))
	for k := range t.insts {
		i := &t.insts[k]
		name := i.Op.Form().Name
		jump := false
		for n, a := range i.Op.Form().Args {
			if a.Kind == x86.ArgRel && name != "call" {
				jump = true
				if to, ok := t.index[uint32(int64(t.offs[k+1])+i.Args[n].Imm)]; ok {
					t.succ[k] = append(t.succ[k], to)
				}
			}
		}
		if name == "ret" || name == "jmp" || name == "ud2" {
			if !jump && name == "jmp" {
				return nil // through a table
			}
			continue
		}
		if k+1 < len(t.insts) {
			t.succ[k] = append(t.succ[k], k+1)
		}
	}
	return t
}

// clobbered are the registers that a call destroys.
var clobbered = abi.AMD64.Clobbered()

// step is where the value is after instruction k, if it was in p before.
func (t *tracker) step(k int, p places) places {
	i := &t.insts[k]
	f := i.Op.Form()
	q := places{regs: p.regs &^ i.Defs(), slots: p.slots}
	if f.Name == "call" {
		q.regs &^= clobbered
	}
	slot, inFrame := int32(0), false
	for n := range f.Args {
		if i.Args[n].Kind == x86.KMem {
			slot, inFrame = t.slot(k, i.Args[n].Mem)
		}
	}
	if inFrame && i.Memory()&x86.Write != 0 {
		// A store of up to 16 bytes may overlap a slot that starts up to 15 bytes to either side.
		q.slots = slices.DeleteFunc(slices.Clone(q.slots), func(s int32) bool { return s > slot-16 && s < slot+16 })
	}
	if !(f.Name == "mov" || f.Name == "movq" || f.Name == "movaps" || f.Name == "movsd" || f.Name == "movss") || len(f.Args) != 2 || f.Args[0].Size < 32 {
		return q
	}
	from := false
	switch x := i.Args[1]; {
	case x.Kind == x86.KReg:
		from = p.regs.Has(x.Reg)
	case x.Kind == x86.KMem && inFrame:
		from = slices.Contains(p.slots, slot)
	}
	if !from {
		return q
	}
	switch x := i.Args[0]; {
	case x.Kind == x86.KReg:
		q.regs = q.regs.With(x.Reg)
	case x.Kind == x86.KMem && inFrame:
		q.slots = append(q.slots, slot)
		slices.Sort(q.slots)
	}
	return q
}

// slot is the offset of a memory operand from the CFA, if it is a place of the frame.
func (t *tracker) slot(k int, m x86.Mem) (int32, bool) {
	base := map[uint8]x86.Reg{7: x86.RSP, 6: x86.RBP}[t.cfa[k].CFAReg]
	if m.Index != x86.NoReg || m.RIP || m.Base == x86.NoReg || m.Base != base {
		return 0, false
	}
	return m.Disp - t.cfa[k].CFA, true
}

// follow finds the ranges of a value.
func (t *tracker) follow(b binding) []object.VarLoc {
	in := make([]places, len(t.insts))
	known := make([]bool, len(t.insts)) // some path here has been looked at
	begins := map[int]bool{}
	var work []int
	for _, off := range b.at {
		if k, ok := t.index[off]; ok {
			in[k], known[k], begins[k] = places{regs: x86.RegSet(0).With(b.reg)}, true, true
			work = append(work, k)
		}
	}
	// First the instructions that the value reaches on some path, then what they have on all paths.
	reached := slices.Clone(work)
	seen := map[int]bool{}
	for len(reached) > 0 {
		k := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		if seen[k] {
			continue
		}
		seen[k] = true
		reached = append(reached, t.succ[k]...)
	}
	for k := range t.insts { // a path from where there is no value
		if seen[k] {
			continue
		}
		for _, s := range t.succ[k] {
			if seen[s] && !begins[s] {
				in[s], known[s] = places{}, true
			}
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		out := t.step(k, in[k])
		for _, s := range t.succ[k] {
			if begins[s] {
				continue
			}
			now := out
			if known[s] {
				now = in[s].meet(out)
				if now.regs == in[s].regs && len(now.slots) == len(in[s].slots) {
					continue
				}
			}
			in[s], known[s] = now, true
			work = append(work, s)
		}
	}
	return t.ranges(b.inst, in, known)
}

// ranges joins neighbouring instructions with the value in the same place.
func (t *tracker) ranges(inst ir.Inst, in []places, known []bool) []object.VarLoc {
	var out []object.VarLoc
	for k := range t.insts {
		if !known[k] || in[k].empty() {
			continue
		}
		l := object.VarLoc{Inst: inst, Start: t.offs[k], End: t.offs[k+1]}
		var reg x86.Reg
		if len(in[k].slots) > 0 {
			l.InFrame, l.Offset = true, in[k].slots[0]
		} else {
			for r := x86.RAX; r <= x86.XMM15; r++ {
				if in[k].regs.Has(r) {
					l.Reg, reg = dwarfNumber(r), r
					if !clobbered.Has(r) {
						break
					}
				}
			}
			// While the callee runs, the caller is at the last byte of the call: the register is lost.
			if t.insts[k].Op.Form().Name == "call" && clobbered.Has(reg) {
				l.End--
			}
		}
		if n := len(out) - 1; n >= 0 && out[n].End == l.Start && out[n].InFrame == l.InFrame && out[n].Offset == l.Offset && out[n].Reg == l.Reg {
			out[n].End = l.End
			continue
		}
		out = append(out, l)
	}
	return out
}
