"""The table of B-061, run against every place that checks: the door, the desk, the workflow, the write (PRZ-2)."""

MONEY = ("5000 ₽", "$50", "50 руб.", "cash 100", "100 EUR", "1000 rubles", "с а s h", "Кубок и пятьсот рублей")
"""Texts that are no prize where prizes are no money; the last two came later: a disguise, a sum in words."""
ORDINARY = ("Cashmere scarf", "Рубашка клуба", "Cup + 2 free entries", "500 rating points", "Certificate: dinner for 2")
"""Texts that are prizes everywhere."""
