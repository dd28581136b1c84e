import TuffyLean.Target.X86.TacticMore

/-! Selection: upper halves of products, signed division by positive numbers. -/
namespace Tuffy.X86.Wide
open Tuffy Vars Sel

theorem not_b8 {u : Width} (h : u ∈ sizes16) : u ≠ .b8 := by rintro rfl; simp at h

theorem exec_copy (w : Width) (d x : Reg) (t : State) : exec (.mov w d (.reg x)) t = some (t.set w d (t.get w x)) := by
  simp only [exec, Src.movOk, Src.val, if_true]

/-! ### products -/

theorem exec_mul {w : Width} (hw : w ≠ .b8) (y : Reg) (t : State) : exec (.mulWide false w y) t =
    let p := t.get w rax * t.get w y
    some (((t.set w rax p).set w rdx (Bits.shr p w.bits)).setFlags (mulFlags (decide (2 ^ w.bits ≤ p)))) := by
  simp only [exec, setWide, if_neg hw]
theorem exec_imul {w : Width} (hw : w ≠ .b8) (y : Reg) (t : State) : exec (.mulWide true w y) t =
    let p := Bits.sext (t.get w rax) w.bits * Bits.sext (t.get w y) w.bits
    some (((t.set w rax p).set w rdx (Bits.shr p w.bits)).setFlags (mulFlags (decide (¬ Bits.inS p w.bits)))) := by
  simp only [exec, setWide, if_neg hw]

set_option hygiene false in
/-- Runs a product, `ex` says what the instruction does. -/
macro "sel_high " ex:ident : tactic => `(tactic| (
  intro u hu e s hW ht hp hs
  have h8 := not_b8 hu
  dsimp only at ht hp hs ⊢
  sel_simp [hW] at hp
  simp only [List.map_nil, List.map_cons, Inst.inst, Src.inst, WExpr.at, run, exec_copy, $ex:ident h8, exists_some]
  sel_simp [hW] at ht hs ⊢
  (try rule_split ht)
  (try (all_goals (try sel_simp at *)))
  (try (all_goals (repeat' (split <;> (try sel_simp at *) <;> (try contradiction)))))))

sel_rule mul_high_u "the upper half of x * y, x and y in :uW" sizes16 (.splitHi (.mul x y) W) using [int "x", int "y"]
  where [U "x", U "y"]
  emits [.mov .sz rax (.reg rx), .mulWide false .sz ry, .mov .sz .out (.reg rdx)] := by
  sel_high exec_mul
  simp only [hs, zext_zext_same, Bits.zext_of_inU hp.1, Bits.zext_of_inU hp.2]
sel_rule mul_high_s "the upper half of x * y, x and y in :sW" sizes16 (.splitHi (.mul x y) W) using [int "x", int "y"]
  where [S "x", S "y"]
  emits [.mov .sz rax (.reg rx), .mulWide true .sz ry, .mov .sz .out (.reg rdx)] := by
  sel_high exec_imul
  simp only [hs, zext_zext_same, Bits.sext_zext, Bits.sext_of_inS hp.1, Bits.sext_of_inS hp.2]

/-! ### signed division -/

theorem exec_cwd {w : Width} (hw : w ≠ .b8) (t : State) :
    exec (.cwd w) t = some (t.set w rdx (if msb w (t.get w rax) then -1 else 0)) := by
  cases w <;> first | exact absurd rfl hw | rfl

/-- The dividend that `cwd` makes. -/
theorem wide_sign {w : Width} (a : Int) :
    Bits.sext (Bits.zext (if msb w (Bits.zext a w.bits) then -1 else 0) w.bits * 2 ^ w.bits + Bits.zext a w.bits) (2 * w.bits) =
      Bits.sext a w.bits := by
  by_cases h : 2 ^ (w.bits - 1) ≤ Bits.zext (Bits.zext a w.bits) w.bits
  · simp only [msb, h, decide_true, if_true]
    cases w <;> simp only [Width.bits, Bits.zext, Bits.sext] at * <;> omega
  · simp only [msb, h, decide_false, Bool.false_eq_true, if_false]
    cases w <;> simp only [Width.bits, Bits.zext, Bits.sext] at * <;> omega

/-- Division by positive numbers does not overflow. -/
theorem tdiv_inS {a b : Int} {n : Nat} (h : Bits.inS a n) (hb : 1 ≤ b) : Bits.inS (a.tdiv b) n := by
  obtain ⟨h0, h1, h2⟩ := h
  refine ⟨h0, ?_⟩
  by_cases ha : 0 ≤ a
  · rw [Int.tdiv_eq_ediv_of_nonneg ha]
    have l1 := Int.ediv_le_self b ha
    have l2 := Int.ediv_nonneg ha (show 0 ≤ b by omega)
    omega
  · obtain ⟨m, rfl⟩ : ∃ m, a = -m := ⟨-a, by omega⟩
    rw [Int.neg_tdiv, Int.tdiv_eq_ediv_of_nonneg (by omega)]
    have l1 := Int.ediv_le_self b (show 0 ≤ m by omega)
    have l2 := Int.ediv_nonneg (show 0 ≤ m by omega) (show 0 ≤ b by omega)
    omega

theorem exec_idiv {w : Width} (hw : w ≠ .b8) {t : State} {a b : Int} {r : Reg}
    (ha : Bits.sext (t.get w rdx * 2 ^ w.bits + t.get w rax) (2 * w.bits) = a) (hb : Bits.sext (t.get w r) w.bits = b)
    (h1 : 1 ≤ b) (h : Bits.inS a w.bits) :
    exec (.idiv w r) t = some (((t.set w rax (a.tdiv b)).set w rdx (a.tmod b)).setFlags noFlags) := by
  have h4 : ¬(b = 0 ∨ ¬ Bits.inS (a.tdiv b) w.bits) := by
    rintro (h5 | h5)
    · omega
    · exact h5 (tdiv_inS h h1)
  simp only [exec, getWide, setQuotient, if_neg hw, ha, hb]
  rw [if_neg h4]

/-- The code of a signed division, run. -/
theorem run_idiv {w : Width} (hw : w ≠ .b8) (s : State) {b : Int} {x y q : Reg} (hy : y ≠ .gpr .rax ∧ y ≠ .gpr .rdx)
    (hb : Bits.sext (s.get w y) w.bits = b) (h1 : 1 ≤ b) :
    run [.mov w rax (.reg x), .cwd w, .idiv w y, .mov w .out (.reg q)] s =
      let a := Bits.sext (s.get w x) w.bits
      let t := (((((s.set w rax (s.get w x)).set w rdx (if msb w (s.get w x) then -1 else 0)).set w rax (a.tdiv b)).set w rdx
        (a.tmod b)).setFlags noFlags)
      some (t.set w .out (t.get w q)) := by
  have h0 : w.bits ≠ 0 := by have := bits_pos w; omega
  have c : exec (.cwd w) (s.set w rax (s.get w x)) = some ((s.set w rax (s.get w x)).set w rdx (if msb w (s.get w x) then -1 else 0)) := by
    rw [exec_cwd hw, get_set_self, get_zext]
  have k : exec (.idiv w y) ((s.set w rax (s.get w x)).set w rdx (if msb w (s.get w x) then -1 else 0)) = _ :=
    exec_idiv hw (a := Bits.sext (s.get w x) w.bits) (b := b)
      (by rw [get_set_self, get_set_ne _ _ _ _ _ _ (by decide), get_set_self]
          have := wide_sign (w := w) (s.get w x)
          rwa [get_zext] at this ⊢)
      (by rw [get_set_ne _ _ _ _ _ _ hy.2, get_set_ne _ _ _ _ _ _ hy.1, hb]) h1 (Bits.sext_inS _ h0)
  simp only [run, exec_copy, c, k]

set_option hygiene false in
macro "sel_idiv" : tactic => `(tactic| (
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
  have hb : Bits.sext (s.get u ry) u.bits = j := by rw [hyv, Bits.sext_zext, Bits.sext_of_inS hp.2.1]
  refine ⟨_, run_idiv h8 s (by decide) hb (by omega), ?_⟩
  obtain hx0 | ⟨i, hi⟩ := tx
  · sel_simp [hx0]
  simp only [hi, fact_int] at hp hx
  have ha : Bits.sext (s.get u rx) u.bits = i := by rw [hx, Bits.sext_zext, Bits.sext_of_inS hp.1]
  have hj0 : ¬ j = 0 := by omega
  sel_simp [hi, hj, hj0, ha, if_neg, get_zext, zext_zext_same]))

sel_rule tdiv_s "x tdiv y, x and y in :sW, y ≥ c ≥ 1 and not poison" sizes16 (.tdiv x y) using [int "x", ("y", .defined .sz)]
  where [S "x", S "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .cwd .sz, .idiv .sz ry, .mov .sz .out (.reg rax)] := by sel_idiv
sel_rule trem_s "x trem y, x and y in :sW, y ≥ c ≥ 1 and not poison" sizes16 (.trem x y) using [int "x", ("y", .defined .sz)]
  where [S "x", S "y", .range "y" c d, .cmp .ge c 1]
  emits [.mov .sz rax (.reg rx), .cwd .sz, .idiv .sz ry, .mov .sz .out (.reg rdx)] := by sel_idiv

/-- All rules of this file. -/
def rules : List ProvenSel := [mul_high_u, mul_high_s, tdiv_s, trem_s]

end Tuffy.X86.Wide
