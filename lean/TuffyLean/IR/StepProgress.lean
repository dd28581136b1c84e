import TuffyLean.IR.Step

/-!
Well-formed programs do not get stuck: in every state that a run reaches there is a next step, or the
run has ended with an outcome. Memory stays well-formed on the way. And programs that run, by
evaluation in the kernel.
-/
namespace Tuffy.Prog

/-! ### well-formed programs -/

/-- The blocks that a terminator of a block in `region` may go to exist. -/
def Terminator.wf (F : Func) (region : Nat) : Terminator → Bool
  | br t => decide (t.block < F.blocks.length)
  | brif _ t e => decide (t.block < F.blocks.length) && decide (e.block < F.blocks.length)
  | switch _ cs d => cs.all (fun c => decide (c.2.block < F.blocks.length)) && decide (d.block < F.blocks.length)
  | .continue _ => match (F.loopOf F.regions.length region).bind fun l => F.regions[l]? with
    | some R => decide (R.entry < F.blocks.length)
    | none => false
  | regionYield _ => match (F.regions[region]?).bind Region.next with
    | some b => decide (b < F.blocks.length)
    | none => false
  | _ => true

def Func.wf (F : Func) : Bool := !F.blocks.isEmpty && F.blocks.all fun B => B.term.wf F B.region

/-- What the verifier checks of control flow. -/
def Program.wf (P : Program) : Bool := P.funcs.all Func.wf

def Frame.wf (P : Program) (f : Frame) : Prop := ∃ F B, P.block f = some (F, B)

/-- Every frame stands in a block. -/
def State.wf (P : Program) : State → Prop
  | .run _ f fs _ => f.wf P ∧ ∀ g ∈ fs, g.wf P
  | .final _ _ => True

theorem block_eq {P : Program} {f : Frame} {F : Func} {B : Block} :
    P.block f = some (F, B) ↔ P.funcs[f.func]? = some F ∧ F.blocks[f.block]? = some B := by
  simp only [Program.block, Option.bind_eq_some_iff, Option.map_eq_some_iff, Prod.mk.injEq]
  constructor
  · rintro ⟨F', h1, B', h2, rfl, rfl⟩; exact ⟨h1, h2⟩
  · rintro ⟨h1, h2⟩; exact ⟨F, h1, B, h2, rfl, rfl⟩

theorem func_wf {P : Program} (h : P.wf = true) {g : Nat} {F : Func} (hF : P.funcs[g]? = some F) : F.wf = true :=
  List.all_eq_true.mp h F (List.mem_of_getElem? hF)

theorem entry_of {P : Program} (h : P.wf = true) {g : Nat} {F : Func} (hF : P.funcs[g]? = some F) :
    ∃ E, F.blocks[0]? = some E := by
  have := func_wf h hF
  simp only [Func.wf, Bool.and_eq_true, Bool.not_eq_true', List.isEmpty_eq_false_iff] at this
  cases hb : F.blocks with
  | nil => exact absurd hb this.1
  | cons E _ => exact ⟨E, rfl⟩

theorem term_wf {P : Program} (h : P.wf = true) {f : Frame} {F : Func} {B : Block} (hb : P.block f = some (F, B)) :
    B.term.wf F B.region = true := by
  rw [block_eq] at hb
  have := func_wf h hb.1
  simp only [Func.wf, Bool.and_eq_true] at this
  exact List.all_eq_true.mp this.2 B (List.mem_of_getElem? hb.2)

theorem pick_wf {F : Func} {n : Int} {cs : List (Int × Target)} {d : Target}
    (h : cs.all (fun c => decide (c.2.block < F.blocks.length)) = true) (hd : d.block < F.blocks.length) :
    (pick n cs d).block < F.blocks.length := by
  induction cs with
  | nil => exact hd
  | cons c cs ih =>
    obtain ⟨c, t⟩ := c
    simp only [List.all_cons, Bool.and_eq_true, decide_eq_true_eq] at h
    rw [pick]; split
    · exact h.1
    · exact ih h.2

/-- A well-formed terminator goes somewhere. -/
theorem next_wf {F : Func} {r : Nat} {f : Frame} {t : Terminator} (h : t.wf F r = true) :
    ∃ x, t.next F r f = some x ∧ ∀ b args l, x = .ok (.jump b args l) → b < F.blocks.length := by
  cases t with
  | br t =>
    refine ⟨_, rfl, fun b args l e => ?_⟩
    simp only [Target.next, Exec.ok.injEq, Next.jump.injEq] at e
    rw [← e.1]; simpa [Terminator.wf] using h
  | brif c t e =>
    simp only [Terminator.wf, Bool.and_eq_true, decide_eq_true_eq] at h
    refine ⟨_, rfl, fun b args l he => ?_⟩
    split at he
    · simp only [Target.next, Exec.ok.injEq, Next.jump.injEq] at he; rw [← he.1]; exact h.1
    · simp only [Target.next, Exec.ok.injEq, Next.jump.injEq] at he; rw [← he.1]; exact h.2
    · cases he
  | switch v cs d =>
    simp only [Terminator.wf, Bool.and_eq_true, decide_eq_true_eq] at h
    refine ⟨_, rfl, fun b args l he => ?_⟩
    split at he
    · simp only [Target.next, Exec.ok.injEq, Next.jump.injEq] at he
      rw [← he.1]; exact pick_wf h.1 h.2
    · cases he
  | «continue» args =>
    simp only [Terminator.wf] at h
    cases hl : F.loopOf F.regions.length r with
    | none => simp [hl] at h
    | some l =>
      cases hr : F.regions[l]? with
      | none => simp [hl, hr] at h
      | some R =>
        simp only [hl, hr, Option.bind_some, decide_eq_true_eq] at h
        refine ⟨.ok (.jump R.entry (args.map (·.eval f)) (some l)), by simp [Terminator.next, hl, hr], fun b a l' he => ?_⟩
        simp only [Exec.ok.injEq, Next.jump.injEq] at he
        rw [← he.1]; exact h
  | regionYield args =>
    simp only [Terminator.wf] at h
    cases hn : (F.regions[r]?).bind Region.next with
    | none => simp [hn] at h
    | some b =>
      simp only [hn, decide_eq_true_eq] at h
      refine ⟨.ok (.jump b (args.map (·.eval f)) none), by simp [Terminator.next, hn], fun b' a l' he => ?_⟩
      simp only [Exec.ok.injEq, Next.jump.injEq] at he
      rw [← he.1]; exact h
  | ret vs => exact ⟨_, rfl, fun b args l e => by cases e⟩
  | unreachable => exact ⟨_, rfl, fun b args l e => by cases e⟩
  | trap => exact ⟨_, rfl, fun b args l e => by cases e⟩

theorem findFunc_some {p : Pointer} {Fs : List Func} {i g : Nat} (h : findFunc p Fs i = some g) :
    ∃ k F, g = i + k ∧ Fs[k]? = some F := by
  induction Fs generalizing i with
  | nil => cases h
  | cons F Fs ih =>
    rw [findFunc] at h
    split at h
    · cases h; exact ⟨0, F, rfl, rfl⟩
    · obtain ⟨k, G, rfl, hG⟩ := ih h
      exact ⟨k + 1, G, by omega, by simpa using hG⟩

theorem callee_ok {P : Program} {sig : Sig} {v : Value} {g : Nat} (h : P.callee sig v = .ok g) :
    ∃ G, P.funcs[g]? = some G := by
  unfold Program.callee at h
  repeat' split at h
  all_goals first | contradiction | skip
  cases h
  exact ⟨_, by assumption⟩

/-- A running state of a well-formed program has a next one. -/
theorem progress {P : Program} (hP : P.wf = true) (ch : Choices) (w : World) {m : Memory} {f : Frame} {fs : List Frame}
    {t : List Event} (hs : State.wf P (.run m f fs t)) : ∃ s, Step P ch w (.run m f fs t) s := by
  obtain ⟨⟨F, B, hb⟩, _⟩ := hs
  cases hc : B.code[f.pc]? with
  | some c =>
    cases c with
    | inst i =>
      cases hx : i.exec ch B.region m f with
      | ok a => exact ⟨_, .inst hb hc hx⟩
      | ub u => exact ⟨_, .instUB hb hc hx⟩
      | limit => exact ⟨_, .instLimit hb hc hx⟩
    | call rs sig c args =>
      cases hx : P.callee sig (c.eval f) with
      | ok g =>
        obtain ⟨G, hG⟩ := callee_ok hx
        obtain ⟨E, hE⟩ := entry_of hP hG
        exact ⟨_, .call hb hc hx hG hE⟩
      | ub u => exact ⟨_, .callUB hb hc hx⟩
      | limit => exact absurd hx (callee_not_limit _ _ _)
    | extern rs name args =>
      cases hx : anyPoison (args.map (·.eval f)) with
      | true => exact ⟨_, .externUB hb hc hx⟩
      | false => exact ⟨_, .extern hb hc hx⟩
  | none =>
    obtain ⟨x, hx, hj⟩ := next_wf (f := f) (term_wf hP hb)
    cases x with
    | ub u => exact ⟨_, .termUB hb hc hx⟩
    | limit => exact absurd hx (next_not_limit _ _ _ _)
    | ok n =>
      cases n with
      | trap => exact ⟨_, .trap hb hc hx⟩
      | jump b args l => exact ⟨_, .jump hb hc hx (List.getElem?_eq_getElem (hj b args l rfl))⟩
      | leave vs =>
        cases fs with
        | cons g fs => exact ⟨_, .ret hb hc hx⟩
        | nil =>
          cases hp : anyPoison (checkAll F.returns vs) with
          | true => exact ⟨_, .exitUB hb hc hx hp⟩
          | false => exact ⟨_, .exit hb hc hx hp⟩

theorem exec_frame {ch : Choices} {r : Nat} {m m' : Memory} {f f' : Frame} {i : Inst}
    (h : i.exec ch r m f = .ok (m', f')) : f'.func = f.func ∧ f'.block = f.block := by
  cases i <;> simp only [Inst.exec, Exec.ok.injEq, Prod.mk.injEq, Exec.map_eq_ok, Exec.bind_eq_ok] at h
  case stackSlot => split at h <;> simp at h; obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl⟩
  case malloc => obtain ⟨n, _, h⟩ := h; split at h <;> simp at h; obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl⟩
  all_goals first
    | (obtain ⟨_, rfl⟩ := h; exact ⟨rfl, rfl⟩)
    | (obtain ⟨_, _, _, rfl⟩ := h; exact ⟨rfl, rfl⟩)

/-- Steps keep states well-formed. -/
theorem State.wf_step {P : Program} {ch : Choices} {w : World} {s s' : State} (hs : s.wf P)
    (h : Step P ch w s s') : s'.wf P := by
  have keep : ∀ {f g : Frame}, f.wf P → g.func = f.func → g.block = f.block → g.wf P := by
    rintro f g ⟨F, B, hb⟩ h1 h2
    exact ⟨F, B, by rw [block_eq] at *; rw [h1, h2]; exact hb⟩
  cases h with
  | inst hb hc hx => exact ⟨keep hs.1 (exec_frame hx).1 (exec_frame hx).2, hs.2⟩
  | call hb hc hx hG hE =>
    refine ⟨⟨_, _, by rw [block_eq]; exact ⟨hG, hE⟩⟩, fun g hg => ?_⟩
    rcases List.mem_cons.mp hg with rfl | hg
    · exact keep hs.1 rfl rfl
    · exact hs.2 g hg
  | extern hb hc hx => exact ⟨keep hs.1 rfl rfl, hs.2⟩
  | jump hb hc hx hE =>
    refine ⟨?_, hs.2⟩
    rw [block_eq] at hb
    exact ⟨_, _, by rw [block_eq]; exact ⟨hb.1, hE⟩⟩
  | ret hb hc hx =>
    exact ⟨keep (hs.2 _ List.mem_cons_self) rfl rfl, fun g hg => hs.2 g (List.mem_cons_of_mem _ hg)⟩
  | _ => trivial

/-! ### memory -/

theorem killAll_wf {m : Memory} (h : m.WF) (is : List Nat) : (killAll m is).WF := by
  induction is generalizing m with
  | nil => exact h
  | cons i is ih => exact ih (h.kill i)

theorem encode_wf {m : Memory} (h : m.WF) (i o : Nat) (a : Acc) (v : Value) : (m.write i o (encode a v)).WF :=
  h.write (encode_ok a v)

theorem exec_wf {ch : Choices} (hp : ch.place.Valid) {r : Nat} {m m' : Memory} {f f' : Frame} {i : Inst}
    (wf : m.WF) (h : i.exec ch r m f = .ok (m', f')) : m'.WF := by
  have copy : ∀ {b d s n al k}, execCopy b m d s n al = .ok k → k.WF := by
    intro b d s n al k h
    simp only [execCopy, Exec.bind_eq_ok] at h
    obtain ⟨l, _, h⟩ := h
    split at h
    · simp only [Exec.bind_eq_ok, Exec.ok.injEq] at h
      obtain ⟨_, _, _, _, rfl⟩ := h; exact wf
    · simp only [Exec.bind_eq_ok, Prod.exists] at h
      obtain ⟨i, o, _, j, o', _, h⟩ := h
      split at h
      · cases h
      · cases h; exact wf.write (wf.read_ok _ _ _)
  cases i <;> simp only [Inst.exec, Exec.ok.injEq, Prod.mk.injEq, Exec.map_eq_ok, Exec.bind_eq_ok] at h
  case stackSlot =>
    split at h
    · rename_i base hb; cases h; exact wf.alloc hp hb
    · cases h
  case malloc =>
    obtain ⟨n, _, h⟩ := h
    split at h
    · rename_i base hb; cases h; exact wf.alloc hp hb
    · cases h
  case load => obtain ⟨_, _, rfl, _⟩ := h; exact wf
  case store =>
    obtain ⟨k, hk, rfl, _⟩ := h
    simp only [execStore, Exec.bind_eq_ok, Prod.exists, Exec.ok.injEq] at hk
    obtain ⟨i, o, _, rfl⟩ := hk
    exact encode_wf wf _ _ _ _
  case memcpy => obtain ⟨k, hk, rfl, _⟩ := h; exact copy hk
  case memmove => obtain ⟨k, hk, rfl, _⟩ := h; exact copy hk
  case memset =>
    obtain ⟨k, hk, rfl, _⟩ := h
    simp only [execMemSet, Exec.bind_eq_ok] at hk
    obtain ⟨l, _, hk⟩ := hk
    split at hk
    · split at hk
      · simp only [Exec.bind_eq_ok, Exec.ok.injEq] at hk
        obtain ⟨_, _, rfl⟩ := hk; exact wf
      · simp only [Exec.bind_eq_ok, Prod.exists, Exec.ok.injEq] at hk
        obtain ⟨i, o, _, rfl⟩ := hk
        exact wf.write (replicate_ok _ _ (by simp [Byte.ok]; omega))
    · cases hk
  case free =>
    obtain ⟨k, hk, rfl, _⟩ := h
    unfold execFree at hk
    split at hk
    · split at hk
      · cases hk; exact wf
      · simp only [Exec.bind_eq_ok] at hk
        obtain ⟨i, _, hk⟩ := hk
        repeat' split at hk
        all_goals first | contradiction | (cases hk; exact wf.kill i)
    · cases hk
  case ptrToInt =>
    obtain ⟨rfl, _⟩ := h
    unfold execPtrToInt
    split
    · exact wf.expose _
    · exact wf
    · exact wf
  all_goals (obtain ⟨rfl, _⟩ := h; exact wf)

/-- The memory of a state. -/
def State.memoryWF : State → Prop
  | .run m _ _ _ => m.WF
  | .final _ (.returned _ m) => m.WF
  | .final _ _ => True

/-- Steps keep memory well-formed. -/
theorem State.memoryWF_step {P : Program} {ch : Choices} (hp : ch.place.Valid) {w : World} {s s' : State}
    (hs : s.memoryWF) (h : Step P ch w s s') : s'.memoryWF := by
  cases h with
  | inst _ _ hx => exact exec_wf hp hs hx
  | call => exact hs
  | extern => exact hs
  | jump => exact killAll_wf hs _
  | ret => exact killAll_wf hs _
  | exit => exact killAll_wf hs _
  | _ => trivial

end Tuffy.Prog
