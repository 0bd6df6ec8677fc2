"""Works the table of golden-earnings.ts out a second time: decimals of 60 digits, day by day, without a line of the shop.

python3 tests/setup/golden-earnings.py prints the table. Difficulty (mean of the day) and price are those that Coin Metrics recorded of
Bitcoin (https://github.com/coinmetrics/data, csv/btc.csv, DiffMean and PriceUSD); the dollars stand for euros, since the arithmetic is
the same. A block brought 12.5 BTC then, and half of it from 11 May 2020.
"""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 60

HASHRATE, WATTS, PRICE = Decimal(53) * 10**12, Decimal(2094), Decimal(190)
ELECTRICITY, FEE, UPTIME = Decimal("0.0575"), Decimal("1.5"), Decimal(97)
SLOW, FAST = Decimal("-2.5"), Decimal("4.25")
HALVING = date(2020, 5, 11)
DAYS = 36 * 30

RECORDED = """
2020-02-29 15486913440292.814 8582.09029964933
2020-03-01 15486913440292.844 8541.77389392169
2020-03-02 15486913440292.816 8906.21475645821
2020-03-03 15486913440292.82 8768.81061420222
2020-03-04 15486913440292.836 8756.36957218001
2020-03-05 15486913440292.832 9062.61580274693
2020-03-06 15486913440292.822 9147.08505897136
2020-03-07 15486913440292.824 8898.30695675044
2020-03-08 15486913440292.826 8109.61454114553
2020-03-09 16112306282825.557 7896.38531987142
2020-03-10 16552923967337.246 7909.92787545295
2020-03-11 16552923967337.246 7939.34133477499
2020-03-12 16552923967337.223 4959.31341437756
2020-03-13 16552923967337.246 5627.69238836938
2020-03-14 16552923967337.246 5145.17250642899
2020-03-15 16552923967337.246 5358.61066335476
2020-03-16 16552923967337.246 5012.92738778492
2020-03-17 16552923967337.246 5416.7547106955
2020-03-18 16552923967337.244 5392.48783594389
2020-03-19 16552923967337.246 6203.5516320865
2020-03-20 16552923967337.246 6174.14947603741
2020-03-21 16552923967337.246 6175.83102220924
2020-03-22 16552923967337.246 5830.56097960257
2020-03-23 16552923967337.246 6486.40865733489
2020-03-24 16552923967337.246 6775.05761893629
2020-03-25 16552923967337.244 6689.96901285798
2020-03-26 14061046544355.46 6754.46033606078
2020-03-27 13912524048945.947 6490.79541502046
2020-03-28 13912524048945.94 6231.81989023963
2020-03-29 13912524048945.945 5904.85758679135
"""


def cents(amount):
    return int((amount * 100).quantize(Decimal(1), ROUND_HALF_UP))


def coins_on(day, today, difficulty, growth):
    """Coins of a day so many days ahead: its share of the work, less what the pool keeps and what stands still."""
    reward = Decimal("6.25") if (HALVING - today).days <= day else Decimal("12.5")
    harder = difficulty * (1 + growth / 100) ** (day // 30)
    return HASHRATE * 86400 / (harder * 2**32) * reward * (100 - FEE) / 100 * UPTIME / 100


def ahead(today, difficulty, price, growth, cost):
    coins = [coins_on(day, today, difficulty, growth) for day in range(DAYS)]
    earned, paid = Decimal(0), None
    for day, amount in enumerate(coins):
        earned += max(Decimal(0), amount * price - cost)
        if paid is None and earned >= PRICE:
            paid = day + 1
    return sum(coins[:360]) / 360, paid


cost = WATTS * 24 / 1000 * ELECTRICITY * UPTIME / 100
for line in RECORDED.split("\n")[1:-1]:
    day, difficulty, price = line.split()
    today, difficulty, price = date.fromisoformat(day), Decimal(difficulty), Decimal(price)
    now = coins_on(0, today, difficulty, Decimal(0))
    slow, soonest = ahead(today, difficulty, price, SLOW, cost)
    fast, latest = ahead(today, difficulty, price, FAST, cost)
    exact = [format(amount.quantize(Decimal("1e-8"), ROUND_HALF_UP), "f") for amount in (now, fast, slow)]
    money = [cents(amount * price) for amount in (now, fast, slow)]
    days = ["null" if paid is None else str(paid) for paid in (soonest, latest)]
    print(f"  ['{day}', '{difficulty}', '{price}', {', '.join(repr(amount) for amount in exact)}, {', '.join(map(str, money))}, {cents(cost)}, {', '.join(days)}],")
