import TuffyLean.Target.X86.Sel

/-!
The frame: an instruction changes no register but those that `Inst.writes` names, so the code of a
rule leaves its operands as they were.
-/
namespace Tuffy.X86

theorem reg_set_ne (s : State) (w : Width) {d r : Reg} (v : Int) (h : r ≠ d) : (s.set w d v).reg r = s.reg r := by
  simp only [State.set, if_neg h]

theorem reg_setFlags (s : State) (f : Flags) (r : Reg) : (s.setFlags f).reg r = s.reg r := rfl

theorem reg_setWide (w : Width) (s : State) (p : Int) {r : Reg} (h : r ≠ .gpr .rax) (k : r ≠ .gpr .rdx) :
    (setWide w s p).reg r = s.reg r := by
  unfold setWide; split
  · rw [reg_set_ne _ _ _ h]
  · rw [reg_set_ne _ _ _ k, reg_set_ne _ _ _ h]

theorem reg_setQuotient (w : Width) (s : State) (p q : Int) {r : Reg} (h : r ≠ .gpr .rax) (k : r ≠ .gpr .rdx) :
    (setQuotient w s p q).reg r = s.reg r := by
  unfold setQuotient; split
  · rw [reg_set_ne _ _ _ h]
  · rw [reg_set_ne _ _ _ k, reg_set_ne _ _ _ h]

theorem reg_stepShift (o : Sh) (w : Width) (a : Int) (c : Nat) (s : State) {d r : Reg} (h : r ≠ d) :
    (stepShift o w d a c s).reg r = s.reg r := by
  unfold stepShift; split
  · rw [reg_set_ne _ _ _ h]
  · rw [reg_setFlags, reg_set_ne _ _ _ h]

theorem reg_stepUn (o : Un) (w : Width) (a : Int) (s : State) {d r : Reg} (h : r ≠ d) :
    (stepUn w d a s o).reg r = s.reg r := by
  cases o <;> simp only [stepUn, reg_setFlags, reg_set_ne _ _ _ h]

theorem reg_stepAlu {o : Alu} {w : Width} {a b : Int} {s t : State} {d : Reg} (h : stepAlu w d a b s o = some t) {r : Reg}
    (hr : r ≠ d) : t.reg r = s.reg r := by
  cases o <;> simp only [stepAlu, withCarry] at h <;> (try (split at h)) <;> cases h <;>
    first | rfl | rw [reg_setFlags, reg_set_ne _ _ _ hr]

/-- `cmp` and `test` change flags alone. -/
theorem reg_compare {o : Alu} (ho : o = .cmp ∨ o = .test) {w : Width} {a b : Int} {s t : State} {d : Reg}
    (h : stepAlu w d a b s o = some t) (r : Reg) : t.reg r = s.reg r := by
  obtain rfl | rfl := ho <;> cases h <;> rfl

theorem reg_stepScan {o : Scan} {w : Width} {a : Int} {s t : State} {d : Reg} (h : stepScan w d a s o = some t) {r : Reg}
    (hr : r ≠ d) : t.reg r = s.reg r := by
  cases o <;> simp only [stepScan] at h <;> (try (split at h)) <;> cases h <;> rw [reg_setFlags, reg_set_ne _ _ _ hr]

theorem reg_stepDshift {o : Dsh} {w : Width} {a b : Int} {c : Nat} {s t : State} {d : Reg}
    (h : stepDshift o w d a b c s = some t) {r : Reg} (hr : r ≠ d) : t.reg r = s.reg r := by
  unfold stepDshift at h
  split at h
  · cases h
  split at h
  · cases h; rw [reg_set_ne _ _ _ hr]
  · cases h; rw [reg_setFlags, reg_set_ne _ _ _ hr]

/-- What an instruction does not write stays. -/
theorem exec_frame {i : Inst Width Int} {s t : State} (h : exec i s = some t) {r : Reg} (hr : r ∉ i.writes) :
    t.reg r = s.reg r := by
  cases i
  case alu o w d a =>
    simp only [exec] at h
    split at h
    · by_cases ho : o = .cmp ∨ o = .test
      · exact reg_compare ho h r
      · rw [Inst.writes, if_neg ho, List.mem_singleton] at hr
        exact reg_stepAlu h hr
    · cases h
  case scan o w d a =>
    exact reg_stepScan h (fun e => hr (List.mem_singleton.mpr e))
  case dshift o w d a n =>
    exact reg_stepDshift h (fun e => hr (List.mem_singleton.mpr e))
  case mulWide g w a =>
    simp only [Inst.writes, List.mem_cons, List.not_mem_nil, or_false, not_or] at hr
    cases g <;> cases h <;> rw [reg_setFlags, reg_setWide _ _ _ hr.1 hr.2]
  case cwd w =>
    simp only [Inst.writes, List.mem_cons, List.not_mem_nil, or_false, not_or] at hr
    cases w <;> cases h <;> first | rw [reg_set_ne _ _ _ hr.1] | rw [reg_set_ne _ _ _ hr.2]
  case div w a =>
    simp only [Inst.writes, List.mem_cons, List.not_mem_nil, or_false, not_or] at hr
    simp only [exec] at h
    split at h
    · cases h
    · cases h; rw [reg_setFlags, reg_setQuotient _ _ _ _ hr.1 hr.2]
  case idiv w a =>
    simp only [Inst.writes, List.mem_cons, List.not_mem_nil, or_false, not_or] at hr
    simp only [exec] at h
    split at h
    · cases h
    · cases h; rw [reg_setFlags, reg_setQuotient _ _ _ _ hr.1 hr.2]
  all_goals
    rw [Inst.writes, List.mem_singleton] at hr
    simp only [exec] at h
    (try (split at h)) <;> cases h <;>
      first
      | rw [reg_set_ne _ _ _ hr]
      | rw [reg_setFlags, reg_set_ne _ _ _ hr]
      | rw [reg_stepShift _ _ _ _ _ hr]
      | rw [reg_stepUn _ _ _ _ hr]

/-- The same for code. -/
theorem run_frame {code : List (Inst Width Int)} {s t : State} (h : run code s = some t) {r : Reg}
    (hr : ∀ i ∈ code, r ∉ i.writes) : t.reg r = s.reg r := by
  induction code generalizing s with
  | nil => cases h; rfl
  | cons i is ih =>
    rw [run] at h
    split at h
    · cases h
    · rename_i u hu
      rw [ih h fun j hj => hr j (List.mem_cons_of_mem _ hj), exec_frame hu (hr i List.mem_cons_self)]

/-- Sizes and constants do not matter to what is written. -/
theorem writes_inst (u : Width) (e : Env) (i : Code) : (i.inst u e).writes = i.writes := by
  cases i <;> rfl

/-- The code of a rule leaves its operands as they were. -/
theorem operands_kept (p : ProvenSel) {u : Width} {e : Env} {s t : State}
    (h : run (p.rule.code.map (Inst.inst u e)) s = some t) (x : String) : t.reg (.opnd x) = s.reg (.opnd x) := by
  refine run_frame h fun i hi => ?_
  obtain ⟨j, hj, rfl⟩ := List.mem_map.mp hi
  rw [writes_inst]
  intro hm
  have wf := p.wf
  simp only [SelRule.wf, Bool.and_eq_true, List.all_eq_true] at wf
  have := (wf.2 j hj).1.2 _ hm
  simp [Reg.isOpnd] at this

end Tuffy.X86
