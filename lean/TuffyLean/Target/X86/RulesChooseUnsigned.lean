import TuffyLean.Target.X86.Tactic

/-! Selection: choices by an unsigned comparison, minima and maxima. -/
namespace Tuffy.X86.ChooseUnsigned
open Tuffy Vars Sel

set_option hygiene false in
/-- A minimum or maximum of values in range is in range. -/
macro "sel_extreme" "(" f:term ")" : tactic => `(tactic| (
  obtain ⟨h1, h2⟩ := hp; rename_i i j h
  have hm : Bits.inU ($f i j) u.bits := by simp only [Bits.inU] at *; omega
  simp only [hs, zext_zext_same, Bits.zext_of_inU h1, Bits.zext_of_inU h2, Bits.zext_of_inU hm] at h ⊢
  omega))

sel_rule select_lt_u "select (x lt y) z w" sizes16 (.select (.icmp .lt x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .b .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_le_u "select (x le y) z w" sizes16 (.select (.icmp .le x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .be .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_gt_u "select (x gt y) z w" sizes16 (.select (.icmp .gt x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .a .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_ge_u "select (x ge y) z w" sizes16 (.select (.icmp .ge x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .ae .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_eq_u "select (x eq y) z w" sizes16 (.select (.icmp .eq x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .e .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule select_ne_u "select (x ne y) z w" sizes16 (.select (.icmp .ne x y) z w) using [int "x", int "y", int "z", int "w"]
  where [U "x", U "y"]
  emits [copy (.opnd "w"), .alu .cmp .sz rx (.reg ry), .cmov .ne .sz .out rz] := by
  sel_cases <;> sel_choose
sel_rule min_u "min x y" sizes16 (.min x y) using [int "x", int "y"]
  where [U "x", U "y"]
  emits [copy rx, .alu .cmp .sz rx (.reg ry), .cmov .a .sz .out ry] := by
  sel_cases <;> sel_extreme (min)
sel_rule max_u "max x y" sizes16 (.max x y) using [int "x", int "y"]
  where [U "x", U "y"]
  emits [copy rx, .alu .cmp .sz rx (.reg ry), .cmov .b .sz .out ry] := by
  sel_cases <;> sel_extreme (max)

/-- All rules of this file. -/
def rules : List ProvenSel := [
  select_lt_u, select_le_u, select_gt_u, select_ge_u, select_eq_u, select_ne_u, min_u, max_u]

end Tuffy.X86.ChooseUnsigned
