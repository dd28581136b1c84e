package gen

import (
	"context"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// only is a configuration whose programs make one statement, with the features that its row asks for.
func only(row statement) preset.Config {
	c := preset.Default
	c.Features, c.Swarm = row.features|preset.Regions, 1000
	c.Weights = map[string]int{}
	for _, s := range statements {
		c.Weights[s.name] = 0
	}
	c.Weights[row.name] = 1
	return c
}

// memories are the features that use memory: objects are slots or data.
const memories = preset.Memory | preset.Heap | preset.Provenance | preset.Pointers | preset.VectorMemory | preset.Atomics | preset.Data

// TestStatementsNeedWhatTheySay: with the features of its row and no others a statement is made into programs that
// verify, are defined, and have nothing of the features that the row does not name.
func TestStatementsNeedWhatTheySay(t *testing.T) {
	first := testseed.Seed(t)
	features := map[ir.Op]preset.Feature{
		ir.OpVecLoad: preset.VectorMemory, ir.OpVecStore: preset.VectorMemory, ir.OpVecAdd: preset.Vectors,
		ir.OpLoad: memories, ir.OpStore: memories, ir.OpStackSlot: memories, ir.OpRMW: preset.Atomics, ir.OpAtomicLoad: preset.Atomics, ir.OpFence: preset.Atomics,
		ir.OpPtrToInt: preset.Provenance, ir.OpFAdd: preset.Floats,
		ir.OpInsertValue: preset.Aggregates, ir.OpContinue: preset.Loops, ir.OpSwitch: preset.Branches,
	}
	n := testseed.Rounds(60, 8)
	for _, row := range statements {
		if row.name == "boundary" { // is nearly undefined in all ways, whatever the features
			continue
		}
		changed := 0
		for k := range n {
			seed := first + uint64(k)
			m := Program(Expand(seed, 600), only(row))
			if err := ir.Verify(m); err != nil {
				t.Fatalf("%s, seed %d: %v\n%s", row.name, seed, err, m)
			}
			text := m.Canonical()
			for _, f := range m.Funcs {
				for b := range f.Blocks() {
					for i := range f.Insts(b) {
						if need, ok := features[f.Op(i)]; ok && row.features&need == 0 {
							t.Fatalf("%s, seed %d: %s without the feature\n%s", row.name, seed, f.Op(i), text)
						}
					}
				}
			}
			none := only(row)
			none.Weights[row.name] = 0
			if text != Program(Expand(seed, 600), none).Canonical() {
				changed++
			}
			out, err := interp.Run(context.Background(), m, fuzz.Options(true, seed))
			if err != nil || out.Kind == interp.Undefined {
				t.Fatalf("%s, seed %d: %v\n%s", row.name, seed, err, m)
			}
		}
		if changed*2 < n {
			t.Errorf("%s is made in %d of %d programs", row.name, changed, n)
		}
	}
}

// TestWeightsNameStatements: a preset whose weights name a statement that there is not would change nothing, and say
// nothing.
func TestWeightsNameStatements(t *testing.T) {
	for name, c := range preset.Named() {
		for s := range c.Weights {
			if !slices.ContainsFunc(statements, func(row statement) bool { return row.name == s }) {
				t.Errorf("preset %s gives a weight to %q, which is no statement", name, s)
			}
		}
	}
	for k, row := range statements {
		if slices.ContainsFunc(statements[:k], func(other statement) bool { return other.name == row.name }) {
			t.Errorf("two statements are called %s", row.name)
		}
	}
}
