import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-!
Minima and maxima: lattice laws, constants, and operations that keep or turn the order.
A clamp is written `max (min x c) d`.
-/
namespace Tuffy.Rewrites.MinMaxRules
open Tuffy Vars

/-! ### lattice -/

rewrite_rule min_self "min x x = x" equivalence (.min x x) => x
rewrite_rule max_self "max x x = x" equivalence (.max x x) => x
rewrite_rule max_min_absorb "max x (min x y) = x" refinement (.max x (.min x y)) => x
rewrite_rule min_min_self "min x (min x y) = min x y" equivalence (.min x (.min x y)) => (.min x y)
rewrite_rule max_max_self "max x (max x y) = max x y" equivalence (.max x (.max x y)) => (.max x y)
rewrite_rule min_of_min_max "min (min x y) (max x y) = min x y" equivalence
  (.min (.min x y) (.max x y)) => (.min x y)
rewrite_rule max_of_min_max "max (min x y) (max x y) = max x y" equivalence
  (.max (.min x y) (.max x y)) => (.max x y)
rewrite_rule min_max_distrib "min (max x y) (max x z) = max x (min y z)" equivalence
  (.min (.max x y) (.max x z)) => (.max x (.min y z))
rewrite_rule max_min_distrib "max (min x y) (min x z) = min x (max y z)" equivalence
  (.max (.min x y) (.min x z)) => (.min x (.max y z))
rewrite_rule min_min_common "min (min x y) (min x z) = min x (min y z)" equivalence
  (.min (.min x y) (.min x z)) => (.min x (.min y z))
rewrite_rule max_max_common "max (max x y) (max x z) = max x (max y z)" equivalence
  (.max (.max x y) (.max x z)) => (.max x (.max y z))

/-! ### constants -/

rewrite_rule min_min_const "min (min x c) d = min x (min c d)" equivalence
  (.min (.min x c) d) => (.min x (.calc (.min c d)))
rewrite_rule max_max_const "max (max x c) d = max x (max c d)" equivalence
  (.max (.max x c) d) => (.max x (.calc (.max c d)))
rewrite_rule min_max_const "min (max x c) d = d where d is not above c" refinement
  (.min (.max x c) d) => d where [.cmp .le d c]
rewrite_rule max_min_const "max (min x c) d = d where d is not below c" refinement
  (.max (.min x c) d) => d where [.cmp .ge d c]
rewrite_rule clamp_order "min (max x d) c = max (min x c) d for d below c" equivalence
  (.min (.max x d) c) => (.max (.min x c) d) where [.cmp .lt d c]
rewrite_rule min_const_out "min (min x c) y = min (min x y) c" equivalence
  (.min (.min x c) y) => (.min (.min x y) c)
rewrite_rule max_const_out "max (max x c) y = max (max x y) c" equivalence
  (.max (.max x c) y) => (.max (.max x y) c)
rewrite_rule clamp_min_again "min (max (min x c) d) k = max (min x c) d where c and d are not above k" equivalence
  (.min (.max (.min x c) d) k) => (.max (.min x c) d) where [.cmp .le c k, .cmp .le d k]

/-! ### ranges -/

rewrite_rule min_ranges "min x y = x for x not above y" refinement
  (.min x y) => x where [.range "x" k n, .range "y" c d, .cmp .le n c]
rewrite_rule max_ranges "max x y = y for x not above y" refinement
  (.max x y) => y where [.range "x" k n, .range "y" c d, .cmp .le n c]

/-! ### sums -/

rewrite_rule min_add_add "min (x + z) (y + z) = min x y + z" equivalence
  (.min (.add x z) (.add y z)) => (.add (.min x y) z)
rewrite_rule max_add_add "max (x + z) (y + z) = max x y + z" equivalence
  (.max (.add x z) (.add y z)) => (.add (.max x y) z)
rewrite_rule min_add_const "min (x + c) (y + c) = min x y + c" equivalence
  (.min (.add x c) (.add y c)) => (.add (.min x y) c)
rewrite_rule max_add_const "max (x + c) (y + c) = max x y + c" equivalence
  (.max (.add x c) (.add y c)) => (.add (.max x y) c)
rewrite_rule min_add_consts "min (x + c) (x + d) = x + min c d" equivalence
  (.min (.add x c) (.add x d)) => (.add x (.calc (.min c d)))
rewrite_rule max_add_consts "max (x + c) (x + d) = x + max c d" equivalence
  (.max (.add x c) (.add x d)) => (.add x (.calc (.max c d)))
rewrite_rule min_add_self "min (x + c) x = x + min c 0" equivalence
  (.min (.add x c) x) => (.add x (.calc (.min c 0)))
rewrite_rule max_add_self "max (x + c) x = x + max c 0" equivalence
  (.max (.add x c) x) => (.add x (.calc (.max c 0)))
rewrite_rule min_sub_right "min (x - z) (y - z) = min x y - z" equivalence
  (.min (.sub x z) (.sub y z)) => (.sub (.min x y) z)
rewrite_rule max_sub_right "max (x - z) (y - z) = max x y - z" equivalence
  (.max (.sub x z) (.sub y z)) => (.sub (.max x y) z)
rewrite_rule min_sub_left "min (z - x) (z - y) = z - max x y" equivalence
  (.min (.sub z x) (.sub z y)) => (.sub z (.max x y))
rewrite_rule max_sub_left "max (z - x) (z - y) = z - min x y" equivalence
  (.max (.sub z x) (.sub z y)) => (.sub z (.min x y))
rewrite_rule min_const_sub "min (c - x) (c - y) = c - max x y" equivalence
  (.min (.sub c x) (.sub c y)) => (.sub c (.max x y))
rewrite_rule max_const_sub "max (c - x) (c - y) = c - min x y" equivalence
  (.max (.sub c x) (.sub c y)) => (.sub c (.min x y))
rewrite_rule min_const_subs "min (c - x) (d - x) = min c d - x" equivalence
  (.min (.sub c x) (.sub d x)) => (.sub (.calc (.min c d)) x)
rewrite_rule max_const_subs "max (c - x) (d - x) = max c d - x" equivalence
  (.max (.sub c x) (.sub d x)) => (.sub (.calc (.max c d)) x)
rewrite_rule add_min_max "min x y + max x y = x + y" equivalence
  (.add (.min x y) (.max x y)) => (.add x y)
rewrite_rule sub_add_min "(x + y) - min x y = max x y" equivalence
  (.sub (.add x y) (.min x y)) => (.max x y)
rewrite_rule sub_add_max "(x + y) - max x y = min x y" equivalence
  (.sub (.add x y) (.max x y)) => (.min x y)

/-! ### products and quotients -/

rewrite_rule mul_min_max "min x y * max x y = x * y" equivalence
  (.mul (.min x y) (.max x y)) => (.mul x y) := by
  rule_cases; rename_i a b; simp only [Int.min_def, Int.max_def]; grind
rewrite_rule min_mul "min (x * c) (y * c) = min x y * c for positive c" equivalence
  (.min (.mul x c) (.mul y c)) => (.mul (.min x y) c) where [.cmp .gt c 0] := by
  rule_cases; first | exact Arith.min_mul hp | exact (Arith.min_mul hp).symm
rewrite_rule max_mul "max (x * c) (y * c) = max x y * c for positive c" equivalence
  (.max (.mul x c) (.mul y c)) => (.mul (.max x y) c) where [.cmp .gt c 0] := by
  rule_cases; first | exact Arith.max_mul hp | exact (Arith.max_mul hp).symm
rewrite_rule min_mul_neg "min (x * c) (y * c) = max x y * c for negative c" equivalence
  (.min (.mul x c) (.mul y c)) => (.mul (.max x y) c) where [.cmp .lt c 0] := by
  rule_cases; first | exact Arith.min_mul_neg hp | exact (Arith.min_mul_neg hp).symm
rewrite_rule max_mul_neg "max (x * c) (y * c) = min x y * c for negative c" equivalence
  (.max (.mul x c) (.mul y c)) => (.mul (.min x y) c) where [.cmp .lt c 0] := by
  rule_cases; first | exact Arith.max_mul_neg hp | exact (Arith.max_mul_neg hp).symm
rewrite_rule min_shl "min (x << z) (y << z) = (min x y) << z" equivalence
  (.min (.shl x z) (.shl y z)) => (.shl (.min x y) z) := by
  rule_cases; simp only [Bits.shl]; rw [Arith.min_mul (Bits.two_pow_pos _)]
rewrite_rule max_shl "max (x << z) (y << z) = (max x y) << z" equivalence
  (.max (.shl x z) (.shl y z)) => (.shl (.max x y) z) := by
  rule_cases; simp only [Bits.shl]; rw [Arith.max_mul (Bits.two_pow_pos _)]
rewrite_rule min_shl_const "min (x << k) (y << k) = (min x y) << k" equivalence
  (.min (.shl x k) (.shl y k)) => (.shl (.min x y) k) := by
  rule_cases; simp only [Bits.shl]; rw [Arith.min_mul (Bits.two_pow_pos _)]
rewrite_rule max_shl_const "max (x << k) (y << k) = (max x y) << k" equivalence
  (.max (.shl x k) (.shl y k)) => (.shl (.max x y) k) := by
  rule_cases; simp only [Bits.shl]; rw [Arith.max_mul (Bits.two_pow_pos _)]
rewrite_rule min_shr "min (x >> k) (y >> k) = (min x y) >> k" equivalence
  (.min (.shr x k) (.shr y k)) => (.shr (.min x y) k) := by
  rule_cases; simp only [Bits.shr]; rw [Arith.min_ediv (Bits.two_pow_pos _)]
rewrite_rule max_shr "max (x >> k) (y >> k) = (max x y) >> k" equivalence
  (.max (.shr x k) (.shr y k)) => (.shr (.max x y) k) := by
  rule_cases; simp only [Bits.shr]; rw [Arith.max_ediv (Bits.two_pow_pos _)]
rewrite_rule min_div "min (x div c) (y div c) = (min x y) div c for positive c" equivalence
  (.min (.div x c) (.div y c)) => (.div (.min x y) c) where [.cmp .gt c 0] := by
  rule_cases <;> first | omega | (rw [Arith.min_ediv hp])
rewrite_rule max_div "max (x div c) (y div c) = (max x y) div c for positive c" equivalence
  (.max (.div x c) (.div y c)) => (.div (.max x y) c) where [.cmp .gt c 0] := by
  rule_cases <;> first | omega | (rw [Arith.max_ediv hp])

/-! ### bits -/

rewrite_rule min_not_not "min (not x) (not y) = not (max x y)" equivalence
  (.min (.not x) (.not y)) => (.not (.max x y)) := by
  rule_cases; simp only [Bits.lnot]; omega
rewrite_rule max_not_not "max (not x) (not y) = not (min x y)" equivalence
  (.max (.not x) (.not y)) => (.not (.min x y)) := by
  rule_cases; simp only [Bits.lnot]; omega
rewrite_rule and_min_max "min x y and max x y = x and y" equivalence
  (.and (.min x y) (.max x y)) => (.and x y) := by
  rule_cases; rename_i a b; simp only [Int.min_def, Int.max_def]; split <;> simp [Bits.land_comm b a]
rewrite_rule or_min_max "min x y or max x y = x or y" equivalence
  (.or (.min x y) (.max x y)) => (.or x y) := by
  rule_cases; rename_i a b; simp only [Int.min_def, Int.max_def]; split <;> simp [Bits.lor_comm b a]
rewrite_rule xor_min_max "min x y xor max x y = x xor y" equivalence
  (.xor (.min x y) (.max x y)) => (.xor x y) := by
  rule_cases; rename_i a b; simp only [Int.min_def, Int.max_def]; split <;> simp [Bits.xor_comm b a]

/-- All rules of this file. -/
def rules : List Proven := [
  min_self, max_self, max_min_absorb, min_min_self, max_max_self, min_of_min_max, max_of_min_max,
  min_max_distrib, max_min_distrib, min_min_common, max_max_common, min_min_const, max_max_const,
  min_max_const, max_min_const, clamp_order, min_const_out, max_const_out, clamp_min_again,
  min_ranges, max_ranges, min_add_add, max_add_add, min_add_const, max_add_const, min_add_consts,
  max_add_consts, min_add_self, max_add_self, min_sub_right, max_sub_right, min_sub_left,
  max_sub_left, min_const_sub, max_const_sub, min_const_subs, max_const_subs, add_min_max,
  sub_add_min, sub_add_max, mul_min_max, min_mul, max_mul, min_mul_neg, max_mul_neg, min_shl,
  max_shl, min_shl_const, max_shl_const, min_shr, max_shr, min_div, max_div, min_not_not,
  max_not_not, and_min_max, or_min_max, xor_min_max]

end Tuffy.Rewrites.MinMaxRules
