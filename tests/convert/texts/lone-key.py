tree = [{'a': }, 5]
