import TuffyLean.IR.Behaviour
import TuffyLean.Rewrites.Rule

/-!
What the kind of a pass says about programs, and that kinds compose: a pass that makes rewrites of
several kinds, in whatever order and number, has the weakest of them, and so has a sequence of passes.

    equivalence  each of the two programs refines the other
    refinement   the new program refines the old one

Not here: that the rewrite of a rule at a place of a program is of the kind of the rule. `MemLift.lean`
has that for memory rules in a block.
-/
namespace Tuffy

/-- The weaker of two kinds. -/
def Kind.join : Kind → Kind → Kind
  | .equivalence, k => k
  | .refinement, _ => .refinement

/-- What is of kind `j` is of kind `k`. -/
def Kind.le (j k : Kind) : Prop := j.join k = k

instance (j k : Kind) : Decidable (j.le k) := inferInstanceAs (Decidable (_ = _))

namespace Passes
open Prog

/-- The weakest of some kinds; doing nothing is an equivalence. -/
def weakest : List Kind → Kind
  | [] => .equivalence
  | k :: ks => k.join (weakest ks)

theorem le_weakest {k : Kind} {ks : List Kind} (h : k ∈ ks) : k.le (weakest ks) := by
  induction ks with
  | nil => contradiction
  | cons j ks ih =>
    simp only [weakest, Kind.le] at *
    rcases List.mem_cons.mp h with rfl | h
    · generalize weakest ks = w
      cases k <;> cases w <;> rfl
    · have := ih h
      revert this
      generalize weakest ks = w
      cases k <;> cases j <;> cases w <;> simp [Kind.join]

/-- It is one of them, if there are any: no kind that every member has is stronger. -/
theorem weakest_mem {ks : List Kind} (h : ks ≠ []) : weakest ks ∈ ks := by
  induction ks with
  | nil => contradiction
  | cons j ks ih =>
    cases j
    · by_cases e : ks = []
      · subst e; simp [weakest, Kind.join]
      · simp only [weakest, Kind.join]; exact List.mem_cons_of_mem _ (ih e)
    · simp [weakest, Kind.join]

/-- What a kind says of the program after and the program before. -/
def Relates (k : Kind) (after before : Program) : Prop :=
  after.refines before ∧ (k = .equivalence → before.refines after)

theorem relates_self (k : Kind) (P : Program) : Relates k P P := ⟨P.refines_refl, fun _ => P.refines_refl⟩

theorem relates_equivalence {P Q : Program} : Relates .equivalence P Q ↔ P.refines Q ∧ Q.refines P :=
  ⟨fun h => ⟨h.1, h.2 rfl⟩, fun h => ⟨h.1, fun _ => h.2⟩⟩
theorem relates_refinement {P Q : Program} : Relates .refinement P Q ↔ P.refines Q :=
  ⟨fun h => h.1, fun h => ⟨h, nofun⟩⟩

/-- A weaker kind says less. -/
theorem Relates.weaken {j k : Kind} {P Q : Program} (h : Relates j P Q) (l : j.le k) : Relates k P Q := by
  refine ⟨h.1, fun e => h.2 ?_⟩
  subst e
  revert l
  cases j <;> simp [Kind.le, Kind.join]

/-- One after the other: the weaker kind. -/
theorem Relates.trans {j k : Kind} {P Q R : Program} (h : Relates j P Q) (g : Relates k Q R) : Relates (j.join k) P R := by
  refine ⟨Program.refines_trans h.1 g.1, fun e => ?_⟩
  cases j <;> cases k <;> simp only [Kind.join, reduceCtorEq] at e
  exact Program.refines_trans (g.2 rfl) (h.2 rfl)

/-! ### passes -/

/-- A pass has a kind if it relates what it makes of every program to that program. -/
def Has (k : Kind) (f : Program → Program) : Prop := ∀ P, Relates k (f P) P

/-- A sequence of passes, the first one first, has the weakest of their kinds. -/
theorem has_sequence : ∀ {fs : List (Kind × (Program → Program))}, (∀ f ∈ fs, Has f.1 f.2) →
    Has (weakest (fs.map (·.1))) fun P => fs.foldl (fun P f => f.2 P) P := by
  intro fs
  induction fs with
  | nil => exact fun _ P => relates_self _ P
  | cons f fs ih =>
    intro h P
    have rest := ih (fun g hg => h g (List.mem_cons_of_mem _ hg)) (f.2 P)
    have both := Relates.trans rest (h f (List.mem_cons_self ..) P)
    simp only [List.map_cons, weakest, List.foldl_cons]
    revert both
    generalize weakest (fs.map (·.1)) = w
    generalize f.1 = k
    cases w <;> cases k <;> exact id

/-- `f`, `n` times. -/
def iterate (f : Program → Program) : Nat → Program → Program
  | 0, P => P
  | n + 1, P => iterate f n (f P)

/-- Iteration keeps the kind, however often: to a fixed point as well. -/
theorem has_iterate {k : Kind} {f : Program → Program} (h : Has k f) : ∀ n, Has k (iterate f n)
  | 0, P => relates_self k P
  | n + 1, P => by
    have := Relates.trans (has_iterate h n (f P)) (h P)
    cases k <;> exact this

/-- Rewrites of some kinds, any number of them, each of the program that the last one left. -/
inductive Many (kinds : List Kind) (step : Kind → Program → Program → Prop) : Program → Program → Prop where
  | done (P : Program) : Many kinds step P P
  | more {k : Kind} {P Q R : Program} : k ∈ kinds → step k P Q → Many kinds step Q R → Many kinds step P R

/-- If each rewrite is of its kind, then all of them together are of the weakest. -/
theorem Many.relates {kinds : List Kind} {step : Kind → Program → Program → Prop}
    (h : ∀ k P Q, step k P Q → Relates k Q P) {P Q : Program} (m : Many kinds step P Q) : Relates (weakest kinds) Q P := by
  induction m with
  | done P => exact relates_self _ P
  | more hk hs _ ih =>
    have both := Relates.trans ih ((h _ _ _ hs).weaken (le_weakest hk))
    generalize weakest kinds = w at *
    cases w <;> exact both

end Passes
end Tuffy
