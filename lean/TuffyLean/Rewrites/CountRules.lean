import TuffyLean.IR.ClmulMore
import TuffyLean.Rewrites.Rule

/-!
Counts of bits, reversals of bits and bytes, rotations. Rotations by constants go left, by less
than the width.
-/
namespace Tuffy.Rewrites.CountRules
open Tuffy Vars

/-! ### counts -/

rewrite_rule count_ones_shl "count_ones (x << y) = count_ones x" refinement
  (.countOnes (.shl x y)) => (.countOnes x) := by
  rule_cases
  all_goals
    try simp only [Bits.shl_neg_iff] at *
    first | omega | (congr 1; refine (Bits.count_bitLen_shl ?_ _).symm; omega)
rewrite_rule count_ones_bool_to_int "count_ones of a truth value" equivalence
  (.countOnes (.boolToInt p)) => (.boolToInt p) := by rule_cases <;> decide
rewrite_rule count_ones_bit "count_ones x = x for x in :u1" refinement
  (.countOnes x) => x where [.inU "x" n, .cmp .le n 1] := by
  rule_cases; rename_i a _
  have h := Bits.inU_mono hp.1 (show (e.c "n").toNat ≤ 1 by omega)
  have : a = 0 ∨ a = 1 := by simp only [Bits.inU] at h; omega
  rcases this with rfl | rfl <;> decide
rewrite_rule ctz_one_shl "count_trailing_zeros (1 << x) = x" refinement
  (.countTrailingZeros (.shl 1 x)) => x := by
  rule_cases; rename_i a _ _
  have hb : Bits.bitLen (Bits.shl 1 a.toNat).natAbs = a.toNat + 1 := by
    rw [← bitLen_two_pow]; congr 1; rw [Bits.shl, Int.one_mul, Int.natAbs_pow]; rfl
  rw [hb, Bits.firstBit_eq (j := a.toNat)] <;> first | omega | (intros; simp; omega) | simp
rewrite_rule ctz_odd "count_trailing_zeros x = 0 where bit 0 is known 1" refinement
  (.countTrailingZeros x) => (0) where [.ones "x" m, .cmp .eq (.land m 1) 1] := by
  rule_cases; rename_i a h
  have b : Bits.testBit a 0 = true := by
    have h0 := congrArg (Bits.testBit · 0) hp.1
    have h1 := congrArg (Bits.testBit · 0) hp.2
    simp only [Bits.testBit_land, Bits.testBit_one] at h0 h1
    simp_all
  have l : 0 < Bits.bitLen a.natAbs := by
    have : a.natAbs ≠ 0 := by omega
    simp only [Bits.bitLen, this, if_false]; omega
  rw [Bits.firstBit_eq (j := 0) l (by intros; omega) b]; rfl
rewrite_rule clz_zext "count_leading_zeros n (zext m x) = count_leading_zeros n x where n <= m" equivalence
  (.countLeadingZeros (.zext x m) n) => (.countLeadingZeros x n) where [.cmp .le n m, .cmp .ge m 1] := by
  rule_cases; rw [Bits.zext_zext_le _ (by omega)]
rewrite_rule clz_sext "count_leading_zeros n (sext m x) = count_leading_zeros n x where n <= m" equivalence
  (.countLeadingZeros (.sext x m) n) => (.countLeadingZeros x n) where [.cmp .le n m, .cmp .ge m 1] := by
  rule_cases; rw [Bits.zext_sext_le _ (by omega)]
rewrite_rule zext_clz "zext n (count_leading_zeros m x) where m < 2^n" equivalence
  (.zext (.countLeadingZeros x m) n) => (.countLeadingZeros x m)
  where [.cmp .ge m 0, .cmp .lt m (.pow2 n), .cmp .ge n 1] := by
  rule_cases; rename_i a _
  have h := Bits.zext_inU a (e.c "m").toNat
  have : Bits.bitLen (Bits.zext a (e.c "m").toNat).toNat ≤ (e.c "m").toNat := by
    apply Bits.bitLen_le
    have := h.1; have := h.2; rw [← Bits.two_pow_cast] at this; omega
  exact (Bits.zext_of_inU ⟨by omega, by omega⟩).symm

/-! ### bits and bytes in reverse -/

rewrite_rule bswap_bswap "bswap m (bswap m x) = zext (8 * m) x" equivalence
  (.bswap (.bswap x m) m) => (.zext x (.calc (8 * m))) where [.cmp .ge m 1] := by
  rule_cases; rw [show (8 * e.c "m").toNat = 8 * (e.c "m").toNat by omega]; ext_bits
rewrite_rule bit_reverse_bit_reverse "bit_reverse n (bit_reverse n x) = zext n x" equivalence
  (.bitReverse (.bitReverse x n) n) => (.zext x n) where [.cmp .ge n 1] := by
  rule_cases; ext_bits
rewrite_rule bswap_one "bswap 1 x = zext 8 x" equivalence (.bswap x 1) => (.zext x 8) := by
  rule_cases; ext_bits
rewrite_rule bit_reverse_one "bit_reverse 1 x = zext 1 x" equivalence (.bitReverse x 1) => (.zext x 1) := by
  rule_cases; ext_bits
rewrite_rule zext_bswap "zext n (bswap m x) = bswap m x where 8 * m <= n" equivalence
  (.zext (.bswap x m) n) => (.bswap x m) where [.cmp .le (8 * m) n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU_of_le (Bits.ofBits_inU _ _) (by omega)).symm
rewrite_rule zext_bit_reverse "zext n (bit_reverse m x) = bit_reverse m x where m <= n" equivalence
  (.zext (.bitReverse x m) n) => (.bitReverse x m) where [.cmp .le m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU_of_le (Bits.ofBits_inU _ _) (by omega)).symm
rewrite_rule bswap_zext "bswap m (zext n x) = bswap m x where 8 * m <= n" equivalence
  (.bswap (.zext x n) m) => (.bswap x m) where [.cmp .le (8 * m) n, .cmp .ge n 1] := by
  rule_cases; ext_bits
rewrite_rule bit_reverse_zext "bit_reverse m (zext n x) = bit_reverse m x where m <= n" equivalence
  (.bitReverse (.zext x n) m) => (.bitReverse x m) where [.cmp .le m n, .cmp .ge n 1] := by
  rule_cases; ext_bits
rewrite_rule bswap_sext "bswap m (sext n x) = bswap m x where 8 * m <= n" equivalence
  (.bswap (.sext x n) m) => (.bswap x m) where [.cmp .le (8 * m) n, .cmp .ge n 1] := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _
  rw [Bits.testBit_sext _ (by omega)]; congr 1; omega
rewrite_rule bit_reverse_sext "bit_reverse m (sext n x) = bit_reverse m x where m <= n" equivalence
  (.bitReverse (.sext x n) m) => (.bitReverse x m) where [.cmp .le m n, .cmp .ge n 1] := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _
  rw [Bits.testBit_sext _ (by omega)]; congr 1; omega

/-! ### rotations -/

rewrite_rule rotate_left_full "rotate_left n x c = zext n x where n divides c" equivalence
  (.rotateLeft x c n) => (.zext x n) where [.cmp .ge n 1, .cmp .eq (.rem c n) 0] := by
  rule_cases
  exact (Bits.ofBits_rotate_zero (b := -e.c "c") _ (by omega) 
    (Int.emod_eq_zero_of_dvd (Int.dvd_neg.mpr (Int.dvd_of_emod_eq_zero hp.2)))).symm
rewrite_rule rotate_left_reduce "rotate_left n x c by c mod n" equivalence
  (.rotateLeft x c n) => (.rotateLeft x (.calc (.rem c n)) n) where [.cmp .ge n 1, .cmp .ne (.rem c n) c] := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _; rw [Int.sub_emod_emod]
rewrite_rule rotate_right_left "rotate_right n x c = rotate_left n x (-c mod n)" equivalence
  (.rotateRight x c n) => (.rotateLeft x (.calc (.rem (-c) n)) n) where [.cmp .ge n 1] := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _; rw [Int.sub_emod_emod]; congr 3; omega
rewrite_rule rotate_left_left "rotate_left n (rotate_left n x c) d = rotate_left n x (c + d)" equivalence
  (.rotateLeft (.rotateLeft x c n) d n) => (.rotateLeft x (c + d) n) := by
  rule_cases; rename_i a h _
  have := Bits.ofBits_rotate (Bits.testBit a) (-e.c "c") (-e.c "d") h
  simp only [Int.sub_eq_add_neg, Int.neg_add]; rw [this]
rewrite_rule rotate_right_cancel "rotate_right n (rotate_left n x y) y = zext n x" refinement
  (.rotateRight (.rotateLeft x y n) y n) => (.zext x n) := by
  rule_cases; rename_i a b h _
  have := Bits.ofBits_rotate (Bits.testBit a) (-b) b h
  simp only [Int.sub_eq_add_neg]; rw [this]
  exact (Bits.ofBits_rotate_zero a h (by rw [show -b + b = 0 by omega]; rfl)).symm
rewrite_rule rotate_left_cancel "rotate_left n (rotate_right n x y) y = zext n x" refinement
  (.rotateLeft (.rotateRight x y n) y n) => (.zext x n) := by
  rule_cases; rename_i a b h _
  have := Bits.ofBits_rotate (Bits.testBit a) b (-b) h
  simp only [Int.sub_eq_add_neg]; rw [this]
  exact (Bits.ofBits_rotate_zero a h (by rw [show b + -b = 0 by omega]; rfl)).symm
rewrite_rule rotate_left_neg "rotate_left n x (0 - y) = rotate_right n x y" equivalence
  (.rotateLeft x (.sub 0 y) n) => (.rotateRight x y n) := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _; congr 3; omega
rewrite_rule rotate_right_neg "rotate_right n x (0 - y) = rotate_left n x y" equivalence
  (.rotateRight x (.sub 0 y) n) => (.rotateLeft x y n) := by
  rule_cases; congr 1; apply Bits.ofBits_congr; intro i _; congr 3; omega
rewrite_rule rotate_left_zext "rotate_left n (zext m x) y = rotate_left n x y where n <= m" equivalence
  (.rotateLeft (.zext x m) y n) => (.rotateLeft x y n) where [.cmp .le n m] := by
  rule_cases; rename_i a b _ _ h; congr 1; apply Bits.ofBits_congr; intro i _
  rw [Bits.testBit_zext]
  have := Bits.toNat_emod_lt (i - b) h; grind
rewrite_rule rotate_right_zext "rotate_right n (zext m x) y = rotate_right n x y where n <= m" equivalence
  (.rotateRight (.zext x m) y n) => (.rotateRight x y n) where [.cmp .le n m] := by
  rule_cases; rename_i a b _ _ h; congr 1; apply Bits.ofBits_congr; intro i _
  rw [Bits.testBit_zext]
  have := Bits.toNat_emod_lt (i + b) h; grind
rewrite_rule zext_rotate_left "zext n (rotate_left m x y) = rotate_left m x y where m <= n" equivalence
  (.zext (.rotateLeft x y m) n) => (.rotateLeft x y m) where [.cmp .le m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU_of_le (Bits.ofBits_inU _ _) (by omega)).symm
rewrite_rule zext_rotate_right "zext n (rotate_right m x y) = rotate_right m x y where m <= n" equivalence
  (.zext (.rotateRight x y m) n) => (.rotateRight x y m) where [.cmp .le m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU_of_le (Bits.ofBits_inU _ _) (by omega)).symm
rewrite_rule rotate_of_shifts "zext n ((x << k) or (x >> (n - k))) = rotate_left n x k for x in :uN" equivalence
  (.zext (.or (.shl x k) (.shr x m)) n) => (.rotateLeft x k n)
  where [.inU "x" d, .cmp .le d n, .cmp .eq (.add k m) n, .cmp .ge k 1, .cmp .ge m 1] := by
  rule_cases; rename_i a _ _ _
  have hb i (_ : (e.c "n").toNat ≤ i) := Bits.testBit_of_inU (i := i) hp.1 (by omega)
  apply Bits.ext; intro i
  rw [Bits.testBit_ofNat, Bits.testBit_ofBits]
  simp only [Bits.testBit_zext, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_shr]
  by_cases l : i < (e.c "n").toNat
  · by_cases g : (e.c "k").toNat ≤ i
    · rw [Int.emod_eq_of_lt (by omega) (by omega), hb ((e.c "m").toNat + i) (by omega),
        show ((i : Int) - e.c "k").toNat = i - (e.c "k").toNat by omega]
      simp [g]
    · rw [← Int.add_emod_right, Int.emod_eq_of_lt (by omega) (by omega),
        show ((i : Int) - e.c "k" + e.c "n").toNat = (e.c "m").toNat + i by omega]
      simp [g]
  · simp [l]

/-- All rules of this file. -/
def rules : List Proven := [
  count_ones_shl, count_ones_bool_to_int, count_ones_bit, ctz_one_shl, ctz_odd, clz_zext, clz_sext,
  zext_clz, bswap_bswap, bit_reverse_bit_reverse, bswap_one, bit_reverse_one, zext_bswap,
  zext_bit_reverse, bswap_zext, bit_reverse_zext, bswap_sext, bit_reverse_sext, rotate_left_full,
  rotate_left_reduce, rotate_right_left, rotate_left_left, rotate_right_cancel, rotate_left_cancel,
  rotate_left_neg, rotate_right_neg, rotate_left_zext, rotate_right_zext, zext_rotate_left,
  zext_rotate_right, rotate_of_shifts]

end Tuffy.Rewrites.CountRules
