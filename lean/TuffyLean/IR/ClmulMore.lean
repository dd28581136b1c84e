import TuffyLean.IR.BitsMore
import TuffyLean.IR.Semantics

/-! Laws of the carry-less product. -/
namespace Tuffy
open Bits

theorem clmul_zero_left (b : Int) (n : Nat) : clmul 0 b n = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [clmul, ih, zero_shl, ite_self, xor_zero]

/-- The product may be computed with any number of bits that the right factor fits. -/
theorem clmul_beyond (a : Int) {b : Int} {n : Nat} (h : inU b n) (k : Nat) : clmul a b (n + k) = clmul a b n := by
  induction k with
  | zero => rfl
  | succ k ih =>
    rw [← Nat.add_assoc]
    simp only [clmul, testBit_of_inU h (Nat.le_add_right n k), ih, Bool.false_eq_true, if_false, xor_zero]

theorem clmul_two_pow (a : Int) (k : Nat) : clmul a (2 ^ k) (k + 1) = shl a k := by
  have z (n : Nat) (l : n ≤ k) : clmul a (2 ^ k) n = 0 := by
    induction n with
    | zero => rfl
    | succ n ih =>
      have : testBit (2 ^ k) n = false := by simp; omega
      simp only [clmul, this, ih (by omega), Bool.false_eq_true, if_false, xor_zero]
  simp only [clmul, z k (Nat.le_refl _), testBit_two_pow, decide_true, if_true]
  rw [xor_comm, xor_zero]

theorem bitLen_two_pow (k : Nat) : bitLen (2 ^ k) = k + 1 := by
  have : 2 ^ k ≠ 0 := Nat.ne_of_gt (Nat.two_pow_pos k)
  simp only [bitLen, this, if_false, Nat.log2_two_pow]

theorem toNat_two_pow (k : Nat) : ((2 : Int) ^ k).toNat = 2 ^ k := by
  rw [← two_pow_cast, Int.toNat_natCast]

theorem clmul_shl_left (a b : Int) (k n : Nat) : clmul (shl a k) b n = shl (clmul a b n) k := by
  induction n with
  | zero => exact (zero_shl k).symm
  | succ n ih =>
    simp only [clmul, ih]
    by_cases h : testBit b n = true
    · simp only [h, if_true]; ext_bits
    · simp only [h, Bool.false_eq_true, if_false, xor_zero]

end Tuffy
