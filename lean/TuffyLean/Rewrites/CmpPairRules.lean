import TuffyLean.Rewrites.Rule

/-!
Two comparisons of the same values joined by `band` or `bor`. Comparisons are written with `lt`,
`le`, `eq`, `ne` only (`CmpRules`), so that pairs of those suffice.
-/
namespace Tuffy.Rewrites.CmpPairRules
open Tuffy Vars

/-! ### two comparisons of the same values -/

rewrite_rule band_lt_gt "x < y and y < x is false" refinement
  (.band (.icmp .lt x y) (.icmp .lt y x)) => (.bool false)
rewrite_rule band_lt_le "x < y and x <= y is x < y" equivalence
  (.band (.icmp .lt x y) (.icmp .le x y)) => (.icmp .lt x y)
rewrite_rule band_lt_ge "x < y and y <= x is false" refinement
  (.band (.icmp .lt x y) (.icmp .le y x)) => (.bool false)
rewrite_rule band_lt_eq "x < y and x = y is false" refinement
  (.band (.icmp .lt x y) (.icmp .eq x y)) => (.bool false)
rewrite_rule band_lt_eq_swapped "x < y and y = x is false" refinement
  (.band (.icmp .lt x y) (.icmp .eq y x)) => (.bool false)
rewrite_rule band_lt_ne "x < y and x != y is x < y" equivalence
  (.band (.icmp .lt x y) (.icmp .ne x y)) => (.icmp .lt x y)
rewrite_rule band_lt_ne_swapped "x < y and y != x is x < y" equivalence
  (.band (.icmp .lt x y) (.icmp .ne y x)) => (.icmp .lt x y)
rewrite_rule band_le_ge "x <= y and y <= x is x = y" equivalence
  (.band (.icmp .le x y) (.icmp .le y x)) => (.icmp .eq x y)
rewrite_rule band_le_eq "x <= y and x = y is x = y" equivalence
  (.band (.icmp .le x y) (.icmp .eq x y)) => (.icmp .eq x y)
rewrite_rule band_le_eq_swapped "x <= y and y = x is x = y" equivalence
  (.band (.icmp .le x y) (.icmp .eq y x)) => (.icmp .eq x y)
rewrite_rule band_le_ne "x <= y and x != y is x < y" equivalence
  (.band (.icmp .le x y) (.icmp .ne x y)) => (.icmp .lt x y)
rewrite_rule band_le_ne_swapped "x <= y and y != x is x < y" equivalence
  (.band (.icmp .le x y) (.icmp .ne y x)) => (.icmp .lt x y)
rewrite_rule band_eq_ne "x = y and x != y is false" refinement
  (.band (.icmp .eq x y) (.icmp .ne x y)) => (.bool false)
rewrite_rule bor_lt_gt "x < y or y < x is x != y" equivalence
  (.bor (.icmp .lt x y) (.icmp .lt y x)) => (.icmp .ne x y)
rewrite_rule bor_lt_le "x < y or x <= y is x <= y" equivalence
  (.bor (.icmp .lt x y) (.icmp .le x y)) => (.icmp .le x y)
rewrite_rule bor_lt_ge "x < y or y <= x is true" refinement
  (.bor (.icmp .lt x y) (.icmp .le y x)) => (.bool true)
rewrite_rule bor_lt_eq "x < y or x = y is x <= y" equivalence
  (.bor (.icmp .lt x y) (.icmp .eq x y)) => (.icmp .le x y)
rewrite_rule bor_lt_eq_swapped "x < y or y = x is x <= y" equivalence
  (.bor (.icmp .lt x y) (.icmp .eq y x)) => (.icmp .le x y)
rewrite_rule bor_lt_ne "x < y or x != y is x != y" equivalence
  (.bor (.icmp .lt x y) (.icmp .ne x y)) => (.icmp .ne x y)
rewrite_rule bor_lt_ne_swapped "x < y or y != x is x != y" equivalence
  (.bor (.icmp .lt x y) (.icmp .ne y x)) => (.icmp .ne x y)
rewrite_rule bor_le_ge "x <= y or y <= x is true" refinement
  (.bor (.icmp .le x y) (.icmp .le y x)) => (.bool true)
rewrite_rule bor_le_eq "x <= y or x = y is x <= y" equivalence
  (.bor (.icmp .le x y) (.icmp .eq x y)) => (.icmp .le x y)
rewrite_rule bor_le_eq_swapped "x <= y or y = x is x <= y" equivalence
  (.bor (.icmp .le x y) (.icmp .eq y x)) => (.icmp .le x y)
rewrite_rule bor_le_ne "x <= y or x != y is true" refinement
  (.bor (.icmp .le x y) (.icmp .ne x y)) => (.bool true)
rewrite_rule bor_le_ne_swapped "x <= y or y != x is true" refinement
  (.bor (.icmp .le x y) (.icmp .ne y x)) => (.bool true)
rewrite_rule bor_eq_ne "x = y or x != y is true" refinement
  (.bor (.icmp .eq x y) (.icmp .ne x y)) => (.bool true)

/-! ### two comparisons with constants -/

rewrite_rule band_lt_lt_const "x < c and x < d" equivalence
  (.band (.icmp .lt x c) (.icmp .lt x d)) => (.icmp .lt x (.calc (.min c d)))
rewrite_rule bor_lt_lt_const "x < c or x < d" equivalence
  (.bor (.icmp .lt x c) (.icmp .lt x d)) => (.icmp .lt x (.calc (.max c d)))
rewrite_rule band_gt_gt_const "c < x and d < x" equivalence
  (.band (.icmp .lt c x) (.icmp .lt d x)) => (.icmp .lt (.calc (.max c d)) x)
rewrite_rule bor_gt_gt_const "c < x or d < x" equivalence
  (.bor (.icmp .lt c x) (.icmp .lt d x)) => (.icmp .lt (.calc (.min c d)) x)
rewrite_rule band_gt_lt_none "c < x and x < d is false where nothing lies between" refinement
  (.band (.icmp .lt c x) (.icmp .lt x d)) => (.bool false) where [.cmp .le d (c + 1)]
rewrite_rule band_gt_lt_one "c < x and x < c + 2 is x = c + 1" equivalence
  (.band (.icmp .lt c x) (.icmp .lt x d)) => (.icmp .eq x (.calc (c + 1))) where [.cmp .eq d (c + 2)]
rewrite_rule bor_gt_lt_all "c < x or x < d is true where nothing lies outside" refinement
  (.bor (.icmp .lt c x) (.icmp .lt x d)) => (.bool true) where [.cmp .lt c d]
rewrite_rule bor_gt_lt_ne "c < x or x < c is x != c" equivalence
  (.bor (.icmp .lt c x) (.icmp .lt x c)) => (.icmp .ne x c)
rewrite_rule band_eq_eq_const "x = c and x = d is false" refinement
  (.band (.icmp .eq x c) (.icmp .eq x d)) => (.bool false) where [.cmp .ne c d]
rewrite_rule band_eq_ne_const "x = c and x != d is x = c" equivalence
  (.band (.icmp .eq x c) (.icmp .ne x d)) => (.icmp .eq x c) where [.cmp .ne c d]
rewrite_rule bor_ne_ne_const "x != c or x != d is true" refinement
  (.bor (.icmp .ne x c) (.icmp .ne x d)) => (.bool true) where [.cmp .ne c d]
rewrite_rule bor_eq_ne_const "x = c or x != d is x != d" equivalence
  (.bor (.icmp .eq x c) (.icmp .ne x d)) => (.icmp .ne x d) where [.cmp .ne c d]
rewrite_rule band_eq_lt_const "x = c and x < d is x = c for c below d" equivalence
  (.band (.icmp .eq x c) (.icmp .lt x d)) => (.icmp .eq x c) where [.cmp .lt c d]
rewrite_rule band_eq_lt_none "x = c and x < d is false for c not below d" refinement
  (.band (.icmp .eq x c) (.icmp .lt x d)) => (.bool false) where [.cmp .ge c d]
rewrite_rule band_eq_gt_const "x = c and d < x is x = c for c above d" equivalence
  (.band (.icmp .eq x c) (.icmp .lt d x)) => (.icmp .eq x c) where [.cmp .gt c d]
rewrite_rule band_eq_gt_none "x = c and d < x is false for c not above d" refinement
  (.band (.icmp .eq x c) (.icmp .lt d x)) => (.bool false) where [.cmp .le c d]
rewrite_rule bor_eq_lt_next "x = c or x < c is x < c + 1" equivalence
  (.bor (.icmp .eq x c) (.icmp .lt x c)) => (.icmp .lt x (.calc (c + 1)))
rewrite_rule bor_eq_gt_next "x = c or c < x is c - 1 < x" equivalence
  (.bor (.icmp .eq x c) (.icmp .lt c x)) => (.icmp .lt (.calc (c - 1)) x)
rewrite_rule bor_eq_lt_const "x = c or x < d is x < d for c below d" equivalence
  (.bor (.icmp .eq x c) (.icmp .lt x d)) => (.icmp .lt x d) where [.cmp .lt c d]
rewrite_rule bor_eq_gt_const "x = c or d < x is d < x for c above d" equivalence
  (.bor (.icmp .eq x c) (.icmp .lt d x)) => (.icmp .lt d x) where [.cmp .gt c d]
rewrite_rule band_ne_lt_last "x != d - 1 and x < d is x < d - 1" equivalence
  (.band (.icmp .ne x c) (.icmp .lt x d)) => (.icmp .lt x c) where [.cmp .eq d (c + 1)]
rewrite_rule band_ne_gt_first "x != d + 1 and d < x is d + 1 < x" equivalence
  (.band (.icmp .ne x c) (.icmp .lt d x)) => (.icmp .lt c x) where [.cmp .eq c (d + 1)]
rewrite_rule band_ne_lt_const "x != c and x < d is x < d for c not below d" equivalence
  (.band (.icmp .ne x c) (.icmp .lt x d)) => (.icmp .lt x d) where [.cmp .ge c d]
rewrite_rule band_ne_gt_const "x != c and d < x is d < x for c not above d" equivalence
  (.band (.icmp .ne x c) (.icmp .lt d x)) => (.icmp .lt d x) where [.cmp .le c d]

/-- All rules of this file. -/
def rules : List Proven := [
  band_lt_gt, band_lt_le, band_lt_ge, band_lt_eq, band_lt_eq_swapped, band_lt_ne,
  band_lt_ne_swapped, band_le_ge, band_le_eq, band_le_eq_swapped, band_le_ne, band_le_ne_swapped,
  band_eq_ne, bor_lt_gt, bor_lt_le, bor_lt_ge, bor_lt_eq, bor_lt_eq_swapped, bor_lt_ne,
  bor_lt_ne_swapped, bor_le_ge, bor_le_eq, bor_le_eq_swapped, bor_le_ne, bor_le_ne_swapped,
  bor_eq_ne, band_lt_lt_const, bor_lt_lt_const, band_gt_gt_const, bor_gt_gt_const, band_gt_lt_none,
  band_gt_lt_one, bor_gt_lt_all, bor_gt_lt_ne, band_eq_eq_const, band_eq_ne_const, bor_ne_ne_const,
  bor_eq_ne_const, band_eq_lt_const, band_eq_lt_none, band_eq_gt_const, band_eq_gt_none,
  bor_eq_lt_next, bor_eq_gt_next, bor_eq_lt_const, bor_eq_gt_const, band_ne_lt_last,
  band_ne_gt_first, band_ne_lt_const, band_ne_gt_const]

end Tuffy.Rewrites.CmpPairRules
