package ir

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// consistent checks the arenas of f against each other: instruction lists, use lists, operand
// slots. It reads only the records, not through the methods under test.
func consistent(f *Func) error {
	uses := map[Value][]uint32{}
	listed := map[Inst]bool{}
	for b, blk := range f.blocks {
		prev := NoInst
		for i := blk.first; i != NoInst; i = f.insts[i].next {
			r := &f.insts[i]
			if listed[i] || r.dead || r.block != Block(b) || r.prev != prev {
				return fmt.Errorf("list of block %d at instruction %d", b, i)
			}
			listed[i], prev = true, i
			for u := r.use; u < r.use+r.nuses; u++ {
				if f.uses[u].inst != i {
					return fmt.Errorf("slot %d belongs to %d, not %d", u, f.uses[u].inst, i)
				}
				if v := f.uses[u].value; v != NoValue {
					uses[v] = append(uses[v], u)
				}
			}
			total := f.coldInsts[i].nfixed
			for _, t := range f.targets[f.coldInsts[i].tgt : f.coldInsts[i].tgt+uint32(r.ntgt)] {
				total += t.nargs
			}
			if total != r.nuses {
				return fmt.Errorf("instruction %d has %d operands, its parts %d", i, r.nuses, total)
			}
			for n := range r.nres {
				if v := f.values[r.res+Value(n)]; v.inst != i || v.index != uint32(n) {
					return fmt.Errorf("result %d of %d", n, i)
				}
			}
		}
		if blk.last != prev {
			return fmt.Errorf("last instruction of block %d", b)
		}
	}
	if len(listed) != len(f.insts)-f.dead {
		return fmt.Errorf("%d instructions in lists, %d live", len(listed), len(f.insts)-f.dead)
	}
	for v := range f.values {
		var got []uint32
		prev := uint32(none)
		for u := f.values[v].uses; u != none; u = f.uses[u].next {
			if f.uses[u].prev != prev || len(got) > len(f.uses) {
				return fmt.Errorf("use list of value %d at slot %d", v, u)
			}
			got, prev = append(got, u), u
		}
		want := uses[Value(v)]
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			return fmt.Errorf("value %d is used by slots %v, its list has %v", v, want, got)
		}
	}
	return nil
}

func testRand(t *testing.T) *rand.Rand {
	seed := testseed.Seed(t)
	return rand.New(rand.NewPCG(seed, 0))
}

// editor makes and changes a function at random; it need not verify.
type editor struct {
	*rand.Rand
	f      *Func
	blocks []Block
}

func newEditor(r *rand.Rand) *editor {
	m := NewModule()
	e := &editor{Rand: r, f: m.AddFunc("f", []Param{{Type: Int}, {Type: Int, Name: "b"}}, nil)}
	region := Body
	for n := range 2 + e.IntN(4) {
		if n > 0 && e.IntN(3) == 0 {
			region = e.f.AddRegion(region, LoopRegion)
		}
		b := e.f.AddBlock(region)
		e.blocks = append(e.blocks, b)
		for range e.IntN(3) {
			e.f.AddArg(b, Int, Signed(uint32(1+e.IntN(9))))
		}
	}
	e.f.At(e.blocks[0]).Int64(0, 0)
	for range 30 {
		e.insert()
	}
	return e
}

func (e *editor) value() Value {
	for range 100 { // values of deleted instructions do not count
		v := Value(e.IntN(e.f.NumValues()))
		if i := e.f.Def(v); i == NoInst && e.f.DefBlock(v) != NoBlock || i != NoInst && !e.f.Deleted(i) {
			return v
		}
	}
	return e.f.At(e.blocks[0]).Int64(1, 0)
}

func (e *editor) operand() Operand { return Operand{e.value(), Unsigned(uint32(e.IntN(3)))} }

func (e *editor) inst() Inst {
	for range 100 {
		if i := Inst(e.IntN(e.f.NumInsts())); !e.f.Deleted(i) {
			return i
		}
	}
	return NoInst
}

func (e *editor) insert() {
	b := e.f.At(e.blocks[e.IntN(len(e.blocks))])
	if i := e.f.FirstInst(b.Block()); i != NoInst && e.IntN(2) == 0 {
		b = e.f.Before(i)
	}
	switch e.IntN(5) {
	case 0:
		b.Int64(int64(e.IntN(100)), 0)
	case 1, 2:
		b.Inst(OpAdd, Attr{}, []Operand{e.operand(), e.operand()}, nil, []Type{Int}, 0)
	case 3:
		b.Inst(OpSplit, Attr{N: 8}, []Operand{e.operand()}, nil, []Type{Int, Int}, 0)
	case 4:
		b.Inst(OpBr, Attr{}, nil, []Target{Goto(e.blocks[0], e.value())}, nil, 0)
	}
}

// step makes one change, and says what.
func (e *editor) step() string {
	f := e.f
	i := e.inst()
	if i == NoInst {
		e.insert()
		return "insert"
	}
	switch e.IntN(9) {
	case 0:
		e.insert()
		return "insert"
	case 1:
		if n := f.NumOperands(i); n > 0 {
			f.SetOperand(i, e.IntN(n), e.operand())
		}
		return "SetOperand"
	case 2:
		f.ReplaceUses(e.value(), e.value())
		return "ReplaceUses"
	case 3:
		for _, r := range f.Results(i) {
			if f.HasUses(r) {
				other := e.value()
				for f.Def(other) == i {
					other = f.At(e.blocks[0]).Int64(7, 0)
				}
				f.ReplaceUses(r, other)
			}
		}
		f.RemoveInst(i)
		return "RemoveInst"
	case 4:
		b, at := e.blocks[e.IntN(len(e.blocks))], NoInst
		if j := e.inst(); j != i && j != NoInst && e.IntN(2) == 0 {
			b, at = f.InstBlock(j), j
		}
		f.MoveInst(i, b, at)
		return "MoveInst"
	case 5:
		fixed := f.FixedOperands(i)
		if f.Op(i) == OpBr {
			f.SetOperands(i, nil, []Target{Goto(e.blocks[e.IntN(len(e.blocks))], e.value(), e.value())})
		} else {
			slices.Reverse(fixed)
			f.SetOperands(i, fixed, nil)
		}
		return "SetOperands"
	case 6:
		e.compact()
		return "Compact"
	case 7:
		e.f = f.Module.Clone().Funcs[0]
		return "Clone"
	default:
		if n := f.NumTargets(i); n > 0 {
			f.SetTargetBlock(i, e.IntN(n), e.blocks[e.IntN(len(e.blocks))])
		}
		return "SetTargetBlock"
	}
}

func (e *editor) compact() {
	f := e.f
	before, live := f.Canonical(), f.Live()
	type def struct {
		op  Op
		old Inst
	}
	var defs []def
	for i := range Inst(f.NumInsts()) {
		if !f.Deleted(i) {
			defs = append(defs, def{f.Op(i), i})
		}
	}
	moved := f.Compact()
	if after := f.Canonical(); after != before {
		panic(fmt.Sprintf("BUG: compaction changed the text\n%s\n%s", before, after))
	}
	if f.NumInsts() != live || f.Live() != live {
		panic(fmt.Sprintf("BUG: %d of %d instructions after compaction", f.NumInsts(), live))
	}
	next := Inst(0)
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if i != next {
				panic(fmt.Sprintf("BUG: instruction %d where %d is due", i, next))
			}
			next++
		}
	}
	for _, d := range defs {
		if f.Op(moved[d.old]) != d.op {
			panic("BUG: the map of compaction leads to another instruction")
		}
	}
}

func TestRandomEdits(t *testing.T) {
	r := testRand(t)
	rounds := 120
	if testing.Short() {
		rounds = 20
	}
	for range rounds {
		e := newEditor(r)
		var log []string
		for range 60 {
			log = append(log, e.step())
			if err := consistent(e.f); err != nil {
				t.Fatalf("after %v: %v", log, err)
			}
		}
	}
}

// TestUses compares the use iterator with a scan of all operands.
func TestUses(t *testing.T) {
	r := testRand(t)
	for range 50 {
		e := newEditor(r)
		for range 20 {
			e.step()
		}
		f := e.f
		want := map[Value]map[Use]bool{}
		for i := range Inst(f.NumInsts()) {
			if f.Deleted(i) {
				continue
			}
			for n := range f.NumOperands(i) {
				v := f.Arg(i, n)
				if want[v] == nil {
					want[v] = map[Use]bool{}
				}
				want[v][Use{i, n}] = true
			}
		}
		for v := range Value(f.NumValues()) {
			n := 0
			for u := range f.Uses(v) {
				n++
				if !want[v][u] {
					t.Fatalf("v%d is not operand %d of %d", v, u.Index, u.Inst)
				}
			}
			if n != len(want[v]) || f.HasUses(v) != (n > 0) {
				t.Fatalf("v%d has %d uses, want %d", v, n, len(want[v]))
			}
		}
	}
}

// TestCloneIsIndependent: neither side sees changes of the other.
func TestCloneIsIndependent(t *testing.T) {
	r := testRand(t)
	for range 60 {
		e := newEditor(r)
		m := e.f.Module
		m.AddData(&Data{Name: "d", Pieces: []DataPiece{{Bytes: []byte("ab")}}, Relocs: []Reloc{{Sym: m.Symbol("d")}}})
		m.AddExtern(&Extern{Name: "g", Params: []Param{{Type: Int}}, Returns: []Param{{Type: Ptr}}})
		m.SetLocation(m.SourceOrigin(Position{1, 1}), Location{File: "a"})
		text := m.Canonical()
		c := m.Clone()
		if c.Canonical() != text {
			t.Fatal("a clone has another text")
		}
		change := func(m *Module) {
			ce := &editor{Rand: r, f: m.Funcs[0], blocks: e.blocks}
			for range 25 {
				// A clone step would turn to a third module.
				f := ce.f
				ce.step()
				ce.f = f
			}
			ce.f.AddArg(e.blocks[0], Bool, 0)
			ce.f.AddBlock(Body)
			ce.f.Params[0].Type = Ptr
			ce.f.SetType(0, F32)
			m.Data[0].Pieces[0].Bytes[0] = 'z'
			m.Data[0].Relocs[0].Off = 1
			m.Externs[0].Params[0].Type = F64
			m.Externs[0].Returns[0].Type = F64
			m.Symbol("new")
			m.SetLocation(m.SourceOrigin(Position{2, 2}), Location{File: "b"})
		}
		change(c)
		if m.Canonical() != text {
			t.Fatalf("changing the clone changed the original:\n%s\n%s", text, m)
		}
		c = m.Clone()
		change(m)
		if c.Canonical() != text {
			t.Fatalf("changing the original changed the clone:\n%s\n%s", text, c)
		}
		if err := consistent(c.Funcs[0]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRemoveBlockAndArgs(t *testing.T) {
	f := NewModule().AddFunc("f", nil, nil)
	a, b := f.AddBlock(Body), f.AddBlock(Body)
	x, y, z := f.AddArg(b, Int, 0), f.AddArg(b, Int, 0), f.AddArg(b, Int, 0)
	f.At(b).Binary(OpAdd, x, z, 0)
	f.At(a).Stop(OpTrap, 0)
	f.RemoveArg(b, f.DefIndex(y))
	if got := f.Args(b); !slices.Equal(got, []Value{x, z}) || f.DefIndex(z) != 1 {
		t.Errorf("arguments %v", got)
	}
	f.RemoveBlock(b)
	if err := consistent(f); err != nil {
		t.Error(err)
	}
	if f.HasUses(x) || len(f.Nodes(Body)) != 1 || f.Live() != 1 {
		t.Errorf("a deleted block leaves traces:\n%s", f)
	}
}

func TestDeletedTwice(t *testing.T) {
	f := NewModule().AddFunc("f", nil, nil)
	i := f.At(f.AddBlock(Body)).Stop(OpTrap, 0)
	f.RemoveInst(i)
	defer func() {
		if recover() == nil {
			t.Error("deleting twice is a bug")
		}
	}()
	f.RemoveInst(i)
}
