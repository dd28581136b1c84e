import TuffyLean.Export.MemJson
import TuffyLean.Export.RelaxedJson
import TuffyLean.Passes.Table

/-!
The table of passes as JSON: a pass is a few lines, a rewrite one. A rewrite that has a theorem is proven;
a pass is if all of its rewrites are, else it is argued. `passesFile` is the whole file.
-/
namespace Tuffy.Export
open Tuffy.Passes

/-- The proofs of `Rewrites.groups`, in its order. -/
def valueProofs : List (List Proof) := proofs_of% Tuffy.Rewrites.groups

/-- The proofs of a list of rules, in the order of `Rules.rewrites`. -/
def rulesProofs : Rules → List Proof
  | .values => valueProofs.flatten
  | .relaxed => relaxedProofs.flatten
  | .memory => memoryProofs.flatten
  | .control => controlProofs.flatten

/-- The rewrites of a pass with their proofs. -/
def passRewrites (p : Passes.Pass) : List (Rewrite × Option Proof) :=
  (match p.rules with
    | some r => r.rewrites.zip ((rulesProofs r).map some)
    | none => []) ++ p.argued.map (·, none)

/-- Names that are there twice; `seen` are those that came before. -/
def twice (names : List String) : List String :=
  let sorted := names.mergeSort (· ≤ ·)
  (sorted.zip (sorted.drop 1)).filterMap fun (a, b) => if a = b then some a else none

/-- What is wrong with the table: a rewrite without its theorem, or with that of another, a name twice, no
kinds. -/
def passFaults : List String := passes.flatMap fun p =>
  let rs := passRewrites p
  (if rs.length = p.rewrites.length then [] else [s!"pass {p.name}: the proofs are not those of its rules"]) ++
  (twice (rs.map (·.1.name))).map (s!"pass {p.name}: two rewrites have the name {·}") ++
  rs.filterMap (fun (r, _) => if r.kinds.isEmpty then some s!"pass {p.name}: rewrite {r.name} has no kind" else none) ++
  rs.filterMap fun (r, q) => match q with
    | some q => if q.name.endsWith ("." ++ r.name) then none else some s!"pass {p.name}: the proof of {r.name} has another name: {q.name}"
    | none => none

def rewriteLine (r : Rewrite) (p : Option Proof) : String :=
  "    " ++ obj [("name", some (str r.name)), ("kinds", some (arr (r.kinds.map fun k => str (kind k)))),
    ("theorem", p.map fun p => str p.name), ("axioms", p.map fun p => arr (p.axioms.map str))]

def passLines (p : Passes.Pass) : String :=
  let rs := passRewrites p
  let field (k v : String) := str k ++ ": " ++ v
  "  {" ++ ", ".intercalate [field "name" (str p.name), field "kind" (str (kind p.kind)),
      field "status" (str (if rs.all (·.2.isSome) then "proven" else "argued"))] ++ ",\n   " ++
    field "rewrites" "[\n" ++ ",\n".intercalate (rs.map fun (r, q) => rewriteLine r q) ++ "]}"

/-- The file. -/
def passesFile (lean : String) : String :=
  "{\"format\": \"tuffy-passes\", \"version\": 1, \"lean\": " ++ str lean ++ ",\n \"passes\": [\n" ++
    ",\n".intercalate (passes.map passLines) ++ "\n]}\n"

end Tuffy.Export
