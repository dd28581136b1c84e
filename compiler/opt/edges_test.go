package opt_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestEdges: what is done to the edges of one terminator are different rewrites. Each has a hash of its
// own while none has fired, that of one does not keep the others from firing, and a replay makes
// those that were made.
func TestEdges(t *testing.T) {
	m, err := parser.Parse("test.tir", []byte(`func @f(int:s8) -> int {
bb0:
  v0:s8 = param 0
  switch v0, [1: bb1, 2: bb2, 3: bb3], bb4
bb1:
  br bb4
bb2:
  br bb4
bb3:
  br bb4
bb4:
  v1 = iconst 5
  v2 = mul v0, v1
  ret v2
}
`))
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	// threaded are the edges of the switch that were redirected in a run that allows some of those asked for.
	c := pass.Single("test", 1, "simplify-cfg")
	threaded := func(o pass.Options) (edges []int, hashes []trace.Hash, tr *trace.Trace) {
		o.Config, o.Trace = c, trace.Full
		tr, err := pass.Recorded(context.Background(), m.Clone(), opt.Passes(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tr.Entries {
			if e.Rule == "br_thread" {
				edges, hashes = append(edges, e.Edge), append(hashes, e.Hash)
			} else if e.Edge != 0 {
				t.Errorf("%s is about an edge", e.Heading())
			}
		}
		return edges, hashes, tr
	}
	all, hashes, _ := threaded(pass.Options{})
	if !slices.Equal(all, []int{1, 2, 3}) {
		t.Fatalf("edges %v are threaded", all)
	}
	for n, h := range hashes {
		without := slices.Delete(slices.Clone(all), n, n+1)
		p, err := pass.ParsePattern("-x" + hex(h))
		if err != nil {
			t.Fatal(err)
		}
		got, _, tr := threaded(pass.Options{Choose: p})
		if !slices.Equal(got, without) {
			t.Errorf("without the hash of edge %d, %v are threaded", n+1, got)
		}
		if p, err = pass.ParsePattern("+x" + hex(h)); err != nil {
			t.Fatal(err)
		}
		if got, again, _ := threaded(pass.Options{Choose: p}); !slices.Equal(got, []int{n + 1}) || again[0] != h {
			t.Errorf("with only the hash of edge %d, %v are threaded", n+1, got)
		}
		after := m.Clone()
		if r, err := pass.Replay(context.Background(), after, opt.Passes(), tr, pass.ReplayOptions{}); err != nil || r.First() != nil || r.Followed != len(tr.Entries) || trace.Digest(after) != tr.Output {
			t.Errorf("without edge %d: %d of %d entries are replayed, %v, %v", n+1, r.Followed, len(tr.Entries), r.First(), err)
		}
		first := true
		if got, _, _ = threaded(pass.Options{Allow: func(e *trace.Entry) bool {
			refuse := first && e.Edge == n+1
			first = first && !refuse
			return !refuse
		}}); !slices.Equal(got, without) {
			t.Errorf("with edge %d refused once, %v are threaded", n+1, got)
		}
	}
}

func hex(h trace.Hash) string {
	text, err := h.MarshalText()
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestThreadEdges: jump-thread says to which edge of a branch the edges into its block lead, so that what
// is done for one edge is not what is done for another.
func TestThreadEdges(t *testing.T) {
	for _, row := range []struct {
		name, text, rule string
		want             []int
	}{
		{"implied then", `brif v1, bb1, bb2
bb1:
 brif v1, bb3, bb4`, "implied", []int{1}},
		{"implied else", `brif v1, bb2, bb1
bb1:
 brif v1, bb3, bb4`, "implied", []int{2}},
		{"thread both", `brif v1, bb5, bb6
bb5:
 v8 = bconst true
 br bb1(v8)
bb6:
 v9 = bconst false
 br bb1(v9)
bb1(v7: bool):
 brif v7, bb3, bb4`, "thread", []int{1, 2}},
	} {
		m, err := parser.Parse("test.tir", []byte(`func @f(int:s8, bool) -> int {
bb0:
 v0:s8 = param 0
 v1 = param 1
 `+row.text+
			`
bb2:
 ret v0
bb3:
 v2 = iconst 5
 ret v2
bb4:
 v3 = iconst 6
 ret v3
}
`))
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		tr, err := pass.Recorded(context.Background(), m, opt.Passes(), pass.Options{Config: pass.Single("test", 1, "jump-thread"), Trace: trace.Full})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		hashes := map[trace.Hash]bool{}
		for _, e := range tr.Entries {
			if e.Rule == row.rule {
				got = append(got, e.Edge)
				hashes[e.Hash] = true
			}
		}
		if !slices.Equal(got, row.want) || len(hashes) != len(got) {
			t.Errorf("%s: edges %v with %d hashes, want %v", row.name, got, len(hashes), row.want)
		}
	}
}
