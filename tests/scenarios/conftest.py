from tests.support.emulator import aws, emulator

__all__ = ["aws", "emulator"]
