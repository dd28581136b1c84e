import TuffyLean.IR.FloatRound

/-!
Float operations with particular constants, reciprocals of powers of two, and conversions that lose
nothing, for every format that has arithmetic.
-/
namespace Tuffy.FloatFmt

variable {f g : FloatFmt}

/-! ### rounding a fraction -/

theorem nearest_scale (num den : Nat) {k : Nat} (h : 0 < k) : nearest (num * k) (den * k) = nearest num den := by
  unfold nearest
  simp only [Nat.mul_div_mul_right _ _ h, Nat.mul_mod_mul_right]
  have e1 : den * k < 2 * (num % den * k) ↔ den < 2 * (num % den) := by
    rw [← Nat.mul_assoc]; exact Nat.mul_lt_mul_right h
  have e2 : den * k = 2 * (num % den * k) ↔ den = 2 * (num % den) := by
    rw [← Nat.mul_assoc]; exact Nat.mul_left_inj (by omega)
  simp only [e1, e2]

/-- Rounding sees the quotient only. -/
theorem round_scale (num den : Nat) {k : Nat} (h : 0 < k) : f.round (num * k) (den * k) = f.round num den := by
  simp only [round, Nat.mul_div_mul_right _ _ h, Nat.mul_right_comm den k, nearest_scale _ _ h]

/-! ### constants -/

theorem two_le_exp (h : f.Ok) : 4 ≤ 2 ^ f.exp := by
  have := Nat.pow_le_pow_right (n := 2) (by decide) h.1
  simpa using this

theorem bias_eq (h : f.Ok) : 2 * f.bias + 2 = 2 ^ f.exp := by
  have := two_le_exp h
  obtain ⟨n, hn⟩ : ∃ n, f.exp = n + 1 := ⟨f.exp - 1, by have := h.1; omega⟩
  have e : 2 ^ f.exp = 2 * 2 ^ n := by rw [hn, Nat.pow_succ, Nat.mul_comm]
  have b : f.bias = 2 ^ n - 1 := by rw [bias, hn, Nat.add_sub_cancel]
  omega

theorem bias_pos (h : f.Ok) : 1 ≤ f.bias := by
  have := bias_eq h; have := two_le_exp h; omega

theorem scale_pos (f : FloatFmt) : 0 < f.scale := Nat.two_pow_pos _

/-- A magnitude `q · 2^frac` with a normal exponent. -/
theorem units_normal {q : Nat} (h : 1 ≤ q) : f.units (q * 2 ^ f.frac) = 2 ^ (q - 1 + f.frac) := by
  have pos := Nat.two_pow_pos f.frac
  simp only [units, significand, exponent, Nat.mul_div_cancel _ pos, Nat.mul_mod_left, Nat.zero_add]
  rw [if_neg (by omega), ← Nat.pow_add, Nat.add_comm]

theorem units_one (h : f.Ok) : f.units f.one = f.scale := by
  have := bias_pos h
  rw [one, units_normal this, scale]; congr 1; omega

theorem units_two (h : f.Ok) : f.units (f.one + 2 ^ f.frac) = 2 * f.scale := by
  have := bias_pos h
  rw [one, ← Nat.succ_mul, units_normal (by omega), scale, ← Nat.pow_succ']; congr 1; omega

theorem two_lt_inf (h : f.Ok) : f.one + 2 ^ f.frac < f.inf := by
  have := bias_eq h; have := bias_pos h
  rw [one, inf, ← Nat.succ_mul]; exact Nat.mul_lt_mul_of_pos_right (by omega) (Nat.two_pow_pos _)

theorem two_lt (h : f.Ok) : f.one + 2 ^ f.frac < 2 ^ f.magBits := Nat.lt_trans (two_lt_inf h) (inf_lt f)
theorem one_lt_inf (h : f.Ok) : f.one < f.inf := by
  have := two_lt_inf h; have := Nat.two_pow_pos f.frac; omega
theorem one_lt (h : f.Ok) : f.one < 2 ^ f.magBits := by
  exact Nat.lt_of_le_of_lt (Nat.le_add_right ..) (two_lt h)
theorem one_pos (h : f.Ok) : 0 < f.one := Nat.mul_pos (bias_pos h) (Nat.two_pow_pos _)

theorem sign_of_lt {b : Nat} (h : b < 2 ^ f.magBits) : f.sign b = false := by
  rw [sign_eq, Nat.div_eq_of_lt h]; rfl

/-- A pattern of a finite number that is not zero. -/
structure Plain (f : FloatFmt) (b : Nat) : Prop where
  nan : f.isNaN b = false
  inf : f.isInf b = false
  zero : f.isZero b = false

theorem plain_one (h : f.Ok) : f.Plain f.one := by
  have := one_lt_inf h; have := one_pos h
  constructor <;> simp [isNaN, isInf, isZero, mag_of_lt (one_lt h)] <;> omega

theorem plain_two (h : f.Ok) : f.Plain (f.one + 2 ^ f.frac) := by
  have := two_lt_inf h; have := one_pos h
  constructor <;> simp [isNaN, isInf, isZero, mag_of_lt (two_lt h)] <;> omega

theorem Plain.neg {b : Nat} (h : f.Plain b) : f.Plain (f.neg b) :=
  ⟨by rw [isNaN_neg, h.nan], by rw [isInf_neg, h.inf], by rw [isZero_neg, h.zero]⟩

theorem pack_inf {b : Nat} (h : b < 2 ^ f.width) (i : f.isInf b = true) : f.pack (f.sign b) f.inf = b := by
  rw [← of_decide_eq_true i, pack_sign_mag h]

theorem mag_le {b : Nat} (n : f.isNaN b = false) : f.mag b ≤ f.inf := by
  have := of_decide_eq_false n; omega

/-! ### arithmetic with constants -/

theorem mul_one (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) : f.mul x f.one = x := by
  have p := plain_one h
  have s : f.signs x f.one = f.sign x := by rw [signs, sign_of_lt (one_lt h), Bool.xor_false]
  simp only [mul, n, p.nan, p.inf, p.zero, s, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
  split
  · exact pack_inf hx ‹_›
  · rw [mag_of_lt (one_lt h), units_one h, round_exact h.2 (scale_pos f) (mag_le n), pack_sign_mag hx]

theorem mul_neg (f : FloatFmt) {x y : Nat} (p : f.Plain y) (n : f.isNaN x = false) : f.mul x (f.neg y) = f.neg (f.mul x y) := by
  have s : f.signs x (f.neg y) = !f.signs x y := by rw [signs, signs, sign_neg]; cases f.sign x <;> cases f.sign y <;> rfl
  simp only [mul, n, p.neg.nan, p.neg.inf, p.neg.zero, p.nan, p.inf, p.zero, s, mag_neg, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
  split
  · rw [neg_pack _ (inf_lt f)]
  · rw [neg_pack _ (Nat.lt_of_le_of_lt (round_le_inf ..) (inf_lt f))]

theorem mul_neg_one (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) :
    f.mul x (f.neg f.one) = f.neg x := by
  have e := mul_one h hx n
  rw [mul_neg f (plain_one h) n, e]

theorem div_one (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) : f.div x f.one = x := by
  have p := plain_one h
  have s : f.signs x f.one = f.sign x := by rw [signs, sign_of_lt (one_lt h), Bool.xor_false]
  simp only [div, n, p.nan, p.inf, p.zero, s, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
  split
  · exact pack_inf hx ‹_›
  · rw [mag_of_lt (one_lt h), units_one h, round_exact h.2 (scale_pos f) (mag_le n), pack_sign_mag hx]

theorem div_neg_one (h : f.Ok) {x : Nat} (n : f.isNaN x = false) :
    f.div x (f.neg f.one) = f.neg x := by
  have p := (plain_one h).neg
  have s : f.signs x (f.neg f.one) = !f.sign x := by rw [signs, sign_neg, sign_of_lt (one_lt h)]; cases f.sign x <;> rfl
  simp only [div, n, p.nan, p.inf, p.zero, s, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
  split
  · have m : f.mag x = f.inf := of_decide_eq_true ‹_›
    rw [neg, m]
  · rw [mag_neg, mag_of_lt (one_lt h), units_one h, round_exact h.2 (scale_pos f) (mag_le n)]; rfl

theorem natAbs_signed (x : Nat) : (f.signed x).natAbs = f.units (f.mag x) := by
  rw [signed]; split <;> simp

theorem units_zero (f : FloatFmt) : f.units 0 = 0 := by simp [units, significand]

theorem units_eq_zero {m : Nat} : f.units m = 0 ↔ m = 0 :=
  ⟨fun e => units_inj (e.trans (units_zero f).symm), fun e => by rw [e, units_zero]⟩

/-- Twice a value, rounded. -/
theorem add_self {x : Nat} (n : f.isNaN x = false) (i : f.isInf x = false) :
    f.add x x = f.pack (f.sign x) (f.round (2 * f.units (f.mag x)) 1) := by
  have abs : (f.signed x + f.signed x).natAbs = 2 * f.units (f.mag x) := by
    have := natAbs_signed (f := f) x; omega
  have sgn : (decide (f.signed x + f.signed x < 0) || (decide (f.signed x + f.signed x = 0) && (f.sign x && f.sign x))) = f.sign x := by
    rw [signed]; cases f.sign x <;> simp <;> omega
  simp only [add, n, i, Bool.or_self, Bool.false_eq_true, if_false]
  rw [roundInt, abs, sgn]

theorem mul_two (h : f.Ok) (x : Nat) :
    f.mul x (f.one + 2 ^ f.frac) = f.add x x := by
  have p := plain_two h
  have s : f.signs x (f.one + 2 ^ f.frac) = f.sign x := by rw [signs, sign_of_lt (two_lt h), Bool.xor_false]
  cases n : f.isNaN x
  · cases i : f.isInf x
    · rw [add_self n i]
      simp only [mul, n, i, p.nan, p.inf, p.zero, s, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
      rw [mag_of_lt (two_lt h), units_two h]
      have : f.units (f.mag x) * (2 * f.scale) = 2 * f.units (f.mag x) * f.scale := by
        rw [← Nat.mul_assoc, Nat.mul_comm _ 2]
      rw [this, ← round_scale (2 * f.units (f.mag x)) 1 (scale_pos f), Nat.one_mul]
    · simp [mul, add, n, i, p.nan, p.inf, p.zero, s]
  · simp [mul, add, n]

theorem sub_zero (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) : f.add x (f.neg 0) = x := by
  have m0 : f.mag 0 = 0 := by simp [mag]
  have n0 : f.isNaN 0 = false := by simp [isNaN, m0]
  have i0 : f.isInf 0 = false := by
    have := one_lt_inf h; simp [isInf, m0]; omega
  have s0 : f.sign 0 = false := by simp [sign]
  have z : f.signed (f.neg 0) = 0 := by rw [signed_neg, signed, s0, m0, units_zero]; rfl
  simp only [add, n, isNaN_neg, isInf_neg, n0, i0, sign_neg, s0, z, Int.add_zero, Bool.or_false, Bool.false_and, Bool.not_false, Bool.and_true,
    Bool.false_eq_true, if_false]
  split
  · exact pack_inf hx ‹_›
  · exact encode_decode h.2 hx n

/-- Adding the positive zero to what is no negative zero. -/
theorem add_zero (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false)
    (nz : ¬ (f.sign x = true ∧ f.isZero x = true)) : f.add x 0 = x := by
  have m0 : f.mag 0 = 0 := by simp [mag]
  have n0 : f.isNaN 0 = false := by simp [isNaN, m0]
  have i0 : f.isInf 0 = false := by
    have := one_lt_inf h; simp [isInf, m0]; omega
  have s0 : f.sign 0 = false := by simp [sign]
  have z : f.signed 0 = 0 := by rw [signed, s0, m0, units_zero]; rfl
  simp only [add, n, n0, i0, s0, z, Int.add_zero, Bool.or_false, Bool.and_false,
    Bool.false_eq_true, if_false]
  split
  · exact pack_inf hx ‹_›
  · have e := encode_decode h.2 hx n
    unfold roundInt at e ⊢
    rw [show (decide (f.signed x < 0) || (decide (f.signed x = 0) && false)) =
      (decide (f.signed x < 0) || (decide (f.signed x = 0) && f.sign x)) from ?_]
    · exact e
    · cases hs : f.sign x
      · rfl
      · have nz' : f.mag x ≠ 0 := fun e => nz ⟨hs, decide_eq_true e⟩
        have : f.signed x ≠ 0 := by
          rw [signed, hs]; simp; exact fun e => nz' (units_eq_zero.mp e)
        simp [this]

theorem nan_lt_mag (h : f.Ok) : f.nan < 2 ^ f.magBits := by
  have : 2 ^ (f.frac - 1) < 2 ^ f.frac := Nat.pow_lt_pow_right (by decide) (by have := h.2; omega)
  have p := Nat.mul_le_mul_right (2 ^ f.frac) (Nat.two_pow_pos f.exp)
  rw [magBits, Nat.pow_add, nan, inf, Nat.sub_mul]; omega
theorem nan_lt (h : f.Ok) : f.nan < 2 ^ f.width := by
  have := nan_lt_mag h; rw [width_eq]; omega
theorem isNaN_nan (h : f.Ok) : f.isNaN f.nan = true := by
  have := Nat.two_pow_pos (f.frac - 1)
  refine decide_eq_true ?_
  rw [mag_of_lt (nan_lt_mag h), nan]; omega

/-- Subtracting the negative zero from what is no negative zero. -/
theorem sub_neg_zero (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false)
    (nz : ¬ (f.sign x = true ∧ f.isZero x = true)) : f.sub x (f.neg 0) = x := by
  rw [sub, neg_neg (Nat.two_pow_pos _), add_zero h hx n nz]

theorem neg_zero_sub (h : f.Ok) {x : Nat} (n : f.isNaN x = false) : f.sub (f.neg 0) x = f.neg x := by
  rw [sub, add_comm, sub_zero h (neg_lt x) (by rw [isNaN_neg, n])]

/-- A product with negative zero added. -/
theorem fma_neg_zero (h : f.Ok) (x y : Nat) : f.fma x y (f.neg 0) = f.mul x y := by
  have m0 : f.mag 0 = 0 := by simp [mag]
  have n0 : f.isNaN 0 = false := by simp [isNaN, m0]
  have i0 : f.isInf 0 = false := by
    have := one_lt_inf h; simp [isInf, m0]; omega
  have s0 : f.sign 0 = false := by simp [sign]
  have z : f.signed (f.neg 0) = 0 := by rw [signed_neg, signed, s0, m0, units_zero]; rfl
  cases nx : f.isNaN x
  case true => simp [fma, mul, nx]
  cases ny : f.isNaN y
  case true => simp [fma, mul, ny]
  by_cases inf : (f.isInf x || f.isInf y) = true
  · by_cases bad : (f.isInf x && f.isZero y || f.isZero x && f.isInf y) = true
    · simp only [fma, mul, nx, ny, inf, bad, isNaN_neg, n0, Bool.or_self, Bool.false_eq_true, if_false, if_true]
      simp [add, isNaN_nan h]
    · have ni : f.isNaN (f.pack (f.signs x y) f.inf) = false := by
        rw [isNaN_pack]; simp [isNaN, mag_of_lt (inf_lt f)]
      have ii : f.isInf (f.pack (f.signs x y) f.inf) = true := by
        rw [isInf_pack]; simp [isInf, mag_of_lt (inf_lt f)]
      simp only [fma, mul, nx, ny, inf, bad, isNaN_neg, n0, Bool.or_self, Bool.false_eq_true, if_false, if_true]
      simp only [add, ni, ii, isNaN_neg, isInf_neg, n0, i0, Bool.or_self, Bool.false_and, Bool.false_eq_true, if_false, if_true]
      rw [sign_pack _ (inf_lt f)]
  · have ix : f.isInf x = false := by cases hh : f.isInf x <;> simp_all
    have iy : f.isInf y = false := by cases hh : f.isInf y <;> simp_all
    simp only [fma, mul, nx, ny, ix, iy, isNaN_neg, isInf_neg, n0, i0, z, sign_neg, s0, Int.zero_mul, Int.add_zero, Bool.or_self,
      Bool.false_and, Bool.and_false, Bool.not_false, Bool.and_true, Bool.false_eq_true, if_false]
    rw [roundInt, Int.natAbs_mul, natAbs_signed, natAbs_signed]
    refine pack_congr ?_ rfl
    have pos : 0 ≤ (f.units (f.mag x) : Int) * f.units (f.mag y) := Int.mul_nonneg (Int.natCast_nonneg _) (Int.natCast_nonneg _)
    unfold signs signed
    generalize (f.units (f.mag x) : Int) = a at *
    generalize (f.units (f.mag y) : Int) = b at *
    cases f.sign x <;> cases f.sign y <;>
      simp only [Bool.false_eq_true, if_true, if_false, Int.neg_mul, Int.mul_neg, Int.neg_neg, Bool.xor_false,
        Bool.and_true, Bool.and_false, Bool.or_false, Bool.not_false, Bool.bne_true, bne_self_eq_false] <;>
      generalize a * b = ab at * <;>
      (try (rw [decide_eq_false (by omega)])) <;>
      (by_cases e : ab = 0
       · subst e; rfl
       · rw [decide_eq_true (by omega)]; rfl)

/-! ### reciprocals -/

theorem mul_recip (h : f.Ok) {x c : Nat} (r : f.exactRecip c = true) : f.mul x (f.div f.one c) = f.div x c := by
  simp only [exactRecip, Bool.and_eq_true, Bool.not_eq_true', decide_eq_true_eq] at r
  obtain ⟨⟨⟨⟨⟨⟨cn, ci⟩, cz⟩, wn⟩, wi⟩, wz⟩, e⟩ := r
  have p := plain_one h
  have sw : f.sign (f.div f.one c) = f.sign c := by
    simp only [div, p.nan, p.inf, p.zero, cn, ci, cz, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
    rw [sign_pack _ (Nat.lt_of_le_of_lt (round_le_inf ..) (inf_lt f)), signs, sign_of_lt (one_lt h), Bool.false_xor]
  generalize f.div f.one c = w at *
  have s : f.signs x w = f.signs x c := by rw [signs, signs, sw]
  simp only [mul, div, cn, ci, cz, wn, wi, wz, s, Bool.or_false, Bool.and_false, Bool.false_eq_true, if_false]
  split
  · rfl
  split
  · rfl
  · have posw : 0 < f.units (f.mag w) := by
      rcases Nat.eq_zero_or_pos (f.units (f.mag w)) with z | z
      · rw [z, Nat.mul_zero] at e; have := Nat.mul_pos (scale_pos f) (scale_pos f); omega
      · exact z
    have l := round_scale (f := f) (f.units (f.mag x) * f.scale) (f.units (f.mag c)) posw
    have l2 := round_scale (f := f) (f.units (f.mag x) * f.units (f.mag w)) f.scale (scale_pos f)
    rw [← l, e, ← l2, Nat.mul_right_comm]

/-! ### classes -/

theorem mag_eq (f : FloatFmt) (b : Nat) : f.mag b = f.expBits b * 2 ^ f.frac + f.fracBits b := by
  rw [mag, magBits, Nat.add_comm f.exp, Nat.pow_add, Nat.mod_mul, expBits, fracBits, Nat.mul_comm, Nat.add_comm]

/-- What is of neither class of NaN is a number. -/
theorem isNaN_of_class {b c : Nat} (h : c.testBit (f.classOf b) = false) (h0 : c.testBit 0 = true) (h1 : c.testBit 1 = true) :
    f.isNaN b = false := by
  rw [isNaN, mag_eq]
  apply decide_eq_false
  intro lt
  have el : f.expBits b < 2 ^ f.exp := Nat.mod_lt _ (Nat.two_pow_pos _)
  have fl : f.fracBits b < 2 ^ f.frac := Nat.mod_lt _ (Nat.two_pow_pos _)
  rw [inf] at lt
  have ee : f.expBits b = 2 ^ f.exp - 1 := by
    apply Decidable.byContradiction; intro ne
    have : f.expBits b + 1 ≤ 2 ^ f.exp - 1 := by omega
    have := Nat.mul_le_mul_right (2 ^ f.frac) this
    rw [Nat.add_mul, Nat.one_mul] at this; omega
  have fe : f.fracBits b ≠ 0 := by rw [ee] at lt; omega
  simp only [classOf, ee, if_true, if_neg fe] at h
  split at h <;> simp_all

/-- What is not of the class of negative zero is not it. -/
theorem not_neg_zero_of_class (ok : f.Ok) {b c : Nat} (h : c.testBit (f.classOf b) = false) (h5 : c.testBit 5 = true) :
    ¬ (f.sign b = true ∧ f.isZero b = true) := by
  rintro ⟨s, z⟩
  have m := of_decide_eq_true z
  rw [mag_eq] at m
  have e : f.expBits b = 0 := by
    rcases Nat.eq_zero_or_pos (f.expBits b) with q | q
    · exact q
    · have := Nat.mul_pos q (Nat.two_pow_pos f.frac); omega
  have fz : f.fracBits b = 0 := by omega
  have : ¬ (0 = 2 ^ f.exp - 1) := by have := two_le_exp ok; omega
  simp only [classOf, e, fz, s, if_true, if_neg this] at h
  simp_all

/-! ### least and greatest -/

theorem min_self {x : Nat} (n : f.isNaN x = false) : f.minNum x x = x := by simp [minNum, n]
theorem max_self {x : Nat} (n : f.isNaN x = false) : f.maxNum x x = x := by simp [maxNum, n]
theorem min_left (h : f.Ok) (x y : Nat) : f.minNum (f.minNum x y) y = f.minNum x y := by
  have := isNaN_nan h
  unfold minNum; cases hx : f.isNaN x <;> cases hy : f.isNaN y <;> simp [*] <;> (split <;> simp [*])
theorem min_left' (h : f.Ok) (x y : Nat) : f.minNum (f.minNum x y) x = f.minNum x y := by
  have := isNaN_nan h
  unfold minNum; cases hx : f.isNaN x <;> cases hy : f.isNaN y <;> simp [*] <;> (split <;> simp [*] <;> omega)
theorem max_left (h : f.Ok) (x y : Nat) : f.maxNum (f.maxNum x y) y = f.maxNum x y := by
  have := isNaN_nan h
  unfold maxNum; cases hx : f.isNaN x <;> cases hy : f.isNaN y <;> simp [*] <;> (split <;> simp [*])
theorem max_left' (h : f.Ok) (x y : Nat) : f.maxNum (f.maxNum x y) x = f.maxNum x y := by
  have := isNaN_nan h
  unfold maxNum; cases hx : f.isNaN x <;> cases hy : f.isNaN y <;> simp [*] <;> (split <;> simp [*] <;> omega)

theorem minNum_lt (h : f.Ok) {x y : Nat} (hx : x < 2 ^ f.width) (hy : y < 2 ^ f.width) : f.minNum x y < 2 ^ f.width := by
  have := nan_lt h; unfold minNum; repeat' split
  all_goals assumption
theorem maxNum_lt (h : f.Ok) {x y : Nat} (hx : x < 2 ^ f.width) (hy : y < 2 ^ f.width) : f.maxNum x y < 2 ^ f.width := by
  have := nan_lt h; unfold maxNum; repeat' split
  all_goals assumption

/-! ### conversions that lose nothing -/

/-- A number of few bits, times a power of two, is a value of the format. -/
theorem exists_units (f : FloatFmt) {s j : Nat} (h : s < 2 * 2 ^ f.frac) : ∃ m, f.units m = s * 2 ^ j := by
  obtain ⟨hk, hd⟩ := f.dropped_spec (s * 2 ^ j)
  have le : f.dropped (s * 2 ^ j) ≤ j := by
    rw [dropped, Bits.bitLen]
    split
    · omega
    · rename_i nz
      have : (s * 2 ^ j).log2 < f.frac + 1 + j := by
        rw [Nat.log2_lt nz, Nat.pow_add, Nat.pow_succ, Nat.mul_comm (2 ^ f.frac) 2]
        exact Nat.mul_lt_mul_of_pos_right h (Nat.two_pow_pos j)
      omega
  have exact : s * 2 ^ j / 2 ^ f.dropped (s * 2 ^ j) * 2 ^ f.dropped (s * 2 ^ j) = s * 2 ^ j :=
    Nat.div_mul_cancel (Nat.dvd_trans (Nat.pow_dvd_pow 2 le) (Nat.dvd_mul_left ..))
  obtain ⟨hu, _⟩ := units_make (f := f) hd hk
  exact ⟨_, hu.trans exact⟩

theorem significand_lt (f : FloatFmt) (m : Nat) : f.significand m < 2 * 2 ^ f.frac := by
  have pos := Nat.two_pow_pos f.frac
  unfold significand
  split
  · have := Nat.lt_of_div_eq_zero pos ‹_›; omega
  · have := Nat.mod_lt m pos; omega

/-- All values of `f` are values of `g`. -/
def Within (f g : FloatFmt) : Prop :=
  f.frac ≤ g.frac ∧ f.bias + f.frac ≤ g.bias + g.frac ∧ f.units f.inf * g.scale ≤ g.units g.inf * f.scale

instance (f g : FloatFmt) : Decidable (Within f g) := inferInstanceAs (Decidable (_ ∧ _ ∧ _))

/-- A finite value in the other format. -/
theorem Within.exists (w : Within f g) (hf : f.Ok) {m : Nat} (l : m < f.inf) :
    ∃ n, n < g.inf ∧ g.units n * f.scale = f.units m * g.scale := by
  have bf := bias_pos hf
  have hs := significand_lt f m
  have le : 2 ^ f.frac ≤ 2 ^ g.frac := Nat.pow_le_pow_right (by decide) w.1
  obtain ⟨n, hn⟩ := exists_units g (s := f.significand m)
    (j := f.exponent m + (g.bias + g.frac - 1 - (f.bias + f.frac - 1))) (by omega)
  have e : g.units n * f.scale = f.units m * g.scale := by
    rw [hn, scale, scale, units, Nat.mul_assoc, Nat.mul_assoc, ← Nat.pow_add, ← Nat.pow_add]
    congr 2; have := w.2.1; omega
  refine ⟨n, ?_, e⟩
  apply Decidable.byContradiction; intro c
  have b := Nat.mul_le_mul_right f.scale (@units_le g g.inf n (by omega))
  have c := Nat.mul_lt_mul_of_pos_right (@units_lt f m f.inf l) (scale_pos g)
  have := w.2.2
  omega

theorem mag_lt_inf {x : Nat} (n : f.isNaN x = false) (i : f.isInf x = false) : f.mag x < f.inf := by
  have := mag_le n; have := of_decide_eq_false i; omega

theorem mag_pack_inf (s : Bool) {m : Nat} (l : m ≤ f.inf) : f.mag (f.pack s m) = m := by
  rw [mag_pack, mag_of_lt (Nat.lt_of_le_of_lt l (inf_lt f))]
theorem isNaN_pack_inf (s : Bool) {m : Nat} (l : m ≤ f.inf) : f.isNaN (f.pack s m) = false := by
  rw [isNaN, mag_pack_inf s l]; exact decide_eq_false (by omega)
theorem isInf_pack_inf (s : Bool) {m : Nat} (l : m < f.inf) : f.isInf (f.pack s m) = false := by
  rw [isInf, mag_pack_inf s (by omega)]; exact decide_eq_false (by omega)
theorem sign_pack_inf (s : Bool) {m : Nat} (l : m ≤ f.inf) : f.sign (f.pack s m) = s :=
  sign_pack s (Nat.lt_of_le_of_lt l (inf_lt f))

/-- Through a format that has all values, nothing changes. -/
theorem convert_convert (w : Within f g) (hf : f.Ok) (hg : g.Ok) (h : FloatFmt) (x : Nat) :
    g.convert h (f.convert g x) = f.convert h x := by
  cases n : f.isNaN x
  case true => simp [convert, n, isNaN_nan hg]
  cases i : f.isInf x
  case true =>
    have : g.isInf (g.pack (f.sign x) g.inf) = true := decide_eq_true (mag_pack_inf _ (Nat.le_refl _))
    simp [convert, n, i, isNaN_pack_inf _ (Nat.le_refl g.inf), this, sign_pack_inf _ (Nat.le_refl g.inf)]
  obtain ⟨m, l, e⟩ := w.exists hf (mag_lt_inf n i)
  have c : f.convert g x = g.pack (f.sign x) m := by
    simp only [convert, n, i, Bool.false_eq_true, if_false]
    rw [← e, round_exact hg.2 (scale_pos f) (by omega)]
  have le : m ≤ g.inf := by omega
  rw [c]
  simp only [convert, n, i, isNaN_pack_inf _ le, isInf_pack_inf _ l, sign_pack_inf _ le, mag_pack_inf _ le, Bool.false_eq_true, if_false]
  rw [← round_scale (g.units m * h.scale) g.scale (scale_pos f), ← round_scale (f.units (f.mag x) * h.scale) f.scale (scale_pos g),
    Nat.mul_right_comm, e, Nat.mul_right_comm, Nat.mul_comm g.scale]

theorem convert_self (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) : f.convert f x = x := by
  simp only [convert, n, Bool.false_eq_true, if_false]
  split
  · exact pack_inf hx ‹_›
  · rw [round_exact h.2 (scale_pos f) (mag_le n), pack_sign_mag hx]

theorem convert_back (w : Within f g) (hf : f.Ok) (hg : g.Ok) {x : Nat} (hx : x < 2 ^ f.width) (n : f.isNaN x = false) :
    g.convert f (f.convert g x) = x := by rw [convert_convert w hf hg, convert_self hf hx n]

theorem convert_neg (f g : FloatFmt) {x : Nat} (n : f.isNaN x = false) : f.convert g (f.neg x) = g.neg (f.convert g x) := by
  simp only [convert, isNaN_neg, isInf_neg, n, sign_neg, mag_neg, Bool.false_eq_true, if_false]
  split
  · rw [neg_pack _ (inf_lt g)]
  · rw [neg_pack _ (Nat.lt_of_le_of_lt (round_le_inf ..) (inf_lt g))]

theorem convert_abs (f g : FloatFmt) {x : Nat} (n : f.isNaN x = false) : f.convert g (f.abs x) = g.abs (f.convert g x) := by
  have p (m : Nat) : g.pack false m = m := by simp [pack]
  have a (y : Nat) : g.abs y = g.mag y := rfl
  simp only [convert, isNaN_abs, isInf_abs, n, sign_abs, mag_abs, Bool.false_eq_true, if_false, a]
  split
  · rw [mag_pack_inf _ (Nat.le_refl _), p]
  · rw [mag_pack_inf _ (round_le_inf ..), p]

/-- An integer of no more bits than the significand goes there and back. -/
theorem toInt_ofInt (h : f.Ok) (top : 2 * 2 ^ f.frac * f.scale ≤ f.units f.inf) {v : Int} (small : v.natAbs < 2 * 2 ^ f.frac) :
    f.isNaN (f.ofInt v) = false ∧ f.isInf (f.ofInt v) = false ∧ f.toInt (f.ofInt v) = v := by
  obtain ⟨m, hm⟩ := exists_units f (s := v.natAbs) (j := f.bias + f.frac - 1) small
  rw [← scale] at hm
  have l : m < f.inf := by
    apply Decidable.byContradiction; intro c
    have := @units_le f f.inf m (by omega)
    have := Nat.mul_lt_mul_of_pos_right small (scale_pos f)
    omega
  have abs : (v * (f.scale : Int)).natAbs = f.units m := by rw [Int.natAbs_mul, Int.natAbs_natCast, hm]
  have e : f.ofInt v = f.pack (decide (v * (f.scale : Int) < 0)) m := by
    rw [ofInt, roundInt, abs, round_units h.2 (by omega), Bool.and_false, Bool.or_false]
  have le : m ≤ f.inf := by omega
  have pos : (0 : Int) < f.scale := by have := scale_pos f; omega
  refine ⟨by rw [e, isNaN_pack_inf _ le], by rw [e, isInf_pack_inf _ l], ?_⟩
  have sgn : f.signed (f.ofInt v) = v * f.scale := by
    rw [e, signed, sign_pack_inf _ le, mag_pack_inf _ le, ← abs]
    by_cases neg : v * (f.scale : Int) < 0
    · rw [decide_eq_true neg, if_pos rfl]; omega
    · rw [decide_eq_false neg, if_neg (by decide)]; omega
  rw [toInt, sgn, Int.mul_tdiv_cancel _ (by omega)]

/-! ### more constants -/

theorem roundInt_scale (v : Int) (s : Bool) {k : Nat} (h : 0 < k) : f.roundInt (v * k) k s = f.roundInt v 1 s := by
  have abs : (v * (k : Int)).natAbs = v.natAbs * k := by rw [Int.natAbs_mul, Int.natAbs_natCast]
  have kpos : (0 : Int) < k := by omega
  have neg : v * (k : Int) < 0 ↔ v < 0 := by
    constructor
    · intro l; apply Decidable.byContradiction; intro c
      have := Int.mul_nonneg (a := v) (b := k) (by omega) (by omega); omega
    · intro l; exact Int.mul_neg_of_neg_of_pos l kpos
  have zero : v * (k : Int) = 0 ↔ v = 0 := by rw [Int.mul_eq_zero]; omega
  have r := round_scale (f := f) v.natAbs 1 h
  rw [Nat.one_mul] at r
  simp only [roundInt, abs, neg, zero, r]

/-- A product with one added to something. -/
theorem fma_one (h : f.Ok) {x : Nat} (hx : x < 2 ^ f.width) (z : Nat) : f.fma x f.one z = f.add x z := by
  have p := plain_one h
  have s : f.signs x f.one = f.sign x := by rw [signs, sign_of_lt (one_lt h), Bool.xor_false]
  have o : f.signed f.one = f.scale := by rw [signed, sign_of_lt (one_lt h), mag_of_lt (one_lt h), units_one h]; rfl
  cases n : f.isNaN x
  case true => simp [fma, add, n]
  cases nz : f.isNaN z
  case true => simp [fma, add, nz]
  cases i : f.isInf x
  case true => simp only [fma, n, nz, p.nan, i, Bool.or_self, Bool.true_or, Bool.false_eq_true, if_false, if_true, mul_one h hx n]
  simp only [fma, add, n, nz, i, p.nan, p.inf, s, o, Bool.or_self, Bool.false_eq_true, if_false]
  split
  · rfl
  · rw [← Int.add_mul, roundInt_scale _ _ (scale_pos f)]

theorem compare_false (f : FloatFmt) (x y : Nat) : f.compare .false x y = false := by
  unfold compare; repeat' split
  all_goals rfl
theorem compare_true (f : FloatFmt) (x y : Nat) : f.compare .true x y = true := by
  unfold compare; repeat' split
  all_goals rfl

/-- Comparing numbers, unordered is ordered. -/
theorem compare_known (p q : FPred) {x y : Nat} (nx : f.isNaN x = false) (ny : f.isNaN y = false)
    (h : p.onLt = q.onLt ∧ p.onEq = q.onEq ∧ p.onGt = q.onGt) : f.compare p x y = f.compare q x y := by
  simp only [compare, nx, ny, Bool.or_self, Bool.false_eq_true, if_false, h.1, h.2.1, h.2.2]

end Tuffy.FloatFmt
