import TuffyLean.Facts.Forward

/-!
Some rules for known bits are the best possible: a bit that the rule does not know is 0 in one
result and 1 in another. The kernel evaluates this for all known bits of numbers in `:u4`, for
operations on two numbers in `:u3`; the tests of the Go side do it for pairs of 4 bits, and for
ranges.

Soundness, for all widths, is in `Sound.lean`.
-/
namespace Tuffy.Facts.Best
open Tuffy

/-- All known bits of `n`-bit numbers that some number has: each bit is 0, 1 or unknown. With each
pattern the numbers that it allows. -/
def patterns : Nat → List (KBits × List Int)
  | 0 => [(⟨-1, 0⟩, [0])]
  | n + 1 => (patterns n).flatMap fun (k, xs) =>
    let b := (2 : Int) ^ n
    [(k, xs),
     (⟨k.zeros - b, k.ones + b⟩, xs.map (· + b)),
     (⟨k.zeros - b, k.ones⟩, xs ++ xs.map (· + b))]

/-- The bits that results of 4-bit operands differ in. -/
def places : List Nat := [0, 1, 2, 3, 4, 5, 6]

def bestUnary (n : Nat) (f : KBits → KBits) (g : Int → Int) : Bool :=
  (patterns n).all fun (k, xs) =>
    let r := f k
    places.all fun i =>
      (Bits.testBit r.zeros i || xs.any fun x => Bits.testBit (g x) i) &&
      (Bits.testBit r.ones i || xs.any fun x => !Bits.testBit (g x) i)
def bestBinary (n : Nat) (f : KBits → KBits → KBits) (g : Int → Int → Int) : Bool :=
  let ps := patterns n
  ps.all fun (k, xs) => ps.all fun (l, ys) =>
    let r := f k l
    places.all fun i =>
      (Bits.testBit r.zeros i || xs.any fun x => ys.any fun y => Bits.testBit (g x y) i) &&
      (Bits.testBit r.ones i || xs.any fun x => ys.any fun y => !Bits.testBit (g x y) i)

theorem not_best : bestUnary 4 KBits.not Bits.lnot = true := by decide +kernel
theorem zext_best : bestUnary 4 (KBits.zext · 2) (Bits.zext · 2) = true := by decide +kernel
theorem sext_best : bestUnary 4 (KBits.sext · 3) (Bits.sext · 3) = true := by decide +kernel
theorem shl_best : bestUnary 4 (KBits.shl · 2) (Bits.shl · 2) = true := by decide +kernel
theorem shr_best : bestUnary 4 (KBits.shr · 1) (Bits.shr · 1) = true := by decide +kernel
theorem add_best : bestBinary 3 KBits.add (· + ·) = true := by decide +kernel
theorem and_best : bestBinary 3 KBits.and Bits.land = true := by decide +kernel
theorem xor_best : bestBinary 3 KBits.xor Bits.xor = true := by decide +kernel
end Tuffy.Facts.Best
