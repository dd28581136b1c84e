import TuffyLean.IR.Ops

/-!
Test vectors: `evalOp` itself on boundary values, poison among them. One file an opcode:

    op rotate_left result 0 types int int int immediates 1
    1 63 64 = 9223372036854775808

The header names the mnemonic, the result of the instruction, the types of the operands and how
many of the last ones are immediates; each line has the operands and the result. Values are
decimal integers, `true`, `false`, the bits of a float in hexadecimal (`0x3f800000`) and `poison`.
-/
namespace Tuffy.Export

def value : Value → String
  | .int i => toString i
  | .bool b => toString b
  | .float _ b => "0x" ++ String.ofList (Nat.toDigits 16 b)
  | .poison => "poison"
  | _ => "?"

/-- Ends of ranges: `±(2^k + d)` for the widths that hardware and limbs have. -/
def boundaries : List Int :=
  [0, 1, -1, 2, -2, 3, -3, 7, -7, 8, 10, -10, 100] ++
  [8, 16, 32, 63, 64, 65, 128].flatMap fun k => [2 ^ k - 1, 2 ^ k, 2 ^ k + 1, -(2 ^ k) - 1, -(2 ^ k)]

/-- Few values, for opcodes with three operands. -/
def few : List Int :=
  [0, 1, -1, 2, 5, -6, 127, 128, -128, 255, 2 ^ 31, -(2 ^ 31) - 1, 2 ^ 63 - 1, 2 ^ 63, -(2 ^ 63), 2 ^ 64 - 1, 2 ^ 64 + 3,
    0x123456789abcdef0fedcba9876543210, -0x123456789abcdef0fedcba987654321]

/-- Shift amounts. -/
def amounts : List Int := [-1, 0, 1, 2, 3, 7, 8, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129]

/-- Widths. -/
def widths : List Int := [0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129]

/-- A sequence of 64-bit numbers (Knuth's MMIX generator), the same for ever. -/
def noise : (n : Nat) → (seed : Nat) → List Nat
  | 0, _ => []
  | n + 1, s =>
    let t := (s * 6364136223846793005 + 1442695040888963407) % 2 ^ 64
    -- The low bits of such a generator are poor.
    (t / 2 ^ 20 + t * 2 ^ 44 % 2 ^ 64) :: noise n t

/-- `n` integers of mixed sizes and signs. -/
def integers (n seed : Nat) : List Int :=
  let rec go : List Nat → List Int
    | a :: b :: c :: rest =>
      let bits := [4, 8, 16, 32, 48, 63, 64, 66, 100, 127, 128, 130][c / 2 % 12]!
      let v : Int := ((a + b * 2 ^ 64 + c * 2 ^ 128) % 2 ^ bits : Nat)
      (if c % 2 = 0 then v else -v - 1) :: go rest
    | _ => []
  go (noise (3 * n) seed)

def pairs {α β : Type} (as : List α) (bs : List β) : List (α × β) := as.flatMap fun a => bs.map fun b => (a, b)

def ints (l : List Int) : List Value := l.map .int
def bools : List Value := [.bool false, .bool true]

/-- Every way to make operands poison, but none at all; immediates stay. -/
def poisonings (imms : Nat) (args : List Value) : List (List Value) :=
  let rec ways : List Value → List (List Value)
    | [] => [[]]
    | a :: as => if as.length < imms then [a :: as] else (ways as).flatMap fun w => [a :: w, .poison :: w]
  (ways args).drop 1

/-- Operands of an opcode, without poison. -/
def operandsOf (o : Op) : List (List Value) :=
  let wide := boundaries ++ integers 60 1
  match o.operands, o.immediates with
  | [.int], _ => (ints (boundaries ++ (List.range 512).map (fun i : Nat => (i : Int) - 256) ++ integers 1200 2)).map ([·])
  | [.int, .int], 1 => (pairs (ints wide) (ints widths)).map fun (a, n) => [a, n]
  | [.int, .int], _ => match o with
    | .shl | .shr => (pairs (ints wide) (ints amounts)).map fun (a, b) => [a, b]
    | _ => (pairs (ints boundaries) (ints boundaries)).map (fun (a, b) => [a, b])
        ++ (integers 500 3).zipWith (fun a b => [.int a, .int b]) (integers 500 4)
  | [.int, .int, .int], _ => match o with
    | .merge => (pairs (pairs (ints few) (ints (few.drop 9))) (ints widths)).map fun ((a, b), n) => [a, b, n]
    | _ => (pairs (pairs (ints (few.drop 6)) (ints (amounts ++ [-64, 1000]))) (ints widths)).map fun ((a, b), n) => [a, b, n]
  | [.bool], _ => bools.map ([·])
  | [.bool, .bool], _ => (pairs bools bools).map fun (a, b) => [a, b]
  | [.bool, .any, .any], _ =>
    let arms := ints few ++ bools
    (pairs bools (pairs arms arms)).filterMap fun (c, a, b) => match a, b with
      | .int _, .int _ | .bool _, .bool _ => some [c, a, b]
      | _, _ => none
  | _, _ => []

/-- The vectors of an opcode, operands first. -/
def vectors (o : Op) : List (List Value) :=
  let all := operandsOf o
  all ++ ((List.range all.length).zip all).flatMap fun (i, args) =>
    if i % (all.length / 20 + 1) = 0 then poisonings o.immediates args else []

def typeName : Ty → String
  | .int => "int"
  | .bool => "bool"
  | .float f => if f = .bf16 then "bf16" else s!"f{f.width}"
  | _ => "any"

/-- A name of its own for each opcode. -/
def fileName : Op → String
  | .not => "not.int"
  | .bnot => "not.bool"
  | .splitHi => "split.0"
  | .splitLo => "split.1"
  | o => o.name

def vectorFile (o : Op) : String :=
  let head := s!"op {o.name} result {o.result} types {" ".intercalate (o.operands.map typeName)} immediates {o.immediates}\n"
  let line (args : List Value) := " ".intercalate (args.map value) ++ " = " ++ value (evalOp o args) ++ "\n"
  head ++ String.join ((vectors o).map line)

end Tuffy.Export
