package cfg_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// TestEditor changes edges in all ways, at random, and compares the predecessor edges after each
// with what all terminators say.
func TestEditor(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	unique := map[bool]int{}
	for range 200 {
		f := ir.NewModule().AddFunc("f", nil, nil)
		blocks := make([]ir.Block, 2+r.IntN(8))
		for k := range blocks {
			blocks[k] = f.AddBlock(ir.Body)
		}
		some := func() ir.Block { return blocks[r.IntN(len(blocks))] }
		end := func(b ir.Block) {
			at := f.At(b)
			switch r.IntN(3) {
			case 0:
				at.Ret(0)
			case 1:
				at.Br(ir.Goto(some()), 0)
			default:
				at.BrIf(at.BConst(true, 0), ir.Goto(some()), ir.Goto(some()), 0)
			}
		}
		for _, b := range blocks {
			end(b)
		}
		e := cfg.NewEditor(f)
		if !e.Fresh() {
			t.Fatal("new, but not fresh")
		}
		for range 30 {
			b := some()
			switch r.IntN(5) {
			case 0:
				e.Goto(b, ir.Goto(some()), 0)
			case 1:
				if p := e.Preds(b); len(p) > 0 {
					e.Redirect(p[r.IntN(len(p))], some())
				}
			case 2:
				b = f.AddBlock(ir.Body)
				blocks = append(blocks, b)
				end(b)
				e.Update(b)
			case 3:
				f.RemoveInst(f.Terminator(b))
				end(b)
				e.Update(b)
			default:
				if b != f.Entry() && len(e.Preds(b)) == 0 && len(blocks) > 2 {
					for i := range f.Insts(b) {
						f.SetOperands(i, nil, nil)
					}
					blocks = slices.DeleteFunc(blocks, func(x ir.Block) bool { return x == b })
					e.Remove(b)
				}
			}
			want := cfg.New(f)
			for _, b := range blocks {
				preds := slices.SortedFunc(slices.Values(want.Preds(b)), func(x, y cfg.PredEdge) int {
					if x.From != y.From {
						return int(x.From) - int(y.From)
					}
					return x.Index - y.Index
				})
				if got := e.Preds(b); !slices.Equal(got, preds) {
					t.Fatalf("edges into bb%d: %v, want %v\n%s", b, got, preds, f)
				}
				one := len(preds) == 1
				unique[one]++
				if e.HasUniquePred(b) != one {
					t.Fatalf("bb%d has the edges %v, a unique one: %v", b, preds, !one)
				}
			}
		}
	}
	if unique[true] < 100 || unique[false] < 100 {
		t.Errorf("asked too little: %v", unique)
	}
}

// TestFresh: an editor is not taken for current when edges have changed since it was made.
func TestFresh(t *testing.T) {
	f := ir.NewModule().AddFunc("f", nil, nil)
	a, b := f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	f.At(a).Br(ir.Goto(b), 0)
	f.At(b).Ret(0)
	e := cfg.NewEditor(f)
	f.Before(f.Terminator(b)).Int64(1, 0)
	if !e.Fresh() {
		t.Error("an instruction is no edge")
	}
	f.SetTargetBlock(f.Terminator(a), 0, a)
	if e.Fresh() {
		t.Error("an edge has changed")
	}
}
