import TuffyLean.Export.Vectors
import TuffyLean.IR.Vec

/-!
Vectors of the `vec.…` opcodes, in `vec/`, a file an opcode. A line that starts with `op` says the
mnemonic, the types of the operands and of the result of the lines below it:

    op vec.add.s16 vec<32> vec<32> = vec<32>
    ff.7f.01.00 01.00.01.00 = pp.pp.02.00

Bytes are two hexadecimal digits, `uu` (uninitialised), `pp` (poison) or `none@64#3`, byte 3 of that
pointer, the least significant first; other values as in `Vectors.lean`.
-/
namespace Tuffy.Export.Vec
open Tuffy Tuffy.Export

def byte : Byte → String
  | .bits b => String.ofList [Nat.digitChar (b / 16), Nat.digitChar (b % 16)]
  | .uninit => "uu"
  | .poison => "pp"
  | .frag p i => s!"{pointer p}#{i}"

def text : Value → String
  | .bytes bs => ".".intercalate (bs.map byte)
  | v => value v

/-- A line: operands and result. -/
def line (args : List Value) (result : Value) : String := " ".intercalate (args.map text) ++ " = " ++ text result ++ "\n"

def vecType (v : List Byte) : String := s!"vec<{8 * v.length}>"

/-- What a line is about: its head, and itself. -/
structure Line where
  head : String
  text : String

def head (mnemonic : String) (operands : List String) (result : String) : String :=
  s!"op {mnemonic} {" ".intercalate operands} = {result}\n"

/-- Lines with the head above those that share it. -/
def join : (last : String) → List Line → List String
  | _, [] => []
  | last, l :: ls => (if l.head = last then l.text else l.head ++ l.text) :: join l.head ls

/-! ### operands -/

def intLanes : List (String × Lane) :=
  [("s", LaneInt.signed), ("u", .unsigned), ("i", .wrapping)].flatMap fun (s, k) =>
    [1, 2, 4, 8].map fun n => (s!"{s}{8 * n}", .int k n)

def floatLanes : List (String × FloatTy) := formats.map fun t => (t.name, t)

/-- The words of a lane of `n` bytes that matter: ends of ranges, and small ones. -/
def words (n : Nat) : List Nat :=
  let top := 2 ^ (8 * n)
  [0, 1, 2, 3, 7, 8, 8 * n - 1, 8 * n, top / 2 - 1, top / 2, top / 2 + 1, top - 1, top - 2, top - 8, top / 3, 2 ^ (4 * n)]

def random (n count seed : Nat) : List Nat := (noise count seed).map (· % 2 ^ (8 * n))

/-- Words as vectors of `lanes` lanes, the last one filled with its own first words. -/
def pack (n lanes : Nat) : (fuel : Nat) → List Nat → List (List Byte)
  | 0, _ => []
  | _, [] => []
  | fuel + 1, ws =>
    let now := ws.take lanes
    (now ++ List.replicate (lanes - now.length) (now.headD 0)).flatMap (fun w => intBytes n (Int.ofNat w)) :: pack n lanes fuel (ws.drop lanes)

def vectorsOf (n lanes : Nat) (ws : List Nat) : List (List Byte) := pack n lanes ws.length ws

/-- How many lanes vectors of one have. -/
def lanesFor (n : Nat) : Nat := if n = 8 then 2 else 8 / n

/-- Every way to make one byte poison or uninitialised, in turn, and all of them poison. -/
def spoiled (v : List Byte) : List (List Byte) :=
  (List.range v.length).map (fun i => v.set i (if i % 2 = 0 then .poison else .uninit)) ++ [List.replicate v.length .poison]

/-- Masks of `lanes` lanes: none, all, others, and some with bytes that cannot be read. -/
def masks (lanes : Nat) : List (List Byte) :=
  let some := (List.range 6).map fun k => (noise lanes (70 + k)).map fun a => Byte.bits (if a % 2 = 0 then 0 else a / 2 % 256)
  [List.replicate lanes (.bits 0), List.replicate lanes (.bits 1), List.replicate lanes (.bits 128)] ++ some ++
    [(some.headD []).set 0 .poison, (some.headD []).set (lanes - 1) .uninit, List.replicate lanes .poison]

/-- Each mask in turn, for as many as there are. -/
def withMasks {α : Type} (lanes : Nat) (l : List α) : List (α × List Byte) :=
  let ms := masks lanes
  (l.zip (List.range l.length)).map fun (a, i) => (a, ms[i % ms.length]?.getD [])

/-- Pairs of vectors: each word with each, random ones, spoiled ones. -/
def pairsOf (n : Nat) (ws random₁ random₂ : List Nat) : List (List Byte × List Byte) :=
  let lanes := lanesFor n
  let ps := pairs ws ws
  let all := (vectorsOf n lanes (ps.map (·.1) ++ random₁)).zip (vectorsOf n lanes (ps.map (·.2) ++ random₂))
  let a := (vectorsOf n lanes random₁).headD []
  let b := (vectorsOf n lanes random₂).headD []
  all ++ (spoiled a).map (·, b) ++ (spoiled b).map (a, ·)

def intPairs (n : Nat) : List (List Byte × List Byte) := pairsOf n (words n) (random n 64 31) (random n 64 32)

/-- Patterns of a format. -/
def floatWords (t : FloatTy) : List Nat :=
  let f := t.fmt
  signed f [0, 1, 2 ^ f.frac, f.one, f.one + 1, f.one + 2 ^ f.frac, f.inf - 1, f.inf, f.nan, f.inf + 1]

def floatPairs (t : FloatTy) : List (List Byte × List Byte) :=
  pairsOf (t.fmt.width / 8) (floatWords t) (patterns t.fmt 48 33) (patterns t.fmt 48 34)

/-- Lines of an operation on two vectors, without and with a mask. -/
def binary (name : String) (lanes : Nat) (ps : List (List Byte × List Byte))
    (f : Option (List Byte) → List Byte → List Byte → Value) : List Line :=
  ps.map (fun (a, b) => ⟨head name [vecType a, vecType b] (vecType a), line [.bytes a, .bytes b] (f none a b)⟩) ++
  (withMasks lanes (ps.drop (ps.length - 48))).map fun ((a, b), m) =>
    ⟨head name [vecType a, vecType b, vecType m] (vecType a), line [.bytes a, .bytes b, .bytes m] (f (some m) a b)⟩

def unary (name : String) (lanes : Nat) (vs : List (List Byte)) (f : Option (List Byte) → List Byte → Value)
    (result : List Byte → String) : List Line :=
  vs.map (fun a => ⟨head name [vecType a] (result a), line [.bytes a] (f none a)⟩) ++
  (withMasks lanes (vs ++ vs.take 6)).map fun (a, m) =>
    ⟨head name [vecType a, vecType m] (result a), line [.bytes a, .bytes m] (f (some m) a)⟩

/-! ### files -/

def intBinary (name : String) (f : Lane → Option (List Byte) → List Byte → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => intLanes.flatMap fun (s, l) => binary s!"{name}.{s}" (lanesFor l.size) (intPairs l.size) (f l))

/-- Bitwise operations have mask lanes too. -/
def bitBinary (name : String) (f : Lane → Option (List Byte) → List Byte → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun u => (intBinary name f).2 u ++ binary s!"{name}.m" 8 (intPairs 1) (f .mask))

def floatBinary (name : String) (f : Lane → Option (List Byte) → List Byte → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => floatLanes.flatMap fun (s, t) => binary s!"{name}.{s}" (lanesFor (t.fmt.width / 8)) (floatPairs t) (f (.float t)))

/-- Single vectors of floats. -/
def floatVectors (t : FloatTy) (lanes : Nat) : List (List Byte) :=
  let vs := vectorsOf (t.fmt.width / 8) lanes (floatWords t ++ patterns t.fmt 80 35)
  vs ++ spoiled (vs.headD [])

def floatUnary (name : String) (f : Lane → Option (List Byte) → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => floatLanes.flatMap fun (s, t) =>
    let lanes := lanesFor (t.fmt.width / 8)
    unary s!"{name}.{s}" lanes (floatVectors t lanes) (f (.float t)) vecType)

def compared (name : String) (lanes : Nat) (ps : List (List Byte × List Byte)) (f : List Byte → List Byte → Value) : List Line :=
  ps.map fun (a, b) => ⟨head name [vecType a, vecType b] s!"vec<{8 * lanes}>", line [.bytes a, .bytes b] (f a b)⟩

def icmps : List Line :=
  [Pred.eq, .ne, .lt, .le, .gt, .ge].flatMap fun p => intLanes.flatMap fun (s, l) =>
    compared s!"vec.icmp.{p.name}.{s}" (lanesFor l.size)
      (pairsOf l.size ((words l.size).filter fun w => w % 4 != 2) (random l.size 16 36) (random l.size 16 37)) (evalVecICmp p l)

def fcmps : List Line :=
  [FPred.false, .oeq, .ogt, .oge, .olt, .ole, .one, .ord, .ueq, .ugt, .uge, .ult, .ule, .une, .uno, .true].flatMap fun p =>
    floatLanes.flatMap fun (s, t) =>
      let f := t.fmt
      compared s!"vec.fcmp.{p.name}.{s}" (lanesFor (f.width / 8))
        (pairsOf (f.width / 8) [0, f.neg 0, 1, f.one, f.neg f.one, f.inf, f.nan] (patterns f 8 38) (patterns f 8 39)) (evalVecFCmp p (.float t))

/-- Single vectors of ints; four lanes. -/
def intVectors (n : Nat) : List (List Byte) :=
  let vs := vectorsOf n 4 (words n ++ (words n).reverse ++ random n 160 40)
  vs ++ spoiled (vs.getD 3 [])

def intReduce (name : String) (f : Lane → Option (List Byte) → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => intLanes.flatMap fun (s, l) => unary s!"{name}.{s}" 4 (intVectors l.size) (f l) fun _ => "int")

def floatReduce (name : String) (f : FloatTy → Option (List Byte) → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => floatLanes.flatMap fun (s, t) =>
    unary s!"{name}.{s}" 4 (floatVectors t 4 ++ vectorsOf (t.fmt.width / 8) 4 (patterns t.fmt 240 41)) (f t) fun _ => s)

/-- Every lane format. -/
def allLanes : List (String × Lane) :=
  intLanes ++ floatLanes.map (fun (s, t) => (s, .float t)) ++ [("ptr", .ptr), ("m", .mask)]

/-- Vectors to move about, of four lanes; pointers among those of pointers. -/
def movable (l : Lane) : List (List Byte) :=
  let vs := vectorsOf l.size 4 (random l.size 24 42)
  let ps := match l with
    | .ptr =>
      let p : Pointer := ⟨.none, 64⟩
      let q : Pointer := ⟨.wildcard, 4096⟩
      let v := pointerBytes p ++ pointerBytes q ++ intBytes 8 5 ++ pointerBytes q
      [v, v.set 3 (.bits 7), v.set 9 (.frag p 1), v.set 31 .uninit, v.set 16 (.frag p 0)]
    | _ => []
  vs ++ ps ++ (spoiled (vs.headD [])).take 9

def selects : List Line :=
  allLanes.flatMap fun (s, l) => (pairs (masks 4) ((movable l).zip ((movable l).drop 1))).map fun (m, (a, b)) =>
    ⟨head s!"vec.select.{s}" [vecType m, vecType a, vecType a] (vecType a), line [.bytes m, .bytes a, .bytes b] (evalVecSelect l m a b)⟩

def packed (name : String) (f : Lane → List Byte → List Byte → Value) : String × (Unit → List Line) :=
  (name, fun _ => allLanes.flatMap fun (s, l) => (pairs (movable l) (masks 4)).map fun (a, m) =>
    ⟨head s!"{name}.{s}" [vecType a, vecType m] (vecType a), line [.bytes a, .bytes m] (f l a m)⟩)

/-- Scalars for a lane: those that fit and those that do not, and poison. -/
def scalars : Lane → List Value
  | .int _ _ => ints (boundaries ++ integers 40 43) ++ [.poison]
  | .float t => floats t.fmt (floatWords t ++ patterns t.fmt 30 44) ++ [.poison]
  | .ptr => free ++ [.poison]
  | .mask => bools ++ [.poison]

def scalarType : Lane → String
  | .int _ _ => "int"
  | .float t => t.name
  | .ptr => "ptr"
  | .mask => "bool"

def splats : List Line :=
  allLanes.flatMap fun (s, l) => [1, 4].flatMap fun n => (scalars l).map fun v =>
    ⟨head s!"vec.splat.{s}" [scalarType l] s!"vec<{8 * n * l.size}>", line [v] (evalVecSplat l n v)⟩

/-- Numbers of lanes, some that none of four has. -/
def indices : List Value := ints [0, 1, 2, 3, 4, -1, 2 ^ 64, -(2 ^ 63)] ++ [.poison]

def extracts : List Line :=
  allLanes.flatMap fun (s, l) => (pairs (movable l) indices).map fun (a, i) =>
    ⟨head s!"vec.extract.{s}" [vecType a, "int"] (scalarType l), line [.bytes a, i] (evalVecExtract l a i)⟩

def inserts : List Line :=
  allLanes.flatMap fun (s, l) =>
    let vs := scalars l
    let some := vs.take 24 ++ vs.drop (vs.length - 1)
    (pairs ((movable l).drop 5 |>.take 1) (pairs some (indices.drop 2))).map fun (a, (v, i)) =>
      ⟨head s!"vec.insert.{s}" [vecType a, scalarType l, "int"] (vecType a), line [.bytes a, v, i] (evalVecInsert l a v i)⟩

/-- Vectors of four indices of `n` bytes. -/
def shuffles (n : Nat) : List (List Byte) :=
  let v : List (List Nat) := [[0, 1, 2, 3], [4, 5, 6, 7], [3, 2, 1, 0], [0, 4, 1, 5], [7, 7, 0, 0], [8, 1, 255, 2], [6, 128, 3, 9]]
  let vs := v.map fun ws => ws.flatMap fun w => intBytes n (Int.ofNat (if w = 255 then 2 ^ (8 * n) - 1 else w))
  vs ++ [(vs.getD 2 []).set 0 .poison, (vs.getD 3 []).set (4 * n - 1) .uninit]

def shuffled : List Line :=
  allLanes.flatMap fun (s, l) => [1, 2, 16].flatMap fun n =>
    (pairs ((movable l).zip ((movable l).drop 3) |>.drop 4 |>.take 4) (shuffles n)).map fun ((a, b), c) =>
      ⟨head s!"vec.shuffle.{s}" [vecType a, vecType a, vecType c] (vecType a), line [.bytes a, .bytes b, .bytes c] (evalVecShuffle l a b c)⟩

/-- The lines of every opcode. -/
def opcodes : List (String × (Unit → List Line)) :=
  [intBinary "vec.add" evalVecAdd, intBinary "vec.sub" evalVecSub, intBinary "vec.mul" evalVecMul, intBinary "vec.div" evalVecDiv,
   intBinary "vec.rem" evalVecRem, intBinary "vec.shl" evalVecShl, intBinary "vec.shr" evalVecShr, intBinary "vec.min" evalVecMin,
   intBinary "vec.max" evalVecMax, bitBinary "vec.and" evalVecAnd, bitBinary "vec.or" evalVecOr, bitBinary "vec.xor" evalVecXor,
   floatBinary "vec.fadd" evalVecFAdd, floatBinary "vec.fsub" evalVecFSub, floatBinary "vec.fmul" evalVecFMul,
   floatBinary "vec.fdiv" evalVecFDiv, floatBinary "vec.fmin" evalVecFMin, floatBinary "vec.fmax" evalVecFMax,
   floatUnary "vec.fneg" evalVecFNeg, floatUnary "vec.fabs" evalVecFAbs, ("vec.icmp", fun _ => icmps), ("vec.fcmp", fun _ => fcmps),
   intReduce "vec.reduce.add" evalVecReduceAdd, intReduce "vec.reduce.mul" evalVecReduceMul, intReduce "vec.reduce.smin" evalVecReduceSMin,
   intReduce "vec.reduce.smax" evalVecReduceSMax, intReduce "vec.reduce.umin" evalVecReduceUMin,
   intReduce "vec.reduce.umax" evalVecReduceUMax, intReduce "vec.reduce.and" evalVecReduceAnd, intReduce "vec.reduce.or" evalVecReduceOr,
   intReduce "vec.reduce.xor" evalVecReduceXor, floatReduce "vec.reduce.fadd" evalVecReduceFAdd,
   floatReduce "vec.reduce.fmin" evalVecReduceFMin, floatReduce "vec.reduce.fmax" evalVecReduceFMax,
   ("vec.select", fun _ => selects), packed "vec.compress" evalVecCompress, packed "vec.expand" evalVecExpand,
   ("vec.splat", fun _ => splats), ("vec.extract", fun _ => extracts), ("vec.insert", fun _ => inserts), ("vec.shuffle", fun _ => shuffled)]

/-- The files by name. -/
def files : List (String × (Unit → String)) :=
  opcodes.map fun (name, lines) => (name ++ ".txt", fun _ => String.join (join "" (lines ())))

end Tuffy.Export.Vec
