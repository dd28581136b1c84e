import TuffyLean.Export.AtomicVectors
import TuffyLean.Export.ConstVectors
import TuffyLean.Export.DataVectors
import TuffyLean.Export.FactJson
import TuffyLean.Export.FactVectors
import TuffyLean.Export.Machine
import TuffyLean.Export.MemJson
import TuffyLean.Export.MemVectors
import TuffyLean.Export.OutsideVectors
import TuffyLean.Export.Proofs
import TuffyLean.Export.RaceVectors
import TuffyLean.Export.RelaxedJson
import TuffyLean.Export.RuleProofs
import TuffyLean.Export.ScaleVectors
import TuffyLean.Export.Selection
import TuffyLean.Export.StepVectors
import TuffyLean.Export.TruthVectors
import TuffyLean.Export.VecMemVectors
import TuffyLean.Export.VecVectors
import TuffyLean.Export.Vectors
import TuffyLean.Rewrites.All
import TuffyLean.Rewrites.Checks
import TuffyLean.Rewrites.Commute
import TuffyLean.Rewrites.Fold

/-!
Writes what the Go side reads: `rules.json`, the rewrite rules with the status of their proofs,
`selection.json`, those of instruction selection, `memory.json`, those of memory and control flow,
`relaxed.json`, those that hold only where float operations carry flags, `facts.json`, the rules about
facts,
`vectors/`, cases that `evalOp` has evaluated, `data.txt`, those of `bitcast`, `extractvalue` and
`insertvalue`, `const.txt`, those of constants, `param` and `freeze`, `vec/`, those of vectors,
`scalable.txt`, those of scalable ones, `vecmem/`, vectors loaded and stored, `intrinsics.txt` and
`symbols.txt`, target intrinsics and symbols, `programs.txt`, programs that were run,
`memory.txt`, memory operations that were executed, `atomic.txt`, atomic ones, `races.txt`, executions of
threads with the verdict whether they have a data race,
`facts/`, what the rules about facts conclude, and `x86/`, instructions that the model of the
machine has executed. A production rule comes out of a list of `Proven`, which holds its theorem;
the axioms are taken from Lean's environment. A rule that rests on an axiom that is not Lean's, or
shares its name with another, is an error, and nothing is written.

    node lean/check/check.cjs export
-/
open Tuffy Tuffy.Export

/-- The rules with their group and their proof. -/
def withProofs : List (String × Rule × Proof) :=
  (Rewrites.groups.zip valueProofs).flatMap fun ((g, rs), ps) => (rs.zip ps).map fun (r, p) => (g, r.rule, p)

/-- The experimental rules have neither. -/
def experimental : List (String × Rule) := Rewrites.experimental.map ("experimental", ·)

/-- Names that two rules have. -/
def doubles : List String → List String
  | [] => []
  | n :: ns => if ns.contains n then n :: doubles ns else doubles ns

/-- What is wrong with the rule sets. -/
def faults : List String :=
  (doubles (withProofs.map (·.2.1.name) ++ experimental.map (·.2.name))).map (s!"two rules have the name {·}") ++
  withProofs.filterMap (fun (_, r, p) =>
    if p.foreign.isEmpty then none else some s!"rule {r.name}: its proof {p.name} rests on {", ".intercalate p.foreign}") ++
  withProofs.filterMap (fun (_, r, p) =>
    if p.name.endsWith ("." ++ r.name) then none else some s!"rule {r.name}: its proof has another name: {p.name}") ++
  experimental.filterMap (fun (_, r) => if r.wf then none else some s!"rule {r.name} is not well-formed") ++
  X86.selectionFaults ++ memoryFaults ++ relaxedFaults ++ factFaults

/-- The version of Lean that checked the proofs. -/
def leanVersion : String := s!"{Lean.version.major}.{Lean.version.minor}.{Lean.version.patch}"

def rulesFile : String :=
  "{\"format\": \"tuffy-rules\", \"version\": 1, \"lean\": " ++ str leanVersion ++
  ",\n \"commutes\": " ++ arr (commuting.map (str ·.op.name)) ++
  ",\n \"rules\": [\n" ++ ",\n".intercalate (
    withProofs.map (fun (g, r, p) => Export.rule g r (some p)) ++ experimental.map fun (g, r) => Export.rule g r none) ++ "\n]}\n"

/-- The files by name, each made when it is written. -/
def files : List (String × (Unit → String)) :=
  [("rules.json", fun (_ : Unit) => rulesFile), ("selection.json", fun _ => X86.selectionFile),
   ("memory.json", fun _ => memoryFile), ("relaxed.json", fun _ => relaxedFile),
   ("facts.json", fun _ => factsFile leanVersion), ("memory.txt", fun _ => Memory.file), ("atomic.txt", fun _ => Atomic.file),
   ("races.txt", fun _ => Races.file), ("data.txt", fun _ => Data.file),
   ("const.txt", fun _ => Const.file), ("scalable.txt", fun _ => Scale.file), ("programs.txt", fun _ => Step.file)] ++
  Outside.files ++ VecMem.files.map (fun (name, text) => ("vecmem/" ++ name, text)) ++
  (Op.all.flatMap vectorFiles).map (fun v => (s!"vectors/{v.1}.txt", v.2)) ++
  Vec.files.map (fun (name, text) => ("vec/" ++ name, text)) ++
  Facts.files.map (fun (name, text) => ("facts/" ++ name, fun (_ : Unit) => text)) ++
  Facts.truthFiles.map (fun (name, text) => ("facts/" ++ name, text)) ++
  X86.Export.machineFiles.map fun (name, text) => ("x86/" ++ name, fun (_ : Unit) => text)

def main (args : List String) : IO UInt32 := do
  let [dir] := args | IO.eprintln "usage: Export.lean DIR"; return 64
  unless faults.isEmpty do
    for f in faults do IO.eprintln f
    return 1
  let dir : System.FilePath := dir
  for sub in ["vectors", "vec", "vecmem", "facts", "x86"] do
    IO.FS.createDirAll (dir / sub)
  for (name, text) in files do
    IO.FS.writeFile (dir / name) (text ())
  IO.eprintln s!"{(proven forwardGroups forwardProofs).length} rules about facts"
  IO.eprintln s!"{withProofs.length} rules in {Rewrites.groups.length} groups, {experimental.length} experimental; vectors of {Op.all.length} opcodes, and {Vec.opcodes.length} on vectors"
  return 0
