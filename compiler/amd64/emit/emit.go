// Package emit makes the bytes of machine functions for x86-64: frames, prologues and epilogues, jumps of
// the least size, jump tables, unwind rows, and where the variables of the program are.
//
//   - emit.go: instructions of a block, moves of the register allocation
//   - peephole.go: rows that have shorter equals
//   - frame.go, prologue.go: the stack frame
//   - link.go: blocks in their order, with the jumps between them
//   - listing.go, vars.go: instructions for listings, places of variables for debuggers
//
// Non-goals: what is alike on all targets, which is in package mach.
package emit

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Options say how to emit.
type Options struct {
	FramePointer bool // RBP points to the frame; register allocation must know it as well
	RedZone      bool // leaf functions may use the bytes below RSP
	Optimize     bool // block layout by frequency, shrink-wrapping, peephole, short branches across blocks
	AlignLoops   bool // loop heads start at multiples of 16
	// Far reports which symbols have their addresses in the linker's table (the GOT), whose entry is then what an operand
	// in memory is, as in isel's options. nil is none.
	Far   func(symbol string) bool
	Check bool // read every instruction back, and panic if the bytes are another one
	// Made is told of each instruction as its bytes are made, while the functions that make it are on the stack. It
	// is made for i, ir.NoInst for the prologue.
	Made func(x *x86.Inst, i ir.Inst)
	// Makers has lines say who made the code.
	Makers bool
}

// Func makes the bytes of f, whose values are where a says. An error says that the function is too
// big for the fields of its instructions.
func Func(f *mach.Func, a *mach.Alloc, o Options) (fn *object.Func, err error) {
	// Only what is too large for the user's program is an error; every other panic is ours.
	defer func() {
		if r := recover(); r != nil {
			t, ok := r.(tooBig)
			if !ok {
				panic(r)
			}
			fn, err = nil, fmt.Errorf("function %s: %w", f.Name, t.error)
		}
	}()
	var linkage ir.Linkage
	if f.Source != nil {
		linkage = f.Source.Linkage
	}
	e := &emitter{
		f: f, rows: amd64.CodeOf(f).Rows, a: a, o: o, frame: makeFrame(f, a, o),
		out:    &object.Func{Name: f.Name, Align: 16, Source: f.Source, Local: linkage.Binding == ir.Local, Weak: linkage.Binding == ir.Weak, Visibility: byte(linkage.Visibility), Section: linkage.Section},
		code:   make([]byte, 0, 6*len(f.Insts)+64),
		blocks: make([]piece, len(f.Blocks)),
		origin: ir.NoInst,
	}
	// With RBP as the frame pointer the prologue stands at the entry: no shrink-wrapping.
	e.plan = mach.PlanFrame(f, a, e.emptyFrame(), o.Optimize && !e.frame.pointer)
	e.out.Slots = e.frame.stackSlots(f)
	lay := &mach.Layout{Func: f, Plan: &e.plan, Empty: make([]bool, len(f.Blocks))}
	// Bodies first: jumps, and with them the order of the blocks, depend on which bodies are
	// empty.
	for b := range f.Blocks {
		e.block(mach.Block(b))
		p := &e.blocks[b]
		// Empty is asked of the bytes, not of the instructions: a copy whose two places are one leaves none.
		lay.Empty[b] = p.kind == mach.Jump && p.start == p.end
	}
	e.link(lay, lay.Blocks(o.Optimize))
	return e.out, nil
}

// emitter makes the body of every block first, without the jump at its end, then orders the
// blocks and chooses the jumps.
// Offsets in its lists count from the start of code. The linker moves them when it knows where each
// piece goes.
type emitter struct {
	f *mach.Func
	// The target's part of the instructions, by Inst.Row; row copies one before it fills in
	// places.
	rows   []x86.Inst
	a      *mach.Alloc
	o      Options
	frame  frame
	plan   mach.FramePlan
	out    *object.Func
	code   []byte
	relocs []object.Reloc
	lines  []object.Line
	unwind []unwindAt
	blocks []piece
	// Of the last line entry: instructions of one origin in a row share an entry.
	origin ir.Inst
	maker  string
	// Scratch for row and transfer. It is overwritten by the next instruction.
	inst x86.Inst
}

// piece is the body of a block in emitter.code, with its share of the lists.
// framed may differ from leaves: the block with the prologue starts outside of the frame and ends inside.
type piece struct {
	start, end     int
	relocs, lines  span
	unwind         span
	kind           mach.Kind // of the terminator
	cond           x86.Cond
	framed, leaves bool // the frame is set up at the start, and at the end
}

// span is a part of one of the emitter's lists, from inclusive, to exclusive.
type span struct{ from, to int }

// block makes the body of b.
// A block that is not reachable has no bytes, and no edge leads to it.
func (e *emitter) block(b mach.Block) {
	p, info := &e.blocks[b], &e.f.Blocks[b]
	if !e.plan.Reachable[b] {
		return
	}
	p.start, p.relocs.from, p.lines.from, p.unwind.from = len(e.code), len(e.relocs), len(e.lines), len(e.unwind)
	// Each block names its origin anew, since blocks are put into another order later.
	e.origin, e.maker = ir.NoInst, ""
	if e.plan.Prologue == int(b) {
		e.by("frame")
		e.prologue()
	}
	// In the block with the prologue the frame is set up after its start.
	p.framed = e.plan.Framed[b] && e.plan.Prologue != int(b)
	moves := e.a.Moves
	next := e.a.FirstMove(info.First)
	for i := info.First; i < info.End; i++ {
		in := &e.f.Insts[i]
		if in.Origin != e.origin && in.Origin != ir.NoInst {
			e.origin = in.Origin
			e.lines = append(e.lines, object.Line{Offset: uint32(len(e.code)), Inst: in.Origin, Maker: e.maker})
		}
		// Moves stand before their instruction, in the order of the allocation; none is behind the
		// last.
		for ; next < len(moves) && moves[next].Before == i; next++ {
			e.by(moveMaker(&moves[next]))
			e.move(&moves[next], i, b)
		}
		if in.Maker != 0 {
			e.by(e.f.Makers[in.Maker-1])
		}
		e.instruction(b, i, in)
	}
	last := &e.f.Insts[info.End-1]
	p.kind, p.cond = last.Kind, x86.Cond(last.Cond)
	if p.kind == mach.Jump || p.kind == mach.Branch {
		e.by("layout")
	}
	p.leaves = e.plan.Framed[b]
	// The edge leaves the frame: the epilogue stands before the jump. For other terminators no
	// edge does, or a block of its own lies on it.
	if p.kind == mach.Jump && p.leaves && !e.plan.Framed[info.Succs[0].To] {
		e.epilogue()
		p.leaves = false
	}
	p.end, p.relocs.to, p.lines.to, p.unwind.to = len(e.code), len(e.relocs), len(e.lines), len(e.unwind)
}

// by notes who makes the code from here on.
func (e *emitter) by(maker string) {
	if e.o.Makers && maker != e.maker {
		e.maker = maker
		e.lines = append(e.lines, object.Line{Offset: uint32(len(e.code)), Inst: e.origin, Maker: maker})
	}
}

// moveMaker says what a move of the allocation is.
func moveMaker(m *mach.Move) string {
	_, from := m.From.Slot()
	_, to := m.To.Slot()
	switch {
	case m.Remat != 0:
		return "allocation: made again"
	case to:
		return "allocation: spill"
	case from:
		return "allocation: reload"
	}
	return "allocation: split"
}

// instruction makes the bytes of instruction i of block b.
// Every place of the instruction is final: only moves, which stand before it, still change what is where.
func (e *emitter) instruction(b mach.Block, i uint32, in *mach.Inst) {
	ops, locs := e.f.Ops(i), e.a.Locs[in.First:in.First+uint32(in.Num)]
	switch in.Kind {
	// Jumps are link's; parameters are in their registers already.
	case mach.Params, mach.Jump, mach.Branch:
	case mach.Copy:
		// Nothing is emitted where both are one place, which the allocator aims at.
		e.transfer(locs[1], locs[0], e.f.Classes[ops[0].V])
	case mach.Table:
		e.table(b, locs)
	case mach.Return:
		if e.plan.Framed[b] {
			e.by("frame")
			e.epilogue()
		}
		e.clearUpper()
		e.add(&x86.Inst{Op: x86.RET})
	case mach.Trap:
		e.add(&x86.Inst{Op: x86.UD2})
	case mach.Addr:
		// A definition without a place is made again by the moves that need it.
		if locs[0] != mach.NoLoc {
			e.address(in, reg(locs[0]))
		}
	default:
		if in.Kind == mach.Call {
			e.clearUpper()
		}
		if !in.Remat || locs[0] != mach.NoLoc || in.Num != 1 {
			e.row(i, in, locs, b)
		}
	}
}

// address makes lea of an object.
// LEA writes no flags, so that it may stand between a comparison and the instruction that reads them.
func (e *emitter) address(in *mach.Inst, to x86.Reg) {
	e.add(&x86.Inst{Op: x86.LEA_r64_m, Args: [x86.MaxArgs]x86.Operand{x86.R(to), x86.M(e.frame.object(e.f, in.Obj, 0))}})
}

// row makes a row of the table with its places filled in.
// The selector writes slots for registers, numbers that stand for the operand of that number; what is no
// slot is a fixed register and stays.
func (e *emitter) row(i uint32, in *mach.Inst, locs []mach.Loc, b mach.Block) {
	// A copy: the row may be emitted again by a move, in other places.
	e.inst = e.rows[in.Row]
	for k := range e.inst.Args {
		switch arg := &e.inst.Args[k]; arg.Kind {
		case x86.KReg:
			n, ok := amd64.SlotOf(arg.Reg)
			if !ok {
				break
			}
			// Only operands that take memory may have a slot (mach.Any).
			if s, ok := locs[n].Slot(); ok {
				*arg = x86.M(e.frame.slot(s))
			} else {
				arg.Reg = reg(locs[n])
			}
		case x86.KMem:
			m := &arg.Mem
			// RSP stands for the object: its place in the frame and the displacement are added up.
			if in.Obj != 0 && m.Base == x86.RSP {
				index, scale := m.Index, m.Scale
				*m = e.frame.object(e.f, in.Obj, int64(m.Disp))
				m.Index, m.Scale = index, scale
			}
			if n, ok := amd64.SlotOf(m.Base); ok {
				m.Base = reg(locs[n])
			}
			if n, ok := amd64.SlotOf(m.Index); ok {
				m.Index = reg(locs[n])
			}
		}
	}
	// Rows with symbols have their encoding, since a relocation refers to its layout.
	if e.o.Optimize && in.Kind == mach.Row && in.Sym == "" && e.peephole(i, b) {
		return
	}
	e.encode(&e.inst, in.Sym, in.Kind == mach.Call)
}

// farDisp is a displacement that the encoder cannot shorten: a relocation takes its place.
const farDisp = 1 << 30

// encode appends x, whose displacement, or immediate if it has no memory operand, is relative to
// sym.
// The addend is relative to what the processor adds: for RIP and for jumps that is the address behind
// the instruction, which only the layout of the encoded bytes tells.
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
		// A displacement of 4 bytes, whatever the offset is: the relocation needs the whole field.
		mem.Disp = farDisp
		lay := e.add(x)
		r.Offset = uint64(start) + uint64(lay.Disp)
		r.Kind = object.Abs32S
		if mem.RIP {
			r.Kind = object.PC32
			if e.o.Far != nil && e.o.Far(sym) {
				r.Kind = object.GOT
			}
			// The processor counts from the end of the instruction, the relocation from the field
			// (AMD64 ABI, Relocation).
			r.Add -= int64(len(e.code)) - int64(r.Offset)
		}
		// RELA relocations carry the addend; the field itself is 0.
		clear(e.code[r.Offset : r.Offset+4])
		e.relocs = append(e.relocs, r)
		return
	}
	r.Add, imm.Imm = imm.Imm, 0
	lay := e.add(x)
	r.Offset = uint64(start) + uint64(lay.Imm)
	switch form := x.Op.Form(); {
	case len(form.Args) == 1 && form.Args[0].Kind == x86.ArgRel:
		// For calls: a linker may go through a procedure linkage table.
		r.Kind = object.PLT32
		if !call {
			r.Kind = object.PC32
		}
		r.Add -= int64(len(e.code)) - int64(r.Offset)
	// An immediate of 8 bytes can only be that of MOV_r64_imm64.
	case len(e.code)-int(r.Offset) == 8:
		r.Kind = object.Abs64
	default:
		r.Kind = object.Abs32S
	}
	e.relocs = append(e.relocs, r)
}

// add appends the bytes of x.
// The register allocator keeps to the constraints of each row, so that a row that cannot be encoded is
// an error of ours.
func (e *emitter) add(x *x86.Inst) x86.Layout {
	code, lay, err := x86.Append(e.code, x)
	if err != nil {
		panic(fmt.Sprintf("BUG: function %s: %+v cannot be encoded: %v", e.f.Name, *x, err))
	}
	if e.o.Check {
		checkEncoding(x, code[len(e.code):])
	}
	e.code = code
	if e.o.Made != nil {
		e.o.Made(x, e.origin)
	}
	return lay
}

// table jumps through a table of addresses.
// The index is already known to be in the table: selection compares it with the number of cases.
func (e *emitter) table(b mach.Block, locs []mach.Loc) {
	name := e.tableName(b)
	base := reg(locs[1])
	// Entries are absolute addresses of 8 bytes, the table is addressed relative to RIP.
	e.encode(&x86.Inst{Op: x86.LEA_r64_m, Args: [x86.MaxArgs]x86.Operand{x86.R(base), x86.M(x86.Mem{RIP: true})}}, name, false)
	e.add(&x86.Inst{Op: x86.JMP_rm64, Args: [x86.MaxArgs]x86.Operand{x86.M(x86.Mem{Base: base, Index: reg(locs[0]), Scale: 8})}})
}

// move makes a move of the allocation, before instruction i of block b.
// A value that is cheap to make again has no source: the move repeats its instruction into another place.
func (e *emitter) move(m *mach.Move, i uint32, b mach.Block) {
	if m.Remat == 0 {
		e.transfer(m.From, m.To, m.Class)
		return
	}
	in := &e.f.Insts[m.Remat-1]
	if in.Kind == mach.Addr {
		e.address(in, reg(m.To))
		return
	}
	locs := [1]mach.Loc{m.To}
	e.rematerialize(i, in, locs[:], b)
}

// rematerialize emits in once more, into other places, where a move stands before instruction i.
func (e *emitter) rematerialize(i uint32, in *mach.Inst, locs []mach.Loc, b mach.Block) {
	// The peephole looks at what follows: the instruction that the move stands before.
	e.row(i-1, in, locs, b)
}

// reg is the register that l is.
func reg(l mach.Loc) x86.Reg { return x86.Reg(l.Reg()) }

// transfer moves a value.
// Two slots never meet here: the allocator goes through a register, which it finds or borrows.
func (e *emitter) transfer(from, to mach.Loc, c mach.Class) {
	if from == to || to == mach.NoLoc {
		return
	}
	// The upper bits of a general register are kept too, whatever the value's width is.
	load, store := x86.MOV_r64_rm64, x86.MOV_rm64_r64
	if c == mach.Vec {
		load, store = e.vectorMoves()
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
		x.Args[0], x.Args[1] = x86.M(e.frame.slot(dst)), x86.R(reg(from))
	case srcSlot:
		x.Args[0], x.Args[1] = x86.R(reg(to)), x86.M(e.frame.slot(src))
	default:
		x.Args[0], x.Args[1] = x86.R(reg(to)), x86.R(reg(from))
	}
	e.add(x)
}

// vectorMoves are the rows that load and store a vector register. Slots of vectors are aligned to 16, so MOVAPS where they
// are not longer than that.
func (e *emitter) vectorMoves() (load, store x86.Op) {
	switch code := amd64.CodeOf(e.f); {
	case len(code.Long) > 0:
		return x86.VMOVUPS_y_ym256, x86.VMOVUPS_ym256_y
	case code.VEX:
		return x86.VMOVAPS_x_xm128, x86.VMOVAPS_xm128_x
	}
	return x86.MOVAPS_x_xm128, x86.MOVAPS_xm128_x
}

// clearUpper stands before whoever may use legacy rows: a callee, and a caller. No vector register is saved by a callee,
// and none of 256 bits passes an argument or a result.
func (e *emitter) clearUpper() {
	if len(amd64.CodeOf(e.f).Long) > 0 {
		e.add(&x86.Inst{Op: x86.VZEROUPPER})
	}
}

// savedAt are the saved registers with their distance from the CFA, after n pushes.
// Debuggers and unwinders restore the caller's registers from these, so that they follow the pushes one by one.
func (e *emitter) savedAt(n int, pointer bool) []object.SavedReg {
	var s []object.SavedReg
	// Below the CFA: the return address at -8, then what the prologue pushes, in its order.
	at := int32(-16)
	if pointer {
		s = append(s, object.SavedReg{Reg: dwarfNumber(x86.RBP), Offset: at})
		at -= 8
	}
	for _, r := range e.frame.pushed[:n] {
		s = append(s, object.SavedReg{Reg: dwarfNumber(r), Offset: at})
		at -= 8
	}
	return slices.Clip(s)
}

// dwarfNumber is what the AMD64 ABI calls r in debug information (figure 3.36).
func dwarfNumber(r x86.Reg) uint8 {
	if r.IsXMM() {
		return uint8(17 + r - x86.XMM0)
	}
	// By hardware number: RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, then R8 to R15.
	return [...]uint8{0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15}[r-x86.RAX]
}

// tableName is the symbol of the jump table that block b ends with.
// A program cannot define a reserved name, and blocks are numbered within a function.
func (e *emitter) tableName(b mach.Block) string {
	return fmt.Sprintf("%stable.%s.%d", object.Reserved, e.f.Name, b)
}
