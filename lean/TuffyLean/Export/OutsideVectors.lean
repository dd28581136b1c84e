import TuffyLean.Export.VecVectors
import TuffyLean.IR.Outside

/-!
Vectors of what comes from outside of a function. `intrinsics.txt` has target intrinsics, the operands
and the result below the name and the bits of a vector, bytes as in `VecVectors.lean`; a name without
a meaning for such operands is `unsupported`:

    op x86.sse2.padd.b 128
    01.02.… 03.04.… = 04.06.…
    op x86.sse2.padd.b 256 unsupported

`symbols.txt` has modules, and below each what is true of the addresses of its symbols, what is loaded
where they are, and what a store there does:

    module
    data s0 const align 4 01.02.03.04.05
    func s1
    extern s2
    ptrdiff s0 s1 = poison
    aligned s0 4 = true
    null s1 = false
    same s0 s1 = false
    load s0+1 2 = 770
    store s0+1 2 = TUF-UB-011
    landing_pad = TUF-UB-025
-/
namespace Tuffy.Export.Outside
open Tuffy Tuffy.Export

/-! ### target intrinsics -/

/-- Pairs of operands of `n` bytes. -/
def operandsOf (i : Intrinsic) (n seed : Nat) : List (List Byte × List Byte) :=
  let s := i.lane.size
  let lanes := n / s
  let ws := match i.lane with
    | .float t => Vec.floatWords t ++ patterns t.fmt (6 * lanes) seed
    | _ => Vec.words s ++ Vec.random s (6 * lanes) seed
  let vs := match i.lane with
    | .float t => patterns t.fmt (4 * lanes) (seed + 1) ++ (Vec.floatWords t).reverse
    | _ => (Vec.words s).reverse ++ Vec.random s (4 * lanes) (seed + 1)
  -- Amounts of shifts that are near the lane.
  let near := (List.range (2 * lanes)).map fun k => 8 * s + k - lanes
  let a := Vec.vectorsOf s lanes (ws ++ ws)
  let b := Vec.vectorsOf s lanes (near ++ vs ++ ws.drop 1)
  let x := a.getD 1 []
  let y := b.getD 2 []
  (a.zip b).take 16 ++ [(x.set 3 .poison, y), (x, y.set (n - 1) .uninit), (x.set 0 .uninit, y.set 9 .poison)]

def vec (bs : List Byte) : String := ".".intercalate (bs.map Vec.byte)

def intrinsicLines (name : String) (n : Nat) (i : Intrinsic) (seed : Nat) : String :=
  s!"op {name} {8 * n}\n" ++ String.join ((operandsOf i n seed).filterMap fun (a, b) =>
    (evalTargetIntrinsic name a b).map fun r => s!"{vec a} {vec b} = {Vec.text r}\n")

/-- Names with operands that they have no meaning for, and names without one. -/
def unsupported : List (String × Nat) :=
  (intrinsicNames.map fun (name, n, _) => (name, 48 - n)) ++
  ["x86.sse2.psadbw", "x86.sse2.pcmpeq.b", "x86.avx2.psrav.d", "x86.sse.min.ps", "padd.b", "x86.sse3.padd.b", "arm.neon.vadd", "x"].map (·, 16)

def intrinsicFile : String :=
  String.join (((List.range intrinsicNames.length).zip intrinsicNames).map fun (k, name, n, i) => intrinsicLines name n i (90000 + 10 * k)) ++
  String.join (unsupported.map fun (name, n) =>
    let v := List.replicate n (Byte.bits 1)
    match evalTargetIntrinsic name v v with
    | none => s!"op {name} {8 * n} unsupported\n"
    | some _ => s!"op {name} {8 * n} ?\n")

/-! ### symbols -/

def place : Place := fun l size align =>
  let free := l.foldl (fun n a => max n (a.base + a.size + 1)) 65536
  let base := (free + align - 1) / align * align
  if base + size < 2 ^ 64 then some base else none

/-- A symbol, and how the module says it. -/
def symbolOf (k a b c : Nat) : Symbol × String :=
  let name := s!"s{k}"
  if a % 5 = 0 then (⟨name, [], 16, true⟩, s!"func {name}")
  else if a % 5 = 1 then (⟨name, [], 16, true⟩, s!"extern {name}")
  else
    let bs := (noise (1 + b % 12) c).map fun x => Byte.bits (x % 256)
    let align := [1, 2, 4, 8, 16, 32, 64][c % 7]!
    let const := a % 2 = 0
    (⟨name, bs, align, const⟩, s!"data {name} {if const then "const " else ""}align {align} {vec bs}")

def symbolsOf : (k : Nat) → List Nat → List (Symbol × String)
  | k, a :: b :: c :: rest => symbolOf k a b c :: symbolsOf (k + 1) rest
  | _, _ => []

def code (n : Nat) : String := "TUF-UB-" ++ (if n < 10 then "00" else "0") ++ toString n

def result : Exec Value → String
  | .ok v => value v
  | .ub u => code u.code
  | .limit => "limit"

/-- What is asked about two symbols. -/
def pairLines (addr : String → Value) (s t : String) : List String :=
  let eq : Value := match addr s, addr t with
    | .ptr p, .ptr q => .bool (p.addr = q.addr)
    | _, _ => .poison
  [s!"ptrdiff {s} {t} = {value (evalOp .ptrdiff [addr s, addr t])}", s!"same {s} {t} = {value eq}"]

/-- What is asked about one symbol. -/
def symbolLines (m : Tuffy.Memory) (addr : String → Value) (s : Symbol) : List String :=
  let at' (d : Nat) : Value := evalOp .ptradd [addr s.name, .int ((d : Int) - 2)]
  let where' (d : Nat) : String := if d < 2 then s!"{s.name}-{2 - d}" else s!"{s.name}+{d - 2}"
  let number : Value := match addr s.name with
    | .ptr p => .int p.addr
    | _ => .poison
  [s!"aligned {s.name} {s.align} = {value (match number with | .int n => .bool (n % s.align = 0) | _ => .poison)}",
   s!"null {s.name} = {value (match number with | .int n => .bool (n = 0) | _ => .poison)}"] ++
  (List.range (s.bytes.length + 4)).flatMap fun d => [1, 2, 3].flatMap fun n =>
    s!"load {where' d} {n} = {result (execLoad m (at' d) (.int n) 1)}" ::
    if s.bytes.isEmpty then [] else
      [s!"store {where' d} {n} = {result ((execStore m (.int 23205) (at' d) (.int n) 1).bind fun m => execLoad m (at' d) (.int n) 1)}"]

def moduleText (k : Nat) : String :=
  let all := symbolsOf 0 (noise (3 * (2 + k % 5)) (91000 + k))
  let ss := all.map (·.1)
  match placeSymbols place ss ⟨[]⟩ with
  | none => ""
  | some m =>
    let addr := evalSymbolAddr ss m.layout
    "module\n" ++ String.join (all.map (·.2 ++ "\n")) ++
      String.join (((pairs ss ss).flatMap fun (s, t) => pairLines addr s.name t.name).map (· ++ "\n")) ++
      String.join ((ss.flatMap (symbolLines m addr)).map (· ++ "\n"))

def landing : String := match execLandingPad with
  | .error n => s!"landing_pad = {code n}\n"
  | .ok v => s!"landing_pad = {value v}\n"

def symbolFile : String := String.join ((List.range 20).map moduleText) ++ landing

def files : List (String × (Unit → String)) := [("intrinsics.txt", fun _ => intrinsicFile), ("symbols.txt", fun _ => symbolFile)]

end Tuffy.Export.Outside
