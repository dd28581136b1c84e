import TuffyLean.IR.BitsMore
import TuffyLean.Rewrites.Rule

/-!
Operations whose result is cut to N bits. Their operands need not be cut to N bits or more before,
and their constants need no more than N bits.
-/
namespace Tuffy.Rewrites.CutRules
open Tuffy Vars

/-! ### operands need not be cut before the result is -/

rewrite_rule zext_add_zext "zext n (zext m x + y) = zext n (x + y) where n <= m" equivalence
  (.zext (.add (.zext x m) y) n) => (.zext (.add x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_add (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_mul_zext "zext n (zext m x * y) = zext n (x * y) where n <= m" equivalence
  (.zext (.mul (.zext x m) y) n) => (.zext (.mul x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_mul (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_and_zext "zext n (zext m x and y) = zext n (x and y) where n <= m" equivalence
  (.zext (.and (.zext x m) y) n) => (.zext (.and x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_land (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_or_zext "zext n (zext m x or y) = zext n (x or y) where n <= m" equivalence
  (.zext (.or (.zext x m) y) n) => (.zext (.or x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_lor (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_xor_zext "zext n (zext m x xor y) = zext n (x xor y) where n <= m" equivalence
  (.zext (.xor (.zext x m) y) n) => (.zext (.xor x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_xor (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_sub_zext_left "zext n (zext m x - y) = zext n (x - y) where n <= m" equivalence
  (.zext (.sub (.zext x m) y) n) => (.zext (.sub x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_sub (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_sub_zext_right "zext n (y - zext m x) = zext n (y - x) where n <= m" equivalence
  (.zext (.sub y (.zext x m)) n) => (.zext (.sub y x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_sub_right (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_not_zext "zext n (not zext m x) = zext n (not x) where n <= m" equivalence
  (.zext (.not (.zext x m)) n) => (.zext (.not x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_lnot (Bits.zext_emod_le _ (by omega)))).symm
rewrite_rule zext_shl_zext "zext n (zext m x << y) = zext n (x << y) where n <= m" equivalence
  (.zext (.shl (.zext x m) y) n) => (.zext (.shl x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_shl (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_add_zext "sext n (zext m x + y) = sext n (x + y) where n <= m" equivalence
  (.sext (.add (.zext x m) y) n) => (.sext (.add x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_add (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_mul_zext "sext n (zext m x * y) = sext n (x * y) where n <= m" equivalence
  (.sext (.mul (.zext x m) y) n) => (.sext (.mul x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_mul (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_and_zext "sext n (zext m x and y) = sext n (x and y) where n <= m" equivalence
  (.sext (.and (.zext x m) y) n) => (.sext (.and x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_land (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_or_zext "sext n (zext m x or y) = sext n (x or y) where n <= m" equivalence
  (.sext (.or (.zext x m) y) n) => (.sext (.or x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_lor (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_xor_zext "sext n (zext m x xor y) = sext n (x xor y) where n <= m" equivalence
  (.sext (.xor (.zext x m) y) n) => (.sext (.xor x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_xor (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_sub_zext_left "sext n (zext m x - y) = sext n (x - y) where n <= m" equivalence
  (.sext (.sub (.zext x m) y) n) => (.sext (.sub x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_sub (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_sub_zext_right "sext n (y - zext m x) = sext n (y - x) where n <= m" equivalence
  (.sext (.sub y (.zext x m)) n) => (.sext (.sub y x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_sub_right (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_not_zext "sext n (not zext m x) = sext n (not x) where n <= m" equivalence
  (.sext (.not (.zext x m)) n) => (.sext (.not x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_lnot (Bits.zext_emod_le _ (by omega)))).symm
rewrite_rule sext_shl_zext "sext n (zext m x << y) = sext n (x << y) where n <= m" equivalence
  (.sext (.shl (.zext x m) y) n) => (.sext (.shl x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_shl (Bits.zext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_add_sext "zext n (sext m x + y) = zext n (x + y) where n <= m" equivalence
  (.zext (.add (.sext x m) y) n) => (.zext (.add x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_add (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_mul_sext "zext n (sext m x * y) = zext n (x * y) where n <= m" equivalence
  (.zext (.mul (.sext x m) y) n) => (.zext (.mul x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_mul (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_and_sext "zext n (sext m x and y) = zext n (x and y) where n <= m" equivalence
  (.zext (.and (.sext x m) y) n) => (.zext (.and x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_land (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_or_sext "zext n (sext m x or y) = zext n (x or y) where n <= m" equivalence
  (.zext (.or (.sext x m) y) n) => (.zext (.or x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_lor (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_xor_sext "zext n (sext m x xor y) = zext n (x xor y) where n <= m" equivalence
  (.zext (.xor (.sext x m) y) n) => (.zext (.xor x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_xor (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_sub_sext_left "zext n (sext m x - y) = zext n (x - y) where n <= m" equivalence
  (.zext (.sub (.sext x m) y) n) => (.zext (.sub x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_sub (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_sub_sext_right "zext n (y - sext m x) = zext n (y - x) where n <= m" equivalence
  (.zext (.sub y (.sext x m)) n) => (.zext (.sub y x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_sub_right (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule zext_not_sext "zext n (not sext m x) = zext n (not x) where n <= m" equivalence
  (.zext (.not (.sext x m)) n) => (.zext (.not x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_lnot (Bits.sext_emod_le _ (by omega)))).symm
rewrite_rule zext_shl_sext "zext n (sext m x << y) = zext n (x << y) where n <= m" equivalence
  (.zext (.shl (.sext x m) y) n) => (.zext (.shl x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.zext_congr (Bits.emod_shl (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_add_sext "sext n (sext m x + y) = sext n (x + y) where n <= m" equivalence
  (.sext (.add (.sext x m) y) n) => (.sext (.add x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_add (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_mul_sext "sext n (sext m x * y) = sext n (x * y) where n <= m" equivalence
  (.sext (.mul (.sext x m) y) n) => (.sext (.mul x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_mul (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_and_sext "sext n (sext m x and y) = sext n (x and y) where n <= m" equivalence
  (.sext (.and (.sext x m) y) n) => (.sext (.and x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_land (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_or_sext "sext n (sext m x or y) = sext n (x or y) where n <= m" equivalence
  (.sext (.or (.sext x m) y) n) => (.sext (.or x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_lor (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_xor_sext "sext n (sext m x xor y) = sext n (x xor y) where n <= m" equivalence
  (.sext (.xor (.sext x m) y) n) => (.sext (.xor x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_xor (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_sub_sext_left "sext n (sext m x - y) = sext n (x - y) where n <= m" equivalence
  (.sext (.sub (.sext x m) y) n) => (.sext (.sub x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_sub (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_sub_sext_right "sext n (y - sext m x) = sext n (y - x) where n <= m" equivalence
  (.sext (.sub y (.sext x m)) n) => (.sext (.sub y x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_sub_right (Bits.sext_emod_le _ (by omega)) _)).symm
rewrite_rule sext_not_sext "sext n (not sext m x) = sext n (not x) where n <= m" equivalence
  (.sext (.not (.sext x m)) n) => (.sext (.not x) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_lnot (Bits.sext_emod_le _ (by omega)))).symm
rewrite_rule sext_shl_sext "sext n (sext m x << y) = sext n (x << y) where n <= m" equivalence
  (.sext (.shl (.sext x m) y) n) => (.sext (.shl x y) n) where [.cmp .le n m] := by
  rule_cases; exact (Bits.sext_congr (Bits.emod_shl (Bits.sext_emod_le _ (by omega)) _)).symm

/-! ### constants need no bits that the result does not have -/

rewrite_rule zext_add_const "zext n (x + c) with the smallest c" equivalence
  (.zext (.add x c) n) => (.zext (.add x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.zext_congr (Bits.emod_add_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule zext_mul_const "zext n (x * c) with the smallest c" equivalence
  (.zext (.mul x c) n) => (.zext (.mul x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.zext_congr (Bits.emod_mul_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule zext_or_const "zext n (x or c) with the smallest c" equivalence
  (.zext (.or x c) n) => (.zext (.or x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.zext_congr (Bits.emod_lor_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule zext_xor_const "zext n (x xor c) with the smallest c" equivalence
  (.zext (.xor x c) n) => (.zext (.xor x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.zext_congr (Bits.emod_xor_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule zext_const_sub "zext n (c - x) with the smallest c" equivalence
  (.zext (.sub c x) n) => (.zext (.sub (.calc (.sext c n)) x) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.zext_congr (Bits.emod_sub (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_add_const "sext n (x + c) with the smallest c" equivalence
  (.sext (.add x c) n) => (.sext (.add x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_add_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_mul_const "sext n (x * c) with the smallest c" equivalence
  (.sext (.mul x c) n) => (.sext (.mul x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_mul_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_and_const "sext n (x and c) with the smallest c" equivalence
  (.sext (.and x c) n) => (.sext (.and x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_land_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_or_const "sext n (x or c) with the smallest c" equivalence
  (.sext (.or x c) n) => (.sext (.or x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_lor_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_xor_const "sext n (x xor c) with the smallest c" equivalence
  (.sext (.xor x c) n) => (.sext (.xor x (.calc (.sext c n))) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_xor_right (Bits.sext_emod_le _ (by omega)) _)
rewrite_rule sext_const_sub "sext n (c - x) with the smallest c" equivalence
  (.sext (.sub c x) n) => (.sext (.sub (.calc (.sext c n)) x) n) where [.cmp .ne (.sext c n) c, .cmp .ge n 1] := by
  rule_cases; exact Bits.sext_congr (Bits.emod_sub (Bits.sext_emod_le _ (by omega)) _)

/-- All rules of this file. -/
def rules : List Proven := [
  zext_add_zext, zext_mul_zext, zext_and_zext, zext_or_zext, zext_xor_zext, zext_sub_zext_left,
  zext_sub_zext_right, zext_not_zext, zext_shl_zext, sext_add_zext, sext_mul_zext, sext_and_zext,
  sext_or_zext, sext_xor_zext, sext_sub_zext_left, sext_sub_zext_right, sext_not_zext,
  sext_shl_zext, zext_add_sext, zext_mul_sext, zext_and_sext, zext_or_sext, zext_xor_sext,
  zext_sub_sext_left, zext_sub_sext_right, zext_not_sext, zext_shl_sext, sext_add_sext,
  sext_mul_sext, sext_and_sext, sext_or_sext, sext_xor_sext, sext_sub_sext_left,
  sext_sub_sext_right, sext_not_sext, sext_shl_sext, zext_add_const, zext_mul_const, zext_or_const,
  zext_xor_const, zext_const_sub, sext_add_const, sext_mul_const, sext_and_const, sext_or_const,
  sext_xor_const, sext_const_sub]

end Tuffy.Rewrites.CutRules
