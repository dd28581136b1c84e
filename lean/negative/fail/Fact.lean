-- refused: forward_sound Op.add H
import TuffyLean.Facts.Rules

/-! The rule of sums as an entry for differences, with the theorem about sums. -/
namespace Tuffy.Facts

def sub : ForwardRule := ⟨.sub, forward .add, fun H => forward_sound .add H⟩

end Tuffy.Facts
