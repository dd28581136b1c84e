import TuffyLean.Rewrites.StepMono

/-!
Exchanging straight-line code in a block of a program: if in every state in which control gets there the
new code makes a better state than the old, then the behaviours of the program with the new code
refine those of the program with the old, whatever comes before and after it, and however often.

The program may not `freeze`, nor turn pointers into integers, which are not monotone (`StepMono.lean`).
What it passes to external functions and returns at its end may not be poison or uninit in a part, nor an
aggregate, whatever is in it (`Definite`): uninit bytes, which may be passed, are refined by poison, which may not.
-/
namespace Tuffy.Prog

/-- A place in a block where `new` is to stand for `old`. -/
structure Splice where
  prog : Program
  func : Nat
  block : Nat
  pre : List Code
  old : List Inst
  new : List Inst
  post : List Code

def Func.withCode (F : Func) (b : Nat) (code : List Code) : Func :=
  { F with blocks := updateAt F.blocks b fun B => { B with code := code } }

namespace Splice

/-- The code of the block with `is` in the place. -/
def codeOf (S : Splice) (is : List Inst) : List Code := S.pre ++ (is.map .inst ++ S.post)

/-- The program with the new code. -/
def after (S : Splice) : Program := ⟨updateAt S.prog.funcs S.func fun F => F.withCode S.block (S.codeOf S.new)⟩

/-- The old code stands in the place and asks for no memory, and all is monotone. -/
structure Fits (S : Splice) : Prop where
  code : ∀ F B, S.prog.funcs[S.func]? = some F → F.blocks[S.block]? = some B → B.code = S.codeOf S.old
  old : S.old ≠ []
  room : S.old.all (!Inst.allocates ·) = true
  new : S.new ≠ []
  steady : S.new.all Inst.steady = true
  rest : ∀ F ∈ S.prog.funcs, ∀ B ∈ F.blocks, ∀ i, Code.inst i ∈ B.code → i.steady = true

/-- Control stands before the place. -/
def AtStart (S : Splice) (f : Frame) : Prop := f.func = S.func ∧ f.block = S.block ∧ f.pc = S.pre.length

/-- In every state that satisfies `inv` the new code makes a better one than the old. -/
def Local (S : Splice) (ch : Choices) (inv : Memory → Frame → Prop) : Prop :=
  ∀ (region : Nat) (m : Memory) (f : Frame), m.WF → inv m f →
    Exec.refines BetterRun (execAll ch region m f S.new) (execAll ch region m f S.old)

end Splice

/-- What a run from `s` passes to external functions and returns at its end is specified in all parts, and no
aggregate: `Value.vague` holds of none. Of what functions of the program pass to each other nothing is asked. -/
structure Definite (P : Program) (ch : Choices) (w : World) (s : State) : Prop where
  extern : ∀ {n m f fs t F B rs name args}, run P ch w n s = .run m f fs t → P.block f = some (F, B) →
    B.code[f.pc]? = some (.extern rs name args) → ∀ v ∈ args.map (·.eval f), v.vague = false
  exit : ∀ {n m f t F B vs}, run P ch w n s = .run m f [] t → P.block f = some (F, B) → B.code[f.pc]? = none →
    B.term.next F B.region f = some (.ok (.leave vs)) → ∀ v ∈ checkAll F.returns vs, v.vague = false

namespace Splice
variable (S : Splice)

/-! ### the two programs -/

def fn (i : Nat) (F : Func) : Func := if S.func = i then F.withCode S.block (S.codeOf S.new) else F
def bn (i j : Nat) (B : Block) : Block := if S.func = i ∧ S.block = j then { B with code := S.codeOf S.new } else B

theorem fn_sig (i : Nat) (F : Func) : (S.fn i F).sig = F.sig := by unfold fn; split <;> rfl
theorem fn_regions (i : Nat) (F : Func) : (S.fn i F).regions = F.regions := by unfold fn; split <;> rfl
theorem fn_returns (i : Nat) (F : Func) : (S.fn i F).returns = F.returns := by unfold fn; split <;> rfl
theorem bn_params (i j : Nat) (B : Block) : (S.bn i j B).params = B.params := by unfold bn; split <;> rfl
theorem bn_term (i j : Nat) (B : Block) : (S.bn i j B).term = B.term := by unfold bn; split <;> rfl
theorem bn_region (i j : Nat) (B : Block) : (S.bn i j B).region = B.region := by unfold bn; split <;> rfl

theorem after_func {i : Nat} {F : Func} (h : S.prog.funcs[i]? = some F) : S.after.funcs[i]? = some (S.fn i F) := by
  simp only [after, updateAt_get, fn, h]; split <;> rfl

theorem fn_block (i : Nat) {F : Func} {j : Nat} {B : Block} (h : F.blocks[j]? = some B) :
    (S.fn i F).blocks[j]? = some (S.bn i j B) := by
  unfold fn bn
  split
  · simp only [Func.withCode, updateAt_get, h]
    split <;> simp_all
  · rw [if_neg (by simp_all)]; exact h

theorem after_block {f' f : Frame} (h1 : f'.func = f.func) (h2 : f'.block = f.block) {F : Func} {B : Block}
    (h : S.prog.block f = some (F, B)) : S.after.block f' = some (S.fn f.func F, S.bn f.func f.block B) := by
  rw [block_eq] at *
  rw [h1, h2]
  exact ⟨S.after_func h.1, S.fn_block _ h.2⟩

theorem findFunc_updateAt (p : Pointer) (g : Func → Func) (hg : ∀ F, (g F).ptr = F.ptr) (l : List Func) (i k : Nat) :
    findFunc p (updateAt l i g) k = findFunc p l k := by
  induction l generalizing i k with
  | nil => rfl
  | cons F l ih => cases i <;> simp [updateAt, findFunc, hg, ih]

theorem callee_mono {sig : Sig} {v' v : Value} (hv : v' ⊑ v) {g : Nat} (h : S.prog.callee sig v = .ok g) :
    S.after.callee sig v' = .ok g := by
  cases v <;> simp only [Program.callee, reduceCtorEq] at h
  rename_i p
  rw [refines_ptr_eq hv]
  have e : findFunc p S.after.funcs 0 = findFunc p S.prog.funcs 0 :=
    findFunc_updateAt p (fun F => F.withCode S.block (S.codeOf S.new)) (fun _ => rfl) _ _ _
  simp only [Program.callee, e]
  by_cases c : p.addr = 0
  · simp [c] at h
  · rw [if_neg c] at h ⊢
    cases hk : findFunc p S.prog.funcs 0 with
    | none => simp [hk] at h
    | some k =>
      simp only [hk] at h ⊢
      cases hG : S.prog.funcs[k]? with
      | none => simp [hG] at h
      | some G =>
        simp only [hG, S.after_func hG, S.fn_sig] at h ⊢
        exact h

/-! ### where control is -/

/-- The corresponding places in a block. -/
def Same (g b pc' pc : Nat) : Prop :=
  if g = S.func ∧ b = S.block then
    pc' = pc ∧ pc ≤ S.pre.length ∨ ∃ k, pc = S.pre.length + S.old.length + k ∧ pc' = S.pre.length + S.new.length + k
  else pc' = pc

theorem same_zero (g b : Nat) : S.Same g b 0 0 := by
  unfold Same; split
  · exact .inl ⟨rfl, Nat.zero_le _⟩
  · rfl

/-- Frames that correspond. -/
structure FrameRel (f' f : Frame) : Prop where
  refines : f'.Refines f
  same : S.Same f.func f.block f'.pc f.pc

inductive Stack : List Frame → List Frame → Prop where
  | nil : Stack [] []
  | cons {f' f : Frame} {fs' fs : List Frame} : S.FrameRel f' f → Stack fs' fs → Stack (f' :: fs') (f :: fs)

variable {S}

/-- Outside of the place the same code stands in both programs, and control stays outside. -/
theorem FrameRel.code (fits : S.Fits) {f' f : Frame} (h : S.FrameRel f' f) (out : ¬ S.AtStart f) {F : Func} {B : Block}
    (hb : S.prog.block f = some (F, B)) :
    (S.bn f.func f.block B).code[f'.pc]? = B.code[f.pc]? ∧ S.Same f.func f.block (f'.pc + 1) (f.pc + 1) := by
  have hs := h.same
  unfold Same at hs ⊢
  unfold bn
  by_cases c : f.func = S.func ∧ f.block = S.block
  · rw [if_pos c] at hs ⊢
    rw [if_pos ⟨c.1.symm, c.2.symm⟩]
    rw [block_eq, c.1, c.2] at hb
    rw [fits.code F B hb.1 hb.2]
    have out : f.pc ≠ S.pre.length := fun e => out ⟨c.1, c.2, e⟩
    rcases hs with ⟨h1, h2⟩ | ⟨k, h1, h2⟩
    · refine ⟨?_, .inl ⟨by omega, by omega⟩⟩
      simp only [codeOf, h1]
      rw [List.getElem?_append_left (by omega), List.getElem?_append_left (by omega)]
    · refine ⟨?_, .inr ⟨k + 1, by omega, by omega⟩⟩
      simp only [codeOf, h1, h2]
      have at_ : ∀ is : List Inst, (S.pre ++ (is.map Code.inst ++ S.post))[S.pre.length + is.length + k]? = S.post[k]? := by
        intro is
        rw [List.getElem?_append_right (by omega), List.getElem?_append_right (by rw [List.length_map]; omega)]
        congr 1; rw [List.length_map]; omega
      rw [at_, at_]
  · rw [if_neg c] at hs ⊢
    rw [if_neg (fun e => c ⟨e.1.symm, e.2.symm⟩), hs]
    exact ⟨rfl, rfl⟩

/-! ### the simulation -/

variable (S)

/-- States of the two programs that correspond. -/
inductive Rel (ch : Choices) (w : World) (s0 : State) : State → State → Prop where
  | run {m' m f' f fs' fs t' t n} : m'.refines m → S.FrameRel f' f → S.Stack fs' fs → traceRefines t' t →
      Prog.run S.prog ch w n s0 = .run m f fs t → Rel ch w s0 (.run m' f' fs' t') (.run m f fs t)
  | final {t' t o' o} : traceRefines t' t → o'.refines o → Rel ch w s0 (.final t' o') (.final t o)
  | open {s' t o} : traceRefines s'.trace t → o.open → Rel ch w s0 s' (.final t o)

end Splice

theorem traceRefines_length : {a b : List Event} → traceRefines a b → a.length = b.length
  | [], [], _ => rfl
  | _ :: _, _ :: _, h => congrArg (· + 1) (traceRefines_length h.2)
  | [], _ :: _, h => h.elim
  | _ :: _, [], h => h.elim

theorem traceRefines_snoc {a b : List Event} (h : traceRefines a b) (e : Event) : traceRefines (a ++ [e]) (b ++ [e]) := by
  induction a generalizing b with
  | nil =>
    cases b with
    | nil => exact ⟨⟨rfl, refinesList_refl _⟩, trivial⟩
    | cons => exact h.elim
  | cons x a ih =>
    cases b with
    | nil => exact h.elim
    | cons y b => exact ⟨h.1, ih h.2⟩

theorem run_keeps {P : Program} {ch : Choices} (hp : ch.place.Valid) {w : World} (n : Nat) {s : State}
    (h : s.wf P ∧ s.memoryWF) : (run P ch w n s).wf P ∧ (run P ch w n s).memoryWF := by
  induction n generalizing s with
  | zero => exact h
  | succ n ih =>
    rw [run]
    split
    · rename_i s' e
      exact ih ⟨State.wf_step h.1 (step?_iff.mp e), State.memoryWF_step hp h.2 (step?_iff.mp e)⟩
    · exact h

namespace Splice
variable {S : Splice} {ch : Choices} {w : World} {s0 : State}

/-- Outside of the place, step by step. -/
theorem rel_step (fits : S.Fits) (hP : S.prog.wf = true) (hp : ch.place.Valid) (ok : s0.wf S.prog ∧ s0.memoryWF)
    (definite : Definite S.prog ch w s0) {m' m : Memory} {f' f : Frame} {fs' fs : List Frame} {t' t : List Event} {n : Nat}
    (hm : m'.refines m) (hf : S.FrameRel f' f) (hfs : S.Stack fs' fs) (ht : traceRefines t' t)
    (hr : Prog.run S.prog ch w n s0 = .run m f fs t) (out : ¬ S.AtStart f) :
    ∃ s, Step S.prog ch w (.run m f fs t) s ∧
      ((∃ o, s = .final t o ∧ o.open) ∨ ∃ s', Step S.after ch w (.run m' f' fs' t') s' ∧ S.Rel ch w s0 s' s) := by
  have keeps := run_keeps (w := w) hp n ok
  rw [hr] at keeps
  obtain ⟨s, hs⟩ := progress hP ch w keeps.1
  have wf : m.WF := keeps.2
  have next : ∀ {m1 f1 fs1 t1}, s = .run m1 f1 fs1 t1 → Prog.run S.prog ch w (n + 1) s0 = .run m1 f1 fs1 t1 := by
    intro m1 f1 fs1 t1 e; rw [run_add, hr, run_one (step?_iff.mpr hs), e]
  refine ⟨s, hs, ?_⟩
  cases hs with
  | instUB => exact .inl ⟨_, rfl, trivial⟩
  | instLimit hb hc hx =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    exact ⟨_, .instLimit hb' ((hf.code fits out hb).1.trans hc) (by rw [S.bn_region]; exact exec_limit_mono hm hf.refines hx),
      .final ht trivial⟩
  | callUB => exact .inl ⟨_, rfl, trivial⟩
  | externUB => exact .inl ⟨_, rfl, trivial⟩
  | termUB => exact .inl ⟨_, rfl, trivial⟩
  | exitUB => exact .inl ⟨_, rfl, trivial⟩
  | inst hb hc hx =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    have steady := by
      rw [block_eq] at hb
      exact fits.rest _ (List.mem_of_getElem? hb.1) _ (List.mem_of_getElem? hb.2) _ (List.mem_of_getElem? hc)
    obtain ⟨⟨m1, f1⟩, h1, h2⟩ := exec_mono wf hm hf.refines steady _ hx
    have p := exec_place hx
    have p' := exec_place h1
    refine ⟨_, .inst hb' (code.1.trans hc) (by rw [S.bn_region]; exact h1), .run h2.1 ⟨h2.2.pc _ _, ?_⟩ hfs ht (next rfl)⟩
    simp only [p.2.1, p.2.2]; exact code.2
  | call hb hc hx hG hE =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    refine ⟨_, .call hb' (code.1.trans hc) (S.callee_mono (Opd.eval_mono hf.refines _) hx) (S.after_func hG) (S.fn_block _ hE),
      .run hm ⟨⟨rfl, rfl, rfl, rfl, hf.refines.frozen, ?_⟩, S.same_zero _ _⟩ (.cons ⟨hf.refines.pc _ _, code.2⟩ hfs) ht (next rfl)⟩
    simp only [callFrame, S.bn_params]
    exact setRegs_mono _ (fun _ => .refl _) (args_mono hf.refines _)
  | extern hb hc hx =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    have e := list_vague_mono (args_mono hf.refines _) (definite.extern hr hb hc)
    refine ⟨_, .extern hb' (code.1.trans hc) (by rw [e]; exact hx), ?_⟩
    rw [e, traceRefines_length ht]
    exact .run hm ⟨⟨hf.refines.func, hf.refines.block, hf.refines.slots, hf.refines.dest, hf.refines.frozen,
      setRegs_mono _ hf.refines.regs (refinesList_refl _)⟩, code.2⟩ hfs (traceRefines_snoc ht _) (next rfl)
  | trap hb hc hx =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    obtain ⟨n', h1, h2⟩ := next_mono (S.fn_regions f.func _) hf.refines hx
    cases h2
    exact ⟨_, .trap hb' (code.1.trans hc) (by rw [S.bn_term, S.bn_region]; exact h1), .final ht trivial⟩
  | jump hb hc hx hE =>
    rename_i F B b vs l E
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    obtain ⟨n', h1, h2⟩ := next_mono (S.fn_regions f.func _) hf.refines hx
    cases h2 with
    | jump hv =>
      have en := enter_mono (S.fn_regions f.func F) hm hf.refines b (S.bn_params f.func b E) (S.bn_region f.func b E) hv l
      exact ⟨_, .jump hb' (code.1.trans hc) (by rw [S.bn_term, S.bn_region]; exact h1) (S.fn_block _ hE),
        .run en.1 ⟨en.2, S.same_zero _ _⟩ hfs ht (next rfl)⟩
  | ret hb hc hx =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    obtain ⟨n', h1, h2⟩ := next_mono (S.fn_regions f.func _) hf.refines hx
    cases h2 with
    | leave hv =>
      cases hfs with
      | cons hg hfs =>
        refine ⟨_, .ret hb' (code.1.trans hc) (by rw [S.bn_term, S.bn_region]; exact h1), ?_⟩
        rw [hf.refines.slots, S.fn_returns]
        refine .run (killAll_mono _ hm) ⟨⟨hg.refines.func, hg.refines.block, hg.refines.slots, hg.refines.dest,
          hf.refines.frozen, ?_⟩, hg.same⟩ hfs ht (next rfl)
        simp only [returnFrame, hf.refines.dest]
        exact setRegs_mono _ hg.refines.regs (checkAll_mono _ hv)
  | exit hb hc hx hq =>
    right
    have hb' := S.after_block hf.refines.func hf.refines.block hb
    have code := hf.code fits out hb
    obtain ⟨n', h1, h2⟩ := next_mono (S.fn_regions f.func _) hf.refines hx
    cases h2 with
    | leave hv =>
      cases hfs
      have e := list_vague_mono (checkAll_mono _ hv) (definite.exit hr hb hc hx)
      refine ⟨_, .exit hb' (code.1.trans hc) (by rw [S.bn_term, S.bn_region]; exact h1) (by rw [S.fn_returns, e]; exact hq), ?_⟩
      rw [S.fn_returns, e, hf.refines.slots]
      exact .final ht ⟨refinesList_refl _, killAll_mono _ hm⟩

/-- In the place, all of it at once. -/
theorem rel_place (fits : S.Fits) (hp : ch.place.Valid) (ok : s0.wf S.prog ∧ s0.memoryWF) {inv : Memory → Frame → Prop}
    (sound : S.Local ch inv) {m' m : Memory} {f' f : Frame} {fs' fs : List Frame} {t' t : List Event} {n : Nat}
    (hm : m'.refines m) (hf : S.FrameRel f' f) (hfs : S.Stack fs' fs) (ht : traceRefines t' t)
    (hr : Prog.run S.prog ch w n s0 = .run m f fs t) (here : S.AtStart f) (hi : inv m f) :
    ((∃ o, Prog.run S.prog ch w S.old.length (.run m f fs t) = .final t o ∧ o.open) ∨
      S.Rel ch w s0 (Prog.run S.after ch w S.new.length (.run m' f' fs' t')) (Prog.run S.prog ch w S.old.length (.run m f fs t))) ∧
    (∀ i, i ≤ S.new.length → (Prog.run S.after ch w i (.run m' f' fs' t')).trace = t') ∧
    (∀ i, i ≤ S.old.length → (Prog.run S.prog ch w i (.run m f fs t)).trace = t) := by
  have keeps := run_keeps (w := w) hp n ok
  rw [hr] at keeps
  obtain ⟨⟨F, B, hb⟩, _⟩ := keeps.1
  have wf : m.WF := keeps.2
  have hb' := S.after_block hf.refines.func hf.refines.block hb
  have len : 0 < S.old.length := List.length_pos_iff.mpr fits.old
  have pc' : f'.pc = S.pre.length := by
    have hs := hf.same
    unfold Same at hs
    rw [if_pos ⟨here.1, here.2.1⟩] at hs
    have := here.2.2
    rcases hs with h | ⟨k, h, _⟩ <;> omega
  have at_ : ∀ (is : List Inst) (k : Nat) (i : Inst), is[k]? = some i → (S.codeOf is)[S.pre.length + k]? = some (.inst i) := by
    intro is k i h
    have hk := (List.getElem?_eq_some_iff.mp h).1
    rw [codeOf, List.getElem?_append_right (by omega), List.getElem?_append_left (by simp; omega)]
    simp [h]
  have code : B.code = S.codeOf S.old := by
    rw [block_eq, here.1, here.2.1] at hb; exact fits.code F B hb.1 hb.2
  have code' : (S.bn f.func f.block B).code = S.codeOf S.new := by
    unfold bn; rw [if_pos ⟨here.1.symm, here.2.1.symm⟩]
  obtain ⟨r1, r2⟩ := run_straight (w := w) (ch := ch) (t := t) (fs := fs) (m := m) S.old hb fun k i h => by
    rw [code, here.2.2]; exact at_ _ k i h
  obtain ⟨q1, q2⟩ := run_straight (w := w) (ch := ch) (t := t') (fs := fs') (m := m') S.new hb' fun k i h => by
    rw [code', pc']; exact at_ _ k i h
  refine ⟨?_, q2, r2⟩
  rw [r1, q1]
  cases hx : execAll ch B.region m f S.old with
  | ub u => exact .inl ⟨_, rfl, trivial⟩
  | limit => exact absurd hx (execAll_not_limit _ fits.room)
  | ok s1 =>
    right
    obtain ⟨s2, h2, b2⟩ := sound B.region m f wf hi s1 hx
    obtain ⟨s3, h3, b3⟩ := execAll_mono hp S.new fits.steady wf hm hf.refines s2 h2
    rw [S.bn_region, h3]
    have p1 := execAll_place S.old hx
    have p3 := execAll_place S.new h3
    have hr' : Prog.run S.prog ch w (n + S.old.length) s0 = .run s1.1 s1.2 fs t := by
      rw [run_add, hr, r1, hx]; rfl
    refine .run (Memory.refines_trans b3.1 b2.1) ⟨b3.2.trans b2.2, ?_⟩ hfs ht hr'
    unfold Same
    rw [p1.2.1, p1.2.2, if_pos ⟨here.1, here.2.1⟩]
    exact .inr ⟨0, by rw [p1.1, here.2.2]; rfl, by rw [p3.1, pc']; rfl⟩

/-- The program with the new code goes where the one with the old code goes. -/
theorem simulation (fits : S.Fits) (hP : S.prog.wf = true) (hp : ch.place.Valid) (ok : s0.wf S.prog ∧ s0.memoryWF)
    (definite : Definite S.prog ch w s0) {inv : Memory → Frame → Prop} (sound : S.Local ch inv)
    (holds : ∀ n m f fs t, Prog.run S.prog ch w n s0 = .run m f fs t → S.AtStart f → inv m f) :
    Simulation S.after S.prog ch w (S.Rel ch w s0) where
  trace h := by cases h <;> assumption
  running h := by cases h; exact ⟨_, _, _, _, rfl⟩
  final h := by
    cases h with
    | final _ h => exact .inr ⟨_, _, rfl, h⟩
    | «open» _ h => exact .inl h
  step {s' m f fs t} h := by
    cases h with
    | run hm hf hfs ht hr =>
      by_cases here : S.AtStart f
      · obtain ⟨h, q2, r2⟩ := rel_place fits hp ok sound hm hf hfs ht hr here (holds _ _ _ _ _ hr here)
        have len : 0 < S.old.length := List.length_pos_iff.mpr fits.old
        rcases h with ⟨o, e, ho⟩ | h
        · exact ⟨0, S.old.length, len, by rw [e]; exact .open ht ho, .inl ⟨_, _, e, ho⟩, fun i hi => by omega,
            fun i hi => r2 i (by omega)⟩
        · exact ⟨S.new.length, S.old.length, len, h, .inr (List.length_pos_iff.mpr fits.new), fun i hi => q2 i (by omega),
            fun i hi => r2 i (by omega)⟩
      · obtain ⟨s, hs, h⟩ := rel_step fits hP hp ok definite hm hf hfs ht hr here
        have one := run_one (step?_iff.mpr hs)
        have zero : ∀ {P : Program} {u : State} {i : Nat}, i < 1 → (Prog.run P ch w i u).trace = u.trace := by
          intro P u i hi; have : i = 0 := by omega
          subst this; rfl
        rcases h with ⟨o, e, ho⟩ | ⟨s1, hs1, hrel⟩
        · subst e
          exact ⟨0, 1, by omega, by rw [one]; exact .open ht ho, .inl ⟨_, _, one, ho⟩, fun i hi => by omega, fun i hi => zero hi⟩
        · exact ⟨1, 1, by omega, by rw [one, run_one (step?_iff.mpr hs1)]; exact hrel, .inr (by omega), fun i hi => zero hi,
            fun i hi => zero hi⟩

/-- Exchanging code refines behaviours: whatever the program with the new code may do from the entry of a
function, the one with the old code may do, or something that it refines. -/
theorem refines (fits : S.Fits) (hP : S.prog.wf = true) {main : Nat} {m : Memory} {args : List Value} {s : State}
    (wf : m.WF) (hs : S.prog.start main m args = some s) (hp : ch.place.Valid) (definite : Definite S.prog ch w s)
    {inv : Memory → Frame → Prop} (sound : S.Local ch inv)
    (holds : ∀ n m f fs t, Prog.run S.prog ch w n s = .run m f fs t → S.AtStart f → inv m f) :
    S.after.start main m args = some s ∧
      ∀ b', Behaves S.after ch w s b' → ∃ b, Behaves S.prog ch w s b ∧ b'.refines b := by
  simp only [Program.start, Option.bind_eq_some_iff, Option.map_eq_some_iff] at hs
  obtain ⟨F, hF, E, hE, rfl⟩ := hs
  have ok : State.wf S.prog (.run m (callFrame main E args [] 0) [] []) ∧ State.memoryWF (.run m (callFrame main E args [] 0) [] []) :=
    ⟨⟨⟨F, E, by rw [block_eq]; exact ⟨hF, hE⟩⟩, by simp⟩, wf⟩
  refine ⟨?_, fun b' hb' => ?_⟩
  · simp only [Program.start, S.after_func hF, Option.bind_some, S.fn_block _ hE, Option.map_some, callFrame, S.bn_params]
  · exact (simulation fits hP hp ok definite sound holds).behaves
      (.run (n := 0) (Memory.refines_refl m) ⟨.refl _, S.same_zero _ _⟩ .nil (traceRefines_refl []) rfl) hb'

end Splice

end Tuffy.Prog
