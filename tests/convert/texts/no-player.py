tree = minimax([3, 5], 2)
