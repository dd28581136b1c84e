import TuffyLean.Target.X86.TacticMore

/-! Selection: comparisons of sign extensions from any width, as a condition: the operands are
shifted to the top. -/
namespace Tuffy.X86.Narrow
open Tuffy Vars Sel

abbrev t0 : Reg := .tmp 0
abbrev t1 : Reg := .tmp 1

theorem sext_top (i : Int) {n w : Nat} (h : 1 ≤ n) (l : n ≤ w) :
    Bits.sext (Bits.shl i (w - n)) w = Bits.shl (Bits.sext i n) (w - n) := by
  apply Bits.ext; intro j
  simp only [Bits.testBit_sext _ (show w ≠ 0 by omega), Bits.testBit_shl, Bits.testBit_sext _ (show n ≠ 0 by omega)]
  by_cases k : w - n ≤ j
  · have h1 : w - n ≤ min j (w - 1) := by omega
    have h2 : min j (w - 1) - (w - n) = min (j - (w - n)) (n - 1) := by omega
    simp [k, h1, h2]
  · have h1 : ¬ w - n ≤ min j (w - 1) := by omega
    simp [k, h1]
theorem zext_top (i : Int) {n w : Nat} (l : n ≤ w) :
    Bits.zext (Bits.shl i (w - n)) w = Bits.shl (Bits.zext i n) (w - n) := by
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_shl]
  by_cases k : w - n ≤ j
  · by_cases h1 : j < w
    · have h2 : j - (w - n) < n := by omega
      simp [k, h1, h2]
    · have h2 : ¬ j - (w - n) < n := by omega
      simp [h1, h2]
  · simp [k]
theorem shl_lt {a b : Int} {k : Nat} : Bits.shl a k < Bits.shl b k ↔ a < b := by
  have p := Bits.two_pow_pos k
  exact ⟨fun h => Int.lt_of_mul_lt_mul_right h (Int.le_of_lt p), fun h => Int.mul_lt_mul_of_pos_right h p⟩
theorem shl_le {a b : Int} {k : Nat} : Bits.shl a k ≤ Bits.shl b k ↔ a ≤ b := by
  rw [← Int.not_lt, shl_lt, Int.not_lt]
theorem zext_eq_iff {i j : Int} {n : Nat} : Bits.zext i n = Bits.zext j n ↔ Bits.sext i n = Bits.sext j n :=
  ⟨Bits.sext_congr, fun h => by rw [← Bits.zext_sext i n, h, Bits.zext_sext]⟩
theorem rest_toNat {w : Nat} {n : Int} (h : 0 ≤ n) (k : n ≤ w) : ((w : Int) - n).toNat = w - n.toNat := by omega

set_option hygiene false in
macro "sel_top" : tactic => `(tactic| (
  sel_more
  simp only [hs]
  rw [count_of_lt (by omega) (by omega), rest_toNat (by omega) (by omega)]
  have h1 : 1 ≤ (e.c "n").toNat := by omega
  have h2 : (e.c "n").toNat ≤ u.bits := by omega
  (try sel_norm)
  simp only [sext_top _ h1 h2, zext_top _ h2, shl_lt, shl_le, Bits.shl_inj]
  (try omega)
  (try simp only [zext_eq_iff])))

sel_rule icmp_eq_s_any "sext N of x eq sext N of y, as a condition" sizes (.icmp .eq (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .e)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_ne_s_any "sext N of x ne sext N of y, as a condition" sizes (.icmp .ne (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .ne)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_lt_s_any "sext N of x lt sext N of y, as a condition" sizes (.icmp .lt (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .l)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_le_s_any "sext N of x le sext N of y, as a condition" sizes (.icmp .le (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .le)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_gt_s_any "sext N of x gt sext N of y, as a condition" sizes (.icmp .gt (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .g)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top
sel_rule icmp_ge_s_any "sext N of x ge sext N of y, as a condition" sizes (.icmp .ge (.sext x n) (.sext y n)) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .le n W] gives (.cond .ge)
  emits [.mov .sz t0 (.reg rx), .shift .shl .sz t0 (.imm (.sub W n)), .mov .sz t1 (.reg ry), .shift .shl .sz t1 (.imm (.sub W n)),
    .alu .cmp .sz t0 (.reg t1)] := by sel_top

/-- All rules of this file. -/
def rules : List ProvenSel := [icmp_eq_s_any, icmp_ne_s_any, icmp_lt_s_any, icmp_le_s_any, icmp_gt_s_any,
  icmp_ge_s_any]

end Tuffy.X86.Narrow
