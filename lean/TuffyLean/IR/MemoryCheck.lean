import TuffyLean.IR.MemoryLemmas

/-!
Which accesses are allowed, as a proposition (`At`), and what follows: a part of what may be accessed
may be accessed, a moved pointer stays in its allocation. Well-formed memory stays so.
-/
namespace Tuffy

@[simp] theorem Pointer.move_prov (p : Pointer) (d : Int) : (p.move d).prov = p.prov := rfl
@[simp] theorem Pointer.move_addr (p : Pointer) (d : Int) : (p.move d).addr = (p.addr + d) % 2 ^ 64 := rfl
theorem Pointer.move_zero {p : Pointer} (h : Bits.inU p.addr 64) : p.move 0 = p := by
  simp only [move, Int.add_zero, Int.emod_eq_of_lt h.1 h.2]
theorem Pointer.move_move (p : Pointer) (c d : Int) : (p.move c).move d = p.move (c + d) := by
  simp only [move, Int.emod_add_emod, Int.add_assoc]
/-- All the way around, any number of times. -/
theorem Pointer.move_around {p : Pointer} (h : Bits.inU p.addr 64) (k : Int) : p.move (k * 2 ^ 64) = p := by
  simp only [move, Int.add_mul_emod_self_right, Int.emod_eq_of_lt h.1 h.2]

/-- `n` bytes at `p` are those from `o` on of the live allocation `i`, which may be written if `w`. -/
def At (l : List Layout) (p : Pointer) (n i o : Nat) (w : Bool) : Prop :=
  ∃ a, l[i]? = some a ∧ a.live = true ∧ p.addr ≠ 0 ∧ p.addr = a.base + o ∧ o + n ≤ a.size ∧
    (w = true → a.const = false) ∧ (p.prov = .alloc i ∨ p.prov = .wildcard ∧ a.exposed = true)

def Aligned (p : Pointer) (align : Nat) : Prop := ¬ (1 < align ∧ p.addr % align ≠ 0)

theorem aligned_one (p : Pointer) : Aligned p 1 := by simp [Aligned]

theorem resolveFrom_some {l : List Layout} {s : Nat} {x : Int} {n j : Nat} (h : resolveFrom l s x n = some j) :
    ∃ k a, j = s + k ∧ l[k]? = some a ∧ a.live = true ∧ a.exposed = true ∧ a.covers x n = true := by
  induction l generalizing s with
  | nil => simp [resolveFrom] at h
  | cons a l ih =>
    rw [resolveFrom] at h
    split at h
    · rename_i c
      cases h
      simp only [Bool.and_eq_true] at c
      exact ⟨0, a, rfl, rfl, c.1.1, c.1.2, c.2⟩
    · obtain ⟨k, b, rfl, hb, r⟩ := ih h
      exact ⟨k + 1, b, by omega, by simpa using hb, r⟩

theorem resolveFrom_isSome {l : List Layout} {s : Nat} {x : Int} {n k : Nat} {a : Layout} (h : l[k]? = some a)
    (hl : a.live = true) (he : a.exposed = true) (hc : a.covers x n = true) : ∃ j, resolveFrom l s x n = some j := by
  induction l generalizing s k with
  | nil => simp at h
  | cons b l ih =>
    rw [resolveFrom]
    split
    · exact ⟨_, rfl⟩
    · cases k with
      | zero => simp_all
      | succ k => exact ih (by simpa using h)

/-- Two live allocations that cover the same address are one. -/
theorem LayoutsWF.unique {l : List Layout} (wf : LayoutsWF l) {i j : Nat} {a b : Layout} (ha : l[i]? = some a)
    (hb : l[j]? = some b) (la : a.live = true) (lb : b.live = true) {x : Int}
    (h1 : a.base ≤ x) (h2 : x ≤ a.base + a.size) (h3 : b.base ≤ x) (h4 : x ≤ b.base + b.size) : i = j := by
  by_cases e : i = j
  · exact e
  · have := wf.apart i j a b ha hb la lb e
    unfold Apart at this; omega

theorem check_ok {l : List Layout} (wf : LayoutsWF l) {p : Pointer} {n al : Nat} {w : Bool} {i o : Nat} :
    check l p n al w = .ok (i, o) ↔ At l p n i o w ∧ Aligned p al := by
  have layoutCheck : ∀ a : Layout, ∀ i' : Nat, a.check i' p n al w = .ok (i, o) ↔
      (i' = i ∧ a.live = true ∧ p.addr = a.base + o ∧ o + n ≤ a.size ∧ (w = true → a.const = false) ∧ Aligned p al) := by
    intro a i'
    unfold Layout.check Aligned
    by_cases h1 : a.live = false
    · simp [h1]
    · by_cases h2 : a.covers p.addr n = false
      · rw [if_neg h1, if_pos h2]
        simp only [reduceCtorEq, false_iff]
        simp [Layout.covers] at h2
        rintro ⟨rfl, _, h, h', _⟩
        omega
      · have h2' := h2
        simp [Layout.covers] at h2'
        by_cases h3 : (w && a.const) = true
        · simp only [h1, h2, h3, if_true, if_false, reduceCtorEq, false_iff]
          simp only [Bool.and_eq_true] at h3
          rintro ⟨_, _, _, _, h, _⟩
          simp [h h3.1] at h3
        · by_cases h4 : 1 < al ∧ p.addr % al ≠ 0
          · rw [if_neg h1, if_neg h2, if_neg h3, if_pos h4]
            simp [h4]
          · rw [if_neg h1, if_neg h2, if_neg h3, if_neg h4]
            simp only [Exec.ok.injEq, Prod.mk.injEq]
            constructor
            · rintro ⟨rfl, rfl⟩
              refine ⟨rfl, by simpa using h1, by omega, by omega, ?_, h4⟩
              intro hw; simpa [hw] using h3
            · rintro ⟨rfl, _, h, _⟩
              exact ⟨rfl, by omega⟩
  unfold check At
  by_cases h0 : p.addr = 0
  · simp [h0]
  rw [if_neg h0]
  unfold owner
  cases hp : p.prov with
  | none => simp
  | alloc k =>
    simp only [Exec.bind_ok, Prov.alloc.injEq, reduceCtorEq, false_and, or_false]
    cases hk : l[k]? with
    | none =>
      simp only [reduceCtorEq, false_iff]
      rintro ⟨⟨a, ha, _, _, _, _, _, rfl⟩, _⟩
      simp [ha] at hk
    | some a =>
      simp only [layoutCheck]
      constructor
      · rintro ⟨rfl, h⟩
        exact ⟨⟨a, hk, h.1, h0, h.2.1, h.2.2.1, h.2.2.2.1, rfl⟩, h.2.2.2.2⟩
      · rintro ⟨⟨b, hb, h1, _, h2, h3, h4, rfl⟩, h5⟩
        rw [hk] at hb; cases hb
        exact ⟨rfl, h1, h2, h3, h4, h5⟩
  | wildcard =>
    simp only [reduceCtorEq, false_or, true_and]
    constructor
    · intro h
      cases hr : resolveFrom l 0 p.addr n with
      | none => simp [hr] at h
      | some k =>
        obtain ⟨k', a, rfl, hk, hl, he, _⟩ := resolveFrom_some hr
        simp only [Nat.zero_add] at hr
        simp only [hr, Exec.bind_ok, hk, layoutCheck] at h
        obtain ⟨rfl, h⟩ := h
        exact ⟨⟨a, hk, h.1, h0, h.2.1, h.2.2.1, h.2.2.2.1, he⟩, h.2.2.2.2⟩
    · rintro ⟨⟨a, ha, hl, _, h1, h2, h3, he⟩, h4⟩
      have hc : a.covers p.addr n = true := by simp [Layout.covers]; omega
      obtain ⟨j, hj⟩ := resolveFrom_isSome (s := 0) ha hl he hc
      obtain ⟨k, b, rfl, hk, hl', he', hc'⟩ := resolveFrom_some hj
      simp only [Nat.zero_add] at hj
      simp [Layout.covers] at hc'
      have : i = k := wf.unique ha hk hl hl' (x := p.addr) (by omega) (by omega) (by omega) (by omega)
      subst this
      rw [ha] at hk; cases hk
      simp only [hj, Exec.bind_ok, ha, layoutCheck]
      exact ⟨trivial, hl, h1, h2, h3, h4⟩

theorem reach_ok {m : Memory} (wf : m.WF) {v : Value} {n al : Nat} {w : Bool} {i o : Nat} :
    reach m v n al w = .ok (i, o) ↔ ∃ p, v = .ptr p ∧ At m.layout p n i o w ∧ Aligned p al := by
  cases v <;> simp [reach, check_ok wf.layout]

namespace At
variable {l : List Layout} {p : Pointer} {n i o : Nat} {w : Bool}

/-- A part of what may be accessed may be accessed. -/
theorem sub (h : At l p n i o w) (wf : LayoutsWF l) {d k : Nat} (hd : d + k ≤ n) {w' : Bool} (hw : w' = true → w = true) :
    At l (p.move d) k i (o + d) w' := by
  obtain ⟨a, ha, hl, h0, h1, h2, h3, h4⟩ := h
  have := wf.pos i a ha
  have := wf.fits i a ha
  refine ⟨a, ha, hl, ?_, ?_, by omega, fun e => h3 (hw e), h4⟩ <;> simp only [Pointer.move_addr] <;> omega

/-- What may be accessed has an address. -/
theorem addr (h : At l p n i o w) (wf : LayoutsWF l) : Bits.inU p.addr 64 := by
  obtain ⟨a, ha, _, _, h1, h2, _⟩ := h
  have := wf.fits i a ha
  constructor <;> omega

theorem read (h : At l p n i o w) : At l p n i o false := by
  obtain ⟨a, ha, hl, h0, h1, h2, h3, h4⟩ := h
  exact ⟨a, ha, hl, h0, h1, h2, by simp, h4⟩

/-- A pointer moved inside, or to the ends, of what it may access stays in the allocation. -/
theorem unique (h : At l p n i o w) (wf : LayoutsWF l) {d : Int} {k j q : Nat} {w' : Bool}
    (h' : At l (p.move d) k j q w') (hd : -k ≤ d) (hd' : d ≤ n) : j = i ∧ (q : Int) = o + d := by
  obtain ⟨a, ha, hl, h0, h1, h2, h3, h4⟩ := h
  obtain ⟨b, hb, hl', h0', h1', h2', h3', h4'⟩ := h'
  simp only [Pointer.move_prov, Pointer.move_addr] at *
  have := wf.fits i a ha
  have := wf.fits j b hb
  have e : (p.addr + d) % 2 ^ 64 = p.addr + d := by omega
  rw [e] at h0' h1'
  have hij : i = j := by
    rcases h4 with e | ⟨e, _⟩ <;> rcases h4' with e' | ⟨e', _⟩
    · rw [e] at e'; cases e'; rfl
    · rw [e] at e'; cases e'
    · rw [e] at e'; cases e'
    · by_cases c : 0 ≤ d
      · exact wf.unique ha hb hl hl' (x := p.addr + d) (by omega) (by omega) (by omega) (by omega)
      · exact wf.unique ha hb hl hl' (x := p.addr) (by omega) (by omega) (by omega) (by omega)
  subst hij
  rw [ha] at hb; cases hb
  exact ⟨rfl, by omega⟩

/-- The same pointer, the same place. -/
theorem same (h : At l p n i o w) (wf : LayoutsWF l) {k j q : Nat} {w' : Bool} (h' : At l p k j q w') :
    j = i ∧ q = o := by
  have := h.unique (d := 0) (k := k) (j := j) (q := q) (w' := w') wf (by rwa [Pointer.move_zero (h.addr wf)]) (by omega) (by omega)
  omega

/-- The allocation of a pointer with its provenance is that one. -/
theorem alloc (h : At l p n i o w) {k : Nat} (hp : p.prov = .alloc k) : i = k := by
  obtain ⟨a, ha, hl, h0, h1, h2, h3, h4⟩ := h
  rcases h4 with e | ⟨e, _⟩
  · rw [e] at hp; cases hp; rfl
  · rw [e] at hp; cases hp

theorem fits {m : Memory} (h : At m.layout p n i o w) : o + n ≤ (m.bytesAt i).length := by
  obtain ⟨a, ha, hl, h0, h1, h2, h3, h4⟩ := h
  rw [Memory.bytesAt_length, ha]; simpa using h2
end At

/-! ### well-formed memory stays so -/

namespace Memory

theorem mem_splice {bs new : List Byte} {o : Nat} {b : Byte} (h : b ∈ splice bs o new) : b ∈ bs ∨ b ∈ new := by
  obtain ⟨k, hk⟩ := List.getElem?_of_mem h
  rw [splice_get] at hk
  split at hk
  · exact .inr (List.mem_of_getElem? hk)
  · exact .inl (List.mem_of_getElem? hk)

theorem WF.write {m : Memory} (wf : m.WF) {i o : Nat} {bs : List Byte} (h : bs.all Byte.ok = true) :
    (m.write i o bs).WF := by
  refine ⟨by simpa using wf.layout, ?_⟩
  intro j b hb
  rw [bytesAt_write] at hb
  split at hb
  · rcases mem_splice hb with hb | hb
    · exact wf.bytes _ _ hb
    · exact Byte.ok_of_all h hb
  · exact wf.bytes _ _ hb

theorem WF.read_ok {m : Memory} (wf : m.WF) (i o n : Nat) : (m.read i o n).all Byte.ok = true := by
  rw [List.all_eq_true]
  intro b hb
  exact wf.bytes i b (List.mem_of_mem_drop (List.mem_of_mem_take hb))

/-- Changing a part of the layout that keeps bases, sizes, and life at most ends, keeps it well-formed. -/
theorem WF.update {m : Memory} (wf : m.WF) (i : Nat) (f : Alloc → Alloc) (hbase : ∀ a, (f a).base = a.base)
    (hbytes : ∀ a, (f a).bytes = a.bytes) (hlive : ∀ a, (f a).live = true → a.live = true) :
    (⟨updateAt m.allocs i f⟩ : Memory).WF := by
  have get : ∀ (j : Nat) (b : Layout), (⟨updateAt m.allocs i f⟩ : Memory).layout[j]? = some b →
      ∃ a : Layout, m.layout[j]? = some a ∧ b.base = a.base ∧ b.size = a.size ∧ (b.live = true → a.live = true) := by
    intro j b hb
    simp only [Memory.layout, List.getElem?_map, updateAt_get, Option.map_eq_some_iff] at hb ⊢
    obtain ⟨c, hc, rfl⟩ := hb
    split at hc
    · simp only [Option.map_eq_some_iff] at hc
      obtain ⟨d, hd, rfl⟩ := hc
      exact ⟨_, ⟨d, hd, rfl⟩, hbase d, congrArg List.length (hbytes d), hlive d⟩
    · exact ⟨_, ⟨c, hc, rfl⟩, rfl, rfl, id⟩
  refine ⟨⟨?_, ?_, ?_⟩, ?_⟩
  · intro j b hb
    obtain ⟨a, ha, e, _⟩ := get j b hb
    rw [e]; exact wf.layout.pos j a ha
  · intro j b hb
    obtain ⟨a, ha, e, e', _⟩ := get j b hb
    rw [e, e']; exact wf.layout.fits j a ha
  · intro j k b c hb hc lb lc ne
    obtain ⟨a, ha, e1, e2, e3⟩ := get j b hb
    obtain ⟨d, hd, e4, e5, e6⟩ := get k c hc
    have := wf.layout.apart j k a d ha hd (e3 lb) (e6 lc) ne
    unfold Apart at *; omega
  · intro j b hb
    refine wf.bytes j b ?_
    have e : (⟨updateAt m.allocs i f⟩ : Memory).bytesAt j = m.bytesAt j := by
      simp only [bytesAt, updateAt_get]
      by_cases h : i = j
      · cases hj : m.allocs[j]? <;> simp [h, hbytes]
      · simp [h]
    rwa [e] at hb

theorem WF.kill {m : Memory} (wf : m.WF) (i : Nat) : (m.kill i).WF :=
  wf.update i _ (fun _ => rfl) (fun _ => rfl) (fun _ h => nomatch h)
theorem WF.expose {m : Memory} (wf : m.WF) (i : Nat) : (m.expose i).WF :=
  wf.update i _ (fun _ => rfl) (fun _ => rfl) (fun _ h => h)

theorem layout_alloc (m : Memory) (base size align : Nat) :
    (execAlloc m base size align).1.layout = m.layout ++ [⟨base, size, align, true, false, false⟩] := by
  simp [execAlloc, layout, Alloc.layout]

theorem layout_length (m : Memory) : m.layout.length = m.allocs.length := by simp [layout]

theorem bytesAt_alloc (m : Memory) (base size align i : Nat) :
    (execAlloc m base size align).1.bytesAt i =
      if i = m.allocs.length then List.replicate size .uninit else m.bytesAt i := by
  simp only [execAlloc, bytesAt, List.getElem?_append]
  by_cases h : i < m.allocs.length
  · simp [h, Nat.ne_of_lt h]
  · by_cases e : i = m.allocs.length
    · simp [e]
    · have : i - m.allocs.length ≠ 0 := by omega
      obtain ⟨k, hk⟩ : ∃ k, i - m.allocs.length = k + 1 := ⟨i - m.allocs.length - 1, by omega⟩
      simp [h, e, hk]

theorem WF.alloc {m : Memory} (wf : m.WF) {f : Place} (hf : f.Valid) {size align base : Nat}
    (h : f m.layout size align = some base) : (execAlloc m base size align).1.WF := by
  obtain ⟨h1, h2, _, h3⟩ := hf m.layout size align base h
  have get : ∀ (i : Nat) (a : Layout), (execAlloc m base size align).1.layout[i]? = some a →
      m.layout[i]? = some a ∨ a.base = base ∧ a.size = size := by
    intro i a ha
    rw [layout_alloc, List.getElem?_append, List.getElem?_singleton] at ha
    split at ha
    · exact .inl ha
    · split at ha
      · cases ha; exact .inr ⟨rfl, rfl⟩
      · cases ha
  refine ⟨⟨?_, ?_, ?_⟩, ?_⟩
  · intro i a ha
    rcases get i a ha with h | ⟨h, _⟩
    · exact wf.layout.pos i a h
    · omega
  · intro i a ha
    rcases get i a ha with h | ⟨h, h'⟩
    · exact wf.layout.fits i a h
    · omega
  · intro i j a b ha hb la lb ne
    rw [layout_alloc, List.getElem?_append, List.getElem?_singleton] at ha hb
    split at ha <;> split at hb
    · exact wf.layout.apart i j a b ha hb la lb ne
    · split at hb
      · cases hb; exact h3 a (List.mem_of_getElem? ha)
      · cases hb
    · split at ha
      · cases ha; exact (h3 b (List.mem_of_getElem? hb)).symm
      · cases ha
    · split at ha <;> split at hb
      · omega
      · cases hb
      · cases ha
      · cases ha
  · intro i b hb
    rw [bytesAt_alloc] at hb
    split at hb
    · rw [List.mem_replicate] at hb; rw [hb.2]; rfl
    · exact wf.bytes i b hb

end Memory

end Tuffy
