import TuffyLean.Export.VecVectors
import TuffyLean.IR.VecMemory

/-!
Vectors of `vec.load`, `vec.store`, `vec.gather`, `vec.scatter`, in `vecmem/`, a file an opcode. First come
the memories that cases begin with, a line for each of two allocations of 64 bytes: its number, what
is said of it (`live` or `dead`, `exposed`, `const`), its bytes. Then, below a line that says the
instruction, a line a case: the memory, the operands, and the result, or which bytes a store changed:

    memory 1
    0 live,exposed 00.11.uu.pp.0+8#0 …
    1 dead 00.11 …
    op vec.load.s16 align 4 vscale 2 vec<vscale x 32>
    1 0+4 01.01.00.01 = e0.0f.17.92.00.00.pp.pp
    op vec.scatter.u8 align 1 vscale 1 vec<32> index vec<64>
    0 01.02.pp.04 any0+4 0000.0400.ffff.0000 01.01.01.01 = 0+3:pp.04 0+8:02

A pointer is `0+4`, four bytes into allocation 0, `any0+4`, the same with wildcard provenance, `0@8`, that
of allocation 0 at address 8, `none@8`, `any@8` or `poison`; `0+4#3` is byte 3 of that pointer, other bytes are
as in `VecVectors.lean`. Undefined behaviour is the result of a case.
-/
namespace Tuffy.Export.VecMem
open Tuffy Tuffy.Export

def size : Nat := 64
def base (i : Nat) : Nat := 2 ^ 40 * (i + 1)

/-! ### text -/

/-- Pointers near an allocation are said relative to it. -/
def near (a : Int) : Option Nat := [0, 1].find? fun i => base i - 256 ≤ a && a ≤ base i + 256

def pointer : Pointer → String
  | ⟨.none, a⟩ => s!"none@{a}"
  | ⟨.wildcard, a⟩ => match near a with
    | some i => s!"any{i}+{a - base i}"
    | none => s!"any@{a}"
  | ⟨.alloc i, a⟩ => if near a = some i then s!"{i}+{a - base i}" else s!"{i}@{a}"

def byte : Byte → String
  | .bits b => Vec.byte (.bits b)
  | .uninit => "uu"
  | .poison => "pp"
  | .frag p i => s!"{pointer p}#{i}"

def bytes (bs : List Byte) : String := ".".intercalate (bs.map byte)

def value : Value → String
  | .ptr p => pointer p
  | .bytes bs => bytes bs
  | _ => "poison"

def code (u : UB) : String := "TUF-UB-" ++ (if u.code < 10 then "00" else "0") ++ toString u.code

/-! ### memories -/

/-- Bytes from a stream of numbers: most are bits, some uninit or poison, some a whole pointer. -/
def someBytes (mixed : Nat) : (fuel : Nat) → List Nat → List Byte
  | 0, _ => []
  | _, [] => []
  | fuel + 1, a :: as =>
    if a % mixed = 0 then .poison :: someBytes mixed fuel as
    else if a % mixed = 1 then .uninit :: someBytes mixed fuel as
    else if a % (4 * mixed) = 2 then pointerBytes ⟨.alloc (a / 64 % 2), base (a / 64 % 2) + (a / 128 % 16 : Nat)⟩ ++ someBytes mixed fuel as
    else if a % (4 * mixed) = 6 then .frag ⟨.wildcard, base 0 + (a / 64 % 64 : Nat)⟩ (a / 8 % 8) :: someBytes mixed fuel as
    else .bits (a / 256 % 256) :: someBytes mixed fuel as

def fill (mixed n seed : Nat) : List Byte := (someBytes mixed n (noise n seed)).take n

/-- The memories, with what is not the same in all of them. -/
def memories : List Tuffy.Memory :=
  let alloc (i mixed seed : Nat) (live exposed const : Bool) : Alloc := ⟨base i, fill mixed size seed, 64, live, exposed, const⟩
  [⟨[alloc 0 1000 60 true false false, alloc 1 9 61 true false false]⟩,
   ⟨[alloc 0 11 62 true true false, alloc 1 9 63 true true false]⟩,
   ⟨[alloc 0 12 64 true true true, alloc 1 1000 65 false false false]⟩,
   ⟨[alloc 0 13 66 false true false, alloc 1 6 67 true false false]⟩]

def state (a : Alloc) : String :=
  (if a.live then "live" else "dead") ++ (if a.exposed then ",exposed" else "") ++ (if a.const then ",const" else "")

def memoryText (k : Nat) (m : Tuffy.Memory) : String :=
  s!"memory {k}\n" ++ String.join (((List.range m.allocs.length).zip m.allocs).map fun (i, a) => s!"{i} {state a} {bytes a.bytes}\n")

/-- The runs of bytes that differ, the first at `k`. -/
def changes (i : Nat) : (k : Nat) → List Byte → List Byte → (run : List Byte) → List String
  | k, a :: as, b :: bs, run =>
    if a = b then flush k run ++ changes i (k + 1) as bs [] else changes i (k + 1) as bs (run ++ [b])
  | k, _, _, run => flush k run
where
  flush (k : Nat) (run : List Byte) : List String := if run.isEmpty then [] else [s!"{i}+{k - run.length}:{bytes run}"]

def changed (m k : Tuffy.Memory) : String :=
  " ".intercalate ("ok" :: ((List.range m.allocs.length).zip (m.allocs.zip k.allocs)).flatMap fun (i, a, b) => changes i 0 a.bytes b.bytes [])

/-! ### cases -/

/-- What the lines of a head have in common. -/
structure Head where
  lane : Lane
  name : String
  type : VecTy
  vscale : Nat
  align : Nat
  /-- bytes of an index -/
  width : Nat

def Head.lanes (h : Head) : Nat := h.type.size h.vscale / h.lane.size
def typeText (t : VecTy) (n : Nat) : String := s!"vec<{if t.scalable then "vscale x " else ""}{8 * n}>"

def Head.text (h : Head) (mnemonic : String) (indexed : Bool) : String :=
  s!"op {mnemonic}.{h.name} align {h.align} vscale {h.vscale} {typeText h.type h.type.bytes}" ++
  (if indexed then s!" index {typeText h.type (h.type.bytes / h.lane.size * h.width)}" else "") ++ "\n"

/-- Heads of a lane format. -/
def heads (s : String) (l : Lane) (count seed : Nat) : List Head :=
  go (noise (5 * count) seed)
where
  go : List Nat → List Head
    | a :: b :: c :: d :: e :: rest =>
      let scalable := a % 2 = 0
      let vscale := if scalable then [1, 2, 3, 2][b % 4]! else 1 + b % 3
      let lanes := [1, 2, 4, if l.size ≤ 4 then 8 else 2][c % 4]!
      ⟨l, s, ⟨lanes * l.size, scalable⟩, vscale, [1, 1, 2, 4, 8, 16][d % 6]!, [1, 2, 4, 8, 16][e % 5]!⟩ :: go rest
    | _ => []

/-- A pointer operand: most of them to a place that `n` bytes fit in. -/
def pointerOf (step n x : Nat) : Value :=
  let y := x / 64
  let i := y % 2
  let inside : Int := base i + (if n ≤ size then y / 2 % ((size - n) / step + 1) * step else 0 : Nat)
  match x % 40 with
  | 0 => .poison
  | 1 => .ptr ⟨.none, 0⟩
  | 2 => .ptr ⟨.none, y % 300 * 8⟩
  | 3 => .ptr ⟨.wildcard, inside⟩
  | 4 => .ptr ⟨.wildcard, base i + (y / 2 % 80 : Nat) - 8⟩
  | 5 => .ptr ⟨.alloc i, base i + (y / 2 % 90 : Nat) - 12⟩
  | 6 => .ptr ⟨.alloc i, [0, 8, 2 ^ 64 - 8, 2 ^ 64 - 1, 2 ^ 63][y % 5]!⟩
  | 7 => .ptr ⟨.wildcard, [0, 16, 2 ^ 64 - 8][y % 3]!⟩
  | 8 => .ptr ⟨.wildcard, inside + 1⟩
  | 9 => .ptr ⟨.alloc i, inside + 1⟩
  | _ => .ptr ⟨.alloc i, inside⟩

/-- A mask of as many lanes. -/
def maskOf (lanes x : Nat) : List Byte :=
  let y := x / 64
  let random := (noise lanes y).map fun a => Byte.bits (if a % 3 = 0 then 0 else a / 4 % 256)
  match x % 28 with
  | 0 => List.replicate lanes (.bits 0)
  | 1 => random.set (y % lanes) .poison
  | 2 => random.set (y % lanes) .uninit
  | 3 => (List.replicate lanes (Byte.bits 0)).set (y % lanes) (.bits 1)
  | 4 | 5 | 6 | 7 => List.replicate lanes (.bits (y % 255 + 1))
  | _ => random

/-- What is far away wherever allocations are. -/
def farthest (width : Nat) : Int := 2 ^ (8 * (if width = 4 then 2 else width) - 1)

/-- Offsets of as many lanes: most of them small, some far away, some that cannot be read. -/
def offsetsOf (h : Head) (x : Nat) : List Byte :=
  let step := if x % 8 = 0 then 1 else max h.align h.lane.size
  let bad := x / 4 % 19
  let all := (noise h.lanes (x / 64)).flatMap fun a =>
    let small : Int := (a % (32 / step + 1) * step : Nat)
    let far : Int := [-1, -8, 64, 127, -128, farthest h.width - 1, -farthest h.width, -4096][a / 64 % 8]!
    intBytes h.width (if a / 8 % 31 = 0 then far else small)
  if bad = 0 then all.set (x / 128 % all.length) .poison else if bad = 1 then all.set (x / 128 % all.length) .uninit else all

/-- The operands of a case. -/
structure Case where
  memory : Nat
  data : List Byte
  p : Value
  offsets : List Byte
  mask : List Byte

/-- Operands from a stream of numbers. -/
def casesOf (h : Head) (indexed : Bool) : List Nat → List Case
  | a :: b :: c :: d :: e :: rest =>
    let n := h.type.size h.vscale
    let span := if indexed then h.lane.size + 32 else n
    ⟨[0, 1, 0, 1, 2, 3, 0][a % 7]!, fill (if a / 8 % 2 = 0 then 1000 else 8) n e, pointerOf (max h.align h.lane.size) span b, offsetsOf h d, maskOf h.lanes c⟩ ::
      casesOf h indexed rest
  | _ => []

/-- An opcode: whether it has data, whether it has offsets, and what it does. -/
structure Opcode where
  name : String
  stores : Bool
  indexed : Bool
  result : Head → Tuffy.Memory → Case → String

def loaded : Exec Value → String
  | .ok v => value v
  | .ub u => code u
  | .limit => "limit"

def stored (m : Tuffy.Memory) : Exec Tuffy.Memory → String
  | .ok k => changed m k
  | .ub u => code u
  | .limit => "limit"

def opcodes : List Opcode := [
  ⟨"vec.load", false, false, fun h m c => loaded (execVecLoad h.vscale h.type h.lane h.align m c.p c.mask)⟩,
  ⟨"vec.store", true, false, fun h m c => stored m (execVecStore h.lane h.align m c.data c.p c.mask)⟩,
  ⟨"vec.gather", false, true, fun h m c => loaded (execVecGather h.vscale h.type h.lane h.align m c.p c.offsets c.mask)⟩,
  ⟨"vec.scatter", true, true, fun h m c => stored m (execVecScatter h.lane h.align m c.data c.p c.offsets c.mask)⟩]

def Opcode.line (o : Opcode) (h : Head) (c : Case) : String :=
  let m := (memories[c.memory]?).getD ⟨[]⟩
  " ".intercalate ([toString c.memory] ++ (if o.stores then [bytes c.data] else []) ++ [value c.p] ++
    (if o.indexed then [bytes c.offsets] else []) ++ [bytes c.mask, "=", o.result h m c]) ++ "\n"

/-- How many heads a lane format has, and how many cases a head. -/
def headCount : Nat := 8
def caseCount : Nat := 20

def Opcode.file (o : Opcode) (seed : Nat) : String :=
  String.join (((List.range memories.length).zip memories).map fun (k, m) => memoryText k m) ++
  String.join (((List.range Vec.allLanes.length).zip Vec.allLanes).flatMap fun (i, s, l) =>
    ((List.range headCount).zip (heads s l headCount (seed + 100 * i))).map fun (j, h) =>
      h.text o.name o.indexed ++ String.join ((casesOf h o.indexed (noise (5 * caseCount) (seed + 100 * i + j + 7))).map (o.line h)))

/-- The files by name. -/
def files : List (String × (Unit → String)) :=
  ((List.range opcodes.length).zip opcodes).map fun (k, o) => (o.name ++ ".txt", fun _ => o.file (70000 + 5000 * k))

end Tuffy.Export.VecMem
