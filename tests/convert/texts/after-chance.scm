(max (chance (3 5) 2))
