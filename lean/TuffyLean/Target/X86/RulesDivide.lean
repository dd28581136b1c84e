import TuffyLean.Target.X86.Tactic

/-!
Selection: division. `div` faults on a divisor of 0, where the IR has poison only: the divisor must
be known not to be poison and not 0, or the code makes a 0 to a 1.
-/
namespace Tuffy.X86.Divide
open Tuffy Vars Sel

/-- `div` with the upper half cleared. -/
theorem exec_div {w : Width} (hw : w ≠ .b8) {t : State} {a b : Int} {r : Reg} (ha : t.get w rax = a)
    (hd : t.get w rdx = 0) (hb : t.get w r = b) (h1 : 1 ≤ b) (hu : Bits.inU a w.bits) :
    exec (.div w r) t = some (((t.set w rax (a / b)).set w rdx (a % b)).setFlags noFlags) := by
  have h2 : a / b ≤ a := Int.ediv_le_self b hu.1
  have h3 := hu.2
  have h4 : ¬(b = 0 ∨ 2 ^ w.bits ≤ a / b) := by omega
  simp only [exec, getWide, setQuotient, if_neg hw, ha, hd, hb, Int.zero_mul, Int.zero_add, if_neg h4]

/-- The code of an unsigned division, run. -/
theorem run_div {w : Width} (hw : w ≠ .b8) (s : State) {b : Int} {x y q : Reg}
    (hy : y ≠ .gpr .rax ∧ y ≠ .gpr .rdx) (hb : s.get w y = b) (h1 : 1 ≤ b) :
    run [.mov w rax (.reg x), .mov w rdx (.imm 0), .div w y, .mov w .out (.reg q)] s =
      let t := (((((s.set w rax (s.get w x)).set w rdx (Bits.zext 0 w.bits)).set w rax (s.get w x / b)).set w rdx
        (s.get w x % b)).setFlags noFlags)
      some (t.set w .out (t.get w q)) := by
  have z : Bits.zext 0 w.bits = 0 := by simp [Bits.zext]
  have m : movOk w 0 := .inr ⟨Int.le_refl _, Bits.two_pow_pos _⟩
  have k : exec (.div w y) ((s.set w rax (s.get w x)).set w rdx (Bits.zext 0 w.bits)) = _ :=
    exec_div hw (a := s.get w x) (b := b)
      (by rw [get_set_ne _ _ _ _ _ _ (by decide), get_set_self, get_zext])
      (by rw [get_set_self, zext_zext_same, z])
      (by rw [get_set_ne _ _ _ _ _ _ hy.2, get_set_ne _ _ _ _ _ _ hy.1, hb]) h1 (get_inU ..)
  have m1 : exec (.mov w rax (.reg x)) s = some (s.set w rax (s.get w x)) := by
    simp only [exec, Src.movOk, Src.val, if_true]
  have m2 (t : State) : exec (.mov w rdx (.imm 0)) t = some (t.set w rdx (Bits.zext 0 w.bits)) := by
    simp only [exec, Src.movOk, Src.val, m, if_true]
  have m3 (t : State) : exec (.mov w .out (.reg q)) t = some (t.set w .out (t.get w q)) := by
    simp only [exec, Src.movOk, Src.val, if_true]
  simp only [run, m1, m2, k, m3]

theorem not_b8 {u : Width} (h : u ∈ sizes16) : u ≠ .b8 := by rintro rfl; simp at h

set_option hygiene false in
macro "sel_div" : tactic => `(tactic| (
  intro u hu e s hW ht hp hs
  have h8 := not_b8 hu
  dsimp only at ht hp hs ⊢
  simp only [Hold.all, Hold.holds, WExpr.at] at hs
  obtain ⟨hx, ⟨hy, hyv⟩, -⟩ := hs
  sel_simp [hW] at hp ht
  obtain ⟨tx, ty⟩ := ht
  obtain hy0 | ⟨j, hj⟩ := ty
  · exact absurd hy0 hy
  simp only [hj, fact_int] at hp hyv
  rw [Bits.zext_of_inU hp.2.1] at hyv
  refine ⟨_, run_div h8 s (by decide) hyv (by omega), ?_⟩
  obtain hx0 | ⟨i, hi⟩ := tx
  · sel_simp [hx0]
  simp only [hi, fact_int] at hp hx
  rw [Bits.zext_of_inU hp.1] at hx
  have hj0 : ¬ j = 0 := by omega
  sel_simp [hi, hj, hj0, hx, if_neg, get_zext, zext_zext_same]))

sel_rule div_u "x div y, x and y in :uW, y ≥ c ≥ 1 and not poison" sizes16 (.div x y) using [int "x", ("y", .defined .sz)]
  where [U "x", U "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .mov .sz rdx (.imm 0), .div .sz ry, .mov .sz .out (.reg rax)] := by sel_div
sel_rule rem_u "x rem y, x and y in :uW, y ≥ c ≥ 1 and not poison" sizes16 (.rem x y) using [int "x", ("y", .defined .sz)]
  where [U "x", U "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .mov .sz rdx (.imm 0), .div .sz ry, .mov .sz .out (.reg rdx)] := by sel_div
sel_rule tdiv_u "x tdiv y, the same for x and y in :uW" sizes16 (.tdiv x y) using [int "x", ("y", .defined .sz)]
  where [U "x", U "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .mov .sz rdx (.imm 0), .div .sz ry, .mov .sz .out (.reg rax)] := by
  sel_div; rw [Int.tdiv_eq_ediv_of_nonneg hp.1.1]
sel_rule trem_u "x trem y, the same for x and y in :uW" sizes16 (.trem x y) using [int "x", ("y", .defined .sz)]
  where [U "x", U "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .mov .sz rdx (.imm 0), .div .sz ry, .mov .sz .out (.reg rdx)] := by
  sel_div; rw [Int.tmod_eq_emod_of_nonneg hp.1.1]

/-- All rules of this file. -/
def rules : List ProvenSel := [div_u, rem_u, tdiv_u, trem_u]

end Tuffy.X86.Divide
