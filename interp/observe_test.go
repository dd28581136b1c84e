package interp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTracer(t *testing.T) {
	src := `func @f(int) -> int {
 bb0:
 v0 = param 0
 ret v0
}
func @main() {
 bb0(v0: mem):
 v1 = symbol_addr @f
 v2 = iconst 5
 v3, v4 = call v1(v2), v0 -> int
 unreachable
}`
	var buf bytes.Buffer
	out := runText(t, src, Options{Observer: NewTracer(&buf, TraceOptions{})})
	want := []string{
		"0 @main bb0: v1 = symbol_addr @f  → alloc",
		"0 @main bb0: v2 = iconst 5  → 5",
		"0 @main bb0: v3, v4 = call v1(v2), v0 -> int  [v1=alloc",
		"0 @f bb0: v0 = param 0  → 5",
		"0 @f bb0: ret v0  [v0=5]",
		"0 @main bb0: v3, v4 = call v1(v2), v0 -> int  returned  → 5",
		"0 @main bb0: unreachable",
	}
	lines := strings.Split(strings.TrimRight(buf.String(), "\n"), "\n")
	if len(lines) != len(want) || out.Kind != Undefined {
		t.Fatalf("%s\n%s", out.Text(), buf.String())
	}
	for n := range want {
		if !strings.HasPrefix(lines[n], want[n]) {
			t.Errorf("line %d: got %q, want %q", n, lines[n], want[n])
		}
	}
}

func TestCoverage(t *testing.T) {
	src := `func @main() -> int {
 bb0(v0: mem):
 v1 = stack_slot 4
 v2 = bconst true
 brif v2, bb1, bb2
 bb1:
 v3 = load.4 v1, v0
 ret v3, v0
 bb2:
 v4 = iconst 1
 ret v4, v0
}`
	m := parse(t, src)
	cov := &Coverage{}
	for range 2 {
		if _, err := Run(context.Background(), m, Options{Coverage: cov}); err != nil {
			t.Fatal(err)
		}
	}
	if got := cov.Summary(m); !strings.HasPrefix(got, "2 of 3 blocks, 1 of 2 edges, ") {
		t.Error(got)
	}
	sum := &Coverage{}
	sum.Merge(cov)
	sum.Merge(cov)
	var one, two bytes.Buffer
	if err := cov.WriteJSON(&one, m); err != nil {
		t.Fatal(err)
	}
	if err := sum.WriteJSON(&two, m); err != nil {
		t.Fatal(err)
	}
	var a, b coverageFile
	if json.Unmarshal(one.Bytes(), &a) != nil || json.Unmarshal(two.Bytes(), &b) != nil {
		t.Fatal("no JSON")
	}
	poison := false
	for n := range a.Checks {
		if b.Checks[n].Ran != 2*a.Checks[n].Ran || b.Checks[n].Failed != 2*a.Checks[n].Failed {
			t.Errorf("merge: %+v and %+v", a.Checks[n], b.Checks[n])
		}
		poison = poison || a.Checks[n].Code == UBPoisonResult.ID() && a.Checks[n].Failed == 2
	}
	if !poison || len(a.Ops) != 5 || a.Blocks[0].Count != 2 {
		t.Errorf("%s", one.String())
	}
}

// TestCoverageNames: coverage names blocks and instructions as the text does, with their lines, also what no run reached.
func TestCoverageNames(t *testing.T) {
	m := parse(t, `func @main() -> int {
  bb10(v5: mem):
    v20 = stack_slot 4
    v30 = bconst true
    brif v30, bb70, bb40
  bb40:
    v9 = iconst 1
    ret v9, v5
  bb70:
    v60 = load.4 v20, v5
    ret v60, v5
}`)
	cov := &Coverage{}
	if _, err := Run(context.Background(), m, Options{Coverage: cov}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cov.WriteJSON(&b, m); err != nil {
		t.Fatal(err)
	}
	var file coverageFile
	if err := json.Unmarshal(b.Bytes(), &file); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range file.Blocks {
		got = append(got, fmt.Sprint(x))
	}
	for _, x := range file.Edges {
		got = append(got, fmt.Sprint(x))
	}
	for _, x := range file.Checks {
		if x.Failed > 0 {
			got = append(got, fmt.Sprint(x))
		}
	}
	want := []string{"{main bb10 2 1}", "{main bb40 6 0}", "{main bb70 9 1}", "{main bb10 bb70 5 1}", "{main bb10 bb40 5 0}", "{main ret v60, v5 11 TUF-UB-022 poison-result 1 1}"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
