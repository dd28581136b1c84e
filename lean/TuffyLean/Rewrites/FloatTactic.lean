import TuffyLean.IR.FloatMore
import TuffyLean.Rewrites.Rule

/-! What `rule_cases` is for ints and bools, for floats and pointers: the bit patterns and the hypotheses about
them (`hok` of a format, `hlt` of a pattern, `hp` and `hq` of facts) are in scope. -/
namespace Tuffy

/-! Variables for rules: floats `u v r` of any type with arithmetic, pointers `a b`. -/
namespace FVars
abbrev u : Term := .var "u" .fp
abbrev v : Term := .var "v" .fp
abbrev r : Term := .var "r" .fp
abbrev a : Term := .var "a" .ptr
abbrev b : Term := .var "b" .ptr
end FVars

/-- `rule_simp` with what floats and pointers do, everywhere. -/
macro "fp_simp" : tactic => `(tactic| (try rule_simp [
  float1_float, float1_poison, float2_float, float2_floats, float2_poison_left, float2_poison_right, float3_floats,
  float3_poison_1, float3_poison_2, float3_poison_3, floatInt_float, floatInt_poison,
  ptr1_ptr, ptr1_poison, ptr2_ptr, ptr2_poison_left, ptr2_poison_right, ptrInt_ptr, ptrInt_poison_left, ptrInt_poison_right,
  evalFAdd, evalFSub, evalFMul, evalFDiv, evalFRem, evalFMinNum, evalFMaxNum, evalFSqrt, evalFMA, evalFNeg, evalFAbs,
  evalCopySign, evalFCmp, evalFpConvert, evalSiToFp, evalUiToFp, evalFpToSi, evalFpToUi, evalFpToSiSat, evalFpToUiSat,
  evalPtrAdd, Pointer.move, evalPtrDiff, evalPtrToAddr, evalIntToPtr, evalSelect, floatFact_float, floatFact_poison, Value.float.injEq, Value.ptr.injEq, Pointer.mk.injEq, eq_self] at *))

set_option hygiene false in
/-- Splits the typing hypothesis `h` into the cases poison and value of every variable. -/
syntax "fp_split" ident : tactic
macro_rules
  | `(tactic| fp_split $h) => `(tactic| first
    | (have h1 := And.left $h; replace $h := And.right $h
       rcases h1 with hv | ⟨i, hv⟩ <;> (try (have hlt := And.right hv; replace hv := And.left hv)) <;> (try obtain ⟨b, hv, hok, hlt⟩ := hv) <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩ <;> (try intro $h:ident))) <;> fp_simp <;> fp_split $h)
    | (rcases $h:ident with hv | ⟨i, hv⟩ <;> (try (have hlt := And.right hv; replace hv := And.left hv)) <;> (try obtain ⟨b, hv, hok, hlt⟩ := hv) <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩)) <;> fp_simp)
    | skip)

set_option hygiene false in
/-- Reduces the soundness of a rule to equations between bit patterns, addresses, integers. -/
macro "fp_cases" : tactic => `(tactic| (
  intro e ht hp
  dsimp only at ht hp ⊢
  fp_simp
  (try fp_split ht)
  (try (all_goals (repeat' (split <;> (try subst_vars) <;> fp_simp <;> (try contradiction)))))))

set_option hygiene false in
/-- `fp_cases`, and what the preconditions say of the floats. -/
macro "fp_facts" : tactic => `(tactic| (
  fp_cases
  all_goals ((try simp only [FShape.holds, Bool.not_eq_true', beq_iff_eq] at hp); (try obtain ⟨hp, hq⟩ := hp); (try subst_vars))))

namespace FVars
/-- The classes of NaN, and with them that of negative zero. -/
abbrev nans : Nat := 3
abbrev nansAndNegZero : Nat := 35
end FVars

/-- Closes the goals that a theorem about the operations states, from either side. -/
macro "by_fact " t:term : tactic => `(tactic| (
  fp_facts
  all_goals first
    | exact Eq.symm $t
    | exact $t
    | (simp only [$t:term]; done)
    | grind))

/-- What is not of the classes of NaN. -/
macro "num" : term => `(FloatFmt.isNaN_of_class (by assumption) (by decide) (by decide))

end Tuffy
