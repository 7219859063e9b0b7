from fractions import Fraction
import math

if __name__ == "__main__":
    print("an assignment below is the tree")

small = [1, 2]
tree = Max(Min(3, .5, 1e-2), Min(float("-inf"), -math.inf, Fraction(1, 3)), 2.)
