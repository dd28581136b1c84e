import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-!
Factors that two sides share, taken out where that saves an instruction, and sums of bitwise
operations on the same values.
-/
namespace Tuffy.Rewrites.FactorRules
open Tuffy Vars

/-! ### multiples of one value -/

rewrite_rule add_self "x + x = x << 1" equivalence (.add x x) => (.shl x 1) := by
  rule_cases; simp only [Bits.shl, show Int.toNat 1 = 1 from rfl]; omega
rewrite_rule add_mul_mul "x * c + x * d = x * (c + d)" equivalence
  (.add (.mul x c) (.mul x d)) => (.mul x (c + d)) := by rule_cases <;> grind
rewrite_rule sub_mul_mul "x * c - x * d = x * (c - d)" equivalence
  (.sub (.mul x c) (.mul x d)) => (.mul x (c - d)) := by rule_cases <;> grind
rewrite_rule add_mul_self "x * c + x = x * (c + 1)" equivalence
  (.add (.mul x c) x) => (.mul x (.calc (c + 1))) := by rule_cases <;> grind
rewrite_rule sub_mul_self "x * c - x = x * (c - 1)" equivalence
  (.sub (.mul x c) x) => (.mul x (.calc (c - 1))) := by rule_cases <;> grind
rewrite_rule self_sub_mul "x - x * c = x * (1 - c)" equivalence
  (.sub x (.mul x c)) => (.mul x (.calc (1 - c))) := by rule_cases <;> grind
rewrite_rule add_shl_self "(x << k) + x = x * (2^k + 1)" equivalence
  (.add (.shl x k) x) => (.mul x (.calc (.add (.pow2 k) 1))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_shl_self "(x << k) - x = x * (2^k - 1)" equivalence
  (.sub (.shl x k) x) => (.mul x (.calc (.sub (.pow2 k) 1))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule self_sub_shl "x - (x << k) = x * (1 - 2^k)" equivalence
  (.sub x (.shl x k)) => (.mul x (.calc (.sub 1 (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule add_shl_shl "(x << k) + (x << n) = x * (2^k + 2^n)" equivalence
  (.add (.shl x k) (.shl x n)) => (.mul x (.calc (.add (.pow2 k) (.pow2 n))))
  where [.cmp .ge k 0, .cmp .ge n 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_shl_shl "(x << k) - (x << n) = x * (2^k - 2^n)" equivalence
  (.sub (.shl x k) (.shl x n)) => (.mul x (.calc (.sub (.pow2 k) (.pow2 n))))
  where [.cmp .ge k 0, .cmp .ge n 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule add_mul_shl "x * c + (x << k) = x * (c + 2^k)" equivalence
  (.add (.mul x c) (.shl x k)) => (.mul x (.calc (.add c (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_mul_shl "x * c - (x << k) = x * (c - 2^k)" equivalence
  (.sub (.mul x c) (.shl x k)) => (.mul x (.calc (.sub c (.pow2 k)))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_shl_mul "(x << k) - x * c = x * (2^k - c)" equivalence
  (.sub (.shl x k) (.mul x c)) => (.mul x (.calc (.sub (.pow2 k) c))) where [.cmp .ge k 0] := by
  rule_cases <;> simp only [Bits.shl] <;> grind

/-! ### common factors -/

rewrite_rule add_factor "x * y + x * z = x * (y + z)" equivalence
  (.add (.mul x y) (.mul x z)) => (.mul x (.add y z)) := by rule_cases <;> grind
rewrite_rule sub_factor "x * y - x * z = x * (y - z)" equivalence
  (.sub (.mul x y) (.mul x z)) => (.mul x (.sub y z)) := by rule_cases <;> grind
rewrite_rule add_factor_const "x * c + y * c = (x + y) * c" equivalence
  (.add (.mul x c) (.mul y c)) => (.mul (.add x y) c) := by rule_cases <;> grind
rewrite_rule sub_factor_const "x * c - y * c = (x - y) * c" equivalence
  (.sub (.mul x c) (.mul y c)) => (.mul (.sub x y) c) := by rule_cases <;> grind
rewrite_rule add_shl_factor "(x << z) + (y << z) = (x + y) << z" equivalence
  (.add (.shl x z) (.shl y z)) => (.shl (.add x y) z) := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_shl_factor "(x << z) - (y << z) = (x - y) << z" equivalence
  (.sub (.shl x z) (.shl y z)) => (.shl (.sub x y) z) := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule add_shl_factor_const "(x << k) + (y << k) = (x + y) << k" equivalence
  (.add (.shl x k) (.shl y k)) => (.shl (.add x y) k) := by
  rule_cases <;> simp only [Bits.shl] <;> grind
rewrite_rule sub_shl_factor_const "(x << k) - (y << k) = (x - y) << k" equivalence
  (.sub (.shl x k) (.shl y k)) => (.shl (.sub x y) k) := by
  rule_cases <;> simp only [Bits.shl] <;> grind

/-! ### with bits -/

rewrite_rule neg_one_sub "-1 - x = not x" equivalence (.sub (.lit (-1)) x) => (.not x) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule add_not_self "x + not x = -1" refinement (.add x (.not x)) => (.lit (-1)) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule not_add_const "not x + c = (c - 1) - x" equivalence
  (.add (.not x) c) => (.sub (.calc (c - 1)) x) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule const_sub_not "c - not x = x + (c + 1)" equivalence
  (.sub c (.not x)) => (.add x (.calc (c + 1))) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule not_sub_not "not x - not y = y - x" equivalence
  (.sub (.not x) (.not y)) => (.sub y x) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule add_not_one "(x + not y) + 1 = x - y" equivalence
  (.add (.add x (.not y)) 1) => (.sub x y) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule not_add_of_const "not (x + c) = (-1 - c) - x" equivalence
  (.not (.add x c)) => (.sub (.calc (.sub (.lit (-1)) c)) x) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule not_const_sub "not (c - x) = x + (-1 - c)" equivalence
  (.not (.sub c x)) => (.add x (.calc (.sub (.lit (-1)) c))) := by
  rule_cases <;> simp only [Bits.lnot] <;> omega
rewrite_rule add_and_or "(x and y) + (x or y) = x + y" equivalence
  (.add (.and x y) (.or x y)) => (.add x y) := by
  rule_cases; rename_i a b; have := Bits.add_eq_lor_land a b; omega
rewrite_rule add_and_xor "(x and y) + (x xor y) = x or y" equivalence
  (.add (.and x y) (.xor x y)) => (.or x y) := by
  rule_cases; rename_i a b; have := Bits.lor_eq a b; omega
rewrite_rule sub_or_and "(x or y) - (x and y) = x xor y" equivalence
  (.sub (.or x y) (.and x y)) => (.xor x y) := by
  rule_cases; rename_i a b; have := Bits.lor_eq a b; omega
rewrite_rule sub_or_xor "(x or y) - (x xor y) = x and y" equivalence
  (.sub (.or x y) (.xor x y)) => (.and x y) := by
  rule_cases; rename_i a b; have := Bits.lor_eq a b; omega
rewrite_rule sub_add_or "(x + y) - (x or y) = x and y" equivalence
  (.sub (.add x y) (.or x y)) => (.and x y) := by
  rule_cases; rename_i a b; have := Bits.add_eq_lor_land a b; omega
rewrite_rule sub_add_and "(x + y) - (x and y) = x or y" equivalence
  (.sub (.add x y) (.and x y)) => (.or x y) := by
  rule_cases; rename_i a b; have := Bits.add_eq_lor_land a b; omega
rewrite_rule sub_and_const "x - (x and c) = x and not c" equivalence
  (.sub x (.and x c)) => (.and x (.calc (.lnot c))) := by
  rule_cases; rename_i a; have := Bits.land_add_land_lnot a (e.c "c"); omega

/-- All rules of this file. -/
def rules : List Proven := [
  add_self, add_mul_mul, sub_mul_mul, add_mul_self, sub_mul_self, self_sub_mul, add_shl_self,
  sub_shl_self, self_sub_shl, add_shl_shl, sub_shl_shl, add_mul_shl, sub_mul_shl, sub_shl_mul,
  add_factor, sub_factor, add_factor_const, sub_factor_const, add_shl_factor, sub_shl_factor,
  add_shl_factor_const, sub_shl_factor_const, neg_one_sub, add_not_self, not_add_const,
  const_sub_not, not_sub_not, add_not_one, not_add_of_const, not_const_sub, add_and_or,
  add_and_xor, sub_or_and, sub_or_xor, sub_add_or, sub_add_and, sub_and_const]

end Tuffy.Rewrites.FactorRules
