package regalloc

import (
	"math/rand/v2"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// generator makes random machine functions: structured control flow with loops, early exits and
// switches, two-address and fixed operands, calls, constants that can be made again, and as many
// live values as asked for.
type generator struct {
	rng      *rand.Rand
	f        *mach.Func
	live     [2][]mach.VReg // by class: what the current point may use
	pressure int
	budget   int
	real     bool          // only rows that a processor can run
	near     bool          // values are not used long after they were made
	bodies   [][]mach.Inst // by block
	current  mach.Block
}

// generate makes a function of about size instructions.
func generate(rng *rand.Rand, size, pressure int, real bool) *mach.Func {
	return generateFor(rng, size, pressure, real, false)
}

// generateFor is generate, of code whose values die after a while if near is set.
func generateFor(rng *rand.Rand, size, pressure int, real, near bool) *mach.Func {
	g := &generator{rng: rng, f: &mach.Func{Name: "f", Target: amd64.Target, Code: &amd64.Code{Rows: make([]x86.Inst, 1)}, Classes: make([]mach.Class, 1), Objects: make([]mach.Object, 1)}, pressure: pressure, budget: size, real: real, near: near}
	g.newBlock(1, 0)
	n := 1 + rng.IntN(4)
	var ops []mach.Operand
	for i := range n {
		ops = append(ops, g.def(mach.GPR, mach.Fixed, argRegs[i]))
	}
	if rng.IntN(2) == 0 {
		ops = append(ops, g.def(mach.Vec, mach.Fixed, x86.XMM0))
	}
	g.emit(mach.Inst{Kind: mach.Params}, ops...)
	if len(g.live[mach.Vec]) == 0 {
		g.constant(mach.Vec)
	}
	if rng.IntN(3) == 0 {
		g.earlyExit()
	}
	for len(g.live[mach.GPR]) < pressure {
		g.instruction()
	}
	for g.budget > 0 {
		g.region(3, 1, 0)
	}
	g.finish()
	return g.seal()
}

var argRegs = []x86.Reg{x86.RDI, x86.RSI, x86.RDX, x86.RCX, x86.R8, x86.R9}

var (
	file         = amd64.Target.Registers()
	gprs, vecs   = file.Classes[mach.GPR].Regs, file.Classes[mach.Vec].Regs
	calleeSaved  = file.CalleeSaved
	callClobbers = gprs&^calleeSaved | vecs
)

func (g *generator) newBlock(freq float64, depth int) mach.Block {
	g.f.Blocks = append(g.f.Blocks, mach.BlockInfo{Freq: freq, Depth: depth})
	g.bodies = append(g.bodies, nil)
	return mach.Block(len(g.f.Blocks) - 1)
}

func (g *generator) value(c mach.Class) mach.VReg {
	g.f.Classes = append(g.f.Classes, c)
	return mach.VReg(len(g.f.Classes) - 1)
}

// def is an operand that defines a new value, which becomes live.
func (g *generator) def(c mach.Class, want mach.Constraint, r x86.Reg) mach.Operand {
	v := g.value(c)
	g.live[c] = append(g.live[c], v)
	return mach.Operand{V: v, Def: true, Want: want, Reg: mach.Reg(r)}
}

// use picks a live value.
func (g *generator) use(c mach.Class) mach.Operand {
	l := g.live[c]
	if recent := len(l) - g.pressure; recent > 0 && g.rng.IntN(8) != 0 {
		l = l[recent:]
	} else if far := len(l) - 8*g.pressure; far > 0 && g.near {
		l = l[far:]
	}
	return mach.Operand{V: l[g.rng.IntN(len(l))]}
}

func (g *generator) emit(in mach.Inst, ops ...mach.Operand) {
	in.Origin = ir.NoInst
	in.First, in.Num = uint32(len(g.f.Operands)), uint16(len(ops))
	g.f.Operands = append(g.f.Operands, ops...)
	g.bodies[g.current] = append(g.bodies[g.current], in)
	g.budget--
}

// row adds a row to the function's code.
func (g *generator) row(x x86.Inst) uint32 {
	code := amd64.CodeOf(g.f)
	code.Rows = append(code.Rows, x)
	return uint32(len(code.Rows) - 1)
}

func slotArgs(op x86.Op, n ...int) x86.Inst {
	x := x86.Inst{Op: op}
	for i, k := range n {
		x.Args[i] = x86.R(amd64.Slot(k))
	}
	return x
}

func (g *generator) constant(c mach.Class) {
	d := g.def(c, mach.InReg, 0)
	if c == mach.Vec {
		g.emit(mach.Inst{Row: g.row(slotArgs(x86.MOVQ_x_rm64, 0, 1))}, d, g.use(mach.GPR))
		return
	}
	x := slotArgs(x86.MOV_r64_imm64, 0)
	x.Args[1] = x86.I(int64(g.rng.Uint64()))
	g.emit(mach.Inst{Remat: true, Row: g.row(x)}, d)
}

// instruction appends a random instruction.
func (g *generator) instruction() {
	switch n := g.rng.IntN(24); {
	case n < 3:
		g.constant(mach.GPR)
	case n < 10:
		op := []x86.Op{x86.ADD_r64_rm64, x86.SUB_r64_rm64, x86.XOR_r64_rm64, x86.IMUL_r64_rm64}[g.rng.IntN(4)]
		u, w := g.use(mach.GPR), g.use(mach.GPR)
		if g.rng.IntN(2) == 0 {
			w.Want = mach.Any
		}
		g.emit(mach.Inst{Row: g.row(slotArgs(op, 0, 2))}, g.def(mach.GPR, mach.SameAs, 1), u, w)
	case n < 13:
		x := slotArgs(x86.LEA_r64_m, 0)
		x.Args[1] = x86.M(x86.Mem{Base: amd64.Slot(1), Index: amd64.Slot(2), Scale: 4, Disp: 5})
		u, w := g.use(mach.GPR), g.use(mach.GPR)
		g.emit(mach.Inst{Row: g.row(x)}, g.def(mach.GPR, mach.InReg, 0), u, w)
	case n < 15:
		u, w := g.use(mach.GPR), g.use(mach.GPR)
		w.Want, w.Reg = mach.Fixed, mach.Reg(x86.RCX)
		x := slotArgs(x86.SHL_rm64_cl, 0)
		x.Args[1] = x86.R(x86.RCX)
		g.emit(mach.Inst{Row: g.row(x)}, g.def(mach.GPR, mach.SameAs, 1), u, w)
	case n < 16:
		u, w := g.use(mach.GPR), g.use(mach.GPR)
		u.Want, u.Reg = mach.Fixed, mach.Reg(x86.RAX)
		if g.rng.IntN(2) == 0 {
			w.Want = mach.Any
		}
		g.emit(mach.Inst{Row: g.row(slotArgs(x86.MUL_rm64, 3))}, g.def(mach.GPR, mach.Fixed, x86.RAX), g.def(mach.GPR, mach.Fixed, x86.RDX), u, w)
	case n < 18:
		g.call()
	case n < 20:
		c := mach.Class(g.rng.IntN(2))
		u := g.use(c)
		g.emit(mach.Inst{Kind: mach.Copy}, g.def(c, mach.InReg, 0), u)
	case n < 21:
		u, w := g.use(mach.Vec), g.use(mach.Vec)
		if g.rng.IntN(2) == 0 {
			w.Want = mach.Any
		}
		g.emit(mach.Inst{Row: g.row(slotArgs(x86.PADDQ_x_xm128, 0, 2))}, g.def(mach.Vec, mach.SameAs, 1), u, w)
	case n < 22:
		u := g.use(mach.Vec)
		g.emit(mach.Inst{Row: g.row(slotArgs(x86.MOVQ_rm64_x, 0, 1))}, g.def(mach.GPR, mach.InReg, 0), u)
	case n < 23:
		g.constant(mach.Vec)
	case !g.real:
		g.odd()
	}
}

// odd appends an instruction that no row of the table has but selection may ask for.
func (g *generator) odd() {
	u, w, y := g.use(mach.GPR), g.use(mach.GPR), g.use(mach.GPR)
	switch g.rng.IntN(4) {
	case 0:
		d := g.def(mach.GPR, mach.InReg, 0)
		d.Early = true
		g.emit(mach.Inst{}, d, u, w)
	case 1:
		w.Late = true
		g.emit(mach.Inst{Clobbers: 1<<x86.RDX | 1<<x86.RBX}, g.def(mach.GPR, mach.InReg, 0), u, w)
	case 2:
		u.Want, u.Reg, w.Want, w.Reg = mach.Fixed, mach.Reg(x86.RAX), mach.Fixed, mach.Reg(x86.RDX)
		g.emit(mach.Inst{Clobbers: 1<<x86.RCX | 1<<x86.RDX}, g.def(mach.GPR, mach.SameAs, 1), u, w, y)
	case 3:
		d := g.def(mach.GPR, mach.Any, 0)
		d2 := g.def(mach.GPR, mach.SameAs, 2)
		d2.Early = true
		g.emit(mach.Inst{}, d, d2, u, w, y)
	}
}

// call calls the function mix, which destroys what it may.
func (g *generator) call() {
	var ops []mach.Operand
	for i := range g.rng.IntN(4) {
		u := g.use(mach.GPR)
		u.Want, u.Reg = mach.Fixed, mach.Reg(argRegs[i])
		ops = append(ops, u)
	}
	for len(ops) < 3 && g.real {
		u := g.use(mach.GPR)
		u.Want, u.Reg = mach.Fixed, mach.Reg(argRegs[len(ops)])
		ops = append(ops, u)
	}
	u := g.use(mach.Vec)
	u.Want, u.Reg = mach.Fixed, mach.Reg(x86.XMM0)
	ops = append(ops, u)
	clobbers := callClobbers
	d := []mach.Operand{g.def(mach.GPR, mach.Fixed, x86.RAX), g.def(mach.Vec, mach.Fixed, x86.XMM0)}
	clobbers &^= 1<<x86.RAX | 1<<x86.XMM0
	x := x86.Inst{Op: x86.CALL_rel32}
	x.Args[0] = x86.I(0)
	g.emit(mach.Inst{Kind: mach.Call, Row: g.row(x), Sym: "mix", Clobbers: clobbers}, append(d, ops...)...)
}

// goTo ends the current block with a jump.
func (g *generator) goTo(to mach.Block, args []mach.VReg) {
	g.emit(mach.Inst{Kind: mach.Jump})
	g.f.Blocks[g.current].Succs = []mach.Edge{{To: to, Args: args}}
}

// fork ends the current block with a branch on a comparison.
func (g *generator) fork(yes, no mach.Block) {
	g.emit(mach.Inst{Row: g.row(slotArgs(x86.CMP_r64_rm64, 0, 1))}, g.use(mach.GPR), g.use(mach.GPR))
	g.emit(mach.Inst{Kind: mach.Branch, Cond: uint8(g.rng.IntN(16))})
	g.f.Blocks[g.current].Succs = []mach.Edge{{To: yes}, {To: no}}
}

// earlyExit returns on some condition, or continues.
func (g *generator) earlyExit() {
	out, on := g.newBlock(0.5, 0), g.newBlock(0.5, 0)
	g.fork(out, on)
	g.enter(out)
	if g.rng.IntN(2) == 0 {
		g.finish()
	} else {
		end := g.newBlock(0.6, 0)
		g.goTo(end, nil)
		again := g.newBlock(0.1, 0)
		g.enter(on)
		on = g.newBlock(0.4, 0)
		g.fork(again, on)
		g.enter(again)
		for range g.rng.IntN(10) {
			n := g.save()
			g.instruction()
			g.restore(n)
		}
		g.goTo(end, nil)
		g.enter(end)
		g.finish()
	}
	g.enter(on)
}

// params gives block b parameters, and passes picks arguments for them.
func (g *generator) params(b mach.Block, n int) {
	for range n {
		g.f.Blocks[b].Params = append(g.f.Blocks[b].Params, g.value(mach.Class(g.rng.IntN(5)/4)))
	}
}

func (g *generator) passes(b mach.Block) []mach.VReg {
	var args []mach.VReg
	for _, p := range g.f.Blocks[b].Params {
		args = append(args, g.use(g.f.Classes[p]).V)
	}
	return args
}

func (g *generator) enter(b mach.Block) {
	g.current = b
	for _, p := range g.f.Blocks[b].Params {
		c := g.f.Classes[p]
		g.live[c] = append(g.live[c], p)
	}
}

func (g *generator) save() [2]int { return [2]int{len(g.live[0]), len(g.live[1])} }

func (g *generator) restore(n [2]int) {
	g.live[0], g.live[1] = g.live[0][:n[0]:n[0]], g.live[1][:n[1]:n[1]]
}

// region appends code with one edge in and one edge out.
func (g *generator) region(nest int, freq float64, depth int) {
	for range 1 + g.rng.IntN(8) {
		g.instruction()
	}
	if nest == 0 || g.budget <= 0 {
		return
	}
	switch g.rng.IntN(5) {
	case 0, 1:
		g.diamond(nest-1, freq, depth, 2)
	case 2:
		g.loop(nest-1, freq, depth)
	case 3:
		g.diamond(nest-1, freq, depth, 4)
	}
}

// diamond branches n ways, to arms of which some return, and joins the others.
func (g *generator) diamond(nest int, freq float64, depth, n int) {
	var arms []mach.Block
	for range n {
		arms = append(arms, g.newBlock(freq/float64(n), depth))
	}
	if n == 2 {
		g.fork(arms[0], arms[1])
	} else {
		d := mach.Operand{V: g.value(mach.GPR), Def: true, Early: true}
		x := slotArgs(x86.AND_rm64_imm8, 0)
		x.Args[1] = x86.I(3)
		index := g.value(mach.GPR)
		g.emit(mach.Inst{Row: g.row(x)}, mach.Operand{V: index, Def: true, Want: mach.SameAs, Reg: 1}, g.use(mach.GPR))
		g.emit(mach.Inst{Kind: mach.Table}, mach.Operand{V: index}, d)
		for _, b := range arms {
			g.f.Blocks[g.current].Succs = append(g.f.Blocks[g.current].Succs, mach.Edge{To: b})
		}
	}
	join := g.newBlock(freq, depth)
	g.params(join, g.rng.IntN(6))
	outer := g.save()
	for i, b := range arms {
		g.enter(b)
		if g.rng.IntN(3) > 0 {
			g.region(nest, freq/float64(n), depth)
		}
		if i > 0 && g.rng.IntN(6) == 0 {
			g.finish()
		} else {
			g.goTo(join, g.passes(join))
		}
		g.restore(outer)
	}
	g.enter(join)
}

// loop appends a loop that is tested at the top or at the bottom. It counts down in a value of
// its own where the code has to run.
func (g *generator) loop(nest int, freq float64, depth int) {
	inner := freq * 8
	head := g.newBlock(inner, depth+1)
	g.params(head, g.rng.IntN(7))
	var count mach.VReg
	args := g.passes(head)
	if g.real {
		x := slotArgs(x86.MOV_r64_imm64, 0)
		x.Args[1] = x86.I(int64(1 + g.rng.IntN(4)))
		start := mach.Operand{V: g.value(mach.GPR), Def: true}
		g.emit(mach.Inst{Remat: true, Row: g.row(x)}, start)
		count = g.value(mach.GPR)
		args = append(args, start.V)
	}
	g.goTo(head, args)
	g.enter(head)
	if g.real {
		g.f.Blocks[head].Params = append(g.f.Blocks[head].Params, count)
	}
	g.region(nest, inner, depth+1)
	latch, exit := g.newBlock(inner, depth+1), g.newBlock(freq, depth)
	var next mach.VReg
	if g.real {
		next = g.value(mach.GPR)
		x := slotArgs(x86.SUB_rm64_imm8, 0)
		x.Args[1] = x86.I(1)
		g.emit(mach.Inst{Row: g.row(x)}, mach.Operand{V: next, Def: true, Want: mach.SameAs, Reg: 1}, mach.Operand{V: count})
		g.emit(mach.Inst{Kind: mach.Branch, Cond: uint8(x86.NE)})
		g.f.Blocks[g.current].Succs = []mach.Edge{{To: latch}, {To: exit}}
	} else {
		g.fork(latch, exit)
	}
	after := g.save()
	g.enter(latch)
	if g.rng.IntN(2) == 0 {
		g.region(nest, inner, depth+1)
	}
	h := g.f.Blocks[head]
	if g.real {
		g.f.Blocks[head].Params = h.Params[:len(h.Params)-1]
	}
	args = g.passes(head)
	if g.real {
		g.f.Blocks[head].Params = h.Params
		args = append(args, next)
	}
	g.goTo(head, args)
	g.restore(after)
	g.enter(exit)
}

// finish returns two values.
func (g *generator) finish() {
	u, w := g.use(mach.GPR), g.use(mach.Vec)
	u.Want, u.Reg = mach.Fixed, mach.Reg(x86.RAX)
	w.Want, w.Reg = mach.Fixed, mach.Reg(x86.XMM0)
	g.emit(mach.Inst{Kind: mach.Return}, u, w)
}

// seal lays the blocks out one behind the other.
func (g *generator) seal() *mach.Func {
	f := g.f
	for b := range f.Blocks {
		info := &f.Blocks[b]
		info.First = uint32(len(f.Insts))
		f.Insts = append(f.Insts, g.bodies[b]...)
		info.End = uint32(len(f.Insts))
		for _, e := range info.Succs {
			f.Blocks[e.To].Preds = append(f.Blocks[e.To].Preds, mach.Block(b))
		}
	}
	return f
}
