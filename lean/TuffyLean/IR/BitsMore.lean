import TuffyLean.IR.Bits

/-!
Further laws of the two's-complement operations: congruence modulo `2 ^ n`, shifts against masks,
counts, rotations, carry-less products; and `ext_bits_of`, which is `ext_bits` with equations to
use.
-/

/-- `ext_bits`, using the bits of the given equations. -/
syntax "ext_bits_of " (ppSpace colGt term:max)+ : tactic

/-- Adds what the given equations between integers say about bit `i`, and solves by cases. -/
syntax "bit_cases " ident (ppSpace colGt term:max)* : tactic

macro_rules
  | `(tactic| ext_bits_of $hs*) => `(tactic| (apply Tuffy.Bits.ext; intro i; bit_cases i $hs*))
macro_rules
  | `(tactic| bit_cases $_) => `(tactic| (simp only [
      Tuffy.Bits.testBit_land, Tuffy.Bits.testBit_lor, Tuffy.Bits.testBit_xor, Tuffy.Bits.testBit_lnot,
      Tuffy.Bits.testBit_shl, Tuffy.Bits.testBit_shr, Tuffy.Bits.testBit_zext, Tuffy.Bits.testBit_zero_left,
      Tuffy.Bits.testBit_neg_one, Tuffy.Bits.testBit_mask, Tuffy.Bits.testBit_emod, Tuffy.Bits.testBit_two_pow,
      Tuffy.Bits.testBit_ofNat, Tuffy.Bits.testBit_ofBits] at *; grind))
  | `(tactic| bit_cases $i $h $hs*) =>
    `(tactic| (have := congrArg (fun v => Tuffy.Bits.testBit v $i) $h; bit_cases $i $hs*))

namespace Tuffy.Bits

/-! ### congruence modulo a power of two -/

theorem testBit_of_emod_eq {a b : Int} {n i : Nat} (h : a % 2 ^ n = b % 2 ^ n) (l : i < n) :
    testBit a i = testBit b i := by
  have := congrArg (testBit · i) h
  simpa [l] using this

theorem emod_eq_of_testBit {a b : Int} {n : Nat} (h : ∀ i, i < n → testBit a i = testBit b i) :
    a % 2 ^ n = b % 2 ^ n := by
  apply ext; intro i; simp only [testBit_emod]
  by_cases l : i < n <;> simp [l]; exact h i l

theorem zext_emod_le (x : Int) {m n : Nat} (l : n ≤ m) : zext x m % 2 ^ n = x % 2 ^ n :=
  Int.emod_emod_of_dvd _ (two_pow_dvd l)

theorem sext_emod_le (x : Int) {m n : Nat} (l : n ≤ m) : sext x m % 2 ^ n = x % 2 ^ n := by
  have := congrArg (· % 2 ^ n) (sext_emod x m)
  simpa only [Int.emod_emod_of_dvd _ (two_pow_dvd l)] using this

theorem zext_zext_le (x : Int) {m n : Nat} (l : n ≤ m) : zext (zext x m) n = zext x n := zext_emod_le x l
theorem zext_sext_le (x : Int) {m n : Nat} (l : n ≤ m) : zext (sext x m) n = zext x n := sext_emod_le x l
theorem sext_zext_le (x : Int) {m n : Nat} (l : n ≤ m) : sext (zext x m) n = sext x n :=
  sext_congr (zext_emod_le x l)
theorem sext_sext_le (x : Int) {m n : Nat} (l : n ≤ m) : sext (sext x m) n = sext x n :=
  sext_congr (sext_emod_le x l)

section
variable {a a' : Int} {n : Nat} (h : a % 2 ^ n = a' % 2 ^ n) (b : Int)
include h

theorem emod_add : (a + b) % 2 ^ n = (a' + b) % 2 ^ n := by
  rw [← Int.emod_add_emod, h, Int.emod_add_emod]
theorem emod_sub : (a - b) % 2 ^ n = (a' - b) % 2 ^ n := by
  rw [← Int.emod_sub_emod, h, Int.emod_sub_emod]
theorem emod_sub_right : (b - a) % 2 ^ n = (b - a') % 2 ^ n := by
  rw [Int.sub_emod, h, ← Int.sub_emod]
theorem emod_mul : (a * b) % 2 ^ n = (a' * b) % 2 ^ n := by
  rw [Int.mul_emod, h, ← Int.mul_emod]
theorem emod_lnot : lnot a % 2 ^ n = lnot a' % 2 ^ n := by
  have := emod_sub_right h (-1); simp only [lnot]; rwa [show -a - 1 = -1 - a by omega, show -a' - 1 = -1 - a' by omega]
theorem emod_shl (k : Nat) : shl a k % 2 ^ n = shl a' k % 2 ^ n := emod_mul h _
theorem emod_land : land a b % 2 ^ n = land a' b % 2 ^ n :=
  emod_eq_of_testBit fun i l => by simp [testBit_of_emod_eq h l]
theorem emod_lor : lor a b % 2 ^ n = lor a' b % 2 ^ n :=
  emod_eq_of_testBit fun i l => by simp [testBit_of_emod_eq h l]
theorem emod_xor : xor a b % 2 ^ n = xor a' b % 2 ^ n :=
  emod_eq_of_testBit fun i l => by simp [testBit_of_emod_eq h l]

theorem emod_add_right : (b + a) % 2 ^ n = (b + a') % 2 ^ n := by
  have := emod_add h b; rwa [Int.add_comm a, Int.add_comm a'] at this
theorem emod_mul_right : (b * a) % 2 ^ n = (b * a') % 2 ^ n := by
  have := emod_mul h b; rwa [Int.mul_comm a, Int.mul_comm a'] at this
theorem emod_land_right : land b a % 2 ^ n = land b a' % 2 ^ n := by
  have := emod_land h b; rwa [land_comm a, land_comm a'] at this
theorem emod_lor_right : lor b a % 2 ^ n = lor b a' % 2 ^ n := by
  have := emod_lor h b; rwa [lor_comm a, lor_comm a'] at this
theorem emod_xor_right : xor b a % 2 ^ n = xor b a' % 2 ^ n := by
  have := emod_xor h b; rwa [xor_comm a, xor_comm a'] at this
end

/-! ### bits known -/

theorem land_zeros {a b m n : Int} (ha : land a m = 0) (hb : land b n = 0) (h : lor m n = -1) : land a b = 0 := by
  ext_bits_of ha hb h

theorem zeros_land {a c m : Int} (ha : land a m = 0) (h : land c m = c) : land a c = 0 := by
  ext_bits_of ha h

theorem sub_of_subset {c a : Int} (h : land a (lnot c) = 0) : c - a = xor a c := by
  have d : land a (xor a c) = 0 := by ext_bits_of h
  have s := lor_of_disjoint d
  have : lor a (xor a c) = c := by ext_bits_of h
  omega

theorem land_of_inU {a c : Int} {n : Nat} (h : inU a n) (hc : land c (2 ^ n - 1) = 2 ^ n - 1) : land a c = a := by
  have := zext_of_inU h
  ext_bits_of this hc

theorem zext_of_zeros {x m : Int} {n : Nat} (h : land x m = 0) (hm : shr m n = -1) : zext x n = x := by
  apply ext; intro i
  have hx := congrArg (testBit · i) h
  have hn := congrArg (testBit · (i - n)) hm
  simp only [testBit_land, testBit_shr, testBit_zext, testBit_zero_left, testBit_neg_one] at *
  by_cases l : i < n
  · simp [l]
  · rw [show n + (i - n) = i by omega] at hn
    simp_all

/-! ### shifts -/

theorem shr_of_inU {x : Int} {n k : Nat} (h : inU x n) (l : n ≤ k) : shr x k = 0 := by
  have h (i : Nat) (l : k ≤ i) : testBit x i = false := testBit_of_inU h (by omega)
  ext_bits

theorem shr_neg {x : Int} {k : Nat} (h : x < 0) (l : -2 ^ k ≤ x) : shr x k = -1 := by
  have : inU (lnot x) k := by simp only [inU, lnot]; omega
  have := shr_of_inU this (Nat.le_refl _)
  ext_bits_of this

theorem shr_nonneg_iff (x : Int) (k : Nat) : shr x k < 0 ↔ x < 0 := by
  have := two_pow_pos k
  simp only [shr]; rw [Int.ediv_lt_iff_lt_mul this]; simp

theorem shr_ne_zero_of_inS {x : Int} {n k : Nat} (h : inS x n) (l : n ≤ k + 1) : shr x k ≠ 0 ↔ x < 0 := by
  have p := two_pow_le (show n - 1 ≤ k by omega)
  by_cases hx : x < 0
  · have := shr_neg (k := k) hx (by have := h.2.1; omega)
    simp [this, hx]
  · have := shr_of_inU (x := x) (n := k) ⟨by omega, by have := h.2.2; omega⟩ (Nat.le_refl _)
    simp [this, hx]

theorem shl_neg_iff (x : Int) (k : Nat) : shl x k < 0 ↔ x < 0 := by
  have := shr_nonneg_iff (shl x k) k
  rwa [shr_shl, Iff.comm] at this

theorem shl_inj {x y : Int} {k : Nat} : shl x k = shl y k ↔ x = y := by
  constructor
  · intro h; have := congrArg (shr · k) h; simpa only [shr_shl] using this
  · rintro rfl; rfl

theorem zero_shl (k : Nat) : shl 0 k = 0 := by simp [shl]

theorem shl_eq_zero {x : Int} {k : Nat} : shl x k = 0 ↔ x = 0 := by
  constructor
  · intro h; exact shl_inj.mp (h.trans (zero_shl k).symm)
  · rintro rfl; exact zero_shl k

theorem inU_of_le {c : Int} {k : Nat} (h0 : 0 ≤ c) (h1 : c < 2 ^ k) : inU c k := ⟨h0, h1⟩

theorem neg_two_pow (k : Nat) : -(2 ^ k : Int) = lnot (2 ^ k - 1) := by simp only [lnot]; omega

@[simp] theorem testBit_neg_two_pow (k i : Nat) : testBit (-(2 ^ k : Int)) i = decide (k ≤ i) := by
  rw [neg_two_pow, testBit_lnot, testBit_mask]; grind

/-! ### numbers made of bits -/

theorem ofBits_congr {n : Nat} {f g : Nat → Bool} (h : ∀ i, i < n → f i = g i) : ofBits n f = ofBits n g := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [ofBits]; rw [h n (by omega), ih fun i l => h i (by omega)]

theorem toNat_emod_lt (i : Int) {n : Int} (h : ¬ n < 1) : (i % n).toNat < n.toNat := by
  have := Int.emod_nonneg i (show n ≠ 0 by omega)
  have := Int.emod_lt_of_pos i (show 0 < n by omega)
  omega

theorem toNat_emod_cast (i : Int) {n : Int} (h : ¬ n < 1) : ((i % n).toNat : Int) = i % n :=
  Int.toNat_of_nonneg (Int.emod_nonneg i (by omega))

/-- A rotation of a rotation, either way. -/
theorem ofBits_rotate (f : Nat → Bool) (b c : Int) {n : Int} (h : ¬ n < 1) :
    ofBits n.toNat (fun i => testBit (ofBits n.toNat fun i => f ((i + b) % n).toNat : Nat) ((i + c) % n).toNat)
      = ofBits n.toNat fun i => f ((i + (b + c)) % n).toNat := by
  apply ofBits_congr; intro i _
  rw [testBit_ofNat, testBit_ofBits]
  simp only [toNat_emod_lt _ h, toNat_emod_cast _ h, decide_true, Bool.true_and, Int.emod_add_emod]
  rw [show (i : Int) + c + b = i + (b + c) by omega]

/-- A rotation by nothing. -/
theorem ofBits_rotate_zero (x : Int) {b n : Int} (h : ¬ n < 1) (hb : b % n = 0) :
    ((ofBits n.toNat fun i => testBit x ((i + b) % n).toNat : Nat) : Int) = zext x n.toNat := by
  apply ext; intro i
  rw [testBit_ofNat, testBit_ofBits, testBit_zext]
  by_cases l : i < n.toNat
  · rw [Int.add_emod, hb, Int.add_zero, Int.emod_emod_of_dvd _ (Int.dvd_refl _),
      Int.emod_eq_of_lt (by omega) (by omega), Int.toNat_natCast]
  · simp [l]

/-! ### counts -/

theorem count_congr {n : Nat} {f g : Nat → Bool} (h : ∀ i, i < n → f i = g i) : count n f = count n g := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [count]; rw [h n (by omega), ih fun i l => h i (by omega)]

theorem count_beyond {n : Nat} {f : Nat → Bool} (h : ∀ i, n ≤ i → f i = false) (k : Nat) :
    count (n + k) f = count n f := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc]; simp only [count]; rw [h _ (by omega), ih]; simp

theorem inU_bitLen {x : Int} (h : 0 ≤ x) : inU x (bitLen x.toNat) := by
  refine ⟨h, ?_⟩
  rw [← two_pow_cast]
  by_cases z : x.toNat = 0
  · simp [bitLen, z]; omega
  · have := @Nat.lt_log2_self x.toNat
    simp only [bitLen, z, if_false]; omega

theorem bitLen_le {m n : Nat} (h : m < 2 ^ n) : bitLen m ≤ n := by
  by_cases z : m = 0
  · simp [bitLen, z]
  · have := (Nat.log2_lt z).mpr h
    simp only [bitLen, z, if_false]; omega

/-- The ones of a natural number may be counted in any width that it fits. -/
theorem count_of_inU {x : Int} {n : Nat} (h : inU x n) : count (bitLen x.toNat) (testBit x) = count n (testBit x) := by
  have l : bitLen x.toNat ≤ n := by
    apply bitLen_le
    have := h.1; have := h.2; rw [← two_pow_cast] at this; omega
  obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le l
  exact (count_beyond (fun i => testBit_of_inU (inU_bitLen h.1)) k).symm

theorem count_shl (x : Int) (k n : Nat) : count (k + n) (testBit (shl x k)) = count n (testBit x) := by
  induction n with
  | zero =>
    rw [Nat.add_zero, count]
    have : count k (testBit (shl x k)) = count k fun _ => false :=
      count_congr fun i l => by simp; omega
    rw [this]
    have z (m : Nat) : count m (fun _ => false) = 0 := by
      induction m with
      | zero => rfl
      | succ m ih => simp [count, ih]
    exact z k
  | succ n ih => rw [← Nat.add_assoc]; simp only [count]; rw [ih]; simp

theorem inU_shl {x : Int} {n : Nat} (h : inU x n) (k : Nat) : inU (shl x k) (k + n) := by
  have := two_pow_pos k
  refine ⟨Int.mul_nonneg h.1 (by omega), ?_⟩
  rw [two_pow_add, Int.mul_comm]; exact Int.mul_lt_mul_of_pos_right h.2 this

theorem count_bitLen_shl {x : Int} (h : 0 ≤ x) (k : Nat) :
    count (bitLen (shl x k).toNat) (testBit (shl x k)) = count (bitLen x.toNat) (testBit x) := by
  rw [count_of_inU (inU_shl (inU_bitLen h) k), count_shl]

theorem firstBit_eq {f : Nat → Bool} {fuel start j : Nat} (l : j < fuel)
    (below : ∀ i, i < j → f (start + i) = false) (at_ : f (start + j) = true) : firstBit fuel start f = start + j := by
  induction j generalizing fuel start with
  | zero =>
    obtain ⟨m, rfl⟩ := Nat.exists_eq_succ_of_ne_zero (show fuel ≠ 0 by omega)
    simp only [Nat.add_zero] at at_; simp [firstBit, at_]
  | succ j ih =>
    obtain ⟨m, rfl⟩ := Nat.exists_eq_succ_of_ne_zero (show fuel ≠ 0 by omega)
    have := below 0 (by omega)
    simp only [Nat.add_zero] at this
    simp only [firstBit, this, Bool.false_eq_true, if_false]
    rw [ih (by omega) (fun i l => by rw [← below (i + 1) (by omega)]; congr 1; omega) (by rw [← at_]; congr 1; omega)]
    omega

end Tuffy.Bits
