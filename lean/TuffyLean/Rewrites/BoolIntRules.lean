import TuffyLean.Rewrites.Rule

/-! Bools as the integers 0 and 1. -/
namespace Tuffy.Rewrites.BoolIntRules
open Tuffy Vars

rewrite_rule int_to_bool_round "int_to_bool (bool_to_int p) = p" equivalence (.intToBool (.boolToInt p)) => p
rewrite_rule int_to_bool_icmp "int_to_bool x is x != 0" equivalence (.intToBool x) => (.icmp .ne x 0)
rewrite_rule bool_to_int_true "bool_to_int true = 1" equivalence (.boolToInt (.bool true)) => (1)
rewrite_rule bool_to_int_false "bool_to_int false = 0" equivalence (.boolToInt (.bool false)) => (0)
rewrite_rule mul_bool_bool "product of two bools" equivalence
  (.mul (.boolToInt p) (.boolToInt q)) => (.boolToInt (.band p q))
rewrite_rule min_bool_bool "minimum of two bools" equivalence
  (.min (.boolToInt p) (.boolToInt q)) => (.boolToInt (.band p q))
rewrite_rule max_bool_bool "maximum of two bools" equivalence
  (.max (.boolToInt p) (.boolToInt q)) => (.boolToInt (.bor p q))
rewrite_rule one_sub_bool "1 - bool_to_int p = bool_to_int (not p)" equivalence
  (.sub 1 (.boolToInt p)) => (.boolToInt (.bnot p))
rewrite_rule and_bool_one "bool_to_int p and 1 = bool_to_int p" equivalence
  (.and (.boolToInt p) 1) => (.boolToInt p) := by rule_cases <;> decide
rewrite_rule mul_bool "bool_to_int p * x = select p x 0" refinement
  (.mul (.boolToInt p) x) => (.select p x 0)

/-- All rules of this file. -/
def rules : List Proven := [
  int_to_bool_round, int_to_bool_icmp, bool_to_int_true, bool_to_int_false, mul_bool_bool,
  min_bool_bool, max_bool_bool, one_sub_bool, and_bool_one, mul_bool]

end Tuffy.Rewrites.BoolIntRules
