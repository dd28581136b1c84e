import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-!
Comparisons of products, quotients, bools and of what `select` gives, and those that the ranges
of their operands decide. Canonical forms are those of `CmpRules`.
-/
namespace Tuffy.Rewrites.CmpFactRules
open Tuffy Vars

/-! ### products and quotients -/

rewrite_rule icmp_eq_mul_zero "x * c = 0 is x = 0" equivalence
  (.icmp .eq (.mul x c) 0) => (.icmp .eq x 0) where [.cmp .ne c 0] := by
  rule_cases; simp only [Int.mul_eq_zero, hp, or_false]
rewrite_rule icmp_ne_mul_zero "x * c != 0 is x != 0" equivalence
  (.icmp .ne (.mul x c) 0) => (.icmp .ne x 0) where [.cmp .ne c 0] := by
  rule_cases; simp only [ne_eq, Int.mul_eq_zero, hp, or_false]
rewrite_rule icmp_eq_mul_const "x * c = d is x = d div c where c divides d" equivalence
  (.icmp .eq (.mul x c) d) => (.icmp .eq x (.calc (.div d c))) where [.cmp .ne c 0, .cmp .eq (.rem d c) 0] := by
  rule_cases; simp only [Arith.mul_eq_iff hp.1 hp.2]
rewrite_rule icmp_ne_mul_const "x * c != d is x != d div c where c divides d" equivalence
  (.icmp .ne (.mul x c) d) => (.icmp .ne x (.calc (.div d c))) where [.cmp .ne c 0, .cmp .eq (.rem d c) 0] := by
  rule_cases; simp only [ne_eq, Arith.mul_eq_iff hp.1 hp.2]
rewrite_rule icmp_eq_mul_never "x * c = d is false where c does not divide d" refinement
  (.icmp .eq (.mul x c) d) => (.bool false) where [.cmp .ne (.rem d c) 0] := by
  rule_cases; rename_i a; have := Int.mul_emod_left a (e.c "c"); grind
rewrite_rule icmp_ne_mul_never "x * c != d is true where c does not divide d" refinement
  (.icmp .ne (.mul x c) d) => (.bool true) where [.cmp .ne (.rem d c) 0] := by
  rule_cases; rename_i a; have := Int.mul_emod_left a (e.c "c"); grind
rewrite_rule icmp_lt_mul_const "x * c < d is x < d / c, rounded up" equivalence
  (.icmp .lt (.mul x c) d) => (.icmp .lt x (.calc (.neg (.div (.neg d) c)))) where [.cmp .gt c 0] := by
  rule_cases; simp only [Arith.mul_lt_iff hp]
rewrite_rule icmp_gt_mul_const "d < x * c is d div c < x" equivalence
  (.icmp .lt d (.mul x c)) => (.icmp .lt (.calc (.div d c)) x) where [.cmp .gt c 0] := by
  rule_cases; simp only [Arith.lt_mul_iff hp]
rewrite_rule icmp_lt_shl_const "x << k < d is x < d / 2^k, rounded up" equivalence
  (.icmp .lt (.shl x k) d) => (.icmp .lt x (.calc (.neg (.div (.neg d) (.pow2 k))))) where [.cmp .ge k 0] := by
  rule_cases <;> first | omega | simp only [Bits.shl, Arith.mul_lt_iff (Bits.two_pow_pos _)]
rewrite_rule icmp_gt_shl_const "d < x << k is d div 2^k < x" equivalence
  (.icmp .lt d (.shl x k)) => (.icmp .lt (.calc (.div d (.pow2 k))) x) where [.cmp .ge k 0] := by
  rule_cases <;> first | omega | simp only [Bits.shl, Arith.lt_mul_iff (Bits.two_pow_pos _)]
rewrite_rule icmp_lt_div_const "x div c < d is x < d * c" equivalence
  (.icmp .lt (.div x c) d) => (.icmp .lt x (d * c)) where [.cmp .gt c 0] := by
  rule_cases <;> first | omega | simp only [Int.ediv_lt_iff_lt_mul hp]
rewrite_rule icmp_gt_div_const "d < x div c is (d + 1) * c - 1 < x" equivalence
  (.icmp .lt d (.div x c)) => (.icmp .lt (.calc ((d + 1) * c - 1)) x) where [.cmp .gt c 0] := by
  rule_cases <;> first | omega | simp only [Arith.lt_ediv_iff hp]
rewrite_rule icmp_lt_shr_const "x >> k < d is x < d * 2^k" equivalence
  (.icmp .lt (.shr x k) d) => (.icmp .lt x (.calc (.mul d (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases <;> first | omega | simp only [Bits.shr, Int.ediv_lt_iff_lt_mul (Bits.two_pow_pos _)]
rewrite_rule icmp_gt_shr_const "d < x >> k is (d + 1) * 2^k - 1 < x" equivalence
  (.icmp .lt d (.shr x k)) => (.icmp .lt (.calc (.sub (.mul (.add d 1) (.pow2 k)) 1)) x) where [.cmp .ge k 0] := by
  rule_cases <;> first | omega | simp only [Bits.shr, Arith.lt_ediv_iff (Bits.two_pow_pos _)]
rewrite_rule icmp_lt_rem_above "x rem c < d is true for d not below c" refinement
  (.icmp .lt (.rem x c) d) => (.bool true) where [.cmp .gt c 0, .cmp .le c d] := by
  rule_cases; rename_i a _; have := Arith.emod_range a (show 0 < e.c "c" by omega); grind
rewrite_rule icmp_lt_rem_below "x rem c < d is false for d not above 0" refinement
  (.icmp .lt (.rem x c) d) => (.bool false) where [.cmp .gt c 0, .cmp .le d 0] := by
  rule_cases; rename_i a _; have := Arith.emod_range a (show 0 < e.c "c" by omega); grind
rewrite_rule icmp_gt_rem_above "d < x rem c is false for d from c - 1" refinement
  (.icmp .lt d (.rem x c)) => (.bool false) where [.cmp .gt c 0, .cmp .le c (d + 1)] := by
  rule_cases; rename_i a _; have := Arith.emod_range a (show 0 < e.c "c" by omega); grind
rewrite_rule icmp_gt_rem_below "d < x rem c is true for negative d" refinement
  (.icmp .lt d (.rem x c)) => (.bool true) where [.cmp .gt c 0, .cmp .lt d 0] := by
  rule_cases; rename_i a _; have := Arith.emod_range a (show 0 < e.c "c" by omega); grind

/-! ### what is known of the operands -/

rewrite_rule icmp_lt_in_range "x < c is true for x up to n, n < c" refinement
  (.icmp .lt x c) => (.bool true) where [.range "x" k n, .cmp .lt n c]
rewrite_rule icmp_not_lt_in_range "x < c is false for x from k, c <= k" refinement
  (.icmp .lt x c) => (.bool false) where [.range "x" k n, .cmp .le c k]
rewrite_rule icmp_gt_in_range "c < x is true for x from k, c < k" refinement
  (.icmp .lt c x) => (.bool true) where [.range "x" k n, .cmp .lt c k]
rewrite_rule icmp_not_gt_in_range "c < x is false for x up to n, n <= c" refinement
  (.icmp .lt c x) => (.bool false) where [.range "x" k n, .cmp .le n c]
rewrite_rule icmp_eq_in_range "x = c is false for c outside the range of x" refinement
  (.icmp .eq x c) => (.bool false) where [.range "x" k n, .or (.cmp .lt n c) (.cmp .lt c k)]
rewrite_rule icmp_ne_in_range "x != c is true for c outside the range of x" refinement
  (.icmp .ne x c) => (.bool true) where [.range "x" k n, .or (.cmp .lt n c) (.cmp .lt c k)]
rewrite_rule icmp_not_lt_ranges "x < y is false for ranges one not below the other" refinement
  (.icmp .lt x y) => (.bool false) where [.range "x" k n, .range "y" c d, .cmp .ge k d]
rewrite_rule icmp_le_ranges "x <= y is true for ranges one not above the other" refinement
  (.icmp .le x y) => (.bool true) where [.range "x" k n, .range "y" c d, .cmp .le n c]
rewrite_rule icmp_lt_least "x < k + 1 is x = k for x from k" equivalence
  (.icmp .lt x c) => (.icmp .eq x k) where [.range "x" k n, .cmp .eq c (k + 1)]
rewrite_rule icmp_gt_greatest "n - 1 < x is x = n for x up to n" equivalence
  (.icmp .lt c x) => (.icmp .eq x n) where [.range "x" k n, .cmp .eq c (n - 1)]
rewrite_rule icmp_lt_not_greatest "x < n is x != n for x up to n" equivalence
  (.icmp .lt x c) => (.icmp .ne x c) where [.range "x" k n, .cmp .eq c n]
rewrite_rule icmp_gt_not_least "k < x is x != k for x from k" equivalence
  (.icmp .lt c x) => (.icmp .ne x c) where [.range "x" k n, .cmp .eq c k]

/-! ### bools as integers, select -/

rewrite_rule icmp_eq_bool_zero "bool_to_int p = 0 is not p" equivalence (.icmp .eq (.boolToInt p) 0) => (.bnot p)
rewrite_rule icmp_eq_bool_one "bool_to_int p = 1 is p" equivalence (.icmp .eq (.boolToInt p) 1) => p
rewrite_rule icmp_ne_bool_zero "bool_to_int p != 0 is p" equivalence (.icmp .ne (.boolToInt p) 0) => p
rewrite_rule icmp_ne_bool_one "bool_to_int p != 1 is not p" equivalence (.icmp .ne (.boolToInt p) 1) => (.bnot p)
rewrite_rule icmp_lt_bool_one "bool_to_int p < 1 is not p" equivalence (.icmp .lt (.boolToInt p) 1) => (.bnot p)
rewrite_rule icmp_gt_bool_zero "0 < bool_to_int p is p" equivalence (.icmp .lt 0 (.boolToInt p)) => p
rewrite_rule icmp_eq_bool_bool "equal bools" equivalence
  (.icmp .eq (.boolToInt p) (.boolToInt q)) => (.bnot (.bxor p q))
rewrite_rule icmp_ne_bool_bool "different bools" equivalence
  (.icmp .ne (.boolToInt p) (.boolToInt q)) => (.bxor p q)
rewrite_rule icmp_lt_bool_bool "bool_to_int p < bool_to_int q is not p and q" equivalence
  (.icmp .lt (.boolToInt p) (.boolToInt q)) => (.band (.bnot p) q)
rewrite_rule icmp_le_bool_bool "bool_to_int p <= bool_to_int q is not p or q" equivalence
  (.icmp .le (.boolToInt p) (.boolToInt q)) => (.bor (.bnot p) q)
rewrite_rule icmp_lt_select_first "select p c d < k, for c only" equivalence
  (.icmp .lt (.select p c d) k) => p where [.cmp .lt c k, .cmp .ge d k]
rewrite_rule icmp_lt_select_second "select p c d < k, for d only" equivalence
  (.icmp .lt (.select p c d) k) => (.bnot p) where [.cmp .ge c k, .cmp .lt d k]
rewrite_rule icmp_lt_select_both "select p c d < k, for both" refinement
  (.icmp .lt (.select p c d) k) => (.bool true) where [.cmp .lt c k, .cmp .lt d k]
rewrite_rule icmp_lt_select_none "select p c d < k, for none" refinement
  (.icmp .lt (.select p c d) k) => (.bool false) where [.cmp .ge c k, .cmp .ge d k]
rewrite_rule icmp_gt_select_first "k < select p c d, for c only" equivalence
  (.icmp .lt k (.select p c d)) => p where [.cmp .gt c k, .cmp .le d k]
rewrite_rule icmp_gt_select_second "k < select p c d, for d only" equivalence
  (.icmp .lt k (.select p c d)) => (.bnot p) where [.cmp .le c k, .cmp .gt d k]
rewrite_rule icmp_gt_select_both "k < select p c d, for both" refinement
  (.icmp .lt k (.select p c d)) => (.bool true) where [.cmp .gt c k, .cmp .gt d k]
rewrite_rule icmp_gt_select_none "k < select p c d, for none" refinement
  (.icmp .lt k (.select p c d)) => (.bool false) where [.cmp .le c k, .cmp .le d k]
rewrite_rule icmp_eq_select_first "select p c d = k, for c only" equivalence
  (.icmp .eq (.select p c d) k) => p where [.cmp .eq c k, .cmp .ne d k]
rewrite_rule icmp_eq_select_second "select p c d = k, for d only" equivalence
  (.icmp .eq (.select p c d) k) => (.bnot p) where [.cmp .ne c k, .cmp .eq d k]
rewrite_rule icmp_eq_select_none "select p c d = k, for none" refinement
  (.icmp .eq (.select p c d) k) => (.bool false) where [.cmp .ne c k, .cmp .ne d k]
rewrite_rule icmp_ne_select_first "select p c d != k, for c only" equivalence
  (.icmp .ne (.select p c d) k) => p where [.cmp .ne c k, .cmp .eq d k]
rewrite_rule icmp_ne_select_second "select p c d != k, for d only" equivalence
  (.icmp .ne (.select p c d) k) => (.bnot p) where [.cmp .eq c k, .cmp .ne d k]
rewrite_rule icmp_ne_select_both "select p c d != k, for both" refinement
  (.icmp .ne (.select p c d) k) => (.bool true) where [.cmp .ne c k, .cmp .ne d k]

/-- All rules of this file. -/
def rules : List Proven := [
  icmp_eq_mul_zero, icmp_ne_mul_zero, icmp_eq_mul_const, icmp_ne_mul_const, icmp_eq_mul_never,
  icmp_ne_mul_never, icmp_lt_mul_const, icmp_gt_mul_const, icmp_lt_shl_const, icmp_gt_shl_const,
  icmp_lt_div_const, icmp_gt_div_const, icmp_lt_shr_const, icmp_gt_shr_const, icmp_lt_rem_above,
  icmp_lt_rem_below, icmp_gt_rem_above, icmp_gt_rem_below, icmp_lt_in_range, icmp_not_lt_in_range,
  icmp_gt_in_range, icmp_not_gt_in_range, icmp_eq_in_range, icmp_ne_in_range, icmp_not_lt_ranges,
  icmp_le_ranges, icmp_lt_least, icmp_gt_greatest, icmp_lt_not_greatest, icmp_gt_not_least,
  icmp_eq_bool_zero, icmp_eq_bool_one, icmp_ne_bool_zero, icmp_ne_bool_one, icmp_lt_bool_one,
  icmp_gt_bool_zero, icmp_eq_bool_bool, icmp_ne_bool_bool, icmp_lt_bool_bool, icmp_le_bool_bool,
  icmp_lt_select_first, icmp_lt_select_second, icmp_lt_select_both, icmp_lt_select_none,
  icmp_gt_select_first, icmp_gt_select_second, icmp_gt_select_both, icmp_gt_select_none,
  icmp_eq_select_first, icmp_eq_select_second, icmp_eq_select_none, icmp_ne_select_first,
  icmp_ne_select_second, icmp_ne_select_both]

end Tuffy.Rewrites.CmpFactRules
