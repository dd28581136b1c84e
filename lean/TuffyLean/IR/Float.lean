import TuffyLean.IR.Types

/-!
IEEE 754 arithmetic on bit patterns, for every binary interchange format: exact integers, rounded
once, to nearest with ties to even. Nothing of Lean's own `Float`. The twin is the package
`interp/ieee754` (`Exact`).

A pattern is a sign and a magnitude, the rest of its bits. Magnitudes count the representable
values: `units m` is what the `m`-th of them stands for, as a multiple of the least positive value.
It goes on beyond the finite ones, where infinity stands for the power of two that would come next.
So every finite value is an integer over `scale`, and rounding is the search for the nearest of an
increasing sequence of integers; theorems about it are in `FloatRound.lean`.

A result that is NaN is the canonical one: positive, quiet, payload 0. Only `neg`, `abs` and
`copysign` keep the sign and payload of a NaN, and `minNum`, `maxNum` the number that they choose.

Not here: other rounding modes, exception flags.
-/
namespace Tuffy.FloatFmt

variable (f : FloatFmt)

/-! ### parts of a pattern -/

/-- The bits below the sign. -/
def magBits : Nat := f.exp + f.frac
/-- The pattern without its sign. -/
def mag (b : Nat) : Nat := b % 2 ^ f.magBits
/-- Sign and magnitude make a pattern. -/
def pack (s : Bool) (m : Nat) : Nat := (if s then 2 ^ f.magBits else 0) + m

/-- The magnitude of infinity. -/
def inf : Nat := (2 ^ f.exp - 1) * 2 ^ f.frac
/-- The canonical NaN. -/
def nan : Nat := f.inf + 2 ^ (f.frac - 1)

def isNaN (b : Nat) : Bool := decide (f.inf < f.mag b)
def isInf (b : Nat) : Bool := decide (f.mag b = f.inf)
def isZero (b : Nat) : Bool := decide (f.mag b = 0)

/-! ### values -/

/-- The exponent bias, which is also the largest exponent of a finite value. -/
def bias : Nat := 2 ^ (f.exp - 1) - 1

/-- The pattern of 1. -/
def one : Nat := f.bias * 2 ^ f.frac

/-- How many times the least positive value is 1. -/
def scale : Nat := 2 ^ (f.bias + f.frac - 1)

/-- The significand of a magnitude, the implicit bit included. -/
def significand (m : Nat) : Nat := if m / 2 ^ f.frac = 0 then m else m % 2 ^ f.frac + 2 ^ f.frac

/-- The exponent of a magnitude, above that of the least positive value. -/
def exponent (m : Nat) : Nat := m / 2 ^ f.frac - 1

/-- The value of a magnitude as a multiple of the least positive one. -/
def units (m : Nat) : Nat := f.significand m * 2 ^ f.exponent m

/-- The value of a finite pattern, times `scale`. -/
def signed (b : Nat) : Int := if f.sign b then -(f.units (f.mag b) : Int) else f.units (f.mag b)

/-- Sign, significand and exponent of a finite pattern: its value is
`(-1)^sign * significand * 2^exponent`. -/
def decode (b : Nat) : Bool × Nat × Int :=
  (f.sign b, f.significand (f.mag b), (f.exponent (f.mag b) : Int) - (f.bias + f.frac - 1 : Nat))

/-! ### rounding -/

/-- The exponent of the last bit that is kept of a number whose integer part is `q`. -/
def dropped (q : Nat) : Nat := Bits.bitLen q - (f.frac + 1)

/-- The quotient of two numbers, rounded to nearest, ties to even. -/
def nearest (num den : Nat) : Nat :=
  let k := num / den
  let r := num % den
  if den < 2 * r ∨ den = 2 * r ∧ k % 2 = 1 then k + 1 else k

/-- The magnitude nearest to the value `num / den`, in units; infinity from there on where the
next power of two is nearer than the greatest finite value, and halfway. -/
def round (num den : Nat) : Nat :=
  let d := f.dropped (num / den)
  min (d * 2 ^ f.frac + nearest num (den * 2 ^ d)) f.inf

/-- The pattern nearest to the value `v / den`, in units; `s` is the sign of zero. -/
def roundInt (v : Int) (den : Nat) (s : Bool) : Nat :=
  f.pack (decide (v < 0) || (decide (v = 0) && s)) (f.round v.natAbs den)

/-! ### arithmetic -/

/-- Both signs, combined as in a product. -/
def signs (a b : Nat) : Bool := f.sign a ^^ f.sign b

def neg (a : Nat) : Nat := f.pack (!f.sign a) (f.mag a)
def abs (a : Nat) : Nat := f.mag a
def copySign (a b : Nat) : Nat := f.pack (f.sign b) (f.mag a)

/-- An exact zero is positive, unless both operands are negative. -/
def add (a b : Nat) : Nat :=
  if f.isNaN a || f.isNaN b then f.nan
  else if f.isInf a then
    if f.isInf b && f.sign a != f.sign b then f.nan else f.pack (f.sign a) f.inf
  else if f.isInf b then f.pack (f.sign b) f.inf
  else f.roundInt (f.signed a + f.signed b) 1 (f.sign a && f.sign b)

def sub (a b : Nat) : Nat := f.add a (f.neg b)

def mul (a b : Nat) : Nat :=
  if f.isNaN a || f.isNaN b then f.nan
  else if f.isInf a && f.isZero b || f.isZero a && f.isInf b then f.nan
  else if f.isInf a || f.isInf b then f.pack (f.signs a b) f.inf
  else f.pack (f.signs a b) (f.round (f.units (f.mag a) * f.units (f.mag b)) f.scale)

def div (a b : Nat) : Nat :=
  if f.isNaN a || f.isNaN b then f.nan
  else if f.isInf a && f.isInf b || f.isZero a && f.isZero b then f.nan
  else if f.isInf a || f.isZero b then f.pack (f.signs a b) f.inf
  else if f.isInf b then f.pack (f.signs a b) 0
  else f.pack (f.signs a b) (f.round (f.units (f.mag a) * f.scale) (f.units (f.mag b)))

/-- `a - trunc(a/b)·b`, exact, with the sign of `a`. -/
def rem (a b : Nat) : Nat :=
  if f.isNaN a || f.isNaN b || f.isInf a || f.isZero b then f.nan
  else if f.isInf b then a
  else f.pack (f.sign a) (f.round (f.units (f.mag a) % f.units (f.mag b)) 1)

/-- `a·b + c`, rounded once. -/
def fma (a b c : Nat) : Nat :=
  if f.isNaN a || f.isNaN b || f.isNaN c then f.nan
  else if f.isInf a || f.isInf b then f.add (f.mul a b) c
  else if f.isInf c then f.pack (f.sign c) f.inf
  else f.roundInt (f.signed a * f.signed b + f.signed c * f.scale) f.scale (f.signs a b && f.sign c)

/-- Floor of the square root, by one bit of the result after another; `k` bits are enough for
`n < 4 ^ k`. -/
def isqrt (n : Nat) : (k : Nat) → (root : Nat) → Nat
  | 0, r => r
  | k + 1, r => isqrt n k (if (r + 2 ^ k) * (r + 2 ^ k) ≤ n then r + 2 ^ k else r)

/-- The root is computed to half a unit; if there is a rest it is taken for a quarter, which no
boundary between two roundings is. -/
def sqrt (a : Nat) : Nat :=
  if f.isZero a then a
  else if f.isNaN a || f.sign a then f.nan
  else if f.isInf a then f.inf
  else
    let n := 4 * (f.units (f.mag a) * f.scale)
    let r := isqrt n (Bits.bitLen n / 2 + 1) 0
    f.round (if r * r = n then 2 * r else 2 * r + 1) 4

/-- Whether dividing by `b` is multiplying with the value that `1 / b` rounds to: a power of two whose
reciprocal is finite. -/
def exactRecip (b : Nat) : Bool :=
  let w := f.div f.one b
  !f.isNaN b && !f.isInf b && !f.isZero b && !f.isNaN w && !f.isInf w && !f.isZero w &&
    decide (f.units (f.mag b) * f.units (f.mag w) = f.scale * f.scale)

/-! ### order -/

/-- The order of numbers, in which -0 is just below +0. -/
def rank (b : Nat) : Int := if f.sign b then -(f.mag b : Int) - 1 else f.mag b

/-- A number wins over any NaN. -/
def minNum (a b : Nat) : Nat :=
  if f.isNaN a then (if f.isNaN b then f.nan else b)
  else if f.isNaN b then a
  else if f.rank a ≤ f.rank b then a else b
def maxNum (a b : Nat) : Nat :=
  if f.isNaN a then (if f.isNaN b then f.nan else b)
  else if f.isNaN b then a
  else if f.rank b ≤ f.rank a then a else b

/-! ### conversions -/

/-- To the format `g`. -/
def convert (g : FloatFmt) (a : Nat) : Nat :=
  if f.isNaN a then g.nan
  else if f.isInf a then g.pack (f.sign a) g.inf
  else g.pack (f.sign a) (g.round (f.units (f.mag a) * g.scale) f.scale)

def ofInt (v : Int) : Nat := f.roundInt (v * f.scale) 1 false

/-- Truncated toward zero; not for NaN and infinity. -/
def toInt (a : Nat) : Int := (f.signed a).tdiv f.scale

end Tuffy.FloatFmt

namespace Tuffy

/-- The formats with arithmetic. -/
inductive FloatTy where
  | bf16 | f16 | f32 | f64
deriving DecidableEq, Repr

def FloatTy.fmt : FloatTy → FloatFmt
  | bf16 => .bf16 | f16 => .f16 | f32 => .f32 | f64 => .f64

def FloatTy.name : FloatTy → String
  | bf16 => "bf16" | f16 => "f16" | f32 => "f32" | f64 => "f64"

theorem FloatTy.fmt_ok (t : FloatTy) : t.fmt.Ok := by cases t <;> decide

/-- The sixteen predicates of `fcmp`: `o…` is false on NaN (ordered), `u…` is true (unordered). -/
inductive FPred where
  | false | oeq | ogt | oge | olt | ole | one | ord
  | ueq | ugt | uge | ult | ule | une | uno | true
deriving DecidableEq, Repr

namespace FPred
def name : FPred → String
  | false => "false" | oeq => "oeq" | ogt => "ogt" | oge => "oge" | olt => "olt" | ole => "ole" | one => "one"
  | ord => "ord" | ueq => "ueq" | ugt => "ugt" | uge => "uge" | ult => "ult" | ule => "ule" | une => "une"
  | uno => "uno" | true => "true"

/-- The predicates that hold of two numbers that are equal, greater, less; and of NaN. -/
def onEq : FPred → Bool
  | oeq | oge | ole | ord | ueq | uge | ule | true => .true
  | _ => .false
def onGt : FPred → Bool
  | ogt | oge | one | ord | ugt | uge | une | true => .true
  | _ => .false
def onLt : FPred → Bool
  | olt | ole | one | ord | ult | ule | une | true => .true
  | _ => .false
def onNaN : FPred → Bool
  | ueq | ugt | uge | ult | ule | une | uno | true => .true
  | _ => .false

/-- `a p b = b p.swap a`. -/
def swap : FPred → FPred
  | ogt => olt | oge => ole | olt => ogt | ole => oge | ugt => ult | uge => ule | ult => ugt | ule => uge
  | p => p
/-- `a p.negate b = not (a p b)`. -/
def negate : FPred → FPred
  | false => true | oeq => une | ogt => ule | oge => ult | olt => uge | ole => ugt | one => ueq | ord => uno
  | ueq => one | ugt => ole | uge => olt | ult => oge | ule => ogt | une => oeq | uno => ord | true => false
end FPred

/-- Zeros compare equal, infinities as numbers beyond the finite ones. -/
def FloatFmt.compare (f : FloatFmt) (p : FPred) (a b : Nat) : Bool :=
  if f.isNaN a || f.isNaN b then p.onNaN
  else if f.signed a < f.signed b then p.onLt
  else if f.signed a = f.signed b then p.onEq
  else p.onGt

end Tuffy
