import TuffyLean.IR.Semantics

/-!
Refinement of values: `a ⊑ b` says that `a` may stand where `b` stood. Poison is refined by
anything, uninitialised and poison bytes by any byte, aggregates and bytes pointwise.

Bits of NaNs are compared exactly here; behaviours, which compare NaN by NaN, are elsewhere.
-/
namespace Tuffy

/-- `a` may stand for the byte `b`. -/
def Byte.refines (a b : Byte) : Prop := a = b ∨ b = .uninit ∨ b = .poison

theorem Byte.refines_refl (a : Byte) : a.refines a := .inl rfl
theorem Byte.refines_trans {a b c : Byte} (h : a.refines b) (k : b.refines c) : a.refines c := by
  unfold Byte.refines at *
  rcases k with rfl | rfl | rfl <;> simp_all

/-- Pointwise refinement of bytes of the same number. -/
def Byte.refinesList : List Byte → List Byte → Prop
  | [], [] => True
  | a :: as, b :: bs => a.refines b ∧ refinesList as bs
  | _, _ => False

theorem Byte.refinesList_refl : (as : List Byte) → Byte.refinesList as as
  | [] => trivial
  | a :: as => ⟨a.refines_refl, refinesList_refl as⟩

theorem Byte.refinesList_trans : {as bs cs : List Byte} →
    Byte.refinesList as bs → Byte.refinesList bs cs → Byte.refinesList as cs
  | [], [], [], _, _ => trivial
  | _ :: _, _ :: _, _ :: _, h, k => ⟨Byte.refines_trans h.1 k.1, refinesList_trans h.2 k.2⟩
  | [], _ :: _, _, h, _ => h.elim
  | _ :: _, [], _, h, _ => h.elim
  | [], [], _ :: _, _, k => k.elim
  | _ :: _, _ :: _, [], _, k => k.elim

mutual
/-- `a` may stand where `b` stood. -/
inductive Refines : Value → Value → Prop where
  | poison (a : Value) : Refines a .poison
  | refl (a : Value) : Refines a a
  | bytes {as bs : List Byte} : Byte.refinesList as bs → Refines (.bytes as) (.bytes bs)
  | agg {as bs : List Value} : RefinesList as bs → Refines (.agg as) (.agg bs)
/-- Pointwise refinement of aggregates. -/
inductive RefinesList : List Value → List Value → Prop where
  | nil : RefinesList [] []
  | cons {a b : Value} {as bs : List Value} : Refines a b → RefinesList as bs → RefinesList (a :: as) (b :: bs)
end

@[inherit_doc] scoped infix:50 " ⊑ " => Refines

mutual
theorem Refines.trans {a b c : Value} (h : a ⊑ b) (k : b ⊑ c) : a ⊑ c := by
  cases k with
  | poison => exact .poison _
  | refl => exact h
  | bytes k =>
    cases h with
    | refl => exact .bytes k
    | bytes h => exact .bytes (Byte.refinesList_trans h k)
  | agg k =>
    cases h with
    | refl => exact .agg k
    | agg h => exact .agg (RefinesList.trans h k)
theorem RefinesList.trans {as bs cs : List Value} (h : RefinesList as bs) (k : RefinesList bs cs) :
    RefinesList as cs := by
  cases k with
  | nil => exact h
  | cons k ks =>
    cases h with
    | cons h hs => exact .cons (h.trans k) (RefinesList.trans hs ks)
end

theorem refines_self (a : Value) : (a ⊑ a) = True := eq_true (.refl a)
theorem refines_poison (a : Value) : (a ⊑ .poison) = True := eq_true (.poison a)
theorem refines_int {v : Value} {a : Int} : (v ⊑ .int a) = (v = .int a) := by
  apply propext; constructor
  · intro h; cases h; rfl
  · rintro rfl; exact .refl _
theorem refines_bool {v : Value} {a : Bool} : (v ⊑ .bool a) = (v = .bool a) := by
  apply propext; constructor
  · intro h; cases h; rfl
  · rintro rfl; exact .refl _
theorem refines_float {v : Value} {f : FloatFmt} {b : Nat} : (v ⊑ .float f b) = (v = .float f b) := by
  apply propext; constructor
  · intro h; cases h; rfl
  · rintro rfl; exact .refl _
theorem refines_ptr {v : Value} {p : Pointer} : (v ⊑ .ptr p) = (v = .ptr p) := by
  apply propext; constructor
  · intro h; cases h; rfl
  · rintro rfl; exact .refl _

end Tuffy
