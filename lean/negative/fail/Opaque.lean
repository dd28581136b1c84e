-- refused: which is opaque or partial
/-! What the kernel knows nothing of, and code has a value for. -/
opaque constant : Nat := 3
