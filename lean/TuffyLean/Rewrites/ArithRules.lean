import TuffyLean.Rewrites.Rule

/-!
Sums, differences and products: what cancels, and constants, which move outward, where they meet.

Not here: `(x + c) * d`, which would only grow.
-/
namespace Tuffy.Rewrites.ArithRules
open Tuffy Vars

/-! ### what cancels -/

rewrite_rule sub_sub_self "x - (x - y) = y" refinement (.sub x (.sub x y)) => y
rewrite_rule add_sub_cancel "(x + y) - x = y" refinement (.sub (.add x y) x) => y
rewrite_rule sub_add_cancel "(x - y) + y = x" refinement (.add (.sub x y) y) => x
rewrite_rule sub_add_self "x - (x + y) = 0 - y" refinement (.sub x (.add x y)) => (.sub 0 y)
rewrite_rule sub_sub_cancel "(x - y) - x = 0 - y" refinement (.sub (.sub x y) x) => (.sub 0 y)
rewrite_rule add_sub_add "(x + z) - (y + z) = x - y" refinement
  (.sub (.add x z) (.add y z)) => (.sub x y)
rewrite_rule sub_sub_right "(x - z) - (y - z) = x - y" refinement
  (.sub (.sub x z) (.sub y z)) => (.sub x y)
rewrite_rule sub_sub_left "(z - x) - (z - y) = y - x" refinement
  (.sub (.sub z x) (.sub z y)) => (.sub y x)
rewrite_rule sub_telescope "(x - y) + (y - z) = x - z" refinement
  (.add (.sub x y) (.sub y z)) => (.sub x z)
rewrite_rule add_sub_sub "(x + y) - (x - z) = y + z" refinement
  (.sub (.add x y) (.sub x z)) => (.add y z)
rewrite_rule sub_sub_add "(x - z) - (x + y) = 0 - (y + z)" refinement
  (.sub (.sub x z) (.add x y)) => (.sub 0 (.add y z))
rewrite_rule sub_add_add "(x - y) + (z + y) = x + z" refinement
  (.add (.sub x y) (.add z y)) => (.add x z)

/-! ### negation -/

rewrite_rule neg_neg "0 - (0 - x) = x" equivalence (.sub 0 (.sub 0 x)) => x
rewrite_rule add_neg "x + (0 - y) = x - y" equivalence (.add x (.sub 0 y)) => (.sub x y)
rewrite_rule sub_neg "x - (0 - y) = x + y" equivalence (.sub x (.sub 0 y)) => (.add x y)
rewrite_rule neg_sub "0 - (x - y) = y - x" equivalence (.sub 0 (.sub x y)) => (.sub y x)
rewrite_rule mul_neg_one "x * -1 = 0 - x" equivalence (.mul x (.lit (-1))) => (.sub 0 x)
rewrite_rule neg_mul_const "(0 - x) * c = x * (-c)" equivalence
  (.mul (.sub 0 x) c) => (.mul x (.calc (-c))) := by rule_cases <;> grind
rewrite_rule neg_mul_neg "(0 - x) * (0 - y) = x * y" equivalence
  (.mul (.sub 0 x) (.sub 0 y)) => (.mul x y) := by rule_cases <;> grind
rewrite_rule neg_mul "(0 - x) * y = 0 - x * y" equivalence
  (.mul (.sub 0 x) y) => (.sub 0 (.mul x y)) := by rule_cases <;> grind
rewrite_rule neg_of_mul_const "0 - x * c = x * (-c)" equivalence
  (.sub 0 (.mul x c)) => (.mul x (.calc (-c))) := by rule_cases <;> grind
rewrite_rule sub_mul_neg_const "x - y * c = x + y * (-c) for negative c" equivalence
  (.sub x (.mul y c)) => (.add x (.mul y (.calc (-c)))) where [.cmp .lt c 0] := by rule_cases <;> grind
rewrite_rule sub_mul_neg "x - (0 - y) * z = x + y * z" equivalence
  (.sub x (.mul (.sub 0 y) z)) => (.add x (.mul y z)) := by rule_cases <;> grind
rewrite_rule const_sub_mul "(c - x) * -1 = x + (-c)" equivalence
  (.mul (.sub c x) (.lit (-1))) => (.add x (.calc (-c)))

/-! ### constants meet -/

rewrite_rule const_sub_add "c - (x + d) = (c - d) - x" equivalence
  (.sub c (.add x d)) => (.sub (c - d) x)
rewrite_rule const_sub_sub "c - (d - x) = x + (c - d)" equivalence
  (.sub c (.sub d x)) => (.add x (c - d))
rewrite_rule const_sub_add_const "(c - x) + d = (c + d) - x" equivalence
  (.add (.sub c x) d) => (.sub (c + d) x)
rewrite_rule mul_const "(x * c) * d = x * (c * d)" equivalence
  (.mul (.mul x c) d) => (.mul x (c * d)) := by rule_cases <;> grind
rewrite_rule mul_of_shl "(x << k) * c = x * (2^k * c)" equivalence
  (.mul (.shl x k) c) => (.mul x (.calc (.mul (.pow2 k) c))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule shl_of_mul "(x * c) << k = x * (c * 2^k)" equivalence
  (.shl (.mul x c) k) => (.mul x (.calc (.mul c (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind

/-! ### constants move outward -/

rewrite_rule add_const_out "(x + c) + y = (x + y) + c" equivalence
  (.add (.add x c) y) => (.add (.add x y) c)
rewrite_rule add_const_sub "(x + c) - y = (x - y) + c" equivalence
  (.sub (.add x c) y) => (.add (.sub x y) c)
rewrite_rule sub_add_const "x - (y + c) = (x - y) + (-c)" equivalence
  (.sub x (.add y c)) => (.add (.sub x y) (.calc (-c)))
rewrite_rule const_sub_add_out "(c - x) + y = (y - x) + c" equivalence
  (.add (.sub c x) y) => (.add (.sub y x) c)
rewrite_rule sub_const_sub "x - (c - y) = (x + y) + (-c)" equivalence
  (.sub x (.sub c y)) => (.add (.add x y) (.calc (-c)))
rewrite_rule const_sub_sub_out "(c - x) - y = c - (x + y)" equivalence
  (.sub (.sub c x) y) => (.sub c (.add x y))
rewrite_rule mul_const_out "(x * c) * y = (x * y) * c" equivalence
  (.mul (.mul x c) y) => (.mul (.mul x y) c) := by rule_cases <;> grind

/-- All rules of this file. -/
def rules : List Proven := [
  sub_sub_self, add_sub_cancel, sub_add_cancel, sub_add_self, sub_sub_cancel, add_sub_add,
  sub_sub_right, sub_sub_left, sub_telescope, add_sub_sub, sub_sub_add, sub_add_add, neg_neg,
  add_neg, sub_neg, neg_sub, mul_neg_one, neg_mul_const, neg_mul_neg, neg_mul, neg_of_mul_const,
  sub_mul_neg_const, sub_mul_neg, const_sub_mul, const_sub_add, const_sub_sub, const_sub_add_const,
  mul_const, mul_of_shl, shl_of_mul, add_const_out, add_const_sub, sub_add_const,
  const_sub_add_out, sub_const_sub, const_sub_sub_out, mul_const_out]

end Tuffy.Rewrites.ArithRules
