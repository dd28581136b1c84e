import TuffyLean.Export.DataVectors
import TuffyLean.IR.Const

/-!
Vectors of constants, `param` and `freeze`, in `const.txt`. A line has the instruction, the type of its
result, the types of the parameters `v0`, `v1`, … with the arguments, and the result:

    iconst -3 | int | | | -3
    param 1 | byte(2) | int byte(2) | 5 pp.07 | pp.07
    freeze v0 | byte(2) | byte(2) | pp.07 | 00.07

Values as in `DataVectors.lean`. `freeze` takes 0, as the interpreter does unless told otherwise.
-/
namespace Tuffy.Export.Const
open Tuffy Tuffy.Export

def line (inst result : String) (types : List String) (args : List Value) (v : Value) : String :=
  s!"{inst} | {result} | {" ".intercalate types} | {" ".intercalate (args.map Data.field)} | {Data.field v}"

def constants : List String :=
  (boundaries ++ few ++ integers 1500 50).map (fun n => line s!"iconst {n}" "int" [] [] (evalIConst n)) ++
  [true, false].map (fun b => line s!"bconst {b}" "bool" [] [] (evalBConst b)) ++
  formats.flatMap fun t => (signed t.fmt (magnitudes t.fmt) ++ patterns t.fmt 300 51).map fun b =>
    line s!"fconst.{t.name} {value (.float t.fmt b)}" t.name [] [] (evalFConst t.fmt b)

/-- Bytes in all states. -/
def mixed (n : Nat) : List (List Byte) :=
  (List.range 90).map fun k => (noise n (53 + k)).map fun a => if a % 4 = 0 then .poison else if a % 4 = 1 then .uninit else .bits (a / 4 % 256)

/-- Types with values that have poison in them, and the zero of the type, which `freeze` takes. -/
def types : List (String × Shape × List Value × Value) :=
  let bytes (n : Nat) : List Value := ((Data.byteLists n 52).take 4 ++ (Data.byteLists n 52).drop 24 ++ mixed n).map .bytes
  [("int", .scalar, ints few ++ [.poison], .int 0), ("bool", .scalar, bools ++ [.poison], .bool false),
   ("ptr", .scalar, free ++ [.poison], .ptr ⟨.none, 0⟩)] ++
  formats.map (fun t => (t.name, .scalar, floats t.fmt (signed t.fmt (magnitudes t.fmt)) ++ [.poison], .float t.fmt 0)) ++
  [2, 4, 8].map (fun n => (s!"byte({n})", .bytes n, bytes n, .bytes (List.replicate n (.bits 0)))) ++
  [4, 16].map (fun n => (s!"vec<{8 * n}>", .bytes n, bytes n, .bytes (List.replicate n (.bits 0)))) ++
  [("struct{int, byte(2), bool}", .agg [.scalar, .bytes 2, .scalar],
    (pairs (ints [7, -1] ++ [.poison]) (pairs ((bytes 2).take 24) (bools ++ [.poison]))).map fun (a, b, c) => .agg [a, b, c],
    .agg [.int 0, .bytes [.bits 0, .bits 0], .bool false]),
   ("[struct{int, f32}; 2]", .agg [.agg [.scalar, .scalar], .agg [.scalar, .scalar]],
    (pairs (ints [5] ++ [.poison]) [.float .f32 0x3f800000, .poison]).map fun (a, b) => .agg [.agg [a, b], .agg [.int (2 ^ 64), a']],
    .agg [.agg [.int 0, .float .f32 0], .agg [.int 0, .float .f32 0]])]
where a' : Value := .poison

def freezes : List String :=
  types.flatMap fun (t, _, vs, zero) => vs.map fun v => line "freeze v0" t [t] [v] (evalFreeze zero v)

def poisons : List String := types.map fun (t, s, _, _) => line s!"poison -> {t}" t [] [] (evalPoison s)

/-- Each value between two others. -/
def params : List String :=
  types.flatMap fun (t, _, vs, _) => (vs.take 24 ++ vs.drop (vs.length - 4)).flatMap fun v =>
    let args := [Value.int 3, v, .bool true]
    [line "param 1" t ["int", t, "bool"] args (evalParam args 1), line "param 0" "int" ["int", t, "bool"] args (evalParam args 0),
     line "param 2" "bool" ["int", t, "bool"] args (evalParam args 2)]

def file : String := String.join ((constants ++ poisons ++ params ++ freezes).map (· ++ "\n"))

end Tuffy.Export.Const
