import TuffyLean.Rewrites.All
