package facts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// update brings facts up to date.
func update(n *facts.Info, f *ir.Func) {
	c := cfg.New(f)
	n.Update(c, c.Dominators())
}

// differ says in what got is not what is found from scratch.
func differ(f *ir.Func, got *facts.Info) error {
	c := cfg.New(f)
	want := facts.ForwardOn(c, c.Dominators())
	defer want.Free()
	value := func(v ir.Value, b ir.Block) error {
		x, y := got.Fact(v), want.Fact(v)
		if !x.Equal(&y) {
			return fmt.Errorf("v%d is %v, from scratch %v", v, x, y)
		}
		t, ok := got.Bool(v)
		u, ok2 := want.Bool(v)
		if t != u || ok != ok2 || got.NotPoison(v) != want.NotPoison(v) {
			return fmt.Errorf("v%d is %t %t %t, from scratch %t %t %t", v, t, ok, got.NotPoison(v), u, ok2, want.NotPoison(v))
		}
		if x, y = got.FactAt(v, b), want.FactAt(v, b); !x.Equal(&y) {
			return fmt.Errorf("v%d is %v in block %d, from scratch %v", v, x, b, y)
		}
		return nil
	}
	for b := range f.Blocks() {
		if got.Reachable(b) != want.Reachable(b) {
			return fmt.Errorf("block %d is reached: %t, from scratch %t", b, got.Reachable(b), want.Reachable(b))
		}
		for _, v := range f.Args(b) {
			if err := value(v, b); err != nil {
				return err
			}
		}
		for i := range f.Insts(b) {
			for _, v := range f.Results(i) {
				if err := value(v, b); err != nil {
					return err
				}
			}
			for n := range f.NumOperands(i) {
				if err := value(f.Arg(i, n), b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mutate writes something into f that keeps it well formed: another constant, annotation,
// operand or opcode's attribute, an instruction more, less or elsewhere, or another condition.
func mutate(r *rand.Rand, f *ir.Func) bool {
	var insts []ir.Inst
	for b := range f.Blocks() {
		insts = slices.AppendSeq(insts, f.Insts(b))
	}
	annots := []ir.Annot{ir.NoAnnot, ir.Unsigned(8), ir.Signed(8), ir.Unsigned(3), ir.Signed(20), ir.LowBits(5)}
	annot := annots[r.IntN(len(annots))]
	for range 20 {
		i := insts[r.IntN(len(insts))]
		switch op := f.Op(i); r.IntN(9) {
		case 0:
			if op == ir.OpIConst {
				a := f.Attr(i)
				a.Imm, a.Aux = int64(r.IntN(40)-8), 0
				f.SetAttr(i, a)
				return true
			}
		case 1:
			if f.NumResults(i) > 0 && f.TypeOf(f.Result(i, 0)) == ir.Int {
				f.SetAnnot(f.Result(i, 0), annot)
				return true
			}
		case 2:
			if f.NumOperands(i) > 0 {
				if n := r.IntN(f.NumOperands(i)); f.TypeOf(f.Arg(i, n)) == ir.Int {
					f.SetOperand(i, n, ir.Operand{Value: f.Arg(i, n), Annot: annot})
					return true
				}
			}
		case 3: // a constant for an operand
			if f.NumOperands(i) > 0 {
				if n := r.IntN(f.NumOperands(i)); f.TypeOf(f.Arg(i, n)) == ir.Int {
					f.SetOperand(i, n, ir.Operand{Value: f.Before(i).Int64(int64(r.IntN(20)), ir.Synthetic)})
					return true
				}
			}
		case 4: // a constant for all uses
			if f.NumResults(i) > 0 && !op.IsTerminator() {
				switch v := f.Result(i, 0); f.TypeOf(v) {
				case ir.Int:
					f.ReplaceUses(v, f.Before(i).Int64(int64(r.IntN(20)), ir.Synthetic))
					return true
				case ir.Bool:
					f.ReplaceUses(v, f.Before(i).BConst(r.IntN(2) == 0, ir.Synthetic))
					return true
				}
			}
		case 5:
			if op == ir.OpICmp {
				a := f.Attr(i)
				a.Pred = ir.Pred(r.IntN(6))
				f.SetAttr(i, a)
				return true
			}
		case 6:
			if op == ir.OpBrIf && f.TargetBlock(i, 0) != f.TargetBlock(i, 1) && f.NumOperands(i) == 1 {
				x, y := f.TargetBlock(i, 0), f.TargetBlock(i, 1)
				f.SetTargetBlock(i, 0, y)
				f.SetTargetBlock(i, 1, x)
				return true
			}
		case 7: // an argument
			b := f.InstBlock(i)
			if args := f.Args(b); len(args) > 0 && f.TypeOf(args[0]) == ir.Int {
				f.SetAnnot(args[0], annot)
				return true
			}
		case 8:
			if op == ir.OpAdd || op == ir.OpAnd || op == ir.OpZExt {
				o := f.Operand(i, 0)
				v := f.Before(i).Binary(ir.OpAnd, o.Value, f.Before(i).Int64(int64(r.IntN(300)), ir.Synthetic), ir.Synthetic)
				f.SetOperand(i, 0, ir.Operand{Value: v})
				return true
			}
		}
	}
	return false
}

// irreducible reports whether a cycle of a function has several entries.
func irreducible(f *ir.Func) bool {
	c := cfg.New(f)
	return len(c.Loops(c.Dominators()).Irreducible) > 0
}

// updated is how many programs, and from which seed, are changed to see what is brought up to date, and the passes that
// may change them: not those that ask for facts, which would settle the function themselves.
func updated(t *testing.T) (seed, programs uint64, table []pass.Pass) {
	seed, programs = testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", 1500)
	if testing.Short() {
		programs = min(programs, 60)
	}
	for _, p := range opt.Passes() {
		if p.Module == nil && !p.Facts {
			p.After = nil
			table = append(table, p)
		}
	}
	return seed, programs, table
}

// changing is program n of a seed.
func changing(seed, n uint64) *ir.Module {
	presets := []preset.Config{preset.Default, preset.Ints, preset.UB}
	m, _ := gen.Generate(gen.Expand(seed+n, 200<<(n%4)), presets[n%3])
	return m
}

// TestUpdate: after passes in random order, or edits at random, on generated programs, facts that
// are brought up to date are those found from scratch; if marks are lost,
// they are not. In cycles with several entries what is found depends on where the search begins, so that these may differ.
func TestUpdate(t *testing.T) {
	seed, programs, table := updated(t)
	var done, all facts.Work
	updates, lost, caught := 0, 0, 0
	for n := range programs {
		m := changing(seed, n)
		r := rand.New(rand.NewPCG(seed, n))
		infos := map[*ir.Func]*facts.Info{}
		for _, f := range m.Funcs {
			if f.Entry() != ir.NoBlock {
				c := cfg.New(f)
				infos[f] = facts.ForwardOn(c, c.Dominators())
				infos[f].Keep()
			}
		}
		for round := range 6 {
			what := "edits"
			if round%2 == 0 {
				what = table[r.IntN(len(table))].Name
				if _, err := pass.Run(context.Background(), m, table, pass.Options{Config: pass.Single("one", 1, what)}); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range m.Funcs {
				info := infos[f]
				if info == nil {
					continue
				}
				if round%2 == 1 {
					for range 1 + r.IntN(3) {
						mutate(r, f)
					}
				}
				if round == 5 && n%5 == 0 { // the marks are lost
					info.Keep()
					lost++
					if update(info, f); differ(f, info) != nil {
						caught++
					}
					continue
				}
				was := f.Settled()
				update(info, f)
				if err := differ(f, info); err != nil && !irreducible(f) {
					t.Fatalf("seed %d, round %d, %s (settled %d): @%s: %v\n%s", seed+n, round, what, was, f.Name, err, f)
				}
				w := info.Work()
				info.Keep()
				scratch := facts.Forward(f)
				updates++
				done.Insts, done.Args = done.Insts+w.Insts, done.Args+w.Args
				w = scratch.Work()
				all.Insts, all.Args = all.Insts+w.Insts, all.Args+w.Args
				scratch.Free()
			}
		}
	}
	t.Logf("%d updates: %d instructions and %d arguments evaluated, from scratch %d and %d; %d of %d functions with lost marks caught",
		updates, done.Insts, done.Args, all.Insts, all.Args, caught, lost)
	if done.Insts*2 > all.Insts || done.Insts == 0 {
		t.Error("an update is not worth its while")
	}
	if caught*5 < lost || lost == 0 {
		t.Error("lost marks are not caught")
	}
}
