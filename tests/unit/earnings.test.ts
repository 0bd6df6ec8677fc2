import { describe, expect, it } from 'vitest'
import { earningsOn, machineEarnings } from '~/contracts/catalogue/earnings'
import { algorithmKey, coinGroupsOf, isStale, type NetworkCoin, type NetworkFigures } from '~/contracts/catalogue/network'
import { exactRateText } from '~/contracts/catalogue/exact-rate'
import { hashrateOf } from '~/contracts/catalogue/hashrate'
import { wattsOf } from '~/contracts/catalogue/power'
import { decimalText, dividedBy, fractionOf, inUnits, times } from '~/contracts/fraction'
import { coinText, saidAssumptions, saidBreakEven, saidCents } from '~/features/catalogue/earnings/earnings-text'
import { readPrice } from '~/lib/electricity-price'
import { GOLDEN_ELECTRICITY, goldenAssumptions, goldenDays, goldenMachine } from '../setup/golden-earnings'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const bitcoin: NetworkCoin = {
  coin: 'BTC',
  name: 'Bitcoin',
  algorithm: 'SHA-256',
  networkHashrate: null,
  difficulty: '150000000000000',
  blockReward: '3.125',
  blockSeconds: '600',
  price: '80000',
  mergedWith: null,
  halvesOn: null,
  source: 'mempool.space',
  at: '2026-11-28T06:00:00.000Z',
}
const flat = { growthLow: 0, growthHigh: 0, poolFee: 0, uptime: 100 }
const s21 = { algorithm: 'sha256', hashrate: 200e12, watts: 3500, price: 2400 }
const network = (...coins: NetworkCoin[]): NetworkFigures => ({ coins, assumptions: flat })
const current = (...coins: NetworkCoin[]) => {
  const found = machineEarnings(s21, network(...coins), { electricity: '0.1', now: NOW })
  if (found.state !== 'current') throw new Error(found.state)
  return found
}

describe('earnings of a machine', () => {
  it.each(goldenDays)('are to the cent what they are by hand on %s', (...golden) => {
    const [day, difficulty, price, coinsToday, coinsLow, coinsHigh, today, low, high, cost, soonest, latest] = golden
    const at = `${day}T00:00:00.000Z`
    const coin = { ...bitcoin, difficulty, price, blockReward: '12.5', halvesOn: '2020-05-11', at }
    const found = earningsOn({ coins: [coin], at }, goldenMachine, {
      assumptions: goldenAssumptions,
      electricity: GOLDEN_ELECTRICITY,
      now: Date.parse(at),
    })
    expect(found).toEqual({
      coins: [{ coin: 'BTC', name: 'Bitcoin', today: coinsToday, low: coinsLow, high: coinsHigh }],
      income: { today, low, high },
      cost,
      result: { today: today - cost, low: low - cost, high: high - cost },
      breakEven: { soonest, latest },
    })
  })

  it('has thirty golden days, some of which never pay', () => {
    expect(goldenDays).toHaveLength(30)
    expect(new Set(goldenDays.map(([day]) => day)).size).toBe(30)
    const paying = goldenDays.filter(([, , , , , , , , , , soonest, latest]) => soonest !== null && latest !== null)
    expect(paying.length).toBeGreaterThan(5)
    expect(paying.length).toBeLessThan(30)
  })

  it('round halves of a cent up, which binary fractions do not', () => {
    const { cost } = earningsOn(
      { coins: [bitcoin], at: bitcoin.at },
      { ...s21, watts: 3010 },
      { assumptions: flat, electricity: '0.0625', now: NOW },
    )
    expect((3010 * 24 * 0.0625) / 1000).toBe(4.515)
    expect(Math.round(4.515 * 100)).toBe(451)
    expect(cost).toBe(452)
  })

  it('are the same by the hashrate and by the difficulty that it follows from', () => {
    const networkHashrate = decimalText(times(fractionOf(150e12), fractionOf(2 ** 32), dividedBy(fractionOf(1), fractionOf(600))), 8)
    const byHashrate = current({ ...bitcoin, difficulty: null, networkHashrate })
    expect(byHashrate.earnings).toEqual(current(bitcoin).earnings)
    // 200 TH/s of 1074 EH/s, 450 coins a day.
    expect(byHashrate.earnings.coins[0]?.today).toBe('0.00008382')
  })

  it('count coins that come with another together, each with its own halving', () => {
    const scrypt = {
      ...bitcoin,
      coin: 'LTC',
      name: 'Litecoin',
      algorithm: 'Scrypt',
      difficulty: '90000000',
      blockReward: '6.25',
      blockSeconds: '150',
      price: '70',
    }
    const doge = {
      ...scrypt,
      coin: 'DOGE',
      name: 'Dogecoin',
      difficulty: '35000000',
      blockReward: '10000',
      price: '0.15',
      mergedWith: 'LTC',
    }
    const l9 = { algorithm: 'scrypt', hashrate: 16e9, watts: 3360, price: 0 }
    const found = machineEarnings(l9, network(scrypt, doge, bitcoin), { electricity: null, now: NOW })
    if (found.state !== 'current') throw new Error(found.state)
    const alone = [scrypt, { ...doge, mergedWith: null }].map(
      (coin) => earningsOn({ coins: [coin], at: coin.at }, l9, { assumptions: flat, electricity: null, now: NOW }).income.today,
    )
    expect(found.earnings.coins.map(({ coin }) => coin)).toEqual(['LTC', 'DOGE'])
    expect(Math.abs(found.earnings.income.today - alone.reduce((sum, cents) => sum + cents, 0))).toBeLessThanOrEqual(1)
    // Without a price of electricity nothing is said of cost and result.
    expect(found.earnings).toMatchObject({ cost: null, result: null })
    expect(found.earnings).not.toHaveProperty('breakEven')
  })

  it('are on the coin that brings most today, among those whose figures are fresh', () => {
    const cash = { ...bitcoin, coin: 'BCH', name: 'Bitcoin Cash', difficulty: '700000000000', price: '500' }
    expect(current(cash, bitcoin).group.coins[0].coin).toBe('BCH')
    expect(current({ ...cash, at: '2026-11-20T06:00:00.000Z' }, bitcoin).group.coins[0].coin).toBe('BTC')
  })

  it('are not said by figures of 48 hours, nor where one of the coins together is so old', () => {
    const aged = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
    const at = (hours: number) => machineEarnings(s21, network({ ...bitcoin, at: aged(hours) }), { electricity: '0.1', now: NOW })
    expect(at(47.99).state).toBe('current')
    expect(at(48)).toEqual({ state: 'stale', at: aged(48) })
    const merged = { ...bitcoin, coin: 'NMC', mergedWith: 'BTC', at: aged(50) }
    expect(machineEarnings(s21, network(bitcoin, merged), { electricity: '0.1', now: NOW })).toEqual({ state: 'stale', at: aged(50) })
    expect(machineEarnings(s21, network(), { electricity: '0.1', now: NOW })).toEqual({ state: 'unknown' })
    expect(isStale('no time', NOW)).toBe(true)
  })

  it('are halved from the day of the halving, and only once', () => {
    const after = current({ ...bitcoin, halvesOn: '2026-11-28', at: '2026-11-27T23:00:00.000Z' }).earnings
    expect(after.income.today * 2).toBeCloseTo(current(bitcoin).earnings.income.today, -1)
    // The source has counted it already.
    expect(current({ ...bitcoin, halvesOn: '2026-11-01' }).earnings).toEqual(current(bitcoin).earnings)
  })

  it('pay a machine never where it costs more than it brings', () => {
    const found = machineEarnings(s21, network(bitcoin), { electricity: '0.5', now: NOW })
    expect(found).toMatchObject({ earnings: { breakEven: { soonest: null, latest: null } } })
  })
})

describe('what estimates are made of', () => {
  it('knows spellings of an algorithm', () => {
    expect(['SHA-256', 'sha256d', 'SHA 256', 'Sha256'].map(algorithmKey)).toEqual(Array(4).fill('sha256'))
    expect(algorithmKey('Ethash')).toBe(algorithmKey('Etchash'))
    expect(coinGroupsOf('SHA256', network(bitcoin))).toHaveLength(1)
  })

  it('reads power, hashrates beyond a thousand exahashes, and the visitor’s price', () => {
    expect(['3250W', '3,250 W', '3.25 kW', '3.250 W', '3250 watts', '75 dB', '', '0W'].map(wattsOf)).toEqual([
      3250,
      3250,
      3250,
      3250,
      3250,
      null,
      null,
      null,
    ])
    expect(hashrateOf('1.05 ZH/s')).toBe(1.05e21)
    expect(exactRateText('1050300000000000000000')).toBe('1.0503 ZH/s')
    expect(exactRateText('420000')).toBe('420 kH/s')
    const prices = ['0,28', '€ 0.28', '.3', '0', '28', '0.12345', 'abc', '', '-1', '1e2', '00.5'].map(readPrice)
    expect(prices).toEqual(['0.28', '0.28', '0.3', '0', null, null, null, null, null, null, '0.5'])
  })

  it('reckons exactly', () => {
    expect(inUnits(fractionOf('1.005'), 2)).toBe(101n)
    expect(inUnits(fractionOf('-1.005'), 2)).toBe(-101n)
    expect(decimalText(fractionOf(1e21), 2)).toBe('1000000000000000000000.00')
    expect(decimalText(fractionOf('0.0000000049'), 8)).toBe('0.00000000')
    expect(decimalText(fractionOf(-0.5), 0)).toBe('-1')
    for (const bad of ['', '.', 'abc', '1.2.3', '0x10', 'NaN']) expect(() => fractionOf(bad)).toThrow(RangeError)
  })
})

describe('the words of an estimate', () => {
  it('are a range beside every figure', () => {
    expect(saidCents({ today: 742, low: 510, high: 680 })).toEqual({ range: '€5.10 to €6.80', today: '€7.42' })
    // No line ends between the sign and its amount.
    expect(saidCents({ today: -203, low: -348, high: 244 })).toEqual({ range: '−\u2060€3.48 to €2.44', today: '−\u2060€2.03' })
    expect(saidBreakEven({ soonest: 401, latest: 660 })).toBe('in 14 to 22 months')
    expect(saidBreakEven({ soonest: 401, latest: null })).toBe('in 14 months at the soonest, or not within 36 months')
    expect(saidBreakEven({ soonest: null, latest: null })).toBe('not within 36 months')
    expect(saidBreakEven({ soonest: 401, latest: 405 })).toBe('in about 14 months, whether the difficulty grows slowly or fast')
    expect(['0.00000000', '0.00008382', '45.12345678', '1234.5'].map(coinText)).toEqual([
      'less than 0.00000001',
      '0.00008382',
      '45.1235',
      '1,234.50',
    ])
  })

  it('name what they take for granted', () => {
    const said = saidAssumptions(goldenAssumptions, { coins: [{ ...bitcoin, halvesOn: '2028-04-17' }], at: bitcoin.at })
    for (const part of ['-2.5% to 4.25% every 30 days', '€80,000.00 for one BTC', 'Bitcoin halves on', 'keeps 1.5%', '97% of the time'])
      expect(said).toContain(part)
  })
})
