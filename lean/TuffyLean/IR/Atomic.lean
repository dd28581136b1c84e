import TuffyLean.IR.MemoryMono

/-!
Atomic operations on memory: `load.atomic`, `store.atomic`, `rmw`, `cmpxchg`, `fence`.

Execution is sequentially consistent, so one of them does the same whatever its ordering is;
orderings decide what happens before what (`Threads.lean`). The result is the value that was there.
Undefined behaviour is that of a load, or of a store where something may be written: a `cmpxchg` that
fails needs memory that may be written to as well.

The twin is `interp/exec_atomic.go`. Not here: aggregates, which `Memory.lean` lacks.
-/
namespace Tuffy

/-- The orderings of atomic operations. -/
inductive Order where
  | relaxed | acquire | release | acqRel | seqCst
deriving DecidableEq, Repr

/-- What comes later in the thread happens after what was published. -/
def Order.acquires : Order → Bool
  | acquire | acqRel | seqCst => true
  | _ => false

/-- What came earlier in the thread is published. -/
def Order.releases : Order → Bool
  | release | acqRel | seqCst => true
  | _ => false

/-- The operations of `rmw`. -/
inductive RMWOp where
  | xchg | add | sub | and | or | xor
deriving DecidableEq, Repr

/-- The value that a read-modify-write stores, from the one that was there and the operand. -/
def RMWOp.eval : RMWOp → Value → Value → Value
  | xchg, _, v => v
  | add, .int a, .int b => .int (a + b)
  | sub, .int a, .int b => .int (a - b)
  | and, .int a, .int b => .int (Bits.land a b)
  | or, .int a, .int b => .int (Bits.lor a b)
  | xor, .int a, .int b => .int (Bits.xor a b)
  | _, _, _ => .poison

/-- Whether a value is unspecified in a part: what it compares equal to, nothing says. -/
def Value.vague : Value → Bool
  | .poison => true
  | .bytes bs => bs.any fun b => b == .uninit || b == .poison
  | .agg _ => true
  | _ => false

/-- Whether memory that holds `old` holds `expected`: the bytes are compared, of pointers the addresses. -/
def holds (t : Acc) (old expected : Value) : Bool :=
  match old, expected with
  | .ptr p, .ptr q => p.addr == q.addr
  | _, _ => encode t old == encode t expected

/-- The bytes that a `cmpxchg` leaves; `none` if it stores nothing. Where either value is unspecified
nothing says which way it goes, and they become poison. -/
def exchanged (t : Acc) (old expected new : Value) : Option (List Byte) :=
  if old.vague || expected.vague then some (List.replicate t.size .poison)
  else if holds t old expected then some (encode t new) else none

def execLoadAtomic (m : Memory) (p : Value) (t : Acc) (align : Nat) : Exec Value := execLoad m p t align

def execStoreAtomic (m : Memory) (v p : Value) (t : Acc) (align : Nat) : Exec Memory := execStore m v p t align

/-- The memory after it, and the value that was there. -/
def execRMW (op : RMWOp) (m : Memory) (p v : Value) (t : Acc) (align : Nat) : Exec (Memory × Value) :=
  (reach m p t.size align true).bind fun (i, off) =>
    let old := decode t (m.read i off t.size)
    .ok (m.write i off (encode t (op.eval old v)), old)

/-- The memory after it, and the value that was there. -/
def execCmpXchg (m : Memory) (p expected new : Value) (t : Acc) (align : Nat) : Exec (Memory × Value) :=
  (reach m p t.size align true).bind fun (i, off) =>
    let old := decode t (m.read i off t.size)
    match exchanged t old expected new with
    | some bs => .ok (m.write i off bs, old)
    | none => .ok (m, old)

/-- A fence accesses nothing. -/
def execFence (m : Memory) : Exec Memory := .ok m

/-! ### in terms of loads and stores -/

/-- Where a store may be, a load may be, of the same bytes. -/
theorem reach_read {m : Memory} {p : Value} {n al : Nat} {r : Nat × Nat} (h : reach m p n al true = .ok r) :
    reach m p n al false = .ok r := by
  cases p <;> simp only [reach, reduceCtorEq] at h ⊢
  rename_i p
  unfold check at h ⊢
  split
  · rename_i c; simp [c] at h
  · rename_i c
    rw [if_neg c] at h
    simp only [Exec.bind_eq_ok] at h ⊢
    obtain ⟨i, h1, h2⟩ := h
    refine ⟨i, h1, ?_⟩
    cases hl : m.layout[i]? with
    | none => simp [hl] at h2
    | some a =>
      simp only [hl] at h2 ⊢
      unfold Layout.check at h2 ⊢
      simp only [Bool.true_and, Bool.false_and] at h2 ⊢
      repeat' split at h2
      all_goals simp_all

/-- A read-modify-write is a load and, if the bytes may be written, a store: nothing comes between them. -/
theorem execRMW_iff {op : RMWOp} {m m' : Memory} {p v old : Value} {t : Acc} {al : Nat} :
    execRMW op m p v t al = .ok (m', old) ↔
      execLoad m p t al = .ok old ∧ execStore m (op.eval old v) p t al = .ok m' := by
  simp only [execRMW, execLoad, execStore, Exec.bind_eq_ok, Exec.ok.injEq, Prod.mk.injEq, Prod.exists]
  constructor
  · rintro ⟨i, o, h, h1, rfl⟩
    exact ⟨⟨i, o, reach_read h, rfl⟩, i, o, h, h1⟩
  · rintro ⟨⟨i, o, h, rfl⟩, j, q, h', h1⟩
    have := reach_read h'
    rw [h] at this; cases this
    exact ⟨i, o, h', h1, rfl⟩

/-- A `cmpxchg` that finds what it expects stores … -/
theorem execCmpXchg_holds {m : Memory} {p e v old : Value} {t : Acc} {al : Nat} {k : Memory}
    (hl : execLoad m p t al = .ok old) (hs : execStore m v p t al = .ok k)
    (ho : old.vague = false) (he : e.vague = false) (h : holds t old e = true) :
    execCmpXchg m p e v t al = .ok (k, old) := by
  simp only [execLoad, execStore, Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists] at hl hs
  obtain ⟨i, o, h1, h2⟩ := hl
  obtain ⟨j, q, h3, h4⟩ := hs
  have := reach_read h3
  rw [h1] at this; cases this
  simp only [execCmpXchg, h3, Exec.bind_ok, h2, exchanged, ho, he, h]
  simp [h4]

/-- … and one that finds another value stores nothing, and gives the value. -/
theorem execCmpXchg_fails {m : Memory} {p e v old : Value} {t : Acc} {al : Nat} {r : Memory × Value}
    (hl : execLoad m p t al = .ok old) (ho : old.vague = false) (he : e.vague = false) (h : holds t old e = false)
    (hr : execCmpXchg m p e v t al = .ok r) : r = (m, old) := by
  simp only [execLoad, Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists] at hl
  obtain ⟨i, o, h1, h2⟩ := hl
  simp only [execCmpXchg, Exec.bind_eq_ok, Prod.exists] at hr
  obtain ⟨j, q, h3, h4⟩ := hr
  have := reach_read h3
  rw [h1] at this; cases this
  simp only [h2, exchanged, ho, he, h] at h4
  simpa using h4.symm

/-- Atomic operations change neither which allocations there are nor what may be accessed. -/
theorem execRMW_layout {op : RMWOp} {m m' : Memory} {p v old : Value} {t : Acc} {al : Nat}
    (h : execRMW op m p v t al = .ok (m', old)) : m'.layout = m.layout := by
  simp only [execRMW, Exec.bind_eq_ok, Exec.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨_, _, rfl, _⟩ := h; simp

theorem execCmpXchg_layout {m m' : Memory} {p e v old : Value} {t : Acc} {al : Nat}
    (h : execCmpXchg m p e v t al = .ok (m', old)) : m'.layout = m.layout := by
  simp only [execCmpXchg, Exec.bind_eq_ok] at h
  obtain ⟨_, _, h⟩ := h
  split at h <;> cases h <;> simp

/-- Nor is memory ill-formed after them. -/
theorem execRMW_wf {op : RMWOp} {m m' : Memory} {p v old : Value} {t : Acc} {al : Nat} (wf : m.WF)
    (h : execRMW op m p v t al = .ok (m', old)) : m'.WF := by
  simp only [execRMW, Exec.bind_eq_ok, Exec.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨_, _, rfl, _⟩ := h
  exact wf.write (encode_ok _ _)

theorem execCmpXchg_wf {m m' : Memory} {p e v old : Value} {t : Acc} {al : Nat} (wf : m.WF)
    (h : execCmpXchg m p e v t al = .ok (m', old)) : m'.WF := by
  simp only [execCmpXchg, Exec.bind_eq_ok] at h
  obtain ⟨_, _, h⟩ := h
  split at h
  · rename_i hx; cases h
    unfold exchanged at hx
    split at hx
    · cases hx; exact wf.write (replicate_ok _ _ rfl)
    · split at hx <;> cases hx
      exact wf.write (encode_ok _ _)
  · cases h; exact wf

/-! ### operations that are one another -/

/-- Subtracting is adding the opposite. -/
theorem execRMW_sub (m : Memory) (p : Value) (x : Int) (t : Acc) (al : Nat) :
    execRMW .sub m p (.int x) t al = execRMW .add m p (.int (-x)) t al := by
  have : ∀ old : Value, RMWOp.sub.eval old (.int x) = RMWOp.add.eval old (.int (-x)) := by
    intro old; cases old <;> simp [RMWOp.eval, Int.sub_eq_add_neg]
  simp only [execRMW, this]

/-- Whether an operation with an operand leaves every int as it is. -/
def RMWOp.idle : RMWOp → Int → Bool
  | add, x | sub, x | or, x | xor, x => x == 0
  | and, x => x == -1
  | xchg, _ => false

theorem RMWOp.eval_idle {op : RMWOp} {x : Int} (h : op.idle x = true) (a : Int) : op.eval (.int a) (.int x) = .int a := by
  cases op <;> simp [idle] at h <;> subst h <;> simp only [eval, Value.int.injEq]
  · omega
  · omega
  · ext_bits
  · ext_bits
  · ext_bits

/-- A read-modify-write that leaves ints as they are is a load where an int is. -/
theorem execRMW_idle {op : RMWOp} {m m' : Memory} {p : Value} {x a : Int} {n al : Nat} (wf : m.WF) (hx : op.idle x = true)
    (h : execRMW op m p (.int x) (.int n) al = .ok (m', .int a)) : m' = m ∧ execLoad m p (.int n) al = .ok (.int a) := by
  obtain ⟨hl, hs⟩ := execRMW_iff.mp h
  refine ⟨?_, hl⟩
  rw [RMWOp.eval_idle hx] at hs
  simp only [execLoad, execStore, Exec.bind_eq_ok, Exec.ok.injEq, Prod.exists] at hl hs
  obtain ⟨i, o, h1, h2⟩ := hl
  obtain ⟨j, q, h3, rfl⟩ := hs
  have := reach_read h3
  rw [h1] at this; cases this
  simp only [decode] at h2
  split at h2
  · rename_i b hb
    cases h2
    have e := intBytes_unsignedOf hb (wf.read_ok i o n)
    obtain ⟨_, rfl, hat, _⟩ := (reach_ok wf).mp h3
    rw [Memory.read_length hat.fits] at e
    simp only [encode, Acc.size] at *
    rw [e]; exact Memory.write_read m i o n
  · cases h2

/-! ### refinement -/

/-- A value that is specified in all parts has no other refinement. -/
theorem vague_mono {v w : Value} (h : v ⊑ w) (hw : w.vague = false) : v = w := by
  cases h with
  | poison => simp [Value.vague] at hw
  | refl => rfl
  | bytes h =>
    rw [Byte.refinesList_eq h]
    intro b hb
    simp only [Value.vague, List.any_eq_false] at hw
    simpa using hw b hb
  | agg h => simp [Value.vague] at hw

theorem RMWOp.eval_mono (op : RMWOp) {a b v w : Value} (h : a ⊑ b) (k : v ⊑ w) : op.eval a v ⊑ op.eval b w := by
  cases op with
  | xchg => exact k
  | _ =>
    cases b <;> try exact .poison _
    cases w <;> try exact .poison _
    rw [refines_int] at h k
    rw [h, k]; exact .refl _

/-- The state and the result after an atomic operation: both better. -/
def BetterResult (after before : Memory × Value) : Prop := after.1.refines before.1 ∧ after.2 ⊑ before.2

theorem execRMW_mono {m k : Memory} (wf : k.WF) (h : m.refines k) {p q v w : Value} (hp : p ⊑ q) (hv : v ⊑ w) (op : RMWOp)
    (t : Acc) (al : Nat) : Exec.refines BetterResult (execRMW op m p v t al) (execRMW op k q w t al) := by
  intro r hr
  simp only [execRMW, Exec.bind_eq_ok] at hr
  obtain ⟨⟨i, o⟩, h1, h2⟩ := hr
  cases h2
  obtain ⟨l, hl, live⟩ := reach_live wf h1
  have old := decode_mono t (Memory.read_mono h hl live o t.size)
  refine ⟨_, by simp only [execRMW, reach_mono h hp h1, Exec.bind_ok]; rfl, ?_, old⟩
  exact Memory.write_mono h (encode_mono t (op.eval_mono old hv)) _ _

theorem write_exchanged {m k : Memory} (h : m.refines k) {i o n : Nat} {bs : List Byte} (hl : bs.length = n) :
    (m.write i o bs).refines (k.write i o (List.replicate n .poison)) :=
  Memory.write_mono h (Byte.refinesList_poison _ _ hl) i o

/-- Memory as it was refines memory where poison was written. -/
theorem refines_write_poison {m k : Memory} (h : m.refines k) (i o n : Nat) :
    m.refines (k.write i o (List.replicate n .poison)) := by
  rw [Memory.refines_iff] at *
  refine ⟨by simpa using h.1, fun j a ha hl => ?_⟩
  have := h.2 j a (by simpa using ha) hl
  rw [Memory.bytesAt_write]
  split
  · rw [Byte.refinesList_iff] at *
    refine ⟨by simp [splice_length, this.1], fun x b c hb hc => ?_⟩
    rw [splice_get] at hc
    split at hc
    · rw [List.getElem?_replicate] at hc
      split at hc <;> cases hc
      exact .inr (.inr rfl)
    · exact this.2 x b c hb hc
  · exact this

theorem exchanged_length {t : Acc} {old e v : Value} {bs : List Byte} (h : exchanged t old e v = some bs) :
    bs.length = t.size := by
  unfold exchanged at h
  split at h
  · cases h; simp
  · split at h <;> cases h
    exact encode_length _ _

theorem execCmpXchg_mono {m k : Memory} (wf : k.WF) (h : m.refines k) {p q e f v w : Value} (hp : p ⊑ q) (he : e ⊑ f) (hv : v ⊑ w)
    (t : Acc) (al : Nat) : Exec.refines BetterResult (execCmpXchg m p e v t al) (execCmpXchg k q f w t al) := by
  intro r hr
  simp only [execCmpXchg, Exec.bind_eq_ok] at hr
  obtain ⟨⟨i, o⟩, h1, h2⟩ := hr
  obtain ⟨l, hl, live⟩ := reach_live wf h1
  have old := decode_mono t (Memory.read_mono h hl live o t.size)
  simp only [execCmpXchg, reach_mono h hp h1, Exec.bind_ok]
  generalize decode t (m.read i o t.size) = a at *
  generalize decode t (k.read i o t.size) = b at *
  by_cases vague : (b.vague || f.vague) = true
  · simp only [exchanged, vague, if_true] at h2
    cases h2
    cases hx : exchanged t a e v with
    | none =>
      unfold exchanged at hx
      split at hx
      · cases hx
      · split at hx
        · cases hx
        · exact ⟨_, rfl, refines_write_poison h _ _ _, old⟩
    | some bs => exact ⟨_, rfl, write_exchanged h (exchanged_length hx), old⟩
  · simp only [Bool.or_eq_true, not_or, Bool.not_eq_true] at vague
    have ha := vague_mono old vague.1
    have hb := vague_mono he vague.2
    subst ha hb
    simp only [exchanged, vague.1, vague.2] at h2 ⊢
    by_cases c : holds t a e = true
    · simp only [c, if_true, Bool.or_self, Bool.false_eq_true, if_false] at h2 ⊢
      cases h2
      exact ⟨_, rfl, Memory.write_mono h (encode_mono t hv) _ _, .refl _⟩
    · simp only [c, Bool.or_self, Bool.false_eq_true, if_false] at h2 ⊢
      cases h2
      exact ⟨_, rfl, h, .refl _⟩

end Tuffy
