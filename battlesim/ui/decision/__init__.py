"""What a person is asked, and how it is answered."""
