import Lean
import TuffyLean.Export.Json

/-!
`proofs_of% groups` is, at compile time, the list of the proofs behind the rule lists in `groups`:
the full name of each rule and the axioms that it rests on, looked up in the environment.

Theorems of Lean's library count as given, so the axioms listed are those that are used outside
of it. They are then the same whether Lean's files hold the library's proofs or not.
-/
namespace Tuffy.Export
open Lean Meta Elab Term

/-- Whether a constant comes with Lean. -/
def inLibrary (env : Environment) (c : Name) : Bool :=
  match env.getModuleIdxFor? c with
  | some i => [`Init, `Std, `Lean].contains env.header.moduleNames[i]!.getRoot
  | none => false

structure Walk where
  seen : NameSet := {}
  axioms : List Name := []

/-- Collects the axioms that a constant rests on, not entering the library. -/
partial def walk (env : Environment) (c : Name) : StateM Walk Unit := do
  if (← get).seen.contains c then return
  modify fun s => { s with seen := s.seen.insert c }
  let lib := inLibrary env c
  let some info := env.find? c | return
  let isAxiom := if lib then (getOriginalConstKind? env c).any (· matches .axiom) else info matches .axiomInfo _
  if isAxiom then modify fun s => { s with axioms := c :: s.axioms }
  unless lib do
    let mut used := info.type.getUsedConstantsAsSet
    if let some v := info.value? (allowOpaque := true) then used := used.append v.getUsedConstantsAsSet
    for d in used do walk env d

/-- The elements of a list that reduces to `a :: b :: … :: []`. -/
partial def elements (e : Expr) : MetaM (List Expr) := do
  let e ← whnf e
  match e.getAppFnArgs with
  | (``List.nil, _) => return []
  | (``List.cons, #[_, a, l]) => return a :: (← elements l)
  | _ => throwError "not a list of rules: {e}"

/-- The proof behind one element of a rule list. -/
def proofOf (e : Expr) : MetaM Proof := do
  let .const c _ := e.consumeMData | throwError "a rule must be a constant, with a name of its own: {e}"
  let (_, s) := (walk (← getEnv) c).run {}
  return { name := toString c, axioms := (s.axioms.map toString).mergeSort (· ≤ ·) }

instance : ToExpr Proof where
  toTypeExpr := mkConst ``Proof
  toExpr p := mkApp2 (mkConst ``Proof.mk) (toExpr p.name) (toExpr p.axioms)

/-- The proofs of each group, in the order of its rules. -/
def proofsOf (groups : Expr) : MetaM (List (List Proof)) := do
  (← elements groups).mapM fun g => do
    let (``Prod.mk, #[_, _, _, rules]) := (← whnf g).getAppFnArgs | throwError "not a group of rules: {g}"
    (← elements rules).mapM proofOf

@[inherit_doc proofsOf] elab "proofs_of% " n:ident : term => do
  return toExpr (← proofsOf (mkConst (← realizeGlobalConstNoOverloadWithInfo n)))

end Tuffy.Export
