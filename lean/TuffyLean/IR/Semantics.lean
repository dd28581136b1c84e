import TuffyLean.IR.Float

/-!
The meaning of every pure operation on ints, bools, floats and pointers. The names of the `eval` functions are
those of the plain evaluator in `interp/eval_*.go`.

`eval…` works on integers, on bit patterns of a format, on pointers; `evalOp` applies an opcode to values. A poison operand makes the
result poison, except in the arm that `select` does not take; an operand of another type makes it
poison too (the verifier excludes that). The width of `sext`, `zext`, `merge.N` and so on is the
last operand, an *immediate*: in a program always a literal. `split` is two opcodes, one a result.

The format of a float operation is that of its operands; conversions to floats name it.

Not here: vectors, aggregates, memory, `bitcast`, `ptrtoint`, which exposes an allocation, and `freeze`,
which is not a function.
-/
namespace Tuffy

/-- Integer comparison predicates. -/
inductive Pred where
  | eq | ne | lt | le | gt | ge
deriving DecidableEq, Repr

namespace Pred
def name : Pred → String
  | eq => "eq" | ne => "ne" | lt => "lt" | le => "le" | gt => "gt" | ge => "ge"

/-- What the predicate says. -/
def holds : Pred → Int → Int → Prop
  | eq, a, b => a = b
  | ne, a, b => a ≠ b
  | lt, a, b => a < b
  | le, a, b => a ≤ b
  | gt, a, b => b < a
  | ge, a, b => b ≤ a

instance (p : Pred) (a b : Int) : Decidable (p.holds a b) := by
  cases p <;> simp only [holds] <;> infer_instance

/-- `a p b = b p.swap a`. -/
def swap : Pred → Pred
  | eq => eq | ne => ne | lt => gt | le => ge | gt => lt | ge => le
/-- `a p.negate b = not (a p b)`. -/
def negate : Pred → Pred
  | eq => ne | ne => eq | lt => ge | le => gt | gt => le | ge => lt
end Pred

/-! ### integers -/

def evalAdd (a b : Int) : Value := .int (a + b)
def evalSub (a b : Int) : Value := .int (a - b)
def evalMul (a b : Int) : Value := .int (a * b)
/-- Euclidean quotient. -/
def evalDiv (a b : Int) : Value := if b = 0 then .poison else .int (a / b)
/-- Euclidean remainder. -/
def evalRem (a b : Int) : Value := if b = 0 then .poison else .int (a % b)
/-- Quotient truncated toward zero. -/
def evalTDiv (a b : Int) : Value := if b = 0 then .poison else .int (a.tdiv b)
/-- Remainder of `evalTDiv`, with the sign of `a`. -/
def evalTRem (a b : Int) : Value := if b = 0 then .poison else .int (a.tmod b)
def evalAnd (a b : Int) : Value := .int (Bits.land a b)
def evalOr (a b : Int) : Value := .int (Bits.lor a b)
def evalXor (a b : Int) : Value := .int (Bits.xor a b)
def evalNot (a : Int) : Value := .int (Bits.lnot a)
def evalShl (a b : Int) : Value := if b < 0 then .poison else .int (Bits.shl a b.toNat)
def evalShr (a b : Int) : Value := if b < 0 then .poison else .int (Bits.shr a b.toNat)
def evalMin (a b : Int) : Value := .int (min a b)
def evalMax (a b : Int) : Value := .int (max a b)

/-- Product over GF(2) of the first `n` bits of `b` with `a`. -/
def clmul (a b : Int) : Nat → Int
  | 0 => 0
  | n + 1 => Bits.xor (clmul a b n) (if Bits.testBit b n then Bits.shl a n else 0)

def evalClmul (a b : Int) : Value :=
  if a < 0 ∨ b < 0 then .poison else .int (clmul a b (Bits.bitLen b.toNat))
def evalCountOnes (a : Int) : Value :=
  if a < 0 then .poison else .int (Bits.count (Bits.bitLen a.toNat) (Bits.testBit a))
/-- Zeros above the highest one of the low `n` bits. -/
def evalCountLeadingZeros (a n : Int) : Value :=
  .int (n - Bits.bitLen (Bits.zext a n.toNat).toNat)
def evalCountTrailingZeros (a : Int) : Value :=
  if a = 0 then .poison else .int (Bits.firstBit (Bits.bitLen a.natAbs) 0 (Bits.testBit a))
/-- The low `n` bytes in reverse order. -/
def evalBswap (a n : Int) : Value :=
  .int (Bits.ofBits (8 * n.toNat) fun i => Bits.testBit a (8 * (n.toNat - 1 - i / 8) + i % 8) : Nat)
/-- The low `n` bits in reverse order. -/
def evalBitReverse (a n : Int) : Value :=
  .int (Bits.ofBits n.toNat fun i => Bits.testBit a (n.toNat - 1 - i) : Nat)
/-- The low `n` bits rotated: bit `i` of the result is bit `i - b` modulo `n`. -/
def evalRotateLeft (a b n : Int) : Value :=
  if n < 1 then .poison else .int (Bits.ofBits n.toNat fun i => Bits.testBit a ((i - b) % n).toNat : Nat)
def evalRotateRight (a b n : Int) : Value :=
  if n < 1 then .poison else .int (Bits.ofBits n.toNat fun i => Bits.testBit a ((i + b) % n).toNat : Nat)
/-- `a` with its low `n` bits replaced by those of `b`. -/
def evalMerge (a b n : Int) : Value :=
  if n < 1 then .poison else .int (Bits.lor (Bits.shl (Bits.shr a n.toNat) n.toNat) (Bits.zext b n.toNat))
def evalSplitHi (a n : Int) : Value := if n < 1 then .poison else .int (Bits.shr a n.toNat)
def evalSplitLo (a n : Int) : Value := if n < 1 then .poison else .int (Bits.zext a n.toNat)
def evalSext (a n : Int) : Value := if n < 1 then .poison else .int (Bits.sext a n.toNat)
def evalZext (a n : Int) : Value := if n < 1 then .poison else .int (Bits.zext a n.toNat)
def evalICmp (p : Pred) (a b : Int) : Value := .bool (decide (p.holds a b))

/-! ### bools -/

def evalBnot (a : Bool) : Value := .bool (!a)
def evalBand (a b : Bool) : Value := .bool (a && b)
def evalBor (a b : Bool) : Value := .bool (a || b)
def evalBxor (a b : Bool) : Value := .bool (a ^^ b)
def evalSelect (c : Bool) (a b : Value) : Value := if c then a else b
def evalBoolToInt (a : Bool) : Value := .int (if a then 1 else 0)
def evalIntToBool (a : Int) : Value := .bool (decide (a ≠ 0))

/-! ### floats -/

def evalFAdd (f : FloatFmt) (a b : Nat) : Value := .float f (f.add a b)
def evalFSub (f : FloatFmt) (a b : Nat) : Value := .float f (f.sub a b)
def evalFMul (f : FloatFmt) (a b : Nat) : Value := .float f (f.mul a b)
def evalFDiv (f : FloatFmt) (a b : Nat) : Value := .float f (f.div a b)
def evalFRem (f : FloatFmt) (a b : Nat) : Value := .float f (f.rem a b)
def evalFMinNum (f : FloatFmt) (a b : Nat) : Value := .float f (f.minNum a b)
def evalFMaxNum (f : FloatFmt) (a b : Nat) : Value := .float f (f.maxNum a b)
def evalFSqrt (f : FloatFmt) (a : Nat) : Value := .float f (f.sqrt a)
def evalFMA (f : FloatFmt) (a b c : Nat) : Value := .float f (f.fma a b c)
def evalFNeg (f : FloatFmt) (a : Nat) : Value := .float f (f.neg a)
def evalFAbs (f : FloatFmt) (a : Nat) : Value := .float f (f.abs a)
/-- The magnitude of `a` with the sign of `b`. -/
def evalCopySign (f : FloatFmt) (a b : Nat) : Value := .float f (f.copySign a b)
def evalFCmp (p : FPred) (f : FloatFmt) (a b : Nat) : Value := .bool (f.compare p a b)
def evalFpConvert (to f : FloatFmt) (a : Nat) : Value := .float to (f.convert to a)
def evalSiToFp (to : FloatFmt) (a : Int) : Value := .float to (to.ofInt a)
def evalUiToFp (to : FloatFmt) (a : Int) : Value := if a < 0 then .poison else .float to (to.ofInt a)
/-- Truncated toward zero, if that is an `n`-bit integer. -/
def evalFpToSi (f : FloatFmt) (a : Nat) (n : Int) : Value :=
  if f.isNaN a || f.isInf a then .poison
  else if Bits.inS (f.toInt a) n.toNat then .int (f.toInt a) else .poison
def evalFpToUi (f : FloatFmt) (a : Nat) (n : Int) : Value :=
  if f.isNaN a || f.isInf a then .poison
  else if Bits.inU (f.toInt a) n.toNat then .int (f.toInt a) else .poison
/-- Truncated toward zero and clamped to the `n`-bit integers; 0 for NaN. -/
def evalFpToSiSat (f : FloatFmt) (a : Nat) (n : Int) : Value :=
  if n < 1 then .poison
  else if f.isNaN a then .int 0
  else if f.isInf a then .int (if f.sign a then -2 ^ (n.toNat - 1) else 2 ^ (n.toNat - 1) - 1)
  else .int (max (-2 ^ (n.toNat - 1)) (min (f.toInt a) (2 ^ (n.toNat - 1) - 1)))
def evalFpToUiSat (f : FloatFmt) (a : Nat) (n : Int) : Value :=
  if f.isNaN a || f.sign a then .int 0
  else if f.isInf a then .int (2 ^ n.toNat - 1)
  else .int (min (f.toInt a) (2 ^ n.toNat - 1))

/-! ### pointers -/

/-- The live exposed allocation that an address belongs to is a matter of the memory at hand, of
which the pure operations know nothing: what is proven holds whatever it is. -/
opaque wildcardOwner (addr : Int) : Option Nat

/-- The allocation that a pointer may access. -/
def Pointer.owner (p : Pointer) : Option Nat :=
  match p.prov with
  | .none => none
  | .alloc i => some i
  | .wildcard => wildcardOwner p.addr

/-- A pointer moved by `d` bytes: addresses are numbers modulo 2^64. -/
def Pointer.move (p : Pointer) (d : Int) : Pointer := ⟨p.prov, (p.addr + d) % 2 ^ 64⟩

def evalPtrAdd (p : Pointer) (d : Int) : Value := .ptr (p.move d)
/-- The distance within one allocation, modulo 2^64 too: the signed one. -/
def evalPtrDiff (p q : Pointer) : Value :=
  if p.owner.isSome && p.owner == q.owner then .int (Bits.sext (p.addr - q.addr) 64) else .poison
def evalPtrToAddr (p : Pointer) : Value := .int p.addr
def evalIntToPtr (a : Int) : Value := .ptr ⟨.wildcard, a % 2 ^ 64⟩

/-! ### opcodes -/

/-- The opcodes of this file. -/
inductive Op where
  | add | sub | mul | div | rem | tdiv | trem
  | and | or | xor | not | shl | shr | min | max | clmul
  | countOnes | countLeadingZeros | countTrailingZeros | bswap | bitReverse | rotateLeft | rotateRight
  | merge | splitHi | splitLo | sext | zext
  | icmp (p : Pred)
  | bnot | band | bor | bxor | select | boolToInt | intToBool
  | fadd | fsub | fmul | fdiv | frem | fminnum | fmaxnum | fsqrt | fma | fneg | fabs | copysign
  | fcmp (p : FPred)
  | fpConvert (to : FloatTy) | siToFp (to : FloatTy) | uiToFp (to : FloatTy)
  | fpToSi | fpToUi | fpToSiSat | fpToUiSat
  | ptradd | ptrdiff | ptrtoaddr | inttoptr
deriving DecidableEq, Repr

namespace Op

/-- The mnemonic without its immediate. `not` of an int and of a bool share one, and so do the two
results of `split`. -/
def name : Op → String
  | add => "add" | sub => "sub" | mul => "mul" | div => "div" | rem => "rem" | tdiv => "tdiv" | trem => "trem"
  | and => "and" | or => "or" | xor => "xor" | not => "not" | bnot => "not"
  | shl => "shl" | shr => "shr" | min => "min" | max => "max" | clmul => "clmul"
  | countOnes => "count_ones" | countLeadingZeros => "count_leading_zeros"
  | countTrailingZeros => "count_trailing_zeros" | bswap => "bswap" | bitReverse => "bit_reverse"
  | rotateLeft => "rotate_left" | rotateRight => "rotate_right" | merge => "merge"
  | splitHi => "split" | splitLo => "split" | sext => "sext" | zext => "zext"
  | icmp p => "icmp." ++ p.name
  | band => "band" | bor => "bor" | bxor => "bxor" | select => "select"
  | boolToInt => "bool_to_int" | intToBool => "int_to_bool"
  | fadd => "fadd" | fsub => "fsub" | fmul => "fmul" | fdiv => "fdiv" | frem => "frem"
  | fminnum => "fminnum" | fmaxnum => "fmaxnum" | fsqrt => "fsqrt" | fma => "fma"
  | fneg => "fneg" | fabs => "fabs" | copysign => "copysign" | fcmp p => "fcmp." ++ p.name
  | fpConvert _ => "fp_convert" | siToFp _ => "si_to_fp" | uiToFp _ => "ui_to_fp"
  | fpToSi => "fp_to_si" | fpToUi => "fp_to_ui" | fpToSiSat => "fp_to_si.sat" | fpToUiSat => "fp_to_ui.sat"
  | ptradd => "ptradd" | ptrdiff => "ptrdiff" | ptrtoaddr => "ptrtoaddr" | inttoptr => "inttoptr"

/-- The result type, where a program has to write it. -/
def arrow : Op → Option String
  | fpConvert t | siToFp t | uiToFp t => some t.name
  | _ => none

/-- Which result of the instruction this is. -/
def result : Op → Nat
  | splitLo => 1
  | _ => 0

/-- Types of the operands; `Ty.any` are alike. -/
def operands : Op → List Ty
  | not | countOnes | countTrailingZeros | intToBool => [.int]
  | countLeadingZeros | bswap | bitReverse | splitHi | splitLo | sext | zext => [.int, .int]
  | rotateLeft | rotateRight | merge => [.int, .int, .int]
  | bnot | boolToInt => [.bool]
  | band | bor | bxor => [.bool, .bool]
  | select => [.bool, .any, .any]
  | fadd | fsub | fmul | fdiv | frem | fminnum | fmaxnum | copysign | fcmp _ => [.fp, .fp]
  | fsqrt | fneg | fabs | fpConvert _ => [.fp]
  | fma => [.fp, .fp, .fp]
  | siToFp _ | uiToFp _ | inttoptr => [.int]
  | fpToSi | fpToUi | fpToSiSat | fpToUiSat => [.fp, .int]
  | ptradd => [.ptr, .int]
  | ptrdiff => [.ptr, .ptr]
  | ptrtoaddr => [.ptr]
  | _ => [.int, .int]

/-- How many of the last operands are immediates. -/
def immediates : Op → Nat
  | countLeadingZeros | bswap | bitReverse | rotateLeft | rotateRight | merge | splitHi | splitLo
  | sext | zext | fpToSi | fpToUi | fpToSiSat | fpToUiSat => 1
  | _ => 0

/-- Whether the first two operands may be swapped. -/
def commutes : Op → Bool
  | add | mul | and | or | xor | min | max | clmul | band | bor | bxor | fadd | fmul => true
  | _ => false

end Op

/-! Application to values. -/

def int1 (f : Int → Value) : List Value → Value
  | [.int a] => f a
  | _ => .poison
def int2 (f : Int → Int → Value) : List Value → Value
  | [.int a, .int b] => f a b
  | _ => .poison
def int3 (f : Int → Int → Int → Value) : List Value → Value
  | [.int a, .int b, .int c] => f a b c
  | _ => .poison
def bool1 (f : Bool → Value) : List Value → Value
  | [.bool a] => f a
  | _ => .poison
def bool2 (f : Bool → Bool → Value) : List Value → Value
  | [.bool a, .bool b] => f a b
  | _ => .poison
def select3 : List Value → Value
  | [.bool c, a, b] => evalSelect c a b
  | _ => .poison
def float1 (f : FloatFmt → Nat → Value) : List Value → Value
  | [.float g a] => f g a
  | _ => .poison
def float2 (f : FloatFmt → Nat → Nat → Value) : List Value → Value
  | [.float g a, .float h b] => if g = h then f g a b else .poison
  | _ => .poison
def float3 (f : FloatFmt → Nat → Nat → Nat → Value) : List Value → Value
  | [.float g a, .float h b, .float i c] => if g = h ∧ g = i then f g a b c else .poison
  | _ => .poison
def floatInt (f : FloatFmt → Nat → Int → Value) : List Value → Value
  | [.float g a, .int n] => f g a n
  | _ => .poison
def ptr1 (f : Pointer → Value) : List Value → Value
  | [.ptr p] => f p
  | _ => .poison
def ptr2 (f : Pointer → Pointer → Value) : List Value → Value
  | [.ptr p, .ptr q] => f p q
  | _ => .poison
def ptrInt (f : Pointer → Int → Value) : List Value → Value
  | [.ptr p, .int d] => f p d
  | _ => .poison

/-- The result of an opcode on the values of its operands, immediates last. -/
def evalOp : Op → List Value → Value
  | .add => int2 evalAdd
  | .sub => int2 evalSub
  | .mul => int2 evalMul
  | .div => int2 evalDiv
  | .rem => int2 evalRem
  | .tdiv => int2 evalTDiv
  | .trem => int2 evalTRem
  | .and => int2 evalAnd
  | .or => int2 evalOr
  | .xor => int2 evalXor
  | .not => int1 evalNot
  | .shl => int2 evalShl
  | .shr => int2 evalShr
  | .min => int2 evalMin
  | .max => int2 evalMax
  | .clmul => int2 evalClmul
  | .countOnes => int1 evalCountOnes
  | .countLeadingZeros => int2 evalCountLeadingZeros
  | .countTrailingZeros => int1 evalCountTrailingZeros
  | .bswap => int2 evalBswap
  | .bitReverse => int2 evalBitReverse
  | .rotateLeft => int3 evalRotateLeft
  | .rotateRight => int3 evalRotateRight
  | .merge => int3 evalMerge
  | .splitHi => int2 evalSplitHi
  | .splitLo => int2 evalSplitLo
  | .sext => int2 evalSext
  | .zext => int2 evalZext
  | .icmp p => int2 (evalICmp p)
  | .bnot => bool1 evalBnot
  | .band => bool2 evalBand
  | .bor => bool2 evalBor
  | .bxor => bool2 evalBxor
  | .select => select3
  | .boolToInt => bool1 evalBoolToInt
  | .intToBool => int1 evalIntToBool
  | .fadd => float2 evalFAdd
  | .fsub => float2 evalFSub
  | .fmul => float2 evalFMul
  | .fdiv => float2 evalFDiv
  | .frem => float2 evalFRem
  | .fminnum => float2 evalFMinNum
  | .fmaxnum => float2 evalFMaxNum
  | .fsqrt => float1 evalFSqrt
  | .fma => float3 evalFMA
  | .fneg => float1 evalFNeg
  | .fabs => float1 evalFAbs
  | .copysign => float2 evalCopySign
  | .fcmp p => float2 (evalFCmp p)
  | .fpConvert to => float1 (evalFpConvert to.fmt)
  | .siToFp to => int1 (evalSiToFp to.fmt)
  | .uiToFp to => int1 (evalUiToFp to.fmt)
  | .fpToSi => floatInt evalFpToSi
  | .fpToUi => floatInt evalFpToUi
  | .fpToSiSat => floatInt evalFpToSiSat
  | .fpToUiSat => floatInt evalFpToUiSat
  | .ptradd => ptrInt evalPtrAdd
  | .ptrdiff => ptr2 evalPtrDiff
  | .ptrtoaddr => ptr1 evalPtrToAddr
  | .inttoptr => int1 evalIntToPtr

/-! How the appliers compute; the simp set of rules. -/

theorem int1_int (f a) : int1 f [.int a] = f a := rfl
theorem int1_poison (f) : int1 f [.poison] = .poison := rfl
theorem int2_int (f a b) : int2 f [.int a, .int b] = f a b := rfl
theorem int2_poison_left (f b) : int2 f [.poison, b] = .poison := rfl
theorem int2_poison_right (f a) : int2 f [a, .poison] = .poison := by cases a <;> rfl
theorem int3_int (f a b c) : int3 f [.int a, .int b, .int c] = f a b c := rfl
theorem int3_poison_1 (f b c) : int3 f [.poison, b, c] = .poison := rfl
theorem int3_poison_2 (f a c) : int3 f [a, .poison, c] = .poison := by cases a <;> rfl
theorem int3_poison_3 (f a b) : int3 f [a, b, .poison] = .poison := by cases a <;> cases b <;> rfl
theorem bool1_bool (f a) : bool1 f [.bool a] = f a := rfl
theorem bool1_poison (f) : bool1 f [.poison] = .poison := rfl
theorem bool2_bool (f a b) : bool2 f [.bool a, .bool b] = f a b := rfl
theorem bool2_poison_left (f b) : bool2 f [.poison, b] = .poison := rfl
theorem bool2_poison_right (f a) : bool2 f [a, .poison] = .poison := by cases a <;> rfl
theorem select3_true (a b) : select3 [.bool true, a, b] = a := rfl
theorem select3_false (a b) : select3 [.bool false, a, b] = b := rfl
theorem select3_poison (a b) : select3 [.poison, a, b] = .poison := rfl
theorem select3_bool (c a b) : select3 [.bool c, a, b] = if c = true then a else b := rfl
theorem float1_float (f g a) : float1 f [.float g a] = f g a := rfl
theorem float1_poison (f) : float1 f [.poison] = .poison := rfl
theorem float2_float (f g a b) : float2 f [.float g a, .float g b] = f g a b := if_pos rfl
theorem float2_floats (f g h a b) : float2 f [.float g a, .float h b] = if g = h then f g a b else .poison := rfl
theorem float2_poison_left (f b) : float2 f [.poison, b] = .poison := rfl
theorem float2_poison_right (f a) : float2 f [a, .poison] = .poison := by cases a <;> rfl
theorem float3_floats (f g h i a b c) :
    float3 f [.float g a, .float h b, .float i c] = if g = h ∧ g = i then f g a b c else .poison := rfl
theorem float3_poison_1 (f b c) : float3 f [.poison, b, c] = .poison := rfl
theorem float3_poison_2 (f a c) : float3 f [a, .poison, c] = .poison := by cases a <;> rfl
theorem float3_poison_3 (f a b) : float3 f [a, b, .poison] = .poison := by cases a <;> cases b <;> rfl
theorem floatInt_float (f g a n) : floatInt f [.float g a, .int n] = f g a n := rfl
theorem floatInt_poison (f n) : floatInt f [.poison, n] = .poison := rfl
theorem ptr1_ptr (f p) : ptr1 f [.ptr p] = f p := rfl
theorem ptr1_poison (f) : ptr1 f [.poison] = .poison := rfl
theorem ptr2_ptr (f p q) : ptr2 f [.ptr p, .ptr q] = f p q := rfl
theorem ptr2_poison_left (f b) : ptr2 f [.poison, b] = .poison := rfl
theorem ptr2_poison_right (f a) : ptr2 f [a, .poison] = .poison := by cases a <;> rfl
theorem ptrInt_ptr (f p d) : ptrInt f [.ptr p, .int d] = f p d := rfl
theorem ptrInt_poison_left (f b) : ptrInt f [.poison, b] = .poison := rfl
theorem ptrInt_poison_right (f a) : ptrInt f [a, .poison] = .poison := by cases a <;> rfl

end Tuffy
