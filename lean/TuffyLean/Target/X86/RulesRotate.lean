import TuffyLean.Target.X86.TacticMore

/-! Selection: rotations of words and of any number of bits, bytes in reverse order. -/
namespace Tuffy.X86.Rotate
open Tuffy Vars Sel

abbrev t0 : Reg := .tmp 0

/-! ### what `rol` and `ror` make -/

section
variable (s : State) (w : Width) (d : Reg) {a : Int} (c : Nat)
theorem get_rol (h : Bits.inU a w.bits) : (stepShift .rol w d a c s).get w d =
    Bits.zext (Bits.lor (Bits.shl a (c % w.bits)) (Bits.shr a (w.bits - c % w.bits))) w.bits := by
  unfold stepShift; split
  · subst c
    rw [get_set_self, Nat.zero_mod, Nat.sub_zero, Bits.shr_of_inU h (Nat.le_refl _), Bits.lor_zero]; simp [Bits.shl]
  · rw [get_setFlags, get_set_self]; rfl
theorem get_ror : (stepShift .ror w d a c s).get w d =
    Bits.zext (Bits.lor (Bits.shr a (c % w.bits)) (Bits.shl a (w.bits - c % w.bits))) w.bits := by
  unfold stepShift; split
  · subst c
    rw [get_set_self, Nat.zero_mod, Nat.sub_zero]
    apply Bits.ext; intro j
    simp only [Bits.testBit_zext, Bits.testBit_lor, Bits.testBit_shr, Bits.testBit_shl, Nat.zero_add]
    by_cases l : j < w.bits
    · have : ¬ w.bits ≤ j := by omega
      simp [this]
    · simp [l]
  · rw [get_setFlags, get_set_self]; rfl
end

theorem emod_left {j c n : Nat} (hj : j < n) (hc : c ≤ n) :
    (((j : Int) - c) % n).toNat = if c ≤ j then j - c else j + n - c := by
  split
  · rw [Int.emod_eq_of_lt (by omega) (by omega)]; omega
  · rw [← Int.add_mul_emod_self_left _ _ 1, Int.mul_one, Int.emod_eq_of_lt (by omega) (by omega)]; omega
theorem emod_right {j c n : Nat} (hj : j < n) (hc : c ≤ n) :
    (((j : Int) + c) % n).toNat = if j + c < n then j + c else j + c - n := by
  split
  · rw [Int.emod_eq_of_lt (by omega) (by omega)]; omega
  · rw [← Int.add_mul_emod_self_left _ _ (-1), Int.emod_eq_of_lt (by omega) (by omega)]; omega

theorem rol_eq (i : Int) {c w : Nat} (h : c < w) :
    Bits.zext (Bits.lor (Bits.shl (Bits.zext i w) c) (Bits.shr (Bits.zext i w) (w - c))) w =
      (Bits.ofBits w fun j => Bits.testBit i (((j : Int) - c) % w).toNat : Nat) := by
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_lor, Bits.testBit_shr, Bits.testBit_shl, Bits.testBit_ofNat, Bits.testBit_ofBits]
  by_cases l : j < w
  · rw [emod_left l (by omega)]
    by_cases k : c ≤ j
    · have h1 : ¬ w - c + j < w := by omega
      have h2 : j - c < w := by omega
      simp [l, k, h1, h2]
    · have h1 : w - c + j < w := by omega
      have h2 : j + w - c < w := by omega
      simp [l, k, h2, show w - c + j = j + w - c by omega]
  · simp [l]
theorem ror_eq (i : Int) {c w : Nat} (h : c < w) :
    Bits.zext (Bits.lor (Bits.shr (Bits.zext i w) c) (Bits.shl (Bits.zext i w) (w - c))) w =
      (Bits.ofBits w fun j => Bits.testBit i (((j : Int) + c) % w).toNat : Nat) := by
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_lor, Bits.testBit_shr, Bits.testBit_shl, Bits.testBit_ofNat, Bits.testBit_ofBits]
  by_cases l : j < w
  · rw [emod_right l (by omega)]
    by_cases k : j + c < w
    · have h1 : ¬ w - c ≤ j := by omega
      simp [l, k, h1, Nat.add_comm c j]
    · have h1 : w - c ≤ j := by omega
      have h2 : ¬ c + j < w := by omega
      have h3 : j + c - w < w := by omega
      simp [l, k, h1, h2, h3, show j - (w - c) = j + c - w by omega]
  · simp [l]

/-- A rotated word has as many bits. -/
theorem zext_ofBits (f : Nat → Bool) (n : Nat) : Bits.zext (Bits.ofBits n f : Nat) n = (Bits.ofBits n f : Nat) :=
  Bits.zext_of_inU (Bits.ofBits_inU n f)

sel_rule rotl_imm "x rotated left by c in W bits" sizes (.rotateLeft x c W) using [int "x"]
  where [inWord c]
  emits [copy rx, .shift .rol .sz .out (.imm c)] := by
  sel_more
  rename_i i h0
  obtain ⟨k, hk⟩ := Int.eq_ofNat_of_zero_le hp.1
  rw [hk] at hp ⊢
  rw [get_rol _ _ _ _ (Bits.zext_inU _ _), count_of_lt (by omega) hp.2, Int.toNat_natCast, Nat.mod_eq_of_lt (by omega), hs,
    zext_zext_same, rol_eq i (by omega), zext_ofBits]
sel_rule rotr_imm "x rotated right by c in W bits" sizes (.rotateRight x c W) using [int "x"]
  where [inWord c]
  emits [copy rx, .shift .ror .sz .out (.imm c)] := by
  sel_more
  rename_i i h0
  obtain ⟨k, hk⟩ := Int.eq_ofNat_of_zero_le hp.1
  rw [hk] at hp ⊢
  rw [get_ror, count_of_lt (by omega) hp.2, Int.toNat_natCast, Nat.mod_eq_of_lt (by omega), hs,
    zext_zext_same, ror_eq i (by omega), zext_ofBits]

/-- The mask of counts is what a rotation means. -/
theorem count_mod {w : Width} (h : w ∈ sizes32) (j : Int) : (w.count (Bits.zext j 8) : Int) = j % w.bits := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  obtain rfl | rfl := h <;> simp only [Width.count, Width.bits, Bits.zext, reduceCtorEq, if_true, if_false] <;> omega
theorem count_mod_lt {w : Width} (h : w ∈ sizes32) (j : Int) : w.count (Bits.zext j 8) < w.bits := by
  have := count_mod h j
  have := Int.emod_lt_of_pos j (show (0 : Int) < w.bits by have := bits_pos w; omega)
  omega

sel_rule rotl_cl "x rotated left by any y in W bits" sizes32 (.rotateLeft x y W) using [int "x", ("y", .cl)]
  emits [copy rx, .shift .rol .sz .out .cl] := by
  sel_more
  rename_i i y h0
  simp only [hs]
  rw [get_rol _ _ _ _ (Bits.zext_inU _ _), Nat.mod_eq_of_lt (count_mod_lt hu y), zext_zext_same, rol_eq i (count_mod_lt hu y)]
  simp only [count_mod hu, Int.sub_emod_emod, zext_ofBits]
sel_rule rotr_cl "x rotated right by any y in W bits" sizes32 (.rotateRight x y W) using [int "x", ("y", .cl)]
  emits [copy rx, .shift .ror .sz .out .cl] := by
  sel_more
  rename_i i y h0
  simp only [hs]
  rw [get_ror, Nat.mod_eq_of_lt (count_mod_lt hu y), zext_zext_same, ror_eq i (count_mod_lt hu y)]
  simp only [count_mod hu, Int.add_emod_emod, zext_ofBits]

/-! ### any number of bits -/

theorem rol_any {i : Int} {a c n w : Nat} (h : a + n = w) (hc : c ≤ n) :
    Bits.zext (Bits.lor (Bits.shr (Bits.zext (Bits.shl (Bits.shl i a) c) w) a) (Bits.shr (Bits.zext (Bits.shl i a) w) (w - c))) w =
      Bits.zext (Bits.ofBits n fun j => Bits.testBit i (((j : Int) - c) % n).toNat : Nat) w := by
  subst h
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_lor, Bits.testBit_shr, Bits.testBit_shl, Bits.testBit_ofNat, Bits.testBit_ofBits]
  by_cases l : j < n
  · rw [emod_left l hc]
    have l1 : j < a + n := by omega
    by_cases k : c ≤ j
    · have h1 : ¬ a + n - c + j < a + n := by omega
      have h2 : c ≤ a + j := by omega
      have h3 : a ≤ a + j - c := by omega
      simp [l, l1, k, h1, h2, h3, show a + j - c - a = j - c by omega]
    · have h1 : a + n - c + j < a + n := by omega
      have h2 : a ≤ a + n - c + j := by omega
      by_cases h4 : c ≤ a + j
      · have h3 : ¬ a ≤ a + j - c := by omega
        simp [l, l1, k, h1, h2, h3, show a + n - c + j - a = j + n - c by omega]
      · simp [l, l1, k, h1, h2, h4, show a + n - c + j - a = j + n - c by omega]
  · have h1 : ¬ a + j < a + n := by omega
    have h2 : ¬ a + n - c + j < a + n := by omega
    simp [l, h1, h2]

sel_rule rotl_any "x rotated left by c in N bits" sizes (.rotateLeft x c n) using [int "x"]
  where [.cmp .ge c 1, .cmp .lt c n, .cmp .le n W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub W n)), .mov .sz t0 (.reg .out), .shift .shl .sz .out (.imm c),
    .shift .shr .sz .out (.imm (.sub W n)), .shift .shr .sz t0 (.imm (.sub W c)), alu .or t0] := by
  sel_more
  obtain ⟨k, hk⟩ := Int.eq_ofNat_of_zero_le (show 0 ≤ e.c "c" by omega)
  obtain ⟨m, hm⟩ := Int.eq_ofNat_of_zero_le (show 0 ≤ e.c "n" by omega)
  simp only [hk, hm] at hp ⊢
  simp only [hs]
  rw [count_of_lt (c := (u.bits : Int) - m) (by omega) (by omega), count_of_lt (c := (u.bits : Int) - k) (by omega) (by omega),
    count_of_lt (c := (k : Int)) (by omega) (by omega), show ((u.bits : Int) - m).toNat = u.bits - m by omega,
    show ((u.bits : Int) - k).toNat = u.bits - k by omega]
  simp only [Int.toNat_natCast]
  sel_norm
  exact rol_any (by omega) (by omega)

/-! ### the order of bytes -/

sel_rule bswap16 "2 bytes in reverse order" [.b16] (.bswap x 2) using [int "x"]
  emits [copy rx, .shift .rol .sz .out (.imm 8)] := by
  intro u hu; have h16 : u = .b16 := List.mem_singleton.mp hu
  subst h16; sel_rest
  rw [get_rol _ _ _ _ (Bits.zext_inU _ _), hs, zext_zext_same]
  apply Bits.ext; intro j
  simp only [show Width.b16.bits = 16 from rfl, show Width.b16.count 8 % 16 = 8 from rfl, Bits.testBit_zext, Bits.testBit_lor,
    Bits.testBit_shr, Bits.testBit_shl, Bits.testBit_ofNat, Bits.testBit_ofBits]
  by_cases l : j < 16
  · by_cases k : j < 8
    · have h1 : j / 8 = 0 := by omega
      have h2 : j % 8 = j := by omega
      have h3 : ¬ 8 ≤ j := by omega
      have h4 : 16 - 8 + j < 16 := by omega
      simp [l, h1, h2, h3, h4]
    · have h1 : j / 8 = 1 := by omega
      have h2 : j % 8 = j - 8 := by omega
      have h3 : 8 ≤ j := by omega
      have h4 : ¬ 16 - 8 + j < 16 := by omega
      have h5 : j - 8 < 16 := by omega
      simp [l, h1, h2, h3, h4, h5]
  · simp [l]

/-- All rules of this file. -/
def rules : List ProvenSel := [rotl_imm, rotr_imm, rotl_cl, rotr_cl, rotl_any, bswap16]

end Tuffy.X86.Rotate
