from tests.support.fixtures import own_stack, stack

__all__ = ["own_stack", "stack"]
