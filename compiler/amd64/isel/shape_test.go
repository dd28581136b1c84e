package isel_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

var counting = []target.Feature{"popcnt", "abm", "bmi1"}

// listing selects all functions of a text and prints them.
func listing(t *testing.T, name, text string, o isel.Options) string {
	t.Helper()
	m, err := parser.Parse(name, []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range m.Funcs {
		out, _, err := isel.Func(f, m, o)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(out.String())
	}
	return b.String()
}

func matches(list, demand string) bool {
	pattern, not := strings.CutPrefix(demand, "!")
	return regexp.MustCompile(pattern).MatchString(list) != not
}

// TestSlotInFlatLoop: a stack slot that is made again while the last one lives cannot be a place
// in the frame. In a loop region it can.
func TestSlotInFlatLoop(t *testing.T) {
	flat := `func @f(int:u8) {
bb0(v0: mem):
v1: int:u8 = param 0
br bb1(v0)
bb1(v2: mem):
v3: ptr = stack_slot 8
v4 = store.1 v1, v3, v2
v5: bool = int_to_bool v1
brif v5, bb1(v4), bb2(v4)
bb2(v6: mem):
ret v6
}`
	m := irtest.Parse(t, flat)
	if _, _, err := isel.Func(m.Funcs[0], m, isel.Options{}); err == nil || !strings.Contains(err.Error(), "test.tir:6") {
		t.Errorf("error %v, want one at test.tir:6", err)
	}
	// It dies where its region is left, though it has an end on the way around within.
	const left = `func @f(int:u8) {
bb0(v0: mem):
v1: int:u8 = param 0
br bb1(v0)
bb1(v2: mem):
v5: bool = int_to_bool v1
brif v5, bb2, bb4
region plain {
bb2:
br bb3(v2)
bb3(v6: mem):
v3: ptr = stack_slot 8
v4 = store.1 v1, v3, v6
brif v5, bb5, bb1(v4)
bb5:
v7 = stack_end v3, v4
br bb3(v7)
}
bb4:
ret v2
}`
	m = irtest.Parse(t, left)
	if _, _, err := isel.Func(m.Funcs[0], m, isel.Options{}); err != nil {
		t.Error(err)
	}
	// Its end may name it by a block argument, if the argument is the slot on every way around.
	const ended = `func @f(int:u8, ptr) {
bb0(v0: mem):
v1: int:u8 = param 0
v11 = param 1
br bb1(v0)
bb1(v2: mem):
v3: ptr = stack_slot 8
v5: bool = int_to_bool v1
brif v5, bb2(v3), bb3
bb2(v6: ptr):
v8 = store.1 v1, v6, v2
v7 = stack_end v6, v8
brif v5, bb1(v7), bb4
bb3:
br bb2(END)
bb4:
ret v7
}`
	for end, want := range map[string]bool{"v3": true, "v11": false} {
		m := irtest.Parse(t, strings.Replace(ended, "END", end, 1))
		if _, _, err := isel.Func(m.Funcs[0], m, isel.Options{}); (err == nil) != want {
			t.Errorf("the other way passes %s: error %v", end, err)
		}
	}
}

// TestShapes: what functions become, and what they must not lose of it.
func TestShapes(t *testing.T) {
	golden.Check(t, "testdata/shapes.txt", func(t *testing.T, c *golden.Case) string {
		list := listing(t, "test.tir", c.Program, isel.Options{Opt: 2, Features: counting})
		for d := range strings.Lines(c.Part("demands")) {
			if d = strings.TrimSuffix(d, "\n"); !matches(list, d) {
				t.Errorf("%s\n%s", d, list)
			}
		}
		return list
	})
}
