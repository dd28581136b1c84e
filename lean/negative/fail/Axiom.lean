-- refused: axiom wish is used

/-! A theorem that rests on an axiom of its own. -/
axiom wish : ∀ a b : Int, a - b = b - a
theorem sub_swap (a b : Int) : a - b = b - a := wish a b
