import TuffyLean.IR.BitsMore
import TuffyLean.Rewrites.Rule

/-!
Bitwise rules. Constants move outward and meet; a mask stands outside `or` and `xor`; `not` moves
outward through `xor`, by De Morgan's laws where that saves an instruction; `xor` and `+` of
numbers without a common bit are `or`.

Not here: low masks, which are `zext` (`ExtRules`), and shifts.
-/
namespace Tuffy.Rewrites.BitRules
open Tuffy Vars

/-! ### neutral and absorbing constants, complements -/

rewrite_rule and_zero "x and 0 = 0" refinement (.and x 0) => (0)
rewrite_rule and_neg_one "x and -1 = x" equivalence (.and x (.lit (-1))) => x
rewrite_rule or_self "x or x = x" equivalence (.or x x) => x
rewrite_rule or_zero "x or 0 = x" equivalence (.or x 0) => x
rewrite_rule or_neg_one "x or -1 = -1" refinement (.or x (.lit (-1))) => (.lit (-1))
rewrite_rule xor_self "x xor x = 0" refinement (.xor x x) => (0)
rewrite_rule xor_zero "x xor 0 = x" equivalence (.xor x 0) => x
rewrite_rule xor_neg_one "x xor -1 = not x" equivalence (.xor x (.lit (-1))) => (.not x)
rewrite_rule and_not_self "x and not x = 0" refinement (.and x (.not x)) => (0)
rewrite_rule or_not_self "x or not x = -1" refinement (.or x (.not x)) => (.lit (-1))
rewrite_rule xor_not_self "x xor not x = -1" refinement (.xor x (.not x)) => (.lit (-1))

/-! ### constants meet and move outward -/

rewrite_rule and_const "(x and c) and d = x and (c and d)" equivalence
  (.and (.and x c) d) => (.and x (.calc (.land c d)))
rewrite_rule or_const "(x or c) or d = x or (c or d)" equivalence
  (.or (.or x c) d) => (.or x (.calc (.lor c d)))
rewrite_rule xor_const "(x xor c) xor d = x xor (c xor d)" equivalence
  (.xor (.xor x c) d) => (.xor x (.calc (.xor c d)))
rewrite_rule and_const_out "(x and c) and y = (x and y) and c" equivalence
  (.and (.and x c) y) => (.and (.and x y) c)
rewrite_rule or_const_out "(x or c) or y = (x or y) or c" equivalence
  (.or (.or x c) y) => (.or (.or x y) c)
rewrite_rule xor_const_out "(x xor c) xor y = (x xor y) xor c" equivalence
  (.xor (.xor x c) y) => (.xor (.xor x y) c)
rewrite_rule and_or_const_disjoint "(x or c) and d = x and d where c and d = 0" equivalence
  (.and (.or x c) d) => (.and x d) where [.cmp .eq (.land c d) 0] := by
  rule_cases; ext_bits_of hp
rewrite_rule and_or_const_subset "(x or c) and d = d where d has no bit outside c" refinement
  (.and (.or x c) d) => d where [.cmp .eq (.land c d) d] := by
  rule_cases; ext_bits_of hp
rewrite_rule and_or_const "(x or c) and d = (x and d) or (c and d)" equivalence
  (.and (.or x c) d) => (.or (.and x d) (.calc (.land c d)))
rewrite_rule or_and_const_cover "(x and c) or d = x or d where c or d = -1" equivalence
  (.or (.and x c) d) => (.or x d) where [.cmp .eq (.lor c d) (.lit (-1))] := by
  rule_cases; ext_bits_of hp
rewrite_rule or_and_const_subset "(x and c) or d = d where c has no bit outside d" refinement
  (.or (.and x c) d) => d where [.cmp .eq (.lor c d) d] := by
  rule_cases; ext_bits_of hp
rewrite_rule and_xor_const_disjoint "(x xor c) and d = x and d where c and d = 0" equivalence
  (.and (.xor x c) d) => (.and x d) where [.cmp .eq (.land c d) 0] := by
  rule_cases; ext_bits_of hp
rewrite_rule and_xor_const "(x xor c) and d = (x and d) xor (c and d)" equivalence
  (.and (.xor x c) d) => (.xor (.and x d) (.calc (.land c d)))
rewrite_rule or_xor_const_subset "(x xor c) or d = x or d where c has no bit outside d" equivalence
  (.or (.xor x c) d) => (.or x d) where [.cmp .eq (.lor c d) d] := by
  rule_cases; ext_bits_of hp
rewrite_rule xor_and_const_disjoint "(x and c) xor d = (x and c) or d where c and d = 0" equivalence
  (.xor (.and x c) d) => (.or (.and x c) d) where [.cmp .eq (.land c d) 0] := by
  rule_cases; ext_bits_of hp
rewrite_rule xor_and_same_const "(x and c) xor c = not x and c" equivalence
  (.xor (.and x c) c) => (.and (.not x) c)
rewrite_rule xor_or_const "(x or c) xor d = (x and not c) xor (c xor d)" equivalence
  (.xor (.or x c) d) => (.xor (.and x (.calc (.lnot c))) (.calc (.xor c d)))
rewrite_rule xor_not_const "not x xor c = x xor not c" equivalence
  (.xor (.not x) c) => (.xor x (.calc (.lnot c)))
rewrite_rule not_xor_const "not (x xor c) = x xor not c" equivalence
  (.not (.xor x c)) => (.xor x (.calc (.lnot c)))
rewrite_rule or_masks "(x and c) or (x and d) = x and (c or d)" equivalence
  (.or (.and x c) (.and x d)) => (.and x (.calc (.lor c d)))
rewrite_rule xor_masks "(x and c) xor (x and d) = x and (c xor d)" equivalence
  (.xor (.and x c) (.and x d)) => (.and x (.calc (.xor c d)))
rewrite_rule add_masks "(x and c) + (x and d) = x and (c or d) where c and d = 0" equivalence
  (.add (.and x c) (.and x d)) => (.and x (.calc (.lor c d))) where [.cmp .eq (.land c d) 0] := by
  rule_cases; rename_i a
  rw [← Bits.lor_of_disjoint (by ext_bits_of hp)]; ext_bits
rewrite_rule add_disjoint_masks "(x and c) + (y and d) = (x and c) or (y and d) where c and d = 0" equivalence
  (.add (.and x c) (.and y d)) => (.or (.and x c) (.and y d)) where [.cmp .eq (.land c d) 0] := by
  rule_cases; exact Bits.lor_of_disjoint (by ext_bits_of hp)
rewrite_rule add_mask_const "(x and c) + d = (x and c) or d where c and d = 0" equivalence
  (.add (.and x c) d) => (.or (.and x c) d) where [.cmp .eq (.land c d) 0] := by
  rule_cases; exact Bits.lor_of_disjoint (by ext_bits_of hp)
rewrite_rule xor_disjoint_masks "(x and c) xor (y and d) = (x and c) or (y and d) where c and d = 0" equivalence
  (.xor (.and x c) (.and y d)) => (.or (.and x c) (.and y d)) where [.cmp .eq (.land c d) 0] := by
  rule_cases; ext_bits_of hp

/-! ### absorption and common operands -/

rewrite_rule or_and_absorb "x or (x and y) = x" refinement (.or x (.and x y)) => x
rewrite_rule and_and_same "(x and y) and x = x and y" equivalence (.and (.and x y) x) => (.and x y)
rewrite_rule or_or_same "(x or y) or x = x or y" equivalence (.or (.or x y) x) => (.or x y)
rewrite_rule and_and_not "(x and y) and not x = 0" refinement (.and (.and x y) (.not x)) => (0)
rewrite_rule or_or_not "(x or y) or not x = -1" refinement (.or (.or x y) (.not x)) => (.lit (-1))
rewrite_rule and_or_not "x and (not x or y) = x and y" equivalence (.and x (.or (.not x) y)) => (.and x y)
rewrite_rule or_and_not "x or (not x and y) = x or y" equivalence (.or x (.and (.not x) y)) => (.or x y)
rewrite_rule and_not_or "not x and (x or y) = y and not x" equivalence
  (.and (.not x) (.or x y)) => (.and y (.not x))
rewrite_rule or_not_and "not x or (x and y) = y or not x" equivalence
  (.or (.not x) (.and x y)) => (.or y (.not x))
rewrite_rule or_and_and "(x and y) or (x and z) = x and (y or z)" equivalence
  (.or (.and x y) (.and x z)) => (.and x (.or y z))
rewrite_rule and_or_or "(x or y) and (x or z) = x or (y and z)" equivalence
  (.and (.or x y) (.or x z)) => (.or x (.and y z))
rewrite_rule xor_and_and "(x and y) xor (x and z) = x and (y xor z)" equivalence
  (.xor (.and x y) (.and x z)) => (.and x (.xor y z))
rewrite_rule or_and_split "(x and y) or (x and not y) = x" refinement
  (.or (.and x y) (.and x (.not y))) => x
rewrite_rule xor_and_split "(x and y) xor (x and not y) = x" refinement
  (.xor (.and x y) (.and x (.not y))) => x
rewrite_rule add_and_split "(x and y) + (x and not y) = x" refinement
  (.add (.and x y) (.and x (.not y))) => x := by
  rule_cases; rename_i a b
  rw [← Bits.lor_of_disjoint (by ext_bits)]; ext_bits
rewrite_rule and_or_split "(x or y) and (x or not y) = x" refinement
  (.and (.or x y) (.or x (.not y))) => x
rewrite_rule xor_and_left "(x and y) xor x = x and not y" equivalence
  (.xor (.and x y) x) => (.and x (.not y))
rewrite_rule xor_or_left "(x or y) xor x = y and not x" equivalence
  (.xor (.or x y) x) => (.and y (.not x))

/-! ### and, or and xor of the same two -/

rewrite_rule or_and_xor "(x and y) or (x xor y) = x or y" equivalence
  (.or (.and x y) (.xor x y)) => (.or x y)
rewrite_rule xor_and_xor "(x and y) xor (x xor y) = x or y" equivalence
  (.xor (.and x y) (.xor x y)) => (.or x y)
rewrite_rule xor_or_xor "(x or y) xor (x xor y) = x and y" equivalence
  (.xor (.or x y) (.xor x y)) => (.and x y)
rewrite_rule xor_or_and "(x or y) xor (x and y) = x xor y" equivalence
  (.xor (.or x y) (.and x y)) => (.xor x y)
rewrite_rule and_or_xor "(x or y) and (x xor y) = x xor y" equivalence
  (.and (.or x y) (.xor x y)) => (.xor x y)
rewrite_rule or_or_xor "(x or y) or (x xor y) = x or y" equivalence
  (.or (.or x y) (.xor x y)) => (.or x y)
rewrite_rule and_and_xor "(x and y) and (x xor y) = 0" refinement
  (.and (.and x y) (.xor x y)) => (0)
rewrite_rule and_xor_left "x and (x xor y) = x and not y" equivalence
  (.and x (.xor x y)) => (.and x (.not y))
rewrite_rule or_xor_left "x or (x xor y) = x or y" equivalence (.or x (.xor x y)) => (.or x y)
rewrite_rule and_not_xor "x and not (x xor y) = x and y" equivalence
  (.and x (.not (.xor x y))) => (.and x y)
rewrite_rule or_not_xor "x or not (x xor y) = x or not y" equivalence
  (.or x (.not (.xor x y))) => (.or x (.not y))
rewrite_rule or_and_nots "(x and not y) or (not x and y) = x xor y" equivalence
  (.or (.and x (.not y)) (.and (.not x) y)) => (.xor x y)
rewrite_rule xor_and_nots "(x and not y) xor (not x and y) = x xor y" equivalence
  (.xor (.and x (.not y)) (.and (.not x) y)) => (.xor x y)
rewrite_rule or_and_nor "(x and y) or not (x or y) = not (x xor y)" equivalence
  (.or (.and x y) (.not (.or x y))) => (.not (.xor x y))
rewrite_rule and_or_nand "(x or y) and not (x and y) = x xor y" equivalence
  (.and (.or x y) (.not (.and x y))) => (.xor x y)
rewrite_rule and_or_nots "(x or not y) and (not x or y) = not (x xor y)" equivalence
  (.and (.or x (.not y)) (.or (.not x) y)) => (.not (.xor x y))

/-! ### not -/

rewrite_rule de_morgan_or "not x or not y = not (x and y)" equivalence
  (.or (.not x) (.not y)) => (.not (.and x y))
rewrite_rule xor_nots "not x xor not y = x xor y" equivalence (.xor (.not x) (.not y)) => (.xor x y)
rewrite_rule xor_not "not x xor y = not (x xor y)" equivalence (.xor (.not x) y) => (.not (.xor x y))
rewrite_rule not_and_not "not (not x and y) = x or not y" equivalence
  (.not (.and (.not x) y)) => (.or x (.not y))
rewrite_rule not_or_not "not (not x or y) = x and not y" equivalence
  (.not (.or (.not x) y)) => (.and x (.not y))

/-! ### known bits -/

rewrite_rule and_known_zero "x and c = x where all bits outside c are known 0" refinement
  (.and x c) => x where [.zeros "x" m, .cmp .eq (.lor c m) (.lit (-1))] := by
  rule_cases; ext_bits_of hp.1 hp.2
rewrite_rule and_known_disjoint "x and c = 0 where the bits of c are known 0" refinement
  (.and x c) => (0) where [.zeros "x" m, .cmp .eq (.land c m) c] := by
  rule_cases; exact (Bits.zeros_land hp.1 hp.2).symm
rewrite_rule and_known_one "x and c = c where the bits of c are known 1" refinement
  (.and x c) => c where [.ones "x" m, .cmp .eq (.land c m) c] := by
  rule_cases; ext_bits_of hp.1 hp.2
rewrite_rule and_in_range "x and c = x for x in :uN, where the low N bits of c are 1" refinement
  (.and x c) => x where [.inU "x" n, .cmp .eq (.land c (.sub (.pow2 n) 1)) (.sub (.pow2 n) 1)] := by
  rule_cases; exact (Bits.land_of_inU hp.1 hp.2).symm
rewrite_rule or_known_one "x or c = x where the bits of c are known 1" refinement
  (.or x c) => x where [.ones "x" m, .cmp .eq (.land c m) c] := by
  rule_cases; ext_bits_of hp.1 hp.2
rewrite_rule or_known_zero "x or c = c where all bits outside c are known 0" refinement
  (.or x c) => c where [.zeros "x" m, .cmp .eq (.lor c m) (.lit (-1))] := by
  rule_cases; ext_bits_of hp.1 hp.2
rewrite_rule xor_known_zero "x xor c = x or c where the bits of c are known 0" equivalence
  (.xor x c) => (.or x c) where [.zeros "x" m, .cmp .eq (.land c m) c] := by
  rule_cases; ext_bits_of hp.1 hp.2
rewrite_rule add_known_zero "x + c = x or c where the bits of c are known 0" equivalence
  (.add x c) => (.or x c) where [.zeros "x" m, .cmp .eq (.land c m) c] := by
  rule_cases; exact Bits.lor_of_disjoint (Bits.zeros_land hp.1 hp.2)
rewrite_rule add_disjoint "x + y = x or y where no bit can be 1 in both" equivalence
  (.add x y) => (.or x y) where [.zeros "x" m, .zeros "y" n, .cmp .eq (.lor m n) (.lit (-1))] := by
  rule_cases; exact Bits.lor_of_disjoint (Bits.land_zeros hp.1 hp.2.1 hp.2.2)
rewrite_rule xor_disjoint "x xor y = x or y where no bit can be 1 in both" equivalence
  (.xor x y) => (.or x y) where [.zeros "x" m, .zeros "y" n, .cmp .eq (.lor m n) (.lit (-1))] := by
  rule_cases; have := Bits.land_zeros hp.1 hp.2.1 hp.2.2; ext_bits_of this
rewrite_rule and_disjoint "x and y = 0 where no bit can be 1 in both" refinement
  (.and x y) => (0) where [.zeros "x" m, .zeros "y" n, .cmp .eq (.lor m n) (.lit (-1))] := by
  rule_cases; exact (Bits.land_zeros hp.1 hp.2.1 hp.2.2).symm
rewrite_rule const_sub_subset "c - x = x xor c where all bits outside c are known 0" equivalence
  (.sub c x) => (.xor x c) where [.zeros "x" m, .cmp .eq (.lor c m) (.lit (-1))] := by
  rule_cases; exact (Bits.sub_of_subset (by ext_bits_of hp.1 hp.2)).symm

/-! ### truth values as ints -/

rewrite_rule and_bool_to_int "of truth values: and" equivalence
  (.and (.boolToInt p) (.boolToInt q)) => (.boolToInt (.band p q)) := by rule_cases <;> decide
rewrite_rule or_bool_to_int "of truth values: or" equivalence
  (.or (.boolToInt p) (.boolToInt q)) => (.boolToInt (.bor p q)) := by rule_cases <;> decide
rewrite_rule xor_bool_to_int "of truth values: xor" equivalence
  (.xor (.boolToInt p) (.boolToInt q)) => (.boolToInt (.bxor p q)) := by rule_cases <;> decide
rewrite_rule xor_bool_to_int_one "of a truth value: the other one" equivalence
  (.xor (.boolToInt p) 1) => (.boolToInt (.bnot p)) := by rule_cases <;> decide

/-- All rules of this file. -/
def rules : List Proven := [
  and_zero, and_neg_one, or_self, or_zero, or_neg_one, xor_self, xor_zero, xor_neg_one,
  and_not_self, or_not_self, xor_not_self, and_const, or_const, xor_const, and_const_out,
  or_const_out, xor_const_out, and_or_const_disjoint, and_or_const_subset, and_or_const,
  or_and_const_cover, or_and_const_subset, and_xor_const_disjoint, and_xor_const,
  or_xor_const_subset, xor_and_const_disjoint, xor_and_same_const, xor_or_const, xor_not_const,
  not_xor_const, or_masks, xor_masks, add_masks, add_disjoint_masks, add_mask_const,
  xor_disjoint_masks, or_and_absorb, and_and_same, or_or_same, and_and_not, or_or_not, and_or_not,
  or_and_not, and_not_or, or_not_and, or_and_and, and_or_or, xor_and_and, or_and_split,
  xor_and_split, add_and_split, and_or_split, xor_and_left, xor_or_left, or_and_xor, xor_and_xor,
  xor_or_xor, xor_or_and, and_or_xor, or_or_xor, and_and_xor, and_xor_left, or_xor_left,
  and_not_xor, or_not_xor, or_and_nots, xor_and_nots, or_and_nor, and_or_nand, and_or_nots,
  de_morgan_or, xor_nots, xor_not, not_and_not, not_or_not, and_known_zero, and_known_disjoint,
  and_known_one, and_in_range, or_known_one, or_known_zero, xor_known_zero, add_known_zero,
  add_disjoint, xor_disjoint, and_disjoint, const_sub_subset, and_bool_to_int, or_bool_to_int,
  xor_bool_to_int, xor_bool_to_int_one]

end Tuffy.Rewrites.BitRules
