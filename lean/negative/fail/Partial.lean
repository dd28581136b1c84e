-- refused: which is opaque or partial
/-! A definition that need not come to an end. -/
partial def forever (n : Nat) : Nat := forever (n + 1)
