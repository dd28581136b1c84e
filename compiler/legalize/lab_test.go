package legalize

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"sort"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

func machine(t testing.TB, features string) *target.Target {
	t.Helper()
	m, err := target.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	if features != "" {
		if err := m.Override("features=" + features); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

var numbers = regexp.MustCompile(`[0-9]+`)

// lab legalizes generated programs, n unless TUFFY_PROGRAMS says how many, and compares them with
// what they were, after every step.
func lab(t *testing.T, c preset.Config, n int, features string) {
	t.Helper()
	seed := testseed.Seed(t)
	n = int(testseed.Number(t, "TUFFY_PROGRAMS", uint64(testseed.Rounds(n, n/6))))
	legal, runs := 0, 0
	why := map[string]int{}
	for k := range uint64(n) {
		m := gen.Program(gen.Expand(seed+k, 2000), c)
		claimAll(m, seed+k)
		before := m.Clone()
		// Every fifth program is compared after each step.
		for n := len(steps); n > 0; n-- {
			after := before.Clone()
			z := New(after, machine(t, features))
			z.steps = n
			err := z.Module()
			var e *Error
			if errors.As(err, &e) {
				if n == len(steps) {
					why[numbers.ReplaceAllString(e.Msg, "N")]++
				}
				continue
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed+k, err)
			}
			same := compare(t, seed+k, before, after, steps[n-1].name)
			if n == len(steps) {
				legal++
				if same {
					runs++
				}
			}
			if k%5 > 0 {
				break
			}
		}
	}
	if runs < n/3 {
		t.Errorf("only %d of %d programs were compared", runs, n)
	}
	t.Logf("%d of %d programs are legal now, %d compared", legal, n, runs)
	var keys []string
	for s := range why {
		keys = append(keys, fmt.Sprintf("%5d %s", why[s], s))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(keys)))
	for _, s := range keys {
		t.Log(s)
	}
}

func TestFloats(t *testing.T) { lab(t, preset.FloatsOnly, 120, "") }

func TestMemory(t *testing.T) { lab(t, preset.MemoryOnly, 120, "+popcnt") }

func TestVectors(t *testing.T) { lab(t, preset.VectorsOnly, 100, "") }

func TestAll(t *testing.T) { lab(t, preset.Default, 150, "") }

func TestInts(t *testing.T) { lab(t, preset.Ints, 150, "") }

// compare reports whether after is seen to refine before.
func compare(t *testing.T, seed uint64, before, after *ir.Module, step string) bool {
	t.Helper()
	if err := ir.Verify(after); err != nil {
		t.Fatalf("seed %d, after %s: %v\n%s\n---\n%s", seed, step, err, before, after)
	}
	r, err := difftest.Check(context.Background(), before, after, difftest.Config{Entry: "main", Seed: seed, Workers: 1,
		Options: interp.Options{Fuel: 5_000_000, AddressSeed: seed, MemLimit: 64 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() == difftest.Diverged {
		d := r.Pairs[0].Divergence
		for _, x := range d.After.Reports {
			t.Log(x)
		}
		t.Fatalf("seed %d, after %s: %v\n%s\n---\n%s", seed, step, d.Diff, before, after)
	}
	return r.Verdict() == difftest.Refined
}

// claimAll gives what has no claim one that it hardly violates, of many widths.
func claimAll(m *ir.Module, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	widths := []uint32{67, 70, 100, 128, 129, 200}
	claim := func(t ir.Type, a ir.Annot) ir.Annot {
		if t != ir.Int || facts.ClaimedRange(a).Finite() {
			return a
		}
		b, err := withoutBits(a).Meet(ir.Signed(widths[r.IntN(len(widths))]))
		if err != nil {
			return a
		}
		return b
	}
	for _, f := range m.Funcs {
		for n, p := range f.Params {
			f.Params[n].Annot = claim(p.Type, p.Annot)
		}
		for n, p := range f.Returns {
			f.Returns[n].Annot = claim(p.Type, p.Annot)
		}
		for b := range f.Blocks() {
			for _, v := range f.Args(b) {
				f.SetAnnot(v, claim(f.TypeOf(v), f.AnnotOf(v)))
			}
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpCall || f.Op(i) == ir.OpParam {
					for n := range f.NumResults(i) {
						v := f.Result(i, n)
						f.SetAnnot(v, claim(f.TypeOf(v), f.AnnotOf(v)))
					}
				}
			}
		}
	}
}
