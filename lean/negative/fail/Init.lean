-- refused: the attribute init
/-! Code that runs when a file is imported. -/
initialize counter : IO.Ref Nat ← IO.mkRef 0
