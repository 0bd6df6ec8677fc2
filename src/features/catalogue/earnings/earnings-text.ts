import type { Earnings, Ranged } from '~/contracts/catalogue/earnings'
import { MONTH_DAYS, MOST_MONTHS } from '~/contracts/catalogue/earnings'
import type { CoinGroup, NetworkAssumptions } from '~/contracts/catalogue/network'
import { formatDateTime } from '~/lib/date-text'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { formatUnitPrice } from '~/lib/unit-price'

/** Texts of estimates: never a number without its range. */

export interface SaidFigure {
  /** Daily average of the next 12 months. */
  range: string
  /** At the present difficulty. */
  today: string
}

const SMALLEST_COIN = '0.00000001'

/** '0.00012345', '4.5678', '1,234.57': larger amounts have fewer decimals. */
export function coinText(amount: string): string {
  if (/^0\.0+$/.test(amount)) return `less than ${SMALLEST_COIN}`
  const number = Number(amount)
  if (number < 1) return amount
  return number.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: number < 100 ? 4 : 2 })
}

const between = (low: string, high: string) => (low === high ? low : `${low} to ${high}`)
/** A line does not end between the minus sign and its amount. */
const euro = (cents: number) => formatEuro(cents / 100).replace('−', '−\u2060')

export const saidCents = ({ today, low, high }: Ranged<number>): SaidFigure => ({
  range: between(euro(low), euro(high)),
  today: euro(today),
})

export const saidCoins = ({ coin, today, low, high }: Earnings['coins'][number]): SaidFigure => ({
  range: `${between(coinText(low), coinText(high))} ${coin}`,
  today: `${coinText(today)} ${coin}`,
})

/** No range, since the visitor sets the price of electricity. */
export const saidCost = (cents: number): SaidFigure => ({ range: euro(cents), today: euro(cents) })

const months = (days: number) => Math.max(1, Math.ceil(days / MONTH_DAYS))
const monthsText = (count: number) => `${count} month${count === 1 ? '' : 's'}`

/** 'in 14 to 22 months' */
export function saidBreakEven({ soonest, latest }: NonNullable<Earnings['breakEven']>): string {
  if (soonest === null) return `not within ${MOST_MONTHS} months`
  const first = months(soonest)
  if (latest === null) return `in ${monthsText(first)} at the soonest, or not within ${MOST_MONTHS} months`
  const last = months(latest)
  return first === last
    ? `in about ${monthsText(first)}, whether the difficulty grows slowly or fast`
    : `in ${first} to ${monthsText(last)}`
}

/** Source and time of the figures. */
export const saidSource = ({ coins, at }: CoinGroup): string =>
  `Figures of ${formatDateTime(new Date(at))}, ${[...new Set(coins.map(({ source }) => source))].join(' and ')}.`

export function saidAssumptions({ growthLow, growthHigh, poolFee, uptime }: NetworkAssumptions, { coins }: CoinGroup): string {
  const prices = coins.map(({ coin, price }) => `${priceText(price)} for one ${coin}`).join(' and ')
  const halvings = coins
    .filter(({ halvesOn, at }) => halvesOn !== null && Date.parse(halvesOn) > Date.parse(at))
    .map(({ name, halvesOn }) => `that of ${name} halves on ${formatDay(halvesOn ?? '')}`)
  return (
    `The estimate takes for granted that the difficulty grows by ${growthLow}% to ${growthHigh}% every ${MONTH_DAYS} days, that prices stay as they are (${prices}), ` +
    `that rewards of blocks do too${halvings.length > 0 ? `, except that ${halvings.join(' and ')}` : ''}, that a pool keeps ${poolFee}%, and that the machine runs ${uptime}% of the time.`
  )
}

/** In cents, below a euro with the price's own decimals: '€0.0512'. */
const priceText = (price: string) => (Number(price) < 1 ? formatUnitPrice : formatEuro)(Number(price))
