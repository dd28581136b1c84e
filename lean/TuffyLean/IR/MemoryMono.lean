import TuffyLean.IR.MemoryCheck

/-!
Bytes and values are two views of one thing: what is stored is loaded again, and a better value, byte
or memory before an access is a better one after it. So what was proven of a few instructions holds
in the middle of a program.
-/
namespace Tuffy

/-! ### lists of bytes -/

theorem Byte.refinesList_iff {as bs : List Byte} : Byte.refinesList as bs ↔
    as.length = bs.length ∧ ∀ (k : Nat) (a b : Byte), as[k]? = some a → bs[k]? = some b → a.refines b := by
  induction as generalizing bs with
  | nil => cases bs <;> simp [refinesList]
  | cons a as ih =>
    cases bs with
    | nil => simp [refinesList]
    | cons b bs =>
      simp only [refinesList, ih, List.length_cons, Nat.add_right_cancel_iff]
      constructor
      · rintro ⟨h1, h2, h3⟩
        refine ⟨h2, fun k => ?_⟩
        cases k with
        | zero => simpa using h1
        | succ k => simpa using h3 k
      · rintro ⟨h1, h2⟩
        exact ⟨h2 0 a b rfl rfl, h1, fun k c d hc hd => h2 (k + 1) c d (by simpa using hc) (by simpa using hd)⟩

theorem Byte.refinesList_poison (bs : List Byte) (n : Nat) (h : bs.length = n) :
    Byte.refinesList bs (List.replicate n .poison) := by
  rw [refinesList_iff]
  refine ⟨by simp [h], fun k a b _ hb => ?_⟩
  rw [List.getElem?_replicate] at hb; split at hb
  · cases hb; exact .inr (.inr rfl)
  · cases hb

/-- Bytes that are neither uninit nor poison have no other refinement. -/
theorem Byte.refinesList_eq {as bs : List Byte} (h : Byte.refinesList as bs)
    (d : ∀ b ∈ bs, b ≠ .uninit ∧ b ≠ .poison) : as = bs := by
  rw [refinesList_iff] at h
  apply List.ext_getElem h.1
  intro k h1 h2
  have := h.2 k _ _ (List.getElem?_eq_getElem h1) (List.getElem?_eq_getElem h2)
  have := d bs[k] (List.getElem_mem h2)
  rcases ‹Byte.refines _ _› with e | e | e <;> simp_all

theorem unsignedOf_defined {bs : List Byte} {n : Nat} (h : unsignedOf bs = some n) :
    ∀ b ∈ bs, b ≠ .uninit ∧ b ≠ .poison := by
  induction bs generalizing n with
  | nil => simp
  | cons b bs ih =>
    cases b with
    | bits b =>
      simp only [unsignedOf, Option.map_eq_some_iff] at h
      obtain ⟨y, hy, _⟩ := h
      simpa using ih hy
    | _ => simp [unsignedOf] at h

theorem fragmentsOf_eq {bs : List Byte} {p : Pointer} (h : fragmentsOf bs = some p) : bs = pointerBytes p := by
  unfold fragmentsOf at h; split at h
  · split at h
    · cases h; assumption
    · cases h
  · cases h

/-! ### encoding and decoding -/

theorem decode_mono (a : Acc) {bs cs : List Byte} (h : Byte.refinesList bs cs) : decode a bs ⊑ decode a cs := by
  cases a with
  | bytes n => exact .bytes h
  | int n =>
    simp only [decode]
    cases hc : unsignedOf cs with
    | none => exact .poison _
    | some n => rw [Byte.refinesList_eq h (unsignedOf_defined hc), hc]; exact .refl _
  | float f =>
    simp only [decode]
    cases hc : unsignedOf cs with
    | none => exact .poison _
    | some n => rw [Byte.refinesList_eq h (unsignedOf_defined hc), hc]; exact .refl _
  | bool =>
    by_cases d : ∀ b ∈ cs, b ≠ .uninit ∧ b ≠ .poison
    · rw [Byte.refinesList_eq h d]; exact .refl _
    · have e : decode .bool cs = .poison := by
        simp only [decode]; split <;> simp_all
      rw [e]; exact .poison _
  | ptr =>
    simp only [decode]
    cases hc : unsignedOf cs with
    | some n => rw [Byte.refinesList_eq h (unsignedOf_defined hc), hc]; exact .refl _
    | none =>
      simp only
      cases hf : fragmentsOf cs with
      | none => exact .poison _
      | some p =>
        have e : bs = cs := by
          refine Byte.refinesList_eq h ?_
          rw [fragmentsOf_eq hf]; simp [pointerBytes]
        rw [e, hc, hf]; exact .refl _

theorem Byte.clean_mono {a b : Byte} (h : a.refines b) : a.clean.refines b.clean := by
  rcases h with rfl | rfl | rfl
  · exact .inl rfl
  · exact .inr (.inl rfl)
  · exact .inr (.inr rfl)

theorem Byte.clean_refined (b : Byte) : b.refines b.clean := by
  unfold clean; split
  · exact .inl rfl
  · exact .inr (.inr rfl)

theorem encode_poison (a : Acc) : encode a .poison = List.replicate a.size .poison := by
  cases a <;> rfl

theorem encode_mono (a : Acc) {v w : Value} (h : v ⊑ w) : Byte.refinesList (encode a v) (encode a w) := by
  cases h with
  | refl => exact Byte.refinesList_refl _
  | poison => rw [encode_poison]; exact Byte.refinesList_poison _ _ (encode_length _ _)
  | bytes h =>
    rename_i bs cs
    cases a with
    | bytes n =>
      have := (Byte.refinesList_iff.mp h)
      simp only [encode, this.1]
      split
      · rw [Byte.refinesList_iff]
        refine ⟨by simpa using this.1, fun k x y hx hy => ?_⟩
        simp only [List.getElem?_map, Option.map_eq_some_iff] at hx hy
        obtain ⟨x, hx, rfl⟩ := hx
        obtain ⟨y, hy, rfl⟩ := hy
        exact Byte.clean_mono (this.2 k x y hx hy)
      · exact Byte.refinesList_refl _
    | _ => exact Byte.refinesList_refl _
  | agg h => cases a <;> exact Byte.refinesList_refl _

/-- Values of the accessed type; the verifier guarantees it of the operand of a store. -/
def Acc.has : Acc → Value → Prop
  | .int _, v => v.hasTy .int
  | .bool, v => v.hasTy .bool
  | .float f, v => v.hasTy (.float f)
  | .ptr, v => v.hasTy .ptr
  | .bytes n, v => ∃ bs, v = .bytes bs ∧ bs.length = n

/-- What is stored is loaded again, unless it is an int, of which only the low bytes are. -/
theorem decode_encode (a : Acc) (h : ∀ n, a ≠ .int n) {v : Value} (t : a.has v) :
    v ⊑ decode a (encode a v) := by
  have bad : ∀ a : Acc, 0 < a.size → (∀ n, a ≠ .bytes n) → decode a (List.replicate a.size .poison) = .poison := by
    intro a ha hb
    cases a with
    | bytes n => exact absurd rfl (hb n)
    | bool => rfl
    | ptr => rfl
    | int n => simp only [decode]; rw [unsignedOf_replicate rfl ha]
    | float f => simp only [decode]; rw [unsignedOf_replicate rfl ha]
  cases a with
  | int n => exact absurd rfl (h n)
  | bool =>
    cases v with
    | bool b => cases b <;> exact .refl _
    | _ => exact .poison _
  | ptr =>
    cases v with
    | ptr p => simp only [encode, decode, unsignedOf_pointerBytes, fragmentsOf_pointerBytes]; exact .refl _
    | _ => exact .poison _
  | float f =>
    have hs : 0 < (Acc.float f).size := by show 0 < (1 + f.exp + f.frac + 7) / 8; omega
    cases v with
    | float g x =>
      simp only [encode]
      split
      · rename_i hf
        obtain ⟨rfl, hf⟩ := hf
        simp only [decode, unsignedOf_intBytes]
        have : x < 256 ^ (Acc.float f).size := by
          refine Nat.lt_of_lt_of_le hf ?_
          rw [show (256 : Nat) = 2 ^ 8 from rfl, ← Nat.pow_mul]
          exact Nat.pow_le_pow_right (by omega) (by simp [Acc.size]; omega)
        have e : ((x : Int) % 256 ^ (Acc.float f).size).toNat = x := by
          have h' := Int.ofNat_lt.mpr this
          simp only [Int.natCast_pow, Int.cast_ofNat_Int] at h'
          rw [Int.emod_eq_of_lt (Int.natCast_nonneg x) h']; exact Int.toNat_natCast x
        rw [e]; exact .refl _
      · rw [bad _ hs (by simp)]; exact .poison _
    | _ => simp only [encode]; rw [bad _ hs (by simp)]; exact .poison _
  | bytes n =>
    obtain ⟨bs, rfl, hl⟩ := t
    simp only [encode, decode, hl, if_true]
    refine .bytes (Byte.refinesList_iff.mpr ⟨by simp, fun k x y hx hy => ?_⟩)
    simp only [List.getElem?_map, Option.map_eq_some_iff] at hy
    obtain ⟨z, hz, rfl⟩ := hy
    rw [hx] at hz; cases hz
    exact x.clean_refined

/-- A poison byte and something else is no scalar. -/
theorem decode_replicate (a : Acc) (b : Byte) (h : b = .uninit ∨ b = .poison) (n : Nat) (hn : 0 < n)
    (ha : ∀ k, a ≠ .bytes k) : decode a (List.replicate n b) = .poison := by
  have hu : unsignedOf (List.replicate n b) = none := unsignedOf_replicate (by rcases h with rfl | rfl <;> rfl) hn
  obtain ⟨n, rfl⟩ : ∃ k, n = k + 1 := ⟨n - 1, by omega⟩
  cases a with
  | bytes k => exact absurd rfl (ha k)
  | int _ => simp only [decode, hu]
  | float _ => simp only [decode, hu]
  | bool => rcases h with rfl | rfl <;> rfl
  | ptr => simp only [decode, hu]; rcases h with rfl | rfl <;> rfl

/-- Bytes that were loaded as a value may be overwritten with that value, unless it is a pointer: known
bits are loaded as a pointer without provenance, which is stored as fragments. -/
theorem encode_decode (a : Acc) (h : a ≠ .ptr) {bs : List Byte} (hl : bs.length = a.size) (ok : bs.all Byte.ok = true) :
    Byte.refinesList bs (encode a (decode a bs)) := by
  have poison : Byte.refinesList bs (encode a .poison) := by
    rw [encode_poison]; exact Byte.refinesList_poison _ _ hl
  cases a with
  | ptr => exact absurd rfl h
  | bytes n =>
    have hl' : bs.length = n := hl
    simp only [encode, decode, hl', if_true]
    have : bs.map Byte.clean = bs := by
      rw [List.map_eq_iff]; intro k
      cases hk : bs[k]? with
      | none => rfl
      | some b => simp [Byte.clean_of_ok (Byte.ok_of_all ok (List.mem_of_getElem? hk))]
    rw [this]; exact Byte.refinesList_refl _
  | int n =>
    simp only [decode]
    cases hu : unsignedOf bs with
    | none => exact poison
    | some x =>
      simp only [encode]
      have hl' : bs.length = n := hl
      rw [← hl', intBytes_unsignedOf hu ok]; exact Byte.refinesList_refl _
  | float f =>
    simp only [decode]
    cases hu : unsignedOf bs with
    | none => exact poison
    | some x =>
      simp only [encode]
      split
      · rw [← hl, intBytes_unsignedOf hu ok]; exact Byte.refinesList_refl _
      · exact Byte.refinesList_poison _ _ hl
  | bool =>
    by_cases h0 : bs = [.bits 0]
    · subst h0; exact Byte.refinesList_refl _
    · by_cases h1 : bs = [.bits 1]
      · subst h1; exact Byte.refinesList_refl _
      · have e : decode .bool bs = .poison := by simp only [decode]
        rw [e]; exact poison

/-! ### memories -/

namespace Memory

theorem refines_layout {m k : Memory} (h : m.refines k) : m.layout = k.layout := by
  apply List.ext_getElem?; intro i
  simp only [layout, List.getElem?_map]
  by_cases hi : i < k.allocs.length
  · have hi' : i < m.allocs.length := by have := h.1; omega
    have := h.2 i _ _ (List.getElem?_eq_getElem hi') (List.getElem?_eq_getElem hi)
    simp [hi, hi', this.1]
  · have hi' : ¬ i < m.allocs.length := by have := h.1; omega
    simp [hi, hi']

/-- Allocation by allocation, in terms of bytes. -/
theorem refines_iff {m k : Memory} : m.refines k ↔ m.layout = k.layout ∧
    ∀ (i : Nat) (a : Layout), k.layout[i]? = some a → a.live = true → Byte.refinesList (m.bytesAt i) (k.bytesAt i) := by
  constructor
  · intro h
    refine ⟨refines_layout h, fun i a ha hl => ?_⟩
    simp only [layout, List.getElem?_map, Option.map_eq_some_iff] at ha
    obtain ⟨b, hb, rfl⟩ := ha
    have hi : i < m.allocs.length := by have := (List.getElem?_eq_some_iff.mp hb).1; have := h.1; omega
    have ha := List.getElem?_eq_getElem hi
    simp only [bytesAt, ha, hb]
    exact (h.2 i _ b ha hb).2 hl
  · rintro ⟨h, hb⟩
    have hlen := congrArg List.length h
    simp only [layout_length] at hlen
    refine ⟨hlen, fun i a b ha hb' => ⟨?_, fun hl => ?_⟩⟩
    · have := congrArg (fun l => l[i]?) h
      simpa [layout, ha, hb'] using this
    · have := hb i b.layout (by simp [layout, hb']) hl
      simpa [bytesAt, ha, hb'] using this

theorem refinesList_splice {as bs new new' : List Byte} (h : Byte.refinesList as bs) (hn : Byte.refinesList new new')
    (o : Nat) : Byte.refinesList (splice as o new) (splice bs o new') := by
  rw [Byte.refinesList_iff] at *
  refine ⟨by simp [splice_length, h.1], fun k a b ha hb => ?_⟩
  rw [splice_get] at ha hb
  rw [hn.1, h.1] at ha
  split at ha
  · rename_i c; rw [if_pos c] at hb; exact hn.2 _ a b ha hb
  · rename_i c; rw [if_neg c] at hb; exact h.2 _ a b ha hb

theorem write_mono {m k : Memory} (h : m.refines k) {bs cs : List Byte} (hb : Byte.refinesList bs cs) (i o : Nat) :
    (m.write i o bs).refines (k.write i o cs) := by
  rw [refines_iff] at *
  refine ⟨by simpa using h.1, fun j a ha hl => ?_⟩
  rw [bytesAt_write, bytesAt_write]
  have := h.2 j a (by simpa using ha) hl
  split
  · exact refinesList_splice this hb o
  · exact this

theorem read_mono {m k : Memory} (h : m.refines k) {i : Nat} {a : Layout} (ha : k.layout[i]? = some a)
    (hl : a.live = true) (o n : Nat) : Byte.refinesList (m.read i o n) (k.read i o n) := by
  have := (refines_iff.mp h).2 i a ha hl
  rw [Byte.refinesList_iff] at *
  refine ⟨by simp [read, this.1], fun j x y hx hy => ?_⟩
  rw [read_get] at hx hy
  split at hx
  · rename_i c; rw [if_pos c] at hy; exact this.2 _ x y hx hy
  · cases hx

/-- Changing the state of one allocation on both sides. -/
theorem update_mono {m k : Memory} (h : m.refines k) (i : Nat) (f : Alloc → Alloc)
    (hf : ∀ a b : Alloc, a.refines b → (f a).refines (f b)) :
    (⟨updateAt m.allocs i f⟩ : Memory).refines ⟨updateAt k.allocs i f⟩ := by
  refine ⟨by simp [updateAt_length, h.1], fun j a b ha hb => ?_⟩
  simp only [updateAt_get] at ha hb
  split at ha
  · rename_i e
    rw [if_pos e] at hb
    simp only [Option.map_eq_some_iff] at ha hb
    obtain ⟨c, hc, rfl⟩ := ha
    obtain ⟨d, hd, rfl⟩ := hb
    exact hf c d (h.2 j c d hc hd)
  · rename_i e
    rw [if_neg e] at hb
    exact h.2 j a b ha hb

theorem kill_mono {m k : Memory} (h : m.refines k) (i : Nat) : (m.kill i).refines (k.kill i) :=
  update_mono h i _ fun a b r => ⟨by have := r.1; simp_all [Alloc.layout], by simp⟩
theorem expose_mono {m k : Memory} (h : m.refines k) (i : Nat) : (m.expose i).refines (k.expose i) :=
  update_mono h i _ fun a b r => ⟨by have := r.1; simp_all [Alloc.layout], r.2⟩

theorem alloc_mono {m k : Memory} (h : m.refines k) (base size align : Nat) :
    (execAlloc m base size align).1.refines (execAlloc k base size align).1 := by
  refine ⟨by simp [execAlloc, h.1], fun i a b ha hb => ?_⟩
  simp only [execAlloc, List.getElem?_append, h.1] at ha hb
  split at ha
  · rename_i c; rw [if_pos c] at hb; exact h.2 i a b ha hb
  · rename_i c; rw [if_neg c] at hb; rw [ha] at hb; cases hb; exact Alloc.refines_refl _

end Memory

/-! ### instructions -/

theorem refines_ptr_eq {v : Value} {p : Pointer} (h : v ⊑ .ptr p) : v = .ptr p := by
  rw [refines_ptr] at h; exact h

theorem reach_mono {m k : Memory} (h : m.refines k) {v w : Value} (hv : v ⊑ w) {n al : Nat} {wr : Bool} {r : Nat × Nat}
    (hr : reach k w n al wr = .ok r) : reach m v n al wr = .ok r := by
  cases w <;> simp only [reach, reduceCtorEq] at hr
  rw [refines_ptr_eq hv, reach, Memory.refines_layout h]; exact hr

theorem reach_live {k : Memory} (wf : k.WF) {w : Value} {n al i o : Nat} {wr : Bool}
    (hr : reach k w n al wr = .ok (i, o)) : ∃ a, k.layout[i]? = some a ∧ a.live = true := by
  obtain ⟨p, rfl, ⟨a, ha, hl, _⟩, _⟩ := (reach_ok wf).mp hr
  exact ⟨a, ha, hl⟩

theorem execLoad_mono {m k : Memory} (wf : k.WF) (h : m.refines k) {v w : Value} (hv : v ⊑ w) (a : Acc) (al : Nat) :
    Exec.refines Refines (execLoad m v a al) (execLoad k w a al) := by
  intro r hr
  simp only [execLoad, Exec.bind_eq_ok] at hr
  obtain ⟨⟨i, o⟩, h1, h2⟩ := hr
  cases h2
  obtain ⟨l, hl, live⟩ := reach_live wf h1
  refine ⟨_, by simp only [execLoad, reach_mono h hv h1, Exec.bind_ok]; rfl, ?_⟩
  exact decode_mono a (Memory.read_mono h hl live _ _)

theorem execStore_mono {m k : Memory} (h : m.refines k) {v w p q : Value} (hv : v ⊑ w) (hp : p ⊑ q) (a : Acc) (al : Nat) :
    Exec.refines Memory.refines (execStore m v p a al) (execStore k w q a al) := by
  intro r hr
  simp only [execStore, Exec.bind_eq_ok] at hr
  obtain ⟨⟨i, o⟩, h1, h2⟩ := hr
  cases h2
  refine ⟨_, by simp only [execStore, reach_mono h hp h1, Exec.bind_ok]; rfl, ?_⟩
  exact Memory.write_mono h (encode_mono a hv) _ _

theorem bulkLength_mono {v w : Value} (hv : v ⊑ w) {n : Nat} (h : bulkLength w = .ok n) : bulkLength v = .ok n := by
  cases w <;> simp only [bulkLength, reduceCtorEq] at h
  rw [refines_int] at hv; subst hv; exact h

theorem notPoison_mono {v w : Value} (hv : v ⊑ w) {u : Unit} (h : notPoison w = .ok u) : notPoison v = .ok u := by
  cases w <;> simp only [notPoison, reduceCtorEq] at h
  rw [refines_ptr_eq hv]; rfl

theorem execMemSet_mono {m k : Memory} (h : m.refines k) {p q b c n x : Value} (hp : p ⊑ q) (hb : b ⊑ c) (hn : n ⊑ x)
    (al : Nat) : Exec.refines Memory.refines (execMemSet m p b n al) (execMemSet k q c x al) := by
  intro r hr
  simp only [execMemSet, Exec.bind_eq_ok] at hr
  obtain ⟨l, h1, h2⟩ := hr
  simp only [execMemSet, bulkLength_mono hn h1, Exec.bind_ok]
  cases c <;> simp only [reduceCtorEq] at h2
  rw [refines_int] at hb; subst hb
  simp only
  split at h2
  · rename_i e
    rw [if_pos e]
    simp only [Exec.bind_eq_ok] at h2
    obtain ⟨u, h3, h4⟩ := h2
    cases h4
    exact ⟨m, by rw [notPoison_mono hp h3]; rfl, h⟩
  · rename_i e
    rw [if_neg e]
    simp only [Exec.bind_eq_ok] at h2
    obtain ⟨⟨i, o⟩, h3, h4⟩ := h2
    cases h4
    refine ⟨_, by rw [reach_mono h hp h3]; rfl, Memory.write_mono h (Byte.refinesList_refl _) _ _⟩

theorem execCopy_mono {m k : Memory} (wf : k.WF) (h : m.refines k) {p q s t n x : Value} (hp : p ⊑ q) (hs : s ⊑ t)
    (hn : n ⊑ x) (apart : Bool) (al : Nat) :
    Exec.refines Memory.refines (execCopy apart m p s n al) (execCopy apart k q t x al) := by
  intro r hr
  simp only [execCopy, Exec.bind_eq_ok] at hr
  obtain ⟨l, h1, h2⟩ := hr
  simp only [execCopy, bulkLength_mono hn h1, Exec.bind_ok]
  split at h2
  · rename_i e
    rw [if_pos e]
    simp only [Exec.bind_eq_ok] at h2
    obtain ⟨u, h3, u', h4, h5⟩ := h2
    cases h5
    exact ⟨m, by rw [notPoison_mono hp h3, Exec.bind_ok, notPoison_mono hs h4]; rfl, h⟩
  · rename_i e
    rw [if_neg e]
    simp only [Exec.bind_eq_ok] at h2
    obtain ⟨⟨i, o⟩, h3, ⟨j, o'⟩, h4, h5⟩ := h2
    simp only [reach_mono h hp h3, reach_mono h hs h4, Exec.bind_ok]
    split at h5
    · cases h5
    · rename_i c
      rw [if_neg c]
      cases h5
      obtain ⟨a, ha, hl⟩ := reach_live wf h4
      exact ⟨_, rfl, Memory.write_mono h (Memory.read_mono h ha hl _ _) _ _⟩

theorem execFree_mono {m k : Memory} (h : m.refines k) {p q : Value} (hp : p ⊑ q) :
    Exec.refines Memory.refines (execFree m p) (execFree k q) := by
  intro r hr
  cases q <;> simp only [execFree, reduceCtorEq] at hr
  rename_i q
  rw [refines_ptr_eq hp]
  simp only [execFree, Memory.refines_layout h]
  split at hr
  · rename_i e
    rw [if_pos e]
    cases hr
    exact ⟨_, rfl, h⟩
  · rename_i e
    rw [if_neg e]
    simp only [Exec.bind_eq_ok] at hr
    obtain ⟨i, h1, h2⟩ := hr
    rw [h1, Exec.bind_ok]
    split at h2
    · split at h2
      · cases h2
      · rename_i e1
        rw [if_neg e1]
        split at h2
        · cases h2
        · rename_i e2
          rw [if_neg e2]
          cases h2
          exact ⟨_, rfl, Memory.kill_mono h i⟩
    · cases h2

theorem execPtrToInt_mono {m k : Memory} (h : m.refines k) {p q : Value} (hp : p ⊑ q) :
    (execPtrToInt m p).1.refines (execPtrToInt k q).1 ∨ q = .poison := by
  by_cases e : q = .poison
  · exact .inr e
  · left
    cases q with
    | ptr q =>
      rw [refines_ptr_eq hp]
      obtain ⟨pr, a⟩ := q
      cases pr <;> simp only [execPtrToInt]
      · exact h
      · exact Memory.expose_mono h _
      · exact h
    | poison => exact absurd rfl e
    | _ => cases hp <;> simpa [execPtrToInt] using h

end Tuffy
