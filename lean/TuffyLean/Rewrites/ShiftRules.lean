import TuffyLean.IR.BitsMore
import TuffyLean.Rewrites.Rule

/-!
Shifts. Ints are unbounded, so a shift left loses nothing: shifting back gives the value itself.
Shifts by constants meet; constants of the operand move outward through the shift; comparisons
look through it.

Not here: sums and products of shifted values.
-/
namespace Tuffy.Rewrites.ShiftRules
open Tuffy Vars

/-! ### nothing to shift -/

rewrite_rule shl_by_zero "x << 0 = x" equivalence (.shl x 0) => x := by
  rule_cases; simp [Bits.shl]
rewrite_rule shr_by_zero "x >> 0 = x" equivalence (.shr x 0) => x := by
  rule_cases; simp [Bits.shr]
rewrite_rule zero_shl "0 << x = 0" refinement (.shl 0 x) => (0)
rewrite_rule zero_shr "0 >> x = 0" refinement (.shr 0 x) => (0)
rewrite_rule neg_one_shr "-1 >> x = -1" refinement (.shr (.lit (-1)) x) => (.lit (-1))
rewrite_rule shr_in_unsigned "x >> k = 0 for x in :uN, N <= k" refinement
  (.shr x k) => (0) where [.inU "x" n, .cmp .le n k, .cmp .ge k 0] := by
  rule_cases; exact (Bits.shr_of_inU hp.1 (by omega)).symm
rewrite_rule shr_in_range "x >> k = 0 for 0 <= x < 2^k" refinement
  (.shr x k) => (0) where [.range "x" c d, .cmp .ge c 0, .cmp .lt d (.pow2 k), .cmp .ge k 0] := by
  rule_cases; exact (Bits.shr_of_inU (n := (e.c "k").toNat) ⟨by omega, by omega⟩ (Nat.le_refl _)).symm
rewrite_rule shr_negative "x >> k = -1 for -2^k <= x < 0" refinement
  (.shr x k) => (.lit (-1))
  where [.range "x" c d, .cmp .ge c (.neg (.pow2 k)), .cmp .lt d 0, .cmp .ge k 0] := by
  rule_cases; exact (Bits.shr_neg (by omega) (by omega)).symm

/-! ### shift of a shift -/

rewrite_rule shl_shl "(x << k) << n = x << (k + n)" equivalence
  (.shl (.shl x k) n) => (.shl x (k + n)) where [.cmp .ge k 0, .cmp .ge n 0] := by
  rule_cases; rw [Bits.shl_shl]; congr 1; omega
rewrite_rule shr_shr "(x >> k) >> n = x >> (k + n)" equivalence
  (.shr (.shr x k) n) => (.shr x (k + n)) where [.cmp .ge k 0, .cmp .ge n 0] := by
  rule_cases; rw [Bits.shr_shr]; congr 1; omega
rewrite_rule shr_shl "(x << y) >> y = x" refinement (.shr (.shl x y) y) => x := by
  rule_cases; exact (Bits.shr_shl _ _).symm
rewrite_rule shr_shl_const "(x << k) >> k = x" equivalence
  (.shr (.shl x k) k) => x where [.cmp .ge k 0] := by
  rule_cases; exact (Bits.shr_shl _ _).symm
rewrite_rule shr_shl_more "(x << k) >> n = x >> (n - k) where k <= n" equivalence
  (.shr (.shl x k) n) => (.shr x (.calc (n - k))) where [.cmp .ge k 0, .cmp .le k n] := by
  rule_cases; ext_bits
rewrite_rule shr_shl_less "(x << k) >> n = x << (k - n) where n <= k" equivalence
  (.shr (.shl x k) n) => (.shl x (.calc (k - n))) where [.cmp .ge n 0, .cmp .le n k] := by
  rule_cases; ext_bits
rewrite_rule shl_shr "(x >> k) << k = x and -2^k" equivalence
  (.shl (.shr x k) k) => (.and x (.calc (.neg (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases; rw [Bits.neg_two_pow]; ext_bits
rewrite_rule shl_shr_less "(x >> k) << n = (x >> (k - n)) and -2^n where n < k" equivalence
  (.shl (.shr x k) n) => (.and (.shr x (.calc (k - n))) (.calc (.neg (.pow2 n))))
  where [.cmp .ge n 0, .cmp .lt n k] := by
  rule_cases; rw [Bits.neg_two_pow]; ext_bits
rewrite_rule shl_shr_more "(x >> k) << n = (x << (n - k)) and -2^n where k < n" equivalence
  (.shl (.shr x k) n) => (.and (.shl x (.calc (n - k))) (.calc (.neg (.pow2 n))))
  where [.cmp .ge k 0, .cmp .lt k n] := by
  rule_cases; rw [Bits.neg_two_pow]; ext_bits
rewrite_rule const_shl_add "c << (x + k) = (c << k) << x for x in :uN" equivalence
  (.shl c (.add x k)) => (.shl (.calc (.shl c k)) x) where [.inU "x" n, .cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.inU] at hp <;> first | omega | (rw [Bits.shl_shl]; congr 1; omega)
rewrite_rule const_shr_add "c >> (x + k) = (c >> k) >> x for x in :uN" equivalence
  (.shr c (.add x k)) => (.shr (.calc (.shr c k)) x) where [.inU "x" n, .cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.inU] at hp <;> first | omega | (rw [Bits.shr_shr]; congr 1; omega)

/-! ### constants move outward -/

rewrite_rule shl_and_const "(x and c) << k = (x << k) and (c << k)" equivalence
  (.shl (.and x c) k) => (.and (.shl x k) (.calc (.shl c k))) where [.cmp .ge k 0]
rewrite_rule shl_or_const "(x or c) << k = (x << k) or (c << k)" equivalence
  (.shl (.or x c) k) => (.or (.shl x k) (.calc (.shl c k))) where [.cmp .ge k 0]
rewrite_rule shl_xor_const "(x xor c) << k = (x << k) xor (c << k)" equivalence
  (.shl (.xor x c) k) => (.xor (.shl x k) (.calc (.shl c k))) where [.cmp .ge k 0]
rewrite_rule shl_add_const "(x + c) << k = (x << k) + (c << k)" equivalence
  (.shl (.add x c) k) => (.add (.shl x k) (.calc (.shl c k))) where [.cmp .ge k 0] := by
  rule_cases; simp only [Bits.shl, Int.add_mul]
rewrite_rule shl_const_sub "(c - x) << k = (c << k) - (x << k)" equivalence
  (.shl (.sub c x) k) => (.sub (.calc (.shl c k)) (.shl x k)) where [.cmp .ge k 0] := by
  rule_cases; simp only [Bits.shl, Int.sub_mul]
rewrite_rule shl_not "not x << k = (x << k) xor -2^k" equivalence
  (.shl (.not x) k) => (.xor (.shl x k) (.calc (.neg (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases; rw [Bits.neg_two_pow]; ext_bits
rewrite_rule shr_and_const "(x and c) >> k = (x >> k) and (c >> k)" equivalence
  (.shr (.and x c) k) => (.and (.shr x k) (.calc (.shr c k))) where [.cmp .ge k 0]
rewrite_rule shr_or_const "(x or c) >> k = (x >> k) or (c >> k)" equivalence
  (.shr (.or x c) k) => (.or (.shr x k) (.calc (.shr c k))) where [.cmp .ge k 0]
rewrite_rule shr_xor_const "(x xor c) >> k = (x >> k) xor (c >> k)" equivalence
  (.shr (.xor x c) k) => (.xor (.shr x k) (.calc (.shr c k))) where [.cmp .ge k 0]
rewrite_rule shr_not "not x >> y = not (x >> y)" equivalence
  (.shr (.not x) y) => (.not (.shr x y))
rewrite_rule shr_add_const "(x + c) >> k = (x >> k) + (c >> k) where 2^k divides c" equivalence
  (.shr (.add x c) k) => (.add (.shr x k) (.calc (.shr c k)))
  where [.cmp .ge k 0, .cmp .eq (.rem c (.pow2 k)) 0] := by
  rule_cases; simp only [Bits.shr]
  rw [Int.add_ediv_of_dvd_right (Int.dvd_of_emod_eq_zero hp.2)]

/-! ### a common amount -/

rewrite_rule and_shl_shl "(x << z) and (y << z) = (x and y) << z" equivalence
  (.and (.shl x z) (.shl y z)) => (.shl (.and x y) z)
rewrite_rule or_shl_shl "(x << z) or (y << z) = (x or y) << z" equivalence
  (.or (.shl x z) (.shl y z)) => (.shl (.or x y) z)
rewrite_rule xor_shl_shl "(x << z) xor (y << z) = (x xor y) << z" equivalence
  (.xor (.shl x z) (.shl y z)) => (.shl (.xor x y) z)
rewrite_rule and_shr_shr "(x >> z) and (y >> z) = (x and y) >> z" equivalence
  (.and (.shr x z) (.shr y z)) => (.shr (.and x y) z)
rewrite_rule or_shr_shr "(x >> z) or (y >> z) = (x or y) >> z" equivalence
  (.or (.shr x z) (.shr y z)) => (.shr (.or x y) z)
rewrite_rule xor_shr_shr "(x >> z) xor (y >> z) = (x xor y) >> z" equivalence
  (.xor (.shr x z) (.shr y z)) => (.shr (.xor x y) z)

/-! ### powers of two that are computed -/

rewrite_rule mul_one_shl "x * (1 << y) = x << y" equivalence
  (.mul x (.shl 1 y)) => (.shl x y) := by rule_cases; simp only [Bits.shl, Int.one_mul]
rewrite_rule div_one_shl "x div (1 << y) = x >> y" equivalence
  (.div x (.shl 1 y)) => (.shr x y) := by
  rule_cases
  all_goals
    rename_i a b _ _
    have := Bits.two_pow_pos b.toNat
    simp only [Bits.shl, Bits.shr, Int.one_mul] at *
    try omega

/-! ### fields packed into one number -/

rewrite_rule shr_or_packed "((x << k) or y) >> k = x for y in :uN, N <= k" refinement
  (.shr (.or (.shl x k) y) k) => x where [.inU "y" n, .cmp .le n k, .cmp .ge k 0] := by
  rule_cases; rename_i a b _ _
  have := Bits.shr_of_inU hp.1 (show (e.c "n").toNat ≤ (e.c "k").toNat by omega)
  have h : Bits.shr (Bits.lor (Bits.shl a (e.c "k").toNat) b) (e.c "k").toNat
    = Bits.lor a (Bits.shr b (e.c "k").toNat) := by ext_bits
  rw [h, this, Bits.lor_zero]
rewrite_rule shr_add_packed "((x << k) + y) >> k = x for y in :uN, N <= k" refinement
  (.shr (.add (.shl x k) y) k) => x where [.inU "y" n, .cmp .le n k, .cmp .ge k 0] := by
  rule_cases; rename_i a b _ _
  have := Bits.shr_of_inU hp.1 (show (e.c "n").toNat ≤ (e.c "k").toNat by omega)
  have hz := Bits.two_pow_ne_zero (e.c "k").toNat
  simp only [Bits.shr, Bits.shl] at *
  rw [Int.add_comm, Int.add_mul_ediv_right _ _ hz]; omega
rewrite_rule and_or_packed "((x << k) or y) and c = y and c where 0 <= c < 2^k" refinement
  (.and (.or (.shl x k) y) c) => (.and y c) where [.cmp .ge c 0, .cmp .lt c (.pow2 k), .cmp .ge k 0] := by
  rule_cases; have h i := Bits.testBit_of_inU (i := i) (Bits.inU_of_le hp.1 hp.2.1); ext_bits
rewrite_rule and_shl_low "(x << k) and c = 0 where 0 <= c < 2^k" refinement
  (.and (.shl x k) c) => (0) where [.cmp .ge c 0, .cmp .lt c (.pow2 k), .cmp .ge k 0] := by
  rule_cases; have h i := Bits.testBit_of_inU (i := i) (Bits.inU_of_le hp.1 hp.2.1); ext_bits
rewrite_rule shr_and_low "(x and c) >> k = 0 where 0 <= c < 2^k" refinement
  (.shr (.and x c) k) => (0) where [.cmp .ge c 0, .cmp .lt c (.pow2 k), .cmp .ge k 0] := by
  rule_cases; have h i := Bits.testBit_of_inU (i := i) (Bits.inU_of_le hp.1 hp.2.1); ext_bits
rewrite_rule add_shl_low_const "(x << k) + c = (x << k) or c where 0 <= c < 2^k" equivalence
  (.add (.shl x k) c) => (.or (.shl x k) c) where [.cmp .ge c 0, .cmp .lt c (.pow2 k), .cmp .ge k 0] := by
  rule_cases; have h i := Bits.testBit_of_inU (i := i) (Bits.inU_of_le hp.1 hp.2.1)
  exact Bits.lor_of_disjoint (by ext_bits)
rewrite_rule add_shl_packed "(x << k) + y = (x << k) or y for y in :uN, N <= k" equivalence
  (.add (.shl x k) y) => (.or (.shl x k) y) where [.inU "y" n, .cmp .le n k, .cmp .ge k 0] := by
  rule_cases; have h i (_ : (e.c "k").toNat ≤ i) := Bits.testBit_of_inU (i := i) hp.1 (by omega)
  exact Bits.lor_of_disjoint (by ext_bits)
rewrite_rule xor_shl_packed "(x << k) xor y = (x << k) or y for y in :uN, N <= k" equivalence
  (.xor (.shl x k) y) => (.or (.shl x k) y) where [.inU "y" n, .cmp .le n k, .cmp .ge k 0] := by
  rule_cases; have h i (_ : (e.c "k").toNat ≤ i) := Bits.testBit_of_inU (i := i) hp.1 (by omega)
  ext_bits

/-! ### comparisons -/

rewrite_rule shr_lt_zero "x >> y < 0 is x < 0" refinement
  (.icmp .lt (.shr x y) 0) => (.icmp .lt x 0) := by
  rule_cases; rw [decide_eq_decide]; exact (Bits.shr_nonneg_iff _ _).symm
rewrite_rule shl_lt_zero "x << y < 0 is x < 0" refinement
  (.icmp .lt (.shl x y) 0) => (.icmp .lt x 0) := by
  rule_cases; rw [decide_eq_decide]; exact (Bits.shl_neg_iff _ _).symm
rewrite_rule shl_eq_zero "x << y = 0 is x = 0" refinement
  (.icmp .eq (.shl x y) 0) => (.icmp .eq x 0) := by
  rule_cases; rw [decide_eq_decide]; exact Bits.shl_eq_zero.symm
rewrite_rule shl_ne_zero "x << y /= 0 is x /= 0" refinement
  (.icmp .ne (.shl x y) 0) => (.icmp .ne x 0) := by
  rule_cases; rw [decide_eq_decide]; exact (not_congr Bits.shl_eq_zero).symm
rewrite_rule shr_sign_ne_zero "x >> k /= 0 is x < 0 for x in :sN, N <= k + 1" equivalence
  (.icmp .ne (.shr x k) 0) => (.icmp .lt x 0) where [.inS "x" n, .cmp .le n (k + 1), .cmp .ge k 0] := by
  rule_cases; rw [decide_eq_decide]
  exact (Bits.shr_ne_zero_of_inS hp.1 (by omega)).symm
rewrite_rule shr_sign_eq_zero "x >> k = 0 is x >= 0 for x in :sN, N <= k + 1" equivalence
  (.icmp .eq (.shr x k) 0) => (.icmp .ge x 0) where [.inS "x" n, .cmp .le n (k + 1), .cmp .ge k 0] := by
  rule_cases; rw [decide_eq_decide]
  have := Bits.shr_ne_zero_of_inS hp.1 (show (e.c "n").toNat ≤ (e.c "k").toNat + 1 by omega); omega

/-- All rules of this file. -/
def rules : List Proven := [
  shl_by_zero, shr_by_zero, zero_shl, zero_shr, neg_one_shr, shr_in_unsigned, shr_in_range,
  shr_negative, shl_shl, shr_shr, shr_shl, shr_shl_const, shr_shl_more, shr_shl_less, shl_shr,
  shl_shr_less, shl_shr_more, const_shl_add, const_shr_add, shl_and_const, shl_or_const,
  shl_xor_const, shl_add_const, shl_const_sub, shl_not, shr_and_const, shr_or_const, shr_xor_const,
  shr_not, shr_add_const, and_shl_shl, or_shl_shl, xor_shl_shl, and_shr_shr, or_shr_shr,
  xor_shr_shr, mul_one_shl, div_one_shl, shr_or_packed, shr_add_packed, and_or_packed, and_shl_low,
  shr_and_low, add_shl_low_const, add_shl_packed, xor_shl_packed, shr_lt_zero, shl_lt_zero,
  shl_eq_zero, shl_ne_zero, shr_sign_ne_zero, shr_sign_eq_zero]

end Tuffy.Rewrites.ShiftRules
