package mach

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
	"github.com/tuffy-ir/tuffy/x86"
)

// Options say how to emit.
type Options struct {
	FramePointer bool // RBP points to the frame; register allocation must know it as well
	RedZone      bool // leaf functions may use the bytes below RSP
	Optimize     bool // block layout by frequency, shrink-wrapping, peephole, short branches across blocks
	AlignLoops   bool // loop heads start at multiples of 16
}

// Emit makes the bytes of f, whose values are where a says. An error says that the function is too
// big for the fields of its instructions.
func Emit(f *Func, a *Alloc, o Options) (fn *object.Func, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, ok := r.(tooBig)
			if !ok {
				panic(r)
			}
			fn, err = nil, fmt.Errorf("function %s: %w", f.Name, t.error)
		}
	}()
	e := &emitter{
		f: f, a: a, o: o, frame: makeFrame(f, a, o),
		out:    &object.Func{Name: f.Name, Align: 16, Source: f.Source},
		code:   make([]byte, 0, 6*len(f.Insts)+64),
		blocks: make([]piece, len(f.Blocks)),
		origin: ir.NoInst,
	}
	e.plan = e.planFrame()
	e.out.Slots = e.frame.stackSlots(f)
	for b := range f.Blocks {
		e.block(Block(b))
	}
	e.link(e.layout())
	return e.out, nil
}

// emitter makes the body of every block first, without the jump at its end, then orders the
// blocks and chooses the jumps.
type emitter struct {
	f      *Func
	order  graph.Order[Block]
	a      *Alloc
	o      Options
	frame  frame
	plan   framePlan
	out    *object.Func
	code   []byte
	relocs []object.Reloc
	lines  []object.Line
	unwind []unwindAt
	blocks []piece
	origin ir.Inst
	inst   x86.Inst
}

// piece is the body of a block in emitter.code, with its share of the lists.
type piece struct {
	start, end     int
	relocs, lines  span
	unwind         span
	reachable      bool
	kind           Kind // of the terminator
	cond           x86.Cond
	framed, leaves bool // the frame is set up at the start, and at the end
}

type span struct{ from, to int }

// block makes the body of b.
func (e *emitter) block(b Block) {
	p, info := &e.blocks[b], &e.f.Blocks[b]
	if p.reachable = e.plan.reachable[b]; !p.reachable {
		return
	}
	p.start, p.relocs.from, p.lines.from, p.unwind.from = len(e.code), len(e.relocs), len(e.lines), len(e.unwind)
	e.origin = ir.NoInst
	if e.plan.prologue == int(b) {
		e.prologue()
	}
	p.framed = e.plan.framed[b] && e.plan.prologue != int(b)
	moves := e.a.Moves
	next := e.firstMove(info.First)
	for i := info.First; i < info.End; i++ {
		in := &e.f.Insts[i]
		if in.Origin != e.origin && in.Origin != ir.NoInst {
			e.origin = in.Origin
			e.lines = append(e.lines, object.Line{Offset: uint32(len(e.code)), Inst: in.Origin})
		}
		for ; next < len(moves) && moves[next].Before == i; next++ {
			e.move(&moves[next], i, b)
		}
		e.instruction(b, i, in)
	}
	last := &e.f.Insts[info.End-1]
	p.kind, p.cond = last.Kind, last.X.Cond
	p.leaves = e.plan.framed[b]
	if p.kind == Jump && p.leaves && !e.plan.framed[info.Succs[0].To] {
		e.epilogue()
		p.leaves = false
	}
	p.end, p.relocs.to, p.lines.to, p.unwind.to = len(e.code), len(e.relocs), len(e.lines), len(e.unwind)
}

// firstMove is the index of the first move that stands at instruction i or behind it.
func (e *emitter) firstMove(i uint32) int {
	moves := e.a.Moves
	return sort.Search(len(moves), func(k int) bool { return moves[k].Before >= i })
}

// instruction makes the bytes of instruction i of block b.
func (e *emitter) instruction(b Block, i uint32, in *Inst) {
	ops, locs := e.f.Ops(i), e.a.Locs[in.First:in.First+uint32(in.Num)]
	switch in.Kind {
	case Params, Jump, Branch:
	case Copy:
		e.transfer(locs[1], locs[0], e.f.Classes[ops[0].V])
	case Table:
		e.table(b, locs)
	case Return:
		if e.plan.framed[b] {
			e.epilogue()
		}
		e.add(&x86.Inst{Op: x86.RET})
	case Trap:
		e.add(&x86.Inst{Op: x86.UD2})
	case Addr:
		if locs[0] != NoLoc {
			e.address(in, locs[0].Reg())
		}
	default:
		if !in.Remat || locs[0] != NoLoc || in.Num != 1 {
			e.row(i, in, locs, b)
		}
	}
}

// address makes lea of an object.
func (e *emitter) address(in *Inst, to x86.Reg) {
	e.add(&x86.Inst{Op: x86.LEA_r64_m, Args: [x86.MaxArgs]x86.Operand{x86.R(to), x86.M(e.frame.object(e.f, in.Obj, 0))}})
}

// row makes a row of the table with its places filled in.
func (e *emitter) row(i uint32, in *Inst, locs []Loc, b Block) {
	e.inst = in.X
	for k := range e.inst.Args {
		switch arg := &e.inst.Args[k]; arg.Kind {
		case x86.KReg:
			n, ok := SlotOf(arg.Reg)
			if !ok {
				break
			}
			if s, ok := locs[n].Slot(); ok {
				*arg = x86.M(e.frame.slot(s))
			} else {
				arg.Reg = locs[n].Reg()
			}
		case x86.KMem:
			m := &arg.Mem
			if in.Obj != 0 && m.Base == x86.RSP {
				index, scale := m.Index, m.Scale
				*m = e.frame.object(e.f, in.Obj, int64(m.Disp))
				m.Index, m.Scale = index, scale
			}
			if n, ok := SlotOf(m.Base); ok {
				m.Base = locs[n].Reg()
			}
			if n, ok := SlotOf(m.Index); ok {
				m.Index = locs[n].Reg()
			}
		}
	}
	if e.o.Optimize && in.Kind == Row && in.Sym == "" && e.peephole(i, b) {
		return
	}
	e.encode(&e.inst, in.Sym, in.Kind == Call)
}

// farDisp is a displacement that the encoder cannot shorten: a relocation takes its place.
const farDisp = 1 << 30

// encode appends x, whose displacement, or immediate if it has no memory operand, is relative to
// sym.
func (e *emitter) encode(x *x86.Inst, sym string, call bool) {
	if sym == "" {
		e.add(x)
		return
	}
	var mem *x86.Mem
	var imm *x86.Operand
	for k := range x.Args {
		switch x.Args[k].Kind {
		case x86.KMem:
			mem = &x.Args[k].Mem
		case x86.KImm:
			imm = &x.Args[k]
		}
	}
	start := len(e.code)
	r := object.Reloc{Symbol: sym}
	if mem != nil {
		r.Add = int64(mem.Disp)
		mem.Disp = farDisp
		lay := e.add(x)
		r.Offset = uint64(start) + uint64(lay.Disp)
		r.Kind = object.Abs32S
		if mem.RIP {
			r.Kind = object.PC32
			r.Add -= int64(len(e.code)) - int64(r.Offset)
		}
		clear(e.code[r.Offset : r.Offset+4])
		e.relocs = append(e.relocs, r)
		return
	}
	r.Add, imm.Imm = imm.Imm, 0
	lay := e.add(x)
	r.Offset = uint64(start) + uint64(lay.Imm)
	switch form := x.Op.Form(); {
	case len(form.Args) == 1 && form.Args[0].Kind == x86.ArgRel:
		r.Kind = object.PLT32
		if !call {
			r.Kind = object.PC32
		}
		r.Add -= int64(len(e.code)) - int64(r.Offset)
	case len(e.code)-int(r.Offset) == 8:
		r.Kind = object.Abs64
	default:
		r.Kind = object.Abs32S
	}
	e.relocs = append(e.relocs, r)
}

// add appends the bytes of x.
func (e *emitter) add(x *x86.Inst) x86.Layout {
	code, lay, err := x86.Append(e.code, x)
	if err != nil {
		panic(fmt.Sprintf("BUG: function %s: %+v cannot be encoded: %v", e.f.Name, *x, err))
	}
	e.code = code
	return lay
}

// table jumps through a table of addresses.
func (e *emitter) table(b Block, locs []Loc) {
	name := e.tableName(b)
	base := locs[1].Reg()
	e.encode(&x86.Inst{Op: x86.LEA_r64_m, Args: [x86.MaxArgs]x86.Operand{x86.R(base), x86.M(x86.Mem{RIP: true})}}, name, false)
	e.add(&x86.Inst{Op: x86.JMP_rm64, Args: [x86.MaxArgs]x86.Operand{x86.M(x86.Mem{Base: base, Index: locs[0].Reg(), Scale: 8})}})
}

// move makes a move of the allocation, before instruction i of block b.
func (e *emitter) move(m *Move, i uint32, b Block) {
	if m.Remat == 0 {
		e.transfer(m.From, m.To, m.Class)
		return
	}
	in := &e.f.Insts[m.Remat-1]
	if in.Kind == Addr {
		e.address(in, m.To.Reg())
		return
	}
	locs := [1]Loc{m.To}
	e.rematerialize(i, in, locs[:], b)
}

func (e *emitter) rematerialize(i uint32, in *Inst, locs []Loc, b Block) {
	// The peephole looks at what follows: the instruction that the move stands before.
	e.row(i-1, in, locs, b)
}

// transfer moves a value.
func (e *emitter) transfer(from, to Loc, c Class) {
	if from == to || to == NoLoc {
		return
	}
	load, store := x86.MOV_r64_rm64, x86.MOV_rm64_r64
	if c == Vec {
		load, store = x86.MOVAPS_x_xm128, x86.MOVAPS_xm128_x
	}
	x := &e.inst
	*x = x86.Inst{Op: load}
	src, srcSlot := from.Slot()
	dst, dstSlot := to.Slot()
	switch {
	case srcSlot && dstSlot:
		panic("BUG: move from a spill slot to a spill slot")
	case dstSlot:
		x.Op = store
		x.Args[0], x.Args[1] = x86.M(e.frame.slot(dst)), x86.R(from.Reg())
	case srcSlot:
		x.Args[0], x.Args[1] = x86.R(to.Reg()), x86.M(e.frame.slot(src))
	default:
		x.Args[0], x.Args[1] = x86.R(to.Reg()), x86.R(from.Reg())
	}
	e.add(x)
}

// savedAt are the saved registers with their distance from the CFA, after n pushes.
func (e *emitter) savedAt(n int, pointer bool) []object.SavedReg {
	var s []object.SavedReg
	at := int32(-16)
	if pointer {
		s = append(s, object.SavedReg{Reg: dwarf[x86.RBP], Offset: at})
		at -= 8
	}
	for _, r := range e.frame.pushed[:n] {
		s = append(s, object.SavedReg{Reg: dwarf[r], Offset: at})
		at -= 8
	}
	return slices.Clip(s)
}

// dwarf has the register numbers of the AMD64 ABI, figure 3.36.
var dwarf = [...]uint8{x86.RAX: 0, x86.RDX: 1, x86.RCX: 2, x86.RBX: 3, x86.RSI: 4, x86.RDI: 5, x86.RBP: 6, x86.RSP: 7,
	x86.R8: 8, x86.R9: 9, x86.R10: 10, x86.R11: 11, x86.R12: 12, x86.R13: 13, x86.R14: 14, x86.R15: 15}

// tableName is the symbol of the jump table that block b ends with.
func (e *emitter) tableName(b Block) string {
	return fmt.Sprintf("%stable.%s.%d", object.Reserved, e.f.Name, b)
}
