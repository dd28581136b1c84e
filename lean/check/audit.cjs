// audit.cjs is the last step of a check: it asks Lean two questions about the compiled files.
// Does the kernel accept every declaration again, in an environment that holds nothing else but
// Lean's library? And which axioms do they rest on? The files are loaded as data, so nothing that
// they define (syntax, macros, initialisers) takes effect.
//
// Theorems of Lean's library count as given: the package does not hold their proofs.
'use strict';

const STANDARD = ['propext', 'Classical.choice', 'Quot.sound'];

// source is the Lean program that answers for the modules with these names. It adds every
// declaration to a kernel environment itself: Lean.Environment.replay goes through the elaborator's
// environment, which does not bear the private copies of a matcher's lemmas that several files make.
const source = names => `import Lean.Util.CollectAxioms
import Lean.Util.FoldConsts
import Lean.Elab.Command
open Lean

structure Audit where
  env : Kernel.Environment
  seen : NameSet := {}
  checked : Nat := 0

abbrev Decls := Std.HashMap Name ConstantInfo

def addToKernel (d : Declaration) : StateT Audit IO Unit := do
  match (← get).env.addDecl {} d with
  | .ok env => modify fun s => { s with env, checked := s.checked + 1 }
  | .error e => throw <| IO.userError (← (e.toMessageData {}).toString)

partial def recheck (decls : Decls) (n : Name) : StateT Audit IO Unit := do
  let some c := decls[n]? | return
  if (← get).seen.contains n || c.isUnsafe || c.isPartial then return
  modify fun s => { s with seen := s.seen.insert n }
  if let .inductInfo v := c then -- a mutual group is added as one
    for m in v.all do modify fun s => { s with seen := s.seen.insert m }
  for d in c.getUsedConstantsAsSet do recheck decls d
  match c with
  | .axiomInfo v => addToKernel (.axiomDecl v)
  | .defnInfo v => addToKernel (.defnDecl v)
  | .thmInfo v => addToKernel (.thmDecl v)
  | .opaqueInfo v => addToKernel (.opaqueDecl v)
  | .quotInfo _ => throw <| IO.userError s!"{n}: declares quotients"
  | .ctorInfo v => recheck decls v.induct
  | .recInfo v => for i in v.all do recheck decls i
  | .inductInfo v =>
    let mut types : Array InductiveType := #[]
    for m in v.all do
      let some (.inductInfo i) := decls[m]? | throw <| IO.userError s!"{m}: not an inductive type"
      for d in i.type.getUsedConstants do recheck decls d
      let mut ctors : Array Constructor := #[]
      for k in i.ctors do
        let some (.ctorInfo k) := decls[k]? | throw <| IO.userError s!"{k}: not a constructor"
        for d in k.type.getUsedConstants do recheck decls d
        ctors := ctors.push { name := k.name, type := k.type }
      types := types.push { name := m, type := i.type, ctors := ctors.toList }
    addToKernel (.inductDecl v.levelParams v.numParams types.toList false)

/-- Constructors and recursors come with their type; they must be what the files say. -/
def same (a b : ConstantInfo) : Bool := a.levelParams == b.levelParams && a.type == b.type && match a, b with
  | .ctorInfo a, .ctorInfo b => a.induct == b.induct && a.cidx == b.cidx && a.numParams == b.numParams && a.numFields == b.numFields
  | .recInfo a, .recInfo b => a.all == b.all && a.k == b.k && a.rules == b.rules && a.numParams == b.numParams
      && a.numIndices == b.numIndices && a.numMotives == b.numMotives && a.numMinors == b.numMinors
  | .inductInfo a, .inductInfo b => a.ctors == b.ctors && a.numParams == b.numParams && a.numIndices == b.numIndices
  | .ctorInfo _, _ | .recInfo _, _ | .inductInfo _, _ => false
  | _, _ => true

#eval show IO Unit from do
  let env ← importModules #[${names.map(n => `{ module := \`${n} }`).join(', ')}] {}
  let lib (m : Name) := [\`Init, \`Std, \`Lean].contains m.getRoot
  let own (c : Name) := match env.getModuleIdxFor? c with
    | some i => !lib env.header.moduleNames[i]!
    | none => true
  let mut imports : Array Import := #[]
  let mut decls : Decls := {}
  for (m, data) in env.header.moduleNames.zip env.header.moduleData do
    unless lib m do
      for i in data.imports do
        if lib i.module && !imports.any (·.module == i.module) then imports := imports.push i
      for c in data.constants do
        decls := decls.insert c.name c
  let mut seen : CollectAxioms.State := {}
  for (c, _) in decls do
    let (_, s) := ((CollectAxioms.collect c).run env).run { seen with axioms := #[] }
    for a in s.axioms do
      if own a || (getOriginalConstKind? env a).all (· matches .axiom) then
        IO.println s!"AXIOM [{own a}, {(toString a).quote}, {(toString c).quote}]"
    seen := s
  let base := (← importModules imports {}).toKernelEnv
  let (_, s) ← (decls.toList.forM fun (n, _) => recheck decls n).run { env := base }
  for (n, c) in decls do
    unless c.isUnsafe || c.isPartial do
      match s.env.find? n with
      | some d => unless same c d do throw <| IO.userError s!"{n}: not what the kernel makes of it"
      | none => throw <| IO.userError s!"{n}: the kernel does not make it"
  IO.println s!"ACCEPTED {s.checked}"
`;

// verdict reads the program's output: { ok, text }.
function verdict(code, output) {
  const accepted = /^ACCEPTED (\d+)$/m.exec(output);
  if (code !== 0 || !accepted) return { ok: false, text: `the kernel does not accept the files again:\n${output}` };
  const axioms = [...output.matchAll(/^AXIOM (.*)$/gm)].map(m => JSON.parse(m[1]));
  const foreign = axioms.filter(([own, name]) => own || !STANDARD.includes(name));
  if (foreign.length) return { ok: false, text: foreign.map(([, a, user]) => `axiom ${a} is used, for instance by ${user}`).join('\n') };
  return { ok: true, text: `kernel accepts all ${accepted[1]} declarations again; axioms: ${[...new Set(axioms.map(a => a[1]))].sort().join(', ') || 'none'}` };
}

module.exports = { source, verdict };
