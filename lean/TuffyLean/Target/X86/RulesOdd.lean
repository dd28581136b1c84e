import TuffyLean.Target.X86.TacticMore

/-! Selection: parts of words at widths without a register, by shifts. -/
namespace Tuffy.X86.Odd
open Tuffy Vars Sel

abbrev t0 : Reg := .tmp 0

/-! ### fields of words -/

theorem field_by_shifts {i : Int} {a c n w : Nat} (h : a + c + n = w) :
    Bits.zext (Bits.shr (Bits.zext (Bits.shl i a) w) (a + c)) w = Bits.zext (Bits.zext (Bits.shr i c) n) w := by
  subst h
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_shr, Bits.testBit_shl]
  have h1 : a + c + j - a = c + j := by omega
  have h2 : a ≤ a + c + j := by omega
  by_cases h3 : j < n <;> simp [h1, h2, h3] <;> omega
theorem field_by_sar {i : Int} {a c n w : Nat} (h : a + c + n = w) (h1 : 1 ≤ n) :
    Bits.zext (Bits.shr (Bits.sext (Bits.shl i a) w) (a + c)) w = Bits.zext (Bits.sext (Bits.shr i c) n) w := by
  subst h
  apply Bits.ext; intro j
  simp only [Bits.testBit_zext, Bits.testBit_shr, Bits.testBit_sext _ (show a + c + n ≠ 0 by omega),
    Bits.testBit_sext _ (show n ≠ 0 by omega), Bits.testBit_shl]
  have h2 : min (a + c + j) (a + c + n - 1) - a = c + min j (n - 1) := by omega
  have h3 : a ≤ min (a + c + j) (a + c + n - 1) := by omega
  simp [h2, h3]

sel_rule field_u "zext N of x >> c by two shifts" sizes (.zext (.shr x c) n) using [int "x"]
  where [.cmp .ge c 0, .cmp .ge n 1, .cmp .le (c + n) W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub (.sub W n) c)), .shift .shr .sz .out (.imm (.sub W n))] := by
  sel_cases
  simp only [hs]
  rw [count_of_lt (by omega) (by omega), count_of_lt (by omega) (by omega)]
  sel_norm
  rw [show ((u.bits : Int) - e.c "n").toNat = ((u.bits : Int) - e.c "n" - e.c "c").toNat + (e.c "c").toNat by omega]
  exact field_by_shifts (by omega)
sel_rule field_s "sext N of x >> c by two shifts" sizes (.sext (.shr x c) n) using [int "x"]
  where [.cmp .ge c 0, .cmp .ge n 1, .cmp .le (c + n) W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub (.sub W n) c)), .shift .sar .sz .out (.imm (.sub W n))] := by
  sel_cases
  simp only [hs]
  rw [count_of_lt (by omega) (by omega), count_of_lt (by omega) (by omega)]
  sel_norm
  rw [show ((u.bits : Int) - e.c "n").toNat = ((u.bits : Int) - e.c "n" - e.c "c").toNat + (e.c "c").toNat by omega]
  exact field_by_sar (by omega) (by omega)

/-! ### counting in narrow words -/

theorem shifts_fit {i : Int} {n w : Nat} (l : n ≤ w) :
    Bits.zext (Bits.shr (Bits.zext (Bits.shl i (w - n)) w) (w - n)) w = Bits.zext i n := by
  rw [zext_by_shifts (n := n) (by omega), Bits.zext_of_inU_of_le (Bits.zext_inU i n) l]

/-- A bit is first, or there is none. -/
theorem firstBit_spec (f : Nat → Bool) (n : Nat) (s : Nat) :
    (∃ j, j < n ∧ Bits.firstBit n s f = s + j ∧ f (s + j) = true ∧ ∀ i, i < j → f (s + i) = false)
      ∨ ∀ i, i < n → f (s + i) = false := by
  induction n generalizing s with
  | zero => right; omega
  | succ n ih =>
    by_cases h : f s = true
    · left; exact ⟨0, by omega, by simp [Bits.firstBit, h], by simpa using h, by omega⟩
    · have h0 : f s = false := by simpa using h
      obtain ⟨j, l, e, t, b⟩ | b := ih (s + 1)
      · left
        refine ⟨j + 1, by omega, ?_, ?_, ?_⟩
        · simp only [Bits.firstBit, h0, Bool.false_eq_true, if_false, e]; omega
        · rw [← t]; congr 1; omega
        · intro i hi
          cases i with
          | zero => exact h0
          | succ i => rw [← b i (by omega)]; congr 1; omega
      · right; intro i hi
        cases i with
        | zero => exact h0
        | succ i => rw [← b i (by omega)]; congr 1; omega

theorem trailing_eq {w : Width} {i : Int} (h : Bits.zext i w.bits ≠ 0) :
    trailing w (Bits.zext i w.bits) = Bits.firstBit (Bits.bitLen i.natAbs) 0 (Bits.testBit i) := by
  have f : ∀ j, j < w.bits → Bits.testBit (Bits.zext i w.bits) j = Bits.testBit i j := fun j l => by
    rw [Bits.testBit_zext]; simp [l]
  obtain ⟨j, l, e, t, b⟩ | b := firstBit_spec (Bits.testBit (Bits.zext i w.bits)) w.bits 0
  · simp only [Nat.zero_add] at e t b
    rw [trailing, e]
    rw [f j l] at t
    have b' : ∀ k, k < j → Bits.testBit i k = false := fun k hk => f k (by omega) ▸ b k hk
    have h1 : i % 2 ^ j = 0 % 2 ^ j := Bits.emod_eq_of_testBit fun k hk => by rw [b' k hk, Bits.testBit_zero_left]
    rw [Int.zero_emod] at h1
    have h2 : i ≠ 0 := by rintro rfl; simp [Bits.zext] at h
    have h3 : 2 ^ j ≤ i.natAbs := by
      have d : ((2 ^ j : Nat) : Int) ∣ i := by rw [Bits.two_pow_cast]; exact Int.dvd_of_emod_eq_zero h1
      have d' := Int.natAbs_dvd_natAbs.mpr d
      rw [Int.natAbs_natCast] at d'
      exact Nat.le_of_dvd (by omega) d'
    have h4 : j < Bits.bitLen i.natAbs := by
      have := (Bits.inU_bitLen (x := (i.natAbs : Int)) (by omega)).2
      rw [Int.toNat_natCast, ← Bits.two_pow_cast] at this
      exact (Nat.pow_lt_pow_iff_right (by decide)).mp (show 2 ^ j < 2 ^ Bits.bitLen i.natAbs by omega)
    rw [Bits.firstBit_eq (j := j) h4 (fun k hk => by rw [Nat.zero_add]; exact b' k hk) (by rw [Nat.zero_add]; exact t)]
    omega
  · exfalso; apply h
    apply Bits.ext; intro j
    rw [Bits.testBit_zero_left]
    by_cases l : j < w.bits
    · have := b j l; rwa [Nat.zero_add] at this
    · rw [Bits.testBit_zext]; simp [l]

theorem toNat_rest {w : Nat} {n : Int} (h : 0 ≤ n) (k : n ≤ w) : ((w : Int) - n).toNat = w - n.toNat := by omega

set_option hygiene false in
/-- Counts that are the size less `n`, then the low `n` bits. -/
macro "sel_low" : tactic => `(tactic| (
  simp only [hs]
  rw [count_of_lt (by omega) (by omega), toNat_rest (by omega) (by omega)]
  sel_norm
  rw [shifts_fit (by omega)]))

sel_rule popcnt_any "the ones of zext N" sizes16 (.countOnes (.zext x n)) using [int "x"]
  where [.cmp .ge n 1, .cmp .le n W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub W n)), .shift .shr .sz .out (.imm (.sub W n)), .scan .popcnt .sz .out .out] := by
  sel_more
  sel_low
  rw [← Bits.count_of_inU (Bits.inU_mono (Bits.zext_inU _ _) (show (e.c "n").toNat ≤ u.bits by omega))]
sel_rule lzcnt_any "zeros above the highest one of N bits" sizes16 (.countLeadingZeros x n) using [int "x"]
  where [.cmp .ge n 1, .cmp .le n W]
  emits [copy rx, .shift .shl .sz .out (.imm (.sub W n)), .shift .shr .sz .out (.imm (.sub W n)), .scan .lzcnt .sz .out .out,
    alui .sub (.sub W n)] := by
  sel_more
  sel_low
  rw [leading]; congr 1; omega
sel_rule tzcnt_s "zeros below the lowest one, x in :sW" sizes16 (.countTrailingZeros x) using [int "x"]
  where [S "x"]
  emits [.scan .tzcnt .sz .out rx] := by
  sel_more
  rename_i h
  rw [hs, trailing_eq (by rwa [ne_eq, zext_eq_zero_of_inS hp])]
sel_rule tzcnt_u "zeros below the lowest one, x in :uW" sizes16 (.countTrailingZeros x) using [int "x"]
  where [U "x"]
  emits [.scan .tzcnt .sz .out rx] := by
  sel_more
  rename_i h
  rw [hs, trailing_eq (by rwa [ne_eq, Bits.zext_of_inU hp])]

/-- All rules of this file. -/
def rules : List ProvenSel := [field_u, field_s, popcnt_any, lzcnt_any, tzcnt_s, tzcnt_u]

end Tuffy.X86.Odd
