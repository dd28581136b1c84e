// audit.cjs is the last step of a check: it asks Lean two questions about the compiled files.
// Does the kernel accept every declaration again, in an environment that holds nothing else but
// Lean's library? And which axioms do they rest on? The files are loaded as data, so nothing that
// they define (syntax, macros, initialisers) takes effect. And is what they run what they define? Attributes
// that put other code in the place of a definition are refused, and definitions that the kernel does not see.
//
// A module is audited once: what was accepted is kept by the hash of everything below it, and then
// counts as given for the modules that import it, as Lean's library does (the package does not hold
// the proofs of its theorems).
'use strict';
const fs = require('fs'), path = require('path');
const { sha } = require('./modules.cjs');

const quoted = name => `{ module := \`${name} }`;
// REFUSED are Lean's tables of attributes that make compiled code do something else than the definition says,
// or something at all when a file is imported.
const REFUSED = {
  'Lean.Compiler.implementedByAttr': 'implemented_by', 'Lean.externAttr': 'extern', 'Lean.Compiler.CSimp.ext': 'csimp',
  'Lean.regularInitAttr': 'init', 'Lean.builtinInitAttr': 'builtin_init', 'Lean.exportAttr': 'export',
};
// OPAQUE are the constants that the kernel knows the type of alone, and why they may be: derived text of values, which no
// theorem and no export speaks of; and the owner of an address, of which theorems are to hold whichever it is.
const OPAQUE = ['Tuffy.instReprValue.repr', 'Tuffy.wildcardOwner'];
const STANDARD = ['propext', 'Classical.choice', 'Quot.sound'];

// source is the Lean program that answers for the modules with these names, which may import those
// given. It adds every declaration to a kernel environment itself: Lean.Environment.replay goes through the elaborator's
// environment, which does not bear the private copies of a matcher's lemmas that several files make.
const source = (names, given) => `import Lean.Util.CollectAxioms
import Lean.Util.FoldConsts
import Lean.Elab.Command
open Lean

structure Audit where
  base : Kernel.Environment -- what is given
  env : Kernel.Environment
  seen : NameSet := {}
  checked : Nat := 0

abbrev Decls := Std.HashMap Name ConstantInfo

def addToKernel (d : Declaration) : StateT Audit IO Unit := do
  match (← get).env.addDecl {} d with
  | .ok env => modify fun s => { s with env, checked := s.checked + 1 }
  | .error e => throw <| IO.userError (← (e.toMessageData {}).toString)

/-- Constructors and recursors come with their type; they must be what the files say. -/
def same (a b : ConstantInfo) : Bool := a.levelParams == b.levelParams && a.type == b.type && match a, b with
  | .ctorInfo a, .ctorInfo b => a.induct == b.induct && a.cidx == b.cidx && a.numParams == b.numParams && a.numFields == b.numFields
  | .recInfo a, .recInfo b => a.all == b.all && a.k == b.k && a.rules == b.rules && a.numParams == b.numParams
      && a.numIndices == b.numIndices && a.numMotives == b.numMotives && a.numMinors == b.numMinors
  | .inductInfo a, .inductInfo b => a.ctors == b.ctors && a.numParams == b.numParams && a.numIndices == b.numIndices
  | .ctorInfo _, _ | .recInfo _, _ | .inductInfo _, _ => false
  | _, _ => true

/-- Several files may make the same lemma of a matcher or an equation; its statement must be the same. -/
def agrees (a b : ConstantInfo) : Bool := same a b && match a, b with
  | .defnInfo a, .defnInfo b => a.value == b.value
  | .opaqueInfo a, .opaqueInfo b => a.value == b.value
  | .thmInfo _, .thmInfo _ => true
  | _, _ => false

partial def recheck (decls : Decls) (n : Name) : StateT Audit IO Unit := do
  let some c := decls[n]? | return
  if (← get).seen.contains n || c.isUnsafe || c.isPartial then return
  modify fun s => { s with seen := s.seen.insert n }
  if let some d := (← get).base.find? n then
    unless agrees c d do throw <| IO.userError s!"{n}: is there already, and different"
    return
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

def opaques : List Name := [${OPAQUE.map(n => `\`${n}`).join(', ')}]
def refused : List (Name × String) := [${Object.entries(REFUSED).map(([t, what]) => `(\`${t}, "${what}")`).join(', ')}]

#eval show IO Unit from do
  let given : Array Import := #[${given.map(quoted).join(', ')}]
  let env ← importModules (given ++ #[${names.map(quoted).join(', ')}]) {}
  let lib (m : Name) := [\`Init, \`Std, \`Lean].contains m.getRoot
  let own (c : Name) := match env.getModuleIdxFor? c with
    | some i => !lib env.header.moduleNames[i]!
    | none => true
  let mut imports := given
  let mut decls : Decls := {}
  for (m, data) in env.header.moduleNames.zip env.header.moduleData do
    unless lib m || given.any (·.module == m) do
      for i in data.imports do
        if lib i.module && !imports.any (·.module == i.module) then imports := imports.push i
      for (table, what) in refused do
        if data.entries.any fun (e, es) => e == table && es.size > 0 then
          IO.println s!"REFUSED [{(toString m).quote}, {s!"the attribute {what}".quote}]"
      for c in data.constants do
        decls := decls.insert c.name c
        if c.isUnsafe || (c matches .opaqueInfo _ && !opaques.contains c.name) then
          let what := if c.isUnsafe then "unsafe" else "opaque or partial"
          IO.println s!"REFUSED [{(toString m).quote}, {s!"{c.name}, which is {what}".quote}]"
        if c.name matches .str _ "_unsafe_rec" && !c.isPartial then
          IO.println s!"REFUSED [{(toString m).quote}, {s!"{c.name}, which compiled code takes for its own".quote}]"
  let mut seen : CollectAxioms.State := {}
  for (c, _) in decls do
    let (_, s) := ((CollectAxioms.collect c).run env).run { seen with axioms := #[] }
    for a in s.axioms do
      if own a || (getOriginalConstKind? env a).all (· matches .axiom) then
        IO.println s!"AXIOM [{own a}, {(toString a).quote}, {(toString c).quote}]"
    seen := s
  let base := (← importModules imports {}).toKernelEnv
  let (_, s) ← (decls.toList.forM fun (n, _) => recheck decls n).run { base, env := base }
  for (n, c) in decls do
    unless c.isUnsafe || c.isPartial do
      match s.env.find? n with
      | some d => unless same c d do throw <| IO.userError s!"{n}: not what the kernel makes of it"
      | none => throw <| IO.userError s!"{n}: the kernel does not make it"
  IO.println s!"ACCEPTED {s.checked}"
`;

// verdict reads the program's output: { ok, text, checked, axioms }; text says what is wrong, checked
// is the number of declarations.
function verdict(code, output) {
  const accepted = /^ACCEPTED (\d+)$/m.exec(output);
  if (code !== 0 || !accepted) return { ok: false, text: `the kernel does not accept the files again:\n${output}` };
  const axioms = [...output.matchAll(/^AXIOM (.*)$/gm)].map(m => JSON.parse(m[1]));
  const foreign = axioms.filter(([own, name]) => own || !STANDARD.includes(name));
  const refused = [...output.matchAll(/^REFUSED (.*)$/gm)].map(m => JSON.parse(m[1]));
  if (refused.length) return { ok: false, text: refused.map(([m, what]) => `${m}: ${what}, makes code run that the kernel does not see`).join('\n') };
  if (foreign.length) return { ok: false, text: foreign.map(([, a, user]) => `axiom ${a} is used, for instance by ${user}`).join('\n') };
  return { ok: true, text: '', checked: Number(accepted[1]), axioms: [...new Set(axioms.map(a => a[1]))].sort() };
}

// ask runs one audit.
async function ask(w, name, names, given) {
  const file = path.join(w.build, `${name}.lean`);
  fs.writeFileSync(file, source(names, given));
  const run = await w.lean([file], undefined, 4), r = verdict(run.code, run.lines.map(l => l.text).join(''));
  w.say(`audit of ${names.length} modules ${run.seconds.toFixed(1)} s`);
  return r;
}

// runAudit audits modules that are compiled, listed imports first. What it has accepted it keeps in
// the build directory under their keys. New ones are split into as many parts as may run at a
// time; a part takes those before it as given, which is right because all of them must be accepted.
async function runAudit(w, modules) {
  const log = path.join(w.build, 'audit.json');
  let kept = {};
  try { kept = JSON.parse(fs.readFileSync(log, 'utf8')); } catch { /* none yet */ }
  const keyOf = m => sha(runAudit.version, m.key), all = [...modules.values()];
  const given = all.filter(m => kept[m.name] && kept[m.name].key === keyOf(m)), fresh = all.filter(m => !given.includes(m));
  const parts = split(fresh, w.jobs, m => fs.statSync(path.join(w.build, ...m.name.split('.')) + '.olean').size);
  const names = list => list.map(m => m.name);
  const results = await Promise.all(parts.map((part, n) =>
    ask(w, `audit${n}`, names(part), names([...given, ...parts.slice(0, n).flat()]))));
  const bad = results.filter(r => !r.ok);
  if (bad.length) return { ok: false, text: bad.map(r => r.text).join('\n') };
  parts.forEach((part, n) => part.forEach(m => {
    kept[m.name] = { key: keyOf(m), axioms: results[n].axioms };
  }));
  if (fresh.length) fs.writeFileSync(log, JSON.stringify(kept));
  const axioms = [...new Set(all.flatMap(m => kept[m.name].axioms))].sort(), checked = results.reduce((n, r) => n + r.checked, 0);
  return { ok: true, text: `the kernel accepts all declarations of ${all.length} modules again (now ${checked} of ${fresh.length} modules); axioms: ${axioms.join(', ') || 'none'}` };
}
runAudit.version = sha(source([], []), verdict.toString(), STANDARD.join());

// split cuts a list into at most n parts of about the same weight, in order.
function split(list, n, weight) {
  const parts = [], total = list.reduce((sum, x) => sum + weight(x), 0);
  let sum = 0;
  for (const x of list) {
    const k = Math.min(n - 1, Math.floor(n * sum / total));
    (parts[k] ||= []).push(x);
    sum += weight(x);
  }
  return parts.filter(Boolean);
}

module.exports = { runAudit, ask, verdict, split };
