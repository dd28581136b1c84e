import TuffyLean.IR.MemoryLemmas
import TuffyLean.IR.Vec

/-!
What the vector operations do lane by lane: a lane of a result depends on that lane of the operands
only, poison stays in its lane, and lanes that are moved arrive.
-/
namespace Tuffy

/-- The bytes of a vector. -/
def vecBytes : Value → List Byte
  | .bytes bs => bs
  | _ => []

/-- A vector of whole lanes. -/
def Lane.whole (l : Lane) (a : List Byte) : Prop := a.length = l.count a * l.size

/-! ### taking apart and putting together -/

theorem laneByLane_succ (n : Nat) (f : Nat → List Byte) : laneByLane (n + 1) f = laneByLane n f ++ f n := by
  simp [laneByLane, List.range_succ]

theorem laneByLane_length {n s : Nat} {f : Nat → List Byte} (h : ∀ k, k < n → (f k).length = s) :
    (laneByLane n f).length = n * s := by
  induction n with
  | zero => simp [laneByLane]
  | succ n ih =>
    rw [laneByLane_succ, List.length_append, ih fun k hk => h k (by omega), h n (by omega), Nat.succ_mul]

theorem laneByLane_congr {n : Nat} {f g : Nat → List Byte} (h : ∀ k, k < n → f k = g k) : laneByLane n f = laneByLane n g := by
  induction n with
  | zero => rfl
  | succ n ih => rw [laneByLane_succ, laneByLane_succ, ih fun k hk => h k (by omega), h n (by omega)]

/-- Lane `k` is what was put there. -/
theorem lane_laneByLane (l : Lane) {n : Nat} {f : Nat → List Byte} (h : ∀ k, k < n → (f k).length = l.size) {k : Nat} (hk : k < n) :
    l.lane (laneByLane n f) k = f k := by
  induction n with
  | zero => omega
  | succ n ih =>
    have len := laneByLane_length (n := n) fun k hk => h k (by omega)
    rw [laneByLane_succ, Lane.lane]
    by_cases hn : k < n
    · have le : (k + 1) * l.size ≤ n * l.size := Nat.mul_le_mul_right _ hn
      rw [Nat.succ_mul] at le
      rw [List.drop_append_of_le_length (by omega), List.take_append_of_le_length (by simp; omega)]
      exact ih (fun k hk => h k (by omega)) hn
    · obtain rfl : k = n := by omega
      rw [List.drop_left' len, List.take_of_length_le (by rw [h k (by omega)]; exact Nat.le_refl _)]

/-- The lanes of a vector, put together, are the vector. -/
theorem laneByLane_lane (l : Lane) (a : List Byte) (n : Nat) : laneByLane n (l.lane a) = a.take (n * l.size) := by
  induction n with
  | zero => simp [laneByLane]
  | succ n ih => rw [laneByLane_succ, ih, Lane.lane, Nat.succ_mul, List.take_add]

theorem laneByLane_whole {l : Lane} {a : List Byte} (h : l.whole a) : laneByLane (l.count a) (l.lane a) = a := by
  rw [laneByLane_lane, ← h, List.take_length]

theorem lane_length (l : Lane) {a : List Byte} {k : Nat} (hk : k < l.count a) : (l.lane a k).length = l.size := by
  by_cases hs : l.size = 0
  · simp [Lane.lane, hs]
  · have := (Nat.le_div_iff_mul_le (Nat.pos_of_ne_zero hs)).mp (show k + 1 ≤ a.length / l.size from hk)
    rw [Nat.succ_mul] at this
    simp only [Lane.lane, List.length_take, List.length_drop]
    omega

theorem poison_length (l : Lane) : l.poison.length = l.size := by simp [Lane.poison]

theorem encode_lane_length (l : Lane) (v : Value) : (l.encode v).length = l.size := by
  unfold Lane.encode
  split
  · split
    · exact intBytes_length _ _
    · exact poison_length _
  · split
    · exact intBytes_length _ _
    · exact poison_length _
  · rfl
  · rfl
  · exact poison_length _

theorem count_laneByLane {l : Lane} (hs : 0 < l.size) {n : Nat} {f : Nat → List Byte} (h : ∀ k, k < n → (f k).length = l.size) :
    l.count (laneByLane n f) = n := by
  rw [Lane.count, laneByLane_length h, Nat.mul_div_cancel _ hs]

/-! ### lane by lane -/

theorem lanewise_length (l : Lane) (m : Option (List Byte)) (op : List Value → Value) (args : List (List Byte)) {k : Nat}
    (hk : k < l.count (args.headD [])) : (lanewise l m op args k).length = l.size := by
  unfold lanewise
  split
  · exact poison_length _
  · exact lane_length l hk
  · exact encode_lane_length _ _

/-- A lane of the result is the operation on that lane of the operands. -/
theorem elementwise_lane (l : Lane) (m : Option (List Byte)) (op : List Value → Value) (args : List (List Byte)) {k : Nat}
    (hk : k < l.count (args.headD [])) : l.lane (vecBytes (elementwise l m op args)) k = lanewise l m op args k :=
  lane_laneByLane l (fun _ h => lanewise_length l m op args h) hk

/-- What is in the other lanes, poison say, is of no account. -/
theorem elementwise_apart {l : Lane} (m : Option (List Byte)) (op : List Value → Value) {a b a' b' : List Byte} {k : Nat}
    (hk : k < l.count a) (hn : a.length = a'.length) (ha : l.lane a k = l.lane a' k) (hb : l.lane b k = l.lane b' k) :
    l.lane (vecBytes (elementwise l m op [a, b])) k = l.lane (vecBytes (elementwise l m op [a', b'])) k := by
  have hk' : k < l.count a' := by rw [Lane.count, ← hn]; exact hk
  rw [elementwise_lane l m op [a, b] hk, elementwise_lane l m op [a', b'] hk']
  simp only [lanewise, List.headD_cons, List.map_cons, List.map_nil, ha, hb]

/-- An inactive lane is that of the first operand, in whatever state. -/
theorem elementwise_inactive {l : Lane} {m : Option (List Byte)} (op : List Value → Value) {args : List (List Byte)} {k : Nat}
    (hk : k < l.count (args.headD [])) (hm : active m k = some false) :
    l.lane (vecBytes (elementwise l m op args)) k = l.lane (args.headD []) k := by
  rw [elementwise_lane l m op args hk, lanewise, hm]

theorem unsignedOf_poison {bs : List Byte} (h : .poison ∈ bs) : unsignedOf bs = none := by
  induction bs with
  | nil => simp at h
  | cons b bs ih =>
    cases b with
    | bits b =>
      have : Byte.poison ∈ bs := by simpa using h
      simp [unsignedOf, ih this]
    | _ => rfl

/-- A lane with a poison byte is poison. -/
theorem decode_poison (l : Lane) {bs : List Byte} (h : .poison ∈ bs) : l.decode bs = .poison := by
  have u := unsignedOf_poison h
  cases l with
  | ptr =>
    simp only [Lane.decode, Tuffy.decode, u]
    have : fragmentsOf bs = none := by
      cases bs with
      | nil => rfl
      | cons b bs =>
        cases b with
        | frag p i =>
          refine if_neg fun e => ?_
          rw [e] at h
          simp [pointerBytes] at h
        | _ => rfl
    rw [this]
  | _ => simp only [Lane.decode, u]

theorem encode_poison_lane (l : Lane) : l.encode .poison = l.poison := by cases l <;> rfl

/-- An operation that poison in an operand makes poison. -/
def Strict (op : List Value → Value) : Prop := ∀ vs, .poison ∈ vs → op vs = .poison

theorem int2_strict (f : Int → Int → Value) : Strict (int2 f) := by
  intro vs h; unfold int2; split
  · simp at h
  · rfl
theorem bool2_strict (f : Bool → Bool → Value) : Strict (bool2 f) := by
  intro vs h; unfold bool2; split
  · simp at h
  · rfl
theorem float1_strict (f : FloatFmt → Nat → Value) : Strict (float1 f) := by
  intro vs h; unfold float1; split
  · simp at h
  · rfl
theorem float2_strict (f : FloatFmt → Nat → Nat → Value) : Strict (float2 f) := by
  intro vs h; unfold float2; split
  · simp at h
  · rfl

/-- Poison in a lane of an operand makes that lane of the result poison, if it is active. -/
theorem elementwise_poison {l : Lane} {m : Option (List Byte)} {op : List Value → Value} (hop : Strict op)
    {args : List (List Byte)} {a : List Byte} (ha : a ∈ args) {k : Nat} (hk : k < l.count (args.headD []))
    (hp : .poison ∈ l.lane a k) (hm : active m k = some true) :
    l.lane (vecBytes (elementwise l m op args)) k = l.poison := by
  rw [elementwise_lane l m op args hk, lanewise, hm, ← encode_poison_lane]
  refine congrArg l.encode (hop _ (List.mem_map.mpr ⟨a, ha, decode_poison l hp⟩))

/-! ### what a lane holds -/

theorem unsigned_lane (n : Nat) (x : Int) : ((x % 256 ^ n).toNat : Int) = Bits.zext x (8 * n) := by
  rw [Int.toNat_of_nonneg (Int.emod_nonneg _ (by rw [pow256]; exact Int.ne_of_gt (Int.pow_pos (by decide)))), pow256, Bits.zext]

/-- An int that a lane can hold comes back, modulo the lane where lanes wrap. -/
theorem decode_encode_int {k : LaneInt} {n : Nat} {x : Int} (h : Lane.fits k n x = true) :
    Lane.decode (.int k n) (Lane.encode (.int k n) (.int x)) = .int (if k = .wrapping then Bits.zext x (8 * n) else x) := by
  simp only [Lane.encode, h, if_true, Lane.decode, unsignedOf_intBytes, unsigned_lane]
  cases k with
  | wrapping => rfl
  | signed =>
    have h : Bits.inS x (8 * n) := by simpa [Lane.fits] using h
    simp [Lane.read, Bits.sext_zext, Bits.sext_of_inS h]
  | unsigned =>
    have h : Bits.inU x (8 * n) := by simpa [Lane.fits] using h
    simp [Lane.read, Bits.zext_of_inU h]

theorem decode_encode_ptr (p : Pointer) : Lane.ptr.decode (Lane.ptr.encode (.ptr p)) = .ptr p := by
  simp [Lane.encode, Lane.decode, Tuffy.decode, unsignedOf_pointerBytes, fragmentsOf_pointerBytes]

theorem decode_encode_mask (b : Bool) : Lane.mask.decode (Lane.mask.encode (.bool b)) = .bool b := by cases b <;> rfl

/-- Signed lanes: the exact sum if it fits, else poison. -/
theorem add_signed (n : Nat) (a b : Int) :
    Lane.encode (.int .signed n) (evalAdd a b) = if Bits.inS (a + b) (8 * n) then intBytes n (a + b) else Lane.poison (.int .signed n) := by
  simp only [evalAdd, Lane.encode, Lane.fits, decide_eq_true_eq]

/-- Wrapping lanes add modulo their width. -/
theorem add_wrapping (n : Nat) (a b : Int) :
    Lane.decode (.int .wrapping n) (Lane.encode (.int .wrapping n) (evalAdd a b)) = .int ((a + b) % 2 ^ (8 * n)) := by
  rw [evalAdd, decode_encode_int rfl]; rfl

/-! ### lanes moved about -/

theorem laneIndex_nat {n k : Nat} (h : k < n) : laneIndex n (.int k) = some k := by
  have : (k : Int) < n := by omega
  simp [laneIndex, this]

/-- What is in every lane is in each of them. -/
theorem extract_splat {l : Lane} (hs : 0 < l.size) {n k : Nat} (hk : k < n) {v : Value} (hv : l.decode (l.encode v) = v) :
    evalVecExtract l (vecBytes (evalVecSplat l n v)) (.int k) = v := by
  have len : ∀ j, j < n → ((fun _ => l.encode v) j : List Byte).length = l.size := fun _ _ => encode_lane_length l v
  simp only [evalVecSplat, vecBytes, evalVecExtract]
  rw [count_laneByLane hs len, laneIndex_nat hk]
  simp only [lane_laneByLane l len hk, hv]

theorem insert_lane {l : Lane} {a : List Byte} {v : Value} {j k : Nat} (hj : j < l.count a) (hk : k < l.count a) :
    l.lane (vecBytes (evalVecInsert l a v (.int k))) j = if j = k then l.encode v else l.lane a j := by
  simp only [evalVecInsert, laneIndex_nat hk, vecBytes]
  refine lane_laneByLane l (fun i hi => ?_) hj
  dsimp only
  split
  · exact encode_lane_length l v
  · exact lane_length l hi

theorem insert_count {l : Lane} {a : List Byte} {v : Value} {k : Nat} (hk : k < l.count a) :
    l.count (vecBytes (evalVecInsert l a v (.int k))) = l.count a := by
  have hs : 0 < l.size := by
    rcases Nat.eq_zero_or_pos l.size with h | h
    · simp [Lane.count, h] at hk
    · exact h
  simp only [evalVecInsert, laneIndex_nat hk, vecBytes]
  refine count_laneByLane hs fun i hi => ?_
  dsimp only
  split
  · exact encode_lane_length l v
  · exact lane_length l hi

/-- What was put in comes out. -/
theorem extract_insert_same {l : Lane} {a : List Byte} {v : Value} {k : Nat} (hk : k < l.count a) (hv : l.decode (l.encode v) = v) :
    evalVecExtract l (vecBytes (evalVecInsert l a v (.int k))) (.int k) = v := by
  rw [evalVecExtract, insert_count hk, laneIndex_nat hk]
  simp only [insert_lane hk hk, if_true, hv]

/-- The other lanes are what they were, even if what is put in is poison. -/
theorem extract_insert_other {l : Lane} {a : List Byte} {v : Value} {j k : Nat} (hj : j < l.count a) (hk : k < l.count a) (h : j ≠ k) :
    evalVecExtract l (vecBytes (evalVecInsert l a v (.int k))) (.int j) = evalVecExtract l a (.int j) := by
  rw [evalVecExtract, evalVecExtract, insert_count hk, laneIndex_nat hj]
  simp only [insert_lane hj hk, if_neg h]

/-- Indices in order choose the first operand. -/
theorem shuffle_id {l : Lane} {a b c : List Byte} (ha : l.whole a) (hc : ∀ k, k < l.count a → indexAt (l.count a) c k = .int k) :
    evalVecShuffle l a b c = .bytes a := by
  rw [evalVecShuffle]
  refine congrArg Value.bytes (Eq.trans (laneByLane_congr fun k hk => ?_) (laneByLane_whole ha))
  simp only [hc k hk, laneIndex_nat (show k < 2 * l.count a by omega), if_pos hk]

/-- A mask that is true everywhere chooses the first vector. -/
theorem select_true {l : Lane} {a b c : List Byte} (ha : l.whole a) (hc : ∀ k, k < l.count a → active (some c) k = some true) :
    evalVecSelect l c a b = .bytes a := by
  rw [evalVecSelect]
  refine congrArg Value.bytes (Eq.trans (laneByLane_congr fun k hk => ?_) (laneByLane_whole ha))
  simp only [hc k hk, if_true]

/-- One that is false everywhere chooses the second. -/
theorem select_false {l : Lane} {a b c : List Byte} (hb : l.whole b) (hn : a.length = b.length)
    (hc : ∀ k, k < l.count a → active (some c) k = some false) : evalVecSelect l c a b = .bytes b := by
  have e : l.count a = l.count b := by rw [Lane.count, Lane.count, hn]
  rw [evalVecSelect]
  refine congrArg Value.bytes (Eq.trans (laneByLane_congr fun k hk => ?_) (e ▸ laneByLane_whole hb))
  simp [hc k hk]

/-- Whatever the mask, as long as it can be read. -/
theorem select_same {l : Lane} {a c : List Byte} (ha : l.whole a) (hc : ∀ k, k < l.count a → active (some c) k ≠ none) :
    evalVecSelect l c a a = .bytes a := by
  rw [evalVecSelect]
  refine congrArg Value.bytes (Eq.trans (laneByLane_congr fun k hk => ?_) (laneByLane_whole ha))
  have := hc k hk
  split
  · contradiction
  · simp

theorem activeLanes_all {l : Lane} {m : Option (List Byte)} {a : List Byte} (n k : Nat)
    (h : ∀ j, k ≤ j → j < k + n → active m j = some true) :
    activeLanes.go l m a n k = some ((List.range' k n).map (l.lane a)) := by
  induction n generalizing k with
  | zero => rfl
  | succ n ih =>
    simp only [activeLanes.go, h k (by omega) (by omega), ih (k + 1) fun j h1 h2 => h j (by omega) (by omega),
      List.range'_succ, List.map_cons]

/-- Packing lanes that are all active changes nothing. -/
theorem compress_all {l : Lane} {a c : List Byte} (ha : l.whole a) (hc : ∀ k, k < l.count a → active (some c) k = some true) :
    evalVecCompress l a c = .bytes a := by
  have flat : ((List.range' 0 (l.count a)).map (l.lane a)).flatten = a := by
    rw [← List.range_eq_range', ← List.flatMap_def]; exact laneByLane_whole ha
  rw [evalVecCompress, activeLanes, activeLanes_all _ _ fun j _ h => hc j (by omega)]
  simp only [flat, Nat.sub_self, List.replicate_zero, List.append_nil]

end Tuffy
