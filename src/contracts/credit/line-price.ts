import { centsOf, type Taxed } from './vat'

/** How a line of a bill is written: so many, at a price for one that comes to what the line comes to. */

interface Counted {
  quantity: number
  /** EUR for one, with VAT; below 0 for what was billed before. */
  price: number
}

/** The most decimals of a price for one. */
const MOST_DECIMALS = 8

/** A line that lowers a bill is a negative quantity: programs and people take a negative price for a mistake. */
export const asCounted = <Line extends Counted>(line: Line): Line =>
  line.price < 0 ? { ...line, quantity: -line.quantity, price: -line.price } : line

/**
 * EUR for one without VAT, such that so many come to the net amount: with as few decimals as that needs, at least two. 7 for 48.53 are
 * 6.933 each. A line without VAT has the price that was entered.
 */
export function netPriceOfOne({ quantity, price, net, vat }: Counted & Pick<Taxed, 'net' | 'vat'>): number {
  if (vat === 0 || quantity === 0) return price
  for (let decimals = 2; decimals < MOST_DECIMALS; decimals++) {
    const one = Number((net / quantity).toFixed(decimals))
    if (centsOf(one * quantity) === centsOf(net)) return one
  }
  return Number((net / quantity).toFixed(MOST_DECIMALS))
}
