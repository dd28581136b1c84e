import TuffyLean.IR.Bits

/-!
Types, values, bytes, allocations and annotations of the IR.

Values are mathematical: integers are unbounded, floats are bit patterns of a format, pointers
carry provenance. Poison is a value. Nothing here evaluates an operation (`Semantics.lean`) or
gives floats an arithmetic meaning.
-/
namespace Tuffy

/-- A binary interchange format: one sign bit, `exp` exponent bits, `frac` fraction bits. -/
structure FloatFmt where
  exp : Nat
  frac : Nat
deriving DecidableEq, Repr

namespace FloatFmt
def bf16 : FloatFmt := ⟨8, 7⟩
def f16 : FloatFmt := ⟨5, 10⟩
def f32 : FloatFmt := ⟨8, 23⟩
def f64 : FloatFmt := ⟨11, 52⟩
def f128 : FloatFmt := ⟨15, 112⟩

/-- Size in bits. -/
def width (f : FloatFmt) : Nat := 1 + f.exp + f.frac
/-- Sign bit of a pattern. -/
def sign (f : FloatFmt) (b : Nat) : Bool := b.testBit (f.exp + f.frac)
/-- Biased exponent of a pattern. -/
def expBits (f : FloatFmt) (b : Nat) : Nat := b / 2 ^ f.frac % 2 ^ f.exp
/-- Fraction field of a pattern. -/
def fracBits (f : FloatFmt) (b : Nat) : Nat := b % 2 ^ f.frac

/-- Bit number, in a set of classes, of the class of a pattern:
snan qnan ninf nnorm nsub nzero pzero psub pnorm pinf. -/
def classOf (f : FloatFmt) (b : Nat) : Nat :=
  let s := f.sign b
  let e := f.expBits b
  let m := f.fracBits b
  if e = 2 ^ f.exp - 1 then
    if m = 0 then (if s then 2 else 9) else if m.testBit (f.frac - 1) then 1 else 0
  else if e = 0 then
    if m = 0 then (if s then 5 else 6) else if s then 4 else 7
  else if s then 3 else 8

/-- What arithmetic asks of a format: two bits of exponent, one of fraction. -/
def Ok (f : FloatFmt) : Prop := 2 ≤ f.exp ∧ 1 ≤ f.frac

instance (f : FloatFmt) : Decidable f.Ok := inferInstanceAs (Decidable (_ ∧ _))
end FloatFmt

/-- Which allocation a pointer may access: none, one, or, for integers turned into pointers,
the live exposed allocation that it points into. -/
inductive Prov where
  | none
  | alloc (id : Nat)
  | wildcard
deriving DecidableEq, Repr

structure Pointer where
  prov : Prov
  addr : Int
deriving DecidableEq, Repr

/-- The four states of a byte in memory. A fragment keeps the whole pointer. -/
inductive Byte where
  | uninit
  | poison
  | bits (b : Nat)
  | frag (p : Pointer) (i : Nat)
deriving DecidableEq, Repr

/-- Types as far as rules tell values apart. -/
inductive Ty where
  | int
  | bool
  | float (f : FloatFmt)
  /-- any float type that has arithmetic -/
  | fp
  | ptr
  | byte (n : Nat)
  /-- any data type -/
  | any
deriving DecidableEq, Repr

/-- What an SSA value is during a run. Vectors and `byte(N)` are `bytes`, structs and arrays `agg`. -/
inductive Value where
  | int (v : Int)
  | bool (b : Bool)
  | float (f : FloatFmt) (bits : Nat)
  | ptr (p : Pointer)
  | bytes (bs : List Byte)
  | agg (fs : List Value)
  | unit
  | token (n : Nat)
  | poison
deriving Repr

/-- Scalars are poison as a whole; bytes have poison inside. Addresses are those of 64 bits. -/
def Value.hasTy (v : Value) : Ty → Prop
  | .int => v = .poison ∨ ∃ i, v = .int i
  | .bool => v = .poison ∨ ∃ b, v = .bool b
  | .float f => v = .poison ∨ ∃ b, v = .float f b ∧ b < 2 ^ f.width
  | .fp => v = .poison ∨ ∃ f b, v = .float f b ∧ f.Ok ∧ b < 2 ^ f.width
  | .ptr => v = .poison ∨ ∃ p, v = .ptr p ∧ Bits.inU p.addr 64
  | .byte n => ∃ bs, v = .bytes bs ∧ bs.length * 8 = n
  | .any => True

/-! ### memory -/

/-- One allocation. A dead one keeps its place, so that a use of it is recognised. -/
structure Alloc where
  base : Nat
  bytes : List Byte
  align : Nat
  live : Bool
  exposed : Bool
  const : Bool
deriving DecidableEq, Repr

/-- Allocations by identity, which is their position. -/
structure Memory where
  allocs : List Alloc
deriving DecidableEq, Repr

/-! ### annotations -/

/-- One claim about a value. The masks of `known` are those of the pattern on infinite two's
complement: bits known 0, bits known 1, bits that the consumer ignores. -/
inductive Claim where
  | signed (n : Nat)
  | unsigned (n : Nat)
  | known (zeros ones dontCare : Int)
  | align (n : Nat)
  | nofpclass (classes : Nat)
deriving DecidableEq, Repr

/-- A conjunction of claims; `[]` claims nothing. -/
abbrev Annot := List Claim

/-- Whether a claim is true of a value. A claim says nothing about a value of another type, and
nothing about poison; don't-care bits claim nothing. -/
def Claim.holds : Claim → Value → Prop
  | .signed n, .int x => Bits.inS x n
  | .unsigned n, .int x => Bits.inU x n
  | .known z o _, .int x => Bits.land x z = 0 ∧ Bits.land x o = o
  | .align n, .ptr p => p.addr % n = 0
  | .nofpclass c, .float f b => c.testBit (f.classOf b) = false
  | _, _ => True

def Annot.holds (a : Annot) (v : Value) : Prop := ∀ c ∈ a, c.holds v

instance (c : Claim) (v : Value) : Decidable (c.holds v) := by
  unfold Claim.holds; split <;> infer_instance

instance (a : Annot) (v : Value) : Decidable (a.holds v) := by
  unfold Annot.holds; infer_instance

/-- The value after the check: poison if a claim is violated. -/
def Annot.check (a : Annot) (v : Value) : Value := if a.holds v then v else .poison

theorem Claim.holds_poison (c : Claim) : c.holds .poison := by
  cases c <;> trivial
theorem Annot.holds_poison (a : Annot) : a.holds .poison := fun c _ => c.holds_poison
theorem Annot.holds_nil (v : Value) : Annot.holds [] v := by simp [Annot.holds]
theorem Annot.holds_cons (c : Claim) (a : Annot) (v : Value) :
    Annot.holds (c :: a) v ↔ c.holds v ∧ Annot.holds a v := by simp [Annot.holds]
theorem Annot.holds_append (a b : Annot) (v : Value) :
    Annot.holds (a ++ b) v ↔ a.holds v ∧ b.holds v := by
  simp [Annot.holds, or_imp, forall_and]
theorem Annot.check_poison (a : Annot) : a.check .poison = .poison := by simp [Annot.check]
theorem Annot.check_nil (v : Value) : Annot.check [] v = v := by simp [Annot.check, Annot.holds_nil]
/-- Checking twice is checking once. -/
theorem Annot.check_check (a : Annot) (v : Value) : a.check (a.check v) = a.check v := by
  by_cases h : a.holds v <;> simp [Annot.check, h]

end Tuffy
