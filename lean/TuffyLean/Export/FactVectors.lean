import TuffyLean.Facts.Backward

/-!
Cases of the fact rules, evaluated by the proven functions themselves. One file a topic; a fact is
`lo hi zeros ones`, an infinite end is `inf`:

    binary.txt   add | fact | fact = fact
    unary.txt    zext 8 | fact = fact
    sized.txt    merge 8 | fact | fact = fact
    compare.txt  lt | fact | fact = true, false or either | assumed fact | assumed fact
    lattice.txt  join, meet or widen | fact | fact = fact
    demand.txt   shl 3 | demanded of the result = demanded of the operand
-/
namespace Tuffy.Export.Facts
open Tuffy.Facts

def showEnd : Option Int → String
  | some x => toString x
  | none => "inf"
def showFact (f : Fact) : String :=
  s!"{showEnd f.range.lo} {showEnd f.range.hi} {f.bits.zeros} {f.bits.ones}"

def range (l h : Int) : Fact := .ofRange ⟨some l, some h⟩

/-- Facts of all sorts: constants, widths, half-infinite ranges, bit patterns, contradictions. -/
def sample : List Fact :=
  [.top] ++ [0, 1, -1, 2, 7, -8, 2 ^ 31, 2 ^ 63, 2 ^ 64 - 1, -(2 ^ 63) - 1, 2 ^ 127, -(2 ^ 127) - 1, 2 ^ 130 + 5].map Fact.const ++
  [range 0 255, range 0 (2 ^ 32 - 1), range 0 (2 ^ 64 - 1), range (-128) 127, range (-(2 ^ 63)) (2 ^ 63 - 1), range 3 5, range (-7) (-2),
   range (-3) 9, range 1000 1023, range 0 (2 ^ 127), range (-(2 ^ 128)) 1] ++
  [.ofRange ⟨some 0, none⟩, .ofRange ⟨some 5, none⟩, .ofRange ⟨none, some (-1)⟩, .ofRange ⟨none, some 12⟩, .ofRange ⟨some (-4), none⟩] ++
  [.ofBits ⟨7, 0⟩, .ofBits ⟨-256, 0⟩, .ofBits ⟨-256 + 4, 9⟩, .ofBits ⟨3, -16⟩, .ofBits ⟨0, 1⟩, .ofBits ⟨2 ^ 64 - 1, 2 ^ 70⟩,
   .ofBits ⟨-(2 ^ 64), 2 ^ 63⟩, ⟨⟨0x55, 0x22⟩, ⟨some (-300), some 700⟩⟩, ⟨⟨1, 1⟩, .top⟩, ⟨.top, ⟨some 4, some 2⟩⟩]

def pairs : List (Fact × Fact) := sample.flatMap fun a => sample.map fun b => (a, b)

def line (name : String) (ins : List Fact) (out : String) : String :=
  name ++ String.join (ins.map fun f => " | " ++ showFact f) ++ " = " ++ out ++ "\n"

def binaryOps : List Op := [.add, .sub, .mul, .div, .rem, .tdiv, .trem, .and, .or, .xor, .shl, .shr, .min, .max, .clmul]

/-- The rule of `forward_sound`, applied to int facts. -/
def rule (o : Op) (args : List AVal) : String :=
  match forward o args with
  | .int f => showFact f
  | .bool none => "either"
  | .bool (some b) => toString b
  | .top => "top"

def thin {α : Type} (n : Nat) (l : List α) : List α := (l.zip (List.range l.length)).filterMap fun (a, i) => if i % n = 0 then some a else none

/-- Lean cannot evaluate shifts right by enormous amounts. -/
def feasible (o : Op) (b : Fact) : Bool := o != .shr || [b.range.lo, b.range.hi].all fun e => e.all (· ≤ 65536)

def binary : String := String.join <| binaryOps.flatMap fun o =>
  ((thin 7 pairs).filter fun (_, b) => feasible o b).map fun (a, b) => line o.name [a, b] (rule o [.int a, .int b])

def imm (n : Int) : AVal := .int (.const n)

def unary : String := String.join <|
  ([Op.not, .countOnes, .countTrailingZeros].flatMap fun o => sample.map fun a => line o.name [a] (rule o [.int a])) ++
  ([Op.zext, .sext, .countLeadingZeros, .bitReverse, .bswap].flatMap fun o => [(1 : Int), 3, 8, 16, 63, 64, 65].flatMap fun n =>
    sample.map fun a => line s!"{o.name} {n}" [a] (rule o [.int a, imm n])) ++
  ([Op.splitHi, .splitLo].flatMap fun o => [(1 : Int), 8, 64].flatMap fun n =>
    sample.map fun a => line s!"{o.name}.{o.result} {n}" [a] (rule o [.int a, imm n]))

def sized : String := String.join <| [Op.merge, .rotateLeft, .rotateRight].flatMap fun o => [(1 : Int), 7, 8, 64].flatMap fun n =>
  (thin 23 pairs).map fun (a, b) => line s!"{o.name} {n}" [a, b] (rule o [.int a, .int b, imm n])

def preds : List Pred := [.eq, .ne, .lt, .le, .gt, .ge]

def compare : String := String.join <| preds.flatMap fun p => (thin 11 pairs).map fun (a, b) =>
  line p.name [a, b] (rule (.icmp p) [.int a, .int b] ++ " | " ++ showFact (Fact.assume p a b).1 ++ " | " ++ showFact (Fact.assume p a b).2)

def lattice : String := String.join <| (thin 5 pairs).flatMap fun (a, b) =>
  [line "join" [a, b] (showFact (a.join b)), line "meet" [a, b] (showFact (a.meet b)), line "widen" [a, b] (showFact (a.widen b))]

def masks : List Int := [0, 1, -1, 2, 128, 255, 256, -256, 0x5555, 2 ^ 63, 2 ^ 64 - 1, -(2 ^ 64), 2 ^ 100 + 1]

def demand : String := String.join <| masks.flatMap fun d =>
  let l (name : String) (x : Int) := s!"{name} | {d} = {x}\n"
  [l "low 0" (Demand.low d)] ++
  ([(1 : Int), 12, -16, 2 ^ 64].flatMap fun c => [l s!"and {c}" (Demand.andConst d c), l s!"or {c}" (Demand.orConst d c)]) ++
  ([1, 3, 8, 64].flatMap fun (n : Nat) =>
    [l s!"shl {n}" (Demand.shlBy d n), l s!"shr {n}" (Demand.shrBy d n), l s!"zext {n}" (Demand.zext d n), l s!"sext {n}" (Demand.sext d n),
     l s!"merge {n}" (Demand.mergeHi d n), l s!"bit_reverse {n}" (Demand.moved d n fun i => n - 1 - i),
     l s!"bswap {n}" (Demand.moved d (8 * n) fun i => 8 * (n - 1 - i / 8) + i % 8),
     l s!"rotate_left {n}" (Demand.moved d n fun i => ((i + 2) % (n : Int)).toNat)])

/-- The files with their contents. -/
def files : List (String × String) :=
  [("binary.txt", binary), ("unary.txt", unary), ("sized.txt", sized), ("compare.txt", compare), ("lattice.txt", lattice),
   ("demand.txt", demand)]

end Tuffy.Export.Facts
