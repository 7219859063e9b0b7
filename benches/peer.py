"""What a course has its students write: minimax and alpha-beta on nested lists, MAX to move first.

Prints the seconds that each step took, and what came out, as JSON.
"""

import json
import math
import sys
import time


def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        return max(minimax(child, False) for child in node)
    return min(minimax(child, True) for child in node)


def alpha_beta(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        best = -math.inf
        for child in node:
            best = max(best, alpha_beta(child, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = math.inf
    for child in node:
        best = min(best, alpha_beta(child, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    start = time.perf_counter()
    tree = json.loads(text)
    parsed = time.perf_counter()
    value = minimax(tree, True)
    evaluated = time.perf_counter()
    found = alpha_beta(tree, -math.inf, math.inf, True)
    searched = time.perf_counter()
    assert value == found
    print(json.dumps({
        "value": value,
        "parse": parsed - start,
        "minimax": evaluated - parsed,
        "alpha_beta": searched - evaluated,
    }))


main()
