import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-!
Quotients and remainders, Euclidean and truncating, of products, quotients and remainders. A zero divisor makes poison, so that a rule
which needs a divisor other than 0 only where the pattern has a value, is a refinement without
a precondition.
-/
namespace Tuffy.Rewrites.DivRules
open Tuffy Vars

/-! ### by 1, -1, itself, of 0 -/

rewrite_rule div_one "x div 1 = x" equivalence (.div x 1) => x
rewrite_rule rem_one "x rem 1 = 0" refinement (.rem x 1) => (0)
rewrite_rule tdiv_one "x tdiv 1 = x" equivalence (.tdiv x 1) => x := by
  rule_cases <;> first | omega | exact_either Int.tdiv_one _
rewrite_rule trem_one "x trem 1 = 0" refinement (.trem x 1) => (0) := by
  rule_cases <;> first | omega | exact_either Int.tmod_one _
rewrite_rule div_neg_one "x div -1 = 0 - x" equivalence (.div x (.lit (-1))) => (.sub 0 x)
rewrite_rule rem_neg_one "x rem -1 = 0" refinement (.rem x (.lit (-1))) => (0)
rewrite_rule tdiv_neg_one "x tdiv -1 = 0 - x" equivalence (.tdiv x (.lit (-1))) => (.sub 0 x) := by
  rule_cases <;> first | omega | (rw [Int.tdiv_neg, Int.tdiv_one]; omega)
rewrite_rule trem_neg_one "x trem -1 = 0" refinement (.trem x (.lit (-1))) => (0) := by
  rule_cases <;> first | omega | (rw [Int.tmod_neg, Int.tmod_one])
rewrite_rule div_self "x div x = 1" refinement (.div x x) => (1) := by
  rule_cases; exact_either Int.ediv_self (by assumption)
rewrite_rule rem_self "x rem x = 0" refinement (.rem x x) => (0) := by
  rule_cases; exact_either Int.emod_self.symm
rewrite_rule tdiv_self "x tdiv x = 1" refinement (.tdiv x x) => (1) := by
  rule_cases; exact_either Int.tdiv_self (by assumption)
rewrite_rule trem_self "x trem x = 0" refinement (.trem x x) => (0) := by
  rule_cases; exact_either Int.tmod_self.symm
rewrite_rule zero_div "0 div x = 0" refinement (.div 0 x) => (0) := by
  rule_cases; exact_either Int.zero_ediv _
rewrite_rule zero_rem "0 rem x = 0" refinement (.rem 0 x) => (0) := by
  rule_cases; exact_either Int.zero_emod _
rewrite_rule zero_tdiv "0 tdiv x = 0" refinement (.tdiv 0 x) => (0) := by
  rule_cases; exact_either Int.zero_tdiv _
rewrite_rule zero_trem "0 trem x = 0" refinement (.trem 0 x) => (0) := by
  rule_cases; exact_either Int.zero_tmod _

/-! ### of products -/

rewrite_rule div_mul_cancel "(x * y) div y = x" refinement (.div (.mul x y) y) => x := by
  rule_cases; exact_either Int.mul_ediv_cancel _ (by assumption)
rewrite_rule tdiv_mul_cancel "(x * y) tdiv y = x" refinement (.tdiv (.mul x y) y) => x := by
  rule_cases; exact_either Int.mul_tdiv_cancel _ (by assumption)
rewrite_rule rem_mul_cancel "(x * y) rem y = 0" refinement (.rem (.mul x y) y) => (0) := by
  rule_cases; exact_either Int.mul_emod_left _ _
rewrite_rule trem_mul_cancel "(x * y) trem y = 0" refinement (.trem (.mul x y) y) => (0) := by
  rule_cases; exact_either Int.mul_tmod_left _ _
rewrite_rule div_mul_const "(x * c) div d = x * (c div d) where d divides c" equivalence
  (.div (.mul x c) d) => (.mul x (.calc (.div c d))) where [.cmp .ne d 0, .cmp .eq (.rem c d) 0] := by
  rule_cases <;> first | omega | exact_either Int.mul_ediv_assoc _ (Arith.dvd_of_emod hp.2)
rewrite_rule tdiv_mul_const "(x * c) tdiv d = x * (c div d) where d divides c" equivalence
  (.tdiv (.mul x c) d) => (.mul x (.calc (.div c d))) where [.cmp .ne d 0, .cmp .eq (.rem c d) 0] := by
  rule_cases <;> first | omega | (rw [Int.mul_tdiv_assoc _ (Arith.dvd_of_emod hp.2), Int.tdiv_eq_ediv_of_dvd (Arith.dvd_of_emod hp.2)])
rewrite_rule div_mul_factor "(x * c) div d = x div (d div c) where c divides d" equivalence
  (.div (.mul x c) d) => (.div x (.calc (.div d c)))
  where [.cmp .gt c 1, .cmp .ne d 0, .cmp .eq (.rem d c) 0] := by
  rule_cases <;> first
    | omega
    | exact_either Arith.mul_ediv_factor _ (by omega) hp.2.2
    | (have := Arith.ediv_ne_zero hp.2.1 hp.2.2; contradiction)
rewrite_rule tdiv_mul_factor "(x * c) tdiv d = x tdiv (d div c) where c divides d" equivalence
  (.tdiv (.mul x c) d) => (.tdiv x (.calc (.div d c)))
  where [.cmp .gt c 1, .cmp .ne d 0, .cmp .eq (.rem d c) 0] := by
  rule_cases <;> first
    | omega
    | exact_either Arith.mul_tdiv_factor _ (by omega) hp.2.2
    | (have := Arith.ediv_ne_zero hp.2.1 hp.2.2; contradiction)
rewrite_rule rem_mul_const "(x * c) rem d = 0 where d divides c" refinement
  (.rem (.mul x c) d) => (0) where [.cmp .eq (.rem c d) 0] := by
  rule_cases; exact_either Arith.mul_emod_of_emod _ hp
rewrite_rule trem_mul_const "(x * c) trem d = 0 where d divides c" refinement
  (.trem (.mul x c) d) => (0) where [.cmp .eq (.rem c d) 0] := by
  rule_cases; exact_either Arith.mul_tmod_of_emod _ hp

/-! ### of quotients and remainders -/

rewrite_rule div_div "(x div c) div d = x div (c * d)" equivalence
  (.div (.div x c) d) => (.div x (c * d)) where [.cmp .gt c 0, .cmp .gt d 0] := by
  rule_cases <;> first
    | omega
    | exact_either Int.ediv_ediv_of_nonneg (Int.le_of_lt hp.1)
    | (have := Int.mul_pos hp.1 hp.2; omega)
rewrite_rule tdiv_tdiv "(x tdiv c) tdiv d = x tdiv (c * d)" equivalence
  (.tdiv (.tdiv x c) d) => (.tdiv x (c * d)) where [.cmp .gt c 0, .cmp .gt d 0] := by
  rule_cases <;> first
    | omega
    | exact_either Arith.tdiv_tdiv hp.1 hp.2
    | (have := Int.mul_pos hp.1 hp.2; omega)
rewrite_rule shr_div "(x >> k) div c = x div (2^k * c)" equivalence
  (.div (.shr x k) c) => (.div x (.calc (.mul (.pow2 k) c))) where [.cmp .ge k 0, .cmp .gt c 0] := by
  rule_cases <;> (try simp only [Bits.shr] at *) <;> first
    | omega
    | (have := Int.mul_pos (Bits.two_pow_pos (e.c "k").toNat) hp.2; omega)
    | exact_either Int.ediv_ediv_of_nonneg (Int.le_of_lt (Bits.two_pow_pos _))
rewrite_rule div_shr "(x div c) >> k = x div (c * 2^k)" equivalence
  (.shr (.div x c) k) => (.div x (.calc (.mul c (.pow2 k)))) where [.cmp .ge k 0, .cmp .gt c 0] := by
  rule_cases <;> (try simp only [Bits.shr] at *) <;> first
    | omega
    | (have := Int.mul_pos hp.2 (Bits.two_pow_pos (e.c "k").toNat); omega)
    | exact_either Int.ediv_ediv_of_nonneg (Int.le_of_lt hp.2)
rewrite_rule rem_rem "(x rem c) rem d = x rem d where d divides c" equivalence
  (.rem (.rem x c) d) => (.rem x d) where [.cmp .ne c 0, .cmp .eq (.rem c d) 0] := by
  rule_cases <;> first | omega | exact_either Int.emod_emod_of_dvd _ (Arith.dvd_of_emod hp.2)
rewrite_rule trem_trem "(x trem c) trem d = x trem d where d divides c" equivalence
  (.trem (.trem x c) d) => (.trem x d) where [.cmp .ne c 0, .cmp .eq (.rem c d) 0] := by
  rule_cases <;> first | omega | exact_either Int.tmod_tmod_of_dvd _ (Arith.dvd_of_emod hp.2)
rewrite_rule rem_rem_self "(x rem y) rem y = x rem y" equivalence
  (.rem (.rem x y) y) => (.rem x y) := by
  rule_cases; exact_either Int.emod_emod _ _
rewrite_rule trem_trem_self "(x trem y) trem y = x trem y" equivalence
  (.trem (.trem x y) y) => (.trem x y) := by
  rule_cases; exact_either Int.tmod_tmod_of_dvd _ (Int.dvd_refl _)
rewrite_rule rem_rem_less "(x rem c) rem d = x rem c for c up to d" equivalence
  (.rem (.rem x c) d) => (.rem x c) where [.cmp .gt c 0, .cmp .le c d] := by
  rule_cases <;> first
    | omega
    | (rename_i a _ _; have := Arith.emod_range a (show 0 < e.c "c" by omega)
       exact_either Int.emod_eq_of_lt this.1 (by omega))
rewrite_rule rem_div_less "(x rem c) div d = 0 for c up to d" refinement
  (.div (.rem x c) d) => (0) where [.cmp .gt c 0, .cmp .le c d] := by
  rule_cases <;> first
    | omega
    | (rename_i a _ _; have := Arith.emod_range a (show 0 < e.c "c" by omega)
       exact_either Int.ediv_eq_zero_of_lt this.1 (by omega))
rewrite_rule div_mul_add_rem "(x div y) * y + x rem y = x" refinement
  (.add (.mul (.div x y) y) (.rem x y)) => x := by
  rule_cases; rename_i a b _; have := Int.mul_ediv_add_emod a b; grind
rewrite_rule tdiv_mul_add_trem "(x tdiv y) * y + x trem y = x" refinement
  (.add (.mul (.tdiv x y) y) (.trem x y)) => x := by
  rule_cases; rename_i a b _; have := Int.mul_tdiv_add_tmod a b; grind
rewrite_rule div_mul_add_rem_const "(x div c) * c + x rem c = x" equivalence
  (.add (.mul (.div x c) c) (.rem x c)) => x where [.cmp .ne c 0] := by
  rule_cases; rename_i a _; have := Int.mul_ediv_add_emod a (e.c "c"); grind
rewrite_rule tdiv_mul_add_trem_const "(x tdiv c) * c + x trem c = x" equivalence
  (.add (.mul (.tdiv x c) c) (.trem x c)) => x where [.cmp .ne c 0] := by
  rule_cases; rename_i a _; have := Int.mul_tdiv_add_tmod a (e.c "c"); grind
rewrite_rule sub_div_mul "x - (x div y) * y = x rem y" equivalence
  (.sub x (.mul (.div x y) y)) => (.rem x y) := by
  rule_cases; rename_i a b _; have := Int.mul_ediv_add_emod a b; grind
rewrite_rule sub_tdiv_mul "x - (x tdiv y) * y = x trem y" equivalence
  (.sub x (.mul (.tdiv x y) y)) => (.trem x y) := by
  rule_cases; rename_i a b _; have := Int.mul_tdiv_add_tmod a b; grind
rewrite_rule sub_div_mul_const "x - (x div c) * c = x rem c" equivalence
  (.sub x (.mul (.div x c) c)) => (.rem x c) := by
  rule_cases; rename_i a _; have := Int.mul_ediv_add_emod a (e.c "c"); grind
rewrite_rule sub_tdiv_mul_const "x - (x tdiv c) * c = x trem c" equivalence
  (.sub x (.mul (.tdiv x c) c)) => (.trem x c) := by
  rule_cases; rename_i a _; have := Int.mul_tdiv_add_tmod a (e.c "c"); grind
rewrite_rule sub_rem "x - x rem y = (x div y) * y" equivalence
  (.sub x (.rem x y)) => (.mul (.div x y) y) := by
  rule_cases; rename_i a b _; have := Int.mul_ediv_add_emod a b; grind
rewrite_rule sub_trem "x - x trem y = (x tdiv y) * y" equivalence
  (.sub x (.trem x y)) => (.mul (.tdiv x y) y) := by
  rule_cases; rename_i a b _; have := Int.mul_tdiv_add_tmod a b; grind

/-- All rules of this file. -/
def rules : List Proven := [
  div_one, rem_one, tdiv_one, trem_one, div_neg_one, rem_neg_one, tdiv_neg_one, trem_neg_one,
  div_self, rem_self, tdiv_self, trem_self, zero_div, zero_rem, zero_tdiv, zero_trem,
  div_mul_cancel, tdiv_mul_cancel, rem_mul_cancel, trem_mul_cancel, div_mul_const, tdiv_mul_const,
  div_mul_factor, tdiv_mul_factor, rem_mul_const, trem_mul_const, div_div, tdiv_tdiv, shr_div,
  div_shr, rem_rem, trem_trem, rem_rem_self, trem_trem_self, rem_rem_less, rem_div_less,
  div_mul_add_rem, tdiv_mul_add_trem, div_mul_add_rem_const, tdiv_mul_add_trem_const, sub_div_mul,
  sub_tdiv_mul, sub_div_mul_const, sub_tdiv_mul_const, sub_rem, sub_trem]

end Tuffy.Rewrites.DivRules
