import TuffyLean.Target.X86.Tactic

/-! Selection: constants, sums, products and bitwise operations at every operand size. -/
namespace Tuffy.X86.Arith
open Tuffy Vars Sel

/-! ### constants -/

sel_rule const_int "a constant" sizes (.calc c) using []
  emits [.mov .sz .out (.imm (immC c))]
sel_rule const_zero "zero, changing flags" sizes (.calc 0) using []
  emits [alu .xor .out] := by
  sel_cases; rw [Bits.xor_self]
sel_rule const_true "true" sizes (.bool true) using [] gives (.bool)
  emits [.mov .b8 .out (.imm 1)] := by
  intro u hu e s hW ht hp hs; simp [run, Inst.inst, Src.inst, exec, Src.movOk, Src.val, movOk, WExpr.at, Width.bits, Bits.inS, CExpr.eval, CExpr.ofNat_def, Out.holds, Value.boolFact, Term.eval, get_set_self, Bits.zext]
sel_rule const_false "false" sizes (.bool false) using [] gives (.bool)
  emits [.alu .xor .b8 .out (.reg .out)] := by
  intro u hu e s hW ht hp hs; simp [run, Inst.inst, Src.inst, exec, Src.ok, Src.val, WExpr.at, stepAlu, Bits.xor_self, Out.holds, Value.boolFact, Term.eval, get_set_self, get_setFlags, Bits.zext]

/-! ### sums and differences -/

sel_rule add "x + y" sizes (.add x y) using [int "x", int "y"]
  emits [copy rx, alu .add ry]
sel_rule add_imm "x + c" sizes (.add x c) using [int "x"]
  where [fits c]
  emits [copy rx, alui .add (immC c)]
sel_rule sub "x - y" sizes (.sub x y) using [int "x", int "y"]
  emits [copy rx, alu .sub ry]
sel_rule sub_imm "x - c" sizes (.sub x c) using [int "x"]
  where [fits c]
  emits [copy rx, alui .sub (immC c)]
sel_rule neg "0 - x" sizes (.sub 0 x) using [int "x"]
  emits [copy rx, .un .neg .sz .out] := by
  sel_cases; simp only [hs]; sel_norm; congr 1; omega
sel_rule const_sub "c - x" sizes (.sub c x) using [int "x"]
  where [fits c]
  emits [copy rx, .un .neg .sz .out, alui .add (immC c)] := by
  sel_cases <;> simp only [hs] <;> sel_norm <;> congr 1 <;> omega
sel_rule inc "x + 1" sizes (.add x 1) using [int "x"]
  emits [copy rx, .un .inc .sz .out]
sel_rule dec "x - 1" sizes (.sub x 1) using [int "x"]
  emits [copy rx, .un .dec .sz .out]
sel_rule dec_add "x + (-1)" sizes (.add x (.lit (-1))) using [int "x"]
  emits [copy rx, .un .dec .sz .out] := by
  sel_cases; simp only [hs]; sel_norm; rfl
sel_rule double "2 x" sizes (.mul x 2) using [int "x"]
  emits [copy rx, alu .add .out] := by
  sel_cases; simp only [hs]; sel_norm; congr 1; omega

/-! ### bitwise operations -/

sel_rule and "x and y" sizes (.and x y) using [int "x", int "y"]
  emits [copy rx, alu .and ry]
sel_rule and_imm "x and c" sizes (.and x c) using [int "x"]
  where [fits c]
  emits [copy rx, alui .and (immC c)]
sel_rule or "x or y" sizes (.or x y) using [int "x", int "y"]
  emits [copy rx, alu .or ry]
sel_rule or_imm "x or c" sizes (.or x c) using [int "x"]
  where [fits c]
  emits [copy rx, alui .or (immC c)]
sel_rule xor "x xor y" sizes (.xor x y) using [int "x", int "y"]
  emits [copy rx, alu .xor ry]
sel_rule xor_imm "x xor c" sizes (.xor x c) using [int "x"]
  where [fits c]
  emits [copy rx, alui .xor (immC c)]
sel_rule not "not x" sizes (.not x) using [int "x"]
  emits [copy rx, .un .not .sz .out]
sel_rule and_not "x and not y" sizes32 (.and x (.not y)) using [int "x", int "y"]
  emits [.andn .sz .out ry rx] := by
  sel_cases; simp only [hs]; sel_norm; rw [Bits.land_comm, ← zext_land_r, zext_lnot_in, zext_land_r]

/-! ### products -/

sel_rule mul "x * y" sizes16 (.mul x y) using [int "x", int "y"]
  emits [copy rx, .imul .sz .out ry]
sel_rule mul_imm "x * c" sizes16 (.mul x c) using [int "x"]
  where [fits c]
  emits [.imul3 .sz .out rx (immC c)]

/-- All rules of this file. -/
def rules : List ProvenSel := [
  const_int, const_zero, const_true, const_false, add, add_imm, sub, sub_imm, neg, const_sub,
  inc, dec, dec_add, double, and, and_imm, or, or_imm, xor, xor_imm, not, and_not, mul, mul_imm]

end Tuffy.X86.Arith
