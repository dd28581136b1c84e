import TuffyLean.Target.X86.Sel

/-!
What the proofs of selection rules use: registers after writes, operations modulo a power of two,
conditions after a comparison.
-/
namespace Tuffy.X86

/-! ### reading registers after writes -/

theorem zext_zext_same (x : Int) (n : Nat) : Bits.zext (Bits.zext x n) n = Bits.zext x n := by
  rw [Bits.zext_zext, Nat.min_self]

theorem zext_of_le (x : Int) {m n : Nat} (l : n ≤ m) : Bits.zext (Bits.zext x m) n = Bits.zext x n := by
  rw [Bits.zext_zext, Nat.min_eq_right l]

theorem zext_write (w : Width) (old v : Int) : Bits.zext (w.write old v) w.bits = Bits.zext v w.bits := by
  cases w <;> simp only [Width.write, Width.bits, Bits.zext] <;> omega

theorem get_set_self (s : State) (w : Width) (r : Reg) (v : Int) : (s.set w r v).get w r = Bits.zext v w.bits := by
  simp only [State.get, State.set, if_pos]; exact zext_write w _ v

/-- A read that is not wider than the write before it. -/
theorem get_set_le (s : State) (w u : Width) (r : Reg) (v : Int) (h : u.bits ≤ w.bits) :
    (s.set w r v).get u r = Bits.zext v u.bits := by
  have := get_set_self s w r v
  rw [State.get] at this ⊢
  rw [← zext_of_le _ h, this, zext_of_le _ h]

/-- A write of 32 bits clears the upper half. -/
theorem get_set_b32 (s : State) (r : Reg) (v : Int) : (s.set .b32 r v).get .b64 r = Bits.zext v 32 := by
  simp only [State.get, State.set, if_pos, Width.write, Width.bits, Bits.zext]; omega

theorem get_set_ne (s : State) (w u : Width) (r q : Reg) (v : Int) (h : q ≠ r) : (s.set w r v).get u q = s.get u q := by
  simp only [State.get, State.set, if_neg h]

theorem get_setFlags (s : State) (f : Flags) (w : Width) (r : Reg) : (s.setFlags f).get w r = s.get w r := rfl
theorem flags_setFlags (s : State) (f : Flags) : (s.setFlags f).flags = f := rfl
theorem flags_set (s : State) (w : Width) (r : Reg) (v : Int) : (s.set w r v).flags = s.flags := rfl

theorem get_zext (s : State) (w : Width) (r : Reg) : Bits.zext (s.get w r) w.bits = s.get w r := zext_zext_same _ _
theorem get_le (s : State) (w u : Width) (r : Reg) (h : u.bits ≤ w.bits) : Bits.zext (s.get w r) u.bits = s.get u r :=
  zext_of_le _ h
theorem get_inU (s : State) (w : Width) (r : Reg) : Bits.inU (s.get w r) w.bits := Bits.zext_inU _ _

theorem bits_pos (w : Width) : 8 ≤ w.bits := by cases w <;> decide
theorem bits_le (w : Width) : w.bits ≤ 64 := by cases w <;> decide

/-! ### operations modulo a power of two -/

section
variable (a b : Int) (n : Nat)
open Bits
theorem zext_add_l : zext (zext a n + b) n = zext (a + b) n := by simp only [zext, Int.emod_add_emod]
theorem zext_add_r : zext (a + zext b n) n = zext (a + b) n := by simp only [zext, Int.add_emod_emod]
theorem zext_sub_l : zext (zext a n - b) n = zext (a - b) n := by simp only [zext, Int.emod_sub_emod]
theorem zext_sub_r : zext (a - zext b n) n = zext (a - b) n := by simp only [zext, Int.sub_emod_emod]
theorem zext_neg_in : zext (-zext a n) n = zext (-a) n := by
  have := zext_sub_r 0 a n; simpa only [Int.zero_sub] using this
theorem zext_mul_l : zext (zext a n * b) n = zext (a * b) n := by simp only [zext]; rw [Int.mul_emod, Int.emod_emod, ← Int.mul_emod]
theorem zext_mul_r : zext (a * zext b n) n = zext (a * b) n := by rw [Int.mul_comm, zext_mul_l, Int.mul_comm]
theorem zext_smul_l : zext (sext a n * b) n = zext (a * b) n := by rw [← zext_mul_l, zext_sext, zext_mul_l]
theorem zext_smul_r : zext (a * sext b n) n = zext (a * b) n := by rw [← zext_mul_r, zext_sext, zext_mul_r]
theorem zext_land_l : zext (land (zext a n) b) n = zext (land a b) n := by ext_bits
theorem zext_land_r : zext (land a (zext b n)) n = zext (land a b) n := by ext_bits
theorem zext_lor_l : zext (lor (zext a n) b) n = zext (lor a b) n := by ext_bits
theorem zext_lor_r : zext (lor a (zext b n)) n = zext (lor a b) n := by ext_bits
theorem zext_xor_l : zext (xor (zext a n) b) n = zext (xor a b) n := by ext_bits
theorem zext_xor_r : zext (xor a (zext b n)) n = zext (xor a b) n := by ext_bits
theorem zext_lnot_in : zext (lnot (zext a n)) n = zext (lnot a) n := by ext_bits
theorem zext_shl_in (k : Nat) : zext (shl (zext a n) k) n = zext (shl a k) n := zext_mul_l ..
end

theorem immOk_sext {w : Width} {c : Int} (h : Bits.sext (Bits.sext c w.bits) 32 = Bits.sext c w.bits) :
    immOk w (Bits.sext c w.bits) = True := by
  apply eq_true
  have h32 := h ▸ Bits.sext_inS (Bits.sext c w.bits) (show 32 ≠ 0 by decide)
  have hw := Bits.sext_inS c (show w.bits ≠ 0 by have := bits_pos w; omega)
  cases w <;> simp only [immOk, Width.bits] at * <;> first | exact hw | exact h32

theorem movOk_sext (w : Width) (c : Int) : movOk w (Bits.sext c w.bits) = True :=
  eq_true (.inl (Bits.sext_inS c (by have := bits_pos w; omega)))

/-- Small constants can be encoded at every size. -/
theorem immOk_small (w : Width) (c : Int) (h : -128 ≤ c ∧ c < 128) : immOk w c := by
  cases w <;> simp [immOk, Width.bits, Bits.inS] <;> omega

theorem count_of_lt {w : Width} {c : Int} (h0 : 0 ≤ c) (h : c < w.bits) : w.count c = c.toNat := by
  cases w <;> simp only [Width.count, Width.bits, reduceCtorEq, if_true, if_false] at * <;> congr 1 <;> omega

theorem boolFact_bool (b : Bool) (P : Bool → Prop) : (Value.bool b).boolFact P = P b :=
  propext ⟨fun h => h b rfl, fun h _ e => Value.bool.inj e ▸ h⟩
theorem boolFact_poison (P : Bool → Prop) : Value.poison.boolFact P = True := eq_true (fun _ e => nomatch e)

theorem exists_some {t : State} {P : State → Prop} : (∃ u, some t = some u ∧ P u) = P t :=
  propext ⟨fun ⟨_, h, p⟩ => by cases h; exact p, fun h => ⟨t, rfl, h⟩⟩

/-! ### conditions after a subtraction -/

theorem xor_decide {P Q R : Prop} [Decidable P] [Decidable Q] [Decidable R] (h : R ↔ ¬(P ↔ Q)) :
    (decide P ^^ decide Q) = decide R := by
  by_cases p : P <;> by_cases q : Q <;> simp [p, q] at h <;> simp [p, q, h]

theorem or_decide {P Q R : Prop} [Decidable P] [Decidable Q] [Decidable R] (h : R ↔ P ∨ Q) :
    (decide P || decide Q) = decide R := by
  by_cases p : P <;> by_cases q : Q <;> simp [p, q] at h <;> simp [p, q, h]

theorem cond_ne (f : Flags) : cond .ne f = (cond .e f).map (!·) := rfl
theorem cond_ae (f : Flags) : cond .ae f = (cond .b f).map (!·) := rfl
theorem cond_a (f : Flags) : cond .a f = (cond .be f).map (!·) := by
  simp only [cond]; cases f.cf <;> cases f.zf <;> rfl
theorem cond_ge (f : Flags) : cond .ge f = (cond .l f).map (!·) := by
  simp only [cond]; cases f.sf <;> cases f.of <;> rfl
theorem cond_g (f : Flags) : cond .g f = (cond .le f).map (!·) := by
  simp only [cond]; cases f.zf <;> cases f.sf <;> cases f.of <;> rfl

section
open Bits
variable (w : Width) (a b : Int)

theorem cond_e : cond .e (subFlags w a b 0) = some (decide (zext a w.bits = zext b w.bits)) := by
  simp only [cond, subFlags, resultFlags, Option.some.injEq, decide_eq_decide, Int.sub_zero]
  cases w <;> simp only [zext, Width.bits] <;> omega
theorem cond_b : cond .b (subFlags w a b 0) = some (decide (a < b)) := by
  simp only [cond, subFlags, resultFlags, Option.some.injEq, decide_eq_decide]; omega
theorem cond_be : cond .be (subFlags w a b 0) = some (decide (a < b ∨ zext a w.bits = zext b w.bits)) := by
  have e := cond_e w a b
  have l := cond_b w a b
  simp only [cond] at e l ⊢
  rw [e, l]; simp only [Option.bind_some, Option.map_some]; rw [or_decide Iff.rfl]
theorem cond_l : cond .l (subFlags w a b 0) = some (decide (sext a w.bits < sext b w.bits)) := by
  simp only [cond, subFlags, resultFlags, Option.bind_some, Option.map_some, msb]
  refine congrArg some (xor_decide ?_)
  cases w <;> simp only [inS, zext, sext, Width.bits] <;> omega
theorem cond_le : cond .le (subFlags w a b 0) = some (decide (sext a w.bits ≤ sext b w.bits)) := by
  have e := cond_e w a b
  have l := cond_l w a b
  have h : ∀ f, cond .le f = f.zf.bind fun z => (cond .l f).map (z || ·) := by
    intro f; simp only [cond]; cases f.zf <;> cases f.sf <;> cases f.of <;> rfl
  rw [h, l]; simp only [cond] at e; rw [e]
  simp only [Option.bind_some, Option.map_some]; refine congrArg some (or_decide ?_)
  cases w <;> simp only [zext, sext, Width.bits] <;> omega

theorem cond_test_e : cond .e (logicFlags w a) = some (decide (zext a w.bits = 0)) := rfl
theorem cond_test_s : cond .s (logicFlags w a) = some (decide (sext a w.bits < 0)) := by
  simp only [cond, logicFlags, resultFlags, msb, Option.some.injEq, decide_eq_decide]
  cases w <;> simp only [zext, sext, Width.bits] <;> omega
theorem cond_test_ns : cond .ns (logicFlags w a) = (cond .s (logicFlags w a)).map (!·) := rfl

theorem zext_eq_of_inS {w : Width} {a b : Int} (ha : inS a w.bits) (hb : inS b w.bits) :
    (zext a w.bits = zext b w.bits) = (a = b) := by
  apply propext; constructor
  · intro h
    have := sext_congr (n := w.bits) h
    rwa [sext_of_inS ha, sext_of_inS hb] at this
  · rintro rfl; rfl
end

end Tuffy.X86
