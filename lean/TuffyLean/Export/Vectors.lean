import TuffyLean.IR.Ops

/-!
Test vectors: `evalOp` itself on boundary values, poison among them. One file an opcode, and for
floats a format:

    op rotate_left result 0 types int int int immediates 1
    1 63 64 = 9223372036854775808

The header names the mnemonic, the result of the instruction, the types of the operands and how
many of the last ones are immediates; each line has the operands and the result. Values are
decimal integers, `true`, `false`, the bits of a float in hexadecimal (`0x3f800000`), pointers and
`poison`. Conversions to floats have their result type at the end of the header (`to f32`).

A pointer is its provenance and a number: `none@64` and `any@64` (wildcard) have the address 64,
`slot0@8` is eight bytes into the first of two allocations, wherever that is.
-/
namespace Tuffy.Export

/-- Where allocations are: results are said relative to it. -/
def slotBase (i : Nat) : Int := 2 ^ 40 * (i + 1)

def pointer : Pointer → String
  | ⟨.none, a⟩ => s!"none@{a}"
  | ⟨.wildcard, a⟩ => s!"any@{a}"
  | ⟨.alloc i, a⟩ => s!"slot{i}@{a - slotBase i}"

def value : Value → String
  | .int i => toString i
  | .bool b => toString b
  | .float _ b => "0x" ++ String.ofList (Nat.toDigits 16 b)
  | .poison => "poison"
  | .ptr p => pointer p
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

/-! ### floats -/

/-- Magnitudes that matter: zero, the least and greatest subnormals and normals, around 1, half a unit
in the last place of 1 and what is next to it, infinity, NaNs of both kinds with payloads. -/
def magnitudes (f : FloatFmt) : List Nat :=
  let unit := 2 ^ f.frac
  let half := (f.bias - f.frac - 1) * unit
  [0, 1, 2, 3, unit / 2, unit - 1, unit, unit + 1, f.one - 1, f.one, f.one + 1, f.one + 2, f.one + unit / 2, f.one + unit, f.one + unit + unit / 2,
    f.one - unit, half, half + 1, (f.bias + f.frac) * unit, (f.bias + f.frac + 1) * unit + 1,
    f.inf - 1, f.inf - unit / 2, f.inf, f.nan, f.nan + 1, f.inf + 1]

def signed (f : FloatFmt) (l : List Nat) : List Nat := l.flatMap fun m => [m, f.neg m]

/-- `n` patterns of mixed exponents, half of them near 1. -/
def patterns (f : FloatFmt) (n seed : Nat) : List Nat :=
  (noise n seed).map fun a =>
    let b := a % 2 ^ f.width
    if a / 2 ^ 63 = 0 then b else f.pack (f.sign b) (f.one + f.mag b % (4 * 2 ^ f.frac) - 2 * 2 ^ f.frac)

def floats (f : FloatFmt) (l : List Nat) : List Value := l.map (.float f)

/-- Integers, and halves and quarters of some. -/
def integral (f : FloatFmt) : List Nat :=
  (boundaries ++ [5, -5, 2 ^ 31 - 1, 2 ^ (f.frac + 1) - 1].map id).map f.ofInt ++
  [3, 5, 7, 255, 511, -3, -5, -255].flatMap fun (i : Int) => [f.div (f.ofInt i) (f.ofInt 2), f.div (f.ofInt i) (f.ofInt 4)]

/-- Integers that a format rounds: just beyond those it has, ties both ways. -/
def rounded (f : FloatFmt) : List Int :=
  let p : Int := 2 ^ (f.frac + 1)
  [p - 1, p, p + 1, p + 2, p + 3, 2 * p + 1, 2 * p + 2, 2 * p + 3, 2 * p + 5, 2 * p + 6, 2 * p + 7, p * 2 ^ 20 + 2 ^ 19, p * 2 ^ 20 + 2 ^ 19 + 1,
    2 ^ f.bias * 2 - 1, 2 ^ f.bias * 2, 2 ^ f.bias * 2 - 2 ^ (f.bias - f.frac - 1), 2 ^ f.bias * 2 - 2 ^ (f.bias - f.frac - 1) - 1].flatMap fun i => [i, -i]

/-- Operands of an opcode on floats of a format, without poison. -/
def floatOperands (o : Op) (f : FloatFmt) : List (List Value) :=
  let all := signed f (magnitudes f)
  let some := floats f (signed f ((magnitudes f).filter fun m => m % 3 != 1 || m = f.inf || m = 1 || m = f.nan))
  match o.operands with
  | [.fp] => (floats f (all ++ integral f ++ patterns f 250 5)).map ([·])
  | [.fp, .fp] => match o with
    | .fcmp _ => (pairs (some.take 22) some).map (fun (a, b) => [a, b])
    | _ => (pairs (floats f all) some).map (fun (a, b) => [a, b]) ++
      (floats f (patterns f 200 6)).zipWith (fun a b => [a, b]) (floats f (patterns f 200 7))
  | [.fp, .fp, .fp] =>
    let few := floats f ([0, 1, f.one, f.one + 1, f.inf - 1, f.inf, f.nan].flatMap fun m => [m, f.neg m])
    (pairs few (pairs few few)).filterMap (fun (a, b, c) => match a with
      | .float _ x => if f.sign x && f.mag x != f.one then none else some' [a, b, c]
      | _ => none) ++
    ((floats f (patterns f 200 8)).zip (floats f (patterns f 200 9))).zipWith (fun (a, b) c => [a, b, c]) (floats f (patterns f 200 10))
  | [.fp, .int] =>
    (pairs (floats f (all.take 30 ++ [f.inf, f.neg f.inf, f.nan, f.neg (f.nan + 1), f.inf + 1] ++ integral f))
      (ints [1, 2, 7, 8, 16, 31, 32, 33, 53, 63, 64, 128])).map fun (a, n) => [a, n]
  | _ => []
where some' {α : Type} (a : α) : Option α := Option.some a

/-! ### pointers -/

def addresses : List Int := [0, 1, 8, 64, 4096, 2 ^ 31, 2 ^ 32 + 7, 2 ^ 63 - 1, 2 ^ 63, 2 ^ 64 - 8, 2 ^ 64 - 1]
def free : List Value := addresses.flatMap fun a => [.ptr ⟨.none, a⟩, .ptr ⟨.wildcard, a⟩]
def inSlots : List Value :=
  [0, 1].flatMap fun i => [0, 1, 8, 16, 17, -4, 40, 2 ^ 63].map fun d => .ptr ⟨.alloc i, slotBase i + d⟩

/-- Operands of an opcode on pointers. What a pointer from an integer may access is up to the memory, so
`ptrdiff` is not asked about it; nor is where an allocation is. -/
def pointerOperands : Op → List (List Value)
  | .ptradd =>
    (pairs free (ints (boundaries ++ addresses ++ addresses.map (- ·)))).map (fun (a, b) => [a, b]) ++
      (pairs inSlots (ints [0, 1, -1, 8, -8, 100, -100, 4096])).map fun (a, b) => [a, b]
  | .ptrdiff =>
    let none := addresses.map fun a => Value.ptr ⟨.none, a⟩
    (pairs (inSlots ++ none) (inSlots ++ none)).map (fun (a, b) => [a, b]) ++
      (pairs [0, 1] (noise 400 13)).map fun (i, n) =>
        let at' (j : Nat) (n : Nat) : Value := .ptr ⟨.alloc j, slotBase j + (n % 4096 : Nat) - 2048⟩
        [at' i (n / 2), at' (n % 2) (n / 2 ^ 20)]
  | .ptrtoaddr => (free ++ (noise 500 14).flatMap fun (a : Nat) => [Value.ptr ⟨.none, a⟩, Value.ptr ⟨.wildcard, a / 2 ^ (a % 60)⟩]).map ([·])
  | .inttoptr => (ints (boundaries ++ addresses ++ addresses.map (2 ^ 64 - ·) ++ integers 400 11 ++ (noise 600 15).map fun a => Int.ofNat (a / 2 ^ (a % 60)))).map ([·])
  | _ => []

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

/-- The vectors of an opcode, operands first, and some with poison in their place. -/
def vectors (o : Op) (all : List (List Value)) : List (List Value) :=
  all ++ ((List.range all.length).zip all).flatMap fun (i, args) =>
    if i % (all.length / 20 + 1) = 0 then poisonings o.immediates args else []

def typeName (f : FloatTy) : Ty → String
  | .int => "int"
  | .bool => "bool"
  | .float f => if f = .bf16 then "bf16" else s!"f{f.width}"
  | .fp => f.name
  | .ptr => "ptr"
  | _ => "any"

/-- A name of its own for each opcode. -/
def fileName : Op → String
  | .not => "not.int"
  | .bnot => "not.bool"
  | .splitHi => "split.0"
  | .splitLo => "split.1"
  | o => o.name

/-- The lines of an opcode. -/
def vectorText (o : Op) (f : FloatTy) (operands : List (List Value)) : String :=
  let to := match o.arrow with
    | some t => " to " ++ t
    | none => ""
  let head := s!"op {o.name} result {o.result} types {" ".intercalate (o.operands.map (typeName f))} immediates {o.immediates}{to}\n"
  let line (args : List Value) := " ".intercalate (args.map value) ++ " = " ++ value (evalOp o args) ++ "\n"
  head ++ String.join ((vectors o operands).map line)

def formats : List FloatTy := [.bf16, .f16, .f32, .f64]

/-- The files of an opcode. -/
def vectorFiles (o : Op) : List (String × (Unit → String)) :=
  match o with
  | .ptradd | .ptrdiff | .ptrtoaddr | .inttoptr => [(fileName o, fun _ => vectorText o .f32 (pointerOperands o))]
  | .siToFp t | .uiToFp t =>
    [(s!"{o.name}.{t.name}", fun _ => vectorText o t (((boundaries ++ rounded t.fmt ++ integers 150 12).map (.int ·)).map ([·])))]
  | .fpConvert t => formats.filterMap fun f =>
    if f = t then none else some (s!"{o.name}.{f.name}.{t.name}", fun _ => vectorText o f (floatOperands o f.fmt))
  | _ =>
    if o.operands.contains .fp then formats.map fun f => (s!"{o.name}.{f.name}", fun _ => vectorText o f (floatOperands o f.fmt))
    else [(fileName o, fun _ => vectorText o .f32 (operandsOf o))]

end Tuffy.Export
