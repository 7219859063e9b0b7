"""``python -m gametree`` is the command ``gametree``."""

import subprocess
import sys

from ._command import executable

if __name__ == "__main__":
    try:
        sys.exit(subprocess.run([executable(), *sys.argv[1:]], check=False).returncode)
    except KeyboardInterrupt:
        sys.exit(130)
