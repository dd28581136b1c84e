import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-! Quotients and remainders of values in range, their signs, and remainders of sums and products. -/
namespace Tuffy.Rewrites.RemRules
open Tuffy Vars

/-! ### of a value in range -/

rewrite_rule rem_in_range "x rem c = x for x in 0 .. c - 1" equivalence
  (.rem x c) => x where [.range "x" k n, .cmp .ge k 0, .cmp .lt n c] := by
  rule_cases <;> first | omega | exact_either Int.emod_eq_of_lt (by omega) (by omega)
rewrite_rule div_in_range "x div c = 0 for x in 0 .. c - 1" refinement
  (.div x c) => (0) where [.range "x" k n, .cmp .ge k 0, .cmp .lt n c] := by
  rule_cases <;> first | omega | exact_either Int.ediv_eq_zero_of_lt (by omega) (by omega)
rewrite_rule tdiv_in_range "x tdiv c = 0 for x in 1 - c .. c - 1" refinement
  (.tdiv x c) => (0) where [.range "x" k n, .cmp .gt k (-c), .cmp .lt n c] := by
  rule_cases <;> first | omega | exact_either Arith.tdiv_of_abs_lt (by omega) (by omega)
rewrite_rule trem_in_range "x trem c = x for x in 1 - c .. c - 1" equivalence
  (.trem x c) => x where [.range "x" k n, .cmp .gt k (-c), .cmp .lt n c] := by
  rule_cases <;> first | omega | exact_either Arith.tmod_of_abs_lt (by omega) (by omega)
rewrite_rule tdiv_of_nonneg "truncating division of a value in :uN is Euclidean, whatever the divisor" equivalence
  (.tdiv x y) => (.div x y) where [.inU "x" n] := by
  rule_cases; rw [Int.tdiv_eq_ediv_of_nonneg hp.1]
rewrite_rule trem_of_nonneg "the truncating remainder of a value in :uN is Euclidean" equivalence
  (.trem x y) => (.rem x y) where [.inU "x" n] := by
  rule_cases; rw [Int.tmod_eq_emod_of_nonneg hp.1]

/-! ### signs -/

rewrite_rule rem_neg_const "x rem c = x rem (-c) for negative c" equivalence
  (.rem x c) => (.rem x (.calc (-c))) where [.cmp .lt c 0] := by
  rule_cases <;> first | omega | exact_either Int.emod_neg _ _
rewrite_rule trem_neg_const "x trem c = x trem (-c) for negative c" equivalence
  (.trem x c) => (.trem x (.calc (-c))) where [.cmp .lt c 0] := by
  rule_cases <;> first | omega | exact_either Int.tmod_neg _ _
rewrite_rule rem_neg "x rem (0 - y) = x rem y" equivalence (.rem x (.sub 0 y)) => (.rem x y) := by
  rule_cases <;> first | omega | (rw [Int.zero_sub, Int.emod_neg])
rewrite_rule trem_neg "x trem (0 - y) = x trem y" equivalence (.trem x (.sub 0 y)) => (.trem x y) := by
  rule_cases <;> first | omega | (rw [Int.zero_sub, Int.tmod_neg])
rewrite_rule neg_div_const "0 - (x div c) = x div (-c)" equivalence
  (.sub 0 (.div x c)) => (.div x (.calc (-c))) := by
  rule_cases <;> first | omega | (rw [Int.zero_sub, Int.ediv_neg])
rewrite_rule neg_tdiv_const "0 - (x tdiv c) = x tdiv (-c)" equivalence
  (.sub 0 (.tdiv x c)) => (.tdiv x (.calc (-c))) := by
  rule_cases <;> first | omega | (rw [Int.zero_sub, Int.tdiv_neg])
rewrite_rule tdiv_of_neg_const "(0 - x) tdiv c = x tdiv (-c)" equivalence
  (.tdiv (.sub 0 x) c) => (.tdiv x (.calc (-c))) := by
  rule_cases <;> first | omega | (rw [Int.zero_sub, Int.neg_tdiv, Int.tdiv_neg])
rewrite_rule tdiv_neg_neg "(0 - x) tdiv (0 - y) = x tdiv y" equivalence
  (.tdiv (.sub 0 x) (.sub 0 y)) => (.tdiv x y) := by
  rule_cases <;> first | omega | (simp only [Int.zero_sub, Int.neg_tdiv, Int.tdiv_neg, Int.neg_neg])
rewrite_rule neg_div_neg "0 - (x div (0 - y)) = x div y" equivalence
  (.sub 0 (.div x (.sub 0 y))) => (.div x y) := by
  rule_cases <;> first | omega | (simp only [Int.zero_sub, Int.ediv_neg, Int.neg_neg])

/-! ### of sums, modulo -/

rewrite_rule rem_add_const "(x + c) rem d = x rem d where d divides c" equivalence
  (.rem (.add x c) d) => (.rem x d) where [.cmp .eq (.rem c d) 0] := by
  rule_cases <;> first | omega | (rw [← Int.add_emod_emod, hp, Int.add_zero])
rewrite_rule rem_add_mul "(x + y * z) rem z = x rem z" refinement
  (.rem (.add x (.mul y z)) z) => (.rem x z) := by
  rule_cases <;> first | omega | (rw [Int.add_mul_emod_self_right])
rewrite_rule rem_sub_mul "(x - y * z) rem z = x rem z" refinement
  (.rem (.sub x (.mul y z)) z) => (.rem x z) := by
  rule_cases <;> first | omega | (rw [← Int.sub_emod_emod, Int.mul_emod_left, Int.sub_zero])
rewrite_rule rem_add_mul_const "(x + y * c) rem d = x rem d where d divides c" refinement
  (.rem (.add x (.mul y c)) d) => (.rem x d) where [.cmp .eq (.rem c d) 0] := by
  rule_cases <;> first
    | omega
    | (rw [← Int.add_emod_emod, Arith.mul_emod_of_emod _ hp, Int.add_zero])
rewrite_rule rem_sub_mul_const "(x - y * c) rem d = x rem d where d divides c" refinement
  (.rem (.sub x (.mul y c)) d) => (.rem x d) where [.cmp .eq (.rem c d) 0] := by
  rule_cases <;> first
    | omega
    | (rw [← Int.sub_emod_emod, Arith.mul_emod_of_emod _ hp, Int.sub_zero])
rewrite_rule rem_add_rem "(x + y rem z) rem z = (x + y) rem z" equivalence
  (.rem (.add x (.rem y z)) z) => (.rem (.add x y) z) := by
  rule_cases <;> first | omega | (rw [Int.add_emod_emod])
rewrite_rule rem_add_rem_const "(x + y rem c) rem c = (x + y) rem c" equivalence
  (.rem (.add x (.rem y c)) c) => (.rem (.add x y) c) := by
  rule_cases <;> first | omega | (rw [Int.add_emod_emod])
rewrite_rule rem_sub_rem "(x - y rem z) rem z = (x - y) rem z" equivalence
  (.rem (.sub x (.rem y z)) z) => (.rem (.sub x y) z) := by
  rule_cases <;> first | omega | (rw [Int.sub_emod_emod])
rewrite_rule rem_sub_rem_const "(x - y rem c) rem c = (x - y) rem c" equivalence
  (.rem (.sub x (.rem y c)) c) => (.rem (.sub x y) c) := by
  rule_cases <;> first | omega | (rw [Int.sub_emod_emod])
rewrite_rule rem_rem_sub "(x rem z - y) rem z = (x - y) rem z" equivalence
  (.rem (.sub (.rem x z) y) z) => (.rem (.sub x y) z) := by
  rule_cases <;> first | omega | (rw [Int.emod_sub_emod])
rewrite_rule rem_rem_sub_const "(x rem c - y) rem c = (x - y) rem c" equivalence
  (.rem (.sub (.rem x c) y) c) => (.rem (.sub x y) c) := by
  rule_cases <;> first | omega | (rw [Int.emod_sub_emod])
rewrite_rule rem_mul_rem "(x * (y rem z)) rem z = (x * y) rem z" equivalence
  (.rem (.mul x (.rem y z)) z) => (.rem (.mul x y) z) := by
  rule_cases <;> first | omega | exact_either Arith.mul_emod_right _ _ _
rewrite_rule rem_mul_rem_const "(x * (y rem c)) rem c = (x * y) rem c" equivalence
  (.rem (.mul x (.rem y c)) c) => (.rem (.mul x y) c) := by
  rule_cases <;> first | omega | exact_either Arith.mul_emod_right _ _ _
rewrite_rule div_add_mul "(x + y * c) div c = (x div c) + y" equivalence
  (.div (.add x (.mul y c)) c) => (.add (.div x c) y) where [.cmp .ne c 0] := by
  rule_cases <;> first | omega | exact_either Int.add_mul_ediv_right _ _ hp
rewrite_rule div_mul_add_const "(x * c + d) div c = x + d div c" equivalence
  (.div (.add (.mul x c) d) c) => (.add x (.calc (.div d c))) where [.cmp .ne c 0] := by
  rule_cases <;> first | omega | exact_either Arith.mul_add_ediv _ _ hp
rewrite_rule rem_mul_add_const "(x * c + d) rem c = d rem c" refinement
  (.rem (.add (.mul x c) d) c) => (.calc (.rem d c)) := by
  rule_cases <;> first | omega | (rw [Int.add_comm, Int.add_mul_emod_self_right])

/-- All rules of this file. -/
def rules : List Proven := [
  rem_in_range, div_in_range, tdiv_in_range, trem_in_range, tdiv_of_nonneg, trem_of_nonneg,
  rem_neg_const, trem_neg_const, rem_neg, trem_neg, neg_div_const, neg_tdiv_const,
  tdiv_of_neg_const, tdiv_neg_neg, neg_div_neg, rem_add_const, rem_add_mul, rem_sub_mul,
  rem_add_mul_const, rem_sub_mul_const, rem_add_rem, rem_add_rem_const, rem_sub_rem,
  rem_sub_rem_const, rem_rem_sub, rem_rem_sub_const, rem_mul_rem, rem_mul_rem_const, div_add_mul,
  div_mul_add_const, rem_mul_add_const]

end Tuffy.Rewrites.RemRules
