import TuffyLean.Target.X86.TacticMore

/-! Selection: merging words, tests of single bits and masks. -/
namespace Tuffy.X86.Parts
open Tuffy Vars Sel

abbrev t0 : Reg := .tmp 0

/-! ### merging -/

theorem rest_toNat {w : Nat} {n : Int} (h : 0 ≤ n) (k : n ≤ w) : ((w : Int) - n).toNat = w - n.toNat := by omega

theorem merge_low (i j : Int) {n w : Nat} :
    Bits.zext (Bits.lor (Bits.shl (Bits.shr (Bits.zext i w) n) n) (Bits.zext j n)) w =
      Bits.zext (Bits.lor (Bits.shl (Bits.shr i n) n) (Bits.zext j n)) w := by ext_bits

theorem low_by_shifts {i : Int} {n w : Nat} (l : n ≤ w) :
    Bits.shr (Bits.zext (Bits.shl i (w - n)) w) (w - n) = Bits.zext i n := by
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_shr, Bits.testBit_shl]
  by_cases h : j < n
  · have h1 : w - n + j < w := by omega
    simp [h, h1]
  · have h1 : ¬ w - n + j < w := by omega
    simp [h, h1]

sel_rule merge_any "the low N bits of y in x" sizes (.merge x y n) using [int "x", int "y"]
  where [.cmp .ge n 1, .cmp .lt n W]
  emits [.mov .sz t0 (.reg ry), .shift .shl .sz t0 (.imm (.sub W n)), .shift .shr .sz t0 (.imm (.sub W n)),
    copy rx, .shift .shr .sz .out (.imm n), .shift .shl .sz .out (.imm n), alu .or t0] := by
  sel_more
  simp only [hs]
  rw [count_of_lt (c := (u.bits : Int) - e.c "n") (by omega) (by omega), rest_toNat (by omega) (by omega),
    count_of_lt (by omega) (by omega)]
  sel_norm
  rw [low_by_shifts (by omega), merge_low]

/-- A write of a part leaves the upper bits. -/
theorem get_set_part (s : State) {w u : Width} (h : (w = .b8 ∨ w = .b16) ∧ w.bits < u.bits) (r : Reg) (a v : Int) :
    ((s.set u r a).set w r v).get u r = Bits.zext (Bits.lor (Bits.shl (Bits.shr a w.bits) w.bits) (Bits.zext v w.bits)) u.bits := by
  rw [Bits.lor_of_disjoint (by ext_bits)]
  obtain ⟨rfl | rfl, l⟩ := h <;> cases u <;> simp [Width.bits] at l <;>
    simp only [State.get, State.set, if_true, Width.write, Width.bits, Bits.zext, Bits.shl, Bits.shr] <;> omega

theorem wider8 {u : Width} (h : u ∈ sizes16) : Width.b8.bits < u.bits := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  obtain rfl | rfl | rfl := h <;> decide
theorem wider16 {u : Width} (h : u ∈ sizes32) : Width.b16.bits < u.bits := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  obtain rfl | rfl := h <;> decide

sel_rule merge8 "the lowest byte of y in x" sizes16 (.merge x y 8) using [int "x", ("y", .int .b8)]
  emits [copy rx, .mov .b8 .out (.reg ry)] := by
  sel_cases
  rw [get_set_part s ⟨.inl rfl, wider8 hu⟩, hs.1, hs.2, zext_zext_same, merge_low]; rfl
sel_rule merge16 "the lowest 16 bits of y in x" sizes32 (.merge x y 16) using [int "x", ("y", .int .b16)]
  emits [copy rx, .mov .b16 .out (.reg ry)] := by
  sel_cases
  rw [get_set_part s ⟨.inr rfl, wider16 hu⟩, hs.1, hs.2, zext_zext_same, merge_low]; rfl

/-! ### tests of bits -/

theorem inU_of_imm {w : Width} {c : Int} (h : 0 ≤ c) (k : Bits.sext c w.bits = c) : Bits.inU c w.bits := by
  have := k ▸ Bits.sext_inS c (show w.bits ≠ 0 by have := bits_pos w; omega)
  have l := Bits.two_pow_le (show w.bits - 1 ≤ w.bits by omega)
  exact ⟨h, by have := this.2.2; omega⟩

theorem land_low {i c : Int} {n : Nat} (h : Bits.inU c n) : Bits.zext (Bits.land i c) n = Bits.land i c := by
  apply Bits.ext; intro j
  rw [Bits.testBit_zext, Bits.testBit_land, Bits.testBit_high_of_inU h]
  by_cases l : j < n <;> simp [l]

sel_rule test_any "whether x has bits of a mask, as a condition" sizes (.icmp .ne (.and x c) 0) using [int "x"]
  where [.cmp .ge c 0, .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .ne)
  emits [.alu .test .sz rx (.imm c)] := by
  sel_cases
  rw [hs, zext_land_l, zext_land_r, land_low (inU_of_imm hp.1 hp.2.1)]
sel_rule test_none "whether x has no bits of a mask, as a condition" sizes (.icmp .eq (.and x c) 0) using [int "x"]
  where [.cmp .ge c 0, .cmp .eq (.sext c W) c, .cmp .eq (.sext c 32) c] gives (.cond .e)
  emits [.alu .test .sz rx (.imm c)] := by
  sel_cases
  rw [hs, zext_land_l, zext_land_r, land_low (inU_of_imm hp.1 hp.2.1)]

theorem land_bit (i : Int) (m : Nat) : Bits.land i (2 ^ m) = 0 ↔ Bits.testBit i m = false := by
  constructor
  · intro h
    have := congrArg (Bits.testBit · m) h
    simpa using this
  · intro h
    apply Bits.ext; intro j
    rw [Bits.testBit_land, Bits.testBit_two_pow, Bits.testBit_zero_left]
    by_cases e : m = j
    · subst e; simp [h]
    · simp [e]

theorem sign_bit (i : Int) {n : Nat} (h : n ≠ 0) : Bits.sext i n < 0 ↔ Bits.testBit i (n - 1) = true := by
  have h1 := Bits.testBit_of_inS (Bits.sext_inS i h) (Nat.le_refl (n - 1))
  rw [Bits.testBit_sext i h, Nat.min_self] at h1
  rw [h1, decide_eq_true_eq]

theorem inU_bit {m w : Nat} (h : m < w) : Bits.inU (2 ^ m) w :=
  ⟨Int.le_of_lt (Bits.two_pow_pos m), Bits.two_pow_lt h⟩

sel_rule lt_zero_any "sext N < 0, as a condition" sizes (.icmp .lt (.sext x n) 0) using [int "x"]
  where [.cmp .ge n 1, .cmp .lt n W, .cmp .lt n 32] gives (.cond .ne)
  emits [.alu .test .sz rx (.imm (.pow2 (.sub n 1)))] := by
  sel_more
  rw [hs, zext_land_l, zext_land_r, land_low (inU_bit (by omega)), land_bit, sign_bit _ (by omega),
    show (e.c "n" - 1).toNat = (e.c "n").toNat - 1 by omega]
  simp
sel_rule ge_zero_any "sext N ≥ 0, as a condition" sizes (.icmp .ge (.sext x n) 0) using [int "x"]
  where [.cmp .ge n 1, .cmp .lt n W, .cmp .lt n 32] gives (.cond .e)
  emits [.alu .test .sz rx (.imm (.pow2 (.sub n 1)))] := by
  sel_more
  rw [hs, zext_land_l, zext_land_r, land_low (inU_bit (by omega)), land_bit, ← Int.not_lt, sign_bit _ (by omega),
    show (e.c "n" - 1).toNat = (e.c "n").toNat - 1 by omega]
  simp

/-- All rules of this file. -/
def rules : List ProvenSel := [
  merge_any, merge8, merge16, test_any, test_none, lt_zero_any, ge_zero_any]

end Tuffy.X86.Parts
