package facts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
)

// demandsDiffer says in what got is not what is found from scratch, and counts the masks that are neither
// nothing nor everything.
func demandsDiffer(f *ir.Func, got *facts.Demands, scratch *facts.Work) (some int, err error) {
	want := facts.Demanded(f)
	defer want.Free()
	scratch.Insts += want.Work().Insts
	scratch.Args += want.Work().Args
	for b := range f.Blocks() {
		values := slices.Clone(f.Args(b))
		for i := range f.Insts(b) {
			values = append(values, f.Results(i)...)
		}
		for _, v := range values {
			if f.TypeOf(v) != ir.Int {
				continue
			}
			x, y := got.Of(v), want.Of(v)
			if !x.Equal(y) {
				return some, fmt.Errorf("of v%d %x is demanded, from scratch %x", v, x.Big(), y.Big())
			}
			if y.Sign() > 0 {
				some++
			}
		}
	}
	return some, nil
}

// mutateDemand writes something into f that is likely to change what is demanded: fewer checks, and masks,
// shifts and constants before the consumers of values.
func mutateDemand(r *rand.Rand, f *ir.Func) {
	var insts []ir.Inst
	for b := range f.Blocks() {
		insts = slices.AppendSeq(insts, f.Insts(b))
	}
	for range 20 {
		i := insts[r.IntN(len(insts))]
		if f.NumOperands(i) == 0 {
			continue
		}
		n := r.IntN(f.NumOperands(i))
		if f.Op(i).IsTerminator() {
			n = f.NumOperands(i) - 1 // rather one that is passed on
		}
		v := f.Arg(i, n)
		if f.TypeOf(v) != ir.Int {
			continue
		}
		b := f.Before(i)
		constant := func(below int) ir.Value { return b.Int64(int64(r.IntN(below)), ir.Synthetic) }
		switch r.IntN(6) {
		case 0:
			f.SetAnnot(v, ir.NoAnnot)
		case 1:
			f.SetOperand(i, n, ir.Operand{Value: v})
		case 2:
			f.SetOperand(i, n, ir.Operand{Value: b.Binary(ir.OpAnd, v, constant(1<<12), ir.Synthetic)})
		case 3:
			op := []ir.Op{ir.OpShl, ir.OpShr}[r.IntN(2)]
			f.SetOperand(i, n, ir.Operand{Value: b.Binary(op, v, constant(4), ir.Synthetic)})
		case 4:
			f.SetOperand(i, n, ir.Operand{Value: b.Extend(ir.OpZExt, v, uint32(1+r.IntN(40)), ir.Synthetic)})
		case 5:
			if f.Op(i) == ir.OpStore && n == 0 {
				a := f.Attr(i)
				a.N = 1 << r.IntN(4)
				f.SetAttr(i, a)
			}
		}
		return
	}
}

// cutOff makes a conditional branch that passes nothing go one way, so that blocks may be out of reach, and
// returns how to undo that.
func cutOff(r *rand.Rand, f *ir.Func) func() {
	for b := range f.Blocks() {
		i := f.Terminator(b)
		if i == ir.NoInst || f.Op(i) != ir.OpBrIf || f.NumOperands(i) != 1 || r.IntN(3) > 0 {
			continue
		}
		n := r.IntN(2)
		was := f.TargetBlock(i, n)
		f.SetTargetBlock(i, n, f.TargetBlock(i, 1-n))
		return func() { f.SetTargetBlock(i, n, was) }
	}
	return nil
}

// TestUpdateDemands: after passes in random order, or edits at random, on generated programs, demands
// that are brought up to date are those found from scratch; if marks are lost, they are not.
func TestUpdateDemands(t *testing.T) {
	seed, programs, table := updated(t, func(p *pass.Pass) bool { return p.Demands })
	var done, all facts.Work
	updates, some, lost, caught := 0, 0, 0, 0
	for n := range programs {
		m := changing(seed, n)
		r := rand.New(rand.NewPCG(seed, n))
		kept := map[*ir.Func]*facts.Demands{}
		for _, f := range m.Funcs {
			if f.Entry() != ir.NoBlock {
				for range 20 {
					mutateDemand(r, f)
				}
				kept[f] = facts.Demanded(f)
				kept[f].Keep()
			}
		}
		check := func(f *ir.Func, what string) {
			d := kept[f]
			was := f.SettledUses()
			d.Update(cfg.New(f))
			done.Insts += d.Work().Insts
			done.Args += d.Work().Args
			k, err := demandsDiffer(f, d, &all)
			if err != nil {
				t.Fatalf("seed %d, %s (settled %d): @%s: %v\n%s", seed+n, what, was, f.Name, err, f)
			}
			d.Keep()
			updates++
			some += k
		}
		edit := func(f *ir.Func) {
			for range 1 + r.IntN(3) {
				if r.IntN(2) == 0 {
					mutate(r, f)
				} else {
					mutateDemand(r, f)
				}
			}
		}
		for round := range 8 {
			what := "edits"
			if round%2 == 0 {
				what = table[r.IntN(len(table))].Name
				if _, err := pass.Run(m, table, pass.Options{Config: pass.Single("one", 1, what)}); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range m.Funcs {
				if kept[f] == nil {
					continue
				}
				if round%2 == 0 {
					check(f, what)
					continue
				}
				edit(f)
				check(f, what)
				if undo := cutOff(r, f); undo != nil {
					check(f, "a branch less")
					edit(f)
					check(f, "edits with a branch less")
					undo()
					check(f, "a branch more")
				}
			}
		}
		for _, f := range m.Funcs { // the marks are lost
			if d := kept[f]; d != nil {
				mutateDemand(r, f)
				d.Keep()
				d.Update(cfg.New(f))
				lost++
				if _, err := demandsDiffer(f, d, &facts.Work{}); err != nil {
					caught++
				}
			}
		}
	}
	t.Logf("%d updates: %d instructions and %d arguments looked at, from scratch %d and %d; %d masks of some bits; %d of %d functions with lost marks caught",
		updates, done.Insts, done.Args, all.Insts, all.Args, some, caught, lost)
	if done.Insts*2 > all.Insts || done.Insts == 0 || some < updates {
		t.Error("an update is not worth its while, or the test tells nothing")
	}
	if caught*5 < lost || lost == 0 {
		t.Error("lost marks are not caught")
	}
}

// TestDemandsReshaped: an end of a block that nobody wrote may go elsewhere, since another block is gone.
func TestDemandsReshaped(t *testing.T) {
	m, err := parser.Parse("t.tir", []byte(`func @f(int) -> int {
bb0:
  v0 = param 0
  v1 = icmp.eq v0, v0
  v2 = zext v0, 20
  brif v1, bb1, bb3(v2)
  region plain {
    bb1:
      region_yield v2
  }
bb2(v3: int):
  ret v3
bb3(v4: int):
  v5 = iconst 15
  v6 = and v4, v5
  ret v6
}
`))
	if err != nil {
		t.Fatal(err)
	}
	f := m.Funcs[0]
	d := facts.Demanded(f)
	d.Keep()
	var v ir.Value
	for i := range f.Insts(f.Entry()) {
		if f.Op(i) == ir.OpZExt {
			v = f.Result(i, 0)
		}
	}
	if !d.Of(v).Equal(num.New(-1)) {
		t.Errorf("%x is demanded, want all bits", d.Of(v).Big())
	}
	for b := range f.Blocks() {
		if args := f.Args(b); len(args) == 1 && f.Op(f.FirstInst(b)) == ir.OpRet {
			f.RemoveBlock(b)
			break
		}
	}
	if d.Update(cfg.New(f)); !d.Of(v).Equal(num.New(15)) {
		t.Errorf("%x is demanded, want four bits", d.Of(v).Big())
	}
}
