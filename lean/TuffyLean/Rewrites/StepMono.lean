import TuffyLean.IR.Atomic
import TuffyLean.IR.Simulation
import TuffyLean.Rewrites.Mono

/-!
What a better state does: instructions, terminators and calls, executed from registers and memory with
less poison, get to registers and memory with less poison. `freeze` does not: a run fixes by the number of
those before and the operand what it makes, and a better operand is another one. Nor does `ptrtoint`: of a pointer that was
poison it exposes an allocation that it left alone.
-/
namespace Tuffy.Prog

/-! ### frames -/

/-- Registers with less poison; all else alike but the place in the block. -/
structure Frame.Refines (f' f : Frame) : Prop where
  func : f'.func = f.func
  block : f'.block = f.block
  slots : f'.slots = f.slots
  dest : f'.dest = f.dest
  frozen : f'.frozen = f.frozen
  regs : ∀ r, f'.regs r ⊑ f.regs r

theorem Frame.Refines.refl (f : Frame) : f.Refines f := ⟨rfl, rfl, rfl, rfl, rfl, fun _ => .refl _⟩
theorem Frame.Refines.trans {f g h : Frame} (a : f.Refines g) (b : g.Refines h) : f.Refines h :=
  ⟨a.func.trans b.func, a.block.trans b.block, a.slots.trans b.slots, a.dest.trans b.dest, a.frozen.trans b.frozen, fun r => (a.regs r).trans (b.regs r)⟩

theorem Opd.eval_mono {f' f : Frame} (h : f'.Refines f) (o : Opd) : o.eval f' ⊑ o.eval f := by
  cases o with
  | use r a => exact Annot.check_mono (h.regs r) (Annot.implies_refl a)
  | imm n => exact .refl _

theorem args_mono {f' f : Frame} (h : f'.Refines f) (args : List Opd) :
    RefinesList (args.map (·.eval f')) (args.map (·.eval f)) := by
  induction args with
  | nil => exact .nil
  | cons o os ih => exact .cons (o.eval_mono h) ih

theorem setReg_mono {a b : Reg → Value} (h : ∀ r, a r ⊑ b r) (r : Res) {v' v : Value} (hv : v' ⊑ v) (x : Reg) :
    setReg a r v' x ⊑ setReg b r v x := by
  unfold setReg
  split
  · exact Annot.check_mono hv (Annot.implies_refl _)
  · exact h x

theorem setRegs_mono (rs : List Res) {a b : Reg → Value} (h : ∀ r, a r ⊑ b r) {vs' vs : List Value} (hv : RefinesList vs' vs)
    (x : Reg) : setRegs a rs vs' x ⊑ setRegs b rs vs x := by
  induction rs generalizing a b vs' vs with
  | nil => exact h x
  | cons r rs ih =>
    cases hv with
    | nil => exact ih (setReg_mono h r (.refl _)) .nil
    | cons hv hvs => exact ih (setReg_mono h r hv) hvs

theorem Frame.Refines.set {f' f : Frame} (h : f'.Refines f) (r : Res) {v' v : Value} (hv : v' ⊑ v) :
    (f'.set r v').Refines (f.set r v) :=
  ⟨h.func, h.block, h.slots, h.dest, h.frozen, setReg_mono h.regs r hv⟩

theorem checkAll_mono (as : List Annot) {vs' vs : List Value} (h : RefinesList vs' vs) :
    RefinesList (checkAll as vs') (checkAll as vs) := by
  induction as generalizing vs' vs with
  | nil => simpa [checkAll] using h
  | cons a as ih =>
    cases h with
    | nil => exact .nil
    | cons h hs => exact .cons (Annot.check_mono h (Annot.implies_refl _)) (ih hs)

/-- Values that are specified in all parts have no other refinement. -/
theorem list_vague_mono {vs' vs : List Value} (h : RefinesList vs' vs) (hv : ∀ v ∈ vs, v.vague = false) : vs' = vs := by
  induction vs generalizing vs' with
  | nil => cases h; rfl
  | cons v vs ih =>
    cases h with
    | cons h hs =>
      rw [vague_mono h (hv v List.mem_cons_self), ih hs fun v m => hv v (List.mem_cons_of_mem _ m)]

/-! ### instructions -/

/-- Everything but `freeze` and `ptrtoint`. -/
def Inst.steady : Inst → Bool
  | .freeze _ _ | .ptrToInt _ _ => false
  | _ => true

/-- A better state and a better frame, in the same places of blocks that need not be the same. -/
def BetterRun (a b : Memory × Frame) : Prop := a.1.refines b.1 ∧ a.2.Refines b.2

theorem exec_mono {ch : Choices} {region : Nat} {m k : Memory} (wf : k.WF) (hm : m.refines k) {f' f : Frame} (h : f'.Refines f)
    {i : Inst} (hs : i.steady = true) : Exec.refines BetterRun (i.exec ch region m f') (i.exec ch region k f) := by
  have lift : ∀ {x y : Exec Memory}, Exec.refines Memory.refines x y →
      Exec.refines BetterRun (x.map fun m => (m, f')) (y.map fun m => (m, f)) := by
    intro x y hxy s e
    rw [Exec.map_eq_ok] at e
    obtain ⟨b, hb, rfl⟩ := e
    obtain ⟨a, ha, r⟩ := hxy b hb
    exact ⟨(a, f'), by rw [ha]; rfl, r, h⟩
  have place : ∀ size align, ch.place m.layout size align = ch.place k.layout size align := by
    intro size align; rw [Memory.refines_layout hm]
  have fresh : ∀ base size align, (execAlloc m base size align).2 ⊑ (execAlloc k base size align).2 := by
    intro base size align; simp only [execAlloc, hm.1]; exact .refl _
  cases i with
  | const r v => intro s e; cases e; exact ⟨_, rfl, hm, h.set r (.refl _)⟩
  | pure r o args => intro s e; cases e; exact ⟨_, rfl, hm, h.set r (evalOp_mono o (args_mono h args))⟩
  | freeze r v => cases hs
  | load r t align p =>
    intro s e
    simp only [Inst.exec, Exec.map_eq_ok] at e
    obtain ⟨v, hv, rfl⟩ := e
    obtain ⟨v', hv', hr⟩ := execLoad_mono wf hm (p.eval_mono h) t align v hv
    exact ⟨(m, f'.set r v'), by simp only [Inst.exec, hv']; rfl, hm, h.set r hr⟩
  | store v p t align => exact lift (execStore_mono hm (v.eval_mono h) (p.eval_mono h) t align)
  | memcpy d s n align => exact lift (execCopy_mono wf hm (d.eval_mono h) (s.eval_mono h) (n.eval_mono h) true align)
  | memmove d s n align => exact lift (execCopy_mono wf hm (d.eval_mono h) (s.eval_mono h) (n.eval_mono h) false align)
  | memset p b n align => exact lift (execMemSet_mono hm (p.eval_mono h) (b.eval_mono h) (n.eval_mono h) align)
  | stackSlot r size align =>
    intro s e
    simp only [Inst.exec] at e ⊢
    rw [place]
    split at e
    · rename_i base _
      cases e
      refine ⟨_, rfl, Memory.alloc_mono hm _ _ _, ?_⟩
      have g := h.set r (fresh base size align)
      exact ⟨g.func, g.block, by simp only [h.slots, hm.1], g.dest, g.frozen, g.regs⟩
    · cases e
  | malloc r size =>
    intro s e
    simp only [Inst.exec, Exec.bind_eq_ok] at e
    obtain ⟨n, hn, e⟩ := e
    simp only [Inst.exec, bulkLength_mono (size.eval_mono h) hn, Exec.bind_ok]
    rw [place]
    split at e
    · cases e; exact ⟨_, rfl, Memory.alloc_mono hm _ _ _, h.set r (fresh _ n 16)⟩
    · cases e
  | free p => exact lift (execFree_mono hm (p.eval_mono h))
  | ptrToInt r p => cases hs

/-- Whether an instruction asks for memory, which may be more than there is room for. -/
def Inst.allocates : Inst → Bool
  | .stackSlot _ _ _ | .malloc _ _ => true
  | _ => false

theorem bind_limit_of {α β : Type} {x : Exec α} {g : α → Exec β} (hx : x ≠ .limit) (hg : ∀ a, g a ≠ .limit) :
    x.bind g ≠ .limit := by
  cases x with
  | ok a => exact hg a
  | ub u => simp
  | limit => exact absurd rfl hx

theorem owner_not_limit (l : List Layout) (p : Pointer) (n : Nat) : owner l p n ≠ .limit := by
  unfold owner; repeat' split
  all_goals simp

theorem reach_not_limit (m : Memory) (p : Value) (n al : Nat) (w : Bool) : reach m p n al w ≠ .limit := by
  unfold reach check
  split
  · split
    · simp
    · refine bind_limit_of (owner_not_limit _ _ _) fun i => ?_
      split
      · unfold Layout.check; repeat' split
        all_goals simp
      · simp
  · simp

theorem bulk_not_limit (n : Value) : bulkLength n ≠ .limit := by unfold bulkLength; repeat' split
                                                                 all_goals simp
theorem pointer_not_limit (p : Value) : notPoison p ≠ .limit := by unfold notPoison; split <;> simp

theorem copy_not_limit (b : Bool) (m : Memory) (d s n : Value) (al : Nat) : execCopy b m d s n al ≠ .limit := by
  refine bind_limit_of (bulk_not_limit _) fun l => ?_
  split
  · exact bind_limit_of (pointer_not_limit _) fun _ => bind_limit_of (pointer_not_limit _) fun _ => by simp
  · refine bind_limit_of (reach_not_limit _ _ _ _ _) fun _ => bind_limit_of (reach_not_limit _ _ _ _ _) fun _ => ?_
    simp only; split <;> simp

/-- No other instruction meets a limit. -/
theorem exec_limit {ch : Choices} {region : Nat} {m : Memory} {f : Frame} {i : Inst} (h : i.exec ch region m f = .limit) :
    i.allocates = true := by
  have map : ∀ {α β : Type} {x : Exec α} {g : α → β}, x ≠ .limit → x.map g ≠ .limit := by
    intro α β x g hx; exact bind_limit_of hx fun _ => by simp
  cases i with
  | stackSlot | malloc => rfl
  | const | pure | freeze | ptrToInt => simp [Inst.exec] at h
  | load r t al p => exact absurd h (map (bind_limit_of (reach_not_limit _ _ _ _ _) fun _ => by simp))
  | store v p t al => exact absurd h (map (bind_limit_of (reach_not_limit _ _ _ _ _) fun _ => by simp))
  | memcpy d s n al => exact absurd h (map (copy_not_limit _ _ _ _ _ _))
  | memmove d s n al => exact absurd h (map (copy_not_limit _ _ _ _ _ _))
  | memset p b n al =>
    refine absurd h (map (bind_limit_of (bulk_not_limit _) fun l => ?_))
    split
    · split
      · exact bind_limit_of (pointer_not_limit _) fun _ => by simp
      · exact bind_limit_of (reach_not_limit _ _ _ _ _) fun _ => by simp
    · simp
  | free p =>
    refine absurd h (map ?_)
    unfold execFree
    split
    · split
      · simp
      · refine bind_limit_of (owner_not_limit _ _ _) fun _ => ?_
        repeat' split
        all_goals simp
    · simp

/-- Where there is no room for an instruction, there is none for it in a better state. -/
theorem exec_limit_mono {ch : Choices} {region : Nat} {m k : Memory} (hm : m.refines k) {f' f : Frame} (h : f'.Refines f)
    {i : Inst} (hs : i.exec ch region k f = .limit) : i.exec ch region m f' = .limit := by
  have := exec_limit hs
  cases i <;> simp only [Inst.allocates, Bool.false_eq_true] at this
  case stackSlot r size align =>
    simp only [Inst.exec, Memory.refines_layout hm] at hs ⊢
    split at hs
    · cases hs
    · rfl
  case malloc r size =>
    simp only [Inst.exec] at hs ⊢
    cases hb : bulkLength (size.eval f) with
    | ok n =>
      rw [bulkLength_mono (size.eval_mono h) hb]
      simp only [hb, Exec.bind_ok, Memory.refines_layout hm] at hs ⊢
      split at hs
      · cases hs
      · rfl
    | ub u => simp [hb] at hs
    | limit => exact absurd hb (bulk_not_limit _)

theorem exec_place {ch : Choices} {region : Nat} {m m' : Memory} {f f' : Frame} {i : Inst}
    (h : i.exec ch region m f = .ok (m', f')) : f'.pc = f.pc ∧ f'.func = f.func ∧ f'.block = f.block := by
  cases i <;> simp only [Inst.exec, Exec.ok.injEq, Prod.mk.injEq, Exec.map_eq_ok, Exec.bind_eq_ok] at h
  case stackSlot => split at h <;> simp at h; obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl, rfl⟩
  case malloc => obtain ⟨n, _, h⟩ := h; split at h <;> simp at h; obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl, rfl⟩
  all_goals first
    | (obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl, rfl⟩)
    | (obtain ⟨_, _, _, rfl⟩ := h; exact ⟨rfl, rfl, rfl⟩)

/-! ### straight-line code -/

/-- One instruction after the other. -/
def execAll (ch : Choices) (region : Nat) (m : Memory) (f : Frame) : List Inst → Exec (Memory × Frame)
  | [] => .ok (m, f)
  | i :: is => (i.exec ch region m f).bind fun s => execAll ch region s.1 { s.2 with pc := s.2.pc + 1 } is

theorem Frame.Refines.pc {f' f : Frame} (h : f'.Refines f) (a b : Nat) : ({ f' with pc := a } : Frame).Refines { f with pc := b } :=
  ⟨h.func, h.block, h.slots, h.dest, h.frozen, h.regs⟩

theorem execAll_mono {ch : Choices} (hp : ch.place.Valid) {region : Nat} (is : List Inst) (hs : is.all Inst.steady = true)
    {m k : Memory} (wf : k.WF) (hm : m.refines k) {f' f : Frame} (h : f'.Refines f) :
    Exec.refines BetterRun (execAll ch region m f' is) (execAll ch region k f is) := by
  induction is generalizing m k f' f with
  | nil => intro s e; cases e; exact ⟨_, rfl, hm, h⟩
  | cons i is ih =>
    intro s e
    simp only [List.all_cons, Bool.and_eq_true] at hs
    simp only [execAll, Exec.bind_eq_ok] at e
    obtain ⟨s1, h1, h2⟩ := e
    obtain ⟨s2, h3, h4⟩ := exec_mono wf hm h hs.1 s1 h1
    obtain ⟨s3, h5, h6⟩ := ih hs.2 (exec_wf hp wf h1) h4.1 (h4.2.pc (s2.2.pc + 1) (s1.2.pc + 1)) s h2
    exact ⟨s3, by simp only [execAll, h3, Exec.bind_ok, h5], h6⟩

theorem execAll_place {ch : Choices} {region : Nat} (is : List Inst) {m m' : Memory} {f f' : Frame}
    (h : execAll ch region m f is = .ok (m', f')) : f'.pc = f.pc + is.length ∧ f'.func = f.func ∧ f'.block = f.block := by
  induction is generalizing m f with
  | nil => cases h; exact ⟨rfl, rfl, rfl⟩
  | cons i is ih =>
    simp only [execAll, Exec.bind_eq_ok] at h
    obtain ⟨s1, h1, h2⟩ := h
    have a := exec_place h1
    have b := ih h2
    simp only [List.length_cons] at *
    exact ⟨by rw [b.1]; simp only [a.1]; omega, by rw [b.2.1]; exact a.2.1, by rw [b.2.2]; exact a.2.2⟩

/-- Straight-line code that asks for no memory meets no limit. -/
theorem execAll_not_limit {ch : Choices} {region : Nat} (is : List Inst) (hs : is.all (!Inst.allocates ·) = true) {m : Memory}
    {f : Frame} : execAll ch region m f is ≠ .limit := by
  induction is generalizing m f with
  | nil => simp [execAll]
  | cons i is ih =>
    simp only [List.all_cons, Bool.and_eq_true] at hs
    refine bind_limit_of (fun h => ?_) fun _ => ih hs.2
    have := exec_limit h
    simp [this] at hs

/-- What the machine makes of the end of straight-line code. -/
def afterwards (fs : List Frame) (t : List Event) : Exec (Memory × Frame) → State
  | .ok (m, f) => .run m f fs t
  | .ub u => .final t (.ub u)
  | .limit => .final t .limit

/-- The machine executes straight-line code, and calls nothing while it does. -/
theorem run_straight {P : Program} {ch : Choices} {w : World} (is : List Inst) {m : Memory} {f : Frame} {fs : List Frame}
    {t : List Event} {F : Func} {B : Block} (hb : P.block f = some (F, B))
    (hc : ∀ (k : Nat) (i : Inst), is[k]? = some i → B.code[f.pc + k]? = some (.inst i)) :
    run P ch w is.length (.run m f fs t) = afterwards fs t (execAll ch B.region m f is) ∧
      ∀ n, n ≤ is.length → (run P ch w n (.run m f fs t)).trace = t := by
  induction is generalizing m f with
  | nil => exact ⟨rfl, fun n hn => by have : n = 0 := by simpa using hn
                                      subst this; rfl⟩
  | cons i is ih =>
    have h0 := hc 0 i rfl
    rw [Nat.add_zero] at h0
    cases hx : i.exec ch B.region m f with
    | ok s =>
      obtain ⟨m1, f1⟩ := s
      have st : step? P ch w (.run m f fs t) = some (.run m1 { f1 with pc := f1.pc + 1 } fs t) := by
        simp only [step?, hb, Option.bind_some, h0, hx, proceed, (exec_place hx).1]
      have pl := exec_place hx
      have hb' : P.block { f1 with pc := f1.pc + 1 } = some (F, B) := by
        rw [block_eq] at *; simp only [pl.2.1, pl.2.2]; exact hb
      obtain ⟨e1, e2⟩ := ih (m := m1) (f := { f1 with pc := f1.pc + 1 }) hb' fun k j hk => by
        have := hc (k + 1) j (by simpa using hk)
        simp only [pl.1]; rw [← this]; congr 1; omega
      refine ⟨?_, fun n hn => ?_⟩
      · simp only [List.length_cons, run, st, execAll, hx, Exec.bind_ok]; exact e1
      · cases n with
        | zero => rfl
        | succ n => simp only [run, st]; exact e2 n (by simpa using hn)
    | ub u =>
      have st : step? P ch w (.run m f fs t) = some (.final t (.ub u)) := by
        simp only [step?, hb, Option.bind_some, h0, hx, proceed]
      refine ⟨by simp only [List.length_cons, run, st, run_final, execAll, hx, Exec.bind_ub, afterwards], fun n _ => ?_⟩
      cases n with
      | zero => rfl
      | succ n => simp only [run, st, run_final, State.trace]
    | limit =>
      have st : step? P ch w (.run m f fs t) = some (.final t .limit) := by
        simp only [step?, hb, Option.bind_some, h0, hx, proceed]
      refine ⟨by simp only [List.length_cons, run, st, run_final, execAll, hx, Exec.bind_limit, afterwards], fun n _ => ?_⟩
      cases n with
      | zero => rfl
      | succ n => simp only [run, st, run_final, State.trace]

/-! ### control flow -/

theorem inside_congr {F' F : Func} (h : F'.regions = F.regions) (n r o : Nat) : F'.inside n r o = F.inside n r o := by
  induction n generalizing r with
  | zero => rfl
  | succ n ih => simp only [Func.inside, h, ih]

theorem loopOf_congr {F' F : Func} (h : F'.regions = F.regions) (n r : Nat) : F'.loopOf n r = F.loopOf n r := by
  induction n generalizing r with
  | zero => rfl
  | succ n ih => simp only [Func.loopOf, h, ih]

/-- The same way, with better values. -/
inductive Next.Refines : Next → Next → Prop where
  | jump {b : Nat} {vs' vs : List Value} {l : Option Nat} (h : RefinesList vs' vs) : Refines (.jump b vs' l) (.jump b vs l)
  | leave {vs' vs : List Value} (h : RefinesList vs' vs) : Refines (.leave vs') (.leave vs)
  | trap : Refines .trap .trap

theorem next_mono {F' F : Func} (hF : F'.regions = F.regions) {region : Nat} {f' f : Frame} (h : f'.Refines f) {t : Terminator}
    {n : Next} (hn : t.next F region f = some (.ok n)) : ∃ n', t.next F' region f' = some (.ok n') ∧ n'.Refines n := by
  have target : ∀ x : Target, (x.next f').Refines (x.next f) := fun x => .jump (args_mono h x.args)
  cases t with
  | br x => cases hn; exact ⟨_, rfl, target x⟩
  | brif c x y =>
    simp only [Terminator.next, Option.some.injEq] at hn ⊢
    split at hn
    · rename_i hv; cases hn
      have := c.eval_mono h; rw [hv] at this
      rw [refines_of_bool this]; exact ⟨_, rfl, target x⟩
    · rename_i hv; cases hn
      have := c.eval_mono h; rw [hv] at this
      rw [refines_of_bool this]; exact ⟨_, rfl, target y⟩
    · cases hn
  | switch v cs d =>
    simp only [Terminator.next, Option.some.injEq] at hn ⊢
    split at hn
    · rename_i k hv; cases hn
      have := v.eval_mono h; rw [hv] at this
      rw [refines_of_int this]; exact ⟨_, rfl, target _⟩
    · cases hn
  | «continue» args =>
    simp only [Terminator.next, hF, loopOf_congr hF] at hn ⊢
    split at hn
    · simp only [Option.map_eq_some_iff, Exec.ok.injEq] at hn ⊢
      obtain ⟨R, hR, rfl⟩ := hn
      exact ⟨_, ⟨R, hR, rfl⟩, .jump (args_mono h args)⟩
    · cases hn
  | regionYield args =>
    simp only [Terminator.next, hF] at hn ⊢
    split at hn
    · cases hn; exact ⟨_, rfl, .jump (args_mono h args)⟩
    · cases hn
  | ret vs => cases hn; exact ⟨_, rfl, .leave (args_mono h vs)⟩
  | unreachable => cases hn
  | trap => cases hn; exact ⟨_, rfl, .trap⟩

theorem killAll_mono (is : List Nat) {m k : Memory} (h : m.refines k) : (killAll m is).refines (killAll k is) := by
  induction is generalizing m k with
  | nil => exact h
  | cons i is ih => exact ih (Memory.kill_mono h i)

theorem enter_mono {F' F : Func} (hF : F'.regions = F.regions) {m k : Memory} (hm : m.refines k) {f' f : Frame} (h : f'.Refines f)
    (b : Nat) {B' B : Block} (hp : B'.params = B.params) (hr : B'.region = B.region) {vs' vs : List Value} (hv : RefinesList vs' vs)
    (l : Option Nat) : BetterRun (enter F' m f' b B' vs' l) (enter F k f b B vs l) := by
  have st : stays F' B'.region l = stays F B.region l := by
    funext s; simp only [stays, hF, hr, inside_congr hF]
  simp only [enter, BetterRun, st, h.slots, hp]
  exact ⟨killAll_mono _ hm, h.func, rfl, rfl, h.dest, h.frozen, setRegs_mono _ h.regs hv⟩

end Tuffy.Prog
