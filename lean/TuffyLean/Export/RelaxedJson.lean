import TuffyLean.Export.Proofs
import TuffyLean.Rewrites.RelaxedRules

/-!
Relaxed rules as JSON, in the manner of `Json.lean`, in a file of their own: a reader of other rules must
not take one for a rule that always holds. `relaxedFile` is the whole file.
-/
namespace Tuffy.Export

def relaxedProofs : List (List Proof) := proofs_of% Tuffy.Rewrites.Relaxed.groups

/-- The names of flags. -/
def needs (s : FloatFlags.Flags) : List String :=
  (if s.reassoc then ["reassoc"] else []) ++ if s.contract then ["contract"] else []

/-- A rule on four lines. -/
def relaxedRule (group : String) (r : RelaxedRule) (p : Proof) : String :=
  let field (k v : String) := str k ++ ": " ++ v
  "  {" ++ ", ".intercalate [field "name" (str r.name), field "group" (str group), field "needs" (arr ((needs r.needs).map str)),
      field "doc" (str r.doc)] ++
    ",\n   " ++ field "lhs" (term r.lhs.toTerm) ++
    ",\n   " ++ field "rhs" (term r.rhs.toTerm) ++
    ",\n   " ++ ", ".intercalate [field "consts" (arr (r.consts.map str)), field "others" (arr (r.others.map str)),
      field "theorem" (str p.name), field "axioms" (arr (p.axioms.map str))] ++ "}"

/-- The rules with their group and their proof. -/
def relaxedAll : List (String × RelaxedRule × Proof) :=
  (Rewrites.Relaxed.groups.zip relaxedProofs).flatMap fun ((g, rs), ps) => (rs.zip ps).map fun (r, p) => (g, r.rule, p)

/-- What is wrong with the rule set: a foreign axiom, a name that is not the theorem's, a name twice. -/
def relaxedFaults : List String :=
  relaxedAll.filterMap (fun (_, r, p) => if p.foreign.isEmpty then none else some s!"rule {r.name}: its proof {p.name} rests on {p.foreign}") ++
  relaxedAll.filterMap (fun (_, r, p) => if p.name.endsWith ("." ++ r.name) then none else some s!"rule {r.name}: its proof has another name: {p.name}") ++
  relaxedAll.filterMap fun (_, r, _) => if (relaxedAll.filter (·.2.1.name == r.name)).length == 1 then none else some s!"two rules have the name {r.name}"

/-- The file. -/
def relaxedFile : String :=
  "{\"format\": \"tuffy-relaxed-rules\", \"version\": 1,\n \"rules\": [\n" ++
    ",\n".intercalate (relaxedAll.map fun (g, r, p) => relaxedRule g r p) ++ "\n]}\n"

end Tuffy.Export
