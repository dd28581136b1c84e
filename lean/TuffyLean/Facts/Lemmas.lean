import TuffyLean.IR.BitsMore
import TuffyLean.IR.ArithMore

/-!
Lemmas on bits and bounds that the soundness of facts needs: carries of a sum, trailing zeros,
equal high bits of a range, bounds of the bitwise operations.
-/
namespace Tuffy.Facts
open Tuffy

theorem land_eq_zero_iff {x z : Int} : Bits.land x z = 0 ↔ ∀ i, Bits.testBit z i = true → Bits.testBit x i = false := by
  constructor
  · intro h i hi
    have := congrArg (Bits.testBit · i) h
    simpa [hi] using this
  · intro h
    apply Bits.ext; intro i
    have := h i
    cases hz : Bits.testBit z i <;> simp_all

theorem land_eq_self_iff {x o : Int} : Bits.land x o = o ↔ ∀ i, Bits.testBit o i = true → Bits.testBit x i = true := by
  constructor
  · intro h i hi
    have := congrArg (Bits.testBit · i) h
    simpa [hi] using this
  · intro h
    apply Bits.ext; intro i
    have := h i
    cases ho : Bits.testBit o i <;> simp_all

theorem testBit_succ (x : Int) (i : Nat) : Bits.testBit x (i + 1) = Bits.testBit (x / 2) i := by
  have := Bits.testBit_ediv x 1 i
  rw [Int.pow_one] at this
  rw [this, Nat.add_comm]

/-- A number is negative exactly when its bits end in ones. -/
theorem neg_iff_testBit {x : Int} {n : Nat} (h : -2 ^ n ≤ x) (l : x < 2 ^ n) :
    Bits.testBit x n = decide (x < 0) :=
  Bits.testBit_of_inS (n := n + 1) ⟨by omega, h, l⟩ (Nat.le_refl _)

/-- Every number is within a power of two. -/
theorem exists_bound (x y : Int) : ∃ n : Nat, -2 ^ n ≤ x ∧ x < 2 ^ n ∧ -2 ^ n ≤ y ∧ y < 2 ^ n := by
  refine ⟨x.natAbs + y.natAbs, ?_⟩
  have h : ((x.natAbs + y.natAbs : Nat) : Int) < 2 ^ (x.natAbs + y.natAbs) := by
    rw [← Bits.two_pow_cast]; exact_mod_cast Nat.lt_two_pow_self
  omega

/-! ### carries -/

/-- At least two of three. -/
def maj (a b c : Bool) : Bool := (a && b) || (a && c) || (b && c)

/-- The carry into bit `i` of `a + b + c`. -/
def carry (a b : Int) (c : Bool) : Nat → Bool
  | 0 => c
  | i + 1 => carry (a / 2) (b / 2) (maj (Bits.testBit a 0) (Bits.testBit b 0) c) i

theorem testBit_sum (i : Nat) : ∀ (a b : Int) (c : Bool),
    Bits.testBit (a + b + c.toInt) i = (Bits.testBit a i ^^ Bits.testBit b i ^^ carry a b c i) := by
  induction i with
  | zero =>
    intro a b c
    simp only [Bits.testBit_zero_right, carry]
    cases c <;> by_cases ha : a % 2 = 1 <;> by_cases hb : b % 2 = 1 <;> simp [ha, hb, Bool.toInt] <;> omega
  | succ i ih =>
    intro a b c
    rw [testBit_succ, testBit_succ a, testBit_succ b, carry, ← ih]
    congr 1
    simp only [Bits.testBit_zero_right, maj]
    cases c <;> by_cases ha : a % 2 = 1 <;> by_cases hb : b % 2 = 1 <;> simp [ha, hb, Bool.toInt] <;> omega

/-- More bits, more carries. -/
theorem carry_mono (i : Nat) : ∀ (a b a' b' : Int) (c c' : Bool),
    (∀ j, Bits.testBit a j = true → Bits.testBit a' j = true) →
    (∀ j, Bits.testBit b j = true → Bits.testBit b' j = true) →
    (c = true → c' = true) → carry a b c i = true → carry a' b' c' i = true := by
  induction i with
  | zero => intro a b a' b' c c' _ _ h; exact h
  | succ i ih =>
    intro a b a' b' c c' ha hb hc
    refine ih _ _ _ _ _ _ ?_ ?_ ?_
    · intro j; rw [← testBit_succ, ← testBit_succ]; exact ha _
    · intro j; rw [← testBit_succ, ← testBit_succ]; exact hb _
    · have := ha 0; have := hb 0; simp only [maj]; grind

/-! ### trailing zeros -/

/-- Number of trailing zeros; 0 of 0. -/
def ctz (x : Int) : Nat := if x = 0 then 0 else Bits.firstBit (Bits.bitLen x.natAbs) 0 (Bits.testBit x)

theorem firstBit_false {f : Nat → Bool} : ∀ (fuel start i : Nat), start ≤ i → i < Bits.firstBit fuel start f → f i = false
  | 0, start, i, h, l => by simp only [Bits.firstBit] at l; omega
  | fuel + 1, start, i, h, l => by
    simp only [Bits.firstBit] at l
    split at l
    · omega
    · rename_i hf
      by_cases e : i = start
      · subst e; simpa using hf
      · exact firstBit_false fuel (start + 1) i (by omega) l

theorem testBit_lt_ctz {x : Int} {i : Nat} (h : i < ctz x) : Bits.testBit x i = false := by
  simp only [ctz] at h
  split at h
  · omega
  · exact firstBit_false _ _ _ (Nat.zero_le _) h

theorem dvd_of_low_zero {x : Int} {n : Nat} (h : ∀ i, i < n → Bits.testBit x i = false) : (2 : Int) ^ n ∣ x := by
  apply Int.dvd_of_emod_eq_zero
  apply Bits.ext; intro i
  simp only [Bits.testBit_emod, Bits.testBit_zero_left]
  by_cases hi : i < n <;> simp [hi]
  exact h i hi

theorem dvd_sub_of_low_eq {x y : Int} {n : Nat} (h : ∀ i, i < n → Bits.testBit x i = Bits.testBit y i) :
    (2 : Int) ^ n ∣ x - y :=
  Int.dvd_of_emod_eq_zero (Int.emod_eq_emod_iff_emod_sub_eq_zero.mp (Bits.emod_eq_of_testBit h))

theorem low_eq_of_dvd_sub {x y : Int} {n : Nat} (h : (2 : Int) ^ n ∣ x - y) {i : Nat} (l : i < n) :
    Bits.testBit x i = Bits.testBit y i :=
  Bits.testBit_of_emod_eq (Int.emod_eq_emod_iff_emod_sub_eq_zero.mpr (Int.emod_eq_zero_of_dvd h)) l

/-! ### high bits of a range -/

/-- Numbers between two that agree from bit `k` on agree with them there. -/
theorem testBit_between {l x h : Int} {k : Nat} (lx : l ≤ x) (xh : x ≤ h) (e : l / 2 ^ k = h / 2 ^ k) {i : Nat} (hi : k ≤ i) :
    Bits.testBit x i = Bits.testBit l i := by
  have h1 := Int.ediv_le_ediv (Bits.two_pow_pos k) lx
  have h2 := Int.ediv_le_ediv (Bits.two_pow_pos k) xh
  have h3 : x / 2 ^ k = l / 2 ^ k := by omega
  have h4 := congrArg (Bits.testBit · (i - k)) h3
  simp only [Bits.testBit_ediv] at h4
  rwa [show k + (i - k) = i by omega] at h4

/-! ### bounds of bitwise operations -/

theorem land_nonneg_left {x y : Int} (h : 0 ≤ x) : 0 ≤ Bits.land x y ∧ Bits.land x y ≤ x := by
  have := Bits.land_range (x := y) h; rwa [Bits.land_comm] at this

/-- A conjunction is not above its greater operand. -/
theorem land_le_max (x y : Int) : Bits.land x y ≤ max x y := by
  by_cases hx : 0 ≤ x
  · have := (land_nonneg_left (y := y) hx).2; omega
  by_cases hy : 0 ≤ y
  · have := (Bits.land_range (x := x) hy).2; omega
  have e : Bits.land x y = x - Bits.land x (Bits.lnot y) := by have := Bits.land_add_land_lnot x y; omega
  have := (Bits.land_range (x := x) (c := Bits.lnot y) (by simp only [Bits.lnot]; omega)).1
  omega

theorem neg_pow_le_land {x y : Int} {n : Nat} (hx : -2 ^ n ≤ x) (hy : -2 ^ n ≤ y) : -2 ^ n ≤ Bits.land x y := by
  have p := Bits.two_pow_pos n
  by_cases h0 : 0 ≤ x
  · have := (land_nonneg_left (y := y) h0).1; omega
  by_cases h1 : 0 ≤ y
  · have := (Bits.land_range (x := x) h1).1; omega
  have ix : Bits.inU (Bits.lnot x) n := by simp only [Bits.inU, Bits.lnot]; omega
  have iy : Bits.inU (Bits.lnot y) n := by simp only [Bits.inU, Bits.lnot]; omega
  have e : Bits.lnot (Bits.land x y) = ((Bits.ofBits n fun i => !(Bits.testBit x i && Bits.testBit y i) : Nat) : Int) := by
    apply Bits.ext; intro i
    have bx := Bits.testBit_high_of_inU ix i
    have bY := Bits.testBit_high_of_inU iy i
    simp only [Bits.testBit_lnot, Bits.testBit_land, Bits.testBit_ofNat, Bits.testBit_ofBits] at *
    by_cases hi : i < n <;> simp_all
  have := Bits.ofBits_inU n fun i => !(Bits.testBit x i && Bits.testBit y i)
  rw [← e] at this
  simp only [Bits.inU, Bits.lnot] at this
  omega

theorem lor_eq_lnot (x y : Int) : Bits.lor x y = Bits.lnot (Bits.land (Bits.lnot x) (Bits.lnot y)) := by ext_bits

/-- Xor keeps a signed width. -/
theorem xor_inS {x y : Int} {n : Nat} (hx : Bits.inS x n) (hy : Bits.inS y n) : Bits.inS (Bits.xor x y) n := by
  rw [← Bits.sext_eq_self hx.1]
  apply Bits.ext; intro i
  have ax := congrArg (Bits.testBit · i) (Bits.sext_of_inS hx)
  have ay := congrArg (Bits.testBit · i) (Bits.sext_of_inS hy)
  simp only [Bits.testBit_sext _ hx.1, Bits.testBit_xor] at *
  rw [ax, ay]

theorem xor_nonneg {x y : Int} (hx : 0 ≤ x) (hy : 0 ≤ y) : 0 ≤ Bits.xor x y := by
  cases x <;> cases y <;> simp [Bits.xor] at * <;> omega

theorem lt_two_pow_bitLen {x : Int} (h : 0 ≤ x) : x < 2 ^ Bits.bitLen x.toNat := (Bits.inU_bitLen h).2

end Tuffy.Facts
