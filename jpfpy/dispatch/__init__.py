"""What the engine calls in Python: listeners (dispatcher.py) and everything else of the user's (registry.py); given.py
makes listeners of what a user names or gives."""
