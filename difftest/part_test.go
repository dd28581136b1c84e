package difftest_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// place is where something stands in a text.
var place = regexp.MustCompile(`:\d+:\d+`)

// described is all that a comparison says, addresses of the counterexample among it.
func described(t *testing.T, before, after *ir.Module, c difftest.Config) string {
	t.Helper()
	c.Workers, c.Runs = 1, 60
	res, err := difftest.Check(context.Background(), before, after, c)
	if err != nil {
		return err.Error()
	}
	s := res.Text()
	for _, p := range res.Pairs {
		if d := p.Divergence; d != nil {
			s += d.Text("", true) + fmt.Sprint(p.Runs, d.Before.Space.Next(), d.After.Space.Next())
		}
	}
	return s
}

// TestCrowd: a comparison says of a function of a large file what it says of the function alone, and its runs place what the
// function reaches.
func TestCrowd(t *testing.T) {
	var crowd strings.Builder
	for n := range 50 {
		fmt.Fprintf(&crowd, `data @d%d = zero 1
func @h%d() -> ptr {
  bb0:
    v0 = symbol_addr @d%d
    ret v0
}
`, n, n, n)
	}
	called := `  bb0(v0: mem):
    v1 = param 0
    v2 = symbol_addr @g
    v3, v4 = call v2(v1), v0 -> int
    ret v4, v3
}
func @g(int:s32) -> int {
  bb0:
    v0 = param 0
    v1 = iconst %d
    v2 = add v0, v1
    ret v2
}
`
	written := `data @cell align 8 = zero 8
data @at align 8 = zero 8 relocs [0: @cell]
`
	for _, x := range []struct {
		name, says, before, after string
		c                         difftest.Config
	}{
		{"a callee differs", "diverges", "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 5), "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 6), difftest.Config{Entry: "f"}},
		{"a callee was inlined", "refines", "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 5), `func @f(int:s32) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 5
    v2 = add v0, v1
    ret v2
}
`, difftest.Config{Entry: "f"}},
		{"data behind data is written", "diverges", written + `func @f(int:u8) {
  bb0(v0: mem):
    v1 = param 0
    v2 = symbol_addr @at
    v3 = load.8 v2, v0 -> ptr
    v4 = store.8 v1, v3, v0
    ret v4
}
`, written + `func @f(int:u8) {
  bb0(v0: mem):
    ret v0
}
`, difftest.Config{Entry: "f"}},
		{"an address is returned", "depends on addresses", written + `func @f() -> int {
  bb0:
    v0 = symbol_addr @cell
    v1 = ptrtoint v0
    ret v1
}
`, written + `func @f() -> int {
  bb0:
    v0 = symbol_addr @cell
    v1 = ptrtoint v0
    v2 = iconst 1
    v3 = add v1, v2
    ret v3
}
`, difftest.Config{Entry: "f"}},
		{"an argument names data", "diverges", written + `func @f(ptr) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = load.8 v1, v0 -> int
    ret v2, v0
}
`, written + `func @f(ptr) -> int {
  bb0(v0: mem):
    v1 = iconst 1
    ret v1, v0
}
`, difftest.Config{Entry: "f", Inputs: []*difftest.Input{{Args: []difftest.Arg{{Symbol: "cell"}}}}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			alone := described(t, irtest.Parse(t, x.before), irtest.Parse(t, x.after), x.c)
			among := described(t, irtest.Parse(t, crowd.String()+x.before), irtest.Parse(t, crowd.String()+x.after), x.c)
			// What a function reaches lies elsewhere in the file.
			if lines := func(s string) string { return place.ReplaceAllString(s, "") }; lines(alone) != lines(among) {
				t.Errorf("alone:\n%s\nin a crowd:\n%s", alone, among)
			}
			if !strings.Contains(alone, x.says) {
				t.Errorf("not %s:\n%s", x.says, alone)
			}
		})
	}
}

// TestCrowdOfData: a function of which nothing is known sees the data symbols that its caller does not name.
func TestCrowdOfData(t *testing.T) {
	const text = `extern func @g()
data @seen = zero 1
func @set() {
  bb0(v0: mem):
    v1 = symbol_addr @seen
    v2 = iconst 1
    v3 = store.1 v2, v1, v0
    ret v3
}
func @f() {
  bb0(v0: mem):
    v1 = symbol_addr @g
    v2 = call v1(), v0
    ret v2
}
`
	m := irtest.Parse(t, text)
	// In other contents of data is no difference that the call could see, for it is one of the files; so it is looked
	// at what the call is said to have seen.
	c := difftest.Config{Entry: "f", Runs: 1, Options: interp.Options{Havoc: map[string]bool{"g": true}}}
	after := irtest.Parse(t, strings.Replace(text, `ret v2
}
`, `trap
}
`, 1))
	res, err := difftest.Check(context.Background(), m, after, c)
	if err != nil || res.Pairs[0].Divergence == nil {
		t.Fatal(err, res)
	}
	e := res.Pairs[0].Divergence.Before.Events
	if len(e) != 1 || len(e[0].Memory) != 1 {
		t.Errorf("the call saw %v, expected @seen", e)
	}
}
