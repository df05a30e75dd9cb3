"""The entry point of `python -m battlesim`."""

from battlesim.cli import main

if __name__ == "__main__":
    main()
