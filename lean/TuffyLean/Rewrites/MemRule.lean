import TuffyLean.IR.MemoryMono
import TuffyLean.Rewrites.Mono

/-!
Rules about memory as data, and what it means that one is sound.

A pattern is a short sequence of instructions that follow each other on the chain of memory tokens;
the replacement is a sequence that takes their place. Operands are terms over the values that
matching binds; addresses are a variable and a constant distance. `MemRule.Sound` speaks about
exactly that data: in every environment and well-formed memory that satisfy the preconditions,
running the replacement refines running the pattern. `MemRule.Sound.within` adds what a program needs:
the same in any later, better state.
-/
namespace Tuffy

/-- The type that an access of a rule has. Floats, and types that a rule does not care for, are `var`. -/
inductive RTy where
  | int (n : CExpr)
  | bool
  | ptr
  | bytes (n : CExpr)
  | var (name : String)
deriving DecidableEq, Repr

/-- A pointer variable moved by a constant. -/
structure Addr where
  base : String
  off : CExpr := .lit 0
deriving DecidableEq, Repr

/-- The instructions of rules. `value` and `poison` name values, they need no instruction. -/
inductive MInst where
  | value (r : String) (t : Term)
  | poison (r : String)
  | load (r : String) (t : RTy) (p : Addr) (align : CExpr)
  | store (t : RTy) (v : Term) (p : Addr) (align : CExpr)
  | memset (p : Addr) (b n : Term) (align : CExpr)
  | memcpy (d s : Addr) (n : Term) (align : CExpr)
  | memmove (d s : Addr) (n : Term) (align : CExpr)
  | slot (r : String) (size align : CExpr)
  | free (p : Addr)

/-- A number of bytes. -/
inductive Len where
  | of (t : RTy)
  | const (n : CExpr)
deriving DecidableEq, Repr

/-- Preconditions of memory rules. -/
inductive MPre where
  /-- about constants and integer variables -/
  | scalar (p : Pre)
  /-- The type is none of those that are read off the low bytes of an int. -/
  | notInt (t : String)
  | notPtr (t : String)
  | notBytes (t : String)
  /-- The variable has the type, which the verifier knows. -/
  | hasType (x : String) (t : RTy)
  /-- `0 ≤ off` and `off + a ≤ b` -/
  | within (off : CExpr) (a b : Len)
  /-- at least one byte -/
  | nonempty (a : Len)
  /-- What alias analysis has to show: no byte of the one range is in the other. -/
  | disjoint (p : Addr) (a : Len) (q : Addr) (b : Len)

structure MemRule where
  name : String
  doc : String
  lhs : List MInst
  rhs : List MInst
  pre : List MPre := []

/-! ### meaning -/

/-- What matching has bound: values, constants, annotations, types, and the choice of addresses. -/
structure MEnv where
  toEnv : Env
  ty : String → Acc
  place : Place

def MEnv.set (e : MEnv) (r : String) (v : Value) : MEnv := { e with toEnv := e.toEnv.set r v }

def RTy.eval (e : MEnv) : RTy → Acc
  | int n => .int (n.eval e.toEnv).toNat
  | bool => .bool
  | ptr => .ptr
  | bytes n => .bytes (n.eval e.toEnv).toNat
  | var t => e.ty t

def Len.eval (e : MEnv) : Len → Nat
  | of t => (t.eval e).size
  | const n => (n.eval e.toEnv).toNat

/-- `ptradd`. -/
def movePtr (v : Value) (d : Int) : Value :=
  match v with
  | .ptr p => .ptr (p.move d)
  | _ => .poison

def Addr.eval (e : MEnv) (a : Addr) : Value :=
  if a.off.eval e.toEnv = 0 then e.toEnv.v a.base else movePtr (e.toEnv.v a.base) (a.off.eval e.toEnv)

/-- One instruction. -/
def MInst.run (e : MEnv) (m : Memory) : MInst → Exec (MEnv × Memory)
  | value r t => .ok (e.set r (t.eval e.toEnv), m)
  | poison r => .ok (e.set r .poison, m)
  | load r t p al => (execLoad m (p.eval e) (t.eval e) (al.eval e.toEnv).toNat).bind fun v => .ok (e.set r v, m)
  | store t v p al =>
    (execStore m (v.eval e.toEnv) (p.eval e) (t.eval e) (al.eval e.toEnv).toNat).bind fun m => .ok (e, m)
  | memset p b n al =>
    (execMemSet m (p.eval e) (b.eval e.toEnv) (n.eval e.toEnv) (al.eval e.toEnv).toNat).bind fun m => .ok (e, m)
  | memcpy d s n al =>
    (execMemCpy m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat).bind fun m => .ok (e, m)
  | memmove d s n al =>
    (execMemMove m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat).bind fun m => .ok (e, m)
  | slot r size al => match e.place m.layout (size.eval e.toEnv).toNat (al.eval e.toEnv).toNat with
    | some base =>
      let (m', v) := execAlloc m base (size.eval e.toEnv).toNat (al.eval e.toEnv).toNat
      .ok (e.set r v, m')
    | none => .limit
  | free p => (execFree m (p.eval e)).bind fun m => .ok (e, m)

/-- One after the other. -/
def MInst.runAll (e : MEnv) (m : Memory) : List MInst → Exec (MEnv × Memory)
  | [] => .ok (e, m)
  | i :: is => (i.run e m).bind fun s => runAll s.1 s.2 is

def MPre.holds (e : MEnv) (m : Memory) : MPre → Prop
  | scalar p => p.holds e.toEnv
  | notInt t => ∀ n, e.ty t ≠ .int n
  | notPtr t => e.ty t ≠ .ptr
  | notBytes t => ∀ n, e.ty t ≠ .bytes n
  | hasType x t => (t.eval e).has (e.toEnv.v x)
  | within off a b => 0 ≤ off.eval e.toEnv ∧ (off.eval e.toEnv).toNat + a.eval e ≤ b.eval e
  | nonempty a => 0 < a.eval e
  | disjoint p a q b => ∀ i o j k, reach m (p.eval e) (a.eval e) 1 false = .ok (i, o) →
      reach m (q.eval e) (b.eval e) 1 false = .ok (j, k) → Memory.Disjoint i o (a.eval e) j k (b.eval e)

def MPre.all (e : MEnv) (m : Memory) : List MPre → Prop
  | [] => True
  | p :: ps => p.holds e m ∧ MPre.all e m ps

/-- The names that instructions define. -/
def MInst.defs : List MInst → List String
  | [] => []
  | .value r _ :: is | .poison r :: is | .load r _ _ _ :: is | .slot r _ _ :: is => r :: defs is
  | _ :: is => defs is

/-- A later state: a better memory, better values for the names in use. -/
def Better (names : List String) (after before : MEnv × Memory) : Prop :=
  after.2.refines before.2 ∧ ∀ r ∈ names, after.1.toEnv.v r ⊑ before.1.toEnv.v r

/-- The rule may be applied. -/
def MemRule.Sound (r : MemRule) : Prop :=
  ∀ (e : MEnv) (m : Memory), m.WF → e.place.Valid → MPre.all e m r.pre →
    Exec.refines (Better (MInst.defs r.lhs)) (MInst.runAll e m r.rhs) (MInst.runAll e m r.lhs)

/-! ### well-formedness: what the matcher needs, decidable -/

/-- What a rule mentions. -/
structure MNames where
  vars : List String := []
  consts : List String := []
  types : List String := []

def MNames.append (a b : MNames) : MNames := ⟨a.vars ++ b.vars, a.consts ++ b.consts, a.types ++ b.types⟩
def MNames.subset (a b : MNames) : Bool :=
  a.vars.all (b.vars.contains ·) && a.consts.all (b.consts.contains ·) && a.types.all (b.types.contains ·)

def CExpr.mnames (c : CExpr) : MNames := ⟨[], c.names, []⟩
def Term.mnames (t : Term) : MNames := ⟨t.names.vars, t.names.consts, []⟩
def RTy.mnames : RTy → MNames
  | int n | bytes n => n.mnames
  | bool | ptr => {}
  | var t => ⟨[], [], [t]⟩
def Addr.mnames (a : Addr) : MNames := ⟨[a.base], a.off.names, []⟩
def Len.mnames : Len → MNames
  | of t => t.mnames
  | const n => n.mnames

/-- What an instruction reads. -/
def MInst.uses : MInst → MNames
  | value _ t => t.mnames
  | poison _ => {}
  | load _ t p al => (t.mnames.append p.mnames).append al.mnames
  | store t v p al => ((t.mnames.append v.mnames).append p.mnames).append al.mnames
  | memset p b n al => ((p.mnames.append b.mnames).append n.mnames).append al.mnames
  | memcpy d s n al | memmove d s n al => ((d.mnames.append s.mnames).append n.mnames).append al.mnames
  | slot _ size al => size.mnames.append al.mnames
  | free p => p.mnames

def MPre.names : MPre → MNames
  | scalar p => ⟨p.names.vars, p.names.consts, []⟩
  | notInt t | notPtr t | notBytes t => ⟨[], [], [t]⟩
  | hasType x t => MNames.append ⟨[x], [], []⟩ t.mnames
  | within off a b => (off.mnames.append a.mnames).append b.mnames
  | nonempty a => a.mnames
  | disjoint p a q b => ((p.mnames.append a.mnames).append q.mnames).append b.mnames

/-- All that instructions mention, results among the variables. -/
def MInst.names (is : List MInst) : MNames :=
  is.foldl (fun a i => a.append i.uses) ⟨MInst.defs is, [], []⟩

/-- Instructions that are in a program: the pattern may not name values in other ways. -/
def MInst.isReal : MInst → Bool
  | value _ _ | poison _ => false
  | _ => true

/-- Each name is defined before it is used, once, and nothing else is used than what is bound. -/
def MInst.inScope : (bound : List String) → List MInst → Bool
  | _, [] => true
  | bound, i :: is => i.uses.vars.all (bound.contains ·) && (defs [i]).all (!bound.contains ·) && inScope (bound ++ defs [i]) is

/-- The variables that a pattern gets from outside. -/
def MInst.inputs (is : List MInst) : List String :=
  (is.foldl (fun a i => a.append i.uses) ({} : MNames)).vars.filter (!(defs is).contains ·)

/-- The rule can be matched and built: the pattern is instructions, the replacement defines what the
pattern did, everything it uses is bound. -/
def MemRule.wf (r : MemRule) : Bool :=
  !r.lhs.isEmpty && r.lhs.all MInst.isReal && (MInst.defs r.lhs).all ((MInst.defs r.rhs).contains ·)
    && MInst.inScope (MInst.inputs r.lhs) r.lhs && MInst.inScope (MInst.inputs r.lhs) r.rhs
    && (MInst.names r.rhs).consts.all ((MInst.names r.lhs).consts.contains ·)
    && (MInst.names r.rhs).types.all ((MInst.names r.lhs).types.contains ·)
    && r.pre.all (·.names.subset (MInst.names r.lhs))

/-- A memory rule with the proof that it may be applied. -/
structure MemProven where
  rule : MemRule
  wf : rule.wf = true
  sound : rule.Sound

/-! ### writing rules -/

namespace MemVars
abbrev p : Addr := ⟨"p", .lit 0⟩
abbrev q : Addr := ⟨"q", .lit 0⟩
/-- `p` moved by a constant. -/
abbrev pAt (d : CExpr) : Addr := ⟨"p", d⟩
abbrev qAt (d : CExpr) : Addr := ⟨"q", d⟩
abbrev T : RTy := .var "T"
abbrev U : RTy := .var "U"
/-- ints, and constants -/
abbrev x : Term := .var "x" .int
abbrev y : Term := .var "y" .int
abbrev c : CExpr := .const "c"
abbrev d : CExpr := .const "d"
abbrev k : CExpr := .const "k"
abbrev n : CExpr := .const "n"
/-- alignments -/
abbrev a : CExpr := .const "a"
abbrev b : CExpr := .const "b"
/-- values of any type, and results -/
abbrev v : Term := .var "v" .any
abbrev u : Term := .var "u" .any
abbrev r : Term := .var "r" .any
end MemVars

/-! ### tactics -/

/-- An access of a moved pointer. -/
theorem addr_ptr {e : MEnv} {a : Addr} {p : Pointer} {l : List Layout} (wf : LayoutsWF l) {n i o : Nat} {w : Bool}
    (hat : At l p n i o w) (h : a.eval e = .ptr p) :
    ∃ q, e.toEnv.v a.base = .ptr q ∧ p = q.move (a.off.eval e.toEnv) := by
  unfold Addr.eval at h
  split at h
  · rename_i h0; exact ⟨p, h, by rw [h0, Pointer.move_zero (hat.addr wf)]⟩
  · cases hv : e.toEnv.v a.base <;> simp only [hv, movePtr, reduceCtorEq] at h
    cases h; exact ⟨_, rfl, rfl⟩

/-- The address of a pointer moved. -/
theorem addr_move {e : MEnv} {a : Addr} {q : Pointer} (wf : Bits.inU q.addr 64) (h : e.toEnv.v a.base = .ptr q) :
    a.eval e = .ptr (q.move (a.off.eval e.toEnv)) := by
  unfold Addr.eval
  split
  · rename_i h0; rw [h, h0, Pointer.move_zero wf]
  · rw [h, movePtr]

/-- `is` runs to its end, and to a state with the property. -/
def Runs (e : MEnv) (m : Memory) (is : List MInst) (P : MEnv × Memory → Prop) : Prop :=
  ∃ s, MInst.runAll e m is = .ok s ∧ P s

theorem sound_of {r : MemRule} (h : ∀ (e : MEnv) (m : Memory), m.WF → e.place.Valid → MPre.all e m r.pre →
    ∀ s, Runs e m r.lhs (· = s) → Runs e m r.rhs fun s' => Better (MInst.defs r.lhs) s' s) : r.Sound :=
  fun e m wf hp pre s hs => h e m wf hp pre s ⟨s, hs, rfl⟩

section
variable {e : MEnv} {m : Memory} {is : List MInst} {P : MEnv × Memory → Prop} {t : RTy} {p d s : Addr} {al sz : CExpr}
  {v b n : Term} {r : String}

theorem runs_nil : Runs e m [] P ↔ P (e, m) := by simp [Runs, MInst.runAll]
theorem runs_value : Runs e m (.value r v :: is) P ↔ Runs (e.set r (v.eval e.toEnv)) m is P := by
  simp [Runs, MInst.runAll, MInst.run]
theorem runs_poison : Runs e m (.poison r :: is) P ↔ Runs (e.set r .poison) m is P := by
  simp [Runs, MInst.runAll, MInst.run]
theorem runs_load : Runs e m (.load r t p al :: is) P ↔
    ∃ w, execLoad m (p.eval e) (t.eval e) (al.eval e.toEnv).toNat = .ok w ∧ Runs (e.set r w) m is P := by
  cases h : execLoad m (p.eval e) (t.eval e) (al.eval e.toEnv).toNat <;> simp [Runs, MInst.runAll, MInst.run, h]
theorem runs_store : Runs e m (.store t v p al :: is) P ↔
    ∃ k, execStore m (v.eval e.toEnv) (p.eval e) (t.eval e) (al.eval e.toEnv).toNat = .ok k ∧ Runs e k is P := by
  cases h : execStore m (v.eval e.toEnv) (p.eval e) (t.eval e) (al.eval e.toEnv).toNat <;>
    simp [Runs, MInst.runAll, MInst.run, h]
theorem runs_memset : Runs e m (.memset p b n al :: is) P ↔
    ∃ k, execMemSet m (p.eval e) (b.eval e.toEnv) (n.eval e.toEnv) (al.eval e.toEnv).toNat = .ok k ∧ Runs e k is P := by
  cases h : execMemSet m (p.eval e) (b.eval e.toEnv) (n.eval e.toEnv) (al.eval e.toEnv).toNat <;>
    simp [Runs, MInst.runAll, MInst.run, h]
theorem runs_memcpy : Runs e m (.memcpy d s n al :: is) P ↔
    ∃ k, execCopy true m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat = .ok k ∧ Runs e k is P := by
  cases h : execCopy true m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat <;>
    simp [Runs, MInst.runAll, MInst.run, execMemCpy, h]
theorem runs_memmove : Runs e m (.memmove d s n al :: is) P ↔
    ∃ k, execCopy false m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat = .ok k ∧ Runs e k is P := by
  cases h : execCopy false m (d.eval e) (s.eval e) (n.eval e.toEnv) (al.eval e.toEnv).toNat <;>
    simp [Runs, MInst.runAll, MInst.run, execMemMove, h]
theorem runs_slot : Runs e m (.slot r sz al :: is) P ↔
    ∃ base, e.place m.layout (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat = some base ∧
      Runs (e.set r (execAlloc m base (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat).2)
        (execAlloc m base (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat).1 is P := by
  cases h : e.place m.layout (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat <;> simp [Runs, MInst.runAll, MInst.run, h]
theorem runs_free : Runs e m (.free p :: is) P ↔ ∃ k, execFree m (p.eval e) = .ok k ∧ Runs e k is P := by
  cases h : execFree m (p.eval e) <;> simp [Runs, MInst.runAll, MInst.run, h]

theorem size_int (n : Nat) : (Acc.int n).size = n := rfl
theorem size_bool : Acc.bool.size = 1 := rfl
theorem size_ptr : Acc.ptr.size = 8 := rfl
theorem size_bytes (n : Nat) : (Acc.bytes n).size = n := rfl
theorem set_ty (w : Value) : (e.set r w).ty = e.ty := rfl
theorem set_place (w : Value) : (e.set r w).place = e.place := rfl
theorem set_c (w : Value) : (e.set r w).toEnv.c = e.toEnv.c := rfl
theorem set_v (w : Value) (x : String) : (e.set r w).toEnv.v x = if x = r then w else e.toEnv.v x := rfl
theorem addr_zero (e : MEnv) (x : String) : Addr.eval e ⟨x, .lit 0⟩ = e.toEnv.v x := by simp [Addr.eval, CExpr.eval]
theorem addr_set (w : Value) (h : p.base ≠ r) : Addr.eval (e.set r w) p = Addr.eval e p := by
  have hc : p.off.eval (e.set r w).toEnv = p.off.eval e.toEnv :=
    CExpr.eval_congr (e' := (e.set r w).toEnv) (e := e.toEnv) rfl _
  simp only [Addr.eval, hc, set_v, h, if_false]
end

theorem store_ok {m : Memory} (wf : m.WF) {v p : Value} {t : Acc} {al : Nat} {k : Memory} :
    execStore m v p t al = .ok k ↔ ∃ x i o, p = .ptr x ∧ At m.layout x t.size i o true ∧ Aligned x al ∧
      m.write i o (encode t v) = k := by
  simp only [execStore, Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists, reach_ok wf]
  constructor
  · rintro ⟨i, o, ⟨x, h1, h2, h3⟩, h4⟩; exact ⟨x, i, o, h1, h2, h3, h4⟩
  · rintro ⟨x, i, o, h1, h2, h3, h4⟩; exact ⟨i, o, ⟨x, h1, h2, h3⟩, h4⟩

theorem load_ok {m : Memory} (wf : m.WF) {p : Value} {t : Acc} {al : Nat} {v : Value} :
    execLoad m p t al = .ok v ↔ ∃ x i o, p = .ptr x ∧ At m.layout x t.size i o false ∧ Aligned x al ∧
      decode t (m.read i o t.size) = v := by
  simp only [execLoad, Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists, reach_ok wf]
  constructor
  · rintro ⟨i, o, ⟨x, h1, h2, h3⟩, h4⟩; exact ⟨x, i, o, h1, h2, h3, h4⟩
  · rintro ⟨x, i, o, h1, h2, h3, h4⟩; exact ⟨i, o, ⟨x, h1, h2, h3⟩, h4⟩

theorem memset_ok {m : Memory} (wf : m.WF) {p b n : Value} {al : Nat} {k : Memory} :
    execMemSet m p b n al = .ok k ↔ ∃ l c x, n = .int l ∧ 0 ≤ l ∧ b = .int c ∧ p = .ptr x ∧
      (l = 0 ∧ m = k ∨ 0 < l ∧ ∃ i o, At m.layout x l.toNat i o true ∧ Aligned x al ∧
        m.write i o (List.replicate l.toNat (.bits (c % 256).toNat)) = k) := by
  unfold execMemSet
  cases n <;> simp only [bulkLength, Exec.bind_ub, reduceCtorEq, false_and, exists_false]
  rename_i l
  by_cases hl : l < 0
  · simp only [hl, if_true, Exec.bind_ub, reduceCtorEq, false_iff]
    rintro ⟨l', c, x, h, h', _⟩; cases h; omega
  rw [if_neg hl, Exec.bind_ok]
  cases b <;> simp only [reduceCtorEq, false_and, and_false, exists_false]
  rename_i c
  by_cases h0 : l = 0
  · subst h0
    cases p <;> simp [notPoison]
  · rw [if_neg (by omega)]
    simp only [Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists, reach_ok wf]
    constructor
    · rintro ⟨i, o, ⟨x, h1, h2, h3⟩, h4⟩
      exact ⟨l, c, x, rfl, by omega, rfl, h1, .inr ⟨by omega, i, o, h2, h3, h4⟩⟩
    · rintro ⟨l', c', x, h1, _, h3, h4, h5⟩
      cases h1; cases h3
      rcases h5 with ⟨h5, _⟩ | ⟨_, i, o, h6, h7, h8⟩
      · exact absurd h5 h0
      · exact ⟨i, o, ⟨x, h4, h6, h7⟩, h8⟩

theorem copy_ok {m : Memory} (wf : m.WF) {apart : Bool} {d s n : Value} {al : Nat} {k : Memory} :
    execCopy apart m d s n al = .ok k ↔ ∃ l x y, n = .int l ∧ 0 ≤ l ∧ d = .ptr x ∧ s = .ptr y ∧
      (l = 0 ∧ m = k ∨ 0 < l ∧ ∃ i o j q, At m.layout x l.toNat i o true ∧ Aligned x al ∧
        At m.layout y l.toNat j q false ∧ Aligned y al ∧ (apart = true → Memory.Disjoint i o l.toNat j q l.toNat) ∧
        m.write i o (m.read j q l.toNat) = k) := by
  unfold execCopy
  cases n <;> simp only [bulkLength, Exec.bind_ub, reduceCtorEq, false_and, exists_false]
  rename_i l
  by_cases hl : l < 0
  · simp only [hl, if_true, Exec.bind_ub, reduceCtorEq, false_iff]
    rintro ⟨l', x, y, h, h', _⟩; cases h; omega
  rw [if_neg hl, Exec.bind_ok]
  by_cases h0 : l = 0
  · subst h0
    cases d <;> simp [notPoison]
    cases s <;> simp
  · rw [if_neg (by omega)]
    simp only [Exec.bind_eq_ok, Prod.exists, reach_ok wf]
    have ov : ∀ i o j q, (apart && overlaps i o j q l.toNat) = true ↔
        ¬ (apart = true → Memory.Disjoint i o l.toNat j q l.toNat) := by
      intro i o j q
      cases apart <;> simp [overlaps, Memory.Disjoint]
      omega
    constructor
    · rintro ⟨i, o, ⟨x, h1, h2, h3⟩, j, q, ⟨y, h4, h5, h6⟩, h7⟩
      split at h7
      · cases h7
      · rename_i c
        rw [ov] at c
        exact ⟨l, x, y, rfl, by omega, h1, h4, .inr ⟨by omega, i, o, j, q, h2, h3, h5, h6, Classical.not_not.mp c, Exec.ok.inj h7⟩⟩
    · rintro ⟨l', x, y, h1, _, h3, h4, h5⟩
      cases h1
      rcases h5 with ⟨h5, _⟩ | ⟨_, i, o, j, q, h6, h7, h8, h9, h10, h11⟩
      · exact absurd h5 h0
      · refine ⟨i, o, ⟨x, h3, h6, h7⟩, j, q, ⟨y, h4, h8, h9⟩, ?_⟩
        rw [if_neg (by rw [ov]; exact Classical.not_not.mpr h10), h11]

/-- A part of what a store has stored. -/
theorem read_stored {m : Memory} {p : Pointer} {t : Acc} {v : Value} {i o d k : Nat} {w : Bool}
    (h : At m.layout p t.size i o w) (l : d + k ≤ t.size) :
    (m.write i o (encode t v)).read i (o + d) k = ((encode t v).drop d).take k :=
  Memory.read_write_sub (by rw [encode_length]; exact h.fits) (by rw [encode_length]; exact l)

theorem read_stored_all {m : Memory} {p : Pointer} {t : Acc} {v : Value} {i o : Nat} {w : Bool}
    (h : At m.layout p t.size i o w) : (m.write i o (encode t v)).read i o t.size = encode t v := by
  have := read_stored (v := v) (d := 0) (k := t.size) h (by omega)
  rw [Nat.add_zero, List.drop_zero, List.take_of_length_le (by rw [encode_length]; exact Nat.le_refl _)] at this
  exact this

/-- Unfolds rules down to accesses. -/
syntax "mem_simp" (" [" Lean.Parser.Tactic.simpLemma,* "]")? (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| mem_simp $(loc)?) => `(tactic| mem_simp [eq_self] $(loc)?)
  | `(tactic| mem_simp [$ls,*] $(loc)?) => `(tactic| simp only [
    runs_nil, runs_value, runs_poison, runs_load, runs_store, runs_memset, runs_memcpy, runs_memmove, runs_slot, runs_free,
    MInst.defs, MPre.all, MPre.holds, Pre.holds, Pred.holds, RTy.eval, Len.eval, size_int, size_bool, size_ptr, size_bytes,
    CExpr.eval, CExpr.ofNat_def, CExpr.neg_def, CExpr.add_def, CExpr.sub_def, CExpr.mul_def, Term.ofNat_def,
    Term.eval, Term.evalList, set_ty, set_place, set_c, set_v, addr_zero, addr_set,
    List.mem_cons, List.not_mem_nil, or_false, false_or, forall_eq, forall_eq_or_imp,
    Better, and_true, true_and, implies_true, reduceCtorEq, false_implies, not_false_eq_true, ne_eq,
    String.reduceEq, if_true, if_false, reduceIte, Int.toNat_natCast, Int.cast_ofNat_Int, $ls,*] $(loc)?)

end Tuffy
