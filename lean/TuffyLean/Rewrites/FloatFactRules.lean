import TuffyLean.IR.FloatMore
import TuffyLean.Rewrites.FloatTactic

/-!
Rules on floats with particular constants and with facts about NaN. They hold bit for bit; where an operand would be left as it is in the place of a NaN that an operation makes, the
rule asks that it is no NaN.
-/
namespace Tuffy.Rewrites.FloatFactRules
open Tuffy Vars FVars FloatFmt

/-! ### constants -/

rewrite_rule fmul_one "x * 1 = x, no NaN" refinement (.fmul u v) => u
  where [.float "v" .one, .float "u" (.notIn nans)] := by by_fact mul_one (by assumption) (by assumption) num
rewrite_rule fmul_neg_one "x * -1 = -x, no NaN" refinement (.fmul u v) => (.fneg u)
  where [.float "v" .negOne, .float "u" (.notIn nans)] := by by_fact mul_neg_one (by assumption) (by assumption) num
rewrite_rule fdiv_one "x / 1 = x, no NaN" refinement (.fdiv u v) => u
  where [.float "v" .one, .float "u" (.notIn nans)] := by by_fact div_one (by assumption) (by assumption) num
rewrite_rule fdiv_neg_one "x / -1 = -x, no NaN" refinement (.fdiv u v) => (.fneg u)
  where [.float "v" .negOne, .float "u" (.notIn nans)] := by by_fact div_neg_one (by assumption) num
rewrite_rule fmul_two "x * 2 = x + x" refinement (.fmul u v) => (.fadd u u)
  where [.float "v" .two] := by by_fact mul_two (by assumption) _
rewrite_rule fdiv_recip "x / c = x * (1 / c), c a power of two" refinement (.fdiv u v) => (.fmul u (.recip "v"))
  where [.float "v" .recip] := by by_fact mul_recip (by assumption) (by assumption)
rewrite_rule fsub_zero "x - 0 = x, no NaN" refinement (.fsub u v) => u
  where [.float "v" .zero, .float "u" (.notIn nans)] := by by_fact sub_zero (by assumption) (by assumption) num
rewrite_rule fadd_neg_zero "x + -0 = x, no NaN" refinement (.fadd u v) => u
  where [.float "v" .negZero, .float "u" (.notIn nans)] := by by_fact sub_zero (by assumption) (by assumption) num
rewrite_rule fadd_zero "x + 0 = x, neither NaN nor -0" refinement (.fadd u v) => u
  where [.float "v" .zero, .float "u" (.notIn nansAndNegZero)] := by
  by_fact add_zero (by assumption) (by assumption) num (not_neg_zero_of_class (by assumption) (by assumption) (by decide))
rewrite_rule fsub_neg_zero "x - -0 = x, neither NaN nor -0" refinement (.fsub u v) => u
  where [.float "v" .negZero, .float "u" (.notIn nansAndNegZero)] := by
  by_fact (sub_neg_zero (by assumption) (by assumption) num (not_neg_zero_of_class (by assumption) (by assumption) (by decide)))
rewrite_rule neg_zero_fsub "-0 - x = -x, no NaN" refinement (.fsub v u) => (.fneg u)
  where [.float "v" .negZero, .float "u" (.notIn nans)] := by by_fact neg_zero_sub (by assumption) num
rewrite_rule fma_one "x * 1 + y = x + y" refinement (.fma u v r) => (.fadd u r)
  where [.float "v" .one] := by by_fact FloatFmt.fma_one (by assumption) (by assumption) _
rewrite_rule one_fma "1 * x + y = x + y" refinement (.fma v u r) => (.fadd u r)
  where [.float "v" .one] := by by_fact (FloatFmt.fma_comm ..).trans (FloatFmt.fma_one (by assumption) (by assumption) _)
rewrite_rule fma_neg_zero "x * y + -0 = x * y" refinement (.fma u v r) => (.fmul u v)
  where [.float "r" .negZero] := by by_fact FloatFmt.fma_neg_zero (by assumption) _ _

/-! ### least and greatest -/

rewrite_rule fminnum_self "min x x = x, no NaN" refinement (.fminnum u u) => u
  where [.float "u" (.notIn nans)] := by by_fact min_self num
rewrite_rule fmaxnum_self "max x x = x, no NaN" refinement (.fmaxnum u u) => u
  where [.float "u" (.notIn nans)] := by by_fact max_self num
rewrite_rule fminnum_left "min (min x y) y = min x y" refinement (.fminnum (.fminnum u v) v) => (.fminnum u v) := by
  by_fact min_left (by assumption) _ _
rewrite_rule fminnum_left_first "min (min x y) x = min x y" refinement (.fminnum (.fminnum u v) u) => (.fminnum u v) := by
  by_fact min_left' (by assumption) _ _
rewrite_rule fminnum_right "min y (min x y) = min x y" refinement (.fminnum v (.fminnum u v)) => (.fminnum u v) := by
  by_fact (minNum_comm (by assumption) (minNum_lt (by assumption) (by assumption) (by assumption))).trans (min_left (by assumption) _ _)
rewrite_rule fminnum_right_first "min x (min x y) = min x y" refinement (.fminnum u (.fminnum u v)) => (.fminnum u v) := by
  by_fact (minNum_comm (by assumption) (minNum_lt (by assumption) (by assumption) (by assumption))).trans (min_left' (by assumption) _ _)
rewrite_rule fmaxnum_left "max (max x y) y = max x y" refinement (.fmaxnum (.fmaxnum u v) v) => (.fmaxnum u v) := by
  by_fact max_left (by assumption) _ _
rewrite_rule fmaxnum_left_first "max (max x y) x = max x y" refinement (.fmaxnum (.fmaxnum u v) u) => (.fmaxnum u v) := by
  by_fact max_left' (by assumption) _ _
rewrite_rule fmaxnum_right "max y (max x y) = max x y" refinement (.fmaxnum v (.fmaxnum u v)) => (.fmaxnum u v) := by
  by_fact (maxNum_comm (by assumption) (maxNum_lt (by assumption) (by assumption) (by assumption))).trans (max_left (by assumption) _ _)
rewrite_rule fmaxnum_right_first "max x (max x y) = max x y" refinement (.fmaxnum u (.fmaxnum u v)) => (.fmaxnum u v) := by
  by_fact (maxNum_comm (by assumption) (maxNum_lt (by assumption) (by assumption) (by assumption))).trans (max_left' (by assumption) _ _)

/-! ### comparisons -/

rewrite_rule fcmp_ueq_known "x ueq y = x oeq y, no NaN" refinement (.fcmp .ueq u v) => (.fcmp .oeq u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .oeq .ueq (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_ugt_known "x ugt y = x ogt y, no NaN" refinement (.fcmp .ugt u v) => (.fcmp .ogt u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .ogt .ugt (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_uge_known "x uge y = x oge y, no NaN" refinement (.fcmp .uge u v) => (.fcmp .oge u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .oge .uge (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_ult_known "x ult y = x olt y, no NaN" refinement (.fcmp .ult u v) => (.fcmp .olt u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .olt .ult (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_ule_known "x ule y = x ole y, no NaN" refinement (.fcmp .ule u v) => (.fcmp .ole u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .ole .ule (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_une_known "x une y = x one y, no NaN" refinement (.fcmp .une u v) => (.fcmp .one u v)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact compare_known .one .une (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)
rewrite_rule fcmp_ord_known "x ord y = true, no NaN" refinement (.fcmp .ord u v) => (.bool true)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact (compare_known .ord .true (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)).trans (compare_true ..)
rewrite_rule fcmp_ord_self_known "x ord x = true, no NaN" refinement (.fcmp .ord u u) => (.bool true)
  where [.float "u" (.notIn nans)] := by
  by_fact (compare_known .ord .true (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hp (by decide) (by decide)) (by decide)).trans (compare_true ..)
rewrite_rule fcmp_uno_known "x uno y = false, no NaN" refinement (.fcmp .uno u v) => (.bool false)
  where [.float "u" (.notIn nans), .float "v" (.notIn nans)] := by
  by_fact (compare_known .uno .false (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hq (by decide) (by decide)) (by decide)).trans (compare_false ..)
rewrite_rule fcmp_uno_self_known "x uno x = false, no NaN" refinement (.fcmp .uno u u) => (.bool false)
  where [.float "u" (.notIn nans)] := by
  by_fact (compare_known .uno .false (isNaN_of_class hp (by decide) (by decide)) (isNaN_of_class hp (by decide) (by decide)) (by decide)).trans (compare_false ..)
/-- Two comparisons of the same numbers. -/
theorem compare_or (f : FloatFmt) (p q r : FPred) (x y : Nat)
    (h : r.onLt = (p.onLt || q.onLt) ∧ r.onEq = (p.onEq || q.onEq) ∧ r.onGt = (p.onGt || q.onGt) ∧ r.onNaN = (p.onNaN || q.onNaN)) :
    f.compare r x y = (f.compare p x y || f.compare q x y) := by
  simp only [FloatFmt.compare]; repeat' split
  all_goals simp [h]
theorem compare_and (f : FloatFmt) (p q r : FPred) (x y : Nat)
    (h : r.onLt = (p.onLt && q.onLt) ∧ r.onEq = (p.onEq && q.onEq) ∧ r.onGt = (p.onGt && q.onGt) ∧ r.onNaN = (p.onNaN && q.onNaN)) :
    f.compare r x y = (f.compare p x y && f.compare q x y) := by
  simp only [FloatFmt.compare]; repeat' split
  all_goals simp [h]

rewrite_rule bor_fcmp_oeq_ogt "x oeq y or x ogt y = x oge y" refinement
  (.bor (.fcmp .oeq u v) (.fcmp .ogt u v)) => (.fcmp .oge u v) := by
  by_fact compare_or _ .oeq .ogt .oge _ _ (by decide)
rewrite_rule bor_fcmp_oeq_olt "x oeq y or x olt y = x ole y" refinement
  (.bor (.fcmp .oeq u v) (.fcmp .olt u v)) => (.fcmp .ole u v) := by
  by_fact compare_or _ .oeq .olt .ole _ _ (by decide)
rewrite_rule bor_fcmp_ogt_olt "x ogt y or x olt y = x one y" refinement
  (.bor (.fcmp .ogt u v) (.fcmp .olt u v)) => (.fcmp .one u v) := by
  by_fact compare_or _ .ogt .olt .one _ _ (by decide)
rewrite_rule bor_fcmp_oge_ole "x oge y or x ole y = x ord y" refinement
  (.bor (.fcmp .oge u v) (.fcmp .ole u v)) => (.fcmp .ord u v) := by
  by_fact compare_or _ .oge .ole .ord _ _ (by decide)
rewrite_rule bor_fcmp_one_oeq "x one y or x oeq y = x ord y" refinement
  (.bor (.fcmp .one u v) (.fcmp .oeq u v)) => (.fcmp .ord u v) := by
  by_fact compare_or _ .one .oeq .ord _ _ (by decide)
rewrite_rule bor_fcmp_uno_oeq "x uno y or x oeq y = x ueq y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .oeq u v)) => (.fcmp .ueq u v) := by
  by_fact compare_or _ .uno .oeq .ueq _ _ (by decide)
rewrite_rule bor_fcmp_uno_ogt "x uno y or x ogt y = x ugt y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .ogt u v)) => (.fcmp .ugt u v) := by
  by_fact compare_or _ .uno .ogt .ugt _ _ (by decide)
rewrite_rule bor_fcmp_uno_oge "x uno y or x oge y = x uge y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .oge u v)) => (.fcmp .uge u v) := by
  by_fact compare_or _ .uno .oge .uge _ _ (by decide)
rewrite_rule bor_fcmp_uno_olt "x uno y or x olt y = x ult y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .olt u v)) => (.fcmp .ult u v) := by
  by_fact compare_or _ .uno .olt .ult _ _ (by decide)
rewrite_rule bor_fcmp_uno_ole "x uno y or x ole y = x ule y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .ole u v)) => (.fcmp .ule u v) := by
  by_fact compare_or _ .uno .ole .ule _ _ (by decide)
rewrite_rule bor_fcmp_uno_one "x uno y or x one y = x une y" refinement
  (.bor (.fcmp .uno u v) (.fcmp .one u v)) => (.fcmp .une u v) := by
  by_fact compare_or _ .uno .one .une _ _ (by decide)
rewrite_rule bor_fcmp_uno_ord "x uno y or x ord y = true" refinement
  (.bor (.fcmp .uno u v) (.fcmp .ord u v)) => (.bool true) := by
  by_fact ((compare_or _ .uno .ord .true _ _ (by decide)).symm.trans (compare_true ..))
rewrite_rule band_fcmp_ole_oge "x ole y and x oge y = x oeq y" refinement
  (.band (.fcmp .ole u v) (.fcmp .oge u v)) => (.fcmp .oeq u v) := by
  by_fact compare_and _ .ole .oge .oeq _ _ (by decide)
rewrite_rule band_fcmp_ule_uge "x ule y and x uge y = x ueq y" refinement
  (.band (.fcmp .ule u v) (.fcmp .uge u v)) => (.fcmp .ueq u v) := by
  by_fact compare_and _ .ule .uge .ueq _ _ (by decide)
rewrite_rule band_fcmp_ole_one "x ole y and x one y = x olt y" refinement
  (.band (.fcmp .ole u v) (.fcmp .one u v)) => (.fcmp .olt u v) := by
  by_fact compare_and _ .ole .one .olt _ _ (by decide)
rewrite_rule band_fcmp_oge_one "x oge y and x one y = x ogt y" refinement
  (.band (.fcmp .oge u v) (.fcmp .one u v)) => (.fcmp .ogt u v) := by
  by_fact compare_and _ .oge .one .ogt _ _ (by decide)
rewrite_rule band_fcmp_ord_ueq "x ord y and x ueq y = x oeq y" refinement
  (.band (.fcmp .ord u v) (.fcmp .ueq u v)) => (.fcmp .oeq u v) := by
  by_fact compare_and _ .ord .ueq .oeq _ _ (by decide)
rewrite_rule band_fcmp_ord_ugt "x ord y and x ugt y = x ogt y" refinement
  (.band (.fcmp .ord u v) (.fcmp .ugt u v)) => (.fcmp .ogt u v) := by
  by_fact compare_and _ .ord .ugt .ogt _ _ (by decide)
rewrite_rule band_fcmp_ord_uge "x ord y and x uge y = x oge y" refinement
  (.band (.fcmp .ord u v) (.fcmp .uge u v)) => (.fcmp .oge u v) := by
  by_fact compare_and _ .ord .uge .oge _ _ (by decide)
rewrite_rule band_fcmp_ord_ult "x ord y and x ult y = x olt y" refinement
  (.band (.fcmp .ord u v) (.fcmp .ult u v)) => (.fcmp .olt u v) := by
  by_fact compare_and _ .ord .ult .olt _ _ (by decide)
rewrite_rule band_fcmp_ord_ule "x ord y and x ule y = x ole y" refinement
  (.band (.fcmp .ord u v) (.fcmp .ule u v)) => (.fcmp .ole u v) := by
  by_fact compare_and _ .ord .ule .ole _ _ (by decide)
rewrite_rule band_fcmp_ord_une "x ord y and x une y = x one y" refinement
  (.band (.fcmp .ord u v) (.fcmp .une u v)) => (.fcmp .one u v) := by
  by_fact compare_and _ .ord .une .one _ _ (by decide)
rewrite_rule band_fcmp_olt_ogt "x olt y and x ogt y = false" refinement
  (.band (.fcmp .olt u v) (.fcmp .ogt u v)) => (.bool false) := by
  by_fact ((compare_and _ .olt .ogt .false _ _ (by decide)).symm.trans (compare_false ..))
rewrite_rule band_fcmp_oeq_one "x oeq y and x one y = false" refinement
  (.band (.fcmp .oeq u v) (.fcmp .one u v)) => (.bool false) := by
  by_fact ((compare_and _ .oeq .one .false _ _ (by decide)).symm.trans (compare_false ..))

def rules : List Proven := [
  fmul_one, fmul_neg_one, fdiv_one, fdiv_neg_one, fmul_two, fdiv_recip, fsub_zero, fadd_neg_zero, fadd_zero,
  fsub_neg_zero, neg_zero_fsub, fma_one, one_fma, fma_neg_zero, fminnum_self, fmaxnum_self, fminnum_left,
  fminnum_left_first, fminnum_right, fminnum_right_first, fmaxnum_left, fmaxnum_left_first, fmaxnum_right,
  fmaxnum_right_first, fcmp_ueq_known, fcmp_ugt_known, fcmp_uge_known, fcmp_ult_known, fcmp_ule_known, fcmp_une_known,
  fcmp_ord_known, fcmp_ord_self_known, fcmp_uno_known, fcmp_uno_self_known, bor_fcmp_oeq_ogt, bor_fcmp_oeq_olt,
  bor_fcmp_ogt_olt, bor_fcmp_oge_ole, bor_fcmp_one_oeq, bor_fcmp_uno_oeq, bor_fcmp_uno_ogt, bor_fcmp_uno_oge,
  bor_fcmp_uno_olt, bor_fcmp_uno_ole, bor_fcmp_uno_one, bor_fcmp_uno_ord, band_fcmp_ole_oge, band_fcmp_ule_uge,
  band_fcmp_ole_one, band_fcmp_oge_one, band_fcmp_ord_ueq, band_fcmp_ord_ugt, band_fcmp_ord_uge, band_fcmp_ord_ult,
  band_fcmp_ord_ule, band_fcmp_ord_une, band_fcmp_olt_ogt, band_fcmp_oeq_one]

end Tuffy.Rewrites.FloatFactRules
