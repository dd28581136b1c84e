import TuffyLean.IR.FloatMore
import TuffyLean.Rewrites.FloatTactic

/-!
Rules on conversions of floats, to other formats and from and to integers. They hold bit for bit;
where an operand would be left as it is in the place of a NaN that a conversion makes, the rule asks
that it is no NaN.
-/
namespace Tuffy.Rewrites.FloatConvertRules
open Tuffy Vars FVars FloatFmt

rewrite_rule ui_to_fp_bf16 "unsigned to bf16 is signed to bf16" refinement (.uiToFp .bf16 x) => (.siToFp .bf16 x) := by fp_cases
rewrite_rule ui_to_fp_f16 "unsigned to f16 is signed to f16" refinement (.uiToFp .f16 x) => (.siToFp .f16 x) := by fp_cases
rewrite_rule ui_to_fp_f32 "unsigned to f32 is signed to f32" refinement (.uiToFp .f32 x) => (.siToFp .f32 x) := by fp_cases
rewrite_rule ui_to_fp_f64 "unsigned to f64 is signed to f64" refinement (.uiToFp .f64 x) => (.siToFp .f64 x) := by fp_cases
theorem fp_to_si_back {f : FloatFmt} {v : Int}
    (h : f.isNaN (f.ofInt v) = false ∧ f.isInf (f.ofInt v) = false ∧ f.toInt (f.ofInt v) = v) (n : Int) :
    Refines (.int v) (evalFpToSi f (f.ofInt v) n) := by
  rw [evalFpToSi, h.1, h.2.1, h.2.2]; simp only [Bool.or_self, Bool.false_eq_true, if_false]; split
  · exact .refl _
  · exact .poison _
theorem fp_to_ui_back {f : FloatFmt} {v : Int}
    (h : f.isNaN (f.ofInt v) = false ∧ f.isInf (f.ofInt v) = false ∧ f.toInt (f.ofInt v) = v) (n : Int) :
    Refines (.int v) (evalFpToUi f (f.ofInt v) n) := by
  rw [evalFpToUi, h.1, h.2.1, h.2.2]; simp only [Bool.or_self, Bool.false_eq_true, if_false]; split
  · exact .refl _
  · exact .poison _

/-- `int → float → int` by one of these theorems and one about the format. By rewriting: the kernel
must not start to compute with powers of two. -/
local macro "back " back:term:max there:term:max : tactic => `(tactic| (
  intro e ht hp
  simp only [Term.typed, Term.typedList, Value.hasTy, Pre.all, Pre.holds, CExpr.eval, CExpr.ofNat_def, Int.toNat_natCast, Int.cast_ofNat_Int,
    Int.reduceToNat, and_true] at ht hp
  simp only [Kind.relates, Term.eval, Term.evalList]
  rcases ht with hx | ⟨i, hx⟩
  · simp only [hx, evalOp, int1_poison, floatInt_poison]; exact .poison _
  · simp only [hx, fact_int] at hp
    have h := $there hp
    simp only [hx, evalOp, int1_int, evalSiToFp, floatInt_float]; exact $back h _))

/-- An integer that fits the significand goes there and back. -/
theorem there {f : FloatFmt} (ok : f.Ok) (top : 2 * 2 ^ f.frac * f.scale ≤ f.units f.inf) {v : Int} {k : Nat} (hk : k ≤ f.frac + 1)
    (h : Bits.inS v k ∨ Bits.inU v k) :
    f.isNaN (f.ofInt v) = false ∧ f.isInf (f.ofInt v) = false ∧ f.toInt (f.ofInt v) = v := by
  refine toInt_ofInt ok top ?_
  rw [Nat.mul_comm 2, ← Nat.pow_succ]
  have c1 : ((2 ^ k : Nat) : Int) = 2 ^ k := by simp
  have c2 : ((2 ^ (k - 1) : Nat) : Int) = 2 ^ (k - 1) := by simp
  have l1 : 2 ^ k ≤ 2 ^ (f.frac + 1) := Nat.pow_le_pow_right (by decide) hk
  have l2 : 2 ^ (k - 1) < 2 ^ (f.frac + 1) := Nat.pow_lt_pow_right (by decide) (by omega)
  rcases h with h | h
  · simp only [Bits.inS] at h; rw [← c2] at h; omega
  · simp only [Bits.inU] at h; rw [← c1] at h; omega

theorem top_bf16 : 2 * 2 ^ (FloatTy.fmt .bf16).frac * (FloatTy.fmt .bf16).scale ≤ (FloatTy.fmt .bf16).units (FloatTy.fmt .bf16).inf := by
  decide +kernel
rewrite_rule fp_to_si_si_to_fp_bf16 "x through bf16 and back = x for x in :s8" refinement (.fpToSi (.siToFp .bf16 x) n) => x
  where [.inS "x" 8] := by back fp_to_si_back (fun h => there (FloatTy.fmt_ok .bf16) top_bf16 (k := 8) (by decide) (.inl h))
rewrite_rule fp_to_ui_si_to_fp_bf16 "x through bf16 and back = x for x in :u8" refinement (.fpToUi (.siToFp .bf16 x) n) => x
  where [.inU "x" 8] := by back fp_to_ui_back (fun h => there (FloatTy.fmt_ok .bf16) top_bf16 (k := 8) (by decide) (.inr h))
theorem top_f16 : 2 * 2 ^ (FloatTy.fmt .f16).frac * (FloatTy.fmt .f16).scale ≤ (FloatTy.fmt .f16).units (FloatTy.fmt .f16).inf := by
  decide +kernel
rewrite_rule fp_to_si_si_to_fp_f16 "x through f16 and back = x for x in :s11" refinement (.fpToSi (.siToFp .f16 x) n) => x
  where [.inS "x" 11] := by back fp_to_si_back (fun h => there (FloatTy.fmt_ok .f16) top_f16 (k := 11) (by decide) (.inl h))
rewrite_rule fp_to_ui_si_to_fp_f16 "x through f16 and back = x for x in :u11" refinement (.fpToUi (.siToFp .f16 x) n) => x
  where [.inU "x" 11] := by back fp_to_ui_back (fun h => there (FloatTy.fmt_ok .f16) top_f16 (k := 11) (by decide) (.inr h))
rewrite_rule fp_convert_bf16_fneg "to bf16 of -x = -(x to bf16), no NaN" refinement (.fpConvert .bf16 (.fneg u)) => (.fneg (.fpConvert .bf16 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_neg _ _ num
rewrite_rule fp_convert_bf16_fabs "to bf16 of |x| = |x to bf16|, no NaN" refinement (.fpConvert .bf16 (.fabs u)) => (.fabs (.fpConvert .bf16 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_abs _ _ num
rewrite_rule fp_convert_f16_fneg "to f16 of -x = -(x to f16), no NaN" refinement (.fpConvert .f16 (.fneg u)) => (.fneg (.fpConvert .f16 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_neg _ _ num
rewrite_rule fp_convert_f16_fabs "to f16 of |x| = |x to f16|, no NaN" refinement (.fpConvert .f16 (.fabs u)) => (.fabs (.fpConvert .f16 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_abs _ _ num
rewrite_rule fp_convert_f32_fneg "to f32 of -x = -(x to f32), no NaN" refinement (.fpConvert .f32 (.fneg u)) => (.fneg (.fpConvert .f32 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_neg _ _ num
rewrite_rule fp_convert_f32_fabs "to f32 of |x| = |x to f32|, no NaN" refinement (.fpConvert .f32 (.fabs u)) => (.fabs (.fpConvert .f32 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_abs _ _ num
rewrite_rule fp_convert_f64_fneg "to f64 of -x = -(x to f64), no NaN" refinement (.fpConvert .f64 (.fneg u)) => (.fneg (.fpConvert .f64 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_neg _ _ num
rewrite_rule fp_convert_f64_fabs "to f64 of |x| = |x to f64|, no NaN" refinement (.fpConvert .f64 (.fabs u)) => (.fabs (.fpConvert .f64 u))
  where [.float "u" (.notIn nans)] := by by_fact convert_abs _ _ num
theorem bf16_within_f32 : Within .bf16 .f32 := by decide +kernel
rewrite_rule fp_convert_bf16_f32_bf16 "bf16 to f32 and back, no NaN" refinement (.fpConvert .bf16 (.fpConvert .f32 (.var "u" (.float .bf16)))) => (.var "u" (.float .bf16))
  where [.float "u" (.notIn nans)] := by
  fp_facts; all_goals exact ⟨rfl, (convert_back bf16_within_f32 (by decide) (by decide) (by assumption) num).symm⟩
rewrite_rule fp_convert_bf16_f32_f16 "bf16 to f32 to f16" refinement (.fpConvert .f16 (.fpConvert .f32 (.var "u" (.float .bf16)))) => (.fpConvert .f16 (.var "u" (.float .bf16))) := by
  by_fact convert_convert bf16_within_f32 (by decide) (by decide) _ _
rewrite_rule fp_convert_bf16_f32_f64 "bf16 to f32 to f64" refinement (.fpConvert .f64 (.fpConvert .f32 (.var "u" (.float .bf16)))) => (.fpConvert .f64 (.var "u" (.float .bf16))) := by
  by_fact convert_convert bf16_within_f32 (by decide) (by decide) _ _
theorem f16_within_f32 : Within .f16 .f32 := by decide +kernel
rewrite_rule fp_convert_f16_f32_bf16 "f16 to f32 to bf16" refinement (.fpConvert .bf16 (.fpConvert .f32 (.var "u" (.float .f16)))) => (.fpConvert .bf16 (.var "u" (.float .f16))) := by
  by_fact convert_convert f16_within_f32 (by decide) (by decide) _ _
rewrite_rule fp_convert_f16_f32_f16 "f16 to f32 and back, no NaN" refinement (.fpConvert .f16 (.fpConvert .f32 (.var "u" (.float .f16)))) => (.var "u" (.float .f16))
  where [.float "u" (.notIn nans)] := by
  fp_facts; all_goals exact ⟨rfl, (convert_back f16_within_f32 (by decide) (by decide) (by assumption) num).symm⟩
rewrite_rule fp_convert_f16_f32_f64 "f16 to f32 to f64" refinement (.fpConvert .f64 (.fpConvert .f32 (.var "u" (.float .f16)))) => (.fpConvert .f64 (.var "u" (.float .f16))) := by
  by_fact convert_convert f16_within_f32 (by decide) (by decide) _ _
theorem bf16_within_f64 : Within .bf16 .f64 := by decide +kernel
rewrite_rule fp_convert_bf16_f64_bf16 "bf16 to f64 and back, no NaN" refinement (.fpConvert .bf16 (.fpConvert .f64 (.var "u" (.float .bf16)))) => (.var "u" (.float .bf16))
  where [.float "u" (.notIn nans)] := by
  fp_facts; all_goals exact ⟨rfl, (convert_back bf16_within_f64 (by decide) (by decide) (by assumption) num).symm⟩
rewrite_rule fp_convert_bf16_f64_f16 "bf16 to f64 to f16" refinement (.fpConvert .f16 (.fpConvert .f64 (.var "u" (.float .bf16)))) => (.fpConvert .f16 (.var "u" (.float .bf16))) := by
  by_fact convert_convert bf16_within_f64 (by decide) (by decide) _ _
rewrite_rule fp_convert_bf16_f64_f32 "bf16 to f64 to f32" refinement (.fpConvert .f32 (.fpConvert .f64 (.var "u" (.float .bf16)))) => (.fpConvert .f32 (.var "u" (.float .bf16))) := by
  by_fact convert_convert bf16_within_f64 (by decide) (by decide) _ _
theorem f16_within_f64 : Within .f16 .f64 := by decide +kernel
rewrite_rule fp_convert_f16_f64_bf16 "f16 to f64 to bf16" refinement (.fpConvert .bf16 (.fpConvert .f64 (.var "u" (.float .f16)))) => (.fpConvert .bf16 (.var "u" (.float .f16))) := by
  by_fact convert_convert f16_within_f64 (by decide) (by decide) _ _
rewrite_rule fp_convert_f16_f64_f16 "f16 to f64 and back, no NaN" refinement (.fpConvert .f16 (.fpConvert .f64 (.var "u" (.float .f16)))) => (.var "u" (.float .f16))
  where [.float "u" (.notIn nans)] := by
  fp_facts; all_goals exact ⟨rfl, (convert_back f16_within_f64 (by decide) (by decide) (by assumption) num).symm⟩
rewrite_rule fp_convert_f16_f64_f32 "f16 to f64 to f32" refinement (.fpConvert .f32 (.fpConvert .f64 (.var "u" (.float .f16)))) => (.fpConvert .f32 (.var "u" (.float .f16))) := by
  by_fact convert_convert f16_within_f64 (by decide) (by decide) _ _
theorem f32_within_f64 : Within .f32 .f64 := by decide +kernel
rewrite_rule fp_convert_f32_f64_bf16 "f32 to f64 to bf16" refinement (.fpConvert .bf16 (.fpConvert .f64 (.var "u" (.float .f32)))) => (.fpConvert .bf16 (.var "u" (.float .f32))) := by
  by_fact convert_convert f32_within_f64 (by decide) (by decide) _ _
rewrite_rule fp_convert_f32_f64_f16 "f32 to f64 to f16" refinement (.fpConvert .f16 (.fpConvert .f64 (.var "u" (.float .f32)))) => (.fpConvert .f16 (.var "u" (.float .f32))) := by
  by_fact convert_convert f32_within_f64 (by decide) (by decide) _ _
rewrite_rule fp_convert_f32_f64_f32 "f32 to f64 and back, no NaN" refinement (.fpConvert .f32 (.fpConvert .f64 (.var "u" (.float .f32)))) => (.var "u" (.float .f32))
  where [.float "u" (.notIn nans)] := by
  fp_facts; all_goals exact ⟨rfl, (convert_back f32_within_f64 (by decide) (by decide) (by assumption) num).symm⟩

def rules : List Proven := [
  ui_to_fp_bf16, ui_to_fp_f16, ui_to_fp_f32, ui_to_fp_f64, fp_to_si_si_to_fp_bf16, fp_to_ui_si_to_fp_bf16,
  fp_to_si_si_to_fp_f16, fp_to_ui_si_to_fp_f16, 
  fp_convert_bf16_fneg, fp_convert_bf16_fabs, fp_convert_f16_fneg, fp_convert_f16_fabs,
  fp_convert_f32_fneg, fp_convert_f32_fabs, fp_convert_f64_fneg, fp_convert_f64_fabs, fp_convert_bf16_f32_bf16,
  fp_convert_bf16_f32_f16, fp_convert_bf16_f32_f64, fp_convert_f16_f32_bf16, fp_convert_f16_f32_f16,
  fp_convert_f16_f32_f64, fp_convert_bf16_f64_bf16, fp_convert_bf16_f64_f16, fp_convert_bf16_f64_f32,
  fp_convert_f16_f64_bf16, fp_convert_f16_f64_f16, fp_convert_f16_f64_f32, fp_convert_f32_f64_bf16,
  fp_convert_f32_f64_f16, fp_convert_f32_f64_f32]

end Tuffy.Rewrites.FloatConvertRules
