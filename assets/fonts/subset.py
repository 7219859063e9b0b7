"""Makes the fonts in this folder from Liberation Sans 2, with fonttools.

    python3 subset.py FOLDER

FOLDER has LiberationSans-Regular.ttf and LiberationSans-Bold.ttf. The licence reserves the name Liberation for the
original, so the result has another one.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FAMILY = "Gametree Sans"
# Latin, Greek, Cyrillic, punctuation, arrows and the signs of mathematics.
CHARACTERS = [(0x20, 0x24F), (0x370, 0x45F), (0x1E00, 0x1EFF), (0x2000, 0x206F), (0x20AC, 0x20AC), (0x2190, 0x21FF),
              (0x2200, 0x22FF), (0xFFFD, 0xFFFD)]

for weight in ("Regular", "Bold"):
    font = TTFont(Path(sys.argv[1]) / f"LiberationSans-{weight}.ttf")
    options = Options()
    options.hinting = False
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in CHARACTERS for code in range(first, last + 1)])
    subsetter.subset(font)
    names = {1: FAMILY, 2: weight, 3: f"{FAMILY} {weight}", 4: f"{FAMILY} {weight}", 6: f"GametreeSans-{weight}"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    # The same fonts give the same file at any time.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(Path(__file__).parent / f"GametreeSans-{weight}.ttf")
