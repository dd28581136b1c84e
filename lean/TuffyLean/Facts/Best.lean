import TuffyLean.Facts.Bitwise

/-!
Rules for known bits that are the best possible, for numbers of any width: a bit that the rule does
not know is 0 in one result and 1 in another, whatever consistent bits the operands have.

    claimed      not and or xor, add sub, shl and shr by a constant, zext sext, merge, moves of bits
                 (bitreverse, bswap, rotate by a constant), join (select)
    not claimed  mul and rem, which are not (`mul_not_best`, `rem_not_best`), trem like rem; shl by an
                 unknown amount, which knows trailing zeros only; div, tdiv, shr by an unknown
                 amount and counts, whose bits follow from ranges; min and max, which take the join

Nothing is claimed of bits and ranges together, which would have to look at both at once. Ranges are
in `BestRanges.lean`. Soundness is in `Sound.lean`.
-/
namespace Tuffy.Facts
open Tuffy

namespace KBits

/-- No bit is known to be 0 and to be 1: some number has these bits. -/
def Consistent (k : KBits) : Prop := ∀ i, Bits.testBit k.zeros i = true → Bits.testBit k.ones i = false

/-- All unknown bits 0. -/
theorem Consistent.least {k : KBits} (h : k.Consistent) : k.Mem k.ones := mem_iff.mpr ⟨h, fun _ => id⟩
/-- All unknown bits 1. -/
theorem Consistent.greatest {k : KBits} (h : k.Consistent) : k.Mem (Bits.lnot k.zeros) := by
  refine mem_iff.mpr ⟨fun i hi => by simp [hi], fun i hi => ?_⟩
  have := h i
  simp only [Bits.testBit_lnot, Bool.not_eq_true']
  cases e : Bits.testBit k.zeros i
  · rfl
  · simp_all

theorem Mem.consistent {k : KBits} {x : Int} (h : k.Mem x) : k.Consistent := fun i hi => by
  cases e : Bits.testBit k.ones i
  · rfl
  · have := h.zero hi; have := h.one e; simp_all

/-- What is not known of a result can be either. -/
def Best1 (f : KBits → KBits) (g : Int → Int) : Prop :=
  ∀ k, k.Consistent → ∀ i,
    (Bits.testBit (f k).zeros i = false → ∃ x, k.Mem x ∧ Bits.testBit (g x) i = true) ∧
    (Bits.testBit (f k).ones i = false → ∃ x, k.Mem x ∧ Bits.testBit (g x) i = false)

def Best2 (f : KBits → KBits → KBits) (g : Int → Int → Int) : Prop :=
  ∀ a b, a.Consistent → b.Consistent → ∀ i,
    (Bits.testBit (f a b).zeros i = false → ∃ x y, a.Mem x ∧ b.Mem y ∧ Bits.testBit (g x y) i = true) ∧
    (Bits.testBit (f a b).ones i = false → ∃ x y, a.Mem x ∧ b.Mem y ∧ Bits.testBit (g x y) i = false)

/-- Operations that only move bits. -/
theorem best1_of_moves {f : KBits → KBits} {g : Int → Int}
    (z : ∀ k i, Bits.testBit (f k).zeros i = !Bits.testBit (g (Bits.lnot k.zeros)) i)
    (o : ∀ k i, Bits.testBit (f k).ones i = Bits.testBit (g k.ones) i) : Best1 f g := fun k h i =>
  ⟨fun hz => ⟨_, h.greatest, by rw [z] at hz; simpa using hz⟩, fun ho => ⟨_, h.least, by rwa [← o]⟩⟩

theorem not_best : Best1 not Bits.lnot := fun k h i =>
  ⟨fun hz => ⟨_, h.least, by simp only [not] at hz; simp [hz]⟩,
   fun ho => ⟨_, h.greatest, by simp only [not] at ho; simp [ho]⟩⟩
theorem shl_best (n : Nat) : Best1 (shl · n) (Bits.shl · n) := best1_of_moves
  (fun k i => by simp only [shl, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_mask, Bits.testBit_lnot]; grind)
  (fun k i => by simp only [shl])
theorem shr_best (n : Nat) : Best1 (shr · n) (Bits.shr · n) := best1_of_moves
  (fun k i => by simp only [shr, Bits.testBit_shr, Bits.testBit_lnot, Bool.not_not]) (fun k i => by simp only [shr])
theorem zext_best (n : Nat) : Best1 (zext · n) (Bits.zext · n) := best1_of_moves
  (fun k i => by simp only [zext, Bits.testBit_lor, Bits.testBit_zext, Bits.testBit_mask, Bits.testBit_lnot]; grind)
  (fun k i => by simp only [zext])
theorem sext_best {n : Nat} (p : n ≠ 0) : Best1 (sext · n) (Bits.sext · n) := best1_of_moves
  (fun k i => by simp only [sext, Bits.testBit_sext _ p, Bits.testBit_lnot]; grind) (fun k i => by simp only [sext])
theorem moved_best (n : Nat) (m : Nat → Nat) :
    Best1 (moved · n m) (fun x => ((Bits.ofBits n fun i => Bits.testBit x (m i) : Nat) : Int)) := best1_of_moves
  (fun k i => by
    simp only [moved, Bits.testBit_lor, Bits.testBit_ofNat, Bits.testBit_ofBits, Bits.testBit_lnot, Bits.testBit_mask]; grind)
  (fun k i => by simp only [moved])

theorem and_best : Best2 and Bits.land := fun a b ha hb i =>
  ⟨fun h => ⟨_, _, ha.greatest, hb.greatest, by simp only [and, Bits.testBit_lor] at h; simp only [Bits.testBit_land, Bits.testBit_lnot]; grind⟩,
   fun h => ⟨_, _, ha.least, hb.least, h⟩⟩
theorem or_best : Best2 or Bits.lor := fun a b ha hb i =>
  ⟨fun h => ⟨_, _, ha.greatest, hb.greatest, by simp only [or, Bits.testBit_land] at h; simp only [Bits.testBit_lor, Bits.testBit_lnot]; grind⟩,
   fun h => ⟨_, _, ha.least, hb.least, h⟩⟩
theorem merge_best (n : Nat) : Best2 (merge · · n) (fun x y => Bits.lor (Bits.shl (Bits.shr x n) n) (Bits.zext y n)) := fun a b ha hb i =>
  ⟨fun h => ⟨_, _, ha.greatest, hb.greatest, by
      simp only [merge, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_shr, Bits.testBit_zext, Bits.testBit_lnot] at *; grind⟩,
   fun h => ⟨_, _, ha.least, hb.least, h⟩⟩

/-- Four members are enough. -/
theorem of_ends {a b : KBits} (ha : a.Consistent) (hb : b.Consistent) {P : Int → Int → Prop}
    (h : P a.ones b.ones ∨ P a.ones (Bits.lnot b.zeros) ∨ P (Bits.lnot a.zeros) b.ones ∨ P (Bits.lnot a.zeros) (Bits.lnot b.zeros)) :
    ∃ x y, a.Mem x ∧ b.Mem y ∧ P x y := by
  rcases h with h | h | h | h
  · exact ⟨_, _, ha.least, hb.least, h⟩
  · exact ⟨_, _, ha.least, hb.greatest, h⟩
  · exact ⟨_, _, ha.greatest, hb.least, h⟩
  · exact ⟨_, _, ha.greatest, hb.greatest, h⟩

theorem xor_best : Best2 xor Bits.xor := by
  intro a b ha hb i
  have := ha i
  have := hb i
  constructor <;> intro h <;> refine of_ends ha hb ?_ <;>
    simp only [xor, Bits.testBit_lor, Bits.testBit_land, Bits.testBit_xor, Bits.testBit_lnot] at * <;> grind

/-- What both know of a value that is one or the other. -/
theorem join_best {a b : KBits} (ha : a.Consistent) (hb : b.Consistent) (i : Nat) :
    (Bits.testBit (join a b).zeros i = false → ∃ x, (a.Mem x ∨ b.Mem x) ∧ Bits.testBit x i = true) ∧
    (Bits.testBit (join a b).ones i = false → ∃ x, (a.Mem x ∨ b.Mem x) ∧ Bits.testBit x i = false) := by
  simp only [join, Bits.testBit_land, Bool.and_eq_false_iff]
  refine ⟨fun h => ?_, fun h => ?_⟩
  · rcases h with h | h
    · exact ⟨_, .inl ha.greatest, by simp [h]⟩
    · exact ⟨_, .inr hb.greatest, by simp [h]⟩
  · rcases h with h | h
    · exact ⟨_, .inl ha.least, h⟩
    · exact ⟨_, .inr hb.least, h⟩

/-! ### sums -/

/-- Only the bits below count. -/
theorem carry_low (i : Nat) : ∀ (a b a' b' : Int) (c : Bool),
    (∀ j, j < i → Bits.testBit a j = Bits.testBit a' j) → (∀ j, j < i → Bits.testBit b j = Bits.testBit b' j) →
    carry a b c i = carry a' b' c i := by
  induction i with
  | zero => intros; rfl
  | succ i ih =>
    intro a b a' b' c ha hb
    simp only [carry, ha 0 (by omega), hb 0 (by omega)]
    apply ih
    · intro j hj; rw [← testBit_succ, ← testBit_succ]; exact ha _ (by omega)
    · intro j hj; rw [← testBit_succ, ← testBit_succ]; exact hb _ (by omega)

/-- Bit `i` turned over. -/
def flip (x : Int) (i : Nat) : Int := Bits.xor x (Bits.shl 1 i)
theorem testBit_flip (x : Int) (i j : Nat) : Bits.testBit (flip x i) j = (Bits.testBit x j ^^ decide (j = i)) := by
  have one : Bits.testBit 1 (j - i) = decide (j - i = 0) := by
    cases j - i with
    | zero => rfl
    | succ k => rw [testBit_succ]; simp
  simp only [flip, Bits.testBit_xor, Bits.testBit_shl, one]
  grind

/-- An unknown bit may be turned over. -/
theorem Mem.flip {k : KBits} {x : Int} (h : k.Mem x) {i : Nat} (z : Bits.testBit k.zeros i = false) (o : Bits.testBit k.ones i = false) :
    k.Mem (flip x i) := by
  rw [mem_iff] at *
  refine ⟨fun j hj => ?_, fun j hj => ?_⟩
  · have := h.1 j hj; rw [testBit_flip]; by_cases e : j = i <;> simp_all
  · have := h.2 j hj; rw [testBit_flip]; by_cases e : j = i <;> simp_all

theorem sum_flip_left (x y : Int) (c : Bool) (i : Nat) :
    Bits.testBit (KBits.flip x i + y + c.toInt) i = !Bits.testBit (x + y + c.toInt) i := by
  rw [testBit_sum, testBit_sum, testBit_flip, carry_low i (KBits.flip x i) y x y c (fun j hj => by rw [testBit_flip, decide_eq_false (by omega : ¬ j = i), Bool.xor_false]) (fun _ _ => rfl)]
  simp
theorem sum_flip_right (x y : Int) (c : Bool) (i : Nat) :
    Bits.testBit (x + KBits.flip y i + c.toInt) i = !Bits.testBit (x + y + c.toInt) i := by
  rw [Int.add_comm x, Int.add_comm x, sum_flip_left]

/-- Where operand bits or carry are not known, the sum can be either. -/
theorem sum_either {a b : KBits} (ha : a.Consistent) (hb : b.Consistent) (c : Bool) (i : Nat)
    (h : Bits.testBit a.zeros i = false ∧ Bits.testBit a.ones i = false ∨ Bits.testBit b.zeros i = false ∧ Bits.testBit b.ones i = false ∨
      carry (Bits.lnot a.zeros) (Bits.lnot b.zeros) c i ≠ carry a.ones b.ones c i) (t : Bool) :
    ∃ x y, a.Mem x ∧ b.Mem y ∧ Bits.testBit (x + y + c.toInt) i = t := by
  by_cases now : Bits.testBit (a.ones + b.ones + c.toInt) i = t
  · exact ⟨_, _, ha.least, hb.least, now⟩
  by_cases ua : Bits.testBit a.zeros i = false ∧ Bits.testBit a.ones i = false
  · exact ⟨_, _, ha.least.flip ua.1 ua.2, hb.least, by rw [sum_flip_left]; revert now; generalize Bits.testBit _ i = p; cases p <;> cases t <;> simp⟩
  by_cases ub : Bits.testBit b.zeros i = false ∧ Bits.testBit b.ones i = false
  · exact ⟨_, _, ha.least, hb.least.flip ub.1 ub.2, by rw [sum_flip_right]; revert now; generalize Bits.testBit _ i = p; cases p <;> cases t <;> simp⟩
  · refine ⟨_, _, ha.greatest, hb.greatest, ?_⟩
    have := ha i
    have := hb i
    rw [testBit_sum] at *
    simp only [Bits.testBit_lnot]
    generalize carry (Bits.lnot a.zeros) (Bits.lnot b.zeros) c i = cg at *
    generalize carry a.ones b.ones c i = cl at *
    generalize Bits.testBit a.zeros i = az at *
    generalize Bits.testBit a.ones i = ao at *
    generalize Bits.testBit b.zeros i = bz at *
    generalize Bits.testBit b.ones i = bo at *
    cases az <;> cases ao <;> cases bz <;> cases bo <;> cases cg <;> cases cl <;> cases t <;> simp_all

theorem sum_best (c : Bool) : Best2 (sum · · c) (fun x y => x + y + c.toInt) := by
  intro a b ha hb i
  by_cases k : Bits.testBit a.zeros i = false ∧ Bits.testBit a.ones i = false ∨ Bits.testBit b.zeros i = false ∧ Bits.testBit b.ones i = false ∨
      carry (Bits.lnot a.zeros) (Bits.lnot b.zeros) c i ≠ carry a.ones b.ones c i
  · exact ⟨fun _ => sum_either ha hb c i k true, fun _ => sum_either ha hb c i k false⟩
  · have ma := ha i
    have mb := hb i
    constructor
    · intro h
      refine ⟨_, _, ha.greatest, hb.greatest, ?_⟩
      simp only [sum, Bits.testBit_land, Bits.testBit_lor, Bits.testBit_lnot, Bits.testBit_xor, testBit_sum] at *
      grind
    · intro h
      refine ⟨_, _, ha.least, hb.least, ?_⟩
      simp only [sum, Bits.testBit_land, Bits.testBit_lor, Bits.testBit_lnot, Bits.testBit_xor, testBit_sum] at *
      grind

theorem add_best : Best2 add (· + ·) := by
  have := sum_best false
  simpa only [show false.toInt = 0 from rfl, Int.add_zero] using this

theorem sub_best : Best2 sub (· - ·) := by
  intro a b ha hb i
  have hn : b.not.Consistent := (not_mem hb.least).consistent
  have back {x y : Int} {t : Bool} (hy : b.not.Mem y) (h : Bits.testBit (x + y + true.toInt) i = t) :
      b.Mem (Bits.lnot y) ∧ Bits.testBit (x - Bits.lnot y) i = t := by
    refine ⟨not_mem hy, ?_⟩
    rw [← h]; congr 1; simp only [Bits.lnot, Bool.toInt]; simp; omega
  have := sum_best true a b.not ha hn i
  refine ⟨fun h => ?_, fun h => ?_⟩
  · obtain ⟨x, y, hx, hy, e⟩ := this.1 h
    exact ⟨x, _, hx, (back hy e).1, (back hy e).2⟩
  · obtain ⟨x, y, hx, hy, e⟩ := this.2 h
    exact ⟨x, _, hx, (back hy e).1, (back hy e).2⟩

/-! ### what is not claimed -/

/-- 3 times a number in `:u1` is 0 or 3: both bits are the same, but bit 2 is known to be 0. The rule does
not know. -/
theorem mul_not_best : ¬ Best2 mul (· * ·) := by
  intro h
  have ca : (⟨-2, 0⟩ : KBits).Consistent := Mem.consistent (x := 0) (by decide)
  have cb : (⟨-4, 3⟩ : KBits).Consistent := Mem.consistent (x := 3) (by decide)
  obtain ⟨x, y, hx, hy, t⟩ := (h _ _ ca cb 2).1 (by decide +kernel)
  have ey := eq_of_total hy (by decide)
  have r := range_mem hx
  rw [show (⟨-2, 0⟩ : KBits).range = ⟨some 0, some 1⟩ by decide +kernel] at r
  have r1 : 0 ≤ x := r.1
  have r2 : x ≤ 1 := r.2
  have ex : x = 0 ∨ x = 1 := by omega
  rcases ex with rfl | rfl <;> (subst ey; revert t; decide +kernel)

/-- 5 rem 3 is 2: the rule knows nothing of it. -/
theorem rem_not_best : ¬ Best2 rem (· % ·) := by
  intro h
  obtain ⟨x, y, hx, hy, t⟩ := (h _ _ (const_mem 5).consistent (const_mem 3).consistent 0).1 (by decide +kernel)
  have ex := eq_of_total hx (by decide +kernel)
  have ey := eq_of_total hy (by decide +kernel)
  subst ex ey
  revert t; decide +kernel

end KBits
end Tuffy.Facts
