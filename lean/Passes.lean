import Lean.Data.Json
import TuffyLean.Export.RuleProofs

/-!
Holds what the passes of the optimizer declare to `TuffyLean/Passes/Declared.lean`: it reads files as
`compiler/opt/declare` writes them, and says of each what is wrong with it, or how much it has.

    node lean/check/check.cjs passes
-/
open Lean Tuffy Tuffy.Passes

def readKind (j : Json) : Except String Kind := do
  match ← j.getStr? with
  | "equivalence" => return .equivalence
  | "refinement" => return .refinement
  | s => throw s!"unknown kind {s}"

def readRewrite (j : Json) : Except String Rewrite := do
  let kinds ← (← (← j.getObjVal? "kinds").getArr?).toList.mapM readKind
  let proven ← match ← j.getObjValAs? String "status" with
    | "proven" => pure true
    | "argued" => pure false
    | s => throw s!"unknown status {s}"
  let proof ← match j.getObjVal? "theorem" with
    | .ok t => some <$> t.getStr?
    | .error _ => pure none
  return { name := ← j.getObjValAs? String "name", kinds, proven, proof }

def readPass (j : Json) : Except String Pass := do
  let rewrites ← (← (← j.getObjVal? "rewrites").getArr?).toList.mapM readRewrite
  return { name := ← j.getObjValAs? String "name", kind := ← readKind (← j.getObjVal? "kind"), rewrites }

def readPasses (text : String) : Except String (List Pass) := do
  let j ← Json.parse text
  unless (← j.getObjValAs? String "format") = "tuffy-passes" && (← j.getObjValAs? Nat "version") = 1 do
    throw "not a list of passes of version 1"
  (← (← j.getObjVal? "passes").getArr?).toList.mapM readPass

def main (files : List String) : IO UInt32 := do
  for file in files do
    match readPasses (← IO.FS.readFile file) with
    | .error e => IO.println s!"{file}: {e}"
    | .ok ps =>
      match faults Export.ruleData ps with
      | [] =>
        let rs := ps.flatMap (·.rewrites)
        IO.println s!"{file}: {ps.length} passes, {rs.length} rewrites, {(rs.filter (·.proven)).length} proven: ok"
      | fs => for f in fs do IO.println s!"{file}: {f}"
  return 0
