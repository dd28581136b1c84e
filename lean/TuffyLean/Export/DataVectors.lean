import TuffyLean.Export.Vectors
import TuffyLean.IR.Data

/-!
Vectors of the operations that move data, in `data.txt`: a line is

    bitcast byte(4) -> f32 : 00.00.80.3f = 0x3f800000
    extractvalue struct{int, f32} 1 : {7,0x3f800000} = 0x3f800000
    insertvalue struct{int, f32} 0 : {7,0x3f800000} 8 = {8,0x3f800000}

Bytes are two hexadecimal digits, `uu` (uninitialised) or `pp` (poison), the least significant first,
other values as in `Vectors.lean`.
-/
namespace Tuffy.Export.Data
open Tuffy Tuffy.Export

def byte : Byte → String
  | .bits b => String.ofList [Nat.digitChar (b / 16), Nat.digitChar (b % 16)]
  | .uninit => "uu"
  | .poison => "pp"
  | .frag _ _ => "??"

def field : Value → String
  | .bytes bs => ".".intercalate (bs.map byte)
  | .agg fs => "{" ++ ",".intercalate (fs.attach.map fun ⟨f, _⟩ => field f) ++ "}"
  | v => value v

def typeText : Acc → String
  | .int _ => "int"
  | .bool => "bool"
  | .float f => typeName .f32 (.float f)
  | .ptr => "ptr"
  | .bytes n => s!"byte({n})"

/-- Lists of `n` bytes: numbers, and each way to spoil one byte of the first. -/
def byteLists (n seed : Nat) : List (List Byte) :=
  let all := (List.range 24).map fun k => (noise n (seed + k)).map fun a => Byte.bits (a % 256)
  let first := all.headD []
  all ++ [List.replicate n (.bits 0), List.replicate n (.bits 255), List.replicate n .uninit, List.replicate n .poison] ++
    (List.range n).flatMap fun i => [first.set i .uninit, first.set i .poison]

def bitcast (source target : Acc) (vs : List Value) : List String :=
  vs.map fun v => s!"bitcast {typeText source} -> {typeText target} : {field v} = {field (evalBitCast source target v)}"

def bitcasts : List String :=
  [FloatTy.bf16, .f16, .f32, .f64].flatMap (fun t =>
    let f := t.fmt
    let n := f.width / 8
    let vs := floats f (signed f (magnitudes f) ++ patterns f 20 21) ++ [.poison]
    bitcast (.float f) (.bytes n) vs ++ bitcast (.float f) (.int n) vs ++
      bitcast (.bytes n) (.float f) ((byteLists n 22).map .bytes) ++ bitcast (.bytes n) (.int n) ((byteLists n 23).map .bytes) ++
      bitcast (.int n) (.float f) (ints (boundaries ++ integers 20 24) ++ [.poison]) ++
      bitcast (.int n) (.bytes n) (ints (boundaries ++ integers 20 25) ++ [.poison])) ++
  bitcast (.float .bf16) (.float .f16) (floats .bf16 (signed .bf16 (magnitudes .bf16))) ++
  bitcast (.bytes 8) .ptr ((byteLists 8 26).map .bytes) ++ bitcast (.int 8) .ptr (ints (boundaries ++ addresses)) ++
  bitcast (.float .f64) .ptr (floats .f64 (signed .f64 (magnitudes .f64)))

def path (p : List Nat) : String := " ".intercalate (p.map toString)

/-- An aggregate, its type, and its fields with values of their types to put there. -/
def aggregates : List (String × Value × List (List Nat × List Value)) :=
  let i (n : Int) : Value := .int n
  let f : Value := .float .f32 0x3f800000
  [("struct{int, f32}", .agg [i 7, f], [([0], [i 8, i (-(2 ^ 70)), .poison]), ([1], [.float .f32 0xff800001, .poison])]),
   ("struct{int, f32}", .agg [.poison, f], [([0], [i 8]), ([1], [.poison])]),
   ("struct{bool, struct{int, byte(2)}, f32}", .agg [.bool true, .agg [i (-1), .bytes [.bits 1, .uninit]], .poison],
     [([0], [.bool false, .poison]), ([1], [.agg [i 3, .bytes [.poison, .bits 9]], .agg [.poison, .bytes [.uninit, .uninit]]]), ([1, 0], [i 5, .poison]),
      ([1, 1], [.bytes [.bits 255, .bits 0], .bytes [.poison, .uninit]]), ([2], [f, .poison])]),
   ("[int; 3]", .agg [i 1, i 2, i 3], [([0], [i 9]), ([1], [.poison]), ([2], [i (2 ^ 64)])]),
   ("[struct{int, bool}; 2]", .agg [.agg [i 1, .bool false], .agg [.poison, .bool true]],
     [([0], [.agg [i 4, .bool true]]), ([0, 0], [i 6]), ([1, 0], [i 7, .poison]), ([1, 1], [.bool false, .poison])])]

def move (t : String) (a : Value) (fields : List (List Nat × List Value)) : List String :=
  fields.flatMap fun (p, vs) =>
    s!"extractvalue {t} {path p} : {field a} = {field (evalExtractValue p a)}" ::
    vs.map fun v => s!"insertvalue {t} {path p} : {field a} {field v} = {field (evalInsertValue p a v)}"

/-- Some int, bool, float or bytes, poison in part among them. -/
def someInt (a : Nat) : Value := if a % 7 = 0 then .poison else .int ((a / 8 % 2 ^ (a / 2 ^ 50 % 14 + 1) : Nat) - (a / 16 % 99 : Nat))
def someBool (a : Nat) : Value := if a % 5 = 0 then .poison else .bool (a / 8 % 2 = 0)
def someFloat (a : Nat) : Value := if a % 6 = 0 then .poison else .float .f32 (a / 8 % 2 ^ 32)
def someBytes (a : Nat) : Value :=
  .bytes [if a % 4 = 0 then .poison else .bits (a / 4 % 256), if a / 1024 % 4 = 0 then .uninit else .bits (a / 4096 % 256)]

/-- Aggregates of two types, with values for each of their fields. -/
def random : List Nat → List String
  | a :: b :: c :: d :: e :: rest =>
    let inner (a b : Nat) : Value := .agg [someInt a, someBytes b]
    let nested (a b c d : Nat) : Value := .agg [someBool a, inner b c, someFloat d]
    let row (a b c : Nat) : Value := .agg [someInt a, someInt b, someInt c]
    move "struct{bool, struct{int, byte(2)}, f32}" (nested a b c d)
      [([0], [someBool e]), ([1], [inner d e]), ([1, 0], [someInt e]), ([1, 1], [someBytes e]), ([2], [someFloat e])] ++
    move "[[int; 3]; 2]" (.agg [row a b c, row c d e]) [([0], [row e d c]), ([1], [row b a e]), ([0, 2], [someInt d]), ([1, 0], [someInt a])] ++
    random rest
  | _ => []

def moves : List String := aggregates.flatMap (fun (t, a, fields) => move t a fields) ++ random (noise (5 * 130) 27)

def file : String := String.join ((bitcasts ++ moves).map (· ++ "\n"))

end Tuffy.Export.Data
