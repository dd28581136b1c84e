import TuffyLean.Export.Mnemonics
import TuffyLean.Export.Proofs
import TuffyLean.Target.X86.Rules

/-!
The selection rules as JSON. Patterns, facts and constants are written as in the rewrite rules.
Registers are `rax` … `r15`, `out`, `tmp0` …, and `$x` for the holder of operand x. A size is a
number of bits or `"W"`, the size of the rule; as a constant, `W` is its number of bits. `writes`
has the registers that the code may change: no other changes (`run_frame`), operands never do
(`operands_kept`).
-/
namespace Tuffy.X86.Export
open Tuffy.Export

def width (w : Width) : String := toString w.bits

def size : WExpr → String
  | .sz => str "W" | .b8 => "8" | .b16 => "16" | .b32 => "32" | .b64 => "64"

def gprName : Gpr → String
  | .rax => "rax" | .rcx => "rcx" | .rdx => "rdx" | .rbx => "rbx" | .rsp => "rsp" | .rbp => "rbp" | .rsi => "rsi"
  | .rdi => "rdi" | .r8 => "r8" | .r9 => "r9" | .r10 => "r10" | .r11 => "r11" | .r12 => "r12" | .r13 => "r13"
  | .r14 => "r14" | .r15 => "r15"

def reg : Reg → String
  | .gpr g => str (gprName g)
  | .opnd x => str ("$" ++ x)
  | .out => str "out"
  | .tmp n => str s!"tmp{n}"

def hold (x : String) (h : Hold) : String :=
  let row (kind : String) (w : Option String) := obj [("var", some (str x)), ("in", some (str kind)), ("size", w)]
  match h with
  | .int w => row "int" (some (size w))
  | .defined w => row "defined" (some (size w))
  | .bool => row "bool" none
  | .cl => row "cl" none

def out : Out → String
  | .int w => obj [("in", some (str "int")), ("size", some (size w))]
  | .bool => obj [("in", some (str "bool"))]
  | .cond c => obj [("in", some (str "flags")), ("cc", some (str (ccName c)))]

def src : Src CExpr → String
  | .reg r => reg r
  | .imm v => obj [("imm", some (expr v))]

def count : Count CExpr → String
  | .imm v => obj [("imm", some (expr v))]
  | .cl => str "rcx"

def opt (r : Option Reg) : String := match r with | some r => reg r | none => "null"

/-- `{"inst": mnemonic, "size": …, "args": […]}`; the destination is the first argument. -/
def inst : Code → String :=
  let row (name : String) (w : Option String) (args : List String) :=
    obj [("inst", some (str name)), ("size", w), ("args", some (arr args))]
  fun
  | .mov w d a => row "mov" (some (size w)) [reg d, src a]
  | .movzx w v d a => obj [("inst", some (str "movzx")), ("size", some (size w)), ("from", some (size v)), ("args", some (arr [reg d, reg a]))]
  | .movsx w v d a => obj [("inst", some (str "movsx")), ("size", some (size w)), ("from", some (size v)), ("args", some (arr [reg d, reg a]))]
  | .lea w d b i k disp => row "lea" (some (size w)) [reg d, opt b, opt i, toString k, obj [("imm", some (expr disp))]]
  | .alu o w d a => row (aluName o) (some (size w)) [reg d, src a]
  | .un o w d => row (unName o) (some (size w)) [reg d]
  | .imul w d a => row "imul" (some (size w)) [reg d, reg a]
  | .imul3 w d a v => row "imul" (some (size w)) [reg d, reg a, obj [("imm", some (expr v))]]
  | .mulWide g w a => row (if g then "imul1" else "mul") (some (size w)) [reg a]
  | .div w a => row "div" (some (size w)) [reg a]
  | .idiv w a => row "idiv" (some (size w)) [reg a]
  | .cwd w => row "cwd" (some (size w)) []
  | .shift o w d n => row (shName o) (some (size w)) [reg d, count n]
  | .dshift o w d a n => row (dshName o) (some (size w)) [reg d, reg a, count n]
  | .scan o w d a => row (scanName o) (some (size w)) [reg d, reg a]
  | .bswap w d => row "bswap" (some (size w)) [reg d]
  | .andn w d a b => row "andn" (some (size w)) [reg d, reg a, reg b]
  | .bextr w d a b => row "bextr" (some (size w)) [reg d, reg a, reg b]
  | .shx o w d a n => row (shxName o) (some (size w)) [reg d, reg a, reg n]
  | .setcc c d => row ("set" ++ ccName c) none [reg d]
  | .cmov c w d a => row ("cmov" ++ ccName c) (some (size w)) [reg d, reg a]

/-- Registers that the code writes, each once. -/
def writes (r : SelRule) : List String :=
  (r.code.flatMap Inst.writes).eraseDups.map reg

/-- A rule, a part a line. -/
def rule (group : String) (r : SelRule) (p : Proof) : String :=
  let field (k v : String) := str k ++ ": " ++ v
  "  {" ++ ", ".intercalate [field "name" (str r.name), field "group" (str group), field "doc" (str r.doc)] ++
    ",\n   " ++ field "widths" (arr (r.widths.map width)) ++ ", " ++ field "operands" (arr (r.ops.map fun (x, h) => hold x h)) ++
    ", " ++ field "out" (out r.out) ++
    ",\n   " ++ field "pattern" (term r.pat) ++
    ",\n   " ++ field "pre" (arr (r.pre.map pre)) ++
    ",\n   " ++ field "code" (arr (r.code.map inst)) ++
    ", " ++ field "writes" (arr (writes r)) ++
    ",\n   " ++ field "theorem" (str p.name) ++ ", " ++ field "axioms" (arr (p.axioms.map str)) ++ "}"

/-- The proofs of `groups`, in its order. -/
def proofs : List (List Proof) := proofs_of% Tuffy.X86.groups

/-- The rules with their group and their proof. -/
def withProofs : List (String × SelRule × Proof) :=
  (groups.zip proofs).flatMap fun ((g, rs), ps) => (rs.zip ps).map fun (r, p) => (g, r.rule, p)

/-- Names that two rules have. -/
def doubles : List String → List String
  | [] => []
  | n :: ns => if ns.contains n then n :: doubles ns else doubles ns

end Export

open Export

/-- What is wrong with the selection rules; none may be exported then. -/
def selectionFaults : List String :=
  (doubles (withProofs.map (·.2.1.name))).map (s!"two selection rules have the name {·}") ++
  withProofs.filterMap (fun (_, r, p) =>
    if p.foreign.isEmpty then none else some s!"selection rule {r.name}: its proof {p.name} rests on {", ".intercalate p.foreign}") ++
  withProofs.filterMap fun (_, r, p) =>
    if p.name.endsWith ("." ++ r.name) then none else some s!"selection rule {r.name}: its proof has another name: {p.name}"

/-- The text of `selection.json`: all selection rules of x86-64. -/
def selectionFile : String :=
  "{\"format\": \"tuffy-selection\", \"version\": 1, \"target\": \"x86_64\", \"lean\": " ++
    Tuffy.Export.str s!"{Lean.version.major}.{Lean.version.minor}.{Lean.version.patch}" ++
  ",\n \"rules\": [\n" ++ ",\n".intercalate (withProofs.map fun (g, r, p) => Export.rule g r p) ++ "\n]}\n"

end Tuffy.X86
