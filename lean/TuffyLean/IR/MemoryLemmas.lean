import TuffyLean.IR.Memory

/-!
Algebra of memory: what a read finds after a write, which writes commute or cancel, what bytes of
ints are. Everything is about lists of bytes; whether an access is allowed is `MemoryCheck.lean`.
-/
namespace Tuffy

/-! ### lists -/

theorem updateAt_get {α : Type} (l : List α) (i j : Nat) (f : α → α) :
    (updateAt l i f)[j]? = if i = j then l[j]?.map f else l[j]? := by
  induction l generalizing i j with
  | nil => simp [updateAt]
  | cons a l ih =>
    cases i <;> cases j <;> simp [updateAt, ih]

theorem updateAt_length {α : Type} (l : List α) (i : Nat) (f : α → α) : (updateAt l i f).length = l.length := by
  induction l generalizing i with
  | nil => rfl
  | cons a l ih => cases i <;> simp [updateAt, ih]

theorem updateAt_map {α β : Type} (g : α → β) (l : List α) (i : Nat) (f : α → α) (h : ∀ a, g (f a) = g a) :
    (updateAt l i f).map g = l.map g := by
  induction l generalizing i with
  | nil => rfl
  | cons a l ih => cases i <;> simp [updateAt, ih, h]

theorem splice_length (bs : List Byte) (off : Nat) (new : List Byte) : (splice bs off new).length = bs.length := by
  induction bs generalizing off new with
  | nil => rfl
  | cons b bs ih => cases off <;> cases new <;> simp [splice, ih]

theorem splice_get (bs : List Byte) (off : Nat) (new : List Byte) (k : Nat) :
    (splice bs off new)[k]? =
      if off ≤ k ∧ k < off + new.length ∧ k < bs.length then new[k - off]? else bs[k]? := by
  induction bs generalizing off new k with
  | nil => simp [splice]
  | cons b bs ih =>
    cases off with
    | zero =>
      cases new with
      | nil => simp [splice]
      | cons n new => cases k <;> simp [splice, ih]
    | succ off =>
      cases k with
      | zero => simp [splice]
      | succ k => simp [splice, ih, Nat.succ_add]

theorem range_get (bs : List Byte) (o n k : Nat) :
    ((bs.drop o).take n)[k]? = if k < n then bs[o + k]? else none := by
  rw [List.getElem?_take]; simp

namespace Memory

theorem ext {m k : Memory} (h : ∀ i : Nat, m.allocs[i]? = k.allocs[i]?) : m = k := by
  cases m; cases k; simp only [mk.injEq]; exact List.ext_getElem? h

/-! ### reads after writes -/

@[simp] theorem layout_write (m : Memory) (i o : Nat) (bs : List Byte) : (m.write i o bs).layout = m.layout :=
  updateAt_map _ _ _ _ fun a => by simp [Alloc.layout, splice_length]

theorem bytesAt_write (m : Memory) (i j o : Nat) (bs : List Byte) :
    (m.write i o bs).bytesAt j = if i = j then splice (m.bytesAt j) o bs else m.bytesAt j := by
  simp only [bytesAt, write, updateAt_get]
  by_cases h : i = j
  · simp only [h, if_true]; cases m.allocs[j]? <;> simp [splice]
  · simp [h]

theorem bytesAt_length (m : Memory) (i : Nat) : (m.bytesAt i).length = (m.layout[i]?.map Layout.size).getD 0 := by
  simp only [bytesAt, layout, List.getElem?_map]
  cases m.allocs[i]? <;> simp [Alloc.layout]

theorem read_get (m : Memory) (i o n k : Nat) : (m.read i o n)[k]? = if k < n then (m.bytesAt i)[o + k]? else none :=
  range_get _ _ _ _

theorem read_length {m : Memory} {i o n : Nat} (h : o + n ≤ (m.bytesAt i).length) : (m.read i o n).length = n := by
  simp [read]; omega

/-- A read inside what was written finds what was written. -/
theorem read_write_sub {m : Memory} {i o d n : Nat} {bs : List Byte} (h : o + bs.length ≤ (m.bytesAt i).length)
    (l : d + n ≤ bs.length) : (m.write i o bs).read i (o + d) n = (bs.drop d).take n := by
  apply List.ext_getElem?; intro k
  simp only [read_get, bytesAt_write, if_true, splice_get, range_get]
  by_cases hk : k < n
  · rw [if_pos hk, if_pos hk, if_pos (by omega)]; congr 1; omega
  · rw [if_neg hk, if_neg hk]

theorem read_write_same {m : Memory} {i o : Nat} {bs : List Byte} (h : o + bs.length ≤ (m.bytesAt i).length) :
    (m.write i o bs).read i o bs.length = bs := by
  have := read_write_sub (d := 0) (n := bs.length) h (by omega); simpa using this

/-- Ranges without a common byte. -/
def Disjoint (i o n j p k : Nat) : Prop := i ≠ j ∨ o + n ≤ p ∨ p + k ≤ o

theorem Disjoint.symm {i o n j p k : Nat} (h : Disjoint i o n j p k) : Disjoint j p k i o n := by
  unfold Disjoint at *; omega

theorem read_write_disjoint {m : Memory} {i o j p n : Nat} {bs : List Byte} (h : Disjoint i o bs.length j p n) :
    (m.write i o bs).read j p n = m.read j p n := by
  apply List.ext_getElem?; intro k
  simp only [read_get, bytesAt_write]
  by_cases hk : k < n
  · rw [if_pos hk, if_pos hk]
    by_cases e : i = j
    · subst e
      rw [if_pos rfl, splice_get, if_neg]
      unfold Disjoint at h; omega
    · rw [if_neg e]
  · rw [if_neg hk, if_neg hk]

/-! ### writes after writes -/

private theorem write_ext {m : Memory} {f g : Alloc → Alloc} {i : Nat}
    (h : ∀ a, m.allocs[i]? = some a → f a = g a) : updateAt m.allocs i f = updateAt m.allocs i g := by
  apply List.ext_getElem?; intro k
  simp only [updateAt_get]
  by_cases e : i = k
  · subst e; simp only [if_true]; cases ha : m.allocs[i]? with
    | none => rfl
    | some a => simp [h a ha]
  · simp [e]

theorem updateAt_updateAt {α : Type} (l : List α) (i : Nat) (f g : α → α) :
    updateAt (updateAt l i f) i g = updateAt l i (g ∘ f) := by
  apply List.ext_getElem?; intro k
  simp only [updateAt_get]
  by_cases e : i = k
  · subst e; simp
  · simp [e]

theorem write_write (m : Memory) (i o p : Nat) (bs cs : List Byte) (f : List Byte → List Byte)
    (h : splice (splice (m.bytesAt i) o bs) p cs = f (m.bytesAt i)) :
    (m.write i o bs).write i p cs = ⟨updateAt m.allocs i fun a => { a with bytes := f a.bytes }⟩ := by
  simp only [write, updateAt_updateAt]
  congr 1
  apply write_ext
  intro a ha
  simp only [bytesAt, ha] at h
  simp [Function.comp, h]

/-- A write that a second one covers is lost. -/
theorem write_write_cover {m : Memory} {i o p : Nat} {bs cs : List Byte}
    (h : p ≤ o) (l : o + bs.length ≤ p + cs.length) : (m.write i o bs).write i p cs = m.write i p cs := by
  rw [write_write (f := fun x => splice x p cs)]
  · rfl
  · apply List.ext_getElem?; intro k
    simp only [splice_get, splice_length]
    by_cases c : p ≤ k ∧ k < p + cs.length ∧ k < (m.bytesAt i).length
    · rw [if_pos c, if_pos c]
    · rw [if_neg c, if_neg c, if_neg (by omega)]

/-- Adjacent writes are one. -/
theorem write_write_append {m : Memory} {i o : Nat} {bs cs : List Byte} :
    (m.write i o bs).write i (o + bs.length) cs = m.write i o (bs ++ cs) := by
  rw [write_write (f := fun x => splice x o (bs ++ cs))]
  · rfl
  · apply List.ext_getElem?; intro k
    simp only [splice_get, splice_length, List.length_append, List.getElem?_append]
    by_cases c : k < (m.bytesAt i).length
    · by_cases d : k < o
      · rw [if_neg (by omega), if_neg (by omega), if_neg (by omega)]
      · by_cases e : k < o + bs.length
        · rw [if_neg (by omega), if_pos (by omega), if_pos (by omega), if_pos (by omega)]
        · by_cases g : k < o + bs.length + cs.length
          · rw [if_pos (by omega), if_pos (by omega), if_neg (by omega)]; congr 1; omega
          · rw [if_neg (by omega), if_neg (by omega), if_neg (by omega)]
    · rw [if_neg (by omega), if_neg (by omega), if_neg (by omega)]

/-- Disjoint writes commute. -/
theorem write_comm {m : Memory} {i o j p : Nat} {bs cs : List Byte} (h : Disjoint i o bs.length j p cs.length) :
    (m.write i o bs).write j p cs = (m.write j p cs).write i o bs := by
  by_cases e : i = j
  · subst e
    rw [write_write (f := fun x => splice (splice x p cs) o bs), write_write (f := fun x => splice (splice x p cs) o bs)]
    · rfl
    · apply List.ext_getElem?; intro k
      simp only [splice_get, splice_length]
      have : o + bs.length ≤ p ∨ p + cs.length ≤ o := by unfold Disjoint at h; omega
      by_cases c : p ≤ k ∧ k < p + cs.length ∧ k < (m.bytesAt i).length
      · rw [if_pos c, if_neg (by omega), if_pos c]
      · rw [if_neg c, if_neg c]
  · apply ext; intro k
    simp only [write, updateAt_get]
    by_cases hi : i = k
    · subst hi; simp [Ne.symm e]
    · by_cases hj : j = k <;> simp [hi, hj]

/-- Writing what is there changes nothing. -/
theorem write_read (m : Memory) (i o n : Nat) : m.write i o (m.read i o n) = m := by
  apply ext; intro k
  simp only [write, updateAt_get]
  by_cases e : i = k
  · subst e
    simp only [if_true]
    cases ha : m.allocs[i]? with
    | none => rfl
    | some a =>
      simp only [Option.map_some, Option.some.injEq]
      have : splice a.bytes o (m.read i o n) = a.bytes := by
        apply List.ext_getElem?; intro k
        rw [splice_get]
        split
        · rename_i c
          rw [read_get, bytesAt, ha]
          simp only [read, bytesAt, ha, List.length_take, List.length_drop] at c
          rw [if_pos (by omega)]; congr 1; omega
        · rfl
      rw [this]
  · simp [e]

end Memory

/-! ### bytes of values -/

theorem intBytes_length (n : Nat) (x : Int) : (intBytes n x).length = n := by
  induction n generalizing x with
  | zero => rfl
  | succ n ih => simp [intBytes, ih]

theorem intBytes_drop (n d : Nat) (x : Int) (h : d ≤ n) : (intBytes n x).drop d = intBytes (n - d) (x / 256 ^ d) := by
  induction d generalizing n x with
  | zero => simp
  | succ d ih =>
    obtain ⟨n, rfl⟩ : ∃ k, n = k + 1 := ⟨n - 1, by omega⟩
    rw [intBytes, List.drop_succ_cons, ih n _ (by omega)]
    congr 1
    · omega
    · rw [Int.pow_succ, Int.mul_comm, Int.ediv_ediv_of_nonneg (by omega)]

theorem intBytes_take (n k : Nat) (x : Int) (h : k ≤ n) : (intBytes n x).take k = intBytes k x := by
  induction k generalizing n x with
  | zero => simp [intBytes]
  | succ k ih =>
    obtain ⟨n, rfl⟩ : ∃ j, n = j + 1 := ⟨n - 1, by omega⟩
    rw [intBytes, List.take_succ_cons, ih n _ (by omega), intBytes]

theorem emod_mul (x p : Int) : x % (256 * p) = x % 256 + 256 * (x / 256 % p) := by
  rw [Int.emod_def, Int.emod_def, Int.emod_def, Int.ediv_ediv_of_nonneg (by omega), Int.mul_sub, Int.mul_assoc]
  omega

theorem unsignedOf_intBytes (n : Nat) (x : Int) : unsignedOf (intBytes n x) = some (x % 256 ^ n).toNat := by
  induction n generalizing x with
  | zero => simp [intBytes, unsignedOf, Int.emod_one]
  | succ n ih =>
    rw [intBytes, unsignedOf, ih, Option.map_some]
    congr 1
    have h1 : x % 256 ^ (n + 1) = x % 256 + 256 * (x / 256 % 256 ^ n) := by
      rw [Int.pow_succ, Int.mul_comm (256 ^ n) 256, emod_mul]
    have p : (0 : Int) < 256 ^ n := Int.pow_pos (by omega)
    have := Int.emod_nonneg (x / 256) (Int.ne_of_gt p)
    omega

theorem intBytes_append (n k : Nat) (x : Int) : intBytes n x ++ intBytes k (x / 256 ^ n) = intBytes (n + k) x := by
  have := List.take_append_drop n (intBytes (n + k) x)
  rw [intBytes_take _ _ _ (by omega), intBytes_drop _ _ _ (by omega)] at this
  rw [← this]; congr 2; omega

theorem intBytes_mod (n : Nat) (x y : Int) (h : x % 256 ^ n = y % 256 ^ n) : intBytes n x = intBytes n y := by
  induction n generalizing x y with
  | zero => rfl
  | succ n ih =>
    rw [Int.pow_succ, Int.mul_comm (256 ^ n) 256, emod_mul, emod_mul] at h
    rw [intBytes, intBytes]
    have hx := Int.emod_nonneg x (show (256 : Int) ≠ 0 by omega)
    have hy := Int.emod_nonneg y (show (256 : Int) ≠ 0 by omega)
    have hx' := Int.emod_lt_of_pos x (show (0 : Int) < 256 by omega)
    have hy' := Int.emod_lt_of_pos y (show (0 : Int) < 256 by omega)
    have e : x % 256 = y % 256 := by omega
    rw [e, ih (x / 256) (y / 256) (by omega)]

theorem pow256 (n : Nat) : (256 : Int) ^ n = 2 ^ (8 * n) := by
  rw [Int.pow_mul]; rfl

theorem Byte.ok_of_all {bs : List Byte} (h : bs.all Byte.ok = true) {b : Byte} (k : b ∈ bs) : b.ok = true :=
  List.all_eq_true.mp h b k

theorem intBytes_ok (n : Nat) (x : Int) : (intBytes n x).all Byte.ok = true := by
  induction n generalizing x with
  | zero => rfl
  | succ n ih =>
    simp only [intBytes, List.all_cons, ih, Bool.and_true, Byte.ok, decide_eq_true_eq]; omega

theorem replicate_ok (n : Nat) (b : Byte) (h : b.ok = true) : (List.replicate n b).all Byte.ok = true := by
  simp [List.all_replicate, h]

theorem encode_length (a : Acc) (v : Value) : (encode a v).length = a.size := by
  unfold encode
  split
  · simp [intBytes_length, Acc.size]
  · simp [Acc.size]
  · split <;> simp [intBytes_length]
  · simp [pointerBytes, Acc.size]
  · split
    · simp_all [Acc.size]
    · simp [Acc.size]
  · simp

theorem Byte.clean_ok (b : Byte) : b.clean.ok = true := by
  unfold clean; split
  · assumption
  · rfl

theorem Byte.clean_of_ok {b : Byte} (h : b.ok = true) : b.clean = b := by simp [clean, h]

theorem encode_ok (a : Acc) (v : Value) : (encode a v).all Byte.ok = true := by
  unfold encode
  split
  · exact intBytes_ok _ _
  · split <;> rfl
  · split
    · exact intBytes_ok _ _
    · exact replicate_ok _ _ rfl
  · rfl
  · split
    · simp [List.all_map, Byte.clean_ok, Function.comp_def]
    · exact replicate_ok _ _ rfl
  · exact replicate_ok _ _ rfl

/-- Known bits, as a number and back. -/
theorem intBytes_unsignedOf {bs : List Byte} {x : Nat} (h : unsignedOf bs = some x) (ok : bs.all Byte.ok = true) :
    intBytes bs.length x = bs := by
  induction bs generalizing x with
  | nil => rfl
  | cons b bs ih =>
    cases b with
    | bits b =>
      simp only [unsignedOf, Option.map_eq_some_iff] at h
      obtain ⟨y, hy, rfl⟩ := h
      simp only [List.all_cons, Bool.and_eq_true, Byte.ok, decide_eq_true_eq] at ok
      rw [List.length_cons, intBytes]
      have e1 : (((b + 256 * y : Nat) : Int) % 256).toNat = b := by omega
      have e2 : ((b + 256 * y : Nat) : Int) / 256 = (y : Nat) := by omega
      rw [e1, e2, ih hy ok.2]
    | _ => simp [unsignedOf] at h

theorem unsignedOf_lt {bs : List Byte} {x : Nat} (h : unsignedOf bs = some x) (ok : bs.all Byte.ok = true) :
    x < 256 ^ bs.length := by
  induction bs generalizing x with
  | nil => simp [unsignedOf] at h; subst h; simp
  | cons b bs ih =>
    cases b <;> simp only [unsignedOf, reduceCtorEq, Option.map_eq_some_iff] at h
    obtain ⟨y, hy, rfl⟩ := h
    simp only [List.all_cons, Bool.and_eq_true, Byte.ok, decide_eq_true_eq] at ok
    have := ih hy ok.2
    rw [List.length_cons, Nat.pow_succ]; omega

theorem unsignedOf_pointerBytes (p : Pointer) : unsignedOf (pointerBytes p) = none := rfl
theorem fragmentsOf_pointerBytes (p : Pointer) : fragmentsOf (pointerBytes p) = some p := by
  simp [fragmentsOf, pointerBytes]

theorem unsignedOf_replicate {b : Byte} (h : unsignedOf [b] = none) {n : Nat} (hn : 0 < n) :
    unsignedOf (List.replicate n b) = none := by
  obtain ⟨n, rfl⟩ : ∃ k, n = k + 1 := ⟨n - 1, by omega⟩
  cases b <;> simp_all [List.replicate_succ, unsignedOf]

end Tuffy
