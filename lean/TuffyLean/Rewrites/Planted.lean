import Lean
import TuffyLean.Export.Proofs

/-!
Wrong rules, planted to see that they are rejected. `planted_rule` takes what `rewrite_rule`
takes and a counterexample. It demands three things: the rule is well-formed; it is unsound, by a
theorem that rests on no axioms but Lean's own; and `rewrite_rule` with the standard proof reports
an error.
-/
namespace Tuffy

/-! ### refuting a rule by computation -/

/-- The environment with the given bindings; other variables are poison, other constants 0. -/
def Env.of (v : List (String × Value)) (c : List (String × Int) := []) (a : List (String × Annot) := []) : Env where
  v n := (v.lookup n).getD .poison
  c n := (c.lookup n).getD 0
  a n := (a.lookup n).getD []

def Value.hasTyB (v : Value) : Ty → Bool
  | .int => match v with | .int _ | .poison => true | _ => false
  | .bool => match v with | .bool _ | .poison => true | _ => false
  | .float f => match v with | .float g b => decide (f = g ∧ b < 2 ^ f.width) | .poison => true | _ => false
  | .fp => match v with | .float g b => decide (g.Ok ∧ b < 2 ^ g.width) | .poison => true | _ => false
  | .ptr => match v with | .ptr p => decide (Bits.inU p.addr 64) | .poison => true | _ => false
  | .any => true
  | _ => false

theorem Value.hasTyB_sound {v : Value} {t : Ty} (h : v.hasTyB t = true) : v.hasTy t := by
  cases t <;> cases v <;> simp_all [hasTyB, hasTy]
  · exact h.1 ▸ h.2
  · exact ⟨_, _, ⟨rfl, rfl⟩, h⟩

mutual
def Term.typedB (e : Env) : Term → Bool
  | .var n t => (e.v n).hasTyB t
  | .calc _ => true
  | .bool _ => true
  | .float f b => decide (b < 2 ^ f.fmt.width)
  | .recip _ => true
  | .op _ args => Term.typedListB e args
  | .use _ t => t.typedB e
  | .res _ t => t.typedB e
def Term.typedListB (e : Env) : List Term → Bool
  | [] => true
  | t :: ts => t.typedB e && Term.typedListB e ts
end

mutual
theorem Term.typedB_sound (e : Env) : (t : Term) → t.typedB e = true → t.typed e
  | .var _ _, h => Value.hasTyB_sound h
  | .calc _, _ => trivial
  | .bool _, _ => trivial
  | .recip _, _ => trivial
  | .float f b, h => of_decide_eq_true (p := b < 2 ^ f.fmt.width) h
  | .op _ args, h => Term.typedListB_sound e args h
  | .use _ t, h => Term.typedB_sound e t h
  | .res _ t, h => Term.typedB_sound e t h
theorem Term.typedListB_sound (e : Env) : (ts : List Term) → Term.typedListB e ts = true → Term.typedList e ts
  | [], _ => trivial
  | t :: ts, h => by
    rw [Term.typedListB, Bool.and_eq_true] at h
    exact ⟨Term.typedB_sound e t h.1, Term.typedListB_sound e ts h.2⟩
end

instance (v : Value) (P : Int → Prop) [DecidablePred P] : Decidable (v.fact P) :=
  match v with
  | .int i => decidable_of_iff (P i) ⟨fun h _ e => Value.int.inj e ▸ h, fun h => h i rfl⟩
  | .bool _ | .float _ _ | .ptr _ | .bytes _ | .agg _ | .unit | .token _ | .poison => isTrue fun _ e => nomatch e

instance (v : Value) (P : FloatFmt → Nat → Bool) : Decidable (v.floatFact P) :=
  match v with
  | .float f b => decidable_of_iff (P f b = true) ⟨fun h _ _ e => by cases e; exact h, fun h => h f b rfl⟩
  | .bool _ | .int _ | .ptr _ | .bytes _ | .agg _ | .unit | .token _ | .poison => isTrue fun _ _ e => nomatch e

instance Pre.decide (e : Env) : (p : Pre) → Decidable (p.holds e)
  | .cmp p a b => inferInstanceAs (Decidable (p.holds (a.eval e) (b.eval e)))
  | .isPow2 x => inferInstanceAs (Decidable (Bits.isPow2 (x.eval e)))
  | .not p => @instDecidableNot _ (Pre.decide e p)
  | .and p q => @instDecidableAnd _ _ (Pre.decide e p) (Pre.decide e q)
  | .or p q => @instDecidableOr _ _ (Pre.decide e p) (Pre.decide e q)
  | .inU x n => inferInstanceAs (Decidable ((e.v x).fact (Bits.inU · (n.eval e).toNat)))
  | .inS x n => inferInstanceAs (Decidable ((e.v x).fact (Bits.inS · (n.eval e).toNat)))
  | .range x lo hi => inferInstanceAs (Decidable ((e.v x).fact fun i => lo.eval e ≤ i ∧ i ≤ hi.eval e))
  | .zeros x m => inferInstanceAs (Decidable ((e.v x).fact (Bits.land · (m.eval e) = 0)))
  | .ones x m => inferInstanceAs (Decidable ((e.v x).fact fun i => Bits.land i (m.eval e) = m.eval e))
  | .float x s => inferInstanceAs (Decidable ((e.v x).floatFact fun f b => s.holds f b))

instance Pre.decideAll (e : Env) : (ps : List Pre) → Decidable (Pre.all e ps)
  | [] => isTrue trivial
  | p :: ps => @instDecidableAnd _ _ (Pre.decide e p) (Pre.decideAll e ps)

/-- Whether a value surely does not refine another. -/
def Value.cannotRefine : Value → Value → Bool
  | .int a, .int b => a != b
  | .bool a, .bool b => a != b
  | .float f a, .float g b => f != g || a != b
  | .ptr p, .ptr q => p != q
  | .poison, .int _ | .poison, .bool _ | .poison, .float _ _ | .poison, .ptr _ => true
  | _, _ => false

theorem Value.cannotRefine_sound {a b : Value} (h : a.cannotRefine b = true) : ¬ a ⊑ b := by
  intro r
  unfold cannotRefine at h
  split at h <;> simp_all [refines_int, refines_bool, refines_float, refines_ptr]

/-- Whether an environment shows that a rule is unsound. -/
def Rule.refutedBy (r : Rule) (e : Env) : Bool :=
  let l := r.lhs.eval e
  let v := r.rhs.eval e
  r.lhs.typedB e && decide (Pre.all e r.pre) &&
    (v.cannotRefine l || r.kind == .equivalence && l.cannotRefine v)

theorem Rule.refuted {r : Rule} (e : Env) (h : r.refutedBy e = true) : ¬ r.Sound := by
  intro sound
  simp only [refutedBy, Bool.and_eq_true, Bool.or_eq_true, decide_eq_true_eq, beq_iff_eq] at h
  have s := sound e (Term.typedB_sound e _ h.1.1) h.1.2
  rcases h.2 with c | ⟨k, c⟩
  · have : r.rhs.eval e ⊑ r.lhs.eval e := by
      revert s; cases r.kind
      · exact And.left
      · exact id
    exact Value.cannotRefine_sound c this
  · rw [k] at s
    exact Value.cannotRefine_sound c s.2

/-! ### the command -/

/-- A rule as `rewrite_rule` has it, and an environment that shows that it is unsound. -/
syntax "planted_rule " ident str ident term:max " => " term:max (" where " term)? " refuted_by " term : command

open Lean Elab Command in
elab_rules : command
  | `(command| planted_rule $n:ident $doc:str $k:ident $l => $r $[where $pre]? refuted_by $e) => do
    let name := n.getId.toString (escape := false)
    let kind := mkIdent (`Tuffy.Kind ++ k.getId)
    let p ← match pre with | some p => pure p | none => `([])
    elabCommand (← `(command| def $n : Rule :=
      { name := $(Syntax.mkStrLit name), doc := $doc, lhs := $l, rhs := $r, pre := $p, kind := $kind }))
    elabCommand (← `(command| theorem $(mkIdent (n.getId ++ `wf)) : Rule.wf $n = true := by decide))
    elabCommand (← `(command| theorem $(mkIdent (n.getId ++ `unsound)) : ¬ Rule.Sound $n :=
      Rule.refuted $e (by decide +kernel)))
    if (← get).messages.hasErrors then return
    let unsound ← liftCoreM <| realizeGlobalConstNoOverload (mkIdent (n.getId ++ `unsound))
    let proof ← liftTermElabM <| (Export.proofOf (mkConst unsound)).run' {}
    unless proof.foreign.isEmpty do throwErrorAt n "{unsound} rests on {proof.foreign}"
    let state ← get
    modify fun s => { s with messages := {}, snapshotTasks := #[] }
    withScope (fun s => { s with opts := s.opts.setBool `Elab.async false }) do
      elabCommand (← `(command| rewrite_rule $(mkIdent (n.getId ++ `attempt)) $doc $k $l => $r $[where $pre]?))
    let log := (← get).snapshotTasks.foldl (fun log t => t.get.getAll.foldl (· ++ ·.diagnostics.msgLog) log) (← get).messages
    set state
    let some error := log.toList.find? (·.severity == .error) | throwErrorAt n "the wrong rule {name} is accepted"
    let first := (← error.data.toString).takeWhile (· != '\n')
    logInfoAt n s!"REJECTED {name}: {first}"

end Tuffy
