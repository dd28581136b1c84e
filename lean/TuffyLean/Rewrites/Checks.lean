import TuffyLean.Rewrites.Mono

/-!
What may be done to annotations. A check turns a value that violates it into poison and leaves
every other value alone, so a check may be dropped or weakened, and may be added or strengthened
only where it is known to hold.
-/
namespace Tuffy
namespace Annot

/-- Dropping a check refines. -/
theorem check_drop (a : Annot) (v : Value) : v ⊑ a.check v := drop_mono a (.refl v)

/-- Weakening a check refines. -/
theorem check_weaken {a b : Annot} (h : a.implies b) (v : Value) : b.check v ⊑ a.check v := check_mono (.refl v) h

/-- A check that holds does nothing; where this is known, it may be added and strengthened. -/
theorem check_of_holds {a : Annot} {v : Value} (h : a.holds v) : a.check v = v := if_pos h

/-- A check does nothing exactly to poison and to what meets it. -/
theorem check_eq_self {a : Annot} {v : Value} : a.check v = v ↔ a.holds v := by
  constructor
  · intro h
    by_cases k : a.holds v
    · exact k
    · rw [check, if_neg k] at h; rw [← h]; exact holds_poison a
  · exact check_of_holds

/-- After a check, its claims are facts. -/
theorem holds_check (a : Annot) (v : Value) : a.holds (a.check v) := check_eq_self.mp (check_check a v)

/-- Two checks are the check of both. -/
theorem check_append (a b : Annot) (v : Value) : Annot.check (a ++ b) v = a.check (b.check v) := by
  by_cases hb : b.holds v
  · rw [check_of_holds hb]
    by_cases ha : a.holds v
    · rw [check_of_holds ha, check_of_holds ((holds_append a b v).mpr ⟨ha, hb⟩)]
    · rw [check, if_neg (fun h => ha ((holds_append a b v).mp h).1), check, if_neg ha]
  · rw [check, if_neg (fun h => hb ((holds_append a b v).mp h).2)]
    rw [show b.check v = .poison from if_neg hb, check_poison]

/-- Equivalent annotations check alike. -/
theorem check_congr {a b : Annot} (h : a.implies b) (k : b.implies a) (v : Value) : a.check v = b.check v := by
  by_cases ha : a.holds v
  · rw [check_of_holds ha, check_of_holds (h v ha)]
  · rw [check, if_neg ha, check, if_neg (fun hb => ha (k v hb))]

/-- Checks may change places. -/
theorem check_comm (a b : Annot) (v : Value) : a.check (b.check v) = b.check (a.check v) := by
  rw [← check_append, ← check_append]
  exact check_congr (fun v h => by rw [holds_append] at *; exact h.symm) (fun v h => by rw [holds_append] at *; exact h.symm) v

/-- A check is needless below one that implies it. -/
theorem check_absorb {a b : Annot} (h : a.implies b) (v : Value) : a.check (b.check v) = a.check v := by
  rw [← check_append]
  exact check_congr (append_implies_left a b) (fun v k => (holds_append a b v).mpr ⟨k, h v k⟩) v

/-- `:sM:uN` is `:u(min (M-1) N)`. -/
theorem signed_unsigned {m : Nat} (n : Nat) (h : m ≠ 0) (v : Value) :
    Annot.check [.signed m, .unsigned n] v = Annot.check [.unsigned (min (m - 1) n)] v := by
  refine check_congr ?_ ?_ v <;> intro v k <;> simp only [holds_cons, holds_nil, and_true] at k ⊢ <;>
    cases v <;> try trivial
  · refine ⟨k.2.1, ?_⟩
    rcases Nat.le_total (m - 1) n with l | l
    · rw [Nat.min_eq_left l]; exact k.1.2.2
    · rw [Nat.min_eq_right l]; exact k.2.2
  · rename_i i
    have k : Bits.inU i (min (m - 1) n) := k
    have := Bits.two_pow_pos (m - 1)
    have hm := (Bits.inU_mono k (Nat.min_le_left ..)).2
    exact ⟨⟨h, by have := k.1; omega, hm⟩, Bits.inU_mono k (Nat.min_le_right ..)⟩

/-- Bits that the consumer ignores claim nothing. -/
theorem known_dontCare (z o x y : Int) (v : Value) : Annot.check [.known z o x] v = Annot.check [.known z o y] v := by
  refine check_congr ?_ ?_ v <;> intro v k <;> simp only [holds_cons, holds_nil, and_true] at k ⊢ <;> cases v <;> exact k

end Annot

/-! ### places -/

/-- Both annotations. -/
def CAnnot.append (a b : CAnnot) : CAnnot := ⟨a.metas ++ b.metas, a.claims ++ b.claims⟩

theorem CAnnot.holds_append (e : Env) (a b : CAnnot) (v : Value) :
    ((a.append b).eval e).holds v ↔ (a.eval e).holds v ∧ (b.eval e).holds v := by
  simp only [CAnnot.eval, CAnnot.append, List.flatMap_append, List.map_append, Annot.holds_append]
  constructor
  · rintro ⟨⟨h₁, h₂⟩, h₃, h₄⟩; exact ⟨⟨h₁, h₃⟩, h₂, h₄⟩
  · rintro ⟨⟨h₁, h₃⟩, h₂, h₄⟩; exact ⟨⟨h₁, h₂⟩, h₃, h₄⟩

theorem CAnnot.check_append (e : Env) (a b : CAnnot) (v : Value) :
    ((a.append b).eval e).check v = (a.eval e).check ((b.eval e).check v) := by
  rw [← Annot.check_append]
  exact Annot.check_congr (fun v h => by rw [Annot.holds_append]; exact (holds_append e a b v).mp h)
    (fun v h => by rw [Annot.holds_append] at h; exact (holds_append e a b v).mpr h) v

/-- A result annotation may move to a use, and back: to all uses at once, since each of them
reads the checked value. -/
theorem Term.eval_use_res (e : Env) (u r : CAnnot) (t : Term) :
    (Term.use u (.res r t)).eval e = (Term.use (u.append r) t).eval e := by
  simp only [Term.eval, CAnnot.check_append]

/-- Dropping annotations anywhere in a term refines. -/
theorem Term.drop {t' t : Term} (h : t'.Annotated t) (e : Env) : t.eval e ⊑ t'.eval e := Term.eval_annotated e h

/-- A check of a value that some operand already had to pass is needless: `op … (use a x) …` may
lose `a` where `x` itself comes out of a check that implies it. -/
theorem Term.eval_use_of_res (e : Env) {u r : CAnnot} (h : (r.eval e).implies (u.eval e)) (t : Term) :
    (Term.use u (.res r t)).eval e = (Term.res r t).eval e := by
  simp only [Term.eval]
  exact Annot.check_of_holds (h _ (Annot.holds_check _ _))

end Tuffy
