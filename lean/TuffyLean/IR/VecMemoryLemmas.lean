import TuffyLean.IR.VecMemory

/-!
What vectors in memory mean as a whole: all lanes of a plain access are one access of all the bytes,
bytes between the lanes stay, the last of the lanes that are stored to a place counts, and a better
pointer, mask, vector or memory makes a better outcome.
-/
namespace Tuffy

/-! ### places -/

theorem laneAt_move (p : Pointer) (d : Int) : laneAt (.ptr p) (.int d) = .ptr (p.move d) := rfl

theorem laneAt_mono {p q d e : Value} (hp : p ⊑ q) (hd : d ⊑ e) : laneAt p d ⊑ laneAt q e := by
  cases q with
  | ptr q =>
    rw [refines_ptr] at hp; subst hp
    cases e with
    | int e => rw [refines_int] at hd; subst hd; exact .refl _
    | _ => exact .poison _
  | _ => cases e <;> exact .poison _

theorem lane_mono (l : Lane) {a b : List Byte} (h : Byte.refinesList a b) (k : Nat) :
    Byte.refinesList (l.lane a k) (l.lane b k) := by
  rw [Byte.refinesList_iff] at *
  refine ⟨by simp [Lane.lane, h.1], fun j x y hx hy => ?_⟩
  simp only [Lane.lane, range_get] at hx hy
  split at hx
  · rename_i c; rw [if_pos c] at hy; exact h.2 _ x y hx hy
  · cases hx

theorem offsetAt_mono (n : Nat) {d e : List Byte} (h : Byte.refinesList d e) (k : Nat) : offsetAt n d k ⊑ offsetAt n e k := by
  have hl := (Byte.refinesList_iff.mp h).1
  have hk := lane_mono (Lane.int .signed (e.length / n)) h k
  simp only [offsetAt, hl, Lane.decode]
  cases hc : unsignedOf ((Lane.int .signed (e.length / n)).lane e k) with
  | none => exact .poison _
  | some w => rw [Byte.refinesList_eq hk (unsignedOf_defined hc), hc]; exact .refl _

/-! ### refinement -/

theorem vecBase_mono {m k : Memory} (h : m.refines k) {p q : Value} (hp : p ⊑ q) {align : Nat} {u : Unit}
    (hb : vecBase k q align = .ok u) : vecBase m p align = .ok u := by
  cases q <;> simp only [vecBase, reduceCtorEq] at hb
  rw [refines_ptr_eq hp, vecBase, Memory.refines_layout h]; exact hb

theorem append_mono {a b c d : List Byte} (h : Byte.refinesList a b) (k : Byte.refinesList c d) :
    Byte.refinesList (a ++ c) (b ++ d) := by
  induction b generalizing a with
  | nil => cases a with
    | nil => exact k
    | cons _ _ => exact h.elim
  | cons y b ih => cases a with
    | nil => exact h.elim
    | cons x a => exact ⟨h.1, ih h.2⟩

theorem refines_bytes {a b : List Byte} (h : Value.bytes a ⊑ .bytes b) : Byte.refinesList a b := by
  cases h with
  | refl => exact Byte.refinesList_refl _
  | bytes h => exact h

theorem loadLane_mono {m k : Memory} (wf : k.WF) (h : m.refines k) (l : Lane) (align : Nat) (on : Bool) {p q : Value} (hp : p ⊑ q) :
    Exec.refines Byte.refinesList (loadLane m l align on p) (loadLane k l align on q) := by
  intro r hr
  cases on with
  | false => exact ⟨r, hr, Byte.refinesList_refl _⟩
  | true =>
    simp only [loadLane, if_true] at hr ⊢
    obtain ⟨v, hv, rfl⟩ := Exec.map_eq_ok.mp hr
    obtain ⟨w, hw, hwv⟩ := execLoad_mono wf h hp (.bytes l.size) align v hv
    refine ⟨_, Exec.map_eq_ok.mpr ⟨w, hw, rfl⟩, ?_⟩
    simp only [execLoad, Exec.bind_eq_ok] at hv hw
    obtain ⟨_, _, hv⟩ := hv
    obtain ⟨_, _, hw⟩ := hw
    cases hv; cases hw
    exact refines_bytes hwv

theorem loadLanes_mono {m k : Memory} (wf : k.WF) (h : m.refines k) (l : Lane) (align : Nat) {f g : Nat → Value}
    (hf : ∀ j, f j ⊑ g j) (on : List Bool) (j : Nat) :
    Exec.refines Byte.refinesList (loadLanes m l align f on j) (loadLanes k l align g on j) := by
  induction on generalizing j with
  | nil => exact Exec.refines_refl Byte.refinesList_refl _
  | cons b on ih =>
    intro r hr
    simp only [loadLanes, Exec.bind_eq_ok] at hr
    obtain ⟨x, hx, hr⟩ := hr
    obtain ⟨y, hy, rfl⟩ := Exec.map_eq_ok.mp hr
    obtain ⟨x', hx', rx⟩ := loadLane_mono wf h l align b (hf j) x hx
    obtain ⟨y', hy', ry⟩ := ih (j + 1) y hy
    refine ⟨x' ++ y', ?_, append_mono rx ry⟩
    simp only [loadLanes, hx', hy', Exec.bind_ok, Exec.map]

theorem storeLanes_mono (l : Lane) (align : Nat) {f g : Nat → Value} (hf : ∀ j, f j ⊑ g j) {a b : List Byte}
    (ha : Byte.refinesList a b) (on : List Bool) (j : Nat) {m k : Memory} (h : m.refines k) :
    Exec.refines Memory.refines (storeLanes l align f a m on j) (storeLanes l align g b k on j) := by
  induction on generalizing j m k with
  | nil => intro r hr; cases hr; exact ⟨m, rfl, h⟩
  | cons o on ih =>
    intro r hr
    simp only [storeLanes, Exec.bind_eq_ok] at hr ⊢
    obtain ⟨k', hk', hr⟩ := hr
    have step : ∃ m', storeLane m l align o (f j) (l.lane a j) = .ok m' ∧ m'.refines k' := by
      cases o with
      | false => cases hk'; exact ⟨m, rfl, h⟩
      | true => exact execStore_mono h (.bytes (lane_mono l ha j)) (hf j) _ _ k' hk'
    obtain ⟨m', hm', r'⟩ := step
    obtain ⟨m'', hm'', r''⟩ := ih (j + 1) r' r hr
    exact ⟨m'', ⟨m', hm', hm''⟩, r''⟩

private theorem loads_mono {m k : Memory} (wf : k.WF) (h : m.refines k) (l : Lane) (n align : Nat) (base : List Bool → Nat) {p q : Value} (hp : p ⊑ q)
    {f g : Nat → Value} (hf : ∀ j, f j ⊑ g j) {c e : List Byte} (hc : Byte.refinesList c e) :
    Exec.refines Refines
      ((lanesOn c n 0).bind fun on => (vecBase m p (base on)).bind fun _ => (loadLanes m l align f on 0).map .bytes)
      ((lanesOn e n 0).bind fun on => (vecBase k q (base on)).bind fun _ => (loadLanes k l align g on 0).map .bytes) := by
  intro r hr
  simp only [Exec.bind_eq_ok] at hr
  obtain ⟨on, h1, u, h2, hr⟩ := hr
  obtain ⟨bs, h3, rfl⟩ := Exec.map_eq_ok.mp hr
  obtain ⟨cs, h4, r⟩ := loadLanes_mono wf h l align hf on 0 bs h3
  refine ⟨.bytes cs, ?_, .bytes r⟩
  simp only [lanesOn_mono hc h1, vecBase_mono h hp h2, h4, Exec.bind_ok, Exec.map]

private theorem stores_mono {m k : Memory} (h : m.refines k) (l : Lane) (n align : Nat) (base : List Bool → Nat) {p q : Value} (hp : p ⊑ q)
    {f g : Nat → Value} (hf : ∀ j, f j ⊑ g j) {a b c e : List Byte} (ha : Byte.refinesList a b) (hc : Byte.refinesList c e) :
    Exec.refines Memory.refines
      ((lanesOn c n 0).bind fun on => (vecBase m p (base on)).bind fun _ => storeLanes l align f a m on 0)
      ((lanesOn e n 0).bind fun on => (vecBase k q (base on)).bind fun _ => storeLanes l align g b k on 0) := by
  intro r hr
  simp only [Exec.bind_eq_ok] at hr
  obtain ⟨on, h1, u, h2, hr⟩ := hr
  obtain ⟨m', h3, r'⟩ := storeLanes_mono l align hf ha on 0 h r hr
  refine ⟨m', ?_, r'⟩
  simp only [lanesOn_mono hc h1, vecBase_mono h hp h2, h3, Exec.bind_ok]

theorem execVecLoad_mono {m k : Memory} (wf : k.WF) (h : m.refines k) (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat)
    {p q : Value} (hp : p ⊑ q) {c e : List Byte} (hc : Byte.refinesList c e) :
    Exec.refines Refines (execVecLoad vscale t l align m p c) (execVecLoad vscale t l align k q e) :=
  loads_mono wf h l _ 1 _ hp (fun _ => laneAt_mono hp (.refl _)) hc

theorem execVecGather_mono {m k : Memory} (wf : k.WF) (h : m.refines k) (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat)
    {p q : Value} (hp : p ⊑ q) {d i c e : List Byte} (hd : Byte.refinesList d i) (hc : Byte.refinesList c e) :
    Exec.refines Refines (execVecGather vscale t l align m p d c) (execVecGather vscale t l align k q i e) :=
  loads_mono wf h l _ align (fun _ => 1) hp (fun j => laneAt_mono hp (offsetAt_mono _ hd j)) hc

private theorem count_mono (l : Lane) {a b : List Byte} (h : Byte.refinesList a b) : l.count a = l.count b := by
  simp only [Lane.count, (Byte.refinesList_iff.mp h).1]

theorem execVecStore_mono {m k : Memory} (h : m.refines k) (l : Lane) (align : Nat) {a b : List Byte} (ha : Byte.refinesList a b)
    {p q : Value} (hp : p ⊑ q) {c e : List Byte} (hc : Byte.refinesList c e) :
    Exec.refines Memory.refines (execVecStore l align m a p c) (execVecStore l align k b q e) := by
  simp only [execVecStore, count_mono l ha]
  exact stores_mono h l _ 1 (baseAlign align) hp (fun _ => laneAt_mono hp (.refl _)) ha hc

theorem execVecScatter_mono {m k : Memory} (h : m.refines k) (l : Lane) (align : Nat) {a b : List Byte} (ha : Byte.refinesList a b)
    {p q : Value} (hp : p ⊑ q) {d i c e : List Byte} (hd : Byte.refinesList d i) (hc : Byte.refinesList c e) :
    Exec.refines Memory.refines (execVecScatter l align m a p d c) (execVecScatter l align k b q i e) := by
  simp only [execVecScatter, count_mono l ha]
  exact stores_mono h l _ align (fun _ => 1) hp (fun j => laneAt_mono hp (offsetAt_mono _ hd j)) ha hc

/-! ### what a store leaves alone -/

theorem storeLane_layout {m m' : Memory} {l : Lane} {align : Nat} {on : Bool} {p : Value} {bs : List Byte}
    (h : storeLane m l align on p bs = .ok m') : m'.layout = m.layout := by
  cases on with
  | false => cases h; rfl
  | true =>
    simp only [storeLane, if_true, execStore, Exec.bind_eq_ok] at h
    obtain ⟨⟨i, o⟩, _, h⟩ := h
    cases h; simp

/-- Which accesses are allowed stays as it is. -/
theorem storeLanes_layout {l : Lane} {align : Nat} {f : Nat → Value} {a : List Byte} {on : List Bool} {j : Nat} {m m' : Memory}
    (h : storeLanes l align f a m on j = .ok m') : m'.layout = m.layout := by
  induction on generalizing m j with
  | nil => cases h; rfl
  | cons b on ih =>
    simp only [storeLanes, Exec.bind_eq_ok] at h
    obtain ⟨k, h1, h2⟩ := h
    exact (ih h2).trans (storeLane_layout h1)

theorem storeLanes_WF {l : Lane} {align : Nat} {f : Nat → Value} {a : List Byte} {on : List Bool} {j : Nat} {m m' : Memory}
    (wf : m.WF) (h : storeLanes l align f a m on j = .ok m') : m'.WF := by
  induction on generalizing m j with
  | nil => cases h; exact wf
  | cons b on ih =>
    simp only [storeLanes, Exec.bind_eq_ok] at h
    obtain ⟨k, h1, h2⟩ := h
    refine ih ?_ h2
    cases b with
    | false => cases h1; exact wf
    | true =>
      simp only [storeLane, if_true, execStore, Exec.bind_eq_ok] at h1
      obtain ⟨⟨i, o⟩, _, h1⟩ := h1
      cases h1
      exact wf.write (encode_ok _ _)

theorem reach_layout {m k : Memory} (h : m.layout = k.layout) (p : Value) (n align : Nat) (w : Bool) :
    reach m p n align w = reach k p n align w := by
  cases p <;> simp only [reach, h]

/-- Bytes that no active lane lies on stay as they are. -/
theorem storeLanes_untouched {l : Lane} {align : Nat} {f : Nat → Value} {a : List Byte} {on : List Bool} {j : Nat} {m m' : Memory}
    (h : storeLanes l align f a m on j = .ok m') {i o n : Nat}
    (apart : ∀ (k i' o' : Nat), on[k]? = some true → reach m (f (j + k)) l.size align true = .ok (i', o') →
      Memory.Disjoint i' o' l.size i o n) : m'.read i o n = m.read i o n := by
  induction on generalizing m j with
  | nil => cases h; rfl
  | cons b on ih =>
    simp only [storeLanes, Exec.bind_eq_ok] at h
    obtain ⟨k, h1, h2⟩ := h
    have hl := storeLane_layout h1
    have rest := ih h2 fun x i' o' hx hr => by
      refine apart (x + 1) i' o' (by simpa using hx) ?_
      rw [show j + (x + 1) = j + 1 + x by omega, ← hr]
      exact (reach_layout hl ..).symm
    rw [rest]
    cases b with
    | false => cases h1; rfl
    | true =>
      simp only [storeLane, if_true, execStore, Exec.bind_eq_ok] at h1
      obtain ⟨⟨i', o'⟩, hr, h1⟩ := h1
      cases h1
      refine Memory.read_write_disjoint ?_
      rw [encode_length]
      exact apart 0 i' o' rfl (by simpa using hr)

/-! ### order of the lanes -/

theorem storeLanes_append (l : Lane) (align : Nat) (f : Nat → Value) (a : List Byte) (on ons : List Bool) (j : Nat) (m : Memory) :
    storeLanes l align f a m (on ++ ons) j =
      (storeLanes l align f a m on j).bind fun m => storeLanes l align f a m ons (j + on.length) := by
  induction on generalizing j m with
  | nil => rfl
  | cons b on ih =>
    simp only [List.cons_append, storeLanes, Exec.bind_assoc, ih, List.length_cons]
    congr 1; funext m; congr 1; funext m; congr 1; omega

/-- What the last active lane stores is there afterwards, whatever lanes before it stored to its place. -/
theorem storeLanes_last {l : Lane} {align : Nat} {f : Nat → Value} {a : List Byte} {on : List Bool} {off : Nat} {m m' : Memory} (wf : m.WF)
    (h : storeLanes l align f a m (on ++ true :: List.replicate off false) 0 = .ok m') (ha : a.all Byte.ok = true)
    (hk : on.length < l.count a) : execLoad m' (f on.length) (.bytes l.size) align = .ok (.bytes (l.lane a on.length)) := by
  rw [storeLanes_append, Exec.bind_eq_ok] at h
  obtain ⟨k, h1, h2⟩ := h
  simp only [Nat.zero_add, storeLanes, Exec.bind_eq_ok] at h2
  obtain ⟨k', h3, h4⟩ := h2
  rw [storeLanes_off] at h4; cases h4
  have wk := storeLanes_WF wf h1
  have hl := storeLane_layout h3
  simp only [storeLane, if_true, execStore, Exec.bind_eq_ok] at h3
  obtain ⟨⟨i, o⟩, hr, h3⟩ := h3
  cases h3
  obtain ⟨p, hp, hat, hal⟩ := (reach_ok wk).mp hr
  have hr' : reach k (f on.length) l.size align false = .ok (i, o) := (reach_ok wk).mpr ⟨p, hp, hat.read, hal⟩
  have len := lane_length l hk
  have clean : encode (.bytes l.size) (.bytes (l.lane a on.length)) = l.lane a on.length := by
    simp only [encode, len, if_true]
    rw [List.map_eq_iff]; intro x
    cases hx : (l.lane a on.length)[x]? with
    | none => rfl
    | some b =>
      have : b ∈ a := List.mem_of_mem_drop (List.mem_of_mem_take (List.mem_of_getElem? hx))
      simp [Byte.clean_of_ok (Byte.ok_of_all ha this)]
  rw [execLoad, reach_layout hl, show (Acc.bytes l.size).size = l.size from rfl, hr', Exec.bind_ok]
  simp only [decode, clean]
  have := Memory.read_write_same (m := k) (i := i) (o := o) (bs := l.lane a on.length) (by rw [len]; exact hat.fits)
  rw [len] at this
  rw [this]

/-- So `vec.scatter` is in lane order: where the last active lane goes, its bytes are. -/
theorem vecScatter_last {l : Lane} {align : Nat} {m m' : Memory} (wf : m.WF) {a d c : List Byte} {p : Value} {on : List Bool} {off : Nat}
    (hc : lanesOn c (l.count a) 0 = .ok (on ++ true :: List.replicate off false)) (ha : a.all Byte.ok = true)
    (h : execVecScatter l align m a p d c = .ok m') :
    execLoad m' (indexedAt (l.count a) p d on.length) (.bytes l.size) align = .ok (.bytes (l.lane a on.length)) := by
  have hn := (lanesOn_ok.mp hc).1
  simp only [List.length_append, List.length_cons] at hn
  simp only [execVecScatter, hc, Exec.bind_ok, Exec.bind_eq_ok] at h
  obtain ⟨_, _, h⟩ := h
  exact storeLanes_last wf h ha (by omega)

/-! ### lane by lane -/

/-- Lane `j` of what was loaded: the bytes that a load at its place finds, or 0. -/
theorem loadLanes_lane {m : Memory} {l : Lane} {align : Nat} {f : Nat → Value} {on : List Bool} {k : Nat} {bs : List Byte}
    (h : loadLanes m l align f on k = .ok bs) (len : ∀ (j : Nat) (x : List Byte), loadLane m l align true (f j) = .ok x → x.length = l.size)
    {j : Nat} {b : Bool} (hj : on[j]? = some b) : loadLane m l align b (f (k + j)) = .ok (l.lane bs j) := by
  induction on generalizing k bs j with
  | nil => simp at hj
  | cons o on ih =>
    simp only [loadLanes, Exec.bind_eq_ok] at h
    obtain ⟨x, hx, h⟩ := h
    obtain ⟨y, hy, rfl⟩ := Exec.map_eq_ok.mp h
    have hl : x.length = l.size := by
      cases o with
      | false => cases hx; simp
      | true => exact len k x hx
    cases j with
    | zero =>
      simp at hj; subst hj
      rw [Nat.add_zero, hx]
      simp [Lane.lane, ← hl]
    | succ j =>
      have := ih hy (j := j) (by simpa using hj)
      rw [show k + (j + 1) = k + 1 + j by omega, this]
      rw [Lane.lane, Lane.lane, show (j + 1) * l.size = x.length + j * l.size by rw [Nat.succ_mul, Nat.add_comm, hl],
        List.drop_length_add_append]

private theorem loaded_length {m : Memory} (wf : m.WF) {l : Lane} {align : Nat} {p : Value} {x : List Byte}
    (h : loadLane m l align true p = .ok x) : x.length = l.size := by
  simp only [loadLane, if_true, execLoad] at h
  obtain ⟨v, hv, rfl⟩ := Exec.map_eq_ok.mp h
  obtain ⟨⟨i, o⟩, hr, hv⟩ := Exec.bind_eq_ok.mp hv
  cases hv
  obtain ⟨_, _, hat, _⟩ := (reach_ok wf).mp hr
  exact Memory.read_length hat.fits

/-- An active lane of `vec.load` is what a load of its bytes finds; the others are 0. -/
theorem vecLoad_lane {m : Memory} (wf : m.WF) {vscale : Nat} {t : VecTy} {l : Lane} {align : Nat} {p : Value} {c bs : List Byte}
    (h : execVecLoad vscale t l align m p c = .ok (.bytes bs)) {k : Nat} (hk : k < t.size vscale / l.size) {b : Bool}
    (hb : active (some c) k = some b) : loadLane m l 1 b (plainAt l p k) = .ok (l.lane bs k) := by
  obtain ⟨on, hon, h⟩ := Exec.bind_eq_ok.mp h
  obtain ⟨_, _, h⟩ := Exec.bind_eq_ok.mp h
  obtain ⟨x, hx, e⟩ := Exec.map_eq_ok.mp h
  cases e
  obtain ⟨hl, ha⟩ := lanesOn_ok.mp hon
  have hj : on[k]? = some b := by
    rw [List.getElem?_eq_getElem (by omega)]
    have := ha k _ (List.getElem?_eq_getElem (by omega))
    rw [Nat.zero_add, hb] at this
    exact this.symm
  have := loadLanes_lane hx (fun _ _ => loaded_length wf) hj
  rwa [Nat.zero_add] at this

/-- An active lane of `vec.gather` likewise. -/
theorem vecGather_lane {m : Memory} (wf : m.WF) {vscale : Nat} {t : VecTy} {l : Lane} {align : Nat} {p : Value} {d c bs : List Byte}
    (h : execVecGather vscale t l align m p d c = .ok (.bytes bs)) {k : Nat} (hk : k < t.size vscale / l.size) {b : Bool}
    (hb : active (some c) k = some b) :
    loadLane m l align b (indexedAt (t.size vscale / l.size) p d k) = .ok (l.lane bs k) := by
  obtain ⟨on, hon, h⟩ := Exec.bind_eq_ok.mp h
  obtain ⟨_, _, h⟩ := Exec.bind_eq_ok.mp h
  obtain ⟨x, hx, e⟩ := Exec.map_eq_ok.mp h
  cases e
  obtain ⟨hl, ha⟩ := lanesOn_ok.mp hon
  have hj : on[k]? = some b := by
    rw [List.getElem?_eq_getElem (by omega)]
    have := ha k _ (List.getElem?_eq_getElem (by omega))
    rw [Nat.zero_add, hb] at this
    exact this.symm
  have := loadLanes_lane hx (fun _ _ => loaded_length wf) hj
  rwa [Nat.zero_add] at this

/-! ### all lanes are one access -/

private theorem plainAt_move (l : Lane) (p : Pointer) (k : Nat) : plainAt l (.ptr p) k = .ptr (p.move (k * l.size : Nat)) := by
  rw [plainAt, ← Int.natCast_mul, laneAt_move]

private theorem reach_plain {m : Memory} (wf : m.WF) {l : Lane} {p : Pointer} {n i o : Nat} {w : Bool} (h : At m.layout p n i o w)
    {k : Nat} (hk : k * l.size + l.size ≤ n) : reach m (plainAt l (.ptr p) k) l.size 1 w = .ok (i, o + k * l.size) :=
  (reach_ok wf).mpr ⟨_, plainAt_move l p k, h.sub wf.layout hk id, aligned_one _⟩

theorem Memory.read_append (m : Memory) (i o n k : Nat) : m.read i o n ++ m.read i (o + n) k = m.read i o (n + k) := by
  simp only [Memory.read, List.take_add, List.drop_drop]

theorem loadLanes_all {m : Memory} (wf : m.WF) {l : Lane} {p : Pointer} {N i o : Nat} (h : At m.layout p N i o false) (n k : Nat)
    (hk : k * l.size + n * l.size ≤ N) :
    loadLanes m l 1 (plainAt l (.ptr p)) (List.replicate n true) k = .ok (m.read i (o + k * l.size) (n * l.size)) := by
  induction n generalizing k with
  | zero => simp [loadLanes, Memory.read]
  | succ n ih =>
    rw [Nat.succ_mul] at hk
    rw [List.replicate_succ, loadLanes, ih (k + 1) (by rw [Nat.succ_mul]; omega), loadLane, if_pos rfl, execLoad,
      show (Acc.bytes l.size).size = l.size from rfl, reach_plain wf h (by omega)]
    simp only [Exec.bind_ok, Exec.map, decode, Value.bytesOf]
    rw [Nat.succ_mul, Nat.succ_mul, ← Nat.add_assoc, Memory.read_append, Nat.add_comm l.size]

private theorem base_ok {m : Memory} {p : Pointer} {align : Nat} (h : Aligned p align) (on : List Bool) :
    vecBase m (.ptr p) (baseAlign align on) = .ok () := by
  rw [vecBase, if_neg]
  rintro ⟨h1, h2, _⟩
  simp only [baseAlign] at h1 h2
  split at h1
  · rename_i c; rw [if_pos c] at h2; exact h ⟨h1, h2⟩
  · omega

/-- With all lanes active, `vec.load` is the load of all the bytes, as aligned. -/
theorem vecLoad_all {m : Memory} (wf : m.WF) {vscale : Nat} {t : VecTy} {l : Lane} {align : Nat} {p v : Value} {c : List Byte}
    (hc : ∀ k, k < t.size vscale / l.size → active (some c) k = some true)
    (h : execLoad m p (.bytes (t.size vscale / l.size * l.size)) align = .ok v) : execVecLoad vscale t l align m p c = .ok v := by
  rw [execLoad, Exec.bind_eq_ok] at h
  obtain ⟨⟨i, o⟩, hr, h⟩ := h
  cases h
  obtain ⟨q, rfl, hat, hal⟩ := (reach_ok wf).mp hr
  rw [execVecLoad, lanesOn_all hc, Exec.bind_ok, base_ok hal, Exec.bind_ok, loadLanes_all wf hat _ 0 (by simp [Acc.size])]
  simp [Exec.map, decode, Acc.size]

private theorem encode_lane_id {n : Nat} {bs : List Byte} (hl : bs.length = n) (h : bs.all Byte.ok = true) :
    encode (.bytes n) (.bytes bs) = bs := by
  simp only [encode, hl, if_true]
  rw [List.map_eq_iff]; intro x
  cases hx : bs[x]? with
  | none => rfl
  | some b => simp [Byte.clean_of_ok (Byte.ok_of_all h (List.mem_of_getElem? hx))]

theorem storeLanes_all {m : Memory} (wf : m.WF) {l : Lane} {p : Pointer} {N i o : Nat} (h : At m.layout p N i o true) {a : List Byte}
    (ha : a.all Byte.ok = true) (n k : Nat) (hk : k * l.size + n * l.size ≤ N) (hn : k * l.size + n * l.size ≤ a.length) :
    storeLanes l 1 (plainAt l (.ptr p)) a m (List.replicate n true) k =
      .ok (m.write i (o + k * l.size) ((a.drop (k * l.size)).take (n * l.size))) := by
  have sub : ∀ d j, ((a.drop d).take j).all Byte.ok = true := fun d j => List.all_eq_true.mpr fun b hb =>
    Byte.ok_of_all ha (List.mem_of_mem_drop (List.mem_of_mem_take hb))
  induction n generalizing k m with
  | zero =>
    have := Memory.write_read m i (o + k * l.size) 0
    simp only [Memory.read, List.take_zero] at this
    simp [storeLanes, this]
  | succ n ih =>
    rw [Nat.succ_mul] at hk hn
    have len : (l.lane a k).length = l.size := by simp [Lane.lane]; omega
    have ok : (l.lane a k).all Byte.ok = true := sub _ _
    rw [List.replicate_succ, storeLanes, storeLane, if_pos rfl, execStore, show (Acc.bytes l.size).size = l.size from rfl,
      reach_plain wf h (by omega), Exec.bind_ok, Exec.bind_ok, encode_lane_id len ok]
    rw [ih (wf.write ok) (by simpa using h) (k + 1) (by rw [Nat.succ_mul]; omega) (by rw [Nat.succ_mul]; omega)]
    have e : o + (k + 1) * l.size = o + k * l.size + (l.lane a k).length := by rw [len, Nat.succ_mul]; omega
    rw [e, Memory.write_write_append, Lane.lane, Nat.succ_mul, Nat.succ_mul, Nat.add_comm (n * l.size), List.take_add, List.drop_drop]

/-- With all lanes active, `vec.store` is the store of all the bytes, as aligned. -/
theorem vecStore_all {m m' : Memory} (wf : m.WF) {l : Lane} {align : Nat} {a : List Byte} (ha : a.all Byte.ok = true) (hw : l.whole a)
    {p : Value} {c : List Byte} (hc : ∀ k, k < l.count a → active (some c) k = some true)
    (h : execStore m (.bytes a) p (.bytes a.length) align = .ok m') : execVecStore l align m a p c = .ok m' := by
  rw [execStore, Exec.bind_eq_ok] at h
  obtain ⟨⟨i, o⟩, hr, h⟩ := h
  obtain ⟨q, rfl, hat, hal⟩ := (reach_ok wf).mp hr
  rw [encode_lane_id rfl ha] at h
  cases h
  have e : l.count a * l.size = a.length := hw.symm
  rw [execVecStore, lanesOn_all hc, Exec.bind_ok, base_ok hal, Exec.bind_ok,
    storeLanes_all wf hat ha _ 0 (by simp [Acc.size, e]) (by simp [e])]
  simp [e]

/-- What `vec.store` stored, `vec.load` finds. -/
theorem vecLoad_vecStore {m m' : Memory} (wf : m.WF) {vscale : Nat} {t : VecTy} {l : Lane} {align : Nat} {a : List Byte} (ha : a.all Byte.ok = true)
    (hw : l.whole a) (ht : t.size vscale = a.length) {p : Value} {c : List Byte} (hc : ∀ k, k < l.count a → active (some c) k = some true)
    (h : execStore m (.bytes a) p (.bytes a.length) align = .ok m') :
    execVecStore l align m a p c = .ok m' ∧ execVecLoad vscale t l align m' p c = .ok (.bytes a) := by
  refine ⟨vecStore_all wf ha hw hc h, ?_⟩
  have e : t.size vscale / l.size * l.size = a.length := by rw [ht]; exact hw.symm
  rw [execStore, Exec.bind_eq_ok] at h
  obtain ⟨⟨i, o⟩, hr, h⟩ := h
  obtain ⟨q, rfl, hat, hal⟩ := (reach_ok wf).mp hr
  rw [encode_lane_id rfl ha] at h
  cases h
  refine vecLoad_all (wf.write ha) (by rw [ht]; exact hc) ?_
  have hr' : reach m (.ptr q) a.length align false = .ok (i, o) := (reach_ok wf).mpr ⟨q, rfl, hat.read, hal⟩
  rw [execLoad, e, reach_layout (Memory.layout_write ..), show (Acc.bytes a.length).size = a.length from rfl, hr', Exec.bind_ok]
  simp only [decode]
  rw [Memory.read_write_same hat.fits]

end Tuffy
