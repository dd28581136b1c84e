import TuffyLean.Export.MemJson
import TuffyLean.Export.RelaxedJson
import TuffyLean.Passes.Declared
import TuffyLean.Rewrites.All

/-!
The theorems behind the lists of rules, as `Passes.Declared` looks them up: what a rewrite of a pass may
rest on.
-/
namespace Tuffy.Export
open Tuffy.Passes

/-- The proofs of `Rewrites.groups`, in its order. -/
def valueProofs : List (List Proof) := proofs_of% Tuffy.Rewrites.groups

/-- Rules, by name and kind, with their proofs. -/
def dataOf (rules : List (List (String × Kind))) (proofs : List (List Proof)) : List Datum :=
  (rules.flatten.zip proofs.flatten).map fun ((name, kind), p) => { rule := name, kind, proof := p.name, foreign := p.foreign }

/-- The theorems of rules about floats with flags, memory and branches are about refinement. -/
def ruleData : List Datum :=
  dataOf (Rewrites.groups.map fun (_, rs) => rs.map fun r => (r.rule.name, r.rule.kind)) valueProofs ++
  dataOf (Rewrites.Relaxed.groups.map fun (_, rs) => rs.map fun r => (r.rule.name, .refinement)) relaxedProofs ++
  dataOf (memoryGroups.map fun (_, rs) => rs.map fun r => (r.rule.name, .refinement)) memoryProofs ++
  dataOf (controlGroups.map fun (_, rs) => rs.map fun r => (r.rule.name, .refinement)) controlProofs

end Tuffy.Export
