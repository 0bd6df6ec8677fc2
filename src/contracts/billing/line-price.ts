import { centsOf, type Taxed } from './vat'

interface Counted {
  quantity: number
  /** EUR with VAT; negative on lines that deduct an earlier bill. */
  price: number
}

const MOST_DECIMALS = 8

/** A line that lowers a bill has a negative quantity: a negative price looks like a mistake. */
export const asCounted = <Line extends Counted>(line: Line): Line =>
  line.price < 0 ? { ...line, quantity: -line.quantity, price: -line.price } : line

/**
 * Net EUR for one, with the fewest decimals (at least two) that multiply to the net amount: 7 for 48.53 are 6.933 each. Without VAT the
 * entered price.
 */
export function netPriceOfOne({ quantity, price, net, vat }: Counted & Pick<Taxed, 'net' | 'vat'>): number {
  if (vat === 0 || quantity === 0) return price
  for (let decimals = 2; decimals < MOST_DECIMALS; decimals++) {
    const one = Number((net / quantity).toFixed(decimals))
    if (centsOf(one * quantity) === centsOf(net)) return one
  }
  return Number((net / quantity).toFixed(MOST_DECIMALS))
}
