import TuffyLean.IR.BitsMore
import TuffyLean.Rewrites.Rule

/-!
`zext`, `sext`, `merge` and `split`. A low mask is a `zext`; an extension of a value that is in
range is dropped; `split` is `zext` and `shr`.

Not here: extensions of sums, products and so on (`CutRules`), operations on bytes and rotations
(`CountRules`).
-/
namespace Tuffy.Rewrites.ExtRules
open Tuffy Vars

/-! ### low masks -/

rewrite_rule and_mask "x and 2^n - 1 = zext n x" equivalence
  (.and x c) => (.zext x (.calc (.log2 (c + 1)))) where [.isPow2 (c + 1), .cmp .ge c 1] := by
  rule_cases
  · have := hp.1; have h : Bits.log2 (e.c "c" + 1) ≠ 0 := by
      intro h0; unfold Bits.isPow2 at this; rw [h0] at this; simp at this; omega
    omega
  · have := Bits.land_pred hp.1; have h := Bits.zext_log2 hp.1
    rw [h, ← this]; congr 1; omega
rewrite_rule and_zext "zext n x and c = x and zext n c" equivalence
  (.and (.zext x n) c) => (.and x (.calc (.zext c n))) where [.cmp .ge n 1]
rewrite_rule zext_and_const "zext n (x and c) = x and zext n c" equivalence
  (.zext (.and x c) n) => (.and x (.calc (.zext c n))) where [.cmp .ge n 1]
rewrite_rule or_high_zext "(x and -2^n) or zext n x = x" equivalence
  (.or (.and x c) (.zext x n)) => x where [.cmp .eq c (.neg (.pow2 n)), .cmp .ge n 1] := by
  rule_cases; rw [hp.1, Bits.neg_two_pow]; ext_bits
rewrite_rule sub_zext "x - zext n x = x and -2^n" equivalence
  (.sub x (.zext x n)) => (.and x (.calc (.neg (.pow2 n)))) where [.cmp .ge n 1] := by
  rule_cases; rename_i a _
  have s : Bits.land a (-2 ^ (e.c "n").toNat) + Bits.zext a (e.c "n").toNat = a := by
    rw [Bits.neg_two_pow, ← Bits.lor_of_disjoint (by ext_bits)]; ext_bits
  omega

/-! ### extension of an extension -/

rewrite_rule sext_sext "sext n (sext m x) = sext n x where n <= m" equivalence
  (.sext (.sext x m) n) => (.sext x n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_sext_le _ (by omega)).symm
rewrite_rule sext_sext_wider "sext n (sext m x) = sext m x where m < n" equivalence
  (.sext (.sext x m) n) => (.sext x m) where [.cmp .lt m n] := by
  rule_cases; exact (Bits.sext_of_inS (Bits.inS_mono (Bits.sext_inS _ (by omega)) (by omega))).symm
rewrite_rule sext_zext_narrower "sext n (zext m x) = sext n x where n < m" equivalence
  (.sext (.zext x m) n) => (.sext x n) where [.cmp .lt n m] := by
  rule_cases; exact (Bits.sext_zext_le _ (by omega)).symm
rewrite_rule sext_zext_wider "sext n (zext m x) = zext m x where m < n" equivalence
  (.sext (.zext x m) n) => (.zext x m) where [.cmp .lt m n] := by
  rule_cases; exact (Bits.sext_of_inS (Bits.inS_of_inU (Bits.zext_inU _ _) (by omega))).symm
rewrite_rule zext_sext "zext n (sext m x) = zext n x where n <= m" equivalence
  (.zext (.sext x m) n) => (.zext x n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_sext_le _ (by omega)).symm

/-! ### values in range -/

rewrite_rule sext_in_signed "sext n x = x for x in :sM, M <= n" equivalence
  (.sext x n) => x where [.inS "x" m, .cmp .le m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.sext_of_inS (Bits.inS_mono hp.1 (by omega))).symm
rewrite_rule sext_in_unsigned "sext n x = x for x in :uM, M < n" equivalence
  (.sext x n) => x where [.inU "x" m, .cmp .lt m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.sext_of_inS (Bits.inS_of_inU hp.1 (by omega))).symm
rewrite_rule zext_in_range "zext n x = x for 0 <= x < 2^n" equivalence
  (.zext x n) => x where [.range "x" c d, .cmp .ge c 0, .cmp .lt d (.pow2 n), .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU ⟨by omega, by omega⟩).symm
rewrite_rule sext_in_range "sext n x = x for -2^(n-1) <= x < 2^(n-1)" equivalence
  (.sext x n) => x
  where [.range "x" c d, .cmp .ge c (.neg (.pow2 (n - 1))), .cmp .lt d (.pow2 (n - 1)), .cmp .ge n 1] := by
  rule_cases
  have h : (e.c "n" - 1).toNat = (e.c "n").toNat - 1 := by omega
  rw [h] at hp
  exact (Bits.sext_of_inS ⟨by omega, by omega, by omega⟩).symm
rewrite_rule zext_known_zero "zext n x = x where the bits from n on are known 0" equivalence
  (.zext x n) => x where [.zeros "x" m, .cmp .eq (.shr m n) (.lit (-1)), .cmp .ge n 1] := by
  rule_cases; rename_i a
  exact (Bits.zext_of_zeros hp.1 hp.2.1).symm
rewrite_rule zext_result_drop "a result annotation :uN makes zext N needless" equivalence
  (.zext (.res { claims := [.unsigned n] } (.add x y)) n) => (.res { claims := [.unsigned n] } (.add x y))
  where [.cmp .ge n 1] := by
  rule_cases; rw [Bits.zext_of_inU]; assumption
rewrite_rule zext_use_drop "an operand annotation :uN makes zext N a check" equivalence
  (.zext (.use { claims := [.unsigned n] } x) n) => (.add (.use { claims := [.unsigned n] } x) 0)
  where [.cmp .ge n 1] := by
  rule_cases; rw [Bits.zext_of_inU]; omega; assumption
rewrite_rule sext_use_drop "an operand annotation :sN makes sext N a check" equivalence
  (.sext (.use { claims := [.signed n] } x) n) => (.add (.use { claims := [.signed n] } x) 0)
  where [.cmp .ge n 1] := by
  rule_cases; rw [Bits.sext_of_inS]; omega; assumption
rewrite_rule zext_bool_to_int "zext of a truth value" equivalence
  (.zext (.boolToInt p) n) => (.boolToInt p) where [.cmp .ge n 1] := by
  rule_cases <;> refine (Bits.zext_of_inU (Bits.inU_mono (m := 1) ?_ (by omega))).symm <;> decide
rewrite_rule sext_bool_to_int "sext of a truth value to more than one bit" equivalence
  (.sext (.boolToInt p) n) => (.boolToInt p) where [.cmp .ge n 2] := by
  rule_cases <;> refine (Bits.sext_of_inS (Bits.inS_mono (m := 2) ?_ (by omega))).symm <;> decide
rewrite_rule zext_shl_high "zext n (x << k) = 0 where n <= k" refinement
  (.zext (.shl x k) n) => (0) where [.cmp .le n k, .cmp .ge k 0]
rewrite_rule shr_zext_high "zext n x >> k = 0 where n <= k" refinement
  (.shr (.zext x n) k) => (0) where [.cmp .le n k]
rewrite_rule sext_one_bit "sext 1 (bool_to_int p) = 0 - bool_to_int p" equivalence
  (.sext (.boolToInt p) 1) => (.sub 0 (.boolToInt p)) := by rule_cases <;> decide
rewrite_rule zext_shr_in_range "zext n (x >> k) = x >> k for x in :uM, M <= n + k" equivalence
  (.zext (.shr x k) n) => (.shr x k) where [.inU "x" m, .cmp .le m (n + k), .cmp .ge k 0, .cmp .ge n 1] := by
  rule_cases; rename_i a
  have h i (_ : (e.c "n").toNat + (e.c "k").toNat ≤ i) := Bits.testBit_of_inU (i := i) hp.1 (by omega)
  ext_bits

/-! ### merge and split -/

rewrite_rule split_hi "the high part of split n x is x >> n" equivalence
  (.splitHi x n) => (.shr x n) where [.cmp .ge n 1]
rewrite_rule split_lo "the low part of split n x is zext n x" equivalence
  (.splitLo x n) => (.zext x n)
rewrite_rule merge_self "merge n x x = x" equivalence
  (.merge x x n) => x where [.cmp .ge n 1]
rewrite_rule merge_zero_left "merge n 0 x = zext n x" equivalence (.merge 0 x n) => (.zext x n)
rewrite_rule merge_zero_right "merge n x 0 = x and -2^n" equivalence
  (.merge x 0 n) => (.and x (.calc (.neg (.pow2 n)))) where [.cmp .ge n 1] := by
  rule_cases; rw [Bits.neg_two_pow]; ext_bits
rewrite_rule merge_merge_left "merge n (merge m x y) z = merge n x z where m <= n" refinement
  (.merge (.merge x y m) z n) => (.merge x z n) where [.cmp .le m n]
rewrite_rule merge_merge_right "merge n x (merge m y z) = merge n x z where n <= m" refinement
  (.merge x (.merge y z m) n) => (.merge x z n) where [.cmp .le n m]
rewrite_rule merge_zext_right "merge n x (zext m y) = merge n x y where n <= m" equivalence
  (.merge x (.zext y m) n) => (.merge x y n) where [.cmp .le n m]
rewrite_rule merge_sext_right "merge n x (sext m y) = merge n x y where n <= m" equivalence
  (.merge x (.sext y m) n) => (.merge x y n) where [.cmp .le n m] := by
  rule_cases; rw [Bits.zext_sext_le _ (by omega)]
rewrite_rule merge_zext_left "merge n (zext m x) y = zext n y where m <= n" refinement
  (.merge (.zext x m) y n) => (.zext y n) where [.cmp .le m n]
rewrite_rule zext_merge "zext n (merge m x y) = zext n y where n <= m" refinement
  (.zext (.merge x y m) n) => (.zext y n) where [.cmp .le n m]
rewrite_rule shr_merge "merge m x y >> k = x >> k where m <= k" refinement
  (.shr (.merge x y m) k) => (.shr x k) where [.cmp .le m k]
rewrite_rule merge_and_left "merge n (x and -2^n) y = merge n x y" equivalence
  (.merge (.and x c) y n) => (.merge x y n) where [.cmp .eq c (.neg (.pow2 n)), .cmp .ge n 1] := by
  rule_cases; rw [hp.1, Bits.neg_two_pow]; ext_bits
rewrite_rule merge_and_right "merge n x (y and c) = merge n x y where the low n bits of c are 1" equivalence
  (.merge x (.and y c) n) => (.merge x y n) where [.cmp .eq (.zext c n) (.sub (.pow2 n) 1), .cmp .ge n 1] := by
  rule_cases; ext_bits_of hp.1

/-- All rules of this file. -/
def rules : List Proven := [
  and_mask, and_zext, zext_and_const, or_high_zext, sub_zext, sext_sext, sext_sext_wider,
  sext_zext_narrower, sext_zext_wider, zext_sext, sext_in_signed, sext_in_unsigned, zext_in_range,
  sext_in_range, zext_known_zero, zext_result_drop, zext_use_drop, sext_use_drop, zext_bool_to_int,
  sext_bool_to_int, zext_shl_high, shr_zext_high, sext_one_bit, zext_shr_in_range, split_hi,
  split_lo, merge_self, merge_zero_left, merge_zero_right, merge_merge_left, merge_merge_right,
  merge_zext_right, merge_sext_right, merge_zext_left, zext_merge, shr_merge, merge_and_left,
  merge_and_right]

end Tuffy.Rewrites.ExtRules
