"""Set up what is needed and run the suite: python3 run_tests.py [what pytest takes]."""

import sys

from tools.environment import ROOT, environment, run

if __name__ == "__main__":
    python = str(environment("dev,plots,sheet,photo"))
    sys.exit(run([python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *sys.argv[1:]], ROOT))
