import TuffyLean.IR.Behaviour

/-!
How to show that one program refines another: a relation between their states that steps keep, some
steps of the one for some of the other. Then behaviours refine, endless ones too.
-/
namespace Tuffy.Prog

variable {P' P : Program} {ch : Choices} {w : World}

/-! ### runs -/

theorem Step.trace_prefix {s s' : State} (h : Step P ch w s s') : s.trace <+: s'.trace := by
  cases h <;> simp [State.trace]

theorem run_trace_prefix (n k : Nat) (s : State) : (run P ch w n s).trace <+: (run P ch w (n + k) s).trace := by
  rw [run_add]
  generalize run P ch w n s = s
  induction k generalizing s with
  | zero => exact List.prefix_refl _
  | succ k ih =>
    rw [run]
    split
    · rename_i s' h; exact (step?_iff.mp h).trace_prefix.trans (ih s')
    · exact List.prefix_refl _

theorem run_one {s s' : State} (h : step? P ch w s = some s') : run P ch w 1 s = s' := by simp [run, h]

theorem run_final_le {n k : Nat} {s : State} {t : List Event} {o : Outcome} (h : run P ch w n s = .final t o) (hk : n ≤ k) :
    run P ch w k s = .final t o := by
  obtain ⟨d, rfl⟩ := Nat.exists_eq_add_of_le hk
  rw [run_add, h, run_final]

/-! ### simulations -/

/-- `R` holds of states of `P'` and `P` where the run of the one may stand for that of the other. -/
structure Simulation (P' P : Program) (ch : Choices) (w : World) (R : State → State → Prop) : Prop where
  trace : ∀ {s' s}, R s' s → traceRefines s'.trace s.trace
  running : ∀ {s' m f fs t}, R s' (.run m f fs t) → ∃ m' f' fs' t', s' = .run m' f' fs' t'
  final : ∀ {s' t o}, R s' (.final t o) → o.open ∨ ∃ t' o', s' = .final t' o' ∧ o'.refines o
  step : ∀ {s' m f fs t}, R s' (.run m f fs t) →
    ∃ a b, 0 < b ∧ R (run P' ch w a s') (run P ch w b (.run m f fs t)) ∧
      ((∃ u o, run P ch w b (.run m f fs t) = .final u o ∧ o.open) ∨ 0 < a) ∧
      (∀ i, i < a → (run P' ch w i s').trace = s'.trace) ∧
      (∀ i, i < b → (run P ch w i (.run m f fs t)).trace = t)

namespace Simulation
variable {R : State → State → Prop} (sim : Simulation P' P ch w R)
include sim

/-- If the one run ends, the other ends no worse. -/
theorem ends (n : Nat) : ∀ {s' s : State} {t : List Event} {o : Outcome}, R s' s → run P ch w n s = .final t o →
    (o.open ∧ ∃ k, traceRefines (run P' ch w k s').trace t) ∨
      ∃ k t' o', run P' ch w k s' = .final t' o' ∧ traceRefines t' t ∧ o'.refines o := by
  induction n using Nat.strongRecOn with
  | _ n ih =>
    intro s' s t o r h
    cases s with
    | final t0 o0 =>
      rw [run_final] at h; cases h
      rcases sim.final r with h | ⟨t', o', rfl, h⟩
      · exact .inl ⟨h, 0, sim.trace r⟩
      · exact .inr ⟨0, t', o', rfl, sim.trace r, h⟩
    | run m f fs t0 =>
      obtain ⟨a, b, hb, r', _, _, _⟩ := sim.step r
      have hn : 0 < n := by
        cases n with
        | zero => cases h
        | succ n => omega
      have h' : run P ch w (n - b) (run P ch w b (.run m f fs t0)) = .final t o := by
        rw [← run_add]; exact run_final_le h (by omega)
      rcases ih (n - b) (by omega) r' h' with ⟨ho, k, hk⟩ | ⟨k, t', o', hk, h⟩
      · exact .inl ⟨ho, a + k, by rw [run_add]; exact hk⟩
      · exact .inr ⟨a + k, t', o', by rw [run_add]; exact hk, h⟩

/-- The run does not end. -/
def Endless (P : Program) (ch : Choices) (w : World) (s : State) : Prop := ∀ n t o, run P ch w n s ≠ .final t o

omit sim in
theorem endless_later {s : State} (h : Endless P ch w s) (k : Nat) : Endless P ch w (run P ch w k s) := by
  intro n t o e; rw [← run_add] at e; exact h _ t o e

omit sim in
theorem endless_run {s : State} (h : Endless P ch w s) : ∃ m f fs t, s = .run m f fs t := by
  cases s with
  | run m f fs t => exact ⟨m, f, fs, t, rfl⟩
  | final t o => exact absurd rfl (h 0 t o)

/-- Related states after at least `n` steps of the one, and what it has called then. -/
theorem after (n : Nat) : ∀ {s' s : State}, R s' s → Endless P ch w s →
    (∃ a b, n ≤ a ∧ R (run P' ch w a s') (run P ch w b s)) ∧
      ∃ a b, R (run P' ch w a s') (run P ch w b s) ∧ (run P' ch w n s').trace = (run P' ch w a s').trace := by
  induction n using Nat.strongRecOn with
  | _ n ih =>
    intro s' s r e
    cases n with
    | zero => exact ⟨⟨0, 0, Nat.le_refl _, r⟩, 0, 0, r, rfl⟩
    | succ n =>
      obtain ⟨m, f, fs, t, rfl⟩ := endless_run e
      obtain ⟨a, b, hb, r', ha, h1, h2⟩ := sim.step r
      have ha : 0 < a := by
        rcases ha with ⟨u, o, hu, _⟩ | ha
        · exact absurd hu (e b u o)
        · exact ha
      obtain ⟨⟨a1, b1, hn, r1⟩, a2, b2, r2, ht⟩ := ih (n + 1 - a) (by omega) r' (endless_later e b)
      rw [← run_add, ← run_add] at r1 r2
      refine ⟨⟨a + a1, b + b1, by omega, r1⟩, ?_⟩
      by_cases c : n + 1 < a
      · exact ⟨0, 0, r, h1 _ c⟩
      · refine ⟨a + a2, b + b2, r2, ?_⟩
        rw [← run_add, ← run_add, show a + (n + 1 - a) = n + 1 by omega] at ht
        exact ht

/-- What the other has called after `n` steps. -/
theorem before (n : Nat) : ∀ {s' s : State}, R s' s → Endless P ch w s →
    ∃ a b, R (run P' ch w a s') (run P ch w b s) ∧ (run P ch w n s).trace = (run P ch w b s).trace := by
  induction n using Nat.strongRecOn with
  | _ n ih =>
    intro s' s r e
    cases n with
    | zero => exact ⟨0, 0, r, rfl⟩
    | succ n =>
      obtain ⟨m, f, fs, t, rfl⟩ := endless_run e
      obtain ⟨a, b, hb, r', ha, h1, h2⟩ := sim.step r
      by_cases c : n + 1 < b
      · exact ⟨0, 0, r, h2 _ c⟩
      · obtain ⟨a2, b2, r2, ht⟩ := ih (n + 1 - b) (by omega) r' (endless_later e b)
        rw [← run_add, ← run_add] at r2
        refine ⟨a + a2, b + b2, r2, ?_⟩
        rw [← run_add, ← run_add, show b + (n + 1 - b) = n + 1 by omega] at ht
        exact ht

/-- Related states have behaviours of which the one refines the other. -/
theorem behaves {s' s : State} (r : R s' s) {b' : Behaviour} (hb' : Behaves P' ch w s' b') :
    ∃ b, Behaves P ch w s b ∧ b'.refines b := by
  obtain ⟨b, hb⟩ := Behaves.exists P ch w s
  refine ⟨b, hb, ?_⟩
  cases b with
  | ends t o =>
    obtain ⟨n, hn⟩ := hb
    rcases sim.ends n r hn with ⟨ho, k, hk⟩ | ⟨k, t', o', hk, ht, ho⟩
    · refine .inl ⟨ho, _, ?_, hk⟩
      cases b' with
      | ends u o' =>
        obtain ⟨n', hn'⟩ := hb'
        have := run_trace_prefix (P := P') (ch := ch) (w := w) k n' s'
        rw [run_final_le hn' (Nat.le_add_left n' k)] at this
        exact this
      | diverges S => exact ⟨_, (hb'.2 _).mpr ⟨k, rfl⟩, List.prefix_refl _⟩
    · have : b' = .ends t' o' := Behaves.unique hb' ⟨k, hk⟩
      exact .inr ⟨t', o', this, ht, ho⟩
  | diverges S =>
    have e : Endless P ch w s := hb.1
    cases b' with
    | ends u o' =>
      obtain ⟨n', hn'⟩ := hb'
      obtain ⟨a, b, hn, r'⟩ := (sim.after n' r e).1
      obtain ⟨m, f, fs, t, hs⟩ := endless_run (endless_later e b)
      rw [hs] at r'
      obtain ⟨_, _, _, _, h⟩ := sim.running r'
      rw [run_final_le hn' hn] at h; cases h
    | diverges S' =>
      refine ⟨S', rfl, fun t' ht' => ?_, fun t ht => ?_⟩
      · obtain ⟨n, rfl⟩ := (hb'.2 _).mp ht'
        obtain ⟨a, b, r', h⟩ := (sim.after n r e).2
        rw [h]
        exact ⟨_, (hb.2 _).mpr ⟨b, rfl⟩, sim.trace r'⟩
      · obtain ⟨n, rfl⟩ := (hb.2 _).mp ht
        obtain ⟨a, b, r', h⟩ := sim.before n r e
        rw [h]
        exact ⟨_, (hb'.2 _).mpr ⟨a, rfl⟩, sim.trace r'⟩

end Simulation

end Tuffy.Prog
