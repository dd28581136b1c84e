import TuffyLean.IR.VecLemmas

/-!
Shifts of lanes: an amount beyond twice the lane makes the lane that any larger one makes, so that the
bounded shifts of `Vec.lean` mean the unbounded ones.
-/
namespace Tuffy

private theorem pow_pos (n : Nat) : (0 : Int) < 2 ^ n := Int.pow_pos (by decide)

private theorem pow_le {m n : Nat} (h : m ≤ n) : (2 : Int) ^ m ≤ 2 ^ n := by
  obtain ⟨d, rfl⟩ := Nat.exists_eq_add_of_le h
  rw [Int.pow_add]
  have := Int.mul_le_mul_of_nonneg_left (show (1 : Int) ≤ 2 ^ d from pow_pos d) (Int.le_of_lt (pow_pos m))
  omega

/-- A nonzero number moved up by the lane or more is beyond it. -/
private theorem shl_beyond {a : Int} (ha : a ≠ 0) {w e : Nat} (h : w ≤ e) :
    Bits.shl a e < -2 ^ w ∨ Bits.shl a e = -2 ^ w ∨ 2 ^ w ≤ Bits.shl a e := by
  have le := pow_le h
  rcases Int.lt_or_lt_of_ne ha with n | p
  · have := Int.mul_le_mul_of_nonneg_right (show a ≤ -1 by omega) (Int.le_of_lt (pow_pos e))
    simp only [Bits.shl]
    omega
  · have := Int.mul_le_mul_of_nonneg_right (show 1 ≤ a by omega) (Int.le_of_lt (pow_pos e))
    simp only [Bits.shl]
    omega

private theorem not_fits {k : LaneInt} (hk : k ≠ .wrapping) {n e : Nat} (hn : 0 < n) {a : Int} (ha : a ≠ 0) (h : 8 * n ≤ e) :
    Lane.fits k n (Bits.shl a e) = false := by
  have b := shl_beyond ha h
  have p := pow_pos (8 * n)
  have half : (2 : Int) ^ (8 * n) = 2 * 2 ^ (8 * n - 1) := by
    rw [← Int.pow_succ']; congr 1; omega
  have q := pow_pos (8 * n - 1)
  cases k with
  | wrapping => exact absurd rfl hk
  | signed => simp only [Lane.fits, Bits.inS, decide_eq_false_iff_not]; omega
  | unsigned => simp only [Lane.fits, Bits.inU, decide_eq_false_iff_not]; omega

private theorem shl_zero_lane {n e : Nat} (a : Int) (h : 8 * n ≤ e) : Bits.shl a e % 256 ^ n = 0 := by
  obtain ⟨d, rfl⟩ := Nat.exists_eq_add_of_le h
  rw [pow256, Bits.shl, Int.pow_add, Int.mul_comm (2 ^ (8 * n)), ← Int.mul_assoc]
  exact Int.mul_emod_left _ _

/-- The bounded shift of a lane is the shift. -/
theorem shl_lane (k : LaneInt) {n : Nat} (hn : 0 < n) (a b : Int) :
    Lane.encode (.int k n) (evalLaneShl n a b) = Lane.encode (.int k n) (evalShl a b) := by
  by_cases hb : b ≤ 16 * n
  · rw [evalLaneShl, show min b (16 * (n : Int)) = b by omega]
  · rw [evalLaneShl, show min b (16 * (n : Int)) = 16 * n by omega, evalShl, evalShl, if_neg (by omega), if_neg (by omega)]
    have h₁ : 8 * n ≤ (16 * (n : Int)).toNat := by omega
    have h₂ : 8 * n ≤ b.toNat := by omega
    generalize (16 * (n : Int)).toNat = e₁ at *
    generalize b.toNat = e₂ at *
    by_cases ha : a = 0
    · simp [ha, Bits.shl]
    · by_cases hk : k = .wrapping
      · subst hk
        simp only [Lane.encode, Lane.fits, if_true]
        exact intBytes_mod _ _ _ (by rw [shl_zero_lane a h₁, shl_zero_lane a h₂])
      · simp [Lane.encode, not_fits hk hn ha h₁, not_fits hk hn ha h₂]

/-- Moved down by more than its bits a number is 0 or -1. -/
private theorem shr_beyond {a : Int} {w e : Nat} (lo : -2 ^ w ≤ a) (hi : a < 2 ^ w) (h : w ≤ e) :
    Bits.shr a e = if a < 0 then -1 else 0 := by
  have le := pow_le h
  have p := pow_pos e
  rw [Bits.shr]
  split
  · have := Int.ediv_neg_of_neg_of_pos (show a < 0 by assumption) p
    have := Int.le_ediv_of_mul_le p (show -1 * 2 ^ e ≤ a by omega)
    omega
  · exact Int.ediv_eq_zero_of_lt (by omega) (by omega)

/-- The bounded shift of what a lane holds is the shift. -/
theorem shr_lane {n : Nat} {a : Int} (lo : -2 ^ (8 * n) ≤ a) (hi : a < 2 ^ (8 * n)) (b : Int) : evalLaneShr n a b = evalShr a b := by
  by_cases hb : b ≤ 16 * n
  · rw [evalLaneShr, show min b (16 * (n : Int)) = b by omega]
  · rw [evalLaneShr, show min b (16 * (n : Int)) = 16 * n by omega, evalShr, evalShr, if_neg (by omega), if_neg (by omega),
      shr_beyond lo hi (show 8 * n ≤ (16 * (n : Int)).toNat by omega), shr_beyond lo hi (show 8 * n ≤ b.toNat by omega)]

end Tuffy
