import TuffyLean.Facts.Rules
import TuffyLean.Facts.DemandRules

/-!
Wrong rules about facts, each with the proof that it is wrong: no entry can hold a theorem about it.
-/
namespace Tuffy.Planted
open Tuffy Tuffy.Facts

/-- What an entry for results has to prove. -/
def ForwardSound (o : Op) (rule : List AVal → AVal) : Prop :=
  ∀ {as : List AVal} {vs : List Value}, Hold as vs → (rule as).Holds (evalOp o vs)

/-- A rule and values that it is wrong of. -/
theorem refuted {o : Op} {rule : List AVal → AVal} (as : List AVal) (vs : List Value) (h : Hold as vs)
    (n : ¬(rule as).Holds (evalOp o vs)) : ¬ForwardSound o rule := fun s => n (s h)

/-- No entry has a wrong rule. -/
theorem no_entry {o : Op} {rule : List AVal → AVal} (n : ¬ForwardSound o rule) : ∀ r : ForwardRule, r.op = o → r.rule ≠ rule := by
  rintro ⟨_, _, s⟩ rfl rfl
  exact n s

/-- `forward` says of a comparison that nothing is known; this one always says true. -/
theorem always_less : ¬ForwardSound (.icmp .lt) fun _ => .bool (some true) :=
  refuted [.top, .top] [.int 1, .int 0] ⟨trivial, trivial, trivial⟩ (by
    intro h
    have h : true = decide ((1 : Int) < 0) := h
    simp at h)

/-- A conjunction is not known when one operand is true. -/
theorem band_one : ¬ForwardSound .band fun as => match as with
    | [a, b] => .bool (if a.truth = some true ∨ b.truth = some true then some true else none)
    | _ => .top :=
  refuted [.bool (some true), .top] [.bool true, .bool false] ⟨rfl, trivial, trivial⟩ (by
    intro h
    have h : true = false := h
    contradiction)

/-- The last operand of a select is not the result when nothing is known of the condition. -/
theorem select_last : ¬ForwardSound .select fun as => match as with
    | [_, _, b] => b
    | _ => .top :=
  refuted [.top, .top, .bool (some true)] [.bool true, .bool false, .bool true] ⟨trivial, trivial, rfl, trivial⟩ (by
    intro h
    have h : true = false := h
    contradiction)

/-- Where a disjunction is true, not both operands are. -/
theorem bor_both : ¬∀ {t : Bool} {as : List AVal} {vs : List Value}, Hold as vs → evalOp .bor vs = .bool t →
    Hold (Edge.junction true t as) vs := by
  intro s
  have h : Hold [.bool (some true), .bool (some true)] [.bool true, .bool false] :=
    s (t := true) (as := [.top, .top]) (vs := [.bool true, .bool false]) ⟨trivial, trivial, trivial⟩ rfl
  have : true = false := h.2.1
  contradiction

/-- `not` demands the bits that its result does: not none of them. -/
theorem demands_nothing : ¬∀ {d x y : Int}, Agree 0 x y → Alike d (evalOp .not [.int x]) (evalOp .not [.int y]) := by
  intro s
  rcases s (d := 1) (x := 0) (y := 1) (fun i h => by simp at h) with h | ⟨x, y, ex, ey, a⟩
  · injection h with h
    revert h; decide
  · injection ex with ex
    injection ey with ey
    subst ex ey
    have := a 0 (by decide)
    revert this; decide

end Tuffy.Planted
