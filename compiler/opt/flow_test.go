package opt

import (
	"runtime"
	"testing"
	"weak"

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

// TestFlowPinsNothing: what newFlow keeps for the next call does not keep the function.
func TestFlowPinsNothing(t *testing.T) {
	made := func() weak.Pointer[ir.Func] {
		f := ir.NewModule().AddFunc("f", nil, nil)
		f.At(f.AddBlock(ir.Body)).Ret(0)
		newFlow(f)
		return weak.Make(f)
	}()
	runtime.GC()
	if made.Value() != nil {
		t.Error("the function is still there")
	}
}

// TestEntered: one way in is told from none and from two, from one block or from several, and what
// was and is no more does not count.
func TestEntered(t *testing.T) {
	f := ir.NewModule().AddFunc("f", nil, nil)
	var b [5]ir.Block
	for k := range b {
		b[k] = f.AddBlock(ir.Body)
	}
	at := f.At(b[0])
	p := at.BConst(true, 0)
	at.BrIf(p, ir.Goto(b[1]), ir.Goto(b[2]), 0)
	f.At(b[1]).BrIf(p, ir.Goto(b[3]), ir.Goto(b[3]), 0)
	f.At(b[2]).Br(ir.Goto(b[4]), 0)
	f.At(b[3]).Br(ir.Goto(b[4]), 0)
	f.At(b[4]).Ret(0)
	w := newFlow(f)
	check := func() {
		t.Helper()
		for _, x := range b {
			if got, want := w.entered(x), len(edit.Ways(f)[x]) == 1; got != want {
				t.Errorf("one way into block %d: %v, want %v\n%s", x, got, want, f)
			}
		}
	}
	check()
	for _, c := range [][2]int{{2, 3}, {3, 1}, {2, 4}, {1, 2}, {2, 3}, {1, 4}, {2, 4}} {
		edit.Goto(f, b[c[0]], ir.Goto(b[c[1]]), 0)
		w.note(b[c[0]])
		check()
	}
}
