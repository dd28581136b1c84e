-- refused: the attribute csimp
/-! Another definition where code is compiled. -/
def slow (n : Nat) : Nat := n + 1
def fast (n : Nat) : Nat := 1 + n
@[csimp] theorem slow_is_fast : @slow = @fast := by funext n; exact Nat.add_comm n 1
