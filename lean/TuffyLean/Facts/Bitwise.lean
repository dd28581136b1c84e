import TuffyLean.Facts.Lattice

/-!
What operations do to known bits. Each function on `KBits` stands before the theorem that the
result of the operation is in it whenever the operands are in theirs.

The sum is that of LLVM's `KnownBits::computeForAddCarry`: the least and the greatest carries are
those of the least and the greatest operands. Operations that only move bits act on both masks.
-/
namespace Tuffy.Facts
open Tuffy

namespace KBits

def not (a : KBits) : KBits := ⟨a.ones, a.zeros⟩
theorem not_mem {a : KBits} {x : Int} (h : a.Mem x) : (not a).Mem (Bits.lnot x) := by
  rw [mem_iff] at *; simp only [not, Bits.testBit_lnot]; grind

def and (a b : KBits) : KBits := ⟨Bits.lor a.zeros b.zeros, Bits.land a.ones b.ones⟩
theorem and_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (and a b).Mem (Bits.land x y) := by
  rw [mem_iff] at *; simp only [and, Bits.testBit_lor, Bits.testBit_land]; grind

def or (a b : KBits) : KBits := ⟨Bits.land a.zeros b.zeros, Bits.lor a.ones b.ones⟩
theorem or_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (or a b).Mem (Bits.lor x y) := by
  rw [mem_iff] at *; simp only [or, Bits.testBit_lor, Bits.testBit_land]; grind

def xor (a b : KBits) : KBits :=
  ⟨Bits.lor (Bits.land a.zeros b.zeros) (Bits.land a.ones b.ones),
   Bits.lor (Bits.land a.zeros b.ones) (Bits.land a.ones b.zeros)⟩
theorem xor_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (xor a b).Mem (Bits.xor x y) := by
  rw [mem_iff] at *; simp only [xor, Bits.testBit_lor, Bits.testBit_land, Bits.testBit_xor]; grind

/-! ### sums -/

/-- `a + b + c` for a known carry. -/
def sum (a b : KBits) (c : Bool) : KBits :=
  let greatest := Bits.lnot a.zeros + Bits.lnot b.zeros + c.toInt
  let least := a.ones + b.ones + c.toInt
  let carryZero := Bits.lnot (Bits.xor greatest (Bits.xor a.zeros b.zeros))
  let carryOne := Bits.xor least (Bits.xor a.ones b.ones)
  let known := Bits.land (Bits.land (Bits.lor a.zeros a.ones) (Bits.lor b.zeros b.ones)) (Bits.lor carryZero carryOne)
  ⟨Bits.land (Bits.lnot greatest) known, Bits.land least known⟩

theorem sum_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (c : Bool) :
    (sum a b c).Mem (x + y + c.toInt) := by
  rw [mem_iff] at *
  have up (i : Nat) : carry x y c i = true → carry (Bits.lnot a.zeros) (Bits.lnot b.zeros) c i = true :=
    carry_mono i _ _ _ _ _ _ (fun j => by have := ha.1 j; simp only [Bits.testBit_lnot]; grind)
      (fun j => by have := hb.1 j; simp only [Bits.testBit_lnot]; grind) id
  have down (i : Nat) : carry a.ones b.ones c i = true → carry x y c i = true :=
    carry_mono i _ _ _ _ _ _ ha.2 hb.2 id
  simp only [sum, Bits.testBit_land, Bits.testBit_lor, Bits.testBit_lnot, Bits.testBit_xor, testBit_sum]
  constructor <;> intro i hi <;> have up := up i <;> have down := down i <;>
    have a0 := ha.1 i <;> have a1 := ha.2 i <;> have b0 := hb.1 i <;> have b1 := hb.2 i <;> clear ha hb <;>
    revert up down a0 a1 b0 b1 hi <;>
    cases Bits.testBit x i <;> cases Bits.testBit y i <;> cases carry x y c i <;>
    cases carry (Bits.lnot a.zeros) (Bits.lnot b.zeros) c i <;> cases carry a.ones b.ones c i <;>
    cases Bits.testBit a.zeros i <;> cases Bits.testBit a.ones i <;> cases Bits.testBit b.zeros i <;>
    cases Bits.testBit b.ones i <;> decide

def add (a b : KBits) : KBits := sum a b false
theorem add_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (add a b).Mem (x + y) := by
  have := sum_mem ha hb false
  rwa [show x + y + false.toInt = x + y from Int.add_zero _] at this

def sub (a b : KBits) : KBits := sum a (not b) true
theorem sub_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (sub a b).Mem (x - y) := by
  have := sum_mem ha (not_mem hb) true
  rwa [show x + Bits.lnot y + true.toInt = x - y by simp only [Bits.lnot, Bool.toInt]; simp; omega] at this

/-! ### products -/

/-- The bits of `c` below `n` are known, no others. -/
def lowOf (c : Int) (n : Nat) : KBits := ⟨Bits.zext (Bits.lnot c) n, Bits.zext c n⟩
theorem lowOf_mem {c x : Int} {n : Nat} (h : (2 : Int) ^ n ∣ x - c) : (lowOf c n).Mem x := by
  rw [mem_iff]
  simp only [lowOf, Bits.testBit_zext, Bits.testBit_lnot]
  constructor <;> intro i hi <;> simp only [Bool.and_eq_true, decide_eq_true_eq] at hi <;>
    rw [low_eq_of_dvd_sub h hi.1] <;> simp_all

/-- The bits of which nothing is known. -/
def unknown (a : KBits) : Int := Bits.lnot (Bits.lor a.zeros a.ones)

theorem dvd_unknown {a : KBits} {x : Int} (h : a.Mem x) : (2 : Int) ^ ctz a.unknown ∣ x - a.ones := by
  apply dvd_sub_of_low_eq
  intro i hi
  have u := testBit_lt_ctz hi
  simp only [unknown, Bits.testBit_lnot, Bits.testBit_lor] at u
  have h0 := (mem_iff.mp h).1 i
  have h1 := (mem_iff.mp h).2 i
  revert u h0 h1
  cases Bits.testBit x i <;> cases Bits.testBit a.zeros i <;> cases Bits.testBit a.ones i <;> decide

theorem eq_of_unknown {a : KBits} {x : Int} (h : a.Mem x) (u : a.unknown = 0) : x = a.ones := by
  refine eq_of_total h ?_
  simp only [unknown, Bits.lnot] at u; omega

theorem dvd_zeros {a : KBits} {x : Int} (h : a.Mem x) : (2 : Int) ^ ctz (Bits.lnot a.zeros) ∣ x := by
  apply dvd_of_low_zero
  intro i hi
  have u := testBit_lt_ctz hi
  rw [Bits.testBit_lnot] at u
  exact h.zero (by simpa using u)

/-- The low bits of a product: `xy - ab = (x - a)y + a(y - b)`. -/
def mul (a b : KBits) : KBits :=
  if a.zeros = -1 ∨ b.zeros = -1 then const 0
  else if a.unknown = 0 then
    if b.unknown = 0 then const (a.ones * b.ones)
    else lowOf (a.ones * b.ones) (ctz b.unknown + ctz (Bits.lnot a.zeros))
  else if b.unknown = 0 then lowOf (a.ones * b.ones) (ctz a.unknown + ctz (Bits.lnot b.zeros))
  else lowOf (a.ones * b.ones) (min (ctz a.unknown + ctz (Bits.lnot b.zeros)) (ctz b.unknown + ctz (Bits.lnot a.zeros)))

theorem eq_zero_of_zeros {a : KBits} {x : Int} (h : a.Mem x) (z : a.zeros = -1) : x = 0 := by
  apply Bits.ext; intro i; rw [h.zero (by rw [z]; simp)]; simp

theorem mul_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (mul a b).Mem (x * y) := by
  have dx := dvd_unknown ha
  have dy := dvd_unknown hb
  have zx := dvd_zeros ha
  have zy := dvd_zeros hb
  -- The low bits of `ones` are zero too: they are those of `x`.
  have left : (2 : Int) ^ (ctz a.unknown + ctz (Bits.lnot b.zeros)) ∣ (x - a.ones) * y := by
    rw [Int.pow_add]; exact Int.mul_dvd_mul dx zy
  have right' : (2 : Int) ^ (ctz b.unknown + ctz (Bits.lnot a.zeros)) ∣ x * (y - b.ones) := by
    rw [Int.pow_add, Int.mul_comm x]; exact Int.mul_dvd_mul dy zx
  have za : (2 : Int) ^ ctz (Bits.lnot a.zeros) ∣ a.ones := by
    apply dvd_of_low_zero
    intro i hi
    have u := testBit_lt_ctz hi
    rw [Bits.testBit_lnot] at u
    have h0 := (mem_iff.mp ha).1 i
    have h1 := (mem_iff.mp ha).2 i
    grind
  have right : (2 : Int) ^ (ctz b.unknown + ctz (Bits.lnot a.zeros)) ∣ a.ones * (y - b.ones) := by
    rw [Int.pow_add, Int.mul_comm a.ones]; exact Int.mul_dvd_mul dy za
  have split : x * y - a.ones * b.ones = (x - a.ones) * y + a.ones * (y - b.ones) := by grind
  simp only [mul]
  split
  · rename_i h
    rcases h with h | h
    · rw [eq_zero_of_zeros ha h, Int.zero_mul]; exact const_mem 0
    · rw [eq_zero_of_zeros hb h, Int.mul_zero]; exact const_mem 0
  split
  · rename_i ua
    have ex := eq_of_unknown ha ua
    split
    · rename_i ub; rw [ex, eq_of_unknown hb ub]; exact const_mem _
    · apply lowOf_mem; rw [split, ex, Int.sub_self, Int.zero_mul, Int.zero_add]; exact right
  split
  · rename_i ub
    have ey := eq_of_unknown hb ub
    apply lowOf_mem; rw [split, ey, Int.sub_self, Int.mul_zero, Int.add_zero]; rw [ey] at left; exact left
  · apply lowOf_mem; rw [split]
    exact Int.dvd_add (Int.dvd_trans (Bits.two_pow_dvd (Nat.min_le_left ..)) left)
      (Int.dvd_trans (Bits.two_pow_dvd (Nat.min_le_right ..)) right)

/-- The low bits of a remainder are those of the dividend, as far as the divisor's are 0. -/
def rem (a b : KBits) : KBits := if b.zeros = -1 then top else a.low (ctz (Bits.lnot b.zeros))
theorem rem_mem {a b : KBits} {x y q : Int} (ha : a.Mem x) (hb : b.Mem y) : (rem a b).Mem (x - y * q) := by
  simp only [rem]; split
  · exact top_mem _
  rw [mem_iff]
  have d : (2 : Int) ^ ctz (Bits.lnot b.zeros) ∣ (x - y * q) - x := by
    rw [show (x - y * q) - x = y * -q by grind]
    exact Int.dvd_mul_of_dvd_left (dvd_zeros hb)
  simp only [low, Bits.testBit_zext]
  constructor <;> intro i hi <;> simp only [Bool.and_eq_true, decide_eq_true_eq] at hi <;>
    rw [low_eq_of_dvd_sub d hi.1]
  · exact ha.zero hi.2
  · exact ha.one hi.2

/-! ### moves -/

def shl (a : KBits) (n : Nat) : KBits := ⟨Bits.lor (Bits.shl a.zeros n) (2 ^ n - 1), Bits.shl a.ones n⟩
theorem shl_mem {a : KBits} {x : Int} (h : a.Mem x) (n : Nat) : (shl a n).Mem (Bits.shl x n) := by
  rw [mem_iff] at *; simp only [shl, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_mask]; grind

/-- Shifted left by an unknown amount, `n` or more. -/
def shlMin (a : KBits) (n : Nat) : KBits := ⟨2 ^ (ctz (Bits.lnot a.zeros) + n) - 1, 0⟩
theorem shlMin_mem {a : KBits} {x : Int} (h : a.Mem x) {m n : Nat} (l : n ≤ m) : (shlMin a n).Mem (Bits.shl x m) := by
  rw [mem_iff]
  simp only [shlMin, Bits.testBit_shl, Bits.testBit_mask, Bits.testBit_zero_left]
  refine ⟨fun i hi => ?_, by simp⟩
  simp only [decide_eq_true_eq] at hi
  by_cases hm : m ≤ i
  · have u := testBit_lt_ctz (x := Bits.lnot a.zeros) (i := i - m) (by omega)
    rw [Bits.testBit_lnot] at u
    simp [h.zero (i := i - m) (by simpa using u)]
  · simp [hm]

def shr (a : KBits) (n : Nat) : KBits := ⟨Bits.shr a.zeros n, Bits.shr a.ones n⟩
theorem shr_mem {a : KBits} {x : Int} (h : a.Mem x) (n : Nat) : (shr a n).Mem (Bits.shr x n) := by
  rw [mem_iff] at *; simp only [shr, Bits.testBit_shr]; grind

def zext (a : KBits) (n : Nat) : KBits := ⟨Bits.lor (Bits.zext a.zeros n) (Bits.lnot (2 ^ n - 1)), Bits.zext a.ones n⟩
theorem zext_mem {a : KBits} {x : Int} (h : a.Mem x) (n : Nat) : (zext a n).Mem (Bits.zext x n) := by
  rw [mem_iff] at *
  simp only [zext, Bits.testBit_lor, Bits.testBit_zext, Bits.testBit_lnot, Bits.testBit_mask]; grind

def sext (a : KBits) (n : Nat) : KBits := ⟨Bits.sext a.zeros n, Bits.sext a.ones n⟩
theorem sext_mem {a : KBits} {x : Int} (h : a.Mem x) {n : Nat} (p : n ≠ 0) : (sext a n).Mem (Bits.sext x n) := by
  rw [mem_iff] at *; simp only [sext, Bits.testBit_sext _ p]; grind

def merge (a b : KBits) (n : Nat) : KBits :=
  ⟨Bits.lor (Bits.shl (Bits.shr a.zeros n) n) (Bits.zext b.zeros n),
   Bits.lor (Bits.shl (Bits.shr a.ones n) n) (Bits.zext b.ones n)⟩
theorem merge_mem {a b : KBits} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (n : Nat) :
    (merge a b n).Mem (Bits.lor (Bits.shl (Bits.shr x n) n) (Bits.zext y n)) := by
  rw [mem_iff] at *
  simp only [merge, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_shr, Bits.testBit_zext]
  constructor <;> intro i hi <;> by_cases hn : n ≤ i
  · have := ha.1 (n + (i - n)); grind
  · have := hb.1 i; grind
  · have := ha.2 (n + (i - n)); grind
  · have := hb.2 i; grind

/-- The low `n` bits moved: bit `i` comes from `g i`; zeros above. -/
def moved (a : KBits) (n : Nat) (g : Nat → Nat) : KBits :=
  ⟨Bits.lor ((Bits.ofBits n fun i => Bits.testBit a.zeros (g i) : Nat) : Int) (Bits.lnot (2 ^ n - 1)),
   ((Bits.ofBits n fun i => Bits.testBit a.ones (g i) : Nat) : Int)⟩
theorem moved_mem {a : KBits} {x : Int} (h : a.Mem x) (n : Nat) (g : Nat → Nat) :
    (moved a n g).Mem ((Bits.ofBits n fun i => Bits.testBit x (g i) : Nat) : Int) := by
  rw [mem_iff] at *
  simp only [moved, Bits.testBit_lor, Bits.testBit_ofNat, Bits.testBit_ofBits, Bits.testBit_lnot, Bits.testBit_mask]
  constructor <;> intro i hi <;> have h0 := h.1 (g i) <;> have h1 := h.2 (g i) <;> grind

end KBits
end Tuffy.Facts
