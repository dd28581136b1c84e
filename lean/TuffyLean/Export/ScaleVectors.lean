import TuffyLean.Export.VecVectors
import TuffyLean.IR.VecMemory

/-!
Vectors of the pure `vec.…` opcodes on scalable types, in `scalable.txt`. The format is that of
`VecVectors.lean`, with `vscale` in front; types are written with the bits of a unit, operands have
`vscale` times as many:

    vscale 3 op vec.add.s16 vec<32> vec<32> = vec<32>
    ff.7f.01.00.05.00.06.00.07.00.08.00 01.00.01.00.01.00.01.00.01.00.01.00 = pp.pp.02.00.…
-/
namespace Tuffy.Export.Scale
open Tuffy Tuffy.Export

/-- Bytes of a vector of as many lanes: words that matter and random ones, some bytes spoiled. -/
def operand (l : Lane) (lanes seed : Nat) : List Byte :=
  let ws := match l with
    | .float t => Vec.floatWords t
    | _ => Vec.words l.size
  let all := (noise lanes seed).flatMap fun a =>
    intBytes l.size (Int.ofNat (if a % 2 = 0 then ws.getD (a / 2 % ws.length) 0 else a / 2 % 2 ^ (8 * l.size)))
  if seed % 5 = 0 then all.set (seed / 5 % all.length) .poison
  else if seed % 7 = 0 then all.set (seed / 7 % all.length) .uninit else all

def mask (lanes seed : Nat) : List Byte :=
  let all := (noise lanes seed).map fun a => Byte.bits (if a % 3 = 0 then 0 else a / 4 % 256)
  if seed % 11 = 0 then all.set (seed / 11 % lanes) .poison else all

/-- Lane numbers of two vectors of as many lanes, in a byte each; some name no lane. -/
def shuffle (lanes seed : Nat) : List Byte := (noise lanes seed).map fun a => Byte.bits (a % (2 * lanes + 1))

/-- What an operand is. -/
inductive Kind where
  | vec | mask | lanes | scalar | index
deriving DecidableEq

/-- What a result is. -/
inductive Result where
  | vec | mask | int | scalar
deriving DecidableEq

/-- An opcode in a lane format; the function is given the number of lanes. -/
structure Case where
  name : String
  lane : Lane
  format : String
  kinds : List Kind
  result : Result
  eval : Nat → List Value → Value

def bytesOf : Value → List Byte
  | .bytes bs => bs
  | _ => []

private def b2 (f : Option (List Byte) → List Byte → List Byte → Value) (masked : Bool) : Nat → List Value → Value
  | _, [a, b] => if masked then .unit else f none (bytesOf a) (bytesOf b)
  | _, [a, b, m] => f (some (bytesOf m)) (bytesOf a) (bytesOf b)
  | _, _ => .unit
private def b1 (f : Option (List Byte) → List Byte → Value) : Nat → List Value → Value
  | _, [a] => f none (bytesOf a)
  | _, [a, m] => f (some (bytesOf m)) (bytesOf a)
  | _, _ => .unit

def binary (name : String) (lanes : List (String × Lane)) (f : Lane → Option (List Byte) → List Byte → List Byte → Value) : List Case :=
  lanes.flatMap fun (s, l) => [⟨name, l, s, [.vec, .vec], .vec, b2 (f l) false⟩, ⟨name, l, s, [.vec, .vec, .mask], .vec, b2 (f l) true⟩]
def unary (name : String) (result : Result) (lanes : List (String × Lane)) (f : Lane → Option (List Byte) → List Byte → Value) : List Case :=
  lanes.flatMap fun (s, l) => [⟨name, l, s, [.vec], result, b1 (f l)⟩, ⟨name, l, s, [.vec, .mask], result, b1 (f l)⟩]
def onFloats (f : FloatTy → Option (List Byte) → List Byte → Value) : Lane → Option (List Byte) → List Byte → Value
  | .float t => f t
  | _ => fun _ _ => .unit

def ints : List (String × Lane) := Vec.intLanes
def floats : List (String × Lane) := Vec.floatLanes.map fun (s, t) => (s, .float t)
def bits : List (String × Lane) := ints ++ [("m", .mask)]
def all : List (String × Lane) := Vec.allLanes

/-- Every pure opcode on vectors. -/
def cases : List Case :=
  [("vec.add", evalVecAdd), ("vec.sub", evalVecSub), ("vec.mul", evalVecMul), ("vec.div", evalVecDiv), ("vec.rem", evalVecRem),
   ("vec.shl", evalVecShl), ("vec.shr", evalVecShr), ("vec.min", evalVecMin), ("vec.max", evalVecMax)].flatMap (fun (n, f) => binary n ints f) ++
  [("vec.and", evalVecAnd), ("vec.or", evalVecOr), ("vec.xor", evalVecXor)].flatMap (fun (n, f) => binary n bits f) ++
  [("vec.fadd", evalVecFAdd), ("vec.fsub", evalVecFSub), ("vec.fmul", evalVecFMul), ("vec.fdiv", evalVecFDiv),
   ("vec.fmin", evalVecFMin), ("vec.fmax", evalVecFMax)].flatMap (fun (n, f) => binary n floats f) ++
  [("vec.fneg", evalVecFNeg), ("vec.fabs", evalVecFAbs)].flatMap (fun (n, f) => unary n .vec floats f) ++
  [("vec.reduce.add", evalVecReduceAdd), ("vec.reduce.mul", evalVecReduceMul), ("vec.reduce.smin", evalVecReduceSMin),
   ("vec.reduce.smax", evalVecReduceSMax), ("vec.reduce.umin", evalVecReduceUMin), ("vec.reduce.umax", evalVecReduceUMax),
   ("vec.reduce.and", evalVecReduceAnd), ("vec.reduce.or", evalVecReduceOr), ("vec.reduce.xor", evalVecReduceXor)].flatMap
    (fun (n, f) => unary n .int ints f) ++
  [("vec.reduce.fadd", evalVecReduceFAdd), ("vec.reduce.fmin", evalVecReduceFMin), ("vec.reduce.fmax", evalVecReduceFMax)].flatMap
    (fun (n, f) => unary n .scalar floats (onFloats f)) ++
  [Pred.eq, .ne, .lt, .le, .gt, .ge].flatMap (fun p => ints.map fun (s, l) =>
    ⟨s!"vec.icmp.{p.name}", l, s, [.vec, .vec], .mask, b2 (fun _ => evalVecICmp p l) false⟩) ++
  [FPred.oeq, .olt, .ole, .one, .ord, .ueq, .ugt, .uge, .une, .uno].flatMap (fun p => floats.map fun (s, l) =>
    ⟨s!"vec.fcmp.{p.name}", l, s, [.vec, .vec], .mask, b2 (fun _ => evalVecFCmp p l) false⟩) ++
  all.flatMap fun (s, l) =>
    [⟨"vec.select", l, s, [.mask, .vec, .vec], .vec, fun _ vs => match vs with
        | [m, a, b] => evalVecSelect l (bytesOf m) (bytesOf a) (bytesOf b)
        | _ => .unit⟩,
     ⟨"vec.compress", l, s, [.vec, .mask], .vec, fun _ vs => match vs with
        | [a, m] => evalVecCompress l (bytesOf a) (bytesOf m)
        | _ => .unit⟩,
     ⟨"vec.expand", l, s, [.vec, .mask], .vec, fun _ vs => match vs with
        | [a, m] => evalVecExpand l (bytesOf a) (bytesOf m)
        | _ => .unit⟩,
     ⟨"vec.shuffle", l, s, [.vec, .vec, .lanes], .vec, fun _ vs => match vs with
        | [a, b, c] => evalVecShuffle l (bytesOf a) (bytesOf b) (bytesOf c)
        | _ => .unit⟩,
     ⟨"vec.splat", l, s, [.scalar], .vec, fun n vs => match vs with
        | [v] => evalVecSplat l n v
        | _ => .unit⟩,
     ⟨"vec.extract", l, s, [.vec, .index], .scalar, fun _ vs => match vs with
        | [a, i] => evalVecExtract l (bytesOf a) i
        | _ => .unit⟩,
     ⟨"vec.insert", l, s, [.vec, .scalar, .index], .vec, fun _ vs => match vs with
        | [a, v, i] => evalVecInsert l (bytesOf a) v i
        | _ => .unit⟩]

/-- An operand of `n` lanes. -/
def valueOf (l : Lane) (k : Kind) (n seed : Nat) : Value :=
  match k with
  | .vec => .bytes (operand l n seed)
  | .mask => .bytes (mask n seed)
  | .lanes => .bytes (shuffle n seed)
  | .scalar => let vs := Vec.scalars l; (vs[seed % vs.length]?).getD .poison
  | .index => .int (seed % (n + 1) : Nat)

def typeOf (l : Lane) (unit : Nat) : Kind → String
  | .vec => s!"vec<{8 * unit * l.size}>"
  | .mask | .lanes => s!"vec<{8 * unit}>"
  | .scalar => Vec.scalarType l
  | .index => "int"

def Case.text (c : Case) (vscale unit seed : Nat) : String :=
  let n := VecTy.size vscale ⟨unit * c.lane.size, true⟩ / c.lane.size
  let result := match c.result with
    | .vec => typeOf c.lane unit .vec
    | .mask => typeOf c.lane unit .mask
    | .int => "int"
    | .scalar => Vec.scalarType c.lane
  s!"vscale {vscale} op {c.name}.{c.format} {" ".intercalate (c.kinds.map (typeOf c.lane unit))} = {result}\n" ++
    String.join ((noise (if c.lane matches .float _ then 5 else 2) seed).map fun s =>
      let vs := ((List.range c.kinds.length).zip c.kinds).map fun (i, k) => valueOf c.lane k n (s / 2 ^ (8 * i))
      Vec.line vs (c.eval n vs))

def file : String :=
  String.join (((List.range cases.length).zip cases).flatMap fun (i, c) =>
    [(1, 4), (2, 2), (3, 1), (3, 2), (5, 1)].map fun (vscale, unit) => c.text vscale unit (80000 + 50 * i + 7 * vscale + unit))

end Tuffy.Export.Scale
