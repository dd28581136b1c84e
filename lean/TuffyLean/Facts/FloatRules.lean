import TuffyLean.Facts.Rules

/-!
What is known of a float that was made an int: the number of bits that it has.
-/
namespace Tuffy.Facts
open Tuffy

/-- The numbers of `n` bits, with or without a sign. -/
def width (signed : Bool) (n : Nat) : Range :=
  if signed then ⟨some (-2 ^ (n - 1)), some (2 ^ (n - 1) - 1)⟩ else ⟨some 0, some (2 ^ n - 1)⟩

/-- The fact of a result of that many bits, the last operand. -/
def ofWidth (signed : Bool) : List AVal → AVal
  | [_, .int k] => match k.value? with
    | some n => if n < 1 then .top else .int (.of .top (width signed n.toNat))
    | none => .top
  | _ => .top

theorem ofWidth_sound {signed : Bool} {f : FloatFmt → Nat → Int → Value}
    (h : ∀ g a n, 1 ≤ n → f g a n = .poison ∨ ∃ x, f g a n = .int x ∧ (width signed n.toNat).Mem x)
    {as : List AVal} {vs : List Value} (H : Hold as vs) : (ofWidth signed as).Holds (floatInt f vs) := by
  match as, vs, H with
  | [], [], _ => trivial
  | [_], [_], _ => trivial
  | [a, b], [v, w], H =>
    cases b <;> try trivial
    rename_i k
    simp only [ofWidth]
    split
    · rename_i n e
      split
      · trivial
      · cases v <;> cases w <;> try exact AVal.holds_poison _
        rename_i g a m
        have : m = n := Fact.value?_eq H.2.1 e
        subst this
        show AVal.Holds _ (f g a m)
        rcases h g a m (by omega) with p | ⟨x, p, r⟩
        · rw [p]; exact AVal.holds_poison _
        · rw [p]; exact Fact.of_mem (KBits.top_mem x) r
    · trivial
  | _ :: b :: _ :: _, _ :: _ :: _ :: _, _ => cases b <;> trivial

theorem signed_width {x : Int} {n : Nat} (h : -2 ^ (n - 1) ≤ x ∧ x ≤ 2 ^ (n - 1) - 1) : (width true n).Mem x := h
theorem unsigned_width {x : Int} {n : Nat} (h : 0 ≤ x ∧ x ≤ 2 ^ n - 1) : (width false n).Mem x := h

/-- A float without the sign bit is not negative. -/
theorem toInt_nonneg (g : FloatFmt) {a : Nat} (h : g.sign a = false) : 0 ≤ g.toInt a := by
  rw [FloatFmt.toInt, FloatFmt.signed, if_neg (by simp [h])]
  exact Int.tdiv_nonneg (Int.natCast_nonneg _) (Int.natCast_nonneg _)

namespace Forward
def fp_to_si : ForwardRule := ⟨.fpToSi, ofWidth true, fun H => ofWidth_sound (fun g a n _ => by
  simp only [evalFpToSi]
  split
  · exact .inl rfl
  split
  · rename_i s; exact .inr ⟨_, rfl, signed_width ⟨s.2.1, by have := s.2.2; omega⟩⟩
  · exact .inl rfl) H⟩
def fp_to_ui : ForwardRule := ⟨.fpToUi, ofWidth false, fun H => ofWidth_sound (fun g a n _ => by
  simp only [evalFpToUi]
  split
  · exact .inl rfl
  split
  · rename_i s; exact .inr ⟨_, rfl, unsigned_width ⟨s.1, by have := s.2; omega⟩⟩
  · exact .inl rfl) H⟩
def fp_to_si_sat : ForwardRule := ⟨.fpToSiSat, ofWidth true, fun H => ofWidth_sound (fun g a n _ => by
  have := Bits.two_pow_pos (n.toNat - 1)
  simp only [evalFpToSiSat]
  split
  · exact .inl rfl
  split
  · exact .inr ⟨_, rfl, signed_width (by omega)⟩
  split
  · split <;> exact .inr ⟨_, rfl, signed_width (by omega)⟩
  · exact .inr ⟨_, rfl, signed_width (by omega)⟩) H⟩
def fp_to_ui_sat : ForwardRule := ⟨.fpToUiSat, ofWidth false, fun H => ofWidth_sound (fun g a n _ => by
  have := Bits.two_pow_pos n.toNat
  simp only [evalFpToUiSat]
  split
  · exact .inr ⟨_, rfl, unsigned_width (by omega)⟩
  rename_i s
  split
  · exact .inr ⟨_, rfl, unsigned_width (by omega)⟩
  · have := toInt_nonneg g (a := a) (by simpa using s : g.isNaN a = false ∧ g.sign a = false).2
    exact .inr ⟨_, rfl, unsigned_width (by omega)⟩) H⟩

/-- Rules that are not among those of `forward`. -/
def floatRules : List ForwardRule := [fp_to_si, fp_to_ui, fp_to_si_sat, fp_to_ui_sat]
end Forward

end Tuffy.Facts
