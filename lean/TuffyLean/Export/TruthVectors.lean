import TuffyLean.Export.FactVectors
import TuffyLean.Facts.FloatRules

/-!
Cases of the rules about truth values, and of results of which only the width is known, in the manner of
`FactVectors.lean`; a truth value is `true`, `false` or `either`:

    truth.txt    band | truth | truth = truth
                 select | truth | fact | fact = fact
                 fp_to_si.sat 8 = fact
    edge.txt     band.true | truth | truth = truth | truth     the operands where it is true
-/
namespace Tuffy.Export.Facts
open Tuffy.Facts

def truths : List (Option Bool) := [none, some true, some false]

def showTruth : Option Bool → String
  | none => "either"
  | some b => toString b

def showAVal : AVal → String
  | .int f => showFact f
  | .bool b => showTruth b
  | .top => "top"

def showCase (name : String) (as : List AVal) (out : List AVal) : String :=
  name ++ String.join (as.map fun a => " | " ++ showAVal a) ++ " = " ++ " | ".intercalate (out.map showAVal) ++ "\n"

def few : List Fact := [.top, .const 0, .const 5, .const (-1), range 0 12, range (-7) (-2), range (-3) 9, .ofRange ⟨some 1, none⟩,
  .ofRange ⟨none, some 0⟩, .ofBits ⟨7, 0⟩, .ofBits ⟨0, 1⟩]

def pairsOf {α : Type} (l : List α) : List (α × α) := l.flatMap fun a => l.map fun b => (a, b)

def truth : String :=
  let case (o : Op) (as : List AVal) := showCase o.name as [forward o as]
  String.join (truths.flatMap fun t => [case .bnot [.bool t], case .boolToInt [.bool t]]) ++
  String.join ((pairsOf truths).flatMap fun (a, b) => [Op.band, .bor, .bxor].map fun o => case o [.bool a, .bool b]) ++
  String.join (few.map fun f => case .intToBool [.int f]) ++
  String.join (truths.flatMap fun t => (pairsOf few).map fun (a, b) => case .select [.bool t, .int a, .int b]) ++
  String.join (truths.flatMap fun t => (pairsOf truths).map fun (a, b) => case .select [.bool t, .bool a, .bool b]) ++
  String.join (Forward.floatRules.flatMap fun r => [(1 : Int), 8, 32, 64, 100].map fun n =>
    showCase s!"{r.op.name} {n}" [] [r.rule [.top, .int (.const n)]])

def edge : String :=
  let case (name : String) (r : EdgeRule) (as : List AVal) :=
    String.join ([true, false].map fun t => showCase s!"{name}.{t}" as (r.assume t as))
  String.join (truths.map fun t => case "not" Edge.not_bool [.bool t]) ++
  String.join ((pairsOf truths).map fun (a, b) => case "band" Edge.band [.bool a, .bool b] ++ case "bor" Edge.bor [.bool a, .bool b]) ++
  String.join (sample.map fun f => case "int_to_bool" Edge.int_to_bool [.int f])

/-- The files with their contents. -/
def truthFiles : List (String × (Unit → String)) := [("truth.txt", fun _ => truth), ("edge.txt", fun _ => edge)]

end Tuffy.Export.Facts
