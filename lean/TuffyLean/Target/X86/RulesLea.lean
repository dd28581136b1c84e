import TuffyLean.Target.X86.Tactic

/-! Selection: sums with scaled operands. -/
namespace Tuffy.X86.Lea
open Tuffy Vars Sel

sel_rule lea_add "x + y" sizes16 (.add x y) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 1 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_add_imm "x + c" sizes16 (.add x c) using [int "x"]
  where [.cmp .eq (.sext c 32) c]
  emits [.lea .sz .out rx none 1 c] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_add_add "(x + y) + c" sizes16 (.add (.add x y) c) using [int "x", int "y"]
  where [.cmp .eq (.sext c 32) c]
  emits [.lea .sz .out rx ry 1 c] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_scale2 "x + y * 2" sizes16 (.add x (.mul y 2)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 2 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_shift2 "x + (y << 1)" sizes16 (.add x (.shl y 1)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 2 0] := by
  sel_cases; simp only [hs, Bits.shl]; sel_sizes
sel_rule lea_scale2_imm "x + y * 2 + c" sizes16 (.add (.add x (.mul y 2)) c) using [int "x", int "y"]
  where [.cmp .eq (.sext c 32) c]
  emits [.lea .sz .out rx ry 2 c] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_mul3 "x * 3" sizes16 (.mul x 3) using [int "x"]
  emits [.lea .sz .out rx rx 2 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_scale4 "x + y * 4" sizes16 (.add x (.mul y 4)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 4 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_shift4 "x + (y << 2)" sizes16 (.add x (.shl y 2)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 4 0] := by
  sel_cases; simp only [hs, Bits.shl]; sel_sizes
sel_rule lea_scale4_imm "x + y * 4 + c" sizes16 (.add (.add x (.mul y 4)) c) using [int "x", int "y"]
  where [.cmp .eq (.sext c 32) c]
  emits [.lea .sz .out rx ry 4 c] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_mul5 "x * 5" sizes16 (.mul x 5) using [int "x"]
  emits [.lea .sz .out rx rx 4 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_scale8 "x + y * 8" sizes16 (.add x (.mul y 8)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 8 0] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_shift8 "x + (y << 3)" sizes16 (.add x (.shl y 3)) using [int "x", int "y"]
  emits [.lea .sz .out rx ry 8 0] := by
  sel_cases; simp only [hs, Bits.shl]; sel_sizes
sel_rule lea_scale8_imm "x + y * 8 + c" sizes16 (.add (.add x (.mul y 8)) c) using [int "x", int "y"]
  where [.cmp .eq (.sext c 32) c]
  emits [.lea .sz .out rx ry 8 c] := by
  sel_cases; simp only [hs]; sel_sizes
sel_rule lea_mul9 "x * 9" sizes16 (.mul x 9) using [int "x"]
  emits [.lea .sz .out rx rx 8 0] := by
  sel_cases; simp only [hs]; sel_sizes

/-- All rules of this file. -/
def rules : List ProvenSel := [
  lea_add, lea_add_imm, lea_add_add, lea_scale2, lea_shift2, lea_scale2_imm, lea_mul3,
  lea_scale4, lea_shift4, lea_scale4_imm, lea_mul5, lea_scale8, lea_shift8, lea_scale8_imm,
  lea_mul9]

end Tuffy.X86.Lea
