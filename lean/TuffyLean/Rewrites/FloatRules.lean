import TuffyLean.IR.FloatMore
import TuffyLean.Rewrites.FloatTactic

/-!
Rules on floats that hold bit for bit, NaNs included: each side computes the same pattern.

No rule makes a NaN of an operation where the pattern has a given one, or the reverse: they stay
true when the bits of a NaN that an operation yields are chosen otherwise than here.
-/
namespace Tuffy.Rewrites.FloatRules
open Tuffy Vars FVars FloatFmt

/-- Closes an equation of patterns by sign and magnitude. -/
macro "by_parts" : tactic => `(tactic| (
  refine FloatFmt.ext (by first | assumption | apply neg_lt | apply abs_lt | apply copySign_lt)
    (by first | assumption | apply neg_lt | apply abs_lt | apply copySign_lt) ?_ ?_ <;>
  simp only [sign_neg, sign_abs, sign_copySign, mag_neg, mag_abs, mag_copySign, Bool.not_not, Bool.not_false]))

/-! ### signs -/

rewrite_rule fneg_fneg "-(-x) = x" refinement (.fneg (.fneg u)) => u := by
  fp_cases <;> by_parts
rewrite_rule fabs_fneg "|-x| = |x|" refinement (.fabs (.fneg u)) => (.fabs u) := by
  fp_cases <;> by_parts
rewrite_rule fabs_fabs "||x|| = |x|" refinement (.fabs (.fabs u)) => (.fabs u) := by
  fp_cases <;> by_parts
rewrite_rule fabs_copysign "|copysign x y| = |x|" refinement (.fabs (.copysign u v)) => (.fabs u) := by
  fp_cases <;> by_parts
rewrite_rule copysign_fneg "copysign (-x) y = copysign x y" refinement
  (.copysign (.fneg u) v) => (.copysign u v) := by fp_cases <;> by_parts
rewrite_rule copysign_fabs "copysign |x| y = copysign x y" refinement
  (.copysign (.fabs u) v) => (.copysign u v) := by fp_cases <;> by_parts
rewrite_rule copysign_copysign "copysign (copysign x y) z = copysign x z" refinement
  (.copysign (.copysign u v) r) => (.copysign u r) := by fp_cases <;> by_parts
rewrite_rule copysign_of_copysign "copysign x (copysign y z) = copysign x z" refinement
  (.copysign u (.copysign v r)) => (.copysign u r) := by fp_cases <;> by_parts
rewrite_rule copysign_self "copysign x x = x" refinement (.copysign u u) => u := by
  fp_cases <;> by_parts
rewrite_rule copysign_of_fabs "copysign x |y| = |x|" refinement (.copysign u (.fabs v)) => (.fabs u) := by
  fp_cases <;> by_parts
rewrite_rule copysign_of_fneg_self "copysign x (-x) = -x" refinement (.copysign u (.fneg u)) => (.fneg u) := by
  fp_cases <;> by_parts
rewrite_rule copysign_of_fneg_fabs "copysign x (-|y|) = -|x|" refinement
  (.copysign u (.fneg (.fabs v))) => (.fneg (.fabs u)) := by fp_cases <;> by_parts
rewrite_rule fneg_copysign "-(copysign x y) = copysign x (-y)" refinement
  (.fneg (.copysign u v)) => (.copysign u (.fneg v)) := by fp_cases <;> by_parts
rewrite_rule select_fneg "p ? -x : -y = -(p ? x : y)" refinement
  (.select p (.fneg u) (.fneg v)) => (.fneg (.select p u v)) := by fp_cases
rewrite_rule select_fabs "p ? |x| : |y| = |p ? x : y|" refinement
  (.select p (.fabs u) (.fabs v)) => (.fabs (.select p u v)) := by fp_cases

/-! ### arithmetic -/

theorem add_neg (f : FloatFmt) (x y : Nat) : f.add x (f.neg y) = f.sub x y := rfl
theorem neg_add (f : FloatFmt) (x y : Nat) : f.add (f.neg x) y = f.sub y x := by rw [FloatFmt.add_comm]; rfl
theorem sub_neg (f : FloatFmt) (x : Nat) {y : Nat} (h : y < 2 ^ f.width) : f.sub x (f.neg y) = f.add x y := by
  rw [FloatFmt.sub, neg_neg h]
theorem signs_neg_neg (f : FloatFmt) (x y : Nat) : f.signs (f.neg x) (f.neg y) = f.signs x y := by
  rw [signs, signs, sign_neg, sign_neg]; cases f.sign x <;> cases f.sign y <;> rfl
theorem mul_neg_neg (f : FloatFmt) (x y : Nat) : f.mul (f.neg x) (f.neg y) = f.mul x y := by
  simp only [FloatFmt.mul, isNaN_neg, isInf_neg, isZero_neg, signs_neg_neg, mag_neg]
theorem div_neg_neg (f : FloatFmt) (x y : Nat) : f.div (f.neg x) (f.neg y) = f.div x y := by
  simp only [FloatFmt.div, isNaN_neg, isInf_neg, isZero_neg, signs_neg_neg, mag_neg]
theorem fma_neg_neg (f : FloatFmt) (x y z : Nat) : f.fma (f.neg x) (f.neg y) z = f.fma x y z := by
  simp only [FloatFmt.fma, isNaN_neg, isInf_neg, mul_neg_neg, signs_neg_neg, signed_neg, Int.neg_mul_neg]
theorem mul_abs_abs (f : FloatFmt) (x : Nat) : f.mul (f.abs x) (f.abs x) = f.mul x x := by
  simp only [FloatFmt.mul, isNaN_abs, isInf_abs, isZero_abs, signs, sign_abs, Bool.xor_self, mag_abs]
theorem rem_neg (f : FloatFmt) (x y : Nat) : f.rem x (f.neg y) = f.rem x y := by
  simp only [FloatFmt.rem, isNaN_neg, isInf_neg, isZero_neg, mag_neg]
theorem rem_abs (f : FloatFmt) (x y : Nat) : f.rem x (f.abs y) = f.rem x y := by
  simp only [FloatFmt.rem, isNaN_abs, isInf_abs, isZero_abs, mag_abs]
theorem rem_copySign (f : FloatFmt) (x y z : Nat) : f.rem x (f.copySign y z) = f.rem x y := by
  simp only [FloatFmt.rem, isNaN_copySign, isInf_copySign, isZero_copySign, mag_copySign]

rewrite_rule fadd_fneg "x + -y = x - y" refinement (.fadd u (.fneg v)) => (.fsub u v) := by
  fp_cases
  all_goals exact add_neg ..
rewrite_rule fsub_fneg "x - -y = x + y" refinement (.fsub u (.fneg v)) => (.fadd u v) := by
  fp_cases
  all_goals (symm; exact sub_neg _ _ (by assumption))
rewrite_rule fmul_fneg_fneg "-x * -y = x * y" refinement (.fmul (.fneg u) (.fneg v)) => (.fmul u v) := by
  fp_cases
  all_goals exact (mul_neg_neg ..).symm
rewrite_rule fdiv_fneg_fneg "-x / -y = x / y" refinement (.fdiv (.fneg u) (.fneg v)) => (.fdiv u v) := by
  fp_cases
  all_goals exact (div_neg_neg ..).symm
rewrite_rule fma_fneg_fneg "-x * -y + z = x * y + z" refinement
    (.fma (.fneg u) (.fneg v) r) => (.fma u v r) := by
  fp_cases
  all_goals first | exact (fma_neg_neg ..).symm | grind [fma_neg_neg]
rewrite_rule fmul_fabs_self "|x| * |x| = x * x" refinement (.fmul (.fabs u) (.fabs u)) => (.fmul u u) := by
  fp_cases
  all_goals exact (mul_abs_abs ..).symm
rewrite_rule frem_fneg "x rem -y = x rem y" refinement (.frem u (.fneg v)) => (.frem u v) := by
  fp_cases
  all_goals exact (rem_neg ..).symm
rewrite_rule frem_fabs "x rem |y| = x rem y" refinement (.frem u (.fabs v)) => (.frem u v) := by
  fp_cases
  all_goals exact (rem_abs ..).symm
rewrite_rule frem_copysign "x rem (copysign y z) = x rem y" refinement
    (.frem u (.copysign v r)) => (.frem u v) := by
  fp_cases
  all_goals exact (rem_copySign ..).symm

/-! ### comparisons -/

theorem compare_neg_neg (f : FloatFmt) (p : FPred) (x y : Nat) :
    f.compare p (f.neg x) (f.neg y) = f.compare p.swap x y := by
  rw [← compare_swap f p.swap]
  have : p.swap.swap = p := by cases p <;> rfl
  rw [this]
  simp only [FloatFmt.compare, isNaN_neg, signed_neg, Bool.or_comm (f.isNaN y)]
  split
  · rfl
  · rcases Int.lt_trichotomy (f.signed x) (f.signed y) with h | h | h
    · rw [if_neg (by omega), if_neg (by omega), if_neg (by omega), if_neg (by omega)]
    · rw [if_neg (by omega), if_pos (by omega), if_neg (by omega), if_pos (by omega)]
    · rw [if_pos (by omega), if_pos (by omega)]
theorem compare_self (f : FloatFmt) (p : FPred) (x : Nat) :
    f.compare p x x = if f.isNaN x then p.onNaN else p.onEq := by
  simp [FloatFmt.compare, Int.lt_irrefl]

open Lean in
set_option hygiene false in
/-- The rules for the predicates one by one: `-x p -y`, `not (x p y)`. -/
macro "predicate_rules " ps:ident* : command => do
  let mut cmds : Array (TSyntax `command) := #[]
  for p in ps do
    let n := p.getId.toString
    let pred := mkIdent (`Tuffy.FPred ++ p.getId)
    cmds := cmds.push (← `(command| rewrite_rule $(mkIdent (.mkSimple s!"not_fcmp_{n}")) "not (x p y) = x (not p) y" refinement
      (.bnot (.fcmp $pred u v)) => (.fcmp (FPred.negate $pred) u v) := by
        fp_cases
        all_goals exact compare_negate ..))
    cmds := cmds.push (← `(command| rewrite_rule $(mkIdent (.mkSimple s!"fcmp_{n}_fneg")) "-x p -y = y p x" refinement
      (.fcmp $pred (.fneg u) (.fneg v)) => (.fcmp (FPred.swap $pred) u v) := by
        fp_cases
        all_goals exact (compare_neg_neg ..).symm))
  return ⟨mkNullNode cmds⟩

predicate_rules oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno

rewrite_rule fcmp_oeq_self "x oeq x = x ord x" refinement (.fcmp .oeq u u) => (.fcmp .ord u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_oge_self "x oge x = x ord x" refinement (.fcmp .oge u u) => (.fcmp .ord u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_ole_self "x ole x = x ord x" refinement (.fcmp .ole u u) => (.fcmp .ord u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_une_self "x une x = x uno x" refinement (.fcmp .une u u) => (.fcmp .uno u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_ugt_self "x ugt x = x uno x" refinement (.fcmp .ugt u u) => (.fcmp .uno u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_ult_self "x ult x = x uno x" refinement (.fcmp .ult u u) => (.fcmp .uno u u) := by
  fp_cases; all_goals (simp only [compare_self]; rfl)
rewrite_rule fcmp_olt_self "x olt x = false" refinement (.fcmp .olt u u) => (.bool false) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_ogt_self "x ogt x = false" refinement (.fcmp .ogt u u) => (.bool false) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_one_self "x one x = false" refinement (.fcmp .one u u) => (.bool false) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_ueq_self "x ueq x = true" refinement (.fcmp .ueq u u) => (.bool true) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_uge_self "x uge x = true" refinement (.fcmp .uge u u) => (.bool true) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_ule_self "x ule x = true" refinement (.fcmp .ule u u) => (.bool true) := by
  fp_cases; all_goals simp [compare_self, FPred.onNaN, FPred.onEq]
rewrite_rule fcmp_false "the comparison that is never true" refinement (.fcmp .false u v) => (.bool false) := by
  fp_cases; all_goals exact (compare_false ..).symm
rewrite_rule fcmp_true "the comparison that is always true" refinement (.fcmp .true u v) => (.bool true) := by
  fp_cases; all_goals exact (compare_true ..).symm

def rules : List Proven := [
  fneg_fneg, fabs_fneg, fabs_fabs, fabs_copysign, copysign_fneg, copysign_fabs, copysign_copysign, copysign_of_copysign,
  copysign_self, copysign_of_fabs, copysign_of_fneg_self, copysign_of_fneg_fabs, fneg_copysign, select_fneg, select_fabs,
  fadd_fneg, fsub_fneg, fmul_fneg_fneg, fdiv_fneg_fneg, fma_fneg_fneg, fmul_fabs_self, frem_fneg, frem_fabs, frem_copysign,
  not_fcmp_oeq, not_fcmp_ogt, not_fcmp_oge, not_fcmp_olt, not_fcmp_ole, not_fcmp_one, not_fcmp_ord,
  not_fcmp_ueq, not_fcmp_ugt, not_fcmp_uge, not_fcmp_ult, not_fcmp_ule, not_fcmp_une, not_fcmp_uno,
  fcmp_oeq_fneg, fcmp_ogt_fneg, fcmp_oge_fneg, fcmp_olt_fneg, fcmp_ole_fneg, fcmp_one_fneg, fcmp_ord_fneg,
  fcmp_ueq_fneg, fcmp_ugt_fneg, fcmp_uge_fneg, fcmp_ult_fneg, fcmp_ule_fneg, fcmp_une_fneg, fcmp_uno_fneg,
  fcmp_oeq_self, fcmp_oge_self, fcmp_ole_self, fcmp_une_self, fcmp_ugt_self, fcmp_ult_self,
  fcmp_olt_self, fcmp_ogt_self, fcmp_one_self, fcmp_ueq_self, fcmp_uge_self, fcmp_ule_self, fcmp_false, fcmp_true]

end Tuffy.Rewrites.FloatRules
