package interp_test

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// TestHavocReach: over many seeds an unknown function leaves every state in what it can reach, and nothing in
// what it cannot; its results keep within what is claimed of them; its pointers are of every kind.
func TestHavocReach(t *testing.T) {
	m := irtest.Parse(t, `
extern func @g(ptr) -> (int:u16, int, ptr:align32, f32:nofpclass(nan))
data @open = zero 16
data @fixed const = zero 16
func @main() -> (int, int, ptr, f32, ptr, ptr, ptr) {
bb0(v0: mem):
  v1 = stack_slot 16
  v2 = stack_slot 16
  v3 = stack_slot 16
  v4 = symbol_addr @malloc
  v5 = iconst 16
  v6, v7 = call v4(v5), v0 -> ptr
  v8, v9 = call v4(v5), v6 -> ptr
  v10 = store.8 v9, v7, v8
  v11, v12 = call v4(v5), v10 -> ptr
  v13 = symbol_addr @g
  v14, v15, v16:s8, v17, v18 = call v13(v7), v11 -> (int, int, ptr, f32)
  ret v15, v16, v17, v18, v7, v9, v12, v14
}
`)
	kinds := map[memory.ByteKind]int{}
	pointers := map[string]int{}
	for seed := range uint64(400) {
		out, err := interp.Run(context.Background(), m, interp.Options{Seed: seed, PoisonResult: true, Havoc: map[string]bool{"g": true}})
		if err != nil || out.Kind != interp.Returned {
			t.Fatalf("seed %d: %v %s", seed, err, out.Text())
		}
		for n, hi := range []int64{1<<16 - 1, 127} {
			lo := []int64{0, -128}[n]
			v, ok := out.Values[n].(interp.Int)
			if !ok || v.V.Cmp(num.New(lo)) < 0 || v.V.Cmp(num.New(hi)) > 0 {
				t.Errorf("seed %d: result %d is %s", seed, n, interp.FormatValue(out.Values[n], out.Space))
			}
		}
		p, ok := out.Values[2].(interp.Ptr)
		if !ok || p.Addr%32 != 0 {
			t.Errorf("seed %d: pointer %s", seed, interp.FormatValue(out.Values[2], out.Space))
		}
		if f, ok := out.Values[3].(interp.Float); !ok || interp.FloatFormat(ir.F32).IsNaN(f.Lo) {
			t.Errorf("seed %d: float %s", seed, interp.FormatValue(out.Values[3], out.Space))
		}
		if p.Kind == memory.ProvAlloc {
			pointers["fresh"]++
		} else {
			pointers["null"]++
		}
		arg, deep, hidden := out.Values[4].(interp.Ptr), out.Values[5].(interp.Ptr), out.Values[6].(interp.Ptr)
		for _, id := range []memory.AllocID{arg.Alloc, deep.Alloc, out.Symbols["open"]} {
			for _, b := range out.Space.Snapshot(id) {
				kinds[b.Kind]++
				if b.Kind == memory.Fragment {
					switch b.Frag.Alloc {
					case arg.Alloc:
						pointers["argument"]++
					case out.Symbols["open"], out.Symbols["fixed"]:
						pointers["data"]++
					case hidden.Alloc:
						t.Errorf("seed %d: a pointer to memory that did not escape", seed)
					}
				}
			}
		}
		for _, b := range out.Space.Snapshot(hidden.Alloc) {
			if b.Kind != memory.Uninit {
				t.Fatalf("seed %d: memory that did not escape was written", seed)
			}
		}
		for _, b := range out.Space.Snapshot(out.Symbols["fixed"]) {
			if b.Kind != memory.Bits || b.Value != 0 {
				t.Fatalf("seed %d: constant data was written", seed)
			}
		}
	}
	for k := memory.Bits; k <= memory.Poison; k++ {
		if kinds[k] == 0 {
			t.Errorf("no byte of memory is %s: %v", k, kinds)
		}
	}
	for _, k := range []string{"null", "fresh", "argument", "data"} {
		if pointers[k] == 0 {
			t.Errorf("no pointer is %s: %v", k, pointers)
		}
	}
}

// TestHavocLimit: what events remember counts against the memory limit.
func TestHavocLimit(t *testing.T) {
	m := irtest.Parse(t, `data @big = zero 1000000
func @main() {
bb0(v0: mem):
br bb1(v0)
bb1(v1: mem):
v2 = symbol_addr @g
v3 = call v2(), v1
br bb1(v3)
}
`)
	out, err := interp.Run(context.Background(), m, interp.Options{MemLimit: 10 << 20, Havoc: map[string]bool{"g": true}})
	if err != nil || out.Kind != interp.Unsupported || len(out.Events) > 10 {
		t.Errorf("%v %s after %d calls", err, out.Text(), len(out.Events))
	}
}
