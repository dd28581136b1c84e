import TuffyLean.Rewrites.Rule

/-!
What both arms of a `select` do, done once behind it. The arm not taken may be poison without
harm on either side, so that these are equivalences.
-/
namespace Tuffy.Rewrites.SelectArmRules
open Tuffy Vars

abbrev u : Term := .var "u" .any
abbrev r : Term := .var "r" .bool

/-- Splits the condition only: the rest is the same on both sides, whatever it is. -/
macro "select_cases" : tactic => `(tactic| (
  intro e ht hp
  dsimp only at ht hp ⊢
  (try rule_simp at ht hp ⊢)
  rcases ht.1 with hv | ⟨i, hv⟩ <;> (try cases i) <;> simp only [hv] <;> rule_simp))

rewrite_rule select_add "select p (x + y) (x + z) = x + select p y z" equivalence
  (.select p (.add x y) (.add x z)) => (.add x (.select p y z)) := by select_cases
rewrite_rule select_sub_left "select p (x - y) (x - z) = x - select p y z" equivalence
  (.select p (.sub x y) (.sub x z)) => (.sub x (.select p y z)) := by select_cases
rewrite_rule select_sub_right "select p (x - z) (y - z) = select p x y - z" equivalence
  (.select p (.sub x z) (.sub y z)) => (.sub (.select p x y) z) := by select_cases
rewrite_rule select_mul "select p (x * y) (x * z) = x * select p y z" equivalence
  (.select p (.mul x y) (.mul x z)) => (.mul x (.select p y z)) := by select_cases
rewrite_rule select_and "select p (x and y) (x and z) = x and select p y z" equivalence
  (.select p (.and x y) (.and x z)) => (.and x (.select p y z)) := by select_cases
rewrite_rule select_or "select p (x or y) (x or z) = x or select p y z" equivalence
  (.select p (.or x y) (.or x z)) => (.or x (.select p y z)) := by select_cases
rewrite_rule select_xor "select p (x xor y) (x xor z) = x xor select p y z" equivalence
  (.select p (.xor x y) (.xor x z)) => (.xor x (.select p y z)) := by select_cases
rewrite_rule select_min "select p (min x y) (min x z) = min x (select p y z)" equivalence
  (.select p (.min x y) (.min x z)) => (.min x (.select p y z)) := by select_cases
rewrite_rule select_max "select p (max x y) (max x z) = max x (select p y z)" equivalence
  (.select p (.max x y) (.max x z)) => (.max x (.select p y z)) := by select_cases
rewrite_rule select_shl "select p (x << z) (y << z) = select p x y << z" equivalence
  (.select p (.shl x z) (.shl y z)) => (.shl (.select p x y) z) := by select_cases
rewrite_rule select_shr "select p (x >> z) (y >> z) = select p x y >> z" equivalence
  (.select p (.shr x z) (.shr y z)) => (.shr (.select p x y) z) := by select_cases
rewrite_rule select_add_const "select p (x + c) (y + c) = select p x y + c" equivalence
  (.select p (.add x c) (.add y c)) => (.add (.select p x y) c) := by select_cases
rewrite_rule select_mul_const "select p (x * c) (y * c) = select p x y * c" equivalence
  (.select p (.mul x c) (.mul y c)) => (.mul (.select p x y) c) := by select_cases
rewrite_rule select_shl_const "select p (x << k) (y << k) = select p x y << k" equivalence
  (.select p (.shl x k) (.shl y k)) => (.shl (.select p x y) k) := by select_cases
rewrite_rule select_shr_const "select p (x >> k) (y >> k) = select p x y >> k" equivalence
  (.select p (.shr x k) (.shr y k)) => (.shr (.select p x y) k) := by select_cases
rewrite_rule select_and_const "select p (x and c) (y and c) = select p x y and c" equivalence
  (.select p (.and x c) (.and y c)) => (.and (.select p x y) c) := by select_cases
rewrite_rule select_div "select p (x div z) (y div z) = select p x y div z" equivalence
  (.select p (.div x z) (.div y z)) => (.div (.select p x y) z) := by select_cases
rewrite_rule select_int_not "select p (not x) (not y) = not (select p x y)" equivalence
  (.select p (.not x) (.not y)) => (.not (.select p x y)) := by select_cases
rewrite_rule select_zext "select p (zext n x) (zext n y) = zext n (select p x y)" equivalence
  (.select p (.zext x n) (.zext y n)) => (.zext (.select p x y) n) := by select_cases
rewrite_rule select_sext "select p (sext n x) (sext n y) = sext n (select p x y)" equivalence
  (.select p (.sext x n) (.sext y n)) => (.sext (.select p x y) n) := by select_cases
rewrite_rule select_bool_to_int "select p (bool_to_int q) (bool_to_int r)" equivalence
  (.select p (.boolToInt q) (.boolToInt r)) => (.boolToInt (.select p q r)) := by select_cases
rewrite_rule select_bnot_bnot "select p (not q) (not r) = not (select p q r)" equivalence
  (.select p (.bnot q) (.bnot r)) => (.bnot (.select p q r)) := by select_cases
rewrite_rule select_band "select p (q and r) (q and r')" equivalence
  (.select p (.band q r) (.band q (.var "o" .bool))) => (.band q (.select p r (.var "o" .bool))) := by select_cases
rewrite_rule select_bor "select p (q or r) (q or r')" equivalence
  (.select p (.bor q r) (.bor q (.var "o" .bool))) => (.bor q (.select p r (.var "o" .bool))) := by select_cases
rewrite_rule select_icmp_lt "select p (x < z) (y < z) = (select p x y) < z" equivalence
  (.select p (.icmp .lt x z) (.icmp .lt y z)) => (.icmp .lt (.select p x y) z) := by select_cases
rewrite_rule select_icmp_gt "select p (z < x) (z < y) = z < select p x y" equivalence
  (.select p (.icmp .lt z x) (.icmp .lt z y)) => (.icmp .lt z (.select p x y)) := by select_cases
rewrite_rule select_icmp_eq "select p (x = z) (y = z) = (select p x y = z)" equivalence
  (.select p (.icmp .eq x z) (.icmp .eq y z)) => (.icmp .eq (.select p x y) z) := by select_cases
rewrite_rule select_select "select q (select p s t) (select p s u) = select p s (select q t u)" refinement
  (.select q (.select p s t) (.select p s u)) => (.select p s (.select q t u)) := by select_cases

/-- All rules of this file. -/
def rules : List Proven := [
  select_add, select_sub_left, select_sub_right, select_mul, select_and, select_or, select_xor,
  select_min, select_max, select_shl, select_shr, select_add_const, select_mul_const,
  select_shl_const, select_shr_const, select_and_const, select_div, select_int_not, select_zext,
  select_sext, select_bool_to_int, select_bnot_bnot, select_band, select_bor, select_icmp_lt,
  select_icmp_gt, select_icmp_eq, select_select]

end Tuffy.Rewrites.SelectArmRules
