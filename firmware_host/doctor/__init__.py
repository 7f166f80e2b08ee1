"""What is wrong with a console, and how its switches bounce: pure, in words with a remedy."""
