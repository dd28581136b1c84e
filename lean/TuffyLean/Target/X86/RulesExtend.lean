import TuffyLean.Target.X86.Tactic

/-! Selection: extensions, masks and shifts, at widths without a register too. -/
namespace Tuffy.X86.Extend
open Tuffy Vars Sel

theorem count_cl8 {w : Width} {j : Int} (h0 : 0 ≤ j) (h : j < w.bits) : w.count (Bits.zext j 8) = j.toNat := count_cl h0 h

set_option hygiene false in
/-- A count in `cl` and in range is not masked. -/
macro "sel_count_cl" : tactic => `(tactic| (
  simp only [hs]; rw [count_cl8 (by omega) (by omega)]; (try sel_norm)))

/-! ### a value known to fit a smaller register -/

sel_rule widen_u8 "x in :u8, held in 8 bits" sizes16 (x) using [("x", .int .b8)]
  where [.inU "x" 8]
  emits [.movzx .sz .b8 .out rx] := by
  sel_cases; sel_fit
sel_rule widen_s8 "x in :s8, held in 8 bits" sizes16 (x) using [("x", .int .b8)]
  where [.inS "x" 8]
  emits [.movsx .sz .b8 .out rx] := by
  sel_cases; sel_fit
sel_rule widen_u16 "x in :u16, held in 16 bits" sizes32 (x) using [("x", .int .b16)]
  where [.inU "x" 16]
  emits [.movzx .sz .b16 .out rx] := by
  sel_cases; sel_fit
sel_rule widen_s16 "x in :s16, held in 16 bits" sizes32 (x) using [("x", .int .b16)]
  where [.inS "x" 16]
  emits [.movsx .sz .b16 .out rx] := by
  sel_cases; sel_fit
sel_rule widen_u32 "x in :u32, held in 32 bits" [.b64] (x) using [("x", .int .b32)]
  where [.inU "x" 32]
  emits [.mov .b32 .out (.reg rx)] := by
  sel_one; sel_fit
sel_rule widen_s32 "x in :s32, held in 32 bits" [.b64] (x) using [("x", .int .b32)]
  where [.inS "x" 32]
  emits [.movsx .b64 .b32 .out rx] := by
  sel_one; sel_fit

/-! ### extensions from 8, 16 and 32 bits -/

sel_rule zext8 "zext 8" sizes16 (.zext x 8) using [("x", .int .b8)]
  emits [.movzx .sz .b8 .out rx] := by
  sel_cases; simp only [hs, Width.bits]
sel_rule sext8 "sext 8" sizes16 (.sext x 8) using [("x", .int .b8)]
  emits [.movsx .sz .b8 .out rx] := by
  sel_cases; simp only [hs, Width.bits, Bits.sext_zext]
sel_rule zext16 "zext 16" sizes32 (.zext x 16) using [("x", .int .b16)]
  emits [.movzx .sz .b16 .out rx] := by
  sel_cases; simp only [hs, Width.bits]
sel_rule sext16 "sext 16" sizes32 (.sext x 16) using [("x", .int .b16)]
  emits [.movsx .sz .b16 .out rx] := by
  sel_cases; simp only [hs, Width.bits, Bits.sext_zext]
sel_rule zext32 "zext 32" [.b64] (.zext x 32) using [("x", .int .b32)]
  emits [.mov .b32 .out (.reg rx)] := by
  sel_one; sel_fit
sel_rule sext32 "sext 32" [.b64] (.sext x 32) using [("x", .int .b32)]
  emits [.movsx .b64 .b32 .out rx] := by
  sel_one; sel_fit
sel_rule zext_wide "zext to at least the size read" sizes (.zext x n) using [int "x"]
  where [.cmp .le W n]
  emits [copy rx] := by
  sel_cases; simp only [hs]; rw [zext_zext_same, zext_of_le]; omega
sel_rule sext_wide "sext to at least the size read" sizes (.sext x n) using [int "x"]
  where [.cmp .le W n]
  emits [copy rx] := by
  sel_cases; simp only [hs]; rw [zext_zext_same, zext_sext_of_le]; omega

/-! ### extensions from any width -/

sel_rule zext_mask "zext N by a mask" sizes (.zext x n) using [int "x"]
  where [fits (.sub (.pow2 n) 1)]
  emits [copy rx, alui .and (immC (.sub (.pow2 n) 1))] := by
  sel_cases; simp only [hs]; sel_norm; rw [Bits.land_mask]; rfl
sel_rule zext_shifts "zext N by two shifts" sizes (.zext x n) using [int "x"]
  where [.cmp .ge n 1, .cmp .le n W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub W n)), .shift .shr .sz .out (.imm (.sub W n))] := by
  sel_cases; sel_shifts; exact zext_by_shifts (by omega)
sel_rule sext_shifts "sext N by two shifts" sizes (.sext x n) using [int "x"]
  where [.cmp .ge n 1, .cmp .le n W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub W n)), .shift .sar .sz .out (.imm (.sub W n))] := by
  sel_cases; sel_shifts; exact sext_by_shifts (by omega) (by omega)

/-! ### shifts by constants -/

sel_rule shl_imm "x << c" sizes (.shl x c) using [int "x"]
  where [.cmp .ge c 0, .cmp .lt c W]
  emits [copy rx, .shift .shl .sz .out (.imm c)] := by
  sel_cases; sel_shifts
sel_rule shr_imm_u "x >> c, x in :uW" sizes (.shr x c) using [int "x"]
  where [U "x", .cmp .ge c 0, .cmp .lt c W]
  emits [copy rx, .shift .shr .sz .out (.imm c)] := by
  sel_cases; sel_shifts; rw [Bits.zext_of_inU hp.1]
sel_rule shr_imm_s "x >> c, x in :sW" sizes (.shr x c) using [int "x"]
  where [S "x", .cmp .ge c 0, .cmp .lt c W]
  emits [copy rx, .shift .sar .sz .out (.imm c)] := by
  sel_cases; sel_shifts; rw [Bits.sext_of_inS hp.1]

/-! ### shifts by variables, the count in cl -/

sel_rule shl_cl "x << y" sizes (.shl x y) using [int "x", ("y", .cl)]
  where [.range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [copy rx, .shift .shl .sz .out .cl] := by
  sel_cases; sel_count_cl
sel_rule shr_cl_u "x >> y, x in :uW" sizes (.shr x y) using [int "x", ("y", .cl)]
  where [U "x", .range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [copy rx, .shift .shr .sz .out .cl] := by
  sel_cases; sel_count_cl; rw [Bits.zext_of_inU hp.1]
sel_rule shr_cl_s "x >> y, x in :sW" sizes (.shr x y) using [int "x", ("y", .cl)]
  where [S "x", .range "y" c d, .cmp .ge c 0, .cmp .lt d W]
  emits [copy rx, .shift .sar .sz .out .cl] := by
  sel_cases; sel_count_cl; rw [Bits.sext_of_inS hp.1]

/-! ### division by powers of two -/

sel_rule div_pow2_u "x div 2^k, x in :uW" sizes (.div x c) using [int "x"]
  where [U "x", .isPow2 c, .cmp .lt (.log2 c) W]
  emits [copy rx, .shift .shr .sz .out (.imm (.log2 c))] := by
  sel_cases <;> sel_shifts <;> rw [Bits.zext_of_inU hp.1, Bits.shr_log2 hp.2.1]
sel_rule tdiv_pow2_u "x tdiv 2^k, x in :uW" sizes (.tdiv x c) using [int "x"]
  where [U "x", .isPow2 c, .cmp .lt (.log2 c) W]
  emits [copy rx, .shift .shr .sz .out (.imm (.log2 c))] := by
  sel_cases <;> sel_shifts <;> rw [Bits.zext_of_inU hp.1, Bits.shr_log2 hp.2.1] ; rw [Int.tdiv_eq_ediv_of_nonneg hp.1.1]
sel_rule div_pow2_s "x div 2^k, x in :sW" sizes (.div x c) using [int "x"]
  where [S "x", .isPow2 c, .cmp .lt (.log2 c) W]
  emits [copy rx, .shift .sar .sz .out (.imm (.log2 c))] := by
  sel_cases <;> sel_shifts <;> rw [Bits.sext_of_inS hp.1, Bits.shr_log2 hp.2.1]
sel_rule rem_pow2 "x rem 2^k" sizes (.rem x c) using [int "x"]
  where [.isPow2 c, fits (.sub c 1)]
  emits [copy rx, alui .and (immC (.sub c 1))] := by
  sel_cases <;> simp only [hs] <;> sel_norm <;> rw [Bits.land_pred hp.1]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  widen_u8, widen_s8, widen_u16, widen_s16, widen_u32, widen_s32, zext8, sext8, zext16, sext16,
  zext32, sext32, zext_wide, sext_wide, zext_mask, zext_shifts, sext_shifts, shl_imm, shr_imm_u,
  shr_imm_s, shl_cl, shr_cl_u, shr_cl_s, div_pow2_u, tdiv_pow2_u, div_pow2_s, rem_pow2]

end Tuffy.X86.Extend
