import TuffyLean.IR.ClmulMore
import TuffyLean.Rewrites.Rule

/-!
Carry-less products. A negative factor makes poison, so rules that lose the product are
refinements.
-/
namespace Tuffy.Rewrites.ClmulRules
open Tuffy Vars

rewrite_rule clmul_zero "clmul x 0 = 0" refinement (.clmul x 0) => (0) := by
  rule_cases; rfl
rewrite_rule clmul_one "clmul x 1 = x" refinement (.clmul x 1) => x := by
  rule_cases; rename_i a _
  have := clmul_two_pow a 0
  rw [← bitLen_two_pow 0] at this
  simpa [Bits.shl] using this.symm
rewrite_rule clmul_pow2 "clmul x 2^k = x << k" refinement
  (.clmul x c) => (.shl x (.calc (.log2 c))) where [.isPow2 c] := by
  rule_cases; rename_i a _ _
  have := clmul_two_pow a (Bits.log2 (e.c "c"))
  rw [← bitLen_two_pow, ← toNat_two_pow, hp] at this
  exact this.symm
rewrite_rule clmul_one_shl "clmul x (1 << y) = x << y" refinement
  (.clmul x (.shl 1 y)) => (.shl x y) := by
  rule_cases; rename_i a b _ _
  have := clmul_two_pow a b.toNat
  rw [← bitLen_two_pow, ← toNat_two_pow] at this
  simpa only [Bits.shl, Int.one_mul] using this.symm
rewrite_rule clmul_shl "clmul (x << k) y = (clmul x y) << k" equivalence
  (.clmul (.shl x k) y) => (.shl (.clmul x y) k) where [.cmp .ge k 0] := by
  rule_cases
  all_goals first
    | (have := Bits.shl_neg_iff; exact (clmul_shl_left _ _ _ _).symm)
    | (simp only [Bits.shl_neg_iff] at *; omega)
rewrite_rule clmul_bool_to_int "clmul (bool_to_int p) (bool_to_int q) = bool_to_int (p and q)" equivalence
  (.clmul (.boolToInt p) (.boolToInt q)) => (.boolToInt (.band p q)) := by rule_cases <;> decide

/-- All rules of this file. -/
def rules : List Proven := [
  clmul_zero, clmul_one, clmul_pow2, clmul_one_shl, clmul_shl, clmul_bool_to_int]

end Tuffy.Rewrites.ClmulRules
