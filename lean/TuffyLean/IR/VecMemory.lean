import TuffyLean.IR.Const
import TuffyLean.IR.MemoryMono
import TuffyLean.IR.VecLemmas

/-!
Vectors in memory: `vec.load`, `vec.store`, `vec.gather`, `vec.scatter`, and vectors whose number of
lanes depends on `vscale`. An active lane is accessed as `byte(N)` is, where `ptradd` leads from the
pointer operand: its bytes move in whatever state they are. Lanes are accessed in order, and the first
one that may not be is undefined behaviour.

The twin is `interp/exec_vector.go`. Where an instruction is wrong in several ways the first of this
order counts, as there: the mask, a poison pointer, the alignment of a plain access (which is that of
the pointer, not of each lane, and looked at only if a lane is active and the allocation lives), the
lanes one after another.
-/
namespace Tuffy

/-- A vector type: its bytes, which are those per unit of `vscale` if it is scalable. -/
structure VecTy where
  bytes : Nat
  scalable : Bool := false
deriving DecidableEq, Repr

/-- The bytes of a vector in a run with that `vscale`. -/
def VecTy.size (vscale : Nat) (t : VecTy) : Nat := if t.scalable then vscale * t.bytes else t.bytes

/-! ### which lanes, and where -/

/-- Which of the `n` lanes from `k` on are active. A byte of the mask that cannot be read is undefined
behaviour. -/
def lanesOn (c : List Byte) : (n k : Nat) → Exec (List Bool)
  | 0, _ => .ok []
  | n + 1, k => match active (some c) k with
    | some on => (lanesOn c n (k + 1)).map (on :: ·)
    | none => .ub .poisonLength

/-- Where the lane is that lies `d` bytes further. -/
def laneAt (p d : Value) : Value := ptrInt evalPtrAdd [p, d]

/-- Where lane `k` of a plain access is. -/
def plainAt (l : Lane) (p : Value) (k : Nat) : Value := laneAt p (.int (k * l.size))

/-- Lane `k` of a vector of `n` lanes, of whatever width, read as signed. -/
def offsetAt (n : Nat) (d : List Byte) (k : Nat) : Value :=
  let i := Lane.int .signed (d.length / n)
  i.decode (i.lane d k)

/-- Where lane `k` of `n` is that the vector `d` of offsets says. -/
def indexedAt (n : Nat) (p : Value) (d : List Byte) (k : Nat) : Value := laneAt p (offsetAt n d k)

/-- Whether the allocation of a pointer lives, wherever in it or outside it points. -/
def liveOwner (l : List Layout) (p : Pointer) : Bool :=
  match owner l p 0 with
  | .ok i => match l[i]? with
    | some a => a.live
    | none => false
  | _ => false

/-- The pointer operand must not be poison, even if no lane is active. -/
def vecBase (m : Memory) (p : Value) (align : Nat) : Exec Unit :=
  match p with
  | .ptr q => if 1 < align ∧ q.addr % align ≠ 0 ∧ q.addr ≠ 0 ∧ liveOwner m.layout q then .ub .misaligned else .ok ()
  | _ => .ub .poisonPointer

/-! ### lane after lane -/

/-- The bytes of a lane; 0 if it is not active. -/
def loadLane (m : Memory) (l : Lane) (align : Nat) (on : Bool) (p : Value) : Exec (List Byte) :=
  if on then (execLoad m p (.bytes l.size) align).map Value.bytesOf else .ok (List.replicate l.size (.bits 0))

/-- The lanes from `k` on; `place` says where they are. -/
def loadLanes (m : Memory) (l : Lane) (align : Nat) (place : Nat → Value) : List Bool → (k : Nat) → Exec (List Byte)
  | [], _ => .ok []
  | on :: ons, k => (loadLane m l align on (place k)).bind fun bs => (loadLanes m l align place ons (k + 1)).map (bs ++ ·)

def storeLane (m : Memory) (l : Lane) (align : Nat) (on : Bool) (p : Value) (bs : List Byte) : Exec Memory :=
  if on then execStore m (.bytes bs) p (.bytes l.size) align else .ok m

/-- Stores the lanes of `a` from `k` on. -/
def storeLanes (l : Lane) (align : Nat) (place : Nat → Value) (a : List Byte) : Memory → List Bool → (k : Nat) → Exec Memory
  | m, [], _ => .ok m
  | m, on :: ons, k => (storeLane m l align on (place k) (l.lane a k)).bind fun m => storeLanes l align place a m ons (k + 1)

/-- The alignment that the pointer of a plain access must have. -/
def baseAlign (align : Nat) (on : List Bool) : Nat := if on.any id then align else 1

/-! ### instructions -/

def execVecLoad (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat) (m : Memory) (p : Value) (c : List Byte) : Exec Value :=
  (lanesOn c (t.size vscale / l.size) 0).bind fun on => (vecBase m p (baseAlign align on)).bind fun _ =>
    (loadLanes m l 1 (plainAt l p) on 0).map .bytes

def execVecStore (l : Lane) (align : Nat) (m : Memory) (a : List Byte) (p : Value) (c : List Byte) : Exec Memory :=
  (lanesOn c (l.count a) 0).bind fun on => (vecBase m p (baseAlign align on)).bind fun _ =>
    storeLanes l 1 (plainAt l p) a m on 0

def execVecGather (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat) (m : Memory) (p : Value) (d c : List Byte) : Exec Value :=
  let n := t.size vscale / l.size
  (lanesOn c n 0).bind fun on => (vecBase m p 1).bind fun _ => (loadLanes m l align (indexedAt n p d) on 0).map .bytes

def execVecScatter (l : Lane) (align : Nat) (m : Memory) (a : List Byte) (p : Value) (d c : List Byte) : Exec Memory :=
  (lanesOn c (l.count a) 0).bind fun on => (vecBase m p 1).bind fun _ =>
    storeLanes l align (indexedAt (l.count a) p d) a m on 0

/-! ### vectors that scale -/

/-- A scalable vector is the fixed one with as many times its bytes. -/
theorem VecTy.size_scalable (vscale b : Nat) : VecTy.size vscale ⟨b, true⟩ = VecTy.size 1 ⟨vscale * b, false⟩ := by
  simp [VecTy.size]

/-- Nothing else of a run depends on `vscale`. -/
theorem vecLoad_scalable (vscale b : Nat) (l : Lane) (align : Nat) (m : Memory) (p : Value) (c : List Byte) :
    execVecLoad vscale ⟨b, true⟩ l align m p c = execVecLoad 1 ⟨vscale * b, false⟩ l align m p c := by
  simp only [execVecLoad, VecTy.size_scalable]

theorem vecGather_scalable (vscale b : Nat) (l : Lane) (align : Nat) (m : Memory) (p : Value) (d c : List Byte) :
    execVecGather vscale ⟨b, true⟩ l align m p d c = execVecGather 1 ⟨vscale * b, false⟩ l align m p d c := by
  simp only [execVecGather, VecTy.size_scalable]

/-- With whole lanes in a unit, `vscale` times as many units have `vscale` times as many lanes. -/
theorem VecTy.lanes_scalable (vscale n : Nat) {l : Lane} (hs : 0 < l.size) :
    VecTy.size vscale ⟨n * l.size, true⟩ / l.size = vscale * n := by
  simp only [VecTy.size, if_true, ← Nat.mul_assoc, Nat.mul_div_cancel _ hs]

/-! ### masks -/

theorem lanesOn_ok {c : List Byte} {n k : Nat} {on : List Bool} : lanesOn c n k = .ok on ↔
    on.length = n ∧ ∀ (j : Nat) (b : Bool), on[j]? = some b → active (some c) (k + j) = some b := by
  induction n generalizing k on with
  | zero =>
    simp only [lanesOn, Exec.ok.injEq]
    constructor
    · rintro rfl; simp
    · rintro ⟨h, _⟩; exact (List.eq_nil_of_length_eq_zero h).symm
  | succ n ih =>
    rw [lanesOn]
    constructor
    · intro h
      split at h
      · rename_i b hb
        obtain ⟨ons, h1, rfl⟩ := Exec.map_eq_ok.mp h
        obtain ⟨hl, hr⟩ := ih.mp h1
        refine ⟨by simp [hl], fun j x hx => ?_⟩
        cases j with
        | zero => simp at hx; subst hx; exact hb
        | succ j => have := hr j x (by simpa using hx); rwa [show k + 1 + j = k + (j + 1) by omega] at this
      · cases h
    · rintro ⟨hl, hr⟩
      cases on with
      | nil => simp at hl
      | cons b ons =>
        have hb := hr 0 b rfl
        simp only [Nat.add_zero] at hb
        rw [hb]
        refine Exec.map_eq_ok.mpr ⟨ons, ih.mpr ⟨by simpa using hl, fun j x hx => ?_⟩, rfl⟩
        have := hr (j + 1) x (by simpa using hx)
        rwa [show k + (j + 1) = k + 1 + j by omega] at this

/-- A mask that says the same of every lane. -/
theorem lanesOn_all {c : List Byte} {n : Nat} {b : Bool} (h : ∀ k, k < n → active (some c) k = some b) :
    lanesOn c n 0 = .ok (List.replicate n b) := by
  refine lanesOn_ok.mpr ⟨by simp, fun j x hx => ?_⟩
  rw [List.getElem?_replicate] at hx
  split at hx
  · cases hx; simpa using h j (by assumption)
  · cases hx

theorem active_mono {a b : List Byte} (h : Byte.refinesList a b) {k : Nat} {on : Bool} (hb : active (some b) k = some on) :
    active (some a) k = some on := by
  have r := Byte.refinesList_iff.mp h
  simp only [active] at hb ⊢
  cases hk : b[k]? with
  | none => simp [hk] at hb
  | some y =>
    have : k < a.length := by have := (List.getElem?_eq_some_iff.mp hk).1; omega
    rw [List.getElem?_eq_getElem this]
    have := r.2 k _ y (List.getElem?_eq_getElem this) hk
    rw [hk] at hb
    rcases this with e | e | e
    · simpa [e] using hb
    · simp [e] at hb
    · simp [e] at hb

theorem lanesOn_mono {a b : List Byte} (h : Byte.refinesList a b) {n k : Nat} {on : List Bool} (hb : lanesOn b n k = .ok on) :
    lanesOn a n k = .ok on := by
  rw [lanesOn_ok] at *
  exact ⟨hb.1, fun j x hx => active_mono h (hb.2 j x hx)⟩

/-! ### lanes that are not active touch nothing -/

theorem loadLanes_off (m : Memory) (l : Lane) (align : Nat) (place : Nat → Value) (n k : Nat) :
    loadLanes m l align place (List.replicate n false) k = .ok (List.replicate (n * l.size) (.bits 0)) := by
  induction n generalizing k with
  | zero => simp [loadLanes]
  | succ n ih =>
    rw [List.replicate_succ, loadLanes, ih, Nat.succ_mul, Nat.add_comm, ← List.replicate_append_replicate]
    rfl

theorem storeLanes_off (m : Memory) (l : Lane) (align : Nat) (place : Nat → Value) (a : List Byte) (n k : Nat) :
    storeLanes l align place a m (List.replicate n false) k = .ok m := by
  induction n generalizing k with
  | zero => rfl
  | succ n ih => rw [List.replicate_succ, storeLanes, storeLane]; exact ih (k + 1)

private theorem base_off (m : Memory) (p : Pointer) (align n : Nat) :
    vecBase m (.ptr p) (baseAlign align (List.replicate n false)) = .ok () := by
  simp [baseAlign, vecBase]

/-- Without an active lane any pointer will do, but poison, and every memory. -/
theorem vecLoad_off (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat) (m : Memory) (p : Pointer) {c : List Byte}
    (h : ∀ k, k < t.size vscale / l.size → active (some c) k = some false) :
    execVecLoad vscale t l align m (.ptr p) c = .ok (.bytes (List.replicate (t.size vscale / l.size * l.size) (.bits 0))) := by
  rw [execVecLoad, lanesOn_all h, Exec.bind_ok, base_off, Exec.bind_ok, loadLanes_off]; rfl

theorem vecStore_off (l : Lane) (align : Nat) (m : Memory) (a : List Byte) (p : Pointer) {c : List Byte}
    (h : ∀ k, k < l.count a → active (some c) k = some false) : execVecStore l align m a (.ptr p) c = .ok m := by
  rw [execVecStore, lanesOn_all h, Exec.bind_ok, base_off, Exec.bind_ok, storeLanes_off]

theorem vecGather_off (vscale : Nat) (t : VecTy) (l : Lane) (align : Nat) (m : Memory) (p : Pointer) (d : List Byte) {c : List Byte}
    (h : ∀ k, k < t.size vscale / l.size → active (some c) k = some false) :
    execVecGather vscale t l align m (.ptr p) d c = .ok (.bytes (List.replicate (t.size vscale / l.size * l.size) (.bits 0))) := by
  simp only [execVecGather, lanesOn_all h, Exec.bind_ok, loadLanes_off]
  simp [vecBase, Exec.map]

theorem vecScatter_off (l : Lane) (align : Nat) (m : Memory) (a : List Byte) (p : Pointer) (d : List Byte) {c : List Byte}
    (h : ∀ k, k < l.count a → active (some c) k = some false) : execVecScatter l align m a (.ptr p) d c = .ok m := by
  simp only [execVecScatter, lanesOn_all h, Exec.bind_ok, storeLanes_off]
  simp [vecBase]

end Tuffy
