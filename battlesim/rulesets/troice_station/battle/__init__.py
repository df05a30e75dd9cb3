"""The battle as a whole: forces, set-up, sequence, the end, what each side knows."""
