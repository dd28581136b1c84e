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

/-- The axioms of constants that were looked at. -/
abbrev Walk := StateT (NameMap (List Name)) MetaM

/-- The axioms that a constant rests on, not entering the library. -/
def axiomsOf : (depth : Nat) → (c : Name) → Walk (List Name)
  | 0, c => throwError "{c}: definitions are nested too deeply"
  | depth + 1, c => do
  if let some known := (← get).find? c then return known
  let env ← getEnv
  let lib := inLibrary env c
  let some info := env.find? c | return []
  let isAxiom := if lib then (getOriginalConstKind? env c).any (· matches .axiom) else info matches .axiomInfo _
  let mut axioms := if isAxiom then [c] else []
  modify (·.insert c axioms)
  unless lib do
    let mut used := info.type.getUsedConstantsAsSet
    if let some v := info.value? (allowOpaque := true) then used := used.append v.getUsedConstantsAsSet
    for d in used do
      for a in ← axiomsOf depth d do
        unless axioms.contains a do axioms := a :: axioms
  modify (·.insert c axioms)
  return axioms

/-- How deep definitions may be nested, and how long lists of rules may be. -/
def most : Nat := 100000

/-- The elements of a list that reduces to `a :: b :: … :: []`. -/
def elements (e : Expr) : MetaM (List Expr) := do
  let mut rest := e
  let mut found := #[]
  for _ in [0:most] do
    rest ← whnf rest
    match rest.getAppFnArgs with
    | (``List.nil, _) => return found.toList
    | (``List.cons, #[_, a, l]) =>
      found := found.push a
      rest := l
    | _ => throwError "not a list of rules: {rest}"
  throwError "more than {most} rules: {e}"

/-- The proof behind one element of a rule list. -/
def proofOf (e : Expr) : Walk Proof := do
  let .const c _ := e.consumeMData | throwError "a rule must be a constant, with a name of its own: {e}"
  return { name := toString c, axioms := ((← axiomsOf most c).map toString).mergeSort (· ≤ ·) }

instance : ToExpr Proof where
  toTypeExpr := mkConst ``Proof
  toExpr p := mkApp2 (mkConst ``Proof.mk) (toExpr p.name) (toExpr p.axioms)

/-- The proofs of each group, in the order of its rules. -/
def proofsOf (groups : Expr) : MetaM (List (List Proof)) := StateT.run' (s := ∅) do
  (← elements groups).mapM fun g => do
    let (``Prod.mk, #[_, _, _, rules]) := (← whnf g).getAppFnArgs | throwError "not a group of rules: {g}"
    (← elements rules).mapM proofOf

@[inherit_doc proofsOf] elab "proofs_of% " n:ident : term => do
  return toExpr (← proofsOf (mkConst (← realizeGlobalConstNoOverloadWithInfo n)))

end Tuffy.Export
