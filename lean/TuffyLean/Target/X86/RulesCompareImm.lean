import TuffyLean.Target.X86.Tactic

/-! Selection: comparisons with constants, as a condition on the flags. -/
namespace Tuffy.X86.CompareImm
open Tuffy Vars Sel

sel_rule icmp_eq_s_imm_flags "x = c, signed, as a condition" sizes (.icmp .eq x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .e)
  emits [.alu .cmp .sz rx (.imm c)]
sel_rule icmp_ne_s_imm_flags "x ≠ c, signed, as a condition" sizes (.icmp .ne x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .ne)
  emits [.alu .cmp .sz rx (.imm c)]
sel_rule icmp_lt_s_imm_flags "x < c, signed, as a condition" sizes (.icmp .lt x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .l)
  emits [.alu .cmp .sz rx (.imm c)]
sel_rule icmp_le_s_imm_flags "x ≤ c, signed, as a condition" sizes (.icmp .le x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .le)
  emits [.alu .cmp .sz rx (.imm c)]
sel_rule icmp_gt_s_imm_flags "x > c, signed, as a condition" sizes (.icmp .gt x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .g)
  emits [.alu .cmp .sz rx (.imm c)]
sel_rule icmp_ge_s_imm_flags "x ≥ c, signed, as a condition" sizes (.icmp .ge x c) using [int "x"]
  where [S "x", .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .ge)
  emits [.alu .cmp .sz rx (.imm c)]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  icmp_eq_s_imm_flags, icmp_ne_s_imm_flags, icmp_lt_s_imm_flags, icmp_le_s_imm_flags,
  icmp_gt_s_imm_flags, icmp_ge_s_imm_flags]

end Tuffy.X86.CompareImm
