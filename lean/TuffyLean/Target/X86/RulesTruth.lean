import TuffyLean.Target.X86.Tactic

/-! Selection: truth values and tests. -/
namespace Tuffy.X86.Truth
open Tuffy Vars Sel

/- Here the goal has premises about the bools, which `rule_split` must leave in it. -/
local macro_rules
  | `(tactic| rule_split $h) => `(tactic| first
    | (have h1 := And.left $h; replace $h := And.right $h
       rcases h1 with hv | ⟨i, hv⟩ <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩)) <;> (try rule_simp at *) <;> rule_split $h)
    | (rcases $h:ident with hv | ⟨i, hv⟩ <;> (try simp only [hv] at *) <;> (try clear hv) <;>
         (try (revert i; refine Bool.forall_bool.mpr ⟨?_, ?_⟩)) <;> (try rule_simp at *))
    | skip)

set_option hygiene false in
/-- Truth tables. -/
macro "sel_truth" : tactic => `(tactic| (
  sel_cases <;> intro hs <;> simp only [hs] <;> first | decide | contradiction))

sel_rule select "select p x y" sizes16 (.select p x y) using [bool "p", int "x", int "y"]
  emits [copy ry, .alu .test .b8 rp (.reg rp), .cmov .ne .sz .out rx] := by
  sel_cases <;> intro hs <;> rename_i h <;> simp only [hs, zext_zext_same] at h ⊢ <;> (exfalso; revert h; decide)
sel_rule band "p and q" sizes8 (.band p q) using [bool "p", bool "q"] gives (.bool)
  emits [.mov .b8 .out (.reg rp), .alu .and .b8 .out (.reg rq)] := by
  sel_truth
sel_rule bor "p or q" sizes8 (.bor p q) using [bool "p", bool "q"] gives (.bool)
  emits [.mov .b8 .out (.reg rp), .alu .or .b8 .out (.reg rq)] := by
  sel_truth
sel_rule bxor "p xor q" sizes8 (.bxor p q) using [bool "p", bool "q"] gives (.bool)
  emits [.mov .b8 .out (.reg rp), .alu .xor .b8 .out (.reg rq)] := by
  sel_truth
sel_rule bnot "not p" sizes8 (.bnot p) using [bool "p"] gives (.bool)
  emits [.mov .b8 .out (.reg rp), .alu .xor .b8 .out (.imm 1)] := by
  sel_truth
sel_rule bool_to_int "1 for true" sizes16 (.boolToInt p) using [bool "p"]
  emits [.movzx .sz .b8 .out rp] := by
  sel_cases <;> intro hs <;> simp only [hs]
sel_rule bool_to_int8 "1 for true, a byte" sizes8 (.boolToInt p) using [bool "p"]
  emits [.mov .b8 .out (.reg rp)] := by
  intro u hu
  have h8 : u = .b8 := List.mem_singleton.mp hu
  subst h8; sel_rest <;> intro hs <;> simp only [hs]
sel_rule int_to_bool_s "x ≠ 0" sizes (.intToBool x) using [int "x"]
  where [S "x"] gives (.bool)
  emits [.alu .test .sz rx (.reg rx), .setcc .ne .out] := by
  sel_cases; sel_test
sel_rule icmp_eq_zero_s "x = 0 by test, as a condition" sizes (.icmp .eq x 0) using [int "x"]
  where [S "x"] gives (.cond .e)
  emits [.alu .test .sz rx (.reg rx)] := by
  sel_cases; sel_test
sel_rule int_to_bool_u "x ≠ 0" sizes (.intToBool x) using [int "x"]
  where [U "x"] gives (.bool)
  emits [.alu .test .sz rx (.reg rx), .setcc .ne .out] := by
  sel_cases; sel_test
sel_rule icmp_eq_zero_u "x = 0 by test, as a condition" sizes (.icmp .eq x 0) using [int "x"]
  where [U "x"] gives (.cond .e)
  emits [.alu .test .sz rx (.reg rx)] := by
  sel_cases; sel_test
sel_rule icmp_lt_zero "x < 0 by test, as a condition" sizes (.icmp .lt x 0) using [int "x"]
  where [S "x"] gives (.cond .s)
  emits [.alu .test .sz rx (.reg rx)] := by
  sel_cases; sel_test

/-- All rules of this file. -/
def rules : List ProvenSel := [
  select, band, bor, bxor, bnot, bool_to_int, bool_to_int8, int_to_bool_s, icmp_eq_zero_s,
  int_to_bool_u, icmp_eq_zero_u, icmp_lt_zero]

end Tuffy.X86.Truth
