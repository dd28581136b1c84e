import TuffyLean.IR.Semantics
import TuffyLean.Facts.Lemmas

/-!
What is known of a value: bits, a range, both, or a truth value.

`KBits` is the pair of masks of `:known(…)`, on infinite two's complement; `Range` has ends that
may be infinite; `Fact` is both, and `reduce` makes each profit from the other. A fact claims
nothing of poison. `Mem` is the set of integers that a fact allows; a fact that contradicts
itself allows none, that is, the value can only be poison.

    KBits: join keeps the bits both know      Range: join is the hull
    widen: bits only go, ends jump to powers of two, so that loops end

Not here: what operations do to facts (`Bitwise.lean`, `Ranges.lean`, `Forward.lean`).
-/
namespace Tuffy.Facts
open Tuffy

/-! ### known bits -/

structure KBits where
  zeros : Int
  ones : Int
deriving DecidableEq, Repr

namespace KBits

def Mem (k : KBits) (x : Int) : Prop := Bits.land x k.zeros = 0 ∧ Bits.land x k.ones = k.ones

instance (k : KBits) (x : Int) : Decidable (k.Mem x) := inferInstanceAs (Decidable (_ ∧ _))

theorem mem_iff {k : KBits} {x : Int} : k.Mem x ↔
    (∀ i, Bits.testBit k.zeros i = true → Bits.testBit x i = false) ∧
    (∀ i, Bits.testBit k.ones i = true → Bits.testBit x i = true) := by
  rw [Mem, land_eq_zero_iff, land_eq_self_iff]

theorem Mem.zero {k : KBits} {x : Int} (h : k.Mem x) {i : Nat} (hi : Bits.testBit k.zeros i = true) :
    Bits.testBit x i = false := (mem_iff.mp h).1 i hi
theorem Mem.one {k : KBits} {x : Int} (h : k.Mem x) {i : Nat} (hi : Bits.testBit k.ones i = true) :
    Bits.testBit x i = true := (mem_iff.mp h).2 i hi

/-- The membership of an integer is what `Claim.known` says of it. -/
theorem mem_iff_claim (k : KBits) (d x : Int) : k.Mem x ↔ Claim.holds (.known k.zeros k.ones d) (.int x) := Iff.rfl

def top : KBits := ⟨0, 0⟩
def const (c : Int) : KBits := ⟨Bits.lnot c, c⟩

theorem top_mem (x : Int) : top.Mem x := by simp [mem_iff, top]
theorem const_mem (c : Int) : (const c).Mem c := by simp [mem_iff, const]

/-- Everything known: the only number. -/
theorem eq_of_total {k : KBits} {x : Int} (h : k.Mem x) (t : Bits.lor k.zeros k.ones = -1) : x = k.ones := by
  apply Bits.ext; intro i
  have t := congrArg (Bits.testBit · i) t
  simp only [Bits.testBit_lor, Bits.testBit_neg_one, Bool.or_eq_true] at t
  rcases t with t | t
  · have := h.zero t
    cases ho : Bits.testBit k.ones i
    · exact this
    · have := h.one ho; simp_all
  · rw [h.one t, t]

/-- What both know. -/
def join (a b : KBits) : KBits := ⟨Bits.land a.zeros b.zeros, Bits.land a.ones b.ones⟩
/-- What one of them knows. -/
def meet (a b : KBits) : KBits := ⟨Bits.lor a.zeros b.zeros, Bits.lor a.ones b.ones⟩
/-- The bits below `n` only. -/
def low (k : KBits) (n : Nat) : KBits := ⟨Bits.zext k.zeros n, Bits.zext k.ones n⟩

theorem join_left {a b : KBits} {x : Int} (h : a.Mem x) : (join a b).Mem x := by
  rw [mem_iff] at *; simp only [join, Bits.testBit_land]; grind
theorem join_right {a b : KBits} {x : Int} (h : b.Mem x) : (join a b).Mem x := by
  rw [mem_iff] at *; simp only [join, Bits.testBit_land]; grind
theorem meet_mem {a b : KBits} {x : Int} (ha : a.Mem x) (hb : b.Mem x) : (meet a b).Mem x := by
  rw [mem_iff] at *; simp only [meet, Bits.testBit_lor]; grind
theorem low_mem {k : KBits} {x : Int} (h : k.Mem x) (n : Nat) : (k.low n).Mem x := by
  rw [mem_iff] at *; simp only [low, Bits.testBit_zext]; grind

/-- The join, and if that is less than the old bits, only those below the lowest bit lost. -/
def widen (old new : KBits) : KBits :=
  let j := join old new
  if j = old then old
  else j.low (ctz (Bits.lor (Bits.xor j.zeros old.zeros) (Bits.xor j.ones old.ones)))

theorem widen_left {a b : KBits} {x : Int} (h : a.Mem x) : (widen a b).Mem x := by
  simp only [widen]; split
  · exact h
  · exact low_mem (join_left h) _
theorem widen_right {a b : KBits} {x : Int} (h : b.Mem x) : (widen a b).Mem x := by
  simp only [widen]; split
  · rename_i e; rw [← e]; exact join_right h
  · exact low_mem (join_right h) _

end KBits

/-! ### ranges -/

/-- The numbers between two ends, both included; `none` is infinite. -/
structure Range where
  lo : Option Int
  hi : Option Int
deriving DecidableEq, Repr

/-- `x` is not below the end. -/
def above : Option Int → Int → Prop
  | none, _ => True
  | some l, x => l ≤ x
/-- `x` is not above the end. -/
def below : Option Int → Int → Prop
  | none, _ => True
  | some h, x => x ≤ h

instance (o x) : Decidable (above o x) := by unfold above; split <;> infer_instance
instance (o x) : Decidable (below o x) := by unfold below; split <;> infer_instance

/-- The ends: an infinite one is the weakest. -/
def minLo : Option Int → Option Int → Option Int
  | some a, some b => some (min a b)
  | _, _ => none
def maxHi : Option Int → Option Int → Option Int
  | some a, some b => some (max a b)
  | _, _ => none
/-- The stronger end. -/
def maxLo : Option Int → Option Int → Option Int
  | some a, some b => some (max a b)
  | some a, none => some a
  | none, b => b
def minHi : Option Int → Option Int → Option Int
  | some a, some b => some (min a b)
  | some a, none => some a
  | none, b => b

/-- The widths at which widening stops. -/
def thresholds : List Nat := [0, 1, 3, 7, 8, 15, 16, 31, 32, 63, 64]

/-- The first threshold `2 ^ k - 1` not below `h`. -/
def widenHi (old new : Option Int) : Option Int :=
  match old, new with
  | some o, some n => if n ≤ o then some o else (thresholds.find? fun k => n < 2 ^ k).map fun k => 2 ^ k - 1
  | _, _ => none
/-- The first threshold `-2 ^ k` not above `l`, or 0. -/
def widenLo (old new : Option Int) : Option Int :=
  match old, new with
  | some o, some n => if o ≤ n then some o else if 0 ≤ n then some 0 else (thresholds.find? fun k => -2 ^ k ≤ n).map fun k => -2 ^ k
  | _, _ => none

namespace Range

def Mem (r : Range) (x : Int) : Prop := above r.lo x ∧ below r.hi x

instance (r : Range) (x : Int) : Decidable (r.Mem x) := inferInstanceAs (Decidable (_ ∧ _))

def top : Range := ⟨none, none⟩
def const (c : Int) : Range := ⟨some c, some c⟩
def join (a b : Range) : Range := ⟨minLo a.lo b.lo, maxHi a.hi b.hi⟩
def meet (a b : Range) : Range := ⟨maxLo a.lo b.lo, minHi a.hi b.hi⟩
def widen (a b : Range) : Range := ⟨widenLo a.lo b.lo, widenHi a.hi b.hi⟩

theorem top_mem (x : Int) : top.Mem x := ⟨trivial, trivial⟩
theorem const_mem (c : Int) : (const c).Mem c := ⟨Int.le_refl c, Int.le_refl c⟩

theorem join_left {a b : Range} {x : Int} (h : a.Mem x) : (join a b).Mem x := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, join, minLo, maxHi, above, below] at * <;> grind
theorem join_right {a b : Range} {x : Int} (h : b.Mem x) : (join a b).Mem x := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, join, minLo, maxHi, above, below] at * <;> grind
theorem meet_mem {a b : Range} {x : Int} (ha : a.Mem x) (hb : b.Mem x) : (meet a b).Mem x := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, meet, maxLo, minHi, above, below] at * <;> grind

theorem above_widenLo {o n : Option Int} {x : Int} (h : above o x ∨ above n x) : above (widenLo o n) x := by
  cases o <;> cases n <;> try trivial
  rename_i o n
  change o ≤ x ∨ n ≤ x at h
  show above (if o ≤ n then some o else if 0 ≤ n then some 0 else
    (thresholds.find? fun k => decide (-2 ^ k ≤ n)).map fun k => -2 ^ k) x
  split
  · show o ≤ x; omega
  split
  · show 0 ≤ x; omega
  · cases hf : thresholds.find? (fun k => decide (-2 ^ k ≤ n)) with
    | none => trivial
    | some k =>
      have := List.find?_some hf
      simp only [decide_eq_true_eq] at this
      show -2 ^ k ≤ x; omega
theorem below_widenHi {o n : Option Int} {x : Int} (h : below o x ∨ below n x) : below (widenHi o n) x := by
  cases o <;> cases n <;> try trivial
  rename_i o n
  change x ≤ o ∨ x ≤ n at h
  show below (if n ≤ o then some o else (thresholds.find? fun k => decide (n < 2 ^ k)).map fun k => 2 ^ k - 1) x
  split
  · show x ≤ o; omega
  · cases hf : thresholds.find? (fun k => decide (n < 2 ^ k)) with
    | none => trivial
    | some k =>
      have := List.find?_some hf
      simp only [decide_eq_true_eq] at this
      show x ≤ 2 ^ k - 1; omega

theorem widen_left {a b : Range} {x : Int} (h : a.Mem x) : (widen a b).Mem x :=
  ⟨above_widenLo (.inl h.1), below_widenHi (.inl h.2)⟩
theorem widen_right {a b : Range} {x : Int} (h : b.Mem x) : (widen a b).Mem x :=
  ⟨above_widenLo (.inr h.1), below_widenHi (.inr h.2)⟩

end Range

/-! ### each from the other -/

/-- With the sign known, the unknown bits all 0 or all 1 give the ends. -/
def KBits.range (k : KBits) : Range :=
  if k.zeros < 0 ∨ k.ones < 0 then ⟨some k.ones, some (Bits.lnot k.zeros)⟩ else .top

/-- Ends of one sign: the bits above the highest in which they differ are known. -/
def Range.bits : Range → KBits
  | ⟨some l, some h⟩ =>
    let d := Bits.xor l h
    if l ≤ h ∧ 0 ≤ d then
      let n := Bits.bitLen d.toNat
      let high := Bits.shl (-1) n
      ⟨Bits.land (Bits.lnot l) high, Bits.land l high⟩
    else .top
  | _ => .top

theorem KBits.range_mem {k : KBits} {x : Int} (h : k.Mem x) : k.range.Mem x := by
  simp only [KBits.range]; split
  · have e1 := Bits.land_add_land_lnot x k.ones
    rw [h.2] at e1
    have e2 := Bits.land_add_land_lnot (Bits.lnot x) k.zeros
    have hz : Bits.land (Bits.lnot x) k.zeros = k.zeros := by
      rw [land_eq_self_iff]; intro i hi; simp [h.zero hi]
    rw [hz] at e2
    -- The rest of `x` has no sign bit, as the sign is among the known bits.
    have rest : 0 ≤ Bits.land x (Bits.lnot k.ones) ∧ 0 ≤ Bits.land (Bits.lnot x) (Bits.lnot k.zeros) := by
      rename_i s
      rcases s with s | s
      · have hx : 0 ≤ x := by
          apply Classical.byContradiction; intro n
          have : Bits.land x k.zeros < 0 := by
            have ⟨m, a, b, c, d⟩ := exists_bound x k.zeros
            have := neg_iff_testBit c d
            have := neg_iff_testBit a b
            have := h.zero (i := m) (by simp_all)
            simp_all
          have := h.1; omega
        exact ⟨(land_nonneg_left hx).1, (Bits.land_range (by simp only [Bits.lnot]; omega)).1⟩
      · have hx : Bits.lnot x ≥ 0 := by
          apply Classical.byContradiction; intro n
          have ⟨m, a, b, c, d⟩ := exists_bound x k.ones
          have t1 := neg_iff_testBit c d
          have t2 := neg_iff_testBit a b
          have := h.one (i := m) (by simp_all)
          simp only [Bits.lnot] at n
          simp_all; omega
        exact ⟨(Bits.land_range (by simp only [Bits.lnot]; omega)).1, (land_nonneg_left hx).1⟩
    simp only [Range.Mem, above, below]
    simp only [Bits.lnot] at *
    omega
  · exact Range.top_mem x

theorem Range.bits_mem {r : Range} {x : Int} (h : r.Mem x) : r.bits.Mem x := by
  unfold Range.bits
  split
  · rename_i l u
    simp only [Range.Mem, above, below] at h
    simp only; split
    · rename_i s
      have same : l / 2 ^ Bits.bitLen (Bits.xor l u).toNat = u / 2 ^ Bits.bitLen (Bits.xor l u).toNat := by
        apply Bits.ext; intro i
        have := Bits.testBit_of_inU (Bits.inU_bitLen s.2) (i := Bits.bitLen (Bits.xor l u).toNat + i) (by omega)
        simp only [Bits.testBit_xor] at this
        simp only [Bits.testBit_ediv]
        simpa using this
      have key (i : Nat) := @testBit_between l x u _ h.1 h.2 same i
      simp only [KBits.mem_iff, Bits.testBit_land, Bits.testBit_lnot, Bits.testBit_shl, Bits.testBit_neg_one]
      constructor <;> intro i hi <;> have := key i <;> simp_all
    · exact KBits.top_mem x
  · exact KBits.top_mem x

/-! ### facts -/

structure Fact where
  bits : KBits
  range : Range
deriving DecidableEq, Repr

/-- Numbers with more bits than this are not kept in a fact. -/
def maxBits : Nat := 4096

/-- The end, if it is not too large. -/
def clampEnd : Option Int → Option Int
  | some x => if -2 ^ maxBits ≤ x ∧ x < 2 ^ maxBits then some x else none
  | none => none
/-- The mask, if it is not too large. -/
def clampMask (x : Int) : Int := if -2 ^ maxBits ≤ x ∧ x < 2 ^ maxBits then x else 0

namespace Fact

def Mem (f : Fact) (x : Int) : Prop := f.bits.Mem x ∧ f.range.Mem x

instance (f : Fact) (x : Int) : Decidable (f.Mem x) := inferInstanceAs (Decidable (_ ∧ _))

def top : Fact := ⟨.top, .top⟩
def const (c : Int) : Fact := ⟨.const c, .const c⟩
/-- Bits and range each refined by the other. -/
def reduce (f : Fact) : Fact :=
  let r := f.range.meet f.bits.range
  ⟨f.bits.meet r.bits, r⟩
def ofBits (k : KBits) : Fact := reduce ⟨k, .top⟩
def ofRange (r : Range) : Fact := reduce ⟨.top, r⟩
def join (a b : Fact) : Fact := ⟨a.bits.join b.bits, a.range.join b.range⟩
def meet (a b : Fact) : Fact := reduce ⟨a.bits.meet b.bits, a.range.meet b.range⟩
def widen (a b : Fact) : Fact := ⟨a.bits.widen b.bits, a.range.widen b.range⟩
/-- The fact without numbers that are too large to keep. -/
def clamp (f : Fact) : Fact :=
  ⟨⟨clampMask f.bits.zeros, clampMask f.bits.ones⟩, ⟨clampEnd f.range.lo, clampEnd f.range.hi⟩⟩

/-- The only number that the fact allows, if there is one. -/
def value? (f : Fact) : Option Int :=
  match f.range with
  | ⟨some l, some h⟩ => if l = h then some l else none
  | _ => none

theorem value?_eq {f : Fact} {x c : Int} (h : f.Mem x) (e : f.value? = some c) : x = c := by
  have h := h.2
  simp only [value?] at e
  split at e <;> simp_all
  rename_i l u _
  simp only [Range.Mem, above, below] at h
  omega

theorem top_mem (x : Int) : top.Mem x := ⟨KBits.top_mem x, Range.top_mem x⟩
theorem const_mem (c : Int) : (const c).Mem c := ⟨KBits.const_mem c, Range.const_mem c⟩

/-- Nothing is lost: the reduced fact allows exactly the same numbers. -/
theorem reduce_mem {f : Fact} {x : Int} : f.reduce.Mem x ↔ f.Mem x := by
  constructor
  · intro ⟨hb, hr⟩
    simp only [reduce] at hb hr
    refine ⟨?_, ?_⟩
    · rw [KBits.mem_iff] at *; simp only [KBits.meet, Bits.testBit_lor] at hb; grind
    · obtain ⟨⟨z, o⟩, ⟨l, u⟩⟩ := f
      revert hr
      generalize (KBits.range ⟨z, o⟩) = r
      obtain ⟨l', u'⟩ := r
      cases l <;> cases u <;> cases l' <;> cases u' <;>
        simp only [Range.Mem, Range.meet, maxLo, minHi, above, below] <;> grind
  · intro h
    have hr := Range.meet_mem h.2 (KBits.range_mem h.1)
    exact ⟨KBits.meet_mem h.1 (Range.bits_mem hr), hr⟩

theorem ofBits_mem {k : KBits} {x : Int} (h : k.Mem x) : (ofBits k).Mem x := reduce_mem.mpr ⟨h, Range.top_mem x⟩
theorem ofRange_mem {r : Range} {x : Int} (h : r.Mem x) : (ofRange r).Mem x := reduce_mem.mpr ⟨KBits.top_mem x, h⟩
theorem join_left {a b : Fact} {x : Int} (h : a.Mem x) : (join a b).Mem x := ⟨KBits.join_left h.1, Range.join_left h.2⟩
theorem join_right {a b : Fact} {x : Int} (h : b.Mem x) : (join a b).Mem x := ⟨KBits.join_right h.1, Range.join_right h.2⟩
theorem meet_mem {a b : Fact} {x : Int} (ha : a.Mem x) (hb : b.Mem x) : (meet a b).Mem x :=
  reduce_mem.mpr ⟨KBits.meet_mem ha.1 hb.1, Range.meet_mem ha.2 hb.2⟩
theorem widen_left {a b : Fact} {x : Int} (h : a.Mem x) : (widen a b).Mem x := ⟨KBits.widen_left h.1, Range.widen_left h.2⟩
theorem widen_right {a b : Fact} {x : Int} (h : b.Mem x) : (widen a b).Mem x := ⟨KBits.widen_right h.1, Range.widen_right h.2⟩

theorem clamp_mem {f : Fact} {x : Int} (h : f.Mem x) : f.clamp.Mem x := by
  obtain ⟨hb, hr⟩ := h
  refine ⟨?_, ?_, ?_⟩
  · rw [KBits.mem_iff] at *
    simp only [clamp, clampMask]
    constructor <;> intro i hi <;> (split at hi <;> simp_all)
  · obtain ⟨_, ⟨l, u⟩⟩ := f
    cases l
    · trivial
    · simp only [clamp, clampEnd]; split
      · exact hr.1
      · trivial
  · obtain ⟨_, ⟨l, u⟩⟩ := f
    cases u
    · trivial
    · simp only [clamp, clampEnd]; split
      · exact hr.2
      · trivial

end Fact

/-! ### facts about values of any type -/

/-- What is known of a value. -/
inductive AVal where
  | top
  | int (f : Fact)
  | bool (b : Option Bool)
deriving DecidableEq, Repr

/-- A fact about a value: nothing about poison, and nothing about a value of another type. -/
def AVal.Holds : AVal → Value → Prop
  | .int f, .int x => f.Mem x
  | .bool (some b), .bool c => b = c
  | _, _ => True

theorem AVal.holds_poison (a : AVal) : a.Holds .poison := by
  cases a with
  | bool b => cases b <;> trivial
  | _ => trivial

def AVal.join : AVal → AVal → AVal
  | .int f, .int g => .int (f.join g)
  | .bool a, .bool b => .bool (if a = b then a else none)
  | _, _ => .top

theorem AVal.join_left {a b : AVal} {v : Value} (h : a.Holds v) : (a.join b).Holds v := by
  cases a <;> cases b <;> try trivial
  · cases v <;> try trivial
    exact Fact.join_left h
  · simp only [AVal.join]; split
    · exact h
    · trivial
theorem AVal.join_right {a b : AVal} {v : Value} (h : b.Holds v) : (a.join b).Holds v := by
  cases a <;> cases b <;> try trivial
  · cases v <;> try trivial
    exact Fact.join_right h
  · simp only [AVal.join]; split
    · rename_i e; rw [e]; exact h
    · trivial

end Tuffy.Facts
