import TuffyLean.Target.X86.RulesNarrow

/-! Selection: comparisons of zero extensions from any width, as a condition. -/
namespace Tuffy.X86.NarrowUnsigned
open Tuffy Vars Sel Narrow

sel_rule icmp_eq_u_any "zext N of x eq zext N of y, as a condition" sizes (.icmp .eq (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .e)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_ne_u_any "zext N of x ne zext N of y, as a condition" sizes (.icmp .ne (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .ne)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_lt_u_any "zext N of x lt zext N of y, as a condition" sizes (.icmp .lt (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .b)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_le_u_any "zext N of x le zext N of y, as a condition" sizes (.icmp .le (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .be)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_gt_u_any "zext N of x gt zext N of y, as a condition" sizes (.icmp .gt (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .a)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_ge_u_any "zext N of x ge zext N of y, as a condition" sizes (.icmp .ge (.zext x n) (.zext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .ae)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top

/-- All rules of this file. -/
def rules : List ProvenSel := [icmp_eq_u_any, icmp_ne_u_any, icmp_lt_u_any, icmp_le_u_any, icmp_gt_u_any,
  icmp_ge_u_any]

end Tuffy.X86.NarrowUnsigned
