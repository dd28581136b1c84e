import TuffyLean.IR.Const
import TuffyLean.IR.StepProgress
import TuffyLean.IR.MemoryMono

/-!
Behaviours of programs and their refinement, reflexive and transitive.

A behaviour is the sequence of external calls and how it ends, or, of a run that does not end, the
sequences it gets to. `after` refines `before` when `before` is undefined at some point and the two
agree on external calls up to it, or they end alike with better values and memory, or neither ends and
they make the same calls. Where `before` meets a limit of the machine, `after` meets it too: a limit is
the end of a run that asked for more memory than there is room for (`Place.Total`), not a permission.

Pointers are compared exactly and allocation by allocation in order; bits of NaNs exactly.
-/
namespace Tuffy.Prog

theorem refinesList_refl : (vs : List Value) → RefinesList vs vs
  | [] => .nil
  | v :: vs => .cons (.refl v) (refinesList_refl vs)

/-! ### calls -/

/-- The same function, with better values. -/
def Event.refines (a b : Event) : Prop := a.name = b.name ∧ RefinesList a.args b.args

/-- Call by call. -/
def traceRefines : List Event → List Event → Prop
  | [], [] => True
  | a :: as, b :: bs => a.refines b ∧ traceRefines as bs
  | _, _ => False

theorem traceRefines_refl : (t : List Event) → traceRefines t t
  | [] => trivial
  | _ :: t => ⟨⟨rfl, refinesList_refl _⟩, traceRefines_refl t⟩

theorem traceRefines_trans : {a b c : List Event} → traceRefines a b → traceRefines b c → traceRefines a c
  | [], [], [], _, _ => trivial
  | _ :: _, _ :: _, _ :: _, h, k =>
    ⟨⟨h.1.1.trans k.1.1, RefinesList.trans h.1.2 k.1.2⟩, traceRefines_trans h.2 k.2⟩
  | [], _ :: _, _, h, _ => h.elim
  | _ :: _, [], _, h, _ => h.elim
  | [], [], _ :: _, _, k => k.elim
  | _ :: _, _ :: _, [], _, k => k.elim

/-- A part of the calls of the one is refined by a part of those of the other. -/
theorem traceRefines_prefix {a b t : List Event} (h : traceRefines a b) (ht : t <+: b) :
    ∃ t', t' <+: a ∧ traceRefines t' t := by
  induction t generalizing a b with
  | nil => exact ⟨[], List.nil_prefix, trivial⟩
  | cons e t ih =>
    cases b with
    | nil => simp at ht
    | cons f b =>
      cases a with
      | nil => exact h.elim
      | cons g a =>
        rw [List.cons_prefix_cons] at ht
        obtain ⟨t', h1, h2⟩ := ih h.2 ht.2
        exact ⟨g :: t', by rw [List.cons_prefix_cons]; exact ⟨rfl, h1⟩, by rw [ht.1]; exact ⟨h.1, h2⟩⟩

/-! ### ends -/

/-- How `before` ended, `after` may end. -/
def Outcome.refines : Outcome → Outcome → Prop
  | _, .ub _ => True
  | .limit, .limit => True
  | .returned vs m, .returned us k => RefinesList vs us ∧ m.refines k
  | .trapped, .trapped => True
  | _, _ => False

/-- Whether an end decides nothing about what could have come after it. -/
def Outcome.open : Outcome → Prop
  | .ub _ => True
  | _ => False

theorem Outcome.refines_refl (o : Outcome) : o.refines o := by
  cases o with
  | returned vs m => exact ⟨refinesList_refl vs, Memory.refines_refl m⟩
  | _ => trivial

theorem Outcome.refines_trans {a b c : Outcome} (h : a.refines b) (k : b.refines c) : a.refines c := by
  cases c with
  | ub u => cases a <;> trivial
  | limit =>
    cases b <;> try exact k.elim
    cases a <;> first | exact h | trivial
  | returned us n =>
    cases b <;> try exact k.elim
    cases a <;> try exact h.elim
    exact ⟨RefinesList.trans h.1 k.1, Memory.refines_trans h.2 k.2⟩
  | trapped =>
    cases b <;> try exact k.elim
    cases a <;> try exact h.elim
    trivial

/-! ### behaviours -/

inductive Behaviour where
  | ends (calls : List Event) (o : Outcome)
  /-- The run goes on for ever; `calls` are the sequences it gets to. -/
  | diverges (calls : List Event → Prop)

/-- The run makes these calls, perhaps more. -/
def Behaviour.sees : Behaviour → List Event → Prop
  | ends u _, t => t <+: u
  | diverges S, t => ∃ u, S u ∧ t <+: u

/-- `after` may stand for `before`. -/
def Behaviour.refines (after before : Behaviour) : Prop :=
  match before with
  | ends t o =>
    (o.open ∧ ∃ t', after.sees t' ∧ traceRefines t' t) ∨
    ∃ t' o', after = ends t' o' ∧ traceRefines t' t ∧ o'.refines o
  | diverges S => ∃ S', after = diverges S' ∧ (∀ t', S' t' → ∃ t, S t ∧ traceRefines t' t) ∧
      ∀ t, S t → ∃ t', S' t' ∧ traceRefines t' t

theorem Behaviour.refines_refl (b : Behaviour) : b.refines b := by
  cases b with
  | ends t o => exact .inr ⟨t, o, rfl, traceRefines_refl t, o.refines_refl⟩
  | diverges S => exact ⟨S, rfl, fun t h => ⟨t, h, traceRefines_refl t⟩, fun t h => ⟨t, h, traceRefines_refl t⟩⟩

/-- What `before` is seen to call, `after` is. -/
theorem Behaviour.sees_mono {a b : Behaviour} (h : a.refines b) {t : List Event} (ht : b.sees t) :
    ∃ t', a.sees t' ∧ traceRefines t' t := by
  cases b with
  | ends u o =>
    rcases h with ⟨_, u', hu, hr⟩ | ⟨u', o', rfl, hr, _⟩
    · obtain ⟨t', h1, h2⟩ := traceRefines_prefix hr ht
      refine ⟨t', ?_, h2⟩
      cases a with
      | ends v _ => exact h1.trans hu
      | diverges S => obtain ⟨v, hv, hp⟩ := hu; exact ⟨v, hv, h1.trans hp⟩
    · exact traceRefines_prefix hr ht
  | diverges S =>
    obtain ⟨S', rfl, _, hr⟩ := h
    obtain ⟨u, hu, hp⟩ := ht
    obtain ⟨u', hu', hr'⟩ := hr u hu
    obtain ⟨t', h1, h2⟩ := traceRefines_prefix hr' hp
    exact ⟨t', ⟨u', hu', h1⟩, h2⟩

theorem Behaviour.refines_trans {a b c : Behaviour} (h : a.refines b) (k : b.refines c) : a.refines c := by
  cases c with
  | ends t o =>
    rcases k with ⟨ho, t', ht, hr⟩ | ⟨t', o', rfl, hr, hoo⟩
    · obtain ⟨t'', h1, h2⟩ := sees_mono h ht
      exact .inl ⟨ho, t'', h1, traceRefines_trans h2 hr⟩
    · rcases h with ⟨ho, t'', h1, h2⟩ | ⟨t'', o'', rfl, h2, h3⟩
      · refine .inl ⟨?_, t'', h1, traceRefines_trans h2 hr⟩
        cases o' <;> try exact ho.elim
        all_goals cases o <;> first | exact hoo.elim | trivial
      · exact .inr ⟨t'', o'', rfl, traceRefines_trans h2 hr, Outcome.refines_trans h3 hoo⟩
  | diverges S =>
    obtain ⟨S', rfl, h1, h2⟩ := k
    obtain ⟨S'', rfl, h3, h4⟩ := h
    refine ⟨S'', rfl, fun t ht => ?_, fun t ht => ?_⟩
    · obtain ⟨u, hu, r1⟩ := h3 t ht
      obtain ⟨v, hv, r2⟩ := h1 u hu
      exact ⟨v, hv, traceRefines_trans r1 r2⟩
    · obtain ⟨u, hu, r1⟩ := h2 t ht
      obtain ⟨v, hv, r2⟩ := h4 u hu
      exact ⟨v, hv, traceRefines_trans r2 r1⟩

/-! ### runs -/

def State.trace : State → List Event
  | .run _ _ _ t | .final t _ => t

/-- The behaviour of the run from `s`. -/
def Behaves (P : Program) (ch : Choices) (w : World) (s : State) : Behaviour → Prop
  | .ends t o => ∃ n, run P ch w n s = .final t o
  | .diverges S => (∀ n t o, run P ch w n s ≠ .final t o) ∧ ∀ t, S t ↔ ∃ n, (run P ch w n s).trace = t

theorem run_final (P : Program) (ch : Choices) (w : World) (n : Nat) (t : List Event) (o : Outcome) :
    run P ch w n (.final t o) = .final t o := by cases n <;> rfl

theorem run_add (P : Program) (ch : Choices) (w : World) (n k : Nat) (s : State) :
    run P ch w (n + k) s = run P ch w k (run P ch w n s) := by
  induction n generalizing s with
  | zero => simp [run]
  | succ n ih =>
    rw [Nat.succ_add, run]
    cases h : step? P ch w s with
    | some s' => simp only [run, h, ih]
    | none =>
      simp only [run, h]
      cases k with
      | zero => rfl
      | succ k => simp [run, h]

/-- Every run has a behaviour … -/
theorem Behaves.exists (P : Program) (ch : Choices) (w : World) (s : State) : ∃ b, Behaves P ch w s b := by
  by_cases h : ∃ n t o, run P ch w n s = .final t o
  · obtain ⟨n, t, o, h⟩ := h
    exact ⟨.ends t o, n, h⟩
  · refine ⟨.diverges fun t => ∃ n, (run P ch w n s).trace = t, fun n t o e => h ⟨n, t, o, e⟩, fun t => Iff.rfl⟩

/-- … and one only. -/
theorem Behaves.unique {P : Program} {ch : Choices} {w : World} {s : State} {a b : Behaviour}
    (ha : Behaves P ch w s a) (hb : Behaves P ch w s b) : a = b := by
  have ends : ∀ {n k t u o p}, run P ch w n s = .final t o → run P ch w k s = .final u p → t = u ∧ o = p := by
    intro n k t u o p h1 h2
    have e1 := run_add P ch w n k s
    have e2 := run_add P ch w k n s
    rw [h1, run_final] at e1
    rw [h2, run_final, Nat.add_comm, e1] at e2
    simpa using e2
  cases a with
  | ends t o =>
    cases b with
    | ends u p =>
      obtain ⟨n, h1⟩ := ha
      obtain ⟨k, h2⟩ := hb
      obtain ⟨rfl, rfl⟩ := ends h1 h2
      rfl
    | diverges S => obtain ⟨n, h1⟩ := ha; exact absurd h1 (hb.1 n t o)
  | diverges S =>
    cases b with
    | ends u p => obtain ⟨n, h1⟩ := hb; exact absurd h1 (ha.1 n u p)
    | diverges S' =>
      congr 1; funext t
      exact propext ((ha.2 t).trans (hb.2 t).symm)

/-! ### programs -/

mutual
/-- Whether no part of a value is poison or uninit. -/
def _root_.Tuffy.Value.fixed : Value → Bool
  | .poison => false
  | .bytes bs => bs.all Byte.fixed
  | .agg vs => allFixed vs
  | _ => true
def allFixed : List Value → Bool
  | [] => true
  | v :: vs => Value.fixed v && allFixed vs
end

/-- A base where an allocation may go, as `Place.Valid` asks. -/
def Room (l : List Layout) (size align base : Nat) : Prop :=
  0 < base ∧ base + size < 2 ^ 64 ∧ (0 < align → base % align = 0) ∧ ∀ a ∈ l, Apart a ⟨base, size, align, true, false, false⟩

/-- Only where there is no room none is found. -/
def _root_.Tuffy.Place.Total (f : Place) : Prop := ∀ l size align, f l size align = none → ∀ base, ¬ Room l size align base

/-- A run may choose so: places are fit, and found where there is room; `freeze` makes of what it is given a
value that is fixed in all parts. -/
structure Choices.Valid (ch : Choices) : Prop where
  place : ch.place.Valid
  total : ch.place.Total
  freeze : ∀ n v, ch.freeze n v ⊑ v ∧ (ch.freeze n v).fixed = true

/-- The state at the entry of a function, if it exists. -/
def Program.start (P : Program) (main : Nat) (m : Memory) (args : List Value) : Option State :=
  (P.funcs[main]?).bind fun F => (F.blocks[0]?).map fun E => .run m (callFrame main E args [] 0) [] []

/-- Whatever `after` may do, on whatever input and in whatever world, `before` may do as well, or
something that it refines. -/
def Program.refines (after before : Program) : Prop :=
  ∀ (w : World) (main : Nat) (m : Memory) (args : List Value) (s : State), m.WF → before.start main m args = some s →
    ∃ s', after.start main m args = some s' ∧
      ∀ (ch : Choices) (b : Behaviour), ch.Valid → Behaves after ch w s' b →
        ∃ (ch' : Choices) (b' : Behaviour), ch'.Valid ∧ Behaves before ch' w s b' ∧ b.refines b'

theorem Program.refines_refl (P : Program) : P.refines P :=
  fun _ _ _ _ s _ hs => ⟨s, hs, fun ch b hc hb => ⟨ch, b, hc, hb, b.refines_refl⟩⟩

theorem Program.refines_trans {P Q R : Program} (h : P.refines Q) (k : Q.refines R) : P.refines R := by
  intro w main m args s wf hs
  obtain ⟨s', hs', k⟩ := k w main m args s wf hs
  obtain ⟨s'', hs'', h⟩ := h w main m args s' wf hs'
  refine ⟨s'', hs'', fun ch b hc hb => ?_⟩
  obtain ⟨ch', b', hc', hb', r⟩ := h ch b hc hb
  obtain ⟨ch'', b'', hc'', hb'', r'⟩ := k ch' b' hc' hb'
  exact ⟨ch'', b'', hc'', hb'', Behaviour.refines_trans r r'⟩

end Tuffy.Prog
