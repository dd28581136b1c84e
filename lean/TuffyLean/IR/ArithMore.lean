import TuffyLean.IR.Bits

/-! Facts about quotients, comparisons and bits that rules over arithmetic need. -/
namespace Tuffy.Bits

/-- The bits of `x` inside and outside a mask make `x`. -/
theorem land_add_land_lnot (x c : Int) : land x c + land x (lnot c) = x := by
  rw [← lor_of_disjoint (by ext_bits)]; ext_bits

/-- A number that is not negative masks to one that is not negative, and not greater. -/
theorem land_range {x c : Int} (h : 0 ≤ c) : 0 ≤ land x c ∧ land x c ≤ c := by
  obtain ⟨n, rfl⟩ := Int.eq_ofNat_of_zero_le h
  have nonneg (y : Int) : 0 ≤ land n y := by cases y <;> exact Int.natCast_nonneg _
  have := land_add_land_lnot n x; have := nonneg x; have := nonneg (lnot x)
  rw [land_comm]; omega

theorem xor_eq_zero {x y : Int} : xor x y = 0 ↔ x = y := by
  constructor
  · intro h
    have : xor (xor x y) y = x := by ext_bits
    rw [← this, h]; ext_bits
  · rintro rfl; exact xor_self x

theorem xor_eq_iff {x y z : Int} : xor x y = z ↔ x = xor z y := by
  constructor
  · rintro rfl; ext_bits
  · rintro rfl; ext_bits

/-- Masking with one bit leaves nothing or that bit. -/
theorem land_isPow2 {c : Int} (h : isPow2 c) (x : Int) : land x c = 0 ∨ land x c = c := by
  rw [← h]
  cases hb : testBit x (log2 c)
  · left; ext_bits
  · right; ext_bits

end Tuffy.Bits

namespace Tuffy.Arith

/-- Below 0 the quotient is -1 and the remainder wraps once. -/
theorem ediv_below {x c : Int} (h : x < 0) (l : -c ≤ x) : x / c = -1 :=
  ((Int.ediv_emod_unique (r := x + c) (by omega)).mpr (by omega)).1
theorem emod_below {x c : Int} (h : x < 0) (l : -c ≤ x) : x % c = x + c :=
  ((Int.ediv_emod_unique (q := -1) (by omega)).mpr (by omega)).2

/-- Above the divisor the quotient is 1 and the remainder wraps once. -/
theorem ediv_above {x c : Int} (h : c ≤ x) (l : x < 2 * c) : x / c = 1 :=
  ((Int.ediv_emod_unique (r := x + -c) (by omega)).mpr (by omega)).1
theorem emod_above {x c : Int} (h : c ≤ x) (l : x < 2 * c) : x % c = x + -c :=
  ((Int.ediv_emod_unique (q := 1) (by omega)).mpr (by omega)).2

/-- Between `-c` and `c` the truncated quotient is 0. -/
theorem tdiv_of_abs_lt {x c : Int} (h : -c < x) (l : x < c) : x.tdiv c = 0 := by
  by_cases p : 0 ≤ x
  · exact Int.tdiv_eq_zero_of_lt p l
  · have := Int.tdiv_eq_zero_of_lt (a := -x) (b := c) (by omega) (by omega)
    rw [Int.neg_tdiv] at this; omega
theorem tmod_of_abs_lt {x c : Int} (h : -c < x) (l : x < c) : x.tmod c = x := by
  rw [Int.tmod_def, tdiv_of_abs_lt h l]; simp

theorem tdiv_tdiv {x c d : Int} (hc : 0 < c) (_ : 0 < d) : (x.tdiv c).tdiv d = x.tdiv (c * d) := by
  have nonneg {y : Int} (h : 0 ≤ y) : (y.tdiv c).tdiv d = y.tdiv (c * d) := by
    rw [Int.tdiv_eq_ediv_of_nonneg h, Int.tdiv_eq_ediv_of_nonneg h,
      Int.tdiv_eq_ediv_of_nonneg (Int.ediv_nonneg h (by omega)), Int.ediv_ediv_of_nonneg (by omega)]
  by_cases p : 0 ≤ x
  · exact nonneg p
  · have := nonneg (y := -x) (by omega)
    rw [Int.neg_tdiv, Int.neg_tdiv, Int.neg_tdiv] at this; omega

theorem emod_range (x : Int) {c : Int} (h : 0 < c) : 0 ≤ x % c ∧ x % c < c :=
  ⟨Int.emod_nonneg x (by omega), Int.emod_lt_of_pos x h⟩

theorem dvd_of_emod {c d : Int} (h : d % c = 0) : c ∣ d := Int.dvd_of_emod_eq_zero h
theorem mul_emod_of_emod (x : Int) {c d : Int} (h : c % d = 0) : x * c % d = 0 :=
  Int.emod_eq_zero_of_dvd (Int.dvd_mul_of_dvd_right (dvd_of_emod h))
theorem mul_tmod_of_emod (x : Int) {c d : Int} (h : c % d = 0) : (x * c).tmod d = 0 :=
  Int.tmod_eq_zero_of_dvd (Int.dvd_mul_of_dvd_right (dvd_of_emod h))
theorem ediv_ne_zero {c d : Int} (h : d ≠ 0) (hd : d % c = 0) : d / c ≠ 0 := by
  intro q; have := Int.mul_ediv_add_emod d c; rw [q, hd, Int.mul_zero] at this; omega
/-- A factor of the divisor may be cancelled. -/
theorem mul_ediv_factor (x : Int) {c d : Int} (h : 0 < c) (hd : d % c = 0) : x * c / d = x / (d / c) := by
  obtain ⟨k, rfl⟩ := dvd_of_emod hd
  rw [Int.mul_ediv_cancel_left _ (by omega), Int.mul_comm x c, Int.mul_ediv_mul_of_pos _ _ h]
theorem mul_tdiv_factor (x : Int) {c d : Int} (h : 0 < c) (hd : d % c = 0) :
    (x * c).tdiv d = x.tdiv (d / c) := by
  obtain ⟨k, rfl⟩ := dvd_of_emod hd
  rw [Int.mul_ediv_cancel_left _ (by omega), Int.mul_comm x c, Int.mul_tdiv_mul_of_pos _ _ h]

theorem mul_eq_iff {x c d : Int} (h : c ≠ 0) (hd : d % c = 0) : x * c = d ↔ x = d / c := by
  obtain ⟨k, rfl⟩ := dvd_of_emod hd
  rw [Int.mul_ediv_cancel_left _ h, Int.mul_comm c, Int.mul_eq_mul_right_iff h]

theorem mul_emod_right (x y z : Int) : x * (y % z) % z = x * y % z := by
  rw [Int.mul_emod, Int.emod_emod, ← Int.mul_emod]
theorem mul_add_ediv (x d : Int) {c : Int} (h : c ≠ 0) : (x * c + d) / c = x + d / c := by
  rw [Int.add_comm, Int.add_mul_ediv_right _ _ h, Int.add_comm]

/-- `x * c < d` for positive `c`: `x` is below the quotient, rounded up. -/
theorem mul_lt_iff {x c d : Int} (h : 0 < c) : x * c < d ↔ x < -(-d / c) := by
  have := Int.le_ediv_iff_mul_le (a := -x) (b := -d) h
  rw [Int.neg_mul] at this; omega

theorem lt_mul_iff {x c d : Int} (h : 0 < c) : d < x * c ↔ d / c < x := (Int.ediv_lt_iff_lt_mul h).symm

theorem lt_ediv_iff {x c d : Int} (h : 0 < c) : d < x / c ↔ (d + 1) * c - 1 < x := by
  have := Int.le_ediv_iff_mul_le (a := d + 1) (b := x) h; omega

/-- Multiplication by a positive number keeps minimum and maximum. -/
theorem min_mul {x y c : Int} (h : 0 < c) : min (x * c) (y * c) = min x y * c := by
  have := Int.mul_le_mul_right (b := x) (c := y) h
  simp only [Int.min_def, this]; split <;> rfl
theorem max_mul {x y c : Int} (h : 0 < c) : max (x * c) (y * c) = max x y * c := by
  have := Int.mul_le_mul_right (b := x) (c := y) h
  simp only [Int.max_def, this]; split <;> rfl
/-- Multiplication by a negative number exchanges them. -/
theorem min_mul_neg {x y c : Int} (h : c < 0) : min (x * c) (y * c) = max x y * c := by
  have := Int.mul_le_mul_right (a := -c) (b := y) (c := x) (by omega)
  simp only [Int.mul_neg, Int.neg_le_neg_iff] at this
  simp only [Int.min_def, Int.max_def]; grind
theorem max_mul_neg {x y c : Int} (h : c < 0) : max (x * c) (y * c) = min x y * c := by
  have := Int.mul_le_mul_right (a := -c) (b := y) (c := x) (by omega)
  simp only [Int.mul_neg, Int.neg_le_neg_iff] at this
  simp only [Int.min_def, Int.max_def]; grind

/-- So does the floor of a quotient. -/
theorem min_ediv {x y c : Int} (h : 0 < c) : min (x / c) (y / c) = min x y / c := by
  have := @Int.ediv_le_ediv x y c h; have := @Int.ediv_le_ediv y x c h
  simp only [Int.min_def]; grind
theorem max_ediv {x y c : Int} (h : 0 < c) : max (x / c) (y / c) = max x y / c := by
  have := @Int.ediv_le_ediv x y c h; have := @Int.ediv_le_ediv y x c h
  simp only [Int.max_def]; grind

end Tuffy.Arith

/-- `exact` with an equation, whichever way round the goal is. -/
macro "exact_either " t:term : tactic => `(tactic| first | exact $t | (symm; exact $t))
