import TuffyLean.Facts.Ranges

/-!
What bitwise operations, extensions and bit counts do to ranges. Known bits cannot say that the
high bits of a number are alike; these rules can.
-/
namespace Tuffy.Facts.Range
open Tuffy

/-- The greatest end that a conjunction may have. -/
def andHi (a b : Range) : Option Int :=
  if nonneg a.lo then (if nonneg b.lo then minHi a.hi b.hi else a.hi)
  else if nonneg b.lo then b.hi else maxHi a.hi b.hi

def and (a b : Range) : Range :=
  ⟨if nonneg a.lo || nonneg b.lo then some 0
    else both (fun l m => -2 ^ Bits.bitLen (Bits.lnot (Min.min l m)).toNat) a.lo b.lo, andHi a b⟩

theorem and_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (and a b).Mem (Bits.land x y) := by
  constructor
  · simp only [and]
    split
    · rename_i n
      rw [Bool.or_eq_true] at n
      rcases n with n | n
      · exact (land_nonneg_left (above_nonneg n ha.1)).1
      · exact (Bits.land_range (above_nonneg n hb.1)).1
    · rename_i n
      obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
      cases al <;> cases bl <;> try trivial
      rename_i l m
      have hl : l ≤ x := ha.1
      have hm : m ≤ y := hb.1
      simp only [nonneg, Bool.or_eq_true, decide_eq_true_eq] at n
      show -2 ^ Bits.bitLen (Bits.lnot (Min.min l m)).toNat ≤ Bits.land x y
      have := lt_two_pow_bitLen (x := Bits.lnot (Min.min l m)) (by simp only [Bits.lnot]; omega)
      generalize Bits.bitLen (Bits.lnot (Min.min l m)).toNat = k at *
      simp only [Bits.lnot] at this
      exact neg_pow_le_land (by omega) (by omega)
  · simp only [and, andHi]
    have up (c : nonneg a.lo = true) : below a.hi (Bits.land x y) := by
      have := (land_nonneg_left (y := y) (above_nonneg c ha.1)).2
      have h := ha.2
      generalize a.hi = o at *
      cases o <;> simp only [below] at * <;> omega
    have up' (c : nonneg b.lo = true) : below b.hi (Bits.land x y) := by
      have := (Bits.land_range (x := x) (above_nonneg c hb.1)).2
      have h := hb.2
      generalize b.hi = o at *
      cases o <;> simp only [below] at * <;> omega
    split
    · rename_i c
      have u := up c
      split
      · rename_i d
        have u' := up' d
        generalize a.hi = o at *
        generalize b.hi = p at *
        cases o <;> cases p <;> simp only [minHi, below] at * <;> grind
      · exact u
    · split
      · rename_i d; exact up' d
      · have := land_le_max x y
        have h1 := ha.2
        have h2 := hb.2
        generalize a.hi = o at *
        generalize b.hi = p at *
        cases o <;> cases p <;> simp only [maxHi, below] at * <;> grind

def or (a b : Range) : Range := not (and (not a) (not b))
theorem or_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (or a b).Mem (Bits.lor x y) := by
  rw [lor_eq_lnot]; exact not_mem (and_mem (not_mem ha) (not_mem hb))

/-- The magnitude that decides the signed width. -/
def unsign (x : Int) : Nat := (if x < 0 then Bits.lnot x else x).toNat

/-- The least `n` such that all of the range is in `-2 ^ n … 2 ^ n - 1`. -/
def width : Range → Option Nat
  | ⟨some l, some h⟩ => some (Max.max (Bits.bitLen (unsign l)) (Bits.bitLen (unsign h)))
  | _ => none

theorem unsign_lt (x : Int) : -2 ^ Bits.bitLen (unsign x) ≤ x ∧ x < 2 ^ Bits.bitLen (unsign x) := by
  simp only [unsign]
  split
  · have := lt_two_pow_bitLen (x := Bits.lnot x) (by simp only [Bits.lnot]; omega)
    generalize Bits.bitLen (Bits.lnot x).toNat = n at *
    have := Bits.two_pow_pos n
    simp only [Bits.lnot] at *; omega
  · have := lt_two_pow_bitLen (x := x) (by omega)
    generalize Bits.bitLen x.toNat = n at *
    have := Bits.two_pow_pos n
    omega

theorem width_inS {r : Range} {x : Int} {n : Nat} (h : r.Mem x) (e : r.width = some n) : Bits.inS x (n + 1) := by
  obtain ⟨l, u⟩ := r
  cases l <;> cases u <;> simp only [width] at e <;> try contradiction
  rename_i l u
  injection e with e
  have h1 : l ≤ x := h.1
  have h2 : x ≤ u := h.2
  have hl := unsign_lt l
  have hu := unsign_lt u
  have pl := Bits.two_pow_le (show Bits.bitLen (unsign l) ≤ n by omega)
  have pu := Bits.two_pow_le (show Bits.bitLen (unsign u) ≤ n by omega)
  exact ⟨by omega, by simp only [Nat.add_sub_cancel]; omega, by simp only [Nat.add_sub_cancel]; omega⟩

def xor (a b : Range) : Range :=
  let lo := if nonneg a.lo && nonneg b.lo then some 0 else none
  match a.width, b.width with
  | some m, some n => Range.meet ⟨lo, none⟩ ⟨some (-2 ^ Max.max m n), some (2 ^ Max.max m n - 1)⟩
  | _, _ => ⟨lo, none⟩

theorem xor_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (xor a b).Mem (Bits.xor x y) := by
  have lo : (⟨if nonneg a.lo && nonneg b.lo then some 0 else none, none⟩ : Range).Mem (Bits.xor x y) := by
    refine ⟨?_, trivial⟩
    simp only
    split
    · rename_i n
      rw [Bool.and_eq_true] at n
      exact xor_nonneg (above_nonneg n.1 ha.1) (above_nonneg n.2 hb.1)
    · trivial
  simp only [xor]
  split
  · rename_i m n em en
    refine meet_mem lo ?_
    have i := xor_inS (Bits.inS_mono (width_inS ha em) (show m + 1 ≤ Max.max m n + 1 by omega))
      (Bits.inS_mono (width_inS hb en) (show n + 1 ≤ Max.max m n + 1 by omega))
    simp only [Bits.inS, Nat.add_sub_cancel] at i
    exact ⟨i.2.1, by show Bits.xor x y ≤ 2 ^ Max.max m n - 1; omega⟩
  · exact lo

/-! ### extensions -/

/-- Both ends in one block of `2 ^ n` numbers keep their order. -/
def zext (a : Range) (n : Nat) : Range :=
  match a with
  | ⟨some l, some h⟩ =>
    if Bits.shr l n = Bits.shr h n then ⟨some (Bits.zext l n), some (Bits.zext h n)⟩ else ⟨some 0, some (2 ^ n - 1)⟩
  | _ => ⟨some 0, some (2 ^ n - 1)⟩

theorem zext_mono {l x h : Int} {n : Nat} (lx : l ≤ x) (xh : x ≤ h) (e : Bits.shr l n = Bits.shr h n) :
    Bits.zext l n ≤ Bits.zext x n ∧ Bits.zext x n ≤ Bits.zext h n := by
  have p := Bits.two_pow_pos n
  have h1 := Int.ediv_le_ediv p lx
  have h2 := Int.ediv_le_ediv p xh
  have el := Int.mul_ediv_add_emod l (2 ^ n)
  have ex := Int.mul_ediv_add_emod x (2 ^ n)
  have eh := Int.mul_ediv_add_emod h (2 ^ n)
  simp only [Bits.shr] at e
  simp only [Bits.zext]
  rw [← e] at h2 eh
  have : x / 2 ^ n = l / 2 ^ n := by omega
  rw [this] at ex
  omega

theorem zext_mem {a : Range} {x : Int} (h : a.Mem x) (n : Nat) : (zext a n).Mem (Bits.zext x n) := by
  have all : (⟨some 0, some (2 ^ n - 1)⟩ : Range).Mem (Bits.zext x n) := by
    have := Bits.zext_inU x n
    exact ⟨this.1, by show Bits.zext x n ≤ 2 ^ n - 1; have := this.2; omega⟩
  unfold zext
  split
  · split
    · rename_i e; exact zext_mono h.1 h.2 e
    · exact all
  · exact all

def sext (a : Range) (n : Nat) : Range :=
  let half : Int := 2 ^ (n - 1)
  let r := zext (a.add (const half)) n
  r.sub (const half)
theorem sext_mem {a : Range} {x : Int} (h : a.Mem x) (n : Nat) : (sext a n).Mem (Bits.sext x n) :=
  sub_mem (zext_mem (add_mem h (const_mem _)) n) (const_mem _)

/-! ### counts -/

theorem bitLen_mono {m n : Nat} (h : m ≤ n) : Bits.bitLen m ≤ Bits.bitLen n := by
  apply Bits.bitLen_le
  have := lt_two_pow_bitLen (x := (n : Int)) (by omega)
  rw [Int.toNat_natCast, ← Bits.two_pow_cast] at this
  omega

theorem count_le (n : Nat) (f : Nat → Bool) : Bits.count n f ≤ n := by
  induction n with
  | zero => simp [Bits.count]
  | succ n ih => simp only [Bits.count]; cases f n <;> simp <;> omega

def countOnes (a : Range) : Range := ⟨some 0, a.hi.map fun h => Bits.bitLen h.toNat⟩
theorem countOnes_mem {a : Range} {x : Int} (h : a.Mem x) :
    (countOnes a).Mem (Bits.count (Bits.bitLen x.toNat) (Bits.testBit x) : Nat) := by
  refine ⟨by show (0 : Int) ≤ _; omega, ?_⟩
  have := count_le (Bits.bitLen x.toNat) (Bits.testBit x)
  obtain ⟨l, u⟩ := a
  cases u with
  | none => trivial
  | some u =>
    have hu : x ≤ u := h.2
    have := bitLen_mono (show x.toNat ≤ u.toNat by omega)
    show (Bits.count _ _ : Int) ≤ (Bits.bitLen u.toNat : Int)
    omega

def countLeadingZeros (a : Range) (n : Nat) : Range :=
  match zext a n with
  | ⟨some l, some h⟩ => ⟨some (n - Bits.bitLen h.toNat), some (n - Bits.bitLen l.toNat)⟩
  | _ => .top
theorem countLeadingZeros_mem {a : Range} {x : Int} (h : a.Mem x) (n : Nat) :
    (countLeadingZeros a n).Mem (n - Bits.bitLen (Bits.zext x n).toNat) := by
  have z := zext_mem h n
  simp only [countLeadingZeros]
  generalize zext a n = r at *
  obtain ⟨l, u⟩ := r
  cases l <;> cases u <;> try exact top_mem _
  rename_i l u
  have h1 : l ≤ Bits.zext x n := z.1
  have h2 : Bits.zext x n ≤ u := z.2
  have := bitLen_mono (show l.toNat ≤ (Bits.zext x n).toNat by omega)
  have := bitLen_mono (show (Bits.zext x n).toNat ≤ u.toNat by omega)
  constructor
  · show (n : Int) - Bits.bitLen u.toNat ≤ _; omega
  · show _ ≤ (n : Int) - Bits.bitLen l.toNat; omega

theorem clmul_nonneg {x y : Int} (h : 0 ≤ x) (n : Nat) : 0 ≤ clmul x y n := by
  induction n with
  | zero => exact Int.le_refl 0
  | succ n ih =>
    simp only [clmul]
    apply xor_nonneg ih
    split
    · exact Int.mul_nonneg h (Int.le_of_lt (Bits.two_pow_pos n))
    · exact Int.le_refl 0

end Tuffy.Facts.Range
