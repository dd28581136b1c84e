import TuffyLean.Rewrites.Rule

/-!
Rules as JSON. The format is the one that `compiler/rules/schema` reads; its layout is
fixed (a field or a group of fields a line), so that a change of one rule changes few lines.
-/
namespace Tuffy.Export

/-- A JSON string. -/
def str (s : String) : String :=
  let hex (n : Nat) := String.singleton (Nat.digitChar (n / 16)) ++ String.singleton (Nat.digitChar (n % 16))
  let char (c : Char) : String :=
    if c = '"' then "\\\"" else if c = '\\' then "\\\\"
    else if c.toNat < 32 then "\\u00" ++ hex c.toNat else String.singleton c
  "\"" ++ String.join (s.toList.map char) ++ "\""

/-- A JSON array on one line. -/
def arr (l : List String) : String := "[" ++ ", ".intercalate l ++ "]"

/-- A JSON object on one line; fields with no value are left out. -/
def obj (l : List (String × Option String)) : String :=
  "{" ++ ", ".intercalate (l.filterMap fun (k, v) => v.map fun v => str k ++ ": " ++ v) ++ "}"

/-- A number that is left out when it is zero. -/
def nonzero (n : Nat) : Option String := if n = 0 then none else some (toString n)

def fn (name : String) (args : List String) : String := obj [("fn", some (str name)), ("args", some (arr args))]

def expr : CExpr → String
  | .const n => obj [("const", some (str n))]
  | .lit k => obj [("lit", some (str (toString k)))]
  | .add a b => fn "add" [expr a, expr b]
  | .sub a b => fn "sub" [expr a, expr b]
  | .mul a b => fn "mul" [expr a, expr b]
  | .neg a => fn "neg" [expr a]
  | .div a b => fn "div" [expr a, expr b]
  | .rem a b => fn "rem" [expr a, expr b]
  | .min a b => fn "min" [expr a, expr b]
  | .max a b => fn "max" [expr a, expr b]
  | .land a b => fn "land" [expr a, expr b]
  | .lor a b => fn "lor" [expr a, expr b]
  | .xor a b => fn "xor" [expr a, expr b]
  | .lnot a => fn "lnot" [expr a]
  | .shl a b => fn "shl" [expr a, expr b]
  | .shr a b => fn "shr" [expr a, expr b]
  | .pow2 a => fn "pow2" [expr a]
  | .log2 a => fn "log2" [expr a]
  | .sext a n => fn "sext" [expr a, expr n]
  | .zext a n => fn "zext" [expr a, expr n]

def claim : CClaim → String
  | .signed n => fn "signed" [expr n]
  | .unsigned n => fn "unsigned" [expr n]
  | .known z o x => fn "known" [expr z, expr o, expr x]
  | .align n => fn "align" [expr n]
  | .nofpclass c => fn "nofpclass" [expr (.lit c)]

def annot (a : CAnnot) : String :=
  obj [("metas", some (arr (a.metas.map str))), ("claims", some (arr (a.claims.map claim)))]

def type : Ty → String
  | .int => "int"
  | .bool => "bool"
  | .float f => if f = .bf16 then "bf16" else s!"f{f.width}"
  | .fp => "float"
  | .ptr => "ptr"
  | .byte n => s!"byte({n})"
  | .any => "any"

mutual
def term : Term → String
  | .var n t => obj [("var", some (str n)), ("type", some (str (type t)))]
  | .calc e => obj [("calc", some (expr e))]
  | .bool b => obj [("bool", some (toString b))]
  | .float f b => obj [("float", some (str ("0x" ++ String.ofList (Nat.toDigits 16 b)))), ("type", some (str f.name))]
  | .recip n => obj [("recip", some (str n))]
  | .op o args => obj [("op", some (str o.name)), ("imm", nonzero o.immediates),
      ("result", nonzero o.result), ("to", o.arrow.map str), ("args", some (arr (terms args)))]
  | .use a t => obj [("use", some (annot a)), ("of", some (term t))]
  | .res a t => obj [("res", some (annot a)), ("of", some (term t))]
def terms : List Term → List String
  | [] => []
  | t :: ts => term t :: terms ts
end

/-- A fact about a variable. -/
def fact (name x : String) (args : List CExpr) : String :=
  obj [("fn", some (str name)), ("var", some (str x)), ("args", some (arr (args.map expr)))]

/-- A fact about a float. -/
def shape (x : String) : FShape → String
  | .zero => fact "fpZero" x []
  | .negZero => fact "fpNegZero" x []
  | .one => fact "fpOne" x []
  | .negOne => fact "fpNegOne" x []
  | .two => fact "fpTwo" x []
  | .recip => fact "fpRecip" x []
  | .notIn c => fact "fpNotIn" x [.lit c]

def pre : Pre → String
  | .cmp p a b => obj [("fn", some (str "cmp")), ("pred", some (str p.name)), ("args", some (arr [expr a, expr b]))]
  | .isPow2 e => fn "isPow2" [expr e]
  | .not p => obj [("fn", some (str "not")), ("of", some (arr [pre p]))]
  | .and p q => obj [("fn", some (str "and")), ("of", some (arr [pre p, pre q]))]
  | .or p q => obj [("fn", some (str "or")), ("of", some (arr [pre p, pre q]))]
  | .inU x n => fact "inU" x [n]
  | .inS x n => fact "inS" x [n]
  | .range x lo hi => fact "range" x [lo, hi]
  | .zeros x m => fact "zeros" x [m]
  | .ones x m => fact "ones" x [m]
  | .float x s => shape x s

def kind : Kind → String
  | .equivalence => "equivalence"
  | .refinement => "refinement"

/-- What is known of the proof of a rule: its full name and the axioms that it rests on. -/
structure Proof where
  name : String
  axioms : List String
deriving Repr

/-- The axioms that are not Lean's own. -/
def Proof.foreign (p : Proof) : List String :=
  p.axioms.filter fun a => !["propext", "Classical.choice", "Quot.sound"].contains a

/-- A rule on five lines; one without a proof is experimental. -/
def rule (group : String) (r : Rule) (p : Option Proof) : String :=
  let field (k v : String) := str k ++ ": " ++ v
  "  {" ++ ", ".intercalate [field "name" (str r.name), field "group" (str group), field "kind" (str (kind r.kind)),
      field "doc" (str r.doc)] ++
    ",\n   " ++ field "lhs" (term r.lhs) ++
    ",\n   " ++ field "rhs" (term r.rhs) ++
    ",\n   " ++ field "pre" (arr (r.pre.map pre)) ++
    ",\n   " ++ (match p with
      | some p => field "theorem" (str p.name) ++ ", " ++ field "axioms" (arr (p.axioms.map str))
      | none => field "experimental" "true") ++ "}"

end Tuffy.Export
