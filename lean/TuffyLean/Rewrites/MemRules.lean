import TuffyLean.Rewrites.MemRule

/-!
Rules about loads and stores: forwarding, dead stores, what may change places. A load through a
pointer that a store has just used finds the stored bytes; what it makes of them depends on the types.
-/
namespace Tuffy.Rewrites.Mem
open Tuffy MemVars

/-! ### store-to-load forwarding -/

def store_load : MemProven where
  rule := {
    name := "store_load"
    doc := "what was stored is loaded"
    lhs := [.store T v p a, .load "r" T p b]
    rhs := [.store T v p a, .value "r" v]
    pre := [.notInt "T", .hasType "v" T] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [hx] at hy; cases hy
    rw [Memory.layout_write] at hat2
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hat2
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    rw [read_stored_all hat]
    exact decode_encode _ pre.1 pre.2

/-- What an int load finds in a part of a stored int. -/
theorem decode_part {w : Value} {n d k : Nat} (hk : 0 < k) (l : d + k ≤ n) :
    decode (.int k) (((encode (.int n) w).drop d).take k) =
      evalOp .zext [evalOp .shr [w, .int (8 * (d : Int))], .int (8 * (k : Int))] := by
  cases w with
  | int w =>
    have e1 : ¬ (8 * (d : Int) < 0) := by omega
    have e2 : ¬ (8 * (k : Int) < 1) := by omega
    have e3 : (8 * (d : Int)).toNat = 8 * d := by omega
    have e4 : (8 * (k : Int)).toNat = 8 * k := by omega
    simp only [evalOp, int2_int, evalShr, evalZext, e1, e2, e3, e4, if_false, encode]
    rw [intBytes_drop _ _ _ (by omega), intBytes_take _ _ _ (by omega)]
    simp only [decode, unsignedOf_intBytes, Bits.zext, Bits.shr, pow256]
    have := Int.emod_nonneg (w / 2 ^ (8 * d)) (Int.ne_of_gt (Bits.two_pow_pos (8 * k)))
    rw [Int.toNat_of_nonneg this]
  | _ =>
    simp only [encode, Acc.size, List.drop_replicate, List.take_replicate]
    rw [decode_replicate _ _ (.inr rfl) _ (by omega) (by simp)]
    rfl

def store_load_part : MemProven where
  rule := {
    name := "store_load_part"
    doc := "bytes of a stored int are loaded: shift and cut"
    lhs := [.store (.int n) x p a, .load "r" (.int k) (pAt d) b]
    rhs := [.store (.int n) x p a, .value "r" (.zext (.shr x (.calc (8 * d))) (.calc (8 * k)))]
    pre := [.nonempty (.const k), .within d (.const k) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    obtain ⟨hk, hd, hl⟩ := pre
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat2 hy
    rw [hx] at hz; cases hz
    mem_simp at hat2
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by mem_simp; omega)
    have hq' : q = o + (e.toEnv.c "d").toNat := by omega
    subst hq'
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    rw [read_stored hat (by mem_simp; omega)]
    rw [decode_part hk hl, Int.toNat_of_nonneg hd, Int.toNat_of_nonneg (by omega)]
    exact .refl _

def store_load_int : MemProven where
  rule := {
    name := "store_load_int"
    doc := "the low bytes of a stored int are loaded: cut"
    lhs := [.store (.int n) x p a, .load "r" (.int k) p b]
    rhs := [.store (.int n) x p a, .value "r" (.zext x (.calc (8 * k)))]
    pre := [.nonempty (.const k), .within 0 (.const k) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    obtain ⟨hk, _, hl⟩ := pre
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [hx] at hy; cases hy
    rw [Memory.layout_write] at hat2
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hat2
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    have hd := decode_part (w := e.toEnv.v "x") (d := 0) (n := (e.toEnv.c "n").toNat) hk (by omega)
    have hr := read_stored (v := e.toEnv.v "x") (d := 0) (k := (e.toEnv.c "k").toNat) hat (by mem_simp; omega)
    mem_simp at hr
    rw [Nat.add_zero] at hr
    rw [hr, hd, Int.toNat_of_nonneg (by omega)]
    cases e.toEnv.v "x" with
    | int w => simp [evalOp, int2_int, evalShr, Bits.shr]; exact .refl _
    | _ => exact .poison _

def store_load_bool_int : MemProven where
  rule := {
    name := "store_load_bool_int"
    doc := "a stored bool is loaded as an int"
    lhs := [.store .bool (.var "z" .bool) p a, .load "r" (.int 1) p b]
    rhs := [.store .bool (.var "z" .bool) p a, .value "r" (.boolToInt (.var "z" .bool))] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [hx] at hy; cases hy
    rw [Memory.layout_write] at hat2
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hat2
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    have hr := read_stored_all (v := e.toEnv.v "z") hat
    mem_simp at hr
    simp only [Int.toNat_one]
    rw [hr]
    cases e.toEnv.v "z" with
    | bool w => cases w <;> exact .refl _
    | _ => exact .poison _

def store_load_ptr_int : MemProven where
  rule := {
    name := "store_load_ptr_int"
    doc := "bytes of a stored pointer are no int"
    lhs := [.store .ptr v p a, .load "r" (.int k) (pAt d) b]
    rhs := [.store .ptr v p a, .poison "r"]
    pre := [.nonempty (.const k), .within d (.const k) (.const 8)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    obtain ⟨hk, hd, hl⟩ := pre
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat2 hy
    rw [hx] at hz; cases hz
    mem_simp at hat2
    have hl' : (e.toEnv.c "d").toNat + (e.toEnv.c "k").toNat ≤ 8 := hl
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by mem_simp; omega)
    have hq' : q = o + (e.toEnv.c "d").toNat := by omega
    subst hq'
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    have hr := read_stored (v := e.toEnv.v "v") hat (d := (e.toEnv.c "d").toNat) (k := (e.toEnv.c "k").toNat) (by mem_simp; omega)
    mem_simp at hr
    rw [hr]
    have bad : unsignedOf (((encode .ptr (e.toEnv.v "v")).drop (e.toEnv.c "d").toNat).take (e.toEnv.c "k").toNat) = none := by
      obtain ⟨j, hj⟩ : ∃ j, (e.toEnv.c "k").toNat = j + 1 := ⟨(e.toEnv.c "k").toNat - 1, by omega⟩
      have first : ∀ l : List Byte, l.length = 8 → (∀ b ∈ l, unsignedOf [b] = none) →
          unsignedOf ((l.drop (e.toEnv.c "d").toNat).take (j + 1)) = none := by
        intro l hl8 hb
        rw [List.drop_eq_getElem_cons (by omega), List.take_succ_cons]
        have := hb _ (List.getElem_mem (h := show (e.toEnv.c "d").toNat < l.length by omega))
        cases h : l[(e.toEnv.c "d").toNat]'(by omega) <;> simp_all [unsignedOf]
      rw [hj]
      refine first _ (encode_length .ptr _) ?_
      cases e.toEnv.v "v" <;> simp [encode, pointerBytes, Acc.size, unsignedOf]
    simp only [decode, bad]
    exact .refl _

def load_load : MemProven where
  rule := {
    name := "load_load"
    doc := "the same load twice"
    lhs := [.load "r" T p a, .load "s" T p b]
    rhs := [.load "r" T p a, .value "s" r] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨w, h1, w', h2, rfl⟩ := h
    have h1' := h1
    rw [load_ok wf] at h1 h2
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [hx] at hy; cases hy
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hat2
    refine ⟨_, h1', ?_⟩
    mem_simp
    exact ⟨Memory.refines_refl _, .refl _, .refl _⟩

/-! ### dead stores -/

def dead_store : MemProven where
  rule := {
    name := "dead_store"
    doc := "a store whose bytes the next one covers"
    lhs := [.store T v (pAt d) a, .store U u p b]
    rhs := [.store U u p b]
    pre := [.within d (.of T) (.of U)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [store_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat hx
    rw [hy] at hz; cases hz
    mem_simp at hat
    obtain ⟨rfl, hq⟩ := hat2.unique wf.layout hat (by omega) (by omega)
    refine ⟨_, (store_ok wf).mpr ⟨py, i, q, hy, hat2, hal2, rfl⟩, ?_⟩
    rw [Memory.write_write_cover (by omega) (by rw [encode_length, encode_length]; omega)]
    exact Memory.refines_refl _

def dead_store_memset : MemProven where
  rule := {
    name := "dead_store_memset"
    doc := "a store whose bytes the next memset covers"
    lhs := [.store T v (pAt d) a, .memset p x (.calc n) b]
    rhs := [.memset p x (.calc n) b]
    pre := [.nonempty (.const n), .within d (.of T) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, hd, hl⟩ := pre
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [memset_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨l, c, py, hl', hl0, hc, hy, h2⟩ := h2
    cases hl'
    rcases h2 with ⟨h0, _⟩ | ⟨_, j, q, hat2, hal2, rfl⟩
    · omega
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat hx
    rw [hy] at hz; cases hz
    mem_simp at hat
    obtain ⟨rfl, hq⟩ := hat2.unique wf.layout hat (by omega) (by omega)
    refine ⟨_, (memset_ok wf).mpr ⟨_, c, py, rfl, hl0, hc, hy, .inr ⟨by omega, i, q, hat2, hal2, rfl⟩⟩, ?_⟩
    rw [Memory.write_write_cover (by omega) (by rw [encode_length, List.length_replicate]; omega)]
    exact Memory.refines_refl _

def store_loaded : MemProven where
  rule := {
    name := "store_loaded"
    doc := "what was just loaded is stored back; not for pointers, whose bits have no provenance"
    lhs := [.load "r" T p a, .store T r p b]
    rhs := [.load "r" T p a]
    pre := [.notPtr "T"] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨w, h1, m', h2, rfl⟩ := h
    have h1' := h1
    rw [load_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [store_ok wf] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [hx] at hy; cases hy
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hat2
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨?_, .refl _⟩
    have := encode_decode (e.ty "T") (fun h => pre h) (Memory.read_length hat.fits) (wf.read_ok j q (e.ty "T").size)
    have := Memory.write_mono (Memory.refines_refl m) this j q
    rwa [Memory.write_read] at this

theorem layout_kill (m : Memory) (i : Nat) :
    (m.kill i).layout = updateAt m.layout i fun a => { a with live := false } := by
  apply List.ext_getElem?; intro j
  simp only [Memory.layout, List.getElem?_map, Memory.kill, updateAt_get]
  by_cases h : i = j
  · simp [h, Option.map_map, Function.comp_def, Alloc.layout]
  · simp [h]

theorem bytesAt_kill (m : Memory) (i j : Nat) : (m.kill i).bytesAt j = m.bytesAt j := by
  simp only [Memory.bytesAt, Memory.kill, updateAt_get]
  by_cases h : i = j
  · cases hj : m.allocs[j]? <;> simp [h]
  · simp [h]

def store_free : MemProven where
  rule := {
    name := "store_free"
    doc := "a store to what is then freed"
    lhs := [.store T v p a, .free p]
    rhs := [.free p] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [hx] at h2 ⊢
    simp only [execFree, Memory.layout_write] at h2 ⊢
    by_cases h0 : px.addr = 0
    · obtain ⟨_, _, _, hne, _⟩ := hat
      exact absurd h0 hne
    rw [if_neg h0] at h2 ⊢
    simp only [Exec.bind_eq_ok] at h2
    obtain ⟨j, h3, h4⟩ := h2
    rw [h3, Exec.bind_ok]
    cases hj : m.layout[j]? with
    | none => simp [hj] at h4
    | some l =>
      simp only [hj] at h4 ⊢
      by_cases c1 : l.live = false
      · simp [c1] at h4
      rw [if_neg c1] at h4 ⊢
      by_cases c2 : (l.base : Int) ≠ px.addr ∨ l.const = true
      · rw [if_pos c2] at h4; cases h4
      rw [if_neg c2] at h4 ⊢
      cases h4
      refine ⟨_, rfl, ?_⟩
      have hij : i = j := by
        obtain ⟨a, ha, la, _, h5, h6, _, h7⟩ := hat
        have live : l.live = true := by simpa using c1
        exact wf.layout.unique ha hj la live (x := px.addr) (by omega) (by omega) (by omega) (by omega)
      subst hij
      rw [Memory.refines_iff]
      refine ⟨by rw [layout_kill, layout_kill, Memory.layout_write], fun x b hb hl => ?_⟩
      rw [bytesAt_kill, bytesAt_kill, Memory.bytesAt_write]
      by_cases hx : i = x
      · subst hx
        rw [layout_kill, Memory.layout_write, updateAt_get, if_pos rfl, hj] at hb
        cases hb; cases hl
      · rw [if_neg hx]; exact Byte.refinesList_refl _

/-! ### order -/

def load_load_swap : MemProven where
  rule := {
    name := "load_load_swap"
    doc := "loads may change places"
    lhs := [.load "r" T p a, .load "s" U q b]
    rhs := [.load "s" U q b, .load "r" T p a] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨w, h1, w', h2, rfl⟩ := h
    refine ⟨_, h2, _, h1, ?_⟩
    mem_simp
    exact ⟨Memory.refines_refl _, .refl _, .refl _⟩

def load_before_store : MemProven where
  rule := {
    name := "load_before_store"
    doc := "a load moves up over a store to other bytes"
    lhs := [.store T v p a, .load "r" U q b]
    rhs := [.load "r" U q b, .store T v p a]
    pre := [.disjoint p (.of T) q (.of U)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, k, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    have dis := pre i o j k ((reach_ok wf).mpr ⟨px, hx, hat.read, aligned_one _⟩)
      ((reach_ok wf).mpr ⟨py, hy, hat2, aligned_one _⟩)
    refine ⟨_, (load_ok wf).mpr ⟨py, j, k, hy, hat2, hal2, rfl⟩, _, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    rw [Memory.read_write_disjoint (by rw [encode_length]; exact dis)]
    exact .refl _

def store_before_load : MemProven where
  rule := {
    name := "store_before_load"
    doc := "a load moves down over a store to other bytes"
    lhs := [.load "r" U q b, .store T v p a]
    rhs := [.store T v p a, .load "r" U q b]
    pre := [.disjoint p (.of T) q (.of U)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨w, h2, m', h1, rfl⟩ := h
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [load_ok wf] at h2
    obtain ⟨py, j, k, hy, hat2, hal2, rfl⟩ := h2
    have dis := pre i o j k ((reach_ok wf).mpr ⟨px, hx, hat.read, aligned_one _⟩)
      ((reach_ok wf).mpr ⟨py, hy, hat2, aligned_one _⟩)
    refine ⟨_, h1', _, (load_ok (wf.write (encode_ok _ _))).mpr ⟨py, j, k, hy, by rwa [Memory.layout_write], hal2, rfl⟩, ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    rw [Memory.read_write_disjoint (by rw [encode_length]; exact dis)]
    exact .refl _

def store_store_swap : MemProven where
  rule := {
    name := "store_store_swap"
    doc := "stores to different bytes change places"
    lhs := [.store T v p a, .store U u q b]
    rhs := [.store U u q b, .store T v p a]
    pre := [.disjoint p (.of T) q (.of U)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [store_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, k, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    have dis := pre i o j k ((reach_ok wf).mpr ⟨px, hx, hat.read, aligned_one _⟩)
      ((reach_ok wf).mpr ⟨py, hy, hat2.read, aligned_one _⟩)
    refine ⟨_, (store_ok wf).mpr ⟨py, j, k, hy, hat2, hal2, rfl⟩, _, (store_ok (wf.write (encode_ok _ _))).mpr
      ⟨px, i, o, hx, by rwa [Memory.layout_write], hal, rfl⟩, ?_⟩
    rw [Memory.write_comm (by rw [encode_length, encode_length]; exact dis.symm)]
    exact Memory.refines_refl _

/-! ### what is stored -/

theorem pow_dvd {i j : Nat} (h : i ≤ j) : (2 : Int) ^ i ∣ 2 ^ j := by
  have := Int.ofNat_dvd.mpr (Nat.pow_dvd_pow 2 h)
  simpa only [Int.natCast_pow, Int.cast_ofNat_Int] using this

theorem encode_zext (w : Value) (n j : Nat) (h : 8 * n ≤ j) :
    Byte.refinesList (encode (.int n) w) (encode (.int n) (evalOp .zext [w, .int j])) := by
  cases w with
  | int w =>
    simp only [evalOp, int2_int, evalZext]
    split
    · rw [encode_poison]; exact Byte.refinesList_poison _ _ (encode_length _ _)
    · simp only [encode, Bits.zext, Int.toNat_natCast]
      rw [intBytes_mod n w (w % 2 ^ j)]
      · exact Byte.refinesList_refl _
      · rw [pow256, Int.emod_emod_of_dvd]
        exact pow_dvd h
  | _ => exact encode_mono _ (.poison _)

theorem encode_sext (w : Value) (n j : Nat) (h : 8 * n ≤ j) :
    Byte.refinesList (encode (.int n) w) (encode (.int n) (evalOp .sext [w, .int j])) := by
  cases w with
  | int w =>
    simp only [evalOp, int2_int, evalSext]
    split
    · rw [encode_poison]; exact Byte.refinesList_poison _ _ (encode_length _ _)
    · simp only [encode, Int.toNat_natCast]
      rw [intBytes_mod n w (Bits.sext w j)]
      · exact Byte.refinesList_refl _
      · have hs : Bits.sext w j % 2 ^ j = w % 2 ^ j := Bits.sext_emod w j
        have hd : (2 : Int) ^ (8 * n) ∣ 2 ^ j := pow_dvd h
        rw [pow256, ← Int.emod_emod_of_dvd w hd, ← Int.emod_emod_of_dvd (Bits.sext w j) hd, hs]
  | _ => exact encode_mono _ (.poison _)

def store_zext : MemProven where
  rule := {
    name := "store_zext"
    doc := "a store cuts anyway"
    lhs := [.store (.int n) (.zext x (.calc k)) p a]
    rhs := [.store (.int n) x p a]
    pre := [.scalar (.cmp .le (8 * n) k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    refine ⟨_, (store_ok wf).mpr ⟨px, i, o, hx, hat, hal, rfl⟩, ?_⟩
    refine Memory.write_mono (Memory.refines_refl _) ?_ _ _
    by_cases hk : 0 ≤ e.toEnv.c "k"
    · have := encode_zext (e.toEnv.v "x") (e.toEnv.c "n").toNat (e.toEnv.c "k").toNat (by omega)
      rwa [Int.toNat_of_nonneg hk] at this
    · rw [show (e.toEnv.c "n").toNat = 0 by omega]
      exact Byte.refinesList_iff.mpr ⟨by simp [encode_length], fun j a b ha _ => by
        have := (List.getElem?_eq_some_iff.mp ha).1
        rw [encode_length] at this; simp [Acc.size] at this⟩

def store_sext : MemProven where
  rule := {
    name := "store_sext"
    doc := "a store cuts anyway"
    lhs := [.store (.int n) (.sext x (.calc k)) p a]
    rhs := [.store (.int n) x p a]
    pre := [.scalar (.cmp .le (8 * n) k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, rfl⟩ := h
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    refine ⟨_, (store_ok wf).mpr ⟨px, i, o, hx, hat, hal, rfl⟩, ?_⟩
    refine Memory.write_mono (Memory.refines_refl _) ?_ _ _
    by_cases hk : 0 ≤ e.toEnv.c "k"
    · have := encode_sext (e.toEnv.v "x") (e.toEnv.c "n").toNat (e.toEnv.c "k").toNat (by omega)
      rwa [Int.toNat_of_nonneg hk] at this
    · rw [show (e.toEnv.c "n").toNat = 0 by omega]
      exact Byte.refinesList_iff.mpr ⟨by simp [encode_length], fun j a b ha _ => by
        have := (List.getElem?_eq_some_iff.mp ha).1
        rw [encode_length] at this; simp [Acc.size] at this⟩

def rules : List MemProven := [store_load, store_load_part, store_load_int, store_load_bool_int, store_load_ptr_int,
  load_load, dead_store, dead_store_memset, store_loaded, store_free, load_load_swap, load_before_store,
  store_before_load, store_store_swap, store_zext, store_sext]

end Tuffy.Rewrites.Mem
