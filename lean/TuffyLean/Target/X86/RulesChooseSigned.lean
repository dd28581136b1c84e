import TuffyLean.Target.X86.Tactic

/-! Selection: choices by a signed comparison, minima and maxima. -/
namespace Tuffy.X86.ChooseSigned
open Tuffy Vars Sel

sel_rule select_lt_s "select (x lt y) z w" sizes16 (.select (.icmp .lt x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .l .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_le_s "select (x le y) z w" sizes16 (.select (.icmp .le x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .le .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_gt_s "select (x gt y) z w" sizes16 (.select (.icmp .gt x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .g .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_ge_s "select (x ge y) z w" sizes16 (.select (.icmp .ge x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .ge .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_eq_s "select (x eq y) z w" sizes16 (.select (.icmp .eq x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .e .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_ne_s "select (x ne y) z w" sizes16 (.select (.icmp .ne x y) z w) using [int "x", int "y", int "z", int "w"]
  where [S "x", S "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .ne .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule min_s "min x y" sizes16 (.min x y) using [int "x", int "y"]
  where [S "x", S "y"]
  emits [copy rx, .alu .cmp .sz rx (.reg ry), .cmov .g .sz .out ry] := by
  sel_cases <;> sel_choose
sel_rule max_s "max x y" sizes16 (.max x y) using [int "x", int "y"]
  where [S "x", S "y"]
  emits [copy rx, .alu .cmp .sz rx (.reg ry), .cmov .l .sz .out ry] := by
  sel_cases <;> sel_choose

/-- All rules of this file. -/
def rules : List ProvenSel := [
  select_lt_s, select_le_s, select_gt_s, select_ge_s, select_eq_s, select_ne_s, min_s, max_s]

end Tuffy.X86.ChooseSigned
