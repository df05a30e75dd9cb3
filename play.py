"""Set up what is needed and play: python3 play.py [what `battlesim play` takes].

Without more words: the outpost mission, watched in the window where there is a display; without one it is
played automatically. In the end it says in full where the record is, and without a window the picture.
"""

import sys

from tools.environment import environment, run

if __name__ == "__main__":
    sys.exit(run([str(environment()), "-P", "-m", "battlesim", "play", *(sys.argv[1:] or ["--watch"])]))
