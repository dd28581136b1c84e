import TuffyLean.Rewrites.MemRule

/-!
Rules about `memcpy`, `memmove`, `memset` and fresh stack slots. Lengths are constants except where
a rule says otherwise; a fill byte is an int of which the low 8 bits count.
-/
namespace Tuffy.Rewrites.Mem
open Tuffy MemVars

/-! ### nothing to do -/

def memcpy_zero : MemProven where
  rule := { name := "memcpy_zero", doc := "no bytes", lhs := [.memcpy p q 0 a], rhs := [] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, x, y, hl, _, _, _, h2⟩ := h1
    cases hl
    rcases h2 with ⟨_, rfl⟩ | ⟨h, _⟩
    · exact Memory.refines_refl _
    · omega

def memmove_zero : MemProven where
  rule := { name := "memmove_zero", doc := "no bytes", lhs := [.memmove p q 0 a], rhs := [] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, x, y, hl, _, _, _, h2⟩ := h1
    cases hl
    rcases h2 with ⟨_, rfl⟩ | ⟨h, _⟩
    · exact Memory.refines_refl _
    · omega

def memset_zero : MemProven where
  rule := { name := "memset_zero", doc := "no bytes", lhs := [.memset p x 0 a], rhs := [] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [memset_ok wf] at h1
    obtain ⟨l, c, x, hl, _, _, _, h2⟩ := h1
    cases hl
    rcases h2 with ⟨_, rfl⟩ | ⟨h, _⟩
    · exact Memory.refines_refl _
    · omega

def memmove_self : MemProven where
  rule := { name := "memmove_self", doc := "bytes moved to where they are, however many", lhs := [.memmove p p x a], rhs := [] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, _, hx, hy, h2⟩ := h1
    rw [hx] at hy; cases hy
    rcases h2 with ⟨_, rfl⟩ | ⟨_, i, o, j, q, h3, _, h4, _, _, rfl⟩
    · exact Memory.refines_refl _
    · obtain ⟨rfl, rfl⟩ := h3.same wf.layout h4
      rw [Memory.write_read]; exact Memory.refines_refl _

def memcpy_self : MemProven where
  rule := { name := "memcpy_self", doc := "a memcpy onto itself copies nothing or is undefined", lhs := [.memcpy p p x a], rhs := [] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, _, hx, hy, h2⟩ := h1
    rw [hx] at hy; cases hy
    rcases h2 with ⟨_, rfl⟩ | ⟨_, i, o, j, q, h3, _, h4, _, _, rfl⟩
    · exact Memory.refines_refl _
    · obtain ⟨rfl, rfl⟩ := h3.same wf.layout h4
      rw [Memory.write_read]; exact Memory.refines_refl _

/-! ### forms -/

def memcpy_memmove : MemProven where
  rule := { name := "memcpy_memmove", doc := "memmove asks for less", lhs := [.memcpy p q x a], rhs := [.memmove p q x a] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, h0, hx, hy, h2⟩ := h1
    refine ⟨m', (copy_ok wf).mpr ⟨l, px, py, hl, h0, hx, hy, ?_⟩, Memory.refines_refl _⟩
    rcases h2 with h2 | ⟨h3, i, o, j, q, h4, h5, h6, h7, _, h8⟩
    · exact .inl h2
    · exact .inr ⟨h3, i, o, j, q, h4, h5, h6, h7, by simp, h8⟩

def memmove_memcpy : MemProven where
  rule := {
    name := "memmove_memcpy"
    doc := "disjoint ranges"
    lhs := [.memmove p q (.calc n) a]
    rhs := [.memcpy p q (.calc n) a]
    pre := [.disjoint p (.const n) q (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, h0, hx, hy, h2⟩ := h1
    cases hl
    refine ⟨m', (copy_ok wf).mpr ⟨_, px, py, rfl, h0, hx, hy, ?_⟩, Memory.refines_refl _⟩
    rcases h2 with h2 | ⟨h3, i, o, j, q, h4, h5, h6, h7, _, h8⟩
    · exact .inl h2
    · refine .inr ⟨h3, i, o, j, q, h4, h5, h6, h7, fun _ => ?_, h8⟩
      exact pre i o j q ((reach_ok wf).mpr ⟨px, hx, h4.read, aligned_one _⟩)
        ((reach_ok wf).mpr ⟨py, hy, h6, aligned_one _⟩)

theorem map_clean {bs : List Byte} (h : bs.all Byte.ok = true) : bs.map Byte.clean = bs := by
  rw [List.map_eq_iff]; intro k
  cases hk : bs[k]? with
  | none => rfl
  | some b => simp [Byte.clean_of_ok (Byte.ok_of_all h (List.mem_of_getElem? hk))]

/-- Storing bytes of memory. -/
theorem encode_read {m : Memory} (wf : m.WF) {x : Pointer} {n i o : Nat} {w : Bool} (h : At m.layout x n i o w) :
    encode (.bytes n) (.bytes (m.read i o n)) = m.read i o n := by
  simp only [encode, Memory.read_length h.fits, if_true]
  exact map_clean (wf.read_ok i o n)

def memmove_load_store : MemProven where
  rule := {
    name := "memmove_load_store"
    doc := "a short move is a load and a store of byte(N), which keep every state of a byte"
    lhs := [.memmove p q (.calc n) a]
    rhs := [.load "t" (.bytes n) q a, .store (.bytes n) (.var "t" .any) p a]
    pre := [.nonempty (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, h0, hx, hy, h2⟩ := h1
    cases hl
    rcases h2 with ⟨h2, _⟩ | ⟨h3, i, o, j, q, h4, h5, h6, h7, _, h8⟩
    · omega
    · refine ⟨_, (load_ok wf).mpr ⟨py, j, q, hy, h6, h7, rfl⟩, _, (store_ok wf).mpr ⟨px, i, o, hx, h4, h5, rfl⟩, ?_⟩
      mem_simp
      simp only [decode]
      rw [encode_read wf h6, h8]
      exact Memory.refines_refl _

def memcpy_load_store : MemProven where
  rule := {
    name := "memcpy_load_store"
    doc := "a short copy is a load and a store of byte(N), which keep every state of a byte"
    lhs := [.memcpy p q (.calc n) a]
    rhs := [.load "t" (.bytes n) q a, .store (.bytes n) (.var "t" .any) p a]
    pre := [.nonempty (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl, h0, hx, hy, h2⟩ := h1
    cases hl
    rcases h2 with ⟨h2, _⟩ | ⟨h3, i, o, j, q, h4, h5, h6, h7, _, h8⟩
    · omega
    · refine ⟨_, (load_ok wf).mpr ⟨py, j, q, hy, h6, h7, rfl⟩, _, (store_ok wf).mpr ⟨px, i, o, hx, h4, h5, rfl⟩, ?_⟩
      mem_simp
      simp only [decode]
      rw [encode_read wf h6, h8]
      exact Memory.refines_refl _

/-! ### memset -/

def memset_join : MemProven where
  rule := {
    name := "memset_join"
    doc := "adjacent fills with the same byte"
    lhs := [.memset p x (.calc n) a, .memset (pAt n) x (.calc k) b]
    rhs := [.memset p x (.calc (n + k)) a]
    pre := [.nonempty (.const n), .nonempty (.const k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, hk⟩ := pre
    rw [memset_ok wf] at h1
    obtain ⟨l, c, px, hl, _, hc, hx, h1⟩ := h1
    cases hl
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, hat, hal, rfl⟩
    · omega
    have ok : (List.replicate (e.toEnv.c "n").toNat (Byte.bits (c % 256).toNat)).all Byte.ok = true :=
      replicate_ok _ _ (by simp [Byte.ok]; omega)
    rw [memset_ok (wf.write ok)] at h2
    obtain ⟨l, c', py, hl, _, hc', hy, h2⟩ := h2
    cases hl
    rw [hc] at hc'; cases hc'
    rcases h2 with ⟨h0, _⟩ | ⟨_, j, q, hat2, hal2, rfl⟩
    · omega
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat2 hy
    rw [hx] at hz; cases hz
    mem_simp at hat2
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by omega)
    have hq' : q = o + (e.toEnv.c "n").toNat := by omega
    subst hq'
    have whole : At m.layout px (e.toEnv.c "n" + e.toEnv.c "k").toNat j o true := by
      obtain ⟨A, h1, h2, h3, h4, h5, h6, h7⟩ := hat
      obtain ⟨B, g1, g2, g3, g4, g5, _⟩ := hat2
      rw [h1] at g1; cases g1
      exact ⟨A, h1, h2, h3, h4, by omega, h6, h7⟩
    refine ⟨_, (memset_ok wf).mpr ⟨_, c, px, rfl, by omega, hc, hx, .inr ⟨by omega, j, o, whole, hal, rfl⟩⟩, ?_⟩
    have := Memory.write_write_append (m := m) (i := j) (o := o) (bs := List.replicate (e.toEnv.c "n").toNat (Byte.bits (c % 256).toNat))
      (cs := List.replicate (e.toEnv.c "k").toNat (Byte.bits (c % 256).toNat))
    rw [List.length_replicate, List.replicate_append_replicate] at this
    rw [this, show (e.toEnv.c "n" + e.toEnv.c "k").toNat = (e.toEnv.c "n").toNat + (e.toEnv.c "k").toNat by omega]
    exact Memory.refines_refl _

def memset_dead : MemProven where
  rule := {
    name := "memset_dead"
    doc := "a fill that the next one covers"
    lhs := [.memset (pAt d) x (.calc n) a, .memset p y (.calc k) b]
    rhs := [.memset p y (.calc k) b]
    pre := [.nonempty (.const n), .within d (.const n) (.const k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, hd, hk⟩ := pre
    rw [memset_ok wf] at h1
    obtain ⟨l, c, px, hl, _, hc, hx, h1⟩ := h1
    cases hl
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, hat, hal, rfl⟩
    · omega
    have ok : (List.replicate (e.toEnv.c "n").toNat (Byte.bits (c % 256).toNat)).all Byte.ok = true :=
      replicate_ok _ _ (by simp [Byte.ok]; omega)
    rw [memset_ok (wf.write ok)] at h2
    obtain ⟨l, c', py, hl, hl0, hc', hy, h2⟩ := h2
    cases hl
    rcases h2 with ⟨h0, _⟩ | ⟨_, j, q, hat2, hal2, rfl⟩
    · omega
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat hx
    rw [hy] at hz; cases hz
    mem_simp at hat
    obtain ⟨rfl, hq⟩ := hat2.unique wf.layout hat (by omega) (by omega)
    refine ⟨_, (memset_ok wf).mpr ⟨_, c', py, rfl, hl0, hc', hy, .inr ⟨by omega, i, q, hat2, hal2, rfl⟩⟩, ?_⟩
    rw [Memory.write_write_cover (by omega) (by rw [List.length_replicate, List.length_replicate]; omega)]
    exact Memory.refines_refl _

/-- The int whose `n` bytes are all `c`: `c * (256^n - 1) / 255`. -/
def splat (c n : CExpr) : CExpr := .mul (.zext c 8) (.div (.sub (.pow2 (.mul 8 n)) 1) 255)

theorem repunit (n : Nat) : (256 : Int) ^ n - 1 = 255 * ((256 ^ n - 1) / 255) := by
  have : ((256 : Int) ^ n - 1) % 255 = 0 := by
    induction n with
    | zero => rfl
    | succ n ih => rw [Int.pow_succ]; omega
  omega

theorem intBytes_splat (c : Int) (n : Nat) (h0 : 0 ≤ c) (h : c < 256) :
    intBytes n (c * ((256 ^ n - 1) / 255)) = List.replicate n (.bits c.toNat) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    have r1 := repunit n
    have r2 := repunit (n + 1)
    generalize hx : ((256 : Int) ^ n - 1) / 255 = X at *
    generalize hy : ((256 : Int) ^ (n + 1) - 1) / 255 = Y at *
    have hxy : Y = 1 + 256 * X := by rw [Int.pow_succ] at r2; omega
    subst hxy
    have e : c * (1 + 256 * X) = c + 256 * (c * X) := by
      rw [Int.mul_add, Int.mul_one, Int.mul_left_comm]
    rw [intBytes, List.replicate_succ, e]
    have e1 : (c + 256 * (c * X)) % 256 = c := by omega
    have e2 : (c + 256 * (c * X)) / 256 = c * X := by omega
    rw [e1, e2, ih]

theorem splat_eval (e : MEnv) (h : 0 ≤ e.toEnv.c "n") : CExpr.eval e.toEnv (splat c n) =
    (e.toEnv.c "c" % 256) * ((256 ^ (e.toEnv.c "n").toNat - 1) / 255) := by
  simp only [splat, CExpr.eval, CExpr.ofNat_def, Bits.zext, pow256, Int.cast_ofNat_Int]
  rw [show (8 * e.toEnv.c "n").toNat = 8 * (e.toEnv.c "n").toNat by omega]
  rfl

def memset_store : MemProven where
  rule := {
    name := "memset_store"
    doc := "a short fill with a constant is a store"
    lhs := [.memset p (.calc c) (.calc n) a]
    rhs := [.store (.int n) (.calc (splat c n)) p a]
    pre := [.nonempty (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [memset_ok wf] at h1
    obtain ⟨l, w, px, hl, h0, hc, hx, h1⟩ := h1
    cases hl; cases hc
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, hat, hal, rfl⟩
    · omega
    refine ⟨_, (store_ok wf).mpr ⟨px, i, o, hx, hat, hal, rfl⟩, ?_⟩
    rw [splat_eval e h0]
    simp only [encode]
    rw [intBytes_splat _ _ (by omega) (by omega)]
    exact Memory.refines_refl _

def rules1 : List MemProven := [memcpy_zero, memmove_zero, memset_zero, memmove_self, memcpy_self, memcpy_memmove,
  memmove_memcpy, memmove_load_store, memcpy_load_store, memset_join, memset_dead, memset_store]

end Tuffy.Rewrites.Mem
