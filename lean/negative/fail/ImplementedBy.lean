-- refused: the attribute implemented_by
import TuffyLean.Rewrites.Rule

/-! A rule whose exported datum would be another than the proven one. -/
namespace Tuffy.Planted

def four : Int := 4
@[implemented_by four] def three : Int := 3

end Tuffy.Planted
