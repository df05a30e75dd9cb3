"""Set up what is needed and play: python3 play.py [what `battlesim play` takes].

With a display the window opens; without one the battle is played automatically, and it says where its record
and its picture are.
"""

import sys

from tools.environment import environment, run

if __name__ == "__main__":
    sys.exit(run([str(environment()), "-m", "battlesim", "play", *sys.argv[1:]]))
