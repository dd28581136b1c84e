package isel

import (
	"fmt"
	"math/bits"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir/graph"
	"github.com/tuffy-ir/tuffy/x86"
)

// What a loop computes anew in each iteration, though nothing that it is computed of changes there, is made once in
// front of the loop: constants that fit no immediate, vectors of constants, a number in all lanes, addresses, extensions.
// The optimizer has moved what the program says; this is what legalization and selection make. It is right because
// a row that is moved reads registers and constants alone, traps nowhere, and writes one register and flags that nothing
// reads, neither where it was nor where it goes. The place in front dominates the loop, so that the definition still
// stands before all uses.
//
// It pays if a register is free for the value throughout the loop: how many are is counted from what is alive there.
// A constant whose every reader wants it in a place of its own, to overwrite it, would be copied there instead, and stays.

// hoister is the state for one function.
type hoister struct {
	*selector
	g        *graph.Graph[mach.Block]
	loops    *graph.LoopNest[mach.Block]
	home     []int        // by block: the innermost loop
	def      []mach.Block // by register: where it is defined
	readable []bool       // by register: some use reads it where it is
	busy     []pressure   // by loop: registers in use, at most
	taken    map[string]mach.VReg
	renamed  map[mach.VReg]mach.VReg
	moved    []bool                  // by instruction
	into     map[mach.Block][]uint32 // instructions that go to the end of a block
}

// pressure is how many values of each class are alive at once, and across a call.
type pressure struct {
	most, across [mach.NumClasses]int
	calls        bool
}

// spare is how many registers of each class hoisting leaves for what it does not count: copies around an instruction.
var spare = [mach.NumClasses]int{mach.GPR: 3, mach.Vec: 3}

// mostBits bounds the tables of what is alive: functions that are greater stay as they are.
const mostBits = 1 << 26

// hoist moves what it can out of the loops of the function that has been selected, from the innermost loop outwards.
func (s *selector) hoist() {
	if s.opt.Opt == 0 || !s.cyclic || s.out.ReturnsTwice || len(s.out.Blocks)*len(s.out.Classes) > mostBits {
		return
	}
	h := hoister{selector: s, g: s.out.Graph(), into: map[mach.Block][]uint32{}, taken: map[string]mach.VReg{}, renamed: map[mach.VReg]mach.VReg{}}
	h.loops = h.g.Loops(h.g.Dominators(h.g.ReversePostorder(0)))
	if len(h.loops.List) == 0 || !h.candidates() {
		return
	}
	h.pressure()
	// Inner loops come last in the list.
	for n := len(h.loops.List) - 1; n >= 0; n-- {
		h.loop(n)
	}
	if len(h.into) > 0 {
		h.rebuild()
	}
}

// candidates finds where everything is defined and how it is read, and reports whether a loop has a row that may move.
func (h *hoister) candidates() bool {
	f := h.out
	h.home = make([]int, len(f.Blocks))
	h.def, h.readable, h.moved = make([]mach.Block, len(f.Classes)), make([]bool, len(f.Classes)), make([]bool, len(f.Insts))
	any := false
	for b := range f.Blocks {
		info := &f.Blocks[b]
		h.home[b] = h.loops.Innermost(mach.Block(b))
		for _, p := range info.Params {
			h.def[p] = mach.Block(b)
		}
		for i := info.First; i < info.End; i++ {
			ops := f.Ops(i)
			for _, o := range ops {
				if o.Def {
					h.def[o.V] = mach.Block(b)
				}
			}
			for n, o := range ops {
				if !o.Def && o.Want != mach.Fixed && f.Insts[i].Kind != mach.Copy && !tied(ops, n) {
					h.readable[o.V] = true
				}
			}
			any = any || h.home[b] >= 0 && h.movable(i)
		}
	}
	return any
}

// tied reports whether a definition takes the place of use n.
func tied(ops []mach.Operand, n int) bool {
	for _, o := range ops {
		if o.Def && o.Want == mach.SameAs && int(o.Reg) == n {
			return true
		}
	}
	return false
}

// movable reports whether instruction i may run anywhere before, and as often, if its operands are there.
func (h *hoister) movable(i uint32) bool {
	f := h.out
	in := &f.Insts[i]
	// What is found from the stack pointer is elsewhere when that has moved.
	if o := &f.Objects[in.Obj]; o.Dynamic || o.Outgoing {
		return false
	}
	if in.Kind == mach.Addr {
		return true
	}
	if in.Kind != mach.Row || in.Clobbers != 0 {
		return false
	}
	defs := 0
	for _, o := range f.Ops(i) {
		if o.Want == mach.Fixed || o.Early || o.Late {
			return false
		}
		if o.Def {
			defs++
		}
	}
	row := &h.code.Rows[in.Row]
	if defs != 1 || row.Prefix != 0 || row.ReadsFlags() != 0 {
		return false
	}
	for k := range row.Args {
		switch a := &row.Args[k]; a.Kind {
		case x86.KReg:
			if _, ok := amd64.SlotOf(a.Reg); !ok {
				return false
			}
		case x86.KMem:
			if !in.Remat && !isLEA(row.Op) && !h.pool.has(in.Sym) {
				return false
			}
		}
	}
	return len(row.Op.Form().Implicit) == 0
}

func isLEA(op x86.Op) bool { return op == x86.LEA_r64_m || op == x86.LEA_r32_m || op == x86.LEA_r16_m }

// has reports whether sym is a constant of the pool.
func (p *pool) has(sym string) bool {
	for n := range p.data {
		if sym != "" && p.data[n].Name == sym {
			return true
		}
	}
	return false
}

// pressure counts what is alive in each loop.
func (h *hoister) pressure() {
	f := h.out
	out := h.alive()
	h.busy = make([]pressure, len(h.loops.List))
	words := (len(f.Classes) + 63) / 64
	live := make([]uint64, words)
	for b := range f.Blocks {
		if h.home[b] < 0 {
			continue
		}
		copy(live, out[b*words:])
		count := [mach.NumClasses]int{}
		for w, x := range live {
			for ; x != 0; x &= x - 1 {
				count[f.Classes[64*w+bits.TrailingZeros64(x)]]++
			}
		}
		var p pressure
		p.most = count
		for i := int(f.Blocks[b].End) - 1; i >= int(f.Blocks[b].First); i-- {
			for _, o := range f.Ops(uint32(i)) {
				if o.Def && live[o.V/64]>>(o.V%64)&1 != 0 {
					live[o.V/64] &^= 1 << (o.V % 64)
					count[f.Classes[o.V]]--
				}
			}
			call := f.Insts[i].Kind == mach.Call
			p.calls = p.calls || call
			for c := range count {
				if call {
					p.across[c] = max(p.across[c], count[c])
				}
			}
			for _, o := range f.Ops(uint32(i)) {
				if !o.Def && live[o.V/64]>>(o.V%64)&1 == 0 {
					live[o.V/64] |= 1 << (o.V % 64)
					count[f.Classes[o.V]]++
				}
			}
			for c := range count {
				p.most[c] = max(p.most[c], count[c])
			}
		}
		for n := h.home[b]; n >= 0; n = h.loops.List[n].Parent {
			q := &h.busy[n]
			q.calls = q.calls || p.calls
			for c := range count {
				q.most[c], q.across[c] = max(q.most[c], p.most[c]), max(q.across[c], p.across[c])
			}
		}
	}
}

// alive is what is alive at the end of each block, in bits by register.
func (h *hoister) alive() []uint64 {
	f := h.out
	words := (len(f.Classes) + 63) / 64
	out, in := make([]uint64, words*len(f.Blocks)), make([]uint64, words*len(f.Blocks))
	order := h.g.ReversePostorder(0).List
	for again := true; again; {
		again = false
		for n := len(order) - 1; n >= 0; n-- {
			b := int(order[n])
			live := out[b*words : (b+1)*words]
			for _, e := range f.Blocks[b].Succs {
				for w, x := range in[int(e.To)*words : (int(e.To)+1)*words] {
					live[w] |= x
				}
				for _, v := range e.Args {
					live[v/64] |= 1 << (v % 64)
				}
			}
			again = h.before(b, live, in[b*words:(b+1)*words]) || again
		}
	}
	return out
}

// before finds what is alive at the start of b from what is at its end, and reports whether that is more than before.
func (h *hoister) before(b int, out, in []uint64) (more bool) {
	f := h.out
	live := append([]uint64{}, out...)
	for i := int(f.Blocks[b].End) - 1; i >= int(f.Blocks[b].First); i-- {
		for _, o := range f.Ops(uint32(i)) {
			if o.Def {
				live[o.V/64] &^= 1 << (o.V % 64)
			}
		}
		for _, o := range f.Ops(uint32(i)) {
			if !o.Def {
				live[o.V/64] |= 1 << (o.V % 64)
			}
		}
	}
	for _, v := range f.Blocks[b].Params {
		live[v/64] &^= 1 << (v % 64)
	}
	for w, x := range live {
		more = more || x != in[w]
		in[w] = x
	}
	return more
}

// loop moves rows out of loop n.
func (h *hoister) loop(n int) {
	f := h.out
	front, ok := h.front(n)
	if !ok {
		return
	}
	for b := range f.Blocks {
		if !h.within(h.home[b], n) || f.Blocks[b].Freq <= f.Blocks[front].Freq {
			continue
		}
		for i := f.Blocks[b].First; i < f.Blocks[b].End; i++ {
			if !h.moved[i] {
				h.try(i, mach.Block(b), n, front)
			}
		}
		// What came here from loops inside may go on.
		list := h.into[mach.Block(b)]
		kept := list[:0]
		for _, i := range list {
			if !h.try(i, mach.Block(b), n, front) {
				kept = append(kept, i)
			}
		}
		if list != nil {
			h.into[mach.Block(b)] = kept
		}
	}
}

// within reports whether loop k, or -1, is loop n or inside of it.
func (h *hoister) within(k, n int) bool {
	for k > n {
		k = h.loops.List[k].Parent
	}
	return k == n
}

// front is the block in front of loop n that leads to nothing else.
func (h *hoister) front(n int) (front mach.Block, ok bool) {
	header := h.loops.List[n].Header
	for _, p := range h.out.Blocks[header].Preds {
		if !h.within(h.home[p], n) {
			if ok {
				return 0, false
			}
			front, ok = p, true
		}
	}
	if !ok {
		return 0, false
	}
	info := &h.out.Blocks[front]
	return front, h.out.Insts[info.End-1].Kind == mach.Jump
}

// try moves instruction i of block b, or that went there, to the end of front.
func (h *hoister) try(i uint32, b mach.Block, n int, front mach.Block) bool {
	f := h.out
	if !h.movable(i) {
		return false
	}
	var v mach.VReg
	sources := 0
	for _, o := range f.Ops(i) {
		if o.Def {
			v = o.V
			continue
		}
		sources++
		if h.within(h.home[h.def[h.name(o.V)]], n) {
			return false
		}
	}
	class := f.Classes[v]
	if sources == 0 && !h.readable[v] || !h.moved[i] && !h.unread(i, b) {
		return false
	}
	key := h.key(i, front)
	if first, ok := h.taken[key]; ok {
		h.renamed[v] = first
		h.moved[i] = true
		return true
	}
	if !h.room(n, class) {
		return false
	}
	h.busy[n].most[class]++
	h.busy[n].across[class]++
	for k := h.loops.List[n].Parent; k >= 0; k = h.loops.List[k].Parent {
		h.busy[k].most[class] = max(h.busy[k].most[class], h.busy[n].most[class])
		h.busy[k].across[class] = max(h.busy[k].across[class], h.busy[n].across[class])
	}
	h.taken[key] = v
	h.def[v] = front
	h.moved[i] = true
	h.into[front] = append(h.into[front], i)
	return true
}

// name is the register that has the value of v now.
func (h *hoister) name(v mach.VReg) mach.VReg {
	for {
		w, ok := h.renamed[v]
		if !ok {
			return v
		}
		v = w
	}
}

// key is the same for instructions that compute the same in front.
func (h *hoister) key(i uint32, front mach.Block) string {
	in := &h.out.Insts[i]
	text := fmt.Sprint(front, in.Kind, in.Obj, in.Sym)
	if in.Kind == mach.Row {
		text += fmt.Sprint(h.code.Rows[in.Row])
	}
	for _, o := range h.out.Ops(i) {
		if !o.Def {
			text += fmt.Sprint(" ", h.name(o.V), o.Want)
		}
	}
	return text
}

// unread reports whether nothing reads the flags that i writes in b.
func (h *hoister) unread(i uint32, b mach.Block) bool {
	f := h.out
	if f.Insts[i].Kind != mach.Row || h.code.Rows[f.Insts[i].Row].WritesFlags() == 0 {
		return true
	}
	for i++; i < f.Blocks[b].End; i++ {
		switch f.Insts[i].Kind {
		case mach.Branch:
			return false
		case mach.Row:
			row := &h.code.Rows[f.Insts[i].Row]
			if row.ReadsFlags() != 0 {
				return false
			}
			if all := x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF; row.WritesFlags()&all == all {
				return true
			}
		case mach.Call:
			return true
		}
	}
	return true
}

// room reports whether a register is free in loop n, also across its calls.
func (h *hoister) room(n int, c mach.Class) bool {
	file := h.out.Target.Registers()
	regs := file.Classes[c].Regs
	p := &h.busy[n]
	if p.calls && p.across[c] >= bits.OnesCount64(uint64(regs&file.CalleeSaved))-1 {
		return false
	}
	return p.most[c] < bits.OnesCount64(uint64(regs))-spare[c]
}

// rebuild lays out the instructions anew, with those that moved in front of the last of their new block.
func (h *hoister) rebuild() {
	f := h.out
	out := make([]mach.Inst, 0, len(f.Insts))
	for b := range f.Blocks {
		info := &f.Blocks[b]
		from := uint32(len(out))
		for i := info.First; i < info.End; i++ {
			if i == info.End-1 {
				for _, k := range h.into[mach.Block(b)] {
					out = append(out, f.Insts[k])
				}
			}
			if !h.moved[i] {
				out = append(out, f.Insts[i])
			}
		}
		info.First, info.End = from, uint32(len(out))
		for k := range info.Succs {
			for j, v := range info.Succs[k].Args {
				info.Succs[k].Args[j] = h.name(v)
			}
		}
	}
	f.Insts = append(f.Insts[:0], out...)
	if len(h.renamed) > 0 {
		for k := range f.Operands {
			f.Operands[k].V = h.name(f.Operands[k].V)
		}
	}
}
