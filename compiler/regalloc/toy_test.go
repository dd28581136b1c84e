package regalloc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/regalloc"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// The toy machine has six registers, whose numbers lie apart. a, b, c, d belong to the called
// function, e and f to its caller; f is the frame pointer. All calculate modulo 2 to the 64.
const (
	regA mach.Reg = 1
	regB mach.Reg = 2
	regC mach.Reg = 17
	regD mach.Reg = 40
	regE mach.Reg = 62
	regF mach.Reg = 63
)

var toyRegisters = func() *mach.Registers {
	r := &mach.Registers{FramePointer: regF, StackAlign: 8, CalleeSaved: 1<<regE | 1<<regF}
	r.Classes[mach.GPR] = mach.RegClass{Regs: 1<<regA | 1<<regB | 1<<regC | 1<<regD | 1<<regE | 1<<regF, Slot: 8}
	for n, reg := range []mach.Reg{regA, regB, regC, regD, regE, regF} {
		r.Names[reg] = string("abcdef"[n])
	}
	return r
}()

// toy implements [mach.Target].
type toy struct{}

func (toy) Registers() *mach.Registers { return toyRegisters }

func (toy) Repeatable(f *mach.Func, i uint32) bool { return row(f, i).op == opConst }

func (toy) CondText(uint8) string { return "nz" }

func (toy) RowText(f *mach.Func, i uint32, operand func(n int) string) string {
	r := row(f, i)
	if r.op == opConst {
		return fmt.Sprintf("const %s, %d", operand(0), r.imm)
	}
	return toyRows[r.op].name
}

type toyOp uint8

const (
	opConst toyOp = iota
	opAdd
	opLea
	opShift
	opMul
	opEarly
	opLate
	opScramble
	opTest
	opOut
	opCall
)

// toyRow is what a Row or Call of the machine is beside its operands.
type toyRow struct {
	op  toyOp
	imm uint64
}

func row(f *mach.Func, i uint32) *toyRow { return &(*f.Code.(*[]toyRow))[f.Insts[i].Row] }

// cpu is what an instruction sees of the machine: its operands as they are encoded, the flag, the
// output.
type cpu interface {
	// get reads operand n and set writes it. What an encoding leaves out (a register that is fixed, the
	// use that a definition shares its register with) is read through what the processor takes instead.
	get(n int) uint64
	set(n int, x uint64)
	state() *toyState
}

type toyState struct {
	zero bool
	out  uint64
}

func (s *toyState) emit(x uint64) { s.out = (s.out^x)*0x9E3779B97F4A7C15 + 1 }

// toyRows are the rows of the machine: how operands are asked for, and what the processor does, in the
// order in which it does it.
var toyRows = []struct {
	name     string
	clobbers mach.RegSet
	operands []mach.Operand // without values
	run      func(m cpu, imm uint64)
}{
	opConst: {"const", 0, []mach.Operand{{Def: true}}, func(m cpu, imm uint64) { m.set(0, imm) }},
	opAdd: {"add", 0, []mach.Operand{{Def: true, Want: mach.SameAs, Reg: 1}, {}, {Want: mach.Any}},
		func(m cpu, _ uint64) { m.set(0, m.get(1)+m.get(2)) }},
	opLea: {"lea", 0, []mach.Operand{{Def: true}, {}, {}}, func(m cpu, imm uint64) { m.set(0, m.get(1)+2*m.get(2)+imm) }},
	opShift: {"shift", 0, []mach.Operand{{Def: true, Want: mach.SameAs, Reg: 1}, {}, {Want: mach.Fixed, Reg: regB}},
		func(m cpu, _ uint64) { m.set(0, m.get(1)<<(m.get(2)&7)) }},
	opMul: {"mul", 0, []mach.Operand{{Def: true, Want: mach.Fixed, Reg: regA}, {Def: true, Want: mach.Fixed, Reg: regB}, {Want: mach.Fixed, Reg: regA}, {Want: mach.Any}},
		func(m cpu, _ uint64) {
			x, y := m.get(2), m.get(3)
			m.set(0, x*y)
			m.set(1, x^y>>3)
		}},
	opEarly: {"early", 0, []mach.Operand{{Def: true, Early: true}, {}, {}},
		func(m cpu, imm uint64) {
			m.set(0, imm)
			m.set(0, m.get(1)-m.get(2))
		}},
	opLate: {"late", 1 << regC, []mach.Operand{{Def: true}, {}, {Late: true}},
		func(m cpu, imm uint64) {
			x := m.get(1)
			m.set(0, x+imm)
			m.set(0, x+imm^m.get(2))
		}},
	opScramble: {"scramble", 1<<regB | 1<<regE, []mach.Operand{{Def: true, Want: mach.SameAs, Reg: 1}, {}, {Want: mach.Fixed, Reg: regD}},
		func(m cpu, imm uint64) { m.set(0, m.get(1)^m.get(2)*imm) }},
	opTest: {"test", 0, []mach.Operand{{}, {Want: mach.Any}}, func(m cpu, _ uint64) { m.state().zero = (m.get(0)^m.get(1))&3 == 0 }},
	opOut:  {"out", 0, []mach.Operand{{Want: mach.Any}}, func(m cpu, _ uint64) { m.state().emit(m.get(0)) }},
	opCall: {"call", 1<<regB | 1<<regC | 1<<regD, []mach.Operand{{Def: true, Want: mach.Fixed, Reg: regA}, {Want: mach.Fixed, Reg: regA}, {Want: mach.Fixed, Reg: regB}},
		func(m cpu, imm uint64) {
			x, y := m.get(1), m.get(2)
			m.state().emit(x - y)
			m.set(0, 3*x+y^imm)
		}},
}

// run executes f on m until it returns or has taken so many steps. The hooks are what differs before
// and after register allocation.
func run(f *mach.Func, hooks executor) uint64 {
	b := mach.Block(0)
	for steps := 0; ; {
		info := &f.Blocks[b]
		taken := 0
		for i := info.First; i < info.End; i++ {
			if steps++; steps > 1500 {
				return hooks.state().out
			}
			hooks.at(i)
			switch in := &f.Insts[i]; in.Kind {
			case mach.Row, mach.Call:
				r := row(f, i)
				toyRows[r.op].run(hooks, r.imm)
			case mach.Params:
				for n := range f.Ops(i) {
					hooks.set(n, uint64(n)*0x1234567+5)
				}
			case mach.Copy:
				hooks.set(0, hooks.get(1))
			case mach.Branch:
				if hooks.state().zero {
					taken = 1
				}
			case mach.Table:
				taken = int(hooks.get(0) & 3)
			case mach.Return:
				hooks.state().emit(hooks.get(0))
				return hooks.state().out
			}
			hooks.behind(i)
		}
		e := &info.Succs[taken]
		hooks.edge(e)
		b = e.To
	}
}

type executor interface {
	cpu
	at(i uint32)     // the instruction that get and set are about; moves before it happen
	behind(i uint32) // what the instruction destroys
	edge(e *mach.Edge)
}

// values is the machine before allocation: a virtual register is a variable.
type values struct {
	toyState
	f   *mach.Func
	i   uint32
	reg []uint64
}

func (m *values) state() *toyState    { return &m.toyState }
func (m *values) get(n int) uint64    { return m.reg[m.f.Ops(m.i)[n].V] }
func (m *values) set(n int, x uint64) { m.reg[m.f.Ops(m.i)[n].V] = x }
func (m *values) at(i uint32)         { m.i = i }
func (m *values) behind(uint32)       {}
func (m *values) edge(e *mach.Edge) {
	var args []uint64
	for _, v := range e.Args {
		args = append(args, m.reg[v])
	}
	for k, p := range m.f.Blocks[e.To].Params {
		m.reg[p] = args[k]
	}
}

// places is the machine after allocation: registers and the slots of the frame. It believes the
// allocation only where the encoding has a field for it.
type places struct {
	toyState
	f       *mach.Func
	a       *mach.Alloc
	i       uint32
	content map[mach.Loc]uint64
}

func (m *places) state() *toyState { return &m.toyState }

// loc is the place of operand n as the processor finds it.
func (m *places) loc(n int) mach.Loc {
	ops := m.f.Ops(m.i)
	for k := range ops { // a two-address row has one field for both
		if ops[k].Def && ops[k].Want == mach.SameAs && int(ops[k].Reg) == n {
			n = k
		}
	}
	if ops[n].Want == mach.Fixed {
		return mach.Loc(ops[n].Reg)
	}
	return m.a.Locs[int(m.f.Insts[m.i].First)+n]
}

func (m *places) get(n int) uint64    { return m.content[m.loc(n)] }
func (m *places) set(n int, x uint64) { m.content[m.loc(n)] = x }

func (m *places) at(i uint32) {
	m.i = i
	for k := m.a.FirstMove(i); k < len(m.a.Moves) && m.a.Moves[k].Before == i; k++ {
		if mv := &m.a.Moves[k]; mv.Remat != 0 {
			m.content[mv.To] = row(m.f, mv.Remat-1).imm
		} else {
			m.content[mv.To] = m.content[mv.From]
		}
	}
}

func (m *places) behind(i uint32) {
	for set := m.f.Insts[i].Clobbers; set != 0; set &= set - 1 {
		m.content[mach.Loc(set.First())] = 0xDEAD
	}
}

func (m *places) edge(*mach.Edge) {}

// before is what f computes, and after what it computes with the places of a; saved reports whether
// the registers that a does not list as saved are as the caller left them.
func before(f *mach.Func) uint64 { return run(f, &values{f: f, reg: make([]uint64, len(f.Classes))}) }

func after(f *mach.Func, a *mach.Alloc) (out uint64, saved bool) {
	m := &places{f: f, a: a, content: map[mach.Loc]uint64{mach.Loc(regE): 0xE, mach.Loc(regF): 0xF}}
	out = run(f, m)
	return out, (a.Saved.Has(regE) || m.content[mach.Loc(regE)] == 0xE) && (a.Saved.Has(regF) || m.content[mach.Loc(regF)] == 0xF)
}

// toyGen makes random functions of the toy machine: diamonds, switches and loops, with arguments on
// edges.
type toyGen struct {
	rng      *rand.Rand
	f        *mach.Func
	live     []mach.VReg
	pressure int // how far back values are used
	budget   int
	bodies   [][]mach.Inst
	current  mach.Block
}

func toyFunc(rng *rand.Rand, size, pressure int) *mach.Func {
	g := &toyGen{rng: rng, pressure: pressure, budget: size}
	g.f = &mach.Func{Name: "f", Target: toy{}, Code: &[]toyRow{{}}, Classes: make([]mach.Class, 1), Objects: make([]mach.Object, 1)}
	g.block(1, 0)
	var params []mach.Operand
	for _, r := range []mach.Reg{regA, regB, regC}[:1+rng.IntN(3)] {
		params = append(params, mach.Operand{V: g.define(), Def: true, Want: mach.Fixed, Reg: r})
	}
	g.add(mach.Inst{Kind: mach.Params}, params...)
	for len(g.live) < pressure {
		g.row(opConst)
	}
	for g.budget > 0 {
		g.region(3, 1, 0)
	}
	g.add(mach.Inst{Kind: mach.Return}, mach.Operand{V: g.use(), Want: mach.Fixed, Reg: regA})
	for b := range g.f.Blocks {
		info := &g.f.Blocks[b]
		info.First = uint32(len(g.f.Insts))
		g.f.Insts = append(g.f.Insts, g.bodies[b]...)
		info.End = uint32(len(g.f.Insts))
		for _, e := range info.Succs {
			g.f.Blocks[e.To].Preds = append(g.f.Blocks[e.To].Preds, mach.Block(b))
		}
	}
	return g.f
}

func (g *toyGen) block(freq float64, depth int) mach.Block {
	g.f.Blocks = append(g.f.Blocks, mach.BlockInfo{Freq: freq, Depth: depth})
	g.bodies = append(g.bodies, nil)
	return mach.Block(len(g.f.Blocks) - 1)
}

func (g *toyGen) value() mach.VReg {
	g.f.Classes = append(g.f.Classes, mach.GPR)
	return mach.VReg(len(g.f.Classes) - 1)
}

func (g *toyGen) define() mach.VReg {
	g.live = append(g.live, g.value())
	return g.live[len(g.live)-1]
}

func (g *toyGen) use() mach.VReg {
	recent := g.live
	if far := len(recent) - g.pressure; far > 0 && g.rng.IntN(10) > 0 {
		recent = recent[far:]
	}
	return recent[g.rng.IntN(len(recent))]
}

func (g *toyGen) add(in mach.Inst, ops ...mach.Operand) {
	in.First, in.Num = uint32(len(g.f.Operands)), uint16(len(ops))
	g.f.Operands = append(g.f.Operands, ops...)
	g.bodies[g.current] = append(g.bodies[g.current], in)
	g.budget--
}

// row appends a row of the machine with random values.
func (g *toyGen) row(op toyOp) {
	code := g.f.Code.(*[]toyRow)
	*code = append(*code, toyRow{op, g.rng.Uint64() >> 32})
	in := mach.Inst{Row: uint32(len(*code) - 1), Clobbers: toyRows[op].clobbers, Remat: op == opConst}
	if op == opCall {
		in.Kind = mach.Call
	}
	ops := slices.Clone(toyRows[op].operands)
	for n := range ops {
		if !ops[n].Def {
			ops[n].V = g.use()
		}
	}
	for n := range ops {
		if ops[n].Def {
			ops[n].V = g.define()
		}
	}
	g.add(in, ops...)
}

func (g *toyGen) region(nest int, freq float64, depth int) {
	for range 1 + g.rng.IntN(8) {
		switch op := toyOp(g.rng.IntN(int(opCall) + 2)); op {
		case opCall + 1:
			u := g.use()
			g.add(mach.Inst{Kind: mach.Copy}, mach.Operand{V: g.define(), Def: true}, mach.Operand{V: u})
		default:
			g.row(op)
		}
	}
	if nest == 0 || g.budget <= 0 {
		return
	}
	switch g.rng.IntN(4) {
	case 0:
		g.diamond(nest-1, freq, depth, 2)
	case 1:
		g.diamond(nest-1, freq, depth, 4)
	case 2:
		g.loop(nest-1, freq, depth)
	}
}

// fork ends the block with a branch, of two ways, or a jump through a table.
func (g *toyGen) fork(to ...mach.Block) {
	if len(to) == 2 {
		g.row(opTest)
		g.add(mach.Inst{Kind: mach.Branch})
	} else {
		u := g.use()
		g.add(mach.Inst{Kind: mach.Table}, mach.Operand{V: u}, mach.Operand{V: g.value(), Def: true, Early: true})
	}
	for _, b := range to {
		g.f.Blocks[g.current].Succs = append(g.f.Blocks[g.current].Succs, mach.Edge{To: b})
	}
}

// goTo ends the block with a jump that passes arguments.
func (g *toyGen) goTo(to mach.Block) {
	var args []mach.VReg
	for range g.f.Blocks[to].Params {
		args = append(args, g.use())
	}
	g.add(mach.Inst{Kind: mach.Jump})
	g.f.Blocks[g.current].Succs = []mach.Edge{{To: to, Args: args}}
}

func (g *toyGen) params(b mach.Block) {
	for range g.rng.IntN(9) {
		g.f.Blocks[b].Params = append(g.f.Blocks[b].Params, g.value())
	}
}

func (g *toyGen) enter(b mach.Block) {
	g.current = b
	g.live = append(g.live, g.f.Blocks[b].Params...)
}

func (g *toyGen) diamond(nest int, freq float64, depth, n int) {
	var arms []mach.Block
	for range n {
		arms = append(arms, g.block(freq/float64(n), depth))
	}
	g.fork(arms...)
	join := g.block(freq, depth)
	g.params(join)
	outer := len(g.live)
	for _, b := range arms {
		g.enter(b)
		g.region(nest, freq/float64(n), depth)
		g.goTo(join)
		g.live = g.live[:outer]
	}
	g.enter(join)
}

func (g *toyGen) loop(nest int, freq float64, depth int) {
	head := g.block(freq*8, depth+1)
	g.params(head)
	g.goTo(head)
	g.enter(head)
	g.region(nest, freq*8, depth+1)
	latch, exit := g.block(freq*7, depth+1), g.block(freq, depth)
	g.fork(latch, exit)
	outer := len(g.live)
	g.enter(latch)
	g.region(nest, freq*7, depth+1)
	g.goTo(head)
	g.live = g.live[:outer]
	g.enter(exit)
}

var toyModes = []struct {
	name string
	o    regalloc.Options
}{
	{"local", regalloc.Options{Local: true}},
	{"greedy", regalloc.Options{}},
	{"local, frame pointer", regalloc.Options{Local: true, FramePointer: true}},
	{"greedy, frame pointer", regalloc.Options{FramePointer: true}},
}

// TestToyTarget allocates random functions of a machine of six registers with both allocators. The
// checker must accept every result; and the machine must compute the same before and after, also where
// a result was damaged and the checker still accepts it.
func TestToyTarget(t *testing.T) {
	seed := testseed.Seed(t)
	count := 400
	if testing.Short() {
		count = 50
	}
	for _, m := range toyModes {
		var slots, remats, moves, evicted, damaged, rejected, changed int
		for n := range uint64(count) {
			rng := rand.New(rand.NewPCG(seed, n))
			f := toyFunc(rng, 5+rng.IntN(150), 2+rng.IntN(14))
			a, err := regalloc.Run(f, m.o)
			if err != nil {
				t.Fatalf("%s: function %d: %v\n%s", m.name, n, err, f)
			}
			if err := regalloc.Check(f, a); err != nil {
				t.Fatalf("%s: function %d: %v\n%s", m.name, n, err, f)
			}
			want := before(f)
			if got, saved := after(f, a); got != want || !saved {
				t.Fatalf("%s: function %d computes %x, with registers %x (the caller's registers kept: %v)\n%s", m.name, n, want, got, saved, f)
			}
			if m.o.FramePointer && slices.Contains(a.Locs, mach.Loc(regF)) {
				t.Fatalf("%s: function %d has a value in the frame pointer", m.name, n)
			}
			slots, moves = slots+len(a.Slots), moves+len(a.Moves)
			for _, mv := range a.Moves {
				if _, slot := mv.To.Slot(); mv.Remat != 0 {
					remats++
				} else if slot {
					evicted++
				}
			}
			for range 4 {
				b := damage(rng, a)
				damaged++
				verdict := regalloc.Check(f, b)
				got, _ := after(f, b)
				if verdict != nil {
					rejected++
				} else if got != want {
					t.Fatalf("%s: function %d: a damaged allocation computes %x instead of %x and is accepted\n%s", m.name, n, got, want, f)
				}
				if got != want {
					changed++
				}
			}
		}
		t.Logf("%s: %d slots, %d moves, %d of them to slots, %d constants made again; of %d damaged results %d compute something else, %d are rejected",
			m.name, slots, moves, evicted, remats, damaged, changed, rejected)
		if min(slots, evicted, remats) < count/4 || changed < damaged/10 {
			t.Errorf("%s: the functions are too easy for six registers", m.name)
		}
	}
}

// damage is a with one place or move wrong.
func damage(rng *rand.Rand, a *mach.Alloc) *mach.Alloc {
	b := &mach.Alloc{Locs: slices.Clone(a.Locs), Moves: slices.Clone(a.Moves), Slots: a.Slots, Saved: a.Saved}
	wrong := mach.Loc([]mach.Reg{regA, regB, regC, regD, regE}[rng.IntN(5)])
	if len(a.Slots) > 0 && rng.IntN(3) == 0 {
		wrong = mach.InSlot(rng.IntN(len(a.Slots)))
	}
	if len(b.Moves) == 0 || rng.IntN(2) == 0 {
		b.Locs[rng.IntN(len(b.Locs))] = wrong
		return b
	}
	n := rng.IntN(len(b.Moves))
	switch m := &b.Moves[n]; {
	case rng.IntN(3) == 0:
		b.Moves = slices.Delete(b.Moves, n, n+1)
	case rng.IntN(2) == 0:
		m.To = wrong
	case m.Remat == 0:
		m.From = wrong
	}
	return b
}

// TestToyTooManyOperands: what no allocation can give is an error that names the instruction.
func TestToyTooManyOperands(t *testing.T) {
	for _, m := range toyModes {
		g := &toyGen{rng: rand.New(rand.NewPCG(1, 1)), pressure: 7}
		g.f = &mach.Func{Name: "f", Target: toy{}, Code: &[]toyRow{{}}, Classes: make([]mach.Class, 1)}
		g.block(1, 0)
		g.add(mach.Inst{Kind: mach.Params}, mach.Operand{V: g.define(), Def: true, Want: mach.Fixed, Reg: regA})
		var uses []mach.Operand
		for range 7 {
			g.row(opLea)
			uses = append(uses, mach.Operand{V: g.live[len(g.live)-1]})
		}
		g.add(mach.Inst{Row: 0}, uses...)
		g.add(mach.Inst{Kind: mach.Return})
		g.f.Insts = g.bodies[0]
		g.f.Blocks[0].End = uint32(len(g.f.Insts))
		if _, err := regalloc.Run(g.f, m.o); err == nil || !strings.Contains(err.Error(), "instruction 8") {
			t.Errorf("%s: seven registers of six: %v", m.name, err)
		}
	}
}

// TestToyListing: listings of a function ask its target for rows and registers.
func TestToyListing(t *testing.T) {
	f := toyFunc(rand.New(rand.NewPCG(1, 2)), 20, 4)
	for _, want := range []string{"const v", "v1{a}!", "call "} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("the listing lacks %q:\n%s", want, f)
		}
	}
}
