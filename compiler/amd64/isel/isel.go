// Package isel selects instructions: it turns a legal function into machine code over virtual
// registers.
//
// Every int value of a legal function has a container of 8, 16, 32 or 64 bits. Its register holds
// it modulo 2 to that width; what stands above is garbage, and whoever needs more bits extends.
// Where a value is needed wider, it gets a second, wide register of 64 bits that holds the number
// itself, made once right after the definition.
//
// Blocks are taken in reverse postorder backwards, and instructions from the last to the first. So
// all uses of a value are seen before its definition: what nothing asked for is not selected, and a
// user that takes the computation of an operand into its own instruction (an address, a compare,
// a load) leaves nothing behind. Integers are mathematical, so an offset like (i+1)*8 is an address
// whatever the containers are.
//
//   - isel.go, prepare.go, loops.go, flow.go: blocks, edges, ranges, the order of work
//   - vex.go: forms with a destination of their own, where the target has AVX
//   - hoist.go: what loops compute anew though it does not change, moved in front of them, at the end
//   - use.go: operands in registers, immediates, memory
//   - emit.go, rows.go: machine instructions
//   - rules_gen.go: the rules proven in lean/TuffyLean/Target/X86, made by gen
//   - match.go: what the rules ask
//   - x87.go: f80, which has no register
//   - the others: what the rules leave out
//
// Compare and flag consumer are always neighbours, so that nothing comes between them but moves of
// the register allocator.
//
// Non-goals: optimization of the IR, legalization, register allocation, encoding.
package isel

//go:generate go run ../../rules/gen ../../../lean/export/selection.json rules_gen.go ../../../ir/ops.go

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
	"github.com/tuffy-ir/tuffy/x86"
)

// Options choose among correct selections.
type Options struct {
	// Opt is 0 for speed of compilation, 2 for speed of the program.
	Opt int
	// Features are processor features that may be used beyond the x86-64 baseline, as in
	// /proc/cpuinfo.
	Features []target.Feature
	// Passings say how f and its calls pass what is not one scalar after the other.
	Passings *ctype.Passings
	// Far reports which symbols have their addresses in the linker's table (the GOT): another module defines them, or
	// may. nil is none.
	Far func(symbol string) bool
	// Spare is what an earlier selection made and nothing needs any more: the memory of the new one.
	Spare *mach.Func
	// Made is told of each machine instruction as it is begun, while the functions that make it are on
	// the stack. It is made for i, ir.NoInst for an edge or the entry; the rule is that whose code makes it,
	// "" where code beside the rules does.
	Made func(rule string, i ir.Inst)
	// Maker gives what is made by a rule, "" for code beside the rules, a name for [mach.Func.Makers]; nil if nobody asks. It
	// is called as Made is.
	Maker func(rule string) string
}

// Error says that a function cannot be selected.
type Error struct {
	Func  string
	Value string // the value concerned, "" if there is none
	At    string // where in the source or text, "" if unknown
	What  string
}

// Error is one line.
func (e *Error) Error() string {
	var b strings.Builder
	if e.At != "" {
		b.WriteString(e.At + ": ")
	}
	b.WriteString("@" + e.Func + ": ")
	if e.Value != "" {
		b.WriteString(e.Value + ": ")
	}
	return b.String() + e.What
}

// value is what is known of an IR value.
type value struct {
	// Always the end of the chain: an alias is a value that is its own alias.
	alias ir.Value // its low bits are those of this value, in the same register
	// The two registers; 0 until asked for. Selection goes backwards, so a value without
	// either when its definition is reached is dead.
	narrow mach.VReg // holds the value modulo 2^width
	wide   mach.VReg // holds the value itself as 64 bits; of a mask of 128 bits, all bits of each lane
	// Operands that name the value, counted once before selection. What folds a definition into
	// its only user asks for exactly 1.
	uses uint32
	bits uint8 // least n such that the value is in :un or :sn
	// 0 where the value fits no container: then it must be taken apart by its user, or is refused.
	width  uint8 // of the container
	signed bool  // it may be negative
	int    bool
	index  bool // it is read with more bits than its container has
}

// selector is the state for one function.
type selector struct {
	f     *ir.Func
	m     *ir.Module
	opt   Options
	has   features
	found found
	out   *mach.Func
	code  *amd64.Code // of out
	// Floats and masks that are read from memory; they become the module's data.
	pool pool

	// By ir.Value; describe fills every entry before selection begins.
	values []value
	epochs []uint32               // by instruction: how many writes to memory came before it in its block
	graph  *graph.Graph[ir.Block] // of f; the last successor of a block comes first
	order  []ir.Block
	blocks []block    // by IR block
	readIn []ir.Block // by register: 1 + the block in which something reads it that has been selected, the last of them
	params []mach.VReg
	places []place        // of the parameters
	slots  []uint32       // by instruction: stack objects
	how    *ctype.Passing // f is called
	own    abi.Assignment
	sret   mach.VReg
	// The stack objects of values of type f80, and the one of [selector.transit].
	homes   map[ir.Value]uint32
	through uint32
	long    bool // rows of vectors of 256 bits are being selected
	// The function has vectors of 256 bits, whose masks are those of the function.
	longMasks bool
	flat      bool      // some loop is no loop region
	cyclic    bool      // there are loops
	sunk      []ir.Inst // of the block at hand: what has been selected at its end
	// outArgs is the stack object for arguments.
	outArgs uint32
	// bottom is the stack object of the words below the slots whose size is computed.
	bottom uint32
	// saved is the stack object for the registers with arguments behind the parameters, 0 if there is no va_start; the one
	// behind it is the first such argument in memory.
	saved uint32

	// NoInst while arguments of blocks and the entry are made.
	cur  ir.Inst  // being selected
	at   ir.Block // its block
	by   string   // the rule whose code is at work, for Options.Made and Options.Maker alone
	here *block
	// In the order of execution; flush turns it around into rev. Whatever is selected for one IR
	// instruction is complete in seq before the instruction before it begins.
	seq []mach.Inst // what is selected for it, in order
	rev []mach.Inst // all, backwards
	// By machine block: which part of rev it is.
	done []chunk
	// after says after which block of s.order each extra block is laid out; start is where the
	// block being selected starts in rev; separate is an entry apart from the IR's.
	after    []mach.Block
	loops    []mach.Block // of rmwLoop: loop, way back and rest of the block, three by three
	start    int
	separate mach.Block
	edge     []ir.Edge
	// args and succs are pieces of memory that edges are cut from; draft are the blocks before
	// they have their final numbers.
	args  []mach.VReg
	succs []mach.Edge
	draft []mach.BlockInfo
}

// Func selects instructions for f, which is legal. The data are constants that the code refers to
// by name. The error is an [*Error].
func Func(f *ir.Func, m *ir.Module, o Options) (out *mach.Func, consts []object.Data, err error) {
	s := takeScratch()
	s.f, s.m, s.opt = f, m, o
	s.out = o.Spare
	if s.out == nil {
		s.out = &mach.Func{Code: &amd64.Code{}}
	}
	s.code = amd64.CodeOf(s.out)
	// Row 0 is unused, so that 0 in Inst.Row is no row. The memory of Spare is taken over: its
	// function must not be read again.
	s.code.Rows = append(emptied(s.code.Rows, f.NumInsts()), x86.Inst{})
	s.code.VEX, s.code.Long = false, s.code.Long[:0]
	*s.out = mach.Func{Name: f.Name, Target: amd64.Target, Code: s.code, Source: f, Blocks: s.out.Blocks, Insts: s.out.Insts,
		Operands: emptied(s.out.Operands, f.NumInsts()*3/2), Classes: emptied(s.out.Classes, f.NumValues()+16), Objects: s.out.Objects[:0]}
	s.out.Classes, s.out.Objects = append(s.out.Classes, 0), append(s.out.Objects, mach.Object{})
	s.readIn = append(s.readIn, 0)
	// Only refuse throws an *Error. Any other panic is a mistake of ours and is passed on.
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			out, consts, err = nil, nil, e
		}
		s.giveBack()
	}()
	// prepare looks at everything before anything is selected: uses, ranges and aliases must be
	// complete when the last instruction is.
	s.has.set(o.Features)
	s.prepare()
	for n := len(s.order) - 1; n >= 0; n-- {
		s.block(s.order[n])
	}
	s.finish()
	s.vex()
	s.hoist()
	return s.out, s.pool.data, nil
}

var scratch = sync.Pool{New: func() any { return new(selector) }}

// takeScratch is a selector with the memory of an earlier one.
func takeScratch() *selector {
	s := scratch.Get().(*selector)
	// All other fields are zero, also the counters: nothing of the last function may decide here.
	*s = selector{
		values: s.values[:0], epochs: s.epochs[:0], blocks: s.blocks[:0], seq: s.seq[:0],
		rev: s.rev[:0], done: s.done[:0], sunk: s.sunk[:0], readIn: s.readIn[:0], after: s.after[:0], edge: s.edge[:0], places: s.places[:0], draft: s.draft[:0],
	}
	return s
}

// giveBack keeps the memory of s for another function. Nothing that is returned is in it.
func (s *selector) giveBack() {
	s.f, s.m, s.out, s.code, s.here, s.graph, s.order, s.pool = nil, nil, nil, nil, nil, nil, nil, pool{}
	scratch.Put(s)
}

// cleared is a slice of n zero values in the memory of x if that is enough.
func cleared[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	x = x[:n]
	clear(x)
	return x
}

// emptied is an empty slice with room for n, in the memory of x if that is enough.
func emptied[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, 0, n)
	}
	return x[:0]
}

// refuse ends the selection.
func (s *selector) refuse(v ir.Value, format string, args ...any) {
	e := &Error{Func: s.f.Name, What: fmt.Sprintf(format, args...)}
	if v != ir.NoValue {
		e.Value = s.f.Names().Name(v)
	}
	s.locate(e)
	panic(e)
}

// locate fills in where the instruction being selected is, or else the function.
func (s *selector) locate(e *Error) {
	pos := s.f.Pos
	if s.cur != ir.NoInst {
		// A location in the source is preferred to one in the text of the IR.
		o := s.f.Origin(s.cur)
		if l, ok := s.m.Location(o); ok {
			e.At = fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col)
			return
		}
		pos = s.m.TextPos(o)
	}
	if pos != (ir.Position{}) {
		e.At = s.m.File + ":" + pos.String()
	}
}

// features are the processor features that selection asks about.
type features struct{ popcnt, lzcnt, bmi1, bmi2, pclmul, sse41, avx bool }

func (h *features) set(names []target.Feature) {
	for _, n := range names {
		switch n {
		case "popcnt":
			h.popcnt = true
		case "abm", "lzcnt":
			h.lzcnt = true
		case "bmi1":
			h.bmi1 = true
		case "bmi2":
			h.bmi2 = true
		case "pclmulqdq":
			h.pclmul = true
		case "sse4_1":
			h.sse41 = true
		case "avx":
			h.avx = true
		}
	}
}

// block selects all of an IR block.
func (s *selector) block(b ir.Block) {
	s.at, s.here = b, &s.blocks[b]
	take := func(i ir.Inst) {
		s.cur = i
		s.inst(i)
		// An instruction's code is final once it is in rev; nothing looks back into it.
		s.flush(s.start)
	}
	s.sunk = s.sunk[:0]
	for i := s.f.LastInst(b); i != ir.NoInst; i = s.f.PrevInst(i) {
		if slices.Contains(s.sunk, i) {
			continue
		}
		take(i)
		if s.f.Op(i).IsTerminator() {
			s.sinkSteps(i)
			for _, d := range s.sunk {
				take(d)
			}
		}
	}
	s.cur = ir.NoInst
	// The parameters come last, for only now it is known which of them are read.
	s.blockParams(b)
	if b == s.order[0] && s.here.preds == 0 {
		s.entry()
	}
	s.flush(s.start)
	s.done[s.here.index] = chunk{s.start, len(s.rev)}
	// The entry of a machine function has no predecessors. If the IR's first block has some, a
	// block before it receives the parameters and jumps to it.
	if b == s.order[0] && s.here.preds > 0 {
		n := s.extra(1)
		s.entry()
		s.begin(mach.Jump, x86.JMP_rel32)
		s.draft[n].Succs = s.edges(mach.Edge{To: s.here.index})
		s.finishExtra(n)
		s.separate = n
	}
}

// flush moves the instructions in s.seq to the front of what there is of their block, which begins at start in s.rev.
func (s *selector) flush(start int) {
	for n := len(s.seq) - 1; n >= 0; n-- {
		if s.opt.Opt > 0 {
			s.flagsOf(&s.seq[n], start)
		}
		s.rev = append(s.rev, s.seq[n])
	}
	s.seq = s.seq[:0]
}

// inst selects an instruction, if it has an effect or anything asked for its results.
func (s *selector) inst(i ir.Inst) {
	op := s.f.Op(i)
	if op.IsTerminator() {
		s.terminator(i, op)
		return
	}
	if op.Is(ir.MemDef | ir.Calls) {
		s.effect(i, op)
		return
	}
	if s.f.NumResults(i) == 0 {
		s.refuse(ir.NoValue, "%s cannot be selected", op)
	}
	if v := s.f.Result(i, 0); s.f.TypeOf(v) == ir.F80 {
		s.extended(i, v)
		return
	}
	// No register was asked for: dead, or taken into its users.
	needed := false
	for n := range s.f.NumResults(i) {
		r := &s.values[s.f.Result(i, n)]
		needed = needed || r.narrow != 0 || r.wide != 0
	}
	if !needed {
		return
	}
	v := s.f.Result(i, 0)
	switch {
	case op == ir.OpParam: // defined in the entry, the wide register too
		s.widen(v)
		return
	case op == ir.OpSplit:
		s.split(i)
		return
	// The register belongs to another value, which has its own definition; only the wide one is
	// made here.
	case s.values[v].alias != v:
		s.widen(v)
		return
	// Before pure: its dividend may be a product that no register holds.
	case (op == ir.OpTDiv || op == ir.OpTRem) && s.longDivision(i, op, v):
		s.widen(v)
		return
	}
	// The wide register is made behind the definition and before every use, which stands behind
	// both.
	s.pure(i, op, v)
	s.widen(v)
}

// widen makes the wide register of v after its definition, if it was asked for.
func (s *selector) widen(v ir.Value) {
	r := &s.values[v]
	if r.wide == 0 || r.wide == r.narrow || !r.int {
		return
	}
	s.extend(r.wide, s.narrow(v), int(r.width), 64, r.signed)
}
