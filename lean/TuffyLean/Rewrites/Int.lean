import TuffyLean.Rewrites.Rule

/-! Rules over ints and bools of every kind that the contract knows. -/
namespace Tuffy.Rewrites.Int
open Tuffy Vars

rewrite_rule add_zero "x + 0 = x" equivalence (.add x 0) => x
rewrite_rule sub_self "x - x = 0" refinement (.sub x x) => (0)
rewrite_rule add_const "(x + c) + d = x + (c + d)" equivalence
  (.add (.add x c) d) => (.add x (c + d))
rewrite_rule sub_const "x - c = x + (-c)" equivalence (.sub x c) => (.add x (.calc (-c)))
rewrite_rule mul_one "x * 1 = x" equivalence (.mul x 1) => x
rewrite_rule mul_zero "x * 0 = 0" refinement (.mul x 0) => (0)
rewrite_rule mul_pow2 "x * 2^k = x << k" equivalence
  (.mul x c) => (.shl x (.calc (.log2 c))) where [.isPow2 c] := by
  rule_cases; exact Bits.shl_log2 hp _
rewrite_rule div_pow2 "x div 2^k = x >> k, Euclidean division floors for positive divisors" equivalence
  (.div x c) => (.shr x (.calc (.log2 c))) where [.isPow2 c] := by
  rule_cases
  · have := hp.pos; omega
  · exact Bits.shr_log2 hp _
rewrite_rule rem_pow2 "x rem 2^k = x and (2^k - 1)" equivalence
  (.rem x c) => (.and x (.calc (c - 1))) where [.isPow2 c] := by
  rule_cases
  · have := hp.pos; omega
  · exact Bits.land_pred hp _
rewrite_rule tdiv_nonneg "truncating division of a value in :uN is Euclidean" equivalence
  (.tdiv x c) => (.div x c) where [.inU "x" n] := by
  rule_cases; rw [Int.tdiv_eq_ediv_of_nonneg hp.1]
rewrite_rule and_self "x and x = x" equivalence (.and x x) => x
rewrite_rule and_or_absorb "x and (x or y) = x" refinement (.and x (.or x y)) => x
rewrite_rule xor_cancel "(x xor y) xor y = x" refinement (.xor (.xor x y) y) => x
rewrite_rule not_not "not (not x) = x" equivalence (.not (.not x)) => x := by
  rule_cases; exact (Bits.lnot_lnot _).symm
rewrite_rule de_morgan_and "not x and not y = not (x or y)" equivalence
  (.and (.not x) (.not y)) => (.not (.or x y))
rewrite_rule min_max_absorb "min x (max x y) = x" refinement (.min x (.max x y)) => x
rewrite_rule select_same "select p s s = s" refinement (.select p s s) => s
rewrite_rule select_not "select (not p) s t = select p t s" equivalence
  (.select (.bnot p) s t) => (.select p t s)
rewrite_rule select_to_int "select p 1 0 = bool_to_int p" equivalence (.select p 1 0) => (.boolToInt p)
rewrite_rule icmp_gt "x > y is y < x" equivalence (.icmp .gt x y) => (.icmp .lt y x)
rewrite_rule icmp_add "x + c < d is x < d - c" equivalence
  (.icmp .lt (.add x c) d) => (.icmp .lt x (d - c))
rewrite_rule icmp_range "x < c for x in :uN, 2^N <= c" refinement
  (.icmp .lt x c) => (.bool true) where [.inU "x" n, .cmp .le (.pow2 n) c] := by
  rule_cases; simp only [Bits.inU] at hp; simp; omega
rewrite_rule zext_drop "zext of a value in range" refinement
  (.zext x n) => x where [.inU "x" m, .cmp .le m n, .cmp .ge n 1] := by
  rule_cases; exact (Bits.zext_of_inU_of_le hp.1 (by omega)).symm
rewrite_rule zext_zext "zext n (zext m x) = zext (min n m) x" equivalence
  (.zext (.zext x m) n) => (.zext x (.calc (.min m n))) := by
  rule_cases
  rw [Bits.zext_zext]; congr 1; omega
rewrite_rule sext_zext "sext n (zext n x) = sext n x" equivalence
  (.sext (.zext x n) n) => (.sext x n) := by
  rule_cases; exact (Bits.sext_zext _ _).symm
rewrite_rule sext_result_drop "a result annotation :sN makes sext N needless" refinement
  (.sext (.res { claims := [.signed n] } (.add x y)) n) => (.res { claims := [.signed n] } (.add x y)) := by
  rule_cases; rw [Bits.sext_of_inS]; assumption
/-- All rules of this file. -/
def rules : List Proven := [
  add_zero, sub_self, add_const, sub_const, mul_one, mul_zero, mul_pow2, div_pow2,
  rem_pow2, tdiv_nonneg, and_self, and_or_absorb, xor_cancel, not_not, de_morgan_and, min_max_absorb,
  select_same, select_not, select_to_int, icmp_gt, icmp_add, icmp_range, zext_drop, zext_zext,
  sext_zext, sext_result_drop]

end Tuffy.Rewrites.Int
