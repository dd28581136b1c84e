import TuffyLean.Export.FactVectors
import TuffyLean.Export.Proofs
import TuffyLean.Facts.BestRules
import TuffyLean.Facts.DemandRules
import TuffyLean.Facts.FloatRules
import TuffyLean.IR.Ops

/-!
The rules of facts as JSON, an entry a line, each with its proof and the file of vectors that shows it. In
what domains a rule says something is computed from what it makes of samples. `factsFile` is the whole file.
-/
namespace Tuffy.Export
open Tuffy.Facts

def forwardGroups : List (String × List ForwardRule) := [("forward", Forward.rules ++ Forward.floatRules)]
def edgeGroups : List (String × List EdgeRule) := [("edge", Edge.rules)]
def demandGroups : List (String × List DemandRule) := [("demand", Demanded.rules)]
def latticeGroups : List (String × List LatticeRule) := [("lattice", Operation.rules)]
def bestGroups : List (String × List BestRule) := [("bits", BestBits.rules), ("range", BestRange.rules)]
def joinGroups : List (String × List JoinRule) := [("join", BestJoin.rules)]

def forwardProofs : List (List Proof) := proofs_of% Tuffy.Export.forwardGroups
def edgeProofs : List (List Proof) := proofs_of% Tuffy.Export.edgeGroups
def demandProofs : List (List Proof) := proofs_of% Tuffy.Export.demandGroups
def latticeProofs : List (List Proof) := proofs_of% Tuffy.Export.latticeGroups
def bestProofs : List (List Proof) := proofs_of% Tuffy.Export.bestGroups
def joinProofs : List (List Proof) := proofs_of% Tuffy.Export.joinGroups

/-- The rules of groups, each with its proof. -/
def proven {α : Type} (groups : List (String × List α)) (proofs : List (List Proof)) : List (α × Proof) :=
  (groups.flatMap (·.2)).zip proofs.flatten

/-! ### what is said of what -/

def sampleInts : List AVal := [.int .top, .int (.const 5), .int (.ofRange ⟨some 0, some 12⟩), .int (.ofBits ⟨3, 8⟩)]
def sampleBools : List AVal := [.bool none, .bool (some true), .bool (some false)]

/-- Operands of a type, for samples. -/
def samples : Ty → List AVal
  | .int => sampleInts
  | .bool => sampleBools
  | .any => sampleInts ++ sampleBools
  | _ => [.top]

/-- All combinations. -/
def combine : List (List AVal) → List (List AVal)
  | [] => [[]]
  | l :: ls => (combine ls).flatMap fun as => l.map (· :: as)

/-- Operands of an opcode, the immediates 8. -/
def operandSamples (o : Op) : List (List AVal) :=
  let n := o.operands.length - o.immediates
  combine ((o.operands.take n).map samples ++ List.replicate o.immediates [.int (.const 8)])

/-- The domains in which a rule says something of a sample. -/
def domains (r : ForwardRule) : List Domain :=
  let made := (operandSamples r.op).map r.rule
  [Domain.bits, .range, .truth].filter fun d => made.any d.says

/-! ### the file -/

def domain : Domain → String
  | .bits => "bits" | .range => "range" | .truth => "truth"

def latticeName : Lattice → String
  | .join => "join" | .meet => "meet" | .widen => "widen" | .reduce => "reduce" | .clamp => "clamp"

/-- How an entry for an opcode is called. -/
def entryName (o : Op) : String :=
  match o with
  | .splitHi => "split_0" | .splitLo => "split_1" | .bnot => "not_bool"
  | o => String.ofList (o.name.toList.map fun c => if c = '.' then '_' else c)

/-- The file of vectors with the rule of an opcode. -/
def vectorsOf (o : Op) : String :=
  if Facts.binaryOps.contains o then "binary.txt"
  else match o with
    | .not | .countOnes | .countTrailingZeros | .zext | .sext | .countLeadingZeros | .bitReverse | .bswap | .splitHi | .splitLo => "unary.txt"
    | .merge | .rotateLeft | .rotateRight => "sized.txt"
    | .icmp _ => "compare.txt"
    | _ => "truth.txt"

/-- What identifies an opcode: its name, the types of its operands, its result. -/
def opFields (o : Op) : List (String × Option String) :=
  [("op", some (str o.name)), ("imm", nonzero o.immediates), ("result", nonzero o.result),
   ("on", some (arr ((o.operands.take (o.operands.length - o.immediates)).map fun t => str (type t))))]

def proofFields (p : Proof) : List (String × Option String) :=
  [("theorem", some (str p.name)), ("axioms", some (arr (p.axioms.map str)))]

def listOf (lines : List String) : String := "[\n  " ++ ",\n  ".intercalate lines ++ "\n]"

/-- The file. -/
def factsFile (lean : String) : String :=
  let forward := (proven forwardGroups forwardProofs).map fun (r, p) =>
    obj (opFields r.op ++ [("domains", some (arr ((domains r).map fun d => str (domain d)))), ("vectors", some (str (vectorsOf r.op)))] ++ proofFields p)
  let edge := (proven edgeGroups edgeProofs).map fun (r, p) =>
    obj (opFields r.op ++ [("vectors", some (str (match r.op with | .icmp _ => "compare.txt" | _ => "edge.txt")))] ++ proofFields p)
  let demand := (proven demandGroups demandProofs).map fun (r, p) =>
    obj (opFields r.op ++ [("operand", some (toString r.operand)), ("constant", if r.constant then some "true" else none),
      ("vectors", some (str "demand.txt"))] ++ proofFields p)
  let lattice := (proven latticeGroups latticeProofs).map fun (r, p) =>
    obj ([("operation", some (str (latticeName r.operation))), ("vectors", some (str (if r.operation = .clamp then "binary.txt" else "lattice.txt")))] ++ proofFields p)
  let best := (proven bestGroups bestProofs).map fun (r, p) =>
    obj (opFields r.op ++ [("domain", some (str (domain r.domain))), ("of", some (str r.extent.text))] ++ proofFields p)
  let join := (proven joinGroups joinProofs).map fun (r, p) =>
    obj ([("operation", some (str "join")), ("domain", some (str (domain r.domain))), ("of", some (str Extent.all.text))] ++ proofFields p)
  "{\"format\": \"tuffy-facts\", \"version\": 1, \"lean\": " ++ str lean ++
    ",\n \"forward\": " ++ listOf forward ++ ",\n \"edge\": " ++ listOf edge ++ ",\n \"demand\": " ++ listOf demand ++
    ",\n \"lattice\": " ++ listOf lattice ++ ",\n \"best\": " ++ listOf (best ++ join) ++ "}\n"

/-! ### what may be wrong -/

/-- An axiom that is not Lean's, or the name of something else. -/
def proofFaults (what : String) (p : Proof) (names : List String) : List String :=
  (if p.foreign.isEmpty then [] else [s!"{what}: its proof {p.name} rests on {", ".intercalate p.foreign}"]) ++
  if names.any fun n => p.name.endsWith ("." ++ n) then [] else [s!"{what}: its proof has another name: {p.name}"]

def factFaults : List String :=
  let forward := proven forwardGroups forwardProofs
  let edge := proven edgeGroups edgeProofs
  let demand := proven demandGroups demandProofs
  forward.flatMap (fun (r, p) => proofFaults s!"fact of {r.op.name}" p [entryName r.op]) ++
  edge.flatMap (fun (r, p) => proofFaults s!"edge of {r.op.name}" p [entryName r.op]) ++
  demand.flatMap (fun (r, p) => proofFaults s!"demand of {r.op.name}" p
    [entryName r.op, entryName r.op ++ s!"_{r.operand}", entryName r.op ++ s!"_const_{r.operand}"]) ++
  (proven latticeGroups latticeProofs).flatMap (fun (r, p) => proofFaults s!"lattice {latticeName r.operation}" p [latticeName r.operation]) ++
  (proven bestGroups bestProofs).flatMap (fun (r, p) => proofFaults s!"best of {r.op.name}" p [entryName r.op]) ++
  (proven joinGroups joinProofs).flatMap (fun (r, p) => proofFaults s!"best join of {domain r.domain}" p [domain r.domain]) ++
  -- An entry says something, and there is one where something is said.
  forward.filterMap (fun (r, _) => if (domains r).isEmpty then some s!"fact of {r.op.name}: it says nothing" else none) ++
  Op.all.filterMap (fun o => if (domains (.of o)).isEmpty || forward.any (·.1.op == o) then none else some s!"fact of {o.name}: there is a rule and no entry") ++
  Op.all.filterMap fun o => if (forward.filter (·.1.op == o)).length ≤ 1 then none else some s!"fact of {o.name}: there are two entries"

end Tuffy.Export
