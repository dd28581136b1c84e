package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rules/memory"
	"github.com/tuffy-ir/tuffy/ir"
)

// memoryRules applies the rules of package memory, each of which has a theorem in Lean that running
// the replacement refines running the pattern, in every memory.
//
// The theorem speaks of instructions that follow each other; between them are only instructions that
// neither touch memory nor may fail to come to their end. Where a rule asks for distinct bytes, the
// provenance of the pointers answers, as for the other passes.
var memoryRules = pass.Pass{
	Name: "memory-rules", KeepsCFG: true,
	Doc:      "applies the proven rules about neighbouring memory operations until none matches",
	Rewrites: pass.Rewrites(memoryRewrites()),
	Func:     runMemoryRules,
}

func memoryRewrites() []pass.Rewrite  { return ofMemory(memory.All()) }
func controlRewrites() []pass.Rewrite { return ofMemory(memory.Controls()) }

// ofMemory are the rewrites of rules whose theorems are about refinement.
// Each has the strength of its theorem, neither more nor less.
func ofMemory(rules []memory.Rule) []pass.Rewrite {
	var out []pass.Rewrite
	for _, r := range rules {
		out = append(out, pass.Rewrite{Name: r.Name, Strongest: pass.Refinement, Weakest: pass.Refinement, Theorem: r.Theorem})
	}
	return out
}

func runMemoryRules(c *pass.Ctx) {
	m := newMemoryMap(c.F)
	memory.Apply(c.F, memory.Options{
		Origin: pass.Derive,
		Disjoint: func(p ir.Value, n int64, q ir.Value, k int64) bool {
			return m.disjoint(span{m.place(p), n}, span{m.place(q), k})
		},
		Allow: func(r memory.Firing) bool {
			// A pattern is matched at its last instruction, and the trace names that one as the
			// place.
			last := len(r.Matched) - 1
			return c.Fire(pass.Change{Rule: r.Rule.Name, At: r.Matched[last], Matched: r.Matched[:last], Kind: r.Rule.Kind, Proof: r.Rule.Theorem})
		},
	})
}
