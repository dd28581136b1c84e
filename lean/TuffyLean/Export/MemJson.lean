import TuffyLean.Export.Proofs
import TuffyLean.Rewrites.MemRules
import TuffyLean.Rewrites.MemCopyRules
import TuffyLean.Rewrites.ControlRules

/-!
Memory and control rules as JSON, in the manner of `Json.lean`: a rule is a few lines, a sequence of
instructions an array. `memoryFile` is the whole file.
-/
namespace Tuffy.Export

/-- All memory rules, by group. -/
def memoryGroups : List (String × List MemProven) := [
  ("load_store", Rewrites.Mem.rules),
  ("bulk", Rewrites.Mem.rules1),
  ("copy", Rewrites.Mem.rules2)]

/-- All control rules, by group. -/
def controlGroups : List (String × List ControlProven) := [("control", Rewrites.Control.rules)]

def rty : RTy → String
  | .int n => obj [("type", some (str "int")), ("size", some (expr n))]
  | .bool => obj [("type", some (str "bool"))]
  | .ptr => obj [("type", some (str "ptr"))]
  | .bytes n => obj [("type", some (str "bytes")), ("size", some (expr n))]
  | .var t => obj [("typeVar", some (str t))]

def addr (a : Addr) : String := obj [("base", some (str a.base)), ("off", some (expr a.off))]

def len : Len → String
  | .of t => obj [("sizeOf", some (rty t))]
  | .const n => obj [("bytes", some (expr n))]

def inst : MInst → String
  | .value r t => obj [("inst", some (str "value")), ("result", some (str r)), ("value", some (term t))]
  | .poison r => obj [("inst", some (str "poison")), ("result", some (str r))]
  | .load r t p al => obj [("inst", some (str "load")), ("result", some (str r)), ("of", some (rty t)),
      ("at", some (addr p)), ("align", some (expr al))]
  | .store t v p al => obj [("inst", some (str "store")), ("of", some (rty t)), ("value", some (term v)),
      ("at", some (addr p)), ("align", some (expr al))]
  | .memset p b n al => obj [("inst", some (str "memset")), ("at", some (addr p)), ("value", some (term b)),
      ("length", some (term n)), ("align", some (expr al))]
  | .memcpy d s n al => obj [("inst", some (str "memcpy")), ("at", some (addr d)), ("from", some (addr s)),
      ("length", some (term n)), ("align", some (expr al))]
  | .memmove d s n al => obj [("inst", some (str "memmove")), ("at", some (addr d)), ("from", some (addr s)),
      ("length", some (term n)), ("align", some (expr al))]
  | .slot r n al => obj [("inst", some (str "stack_slot")), ("result", some (str r)), ("size", some (expr n)),
      ("align", some (expr al))]
  | .free p => obj [("inst", some (str "free")), ("at", some (addr p))]

def mpre : MPre → String
  | .scalar p => pre p
  | .notInt t => obj [("fn", some (str "notInt")), ("typeVar", some (str t))]
  | .notPtr t => obj [("fn", some (str "notPtr")), ("typeVar", some (str t))]
  | .notBytes t => obj [("fn", some (str "notBytes")), ("typeVar", some (str t))]
  | .hasType x t => obj [("fn", some (str "hasType")), ("var", some (str x)), ("of", some (rty t))]
  | .within o a b => obj [("fn", some (str "within")), ("off", some (expr o)), ("lengths", some (arr [len a, len b]))]
  | .nonempty a => obj [("fn", some (str "nonempty")), ("lengths", some (arr [len a]))]
  | .disjoint p a q b => obj [("fn", some (str "disjoint")), ("addresses", some (arr [addr p, addr q])),
      ("lengths", some (arr [len a, len b]))]

mutual
def cterm : CTerm → String
  | .br b args => obj [("term", some (str "br")), ("block", some (str b)), ("args", some (arr (terms args)))]
  | .through ps args body => obj [("term", some (str "through")), ("params", some (arr (ps.map str))),
      ("args", some (arr (terms args))), ("body", some (cterm body))]
  | .brif c t f => obj [("term", some (str "brif")), ("if", some (term c)), ("then", some (cterm t)), ("else", some (cterm f))]
  | .switch v cs d => obj [("term", some (str "switch")), ("on", some (term v)), ("cases", some (arr (cases cs))),
      ("default", some (cterm d))]
  | .unreachable => obj [("term", some (str "unreachable"))]
  | .trap => obj [("term", some (str "trap"))]
def cases : List (CExpr × CTerm) → List String
  | [] => []
  | (c, t) :: cs => obj [("case", some (expr c)), ("goes", some (cterm t))] :: cases cs
end

/-- A rule on five lines. -/
def ruleLines (group name doc lhs rhs : String) (pre : List String) (p : Proof) : String :=
  let field (k v : String) := str k ++ ": " ++ v
  "  {" ++ ", ".intercalate [field "name" (str name), field "group" (str group), field "kind" (str "refinement"),
      field "doc" (str doc)] ++
    ",\n   " ++ field "lhs" lhs ++
    ",\n   " ++ field "rhs" rhs ++
    ",\n   " ++ field "pre" (arr pre) ++
    ",\n   " ++ field "theorem" (str p.name) ++ ", " ++ field "axioms" (arr (p.axioms.map str)) ++ "}"

def memoryProofs : List (List Proof) := proofs_of% Tuffy.Export.memoryGroups
def controlProofs : List (List Proof) := proofs_of% Tuffy.Export.controlGroups

/-- What is wrong with the rule sets: a foreign axiom, a name that is not the theorem's, a name twice. -/
def memoryFaults : List String :=
  let named := (memoryGroups.zip memoryProofs).flatMap (fun ((_, rs), ps) => (rs.map (·.rule.name)).zip ps) ++
    (controlGroups.zip controlProofs).flatMap fun ((_, rs), ps) => (rs.map (·.rule.name)).zip ps
  named.filterMap (fun (n, p) => if p.foreign.isEmpty then none else some s!"rule {n}: its proof {p.name} rests on {p.foreign}") ++
  named.filterMap (fun (n, p) => if p.name.endsWith ("." ++ n) then none else some s!"rule {n}: its proof has another name: {p.name}") ++
  named.filterMap fun (n, _) => if (named.filter (·.1 == n)).length == 1 then none else some s!"two rules have the name {n}"

/-- The file. -/
def memoryFile : String :=
  let memory := (memoryGroups.zip memoryProofs).flatMap fun ((g, rs), ps) => (rs.zip ps).map fun (r, p) =>
    ruleLines g r.rule.name r.rule.doc (arr (r.rule.lhs.map inst)) (arr (r.rule.rhs.map inst)) (r.rule.pre.map mpre) p
  let control := (controlGroups.zip controlProofs).flatMap fun ((g, rs), ps) => (rs.zip ps).map fun (r, p) =>
    ruleLines g r.rule.name r.rule.doc (cterm r.rule.lhs) (cterm r.rule.rhs) (r.rule.pre.map pre) p
  "{\"format\": \"tuffy-memory-rules\", \"version\": 1,\n \"memory\": [\n" ++ ",\n".intercalate memory ++
    "\n],\n \"control\": [\n" ++ ",\n".intercalate control ++ "\n]}\n"

end Tuffy.Export
