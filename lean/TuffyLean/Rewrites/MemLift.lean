import TuffyLean.Rewrites.MemRule
import TuffyLean.Rewrites.Splice

/-!
A sound memory rule, applied in a block of a program, refines the program's behaviours, with the restrictions below.

`MemRule.Sound` speaks about short sequences over named values. Here a `Binding` says which registers the
names are, `Stands` which instructions of a program are those of a rule, and the rule's soundness becomes
`Splice.Local`: what the exchange of the code has to satisfy. Operands need only have the values that
the rule says when control is there, so that an address may have been computed by a `ptradd` before.
`value` is an instruction without effects that makes the value; a slot of the stack is not lifted.

The program is one that `Splice.lean` speaks about: nowhere in it is `freeze` or `ptrtoint` (`Fits.steady`, `Fits.rest`),
and what it passes to external functions and returns at its end is no poison, no uninit and no aggregate (`Definite`).
-/
namespace Tuffy.Prog

/-- What matching a rule has bound: registers, constants, annotations, types. -/
structure Binding where
  reg : String → Reg
  c : String → Int
  a : String → Annot
  ty : String → Acc

/-- What the names of the rule are in a frame. -/
def Binding.env (σ : Binding) (ch : Choices) (f : Frame) : MEnv :=
  ⟨⟨fun n => f.regs (σ.reg n), σ.c, σ.a⟩, σ.ty, ch.place⟩

/-- Constants and types do not depend on the frame. -/
theorem Binding.const (σ : Binding) (ch : Choices) (x : CExpr) (f g : Frame) :
    x.eval (σ.env ch f).toEnv = x.eval (σ.env ch g).toEnv :=
  CExpr.eval_congr (e' := (σ.env ch f).toEnv) (e := (σ.env ch g).toEnv) rfl x

theorem Binding.type (σ : Binding) (ch : Choices) (t : RTy) (f g : Frame) : t.eval (σ.env ch f) = t.eval (σ.env ch g) := by
  cases t with
  | int n => simp only [RTy.eval]; rw [σ.const ch n f g]
  | bytes n => simp only [RTy.eval]; rw [σ.const ch n f g]
  | _ => rfl

/-- The register of a name that the rule defines. -/
def Binding.res (σ : Binding) (r : String) : Res := ⟨σ.reg r, []⟩

/-- The frames differ at most in the registers that the names have. -/
def Binding.Agrees (σ : Binding) (names : List String) (f f0 : Frame) : Prop :=
  ∀ x, (∀ r ∈ names, x ≠ σ.reg r) → f.regs x = f0.regs x

/-- An instruction of a program stands for one of the rule: where registers are those of `f0`, but for the names that
the rule defines, its operands are what the rule says. -/
inductive Stands (σ : Binding) (ch : Choices) (names : List String) (f0 : Frame) : MInst → Inst → Prop where
  | pure {r : String} {t : Term} {o : Op} {args : List Opd} (hr : r ∈ names)
      (h : ∀ f, σ.Agrees names f f0 → evalOp o (args.map (·.eval f)) = t.eval (σ.env ch f).toEnv) :
      Stands σ ch names f0 (.value r t) (.pure (σ.res r) o args)
  | const {r : String} {t : Term} {v : Value} (hr : r ∈ names)
      (h : ∀ f, σ.Agrees names f f0 → v = t.eval (σ.env ch f).toEnv) : Stands σ ch names f0 (.value r t) (.const (σ.res r) v)
  | poison {r : String} (hr : r ∈ names) : Stands σ ch names f0 (.poison r) (.const (σ.res r) .poison)
  | load {r : String} {t : RTy} {p : Addr} {al : CExpr} {q : Opd} (hr : r ∈ names)
      (h : ∀ f, σ.Agrees names f f0 → q.eval f = p.eval (σ.env ch f)) :
      Stands σ ch names f0 (.load r t p al) (.load (σ.res r) (t.eval (σ.env ch f0)) (al.eval (σ.env ch f0).toEnv).toNat q)
  | store {t : RTy} {v : Term} {p : Addr} {al : CExpr} {x q : Opd}
      (h : ∀ f, σ.Agrees names f f0 → x.eval f = v.eval (σ.env ch f).toEnv ∧ q.eval f = p.eval (σ.env ch f)) :
      Stands σ ch names f0 (.store t v p al) (.store x q (t.eval (σ.env ch f0)) (al.eval (σ.env ch f0).toEnv).toNat)
  | memset {p : Addr} {b n : Term} {al : CExpr} {q x y : Opd}
      (h : ∀ f, σ.Agrees names f f0 → q.eval f = p.eval (σ.env ch f) ∧ x.eval f = b.eval (σ.env ch f).toEnv ∧
        y.eval f = n.eval (σ.env ch f).toEnv) :
      Stands σ ch names f0 (.memset p b n al) (.memset q x y (al.eval (σ.env ch f0).toEnv).toNat)
  | memcpy {d s : Addr} {n : Term} {al : CExpr} {x y z : Opd}
      (h : ∀ f, σ.Agrees names f f0 → x.eval f = d.eval (σ.env ch f) ∧ y.eval f = s.eval (σ.env ch f) ∧
        z.eval f = n.eval (σ.env ch f).toEnv) :
      Stands σ ch names f0 (.memcpy d s n al) (.memcpy x y z (al.eval (σ.env ch f0).toEnv).toNat)
  | memmove {d s : Addr} {n : Term} {al : CExpr} {x y z : Opd}
      (h : ∀ f, σ.Agrees names f f0 → x.eval f = d.eval (σ.env ch f) ∧ y.eval f = s.eval (σ.env ch f) ∧
        z.eval f = n.eval (σ.env ch f).toEnv) :
      Stands σ ch names f0 (.memmove d s n al) (.memmove x y z (al.eval (σ.env ch f0).toEnv).toNat)
  | free {p : Addr} {q : Opd} (h : ∀ f, σ.Agrees names f f0 → q.eval f = p.eval (σ.env ch f)) :
      Stands σ ch names f0 (.free p) (.free q)

/-- Instruction by instruction. -/
inductive StandAll (σ : Binding) (ch : Choices) (names : List String) (f0 : Frame) : List MInst → List Inst → Prop where
  | nil : StandAll σ ch names f0 [] []
  | cons {i : MInst} {c : Inst} {is : List MInst} {cs : List Inst} : Stands σ ch names f0 i c → StandAll σ ch names f0 is cs →
      StandAll σ ch names f0 (i :: is) (c :: cs)

/-- The defined names have registers of their own. -/
def Binding.Fresh (σ : Binding) (names : List String) : Prop := ∀ r ∈ names, ∀ n, σ.reg n = σ.reg r → n = r

variable {σ : Binding} {ch : Choices} {names : List String} {f0 : Frame}

theorem Binding.env_set (fresh : σ.Fresh names) {r : String} (hr : r ∈ names) (f : Frame) (v : Value) :
    σ.env ch (f.set (σ.res r) v) = (σ.env ch f).set r v := by
  have : (fun n => setReg f.regs (σ.res r) v (σ.reg n)) = fun n => if n = r then v else f.regs (σ.reg n) := by
    funext n
    simp only [setReg, Binding.res, Annot.check_nil]
    by_cases c : n = r
    · subst c; simp
    · rw [if_neg (fun e => c (fresh r hr n e)), if_neg c]
  simp only [Binding.env, MEnv.set, Env.set, Frame.set, this]

theorem Binding.Agrees.refl (σ : Binding) (names : List String) (f : Frame) : σ.Agrees names f f := fun _ _ => rfl

theorem Binding.Agrees.set {f : Frame} (h : σ.Agrees names f f0) {r : String} (hr : r ∈ names) (v : Value) :
    σ.Agrees names (f.set (σ.res r) v) f0 := by
  intro x hx
  simp only [Frame.set, setReg, Binding.res]
  rw [if_neg (hx r hr)]
  exact h x hx

/-- What an instruction leaves alone. -/
structure Kept (σ : Binding) (names : List String) (f1 f f0 : Frame) : Prop where
  agrees : σ.Agrees names f1 f0
  func : f1.func = f.func
  block : f1.block = f.block
  slots : f1.slots = f.slots
  dest : f1.dest = f.dest
  frozen : f1.frozen = f.frozen

/-- An instruction does what the one of the rule does. -/
theorem Stands.exec (fresh : σ.Fresh names) {i : MInst} {c : Inst} (h : Stands σ ch names f0 i c) {f : Frame}
    (hf : σ.Agrees names f f0) (region : Nat) (m : Memory) :
    i.run (σ.env ch f) m = (c.exec ch region m f).map (fun s => (σ.env ch s.2, s.1)) ∧
      ∀ s, c.exec ch region m f = .ok s → Kept σ names s.2 f f0 := by
  have keep : ∀ {x : Exec Memory} (s : Memory × Frame), x.map (fun m => (m, f)) = .ok s → Kept σ names s.2 f f0 := by
    intro x s e
    rw [Exec.map_eq_ok] at e
    obtain ⟨_, _, rfl⟩ := e
    exact ⟨hf, rfl, rfl, rfl, rfl, rfl⟩
  have same : ∀ {x : Exec Memory}, (x.bind fun m => .ok (σ.env ch f, m)) =
      (x.map fun m => (m, f)).map (fun s => (σ.env ch s.2, s.1)) := by
    intro x; cases x <;> rfl
  cases h with
  | pure hr h =>
    refine ⟨?_, fun s e => ?_⟩
    · simp only [MInst.run, Inst.exec, Exec.map, Exec.bind_ok, h f hf, Binding.env_set fresh hr]
    · cases e; exact ⟨hf.set hr _, rfl, rfl, rfl, rfl, rfl⟩
  | const hr h =>
    refine ⟨?_, fun s e => ?_⟩
    · simp only [MInst.run, Inst.exec, Exec.map, Exec.bind_ok, ← h f hf, Binding.env_set fresh hr]
    · cases e; exact ⟨hf.set hr _, rfl, rfl, rfl, rfl, rfl⟩
  | poison hr =>
    refine ⟨?_, fun s e => ?_⟩
    · simp only [MInst.run, Inst.exec, Exec.map, Exec.bind_ok, Binding.env_set fresh hr]
    · cases e; exact ⟨hf.set hr _, rfl, rfl, rfl, rfl, rfl⟩
  | @load r t p al q hr h =>
    refine ⟨?_, fun s e => ?_⟩
    · have e1 := σ.type ch t f0 f
      simp only [MInst.run, Inst.exec, h f hf, e1]
      show (execLoad m _ _ (al.eval (σ.env ch f).toEnv).toNat).bind _ = _
      have e2 := σ.const ch al f0 f
      rw [e2]
      cases execLoad m (p.eval (σ.env ch f)) (t.eval (σ.env ch f)) (al.eval (σ.env ch f).toEnv).toNat with
      | ok v => simp only [Exec.map, Exec.bind_ok, Binding.env_set fresh hr]
      | ub u => rfl
      | limit => rfl
    · simp only [Inst.exec, Exec.map_eq_ok] at e
      obtain ⟨v, _, rfl⟩ := e
      exact ⟨hf.set hr _, rfl, rfl, rfl, rfl, rfl⟩
  | @store t v p al x q h =>
    have e1 := σ.type ch t f0 f
    have e2 := σ.const ch al f0 f
    refine ⟨?_, fun s e => keep s e⟩
    simp only [MInst.run, Inst.exec, (h f hf).1, (h f hf).2, e1, e2]
    exact same
  | @memset p b n al q x y h =>
    have e2 := σ.const ch al f0 f
    refine ⟨?_, fun s e => keep s e⟩
    simp only [MInst.run, Inst.exec, (h f hf).1, (h f hf).2.1, (h f hf).2.2, e2]
    exact same
  | @memcpy d s n al x y z h =>
    have e2 := σ.const ch al f0 f
    refine ⟨?_, fun s e => keep s e⟩
    simp only [MInst.run, Inst.exec, (h f hf).1, (h f hf).2.1, (h f hf).2.2, e2]
    exact same
  | @memmove d s n al x y z h =>
    have e2 := σ.const ch al f0 f
    refine ⟨?_, fun s e => keep s e⟩
    simp only [MInst.run, Inst.exec, (h f hf).1, (h f hf).2.1, (h f hf).2.2, e2]
    exact same
  | free h =>
    refine ⟨?_, fun s e => keep s e⟩
    simp only [MInst.run, Inst.exec, h f hf]
    exact same

/-- So do sequences of them. -/
theorem StandAll.exec (fresh : σ.Fresh names) {is : List MInst} {cs : List Inst} (h : StandAll σ ch names f0 is cs) :
    ∀ {f : Frame}, σ.Agrees names f f0 → ∀ (region : Nat) (m : Memory),
      MInst.runAll (σ.env ch f) m is = (execAll ch region m f cs).map (fun s => (σ.env ch s.2, s.1)) ∧
        ∀ s, execAll ch region m f cs = .ok s → Kept σ names s.2 f f0 := by
  induction h with
  | nil =>
    intro f hf region m
    exact ⟨rfl, fun s e => by cases e; exact ⟨hf, rfl, rfl, rfl, rfl, rfl⟩⟩
  | cons h _ ih =>
    intro f hf region m
    obtain ⟨e1, k1⟩ := h.exec fresh hf region m
    simp only [MInst.runAll, execAll, e1]
    rename_i i c is cs _
    cases hx : c.exec ch region m f with
    | ub u => exact ⟨rfl, fun s e => by cases e⟩
    | limit => exact ⟨rfl, fun s e => by cases e⟩
    | ok s1 =>
      have k := k1 s1 hx
      obtain ⟨e2, k2⟩ := ih (f := { s1.2 with pc := s1.2.pc + 1 }) k.agrees region s1.1
      refine ⟨?_, fun s e => ?_⟩
      · simp only [Exec.map, Exec.bind_ok] at e2 ⊢
        exact e2
      · rw [Exec.bind_ok] at e
        have l := k2 s e
        exact ⟨l.agrees, l.func.trans k.func, l.block.trans k.block, l.slots.trans k.slots, l.dest.trans k.dest, l.frozen.trans k.frozen⟩

/-- What has to hold when control is at the place where a rule is applied: its preconditions, and that the
code is the rule's. Registers that only the replacement writes have not been used. -/
structure Applies (r : MemRule) (σ : Binding) (S : Splice) (ch : Choices) (m : Memory) (f : Frame) : Prop where
  pre : MPre.all (σ.env ch f) m r.pre
  old : StandAll σ ch (MInst.defs r.lhs) f r.lhs S.old
  new : StandAll σ ch (MInst.defs r.rhs) f r.rhs S.new
  unused : ∀ x ∈ MInst.defs r.rhs, x ∉ MInst.defs r.lhs → f.regs (σ.reg x) = .poison

/-- A sound rule makes a better state. -/
theorem MemRule.Sound.local {r : MemRule} (sound : r.Sound) {S : Splice} (hp : ch.place.Valid)
    (fresh : σ.Fresh (MInst.defs r.lhs)) (fresh' : σ.Fresh (MInst.defs r.rhs)) : S.Local ch (Applies r σ S ch) := by
  intro region m f wf app s hs
  obtain ⟨e1, k1⟩ := app.old.exec fresh (.refl _ _ f) region m
  obtain ⟨e2, k2⟩ := app.new.exec fresh' (.refl _ _ f) region m
  rw [hs] at e1
  obtain ⟨b, hb, h1, h2⟩ := sound (σ.env ch f) m wf hp app.pre _ e1
  rw [e2, Exec.map_eq_ok] at hb
  obtain ⟨s2, h3, rfl⟩ := hb
  have a := k1 s hs
  have b := k2 s2 h3
  refine ⟨s2, h3, h1, b.func.trans a.func.symm, b.block.trans a.block.symm, b.slots.trans a.slots.symm,
    b.dest.trans a.dest.symm, b.frozen.trans a.frozen.symm, fun x => ?_⟩
  by_cases c : ∃ n ∈ MInst.defs r.lhs, x = σ.reg n
  · obtain ⟨n, hn, rfl⟩ := c
    exact h2 n hn
  · have ax := a.agrees x fun n hn e => c ⟨n, hn, e⟩
    by_cases d : ∃ n ∈ MInst.defs r.rhs, x = σ.reg n
    · obtain ⟨n, hn, rfl⟩ := d
      rw [ax, app.unused n hn fun h => c ⟨n, h, rfl⟩]
      exact .poison _
    · rw [ax, b.agrees x fun n hn e => d ⟨n, hn, e⟩]
      exact .refl _

/-- A proven memory rule may be applied in a block of a program without `freeze` and `ptrtoint`, whose external arguments
and results are definite: if in every state in which the run gets to
the place the code is that of the pattern and the preconditions hold, then what the program with the
replacement does refines what the program did. -/
theorem MemProven.refines (rule : MemProven) {S : Splice} (fits : S.Fits) (hP : S.prog.wf = true)
    (fresh : σ.Fresh (MInst.defs rule.rule.lhs)) (fresh' : σ.Fresh (MInst.defs rule.rule.rhs))
    {w : World} {main : Nat} {m : Memory} {args : List Value} {s : State} (wf : m.WF)
    (hs : S.prog.start main m args = some s) (hp : ch.place.Valid) (definite : Definite S.prog ch w s)
    (applies : ∀ n m f fs t, Prog.run S.prog ch w n s = .run m f fs t → S.AtStart f → Applies rule.rule σ S ch m f) :
    S.after.start main m args = some s ∧
      ∀ b', Behaves S.after ch w s b' → ∃ b, Behaves S.prog ch w s b ∧ b'.refines b :=
  Splice.refines fits hP wf hs hp definite
    (MemRule.Sound.local rule.sound hp fresh fresh') applies

end Tuffy.Prog
