import TuffyLean.Rewrites.Rule

/-! Minima and maxima compared with their operands and with constants. -/
namespace Tuffy.Rewrites.MinMaxCmpRules
open Tuffy Vars

rewrite_rule icmp_min_le "min x y <= x is true" refinement (.icmp .le (.min x y) x) => (.bool true)
rewrite_rule icmp_lt_of_min "x < min x y is false" refinement (.icmp .lt x (.min x y)) => (.bool false)
rewrite_rule icmp_le_of_max "x <= max x y is true" refinement (.icmp .le x (.max x y)) => (.bool true)
rewrite_rule icmp_max_lt "max x y < x is false" refinement (.icmp .lt (.max x y) x) => (.bool false)
rewrite_rule icmp_min_lt_self "min x y < x is y < x" equivalence (.icmp .lt (.min x y) x) => (.icmp .lt y x)
rewrite_rule icmp_le_min_self "x <= min x y is x <= y" equivalence (.icmp .le x (.min x y)) => (.icmp .le x y)
rewrite_rule icmp_max_le_self "max x y <= x is y <= x" equivalence (.icmp .le (.max x y) x) => (.icmp .le y x)
rewrite_rule icmp_lt_max_self "x < max x y is x < y" equivalence (.icmp .lt x (.max x y)) => (.icmp .lt x y)
rewrite_rule icmp_min_eq_self "min x y = x is x <= y" equivalence (.icmp .eq (.min x y) x) => (.icmp .le x y)
rewrite_rule icmp_self_eq_min "x = min x y is x <= y" equivalence (.icmp .eq x (.min x y)) => (.icmp .le x y)
rewrite_rule icmp_min_ne_self "min x y != x is y < x" equivalence (.icmp .ne (.min x y) x) => (.icmp .lt y x)
rewrite_rule icmp_self_ne_min "x != min x y is y < x" equivalence (.icmp .ne x (.min x y)) => (.icmp .lt y x)
rewrite_rule icmp_max_eq_self "max x y = x is y <= x" equivalence (.icmp .eq (.max x y) x) => (.icmp .le y x)
rewrite_rule icmp_self_eq_max "x = max x y is y <= x" equivalence (.icmp .eq x (.max x y)) => (.icmp .le y x)
rewrite_rule icmp_max_ne_self "max x y != x is x < y" equivalence (.icmp .ne (.max x y) x) => (.icmp .lt x y)
rewrite_rule icmp_self_ne_max "x != max x y is x < y" equivalence (.icmp .ne x (.max x y)) => (.icmp .lt x y)
rewrite_rule icmp_min_max_eq "min x y = max x y is x = y" equivalence
  (.icmp .eq (.min x y) (.max x y)) => (.icmp .eq x y)
rewrite_rule icmp_min_max_lt "min x y < max x y is x != y" equivalence
  (.icmp .lt (.min x y) (.max x y)) => (.icmp .ne x y)
rewrite_rule icmp_lt_min_const "min x c < d is x < d for d up to c" equivalence
  (.icmp .lt (.min x c) d) => (.icmp .lt x d) where [.cmp .le d c]
rewrite_rule icmp_lt_min_above "min x c < d is true for d above c" refinement
  (.icmp .lt (.min x c) d) => (.bool true) where [.cmp .gt d c]
rewrite_rule icmp_gt_min_const "d < min x c is d < x for d below c" equivalence
  (.icmp .lt d (.min x c)) => (.icmp .lt d x) where [.cmp .lt d c]
rewrite_rule icmp_gt_min_above "d < min x c is false for d from c" refinement
  (.icmp .lt d (.min x c)) => (.bool false) where [.cmp .ge d c]
rewrite_rule icmp_lt_max_const "max x c < d is x < d for d above c" equivalence
  (.icmp .lt (.max x c) d) => (.icmp .lt x d) where [.cmp .gt d c]
rewrite_rule icmp_lt_max_below "max x c < d is false for d up to c" refinement
  (.icmp .lt (.max x c) d) => (.bool false) where [.cmp .le d c]
rewrite_rule icmp_gt_max_const "d < max x c is d < x for d from c" equivalence
  (.icmp .lt d (.max x c)) => (.icmp .lt d x) where [.cmp .ge d c]
rewrite_rule icmp_gt_max_below "d < max x c is true for d below c" refinement
  (.icmp .lt d (.max x c)) => (.bool true) where [.cmp .lt d c]
rewrite_rule icmp_eq_min_const "min x c = d is x = d for d below c" equivalence
  (.icmp .eq (.min x c) d) => (.icmp .eq x d) where [.cmp .lt d c]
rewrite_rule icmp_eq_min_above "min x c = d is false for d above c" refinement
  (.icmp .eq (.min x c) d) => (.bool false) where [.cmp .gt d c]
rewrite_rule icmp_eq_min_same "min x c = c is c - 1 < x" equivalence
  (.icmp .eq (.min x c) c) => (.icmp .lt (.calc (c - 1)) x)
rewrite_rule icmp_eq_max_const "max x c = d is x = d for d above c" equivalence
  (.icmp .eq (.max x c) d) => (.icmp .eq x d) where [.cmp .gt d c]
rewrite_rule icmp_eq_max_below "max x c = d is false for d below c" refinement
  (.icmp .eq (.max x c) d) => (.bool false) where [.cmp .lt d c]
rewrite_rule icmp_eq_max_same "max x c = c is x < c + 1" equivalence
  (.icmp .eq (.max x c) c) => (.icmp .lt x (.calc (c + 1)))

/-- All rules of this file. -/
def rules : List Proven := [
  icmp_min_le, icmp_lt_of_min, icmp_le_of_max, icmp_max_lt, icmp_min_lt_self, icmp_le_min_self,
  icmp_max_le_self, icmp_lt_max_self, icmp_min_eq_self, icmp_self_eq_min, icmp_min_ne_self,
  icmp_self_ne_min, icmp_max_eq_self, icmp_self_eq_max, icmp_max_ne_self, icmp_self_ne_max,
  icmp_min_max_eq, icmp_min_max_lt, icmp_lt_min_const, icmp_lt_min_above, icmp_gt_min_const,
  icmp_gt_min_above, icmp_lt_max_const, icmp_lt_max_below, icmp_gt_max_const, icmp_gt_max_below,
  icmp_eq_min_const, icmp_eq_min_above, icmp_eq_min_same, icmp_eq_max_const, icmp_eq_max_below,
  icmp_eq_max_same]

end Tuffy.Rewrites.MinMaxCmpRules
