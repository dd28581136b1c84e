import TuffyLean.IR.Memory

/-!
Vectors: the meaning of the pure `vec.…` opcodes. A vector is its bytes; the opcode says how lanes
are read. What happens to a lane is what the scalar opcode does to a value: the lanes of the operands
are decoded, the scalar operation is applied, the result is encoded. A lane that cannot be read, or
that does not hold its result, is poison, all of it; no other lane is.

The names are those of `interp/eval_vec.go` and `interp/eval_reduce.go`. A mask has a byte for each
lane, zero or not; without one every lane is active.

Not here: accesses of memory (`VecMemory.lean`), the licences `reassoc` and `contract`, target intrinsics.
-/
namespace Tuffy

/-! ### lanes -/

/-- How ints are held by a lane: what does not fit is poison, or wraps. -/
inductive LaneInt where
  | signed | unsigned | wrapping
deriving DecidableEq, Repr

/-- A lane format. Ints have as many bytes as it says. -/
inductive Lane where
  | int (k : LaneInt) (bytes : Nat)
  | float (t : FloatTy)
  | ptr
  | mask
deriving DecidableEq, Repr

namespace Lane

/-- Bytes of a lane. -/
def size : Lane → Nat
  | int _ n => n
  | float t => t.fmt.width / 8
  | ptr => 8
  | mask => 1

/-- The int that the bits of an int lane are. -/
def read (k : LaneInt) (n : Nat) (w : Int) : Int :=
  match k with
  | .signed => Bits.sext w (8 * n)
  | .unsigned | .wrapping => w

/-- Whether an int lane can hold a value. -/
def fits (k : LaneInt) (n : Nat) (x : Int) : Bool :=
  match k with
  | .signed => decide (Bits.inS x (8 * n))
  | .unsigned => decide (Bits.inU x (8 * n))
  | .wrapping => true

/-- A lane that is poison. -/
def poison (l : Lane) : List Byte := List.replicate l.size .poison

/-- The bytes of the lane that holds a value; poison if none can. -/
def encode (l : Lane) (v : Value) : List Byte :=
  match l, v with
  | int k n, .int x => if fits k n x then intBytes n x else l.poison
  | float t, .float f b => if f = t.fmt then intBytes l.size b else l.poison
  | ptr, .ptr p => pointerBytes p
  | mask, .bool b => [.bits (if b then 1 else 0)]
  | _, _ => l.poison

/-- The value that the bytes of a lane are; poison if they are none. -/
def decode (l : Lane) (bs : List Byte) : Value :=
  match l with
  | ptr => Tuffy.decode .ptr bs
  | int k n => match unsignedOf bs with
    | some w => .int (read k n w)
    | none => .poison
  | float t => match unsignedOf bs with
    | some w => .float t.fmt w
    | none => .poison
  | mask => match unsignedOf bs with
    | some w => .bool (w != 0)
    | none => .poison

/-- The number of lanes of a vector. -/
def count (l : Lane) (a : List Byte) : Nat := a.length / l.size

/-- The bytes of lane `k`. -/
def lane (l : Lane) (a : List Byte) (k : Nat) : List Byte := (a.drop (k * l.size)).take l.size

end Lane

/-- The vector whose lane `k` is `f k`, for `n` lanes. -/
def laneByLane (n : Nat) (f : Nat → List Byte) : List Byte := (List.range n).flatMap f

/-- A vector of as many bytes, all poison. -/
def poisonLike (a : List Byte) : Value := .bytes (List.replicate a.length .poison)

/-- Whether a lane is active; `none` if the byte of the mask cannot be read. -/
def active (m : Option (List Byte)) (k : Nat) : Option Bool :=
  match m with
  | none => some true
  | some bs => match bs[k]? with
    | some (.bits b) => some (b != 0)
    | _ => none

/-! ### lane by lane -/

/-- Lane `k` of an operation on the lanes of its operands; an inactive one is that of the first. -/
def lanewise (l : Lane) (m : Option (List Byte)) (op : List Value → Value) (args : List (List Byte)) (k : Nat) : List Byte :=
  match active m k with
  | none => l.poison
  | some false => l.lane (args.headD []) k
  | some true => l.encode (op (args.map fun a => l.decode (l.lane a k)))

/-- An operation lane by lane. -/
def elementwise (l : Lane) (m : Option (List Byte)) (op : List Value → Value) (args : List (List Byte)) : Value :=
  .bytes (laneByLane (l.count (args.headD [])) (lanewise l m op args))

/-- `evalShl` for operands of a lane: an amount beyond the lane moves out as much as a larger one
(`shl_lane`), and needs no long integer. -/
def evalLaneShl (n : Nat) (a b : Int) : Value := evalShl a (min b (16 * n))
/-- `evalShr`, likewise (`shr_lane`). -/
def evalLaneShr (n : Nat) (a b : Int) : Value := evalShr a (min b (16 * n))

/-- Bitwise operations of lanes: of ints, or of truth values in mask lanes. -/
def bitwise (l : Lane) (int : Int → Int → Value) (bool : Bool → Bool → Value) : List Value → Value :=
  match l with
  | .mask => bool2 bool
  | _ => int2 int

def evalVecAdd (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalAdd) [a, b]
def evalVecSub (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalSub) [a, b]
def evalVecMul (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalMul) [a, b]
def evalVecDiv (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalDiv) [a, b]
def evalVecRem (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalRem) [a, b]
def evalVecShl (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value :=
  elementwise l m (int2 (evalLaneShl l.size)) [a, b]
def evalVecShr (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value :=
  elementwise l m (int2 (evalLaneShr l.size)) [a, b]
def evalVecMin (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalMin) [a, b]
def evalVecMax (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (int2 evalMax) [a, b]
def evalVecAnd (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (bitwise l evalAnd evalBand) [a, b]
def evalVecOr (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (bitwise l evalOr evalBor) [a, b]
def evalVecXor (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (bitwise l evalXor evalBxor) [a, b]
def evalVecFAdd (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFAdd) [a, b]
def evalVecFSub (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFSub) [a, b]
def evalVecFMul (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFMul) [a, b]
def evalVecFDiv (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFDiv) [a, b]
def evalVecFMin (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFMinNum) [a, b]
def evalVecFMax (l : Lane) (m : Option (List Byte)) (a b : List Byte) : Value := elementwise l m (float2 evalFMaxNum) [a, b]
def evalVecFNeg (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := elementwise l m (float1 evalFNeg) [a]
def evalVecFAbs (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := elementwise l m (float1 evalFAbs) [a]

/-- A mask of the lanes for which a comparison holds. -/
def comparison (l : Lane) (op : List Value → Value) (a b : List Byte) : Value :=
  .bytes (laneByLane (l.count a) fun k => Lane.mask.encode (op [l.decode (l.lane a k), l.decode (l.lane b k)]))

def evalVecICmp (p : Pred) (l : Lane) (a b : List Byte) : Value := comparison l (int2 (evalICmp p)) a b
def evalVecFCmp (p : FPred) (l : Lane) (a b : List Byte) : Value := comparison l (float2 (evalFCmp p)) a b

/-! ### lanes moved about

The bytes of a lane move untouched, in whatever state they are. -/

def evalVecSelect (l : Lane) (c a b : List Byte) : Value :=
  .bytes (laneByLane (l.count a) fun k => match active (some c) k with
    | none => l.poison
    | some c => l.lane (if c then a else b) k)

/-- The lanes of `a` that are active; `none` if a byte of the mask cannot be read. -/
def activeLanes (l : Lane) (m : Option (List Byte)) (a : List Byte) : Option (List (List Byte)) :=
  go (l.count a) 0
where
  /-- Of the `n` lanes from `k` on. -/
  go : Nat → Nat → Option (List (List Byte))
    | 0, _ => some []
    | n + 1, k => match active m k, go n (k + 1) with
      | some true, some rest => some (l.lane a k :: rest)
      | some false, some rest => some rest
      | _, _ => none

/-- The active lanes packed to the front, then 0. -/
def evalVecCompress (l : Lane) (a c : List Byte) : Value :=
  match activeLanes l (some c) a with
  | none => poisonLike a
  | some lanes => .bytes (lanes.flatten ++ List.replicate (a.length - lanes.flatten.length) (.bits 0))

/-- The first lanes spread to those that are active, 0 elsewhere. -/
def evalVecExpand (l : Lane) (a c : List Byte) : Value :=
  match go (l.count a) 0 0 with
  | none => poisonLike a
  | some bs => .bytes bs
where
  /-- The `n` lanes from `k` on, when `next` is the lane to come. -/
  go : Nat → Nat → Nat → Option (List Byte)
    | 0, _, _ => some []
    | n + 1, k, next => match active (some c) k with
      | none => none
      | some true => (go n (k + 1) (next + 1)).map (l.lane a next ++ ·)
      | some false => (go n (k + 1) next).map (List.replicate l.size (.bits 0) ++ ·)

/-- `n` lanes, all the same. -/
def evalVecSplat (l : Lane) (n : Nat) (v : Value) : Value := .bytes (laneByLane n fun _ => l.encode v)

/-- Which of `n` lanes an int names. -/
def laneIndex (n : Nat) : Value → Option Nat
  | .int i => if 0 ≤ i ∧ i < n then some i.toNat else none
  | _ => none

def evalVecExtract (l : Lane) (a : List Byte) (i : Value) : Value :=
  match laneIndex (l.count a) i with
  | some k => l.decode (l.lane a k)
  | none => .poison

def evalVecInsert (l : Lane) (a : List Byte) (v i : Value) : Value :=
  match laneIndex (l.count a) i with
  | some k => .bytes (laneByLane (l.count a) fun j => if j = k then l.encode v else l.lane a j)
  | none => poisonLike a

/-- Lane `k` of a vector of `n` lanes, of whatever width, read as unsigned. -/
def indexAt (n : Nat) (c : List Byte) (k : Nat) : Value :=
  match unsignedOf ((c.drop (k * (c.length / n))).take (c.length / n)) with
  | some w => .int w
  | none => .poison

/-- Lane `k` is the lane of `a` followed by `b` that lane `k` of `c` names. -/
def evalVecShuffle (l : Lane) (a b c : List Byte) : Value :=
  .bytes (laneByLane (l.count a) fun k => match laneIndex (2 * l.count a) (indexAt (l.count a) c k) with
    | none => l.poison
    | some i => if i < l.count a then l.lane a i else l.lane b (i - l.count a))

/-! ### reductions

A lane or a byte of the mask that cannot be read makes the whole result poison. -/

/-- The values of the active lanes in order; `none` if one of them cannot be read. -/
def activeValues (l : Lane) (m : Option (List Byte)) (a : List Byte) : Option (List Value) :=
  (activeLanes l m a).bind fun lanes =>
    let vs := lanes.map l.decode
    if vs.any fun v => match v with | .poison => true | _ => false then none else some vs

/-- The ints of the active lanes combined. -/
def intReduction (l : Lane) (m : Option (List Byte)) (a : List Byte) (f : List Int → Value) : Value :=
  match activeValues l m a with
  | none => .poison
  | some vs => f (vs.map fun v => match v with | .int x => x | _ => 0)

/-- The result of a sum or product: exact, modulo the lane where lanes wrap. -/
def wrapped (l : Lane) (x : Int) : Value :=
  match l with
  | .int .wrapping n => .int (Bits.zext x (8 * n))
  | _ => .int x

/-- One after another; no lanes make poison. -/
def folded (f : Int → Int → Int) : List Int → Value
  | [] => .poison
  | x :: xs => .int (xs.foldl f x)

/-- The lane with its ints read so. -/
def Lane.as (k : LaneInt) : Lane → Lane
  | .int _ n => .int k n
  | l => l

/-- The int of a lane whose bits are all 1. -/
def Lane.ones : Lane → Int
  | .int .signed _ => -1
  | l => 2 ^ (8 * l.size) - 1

def evalVecReduceAdd (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value :=
  intReduction l m a fun xs => wrapped l (xs.foldl (· + ·) 0)
def evalVecReduceMul (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value :=
  intReduction l m a fun xs => wrapped l (xs.foldl (· * ·) 1)
def evalVecReduceSMin (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := intReduction (l.as .signed) m a (folded min)
def evalVecReduceSMax (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := intReduction (l.as .signed) m a (folded max)
def evalVecReduceUMin (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := intReduction (l.as .unsigned) m a (folded min)
def evalVecReduceUMax (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value := intReduction (l.as .unsigned) m a (folded max)
def evalVecReduceAnd (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value :=
  intReduction l m a fun xs => .int (xs.foldl Bits.land l.ones)
def evalVecReduceOr (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value :=
  intReduction l m a fun xs => .int (xs.foldl Bits.lor 0)
def evalVecReduceXor (l : Lane) (m : Option (List Byte)) (a : List Byte) : Value :=
  intReduction l m a fun xs => .int (xs.foldl Bits.xor 0)

/-- The floats of the active lanes combined; a NaN is the canonical one. -/
def floatReduction (t : FloatTy) (m : Option (List Byte)) (a : List Byte) (f : List Nat → Option Nat) : Value :=
  match activeValues (.float t) m a with
  | none => .poison
  | some vs => match f (vs.map fun v => match v with | .float _ b => b | _ => 0) with
    | none => .poison
    | some r => .float t.fmt (if t.fmt.isNaN r then t.fmt.nan else r)

/-- In lane order, from -0 on, which adding changes nothing. -/
def evalVecReduceFAdd (t : FloatTy) (m : Option (List Byte)) (a : List Byte) : Value :=
  floatReduction t m a fun xs => some (xs.foldl t.fmt.add (t.fmt.neg 0))
/-- In lane order; no lanes make poison. -/
def evalVecReduceFMin (t : FloatTy) (m : Option (List Byte)) (a : List Byte) : Value :=
  floatReduction t m a fun
    | [] => none
    | x :: xs => some (xs.foldl t.fmt.minNum x)
def evalVecReduceFMax (t : FloatTy) (m : Option (List Byte)) (a : List Byte) : Value :=
  floatReduction t m a fun
    | [] => none
    | x :: xs => some (xs.foldl t.fmt.maxNum x)

end Tuffy
