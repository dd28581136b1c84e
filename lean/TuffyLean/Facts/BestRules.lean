import TuffyLean.Facts.Best
import TuffyLean.Facts.BestSmall
import TuffyLean.Facts.Rules

/-!
Which rules of facts are the best possible, as entries that hold their theorems. Each says three things of
the same two functions: `f` is the best rule for `g`, `g` is what `evalOp` computes, and `f` is what
`forward` applies. Bits and ranges are taken alone: nothing is claimed of what both together could know.
-/
namespace Tuffy.Facts
open Tuffy

/-- For which operands. -/
inductive Extent where
  /-- All, of an opcode with one or two operands. -/
  | all
  /-- All, with any number of bits in the mnemonic. -/
  | sized
  /-- The second operand is a constant of at most 4096. -/
  | amount
  /-- The second operand is a constant, the first anything. -/
  | constant
  /-- Both ranges are finite. -/
  | finite
  /-- The first range is finite. -/
  | dividend
  /-- Numbers of 4 bits, 1 to 4 of them in the mnemonic. -/
  | small
deriving DecidableEq, Repr

def Extent.text : Extent → String
  | all => "all" | sized => "all widths" | amount => "amounts to 4096" | constant => "constant amounts"
  | finite => "finite ranges" | dividend => "finite dividends" | small => "4 bits"

/-- The bits that `forward` finds are `k`, before bits and range refine each other. -/
def KnowsBits (o : Op) (as : List AVal) (k : KBits) : Prop := ∃ r, forward o as = .int (.of k r)
/-- The same of the range. -/
def KnowsRange (o : Op) (as : List AVal) (r : Range) : Prop := ∃ k, forward o as = .int (.of k r)

/-- What is claimed of an opcode. -/
abbrev Best (o : Op) : Domain → Extent → Prop
  | .bits, .all =>
    (∃ (f : KBits → KBits) (g : Int → Int), KBits.Best1 f g ∧ (∀ x, evalOp o [.int x] = .int (g x)) ∧ ∀ a, KnowsBits o [.int a] (f a.bits)) ∨
    (∃ (f : KBits → KBits → KBits) (g : Int → Int → Int), KBits.Best2 f g ∧ (∀ x y, evalOp o [.int x, .int y] = .int (g x y)) ∧ ∀ a b, KnowsBits o [.int a, .int b] (f a.bits b.bits))
  | .bits, .sized =>
    (∃ (f : Nat → KBits → KBits) (g : Nat → Int → Int), ∀ n : Nat, n ≠ 0 → KBits.Best1 (f n) (g n) ∧ (∀ x, evalOp o [.int x, .int n] = .int (g n x)) ∧
      ∀ a, KnowsBits o [.int a, .int (.const n)] (f n a.bits)) ∨
    (∃ (f : Nat → KBits → KBits → KBits) (g : Nat → Int → Int → Int), ∀ n : Nat, n ≠ 0 → KBits.Best2 (f n) (g n) ∧ (∀ x y, evalOp o [.int x, .int y, .int n] = .int (g n x y)) ∧
      ∀ a b, KnowsBits o [.int a, .int b, .int (.const n)] (f n a.bits b.bits))
  | .bits, .amount =>
    ∃ (f : Nat → KBits → KBits) (g : Nat → Int → Int), ∀ c : Nat, c ≤ maxBits → KBits.Best1 (f c) (g c) ∧ (∀ x, evalOp o [.int x, .int c] = .int (g c x)) ∧
      ∀ a, KnowsBits o [.int a, .int (.const c)] (f c a.bits)
  | .bits, .constant =>
    ∃ (f : Int → Nat → KBits → KBits) (g : Int → Nat → Int → Int), ∀ (c : Int) (n : Nat), n ≠ 0 → KBits.Best1 (f c n) (g c n) ∧ (∀ x, evalOp o [.int x, .int c, .int n] = .int (g c n x)) ∧
      ∀ a, KnowsBits o [.int a, .int (.const c), .int (.const n)] (f c n a.bits)
  | .range, .all =>
    (∃ (f : Range → Range) (g : Int → Int), (∀ a, a.empty = false → (f a).Best fun v => ∃ x, a.Mem x ∧ g x = v) ∧ (∀ x, evalOp o [.int x] = .int (g x)) ∧
      ∀ a, KnowsRange o [.int a] (f a.range)) ∨
    (∃ (f : Range → Range → Range) (g : Int → Int → Int), (∀ a b, a.empty = false → b.empty = false → (f a b).Best (Range.Results a b g)) ∧
      (∀ x y, evalOp o [.int x, .int y] = .int (g x y)) ∧ ∀ a b, KnowsRange o [.int a, .int b] (f a.range b.range))
  | .range, .finite =>
    ∃ (f : Range → Range → Range) (g : Int → Int → Int), (∀ c d l h, c ≤ d → l ≤ h → (f ⟨some c, some d⟩ ⟨some l, some h⟩).Best (Range.Results ⟨some c, some d⟩ ⟨some l, some h⟩ g)) ∧
      (∀ x y, evalOp o [.int x, .int y] = .int (g x y)) ∧ ∀ a b, KnowsRange o [.int a, .int b] (f a.range b.range)
  | .range, .dividend =>
    ∃ (f : Range → Range → Range) (g : Int → Int → Int), (∀ c d b y, c ≤ d → b.Mem y → y ≠ 0 → (f ⟨some c, some d⟩ b).Best (Range.Quotients ⟨some c, some d⟩ b g)) ∧
      (∀ x y, y ≠ 0 → evalOp o [.int x, .int y] = .int (g x y)) ∧ ∀ a b, KnowsRange o [.int a, .int b] (f a.range b.range)
  | .range, .small =>
    ∃ (f : Nat → Range → Range) (g : Nat → Int → Int), ∀ n : Nat, n ∈ [1, 2, 3, 4] → (∀ l h, l ∈ Range.small → h ∈ Range.small → l ≤ h →
        (f n ⟨some l, some h⟩).Best fun v => ∃ x, (⟨some l, some h⟩ : Range).Mem x ∧ g n x = v) ∧
      (∀ x, evalOp o [.int x, .int n] = .int (g n x)) ∧ ∀ a, KnowsRange o [.int a, .int (.const n)] (f n a.range)
  | _, _ => False

structure BestRule where
  op : Op
  domain : Domain
  extent : Extent
  best : Best op domain extent

/-! ### what `forward` and `evalOp` do with an immediate -/

theorem value?_const (c : Int) : (Fact.const c).value? = some c := by simp [Fact.const, Fact.value?, Range.const]

theorem knownN_const (f : Fact → Nat → Fact) (a : Fact) (n : Nat) : knownN f [.int a, .int (.const n)] = .int (f a n) := by
  simp only [knownN, value?_const, Int.toNat_natCast, known1]
theorem knownNN_const (f : Fact → Fact → Nat → Fact) (a b : Fact) (n : Nat) :
    knownNN f [.int a, .int b, .int (.const n)] = .int (f a b n) := by
  simp only [knownNN, value?_const, Int.toNat_natCast, known2]

theorem unless_zero {n : Nat} (h : n ≠ 0) (v w : Value) : (if (n : Int) < 1 then v else w) = w := if_neg (by omega)
theorem unless_negative (n : Nat) (v w : Value) : (if (n : Int) < 0 then v else w) = w := if_neg (by omega)

namespace BestBits
def not : BestRule := ⟨.not, .bits, .all, Or.inl ⟨_, _, KBits.not_best, fun _ => rfl, fun _ => ⟨_, rfl⟩⟩⟩
def and : BestRule := ⟨.and, .bits, .all, Or.inr ⟨_, _, KBits.and_best, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def or : BestRule := ⟨.or, .bits, .all, Or.inr ⟨_, _, KBits.or_best, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def xor : BestRule := ⟨.xor, .bits, .all, Or.inr ⟨_, _, KBits.xor_best, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def add : BestRule := ⟨.add, .bits, .all, Or.inr ⟨_, _, KBits.add_best, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def sub : BestRule := ⟨.sub, .bits, .all, Or.inr ⟨_, _, KBits.sub_best, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩

def zext : BestRule := ⟨.zext, .bits, .sized, Or.inl ⟨fun n k => k.zext n, fun n x => Bits.zext x n, fun n h =>
  ⟨KBits.zext_best n, fun _ => unless_zero h .., fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def sext : BestRule := ⟨.sext, .bits, .sized, Or.inl ⟨fun n k => k.sext n, fun n x => Bits.sext x n, fun _ h =>
  ⟨KBits.sext_best h, fun _ => unless_zero h .., fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def split_0 : BestRule := ⟨.splitHi, .bits, .sized, Or.inl ⟨fun n k => k.shr n, fun n x => Bits.shr x n, fun n h =>
  ⟨KBits.shr_best n, fun _ => unless_zero h .., fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def split_1 : BestRule := ⟨.splitLo, .bits, .sized, Or.inl ⟨fun n k => k.zext n, fun n x => Bits.zext x n, fun n h =>
  ⟨KBits.zext_best n, fun _ => unless_zero h .., fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def bswap : BestRule := ⟨.bswap, .bits, .sized, Or.inl ⟨fun n k => k.moved (8 * n) fun i => 8 * (n - 1 - i / 8) + i % 8, _, fun n _ =>
  ⟨KBits.moved_best (8 * n) fun i => 8 * (n - 1 - i / 8) + i % 8, fun _ => rfl, fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def bit_reverse : BestRule := ⟨.bitReverse, .bits, .sized, Or.inl ⟨fun n k => k.moved n fun i => n - 1 - i, _, fun n _ =>
  ⟨KBits.moved_best n fun i => n - 1 - i, fun _ => rfl, fun _ => ⟨_, knownN_const ..⟩⟩⟩⟩
def merge : BestRule := ⟨.merge, .bits, .sized, Or.inr ⟨fun n a b => a.merge b n,
  fun n x y => Bits.lor (Bits.shl (Bits.shr x n) n) (Bits.zext y n), fun n h =>
  ⟨KBits.merge_best n, fun _ _ => unless_zero h .., fun _ _ => ⟨_, knownNN_const ..⟩⟩⟩⟩

theorem shl_known (a : Fact) {c : Nat} (h : c ≤ maxBits) : Fact.shlBits a (.const c) = a.bits.shl c := by
  simp only [Fact.shlBits, value?_const, Int.toNat_natCast]
  exact if_pos (by omega)
theorem shr_known (a : Fact) (c : Nat) : Fact.shrBits a (.const c) = a.bits.shr c := by
  simp only [Fact.shrBits, value?_const, Int.toNat_natCast]

def shl : BestRule := ⟨.shl, .bits, .amount, fun c k => k.shl c, fun c x => Bits.shl x c, fun c h =>
  ⟨KBits.shl_best c, fun _ => by simp only [evalOp, int2, evalShl, Int.toNat_natCast]; exact unless_negative .., fun a => ⟨_, congrArg (fun k => AVal.int (.of k _)) (shl_known a h)⟩⟩⟩
def shr : BestRule := ⟨.shr, .bits, .amount, fun c k => k.shr c, fun c x => Bits.shr x c, fun c _ =>
  ⟨KBits.shr_best c, fun _ => by simp only [evalOp, int2, evalShr, Int.toNat_natCast]; exact unless_negative .., fun a => ⟨_, congrArg (fun k => AVal.int (.of k _)) (shr_known a c)⟩⟩⟩

def rotate_left : BestRule := ⟨.rotateLeft, .bits, .constant, _, _, fun c n h =>
  ⟨KBits.moved_best n fun i => ((i - c) % n).toNat, fun _ => unless_zero h .., fun a => ⟨.top,
    (knownNN_const (fun a b n => a.rotate b.value? n) a (.const c) n).trans (by simp only [Fact.rotate, value?_const])⟩⟩⟩
def rotate_right : BestRule := ⟨.rotateRight, .bits, .constant, _, _, fun c n h =>
  ⟨KBits.moved_best n fun i => ((i + c) % n).toNat, fun _ => unless_zero h .., fun a => ⟨.top,
    (knownNN_const (fun a b n => a.rotate (b.value?.map (- ·)) n) a (.const c) n).trans (by
      simp only [Fact.rotate, value?_const, Option.map_some, Int.sub_neg])⟩⟩⟩

def rules : List BestRule := [not, and, or, xor, add, sub, zext, sext, split_0, split_1, bswap, bit_reverse, merge, shl, shr,
  rotate_left, rotate_right]
end BestBits

namespace BestRange
def not : BestRule := ⟨.not, .range, .all, Or.inl ⟨_, _, fun _ h => Range.not_best h, fun _ => rfl, fun _ => ⟨_, rfl⟩⟩⟩
def add : BestRule := ⟨.add, .range, .all, Or.inr ⟨_, _, fun _ _ h k => Range.add_best h k, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def sub : BestRule := ⟨.sub, .range, .all, Or.inr ⟨_, _, fun _ _ h k => Range.sub_best h k, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def min : BestRule := ⟨.min, .range, .all, Or.inr ⟨_, _, fun _ _ h k => Range.min_best h k, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def max : BestRule := ⟨.max, .range, .all, Or.inr ⟨_, _, fun _ _ h k => Range.max_best h k, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩⟩
def mul : BestRule := ⟨.mul, .range, .finite, Range.mul, _, fun _ _ _ _ h k => Range.mul_best h k, fun _ _ => rfl, fun _ _ => ⟨_, rfl⟩⟩
def div : BestRule := ⟨.div, .range, .dividend, Range.div, _, fun _ _ _ _ h k n => Range.div_best h k n, fun _ _ n => if_neg n, fun _ _ => ⟨_, rfl⟩⟩
def tdiv : BestRule := ⟨.tdiv, .range, .dividend, Range.tdiv, _, fun _ _ _ _ h k n => Range.tdiv_best h k n, fun _ _ n => if_neg n, fun _ _ => ⟨_, rfl⟩⟩

theorem small_ne {n : Nat} (h : n ∈ [1, 2, 3, 4]) : n ≠ 0 := by rintro rfl; simp at h

def zext : BestRule := ⟨.zext, .range, .small, fun n r => r.zext n, fun n x => Bits.zext x n, fun n h =>
  ⟨fun _ _ hl hh lh => Range.of_bestSmall (Range.zext_best n h) hl hh lh, fun _ => unless_zero (small_ne h) .., fun _ => ⟨_, knownN_const ..⟩⟩⟩
def sext : BestRule := ⟨.sext, .range, .small, fun n r => r.sext n, fun n x => Bits.sext x n, fun n h =>
  ⟨fun _ _ hl hh lh => Range.of_bestSmall (Range.sext_best n h) hl hh lh, fun _ => unless_zero (small_ne h) .., fun _ => ⟨_, knownN_const ..⟩⟩⟩

def rules : List BestRule := [not, add, sub, min, max, mul, div, tdiv, zext, sext]
end BestRange

/-! ### joins -/

/-- The join knows no less than it could. -/
abbrev JoinBest : Domain → Prop
  | .bits => ∀ {a b : Fact}, a.bits.Consistent → b.bits.Consistent → ∀ i,
      (Bits.testBit (a.join b).bits.zeros i = false → ∃ x, (a.bits.Mem x ∨ b.bits.Mem x) ∧ Bits.testBit x i = true) ∧
      (Bits.testBit (a.join b).bits.ones i = false → ∃ x, (a.bits.Mem x ∨ b.bits.Mem x) ∧ Bits.testBit x i = false)
  | .range => ∀ {a b : Fact}, a.range.empty = false → b.range.empty = false →
      (a.join b).range.Best fun v => a.range.Mem v ∨ b.range.Mem v
  | .truth => False

structure JoinRule where
  domain : Domain
  best : JoinBest domain

namespace BestJoin
def bits : JoinRule := ⟨.bits, fun ha hb => KBits.join_best ha hb⟩
def range : JoinRule := ⟨.range, fun ha hb => Range.join_best ha hb⟩

def rules : List JoinRule := [bits, range]
end BestJoin

end Tuffy.Facts
