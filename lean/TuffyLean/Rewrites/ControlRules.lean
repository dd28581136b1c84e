import TuffyLean.Rewrites.Mono
import TuffyLean.IR.Memory

/-!
Rules about terminators as data, and what it means that one is sound.

A terminator of a rule goes to named blocks, or to a block of which the rule sees all there is: it
has parameters and another terminator. Where a terminator goes, with which values, or that it is
undefined, is its meaning (`CTerm.eval`); `ControlRule.Sound` says that the replacement goes where the
pattern went, with values that refine. Undefined behaviour of the pattern allows anything.
-/
namespace Tuffy

/-- Terminators of rules. -/
inductive CTerm where
  /-- to a block that the rule knows nothing of -/
  | br (block : String) (args : List Term)
  /-- to a block that has these parameters and nothing but this terminator -/
  | through (params : List String) (args : List Term) (body : CTerm)
  | brif (c : Term) (t e : CTerm)
  /-- cases are constants -/
  | switch (v : Term) (cases : List (CExpr × CTerm)) (default : CTerm)
  | unreachable
  | trap

/-- Where control goes. -/
inductive Goes where
  | block (name : String) (args : List Value)
  | trap

/-- Values in order for names in order; a name without a value is poison. -/
def Env.setAll (e : Env) : List String → List Value → Env
  | [], _ => e
  | x :: xs, [] => (e.set x .poison).setAll xs []
  | x :: xs, v :: vs => (e.set x v).setAll xs vs

mutual
/-- What a terminator does. `brif` and `switch` in a target position stand for the branch to a block. -/
def CTerm.eval (e : Env) : CTerm → Exec Goes
  | .br b args => .ok (.block b (Term.evalList e args))
  | .through ps args body => body.eval (e.setAll ps (Term.evalList e args))
  | .brif c t f => match c.eval e with
    | .bool true => t.eval e
    | .bool false => f.eval e
    | _ => .ub .branchPoison
  | .switch v cs d => match v.eval e with
    | .int n => CTerm.pick e n cs (d.eval e)
    | _ => .ub .switchPoison
  | .unreachable => .ub .unreachable
  | .trap => .ok .trap
def CTerm.pick (e : Env) (n : Int) : List (CExpr × CTerm) → Exec Goes → Exec Goes
  | [], d => d
  | (c, t) :: cs, d => if n = c.eval e then t.eval e else CTerm.pick e n cs d
end

/-- The same place, with better values. -/
def Goes.refines : Goes → Goes → Prop
  | .block a vs, .block b us => a = b ∧ RefinesList vs us
  | .trap, .trap => True
  | _, _ => False

structure ControlRule where
  name : String
  doc : String
  lhs : CTerm
  rhs : CTerm
  pre : List Pre := []

/-- The rule may be applied. -/
def ControlRule.Sound (r : ControlRule) : Prop :=
  ∀ e : Env, Pre.all e r.pre → Exec.refines Goes.refines (r.rhs.eval e) (r.lhs.eval e)

mutual
/-- What a terminator mentions that is not bound in it, and the blocks that it goes to. -/
def CTerm.names : CTerm → List String × Names
  | .br b args => ([b], Term.namesList args)
  | .through ps args body =>
    let (bs, n) := body.names
    (bs, (Term.namesList args).append { n with vars := n.vars.filter (!ps.contains ·) })
  | .brif c t f => (t.names.1 ++ f.names.1, (c.names.append t.names.2).append f.names.2)
  | .switch v cs d => ((CTerm.namesList cs).1 ++ d.names.1, (v.names.append (CTerm.namesList cs).2).append d.names.2)
  | .unreachable | .trap => ([], {})
def CTerm.namesList : List (CExpr × CTerm) → List String × Names
  | [] => ([], {})
  | (c, t) :: cs => (t.names.1 ++ (CTerm.namesList cs).1, ((⟨[], c.names, []⟩ : Names).append t.names.2).append (CTerm.namesList cs).2)
end

/-- Everything that the replacement mentions, the pattern binds. -/
def ControlRule.wf (r : ControlRule) : Bool :=
  r.rhs.names.1.all (r.lhs.names.1.contains ·) && r.rhs.names.2.subset r.lhs.names.2
    && r.pre.all (·.names.subset r.lhs.names.2)

/-- A control rule with the proof that it may be applied. -/
structure ControlProven where
  rule : ControlRule
  wf : rule.wf = true := by decide
  sound : rule.Sound

theorem Goes.refines_refl (g : Goes) : g.refines g := by
  cases g with
  | block b vs => exact ⟨rfl, RefinesList.refl vs⟩
  | trap => trivial

theorem Goes.refines_trans {a b c : Goes} (h : a.refines b) (k : b.refines c) : a.refines c := by
  cases a <;> cases b <;> cases c <;> simp only [Goes.refines] at *
  exact ⟨h.1.trans k.1, RefinesList.trans h.2 k.2⟩

/-- It is enough that the replacement does what the pattern does where that is defined. -/
theorem ControlRule.sound_of {r : ControlRule}
    (h : ∀ e g, Pre.all e r.pre → r.lhs.eval e = .ok g → ∃ g', r.rhs.eval e = .ok g' ∧ g'.refines g) : r.Sound :=
  fun e pre g hg => h e g pre hg

namespace Rewrites.Control
open Vars (x p q c d k)

/-- The branch targets of rules. -/
abbrev A : CTerm := .br "A" [.var "a" .any]
abbrev B : CTerm := .br "B" [.var "b" .any]
abbrev C : CTerm := .br "C" [.var "c" .any]

def brif_true : ControlProven where
  rule := { name := "brif_true", doc := "a constant condition", lhs := .brif (.bool true) A B, rhs := A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList] at *
    exact ⟨g, h, Goes.refines_refl g⟩

def brif_false : ControlProven where
  rule := { name := "brif_false", doc := "a constant condition", lhs := .brif (.bool false) A B, rhs := B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList] at *
    exact ⟨g, h, Goes.refines_refl g⟩

def brif_same : ControlProven where
  rule := { name := "brif_same", doc := "both ways are one", lhs := .brif p A A, rhs := A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all <;> exact Goes.refines_refl _
    | _ => simp [hp] at h

def brif_not : ControlProven where
  rule := { name := "brif_not", doc := "the other way round", lhs := .brif (.bnot p) A B, rhs := .brif p B A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList, evalOp] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all [bool1, evalBnot] <;> exact Goes.refines_refl _
    | _ => simp [hp, bool1] at h

def brif_select : ControlProven where
  rule := {
    name := "brif_select"
    doc := "one block, two values: choose the value"
    lhs := .brif p (.br "A" [.var "a" .any]) (.br "A" [.var "b" .any])
    rhs := .br "A" [.select p (.var "a" .any) (.var "b" .any)] }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList, evalOp] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all [select3, evalSelect] <;> subst h <;> exact ⟨rfl, RefinesList.refl _⟩
    | _ => simp [hp] at h

def brif_and : ControlProven where
  rule := {
    name := "brif_and"
    doc := "two branches to one block in a row are one, if the second condition is no worse than the first"
    lhs := .brif p (.through [] [] (.brif q A B)) B
    rhs := .brif (.select p q (.bool false)) A B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList, evalOp, Env.setAll] at *
    cases hp : e.v "p" with
    | bool b =>
      cases b
      · simp_all [select3, evalSelect]; exact Goes.refines_refl _
      · cases hq : e.v "q" with
        | bool b => cases b <;> simp_all [select3, evalSelect] <;> exact Goes.refines_refl _
        | _ => simp [hp, hq] at h
    | _ => simp [hp] at h

def brif_nested : ControlProven where
  rule := {
    name := "brif_nested"
    doc := "the condition is known behind the branch on it"
    lhs := .brif p (.through [] [] (.brif p A B)) C
    rhs := .brif p A C }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList, Env.setAll] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all <;> exact Goes.refines_refl _
    | _ => simp [hp] at h

def brif_unreachable_then : ControlProven where
  rule := {
    name := "brif_unreachable_then"
    doc := "nobody goes to unreachable"
    lhs := .brif p (.through [] [] .unreachable) B
    rhs := B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all; exact Goes.refines_refl _
    | _ => simp [hp] at h

def brif_unreachable_else : ControlProven where
  rule := {
    name := "brif_unreachable_else"
    doc := "nobody goes to unreachable"
    lhs := .brif p A (.through [] [] .unreachable)
    rhs := A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, Term.eval, Term.evalList] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all; exact Goes.refines_refl _
    | _ => simp [hp] at h

def br_thread : ControlProven where
  rule := {
    name := "br_thread"
    doc := "a block that only branches on"
    lhs := .through ["x"] [.var "a" .any] (.br "B" [.var "x" .any])
    rhs := .br "B" [.var "a" .any] }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp [CTerm.eval, Term.eval, Term.evalList, Env.setAll, Env.set] at *
    subst h; exact Goes.refines_refl _

def br_thread_true : ControlProven where
  rule := {
    name := "br_thread_true"
    doc := "a block that only branches on its argument, which is known on this way"
    lhs := .through ["x"] [.bool true] (.brif (.var "x" .bool) A B)
    rhs := A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp [CTerm.eval, Term.eval, Term.evalList, Env.setAll, Env.set] at *
    subst h; exact Goes.refines_refl _

def br_thread_false : ControlProven where
  rule := {
    name := "br_thread_false"
    doc := "a block that only branches on its argument, which is known on this way"
    lhs := .through ["x"] [.bool false] (.brif (.var "x" .bool) A B)
    rhs := B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp [CTerm.eval, Term.eval, Term.evalList, Env.setAll, Env.set] at *
    subst h; exact Goes.refines_refl _

def switch_none : ControlProven where
  rule := { name := "switch_none", doc := "no cases", lhs := .switch x [] A, rhs := A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, CTerm.pick, Term.eval, Term.evalList] at *
    cases hx : e.v "x" with
    | int n => simp_all; exact Goes.refines_refl _
    | _ => simp [hx] at h

def switch_one : ControlProven where
  rule := {
    name := "switch_one"
    doc := "one case is a comparison"
    lhs := .switch x [(c, A)] B
    rhs := .brif (.icmp .eq x c) A B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, CTerm.pick, Term.eval, Term.evalList, CExpr.eval, evalOp] at *
    cases hx : e.v "x" with
    | int n =>
      by_cases hn : n = e.c "c"
      · simp_all [int2, evalICmp, Pred.holds]; exact Goes.refines_refl _
      · simp_all [int2, evalICmp, Pred.holds]; exact Goes.refines_refl _
    | _ => simp [hx] at h

def switch_const_hit : ControlProven where
  rule := {
    name := "switch_const_hit"
    doc := "the first case is the constant"
    lhs := .switch (.calc c) [(d, A)] B
    rhs := A
    pre := [.cmp .eq c d] }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, CTerm.pick, Term.eval, Term.evalList, CExpr.eval, Pre.all, Pre.holds, Pred.holds] at *
    simp_all; exact Goes.refines_refl _

def switch_default_case : ControlProven where
  rule := {
    name := "switch_default_case"
    doc := "a case that goes where the others go"
    lhs := .switch x [(c, A), (d, B)] B
    rhs := .switch x [(c, A)] B }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, CTerm.pick, Term.eval, Term.evalList, CExpr.eval] at *
    cases hx : e.v "x" with
    | int n =>
      by_cases hn : n = e.c "c" <;> simp_all <;> exact Goes.refines_refl _
    | _ => simp [hx] at h

def switch_bool : ControlProven where
  rule := {
    name := "switch_bool"
    doc := "a switch on a bool made an int"
    lhs := .switch (.boolToInt p) [(0, A)] B
    rhs := .brif p B A }
  sound := by
    apply ControlRule.sound_of; intro e g pre h
    simp only [CTerm.eval, CTerm.pick, Term.eval, Term.evalList, CExpr.eval, evalOp] at *
    cases hp : e.v "p" with
    | bool b => cases b <;> simp_all [bool1, evalBoolToInt] <;> exact Goes.refines_refl _
    | _ => simp [hp, bool1] at h

def rules : List ControlProven := [brif_true, brif_false, brif_same, brif_not, brif_select, brif_and, brif_nested,
  brif_unreachable_then, brif_unreachable_else, br_thread, br_thread_true, br_thread_false, switch_none, switch_one,
  switch_const_hit, switch_default_case, switch_bool]

end Rewrites.Control
end Tuffy
