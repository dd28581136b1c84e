import TuffyLean.Rewrites.Rule
import TuffyLean.Target.X86.Machine

/-!
Selection rules as data, and what it means that one is sound.

A rule says: where the IR has `pat`, its variables are held by registers as `ops` says and the
facts `pre` are known, `code` makes the value of `pat` as `out` says. One rule serves several
operand sizes: `.sz` in the code is the size, the constant `W` its number of bits.

`SelRule.Sound` speaks about exactly this data. The code must not be stuck *whatever the
registers hold*, poison operands included, unless an operand is required to be `defined`; where
the value of the pattern is poison the result may be anything. Operands are never written: that
is part of `SelRule.wf`, and `Inst.writes` is proven right in `Frame.lean`.
-/
namespace Tuffy.X86

/-- An operand size in a rule: that of the rule, or a fixed one. -/
inductive WExpr where
  | sz
  | b8 | b16 | b32 | b64
deriving DecidableEq, Repr

def WExpr.at (w : Width) : WExpr → Width
  | .sz => w
  | .b8 => .b8 | .b16 => .b16 | .b32 => .b32 | .b64 => .b64

/-- How a register holds an operand. -/
inductive Hold where
  /-- an integer: the low bits are its own, modulo 2 to that size -/
  | int (w : WExpr)
  /-- a bool: the lowest byte is 0 or 1 -/
  | bool
  /-- an integer that is known not to be poison -/
  | defined (w : WExpr)
  /-- the count of a shift or rotation, in `cl`, modulo 256 -/
  | cl
deriving DecidableEq, Repr

/-- Where the value of the pattern is afterwards. -/
inductive Out where
  /-- an integer, in the low bits of `out` -/
  | int (w : WExpr)
  /-- a bool as 0 or 1, in the lowest byte of `out` -/
  | bool
  /-- a bool, as a condition on the flags -/
  | cond (c : Cc)
deriving DecidableEq, Repr

/-- An instruction of a rule. -/
abbrev Code := Inst WExpr CExpr

def Src.inst (e : Env) : Src CExpr → Src Int
  | .reg r => .reg r
  | .imm v => .imm (v.eval e)

def Count.inst (e : Env) : Count CExpr → Count Int
  | .imm v => .imm (v.eval e)
  | .cl => .cl

/-- The instruction for an operand size and the constants of a match. -/
def Inst.inst (u : Width) (e : Env) : Code → Inst Width Int
  | .mov w d a => .mov (w.at u) d (a.inst e)
  | .movzx w v d a => .movzx (w.at u) (v.at u) d a
  | .movsx w v d a => .movsx (w.at u) (v.at u) d a
  | .lea w d b i k disp => .lea (w.at u) d b i k (disp.eval e)
  | .alu o w d a => .alu o (w.at u) d (a.inst e)
  | .un o w d => .un o (w.at u) d
  | .imul w d a => .imul (w.at u) d a
  | .imul3 w d a v => .imul3 (w.at u) d a (v.eval e)
  | .mulWide g w a => .mulWide g (w.at u) a
  | .div w a => .div (w.at u) a
  | .idiv w a => .idiv (w.at u) a
  | .cwd w => .cwd (w.at u)
  | .shift o w d n => .shift o (w.at u) d (n.inst e)
  | .dshift o w d a n => .dshift o (w.at u) d a (n.inst e)
  | .scan o w d a => .scan o (w.at u) d a
  | .bswap w d => .bswap (w.at u) d
  | .andn w d a b => .andn (w.at u) d a b
  | .bextr w d a b => .bextr (w.at u) d a b
  | .shx o w d a n => .shx o (w.at u) d a n
  | .setcc c d => .setcc c d
  | .cmov c w d a => .cmov c (w.at u) d a

structure SelRule where
  name : String
  doc : String
  /-- the operand sizes at which the rule may be used -/
  widths : List Width
  pat : Term
  ops : List (String × Hold)
  pre : List Pre := []
  out : Out := .int .sz
  code : List Code

/-- `P` of the bool in a value; nothing is claimed of poison. -/
def _root_.Tuffy.Value.boolFact (v : Value) (P : Bool → Prop) : Prop := ∀ b, v = .bool b → P b

def Hold.holds (u : Width) (s : State) (x : String) (v : Value) : Hold → Prop
  | .int w => v.fact fun i => s.get (w.at u) (.opnd x) = Bits.zext i (w.at u).bits
  | .bool => v.boolFact fun b => s.get .b8 (.opnd x) = if b then 1 else 0
  | .defined w => v ≠ .poison ∧ v.fact fun i => s.get (w.at u) (.opnd x) = Bits.zext i (w.at u).bits
  | .cl => v.fact fun i => s.get .b8 (.gpr .rcx) = Bits.zext i 8

def Hold.all (u : Width) (e : Env) (s : State) : List (String × Hold) → Prop
  | [] => True
  | (x, h) :: l => h.holds u s x (e.v x) ∧ Hold.all u e s l

def Out.holds (u : Width) (s : State) (v : Value) : Out → Prop
  | .int w => v.fact fun i => s.get (w.at u) .out = Bits.zext i (w.at u).bits
  | .bool => v.boolFact fun b => s.get .b8 .out = if b then 1 else 0
  | .cond c => v.boolFact fun b => X86.cond c s.flags = some b

/-- The code does not get stuck and makes the value of the pattern. -/
def SelRule.Sound (r : SelRule) : Prop :=
  ∀ u ∈ r.widths, ∀ (e : Env) (s : State), e.c "W" = u.bits →
    r.pat.typed e → Pre.all e r.pre → Hold.all u e s r.ops →
      ∃ t, run (r.code.map (Inst.inst u e)) s = some t ∧ r.out.holds u t (r.pat.eval e)

/-! ### well-formedness, decidable -/

def Reg.isOpnd : Reg → Bool
  | .opnd _ => true
  | _ => false

/-- Constants without a computation. -/
def Src.consts : Src CExpr → List String
  | .imm v => v.names
  | .reg _ => []
def Count.consts : Count CExpr → List String
  | .imm v => v.names
  | .cl => []
def Inst.consts : Code → List String
  | .mov _ _ a | .alu _ _ _ a => a.consts
  | .lea _ _ _ _ _ v | .imul3 _ _ _ v => v.names
  | .shift _ _ _ n | .dshift _ _ _ _ n => n.consts
  | _ => []

def SelRule.bound (r : SelRule) : Names := r.pre.foldl (fun a p => a.append p.binds) r.pat.names

/-- The pattern can be matched, its variables have holders, constants of facts and code are bound,
operands are not written, and the instructions exist at every size of the rule. -/
def SelRule.wf (r : SelRule) : Bool :=
  let consts := "W" :: r.bound.consts
  r.pat.matchable && r.pat.arityOK
    && r.pat.names.vars.all (r.ops.map (·.1)).contains
    && r.pre.all (fun p => p.names.vars.all r.pat.names.vars.contains && p.names.consts.all consts.contains)
    && r.code.all (fun i => i.consts.all consts.contains && i.writes.all (!·.isOpnd)
      && r.widths.all fun u => (i.inst u ⟨fun _ => .poison, fun _ => 0, fun _ => []⟩).shapeOk)

/-- A rule with the proof that its code is right. -/
structure ProvenSel where
  rule : SelRule
  wf : rule.wf = true
  sound : rule.Sound

end Tuffy.X86
