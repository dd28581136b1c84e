import TuffyLean.Rewrites.MemRule

/-!
Alias rules, and what a memory token may be moved over.

An alias rule says when two accesses share no byte; it delivers the precondition `disjoint` of memory
rules. Tokens: a chain of writes, newest first, gives every byte the number of the write that wrote it
last (its version); a load whose token is number `k` is fresh if no byte of it is newer. A fresh load
reads what memory held after write `k`, and a token may be moved back over a write that touches none of
the bytes: the load is as fresh with the older token, and reads the same.
-/
namespace Tuffy.Alias
open Tuffy

/-! ### accesses without a common byte -/

/-- What analysis may know of two addresses. -/
inductive Fact where
  /-- They are one pointer moved by constants, the first range ends where the second begins or before it, and
  the second one where the first begins again, 2^64 bytes further, or before it. -/
  | offsets (p : String) (c d : CExpr) (a b : Len)
  /-- They have the provenance of different allocations. -/
  | allocations (p q : Addr) (a b : Len)
  /-- The one has the provenance of an allocation that is not exposed, the other is made from an integer. -/
  | unexposed (p q : Addr) (a b : Len)

/-- The addresses and lengths of a fact. -/
def Fact.first : Fact → Addr × Len
  | offsets p c _ a _ => (⟨p, c⟩, a)
  | allocations p _ a _ | unexposed p _ a _ => (p, a)
def Fact.second : Fact → Addr × Len
  | offsets p _ d _ b => (⟨p, d⟩, b)
  | allocations _ q _ b | unexposed _ q _ b => (q, b)

def Fact.holds (e : MEnv) (m : Memory) : Fact → Prop
  | offsets _ c d a b => c.eval e.toEnv + a.eval e ≤ d.eval e.toEnv ∧ d.eval e.toEnv + b.eval e ≤ c.eval e.toEnv + 2 ^ 64
  | allocations p q _ _ => ∃ x y i j, p.eval e = .ptr x ∧ q.eval e = .ptr y ∧ x.prov = .alloc i ∧ y.prov = .alloc j ∧ i ≠ j
  | unexposed p q _ _ => ∃ x y i, p.eval e = .ptr x ∧ q.eval e = .ptr y ∧ x.prov = .alloc i ∧ y.prov = .wildcard ∧
      ∀ a, m.layout[i]? = some a → a.exposed = false

/-- What analysis knows, memory rules may assume. -/
theorem Fact.sound {e : MEnv} {m : Memory} (wf : m.WF) (f : Fact) (h : f.holds e m) :
    MPre.holds e m (.disjoint f.first.1 f.first.2 f.second.1 f.second.2) := by
  intro i o j k h1 h2
  rw [reach_ok wf] at h1 h2
  obtain ⟨x, hx, hat, _⟩ := h1
  obtain ⟨y, hy, hat2, _⟩ := h2
  cases f with
  | offsets p c d a b =>
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat hx
    obtain ⟨z', hz', rfl⟩ := addr_ptr wf.layout hat2 hy
    simp only [first, second] at *
    rw [hz] at hz'; cases hz'
    simp only [holds] at h
    by_cases hij : i = j
    · subst hij
      obtain ⟨A, h1, _, _, h2, _⟩ := hat
      obtain ⟨B, g1, _, _, g2, _⟩ := hat2
      rw [h1] at g1; cases g1
      simp only [Pointer.move_addr] at *
      right; omega
    · exact .inl hij
  | allocations p q a b =>
    obtain ⟨x', y', i', j', g1, g2, g3, g4, g5⟩ := h
    simp only [first, second] at *
    rw [g1] at hx; cases hx
    rw [g2] at hy; cases hy
    left
    rw [hat.alloc g3, hat2.alloc g4]; exact g5
  | unexposed p q a b =>
    obtain ⟨x', y', i', g1, g2, g3, g4, g5⟩ := h
    simp only [first, second] at *
    rw [g1] at hx; cases hx
    rw [g2] at hy; cases hy
    left
    rintro rfl
    have hi := hat.alloc g3
    subst hi
    obtain ⟨B, b1, _, _, _, _, _, b2⟩ := hat2
    rcases b2 with b2 | ⟨_, b2⟩
    · rw [g4] at b2; cases b2
    · rw [g5 B b1] at b2; cases b2

/-- Ranges are apart in either order. -/
theorem disjoint_symm {e : MEnv} {m : Memory} {p q : Addr} {a b : Len} (h : MPre.holds e m (.disjoint p a q b)) :
    MPre.holds e m (.disjoint q b p a) :=
  fun i o j k h1 h2 => (h j k i o h2 h1).symm

/-- A fresh allocation is apart from everything that could be accessed before. -/
theorem fresh_apart {m : Memory} {x : Pointer} {n i o : Nat} {w : Bool} (h : At m.layout x n i o w) :
    i ≠ m.allocs.length := by
  obtain ⟨a, ha, _⟩ := h
  have := (List.getElem?_eq_some_iff.mp ha).1
  rw [Memory.layout_length] at this; omega

/-! ### memory tokens -/

/-- A write that has happened. -/
structure Write where
  alloc : Nat
  off : Nat
  bytes : List Byte

def Write.touches (w : Write) (i x : Nat) : Prop := w.alloc = i ∧ w.off ≤ x ∧ x < w.off + w.bytes.length

instance (w : Write) (i x : Nat) : Decidable (w.touches i x) := by unfold Write.touches; infer_instance

/-- Memory after writes, the newest first. -/
def after (m : Memory) : List Write → Memory
  | [] => m
  | w :: ws => (after m ws).write w.alloc w.off w.bytes

/-- Memory after the oldest `k` writes: what token `k` stands for. -/
def atToken (m : Memory) (ws : List Write) (k : Nat) : Memory := after m (ws.drop (ws.length - k))

/-- The number of the write that wrote a byte last, 0 if none did. -/
def version : List Write → (i x : Nat) → Nat
  | [], _, _ => 0
  | w :: ws, i, x => if w.touches i x then ws.length + 1 else version ws i x

/-- No byte of `n` at `o` is newer than token `k`: `--check-memssa` does not report the load. -/
def Fresh (ws : List Write) (k i o n : Nat) : Prop := ∀ x, o ≤ x → x < o + n → version ws i x ≤ k

theorem version_le (ws : List Write) (i x : Nat) : version ws i x ≤ ws.length := by
  induction ws with
  | nil => exact Nat.le_refl 0
  | cons w ws ih => rw [version]; split <;> simp; omega

/-- A read of bytes that a write does not touch. -/
theorem read_untouched (m : Memory) (w : Write) {i o n : Nat} (h : ∀ x, o ≤ x → x < o + n → ¬ w.touches i x) :
    (m.write w.alloc w.off w.bytes).read i o n = m.read i o n := by
  apply List.ext_getElem?; intro k
  simp only [Memory.read_get, Memory.bytesAt_write]
  by_cases hk : k < n
  · rw [if_pos hk, if_pos hk]
    by_cases e : w.alloc = i
    · rw [if_pos e, splice_get, if_neg]
      rintro ⟨h1, h2, _⟩
      exact h (o + k) (by omega) (by omega) ⟨e, h1, h2⟩
    · rw [if_neg e]
  · rw [if_neg hk, if_neg hk]

/-- A fresh load reads what memory held at its token. -/
theorem read_at_token (m : Memory) (ws : List Write) {k i o n : Nat} (hk : k ≤ ws.length) (h : Fresh ws k i o n) :
    (after m ws).read i o n = (atToken m ws k).read i o n := by
  induction ws with
  | nil => simp [atToken, after]
  | cons w ws ih =>
    by_cases e : k = (w :: ws).length
    · subst e; simp [atToken]
    · have hk' : k ≤ ws.length := by simp at hk e; omega
      have untouched : ∀ x, o ≤ x → x < o + n → ¬ w.touches i x := by
        intro x h1 h2 t
        have := h x h1 h2
        rw [version, if_pos t] at this; omega
      have h' : Fresh ws k i o n := by
        intro x h1 h2
        have := h x h1 h2
        rwa [version, if_neg (untouched x h1 h2)] at this
      rw [after, read_untouched _ w untouched, ih hk' h', atToken, atToken]
      have : (w :: ws).length - k = (ws.length - k) + 1 := by simp; omega
      rw [this, List.drop_succ_cons]

theorem version_touches (ws : List Write) {i x k : Nat} (h : version ws i x = k + 1) :
    ∃ w, ws[ws.length - (k + 1)]? = some w ∧ w.touches i x := by
  induction ws with
  | nil => cases h
  | cons w ws ih =>
    rw [version] at h
    split at h
    · refine ⟨w, ?_, by assumption⟩
      have : (w :: ws).length - (k + 1) = 0 := by simp; omega
      rw [this]; rfl
    · obtain ⟨w', h1, h2⟩ := ih h
      have := version_le ws i x
      have e : (w :: ws).length - (k + 1) = (ws.length - (k + 1)) + 1 := by simp; omega
      exact ⟨w', by rw [e]; simpa using h1, h2⟩

/-- MemSSA refinement: a token may be moved back over the write that made it if that write touches no
byte of the load. -/
theorem Fresh.move {ws : List Write} {k i o n : Nat} (h : Fresh ws (k + 1) i o n)
    (apart : ∀ w, ws[ws.length - (k + 1)]? = some w → ∀ x, o ≤ x → x < o + n → ¬ w.touches i x) :
    Fresh ws k i o n := by
  intro x h1 h2
  have := h x h1 h2
  by_cases e : version ws i x = k + 1
  · obtain ⟨w, hw, ht⟩ := version_touches ws e
    exact absurd ht (apart w hw x h1 h2)
  · omega

/-- So the load reads the same with either token. -/
theorem read_moved (m : Memory) {ws : List Write} {k i o n : Nat} (hk : k + 1 ≤ ws.length) (h : Fresh ws (k + 1) i o n)
    (apart : ∀ w, ws[ws.length - (k + 1)]? = some w → ∀ x, o ≤ x → x < o + n → ¬ w.touches i x) :
    (atToken m ws k).read i o n = (atToken m ws (k + 1)).read i o n := by
  rw [← read_at_token m ws (by omega) (h.move apart), ← read_at_token m ws hk h]

end Tuffy.Alias
