"""Fields, pools and prizes of tournaments as they were published, in whole units of their currencies."""

from typing import NamedTuple


class Field(NamedTuple):
    """A field and the places that it paid; `percent` is the published rule."""

    event: str
    entries: int
    percent: int
    paid: int


class Pool(NamedTuple):
    """A pool and what an entry cost; `fees` and `bounty` are the parts that were not for it.

    `re_entries` are those of the entries that were one; `re_entry_fees`: what of each was not for the pool.
    """

    event: str
    entries: int
    price: int
    fees: int
    bounty: int
    pool: int
    re_entries: int = 0
    re_entry_fees: int = 0


class Prizes(NamedTuple):
    """The prizes of a main event that were printed, by place, and the least one; `each`: of an entry for the pool."""

    year: int
    entries: int
    each: int
    pool: int | None
    paid: int
    least: int
    prizes: dict[int, int]


PAID = [
    Field("WSOP main event of 2019", 8_569, 15, 1_286),
    Field("WSOP main event of 2023", 10_043, 15, 1_507),
    Field("WSOP main event of 2024", 10_112, 15, 1_517),
    Field("WSOP main event of 2025", 9_735, 15, 1_461),
    Field("Big 50 of 2019, flight 1A", 6_095, 15, 915),
    Field("Big 50 of 2019, flight 1B", 5_972, 15, 896),
]
"""Fields that paid a percent of their entries, rounded up."""

POOLS = [
    Pool("WSOP main event of 2019", 8_569, 10_000, 600, 0, 80_548_600),
    Pool("WSOP main event of 2024", 10_112, 10_000, 700, 0, 94_041_600),
    Pool("WSOP main event of 2025", 9_735, 10_000, 700, 0, 90_535_500),
    Pool("Big 50 of 2019", 28_371, 500, 0, 0, 13_509_435, 10_401, 65),
    Pool("Colossus of 2015", 22_374, 565, 65, 0, 11_187_000),
    Pool("Million Dollar Bounty of 2022", 14_112, 1_000, 110, 300, 8_326_080),
    Pool("Gladiators of 2023", 23_088, 300, 54, 0, 5_679_648),
    Pool("WPT Prime Championship of 2023", 10_512, 1_100, 130, 0, 10_196_640),
    Pool("WPT Bellagio Cup VI of 2010", 353, 10_300, 600, 0, 3_424_100),
    Pool("Red Dragon Manila of 2020, event 16B", 157, 60_000, 7_620, 0, 8_223_660, 18, 7_620),
]
"""Pools that were printed.  The Big 50's is 500 of each first entry and 435 of each of its 10,401 re-entries."""

MAIN_EVENTS = [
    Prizes(2019, 8_569, 9_400, 80_548_600, 1_286, 15_000, {1: 10_000_000, 2: 6_000_000}),
    Prizes(
        2023, 10_043, 9_300, None, 1_507, 15_000, {1: 12_100_000, 2: 6_500_000, 3: 4_000_000, 8: 1_125_000, 9: 900_000}
    ),
    Prizes(
        2024,
        10_112,
        9_300,
        94_041_600,
        1_517,
        15_000,
        {
            1: 10_000_000,
            2: 6_000_000,
            3: 4_000_000,
            4: 3_000_000,
            5: 2_500_000,
            6: 2_000_000,
            7: 1_500_000,
            8: 1_250_000,
            9: 1_000_000,
            **dict.fromkeys((10, 11), 800_000),
            **dict.fromkeys((12, 13), 600_000),
            **dict.fromkeys((14, 15, 16, 17), 450_400),
        },
    ),
    Prizes(
        2025,
        9_735,
        9_300,
        90_535_500,
        1_461,
        15_000,
        {1: 10_000_000, 2: 6_000_000, 3: 4_000_000, 9: 1_000_000},
    ),
]
"""The WSOP's main events.  The pool of 2023 was not printed where the others were."""

FINAL_TABLE = (3_200, 1_920, 1_280, 960, 800, 640, 480, 400, 320)
"""The nine prizes of the main event of 2024 in hundredths of a per cent of what its final table played for."""
