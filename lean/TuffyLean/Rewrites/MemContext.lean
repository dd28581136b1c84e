import TuffyLean.Rewrites.MemRule

/-!
A sound memory rule may be applied in the middle of a program: whatever memory instructions follow,
from a better state they get to a better state.
-/
namespace Tuffy

/-- `e'` is as `e`, but with less poison. -/
structure MEnv.Refines (e' e : MEnv) : Prop where
  env : e'.toEnv.Refines e.toEnv
  ty : e'.ty = e.ty
  place : e'.place = e.place

theorem MEnv.Refines.refl (e : MEnv) : e.Refines e :=
  ⟨⟨fun _ => .refl _, rfl, fun _ => Annot.implies_refl _⟩, rfl, rfl⟩

theorem MEnv.Refines.set {e' e : MEnv} (h : e'.Refines e) (r : String) {v' v : Value} (hv : v' ⊑ v) :
    (e'.set r v').Refines (e.set r v) := by
  refine ⟨⟨fun n => ?_, h.env.c, h.env.a⟩, h.ty, h.place⟩
  simp only [set_v]; split
  · exact hv
  · exact h.env.v n

theorem movePtr_mono {v' v : Value} (h : v' ⊑ v) (d : Int) : movePtr v' d ⊑ movePtr v d := by
  cases v with
  | ptr p => rw [refines_ptr_eq h]; exact .refl _
  | _ => exact .poison _

theorem Addr.eval_mono {e' e : MEnv} (h : e'.Refines e) (a : Addr) : a.eval e' ⊑ a.eval e := by
  simp only [Addr.eval, CExpr.eval_congr h.env.c]
  split
  · exact h.env.v _
  · exact movePtr_mono (h.env.v _) _

theorem RTy.eval_congr {e' e : MEnv} (h : e'.Refines e) (t : RTy) : t.eval e' = t.eval e := by
  cases t <;> simp [RTy.eval, CExpr.eval_congr h.env.c, h.ty]

/-- A better state: values and memory. -/
def BetterAll (a b : MEnv × Memory) : Prop := a.1.Refines b.1 ∧ a.2.refines b.2

theorem MInst.run_mono {e' e : MEnv} {m k : Memory} (wf : k.WF) (he : e'.Refines e) (hm : m.refines k) (i : MInst) :
    Exec.refines BetterAll (i.run e' m) (i.run e k) := by
  have c : ∀ x : CExpr, x.eval e'.toEnv = x.eval e.toEnv := CExpr.eval_congr he.env.c
  have lift : ∀ {x y : Exec Memory}, Exec.refines Memory.refines x y →
      Exec.refines BetterAll (x.bind fun m => .ok (e', m)) (y.bind fun m => .ok (e, m)) := by
    intro x y h s hs
    simp only [Exec.bind_eq_ok, Exec.ok.injEq] at hs
    obtain ⟨b, hb, rfl⟩ := hs
    obtain ⟨a, ha, r⟩ := h b hb
    exact ⟨(e', a), by simp [ha], he, r⟩
  cases i with
  | value r t => intro s hs; cases hs; exact ⟨_, rfl, he.set r (Term.eval_mono he.env t), hm⟩
  | poison r => intro s hs; cases hs; exact ⟨_, rfl, he.set r (.refl _), hm⟩
  | load r t p al =>
    intro s hs
    simp only [MInst.run, Exec.bind_eq_ok, Exec.ok.injEq] at hs
    obtain ⟨w, hw, rfl⟩ := hs
    obtain ⟨w', hw', hr⟩ := execLoad_mono wf hm (p.eval_mono he) (t.eval e) (al.eval e.toEnv).toNat w hw
    exact ⟨(e'.set r w', m), by simp only [MInst.run, RTy.eval_congr he, c, hw', Exec.bind_ok], he.set r hr, hm⟩
  | store t v p al =>
    simp only [MInst.run, RTy.eval_congr he, c]
    exact lift (execStore_mono hm (Term.eval_mono he.env v) (p.eval_mono he) _ _)
  | memset p b n al =>
    simp only [MInst.run, c]
    exact lift (execMemSet_mono hm (p.eval_mono he) (Term.eval_mono he.env b) (Term.eval_mono he.env n) _)
  | memcpy d s n al =>
    simp only [MInst.run, c]
    exact lift (execCopy_mono wf hm (d.eval_mono he) (s.eval_mono he) (Term.eval_mono he.env n) true _)
  | memmove d s n al =>
    simp only [MInst.run, c]
    exact lift (execCopy_mono wf hm (d.eval_mono he) (s.eval_mono he) (Term.eval_mono he.env n) false _)
  | slot r sz al =>
    intro s hs
    simp only [MInst.run] at hs
    cases hp : e.place k.layout (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat with
    | none => simp [hp] at hs
    | some base =>
      simp only [hp, Exec.ok.injEq] at hs
      subst hs
      refine ⟨(e'.set r (execAlloc m base (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat).2,
          (execAlloc m base (sz.eval e.toEnv).toNat (al.eval e.toEnv).toNat).1),
        by simp only [MInst.run, c, he.place, Memory.refines_layout hm, hp], he.set r ?_, Memory.alloc_mono hm _ _ _⟩
      simp only [execAlloc, hm.1]; exact .refl _
  | free p =>
    simp only [MInst.run]
    exact lift (execFree_mono hm (p.eval_mono he))

theorem MInst.run_wf {e : MEnv} {m : Memory} (wf : m.WF) (hp : e.place.Valid) (i : MInst) {s : MEnv × Memory}
    (h : i.run e m = .ok s) : s.2.WF ∧ s.1.place = e.place := by
  have copy : ∀ {b d s n al k}, execCopy b m d s n al = .ok k → k.WF := by
    intro b d s n al k h
    rw [copy_ok wf] at h
    obtain ⟨l, x, y, _, _, _, _, h⟩ := h
    rcases h with ⟨_, rfl⟩ | ⟨_, i, o, j, q, _, _, _, _, _, rfl⟩
    · exact wf
    · exact wf.write (wf.read_ok _ _ _)
  cases i with
  | value r t => cases h; exact ⟨wf, rfl⟩
  | poison r => cases h; exact ⟨wf, rfl⟩
  | load r t p al =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨w, _, rfl⟩ := h; exact ⟨wf, rfl⟩
  | store t v p al =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨k, hk, rfl⟩ := h
    rw [store_ok wf] at hk
    obtain ⟨x, i, o, _, _, _, rfl⟩ := hk
    exact ⟨wf.write (encode_ok _ _), rfl⟩
  | memset p b n al =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨k, hk, rfl⟩ := h
    rw [memset_ok wf] at hk
    obtain ⟨l, c, x, _, _, _, _, hk⟩ := hk
    rcases hk with ⟨_, rfl⟩ | ⟨_, i, o, _, _, rfl⟩
    · exact ⟨wf, rfl⟩
    · exact ⟨wf.write (replicate_ok _ _ (by simp [Byte.ok]; omega)), rfl⟩
  | memcpy d s n al =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨k, hk, rfl⟩ := h; exact ⟨copy hk, rfl⟩
  | memmove d s n al =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨k, hk, rfl⟩ := h; exact ⟨copy hk, rfl⟩
  | slot r sz al =>
    simp only [run] at h
    split at h
    · rename_i base hb; cases h; exact ⟨wf.alloc hp hb, rfl⟩
    · cases h
  | free p =>
    simp only [run, Exec.bind_eq_ok, Exec.ok.injEq] at h
    obtain ⟨k, hk, rfl⟩ := h
    refine ⟨?_, rfl⟩
    unfold execFree at hk
    split at hk
    · split at hk
      · cases hk; exact wf
      · simp only [Exec.bind_eq_ok] at hk
        obtain ⟨i, _, hk⟩ := hk
        repeat' split at hk
        all_goals first | contradiction | (cases hk; exact wf.kill i)
    · cases hk

theorem MInst.runAll_mono (is : List MInst) {e' e : MEnv} {m k : Memory} (wf : k.WF) (hp : e.place.Valid)
    (he : e'.Refines e) (hm : m.refines k) : Exec.refines BetterAll (runAll e' m is) (runAll e k is) := by
  induction is generalizing e' e m k with
  | nil => intro s hs; cases hs; exact ⟨_, rfl, he, hm⟩
  | cons i is ih =>
    intro s hs
    simp only [runAll, Exec.bind_eq_ok] at hs
    obtain ⟨s1, h1, h2⟩ := hs
    obtain ⟨s2, h3, h4⟩ := run_mono wf he hm i s1 h1
    obtain ⟨wf', hpl⟩ := run_wf wf hp i h1
    obtain ⟨s3, h5, h6⟩ := ih wf' (by rw [hpl]; exact hp) h4.1 h4.2 s h2
    exact ⟨s3, by simp only [runAll, h3, Exec.bind_ok, h5], h6⟩

theorem MInst.runAll_wf (is : List MInst) {e : MEnv} {m : Memory} (wf : m.WF) (hp : e.place.Valid) {s : MEnv × Memory}
    (h : runAll e m is = .ok s) : s.2.WF ∧ s.1.place = e.place := by
  induction is generalizing e m with
  | nil => cases h; exact ⟨wf, rfl⟩
  | cons i is ih =>
    simp only [runAll, Exec.bind_eq_ok] at h
    obtain ⟨s1, h1, h2⟩ := h
    obtain ⟨wf', hpl⟩ := run_wf wf hp i h1
    have := ih wf' (by rw [hpl]; exact hp) h2
    exact ⟨this.1, this.2.trans hpl⟩

/-- What the instructions after a rule see: the values that the pattern defines, and those of before. -/
def MEnv.export (e : MEnv) (names : List String) (s : MEnv) : MEnv :=
  { e with toEnv := { e.toEnv with v := fun n => if n ∈ names then s.toEnv.v n else e.toEnv.v n } }

/-- A rule may be applied with anything before it (`e` and `m` are arbitrary) and after it. -/
theorem MemRule.Sound.within {r : MemRule} (sound : r.Sound) {e : MEnv} {m : Memory} (wf : m.WF) (hp : e.place.Valid)
    (pre : MPre.all e m r.pre) (rest : List MInst) :
    Exec.refines BetterAll
      ((MInst.runAll e m r.rhs).bind fun s => MInst.runAll (e.export (MInst.defs r.lhs) s.1) s.2 rest)
      ((MInst.runAll e m r.lhs).bind fun s => MInst.runAll (e.export (MInst.defs r.lhs) s.1) s.2 rest) := by
  intro s hs
  rw [Exec.bind_eq_ok] at hs
  obtain ⟨s1, h1, h2⟩ := hs
  obtain ⟨s2, h3, h4⟩ := sound e m wf hp pre s1 h1
  obtain ⟨wf', _⟩ := MInst.runAll_wf r.lhs wf hp h1
  have he : (e.export (MInst.defs r.lhs) s2.1).Refines (e.export (MInst.defs r.lhs) s1.1) := by
    refine ⟨⟨fun n => ?_, rfl, fun _ => Annot.implies_refl _⟩, rfl, rfl⟩
    simp only [MEnv.export]
    split
    · exact h4.2 n (by assumption)
    · exact .refl _
  obtain ⟨s3, h5, h6⟩ := MInst.runAll_mono (e := e.export (MInst.defs r.lhs) s1.1) rest wf' hp he h4.1 s h2
  exact ⟨s3, by rw [h3, Exec.bind_ok, h5], h6⟩

end Tuffy
