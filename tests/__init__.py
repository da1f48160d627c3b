"""PYTEST_DONT_REWRITE: sessions within a test meet this package imported; metadata of a build beside it may name it."""
