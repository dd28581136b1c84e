package opt

import (
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// TestFlowIsCurrent: what newFlow kept from the call before is not taken for a function whose
// branches have changed, nor for another one.
func TestFlowIsCurrent(t *testing.T) {
	build := func() (f *ir.Func, a, b, c ir.Block) {
		f = ir.NewModule().AddFunc("f", nil, nil)
		a, b, c = f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
		at := f.At(a)
		at.BrIf(at.BConst(true, 0), ir.Goto(b), ir.Goto(c), 0)
		f.At(b).Br(ir.Goto(c), 0)
		f.At(c).Ret(0)
		return f, a, b, c
	}
	f, a, b, c := build()
	want := func(f *ir.Func, into ir.Block, n int) {
		t.Helper()
		if got := len(newFlow(f).ways(into)); got != n {
			t.Errorf("%d ways into block %d, want %d", got, into, n)
		}
	}
	want(f, b, 1)
	want(f, c, 2)
	want(f, c, 2)
	edit.Goto(f, b, ir.Goto(b), 0)
	want(f, b, 2)
	want(f, c, 1)
	edit.Goto(f, a, ir.Goto(c), 0)
	f.SetTargetBlock(f.Terminator(b), 0, c)
	want(f, b, 0)
	want(f, c, 2)
	g, _, _, _ := build()
	want(g, b, 1)
	want(f, b, 0)
}
