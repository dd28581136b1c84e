package reduce

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// observed says that everything but @f and block 2 ran, and that ints were 77.
type observed struct{ PredicateFunc }

func (observed) Facts(_ context.Context, c Case) []Facts {
	f := Facts{Executed: map[string]map[ir.Block]bool{}, Constant: map[string]map[ir.Value]*num.Int{}}
	for _, fn := range c[0].Funcs {
		if fn.Name == "f" {
			continue
		}
		ran, constant := map[ir.Block]bool{}, map[ir.Value]*num.Int{}
		for b := range fn.Blocks() {
			ran[b] = b != 2
		}
		for v := range fn.NumValues() {
			constant[ir.Value(v)] = new(num.New(77))
		}
		f.Executed[fn.Name], f.Constant[fn.Name] = ran, constant
	}
	return []Facts{f}
}

// TestTransforms makes one edit of each case in the testdata, and every transformation has a case.
func TestTransforms(t *testing.T) {
	covered := map[string]bool{}
	golden.Check(t, "testdata/transforms.txt", func(t *testing.T, c *golden.Case) string {
		name, number, _ := strings.Cut(c.Name, ", edit ")
		covered[name] = true
		n, err := strconv.Atoi(number)
		at := slices.IndexFunc(Transforms(), func(tr Transform) bool { return tr.Name == name })
		if err != nil || at < 0 {
			t.Fatalf("no such transformation: %s", c.Name)
		}
		tr := Transforms()[at]
		r := &reducer{p: observed{}, best: Case{irtest.Parse(t, c.Program)}}
		edits := r.list(tr, -1)
		if n >= len(edits) {
			t.Fatalf("only %d edits", len(edits))
		}
		after := r.best.Clone()
		before := reachAll(after)
		edits[n](after)
		if tr.flow {
			sweepAll(after, before)
		}
		if err := ir.Verify(after[0]); err != nil {
			t.Errorf("does not verify: %v", err)
		}
		return after.Text()
	})
	for _, tr := range Transforms() {
		if !covered[tr.Name] {
			t.Errorf("transformation %q has no case", tr.Name)
		}
	}
}

// TestModel: the first subset is everything, failures of singletons close, and the search
// always ends.
func TestModel(t *testing.T) {
	for n := 1; n <= 40; n++ {
		m := newModel(n)
		if got := len(m.next()); got != n {
			t.Errorf("the first subset of %d has %d", n, got)
		}
		steps := 0
		alone := map[int]bool{}
		for set := m.next(); len(set) > 0; set = m.next() {
			if len(set) == 1 {
				alone[set[0]] = true
			}
			m.fail(set)
			if steps++; steps > 20*n+20 {
				t.Fatalf("no end with %d edits", n)
			}
		}
		if len(alone) != n {
			t.Errorf("%d of %d edits were tried alone", len(alone), n)
		}
	}
}
