import TuffyLean.Target.X86.Tactic

/-! Selection: unsigned comparisons, as a byte and as a condition on the flags. -/
namespace Tuffy.X86.CompareUnsigned
open Tuffy Vars Sel

sel_rule icmp_eq_u "x = y, unsigned" sizes (.icmp .eq x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .e .out]
sel_rule icmp_eq_u_flags "x = y, unsigned, as a condition" sizes (.icmp .eq x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .e)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_ne_u "x ≠ y, unsigned" sizes (.icmp .ne x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .ne .out]
sel_rule icmp_ne_u_flags "x ≠ y, unsigned, as a condition" sizes (.icmp .ne x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .ne)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_lt_u "x < y, unsigned" sizes (.icmp .lt x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .b .out]
sel_rule icmp_lt_u_flags "x < y, unsigned, as a condition" sizes (.icmp .lt x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .b)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_le_u "x ≤ y, unsigned" sizes (.icmp .le x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .be .out]
sel_rule icmp_le_u_flags "x ≤ y, unsigned, as a condition" sizes (.icmp .le x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .be)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_gt_u "x > y, unsigned" sizes (.icmp .gt x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .a .out]
sel_rule icmp_gt_u_flags "x > y, unsigned, as a condition" sizes (.icmp .gt x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .a)
  emits [.alu .cmp .sz rx (.reg ry)]
sel_rule icmp_ge_u "x ≥ y, unsigned" sizes (.icmp .ge x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.bool)
  emits [.alu .cmp .sz rx (.reg ry), .setcc .ae .out]
sel_rule icmp_ge_u_flags "x ≥ y, unsigned, as a condition" sizes (.icmp .ge x y) using [int "x", int "y"]
  where [U "x", U "y"] gives (.cond .ae)
  emits [.alu .cmp .sz rx (.reg ry)]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  icmp_eq_u, icmp_eq_u_flags, icmp_ne_u, icmp_ne_u_flags, icmp_lt_u, icmp_lt_u_flags, icmp_le_u,
  icmp_le_u_flags, icmp_gt_u, icmp_gt_u_flags, icmp_ge_u, icmp_ge_u_flags]

end Tuffy.X86.CompareUnsigned
