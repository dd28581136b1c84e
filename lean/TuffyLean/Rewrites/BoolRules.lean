import TuffyLean.Rewrites.Rule

/-!
Boolean algebra.
`band` and `bor` are strict: unlike in an arm of `select` that is not taken, poison is not hidden.
-/
namespace Tuffy.Rewrites.BoolRules
open Tuffy Vars

abbrev r : Term := .var "r" .bool

/-- `rule_auto` where the types of later variables are still premises of the goal: those that
follow a bool which the pattern has twice. -/
macro "bool_auto" : tactic => `(tactic| (
  (rule_cases <;> repeat' (intro ht; rule_split ht)) <;> first | rfl | decide | omega | grind))

rewrite_rule band_true "p and true = p" equivalence (.band p (.bool true)) => p
rewrite_rule band_false "p and false = false" refinement (.band p (.bool false)) => (.bool false)
rewrite_rule bor_false "p or false = p" equivalence (.bor p (.bool false)) => p
rewrite_rule bor_true "p or true = true" refinement (.bor p (.bool true)) => (.bool true)
rewrite_rule bxor_false "p xor false = p" equivalence (.bxor p (.bool false)) => p
rewrite_rule bxor_true "p xor true = not p" equivalence (.bxor p (.bool true)) => (.bnot p)
rewrite_rule bnot_true "not true = false" equivalence (.bnot (.bool true)) => (.bool false)
rewrite_rule bnot_false "not false = true" equivalence (.bnot (.bool false)) => (.bool true)
rewrite_rule bnot_bnot "not (not p) = p" equivalence (.bnot (.bnot p)) => p
rewrite_rule band_self "p and p = p" equivalence (.band p p) => p
rewrite_rule bor_self "p or p = p" equivalence (.bor p p) => p
rewrite_rule bxor_self "p xor p = false" refinement (.bxor p p) => (.bool false)
rewrite_rule band_bnot_self "p and not p = false" refinement (.band p (.bnot p)) => (.bool false)
rewrite_rule bor_bnot_self "p or not p = true" refinement (.bor p (.bnot p)) => (.bool true)
rewrite_rule bxor_bnot_self "p xor not p = true" refinement (.bxor p (.bnot p)) => (.bool true)
rewrite_rule band_bor_absorb "p and (p or q) = p" refinement (.band p (.bor p q)) => p := by bool_auto
rewrite_rule bor_band_absorb "p or (p and q) = p" refinement (.bor p (.band p q)) => p := by bool_auto
rewrite_rule band_band_self "p and (p and q) = p and q" equivalence (.band p (.band p q)) => (.band p q) := by bool_auto
rewrite_rule bor_bor_self "p or (p or q) = p or q" equivalence (.bor p (.bor p q)) => (.bor p q) := by bool_auto
rewrite_rule bxor_bxor_self "p xor (p xor q) = q" refinement (.bxor p (.bxor p q)) => q := by bool_auto
rewrite_rule band_bor_bnot "p and (not p or q) = p and q" equivalence
  (.band p (.bor (.bnot p) q)) => (.band p q) := by bool_auto
rewrite_rule bor_band_bnot "p or (not p and q) = p or q" equivalence
  (.bor p (.band (.bnot p) q)) => (.bor p q) := by bool_auto
rewrite_rule bnot_band_bor "not p and (p or q) = not p and q" equivalence
  (.band (.bnot p) (.bor p q)) => (.band (.bnot p) q) := by bool_auto
rewrite_rule bnot_bor_band "not p or (p and q) = not p or q" equivalence
  (.bor (.bnot p) (.band p q)) => (.bor (.bnot p) q) := by bool_auto
rewrite_rule band_bnot_bnot "not p and not q = not (p or q)" equivalence
  (.band (.bnot p) (.bnot q)) => (.bnot (.bor p q))
rewrite_rule bor_bnot_bnot "not p or not q = not (p and q)" equivalence
  (.bor (.bnot p) (.bnot q)) => (.bnot (.band p q))
rewrite_rule bxor_bnot_bnot "not p xor not q = p xor q" equivalence
  (.bxor (.bnot p) (.bnot q)) => (.bxor p q)
rewrite_rule bxor_bnot "not p xor q = not (p xor q)" equivalence
  (.bxor (.bnot p) q) => (.bnot (.bxor p q))
rewrite_rule bnot_band_bnot "not (not p and q) = p or not q" equivalence
  (.bnot (.band (.bnot p) q)) => (.bor p (.bnot q))
rewrite_rule bnot_bor_bnot "not (not p or q) = p and not q" equivalence
  (.bnot (.bor (.bnot p) q)) => (.band p (.bnot q))
rewrite_rule bor_band_band "(p and q) or (p and r) = p and (q or r)" equivalence
  (.bor (.band p q) (.band p r)) => (.band p (.bor q r)) := by bool_auto
rewrite_rule band_bor_bor "(p or q) and (p or r) = p or (q and r)" equivalence
  (.band (.bor p q) (.bor p r)) => (.bor p (.band q r)) := by bool_auto
rewrite_rule bxor_band_band "(p and q) xor (p and r) = p and (q xor r)" equivalence
  (.bxor (.band p q) (.band p r)) => (.band p (.bxor q r)) := by bool_auto
rewrite_rule bor_split "(p and q) or (p and not q) = p" refinement
  (.bor (.band p q) (.band p (.bnot q))) => p
rewrite_rule band_split "(p or q) and (p or not q) = p" refinement
  (.band (.bor p q) (.bor p (.bnot q))) => p
rewrite_rule bor_band_bxor "(p and q) or (p xor q) = p or q" equivalence
  (.bor (.band p q) (.bxor p q)) => (.bor p q)
rewrite_rule bxor_band_bor "(p and q) xor (p or q) = p xor q" equivalence
  (.bxor (.band p q) (.bor p q)) => (.bxor p q)
rewrite_rule band_bor_bxor "(p or q) and (p xor q) = p xor q" equivalence
  (.band (.bor p q) (.bxor p q)) => (.bxor p q)
rewrite_rule bor_bor_bxor "(p or q) or (p xor q) = p or q" equivalence
  (.bor (.bor p q) (.bxor p q)) => (.bor p q)
rewrite_rule band_bor_nand "(p or q) and not (p and q) = p xor q" equivalence
  (.band (.bor p q) (.bnot (.band p q))) => (.bxor p q)
rewrite_rule bor_of_differ "(p and not q) or (not p and q) = p xor q" equivalence
  (.bor (.band p (.bnot q)) (.band (.bnot p) q)) => (.bxor p q)
rewrite_rule bor_of_same "(p and q) or not (p or q) = not (p xor q)" equivalence
  (.bor (.band p q) (.bnot (.bor p q))) => (.bnot (.bxor p q))
rewrite_rule bxor_band_self "p xor (p and q) = p and not q" equivalence
  (.bxor p (.band p q)) => (.band p (.bnot q)) := by bool_auto
rewrite_rule bxor_bor_self "p xor (p or q) = not p and q" equivalence
  (.bxor p (.bor p q)) => (.band (.bnot p) q) := by bool_auto

/-- All rules of this file. -/
def rules : List Proven := [
  band_true, band_false, bor_false, bor_true, bxor_false, bxor_true, bnot_true, bnot_false,
  bnot_bnot, band_self, bor_self, bxor_self, band_bnot_self, bor_bnot_self, bxor_bnot_self,
  band_bor_absorb, bor_band_absorb, band_band_self, bor_bor_self, bxor_bxor_self, band_bor_bnot,
  bor_band_bnot, bnot_band_bor, bnot_bor_band, band_bnot_bnot, bor_bnot_bnot, bxor_bnot_bnot,
  bxor_bnot, bnot_band_bnot, bnot_bor_bnot, bor_band_band, band_bor_bor, bxor_band_band, bor_split,
  band_split, bor_band_bxor, bxor_band_bor, band_bor_bxor, bor_bor_bxor, band_bor_nand,
  bor_of_differ, bor_of_same, bxor_band_self, bxor_bor_self]

end Tuffy.Rewrites.BoolRules
