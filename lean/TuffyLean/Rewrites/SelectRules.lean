import TuffyLean.Rewrites.Rule

/-!
`select` looks only at the arm that it takes, so that it hides the poison of the other one.
`select p q false` is therefore not `band p q`, nor is `select p true q` `bor p q`.
-/
namespace Tuffy.Rewrites.SelectRules
open Tuffy Vars

abbrev u : Term := .var "u" .any

/-! ### condition and arms -/

rewrite_rule select_true "select true s t = s" equivalence (.select (.bool true) s t) => s
rewrite_rule select_false "select false s t = t" equivalence (.select (.bool false) s t) => t
rewrite_rule select_self "select p true false = p" equivalence (.select p (.bool true) (.bool false)) => p
rewrite_rule select_bnot_self "select p false true = not p" equivalence
  (.select p (.bool false) (.bool true)) => (.bnot p)
rewrite_rule select_cond_first "select p p q = select p true q" equivalence
  (.select p p q) => (.select p (.bool true) q)
rewrite_rule select_cond_second "select p q p = select p q false" equivalence
  (.select p q p) => (.select p q (.bool false))
rewrite_rule select_not_first "select p (not p) q = select p false q" equivalence
  (.select p (.bnot p) q) => (.select p (.bool false) q)
rewrite_rule select_not_second "select p q (not p) = select p q true" equivalence
  (.select p q (.bnot p)) => (.select p q (.bool true))
rewrite_rule select_first_select "select p (select p s t) u = select p s u" equivalence
  (.select p (.select p s t) u) => (.select p s u)
rewrite_rule select_second_select "select p s (select p t u) = select p s u" equivalence
  (.select p s (.select p t u)) => (.select p s u)
rewrite_rule select_first_not_select "select p (select (not p) s t) u = select p t u" equivalence
  (.select p (.select (.bnot p) s t) u) => (.select p t u)
rewrite_rule select_second_not_select "select p s (select (not p) t u) = select p s t" equivalence
  (.select p s (.select (.bnot p) t u)) => (.select p s t)
rewrite_rule select_ne "select (x != y) s t = select (x = y) t s" equivalence
  (.select (.icmp .ne x y) s t) => (.select (.icmp .eq x y) t s)
rewrite_rule select_le "select (x <= y) s t = select (y < x) t s" equivalence
  (.select (.icmp .le x y) s t) => (.select (.icmp .lt y x) t s)

/-! ### arms that the condition decides -/

rewrite_rule select_eq "select (x = y) x y = y" refinement (.select (.icmp .eq x y) x y) => y
rewrite_rule select_eq_swapped "select (x = y) y x = x" refinement (.select (.icmp .eq x y) y x) => x
rewrite_rule select_ne_same "select (x != y) x y = x" refinement (.select (.icmp .ne x y) x y) => x
rewrite_rule select_ne_swapped "select (x != y) y x = y" refinement (.select (.icmp .ne x y) y x) => y
rewrite_rule select_eq_const "select (x = c) c x = x" equivalence (.select (.icmp .eq x c) c x) => x
rewrite_rule select_ne_const "select (x != c) x c = x" equivalence (.select (.icmp .ne x c) x c) => x
rewrite_rule select_eq_const_first "select (x = c) x y = select (x = c) c y" equivalence
  (.select (.icmp .eq x c) x y) => (.select (.icmp .eq x c) c y)
rewrite_rule select_ne_const_second "select (x != c) y x = select (x != c) y c" equivalence
  (.select (.icmp .ne x c) y x) => (.select (.icmp .ne x c) y c)
rewrite_rule select_eq_sub "select (x = y) 0 (x - y) = x - y" equivalence
  (.select (.icmp .eq x y) 0 (.sub x y)) => (.sub x y)
rewrite_rule select_eq_xor "select (x = y) 0 (x xor y) = x xor y" equivalence
  (.select (.icmp .eq x y) 0 (.xor x y)) => (.xor x y) := by
  rule_cases <;> first | grind | simp_all [Bits.xor_self]
rewrite_rule select_eq_mul_const "select (x = 0) 0 (x * c) = x * c" equivalence
  (.select (.icmp .eq x 0) 0 (.mul x c)) => (.mul x c)
rewrite_rule select_eq_add_const "select (x = 0) c (x + c) = x + c" equivalence
  (.select (.icmp .eq x 0) c (.add x c)) => (.add x c)
rewrite_rule select_eq_shl "select (x = 0) 0 (x << k) = x << k" equivalence
  (.select (.icmp .eq x 0) 0 (.shl x k)) => (.shl x k) where [.cmp .ge k 0] := by
  rule_cases <;> (try simp only [Bits.shl]) <;> first | grind | simp_all
rewrite_rule select_eq_shr "select (x = 0) 0 (x >> k) = x >> k" equivalence
  (.select (.icmp .eq x 0) 0 (.shr x k)) => (.shr x k) where [.cmp .ge k 0] := by
  rule_cases <;> (try simp only [Bits.shr]) <;> first | grind | simp_all
rewrite_rule select_eq_neg "select (x = 0) 0 (0 - x) = 0 - x" equivalence
  (.select (.icmp .eq x 0) 0 (.sub 0 x)) => (.sub 0 x)

/-! ### minimum and maximum -/

rewrite_rule select_lt_min "select (x < y) x y = min x y" equivalence (.select (.icmp .lt x y) x y) => (.min x y)
rewrite_rule select_lt_max "select (x < y) y x = max x y" equivalence (.select (.icmp .lt x y) y x) => (.max x y)
rewrite_rule select_le_min "select (x <= y) x y = min x y" equivalence (.select (.icmp .le x y) x y) => (.min x y)
rewrite_rule select_le_max "select (x <= y) y x = max x y" equivalence (.select (.icmp .le x y) y x) => (.max x y)
rewrite_rule select_lt_min_const "select (x < c) x d = min x d for d = c, c - 1" equivalence
  (.select (.icmp .lt x c) x d) => (.min x d) where [.or (.cmp .eq d c) (.cmp .eq d (c - 1))]
rewrite_rule select_lt_max_const "select (x < c) d x = max x d for d = c, c - 1" equivalence
  (.select (.icmp .lt x c) d x) => (.max x d) where [.or (.cmp .eq d c) (.cmp .eq d (c - 1))]
rewrite_rule select_gt_max_const "select (c < x) x d = max x d for d = c, c + 1" equivalence
  (.select (.icmp .lt c x) x d) => (.max x d) where [.or (.cmp .eq d c) (.cmp .eq d (c + 1))]
rewrite_rule select_gt_min_const "select (c < x) d x = min x d for d = c, c + 1" equivalence
  (.select (.icmp .lt c x) d x) => (.min x d) where [.or (.cmp .eq d c) (.cmp .eq d (c + 1))]
rewrite_rule select_lt_abs "select (x < 0) (0 - x) x = max x (0 - x)" equivalence
  (.select (.icmp .lt x c) (.sub 0 x) x) => (.max x (.sub 0 x)) where [.cmp .ge c 0, .cmp .le c 1]
rewrite_rule select_lt_nabs "select (x < 0) x (0 - x) = min x (0 - x)" equivalence
  (.select (.icmp .lt x c) x (.sub 0 x)) => (.min x (.sub 0 x)) where [.cmp .ge c 0, .cmp .le c 1]
rewrite_rule select_gt_abs "select (0 < x) x (0 - x) = max x (0 - x)" equivalence
  (.select (.icmp .lt c x) x (.sub 0 x)) => (.max x (.sub 0 x)) where [.cmp .ge c (.lit (-1)), .cmp .le c 0]
rewrite_rule select_gt_nabs "select (0 < x) (0 - x) x = min x (0 - x)" equivalence
  (.select (.icmp .lt c x) (.sub 0 x) x) => (.min x (.sub 0 x)) where [.cmp .ge c (.lit (-1)), .cmp .le c 0]
rewrite_rule select_diff_max "select (x < y) (y - x) (x - y) = max (x - y) (y - x)" equivalence
  (.select (.icmp .lt x y) (.sub y x) (.sub x y)) => (.max (.sub x y) (.sub y x))
rewrite_rule select_diff_min "select (x < y) (x - y) (y - x) = min (x - y) (y - x)" equivalence
  (.select (.icmp .lt x y) (.sub x y) (.sub y x)) => (.min (.sub x y) (.sub y x))
rewrite_rule select_diff_zero "select (x < y) 0 (x - y) = max (x - y) 0" equivalence
  (.select (.icmp .lt x y) 0 (.sub x y)) => (.max (.sub x y) 0)
rewrite_rule select_zero_diff "select (x < y) (y - x) 0 = max (y - x) 0" equivalence
  (.select (.icmp .lt x y) (.sub y x) 0) => (.max (.sub y x) 0)
rewrite_rule select_diff_min_zero "select (x < y) (x - y) 0 = min (x - y) 0" equivalence
  (.select (.icmp .lt x y) (.sub x y) 0) => (.min (.sub x y) 0)
rewrite_rule select_zero_diff_min "select (x < y) 0 (y - x) = min (y - x) 0" equivalence
  (.select (.icmp .lt x y) 0 (.sub y x)) => (.min (.sub y x) 0)

/-- All rules of this file. -/
def rules : List Proven := [
  select_true, select_false, select_self, select_bnot_self, select_cond_first, select_cond_second,
  select_not_first, select_not_second, select_first_select, select_second_select,
  select_first_not_select, select_second_not_select, select_ne, select_le, select_eq,
  select_eq_swapped, select_ne_same, select_ne_swapped, select_eq_const, select_ne_const,
  select_eq_const_first, select_ne_const_second, select_eq_sub, select_eq_xor, select_eq_mul_const,
  select_eq_add_const, select_eq_shl, select_eq_shr, select_eq_neg, select_lt_min, select_lt_max,
  select_le_min, select_le_max, select_lt_min_const, select_lt_max_const, select_gt_max_const,
  select_gt_min_const, select_lt_abs, select_lt_nabs, select_gt_abs, select_gt_nabs,
  select_diff_max, select_diff_min, select_diff_zero, select_zero_diff, select_diff_min_zero,
  select_zero_diff_min]

end Tuffy.Rewrites.SelectRules
