import TuffyLean.IR.Float

/-!
Algebra of float operations that needs no rounding to be understood: signs, NaNs, symmetry.
`FloatRound.lean` says what rounding does.
-/
namespace Tuffy.FloatFmt

variable {f : FloatFmt}

/-! ### sign and magnitude -/

theorem width_eq (f : FloatFmt) : 2 ^ f.width = 2 * 2 ^ f.magBits := by
  rw [width, magBits, Nat.add_assoc, Nat.add_comm 1, Nat.pow_succ, Nat.mul_comm]

theorem mag_lt (f : FloatFmt) (b : Nat) : f.mag b < 2 ^ f.magBits := Nat.mod_lt _ (Nat.two_pow_pos _)

theorem mag_pack (s : Bool) (m : Nat) : f.mag (f.pack s m) = f.mag m := by
  cases s <;> simp [pack, mag]

theorem mag_mag (b : Nat) : f.mag (f.mag b) = f.mag b := by simp [mag]

theorem mag_of_lt {m : Nat} (h : m < 2 ^ f.magBits) : f.mag m = m := Nat.mod_eq_of_lt h

theorem sign_eq (f : FloatFmt) (b : Nat) : f.sign b = decide (b / 2 ^ f.magBits % 2 = 1) := by
  rw [sign, Nat.testBit_eq_decide_div_mod_eq, magBits]

theorem sign_pack {m : Nat} (s : Bool) (h : m < 2 ^ f.magBits) : f.sign (f.pack s m) = s := by
  rw [sign_eq]
  cases s
  · simp [pack, Nat.div_eq_of_lt h]
  · have : (2 ^ f.magBits + m) / 2 ^ f.magBits = 1 := by
      rw [Nat.add_comm, Nat.add_div_right _ (Nat.two_pow_pos _), Nat.div_eq_of_lt h]
    simp [pack, this]

theorem sign_mag (b : Nat) : f.sign (f.mag b) = false := by
  rw [sign_eq, Nat.div_eq_of_lt (f.mag_lt b)]; rfl

/-- A pattern is its sign and its magnitude. -/
theorem pack_sign_mag {b : Nat} (h : b < 2 ^ f.width) : f.pack (f.sign b) (f.mag b) = b := by
  rw [width_eq] at h
  have pos := Nat.two_pow_pos f.magBits
  rw [sign_eq]
  by_cases l : b < 2 ^ f.magBits
  · simp [pack, Nat.div_eq_of_lt l, mag_of_lt l]
  · have : b / 2 ^ f.magBits = 1 := Nat.div_eq_of_lt_le (by omega) (by omega)
    have e : f.mag b = b - 2 ^ f.magBits := by
      rw [mag, Nat.mod_eq_sub_mod (by omega), Nat.mod_eq_of_lt (by omega)]
    simp [pack, this, e]; omega

theorem pack_lt {m : Nat} (s : Bool) (h : m < 2 ^ f.magBits) : f.pack s m < 2 ^ f.width := by
  rw [width_eq]; cases s <;> simp [pack] <;> omega

theorem inf_lt (f : FloatFmt) : f.inf < 2 ^ f.magBits := by
  rw [inf, magBits, Nat.pow_add]
  exact Nat.mul_lt_mul_of_pos_right (Nat.sub_lt (Nat.two_pow_pos _) (by decide)) (Nat.two_pow_pos _)

/-! ### classes see no sign, but for the sign -/

theorem isNaN_pack (s : Bool) (m : Nat) : f.isNaN (f.pack s m) = f.isNaN m := by rw [isNaN, mag_pack]; rfl
theorem isInf_pack (s : Bool) (m : Nat) : f.isInf (f.pack s m) = f.isInf m := by rw [isInf, mag_pack]; rfl
theorem isZero_pack (s : Bool) (m : Nat) : f.isZero (f.pack s m) = f.isZero m := by rw [isZero, mag_pack]; rfl
theorem isNaN_mag (b : Nat) : f.isNaN (f.mag b) = f.isNaN b := by rw [isNaN, mag_mag]; rfl
theorem isInf_mag (b : Nat) : f.isInf (f.mag b) = f.isInf b := by rw [isInf, mag_mag]; rfl
theorem isZero_mag (b : Nat) : f.isZero (f.mag b) = f.isZero b := by rw [isZero, mag_mag]; rfl

theorem mag_neg (a : Nat) : f.mag (f.neg a) = f.mag a := by rw [neg, mag_pack, mag_mag]
theorem sign_neg (a : Nat) : f.sign (f.neg a) = !f.sign a := by rw [neg, sign_pack _ (f.mag_lt a)]
theorem mag_abs (a : Nat) : f.mag (f.abs a) = f.mag a := mag_mag a
theorem sign_abs (a : Nat) : f.sign (f.abs a) = false := sign_mag a
theorem mag_copySign (a b : Nat) : f.mag (f.copySign a b) = f.mag a := by rw [copySign, mag_pack, mag_mag]
theorem sign_copySign (a b : Nat) : f.sign (f.copySign a b) = f.sign b := by rw [copySign, sign_pack _ (f.mag_lt a)]

theorem isNaN_neg (a : Nat) : f.isNaN (f.neg a) = f.isNaN a := by rw [isNaN, mag_neg]; rfl
theorem isInf_neg (a : Nat) : f.isInf (f.neg a) = f.isInf a := by rw [isInf, mag_neg]; rfl
theorem isZero_neg (a : Nat) : f.isZero (f.neg a) = f.isZero a := by rw [isZero, mag_neg]; rfl
theorem isNaN_abs (a : Nat) : f.isNaN (f.abs a) = f.isNaN a := by rw [isNaN, mag_abs]; rfl
theorem isInf_abs (a : Nat) : f.isInf (f.abs a) = f.isInf a := by rw [isInf, mag_abs]; rfl
theorem isZero_abs (a : Nat) : f.isZero (f.abs a) = f.isZero a := by rw [isZero, mag_abs]; rfl
theorem isNaN_copySign (a b : Nat) : f.isNaN (f.copySign a b) = f.isNaN a := by rw [isNaN, mag_copySign]; rfl
theorem isInf_copySign (a b : Nat) : f.isInf (f.copySign a b) = f.isInf a := by rw [isInf, mag_copySign]; rfl
theorem isZero_copySign (a b : Nat) : f.isZero (f.copySign a b) = f.isZero a := by rw [isZero, mag_copySign]; rfl

theorem signed_neg (a : Nat) : f.signed (f.neg a) = -f.signed a := by
  rw [signed, signed, sign_neg, mag_neg]; cases f.sign a <;> simp

/-! ### patterns that are alike -/

/-- Equal sign and magnitude. -/
theorem ext {a b : Nat} (ha : a < 2 ^ f.width) (hb : b < 2 ^ f.width) (hs : f.sign a = f.sign b)
    (hm : f.mag a = f.mag b) : a = b := by
  rw [← pack_sign_mag ha, ← pack_sign_mag hb, hs, hm]

theorem pack_congr {s t : Bool} {m n : Nat} (hs : s = t) (hm : m = n) : f.pack s m = f.pack t n := by rw [hs, hm]

theorem neg_lt (a : Nat) : f.neg a < 2 ^ f.width := pack_lt _ (f.mag_lt a)
theorem copySign_lt (a b : Nat) : f.copySign a b < 2 ^ f.width := pack_lt _ (f.mag_lt a)
theorem abs_lt (a : Nat) : f.abs a < 2 ^ f.width := by
  rw [width_eq]; have := f.mag_lt a; rw [abs]; omega

theorem neg_neg {a : Nat} (h : a < 2 ^ f.width) : f.neg (f.neg a) = a :=
  ext (neg_lt _) h (by rw [sign_neg, sign_neg, Bool.not_not]) (by rw [mag_neg, mag_neg])
theorem neg_pack {m : Nat} (s : Bool) (h : m < 2 ^ f.magBits) : f.neg (f.pack s m) = f.pack (!s) m := by
  rw [neg, sign_pack _ h, mag_pack, mag_of_lt h]

/-! ### symmetry -/

theorem add_comm (f : FloatFmt) (a b : Nat) : f.add a b = f.add b a := by
  simp only [add, Bool.or_comm (f.isNaN b), Bool.and_comm (f.sign b), Int.add_comm (f.signed b)]
  split
  · rfl
  · cases f.isInf a <;> cases f.isInf b <;> cases f.sign a <;> cases f.sign b <;> rfl

theorem signs_comm (f : FloatFmt) (a b : Nat) : f.signs a b = f.signs b a := Bool.xor_comm ..

theorem mul_comm (f : FloatFmt) (a b : Nat) : f.mul a b = f.mul b a := by
  simp only [mul, Bool.or_comm (f.isNaN b), Bool.or_comm (f.isInf b), f.signs_comm b, Nat.mul_comm (f.units (f.mag b)),
    Bool.and_comm (f.isInf b), Bool.and_comm (f.isZero b), Bool.or_comm (f.isZero a && _)]

theorem fma_comm (f : FloatFmt) (a b c : Nat) : f.fma a b c = f.fma b a c := by
  simp only [fma, Bool.or_comm (f.isNaN b), Bool.or_comm (f.isInf b), f.mul_comm b, f.signs_comm b, Int.mul_comm (f.signed b)]

/-- The number that wins; NaNs and equals do not distinguish the operands. -/
theorem rank_inj {a b : Nat} (ha : a < 2 ^ f.width) (hb : b < 2 ^ f.width) (h : f.rank a = f.rank b) : a = b := by
  unfold rank at h
  refine ext ha hb ?_ ?_ <;> (split at h <;> split at h <;> first | omega | (exfalso; omega) | simp_all)
theorem minNum_comm {a b : Nat} (ha : a < 2 ^ f.width) (hb : b < 2 ^ f.width) : f.minNum a b = f.minNum b a := by
  have := @rank_inj f a b ha hb
  unfold minNum; cases f.isNaN a <;> cases f.isNaN b <;> simp only [if_true, if_false, Bool.false_eq_true]
  split <;> split <;> first | rfl | (apply this; omega) | (symm; apply this; omega) | omega
theorem maxNum_comm {a b : Nat} (ha : a < 2 ^ f.width) (hb : b < 2 ^ f.width) : f.maxNum a b = f.maxNum b a := by
  have := @rank_inj f a b ha hb
  unfold maxNum; cases f.isNaN a <;> cases f.isNaN b <;> simp only [if_true, if_false, Bool.false_eq_true]
  split <;> split <;> first | rfl | (apply this; omega) | (symm; apply this; omega) | omega

theorem compare_swap (f : FloatFmt) (p : FPred) (a b : Nat) : f.compare p.swap b a = f.compare p a b := by
  simp only [compare, Bool.or_comm (f.isNaN b)]
  split
  · cases p <;> rfl
  · rcases Int.lt_trichotomy (f.signed a) (f.signed b) with h | h | h
    · rw [if_neg (by omega), if_neg (by omega), if_pos h]; cases p <;> rfl
    · rw [if_neg (by omega), if_pos h.symm, if_neg (by omega), if_pos h]; cases p <;> rfl
    · rw [if_pos h, if_neg (by omega), if_neg (by omega)]; cases p <;> rfl

theorem compare_negate (f : FloatFmt) (p : FPred) (a b : Nat) : f.compare p.negate a b = !f.compare p a b := by
  unfold compare; (repeat' split) <;> cases p <;> rfl

end Tuffy.FloatFmt
