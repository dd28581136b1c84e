import TuffyLean.Target.X86.Tactic

/-! Selection: signed comparisons, as a byte and as a condition on the flags. -/
namespace Tuffy.X86.CompareSigned
open Tuffy Vars Sel

sel_rule icmp_eq_s "x = y, signed" sizes (.icmp .eq x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .e .out]
sel_rule icmp_eq_s_flags "x = y, signed, as a condition" sizes (.icmp .eq x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .e)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_ne_s "x ≠ y, signed" sizes (.icmp .ne x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .ne .out]
sel_rule icmp_ne_s_flags "x ≠ y, signed, as a condition" sizes (.icmp .ne x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .ne)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_lt_s "x < y, signed" sizes (.icmp .lt x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .l .out]
sel_rule icmp_lt_s_flags "x < y, signed, as a condition" sizes (.icmp .lt x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .l)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_le_s "x ≤ y, signed" sizes (.icmp .le x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .le .out]
sel_rule icmp_le_s_flags "x ≤ y, signed, as a condition" sizes (.icmp .le x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .le)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_gt_s "x > y, signed" sizes (.icmp .gt x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .g .out]
sel_rule icmp_gt_s_flags "x > y, signed, as a condition" sizes (.icmp .gt x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .g)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_ge_s "x ≥ y, signed" sizes (.icmp .ge x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .ge .out]
sel_rule icmp_ge_s_flags "x ≥ y, signed, as a condition" sizes (.icmp .ge x y) using [int "x", int "y"]
  where [S "x", S "y"] gives (.cond .ge)
  emits [.alu .cmp .sz rx (.reg ry)]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  icmp_eq_s, icmp_eq_s_flags, icmp_ne_s, icmp_ne_s_flags, icmp_lt_s, icmp_lt_s_flags, icmp_le_s,
  icmp_le_s_flags, icmp_gt_s, icmp_gt_s_flags, icmp_ge_s, icmp_ge_s_flags]

end Tuffy.X86.CompareSigned
