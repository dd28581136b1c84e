-- refused: the attribute extern
/-! Code of the system in the place of a definition. -/
@[extern "lean_nat_add"] def difference (a b : @& Nat) : Nat := a - b
