import TuffyLean.IR.ArithMore
import TuffyLean.Rewrites.Rule

/-!
Comparisons. What remains is `lt`, `eq`, `ne`, and `le` of two values that are not constant; a
constant of `eq` and `ne` stands on the right, one of `lt` where it has to.
-/
namespace Tuffy.Rewrites.CmpRules
open Tuffy Vars

/-! ### one way to write it -/

rewrite_rule icmp_ge "x >= y is y <= x" equivalence (.icmp .ge x y) => (.icmp .le y x)
rewrite_rule icmp_eq_same_consts "c = c is true" equivalence (.icmp .eq c c) => (.bool true)
rewrite_rule icmp_eq_consts "c = d is false" equivalence (.icmp .eq c d) => (.bool false) where [.cmp .ne c d]
rewrite_rule icmp_ne_same_consts "c != c is false" equivalence (.icmp .ne c c) => (.bool false)
rewrite_rule icmp_ne_consts "c != d is true" equivalence (.icmp .ne c d) => (.bool true) where [.cmp .ne c d]
rewrite_rule icmp_lt_consts "c < d is true" equivalence (.icmp .lt c d) => (.bool true) where [.cmp .lt c d]
rewrite_rule icmp_not_lt_consts "c < d is false" equivalence (.icmp .lt c d) => (.bool false) where [.cmp .ge c d]
rewrite_rule icmp_le_const "x <= c is x < c + 1" equivalence (.icmp .le x c) => (.icmp .lt x (.calc (c + 1)))
rewrite_rule icmp_const_le "c <= x is c - 1 < x" equivalence (.icmp .le c x) => (.icmp .lt (.calc (c - 1)) x)
rewrite_rule icmp_const_eq "c = x is x = c" equivalence (.icmp .eq c x) => (.icmp .eq x c)
rewrite_rule icmp_const_ne "c != x is x != c" equivalence (.icmp .ne c x) => (.icmp .ne x c)
rewrite_rule icmp_eq_self "x = x is true" refinement (.icmp .eq x x) => (.bool true)
rewrite_rule icmp_ne_self "x != x is false" refinement (.icmp .ne x x) => (.bool false)
rewrite_rule icmp_lt_self "x < x is false" refinement (.icmp .lt x x) => (.bool false)
rewrite_rule icmp_le_self "x <= x is true" refinement (.icmp .le x x) => (.bool true)
rewrite_rule bnot_icmp_eq "not (x = y) is x != y" equivalence (.bnot (.icmp .eq x y)) => (.icmp .ne x y)
rewrite_rule bnot_icmp_ne "not (x != y) is x = y" equivalence (.bnot (.icmp .ne x y)) => (.icmp .eq x y)
rewrite_rule bnot_icmp_lt "not (x < y) is y <= x" equivalence (.bnot (.icmp .lt x y)) => (.icmp .le y x)
rewrite_rule bnot_icmp_le "not (x <= y) is y < x" equivalence (.bnot (.icmp .le x y)) => (.icmp .lt y x)

/-! ### sums and differences -/

rewrite_rule icmp_gt_add "c < x + d is c - d < x" equivalence (.icmp .lt c (.add x d)) => (.icmp .lt (c - d) x)
rewrite_rule icmp_eq_add "x + c = d is x = d - c" equivalence (.icmp .eq (.add x c) d) => (.icmp .eq x (d - c))
rewrite_rule icmp_ne_add "x + c != d is x != d - c" equivalence (.icmp .ne (.add x c) d) => (.icmp .ne x (d - c))
rewrite_rule icmp_lt_const_sub "c - x < d is c - d < x" equivalence (.icmp .lt (.sub c x) d) => (.icmp .lt (c - d) x)
rewrite_rule icmp_gt_const_sub "c < d - x is x < d - c" equivalence (.icmp .lt c (.sub d x)) => (.icmp .lt x (d - c))
rewrite_rule icmp_eq_const_sub "c - x = d is x = c - d" equivalence (.icmp .eq (.sub c x) d) => (.icmp .eq x (c - d))
rewrite_rule icmp_ne_const_sub "c - x != d is x != c - d" equivalence (.icmp .ne (.sub c x) d) => (.icmp .ne x (c - d))
rewrite_rule icmp_lt_sub_zero "x - y < 0 is x < y" equivalence (.icmp .lt (.sub x y) 0) => (.icmp .lt x y)
rewrite_rule icmp_gt_sub_zero "0 < x - y is y < x" equivalence (.icmp .lt 0 (.sub x y)) => (.icmp .lt y x)
rewrite_rule icmp_le_sub_zero "x - y < 1 is x <= y" equivalence (.icmp .lt (.sub x y) 1) => (.icmp .le x y)
rewrite_rule icmp_ge_sub_zero "-1 < x - y is y <= x" equivalence (.icmp .lt (.lit (-1)) (.sub x y)) => (.icmp .le y x)
rewrite_rule icmp_eq_sub_zero "x - y = 0 is x = y" equivalence (.icmp .eq (.sub x y) 0) => (.icmp .eq x y)
rewrite_rule icmp_ne_sub_zero "x - y != 0 is x != y" equivalence (.icmp .ne (.sub x y) 0) => (.icmp .ne x y)
rewrite_rule icmp_lt_add_add "x + z < y + z is x < y" refinement (.icmp .lt (.add x z) (.add y z)) => (.icmp .lt x y)
rewrite_rule icmp_le_add_add "x + z <= y + z is x <= y" refinement (.icmp .le (.add x z) (.add y z)) => (.icmp .le x y)
rewrite_rule icmp_eq_add_add "x + z = y + z is x = y" refinement (.icmp .eq (.add x z) (.add y z)) => (.icmp .eq x y)
rewrite_rule icmp_ne_add_add "x + z != y + z is x != y" refinement (.icmp .ne (.add x z) (.add y z)) => (.icmp .ne x y)
rewrite_rule icmp_lt_add_adds "x + c < y + c is x < y" equivalence (.icmp .lt (.add x c) (.add y c)) => (.icmp .lt x y)
rewrite_rule icmp_le_add_adds "x + c <= y + c is x <= y" equivalence (.icmp .le (.add x c) (.add y c)) => (.icmp .le x y)
rewrite_rule icmp_eq_add_adds "x + c = y + c is x = y" equivalence (.icmp .eq (.add x c) (.add y c)) => (.icmp .eq x y)
rewrite_rule icmp_ne_add_adds "x + c != y + c is x != y" equivalence (.icmp .ne (.add x c) (.add y c)) => (.icmp .ne x y)
rewrite_rule icmp_lt_sub_right "x - z < y - z is x < y" refinement (.icmp .lt (.sub x z) (.sub y z)) => (.icmp .lt x y)
rewrite_rule icmp_le_sub_right "x - z <= y - z is x <= y" refinement (.icmp .le (.sub x z) (.sub y z)) => (.icmp .le x y)
rewrite_rule icmp_eq_sub_right "x - z = y - z is x = y" refinement (.icmp .eq (.sub x z) (.sub y z)) => (.icmp .eq x y)
rewrite_rule icmp_ne_sub_right "x - z != y - z is x != y" refinement (.icmp .ne (.sub x z) (.sub y z)) => (.icmp .ne x y)
rewrite_rule icmp_lt_sub_left "z - x < z - y is y < x" refinement (.icmp .lt (.sub z x) (.sub z y)) => (.icmp .lt y x)
rewrite_rule icmp_le_sub_left "z - x <= z - y is y <= x" refinement (.icmp .le (.sub z x) (.sub z y)) => (.icmp .le y x)
rewrite_rule icmp_eq_sub_left "z - x = z - y is x = y" refinement (.icmp .eq (.sub z x) (.sub z y)) => (.icmp .eq x y)
rewrite_rule icmp_ne_sub_left "z - x != z - y is x != y" refinement (.icmp .ne (.sub z x) (.sub z y)) => (.icmp .ne x y)
rewrite_rule icmp_lt_const_subs "c - x < c - y is y < x" equivalence (.icmp .lt (.sub c x) (.sub c y)) => (.icmp .lt y x)
rewrite_rule icmp_eq_const_subs "c - x = c - y is x = y" equivalence (.icmp .eq (.sub c x) (.sub c y)) => (.icmp .eq x y)
rewrite_rule icmp_ne_const_subs "c - x != c - y is x != y" equivalence (.icmp .ne (.sub c x) (.sub c y)) => (.icmp .ne x y)
rewrite_rule icmp_add_lt_self "x + y < x is y < 0" refinement (.icmp .lt (.add x y) x) => (.icmp .lt y 0)
rewrite_rule icmp_self_lt_add "x < x + y is 0 < y" refinement (.icmp .lt x (.add x y)) => (.icmp .lt 0 y)
rewrite_rule icmp_add_le_self "x + y <= x is y < 1" refinement (.icmp .le (.add x y) x) => (.icmp .lt y 1)
rewrite_rule icmp_self_le_add "x <= x + y is -1 < y" refinement (.icmp .le x (.add x y)) => (.icmp .lt (.lit (-1)) y)
rewrite_rule icmp_add_eq_self "x + y = x is y = 0" refinement (.icmp .eq (.add x y) x) => (.icmp .eq y 0)
rewrite_rule icmp_self_eq_add "x = x + y is y = 0" refinement (.icmp .eq x (.add x y)) => (.icmp .eq y 0)
rewrite_rule icmp_add_ne_self "x + y != x is y != 0" refinement (.icmp .ne (.add x y) x) => (.icmp .ne y 0)
rewrite_rule icmp_self_ne_add "x != x + y is y != 0" refinement (.icmp .ne x (.add x y)) => (.icmp .ne y 0)
rewrite_rule icmp_sub_lt_self "x - y < x is 0 < y" refinement (.icmp .lt (.sub x y) x) => (.icmp .lt 0 y)
rewrite_rule icmp_self_lt_sub "x < x - y is y < 0" refinement (.icmp .lt x (.sub x y)) => (.icmp .lt y 0)
rewrite_rule icmp_sub_le_self "x - y <= x is -1 < y" refinement (.icmp .le (.sub x y) x) => (.icmp .lt (.lit (-1)) y)
rewrite_rule icmp_self_le_sub "x <= x - y is y < 1" refinement (.icmp .le x (.sub x y)) => (.icmp .lt y 1)
rewrite_rule icmp_sub_eq_self "x - y = x is y = 0" refinement (.icmp .eq (.sub x y) x) => (.icmp .eq y 0)
rewrite_rule icmp_sub_ne_self "x - y != x is y != 0" refinement (.icmp .ne (.sub x y) x) => (.icmp .ne y 0)

/-! ### bits -/

rewrite_rule icmp_eq_xor_zero "x xor y = 0 is x = y" equivalence (.icmp .eq (.xor x y) 0) => (.icmp .eq x y) := by
  rule_cases; simp only [Bits.xor_eq_zero]
rewrite_rule icmp_ne_xor_zero "x xor y != 0 is x != y" equivalence (.icmp .ne (.xor x y) 0) => (.icmp .ne x y) := by
  rule_cases; simp only [ne_eq, Bits.xor_eq_zero]
rewrite_rule icmp_eq_xor_const "x xor c = d is x = d xor c" equivalence
  (.icmp .eq (.xor x c) d) => (.icmp .eq x (.calc (.xor d c))) := by
  rule_cases; simp only [Bits.xor_eq_iff]
rewrite_rule icmp_ne_xor_const "x xor c != d is x != d xor c" equivalence
  (.icmp .ne (.xor x c) d) => (.icmp .ne x (.calc (.xor d c))) := by
  rule_cases; simp only [ne_eq, Bits.xor_eq_iff]
rewrite_rule icmp_lt_not_const "not x < c is not c < x" equivalence
  (.icmp .lt (.not x) c) => (.icmp .lt (.calc (.lnot c)) x) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_gt_not_const "c < not x is x < not c" equivalence
  (.icmp .lt c (.not x)) => (.icmp .lt x (.calc (.lnot c))) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_eq_not_const "not x = c is x = not c" equivalence
  (.icmp .eq (.not x) c) => (.icmp .eq x (.calc (.lnot c))) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_ne_not_const "not x != c is x != not c" equivalence
  (.icmp .ne (.not x) c) => (.icmp .ne x (.calc (.lnot c))) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_lt_not_not "not x < not y is y < x" equivalence
  (.icmp .lt (.not x) (.not y)) => (.icmp .lt y x) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_le_not_not "not x <= not y is y <= x" equivalence
  (.icmp .le (.not x) (.not y)) => (.icmp .le y x) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_eq_not_not "not x = not y is x = y" equivalence
  (.icmp .eq (.not x) (.not y)) => (.icmp .eq x y) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_ne_not_not "not x != not y is x != y" equivalence
  (.icmp .ne (.not x) (.not y)) => (.icmp .ne x y) := by
  rule_cases; simp only [Bits.lnot, decide_eq_decide]; omega
rewrite_rule icmp_eq_and_bit "x and 2^k = 2^k is x and 2^k != 0" equivalence
  (.icmp .eq (.and x c) c) => (.icmp .ne (.and x c) 0) where [.isPow2 c] := by
  rule_cases; rename_i a; have := Bits.land_isPow2 hp a; have := hp.pos; grind
rewrite_rule icmp_ne_and_bit "x and 2^k != 2^k is x and 2^k = 0" equivalence
  (.icmp .ne (.and x c) c) => (.icmp .eq (.and x c) 0) where [.isPow2 c] := by
  rule_cases; rename_i a; have := Bits.land_isPow2 hp a; have := hp.pos; grind
rewrite_rule icmp_lt_and_above "x and c < d is true for d above c" refinement
  (.icmp .lt (.and x c) d) => (.bool true) where [.cmp .ge c 0, .cmp .lt c d] := by
  rule_cases; rename_i a; have := Bits.land_range (x := a) hp.1; grind
rewrite_rule icmp_lt_and_below "x and c < d is false for d not above 0" refinement
  (.icmp .lt (.and x c) d) => (.bool false) where [.cmp .ge c 0, .cmp .le d 0] := by
  rule_cases; rename_i a; have := Bits.land_range (x := a) hp.1; grind
rewrite_rule icmp_gt_and_above "d < x and c is false for d not below c" refinement
  (.icmp .lt d (.and x c)) => (.bool false) where [.cmp .ge c 0, .cmp .le c d] := by
  rule_cases; rename_i a; have := Bits.land_range (x := a) hp.1; grind
rewrite_rule icmp_gt_and_below "d < x and c is true for negative d" refinement
  (.icmp .lt d (.and x c)) => (.bool true) where [.cmp .ge c 0, .cmp .lt d 0] := by
  rule_cases; rename_i a; have := Bits.land_range (x := a) hp.1; grind

/-- All rules of this file. -/
def rules : List Proven := [
  icmp_ge, icmp_eq_same_consts, icmp_eq_consts, icmp_ne_same_consts, icmp_ne_consts,
  icmp_lt_consts, icmp_not_lt_consts, icmp_le_const, icmp_const_le, icmp_const_eq, icmp_const_ne,
  icmp_eq_self, icmp_ne_self, icmp_lt_self, icmp_le_self, bnot_icmp_eq, bnot_icmp_ne, bnot_icmp_lt,
  bnot_icmp_le, icmp_gt_add, icmp_eq_add, icmp_ne_add, icmp_lt_const_sub, icmp_gt_const_sub,
  icmp_eq_const_sub, icmp_ne_const_sub, icmp_lt_sub_zero, icmp_gt_sub_zero, icmp_le_sub_zero,
  icmp_ge_sub_zero, icmp_eq_sub_zero, icmp_ne_sub_zero, icmp_lt_add_add, icmp_le_add_add,
  icmp_eq_add_add, icmp_ne_add_add, icmp_lt_add_adds, icmp_le_add_adds, icmp_eq_add_adds,
  icmp_ne_add_adds, icmp_lt_sub_right, icmp_le_sub_right, icmp_eq_sub_right, icmp_ne_sub_right,
  icmp_lt_sub_left, icmp_le_sub_left, icmp_eq_sub_left, icmp_ne_sub_left, icmp_lt_const_subs,
  icmp_eq_const_subs, icmp_ne_const_subs, icmp_add_lt_self, icmp_self_lt_add, icmp_add_le_self,
  icmp_self_le_add, icmp_add_eq_self, icmp_self_eq_add, icmp_add_ne_self, icmp_self_ne_add,
  icmp_sub_lt_self, icmp_self_lt_sub, icmp_sub_le_self, icmp_self_le_sub, icmp_sub_eq_self,
  icmp_sub_ne_self, icmp_eq_xor_zero, icmp_ne_xor_zero, icmp_eq_xor_const, icmp_ne_xor_const,
  icmp_lt_not_const, icmp_gt_not_const, icmp_eq_not_const, icmp_ne_not_const, icmp_lt_not_not,
  icmp_le_not_not, icmp_eq_not_not, icmp_ne_not_not, icmp_eq_and_bit, icmp_ne_and_bit,
  icmp_lt_and_above, icmp_lt_and_below, icmp_gt_and_above, icmp_gt_and_below]

end Tuffy.Rewrites.CmpRules
