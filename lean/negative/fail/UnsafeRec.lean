-- refused: which compiled code takes for its own

/-! Another definition under the name that compiled code uses for a recursive one. -/
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2
def triple._unsafe_rec (n : Nat) : Nat := 2 * n
